"""Games that need much gathered before two readings part: planned, or gone for from some deals.

Every deal at once is too much where eleven objects have to come to two hands. Where no plan is known, from a deal
with a bag in the first hand a search led by a guess finds a game in which a seat or two hoard objects. Of shorter
ones nothing is known but what `Gathering` says.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from attrs import frozen

from advocatus.model.game import Game, IllegalMove, MalformedMove, choices, make
from advocatus.model.guard import Compare, Const, Count, Lit
from advocatus.model.rules import Gap, Rules
from advocatus.model.teufelsburg.cards import ABSTAINS, ATTACKER, BAGS, DEFENDER, GOBLET, KEY, SEAL, TRADE_TEXTS
from advocatus.model.teufelsburg.moves import OBJECT
from advocatus.model.teufelsburg.state import Deal, State

from ..deriving import game_of
from ..parting import bare
from ..questioning import Reading
from ..search import Limits, length_of, search
from ..wild import Hoarded, Want
from .gathering import Gathering
from .planned import ToTheEnd, games

DEALS, STATES, TURNS, PATIENCE = 3, 2_500, 60, 2_000
HASTE = 5  # how many turns a missing object is taken to need
ACTS = frozenset({"pass", "trade", "offer", "return", "activate", "leave", "draw", "end-turn", "attack", "support",
                  "close", "pick-up", "reward", "steal", "give-back", "give-to", "give"})
CARRY = frozenset({"offer", "return", "draw", "steal", "give-back", "give"})  # one kind stands for many


def wanted(want: Want) -> frozenset[str] | None:
    """The kinds to gather for a way to part: none if any will do, None if it is no matter of hoarding."""
    if want.key == "give-back.moment" or want.move == "give-to":
        return frozenset()
    cards = {node.right.what.value for node in want.holds if isinstance(node, Compare) and node.left == Lit(1)
             and isinstance(node.right, Count) and isinstance(node.right.what, Const)}
    return frozenset({*cards, SEAL}) if want.move == "proclaim" and cards else None


@frozen
class Hoard:
    """Who hoards towards one way in which two readings can part, and what: kinds, and keys and goblets with them."""

    way: Gathering
    seats: tuple[int, ...]
    kinds: frozenset[str]

    def missing(self, state: State) -> int:
        """Objects that the hoarders lack still."""
        if not self.kinds:
            return self.way.lacking(state)
        hand = state.hands[self.seats[0]]
        return len(self.kinds - {*hand}) + max(0, self.way.needed - hand.count(KEY) - hand.count(GOBLET))

    def guess(self, state: State) -> int:
        """How long it still takes, roughly."""
        lacks = self.missing(state)
        waits = (self.seats[0] - state.active) % state.players if self.kinds and not lacks else 0
        return length_of(HASTE * lacks + waits, 0)

    def rank(self, move: Any) -> tuple[bool, bool, str]:
        """What is drawn, stolen or handed over rather: to a hoarder what is wanted, from one what is not."""
        idle = move.kind not in (self.kinds and {*self.kinds, KEY, GOBLET})
        away = move.by in self.seats and move.act != "steal"
        return idle != away, move.kind in TRADE_TEXTS, move.kind


class ForSome:
    """A space in which everything is done for the hoarders' luggage, and little else."""

    def __init__(self, game: Game[Any, Any], hoard: Hoard) -> None:
        self._game, self._hoard = game, hoard

    def after(self, node: State) -> Iterator[tuple[State, int, Any]]:
        """The moves that may help, one step further."""
        for move in self._moves(node):
            after = make(self._game, node, move).after
            yield after, length_of(after.turn - node.turn, int(move.by >= 0)), move

    def _moves(self, state: State) -> Sequence[Any]:
        moves = [move for move in choices(self._game, state) if move.act in ACTS and self._helps(state, move)]
        carry = sorted((move for move in moves if move.act in CARRY), key=self._hoard.rank)
        one = [move for i, move in enumerate(carry) if i == 0 or move.kind in BAGS]
        return [*(move for move in moves if move.act not in CARRY), *one]

    def _helps(self, state: State, move: Any) -> bool:
        seats = self._hoard.seats
        match move.act:
            case "attack" | "trade":
                return bool({move.by, move.on if move.act == "attack" else move.to} & {*seats})
            case "reward":
                return move.by in seats and bool(move.take == OBJECT)
            case "support":
                return bool(move.side == ABSTAINS or self._decides(state, move.side))
        return True

    def _decides(self, state: State, side: str) -> bool:
        """Whether a support lets a hoarder win who would not yet."""
        duel = state.duel
        assert duel is not None
        fighter = {ATTACKER: duel.attacker, DEFENDER: duel.defender}[side]
        return fighter in self._hoard.seats and duel.sides.count(side) == 1


# ---------------------------------------------------------------- the search


def parting_move(game: Game[Any, Any], other: Game[Any, Any], state: State) -> Any | None:
    """The first move of a position that the first game has and the other has not, or that it takes another way."""
    for move in choices(game, state):
        events = [bare(event) for event in game.decide(state, move)]
        try:
            if [bare(event) for event in other.decide(state, move)] != events:
                return move
        except (Gap, IllegalMove, MalformedMove):
            return move
    return None


def hoarded(rules: Rules, reading: Reading, way: Gathering) -> Hoarded | None:
    """A game in which enough is gathered for a parting: planned, or from the first of some deals."""
    if (planned := _planned(rules, reading, way)) is not None:
        return planned
    kinds = wanted(way.want)
    if kinds is None:
        return None
    pairs = _both_ways(rules, reading)
    game = pairs[0][0]
    hoard = Hoard(way, (0, 1) if way.want.move == "give-to" else (0,), kinds)

    def parts(state: State) -> bool:
        return not hoard.missing(state) and any(parting_move(*pair, state) is not None for pair in pairs)

    for deal in _deals(game, Random(f"{rules.digest}/{reading.name}")):
        found = search(ForSome(game, hoard), [(game.start(deal), length_of(1, 0))], parts, Limits(TURNS, STATES),
                       bound=hoard.guess, guess=True)
        if found.node is not None:
            return _with_last(pairs, deal, found.node, found.moves)
    return None


def _both_ways(rules: Rules, reading: Reading) -> Sequence[tuple[Game[Any, Any], Game[Any, Any]]]:
    game, other = game_of(rules), reading.game
    return (game, other), (other, game)


def _planned(rules: Rules, reading: Reading, way: Gathering) -> Hoarded | None:
    """A game that is planned up to what has to be gathered, and goes on from its end where it must."""
    pairs = _both_ways(rules, reading)

    def parts(state: State) -> bool:
        return bool(state.agenda) and any(parting_move(*pair, state) is not None for pair in pairs)

    for plan in games(way):
        for at, state in enumerate(plan.positions[:-1]):
            if parts(state):
                return _with_last(pairs, plan.deal, state, plan.moves[:at])
        end = plan.positions[-1]
        space = ToTheEnd(pairs[0][0]) if way.want.kinds == {"name-allies"} else ForSome(
            pairs[0][0], Hoard(way, tuple(range(end.players)), frozenset()))
        found = search(space, [(end, length_of(end.turn, 0))], parts, Limits(end.turn + rules.players, STATES))
        if found.node is not None:
            return _with_last(pairs, plan.deal, found.node, (*plan.moves, *found.moves))
    return None


def _with_last(
    pairs: Sequence[tuple[Game[Any, Any], Game[Any, Any]]], deal: Deal, state: State, moves: Sequence[Any]
) -> Hoarded | None:
    """The game with the move at which the two part in a position."""
    for here, there in pairs:
        if (last := parting_move(here, there, state)) is not None:
            return Hoarded(here.rules, there.rules, deal, (*moves, last))
    return None


def _deals(game: Game[Any, Any], rng: Random) -> Iterator[Any]:
    """Some deals in which seat 0 holds a bag."""
    for _ in range(DEALS):
        tries = [game.random_deal(rng)]
        while not BAGS & {*tries[-1].hands[0]} and len(tries) < PATIENCE:
            tries.append(game.random_deal(rng))
        yield tries[-1]


HOARD = hoarded
