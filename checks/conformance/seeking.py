"""Games in which it matters that a clause is there: short ones, each within a turn from a rest point."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

import attrs
from attrs import frozen

from advocatus.model.families import open_game
from advocatus.model.game import CHANCE, Event, Game, IllegalMove, MalformedMove, choices, make
from advocatus.model.norms import Resolution, settle
from advocatus.model.rules import Gap, Rules

from ..deriving import game_of
from ..parting import bare
from ..play import Mood, pick_chance, pick_move

MOST = 40  # moves of a turn that are followed
NORM, CITED, CLAUSE, ALONGSIDE, TURNED, CHANGE = "norm", "cited", "clause", "alongside", "turned", "change"
# A norm that changes what is allowed; one that is cited beside others; a clause that events cite; a clause without
# which a move leads elsewhere; a procedure instead of which another one does; another change of the rules with which
# one does. And the id, of a procedure SWITCH=VALUE, of a change what is changed.
Target = tuple[str, str]


#: What an event says: its kind, the clauses that it cites, and its fields that are words, by name.
Saying = tuple[str, tuple[str, ...], tuple[tuple[str, Any], ...]]


@frozen
class Sight:
    """Where something was felt: a rest point, the moves from there, and the move that is another matter without it."""

    target: Target
    rest: Any
    moves: tuple[Any, ...]
    move: Any


def varied(rules: Rules, state: Any, rng: Random) -> Any:
    """A rest point like another one, as the family varies it; the same where it does not."""
    other = _of_family(rules, "varied")
    made = other(rules, state, rng) if other is not None else state
    return state if game_of(rules).well_formed(made) else made


def _of_family(rules: Rules, name: str) -> Callable[..., Any] | None:
    place = f"advocatus.checks.{rules.edition.family.replace('-', '_')}.positions"
    found: Callable[..., Any] | None = getattr(import_module(place), name, None) if find_spec(place) else None
    return found


def positions(rules: Rules, rng: Random) -> Iterator[Any]:
    """Rest points, for ever: beginnings of games, and what the family puts together at random."""
    random_position = _of_family(rules, "random_position")
    game = game_of(rules)
    while True:
        if random_position is None or rng.random() < 0.2:
            state = game.start(game.random_deal(rng))
            while game.actors(state) == (CHANCE,):  # a game may begin with a draw
                state = make(game, state, pick_chance(game, state, rng)).after
            yield state
        else:
            state = random_position(rules, rng)
            if not game.well_formed(state):
                yield state


class Seeker:
    """Plays turns at random and keeps, for each target, the shortest sight that `accept` takes."""

    def __init__(
        self, rules: Rules, targets: Sequence[Target], accept: Callable[[Sight], bool],
        beside: Mapping[Target, Rules] | None = None, said: dict[Saying, Sight] | None = None,
    ) -> None:
        self.rules, self.game, self.accept = rules, game_of(rules), accept
        self.found: dict[Target, Sight] = {}
        self.said = {} if said is None else said  # the shortest sight of each thing that an event says
        self.targets = frozenset(targets)
        self.beside = {target: open_game(other) for target, other in (beside or {}).items()}

    def seek(self, seed: str, tries: int) -> dict[Target, Sight]:
        """What so many turns show."""
        rng = Random(seed)
        for _, rest in zip(range(tries), positions(self.rules, rng), strict=False):
            self.turn(rest, rng)
        return self.found

    def turn(self, rest: Any, rng: Random) -> None:
        """Play a turn from a rest point and look at every place in it."""
        game, mood, state = self.game, Mood(rng), rest
        moves: list[Any] = []
        while len(moves) < MOST and game.top(state) is not None and not (moves and game.at_rest(state)):
            try:
                self._norms(rest, moves, state)
                move = pick_move(game, state, rng, mood)
                if move is None:
                    return
                step = make(game, state, move)
            except Gap:
                return
            for clause in dict.fromkeys(key for event in step.events for key in event.clauses):
                self._offer(Sight((CLAUSE, clause), rest, tuple(moves), move))
            for event in step.events if step.move.by != CHANCE else ():
                self._hear(event, rest, moves, move)
            for target, other in self.beside.items():
                if self._wanted(target, len(moves)) and _elsewhere(other, state, move, step.events):
                    self._offer(Sight(target, rest, tuple(moves), move))
            moves.append(move)
            state = step.after

    def _wanted(self, target: Target, length: int) -> bool:
        known = self.found.get(target)
        return target in self.targets and (known is None or length < len(known.moves))

    def _offer(self, sight: Sight) -> None:
        if self._wanted(sight.target, len(sight.moves)) and self.accept(sight):
            self.found[sight.target] = sight

    def _hear(self, event: Event, rest: Any, moves: list[Any], move: Any) -> None:
        if not event.clauses:
            return
        saying = saying_of(event)
        known = self.said.get(saying)
        if known is None or len(moves) < len(known.moves):
            self.said[saying] = Sight((CLAUSE, event.clauses[-1]), rest, tuple(moves), move)

    def _norms(self, rest: Any, moves: list[Any], state: Any) -> None:
        for seat in self.game.actors(state):
            if seat == CHANCE:
                continue
            resolution = self.game.resolve(state, seat)
            for standing in resolution.standing:
                for kind, pick in ((NORM, _changed), (CITED, _cited)):
                    target = kind, standing.norm.id
                    if self._wanted(target, len(moves)):
                        for move in pick(resolution, standing.norm.id):
                            self._offer(Sight(target, rest, tuple(moves), move))


def saying_of(event: Event) -> Saying:
    """What an event says, whoever it is about and however much of it there is."""
    fields = ((name, value) for name, value in attrs.asdict(event, recurse=False).items() if name != "clauses")
    words = tuple((name, value) for name, value in fields if isinstance(value, str | bool))
    return event.tag, tuple(event.clauses), words


def _elsewhere(game: Game[Any, Any], state: Any, move: Any, events: Sequence[Event]) -> bool:
    """Whether a move leads elsewhere by other rules."""
    try:
        return [bare(event) for event in game.decide(state, move)] != [bare(event) for event in events]
    except (Gap, IllegalMove, MalformedMove):
        return True


def _changed(resolution: Resolution[Any], norm: str) -> list[Any]:
    """The moves that are allowed with a norm or without it, and not both; at most one of each."""
    rest = [s for s in resolution.standing if s.norm.id != norm]
    other = settle(resolution.candidates, resolution.duty, rest)
    here, there = set(resolution.legal), set(other.legal)
    gone, come = sorted(here - there), sorted(there - here)
    return [resolution.candidates[some[0]] for some in (come, gone) if some]


def _cited(resolution: Resolution[Any], norm: str) -> list[Any]:
    """A move that a norm forbids, others forbidding it too."""
    for i, move in enumerate(resolution.candidates):
        against = [n.id for n in resolution.judge(i).against]
        if norm in against:
            return [move]
    return []


PLAIN = ("close", "end-turn", "leave", "refuse", "support", "done", "offer", "return", "reward", "give-to", "give")


def finish(rules: Rules, state: Any) -> list[Any]:
    """The plainest moves from a state on to a rest point or the end; none where play stops before, or goes on long."""
    game = game_of(rules)
    found: list[Any] = []
    order = {act: i for i, act in enumerate(PLAIN)}
    try:
        while len(found) < MOST and game.top(state) is not None and not game.at_rest(state):
            moves = [move for move in choices(game, state) if move.act != "use"]
            if not moves:
                return []
            found.append(min(moves, key=lambda move: order.get(move.act, len(order))))
            state = make(game, state, found[-1]).after
    except Gap:
        return []
    return found if len(found) < MOST else []
