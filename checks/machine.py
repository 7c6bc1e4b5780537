"""A Hypothesis state machine made from a rule set: plays at random, checks what must hold after each step."""

from __future__ import annotations

from collections import Counter
from typing import Any

from attrs import define, field
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from advocatus.model.game import CHANCE, Frame, Game, Move, Step, choices, make
from advocatus.model.rules import Gap
from advocatus.model.trace import Codec, Trace

from .deriving import clauses_of
from .play import record
from .strategies import deals, pick


class Violation(AssertionError):
    """An invariant of the engine fails; the trace leads there."""

    def __init__(self, what: str, trace: Trace) -> None:
        self.what = what
        self.trace = trace
        super().__init__(what)


@define
class Log:
    """What a hunt has seen: steps, cited clauses, frames with moves, and the last violation (the shrunk one)."""

    steps: int = 0
    games: int = 0
    clauses: Counter[str] = field(factory=Counter)
    moves: Counter[tuple[str, str]] = field(factory=Counter)
    cards: Counter[str] = field(factory=Counter)
    stuck: Counter[tuple[str, ...]] = field(factory=Counter)
    violation: Violation | None = None

    def note(self, frame: Frame | None, move: Move) -> None:
        """A move that is about to be made at a frame."""
        assert frame is not None
        self.moves[frame.kind, move.act] += 1
        if card := getattr(move, "card", getattr(move, "kind", "")):
            self.cards[card] += 1


def faults(game: Game[Any, Any], codec: Codec, step: Step[Any]) -> list[str]:
    """What is wrong after a step: positions that cannot be, values that do not survive being written."""
    found = list(game.well_formed(step.after))
    if codec.state(codec.encode(step.after)) != step.after:
        found.append("the position does not survive being written as JSON")
    if codec.move(codec.encode(step.move)) != step.move:
        found.append(f"{step.move} does not survive being written as JSON")
    found += [f"{e} does not survive being written as JSON" for e in step.events if codec.event(codec.encode(e)) != e]
    frame = game.top(step.after)
    if frame is None and game.actors(step.after):
        found.append("the game is over and somebody is to move")
    if game.actors(step.after) == (CHANCE,) and sum(weight for _, weight in game.chances(step.after)) != 1:
        found.append("the chances do not sum to 1")
    return found


def machine_for(game: Game[Any, Any], codec: Codec, log: Log) -> type[RuleBasedStateMachine]:
    """A state machine class that plays this game. Raises `Violation` in a run for a broken invariant."""
    acts = sorted({norm.move for norm in game.rules.norms})

    class GameMachine(RuleBasedStateMachine):
        def __init__(self) -> None:
            super().__init__()
            self.deal: Any = None
            self.state: Any = None
            self.steps: list[Step[Any]] = []
            self.avoid: frozenset[str] = frozenset()

        @initialize(deal=deals(game), avoid=st.sets(st.sampled_from(acts), max_size=len(acts) // 2))
        def begin(self, deal: Any, avoid: set[str]) -> None:
            self.deal, self.state, self.steps, self.avoid = deal, game.start(deal), [], frozenset(avoid)
            log.games += 1

        def options(self) -> list[Any]:
            moves = [] if self.state is None else choices(game, self.state)
            return [m for m in moves if m.act not in self.avoid] or moves

        @rule(number=st.integers(0, 2**16 - 1))
        def move(self, number: int) -> None:
            options = self.options()
            if not options:
                self._over()
                return
            move = pick(options, number)
            log.note(game.top(self.state), move)
            try:
                step = make(game, self.state, move)
            except Gap as gap:
                log.stuck[gap.clauses] += 1
                self._over()
                return
            for event in step.events:
                log.clauses.update(event.clauses)
            self.steps.append(step)
            self.state = step.after
            log.steps += 1

        @precondition(lambda self: bool(self.steps))
        @invariant()
        def holds(self) -> None:
            if found := faults(game, codec, self.steps[-1]):
                log.violation = Violation("; ".join(found), record(game, self.deal, self.steps))
                raise log.violation

        def _over(self) -> None:
            """The game is over or stuck: start the same deal again."""
            if self.state is None or self.deal is None:
                return
            frame = game.top(self.state)
            for seat in frame.owed if frame is not None else ():
                for norms in game.resolve(self.state, seat).clashes()[:1]:
                    log.stuck[clauses_of(norms)] += 1
            self.state, self.steps = game.start(self.deal), []

    return GameMachine
