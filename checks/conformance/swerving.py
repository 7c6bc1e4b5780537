"""Like games: now and then another act of the same kind, another decision, or a card used where none was."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from advocatus.model.acts import ACT, BY_CHANCE, CLOSE, LOOK

from .describing import CLOCKWISE, Description, named
from .following import Follower

OTHER, ELSE, USED, LEFT = 0.3, 0.08, 0.35, 0.15  # how often: another of a kind; anything else; a use more, or less
EASILY_TAKEN = 6  # for another: so many times as often
MOST_BETWEEN = 3  # acts that a use asks for before its window is open again


def swerved(follower: Follower, described: Description, act: Mapping[str, Any], rng: Random) -> list[Mapping[str, Any]]:
    """What is done in the place of an act where a game stands; mostly the act itself.

    Nothing is done for what chance brings, nor what the program has no step for. A window gets a use only where its
    order does not matter to the program.
    """
    if BY_CHANCE in act or act.get(CLOSE) == LOOK or described.skipped(act):
        return [act]
    if CLOSE in act:
        free = described.order != CLOCKWISE and rng.random() < USED
        return [*(_used(follower, described, rng) if free else []), act]
    if named(act) == "use" and any(CLOSE in other for other in follower.legal()) and rng.random() < LEFT:
        return []
    draw = rng.random()
    if draw >= OTHER + ELSE:
        return [act]
    mine = [other for other in follower.legal() if other.get("by") == act["by"] and other != act]
    alike = [other for other in mine if named(other) == named(act)]
    first = {names[0] for names in described.merges}
    others = alike if draw < OTHER else [o for o in mine if named(o) not in first and not described.skipped(o)]
    told = repr(follower.told())
    return rng.choices(others, [_weight(told, other) for other in others]) if others else [act]


def _weight(told: str, act: Mapping[str, Any]) -> int:
    """How often an act is chosen: more so if what it names is a part of another name that is told (key, bag-key)."""
    names = [value for key, value in act.items() if key != ACT and isinstance(value, str)]
    return EASILY_TAKEN if any(f"-{name}'" in told for name in names) else 1


def _used(follower: Follower, described: Description, rng: Random) -> list[Mapping[str, Any]]:
    """A card used, and what is decided then."""
    before = follower.state
    found: list[Mapping[str, Any]] = []
    window = follower.game.top(follower.settled)
    acts = [act for act in follower.legal() if ACT in act and not described.skipped(act)]
    while acts and len(found) <= MOST_BETWEEN:
        found.append(rng.choice(acts))
        follower.apply(follower.read(found[-1]))
        if follower.game.top(follower.settled) == window:
            break
        acts = [act for act in follower.legal() if ACT in act]
    follower.state = before
    return found
