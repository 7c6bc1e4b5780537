"""States that a program tells otherwise: all the entries that differ, and those that are none of the game at all."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any

import pytest
from mutated import InProcess, WrongOracle

from advocatus.checks.conformance.composing import Composer
from advocatus.checks.conformance.describing import Description, described
from advocatus.checks.conformance.following import Follower
from advocatus.checks.conformance.shapes import misshapen
from advocatus.checks.conformance.smoke import smoke_lines
from advocatus.checks.conformance.subject import GARBAGE
from advocatus.checks.conformance.trial import Trial
from advocatus.checks.conformance.vector import begun
from advocatus.checks.conformance.verdicts import Report, json_lines, table
from advocatus.checks.conformance.walking import BAD_DEAL, DIFFERS, Play, Walk, walk
from advocatus.model.families import editions
from advocatus.model.rules import make_rules

DEVILS = make_rules(editions()["kosmos-en"], 3)
TOLD = Description("x", "1", {})
START: dict[str, Any] = {"position": {
    "ranks": ["oberteufel", "putzteufel", "satansbraten"], "objects": [["bed"], [], ["iron"]], "row": ["bed", "grill"],
    "dice": [[6, 3, 1], [2, 2], [4, 1]]}}


def walked(**says: Any) -> Walk:
    """The start, told as it is but for some entries."""
    told = Follower(DEVILS, begun(DEVILS, START)).told()
    return walk(DEVILS, TOLD, Play(DEVILS, START, ()), {"answers": [], "state": {**told, **says}})


def test_all_the_entries_of_a_state_that_differ_are_told() -> None:
    assert walked().apart is None
    apart = walked(turn=9, marks=[0, 0, 0], heap=None, row=["bed", "bed"]).apart
    assert apart is not None
    assert (apart.kind, apart.key, apart.more) == (DIFFERS, "marks", ("row", "turn"))
    assert walked(turn=9).apart != apart
    assert walked(turn=9).apart.more == ()  # type: ignore[union-attr]


@pytest.mark.parametrize(("says", "came", "wanted"), [
    ({"ranks": 5}, "state.ranks: 5", "a list"),
    ({"dice": [["a"], {}, True]}, "state.dice[0][0]: 'a'", "a value of type int"),
    ({"dice": [[6, 3, 1], {}, [4, 1]]}, "state.dice[1]: {}", "a list"),
    ({"dice": [None, [2, True], None]}, "state.dice[1][1]: True", "a value of type int"),
    ({"turn": 1.0}, "state.turn: 1.0", "a value of type int"),
    ({"row": ["bed", "gril"]}, "state.row[1]: 'gril'", "one of bed, chilli, ear-muffs, "),
    ({"ranks": ["oberteufel", None, "satan"]}, "state.ranks[2]: 'satan'", "one of oberteufel, spielteufel, "),
])
def test_an_entry_that_is_none_of_the_game_is_garbage(says: dict[str, Any], came: str, wanted: str) -> None:
    apart = walked(**{"turn": 9, **says}).apart
    assert apart is not None
    assert (apart.kind, apart.came, apart.clauses) == (GARBAGE, came, ())
    assert apart.wanted.startswith(wanted)


@pytest.mark.parametrize("says", [
    {"ranks": ["putzteufel", "oberteufel", "satansbraten"]}, {"ranks": ["oberteufel", None, "springteufel"]},
    {"dice": [None, [9, 9], None]}, {"dice": [[6, 3, 1]]}, {"row": ["", "bed"]}, {"row": ["bed"] * 5 + [None]},
])
def test_what_is_of_the_game_and_wrong_differs(says: dict[str, Any]) -> None:
    apart = walked(**says).apart
    assert apart is not None
    assert apart.kind == DIFFERS


@pytest.mark.parametrize("key", ["adlung", "bga-fr", "kosmos-en"])
def test_every_state_of_the_rules_is_of_the_game(key: str) -> None:
    """And with anything in it not told; a word of no game is none, wherever it stands in a list."""
    edition = editions()[key]
    rules = make_rules(edition, edition.players[-1])
    for seed in range(3):
        composer = Composer(rules, TOLD, Random(seed))
        told = composer.follower(composer.turns().state).told()
        for entry, value in told.items():
            assert misshapen(rules, entry, value, value) is None
            assert misshapen(rules, entry, [None] * len(value) if isinstance(value, list) else None, value) is None
            if isinstance(value, list) and value and isinstance(value[0], str):
                assert misshapen(rules, entry, ["nonsense", *value[1:]], value) is not None
            if isinstance(value, list) and value and value[0] and isinstance(value[0], list):
                bad: Any = {**value[0][0], "card": "nonsense"} if isinstance(value[0][0], dict) else "nonsense"
                assert misshapen(rules, entry, [[bad], *value[1:]], value) is not None


@pytest.mark.parametrize("key", sorted(editions()))
def test_an_own_deal_is_of_the_game(key: str) -> None:
    subject = InProcess(WrongOracle())
    for n in editions()[key].players:
        play = Play(make_rules(editions()[key], n), {"own": {"seed": n}}, ())
        result = subject.call("run", play.params(TOLD))
        assert walk(play.rules, TOLD, play, result).apart is None


@pytest.mark.parametrize(("says", "kind", "came"), [
    ({"ranks": ["oberteufel", 7, "satansbraten"]}, GARBAGE, "start.ranks[1]: 7"),
    ({"ranks": ["oberteufel", "putz", "satansbraten"]}, GARBAGE, "start.ranks[1]: 'putz'"),
    ({"ranks": ["oberteufel", "springteufel", "satansbraten"]}, BAD_DEAL, "are not those of 3 players"),
])
def test_an_own_deal_with_an_entry_that_is_none_of_the_game_is_garbage(says: Any, kind: str, came: str) -> None:
    result = {"answers": [], "state": None, "start": says}
    apart = walk(DEVILS, TOLD, Play(DEVILS, {"own": {}}, ()), result).apart
    assert apart is not None
    assert apart.kind == kind
    assert came in apart.came


def spoilt(method: str, result: Any) -> Any:
    told = [*(answer.get("state") for answer in result["answers"]), result["state"]] if method == "run" else []
    for state in filter(None, told):
        state.update(ranks=5, row=["moon"], turn=9)
    return result


def test_it_is_told_once_with_its_path_and_all_that_is_wrong_beside_it() -> None:
    subject = InProcess(WrongOracle(), spoilt)
    trial = Trial(subject, described(subject), DEVILS, 0, lambda _: None)
    trial.coverage.left = {}
    report = Report(TOLD, (trial.run(40),), (), 0)
    assert [(group.kind, group.clauses) for group in report.outcomes[0].groups] == [(GARBAGE, ())]
    text = "\n".join(table(report))
    assert "ranks: a list wanted, state.ranks: 5 came; also wrong: state.row[0]" in text
    assert '"also":["state.row[0]"]' in "\n".join(json_lines(report))
    lines, code = smoke_lines(InProcess(WrongOracle(), spoilt), editions()["kosmos-en"], (3,))
    assert code == 1
    assert any("state.ranks: 5 came; also wrong: state.row[0]" in line for line in lines)


def test_all_that_a_view_tells_wrong_is_told() -> None:
    def spoil(method: str, result: Any) -> Any:
        if method == "view":
            result = deepcopy(result)
            result["view"].update(turn=77, marks=[0, 0, 0])
        return result
    subject = InProcess(WrongOracle(), spoil)
    trial = Trial(subject, described(subject), DEVILS, 0, lambda _: None)
    trial.coverage.left = {}
    assert [(g.apart.key, g.apart.more) for g in trial.run(60).groups] == [("view.marks", ("view.turn",))]
