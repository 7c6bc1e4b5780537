"""Questions put to the test: what the search over every deal finds holds for single deals, and replays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from advocatus.checks.asking import _in_play, reach
from advocatus.checks.deriving import play_out
from advocatus.checks.finding import FROM_DEALS, Finding, Shortest, Store, default_folder, load
from advocatus.checks.parting import first_parting
from advocatus.checks.play import random_steps
from advocatus.checks.questioning import Reading, partings, readings_of
from advocatus.checks.replaying import replay
from advocatus.checks.teufelsburg import hoarding
from advocatus.checks.teufelsburg.gathering import IN_A_TURN
from advocatus.checks.wild import Opening, OutOfStates, Want, explore, wild_of
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
    by_frames: dict[frozenset[str], list[Reading]] = {}
    for reading in chosen:
        by_frames.setdefault(reading.frames, []).append(reading)
    for group in by_frames.values():
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

    def least(self, _: Any, __: Want) -> tuple[int, int]:
        return 0, 0

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


# ---------------------------------------------------------------- the bounds that the search goes by


def step_faults(players: int, seed: int, most: int = 250, edition: str = "adlung") -> set[str]:
    """The readings whose bound a move of a random game shortens by more than its own decision."""
    here = make_rules(editions()[edition], players)
    wild = wild_of(here)
    assert wild is not None
    wants = {reading.name: reading.wants for reading in readings_of(here)}
    found = set()
    game, rng = open_game(here), Random(seed)
    for step in random_steps(game, game.random_deal(rng), rng, most):
        if not step.after.agenda:
            break
        turns, cost = step.after.turn - step.before.turn, int(step.move.by >= 0)
        for name, ways in wants.items():
            for want in ways:
                before, after = wild.least(step.before, want), wild.least(step.after, want)
                if (turns + after[0], cost + after[1]) < before:
                    found.add(f"{name} {step.move} {before} {after}")
    return found


@pytest.mark.parametrize(("players", "edition"), [
    (3, "adlung"), (4, "adlung"), (6, "adlung"), (9, "adlung"), (4, "dv"), (7, "dv"),
])
def test_no_move_shortens_the_way_by_more_than_itself(players: int, edition: str) -> None:
    for seed in range(6):
        assert step_faults(players, seed, edition=edition) == set()


def test_no_bound_is_longer_than_the_game_on_file() -> None:
    """Along every game that parts two readings, what is left is never less than the bound says."""
    store = Store(default_folder())
    checked = 0
    for path in store.files("teufelsburg"):
        finding = load(path)
        if finding.kind != "question" or finding.editions != ("adlung",) or finding.trace is None:
            continue
        here = finding.rules.find(editions())
        base = make_rules(here.edition, here.players, here.variants)
        reading = next(r for r in readings_of(base) if (r.question, r.reading) == finding.cause)
        wild = wild_of(base, [reading.rules], reading.wants)
        if wild is None or not reading.wants:
            continue
        played = play_out(here, finding.trace.deal, finding.trace.moves)
        left = sum(step.move.by >= 0 for step in played.steps)
        last = played.steps[-1].before.turn
        for step in played.steps:
            bound = min(wild.least(step.before, want) for want in reading.wants)
            assert bound <= (last - step.before.turn, left), (path.name, step.move)
            left -= step.move.by >= 0
        checked += 1
    assert checked > 50


def test_a_bound_that_says_too_much_is_noticed() -> None:
    reading = readings()["profession.doctor.silenced=gagged"]
    wild = wild_of(rules(), [reading.rules], reading.wants)
    assert wild is not None

    def greedy(state: Any) -> tuple[int, int]:
        turns, decisions = wild.least(state, reading.wants[0])
        return turns, 3 * decisions

    with pytest.raises(AssertionError, match="nearer than it can"):
        list(explore(open_game(rules()), wild, turns=1, states=2000, least=greedy))


# ---------------------------------------------------------------- what has to be gathered first


def reached(name: str, players: int, states: int) -> Finding | None:
    here = make_rules(editions()["adlung"], players)
    reading = next(r for r in readings_of(here) if r.name == name)
    return reach(here, reading, states)


def test_a_game_that_is_far_is_gone_for_straight() -> None:
    finding = reached("object.seal-of-the-lodge.count=exactly", 3, 3000)
    assert finding is not None
    assert finding.shortest == Shortest(False, 5, 15, none_to=1)
    assert replay(finding, editions()) == ()


def test_what_is_not_in_reach_of_so_many_positions_is_not_found() -> None:
    assert reached("object.seal-of-the-lodge.count=exactly", 3, 50) is None


@pytest.mark.slow
@pytest.mark.parametrize(("name", "length"), [
    ("hand.limit=dv", (3, 18)), ("profession.clairvoyant.short-pile=two", (12, 56)),
    ("object.bag.declared=holders", (13, 59)), ("object.bag.declared=each-time", (14, 63)),
])
def test_games_on_file_that_are_far_are_found_again(name: str, length: tuple[int, int]) -> None:
    finding = reached(name, 3, 60_000)
    assert finding is not None
    assert finding.length <= length


@pytest.mark.parametrize("players", [3, 5, 10])
def test_no_turn_of_random_play_gathers_more_than_is_said(players: int) -> None:
    here = make_rules(editions()["adlung"], players)
    game = open_game(here)
    for seed in range(8):
        rng = Random(seed)
        turn, sizes, pile = 0, [0] * players, 0
        for step in random_steps(game, game.random_deal(rng), rng, 600):
            if step.before.turn != turn:
                turn, sizes, pile = step.before.turn, [len(hand) for hand in step.before.hands], step.before.pile
            most = max(len(hand) - size for hand, size in zip(step.after.hands, sizes, strict=True))
            assert most <= IN_A_TURN
            assert pile - step.after.pile <= IN_A_TURN


# ---------------------------------------------------------------- what has to be hoarded


def hoarded(name: str, players: int) -> Finding | None:
    here = make_rules(editions()["adlung"], players)
    return _in_play(here, next(r for r in readings_of(here) if r.name == name))[0]


@pytest.mark.parametrize(("name", "players"), [
    ("hand.recipient=as-written", 4), ("duel.give-back.moment=surplus-first", 3),
])
def test_a_game_in_which_much_is_hoarded_is_found_as_it_is_on_file(name: str, players: int) -> None:
    finding = hoarded(name, players)
    assert finding is not None
    assert finding.shortest is not None
    assert finding.found == FROM_DEALS
    assert not finding.shortest.proved
    assert replay(finding, editions()) == ()
    assert load(default_folder() / finding.family / finding.file_name).length <= finding.length


def test_a_hoard_that_cannot_be_had_in_so_few_turns_is_not_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hoarding, "TURNS", 3)
    assert hoarded("hand.recipient=as-written", 4) is None


@pytest.mark.slow
def test_the_pearls_owner_comes_to_proclaim_alone() -> None:
    finding = hoarded("object.black-pearl.alone=neither", 4)
    assert finding is not None
    assert finding.trace is not None
    last = finding.trace.moves[-1]
    assert (last.act, last.claim) == ("proclaim", "alone")
    assert replay(finding, editions()) == ()
