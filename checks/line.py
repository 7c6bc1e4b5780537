"""One game held against two editions: what each mixture of them says of it, and which entries make the difference.

A game is played under the base rules. A mixture, the base with some entries of the other edition, follows it stage by
stage (the deal is stage 0) for as long as the same happens and everybody sees the same.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from attrs import frozen

from advocatus.model.game import BadPosition, Event, IllegalMove, MalformedMove
from advocatus.model.mixing import differences, mix
from advocatus.model.rules import Gap, Rules

from .deriving import Played, game_of, play_out
from .parting import bare, refusal, views

Keys = tuple[str, ...]


@frozen
class Answer:
    """What a rule set says of a game at the last stage, or at the first where it goes another way.

    `events` are None where it refuses the move or the deal, `why` says why; `silent` is what it lacks to answer.
    """

    stage: int
    events: tuple[Event, ...] | None
    seen: Any  # what everybody sees then
    why: str = ""
    silent: str = ""

    def same(self, other: Answer) -> bool:
        """Whether both say the same at the same stage, whatever they cite and whyever they refuse."""
        return (self.stage, self._bare, self.seen, self.silent) == (other.stage, other._bare, other.seen, other.silent)

    @property
    def _bare(self) -> list[Event] | None:
        return None if self.events is None else [bare(event) for event in self.events]


class Line:
    """A game and two rule sets. Raises `Unplayable` where the base does not have it up to its last move."""

    def __init__(self, base: Rules, other: Rules, deal: Any, moves: Sequence[Any]) -> None:
        self.base, self.other, self.deal, self.moves = base, other, deal, tuple(moves)
        self.played: Played = play_out(base, deal, self.moves[:-1])
        self.apart = differences(base, other)
        self._answers: dict[frozenset[str], Answer] = {}
        self.here = self._ask(base)

    @property
    def last(self) -> int:
        """The last stage."""
        return len(self.moves)

    def answer(self, keys: Collection[str]) -> Answer:
        """What the base with some entries of the other says."""
        chosen = frozenset(keys)
        if chosen not in self._answers:
            self._answers[chosen] = self._ask(mix(self.base, self.other, chosen)) if chosen else self.here
        return self._answers[chosen]

    def _ask(self, rules: Rules) -> Answer:
        game = game_of(rules)
        try:
            state = game.start(self.deal)
        except Gap as gap:
            return Answer(0, None, None, str(gap), gap.topic)
        except BadPosition as error:
            return Answer(0, None, None, str(error))
        seen = views(game, state)
        if not self.moves or not self._follows(0, (), seen):
            return Answer(0, (), seen)
        for stage, move in enumerate(self.moves, 1):
            try:
                events = game.decide(state, move)
            except Gap as gap:
                return Answer(stage, None, None, str(gap), gap.topic)
            except (IllegalMove, MalformedMove) as error:
                return Answer(stage, None, None, refusal(error))
            for event in events:
                state = game.evolve(state, event)
            seen = views(game, state)
            if stage == self.last or not self._follows(stage, events, seen):
                return Answer(stage, events, seen)
        raise AssertionError("the last stage answers")

    def _follows(self, stage: int, events: Sequence[Event], seen: Any) -> bool:
        """Whether the base has the same at a stage before the last."""
        game, steps = game_of(self.base), self.played.steps
        if stage == 0:
            first = steps[0].before if steps else self.played.state
            return bool(seen == views(game, first))
        step = steps[stage - 1]
        return [bare(e) for e in events] == [bare(e) for e in step.events] and seen == views(game, step.after)

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
