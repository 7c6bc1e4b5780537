"""What a seat sees: of a position, and of an event. Dice are seen by who rolled them until they are shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..game import Event
from ..trace import Codec
from .events import EVENTS, Rolled
from .frames import FRAMES
from .moves import MOVES
from .ranks import OBERTEUFEL
from .state import Deal, State

_CODEC = Codec(MOVES, EVENTS, FRAMES, State, Deal)


def view(state: State, seat: int) -> Mapping[str, Any]:
    """What lies open to a seat, as JSON data."""
    known = {seat, *state.shown}
    over = state.seat_of(OBERTEUFEL)
    return {
        "seat": seat,
        "ranks": list(state.ranks),
        "objects": [list(hand) for hand in state.objects],
        "row": list(state.row),
        "heap": len(state.heap),
        "dice": [list(roll) if i in known else None for i, roll in enumerate(state.dice)],
        "shown": list(state.shown),
        "marks": list(state.marks),
        "settled": list(state.settled),
        "turn": state.turn,
        "forced": state.forced,
        "first-smallest": state.first_smallest if over in known else None,
        "fight": None if state.fight is None else _CODEC.encode(state.fight),
        "agenda": [dict(_CODEC.encode(frame)) for frame in state.agenda],
        "winner": state.winner,
    }


def redact(event: Event, seat: int) -> Mapping[str, Any]:
    """An event as a seat sees it; what it may not see is null."""
    data: dict[str, Any] = dict(_CODEC.encode(event))
    if isinstance(event, Rolled) and not event.open and seat != event.by:
        data["dice"] = None
    return data
