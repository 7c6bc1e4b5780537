"""How long effects go on, whether their order matters, whether each can decide who wins: each held against play."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve
from castles import rules_for

from advocatus.checks.caleira import chains, mattering, pending
from advocatus.checks.context import CheckContext
from advocatus.checks.finding import Store
from advocatus.checks.row import BOUNDED, PROVED, UNKNOWN
from advocatus.model.caleira.cards import WORKING
from advocatus.model.caleira.state import State
from advocatus.model.families import open_game
from advocatus.model.game import choices, make, play
from advocatus.model.rules import Rules
from advocatus.specs.caleira import keeping, measure, soundness

CONTEXT = CheckContext(0, Store(Path()))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_longest_turn_found_is_a_game_with_so_many_decisions(players: int) -> None:
    rules = rules_for(players)
    found = chains.longest(rules)
    assert found is not None
    game, (many, played) = open_game(rules), found
    steps = [*play(game, game.start(played.deal), played.moves)]
    last = steps[-1].before.turn
    decisions = [s for s in steps if s.before.turn == last and s.move.by >= 0 and s.move.act != "play"]
    assert len(decisions) == many > 12
    weights = measure.weights(rules)
    assert weights is not None
    assert many <= measure.weigh(weights, decisions[0].before)


def test_what_is_not_kept_is_not_said_to_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "verdict_of", lambda _: (UNKNOWN, "a step breaks it"))
    rows, _ = chains.chains(rules_for(2), CONTEXT)
    assert [row.verdict for row in rows] == [UNKNOWN] * 3
    monkeypatch.setattr(soundness, "overlooked", lambda _: "cards at play: refuted")
    monkeypatch.setattr(keeping, "verdict_of", lambda _: (PROVED, "asked elsewhere"))
    rows, _ = chains.chains(rules_for(2), CONTEXT)
    assert [(row.check, row.verdict) for row in rows] == [
        ("steps.kept", PROVED), ("tables.sound", UNKNOWN), ("turns end", PROVED),
        ("games end", PROVED), ("longest turn", BOUNDED)]
    assert rows[3].value == 18


@pytest.mark.parametrize(("one", "other"), [("barracks", "trebuchet"), ("throne-room", "trebuchet")])
def test_the_order_of_two_effects_matters_where_it_is_said_to(one: str, other: str) -> None:
    rules = rules_for(2)
    state, _ = pending.parting(rules, one, other)
    assert state is not None
    assert open_game(rules).well_formed(state) == ()
    here, there = (pending.ends(rules, way) for way in (state, evolve(state, agenda=state.agenda[::-1])))
    assert here is not None
    assert here != there


def test_two_effects_that_touch_nothing_in_common_commute() -> None:
    state, asked = pending.parting(rules_for(2), "barracks", "market")
    assert state is None
    assert asked > 10


def test_every_pair_has_a_row_and_some_do_not_commute() -> None:
    rows, _ = pending.pending(rules_for(2), CONTEXT)
    assert len(rows) == 25  # 21 pairs of two cards, and four cards of which there are two at least
    assert sum(row.verdict == PROVED for row in rows) > 8
    assert pending.pending(rules_for(3), CONTEXT) == ((), ())


@pytest.mark.parametrize("players", [2, 4])
def test_each_effect_decides_a_game(players: int) -> None:
    rules = rules_for(players)
    found = mattering.mattering(rules, 0)
    assert set(found) == WORKING
    for kind, mattered in found.items():
        game = open_game(rules)
        steps = [*play(game, game.start(mattered.deal), mattered.moves)]
        assert steps[-1].after.verdict is not None
        assert steps[-1].after.verdict.winners == mattered.winners != mattered.without
        assert any(step.before.turn == mattered.turn and step.before.agenda[0].kind == kind for step in steps)


def test_an_effect_that_does_nothing_never_matters(monkeypatch: pytest.MonkeyPatch) -> None:
    """A planted fault: where the effect is carried out both ways, no game is said to be decided by it."""
    def done(rules: Rules, state: State) -> State:
        game = open_game(rules)
        after: State = make(game, state, choices(game, state)[0]).after
        return after

    monkeypatch.setattr(mattering, "undone", done)
    monkeypatch.setattr(mattering, "WAYS", 1)
    monkeypatch.setattr(mattering, "GAMES", 8)
    assert mattering.mattering(rules_for(2), 0) == {}
