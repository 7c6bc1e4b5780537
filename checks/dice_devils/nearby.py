"""Games of few decisions that part two readings: every marker and answer, and a few rolls of each rank.

Rolls are hidden until something follows from them, and what follows hangs on who has the highest score and on the
die that the Satansbraten adds; so of each rank some rolls are tried with which scores tie and do not. What is found
need not be the shortest: that is said where `specs.dice_devils.soonest` proves that none is shorter.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from advocatus.model.dice_devils.dice import Roll, rolls
from advocatus.model.dice_devils.moves import PlaceMarker, RollDice
from advocatus.model.dice_devils.ranks import TAKEN
from advocatus.model.dice_devils.state import Deal, State, ranks_in
from advocatus.model.game import CHANCE, Game
from advocatus.model.rules import Gap, Rules

from ..deriving import game_of
from ..parting import bare

Game_ = tuple[Any, tuple[Any, ...]]
FEW = 4  # with more players fewer rolls and places are tried


def nearby(rules: Rules, other: Rules, length: tuple[int, int], states: int) -> Game_ | None:
    """A deal and moves of a length at most, at the last of which the readings part; None if none is found.

    It goes deep first, and sees so many positions at most.
    """
    here, there = game_of(rules), game_of(other)
    deal = Deal(ranks_in(rules)[0])
    stack: list[tuple[int, State, tuple[Any, ...]]] = [(0, here.start(deal), ())]
    seen: set[State] = set()
    while stack and len(seen) < states:
        made, state, moves = stack.pop()
        if state in seen or not state.agenda:
            continue
        seen.add(state)
        for move in reversed(_moves(here, rules, state)):
            if (cost := made + (move.by != CHANCE)) > length[1]:
                continue
            parts, after = _parts(here, there, state, move)
            if parts and after.turn <= length[0]:
                return deal, (*moves, move)
            if not parts:
                stack.append((cost, after, (*moves, move)))
    return None


def _parts(here: Game[Any, Any], there: Game[Any, Any], state: State, move: Any) -> tuple[bool, State]:
    """Whether other rules refuse a move, or let something else happen; and the state after it."""
    events = here.decide(state, move)
    after = state
    for event in events:
        after = here.evolve(after, event)
    if move.by != CHANCE and move not in there.legal(state, move.by):
        return True, after
    try:
        return [bare(event) for event in there.decide(state, move)] != [bare(event) for event in events], after
    except Gap:
        return False, after


def _moves(game: Game[Any, Any], rules: Rules, state: State) -> Sequence[Any]:
    """What is tried at a position: of chance a little, of a player everything, at the first places of the row."""
    frame = state.agenda[0]
    if frame.owed != (CHANCE,):
        found = game.legal(state, frame.owed[0])
        places = [at for at, kind in enumerate(state.row) if kind != TAKEN][: None if rules.players <= FEW else 2]
        return [move for move in found if not isinstance(move, PlaceMarker) or move.at in places]
    if frame.kind != "roll":
        return [game.chances(state)[0][0]]
    return [RollDice(CHANCE, roll) for roll in some_rolls(rules, state.ranks[frame.by])]  # type: ignore[attr-defined]


def some_rolls(rules: Rules, rank: str) -> tuple[Roll, ...]:
    """The lowest and the highest roll of a rank, and with few players one between."""
    known = [roll for roll, _ in rolls(rules, rank)]
    between = (*(2,) * (len(known[0]) - 1), 1)
    return (known[0], known[-1], *((between,) if rules.players <= FEW else ()))
