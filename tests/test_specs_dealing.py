"""What can be dealt: counted by sums, and again by going through all deals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations, permutations, product
from random import Random

import pytest
from attrs import evolve

from advocatus.model.families import editions
from advocatus.model.rules import Rules, make_rules
from advocatus.model.teufelsburg.cards import BAGS, DRINK, OBJECTS, SIDES
from advocatus.model.teufelsburg.engine import Teufelsburg
from advocatus.model.teufelsburg.setup import apart, deal_faults, dealable, in_play
from advocatus.model.teufelsburg.state import majority
from advocatus.specs.promise import Promise
from advocatus.specs.prover import PROVED, REFUTED
from advocatus.specs.teufelsburg.codes import Box
from advocatus.specs.teufelsburg.dealing import dealing, hands_of_all, hands_of_one, rows_dealt, sides_dealt, two_to_one

EDITION = editions()["adlung"]
ALL = range(3, 11)
RESTRICTED = {"setup.sealed": "without-restricted"}


def rules(players: int, answers: Mapping[str, str] | None = None, variants: Sequence[str] = ()) -> Rules:
    return make_rules(EDITION, players, variants, answers)


def of(players: int, **more: object) -> dict[str, Promise]:
    return {promise.id: promise for promise in dealing(rules(players, **more))}  # type: ignore[arg-type]


@pytest.mark.parametrize("players", ALL)
def test_everything_is_proved_and_shown(players: int) -> None:
    engine = Teufelsburg(rules(players))
    for promise in of(players).values():
        assert promise.verdict == PROVED
        assert promise.clauses
        if promise.value != "no":
            assert engine.well_formed(promise.witness) == ()


@pytest.mark.parametrize("players", ALL)
def test_associations_counted_card_by_card(players: int) -> None:
    each = rules(players).fact("associations.each")
    cards = range(2 * each)
    found = {tuple(card in order for card in range(players)) for order in combinations(cards, each)}
    assert of(players)["setup.associations.deals"].value == len(found)


@pytest.mark.parametrize("each", [4, 5, 6, 9])
def test_rows_counted_one_by_one(each: int) -> None:
    rows, sides = 0, set()
    for cards in product(SIDES, repeat=9):
        if max(map(cards.count, SIDES)) <= each:
            rows += 1
            sides.add(tuple(majority(cards[3 * seat : 3 * seat + 3]) for seat in range(3)))
    assert (rows_dealt(3, each, 3), sides_dealt(3, each, 3)) == (rows, len(sides))


def all_hands(base: Rules) -> set[tuple[tuple[str, ...], ...]]:
    """Every deal of hands, from each choice of cards in each order."""
    n, each = base.players, base.fact("setup.hand")
    others = dealable(base, in_play(base)[0])
    found = set()
    for chosen in set(combinations(sorted(others), n * each - 2)):
        for order in permutations((*sorted(BAGS), *chosen)):
            found.add(tuple(tuple(sorted(order[i * each : (i + 1) * each])) for i in range(n)))
    return found


@pytest.mark.parametrize(("players", "kinds"), [(3, ("key", "goblet", "dagger")), (4, ()), (5, ())])
def test_hands_counted_deal_by_deal(players: int, kinds: tuple[str, ...]) -> None:
    base = rules(players)
    if kinds:  # a smaller box, else there are too many deals
        facts = tuple(evolve(f, value=[*sorted(BAGS), *kinds]) if f.id == "setup.sealed" else f for f in EDITION.facts)
        question = next(q for q in EDITION.questions if q.id == "setup.sealed")
        assert question.default == "all"
        base = evolve(base, edition=evolve(EDITION, facts=facts))
    found = all_hands(base)
    assert hands_of_all(Box(base)) == len(found)
    assert hands_of_one(Box(base)) == len({deal[0] for deal in found})
    if not kinds:
        assert of(players)["setup.luggage.hands"].value == hands_of_one(Box(base))


def test_where_the_bags_are_kept_apart_no_hand_with_both_is_counted() -> None:
    for edition in editions().values():
        if edition.family != EDITION.family or 3 not in edition.players:
            continue
        facts = tuple(evolve(f, value=[*sorted(BAGS), "key", "goblet", "dagger"], by_players=False)
                      if f.id == "setup.sealed" else f for f in edition.facts)
        base = make_rules(evolve(edition, facts=facts), 3)
        found = {deal for deal in all_hands(base) if not (apart(base) and any(set(hand) >= BAGS for hand in deal))}
        assert hands_of_all(Box(base)) == len(found), edition.key
        assert hands_of_one(Box(base)) == len({deal[0] for deal in found}), edition.key


EVERYWHERE = [(edition.key, n) for edition in editions().values() if edition.family == EDITION.family
              for n in edition.players]


@pytest.mark.parametrize(("key", "players"), EVERYWHERE)
def test_every_edition_says_what_can_be_dealt(key: str, players: int) -> None:
    """Counted again: associations by the seats of one of them, both bags by a deal that the engine takes or not."""
    base = make_rules(editions()[key], players)
    told = {promise.id: promise for promise in dealing(base)}
    assert {promise.verdict for promise in told.values()} == {PROVED}
    each, seats = base.fact("associations.each"), range(players)
    members = [some for size in range(players + 1) for some in combinations(seats, size)]
    fitting = [some for some in members if len(some) <= each and players - len(some) <= each]
    assert told["setup.associations.deals"].value == len(fitting)
    assert told["setup.luggage.both-bags"].value == ("yes" if _both_bags_can_be_dealt(base) else "no")
    never = told["setup.luggage.hands"].detail.partition("never in it: ")[2]
    known = {*OBJECTS} if Box(base).drinks else {*OBJECTS} - {DRINK}
    assert never == ", ".join(sorted(known - {*dealable(base, in_play(base)[0])} - BAGS))


def _both_bags_can_be_dealt(base: Rules) -> bool:
    deal = Teufelsburg(base).random_deal(Random(0))
    hands = [list(hand) for hand in deal.hands]
    for bag in sorted(BAGS):
        owner = next(i for i, hand in enumerate(hands) if bag in hand)
        if owner == 0:
            continue
        spot = next((i for i, kind in enumerate(hands[0]) if kind not in BAGS), None)
        if spot is None:
            return False
        other = hands[owner].index(bag)
        hands[0][spot], hands[owner][other] = hands[owner][other], hands[0][spot]
    return not deal_faults(base, evolve(deal, hands=tuple(tuple(sorted(hand)) for hand in hands)))


@pytest.mark.parametrize("key", [edition.key for edition in editions().values() if edition.family == EDITION.family])
def test_hands_of_every_edition_counted_deal_by_deal(key: str) -> None:
    base = make_rules(editions()[key], 4)
    found = all_hands(base)
    assert (hands_of_all(Box(base)), hands_of_one(Box(base))) == (len(found), len({deal[0] for deal in found}))


@pytest.mark.parametrize("players", ALL)
def test_both_bags_take_two_places(players: int) -> None:
    assert of(players)["setup.luggage.both-bags"].value == ("yes" if players == 3 else "no")


def test_what_bears_no_seal_is_never_dealt() -> None:
    assert "never in it: black-pearl, coat" in of(4, answers=RESTRICTED)["setup.luggage.hands"].detail
    assert of(4, answers=RESTRICTED)["setup.luggage.hands"].value == of(4)["setup.luggage.hands"].value - 2
    assert "never in it: coat" in of(10)["setup.luggage.hands"].detail


# ---------------------------------------------------------------- the advanced game of three


def test_three_cards_each_always_split_two_to_one() -> None:
    promise = of(3, variants=("advanced-three",))["associations.rows-split"]
    assert promise.detail == "over every deal of the 9 cards of 10"
    assert promise.verdict == PROVED
    assert "2 to 1" in promise.says
    assert Counter(majority(row) for row in promise.witness).most_common(1)[0][1] == 2
    assert "associations.rows-split" not in of(3)


def test_with_more_cards_all_three_can_be_of_one() -> None:
    base = rules(3, variants=("advanced-three",))
    variants = tuple(
        evolve(v, change=evolve(v.change, facts=(("associations.each", 6), ("associations.row", 3))))
        if v.id == "advanced-three" else v for v in EDITION.variants)
    (promise,) = two_to_one(Box(evolve(base, edition=evolve(EDITION, variants=variants))))
    assert promise.verdict == REFUTED
    assert len({majority(row) for row in promise.witness}) == 1
