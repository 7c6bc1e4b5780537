"""Questions put to the test: the shortest game in which the readings of a question part.

One wild search over the default rules looks, at every position of every deal, whether another reading
lets something else be done, or lets something else come of it. A reading is asked only where it can
differ: where its norms are others, or where the default read a fact or switch that it changes.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from attrs import evolve, field, frozen

from advocatus.model.families import families
from advocatus.model.game import CHANCE, Event, Game, IllegalMove, MalformedMove
from advocatus.model.guard import And, Guard
from advocatus.model.guard import Node as Condition
from advocatus.model.norms import OBLIGE, Norm
from advocatus.model.rules import Gap, Rules, make_rules

from .deriving import game_of
from .parting import views
from .wild import Gathering, Look, OutOfStates, Want, Wild, explore, looked_at, movers, wild_of

UNCOUNTED = ("close", "draw")  # moves of the table and of chance


class Recorder:
    """Rules that note which facts and switches were asked for."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self.read: set[str] = set()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._rules, name)

    def fact(self, key: str) -> Any:
        """See `Rules.fact`."""
        self.read.add(key)
        return self._rules.fact(key)

    def cite(self, *topics: str) -> tuple[str, ...]:
        """See `Rules.cite`."""
        self.read.update(topics)
        return self._rules.cite(*topics)

    def switch(self, key: str) -> str:
        """See `Rules.switch`."""
        self.read.add(key)
        return self._rules.switch(key)

    def value_of(self, key: str) -> Any:
        """See `Rules.value_of`."""
        self.read.add(key)
        return self._rules.value_of(key)

    def given(self, key: str) -> Any:
        """See `Rules.given`."""
        self.read.add(key)
        return self._rules.given(key)


@frozen(eq=False)
class Reading:
    """One reading that is not the default: its rules, engine, and where it can differ."""

    question: str
    reading: str
    base: Rules  # those that it is a reading beside
    rules: Rules
    keys: frozenset[str]  # facts and switches it changes
    moves: frozenset[tuple[str, str]]  # frame kind and act of norms that differ
    seen: frozenset[str]  # kinds of frame at which the table can look different to somebody
    wants: tuple[Want, ...]  # the ways in which it can part from the default
    frames: frozenset[str]  # all kinds of frame at which it can differ

    @property
    def game(self) -> Game[Any, Any]:
        """The engine of the reading."""
        return game_of(self.rules)

    @property
    def name(self) -> str:
        """``question=reading``."""
        return f"{self.question}={self.reading}"


def readings_of(rules: Rules, variant: str | None = None) -> tuple[Reading, ...]:
    """The readings of all questions that arise, but for the defaults and those that change nothing.

    With a `variant`, of the questions about it alone.
    """
    found = []
    for question in rules.edition.questions:
        if not rules.applies(question) or variant not in (None, question.variant):
            continue
        for reading in question.readings.values():
            chosen = {**dict(rules.answers), question.id: reading.id}
            other = make_rules(rules.edition, rules.players, rules.variants, chosen)
            if other.digest != rules.digest:
                found.append(reading_of(rules, other, question.id, reading.id))
    return tuple(found)


def reading_of(rules: Rules, other: Rules, question: str, reading: str) -> Reading:
    """Other rules of the same family as a reading beside these."""
    wild = wild_of(rules)
    assert wild is not None
    keys, moves = _differences(rules, other)
    seen = frozenset[str]().union(*(wild.seen(key) for key in keys))
    frames = seen.union((kind for kind, _ in moves), *(wild.reads(key) for key in keys))
    wants = _wants(rules, other, keys, wild)
    return Reading(question, reading, rules, other, keys, moves, seen, wants, frames)


def _wants(rules: Rules, other: Rules, keys: frozenset[str], wild: Wild) -> tuple[Want, ...]:
    """Every way in which two rule sets can part in play."""
    grammar = families()[rules.edition.family].grammar
    found = [Want(kinds, key) for key in sorted(keys) for kinds in (wild.reads(key), wild.seen(key)) if kinds]
    for norm in sorted(_norms_apart(rules, other, keys), key=lambda norm: norm.id):
        kinds = frozenset(k for k in norm.during or grammar.frames if norm.move in grammar.frames[k])
        cost = 0 if norm.move in UNCOUNTED or norm.mood == OBLIGE else 1
        found.append(Want(kinds, "", conjuncts(norm.when), norm.move, cost))
    return tuple(dict.fromkeys(found))


def conjuncts(guard: Guard | None) -> tuple[Condition, ...]:
    """Conditions that all hold wherever a guard does."""
    if guard is None:
        return ()
    return guard.tree.args if isinstance(guard.tree, And) else (guard.tree,)


def _norms_apart(rules: Rules, other: Rules, keys: frozenset[str]) -> set[Norm]:
    """The norms that stand in one rule set only, or whose guards read a fact that differs."""
    differ = {*rules.norms} ^ {*other.norms}
    if "hand.limit" in keys:  # a guard that counts room reads the limit
        differ |= {norm for norm in rules.norms if norm.when is not None and "limit" in norm.when.names}
    return differ


def _differences(rules: Rules, other: Rules) -> tuple[frozenset[str], frozenset[tuple[str, str]]]:
    grammar = families()[rules.edition.family].grammar
    keys = {k for k in (*grammar.facts, *grammar.switches) if rules.value_of(k) != other.value_of(k)}
    supplied = {topic for q in rules.edition.questions for r in q.readings.values() for topic in r.change.supplies}
    keys |= {topic for topic in supplied if rules.tells(topic) != other.tells(topic)}
    moves = {
        (kind, norm.move) for norm in _norms_apart(rules, other, frozenset(keys))
        for kind in (norm.during or grammar.frames) if norm.move in grammar.frames[kind]
    }
    return frozenset(keys), frozenset(moves)


@frozen(order=True)
class Parted:
    """A game at whose last move a reading parts from the default."""

    turn: int
    decisions: int
    number: int
    reading: Reading = field(order=False)
    moves: tuple[Any, ...] = field(order=False)
    resolved: dict[str, str] = field(order=False)
    legal_here: bool = field(order=False)  # by the default rules; else by the reading alone


def partings(
    rules: Rules, readings: Sequence[Reading], wild: Wild, *, turns: int, states: int,
    accepts: Callable[[Parted], bool] = bool, gathering: Gathering | None = None,
) -> Iterator[Parted]:
    """For each reading the shortest game in which it parts from the default, as they are found.

    Games come in order of length: what has not parted when the search is done parts in no game of up to
    `turns` turns. What is not accepted does not count: it cannot be dealt, say. Raises `OutOfStates` where
    the search saw too many positions first. With a `gathering` it goes straight for a game, not for the shortest.
    """
    recorder = Recorder(rules)
    game = type(game_of(rules))(recorder)  # type: ignore[call-arg]
    open_ = {reading.name: reading for reading in readings}
    waiting: list[Parted] = []

    def least(state: Any) -> tuple[int, int]:
        if gathering is not None:
            lacks = gathering.lacking(state)
            turns_left, decisions = wild.least(state, gathering.by if lacks else gathering.want)
            return max(turns_left, 0 if lacks else gathering.waits(state)), decisions
        return min(wild.least(state, want) for reading in open_.values() for want in reading.wants)

    for look in explore(game, wild, turns=turns, states=states, least=least,
                        lacking=gathering.lacking if gathering else None):
        node = look.node
        while waiting and (gathering or (waiting[0].turn, waiting[0].decisions) <= node.total):
            parted = heapq.heappop(waiting)
            if parted.reading.name in open_ and accepts(parted):
                del open_[parted.reading.name]
                yield parted
        if not open_:
            return
        for parted in _look(game, recorder, wild, look, list(open_.values()), len(waiting)):
            heapq.heappush(waiting, parted)
    for parted in sorted(waiting):
        if parted.reading.name in open_ and accepts(parted):
            del open_[parted.reading.name]
            yield parted


def _look(
    game: Game[Any, Any], recorder: Recorder, wild: Wild, look: Look, readings: Sequence[Reading], number: int
) -> Iterator[Parted]:
    frame = game.top(look.state)
    assert frame is not None
    node = look.node
    moves, resolved = node.path()
    resolved.update(look.opening.resolved)

    def parted(reading: Reading, move: Any, legal_here: bool) -> Parted:
        return Parted(node.turn, node.decisions + (move.by >= 0), number, reading, (*moves, move), resolved, legal_here)

    concerned = [r for r in readings if any((frame.kind, act) in r.moves for act in look.opening.acts)]
    keyed = [r for r in readings if r.keys]
    for seat in movers(game, look):
        mine = _legal(game, wild, look, seat)
        for reading in concerned:
            theirs = _legal(reading.game, wild, look, seat)
            for move in [m for m in (*mine, *theirs) if (m in mine) != (m in theirs)][:1]:
                yield parted(reading, move, move in mine)
        for move in mine:
            recorder.read.clear()
            events = game.decide(look.state, move)
            read = frozenset(recorder.read)
            for reading in keyed:
                if reading.keys & read:
                    assert frame.kind in reading.frames, f"{reading.name} is read at {frame.kind}, which is not known"
                differs = bool(reading.keys & read) and _other(reading.game, look.state, move) != _bare(events)
                if differs or (reading.seen and _looks_different(game, reading, look.state, events)):
                    yield parted(reading, move, True)


def _looks_different(game: Game[Any, Any], reading: Reading, state: Any, events: Sequence[Event]) -> bool:
    """Whether the table after the events looks different to somebody under a reading."""
    for event in events:
        state = game.evolve(state, event)
    frame = game.top(state)
    return frame is not None and frame.kind in reading.seen and views(game, state) != views(reading.game, state)


def _legal(game: Game[Any, Any], wild: Wild, look: Look, seat: int) -> list[Any]:
    moves = [m for m, _ in game.chances(look.state)] if seat == CHANCE else list(game.legal(look.state, seat))
    return [m for m in moves if looked_at(wild, look, m)]


def _bare(events: Sequence[Event]) -> list[Event]:
    return [evolve(event, clauses=()) for event in events]


def _other(game: Game[Any, Any], state: Any, move: Any) -> list[Event] | None:
    """What comes of a move by other rules; None where they refuse it or are silent."""
    try:
        return _bare(game.decide(state, move))
    except (Gap, IllegalMove, MalformedMove):
        return None


__all__ = ["OutOfStates", "Parted", "Reading", "partings", "readings_of"]
