"""Every name that a guard may use has a value of its sort, wherever it may be used."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from advocatus.checks.play import random_steps
from advocatus.model.families import editions
from advocatus.model.game import CHANCE
from advocatus.model.rules import make_rules
from advocatus.model.teufelsburg.engine import Teufelsburg
from advocatus.model.teufelsburg.vocabulary import ACCESSORS, BY_FRAME, BY_MOVE, NAMES
from advocatus.specs.algebra import Concrete
from advocatus.specs.teufelsburg.codes import CODES, Box
from advocatus.specs.teufelsburg.decode import encode
from advocatus.specs.teufelsburg.situation import Situation
from advocatus.specs.teufelsburg.situation import name as name_of
from advocatus.specs.teufelsburg.table import depth_of

NUMBERS = Concrete(CODES)
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


def coded(sort: str, value: Any) -> Any:
    """A value of the engine's in numbers, as the terms have it."""
    if sort in ("card", "side", "stance"):
        return CODES.code(sort, value)
    return value


@pytest.mark.parametrize("edition", ["adlung", "dv"])
def test_the_terms_give_a_name_the_value_that_the_engine_gives_it(edition: str) -> None:
    rules = make_rules(editions()[edition], 4)
    game, box, rng, met = Teufelsburg(rules), Box(rules), Random(7), Counter[str]()
    for _ in range(25):
        for step in random_steps(game, game.random_deal(rng), rng, 80):
            frame: Any = game.top(step.before)
            if step.move.by == CHANCE:
                continue
            here = Situation(box, encode(box, step.before, depth_of(4)), frame.kind, step.move.by, True)
            for name in (*(name for name in NAMES if name not in PLACED), *BY_FRAME.get(frame.kind, ())):
                sort, value = NAMES[name].sort, ACCESSORS[name](game, step.before, frame, step.move)
                if sort.startswith("bag"):
                    continue
                told = name_of(NUMBERS, here, name, None)
                assert told == coded(sort, value), (name, frame.kind, step.move, told, value)
                met[name] += 1
    assert met["tokens_down"] > 10
