"""The steps of editions with tokens: spying, a token for a refused trade, tokens put down in a struggle."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from ..algebra import Algebra, Term, at, ne
from .codes import BAG_CALLED, BAG_KINDS, KINDS, Box
from .effects import Act, frame, owe
from .step import OWES, Step, a_seat, anybody, chance
from .struggle import ATTACKS, DEFENDS
from .table import Table


def _spies(_: Algebra, __: Box, table: Table, act: Act) -> Table:
    return owe(table, 1, frame("spy", act.by, to=act.to), frame("end", act.by))


def _there(a: Algebra, _: Box, table: Table, act: Act) -> Term:
    """The object is in the hand spied on."""
    of = table.agenda[0].to
    return a.some(a.every((a.eq(act.card, kind), a.lt(0, table.held(a, of, kind)))) for kind in KINDS)


def _shows(_: Algebra, __: Box, table: Table, ___: Act) -> Table:
    return owe(table, 1)


def _had_to_refuse(a: Algebra, table: Table) -> Term:
    """The other bag was offered to a seat with nothing but a bag, or was demanded for a bag."""
    top = table.agenda[0]
    offered = a.every((a.member(top.card, frozenset(BAG_KINDS)), a.no(table.turned)))
    bags = a.total(table.held(a, top.by, bag) for bag in BAG_KINDS)
    alone = a.every((a.eq(bags, 1), a.eq(table.size(a, top.by), 1)))
    demanded = a.member(top.demanded, frozenset((BAG_CALLED, *BAG_KINDS)))
    return a.every((offered, a.some((alone, demanded))))


def brings_token(a: Algebra, box: Box, table: Table, _: Act) -> Term:
    """The refusal is one that brings a token, if one is left."""
    if not box.tokens:
        return False
    return a.no(_had_to_refuse(a, table)) if box.rules.value_of("tokens.taken") == "free-refusal" else True


def token_left(a: Algebra, box: Box, table: Table, _: Act) -> Term:
    """A token lies in the pile of tokens."""
    if not box.tokens:
        return False
    return a.lt(a.total((*table.tokens, *(times for row in table.down for times in row))), box.tokens)


def takes_token(a: Algebra, box: Box, table: Table, act: Act) -> Table:
    """Whoever's offer is refused takes a token, if there is one."""
    to = table.agenda[0].to
    left = a.every((brings_token(a, box, table, act), token_left(a, box, table, act)))
    return evolve(table, tokens=tuple(
        a.total((was, a.ite(a.every((left, a.eq(to, seat))), 1, 0))) for seat, was in enumerate(table.tokens)))


def _has_token(a: Algebra, _: Box, table: Table, act: Act) -> Term:
    side = a.member(act.choice, frozenset((ATTACKS, DEFENDS)))
    return a.every((side, a.lt(0, at(a, table.tokens, act.by)))) if len(table.tokens) else False


def _puts_down(a: Algebra, _: Box, table: Table, act: Act) -> Table:
    def changed(row: Sequence[Term], seat: int, more: int, *sides: int) -> tuple[Term, ...]:
        mine = a.eq(act.by, seat)
        return tuple(
            a.total((was, a.ite(a.every((mine, a.eq(act.choice, side))), more, 0)))
            for was, side in zip(row, sides, strict=True))

    down = tuple(changed(row, seat, 1, ATTACKS, DEFENDS) for seat, row in enumerate(table.down))
    left = tuple(a.total((was, a.ite(a.eq(act.by, seat), -1, 0))) for seat, was in enumerate(table.tokens))
    return evolve(table, down=down, tokens=left)


def _undone(a: Algebra, box: Box, table: Table, seat: int) -> Term:
    """The tokens of a seat count no more once nobody may support; a fighter's may be spared."""
    if box.rules.value_of("swordsman.discards") != "others":
        return True
    return a.every((ne(a, seat, table.attacker), ne(a, seat, table.defender)))


def discards_tokens(a: Algebra, box: Box, table: Table) -> Table:
    """The tokens put down before go to the pile."""
    return evolve(table, down=tuple(
        (a.ite(_undone(a, box, table, seat), 0, swords), a.ite(_undone(a, box, table, seat), 0, shields))
        for seat, (swords, shields) in enumerate(table.down)))


def some_discarded(a: Algebra, box: Box, table: Table, _: Act) -> Term:
    """There are tokens to discard."""
    return a.some(
        a.every((_undone(a, box, table, seat), a.lt(0, a.total(row)))) for seat, row in enumerate(table.down))


def token_points(a: Algebra, table: Table, side: int) -> Term:
    """The swords, or shields, of tokens."""
    return a.total(row[0] if side == ATTACKS else row[1] for row in table.down)


TOKENS: tuple[Step, ...] = (
    Step("action", "spy", a_seat, _spies, (OWES,)),
    Step("spy", "show", _there, _shows, ("spied", OWES), who=chance),
    Step("duel.powers", "token", _has_token, _puts_down, ("token-spent",), who=anybody),
)
