"""From rules, a deal and moves to findings: everything about a finding that its game determines.

`findings_at` is how a hunter makes findings; `replaying` makes them again from a file and compares.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from attrs import frozen

from advocatus.model.families import open_game
from advocatus.model.game import CHANCE, BadPosition, Frame, Game, IllegalMove, MalformedMove, Step
from advocatus.model.norms import OBLIGE, Norm, Resolution
from advocatus.model.rulebook import Change
from advocatus.model.rules import BadChoice, Gap, Rules, make_rules
from advocatus.model.trace import Trace

from .finding import CLASH, GAP, STOPS, Finding, RulesRef, Shortest
from .tell import teller_of


class Unplayable(ValueError):
    """A trace that cannot be played: the JSON path of the place, and why."""

    def __init__(self, path: str, why: str) -> None:
        self.path, self.why = path, why
        super().__init__(f"{path}: {why}")


@lru_cache(maxsize=256)
def game_of(rules: Rules) -> Game[Any, Any]:
    """The engine of a rule set; made once."""
    return open_game(rules)


@frozen
class Played:
    """A game as far as it went: its steps, where it ended, the gap it ended in, if it did, its length."""

    rules: Rules
    deal: Any
    steps: tuple[Step[Any], ...]
    last: Any | None  # the move that met the gap
    state: Any | None  # None where even the deal met a gap
    gap: Gap | None
    turn: int
    decisions: int

    @property
    def trace(self) -> Trace:
        """The game as a trace; a move that met a gap closes it, with no events."""
        r = self.rules
        steps = tuple((s.move, s.events) for s in self.steps)
        if self.last is not None:
            steps = (*steps, (self.last, ()))
        return Trace(r.edition.key, r.players, r.variants, r.answers, r.digest, self.deal, steps)


def play_out(rules: Rules, deal: Any, moves: Sequence[Any]) -> Played:
    """Play a game from its deal. A `Gap` ends it, and only its last move may meet one.

    Raises `Unplayable` for a deal that the set-up cannot give and for a move that is not allowed.
    """
    game = game_of(rules)
    try:
        state = game.start(deal)
    except BadPosition as error:
        raise Unplayable("trace.deal", str(error)) from None
    except Gap as gap:
        if moves:
            raise Unplayable("trace.steps[0]", f"no move follows a gap, and {gap}") from None
        return Played(rules, deal, (), None, None, gap, 0, 0)
    steps: list[Step[Any]] = []
    for i, move in enumerate(moves):
        if move.by not in game.actors(state):
            raise Unplayable(f"trace.steps[{i}].move.by", f"{move.by}: {_who_may(game.actors(state))}")
        try:
            events = game.decide(state, move)
        except (MalformedMove, IllegalMove) as error:
            raise Unplayable(f"trace.steps[{i}].move", str(error)) from None
        except Gap as gap:
            if i + 1 < len(moves):
                raise Unplayable(f"trace.steps[{i + 1}]", f"no move follows a gap, and {gap}") from None
            return Played(rules, deal, tuple(steps), move, state, gap, game.turn(state), _decisions(moves))
        after = state
        for event in events:
            after = game.evolve(after, event)
        steps.append(Step(state, move, events, after))
        state = after
    return Played(rules, deal, tuple(steps), None, state, None, game.turn(state), _decisions(moves))


def _who_may(actors: Sequence[int]) -> str:
    return f"only {', '.join(map(str, actors))} may move here" if actors else "the game is over"


def _decisions(moves: Sequence[Any]) -> int:
    return sum(1 for move in moves if move.by >= 0)


@frozen
class Deadlock:
    """A place where play cannot go on: a clash or a gap, and what it comes from."""

    kind: str
    cause: tuple[str, ...]
    clauses: tuple[str, ...]
    seat: int | None = None
    frame: Frame | None = None
    resolution: Resolution[Any] | None = None
    gap: Gap | None = None


def deadlocks(played: Played) -> tuple[Deadlock, ...]:
    """Every clash and gap in which a game ends, sorted by kind and cause; empty where it can go on."""
    if played.gap is not None:
        return (_silence(played.rules, played.gap),)
    game, state = game_of(played.rules), played.state
    frame = game.top(state)
    if frame is None:
        return ()
    if frame.owed == (CHANCE,):
        return () if game.chances(state) else (Deadlock(GAP, (frame.kind,), _cited_last(played), CHANCE, frame),)
    found: list[Deadlock] = []
    for seat in frame.owed:
        try:
            found += _collisions(played, game.resolve(state, seat), seat, frame)
        except Gap as gap:
            found.append(_silence(played.rules, gap))
    unique = {(d.kind, d.cause): d for d in reversed(found)}
    return tuple(unique[key] for key in sorted(unique))


def _silence(rules: Rules, gap: Gap) -> Deadlock:
    known = [c for c in gap.clauses if rules.edition.clause(c)]
    return Deadlock(GAP, (gap.topic,), tuple(known), gap=gap)


def _collisions(played: Played, resolution: Resolution[Any], seat: int, frame: Frame) -> list[Deadlock]:
    if resolution.is_gap:
        duties = [s.norm for s in resolution.standing if s.norm.mood == OBLIGE and not s.covers]
        cause = clauses_of(duties) or (frame.kind,)
        cited = clauses_of(duties) or _cited_last(played)
        return [Deadlock(GAP, cause, cited, seat, frame, resolution)]
    sets = smallest_sets([frozenset(clauses_of(norms)) for norms in resolution.clashes()])
    return [Deadlock(CLASH, cause, cause, seat, frame, resolution) for cause in sets]


def _cited_last(played: Played) -> tuple[str, ...]:
    """The clauses that brought about the end, where no norm speaks of it."""
    events = played.steps[-1].events if played.steps else ()
    return tuple(sorted({clause for event in events for clause in event.clauses}))


def clauses_of(norms: Sequence[Norm]) -> tuple[str, ...]:
    """The clauses of norms, each once, sorted."""
    return tuple(sorted({norm.clause for norm in norms}))


def smallest_sets(sets: Sequence[frozenset[str]]) -> list[tuple[str, ...]]:
    """The sets that hold no other one, each sorted, in order of size and ids."""
    least = {s for s in sets if not any(other < s for other in sets)}
    return sorted((tuple(sorted(s)) for s in least), key=lambda ids: (len(ids), ids))


# ---------------------------------------------------------------- findings


def findings_at(
    rules: Rules, deal: Any, moves: Sequence[Any], found: str, proved: bool = False, none_to: int | None = None
) -> tuple[Finding, ...]:
    """The clashes and gaps in which a game ends, one finding for each cause; empty where play can go on.

    `found` says how they were found; `proved` that no shorter game shows them; `none_to` that none of up
    to so many turns does. Raises `Unplayable` where the game cannot be played.
    """
    played = play_out(rules, deal, moves)
    return tuple(_finding(played, deadlock, found, proved, none_to) for deadlock in deadlocks(played))


def _finding(played: Played, deadlock: Deadlock, found: str, proved: bool, none_to: int | None) -> Finding:
    rules = played.rules
    return Finding(
        kind=deadlock.kind, family=rules.edition.family, editions=(rules.edition.key,), rules=RulesRef.of(rules),
        cause=deadlock.cause, clauses=deadlock.clauses, summary=sentence(rules, deadlock), impact=STOPS,
        assumes=assumed(played, deadlock), trace=played.trace,
        shortest=Shortest(proved, played.turn, played.decisions, none_to), found=found,
    )


def sentence(rules: Rules, deadlock: Deadlock) -> str:
    """What is wrong, in one plain sentence in the words of the edition."""
    if deadlock.gap is not None:
        return f"The text is silent on {deadlock.gap.topic}, and play cannot go on without it."
    assert deadlock.frame is not None
    edition = rules.edition
    moment = teller_of(edition).moment(deadlock.frame)
    said = []
    for key in deadlock.cause:
        clause = edition.clause(key)
        said.append(f"\u201c{clause.says.rstrip('.')}\u201d ({key})" if clause else key)
    rests = " and ".join(said)
    if deadlock.kind == CLASH:
        leave = "leaves" if len(said) == 1 else "together leave"
        return f"{moment}, {rests} {leave} nothing that may be done."
    if deadlock.frame.owed == (CHANCE,):
        return f"{moment}, there is nothing to choose from."
    if deadlock.cause == (deadlock.frame.kind,):
        return f"{moment}, no rule allows anything."
    return f"{moment}, {rests} must be obeyed and there is nothing to do it with."


def assumed(played: Played, deadlock: Deadlock) -> tuple[tuple[str, str], ...]:
    """The answers that the same moves need to end in the same place."""
    return needed_answers(played.rules, lambda other: _ends_alike(played, deadlock, other))


def needed_answers(rules: Rules, holds: Callable[[Rules], bool]) -> tuple[tuple[str, str], ...]:
    """The answers of a rule set that something needs; `holds` tells whether it holds under other rules.

    A question counts if its answer here adds to the text (a reading that changes nothing is the text)
    and another reading, taken alone, makes an end of what holds.
    """
    chosen = dict(rules.answers)
    needed = []
    for question in rules.edition.questions:
        here = chosen.get(question.id, question.default)
        if not rules.applies(question) or question.readings[here].change == Change():
            continue
        others = [reading for reading in question.readings if reading != here]
        if any(not _holds_still(rules, {**chosen, question.id: other}, holds) for other in others):
            needed.append((question.id, here))
    return tuple(sorted(needed))


def _holds_still(rules: Rules, answers: dict[str, str], holds: Callable[[Rules], bool]) -> bool:
    try:
        other = make_rules(rules.edition, rules.players, rules.variants, answers)
    except BadChoice:
        return False
    return other.digest == rules.digest or holds(other)


def _ends_alike(played: Played, deadlock: Deadlock, other: Rules) -> bool:
    try:
        ends = deadlocks(play_out(other, played.deal, played.trace.moves))
    except Unplayable:
        return False
    return any((d.kind, d.cause) == (deadlock.kind, deadlock.cause) for d in ends)
