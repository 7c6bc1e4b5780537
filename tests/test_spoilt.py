"""Faults in the rulebooks: each is noticed, or proved to change nothing; `python tests/spoilt.py` prints them all."""

from __future__ import annotations

import pytest
import spoilt
from attrs import evolve
from spoilt import NOTHING, ON_FILE, PLAY, PRINTED, PROVED, SOLVER, Spoilt, filed, merged, misprinted

from advocatus.checks.entries import Entry
from advocatus.model.families import editions
from advocatus.model.guard import Guard
from advocatus.model.rules import make_rules
from advocatus.specs.liveness import more_changes


def test_every_fault_of_a_rule_set_is_noticed_or_proved_to_change_nothing() -> None:
    found = [*spoilt.spoilt(make_rules(editions()["bga-fr"], 2, (), {}))]
    assert {one.by for one in found} == {SOLVER, PLAY, ON_FILE, PROVED, NOTHING}
    unfelt = {one.fault.partition("=")[0] for one in found if one.by == NOTHING}
    assert unfelt == {"points.moats", "princess.many", "out.castle", "out.effects"}  # of three or four players only
    assert {one.sort for one in found} >= {"norm, out", "norm, when", "norm, by one", "fact", "switch"}
    assert len({(one.sort, one.fault) for one in found}) == len(found) > 60
    assert all(one.how for one in found)


@pytest.mark.slow
def test_all_faults_of_all_rulebooks_are_noticed_or_proved_to_change_nothing() -> None:
    assert spoilt.main(()) == 0


def test_what_nothing_notices_is_told() -> None:
    """Planted: a total that nothing asks for, and no proof of it."""
    rules = make_rules(editions()["dv"], 4, (), {})
    assert misprinted(rules, Entry("guides.total", 99, False)) == ""
    assert filed(rules, Entry("guides.total", 99, False)) == ""
    assert "prints" in misprinted(rules, Entry("objects.total", 22, False))


def test_a_game_on_file_notices_a_procedure_turned() -> None:
    rules = make_rules(editions()["bga-fr"], 2, (), {})
    assert filed(rules, Entry("source.gone", "lost", True)).startswith("question.bga-fr.source.gone")


def test_a_fault_is_as_noticed_as_it_is_anywhere() -> None:
    one = Spoilt("fact", "hand.limit=5", NOTHING, "")
    (best,) = merged([one, evolve(one, by=PRINTED), evolve(one, by=PROVED)])
    assert best.by == PRINTED


def test_what_is_argued_is_told_with_the_reason() -> None:
    one = Spoilt("fact", "objects.total=22", NOTHING, "compared 40 times")
    (told,), (other,) = spoilt.argued([one], "adlung"), spoilt.argued([one], "dv")
    assert (told.by, other.by) == (spoilt.ARGUED, NOTHING)
    assert "not asked for" in told.how


def test_each_bound_of_a_condition_is_moved_both_ways() -> None:
    norms = {norm.id: norm for norm in make_rules(editions()["adlung"], 4, (), {}).norms}
    norm = norms["trade.must-refuse-bag/1"]  # two counts that are to be 1
    guards = [change.other.when for change in more_changes(norm) if change.other and "by one" in change.what]
    assert all(isinstance(guard, Guard) for guard in guards)
    trees = {str(guard.tree) for guard in guards if guard}
    assert len(trees) == len(guards) == 4
