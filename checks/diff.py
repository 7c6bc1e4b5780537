"""Two editions held against each other: what their texts say by id, and for each cause the game in which they part."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from attrs import frozen

from advocatus.model.mixing import differences, rests
from advocatus.model.rulebook import Edition
from advocatus.model.rules import BadChoice, Rules, make_rules

from .accepting import read_accepted
from .cache import Result, key_of
from .checking import Report, weigh
from .context import CheckContext
from .differing import Difference, difference_data, difference_lines, names_apart, text_differences
from .diverging import DIVERGENCE, divergences
from .registry import EDITION, Checker, Outcome
from .replaying import on_file
from .row import BOUNDED, CACHE, RUN, Row
from .selection import Selection

ASKED = "default against default"  # searched on request only
NOTHING = "nothing that can be decided depends on it alone"
TRIES = 2  # player counts in which an entry is tried


@frozen
class Diff:
    """What came of it."""

    one: Edition
    other: Edition
    texts: tuple[Difference, ...]
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


def diff(
    one: Edition, other: Edition, players: Sequence[int], context: CheckContext, defaults: bool = False
) -> Diff:
    """Hold two editions against each other; with `defaults` also where both texts leave a thing open.

    Raises what `pairs_of` raises.
    """
    pairs = pairs_of(one, other, players)
    outcomes = list(divergence_outcomes(pairs, context, defaults))
    selection = Selection((one, other), tuple(r for pair in pairs for r in pair), False)
    identities = {f.identity for outcome in outcomes for f in outcome.findings}
    filed = [
        o for o in on_file(context.store, selection.rules, selection.known, identities)
        if o.finding and o.finding.kind == DIVERGENCE and set(o.finding.editions) == {one.key, other.key}
        and (defaults or o.finding.rests != ASKED)
    ]
    looked = Checker("divergences", lambda *_: ((), ()), scope=EDITION, searches=(DIVERGENCE,))
    report = weigh(outcomes, [(one.key, looked), (other.key, looked)], filed, selection,
                   accepted=read_accepted(context.store.folder))
    return Diff(one, other, text_differences(pairs), names_apart(one, other), report)


def divergence_outcomes(
    pairs: Sequence[tuple[Rules, Rules]], context: CheckContext, defaults: bool
) -> Iterator[Outcome]:
    """One outcome for each player count: what is tried there, until everything was tried often enough."""
    tried: dict[str, int] = {}
    parted: set[str] = set()
    for one, other in pairs:
        keys = tuple(key for key in _keys(one, other, defaults) if key not in parted and tried.get(key, 0) < TRIES)
        if not keys:
            continue
        name = f"divergences {' '.join(keys)}"
        kept = context.cache.get(key_of(name, (one, other), context.seed)) if context.cache else None
        rows, findings = kept or _searched(one, other, keys, context)
        if context.cache and not kept:
            context.cache.put(key_of(name, (one, other), context.seed), (rows, findings))
        parted.update(key for f in findings for key in f.cause)
        tried.update((key, tried.get(key, 0) + 1) for key in keys)
        yield Outcome(tuple(rows), tuple(findings), CACHE if kept else RUN)


def _keys(one: Rules, other: Rules, defaults: bool) -> tuple[str, ...]:
    return tuple(key for key in differences(one, other) if defaults or rests(one, other, (key,)) != ASKED)


def _searched(one: Rules, other: Rules, keys: Sequence[str], context: CheckContext) -> Result:
    found = divergences(one, other, keys, context.progress)
    rows = [
        Row.of(one, u.key, DIVERGENCE, BOUNDED, against=other.edition.key, rests=rests(one, other, (u.key,)),
               summary=f"no game parts the two by this: {u.how or NOTHING}")
        for u in found.unparted
    ]
    return rows, found.findings


# ---------------------------------------------------------------- telling


def diff_lines(found: Diff) -> Iterator[str]:
    """The texts side by side, for a reader."""
    one, other = found.one.key, found.other.key
    yield f"{found.one.title} ({one}) / {found.other.title} ({other})"
    yield from ("", "## What the texts say", *difference_lines(found.texts, one, other))
    if found.names:
        yield from ("", "## Names", "")
        yield from (f"{key}: {mine or '-'} / {theirs or '-'}" for key, mine, theirs in found.names)
    yield from ("", "## At the table", "")


def diff_data(found: Diff) -> dict[str, Any]:
    """The same as JSON data, without the rows."""
    return {
        "editions": [found.one.key, found.other.key], "texts": [difference_data(d) for d in found.texts],
        "names": [{"id": key, "one": mine, "other": theirs} for key, mine, theirs in found.names],
    }


def departure_lines(found: Diff) -> Iterator[str]:
    """Where the second edition, which means to be the same game as the first, departs from it, and what comes of it."""
    source, derived = found.one.key, found.other.key
    yield f"Where {derived} departs from {source}"
    parted = {key: f for f in found.report.found for key in f.cause}
    for d in (d for d in found.texts if d.rests != ASKED):
        yield from difference_lines((d,), source, derived)
        one = parted.get(d.key)
        yield f"    At the table: {one.summary} ({one.impact})" if one else "    No game found tells them apart."
