"""Which clause is blamed for departures that nothing explains: the one that the others rest on least."""

from __future__ import annotations

from collections import Counter

import pytest

from advocatus.checks.conformance.blaming import blamed, suspicion

PASSED = Counter({"often": 100, "seldom": 1})


def test_the_clause_that_other_games_rest_on_least_is_the_most_suspect() -> None:
    assert blamed(PASSED, [(3, ("often", "seldom"))]) == [("seldom", [0])]
    assert suspicion(PASSED, "never", 3, 3) == pytest.approx(1.0)
    assert suspicion(PASSED, "often", 3, 3) < suspicion(PASSED, "seldom", 3, 3) < 1.0


def test_one_clause_accounts_for_all_departures_that_rest_on_it() -> None:
    departures = [(30, ("silent", "trade", "bag")), (1, ("trade", "tome"))]
    assert blamed(Counter(), departures) == [("trade", [0, 1])]


def test_departures_with_nothing_in_common_are_two_causes() -> None:
    assert blamed(Counter(), [(2, ("one",)), (5, ("two",)), (1, ())]) == [("two", [1]), ("one", [0])]


def test_of_clauses_that_always_come_together_the_last_one_is_blamed() -> None:
    assert blamed(PASSED, [(3, ("often", "card", "card.ends", "seldom"))]) == [("card.ends", [0])]
