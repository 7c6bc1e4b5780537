"""Every deal at once as a space of the search: one move further, with the unknown cards resolved that it reads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from attrs import frozen

from advocatus.model.game import Game, make

from .deriving import Played, Unplayable, play_out
from .search import Reached, length_of
from .wild import Look, Node, Wild, legal_moves


@frozen
class Resolved:
    """A move, and what was resolved for it."""

    tokens: tuple[tuple[str, str], ...]
    move: Any


class WildSpace:
    """See `search.Space`; positions are those of a `Wild`."""

    def __init__(self, game: Game[Any, Any], wild: Wild) -> None:
        self._game, self._wild = game, wild

    def root(self) -> tuple[Any, int]:
        """The first position of every deal, with its length."""
        return self._wild.blank(), length_of(1, 0)

    def after(self, node: Any) -> Iterator[tuple[Any, int, Resolved]]:
        """Every legal move, for each way to look at the position; none where the game is over."""
        game, wild = self._game, self._wild
        if game.top(node) is None:
            return
        before = game.turn(node)
        for opening in wild.openings(node):
            look = Look(Node(node, before, 0, before, 0), wild.resolve(node, opening.resolved), opening)
            for move in legal_moves(game, wild, look):
                after = make(game, look.state, move).after
                yield after, length_of(game.turn(after) - before, int(move.by >= 0)), Resolved(opening.resolved, move)


def played(game: Game[Any, Any], wild: Wild, found: Reached) -> Played | None:
    """The game that was found, put together as a deal and played by the engine; None if no deal fits."""
    tokens: dict[str, str] = {}
    moves: Sequence[Resolved] = found.moves
    for step in moves:
        tokens.update(step.tokens)
    concrete = wild.concrete([step.move for step in moves], tokens)
    if concrete is None:
        return None
    try:
        return play_out(game.rules, *concrete)
    except Unplayable:
        return None
