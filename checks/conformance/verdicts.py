"""What a test of a program came to: as a table, as lines of JSON with a header and a footer, as JUnit XML."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from xml.etree import ElementTree

from attrs import frozen
from tabulate import tabulate

from advocatus.model.trace import compact

from ..console import plain
from .departing import FLAKY, MISMATCHES, NOW_AND_THEN, Group, Outcome
from .describing import Description
from .known import Known, lacks, tells
from .walking import UNSUPPORTED, Apart

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
    odd: tuple[str, ...] = ()  # what the program says of itself that means nothing, each in plain words
    unplayed: tuple[str, ...] = ()  # clauses of which none of the vectors given could be played

    @property
    def new(self) -> tuple[tuple[Outcome, Group], ...]:
        """What departs from the rules and is not known."""
        return tuple((o, g) for o in self.outcomes for g in o.groups
                     if g.kind in MISMATCHES and self.known_as(o, g) is None)

    @property
    def stale(self) -> tuple[Known, ...]:
        """What is known and did not come up, where it could have."""
        tested = {o.rules.players for o in self.outcomes}
        return tuple(k for k in self.known if (not k.players or set(k.players) & tested)
                     and not any(lacks(k, o) or any(tells(k, o, g) for g in o.groups) for o in self.outcomes))

    def known_as(self, outcome: Outcome, group: Group) -> Known | None:
        """The entry by which a departure is known; none if it is new."""
        return next((known for known in self.known if tells(known, outcome, group)), None)

    def missing(self, outcome: Outcome) -> tuple[str, ...]:
        """The clauses that were compared nowhere, but for those that the program is known not to support."""
        lacked = {lacks(known, outcome) for known in self.known}
        return tuple(key for key in outcome.missing if key not in lacked)

    @property
    def exit_code(self) -> int:
        """1 for a departure that is not known, a stale entry and odd words in `describe`; 4 for too little, else 0."""
        if self.new or self.stale or self.odd:
            return FAILED
        short = [o for o in self.outcomes if self.missing(o) or any(
            g.kind == UNSUPPORTED and self.known_as(o, g) is None for g in o.groups)]
        return INCONCLUSIVE if short or self.unplayed or not self.outcomes else PASSED

    @property
    def says(self) -> str:
        """What matters, in one line."""
        if self.new:
            kinds: dict[str, set[str]] = {}
            for _, group in self.new:
                kinds.setdefault(" + ".join(group.clauses) or group.kind, set()).add(group.kind)
            named = sorted(name if len(some) == 1 else f"{name} ({kind})"
                           for name, some in kinds.items() for kind in some)
            return f"{len(named)} departure{'' if len(named) == 1 else 's'} from the rules: {', '.join(named)}"
        if self.stale:
            return f"known and gone: {', '.join(k.name for k in self.stale)}"
        if self.odd:
            return f"what describe answers is wrong: {len(self.odd)} fault{'' if len(self.odd) == 1 else 's'}"
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
            mark = " (known)" if report.known_as(outcome, group) else ""
            rows.append([rules.players, group.kind + mark, "\n".join(group.clauses) or "-", group.count,
                         group.says or _short(group)])
        if not outcome.groups:
            rows.append([rules.players, "conforms" if not report.missing(outcome) else "inconclusive", "-", "", ""])
    yield tabulate(rows, headers=["players", "verdict", "clauses", "times", "the program"], tablefmt="simple")
    for outcome in report.outcomes:
        for group in outcome.groups:
            yield from ("", *told(outcome, group, report.described))
    yield ""
    for outcome in report.outcomes:
        yield from _compared(report, outcome)
    for where, why in report.skipped:
        yield f"not tested: {where}: {why}"
    if report.unplayed:
        yield (f"no vector could be played that is about {', '.join(report.unplayed)}; `advocatus vectors --players N` "
               "makes some for its numbers of players")
    for known in report.stale:
        yield f"known, and it did not come up: {known.name}"
    yield from (in_one_line(f"wrong: {fault}") for fault in report.odd)
    yield report.says


def _compared(report: Report, outcome: Outcome) -> Iterator[str]:
    """What was compared under a rule set, and what was not."""
    yield _counts(outcome)
    if outcome.stopped:
        yield "  stopped at the first departure: what was compared by then is not the whole"
        return
    missing, found = report.missing(outcome), outcome.coverage
    for says, keys in (
        ("compared nowhere, and they can matter", missing),
        ("known not to be supported", [key for key in outcome.missing if key not in missing]),
        ("not compared, as the program takes no deal as a start", found.untaken),
        ("no game was found in which it shows", found.unfelt),
    ):
        if keys:
            yield f"  {says}: {', '.join(keys)}"


def _short(group: Group) -> str:
    apart = group.apart
    key = f"{apart.key}: " if apart.key else ""
    said = f"; it said: {_ending(apart.said, 100)}" if apart.said else ""
    came = apart.came.removesuffix(NOW_AND_THEN)
    when = NOW_AND_THEN if came != apart.came else ""
    what = f"{key}{_shortened(apart.wanted, 40)} wanted, {_shortened(came, 60)} came{when}"
    return in_one_line(f"{what}{also(apart)}{said}")


def _shortened(text: str, width: int) -> str:
    """A text that is cut, where it is longer, behind a word."""
    if len(text) <= width:
        return text
    words = text[:width + 1].rpartition(" ")[0]
    return f"{words if len(words) > width // 2 else text[:width]}..."


def _ending(text: str, width: int) -> str:
    """The end of a text, where it is longer, from a word on."""
    if len(text) <= width:
        return text
    words = text[-width - 1:].partition(" ")[2]
    return f"...{words if len(words) > width // 2 else text[-width:]}"


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
    yield in_one_line(f"{group.kind}, {rules.players} players: {', '.join(group.clauses) or group.apart.came}")
    for key in group.clauses:
        clause = edition.clause(key)
        if clause:
            yield f"  {key}: {clause.says}"
    if group.says:
        yield f"  the program answers {group.says}"
    play, apart = group.case.play, group.apart
    if group.kind == FLAKY:
        yield "  the same call had other answers when it came again; run depends on nothing but its parameters"
    if play.file:
        yield f"  in {play.file}, as far as it is needed"
    if play.start:
        yield f"  from {compact(play.start)}"
    acts = [act for act in play.acts if described.sent(act)]
    answers = group.case.result.get("answers", [{}] * len(acts))
    for i, act in enumerate(acts):
        word = answers[i].get("is", "") if i < len(answers) else ""
        yield in_one_line(f"    {compact(act)}  {word}{f'   <- {_came(apart)}' if i == apart.at else ''}")
    if apart.at < 0 or not acts:
        yield in_one_line(f"    {_came(apart)}")


def _came(apart: Apart) -> str:
    said = f"; it said: {apart.said}" if apart.said else ""
    return f"{apart.key or 'wanted'}: {apart.wanted}; came: {apart.came}{also(apart)}{said}"


def also(apart: Apart) -> str:
    """The other entries of the state that differ, by name, behind what is told of the first."""
    return f"; also wrong: {', '.join(apart.more)}" if apart.more else ""


def in_one_line(text: str) -> str:
    """A text in which a program may have its say as one line, whatever it says."""
    return plain(text).replace("\n", "\\n")


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
                "said": group.apart.said, "entry": group.apart.key,
                "also": list(group.apart.more),
                "known": report.known_as(outcome, group) is not None,
                "kinds": dict(sorted(group.kinds.items())),
                "run": group.case.play.params(report.described) if group.case.play.start else None}})
        found = outcome.coverage
        yield compact({"counted": {
            **where, "acts": outcome.acts, "games": outcome.games, "deals": outcome.deals,
            "verdicts": dict(sorted(found.verdicts.items())), "states": dict(sorted(found.states.items())),
            "entries": dict(sorted(found.entries.items())), "missing": list(outcome.missing),
            "unfelt": list(found.unfelt), "untaken": list(found.untaken)}})
    skipped = [{"what": what, "why": why} for what, why in report.skipped]
    yield compact({"footer": {"exit": report.exit_code, "says": report.says, "not-tested": skipped,
                              "stale": [known.name for known in report.stale], "wrong": list(report.odd)}})


def _where(outcome: Outcome) -> Mapping[str, Any]:
    rules = outcome.rules
    return {"edition": rules.edition.key, "players": rules.players, "variants": list(rules.variants),
            "answers": dict(rules.answers), "digest": rules.digest}


NO_TEXT = re.compile("[\ud800-\udfff\ufffe\uffff]")  # what XML does not take, besides controls


def junit(report: Report) -> str:
    """The report as JUnit XML: a suite for each rule set, a case for each clause that was compared or departed from.

    What is known is skipped, with the reason; an entry that does not come up any more fails in a suite of its own.
    """
    root = ElementTree.Element("testsuites", name=f"conform {report.described.name}")
    for outcome in report.outcomes:
        found, missing = outcome.coverage, report.missing(outcome)
        groups: dict[str, list[Group]] = {}
        for group in outcome.groups:
            for key in group.clauses or (group.kind,):
                groups.setdefault(key, []).append(group)
        suite = ElementTree.SubElement(root, "testsuite", name=f"{outcome.rules.edition.key}.{outcome.rules.players}")
        for name in sorted({*found.verdicts, *found.states, *groups, *outcome.missing}):
            case = ElementTree.SubElement(suite, "testcase", classname=suite.get("name", ""), name=name)
            _judge(case, report, outcome, groups.get(name, ()))
            if name in outcome.missing and not len(case):
                why = "compared nowhere" if name in missing else "known not to be supported"
                ElementTree.SubElement(case, "skipped", message=why)
        _count(suite)
    gone = [(known.name, "stale", "it is known, and it did not come up") for known in report.stale]
    for name, failures in (("known", gone), ("describe", [(fault, "wrong", fault) for fault in report.odd])):
        if not failures:
            continue
        suite = ElementTree.SubElement(root, "testsuite", name=name)
        for what, kind, message in failures:
            case = ElementTree.SubElement(suite, "testcase", classname=name, name=what)
            ElementTree.SubElement(case, "failure", type=kind, message=message)
        _count(suite)
    ElementTree.indent(root)
    text = plain(ElementTree.tostring(root, encoding="unicode", xml_declaration=True))
    return NO_TEXT.sub(lambda found: f"\\u{ord(found[0]):04x}", text) + "\n"


def _judge(case: ElementTree.Element, report: Report, outcome: Outcome, groups: Sequence[Group]) -> None:
    """Put what departs under a name into its case: a failure if any of it is new."""
    new = next((group for group in groups if report.known_as(outcome, group) is None), None)
    if new is not None:
        failure = ElementTree.SubElement(case, "failure", type=new.kind, message=new.says or _short(new))
        failure.text = "\n".join(told(outcome, new, report.described))
        return
    for group in groups[:1]:
        known = report.known_as(outcome, group)
        assert known is not None
        ElementTree.SubElement(case, "skipped", message=f"known, {group.kind}: {known.because}")


def _count(suite: ElementTree.Element) -> None:
    for key, what in (("tests", "testcase"), ("failures", "testcase/failure"), ("skipped", "testcase/skipped")):
        suite.set(key, str(len(suite.findall(what))))
    suite.set("errors", "0")


def departures(found: Sequence[Outcome]) -> set[str]:
    """The clauses that a program departs from, under any of the rule sets."""
    return {key for outcome in found for group in outcome.groups for key in group.clauses}
