"""Every name that a guard may use has a value of its sort, wherever it may be used."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from advocatus.checks.play import random_steps
from advocatus.model.families import editions
from advocatus.model.rules import make_rules
from advocatus.model.teufelsburg.engine import Teufelsburg
from advocatus.model.teufelsburg.vocabulary import ACCESSORS, BY_FRAME, BY_MOVE, NAMES

PLACED = {name for names in (*BY_FRAME.values(), *BY_MOVE.values()) for name in names}
OF_SORT = {"int": int, "bool": bool, "seat": int, "bag[card]": tuple}  # the others are words


@pytest.mark.parametrize("players", [3, 5])
def test_a_name_has_a_value_at_every_decision_of_play(players: int) -> None:
    game, rng = Teufelsburg(make_rules(editions()["adlung"], players)), Random(players)
    met: set[tuple[str, str]] = set()
    for _ in range(60):
        for step in random_steps(game, game.random_deal(rng), rng, 80):
            frame: Any = game.top(step.before)
            if step.move.by < 0:
                continue
            here = (*(name for name in NAMES if name not in PLACED), *BY_FRAME.get(frame.kind, ()),
                    *BY_MOVE.get(step.move.act, ()))
            for name in here:
                value = ACCESSORS[name](game, step.before, frame, step.move)
                assert isinstance(value, OF_SORT.get(NAMES[name].sort, str)), (name, frame.kind, value)
                met.add((frame.kind, name))
    assert met >= {("activate", "partner"), ("answer", "offered"), ("offer", "given"), ("support", "chosen")}
