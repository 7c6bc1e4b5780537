"""The reference engine of the castles of Caleira: the rules of one `Rules` value at work."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from random import Random
from typing import Any

from ..game import CHANCE, BadPosition, Event, Frame, IllegalMove, MalformedMove, Move
from ..norms import Judgement, NormIndex, Resolution
from ..rules import Rules
from . import effects, playing, setup, views
from .candidates import candidates
from .evolve import evolve
from .frames import SwapDraw
from .moves import DrawCard, Show, TurnUpCard
from .script import PROCEDURES, Script
from .state import Deal, State, well_formed
from .vocabulary import ACCESSORS, FRAME_ACTS, NAMES

OF_MOVE = frozenset(name for name, known in NAMES.items() if known.of_move)
TOPICS = (effects, playing)  # the modules that register procedures


class Caleira:
    """See `model.game.Game`, whose methods these are."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.index = NormIndex(rules.norms, FRAME_ACTS, ACCESSORS, OF_MOVE)
        self._last: tuple[State | None, dict[int, Resolution[Any]]] = (None, {})  # whoever asks `legal` then decides

    def random_deal(self, rng: Random) -> Deal:
        return setup.random_deal(self.rules, rng)

    def check_deal(self, deal: Deal) -> None:
        if faults := setup.deal_faults(self.rules, deal):
            raise BadPosition(faults)

    def start(self, deal: Deal) -> State:
        return setup.start(self.rules, deal)

    def top(self, state: State) -> Frame | None:
        return state.agenda[0] if state.agenda else None

    def actors(self, state: State) -> tuple[int, ...]:
        return state.agenda[0].owed if state.agenda else ()

    def resolve(self, state: State, seat: int) -> Resolution[Any]:
        at, known = self._last
        if at is not state:
            known = {}
            self._last = state, known
        if seat not in known:
            known[seat] = self._resolve(state, seat)
        return known[seat]

    def _resolve(self, state: State, seat: int) -> Resolution[Any]:
        frame = self.top(state)
        if frame is None:
            raise MalformedMove("the game is over; nothing is owed")
        if frame.owed == (CHANCE,):
            raise MalformedMove(f"chance is due ({frame.kind}); no seat moves")
        if seat not in range(state.players):
            raise MalformedMove(f"there is no seat {seat}; seats are 0 to {state.players - 1}")
        found, duty = candidates(state, frame, seat)
        return self.index.resolve(self, state, frame, seat, found, [m.act for m in found], duty)

    def legal(self, state: State, seat: int) -> tuple[Any, ...]:
        frame = self.top(state)
        if frame is None:
            return ()
        if frame.owed == (CHANCE,):
            return tuple(move for move, _ in self.chances(state)) if seat == CHANCE else ()
        return self.resolve(state, seat).moves

    def judge(self, state: State, move: Any) -> Judgement[Any]:
        resolution, place = self._place(state, move)
        return resolution.judge(place)

    def _place(self, state: State, move: Any) -> tuple[Resolution[Any], int]:
        """Where a move stands among the candidates of its seat."""
        resolution = self.resolve(state, move.by)
        try:
            return resolution, resolution.candidates.index(move)
        except ValueError:
            others = len(resolution.candidates)
            raise MalformedMove(f"{move} cannot be done at {self.top(state)}: {others} other things can") from None

    def chances(self, state: State) -> tuple[tuple[Any, Fraction], ...]:
        frame = self.top(state)
        if frame is None or frame.owed != (CHANCE,):
            return ()
        if isinstance(frame, SwapDraw):
            return _weighted(Show, state.hands[frame.of])
        if frame.kind == "draw":
            return _weighted(DrawCard, state.top[:1] or state.rest)
        return _weighted(TurnUpCard, state.rest)

    def decide(self, state: State, move: Any) -> tuple[Event, ...]:
        frame = self.top(state)
        if frame is not None and frame.owed == (CHANCE,):
            if move not in [outcome for outcome, _ in self.chances(state)]:
                raise MalformedMove(f"{move} is no outcome of {frame}")
        else:
            resolution, place = self._place(state, move)
            if place not in resolution.legal:
                raise IllegalMove(resolution.judge(place))
        assert frame is not None
        script = Script(self.rules, state)
        PROCEDURES[frame.kind, type(move)](script, frame, move)
        script.settle()
        return tuple(script.events)

    def evolve(self, state: State, event: Event) -> State:
        return evolve(state, event)

    def view(self, state: State, seat: int) -> Mapping[str, Any]:
        return views.view(self.rules, state, seat)

    def redact(self, event: Event, seat: int, state: State) -> Mapping[str, Any] | None:  # noqa: ARG002
        return views.redact(self.rules, event, seat)

    def well_formed(self, state: State) -> tuple[str, ...]:
        return well_formed(self.rules, state)

    def at_rest(self, state: State) -> bool:
        return len(state.agenda) == 1 and state.agenda[0].kind == "play"

    def turn(self, state: State) -> int:
        return state.turn


def _weighted(move: Callable[[int, str], Move], cards: tuple[str, ...]) -> tuple[tuple[Any, Fraction], ...]:
    """Each card as likely as another; like ones together."""
    return tuple((move(CHANCE, kind), Fraction(many, len(cards))) for kind, many in sorted(Counter(cards).items()))
