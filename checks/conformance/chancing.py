"""What chance can bring at a moment of a game, and by which clauses: for outcomes that the rules do not have."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import evolve

from advocatus.model.game import CHANCE, IllegalMove, MalformedMove
from advocatus.model.rules import Gap, Rules

from ..deriving import game_of
from .diagnosing import values
from .walking import BY_ITSELF, Walk


def bounded(rules: Rules, walked: Walk) -> Walk:
    """A walk that ends at an outcome of chance which cannot be, put down to the clauses that say what can be."""
    if walked.apart is None or not (found := bounding(rules, walked)):
        return walked
    cited = tuple(dict.fromkeys((*found, *walked.apart.cited)))
    return evolve(walked, apart=evolve(walked.apart, clauses=found, cited=cited))


def bounding(rules: Rules, walked: Walk) -> tuple[str, ...]:
    """The clauses that say what chance can bring where a walk ends at an outcome that cannot be.

    Nothing where it ends otherwise, or where it is not chance's turn.
    """
    apart, follower = walked.apart, walked.follower
    if apart is None or apart.key != BY_ITSELF or follower is None:
        return ()
    state = follower.settled
    return bounds(rules, state) if game_of(rules).actors(state) == (CHANCE,) else ()


def bounds(rules: Rules, state: Any) -> tuple[str, ...]:
    """The clauses that say what chance can bring in a state where it is chance's turn.

    They are those that state a value on which the outcomes or their weights depend, and of these the ones of the
    highest rank (what is said of one devil's dice, before what is said of all dice); where there are none, those by
    which an outcome happens at all.
    """
    game = game_of(rules)
    usual = game.chances(state)
    felt = {clause for mutant in values(rules) for clause in mutant.clauses if _chances(mutant.rules, state) != usual}
    ranks = {c.id: rules.edition.ranks.index(c.rank) for c in rules.edition.clauses if c.rank in rules.edition.ranks}
    highest = max((ranks.get(clause, 0) for clause in felt), default=0)
    stated = tuple(sorted(clause for clause in felt if ranks.get(clause, 0) == highest))
    return stated or tuple(dict.fromkeys(_happening(rules, state)))


def _chances(rules: Rules, state: Any) -> Any:
    try:
        return game_of(rules).chances(state)
    except Gap:
        return None


def _happening(rules: Rules, state: Any) -> Iterator[str]:
    """The clauses of what comes of the first outcome."""
    game = game_of(rules)
    try:
        for event in game.decide(state, game.chances(state)[0][0]):
            yield from event.clauses
    except (Gap, IllegalMove, MalformedMove):
        return
