"""The run of mutants: a sample that repeats, faults that are caught, and a journal that survives a stop."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("cosmic_ray")

import mutants
from mutants import SURVIVED, Bench, Mutant, known, mutated, sample, table


def test_a_longer_sample_begins_as_a_shorter_one_and_none_is_twice() -> None:
    longer = list(sample(6, 3))
    assert list(sample(3, 3)) == longer[:3]
    assert len({one.key for one in longer}) == 6


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


@pytest.mark.slow
def test_a_fault_in_the_engine_is_caught_and_taken_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mutants, "STAGES", (("engine tests", ("test_trade.py",)),))
    bench = Bench(tmp_path / "tree")
    path = bench.folder / "model" / "teufelsburg" / "trade.py"
    before = path.read_text()
    one = next(m for m in sample(300, 0) if m.file == "model/teufelsburg/trade.py")
    assert bench.caught_by(one).startswith("engine tests: test_trade.py::")
    assert path.read_text() == before
