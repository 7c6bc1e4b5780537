"""Hunting for as long as wanted: cases, each with a seed of its own, shared out and kept as they are done.

A case is a round of one hunter with one rule set. What came of it is kept under its content by whoever did it, so
that a hunt that was stopped, however rudely, goes on where it was with --resume.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import count
from typing import Any

from attrs import evolve, field, frozen

from advocatus.model.rules import BadChoice, Rules, make_rules

from .accepting import read_accepted
from .cache import key_of
from .checking import Report, weigh
from .context import CheckContext, silent
from .filed import filed, filed_apart
from .finding import Finding, smallest
from .fleet import Fleet
from .hunting import HUNT, merged
from .registry import Checker, Outcome, hunters_for
from .row import CACHE, RUN, Row
from .selection import Selection

ROUND = 50  # games of one case
NOTHING = "no game was played"


@frozen
class Case:
    """A round of a hunter with a rule set: `games` games with the seed of the context, which says the round."""

    hunter: Checker
    rules: Rules
    context: CheckContext
    resume: bool

    def do(self) -> Outcome:
        """Hunt, or take what was kept of this very case before; what is found is kept at once."""
        context = self.context
        against = "" if context.against is None else make_rules(context.against, context.against.players[0]).digest
        key = key_of(f"hunt {self.hunter.name} {context.games} {against}", (self.rules,), context.seed)
        kept = context.cache.get(key) if context.cache and self.resume else None
        if kept is not None:
            return Outcome(tuple(kept[0]), tuple(kept[1]), CACHE)
        (outcome,) = self.hunter.outcomes((self.rules,), evolve(context, cache=None))
        if context.cache:
            context.cache.put(key, (outcome.rows, outcome.findings))
        return outcome


def _do(case: Case) -> Outcome:
    return case.do()


@frozen
class Bounds:
    """How long a hunt goes on: `games` games for each rule set, without end if 0, and while `goes_on` says so."""

    games: int = 100
    goes_on: Callable[[], bool] = field(default=lambda: True)
    resume: bool = False


class Progress:
    """What a hunt has come to so far: the rows of each rule set as one, and each finding once."""

    def __init__(self, rules: Sequence[Rules], total: int = 0) -> None:
        self.total = total  # cases there are to be; 0 where that is not known
        self._rules: dict[tuple[Any, ...], Rules] = {
            (r.edition.key, r.players, r.variants, r.answers): r for r in rules}
        self.rows: dict[tuple[Any, ...], Row] = {}
        self.findings: tuple[Finding, ...] = ()  # of each identity the one with the shortest game
        self.cases = 0
        self.played = False  # whether one of them was, and not taken from the cache

    def add(self, outcome: Outcome) -> bool:
        """Take in what came of a case; says whether there is one found that was not there."""
        for row in outcome.rows:
            place = (row.edition, row.players, row.variants, row.answers)
            name = (*place, row.against, row.check, row.kind)
            hunted = row.kind == HUNT and name in self.rows
            self.rows[name] = merged(self._rules[place], self.rows[name], row) if hunted else row
        known = len(self.findings)
        self.findings = smallest((*self.findings, *outcome.findings))
        self.cases, self.played = self.cases + 1, self.played or outcome.provenance != CACHE
        return len(self.findings) > known

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """The same as one outcome; of the cache where no case was played."""
        of = RUN if self.played else CACHE
        return (Outcome(tuple(evolve(row, provenance=of) for row in self.rows.values()), self.findings, of),)

    @property
    def counted(self) -> str:
        """How many cases are done, in words."""
        of = f" of {self.total}" if self.total else ""
        return f"{self.cases}{of} case{'' if (self.total or self.cases) == 1 else 's'} done"

    def __str__(self) -> str:
        moves = sum(row.value for row in self.rows.values() if type(row.value) is int)
        reached = {one for row in self.rows.values() if isinstance(row.seen, tuple) for one in row.seen}
        return (f"{self.cases} cases, {moves} moves, {len(reached)} clauses and moves reached, "
                f"{len(self.findings)} found")


def hunt(
    selection: Selection, context: CheckContext, bounds: Bounds, keep: Callable[[Report], None], fleet: Fleet,
    using: Callable[[str, bool], Sequence[Checker]] = hunters_for,
) -> Report:
    """Play the cases and weigh what turns up.

    Round r has the seed `context.seed` + r, so that a long hunt begins as a short one; what comes of a number of
    games does not depend on the workers. `keep` is given a report where something new is found. An interrupt ends
    the hunt, never its report, which says how much was done. Raises `BadChoice` where nobody hunts in a family.
    """
    hunters = {e.family: using(e.family, context.against is not None) for e in selection.editions}
    for family, found in hunters.items():
        if not found:
            raise BadChoice(f"there is no hunter for {family}" + (" that parts editions" if context.against else ""))
    so_far = Progress(selection.rules, _total(selection, hunters, bounds))
    kinds = tuple(sorted({kind for found in hunters.values() for one in found for kind in one.kinds}))
    context.progress(f"hunting: {so_far.counted}")
    told = context.progress if fleet.here else silent
    work = fleet.work(_do, _cases(selection, hunters, evolve(context, progress=told), bounds))

    def take(outcome: Outcome) -> None:
        if so_far.add(outcome):
            keep(_report(so_far, selection, context, kinds))
        context.progress(f"hunting: {so_far}")

    unfinished = ""
    try:
        for outcome in work:
            take(outcome)
    except KeyboardInterrupt:
        with suppress(KeyboardInterrupt):
            take(work.throw(KeyboardInterrupt()))  # raised again at once where it was the work that was interrupted
            for outcome in work:
                take(outcome)
        unfinished = f"interrupted: {so_far.counted}"
    report = _report(so_far, selection, context, kinds)
    return evolve(report, unfinished=unfinished or ("" if so_far.cases else NOTHING))


def _total(selection: Selection, hunters: Mapping[str, Sequence[Checker]], bounds: Bounds) -> int:
    """How many cases there are to be; 0 where that is not known."""
    return sum(len(hunters[e.family]) * len(selection.of(e)) for e in selection.editions) * -(-bounds.games // ROUND)


def _cases(
    selection: Selection, hunters: Mapping[str, Sequence[Checker]], context: CheckContext, bounds: Bounds
) -> Iterator[Case]:
    plain = CheckContext(context.seed, context.store, context.cache, against=context.against, progress=context.progress)
    for turn in count():
        games = min(ROUND, bounds.games - turn * ROUND) if bounds.games else ROUND
        for edition in selection.editions:
            for hunter in hunters[edition.family]:
                for rules in selection.of(edition):
                    if games <= 0 or not bounds.goes_on():
                        return
                    yield Case(hunter, rules, evolve(plain, seed=context.seed + turn, games=games), bounds.resume)


def _report(so_far: Progress, selection: Selection, context: CheckContext, kinds: tuple[str, ...]) -> Report:
    outcomes = so_far.outcomes
    identities = {f.identity for outcome in outcomes for f in outcome.findings}
    rules, other = selection.rules, context.against
    if other is None:
        files = filed(context.store, rules, selection.known, identities)
    else:
        known = {**selection.known, other.key: other}
        theirs = [make_rules(other, n) for n in {r.players: None for r in rules}]
        files = filed_apart(context.store, rules, theirs, known, identities)
    return weigh(outcomes, (), evolve(files, kinds=kinds), selection, accepted=read_accepted(context.store.folder))
