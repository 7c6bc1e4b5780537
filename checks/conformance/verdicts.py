"""What a test of a program came to: as a table, as lines of JSON with a header and a footer, as JUnit XML."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from xml.etree import ElementTree

from attrs import frozen
from tabulate import tabulate

from advocatus.model.trace import compact

from .describing import Description
from .known import Known, tells
from .trial import MISMATCHES, Group, Outcome
from .walking import UNSUPPORTED

PASSED, FAILED, INCONCLUSIVE = 0, 1, 4
VERSION = 1


@frozen
class Report:
    """The outcomes for each rule set, and what was expected to fail."""

    described: Description
    outcomes: tuple[Outcome, ...]
    skipped: tuple[tuple[str, str], ...]  # rule sets that the program does not support, and why
    seed: int
    known: tuple[Known, ...] = ()

    @property
    def new(self) -> tuple[tuple[Outcome, Group], ...]:
        """What departs from the rules and is not known."""
        return tuple((o, g) for o in self.outcomes for g in o.groups
                     if g.kind in MISMATCHES and not any(tells(k, o, g) for k in self.known))

    @property
    def stale(self) -> tuple[Known, ...]:
        """What is known and did not come up, where it could have."""
        tested = {o.rules.players for o in self.outcomes}
        return tuple(k for k in self.known if (not k.players or set(k.players) & tested)
                     and not any(tells(k, o, g) for o in self.outcomes for g in o.groups))

    @property
    def exit_code(self) -> int:
        """1 for a departure that is not known and for a stale entry, 4 where too little was compared, else 0."""
        if self.new or self.stale:
            return FAILED
        short = [o for o in self.outcomes if o.missing or any(g.kind == UNSUPPORTED for g in o.groups)]
        return INCONCLUSIVE if short or not self.outcomes else PASSED

    @property
    def says(self) -> str:
        """What matters, in one line."""
        groups = {(g.kind, g.clauses) for _, g in self.new}
        if groups:
            clauses = sorted({key for _, found in groups for key in found})
            where = f": {', '.join(clauses)}" if clauses else ""
            return f"{len(groups)} departure{'' if len(groups) == 1 else 's'} from the rules{where}"
        if self.stale:
            return f"known and gone: {', '.join(k.name for k in self.stale)}"
        if self.exit_code == INCONCLUSIVE:
            return "inconclusive: nothing departs from the rules, and too little was compared to say that it conforms"
        acts, games = sum(o.acts for o in self.outcomes), sum(o.games for o in self.outcomes)
        return f"conforms, as far as {acts} acts in {games} games tell"


def table(report: Report) -> Iterator[str]:
    """The report in lines."""
    rows: list[list[Any]] = []
    for outcome in report.outcomes:
        rules = outcome.rules
        for group in outcome.groups:
            mark = " (known)" if any(tells(k, outcome, group) for k in report.known) else ""
            rows.append([rules.players, group.kind + mark, "\n".join(group.clauses) or "-", group.count,
                         group.says or _short(group)])
        if not outcome.groups:
            rows.append([rules.players, "conforms" if not outcome.missing else "inconclusive", "-", "", ""])
    yield tabulate(rows, headers=["players", "verdict", "clauses", "times", "the program"], tablefmt="simple")
    for outcome in report.outcomes:
        for group in outcome.groups:
            yield from ("", *told(outcome, group, report.described))
    yield ""
    for outcome in report.outcomes:
        yield _counts(outcome)
        if outcome.stopped:
            yield "  stopped at the first departure: what was compared by then is not the whole"
            continue
        if outcome.missing:
            yield f"  compared nowhere, and they can matter: {', '.join(outcome.missing)}"
        if outcome.coverage.unfelt:
            yield f"  no game was found in which it shows: {', '.join(outcome.coverage.unfelt)}"
    for where, why in report.skipped:
        yield f"not tested: {where}: {why}"
    for known in report.stale:
        yield f"known, and it did not come up: {known.name}"
    yield report.says


def _short(group: Group) -> str:
    apart = group.apart
    key = f"{apart.key}: " if apart.key else ""
    return f"{key}{apart.wanted[:40]} wanted, {apart.came[:60]} came"


def _counts(outcome: Outcome) -> str:
    found = outcome.coverage
    keys = ", ".join(f"{key} {count}" for key, count in sorted(found.entries.items())) or "nothing of any state"
    deals = f", {outcome.deals} deals" if outcome.deals else ""
    clauses = len({*found.verdicts, *found.states})
    much = f"{outcome.acts} acts in {outcome.games} games{deals}"
    return f"{outcome.rules.players} players: {much}; {clauses} clauses were cited; compared, and how often: {keys}"


def told(outcome: Outcome, group: Group, described: Description) -> Iterator[str]:
    """A departure with its game, act by act."""
    edition, rules = outcome.rules.edition, outcome.rules
    yield f"{group.kind}, {rules.players} players: {', '.join(group.clauses) or group.apart.came}"
    for key in group.clauses:
        clause = edition.clause(key)
        if clause:
            yield f"  {key}: {clause.says}"
    if group.says:
        yield f"  the program answers {group.says}"
    play, apart = group.case.play, group.apart
    if play.file:
        yield f"  in {play.file}, as far as it is needed"
    if play.start:
        yield f"  from {compact(play.start)}"
    acts = [act for act in play.acts if described.sent(act)]
    answers = group.case.result.get("answers", [{}] * len(acts))
    for i, act in enumerate(acts):
        word = answers[i].get("is", "") if i < len(answers) else ""
        mark = f"   <- {apart.key or 'wanted'}: {apart.wanted}; came: {apart.came}" if i == apart.at else ""
        yield f"    {compact(act)}  {word}{mark}"
    if apart.at < 0 or not acts:
        yield f"    {apart.key or 'wanted'}: {apart.wanted}; came: {apart.came}"


# ---------------------------------------------------------------- for programs


def json_lines(report: Report) -> Iterator[str]:
    """A header, a line for each departure and for what was counted under each rule set, a footer."""
    yield compact({"header": {"version": VERSION, "name": report.described.name, "program": report.described.version,
                              "seed": report.seed}})
    for outcome in report.outcomes:
        where = _where(outcome)
        for group in outcome.groups:
            yield compact({"departure": {
                **where, "verdict": group.kind, "clauses": list(group.clauses), "times": group.count,
                "says": group.says, "act": group.apart.at, "wanted": group.apart.wanted, "came": group.apart.came,
                "entry": group.apart.key, "known": any(tells(k, outcome, group) for k in report.known),
                "kinds": dict(sorted(group.kinds.items())),
                "run": group.case.play.params(report.described) if group.case.play.start else None}})
        found = outcome.coverage
        yield compact({"counted": {
            **where, "acts": outcome.acts, "games": outcome.games, "deals": outcome.deals,
            "verdicts": dict(sorted(found.verdicts.items())), "states": dict(sorted(found.states.items())),
            "entries": dict(sorted(found.entries.items())), "missing": list(outcome.missing),
            "unfelt": list(found.unfelt)}})
    skipped = [{"what": what, "why": why} for what, why in report.skipped]
    yield compact({"footer": {"exit": report.exit_code, "says": report.says, "not-tested": skipped,
                              "stale": [known.name for known in report.stale]}})


def _where(outcome: Outcome) -> Mapping[str, Any]:
    rules = outcome.rules
    return {"edition": rules.edition.key, "players": rules.players, "variants": list(rules.variants),
            "answers": dict(rules.answers), "digest": rules.digest}


def junit(report: Report) -> str:
    """The report as JUnit XML: a suite for each rule set, a case for each clause that was compared or departed from."""
    root = ElementTree.Element("testsuites", name=f"conform {report.described.name}")
    for outcome in report.outcomes:
        rules, found = outcome.rules, outcome.coverage
        groups = {key: group for group in outcome.groups for key in group.clauses or (group.kind,)}
        names = sorted({*found.verdicts, *found.states, *groups, *outcome.missing})
        failures = sum(1 for name in names if name in groups)
        suite = ElementTree.SubElement(root, "testsuite", name=f"{rules.edition.key}.{rules.players}",
                                       tests=str(len(names)), failures=str(failures), errors="0",
                                       skipped=str(len(outcome.missing)))
        for name in names:
            case = ElementTree.SubElement(suite, "testcase", classname=suite.get("name", ""), name=name)
            if name in groups:
                group = groups[name]
                failure = ElementTree.SubElement(case, "failure", type=group.kind, message=group.says or _short(group))
                failure.text = "\n".join(told(outcome, group, report.described))
            elif name in outcome.missing:
                ElementTree.SubElement(case, "skipped", message="compared nowhere")
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def departures(found: Sequence[Outcome]) -> set[str]:
    """The clauses that a program departs from, under any of the rule sets."""
    return {key for outcome in found for group in outcome.groups for key in group.clauses}
