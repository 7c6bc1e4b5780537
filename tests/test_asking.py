"""Questions put to the test: what the search over every deal finds holds for single deals, and replays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from advocatus.checks.asking import grouped
from advocatus.checks.deriving import play_out
from advocatus.checks.parting import first_parting
from advocatus.checks.questioning import Reading, partings, readings_of
from advocatus.checks.wild import Opening, OutOfStates, wild_of
from advocatus.model.families import editions, open_game
from advocatus.model.rules import Rules, make_rules
from advocatus.model.teufelsburg.vocabulary import FRAME_ACTS

QUICK = {
    "profession.shown=hidden-again": (1, 1), "victory.alone.when=in-error": (1, 1), "turn.end=at-once": (1, 2),
    "profession.priest.self=as-written": (1, 2), "duel.powers.early=from-the-attack": (1, 2),
    "duel.stand-off.may=may": (1, 3), "object.poison-ring.moment=unasked": (1, 2),
    "profession.hypnotist.whom=supporter": (1, 4), "duel.both-symbols.choice=free": (1, 4),
}


@cache
def rules() -> Rules:
    return make_rules(editions()["adlung"], 3)


@cache
def readings() -> dict[str, Reading]:
    return {reading.name: reading for reading in readings_of(rules())}


@cache
def lengths() -> dict[str, tuple[int, int]]:
    """The length of the shortest parting of the quick readings."""
    chosen = [readings()[name] for name in QUICK]
    wild = wild_of(rules(), [r.rules for r in chosen])
    assert wild is not None
    found = {}
    for group in grouped(chosen):
        for parted in partings(rules(), group, wild, turns=1, states=20_000):
            found[parted.reading.name] = (parted.turn, parted.decisions)
            concrete = wild.concrete(parted.moves, parted.resolved)
            assert concrete is not None
            here, there = (rules(), parted.reading.rules) if parted.legal_here else (parted.reading.rules, rules())
            parting = first_parting(play_out(here, *concrete), there)
            assert parting is not None
            assert parting.at == len(parted.moves) - 1, "they part at the last move and not before"
    return found


def test_the_shortest_games_are_as_long_as_they_are() -> None:
    assert lengths() == QUICK


class OneDeal:
    """The unknown cards of a single deal: none. The search is then plain breadth-first over the engine."""

    def __init__(self, seed: int) -> None:
        game = open_game(rules())
        self.deal = game.random_deal(Random(seed))
        self.state = game.start(self.deal)

    def blank(self) -> Any:
        return self.state

    def openings(self, state: Any) -> Iterator[Opening]:
        yield Opening((), frozenset(FRAME_ACTS[state.agenda[0].kind]))

    def resolve(self, state: Any, resolved: Iterable[tuple[str, str]]) -> Any:
        assert not list(resolved)
        return state

    def barred(self, _: Any, __: Any) -> bool:
        return False

    def ahead(self, _: Any) -> frozenset[str]:
        return frozenset(FRAME_ACTS)

    def reads(self, _: str) -> frozenset[str]:
        return frozenset(FRAME_ACTS)

    def seen(self, _: str) -> frozenset[str]:
        return frozenset(FRAME_ACTS)

    def concrete(self, moves: Iterable[Any], _: Any) -> tuple[Any, tuple[Any, ...]]:
        return self.deal, tuple(moves)


def parts_of(seed: int, states: int) -> dict[str, tuple[int, int]]:
    found = {}
    try:
        for parted in partings(rules(), list(readings().values()), OneDeal(seed), turns=1, states=states):
            found[parted.reading.name] = (parted.turn, parted.decisions)
    except OutOfStates:
        pass
    return found


def test_no_single_deal_parts_the_readings_sooner() -> None:
    seen = set()
    for seed in range(6):
        for name, length in parts_of(seed, 400).items():
            seen.add(name)
            assert length >= lengths().get(name, (0, 0)), (name, seed)
    assert seen & set(QUICK), "something was compared"


@pytest.mark.slow
def test_no_deal_of_many_parts_the_readings_sooner() -> None:
    for seed in range(100, 112):
        for name, length in parts_of(seed, 1500).items():
            assert length >= lengths().get(name, (0, 0)), (name, seed)


def test_a_reading_that_is_read_where_nobody_knows_of_it_is_an_error() -> None:
    """The tester tested: a switch read at a frame that the family's table leaves out is noticed."""
    from attrs import evolve

    known = readings()["object.poison-ring.moment=unasked"]
    blind = evolve(known, frames=frozenset({"duel.priest", "support", "duel.hypnotist", "symbol"}), moves=frozenset())
    wild = wild_of(rules(), [blind.rules])
    assert wild is not None
    with pytest.raises(AssertionError, match="which is not known"):
        list(partings(rules(), [blind], wild, turns=1, states=9000))
