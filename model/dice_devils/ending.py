"""How a game ends: the values of objects, triplets, and who wins a tie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from ..rules import Rules
from .events import Counted, Decided
from .ranks import SPRINGTEUFEL, Hand, height
from .state import State

Emit = Callable[..., None]


def points(rules: Rules, objects: Hand) -> int:
    """points.values, points.triplets: what a collection is worth. Raises `Gap` where a value is not told."""
    total = 0
    for kind, many in Counter(objects).items():
        triplets = many // rules.fact("triplet.size")
        if rules.switch("triplets.count") == "once":
            triplets = min(triplets, 1)
        total += many * rules.fact(f"value.{kind}") + triplets * rules.fact("points.triplet")
    return total


def best_rank(state: State, seats: tuple[int, ...]) -> int:
    """victory.tie, victory.springteufel: who of these wins a tie at the end."""
    return min(seats, key=lambda seat: (state.ranks[seat] != SPRINGTEUFEL, height(state.ranks[seat])))


def count(rules: Rules, state: State, emit: Emit) -> None:
    """victory.points: count the objects of all, and decide the game."""
    worth = tuple(points(rules, hand) for hand in state.objects)
    emit(Counted, worth, cite=("points.values", "points.triplets"))
    first = tuple(seat for seat, points_ in enumerate(worth) if points_ == max(worth))
    winner, cite = best_rank(state, first), ["victory.points"]
    if len(first) > 1:
        cite.append("victory.springteufel" if state.ranks[winner] == SPRINGTEUFEL else "victory.tie")
    emit(Decided, winner, cite=tuple(cite))
