"""Whether a program plays on as a change of the rules has it that explains what it answered so far."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from attrs import evolve, frozen

from advocatus.model.game import BadPosition
from advocatus.model.rules import Gap, Rules
from advocatus.model.trace import BadDocument

from .describing import Description
from .diagnosing import Case, Mutant, played_on
from .following import GIVEN
from .walking import Play, Walk, walk


@frozen
class Foretelling:
    """A case, and the program to try what comes after it."""

    described: Description
    tried: Callable[[Play], tuple[Walk, Mapping[str, Any]]]
    case: Case

    def holds(self, mutant: Mutant) -> bool:
        """Whether the program plays on as other rules would have it, to where the turn comes to rest."""
        return self._far(mutant) is None

    def nearly(self, found: Sequence[Mutant]) -> tuple[str, ...]:
        """The clauses of the change of the rules by which the program plays on the longest, if none foretells all."""
        far = [self._far(mutant) for mutant in found]
        best = max((n for n in far if n is not None), default=0)
        return found[far.index(best)].clauses if best and None not in far else ()

    def _far(self, mutant: Mutant) -> int | None:
        """How many more acts the program plays on as other rules have it; None if to where the turn rests."""
        play = self.case.play
        if self.described.chance != GIVEN or "own" in play.start:
            return None
        try:
            more = played_on(mutant.rules, play)
        except (BadPosition, BadDocument, Gap):
            return None
        if more is None:
            return 0
        longer = evolve(play, acts=(*play.acts, *more))
        result = self.tried(longer)[1]
        apart = walk(mutant.rules, self.described, longer, result).apart if result else None
        return None if apart is None else max(0, apart.at - len(play.acts))


def waits_for(rules: Rules, case: Case) -> tuple[str, ...]:
    """The clauses of a decision that a program says it waits for, where by the rules the turn is at rest."""
    told = case.result.get("state") or {}
    owed = told.get("owed")
    what = owed.get("what") if isinstance(owed, dict) and told.get("rest") is False else None
    return tuple(dict.fromkeys(norm.clause for norm in rules.norms if what in norm.during))
