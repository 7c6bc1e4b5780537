"""The moves of the family: everything that a seat or chance can do. A piece goes by the turn in which it was played."""

from __future__ import annotations

from typing import ClassVar

from attrs import frozen

from ..game import Move


@frozen
class DrawCard(Move):
    """Chance: this card comes from the pile."""

    act: ClassVar[str] = "draw"
    kind: str


@frozen
class PlayCard(Move):
    """Play a card of one's hand on one's castle, face-up or face-down."""

    act: ClassVar[str] = "play"
    kind: str
    up: bool


@frozen
class PutAt(Move):
    """Put the piece played into the row, with so many pieces on its left."""

    act: ClassVar[str] = "place"
    at: int


@frozen
class Aim(Move):
    """Choose the piece that an effect is for."""

    act: ClassVar[str] = "aim"
    piece: int


@frozen
class Leave(Move):
    """Let it be: the effect does nothing, or nothing more."""

    act: ClassVar[str] = "leave"


@frozen
class RevealPiece(Move):
    """Turn the piece that was looked at face-up."""

    act: ClassVar[str] = "reveal"


@frozen
class Look(Move):
    """Look at the top of the pile."""

    act: ClassVar[str] = "look"


@frozen
class TurnUpCard(Move):
    """Chance: this is the next card of the pile."""

    act: ClassVar[str] = "turn-up"
    kind: str


@frozen
class ArrangeCards(Move):
    """Put the cards back on the pile in this order, the top one first."""

    act: ClassVar[str] = "arrange"
    cards: tuple[str, ...]


@frozen
class SwapWith(Move):
    """Exchange a card with a player."""

    act: ClassVar[str] = "swap-with"
    to: int


@frozen
class Give(Move):
    """Give this card in the exchange."""

    act: ClassVar[str] = "give"
    kind: str


@frozen
class Show(Move):
    """Chance: this is the card drawn from the other's hand."""

    act: ClassVar[str] = "show"
    kind: str


MOVES: tuple[type[Move], ...] = (
    DrawCard, PlayCard, PutAt, Aim, Leave, RevealPiece, Look, TurnUpCard, ArrangeCards, SwapWith, Give, Show,
)
