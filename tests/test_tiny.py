"""A family as small as can be, gone through whole: one fault of each kind put in, and found by `check`.

It shows what a family gets for its deals alone (`checks/<family>/every.py`), without a symbolic side or modules of its
own for order, leak and endless play.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import frozen

import advocatus.checks
import advocatus.model
from advocatus.checks import cli, registry
from advocatus.checks.every import longest, reached
from advocatus.model import families
from advocatus.model.families import find_editions
from advocatus.model.rules import Rules, make_rules

TINY = Path(__file__).parent / "tiny"
NORM = "[[clause.norm]]\n"


@pytest.fixture(autouse=True, scope="module")
def discovered() -> Iterator[None]:
    """The family is found as any other is, in folders of the tests."""
    caches = (families.families, families.acts_of, families._packaged, families.editions, registry.checkers)
    for package in (advocatus.model, advocatus.checks):
        package.__path__.append(str(TINY / package.__name__.rsplit(".", maxsplit=1)[-1]))
    for cache in caches:
        cache.cache_clear()  # type: ignore[attr-defined]
    yield
    for package in (advocatus.model, advocatus.checks):
        package.__path__.pop()
    for cache in caches:
        cache.cache_clear()  # type: ignore[attr-defined]


@frozen
class Plant:
    """A fault put into the plain rulebook: what stands there, what instead, and the kind and the cause to be found."""

    kind: str
    cause: tuple[str, ...]
    there: tuple[str, ...]
    instead: tuple[str, ...]


PASS, OFFER, DECLINE = (f'{NORM}permit = "{act}"\n' for act in ("pass", "offer", "decline"))
SNUFF = f"""
[[clause]]
id = "charm.snuff"
section = "Charms"
at = [8]
rank = "card"
says = "One puts it out."
{NORM}permit = "use"
when = "charm == snuff and not spent and seat == active"

[[printed]]"""
PLANTS = (
    Plant("clash", ("offer", "turn.pass"), (PASS, OFFER), (f'{PASS}{NORM}oblige = "pass"\nwhen = "lit"\n',
                                                           f'{OFFER}{NORM}oblige = "offer"\nwhen = "lit"\n')),
    Plant("gap", ("bell.rings",), ('[[fact]]\nid = "bell.rings"\nvalue = 3\nat = [8]\n',), ("",)),
    Plant("order", ("charm.light", "charm.snuff", "charm.use"), ("\n[[printed]]",), (SNUFF,)),
    Plant("misprint", ("contents.pebbles",), ("claims = 3",), ("claims = 4",)),
    Plant("endless", ("answer.decline", "offer"), ('value = "over"',), ('value = "again"',)),
    Plant("idle", ("turn.pass/2",), (PASS,), (f'{PASS}{NORM}permit = "pass"\nwhen = "lit"\n',)),
    Plant("leak", ("answer.decline/2",), (DECLINE,), (f'{DECLINE}{NORM}forbid = "decline"\nwhen = "held == black"\n',)),
)
ENDLESS_TOO = Plant("endless", ("turn.pass",), ('value = "always"',), ('value = "never"',))  # over the turns


def planted(*plants: Plant) -> str:
    text = (TINY / "plain.toml").read_text("utf-8")
    for plant in plants:
        for there, instead in zip(plant.there, plant.instead, strict=True):
            assert text.count(there) == 1, there
            text = text.replace(there, instead)
    return text


def argued(folder: Path, capsys: pytest.CaptureFixture[str], *plants: Plant) -> set[tuple[str, tuple[str, ...]]]:
    """Kind and cause of all that the command finds in the rulebook with some faults; its exit code is held to that."""
    book, findings = folder / "book.toml", folder / "findings"
    book.write_text(planted(*plants), "utf-8")
    findings.mkdir()
    words = ("check", str(book), "--players", "3", "--findings", str(findings), "--no-cache", "--jobs", "1",
             "--format", "json", "--write",
             *(f"--only={plant.kind}" for plant in (*PLANTS, Plant("printed", (), (), ()))))
    code = cli.run(words)
    told = json.loads(capsys.readouterr().out)
    filed = [json.loads(path.read_text("utf-8")) for path in sorted(findings.rglob("*.json"))]
    found = {(one["kind"], tuple(one["cause"])) for one in filed}
    assert code == int(bool(filed))
    if filed:
        assert cli.run(words) == 0  # all is found again, and replays
        capsys.readouterr()
    idle = {(row["kind"], (row["check"],)) for row in told["rows"] if row["value"] == "idle"}
    return found | idle


def test_the_plain_rulebook_has_nothing_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert argued(tmp_path, capsys) == set()


@pytest.mark.parametrize("plant", [*PLANTS, ENDLESS_TOO], ids=lambda plant: f"{plant.kind} {'+'.join(plant.cause)}")
def test_a_fault_put_in_is_found_with_its_smallest_cause_and_nothing_else(
    plant: Plant, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert argued(tmp_path, capsys, plant) == {(plant.kind, plant.cause)}


def test_all_faults_at_once_are_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert argued(tmp_path, capsys, *PLANTS) >= {(plant.kind, plant.cause) for plant in PLANTS}


def rules_of(folder: Path, *plants: Plant) -> Rules:
    book = folder / "book.toml"
    book.write_text(planted(*plants), "utf-8")
    return make_rules(find_editions(str(book))[0], 3)


def test_positions_that_run_out_are_no_proof(tmp_path: Path) -> None:
    rules = rules_of(tmp_path)
    whole, few = reached(rules), reached(rules, 20)
    assert whole
    assert few
    assert (whole.whole, few.whole) == (True, False)
    assert longest(whole) == 6  # two charms, and in two turns an offer and its answer
    assert [place.length for place in whole.places] == sorted(place.length for place in whole.places)
