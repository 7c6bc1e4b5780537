"""The moves of the family: everything that a seat or chance can do. A place is where an object lies in the row."""

from __future__ import annotations

from typing import ClassVar

from attrs import frozen

from ..game import Move


@frozen
class TurnUp(Move):
    """Chance: this is the next object of the heap."""

    act: ClassVar[str] = "turn-up"
    kind: str


@frozen
class RollDice(Move):
    """Chance: these are the values rolled, the greatest first."""

    act: ClassVar[str] = "roll"
    dice: tuple[int, ...]


@frozen
class PlaceMarker(Move):
    """Put one's marker next to the object at a place of the row."""

    act: ClassVar[str] = "place"
    at: int


@frozen
class Force(Move):
    """Spielteufel: make all others at the object roll again."""

    act: ClassVar[str] = "force"


@frozen
class Leave(Move):
    """Let it be."""

    act: ClassVar[str] = "leave"


@frozen
class Steal(Move):
    """Fehlerteufel: steal an object of a player."""

    act: ClassVar[str] = "steal"
    to: int
    kind: str


@frozen
class Take(Move):
    """Putzteufel: choose the object of a player that is taken in the exchange."""

    act: ClassVar[str] = "take"
    to: int
    kind: str


@frozen
class Give(Move):
    """Putzteufel: choose the object that is given in the exchange."""

    act: ClassVar[str] = "give"
    kind: str


@frozen
class SwapRanks(Move):
    """Change ranks with a player."""

    act: ClassVar[str] = "swap"
    to: int


MOVES: tuple[type[Move], ...] = (TurnUp, RollDice, PlaceMarker, Force, Leave, Steal, Take, Give, SwapRanks)
