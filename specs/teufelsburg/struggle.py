"""A struggle on a table: who fights for whom, what lies, who is silenced."""

from __future__ import annotations

from ..algebra import Algebra, Term, at
from .codes import FIGHTS_FOR, KINDS, RESULTS, ROLE_CODES
from .table import Table

ATTACKS, DEFENDS, ABSTAINS = FIGHTS_FOR.values()


def silenced(a: Algebra, table: Table, seat: Term) -> Term:
    """The seat was made to abstain."""
    return a.lt(0, at(a, table.silenced, seat))


def silences(a: Algebra, table: Table) -> Term:
    """How many were made to abstain."""
    return a.total(table.silenced)


def stance(a: Algebra, table: Table, seat: Term) -> Term:
    """Whom a seat supports as a third party, `ABSTAINS` where that has come to nothing or is open."""
    declared = at(a, table.stance, seat)
    nothing = a.some((
        a.no(table.duel), a.eq(seat, table.attacker), a.eq(seat, table.defender), silenced(a, table, seat), table.alone,
        a.eq(declared, 0),
    ))
    return a.ite(nothing, ABSTAINS, declared)


def fights_for(a: Algebra, table: Table, seat: Term) -> Term:
    """The side a seat fights on, or supports."""
    supports = stance(a, table, seat)
    return a.ite(a.eq(seat, table.attacker), ATTACKS, a.ite(a.eq(seat, table.defender), DEFENDS, supports))


def laid(a: Algebra, table: Table, seat: Term, what: Term) -> Term:
    """The seat has put down this card in the struggle under way: an object by its kind, or an occupation."""
    cards = (*zip(KINDS, zip(*table.laid, strict=True), strict=True),
             *zip(ROLE_CODES, zip(*table.lies, strict=True), strict=True))
    return a.some(a.every((a.eq(what, number), a.lt(0, at(a, column, seat)))) for number, column in cards)


def tied(a: Algebra, table: Table) -> Term:
    """The count came to a stand-off."""
    return a.eq(table.result, RESULTS["stand-off"])
