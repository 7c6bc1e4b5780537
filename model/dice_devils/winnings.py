"""How many objects players can have won when the markers of a round are due. `specs.dice_devils.sound` proves it."""

from __future__ import annotations

from collections.abc import Iterator

from ..rules import Rules
from ..trace import told_wrong
from .ranks import FEHLERTEUFEL
from .state import State

UP_TO = "up-to"


def fastest(state: State, turn: int) -> int:
    """The most objects that a player can have before so many rounds: one of each, and one stolen but in the first."""
    return turn - 1 + (max(0, turn - 2) if state.seat_of(FEHLERTEUFEL) is not None else 0)


def fits(most: int, state: State, turn: int) -> bool:
    """Whether a round can begin with what lies there and what all have: of `most` objects revealed in each."""
    won = sum(map(len, state.objects))
    return (turn - 1 <= won <= most * (turn - 1) and won + len(state.row) <= most * turn
            and all(len(hand) <= fastest(state, turn) for hand in state.objects))


def rounds_of(rules: Rules, state: State) -> tuple[int, ...]:
    """The rounds in which this can lie there, in order; none where there is none, or the rules do not tell enough."""
    most, won = rules.given("reveal.objects"), sum(map(len, state.objects))
    return () if most is None else tuple(turn for turn in range(1, won + 2) if fits(most, state, turn))


def unreached(rules: Rules, state: State, path: str) -> Iterator[str]:
    """What no game comes to where the first marker of a round is due, each with path, value, and what would be right.

    Nothing is said where the rules lack a value.
    """
    most, enough = rules.given("reveal.objects"), rules.given("end.objects")
    if most is None or enough is None:
        return
    yield from _row_faults(rules.value_of("reveal.count") == UP_TO, most, state, path)
    for seat, hand in enumerate(state.objects):
        if len(hand) >= enough:
            yield told_wrong(f"{path}.objects[{seat}]", list(hand), f"fewer than {enough}, else the game is over")
    if fits(most, state, state.turn):
        return
    if rounds := rounds_of(rules, state):
        told = str(rounds[0]) if len(rounds) == 1 else f"{rounds[0]} to {rounds[-1]}"
        yield told_wrong(f"{path}.turn", state.turn, f"{told}, by the objects won: each round gives out 1 to {most}")
    else:
        yield told_wrong(f"{path}.objects", [len(hand) for hand in state.objects],
                         f"as many as rounds give out: 1 to {most} each, and to nobody two of them but by theft")


def _row_faults(up_to: bool, most: int, state: State, path: str) -> Iterator[str]:
    there = len(state.row) + len(state.heap)
    if not state.row:
        yield told_wrong(f"{path}.row", [], "an object or more: a marker is due, and is placed at one")
    elif len(state.row) < min(most, there):
        yield told_wrong(f"{path}.row", list(state.row), f"{min(most, there)} objects or more are revealed")
    elif up_to and len(state.row) > most:
        yield told_wrong(f"{path}.row", list(state.row), f"{most} objects are revealed, those left over among them")
