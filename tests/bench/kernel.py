"""The bag-trade kernel as a game of the `Game` protocol, with a fast form of its positions for the search.

The fast form (`FastKernel`) is written on its own; `tests/test_search.py` holds it equal to `decide` and `evolve`.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from random import Random
from types import SimpleNamespace
from typing import Any, ClassVar

from attrs import frozen
from packed import BITS, DRAW, GIVE, MASK, OFFER, Packed

from advocatus.checks.search import length_of
from advocatus.model.game import CHANCE, Event, Frame, MalformedMove, Move

STEP, NEXT = length_of(0, 1), length_of(1, 0)  # a decision; a turn begun


@frozen
class Owed(Frame):
    """The one frame on the table: its kind is a field here. `what` and `to` are those of an offer."""

    phase: str
    by: int
    what: int = 0
    to: int = 0

    @property
    def owed(self) -> tuple[int, ...]:
        return (CHANCE,) if self.phase == "draw" else (self.by,)


@frozen
class Deed(Move):
    """Any move of the kernel: what is offered, returned, drawn or given, and to whom."""

    act: ClassVar[str] = "deed"
    what: int = -1  # -1: refuse
    to: int = -1


@frozen
class Moved(Event):
    """Objects go to other holders, and this is owed now."""

    tag: ClassVar[str] = "moved"
    goes: tuple[tuple[int, int], ...]
    owed: Owed
    turn: int = 0  # how many turns begin


@frozen
class Table:
    """A position: who holds each object (the pile is seat n), who is on turn, what is owed."""

    holders: tuple[int, ...]
    active: int
    turn: int
    owed: Owed


class Kernel:
    """The rules for n players, m objects and a hand limit."""

    rules: Any = None

    def __init__(self, n: int, m: int, limit: int) -> None:
        self.n, self.m, self.limit = n, m, limit

    def random_deal(self, _: Random) -> None:
        return None

    def start(self, _: Any = None) -> Table:
        return Table(tuple(min(i, self.n) for i in range(self.m)), 0, 1, Owed("turn", 0))

    def top(self, state: Table) -> Owed:
        return state.owed

    def actors(self, state: Table) -> tuple[int, ...]:
        return state.owed.owed

    def turn(self, state: Table) -> int:
        return state.turn

    def at_rest(self, state: Table) -> bool:
        return state.owed.phase == "turn"

    def _held(self, state: Table, by: int) -> list[int]:
        return [i for i, holder in enumerate(state.holders) if holder == by]

    def legal(self, state: Table, seat: int) -> tuple[Deed, ...]:
        owed, seats = state.owed, range(self.n)
        if seat not in owed.owed:
            return ()
        held = self._held(state, seat)
        if owed.phase == "turn":
            return tuple(Deed(seat, i, to) for i in held for to in seats if to != seat)
        if owed.phase == "answer":
            barred = owed.what < 2 and self.n in state.holders
            return (Deed(seat), *(Deed(seat, i) for i in held if not (barred and i < 2)))
        takers = [to for to in seats if state.holders.count(to) < self.limit]
        return tuple(Deed(seat, i, to) for i in held for to in takers)

    def chances(self, state: Table) -> tuple[tuple[Deed, Fraction], ...]:
        pile = self._held(state, self.n)
        return tuple((Deed(CHANCE, i), Fraction(1, len(pile))) for i in pile)

    def decide(self, state: Table, move: Deed) -> tuple[Event, ...]:
        known = [m for m, _ in self.chances(state)] if move.by == CHANCE else self.legal(state, move.by)
        if move not in known:
            raise MalformedMove(f"{move} cannot be done at {state.owed}")
        owed, what = state.owed, move.what
        following = Owed("turn", (state.active + 1) % self.n)
        if owed.phase == "turn":
            return (Moved((), Owed("answer", move.to, what, move.by)),)
        if owed.phase == "answer":
            if what < 0:
                return (Moved((), following, 1),)
            goes = ((owed.what, move.by), (what, owed.to))
            if self.n in state.holders and (owed.what < 2 or what < 2):
                return (Moved(goes, Owed("draw", owed.to if owed.what < 2 else move.by)),)
            return (Moved(goes, following, 1),)
        if owed.phase == "draw":
            over = state.holders.count(owed.by) == self.limit
            return (Moved(((what, owed.by),), Owed("give", owed.by) if over else following, 1 - over),)
        return (Moved(((what, move.to),), following, 1),)

    def evolve(self, state: Table, event: Any) -> Table:
        holders = list(state.holders)
        for what, to in event.goes:
            holders[what] = to
        active = event.owed.by if event.turn else state.active
        return Table(tuple(holders), active, state.turn + event.turn, event.owed)

    # the rest of the protocol, which no search asks for

    def check_deal(self, deal: Any) -> None: ...
    def resolve(self, state: Table, seat: int) -> Any: ...
    def judge(self, state: Table, move: Any) -> Any: ...
    def view(self, state: Table, seat: int) -> Any: ...
    def redact(self, event: Event, seat: int, state: Table) -> Any: ...
    def well_formed(self, state: Table) -> tuple[str, ...]: ...  # type: ignore[empty-body]


class FastKernel(Packed):
    """The same game on packed positions, for the search: a `checks.search.Space`."""

    def pack(self, state: Table) -> int:
        """A position as one number; the turns begun are the search's to count."""
        owed = state.owed
        phase = {"turn": 0, "answer": OFFER, "draw": DRAW, "give": GIVE}[owed.phase]
        first = {0: 0, OFFER: owed.what}.get(phase, owed.by)
        second = owed.by if phase == OFFER else 0
        where = sum(holder << BITS * i for i, holder in enumerate(state.holders))
        return where | state.active << self.active | phase << self.phase | first << self.first | second << self.second

    def steps(self, node: int) -> Iterator[tuple[int, int, None]]:
        """What lies one step further, with how much longer it is."""
        decided = 0 if node >> self.phase & 3 == DRAW else STEP
        bits, there = MASK << self.active, node & MASK << self.active
        for child in self.after(node):
            yield child, decided if child & bits == there else decided + NEXT, None

    def space(self) -> Any:
        """As a space of the search."""
        return SimpleNamespace(after=self.steps)

    def like(self, turned: bool) -> Any:
        """The key under which positions are one: plain objects alike, with `turned` the seats rotated too.

        An offered plain object needs no name: whoever is on turn holds it.
        """
        n = self.n
        rotations = [[*((p + r) % n for p in range(n)), n] for r in range(n)]

        def key(node: int) -> tuple[int, ...]:
            active, phase = node >> self.active & 7, node >> self.phase & 3
            first, second = node >> self.first & 15, node >> self.second
            seats = rotations[-active % n if turned else 0]
            held = [seats[node >> shift & MASK] for shift in self.shifts]
            if phase == OFFER:
                first, second = min(first, 2), seats[second]
            elif phase in (DRAW, GIVE):
                first = seats[first]
            return (seats[active], phase, first, second, held[0], held[1], *sorted(held[2:]))

        return key


def orbit(fast: FastKernel, node: int) -> set[int]:
    """All positions that are one with this one by permuting plain objects and rotating seats, worked out plainly."""
    n, m = fast.n, fast.m
    held = [node >> shift & MASK for shift in fast.shifts]
    active, phase = node >> fast.active & 7, node >> fast.phase & 3
    first, second = node >> fast.first & 15, node >> fast.second
    found = set()
    for places in permutations(range(2, m)):
        objects = [0, 1, *places]
        for r in range(n):
            seats = [*((p + r) % n for p in range(n)), n]
            where = sum(seats[held[i]] << BITS * objects[i] for i in range(m))
            what = objects[first] if phase == OFFER else seats[first] if phase in (DRAW, GIVE) else 0
            whom = seats[second] if phase == OFFER else 0
            found.add(where | seats[active] << fast.active | phase << fast.phase | what << fast.first
                      | whom << fast.second)
    return found
