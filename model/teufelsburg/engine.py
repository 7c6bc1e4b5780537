"""The reference engine of the coach ride: the rules of one `Rules` value at work."""

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
from . import duel, powers, setup, spying, tokens, trade, victory, views
from .candidates import candidates
from .evolve import evolve
from .frames import SpyDraw, Window
from .moves import DrawObject, TakeRole
from .script import PROCEDURES, Script
from .state import Deal, State, well_formed
from .vocabulary import ACCESSORS, FRAME_ACTS, NAMES, open_to_others

OF_MOVE = frozenset(name for name, known in NAMES.items() if known.of_move) | {"demanded"}
TOPICS = (duel, powers, spying, tokens, trade, victory)  # the modules that register procedures


class Teufelsburg(Engine):
    """See `model.game.Game`, whose methods these are."""

    table_moves = True

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules, NormIndex(rules.norms, FRAME_ACTS, ACCESSORS, OF_MOVE))
        self.open_to_others = open_to_others(rules.norms)
        self._trail: dict[int, tuple[State, Event, State]] = {}  # of the last script, for whoever evolves its events

    def random_deal(self, rng: Random) -> Deal:
        return setup.random_deal(self.rules, rng)

    def check_deal(self, deal: Deal) -> None:
        if faults := setup.deal_faults(self.rules, deal):
            raise BadPosition(faults)

    def start(self, deal: Deal) -> State:
        return setup.start(self.rules, deal)

    def actors(self, state: State) -> tuple[int, ...]:
        frame = self.top(state)
        if frame is None:
            return ()
        owed = frame.owed
        if owed == (CHANCE,):
            return owed
        if isinstance(frame, Window):
            return (*range(state.players), *owed)
        if frame.kind in self.open_to_others:
            return (*owed, *(seat for seat in range(state.players) if seat not in owed))
        return owed if state.active in owed else (*owed, state.active)

    def candidates(self, state: State, frame: Frame, seat: int) -> tuple[tuple[Move, ...], tuple[bool, ...]]:
        return candidates(state, frame, seat)

    def chances(self, state: State) -> tuple[tuple[Any, Fraction], ...]:
        frame = self.top(state)
        if frame is None or frame.owed != (CHANCE,):
            return ()
        if frame.kind == "retrain":
            drawn = [role for role in state.leftover if role not in state.sunk] or state.sunk[:1]
            return tuple((TakeRole(CHANCE, role), Fraction(1, len(drawn))) for role in drawn)
        if isinstance(frame, SpyDraw):
            return spying.drawn(state, frame)
        if state.top:
            return ((DrawObject(CHANCE, state.top[0]), Fraction(1)),)
        total = len(state.rest)
        return tuple((DrawObject(CHANCE, kind), Fraction(n, total)) for kind, n in sorted(Counter(state.rest).items()))

    def run(self, state: State, frame: Frame, move: Any) -> tuple[Event, ...]:
        script = Script(self.rules, state)
        PROCEDURES[frame.kind, type(move)](script, frame, move)
        script.settle()
        self._trail = script.trail
        return tuple(script.events)

    def evolve(self, state: State, event: Event) -> State:
        before, known, after = self._trail.get(id(event), (None, None, None))
        return after if after is not None and before is state and known is event else evolve(state, event)

    def view(self, state: State, seat: int) -> Mapping[str, Any]:
        return views.view(self.rules, state, seat)

    def redact(self, event: Event, seat: int, state: State) -> Mapping[str, Any] | None:
        return views.redact(event, seat, state)

    def well_formed(self, state: State) -> tuple[str, ...]:
        return well_formed(self.rules, state)

    def at_rest(self, state: State) -> bool:
        return len(state.agenda) == 1 and state.agenda[0].kind == "action"
