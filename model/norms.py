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

from .guard import Accessor, And, Compare, Const, Guard, Node, Ref, compile_guard

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
        empty_duty = any(s.norm.mood == OBLIGE and not s.covers for s, _ in self.closing)
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
    for item in _in_order(constraints):
        closed = all_closed = item.covers if item.norm.mood == FORBID else duty - item.covers
        for permit in permits:
            if closed & permit.covers and permit.norm.beats(item.norm):
                closed -= permit.covers
        wanted = opened & duty
        # A norm that by itself leaves nothing to do gives way to a duty alone: another prohibition asks for nothing.
        beaters = [shut for other, shut in closing if other.norm.beats(item.norm)
                   and (other.norm.mood == OBLIGE or not wanted <= closed)]
        if _collides(wanted, closed, beaters):
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


def _in_order(constraints: Sequence[Standing]) -> list[Standing]:
    if len(constraints) < 2:
        return list(constraints)
    place = {norm.id: i for i, norm in enumerate(beaters_first(s.norm for s in constraints))}
    return sorted(constraints, key=lambda s: place[s.norm.id])


def beaters_first(norms: Iterable[Norm]) -> list[Norm]:
    """The norms in an order in which each comes after all that beat it; cycles are cut by rank and id."""
    left = sorted(norms, key=lambda n: (-n.rank, n.id))
    found: list[Norm] = []
    while left:
        norm = next((n for n in left if not any(other.beats(n) for other in left)), left[0])
        left.remove(norm)
        found.append(norm)
    return found


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


@frozen(eq=False)
class CompiledNorm:
    """A norm with its guards as predicates ``(game, state, frame, move)``.

    `order` is its place among all norms. `key` is a name of the move and the one value of it that the norm
    can apply to (``card == thug and ...``), if its guard begins with one.
    """

    norm: Norm
    order: int
    when: Predicate | None
    when_of_move: bool
    which: Predicate | None
    key: tuple[str, Any] | None


def compile_norm(norm: Norm, order: int, accessors: Mapping[str, Accessor], of_move: frozenset[str]) -> CompiledNorm:
    """Compile a norm's guards; `of_move` are the names that speak of the move."""
    when = compile_guard(norm.when, accessors) if norm.when else None
    which = compile_guard(norm.which, accessors) if norm.which else None
    about_move = norm.mood != OBLIGE and norm.when is not None and not of_move.isdisjoint(norm.when.names)
    key = _key(norm.when.tree, of_move) if norm.when is not None and about_move else None
    return CompiledNorm(norm, order, when, about_move, which, key)


def _key(tree: Node, of_move: frozenset[str]) -> tuple[str, Any] | None:
    match tree:
        case And(args):
            return _key(args[0], of_move)
        case Compare("==", Ref(name), Const(_, _, value)) if name in of_move:
            return name, value
    return None


@frozen
class Asked:
    """Stands where a move would: the seat that a duty speaks of, before it has moved."""

    by: int


class _Plan:
    """The norms that can apply where a seat has candidates of these kinds, in this order, at one kind of frame."""

    def __init__(
        self, permits: Sequence[CompiledNorm], obliges: Sequence[CompiledNorm], acts: Sequence[str],
        accessors: Mapping[str, Accessor],
    ) -> None:
        by_act: dict[str, tuple[int, ...]] = {}
        for i, act in enumerate(acts):
            by_act[act] = (*by_act.get(act, ()), i)
        here = [(n, by_act[n.norm.move]) for n in permits if n.norm.move in by_act]
        self.always = [(n.order, found) for n, found in here if n.when is None]
        self.by_state = [(n.order, found, n.when) for n, found in here if n.when is not None and not n.when_of_move]
        self.by_move = [(n.order, found, n.when) for n, found in here
                        if n.when is not None and n.when_of_move and n.key is None]
        buckets: dict[tuple[str, tuple[int, ...]], dict[Any, list[tuple[int, Predicate]]]] = {}
        for n, found in here:
            if n.key is not None and n.when is not None:
                buckets.setdefault((n.key[0], found), {}).setdefault(n.key[1], []).append((n.order, n.when))
        self.keyed = [(accessors[name], found, norms) for (name, found), norms in sorted(buckets.items())]
        self.obliges = [(n.order, by_act.get(n.norm.move, ()), n.when, n.which) for n in obliges]


class NormIndex:
    """The norms of a rule set, compiled once and indexed by frame kind, act and what their guards begin with.

    Which norms apply to which candidates is found anew for each position; what follows from it is the same
    whenever the same norms cover the same places, and is kept.
    """

    MOST = 20_000  # settlements kept

    def __init__(
        self, norms: Sequence[Norm], frames: Mapping[str, Sequence[str]], accessors: Mapping[str, Accessor],
        of_move: frozenset[str],
    ) -> None:
        self._norms = tuple(norms)
        self._accessors = accessors
        self._here: dict[str, tuple[list[CompiledNorm], list[CompiledNorm]]] = {}
        compiled = [compile_norm(norm, i, accessors, of_move) for i, norm in enumerate(norms)]
        for kind, acts in frames.items():
            here = [n for n in compiled if n.norm.move in acts and (not n.norm.during or kind in n.norm.during)]
            self._here[kind] = ([n for n in here if n.norm.mood != OBLIGE], [n for n in here if n.norm.mood == OBLIGE])
        self._plans: dict[tuple[str, tuple[str, ...]], _Plan] = {}
        self._settled: dict[Any, Resolution[Any]] = {}

    def resolve(
        self, game: Any, state: Any, frame: Any, seat: int, candidates: Sequence[M], acts: Sequence[str],
        duty: Sequence[bool],
    ) -> Resolution[M]:
        """Settle the norms over a seat's candidates. Duties bind only a seat that owes the frame."""
        kinds = (frame.kind, tuple(acts))
        plan = self._plans.get(kinds)
        if plan is None:
            plan = self._plans[kinds] = _Plan(*self._here[frame.kind], acts, self._accessors)
        covers = self._covers(plan, game, state, frame, candidates)
        if seat in frame.owed:
            asked = Asked(seat)
            for order, places, when, which in plan.obliges:
                if when is None or when(game, state, frame, asked):
                    found = [i for i in places if which is None or which(game, state, frame, candidates[i])]
                    covers.append((order, tuple(found)))
        covers.sort()  # by their number: no two are the same
        key = tuple(duty), *covers
        settled = self._settled.get(key)
        if settled is None:
            standing = [Standing(self._norms[order], frozenset(places)) for order, places in covers]
            settled = settle(candidates, (i for i, d in enumerate(duty) if d), standing)
            if len(self._settled) >= self.MOST:
                self._settled.clear()
            self._settled[key] = settled
        return Resolution(tuple(candidates), settled.duty, settled.standing, settled.open, settled.closing,
                          settled.defeated, settled.legal)

    def points_at(self, name: str, game: Any, state: Any, frame: Any, move: Any) -> Any:
        """What a name of the vocabulary points at, in a position and of a move."""
        return self._accessors[name](game, state, frame, move)

    def holds(self, condition: Node, game: Any, state: Any, frame: Any, move: Any) -> bool:
        """Whether a condition holds, in a position and of a move."""
        return bool(compile_guard(Guard("", condition), self._accessors)(game, state, frame, move))

    @staticmethod
    def _covers(
        plan: _Plan, game: Any, state: Any, frame: Any, candidates: Sequence[Any]
    ) -> list[tuple[int, tuple[int, ...]]]:
        """The permits and prohibitions that apply, each by its number, with the places it covers."""
        covers = [*plan.always]
        covers += [(order, places) for order, places, when in plan.by_state
                   if when(game, state, frame, candidates[places[0]])]
        for order, places, when in plan.by_move:
            found = tuple([i for i in places if when(game, state, frame, candidates[i])])
            if found:
                covers.append((order, found))
        keyed: dict[int, list[int]] = {}
        for accessor, places, buckets in plan.keyed:
            for i in places:
                for order, when in buckets.get(accessor(game, state, frame, candidates[i]), ()):
                    if when(game, state, frame, candidates[i]):
                        keyed.setdefault(order, []).append(i)
        covers += [(order, tuple(found)) for order, found in keyed.items()]
        return covers
