"""That a turn ends: the weight of what is owed falls with every answer, by proof and in play."""

from __future__ import annotations

from random import Random

import pytest
from attrs import evolve

from advocatus.checks.play import random_steps
from advocatus.model.families import editions, open_game
from advocatus.model.game import make
from advocatus.model.rules import Rules, make_rules
from advocatus.model.teufelsburg import moves as mv
from advocatus.specs.algebra import Concrete
from advocatus.specs.prover import PROVED, REFUTED
from advocatus.specs.teufelsburg.codes import CODES, Box
from advocatus.specs.teufelsburg.decode import encode
from advocatus.specs.teufelsburg.effects import frame, owe
from advocatus.specs.teufelsburg.ending import USES, most_answers, owed_weight, turn_falls, weights
from advocatus.specs.teufelsburg.steps import STEPS


def rules_of(edition: str, players: int, **answers: str) -> Rules:
    named = {key.replace("_", "."): value for key, value in answers.items()}
    return make_rules(editions()[edition], players, (), named)


@pytest.mark.parametrize(("edition", "players"), [("adlung", 3)])
def test_every_answer_lowers_what_is_owed(edition: str, players: int) -> None:
    found = turn_falls(rules_of(edition, players))
    assert (found.verdict, found.against) == (PROVED, "")
    assert found.steps > 150


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "players"), [("adlung", 10), ("dv", 4), ("dv", 8), ("zh", 3), ("zh", 10)])
def test_so_it_does_with_many(edition: str, players: int) -> None:
    assert turn_falls(rules_of(edition, players)).verdict == PROVED


def test_a_step_that_brings_no_end_is_named() -> None:
    """Planted: a refusal leads to another offer."""
    steps = tuple(
        evolve(s, leads=lambda a, box, table, act: owe(table, 1, frame("offer", table.agenda[0].to, to=act.by)))
        if s.act == "refuse" else s for s in STEPS if s.frame == "answer")
    found = turn_falls(rules_of("adlung", 3), steps)
    assert found.verdict == REFUTED
    assert "answer/refuse" in found.against


def test_whoever_may_be_asked_again_need_not_end() -> None:
    steps = tuple(s for s in STEPS if s.frame in ("answer", "trade-on"))
    assert turn_falls(rules_of("zh", 3), steps).verdict == PROVED
    again = make_rules(editions()["zh"], 3, (), {"trade.again.whom": "again"})
    assert turn_falls(again, steps).verdict == REFUTED


@pytest.mark.parametrize(("edition", "players"), [("adlung", 3), ("dv", 5), ("zh", 4)])
def test_in_play_it_falls_too(edition: str, players: int) -> None:
    """What the proof takes for granted of agendas is so in games: there the sum falls as well."""
    rules = rules_of(edition, players)
    game, box, weigh, rng = open_game(rules), Box(rules), weights(rules), Random(players)
    a, answers, uses = Concrete(CODES), 0, 0
    for step in [s for _ in range(8) for s in random_steps(game, game.random_deal(rng), rng, 80)]:
        was, now = (int(owed_weight(a, box, weigh, encode(box, state, len(state.agenda) + 2)))
                    for state in (step.before, step.after))
        goes_on = step.after.turn == step.before.turn and step.after.agenda
        if step.move.act in USES:
            assert now <= was + weigh.raised or not goes_on
            uses += 1
        elif goes_on:
            assert now < was, step.move
            answers += 1
        if game.at_rest(step.after):
            assert now == most_answers(rules)
    assert (answers > 200, uses > 0) == (True, True)


def test_the_bound_holds_of_a_turn_played() -> None:
    rules = rules_of("adlung", 3)
    game = open_game(rules)
    state = game.start(game.random_deal(Random(1)))
    made = 0
    for move in (mv.Trade(0, 1), mv.OfferObject(0, state.hands[0][0]), mv.Refuse(1), mv.EndTurn(0)):
        state = make(game, state, move).after
        made += 1
    assert made < most_answers(rules)
