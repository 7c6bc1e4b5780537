"""The cards of the castles of Caleira: kinds of piece, and helpers for hands. Cards of one kind are alike."""

from __future__ import annotations

BARRACKS, BATTLEMENTS, MAGICIAN, MARKET, MOATS = "barracks", "battlements", "magician", "market", "moats"
OBSERVATORY, PRINCESS, THRONE, TREBUCHET = "observatory", "princess", "throne-room", "trebuchet"
WATCHTOWER = "watchtower"

KINDS = tuple(sorted((
    BARRACKS, BATTLEMENTS, MAGICIAN, MARKET, MOATS, OBSERVATORY, PRINCESS, THRONE, TREBUCHET, WATCHTOWER,
)))
WORKING = frozenset((BARRACKS, MAGICIAN, MARKET, OBSERVATORY, THRONE, TREBUCHET, WATCHTOWER))  # do something once
NOBODY = -1  # no seat

Hand = tuple[str, ...]  # a sorted multiset of kinds


def plus(hand: Hand, kind: str) -> Hand:
    """The hand with one more card of a kind."""
    return tuple(sorted((*hand, kind)))


def minus(hand: Hand, kind: str) -> Hand:
    """The hand with one card of a kind fewer. Raises `ValueError` if there is none."""
    at = hand.index(kind)
    return hand[:at] + hand[at + 1 :]


def kinds(hand: Hand) -> tuple[str, ...]:
    """The different kinds in a hand, in order."""
    return tuple(dict.fromkeys(hand))
