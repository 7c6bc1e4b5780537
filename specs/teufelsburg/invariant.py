"""What a sound position is: the conjuncts that every step keeps.

Each is named, so that a step that breaks one says which.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from attrs import frozen

from ...model.teufelsburg.cards import COAT, DIPLOMAT
from ..algebra import ABSENT, Algebra, Term, at, ne, never, where
from .codes import KINDS, ROLE_CODES, Box, card
from .table import EMPTY, SLOT_PARTS, Slot, Table, is_frame

BASES = ("action", "end")
TRADING = ("offer", "answer", "activate")
GIVING = ("surplus", "unload")
DEMANDING = ("demand", "demand-what")
# What may lie on top of the choice of an action or the end of a turn ...
UPPER = (*TRADING, *DEMANDING, "draw", *GIVING, "retrain", "direct", "pass-on", "peek", "trade-on")
# ... and on top of the second of two traded texts, while the first is carried out.
FIRST = ("activate", "draw", *GIVING, "retrain", "direct", "pass-on", "peek")
# What may lie on the trade that goes on, which lies on the choice of an action or the end of a turn.
ON_TRYING = ("offer", "answer")


def conserved(a: Algebra, box: Box, table: Table) -> Term:
    """Every object is in one place: of each kind as many as there are, nowhere fewer than none."""
    rows = zip(table.count, box.there, box.out, strict=True)
    return a.every(
        a.every((a.eq(a.total(row), there), a.eq(row[-1], out), *(a.le(0, entry) for entry in row)))
        for row, there, out in rows
    )


def owning(a: Algebra, _: Box, table: Table) -> Term:
    """Every hand holds at least one object."""
    return a.every(a.le(1, table.size(a, seat)) for seat in range(table.players))


def within_limit(a: Algebra, box: Box, table: Table) -> Term:
    """No hand is over the limit, but for the one object of the one seat that owes a surplus, and it is over."""
    gives = [is_frame(a, slot, *GIVING) for slot in table.agenda]
    found = [a.le(a.total(a.ite(given, 1, 0) for given in gives), 1)]
    for seat in range(table.players):
        pairs = zip(gives, table.agenda, strict=True)
        owes = a.some(a.every((given, a.eq(slot.by, seat))) for given, slot in pairs)
        size = table.size(a, seat)
        found += [a.le(size, a.ite(owes, a.total((box.limit, 1)), box.limit)), a.implies(owes, a.lt(box.limit, size))]
    return a.every(found)


def turning(a: Algebra, _: Box, table: Table) -> Term:
    """The bags have turned exactly when the pile is used up."""
    return a.iff(table.turned, a.eq(table.pile(a), 0))


def known_top(a: Algebra, _: Box, table: Table) -> Term:
    """What is known on top of the pile lies in it; nothing is known below what is not."""
    lying = (
        a.le(a.total(a.ite(a.eq(kind, k), 1, 0) for kind in table.top), table.piled(k)) for k in KINDS
    )
    first, second = table.top
    return a.every((
        *lying, *(a.every((a.le(0, kind), a.le(kind, len(KINDS)))) for kind in table.top),
        a.implies(a.eq(first, ABSENT), a.eq(second, ABSENT)),
    ))


def people(a: Algebra, box: Box, table: Table) -> Term:
    """Every occupation is one seat's at most, no association has more players than cards, seats are seats."""
    n = table.players
    return a.every((
        *(a.member(role, frozenset(ROLE_CODES)) for role in table.roles),
        *(ne(a, table.roles[i], table.roles[j]) for i in range(n) for j in range(i)),
        *(a.member(side, frozenset((1, 2))) for side in table.sides),
        *(a.le(a.total(a.ite(a.eq(side, s), 1, 0) for side in table.sides), box.at_most) for s in (1, 2)),
        _rows(a, box, table), a.le(0, table.active), a.lt(table.active, n), a.le(1, table.turn),
    ))


def _rows(a: Algebra, box: Box, table: Table) -> Term:
    """Most cards of each row tell the association, and there are not more of one than the box has."""
    codes = frozenset((1, 2))

    def shown(row: tuple[Term, ...], side: int) -> Term:
        return a.total(a.ite(a.eq(entry, side), 1, 0) for entry in row)

    pairs = zip(table.rows, table.sides, strict=False)
    cards = tuple(entry for row in table.rows for entry in row)
    return a.every((
        *(a.member(entry, codes) for entry in cards),
        *(a.iff(a.eq(side, s), a.lt(box.row, 2 * shown(row, s))) for row, side in pairs for s in codes),
        *(a.le(shown(cards, s), int(box.rules.fact("associations.each"))) for s in codes),
    ))


def _blank(a: Algebra, slot: Slot) -> Term:
    return a.every(a.eq(getattr(slot, part), getattr(EMPTY, part)) for part in SLOT_PARTS)


def _seats(a: Algebra, table: Table, *seats: Term) -> Term:
    n = table.players
    return a.every((
        *(a.every((a.le(0, seat), a.lt(seat, n))) for seat in seats),
        *(ne(a, x, y) for i, x in enumerate(seats) for y in seats[:i]),
    ))


def shape(a: Algebra, box: Box, table: Table) -> Term:
    """The agenda has one of the shapes of a game without a struggle: two frames above the base at most."""
    first, second, third, *rest = table.agenda

    def base(slot: Slot) -> Term:
        return a.every((is_frame(a, slot, *BASES), a.eq(slot.by, table.active)))

    return a.every((
        a.no(table.duel), *(_blank(a, slot) for slot in rest),
        a.some((
            a.every((base(first), _blank(a, second), _blank(a, third))),
            a.every((is_frame(a, first, *UPPER), base(second), _blank(a, third))),
            a.every((is_frame(a, first, *FIRST), is_frame(a, second, "activate"), _activate(a, box, table, second),
                     base(third))),
            a.every((box.tries_on, is_frame(a, first, *ON_TRYING), a.no(a.present(first.demanded)),
                     is_frame(a, second, "trade-on"), base(third))),
        )),
    ))


def _activate(a: Algebra, box: Box, table: Table, slot: Slot) -> Term:
    """Two kinds of object of this game went from one seat to another."""
    kinds = frozenset(box.kinds)
    return a.every((_seats(a, table, slot.by, slot.to), a.member(slot.card, kinds), a.member(slot.other, kinds)))


def _demander(a: Algebra, table: Table, seat: Term) -> Term:
    """The seat is on turn and has used the Diplomat."""
    used = table.spent[ROLE_CODES.index(card(DIPLOMAT))]
    return a.every((a.eq(seat, table.active), a.eq(at(a, table.roles, seat), card(DIPLOMAT)), used))


def _demanded(a: Algebra, table: Table, slot: Slot, diplomat: Term, asked: Term) -> Term:
    """Nothing is demanded, or what is demanded is held by who is asked, and the Diplomat's seat asks."""
    hand = table.hand(a, asked)
    holds = a.some(a.every((a.eq(slot.demanded, word), a.lt(0, held))) for word, held in hand.items())
    return a.implies(a.present(slot.demanded), a.every((_demander(a, table, diplomat), holds)))


def meaning(a: Algebra, box: Box, table: Table) -> Term:
    """What the top frame speaks of is there: the object offered, the object demanded, the room, the pile."""
    top = table.agenda[0]
    by, to = top.by, top.to

    def of(*kinds: str) -> Term:
        return is_frame(a, top, *kinds)

    return a.every((
        a.le(0, by), a.lt(by, table.players),
        where(a, of("peek"), lambda: a.every((box.row > 1, a.some((a.eq(top.mark, by), a.eq(top.mark, to)))))),
        where(a, of("offer", "answer", "activate", "unload", "demand-what", "peek"), lambda: _seats(a, table, by, to)),
        where(a, of("offer"), lambda: a.every((a.eq(by, table.active), _demanded(a, table, top, by, to)))),
        where(a, of("answer"), lambda: a.every((
            a.eq(to, table.active), a.member(top.card, frozenset(KINDS)), a.lt(0, table.held(a, to, top.card)),
            _demanded(a, table, top, to, by)))),
        where(a, of("activate"), lambda: _activate(a, box, table, top)),
        where(a, of("draw"), lambda: a.lt(0, table.pile(a))),
        where(a, of("retrain"), lambda: a.every((box.has(COAT), a.member(top.mark, frozenset((0, 1)))))),
        where(a, of("pass-on"), lambda: a.member(top.mark, frozenset((1, 2)))),
        where(a, of("demand", "demand-what"), lambda: _demander(a, table, by)),
    ))


def choosing(a: Algebra, _: Box, table: Table) -> Term:
    """Nobody has chosen what to pass on unless that is owed; then some have, of their own, and not all."""
    owed = is_frame(a, table.agenda[0], "pass-on")
    none = a.every(a.eq(entry, 0) for row in table.chosen for entry in row)
    if never(owed):
        return none
    seats = range(table.players)
    own = (
        a.every((a.le(0, entry), a.le(entry, table.held(a, seat, kind))))
        for seat in seats for kind, entry in zip(KINDS, table.chosen[seat], strict=True)
    )
    return a.every((
        a.some((owed, none)), a.some(a.no(table.has_chosen(a, seat)) for seat in seats),
        *own, *(a.le(a.total(table.chosen[seat]), 1) for seat in seats),
    ))


def trying(a: Algebra, box: Box, table: Table) -> Term:
    """Who was refused is on turn; some have refused, the last one among them, and not he; else nobody has."""
    if not box.tries_on:
        return True
    is_on = [is_frame(a, slot, "trade-on") for slot in table.agenda[:2]]
    nobody = a.every(a.no(refused) for refused in table.refused)
    found = [a.some((*is_on, nobody))]
    for on, slot in zip(is_on, table.agenda, strict=False):
        known = [a.every((a.implies(a.eq(slot.to, seat), no), a.implies(a.eq(slot.by, seat), a.no(no))))
                 for seat, no in enumerate(table.refused)]
        found.append(a.implies(on, a.every((a.eq(slot.by, table.active), _seats(a, table, slot.by, slot.to), *known))))
    return a.every(found)


SOUND: Mapping[str, tuple[Callable[[Algebra, Box, Table], Term], tuple[str, ...]]] = {
    # what is kept, and which fields of the table it speaks of
    "conserved": (conserved, ("count",)),
    "owning": (owning, ("count",)),
    "within-limit": (within_limit, ("count", "agenda")),
    "turning": (turning, ("count", "turned")),
    "known-top": (known_top, ("count", "top")),
    "people": (people, ("roles", "sides", "rows", "active", "turn")),
    "shape": (shape, ("agenda", "active", "duel")),
    "choosing": (choosing, ("count", "agenda", "chosen")),
    "trying": (trying, ("agenda", "active", "refused")),
    "meaning": (meaning, ("count", "roles", "spent", "active", "turned", "agenda")),
}


@frozen(eq=False)
class Sound:
    """A table and all that a sound position keeps, by name."""

    table: Table
    keeps: Mapping[str, Term]


def sound(a: Algebra, box: Box, table: Table, like: Sound | None = None) -> Sound:
    """All that a sound position keeps. What speaks of fields that `like` has too is not built again.

    Raises `Gap` where the rules give no limit of a hand.
    """
    keeps = {}
    for name, (means, fields) in SOUND.items():
        if like is not None and all(getattr(like.table, field) is getattr(table, field) for field in fields):
            keeps[name] = like.keeps[name]
        else:
            keeps[name] = means(a, box, table)
    return Sound(table, keeps)
