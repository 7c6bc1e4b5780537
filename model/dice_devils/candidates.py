"""Candidates: everything a seat can do physically at a frame, mistakes included. No rules in here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..game import Frame, Move
from . import moves as mv
from .ranks import TAKEN, kinds
from .state import State

Lister = Callable[[State, Any, int], Sequence[Move]]


def _of_others(state: State, by: int, move: Callable[[int, int, str], Move]) -> list[Move]:
    """A move for each kind that each other player has, whether he was beaten or not."""
    return [move(by, to, kind) for to in range(state.players) if to != by for kind in kinds(state.objects[to])]


_LISTERS: dict[str, Lister] = {
    "place": lambda s, f, by: [mv.PlaceMarker(by, at) for at, kind in enumerate(s.row) if kind != TAKEN],
    "force": lambda s, f, by: [mv.Force(by), mv.Leave(by)],
    "steal": lambda s, f, by: [*_of_others(s, by, mv.Steal), mv.Leave(by)],
    "exchange": lambda s, f, by: [*_of_others(s, by, mv.Take), mv.Leave(by)],
    "give": lambda s, f, by: [mv.Give(by, kind) for kind in kinds(s.objects[by])],
    "swap": lambda s, f, by: [*(mv.SwapRanks(by, to) for to in range(s.players) if to != by), mv.Leave(by)],
}


def candidates(state: State, frame: Frame, seat: int) -> tuple[tuple[Move, ...], tuple[bool, ...]]:
    """All that a seat can do at a frame, and for each whether it answers the frame. Nothing interrupts one."""
    found = tuple(_LISTERS[frame.kind](state, frame, seat)) if seat in frame.owed else ()
    return found, (True,) * len(found)
