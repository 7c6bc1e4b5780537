"""Whether it matters in which order the dice-offs of a round are held: the same round, played in two orders.

Each player's dice and decisions come from a source of his own, so that they do not depend on who acts before him.
Dice-offs of a round have no player in common; what one of them can take from another is the Oberteufel's dice alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from attrs import evolve, frozen

from ...model.dice_devils.engine import DiceDevils
from ...model.dice_devils.frames import Roll
from ...model.dice_devils.ranks import NOBODY, OBERTEUFEL
from ...model.dice_devils.script import PROCEDURES, Script
from ...model.dice_devils.state import State
from ...model.game import CHANCE, Event, Frame, make
from ...model.rules import Rules

Order = Callable[[State, Sequence[int]], int]  # which of the places that are left is next


def oberteufel_first(state: State, places: Sequence[int]) -> int:
    """dice-off.first, and then from the last place of the row to the first."""
    over = state.seat_of(OBERTEUFEL)
    mark = NOBODY if over is None else state.marks[over]
    return mark if mark in places else max(places)


def oberteufel_last(state: State, places: Sequence[int]) -> int:
    """Against dice-off.first: the Oberteufel's is the last of all."""
    over = state.seat_of(OBERTEUFEL)
    mark = NOBODY if over is None else state.marks[over]
    return next((at for at in places if at != mark), mark)


class Reordered(DiceDevils):
    """The engine, with another order of dice-offs."""

    def __init__(self, rules: Rules, order: Order) -> None:
        super().__init__(rules)
        self.order = order

    def run(self, state: State, frame: Frame, move: Any) -> tuple[Event, ...]:
        order = self.order

        class Other(Script):
            def next_place(self) -> int | None:
                wanted = sorted({at for at in self.state.marks if at not in self.state.settled})
                return order(self.state, wanted) if wanted else None

        script = Other(self.rules, state)
        PROCEDURES[frame.kind, type(move)](script, frame, move)
        script.settle()
        return tuple(script.events)


@frozen
class Compared:
    """How many rounds were played in both orders, and the seeds of those that ended otherwise."""

    rounds: int
    apart: tuple[int, ...]


def round_of(game: DiceDevils, state: State, seed: int) -> State:
    """What becomes of a round: who has which rank and which objects, and what lies there."""
    sources = [Random(seed * 100 + seat) for seat in range(state.players)]
    turn = state.turn
    while state.agenda and state.turn == turn:
        state = make(game, state, _move(game, state, sources, Random(seed))).after
    return state


def _move(game: DiceDevils, state: State, sources: Sequence[Random], common: Random) -> Any:
    frame = state.agenda[0]
    if frame.owed == (CHANCE,):
        outcomes = game.chances(state)
        source = sources[frame.by] if isinstance(frame, Roll) else common
        return source.choices([move for move, _ in outcomes], [float(chance) for _, chance in outcomes])[0]
    found = game.legal(state, frame.owed[0])
    return sources[frame.owed[0]].choice(found)


def compare(rules: Rules, order: Order, rounds: int) -> Compared:
    """Play rounds in the book's order and in another, from positions in which everybody has some objects."""
    usual, other = DiceDevils(rules), Reordered(rules, order)
    apart = []
    for seed in range(rounds):
        rng = Random(seed)
        start = usual.start(usual.random_deal(rng))
        heap = list(start.heap)
        rng.shuffle(heap)
        hands = tuple(tuple(sorted(heap.pop() for _ in range(3))) for _ in start.ranks)
        state = evolve(start, objects=hands, heap=tuple(sorted(heap)))
        one, two = (round_of(game, state, seed) for game in (usual, other))
        if (one.ranks, one.objects, one.row) != (two.ranks, two.objects, two.row):
            apart.append(seed)
    return Compared(rounds, tuple(apart))
