"""The symbolic steps, unrolled from a deal that the solver chooses, tell the same shortest game as the search."""

from __future__ import annotations

from typing import Any

import pytest

from advocatus.checks.context import CheckContext
from advocatus.checks.deriving import game_of
from advocatus.checks.finding import Store, default_folder
from advocatus.checks.teufelsburg.earliest import proclamation
from advocatus.model.families import editions
from advocatus.model.game import play
from advocatus.model.rules import make_rules
from advocatus.model.teufelsburg.moves import Done, NameAlly, Proclaim
from advocatus.model.teufelsburg.state import Deal, State
from advocatus.specs.teufelsburg.codes import CODES
from advocatus.specs.teufelsburg.effects import Act
from advocatus.specs.teufelsburg.unrolled import shortest_right_claim


def move_of(name: str, act: Act) -> Any:
    kind = name.split("/")[1]
    if kind == "proclaim":
        return Proclaim(act.by, CODES.value("side", act.choice))
    return NameAlly(act.by, act.to) if kind == "name" else Done(act.by)


def dealt(state: State) -> Deal:
    return Deal(state.hands, state.roles, state.sides, state.spare, state.leftover, state.rest, state.out,
                rows=state.rows)


@pytest.mark.parametrize("players", [3, pytest.param(5, marks=pytest.mark.slow)])
def test_the_solver_finds_a_game_as_short_and_none_shorter(players: int) -> None:
    rules = make_rules(editions()["adlung"], players)
    (row,), _ = proclamation(rules, CheckContext(0, Store(default_folder())))
    assert shortest_right_claim(rules, row.value - 1) is None
    found = shortest_right_claim(rules, row.value)
    assert found is not None
    assert len(found.steps) == row.value
    game = game_of(rules)
    start = game.start(dealt(found.first))
    *_, last = play(game, start, [move_of(*step) for step in found.steps])
    assert last.after.verdict.right
