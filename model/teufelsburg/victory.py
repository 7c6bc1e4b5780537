"""Proclaiming the victory: who may be named, what must be there, who wins."""

from __future__ import annotations

from typing import Any

from ..rules import Rules
from . import moves as mv
from .cards import ALONE, BROTHERHOOD, DRINK, GOBLET, KEY, ORDER, PEARL, SEAL, SIDES, called
from .events import Decided, Named, PointedOut, Proclaimed
from .frames import NameAllies, PointOut
from .script import Script, procedure
from .state import drinks_each
from .vocabulary import aloud, smaller

NEEDS = {ORDER: KEY, BROTHERHOOD: GOBLET}


@procedure("action", mv.Proclaim)
@procedure("end", mv.Proclaim)
def proclaim(script: Script, _: Any, move: mv.Proclaim) -> None:
    """victory.proclaim, victory.reveal: all cards are turned over; alone, that decides at once."""
    state, by = script.state, move.by
    clause = "victory.alone" if move.claim == ALONE else "victory.proclaim"
    if move.claim != ALONE and move.claim != state.sides[by]:
        clause = rival_clause(script.rules)
    cite = (clause, "victory.reveal")
    script.emit(Proclaimed, by, move.claim, state.sides[by], state.roles[by], state.hands[by], cite=cite)
    if move.claim == ALONE:
        _decide(script, by, ALONE, alone_is_right(script, by))
    elif move.claim == state.sides[by] and script.rules.value_of("victory.names") == "allies-and-holders":
        script.owe(1, PointOut(by, move.claim))
    else:
        script.owe(1, NameAllies(by, move.claim))


@procedure("point-out", mv.PointAlly)
def point_ally_out(script: Script, frame: PointOut, move: mv.PointAlly) -> None:
    """victory.naming: a player is said to be a companion."""
    script.emit(PointedOut, frame.by, move.seat, False, cite=("victory.naming",))
    script.owe(1, PointOut(frame.by, frame.claim, (*frame.named, move.seat)))


@procedure("point-out", mv.Done)
def all_pointed_out(script: Script, frame: PointOut, _: mv.Done) -> None:
    """victory.naming: after the companions, which of them have the objects."""
    script.owe(0, NameAllies(frame.by, frame.claim))


@procedure("name-allies", mv.NameAlly)
def name_ally(script: Script, frame: NameAllies, move: mv.NameAlly) -> None:
    """victory.naming: the player named turns over the cards, at once or when all is said."""
    state = script.state
    if script.rules.value_of("victory.names") == "allies-and-holders":
        script.emit(PointedOut, frame.by, move.seat, True, cite=("victory.naming",))
    else:
        script.emit(Named, frame.by, move.seat, state.sides[move.seat], state.hands[move.seat],
                    cite=("victory.naming",))
    script.owe(1, NameAllies(frame.by, frame.claim, (*frame.named, move.seat)))


@procedure("name-allies", mv.Done)
def done(script: Script, frame: NameAllies, _: mv.Done) -> None:
    """victory.right, victory.wrong: the statement is judged."""
    if script.state.sides[frame.by] == frame.claim:
        pointed = tuple(seat for below in script.state.agenda if isinstance(below, PointOut) for seat in below.named)
        right = claim_is_right(script, frame.by, frame.claim, frame.named, pointed)
    else:
        right = fortune_is_right(script, frame.claim, frame.named)
    _decide(script, frame.by, frame.claim, right)


def fortune_is_right(script: Script, claim: str, named: tuple[int, ...]) -> bool:
    """victory.rival, variant.fortune-telling: the opponents named hold what their association needs."""
    state, rules = script.state, script.rules
    if any(state.sides[seat] != claim for seat in named):
        return False
    shown = [shown_of(script, seat, NEEDS[claim]) for seat in dict.fromkeys(named)]
    theirs = [shown_of(script, seat, NEEDS[claim]) for seat, side in enumerate(state.sides) if side == claim]
    if 0 in shown and rules.switch("victory.idle-name") == "false":
        return False
    holders = {seat for seat, side in enumerate(state.sides) if side == claim and shown_of(script, seat, NEEDS[claim])}
    if not holders <= {*named} and rules.value_of("rival.unnamed-holder") == "false":
        return False
    few = 2 * state.sides.count(claim) < state.players
    drinks = _drinks(script, claim) if few and rules.value_of("fortune.drink") == "yes" else 0
    told = theirs if rules.value_of("rival.counts") == "association" else shown
    return bool(sum(told) + drinks >= needed(rules, few and rules.value_of("rival.smaller") == "fewer"))


def rival_clause(rules: Rules) -> str:
    """The clause that lets one proclaim for the opponents: a rule of the book, or a variant that it offers."""
    return "victory.rival" if rules.edition.clause("victory.rival") is not None else "variant.fortune-telling"


def needed(rules: Rules, smaller_side: bool) -> int:
    """victory.needs, victory.outnumbered: how many keys or goblets an association needs."""
    fewer = rules.given("victory.needed.smaller") if smaller_side else None
    return int(rules.fact("victory.needed") if fewer is None else fewer)


def shown_of(script: Script, seat: int, kind: str) -> int:
    """How many keys, or goblets, a seat shows; a turned bag is one."""
    hand = script.hand(seat)
    if script.rules.switch("bag.counts") == "always":
        return sum(called(card, turned=True) == kind for card in hand)
    return aloud(script.state, hand).count(kind)


def claim_is_right(
    script: Script, by: int, claim: str, named: tuple[int, ...], pointed: tuple[int, ...] = ()
) -> bool:
    """victory.needs, victory.outnumbered, victory.drink: whether who is named, or all allies, hold what is needed.

    `named` are said to hold something, `pointed` only to be allies.
    """
    state, rules = script.state, script.rules
    kind = NEEDS[claim]
    if any(state.sides[seat] != claim for seat in (by, *named, *pointed)):
        return False
    shown = [shown_of(script, seat, kind) for seat in dict.fromkeys((by, *named))]
    allies = [seat for seat, side in enumerate(state.sides) if side == claim]
    unnamed = [seat for seat in allies if seat not in (by, *named) and shown_of(script, seat, kind)]
    fails = (
        (0 in shown[1:] and rules.switch("victory.idle-name") == "false")
        or ((not shown[0] or PEARL in script.hand(by)) and rules.switch("victory.barred") == "loses")
        or (bool(unnamed) and rules.switch("victory.unnamed-holder") == "false")
        or (not {*allies} <= {by, *named, *pointed} and rules.value_of("victory.unnamed-ally") == "false")
    )
    if rules.value_of("victory.counts") == "association":
        shown = [shown_of(script, seat, kind) for seat in allies]
    few = smaller(state.sides, by)
    drinks = _drinks(script, claim) if few else 0
    if rules.value_of("drink.counts") == "each":
        drinks *= 1 if drinks_each(rules) else len(allies)
    return not fails and bool(sum(shown) + drinks >= needed(rules, few))


def _drinks(script: Script, claim: str) -> int:
    """victory.drink: how many objects the Drinks of an association stand in for, one if there are any.

    Where Drinks are objects, its members must have some; each counts where the edition has it so.
    """
    state, rules = script.state, script.rules
    if not drinks_each(rules):
        return int(rules.given("drinks.dealt") or 0)
    held = sum(hand.count(DRINK) for hand, side in zip(state.hands, state.sides, strict=True) if side == claim)
    return held if rules.value_of("drink.counts") == "each" else min(1, held)


def alone_is_right(script: Script, by: int) -> bool:
    """object.seal-of-the-lodge: the coat of arms and keys and goblets together; no drink counts."""
    shown = sum(shown_of(script, by, kind) for kind in NEEDS.values())
    return SEAL in script.hand(by) and bool(shown >= script.rules.fact("victory.needed"))


def _decide(script: Script, by: int, claim: str, right: bool) -> None:
    state = script.state
    told = claim in SIDES and claim != state.sides[by]
    by_himself = claim == ALONE or (told and script.rules.value_of("fortune.winners") == "teller")
    if by_himself and right:
        winners: tuple[int, ...] = (by,)
    elif claim == ALONE and script.rules.value_of("alone.lost") == "all-others":
        winners = tuple(seat for seat in range(state.players) if seat != by)
    else:
        winners = tuple(seat for seat, side in enumerate(state.sides) if (side == state.sides[by]) == right)
    cite = "victory.right" if right else "victory.wrong"
    script.emit(Decided, by, claim, right, winners, cite=(rival_clause(script.rules) if told else cite,))
    script.owe(len(state.agenda))
