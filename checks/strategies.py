"""Hypothesis strategies for any game: deals, games, positions. Import them in a test suite of your own."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from advocatus.model.game import Game, choices, make

from .play import record


def deals(game: Game[Any, Any]) -> st.SearchStrategy[Any]:
    """Deals that the set-up can give."""
    return st.randoms(use_true_random=False).map(game.random_deal)


def pick(options: list[Any], number: int) -> Any:
    """One of the options by a number of any size: first a kind of move, then one of the kind."""
    acts = sorted({move.act for move in options})
    act = acts[number % len(acts)]
    alike = [move for move in options if move.act == act]
    return alike[number // len(acts) % len(alike)]


@st.composite
def games(draw: st.DrawFn, game: Game[Any, Any], most: int = 40) -> Any:
    """Traces of legal games of at most so many moves."""
    deal = draw(deals(game))
    numbers = draw(st.lists(st.integers(0, 2**16 - 1), max_size=most))
    state, steps = game.start(deal), []
    for number in numbers:
        options = choices(game, state)
        if not options:
            break
        move = pick(options, number)
        steps.append(make(game, state, move))
        state = steps[-1].after
    return record(game, deal, steps)


@st.composite
def positions(draw: st.DrawFn, game: Game[Any, Any], most: int = 40) -> Any:
    """Positions that legal games reach."""
    trace = draw(games(game, most))
    state = game.start(trace.deal)
    for _, events in trace.steps:
        for event in events:
            state = game.evolve(state, event)
    return state
