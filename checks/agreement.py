"""Holding the engine and the symbolic side against each other, in both directions.

From the engine: every step of random play meets the step relation, and the norms say the same of every candidate.
From the solver: states at the edges of what can be are sound to the engine, it finds the same moves legal, and
each leads where the relation says, and nowhere else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

from attrs import frozen

from ..model.families import open_game
from ..model.game import Game, Step, choices, play
from ..model.rules import Gap, Rules
from ..specs.families import Mirror, spec_of

NO_STEP = "no step"
ONE_WAY = 3  # how often each kind of step is asked whether it leads elsewhere


@frozen
class Parting:
    """Where the two sides part: what was compared, how they differ, in which state and at which move."""

    what: str
    how: str
    state: Any
    move: Any = None


@frozen
class Agreement:
    """What was compared, how often by name, and where the two sides parted."""

    compared: Mapping[str, int]
    partings: tuple[Parting, ...]

    @property
    def holds(self) -> bool:
        """Whether something was compared and nothing parted."""
        return bool(self.compared) and not self.partings


class _Book:
    """Keeps account while comparing."""

    def __init__(self, rules: Rules, mirror: Mirror | None) -> None:
        self.game: Game[Any, Any] = open_game(rules)
        if mirror is None:
            spec = spec_of(rules.edition.family)
            if spec is None:
                raise ValueError(f"the family {rules.edition.family!r} has no symbolic side")
            mirror = spec.mirror(rules)
        self.mirror = mirror
        self.compared: Counter[str] = Counter()
        self.partings: list[Parting] = []

    def part(self, what: str, how: str, state: Any, move: Any = None) -> None:
        self.partings.append(Parting(what, how, state, move))

    def step(self, step: Step[Any]) -> None:
        """One step of the engine against the relation."""
        name = self.mirror.step(step.before, step.move)
        self.compared[name or NO_STEP] += 1
        tags = frozenset(event.tag for event in step.events)
        if broken := self.mirror.broken(step.before, step.move, step.after, tags):
            self.part(name or NO_STEP, f"the step does not meet {', '.join(broken)}", step.before, step.move)

    def legality(self, state: Any, seat: int, legal: Mapping[Any, bool], where: str) -> None:
        """The engine's legality of every candidate of a seat against the other side's."""
        self.compared[where] += 1
        resolution = self.game.resolve(state, seat)
        allowed = {move: i in resolution.legal for i, move in enumerate(resolution.candidates)}
        for move in resolution.candidates:
            if move not in legal or legal[move] != allowed[move]:
                self.part(where, f"legal is {allowed[move]} to the engine, {legal.get(move)} to the terms", state, move)

    def done(self) -> Agreement:
        return Agreement(dict(sorted(self.compared.items())), tuple(self.partings))


def play_agrees(rules: Rules, seed: int, games: int, moves: int = 200, mirror: Mirror | None = None) -> Agreement:
    """Random games from random deals: each step, and each candidate's legality, on both sides.

    Raises `ValueError` for a family that has no symbolic side.
    """
    book = _Book(rules, mirror)
    rng = Random(seed)
    for _ in range(games):
        _walk(book, book.game.start(book.game.random_deal(rng)), rng, moves)
    return book.done()


def _walk(book: _Book, state: Any, rng: Random, moves: int) -> None:
    for _ in range(moves):
        for seat in book.game.actors(state):
            if seat >= 0 and (legal := book.mirror.legal(state, seat)) is not None:
                book.legality(state, seat, legal, "norms in play")
        open_moves = _by_act(choices(book.game, state), rng)
        if not open_moves:
            return
        try:
            for step in play(book.game, state, [open_moves[rng.randrange(len(open_moves))]]):
                book.step(step)
                state = step.after
        except Gap:
            return  # the rules are silent on what follows: there is nothing to compare


def _by_act(moves: list[Any], rng: Random) -> list[Any]:
    """The moves of one kind, each kind as likely as the other, so that many of a kind drown none."""
    acts = sorted({move.act for move in moves})
    act = acts[rng.randrange(len(acts))] if acts else ""
    return [move for move in moves if move.act == act]


def edges_agree(rules: Rules, seed: int, moves: int = 6, mirror: Mirror | None = None, share: int = 1) -> Agreement:
    """States that the solver chose: soundness, legality, every legal move, no other way, and play from there.

    `moves` is how long random play goes on from each; with a `share` above 1 about one in so many of the states is
    looked at, one move of each kind by each seat there, and each kind of step for another way once. Raises
    `ValueError` as `play_agrees`, `prover.Limit` if the solver gives up, and `rules.Gap` where the rules lack a
    value that every position needs.
    """
    book = _Book(rules, mirror)
    rng = Random(seed)
    for posed in book.mirror.posed(share):
        book.compared["sound"] += 1
        if faults := book.game.well_formed(posed.state):
            book.part(posed.name, f"no sound state to the engine: {'; '.join(faults)}", posed.state)
            continue
        if posed.legal:
            book.legality(posed.state, posed.seat, posed.legal, "norms at the edges")
        open_moves = choices(book.game, posed.state)
        for move in open_moves if share == 1 else _one_of_each(open_moves, rng):
            for step in play(book.game, posed.state, [move]):
                book.step(step)
                _one_way(book, step, ONE_WAY if share == 1 else 1)
        _walk(book, posed.state, rng, moves)
    return book.done()


def _one_of_each(moves: list[Any], rng: Random) -> list[Any]:
    """One move of each kind by each seat."""
    alike: dict[tuple[int, str], list[Any]] = {}
    for move in moves:
        alike.setdefault((move.by, move.act), []).append(move)
    return [some[rng.randrange(len(some))] for some in alike.values()]


def _one_way(book: _Book, step: Step[Any], times: int) -> None:
    """The relation leads to one table only; asked a few times for each kind of step."""
    name = book.mirror.step(step.before, step.move)
    if not name or book.compared[f"one way: {name}"] >= times:
        return
    book.compared[f"one way: {name}"] += 1
    if book.mirror.elsewhere(step.before, step.move, step.after):
        book.part(name, "the relation admits more than one table after the move", step.before, step.move)
