"""The table: where every object lies, who is who, whose turn it is, what is owed.

One type for both meanings: with numbers it is an engine's state, with Z3 terms a symbolic one. Objects
are counted by kind and place (each seat, the pile, out of the game), which is the form Z3 counts well in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import z3
from attrs import fields, frozen

from ...model.teufelsburg.cards import ROLES
from ..algebra import ABSENT, Algebra, Bag, Term, at
from .codes import BAG_CALLED, BAG_KINDS, CODES, KINDS, TURNED, Box, frame_code

TOP = 2  # how many objects may lie known on the pile
DEPTH = 5  # slots of a symbolic agenda: one more than the deepest shape, see `invariant.shape`, and one to spare


@frozen
class Slot:
    """One frame of the agenda; what a kind of frame does not have is 0, an empty slot is all 0."""

    kind: Term = ABSENT
    by: Term = 0
    to: Term = 0  # the other seat of the frame, whatever its part
    card: Term = ABSENT  # the object offered, traded or taken
    other: Term = ABSENT  # what it was exchanged for
    demanded: Term = ABSENT
    mark: Term = 0  # a direction, a blind choice, whatever else tells two such frames apart


EMPTY = Slot()
SLOT_PARTS = tuple(part.name for part in fields(Slot))


@frozen
class Table:
    """A position, in numbers or in terms."""

    count: tuple[tuple[Term, ...], ...]  # by kind, then by place: the seats, the pile, out of the game
    top: tuple[Term, ...]  # the kinds known on top of the pile, the top one first
    roles: tuple[Term, ...]
    shown: tuple[Term, ...]
    spent: tuple[Term, ...]  # by occupation: it was used before in this game
    sides: tuple[Term, ...]
    turned: Term
    active: Term
    turn: Term
    duel: Term  # a struggle is under way
    chosen: tuple[tuple[Term, ...], ...]  # by seat, then by kind: 1 for what it has chosen to pass on, while all choose
    agenda: tuple[Slot, ...]

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.roles)

    def held(self, algebra: Algebra, seat: Term, kind: Term) -> Term:
        """How many objects of a kind a seat holds; none of `ABSENT`."""
        if isinstance(kind, int):
            return at(algebra, self.count[kind - 1][: self.players], seat) if kind in KINDS else 0
        a = algebra
        return a.total(a.ite(a.eq(kind, k), self.held(a, seat, k), 0) for k in KINDS)

    def size(self, algebra: Algebra, seat: Term) -> Term:
        """How many objects a seat holds."""
        return algebra.total(self.held(algebra, seat, kind) for kind in KINDS)

    def piled(self, kind: int) -> Term:
        """How many objects of a kind lie in the pile."""
        return self.count[kind - 1][self.players]

    def pile(self, algebra: Algebra) -> Term:
        """How many objects the pile holds."""
        return algebra.total(self.piled(kind) for kind in KINDS)

    def has_chosen(self, algebra: Algebra, seat: int) -> Term:
        """The seat has chosen what to pass on."""
        return algebra.lt(0, algebra.total(self.chosen[seat]))

    def hand(self, algebra: Algebra, seat: Term) -> Bag:
        """A seat's objects under the names they are called aloud."""
        a = algebra
        bag = {kind: self.held(a, seat, kind) for kind in KINDS if kind not in BAG_KINDS}
        bags = {kind: self.held(a, seat, kind) for kind in BAG_KINDS}
        for kind, into in TURNED.items():
            bag[into] = a.total((bag[into], a.ite(self.turned, bags[kind], 0)))
        bag[BAG_CALLED] = a.ite(self.turned, 0, a.total(bags.values()))
        return bag


def nobody(players: int) -> tuple[tuple[Term, ...], ...]:
    """No seat has chosen what to pass on."""
    return tuple(tuple(0 for _ in KINDS) for _ in range(players))


def fresh(box: Box, prefix: str, depth: int = DEPTH) -> Table:
    """A symbolic table of nothing but variables, named after the prefix."""
    n = box.players

    def numbers(name: str, size: int) -> tuple[Term, ...]:
        return tuple(z3.Int(f"{prefix}.{name}.{i}") for i in range(size))

    def slot(i: int) -> Slot:
        return Slot(*(z3.Int(f"{prefix}.agenda.{i}.{part}") for part in SLOT_PARTS))

    return Table(
        count=tuple((*numbers(f"count.{CODES.value('card', kind)}", n + 1), box.out[kind - 1]) for kind in KINDS),
        top=numbers("top", TOP), roles=numbers("role", n),
        shown=tuple(z3.Bool(f"{prefix}.shown.{i}") for i in range(n)),
        spent=tuple(z3.Bool(f"{prefix}.spent.{role}") for role in ROLES), sides=numbers("side", n),
        turned=z3.Bool(f"{prefix}.turned"), active=z3.Int(f"{prefix}.active"), turn=z3.Int(f"{prefix}.turn"),
        duel=z3.Bool(f"{prefix}.duel"), chosen=tuple(numbers(f"chosen.{i}", len(KINDS)) for i in range(n)),
        agenda=tuple(slot(i) for i in range(depth)),
    )


def parts(table: Table) -> Mapping[str, Sequence[Term]]:
    """All entries of a table in a row, by name of field."""
    rows = {part.name: getattr(table, part.name) for part in fields(Table)}
    flat = {name: value if isinstance(value, tuple) else (value,) for name, value in rows.items()}
    return {
        **flat,
        "count": tuple(entry for row in table.count for entry in row),
        "chosen": tuple(entry for row in table.chosen for entry in row),
        "agenda": tuple(getattr(slot, part) for slot in table.agenda for part in SLOT_PARTS),
    }


def same(algebra: Algebra, left: Table, right: Table) -> Mapping[str, Term]:
    """For each field, whether two tables agree in it."""
    ours, theirs = parts(left), parts(right)
    return {
        name: algebra.every(algebra.eq(x, y) for x, y in zip(ours[name], theirs[name], strict=True)) for name in ours
    }


def choose(algebra: Algebra, condition: Term, then: Slot, otherwise: Slot) -> Slot:
    """One slot or the other."""
    return Slot(*(algebra.ite(condition, getattr(then, part), getattr(otherwise, part)) for part in SLOT_PARTS))


def is_frame(algebra: Algebra, slot: Slot, *kinds: str) -> Term:
    """The slot holds a frame of one of these kinds."""
    return algebra.member(slot.kind, frozenset(frame_code(kind) for kind in kinds))
