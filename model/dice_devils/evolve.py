"""What each event changes. No rules in here: an event tells all that it needs."""

from __future__ import annotations

from typing import Any

from ..game import Owes, change, with_item
from ..script import Steps
from . import events as ev
from .ranks import NOBODY, OBERTEUFEL, TAKEN, Hand, minus, plus
from .state import DiceOff, State

_STEPS = Steps[State]()
_step = _STEPS.of
evolve = _STEPS.evolve


def _objects(state: State, seat: int, hand: Hand) -> State:
    return change(state, objects=with_item(state.objects, seat, hand))


def _fight(state: State) -> DiceOff:
    assert state.fight is not None, "a dice-off goes on"
    return state.fight


@_step(ev.RoundBegan)
def _round_began(state: State, _: ev.RoundBegan) -> State:
    n = state.players
    return change(state, row=tuple(kind for kind in state.row if kind != TAKEN), dice=((),) * n, shown=(),
                  marks=(NOBODY,) * n, settled=(), turn=state.turn + 1, first_smallest=0, forced=False)


@_step(Owes)
def _owes(state: State, event: Owes) -> State:
    return change(state, agenda=(*event.frames, *state.agenda[event.drop :]))


@_step(ev.Revealed)
def _revealed(state: State, event: ev.Revealed) -> State:
    return change(state, row=(*state.row, event.kind), heap=minus(state.heap, event.kind))


@_step(ev.Rolled)
def _rolled(state: State, event: ev.Rolled) -> State:
    first = state.ranks[event.by] == OBERTEUFEL and not state.dice[event.by]
    less = change(state, first_smallest=min(event.dice)) if first else state
    return change(less, dice=with_item(state.dice, event.by, event.dice))


@_step(ev.Marked)
def _marked(state: State, event: ev.Marked) -> State:
    return change(state, marks=with_item(state.marks, event.by, event.at))


def _taken(state: State, by: int, at: int) -> State:
    more = _objects(state, by, plus(state.objects[by], state.row[at]))
    return change(more, row=with_item(more.row, at, TAKEN))


@_step(ev.Claimed)
def _claimed(state: State, event: ev.Claimed) -> State:
    return change(_taken(state, event.by, event.at), settled=tuple(sorted((*state.settled, event.at))))


@_step(ev.Shown)
def _shown(state: State, event: ev.Shown) -> State:
    return change(state, shown=tuple(sorted({*state.shown, event.by})))


@_step(ev.DiceOffBegan)
def _dice_off_began(state: State, event: ev.DiceOffBegan) -> State:
    return change(state, fight=DiceOff(event.at, event.seats, event.seats))


@_step(ev.Forced)
def _forced(state: State, _: ev.Forced) -> State:
    return change(state, forced=True, fight=change(_fight(state), looked=True))


@_step(ev.NotForced)
def _not_forced(state: State, _: ev.NotForced) -> State:
    return change(state, fight=change(_fight(state), looked=True))


@_step(ev.Tied)
def _tied(state: State, event: ev.Tied) -> State:
    return change(state, fight=change(_fight(state), among=event.seats, die=event.die, again=True, looked=False))


@_step(ev.Won)
def _won(state: State, event: ev.Won) -> State:
    return change(_taken(state, event.by, event.at), fight=change(_fight(state), winner=event.by))


@_step(ev.Stole)
def _stole(state: State, event: ev.Stole) -> State:
    less = _objects(state, event.to, minus(state.objects[event.to], event.kind))
    return _objects(less, event.by, plus(less.objects[event.by], event.kind))


@_step(ev.Exchanged)
def _exchanged(state: State, event: ev.Exchanged) -> State:
    one = _objects(state, event.by, plus(minus(state.objects[event.by], event.gives), event.gets))
    return _objects(one, event.to, plus(minus(one.objects[event.to], event.gets), event.gives))


@_step(ev.Swapped)
def _swapped(state: State, event: ev.Swapped) -> State:
    """Rank, dice and marker go together; the marker lies at the same place as the other's."""
    def both(row: tuple[Any, ...]) -> tuple[Any, ...]:
        return with_item(with_item(row, event.by, row[event.to]), event.to, row[event.by])

    return change(state, ranks=both(state.ranks), dice=both(state.dice))


@_step(ev.DiceOffOver)
def _dice_off_over(state: State, _: ev.DiceOffOver) -> State:
    return change(state, settled=tuple(sorted((*state.settled, _fight(state).at))), fight=None)


@_step(ev.Decided)
def _decided(state: State, event: ev.Decided) -> State:
    return change(state, winner=event.winner, agenda=(), fight=None)
