"""Twins of trades: the same game with another card where one of the seats cannot look."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import Any

from attrs import evolve

from advocatus.model.game import Move
from advocatus.model.rules import Rules
from advocatus.model.teufelsburg import moves as mv
from advocatus.model.teufelsburg.cards import BAG, BAGS, DIPLOMAT, ROLES, TRADE_TEXTS, Hand, called, kinds, minus, plus
from advocatus.model.teufelsburg.setup import dealable, in_play
from advocatus.model.teufelsburg.state import Deal
from advocatus.model.teufelsburg.vocabulary import underscored

from .order import TableScenes


@lru_cache(maxsize=32)
def spoken_of(rules: Rules) -> Hand:
    """The kinds of object that can be dealt and that norms on trades tell apart: those they name, one of the others
    with a text of its own, and two without one."""
    words = {word for norm in rules.norms if norm.move in TRADES for guard in (norm.when, norm.which) if guard
             for word in re.findall(r"[a-z_]+", guard.text)}
    every = kinds(tuple(sorted({*dealable(rules, in_play(rules)[0]), *BAGS})))
    named = [kind for kind in every if underscored(kind) in words or (kind in BAGS and BAG in words)]
    others = [kind for kind in every if kind not in named]
    texts = [kind for kind in every if kind in TRADE_TEXTS and kind not in BAGS]
    plain = [kind for kind in others if kind not in TRADE_TEXTS]
    return tuple(sorted({*named, *texts[:1], *plain[:2]}))


class TradeTwins:
    """See `checks.leak.Twins`."""

    def games(self, rules: Rules) -> Iterator[tuple[Deal, tuple[Move, ...]]]:
        """Seat 0 offers, seat 1 answers: every kind that one can be dealt against every kind that the other can.

        The same where seat 0 has demanded what seat 1 has, if that is a bag or one of the plain objects.
        """
        every = spoken_of(rules)
        scenes = TableScenes(rules)
        others = tuple(role for role in ROLES if role not in (DIPLOMAT, "clairvoyant"))
        asked = {*BAGS, *[kind for kind in every if kind not in TRADE_TEXTS][-1:]}
        for one, other in product(every, every):
            wanted: list[Hand] = [(one,), (other,), *[()] * (rules.players - 2)]
            demand = mv.Use(0, DIPLOMAT), mv.DemandOf(0, 1), mv.DemandObject(0, called(other, False))
            for roles, first in ((others, (mv.Trade(0, 1),)), ((DIPLOMAT, *others), demand)):
                deal = scenes.deal(roles[: rules.players], wanted)
                dealt = one in deal.hands[0] and other in deal.hands[1]
                if dealt and (roles is others or other in asked):
                    yield deal, first

    def twins(
        self, rules: Rules, deal: Deal, moves: Sequence[Move], seat: int
    ) -> Iterator[tuple[Deal, tuple[Move, ...]]]:
        """One card of seat 0 or 1 exchanged for one of the pile, or for a card of another seat."""
        for owner in (0, 1):
            if owner == seat:
                continue
            for mine in kinds(deal.hands[owner]):
                for place in (-1, *range(rules.players)):
                    if place in (owner, seat):
                        continue
                    for theirs in kinds(deal.rest if place < 0 else deal.hands[place]):
                        if theirs != mine and theirs in spoken_of(rules):
                            yield _exchanged(deal, owner, mine, place, theirs), tuple(
                                _renamed(move, {owner: (mine, theirs), place: (theirs, mine)}) for move in moves)


def _exchanged(deal: Deal, owner: int, mine: str, place: int, theirs: str) -> Deal:
    hands = list(deal.hands)
    hands[owner] = plus(minus(hands[owner], mine), theirs)
    if place < 0:
        return evolve(deal, hands=tuple(hands), rest=plus(minus(deal.rest, theirs), mine))
    hands[place] = plus(minus(hands[place], theirs), mine)
    return evolve(deal, hands=tuple(hands))


def _renamed(move: Move, cards: dict[int, tuple[str, str]]) -> Move:
    """The move as the seat makes it that holds the other card."""
    old, new = cards.get(move.by, ("", ""))
    changed: Any = move
    return evolve(changed, kind=new) if old and getattr(move, "kind", None) == old else move


TRADES = ("offer", "return", "refuse", "leave")  # the moves of a trade that norms on kinds of object speak of
TWINS = TradeTwins()
