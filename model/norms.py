"""Norms make legality: what is open, what is forbidden, what is owed, and which norm gives way.

For the candidates of one seat in one frame:

- a candidate is *open* if a `permit` or an `oblige` covers it; a `forbid` closes it;
- a standing `oblige` closes every other answer to the frame; what interrupts the frame does not answer it;
- a norm that beats another (by rank, where the book states one, or by an override of its clause)
  defeats it where they collide: a beating permit shields a move from it, and a norm is defeated
  whole if some of its beaters together leave something to do, and nothing of that is allowed by it;
- nothing legal is a *gap* (nothing was open, or a duty has no candidate) or a *clash* of the smallest
  sets of norms that leave nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any, Generic, TypeVar

from attrs import frozen

from .guard import Guard

M = TypeVar("M")
PERMIT, OBLIGE, FORBID = "permit", "oblige", "forbid"
MOODS = (PERMIT, OBLIGE, FORBID)


@frozen
class Norm:
    """One command of a clause. `which` names the discharging set of an oblige."""

    id: str  # clause id and number within the clause, from 1: "object.bag.no-bag/1"
    clause: str
    mood: str
    move: str
    during: tuple[str, ...]  # frame kinds; empty means every frame that has the move
    when: Guard | None
    which: Guard | None
    rank: int  # higher beats lower, if the book states an order of ranks; else all are 0
    overrides: frozenset[str] = frozenset()  # ids of clauses whose norms give way to this one

    def beats(self, other: Norm) -> bool:
        """Whether the book lets this norm defeat the other where they collide."""
        return other.clause in self.overrides or (self.rank > other.rank and self.clause not in other.overrides)


@frozen
class Standing:
    """A norm that applies here, with the candidates it covers (as indices)."""

    norm: Norm
    covers: frozenset[int]


@frozen
class Judgement(Generic[M]):
    """What the rules say of one move: allowed or not, and the norms for, against and defeated."""

    move: M
    allowed: bool
    permitted_by: tuple[Norm, ...]
    against: tuple[Norm, ...]
    defeated: tuple[Norm, ...]

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clause ids that decide: those against a move that is not allowed, else those for it."""
        deciding = self.permitted_by if self.allowed else self.against
        return tuple(dict.fromkeys(norm.clause for norm in deciding))


@frozen
class Resolution(Generic[M]):
    """The candidates of a seat with all norms settled."""

    candidates: tuple[M, ...]
    duty: frozenset[int]  # those that answer the frame; the others interrupt it
    standing: tuple[Standing, ...]
    open: frozenset[int]
    closing: tuple[tuple[Standing, frozenset[int]], ...]  # undefeated norms and the candidates they close
    defeated: tuple[Standing, ...]
    legal: tuple[int, ...]

    @property
    def moves(self) -> tuple[M, ...]:
        """The legal moves, in the order of the candidates."""
        return tuple(self.candidates[i] for i in self.legal)

    def judge(self, index: int) -> Judgement[M]:
        """The judgement of the candidate with this index."""
        allowed = index in self.legal
        for_it = tuple(s.norm for s in self.standing if s.norm.mood != FORBID and index in s.covers)
        against = tuple(s.norm for s, closed in self.closing if index in closed)
        defeated = tuple(s.norm for s in self.defeated)
        return Judgement(self.candidates[index], allowed, for_it, against, defeated)

    @property
    def stuck(self) -> bool:
        """Whether the frame cannot be answered: no duty candidate is legal."""
        return self.duty.isdisjoint(self.legal)

    @property
    def is_gap(self) -> bool:
        """Stuck for want of a rule or of a thing: nothing is open, or a duty has no candidate."""
        empty_duty = any(s.norm.mood == OBLIGE and not s.covers for s in self.standing)
        return self.stuck and (empty_duty or not (self.open & self.duty))

    def clashes(self) -> tuple[tuple[Norm, ...], ...]:
        """All smallest sets of norms that leave nothing to do, empty unless there is a clash.

        Smallest is by inclusion: each norm of a set is needed. Ordered by size, then by id.
        """
        if not self.stuck or self.is_gap:
            return ()
        found: list[tuple[Norm, ...]] = []
        closing = [(s.norm, closed & self.duty) for s, closed in self.closing]
        wanted = self.open & self.duty
        for size in range(1, len(closing) + 1):
            for chosen in combinations(closing, size):
                norms = tuple(sorted((norm for norm, _ in chosen), key=lambda n: n.id))
                if any(set(smaller) <= set(norms) for smaller in found):
                    continue
                if wanted <= frozenset().union(*(closed for _, closed in chosen)):
                    found.append(norms)
        return tuple(found)


def settle(candidates: Sequence[M], duty: Iterable[int], standing: Sequence[Standing]) -> Resolution[M]:
    """Settle all norms that apply: who gives way, what is open, what is legal."""
    opened: frozenset[int] = frozenset()
    constraints: list[Standing] = []
    permits: list[Standing] = []
    for item in standing:
        if item.norm.mood != FORBID:
            opened |= item.covers
        (permits if item.norm.mood == PERMIT else constraints).append(item)
    duty = frozenset(duty)
    closing: list[tuple[Standing, frozenset[int]]] = []
    defeated: list[Standing] = []
    legal = opened
    # Beaters first, so that a norm is only ever defeated by norms that stand themselves.
    for item in sorted(constraints, key=lambda s: (-s.norm.rank, -len(s.norm.overrides), s.norm.id)):
        closed = all_closed = item.covers if item.norm.mood == FORBID else duty - item.covers
        for permit in permits:
            if closed & permit.covers and permit.norm.beats(item.norm):
                closed -= permit.covers
        beaters = [shut for other, shut in closing if other.norm.beats(item.norm)]
        if _collides(opened & duty, closed, beaters):
            defeated.append(item)
            continue
        if all_closed and not closed:
            defeated.append(item)
            continue
        closing.append((item, closed))
        legal -= closed
    return Resolution(
        tuple(candidates), duty, tuple(standing), opened, tuple(closing), tuple(defeated), tuple(sorted(legal))
    )


def _collides(wanted: frozenset[int], closed: frozenset[int], beaters: Sequence[frozenset[int]]) -> bool:
    """Whether some beaters together leave something, all of which the norm closes.

    For each candidate that the norm closes, all beaters that allow it are the set that leaves least.
    """
    for move in wanted & closed:
        left = wanted.difference(*(shut for shut in beaters if move not in shut))
        if left <= closed and any(move not in shut for shut in beaters):
            return True
    return False


Predicate = Callable[[Any, Any, Any, Any], bool]


@frozen
class CompiledNorm:
    """A norm with its guards as predicates ``(game, state, frame, move)``."""

    norm: Norm
    when: Predicate | None
    when_of_move: bool
    which: Predicate | None


class NormIndex:
    """The norms of a rule set, compiled once and indexed by frame kind and act."""

    def __init__(self, norms: Sequence[CompiledNorm], frames: Mapping[str, Sequence[str]]) -> None:
        self._by_frame: dict[str, list[CompiledNorm]] = {
            kind: [n for n in norms if n.norm.move in acts and (not n.norm.during or kind in n.norm.during)]
            for kind, acts in frames.items()
        }

    def of(self, kind: str) -> Sequence[CompiledNorm]:
        """The norms that can apply in a frame of this kind."""
        return self._by_frame[kind]

    def resolve(
        self, game: Any, state: Any, frame: Any, owed: bool, candidates: Sequence[M], acts: Sequence[str],
        duty: Sequence[bool],
    ) -> Resolution[M]:
        """Settle the norms over a seat's candidates. Duties bind only a seat that owes the frame."""
        by_act: dict[str, list[int]] = {}
        for i, act in enumerate(acts):
            by_act.setdefault(act, []).append(i)
        standing: list[Standing] = []
        for compiled in self._by_frame[frame.kind]:
            norm, indices = compiled.norm, by_act.get(compiled.norm.move, ())
            if norm.mood == OBLIGE:
                if not owed or (compiled.when is not None and not compiled.when(game, state, frame, None)):
                    continue
                which = compiled.which
                covers = frozenset(i for i in indices if which is None or which(game, state, frame, candidates[i]))
                standing.append(Standing(norm, covers))
                continue
            if not indices:
                continue
            when = compiled.when
            if when is None or (not compiled.when_of_move and when(game, state, frame, candidates[indices[0]])):
                covers = frozenset(indices)
            elif compiled.when_of_move:
                covers = frozenset(i for i in indices if when(game, state, frame, candidates[i]))
            else:
                continue
            if covers:
                standing.append(Standing(norm, covers))
        return settle(candidates, (i for i, d in enumerate(duty) if d), standing)
