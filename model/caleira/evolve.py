"""What each event changes. No rules in here: an event tells all that it needs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..game import Owes, change, with_item
from ..script import Steps
from .cards import Hand, minus, plus
from .events import (
    Arranged,
    Cancelled,
    Decided,
    Destroyed,
    Drew,
    Eliminated,
    LookedAt,
    Played,
    Queued,
    Swapped,
    TurnBegan,
    TurnedDown,
    TurnedUp,
    Uncovered,
)
from .frames import Effect
from .state import Piece, State, Verdict

_STEPS = Steps[State]()
_step = _STEPS.of
evolve = _STEPS.evolve


def _hand(state: State, seat: int, hand: Hand) -> State:
    return change(state, hands=with_item(state.hands, seat, hand))


def _pieces(state: State, to: Callable[[Piece], Piece]) -> State:
    return change(state, castles=tuple(tuple(to(piece) for piece in castle) for castle in state.castles))


def _piece(state: State, number: int, **fields: Any) -> State:
    return _pieces(state, lambda piece: change(piece, **fields) if piece.number == number else piece)


def _everybody(state: State) -> tuple[int, ...]:
    return tuple(range(state.players))


@_step(TurnBegan)
def _turn_began(state: State, event: TurnBegan) -> State:
    awake = _pieces(state, lambda piece: change(piece, silent=False) if piece.silent else piece)
    return change(awake, active=event.by, turn=state.turn + 1)


@_step(Owes)
def _owes(state: State, event: Owes) -> State:
    return change(state, agenda=(*event.frames, *state.agenda[event.drop :]))


@_step(Queued)
def _queued(state: State, event: Queued) -> State:
    at = len(state.agenda) - event.ahead_of
    return change(state, agenda=(*state.agenda[:at], event.frame, *state.agenda[at:]))


@_step(Cancelled)
def _cancelled(state: State, event: Cancelled) -> State:
    return change(state, agenda=tuple(frame for i, frame in enumerate(state.agenda)
                                      if i == 0 or not isinstance(frame, Effect) or frame.source != event.piece))


@_step(Drew)
def _drew(state: State, event: Drew) -> State:
    less = change(state, top=state.top[1:]) if state.top else change(state, rest=minus(state.rest, event.kind))
    return _hand(less, event.by, plus(less.hands[event.by], event.kind))


@_step(Uncovered)
def _uncovered(state: State, event: Uncovered) -> State:
    return change(state, top=(*state.top, event.kind), rest=minus(state.rest, event.kind))


@_step(Arranged)
def _arranged(state: State, event: Arranged) -> State:
    return change(state, top=(*event.cards, *state.top[len(event.cards) :]))


@_step(Played)
def _played(state: State, event: Played) -> State:
    piece = Piece(event.kind, state.turn, event.up, _everybody(state) if event.up else (event.by,))
    row = state.castles[event.by]
    castles = with_item(state.castles, event.by, (*row[: event.at], piece, *row[event.at :]))
    return _hand(change(state, castles=castles), event.by, minus(state.hands[event.by], event.kind))


@_step(TurnedUp)
def _turned_up(state: State, event: TurnedUp) -> State:
    silent = {"silent": True} if event.silent else {}
    return _piece(state, event.piece, up=True, seen=_everybody(state), **silent)


@_step(TurnedDown)
def _turned_down(state: State, event: TurnedDown) -> State:
    silent = {"silent": True} if event.silent else {}
    return _piece(state, event.piece, up=False, **silent)


@_step(LookedAt)
def _looked_at(state: State, event: LookedAt) -> State:
    found = state.find(event.piece)
    assert found is not None
    return _piece(state, event.piece, seen=tuple(sorted({*found[1].seen, event.by})))


@_step(Destroyed)
def _destroyed(state: State, event: Destroyed) -> State:
    row = state.castles[event.of]
    at = next(i for i, piece in enumerate(row) if piece.number == event.piece)
    right = row[at + 1 :]
    if right and (event.gap or row[at].gap):
        right = (change(right[0], gap=True), *right[1:])
    if not at and right:  # nothing stands on the left of the first piece
        right = (change(right[0], gap=False), *right[1:])
    return change(state, castles=with_item(state.castles, event.of, (*row[:at], *right)),
                  discard=(*state.discard, event.kind))


@_step(Swapped)
def _swapped(state: State, event: Swapped) -> State:
    one = _hand(state, event.by, plus(minus(state.hands[event.by], event.gives), event.gets))
    return _hand(one, event.to, plus(minus(one.hands[event.to], event.gets), event.gives))


@_step(Eliminated)
def _eliminated(state: State, event: Eliminated) -> State:
    hand = state.hands[event.seat]
    gone = state.gone if event.shown else tuple(sorted((*state.gone, *hand)))
    discard = (*state.discard, *hand) if event.shown else state.discard
    less = change(_hand(state, event.seat, ()), gone=gone, discard=discard, out=event.seat)
    if not event.razed:
        return less
    gone = tuple(sorted((*gone, *(piece.kind for piece in less.castles[event.seat]))))
    return change(less, gone=gone, castles=with_item(less.castles, event.seat, ()))


@_step(Decided)
def _decided(state: State, event: Decided) -> State:
    return change(state, verdict=Verdict(event.how, event.winners), agenda=())
