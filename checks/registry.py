"""Checkers, discovered: every module of this package, or of a family's in it, that has `CHECKERS`.

    def collisions(rules: Rules, context: CheckContext) -> Result:
        ...
        return rows, findings

    CHECKERS = (Checker("clashes", collisions, searches=("clash",), cached=True),)

A checker returns rows for what it checked and candidate findings; the rows that tell the findings
themselves are added by `checking`, which also weighs them against those on file.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache as once
from types import ModuleType
from typing import Any

from attrs import evolve, frozen

from advocatus.model.families import families
from advocatus.model.guard import unknown
from advocatus.model.rules import BadChoice, Gap, Rules

from .cache import Result, key_of
from .context import CheckContext
from .finding import GAP, Finding
from .row import CACHE, RUN, UNKNOWN, Row

RULES, EDITION, PARTS, EACH = "rules", "edition", "parts", "each"


@frozen
class Outcome:
    """What came of one call of a checker, and whether it was worked out now or kept."""

    rows: tuple[Row, ...]
    findings: tuple[Finding, ...]
    provenance: str


@frozen
class Checker:
    """One way to look for what is wrong.

    `run` is called with one `Rules` value (scope ``rules``), or with all those of one edition in this
    run (scope ``edition``), and the context; with scope ``parts`` it is called so too and yields outcomes
    of its own, each of them kept by itself; with scope ``each`` likewise, and a process may call it with
    some of the rules alone. `searches` names the kinds of finding that it finds whenever
    they are there: one on file for the same rules and not found again is gone; with `readings` it looks
    under every other reading of each single question too. A random search lists no kinds. `kinds` names the kinds
    of row and finding besides these that it makes, for ``check --only``. `hunts`: the
    command `hunt` calls it too, with `context.games`. `pairs`: nothing but ``hunt --against`` calls it,
    for what parts the rules from `context.against`. `cached` results are kept. `long`: about how many seconds one call
    takes, where it is many; what is long is begun first.
    """

    name: str
    run: Callable[[Any, CheckContext], Any]
    scope: str = RULES
    searches: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    readings: bool = False
    hunts: bool = False
    pairs: bool = False
    cached: bool = False
    long: int = 0
    family: str = ""  # the only family it is for; empty for all

    def makes(self, kinds: Collection[str]) -> bool:
        """Whether it makes rows or findings of one of these kinds."""
        return not {*self.searches, *self.kinds}.isdisjoint(kinds)

    def outcomes(self, rules: Sequence[Rules], context: CheckContext) -> Iterator[Outcome]:
        """What comes of every call that these rules, all of one edition, ask for."""
        if self.scope in (PARTS, EACH):
            yield from self.run(tuple(rules), context)
            return
        calls = [tuple(rules)] if self.scope == EDITION else [(one,) for one in rules]
        for call in calls:
            counts = ", ".join(str(r.players) for r in call)
            context.progress(f"{self.name}: {call[0].edition.key}, {counts} players")
            yield self._outcome(call, context)

    def _outcome(self, call: tuple[Rules, ...], context: CheckContext) -> Outcome:
        given = call if self.scope == EDITION else call[0]
        if not self.cached or context.cache is None:
            return _outcome(self._run(given, call, context), RUN)
        key = key_of(self.name, call, context.seed)
        if kept := context.cache.get(key):
            return _outcome(kept, CACHE)
        result = self._run(given, call, context)
        context.cache.put(key, result)
        return _outcome(result, RUN)

    def _run(self, given: Any, call: tuple[Rules, ...], context: CheckContext) -> Result:
        """Run it; a silence of the rules that it cannot go on from makes an inconclusive row."""
        try:
            result: Result = self.run(given, context)
            return result
        except Gap as gap:
            rows = [Row.of(rules, self.name, GAP, UNKNOWN, clauses=gap.clauses, summary=str(gap)) for rules in call]
            return rows, ()


def _outcome(result: Result, provenance: str) -> Outcome:
    rows, findings = result
    return Outcome(tuple(evolve(row, provenance=provenance) for row in rows), tuple(findings), provenance)


def _modules(package: ModuleType) -> Iterator[ModuleType]:
    for found in pkgutil.iter_modules(package.__path__, package.__name__ + "."):
        if not found.ispkg:
            yield importlib.import_module(found.name)


@once
def checkers() -> tuple[Checker, ...]:
    """All checkers of the package, sorted by name."""
    import advocatus.checks as shared

    modules = [*_modules(shared)]
    names = [key.replace("-", "_") for key in families()]
    for found in pkgutil.iter_modules(shared.__path__, shared.__name__ + "."):
        if found.ispkg and found.name.rsplit(".", 1)[-1] in names:
            modules += _modules(importlib.import_module(found.name))
    known = [checker for module in modules for checker in getattr(module, "CHECKERS", ())]
    return tuple(sorted(known, key=lambda checker: checker.name))


def checkers_for(family: str) -> tuple[Checker, ...]:
    """The checkers of `check` for a family."""
    return tuple(c for c in checkers() if c.family in ("", family) and not c.pairs)


def only(kinds: Collection[str]) -> Callable[[str], tuple[Checker, ...]]:
    """The checkers of `check` for a family that make rows or findings of some kinds; all, if none is named.

    Raises `BadChoice` for a kind that no checker makes.
    """
    known = sorted({kind for checker in checkers() for kind in (*checker.searches, *checker.kinds)})
    for kind in kinds:
        if kind not in known:
            raise BadChoice(unknown(f"--only {kind!r}: the kind", kind, known))
    return lambda family: tuple(c for c in checkers_for(family) if not kinds or c.makes(kinds))


def elsewhere(kinds: Collection[str], played: Collection[str]) -> Iterator[str]:
    """Of kinds asked for, those of which `check` finds none in these families, with the commands that do."""
    for kind in kinds:
        if any(c.makes((kind,)) for family in played for c in checkers_for(family)):
            continue
        if any(c.pairs and c.makes((kind,)) for c in checkers()):
            yield (f"--only {kind}: check finds none of this kind; it replays those on file between the editions named "
                   "together. `diff` and `hunt --against` find them")
        else:
            yield f"--only {kind}: nothing in this game is of this kind"


def hunters_for(family: str, pairs: bool) -> tuple[Checker, ...]:
    """The checkers of `hunt` for a family: those that part rules, or those that look at one rule set."""
    return tuple(c for c in checkers() if c.family in ("", family) and (c.pairs if pairs else c.hunts))
