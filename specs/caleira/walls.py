"""Clashes and gaps: positions in which a seat is due and nothing is left to it, found by the solver.

For every kind of decision the solver is asked for a sound table on which nothing is legal; what it finds is put before
the engine, which must say the same. What it does not find is in no position: the frames are all those of players.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

import z3
from attrs import frozen

from ...model.caleira.engine import Caleira
from ...model.caleira.state import State
from ...model.caleira.vocabulary import FRAMES_WITH
from ...model.norms import Norm
from ...model.rules import Rules
from ..algebra import Symbolic, Term, never
from ..prover import UNKNOWN, Limit, Model, Query
from ..settling import Settled, emptied_by
from .decode import decode
from .lawful import DECISIONS, settled
from .table import CODES, Box, Table, fresh, sound

A = Symbolic(CODES)


class Disagreement(RuntimeError):
    """The engine does not say of a state what the solver found: one of the two is wrong."""


@frozen
class Wall:
    """Norms that leave a seat nothing to do at a frame, and a state in which they do. See `specs.families.Found`."""

    frame: str
    seat: int
    norms: tuple[str, ...]
    clauses: tuple[str, ...]
    state: State


@frozen(eq=False)
class Place:
    """A kind of decision of one rule set: any table of it, what holds there, and the norms settled."""

    box: Box
    table: Table
    keeps: Mapping[str, Term]
    norms: Settled


def due_in(rules: Rules) -> tuple[str, ...]:
    """The kinds of decision that come up under the rules: some do under another value of a switch only."""
    return tuple(kind for kind in DECISIONS
                 if kind not in FRAMES_WITH or rules.value_of(FRAMES_WITH[kind][0]) == FRAMES_WITH[kind][1])


@lru_cache(maxsize=32)
def place_of(rules: Rules, kind: str) -> Place:
    """A kind of decision of a rule set. All seats being alike, it is seat 0 that decides."""
    box = Box(rules)
    table = fresh(box, kind)
    return Place(box, table, sound(A, box, table), settled(A, box, table))


def models(query: Query, marks: Mapping[str, Term]) -> Iterator[tuple[frozenset[str], Model]]:
    """One model for each set of marks that can hold together. Raises `Limit`."""
    while True:
        answer = query.ask()
        if answer.kind == UNKNOWN:
            raise Limit(answer.reason)
        if answer.model is None:
            return
        model = answer.model
        chosen = frozenset(key for key, mark in marks.items() if model.holds(mark))
        yield chosen, model
        query.add(A.some(A.no(mark) if key in chosen else mark for key, mark in marks.items()))


def wall(frame: str, norms: tuple[Norm, ...], state: State) -> Wall:
    """A wall by its norms."""
    return Wall(frame, 0, tuple(sorted(norm.id for norm in norms)), tuple(sorted({n.clause for n in norms})), state)


def _confirmed(engine: Caleira, state: State) -> State:
    if faults := engine.well_formed(state):
        raise Disagreement(f"the engine takes no such state: {'; '.join(faults)}: {state}")
    return state


def clashes(rules: Rules) -> tuple[Wall, ...]:
    """All smallest sets of norms that collide in some position. Raises `Disagreement`, and `Limit`."""
    engine, found = Caleira(rules), []
    for kind in due_in(rules):
        place = place_of(rules, kind)
        shutting = {norm.id: norm for norm, _ in place.norms.shuts}
        if not shutting or never(place.norms.clash):
            continue
        chosen = {key: z3.Bool(f"chosen.{key}") for key in shutting}
        query = Query({**place.keeps, "clash": place.norms.clash, "emptied": emptied_by(A, place.norms, chosen)})
        for ids, model in models(query, chosen):
            state = _confirmed(engine, decode(place.box, model, place.table))
            smallest = [{norm.id for norm in norms} for norms in engine.resolve(state, 0).clashes()]
            if ids not in smallest:
                raise Disagreement(f"the engine finds {smallest} at fault, the solver {sorted(ids)}: {state}")
            found.append(wall(kind, tuple(shutting[key] for key in sorted(ids)), state))
    return tuple(sorted(found, key=_order))


def gaps(rules: Rules) -> tuple[Wall, ...]:
    """Every want of a rule or of a thing that leaves a seat nothing to do. Raises as `clashes`."""
    engine, found = Caleira(rules), []
    for kind in due_in(rules):
        place = place_of(rules, kind)
        if never(place.norms.gap):
            continue
        duties = {s.norm.id: s.norm for s in place.norms.standing}
        for ids, model in models(Query({**place.keeps, "gap": place.norms.gap}), place.norms.unmet):
            state = _confirmed(engine, decode(place.box, model, place.table))
            if not engine.resolve(state, 0).is_gap:
                raise Disagreement(f"the engine finds no gap here: {state}")
            found.append(wall(kind, tuple(duties[key] for key in sorted(ids)), state))
    return tuple(sorted(found, key=_order))


def _order(found: Wall) -> tuple[int, int, tuple[str, ...]]:
    return DECISIONS.index(found.frame), len(found.norms), found.norms
