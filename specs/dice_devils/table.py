"""A position of Dice Devils over an algebra: who has what, what lies there, what is fought over, what is owed.

Ranks, dice, markers are told by seat, objects by kind. Nothing of the agenda stands here but its top and what the rest
follows from: objects still to be revealed, who rolls still; markers are owed in the order of ranks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

import z3
from attrs import frozen

from ...model.dice_devils.ranks import KINDS, RANKS
from ...model.dice_devils.vocabulary import FRAME_ACTS
from ...model.rules import Rules
from ..algebra import Algebra, Bag, Codes, Term, at

CODES = Codes({"card": KINDS, "rank": RANKS, "frame": tuple(FRAME_ACTS)})
NONE = -1  # no seat, no place, no die of its own
ADDED = 2  # places beyond those of one round, where what is left over comes on top: a bound
SETTLING = 0  # the kind of what is owed where nothing is: something follows by itself, or the game is over
ROLLED_IN_SECRET = ("reveal", "roll", "place")  # before anything is fought over
IN_FIGHT = ("force", "again", "steal", "exchange", "give", "swap")  # `again`: a roll in the open


def card(kind: str) -> int:
    """The number of a kind of object."""
    return CODES.code("card", kind)


def rank(name: str) -> int:
    """The number of a rank, the highest 1."""
    return CODES.code("rank", name)


def frame(kind: str) -> int:
    """The number of a kind of frame."""
    return CODES.code("frame", kind)


@frozen
class Fight:
    """The dice-off that goes on; `at` is -1 where none does, and then nothing else is told."""

    at: Term
    seats: tuple[Term, ...]  # for each seat whether it takes part
    among: tuple[Term, ...]  # and whether it can win still
    die: Term  # what the Satansbraten adds where it is fixed; else -1
    again: Term
    looked: Term
    winner: Term


@frozen
class Owed:
    """What is owed: a kind of frame, by a seat. What a kind of frame has not is 0 or does not hold."""

    kind: Term
    by: Term
    reveals: Term  # objects to be revealed, this one included
    rolls: tuple[Term, ...]  # for each seat whether it has to roll
    open: Term
    to: Term
    taken: Term


@frozen(slots=False, eq=False)
class Table:
    """A position. Of a place beyond the row, and of one whose object was taken, the kind is 0."""

    ranks: tuple[Term, ...]
    hands: tuple[Bag, ...]
    row: tuple[Term, ...]
    long: Term  # how many places the row has
    heap: Bag
    dice: tuple[tuple[Term, ...], ...]  # the greatest first; 0 where there is none
    shown: tuple[Term, ...]
    marks: tuple[Term, ...]
    settled: tuple[Term, ...]
    turn: Term
    first: Term
    forced: Term
    fight: Fight
    owed: Owed
    winner: Term

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.ranks)

    def lying(self, a: Algebra) -> Term:
        """How many objects lie in the row."""
        return a.total(a.ite(a.lt(0, kind), 1, 0) for kind in self.row)

    def has(self, a: Algebra, seat: Term, name: str) -> Term:
        """Whether a seat has a rank."""
        return a.eq(at(a, self.ranks, seat), rank(name))

    def in_game(self, a: Algebra, name: str) -> Term:
        """Whether somebody has a rank."""
        return a.some(a.eq(mine, rank(name)) for mine in self.ranks)

    def owner(self, a: Algebra, name: str) -> Term:
        """Who has a rank, if somebody has."""
        return which(a, [a.eq(mine, rank(name)) for mine in self.ranks])

    def of_owner(self, a: Algebra, name: str, values: Sequence[Term], otherwise: Term) -> Term:
        """The value of the seat that has a rank; the other one where nobody has."""
        found = otherwise
        for mine, value in zip(self.ranks, values, strict=True):
            found = a.ite(a.eq(mine, rank(name)), value, found)
        return found

    def hand_of(self, a: Algebra, seat: Term) -> Bag:
        """The objects of a seat that may be a term."""
        if isinstance(seat, int):
            return self.hands[seat]
        return {kind: at(a, [hand[kind] for hand in self.hands], seat) for kind in self.hands[0]}

    def rolled(self, a: Algebra, seat: int) -> Term:
        """Whether a seat's dice lie there."""
        return a.lt(0, self.dice[seat][0])

    def wants(self, a: Algebra, place: Term) -> tuple[Term, ...]:
        """For each seat whether its marker lies at a place."""
        return tuple(a.eq(mark, place) for mark in self.marks)

    def highest(self, a: Algebra, chosen: Sequence[Term]) -> Term:
        """Who of some seats has the highest rank; the last of them all where there are none."""
        return which(a, [
            a.every((yes, *(a.implies(other, a.le(self.ranks[seat], theirs))
                            for other, theirs in zip(chosen, self.ranks, strict=True))))
            for seat, yes in enumerate(chosen)])


def which(a: Algebra, chosen: Sequence[Term]) -> Term:
    """The first place at which something holds; the last one if it holds nowhere before."""
    found: Term = len(chosen) - 1
    for i in range(len(chosen) - 2, -1, -1):
        found = a.ite(chosen[i], i, found)
    return found


def many(a: Algebra, chosen: Iterable[Term]) -> Term:
    """How many of some conditions hold."""
    return a.total(a.ite(yes, 1, 0) for yes in chosen)


def no_fight(n: int) -> Fight:
    """Nothing is fought over."""
    return Fight(NONE, (False,) * n, (False,) * n, NONE, False, False, NONE)


def due(n: int, kind: Term = SETTLING, by: Term = 0, reveals: Term = 0, rolls: tuple[Term, ...] = (),
        open: Term = False, to: Term = 0, taken: Term = 0) -> Owed:
    """Something that is owed, with what its kind has."""
    return Owed(kind, by, reveals, rolls or (False,) * n, open, to, taken)


@frozen(slots=False, eq=False)
class Box:
    """A rule set and what follows from it for every table."""

    rules: Rules

    @cached_property
    def kinds(self) -> Mapping[int, int]:
        """The kinds of object and how many of each there are."""
        return {card(kind): self.rules.fact(f"objects.{kind}") for kind in KINDS}

    @cached_property
    def most(self) -> int:
        """How many objects are revealed in a round."""
        found: int = self.rules.fact("reveal.objects")
        return found

    @cached_property
    def up_to(self) -> bool:
        """Objects left over count towards those that are revealed, so that the row has so many places at most."""
        return self.rules.switch("reveal.count") == "up-to"

    @cached_property
    def places(self) -> int:
        """How many places a table has: as many as there can be, or a bound where there can be many."""
        return self.most + (0 if self.up_to else ADDED)

    def dice_of(self, name: str) -> int:
        """How many dice a rank has."""
        found: int = self.rules.fact("dice.oberteufel" if name == "oberteufel" else "dice.each")
        return found

    @cached_property
    def slots(self) -> int:
        """The most dice that a rank has."""
        return max(self.dice_of(name) for name in RANKS)

    def faces_of(self, name: str) -> tuple[int, ...]:
        """The values that a die of a rank can show."""
        if name == "satansbraten":
            return tuple(value for value in range(1, 5) if self.rules.fact(f"faces.grey.{value}"))
        return tuple(range(1, self.rules.fact("faces.regular") + 1))


def _bag(box: Box, name: str) -> Bag:
    return {kind: z3.Int(f"{name}.{kind}") for kind in box.kinds}


def _ints(name: str, number: int) -> tuple[Term, ...]:
    return tuple(z3.Int(f"{name}{i}") for i in range(number))


def _bools(name: str, number: int) -> tuple[Term, ...]:
    return tuple(z3.Bool(f"{name}{i}") for i in range(number))


def fresh(box: Box, kind: str = "", by: int = 0) -> Table:
    """Any table on which a frame of this kind is owed by a seat, or nothing is; `again` is a roll in the open."""
    n = box.rules.players
    fights = not kind or kind in IN_FIGHT
    fight = Fight(z3.Int("at"), _bools("fights", n), _bools("among", n), z3.Int("die"), z3.Bool("again"),
                  z3.Bool("looked"), z3.Int("won")) if fights else no_fight(n)
    rolls = _bools("rolls", n) if kind == "again" else tuple(kind == "roll" and seat >= by for seat in range(n))
    owed = due(n, frame("roll" if kind == "again" else kind), by, z3.Int("reveals") if kind == "reveal" else 0, rolls,
               kind == "again", z3.Int("to") if kind == "give" else 0, z3.Int("taken") if kind == "give" else 0)
    before = kind in ROLLED_IN_SECRET
    return Table(
        ranks=_ints("rank", n), hands=tuple(_bag(box, f"hand{seat}") for seat in range(n)),
        row=_ints("row", box.places), long=z3.Int("long"), heap=_bag(box, "heap"),
        dice=tuple(_ints(f"dice{seat}.", box.slots) for seat in range(n)),
        shown=(False,) * n if before else _bools("shown", n), marks=_ints("mark", n),
        settled=(False,) * box.places if before else _bools("settled", box.places), turn=z3.Int("turn"),
        first=z3.Int("first"), forced=False if before else z3.Bool("forced"), fight=fight, owed=owed,
        winner=NONE if kind else z3.Int("winner"))


def parts(table: Table) -> Iterator[tuple[str, tuple[Term, ...]]]:
    """The terms of a table, part by part."""
    for name in ("ranks", "row", "shown", "marks", "settled"):
        yield name, getattr(table, name)
    for name in ("long", "turn", "first", "forced", "winner"):
        yield name, (getattr(table, name),)
    yield "hands", tuple(held for hand in table.hands for held in hand.values())
    yield "heap", tuple(table.heap.values())
    yield "dice", tuple(die for roll in table.dice for die in roll)
    f, d = table.fight, table.owed
    yield "fight", (f.at, *f.seats, *f.among, f.die, f.again, f.looked, f.winner)
    yield "due", (d.kind, d.by, d.reveals, *d.rolls, d.open, d.to, d.taken)
