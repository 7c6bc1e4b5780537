"""Misprints: counts, totals and worked examples of a book that its own rules contradict."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from attrs import frozen

from advocatus.model.families import families
from advocatus.model.game import IllegalMove, MalformedMove, make
from advocatus.model.printed import AT_LEAST, Example, Printed, amount, facts_in
from advocatus.model.rules import Gap, Rules
from advocatus.model.trace import BadDocument, compact

from .cache import Result
from .context import CheckContext
from .deriving import game_of, needed_answers
from .finding import BY_COUNTING, CHANGES, NONE, Finding, RulesRef
from .knowledge import known_by
from .parting import refusal
from .registry import EDITION, Checker
from .row import PROVED, UNKNOWN, Row

MISPRINT, PRINTED = "misprint", "printed"


@frozen
class Outcome:
    """What the rules make of something printed: whether it agrees, the number computed, and what is wrong."""

    agrees: bool
    claimed: int | None = None
    computed: int | None = None
    wrong: str = ""


def outcome(rules: Rules, printed: Printed) -> Outcome | None:
    """What a rule set makes of something printed; None if it does not speak of this player count or of these variants.

    A number is printed for the game without the variants that change the facts it is computed from.

    Raises `Gap` for what the text does not give, `BadDocument` for an example that is none.
    """
    if printed.players and rules.players not in printed.players:
        return None
    if printed.example is not None:
        wrong = _played(rules, printed.example, printed.id)
        return Outcome(not wrong, wrong=wrong)
    claimed = printed.claim(rules.players)
    changed = {fact for v in rules.edition.variants if v.id in rules.variants for fact, _ in v.change.facts}
    if claimed is None or not changed.isdisjoint(facts_in(printed.computed)):
        return None
    computed = amount(printed.computed, rules.players, rules.fact)
    agrees = claimed >= computed if printed.holds == AT_LEAST else claimed == computed
    short = "at least " if printed.holds == AT_LEAST else ""
    return Outcome(agrees, claimed, computed, "" if agrees else f"it prints {claimed}, and its rules make "
                                                                f"{short}{computed} of it ({printed.computed})")


def _played(rules: Rules, example: Example, name: str) -> str:
    """What is wrong with an example: a move that is refused, or an event that does not follow; empty if it is right."""
    family, game = families()[rules.edition.family], game_of(rules)
    position: Callable[[Rules, Sequence[Sequence[str]]], Any] | None
    position = known_by(rules.edition.family, "misprint", "position")
    if position is None:
        raise BadDocument(f"printed {name!r}: example", rules.edition.family, "a family that sets up examples")
    state = position(rules, example.hands)
    if faults := game.well_formed(state):
        raise BadDocument(f"printed {name!r}: example.hands", compact(example.hands), faults[0])
    wanted = list(example.follows)
    for i, data in enumerate(example.moves):
        move = family.codec.move(data, f"printed {name!r}: example.moves[{i}]")
        try:
            step = make(game, state, move)
        except (IllegalMove, MalformedMove) as error:
            return f"the move {compact(data)} cannot be made: {refusal(error)}"
        for event in step.events:
            if wanted and _is(family.codec.encode(event), wanted[0]):
                wanted.pop(0)
        state = step.after
    return f"it does not follow that {compact(wanted[0])}" if wanted else ""


def _is(event: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    return all(key in event and event[key] == value for key, value in wanted.items())


def misprint_finding(rules: Rules, key: str) -> Finding | None:
    """The finding that something printed contradicts the rules; None if it agrees."""
    printed = next((p for p in rules.edition.printed if p.id == key), None)
    found = outcome(rules, printed) if printed else None
    if printed is None or found is None or found.agrees:
        return None
    entry: Printed = printed

    def still(other: Rules) -> bool:
        try:
            again = outcome(other, entry)
        except Gap:
            return False
        return again is not None and not again.agrees

    where = ", ".join(printed.at)
    return Finding(
        kind=MISPRINT, family=rules.edition.family, editions=(rules.edition.key,), rules=RulesRef.of(rules),
        cause=(printed.id,), clauses=printed.clauses,
        summary=f"“{printed.says.rstrip('.')}” (paragraph {where}): with {rules.players} players {found.wrong}.",
        impact=CHANGES if printed.clauses else NONE, assumes=needed_answers(rules, still), trace=None, shortest=None,
        found=BY_COUNTING,
    )


def remade(rules: Rules, cause: tuple[str, ...]) -> Finding | None:
    """The finding of a file, made again from the rules."""
    try:
        return misprint_finding(rules, cause[0]) if len(cause) == 1 else None
    except (Gap, BadDocument):
        return None


def misprints(all_rules: Sequence[Rules], _: CheckContext) -> Result:
    """A row for everything printed that agrees with the rules, and a finding for what does not."""
    rows: list[Row] = []
    findings: list[Finding] = []
    for rules in all_rules:
        for printed in rules.edition.printed:
            try:
                found = outcome(rules, printed)
            except (Gap, BadDocument) as error:
                rows.append(Row.of(rules, printed.id, PRINTED, UNKNOWN, clauses=printed.clauses, summary=str(error)))
                continue
            if found is None:
                continue
            if found.agrees:
                value = found.claimed if found.claimed is not None else "as told"
                rows.append(Row.of(rules, printed.id, PRINTED, PROVED, clauses=printed.clauses, value=value,
                                   summary=printed.says))
            elif made := misprint_finding(rules, printed.id):
                findings.append(made)
    return rows, findings


CHECKERS = (Checker("misprints", misprints, scope=EDITION, searches=(MISPRINT,), kinds=(PRINTED,)),)
