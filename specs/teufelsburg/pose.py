"""Symbolic tables with a known kind of frame on top, and the cases of the induction.

Which seat is which does not matter but for who sits to whose left. Only the end of a turn and the Sextant ask
that, and no other seat has a part in either. So the seat that owes the frame is 0, by rotation, and the other
seat of the frame is 1.
"""

from __future__ import annotations

import z3
from attrs import evolve, fields

from ...model.teufelsburg.frames import FRAMES
from ...model.teufelsburg.vocabulary import STRUGGLE
from .codes import Box, frame_code
from .decode import PARTS
from .shapes import ON_TRYING
from .table import Slot, Table, nobody, quiet, undecided

OWNER, OTHER, THIRD = 0, 1, 2
_FRAMES = {frame.kind: frame for frame in FRAMES}


def slot(kind: str, prefix: str) -> Slot:
    """A frame of this kind owed by seat 0, its other seat 1, its other parts variables."""
    told = {PARTS[field.name][0] for field in fields(_FRAMES[kind]) if field.name in PARTS}
    if kind == "foresee":
        told.add("card")
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
    if kind not in (*ON_TRYING, "trade-on"):
        others["refused"] = tuple(False for _ in table.refused)
    if kind not in STRUGGLE:
        others |= quiet(box)
    else:
        others["duel"] = True
    chosen = table.chosen if kind == "pass-on" else nobody(n)
    return evolve(table, agenda=(slot(kind, "top"), *table.agenda[1:]), chosen=chosen, **others)
