"""What all tests share: `check` works in one process, so that coverage is measured and planted checkers are found."""

from __future__ import annotations

import os

os.environ.setdefault("ADVOCATUS_JOBS", "1")
