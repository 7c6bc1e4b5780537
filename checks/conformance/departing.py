"""What departs from the rules, by its cause, and what a trial came to."""

from __future__ import annotations

import re
from collections import Counter

from attrs import define, field, frozen

from advocatus.model.rules import Rules

from .coverage import Coverage
from .diagnosing import Case, Mutant
from .subject import CRASH, GARBAGE, HANG
from .walking import BAD_DEAL, DIFFERS, MUTATES, RESTRICTS, TOO_LAX, TOO_STRICT, UNSUPPORTED, Apart

FLAKY = "flaky"
FAILURES = (CRASH, HANG, GARBAGE)
MISMATCHES = (TOO_STRICT, TOO_LAX, DIFFERS, MUTATES, RESTRICTS, BAD_DEAL, *FAILURES, FLAKY)
NOW_AND_THEN = " (not each time that it is asked the same)"
MOST_MESSAGES = 12  # of calls answered with an error, told apart


@define
class Group:
    """Departures with one cause."""

    kind: str
    clauses: tuple[str, ...]
    case: Case
    apart: Apart
    found: tuple[Mutant, ...] = ()  # changes of the rules that explain all of them
    count: int = 1
    kinds: Counter[str] = field(factory=Counter)
    governed: bool = False  # the clauses are those that say what the entry is that differs
    suspects: tuple[str, ...] = ()  # clauses on which all of these departures can rest, the nearest first

    @property
    def says(self) -> str:
        """What the program does, in one line."""
        return self.found[0].says if self.found else ""


@frozen
class Outcome:
    """What a trial came to."""

    rules: Rules
    groups: tuple[Group, ...]
    acts: int
    games: int
    deals: int
    coverage: Coverage
    unsupported: str = ""
    stopped: bool = False  # at the first departure: what was compared is not the whole

    @property
    def failed(self) -> bool:
        """Whether the program departs from the rules, or fails."""
        return any(group.kind in MISMATCHES for group in self.groups)

    @property
    def missing(self) -> tuple[str, ...]:
        """The clauses that can matter and were compared nowhere."""
        return self.coverage.missing


def same_failure(one: Apart, two: Apart) -> bool:
    """Whether two failures, or two calls answered with an error, are told in the same words."""
    mine, theirs = (apart.came.removesuffix(NOW_AND_THEN) for apart in (one, two))
    if one.kind == UNSUPPORTED:
        return _wording(mine) == _wording(theirs)
    mine, theirs = mine.split(":")[0], theirs.split(":")[0]
    return mine == theirs if one.kind != GARBAGE else _wording(mine) == _wording(theirs)


def _wording(text: str) -> str:
    """A message without its numbers, by which those that say the same are one."""
    return re.sub(r"[0-9]+", "", text)
