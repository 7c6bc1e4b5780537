"""The ranks of devils from the highest to the lowest, the kinds of objects, and helpers for collections."""

from __future__ import annotations

OBERTEUFEL, SPIELTEUFEL, FEHLERTEUFEL = "oberteufel", "spielteufel", "fehlerteufel"
PUTZTEUFEL, SPRINGTEUFEL, SATANSBRATEN = "putzteufel", "springteufel", "satansbraten"

RANKS = (OBERTEUFEL, SPIELTEUFEL, FEHLERTEUFEL, PUTZTEUFEL, SPRINGTEUFEL, SATANSBRATEN)  # as the text lists them

KINDS = (
    "bed", "chilli", "ear-muffs", "grill", "hot-bath", "hot-water-bottle", "iron", "mug-of-tea", "night-cap",
    "radiator", "scarf",
)
NOBODY = -1  # no seat, no place
TAKEN = ""  # a place of the row whose object was taken in this round

Hand = tuple[str, ...]  # a sorted multiset of kinds


def height(rank: str) -> int:
    """How many ranks are above this one."""
    return RANKS.index(rank)


def plus(hand: Hand, kind: str) -> Hand:
    """The collection with one more object of a kind."""
    return tuple(sorted((*hand, kind)))


def minus(hand: Hand, kind: str) -> Hand:
    """The collection with one object of a kind fewer. Raises `ValueError` if there is none."""
    at = hand.index(kind)
    return hand[:at] + hand[at + 1 :]


def kinds(hand: Hand) -> tuple[str, ...]:
    """The different kinds of a collection, in order."""
    return tuple(dict.fromkeys(hand))
