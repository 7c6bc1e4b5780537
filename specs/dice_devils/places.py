"""Any table of each kind of frame, with what holds there and the norms settled: for all that the solver is asked."""

from __future__ import annotations

from functools import lru_cache

from ...model.dice_devils.engine import DiceDevils
from ...model.dice_devils.state import State
from ...model.dice_devils.vocabulary import FRAME_ACTS
from ...model.norms import Norm
from ...model.rules import Rules
from ..algebra import Concrete, Symbolic
from ..decisions import Place, Side
from ..settling import Settled, settle
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


def _settle(place: Place, norms: tuple[Norm, ...]) -> Settled:
    return settled(A, Box(place.rules), place.table, norms)


def read(rules: Rules, state: State, norms: tuple[Norm, ...]) -> Settled:
    """Norms settled over a state's candidates, by its numbers."""
    box = Box(rules)
    return settled(NUMBERS, box, encode(box, state), norms)


SIDE = Side(A, DiceDevils, due_in, place_of, _settle, read, lambda place, model: decode(model, place.table), key_of,
            FRAME_ACTS)
