"""The shortest game in which points, face-down pieces and pieces of the winners are all equal: found, and proved so.

A game that is counted takes as many turns as are proved at least, and each turn one decision. Where that many turns
need somebody to be out, a Trebuchet has to be for his Princess, which is one decision more. A game with no more than
that is the shortest, and such games are tried: all cards are played face-down but for that Trebuchet.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from ...model.caleira import moves as mv
from ...model.caleira.cards import PRINCESS, TREBUCHET
from ...model.caleira.ending import BY_COUNT
from ...model.caleira.state import Deal, State, deck
from ...model.families import open_game
from ...model.game import CHANCE
from ...model.rules import Rules
from ..promise import Played
from ..prover import PROVED
from .counting import turns

NOBODY = -1


def dealt(rules: Rules, loser: int, attacker: int) -> Deal:
    """A deal in which one seat holds the Princess and one a Trebuchet, if anybody is to lose."""
    n, each = rules.players, rules.fact("setup.hand")
    wanted: list[list[str]] = [[] for _ in range(n)]
    if loser != NOBODY:
        wanted[loser].append(PRINCESS)
        wanted[attacker].append(TREBUCHET)
    left = Counter(deck(rules)) - Counter(kind for hand in wanted for kind in hand)
    rest = sorted(left.elements())
    hands = tuple(tuple(sorted((*hand, *(rest.pop() for _ in range(each - len(hand)))))) for hand in wanted)
    return Deal(hands, (), tuple(rest))


def played(rules: Rules, loser: int, when: int) -> tuple[Played, State] | None:
    """The game in which all play face-down, but for a Trebuchet in one turn for the Princess of a seat."""
    attacker = (when - 1) % rules.players
    game, deal = open_game(rules), dealt(rules, loser, attacker)
    state, moves = game.start(deal), []
    while (frame := game.top(state)) is not None:
        if frame.owed == (CHANCE,):
            move: Any = game.chances(state)[0][0]
        elif frame.kind == "play":
            attacks = loser != NOBODY and state.turn == when
            hand = state.hands[frame.owed[0]]
            kind = TREBUCHET if attacks else PRINCESS if PRINCESS in hand else hand[0]
            move = mv.PlayCard(frame.owed[0], kind, attacks)
        else:
            number = next((p.number for _, p in state.pieces if p.kind == PRINCESS), 0)
            move = mv.Aim(frame.owed[0], number)
        if move not in game.legal(state, frame.owed[0]):
            return None
        moves.append(move)
        for event in game.decide(state, move):
            state = game.evolve(state, event)
    return Played(deal, tuple(moves)), state


def is_complete(state: State) -> bool:
    """Whether a game was counted and more than one had most, with all that counts equal."""
    if state.verdict is None or state.verdict.how != BY_COUNT:
        return False
    return len(state.verdict.winners) > 1


def shortest(rules: Rules) -> tuple[tuple[int, int], Played, bool] | None:
    """Turns and decisions of the shortest complete tie found, its game, and whether that is proved the shortest."""
    if rules.value_of("tie.left") != "shared":
        return None  # then nobody wins such a game
    best: tuple[tuple[int, int], Played] | None = None
    for loser, when in _ways(rules):
        found = played(rules, loser, when)
        if found is None or not is_complete(found[1]) or (loser != NOBODY and found[1].out != loser):
            continue
        length = found[1].turn, sum(move.by >= 0 for move in found[0].moves)
        if best is None or length < best[0]:
            best = length, found[0]
    if best is None:
        return None
    verdict, least, most = turns(rules)
    proved = verdict == PROVED and best[0] == (least, least + (0 if least == most else 1))
    return (*best, proved)


def _ways(rules: Rules) -> Iterator[tuple[int, int]]:
    """Who loses his Princess, and in which turn; the first two rounds are enough to try."""
    n = rules.players
    yield NOBODY, 1
    if n > 2 and rules.value_of("princess.many") == "out":
        yield from ((loser, when) for when in range(2, 2 * n + 1) for loser in range(n) if loser + 1 < when)
