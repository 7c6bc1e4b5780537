"""Which clauses an entry of the state rests on: those of the events that changed it, in one game or in many."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any

from advocatus.model.game import BadPosition, IllegalMove, MalformedMove
from advocatus.model.rules import Gap, Rules
from advocatus.model.trace import BadDocument

from ..deriving import game_of
from .following import OK, Follower
from .vector import begun
from .walking import Apart, Play

KEPT = 150  # games that are remembered
NO_GAME = (BadPosition, BadDocument, Gap, IllegalMove, MalformedMove)


class Governors:
    """Games remembered, to be asked which clauses changed an entry of the state in them."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._games: deque[Play] = deque(maxlen=KEPT)
        self._said: dict[str, tuple[int, frozenset[str]]] = {}  # by entry: so many games looked at, what they say

    def remember(self, play: Play) -> None:
        """Keep a game in which nothing parted."""
        if "own" not in play.start:
            self._games.append(play)

    def of(self, play: Play, apart: Apart) -> tuple[str, ...]:
        """The clauses that say what the entry is in which a state differs; nothing where that cannot be told.

        They are those that changed it last in this game, or, where nothing should have, those that change it elsewhere
        if they are few.
        """
        if not apart.key or apart.key not in self._entries(play):
            return ()
        here = list(_changes(self.rules, play, apart.key, apart.at))
        if here:
            return here[-1]
        found = self._elsewhere(apart.key)
        return tuple(sorted(found)) if len(found) == 1 else ()

    def _elsewhere(self, key: str) -> frozenset[str]:
        many, found = self._said.get(key, (-1, frozenset()))
        if many != len(self._games):
            told = (clauses for play in self._games for clauses in _changes(self.rules, play, key, len(play.acts)))
            found = frozenset(clause for clauses in told for clause in clauses)
            self._said[key] = len(self._games), found
        return found

    def _entries(self, play: Play) -> dict[str, Any]:
        try:
            return Follower(self.rules, begun(self.rules, play.start)).told()
        except NO_GAME:
            return {}


def _changes(rules: Rules, play: Play, key: str, last: int) -> Iterator[tuple[str, ...]]:
    """The clauses of each event up to an act that changed an entry of the state as it is told."""
    game = game_of(rules)
    try:
        follower = Follower(rules, begun(rules, play.start))
        for act in play.acts[:last + 1]:
            state = follower.state
            before = follower.told().get(key)
            verdict = follower.apply(follower.read(act))
            if verdict.word != OK or follower.told().get(key) == before:
                continue
            for move in verdict.moves:
                for event in game.decide(state, move):
                    after = game.evolve(state, event)
                    if _told(rules, state, key) != _told(rules, after, key) and event.clauses:
                        yield tuple(event.clauses)
                    state = after
    except NO_GAME:
        return


def _told(rules: Rules, state: Any, key: str) -> Any:
    """An entry of the state as it is, whatever happens by itself next."""
    follower = Follower(rules, state)
    told: dict[str, Any] = follower.acts.codec.encode(follower.acts.tell(follower.game, state, None))
    return told.get(key)
