"""One game held against two editions: what each mixture of them says of it, and which entries make the difference.

A game is played under the base rules. A mixture, the base with some entries of the other edition, follows it stage by
stage (the deal is stage 0) for as long as the same happens and everybody sees the same.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from advocatus.model.mixing import differences, mix
from advocatus.model.rules import Rules

from .deriving import Played, play_out
from .parting import Answer, follow

Keys = tuple[str, ...]


class Line:
    """A game and two rule sets. Raises `Unplayable` where the base does not have it up to its last move."""

    def __init__(self, base: Rules, other: Rules, deal: Any, moves: Sequence[Any]) -> None:
        self.base, self.other, self.moves = base, other, tuple(moves)
        self.played: Played = play_out(base, deal, self.moves[:-1])
        self.apart = differences(base, other)
        self.here = follow(self.played, self.moves, base)
        self._answers = {frozenset[str](): self.here}

    @property
    def last(self) -> int:
        """The last stage."""
        return len(self.moves)

    def answer(self, keys: Collection[str]) -> Answer:
        """What the base with some entries of the other says."""
        chosen = frozenset(keys)
        if chosen not in self._answers:
            self._answers[chosen] = follow(self.played, self.moves, mix(self.base, self.other, chosen))
        return self._answers[chosen]

    # ------------------------------------------------------------ causes

    def near(self) -> Answer | None:
        """What the other edition says of the last stage, but for the entries for which it leaves the game before.

        None where it then says what the base does: the two do not part here.
        """
        keys = self.apart
        while keys:
            answer = self.answer(keys)
            if answer.stage == self.last:
                return None if answer.same(self.here) else answer
            early = answer
            gone = least(keys, lambda some, early=early: self.answer(some).same(early))  # type: ignore[misc]
            keys = tuple(key for key in keys if key not in gone)
        return None

    def cause(self, taken: Keys) -> Keys | None:
        """A smallest set of entries with which the base says at the last stage what the other does; None if it does.

        Sought among those `taken` first, then among all.
        """
        answer = self.near() if self.moves else self.answer(taken)
        if answer is None or answer.same(self.here) or answer.stage != self.last:
            return None
        for keys in (taken, self.apart):
            if self.answer(keys).same(answer):
                return least(keys, lambda some: self.answer(some).same(answer))
        return None


def least(keys: Keys, holds: Callable[[Keys], bool]) -> Keys:
    """A smallest set of the keys for which something holds that holds for all; none of it can be spared.

    Halving first (QuickXplain), then each key that is left is tried by itself, since more keys can undo what fewer do.
    """
    found = list(_explained((), (), keys, holds))
    for key in tuple(found):
        fewer = tuple(k for k in found if k != key)
        if holds(fewer):
            found.remove(key)
    return tuple(k for k in keys if k in found)


def _explained(given: Keys, new: Keys, keys: Keys, holds: Callable[[Keys], bool]) -> Keys:
    if new and holds(given):
        return ()
    if len(keys) == 1:
        return keys
    half = len(keys) // 2
    left, right = keys[:half], keys[half:]
    second = _explained((*given, *left), left, right, holds)
    first = _explained((*given, *second), second, left, holds)
    return (*first, *second)
