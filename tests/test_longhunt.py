"""A long hunt: shared out, stopped at any moment and resumed, on a cluster; it comes to the same."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from advocatus.checks.cli import run
from advocatus.checks.fleet import fleet

HUNT = ("hunt", "bga-fr", "--players", "2", "--cases", "4", "--format", "json")


def told(capsys: pytest.CaptureFixture[str], *words: str, hunt: Sequence[str] = HUNT) -> dict[str, Any]:
    assert run([*hunt, *words]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ADVOCATUS_CACHE", str(tmp_path / "kept"))
    return tmp_path / "kept"


def double(number: int) -> int:
    return 2 * number


def test_workers_give_results_in_the_order_of_the_tasks() -> None:
    for jobs in (1, 3):
        with fleet(jobs) as workers:
            assert list(workers.work(double, range(20))) == [2 * i for i in range(20)]


@pytest.mark.usefixtures("kept")
def test_as_many_processes_as_one_likes_find_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    alone = told(capsys, "--jobs", "1")
    assert told(capsys, "--jobs", "2") == alone
    (row,) = (row for row in alone["rows"] if row["kind"] == "hunt")
    assert row["value"] > 1_000
    assert {"draw: draw", "play.face-up", "victory.count"} <= set(row["seen"])


@pytest.mark.parametrize(("kills", "cases"), [(2, "4"), pytest.param(10, "24", marks=pytest.mark.slow)])
def test_a_hunt_killed_again_and_again_goes_on_where_it_was(
    kept: Path, capsys: pytest.CaptureFixture[str], kills: int, cases: str
) -> None:
    hunt = [cases if word == "4" else word for word in HUNT]
    whole = told(capsys, "--jobs", "1", hunt=hunt)
    for path in kept.iterdir():
        path.unlink()
    done = 0
    for _ in range(kills):
        hunter = subprocess.Popen(
            [sys.executable, "-m", "advocatus.checks.cli", *hunt, "--jobs", "2", "--resume"], start_new_session=True,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until = time.monotonic() + 60
        while hunter.poll() is None and len(list(kept.glob("*.json"))) <= done and time.monotonic() < until:
            time.sleep(0.02)
        os.killpg(hunter.pid, signal.SIGKILL)
        hunter.wait()
        now = len(list(kept.glob("*.json")))
        assert now > done
        done = now
    before = {path.name: path.stat().st_mtime_ns for path in kept.glob("*.json")}
    assert told(capsys, "--jobs", "1", "--resume", hunt=hunt) == whole
    after = {path.name: path.stat().st_mtime_ns for path in kept.glob("*.json")}
    assert before.items() <= after.items()  # nothing that was done is done again


@pytest.mark.parametrize("minutes", ["nan", "inf", "0", "-1"])
def test_minutes_are_a_number_of_them(minutes: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*HUNT[:4], "--minutes", minutes]) == 2
    assert "minutes" in capsys.readouterr().err


def test_a_hunt_has_one_end(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*HUNT, "--minutes", "1"]) == 2
    assert "a hunt has one end" in capsys.readouterr().err


@pytest.mark.usefixtures("kept")
def test_a_hunt_ends_after_its_minutes(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["hunt", "bga-fr", "--players", "2", "--minutes", "0.01", "--jobs", "1"]) == 0
    assert "every position was sound" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.usefixtures("kept")
def test_a_cluster_finds_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        assert told(capsys, "--scheduler", cluster.scheduler_address) == told(capsys, "--jobs", "1")


@pytest.mark.slow
def test_a_scheduler_that_is_not_there_is_said_to_be_so(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("distributed")
    assert run([*HUNT, "--scheduler", "tcp://127.0.0.1:9"]) == 2
    assert "no scheduler answers there" in capsys.readouterr().err
    assert run([*HUNT, "--scheduler", "nonsense://x"]) == 2


def test_editions_of_different_games_cannot_be_parted(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["hunt", "adlung", "--against", "bga-fr", "--players", "4"]) == 2
    assert "editions of one game can be compared" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.usefixtures("kept")
def test_a_hunt_against_an_edition_finds_what_parts_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["hunt", "adlung", "--against", "dv", "--players", "4", "--cases", "1", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    causes = {row["check"] for row in found["rows"] if row["verdict"] == "found"}
    assert {"turn.pass", "spy.draw", "tokens.taken"} <= causes
    assert found["summary"]["new"] == []
