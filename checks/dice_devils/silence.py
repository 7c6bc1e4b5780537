"""Games that lead to where the value of a kind of object is needed, and the text does not tell it."""

from __future__ import annotations

from random import Random
from typing import Any

from advocatus.model.dice_devils.frames import Reveal
from advocatus.model.dice_devils.moves import TurnUp
from advocatus.model.dice_devils.ranks import FEHLERTEUFEL, KINDS
from advocatus.model.dice_devils.setup import random_deal
from advocatus.model.dice_devils.state import State
from advocatus.model.families import open_game
from advocatus.model.game import CHANCE, make
from advocatus.model.rules import Gap, Rules
from advocatus.specs.dice_devils.games import MOST, next_move


def towards(rules: Rules, fact: str) -> tuple[Any, tuple[Any, ...]] | None:
    """A deal and moves, the last of which needs the fact; None for another fact, or if this game does not come to it.

    Seat 0 gets an object of the kind. Then the Fehlerteufel beats him and looks for what he can steal; where there is
    none, seat 1 gets one object after the other, and the game is counted.
    """
    kind = fact.removeprefix("value.")
    if kind not in KINDS:
        return None
    deal = random_deal(rules, Random(0))
    if deal.ranks[0] == FEHLERTEUFEL:
        deal = type(deal)((*deal.ranks[1:], deal.ranks[0]))
    winner = deal.ranks.index(FEHLERTEUFEL) if FEHLERTEUFEL in deal.ranks else 1

    def plan(state: State) -> tuple[dict[int, int], set[int]]:
        return dict.fromkeys(range(state.players), 0), {winner if state.objects[0] else 0}

    game, moves = open_game(rules), list[Any]()
    state = game.start(deal)
    while state.agenda and len(moves) < MOST:
        first = isinstance(state.agenda[0], Reveal) and not state.row and state.turn == 1
        move = TurnUp(CHANCE, kind) if first else next_move(game, state, plan)
        if move is None:
            return None
        moves.append(move)
        try:
            state = make(game, state, moves[-1]).after
        except Gap as gap:
            return (deal, tuple(moves)) if gap.topic == fact else None
    return None
