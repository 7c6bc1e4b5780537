"""Steps unrolled from a symbolic deal: an account of the shortest game that owes nothing to engine or search.

The solver chooses the deal. For a right proclamation norms are left out, so that more can be done than is legal: that
nothing is shorter holds all the more. For a clash and for a question every decision is legal by the symbolic norms.
A game that is found counts once the engine has played it. All is within the first turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import z3
from attrs import evolve, frozen

from ...model.rules import Rules
from ...model.teufelsburg.state import State
from ..algebra import Algebra, Symbolic, Term, leaves, never
from ..prover import SAT, UNKNOWN, Limit, Query
from .bounds import claim_frames, to_claim
from .codes import CODES, Box
from .deal import deal, first
from .decode import decode, evaluate
from .effects import Act
from .listing import Situation
from .nearer import taken
from .situation import settled
from .step import Step, after, chance, enabled, owner, the_table
from .steps import STEPS
from .table import Table, is_frame
from .ways import FAR, Ways

_A = Symbolic(CODES)
AT_SEATS = frozenset({"spy", "trade", "attack", "give-to", "demand-of", "silence", "name", "point-out"})
WORDS = {"proclaim": "side", "support": "stance", "appoint": "stance", "symbol": "stance", "token": "stance",
         "direct": "way", "reward": "reward"}  # acts that choose a word, and of which sort


@frozen
class Taken:
    """A step taken: its name, what kind of move it is, and the move in numbers."""

    name: str
    kind: str
    act: Act


@frozen
class Unrolled:
    """The first position of a game, and its steps."""

    first: State
    steps: tuple[Taken, ...]


@frozen
class _Path:
    """Steps taken: the table they lead to, what they need, how many decisions they are."""

    table: Table
    needs: tuple[Term, ...] = ()
    steps: tuple[Taken, ...] = ()


@frozen
class _Goal:
    """Where a game is to get to, how many decisions a table is from it at least, and whether norms are kept."""

    met: Callable[[Table], Term]
    far: Callable[[Table], int]
    legal: bool = True


def shortest_right_claim(rules: Rules, most: int) -> Unrolled | None:
    """A game of the fewest decisions to a right proclamation in the first turn; None if it takes more than `most`.

    By the steps alone, norms left out. Raises `prover.Limit` if the solver gives up.
    """
    frames = claim_frames(rules)

    def far(table: Table) -> int:
        if not never(table.over):
            return 0
        bound = to_claim(_A, frames, evolve(table, over=False))
        return bound if isinstance(bound, int) else 0

    return _shortest(rules, most, _Goal(lambda table: _A.every((table.over, table.right)), far, legal=False))


def shortest_clash(rules: Rules, kind: str, most: int) -> Unrolled | None:
    """A game of the fewest decisions in the first turn to a clash at a kind of frame; None if it takes more.

    Raises as `shortest_right_claim`.
    """
    box = Box(rules)

    def met(table: Table) -> Term:
        top = table.agenda[0]
        return _A.every((is_frame(_A, top, kind), _A.some(
            _A.every((_A.eq(top.by, seat), settled(_A, Situation(box, table, kind, seat)).clash))
            for seat in range(rules.players))))

    return _shortest(rules, most, _Goal(met, partial(_far, Ways.of(rules).to(frozenset({kind})))))


def shortest_parting(rules: Rules, other: Rules, kind: str, owed: bool, most: int) -> Unrolled | None:
    """A game of the fewest decisions to a frame of a kind at which a move is legal by one of two rule sets alone.

    The move is that of who owes the frame, with `owed`, or else what he uses there; it is not counted. The game up to
    there is legal by the first rule set. Raises as `shortest_right_claim`.
    """
    boxes = Box(rules), Box(other)

    def met(table: Table) -> Term:
        top, found = table.agenda[0], []
        for seat in range(rules.players):
            here, there = (settled(_A, Situation(box, table, kind, seat)) for box in boxes)
            parts = [_A.no(_A.iff(legal, there.legal_at(candidate.key)))
                     for candidate, legal in zip(here.candidates, here.legal, strict=True)
                     if (candidate.act != "use") == owed]
            found.append(_A.every((_A.eq(top.by, seat), _A.some(parts))))
        return _A.every((is_frame(_A, top, kind), _A.some(found)))

    return _shortest(rules, most, _Goal(met, partial(_far, Ways.of(rules).to(frozenset({kind})))))


def _far(weights: Mapping[str, int], table: Table) -> int:
    """How many decisions a table is from a frame of some kind at least, in the first turn, by its ways."""
    known = [leaves(slot.kind) for slot in table.agenda]
    if not isinstance(table.turn, int) or None in known:
        return 0
    kinds = {CODES.value("frame", code) for codes in known for code in codes or () if code}
    return min((weights[kind] for kind in kinds), default=FAR) if table.turn == 1 else FAR


def _shortest(rules: Rules, most: int, goal: _Goal) -> Unrolled | None:
    box = Box(rules)
    begin = first(_A, box)
    query = Query(deal(_A, box, begin))
    level, steps = [_Path(begin)], taken(rules, STEPS) if goal.legal else STEPS
    for decisions in range(most + 1):
        following: list[_Path] = []
        for path in (longer for start in level for longer in _waited(box, start, steps)):
            if decisions + goal.far(path.table) > most:
                continue
            met = goal.met(path.table)
            found = query.ask(*path.needs, met) if not never(met) else None
            if found is not None and found.kind == UNKNOWN:
                raise Limit(found.reason)
            if found is not None and found.kind == SAT and found.model is not None:
                number = found.model.number
                told = tuple(evolve(step, act=_numbers(number, step.act)) for step in path.steps)
                return Unrolled(decode(box, evaluate(found.model, begin)), told)
            following += _longer(box, path, steps, goal.legal, free=False)
        level = following
    return None


def _numbers(number: Callable[[Term], int], act: Act) -> Act:
    return Act(number(act.by), number(act.to), number(act.card), number(act.choice))


def _waited(box: Box, path: _Path, steps: Sequence[Step]) -> Iterator[_Path]:
    """The path, and longer by whatever chance and the table do."""
    yield path
    for longer in _longer(box, path, steps, False, free=True):
        yield from _waited(box, longer, steps)


def _longer(box: Box, path: _Path, steps: Sequence[Step], lawful: bool, *, free: bool) -> Iterator[_Path]:
    """The path with one step more: with `free` one of chance or the table, else a decision."""
    at = len(path.steps)
    act = Act(*(z3.Int(f"{name}.{at}") for name in ("by", "to", "card", "choice")))
    for step in steps:
        if (step.who in (chance, the_table)) == free and not never(is_frame(_A, path.table.agenda[0], step.frame)):
            longer = _taken(box, path, step, act, lawful)
            if longer is not None:
                yield longer


def _taken(box: Box, path: _Path, step: Step, act: Act, lawful: bool) -> _Path | None:
    needs = [*enabled(_A, box, step, path.table, act).values(), _A.no(path.table.over)]
    if step.who not in (chance, the_table):
        needs += [_A.le(0, act.by), _A.lt(act.by, box.players)]
    if any(need is False for need in needs):
        return None
    if lawful:
        needs.append(legal(box, step, path.table, act))
    if needs[-1] is False:
        return None
    return _Path(after(_A, box, step, path.table, act), (*path.needs, *needs),
                 (*path.steps, Taken(step.key, step.act, act)))


def legal(box: Box, step: Step, table: Table, act: Act) -> Term:
    """Some seat makes the move, and the norms allow it."""
    found = []
    for seat in range(box.players):
        owes = _A.eq(table.agenda[0].by, seat)
        for owed in (True,) if step.who is owner else (True, False):
            norms = settled(_A, Situation(box, table, step.frame, seat, owed))
            may = _A.some(_A.every((fits(_A, candidate.key, act), term))
                          for candidate, term in zip(norms.candidates, norms.legal, strict=True)
                          if candidate.act == step.act and (candidate.key == ("use",)) == bool(step.role))
            found.append(_A.every((_A.eq(act.by, seat), owes if owed else _A.no(owes), may)))
    return _A.some(found)


def fits(a: Algebra, key: tuple[Any, ...], act: Act) -> Term:
    """The candidate with this key is the move."""
    kind, *what = key
    if not what:
        return True
    if kind in WORDS:
        return a.eq(act.choice, CODES.code(WORDS[kind], what[0]))
    return a.eq(act.to if kind in AT_SEATS else act.card, what[0])
