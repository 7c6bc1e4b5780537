"""How much a hand gains in a turn, and an early surplus: proved over the steps, planned, played."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from advocatus.checks.teufelsburg.amassing import Planning, amassed
from advocatus.model.families import editions
from advocatus.model.game import play
from advocatus.model.rules import Rules, make_rules
from advocatus.model.teufelsburg import moves as mv
from advocatus.model.teufelsburg.engine import Teufelsburg
from advocatus.specs.prover import PROVED, SAT, UNKNOWN
from advocatus.specs.teufelsburg import drawing, gaining
from advocatus.specs.teufelsburg.codes import Box
from advocatus.specs.teufelsburg.gaining import MOST, Least, surplus_not_before


def rules(edition: str, players: int, **answers: str) -> Rules:
    return make_rules(editions()[edition], players, (), {k.replace("_", "."): v for k, v in answers.items()})


@pytest.mark.parametrize(("edition", "players", "turn"), [
    ("adlung", 3, 4), pytest.param("dv", 4, 3, marks=pytest.mark.slow)])
def test_a_hand_gains_two_objects_a_turn_at_most(edition: str, players: int, turn: int) -> None:
    assert surplus_not_before(rules(edition, players)) == Least(PROVED, turn)


@pytest.mark.parametrize(("name", "fewer", "frame"), [
    ("OWED", ("draw", "stand-off", "reward", "duel.choice"), "steal"), ("RETURNED", ("give-back",), "tribute"),
    ("UNDECIDED", (), "duel.result"), ("PASSING", ("direct",), "pass-on"),
    ("KEEPS", ("conserved", "people", "choosing", "shape"), "answer"),
])
def test_a_smaller_bound_is_broken(
    name: str, fewer: tuple[str, ...], frame: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Planted: something that brings an object, or keeps the Tome from its owner, is not counted."""
    base = rules("adlung", 4)
    monkeypatch.setattr(drawing, "STEPS", [step for step in drawing.STEPS if step.frame == frame])
    assert set(drawing.breaking(Box(base), gaining.gaining(base))) == set()
    monkeypatch.setattr(gaining, name, fewer)
    assert SAT in {kind for _, kind in drawing.breaking(Box(base), gaining.gaining(base))}


@pytest.mark.slow
def test_a_step_that_is_not_proved_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gaining, "RETURNED", ("give-back",))
    assert surplus_not_before(rules("adlung", 4)) == Least(UNKNOWN, why="tribute/give (sat)")


# ---------------------------------------------------------------- the plan


@pytest.mark.parametrize(("edition", "players", "turn"), [
    ("adlung", 3, 5), ("adlung", 4, 4), ("zh", 5, 3), ("adlung", 10, 3), ("dv", 4, 5), ("dv", 7, 4)])
def test_a_plan_is_played_to_a_surplus(edition: str, players: int, turn: int) -> None:
    base = rules(edition, players)
    game = amassed(base)
    assert game is not None
    engine = Teufelsburg(base)
    *_, last = play(engine, engine.start(game.deal), game.moves)
    assert (last.after.turn, game.turn) == (turn, turn)
    assert game.decisions == sum(move.by >= 0 for move in game.moves)
    assert max(map(len, last.before.hands)) <= base.fact("hand.limit") < max(map(len, last.after.hands))


def test_no_hand_gains_more_in_random_turns() -> None:
    for players in (3, 5):
        engine, rng = Teufelsburg(rules("adlung", players)), Random(players)
        state, most = engine.start(engine.random_deal(rng)), 0
        began, turn = Counter(dict(enumerate(map(len, state.hands)))), state.turn
        for _ in range(500):
            options = [m for seat in engine.actors(state) for m in engine.legal(state, seat)]
            options = [m for m in options if not isinstance(m, mv.Proclaim)]
            eager = [m for m in options if isinstance(m, mv.Use | mv.Return | mv.ActivateText | mv.DemandOf)]
            move = rng.choice(eager if eager and rng.random() < 0.7 else options)
            for event in engine.decide(state, move):
                state = engine.evolve(state, event)
            if any(frame.kind == "surplus" for frame in state.agenda):
                break
            if state.turn == turn:
                most = max(most, *(len(hand) - began[seat] for seat, hand in enumerate(state.hands)))
            began, turn = (began, turn) if state.turn == turn else (
                Counter(dict(enumerate(map(len, state.hands)))), state.turn)
        assert 1 <= most <= MOST


def test_a_plan_that_hopes_for_too_much_is_not_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: every plan says that its hand is full at once."""
    monkeypatch.setattr(Planning, "too_much", lambda *_: True)
    assert amassed(rules("adlung", 4)) is None
