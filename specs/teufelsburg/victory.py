"""When a proclamation is right, over terms, written from the rulebook's list of combinations.

The engine adds up what is shown; here every combination that is enough is spelt out, as the book does: so many
keys, so many bags, so many Drinks. `aspects` are all that the answer depends on, which `claims` proves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from ...model.teufelsburg.cards import (
    ALONE,
    BAG_GOBLET,
    BAG_KEY,
    BROTHERHOOD,
    GOBLET,
    KEY,
    ORDER,
    PEARL,
    SEAL,
)
from ..algebra import Algebra, Term
from .codes import CODES, Box, card
from .table import Table

WANTED = {ORDER: (KEY, BAG_KEY), BROTHERHOOD: (GOBLET, BAG_GOBLET)}  # an object, and the bag that turns into it
BY = 0  # the seat that proclaims, by rotation
Part = tuple[Term, int]  # how many there are, and the most that there can be


@frozen(eq=False)
class Claim:
    """A proclamation by seat 0: for whom, and by seat whether it was named (never the proclaimer)."""

    box: Box
    table: Table
    word: str
    named: tuple[Term, ...]

    @property
    def side(self) -> int:
        """The number of the association proclaimed."""
        return CODES.code("side", self.word)

    def ally(self, a: Algebra, seat: int) -> Term:
        """The seat is of the association proclaimed."""
        return a.eq(self.table.sides[seat], self.side)

    def members(self, a: Algebra) -> Term:
        """How many players the association proclaimed has."""
        return a.total(a.ite(self.ally(a, seat), 1, 0) for seat in range(self.table.players))

    def outnumbered(self, a: Algebra) -> Term:
        """The association proclaimed is the smaller one."""
        members = self.members(a)
        return a.lt(a.total((members, members)), self.table.players)


def counting_bag(a: Algebra, box: Box, table: Table, seat: int, bag: str) -> Term:
    """How many bags of a seat count for a victory: once turned, or always, as the edition has it."""
    held = table.held(a, seat, card(bag))
    return held if box.rules.switch("bag.counts") == "always" else a.ite(table.turned, held, 0)


def shown(a: Algebra, box: Box, table: Table, seat: int, word: str) -> Term:
    """How many of the objects that an association needs a seat can show."""
    kind, bag = WANTED[word]
    return a.total((table.held(a, seat, card(kind)), counting_bag(a, box, table, seat, bag)))


def camp(a: Algebra, claim: Claim) -> tuple[Term, ...]:
    """By seat: it stands up with what it holds. A fortune-teller's own hand is not among it."""
    return (claim.ally(a, BY), *claim.named[1:])


def standing(a: Algebra, claim: Claim) -> tuple[Term, ...]:
    """By seat: what it holds counts for a claim of its own association; of all allies, or of those named alone."""
    if claim.box.rules.value_of("victory.counts") != "association":
        return camp(a, claim)
    return tuple(claim.ally(a, seat) for seat in range(claim.table.players))


def enough(a: Algebra, needed: int, parts: Sequence[Part]) -> Term:
    """Some combination of the parts makes up what is needed."""
    return a.some(
        a.every(a.le(many, there) for many, (there, _) in zip(combination, parts, strict=True) if many)
        for combination in combinations(needed, [most for _, most in parts])
    )


def combinations(needed: int, most: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """All ways to take from heaps of these sizes so many in all."""
    if not most:
        if needed == 0:
            yield ()
        return
    for many in range(min(needed, most[0]) + 1):
        for rest in combinations(needed - many, most[1:]):
            yield (many, *rest)


def right(a: Algebra, claim: Claim) -> Term:
    """The proclamation is right: victory.needs, victory.outnumbered, victory.drink, and the variants' own."""
    if claim.word == ALONE:
        return _alone(a, claim)
    return a.ite(claim.ally(a, BY), _own(a, claim), _foretold(a, claim))


def _stock(a: Algebra, claim: Claim, stand: Sequence[Term]) -> tuple[Part, Part]:
    """The objects and the bags of all who stand up."""
    box, table = claim.box, claim.table
    kind, bag = WANTED[claim.word]
    standing = list(enumerate(stand))
    objects = a.total(a.ite(stands, table.held(a, seat, card(kind)), 0) for seat, stands in standing)
    bags = a.total(a.ite(stands, counting_bag(a, box, table, seat, bag), 0) for seat, stands in standing)
    return (objects, box.there[card(kind) - 1]), (bags, box.there[card(bag) - 1])


def _suffices(a: Algebra, claim: Claim, parts: Sequence[Part], fewer: bool = True) -> Term:
    """The parts are what the association needs; `fewer`: what the smaller one needs is told apart where it is."""
    rules = claim.box.rules
    usual, small = rules.fact("victory.needed"), rules.given("victory.needed.smaller")
    if small is None or not fewer:
        return enough(a, usual, parts)
    return a.ite(claim.outnumbered(a), enough(a, small, parts), enough(a, usual, parts))


def _drinks(a: Algebra, claim: Claim) -> Part:
    """The Drinks that stand in for objects, where there are any: one, or each member's."""
    rules, most = claim.box.rules, claim.table.players
    dealt = int(rules.given("drinks.dealt") or 0)
    if rules.value_of("drink.counts") != "each":
        return a.ite(claim.outnumbered(a), dealt, 0), dealt
    members = claim.members(a)
    return a.ite(claim.outnumbered(a), a.total(members for _ in range(dealt)), 0), dealt * most


def _nobody_wrong(a: Algebra, claim: Claim) -> Iterator[Term]:
    """Whoever was named is of the association proclaimed, and shows something if that is asked."""
    asked = claim.box.rules.switch("victory.idle-name") == "false"
    for seat in range(1, claim.table.players):
        holds = a.le(1, shown(a, claim.box, claim.table, seat, claim.word)) if asked else True
        yield a.implies(claim.named[seat], a.every((claim.ally(a, seat), holds)))


def _own(a: Algebra, claim: Claim) -> Term:
    box, table, rules = claim.box, claim.table, claim.box.rules
    parts = (*_stock(a, claim, standing(a, claim)), _drinks(a, claim))
    conditions = [*_nobody_wrong(a, claim), _suffices(a, claim, parts)]
    if rules.switch("victory.barred") == "loses":
        conditions += [a.le(1, shown(a, box, table, BY, claim.word)), a.eq(table.held(a, BY, card(PEARL)), 0)]
    if rules.switch("victory.unnamed-holder") == "false":
        conditions += [
            a.some((claim.named[seat], a.no(claim.ally(a, seat)), a.eq(shown(a, box, table, seat, claim.word), 0)))
            for seat in range(1, table.players)
        ]
    if rules.value_of("victory.unnamed-ally") == "false":
        conditions += [a.no(_silent(a, claim))]
    return a.every(conditions)


def _silent(a: Algebra, claim: Claim) -> Term:
    """Some ally is not told of. Whoever is only pointed out counts as told of, and is not among those named here."""
    return a.some(a.every((claim.ally(a, seat), a.no(claim.named[seat]))) for seat in range(1, claim.table.players))


def _foretold(a: Algebra, claim: Claim) -> Term:
    rules = claim.box.rules
    parts = [*_stock(a, claim, camp(a, claim))]
    if rules.value_of("fortune.drink") == "yes":
        dealt = int(rules.given("drinks.dealt") or 0)
        parts.append((a.ite(claim.outnumbered(a), dealt, 0), dealt))
    return a.every((*_nobody_wrong(a, claim), _suffices(a, claim, parts, rules.value_of("rival.smaller") == "fewer")))


def _alone(a: Algebra, claim: Claim) -> Term:
    box, table = claim.box, claim.table
    parts = [(table.held(a, BY, card(kind)), box.there[card(kind) - 1]) for kind, _ in WANTED.values()]
    parts += [(counting_bag(a, box, table, BY, bag), box.there[card(bag) - 1]) for _, bag in WANTED.values()]
    return a.every((a.le(1, table.held(a, BY, card(SEAL))), enough(a, box.rules.fact("victory.needed"), parts)))


def winning_set(a: Algebra, claim: Claim) -> Term:
    """The association proclaimed holds enough, whoever of it proclaims and whoever is named."""
    allies = [claim.ally(a, seat) for seat in range(claim.table.players)]
    return _suffices(a, claim, (*_stock(a, claim, allies), _drinks(a, claim)))


def aspects(a: Algebra, claim: Claim) -> Mapping[str, Term]:
    """All that the answer can depend on, as numbers."""
    box, table = claim.box, claim.table
    if claim.word == ALONE:
        return {"objects": a.total(shown(a, box, table, BY, word) for word in WANTED),
                "seal": table.held(a, BY, card(SEAL))}
    others = range(1, table.players)
    held = [shown(a, box, table, seat, claim.word) for seat in range(table.players)]
    ally = claim.ally(a, BY)
    numbers = {
        "objects": a.total(a.ite(stands, held[seat], 0) for seat, stands in enumerate(camp(a, claim))),
        "standing": a.ite(ally, a.total(
            a.ite(stands, held[seat], 0) for seat, stands in enumerate(standing(a, claim))), 0),
        "silent": a.every((ally, _silent(a, claim))),
        "own": a.ite(ally, held[BY], 0),
        "pearl": a.ite(ally, table.held(a, BY, card(PEARL)), 0),
        "members": claim.members(a),
        "idle": a.some(a.every((claim.named[seat], a.eq(held[seat], 0))) for seat in others),
        "holder": a.every((ally, a.some(
            a.every((a.no(claim.named[seat]), claim.ally(a, seat), a.le(1, held[seat]))) for seat in others))),
        "ally": ally,
    }
    foe = a.some(a.every((claim.named[seat], a.no(claim.ally(a, seat)))) for seat in others)
    flags = ("idle", "holder", "ally", "silent")
    numbers |= {flag: a.ite(numbers[flag], 1, 0) for flag in flags}
    return {"foe": a.ite(foe, 1, 0), **{name: a.ite(foe, 0, number) for name, number in numbers.items()}}
