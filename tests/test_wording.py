"""Clauses that nothing asks for: all that is played is the same without them, and without others it is not."""

from __future__ import annotations

from random import Random

import pytest
from attrs import evolve

from advocatus.checks.deriving import game_of
from advocatus.checks.parting import views
from advocatus.checks.play import random_steps
from advocatus.checks.row import PROVED
from advocatus.checks.wording import UNASKED, bare_clauses, can_be_cited, wording_rows
from advocatus.model.families import editions
from advocatus.model.rules import Gap, Rules, make_rules

EVERY = [(key, count) for key, edition in editions().items() for count in (min(edition.players), max(edition.players))]


def unasked(rules: Rules) -> set[str]:
    return {row.check for row in wording_rows(rules, 0) if (row.verdict, row.value) == (PROVED, UNASKED)}


def without(rules: Rules, clauses: set[str]) -> Rules:
    kept = tuple(c for c in rules.edition.clauses if c.id not in clauses)
    return evolve(rules, edition=evolve(rules.edition, clauses=kept))


def told(rules: Rules, games: int) -> list[object]:
    """Random games of a rule set: what came of each move, and what everybody saw."""
    game, rng = game_of(rules), Random(7)
    found: list[object] = []
    for _ in range(games):
        found += [(step.move, step.events, views(game, step.after))
                  for step in random_steps(game, game.random_deal(rng), rng, 80)]
    return found


@pytest.mark.parametrize(("key", "players"), EVERY, ids=str)
def test_games_are_the_same_without_what_is_unasked(key: str, players: int) -> None:
    rules = make_rules(editions()[key], players)
    idle = unasked(rules)
    assert idle
    assert told(without(rules, idle), 8) == told(rules, 8)


def test_a_clause_that_play_rests_on_is_asked_for() -> None:
    rules = make_rules(editions()["adlung"], 3)
    bare = set(bare_clauses(rules))
    assert "trade.refused" in bare - unasked(rules)
    with pytest.raises(Gap):
        told(without(rules, {"trade.refused"}), 8)
    assert can_be_cited(rules, "object.goblet")  # something may be put together that begins so: no proof
    assert not can_be_cited(rules, "setup.secrecy")
