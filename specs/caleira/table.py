"""A position of the castles over an algebra: a slot for each card that may have been played, and what is due.

A slot is the piece of one turn: its number is its place in the row of slots. The norms see nothing of a position but
what is here. Of whoever is out they see an empty hand alone; what holds of all cards is another matter once somebody
is. That every position of a game is sound is proved from what steps keep (`soundness`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import combinations

import z3
from attrs import frozen

from ...model.caleira.cards import KINDS, NOBODY, PRINCESS
from ...model.caleira.state import deck
from ...model.caleira.vocabulary import AIMED
from ...model.rules import Rules
from ..algebra import Algebra, Bag, Codes, Term, at

CODES = Codes({"card": KINDS})
OFF = -1  # the owner of a slot whose card lies in no castle
OWNED = (*AIMED, "magician", "market")  # frames that are the effect of a piece


def code(kind: str) -> int:
    """The number of a kind of card."""
    return CODES.code("card", kind)


@frozen
class Slot:
    """The piece of a turn: which card, whose, how it lies, an empty place on its left, how many stand there."""

    kind: Term
    owner: Term
    up: Term
    silent: Term
    gap: Term
    place: Term
    number: Term


@frozen
class Due:
    """What is decided now, by `by`. What a kind of frame has not is 0; `turned` are pieces a Watchtower was for."""

    kind: str
    by: int
    source: Term = 0
    turned: tuple[Term, ...] = ()
    to: Term = 0
    given: Term = 0
    piece: Term = 0
    card: Term = 0


@frozen(slots=False, eq=False)
class Table:
    """A position: slots by number from 1, hands by seat, how many of each kind are discarded and in the pile.

    `gone` are those that left the game with who is `out`; -1 is nobody.
    """

    slots: tuple[Slot, ...]
    hands: tuple[Bag, ...]
    discard: Bag
    rest: Bag
    turn: Term
    active: Term
    due: Due
    gone: Bag
    out: Term

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.hands)

    def of_slot(self, a: Algebra, number: Term, part: str) -> Term:
        """A part of the slot of a number from 1."""
        return at(a, [getattr(slot, part) for slot in self.slots], number - 1)

    def hand_of(self, a: Algebra, seat: Term) -> Bag:
        """The hand of a seat that may be a term; an empty one for nobody's."""
        if isinstance(seat, int):
            return self.hands[seat] if seat >= 0 else dict.fromkeys(self.hands[0], 0)
        return {kind: at(a, [hand[kind] for hand in self.hands], seat) for kind in self.hands[0]}

    def castle(self, a: Algebra, seat: Term) -> Term:
        """How many pieces a seat's castle has."""
        return a.total(a.ite(a.eq(slot.owner, seat), 1, 0) for slot in self.slots)

    def pieces(self, a: Algebra) -> Term:
        """How many pieces all castles have."""
        return a.total(a.ite(a.le(0, slot.owner), 1, 0) for slot in self.slots)


@frozen(slots=False, eq=False)
class Box:
    """A rule set and what follows from it for every table."""

    rules: Rules

    @cached_property
    def kinds(self) -> Mapping[str, int]:
        """The kinds of card in the game and how many of each there are."""
        return {kind: deck(self.rules).count(kind) for kind in dict.fromkeys(deck(self.rules))}

    @cached_property
    def cards(self) -> int:
        """How many cards there are: as many turns a game has at most."""
        return sum(self.kinds.values())


def _bag(box: Box, name: str) -> Bag:
    return {code(kind): z3.Int(f"{name}.{kind}") for kind in box.kinds}


def fresh(box: Box, kind: str, by: int = 0) -> Table:
    """Any table on which a seat is due to decide at a frame of this kind."""
    n = box.rules.players
    slots = tuple(
        Slot(z3.Int(f"kind{i}"), z3.Int(f"owner{i}"), z3.Bool(f"up{i}"), z3.Bool(f"silent{i}"), z3.Bool(f"gap{i}"),
             z3.Int(f"place{i}"), i) for i in range(1, box.cards + 1))
    more = range(1, box.rules.fact("watchtower.pieces")) if kind == "watchtower" else ()
    due = Due(
        kind, by, z3.Int("source") if kind in OWNED else 0, tuple(z3.Int(f"turned{i}") for i in more),
        z3.Int("to") if kind.startswith("swap") else 0, z3.Int("given") if kind == "swap-return" else 0,
        z3.Int("piece") if kind == "reveal" else 0, z3.Int("card") if kind == "place" else 0)
    hands = tuple(_bag(box, f"hand{seat}") for seat in range(n))
    return Table(slots, hands, _bag(box, "discard"), _bag(box, "rest"), z3.Int("turn"), z3.Int("active"), due,
                 _bag(box, "gone"), z3.Int("out"))


# ---------------------------------------------------------------- what holds of every table


def sound(a: Algebra, box: Box, table: Table) -> Mapping[str, Term]:
    """What holds of every position, by name; the positions of games are among them."""
    return {
        "cards": a.every(_counted(a, box, table)), "slots": a.every(_slots(a, box, table)),
        "rows": a.every(_rows(a, table)), "all cards": _all_counted(a, box, table),
        "turns": a.every(_turns(a, box, table)),
        "due": a.every(_due(a, table)), "out": a.every(_out(a, box, table)),
    }


def _counted(a: Algebra, box: Box, table: Table) -> Iterator[Term]:
    bags = (*table.hands, table.discard, table.rest, table.gone)
    for kind, many in box.kinds.items():
        key = code(kind)
        yield from (a.le(0, bag[key]) for bag in bags)
        standing = [a.ite(a.every((a.le(0, s.owner), a.eq(s.kind, key))), 1, 0) for s in table.slots]
        yield a.eq(a.total((*standing, *(bag[key] for bag in bags))), many)


def _all_counted(a: Algebra, box: Box, table: Table) -> Term:
    """Follows, and spares the solver much."""
    bags = (*table.hands, table.discard, table.rest, table.gone)
    return a.eq(a.total((table.pieces(a), *(many for bag in bags for many in bag.values()))), box.cards)


def _slots(a: Algebra, box: Box, table: Table) -> Iterator[Term]:
    codes = frozenset(map(code, box.kinds))
    for slot in table.slots:
        yield a.every((a.le(OFF, slot.owner), a.lt(slot.owner, table.players), a.member(slot.kind, codes)))
        yield a.every((a.le(0, slot.place), a.implies(slot.gap, a.lt(0, slot.place))))


def _rows(a: Algebra, table: Table) -> Iterator[Term]:
    """The pieces of a castle stand one beside the other."""
    sizes = [table.castle(a, seat) for seat in range(table.players)]
    for slot in table.slots:
        yield a.implies(a.le(0, slot.owner), a.lt(slot.place, at(a, sizes, slot.owner)))
    for one, other in combinations(table.slots, 2):
        alike = a.every((a.le(0, one.owner), a.eq(one.owner, other.owner)))
        yield a.implies(alike, a.no(a.eq(one.place, other.place)))


def _turns(a: Algebra, box: Box, table: Table) -> Iterator[Term]:
    due = 1 if table.due.kind in ("play", "place") else 0
    yield a.every((a.le(1, table.turn), a.le(table.turn, box.cards)))
    yield a.every((a.le(0, table.active), a.lt(table.active, table.players)))
    each = box.rules.fact("setup.hand")
    played = a.total((table.pieces(a), *table.discard.values(), *table.gone.values(), due))
    lost = a.ite(a.eq(table.out, NOBODY), 0, each)  # a hand lies among the cards that were played then
    yield a.every((a.le(table.turn, played), a.le(played, a.total((table.turn, lost)))))
    for number, slot in enumerate(table.slots, 1):
        yield a.implies(a.le(0, slot.owner), a.le(number + due, table.turn))
    for seat, hand in enumerate(table.hands):
        most = a.ite(a.eq(table.out, seat), 0, each + (due if seat == table.due.by else 0))
        held = a.count(hand, None)
        yield a.le(held, most)
        yield a.implies(a.lt(0, a.count(table.rest, None)), a.eq(held, most))
    if due:
        yield a.eq(table.active, table.due.by)
        yield from (a.no(slot.silent) for slot in table.slots)


def _out(a: Algebra, box: Box, table: Table) -> Iterator[Term]:
    """Who is out has lost a Princess; with nobody out no card has left the game."""
    goes_on = table.players > 2 and box.rules.value_of("princess.many") == "out"
    yield a.every((a.le(NOBODY, table.out), a.lt(table.out, table.players if goes_on else 0)))
    yield a.ite(a.eq(table.out, NOBODY), a.eq(a.total(table.gone.values()), 0),
                a.eq(table.discard[code(PRINCESS)], box.kinds[PRINCESS]))
    if table.due.kind in ("play", "place") or (
            table.due.kind in OWNED and box.rules.value_of("out.effects") == "dropped"):
        yield a.no(a.eq(table.out, table.due.by))


def _due(a: Algebra, table: Table) -> Iterator[Term]:
    """What the frame on top brings with it."""
    due, mine = table.due, table.hands[table.due.by]
    if due.kind in OWNED:
        yield a.every((a.le(1, due.source), a.le(due.source, table.turn)))
        there, key = a.le(0, table.of_slot(a, due.source, "owner")), code(due.kind)
        stands = a.every((a.eq(table.of_slot(a, due.source, "owner"), due.by),
                          a.eq(table.of_slot(a, due.source, "kind"), key)))
        yield a.ite(there, stands, a.some((a.lt(0, table.discard[key]), a.le(0, table.out))))
    for i, number in enumerate(due.turned):
        yield a.every((a.le(0, number), a.le(number, table.turn)))
        yield from (a.implies(a.lt(0, number), a.no(a.eq(number, other))) for other in due.turned[:i])
        yield from (a.implies(a.lt(0, number), a.lt(0, other)) for other in due.turned[:i])
        yield a.implies(a.lt(0, number), a.le(0, table.of_slot(a, number, "owner")))
    if due.kind in ("play", "swap-give", "swap-return"):
        yield a.lt(0, a.count(mine, None))
    if due.kind == "place":
        yield a.lt(0, a.count(mine, due.card))
        yield a.member(due.card, frozenset(mine))
    if due.kind.startswith("swap"):
        yield a.every((a.le(0, due.to), a.lt(due.to, table.players), a.no(a.eq(due.to, due.by))))
        yield a.lt(0, a.count(table.hand_of(a, due.to), None))
    if due.kind == "swap-return":
        yield a.member(due.given, frozenset(mine))
        yield a.lt(0, a.count(table.hand_of(a, due.to), due.given))
    if due.kind == "arrange":
        yield a.lt(0, a.count(table.rest, None))
    if due.kind == "reveal":
        yield a.every((a.le(1, due.piece), a.le(due.piece, table.turn)))
        yield a.le(0, table.of_slot(a, due.piece, "owner"))
        yield a.no(table.of_slot(a, due.piece, "up"))
