"""The normal order of uses in a window: clockwise where it makes no difference, else as it was."""

from __future__ import annotations

from random import Random

import pytest
from table import Table

from advocatus.checks.conformance.following import Follower
from advocatus.checks.conformance.ordering import clockwise, in_order
from advocatus.checks.deriving import game_of
from advocatus.checks.play import random_steps
from advocatus.model.families import editions
from advocatus.model.game import IllegalMove, MalformedMove, make
from advocatus.model.rules import make_rules
from advocatus.model.teufelsburg import moves as mv

BEFORE = (mv.Attack(1, 2), mv.Close(-1), mv.SupportSide(3, "defender"), mv.SupportSide(0, "attacker"), mv.Close(-1))
AFTER = (mv.Close(-1), mv.Close(-1))


def struggle(*roles: str) -> Table:
    """Seat 1 is on turn, and everybody has a dagger's worth of something."""
    table = Table(hands=["throwing-knives key", "dagger key", "gloves key", "whip goblet"], roles=roles)
    for move in (mv.Pass(0), mv.EndTurn(0)):
        table.state = make(table.game, table.state, move).after
    return table


def test_uses_that_commute_come_clockwise_from_the_player_on_turn() -> None:
    table = struggle("diplomat", "thug", "grand-master", "priest")
    cards = ((0, "throwing-knives"), (2, "gloves"), (1, "dagger"), (3, "whip"), (1, "thug"))
    used = tuple(mv.Use(seat, card) for seat, card in cards)
    normal = in_order(table.rules, table.state, (*BEFORE, *used, *AFTER))
    assert [move.by for move in normal[len(BEFORE) : -2]] == [1, 1, 2, 3, 0]
    assert not clockwise(table.rules, table.state, (*BEFORE, *used, *AFTER))
    assert clockwise(table.rules, table.state, normal)


def test_uses_whose_order_matters_stay_as_they_are() -> None:
    """Whoever is silenced first uses nothing more."""
    table = struggle("diplomat", "thug", "grand-master", "hypnotist")
    used = (mv.Use(0, "throwing-knives"), mv.Use(1, "swordsman"))
    other = struggle("diplomat", "swordsman", "grand-master", "priest")
    moves = (*BEFORE, *used, *AFTER)
    assert in_order(other.rules, other.state, moves) == moves
    with pytest.raises((IllegalMove, MalformedMove)):
        in_order(table.rules, table.state, moves)


def test_what_a_use_asks_for_goes_with_it() -> None:
    table = struggle("alchemist", "thug", "grand-master", "priest")
    used = (mv.Use(0, "alchemist"), mv.AppointWinner(0, "attacker"), mv.Use(1, "dagger"))
    normal = in_order(table.rules, table.state, (*BEFORE, *used, *AFTER))
    assert normal == (*BEFORE, used[2], *used[:2], *AFTER)


def test_the_normal_order_leads_to_the_same_end_and_is_its_own() -> None:
    changed = 0
    for key, seed in ((key, seed) for key in editions() for seed in range(12)):
        rules, rng = make_rules(editions()[key], min(5, editions()[key].players[-1])), Random(seed)
        game = game_of(rules)
        steps = list(random_steps(game, game.random_deal(rng), rng, 80))
        moves = tuple(step.move for step in steps)
        normal = in_order(rules, steps[0].before, moves)
        state = steps[0].before
        for move in normal:
            state = make(game, state, move).after
        assert Follower(rules, state).told() == Follower(rules, steps[-1].after).told()
        assert in_order(rules, steps[0].before, normal) == normal
        assert sorted(map(repr, normal)) == sorted(map(repr, moves))
        changed += normal != moves
    assert changed
