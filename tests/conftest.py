"""What all tests share.

`check` works in one process, so that coverage is measured and planted checkers are found. Coverage is measured
where it is new: with more players the same lines run again, for several times as long while they are watched.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

import pytest

os.environ.setdefault("ADVOCATUS_JOBS", "1")
WATCHED = 4  # the most players with whom coverage is measured
# The tests of other layers than `model` and `specs`.
UNWATCHED = {"test_clarify", "test_hunt", "test_cli", "test_checkers", "test_docs", "test_finding"}


def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    """Tests with many players, and those of the layers above `model` and `specs`, run without being watched."""
    for item in items:
        players = getattr(getattr(item, "callspec", None), "params", {}).get("players", 0)
        module = item.nodeid.split("::")[0].rsplit("/", 1)[-1].removesuffix(".py")
        if module in UNWATCHED or (isinstance(players, int) and players > WATCHED):
            item.add_marker("no_cover")
