"""The cards of the coach ride: kinds of object, roles, sides. Names are those of the dV English edition.

One key is like another, so an object is its kind; the two bags are told apart because they turn into
different things.
"""

from __future__ import annotations

BAG_KEY, BAG_GOBLET, KEY, GOBLET = "bag-key", "bag-goblet", "key", "goblet"
DAGGER, GLOVES, KNIVES, WHIP, RING = "dagger", "gloves", "throwing-knives", "whip", "poison-ring"
PRIVILEGE, MONOCLE, COAT, TOME, SEXTANT = "privilege", "monocle", "coat", "tome", "sextant"
MIRROR, PEARL, SEAL = "shattered-mirror", "black-pearl", "seal-of-the-lodge"
DRINK = "drink"  # an object only where a reading makes it one

OBJECTS = tuple(sorted((
    BAG_KEY, BAG_GOBLET, KEY, GOBLET, DAGGER, GLOVES, KNIVES, WHIP, RING, PRIVILEGE, MONOCLE, COAT, TOME, SEXTANT,
    MIRROR, PEARL, SEAL, DRINK,
)))
BAGS = frozenset((BAG_KEY, BAG_GOBLET))
BAG = "bag"  # what either bag is called while it has not turned
CALLED = tuple(sorted((set(OBJECTS) - BAGS) | {BAG}))  # the names by which an object can be demanded
TURNS_INTO = {BAG_KEY: KEY, BAG_GOBLET: GOBLET}
TRADE_TEXTS = frozenset((*BAGS, PRIVILEGE, MONOCLE, COAT, TOME, SEXTANT))  # "trade it in and you may ..."
MIGHT = frozenset((DAGGER, GLOVES, KNIVES, WHIP))  # one point each in a struggle

ALCHEMIST, BODYGUARD, CLAIRVOYANT, DIPLOMAT, DOCTOR = "alchemist", "bodyguard", "clairvoyant", "diplomat", "doctor"
GRAND_MASTER, HYPNOTIST, PRIEST, SWORDSMAN, THUG = "grand-master", "hypnotist", "priest", "swordsman", "thug"
ROLES = (ALCHEMIST, BODYGUARD, CLAIRVOYANT, DIPLOMAT, DOCTOR, GRAND_MASTER, HYPNOTIST, PRIEST, SWORDSMAN, THUG)
MIGHTY_ROLES = frozenset((BODYGUARD, GRAND_MASTER, SWORDSMAN, THUG))  # one point each in a struggle

ORDER, BROTHERHOOD, ALONE = "order", "brotherhood", "alone"
SIDES = (ORDER, BROTHERHOOD)
ATTACKER, DEFENDER, ABSTAINS, NOBODY = "attacker", "defender", "abstains", "nobody"
LEFT, RIGHT = "left", "right"

Hand = tuple[str, ...]  # a sorted multiset of kinds


def called(kind: str, turned: bool) -> str:
    """What an object is called aloud: a bag is a bag until it turns, then a key or a goblet."""
    if kind in BAGS:
        return TURNS_INTO[kind] if turned else BAG
    return kind


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
