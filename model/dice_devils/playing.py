"""What each move does: objects turned up, rolls, markers, what ranks can do, ranks that change hands."""

from __future__ import annotations

from typing import Any

from . import events as ev
from . import moves as mv
from .frames import GiveFor
from .ranks import SPIELTEUFEL
from .script import Script, procedure


@procedure("reveal", mv.TurnUp)
def reveal(script: Script, _: Any, move: mv.TurnUp) -> None:
    """reveal.number: an object comes into the row."""
    script.emit(ev.Revealed, move.kind, cite=("reveal.number",))
    script.owe(1)


@procedure("roll", mv.RollDice)
def roll(script: Script, frame: Any, move: mv.RollDice) -> None:
    """dice.roll, dice-off.tie, rank.spielteufel: dice are rolled, in secret or in a dice-off."""
    fight = script.state.fight
    again = "dice-off.tie" if fight is not None and fight.again and not fight.looked else "rank.spielteufel"
    script.emit(ev.Rolled, frame.by, move.dice, frame.open, cite=(again if frame.open else "dice.roll",))
    script.owe(1)


@procedure("place", mv.PlaceMarker)
def place(script: Script, _: Any, move: mv.PlaceMarker) -> None:
    """markers.place: the marker lies next to an object."""
    script.emit(ev.Marked, move.by, move.at, cite=("markers.place", "markers.order"))
    script.owe(1)


@procedure("force", mv.Force)
def force(script: Script, _: Any, move: mv.Force) -> None:
    """rank.spielteufel: all others who are in it roll again."""
    fight = script.state.fight
    assert fight is not None
    script.emit(ev.Forced, move.by, cite=("rank.spielteufel",))
    script.owe(1)
    script.roll(*(seat for seat in fight.among if script.state.ranks[seat] != SPIELTEUFEL))


@procedure("force", mv.Leave)
def let_be(script: Script, _: Any, move: mv.Leave) -> None:
    """rank.spielteufel: nobody is forced."""
    script.emit(ev.NotForced, move.by, cite=("rank.spielteufel",))
    script.owe(1)


@procedure("steal", mv.Steal)
def steal(script: Script, _: Any, move: mv.Steal) -> None:
    """rank.fehlerteufel: the object changes hands."""
    script.emit(ev.Stole, move.by, move.to, move.kind, cite=("rank.fehlerteufel",))
    script.owe(1)


@procedure("exchange", mv.Take)
def take(script: Script, _: Any, move: mv.Take) -> None:
    """rank.putzteufel: what is taken; then what is given for it."""
    script.owe(1, GiveFor(move.by, move.to, move.kind))


@procedure("give", mv.Give)
def give(script: Script, frame: GiveFor, move: mv.Give) -> None:
    """rank.putzteufel: both objects change hands."""
    script.emit(ev.Exchanged, move.by, frame.to, move.kind, frame.taken, cite=("rank.putzteufel",))
    script.owe(1)


@procedure("swap", mv.SwapRanks)
def swap(script: Script, _: Any, move: mv.SwapRanks) -> None:
    """swap.ranks: the two change ranks, with all that belongs to them."""
    script.emit(ev.Swapped, move.by, move.to, cite=("swap.ranks", "swap.later"))
    script.owe(1)


def _leave(script: Script, frame: Any, move: mv.Leave) -> None:
    """What could be done is not done."""
    cite = {"steal": "rank.fehlerteufel", "exchange": "rank.putzteufel", "swap": "swap.ranks"}[frame.kind]
    script.emit(ev.Left, move.by, frame.kind, cite=(cite,))
    script.owe(1)


for _kind in ("steal", "exchange", "swap"):
    procedure(_kind, mv.Leave)(_leave)
