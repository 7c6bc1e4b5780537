"""Nothing that a seat may not know changes what it is shown; and views that tell too much are noticed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from castles import rules_for

from advocatus.checks.secrecy import played
from advocatus.model.caleira import views
from advocatus.specs.caleira.places import due_in


@pytest.mark.parametrize(("players", "answers"), [
    (2, {}), (3, {}), (4, {"place.where": "anywhere"}), (2, {"market.choice": "drawn"}), (2, {"market.sees": "yes"})])
def test_twins_look_alike(players: int, answers: dict[str, str]) -> None:
    tally, game = played(rules_for(players, answers), 1, games=12)
    assert (tally.slips, game) == ({}, None)
    assert len(tally.positions) >= 9
    assert sum(tally.steps.values()) > 300


def _shows(key: str, what: Callable[[Any, int], Any]) -> Callable[[pytest.MonkeyPatch], None]:
    """A view that shows one thing more."""
    def plant(patch: pytest.MonkeyPatch) -> None:
        right = views.view
        patch.setattr(views, "view", lambda rules, state, seat: {**right(rules, state, seat), key: what(state, seat)})
    return plant


def _tells(tag: str) -> Callable[[pytest.MonkeyPatch], None]:
    """An event that hides nothing."""
    return lambda patch: patch.setattr(views, "SECRET_EVENT_FIELDS", {
        key: value for key, value in views.SECRET_EVENT_FIELDS.items() if key != tag})


def _frames(kind: str) -> Callable[[pytest.MonkeyPatch], None]:
    """A frame that hides nothing."""
    return lambda patch: patch.setattr(views, "SECRET_FRAME_FIELDS", {
        key: value for key, value in views.SECRET_FRAME_FIELDS.items() if key != kind})


FAULTS: Mapping[str, tuple[Callable[[pytest.MonkeyPatch], None], dict[str, str]]] = {
    "all hands": (_shows("hands", lambda s, seat: s.hands), {}),
    "the pile": (_shows("rest", lambda s, seat: s.rest), {}),
    "the top of the pile": (_shows("top", lambda s, seat: s.top), {}),
    "every piece": (_shows("pieces", lambda s, seat: [p.kind for _, p in s.pieces]), {}),
    "whose hand has the Princess": (_shows("odd", lambda s, seat: ["princess" in hand for hand in s.hands]), {}),
    "a draw": (_tells("drew"), {}),
    "a look at a piece": (_tells("looked-at"), {}),
    "a look at the pile": (_tells("uncovered"), {}),
    "an order of the pile": (_tells("arranged"), {}),
    "an exchange": (_tells("swapped"), {}),
    "what is put in order": (_frames("arrange"), {}),
    "what is given": (_frames("swap-return"), {}),
    "what is placed": (_frames("place"), {"place.where": "anywhere"}),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_view_that_tells_too_much_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant, answers = FAULTS[name]
    plant(monkeypatch)
    rules = rules_for(3 if not answers else 4, answers)
    assert any(played(rules, seed, games=12)[0].slips for seed in range(4)), name


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_kind_of_decision_is_held_against_twins_and_no_norm_tells_a_secret(players: int) -> None:
    rules = rules_for(players)
    tally, game = played(rules, 0)
    assert (tally.slips, game, tally.forced) == ({}, None, set())
    assert set(tally.positions) == {"draw", "turn-up", *due_in(rules)}
