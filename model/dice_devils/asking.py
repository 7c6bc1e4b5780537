"""What a situation may tell of a game of devils, and in which words."""

from __future__ import annotations

from ..asking import COUNT, FLAG, SEAT, Wording
from .ranks import KINDS, RANKS

WORDING = Wording(
    table={"turn": COUNT, "heap": COUNT, "lying": COUNT, "forced": FLAG, "row": "card[]"},
    seat={"rank": "rank", "holds": "card[]", "exactly": "card[]", "objects": COUNT, "fights": FLAG, "score": COUNT},
    fields={**dict.fromkeys(("by", "to"), SEAT), **dict.fromkeys(("kind", "taken"), "card"), "at": COUNT},
    words={"card": KINDS, "rank": RANKS},
)
