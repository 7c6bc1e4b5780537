"""Work shared out to processes, or to a cluster of dask.distributed: results in the order of the tasks."""

from __future__ import annotations

import multiprocessing
import os
import re
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any, TypeVar

from advocatus.model.rules import BadChoice

from .orphans import end_with

T = TypeVar("T")
R = TypeVar("R")
Submit = Callable[..., Any]  # a function and a task: a future of what it gives

AHEAD = 3  # tasks handed out for each worker before the first of them is done
ADDRESS = re.compile(r"[a-z]+://(\[[0-9A-Fa-f:.%\w]+\]|[^\s/:\[\]]+):([0-9]{1,5})")
PORTS = 65535  # the greatest there is
WAIT = 10  # seconds for a scheduler to answer, and for what was ended to be gone


@contextmanager
def fleet(jobs: int, scheduler: str = "") -> Iterator[Fleet]:
    """Workers: this process, `jobs` of them, or those of a dask scheduler. Raises `BadChoice` where none can be had."""
    if scheduler:
        with _cluster(scheduler) as found:
            yield found
    elif jobs <= 1 or "fork" not in multiprocessing.get_all_start_methods():
        yield Fleet(None, 1)
    else:
        pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("fork"), _worker, (os.getpid(),))
        try:
            yield Fleet(pool.submit, jobs)
        finally:
            workers = list((pool._processes or {}).values())
            manager = getattr(pool, "_executor_manager_thread", None)
            pool.shutdown(wait=False, cancel_futures=True)
            for process in workers:  # what they are at is not wanted any more
                process.terminate()
            if manager is not None:
                manager.join(WAIT)  # else it may be at its pipes yet when they are closed


class Fleet:
    """Workers that tasks can be given to."""

    def __init__(self, submit: Submit | None, workers: int) -> None:
        self._submit, self._workers = submit, workers

    @property
    def here(self) -> bool:
        """Whether the work is done in this process, which can tell how far it is."""
        return self._submit is None

    def work(self, do: Callable[[T], R], tasks: Iterable[T]) -> Generator[R, None, None]:
        """What `do` makes of each task, in their order. Tasks may go on without end; few are asked for ahead.

        Interrupted, while it works or by a `throw` of that, it still gives what is done, and raises it then.
        """
        if self._submit is None:
            yield from map(do, tasks)
            return
        waiting: deque[Any] = deque()
        try:
            for task in tasks:
                waiting.append(self._submit(do, task))
                if len(waiting) >= AHEAD * self._workers:
                    yield _first(waiting)
            while waiting:
                yield _first(waiting)
        except KeyboardInterrupt:
            for future in waiting:
                future.cancel()
            yield from [future.result() for future in waiting if future.done() and not future.cancelled()]
            raise


def _first(waiting: deque[Any]) -> Any:
    """The result of the first; it goes on waiting until it is there."""
    result = waiting[0].result()
    waiting.popleft()
    return result


def _worker(parent: int) -> None:
    """A worker does not hear Ctrl-C: its parent ends it, or is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with(parent)


@contextmanager
def _cluster(address: str) -> Iterator[Fleet]:
    parts = ADDRESS.fullmatch(address)
    if not parts or not 0 < int(parts[2]) <= PORTS:  # what dask makes of it is told late, and with a traceback
        raise BadChoice(f"--scheduler {address}: no address; that of a running scheduler is wanted: tcp://HOST:PORT")
    if find_spec("distributed") is None:
        raise BadChoice(f"--scheduler {address}: dask is not installed; pip install 'advocatus[cluster]'")
    import distributed

    try:
        connect: Any = distributed.Client
        client = connect(address, timeout=f"{WAIT}s", set_as_default=False)
    except (OSError, ValueError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise BadChoice(f"--scheduler {address}: no scheduler answers there ({reason}); "
                        "the address of a running one is wanted: tcp://HOST:PORT") from None
    with client:
        workers = len(client.scheduler_info()["workers"])
        if not workers:
            raise BadChoice(f"--scheduler {address}: it has no workers; start one: dask worker {address}")

        def submit(do: Callable[[T], R], task: T) -> Any:
            return client.submit(do, task, pure=False)

        yield Fleet(submit, workers)
