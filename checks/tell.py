"""Telling moves, events and positions in the words of a game.

A family's own words stand in ``checks/<family>/tell.py``, a module with a `TELLER`, and are found
there; a family without one is told as JSON data.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, Protocol

from advocatus.model.families import families
from advocatus.model.game import CHANCE, TABLE, Event, Frame, Move, Owes
from advocatus.model.rulebook import Edition
from advocatus.model.trace import compact

from .knowledge import known_by

NEXT, THEN = "next: ", "; then "  # what is owed next, by whom in turn


def seat_name(seat: int) -> str:
    """What a seat is called: letters from A; the table and chance by name."""
    if seat == TABLE:
        return "the table"
    return "chance" if seat == CHANCE else chr(ord("A") + seat)


class Teller(Protocol):
    """An edition's words. Things go by the edition's terms, seats by letter."""

    def move(self, move: Move) -> str:
        """What a seat does: "A trades with B"."""
        ...

    def event(self, event: Event) -> str:
        """What became so, in one line; empty where there is nothing to tell."""
        ...

    def moment(self, frame: Frame) -> str:
        """The kind of place in a game, whoever is there: "When an offer is answered"."""
        ...

    def owed(self, frame: Frame) -> str:
        """Who must decide what: "B answers A's offer"."""
        ...

    def deal(self, deal: Any) -> tuple[str, ...]:
        """What the set-up leaves on the table, a line for each seat and pile."""
        ...

    def state(self, state: Any) -> tuple[str, ...]:
        """What lies where, a line for each seat and pile."""
        ...


class PlainTeller:
    """For a family without words of its own: its values as JSON data."""

    def __init__(self, edition: Edition) -> None:
        self.codec = families()[edition.family].codec

    def move(self, move: Move) -> str:
        """See `Teller`."""
        return f"{seat_name(move.by)}: {compact(self.codec.encode(move))}"

    def event(self, event: Event) -> str:
        """See `Teller`."""
        return compact({k: v for k, v in self.codec.encode(event).items() if k != "clauses"})

    def moment(self, frame: Frame) -> str:
        """See `Teller`."""
        return f"At {frame.kind!r}"

    def owed(self, frame: Frame) -> str:
        """See `Teller`."""
        return f"{', '.join(map(seat_name, frame.owed))} at {compact(self.codec.encode(frame))}"

    def deal(self, deal: Any) -> tuple[str, ...]:
        """See `Teller`."""
        return tuple(f"{key}: {compact(value)}" for key, value in self.codec.encode(deal).items())

    def state(self, state: Any) -> tuple[str, ...]:
        """See `Teller`."""
        return self.deal(state)


class WordedTeller(ABC):
    """A family's words as tables of templates by kind; what has no words yet is told as plain data."""

    moves: ClassVar[Mapping[str, str]]
    events: ClassVar[Mapping[str, str]]
    frames: ClassVar[Mapping[str, tuple[str, str]]]  # the moment, whoever is there; and who owes what

    def __init__(self, edition: Edition, words: Mapping[str, str]) -> None:
        self.edition = edition
        self.plain = PlainTeller(edition)
        self.words = words

    @abstractmethod
    def fill(self, template: str, value: Any) -> str:
        """A template with the fields of a move, event or frame in it."""

    def move(self, move: Move) -> str:
        """See `Teller`."""
        return self.fill(self.moves[move.act], move) if move.act in self.moves else self.plain.move(move)

    def event(self, event: Event) -> str:
        """See `Teller`."""
        if isinstance(event, Owes):
            return self.owed_next(event.frames)
        return self.fill(self.events[event.tag], event) if event.tag in self.events else self.plain.event(event)

    def moment(self, frame: Frame) -> str:
        """See `Teller`."""
        found = self.frames.get(frame.kind)
        return self.plain.moment(frame) if found is None else found[0].format_map(self.words)

    def owed(self, frame: Frame) -> str:
        """See `Teller`."""
        found = self.frames.get(frame.kind)
        return self.plain.owed(frame) if found is None else self.fill(found[1], frame)

    def owed_next(self, frames: Sequence[Frame]) -> str:
        """What is owed next, one thing after the other; empty where nothing is."""
        return f"{NEXT}{THEN.join(map(self.owed, frames))}" if frames else ""


@cache
def teller_of(edition: Edition) -> Teller:
    """The words of an edition: those of its family, else plain data."""
    make: Callable[[Edition], Teller] = known_by(edition.family, "tell", "TELLER") or PlainTeller
    return make(edition)
