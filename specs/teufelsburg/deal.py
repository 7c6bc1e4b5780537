"""The set-up over terms: the first table of every deal that the set-up clauses allow."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from ...model.teufelsburg.cards import BAGS, DRINK
from ...model.teufelsburg.setup import apart, dealable, in_play
from ..algebra import ABSENT, Algebra, Term
from .codes import KINDS, Box, card, frame_code
from .invariant import conserved, people, sides
from .table import EMPTY, Slot, Table, fresh, nobody, quiet, undecided


def first(a: Algebra, box: Box) -> Table:
    """The symbolic table on which a game begins: seat 0 chooses an action, all occupations lie face-down."""
    table = fresh(box, "deal")
    begin = Slot(frame_code("action"), 0)
    return evolve(
        table, agenda=(begin, *(EMPTY for _ in table.agenda[1:])), active=0, turn=1,
        turned=a.eq(table.pile(a), 0), shown=tuple(False for _ in table.shown),
        spent=tuple(False for _ in table.spent), sunk=tuple(0 for _ in table.sunk),
        tokens=tuple(0 for _ in table.tokens), pointed=tuple(0 for _ in table.pointed),
        refused=tuple(False for _ in table.refused),
        retired=tuple(False for _ in table.retired), top=tuple(ABSENT for _ in table.top),
        chosen=nobody(table.players), **quiet(box), **undecided(table.players),
    )


def deal(a: Algebra, box: Box, table: Table) -> Mapping[str, Term]:
    """What the set-up says of the first table, by name: the cards of the box, and where they go."""
    each, drink = box.rules.fact("setup.hand") + box.drinks, card(DRINK)
    seats = range(table.players)
    playing, _ = in_play(box.rules)
    both = tuple(a.total(table.held(a, seat, card(bag)) for bag in sorted(BAGS)) for seat in seats)
    may = {card(kind) for kind in (*dealable(box.rules, playing), *BAGS, DRINK)}
    return {
        "cards": conserved(a, box, table),
        "people": a.every((people(a, box, table), sides(a, box, table))),
        "hands": a.every(a.eq(table.size(a, seat), each) for seat in seats),
        "bags": a.every(a.eq(table.piled(card(bag)), 0) for bag in sorted(BAGS)),
        "drinks": a.every(a.eq(table.held(a, seat, drink), box.drinks) for seat in seats),
        "apart": a.every(a.le(bags, 1) for bags in both) if apart(box.rules) else True,
        "sealed": a.every(a.eq(table.held(a, seat, kind), 0) for kind in KINDS if kind not in may for seat in seats),
    }
