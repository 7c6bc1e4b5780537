"""Every event of every move at every frame, on both sides: what can be done physically, mistakes included.

`python tests/test_specs_triples.py` prints each triple (frame, move, event) with the step that has it, and how a step
that forgets it is noticed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from random import Random
from typing import Any

import pytest
from attrs import evolve, frozen
from test_specs_table import states

from advocatus.model.families import editions
from advocatus.model.game import CHANCE, TABLE
from advocatus.model.rules import Gap, Rules, make_rules
from advocatus.model.teufelsburg.candidates import candidates
from advocatus.model.teufelsburg.engine import Teufelsburg
from advocatus.model.teufelsburg.events import EVENTS
from advocatus.model.teufelsburg.script import PROCEDURES, Script
from advocatus.model.teufelsburg.state import State
from advocatus.specs.algebra import Concrete
from advocatus.specs.teufelsburg.codes import CODES
from advocatus.specs.teufelsburg.decode import Undecodable
from advocatus.specs.teufelsburg.mirror import TeufelsburgMirror
from advocatus.specs.teufelsburg.step import Step
from advocatus.specs.teufelsburg.steps import STEPS

NUMBERS = Concrete(CODES)
SHARE = 0.2  # of the things that can be done, those that are tried
Triple = tuple[str, str, str]
RULES: Mapping[str, tuple[str, int, Mapping[str, str]]] = {
    "as it is": ("adlung", 4, {}),
    "spying and tokens": ("dv", 5, {}),
    "trades that go on": ("zh", 5, {}),
    "other readings": ("adlung", 5, {
        "profession.shown": "hidden-again", "duel.bonus": "supported", "object.sextant.together": "in-turn",
        "profession.doctor.moment": "after-choice", "profession.diplomat.which-bag": "this-bag",
    }),
}


@frozen
class Done:
    """Something done: by which step, from which state, what came of it."""

    step: str
    before: State
    move: Any
    after: State
    tags: frozenset[str]


def rules_of(name: str) -> Rules:
    edition, players, answers = RULES[name]
    return make_rules(editions()[edition], players, (), answers)


def physical(engine: Teufelsburg, state: State) -> Iterator[tuple[Any, Script]]:
    """All that can be done at a state by anybody, whatever the norms say."""
    frame = state.agenda[0]
    seats = (*range(state.players), TABLE)
    chance = frame.owed == (CHANCE,)
    moves = [move for move, _ in engine.chances(state)] if chance else [
        move for seat in seats for move in candidates(state, frame, seat)[0]]
    for move in moves:
        script = Script(engine.rules, state)
        try:
            PROCEDURES[frame.kind, type(move)](script, frame, move)
            script.settle()
        except Gap:
            continue  # the rules are silent on what follows
        yield move, script


@cache
def done(name: str) -> tuple[tuple[Done, ...], tuple[tuple[Any, ...], ...]]:
    """What was done in random play and beside it, and where the two sides part."""
    chosen = rules_of(name)
    engine, mirror, rng = Teufelsburg(chosen), TeufelsburgMirror(chosen), Random(5)
    found, partings = [], []
    for state in states(chosen, 5, 20, 60):
        for move, script in physical(engine, state) if state.agenda else ():
            if rng.random() > SHARE:
                continue
            tags = frozenset(event.tag for event in script.events)
            try:
                broken = mirror.broken(state, move, script.state, tags)
            except Undecodable:
                continue  # a card that is weighed used twice: see `using`
            if broken:
                partings.append((state, move, broken))
            found.append(Done(mirror.step(state, move), state, move, script.state, tags))
    return tuple(found), tuple(partings)


def triples(name: str) -> Mapping[Triple, tuple[Done, ...]]:
    """What happened, with a few examples of each; those in which most changes first."""
    found: dict[Triple, list[Done]] = {}
    for each in done(name)[0]:
        for tag in sorted(each.tags):
            found.setdefault((each.before.agenda[0].kind, each.move.act, tag), []).append(each)
    return {key: tuple(some[:40]) for key, some in sorted(found.items())}


def forgetting(step: Step, tag: str) -> Step:
    """The step as it would be if it forgot an event of its own; for frames owed and what follows, if it did nothing."""
    if tag in step.tells and tag != "owes":
        return evolve(step, tells=tuple((told, when) for told, when in step.tells.items() if told != tag))
    return evolve(step, leads=lambda _, __, table, ___: table, gets=lambda *_: ())


def noticed(mirror: TeufelsburgMirror, example: Done) -> tuple[str, ...]:
    return mirror.broken(example.before, example.move, example.after, example.tags)


def caught(name: str, triple: Triple, examples: tuple[Done, ...]) -> str:
    """How a step that forgets the event is noticed; empty if it is not."""
    for example in examples:
        right = next(step for step in STEPS if step.key == example.step)
        wrong = [forgetting(step, triple[2]) if step is right else step for step in STEPS]
        if found := noticed(TeufelsburgMirror(rules_of(name), wrong), example):
            return ", ".join(found)
    return ""


@pytest.mark.parametrize("name", RULES)
def test_all_that_can_be_done_is_done_alike(name: str) -> None:
    """The table, the events, and that there is a step at all: legal or not."""
    found, partings = done(name)
    assert partings == ()
    assert len(found) > 300
    assert all(each.step for each in found)


@pytest.mark.parametrize("name", RULES)
def test_a_step_that_forgets_an_event_is_noticed(name: str) -> None:
    missed = [triple for triple, examples in triples(name).items() if not caught(name, triple, examples)]
    assert missed == []


def test_a_step_that_does_nothing_is_noticed() -> None:
    """Whatever changes the table: the step that leaves it as it was does not pass."""
    name = "as it is"
    seen = {each.step: each for each in done(name)[0] if each.before != each.after}
    assert len(seen) > 40
    for key, example in seen.items():
        idle = [evolve(s, leads=lambda _, __, t, ___: t) if s.key == key else s for s in STEPS]
        found = noticed(TeufelsburgMirror(rules_of(name), idle), example)
        assert any(word.startswith(("after.", "event")) for word in found), key


def test_the_events_that_the_steps_name_are_those_of_the_engine() -> None:
    """No step names an event that there is not, and none is left out."""
    of_itself = {"duel-ended", "bags-turned", "overloaded", "turn", "bag-declared", "gift-shown", "owes"}
    named = {tag for step in STEPS for tag in step.tells}
    assert named | of_itself == {event.tag for event in EVENTS}


if __name__ == "__main__":
    for told in RULES:
        for (frame, act, tag), some in triples(told).items():
            print(f"{told:18} {frame:15} {act:10} {tag:16} {some[0].step:40} {caught(told, (frame, act, tag), some)}")
