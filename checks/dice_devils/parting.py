"""Games that part the readings of a question: near ones by search, far ones by games that a bound is attained with.

How soon readings can part at all is proved (`specs.dice_devils.soonest`); a game of that length is the shortest. A
reading that changes nothing but how likely a roll is parts no game, which is proved too.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from typing import Any

from attrs import frozen

from advocatus.model.dice_devils.dice import rolls
from advocatus.model.dice_devils.state import ranks_in
from advocatus.model.families import families
from advocatus.model.rulebook import Question
from advocatus.model.rules import Gap, Rules, make_rules
from advocatus.specs.dice_devils.soonest import Soonest, promised, soonest
from advocatus.specs.promise import Played
from advocatus.specs.prover import PROVED

from ..asking import Reached, question_finding
from ..cache import Result
from ..context import CheckContext
from ..deriving import Unplayable, play_out
from ..entries import asked_in
from ..finding import BY_BOUND, BY_PLAN, Finding
from ..parting import first_parting
from ..registry import EDITION, Checker
from ..row import BOUNDED, Row
from .nearby import nearby

QUESTION = "question"
STATES = 20_000  # positions that a search sees at most
NEAR = 2  # what can part before so many rounds have begun is searched for, what cannot is looked for in planned games


@frozen(eq=False)
class Reading:
    """A reading beside the default of a question, for one number of players, and how soon the two can part."""

    rules: Rules
    other: Rules
    question: str
    reading: str
    soonest: Soonest


def parted(reading: Reading) -> Finding | None:
    """A game that parts a reading from the default, the shortest of those looked at; None if none does."""
    length = reading.soonest.turn, reading.soonest.decisions
    near = nearby(reading.rules, reading.other, length, STATES) if length[0] <= NEAR else None
    if near is not None:
        return _found(reading, *near)
    games = (promise.witness for promise in promised(reading.rules) if isinstance(promise.witness, Played))
    found = (_planned(reading, game.deal, game.moves) for game in games)
    return min((one for one in found if one is not None), key=lambda one: one.length, default=None)


def _planned(reading: Reading, deal: Any, moves: tuple[Any, ...]) -> Finding | None:
    """The finding of a game, up to where the readings part in it."""
    try:
        at = first_parting(play_out(reading.rules, deal, moves), reading.other)
    except (Gap, Unplayable):
        return None
    return None if at is None else _found(reading, deal, moves[: at.at + 1])


def _found(reading: Reading, deal: Any, moves: tuple[Any, ...]) -> Finding | None:
    """The finding with what is proved of shorter games."""
    soonest_ = reading.soonest
    asked = reading.rules, reading.other, reading.question, reading.reading, deal, moves
    made = question_finding(*asked, Reached(soonest_.turn - 1, BY_PLAN))
    if made is None or made.length != (soonest_.turn, soonest_.decisions):
        return made
    return question_finding(*asked, Reached(0, BY_BOUND, True))


def same_games(rules: Rules, other: Rules) -> bool:
    """Whether all that parts two rule sets is how likely a roll is: the same rolls can come, and nothing else asks."""
    grammar = families()[rules.edition.family].grammar
    keys = {key for key in (*grammar.facts, *grammar.switches) if rules.value_of(key) != other.value_of(key)}
    modules = files("advocatus.model.dice_devils").iterdir()
    others = tuple(sorted(path.name for path in modules if path.name.endswith(".py") and path.name != "dice.py"))
    if {*rules.norms} != {*other.norms} or keys & asked_in(rules.edition.family, others):
        return False
    ranks = {rank for some in ranks_in(rules) for rank in some}
    return all([roll for roll, _ in rolls(rules, rank)] == [roll for roll, _ in rolls(other, rank)] for rank in ranks)


def never(rules: Rules, other: Rules) -> str:
    """Why no game parts two rule sets; empty where that is not known."""
    if same_games(rules, other):
        return "the same rolls can come, and nothing asks how likely they are"
    if soonest(rules, other).turn == 0:
        return "where the readings differ no game comes"
    return ""


def _other(rules: Rules, question: Question, reading: str) -> Rules | None:
    """The rules under a reading; None where the question does not arise, or the reading leaves a value unsaid."""
    if not rules.applies(question) or question.id in dict(rules.answers):
        return None
    other = make_rules(rules.edition, rules.players, rules.variants, {**dict(rules.answers), question.id: reading})
    keys = [key for one in question.readings.values() for key, _ in one.change.facts]
    return None if any(other.value_of(key) is None for key in keys) else other


def _game(readings: Sequence[Reading]) -> Finding | None:
    """The shortest game over the numbers of players, up to the first that is proved the shortest with so many."""
    best: Finding | None = None
    for reading in readings:
        found = parted(reading)
        if found is not None and (best is None or found.length < best.length):
            best = found
        if best is not None and best.shortest is not None and best.shortest.proved:
            break
    return best


def parting(all_rules: Sequence[Rules], context: CheckContext) -> Result:
    """For each reading the shortest game that parts it from the default; or that none does; or how far was looked."""
    rows: list[Row] = []
    findings: list[Finding] = []
    for question in all_rules[0].edition.questions:
        for reading in (name for name in question.readings if name != question.default):
            context.progress(f"{question.id}={reading}")
            name, left = f"{question.id}={reading}", list[Reading]()
            for rules in all_rules:
                other = _other(rules, question, reading)
                says = "" if other is None else never(rules, other)
                if says:
                    rows.append(Row.of(rules, name, QUESTION, PROVED, summary=f"no game parts the readings: {says}"))
                elif other is not None:
                    left.append(Reading(rules, other, question.id, reading, soonest(rules, other)))
            found = _game(left)
            if found is not None:
                findings.append(found)
            elif left:
                says = "no game that was looked at parts the readings"
                rows.append(Row.of(left[0].rules, name, QUESTION, BOUNDED, value=STATES, summary=says))
    return rows, findings


CHECKERS = (Checker("questions.devils", parting, scope=EDITION, kinds=(QUESTION,), cached=True, family="dice-devils",
                    long=60),)
