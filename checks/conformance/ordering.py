"""The normal order of uses in a window: clockwise from the player on turn, wherever their order makes no difference."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from advocatus.model.game import IllegalMove, MalformedMove, make
from advocatus.model.rules import Gap, Rules

from ..deriving import game_of
from .following import Follower, wire

Block = tuple[Any, ...]  # a use, and the moves of the same seat that it asks for


def in_order(rules: Rules, rest: Any, moves: Sequence[Any]) -> tuple[Any, ...]:
    """The moves of a game from a rest point with the uses of each window in their normal order.

    A window is left as it is where the game would not be the same in the end, as it is told. Raises what the game
    raises for moves that cannot be made.
    """
    moves, at, turn = tuple(moves), 0, 0
    state, game, windows = rest, game_of(rules), wire(rules).windows
    told = _told(rules, rest, moves)
    while at < len(moves):
        frame = game.top(state)
        if game.at_rest(state) and frame is not None:
            turn = frame.owed[0]
        if frame is not None and frame.kind in windows and moves[at].by >= 0:
            blocks = _blocks(rules, state, moves[at:], frame.kind)
            ranked = sorted(blocks, key=lambda block: (block[0].by - turn) % rules.players)
            end = at + sum(map(len, blocks))
            other = (*moves[:at], *(move for block in ranked for move in block), *moves[end:])
            if other != moves and _told(rules, rest, other) == told:
                moves = other
            for move in moves[at:end]:
                state = make(game, state, move).after
            at = end
            continue
        state = make(game, state, moves[at]).after
        at += 1
    return moves


def clockwise(rules: Rules, rest: Any, moves: Sequence[Any]) -> bool:
    """Whether the uses of each window come in one round clockwise, as a program has it that asks everybody in turn."""
    state, game, windows, turn = rest, game_of(rules), wire(rules).windows, 0
    last: tuple[str, int] = "", 0
    for move in moves:
        frame = game.top(state)
        if game.at_rest(state) and frame is not None:
            turn = frame.owed[0]
        if frame is not None and frame.kind in windows:
            place = (move.by - turn) % rules.players if move.by >= 0 else rules.players
            if frame.kind == last[0] and place < last[1]:
                return False
            last = (frame.kind, place) if move.by >= 0 else ("", 0)
        state = make(game, state, move).after
    return True


def _blocks(rules: Rules, state: Any, moves: Sequence[Any], window: str) -> list[Block]:
    """The uses at the beginning of some moves that lead back to the window, each with what it asks for."""
    game = game_of(rules)
    found: list[Block] = []
    block: Block = ()
    for move in moves:
        frame = game.top(state)
        if frame is None or move.by < 0 or (block and move.by != block[0].by and frame.kind != window):
            break
        if frame.kind == window:
            found += [block] if block else []
            block = ()
        state = make(game, state, move).after
        block = (*block, move)
    top = game.top(state)
    if block and (not found or (top is not None and top.kind == window)):
        found.append(block)
    return found


def _told(rules: Rules, rest: Any, moves: Sequence[Any]) -> dict[str, Any] | None:
    """The state in the end as it is told; None where the moves cannot be made."""
    state, game = rest, game_of(rules)
    try:
        for move in moves:
            state = make(game, state, move).after
    except (IllegalMove, MalformedMove, Gap):
        return None
    return Follower(rules, state).told()
