"""Where norms are felt: a position in which another thing may be done with a norm changed, or a proof of none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ...model.caleira.engine import Caleira
from ...model.caleira.state import State
from ...model.caleira.vocabulary import FRAME_ACTS
from ...model.norms import Norm
from ...model.rules import Rules
from ..algebra import Concrete, Term, never
from ..liveness import OUT, Bite, Change, Changes, Felt, changes
from ..prover import UNKNOWN, Limit, Query
from ..settling import Settled
from .decode import decode, encode
from .lawful import key_of, settled
from .table import CODES
from .walls import A, Disagreement, Place, due_in, place_of

EARLY = 8  # the turns of which the first is looked for, each by itself


def _differ(one: Settled, other: Settled) -> Term:
    """Some candidate is legal in one way and not in the other."""
    return A.some(A.no(A.iff(here, there)) for here, there in zip(one.legal, other.legal, strict=True))


def _changed(norms: Sequence[Norm], change: Change) -> tuple[Norm, ...]:
    """The norms with one of them changed."""
    kept = [(change.other if norm is change.norm else norm) for norm in norms]
    return tuple(norm for norm in kept if norm is not None)


def _asked(place: Place, differ: Term, first: bool = False) -> State | None:
    """A position with that difference, of the first turn that has one if `first`; None as a proof of none."""
    if never(differ):
        return None
    query = Query({**place.keeps, "differ": differ})
    early = (query.ask(A.le(place.table.turn, turn)) for turn in (range(1, EARLY) if first else ()))
    answer = next((found for found in early if found.model is not None), None) or query.ask()
    if answer.kind == UNKNOWN:
        raise Limit(answer.reason)
    return None if answer.model is None else decode(place.box, answer.model, place.table)


def _kinds(rules: Rules, norm: Norm) -> Iterator[str]:
    """The kinds of decision that a norm can speak of."""
    for kind in due_in(rules):
        if norm.move in FRAME_ACTS[kind] and (not norm.during or kind in norm.during):
            yield kind


def _felt_at(rules: Rules, change: Change, first: bool = False) -> tuple[str, State] | None:
    """Where a change of one norm is felt first."""
    for kind in _kinds(rules, change.norm):
        place = place_of(rules, kind)
        other = settled(A, place.box, place.table, _changed(rules.norms, change))
        state = _asked(place, _differ(place.norms, other), first)
        if state is not None:
            return kind, state
    return None


def felt(rules: Rules, ids: Sequence[str] = (), each: Changes = changes) -> tuple[Felt, ...]:
    """What each change of each norm comes to, of those named or of all. Raises `Limit`."""
    found = []
    for norm in rules.norms:
        for change in each(norm) if not ids or norm.id in ids else ():
            at = _felt_at(rules, change)
            if at is not None:
                if faults := Caleira(rules).well_formed(at[1]):
                    raise Disagreement(f"the engine takes no such state: {'; '.join(faults)}")
                found.append(Felt(norm, change.what, at[0], 0, at[1]))
                continue
            comes = any(True for _ in _kinds(rules, norm))
            why = "what it would close is closed, or open, by other norms" if comes else "it speaks of nothing that " \
                "comes up under these rules"
            found.append(Felt(norm, change.what, reason=why))
    return tuple(found)


def bites(rules: Rules, ids: Sequence[str]) -> tuple[Bite, ...]:
    """Where each norm named lets another thing be done than without it, and a move that it opens or closes there."""
    found = []
    for norm in rules.norms:
        if norm.id not in ids:
            continue
        change = next(change for change in changes(norm) if change.what == OUT)
        at = _felt_at(rules, change, first=True)
        found.append(Bite(norm) if at is None else Bite(norm, at[0], 0, at[1], _move(rules, change, *at)))
    return tuple(found)


def _move(rules: Rules, change: Change, kind: str, state: State) -> Any:
    """The first move that a change opens or closes in a state."""
    numbers, box = Concrete(CODES), place_of(rules, kind).box
    table = encode(box, state)
    one, other = settled(numbers, box, table), settled(numbers, box, table, _changed(rules.norms, change))
    return next(move for move in Caleira(rules).resolve(state, 0).candidates
                if one.legal_at(key_of(move)) != other.legal_at(key_of(move)))


def parted(one: Rules, other: Rules) -> tuple[int, State] | None:
    """A seat and a state in which two rule sets with the same cards allow different things; None if there is none."""
    for kind in due_in(one):
        place = place_of(one, kind)
        state = _asked(place, _differ(place.norms, settled(A, place.box, place.table, tuple(other.norms))))
        if state is not None:
            return 0, state
    return None
