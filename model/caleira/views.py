"""What a seat sees: of a position, and of an event. A face-down piece is known to whoever has looked at it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..game import Event, Frame, Owes
from ..rules import Rules
from ..trace import Codec
from .events import EVENTS, Queued
from .frames import FRAMES
from .moves import MOVES
from .state import Deal, Piece, State

_CODEC = Codec(MOVES, EVENTS, FRAMES, State, Deal)

# For each frame and event: the fields that not everybody sees, and the fields naming the seats that do.
SECRET_FRAME_FIELDS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "place": (("card",), ("by",)),
    "arrange": (("cards",), ("by",)),
    "swap-return": (("given",), ("to",)),
    "swap-draw": (("given",), ("by",)),
}
SECRET_EVENT_FIELDS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "drew": (("kind",), ("by",)),
    "looked-at": (("kind",), ("by",)),
    "uncovered": (("kind",), ("by",)),
    "arranged": (("cards",), ("by",)),
    "swapped": (("gives", "gets"), ("by", "to")),
}


def view(rules: Rules, state: State, seat: int) -> Mapping[str, Any]:
    """What lies open to a seat, as JSON data."""
    verdict = state.verdict
    return {
        "seat": seat,
        "hand": list(state.hands[seat]),
        "sizes": [len(hand) for hand in state.hands],
        "castles": [[_piece(piece, seat) for piece in castle] for castle in state.castles],
        "discard": list(state.discard),
        "pile": state.pile,
        "gone": len(state.gone),
        "active": state.active,
        "turn": state.turn,
        "out": state.out,
        "agenda": [redact_frame(rules, frame, seat) for frame in state.agenda],
        "verdict": None if verdict is None else _CODEC.encode(verdict),
    }


def _piece(piece: Piece, seat: int) -> Mapping[str, Any]:
    known = piece.up or seat in piece.seen
    return {"number": piece.number, "up": piece.up, "kind": piece.kind if known else None,
            "silent": piece.silent, "gap": piece.gap, "seen": list(piece.seen)}


def redact_frame(rules: Rules, frame: Frame, seat: int) -> Mapping[str, Any]:
    """A frame as a seat sees it."""
    data: dict[str, Any] = dict(_CODEC.encode(frame))
    hidden, seers = SECRET_FRAME_FIELDS.get(frame.kind, ((), ()))
    seats = [getattr(frame, name) for name in seers]
    if frame.kind == "swap-return" and rules.switch("market.sees") == "yes":
        seats += frame.owed
    if seat not in seats:
        data.update(dict.fromkeys(hidden))
    return data


def redact(rules: Rules, event: Event, seat: int) -> Mapping[str, Any]:
    """An event as a seat sees it; what it may not see is null."""
    data: dict[str, Any] = dict(_CODEC.encode(event))
    hidden, seers = SECRET_EVENT_FIELDS.get(event.tag, ((), ()))
    if seat not in [getattr(event, name) for name in seers]:
        data.update(dict.fromkeys(hidden))
    if event.tag == "played" and not data["up"] and seat != data["by"]:
        data["kind"] = None
    elif isinstance(event, Owes):
        data["frames"] = [redact_frame(rules, frame, seat) for frame in event.frames]
    elif isinstance(event, Queued):
        data["frame"] = redact_frame(rules, event.frame, seat)
    return data
