"""Games that the engine plays to show that a bound is attained: who places where, and whom the dice favour."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from ...model.dice_devils import moves as mv
from ...model.dice_devils.frames import Place, Roll
from ...model.dice_devils.ranks import FEHLERTEUFEL, TAKEN
from ...model.dice_devils.setup import random_deal
from ...model.dice_devils.state import State
from ...model.families import open_game
from ...model.game import CHANCE, Step, make
from ...model.rules import Rules
from ..promise import Played

MOST = 2_000  # moves of a game
Plan = Callable[[State], tuple[dict[int, int], set[int]]]  # place by seat, and the seats whose dice are good


def played(
    rules: Rules, plan: Plan, until: Callable[[Step[State]], bool], deal: Any = None, steals: bool = False
) -> tuple[Step[State], Played]:
    """A game by a plan, until something is so, it is over, or nothing may be done; its last step, and all of it.

    A plan that cannot be followed may come to rolls that are even for ever: no game has more than `MOST` moves.
    """
    game = open_game(rules)
    deal = random_deal(rules, Random(0)) if deal is None else deal
    state, moves = game.start(deal), []
    while True:
        step = make(game, state, next_move(game, state, plan, steals))
        moves.append(step.move)
        state = step.after
        stuck = bool(state.agenda) and next_move(game, state, plan, steals) is None
        if not state.agenda or until(step) or stuck or len(moves) >= MOST:
            return step, Played(deal, tuple(moves))


def next_move(game: Any, state: State, plan: Plan, steals: bool = False) -> Any | None:
    """What a plan does at a position, or the first thing that may be done where the rules forbid that; None for none.

    Who may do something else than what is planned leaves it, but for stealing if that is wanted.
    """
    frame = state.agenda[0]
    if frame.owed == (CHANCE,):
        outcomes = [move for move, _ in game.chances(state)]
        if not isinstance(frame, Roll):
            return min(outcomes, key=lambda move: (game.rules.given(f"value.{move.kind}") or 0, move.kind))
        good = frame.by in plan(state)[1]
        return (max if good else min)(outcomes, key=lambda move: sum(move.dice))
    found = game.legal(state, frame.owed[0])
    wanted: list[Any] = []
    if isinstance(frame, Place):
        wanted += [mv.PlaceMarker(frame.by, plan(state)[0][frame.by])]
    else:
        wanted += [move for move in found if steals and isinstance(move, mv.Steal)]
        wanted += [move for move in found if isinstance(move, mv.Leave)]
    return next((move for move in (*wanted, *found) if move in found), None)


def _open(state: State) -> list[int]:
    return [at for at, kind in enumerate(state.row) if kind != TAKEN]


def _poorest(state: State) -> list[int]:
    return sorted(range(state.players), key=lambda seat: (len(state.objects[seat]), seat))


def all_at_one(state: State) -> tuple[dict[int, int], set[int]]:
    """Everybody wants the first object, and who has the fewest gets it."""
    return dict.fromkeys(range(state.players), 0), {_poorest(state)[0]}


def all_for_one(state: State) -> tuple[dict[int, int], set[int]]:
    """Everybody wants the first object, and seat 0 gets it."""
    return dict.fromkeys(range(state.players), 0), {0}


def apart(state: State) -> tuple[dict[int, int], set[int]]:
    """Those who have the fewest want one object each, the others the first one too, in vain."""
    order, places = _poorest(state), _open(state) or [0]
    wanted = {seat: places[min(i, len(places)) % len(places)] for i, seat in enumerate(order)}
    return wanted, set(order[: len(places)])


def robber(state: State) -> tuple[dict[int, int], set[int]]:
    """The Fehlerteufel beats the richest of the others in every round and steals; the others get what else there is."""
    thief = state.seat_of(FEHLERTEUFEL)
    assert thief is not None, "the deal has one"
    others = sorted((seat for seat in range(state.players) if seat != thief),
                    key=lambda seat: (-len(state.objects[seat]), seat))
    places = _open(state) or [0]
    rest = places[1:] or places
    wanted = {thief: places[0], others[0]: places[0]}
    poor = sorted(others[1:], key=lambda seat: (len(state.objects[seat]), seat))
    for i, seat in enumerate(poor):
        wanted[seat] = rest[min(i, len(rest) - 1)]
    good = {thief, *poor[: max(0, len(rest) - 1)]} if rest != places else {thief}
    last = [seat for seat in poor if wanted[seat] == rest[-1]]
    return wanted, good | set(last[:1] if rest != places else [])
