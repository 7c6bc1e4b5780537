"""What comes to the terminal: text of files commands nothing there, names of files stay whole, and silence is told."""

from __future__ import annotations

import json
import re
import sys
import unicodedata
from pathlib import Path

import pytest
from games import clash, rules_for

from advocatus.checks import console
from advocatus.checks.cli import run
from advocatus.checks.console import plain
from advocatus.checks.finding import Store, default_folder, encode
from advocatus.checks.row import CHECK, REPLAYS, Row, as_text
from advocatus.model.trace import canonical

CHECKS = Path(console.__file__).parent


def test_what_a_terminal_obeys_is_spelt_out() -> None:
    assert plain("a\x1b[31m\rb\x07\x9b\u202ec\tü魔\n") == r"a\u001b[31m\u000db\u0007\u009b\u202ec\u0009ü魔" + "\n"
    data = {"a": "\x7f\x9b\u2066"}
    assert json.loads(plain(json.dumps(data, ensure_ascii=False))) == data, "JSON stays the same JSON"


def test_no_character_that_only_formats_comes_to_the_terminal() -> None:
    """Whatever Python knows as such; in JSON it is the same character still."""
    obeyed = ("Cc", "Cf", "Zl", "Zp")
    every = [char for char in map(chr, range(sys.maxunicode + 1)) if unicodedata.category(char) in obeyed]
    assert len(every) > 200
    for one in every:
        assert plain(one).isascii() or one == "\n"
        assert one == "\n" or json.loads(f'"{plain(one)}"') == one


def test_everything_is_printed_by_one_place() -> None:
    prints = re.compile(r"click\.s?echo\(|\bprint\(")
    printing = [path.name for path in sorted(CHECKS.rglob("*.py")) if prints.search(path.read_text("utf-8"))]
    assert printing == ["console.py"]


@pytest.mark.parametrize("form", ["text", "markdown", "json"])
def test_a_finding_cannot_command_the_terminal(form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = {**encode(clash()), "summary": "\x1b]0;mine\x07\x1b[2J\x9b1mstill \u202ehere"}
    folder = tmp_path / "teufelsburg"
    folder.mkdir()
    (folder / clash().file_name).write_text(canonical(found), "utf-8")
    run(["replay", str(folder / clash().file_name), "--format", form])
    out, err = capsys.readouterr()
    assert "here" in out
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]", out + err)


def test_the_name_of_a_file_is_whole_in_a_table() -> None:
    path = next(p for p in Store(default_folder()).files("teufelsburg") if len(p.stem) > 2 * CHECK)
    row = Row.of(rules_for(4), path.stem, "replay", REPLAYS, finding=path.name)
    other = Row.of(rules_for(4), "a-check-" * 8, "replay", REPLAYS)
    assert path.stem in as_text([row, other])
    assert "a-check-" * 8 not in as_text([row, other])


@pytest.mark.parametrize(("kind", "told"), [
    ("divergence", "--only divergence: check finds none of this kind; it replays those on file between the editions"),
    ("clash", ""),
])
def test_a_kind_that_check_does_not_look_for_is_said_so(
    kind: str, told: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("advocatus.checks.cli.finish", lambda *_: 0)
    monkeypatch.setattr("advocatus.checks.checking.check", lambda *_: None)
    assert run(["check", "adlung", "--only", kind, "--players", "3"]) == 0
    err = capsys.readouterr().err
    assert told in err if told else "--only" not in err.partition("\n")[2]
