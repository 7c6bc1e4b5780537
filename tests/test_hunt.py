"""The hunt: it plays the same twice, reaches what there is, and finds a planted fault with a small trace."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from table import Table

from advocatus.checks import strategies
from advocatus.checks.explore import length, shortest_game
from advocatus.checks.hunting import HUNT, _told, never, play_games, reached, run_machine, violation_finding
from advocatus.checks.machine import Log
from advocatus.checks.play import Mood, random_steps, replay_moves
from advocatus.checks.row import BOUNDED, Row
from advocatus.model.families import editions, open_game
from advocatus.model.game import Event, Game
from advocatus.model.rules import make_rules
from advocatus.model.teufelsburg import events as ev
from advocatus.model.teufelsburg.state import State


def game(players: int = 4) -> Game[Any, Any]:
    return open_game(make_rules(editions()["adlung"], players))


class Broken:
    """The engine with a fault planted in `evolve`: a stolen object leaves the loser's hand, and stays there too."""

    def __init__(self) -> None:
        self.inner = game()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)

    def evolve(self, state: State, event: Event) -> State:
        after: State = self.inner.evolve(state, event)
        if isinstance(event, ev.Stole):
            hands = tuple(state.hands[event.of] if i == event.of else h for i, h in enumerate(after.hands))
            return evolve(after, hands=hands)
        return after


@pytest.fixture(scope="module")
def log() -> Log:
    seen = Log()
    there = game()
    run_machine(there, seen, examples=8, steps=30)
    play_games(there, seen, seed=0, games=150)
    return seen


def test_it_tells_what_leaves_somebody_nothing_to_do() -> None:
    """A rulebook was once said to stop nothing that stopped a dozen games of a hunt, of which it said nothing."""
    log = Log()
    play_games(game(), log, seed=1, games=50)
    assert "stopped: object.bag.no-bag+profession.diplomat.demand" in reached(log)
    row = Row.of(game().rules, HUNT, HUNT, BOUNDED, value=log.steps, seen=reached(log))
    assert "; games stopped where nothing may be done, by object.bag.no-bag+" in _told(row, game()).summary
    calm = evolve(row, seen=("turn.order",))
    assert "stopped" not in _told(calm, game()).summary


def test_the_hunt_finds_nothing_wrong_and_reaches_every_move(log: Log) -> None:
    assert log.violation is None
    assert never(game(), reached(log)) == []


def test_the_hunt_uses_every_card_that_can_be_used(log: Log) -> None:
    from advocatus.model.teufelsburg.cards import MIGHT, RING, ROLES

    used = {clause for clause in log.clauses if clause.startswith(("profession.", "object."))}
    assert {f"profession.{role}" for role in ROLES} <= used
    assert {f"object.{kind}" for kind in (*MIGHT, RING)} <= used


def test_the_hunt_is_the_same_every_time() -> None:
    logs = []
    for _ in range(2):
        seen = Log()
        run_machine(game(), seen, examples=3, steps=15)
        play_games(game(), seen, seed=5, games=5)
        logs.append((seen.steps, sorted(seen.clauses.items()), sorted(seen.moves.items())))
    assert logs[0] == logs[1]


def test_a_planted_fault_is_found_and_its_trace_filed() -> None:
    broken: Any = Broken()
    seen = Log()
    play_games(broken, seen, seed=0, games=50)
    assert seen.violation is not None
    assert "objects: " in seen.violation.what
    finding = violation_finding(broken, seen.violation)
    assert finding.kind == "violation"
    assert "duel.luggage" in finding.clauses


def test_hypothesis_shrinks_a_planted_fault() -> None:
    broken: Any = Broken()
    seen = Log()
    run_machine(broken, seen, examples=400, steps=40)
    assert seen.violation is not None
    assert len(seen.violation.trace.steps) <= 30, "two struggles at most"


def test_random_play_replays_move_by_move() -> None:
    there, rng = game(5), Random(3)
    deal = there.random_deal(rng)
    steps = list(random_steps(there, deal, rng, 80))
    again = replay_moves(there, deal, [step.move for step in steps])
    assert [s.events for s in steps] == [s.events for s in again]
    assert [s.after for s in steps] == [s.after for s in again]


def test_moods_differ_from_game_to_game() -> None:
    rng = Random(1)
    assert len({Mood(rng).liking(0, "attack") for _ in range(40)}) > 2


@settings(max_examples=25, deadline=None, derandomize=True, database=None)
@given(strategies.positions(game(), 30))
def test_positions_of_the_strategy_are_sound(state: State) -> None:
    assert game().well_formed(state) == ()


@settings(max_examples=25, deadline=None, derandomize=True, database=None)
@given(strategies.games(game(3), 30))
def test_games_of_the_strategy_replay(trace: Any) -> None:
    steps = replay_moves(game(3), trace.deal, trace.moves)
    assert [step.events for step in steps] == [events for _, events in trace.steps]


def test_breadth_first_finds_the_shortest_game() -> None:
    there = game()
    deals = [there.random_deal(Random(seed)) for seed in range(3)]
    found = shortest_game(there, deals, lambda g, s: any(f.kind == "reward" for f in s.agenda), turns=1)
    assert found.trace is not None
    assert (found.turn, found.decisions) == (1, 3), "attack and two who support"
    assert length(there, found.trace) == (1, 3)


def test_a_search_that_ends_early_says_so() -> None:
    there = game()
    found = shortest_game(there, [there.random_deal(Random(1))], lambda g, s: False, turns=3, states=200)
    assert found.trace is None
    assert not found.complete


def test_a_search_that_saw_all_says_so() -> None:
    there = Table(3).game
    found = shortest_game(there, [there.random_deal(Random(1))], lambda g, s: s.turn > 5, turns=0, states=200)
    assert found.trace is None
    assert found.complete
