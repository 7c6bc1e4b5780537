"""How early at least: the earliest right proclamation, and the earliest surplus, for each number of players.

The proclamation is searched over every deal. Where breadth-first search stays small enough, it is the proof; else the
search is led by a bound that the solver has proved consistent over every step. The surplus is too far for either: a
search led by a guess finds a game, and nothing is known of shorter ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations, product
from random import Random
from typing import Any

from attrs import fields

from advocatus.model.game import Game, choices, make
from advocatus.model.rules import Gap, Rules, make_rules
from advocatus.model.teufelsburg.cards import ABSTAINS, ATTACKER, BAGS, DEFENDER, SIDES
from advocatus.model.teufelsburg.moves import OBJECT
from advocatus.model.teufelsburg.state import Deal, State
from advocatus.specs.prover import PROVED as BY_SOLVER
from advocatus.specs.teufelsburg.bounds import claim_bound_holds, claim_frames

from ..cache import Result
from ..context import CheckContext
from ..deriving import findings_at, game_of
from ..finding import BY_SEARCH, GAP, Finding, Shortest
from ..registry import Checker
from ..row import BOUNDED, PROVED, UNKNOWN, Row
from ..search import DECISIONS, SHIFT, Limits, Reached, length_of, search
from ..wildspace import WildSpace, played
from .wild import TeufelsburgWild, is_token

EARLIEST, TOPIC = "earliest", "hand.surplus"
STATES = 40_000  # positions that a search over every deal may keep
PLAIN = 25_000  # and one without a bound, where few play
GUESSES, GUESS_STATES, GUESS_TURNS = 12, 1_500, 60  # deals from which a surplus is looked for, and how far
PATIENCE = 3_000  # deals tried for two bags in one hand: with three players a text may keep them apart
HASTE, THRIFTS = 2, (1, 0)  # how many turns a missing object is taken to need, and one that nobody holds yet


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
    found = search(space, [space.root()], right, Limits(4, PLAIN if rules.players < 6 else 1))
    if found.node is None:
        proof = claim_bound_holds(rules)
        if proof.verdict == BY_SOLVER:
            how = f"over every deal, led by a bound that is proved of all {proof.steps} steps"
            found = search(space, [space.root()], right, Limits(4, STATES), bound=to_claim(rules))
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


class ForOne:
    """A space in which everything is done for one seat's luggage: trades, struggles and bags, and little else."""

    ACTS = frozenset({"pass", "trade", "offer", "return", "activate", "leave", "draw", "end-turn", "attack", "support",
                      "close", "pick-up", "reward", "steal", "give-back"})

    def __init__(self, game: Game[Any, Any], seat: int) -> None:
        self._game, self._seat = game, seat

    def after(self, node: State) -> Iterator[tuple[State, int, Any]]:
        """The moves that may help, one step further."""
        game = self._game
        for move in choices(game, node):
            if move.act in self.ACTS and self._helps(node, move):
                after = make(game, node, move).after
                yield after, length_of(after.turn - node.turn, int(move.by >= 0)), move

    def _helps(self, state: State, move: Any) -> bool:
        seat = self._seat
        if move.act in ("attack", "trade"):
            return seat in (move.by, move.on if move.act == "attack" else move.to)
        if move.act == "reward":
            return bool(move.by == seat and move.take == OBJECT)
        if move.act == "support" and move.side != ABSTAINS:
            assert state.duel is not None
            side = ATTACKER if state.duel.attacker == seat else DEFENDER
            return bool(move.side == side and state.duel.sides.count(side) == 1)
        return True


def surplus(rules: Rules, context: CheckContext) -> Result:
    """A game to an early surplus; nothing is proved of shorter ones. Where a reading has no procedure: a gap."""
    game = game_of(rules)
    try:
        rules.cite(TOPIC)
        limit = rules.fact("hand.limit")
        deals = list(_deals(game, Random(f"{context.seed}/{rules.digest}")))
    except Gap as gap:
        return [Row.of(rules, "hand.surplus", EARLIEST, UNKNOWN, clauses=gap.clauses, summary=str(gap))], ()

    def missing(state: State, thrift: int) -> int:
        lacks = limit + 1 - len(state.hands[0])
        soon = state.agenda[0].kind != "end" if state.agenda else False
        return length_of(HASTE * max(0, lacks - soon) + thrift * state.pile, 0)

    best: Reached | None = None
    for deal, thrift in product(deals, THRIFTS):
        turns = GUESS_TURNS if best is None else (best.length >> SHIFT) - 1
        found = search(ForOne(game, 0), [(game.start(deal), length_of(1, 0))],
                       lambda s: len(s.hands[0]) > limit, Limits(turns, GUESS_STATES),
                       bound=partial(missing, thrift=thrift), guess=True)
        best = found if found.node is not None else best
    clauses = ("hand.surplus",)
    if best is None:
        return [Row.of(rules, "hand.surplus", EARLIEST, BOUNDED, clauses=clauses,
                       summary=f"no game to a surplus was found from {len(deals)} deals; none is ruled out")], ()
    turn, decisions = best.length >> SHIFT, best.length & DECISIONS
    return [Row.of(rules, "hand.surplus", EARLIEST, BOUNDED, clauses=clauses, turn=turn,
                   value=decisions, seen=_acts(best.moves), shortest=Shortest(False, turn, decisions),
                   summary=f"a game to more than {limit} objects in a hand; a shorter one may exist")], _unsaid(
        rules, best)


def _unsaid(rules: Rules, best: Reached) -> tuple[Finding, ...]:
    """The gaps of the readings under which the text has no procedure for a surplus, where these rules have one."""
    found: list[Finding] = []
    deal = Deal(**{part.name: getattr(best.root, part.name) for part in fields(Deal)})
    for question in rules.edition.questions:
        for reading in question.readings if rules.applies(question) else ():
            answers = {**dict(rules.answers), question.id: reading}
            silent = make_rules(rules.edition, rules.players, rules.variants, answers)
            if rules.tells(TOPIC) and not silent.tells(TOPIC):
                found += findings_at(silent, deal, best.moves, BY_SEARCH)
    return tuple(found)


def _deals(game: Game[Any, Any], rng: Random) -> Iterator[Any]:
    """Deals in which seat 0 holds a bag: in half of them both, where a deal can give one hand two bags."""
    two = game.rules.fact("setup.hand") > 1
    for i in range(GUESSES):
        tries = [game.random_deal(rng)]
        while len(tries) < PATIENCE and _bags(tries[-1]) < (2 if two and i % 2 else 1):
            tries.append(game.random_deal(rng))
        yield max(tries, key=_bags)


def _bags(deal: Any) -> int:
    return len(BAGS & set(deal.hands[0]))


CHECKERS = (
    Checker("earliest.proclamation", proclamation, kinds=(EARLIEST,), cached=True, long=8, family="teufelsburg"),
    Checker("earliest.surplus", surplus, kinds=(EARLIEST, GAP), cached=True, family="teufelsburg"),
)
