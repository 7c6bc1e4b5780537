"""Where a game parts two rule sets: the same deal and moves, played under both."""

from __future__ import annotations

from attrs import evolve

from advocatus.model.game import BadPosition, Event, IllegalMove, MalformedMove
from advocatus.model.rules import Gap, Rules

from .deriving import Played, game_of


def parting(played: Played, against: Rules) -> tuple[str, ...]:
    """What is wrong with a game that should part two rule sets at its last move, and only there.

    They part where the other rules refuse the deal or the move, meet a gap, or have other events follow;
    which clauses the events cite is no parting.
    """
    moves = played.trace.moves
    at = first_parting(played, against)
    if at is None:
        return (f"trace: {against.edition.key} goes the same way to the end; nothing parts",)
    if at < len(moves) - 1:
        return (f"trace.steps[{at}]: the rules part here already; {len(moves) - 1 - at} more moves are on file",)
    return ()


def first_parting(played: Played, against: Rules) -> int | None:
    """The index of the move at which the rule sets part, -1 for the deal, None if they never do."""
    game = game_of(against)
    try:
        state = game.start(played.deal)
    except (BadPosition, Gap):
        return -1
    for i, step in enumerate(played.steps):
        try:
            events = game.decide(state, step.move)
        except (IllegalMove, MalformedMove, Gap):
            return i
        if [_bare(e) for e in events] != [_bare(e) for e in step.events]:
            return i
        for event in events:
            state = game.evolve(state, event)
    if played.last is None:
        return None
    try:
        game.decide(state, played.last)
    except Gap:
        return None
    except (IllegalMove, MalformedMove):
        pass
    return len(played.steps)


def _bare(event: Event) -> Event:
    return evolve(event, clauses=())
