"""Clauses of words alone: nothing that is played is another without them, and of the others something is."""

from __future__ import annotations

from random import Random

import pytest
from attrs import evolve

from advocatus.checks.deriving import game_of
from advocatus.checks.parting import views
from advocatus.checks.play import random_steps
from advocatus.checks.row import PROVED
from advocatus.checks.wording import WORDS, bare_clauses, can_be_cited, wording_rows
from advocatus.model.families import editions
from advocatus.model.rules import Gap, Rules, make_rules

EVERY = [(key, count) for key, edition in editions().items() for count in (min(edition.players), max(edition.players))]


def words_alone(rules: Rules) -> set[str]:
    return {row.check for row in wording_rows(rules, 0) if (row.verdict, row.value) == (PROVED, WORDS)}


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
def test_games_are_the_same_without_what_is_words_alone(key: str, players: int) -> None:
    rules = make_rules(editions()[key], players)
    words = words_alone(rules)
    assert "turn.first" in words
    assert told(without(rules, words), 8) == told(rules, 8)


def test_a_clause_that_play_rests_on_is_no_words() -> None:
    rules = make_rules(editions()["adlung"], 3)
    bare = set(bare_clauses(rules))
    assert "trade.refused" in bare - words_alone(rules)
    with pytest.raises(Gap):
        told(without(rules, {"trade.refused"}), 8)
    assert can_be_cited(rules, "object.goblet")  # something may be put together that begins so: no proof
    assert not can_be_cited(rules, "setup.secrecy")
