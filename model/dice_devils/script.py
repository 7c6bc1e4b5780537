"""A script collects the events of one move, and settles what follows at once: dice-offs, the count, another round."""

from __future__ import annotations

from .. import script as scripts
from ..game import Event
from . import events as ev
from .ending import count
from .evolve import evolve
from .fights import begin, go_on
from .frames import Roll
from .ranks import NOBODY, OBERTEUFEL
from .round import frames_of_round
from .state import State


class Script(scripts.Script[State]):
    """See `model.script`."""

    def after(self, event: Event) -> State:
        """See `model.script`."""
        return evolve(self.state, event)

    def roll(self, *seats: int) -> None:
        """Let seats roll again, in the open."""
        self.owe(0, *(Roll(seat, True) for seat in seats))

    def settle(self) -> None:
        """What follows by itself, until something is owed or the game is over."""
        while not self.state.agenda and self.state.winner == NOBODY:
            if self.state.fight is not None:
                go_on(self)
            elif (at := self.next_place()) is not None:
                begin(self, at)
            else:
                self._end_round()

    def next_place(self) -> int | None:
        """claim.alone, dice-off.first: the next object to be given out; the Oberteufel's is the first."""
        over = self.state.seat_of(OBERTEUFEL)
        first = NOBODY if over is None else self.state.marks[over]
        wanted = {at for at in self.state.marks if at not in self.state.settled}
        return min(wanted, key=lambda at: (at != first, at), default=None)

    def _end_round(self) -> None:
        """end.collected: the game is over once somebody has enough; else another round begins."""
        enough = self.rules.fact("end.objects")
        if any(len(hand) >= enough for hand in self.state.objects):
            self.rules.cite("end.collected")
            count(self.rules, self.state, self.emit)
            return
        self.emit(ev.RoundBegan, cite=("round.next", "reveal.left-over") if self.state.lying else ("round.next",))
        new = self._new_objects()
        if self.state.winner == NOBODY:
            self.owe(0, *frames_of_round(self.state, new))

    def _new_objects(self) -> int:
        """reveal.number: how many are turned up; where the heap is short, what there is, or the game is over."""
        wanted: int = self.rules.fact("reveal.objects")
        if self.rules.switch("reveal.count") == "up-to":
            wanted = max(0, wanted - self.state.lying)
        there = len(self.state.heap)
        if wanted <= there:
            return wanted
        self.emit(ev.RanShort, wanted - there, cite=("reveal.number",))
        if self.rules.switch("supply.short") == "ends":
            count(self.rules, self.state, self.emit)
        return there


PROCEDURES = scripts.Procedures()
procedure = PROCEDURES.of
