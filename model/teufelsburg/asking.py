"""What a situation of this family may tell of the table, of a seat, of the decision that is due, and of a move."""

from __future__ import annotations

from ..asking import COUNT, FLAG, SEAT, Wording
from .cards import ABSTAINS, ALONE, ATTACKER, BAG, DEFENDER, LEFT, OBJECTS, RIGHT, ROLES, SIDES
from .duel import STAND_OFF
from .moves import ASSOCIATION, OBJECT, TRUTH

_OBJECTS = tuple(sorted((*OBJECTS, BAG)))  # `bag` is either of the two

WORDING = Wording(
    table={
        "on-turn": SEAT, "turn": COUNT, "pile": COUNT, "turned": FLAG,
        "spent": "role[]", "unspent": "role[]", "left-over": "role[]",
        "attacker": SEAT, "defender": SEAT, "left-alone": FLAG, "appointed": "stance", "result": "result",
    },
    seat={
        "holds": "object[]", "exactly": "object[]", "lacks": "object[]", "objects": COUNT,
        "role": "role", "face-up": FLAG, "spent": FLAG, "side": "side",
        "supports": "stance", "used": "card[]", "silenced": FLAG, "tokens": COUNT, "named": FLAG, "refused": FLAG,
    },
    fields={
        **dict.fromkeys(("by", "to", "on", "of", "seat", "partner", "loser", "chooser", "last"), SEAT),
        **dict.fromkeys(("offered", "taken", "other", "demanded", "kind", "called"), "object"),
        "card": "card", "role": "role", "claim": "claim", "way": "way", "side": "stance", "take": "reward",
        "blind": FLAG, "place": COUNT,
    },
    words={
        "object": _OBJECTS, "role": ROLES, "card": (*_OBJECTS, *ROLES), "side": SIDES, "claim": (*SIDES, ALONE),
        "stance": (ATTACKER, DEFENDER, ABSTAINS), "result": (ATTACKER, DEFENDER, STAND_OFF), "way": (LEFT, RIGHT),
        "reward": (TRUTH, ASSOCIATION, OBJECT),
    },
)
