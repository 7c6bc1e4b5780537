"""Chance that a program reports: an outcome that cannot be is put down to what the rules say chance can bring there."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from mutated import InProcess, WrongOracle

from advocatus.checks.conformance.chancing import bounded, bounds
from advocatus.checks.conformance.departing import FLAKY, Outcome
from advocatus.checks.conformance.describing import Description, described
from advocatus.checks.conformance.following import REPORTED, Follower
from advocatus.checks.conformance.trial import Trial
from advocatus.checks.conformance.vector import begun
from advocatus.checks.conformance.verdicts import Report, table
from advocatus.checks.conformance.walking import DIFFERS, Play, Walk, walk
from advocatus.model.dice_devils import dice
from advocatus.model.families import editions
from advocatus.model.rules import make_rules

DEVILS = make_rules(editions()["kosmos-en"], 3)
TOLD = Description("x", "1", {}, chance=REPORTED)
RANKS = ["oberteufel", "putzteufel", "satansbraten"]
START: dict[str, Any] = {"deal": {"ranks": RANKS}}
OPENING = [{"chance": "turn-up", "kind": "bed"}, {"chance": "turn-up", "kind": "grill"},
           {"chance": "roll", "dice": [6, 3, 1]}, {"chance": "roll", "dice": [2, 2]}]


def reporting(*chance: dict[str, Any]) -> Walk:
    """The walk of a program that says that a game begins with these outcomes."""
    result = {"answers": [], "state": None, "chance": chance}
    return bounded(DEVILS, walk(DEVILS, TOLD, Play(DEVILS, START, ()), result))


@pytest.mark.parametrize(("done", "outcome", "clauses"), [
    (4, {"chance": "roll", "dice": [5, 4]}, ("setup.dice.satansbraten",)),
    (3, {"chance": "roll", "dice": [7, 1]}, ("setup.dice",)),
    (2, {"chance": "roll", "dice": [6, 6]}, ("setup.dice.oberteufel",)),
    (1, {"chance": "turn-up", "kind": "moon"}, ()),
    (1, {"chance": "roll", "dice": [1, 1]}, ("reveal.number",)),
])
def test_an_outcome_that_cannot_be_is_put_down_to_what_bounds_it(
    done: int, outcome: dict[str, Any], clauses: tuple[str, ...]
) -> None:
    assert reporting(*OPENING[:done]).apart is None
    apart = reporting(*OPENING[:done], outcome).apart
    assert apart is not None
    assert apart.clauses == clauses
    assert (apart.kind == DIFFERS) == bool(clauses)
    assert set(clauses) <= set(apart.cited)


def test_an_outcome_where_it_is_not_chances_turn_is_bound_by_nothing() -> None:
    apart = reporting(*OPENING, {"chance": "roll", "dice": [4, 4]}, {"chance": "roll", "dice": [4, 4]}).apart
    assert apart is not None
    assert "place" in apart.wanted
    assert "setup.dice.satansbraten" not in apart.clauses
    assert len(apart.clauses) == len(set(apart.clauses))


@pytest.mark.parametrize("key", sorted(editions()))
def test_whatever_chance_can_bring_is_bound_by_a_clause(key: str) -> None:
    edition = editions()[key]
    rules = make_rules(edition, edition.players[0])
    follower = Follower(rules, begun(rules, {"deal": _deal(rules)}))
    if follower.game.actors(follower.settled) == (-2,):
        found = bounds(rules, follower.settled)
        assert found
        assert all(edition.clause(clause) for clause in found)


def _deal(rules: Any) -> dict[str, Any]:
    subject = WrongOracle()
    call = {"edition": rules.edition.key, "players": rules.players, "start": {"own": {"seed": 1}}, "acts": []}
    told = subject.call("run", call)["start"]
    return {key: value for key, value in told.items() if value is not None and key not in ("owed", "rest", "turn")}


def grey_dice(rules: Any, rank: str) -> tuple[tuple[int, int], ...]:  # noqa: ARG001
    """Six values on every die, the Satansbraten's too."""
    return tuple((value, 1) for value in range(1, 7))


class Rolling(InProcess):
    """The oracle with other dice; its outcomes go by the seed, or come otherwise at each call."""

    by_seed = True

    def call(self, method: str, params: Any) -> Any:
        """See `InProcess.call`."""
        right = dice.faces_of
        dice.faces_of = grey_dice  # what asks is the rules' own again
        try:
            return super().call(method, params if self.by_seed or method != "run" else {**params, "seed": self.calls})
        finally:
            dice.faces_of = right


def tried(subject: InProcess, **says: Any) -> Outcome:
    told = evolve(described(subject), starts=("position",), **says)
    trial = Trial(subject, told, DEVILS, 0, lambda _: None)
    trial._vectors = lambda _: None  # type: ignore[method-assign]  # nothing is sought
    trial.coverage.left = {}
    return trial.run(100)


def test_the_wrong_die_of_a_program_is_named_and_nothing_else_is() -> None:
    outcome = tried(Rolling(WrongOracle()), chance=REPORTED)
    assert [(g.kind, g.apart.key, g.clauses) for g in outcome.groups] == [
        (DIFFERS, "chance", ("setup.dice.satansbraten",))]
    assert outcome.groups[0].count > 3


def test_a_program_that_takes_no_seed_is_flaky_and_names_no_clause_twice() -> None:
    subject = Rolling(WrongOracle())
    subject.by_seed = False
    outcome = tried(subject, chance=REPORTED)
    assert FLAKY in [group.kind for group in outcome.groups]
    assert all(len(group.clauses) == len(set(group.clauses)) for group in outcome.groups)
    assert "run depends on nothing but its parameters" in "\n".join(table(Report(TOLD, (outcome,), (), 0)))


def test_what_comes_otherwise_each_time_is_told_once_for_each_kind() -> None:
    """Here another entry of the state is wrong each time."""
    def spoil(method: str, result: Any) -> Any:
        entry, value = [("heap", 0), ("marks", [0, 0, 0]), ("turn", 99), ("winner", 0), ("", 0)][subject.calls % 5]
        told = [*(answer.get("state") for answer in result["answers"]), result["state"]] if method == "run" else []
        for state in filter(None, told if entry else []):
            state[entry] = value
        return result
    subject = InProcess(WrongOracle(), spoil)
    flaky = [group for group in tried(subject).groups if group.kind == FLAKY]
    assert [group.apart.kind for group in flaky] == [DIFFERS]
    assert flaky[0].count > 3
