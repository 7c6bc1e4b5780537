"""Faults put into the rulebooks, all of them, and what notices each.

    python tests/spoilt.py [EDITION ...]

Every norm taken out, its condition turned round, let go, and moved by one bound; the set that discharges a duty turned
round; every fact moved by one; every switch turned to each of its other values: for every count of players and each
variant. A fault is noticed in a position that the solver finds and the engine confirms, in play, by something printed
that the rules agreed with, or by a game on file; else it is proved that nothing changes, or argued with the reason in
`equivalents.toml`; else it is `nothing`, and a check is missing.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

from attrs import evolve, frozen
from tabulate import tabulate

from advocatus.checks.conformance.dropping import with_change
from advocatus.checks.entries import Entry, tried
from advocatus.checks.finding import Store
from advocatus.checks.lockstep import Pair
from advocatus.checks.misprint import outcome
from advocatus.model.families import editions
from advocatus.model.game import IllegalMove
from advocatus.model.rulebook import Change, Edition
from advocatus.model.rules import Gap, Rules, make_rules
from advocatus.specs.families import spec_of
from advocatus.specs.liveness import BY_ONE, Felt, more_changes

SOLVER, PLAY, PRINTED, ON_FILE = "solver", "play", "misprint", "replay"
PROVED, ARGUED, NOTHING = "proved the same", "argued the same", "nothing"
BEST = (SOLVER, PLAY, PRINTED, ON_FILE, PROVED, ARGUED, NOTHING)
NOTICED = BEST[:4]
FILES = Store(Path(__file__).resolve().parent.parent / "counterexamples")


@frozen
class Spoilt:
    """A fault in a rulebook: of which sort, what it is, what noticed it, and where; or why it changes nothing."""

    sort: str
    fault: str
    by: str
    how: str


def rule_sets(edition: Edition) -> Iterator[Rules]:
    """Every count of players, and each variant with the fewest that may play it."""
    for players in edition.players:
        yield make_rules(edition, players, (), {})
    for variant in edition.variants:
        counts = [n for n in edition.players if not variant.players or n in variant.players]
        if variant.playable and counts:
            yield make_rules(edition, counts[0], (variant.id,), {})


def of_norm(felt: Felt) -> Spoilt:
    """What became of a change of a norm."""
    sort = f"norm, {BY_ONE if BY_ONE in felt.what else felt.what}"
    if not felt.idle:
        return Spoilt(sort, f"{felt.norm.id} {felt.what}", SOLVER, f"another thing may be done at {felt.frame}")
    covers = f": {', '.join(felt.covers)}" if felt.covers else ""
    return Spoilt(sort, f"{felt.norm.id} {felt.what}", PROVED, f"{felt.reason}{covers}")


def spoilt(rules: Rules, seed: int = 0) -> Iterator[Spoilt]:
    """Every fault of a rule set, and what became of it."""
    spec = spec_of(rules.edition.family)
    assert spec is not None
    found = spec.liveness(rules, each=more_changes)
    yield from (of_norm(felt) for felt in found)
    states = [felt.state for felt in found if felt.state is not None]
    for entry in tried(rules, states, seed, spec.turned):
        sort, fault = "switch" if entry.switch else "fact", f"{entry.key}={entry.value}"
        if entry.felt:
            yield Spoilt(sort, fault, PLAY, entry.felt)
        elif said := misprinted(rules, entry):
            yield Spoilt(sort, fault, PRINTED, said)
        elif entry.idle:
            yield Spoilt(sort, fault, PROVED, entry.idle)
        elif said := filed(rules, entry):
            yield Spoilt(sort, fault, ON_FILE, said)
        else:
            yield Spoilt(sort, fault, NOTHING, f"compared {entry.compared} times")


def moved(rules: Rules, entry: Entry) -> Rules:
    """The rules with another value of a fact or a switch, of whatever reading it comes from."""
    change = ((entry.key, entry.value),)
    return with_change(rules, Change(switches=change) if entry.switch else Change(facts=change))


def misprinted(rules: Rules, entry: Entry) -> str:
    """Something printed that agrees with the rules as they are and not with the fact moved; none if all do."""
    for printed in () if entry.switch else rules.edition.printed:
        usual, other = outcome(rules, printed), outcome(moved(rules, entry), printed)
        if usual is not None and other is not None and usual.agrees != other.agrees:
            return f"{printed.id}: {other.wrong or usual.wrong}"
    return ""


def filed(rules: Rules, entry: Entry) -> str:
    """A game on file that goes another way with the value moved; none if all go as they do."""
    edition = rules.edition
    for finding in FILES.about(edition.key, edition.family):
        trace = finding.trace
        if trace is None or trace.edition != edition.key or trace.players != rules.players:
            continue
        usual = make_rules(edition, trace.players, trace.variants, dict(trace.answers))
        pair = Pair(usual, moved(usual, entry))
        both = pair.start(trace.deal)
        for at, move in enumerate(trace.moves, 1):
            if both is None or pair.only_one(*both)[0]:
                return f"{finding.file_name} goes another way before move {at}"
            try:
                both = pair.after(*both, move)
            except (IllegalMove, Gap):  # the last move of some games is one that only other rules allow, or answer
                break
        if both is None:
            return f"{finding.file_name} goes another way at its last move"
    return ""


def merged(found: Iterable[Spoilt]) -> tuple[Spoilt, ...]:
    """Each fault once: noticed if it is noticed under any of the rule sets."""
    best: dict[tuple[str, str], Spoilt] = {}
    for one in found:
        key = one.sort, one.fault
        if key not in best or BEST.index(one.by) < BEST.index(best[key].by):
            best[key] = one
    return tuple(best.values())


def reasons(edition: str) -> dict[str, str]:
    """The faults of an edition that are known to change nothing, and why."""
    with (Path(__file__).parent / "equivalents.toml").open("rb") as file:
        return {one["fault"]: one["why"] for one in tomllib.load(file)["fault"] if edition in one["editions"]}


def argued(found: Iterable[Spoilt], edition: str) -> Iterator[Spoilt]:
    """Those that nothing notices told with the reason, where there is one."""
    known = reasons(edition)
    for one in found:
        yield evolve(one, by=ARGUED, how=known[one.fault]) if one.by == NOTHING and one.fault in known else one


def main(wanted: Iterable[str]) -> int:
    """Print what is not noticed, and how many of each sort are; 1 if a fault is noticed by nothing."""
    rows, left, missed = [], [], 0
    for key, edition in editions().items():
        if (wanted and key not in wanted) or spec_of(edition.family) is None:
            continue
        found = tuple(argued(merged(one for rules in rule_sets(edition) for one in spoilt(rules)), key))
        left += [(key, one.sort, one.fault, one.by, one.how) for one in found if one.by not in NOTICED[:2]]
        for sort in sorted({one.sort for one in found}):
            by = [one.by for one in found if one.sort == sort]
            rows.append((key, sort, len(by), *(by.count(word) for word in BEST)))
        missed += sum(one.by == NOTHING for one in found)
    print(tabulate(left, ["edition", "sort", "fault", "noticed by", "why"], maxcolwidths=[8, 14, 44, 10, 70]))
    print()
    print(tabulate(rows, ["edition", "sort", "faults", *BEST]))
    faults, same, said = (sum(row[at] for row in rows) for at in (2, 3 + BEST.index(PROVED), 3 + BEST.index(ARGUED)))
    print(f"{faults - same - said - missed} of {faults} are noticed, {same} are proved to change nothing, "
          f"{said} argued to, {missed} are left")
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
