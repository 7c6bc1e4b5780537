"""The numbers of the family's values, and what the box holds for one rule set."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from attrs import frozen

from ...model.rules import Rules
from ...model.teufelsburg.cards import (
    ABSTAINS,
    ALONE,
    ATTACKER,
    BAG,
    BAGS,
    DEFENDER,
    LEFT,
    NOBODY,
    OBJECTS,
    RIGHT,
    ROLES,
    SIDES,
    SWORDSMAN,
    TURNS_INTO,
)
from ...model.teufelsburg.duel import FROM_SUPPORTERS, STAND_OFF
from ...model.teufelsburg.frames import FRAMES
from ...model.teufelsburg.moves import ASSOCIATION, OBJECT, TRUTH
from ...model.teufelsburg.setup import in_play
from ...model.teufelsburg.state import drinks_each, objects_there_are
from ..algebra import Algebra, Codes, Term

CODES = Codes({
    "card": (*OBJECTS, BAG, *ROLES, NOBODY),  # the kinds of object come first, so they are 1 to 18
    "side": (*SIDES, ALONE),
    "stance": (ATTACKER, DEFENDER, ABSTAINS),
    "way": (LEFT, RIGHT),
    "reward": (TRUTH, ASSOCIATION, OBJECT),
    "result": (ATTACKER, DEFENDER, STAND_OFF),
    "frame": tuple(frame.kind for frame in FRAMES),
})
KINDS = range(1, len(OBJECTS) + 1)


def card(word: str) -> int:
    """The number of an object, a role, or of what a bag is called."""
    return CODES.code("card", word)


def frame_code(kind: str) -> int:
    """The number of a kind of frame."""
    return CODES.code("frame", kind)


BAG_CALLED = card(BAG)
BAG_KINDS = tuple(sorted(card(bag) for bag in BAGS))
TURNED = {card(bag): card(into) for bag, into in TURNS_INTO.items()}
ROLE_CODES = tuple(card(role) for role in ROLES)
FIGHTS_FOR = {word: CODES.code("stance", word) for word in (ATTACKER, DEFENDER, ABSTAINS)}
RESULTS = {word: CODES.code("result", word) for word in (ATTACKER, DEFENDER, STAND_OFF)}


def called(algebra: Algebra, kind: Term, turned: Term) -> Term:
    """What an object is called aloud: a bag is a bag until it turns; `ABSENT` stays absent."""
    a = algebra
    for bag, into in TURNED.items():
        kind = a.ite(a.eq(kind, bag), a.ite(turned, into, BAG_CALLED), kind)
    return kind


@frozen(eq=False)
class Box:
    """What the box holds for one rule set: how many seats, and how many objects of each kind.

    `most` stands in for the limit of a hand where the question is which limit would do.
    """

    rules: Rules
    most: Term = None

    @property
    def players(self) -> int:
        """How many play."""
        return self.rules.players

    @cached_property
    def there(self) -> tuple[int, ...]:
        """How many objects of each kind there are."""
        there = objects_there_are(self.rules)
        return tuple(int(there[kind]) for kind in OBJECTS)

    @cached_property
    def out(self) -> tuple[int, ...]:
        """How many of each kind are left in the box."""
        _, out = in_play(self.rules)
        return tuple(out.count(kind) for kind in OBJECTS)

    @property
    def kinds(self) -> tuple[int, ...]:
        """The kinds of object that are in the game."""
        return tuple(k for k in KINDS if self.there[k - 1] > self.out[k - 1])

    def has(self, kind: str) -> bool:
        """Whether objects of a kind are in the game."""
        return card(kind) in self.kinds

    @property
    def in_play(self) -> int:
        """How many objects are in the game."""
        return sum(self.there) - sum(self.out)

    @property
    def row(self) -> int:
        """How many association cards lie in front of each player; the most of them tell the association."""
        return int(self.rules.fact("associations.row"))

    @property
    def at_most(self) -> int:
        """How many players can be of one association, for want of cards to tell it by."""
        return int(self.rules.fact("associations.each")) // (self.row // 2 + 1)

    @property
    def tokens(self) -> int:
        """How many tokens there are; 0 in games without."""
        return int(self.rules.given("tokens.total") or 0)

    @property
    def in_secret(self) -> bool:
        """Whether all choose in secret, and at once, whom they support."""
        return self.rules.value_of("support") == "secret"

    @property
    def tries_on(self) -> bool:
        """Whether who was refused may ask another player."""
        return self.rules.value_of("trade.refused") == "goes-on"

    @property
    def drinks(self) -> int:
        """How many Drinks each player starts with, where they are objects."""
        return drinks_each(self.rules)

    @property
    def draws_too(self) -> bool:
        """Whether even points let the attacker draw though somebody has won, before the winner chooses."""
        return self.rules.value_of("stand-off.draws") == "even-points"

    @property
    def points_out(self) -> bool:
        """Whether who proclaims points out companions before the holders."""
        return self.rules.value_of("victory.names") == "allies-and-holders"

    @property
    def sinks(self) -> bool:
        """Whether an old occupation goes under all others left over."""
        return self.rules.value_of("coat.old") == "bottom"

    @cached_property
    def doubles(self) -> tuple[int, ...]:
        """The numbers of the cards that show sword and shield, in the order of the edition."""
        return tuple(card(word) for word in self.rules.given("duel.both-symbols") or ())

    @cached_property
    def bonuses(self) -> tuple[int, ...]:
        """The numbers of the cards whose point may be turned down: those of supporters, and the Swordsman."""
        lent = FROM_SUPPORTERS if self.rules.switch("support.bonus") == "supported" else ()
        return (*sorted(card(word) for word in lent), *((card(SWORDSMAN),) if self.free_point else ()))

    @property
    def free_point(self) -> bool:
        """Whether the Swordsman may do without his own point."""
        return self.rules.value_of("swordsman.point") == "optional"

    @cached_property
    def weighed(self) -> tuple[int, ...]:
        """The numbers of the cards about which somebody decides before the count: those of both symbols come first."""
        return tuple(dict.fromkeys((*self.doubles, *self.bonuses)))

    @property
    def limit(self) -> Any:
        """The most objects a hand may hold. Raises `Gap` where the rules do not say."""
        return self.rules.fact("hand.limit") if self.most is None else self.most
