"""What the symbolic steps keep holds of every position that play comes to, under every reading."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
import z3
from attrs import astuple, evolve

from advocatus.checks.play import random_steps
from advocatus.model.families import editions, open_game
from advocatus.model.rules import BadChoice, Gap, Rules, make_rules
from advocatus.model.teufelsburg.frames import Foresee
from advocatus.specs.algebra import Concrete, Symbolic, never
from advocatus.specs.prover import SAT, UNSAT, Query
from advocatus.specs.teufelsburg import trading
from advocatus.specs.teufelsburg.cases import acts
from advocatus.specs.teufelsburg.codes import CODES, ROLE_CODES, Box
from advocatus.specs.teufelsburg.decode import encode
from advocatus.specs.teufelsburg.edges import edges
from advocatus.specs.teufelsburg.effects import Act
from advocatus.specs.teufelsburg.invariant import SOUND, sound
from advocatus.specs.teufelsburg.mirror import TeufelsburgMirror, act_of
from advocatus.specs.teufelsburg.shapes import FIRST
from advocatus.specs.teufelsburg.standing import never_there, standing
from advocatus.specs.teufelsburg.steps import STEPS, Step
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


def test_nobody_looks_at_the_pile_in_another_seats_turn() -> None:
    rules = make_rules(editions()["adlung"], 4)
    rng, game, box, looked = Random(3), open_game(rules), Box(rules), 0
    for _ in range(80):
        for step in random_steps(game, game.random_deal(rng), rng, 80):
            frame = game.top(step.before)
            if isinstance(frame, Foresee):
                others = evolve(frame, by=(frame.by + 1) % 4), *step.before.agenda[1:]
                spoilt = encode(box, evolve(step.before, agenda=others), depth_of(4))
                assert not sound(NUMBERS, box, spoilt).keeps["meaning"]
                looked += 1
    assert looked > 3


@pytest.mark.parametrize(("kind", "on_turn"), [("foresee", True), ("appoint", False), ("silence", False)])
def test_only_who_looks_at_the_pile_is_known_to_be_on_turn(kind: str, on_turn: bool) -> None:
    box = Box(make_rules(editions()["adlung"], 5))
    tables = [table for _, table in standing(TERMS, box, fresh(box, "t"), kind)]
    assert tables
    assert all(z3.is_expr(table.active) != on_turn for table in tables)


@pytest.mark.parametrize("kind", FIRST)
def test_what_is_left_of_a_trade_is_told_by_its_own_frame(kind: str) -> None:
    """The first of two texts is used; who and what the second is about is another matter."""
    box = Box(make_rules(editions()["adlung"], 4))
    tables = [table for name, table in standing(TERMS, box, fresh(box, "t"), kind) if name == f"{kind} first"]
    assert tables or kind in never_there(box)
    for table in tables:
        ours, theirs = (astuple(slot, recurse=False) for slot in table.agenda[:2])
        assert {str(one) for one in ours if z3.is_expr(one)}.isdisjoint(str(one) for one in theirs if z3.is_expr(one))


def named(state: Any, limit: int) -> dict[str, bool]:
    """Some corners that positions are chosen for, read from an engine's state in which seat 0 answers an offer."""
    mine, theirs, frame = state.hands[0], state.hands[1], state.agenda[0]
    bags, pile = {"bag-key", "bag-goblet"}, len(state.top) + len(state.rest)
    free = not frame.demanded
    return {
        "a hand of one": len(mine) == 1, "a hand at the limit": len(mine) == limit,
        "the other has one": len(theirs) == 1,
        "the other at the limit": len(theirs) == limit, "only a bag": len(mine) == 1 and mine[0] in bags,
        "both bags": bags <= set(mine), "a pile of one": pile == 1, "no pile": pile == 0,
        "a bag offered or traded": frame.offered in bags, "the like in hand": free and frame.offered in mine,
        "the like and others in hand": free and frame.offered in mine and len(mine) > 1,
        "a turned bag for a turned bag": frame.offered in bags and bool(bags & set(mine)) and pile == 0,
        "a demand": not free,
        "a mirror": frame.offered == "shattered-mirror", "a pearl": frame.offered == "black-pearl",
        "the last seat on turn": state.active == len(state.hands) - 1,
    }


def test_corners_are_what_they_are_called() -> None:
    rules = make_rules(editions()["adlung"], 3)
    rng, game, box, met = Random(5), open_game(rules), Box(rules), Counter[tuple[str, bool]]()
    for _ in range(60):
        for step in random_steps(game, game.random_deal(rng), rng, 120):
            frame = game.top(step.before)
            if frame is None or frame.kind != "answer" or frame.owed != (0,):
                continue
            found = edges(NUMBERS, box, encode(box, step.before, depth_of(3)))
            for name, holds in named(step.before, box.limit).items():
                if not name.startswith("the other") or step.before.active == 1:
                    assert found[name] == holds, (name, step.before)
                    met[name, holds] += 1
    assert {name for name, holds in met if holds} >= {"the like in hand", "a hand of one", "a demand"}


@pytest.mark.parametrize(("question", "reading"), [
    ("profession.shown", "hidden-again"), ("object.coat.choice", "blind"), ("hand.recipient", "as-written"),
    ("profession.diplomat.moment", "as-written"), ("duel.count.symbols", "both"), ("profession.once", "spent"),
    ("object.sextant.together", "in-turn")])
def test_play_keeps_it_under_other_readings(question: str, reading: str) -> None:
    for players in (3, 5):
        rules = make_rules(editions()["adlung"], players, answers={question: reading})
        assert broken(rules, 10, 80) == BEYOND.get((question, reading), set())


def test_play_keeps_it_where_a_strong_occupation_can_be_used_late_and_hidden_again() -> None:
    answers = {"profession.shown": "hidden-again", "duel.powers.late": "after-count"}
    assert broken(make_rules(editions()["adlung"], 5, answers=answers), 10, 80) == set()


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


def step_of(key: str) -> Step:
    return next(step for step in STEPS if step.key == key)


@pytest.mark.parametrize(("reading", "never_told"), [("as-written", True), ("spared", False)])
def test_after_a_doctor_nothing_is_drawn_only_where_a_tie_is_not_spared(reading: str, never_told: bool) -> None:
    rules = make_rules(editions()["adlung"], 4, answers={"profession.doctor.stand-off": reading})
    box = Box(rules)
    told = step_of("duel.result/use-doctor").tells["nothing-drawn"](TERMS, box, fresh(box, "t"), Act(0))
    assert never(told) == never_told


def test_nobody_steals_what_the_loser_does_not_have() -> None:
    box = Box(make_rules(editions()["adlung"], 4))
    table, act = fresh(box, "t"), Act(0, card=z3.Int("card"))
    premises = {"steal": step_of("steal/steal").can(TERMS, box, table, act), "to": TERMS.eq(table.agenda[0].to, 1)}
    for kind in sorted(box.kinds):
        held = table.held(TERMS, 1, kind)
        kinds = [Query(premises).ask(TERMS.eq(act.card, kind), TERMS.eq(held, many)).kind for many in (0, 1)]
        assert kinds == [UNSAT, SAT], kind


def test_those_under_the_one_that_is_taken_move_up_and_the_old_one_goes_under_them_all() -> None:
    box = Box(make_rules(editions()["adlung"], 4))
    rest = (0,) * (len(ROLE_CODES) - 5)
    table = evolve(fresh(box, "t"), sunk=(1, 2, 3, 0, 0, *rest))
    for taken, after in ((0, (0, 1, 2, 0, 3, *rest)), (1, (1, 0, 2, 0, 3, *rest)), (3, (1, 2, 3, 0, 4, *rest))):
        assert trading._sink(NUMBERS, table, ROLE_CODES[taken], ROLE_CODES[4]).sunk == after
