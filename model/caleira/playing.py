"""Drawing a card and playing one."""

from __future__ import annotations

from typing import Any

from . import moves as mv
from .ending import count
from .events import Drew, Played
from .frames import Place
from .script import Script, procedure


@procedure("draw", mv.DrawCard)
def draw(script: Script, frame: Any, move: mv.DrawCard) -> None:
    """draw.card: the top card comes into the hand."""
    script.emit(Drew, frame.by, move.kind, cite=("draw.card",))
    script.owe(1)


@procedure("play", mv.PlayCard)
def play(script: Script, _: Any, move: mv.PlayCard) -> None:
    """play.card: the card goes to the end of the row, or where it is put."""
    if script.rules.switch("place.where") == "chosen":
        script.owe(1, Place(move.by, move.kind, move.up))
    else:
        _put(script, move.by, move.kind, move.up, len(script.state.castles[move.by]))


@procedure("place", mv.PutAt)
def put(script: Script, frame: Place, move: mv.PutAt) -> None:
    """play.card: the piece stands where its owner puts it."""
    _put(script, frame.by, frame.card, frame.up, move.at)


def _put(script: Script, by: int, kind: str, up: bool, at: int) -> None:
    """play.face-up, play.face-down: a piece that lies face-up takes effect next."""
    script.emit(Played, by, kind, up, at, cite=("play.card", "play.face-up" if up else "play.face-down"))
    script.owe(1)
    if script.hands_empty and script.rules.switch("end.count") == "at-once":
        count(script.rules, script.state, script.emit)
    elif up:
        script.trigger(by, kind, script.state.turn)
