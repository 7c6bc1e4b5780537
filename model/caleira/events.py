"""The events of the family: everything that can become so."""

from __future__ import annotations

from typing import ClassVar

from attrs import frozen

from ..game import Event, Frame, Owes


@frozen
class TurnBegan(Event):
    """The next player is on turn; what had no effect for a turn has one again."""

    tag: ClassVar[str] = "turn"
    by: int


@frozen
class Queued(Event):
    """An effect waits behind all that are pending, but for so many at the end that it goes ahead of."""

    tag: ClassVar[str] = "queued"
    frame: Frame
    ahead_of: int


@frozen
class Cancelled(Event):
    """The pending effect of a piece is not resolved."""

    tag: ClassVar[str] = "cancelled"
    piece: int


@frozen
class Drew(Event):
    """A seat draws the top card of the pile."""

    tag: ClassVar[str] = "drew"
    by: int
    kind: str


@frozen
class NothingDrawn(Event):
    """The pile is used up; the step is left out."""

    tag: ClassVar[str] = "nothing-drawn"
    by: int


@frozen
class Played(Event):
    """A card becomes a piece of its owner's castle, with so many pieces on its left."""

    tag: ClassVar[str] = "played"
    by: int
    kind: str
    up: bool
    at: int


@frozen
class TurnedUp(Event):
    """A piece lies face-up now, or still; `silent`: by a Throne Room, without effect."""

    tag: ClassVar[str] = "turned-up"
    by: int
    piece: int
    kind: str
    silent: bool


@frozen
class TurnedDown(Event):
    """A piece lies face-down now, or still; `silent`: by a Throne Room, without effect."""

    tag: ClassVar[str] = "turned-down"
    by: int
    piece: int
    silent: bool


@frozen
class LookedAt(Event):
    """A seat looks at a face-down piece."""

    tag: ClassVar[str] = "looked-at"
    by: int
    piece: int
    kind: str


@frozen
class LeftHidden(Event):
    """A piece that was looked at stays face-down."""

    tag: ClassVar[str] = "left-hidden"
    by: int
    piece: int


@frozen
class Destroyed(Event):
    """A piece goes to the discard pile; `hidden`: it lay face-down, and is turned up there."""

    tag: ClassVar[str] = "destroyed"
    by: int
    of: int
    piece: int
    kind: str
    hidden: bool
    gap: bool  # the row does not close up


@frozen
class Withstood(Event):
    """A piece is to be destroyed and cannot be."""

    tag: ClassVar[str] = "withstood"
    by: int
    piece: int


@frozen
class Lapsed(Event):
    """An effect does nothing, or nothing more."""

    tag: ClassVar[str] = "lapsed"
    by: int
    card: str


@frozen
class Uncovered(Event):
    """A seat sees the next card of the pile."""

    tag: ClassVar[str] = "uncovered"
    by: int
    kind: str


@frozen
class Arranged(Event):
    """The cards looked at lie on the pile again, the top one first."""

    tag: ClassVar[str] = "arranged"
    by: int
    cards: tuple[str, ...]


@frozen
class Swapped(Event):
    """Two cards change hands at once."""

    tag: ClassVar[str] = "swapped"
    by: int  # who gives `gives` and gets `gets`
    to: int
    gives: str
    gets: str


@frozen
class Eliminated(Event):
    """A seat is out: it has lost, its hand is out of the game, and so is its castle if it is `razed`.

    `shown`: the hand goes to the discard pile.
    """

    tag: ClassVar[str] = "eliminated"
    seat: int
    razed: bool
    shown: bool


@frozen
class Counted(Event):
    """The castles are counted: by seat, points, face-down pieces and pieces; nothing for who is out."""

    tag: ClassVar[str] = "counted"
    points: tuple[int, ...]
    hidden: tuple[int, ...]
    pieces: tuple[int, ...]


@frozen
class Decided(Event):
    """The game is over; `how` tells by what."""

    tag: ClassVar[str] = "decided"
    how: str
    winners: tuple[int, ...]


EVENTS: tuple[type[Event], ...] = (
    TurnBegan, Owes, Queued, Cancelled, Drew, NothingDrawn, Played, TurnedUp, TurnedDown, LookedAt, LeftHidden,
    Destroyed, Withstood, Lapsed, Uncovered, Arranged, Swapped, Eliminated, Counted, Decided,
)
