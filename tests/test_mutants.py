"""The run of mutants: a sample that repeats, faults that are caught, and a journal that survives a stop."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("cosmic_ray")

import reach
from mutants import ENDLESS, SURVIVED, Bench, Mutant, known, mutated, sample, table
from reach import Reach

TRADE = reach.ROOT / "model" / "teufelsburg" / "trade.py"


def test_a_longer_sample_begins_as_a_shorter_one_and_none_is_twice() -> None:
    longer = list(sample(6, 3, [TRADE]))
    assert list(sample(3, 3, [TRADE])) == longer[:3]
    assert len({one.key for one in longer}) == 6


def test_another_file_leaves_what_is_drawn_in_this_one() -> None:
    both = list(sample(12, 3, [TRADE, TRADE.with_name("views.py")]))
    alone = [one for one in both if one.file.endswith("trade.py")]
    assert alone == list(sample(len(alone), 3, [TRADE]))
    assert len(alone) < len(both)


def test_what_only_types_and_prose_say_is_no_fault() -> None:
    text = 'def f(x: int = 1) -> int:\n    """One more than 1."""\n    return x + 1\n'
    assert mutated(text, "core/ReplaceBinaryOperator_Add_Sub", 0) == text.replace("x + 1", "x - 1")
    assert mutated("x: 1 + 2\n", "core/ReplaceBinaryOperator_Add_Sub", 0) is None


def test_a_line_cut_short_is_no_entry(tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    whole = json.dumps({"key": "a", "caught": SURVIVED})
    journal.write_text(f"{whole}\n{whole[:-5].replace('a', 'b', 1)}")
    assert known(journal) == {"a": SURVIVED}


def test_the_table_tells_what_was_caught_what_is_the_same_and_what_was_not() -> None:
    some = [Mutant("model/a.py", "op", i, i, f"old {i}", f"new {i}") for i in range(4)]
    caught = {some[0].key: "engine tests: x", some[1].key: SURVIVED, some[2].key: SURVIVED}
    told = table(some, caught, {some[1].key: "it is never asked"})
    assert told.splitlines()[-1] == "1 caught, 1 equivalent, 1 not caught, of 3 tried"
    assert "equivalent: it is never asked" in told


def test_the_nearest_tests_come_first_in_lots_that_grow() -> None:
    """What reaches the line comes first, of that what reaches most of the file for its time."""
    file, costs = "model/rules.py", {"far": 0.1, "slow": 3.0, "passes": 0.2, "whole": 1.0, "never": 0.1}
    reached = {7: ("slow", "passes", "whole"), 8: ("whole",), 9: ("far", "whole"), 10: ("whole",)}
    near = Reach({file: reach._hash(reach.ROOT / file)}, {file: reached}, costs)
    assert list(near.lots(file, [7], 1.1, 60.0)) == [(["whole", "passes"], 1.2), (["slow"], 3.0), (["far"], 0.1)]
    assert [lot for lot, _ in near.lots(file, [7], 1.0, 1.5)] == [["whole"], ["passes", "far"]]
    changed = Reach({file: "other"}, {file: reached}, costs)
    assert list(changed.nearest(file, [9])) == ["whole", "far", "passes", "slow"]


def test_one_case_of_each_test_comes_before_the_second_of_any() -> None:
    file, tests = "model/rules.py", ("many[1]", "many[2]", "many[3]", "other", "few[1]", "few[2]")
    near = Reach({}, {file: {1: tests, 2: ("many[1]", "many[2]", "many[3]")}}, dict.fromkeys(tests, 1.0))
    assert list(near.nearest(file, [])) == ["many[1]", "few[1]", "other", "many[2]", "few[2]", "many[3]"]


@pytest.fixture
def one(tmp_path: Path) -> tuple[Bench, Mutant]:
    """A fault of the engine's, and a bench that knows of one file of tests."""
    some = Reach({}, {"model/teufelsburg/trade.py": {1: ("tests/test_trade.py",)}}, {"tests/test_trade.py": 2.0})
    return Bench(tmp_path / "tree", some), next(sample(1, 0, [TRADE]))


@pytest.mark.parametrize(("file", "tests", "many"), [
    ("model/teufelsburg/setup.py", "tests/test_setup.py", 4),
    ("specs/caleira/tally.py", "tests/test_caleira_specs.py", 2),
])
def test_a_sample_of_faults_is_caught_and_taken_back(tmp_path: Path, file: str, tests: str, many: int) -> None:
    source = reach.ROOT / file
    bench = Bench(tmp_path / "tree", Reach({}, {file: {1: (tests,)}}, {tests: 3.0}))
    for mutant in sample(many, 0, [source]):
        assert bench.caught_by(mutant).startswith(tests.removeprefix("tests/")), mutant
        assert (bench.folder / file).read_text() == source.read_text()


@pytest.mark.slow
def test_a_test_that_fails_without_a_fault_catches_none(one: tuple[Bench, Mutant]) -> None:
    bench, mutant = one
    (bench.folder / "tests" / "test_trade.py").write_text("def test_it() -> None:\n    assert False\n")
    with pytest.raises(SystemExit, match=r"test_trade\.py::test_it: it fails without any fault"):
        bench.caught_by(mutant)


@pytest.mark.slow
def test_a_lot_that_does_not_end_counts_only_where_it_ends_without_the_fault(one: tuple[Bench, Mutant]) -> None:
    bench, mutant = one
    path = bench.folder / mutant.file
    sound = path.read_text()
    bench.run = lambda words, seconds: ENDLESS  # type: ignore[method-assign]
    assert bench.caught_by(mutant) == SURVIVED
    bench.run = lambda words, seconds: ENDLESS * (path.read_text() != sound)  # type: ignore[method-assign]
    assert bench.caught_by(mutant) == ENDLESS


def test_tests_are_called_as_pytest_calls_them(tmp_path: Path) -> None:
    case = '<testcase classname="tests.test_a{}" name="test_it[b.c]" time="{}"/>'
    report = tmp_path / "junit.xml"
    report.write_text(f"<testsuite>{case.format('', 1)}{case.format('.TestB', 2)}{case.format('', 0.5)}</testsuite>")
    assert reach._seconds(report) == {"tests/test_a.py::test_it[b.c]": 1.5, "tests/test_a.py::TestB::test_it[b.c]": 2.0}


@pytest.mark.slow
def test_a_test_that_is_not_there_any_more_is_told(tmp_path: Path) -> None:
    """What reaches what was measured before the test had its present name."""
    lost = Reach({}, {"model/teufelsburg/trade.py": {1: ("tests/test_trade.py::test_gone",)}},
                 {"tests/test_trade.py::test_gone": 2.0})
    with pytest.raises(SystemExit, match="renamed"):
        Bench(tmp_path / "tree", lost).caught_by(next(sample(1, 0, [TRADE])))
