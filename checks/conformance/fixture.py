"""For pytest, which finds it by itself: the fixture `conform`."""

from __future__ import annotations

from collections.abc import Callable

import pytest


@pytest.fixture
def conform() -> Callable[..., None]:
    """Puts a program to the test: ``conform("adlung", ["python", "adapter.py"])``, as `plugin.assert_conforms` does."""
    from .plugin import assert_conforms  # not before it is wanted: pytest loads this module in every run

    return assert_conforms
