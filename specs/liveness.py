"""What a change of one norm comes to: felt in a position, or idle, for every position there is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import evolve, frozen

from ..model.guard import Guard, Not
from ..model.norms import Norm

OUT, WHEN, WHICH = "out", "when", "which"  # taken out; its condition turned round; the set that discharges it likewise


@frozen
class Change:
    """A norm and what becomes of it; `other` is None where it is taken out."""

    norm: Norm
    what: str
    other: Norm | None

    @property
    def key(self) -> tuple[str, str]:
        """The norm's id and what becomes of it."""
        return self.norm.id, self.what


def _turned(guard: Guard) -> Guard:
    return Guard(f"not ({guard.text})", Not(guard.tree))


def changes(norm: Norm) -> Iterator[Change]:
    """Everything that is changed of a norm, one thing at a time."""
    yield Change(norm, OUT, None)
    if norm.when is not None:
        yield Change(norm, WHEN, evolve(norm, when=_turned(norm.when)))
    if norm.which is not None:
        yield Change(norm, WHICH, evolve(norm, which=_turned(norm.which)))


@frozen
class Felt:
    """What a change came to.

    `state` is a position of the engine's in which another thing is legal for the seat with the change than without;
    None where there is none, which is proved. Then `reason` says why, and `covers` names the norms of which each
    would, were it gone too, let the change be felt.
    """

    norm: Norm
    what: str
    frame: str = ""
    seat: int = 0
    state: Any = None
    reason: str = ""
    covers: tuple[str, ...] = ()

    @property
    def idle(self) -> bool:
        """Nothing that is legal anywhere changes."""
        return self.state is None


@frozen
class Bite:
    """Where a norm bites: the smallest position in which its seat may do another thing than without it.

    `move` is the first that it opens or closes there; `spared` the nearest position in which that is the other way
    round for the same seat in the same kind of frame; None where none is near. `state` is None where it nowhere bites,
    which is proved; `beaten` are then the norms that go before it wherever it would, if that is why.
    """

    norm: Norm
    frame: str = ""
    seat: int = 0
    state: Any = None
    move: Any = None
    spared: Any = None
    beaten: tuple[str, ...] = ()
