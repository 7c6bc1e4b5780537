"""Traces as ITF, read back by a reader that is not ours: the published package `itf-py`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import attrs
import itf_py
import pytest
from click.testing import CliRunner

from advocatus.checks.cli import cli
from advocatus.checks.deriving import Played
from advocatus.checks.finding import Finding, default_folder, load
from advocatus.checks.itf import itf_of, played_of
from advocatus.checks.selection import known_editions
from advocatus.model.game import Event, Frame, Move

FILES = sorted(default_folder().glob("*/*.json"))


def game_of(path: Path) -> tuple[Finding, Played]:
    found = load(path)
    return found, played_of(found, found.rules.find(known_editions([])))


def same(read: Any, ours: Any) -> bool:
    """Whether what the reader read says what our value says; by names, for the reader makes classes of its own."""
    kind = type(read).__name__
    if ours is None:
        return kind == "Nothing"
    if kind == "Some":
        return same(getattr(read, "value", read), ours) if read._fields == ("value",) else fields_same(read, ours)
    if attrs.has(type(ours)):
        if isinstance(ours, Move | Event | Frame) and kind != type(ours).__name__:
            return False
        return read == (read.value,) if not attrs.fields(type(ours)) else fields_same(read, ours)
    if isinstance(ours, tuple):
        return len(read) == len(ours) and all(same(x, y) for x, y in zip(read, ours, strict=True))
    return type(read) is type(ours) and bool(read == ours)


def fields_same(read: Any, ours: Any) -> bool:
    names = [f.name for f in attrs.fields(type(ours))]
    return list(read._fields) == names and all(same(getattr(read, n), getattr(ours, n)) for n in names)


@pytest.mark.parametrize("path", [p for p in FILES if load(p).trace is not None], ids=lambda p: p.stem)
def test_the_reader_reads_what_was_played(path: Path) -> None:
    found, played = game_of(path)
    read = itf_py.trace_from_json(json.loads(json.dumps(itf_of(found, played))))
    positions = [step.before for step in played.steps[:1]] + [step.after for step in played.steps]
    positions = positions or ([played.state] if played.state is not None else [])
    assert len(read.states) == len(positions)
    assert read.meta["format"] == "ITF"
    for i, (state, position) in enumerate(zip(read.states, positions, strict=True)):
        assert state.meta == {"index": i}
        assert sorted(state.values) == sorted(read.vars)
        for name in (f.name for f in attrs.fields(type(position))):
            assert same(state.values[name], getattr(position, name)), name
        step = played.steps[i - 1] if i else None
        assert same(state.values["events"], step.events if step else ())
        told = state.values["move"]
        assert (type(told).__name__ == "Nothing") == (step is None)


def test_a_number_that_is_altered_is_noticed() -> None:
    found, played = game_of(FILES[0])
    data = json.loads(json.dumps(itf_of(found, played)))
    data["states"][1]["turn"]["#bigint"] = "99"
    read = itf_py.trace_from_json(data)
    assert not same(read.states[1].values["turn"], played.steps[0].after.turn)


def test_replay_writes_the_file(tmp_path: Path) -> None:
    out = tmp_path / "game.itf.json"
    words = ["replay", str(FILES[0]), "--itf", str(out)]
    done = CliRunner().invoke(cli, words, obj=tuple(words), standalone_mode=False)
    assert done.return_value == 0, done.output
    assert json.loads(out.read_text("utf-8")) == json.loads(json.dumps(itf_of(*game_of(FILES[0]))))


def test_replay_writes_one_game_only(tmp_path: Path) -> None:
    out = tmp_path / "game.itf.json"
    words = ["replay", *map(str, FILES[:2]), "--itf", str(out)]
    done = CliRunner().invoke(cli, words, obj=tuple(words))
    assert done.exit_code == 2
    assert "there are 2; name one FILE" in done.output
    assert not out.exists()
