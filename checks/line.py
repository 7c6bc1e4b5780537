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
        keys = self._going_along()
        return self.answer(keys) if keys else None

    def _going_along(self) -> Keys:
        """The entries with which the other edition comes to the last stage and parts there; none if it does not."""
        keys = self.apart
        while keys:
            answer = self.answer(keys)
            if answer.stage == self.last:
                return () if answer.same(self.here) else keys
            gone = self._least(keys, answer)
            keys = tuple(key for key in keys if key not in gone)
        return ()

    def cause(self, taken: Keys) -> Keys | None:
        """A smallest set of entries with which the base says at the last stage what the other does; None if it does.

        Sought among those `taken` first. Where the other parts here for other entries too, these are left out of it
        one after the other; if nothing is left of the parting then, the cause is sought among all.
        """
        whole = self._going_along() if self.moves else self.apart
        first: Keys | None = None
        keys = whole
        while keys:
            answer = self.answer(keys)
            if answer.stage != self.last or answer.same(self.here):
                break
            if self.answer(taken).same(answer):
                return self._least(taken, answer)
            found = self._least(keys, answer)
            first = first or found
            others = [key for key in found if key not in taken]
            if not others:
                return found
            keys = tuple(key for key in keys if key not in others)
        return first

    def explained(self, keys: Keys) -> Keys:
        """A smallest set of some entries with which the base says what it says with all of them."""
        return self._least(keys, self.answer(keys))

    def companions(self, taken: Keys) -> Keys:
        """A smallest set of other entries with which those taken part nothing here, though alone they do.

        Empty where they part nothing alone, or where the other edition parts here too.
        """
        if self.answer(taken).stage != self.last or self.answer(taken).same(self.here) or self.near() is not None:
            return ()
        others = tuple(key for key in self.apart if key not in taken)
        if not self.answer((*others, *taken)).same(self.here):
            return ()
        return least(others, lambda some: self.answer((*some, *taken)).same(self.here))

    def _least(self, keys: Keys, answer: Answer) -> Keys:
        return least(keys, lambda some: self.answer(some).same(answer))


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
