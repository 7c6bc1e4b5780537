"""How early at least: the earliest right proclamation, and the earliest surplus, for each number of players.

The proclamation is searched over every deal. Where breadth-first search stays small enough, it is the proof; else the
search is led by a bound that the solver has proved consistent over every step. The surplus is too far for either: a
plan finds a game, and what a hand can gain in a turn, proved over every step, tells before which turn there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

from advocatus.model.rules import Gap, Rules, make_rules
from advocatus.model.teufelsburg.cards import SIDES
from advocatus.model.teufelsburg.state import State
from advocatus.specs.prover import PROVED as BY_SOLVER
from advocatus.specs.teufelsburg.bounds import claim_bound_holds, claim_frames
from advocatus.specs.teufelsburg.gaining import MOST, surplus_not_before

from ..cache import Result
from ..context import CheckContext
from ..deriving import findings_at, game_of
from ..finding import FROM_DEALS, GAP, Finding, Shortest
from ..registry import Checker
from ..row import BOUNDED, PROVED, UNKNOWN, Row
from ..search import DECISIONS, SHIFT, Limits, Reached, length_of, search
from ..wildspace import WildSpace, played
from .amassing import Amassed, amassed
from .wild import TeufelsburgWild, is_token

EARLIEST, TOPIC = "earliest", "hand.surplus"
SURPLUS = ("surplus", "unload")  # frames that are owed by who has too much
STATES = 160_000  # positions that a search over every deal may keep: with four players it takes some ninety thousand
PLAIN = 25_000  # and one without a bound, where few play
SMALL, FOUR = (3, 5), 4  # players with whom that is enough; with four it is not, and comes last


class EverySide(TeufelsburgWild):
    """Who is of which association is resolved in every way, whenever a victory is proclaimed."""

    def _each_sides(self, state: State) -> Iterator[tuple[tuple[str, str], ...]]:
        if not is_token(state.sides[0]) or state == self.blank():
            yield from super()._each_sides(state)
            return
        n, each = state.players, self.rules.fact("associations.each")
        for first in range(max(0, n - each), min(n, each) + 1):
            for seats in combinations(range(n), first):
                sides = (SIDES[0] if seat in seats else SIDES[1] for seat in range(n))
                yield tuple(zip(state.sides, sides, strict=True))


def right(state: State) -> bool:
    """A victory was proclaimed, and rightly."""
    return state.verdict is not None and state.verdict.right


def to_claim(rules: Rules) -> Callable[[State], int]:
    """The bound `specs.teufelsburg.bounds.to_claim` on engine states, as a length."""
    frames = frozenset(claim_frames(rules))

    def bound(state: State) -> int:
        if state.verdict is not None:
            return 0
        return length_of(0, 1) if any(frame.kind in frames for frame in state.agenda) else length_of(1, 1)

    return bound


def proclamation(rules: Rules, _: CheckContext) -> Result:
    """The earliest right proclamation over every deal: proved shortest, or how far there is none."""
    try:
        wild = EverySide(rules, ())
    except Gap as gap:
        return [Row.of(rules, "victory.right", EARLIEST, UNKNOWN, summary=str(gap))], ()
    space = WildSpace(game_of(rules), wild)
    how = "over every deal, breadth-first"
    found = search(space, [space.root()], right, Limits(4, PLAIN if rules.players in SMALL else 1))
    if found.node is None:
        proof = claim_bound_holds(rules)
        if proof.verdict == BY_SOLVER:
            how = f"over every deal, led by a bound that is proved of all {proof.steps} steps"
            found = search(space, [space.root()], right, Limits(4, STATES), bound=to_claim(rules))
        elif rules.players == FOUR:
            found = search(space, [space.root()], right, Limits(4, PLAIN))
    return [_told(rules, "victory.right", "proclamation that is right", found, how, wild)], ()


def _told(rules: Rules, clause: str, what: str, found: Reached, how: str, wild: TeufelsburgWild) -> Row:
    none_to = (found.below >> SHIFT) - 1
    game = None if found.node is None else played(game_of(rules), wild, found)
    clauses = (clause,)
    if found.node is None or game is None:
        why = "the game found cannot be dealt" if found.node is not None else f"{found.states} positions were seen"
        return Row.of(rules, clause, EARLIEST, BOUNDED, clauses=clauses,
                      summary=f"no {what} up to turn {none_to}, nor in turn {none_to + 1} with fewer than "
                              f"{found.below & DECISIONS} decisions, {how}; {why}")
    turn, decisions = found.length >> SHIFT, found.length & DECISIONS
    assert (game.turn, game.decisions) == (turn, decisions), "the engine's game is as long as the one found"
    return Row.of(rules, clause, EARLIEST, PROVED, clauses=clauses, value=decisions, turn=turn,
                  shortest=Shortest(True, turn, decisions), seen=_acts(game.trace.moves),
                  summary=f"the shortest game to a {what}, {how}")


def _acts(moves: tuple[Any, ...]) -> tuple[str, ...]:
    return tuple(move.act for move in moves)


# ---------------------------------------------------------------- the surplus


def surplus(rules: Rules, _: CheckContext) -> Result:
    """An early game to a surplus, and before which turn there is none; where a reading has no procedure: a gap."""
    try:
        rules.cite(TOPIC)
        limit, begins = rules.fact("hand.limit"), rules.fact("setup.hand")
        least, game = surplus_not_before(rules), amassed(rules)
    except Gap as gap:
        return [Row.of(rules, TOPIC, EARLIEST, UNKNOWN, clauses=gap.clauses, summary=str(gap))], ()
    if least.verdict == BY_SOLVER:
        bound = (f"none before turn {least.turn}: a hand of {begins} gains {MOST} objects a turn at most, "
                 "which is proved of all steps")
    else:
        bound = f"no bound is proved: {least.why}"
    none_to = least.turn - 1 if least.verdict == BY_SOLVER else None
    if game is None:
        return [Row.of(rules, TOPIC, EARLIEST, BOUNDED, clauses=(TOPIC,),
                       summary=f"no game to more than {limit} objects in a hand was found; {bound}")], ()
    row = Row.of(rules, TOPIC, EARLIEST, BOUNDED, clauses=(TOPIC,), turn=game.turn, value=game.decisions,
                 seen=_acts(game.moves), shortest=Shortest(False, game.turn, game.decisions, none_to),
                 summary=f"a game to more than {limit} objects in a hand; {bound}")
    return [row], _unsaid(rules, game)


def not_before(rules: Rules, kind: str) -> int:
    """The first turn in which a frame of a kind can be owed, as far as is proved; 1 where nothing is known."""
    if kind not in SURPLUS:
        return 1
    try:
        least = surplus_not_before(rules)
    except Gap:
        return 1
    return least.turn if least.verdict == BY_SOLVER else 1


NOT_BEFORE = not_before


def _unsaid(rules: Rules, game: Amassed) -> tuple[Finding, ...]:
    """The gaps of the readings under which the text has no procedure for a surplus, where these rules have one."""
    found: list[Finding] = []
    for question in rules.edition.questions:
        for reading in question.readings if rules.applies(question) else ():
            answers = {**dict(rules.answers), question.id: reading}
            silent = make_rules(rules.edition, rules.players, rules.variants, answers)
            if rules.tells(TOPIC) and not silent.tells(TOPIC):
                found += findings_at(silent, game.deal, game.moves, FROM_DEALS)
    return tuple(found)


CHECKERS = (
    Checker("earliest.proclamation", proclamation, kinds=(EARLIEST,), cached=True, long=8, family="teufelsburg"),
    Checker("earliest.surplus", surplus, kinds=(EARLIEST, GAP), cached=True, family="teufelsburg"),
)
