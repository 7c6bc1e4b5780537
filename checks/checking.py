"""The main job: run every checker, weigh what was found against what is on file, and say what matters."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from attrs import evolve, field, frozen

from . import crosscheck
from .accepting import nowhere, read_accepted
from .context import CheckContext
from .filed import Filed, filed
from .finding import CHANGES, DECIDES, IMPACTS, NONE, REVEALS, STOPS, Finding, shorter, smallest
from .pool import tasks_of, work
from .registry import Checker, Outcome, checkers_for
from .replaying import OnFile, replay
from .row import ACCEPTED, CACHE, FILE, FOUND, GONE, NEW, REFUTED, RUN, UNKNOWN, VACUOUS, Row, in_order
from .seen import with_counts
from .selection import Selection

EXPECTED, FINDINGS, USAGE, INTERNAL, INCONCLUSIVE = range(5)  # exit codes

BY_CHANCE, UNDER_OTHERS = "of kinds that a search can miss", "under other players, variants or answers"
_VERBS = {STOPS: "stop play", DECIDES: "decide the winner", CHANGES: "change play", REVEALS: "reveal something"}


class Unsound(AssertionError):
    """A checker made a finding that does not replay: a fault of the checker."""


@frozen
class Report:
    """What a run came to."""

    rows: tuple[Row, ...]
    found: tuple[Finding, ...]  # one for each identity, the smallest game
    new: tuple[Finding, ...]
    better: tuple[Finding, ...]  # on file with a longer game
    gone: tuple[OnFile, ...]
    broken: tuple[OnFile, ...]  # on file and not replaying
    filed: tuple[OnFile, ...]
    times: tuple[tuple[str, float], ...] = field(default=(), eq=False)
    solver: tuple[float, ...] = field(default=(), eq=False)  # seconds of each question to it
    accepted: Mapping[str, str] | None = None  # the findings accepted, by file, and why; None: all that are on file
    left: Mapping[str, int] = {}  # how many on file were not looked at, by the reason
    unsought: Mapping[str, int] = {}  # how many were replayed, not found, and cannot be told gone, by the reason
    unfinished: str = ""  # how the run ended before its time, or before it began; empty where it is whole
    nowhere: tuple[str, ...] = ()  # the findings accepted that are not found, not on file, and were looked for

    @property
    def exit_code(self) -> int:
        """1 for new, gone or broken findings and refuted promises that no finding tells; 4 if inconclusive, or cut off.

        Where findings are accepted by name, for those that are not, new or on file.
        """
        if self.unaccepted or self.gone or self.broken or self._count(REFUTED, untold=True):
            return FINDINGS
        return INCONCLUSIVE if self.unfinished or self._count(UNKNOWN) or self._count(VACUOUS) else EXPECTED

    @property
    def unaccepted(self) -> tuple[Finding, ...]:
        """The findings that count: the new ones; where some are accepted by name, all others."""
        if self.accepted is None:
            return self.new
        return tuple(f for f in self.known if f.file_name not in self.accepted)

    @property
    def known(self) -> tuple[Finding, ...]:
        """Every finding, found or on file, once; without those gone."""
        gone = {o.path for o in self.gone}
        filed = (o.finding for o in self.filed if o.finding and o.path not in gone)
        return tuple({f.identity: f for f in (*filed, *self.found)}.values())

    def _count(self, verdict: str, untold: bool = False) -> int:
        return sum(1 for r in self.rows if r.verdict == verdict and not (untold and r.finding))

    @property
    def impacts(self) -> dict[str, int]:
        """How many findings, found or on file, have each impact."""
        counts = Counter(f.impact for f in self.known)
        return {impact: counts[impact] for impact in IMPACTS}

    @property
    def summary(self) -> dict[str, Any]:
        """The same in numbers, as JSON data."""
        verdicts = Counter(row.verdict for row in self.rows)
        return {
            "impacts": self.impacts, "verdicts": dict(sorted(verdicts.items())),
            "on_file": len(self.filed) + sum(self.left.values()), "not_looked_at": dict(self.left),
            "new": [f.file_name for f in self.new], "gone": [o.path.name for o in self.gone],
            "not_replaying": [o.path.name for o in self.broken], "shorter": [f.file_name for f in self.better],
            "accepted": sorted({f.file_name for f in self.known} & set(self.accepted or ())),
            "exit": self.exit_code, "says": self.line,
        }

    @property
    def line(self) -> str:
        """The last line: what matters."""
        told = [f"{n} {_verb(impact, n)}" for impact, n in self.impacts.items() if n and impact != NONE]
        left = sum(self.left.values())
        many = len(self.filed) + left
        filed = f"{many} finding{'' if many == 1 else 's'} on file"
        rest = [filed, *([f"{left} not looked at"] if left else []), f"{len(self.new)} new", f"{len(self.gone)} gone"]
        if self.accepted is not None:
            rest.append(f"{len(self.known) - len(self.unaccepted)} accepted, {len(self.unaccepted)} not")
        rest += [f"{len(self.broken)} not replaying"] if self.broken else []
        for verdict, word in ((REFUTED, "refuted"), (UNKNOWN, "unknown"), (VACUOUS, "vacuous")):
            if n := self._count(verdict, untold=verdict == REFUTED):
                rest.append(f"{n} {word}")
        rest += [self.unfinished] if self.unfinished else []
        return f"{', '.join(told) or 'nothing stops play'}; {', '.join(rest)}"


def _verb(impact: str, n: int) -> str:
    return impact if n == 1 else _VERBS[impact]


def check(
    selection: Selection, context: CheckContext, using: Callable[[str], Sequence[Checker]] = checkers_for,
    kinds: Collection[str] = (), jobs: int = 1,
) -> Report:
    """Run the checkers over a selection and weigh the findings against those on file.

    `using` gives the checkers of a family; with `kinds`, rows and findings of these kinds alone count. Writes
    nothing but the cache. With several `jobs`, so many processes share the work.
    """
    accepted = read_accepted(context.store.folder)
    outcomes: list[Outcome] = []
    pairs = [(edition, checker) for edition in selection.editions for checker in using(edition.family)]
    tasks = [task for edition, checker in pairs for task in tasks_of(checker, selection.of(edition))]
    times: dict[str, float] = {}
    solver: list[float] = []
    crossed: dict[tuple[str, str, str], Counter[str]] = {}
    for task, done in zip(tasks, work(tasks, context, jobs), strict=True):
        outcomes += [_of_kinds(made, kinds) for made in done.outcomes]
        edition = task.rules[0].edition
        crossed.setdefault((edition.family, edition.key, done.name), Counter()).update(done.crossed)
        times[done.name] = times.get(done.name, 0.0) + done.seconds
        solver += done.solver
    context.progress("replaying what is on file")
    before = time.perf_counter()
    identities = {f.identity for outcome in outcomes for f in outcome.findings}
    files = filed(context.store, selection.rules, selection.known, identities, kinds, jobs)
    times["replays"] = time.perf_counter() - before
    searched = [(edition.key, checker) for edition, checker in pairs]
    report = weigh(outcomes, searched, files, selection, tuple(sorted(times.items())), accepted)
    return evolve(report, rows=in_order((*report.rows, *crosscheck.rows(crossed))), solver=tuple(solver))


def _of_kinds(outcome: Outcome, kinds: Collection[str]) -> Outcome:
    """What is of some kinds, and what could not be judged; all, if none is named."""
    if not kinds:
        return outcome
    rows = tuple(row for row in outcome.rows if row.kind in kinds or row.verdict == UNKNOWN)
    return evolve(outcome, rows=rows, findings=tuple(f for f in outcome.findings if f.kind in kinds))


def weigh(
    outcomes: Sequence[Outcome], searched: Sequence[tuple[str, Checker]], files: Filed, selection: Selection,
    times: tuple[tuple[str, float], ...] = (), accepted: Mapping[str, str] | None = None,
) -> Report:
    """Set what was found against what is on file, and what is accepted by name, if anything is.

    `searched` tells which checkers went over which editions. Raises `Unsound` for a new finding that does
    not replay.
    """
    filed = files.looked
    candidates = [f for outcome in outcomes for f in outcome.findings]
    kept = {f for outcome in outcomes if outcome.provenance == CACHE for f in outcome.findings}
    known = {o.finding.identity: o for o in filed if o.finding}
    found = smallest(candidates)
    identities = {f.identity for f in found}
    lost = [(o, _unsought(o.finding, searched, selection)) for o in filed
            if o.finding and o.finding.identity not in identities]
    gone = tuple(o for o, why in lost if not why)
    new = tuple(f for f in found if f.identity not in known)
    for finding in new:
        if wrong := replay(finding, selection.known):
            raise Unsound(f"a checker made {finding.file_name}, which does not replay: {wrong[0]}")
    better = tuple(f for f in found if f.identity in known and _improves(f, known[f.identity]))
    fresh = {f.identity for f in new}
    rows = [row for outcome in outcomes for row in outcome.rows]
    for f in by_rules(candidates):
        row = Row.of_finding(f, NEW if f.identity in fresh else FOUND, CACHE if f in kept else RUN)
        why = (accepted or {}).get(f.file_name)
        rows.append(evolve(row, verdict=ACCEPTED, summary=f"{row.summary} Accepted: {why}") if why else row)
    rows += [Row.of_finding(o.finding, GONE, FILE) for o in gone if o.finding]
    rows += [o.row(*_place(o, selection)) for o in filed]
    broken = tuple(o for o in filed if o.differs)
    names = {*files.names, *(f.file_name for f in found)}
    others = set(selection.known) - {e.key for e in selection.editions}
    missing = nowhere(accepted or {}, names, files.kinds, others)
    return Report(in_order(with_counts(rows)), found, new, better, gone, broken, filed, times, accepted=accepted,
                  left=files.left, unsought=Counter(why for _, why in lost if why and searched), nowhere=tuple(missing))


def by_rules(candidates: Sequence[Finding]) -> list[Finding]:
    """The smallest game of each finding under each rule set."""
    groups: dict[Any, list[Finding]] = {}
    for finding in candidates:
        groups.setdefault((finding.rules, finding.against), []).append(finding)
    return [f for group in groups.values() for f in smallest(group)]


def _improves(finding: Finding, filed: OnFile) -> bool:
    return filed.finding is not None and not filed.differs and shorter(finding, filed.finding)


def _unsought(finding: Finding, searched: Sequence[tuple[str, Checker]], selection: Selection) -> str:
    """Why this run did not look for such a finding under the rules that the file names; empty if it did."""
    ref = finding.rules
    apart = [
        len({q for q, _ in set(r.answers) ^ set(ref.answers)}) for r in selection.rules
        if (r.edition.key, r.players, r.variants) == (ref.edition, ref.players, ref.variants)
    ]
    looked = [c.readings for key, c in searched if key == ref.edition and finding.kind in c.searches]
    if not looked:
        return BY_CHANCE
    return "" if any(n == 0 or (n == 1 and readings) for n in apart for readings in looked) else UNDER_OTHERS


def _place(filed: OnFile, selection: Selection) -> tuple[str, str]:
    """The family and edition under which a file is told: by its name, if it cannot be read."""
    family = filed.path.parent.name
    keys = [e.key for e in selection.editions if e.family == family]
    named = [key for key in keys if f".{key}." in filed.path.name]
    return family, (named or keys)[0]


def file_findings(report: Report, context: CheckContext) -> list[str]:
    """File what was found: new ones, shorter games, and those on file that replay no more and were found again.

    Returns a line for each file written. Raises `BadDocument` where a file cannot be written.
    """
    broken = {o.path.name for o in report.broken}
    lines = []
    for finding in report.found:
        path = context.store.path(finding)
        if path.name in broken:
            context.store.put(finding)
            lines.append(f"filed anew {path.name}")
        elif (what := context.store.save(finding)) != "kept":
            lines.append(f"filed {what} {path.name}")
    return lines
