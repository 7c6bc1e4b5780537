"""Proofs: what the rules promise, by the family's symbolic side; and whether engine and terms agree."""

from __future__ import annotations

from advocatus.model.rules import Gap, Rules
from advocatus.specs.families import promises_of, spec_of
from advocatus.specs.promise import EXTENT, INVARIANT, POSSIBLE

from .agreement import NO_STEP, edges_agree, play_agrees
from .cache import Result
from .context import CheckContext
from .registry import Checker
from .row import BOUNDED, REFUTED, UNKNOWN, Row

PROMISES = "proofs"  # the name of the checker
# In `check`, where the tests have more of all of it: random play held against the step relation; and of the positions
# that the solver chooses every so many-th kind of frame in full, others with each number of players.
GAMES, MOVES = 3, 80
SHARE, MOVES_ON = 8, 1


def proofs(rules: Rules, _: CheckContext) -> Result:
    """A row for each promise: proved or refuted with a state to show, or unknown with the reason."""
    promises = promises_of(rules.edition.family)
    if promises is None:
        return (), ()
    return [
        Row.of(rules, p.id, p.kind, p.verdict, clauses=p.clauses, value=p.value,
               summary=f"{p.says} ({p.detail})" if p.detail else p.says,
               seen=None if p.witness is None else "witness")
        for p in promises(rules)
    ], ()


def agreement(rules: Rules, context: CheckContext) -> Result:
    """Two rows: random play against the step relation, and solver-chosen positions against the engine."""
    if spec_of(rules.edition.family) is None:
        return (), ()
    try:
        play = play_agrees(rules, context.seed, GAMES, MOVES)
        edges = edges_agree(rules, context.seed, MOVES_ON, share=SHARE)
    except Gap as gap:
        return [Row.of(rules, "agreement", "agreement", UNKNOWN, summary=str(gap))], ()
    rows = []
    stepped = set(play.compared) - {NO_STEP} != {"norms in play"}
    in_play = "every step of {} random games meets the step relation" if stepped else \
        "every candidate of every decision of {} random games is legal to both or to none; steps are not told in terms"
    for name, found, says in (
        ("play", play, in_play.format(GAMES)),
        ("edges", edges, f"each of {edges.compared.get('sound', 0)} positions that the solver chose plays as the terms "
         f"say: all edges of one kind of frame in {SHARE}, one of each other"),
    ):
        parted = "; ".join(sorted({f"{p.what}: {p.how}" for p in found.partings})[:3])
        rows.append(Row.of(rules, f"agreement.{name}", "agreement", BOUNDED if found.holds else REFUTED,
                           value=sum(found.compared.values()), summary=parted or says))
    return rows, ()


CHECKERS = (Checker(PROMISES, proofs, kinds=(INVARIANT, POSSIBLE, EXTENT), cached=True, long=10),
            Checker("agreement", agreement, kinds=("agreement",), cached=True))
