"""That cards cannot be used for ever in a turn: what is left to use falls with every use, by proof and in play."""

from __future__ import annotations

from random import Random

import pytest
from attrs import evolve

from advocatus.checks.play import random_steps
from advocatus.model.families import editions, open_game
from advocatus.model.rules import Rules, make_rules
from advocatus.specs.prover import PROVED, REFUTED
from advocatus.specs.teufelsburg.codes import Box
from advocatus.specs.teufelsburg.decode import encode
from advocatus.specs.teufelsburg.ending import USES
from advocatus.specs.teufelsburg.steps import STEPS
from advocatus.specs.teufelsburg.used_up import most_moves, most_uses, pairs_fit, usable, uses_fall


def rules_of(edition: str, players: int, **answers: str) -> Rules:
    named = {key.replace("_", "."): value for key, value in answers.items()}
    return make_rules(editions()[edition], players, (), named)


@pytest.mark.parametrize(("edition", "players"), [("adlung", 3), ("dv", 4)])
def test_every_use_lowers_what_is_left_to_use(edition: str, players: int) -> None:
    found = uses_fall(rules_of(edition, players))
    assert (found.verdict, found.against) == (PROVED, "")
    assert found.steps > 150


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "players"), [("adlung", 10), ("dv", 8), ("zh", 3), ("zh", 10)])
def test_so_it_does_with_many(edition: str, players: int) -> None:
    assert uses_fall(rules_of(edition, players)).verdict == PROVED


def test_whoever_may_make_others_abstain_again_and_again_need_not_end() -> None:
    found = uses_fall(rules_of("adlung", 3, profession_hypnotist_repeat="as-written",
                               profession_hypnotist_whom="third-party"))
    assert (found.verdict, found.against) == (REFUTED, "duel.hypnotist/use-hypnotist")


def test_an_occupation_that_is_turned_down_again_can_be_used_for_ever() -> None:
    """Planted: looking at the pile leaves the Clairvoyant face-down."""
    steps = tuple(
        evolve(s, leads=lambda a, box, table, act, leads=s.leads: evolve(leads(a, box, table, act), shown=table.shown))
        if s.name == "use-clairvoyant" else s for s in STEPS if s.frame == "action")
    assert any(s.name == "use-clairvoyant" for s in steps)
    found = uses_fall(rules_of("adlung", 3), steps)
    assert (found.verdict, found.against) == (REFUTED, "action/use-clairvoyant")


@pytest.mark.parametrize(("players", "moves"), [(3, 587), (10, 1_945)])
def test_a_turn_has_at_most_so_many_moves(players: int, moves: int) -> None:
    """What the weights make it that `turn.falls` proves to fall: heavier ones would fall too, and say less."""
    assert most_moves(rules_of("adlung", players)) == moves


@pytest.mark.parametrize(("edition", "players"), [("adlung", 3), ("dv", 5), ("zh", 4)])
def test_in_play_it_falls_too(edition: str, players: int) -> None:
    """What the proof takes for granted of positions is so in games; no turn has more uses, or moves, than told."""
    rules = rules_of(edition, players)
    game, box, rng, uses, turns = open_game(rules), Box(rules), Random(players), 0, {}
    for number in range(8):
        for step in random_steps(game, game.random_deal(rng), rng, 80):
            before, after = (encode(box, state, len(state.agenda) + 2) for state in (step.before, step.after))
            assert pairs_fit(box, before) is True
            made = turns.setdefault((number, step.before.turn), [0, 0])
            made[0] += 1
            made[1] += step.move.act in USES
            if step.after.turn == step.before.turn and step.after.agenda:
                lower = 1 if step.move.act in USES else 0
                assert 0 <= usable(box, after) <= usable(box, before) - lower, step.move
                uses += lower
            if game.at_rest(step.after):
                assert usable(box, after) <= most_uses(rules)
    assert uses > 0
    assert all(used <= most_uses(rules) and moves <= most_moves(rules) for moves, used in turns.values())
