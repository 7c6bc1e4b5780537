"""Clashes and gaps: tables on which a seat owes a decision and no move is left, found by the solver.

For each kind of frame Z3 is asked for a sound table, come to by legal moves as far as the last ones are known,
on which something is open and nothing legal; each answer is put before the engine, which must say the same.
"""

from __future__ import annotations

from functools import lru_cache

import z3

from ...model.norms import Norm
from ...model.rules import Rules
from ...model.teufelsburg.engine import Teufelsburg
from ...model.teufelsburg.state import State
from ..asking import Disagreement, confirmed
from ..decisions import Wall, models
from ..settling import Settled, emptied_by
from .decode import decode, evaluate
from .listing import DECISIONS
from .places import A, Place, ground, owed_places
from .situation import settled


@lru_cache(maxsize=1)
def _places(rules: Rules, kinds: tuple[str, ...]) -> tuple[tuple[Place, Settled], ...]:
    """Who owes every kind of frame, with the norms settled. Raises `Gap` if the rules give no limit of a hand."""
    return tuple((place, settled(A, place.here)) for place in owed_places(ground(rules), kinds))


def _clauses(norms: tuple[Norm, ...]) -> tuple[str, ...]:
    return tuple(sorted({norm.clause for norm in norms}))


def clashes(rules: Rules, kinds: tuple[str, ...] = DECISIONS) -> tuple[Wall, ...]:
    """All smallest sets of norms that collide on some table, each with a state that the engine confirms.

    They are looked for in all kinds of frame, or in those named. Ordered by frame, size and ids. Raises `Disagreement`,
    `Limit` if the solver gives up, and `Gap` where the rules give no limit of a hand: no position is sound then.
    """
    engine = Teufelsburg(rules)
    found: dict[tuple[str, tuple[str, ...]], Wall] = {}
    for place, norms in _places(rules, kinds):
        shutting = {norm.id: norm for norm, _ in norms.shuts}
        if not shutting:
            continue
        chosen = {key: z3.Bool(f"chosen.{key}") for key in shutting}
        query = place.query(norms, clash=norms.clash, emptied=emptied_by(A, norms, chosen))
        for ids, model in models(A, query, chosen):
            state = decode(place.here.box, evaluate(model, place.here.table))
            smallest, kind = tuple(sorted(ids)), place.here.kind
            _confirm(engine, state, place.seat, smallest)
            clauses = _clauses(tuple(shutting[key] for key in smallest))
            found.setdefault((kind, smallest), Wall(kind, place.seat, smallest, clauses, state))
    return tuple(sorted(found.values(), key=_order))


def _order(found: Wall) -> tuple[int, int, tuple[str, ...]]:
    return DECISIONS.index(found.frame), len(found.norms), found.norms


def _confirm(engine: Teufelsburg, state: State, seat: int, norms: tuple[str, ...]) -> None:
    resolution = engine.resolve(confirmed(engine, state), seat)
    smallest = [tuple(norm.id for norm in norms) for norms in resolution.clashes()]
    if norms not in smallest:
        raise Disagreement(f"the engine finds {smallest} at fault, the solver {norms}: {state}")


def gaps(rules: Rules, kinds: tuple[str, ...] = DECISIONS) -> tuple[Wall, ...]:
    """Every want of a rule or of a thing that leaves a seat nothing to do, each with a state.

    Ordered as `clashes`, and raises what that raises.
    """
    engine = Teufelsburg(rules)
    found: dict[tuple[str, tuple[str, ...]], Wall] = {}
    for place, settlement in _places(rules, kinds):
        duties = {s.norm.id: s.norm for s in settlement.standing}
        for ids, model in models(A, place.query(settlement, gap=settlement.gap), settlement.unmet):
            state, kind = decode(place.here.box, evaluate(model, place.here.table)), place.here.kind
            if (faults := engine.well_formed(state)) or not engine.resolve(state, place.seat).is_gap:
                raise Disagreement(f"the engine finds no gap here: {'; '.join(faults)} {state}")
            norms = tuple(duties[key] for key in sorted(ids))
            key = kind, tuple(sorted(ids))
            found.setdefault(key, Wall(kind, place.seat, key[1], _clauses(norms), state))
    return tuple(sorted(found.values(), key=_order))
