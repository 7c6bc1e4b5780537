"""Whether anybody can be forced to destroy his own Princess: the shortest game over all deals, under each reading."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from advocatus.model.caleira import moves as mv
from advocatus.model.caleira.cards import PRINCESS, TREBUCHET
from advocatus.model.caleira.state import State
from advocatus.model.game import Game
from advocatus.model.rules import Rules
from advocatus.specs.promise import POSSIBLE

from ..cache import Result
from ..context import CheckContext
from ..deriving import Played, Unplayable, game_of, play_out
from ..questioning import readings_of
from ..registry import Checker
from ..row import BOUNDED, PROVED, Row
from ..search import SHIFT, Limits, search
from ..tell import teller_of
from ..wildspace import WildSpace
from .wild import WILD, is_token

TURNS, STATES = 4, 16_000
CHECK = "princess.forced"


def forced(game: Game[Any, Any]) -> Callable[[State], bool]:
    """Whether a Trebuchet's owner can choose nothing but a piece of his own that is the Princess, or may be."""

    def goal(state: State) -> bool:
        frame: Any = game.top(state)
        if frame is None or frame.kind != TREBUCHET:
            return False
        legal = game.legal(state, frame.by)
        if len(legal) != 1 or not isinstance(legal[0], mv.Aim):
            return False
        found = state.find(legal[0].piece)
        assert found is not None
        told = {*state.discard, *state.gone, *(piece.kind for _, piece in state.pieces)}
        kind = found[1].kind
        return found[0] == frame.by and (kind == PRINCESS or (is_token(kind) and PRINCESS not in told))

    return goal


def shortest(rules: Rules) -> tuple[Played | None, int, int]:
    """The shortest game in which somebody is forced to it, or None; positions seen, and up to which turn none is.

    The last move of the game is the one that nobody wishes to make.
    """
    game, wild = game_of(rules), WILD(rules, ())
    space = WildSpace(game, wild)
    found = search(space, [space.root()], forced(game), Limits(TURNS, STATES))
    none_to = (found.below >> SHIFT) - 1
    if found.node is None:
        return None, found.states, none_to
    frame: Any = game.top(found.node)
    (aim,) = game.legal(found.node, frame.by)
    piece = found.node.find(aim.piece)
    told = {token: kind for step in found.moves for token, kind in step.tokens}
    if piece is not None and is_token(piece[1].kind):
        told[piece[1].kind] = PRINCESS
    concrete = wild.concrete([*(step.move for step in found.moves), aim], told)
    if concrete is None:
        return None, found.states, none_to
    try:
        return play_out(rules, *concrete), found.states, none_to
    except Unplayable:
        return None, found.states, none_to


def _asked(rules: Rules) -> Iterator[Rules]:
    """The rules, and each reading of a question on what may be chosen for a Trebuchet."""
    yield rules
    yield from (reading.rules for reading in readings_of(rules) if (TREBUCHET, "aim") in reading.moves)


def row(rules: Rules) -> Row:
    """The row that tells whether it can come to that, as far as it is known."""
    played, states, none_to = shortest(rules)
    asks = "Can anybody be forced to destroy his own Princess?"
    if played is None:
        says = f"{asks} In no game up to turn {none_to}, {states} positions of all deals."
        return Row.of(rules, CHECK, POSSIBLE, BOUNDED, value=None, clauses=("card.trebuchet", "effect.must"),
                      summary=says)
    teller = teller_of(rules.edition)
    moves = "; ".join(teller.move(step.move) for step in played.steps if step.move.by >= 0)
    return Row.of(rules, CHECK, POSSIBLE, PROVED, value="yes", turn=played.steps[-1].before.turn, seen="witness",
                  clauses=("card.trebuchet", "effect.must"), summary=f"{asks} Yes: {moves}.")


def forced_rows(rules: Rules, context: CheckContext) -> Result:
    """A row for the rules, and one for each reading of a question on what a Trebuchet may be for."""
    context.progress(f"{CHECK}: {rules.edition.key}, {rules.players} players")
    return [row(asked) for asked in _asked(rules)], ()


CHECKERS = (Checker(CHECK, forced_rows, kinds=(POSSIBLE,), cached=True, family="caleira"),)
