"""Positions taken as one: when that is sound, and where it is not.

A key is sound for a question if positions with the same key are goals alike and lead, by steps as long, to
positions with the same keys (a bisimulation). Then the shortest way from a key is the shortest way from each of
its positions.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any

from .search import Space


def unsound(
    space: Space, groups: Iterable[Iterable[Any]], key: Callable[[Any], Hashable],
    goal: Callable[[Any], bool] = lambda node: False,
) -> tuple[Any, Any] | None:
    """Two positions of a group that the key takes as one and that differ in what can follow; None if there are none.

    The positions of a group that have different keys are not compared.
    """
    for group in groups:
        seen: dict[Hashable, tuple[Any, Any]] = {}
        for node in group:
            follows = goal(node), frozenset((key(child), step) for child, step, _ in space.after(node))
            first, known = seen.setdefault(key(node), (node, follows))
            if known != follows:
                return first, node
    return None
