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


@pytest.mark.slow
def test_all_pythons_of_the_machine_say_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["same.py", "--quick", "--folder", str(tmp_path)])
    assert same.main() == 0
