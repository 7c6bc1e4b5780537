"""The tester tested: every planted fault is caught by the check that is named for it; `python tests/test_planted.py`
prints what catches what."""

from __future__ import annotations

import sys

import pytest
from planted import Fault, faults, silent
from tabulate import tabulate

ALL = {fault.name: fault for fault in faults()}
QUICK = ("gap", "clash", "idle", "proofs", "replay")


def test_there_are_enough_and_of_every_sort() -> None:
    assert len(ALL) == len(faults()) >= 60
    assert {fault.sort for fault in ALL.values()} == {"norm", "fact", "switch", "engine", "step", "file"}


@pytest.mark.parametrize("name", [name for name in silent() if not name.startswith(("agreement", "hunt"))])
def test_a_check_says_nothing_where_nothing_is_planted(name: str) -> None:
    assert silent()[name]() == ""


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in silent() if name.startswith(("agreement", "hunt"))])
def test_a_check_by_play_says_nothing_where_nothing_is_planted(name: str) -> None:
    assert silent()[name]() == ""


@pytest.mark.parametrize("name", [name for name, fault in ALL.items() if fault.by in QUICK])
def test_a_planted_fault_is_caught(name: str) -> None:
    assert ALL[name].notice(), f"{ALL[name].by} does not notice: {name}"


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name, fault in ALL.items() if fault.by not in QUICK])
def test_a_planted_fault_is_caught_by_play(name: str) -> None:
    assert ALL[name].notice(), f"{ALL[name].by} does not notice: {name}"


def line(fault: Fault) -> tuple[str, str, str, str]:
    """What the table says of a fault."""
    return fault.sort, fault.name, fault.by, fault.notice() or "NOT CAUGHT"


if __name__ == "__main__":
    wanted = [fault for fault in faults() if not sys.argv[1:] or fault.sort in sys.argv[1:]]
    told = [line(fault) for fault in wanted]
    print(tabulate(told, ["of", "fault", "caught by", "how"], maxcolwidths=[8, 40, 10, 70]))
    caught = sum(1 for _, _, _, how in told if how != "NOT CAUGHT")
    print(f"{caught} of {len(told)} planted faults are caught")
    sys.exit(caught < len(told))
