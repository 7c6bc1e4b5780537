"""The bench runs: a small run of each measurement, no time asserted."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent / "bench"))

import run

from advocatus.model.families import editions


def test_every_measurement_gives_rows() -> None:
    assert [row[0] for row in run.play(1, 1)][:2] == ["python-chess", "adlung, 4 players"]
    assert [row[0] for row in run.oracle(1, 2)] == [f"{key}, 4 players" for key in editions()]
    rows = run.kernel(1, 3, 5, 2, engine=True)
    counts = [row[2] for row in rows]
    assert counts[0] == counts[1] == counts[4]
    assert [int(n.replace(",", "")) for n in counts[1:4]] == sorted((int(n.replace(",", "")) for n in counts[1:4]),
                                                                     reverse=True)


@pytest.mark.slow
def test_the_report_is_whole() -> None:
    told = run.report(1, 1, False, ["adlung", "--players", "3"])
    for head in ("Random play", "The oracle", "bag-trade kernel", "Proofs", "Check"):
        assert head in told
    assert "warm" in told
