"""How far off it is at least that a piece is silenced, turned down and set off again, all in one turn.

The shortest way begins with a Watchtower that reveals a Throne Room and a second Watchtower; that one reveals Barracks
and one more effect: the Throne Room silences a piece, the Barracks turn it down, and the last effect is for it. So four
pieces lie face-down before, or a fifth that brings forth the first Watchtower. See `ahead` for what a bound is.
"""

from __future__ import annotations

from typing import Any

from advocatus.model.caleira.frames import Barracks, Effect, ThroneRoom, Watchtower
from advocatus.model.caleira.state import State

NEEDED = 4  # pieces that lie face-down when the first Watchtower is played
ALL = 7  # decisions from then on, but for the last


def until_woken(state: State, due: bool, busy: bool) -> tuple[int, int]:
    """Further turns, and decisions of players, until the last effect is due.

    `due`: the card of this turn is not played yet; `busy`: a player has something to decide before the next turn.
    """
    hidden = sum(not piece.up for _, piece in state.pieces)
    if due:
        few = max(0, NEEDED - hidden)
        return few, few + ALL
    silent = [piece for _, piece in state.pieces if piece.silent]
    if any(not piece.up for piece in silent):
        return 0, 0
    now = _silenced(state, hidden) if silent else _unsilenced(state, hidden)
    if now is not None:
        return 0, now
    few = max(0, NEEDED - hidden - _has(state, Barracks))
    return 1 + few, busy + few + ALL


def _has(state: State, kind: type[Effect]) -> bool:
    return any(isinstance(frame, kind) for frame in state.agenda)


def _waiting(state: State) -> int:
    """Effects that are pending, what is half done among them."""
    some = sum(isinstance(frame, Effect) for frame in state.agenda)
    top = state.agenda[0]
    return some + (not isinstance(top, Effect) and top.kind != "reveal")


def _silenced(state: State, hidden: int) -> int | None:
    """Decisions left in this turn once a piece is silenced; None if it cannot come to it."""
    top: Any = state.agenda[0]
    waiting = _waiting(state)
    if isinstance(top, Barracks):
        return 1 if waiting > 1 else None
    if _has(state, Barracks):
        return 2 if waiting > 2 or hidden else None
    if isinstance(top, Watchtower):
        if top.turned:
            return 3 if hidden else None
        return 3 if hidden > 1 else None
    return 4 if hidden > 1 else None


def _unsilenced(state: State, hidden: int) -> int | None:
    """Decisions left in this turn while no piece is silenced; None if it cannot come to it."""
    top: Any = state.agenda[0]
    waiting = _waiting(state)
    if isinstance(top, Watchtower):
        return _watched(len(top.turned), waiting, hidden)
    if isinstance(top, ThroneRoom) and waiting > 1:
        if _has(state, Barracks) and waiting > 2:
            return 2
        if any(isinstance(frame, Watchtower) for frame in state.agenda) and hidden + waiting >= NEEDED:
            return 4
        return 5 if hidden + waiting > NEEDED else None
    if top.kind == "reveal":
        if waiting:
            return 5 if hidden + waiting >= NEEDED else None
        return ALL if hidden > NEEDED else None
    if waiting > 2:
        return 2
    if waiting == 2:
        return 5 if hidden > 2 else None
    return ALL if hidden > NEEDED else None


def _watched(turned: int, waiting: int, hidden: int) -> int | None:
    """The same with a Watchtower on top."""
    if not turned:
        if waiting == 1:
            return ALL - 1 if hidden >= NEEDED else None
        return 4 if hidden + waiting >= NEEDED else None
    if waiting == 1:
        return ALL if hidden > NEEDED else None
    if waiting == 2:
        return 5 if hidden > 2 else None
    return 3 if hidden + waiting >= NEEDED else None
