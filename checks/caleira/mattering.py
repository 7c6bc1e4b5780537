"""Whether the effect of each card can decide who wins: a game that ends otherwise with the effect left undone.

Random games are played to where the effect is due; from there it is carried out or left undone, and both ways all go on
by one simple habit. Where another wins then, the effect has mattered, whatever else might have been done.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from attrs import evolve, frozen

from advocatus.model.caleira import moves as mv
from advocatus.model.caleira.cards import WORKING
from advocatus.model.caleira.frames import Effect
from advocatus.model.caleira.script import Script
from advocatus.model.caleira.state import State
from advocatus.model.game import Move, choices, make
from advocatus.model.rules import Rules
from advocatus.specs.promise import POSSIBLE

from ..cache import Result
from ..context import CheckContext
from ..deriving import game_of
from ..play import random_steps
from ..registry import Checker
from ..row import BOUNDED, PROVED, Row

GAMES, MOVES = 120, 200
WAYS = 12  # ways to carry one effect out that are looked at


@frozen
class Mattered:
    """A game up to an effect, what was done with it, and who wins then, and who without it."""

    deal: Any
    moves: tuple[Move, ...]
    turn: int
    winners: tuple[int, ...]
    without: tuple[int, ...]


@frozen
class Habit:
    """How all go on: whether cards are played face-up that are worth more so, and effects carried out that need not."""

    proud: bool
    eager: bool

    def choose(self, rules: Rules, moves: Sequence[Any]) -> Any:
        """One of some moves."""
        for move in moves:
            if isinstance(move, mv.PlayCard):
                worth = rules.fact(f"points.{move.kind}") > rules.fact("points.hidden")
                if move.up == (self.proud and worth and mv.PlayCard(move.by, move.kind, True) in moves):
                    return move
            elif isinstance(move, mv.Leave) != self.eager:
                return move
        return moves[-1] if isinstance(moves[0], mv.ArrangeCards) else moves[0]


HABITS = tuple(Habit(proud, eager) for proud in (False, True) for eager in (False, True))


def finished(rules: Rules, state: State, habit: Habit) -> tuple[tuple[Move, ...], State]:
    """How a game goes on by a habit, and where it ends."""
    game = game_of(rules)
    made: list[Move] = []
    while state.agenda:
        move = habit.choose(rules, choices(game, state))
        made.append(move)
        state = make(game, state, move).after
    return tuple(made), state


def undone(rules: Rules, state: State) -> State:
    """The position as if the effect that is due came to nothing."""
    script = Script(rules, evolve(state, agenda=state.agenda[1:]))
    script.settle()
    return script.state


def mattering(rules: Rules, seed: int) -> dict[str, Mattered]:
    """For each card whose effect decided a game found, the first such."""
    game, rng = game_of(rules), Random(f"{seed}/{rules.digest}/matter")
    found: dict[str, Mattered] = {}
    for _ in range(GAMES):
        deal = game.random_deal(rng)
        moves: list[Move] = []
        for step in random_steps(game, deal, rng, MOVES):
            frame = step.before.agenda[0]
            if isinstance(frame, Effect) and frame.kind not in found:
                mattered = _at(rules, deal, tuple(moves), step.before)
                if mattered is not None:
                    found[frame.kind] = mattered
            moves.append(step.move)
        if len(found) == len(WORKING):
            break
    return found


def _at(rules: Rules, deal: Any, moves: tuple[Move, ...], state: State) -> Mattered | None:
    game = game_of(rules)
    for habit in HABITS:
        _, without = finished(rules, undone(rules, state), habit)
        for move in choices(game, state)[:WAYS]:
            more, end = finished(rules, make(game, state, move).after, habit)
            assert end.verdict is not None
            assert without.verdict is not None
            if end.verdict.winners != without.verdict.winners:
                return Mattered(deal, (*moves, move, *more), state.turn, end.verdict.winners, without.verdict.winners)
    return None


def matters(rules: Rules, context: CheckContext) -> Result:
    """A row for each card that has an effect."""
    context.progress(f"cards that matter: {rules.edition.key}, {rules.players} players")
    found, rows = mattering(rules, context.seed), []
    for kind in sorted(WORKING):
        asks = f"Can the effect of the {rules.edition.term(kind)} decide who wins?"
        mattered = found.get(kind)
        clauses = (f"card.{kind}",)
        if mattered is None:
            rows.append(Row.of(rules, f"matters.{kind}", POSSIBLE, BOUNDED, clauses=clauses,
                               summary=f"{asks} Not in {GAMES} random games."))
        else:
            wins, without = (" and ".join("ABCD"[seat] for seat in won) or "nobody"
                             for won in (mattered.winners, mattered.without))
            rows.append(Row.of(rules, f"matters.{kind}", POSSIBLE, PROVED, value="yes", turn=mattered.turn,
                               seen="witness", clauses=clauses, summary=(
                f"{asks} Yes: in a game of chance {wins} won by it, and {without} had it come to nothing.")))
    return rows, ()


CHECKERS = (Checker("matters", matters, kinds=(POSSIBLE,), cached=True, family="caleira"),)
