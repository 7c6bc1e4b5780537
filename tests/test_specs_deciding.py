"""What is promised of decisions: something to do, once only, a surplus settled; and rules that do not keep it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from attrs import evolve
from planted import norm, rules, with_norms, without

from advocatus.model.families import editions
from advocatus.model.rules import Rules, make_rules
from advocatus.model.teufelsburg.engine import Teufelsburg
from advocatus.model.teufelsburg.state import State
from advocatus.specs.promise import INVARIANT, Promise
from advocatus.specs.prover import PROVED, REFUTED, UNKNOWN, VACUOUS
from advocatus.specs.teufelsburg.deciding import answered, deciding, limited, once, rest, settled_at_once

ONCE = {"alchemist", "clairvoyant", "diplomat", "doctor", "priest", "swordsman"}


def every() -> list[tuple[str, int]]:
    return [(key, players) for key, edition in editions().items()
            if edition.family == rules().edition.family for players in edition.players]


@pytest.mark.parametrize(("key", "players"), [
    pair if pair[1] in (3, 4) else pytest.param(*pair, marks=pytest.mark.slow) for pair in every()])
def test_every_promise_is_proved_with_a_witness(key: str, players: int) -> None:
    there = make_rules(editions()[key], players)
    engine = Teufelsburg(there)
    for promise in deciding(there):
        assert (promise.verdict, promise.kind) == (PROVED, INVARIANT), promise
        assert isinstance(promise.witness, State)
        assert engine.well_formed(promise.witness) == (), promise.id
        assert promise.clauses or promise.id == "hand.surplus.settled", "one edition is silent about a surplus"


def test_the_norms_tell_which_occupations_work_once() -> None:
    assert set(limited(rules())) == ONCE
    assert set(limited(without("profession.diplomat/4"))) == ONCE - {"diplomat"}
    assert once(rules()).value == len(ONCE)


def test_the_witness_lies_there_used_and_is_barred() -> None:
    promise = once(rules())
    engine, state = Teufelsburg(rules()), promise.witness
    assert any(role in ONCE and shown for role, shown in zip(state.roles, state.shown, strict=True))
    assert not used_again(engine, state)


def used_again(engine: Teufelsburg, state: State) -> list[str]:
    """The occupations that work once, lie face-up and can be used all the same."""
    return [
        role for seat, role in enumerate(state.roles) if role in ONCE and state.shown[seat]
        and any(move.act == "use" and getattr(move, "card", "") == role for move in engine.legal(state, seat))
    ]


@pytest.mark.parametrize("barring", ["profession.diplomat/4", "profession.alchemist/3", "profession.clairvoyant/3"])
def test_a_permit_that_goes_before_lets_it_work_again(barring: str) -> None:
    again = evolve(norm(barring), id="planted/1", mood="permit", rank=9)
    faulty = with_norms(lambda n: n, again)
    promise = once(faulty)
    assert promise.verdict == REFUTED
    engine, state = Teufelsburg(faulty), promise.witness
    assert engine.well_formed(state) == ()
    assert used_again(engine, state) == [barring.split("/", maxsplit=1)[0].removeprefix("profession.")]


def test_where_nothing_works_once_it_is_vacuous() -> None:
    free = without(*(n.id for barring in limited(rules()).values() for n in barring))
    assert (once(free).verdict, once(free).value) == (VACUOUS, 0)


def test_what_is_hidden_again_is_remembered() -> None:
    hidden = rules(answers={"profession.shown": "hidden-again"})
    assert once(hidden).verdict == PROVED
    bare = [n.id for n in hidden.norms if n.mood == "forbid" and n.move == "use" and n.when is not None
            and {"face_up", "spent"} <= n.when.names]
    assert len(bare) == len(ONCE)


@pytest.mark.parametrize(("prove", "gone"), [
    (rest, "turn.order/1"), (answered, "turn.order/1"), (answered, "hand.surplus/2"), (answered, "trade.offer/2")])
def test_without_a_norm_somebody_has_nothing_to_do(prove: Callable[[Rules], Promise], gone: str) -> None:
    faulty = without(gone)
    promise = prove(faulty)
    assert promise.verdict == REFUTED
    state = promise.witness
    assert Teufelsburg(faulty).well_formed(state) == ()
    assert any(Teufelsburg(faulty).resolve(state, seat).stuck for seat in range(state.players))


def test_the_clashes_are_told_and_a_reading_that_mends_them_leaves_none() -> None:
    assert answered(rules()).value == 1
    assert "clash" in answered(rules()).says
    mended = answered(rules(answers={"profession.diplomat.bag-for-bag": "refused"}))
    assert (mended.verdict, mended.value) == (PROVED, 0)
    assert "clash" not in mended.says


def test_a_surplus_given_to_a_full_hand_goes_on() -> None:
    anyone = rules(answers={"hand.recipient": "as-written"})
    promise = settled_at_once(anyone)
    assert promise.verdict == REFUTED
    engine, state = Teufelsburg(anyone), promise.witness
    assert state.agenda[0].kind == "unload"
    after = []
    for move in engine.legal(state, 0):
        later = state
        for event in engine.decide(state, move):
            later = engine.evolve(later, event)
        after.append(later.agenda[0].kind if later.agenda else "")
    assert "surplus" in after


def test_without_a_limit_nothing_is_claimed() -> None:
    silent = rules(answers={"hand.limit": "unsaid"})
    assert {promise.verdict for promise in deciding(silent)} == {UNKNOWN}
    assert all("hand.limit" in promise.detail for promise in deciding(silent))
