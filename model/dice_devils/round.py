"""What a round owes from its start: objects to be revealed, rolls, markers."""

from __future__ import annotations

from ..game import Frame
from .frames import Place, Reveal, Roll
from .state import State


def frames_of_round(state: State, new: int) -> tuple[Frame, ...]:
    """reveal.number, dice.roll, markers.order: so many new objects, then all roll, then all place by rank."""
    seats = range(state.players)
    return (*(Reveal() for _ in range(new)), *(Roll(seat) for seat in seats),
            *(Place(seat) for seat in state.by_rank(seats)))
