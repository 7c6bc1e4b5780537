"""What the solver is told of a table of Caleira follows from what steps keep; a word too much is noticed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
import z3

from advocatus.model.families import editions
from advocatus.model.rules import make_rules
from advocatus.specs.caleira import soundness
from advocatus.specs.caleira.places import due_in
from advocatus.specs.prover import PROVED, REFUTED, VACUOUS

EDITION = editions()["bga-fr"]
RAZED = {"out.castle": "razed", "out.effects": "resolved", "out.hand": "discard"}


@pytest.mark.parametrize("kind", ["play", "trebuchet"])
def test_what_a_table_is_taken_to_be_follows_with_somebody_out_too(kind: str) -> None:
    found = soundness.follows(make_rules(EDITION, 3), kind)
    assert found == dict.fromkeys(found, PROVED)
    assert {"cards", "turns", "due", "out"} <= set(found)


@pytest.mark.slow
@pytest.mark.parametrize(("players", "answers"), [(2, {}), (3, {}), (4, {}), (3, RAZED)])
def test_so_it_does_in_every_kind_of_decision(players: int, answers: Mapping[str, str]) -> None:
    assert soundness.overlooked(make_rules(EDITION, players, (), answers)) == ""


def test_what_holds_with_nobody_out_alone_does_not_follow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once the number of cards was taken to be that of the turns, whoever had left: 300 games broke it."""
    rules = make_rules(EDITION, 3)
    told = soundness.sound

    def too_much(a: Any, box: Any, table: Any) -> Mapping[str, Any]:
        played = a.total((table.pieces(a), *table.discard.values(), *table.gone.values(), 1))
        return {**told(a, box, table), "turns": a.eq(played, table.turn)}

    monkeypatch.setattr(soundness, "sound", too_much)
    soundness.follows.cache_clear()
    try:
        assert soundness.follows(rules, "play")["turns"] == REFUTED
        assert due_in(rules)[0] == "play"
        assert soundness.overlooked(rules) == "turns at play: refuted"
    finally:
        soundness.follows.cache_clear()


def test_what_follows_from_what_cannot_be_is_not_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    told = soundness.keeps
    monkeypatch.setattr(soundness, "keeps", lambda *args: {**told(*args), "never": z3.BoolVal(False)})
    soundness.follows.cache_clear()
    try:
        found = soundness.follows(make_rules(EDITION, 2), "play")
        assert found["turns"] == VACUOUS
        assert PROVED not in found.values()
    finally:
        soundness.follows.cache_clear()
