"""Candidates: everything a seat can do physically at a frame, mistakes included. No rules in here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from ..game import TABLE, Frame, Move
from . import moves as mv
from .cards import (
    ABSTAINS,
    ALONE,
    ATTACKER,
    BAG,
    BAGS,
    CALLED,
    DEFENDER,
    DRINK,
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

Lister = Callable[[State, Any, int], Sequence[Move]]


@lru_cache(maxsize=4096)
def _each(move: Callable[[int, Any], Move], by: int, values: Sequence[Any]) -> tuple[Move, ...]:
    """A seat's move for each value; moves are frozen, so that the same ones serve again and again."""
    return tuple(move(by, value) for value in values)


def free(state: State, seat: int) -> Hand:
    """A seat's objects less those lying face-down on the table: offered, or chosen to pass on."""
    hand = state.hands[seat]
    for frame in state.agenda:
        if isinstance(frame, Answer) and frame.to == seat:
            hand = minus(hand, frame.offered)
        elif isinstance(frame, PassOn) and frame.chosen[seat]:
            hand = minus(hand, frame.chosen[seat])
    return hand


@lru_cache(maxsize=64)
def _actions(players: int, by: int) -> tuple[Move, ...]:
    seats = range(players)
    return (
        mv.Pass(by),
        *(mv.Spy(by, on) for on in seats),
        *(mv.Trade(by, to) for to in seats),
        *(mv.Attack(by, on) for on in seats),
        *(mv.Proclaim(by, claim) for claim in (*SIDES, ALONE)),
        *(mv.GiveTo(by, to) for to in seats),
    )


def _answer(state: State, _: Any, by: int) -> Sequence[Move]:
    return mv.Refuse(by), *_each(mv.Return, by, kinds(free(state, by)))


def _activate(state: State, frame: Any, by: int) -> Sequence[Move]:
    readable = frame.card in TRADE_TEXTS and called(frame.card, state.turned) in (frame.card, BAG)
    return [mv.ActivateText(by), mv.Leave(by)] if readable else [mv.Leave(by)]


def _foresee(state: State, frame: Any, by: int) -> Sequence[Move]:
    pile: Hand = tuple(sorted((*state.top, *state.rest)))
    for kind in frame.picked:
        pile = minus(pile, kind)
    return _each(mv.Pick, by, kinds(pile))


def _demand(state: State, _: Any, by: int) -> Sequence[Move]:
    drinks = any(DRINK in hand for hand in state.hands)
    gone = {BAG if state.turned else "", "" if drinks else DRINK}
    return _each(mv.DemandObject, by, tuple(name for name in CALLED if name not in gone))


_LISTERS: dict[str, Lister] = {
    "action": lambda s, f, by: _actions(s.players, by),
    "end": lambda s, f, by: [mv.EndTurn(by), *(mv.Proclaim(by, claim) for claim in (*SIDES, ALONE))],
    "offer": lambda s, f, by: _each(mv.OfferObject, by, kinds(free(s, by))),
    "answer": _answer,
    "trade-on": lambda s, f, by: [*(mv.Trade(by, to) for to in range(s.players)), mv.Leave(by)],
    "activate": _activate,
    "text-order": lambda s, f, by: _each(mv.PutFirst, by, (f.card, f.other)),
    "direct": lambda s, f, by: _each(mv.SetDirection, by, (LEFT, RIGHT)),
    "pass-on": lambda s, f, by: _each(mv.PassObject, by, kinds(free(s, by))),
    "pass-in-turn": lambda s, f, by: [mv.PassObject(by, kind) for kind in kinds(free(s, by))],
    "retrain": lambda s, f, by: _each(mv.TakeRole, by, s.leftover),
    "peek": lambda s, f, by: _each(mv.PeekAt, by, range(len(s.rows[f.of]))),
    "surplus": lambda s, f, by: _each(mv.GiveTo, by, range(s.players)),
    "unload": lambda s, f, by: _each(mv.Give, by, kinds(free(s, by))),
    "demand": lambda s, f, by: _each(mv.DemandOf, by, range(s.players)),
    "demand-what": _demand,
    "demand-bag": lambda s, f, by: [mv.DemandObject(by, bag) for bag in sorted(BAGS)],
    "foresee": _foresee,
    "support": lambda s, f, by: _each(mv.SupportSide, by, (ATTACKER, DEFENDER, ABSTAINS)),
    "secret-support": lambda s, f, by: _each(mv.SupportSide, by, (ATTACKER, DEFENDER, ABSTAINS)),
    "silence": lambda s, f, by: _each(mv.SilencePlayer, by, range(s.players)),
    "appoint": lambda s, f, by: _each(mv.AppointWinner, by, (ATTACKER, DEFENDER)),
    "symbol": lambda s, f, by: _each(mv.ChooseSymbol, by, (ATTACKER, DEFENDER)),
    "bonus": lambda s, f, by: [mv.AddPoint(by), mv.Leave(by)],
    "stand-off": lambda s, f, by: [mv.PickUp(by), mv.Leave(by)],
    "reward": lambda s, f, by: (*_each(mv.TakeReward, by, (mv.TRUTH, mv.ASSOCIATION, mv.OBJECT)), mv.Leave(by)),
    "steal": lambda s, f, by: (*_each(mv.StealObject, by, kinds(s.hands[f.loser])), mv.Leave(by)),
    "give-back": lambda s, f, by: _each(mv.GiveBackObject, by, kinds(s.hands[by])),
    "tribute": lambda s, f, by: _each(mv.Give, by, kinds(free(s, by))),
    "point-out": lambda s, f, by: [*(mv.PointAlly(by, seat) for seat in range(s.players)), mv.Done(by)],
    "name-allies": lambda s, f, by: (*_each(mv.NameAlly, by, range(s.players)), mv.Done(by)),
}


def _usable(state: State, frame: Frame, seat: int) -> Sequence[Move]:
    """What a seat could put down: its occupation anywhere, objects and tokens in windows of a struggle."""
    role = state.roles[seat]
    if not isinstance(frame, Window):
        return _each(mv.Use, seat, (role,))
    hand = state.hands[seat]
    down = [card for who, card in state.duel.played if who == seat] if state.duel is not None else []
    left = hand if not down else tuple(k for k in hand if hand.count(k) > down.count(k))
    tokens = (ATTACKER, DEFENDER) if frame.kind == "duel.powers" and state.tokens and state.tokens[seat] else ()
    return *_each(mv.Use, seat, (role, *kinds(left))), *_each(mv.SpendToken, seat, tokens)


def candidates(state: State, frame: Frame, seat: int) -> tuple[tuple[Move, ...], tuple[bool, ...]]:
    """All that a seat can do at a frame, and for each whether it answers the frame."""
    if seat == TABLE:
        return ((mv.Close(TABLE),), (True,)) if isinstance(frame, Window) else ((), ())
    duty = _LISTERS[frame.kind](state, frame, seat) if seat in frame.owed else ()
    extra = _usable(state, frame, seat)
    return (*duty, *extra), (True,) * len(duty) + (False,) * len(extra)


assert set(OBJECTS) - {"bag-key", "bag-goblet"} < set(CALLED)
