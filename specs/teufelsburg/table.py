"""The table: where every object lies, who is who, whose turn it is, what is owed.

One type for both meanings: with numbers it is an engine's state, with Z3 terms a symbolic one. Objects
are counted by kind and place (each seat, the pile, out of the game), which is the form Z3 counts well in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache

import z3
from attrs import fields, frozen

from ...model.teufelsburg.cards import ROLES
from ..algebra import ABSENT, Algebra, Bag, Term, at, leaves
from .codes import BAG_CALLED, BAG_KINDS, CODES, KINDS, TURNED, Box, frame_code

TOP = 2  # how many objects may lie known on the pile
OVER = 2  # frames of a struggle besides one for each player: two windows and the end of the turn, less the fighter ...
SPARE = 2  # ... and what the slots hold more than the deepest shape, see `invariant.shape`


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
    """A position, in numbers or in terms: everything an engine's state holds.

    Not told are the roles and association cards left over, which are those that are nowhere else, and the order in
    which things were done where it makes no difference, see `decode.canonical`. With no struggle under way the
    struggle's fields are all 0 or false, see `quiet`.
    """

    count: tuple[tuple[Term, ...], ...]  # by kind, then by place: the seats, the pile, out of the game
    top: tuple[Term, ...]  # the kinds known on top of the pile, the top one first
    roles: tuple[Term, ...]
    shown: tuple[Term, ...]
    spent: tuple[Term, ...]  # by occupation: it was used before in this game
    retired: tuple[Term, ...]  # by occupation: it is laid apart and out of the game
    sunk: tuple[Term, ...]  # by occupation: its place under the others left over, the upper one being 1; else 0
    sides: tuple[Term, ...]
    rows: tuple[tuple[Term, ...], ...]  # by seat: its association cards, where a seat has several; else none
    turned: Term
    active: Term
    turn: Term
    duel: Term  # a struggle is under way
    attacker: Term
    defender: Term
    stance: tuple[Term, ...]  # by seat: `codes.FIGHTS_FOR`, as declared; 0 while undecided
    laid: tuple[tuple[Term, ...], ...]  # by seat, then by kind: how many objects it has put down in this struggle
    lies: tuple[tuple[Term, ...], ...]  # by seat, then by occupation: how often it was used in this struggle
    rank: tuple[tuple[Term, ...], ...]  # by seat, then by card of `Box.weighed`: the place in the order laid, from 1
    symbol: tuple[tuple[Term, ...], ...]  # likewise: the side chosen for it, or abstains, else 0
    silenced: tuple[Term, ...]  # by seat: how often it was made to abstain
    alone: Term  # nobody may support
    appointed: Term  # the winner by appointment, else 0
    result: Term  # `codes.RESULTS`, else 0
    named: tuple[Term, ...]  # by seat: how often who proclaims has named it
    pointed: tuple[Term, ...]  # by seat: how often it was pointed out as a companion, where that is done
    refused: tuple[Term, ...]  # by seat: it refused an object in the trade that goes on, where one may
    tokens: tuple[Term, ...]  # by seat: the tokens it has and has not put down; none in games without
    down: tuple[tuple[Term, Term], ...]  # by seat: the tokens it has put down as swords and as shields; likewise
    secret: tuple[Term, ...]  # by seat: the side chosen and not shown yet, else 0; none where all is chosen in the open
    over: Term  # the game has ended, and how:
    judged: Term  # who proclaimed
    claim: Term
    right: Term
    winners: tuple[Term, ...]  # by seat
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

    def free(self, algebra: Algebra, seat: Term, kind: int) -> Term:
        """How many objects of a kind a seat holds that do not lie face-down on the table, offered or chosen."""
        a = algebra
        offered = (
            a.ite(a.every((is_frame(a, slot, "answer"), a.eq(slot.to, seat), a.eq(slot.card, kind))), 1, 0)
            for slot in self.agenda
        )
        down = a.total((*offered, at(a, [row[kind - 1] for row in self.chosen], seat)))
        return self.held(a, seat, kind) - down

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


def quiet(box: Box) -> Mapping[str, Term]:
    """The fields of a struggle while there is none."""
    n = box.players
    none = tuple(0 for _ in range(n))
    double = tuple(tuple(0 for _ in box.weighed) for _ in range(n))
    roles = tuple(tuple(0 for _ in ROLES) for _ in range(n))
    return {
        "duel": False, "attacker": 0, "defender": 0, "stance": none, "laid": nobody(n), "lies": roles, "rank": double,
        "symbol": double, "silenced": none, "alone": False, "appointed": 0, "result": 0,
        "down": tuple((0, 0) for _ in range(n)) if box.tokens else (), "secret": none if box.in_secret else (),
    }


def undecided(players: int) -> Mapping[str, Term]:
    """The fields of a proclamation while nobody has proclaimed."""
    return {
        "named": tuple(0 for _ in range(players)), "over": False, "judged": 0, "claim": 0, "right": False,
        "winners": tuple(False for _ in range(players)),
    }


def depth_of(players: int) -> int:
    """How many slots a symbolic agenda has: the deepest shape's, which is that of the support, and some to spare."""
    return players + OVER + SPARE


def fresh(box: Box, prefix: str, depth: int | None = None) -> Table:
    """A symbolic table of nothing but variables, named after the prefix."""
    n = box.players

    def number(name: str) -> Term:
        return z3.Int(f"{prefix}.{name}")

    def numbers(name: str, size: int) -> tuple[Term, ...]:
        return tuple(number(f"{name}.{i}") for i in range(size))

    def objects(kind: int) -> tuple[Term, ...]:
        there = box.there[kind - 1]
        return numbers(f"count.{CODES.value('card', kind)}", n + 1) if there else tuple(0 for _ in range(n + 1))

    def truth(name: str) -> Term:
        return z3.Bool(f"{prefix}.{name}")

    def grid(name: str, size: int) -> tuple[tuple[Term, ...], ...]:
        return tuple(numbers(f"{name}.{i}", size) for i in range(n))

    return Table(
        count=tuple((*objects(kind), box.out[kind - 1]) for kind in KINDS),
        top=numbers("top", TOP), roles=numbers("role", n), shown=tuple(truth(f"shown.{i}") for i in range(n)),
        spent=tuple(truth(f"spent.{role}") for role in ROLES),
        retired=tuple(truth(f"retired.{role}") for role in ROLES), sides=numbers("side", n),
        rows=grid("row", box.row) if box.row > 1 else (),
        turned=truth("turned"), active=number("active"), turn=number("turn"),
        duel=truth("duel"), attacker=number("attacker"), defender=number("defender"), stance=numbers("stance", n),
        laid=grid("laid", len(KINDS)), lies=grid("lies", len(ROLES)), rank=grid("rank", len(box.weighed)),
        symbol=grid("symbol", len(box.weighed)), silenced=numbers("silenced", n), alone=truth("alone"),
        appointed=number("appointed"), result=number("result"), named=numbers("named", n),
        sunk=numbers("sunk", len(ROLES)) if box.sinks else (), pointed=numbers("pointed", n) if box.points_out else (),
        refused=tuple(truth(f"refused.{i}") for i in range(n)) if box.tries_on else (),
        tokens=numbers("tokens", n) if box.tokens else (),
        down=tuple((number(f"swords.{i}"), number(f"shields.{i}")) for i in range(n)) if box.tokens else (),
        secret=numbers("secret", n) if box.in_secret else (),
        over=truth("over"), judged=number("judged"), claim=number("claim"), right=truth("right"),
        winners=tuple(truth(f"winner.{i}") for i in range(n)), chosen=grid("chosen", len(KINDS)),
        agenda=tuple(
            Slot(*(number(f"agenda.{i}.{part}") for part in SLOT_PARTS))
            for i in range(depth_of(n) if depth is None else depth)),
    )


FIELDS = tuple(part.name for part in fields(Table))


def flat(value: Term) -> tuple[Term, ...]:
    """The entries of a field in a row."""
    if isinstance(value, Slot):
        return tuple(getattr(value, part) for part in SLOT_PARTS)
    return tuple(entry for item in value for entry in flat(item)) if isinstance(value, tuple) else (value,)


def parts(table: Table) -> Mapping[str, Sequence[Term]]:
    """All entries of a table in a row, by name of field."""
    return {name: flat(getattr(table, name)) for name in FIELDS}


def mapped(table: Table, change: Callable[[Term], Term]) -> Table:
    """The table with every entry changed."""

    def of(value: Term) -> Term:
        if isinstance(value, Slot):
            return Slot(*(change(getattr(value, part)) for part in SLOT_PARTS))
        return tuple(of(item) for item in value) if isinstance(value, tuple) else change(value)

    return Table(**{name: of(getattr(table, name)) for name in FIELDS})


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
    codes = _codes(kinds)
    known = leaves(slot.kind)
    if known is not None and (known <= codes or not known & codes):
        return known <= codes
    return algebra.member(slot.kind, codes)


@cache
def _codes(kinds: tuple[str, ...]) -> frozenset[int]:
    return frozenset(frame_code(kind) for kind in kinds)
