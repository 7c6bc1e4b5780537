"""The frames of the family: every decision that can be owed. Effects that are pending wait behind in the agenda.

A piece goes by its number: that of the turn in which it was played.
"""

from __future__ import annotations

from typing import ClassVar

from attrs import frozen

from ..game import CHANCE, Frame, Solo


@frozen
class Effect(Solo):
    """The effect of the piece `source` is due; `by` owns the piece and resolves it."""

    source: int


@frozen
class Chance(Frame):
    """Chance decides, for `by`."""

    by: int

    @property
    def owed(self) -> tuple[int, ...]:
        return (CHANCE,)


@frozen
class Draw(Chance):
    """Chance turns up the next card of the pile, for who is on turn."""

    kind: ClassVar[str] = "draw"


@frozen
class Play(Solo):
    """Who is on turn plays a card on his castle."""

    kind: ClassVar[str] = "play"


@frozen
class Place(Solo):
    """Where in the row of the castle the piece goes, if that can be chosen."""

    kind: ClassVar[str] = "place"
    card: str
    up: bool


@frozen
class Barracks(Effect):
    """Barracks: a piece is turned."""

    kind: ClassVar[str] = "barracks"


@frozen
class Market(Effect):
    """Market: with whom a card is exchanged."""

    kind: ClassVar[str] = "market"


@frozen
class Observatory(Effect):
    """Observatory: a face-down piece is looked at."""

    kind: ClassVar[str] = "observatory"


@frozen
class ThroneRoom(Effect):
    """Throne Room: a piece is turned and has no effect this turn."""

    kind: ClassVar[str] = "throne-room"


@frozen
class Trebuchet(Effect):
    """Trebuchet: a piece is destroyed."""

    kind: ClassVar[str] = "trebuchet"


@frozen
class Watchtower(Effect):
    """Watchtower: up to two pieces are turned, one after the other; `turned` lists those chosen so far."""

    kind: ClassVar[str] = "watchtower"
    turned: tuple[int, ...] = ()


@frozen
class Magician(Effect):
    """Magician's Tower: a look at the top of the pile."""

    kind: ClassVar[str] = "magician"


@frozen
class Reveal(Solo):
    """Observatory: the piece that was looked at may be turned face-up."""

    kind: ClassVar[str] = "reveal"
    piece: int


@frozen
class TurnUp(Chance):
    """Magician's Tower: chance tells the next card of the pile that nobody knew."""

    kind: ClassVar[str] = "turn-up"


@frozen
class Arrange(Solo):
    """Magician's Tower: the cards looked at go back in an order of `by`'s choice."""

    kind: ClassVar[str] = "arrange"
    cards: tuple[str, ...]


@frozen
class SwapGive(Solo):
    """Market: which card `by` gives `to`."""

    kind: ClassVar[str] = "swap-give"
    to: int


@frozen
class SwapReturn(Solo):
    """Market: which card `by` gives `to` for the card that lies there."""

    kind: ClassVar[str] = "swap-return"
    to: int
    given: str


@frozen
class SwapDraw(Chance):
    """Market, where the other's card is drawn unseen: chance tells which card of `of` comes for the one given."""

    kind: ClassVar[str] = "swap-draw"
    of: int
    given: str


EFFECTS: dict[str, type[Effect]] = {
    frame.kind: frame for frame in (Barracks, Magician, Market, Observatory, ThroneRoom, Trebuchet, Watchtower)
}
FRAMES: tuple[type[Frame], ...] = (
    Draw, Play, Place, *EFFECTS.values(), Reveal, TurnUp, Arrange, SwapGive, SwapReturn, SwapDraw,
)
