"""What every game is to Advocatus: frames, moves, events, chance, and the protocol of an engine.

The pattern is the decider: the state is frozen, `decide` turns a move into events or refuses it by
naming clauses, and `evolve` applies events and knows no rules. The *agenda* is a sequence of owed
decisions (frames), the top one first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from operator import attrgetter
from random import Random
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from attrs import field, fields, frozen

from .norms import Judgement, Resolution
from .rules import Rules

TABLE = -1  # the seat of nobody in particular: closing a window means that nobody acts
CHANCE = -2  # the seat of shuffled piles and dice

RARE = "rare"  # in a field's metadata: documents leave it out where it has its default

S = TypeVar("S")
D = TypeVar("D")


@frozen
class Frame:
    """An owed decision. `owed` lists the seats that must answer it, all of them before it goes on."""

    kind: ClassVar[str]

    @property
    def owed(self) -> tuple[int, ...]:
        """The seats that owe this decision; TABLE and CHANCE count as seats."""
        raise NotImplementedError


@frozen
class Solo(Frame):
    """A decision that one seat owes."""

    by: int

    @property
    def owed(self) -> tuple[int, ...]:
        return (self.by,)


@frozen
class Move:
    """Something a seat does. `act` is the tag of the kind of move."""

    act: ClassVar[str]

    by: int


@frozen
class Event:
    """Something that became so, with the ids of the clauses that made it so."""

    tag: ClassVar[str]

    clauses: tuple[str, ...] = field(default=(), kw_only=True)


@frozen
class Owes(Event):
    """The top frames are answered; others are owed in front of the rest."""

    tag: ClassVar[str] = "owes"
    drop: int
    frames: tuple[Frame, ...]


_PARTS: dict[type[Any], tuple[Callable[[Any], tuple[Any, ...]], Mapping[str, int]]] = {}
V = TypeVar("V")


def with_item(row: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    """A row with another value at one place."""
    return (*row[:place], value, *row[place + 1 :])


def change(value: V, **new: Any) -> V:
    """A frozen value with some fields changed: `attrs.evolve` for the inner loop.

    For classes whose fields are all given by position. Raises `KeyError` for a field that is not there.
    """
    cls: type[Any] = type(value)
    parts = _PARTS.get(cls)
    if parts is None:
        names = [f.name for f in fields(cls)]
        get_all = attrgetter(*names) if len(names) > 1 else lambda one: (getattr(one, names[0]),)
        parts = _PARTS[cls] = get_all, {name: i for i, name in enumerate(names)}
    get, places = parts
    values = list(get(value))
    for name, item in new.items():
        values[places[name]] = item
    changed: V = cls(*values)
    return changed


class MalformedMove(ValueError):
    """Not a move of this game at this place: nobody could do it physically."""


class IllegalMove(ValueError):
    """A move that the rules do not allow; the judgement names the clauses."""

    def __init__(self, judgement: Judgement[Any]) -> None:
        self.judgement = judgement
        why = ", ".join(n.id for n in judgement.against) or "nothing permits it"
        super().__init__(f"{judgement.move} is not allowed: {why}")


class Violation(str):
    """What is wrong with a deal or a position, in words; `clauses` say how it should be, where that is known."""

    __slots__ = ("clauses",)
    clauses: tuple[str, ...]

    def __new__(cls, says: str, clauses: tuple[str, ...] = ()) -> Violation:
        made = super().__new__(cls, says)
        made.clauses = clauses
        return made


class BadPosition(ValueError):
    """A position that cannot be; `faults` names every violation, `clauses` those that they break, as far as known."""

    def __init__(self, faults: Sequence[str]) -> None:
        self.faults = tuple(faults)
        cited = (key for fault in faults if isinstance(fault, Violation) for key in fault.clauses)
        self.clauses = tuple(dict.fromkeys(cited))
        super().__init__("; ".join(faults))


class Game(Protocol[S, D]):
    """The rules of one game for one `Rules` value, as an engine. All methods are pure."""

    rules: Rules

    def random_deal(self, rng: Random) -> D:
        """A deal drawn with the exact chances of the set-up."""
        ...

    def check_deal(self, deal: D) -> None:
        """Raise `BadPosition` naming every violation of the set-up clauses."""
        ...

    def start(self, deal: D) -> S:
        """The first position. Raises `BadPosition` for a deal that the set-up cannot give."""
        ...

    def top(self, state: S) -> Frame | None:
        """The frame to be answered now; None when the game is over."""
        ...

    def actors(self, state: S) -> tuple[int, ...]:
        """The seats that may have a move now, in the fixed order; CHANCE alone at a chance frame."""
        ...

    def resolve(self, state: S, seat: int) -> Resolution[Any]:
        """All candidates of a seat with the norms settled over them."""
        ...

    def legal(self, state: S, seat: int) -> tuple[Any, ...]:
        """The moves open to a seat, in a fixed order."""
        ...

    def judge(self, state: S, move: Any) -> Judgement[Any]:
        """Whether a move is allowed, and the norms for and against. Raises `MalformedMove`."""
        ...

    def chances(self, state: S) -> tuple[tuple[Any, Fraction], ...]:
        """The outcomes of the chance frame on top with exact weights that sum to 1."""
        ...

    def decide(self, state: S, move: Any) -> tuple[Event, ...]:
        """What a move makes happen. Raises `MalformedMove`, `IllegalMove`, `rules.Gap`."""
        ...

    def evolve(self, state: S, event: Event) -> S:
        """The next state; no rules in here."""
        ...

    def view(self, state: S, seat: int) -> Mapping[str, Any]:
        """What lies open to a seat, as JSON data."""
        ...

    def redact(self, event: Event, seat: int, state: S) -> Mapping[str, Any] | None:
        """What a seat sees of an event that leads to `state`, as JSON data; None: nothing at all."""
        ...

    def well_formed(self, state: S) -> tuple[str, ...]:
        """Every violation of a position, in words; empty for a sound one."""
        ...

    def at_rest(self, state: S) -> bool:
        """Whether the agenda holds nothing but the choice of an action."""
        ...

    def turn(self, state: S) -> int:
        """The number of turns begun, from 1."""
        ...


@frozen
class Step(Generic[S]):
    """One move of a play: the state it met, the move, the events it caused, the state it left."""

    before: S
    move: Any
    events: tuple[Event, ...]
    after: S


def make(game: Game[S, D], state: S, move: Any) -> Step[S]:
    """Make one move. Raises what `decide` raises."""
    events = game.decide(state, move)
    after = state
    for event in events:
        after = game.evolve(after, event)
    return Step(state, move, events, after)


def play(game: Game[S, D], state: S, moves: Sequence[Any]) -> Iterator[Step[S]]:
    """Play moves one after the other, checking each. Raises what `decide` raises."""
    for move in moves:
        step = make(game, state, move)
        yield step
        state = step.after


def choices(game: Game[S, D], state: S) -> list[Any]:
    """Every legal move of every actor (or every chance outcome), in the fixed order."""
    actors = game.actors(state)
    if actors == (CHANCE,):
        return [move for move, _ in game.chances(state)]
    return [move for seat in actors for move in game.legal(state, seat)]
