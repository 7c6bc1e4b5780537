"""The family `teufelsburg` as the shared parts see it."""

from __future__ import annotations

from ..families import Family
from ..rulebook import Grammar
from ..trace import Codec
from .asking import WORDING
from .engine import Teufelsburg
from .events import EVENTS
from .frames import FRAMES
from .moves import MOVES
from .state import Deal, State
from .vocabulary import BY_FRAME, BY_MOVE, FACTS, FRAME_ACTS, FRAMES_WITH, LISTS, SWITCHES, TERMS, VOCABULARY

FAMILY = Family(
    key="teufelsburg",
    grammar=Grammar(FRAME_ACTS, VOCABULARY, BY_FRAME, BY_MOVE, FACTS, SWITCHES, TERMS, LISTS, FRAMES_WITH),
    game=Teufelsburg,
    codec=Codec(MOVES, EVENTS, FRAMES, State, Deal),
    wording=WORDING,
)
