"""That all the solver is told of a table follows from what every position of a game keeps.

Clashes, gaps, idle norms and questions are looked for on any table that is sound (`table`). Were that more than steps
keep (`keeping`), a place that games come to would be overlooked, and a proof would be none.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import z3
from attrs import evolve

from ...model.caleira.cards import KINDS
from ...model.rules import Rules
from ..algebra import Term
from ..prover import PROVED, REFUTED, SAT, UNKNOWN, UNSAT, VACUOUS, Answer, Query
from .keeping import A, keeps
from .places import due_in
from .position import Lying, frame_code, fresh, table_of
from .table import OFF, Box, Table, code, sound

SOUND = "sound: "
SLOTS, ALL = f"{SOUND}slots", "all cards"  # see `_counted_twice`
EARLY = (1, 2, 4)  # turns in which a position is looked for; in a late one it takes long to lay all cards out


@lru_cache(maxsize=64)
def follows(rules: Rules, kind: str) -> Mapping[str, str]:
    """The verdict on each thing that is taken to hold of a table, where a seat decides at this kind of frame.

    What was proved is a premise of what comes after it. That the premises can be met is seen in an early turn.
    """
    box = Box(rules)
    p = fresh(box, "any", 1)  # what waits is another matter
    queue = (evolve(p.queue[0], kind=frame_code(kind), by=0),)  # all seats being alike
    here = evolve(p, slots=tuple(map(_blank, p.slots)), queue=queue, how=0)
    table = table_of(A, here, kind)
    known, found = dict(keeps(A, box, here)), dict[str, str]()
    met = any(Query(known).ask(A.eq(table.turn, turn)).kind == SAT for turn in EARLY)
    for name, claim in sound(A, box, table).items():
        found[name] = _told(_counted_twice(box, table, known) if name == ALL else Query(known).ask(A.no(claim)), met)
        if found[name] == PROVED:
            known[f"{SOUND}{name}"] = claim
    return found


def _told(answer: Answer, met: bool) -> str:
    """What an answer to the contrary of a claim says of it."""
    return (PROVED if met else VACUOUS) if answer.kind == UNSAT else REFUTED if answer.kind == SAT else UNKNOWN


def _blank(slot: Lying) -> Lying:
    """A slot whose card lies in no castle is like any other such; it is told as they are read from a state."""
    off = A.eq(slot.owner, OFF)
    return evolve(slot, kind=A.ite(off, code(KINDS[0]), slot.kind), place=A.ite(off, 0, slot.place),
                  **{part: A.every((A.no(off), getattr(slot, part))) for part in ("up", "silent", "gap")})


def _counted_twice(box: Box, table: Table, known: Mapping[str, Term]) -> Answer:
    """Whether all cards can be more or fewer than those of each kind together.

    They are not, as each piece is of one kind, and sums may be taken either way.
    """
    keys = [code(kind) for kind in box.kinds]
    alike = []
    for slot in table.slots:
        stands = A.le(0, slot.owner)
        of_kind = [A.ite(A.every((stands, A.eq(slot.kind, key))), 1, 0) for key in keys]
        alike.append(A.eq(A.total(of_kind), A.ite(stands, 1, 0)))
    one = Query({"slots": known.get(SLOTS, True)}).ask(A.no(A.every(alike)))
    if one.kind != UNSAT:
        return one
    cells = [[z3.Int(f"cell{i}.{key}") for key in keys] for i, _ in enumerate(table.slots)]
    bags = [z3.Int(f"elsewhere.{key}") for key in keys]
    columns = zip(keys, bags, zip(*cells, strict=True), strict=True)
    many = dict(zip(keys, box.kinds.values(), strict=True))
    kinds = {f"of kind {key}": A.eq(A.total((*column, bag)), many[key]) for key, bag, column in columns}
    return Query(kinds).ask(A.no(A.eq(A.total((*(A.total(row) for row in cells), *bags)), box.cards)))


def overlooked(rules: Rules) -> str:
    """The first thing that is taken to hold of a table and does not follow, and where; empty if all do."""
    return next((f"{name} at {kind}: {found}" for kind in due_in(rules)
                 for name, found in follows(rules, kind).items() if found != PROVED), "")
