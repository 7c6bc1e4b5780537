"""The positions of worked examples: some hands given, the rest of the table filled in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from attrs import evolve

from advocatus.model.rules import Rules
from advocatus.model.teufelsburg.cards import ROLES
from advocatus.model.teufelsburg.setup import in_play
from advocatus.model.teufelsburg.state import State

from .order import TableScenes


def position(rules: Rules, hands: Sequence[Sequence[str]]) -> State:
    """Seat 0 is on turn and the hands are these; seats not named hold one object, all others lie in the pile."""
    scenes = TableScenes(rules)
    start: State = scenes.game.start(scenes.deal(ROLES[: rules.players], [()] * rules.players))
    left = Counter(in_play(rules)[0]) - Counter(kind for hand in hands for kind in hand)
    given = [tuple(sorted(hand)) for hand in hands]
    while len(given) < rules.players:
        kind = min(left.elements())
        left[kind] -= 1
        given.append((kind,))
    return evolve(start, hands=tuple(given), rest=tuple(sorted(left.elements())), turned=not any(left.values()))
