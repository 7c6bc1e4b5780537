"""Hunting for as long as wanted: rounds of the hunters, each with a seed of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import evolve

from advocatus.model.rules import BadChoice

from .accepting import read_accepted
from .checking import Report, weigh
from .context import CheckContext
from .registry import Checker, Outcome, hunters_for
from .replaying import on_file
from .selection import Selection

ROUND = 50  # games of one round


def hunt(
    selection: Selection, context: CheckContext, keep: Callable[[Report], None],
    using: Callable[[str, bool], Sequence[Checker]] = hunters_for,
) -> Report:
    """Play `context.games` games for each rule set (without end, if 0) and weigh what turns up.

    Round r has the seed `context.seed` + r, so that a long hunt begins as a short one. `keep` is given
    the report after each round. An interrupt ends the hunt, never its report. Raises `BadChoice` where
    nobody hunts in a family.
    """
    hunters = {e.family: using(e.family, context.against is not None) for e in selection.editions}
    for family, found in hunters.items():
        if not found:
            raise BadChoice(f"there is no hunter for {family}" + (" that parts editions" if context.against else ""))
    outcomes: list[Outcome] = []
    report = _report(outcomes, selection, context)
    played = 0
    try:
        while not context.games or played < context.games:
            games = min(ROUND, context.games - played) if context.games else ROUND
            turn = evolve(context, seed=context.seed + played // ROUND, games=games, cache=None)
            context.progress(f"hunting: {played} games")
            made = [outcome for e in selection.editions for hunter in hunters[e.family]
                    for outcome in hunter.outcomes(selection.of(e), turn)]
            outcomes = _gathered([*outcomes, *made])
            played += games
            report = _report(outcomes, selection, context)
            keep(report)
    except KeyboardInterrupt:
        context.progress("interrupted")
    return report


def _gathered(outcomes: Sequence[Outcome]) -> list[Outcome]:
    """Outcomes without what stands twice: a long hunt finds the same things again and again."""
    rows = tuple(dict.fromkeys(row for outcome in outcomes for row in outcome.rows))
    findings = tuple(dict.fromkeys(f for outcome in outcomes for f in outcome.findings))
    return [Outcome(rows, findings, outcomes[0].provenance)] if outcomes else []


def _report(outcomes: Sequence[Outcome], selection: Selection, context: CheckContext) -> Report:
    identities = {f.identity for outcome in outcomes for f in outcome.findings}
    editions = selection.known
    filed = on_file(context.store, selection.rules, editions, identities)
    return weigh(outcomes, (), filed, selection, accepted=read_accepted(context.store.folder))
