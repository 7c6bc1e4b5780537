"""Rules that answer some questions for facts and switches otherwise, and note what was asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..model.rules import Rules


class Altered:
    """Stands in for `Rules`, whose methods these are, with other values of some facts and switches."""

    def __init__(self, rules: Rules, changed: Mapping[str, Any]) -> None:
        self._rules, self._changed = rules, changed
        self.read: set[str] = set()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._rules, name)

    def _answer(self, key: str, ask: str) -> Any:
        self.read.add(key)
        return self._changed[key] if key in self._changed else getattr(self._rules, ask)(key)

    def fact(self, key: str) -> Any:
        """See `Rules.fact`."""
        return self._answer(key, "fact")

    def given(self, key: str) -> Any:
        """See `Rules.given`."""
        return self._answer(key, "given")

    def switch(self, key: str) -> Any:
        """See `Rules.switch`."""
        return self._answer(key, "switch")

    def value_of(self, key: str) -> Any:
        """See `Rules.value_of`."""
        return self._answer(key, "value_of")
