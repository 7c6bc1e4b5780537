"""Where faults hide: hands of one and at the limit, the last objects of the pile, bags, silent cards."""

from __future__ import annotations

from collections.abc import Mapping

from ...model.teufelsburg.cards import BAGS, DIPLOMAT, LEFT, MIRROR, PEARL, RIGHT, TRADE_TEXTS
from ..algebra import Algebra, Term
from .codes import BAG_CALLED, BAG_KINDS, CODES, ROLE_CODES, Box, card
from .pose import OTHER, OWNER
from .shapes import GIVING
from .table import Table, is_frame

FULL = 2  # the second seat of the edges in which two hands are at the limit


def edges(a: Algebra, box: Box, table: Table) -> Mapping[str, Term]:
    """Conditions on a table with a known frame on top, by name; not every one goes with every frame."""
    mine, theirs, pile = table.size(a, OWNER), table.size(a, OTHER), table.pile(a)
    top = table.agenda[0]
    bags = a.total(table.held(a, OWNER, bag) for bag in BAG_KINDS)
    diplomat = a.eq(table.roles[OWNER], card(DIPLOMAT))
    is_bag = a.member(top.card, frozenset(BAG_KINDS))
    free = a.no(a.present(top.demanded))
    passing = is_frame(a, top, "pass-on")
    choosing = [seat for seat in range(table.players) if seat != OWNER]
    return {
        "anything": True,
        "a hand of one": a.eq(mine, 1),
        "a hand at the limit": a.eq(mine, box.limit),
        "over the limit, others full": a.every((
            is_frame(a, top, *GIVING), a.eq(theirs, box.limit), a.eq(table.size(a, FULL), box.limit))),
        "the other at the limit": a.eq(theirs, box.limit),
        "the other has one": a.eq(theirs, 1),
        "only a bag": a.every((a.eq(mine, 1), a.eq(bags, 1))),
        "both bags": a.eq(bags, 2),
        "a pile of one": a.eq(pile, 1),
        "a pile of one, at the limit": a.every((a.eq(pile, 1), a.eq(mine, box.limit))),
        "no pile": a.eq(pile, 0),
        "no pile, both bags": a.every((a.eq(pile, 0), a.eq(bags, 2))),
        "a known top": a.present(table.top[1]),
        "a bag offered or traded": is_bag,
        "the like in hand": a.every((free, a.lt(0, table.held(a, OWNER, top.card)))),
        "the like and others in hand": a.every((free, a.lt(0, table.held(a, OWNER, top.card)), a.lt(1, mine))),
        "a bag and others for a bag": a.every((free, is_bag, a.lt(1, mine), a.eq(bags, 1), a.lt(0, pile))),
        "a bag for an only bag": a.every((is_bag, a.eq(mine, 1), a.eq(bags, 1), a.lt(0, pile))),
        "a turned bag for a turned bag": a.every((is_bag, a.lt(0, bags), a.eq(pile, 0))),
        "a mirror": a.eq(top.card, card(MIRROR)),
        "a mirror in exchange": a.eq(top.other, card(MIRROR)),
        "a pearl": a.eq(top.card, card(PEARL)),
        **{f"a {text}": a.eq(top.card, card(text)) for text in sorted(TRADE_TEXTS - BAGS)},
        "a demand": a.present(top.demanded),
        "the demanded twice": a.lt(1, a.count(table.hand(a, OWNER), top.demanded)),
        "a bag demanded": a.eq(top.demanded, BAG_CALLED),
        "a bag demanded for a bag": a.every((a.eq(top.demanded, BAG_CALLED), is_bag)),
        "the diplomat, fresh": a.every((diplomat, a.no(table.shown[OWNER]), a.eq(table.active, OWNER))),
        "the diplomat, used": a.every((diplomat, table.shown[OWNER], table.spent[ROLE_CODES.index(card(DIPLOMAT))])),
        "nobody has chosen": a.every((passing, *(a.no(table.has_chosen(a, seat)) for seat in choosing))),
        **{f"all others have chosen, {way}": a.every((
            passing, a.eq(top.mark, CODES.code("way", way)), *(table.has_chosen(a, seat) for seat in choosing),
        )) for way in (LEFT, RIGHT)},
        "a blind choice": a.every((is_frame(a, top, "retrain"), a.eq(top.mark, 1))),
        "a choice with open eyes": a.every((is_frame(a, top, "retrain"), a.eq(top.mark, 0))),
        "the last seat on turn": a.eq(table.active, table.players - 1),
    }
