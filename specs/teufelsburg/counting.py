"""The count of a struggle: the points of both sides, and what they come to."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from ...model.teufelsburg.cards import (
    ALCHEMIST,
    BODYGUARD,
    GRAND_MASTER,
    MIGHT,
    MIGHTY_ROLES,
    RING,
    SWORDSMAN,
    THUG,
)
from ..algebra import Algebra, Term, at, ne
from .codes import KINDS, RESULTS, ROLE_CODES, Box, card
from .struggle import ABSTAINS, ATTACKS, DEFENDS, fights_for, stance
from .table import Table
from .tokens import token_points

_MIGHTY = tuple(sorted(card(word) for word in (*MIGHT, *MIGHTY_ROLES)))
ATTACKER, DEFENDER, STAND_OFF = RESULTS.values()


def lying(table: Table, seat: int, number: int) -> Term:
    """How many cards of a kind a seat has put down in the struggle."""
    if number in KINDS:
        return table.laid[seat][number - 1]
    return table.lies[seat][ROLE_CODES.index(number)]


def _counts_for(a: Algebra, box: Box, table: Table, seat: int) -> Term:
    """The side a seat's cards count for; a supporter's fall with the support, as the edition has it."""
    side, still = fights_for(a, table, seat), []
    if box.rules.switch("swordsman.undoes") == "support":
        still.append(table.alone)
    if box.rules.value_of("silenced.undoes") == "support":
        still.append(a.lt(0, table.silenced[seat]))
    return a.ite(a.some(still), table.stance[seat], side)


def _symbol(a: Algebra, box: Box, table: Table, seat: int, number: int) -> Term:
    """The side a card counts for: the one chosen for it, none if it was turned down, else the seat's."""
    side = _counts_for(a, box, table, seat)
    if number not in box.weighed:
        return side
    chosen = table.symbol[seat][box.weighed.index(number)]
    return a.ite(a.eq(chosen, 0), side, chosen)


def _face_up(a: Algebra, box: Box, table: Table, seat: int) -> Iterator[tuple[int, Term]]:
    """Occupations face-up from before that fit the struggle, where they count unasked."""
    if box.rules.switch("face-up.counts") != "always":
        return
    attacks, defends = a.eq(seat, table.attacker), a.eq(seat, table.defender)
    fits = {
        THUG: attacks, GRAND_MASTER: defends, SWORDSMAN: a.some((attacks, defends)),
        BODYGUARD: ne(a, stance(a, table, seat), ABSTAINS),
    }
    for word, fit in fits.items():
        number = card(word)
        unused = a.eq(lying(table, seat, number), 0)
        yield number, a.every((a.eq(table.roles[seat], number), table.shown[seat], unused, fit))


def points(a: Algebra, box: Box, table: Table, side: int) -> Term:
    """The swords, or shields, that lie face-up for a side, of characters, cards and tokens."""
    worth = 2 if box.rules.switch("card.points") == "both" else 1
    score = []
    for seat in range(table.players):
        stands = a.eq(table.silenced[seat], 0) if box.rules.value_of("silenced.symbol") == "gone" else True
        score.append(a.ite(a.every((stands, a.eq(fights_for(a, table, seat), side))), 1, 0))
        for number in _MIGHTY:
            counts = a.eq(_symbol(a, box, table, seat, number), side)
            score += [a.ite(counts, lying(table, seat, number), 0)] * worth
        for number, lies in _face_up(a, box, table, seat):
            counts = a.every((lies, a.eq(_symbol(a, box, table, seat, number), side)))
            score.append(a.ite(counts, worth, 0))
    return a.total((*score, token_points(a, table, side)))


def _ring(a: Algebra, box: Box, table: Table, seat: Term) -> Term:
    """A fighter's poison ring works: played, or held where it works unasked."""
    kind = card(RING)
    played = a.lt(0, at(a, [table.laid[s][kind - 1] for s in range(table.players)], seat))
    if box.rules.switch("ring.counts") != "unasked":
        return played
    return a.some((played, a.lt(0, table.held(a, seat, kind))))


def result(a: Algebra, box: Box, table: Table) -> Term:
    """Who wins: by appointment, by the points, by the poison ring; or nobody."""
    attack, defence = points(a, box, table, ATTACKS), points(a, box, table, DEFENDS)
    tie = a.eq(attack, defence)
    his, other = _ring(a, box, table, table.attacker), _ring(a, box, table, table.defender)
    falls = []
    if box.rules.switch("swordsman.undoes-appointment") == "yes":
        falls.append(table.alone)
    if box.rules.switch("ring.beats-appointment") == "yes":
        falls.append(a.every((tie, a.some((his, other)))))
    if box.rules.value_of("silenced.undoes") == "all":
        falls += [a.every((a.lt(0, lying(table, seat, card(ALCHEMIST))), a.lt(0, table.silenced[seat])))
                  for seat in range(table.players)]
    appointed = a.ite(a.some(falls), 0, table.appointed)
    by_ring = a.ite(his, ATTACKER, a.ite(other, DEFENDER, STAND_OFF))
    by_points = a.ite(tie, by_ring, a.ite(a.lt(defence, attack), ATTACKER, DEFENDER))
    return a.ite(a.eq(appointed, ATTACKS), ATTACKER, a.ite(a.eq(appointed, DEFENDS), DEFENDER, by_points))


def counted(a: Algebra, box: Box, table: Table) -> Table:
    """The count is announced."""
    return evolve(table, result=result(a, box, table))
