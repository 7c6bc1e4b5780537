"""Where play stops, over every deal at once: the shortest game to a wall of norms, or to a silence of the text.

The search is breadth-first, by length, and rests on no bound: what is found first is the shortest.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable
from typing import Any

from attrs import frozen

from advocatus.model.game import Game, make
from advocatus.model.rules import Gap, Rules

from .deriving import game_of
from .wild import Look, OutOfStates, Want, Wild, explore, legal_moves, wild_of

TURNS, STATES = 2, 15_000


@frozen
class Stop:
    """A game to where play stops: its deal and its moves."""

    deal: Any
    moves: tuple[Any, ...]


Goal = Callable[[Game[Any, Any], Any], bool]


def nearest_wall(rules: Rules, kind: str, goal: Goal, states: int = STATES) -> Stop | None:
    """The shortest game over every deal to a position at a kind of frame, with a goal that holds there.

    None where the search saw too many positions first.
    """
    wild = wild_of(rules, (), (Want(frozenset({kind})),))
    if wild is None:
        return None
    game = game_of(rules)
    try:
        for look in explore(game, wild, turns=TURNS, states=states, least=lambda _: (0, 0)):
            if goal(game, look.state) and (stop := _dealt(wild, look, ())):
                return stop
    except OutOfStates:
        pass
    return None


def nearest_silence(rules: Rules, topic: str, states: int = STATES) -> Stop | None:
    """The shortest game over every deal whose last move meets a gap on a topic.

    None where the search saw too many positions first.
    """
    wild = wild_of(rules)
    if wild is None:
        return None
    game = game_of(rules)
    waiting: list[tuple[tuple[int, int], int, Look, Any]] = []
    try:
        for look in explore(game, wild, turns=TURNS, states=states, least=lambda _: (0, 0)):
            while waiting and waiting[0][0] <= look.node.total:
                _, _, there, move = heapq.heappop(waiting)
                if stop := _dealt(wild, there, (move,)):
                    return stop
            for move in _silent(game, wild, look, topic):
                length = look.node.turn, look.node.decisions + (move.by >= 0)
                heapq.heappush(waiting, (length, len(waiting), look, move))
    except OutOfStates:
        pass
    return None


def _silent(game: Game[Any, Any], wild: Wild, look: Look, topic: str) -> Iterable[Any]:
    """The moves of a look that meet a gap on a topic."""
    for move in legal_moves(game, wild, look):
        try:
            make(game, look.state, move)
        except Gap as gap:
            if gap.topic == topic:
                yield move


def _dealt(wild: Wild, look: Look, last: tuple[Any, ...]) -> Stop | None:
    """The game to a look as a deal and moves; None if no deal fits."""
    moves, resolved = look.node.path()
    concrete = wild.concrete((*moves, *last), {**resolved, **dict(look.opening.resolved)})
    return None if concrete is None else Stop(*concrete)
