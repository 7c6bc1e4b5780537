"""The symbolic sides of the families, discovered: a family's is a package of `specs` with a module `spec`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol

from attrs import frozen

from ..model.asking import Situation
from ..model.rules import Rules
from .asking import Pose
from .liveness import Bite, Felt
from .promise import Promise


class Found(Protocol):
    """A clash or a gap that the solver found and the engine confirmed."""

    @property
    def frame(self) -> str:
        """The kind of the frame that cannot be answered."""
        ...

    @property
    def seat(self) -> int:
        """Who owes it."""
        ...

    @property
    def norms(self) -> tuple[str, ...]:
        """The ids of the norms at fault, sorted."""
        ...

    @property
    def clauses(self) -> tuple[str, ...]:
        """The ids of their clauses, sorted."""
        ...

    @property
    def state(self) -> Any:
        """A state of the engine in which it is so."""
        ...


@frozen
class Posed:
    """A state that the solver chose: what was asked for, who is asked, and which moves are legal by the terms."""

    name: str
    state: Any
    seat: int
    legal: Mapping[Any, bool]


class Mirror(Protocol):
    """The symbolic side of one rule set as seen from engine states, for holding the two against each other."""

    def step(self, before: Any, move: Any) -> str:
        """The name of the symbolic step for a move; empty where none can be taken."""
        ...

    def broken(self, before: Any, move: Any, after: Any, tags: Collection[str]) -> tuple[str, ...]:
        """The conditions of the step relation that two states, a move and the tags of its events do not meet."""
        ...

    def elsewhere(self, before: Any, move: Any, after: Any) -> bool:
        """Whether the relation admits another table after the move than that of a state."""
        ...

    def legal(self, state: Any, seat: int) -> Mapping[Any, bool] | None:
        """For each move that could be made, whether it is legal; None where the symbolic side has no norms."""
        ...

    def posed(self, share: int = 1) -> Iterable[Posed]:
        """States at the edges of what can be, chosen by the solver; about one in `share` of all that there are."""
        ...


@frozen(eq=False)
class Spec:
    """What the shared parts know of a family's symbolic side.

    `promises` proves what always holds. `clashes` and `gaps` are complete for the frames named in `frames` in
    positions of the shape that the family's promises describe, and for none else; they raise `rules.Gap` where the
    rules lack a value that every position needs, and `prover.Limit` if the solver gives up. `liveness` tells of each
    change of a norm where it is felt or why nowhere; of some norms alone, if their ids are given besides the rules.
    `turned` tells of another value of a switch or fact whether every step that asks for it was looked at, and a state
    in which a move leads elsewhere then, or None. `bites` tells of norms, by their ids, the smallest position in which
    each matters and the nearest that it spares. `parted` gives a seat and a state in which two rule sets with the same
    facts and procedures allow different things, or None as a proof that there is none. All are in a fixed order.
    """

    key: str
    promises: Callable[[Rules], Sequence[Promise]]
    clashes: Callable[[Rules], Sequence[Found]]
    gaps: Callable[[Rules], Sequence[Found]]
    frames: tuple[str, ...]
    mirror: Callable[[Rules], Mirror]
    liveness: Callable[..., Sequence[Felt]]
    turned: Callable[[Rules, str, Any], tuple[bool, Any]]
    bites: Callable[[Rules, Sequence[str]], Sequence[Bite]]
    parted: Callable[[Rules, Rules], tuple[int, Any] | None]
    ask: Callable[[Rules, Situation], Pose] | None = None


@cache
def specs() -> Mapping[str, Spec]:
    """All symbolic sides of the package by the key of their family."""
    import pkgutil

    import advocatus.specs as package

    found: dict[str, Spec] = {}
    for module in pkgutil.iter_modules(package.__path__, package.__name__ + "."):
        if module.ispkg and find_spec(module.name + ".spec"):
            spec: Spec = import_module(module.name + ".spec").SPEC
            found[spec.key] = spec
    return dict(sorted(found.items()))


def promises_of(family: str) -> Callable[[Rules], Sequence[Promise]] | None:
    """What proves the promises of a family: its symbolic side, or a module `promises` where there is no more yet."""
    spec = spec_of(family)
    if spec is not None:
        return spec.promises
    package = f"{__package__}.{family.replace('-', '_')}"
    if find_spec(package) is None or find_spec(f"{package}.promises") is None:
        return None
    found: Callable[[Rules], Sequence[Promise]] = import_module(f"{package}.promises").promises
    return found


def spec_of(family: str) -> Spec | None:
    """The symbolic side of a family; None where there is none yet."""
    return specs().get(family)
