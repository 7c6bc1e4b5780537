"""Games for a program under test: turns from rest points, with acts among them that one norm forbids."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import attrs
from attrs import frozen

from advocatus.model.acts import BY_CHANCE, act_of
from advocatus.model.game import CHANCE, Frame, choices, make
from advocatus.model.norms import Resolution
from advocatus.model.rules import Gap, Rules

from ..deriving import game_of
from ..play import Mood, pick_chance
from .describing import CLOCKWISE, Description, named
from .following import GIVEN, POSITION, REJECTED, REPORTED, Follower, acts_for, wire
from .ordering import clockwise, in_order
from .seeking import MOST, finish, positions, varied
from .swerving import swerved
from .vector import begun

Refused = tuple[dict[str, Any], tuple[str, ...]]  # an act, and the norms against it
WORDS = ("card", "kind", "called", "side", "claim", "take")  # what a move can be about
PROBES = 3  # forbidden acts at one place
VARIED = 0.4  # of the starts are varied


@frozen
class Turns:
    """What a game is made of: a start as it is told, and the moves from there."""

    start: Mapping[str, Any]
    state: Any
    moves: tuple[Any, ...]


class Composer:
    """Makes games, with a liking for what was tried the least."""

    def __init__(self, rules: Rules, described: Description, rng: Random) -> None:
        self.rules, self.described, self.rng, self.game = rules, described, rng, game_of(rules)
        self.tried: Counter[tuple[str, ...]] = Counter()
        self.shut: Counter[str] = Counter()  # uses in windows that the program does not have, by window
        self.secret = [key for key in (f"{topic}.secrecy" for topic in ("setup", "card")) if rules.tells(key)]
        self._rests = positions(rules, rng)

    def turns(self, most: int = 1) -> Turns:
        """A start that the program takes, and so many turns from it, in the order that it asks for."""
        while True:
            start, state = self.start()
            moves = in_order(self.rules, state, self._moves(state, most))
            if self.described.order != CLOCKWISE or clockwise(self.rules, state, moves):
                return Turns(start, state, moves)

    def start(self) -> tuple[dict[str, Any], Any]:
        """A start, and its state."""
        if self.described.start != POSITION:
            deal = self.game.random_deal(self.rng)
            told = Follower(self.rules, self.game.start(deal)).told()
            data = {"deal": {key: told[key] for key in wire(self.rules).dealt if told[key]}}
            return data, begun(self.rules, data)
        rest = next(self._rests)
        if self.rng.random() < VARIED:
            rest = varied(self.rules, rest, self.rng)
        return self._position(rest)

    def other(self, start: Mapping[str, Any]) -> tuple[dict[str, Any], Any]:
        """A start like another one, and its state: what was used before and how much lies about is not the same."""
        return self._position(varied(self.rules, begun(self.rules, start), self.rng))

    def _position(self, rest: Any) -> tuple[dict[str, Any], Any]:
        told = Follower(self.rules, rest).position()
        if self.described.chance == POSITION and told.get("pile"):
            told["pile"] = self._known_pile(told)
        data = {"position": told}
        return data, begun(self.rules, data)

    def _known_pile(self, told: Mapping[str, Any]) -> list[str]:
        """The pile of a told state with every card known."""
        state = begun(self.rules, {"position": told})
        rest = list(state.rest)
        self.rng.shuffle(rest)
        return [*state.top, *rest]

    def _moves(self, state: Any, most: int) -> tuple[Any, ...]:
        """Legal moves for so many turns."""
        mood, left, game = Mood(self.rng), most, self.game
        moves: list[Any] = []
        while len(moves) < MOST * most and game.top(state) is not None:
            if moves and game.at_rest(state):
                left -= 1
                if not left:
                    break
            try:
                move = self._pick(state, mood)
                if move is None:
                    break
                state = make(game, state, move).after
            except Gap:
                break
            moves.append(move)
        return tuple(moves)

    def _pick(self, state: Any, mood: Mood) -> Any | None:
        game, frame = self.game, self.game.top(state)
        assert frame is not None
        if game.actors(state) == (CHANCE,):
            return None if self.described.chance == REPORTED else pick_chance(game, state, self.rng)
        moves = choices(game, state)
        windows = self.described.windows
        if windows is not None and frame.kind in wire(self.rules).windows and frame.kind not in windows:
            uses = [move for move in moves if move.by >= 0]
            self.shut[frame.kind] += bool(uses)
            moves = [move for move in moves if move.by < 0]
        moves = [move for move in moves if move.act not in self.described.skips] or moves
        if not moves:
            return None
        least = min(self.tried[frame.kind, move.act, _word(move)] for move in moves)
        rare = [move for move in moves if self.tried[frame.kind, move.act, _word(move)] == least]
        move = self.rng.choice(rare) if self.rng.random() < 0.35 else mood.pick(moves)
        self.tried[frame.kind, move.act, _word(move)] += 1
        return move

    # ---------------------------------------------------------------- acts that are forbidden

    def acts(self, turns: Turns) -> tuple[dict[str, Any], ...]:
        """The acts of a game with others among them that are not allowed, for one precise reason if it can be."""
        return self.probed(turns.state, acts_for(self.rules, turns.state, turns.moves))

    def probed(
        self, state: Any, plain: Sequence[Mapping[str, Any]], swerves: bool = False,
    ) -> tuple[dict[str, Any], ...]:
        """Acts from a state with others among them that are not allowed.

        Chance brings something else where what the acts say cannot come, and play goes on to where the turn comes to
        rest. Where play `swerves`, now and then something else is done that is allowed too, and what cannot be done
        any more is left out.
        """
        follower = self.follower(state)
        found: list[dict[str, Any]] = []
        at, probed = 0, None
        while at < len(plain):
            if self.described.chance == GIVEN and self._due(follower) != (BY_CHANCE in plain[at]):
                at += BY_CHANCE in plain[at]
                found += self._brought(follower)
                continue
            if BY_CHANCE in plain[at] and dict(plain[at]) not in follower.legal():
                at += 1
                found += self._brought(follower)
                continue
            size = self.described.group(plain, at)
            for act in self.probes(follower) if follower.state is not probed else ():
                if named(act) not in {names[0] for names in self.described.merges}:
                    found.append(act)
            probed = follower.state
            for one in plain[at:at + size]:
                for done in swerved(follower, self.described, one, self.rng) if swerves else [one]:
                    refused = follower.apply(follower.read(done)).word == REJECTED
                    found += [] if refused and swerves else [dict(done)]
            at += size
        found += self._rest(follower)
        return (*found, *self.probes(follower)) if follower.game.at_rest(follower.settled) else tuple(found)

    def _due(self, follower: Follower) -> bool:
        return self.game.actors(follower.settled) == (CHANCE,)

    def _brought(self, follower: Follower) -> list[dict[str, Any]]:
        """What chance brings now, if it is chance's turn; the game has followed it."""
        if not self._due(follower):
            return []
        move = pick_chance(self.game, follower.settled, self.rng)
        act = act_of(follower.acts, "", move)
        follower.apply(follower.read(act))
        return [act]

    def _rest(self, follower: Follower) -> list[dict[str, Any]]:
        """The plainest acts to where the turn comes to rest, if chance is given with them."""
        settled = follower.settled
        if self.described.chance != GIVEN or self.game.top(settled) is None or self.game.at_rest(settled):
            return []
        found = acts_for(self.rules, settled, finish(self.rules, settled))
        for act in found:
            follower.apply(follower.read(act))
        return found

    def follower(self, state: Any) -> Follower:
        """A game from a state, as the program gets its chance."""
        return Follower(self.rules, state, POSITION if self.described.chance == POSITION else "given")

    def probes(self, follower: Follower) -> list[dict[str, Any]]:
        """Acts that are not allowed where a game stands, those first that were tried the least."""
        found: dict[tuple[str, ...], Refused] = {}
        for state in follower.silently:
            frame, actors = self.game.top(state), self.game.actors(state)
            if frame is not None and actors != (CHANCE,):
                for seat in actors:
                    self._refused(follower, state, frame, seat, found)
        keys = sorted(found, key=lambda key: (self.tried[key], not found[key][1], len(key)))[:PROBES]
        for key in keys:
            self.tried[key] += 1
        return [found[key][0] for key in keys]

    def _refused(
        self, follower: Follower, state: Any, frame: Frame, seat: int, found: dict[tuple[str, ...], Refused],
    ) -> None:
        """Put what a seat may not do in a state among what was found, by what it is and what forbids it."""
        if seat < 0 or follower.rules.players <= seat:
            return
        try:
            resolution = self.game.resolve(state, seat)
        except Gap:
            return
        parts = [*_parts(frame, seat), *_subjects(frame)]
        for move, against in _forbidden(resolution):
            key = (frame.kind, move.act, _word(move), *parts, *against)
            if key in found and self.rng.random() < 0.5:
                continue
            act = act_of(follower.acts, frame.kind, move)
            if not self.described.skipped(act) and move.by >= 0:
                found[key] = act, against


def _forbidden(resolution: Resolution[Any]) -> list[tuple[Any, tuple[str, ...]]]:
    """The candidates that are not allowed, each with the norms against it: of one clause, or of none if nothing permits
    it."""
    legal, found = set(resolution.legal), []
    for i, move in enumerate(resolution.candidates):
        if i not in legal:
            judged = resolution.judge(i).against
            against = tuple(sorted(norm.id for norm in judged))
            if len({norm.clause for norm in judged}) <= 1:
                found.append((move, against))
    return found


def _parts(frame: Frame, seat: int) -> list[str]:
    """What a seat is in a frame, by the names of its fields."""
    values = ((a.name, getattr(frame, a.name)) for a in attrs.fields(type(frame)))
    return [name for name, value in values if type(value) is int and value == seat]


def _subjects(frame: Frame) -> list[str]:
    """What a frame is about: the card offered, the card demanded."""
    values = (getattr(frame, a.name) for a in attrs.fields(type(frame)))
    return [value for value in values if isinstance(value, str)]


def _word(move: Any) -> str:
    """What a move is about: its card, object or side; empty for none."""
    return next((str(value) for value in (getattr(move, name, None) for name in WORDS) if value), "")
