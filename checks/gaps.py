"""Where the text is silent: values that a question supplies and the text does not, reached by play.

For each question whose default reading gives a fact that another reading leaves unsaid, the engine plays under the
silent reading until a move needs the fact: the shortest such game over every deal is the finding; where that is too
far, the shortest from some deals.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from advocatus.model.rules import Rules, make_rules

from .cache import Result
from .context import CheckContext
from .deriving import findings_at, game_of
from .explore import shortest_game
from .finding import BREADTH, BY_SEARCH, GAP, Finding
from .knowledge import known_by
from .registry import Checker
from .row import Row
from .walls import nearest_silence

DEALS = 8  # the games searched begin from so many seeded deals
TURNS, STATES = 1, 30_000


def silences(rules: Rules) -> Iterator[tuple[str, str, str]]:
    """Question, reading and fact for each fact that the default answers give and a reading leaves unsaid."""
    for question in rules.edition.questions:
        if not rules.applies(question):
            continue
        told = {fact for fact, _ in question.readings[question.default].change.facts}
        for reading in question.readings.values():
            for fact in sorted(told - {fact for fact, _ in reading.change.facts}):
                yield question.id, reading.id, fact


def gaps(rules: Rules, context: CheckContext) -> Result:
    """A row and a finding for each silence that play reaches; a row alone for one that it does not."""
    rows: list[Row] = []
    findings: list[Finding] = []
    for question, reading, fact in silences(rules):
        silent = make_rules(rules.edition, rules.players, rules.variants, {**dict(rules.answers), question: reading})
        if silent.given(fact) is not None:
            continue
        if stop := nearest_silence(silent, fact):
            findings += findings_at(silent, stop.deal, stop.moves, BREADTH, proved=True)
            continue
        lead = known_by(rules.edition.family, "silence", "towards")
        if lead is not None and (led := lead(silent, fact)):
            findings += findings_at(silent, led[0], led[1], BY_SEARCH)
            continue
        game = game_of(silent)
        rng = Random(f"{context.seed}/{rules.digest}")
        deals = [game_of(rules).random_deal(rng) for _ in range(DEALS)]
        found = shortest_game(game, deals, lambda g, s: False, turns=TURNS, states=STATES, gap_topic=fact)
        if found.trace is None:
            nearest = f"the {found.states} nearest positions do not need it"
            seen = f"no game of {TURNS} turn needs it" if found.complete else nearest
            rows.append(Row.of(rules, f"{question}={reading}", GAP, "unreached", value=found.states,
                               summary=f"{fact} is unsaid; from {DEALS} deals {seen}"))
            continue
        findings += findings_at(silent, found.trace.deal, found.trace.moves, BY_SEARCH,
                                none_to=found.turn - 1)
    return rows, findings


CHECKERS = (Checker("gaps", gaps, searches=(GAP,), readings=True, cached=True),)
