"""The frames of the family: every decision that can be owed, and every roll and object that chance has to tell."""

from __future__ import annotations

from typing import ClassVar

from attrs import frozen

from ..game import CHANCE, Frame, Solo


@frozen
class Reveal(Frame):
    """Chance turns up an object of the heap."""

    kind: ClassVar[str] = "reveal"

    @property
    def owed(self) -> tuple[int, ...]:
        return (CHANCE,)


@frozen
class Roll(Frame):
    """Chance tells what a seat rolls; `open`: the dice are seen by everybody, as it is a roll of a dice-off."""

    kind: ClassVar[str] = "roll"
    by: int
    open: bool = False

    @property
    def owed(self) -> tuple[int, ...]:
        return (CHANCE,)


@frozen
class Place(Solo):
    """A seat puts its marker next to an object."""

    kind: ClassVar[str] = "place"


@frozen
class MayForce(Solo):
    """Spielteufel: the others at his object can be made to roll again."""

    kind: ClassVar[str] = "force"


@frozen
class MaySteal(Solo):
    """Fehlerteufel: an object can be stolen."""

    kind: ClassVar[str] = "steal"


@frozen
class MayExchange(Solo):
    """Putzteufel: an object can be taken for another."""

    kind: ClassVar[str] = "exchange"


@frozen
class GiveFor(Solo):
    """Putzteufel: an object is given to `to` for the one that is `taken`."""

    kind: ClassVar[str] = "give"
    to: int
    taken: str


@frozen
class MaySwap(Solo):
    """The winner of a dice-off can change ranks."""

    kind: ClassVar[str] = "swap"


FRAMES: tuple[type[Frame], ...] = (Reveal, Roll, Place, MayForce, MaySteal, MayExchange, GiveFor, MaySwap)
