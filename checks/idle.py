"""What is felt and what is idle: every norm, fact and switch of a rule set, for its player count and variants.

A norm is felt where another thing may be done with it than without it, and its guard where another may be done with the
guard turned round. That there is no such position is a proof, and the norm is idle: text that can never matter, as the
other norms are. A fact or a switch is felt in deals or in play. Else every step that asks for it is the same with
another value, which is proved, or nothing was found in what was tried, which is no proof. A clause that holds none of
these is cited in play, or nothing asks for it.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from advocatus.model.rules import Rules
from advocatus.specs.families import spec_of
from advocatus.specs.liveness import OUT, Felt

from .cache import Result
from .context import CheckContext
from .entries import Entry, tried
from .every import reached
from .everyfelt import felt_everywhere
from .registry import Checker
from .row import BOUNDED, PROVED, Row
from .wording import wording_rows

IDLE, LIVE = "idle", "live"


def norm_rows(rules: Rules, found: Sequence[Felt]) -> list[Row]:
    """A row for each idle norm, for each guard that may be turned round unnoticed, and one for all the others."""
    idle = {f.norm.id for f in found if f.idle and f.what == OUT}
    rows = []
    for f in found:
        if f.idle and f.what == OUT:
            covers = f": {', '.join(f.covers)}" if f.covers else ""
            says = f"taken out, nothing that may be done changes; {f.reason}{covers}"
            rows.append(Row.of(rules, f.norm.id, IDLE, PROVED, clauses=(f.norm.clause,), value=IDLE, summary=says))
        elif f.idle and f.norm.id not in idle:
            says = f"its {f.what} turned round, nothing that may be done changes"
            rows.append(Row.of(rules, f"{f.norm.id}: {f.what}", IDLE, PROVED, clauses=(f.norm.clause,), value=IDLE,
                               summary=says))
    felt = sum(1 for f in found if not f.idle and f.what == OUT)
    guards = sum(1 for f in found if not f.idle and f.what != OUT)
    others = " but those named" if idle else ""
    says = (f"every norm{others} taken out, and every guard of one turned round ({guards}), lets another thing be done "
            "in some sound position, which the engine confirms")
    return [*rows, Row.of(rules, "norms", IDLE, PROVED, value=felt, summary=says)]


def entry_rows(rules: Rules, found: Sequence[Entry]) -> list[Row]:
    """A row for each fact that nothing asks for, for each that was not felt when moved, and for all the others."""
    rows = []
    for entry in found:
        if entry.felt:
            continue
        check = f"{entry.key}={entry.value}" if entry.switch else entry.key
        if entry.idle:
            rows.append(Row.of(rules, check, IDLE, PROVED, value=IDLE, summary=entry.idle))
        else:
            rows.append(Row.of(rules, check, IDLE, BOUNDED, value=entry.compared,
                               summary="moved, it was felt in no deal and no move that was tried"))
    felt = [entry for entry in found if entry.felt]
    facts = sum(1 for entry in felt if not entry.switch)
    says = "moved, the deal, what may be done, what comes of it or what somebody sees is another"
    return [
        *rows,
        Row.of(rules, "facts", IDLE, BOUNDED, value=facts, summary=f"so many facts are felt: {says}"),
        Row.of(rules, "switches", IDLE, BOUNDED, value=len(felt) - facts,
               summary=f"so many other values of switches are felt: {says}"),
    ]


def idle(rules: Rules, context: CheckContext) -> Result:
    """The rows of norms, facts, switches and other clauses. Nothing idle is a finding: no game would show it."""
    spec = spec_of(rules.edition.family)
    everything = reached(rules) if spec is None else None
    if everything is not None:
        rows = norm_rows(rules, felt_everywhere(rules, everything))
        rows = rows if everything.whole else [evolve(row, verdict=BOUNDED) for row in rows]
        moved = tried(rules, [place.state for place in everything.places], context.seed)
        return [*rows, *entry_rows(rules, moved), *wording_rows(rules, context.seed)], ()
    if spec is None:
        return (), ()
    found = spec.liveness(rules)
    states = [f.state for f in found if f.state is not None]
    moved = tried(rules, states, context.seed, spec.turned)
    return [*norm_rows(rules, found), *entry_rows(rules, moved), *wording_rows(rules, context.seed)], ()


CHECKERS = (Checker("idle", idle, kinds=(IDLE,), cached=True),)
