"""The set-up: which deals there are, drawn with their exact chances, and the first position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random

from ..game import BadPosition, Violation
from ..rules import Rules
from .cards import BAGS, DRINK, OBJECTS, ROLES, SIDES, Hand
from .frames import Action
from .state import Deal, State, association_faults, drinks_each, fault_of_cards, majority, objects_there_are


def in_play(rules: Rules) -> tuple[Hand, Hand]:
    """setup.luggage: the objects of this game, and those left in the box."""
    out = rules.fact("objects.out")
    sealed = rules.given("setup.sealed")
    if sealed is not None and rules.given("setup.unsealed") == 0:
        out = [*out, *(kind for kind in OBJECTS if kind not in sealed and kind not in {*BAGS, DRINK})]
    there = objects_there_are(rules)
    playing = tuple(kind for kind in OBJECTS if kind not in out for _ in range(there[kind]))
    return playing, tuple(kind for kind in OBJECTS if kind in out for _ in range(there[kind]))


def surely_dealt(rules: Rules) -> Hand:
    """setup.luggage: the kinds of which one is in a starting hand for certain, sorted; the bags at least."""
    return tuple(sorted(rules.given("setup.dealt") or BAGS))


def dealable(rules: Rules, playing: Hand) -> Hand:
    """setup.luggage: what may come into a starting hand besides what surely does.

    That is all but the bags, or where only objects with a seal may be dealt, all of those.
    """
    sealed = rules.given("setup.sealed")
    others = Counter(playing) - Counter(surely_dealt(rules))
    return tuple(kind for kind in others.elements()
                 if kind not in {*BAGS, DRINK} and (sealed is None or kind in sealed))


def random_deal(rules: Rules, rng: Random) -> Deal:
    """A deal drawn with the exact chances of the set-up. Raises `Gap` where the text lacks a value."""
    n = rules.players
    playing, out = in_play(rules)
    hands = _random_hands(rules, rng, playing)
    rest = tuple(sorted((Counter(playing) - Counter(kind for hand in hands for kind in hand)).elements()))
    roles = list(ROLES)
    rng.shuffle(roles)
    cards = [side for side in SIDES for _ in range(rules.fact("associations.each"))]
    rng.shuffle(cards)
    size = rules.fact("associations.row")
    rows = tuple(tuple(cards[i * size : (i + 1) * size]) for i in range(n))
    sides, spare = tuple(majority(row) for row in rows), tuple(sorted(cards[n * size :]))
    return Deal(hands, tuple(roles[:n]), sides, spare, tuple(sorted(roles[n:])), rest, out,
                rows=rows if size > 1 else ())


def apart(rules: Rules) -> bool:
    """setup.luggage: whether the bags are shuffled among the first object of each, so that nobody starts with both."""
    return rules.value_of("setup.bags") == "first-dealt"


def _random_hands(rules: Rules, rng: Random, playing: Hand) -> tuple[Hand, ...]:
    n, each = rules.players, rules.fact("setup.hand")
    at_once = 1 if apart(rules) else each
    certain, others = surely_dealt(rules), list(dealable(rules, playing))
    wanted = n * at_once - len(certain)
    if len(others) < wanted:
        raise BadPosition([f"{wanted} objects with a seal are needed besides the bags, there are {len(others)}"])
    rng.shuffle(others)
    dealt = [*certain, *others[:wanted]]
    rng.shuffle(dealt)
    drinks = (DRINK,) * drinks_each(rules)
    left = Counter(playing) - Counter(dealt) - Counter(drinks * n)
    pile: list[str] = sorted(left.elements()) if at_once < each else []
    rng.shuffle(pile)
    more = each - at_once
    return tuple(
        tuple(sorted((*drinks, *dealt[i * at_once : (i + 1) * at_once], *pile[i * more : (i + 1) * more])))
        for i in range(n))


def _broken(rules: Rules, faults: Iterable[str], *topics: str) -> list[str]:
    """Faults with the clause they break: the first of these topics on which there is a rule."""
    cited = tuple(topic for topic in topics if rules.tells(topic))[:1]
    return [Violation(fault, cited) for fault in faults]


def deal_faults(rules: Rules, deal: Deal) -> list[str]:
    """Every violation of the set-up clauses."""
    n, drinks = rules.players, drinks_each(rules)
    each = rules.fact("setup.hand") + drinks
    playing, out = in_play(rules)
    hands = "setup.three-players", "setup.luggage"
    faults = _broken(rules, (f"seat {i} starts with {len(hand)} objects, not {each}"
                             for i, hand in enumerate(deal.hands) if len(hand) != each), *hands)
    for name, row in (("hands", deal.hands), ("roles", deal.roles), ("sides", deal.sides)):
        if len(row) != n:
            faults.append(f"{name} has {len(row)} entries, {n} play")
    dealt = [kind for hand in deal.hands for kind in hand]
    box = "setup.three-players", "setup.ten-players", "setup.luggage"
    faults += _broken(
        rules, fault_of_cards((*dealt, *deal.top, *deal.rest), Counter(playing), "objects in play"), *box)
    faults += _broken(rules, fault_of_cards(deal.out, Counter(out), "objects out of the game"), *box)
    faults += _broken(rules, (f"the {kind} is in no starting hand"
                              for kind in surely_dealt(rules) if kind not in dealt), *hands)
    if apart(rules):
        faults += _broken(rules, (f"seat {i} starts with both bags"
                                  for i, hand in enumerate(deal.hands) if set(hand) >= BAGS), *hands)
    faults += _broken(rules, (f"seat {i} starts with {hand.count(DRINK)} Drinks, not {drinks}"
                              for i, hand in enumerate(deal.hands) if hand.count(DRINK) != drinks), "setup.drinks")
    may = {*dealable(rules, playing), *surely_dealt(rules), DRINK}
    faults += _broken(rules, (f"a {kind} bears no seal and cannot be in a starting hand"
                              for kind in sorted(set(dealt) & set(playing) - may)), "setup.luggage")
    faults += _broken(rules, fault_of_cards((*deal.roles, *deal.leftover), Counter(ROLES), "roles"),
                      "setup.occupations")
    sides = association_faults(rules, deal.sides, deal.rows, deal.spare)
    return faults + _broken(rules, sides, "setup.associations")


def start(rules: Rules, deal: Deal) -> State:
    """The first position: seat 0 is on turn. Raises `BadPosition` for a deal the set-up cannot give."""
    if faults := deal_faults(rules, deal):
        raise BadPosition(faults)
    return State(
        hands=tuple(tuple(sorted(hand)) for hand in deal.hands), roles=deal.roles, shown=(False,) * rules.players,
        sides=deal.sides, spare=deal.spare, leftover=tuple(sorted(deal.leftover)), top=deal.top,
        rest=tuple(sorted(deal.rest)), out=tuple(sorted(deal.out)), turned=not (deal.top or deal.rest),
        active=0, turn=1, agenda=(Action(0),), rows=deal.rows,
        tokens=(0,) * rules.players if rules.given("tokens.total") else (),
    )
