"""A second implementation of adlung, written in JavaScript from the rulebook: it conforms, and its faults are found."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from test_acts import oracle, params

from advocatus.checks.conformance.conforming import conform
from advocatus.checks.conformance.describing import described
from advocatus.checks.conformance.subject import Subject
from advocatus.checks.conformance.trial import Trial
from advocatus.checks.conformance.walking import Play
from advocatus.model.families import editions
from advocatus.model.rules import make_rules

HERE = Path(__file__).parent / "subjects" / "kutschfahrt"
NODE = shutil.which("node")
ADLUNG = editions()["adlung"]
PATIENCE = 60.0

ATTACK: list[dict[str, Any]] = [
    {"by": 0, "act": "attack", "on": 1}, {"close": "duel.priest"}, {"by": 2, "act": "support", "side": "defender"},
    {"by": 3, "act": "support", "side": None}]
TRADE: list[dict[str, Any]] = [{"by": 0, "act": "trade", "to": 1}]
#: Faults, each with a game that shows it: four players, roles and hands, acts.
FEW: dict[str, tuple[list[str], list[list[str]], list[dict[str, Any]]]] = {
    "pearl-proclaims": (
        ["thug", "priest", "doctor", "diplomat"], [["black-pearl", "key"], ["dagger"], ["bag-goblet"], ["bag-key"]],
        [{"by": 0, "act": "proclaim", "claim": "order"}]),
    "hypnotised-acts": (
        ["hypnotist", "priest", "alchemist", "diplomat"], [["bag-key"], ["key"], ["bag-goblet"], ["key"]],
        [*ATTACK, {"by": 0, "act": "use", "card": "hypnotist"}, {"by": 0, "act": "silence", "seat": 2},
         {"close": "duel.hypnotist"}, {"by": 2, "act": "use", "card": "alchemist"}]),
    "mirror-refused": (
        ["thug", "priest", "doctor", "diplomat"], [["shattered-mirror"], ["key"], ["bag-goblet"], ["bag-key"]],
        [*TRADE, {"by": 0, "act": "offer", "kind": "shattered-mirror"}, {"by": 1, "act": "refuse"}]),
    "pearl-refused": (
        ["thug", "priest", "doctor", "diplomat"], [["black-pearl"], ["key"], ["bag-goblet"], ["bag-key"]],
        [*TRADE, {"by": 0, "act": "offer", "kind": "black-pearl"}, {"by": 1, "act": "refuse"}]),
    "bag-for-bag": (
        ["thug", "priest", "doctor", "diplomat"], [["bag-key"], ["bag-goblet", "key"], ["key"], ["key"]],
        [*TRADE, {"by": 0, "act": "offer", "kind": "bag-key"}, {"by": 1, "act": "return", "kind": "bag-goblet"}]),
}
BOTH = [*ATTACK, {"close": "duel.hypnotist"}]
#: More of them, of acts that a program takes and the rules do not permit: their clauses are found by what would permit.
UNPERMITTED: dict[str, tuple[list[str], list[list[str]], list[dict[str, Any]]]] = {
    "dagger-defends": (
        ["thug", "priest", "doctor", "diplomat"], [["key"], ["dagger"], ["bag-goblet"], ["bag-key"]],
        [*BOTH, {"by": 1, "act": "use", "card": "dagger"}]),
    "doctor-before-count": (
        ["thug", "priest", "doctor", "diplomat"], [["key"], ["dagger"], ["bag-goblet"], ["bag-key"]],
        [*BOTH, {"by": 2, "act": "use", "card": "doctor"}]),
    "clairvoyant-any-turn": (
        ["thug", "clairvoyant", "doctor", "diplomat"], [["key"], ["dagger"], ["bag-goblet"], ["bag-key"]],
        [{"by": 1, "act": "use", "card": "clairvoyant"}]),
    "alone-without-lodge": (
        ["alchemist", "priest", "doctor", "diplomat"], [["key", "key", "key"], ["dagger"], ["bag-goblet"], ["bag-key"]],
        [{"by": 0, "act": "proclaim", "claim": "alone"}]),
    "rejected-use-spends": (
        ["thug", "priest", "doctor", "diplomat"], [["key"], ["dagger"], ["bag-goblet"], ["bag-key"]],
        [{"by": 1, "act": "pass"}, {"by": 0, "act": "pass"}, {"by": 2, "act": "use", "card": "doctor"},
         {"by": 0, "act": "end-turn"}]),
}
DIPLOMAT: list[dict[str, Any]] = [
    {"by": 0, "act": "use", "card": "diplomat"}, {"by": 0, "act": "demand-of", "to": 1},
    {"by": 0, "act": "demand", "called": "bag"}]
#: And of what goes on where the rules have an end.
GOING_ON: dict[str, tuple[list[str], list[list[str]], list[dict[str, Any]]]] = {
    "priest-takes-the-last": (
        ["thug", "priest", "doctor", "diplomat"], [["dagger"], ["bag-goblet"], ["key"], ["bag-key"]],
        [{"by": 0, "act": "attack", "on": 2}, {"by": 1, "act": "use", "card": "priest"}]),
    "doctor-lets-draw": (
        ["doctor", "thug", "priest", "clairvoyant"], [["goblet"], ["bag-goblet"], ["whip"], ["bag-key"]],
        [{"by": 0, "act": "attack", "on": 2}, {"close": "duel.priest"}, {"by": 1, "act": "support", "side": "defender"},
         {"by": 3, "act": "support", "side": "attacker"}, {"close": "duel.hypnotist"}, {"close": "duel.powers"},
         {"by": 0, "act": "use", "card": "doctor"}]),
}
SEEN_ONLY = ("bag-shown",)  # parts in views, in nothing else

pytestmark = pytest.mark.skipif(NODE is None, reason="no Node: the second implementation was NOT tested")


@cache
def faults() -> dict[str, tuple[str, ...]]:
    """The table of faults: by name, which clauses each breaks."""
    told = subprocess.run([str(NODE), str(HERE / "adapter.js"), "--faults"], check=True, capture_output=True, text=True)
    return {name: tuple(fault["clauses"]) for name, fault in json.loads(told.stdout).items()}


def command(*names: str) -> tuple[str, ...]:
    return (str(NODE), str(HERE / "adapter.js"), *(("--fault", ",".join(names)) if names else ()))


@contextmanager
def trial(players: int, moves: int, *names: str) -> Iterator[Trial]:
    """A trial of a few games, without a search for clauses that did not come up."""
    with closing(Subject(command(*names), PATIENCE)) as subject:
        found = Trial(subject, described(subject), make_rules(ADLUNG, players), 0, lambda _: None)
        while found.acts < moves:
            turns = found.composer.turns(1)
            found.play(Play(found.rules, turns.start, found.composer.acts(turns), found.games))
        yield found


def test_the_table_of_faults_is_the_programs() -> None:
    clauses = {clause.id for clause in ADLUNG.clauses}
    assert {key for broken in faults().values() for key in broken} <= clauses
    used = {name for path in HERE.glob("*.js") for name in re.findall(r'\bwrong\("([a-z-]+)"\)', path.read_text())}
    assert used == set(faults())
    assert len(used) >= 30
    assert {*FEW, *UNPERMITTED, *GOING_ON, *SEEN_ONLY} <= used
    assert len((HERE / "adapter.js").read_text().splitlines()) < 150


@pytest.mark.parametrize("players", [3, 5])
def test_it_departs_nowhere(players: int) -> None:
    with trial(players, 150) as found:
        assert [(group.kind, group.clauses, group.says) for group in found.groups] == []


def shown(name: str) -> Play:
    """The game that shows a fault."""
    roles, hands, acts = {**FEW, **UNPERMITTED, **GOING_ON}[name]
    sides = ["order", "brotherhood", "order", "brotherhood"]
    return Play(make_rules(ADLUNG, 4), {"position": {"hands": hands, "roles": roles, "sides": sides}}, tuple(acts))


@pytest.mark.parametrize("name", [*FEW, *UNPERMITTED, *GOING_ON])
def test_a_fault_is_found_and_its_clause_named(name: str) -> None:
    with trial(4, 0, name) as found:
        found.play(shown(name))
        assert {key for group in found.groups for key in group.clauses} == set(faults()[name])


def test_a_program_that_waits_for_more_than_the_rules_ask_for_departs() -> None:
    """It wants an offer for a key that nobody has; by the rules the Diplomat's turn is over."""
    hands = [["dagger"], ["bag-key"], ["bag-goblet"], ["key"]]
    start = {"position": {"hands": hands, "roles": ["diplomat", "priest", "doctor", "thug"],
                          "sides": ["order", "brotherhood", "order", "brotherhood"]}}
    acts = ({"by": 0, "act": "use", "card": "diplomat"}, {"by": 0, "act": "demand-of", "to": 1},
            {"by": 0, "act": "demand", "called": "key"})
    for names, came in (((), []), (("bag-for-a-key",), ["held: it waits for offer"])):
        with trial(4, 0, *names) as found:
            found.play(Play(make_rules(ADLUNG, 4), start, acts))
            assert [group.apart.came for group in found.groups] == came


def test_an_act_rejected_after_a_command_of_several_acts_is_found_to_change_the_state() -> None:
    """A use of the Doctor in a trade; what the Diplomat said before are three acts and one command."""
    roles = ["diplomat", "alchemist", "bodyguard", "clairvoyant"]
    hands = [["coat"], ["bag-goblet"], ["bag-key"], ["black-pearl"]]
    acts = [*DIPLOMAT, {"by": 0, "act": "offer", "kind": "coat"}, {"by": 1, "act": "return", "kind": "bag-goblet"},
            {"by": 0, "act": "activate"}, {"by": 0, "act": "take-role", "role": "doctor"},
            {"by": 0, "act": "use", "card": "doctor"}, {"by": 1, "act": "activate"},
            {"chance": "draw", "kind": "dagger"}]
    start = {"position": {"hands": hands, "roles": roles, "sides": ["order", "brotherhood", "order", "brotherhood"]}}
    with trial(4, 0, "rejected-use-spends") as found:
        found.play(Play(make_rules(ADLUNG, 4), start, tuple(acts)))
        told = [(group.kind, group.clauses) for group in found.groups]
        assert told == [("rejection-mutates", ("profession.doctor",))]


def test_without_a_fault_the_same_games_show_nothing() -> None:
    with trial(4, 0) as found:
        for name in (*FEW, *UNPERMITTED, *GOING_ON):
            found.play(shown(name))
        assert not found.groups


def test_five_faults_at_once_are_all_found() -> None:
    with trial(4, 0, *FEW) as found:
        for name in FEW:
            found.play(shown(name))
        assert {group.clauses for group in found.groups} == {faults()[name] for name in FEW}


def views(*names: str) -> list[tuple[Any, Any]]:
    """What each seat sees along a game: by the rules, and by the program."""
    rules, rng = make_rules(ADLUNG, 4), Random(3)
    found = []
    with closing(Subject(command(*names), PATIENCE)) as subject, trial(4, 0) as source:
        for _ in range(12):
            turns = source.composer.turns(1)
            acts = list(source.composer.acts(turns))
            asked = {**params(rules, turns.start, acts[:rng.randrange(len(acts) + 1)]), "seat": rng.randrange(4)}
            found.append((oracle().call("view", asked)["view"], subject.call("view", asked)["view"]))
    return found


def test_what_a_seat_sees_is_what_the_rules_let_it_see() -> None:
    def same(mine: Any, theirs: Any) -> bool:
        return all(theirs[key] == value for key, value in mine.items() if key not in ("owed", "tokens", "rest"))

    assert all(same(mine, theirs) for mine, theirs in views())
    assert not all(same(mine, theirs) for mine, theirs in views(*SEEN_ONLY))


@pytest.mark.slow
@pytest.mark.parametrize("players", range(3, 11))
def test_it_departs_nowhere_in_long_games(players: int) -> None:
    with closing(Subject(command(), PATIENCE)) as subject:
        report = conform(subject, described(subject), ADLUNG, [players])
    assert not report.new, report.says
