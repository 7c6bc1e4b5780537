"""Starts that somebody else tells: whatever is told must be so, and a game must be able to come there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from advocatus.model.game import BadPosition
from advocatus.model.rules import Rules
from advocatus.model.trace import compact, told_wrong

from ..deriving import game_of
from .following import wire


def started(rules: Rules, start: Mapping[str, Any], path: str) -> Any:
    """The state of a start, a position or a deal. Raises `BadDocument`, `rules.Gap`, and `BadPosition` with all faults.

    `vector.begun` takes more: what is put to the test there are rules that may be wrong, by starts that are right.
    """
    acts, game = wire(rules), game_of(rules)
    if "deal" in start:
        state, faults, path = game.start(acts.deal(rules, start["deal"], f"{path}.deal")), [], f"{path}.deal"
    else:
        path = f"{path}.position"
        state = acts.position(rules, start["position"], path)
        faults = [*acts.unreached(rules, state, path)]
    told = acts.codec.encode(acts.codec.value(acts.told, start.get("deal", start.get("position")), path))
    faults += otherwise(told, acts.codec.encode(acts.tell(game, state, None)), path)
    if faults:
        raise BadPosition(list(dict.fromkeys(faults)))
    return state


def otherwise(told: Any, right: Any, path: str) -> Iterator[str]:
    """What is told and is not so, as JSON data. Null is not told; what is sorted may be told in any order."""
    if told is None or told == right or (right is None and told == []):
        return
    if isinstance(told, dict) and isinstance(right, dict):
        for name, one in told.items():
            yield from otherwise(one, right.get(name), f"{path}.{name}")
    elif isinstance(told, list) and isinstance(right, list) and len(told) == len(right):
        if not _same(told, right):
            for i, (one, other) in enumerate(zip(told, right, strict=True)):
                yield from otherwise(one, other, f"{path}[{i}]")
    else:
        yield told_wrong(path, told, compact(right))


def _same(told: list[Any], right: list[Any]) -> bool:
    """Whether a sorted row of words is told in another order."""
    words = all(isinstance(one, str) for one in (*told, *right))
    return words and right == sorted(right) and sorted(told) == right
