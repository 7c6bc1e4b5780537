"""Order: pairs of uses that do not commute, found over every scene, shown by a game, and made again from it."""

from __future__ import annotations

from itertools import islice, permutations
from pathlib import Path
from random import Random

import pytest
from attrs import evolve
from games import own_rulebook

from advocatus.checks.context import CheckContext
from advocatus.checks.finding import Finding, Store, smallest
from advocatus.checks.narrate import narrate
from advocatus.checks.order import Pair, chart, interrupts, matrix, order_finding, orders, partners, scenes_of
from advocatus.checks.play import random_steps
from advocatus.checks.replaying import replay
from advocatus.checks.row import in_order
from advocatus.checks.teufelsburg.order import WINDOWS, TableScenes
from advocatus.model.families import editions, find_editions, open_game
from advocatus.model.game import CHANCE, TABLE, choices, make
from advocatus.model.rulebook import Edition
from advocatus.model.rules import Rules, make_rules
from advocatus.model.teufelsburg import moves as mv

SWORDSMAN = {"profession.bodyguard", "object.throwing-knives", "object.whip"}


def found_in(rules: Rules) -> tuple[Finding, ...]:
    return smallest(orders([rules], CheckContext(0, Store(Path("nowhere"))))[1])


@pytest.fixture(scope="module")
def of_three() -> tuple[Finding, ...]:
    return found_in(make_rules(editions()["adlung"], 3))


def test_what_the_duelist_undoes_must_be_put_down_before(of_three: tuple[Finding, ...]) -> None:
    causes = {f.cause for f in of_three}
    assert causes == {tuple(sorted((other, "profession.swordsman"))) for other in SWORDSMAN} | {
        ("profession.clairvoyant", "profession.doctor")}


def test_the_games_begin_at_a_deal_and_replay(of_three: tuple[Finding, ...]) -> None:
    for finding in of_three:
        assert replay(finding, editions()) == ()
        assert finding.trace is not None
        assert sum(isinstance(move, mv.Use) for move in finding.trace.moves) == 2
        assert any(line.startswith("The other way round") for line in narrate(finding, editions()))


def test_a_forced_field_is_felt(of_three: tuple[Finding, ...]) -> None:
    finding = of_three[0]
    assert finding.trace is not None
    for changed in (
        evolve(finding, cause=("object.dagger",)), evolve(finding, summary="Nothing."), evolve(finding, clauses=()),
        evolve(finding, trace=evolve(finding.trace, steps=finding.trace.steps[:-1])),
    ):
        assert replay(changed, editions()) != ()


def test_uses_that_commute_are_no_finding() -> None:
    rules = make_rules(editions()["adlung"], 3)
    scenes = scenes_of(rules)
    assert scenes is not None
    group = next(g for g in scenes.pairs() if g[0].names == ("thug", "dagger"))
    lead = next(scenes.leads(group[0]))
    assert order_finding(rules, lead.deal, (*lead.moves, *lead.uses)) is None


def test_a_use_made_while_the_other_is_carried_through_is_no_bar() -> None:
    """With two objects the attacker pays the priest, and the clairvoyant can still look before he pays."""
    assert not any("profession.priest" in f.cause for f in found_in(make_rules(editions()["adlung"], 3)))
    scenes = TableScenes(make_rules(editions()["adlung"], 3))
    group = next(g for g in scenes.pairs() if g[0].names == ("clairvoyant", "priest"))
    assert {len(scene.state.hands[0]) > 1 for scene in group} == {True, False}


@pytest.mark.parametrize(("edition", "players"), [("adlung", 3), ("adlung", 6), ("dv", 4), ("dv", 5)])
def test_every_scene_is_a_sound_position_with_both_powers_open(edition: str, players: int) -> None:
    rules = make_rules(editions()[edition], players)
    scenes, game = TableScenes(rules), open_game(rules)
    windows = set()
    for group in scenes.pairs():
        scene = group[0]
        windows.add(scene.window)
        assert game.well_formed(scene.state) == ()
        assert all(use in game.resolve(scene.state, use.by).candidates for use in scene.uses)
        for lead in islice(scenes.leads(scene), 2):
            state = game.start(lead.deal)
            for move in lead.moves:
                state = make(game, state, move).after
            top = game.top(state)
            assert top is not None
            assert top.kind == scene.window
    assert {"duel.priest", "duel.powers", "duel.result"} <= windows


@pytest.mark.parametrize("edition", ["adlung", "dv"])
def test_the_order_in_which_cards_lie_is_of_no_account(edition: str) -> None:
    """Whatever lies laid down in another order, the same is counted and the same can follow."""
    rules = make_rules(editions()[edition], 5)
    scenes, game = TableScenes(rules), open_game(rules)
    compared = 0
    for group in scenes.pairs():
        scene = group[0]
        if scene.window != "duel.powers":
            continue
        state = scene.state
        for use in scene.uses:
            state = make(game, state, use).after if use in choices(game, state) else state
        if state.duel is None or len(state.duel.played) < 2 or game.top(state) != game.top(scene.state):
            continue
        ends = set()
        for played in permutations(state.duel.played):
            other = make(game, evolve(state, duel=evolve(state.duel, played=played)), mv.Close(TABLE)).after
            ends.add(scenes.normal(other))
        assert len(ends) == 1
        compared += 1
    assert compared > 20


@pytest.mark.parametrize("edition", find_editions("teufelsburg"))
def test_two_uses_meet_in_windows_only(edition: Edition) -> None:
    """Elsewhere nobody but the player on turn can use anything, and he has one occupation."""
    rules = make_rules(edition, 4)
    game, rng, looked = open_game(rules), Random(2), 0
    for _ in range(25):
        for step in random_steps(game, game.random_deal(rng), rng, 120):
            frame = game.top(step.before)
            if frame is None or frame.kind in WINDOWS or game.actors(step.before) == (CHANCE,):
                continue
            uses = [move for move in choices(game, step.before) if interrupts(game, step.before, move)]
            assert len(uses) <= 1
            looked += len(uses)
    assert looked > 20


PERMITS = (
    'permit = "use"\nduring = ["duel.powers"]\nwhen = "card == swordsman and (seat == attacker or seat == defender)"',
    'permit = "use"\nwhen = "card == clairvoyant and on_turn"',
)


def without_powers(text: str) -> str:
    for permit in PERMITS:
        assert permit in text
        card = "swordsman" if "swordsman" in permit else "clairvoyant"
        text = text.replace(permit, f'forbid = "use"\nwhen = "card == {card}"')
    return text


def test_a_rulebook_without_such_powers_has_no_such_finding(tmp_path: Path) -> None:
    (edition,) = find_editions(str(own_rulebook(tmp_path, without_powers)))
    rules = make_rules(edition, 3)
    pairs = list(matrix(rules, deep=False))
    assert len(pairs) > 30
    assert all(pair.commutes for pair in pairs)


def test_an_order_that_is_planted_is_found(tmp_path: Path) -> None:
    """The ring works after the count, when the Doctor may step in; after him it is too late for it."""
    planted = "when = \"card == poison_ring and tied and (seat == attacker or seat == defender)\""

    def edit(text: str) -> str:
        old = 'during = ["duel.powers"]\nwhen = "card == poison_ring and (seat == attacker or seat == defender)"'
        assert old in text
        return without_powers(text).replace(old, f'during = ["duel.result"]\n{planted}')

    (edition,) = find_editions(str(own_rulebook(tmp_path, edit)))
    (finding,) = found_in(make_rules(edition, 3))
    assert finding.cause == ("object.poison-ring", "profession.doctor")
    assert replay(finding, {edition.key: edition}) == ()


def test_the_matrix_is_told_line_by_line() -> None:
    rules = make_rules(editions()["adlung"], 3)
    window = [pair for pair in matrix(rules, deep=False) if pair.window == "duel.powers"]
    told = partners(rules, [pair for pair in window if not pair.commutes])
    assert told == "Duelist with Bodyguard, Casting Knives, Whip"
    (row,) = [row for row in orders([rules], CheckContext(0, Store(Path("nowhere"))))[0] if "powers" in row.check]
    assert told in (row.summary or "")
    assert f"{len(window)} pairs" in (row.summary or "")


def test_the_chart_is_a_square_that_says_the_same_from_both_sides() -> None:
    rules = make_rules(editions()["adlung"], 4)
    pairs = [Pair("duel.powers", ("whip", "dagger"), 3, commutes=True), Pair("duel.powers", ("thug", "whip"), 1, False),
             Pair("duel.result", ("whip", "dagger"), 1, commutes=True), Pair("duel.result", ("whip", "thug"), 1, True)]
    rows = chart(rules, pairs)
    assert [(row.check, row.value) for row in rows] == [
        ("order of Dagger", "..="), ("order of Thug", "..x"), ("order of Whip", "=x.")]
    assert [row.summary for row in rows][1:] == ["the order matters with Whip", "the order matters with Thug"]
    assert in_order(reversed(rows)) == tuple(rows)  # the table shows it as a square
