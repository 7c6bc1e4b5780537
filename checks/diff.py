"""Two editions held against each other: what their texts say by id, and for each cause the game in which they part."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from attrs import evolve, frozen

from advocatus.model.mixing import differences, in_force, only_words, rests
from advocatus.model.rulebook import Edition
from advocatus.model.rules import BadChoice, Rules, make_rules
from advocatus.model.trace import BadDocument

from .accepting import read_accepted
from .alike import Alike, alike_data, alike_lines, told_otherwise
from .cache import Result, key_of
from .checking import Report, weigh
from .context import CheckContext
from .differing import Difference, difference_data, difference_lines, names_apart, text_differences
from .diverging import DIVERGENCE, chase, divergence_finding, divergences
from .filed import filed_apart
from .finding import Finding, load
from .narrate import narrate
from .registry import EDITION, Checker, Outcome
from .row import BOUNDED, CACHE, GONE, PROVED, REPLAYS, RUN, Row, spans
from .selection import Selection

ASKED = "default against default"  # searched on request only
BOTH_OPEN = "where both texts leave a thing open (--defaults)"  # files that are not looked at without it
PARTS, NONE_FOUND, NONE_THERE, NOT_SOUGHT = HEADS = (
    "With a game that shows it", "With no game that shows it, as far as was looked",
    "That make no difference in any game, which is proved",
    "Not looked for at the table, as either would have it as the other by another reading (--defaults)")
TRIES = 2  # player counts in which an entry is tried


@frozen
class Diff:
    """What came of it."""

    one: Edition
    other: Edition
    texts: tuple[Difference, ...]
    alike: tuple[Alike, ...]
    names: tuple[tuple[str, str, str], ...]
    report: Report


def pairs_of(one: Edition, other: Edition, players: Sequence[int]) -> tuple[tuple[Rules, Rules], ...]:
    """The rule sets of both for the player counts wanted (all that both have, if none is).

    Raises `BadChoice` for editions of different games and for counts that one of them lacks.
    """
    if one.family != other.family:
        raise BadChoice(f"{one.key} is of the family {one.family}, {other.key} of {other.family}; "
                        "editions of one game can be compared")
    counts = players or [n for n in one.players if n in other.players]
    if not counts:
        raise BadChoice(f"{one.key} and {other.key} have no player count in common")
    return tuple((make_rules(one, n), make_rules(other, n)) for n in dict.fromkeys(counts))


def with_variants(pairs: Sequence[tuple[Rules, Rules]]) -> tuple[tuple[Rules, Rules], ...]:
    """The same rule sets with each of the variants in play, one at a time, that both editions offer."""
    found = []
    for variant in pairs[0][0].edition.variants:
        for one, other in pairs:
            theirs = {v.id: v for v in other.edition.variants}
            both = [v for v in (variant, theirs.get(variant.id)) if v is not None and v.playable]
            if len(both) == 2 and all(not v.players or one.players in v.players for v in both):
                made = (make_rules(r.edition, r.players, (variant.id,)) for r in (one, other))
                found.append((next(made), next(made)))
    return tuple(found)


def diff(
    one: Edition, other: Edition, players: Sequence[int], context: CheckContext, defaults: bool = False
) -> Diff:
    """Hold two editions against each other; with `defaults` also where both texts leave a thing open.

    Raises what `pairs_of` raises.
    """
    pairs = pairs_of(one, other, players)
    outcomes = list(divergence_outcomes((*pairs, *with_variants(pairs)), context, defaults))
    selection = Selection((one, other), tuple(r for pair in pairs for r in pair), False)
    identities = {f.identity for outcome in outcomes for f in outcome.findings}
    mine, theirs = zip(*pairs, strict=True)
    files = filed_apart(context.store, mine, theirs, selection.known, identities,
                        lambda f: BOTH_OPEN if f.rests == ASKED and not defaults else "")
    looked = Checker("divergences", lambda *_: ((), ()), scope=EDITION, searches=(DIVERGENCE,))
    report = weigh(outcomes, [(one.key, looked), (other.key, looked)], files, selection,
                   accepted=read_accepted(context.store.folder))
    return Diff(one, other, text_differences(pairs), told_otherwise(pairs), names_apart(one, other), report)


def divergence_outcomes(
    pairs: Sequence[tuple[Rules, Rules]], context: CheckContext, defaults: bool, few: bool = False
) -> Iterator[Outcome]:
    """One outcome for each pair of rule sets: what is tried there, until everything was tried often enough.

    What differs with a variant as it does without it is not tried again. See `divergences` for `few`.
    """
    tried: dict[tuple[str, Any], int] = {}
    parted: set[str] = set()
    for one, other in pairs:
        mine, theirs = in_force(one), in_force(other)
        apart = {key: (mine.under(key), theirs.under(key)) for key in _keys(one, other, defaults) if key not in parted}
        keys = tuple(key for key, said in apart.items() if tried.get((key, said), 0) < TRIES)
        if not keys:
            continue
        name = f"{'few ' if few else ''}divergences {' '.join(keys)}"
        kept = context.cache.get(key_of(name, (one, other), context.seed)) if context.cache else None
        rows, findings = kept or _searched(one, other, keys, context, few)
        if context.cache and not kept:
            context.cache.put(key_of(name, (one, other), context.seed), (rows, findings))
        parted.update(key for f in findings for key in f.cause)
        tried.update(((key, apart[key]), tried.get((key, apart[key]), 0) + 1) for key in keys)
        yield Outcome(tuple(rows), tuple(findings), CACHE if kept else RUN)


def _keys(one: Rules, other: Rules, defaults: bool) -> tuple[str, ...]:
    return tuple(key for key in differences(one, other) if defaults or rests(one, other, (key,)) != ASKED)


def _searched(one: Rules, other: Rules, keys: Sequence[str], context: CheckContext, few: bool) -> Result:
    found = divergences(one, other, keys, context.progress, context.seed, tuple(_on_file(one, other, context)), few)
    rows = [
        Row.of(one, u.key, DIVERGENCE, PROVED if u.proved else BOUNDED, against=other.edition.key,
               rests=rests(one, other, (u.key,)), summary=u.how)
        for u in found.unparted
    ]
    return rows, found.findings


def _on_file(one: Rules, other: Rules, context: CheckContext) -> Iterator[Finding]:
    """The divergences on file for the two editions, player count and variants, whatever their rules were then."""
    names = sorted((one.edition.key, other.edition.key))
    for path in context.store.files(one.edition.family):
        if path.name.startswith(f"{DIVERGENCE}.{'.'.join(names)}."):
            with suppress(BadDocument):
                found = load(path)
                if (found.rules.players, found.rules.variants) == (one.players, one.variants):
                    yield found


# ---------------------------------------------------------------- telling


def in_terms(found: Diff, names: Edition | None) -> Report:
    """The report with the games told in another edition's names for things; what is filed stays as it is."""
    if names is None:
        return found.report
    known = {e.key: e.in_terms_of(names) for e in (found.one, found.other)}
    told = {f.file_name: _told(f, known) for f in found.report.found}
    rows = (evolve(r, summary=told[r.finding]) if r.kind == DIVERGENCE and r.finding in told else r
            for r in found.report.rows)
    return evolve(found.report, rows=tuple(rows))


def _told(finding: Finding, known: Mapping[str, Edition]) -> str:
    """The sentence that tells a divergence, in the terms of these editions."""
    if finding.against is None or finding.trace is None:
        return finding.summary
    rules = finding.rules.find(known), finding.against.find(known)
    made = divergence_finding(*rules, finding.cause, finding.trace.deal, finding.trace.moves)
    return made.summary if made else finding.summary


def game_lines(found: Diff, names: Edition | None, markdown: bool = False) -> Iterator[str]:
    """Every game that parts the two, step by step, with what each says of its last move."""
    known = {e.key: e for e in (found.one, found.other)}
    for finding in found.report.found:
        lines = list(narrate(finding, known, (), names, markdown))[:-2]
        yield from ("", f"### {' + '.join(finding.cause)}", "", *lines)


def diff_lines(found: Diff, report: Report) -> Iterator[str]:
    """The texts side by side, for a reader, and what comes of each difference; `report` in the terms wanted."""
    one, other = found.one.key, found.other.key
    yield f"{found.one.title} ({one}) / {found.other.title} ({other})"
    yield f"Players: {spans(found.one.players)} / {spans(found.other.players)}"
    players = sorted({n for d in found.texts for n in d.players})
    fates = _fates(found.texts, report, players)
    groups = {head: [d for d in found.texts if _head(d.key, report) == head] for head in HEADS}
    counts = "; ".join(f"{len(texts)} {head[0].lower()}{head[1:]}" for head, texts in groups.items() if texts)
    yield f"Differences of the texts: {counts or 'none'}"
    yield from ("", "## What the texts say")
    for head, texts in groups.items():
        if texts:
            yield from ("", f"### {head}", *difference_lines(texts, one, other, players, fates))
    if found.alike:
        yield from ("", "## Told otherwise, and the same at the table", *alike_lines(found.alike, one, other))
    if found.names:
        yield from ("", "## Names", "")
        yield from (f"{key}: {mine or '-'} / {theirs or '-'}" for key, mine, theirs in found.names)
    yield from ("", "## At the table", "")


def _quiet(row: Row) -> bool:
    """Whether a row tells that an entry parts no game."""
    return row.kind == DIVERGENCE and row.verdict in (PROVED, BOUNDED)


def _rows_of(key: str, report: Report) -> list[Row]:
    """The rows that tell whether an entry parts games, alone or with others."""
    rows = (row for row in report.rows if row.kind == DIVERGENCE and row.verdict != GONE)
    return [row for row in rows if key in row.check.split("+")]


def _head(key: str, report: Report) -> str:
    """What came of an entry at the table, all its rows together."""
    verdicts = {row.verdict for row in _rows_of(key, report)}
    if verdicts - {PROVED, BOUNDED}:
        return PARTS
    return NONE_FOUND if BOUNDED in verdicts else NONE_THERE if verdicts else NOT_SOUGHT


def _fates(texts: Sequence[Difference], report: Report, players: Sequence[int]) -> dict[str, list[str]]:
    """What comes of each entry at the table, by id: a sentence for each number of players or variant that differs."""
    found: dict[str, list[str]] = {}
    for key in dict.fromkeys(d.key for d in texts):
        told: dict[str, set[int]] = {}
        for row in _rows_of(key, report):
            told.setdefault(_fate(key, row), set()).update([row.players] if row.players else ())
        found[key] = [said if counts in (set(), set(players)) else f"{said} {spans(counts)} players."
                      for said, counts in told.items()]
    return found


def _fate(key: str, row: Row) -> str:
    """What a row tells of an entry."""
    variants = "".join(f" With the variant {v}." for v in row.variants)
    if _quiet(row):
        return f"{'no difference' if row.verdict == PROVED else 'none found'}. {row.verdict}: {row.summary}.{variants}"
    others = [other for other in row.check.split("+") if other != key]
    together = f" Only with {', '.join(others)}." if others else ""
    return f"{row.summary} ({row.impact}){together}{variants}"


def shown(report: Report) -> Report:
    """The report without the rows that `diff_lines` tells, and without files that replay and are found in the run."""
    found = {row.finding for row in report.rows if row.kind == DIVERGENCE and row.verdict != GONE}
    rows = (r for r in report.rows if not _quiet(r) and not (r.verdict == REPLAYS and r.finding in found))
    return evolve(report, rows=tuple(rows))


def diff_data(found: Diff) -> dict[str, Any]:
    """The same as JSON data, without the rows."""
    return {
        "editions": [found.one.key, found.other.key], "texts": [difference_data(d) for d in found.texts],
        "players": [list(found.one.players), list(found.other.players)],
        "alike": [alike_data(a) for a in found.alike],
        "names": [{"id": key, "one": mine, "other": theirs} for key, mine, theirs in found.names],
    }


def departure_lines(found: Diff, names: Edition | None) -> Iterator[str]:
    """Where the second edition, which means to be the same game as the first, departs from it, and what comes of it."""
    known = {e.key: e.in_terms_of(names) if names else e for e in (found.one, found.other)}
    source, derived = found.one.key, found.other.key
    yield f"Where {derived} departs from {source}"
    parted = {key: f for f in found.report.found for key in f.cause}
    for d in (d for d in found.texts if d.rests != ASKED):
        yield from difference_lines((d,), source, derived)
        one = parted.get(d.key)
        yield f"    At the table: {_told(one, known)} ({one.impact})" if one else "    No game found tells them apart."


# ---------------------------------------------------------------- the hunt


def apart(rules: Rules, context: CheckContext) -> Result:
    """A round of `hunt --against`: random games in lockstep, both ways, and what parts the two editions.

    Raises `BadChoice` for an edition of another game, or one that lacks the player count or a variant.
    """
    assert context.against is not None
    pairs_of(rules.edition, context.against, (rules.players,))
    other = make_rules(context.against, rules.players, rules.variants)
    keys = tuple(key for key in _keys(rules, other, False) if not only_words(rules, other, key))
    played, found = chase(rules, other, keys, context.seed, context.progress)
    parted = {key for finding in found for key in finding.cause}
    row = Row.of(rules, "apart", DIVERGENCE, BOUNDED, against=other.edition.key, value=played,
                 seen=tuple(sorted(parted)), summary=f"{len(parted)} of {len(keys)} entries part games of the two")
    return [row], found


CHECKERS = (Checker("apart", apart, kinds=(DIVERGENCE,), hunts=False, pairs=True),)
