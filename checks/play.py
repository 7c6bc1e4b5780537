"""Seeded random play for any game, with swarm settings: each game has a mood of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from advocatus.model.game import CHANCE, Game, Step, choices, make, play
from advocatus.model.trace import Trace


def pick_chance(game: Game[Any, Any], state: Any, rng: Random) -> Any:
    """An outcome of the chance frame, drawn by its weights."""
    outcomes = game.chances(state)
    return rng.choices([move for move, _ in outcomes], [float(weight) for _, weight in outcomes])[0]


class Mood:
    """The temper of one game (swarm settings): how much each seat likes each kind of move, and each side.

    Drawn lazily from the generator, so that games differ in what is frequent, and rare chains of the
    same choice (drawing, abstaining, refusing again and again) come up.
    """

    LIKINGS = (0.02, 0.2, 1.0, 1.0, 5.0, 25.0)

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._likings: dict[tuple[int, str], float] = {}

    def liking(self, seat: int, word: str) -> float:
        """How much a seat likes a kind of move, or a value in one."""
        key = (seat, word)
        if key not in self._likings:
            self._likings[key] = self._rng.choice(self.LIKINGS)
        return self._likings[key]

    def pick(self, moves: Sequence[Any]) -> Any:
        """One of the moves: first a seat and a kind of move, then one of that kind."""
        kinds = sorted({(move.by, move.act) for move in moves})
        by, act = self._rng.choices(kinds, [self.liking(*kind) for kind in kinds])[0]
        alike = [move for move in moves if (move.by, move.act) == (by, act)]
        words = [next((str(v) for v in (getattr(m, "side", None), getattr(m, "card", None)) if v), "") for m in alike]
        return self._rng.choices(alike, [self.liking(by, word) if word else 1.0 for word in words])[0]


def pick_move(game: Game[Any, Any], state: Any, rng: Random, mood: Mood) -> Any | None:
    """A legal move; None where nothing is legal."""
    if game.actors(state) == (CHANCE,):
        return pick_chance(game, state, rng)
    moves = choices(game, state)
    return mood.pick(moves) if moves else None


def random_steps(
    game: Game[Any, Any], deal: Any, rng: Random, most: int, known: Sequence[Any] = ()
) -> Iterator[Step[Any]]:
    """Play at random from a deal until the game ends, nothing is legal, or `most` moves are made.

    `known` are moves made before, which are not told.
    """
    state, mood = game.start(deal), Mood(rng)
    for move in known:
        state = make(game, state, move).after
    for _ in range(most):
        if game.top(state) is None:
            return
        move = pick_move(game, state, rng, mood)
        if move is None:
            return
        step = make(game, state, move)
        yield step
        state = step.after


def record(game: Game[Any, Any], deal: Any, steps: Sequence[Step[Any]]) -> Trace:
    """The trace of steps played from a deal."""
    rules = game.rules
    return Trace(rules.edition.key, rules.players, rules.variants, rules.answers, rules.digest, deal,
                 tuple((step.move, step.events) for step in steps))


def replay_moves(game: Game[Any, Any], deal: Any, moves: Sequence[Any]) -> list[Step[Any]]:
    """The steps of moves played from a deal. Raises what `decide` raises."""
    return list(play(game, game.start(deal), moves))
