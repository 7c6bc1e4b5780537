"""Any table of each kind of frame, with what holds there and the norms settled: for all that the solver is asked."""

from __future__ import annotations

from functools import lru_cache

from ...model.dice_devils.engine import DiceDevils
from ...model.dice_devils.vocabulary import FRAME_ACTS
from ...model.rules import Rules
from ..algebra import Concrete, Symbolic
from ..decisions import Place, Side
from ..settling import settle
from .decode import decode, encode
from .lawful import DECISIONS, due_in, key_of, settled
from .sound import sound
from .table import CODES, Box, fresh

A, NUMBERS = Symbolic(CODES), Concrete(CODES)
_NOBODY = settle(A, (), ())  # where chance decides, or what follows follows by itself


@lru_cache(maxsize=64)
def place_of(rules: Rules, kind: str, by: int = 0) -> Place:
    """A kind of frame of a rule set, or where nothing is owed."""
    box = Box(rules)
    table = fresh(box, kind, by)
    norms = settled(A, box, table) if kind in DECISIONS else _NOBODY
    return Place(kind, rules, table, sound(A, box, table), norms)


SIDE = Side(A, NUMBERS, DiceDevils, Box, fresh, sound, settled, encode, lambda _, model, table: decode(model, table),
            due_in, place_of, key_of, FRAME_ACTS)
