"""A switch turned to another value: a position and a step where that leads elsewhere, or that no step does.

Only steps that ask for the switch can differ by it. Two tables and the kinds of events are compared; what an event
tells besides is not. Nothing is said of what the set-up asks for, of what somebody sees, and of what follows any move.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, cast

import z3
from attrs import frozen

from ...model.game import CHANCE
from ...model.rules import Rules
from ...model.teufelsburg.state import State
from ..algebra import Term, ne, never
from ..altered import Altered
from ..prover import UNKNOWN, Limit
from .codes import Box
from .decode import decode, evaluate
from .effects import Act
from .listing import DECISIONS, Situation
from .midst import comes_up
from .places import A, Ground, Place, base, ground, other_places, owed_at
from .situation import settled
from .step import Step, after, enabled, outcome
from .steps import STEPS
from .table import Table, flat, parts

MUCH = ("draw", "steal", "give-back")  # after these most follows of itself: bags turn, a surplus arises
DRAWING = next(step for step in STEPS if step.key == "draw/draw")


def _act(by: int) -> Act:
    return Act(by, z3.Int("act.to"), z3.Int("act.card"), z3.Int("act.choice"))


@frozen(eq=False)
class _Steps:
    """What the steps of one rule set ask for: each step, and what follows every step; on tables of their frames."""

    base: Ground
    tables: Mapping[str, Table]
    asks: Mapping[str, frozenset[str]]
    follows: frozenset[str]


@lru_cache(maxsize=1)
def _steps(rules: Rules) -> _Steps:
    altered = Altered(rules, {})
    box, probe, ground_ = Box(cast(Rules, altered)), _act(0), ground(rules)
    kinds = dict.fromkeys(step.frame for step in STEPS)
    tables = {kind: base(ground_, kind)[0] for kind in kinds if comes_up(ground_.box, kind)}
    asks = {}
    for step in STEPS:
        if step.frame in tables:
            table = tables[step.frame]
            altered.read.clear()
            step.can(A, box, table, probe)
            step.leads(A, box, table, probe)
            for when in step.tells.values():
                when(A, box, table, probe)
            asks[step.key] = frozenset(altered.read)
    altered.read.clear()
    after(A, box, DRAWING, tables["draw"], probe)
    return _Steps(ground_, tables, asks, frozenset(altered.read))


def _legal(here: Situation, act: Act, kind: str) -> Term:
    """The move is one that the norms let the seat make."""
    norms, found = settled(A, here), []
    for candidate, legal in zip(norms.candidates, norms.legal, strict=True):
        if candidate.act == kind:
            found.append(A.every((legal, _is(here, act, candidate.key, candidate.values))))
    return A.some(found)


def _is(here: Situation, act: Act, key: Sequence[Any], values: Any) -> Term:
    """The move is this candidate."""
    if key[0] == "use" and len(key) == 1:
        return A.eq(act.card, here.table.roles[here.by])
    if len(key) == 1:
        return True
    if isinstance(key[1], str):
        return A.eq(act.choice, next(iter(values.values())))
    if "target" in values:
        return A.eq(act.to, key[1])
    return A.eq(act.choice, key[1] + 1) if key[0] == "peek" else A.eq(act.card, key[1])


def _moves(base_: Ground, kind: str) -> Iterator[tuple[Place, Act, bool]]:
    """Every seat that may move at a kind of frame, chance among them; and whether the norms are asked."""
    if kind in DECISIONS:
        for place in (*owed_at(base_, kind), *other_places(base_, kind)):
            yield place, _act(place.seat), True
    if kind in ("draw", "spy", "retrain"):
        table, premises = base(base_, kind)
        yield Place(Situation(base_.box, table, kind, CHANCE), premises), _act(CHANCE), False


def _differs(step: Step, one: Box, other: Box, table: Table, act: Act) -> Term:
    """The step can be made under both values, and leads elsewhere or tells of other kinds of events."""
    outcomes = [outcome(A, box, step, table, act) for box in (one, other)]
    (ours, theirs), tags = (parts(later) for later, _ in outcomes), [told for _, told in outcomes]
    pairs = [(x, y) for name in ours for x, y in zip(flat(ours[name]), flat(theirs[name]), strict=True)]
    pairs += [(tags[0].get(tag, False), tags[1].get(tag, False)) for tag in sorted({*tags[0], *tags[1]})]
    cans = [step.can(A, box, table, act) for box in (one, other)]
    return A.some((_unlike(*cans), A.every((*cans, A.some(_unlike(x, y) for x, y in pairs)))))


def _unlike(left: Term, right: Term) -> Term:
    if left is right or (hasattr(left, "eq") and hasattr(right, "eq") and left.eq(right)):
        return False
    return ne(A, left, right)


def turned(rules: Rules, key: str, value: Any) -> tuple[bool, State | None]:
    """Whether all steps were looked at that ask for a switch or fact, and a position where a move leads elsewhere then.

    With no position and all looked at, every step is the same with the other value; not all are looked at where what
    follows of itself asks for it. Raises `ValueError` where the table itself is another with the other value, `Limit`
    if the solver gives up, and `Gap` where the rules give no limit of a hand.
    """
    known = _steps(rules)
    whole = key not in known.follows
    steps = [step for step in STEPS if key in known.asks.get(step.key, ()) or (step.frame in MUCH and not whole)]
    box, other = Box(rules), Box(cast(Rules, Altered(rules, {key: value})))
    for kind in dict.fromkeys(step.frame for step in steps):
        for place, act, asked in _moves(known.base, kind):
            for step in (s for s in steps if s.frame == kind):
                found = _search(place, step, box, other, act, asked)
                if found is not None:
                    return whole, found
    return whole, None


def _search(place: Place, step: Step, box: Box, other: Box, act: Act, asked: bool) -> State | None:
    table = place.here.table
    differs = _differs(step, box, other, table, act)
    if never(differs):
        return None
    where = {name: term for name, term in enabled(A, box, step, table, act).items() if name in ("frame", "seat")}
    if asked:
        where["legal"] = _legal(place.here, act, step.act)
    answer = place.query(**{f"step.{name}": term for name, term in where.items()}).ask(differs)
    if answer.kind == UNKNOWN:
        raise Limit(answer.reason)
    return None if answer.model is None else decode(place.here.box, evaluate(answer.model, table))
