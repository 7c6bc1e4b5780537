"""The cases of the induction: the start, and every step from every table on which it can be taken."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import z3
from attrs import evolve

from ...model.game import CHANCE, TABLE
from ...model.teufelsburg.cards import ROLES
from ..algebra import Algebra, Term, never
from ..induction import START, Case
from .codes import KINDS, Box, card
from .deal import deal, first
from .effects import Act, set_at
from .invariant import Sound, has_used, sound
from .listing import Situation, point, use
from .opening import alike, used_at
from .pose import OTHER, OWNER, THIRD
from .situation import opened, settled
from .standing import anything, standing
from .step import Step, after, chance, enabled, the_table
from .steps import STEPS
from .struggle import laid
from .table import Table, flat, fresh, is_frame

# Moves that name another seat.
POINTING = ("trade", "spy", "attack", "give-to", "demand-of", "silence", "name", "point-out")
# Kept from before to after a step: a turned bag stays turned, all stay of their side, what is used lies used.
NEVER_BACK, SAME_SIDES, USED = OF_STEPS = ("never-back", "same-sides", "used")
# Invariants without which the cases are not all there are.
GRANTED = ("shape", "owed", "no-struggle", "fighters", "objects-lie", "roles-lie", "choosing", "proclaiming",
           "meaning")


def acts(a: Algebra, step: Step, table: Table) -> Iterator[tuple[Act, Table]]:
    """The moves of a step that is not a use: whose, at whom; what else they name is left open."""
    top, named, chosen = table.agenda[0], z3.Int("card"), z3.Int("choice")
    if step.act in POINTING:
        for to in (OWNER, OTHER, THIRD) if step.frame in ("silence", "trade-on") else (OWNER, OTHER):
            yield Act(OWNER, to), table
    elif step.who is chance:
        yield Act(CHANCE, card=named), table
    elif step.who is the_table:
        yield Act(TABLE), table
    elif step.frame == "retrain":
        yield Act(a.ite(a.eq(top.mark, 1), CHANCE, OWNER), card=named), table
    elif step.frame == "peek":
        yield Act(top.mark, choice=chosen), table
    elif step.frame == "support":
        yield Act(top.by, choice=chosen), table
    elif step.frame == "secret-support":
        yield Act(THIRD, choice=chosen), table
    elif step.act == "token":
        for by in (OWNER, OTHER, THIRD):
            yield Act(by, choice=chosen), table
    else:
        yield Act(OWNER, card=named, choice=chosen), table


def _opens(a: Algebra, box: Box, table: Table, step: Step, act: Act) -> Term:
    """Some norm opens the move; only asked of moves that would break much, were they open to all."""
    if step.act not in POINTING:
        return True
    candidate = point(step.act, int(act.to))
    if step.act == "silence":
        candidate = evolve(candidate, values={**candidate.values, "target_supports": z3.Int("target.supports")})
    if step.frame == "trade-on":
        last = a.eq(table.agenda[0].to, act.to)
        again = {"target_refused": table.refused[int(act.to)], "target_refused_last": last}
        candidate = evolve(candidate, values={**candidate.values, **again})
    if step.act == "trade" and step.frame != "trade-on":
        none = {"target_refused": False, "target_refused_last": False}
        candidate = evolve(candidate, values={**candidate.values, **none})
    if step.act == "point-out":
        candidate = evolve(candidate, values={**candidate.values, "target_named": z3.Bool("target.named")})
    if step.act == "name":
        candidate = evolve(candidate, values={**candidate.values, "target_named": a.lt(0, table.named[int(act.to)])})
    return opened(a, Situation(box, table, step.frame, OWNER), candidate)


def moves(a: Algebra, box: Box, step: Step, table: Table) -> Iterator[tuple[Act, Table, Term]]:
    """The moves of a step on a table, each with the condition that the norms let it be made."""
    if step.act != "use":
        for act, there in acts(a, step, table):
            opens = _opens(a, box, there, step, act)
            if not never(opens):
                yield act, there, opens
        return
    role = step.role
    if role and step.frame not in used_at(box.rules, role):
        return
    for by in range(box.players) if step.frame == "support" else (OWNER, OTHER, THIRD):
        there = table if table.duel is not False or isinstance(table.active, int) else evolve(table, active=by)
        found = _uses(a, box, step, there, by, role)
        if found is not None:
            yield found


def _uses(a: Algebra, box: Box, step: Step, table: Table, by: int, role: str) -> tuple[Act, Table, Term] | None:
    """The use of an occupation, or of whatever object, by a seat, where the norms let it be used."""
    if not role:
        here = settled(a, Situation(box, table, step.frame, by, owed=False))
        named = z3.Int("card")
        opens = a.some(a.every((a.eq(named, kind), here.legal_at(("use", kind)))) for kind in KINDS)
        return None if never(opens) else (Act(by, card=named), table, opens)
    number = card(role)
    known = evolve(table, roles=set_at(a, table.roles, by, number))
    here_ = Situation(box, known, step.frame, by, owed=False)
    if never(opened(a, here_, use(number, laid(a, known, by, number)))):
        return None
    opens = settled(a, here_).legal_at(("use",))
    return None if never(opens) else (Act(by, card=number), table, opens)


def _anywhere(a: Algebra, box: Box, steps: Sequence[Step], blank: Sound) -> Iterator[Case]:
    """The use of an occupation at many kinds of frame: at all those at once that have the same norms."""
    for role in ROLES:
        for group in alike(box.rules, role):
            for step in (step for step in steps if step.frame == group[0] and step.role == role):
                table = anything(a, box, blank.table, group)
                if _uses(a, box, step, evolve(table, active=OTHER), OWNER, role) is None:  # only who is on turn
                    table = evolve(table, active=OWNER, attacker=OWNER if table.duel is True else table.attacker)
                found = _uses(a, box, step, table, OWNER, role)
                if found is not None:
                    act, there, opens = found
                    told = f"{step.key} and {len(group) - 1} more"
                    yield from _case(a, box, step, told, act, there, opens, blank, group)


def cases(a: Algebra, box: Box, steps: Sequence[Step] = STEPS) -> tuple[Case, ...]:
    """The cases of the induction: the start, and every step that a norm opens."""
    begin = first(a, box)
    keeps = {**sound(a, box, begin).keeps, **dict.fromkeys(OF_STEPS, True)}
    found = [Case(START, deal(a, box, begin), {}, keeps, begin)]
    blank = sound(a, box, fresh(box, "before"))
    laid_out: dict[str, list[tuple[str, Table]]] = {}
    for step in steps:
        if any(step.frame in group for group in alike(box.rules, step.role)):
            continue
        if step.frame not in laid_out:
            laid_out[step.frame] = list(standing(a, box, blank.table, step.frame))
        for name, under in laid_out[step.frame]:
            for act, table, opens in moves(a, box, step, under):
                told = f"{step.key} {_who(act)} {act.to} {name}"
                found += _case(a, box, step, told, act, table, opens, blank, (step.frame,))
    return (*found, *_anywhere(a, box, steps, blank))


def _case(
    a: Algebra, box: Box, step: Step, name: str, act: Act, table: Table, opens: Term, blank: Sound,
    frames: Sequence[str],
) -> Iterator[Case]:
    """A step from a table, unless it is plain that it cannot be taken."""
    there = {**enabled(a, box, step, table, act), "frame": is_frame(a, table.agenda[0], *frames)}
    if any(map(never, there.values())):
        return
    before = sound(a, box, table, blank)
    later = sound(a, box, after(a, box, step, table, act), before)
    of_step = {
        NEVER_BACK: a.implies(table.turned, later.table.turned), SAME_SIDES: _same_sides(a, table, later.table),
        USED: has_used(a, box, later.table, act.by, step.role) if step.act == "use" and step.role else True,
    }
    keeps = {**later.keeps, **of_step}
    yield Case(name, {**there, "opened": opens}, before.keeps, keeps, table)


def _same_sides(a: Algebra, before: Table, later: Table) -> Term:
    if later.sides is before.sides and later.rows is before.rows:
        return True
    pairs = zip(flat((before.sides, before.rows)), flat((later.sides, later.rows)), strict=True)
    return a.every(a.eq(x, y) for x, y in pairs)


def _who(act: Act) -> str:
    return str(act.by) if isinstance(act.by, int) else "?"
