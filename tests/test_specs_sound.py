"""What the symbolic steps keep holds of every position that play comes to, under every reading."""

from __future__ import annotations

from random import Random

import pytest
import z3

from advocatus.checks.play import random_steps
from advocatus.model.families import editions, open_game
from advocatus.model.rules import BadChoice, Gap, Rules, make_rules
from advocatus.specs.algebra import Concrete, Symbolic
from advocatus.specs.teufelsburg.cases import acts
from advocatus.specs.teufelsburg.codes import CODES, Box
from advocatus.specs.teufelsburg.decode import encode
from advocatus.specs.teufelsburg.invariant import SOUND, sound
from advocatus.specs.teufelsburg.mirror import TeufelsburgMirror, act_of
from advocatus.specs.teufelsburg.table import depth_of, fresh

NUMBERS, TERMS = Concrete(CODES), Symbolic(CODES)
# Under this reading frames lie on others that no shape has; nothing that rests on shapes is proved of it.
BEYOND = {("profession.diplomat.moment", "as-written"): {"shape"}}


def broken(rules: Rules, games: int, moves: int) -> set[str]:
    """What does not hold of some position of random play."""
    rng, game, box = Random(1), open_game(rules), Box(rules)
    found: set[str] = set()
    for _ in range(games):
        for step in random_steps(game, game.random_deal(rng), rng, moves):
            keeps = sound(NUMBERS, box, encode(box, step.before, depth_of(rules.players))).keeps
            assert set(keeps) == set(SOUND)
            found |= {name for name, holds in keeps.items() if not holds}
    return found


@pytest.mark.parametrize("edition", ["adlung", "dv", "zh"])
def test_play_keeps_what_the_steps_keep(edition: str) -> None:
    there = editions()[edition]
    for players in (there.players[0], 6, there.players[-1]):
        assert broken(make_rules(there, players), 2, 80) == set()


@pytest.mark.parametrize("edition", ["adlung", "dv", "zh"])
def test_what_a_move_names_is_left_open_or_as_it_is(edition: str) -> None:
    """The moves that the induction goes through are those of play, and all of them."""
    rules = make_rules(editions()[edition], 4)
    mirror, rng, game, box = TeufelsburgMirror(rules), Random(2), open_game(rules), Box(rules)
    blank, met = fresh(box, "before"), set()
    for _ in range(12):
        for step in random_steps(game, game.random_deal(rng), rng, 100):
            chosen = mirror.chosen(encode(box, step.before, depth_of(rules.players)), step.move)
            assert chosen is not None
            if chosen.act != "use":
                told = act_of(step.move)
                met.add(chosen.key)
                named = [((act.card, told.card), (act.choice, told.choice)) for act, _ in acts(TERMS, chosen, blank)]
                assert any(all(z3.is_expr(ours) or ours == theirs for ours, theirs in pairs) for pairs in named), told
    assert len(met) > 25


@pytest.mark.parametrize(("question", "reading"), [
    ("profession.shown", "hidden-again"), ("object.coat.choice", "blind"), ("hand.recipient", "as-written"),
    ("profession.diplomat.moment", "as-written"), ("duel.count.symbols", "both"), ("profession.once", "spent")])
def test_play_keeps_it_under_other_readings(question: str, reading: str) -> None:
    rules = make_rules(editions()["adlung"], 5, answers={question: reading})
    assert broken(rules, 6, 80) == BEYOND.get((question, reading), set())


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["adlung", "dv", "zh"])
def test_play_keeps_it_under_every_reading(edition: str) -> None:
    there, tried = editions()[edition], 0
    for question in there.questions:
        for reading in question.readings:
            try:
                rules = make_rules(there, (question.players or (5,))[0], answers={question.id: reading})
                assert broken(rules, 5, 80) <= BEYOND.get((question.id, reading), set()), (question.id, reading)
                tried += 1
            except (BadChoice, Gap):  # a question of a variant, or a reading that leaves something unsaid
                continue
    assert tried > 100
