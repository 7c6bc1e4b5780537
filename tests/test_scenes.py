"""Games for programs under test: those of findings on file, and games that swerve from others."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from attrs import evolve

from advocatus.checks.conformance.composing import Composer
from advocatus.checks.conformance.coverage import telling
from advocatus.checks.conformance.describing import CLOCKWISE, Description, named
from advocatus.checks.conformance.following import OK, REJECTED, Follower
from advocatus.checks.conformance.scenes import Shown, on_file
from advocatus.checks.conformance.swerving import swerved
from advocatus.checks.conformance.vector import begun
from advocatus.model.families import editions
from advocatus.model.rules import Rules, make_rules

TOLD = Description("mine", "1", {"adlung": {"players": [4]}})


def adlung(players: int = 4) -> Rules:
    return make_rules(editions()["adlung"], players)


@pytest.fixture(scope="module")
def scenes() -> tuple[Shown, ...]:
    return on_file(adlung())


def words(rules: Rules, start: Any, acts: Any) -> list[str]:
    """What becomes of acts."""
    follower = Follower(rules, begun(rules, start))
    return [follower.apply(follower.read(act)).word for act in acts]


def test_games_on_file_are_played_from_a_rest_point_to_another_or_to_what_is_refused(scenes: tuple[Shown, ...]) -> None:
    assert len(scenes) >= 20
    assert all(one.key in adlung().topics for one in scenes)
    told = [words(adlung(), one.start, one.acts) for one in scenes]
    assert all(set(found) <= {OK, REJECTED} and found.count(REJECTED) <= 1 for found in told)
    assert any(REJECTED in found for found in told)
    for one in scenes:
        follower = Follower(adlung(), begun(adlung(), one.start))
        for act in one.acts:
            follower.apply(follower.read(act))
        state = follower.settled
        assert follower.game.at_rest(state) or follower.game.top(state) is None or follower.game.actors(state)


def test_no_game_is_there_twice_and_none_with_other_players(scenes: tuple[Shown, ...]) -> None:
    assert len({(repr(one.start), repr(one.acts)) for one in scenes}) == len(scenes)
    assert all(len(one.start["position"]["roles"]) == 4 for one in scenes)
    assert on_file(adlung(10)) == ()


def test_a_game_is_there_for_each_thing_that_comes_of_a_clause() -> None:
    """The Poison Ring at even points: used by the attacker, and by the defender."""
    games = telling(adlung(), 0, 400, "any")
    assert 50 < len({(repr(one.start), repr(one.acts)) for one in games}) == len(games) < 200
    won: set[bool] = set()
    for one in games:
        (attacker,) = {act["by"] for act in one.acts if named(act) == "attack"} or {None}
        used = {act["by"] for act in one.acts if act.get("card") == "poison-ring"}
        rewarded = {act["by"] for act in one.acts if named(act) == "reward"}
        if used and used == rewarded:
            won.add(used == {attacker})
    assert won == {True, False}
    ordered = telling(adlung(), 0, 400, CLOCKWISE)
    assert {repr(one.acts) for one in ordered} <= {repr(one.acts) for one in games}


def swerves(scenes: tuple[Shown, ...], described: Description, seed: int) -> list[tuple[dict[str, Any], ...]]:
    composer = Composer(adlung(), described, Random(seed))
    return [composer.probed(begun(adlung(), one.start), one.acts, True) for one in scenes]


def test_games_that_swerve_do_other_things_that_are_allowed(scenes: tuple[Shown, ...]) -> None:
    composer = Composer(adlung(), TOLD, Random(1))
    other = 0
    for one in scenes:
        follower = Follower(adlung(), begun(adlung(), one.start))
        for act in one.acts:
            for done in swerved(follower, TOLD, act, composer.rng):
                other += done != act
                assert follower.apply(follower.read(done)).word == OK or done == act
    assert other > len(scenes) / 2


def test_the_same_seed_swerves_the_same_way(scenes: tuple[Shown, ...]) -> None:
    assert swerves(scenes[:9], TOLD, 1) == swerves(scenes[:9], TOLD, 1) != swerves(scenes[:9], TOLD, 2)


def test_a_program_is_not_given_uses_out_of_its_order_nor_what_it_has_no_step_for(scenes: tuple[Shown, ...]) -> None:
    close = {"close": "duel.powers"}
    open_there = []
    for one in scenes:
        follower = Follower(adlung(), begun(adlung(), one.start))
        for act in one.acts:
            if act == close and any(named(other) == "use" for other in follower.legal()):
                open_there.append(follower)
                break
            follower.apply(follower.read(act))
    assert open_there

    def used(described: Description) -> int:
        rng = Random(0)
        return sum(len(swerved(follower, described, close, rng)) > 1 for follower in open_there for _ in range(8))

    assert used(TOLD)
    assert not used(evolve(TOLD, order=CLOCKWISE))
    assert not used(evolve(TOLD, windows=("duel.result",)))
