"""Games planned for what readings differ about: a hand over the limit, or the pile used up, as early as a plan can.

Up to which turn no game parts the readings is for `Gathering` to say; after that turn a shorter one may exist.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import evolve, frozen

from advocatus.model.game import Game, choices, make
from advocatus.model.rules import Rules
from advocatus.model.teufelsburg.cards import CLAIRVOYANT, DIPLOMAT, SIDES
from advocatus.model.teufelsburg.engine import Teufelsburg
from advocatus.model.teufelsburg.state import Deal, State
from advocatus.model.teufelsburg.victory import NEEDS
from advocatus.model.teufelsburg.vocabulary import aloud
from advocatus.specs.teufelsburg.drawing import most_a_turn
from advocatus.specs.teufelsburg.emptying import earliest

from ..search import length_of
from .amassing import amassed
from .gathering import LIMITS, Gathering

ENDING = frozenset({"leave", "activate", "draw", "end-turn", "pass", "close", "proclaim", "name", "done"})


@frozen
class Planned:
    """A game planned: its deal and moves, and the positions it goes through."""

    deal: Deal
    moves: tuple[Any, ...]
    positions: tuple[State, ...]

    @classmethod
    def of(cls, rules: Rules, deal: Deal, moves: tuple[Any, ...]) -> Planned:
        """The game of these moves."""
        game = Teufelsburg(rules)
        positions = [game.start(deal)]
        for move in moves:
            positions.append(make(game, positions[-1], move).after)
        return cls(deal, moves, tuple(positions))


def games(way: Gathering) -> Iterator[Planned]:
    """The games planned towards what a way to part needs; none if no plan is known."""
    rules = way.rules
    if way.piled is not None:
        found = earliest(rules, most_a_turn(rules))
        if found is not None:
            game = Planned.of(rules, found[0].deal, found[0].moves)
            deals = _sided(rules, game) if way.want.key == "rival.unnamed-holder" else _placed(game.deal)
            yield from (Planned.of(rules, deal, game.moves) for deal in deals)
    elif way.want.key in LIMITS:
        lower = min((rules, way.other), key=lambda each: int(each.given("hand.limit") or 0))
        if (full := amassed(lower)) is not None:
            yield Planned.of(rules, full.deal, full.moves)


def _placed(deal: Deal) -> Iterator[Deal]:
    """The deal, and with the Clairvoyant at each seat but the Diplomat's: who else sits where is all one."""
    yield deal
    for seat, role in enumerate(deal.roles):
        if role != DIPLOMAT:
            others = iter(one for one in (*deal.roles, *deal.leftover) if one not in (DIPLOMAT, CLAIRVOYANT))
            roles = tuple(CLAIRVOYANT if at == seat else was if was == DIPLOMAT else next(others)
                          for at, was in enumerate(deal.roles))
            yield evolve(deal, roles=roles, leftover=tuple(sorted(others)))


def _sided(rules: Rules, game: Planned) -> Iterator[Deal]:
    """The deal with all who hold keys at the end in the one association, or all who hold goblets in the other."""
    end, n, each = game.positions[-1], rules.players, int(rules.fact("associations.each"))
    for side in SIDES:
        holders = [seat for seat, hand in enumerate(end.hands) if NEEDS[side] in aloud(end, hand)]
        others = [seat for seat in range(n) if seat not in holders]
        if len(holders) <= each:
            friends = {*holders, *others[each:]}
            sides = tuple(side if seat in friends else SIDES[1 - SIDES.index(side)] for seat in range(n))
            spare = [one for one in SIDES for _ in range(each - sides.count(one))]
            yield evolve(game.deal, sides=sides, spare=tuple(sorted(spare)))


class ToTheEnd:
    """A space in which a game comes to a proclamation, and nothing else is begun."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self._game = game

    def after(self, node: State) -> Iterator[tuple[State, int, Any]]:
        """See `search.Space`."""
        for move in choices(self._game, node) if node.agenda else ():
            if move.act in ENDING:
                after = make(self._game, node, move).after
                yield after, length_of(after.turn - node.turn, int(move.by >= 0)), move
