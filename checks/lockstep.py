"""Two rule sets in lockstep: random games of one, and the other with what they differ in follows as far as it goes.

Where the two part, a smallest set of entries that makes it so is found and left out from there on, so that the game
goes on and shows what lay behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from advocatus.model.game import CHANCE, BadPosition, Game, IllegalMove, MalformedMove, choices, make
from advocatus.model.mixing import mix
from advocatus.model.rules import Gap, Rules

from .deriving import game_of
from .parting import bare, views
from .play import Mood, pick_chance

ROUNDS = ((25, 100), (80, 80), (300, 120))  # moves of a game at most, and how many games
Keys = tuple[str, ...]
Moves = tuple[Any, ...]


class OneMind(Mood):
    """All seats like the same: what all dislike hardly happens in a game, and nothing cuts it short."""

    def liking(self, seat: int, word: str) -> float:
        """See `Mood`."""
        return super().liking(0 * seat, word)


class Pair:
    """Two engines side by side: whether they part, and where.

    They are compared at frames of the kinds `where` alone, if these are known to be all at which they can part.
    """

    def __init__(self, base: Rules, against: Rules, where: frozenset[str] | None = None) -> None:
        self.base, self.against, self.where = game_of(base), game_of(against), where

    def _alike(self, state: Any) -> bool:
        """Whether it is known that the two say the same of a position."""
        frame = self.base.top(state)
        return self.where is not None and (frame is None or frame.kind not in self.where)

    def start(self, deal: Any) -> tuple[Any, Any] | None:
        """The first positions; None where the deal parts the two. Raises what the base engine raises."""
        here = self.base.start(deal)
        try:
            there = self.against.start(deal)
        except (BadPosition, Gap):
            return None
        return (here, there) if views(self.base, here) == views(self.against, there) else None

    def only_one(self, here: Any, there: Any) -> tuple[list[Any], list[Any]]:
        """The moves that one of the two allows and the other does not; and those that both allow."""
        mine = _moves(self.base, here)
        if self._alike(here):
            return [], mine
        theirs = _moves(self.against, there)
        both = [move for move in mine if move in theirs]
        return [move for move in (*mine, *theirs) if move not in both], both

    def after(self, here: Any, there: Any, move: Any) -> tuple[Any, Any] | None:
        """The positions after a move that both allow; None where it parts the two. Raises `Gap` for the base."""
        mine = make(self.base, here, move)
        if self._alike(here) and self._alike(mine.after):
            return mine.after, mine.after
        try:
            theirs = make(self.against, there, move)
        except (Gap, IllegalMove, MalformedMove):
            return None
        if [bare(event) for event in mine.events] != [bare(event) for event in theirs.events]:
            return None
        same = views(self.base, mine.after) == views(self.against, theirs.after)
        return (mine.after, theirs.after) if same else None

    def parts_at(self, deal: Any, moves: Sequence[Any]) -> tuple[Any, ...] | None:
        """The game without what the base does not allow, if its last move is the first to part the two."""
        both = self.start(deal)
        kept: list[Any] = []
        for i, move in enumerate(moves):
            if both is None:
                return None
            apart = _allows(self.base, both[0], move), _allows(self.against, both[1], move)
            last = i == len(moves) - 1
            if apart[0] != apart[1]:
                return (*kept, move) if last else None
            if not apart[0]:
                if last:
                    return None
                continue
            try:
                both = self.after(*both, move)
            except Gap:
                return None
            kept.append(move)
        return None if both is not None else tuple(kept)


def _moves(game: Game[Any, Any], state: Any) -> list[Any]:
    if game.actors(state) == (CHANCE,):
        return [move for move, _ in game.chances(state)]
    try:
        return choices(game, state)
    except Gap:
        return []


def _allows(game: Game[Any, Any], state: Any, move: Any) -> bool:
    return game.top(state) is not None and move in _moves(game, state)


def shrunk(base: Rules, against: Rules, deal: Any, moves: Sequence[Any]) -> Moves:
    """A game that parts the two at its last move, with moves left out for as long as it does."""
    pair, best = Pair(base, against), tuple(moves)
    size = max(1, len(best) // 2)
    while size:
        at = 0
        while at < len(best) - 1:
            fewer = pair.parts_at(deal, (*best[:at], *best[min(at + size, len(best) - 1):]))
            if fewer is not None and len(fewer) < len(best):
                best = fewer
            else:
                at += size
        size //= 2
    return best


class Hunt:
    """Random games of the base rules, that part them from the other's in some entries.

    `explain` makes something of a game whose last move parts the two, given the entries that are left: the entries
    that it comes from, or none if nothing could be made of it. See `Pair` for `where`.
    """

    def __init__(
        self, base: Rules, other: Rules, keys: Keys, explain: Callable[[Rules, Keys, Any, Moves], Keys],
        where: frozenset[str] | None = None,
    ) -> None:
        self.base, self.other, self.keys, self.explain, self.where = base, other, keys, explain, where
        self.against = mix(base, other, keys)  # the base with what is left of the other
        self.games = 0

    def run(self, rng: Random) -> None:
        """Play until nothing is left or all games are played."""
        for most, games in ROUNDS:
            for _ in range(games):
                if not self.keys or self.against.digest == self.base.digest:
                    return
                try:
                    deal = game_of(self.base).random_deal(rng)
                except BadPosition:
                    return
                self.games += 1
                self._play(deal, rng, most)

    def _play(self, deal: Any, rng: Random, most: int) -> None:
        """One game, on and on behind every parting that can be explained."""
        moves: Moves = ()
        mood = (OneMind if self.games % 2 else Mood)(rng)
        while True:
            pair = Pair(self.base, self.against, self.where)
            both = self._resumed(pair, deal, moves)
            if both is None:
                if not self._explained(deal, moves):
                    return
                continue
            parted = None
            for step in self._on(pair, both, rng, mood, most - len(moves)):
                moves, parted = (*moves, step[0]), step[1]
            if parted is None:
                return
            if not self._explained(deal, moves):
                return
            if parted == "refused":  # nobody made this move
                moves = moves[:-1]

    def _resumed(self, pair: Pair, deal: Any, moves: Moves) -> tuple[Any, Any] | None:
        both = pair.start(deal)
        for move in moves:
            if both is None:
                return None
            both = pair.after(*both, move)
        return both

    def _explained(self, deal: Any, moves: Moves) -> bool:
        gone = self.explain(self.against, self.keys, deal, moves)
        self.keys = tuple(key for key in self.keys if key not in gone)
        self.against = mix(self.base, self.other, self.keys)
        return bool(gone)

    def _on(
        self, pair: Pair, both: tuple[Any, Any], rng: Random, mood: Mood, most: int
    ) -> Iterator[tuple[Any, str | None]]:
        """The moves from here; with the last of them how the two part, if they do."""
        for _ in range(most):
            if pair.base.top(both[0]) is None:
                return
            apart, alike = pair.only_one(*both)
            if apart:
                yield apart[0], "refused"
                return
            if not alike:
                return
            chance = pair.base.actors(both[0]) == (CHANCE,)
            move = pick_chance(pair.base, both[0], rng) if chance else mood.pick(alike)
            try:
                following = pair.after(*both, move)
            except Gap:
                return
            if following is None:
                yield move, "otherwise"
                return
            yield move, None
            both = following
