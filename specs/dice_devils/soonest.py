"""How soon two readings can part at all: a lower bound of the length of a game, by what is proved of positions.

The length of a game is how many rounds have begun after its last move, and how many decisions it took. Readings part in
what may be done at a decision, or in what follows by itself. Nothing follows before all markers lie, nobody changes
ranks before somebody has won, no round ends without a dice-off, the Spielteufel is asked before anybody rolls for a
first tie, and the count comes after so many rounds: each of these is proved here, or not used.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from attrs import frozen

from ...model.dice_devils.ranks import SPIELTEUFEL
from ...model.dice_devils.vocabulary import FACTS
from ...model.rules import Rules
from ..algebra import Term
from ..promise import EXTENT
from ..prover import PROVED, UNSAT, Query
from .lawful import due_in
from .places import SIDE, A, place_of
from .promises import by_rounds
from .settle import PIECES
from .table import NONE, SETTLING, Box, Table, many
from .tally import follows, fresh
from .turning import OF_DEALS, otherwise

NEVER = "never"


@frozen
class Soonest:
    """No game parts the readings in fewer rounds, or in so many with fewer decisions; and by what. Round 0: none."""

    turn: int
    decisions: int
    why: str


@lru_cache(maxsize=64)
def soonest(rules: Rules, other: Rules) -> Soonest:
    """The bound for two rule sets of the same ranks and objects."""
    kinds = _kinds_apart(rules, other)
    marked = all(_all_marked(rules, kind) for kind in ("", *kinds))
    if not marked:
        return Soonest(1, 0, "")
    bounds = [_of_norms(rules, other, kinds)] if kinds else []
    pieces = differing(rules, other)
    if pieces:
        bounds.append(_of_pieces(rules, other, pieces))
    if not bounds and _switches_alone(rules, other):
        return Soonest(0, 0, NEVER)
    return min(bounds, key=lambda bound: (bound.turn, bound.decisions), default=Soonest(1, 0, ""))


def _switches_alone(rules: Rules, other: Rules) -> bool:
    """Nothing is otherwise but switches of what follows by itself, and no fact."""
    switches = all(rules.switch(key) == other.switch(key) for key in OF_DEALS)
    return switches and all(rules.value_of(key) == other.value_of(key) for key in FACTS)


def _of_norms(rules: Rules, other: Rules, kinds: tuple[str, ...]) -> Soonest:
    """Where other things may be done: after all markers; where nothing is left then, with that the round is over."""
    n, why = rules.players, "a decision after all markers are placed"
    if kinds == ("swap",) and not _left_at(rules, other, "swap"):
        return Soonest(2, n + 1, f"{why}, and with it the round is over")
    return Soonest(1, n + 1, why)


def _left_at(rules: Rules, other: Rules, kind: str) -> bool:
    """Whether a dice-off can be left to be fought where norms allow different things at a kind of decision."""
    place = place_of(rules, kind)
    table, theirs = place.table, SIDE.settle(place, tuple(other.norms))
    apart = A.some(A.no(A.iff(x, y)) for x, y in zip(place.norms.legal, theirs.legal, strict=True))
    left = A.some(A.every((A.lt(1, many(A, table.wants(A, i))), A.no(done), A.no(A.eq(table.fight.at, i))))
                  for i, done in enumerate(table.settled))
    return not _never(place.keeps, apart, left)


def _kinds_apart(rules: Rules, other: Rules) -> tuple[str, ...]:
    """The kinds of decision at which norms are others."""
    apart = {*rules.norms} ^ {*other.norms}
    place = {kind: {norm for norm in apart if norm.move in acts and (not norm.during or kind in norm.during)}
             for kind, acts in ((kind, _acts(rules, kind)) for kind in due_in(rules))}
    return tuple(kind for kind, norms in place.items() if norms)


def _acts(rules: Rules, kind: str) -> frozenset[str]:
    return frozenset(candidate.act for candidate in place_of(rules, kind).norms.candidates)


def _never(keeps: Mapping[str, Term], *terms: Term) -> bool:
    """No sound table is like that; not so where the solver gives up."""
    return Query(keeps).ask(*terms).kind == UNSAT


def _all_marked(rules: Rules, kind: str) -> bool:
    """Wherever a frame of a kind is owed, or nothing is and nobody has won, all markers lie at objects."""
    place = place_of(rules, kind)
    lacking = A.some(A.eq(mark, NONE) for mark in place.table.marks)
    return _never(place.keeps, A.eq(place.table.winner, NONE), lacking)


def differing(rules: Rules, other: Rules) -> Mapping[str, Term]:
    """The pieces that come next or lead otherwise under other rules in some sound position, and where."""
    place = place_of(rules, "")
    assert place.table.owed.kind == SETTLING
    open_ = A.eq(place.table.winner, NONE)
    apart = {piece.key: otherwise(piece, Box(rules), Box(other), place.table) for piece in PIECES}
    return {key: term for key, term in apart.items() if not _never(place.keeps, open_, term)}


def _of_pieces(rules: Rules, other: Rules, pieces: Mapping[str, Term]) -> Soonest:
    n, certain = rules.players, int(_dice_off_is_certain(rules))
    if rules.switch("supply.short") != other.switch("supply.short"):
        first = _extent(rules, "supply.short")
        if isinstance(first, int):
            return Soonest(first, (first - 1) * (n + certain), "the heap is not short before")
        if first == NEVER:
            return Soonest(0, 0, NEVER)
    if set(pieces) <= {"count", "short"} and isinstance(least := _extent(rules, "rounds.least"), int):
        return Soonest(least, least * (n + certain), "no game is counted before")
    if set(pieces) <= {"round", "short"} and certain:
        return Soonest(2, n + 1, "no round ends without a dice-off, after which ranks can be changed")
    if _asked_before(rules, pieces):
        return Soonest(1, n + 1, "all markers are placed before, and the Spielteufel was asked")
    return Soonest(1, n, "all markers are placed before")


def _extent(rules: Rules, name: str) -> object:
    found = next(promise for promise in promised(rules) if promise.id == name and promise.kind == EXTENT)
    return found.value if found.verdict == PROVED else None


promised = lru_cache(maxsize=16)(by_rounds)


def _dice_off_is_certain(rules: Rules) -> bool:
    """There are fewer objects than players in every round."""
    r = fresh(rules)
    return follows(rules, r.lying < rules.players, r) == PROVED


def _can_win(table: Table) -> Term:
    """The Spielteufel is among those who can win a dice-off."""
    return A.some(A.every((can, table.has(A, seat, SPIELTEUFEL))) for seat, can in enumerate(table.fight.among))


def _asked_before(rules: Rules, pieces: Mapping[str, Term]) -> bool:
    """Pieces part in a later roll alone in which he can win, and he was asked, or had forced, before the first tie."""
    place = place_of(rules, "")
    table, open_ = place.table, A.eq(place.table.winner, NONE)
    later = A.every((table.fight.again, _can_win(table)))
    tie = next(piece for piece in PIECES if piece.key == "tie").when(A, Box(rules), table)
    unasked = A.no(A.some((table.fight.looked, table.forced)))
    return _never(place.keeps, open_, A.some(pieces.values()), A.no(later)) and _never(
        place.keeps, open_, tie, A.no(table.fight.again), _can_win(table), unasked)
