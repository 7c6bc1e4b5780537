"""Games that part the readings of the game of devils: how soon they can, and games of that length."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from advocatus.checks.dice_devils import nearby as search
from advocatus.checks.dice_devils.nearby import nearby
from advocatus.checks.dice_devils.parting import STATES, Reading, parted, same_games
from advocatus.checks.finding import CHANGES, Store, default_folder, load
from advocatus.checks.replaying import replay
from advocatus.model.dice_devils.events import Decided
from advocatus.model.families import editions
from advocatus.model.rules import Rules, make_rules
from advocatus.specs.dice_devils import soonest as bounds
from advocatus.specs.dice_devils.soonest import soonest

EDITION = next(e for e in editions().values() if e.family == "dice-devils")


def rules_for(players: int, answers: Mapping[str, str] | None = None) -> Rules:
    return make_rules(EDITION, players, (), answers or {})


NEAR = [("swap.whom", "lowest", 3, (2, 4)), ("swap.whom", "one", 3, (2, 4)), ("swap.upwards", "up", 3, (2, 4)),
        ("dice-off.tie-again", "rank", 3, (1, 3)),
        ("satansbraten.adds", "first", 3, (1, 3)), ("satansbraten.reroll", "bare", 3, (1, 3)),
        ("spielteufel.moment", "late", 4, (1, 5)), ("reveal.left-over", "added", 3, (2, 4))]


@pytest.mark.parametrize(("question", "reading", "players", "length"), [
    *NEAR, pytest.param("rank.springteufel", "nothing", 6, (1, 6), marks=pytest.mark.slow),
    pytest.param("points.triplets", "once", 3, (10, 40), marks=pytest.mark.slow)])
def test_the_shortest_game_that_parts_a_reading(question: str, reading: str, players: int, length: Any) -> None:
    rules, other = rules_for(players), rules_for(players, {question: reading})
    found = parted(Reading(rules, other, question, reading, soonest(rules, other)))
    assert found is not None
    assert found.shortest is not None
    assert (found.length, found.shortest.proved) == (length, True)
    assert replay(found, editions()) == ()


@pytest.mark.parametrize(("question", "reading", "players", "length"), NEAR)
def test_no_game_that_is_shorter_is_found(question: str, reading: str, players: int, length: tuple[int, int]) -> None:
    """The bound held against the search: it finds nothing with one decision fewer."""
    rules, other = rules_for(players), rules_for(players, {question: reading})
    bound = soonest(rules, other)
    assert (bound.turn, bound.decisions) == length
    assert nearby(rules, other, (length[0], length[1] - 1), 1_500) is None


def test_no_game_is_counted_before_each_round_has_a_dice_off_and_everybody_has_chosen() -> None:
    bound = soonest(rules_for(3), rules_for(3, {"points.triplets": "once"}))
    assert (bound.turn, bound.decisions) == (10, 10 * (3 + 1))


def test_the_heap_is_not_short_before_each_round_but_the_last_has_gone_so() -> None:
    bound = soonest(rules_for(6), rules_for(6, {"supply.short": "ends"}))
    assert (bound.turn, bound.decisions) == (15, 14 * (6 + 1))


@pytest.mark.slow
def test_the_heap_is_short_in_the_round_that_is_proved() -> None:
    rules, other = rules_for(6), rules_for(6, {"supply.short": "ends"})
    found = parted(Reading(rules, other, "supply.short", "ends", soonest(rules, other)))
    assert found is not None
    assert found.shortest is not None
    assert (found.length[0], found.shortest.none_to) == (15, 14)
    assert soonest(rules_for(3), rules_for(3, {"supply.short": "ends"})).turn == 0


@pytest.mark.parametrize("reading", ["middle", "low", "high"])
def test_what_changes_how_likely_rolls_are_parts_no_game(reading: str) -> None:
    assert same_games(rules_for(6), rules_for(6, {"dice.grey": reading}))
    assert not same_games(rules_for(6), rules_for(6, {"dice-off.tie-again": "rank"}))
    assert not same_games(rules_for(6), rules_for(6, {"swap.whom": "lowest"}))


def test_a_search_that_overlooks_ties_finds_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "some_rolls", lambda rules, rank: ((4, 4),) if rank == "satansbraten" else (
        (1, 1, 1),) if rank == "oberteufel" else ((3, 2),))
    assert nearby(rules_for(3), rules_for(3, {"dice-off.tie-again": "rank"}), (1, 3), STATES) is None


def test_a_bound_without_its_proof_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """Were markers not all placed, nothing could be said of how soon readings part."""
    monkeypatch.setattr(bounds, "_never", lambda keeps, *terms: False)
    monkeypatch.setattr(bounds, "soonest", soonest.__wrapped__)
    assert bounds.soonest(rules_for(3), rules_for(3, {"dice-off.tie-again": "rank"})).decisions == 0


def test_a_reading_after_which_the_same_one_wins_does_not_decide_the_winner() -> None:
    """Six of a kind are worth more, or not; in the shortest game nobody else has anything."""
    store = Store(default_folder())
    (path,) = (path for path in store.files("dice-devils") if "points.triplets+once" in path.name)
    found = load(path)
    assert found.trace is not None
    assert [event.winner for event in found.trace.steps[-1][1] if isinstance(event, Decided)] == [0]
    assert (found.impact, replay(found, editions())) == (CHANGES, ())
