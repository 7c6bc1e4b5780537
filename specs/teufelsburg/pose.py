"""Symbolic tables with a known kind of frame on top, and the cases of the induction.

Which seat is which does not matter but for who sits to whose left. Only the end of a turn and the Sextant ask
that, and no other seat has a part in either. So the seat that owes the frame is 0, by rotation, and the other
seat of the frame is 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import z3
from attrs import evolve, fields

from ...model.game import CHANCE
from ...model.teufelsburg.cards import DIPLOMAT
from ...model.teufelsburg.frames import FRAMES
from ...model.teufelsburg.vocabulary import STRUGGLE
from ..algebra import Algebra, Term, never
from ..induction import START, Case
from .codes import Box, card, frame_code
from .deal import deal, first
from .decode import PARTS
from .effects import Act
from .invariant import BASES, FIRST, ON_TRYING, sound
from .listing import Situation, point, use
from .situation import opened
from .step import Step, after, enabled
from .steps import PEACE, TRYING
from .table import EMPTY, Slot, Table, fresh, nobody, quiet, undecided

OWNER, OTHER, THIRD = 0, 1, 2
POINTING = ("trade", "give-to", "demand-of")  # moves that name another seat
NEVER_BACK = "never-back"  # kept from before to after a step: a turned bag stays turned
GRANTED = ("shape", "choosing")  # invariants without which the cases below are not all there are
_FRAMES = {frame.kind: frame for frame in FRAMES}


def slot(kind: str, prefix: str) -> Slot:
    """A frame of this kind owed by seat 0, its other seat 1, its other parts variables."""
    told = {PARTS[field.name][0] for field in fields(_FRAMES[kind]) if field.name in PARTS}
    free = {part: z3.Int(f"{prefix}.{part}") for part in ("card", "other", "demanded", "mark") if part in told}
    return Slot(frame_code(kind), OWNER, OTHER if "to" in told else 0, **free)


def posed(box: Box, table: Table, kind: str) -> Table:
    """The table with a frame of this kind on top; what belongs to other kinds of frame alone is nothing.

    That is what has been chosen to pass on, who was named, and the struggle.
    """
    n, others = table.players, dict(undecided(table.players))
    if kind == "name-allies":
        others["named"] = table.named
    if kind not in ("point-out", "name-allies"):
        others["pointed"] = tuple(0 for _ in table.pointed)
    if kind not in ON_TRYING and kind != "trade-on":
        others["refused"] = tuple(False for _ in table.refused)
    if kind not in STRUGGLE:
        others |= quiet(box)
    else:
        others["duel"] = True
    chosen = table.chosen if kind == "pass-on" else nobody(n)
    return evolve(table, agenda=(slot(kind, "top"), *table.agenda[1:]), chosen=chosen, **others)


def _agendas(a: Algebra, box: Box, table: Table, kind: str) -> Iterator[tuple[str, Table]]:
    """The table with a frame of this kind on top of each of the shapes that it can lie on."""
    table = posed(box, table, kind)
    first, second, _, *rest = table.agenda
    base = Slot(a.ite(z3.Bool("base.action"), *(frame_code(base) for base in BASES)), table.active)
    if kind in BASES:
        yield kind, evolve(table, agenda=(first, EMPTY, EMPTY, *(EMPTY for _ in rest)), active=OWNER)
        return
    if kind not in ON_TRYING or not box.tries_on:
        yield kind, evolve(table, agenda=(first, base, EMPTY, *(EMPTY for _ in rest)))
    else:
        nobody_yet = tuple(False for _ in table.refused)
        for under in BASES:  # told apart, so that it is known whether somebody has refused before
            known = Slot(frame_code(under), table.active)
            yield f"{kind} {under}", evolve(
                table, agenda=(first, known, EMPTY, *(EMPTY for _ in rest)), refused=nobody_yet)
        trying = Slot(frame_code("trade-on"), table.active, z3.Int("trying.last"))
        yield f"{kind} again", evolve(table, agenda=(first, trying, base, *(EMPTY for _ in rest)))
    if kind in FIRST:
        other = Slot(frame_code("activate"), second.by, second.to, second.card, second.other)
        yield f"{kind} first", evolve(table, agenda=(first, other, base, *(EMPTY for _ in rest)))


def _acts(a: Algebra, step: Step, table: Table) -> Iterator[tuple[Act, Table]]:
    """The moves of a step: whose, at whom, on a table with who is on turn, where that tells who moves."""
    top = table.agenda[0]
    if step.act == "use":
        for by in (OWNER,) if step.frame in BASES else (OWNER, OTHER, THIRD):
            yield Act(by, card=card(DIPLOMAT)), evolve(table, active=by)
    elif step.act in POINTING:
        for to in (OWNER, OTHER, THIRD) if step.frame == "trade-on" else (OWNER, OTHER):
            yield Act(OWNER, to), table
    elif step.frame == "draw":
        yield Act(CHANCE, card=z3.Int("card")), table
    elif step.frame == "retrain":
        yield Act(a.ite(a.eq(top.mark, 1), CHANCE, OWNER), card=z3.Int("card")), table
    elif step.frame == "peek":
        yield Act(top.mark, choice=z3.Int("choice")), table
    else:
        yield Act(OWNER, card=z3.Int("card"), choice=z3.Int("choice")), table


def _opens(a: Algebra, box: Box, table: Table, step: Step, act: Act) -> Term:
    """Some norm opens the move; only asked of moves that would break much, were they open to all."""
    if step.act in POINTING:
        return opened(a, Situation(box, table, step.frame, act.by), point(step.act, int(act.to)))
    if step.act == "use":
        return opened(a, Situation(box, table, step.frame, act.by, act.by == OWNER), use(card(DIPLOMAT)))
    return True


def _who(act: Act) -> str:
    return str(act.by) if isinstance(act.by, int) else "?"


def cases(a: Algebra, box: Box, steps: Sequence[Step] = PEACE) -> tuple[Case, ...]:
    """The cases of the induction: the start, and every step that a norm opens."""
    begin = first(a, box)
    found = [Case(START, deal(a, box, begin), {}, {**sound(a, box, begin).keeps, NEVER_BACK: True}, begin)]
    blank = sound(a, box, fresh(box, "before"))
    for step in steps:
        if step.key in TRYING and not box.tries_on:
            continue
        for name, under in _agendas(a, box, blank.table, step.frame):
            for act, table in _acts(a, step, under):
                opens = _opens(a, box, table, step, act)
                if never(opens):
                    continue
                before = sound(a, box, table, blank)
                later = sound(a, box, after(a, box, step, table, act), before)
                premises = {**enabled(a, box, step, table, act), "opened": opens}
                keeps = {**later.keeps, NEVER_BACK: a.implies(table.turned, later.table.turned)}
                found.append(Case(f"{step.key} {_who(act)} {act.to} {name}", premises, before.keeps, keeps, table))
    return tuple(found)
