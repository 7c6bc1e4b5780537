"""Which clause is blamed for departures that nothing explains: the one that the others rest on least."""

from __future__ import annotations

from collections import Counter

import pytest
from mutated import InProcess, WrongOracle

from advocatus.checks.conformance.blaming import blamed, one_with, suspicion
from advocatus.checks.conformance.departing import Group
from advocatus.checks.conformance.describing import described
from advocatus.checks.conformance.diagnosing import Case, mutants
from advocatus.checks.conformance.trial import Trial
from advocatus.checks.conformance.walking import DIFFERS, MUTATES, TOO_STRICT, Apart, Play
from advocatus.model.families import editions
from advocatus.model.rules import make_rules

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


def test_of_clauses_that_always_come_together_one_without_norms_is_blamed() -> None:
    departures = [(3, ("often", "card", "card.ends", "seldom"))]
    assert blamed(PASSED, departures, {"card", "seldom"}) == [("card.ends", [0])]
    assert blamed(PASSED, departures, {"card", "card.ends"}) == [("card", [0])]


@pytest.mark.parametrize(("silent", "found"), [
    (67, [("abilities", [0, 1])]), (2, [("abilities", [0]), ("silent", [1])]),
])
def test_what_is_left_is_one_with_what_it_shares_nearly_every_game_of(
    silent: int, found: list[tuple[str, list[int]]]
) -> None:
    """A program in which the wrong player reads a text, and waits for one where there is none: most trades part."""
    passed = Counter({"offer": 415, "accept": 119, "silent": silent})
    assert blamed(passed, [(307, ("abilities", "offer", "accept")), (8, ("offer", "accept", "silent"))]) == found


def test_so_it_is_with_a_cause_that_is_known() -> None:
    passed = Counter({"offer": 415, "accept": 107, "silent": 63})
    known, mine = (300, ("offer", "accept", "abilities")), (11, ("offer", "accept", "silent"))
    assert one_with(passed, [known, mine], mine, known[1])
    assert not one_with(passed, [(30, known[1]), mine], mine, known[1])
    assert not one_with(passed, [known, mine], mine, ("abilities",))


def test_what_a_rejection_spent_is_missed_later_and_told_once() -> None:
    rules = make_rules(editions()["adlung"], 4)
    subject = InProcess(WrongOracle())
    trial = Trial(subject, described(subject), rules, 0, lambda _: None)
    case, doctor = Case(Play(rules, {}, ()), {"answers": []}, -1), ("profession.doctor",)
    mutant = next(m for m in mutants(rules) if m.clauses == doctor)
    trial.groups = [Group(kind, doctor, case, Apart(kind, -1, doctor, "ok", "rejected"), found, count)
                    for kind, found, count in ((TOO_STRICT, (mutant,), 3), (MUTATES, (), 5))]
    assert [(group.kind, group.count) for group in trial.outcome().groups] == [(MUTATES, 8)]


@pytest.mark.parametrize(("count", "cited", "named"), [
    (5, False, "victory.needs"), (4, False, "victory.wrong"), (5, True, "victory.wrong"),
])
def test_a_value_that_no_game_cites_is_named_where_it_is_wrong_at_times(
    count: int, cited: bool, named: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program for whose larger association two are enough, with the drink: nothing cites how many are needed."""
    monkeypatch.setattr(Trial, "_fits", lambda *_: False)
    rules = make_rules(editions()["adlung"], 5)
    subject = InProcess(WrongOracle())
    trial = Trial(subject, described(subject), rules, 0, lambda _: None)
    trial.passed = Counter({"victory.wrong": 114, "victory.needs": 3 * cited})
    case = Case(Play(rules, {}, ()), {"answers": []}, -1)
    mutant = next(m for m in mutants(rules) if m.clauses == ("victory.needs",))
    trial.groups = [Group(DIFFERS, mutant.clauses, case, Apart(DIFFERS, -1, (), "no", "yes"), (mutant,), count,
                          suspects=("victory.wrong",))]
    assert [(group.clauses, group.found) for group in trial.outcome().groups] == [((named,), ())]


@pytest.mark.parametrize(("passed", "alone"), [(200, True), (8, False)])
def test_a_cause_takes_in_what_rests_on_a_clause_of_it_unless_another_is_much_more_suspect(
    passed: int, alone: bool
) -> None:
    """A program without occupations, in whose struggles the ring goes wrong too: all of them rest on duel.powers."""
    rules = make_rules(editions()["adlung"], 4)
    subject = InProcess(WrongOracle())
    trial = Trial(subject, described(subject), rules, 0, lambda _: None)
    trial.passed = Counter({"duel.powers": passed, "object.poison-ring": 4})
    case = Case(Play(rules, {}, ()), {"answers": []}, -1)
    mutant = next(m for m in mutants(rules) if "duel.powers" in m.clauses)
    cause = Group(TOO_STRICT, mutant.clauses, case, Apart(TOO_STRICT, -1, mutant.clauses, "ok", "rejected"), (mutant,))
    other = Group(TOO_STRICT, ("duel.truth",), case, Apart(TOO_STRICT, -1, ("duel.truth",), "ok", "rejected"),
                  suspects=("duel.powers", "object.poison-ring"))
    trial.groups = [cause, other]
    clauses = [group.clauses for group in trial.outcome().groups]
    assert clauses == [mutant.clauses, ("object.poison-ring",)][:1 + alone]
