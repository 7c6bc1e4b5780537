"""The symbolic steps, unrolled from a deal that the solver chooses, tell the same shortest games as the search."""

from __future__ import annotations

from typing import Any

import pytest

from advocatus.checks.context import CheckContext
from advocatus.checks.deriving import game_of
from advocatus.checks.finding import Finding, Store, default_folder, load
from advocatus.checks.teufelsburg.earliest import proclamation
from advocatus.checks.teufelsburg.hoarding import parting_move
from advocatus.model.families import editions
from advocatus.model.game import Game, make
from advocatus.model.rules import Rules, make_rules
from advocatus.model.teufelsburg.state import Deal, State
from advocatus.specs.algebra import Concrete, Term
from advocatus.specs.teufelsburg import unrolled
from advocatus.specs.teufelsburg.codes import CODES
from advocatus.specs.teufelsburg.effects import Act
from advocatus.specs.teufelsburg.listing import key_of
from advocatus.specs.teufelsburg.step import Step
from advocatus.specs.teufelsburg.unrolled import (
    Unrolled,
    fits,
    shortest_clash,
    shortest_parting,
    shortest_right_claim,
)

DEFAULT = editions()["adlung"]


def dealt(state: State) -> Deal:
    return Deal(state.hands, state.roles, state.sides, state.spare, state.leftover, state.rest, state.out,
                rows=state.rows)


def end_of(found: Unrolled, rules: Rules) -> State:
    """Where the engine gets by the steps that the solver chose; each of them is one legal move."""
    game: Game[Any, Any] = game_of(rules)
    state: State = game.start(dealt(found.first))
    for step in found.steps:
        moves = [move for move in game.legal(state, step.act.by)
                 if move.act == step.kind and fits(Concrete(CODES), key_of(move), step.act)]
        assert len(moves) == 1, (step, moves)
        state = make(game, state, moves[0]).after
    return state


def on_file(kind: str, cause: str) -> Finding:
    return load(default_folder() / "teufelsburg" / f"{kind}.adlung.{cause}.json")


@pytest.mark.parametrize("players", [3, pytest.param(5, marks=pytest.mark.slow)])
def test_the_solver_finds_a_game_as_short_and_none_shorter(players: int) -> None:
    rules = make_rules(DEFAULT, players)
    (row,), _ = proclamation(rules, CheckContext(0, Store(default_folder())))
    assert shortest_right_claim(rules, row.value - 1) is None
    found = shortest_right_claim(rules, row.value)
    assert found is not None
    assert len(found.steps) == row.value
    last = end_of(found, rules)
    assert last.verdict is not None
    assert last.verdict.right


def test_the_clash_on_file_is_as_short_and_none_is_shorter() -> None:
    file = on_file("clash", "object.bag.no-bag+profession.diplomat.demand")
    assert file.shortest is not None
    rules, decisions = make_rules(DEFAULT, 3), file.shortest.decisions
    assert shortest_clash(rules, "answer", decisions - 1) is None
    found = shortest_clash(rules, "answer", decisions)
    assert found is not None
    assert len(found.steps) == decisions
    stuck = end_of(found, rules)
    resolution = game_of(rules).resolve(stuck, stuck.agenda[0].by)
    assert ("object.bag.no-bag", "profession.diplomat.demand") in [
        tuple(sorted({norm.clause for norm in norms})) for norms in resolution.clashes()]


@pytest.mark.parametrize(("question", "reading", "kind", "owed"), [
    ("trade.must-refuse-bag", "one-bag", "answer", True), ("profession.diplomat.moment", "before", "end", False),
])
def test_the_game_of_a_question_is_as_short_and_none_is_shorter(
    question: str, reading: str, kind: str, owed: bool
) -> None:
    file = on_file("question", f"{question}+{reading}")
    assert file.shortest is not None
    before = file.shortest.decisions - 1  # at the last one the readings part
    rules, other = make_rules(DEFAULT, 3), make_rules(DEFAULT, 3, (), {question: reading})
    assert shortest_parting(rules, other, kind, owed, before - 1) is None
    found = shortest_parting(rules, other, kind, owed, before)
    assert found is not None
    assert len(found.steps) == before
    state = end_of(found, rules)
    assert any(parting_move(game_of(one), game_of(two), state) for one, two in ((rules, other), (other, rules)))


def test_without_norms_the_solver_plays_games_that_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: whoever trades trades with himself, which can be done and is not legal."""

    def of_oneself(_: object, step: Step, __: object, act: Act) -> Term:
        return act.to == act.by if step.act == "trade" else True

    monkeypatch.setattr(unrolled, "legal", of_oneself)
    rules, other = make_rules(DEFAULT, 3), make_rules(DEFAULT, 3, (), {"trade.must-refuse-bag": "one-bag"})
    found = shortest_parting(rules, other, "answer", True, 2)
    assert found is not None
    with pytest.raises(AssertionError):
        end_of(found, rules)


def test_a_step_that_leads_nowhere_hides_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: nothing can be demanded."""
    monkeypatch.setattr(unrolled, "STEPS", [step for step in unrolled.STEPS if step.frame != "demand-what"])
    assert shortest_clash(make_rules(DEFAULT, 3), "answer", 4) is None
