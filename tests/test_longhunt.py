"""A long hunt: shared out, stopped at any moment and resumed, on a cluster; it comes to the same."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from advocatus.checks.cli import run
from advocatus.checks.fleet import ADDRESS, Fleet, fleet
from advocatus.checks.hunt import Case
from advocatus.checks.registry import Outcome

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
    again = told(capsys, "--jobs", "1", "--resume", hunt=hunt)
    for report in (again, whole):
        for row in report["rows"]:  # by chance all was done before the last kill
            row.pop("provenance")
    assert again == whole
    after = {path.name: path.stat().st_mtime_ns for path in kept.glob("*.json")}
    assert before.items() <= after.items()  # nothing that was done is done again


@pytest.mark.usefixtures("kept")
def test_what_came_from_the_cache_altogether_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    def come_from(cases: str) -> list[str]:
        rows = told(capsys, "--jobs", "1", "--resume", hunt=[cases if word == "4" else word for word in HUNT])["rows"]
        return [row["provenance"] for row in rows if row["kind"] == "hunt"]

    assert [come_from("1"), come_from("1"), come_from("2")] == [["run"], ["cache"], ["run"]]


# ---------------------------------------------------------------- interrupted


def interrupting(monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    """Ctrl-C in the midst of a case, so many cases after the first."""
    do, done = Case.do, iter(range(after))

    def interrupted(case: Case) -> Outcome:
        if next(done, None) is None:
            raise KeyboardInterrupt
        return do(case)

    monkeypatch.setattr(Case, "do", interrupted)


@pytest.mark.usefixtures("kept")
def test_a_hunt_that_is_interrupted_tells_how_far_it_came(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    interrupting(monkeypatch, 1)
    assert run([*HUNT, "--jobs", "1"]) == 4
    out, err = capsys.readouterr()
    assert "interrupted: 1 of 4 cases done; go on with --resume" in err.splitlines()
    report = json.loads(out)
    assert report["summary"]["says"].endswith(", interrupted: 1 of 4 cases done")
    assert report["summary"]["exit"] == 4
    assert [row["value"] > 100 for row in report["rows"] if row["kind"] == "hunt"] == [True]


def test_what_was_kept_nowhere_cannot_be_gone_on_with(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    interrupting(monkeypatch, 0)
    assert run([*HUNT[:4], "--games", "0", "--jobs", "1", "--no-cache"]) == 4
    assert "interrupted: 0 cases done" in capsys.readouterr().err.splitlines()


def made(result: int) -> Future[int]:
    future = Future[int]()
    future.set_result(result)
    return future


@pytest.mark.parametrize("inside", [True, False])
def test_workers_that_are_interrupted_give_what_is_done(inside: bool) -> None:
    """Task 2 is not done yet when Ctrl-C comes: while it is waited for, or before."""
    never = Future[int]()
    if inside:
        never.set_exception(KeyboardInterrupt())
    futures = {0: made(0), 1: made(10), 2: never, 3: made(30), 4: Future[int]()}
    work = Fleet(lambda _, task: futures[task], 2).work(double, range(5))
    if inside:
        futures[2], never.result = never, Mock(side_effect=KeyboardInterrupt)  # type: ignore[method-assign]
        never.done = Mock(return_value=False)  # type: ignore[method-assign]
        assert [next(work), next(work), next(work)] == [0, 10, 30]
    else:
        assert [next(work), work.throw(KeyboardInterrupt()), next(work)] == [0, 10, 30]
    with pytest.raises(KeyboardInterrupt):
        next(work)
    assert futures[4].cancelled()


ORPHANS = """
import os, sys, time
from advocatus.checks.{module} import {name}
def slow(number):
    print(os.getpid(), flush=True)
    time.sleep(60)
{use}
"""
USES = {"fleet": ("fleet", "with fleet(2) as workers: list(workers.work(slow, range(2)))"),
        "pool": ("spread", "spread(slow, range(8), 2)")}


def runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()  # nobody waits for an orphan in a container


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
@pytest.mark.parametrize("module", USES)
def test_no_worker_outlives_the_one_that_started_it(module: str, how: signal.Signals) -> None:
    name, use = USES[module]
    program = ORPHANS.format(module=module, name=name, use=use)
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout
        workers = [int(parent.stdout.readline()) for _ in range(2)]
        assert all(map(runs, workers))
        parent.send_signal(how)
        parent.wait()
        until = time.monotonic() + 20
        while any(map(runs, workers)) and time.monotonic() < until:
            time.sleep(0.05)
        left = [worker for worker in workers if runs(worker)]
        for worker in left:
            os.kill(worker, signal.SIGKILL)
        assert left == []


# ---------------------------------------------------------------- its end


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


def test_a_hunt_that_played_nothing_is_no_hunt(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["hunt", "bga-fr", "--players", "2", "--minutes", "1e-9", "--jobs", "1"]) == 4
    out, err = capsys.readouterr()
    assert out.endswith(", no game was played\n")
    assert "no game was played" in err.splitlines()


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


@pytest.mark.parametrize("address", ["nonsense", "tcp://x", "tcp://x:99999", "tcp://x:0", "tcp://[::1]", "tcp://::1:5"])
def test_what_is_no_address_is_refused_at_once(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*HUNT, "--scheduler", address]) == 2
    assert f"--scheduler {address}: no address; " in capsys.readouterr().err


@pytest.mark.parametrize("address", ["tcp://[::1]:5", "tcp://127.0.0.1:8786", "tls://one.example:65535"])
def test_an_address_is_one(address: str) -> None:
    assert ADDRESS.fullmatch(address)


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
