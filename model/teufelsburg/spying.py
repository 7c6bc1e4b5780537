"""Spying: a look at a random object of another player."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

from ..game import CHANCE
from . import moves as mv
from .events import SpiedOut
from .frames import End, SpyDraw
from .script import Script, procedure
from .state import State


@procedure("action", mv.Spy)
def begin_to_spy(script: Script, _: Any, move: mv.Spy) -> None:
    """spy.draw: an object is drawn unseen; chance tells which."""
    script.owe(1, SpyDraw(move.by, move.on), End(move.by))


@procedure("spy", mv.ShowObject)
def look_at_drawn(script: Script, frame: SpyDraw, move: mv.ShowObject) -> None:
    """spy.secret: the spy sees it and gives it back."""
    felt = script.rules.value_of("spy.seen") != "by-nobody"
    script.emit(SpiedOut, frame.by, frame.of, move.kind, felt, cite=("spy.draw", "spy.secret"))
    script.owe(1)


def drawn(state: State, frame: SpyDraw) -> tuple[tuple[mv.ShowObject, Fraction], ...]:
    """What a spy can draw, each object of the hand being as likely as another."""
    hand = state.hands[frame.of]
    return tuple((mv.ShowObject(CHANCE, kind), Fraction(n, len(hand))) for kind, n in sorted(Counter(hand).items()))
