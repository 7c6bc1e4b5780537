"""Which of several changes of the rules a program plays by: games like the one that shows it, in which they differ."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from attrs import frozen

from advocatus.model.game import BadPosition
from advocatus.model.rules import Gap
from advocatus.model.trace import BadDocument

from .composing import Composer
from .diagnosing import Case, Mutant
from .vector import Outcome, begun, outcome
from .walking import Play, Walk, walk

TRIES, MOST = 150, 6  # like games made; changes of the rules that are set against each other


@frozen
class Deciding:
    """The program to ask, and what makes games for it."""

    composer: Composer
    tried: Callable[[Play], tuple[Walk, Mapping[str, Any]]]

    def between(self, found: Sequence[Mutant], case: Case) -> tuple[Mutant, ...]:
        """Those of some changes that give what the program answers in games in which the first of them differ."""
        left, start = tuple(found), case.play.start
        if "position" not in start or not case.play.acts:
            return left
        for number in range(TRIES):
            first = left[:MOST]
            if len({mutant.clauses for mutant in first}) < 2:
                break
            like, state = self.composer.other(start) if number % 2 else (start, begun(case.play.rules, start))
            play = Play(case.play.rules, like, self.composer.probed(state, case.play.acts, True))
            foretold = [_foretold(mutant, play) for mutant in first]
            if all(_alike(one, foretold[0]) for one in foretold):
                continue
            if result := self.tried(play)[1]:
                told = self.composer.described
                left = tuple(m for m in left if walk(m.rules, told, play, result).apart is None) or left
        return left


def _foretold(mutant: Mutant, play: Play) -> Outcome | None:
    """What becomes of a game by other rules; None where they have no such game."""
    try:
        return outcome(mutant.rules, play.start, play.acts)
    except (BadPosition, BadDocument, Gap):
        return None


def _alike(one: Outcome | None, two: Outcome | None) -> bool:
    return one is two if one is None or two is None else one.same(two)
