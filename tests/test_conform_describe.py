"""What a program says of itself and means nothing: told in the same words by every way of `conform`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from mutated import InProcess, WrongOracle

from advocatus.checks.cli import run
from advocatus.checks.conformance import conforming, trial
from advocatus.checks.conformance.describing import Description, odd_words
from advocatus.model.families import editions

KEY = "kosmos-en"
DEVILS = editions()[KEY]
PLAYED = {"players": [3, 4, 5, 6], "variants": []}


class Saying(InProcess):
    """The oracle, which says something else of itself."""

    def __init__(self, **says: Any) -> None:
        def change(method: str, result: Any) -> Any:
            usual = {**result, "editions": {KEY: PLAYED}, "windows": [], "reports": ["marks"]}
            return {**usual, **says} if method == "describe" else result
        super().__init__(WrongOracle(), change)

    def close(self) -> None:
        """Nothing is to be ended."""


@pytest.fixture
def saying(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Puts such a program behind the command, which plays a few acts with it."""
    def put(**says: Any) -> None:
        monkeypatch.setattr(conforming, "Subject", lambda *_: Saying(**says))
        monkeypatch.setattr(trial.Trial, "_vectors", lambda *_: None)
        monkeypatch.setattr(trial.Coverage, "want_all", lambda self: setattr(self, "left", {}))
    return put


def told(edition: Any = DEVILS, **says: Any) -> tuple[str, ...]:
    return odd_words(Description("x", "1", says.pop("editions", {KEY: PLAYED}), **says), edition)


@pytest.mark.parametrize(("says", "fault"), [
    ({"merges": (("jump", "take"),)}, "merges: 'jump' is no act"),
    ({"skips": ("dance",)}, "skips: 'dance' is neither an act nor a window"),
    ({"windows": ("force",)}, "windows: 'force' is no window; known: none"),
    ({"reports": ("moon", "marks")}, "reports: 'moon' is no entry of a state; known: dice, "),
    ({"methods": ("describe",)}, "methods: 'run' is missing; every program answers it"),
    ({"methods": ("describe", "run", "sing")}, "methods: 'sing' is no method; known: describe, run, "),
    ({"editions": {KEY: {"players": [2, 3]}}}, f"players: 2 is no number of players of {KEY}; known: 3, 4, 5, 6"),
    ({"editions": {KEY: {**PLAYED, "variants": ["disco"]}}}, f"variants: 'disco' is no variant of {KEY}; known: "),
    ({"editions": {KEY: {**PLAYED, "answers": {"a.b": "c"}}}}, "answers: the program says that it reads a.b=c; "),
])
def test_a_word_that_means_nothing_is_told(says: dict[str, Any], fault: str) -> None:
    found = told(**says)
    assert len(found) == 1
    assert found[0].startswith(fault)


def test_a_word_of_another_game_that_it_plays_means_something() -> None:
    assert told(editions={KEY: PLAYED, "adlung": {"players": [4]}}, windows=("duel.priest",), skips=("pass",)) == ()
    assert told(editions={KEY: PLAYED, "my-own": {"players": [4]}}, windows=("duel.priest",)) == ()
    assert len(told(windows=("duel.priest",), skips=("pass",))) == 2


ODD = {"merges": [["jump", "fly"]], "skips": ["dance"], "windows": ["force"], "reports": ["moon"]}
LINES = ["merges: 'jump' is no act", "merges: 'fly' is no act", "skips: 'dance' is neither an act nor a window",
         "windows: 'force' is no window; known: none"]


@pytest.mark.parametrize("way", [["--smoke"], ["--moves", "6"], ["--moves=6", "--first"], ["--moves=6", "--infer"]])
def test_every_way_to_run_tells_it_in_the_same_words(
    way: list[str], saying: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(conforming, "infer", lambda *_: ())
    monkeypatch.setattr(conforming, "followed", lambda *_: ())
    saying()
    assert run(["conform", KEY, "--players", "3", *way, "--", "x"]) == 0
    assert "wrong:" not in capsys.readouterr().out
    saying(**ODD)
    assert run(["conform", KEY, "--players", "3", *way, "--", "x"]) == 1
    out = capsys.readouterr().out.splitlines()
    assert [line for line in LINES if f"wrong: {line}" not in out] == []
    assert any(line.startswith("wrong: reports: 'moon' is no entry of a state; known: ") for line in out)


def test_files_for_machines_and_vectors_tell_it_too(
    saying: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saying(**ODD)
    words = ["conform", KEY, "--players", "3", "--moves", "6", "--format", "json", "--junit", str(tmp_path / "j.xml")]
    assert run([*words, "--", "x"]) == 1
    footer = json.loads(capsys.readouterr().out.splitlines()[-1])["footer"]
    assert footer["says"] == "what describe answers is wrong: 5 faults"
    assert set(LINES) < set(footer["wrong"])
    suites = ElementTree.parse(tmp_path / "j.xml").getroot().findall("testsuite[@name='describe']")
    assert [suite.get("failures") for suite in suites] == ["5"]
    monkeypatch.setattr(conforming, "_found_out_now", lambda *_: None)
    monkeypatch.setattr(conforming, "replay", lambda _, told, *__: conforming.Report(told, (), (), 0))
    assert run(["conform", KEY, "--vectors", str(tmp_path), "--", "x"]) == 1
    assert "wrong: merges: 'fly' is no act\n" in capsys.readouterr().out


@pytest.mark.parametrize(("players", "tested", "line", "code"), [
    ([3], 1, f"not tested: {KEY} with 4, 5, 6 players: it plays with 3 players", 0),
    ([2, 3, 9], 1, f"not tested: {KEY} with 4, 5, 6 players: it plays with 2, 3, 9 players", 1),
    ([], 0, f"not tested: {KEY} with 3, 4, 5, 6 players: it plays with no number of players", 4),
])
def test_numbers_of_players_that_it_does_not_know_are_told_as_not_tested(
    players: list[int], tested: int, line: str, code: int, saying: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    saying(editions={KEY: {"players": players}})
    assert run(["conform", KEY, "--moves", "6", "--", "x"]) == code
    out = capsys.readouterr().out.splitlines()
    assert line in out
    assert sum(" acts in " in one and " players: " in one for one in out) == tested
