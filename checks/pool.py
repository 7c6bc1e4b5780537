"""The checkers' work shared out to processes: the same outcomes in the same order, however many work at it."""

from __future__ import annotations

import multiprocessing
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from typing import Any

from attrs import evolve, field, frozen

from advocatus.model.rules import Rules
from advocatus.specs import prover

from .context import CheckContext, silent
from .crosscheck import Tally
from .orphans import end_with
from .registry import EACH, RULES, Checker, Outcome

_SHARED: list[tuple[Sequence[Task], CheckContext]] = []  # what the processes find when they are forked

_SPREAD: list[tuple[Callable[[Any], Any], Sequence[Any]]] = []  # likewise


@frozen
class Task:
    """A checker and the rules it is called with."""

    checker: Checker
    rules: tuple[Rules, ...]


@frozen
class Done:
    """What came of a task, how long it took, and how long the solver took over each of its questions."""

    name: str
    outcomes: tuple[Outcome, ...]
    seconds: float
    solver: tuple[float, ...]
    failed: str = ""
    crossed: Mapping[str, int] = field(factory=dict)  # of the questions: how many a second solver agreed to


class Failed(RuntimeError):
    """A checker broke down in its process."""


def tasks_of(checker: Checker, rules: Sequence[Rules]) -> tuple[Task, ...]:
    """The calls of a checker that can be made apart."""
    apart = checker.scope in (RULES, EACH)
    return tuple(Task(checker, (one,)) for one in rules) if apart else (Task(checker, tuple(rules)),)


def work(tasks: Sequence[Task], context: CheckContext, jobs: int) -> Iterator[Done]:
    """What comes of each task, in their order. Raises `Failed` where one breaks down in a process of its own.

    Several processes begin with what takes longest, so that none is left with it alone at the end.
    """
    if jobs <= 1 or len(tasks) <= 1 or "fork" not in multiprocessing.get_all_start_methods():
        for i, task in enumerate(tasks):
            context.progress(f"{i} of {len(tasks)} done; now {task.checker.name}")
            yield _do(task, context)
        return
    _SHARED.append((tasks, evolve(context, progress=silent)))  # the terminal is the parent's
    context.progress(f"0 of {len(tasks)} done")
    try:
        with multiprocessing.get_context("fork").Pool(min(jobs, len(tasks)), end_with, (os.getpid(),)) as pool:
            waiting: dict[int, Done] = {}
            given = 0
            for i, done in pool.imap_unordered(_in_process, longest_first(tasks)):
                waiting[i] = done
                context.progress(f"{len(waiting) + given} of {len(tasks)} done: {done.name}")
                if done.failed:
                    raise Failed(done.failed)
                while given in waiting:
                    yield waiting.pop(given)
                    given += 1
    finally:
        _SHARED.pop()


def longest_first(tasks: Sequence[Task]) -> tuple[int, ...]:
    """The places of tasks, those that take longest first, else in order."""
    return tuple(sorted(range(len(tasks)), key=lambda i: -tasks[i].checker.long))


def _in_process(number: int) -> tuple[int, Done]:
    tasks, context = _SHARED[-1]
    try:
        return number, _do(tasks[number], context)
    except Exception as error:  # told by the parent: not every error can be sent
        return number, Done(tasks[number].checker.name, (), 0.0, (), f"{type(error).__name__}: {error}")


def spread(do: Callable[[Any], Any], items: Sequence[Any], jobs: int) -> tuple[Any, ...]:
    """What comes of each item, in their order, in so many processes. Raises what `do` raises."""
    if jobs <= 1 or len(items) <= 1 or "fork" not in multiprocessing.get_all_start_methods():
        return tuple(do(item) for item in items)
    _SPREAD.append((do, items))
    try:
        with multiprocessing.get_context("fork").Pool(min(jobs, len(items)), end_with, (os.getpid(),)) as pool:
            return tuple(pool.map(_done_with, range(len(items)), chunksize=4))
    finally:
        _SPREAD.pop()


def _done_with(number: int) -> Any:
    do, items = _SPREAD[-1]
    return do(items[number])


def _do(task: Task, context: CheckContext) -> Done:
    solver: list[float] = []

    def watch(ask: Callable[[], Any]) -> Any:
        before = time.perf_counter()
        answer = ask()
        solver.append(time.perf_counter() - before)
        return answer

    prover.WATCHERS.append(watch)
    before = time.perf_counter()
    try:
        with context.second.listening() if context.second else nullcontext(Tally()) as tally:
            outcomes = tuple(task.checker.outcomes(task.rules, context))
    finally:
        prover.WATCHERS.remove(watch)
    return Done(task.checker.name, outcomes, time.perf_counter() - before, tuple(solver), crossed=dict(tally.counts))


def greatest_memory() -> float | None:
    """What the largest process so far has held at once, this one and those done counted, in MB; None if it is not told.

    A process that was forked begins with what its parent held.
    """
    try:
        import resource
    except ImportError:  # Windows
        return None
    most = max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return most / (1 << 20 if sys.platform == "darwin" else 1 << 10)  # bytes there, else KB
