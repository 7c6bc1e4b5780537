"""Search for the shortest game to a goal: turns begun first, then players' decisions, then the order of moves."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable
from typing import Any

from attrs import frozen

from advocatus.model.game import Game, choices, make
from advocatus.model.rules import Gap
from advocatus.model.trace import Trace


@frozen
class Found:
    """The result of a search. `trace` is None where nothing was found.

    `complete` tells whether every position up to the bound was seen; `states` how many were.
    """

    trace: Trace | None
    turn: int
    decisions: int
    states: int
    complete: bool


_GAP = object()  # the end of a game that meets a gap: popped when no shorter game is left
Goal = Callable[[Game[Any, Any], Any], bool]


def shortest_game(
    game: Game[Any, Any], deals: Iterable[Any], goal: Goal, *, turns: int = 2, states: int = 50_000,
    gap_topic: str = "",
) -> Found:
    """The shortest game from one of the deals to a position that satisfies the goal.

    With `gap_topic` the search ends at the first move that raises a `Gap` on that topic instead; the
    trace ends before that move, which is then appended without events.
    """
    queue: list[tuple[int, int, int, Any]] = []
    parents: dict[int, tuple[int, Any, tuple[Any, ...]]] = {}
    roots: dict[int, Any] = {}
    seen: set[Any] = set()
    count = 0
    for deal in deals:
        state = game.start(deal)
        roots[count] = deal
        heapq.heappush(queue, (game.turn(state), 0, count, state))
        count += 1
    complete = True
    while queue:
        turn, decisions, number, state = heapq.heappop(queue)
        if state is _GAP:
            return Found(_trace(game, parents, roots, number), turn, decisions, len(seen), complete)
        if state in seen:
            continue
        seen.add(state)
        if not gap_topic and goal(game, state):
            return Found(_trace(game, parents, roots, number), turn, decisions, len(seen), complete)
        if len(seen) >= states:
            return Found(None, turn, decisions, len(seen), False)
        for move in choices(game, state):
            cost = decisions + (move.by >= 0)
            try:
                step = make(game, state, move)
            except Gap as gap:
                if gap.topic == gap_topic:
                    parents[count] = (number, move, ())
                    heapq.heappush(queue, (turn, cost, count, _GAP))
                    count += 1
                continue
            if game.turn(step.after) > turns:
                continue
            parents[count] = (number, move, step.events)
            heapq.heappush(queue, (game.turn(step.after), cost, count, step.after))
            count += 1
    return Found(None, turns, 0, len(seen), complete)


def _trace(
    game: Game[Any, Any], parents: dict[int, tuple[int, Any, tuple[Any, ...]]], roots: dict[int, Any], number: int
) -> Trace:
    steps = []
    while number in parents:
        number, move, events = parents[number]
        steps.append((move, events))
    rules = game.rules
    return Trace(rules.edition.key, rules.players, rules.variants, rules.answers, rules.digest, roots[number],
                 tuple(reversed(steps)))


def length(game: Game[Any, Any], trace: Trace) -> tuple[int, int]:
    """The length of a game: turns begun, and decisions of players (chance and table count nothing)."""
    state = game.start(trace.deal)
    for _, events in trace.steps:
        for event in events:
            state = game.evolve(state, event)
    return game.turn(state), sum(1 for move in trace.moves if move.by >= 0)
