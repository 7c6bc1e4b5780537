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
from ..prover import PROVED, Verdict, prove
from .keeping import A, keeps
from .places import due_in
from .position import Lying, frame_code, fresh, table_of
from .table import OFF, Box, Table, code, sound

ALL = "all cards"  # see `_counted_twice`


@lru_cache(maxsize=64)
def follows(rules: Rules, kind: str) -> Mapping[str, Verdict]:
    """Whether each thing that is taken to hold of a table, where a seat decides at this kind of frame, is kept.

    What was proved is a premise of what comes after it.
    """
    box = Box(rules)
    p = fresh(box, "any", 1)  # what waits is another matter
    queue = (evolve(p.queue[0], kind=frame_code(kind), by=0),)  # all seats being alike
    here = evolve(p, slots=tuple(map(_blank, p.slots)), queue=queue, how=0)
    table = table_of(A, here, kind)
    known, found = dict(keeps(A, box, here)), {}
    for name, claim in sound(A, box, table).items():
        found[name] = _counted_twice(box, table, known) if name == ALL else prove(known, claim)
        if found[name].kind == PROVED:
            known[f"sound: {name}"] = claim
    return found


def _blank(slot: Lying) -> Lying:
    """A slot whose card lies in no castle is like any other such; it is told as they are read from a state."""
    off = A.eq(slot.owner, OFF)
    return evolve(slot, kind=A.ite(off, code(KINDS[0]), slot.kind), place=A.ite(off, 0, slot.place),
                  **{part: A.every((A.no(off), getattr(slot, part))) for part in ("up", "silent", "gap")})


def _counted_twice(box: Box, table: Table, known: Mapping[str, Term]) -> Verdict:
    """That all cards are as many as those of each kind: each piece is of one kind, and sums may be taken either way."""
    keys = [code(kind) for kind in box.kinds]
    alike = []
    for slot in table.slots:
        stands = A.le(0, slot.owner)
        of_kind = [A.ite(A.every((stands, A.eq(slot.kind, key))), 1, 0) for key in keys]
        alike.append(A.eq(A.total(of_kind), A.ite(stands, 1, 0)))
    one = prove(known, A.every(alike))
    if one.kind != PROVED:
        return one
    cells = [[z3.Int(f"cell{i}.{key}") for key in keys] for i, _ in enumerate(table.slots)]
    bags = [z3.Int(f"elsewhere.{key}") for key in keys]
    columns = zip(keys, bags, zip(*cells, strict=True), strict=True)
    many = dict(zip(keys, box.kinds.values(), strict=True))
    kinds = {f"of kind {key}": A.eq(A.total((*column, bag)), many[key]) for key, bag, column in columns}
    return prove(kinds, A.eq(A.total((*(A.total(row) for row in cells), *bags)), box.cards))


def overlooked(rules: Rules) -> str:
    """The first thing that is taken to hold of a table and does not follow, and where; empty if all do."""
    return next((f"{name} at {kind}: {found.kind}" for kind in due_in(rules)
                 for name, found in follows(rules, kind).items() if found.kind != PROVED), "")
