"""What a change of one norm comes to: felt in a position, or idle, for every position there is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from attrs import evolve, frozen

from ..model.guard import And, Compare, Count, Guard, Lit, Node, Not, Or
from ..model.norms import Norm

OUT, WHEN, WHICH = "out", "when", "which"  # taken out; its condition turned round; the set that discharges it likewise
NEVER = "it never applies"  # why a norm is idle: its condition holds in no position
FREE, BY_ONE = "unconditional", "by one"  # its condition let go; a bound in its condition moved by one


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


Changes = Callable[[Norm], Iterator[Change]]


def _turned(guard: Guard) -> Guard:
    return Guard(f"not ({guard.text})", Not(guard.tree))


def changes(norm: Norm) -> Iterator[Change]:
    """Everything that is changed of a norm, one thing at a time."""
    yield Change(norm, OUT, None)
    if norm.when is not None:
        yield Change(norm, WHEN, evolve(norm, when=_turned(norm.when)))
    if norm.which is not None:
        yield Change(norm, WHICH, evolve(norm, which=_turned(norm.which)))


def more_changes(norm: Norm) -> Iterator[Change]:
    """Those of `changes`, and finer ones: the condition let go, and each bound in it moved by one, both ways."""
    yield from changes(norm)
    if norm.when is None:
        return
    yield Change(norm, FREE, evolve(norm, when=None))
    for number, tree in enumerate(_by_one(norm.when.tree), 1):
        guard = Guard(f"{norm.when.text}, {BY_ONE} ({number})", tree)
        yield Change(norm, f"{WHEN} {BY_ONE} ({number})", evolve(norm, when=guard))


def _by_one(node: Node) -> Iterator[Node]:
    """The condition with one bound in it moved by one; also bounds that are no plain numbers, by `<` for `<=`."""
    match node:
        case Not(arg):
            yield from (Not(other) for other in _by_one(arg))
        case And(args) | Or(args):
            for i, arg in enumerate(args):
                yield from (type(node)((*args[:i], other, *args[i + 1:])) for other in _by_one(arg))
        case Compare(op, left, right) if op != "==":
            yield Compare("<" if op == "<=" else "<=", left, right)
            for bound in (-1, 1):
                if isinstance(left, Lit):
                    yield Compare(op, Lit(left.value + bound), right)
                elif isinstance(right, Lit):
                    yield Compare(op, left, Lit(right.value + bound))
        case Compare(op, Count() as left, Lit(value)) | Compare(op, Lit(value), Count() as left):
            yield from (Compare(op, left, Lit(value + bound)) for bound in (-1, 1))
        case _:
            return


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

    @property
    def vacuous(self) -> bool:
        """The norm itself applies nowhere."""
        return self.reason == NEVER


@frozen
class Bite:
    """Where a norm bites: the smallest position in which its seat may do another thing than without it.

    `move` is the first that it opens or closes there; `spared` the nearest position in which that is the other way
    round for the same seat in the same kind of frame; None where none is near, or none was looked for. `state` is None
    where it nowhere bites, which is proved; `beaten` are then the norms that go before it wherever it would, if that is
    why.
    """

    norm: Norm
    frame: str = ""
    seat: int = 0
    state: Any = None
    move: Any = None
    spared: Any = None
    beaten: tuple[str, ...] = ()
    looked: bool = True  # for one that is spared
