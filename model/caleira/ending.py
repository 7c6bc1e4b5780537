"""How a game ends: the fall of the Princess, the count and its tie-breaks."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..rules import Rules
from .cards import BATTLEMENTS
from .events import Counted, Decided
from .state import Piece, State

BY_COUNT, BY_PRINCESS = "count", "princess"
Emit = Callable[..., None]


def points(rules: Rules, castle: Sequence[Piece]) -> int:
    """victory.count: what a castle is worth."""
    shown = [piece.kind for piece in castle if piece.up]
    dead = rules.switch("throne.standing") == "lost"
    whole = sum(piece.up and piece.kind == BATTLEMENTS and not (dead and piece.silent) for piece in castle)
    total: int = sum(rules.fact(f"points.{kind}") for kind in shown)
    total += rules.fact("points.hidden") * (len(castle) - len(shown))
    if whole >= rules.fact("battlements.set"):
        total += shown.count(BATTLEMENTS) * (rules.fact("battlements.worth") - rules.fact("points.battlements"))
    return total


def count(rules: Rules, state: State, emit: Emit) -> None:
    """victory.count, victory.tie: count the castles of all who are not out, and decide the game."""
    hidden = tuple(sum(not piece.up for piece in castle) for castle in state.castles)
    worth = tuple(points(rules, castle) for castle in state.castles)
    pieces = tuple(map(len, state.castles))
    if state.out >= 0:
        worth, hidden, pieces = (_less(row, state.out) for row in (worth, hidden, pieces))
    emit(Counted, worth, hidden, pieces, cite=("victory.count", "card.battlements.set"))
    inside = [seat for seat in range(state.players) if seat != state.out]
    best = max((worth[seat], hidden[seat], -pieces[seat]) for seat in inside)
    winners = tuple(seat for seat in inside if (worth[seat], hidden[seat], -pieces[seat]) == best)
    tied = sum(worth[seat] == best[0] for seat in inside) > 1
    if len(winners) > 1 and rules.switch("tie.left") == "nobody":
        winners = ()
    emit(Decided, BY_COUNT, winners, cite=("victory.count", *(("victory.tie",) if tied else ())))


def _less(row: tuple[int, ...], out: int) -> tuple[int, ...]:
    return tuple(0 if seat == out else value for seat, value in enumerate(row))


def winners_of_fall(rules: Rules, by: int, of: int) -> tuple[int, ...] | None:
    """card.princess.loses: who wins where a Princess of seat `of` was destroyed by `by`; None if play goes on."""
    others = tuple(seat for seat in range(rules.players) if seat != of)
    if len(others) == 1:
        return () if by == of and rules.switch("princess.own") == "nobody" else others
    if rules.switch("princess.many") != "destroyer":
        return None
    return others if by == of else (by,)


def decide_fall(winners: tuple[int, ...], emit: Emit) -> None:
    """victory.princess: the game is over by the fall of a Princess."""
    emit(Decided, BY_PRINCESS, winners, cite=("victory.princess",))
