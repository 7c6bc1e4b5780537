"""What holds in every game where a card is to be played: whose turn it is, how many cards all have."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ..rules import Rules
from ..trace import told_wrong
from .cards import NOBODY, PRINCESS
from .state import State

ONGOING = "out"  # princess.many: who lost his Princess is out, and the others play on


def unreached(rules: Rules, state: State, path: str) -> Iterator[str]:
    """What no game comes to where a card is to be played, each with path, value, and what would be right.

    `specs.caleira.keeping` proves it, but for the order of seats, which is that of turns. Nothing is said where the
    rules lack a value.
    """
    each, n = rules.given("setup.hand"), state.players
    if each is None:
        return
    if state.out == NOBODY and state.active != (state.turn - 1) % n:
        yield told_wrong(f"{path}.active", state.active, f"{(state.turn - 1) % n}, who is on turn in turn {state.turn}")
    if state.out != NOBODY:
        yield from _out_faults(rules, state, each, path)
    elif state.gone:
        yield told_wrong(f"{path}.gone", list(state.gone), "no cards, as nobody is out")
    yield from _hand_faults(state, each, path)
    for seat, castle in enumerate(state.castles):
        for i, piece in enumerate(castle):
            if piece.number >= state.turn:
                wanted = f"less than {state.turn}: the card of this turn is to be played"
                yield told_wrong(f"{path}.castles[{seat}][{i}].number", piece.number, wanted)
            elif (piece.number - 1) % n != seat and state.out == NOBODY:
                wanted = f"a turn of seat {seat}: {seat + 1}, {seat + 1 + n} ..."
                yield told_wrong(f"{path}.castles[{seat}][{i}].number", piece.number, wanted)
            if piece.silent:
                yield told_wrong(f"{path}.castles[{seat}][{i}].silent", True, "false: it ends with the turn")


def _out_faults(rules: Rules, state: State, each: int, path: str) -> Iterator[str]:
    """Who is out has lost the Princess, and the turns are those of the cards."""
    if state.players < 3 or rules.value_of("princess.many") not in (None, ONGOING):
        yield told_wrong(f"{path}.out", state.out, f"{NOBODY}: the game is over with the first who is out")
    if PRINCESS not in state.discard:
        yield told_wrong(f"{path}.discard", list(state.discard), f"the {PRINCESS} is there, as seat {state.out} is out")
    if state.active == state.out:
        yield told_wrong(f"{path}.active", state.active, f"another seat than {state.out}, which is out")
    played = sum(map(len, state.castles)) + len(state.discard) + len(state.gone) + 1
    if not state.turn <= played <= state.turn + each:
        yield told_wrong(f"{path}.turn", state.turn, f"{max(1, played - each)} to {played}, by the cards played")


def _hand_faults(state: State, each: int, path: str) -> Iterator[str]:
    """Who is on turn has drawn, all others have as many as at the start; without a pile they run out in turn."""
    n, sizes = state.players, [len(hand) for hand in state.hands]
    order = [seat for i in range(n) if (seat := (state.active + i) % n) != state.out]
    for seat in order:
        most = each + (seat == state.active)
        if sizes[seat] > most or (state.pile and sizes[seat] < most):
            few = "" if state.pile else " or fewer"
            yield told_wrong(f"{path}.hands[{seat}]", list(state.hands[seat]), f"{most} cards{few}")
    if not sizes[state.active]:
        yield told_wrong(f"{path}.hands[{state.active}]", [], "a card or more, as one is to be played")
    if any(not sizes[later] <= sizes[sooner] <= sizes[later] + 1 for sooner, later in combinations(order, 2)):
        yield told_wrong(f"{path}.hands", [list(hand) for hand in state.hands],
                         "as many for each as for those who play after, or one more")
