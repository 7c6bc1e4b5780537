"""How many objects a turn can draw, and how early the pile can be used up: proved over the steps, and played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Any

import pytest
import z3
from attrs import evolve

from advocatus.model.families import editions
from advocatus.model.rules import Rules, make_rules
from advocatus.model.teufelsburg import moves as mv
from advocatus.model.teufelsburg.engine import Teufelsburg
from advocatus.model.teufelsburg.state import State
from advocatus.specs.promise import Played, Promise
from advocatus.specs.prover import BOUNDED, PROVED, SAT, UNKNOWN, VACUOUS
from advocatus.specs.teufelsburg import drawing as subject
from advocatus.specs.teufelsburg.codes import Box
from advocatus.specs.teufelsburg.drawing import breaking, drawing
from advocatus.specs.teufelsburg.emptying import earliest, planned, starts

EDITION = editions()["adlung"]
MOST = 3


def rules(players: int, answers: Mapping[str, str] | None = None) -> Rules:
    return make_rules(EDITION, players, (), answers)


@cache
def of(players: int) -> dict[str, Promise]:
    return {promise.id: promise for promise in drawing(rules(players))}


def replayed(base: Rules, game: Played) -> tuple[State, Counter[int]]:
    """Where a game ends, and how many objects each of its turns drew."""
    engine, drawn = Teufelsburg(base), Counter[int]()
    state = engine.start(game.deal)
    for move in game.moves:
        drawn[state.turn] += isinstance(move, mv.DrawObject)
        for event in engine.decide(state, move):
            state = engine.evolve(state, event)
    return state, drawn


@pytest.mark.parametrize("players", [3, 4])
def test_three_objects_in_a_turn(players: int) -> None:
    promise = of(players)["turn.draws"]
    assert (promise.verdict, promise.value) == (PROVED, MOST)
    state, drawn = replayed(rules(players), promise.witness)
    assert drawn == {1: MOST}
    assert state.turn == 1


@pytest.mark.parametrize("players", [3, 4])
def test_the_pile_is_used_up_as_early_as_the_bound_allows(players: int) -> None:
    promise = of(players)["pile.used-up"]
    assert promise.verdict == PROVED
    assert promise.value == {3: 5, 4: 6}[players]
    state, drawn = replayed(rules(players), promise.witness)
    assert state.pile == 0
    assert max(turn for turn, many in drawn.items() if many) == promise.value
    assert max(drawn.values()) == MOST


@pytest.mark.parametrize("players", range(3, 11))
def test_a_game_that_uses_up_the_pile_is_found_for_every_number_of_players(players: int) -> None:
    base = rules(players)
    found = earliest(base, MOST)
    assert found is not None
    game, turn = found
    state, drawn = replayed(base, game)
    pile = len(game.deal.rest)
    assert state.pile == 0
    assert max(number for number, many in drawn.items() if many) == turn
    assert max(drawn.values()) <= MOST
    assert -(-pile // MOST) <= turn <= -(-pile // MOST) + 1


def test_where_no_game_reaches_the_bound_both_ends_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subject, "breaking", lambda _: iter(()))
    promise = drawing(rules(6))[1]
    assert (promise.verdict, promise.value) == (BOUNDED, (5, 6))
    monkeypatch.setattr(subject, "earliest", lambda *_: None)
    monkeypatch.setattr(subject, "in_one_turn", lambda *_: None)
    assert [promise.verdict for promise in drawing(rules(4))] == [BOUNDED, BOUNDED]


@pytest.mark.parametrize(("where", "step"), [
    (subject.FRESH, "action/use-diplomat"), (subject.AWAY, "action/trade"), (subject.USED, "action/attack"),
])
def test_a_smaller_bound_is_broken(where: str, step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(subject.TRADES[True], where, subject.TRADES[True][where] - 1)
    monkeypatch.setattr(subject, "STEPS", [s for s in subject.STEPS if s.key == step])
    assert (step, SAT) in set(breaking(Box(rules(4))))


def test_where_a_bag_goes_for_a_bag_the_bound_is_not_proved() -> None:
    exchanged = rules(4, {"profession.diplomat.bag-for-bag": "exchanged"})
    found = drawing(exchanged)
    assert {promise.verdict for promise in found} == {UNKNOWN}
    assert "answer/return" in found[0].detail


def test_random_turns_draw_no_more() -> None:
    for players in (3, 5, 8):
        engine, rng = Teufelsburg(rules(players)), Random(players)
        state, drawn = engine.start(engine.random_deal(rng)), Counter[int]()
        for _ in range(600):
            options = [m for seat in engine.actors(state) for m in engine.legal(state, seat)]
            options = [m for m in options if not isinstance(m, mv.Proclaim)]
            eager = [m for m in options if isinstance(m, mv.Use | mv.Return | mv.ActivateText | mv.DemandOf)]
            move = rng.choice(eager if eager and rng.random() < 0.7 else options)
            drawn[state.turn] += isinstance(move, mv.DrawObject)
            for event in engine.decide(state, move):
                state = engine.evolve(state, event)
            if not state.pile:
                break
        assert 1 <= max(drawn.values()) <= MOST


def test_a_plan_that_hopes_for_too_much_is_not_found() -> None:
    assert all(planned(start, MOST, 1) is None for start in starts(rules(4)))


def test_a_bound_of_steps_that_nothing_can_take_is_no_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """Premises that cannot be met prove whatever one likes: that is told, and no bound is proved by it."""
    box = Box(rules(3))
    told = subject._sound
    monkeypatch.setattr(subject, "_sound", lambda box, table: {**told(box, table), "never": z3.BoolVal(False)})
    assert ("no table has action due", VACUOUS) in set(breaking(box))
    monkeypatch.undo()
    told_after = subject.after

    def late(*args: Any) -> Any:
        later = told_after(*args)
        return evolve(later, turn=args[3].turn + 1)

    monkeypatch.setattr(subject, "after", late)
    assert ("what follows of itself", VACUOUS) in set(breaking(box))
