"""What the rules promise, proved for every number of players; and what is no promise."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import ceil

import pytest
from attrs import evolve
from test_specs_steps import PLANTED

from advocatus.model.families import editions
from advocatus.model.rules import Rules, make_rules
from advocatus.model.teufelsburg.engine import Teufelsburg
from advocatus.specs.promise import INVARIANT, Promise
from advocatus.specs.prover import PROVED, REFUTED, UNKNOWN, VACUOUS
from advocatus.specs.teufelsburg.codes import Box
from advocatus.specs.teufelsburg.promises import associations, kept, minority, no_bag_for_bag, promises, taker

EDITION = editions()["adlung"]
ALL = range(3, 11)


def rules(players: int = 4, answers: Mapping[str, str] | None = None) -> Rules:
    return make_rules(EDITION, players, answers=answers)


@cache
def of(players: int) -> dict[str, Promise]:
    return {promise.id: promise for promise in promises(rules(players))}


@pytest.mark.parametrize("players", ALL)
def test_every_promise_is_proved_with_a_witness(players: int) -> None:
    engine = Teufelsburg(rules(players))
    for promise in of(players).values():
        assert (promise.verdict, promise.kind) == (PROVED, INVARIANT), promise
        assert promise.witness is not None, promise.id
        assert engine.well_formed(promise.witness) == (), promise.id
        assert promise.clauses, promise.id
        assert all(EDITION.clause(clause) is not None for clause in promise.clauses)


def test_the_promises_are_the_same_for_every_number_of_players() -> None:
    assert len({tuple(of(players)) for players in ALL}) == 1


@pytest.mark.parametrize("players", ALL)
def test_the_least_limit_is_objects_by_players(players: int) -> None:
    box = Box(rules(players))
    assert of(players)["hand.surplus.taker"].value == ceil(box.in_play / players)
    assert box.in_play == (20 if players in (3, 10) else 21)


def limited(players: int, limit: int) -> Rules:
    """The rules with another limit of a hand."""
    base = rules(players)
    key = next(q.id for q in EDITION.questions for r in q.readings.values() if "hand.limit" in dict(r.change.facts))
    question = next(q for q in EDITION.questions if q.id == key)
    reading = question.readings[question.default]
    changed = evolve(reading, change=evolve(reading.change, facts=(("hand.limit", limit),)))
    other = evolve(question, readings={**question.readings, question.default: changed})
    edition = evolve(EDITION, questions=tuple(other if q is question else q for q in EDITION.questions))
    return evolve(base, edition=edition)


@pytest.mark.parametrize("players", [3, 4, 6, 9, 10])
def test_a_taker_is_proved_from_the_least_limit_and_refuted_just_below(players: int) -> None:
    least = ceil(Box(rules(players)).in_play / players)
    above, below = taker(limited(players, least)), taker(limited(players, least - 1))
    assert (above.verdict, above.value) == (PROVED, least)
    assert (below.verdict, below.value) == (REFUTED, least)
    assert below.witness is not None
    sizes = [len(hand) for hand in below.witness.hands]
    assert sizes == [least, *(least - 1 for _ in range(players - 1))], "all others are full"
    stuck = Teufelsburg(limited(players, least - 1)).resolve(below.witness, 0)
    assert stuck.stuck


def test_where_nobody_can_have_too_much_the_promise_is_vacuous() -> None:
    assert taker(limited(4, 21)).verdict == VACUOUS


def test_whoever_may_take_always_finds_somebody() -> None:
    promise = taker(rules(4, {"hand.recipient": "as-written"}))
    assert (promise.verdict, promise.value) == (PROVED, 1)


def test_without_a_limit_nothing_that_needs_one_is_proved_but_the_least_is_told() -> None:
    silent = rules(4, {"hand.limit": "unsaid"})
    found = {promise.id: promise for promise in promises(silent)}
    assert found["hand.surplus.taker"].value == 6
    without = ("associations.balanced", "associations.minority")
    assert {found[key].verdict for key in without} == {PROVED}
    unknown = [promise for promise in found.values() if promise.verdict != PROVED]
    assert {promise.verdict for promise in unknown} == {UNKNOWN}
    assert all("hand.limit" in promise.detail for promise in unknown)
    assert len(unknown) == len(found) - len(without)


@pytest.mark.parametrize(("players", "each"), [(4, 2), (7, 4)])
def test_the_associations_depend_on_how_many_cards_there_are(players: int, each: int) -> None:
    assert rules(players).fact("associations.each") == each
    facts = tuple(
        evolve(fact, value=each + 1, by_players=False) if fact.id == "associations.each" else fact
        for fact in EDITION.facts
    )
    more = evolve(rules(players), edition=evolve(EDITION, facts=facts))
    assert minority(more).verdict == REFUTED
    promise = associations(more)
    assert promise.verdict == REFUTED
    assert promise.witness is not None
    assert len(promise.witness.spare) > 1, "more than one card is left over"


@pytest.mark.parametrize("players", ALL)
def test_at_odd_numbers_the_smaller_association_is_told_by_its_size(players: int) -> None:
    promise = minority(rules(players))
    assert promise.witness is not None
    sizes = sorted(promise.witness.sides.count(side) for side in ("order", "brotherhood"))
    assert sizes == [players // 2, players - players // 2]
    assert ("only one" in promise.says) == (players % 2 == 1)


def test_a_bag_goes_for_a_bag_where_the_norms_let_it() -> None:
    promise = no_bag_for_bag(rules(4, {"profession.diplomat.bag-for-bag": "exchanged"}))
    assert promise.verdict == REFUTED
    state = promise.witness
    assert state is not None
    legal = Teufelsburg(rules(4, {"profession.diplomat.bag-for-bag": "exchanged"})).legal(state, 0)
    assert any(move.act == "return" and move.kind.startswith("bag-") for move in legal)
    assert state.agenda[0].offered.startswith("bag-")  # type: ignore[attr-defined]


def test_the_bags_go_for_each_other_once_they_have_turned() -> None:
    """The promise speaks of a pile with objects, and rightly."""
    assert of(4)["object.bag.never-for-bag"].witness.pile > 0


@pytest.mark.parametrize(("name", "promise"), [
    ("the returned object is lost", "object.one-place"), ("two are given away", "object.one-place"),
    ("no surplus after a draw", "hand.within-limit"), ("a refusal swaps", "hand.not-empty"),
    ("the new role is another's", "occupation.one-place"), ("the diplomat stays hidden", "occupation.used"),
    ("the diplomat stays fresh", "occupation.used"),
    ("sides are swapped with the occupations", "associations.constant"),
    ("bags turn too soon", "object.bag.turned"), ("the right neighbour is next", "turn.agenda"),
])
def test_wrong_steps_keep_no_promise(name: str, promise: str) -> None:
    wrong, frames, _ = PLANTED[name]
    found = {p.id: p for p in kept(rules(), [step for step in wrong if step.frame in frames])}
    assert found[promise].verdict == UNKNOWN
    assert found[promise].witness is not None
    assert found[promise].detail.startswith("at ")


def test_an_interruption_that_nests_decisions_is_not_proved_away() -> None:
    found = {p.id: p for p in kept(rules(4, {"profession.diplomat.moment": "as-written"}))}
    assert found["turn.agenda"].verdict == UNKNOWN
    assert {p.verdict for p in found.values()} == {UNKNOWN}, "the cases of the induction are not all there are"
