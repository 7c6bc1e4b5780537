"""What the events of a move do to a table, and what follows of itself after each move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import evolve, frozen

from ...model.teufelsburg.vocabulary import STRUGGLE
from ..algebra import ABSENT, Algebra, Term, at, never
from .codes import KINDS, Box, frame_code
from .table import EMPTY, Slot, Table, choose, is_frame, nobody, quiet


@frozen
class Act:
    """A move in numbers or terms: who makes it, at whom it points, which card it names, what else it chooses.

    `choice` is a direction, a side of a struggle, an association, a reward, or a place in a row counted from 1.
    """

    by: Term
    to: Term = 0
    card: Term = ABSENT
    choice: Term = ABSENT


def frame(kind: str, by: Term, **others: Term) -> Slot:
    """A slot with a frame of this kind."""
    return Slot(frame_code(kind), by, **others)


def owe(table: Table, drop: int, *frames: Slot) -> Table:
    """The top frames are answered, others lie in front of the rest; what the last slots held must be nothing."""
    depth = len(table.agenda)
    kept = (*frames, *table.agenda[drop:], *(EMPTY for _ in range(drop)))
    return evolve(table, agenda=kept[:depth])


def room(a: Algebra, table: Table, more: int) -> Term:
    """The agenda has room for so many frames more."""
    return a.every(a.eq(slot.kind, ABSENT) for slot in table.agenda[len(table.agenda) - more:])


def set_at(a: Algebra, row: Sequence[Term], index: Term, value: Term) -> tuple[Term, ...]:
    """The row with another value at an index."""
    return tuple(a.ite(a.eq(index, i), value, old) for i, old in enumerate(row))


def seat_after(a: Algebra, players: int, seat: Term, steps: Term) -> Term:
    """So many seats to the left, all round at most."""
    there = a.total((seat, steps))
    return a.ite(a.lt(there, players), there, there - players)


def move(a: Algebra, table: Table, *transfers: tuple[Term, Term, Term]) -> Table:
    """Objects change places, all at once: kind, from where, to where."""

    def change(kind: int, place: int) -> list[Term]:
        found = []
        for what, out, into in transfers:
            it = a.eq(what, kind)
            found.append(a.ite(a.every((it, a.eq(into, place))), 1, 0))
            found.append(a.ite(a.every((it, a.eq(out, place))), -1, 0))
        return found

    return evolve(table, count=tuple(
        tuple(a.total((entry, *change(kind, place))) for place, entry in enumerate(row))
        for kind, row in zip(KINDS, table.count, strict=True)
    ))


def pass_on(table: Table, left: bool) -> Table:
    """Every seat's chosen object goes to its neighbour on the left, or else to that on the right, all at once."""
    n, giver = table.players, -1 if left else 1

    def entry(kind: int, row: Sequence[Term], seat: int) -> Term:
        return row[seat] - table.chosen[seat][kind - 1] + table.chosen[(seat + giver) % n][kind - 1]

    count = tuple(
        (*(entry(kind, row, seat) for seat in range(n)), *row[n:]) for kind, row in zip(KINDS, table.count, strict=True)
    )
    return evolve(table, count=count, chosen=nobody(n))


def swap_roles(a: Algebra, table: Table, one: Term, two: Term) -> Table:
    """Two seats exchange occupations, which lie face-down again."""
    first, second = at(a, table.roles, one), at(a, table.roles, two)
    roles = set_at(a, set_at(a, table.roles, one, second), two, first)
    return evolve(table, roles=roles, shown=set_at(a, set_at(a, table.shown, one, False), two, False))


def either(a: Algebra, condition: Term, then: Table, otherwise: Table) -> Table:
    """One agenda or the other, with what was chosen for it; the rest of the table being the same."""

    def which(one: Term, other: Term) -> Term:
        if isinstance(one, Slot):
            return choose(a, condition, one, other)
        if isinstance(one, tuple):
            return tuple(which(x, y) for x, y in zip(one, other, strict=True))
        return a.ite(condition, one, other)

    return evolve(otherwise, **{
        name: which(getattr(then, name), getattr(otherwise, name))
        for name in ("agenda", "chosen", "named", "secret", "pointed", "refused")
        if getattr(then, name) is not getattr(otherwise, name)
    })


def turn_bags(a: Algebra, table: Table) -> Table:
    """The pile is used up: the bags turn, for good."""
    return evolve(table, turned=a.some((table.turned, a.eq(table.pile(a), 0))))


def overloaded(a: Algebra, box: Box, table: Table, seat: Term) -> Term:
    """A seat is over the limit, owes no surplus yet, and is not about to give something back before that."""

    def owes(kind: str) -> Term:
        return a.some(a.every((is_frame(a, slot, kind), a.eq(slot.by, seat))) for slot in table.agenda)

    first = owes("give-back") if box.rules.value_of("give-back.moment") == "before-surplus" else False
    return a.every((a.lt(box.limit, table.size(a, seat)), a.no(owes("surplus")), a.no(first)))


def overload(a: Algebra, box: Box, table: Table, seat: Term) -> Table:
    """A seat over the limit owes a surplus before all else, if it owes none yet."""
    return either(a, overloaded(a, box, table, seat), owe(table, 0, frame("surplus", seat)), table)


def struggle_ends(a: Algebra, table: Table) -> Term:
    """A struggle was under way, and no decision of it is owed any more."""
    return a.every((table.duel, *(a.no(is_frame(a, slot, *STRUGGLE)) for slot in table.agenda)))


def end_struggle(a: Algebra, box: Box, table: Table, ends: Term) -> Table:
    """The cards laid are taken back to hand, where the struggle ends."""

    def none(was: Term, nothing: Term) -> Term:
        if isinstance(was, tuple):
            return tuple(none(entry, empty) for entry, empty in zip(was, nothing, strict=True))
        return a.ite(ends, nothing, was)

    if never(ends):
        return table
    return evolve(table, **{name: none(getattr(table, name), empty) for name, empty in quiet(box).items()})


def next_turn(a: Algebra, table: Table) -> Table:
    """With nothing owed, the left neighbour is on turn and chooses an action."""
    over = turn_ends(a, table)
    last = a.eq(table.active, table.players - 1)
    following = a.ite(last, 0, a.total((table.active, 1)))
    begun = either(a, over, owe(table, 0, frame("action", following)), table)
    turn = a.total((table.turn, a.ite(over, 1, 0)))
    return evolve(begun, active=a.ite(over, following, table.active), turn=turn)


def turn_ends(a: Algebra, table: Table) -> Term:
    """Nothing is owed, and the game is not over."""
    return a.every((a.eq(table.agenda[0].kind, ABSENT), a.no(table.over)))


def nothing_owed(table: Table) -> Table:
    """All that was owed is dropped, and what had been chosen for it."""
    n = table.players
    forgotten = evolve(
        table, chosen=nobody(n), named=tuple(0 for _ in range(n)), secret=tuple(0 for _ in table.secret),
        pointed=tuple(0 for _ in table.pointed), refused=tuple(False for _ in table.refused),
    )
    return owe(forgotten, len(table.agenda))


Conjuncts = Mapping[str, Term]
