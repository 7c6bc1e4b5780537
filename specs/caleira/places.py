"""Any table of each kind of decision, with what holds there and the norms settled: for all that the solver is asked."""

from __future__ import annotations

from functools import lru_cache

from ...model.caleira.engine import Caleira
from ...model.caleira.vocabulary import FRAME_ACTS, FRAMES_WITH
from ...model.rules import Rules
from ..algebra import Concrete, Symbolic
from ..decisions import Place, Side
from .decode import decode, encode
from .lawful import DECISIONS, key_of, settled
from .table import CODES, Box, fresh, sound

A, NUMBERS = Symbolic(CODES), Concrete(CODES)


def due_in(rules: Rules) -> tuple[str, ...]:
    """The kinds of decision that come up under the rules: some do under another value of a switch only."""
    return tuple(kind for kind in DECISIONS
                 if kind not in FRAMES_WITH or rules.value_of(FRAMES_WITH[kind][0]) == FRAMES_WITH[kind][1])


@lru_cache(maxsize=32)
def place_of(rules: Rules, kind: str) -> Place:
    """A kind of decision of a rule set. All seats being alike, it is seat 0 that decides."""
    box = Box(rules)
    table = fresh(box, kind)
    return Place(kind, rules, table, sound(A, box, table), settled(A, box, table))


SIDE = Side(A, NUMBERS, Caleira, Box, fresh, sound, settled, encode, decode, due_in, place_of,
            key_of, FRAME_ACTS)
