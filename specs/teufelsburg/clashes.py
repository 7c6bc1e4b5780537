"""Clashes and gaps: tables on which a seat owes a decision and no move is left, found by the solver.

For each kind of frame Z3 is asked for a sound table, come to by legal moves as far as the last ones are known,
on which something is open and nothing legal; each answer is put before the engine, which must say the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

import z3
from attrs import evolve, frozen

from ...model.norms import Norm
from ...model.rules import Rules
from ...model.teufelsburg.engine import Teufelsburg
from ...model.teufelsburg.state import State
from ..algebra import Symbolic, Term
from ..prover import UNKNOWN, Limit, Query
from ..settling import Settled, emptied_by
from .codes import CODES, KINDS, ROLE_CODES, Box, frame_code
from .decode import decode, evaluate
from .invariant import Sound, sound
from .pose import OTHER, OWNER, posed
from .situation import SITUATIONS, Situation, settled
from .table import Slot, Table, fresh

_A = Symbolic(CODES)


class Disagreement(RuntimeError):
    """The engine does not say of a state what the solver found: one of the two is wrong."""


@frozen
class SymbolicClash:
    """A smallest set of norms that leaves a seat nothing to do, and a state in which it does.

    `frame` is the kind of the frame on top of the state, `seat` who owes it.
    """

    frame: str
    seat: int
    norms: tuple[str, ...]
    clauses: tuple[str, ...]
    state: State


@frozen
class SymbolicGap:
    """A state in which the rules leave a seat without a move for want of a rule or of a thing.

    `norms` are the duties that have nothing to be done with; empty if nothing is permitted at all.
    """

    frame: str
    seat: int
    norms: tuple[str, ...]
    clauses: tuple[str, ...]
    state: State


@frozen(eq=False)
class _Place:
    """One kind of frame on a symbolic table, with its norms settled and how it was come to."""

    here: Situation
    sound: Sound
    settled: Settled
    come: Term


def _came_by(box: Box, here: Situation) -> Iterator[tuple[Situation, str, Term]]:
    """The decision before this one, where the table is still the same: its act, and what it named."""
    table, slot = here.table, here.slot
    by, to = OWNER, OTHER

    def before(kind: str, seat: int, **parts: Term) -> Situation:
        top = Slot(frame_code(kind), seat, **parts)
        return Situation(box, evolve(table, agenda=(top, *table.agenda[1:])), kind, seat)

    match here.kind:
        case "answer":
            yield before("offer", to, to=by, demanded=slot.demanded), "offer", slot.card
        case "unload":
            yield before("surplus", by), "give-to", to
        case "demand-what":
            yield before("demand", by), "demand-of", to


def _come(box: Box, here: Situation) -> Term:
    """The decision before this one was legal, as far as the table tells."""
    found = []
    for before, act, named in _came_by(box, here):
        norms = settled(_A, before)
        values = KINDS if act == "offer" else range(box.players)
        found.append(_A.some(_A.every((_A.eq(named, v), norms.legal_at((act, v)))) for v in values))
    return _A.every(found)


@lru_cache(maxsize=1)
def _places(rules: Rules) -> tuple[_Place, ...]:
    """Every kind of frame whose norms a symbolic table can tell. Raises `Gap` if the rules give no limit of a hand."""
    box = Box(rules)
    blank = sound(_A, box, fresh(box, "table"))
    places = []
    for kind in SITUATIONS:
        here = Situation(box, posed(box, blank.table, kind), kind, OWNER)
        found = settled(_A, here)
        places.append(_Place(here, sound(_A, box, here.table, blank), found, _come(box, here)))
    return tuple(places)


def _query(place: _Place, **more: Term) -> Query:
    return Query({**place.sound.keeps, "come": place.come, "left": _role_left(place.here.table), **more})


def _role_left(table: Table) -> Term:
    """With fewer seats than occupations one is nobody's: known to everybody but Z3, which counts pigeonholes."""
    held = [_A.some(_A.eq(role, r) for role in table.roles) for r in ROLE_CODES]
    return _A.some(_A.no(term) for term in held) if table.players < len(ROLE_CODES) else True


def _states(query: Query, place: _Place, marks: Mapping[str, Term]) -> Iterator[tuple[frozenset[str], Table]]:
    """One table for each set of marks that can hold together. Raises `Limit`."""
    while True:
        answer = query.ask()
        if answer.kind == UNKNOWN:
            raise Limit(answer.reason)
        if answer.model is None:
            return
        chosen = frozenset(name for name, mark in marks.items() if answer.model.holds(mark))
        yield chosen, evaluate(answer.model, place.here.table)
        query.add(_A.some(_A.no(mark) if name in chosen else mark for name, mark in marks.items()))


def _clauses(norms: tuple[Norm, ...]) -> tuple[str, ...]:
    return tuple(sorted({norm.clause for norm in norms}))


def clashes(rules: Rules) -> tuple[SymbolicClash, ...]:
    """All smallest sets of norms that collide on some table, each with a state that the engine confirms.

    Ordered by frame, size and ids. Raises `Disagreement`, `Limit` if the solver gives up, and `Gap` where the
    rules give no limit of a hand: no position is sound to the engine then.
    """
    engine = Teufelsburg(rules)
    found = []
    for place in _places(rules):
        norms = {norm.id: norm for norm, _ in place.settled.shuts}
        if not norms:
            continue
        chosen = {key: z3.Bool(f"chosen.{key}") for key in norms}
        query = _query(place, clash=place.settled.clash, emptied=emptied_by(_A, place.settled, chosen))
        for ids, table in _states(query, place, chosen):
            state = decode(place.here.box, table)
            smallest = tuple(sorted(ids))
            _confirm(engine, state, smallest)
            clauses = _clauses(tuple(norms[key] for key in smallest))
            found.append(SymbolicClash(place.here.kind, OWNER, smallest, clauses, state))
    order = list(SITUATIONS)
    return tuple(sorted(found, key=lambda c: (order.index(c.frame), len(c.norms), c.norms)))


def _confirm(engine: Teufelsburg, state: State, norms: tuple[str, ...]) -> None:
    if faults := engine.well_formed(state):
        raise Disagreement(f"the engine takes no such state: {'; '.join(faults)}: {state}")
    resolution = engine.resolve(state, OWNER)
    smallest = [tuple(norm.id for norm in norms) for norms in resolution.clashes()]
    if norms not in smallest:
        raise Disagreement(f"the engine finds {smallest} at fault, the solver {norms}: {state}")


def gaps(rules: Rules) -> tuple[SymbolicGap, ...]:
    """Every want of a rule or of a thing that leaves a seat nothing to do, each with a state.

    Ordered as `clashes`, and raises what that raises.
    """
    engine = Teufelsburg(rules)
    found = []
    for place in _places(rules):
        duties = {s.norm.id: s.norm for s in place.settled.standing}
        query = _query(place, gap=place.settled.gap)
        for ids, table in _states(query, place, place.settled.unmet):
            state = decode(place.here.box, table)
            if engine.well_formed(state) or not engine.resolve(state, OWNER).is_gap:
                raise Disagreement(f"the engine finds no gap here: {state}")
            norms = tuple(duties[key] for key in sorted(ids))
            found.append(SymbolicGap(place.here.kind, OWNER, tuple(sorted(ids)), _clauses(norms), state))
    order = list(SITUATIONS)
    return tuple(sorted(found, key=lambda g: (order.index(g.frame), len(g.norms), g.norms)))


