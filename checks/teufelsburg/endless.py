"""Where a coach ride might not end: offers made again and again, and luggage pushed to and fro."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from itertools import combinations_with_replacement
from typing import Any

from attrs import evolve

from advocatus.checks.deriving import game_of
from advocatus.checks.endless import Arena, Measured
from advocatus.model.game import CHANCE, Game, Move, choices, make
from advocatus.model.rules import Rules
from advocatus.model.teufelsburg import moves as mv
from advocatus.model.teufelsburg.cards import BAGS, ROLES, TRADE_TEXTS
from advocatus.model.teufelsburg.frames import End, Surplus
from advocatus.model.teufelsburg.setup import in_play
from advocatus.model.teufelsburg.state import Deal, State
from advocatus.specs.prover import PROVED, UNKNOWN
from advocatus.specs.teufelsburg.bounds import Proof
from advocatus.specs.teufelsburg.ending import most_answers, turn_falls, weights
from advocatus.specs.teufelsburg.used_up import most_moves, most_uses, uses_fall

from .order import TableScenes

OFFERS = frozenset(("trade", "offer", "refuse", "leave"))
GIFTS = frozenset(("give-to", "give"))
EFFECTS = frozenset(("use", "silence", "appoint"))
FEW = 4  # players, with whom every occupation is tried twice
LONGEST = 900  # moves until somebody has too much luggage
QUIET = tuple(sorted(ROLES, key=lambda role: role in ("clairvoyant", "diplomat")))  # those of one's own turn last


class RideArenas:
    """See `checks.endless.Arenas`."""

    def arenas(self, rules: Rules) -> Iterator[Arena]:
        """A first offer; and too much luggage next to a full hand, with the fewest who can come to it."""
        deal = self.beginning(rules)
        yield Arena("offers in a turn", deal, (), OFFERS)
        if filled := _fill(rules, deal):
            yield Arena("too much luggage", deal, filled, GIFTS)
        if rules.players <= FEW:
            yield from _used_again(rules)

    def beginning(self, rules: Rules) -> Deal:
        """See `checks.endless.Arenas`."""
        return TableScenes(rules).deal(QUIET[: rules.players], [()] * rules.players)

    def timeless(self, state: State) -> Hashable:
        """See `checks.endless.Arenas`. How often a card was used in a struggle is left out as well."""
        duel = state.duel
        if duel is not None:
            duel = evolve(duel, played=tuple(sorted({*duel.played})), silenced=tuple(sorted({*duel.silenced})))
        return evolve(state, turn=1, duel=duel)

    def unmoved(self, state: State) -> Hashable:
        """See `checks.endless.Arenas`."""
        return evolve(state, turn=1, active=0, agenda=())

    def measures(self, rules: Rules) -> Iterator[Measured]:
        """With every gift the hands hold less above the limit, and with every answer less is owed in a turn."""
        gifts = tuple(_gifts(rules))
        yield from gifts
        fault = next((measured.fault for measured in gifts if measured.fault), "")
        yield _turn(rules, fault)
        yield _uses(rules, fault)


def _turn(rules: Rules, fault: str) -> Measured:
    """With every answer less is owed in a turn."""
    says = (f"every answer, chance's and the table's too, lowers the weight of what is owed in the turn, which is "
            f"{most_answers(rules)} at first: so many moves at most, and for each card used on top "
            f"{weights(rules).raised + 1} more")
    return _proved(rules, "turn.falls", says, most_answers(rules), None if fault else turn_falls(rules), fault)


def _uses(rules: Rules, fault: str) -> Measured:
    """With every use of a card less is left to use in a turn."""
    says = (f"every use of a card or a token lowers what is left to use in the turn, which is {most_uses(rules)} at "
            f"first, and no answer raises it; with turn.falls no turn has more than {most_moves(rules)} moves in all")
    return _proved(rules, "uses.fall", says, most_uses(rules), None if fault else uses_fall(rules), fault)


def _proved(rules: Rules, name: str, says: str, value: int, proof: Proof | None, fault: str) -> Measured:
    """What a proof over every kind of move says of a number; nothing was asked where it is known to fail."""
    says = f"{says}; {proof.steps if proof else 0} kinds of move, by Z3"
    if proof is not None and proof.verdict != PROVED:
        fault = f"no proof at {proof.against}"
    known = tuple(key for key in ("turn.order",) if rules.edition.clause(key))
    return Measured(name, says, known, value, fault, proof is not None and proof.verdict == UNKNOWN)


def _used_again(rules: Rules) -> Iterator[Arena]:
    """Every window in which an occupation can be used, by whoever can."""
    scenes = TableScenes(rules)
    for window, powers in scenes.powers.items():
        for power in powers:
            if power.card in ROLES and (lead := scenes.alone(window, power)):
                yield Arena(f"{power.card} in {window}", *lead, EFFECTS, frozenset((power.card,)))


def _gifts(rules: Rules) -> Iterator[Measured]:
    """With every gift the hands hold less above the limit: for every number of objects in every hand."""
    game, limit, n = game_of(rules), rules.fact("hand.limit"), rules.players
    start: State = game.start(ARENAS.beginning(rules))
    kinds = sorted(in_play(rules)[0])
    positions, fault = 0, ""
    for giver in (limit + 1, limit + 2):
        for others in combinations_with_replacement(range(1, limit + 1), n - 1):
            sizes = (giver, *others)
            if fault or sum(sizes) > len(kinds):
                continue
            positions += 1
            fault = _unlowered(game, _with(start, sizes, kinds), limit)
    if positions:
        says = ("every gift lowers by one what the hands hold above the limit, so that a surplus ends with as many "
                "gifts: gone through for every number of objects in every hand, up to two too many in one")
        known = ("hand.surplus",) if rules.edition.clause("hand.surplus") else ()
        yield Measured("surplus.falls", says, known, positions, fault)


def _with(start: State, sizes: Sequence[int], kinds: Sequence[str]) -> State:
    """Hands of these sizes, whatever is in them; seat 0 has too much."""
    left = list(kinds)
    hands = [tuple(left.pop(0) for _ in range(size)) for size in sizes]
    return evolve(start, hands=tuple(tuple(sorted(hand)) for hand in hands), rest=tuple(left), turned=not left,
                  agenda=(Surplus(0), End(0)))


def _excess(state: State, limit: int) -> int:
    return sum(max(0, len(hand) - limit) for hand in state.hands)


def _unlowered(game: Game[Any, Any], state: State, limit: int) -> str:
    """A recipient by whom the excess does not fall, or that nobody can be given anything; empty if all is well."""
    gifts = [move for move in game.legal(state, 0) if isinstance(move, mv.GiveTo)]
    for gift in gifts:
        chosen = make(game, state, gift).after
        gives = [move for move in game.legal(chosen, 0) if isinstance(move, mv.Give)]
        after = make(game, chosen, gives[0]).after
        if _excess(after, limit) >= _excess(state, limit):
            held = ", ".join(str(len(hand)) for hand in state.hands)
            return f"with {held} objects in the hands, {gift} leaves as much above the limit"
    return "" if gifts else f"with {[len(hand) for hand in state.hands]} objects nobody can be given any"


# ---------------------------------------------------------------- a game until somebody has too much


def _fill(rules: Rules, deal: Deal) -> tuple[Move, ...]:
    """Seats 0 and 1 trade a bag to and fro, each drawing in his turn, until one has too much and the other is full."""
    game, limit = game_of(rules), rules.fact("hand.limit")
    state = game.start(deal)
    moves: list[Move] = []
    while len(moves) < LONGEST:
        frame = game.top(state)
        if frame is None:
            return ()
        if frame.kind == "surplus":
            full = all(len(hand) >= limit for hand in state.hands[:2])
            if full:
                return tuple(moves)
        move = _wish(game, state, frame)
        if move is None:
            return ()
        moves.append(move)
        state = make(game, state, move).after
        if not state.pile:
            return ()
    return ()


def _wish(game: Game[Any, Any], state: State, frame: Any) -> Move | None:
    if frame.owed == (CHANCE,):
        return next(iter(choices(game, state)), None)
    by = frame.owed[0]
    legal = game.legal(state, by)
    return next((move for move in _wishes(state, frame, by) if move in legal), None) or next(
        (move for move in legal if not isinstance(move, mv.Use)), None)


def _wishes(state: State, frame: Any, by: int) -> Sequence[Move]:
    hand = Counter(state.hands[by])
    plain = [kind for kind in sorted(hand) if kind not in TRADE_TEXTS and kind != "shattered-mirror"]
    bags = [kind for kind in sorted(hand) if kind in BAGS]
    other = 1 - by if by < 2 else 0
    if frame.kind == "action":
        return (mv.Trade(by, other),) if by < 2 and bags else (mv.Pass(by), mv.Spy(by, other))
    if frame.kind == "offer":
        return tuple(mv.OfferObject(by, bag) for bag in bags)
    if frame.kind == "answer":
        return tuple(mv.Return(by, kind) for kind in (*plain, *sorted(hand)))
    return (mv.ActivateText(by),) if frame.kind == "activate" else ()


ARENAS = RideArenas()
