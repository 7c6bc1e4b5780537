"""Candidates: everything a seat can do physically at a frame, mistakes included. No rules in here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations
from typing import Any

from ..game import Frame, Move
from . import moves as mv
from .cards import kinds, minus
from .frames import EFFECTS, SwapReturn
from .state import State

Lister = Callable[[State, Any, int], Sequence[Move]]


def _aims(state: State, _: Any, by: int) -> Sequence[Move]:
    """Any piece there is, from the first played on; or none."""
    numbers = sorted(piece.number for _, piece in state.pieces)
    return [*(mv.Aim(by, number) for number in numbers), mv.Leave(by)]


def _given(state: State, frame: Any, by: int) -> Sequence[Move]:
    hand = state.hands[by]
    if isinstance(frame, SwapReturn) and frame.to == by:  # the card that lies there already
        hand = minus(hand, frame.given)
    return [mv.Give(by, kind) for kind in kinds(hand)]


_LISTERS: dict[str, Lister] = {
    **dict.fromkeys(EFFECTS, _aims),
    "play": lambda s, f, by: [mv.PlayCard(by, kind, up) for kind in kinds(s.hands[by]) for up in (True, False)],
    "place": lambda s, f, by: [mv.PutAt(by, at) for at in range(len(s.castles[by]) + 1)],
    "reveal": lambda s, f, by: [mv.RevealPiece(by), mv.Leave(by)],
    "magician": lambda s, f, by: [*([mv.Look(by)] if s.pile else []), mv.Leave(by)],
    "arrange": lambda s, f, by: [mv.ArrangeCards(by, cards) for cards in sorted(set(permutations(f.cards)))],
    "market": lambda s, f, by: [*(mv.SwapWith(by, to) for to in range(s.players)), mv.Leave(by)],
    "swap-give": _given,
    "swap-return": _given,
}


def candidates(state: State, frame: Frame, seat: int) -> tuple[tuple[Move, ...], tuple[bool, ...]]:
    """All that a seat can do at a frame, and for each whether it answers the frame. Nothing interrupts one."""
    found = tuple(_LISTERS[frame.kind](state, frame, seat)) if seat in frame.owed else ()
    return found, (True,) * len(found)
