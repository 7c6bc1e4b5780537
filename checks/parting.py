"""Where a game parts two rule sets: the same deal and moves, played under both."""

from __future__ import annotations

from collections.abc import Sequence
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


@frozen
class Answer:
    """What a rule set says of a game at the last stage, or at the first where it goes another way.

    The deal is stage 0, move i is stage i, counted from 1. `events` are None where it refuses the move or the deal,
    `why` says why; `silent` is what it lacks to answer.
    """

    stage: int
    events: tuple[Event, ...] | None
    seen: Any  # what everybody sees then
    why: str = ""
    silent: str = ""

    def same(self, other: Answer) -> bool:
        """Whether both say the same at the same stage, whatever they cite and whyever they refuse."""
        return (self.stage, self.bare, self.seen, self.silent) == (other.stage, other.bare, other.seen, other.silent)

    @property
    def bare(self) -> list[Event] | None:
        """The events without the clauses they cite."""
        return None if self.events is None else [bare(event) for event in self.events]


def follow(played: Played, moves: Sequence[Any], rules: Rules) -> Answer:
    """What a rule set says of a game that others played, to its last move or but for it.

    It follows stage by stage for as long as the same happens and everybody sees the same.
    """
    game = game_of(rules)
    try:
        state = game.start(played.deal)
    except Gap as gap:
        return Answer(0, None, None, str(gap), gap.topic)
    except BadPosition as error:
        return Answer(0, None, None, str(error))
    answer = Answer(0, (), views(game, state))
    for stage, move in enumerate(moves, 1):
        if not answer.same(_played_at(played, stage - 1)):
            return answer
        try:
            events = game.decide(state, move)
        except Gap as gap:
            return Answer(stage, None, None, str(gap), gap.topic)
        except (IllegalMove, MalformedMove) as error:
            return Answer(stage, None, None, refusal(error))
        for event in events:
            state = game.evolve(state, event)
        answer = Answer(stage, events, views(game, state))
    return answer


def _played_at(played: Played, stage: int) -> Answer:
    """What the rules that a game was played by say at one of its stages."""
    game = game_of(played.rules)
    if stage > len(played.steps) or played.state is None:
        assert played.gap is not None, "nothing else ends a game before its last stage"
        return Answer(stage, None, None, str(played.gap), played.gap.topic)
    if stage == 0:
        return Answer(0, (), views(game, played.steps[0].before if played.steps else played.state))
    step = played.steps[stage - 1]
    return Answer(stage, step.events, views(game, step.after))


def first_parting(played: Played, against: Rules) -> Parting | None:
    """Where a game first parts its rules from others; None if both go the same way to its end.

    They part where the other rules refuse the deal or the move, meet a gap alone, or have other events
    follow, or somebody sees another table. Which clauses the events cite is no parting.
    """
    theirs = follow(played, played.trace.moves, against)
    ours = _played_at(played, theirs.stage)
    met_alike = theirs.silent if theirs.stage else theirs.events is not None  # where the game itself met a gap
    if theirs.same(ours) or (ours.silent and met_alike):
        return None
    if theirs.events is None:
        return Parting(theirs.stage - 1, theirs.why)
    if theirs.bare == ours.bare:
        return Parting(theirs.stage - 1, DIFFERENT)
    return Parting(theirs.stage - 1, "", theirs.events)


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
