"""Steps unrolled from a symbolic deal: an account of the shortest game that owes nothing to engine or search.

The solver chooses the deal. Norms are left out, so that more can be done than is legal: that nothing is shorter
holds all the more, and a game that is found counts once the engine has played it.
"""

from __future__ import annotations

from collections.abc import Iterator

import z3
from attrs import evolve, frozen

from ...model.rules import Rules
from ...model.teufelsburg.state import State
from ..algebra import Symbolic, Term, never
from ..prover import SAT, UNKNOWN, Limit, Query
from .bounds import TURN, claim_frames, to_claim
from .codes import CODES, Box
from .deal import deal, first
from .decode import decode, evaluate
from .effects import Act
from .step import Step, after, chance, enabled, the_table
from .steps import STEPS
from .table import Table, is_frame

_A = Symbolic(CODES)


@frozen
class Unrolled:
    """The first position of a game, and its steps: the name of each, and the move in numbers."""

    first: State
    steps: tuple[tuple[str, Act], ...]


@frozen
class _Path:
    """Steps taken: the table they lead to, what they need, how many decisions they are."""

    table: Table
    needs: tuple[Term, ...] = ()
    steps: tuple[tuple[str, Act], ...] = ()
    decisions: int = 0


def shortest_right_claim(rules: Rules, most: int) -> Unrolled | None:
    """A game of the fewest decisions to a right proclamation in the first turn; None if it takes more than `most`.

    By the steps alone, norms left out. Raises `prover.Limit` if the solver gives up.
    """
    box = Box(rules)
    begin = first(_A, box)
    level, frames = [_Path(begin)], claim_frames(rules)
    query = Query(deal(_A, box, begin))
    for _ in range(most):
        following: list[_Path] = []
        for path in level:
            for longer in _further(box, path):
                if never(longer.table.over) and _missing(frames, longer.table) >= TURN:
                    continue  # the turn is gone
                found = query.ask(*longer.needs, longer.table.over, longer.table.right)
                if found.kind == UNKNOWN:
                    raise Limit(found.reason)
                if found.kind == SAT and found.model is not None:
                    start = decode(box, evaluate(found.model, begin))
                    told = tuple((name, _numbers(found.model.number, act)) for name, act in longer.steps)
                    return Unrolled(start, told)
                following.append(longer)
        level = following
    return None


def _missing(frames: tuple[str, ...], table: Table) -> int:
    """The bound, where the agenda is known; else 0, which rules nothing out."""
    bound = to_claim(_A, frames, evolve(table, over=False))
    return bound if isinstance(bound, int) else 0


def _numbers(number: object, act: Act) -> Act:
    assert callable(number)
    return Act(number(act.by), number(act.to), number(act.card), number(act.choice))


def _further(box: Box, path: _Path) -> Iterator[_Path]:
    """The path with one decision more, and whatever chance and the table do before it."""
    at = len(path.steps)
    act = Act(*(z3.Int(f"{name}.{at}") for name in ("by", "to", "card", "choice")))
    for step in STEPS:
        if never(is_frame(_A, path.table.agenda[0], step.frame)):
            continue
        longer = _taken(box, path, step, act)
        if longer is not None and step.who in (chance, the_table):
            yield from _further(box, longer)
        elif longer is not None:
            yield longer


def _taken(box: Box, path: _Path, step: Step, act: Act) -> _Path | None:
    free = step.who in (chance, the_table)
    needs = [*enabled(_A, box, step, path.table, act).values(), _A.no(path.table.over)]
    if not free:
        needs += [_A.le(0, act.by), _A.lt(act.by, box.players)]
    if any(need is False for need in needs):
        return None
    return _Path(after(_A, box, step, path.table, act), (*path.needs, *needs), (*path.steps, (step.key, act)),
                 path.decisions + (not free))
