"""Findings on a draft that its author accepts, by name and with a reason; the others count."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from attrs import evolve
from games import clash, gap, own_rulebook
from test_cli import Bench, Ran, bench, last

from advocatus.checks.accepting import FILE, read_accepted
from advocatus.checks.cache import Result
from advocatus.checks.context import CheckContext
from advocatus.checks.finding import Store
from advocatus.checks.registry import Checker
from advocatus.model.loading import BadRulebook
from advocatus.model.rules import Rules

__all__ = ["bench"]

NAME = clash().file_name.replace("adlung", "mine")


def checked(bench: Bench, folder: Path, accepted: str | None, *words: str) -> Ran:
    """`check` of a draft in which one clash is found; the folder of its findings holds what is accepted."""
    path = own_rulebook(folder)
    own = folder / "own"
    own.mkdir(exist_ok=True)
    if accepted is not None:
        (own / "accepted.toml").write_text(accepted, "utf-8")

    def finding(rules: Rules, _: CheckContext) -> Result:
        return [], [clash(rules.players, rules.edition)]

    bench.use(Checker("clashes", finding, searches=("clash",)), Checker("gaps", lambda *_: ((), ()), kinds=("gap",)))
    return bench.run("check", str(path), "--players", "4", "--findings", str(own), *words)


def accepts(*names: str) -> str:
    return "".join(f'[[accepted]]\nfinding = "{name}"\nbecause = "We like it."\n' for name in names)


def test_what_is_accepted_does_not_count_though_it_is_new(bench: Bench, tmp_path: Path) -> None:
    ran = checked(bench, tmp_path, accepts(NAME.removesuffix(".json")))
    assert (ran.code, last(ran)) == (0, "1 stops play; 0 findings on file, 1 new, 0 gone, 1 accepted, 0 not")
    assert "  accepted  " in ran.out
    assert "Accepted: We like it." in " ".join(ran.out.split())


def test_what_is_not_accepted_counts_though_it_is_on_file(bench: Bench, tmp_path: Path) -> None:
    assert checked(bench, tmp_path, None, "--write").code == 1
    assert checked(bench, tmp_path, None).code == 0, "on file and nothing accepted by name: all is known"
    ran = checked(bench, tmp_path, accepts("gap.mine.x"))
    assert "accepted.toml: gap.mine.x.json: no such finding was found or is on file" in ran.err
    assert (ran.code, last(ran)) == (1, "1 stops play; 1 finding on file, 0 new, 0 gone, 0 accepted, 1 not")
    assert checked(bench, tmp_path, "").code == 1, "nothing is accepted"
    assert checked(bench, tmp_path, accepts(NAME)).code == 0


def test_a_name_is_told_of_only_where_no_such_finding_can_be(bench: Bench, tmp_path: Path) -> None:
    """Not where it is on file and was not looked at, nor where it is of a kind or an edition that nobody looked for."""
    assert checked(bench, tmp_path, None, "--write").code == 1
    Store(tmp_path / "own").save(evolve(gap(), summary="x"))
    names = accepts(NAME, gap().file_name, "gap.mine.x", "clash.dv.x")
    for words in ((), ("--only", "clash"), ("--players", "5")):
        told = checked(bench, tmp_path, names, *words).err
        assert ("no such finding" in told) == (words != ("--only", "clash")), (words, told)
        assert "gap.mine.x.json: no such finding was found or is on file" in told or words == ("--only", "clash")
        assert not [name for name in (NAME, gap().file_name, "clash.dv.x") if f"{name}: no" in told], told
    assert "clsh.mine.x.json: no such" in checked(bench, tmp_path, accepts("clsh.mine.x")).err


def test_the_summary_names_what_is_accepted(bench: Bench, tmp_path: Path) -> None:
    summary = json.loads(checked(bench, tmp_path, accepts(NAME), "--format", "json").out)["summary"]
    assert (summary["accepted"], summary["exit"]) == ([NAME], 0)


def test_a_draft_works_wherever_an_edition_does(bench: Bench, tmp_path: Path) -> None:
    """A copy of a packaged rulebook; one finding on it is filed."""
    draft, own = str(own_rulebook(tmp_path)), str(tmp_path / "own")
    assert checked(bench, tmp_path, None, "--write").code == 1
    bench.use(Checker("hunt", lambda *_: ((), ()), hunts=True))
    mending = tmp_path / "mending.toml"
    mending.write_text('[clarification]\nid = "may"\nof = "mine"\nsays = "x"\n'
                       '[answers]\n"duel.stand-off.may" = "may"\n', "utf-8")
    for words, code, told in (
        (("show", draft, "hand.limit"), 0, "hand.limit"),
        (("diff", "adlung", draft, "--players", "4"), 0, "(mine)"),
        (("hunt", draft, "--players", "4", "--games", "1"), 0, "finding"),
        (("clarify", f"{draft}+{mending}", "--players", "4"), 0, "mine+may: closes"),
        (("clarify", draft, "--answer", "duel.stand-off.may=may", "--players", "4"), 0, "mine+answers"),
        (("replay", draft), 0, "1 finding, 1 replay"),
    ):
        ran = bench.run(*words, "--findings", own, "--no-cache")
        assert (ran.code, told in ran.out) == (code, True), (words, ran)


@pytest.mark.parametrize(("text", "told"), [
    ("[[accepted]]\nfinding = 'x'\n", "'because' is missing"),
    ("[[acepted]]\n", "did you mean 'accepted'?"),
    ("[[accepted]]\nfinding = 'a/b'\nbecause = 'c'\n", "the name of a finding's file"),
    (accepts("x", "x.json"), "accepted number 2, finding: 'x.json': accepted above already"),
    ("accepted = 1", "wanted:"), ("[[", "the file must be TOML"),
])
def test_what_is_no_list_of_accepted_findings_is_refused(
    text: str, told: str, bench: Bench, tmp_path: Path
) -> None:
    ran = checked(bench, tmp_path, text)
    assert (ran.code, ran.out) == (2, "")
    assert told in ran.err
    assert "accepted.toml: " in ran.err


def test_a_long_list_of_the_accepted_is_read_in_one_go(tmp_path: Path) -> None:
    many = 4_000
    (tmp_path / FILE).write_text(
        "".join(f'[[accepted]]\nfinding = "gap.x.{i % (many - 1)}"\nbecause = "y"\n' for i in range(many)), "utf-8")
    with pytest.raises(BadRulebook) as caught:
        read_accepted(tmp_path)
    (fault,) = caught.value.faults
    assert str(fault) == f"accepted number {many}, finding: 'gap.x.0.json': accepted above already"
