"""Where a game parts two rule sets: the same deal and moves, played under both."""

from __future__ import annotations

from typing import Any

from attrs import evolve, frozen

from advocatus.model.game import BadPosition, Event, Game, IllegalMove, MalformedMove
from advocatus.model.rules import Gap, Rules

from .deriving import Played, game_of

DIFFERENT = "the table looks different to somebody"


@frozen
class Parting:
    """The move at which the other rules go another way, -1 for the deal: why they refuse it, or what follows."""

    at: int
    refusal: str
    events: tuple[Event, ...] = ()


def first_parting(played: Played, against: Rules) -> Parting | None:
    """Where a game first parts its rules from others; None if both go the same way to its end.

    They part where the other rules refuse the deal or the move, meet a gap alone, or have other events
    follow, or somebody sees another table. Which clauses the events cite is no parting.
    """
    game = game_of(against)
    try:
        state = game.start(played.deal)
    except (BadPosition, Gap) as error:
        return Parting(-1, str(error))
    first = played.steps[0].before if played.steps else played.state
    here = game_of(played.rules)
    if first is not None and views(game, state) != views(here, first):
        return Parting(-1, DIFFERENT)
    for i, step in enumerate(played.steps):
        try:
            events = game.decide(state, step.move)
        except (IllegalMove, MalformedMove, Gap) as error:
            return Parting(i, refusal(error))
        if [bare(e) for e in events] != [bare(e) for e in step.events]:
            return Parting(i, "", events)
        for event in events:
            state = game.evolve(state, event)
        if views(game, state) != views(here, step.after):
            return Parting(i, DIFFERENT)
    if played.last is None:
        return None
    try:
        return Parting(len(played.steps), "", game.decide(state, played.last))
    except Gap:
        return None
    except (IllegalMove, MalformedMove) as error:
        return Parting(len(played.steps), refusal(error))


def refusal(error: Exception) -> str:
    """Why a move is refused, for a reader: the norms against it."""
    if isinstance(error, IllegalMove):
        against = ", ".join(norm.id for norm in error.judgement.against)
        return f"it is not allowed, by {against}" if against else "it is not allowed: nothing permits it"
    return "it cannot be done" if isinstance(error, MalformedMove) else str(error)


def views(game: Game[Any, Any], state: Any) -> list[Any]:
    """What lies open to each seat."""
    return [game.view(state, seat) for seat in range(game.rules.players)]


def bare(event: Event) -> Event:
    """The event without the clauses it cites."""
    return evolve(event, clauses=())


def part_faults(played: Played, against: Rules) -> tuple[str, ...]:
    """What is wrong with a game that should part two rule sets at its last move, and only there."""
    last = len(played.trace.moves) - 1
    parting = first_parting(played, against)
    if parting is None:
        return (f"trace: {against.edition.key} goes the same way to the end; nothing parts",)
    if parting.at < last:
        return (f"trace.steps[{parting.at}]: the rules part here already, {last - parting.at} moves before the end",)
    return ()
