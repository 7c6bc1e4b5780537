"""The same bytes on every Python that the machine has; `python tests/same.py` tells of more commands, as a table."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
import same


def test_the_versions_of_a_report_are_set_aside_and_nothing_else() -> None:
    one, other = ({"versions": {"python": python}, "rows": [1, 2]} for python in ("3.11", "3.13"))
    assert same.plain(json.dumps(one).encode()) == same.plain(json.dumps(other).encode())
    assert same.plain(json.dumps({**one, "rows": [2, 1]}).encode()) != same.plain(json.dumps(one).encode())
    assert same.plain(b"no JSON at all") == b"no JSON at all"


def test_what_is_printed_and_written_and_the_exit_code_all_count() -> None:
    usual = same.said(sys.executable, ("show", "bga-fr", "--format", "json"))
    assert usual == same.said(sys.executable, ("show", "bga-fr", "--format", "json"))
    assert usual != same.said(sys.executable, ("show", "kosmos-en", "--format", "json"))
    assert same.said(sys.executable, ("show", "nowhere")) != usual


def test_a_command_that_ends_with_an_error_is_broken_and_not_the_same() -> None:
    wrong = same.said(sys.executable, ("show", "nowhere"))
    assert same.judged([wrong, wrong]) == same.BROKEN
    assert [same.judged(one) for one in (["a", "a"], ["a", "b"], ["a"])] == [same.SAME, same.DIFFERS, same.ALONE]


def test_standard_error_counts_and_times_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    def said(err: bytes) -> str:
        monkeypatch.setattr(same.subprocess, "run", lambda *_, **__: same.subprocess.CompletedProcess((), 0, b"", err))
        return same.said(sys.executable, ("show",))

    assert said(b"1.25 s  play") == said(b"13.00 s  play") != said(b"1.25 s  another")


@pytest.mark.slow
def test_all_pythons_of_the_machine_say_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["same.py", "--quick", "--folder", str(tmp_path)])
    code = same.main()
    if code == 4:
        pytest.skip("one Python only")
    assert code == 0
