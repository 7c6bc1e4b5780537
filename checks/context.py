"""What a checker is given besides the rules."""

from __future__ import annotations

from collections.abc import Callable

from attrs import field, frozen

from advocatus.model.rulebook import Edition

from .cache import Cache
from .crosscheck import Second
from .finding import Store


def silent(_: str) -> None:
    """Nobody is told."""


@frozen
class CheckContext:
    """The circumstances of a run, the same for every checker.

    `seed` is the only source of chance; `store` holds the findings on file; `cache` is None where
    results are not kept; `games` is how much a hunt may play, `against` the edition it is to part from;
    `progress` is told what is going on; `second` hears every question to the solver.
    """

    seed: int
    store: Store
    cache: Cache | None = None
    games: int = 100
    against: Edition | None = None
    progress: Callable[[str], None] = field(default=silent)
    second: Second | None = None
