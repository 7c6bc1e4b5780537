"""The cache: kept by content, damaged files ignored, written whole."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from attrs import evolve
from games import SILENT, adlung, clash, own_rulebook, rules_for

from advocatus.checks import cache as kept
from advocatus.checks.cache import Cache, Result, code_hash, default_folder, key_of, plain
from advocatus.checks.context import CheckContext
from advocatus.checks.finding import Store
from advocatus.checks.registry import EDITION, Checker
from advocatus.checks.row import Row
from advocatus.model.families import find_editions
from advocatus.model.rules import Rules, make_rules

KEY = "k" * 64


def result() -> Result:
    return [Row.of(rules_for(), "x", "invariant", "proved", value=7)], [clash()]


def test_a_result_comes_back_the_same(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "new")
    cache.put(KEY, result())
    assert cache.get(KEY) == result()
    assert cache.get("other") is None
    assert [p.name for p in (tmp_path / "new").iterdir()] == [f"{KEY}.json"]


@pytest.mark.parametrize("spoil", [
    lambda text: text[: len(text) // 2],
    lambda text: "",
    lambda text: "[]",
    lambda text: "{}",
    lambda text: text.replace('"value": 7', '"value": 8'),
    lambda text: text.replace(KEY, "j" * 64),
    lambda text: json.dumps({k: v for k, v in json.loads(text).items() if k != "rows"}),
])
def test_a_damaged_file_is_ignored(tmp_path: Path, spoil: Callable[[str], str]) -> None:
    cache = Cache(tmp_path)
    cache.put(KEY, result())
    path = tmp_path / f"{KEY}.json"
    path.write_text(spoil(path.read_text("utf-8")), "utf-8")
    assert cache.get(KEY) is None
    path.write_bytes(b"\xff\xfe")
    assert cache.get(KEY) is None


def test_a_sealed_file_of_another_form_is_ignored(tmp_path: Path) -> None:
    data = {"key": KEY, "rows": [{"family": "x"}], "findings": []}
    (tmp_path / f"{KEY}.json").write_text(json.dumps({**data, "seal": kept._seal(data)}))
    assert Cache(tmp_path).get(KEY) is None


def test_a_folder_that_cannot_be_written_keeps_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    Cache(tmp_path / "file").put(KEY, result())
    assert (tmp_path / "file").read_text() == "in the way"


# ---------------------------------------------------------------- keys


def own(folder: Path, old: str, new: str) -> Rules:
    folder.mkdir()
    path = own_rulebook(folder, lambda text: text.replace(old, new, 1))
    return make_rules(find_editions(str(path))[0], 4)


def test_a_key_is_the_same_for_the_same_content(tmp_path: Path) -> None:
    one, other = own(tmp_path / "a", "x", "x"), own(tmp_path / "b", "x", "x")
    assert one.edition is not other.edition
    assert key_of("c", [one], 0) == key_of("c", [other], 0)


def test_a_key_changes_with_whatever_a_result_may_depend_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = rules_for()
    keys = [key_of("c", [rules], 0), key_of("d", [rules], 0), key_of("c", [rules], 1), key_of("c", [rules_for(5)], 0),
            key_of("c", [rules_for(4, SILENT)], 0), key_of("c", [rules, rules_for(5)], 0)]
    says = adlung().clauses[0].says
    keys += [key_of("c", [own(tmp_path / "a", "x", "x")], 0), key_of("c", [own(tmp_path / "b", says, "Otherwise.")], 0)]
    monkeypatch.setattr(kept, "versions", lambda: {"python": "9"})
    keys.append(key_of("c", [rules], 0))
    monkeypatch.setattr(kept, "code_hash", lambda: "other")
    keys.append(key_of("c", [rules], 0))
    assert len(set(keys)) == len(keys)


def test_the_code_is_all_of_the_package() -> None:
    assert len(code_hash()) == 64
    assert {"python", "z3-solver", "hypothesis"} <= set(kept.versions())


def test_sets_are_sorted() -> None:
    assert plain({"a": frozenset({"y", "x"}), "b": (1, [2])}) == {"a": ["x", "y"], "b": [1, [2]]}


def test_the_folder_is_where_the_environment_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADVOCATUS_CACHE", "/somewhere")
    assert default_folder() == Path("/somewhere")
    monkeypatch.delenv("ADVOCATUS_CACHE")
    assert default_folder() == Path(".advocatus-cache")


# ---------------------------------------------------------------- checkers


class Counting:
    """A checker that counts its calls."""

    def __init__(self) -> None:
        self.calls: list[object] = []

    def __call__(self, rules: object, _: CheckContext) -> Result:
        self.calls.append(rules)
        return result()


def test_a_cached_checker_runs_once_and_its_rows_say_so(tmp_path: Path) -> None:
    run = Counting()
    checker = Checker("x", run, cached=True)
    context = CheckContext(0, Store(tmp_path), Cache(tmp_path / "cache"))
    first, second = ([*checker.outcomes([rules_for()], context)] for _ in range(2))
    assert len(run.calls) == 1
    assert [(o.provenance, o.rows[0].provenance) for o in (*first, *second)] == [("run", "run"), ("cache", "cache")]
    assert first[0].findings == second[0].findings
    assert evolve(second[0].rows[0], provenance="run") == first[0].rows[0]


@pytest.mark.parametrize(("cached", "cache"), [(False, True), (True, False)])
def test_without_cache_it_runs_again(tmp_path: Path, cached: bool, cache: bool) -> None:
    run = Counting()
    checker = Checker("x", run, cached=cached)
    context = CheckContext(0, Store(tmp_path), Cache(tmp_path / "cache") if cache else None)
    for _ in range(2):
        assert [o.provenance for o in checker.outcomes([rules_for()], context)] == ["run"]
    assert len(run.calls) == 2


def test_a_checker_of_an_edition_is_called_once_with_all_its_rules(tmp_path: Path) -> None:
    run, rules = Counting(), [rules_for(3), rules_for(4)]
    told: list[str] = []
    context = CheckContext(0, Store(tmp_path), progress=told.append)
    assert len([*Checker("x", run, scope=EDITION).outcomes(rules, context)]) == 1
    assert run.calls == [tuple(rules)]
    assert told == ["x: adlung, 3, 4 players"]
    assert len([*Checker("x", run).outcomes(rules, context)]) == 2
