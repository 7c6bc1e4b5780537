"""Duel tokens: taken for a refused trade, put down in a struggle, back to the pile after it."""

from __future__ import annotations

from typing import Any

from . import moves as mv
from .cards import BAG, BAGS, called
from .events import NoTokenLeft, TokensDiscarded, TokenSpent, TokenTaken
from .frames import Answer
from .script import Script, procedure
from .state import State


def token_pile(state: State, total: int) -> int:
    """How many of all tokens lie in the pile."""
    down = len(state.duel.tokens) if state.duel is not None else 0
    return total - sum(state.tokens) - down


def had_to_refuse(state: State, frame: Answer) -> bool:
    """trade.must-refuse-bag: the other bag was offered to a seat with nothing but a bag, or demanded for a bag."""
    hand = [called(kind, state.turned) for kind in state.hands[frame.by]]
    return called(frame.offered, state.turned) == BAG and (hand == [BAG] or frame.demanded in (BAG, *BAGS))


def take_token(script: Script, frame: Answer) -> None:
    """tokens.refused: who offered in vain takes a token, if there is one; in games with tokens."""
    total, taken = script.rules.given("tokens.total"), script.rules.value_of("tokens.taken")
    if total is None or taken is None:
        return
    if taken == "free-refusal" and had_to_refuse(script.state, frame):
        return
    left = token_pile(script.state, total)
    script.emit(TokenTaken if left else NoTokenLeft, frame.to, cite=("tokens.refused",))


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
