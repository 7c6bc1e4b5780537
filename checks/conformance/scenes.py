"""The games of findings on file as games for a program under test: from the last rest point on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from attrs import frozen

from advocatus.model.acts import act_of
from advocatus.model.game import BadPosition, IllegalMove, MalformedMove, make
from advocatus.model.rules import Gap, Rules

from ..deriving import game_of
from ..finding import Finding, Store, default_folder
from .following import Follower, acts_for
from .seeking import finish


@frozen
class Shown:
    """A game in which a norm or a clause matters: its id, and what is changed in the rules that the game tells."""

    key: str
    says: str
    start: Mapping[str, Any]
    acts: tuple[Mapping[str, Any], ...]


@lru_cache(maxsize=16)
def on_file(rules: Rules) -> tuple[Shown, ...]:
    """The games on file about an edition, with so many players, up to where the rules part from what was played.

    They are the places that a rulebook leaves open, and there programs are likely to be wrong. A game of which nothing
    can be told by these rules is left out; one game is kept of those that are the same in the end.
    """
    edition = rules.edition
    about = Store(default_folder()).about(edition.key, edition.family)
    found = (_scene(rules, one) for one in about if one.trace is not None and one.trace.players == rules.players)
    kept = {(repr(scene.start), repr(scene.acts)): scene for scene in found if scene is not None}
    return tuple(kept.values())


def _scene(rules: Rules, one: Finding) -> Shown | None:
    assert one.trace is not None
    try:
        rest, moves, odd = _last_turn(rules, one.trace.deal, one.trace.moves)
        acts = list(_told(rules, rest, moves, odd))
    except (BadPosition, IllegalMove, MalformedMove, Gap, AssertionError):
        return None
    key = next((clause for clause in one.clauses if clause in rules.topics), "")
    start = {"position": Follower(rules, rest).position()}
    return Shown(key, one.summary, start, tuple(acts)) if acts and key else None


def _last_turn(rules: Rules, deal: Any, moves: Sequence[Any]) -> tuple[Any, list[Any], Any | None]:
    """The last rest point of a game, the moves from there, and the first move that these rules do not take."""
    game = game_of(rules)
    state = rest = game.start(deal)
    since: list[Any] = []
    for move in moves:
        if game.at_rest(state):
            rest, since = state, []
        try:
            state = make(game, state, move).after
        except (IllegalMove, MalformedMove, Gap):
            return rest, since, move
        since.append(move)
    return rest, since, None


def _told(rules: Rules, rest: Any, moves: Sequence[Any], odd: Any | None) -> Iterator[dict[str, Any]]:
    """The acts of some moves, one behind them that is refused, and the plainest to where the turn comes to rest."""
    acts = acts_for(rules, rest, moves)
    yield from acts
    follower = Follower(rules, rest)
    for act in acts:
        follower.apply(follower.read(act))
    frame = follower.game.top(follower.settled)
    if odd is not None and frame is not None and odd.by >= 0:
        yield act_of(follower.acts, frame.kind, odd)
    if frame is not None and not follower.game.at_rest(follower.settled):
        yield from acts_for(rules, follower.settled, finish(rules, follower.settled))
