"""The questions of an edition, each with the shortest game in which its readings part, filed as a finding."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from random import Random
from typing import Any

from advocatus.model.game import BadPosition
from advocatus.model.rules import Rules

from .cache import Result
from .context import CheckContext
from .deriving import Unplayable, game_of, play_out
from .finding import ALL_DEALS, CHANGES, DECIDES, REVEALS, Finding, RulesRef, Shortest
from .parting import first_parting
from .questioning import Parted, Reading, partings, readings_of
from .registry import EDITION, Checker
from .row import BOUNDED, Row
from .tell import teller_of
from .wild import OutOfStates, Wild, wild_of

QUESTION = "question"
TURNS, STATES = 1, 8_000
TRIES = 2  # a reading is tried with so many player counts, those first in which its partings are near
DEALS = 300


def asked(all_rules: Sequence[Rules], context: CheckContext) -> Result:
    """For each reading of each question a finding with its game, or a row that says how far none was found."""
    rows: list[Row] = []
    findings: list[Finding] = []
    done: set[str] = set()
    bounds: dict[str, tuple[Rules, str]] = {}
    if wild_of(all_rules[0]) is None:
        return (), ()
    by_rules = {rules: readings_of(rules) for rules in sorted(all_rules, key=lambda r: r.players)}
    wanted = _nearest_first(by_rules)
    for attempt, (rules, readings) in product(range(TRIES), by_rules.items()):
        due = [r for r in readings if wanted[r.name][attempt : attempt + 1] == [rules.players] and r.name not in done]
        for group in grouped([r for r in due if _plays(rules, r)]):
            context.progress(f"questions: {rules.edition.key}, {rules.players} players: {group[0].name} "
                             f"and {len(group) - 1} more")
            wild = wild_of(rules, [r.rules for r in group])
            assert wild is not None
            for finding, reading in _group(rules, group, wild, bounds):
                findings.append(finding)
                done.add(reading.name)
    for name, (rules, how) in sorted(bounds.items()):
        if name not in done:
            says = f"no game parts the readings: {how}"
            rows.append(Row.of(rules, name, QUESTION, BOUNDED, value=STATES, summary=says))
    return rows, findings


def _nearest_first(by_rules: Mapping[Rules, Sequence[Reading]]) -> dict[str, list[int]]:
    """For each reading the player counts in which it arises, those with near partings first.

    A struggle is shortest with the fewest players; a hand is looked through fastest with one object each; to
    name allies there must be some.
    """
    counts: dict[str, list[int]] = {}
    for rules, readings in by_rules.items():
        for reading in readings:
            counts.setdefault(reading.name, []).append(rules.players)
            struggles = any(frame.startswith("duel") for frame in reading.frames)
            order = (7, 5, 3, 4) if "name-allies" in reading.frames else (3, 4) if struggles else (4, 3)
            known = [n for n in order if n in counts[reading.name]]
            counts[reading.name] = known + sorted(set(counts[reading.name]) - set(known))
    return counts


def _plays(rules: Rules, reading: Reading) -> bool:
    """Whether a reading leaves no fact unsaid that the default gives; a silence is a gap, not a parting."""
    return all(reading.rules.value_of(key) is not None or rules.value_of(key) is None for key in reading.keys)


def grouped(readings: Sequence[Reading]) -> list[list[Reading]]:
    """Readings that can differ at the same frames are searched together."""
    groups: dict[frozenset[str], list[Reading]] = {}
    for reading in readings:
        groups.setdefault(reading.frames, []).append(reading)
    return [groups[frames] for frames in sorted(groups, key=sorted)]


def _group(
    rules: Rules, group: Sequence[Reading], wild: Wild, bounds: dict[str, tuple[Rules, str]]
) -> Iterator[tuple[Finding, Reading]]:
    if not group[0].frames:
        for reading in group:
            if found := _at_the_deal(rules, reading):
                yield found, reading
        return
    how = f"up to turn {TURNS}, with {rules.players} players, from every deal"
    try:
        for parted in partings(rules, group, wild, turns=TURNS, states=STATES):
            if found := _filed(rules, parted, wild):
                yield found, parted.reading
    except OutOfStates as stop:
        nearest = f"the {stop.states} nearest positions, of {stop.node.decisions} decisions"
        how = f"{rules.players} players, every deal, {nearest}"
    for reading in group:
        bounds.setdefault(reading.name, (rules, how))


def _filed(rules: Rules, parted: Parted, wild: Wild) -> Finding | None:
    """The finding, if the game can be dealt and played, and parts the two rule sets at its last move."""
    concrete = wild.concrete(parted.moves, parted.resolved)
    if concrete is None:
        return None
    here, there = (rules, parted.reading.rules) if parted.legal_here else (parted.reading.rules, rules)
    return question_finding(here, there, parted.reading.question, parted.reading.reading, *concrete)


def _at_the_deal(rules: Rules, reading: Reading) -> Finding | None:
    """A deal that only one of the readings allows, or that looks different under them."""
    rng = Random(rules.digest)
    for here, there in ((rules, reading.rules), (reading.rules, rules)):
        for _ in range(DEALS):
            try:
                deal = game_of(here).random_deal(rng)
            except BadPosition:
                break
            if found := question_finding(here, there, reading.question, reading.reading, deal, ()):
                return found
    return None


def question_finding(
    here: Rules, there: Rules, asks: str, chosen: str, deal: Any, moves: Sequence[Any]
) -> Finding | None:
    """The finding that a game parts two rule sets which differ in the reading of one question; None if it does not.

    `chosen` is the reading that is not the default; `here` are the rules under which the game can be played.
    """
    try:
        played = play_out(here, deal, moves)
    except Unplayable:
        return None
    parting = first_parting(played, there)
    if parting is None or parting.at != len(moves) - 1:
        return None
    edition = here.edition
    question = next((q for q in edition.questions if q.id == asks and chosen in q.readings), None)
    if question is None or {dict(r.answers).get(asks, question.default) for r in (here, there)} != {
        chosen, question.default
    }:
        return None
    events = played.trace.steps[-1][1] if moves else ()
    impact = CHANGES if moves else REVEALS
    if any(type(event).__name__ == "Decided" for event in events):
        impact = DECIDES
    last = teller_of(edition).move(moves[-1]) if moves else "the deal"
    says = question.asks, question.readings[question.default].says, question.readings[chosen].says
    return Finding(
        kind=QUESTION, family=edition.family, editions=(edition.key,), rules=RulesRef.of(here),
        against=RulesRef.of(there), cause=(asks, chosen), clauses=question.clauses,
        summary=f"{says[0]} “{says[1]}” or “{says[2]}” The readings part at: {last}.", impact=impact, assumes=(),
        trace=played.trace, shortest=Shortest(bool(moves), played.turn, played.decisions),
        found=ALL_DEALS,
    )


CHECKERS = (Checker("questions.part", asked, scope=EDITION, searches=(), cached=True),)
