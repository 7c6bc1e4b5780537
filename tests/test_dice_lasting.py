"""How many decisions a round of devils has: proved, held against play, and a number that does not fall is noticed."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from advocatus.checks.play import random_steps
from advocatus.model.dice_devils.engine import DiceDevils
from advocatus.model.dice_devils.state import ranks_in
from advocatus.model.families import editions
from advocatus.model.rules import Rules, make_rules
from advocatus.specs.dice_devils import lasting
from advocatus.specs.dice_devils.decode import encode
from advocatus.specs.dice_devils.lasting import decisions, falls, left
from advocatus.specs.dice_devils.places import NUMBERS
from advocatus.specs.dice_devils.table import Box
from advocatus.specs.prover import PROVED, REFUTED, VACUOUS

EDITION = next(e for e in editions().values() if e.family == "dice-devils")


def rules_for(players: int, **answers: str) -> Rules:
    return make_rules(EDITION, players, (), {key.replace("__", "."): a for key, a in answers.items()})


@pytest.mark.parametrize(("players", "most"), [(3, 6), (4, 8), (5, 11), pytest.param(6, 13, marks=pytest.mark.slow)])
def test_no_round_has_more_decisions(players: int, most: int) -> None:
    rules = rules_for(players)
    assert falls(rules) == PROVED
    assert decisions(rules, ranks_in(rules)[0]) == most


def test_a_question_after_every_tie_is_no_bound() -> None:
    assert falls(rules_for(4, spielteufel__moment="late")) == REFUTED


def test_of_a_step_that_nobody_can_take_nothing_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    told = lasting.legal

    def no_swap(*given: Any) -> Any:
        return False if given[2].key == "swap/swap" else told(*given)

    monkeypatch.setattr(lasting, "legal", no_swap)
    lasting.falls.cache_clear()
    try:
        assert falls(rules_for(3)) == VACUOUS
    finally:
        lasting.falls.cache_clear()


@pytest.mark.parametrize("players", [3, 5])
def test_play_goes_by_the_number(players: int) -> None:
    rules, rng = rules_for(players), Random(players)
    game, box = DiceDevils(rules), Box(rules_for(players))
    seen = 0
    for _ in range(3):
        made, turn = 0, 1
        for step in random_steps(game, game.random_deal(rng), rng, 300):
            made = made * (step.before.turn == turn) + (step.move.by >= 0)
            turn = step.before.turn
            assert made <= decisions(rules, ranks_in(rules)[0])
            if step.after.turn == step.before.turn and step.after.agenda:
                before, after = (left(NUMBERS, encode(box, state)) for state in (step.before, step.after))
                assert after + (step.move.by >= 0) <= before
                seen += 1
    assert seen > 100


@pytest.mark.parametrize(("name", "wrong"), [
    ("USES", {}), ("PENDING", {"exchange": 2, "give": 2, "steal": 1}), ("PENDING", {})])
def test_a_number_that_does_not_fall_is_noticed(name: str, wrong: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lasting, name, wrong)
    assert falls.__wrapped__(rules_for(5)) == REFUTED
