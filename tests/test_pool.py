"""Work shared out to processes: the same outcomes in the same order, and a breakdown told in the parent."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from advocatus.checks.cache import Result
from advocatus.checks.checking import check
from advocatus.checks.context import CheckContext
from advocatus.checks.finding import Store, default_folder, load
from advocatus.checks.pool import Failed, longest_first, spread, tasks_of, work
from advocatus.checks.registry import EDITION, Checker
from advocatus.checks.row import PROVED, Row
from advocatus.checks.selection import select
from advocatus.model.rules import Rules
from advocatus.specs.prover import WATCHERS, satisfy

PARENT = os.getpid()


def told(rules: Rules, _: CheckContext) -> Result:
    satisfy({"so": True})
    return [Row.of(rules, "told", "invariant", PROVED, value=rules.players)], ()


def together(rules: Sequence[Rules], _: CheckContext) -> Result:
    return [Row.of(rules[0], "together", "invariant", PROVED, value=len(rules))], ()


def breaks(rules: Rules, _: CheckContext) -> Result:
    if rules.players == 5:
        raise ZeroDivisionError("five")
    return (), ()


CHECKERS = (Checker("told", told), Checker("together", together, scope=EDITION))


@pytest.fixture
def context(tmp_path: Path) -> CheckContext:
    return CheckContext(0, Store(tmp_path))


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_the_report_is_the_same_however_many_work_at_it(jobs: int, context: CheckContext) -> None:
    selection = select(["adlung"], [3, 4, 5])
    report = check(selection, context, lambda _: CHECKERS, jobs=jobs)
    assert [(r.check, r.players, r.value) for r in report.rows] == [
        ("together", 3, 3), ("told", 3, 3), ("told", 4, 4), ("told", 5, 5)]
    assert [name for name, _ in report.times if name != "replays"] == ["together", "told"]
    assert len(report.solver) == 3
    assert WATCHERS == []


def test_a_checker_that_breaks_down_is_told_in_the_parent(context: CheckContext) -> None:
    tasks = tasks_of(Checker("breaks", breaks), select(["adlung"], [3, 4, 5]).rules)
    assert len(tasks) == 3
    with pytest.raises(Failed, match="ZeroDivisionError: five"):
        list(work(tasks, context, 2))
    with pytest.raises(ZeroDivisionError):
        list(work(tasks, context, 1))


def test_what_is_long_is_begun_first_and_given_in_its_place(tmp_path: Path) -> None:
    tasks = [task for checker in (Checker("told", told), Checker("long", together, scope=EDITION, long=9))
             for task in tasks_of(checker, select(["adlung"], [3, 4]).rules)]
    assert [tasks[i].checker.name for i in longest_first(tasks)] == ["long", "told", "told"]
    assert [done.name for done in work(tasks, CheckContext(0, Store(tmp_path)), 2)] == ["told", "told", "long"]


@pytest.mark.parametrize("jobs", [1, 2])
def test_items_are_shared_out_and_come_back_in_their_order(jobs: int) -> None:
    found = spread(lambda n: (n * n, os.getpid() == PARENT), range(9), jobs)
    assert found == tuple((n * n, jobs == 1) for n in range(9))


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_goes_wrong_with_an_item_is_raised(jobs: int) -> None:
    with pytest.raises(ZeroDivisionError):
        spread(lambda n: 1 // n, (1, 0, 2), jobs)


def test_a_file_is_read_anew_when_it_has_changed(tmp_path: Path) -> None:
    """What was read is kept by the bytes of the file, not by its name."""
    store = default_folder() / "caleira"
    one, other = sorted(store.glob("question.*.json"))[:2]
    path = tmp_path / one.name
    path.write_bytes(one.read_bytes())
    assert load(path) == load(path)
    path.write_bytes(other.read_bytes())
    assert load(path).cause != load(one).cause
