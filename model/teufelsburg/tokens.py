"""Duel tokens: taken for a refused trade, put down in a struggle, back to the pile after it."""

from __future__ import annotations

from typing import Any

from . import moves as mv
from .events import NoTokenLeft, TokensDiscarded, TokenSpent, TokenTaken
from .script import Script, procedure
from .state import State


def token_pile(state: State, total: int) -> int:
    """How many of all tokens lie in the pile."""
    down = len(state.duel.tokens) if state.duel is not None else 0
    return total - sum(state.tokens) - down


def take_token(script: Script, by: int) -> None:
    """tokens.refused: a seat whose offer was refused takes a token, if there is one; in games with tokens."""
    total = script.rules.given("tokens.total")
    if total is not None:
        left = token_pile(script.state, total)
        script.emit(TokenTaken if left else NoTokenLeft, by, cite=("tokens.refused",))


@procedure("duel.powers", mv.SpendToken)
def spend_token(script: Script, _: Any, move: mv.SpendToken) -> None:
    """duel.tokens: a sword or a shield more."""
    script.emit(TokenSpent, move.by, move.side, cite=("duel.tokens",))


def discard_tokens(script: Script) -> None:
    """profession.swordsman.undone: tokens put down before go to the pile; whose, is a switch."""
    duel = script.duel
    fighters = (duel.attacker, duel.defender)
    spares = script.rules.value_of("swordsman.discards") == "others"
    seats = tuple(sorted({seat for seat, _ in duel.tokens if not (spares and seat in fighters)}))
    if seats:
        script.emit(TokensDiscarded, seats, cite=("profession.swordsman.undone",))
