"""The shortest game in which a program still parts from the rules in the same way, tried on the program itself."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from attrs import evolve

from advocatus.model.rules import Gap

from .departing import FAILURES, same_failure
from .describing import Description
from .following import GIVEN, POSITION, Follower
from .vector import begun
from .walking import UNSUPPORTED, Apart, Play, Walk

MOST_CALLS = 60
Trial = Callable[[Play], Apart | None]


def shrink(play: Play, apart: Apart, described: Description, trial: Trial) -> tuple[Play, Apart]:
    """A game of fewer acts and where it parts; `trial` plays one. At most some dozens of games are played."""
    calls = 0

    def attempt(acts: list[Any]) -> bool:
        nonlocal play, apart, calls
        calls += 1
        other = evolve(play, acts=tuple(act for unit in acts for act in unit))
        found = trial(other)
        if found is None or not alike(found, apart):
            return False
        play, apart = other, found
        return True

    attempt(_upto(_units(play, described), apart.at))
    size = max(1, len(_units(play, described)) // 2)
    while size and calls < MOST_CALLS:
        units, at = _units(play, described), 0
        while at < len(units) and calls < MOST_CALLS:
            if len(units) > 1 and attempt([*units[:at], *units[at + size:]]):
                units = _units(play, described)
            else:
                at += size
        size //= 2
    return play, apart


def cut(play: Play, walked: Walk, described: Description, trial: Trial) -> tuple[Play, Apart]:
    """A game that parts, without the acts that were rejected and from its last rest point, as far as it parts so."""
    assert walked.apart is not None
    apart = walked.apart
    sent = [i for i, act in enumerate(play.acts) if described.sent(act)]
    gone = {sent[i] for i, _ in walked.refused if i != apart.at}
    less = evolve(play, acts=tuple(act for i, act in enumerate(play.acts) if i not in gone))
    if gone and (found := trial(less)) is not None and alike(found, apart):
        play, apart = less, found
    moved = described.chance == GIVEN and POSITION in described.starts and apart.at >= 0
    later = from_rest(play, apart.at) if moved else None
    if later is not None and (found := trial(later)) is not None and alike(found, apart):
        play, apart = later, found
    return play, apart


def from_rest(play: Play, at: int) -> Play | None:
    """A game from the last rest point before an act on, that rest point as its start; None if that is the start."""
    follower = Follower(play.rules, begun(play.rules, play.start))
    rest, state = 0, follower.settled
    with suppress(Gap):  # what the rules do not say comes after
        for i, act in enumerate(play.acts[:at + 1]):
            if i and follower.game.at_rest(follower.settled):
                rest, state = i, follower.settled
            follower.apply(follower.read(act))
    start = {"position": Follower(play.rules, state).position()}
    return evolve(play, start=start, acts=play.acts[rest:]) if rest else None


def alike(one: Apart, two: Apart) -> bool:
    """Whether two departures are of one kind: the same word, and a clause or an entry of the state in common."""
    if one.kind != two.kind or bool(one.clauses) != bool(two.clauses):
        return False
    if one.kind in (*FAILURES, UNSUPPORTED) and not same_failure(one, two):
        return False
    return one.key == two.key and (not one.clauses or bool(set(one.clauses) & set(two.clauses)))


def _units(play: Play, described: Description) -> list[list[Any]]:
    """The acts of a game, those together that go into one command."""
    units, at = [], 0
    while at < len(play.acts):
        size = described.group(play.acts, at)
        units.append(list(play.acts[at:at + size]))
        at += size
    return units


def _upto(units: list[list[Any]], at: int) -> list[list[Any]]:
    found, count = [], 0
    for unit in units:
        if count > at >= 0:
            break
        found.append(unit)
        count += len(unit)
    return found
