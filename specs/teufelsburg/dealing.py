"""What can be dealt, counted and proved: associations, starting hands, both bags in one hand.

Counting is done here by sums over how many of each card go where; the tests count again by going through all deals.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from math import comb

import z3

from ...model.rules import Gap, Rules
from ...model.teufelsburg.cards import BAGS, DRINK, OBJECTS, SIDES
from ...model.teufelsburg.setup import apart, dealable, in_play, surely_dealt
from ..algebra import Symbolic, Term
from ..promise import EXTENT, INVARIANT, POSSIBLE, Promise
from ..prover import PROVED, SAT, UNKNOWN, UNSAT, VACUOUS, Query, prove
from .codes import CODES, Box, card
from .deal import deal, first
from .decode import decode, evaluate
from .promises import cited

_A = Symbolic(CODES)


def dealing(rules: Rules) -> tuple[Promise, ...]:
    """All promises about the deal. What needs a value that the rules do not give is ``unknown``."""
    found: list[Promise] = []
    for make in (association_deals, hands, both_bags, two_to_one):
        try:
            found += make(Box(rules))
        except Gap as gap:
            found.append(Promise(f"setup.{make.__name__.replace('_', '-')}", "What can be dealt?", EXTENT, gap.clauses,
                                 UNKNOWN, detail=str(gap)))
    return tuple(found)


# ---------------------------------------------------------------- associations


def sides_dealt(players: int, each: int, row: int) -> int:
    """How many ways there are for seats to be of two associations, told by most cards of a row each."""
    many, cards, found = row // 2 + 1, players * row, 0
    for members in range(players + 1):
        least = members * many
        most = members * row + (players - members) * (row - many)
        if max(least, cards - each) <= min(most, each):
            found += comb(players, members)
    return found


def rows_dealt(players: int, each: int, row: int) -> int:
    """How many ways there are for association cards to lie before seats, the places of a row told apart."""
    cards = players * row
    return sum(comb(cards, one) for one in range(cards + 1) if max(one, cards - one) <= each)


def association_deals(box: Box) -> Iterator[Promise]:
    """How many deals of the associations can be told apart by who is of which."""
    each, n = int(box.rules.fact("associations.each")), box.players
    table = first(_A, box)
    seen = Query(deal(_A, box, table)).ask()
    value, rows = sides_dealt(n, each, box.row), rows_dealt(n, each, box.row)
    lie = f", {rows} ways for the rows to lie" if box.row > 1 else ""
    detail = f"counted; {each} cards of each association{lie}"
    witness = None if seen.model is None else decode(box, evaluate(seen.model, table))
    yield Promise("setup.associations.deals", "In how many ways can the associations be dealt to the seats?", EXTENT,
                  cited(box.rules, ("setup.associations", "variant.advanced-three")),
                  PROVED if witness else VACUOUS, value, witness, detail)


def two_to_one(box: Box) -> Iterator[Promise]:
    """Where most cards of a row tell the association: the players split as evenly as they can."""
    n, row, each = box.players, box.row, int(box.rules.fact("associations.each"))
    if row == 1:
        return
    cards = [[z3.Int(f"card.{seat}.{place}") for place in range(row)] for seat in range(n)]
    order = [_A.lt(row, _A.total((_A.total(line), _A.total(line)))) for line in cards]
    shown = _A.total(entry for line in cards for entry in line)
    members = _A.total(_A.ite(side, 1, 0) for side in order)
    found = prove({
        "cards": _A.every(_A.member(entry, frozenset((0, 1))) for line in cards for entry in line),
        "box": _A.every((_A.le(shown, each), _A.le(n * row - each, shown))),
    }, _A.member(members, frozenset((n // 2, n - n // 2))))
    model = found.model or found.witness
    lies = None if model is None else tuple(
        tuple(SIDES[1 - model.number(entry)] for entry in line) for line in cards)
    yield Promise("associations.rows-split", f"The players always split {n - n // 2} to {n // 2}.", INVARIANT,
                  cited(box.rules, ("variant.advanced-three", "setup.associations")), found.kind, None, lies,
                  f"over every deal of the {n * row} cards of {2 * each}")


# ---------------------------------------------------------------- objects


def hands_of_one(box: Box) -> int:
    """How many different starting hands one player can have."""
    n, each = box.players, int(box.rules.fact("setup.hand"))
    stock = Counter(dealable(box.rules, in_play(box.rules)[0]))
    found = 0
    for bags in range(min(1 if apart(box.rules) else len(BAGS), each) + 1):
        fits = len(BAGS) - bags <= (n - 1) * each and n * each - len(BAGS) - (each - bags) >= 0
        if fits:
            found += comb(len(BAGS), bags) * _multisets(tuple(sorted(stock.values())), each - bags)
    return found


@cache
def _multisets(stock: tuple[int, ...], size: int) -> int:
    """How many multisets of a size there are of kinds of which there are so many."""
    if not stock:
        return int(size == 0)
    return sum(_multisets(stock[1:], size - many) for many in range(min(stock[0], size) + 1))


def hands_of_all(box: Box) -> int:
    """How many ways there are for all starting hands to be, seats told apart and like objects not."""
    n, each = box.players, int(box.rules.fact("setup.hand"))
    stock = Counter(dealable(box.rules, in_play(box.rules)[0]))
    free = tuple(each for _ in range(n))
    laid = [1 for _ in BAGS] if not apart(box.rules) else []
    plain = [stock[kind] for kind in OBJECTS if kind not in BAGS]
    if laid:
        return _ways(free, laid, plain)
    one_each = (each - 1, each - 1, *free[2:])  # two seats have a bag each, in either order
    return n * (n - 1) * _ways(tuple(sorted(one_each)), [], plain)


def _ways(free: tuple[int, ...], exactly: Sequence[int], at_most: Sequence[int]) -> int:
    """How many ways there are to fill the room with so many of each kind, exactly or at most."""
    room = Counter({free: 1})
    for many in (*((e, e) for e in exactly), *((0, m) for m in at_most)):
        later: Counter[tuple[int, ...]] = Counter()
        for left, ways in room.items():
            for number in range(many[0], many[1] + 1):
                for after, more in _laid(left, number):
                    later[after] += ways * more
        room = later
    return room[tuple(0 for _ in free)]


@cache
def _laid(free: tuple[int, ...], many: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """What room is left, sorted, when so many like objects are laid on seats, and in how many ways."""
    found: Counter[tuple[int, ...]] = Counter()

    def lay(seat: int, left: int, rest: tuple[int, ...]) -> None:
        if seat == len(free):
            if left == 0:
                found[tuple(sorted(rest))] += 1
            return
        for here in range(min(left, free[seat]) + 1):
            lay(seat + 1, left - here, (*rest, free[seat] - here))

    lay(0, many, ())
    return tuple(sorted(found.items()))


def hands(box: Box) -> Iterator[Promise]:
    """What can be in a starting hand, kind by kind, and how many hands and deals of hands there are."""
    if set(surely_dealt(box.rules)) != BAGS:
        yield Promise("setup.luggage.hands", "How many different starting hands can a player have?", EXTENT,
                      cited(box.rules, ("setup.luggage",)), UNKNOWN,
                      detail="deals in which more than the bags is sure to be dealt are not counted")
        return
    table = first(_A, box)
    query = Query(deal(_A, box, table))
    asked = [kind for kind in OBJECTS if kind != DRINK or box.drinks]
    answers = {kind: query.ask(_A.lt(0, table.held(_A, 0, card(kind)))) for kind in asked}
    never = [kind for kind, answer in answers.items() if answer.kind == UNSAT]
    model = next((answer.model for answer in answers.values() if answer.model is not None), None)
    unsure = [answer.reason for answer in answers.values() if answer.kind == UNKNOWN]
    kept = UNKNOWN if unsure else PROVED if model else VACUOUS
    witness = None if model is None else decode(box, evaluate(model, table))
    clauses = cited(box.rules, ("setup.luggage", "setup.unsealed", "setup.three-players", "setup.ten-players"))
    not_in = f"never in it: {', '.join(never)}" if never else "every kind of object can be in it"
    yield Promise("setup.luggage.hands", "How many different starting hands can a player have?", EXTENT, clauses, kept,
                  hands_of_one(box), witness, f"counted; {not_in}" if not unsure else unsure[0])
    yield Promise("setup.luggage.deals", "In how many ways can the objects be dealt to the seats?", EXTENT, clauses,
                  kept, hands_of_all(box), witness, "counted, like objects not told apart")


def both_bags(box: Box) -> Iterator[Promise]:
    """Whether one player can start with both bags."""
    table = first(_A, box)
    query = Query(deal(_A, box, table))
    answer = query.ask(*(_A.lt(0, table.held(_A, 0, card(bag))) for bag in sorted(BAGS)))
    value: Term = {SAT: "yes", UNSAT: "no"}.get(answer.kind)
    kept = UNKNOWN if value is None else PROVED if query.ask().kind == SAT else VACUOUS
    witness = None if answer.model is None else decode(box, evaluate(answer.model, table))
    yield Promise("setup.luggage.both-bags", "Can one player start with both bags?", POSSIBLE,
                  cited(box.rules, ("setup.luggage",)), kept, value, witness, answer.reason or "over every deal")
