"""The reference engine of Dice Devils: the rules of one `Rules` value at work."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from random import Random
from typing import Any

from ..engine import Engine
from ..game import CHANCE, BadPosition, Event, Frame, Move
from ..norms import NormIndex
from ..rules import Rules
from . import playing, setup, views
from .candidates import candidates
from .dice import rolls
from .evolve import evolve
from .frames import Roll
from .moves import RollDice, TurnUp
from .script import PROCEDURES, Script
from .state import Deal, State, well_formed
from .vocabulary import ACCESSORS, FRAME_ACTS, NAMES

OF_MOVE = frozenset(name for name, known in NAMES.items() if known.of_move)
TOPICS = (playing,)  # the modules that register procedures


class DiceDevils(Engine):
    """See `model.game.Game`, whose methods these are."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules, NormIndex(rules.norms, FRAME_ACTS, ACCESSORS, OF_MOVE))

    def random_deal(self, rng: Random) -> Deal:
        return setup.random_deal(self.rules, rng)

    def check_deal(self, deal: Deal) -> None:
        if faults := setup.deal_faults(self.rules, deal):
            raise BadPosition(faults)

    def start(self, deal: Deal) -> State:
        return setup.start(self.rules, deal)

    def actors(self, state: State) -> tuple[int, ...]:
        return state.agenda[0].owed if state.agenda else ()

    def candidates(self, state: State, frame: Frame, seat: int) -> tuple[tuple[Move, ...], tuple[bool, ...]]:
        return candidates(state, frame, seat)

    def chances(self, state: State) -> tuple[tuple[Any, Fraction], ...]:
        frame = self.top(state)
        if frame is None or frame.owed != (CHANCE,):
            return ()
        if isinstance(frame, Roll):
            return tuple((RollDice(CHANCE, dice), chance) for dice, chance in rolls(self.rules, state.ranks[frame.by]))
        return tuple((TurnUp(CHANCE, kind), Fraction(many, len(state.heap)))
                     for kind, many in sorted(Counter(state.heap).items()))

    def run(self, state: State, frame: Frame, move: Any) -> tuple[Event, ...]:
        script = Script(self.rules, state)
        PROCEDURES[frame.kind, type(move)](script, frame, move)
        script.settle()
        return tuple(script.events)

    def evolve(self, state: State, event: Event) -> State:
        return evolve(state, event)

    def view(self, state: State, seat: int) -> Mapping[str, Any]:
        return views.view(state, seat)

    def redact(self, event: Event, seat: int, state: State) -> Mapping[str, Any] | None:  # noqa: ARG002
        return views.redact(event, seat)

    def well_formed(self, state: State) -> tuple[str, ...]:
        return well_formed(self.rules, state)

    def at_rest(self, state: State) -> bool:
        """Where the first marker of a round is to be placed."""
        return bool(state.agenda) and all(frame.kind == "place" for frame in state.agenda) and (
            len(state.agenda) == state.players)
