"""Proclaiming the victory: who may be named, what must be there, who wins."""

from __future__ import annotations

from typing import Any

from . import moves as mv
from .cards import ALONE, BROTHERHOOD, GOBLET, KEY, ORDER, SEAL, SIDES
from .events import Decided, Named, Proclaimed
from .frames import NameAllies
from .script import Script, procedure
from .state import State
from .vocabulary import aloud, smaller

NEEDS = {ORDER: KEY, BROTHERHOOD: GOBLET}


@procedure("action", mv.Proclaim)
def proclaim(script: Script, _: Any, move: mv.Proclaim) -> None:
    """victory.proclaim, victory.reveal: all cards are turned over; alone, that decides at once."""
    state, by = script.state, move.by
    cite = ("victory.alone", "victory.reveal") if move.claim == ALONE else ("victory.proclaim", "victory.reveal")
    script.emit(Proclaimed, by, move.claim, state.sides[by], state.roles[by], state.hands[by], cite=cite)
    if move.claim == ALONE:
        _decide(script, by, ALONE, alone_is_right(script, by))
    else:
        script.owe(1, NameAllies(by, move.claim))


@procedure("name-allies", mv.NameAlly)
def name_ally(script: Script, frame: NameAllies, move: mv.NameAlly) -> None:
    """victory.naming: the player named turns over the cards."""
    state = script.state
    script.emit(Named, frame.by, move.seat, state.sides[move.seat], state.hands[move.seat], cite=("victory.naming",))
    script.owe(1, NameAllies(frame.by, frame.claim, (*frame.named, move.seat)))


@procedure("name-allies", mv.Done)
def done(script: Script, frame: NameAllies, _: mv.Done) -> None:
    """victory.right, victory.wrong: the statement is judged."""
    _decide(script, frame.by, frame.claim, claim_is_right(script, frame.by, frame.claim, frame.named))


def shown_of(state: State, seat: int, kind: str) -> int:
    """How many keys, or goblets, a seat shows; a turned bag is one."""
    return aloud(state, state.hands[seat]).count(kind)


def claim_is_right(script: Script, by: int, claim: str, named: tuple[int, ...]) -> bool:
    """victory.needs, victory.outnumbered, victory.drink: whether the players named hold what is needed."""
    state, rules = script.state, script.rules
    kind = NEEDS[claim]
    if any(state.sides[seat] != claim for seat in (by, *named)):
        return False
    shown = [shown_of(state, seat, kind) for seat in dict.fromkeys((by, *named))]
    if 0 in shown[1:] and rules.switch("victory.idle-name") == "false":
        return False
    drink = rules.fact("drinks.dealt") if smaller(state.sides, by) else 0
    return bool(sum(shown) + drink >= rules.fact("victory.needed"))


def alone_is_right(script: Script, by: int) -> bool:
    """object.seal-of-the-lodge: the coat of arms and keys and goblets together; no drink counts."""
    state = script.state
    shown = sum(shown_of(state, by, kind) for kind in NEEDS.values())
    return SEAL in state.hands[by] and bool(shown >= script.rules.fact("victory.needed"))


def _decide(script: Script, by: int, claim: str, right: bool) -> None:
    state = script.state
    if claim == ALONE and right:
        winners: tuple[int, ...] = (by,)
    else:
        side = claim if claim in SIDES else state.sides[by]
        winners = tuple(seat for seat, own in enumerate(state.sides) if (own == side) == right)
    script.emit(Decided, by, claim, right, winners, cite=("victory.right" if right else "victory.wrong",))
    script.owe(len(state.agenda))
