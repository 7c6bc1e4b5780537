"""What a seat sees: of a position, and of an event. A bag's kind is told to nobody who does not hold it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..game import Event, Frame, Owes
from ..rules import Rules
from ..trace import Codec
from . import events as ev
from .cards import TOME, called
from .frames import FRAMES, Activate
from .moves import MOVES
from .state import Deal, State

_CODEC = Codec(MOVES, ev.EVENTS, FRAMES, State, Deal)

# For each frame and event: the fields that not everybody sees, and the fields naming the seats that do.
SECRET_FRAME_FIELDS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "answer": (("offered",), ("by", "to")),
    "activate": (("card", "other"), ("by", "partner")),
    "text-order": (("card", "other"), ("by", "partner")),
    "foresee": (("picked",), ("by",)),
    "give-back": (("taken",), ("by", "to")),
}
SECRET_EVENT_FIELDS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "spied": (("kind",), ("by", "of")),
    "offered": (("kind",), ("by", "to")),
    "swapped": (("gives", "gets"), ("by", "to")),
    "unread": (("card",), ("by",)),
    "saw-objects": (("hand",), ("by", "of")),
    "saw-side": (("side",), ("by", "of")),
    "saw-role": (("role",), ("by", "of")),
    "role-taken": (("role",), ("by",)),
    "role-retired": (("role",), ("by",)),
    "role-sunk": (("role",), ("by",)),
    "role-renewed": (("role",), ()),
    "chosen": (("kind",), ("by",)),
    "committed": (("side",), ("by",)),
    "drew": (("kind",), ("by",)),
    "gave": (("kind",), ("by", "to")),
    "saw-pile": (("pile",), ("by",)),
    "stacked": (("top",), ("by",)),
    "stole": (("kind",), ("by", "of")),
}


def view(rules: Rules, state: State, seat: int) -> Mapping[str, Any]:
    """What lies open to a seat, as JSON data."""
    seats = range(state.players)
    open_spare = rules.switch("setup.spare") == "open"
    seen = _seen_before_exchange(rules, state, seat)
    duel, verdict = state.duel, state.verdict
    return {
        "seat": seat,
        "hand": list(state.hands[seat]),
        "role": state.roles[seat],
        "side": state.sides[seat],
        "row": list(state.rows[seat]) if state.rows else None,
        "sizes": [len(hand) for hand in state.hands],
        "roles": [state.roles[i] if state.shown[i] or i == seen else None for i in seats],
        "spare": list(state.spare) if open_spare else None,
        "pile": state.pile,
        "tokens": list(state.tokens) if state.tokens else None,
        "turned": state.turned,
        "active": state.active,
        "turn": state.turn,
        "agenda": [redact_frame(frame, seat) for frame in state.agenda],
        "duel": None if duel is None else _CODEC.encode(duel),
        "verdict": None if verdict is None else _CODEC.encode(verdict),
    }


def _seen_before_exchange(rules: Rules, state: State, seat: int) -> int | None:
    """object.tome: whose occupation the giver of the Tome sees before he exchanges, where he may."""
    frame = state.agenda[0] if state.agenda else None
    if isinstance(frame, Activate) and frame.card == TOME and frame.by == seat:
        return frame.partner if rules.switch("tome.look") == "before" else None
    return None


def redact_frame(frame: Frame, seat: int) -> Mapping[str, Any]:
    """A frame as a seat sees it."""
    data: dict[str, Any] = dict(_CODEC.encode(frame))
    hidden, seers = SECRET_FRAME_FIELDS.get(frame.kind, ((), ()))
    if seat not in [getattr(frame, name) for name in seers]:
        data.update(dict.fromkeys(hidden))
    if frame.kind in ("pass-on", "secret-support", "duel.reveal"):
        data["chosen"] = [kind if i == seat else bool(kind) for i, kind in enumerate(data["chosen"])]
    return data


def redact(event: Event, seat: int, state: State) -> Mapping[str, Any]:
    """An event as a seat sees it; what it may not see is null."""
    data: dict[str, Any] = dict(_CODEC.encode(event))
    hidden, seers = SECRET_EVENT_FIELDS.get(event.tag, ((), ()))
    if seat not in [getattr(event, name) for name in seers]:
        data.update(dict.fromkeys(hidden))
        if isinstance(event, ev.Unread):
            data["clauses"] = []  # one clause speaks of the mirror alone: naming it would tell
    if isinstance(event, ev.SpiedOut) and not event.felt and seat == event.of:
        data["kind"] = None
    elif isinstance(event, Owes):
        data["frames"] = [redact_frame(frame, seat) for frame in event.frames]
    elif isinstance(event, ev.Activated) and seat not in (event.by, event.partner):
        data["card"] = called(event.card, state.turned)
    elif isinstance(event, ev.PassedOn):
        n = len(event.kinds)
        seen = {seat, (seat - event.step) % n}
        data["kinds"] = [kind if i in seen else None for i, kind in enumerate(event.kinds)]
    return data
