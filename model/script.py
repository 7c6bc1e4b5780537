"""What the scripts of all families share: the events of one move as they happen, procedures, and what events do."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from .game import Event, Frame, Move, Owes, S
from .rules import Rules

E = TypeVar("E", bound=Event)
Procedure = Callable[[Any, Any, Any], None]


class Script(ABC, Generic[S]):
    """The events of one move; `state` is always the state after them. A family adds what it settles at once."""

    def __init__(self, rules: Rules, state: S) -> None:
        self.rules = rules
        self.state = state
        self.events: list[Event] = []

    @abstractmethod
    def after(self, event: Event) -> S:
        """The state after an event."""

    def emit(self, kind: Callable[..., Event], *args: Any, cite: tuple[str, ...] = ()) -> None:
        """Let an event happen under the clauses named. Raises `Gap` for a clause the text lacks."""
        event = kind(*args, clauses=self.rules.cite(*cite))
        self.state = self.after(event)
        self.events.append(event)

    def owe(self, drop: int, *frames: Frame) -> None:
        """Answer the top frames and put others in front of the rest."""
        self.emit(Owes, drop, frames)


class Procedures(dict[tuple[str, type[Move]], Procedure]):
    """What each move does at each kind of frame."""

    def of(self, kind: str, move: type[Move]) -> Callable[[Procedure], Procedure]:
        """Register what a move does at a frame of this kind."""

        def register(do: Procedure) -> Procedure:
            self[kind, move] = do
            return do

        return register


class Steps(dict[type[Event], Callable[[S, Any], S]], Generic[S]):
    """What each kind of event makes of a state."""

    def of(self, kind: type[E]) -> Callable[[Callable[[S, E], S]], Callable[[S, E], S]]:
        """Register what an event of this kind does."""

        def register(do: Callable[[S, E], S]) -> Callable[[S, E], S]:
            self[kind] = do
            return do

        return register

    def evolve(self, state: S, event: Event) -> S:
        """The state after an event. One that changes nothing on the table leaves it as it is."""
        step = self.get(type(event))
        return state if step is None else step(state, event)
