"""What engines of all families share: who may do what by the norms, and a move that becomes events.

A family's engine adds its set-up, its candidates, its chances, its procedures and its views. What is said of a move
that cannot be made names the kind of frame alone, for a frame may hold what the seat may not know.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, ClassVar

from .game import CHANCE, TABLE, Event, Frame, IllegalMove, MalformedMove, Move
from .norms import Judgement, NormIndex, Resolution
from .rules import Rules


class Engine:
    """The part of `model.game.Game` that is the same for every family."""

    table_moves: ClassVar[bool] = False  # whether the seat of nobody has moves, such as to close a window

    def __init__(self, rules: Rules, index: NormIndex) -> None:
        self.rules = rules
        self.index = index
        self._last: tuple[Any, dict[int, Resolution[Any]]] = (None, {})  # whoever asks `legal` then decides

    def candidates(self, state: Any, frame: Frame, seat: int) -> tuple[tuple[Move, ...], tuple[bool, ...]]:
        """All that a seat can do at a frame, and for each whether it answers the frame."""
        raise NotImplementedError

    def chances(self, state: Any) -> tuple[tuple[Any, Fraction], ...]:
        """See `Game`."""
        raise NotImplementedError

    def run(self, state: Any, frame: Frame, move: Any) -> tuple[Event, ...]:
        """What becomes so by a move that may be made."""
        raise NotImplementedError

    def top(self, state: Any) -> Frame | None:
        """See `Game`."""
        return state.agenda[0] if state.agenda else None

    def resolve(self, state: Any, seat: int) -> Resolution[Any]:
        """See `Game`."""
        at, known = self._last
        if at is not state:
            known = {}
            self._last = state, known
        if seat not in known:
            known[seat] = self._resolve(state, seat)
        return known[seat]

    def _resolve(self, state: Any, seat: int) -> Resolution[Any]:
        frame = self.top(state)
        if frame is None:
            raise MalformedMove("the game is over; nothing is owed")
        if frame.owed == (CHANCE,):
            raise MalformedMove(f"chance is due ({frame.kind}); no seat moves")
        if seat not in range(state.players) and not (seat == TABLE and self.table_moves):
            raise MalformedMove(f"there is no seat {seat}; seats are 0 to {state.players - 1}")
        found, duty = self.candidates(state, frame, seat)
        return self.index.resolve(self, state, frame, seat, found, [m.act for m in found], duty)

    def legal(self, state: Any, seat: int) -> tuple[Any, ...]:
        """See `Game`."""
        frame = self.top(state)
        if frame is None:
            return ()
        if frame.owed == (CHANCE,):
            return tuple(move for move, _ in self.chances(state)) if seat == CHANCE else ()
        return self.resolve(state, seat).moves

    def judge(self, state: Any, move: Any) -> Judgement[Any]:
        """See `Game`."""
        resolution, place = self._place(state, move)
        return resolution.judge(place)

    def _place(self, state: Any, move: Any) -> tuple[Resolution[Any], int]:
        """Where a move stands among the candidates of its seat."""
        resolution = self.resolve(state, move.by)
        try:
            return resolution, resolution.candidates.index(move)
        except ValueError:
            others, kind = len(resolution.candidates), state.agenda[0].kind
            raise MalformedMove(f"{move} cannot be done at {kind}: {others} other things can") from None

    def decide(self, state: Any, move: Any) -> tuple[Event, ...]:
        """See `Game`."""
        frame = self.top(state)
        if frame is not None and frame.owed == (CHANCE,):
            if move not in [outcome for outcome, _ in self.chances(state)]:
                raise MalformedMove(f"{move} is no outcome of {frame.kind}")
        else:
            resolution, place = self._place(state, move)
            if place not in resolution.legal:
                raise IllegalMove(resolution.judge(place))
        assert frame is not None
        return self.run(state, frame, move)

    def turn(self, state: Any) -> int:
        """See `Game`."""
        turn: int = state.turn
        return turn
