"""Between tables and the engine's states: a model's position as a state, a state as a table of numbers."""

from __future__ import annotations

from collections import Counter
from typing import Any

from attrs import evolve

from ...model.dice_devils import frames as fr
from ...model.dice_devils.state import DiceOff, State
from ...model.game import Frame
from ..algebra import Bag
from ..prover import Model
from .steps import Act
from .table import CODES, NONE, SETTLING, Box, Fight, Owed, Table, card, due, frame, no_fight, rank

_PLAIN = {frame("place"): fr.Place, frame("force"): fr.MayForce, frame("steal"): fr.MaySteal,
          frame("exchange"): fr.MayExchange, frame("swap"): fr.MaySwap}


def _bag(box: Box, hand: tuple[str, ...]) -> Bag:
    found = Counter(map(card, hand))
    return {kind: found[kind] for kind in box.kinds}


def _padded(row: tuple[Any, ...], number: int, filler: Any) -> tuple[Any, ...]:
    return (*row, *(filler for _ in range(number - len(row))))


def encode(box: Box, state: State) -> Table:
    """A state as numbers; it has as many places as the box, or as another round can make of it."""
    n = state.players
    places = max(box.places, len(state.row) + box.most)
    fight = no_fight(n)
    if state.fight is not None:
        f = state.fight
        fight = Fight(f.at, tuple(seat in f.seats for seat in range(n)), tuple(seat in f.among for seat in range(n)),
                      f.die, f.again, f.looked, f.winner)
    return Table(
        ranks=tuple(map(rank, state.ranks)), hands=tuple(_bag(box, hand) for hand in state.objects),
        row=_padded(tuple(map(card, state.row)), places, 0), long=len(state.row), heap=_bag(box, state.heap),
        dice=tuple(_padded(roll, box.slots, 0) for roll in state.dice),
        shown=tuple(seat in state.shown for seat in range(n)), marks=state.marks,
        settled=tuple(place in state.settled for place in range(places)), turn=state.turn, first=state.first_smallest,
        forced=state.forced, fight=fight, owed=_due(state), winner=state.winner)


def _due(state: State) -> Owed:
    """What is owed, from the top of the agenda and those of its kind below it."""
    n = state.players
    if not state.agenda:
        return due(n)
    top: Any = state.agenda[0]
    if isinstance(top, fr.Reveal):
        return due(n, frame("reveal"), reveals=sum(isinstance(one, fr.Reveal) for one in state.agenda))
    if isinstance(top, fr.Roll):
        rolling = [one.by for one in state.agenda if isinstance(one, fr.Roll)]
        return due(n, frame("roll"), top.by, rolls=tuple(seat in rolling for seat in range(n)), open=top.open)
    return due(n, frame(top.kind), top.by, to=getattr(top, "to", 0), taken=card(getattr(top, "taken", "")))


def agenda(state: State, owed: Owed) -> tuple[Frame, ...]:
    """The whole agenda of a position, from what is owed first."""
    kind, by, seats = owed.kind, owed.by, range(state.players)
    rolls, places = tuple(map(fr.Roll, seats)), tuple(map(fr.Place, state.by_rank(seats)))
    if kind == SETTLING:
        return ()
    if kind == frame("reveal"):
        return (*(fr.Reveal() for _ in range(owed.reveals)), *rolls, *places)
    if kind == frame("roll") and not owed.open:
        return (*(one for one in rolls if owed.rolls[one.by]), *places)
    if kind == frame("roll"):
        return tuple(fr.Roll(seat, True) for seat in state.by_rank(s for s in seats if owed.rolls[s]))
    if kind == frame("place"):
        return tuple(one for one in places if state.marks[one.by] == NONE)
    if kind == frame("give"):
        return fr.GiveFor(by, owed.to, CODES.value("card", owed.taken)), fr.MaySwap(by)
    swap = (fr.MaySwap(by),) if kind in (frame("steal"), frame("exchange")) else ()
    return (_PLAIN[kind](by), *swap)


def _cards(model: Model, bag: Bag) -> tuple[str, ...]:
    return tuple(sorted(CODES.value("card", kind) for kind, held in bag.items() for _ in range(model.number(held))))


def decode(model: Model, table: Table) -> State:
    """The engine's state of a model."""
    seats, long, f, d = range(table.players), model.number(table.long), table.fight, table.owed

    def chosen(bits: tuple[Any, ...]) -> tuple[int, ...]:
        return tuple(i for i, bit in enumerate(bits) if model.holds(bit))

    ranks = tuple(CODES.value("rank", model.number(mine)) for mine in table.ranks)
    state = State(
        ranks=ranks, objects=tuple(_cards(model, hand) for hand in table.hands),
        row=tuple(CODES.value("card", model.number(kind)) for kind in table.row[:long]), heap=_cards(model, table.heap),
        dice=tuple(tuple(value for die in roll if (value := model.number(die))) for roll in table.dice),
        shown=chosen(table.shown), marks=tuple(map(model.number, table.marks)), settled=chosen(table.settled),
        turn=model.number(table.turn), agenda=(), first_smallest=model.number(table.first),
        forced=model.holds(table.forced), winner=model.number(table.winner))
    fight = None
    if (where := model.number(f.at)) != NONE:
        fight = DiceOff(where, state.by_rank(chosen(f.seats)), state.by_rank(chosen(f.among)), model.number(f.die),
                        model.holds(f.again), model.holds(f.looked), model.number(f.winner))
    owed = Owed(model.number(d.kind), model.number(d.by), model.number(d.reveals),
               tuple(model.holds(d.rolls[seat]) for seat in seats), model.holds(d.open), model.number(d.to),
               model.number(d.taken))
    return evolve(state, fight=fight, agenda=agenda(state, owed))


def act_of(box: Box, state: State, move: Any) -> Act:
    """A move of the engine in numbers; what chance does is done at the seat of the frame."""
    top: Any = state.agenda[0]
    by = top.by if move.act == "roll" else 0 if move.act == "turn-up" else move.by
    return Act(by, getattr(move, "at", 0), getattr(move, "to", 0), card(getattr(move, "kind", "")),
               _padded(getattr(move, "dice", ()), box.slots, 0))
