"""All games of the family: its deals, and what only counts up."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

from attrs import evolve

from advocatus.model.families import open_game
from advocatus.model.rules import Rules


class EveryGame:
    """See `checks.every.Every`."""

    def deals(self, rules: Rules) -> Iterable[Any]:
        deals: Iterable[Any] = open_game(rules).deals()  # type: ignore[attr-defined]
        return deals

    def timeless(self, state: Any) -> Hashable:
        return evolve(state, turn=0)


EVERY = EveryGame()
