"""What an engine keeps for speed changes nothing: a fresh one says the same of every position."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from advocatus.checks.play import random_steps
from advocatus.model.families import editions, open_game
from advocatus.model.game import CHANCE, Game, Step
from advocatus.model.rules import Rules, make_rules

ALL = [make_rules(edition, players) for edition in editions().values() for players in sorted(edition.players)[:2]]


def steps(game: Game[Any, Any], moves: int) -> list[Step[Any]]:
    rng = Random(game.rules.digest)
    found: list[Step[Any]] = []
    while len(found) < moves:
        found += random_steps(game, game.random_deal(rng), rng, 60)
    return found


@pytest.mark.parametrize("rules", ALL, ids=lambda r: f"{r.edition.key}-{r.players}")
def test_a_fresh_engine_resolves_and_evolves_alike(rules: Rules) -> None:
    game = open_game(rules)
    for step in steps(game, 250):
        fresh = open_game(rules)
        for seat in game.actors(step.before):
            if seat != CHANCE:
                assert game.resolve(step.before, seat) == fresh.resolve(step.before, seat)
        state = step.before
        for event in step.events:
            state = fresh.evolve(state, event)
        assert state == step.after
        assert fresh.decide(step.before, step.move) == step.events


class Careless(dict[Any, Any]):
    """Keeps settlements by what answers the frame alone, not by which norms cover what."""

    def get(self, key: Any, default: Any = None) -> Any:
        return super().get(key[0], default)

    def __setitem__(self, key: Any, value: Any) -> None:
        super().__setitem__(key[0], value)


def test_a_settlement_kept_under_too_little_is_felt() -> None:
    game, wrong = open_game(ALL[0]), open_game(ALL[0])
    wrong.index._settled = Careless()  # type: ignore[attr-defined]
    seats = [(s.before, seat) for s in steps(game, 250) for seat in game.actors(s.before) if seat != CHANCE]
    assert any(game.resolve(*at) != wrong.resolve(*at) for at in seats)
