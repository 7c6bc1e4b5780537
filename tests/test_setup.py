"""The set-up of `adlung`: which deals there are, and which are refused with every reason."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from attrs import evolve

from advocatus.model.families import editions, open_game
from advocatus.model.game import BadPosition
from advocatus.model.rules import make_rules
from advocatus.model.teufelsburg.cards import BAGS, ROLES
from advocatus.model.teufelsburg.engine import Teufelsburg
from advocatus.model.teufelsburg.state import Deal

COUNTS = range(3, 11)


def game(players: int, **answers: str) -> Teufelsburg:
    made = open_game(make_rules(editions()["adlung"], players, (), answers))
    assert isinstance(made, Teufelsburg)
    return made


def deal(players: int, seed: int = 1) -> Deal:
    return game(players).random_deal(Random(seed))


@pytest.mark.parametrize("players", COUNTS)
def test_everybody_starts_with_the_right_cards(players: int) -> None:
    dealt = deal(players)
    each = 2 if players == 3 else 1
    assert [len(hand) for hand in dealt.hands] == [each] * players
    assert {kind for hand in dealt.hands for kind in hand} >= BAGS
    assert sorted((*dealt.roles, *dealt.leftover)) == sorted(ROLES)
    assert len(dealt.rest) + players * each + len(dealt.out) == 21


@pytest.mark.parametrize(("players", "out"), [(3, ("black-pearl",)), (10, ("coat",)), (4, ()), (9, ())])
def test_what_is_removed(players: int, out: tuple[str, ...]) -> None:
    assert deal(players).out == out


@pytest.mark.parametrize(("players", "each"), [(3, 2), (4, 2), (5, 3), (6, 3), (7, 4), (8, 4), (9, 5), (10, 5)])
def test_associations(players: int, each: int) -> None:
    dealt = deal(players)
    assert Counter((*dealt.sides, *dealt.spare)) == {"order": each, "brotherhood": each}
    assert len(dealt.spare) == players % 2


def test_the_same_seed_deals_the_same() -> None:
    assert deal(6, 3) == deal(6, 3) != deal(6, 4)


@pytest.mark.parametrize("players", COUNTS)
def test_dealt_positions_are_sound(players: int) -> None:
    for seed in range(20):
        there = game(players)
        assert there.well_formed(there.start(there.random_deal(Random(seed)))) == ()


def test_a_deal_that_cannot_be_is_refused_with_every_reason() -> None:
    good = deal(4)
    bad = evolve(good, hands=(("key", "tome"), *good.hands[1:]), roles=("thug",) * 4, sides=("order",) * 4)
    with pytest.raises(BadPosition) as caught:
        game(4).start(bad)
    told = " / ".join(caught.value.faults)
    reasons = "seat 0 starts with 2 objects, not 1", "objects in play", "roles: 5 of thug", "associations: 4 of order"
    for reason in reasons:
        assert reason in told


def test_a_deal_without_a_bag_in_hand_is_refused() -> None:
    good = deal(4)
    holder = next(i for i, hand in enumerate(good.hands) if hand[0] == "bag-key")
    hands = tuple((good.rest[0],) if i == holder else hand for i, hand in enumerate(good.hands))
    rest = tuple(sorted((*good.rest[1:], "bag-key")))
    with pytest.raises(BadPosition, match="the bag-key is in no starting hand"):
        game(4).check_deal(evolve(good, hands=hands, rest=rest))


def test_an_object_without_a_seal_is_in_no_starting_hand() -> None:
    there = game(5, **{"setup.sealed": "without-restricted"})
    for seed in range(60):
        assert not {"coat", "black-pearl"} & {k for hand in there.random_deal(Random(seed)).hands for k in hand}


def test_a_position_that_cannot_be_is_told_in_full() -> None:
    there = game(4)
    state = there.start(deal(4))
    broken = evolve(state, hands=((), *state.hands[1:]), turn=0, active=7, turned=True, spent=("thug", "doctor"))
    told = " / ".join(there.well_formed(broken))
    reasons = ("seat 0 holds nothing", "turns count from 1", "the active seat is 7, seats are 0 to 3",
               "the bags are turned", "roles spent")
    for reason in reasons:
        assert reason in told
    assert there.well_formed(evolve(state, roles=state.roles[:3])) == ("roles has 3 entries, 4 play",)
