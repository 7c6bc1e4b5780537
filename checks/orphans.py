"""Processes that share the work: none outlives the one that started it, however that ended."""

from __future__ import annotations

import os
import threading
import time

LOOK = 1.0  # seconds between two looks at who the parent is


def end_with(parent: int) -> None:
    """Let this process end soon after its parent, process `parent`, is gone: killed, it tells its workers nothing.

    A thread watches, so that it is the same on every system that forks, and in the midst of the solver's work too.
    """
    threading.Thread(target=_watch, args=(parent,), daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(LOOK)
    os._exit(1)
