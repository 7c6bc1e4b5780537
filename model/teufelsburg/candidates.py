"""Candidates: everything a seat can do physically at a frame, mistakes included. No rules in here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..game import TABLE, Frame, Move
from . import moves as mv
from .cards import (
    ABSTAINS,
    ALONE,
    ATTACKER,
    BAG,
    CALLED,
    DEFENDER,
    LEFT,
    OBJECTS,
    RIGHT,
    SIDES,
    TRADE_TEXTS,
    Hand,
    called,
    kinds,
    minus,
)
from .frames import Answer, PassOn, Window
from .state import State

Lister = Callable[[State, Any, int], list[Move]]


def free(state: State, seat: int) -> Hand:
    """A seat's objects less those lying face-down on the table: offered, or chosen to pass on."""
    hand = state.hands[seat]
    for frame in state.agenda:
        if isinstance(frame, Answer) and frame.to == seat:
            hand = minus(hand, frame.offered)
        elif isinstance(frame, PassOn) and frame.chosen[seat]:
            hand = minus(hand, frame.chosen[seat])
    return hand


def _action(state: State, _: Any, by: int) -> list[Move]:
    seats = range(state.players)
    return [
        mv.Pass(by),
        *(mv.Trade(by, to) for to in seats),
        *(mv.Attack(by, on) for on in seats),
        *(mv.Proclaim(by, claim) for claim in (*SIDES, ALONE)),
        *(mv.GiveTo(by, to) for to in seats),
    ]


def _answer(state: State, _: Any, by: int) -> list[Move]:
    return [mv.Refuse(by), *(mv.Return(by, kind) for kind in kinds(free(state, by)))]


def _activate(state: State, frame: Any, by: int) -> list[Move]:
    readable = frame.card in TRADE_TEXTS and called(frame.card, state.turned) in (frame.card, BAG)
    return [mv.ActivateText(by), mv.Leave(by)] if readable else [mv.Leave(by)]


def _foresee(state: State, frame: Any, by: int) -> list[Move]:
    pile: Hand = tuple(sorted((*state.top, *state.rest)))
    for kind in frame.picked:
        pile = minus(pile, kind)
    return [mv.Pick(by, kind) for kind in kinds(pile)]


def _demand(state: State, _: Any, by: int) -> list[Move]:
    return [mv.DemandObject(by, name) for name in CALLED if name != BAG or not state.turned]


_LISTERS: dict[str, Lister] = {
    "action": _action,
    "end": lambda s, f, by: [mv.EndTurn(by)],
    "offer": lambda s, f, by: [mv.OfferObject(by, kind) for kind in kinds(free(s, by))],
    "answer": _answer,
    "activate": _activate,
    "direct": lambda s, f, by: [mv.SetDirection(by, LEFT), mv.SetDirection(by, RIGHT)],
    "pass-on": lambda s, f, by: [mv.PassObject(by, kind) for kind in kinds(free(s, by))],
    "retrain": lambda s, f, by: [mv.TakeRole(by, role) for role in s.leftover],
    "peek": lambda s, f, by: [mv.PeekAt(by, place) for place in range(len(s.rows[f.of]))],
    "surplus": lambda s, f, by: [mv.GiveTo(by, to) for to in range(s.players)],
    "unload": lambda s, f, by: [mv.Give(by, kind) for kind in kinds(free(s, by))],
    "demand": lambda s, f, by: [mv.DemandOf(by, to) for to in range(s.players)],
    "demand-what": _demand,
    "foresee": _foresee,
    "support": lambda s, f, by: [mv.SupportSide(by, side) for side in (ATTACKER, DEFENDER, ABSTAINS)],
    "silence": lambda s, f, by: [mv.SilencePlayer(by, seat) for seat in range(s.players)],
    "appoint": lambda s, f, by: [mv.AppointWinner(by, side) for side in (ATTACKER, DEFENDER)],
    "symbol": lambda s, f, by: [mv.ChooseSymbol(by, side) for side in (ATTACKER, DEFENDER)],
    "stand-off": lambda s, f, by: [mv.PickUp(by), mv.Leave(by)],
    "reward": lambda s, f, by: [mv.TakeReward(by, mv.TRUTH), mv.TakeReward(by, mv.OBJECT)],
    "steal": lambda s, f, by: [*(mv.StealObject(by, kind) for kind in kinds(s.hands[f.loser])), mv.Leave(by)],
    "give-back": lambda s, f, by: [mv.GiveBackObject(by, kind) for kind in kinds(s.hands[by])],
    "tribute": lambda s, f, by: [mv.Give(by, kind) for kind in kinds(free(s, by))],
    "name-allies": lambda s, f, by: [*(mv.NameAlly(by, seat) for seat in range(s.players)), mv.Done(by)],
}


def _usable(state: State, frame: Frame, seat: int) -> list[Move]:
    """The cards a seat could put down: its occupation anywhere, objects while a window of a struggle is open."""
    laid = state.duel.played if state.duel is not None else ()
    found: list[Move] = [mv.Use(seat, state.roles[seat])]
    if isinstance(frame, Window):
        down = [card for who, card in laid if who == seat]
        found += [mv.Use(seat, kind) for kind in kinds(state.hands[seat])
                  if state.hands[seat].count(kind) > down.count(kind)]
    return found


def candidates(state: State, frame: Frame, seat: int) -> tuple[list[Move], list[bool]]:
    """All that a seat can do at a frame, and for each whether it answers the frame."""
    if seat == TABLE:
        return ([mv.Close(TABLE)], [True]) if isinstance(frame, Window) else ([], [])
    duty = _LISTERS[frame.kind](state, frame, seat) if seat in frame.owed else []
    extra = _usable(state, frame, seat)
    return duty + extra, [True] * len(duty) + [False] * len(extra)


assert set(OBJECTS) - {"bag-key", "bag-goblet"} < set(CALLED)
