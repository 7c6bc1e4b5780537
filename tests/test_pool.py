"""Work shared out to processes: the same outcomes in the same order, and a breakdown told in the parent."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from advocatus.checks.cache import Result
from advocatus.checks.checking import check
from advocatus.checks.context import CheckContext
from advocatus.checks.finding import Store
from advocatus.checks.pool import Failed, tasks_of, work
from advocatus.checks.registry import EDITION, Checker
from advocatus.checks.row import PROVED, Row
from advocatus.checks.selection import select
from advocatus.model.rules import Rules
from advocatus.specs.prover import WATCHERS, satisfy


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
    said: list[str] = []
    context = CheckContext(0, Store(tmp_path), progress=said.append)
    tasks = [task for checker in (Checker("told", told), Checker("long", together, scope=EDITION, long=9))
             for task in tasks_of(checker, select(["adlung"], [3, 4]).rules)]
    assert [done.name for done in work(tasks, context, 2)] == ["told", "told", "long"]
    assert said[0] == "1 of 3 done: long"
    assert said[-1] == "3 of 3 done: told"
