"""Induction over steps: which invariants hold at the start and are kept by every kind of step.

The invariants are proved together, each step from all of them; those that some step breaks are given up
and the rest tried again without them, until what is left keeps itself.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import z3
from attrs import evolve, frozen

from .algebra import Algebra, Term
from .prover import PROVED, REFUTED, RLIMIT, SAT, UNKNOWN, UNSAT, VACUOUS, Model, Premises, Query

START = "start"


@frozen
class Case:
    """One kind of step: when it is taken, and each invariant before and after it, by name.

    At the start there is no before, and what is only said of a step has none. `subject` is whatever the
    family reads the models by.
    """

    name: str
    premises: Premises
    before: Mapping[str, Term]
    after: Mapping[str, Term]
    subject: Any = None


@frozen
class Kept:
    """What became of one invariant.

    ``proved``: it holds at the start and every step keeps it. ``refuted``: there is a start without it.
    ``unknown``: a step from a table with all that is proved breaks it (`broken_by`, with the `model`
    before), which need not be a table that any game reaches; or the solver gave up (`reason`).
    ``vacuous``: no step can be taken at all.
    """

    kind: str
    broken_by: str = ""
    model: Model | None = None
    reason: str = ""


@frozen
class Induction:
    """Which invariants are kept, a model before each step that can be taken, and which steps cannot."""

    kept: Mapping[str, Kept]
    witnesses: Mapping[str, Model]
    never: tuple[str, ...]


def _broken(algebra: Algebra, case: Case, names: Sequence[str], query: Query) -> Iterator[tuple[str, Kept]]:
    """The invariants among those named that do not hold after the case."""
    claims = {name: case.after[name] for name in names if not _unchanged(case, name)}
    if query.ask(algebra.no(algebra.every(claims.values()))).kind == UNSAT:
        return
    for name, claim in claims.items():
        answer = query.ask(algebra.no(claim))
        if answer.kind == SAT:
            yield name, Kept(REFUTED if case.name == START else UNKNOWN, case.name, answer.model)
        elif answer.kind != UNSAT:
            yield name, Kept(UNKNOWN, case.name, reason=answer.reason)


def _unchanged(case: Case, name: str) -> bool:
    after, before = case.after[name], case.before.get(name)
    return after is True or after is before or (z3.is_expr(after) and z3.is_expr(before) and bool(after.eq(before)))


def _round(
    algebra: Algebra, cases: Sequence[Case], standing: Sequence[str], rlimit: int
) -> tuple[Induction, Mapping[str, Kept]]:
    """Every case from all invariants that stand: witnesses, steps never taken, and what is broken first where."""
    witnesses: dict[str, Model] = {}
    never: list[str] = []
    lost: dict[str, Kept] = {}
    for case in cases:
        held = {name: case.before[name] for name in standing if name in case.before}
        query = Query({**held, **case.premises}, rlimit)
        possible = query.ask()
        if possible.kind == UNSAT:
            never.append(case.name)
            continue
        if possible.model is not None:
            witnesses[case.name] = possible.model
        lost.update(_broken(algebra, case, [name for name in standing if name not in lost], query))
    return Induction({}, witnesses, tuple(never)), lost


def induce(
    algebra: Algebra, cases: Sequence[Case], granted: Collection[str] = (), rlimit: int = RLIMIT
) -> Induction:
    """Prove what can be proved of the invariants over all cases, the start among them.

    The cases are all there are only if the invariants `granted` hold: without one of them nothing is proved.
    """
    names = tuple(cases[0].after)
    lost: dict[str, Kept] = {}
    while True:
        standing = [name for name in names if name not in lost]
        found, broken = _round(algebra, cases, standing, rlimit)
        if not broken:
            break
        lost.update(broken)
    some = any(case != START for case in found.witnesses)
    missing = [name for name in names if name in granted and name in lost]
    proved = Kept(PROVED if some else VACUOUS)
    if missing:
        first = lost[missing[0]]
        proved = Kept(UNKNOWN, first.broken_by, first.model, f"it rests on {', '.join(missing)}, which is not kept")
    return evolve(found, kept={name: lost.get(name, proved) for name in names})
