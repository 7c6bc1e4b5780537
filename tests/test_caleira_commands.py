"""The commands tried on the castles for real: show, ask, diff, clarify, replay, vectors; `test_conform` has conform."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from advocatus.checks.cli import run
from advocatus.checks.finding import Store, default_folder

SITUATIONS = Path(__file__).parent / "situations-caleira"
ANSWERS = """
[clarification]
id = "own"
of = "bga-fr"
says = "Who destroys his own Princess makes nobody win."

[answers]
"princess.own" = "nobody"
"""


@pytest.fixture(autouse=True)
def _cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADVOCATUS_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def answered(tmp_path: Path) -> str:
    """The edition with another answer to one question."""
    (tmp_path / "own.toml").write_text(ANSWERS, "utf-8")
    return f"bga-fr+{tmp_path / 'own.toml'}"


def test_show_tells_a_question_and_its_clauses_in_the_words_of_the_edition(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["show", "bga-fr", "princess.own"]) == 0
    said = capsys.readouterr().out
    assert "others (default)" in said
    assert "card.princess.loses  [19.2]" in said
    assert run(["show", "bga-fr", "Douves"]) == 0
    assert "card.moats" in capsys.readouterr().out


def test_ask_answers_from_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["ask", "bga-fr", str(SITUATIONS / "princess-face-up.toml"), "--players", "2"]) == 0
    assert "card.princess" in capsys.readouterr().out


def test_diff_tells_two_sets_of_answers_apart_by_a_game(answered: str, capsys: pytest.CaptureFixture[str]) -> None:
    args = ["diff", "bga-fr", answered, "--players", "2", "--format", "json"]
    assert run(args) == 1  # a divergence that is not on file
    told = json.loads(capsys.readouterr().out)
    found = [row for row in _rows(told) if row.get("kind") == "divergence"]
    assert [(row["check"], row["turn"], row["impact"]) for row in found] == [("princess.own", 3, "decides the winner")]


def _rows(told: Any) -> Iterator[dict[str, Any]]:
    """Every row of a report, wherever it stands."""
    if isinstance(told, dict):
        if "check" in told and "verdict" in told:
            yield told
        for value in told.values():
            yield from _rows(value)
    elif isinstance(told, list):
        for value in told:
            yield from _rows(value)


def test_two_sets_of_answers_that_are_the_same_do_not_part(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "same.toml").write_text(ANSWERS.replace("nobody\"\n", "others\"\n"), "utf-8")
    assert run(["diff", "bga-fr", f"bga-fr+{tmp_path / 'same.toml'}", "--players", "2", "--format", "json"]) == 0
    assert not [row for row in _rows(json.loads(capsys.readouterr().out)) if row.get("kind") == "divergence"]


def test_replay_tells_both_readings_of_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    path = next(p for p in Store(default_folder()).files("caleira") if "princess.own" in p.name)
    assert run(["replay", str(path)]) == 0
    said = capsys.readouterr().out
    assert "nobody wins" in said
    assert "1 replay, 0 do not" in said


@pytest.mark.slow
def test_clarify_says_what_an_answer_changes(answered: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["clarify", answered, "--players", "2", "--jobs", "1"]) in (0, 1)
    assert "princess.own" in capsys.readouterr().out


@pytest.mark.slow
def test_vectors_are_written_and_hold(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(tmp_path / "vectors")
    assert run(["vectors", "bga-fr", folder, "--players", "2"]) == 0
    assert run(["vectors", "bga-fr", "--verify", folder]) == 0
    assert capsys.readouterr().out
