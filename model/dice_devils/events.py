"""The events of the family: everything that can become so."""

from __future__ import annotations

from typing import ClassVar

from attrs import frozen

from ..game import Event, Owes


@frozen
class RoundBegan(Event):
    """Another round: markers are back, dice are under their shakers, the row closes up."""

    tag: ClassVar[str] = "round"


@frozen
class Revealed(Event):
    """An object of the heap lies in the row now."""

    tag: ClassVar[str] = "revealed"
    kind: str


@frozen
class RanShort(Event):
    """So many objects are missing that cannot be revealed."""

    tag: ClassVar[str] = "ran-short"
    missing: int


@frozen
class Rolled(Event):
    """A seat has rolled its dice; nobody else sees them unless they are `open`."""

    tag: ClassVar[str] = "rolled"
    by: int
    dice: tuple[int, ...]
    open: bool


@frozen
class Marked(Event):
    """A seat's marker lies next to an object."""

    tag: ClassVar[str] = "marked"
    by: int
    at: int


@frozen
class Claimed(Event):
    """An object goes to the only one who wants it."""

    tag: ClassVar[str] = "claimed"
    by: int
    at: int
    kind: str


@frozen
class Shown(Event):
    """Somebody's dice are revealed."""

    tag: ClassVar[str] = "shown"
    by: int
    dice: tuple[int, ...]


@frozen
class DiceOffBegan(Event):
    """Several want the object at a place."""

    tag: ClassVar[str] = "dice-off"
    at: int
    seats: tuple[int, ...]


@frozen
class Forced(Event):
    """The Spielteufel makes all others at his object roll again."""

    tag: ClassVar[str] = "forced"
    by: int


@frozen
class NotForced(Event):
    """The Spielteufel lets it be this time."""

    tag: ClassVar[str] = "not-forced"
    by: int


@frozen
class Tied(Event):
    """These share the highest score; only they can win the object."""

    tag: ClassVar[str] = "tied"
    seats: tuple[int, ...]
    score: int
    die: int  # what the Satansbraten adds from now on, where that is fixed; else -1


@frozen
class Won(Event):
    """A seat wins the object of a dice-off."""

    tag: ClassVar[str] = "won"
    by: int
    at: int
    kind: str
    scores: tuple[int, ...]  # of all who took part, in the order of the dice-off


@frozen
class NothingThere(Event):
    """An ability is of no use: none of those beaten has anything for it."""

    tag: ClassVar[str] = "nothing-there"
    by: int


@frozen
class Stole(Event):
    """An object changes hands."""

    tag: ClassVar[str] = "stole"
    by: int
    to: int
    kind: str


@frozen
class Exchanged(Event):
    """Two objects change hands."""

    tag: ClassVar[str] = "exchanged"
    by: int
    to: int
    gives: str
    gets: str


@frozen
class Swapped(Event):
    """Two players change ranks, with dice and marker."""

    tag: ClassVar[str] = "swapped"
    by: int
    to: int


@frozen
class Left(Event):
    """Somebody did not do what he could have done."""

    tag: ClassVar[str] = "left"
    by: int
    what: str


@frozen
class DiceOffOver(Event):
    """A dice-off is settled."""

    tag: ClassVar[str] = "dice-off-over"


@frozen
class Counted(Event):
    """The points of all, in the order of seats."""

    tag: ClassVar[str] = "counted"
    points: tuple[int, ...]


@frozen
class Decided(Event):
    """The game is over."""

    tag: ClassVar[str] = "decided"
    winner: int


EVENTS: tuple[type[Event], ...] = (
    RoundBegan, Owes, Revealed, RanShort, Rolled, Marked, Claimed, Shown, DiceOffBegan, Forced, NotForced, Tied, Won,
    NothingThere, Stole, Exchanged, Swapped, Left, DiceOffOver, Counted, Decided,
)
