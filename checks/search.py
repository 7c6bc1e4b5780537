"""Best-first search over any space of positions: breadth-first without a bound, A* with one.

A length is one number: turns begun, then players' decisions (`length_of`). A space tells what lies one step
further and how much longer that is; the search knows no game. Positions with the same key are taken as one.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any, Protocol

from attrs import field, frozen

SHIFT = 20  # a length holds the decisions in its lower bits
DECISIONS = (1 << SHIFT) - 1


def length_of(turn: int, decisions: int) -> int:
    """Turns and decisions as one number, turns first."""
    return turn << SHIFT | decisions


class Space(Protocol):
    """Positions and what lies one step further."""

    def after(self, node: Any) -> Iterable[tuple[Any, int, Any]]:
        """For each step from a position, in the fixed order: the next position, how much longer, the move."""
        ...


@frozen
class Limits:
    """How far a search goes: no further than this turn, and no more than so many positions kept."""

    turns: int
    states: int


@frozen
class Reached:
    """What a search came to.

    `node` is the goal reached, by `moves` from `root`; None if none was. `exhausted`: all within the turns
    was seen. `below`: no goal is shorter than this length (with a bound: if the bound is right).
    """

    node: Any
    root: Any
    moves: tuple[Any, ...] = field(repr=False)
    length: int
    below: int
    states: int
    exhausted: bool


class BrokenBound(RuntimeError):
    """A step lowers the bound by more than the step is long: what rests on the bound is worth nothing."""

    def __init__(self, node: Any, move: Any, by: int) -> None:
        self.node, self.move = node, move
        super().__init__(f"the bound is not consistent: {move} lowers it by {by >> SHIFT} turns and "
                         f"{by & DECISIONS} decisions too much")


class _Queue:
    """Positions by length: whole buckets, so that the heap holds each length once."""

    def __init__(self, newest_first: bool) -> None:
        self._buckets: dict[int, list[Any]] = {}
        self._lengths: list[int] = []
        self._newest_first = newest_first

    def bucket(self, length: int) -> list[Any]:
        """The bucket of a length, to be appended to."""
        found = self._buckets.get(length)
        if found is None:
            found = self._buckets[length] = []
            heapq.heappush(self._lengths, length)
        return found

    def drain(self) -> Iterator[tuple[int, Any]]:
        """All positions, the shortest first; more may be put in meanwhile, shorter ones if the newest go first."""
        while self._lengths:
            length = self._lengths[0]
            bucket = self._buckets[length]
            if self._newest_first and bucket:
                yield length, bucket.pop()
                continue
            for node in bucket:  # grows while it is read, by steps that cost nothing
                yield length, node
            heapq.heappop(self._lengths)
            del self._buckets[length]


def search(
    space: Space, roots: Iterable[tuple[Any, int]], goal: Callable[[Any], bool], limits: Limits, *,
    key: Callable[[Any], Hashable] | None = None, bound: Callable[[Any], int] | None = None, guess: bool = False,
) -> Reached:
    """The shortest way from a root to a goal. Roots come with their length.

    `bound` tells how much longer any way to a goal is at least, as a length; it must be consistent: no step may
    lower it by more than the step is long (`BrokenBound`). Then the first goal taken up is the shortest. With
    `guess` it need not be: it leads to some goal, and nothing is known of shorter ones (`below` is 0).
    """
    queue = _Queue(newest_first=bound is not None)
    whole = ~DECISIONS if guess else -1  # a guess goes by turns alone

    def reach_of(node: Any, long: int) -> int:
        return (long & whole) + bound(node) if bound else long

    best: dict[Hashable, int] = {}
    parents: dict[Hashable, tuple[Hashable, Any]] = {}
    starts: dict[Hashable, Any] = {}
    after, last = space.after, (limits.turns + 1) << SHIFT
    for root, long in roots:
        name = key(root) if key else root
        if name not in best:
            best[name], starts[name] = long, root
            queue.bucket(reach_of(root, long)).append(root)
    below = 0
    for below, node in queue.drain():
        name = key(node) if key else node
        long = best[name]
        if reach_of(node, long) < below:
            continue  # taken up before, on a shorter way
        if goal(node):
            return Reached(node, *_way(parents, starts, name), long, 0 if guess else below, len(best), True)
        if len(best) >= limits.states:
            return Reached(None, None, (), 0, 0 if guess else below, len(best), False)
        for child, step, move in after(node):
            total = long + step
            if total >= last:
                continue
            called = key(child) if key else child
            known = best.get(called)
            if known is None or total < known:
                reach = reach_of(child, total) if bound else total
                if reach < below and not guess:
                    raise BrokenBound(node, move, below - reach)
                if reach < last or guess:
                    best[called] = total
                    parents[called] = name, move
                    queue.bucket(reach).append(child)
    return Reached(None, None, (), 0, last, len(best), True)


def _way(
    parents: dict[Hashable, tuple[Hashable, Any]], starts: dict[Hashable, Any], name: Hashable
) -> tuple[Any, tuple[Any, ...]]:
    """The root and the moves that led to a position."""
    moves = []
    while name in parents:
        name, move = parents[name]
        moves.append(move)
    return starts[name], tuple(reversed(moves))
