"""Games that part the readings of a question: found by random play and by games that a bound is attained with.

No search goes over all rolls, so these games are not called the shortest. A reading that changes nothing but how likely
a roll is parts no game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from advocatus.model.game import Step
from advocatus.model.rulebook import Question
from advocatus.model.rules import Gap, Rules, make_rules
from advocatus.specs.dice_devils.games import all_at_one, apart, played

from ..asking import Reached, question_finding
from ..cache import Result
from ..context import CheckContext
from ..deriving import Unplayable, game_of, play_out
from ..finding import BY_LOCKSTEP, QUESTION, Finding
from ..parting import first_parting
from ..play import random_steps
from ..registry import EDITION, Checker
from ..row import BOUNDED, Row

GAMES, STEPS = 4, 250  # random games for each player count, and the moves of each


def games(rules: Rules) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """Games in a fixed order: random ones, and two in which the heap runs short if it can."""
    game = game_of(rules)
    for seed in range(GAMES):
        rng = Random(seed)
        deal = game.random_deal(rng)
        yield deal, tuple(step.move for step in random_steps(game, deal, rng, STEPS))
    for plan in (all_at_one, apart):
        _, found = played(rules, plan, _over)
        yield found.deal, found.moves


def _over(step: Step[Any]) -> bool:
    return not step.after.agenda


def parted(rules: Rules, other: Rules, question: str, reading: str) -> Finding | None:
    """The shortest of the games that part a reading from the default; None if none does."""
    best: Finding | None = None
    for deal, moves in games(rules):
        try:
            at = first_parting(play_out(rules, deal, moves), other)
        except (Gap, Unplayable):
            continue
        if at is None or (best is not None and best.trace is not None and at.at + 1 >= len(best.trace.steps)):
            continue
        way = Reached(0, BY_LOCKSTEP)
        best = question_finding(rules, other, question, reading, deal, moves[: at.at + 1], way) or best
    return best


def _other(rules: Rules, question: Question, reading: str) -> Rules | None:
    """The rules under a reading; None where the question does not arise, or the reading leaves a value unsaid."""
    if not rules.applies(question) or question.id in dict(rules.answers):
        return None
    other = make_rules(rules.edition, rules.players, rules.variants, {**dict(rules.answers), question.id: reading})
    keys = [key for one in question.readings.values() for key, _ in one.change.facts]
    return None if any(other.value_of(key) is None for key in keys) else other


def parting(all_rules: Sequence[Rules], _: CheckContext) -> Result:
    """For each reading a game that parts it from the default, with the fewest players of this run that show one."""
    rows: list[Row] = []
    findings: list[Finding] = []
    for question in all_rules[0].edition.questions:
        for reading in (name for name in question.readings if name != question.default):
            pairs = [(rules, other) for rules in all_rules if (other := _other(rules, question, reading))]
            made = (parted(rules, other, question.id, reading) for rules, other in pairs)
            found = next((one for one in made if one is not None), None)
            if found is not None:
                findings.append(found)
            elif pairs:
                says = f"none of {GAMES} random games for each player count parts the readings"
                name = f"{question.id}={reading}"
                rows.append(Row.of(pairs[0][0], name, QUESTION, BOUNDED, value=GAMES, summary=says))
    return rows, findings


CHECKERS = (Checker("questions.devils", parting, scope=EDITION, kinds=(QUESTION,), cached=True, family="dice-devils"),)
