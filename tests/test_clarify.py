"""Clarifications judged: each verdict on one made to deserve it; norms and guards read aloud."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import redirect_stdout
from functools import cache
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from advocatus.checks.aloud import Speaker
from advocatus.checks.cli import run
from advocatus.model.families import editions, families, find_editions

FOLDER = Path(__file__).parent / "clarifications"
CLASH = "clash.adlung.object.bag.no-bag+profession.diplomat.demand.json"


@pytest.fixture(scope="module", autouse=True)
def kept() -> Iterator[None]:
    """What is found without a clarification is found once."""
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("ADVOCATUS_CACHE", folder)
        yield


@cache
def judged(name: str) -> dict[str, Any]:
    """What `clarify` prints of an example, as JSON, and its exit code."""
    out = StringIO()
    with redirect_stdout(out):
        code = run(["clarify", f"adlung+{FOLDER / name}.toml", "--players", "4", "--format", "json"])
    return {**json.loads(out.getvalue()), "code": code}


def test_a_good_mending_closes_the_clash_and_says_what_falls() -> None:
    found = judged("bag-handed-over")
    assert found["closed"] == [CLASH]
    assert found["opened"] == []
    assert [f["check"] for f in found["fallen"] if f["verdict"] == "refuted"] == ["object.bag.never-for-bag"]
    assert [c["cause"] for c in found["changes"]] == [["object.bag.no-bag"]]
    assert found["code"] == 1


def test_a_bad_mending_leaves_it() -> None:
    found = judged("bag-refused-always")
    assert CLASH in found["left"]
    assert (found["closed"], found["opened"]) == ([], [])
    assert {f["verdict"] for f in found["fallen"]} <= {"unknown"}, "nothing is refuted"
    assert found["code"] in (0, 4)


def test_an_answer_closes_its_question() -> None:
    found = judged("may-leave-the-pile")
    assert found["closed"] == ["question.adlung.duel.stand-off.may+may.json"]
    assert [c["cause"] for c in found["changes"]] == [["duel.stand-off"]]
    assert found["code"] == 0


def test_a_limit_too_low_makes_a_promise_fall() -> None:
    found = judged("one-lower-for-four")
    assert [f["check"] for f in found["fallen"] if f["verdict"] == "refuted"] == ["hand.surplus.taker"]
    assert found["entries"] == [{"id": "hand.limit", "before": ["6"], "after": ["5"], "players": [4]}]
    assert found["code"] == 1


def test_a_new_rule_changes_games_on_file() -> None:
    found = judged("no-first-pass")
    assert found["games"]["changed"]
    assert all(c["move"] >= 1 for c in found["games"]["changed"])
    assert found["games"]["on_file"] > len(found["games"]["changed"])
    assert (found["redundant"], found["code"]) == (False, 1)
    assert [name.split(".")[0] for name in found["opened"]] == ["endless"], "the end is put off otherwise"
    assert [name.split(".")[0] for name in found["closed"]] == ["endless"]


def test_what_the_text_says_already_is_redundant() -> None:
    found = judged("said-twice")
    assert (found["redundant"], found["opened"], found["code"]) == (True, [], 0)


def test_what_has_no_norm_cannot_be_judged() -> None:
    found = judged("nothing-at-all")
    assert (found["judged"], found["says"], found["code"]) == (False, "cannot be judged", 4)


def test_rules_that_exclude_each_other_open_a_clash() -> None:
    found = judged("forced-to-pass")
    assert "clash.adlung+forced-to-pass.clarification.busy+clarification.idle.json" in found["opened"]
    assert found["code"] == 1


def test_every_example_is_judged_here() -> None:
    named = {p.stem for p in FOLDER.glob("*.toml")}
    told = Path(__file__).read_text("utf-8")
    assert len(named) >= 8
    assert all(f'judged("{name}")' in told for name in named)


def test_an_answer_needs_no_file(capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["clarify", "adlung", "--answer", "duel.stand-off.may=may", "--players", "4"])
    out = capsys.readouterr().out
    assert code == 0
    assert "closed: question duel.stand-off.may + may" in out
    assert out.splitlines()[-1].startswith("adlung+answers: closes 1")


@pytest.mark.parametrize(("words", "told"), [
    (["clarify", "adlung"], "EDITION+FILE"),
    (["clarify", "adlung+nothing.toml"], "no such file"),
    (["clarify", "adlung", "--variant", "smuggling"], "--variant"),
    (["clarify", "adlung", "--answer", "duel.stand-off.may=perhaps"], "perhaps"),
])
def test_what_is_no_clarification_is_refused(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert told in err


# ---------------------------------------------------------------- aloud


def said(norm: str, edition: str = "adlung") -> str:
    (one,) = find_editions(edition)
    speaker = Speaker(one, families()[one.family].grammar)
    return next(speaker.norm(n) for c in one.clauses for n in c.norms if n.id == norm)


def test_norms_are_read_aloud_in_the_words_of_the_edition() -> None:
    assert said("object.bag.no-bag/1") == (
        "Whoever is asked may not `return`, where the object offered is Secret Bag and the object given back in the "
        "trade is Secret Bag.")
    assert "the card used is Clairvoyant and the seat's occupation lies face-up." in said("profession.clairvoyant/3")
    assert "the number of Key in the seat's objects is at least 1" in said("victory.proclaim/1")
    assert "it counts only if" in said("profession.diplomat.demand/1")
    file = FOLDER / "bag-handed-over.toml"
    assert "a diplomat demands is not Secret Bag" in said("object.bag.no-bag/1", f"adlung+{file}")


def test_every_guard_can_be_read_aloud() -> None:
    for edition in editions().values():
        speaker = Speaker(edition, families()[edition.family].grammar)
        norms = [n for c in edition.clauses for n in c.norms]
        norms += [n for q in edition.questions for r in q.readings.values() for n in r.change.norms]
        told = [speaker.norm(n) for n in norms]
        assert all(sentence.startswith("Whoever is asked ") and sentence.endswith(".") for sentence in told)
        assert not any("Ref(" in sentence or "_" in sentence.replace("`", "") for sentence in told)
