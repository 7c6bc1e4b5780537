"""The questions of an edition, each with the shortest game in which its readings part, filed as a finding."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from attrs import evolve, frozen

from advocatus.model.game import BadPosition
from advocatus.model.rules import Rules, make_rules

from .cache import Result
from .context import CheckContext
from .deriving import Unplayable, game_of, play_out
from .finding import (
    ALL_DEALS,
    BY_SEARCH,
    CHANGES,
    DECIDES,
    FROM_DEALS,
    GAP,
    LED,
    QUESTION,
    REVEALS,
    TOWARDS,
    Finding,
    RulesRef,
    Shortest,
)
from .knowledge import known_by
from .parting import bare, first_parting
from .questioning import Parted, Reading, partings, readings_of
from .registry import PARTS, Checker, Outcome
from .row import BOUNDED, PROVED, RUN, Row
from .tell import teller_of
from .wild import Bound, Gathering, Hoarded, OutOfStates, Wild, wild_of

STATES, MORE_STATES, FEW = 3_000, 12_000, 4  # positions that a search may keep; where so few play, each is cheap
TRIES = 2  # a reading is tried with so many player counts, those first in which its partings are near
DEALS = 300


def asked(all_rules: Sequence[Rules], context: CheckContext) -> Iterator[Outcome]:
    """For each reading of each question a finding with its game, or a row that says how far none was found.

    A question on a variant is put with the variant in play.
    """
    if wild_of(all_rules[0]) is None:
        return
    yield Outcome(_silent(all_rules), (), RUN)
    told: set[tuple[str, str]] = set()
    for name, places in _nearest_first(all_rules).items():
        outcomes: list[Outcome] = []
        for rules, reading in places[:TRIES]:
            yield from _bounds(rules, reading, told, context)
            search = Checker(f"questions.part {name}", _parting(reading), cached=True)
            outcomes += search.outcomes((rules,), context)
            if outcomes[-1].findings:
                outcomes = outcomes[-1:]
                break
        yield from (_told(outcome, places[0][1], context) for outcome in outcomes[:1])


def _bounds(rules: Rules, reading: Reading, told: set[tuple[str, str]], context: CheckContext) -> Iterator[Outcome]:
    """A row for each bound that the search for a reading goes by, once for a rule set: that it is proved."""
    wild = wild_of(rules, [reading.rules], reading.wants)
    for bound in wild.bounds_of(reading.wants) if wild is not None and reading.frames else ():
        if (rules.digest, bound.name) not in told:
            told.add((rules.digest, bound.name))
            yield from Checker(f"questions.bound {bound.name}", _proved(bound), cached=True).outcomes((rules,), context)


def _proved(bound: Bound) -> Callable[[Rules, CheckContext], Result]:
    def prove(rules: Rules, _: CheckContext) -> Result:
        verdict, says = bound.proof()
        return [Row.of(rules, f"bound: {bound.name}", QUESTION, verdict, summary=says)], ()

    return prove


def _told(outcome: Outcome, reading: Reading, context: CheckContext) -> Outcome:
    """A row that tells of no game says so of shorter ones only, where a longer one is on file."""
    edition = reading.base.edition
    name = f"{QUESTION}.{edition.key}.{reading.question}+{reading.reading}.json"
    if outcome.findings or name not in [path.name for path in context.store.files(edition.family)]:
        return outcome
    rows = [evolve(row, summary=f"a game is on file; looking for a shorter one: {row.summary}") for row in outcome.rows]
    return evolve(outcome, rows=tuple(rows))


def _nearest_first(all_rules: Sequence[Rules]) -> dict[str, list[tuple[Rules, Reading]]]:
    """For each reading the rules in which it arises and can be played, those with near partings first."""
    places: dict[str, list[tuple[Rules, Reading]]] = {}
    for rules in sorted(all_rules, key=lambda r: r.players):
        for reading in _arising(rules):
            if _plays(reading.base, reading):
                places.setdefault(reading.name, []).append((reading.base, reading))
    for found in places.values():
        rules, reading = found[0]
        wild = wild_of(rules)
        order = () if wild is None else wild.near(reading.frames)
        found.sort(key=lambda place: (order.index(place[0].players) if place[0].players in order else len(order)))
    return places


def _arising(rules: Rules) -> Iterator[Reading]:
    """The readings that arise, those of a variant's questions with the variant in play."""
    yield from readings_of(rules)
    for variant in rules.edition.variants:
        fits = variant.playable and (not variant.players or rules.players in variant.players)
        if fits and variant.id not in rules.variants:
            with_it = make_rules(rules.edition, rules.players, (*rules.variants, variant.id), dict(rules.answers))
            yield from readings_of(with_it, variant.id)


def _plays(rules: Rules, reading: Reading) -> bool:
    """Whether a reading leaves nothing unsaid that the default gives; a silence is a gap, not a parting."""
    return not _unsaid(rules, reading)


def _unsaid(rules: Rules, reading: Reading) -> list[str]:
    """The facts and topics that the default gives and a reading leaves unsaid."""
    return sorted(key for key in reading.keys if (rules.value_of(key) is not None and
                  reading.rules.value_of(key) is None) or (rules.tells(key) and not reading.rules.tells(key)))


def _silent(all_rules: Sequence[Rules]) -> tuple[Row, ...]:
    """A row for each reading that leaves something unsaid: no game parts it from the default, play stops at a gap."""
    rows: dict[str, Row] = {}
    for rules in sorted(all_rules, key=lambda r: r.players):
        for reading in _arising(rules):
            if unsaid := _unsaid(reading.base, reading):
                says = f"the reading leaves unsaid: {', '.join(unsaid)}; a gap, and no other game, is what it comes to"
                rows.setdefault(reading.name, Row.of(reading.base, reading.name, QUESTION, PROVED, value=GAP,
                                                     summary=says))
    return tuple(rows.values())


def _parting(reading: Reading) -> Callable[[Rules, CheckContext], Result]:
    def search(rules: Rules, _: CheckContext) -> Result:
        if not reading.frames:
            found = _at_the_deal(rules, reading)
            how = f"none of {DEALS} deals"
        else:
            found, how = _in_play(rules, reading)
        if found is not None:
            return (), (found,)
        says = f"no game parts the readings: {how}"
        return [Row.of(rules, reading.name, QUESTION, BOUNDED, value=_states(rules), summary=says)], ()

    return search


def _states(rules: Rules) -> int:
    return MORE_STATES if rules.players <= FEW else STATES


def _in_play(rules: Rules, reading: Reading) -> tuple[Finding | None, str]:
    """The finding with the shortest game; or how far there is none."""
    wild = wild_of(rules, [reading.rules], reading.wants)
    assert wild is not None
    found: list[Finding] = []
    ways, blank = [wild.gathering(reading.rules, want) for want in reading.wants], wild.blank()
    lacking = min((way.lacking(blank) for way in ways), default=0)
    if (off := far_off(reading, wild)) is not None:
        return _hoarded(rules, reading, off.ways, off.none_to), off.says

    def accepts(parted: Parted) -> bool:
        found.extend(filter(None, [_filed(rules, parted, wild, None if proved else Reached(0, LED))]))
        return bool(found)

    proved = all(bound.holds for bound in wild.bounds_of(reading.wants))
    try:
        for _ in partings(rules, [reading], wild, turns=wild.turns, states=_states(rules), accepts=accepts):
            return found[0], ""
    except OutOfStates as stop:
        turn, decisions = stop.node.total
        far = f"a game takes {turn} turns and {decisions} decisions or more" if proved else "its bound is not proved"
        none_to = max(turn - 1 if proved else 0, *(way.none_to(blank) for way in ways))
        hoarded = _hoarded(rules, reading, ways, none_to) if lacking else None
        return hoarded, f"every deal, {stop.states} positions; {far}"
    return None, f"up to turn {wild.turns}, from every deal"


@frozen
class Far:
    """That readings part only after much was gathered: how they can, and up to which turn they do not."""

    ways: Sequence[Gathering]
    none_to: int
    says: str


def far_off(reading: Reading, wild: Wild) -> Far | None:
    """What has to be gathered before a reading parts from the default in any way; None where it need not be much.

    Then there are too many games on the way to look at each.
    """
    ways, blank = [wild.gathering(reading.rules, want) for want in reading.wants], wild.blank()
    lacking = min((way.lacking(blank) for way in ways), default=0)
    if not lacking or any(want.move == "proclaim" for want in reading.wants):
        return None
    none_to = min(way.none_to(blank) for way in ways)
    return Far(ways, none_to, f"none up to turn {none_to}, for {lacking} objects have to be drawn or got first")


def _hoarded(rules: Rules, reading: Reading, ways: Sequence[Gathering], none_to: int) -> Finding | None:
    """A finding that the family knows to gather for, from some deals; how far no game is shorter is given."""
    for found in hoarded(rules, reading, ways):
        finding = question_finding(found.here, found.there, reading.question, reading.reading, found.deal, found.moves,
                                   Reached(none_to, FROM_DEALS))
        if finding is not None:
            return finding
    return None


def hoarded(rules: Rules, reading: Reading, ways: Sequence[Gathering]) -> Iterator[Hoarded]:
    """The games that the family knows in which enough is gathered for a parting; none if it knows no such thing."""
    gather: Callable[[Rules, Reading, Gathering], Hoarded | None] | None
    gather = known_by(rules.edition.family, "hoarding", "HOARD")
    yield from filter(None, (gather(rules, reading, way) for way in ways) if gather else ())


def reach(rules: Rules, reading: Reading, states: int) -> Finding | None:
    """A finding with a game that parts a reading from the default, gone for straight where much must be gathered.

    Shorter games may exist; its interval tells up to which turn there is none. Takes its time.
    """
    wild = wild_of(rules, [reading.rules], reading.wants)
    assert wild is not None
    ways = [wild.gathering(reading.rules, want) for want in reading.wants]
    none_to = min(way.none_to(wild.blank()) for way in ways)
    found: list[Finding] = []

    def accepts(parted: Parted) -> bool:
        found.extend(filter(None, [_filed(rules, parted, wild, Reached(none_to))]))
        return bool(found)

    for way in ways:
        try:
            for _ in partings(rules, [reading], wild, turns=99, states=states, accepts=accepts, gathering=way):
                return found[0]
        except OutOfStates:
            continue
    return None


@frozen
class Reached:
    """How a game was come to that need not be the shortest, and how far no game parts the readings.

    `proved`: that it is the shortest is proved apart from the search.
    """

    none_to: int
    found: str = TOWARDS
    proved: bool = False


def _filed(rules: Rules, parted: Parted, wild: Wild, reached: Reached | None = None) -> Finding | None:
    """The finding, if the game can be dealt and played, and parts the two rule sets at its last move."""
    concrete = wild.concrete(parted.moves, parted.resolved)
    if concrete is None:
        return None
    here, there = (rules, parted.reading.rules) if parted.legal_here else (parted.reading.rules, rules)
    return question_finding(here, there, parted.reading.question, parted.reading.reading, *concrete, reached)


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
    here: Rules, there: Rules, asks: str, chosen: str, deal: Any, moves: Sequence[Any],
    reached: Reached | None = None,
) -> Finding | None:
    """The finding that a game parts two rule sets which differ in the reading of one question; None if it does not.

    `chosen` is the reading that is not the default; `here` are the rules under which the game can be played. It
    is taken for the shortest unless it was `reached` straight.
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
    ends, others = ([bare(event) for event in some if type(event).__name__ == "Decided"]
                    for some in (events, parting.events))
    if ends and (parting.refusal or ends != others):  # else who wins is the same in this game
        impact = DECIDES
    last = teller_of(edition).move(moves[-1]) if moves else "the deal"
    says = question.asks, question.readings[question.default].says, question.readings[chosen].says
    return Finding(
        kind=QUESTION, family=edition.family, editions=(edition.key,), rules=RulesRef.of(here),
        against=RulesRef.of(there), cause=(asks, chosen), clauses=question.clauses,
        summary=f"{says[0]} “{says[1]}” or “{says[2]}” The readings part at: {last}.", impact=impact, assumes=(),
        trace=played.trace,
        shortest=Shortest(reached is None or reached.proved, played.turn, played.decisions,
                          reached.none_to if reached and not reached.proved else None),
        found=reached.found if reached else ALL_DEALS if moves else BY_SEARCH,
    )


CHECKERS = (Checker("questions.part", asked, scope=PARTS, kinds=(QUESTION,), long=200),)
