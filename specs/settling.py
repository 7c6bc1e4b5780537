"""The norms of one frame over terms: what is open, closed, defeated and legal on every table at once.

The same meaning as `model.norms`, written anew: there sets of candidates that are, here a condition for
each candidate that could be. The two are held against each other by the tests. Only where clauses override
each other in a ring may they differ: the model cuts the ring among the norms that stand, here among all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

from attrs import frozen

from ..model.guard import Guard, interpret
from ..model.norms import FORBID, OBLIGE, PERMIT, Norm
from .algebra import Algebra, Term, never


@frozen
class Candidate:
    """Something a seat could do at a frame: `there` is whether it can be done on the table at all.

    `values` holds what the names of guards that speak of the move point at, `key` tells it from others.
    """

    act: str
    key: tuple[Any, ...]
    there: Term
    duty: bool
    values: Any


Lookup = Callable[[str, Candidate | None], Term]


@frozen
class Standing:
    """A norm, whether it applies, and whether it covers each candidate."""

    norm: Norm
    stands: Term
    covers: tuple[Term, ...]


@frozen
class Settled:
    """Everything about the candidates of one seat at one frame, as conditions on the table.

    `shuts` has, for each norm that closes something, its condition for each candidate; a defeated norm
    shuts nothing.
    """

    candidates: tuple[Candidate, ...]
    standing: tuple[Standing, ...]
    open: tuple[Term, ...]
    shuts: tuple[tuple[Norm, tuple[Term, ...]], ...]
    defeated: tuple[tuple[Norm, Term], ...]
    unmet: Mapping[str, Term]  # by norm id: a duty stands undefeated and nothing there is discharges it
    legal: tuple[Term, ...]
    stuck: Term
    gap: Term
    clash: Term

    @cached_property
    def called(self) -> Mapping[str, Term]:
        """What each norm covers, by its id and the candidate: names for parts of a question."""
        return {" ".join((s.norm.id, *(str(word) for word in c.key))): term for s in self.standing
                for c, term in zip(self.candidates, s.covers, strict=True) if not isinstance(term, bool)}

    @property
    def duties(self) -> tuple[int, ...]:
        """The places of the candidates that answer the frame."""
        return tuple(i for i, candidate in enumerate(self.candidates) if candidate.duty)

    def legal_at(self, key: tuple[Any, ...]) -> Term:
        """Whether the candidate with this key is legal; one that is not listed is not."""
        return next((term for c, term in zip(self.candidates, self.legal, strict=True) if c.key == key), False)


def norms_at(norms: Sequence[Norm], kind: str, acts: Sequence[str]) -> tuple[Norm, ...]:
    """The norms that can apply in a frame of this kind, in the rulebook's order."""
    return tuple(n for n in norms if n.move in acts and (not n.during or kind in n.during))


def _means(algebra: Algebra, guard: Guard | None, lookup: Lookup, candidate: Candidate | None) -> Term:
    return True if guard is None else interpret(guard.tree, algebra, lambda name: lookup(name, candidate))


def stand(
    algebra: Algebra, norms: Sequence[Norm], candidates: Sequence[Candidate], lookup: Lookup, owed: bool
) -> tuple[Standing, ...]:
    """Where each norm applies and what it covers. Duties bind only a seat that owes the frame."""
    a, found = algebra, []
    for norm in norms:
        if norm.mood == OBLIGE:
            if owed:
                stands = _means(a, norm.when, lookup, None)
                covers = tuple(
                    a.every((stands, c.there, _means(a, norm.which, lookup, c))) if c.act == norm.move else False
                    for c in candidates
                )
                found.append(Standing(norm, stands, covers))
            continue
        covers = tuple(
            a.every((c.there, _means(a, norm.when, lookup, c))) if c.act == norm.move else False for c in candidates
        )
        found.append(Standing(norm, a.some(covers), covers))
    return tuple(found)


class _Settling:
    """The constraints settled so far, those that beat others first."""

    def __init__(self, algebra: Algebra, candidates: Sequence[Candidate], standing: Sequence[Standing]) -> None:
        self.a = algebra
        self.candidates = candidates
        self.everything = range(len(candidates))
        self.duty = [i for i, c in enumerate(candidates) if c.duty]
        opening = [s for s in standing if s.norm.mood != FORBID]
        self.open = tuple(algebra.some(s.covers[i] for s in opening) for i in self.everything)
        self.permits = [s for s in standing if s.norm.mood == PERMIT]
        self.shuts: list[tuple[Norm, Term, tuple[Term, ...]]] = []  # norm, it closes something or nothing, what
        self.defeated: list[tuple[Norm, Term]] = []

    def _collides(self, closed: Sequence[Term], beaters: Sequence[tuple[Term, Sequence[Term]]]) -> Term:
        """Some beaters together leave something, all of which the norm closes.

        For each candidate that it closes, all beaters that allow it are the set that leaves least.
        """
        a, found = self.a, []
        allows = [tuple(a.no(term) for term in shut) for _, shut in beaters]
        for move in self.duty if beaters else ():
            if never(closed[move]) or never(self.open[move]):
                continue
            allowed = a.some(a.every((stands, allow[move])) for (stands, _), allow in zip(beaters, allows, strict=True))
            shuts_it = [(allow, shut[move]) for (_, shut), allow in zip(beaters, allows, strict=True)]
            left = [a.every((self.open[i], *(a.some((allow[i], shut)) for allow, shut in shuts_it))) for i in self.duty]
            all_closed = (a.implies(term, closed[i]) for i, term in zip(self.duty, left, strict=True))
            found.append(a.every((self.open[move], closed[move], allowed, *all_closed)))
        return a.some(found)

    def _beaters(self, norm: Norm, closed: Sequence[Term]) -> list[tuple[Term, Sequence[Term]]]:
        """Those that can defeat a norm: a prohibition only if the norm by itself leaves something to do."""
        a = self.a
        spares = a.some(a.every((self.open[i], a.no(closed[i]))) for i in self.duty)
        return [
            (stands, shut) if other.mood == OBLIGE
            else (a.every((stands, spares)), tuple(a.every((term, spares)) for term in shut))
            for other, stands, shut in self.shuts if other.beats(norm)
        ]

    def settle(self, item: Standing) -> None:
        """Settle one constraint against those that beat it, which are settled before."""
        a = self.a
        if item.norm.mood == FORBID:
            whole = item.covers
        else:
            whole = tuple(
                a.every((item.stands, c.there, a.no(item.covers[i]))) if c.duty else False
                for i, c in enumerate(self.candidates)
            )
        shields = [permit for permit in self.permits if permit.norm.beats(item.norm)]
        closed = tuple(
            a.every((whole[i], *(a.no(permit.covers[i]) for permit in shields))) for i in self.everything
        )
        beaters = self._beaters(item.norm, closed)
        shielded = a.every((a.some(whole), a.no(a.some(closed))))
        loses = a.every((item.stands, a.some((self._collides(closed, beaters), shielded))))
        wins = a.every((item.stands, a.no(loses)))
        self.defeated.append((item.norm, loses))
        self.shuts.append((item.norm, wins, tuple(a.every((wins, term)) for term in closed)))


def _beaters_first(standing: Sequence[Standing]) -> tuple[Standing, ...]:
    """An order in which each comes after all that beat it; where some beat each other in a ring, by rank and id."""
    left = sorted(standing, key=lambda s: (-s.norm.rank, s.norm.id))
    found: list[Standing] = []
    while left:
        free = [s for s in left if not any(other.norm.beats(s.norm) for other in left)]
        found.append((free or left)[0])
        left.remove(found[-1])
    return tuple(found)


def settle(algebra: Algebra, candidates: Sequence[Candidate], standing: Sequence[Standing]) -> Settled:
    """Settle all norms over the candidates of a seat."""
    a = algebra
    work = _Settling(a, candidates, standing)
    constraints = _beaters_first([s for s in standing if s.norm.mood != PERMIT])
    for item in constraints:
        work.settle(item)
    shut = tuple(a.some(shuts[i] for _, _, shuts in work.shuts) for i in work.everything)
    legal = tuple(a.every((work.open[i], a.no(shut[i]))) for i in work.everything)
    stuck = a.no(a.some(legal[i] for i in work.duty))
    wins = zip(constraints, work.shuts, strict=True)
    unmet = {s.norm.id: a.every((stands, a.no(a.some(s.covers))))
             for s, (_, stands, _) in wins if s.norm.mood == OBLIGE}
    gap = a.every((stuck, a.some((*unmet.values(), a.no(a.some(work.open[i] for i in work.duty))))))
    return Settled(
        tuple(candidates), tuple(standing), work.open, tuple((norm, shuts) for norm, _, shuts in work.shuts),
        tuple(work.defeated), unmet, legal, stuck, gap, a.every((stuck, a.no(gap))),
    )


def emptied_by(algebra: Algebra, settled: Settled, chosen: dict[str, Term]) -> Term:
    """The norms chosen (a condition by norm id) leave nothing to do, and each of them is needed for it."""
    a = algebra
    wanted = {i: settled.open[i] for i in settled.duties}
    picks = [(chosen.get(norm.id, False), shuts) for norm, shuts in settled.shuts]
    shut = {i: [a.every((pick, shuts[i])) for pick, shuts in picks] for i in wanted}
    needed = [
        a.implies(pick, a.some(
            a.every((wanted[i], shut[i][j], *(a.no(term) for k, term in enumerate(shut[i]) if k != j)))
            for i in wanted
        ))
        for j, (pick, _) in enumerate(picks)
    ]
    return a.every((*(a.implies(wanted[i], a.some(shut[i])) for i in wanted), *needed))
