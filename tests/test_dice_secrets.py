"""No roll that was not shown changes what others are shown; views and events that tell too much are noticed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from advocatus.checks.secrecy import played
from advocatus.model.dice_devils import engine as engines
from advocatus.model.dice_devils import views
from advocatus.model.dice_devils.events import Rolled
from advocatus.model.families import editions
from advocatus.model.game import CHANCE
from advocatus.model.rules import Rules, make_rules

EDITION = next(e for e in editions().values() if e.family == "dice-devils")


def rules_for(players: int, answers: Mapping[str, str] | None = None, variants: tuple[str, ...] = ()) -> Rules:
    return make_rules(EDITION, players, variants, answers or {})


@pytest.mark.parametrize(("players", "answers", "variants"), [
    (3, {}, ()), (5, {}, ()), (6, {"spielteufel.moment": "late", "satansbraten.adds": "first"}, ()),
    (4, {}, ("own-mix",))])
def test_twins_look_alike(players: int, answers: Mapping[str, str], variants: tuple[str, ...]) -> None:
    tally, game = played(rules_for(players, answers, variants), 1, games=6)
    assert (tally.slips, game) == ({}, None)
    assert {"roll", "place"} <= set(tally.positions)
    assert sum(tally.steps.values()) > 200


def _shows(what: Callable[[Any, int], Any]) -> Callable[[pytest.MonkeyPatch], None]:
    """A view that shows one thing more."""
    def plant(patch: pytest.MonkeyPatch) -> None:
        right = views.view
        patch.setattr(views, "view", lambda state, seat: {**right(state, seat), "more": what(state, seat)})
    return plant


def _event(hides: Callable[[Any, int], bool]) -> Callable[[pytest.MonkeyPatch], None]:
    """Rolls that are told to somebody more."""
    def plant(patch: pytest.MonkeyPatch) -> None:
        right = views.redact

        def redact(event: Any, seat: int) -> Any:
            told = dict(right(event, seat))
            if isinstance(event, Rolled) and not hides(event, seat):
                told["dice"] = list(event.dice)
            return told
        patch.setattr(views, "redact", redact)
    return plant


def _moves(patch: pytest.MonkeyPatch) -> None:
    """Markers that cannot lie where the one before knows that he has lost: what can be done tells a roll."""
    right = engines.candidates

    def fewer(state: Any, frame: Any, seat: int) -> Any:
        found, duties = right(state, frame, seat)
        low = seat != CHANCE and frame.kind == "place" and min(sum(roll) for roll in state.dice if roll) < 5
        keep = len(found) - (low and len(found) > 1)
        return found[:keep], duties[:keep]
    patch.setattr(engines, "candidates", fewer)


FAULTS: Mapping[str, Callable[[pytest.MonkeyPatch], None]] = {
    "all dice": _shows(lambda s, seat: s.dice),
    "the sum of all dice": _shows(lambda s, seat: sum(sum(roll) for roll in s.dice)),
    "who has rolled most": _shows(lambda s, seat: max(s.dice)),
    "the Oberteufel's smallest die": _shows(lambda s, seat: s.first_smallest),
    "the dice of the next": _shows(lambda s, seat: s.dice[(seat + 1) % s.players]),
    "a roll is told to all": _event(lambda event, seat: False),
    "a roll is told to the first seat": _event(lambda event, seat: seat != 0),
    "what may be done tells a roll": _moves,
}


@pytest.mark.parametrize("name", FAULTS)
def test_what_tells_too_much_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    FAULTS[name](monkeypatch)
    assert any(played(rules_for(3), seed, games=4)[0].slips for seed in range(3)), name
