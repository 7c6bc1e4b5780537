"""Deals from which a position is likely to be near: what the search for the shortest game begins with."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from advocatus.model.norms import Norm
from advocatus.model.rules import Rules
from advocatus.model.teufelsburg.cards import BAG, BAGS, DRINK, OBJECTS, SIDES, Hand
from advocatus.model.teufelsburg.setup import apart, deal_faults, dealable, in_play
from advocatus.model.teufelsburg.state import Deal, State, drinks_each


def towards(rules: Rules, state: State, norms: Sequence[Norm]) -> Iterator[Deal]:
    """Deals with the roles of a position, and starting hands as near to its hands as the set-up allows.

    The player on turn becomes seat 0. The same hands come in several orders of preference: what the top
    frame speaks of first, what the norms speak of, or bags.
    """
    n, turn = rules.players, state.active
    seats = [(turn + i) % n for i in range(n)]
    roles = tuple(state.roles[seat] for seat in seats)
    seen: set[tuple[Hand, ...]] = set()
    for wanted in (_spoken_of(state), _named(norms), BAGS, frozenset[str]()):
        hands = _hands(rules, [state.hands[seat] for seat in seats], wanted)
        if hands is None or hands in seen:
            continue
        seen.add(hands)
        playing, out = in_play(rules)
        rest = Counter(playing) - Counter(kind for hand in hands for kind in hand)
        sides, rows, spare = _associations(rules)
        leftover = tuple(sorted((*state.leftover, *state.retired)))
        deal = Deal(hands, roles, sides, spare, leftover, tuple(sorted(rest.elements())), out, rows=rows)
        if not deal_faults(rules, deal):
            yield deal


def _associations(rules: Rules) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...], tuple[str, ...]]:
    """Associations in turn, the row of cards that tells each, if there are rows, and the cards left over."""
    size, seats = rules.fact("associations.row"), range(rules.players)
    most = size // 2 + 1
    rows = tuple((*(SIDES[i % 2],) * most, *(SIDES[1 - i % 2],) * (size - most)) for i in seats)
    cards = [side for side in SIDES for _ in range(rules.fact("associations.each"))]
    spare = Counter(cards) - Counter(card for row in rows for card in row)
    return tuple(SIDES[i % 2] for i in seats), rows if size > 1 else (), tuple(sorted(spare.elements()))


def _spoken_of(state: State) -> frozenset[str]:
    """The objects that the top frame speaks of."""
    frame = state.agenda[0]
    named = {getattr(frame, name, "") for name in ("offered", "demanded", "card", "other")}
    return frozenset(named & set(OBJECTS)) | (BAGS if BAG in named or named & BAGS else frozenset())


def _named(norms: Sequence[Norm]) -> frozenset[str]:
    """The objects that the guards of norms speak of."""
    words = {word for norm in norms for guard in (norm.when, norm.which) if guard is not None
             for word in re.findall(r"\w+", guard.text)}
    return frozenset(kind for kind in OBJECTS if kind.replace("-", "_") in words)


def _hands(rules: Rules, hands: list[Hand], wanted: frozenset[str]) -> tuple[Hand, ...] | None:
    """Starting hands taken from these hands, the kinds wanted first, with both bags among them."""
    each = rules.fact("setup.hand")
    stock = Counter(dealable(rules, in_play(rules)[0])) + Counter(BAGS)
    found: list[list[str]] = []
    for hand in hands:
        mine: list[str] = []
        for kind in sorted(hand, key=lambda k: (k not in wanted, k)):
            second = apart(rules) and kind in BAGS and bool(BAGS & {*mine})  # where nobody starts with both bags
            if len(mine) < each and stock[kind] and not second:
                mine.append(kind)
                stock[kind] -= 1
        found.append(mine)
    spots = [(seat, i) for seat, mine in enumerate(found) for i, kind in enumerate(mine) if kind not in BAGS]
    for bag in sorted(BAGS):
        if any(bag in mine for mine in found):
            continue
        free = next((seat for seat, mine in enumerate(found) if len(mine) < each), None)
        if free is not None:
            found[free].append(bag)
        elif spots:
            seat, i = spots.pop()
            stock[found[seat][i]] += 1
            found[seat][i] = bag
        else:
            return None
        stock[bag] -= 1
    filler = sorted(stock.elements())
    for mine in found:
        while len(mine) < each:
            mine.append(filler.pop(0))
    drinks = (DRINK,) * drinks_each(rules)
    return tuple(tuple(sorted((*mine, *drinks))) for mine in found)
