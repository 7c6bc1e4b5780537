"""What a situation may tell of a game of castles, and in which words."""

from __future__ import annotations

from ..asking import COUNT, FLAG, SEAT, Wording
from .cards import KINDS

ITSELF, OWN, OPPOSING, UP, DOWN = "itself", "own", "opposing", "face-up", "face-down"
# A piece that is chosen: by its card, whose it is, both, how it lies, or as the one whose effect it is.
PIECES = (*KINDS, *(f"{whose}-{kind}" for whose in (OWN, OPPOSING) for kind in KINDS), ITSELF, OWN, OPPOSING, UP, DOWN)

WORDING = Wording(
    table={"on-turn": SEAT, "turn": COUNT, "pile": COUNT, "pieces": COUNT, "discarded": COUNT},
    seat={"holds": "card[]", "exactly": "card[]", "cards": COUNT, "pieces": COUNT, UP: "card[]", DOWN: "card[]"},
    fields={**dict.fromkeys(("by", "to"), SEAT), **dict.fromkeys(("kind", "given", "card"), "card"), "up": FLAG,
            "at": COUNT, "piece": "piece"},
    words={"card": KINDS, "piece": PIECES},
)
