"""A script collects the events of one move, and settles what follows at once: the count, or the next turn."""

from __future__ import annotations

from .. import script as scripts
from ..game import Event
from .cards import WORKING
from .ending import count
from .events import Cancelled, NothingDrawn, Queued, TurnBegan
from .evolve import evolve
from .frames import EFFECTS, Draw, Effect, Play
from .state import Piece, State


class Script(scripts.Script[State]):
    """See `model.script`."""

    def after(self, event: Event) -> State:
        """See `model.script`."""
        return evolve(self.state, event)

    def piece(self, number: int) -> tuple[int, Piece]:
        """A piece of this number and its owner; there must be one."""
        found = self.state.find(number)
        assert found is not None, f"there is no piece {number}"
        return found

    def trigger(self, owner: int, kind: str, number: int, ahead_of: int = 0, *, clauses: tuple[str, ...] = ()) -> None:
        """effect.owner: the effect of a piece waits behind all that are pending, if it has one."""
        if kind not in WORKING:
            return
        if owner == self.state.out and self.rules.switch("out.effects") == "dropped":
            return
        self.emit(Queued, EFFECTS[kind](owner, number), ahead_of, cite=("effect.owner", *clauses))

    def pending(self, number: int) -> bool:
        """Whether the effect of a piece waits, not counting the one that is being resolved."""
        return any(isinstance(frame, Effect) and frame.source == number for frame in self.state.agenda[1:])

    def cancel(self, number: int, *, cite: tuple[str, ...]) -> None:
        """What is pending for a piece is not resolved."""
        if self.pending(number):
            self.emit(Cancelled, number, cite=cite)

    @property
    def hands_empty(self) -> bool:
        """Whether nobody has cards in hand."""
        return not any(self.state.hands)

    def settle(self) -> None:
        """What follows by itself: the count once nobody has cards left, else the next turn."""
        if self.state.verdict is not None or self.state.agenda:
            return
        if self.hands_empty:
            count(self.rules, self.state, self.emit)
            return
        n = self.rules.players
        seats = [(self.state.active + i) % n for i in range(1, n + 1)]
        following = next(seat for seat in seats if seat != self.state.out)
        self.emit(TurnBegan, following, cite=("turn.order",))
        if self.state.pile:
            self.owe(0, Draw(following), Play(following))
        else:
            self.emit(NothingDrawn, following, cite=("draw.none",))
            self.owe(0, Play(following))


PROCEDURES = scripts.Procedures()
procedure = PROCEDURES.of
