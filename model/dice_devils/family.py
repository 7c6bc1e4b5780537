"""The family `dice-devils` as the shared parts see it."""

from __future__ import annotations

from ..families import Family
from ..rulebook import Grammar
from ..trace import Codec
from .asking import WORDING
from .engine import DiceDevils
from .events import EVENTS
from .frames import FRAMES
from .moves import MOVES
from .state import Deal, State
from .vocabulary import BY_FRAME, BY_MOVE, FACTS, FRAME_ACTS, SWITCHES, TERMS, VOCABULARY

FAMILY = Family(
    key="dice-devils",
    grammar=Grammar(FRAME_ACTS, VOCABULARY, BY_FRAME, BY_MOVE, FACTS, SWITCHES, TERMS),
    game=DiceDevils,
    codec=Codec(MOVES, EVENTS, FRAMES, State, Deal),
    wording=WORDING,
)
