"""A struggle in the first turn, played by the engine from a deal made for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from ...model.game import TABLE
from ...model.rules import Rules
from ...model.teufelsburg import moves as mv
from ...model.teufelsburg.cards import BAGS, DRINK, ROLES, SIDES, Hand
from ...model.teufelsburg.engine import Teufelsburg
from ...model.teufelsburg.events import Counted
from ...model.teufelsburg.setup import deal_faults, dealable, in_play
from ...model.teufelsburg.state import Deal, drinks_each
from ..promise import Played

Spot = tuple[int, str]  # a seat and a card
MOST_MOVES = 200


def deal_with(rules: Rules, hands: Sequence[Sequence[str]], roles: Sequence[str]) -> Deal | None:
    """A deal with at least these objects in the hands; None where the set-up gives none."""
    n, each = rules.players, rules.fact("setup.hand")
    playing, out = in_play(rules)
    stock = Counter(dealable(rules, playing)) - Counter(kind for hand in hands for kind in hand)
    fuller = [[*hand] for hand in hands]
    for bag in sorted(BAGS):  # in different hands where there is room
        free = [hand for hand in fuller if len(hand) < each]
        if not any(bag in hand for hand in fuller) and free:
            min(free, key=lambda hand: len(BAGS.intersection(hand))).append(bag)
    fill = sorted(stock.elements())
    full: list[Hand] = []
    for more in fuller:
        while len(more) < each and fill:
            more.append(fill.pop(0))
        full.append(tuple(sorted(more)))
    if any(len(hand) != each for hand in full) or not all(any(bag in hand for hand in full) for bag in BAGS):
        return None
    full = [tuple(sorted((*hand, *(DRINK,) * drinks_each(rules)))) for hand in full]
    rest = Counter(playing) - Counter(kind for hand in full for kind in hand)
    size, many = rules.fact("associations.row"), rules.fact("associations.each")
    cards = [side for pair in zip(*([side] * many for side in SIDES), strict=True) for side in pair]
    rows = tuple(tuple(cards[seat * size : (seat + 1) * size]) for seat in range(n))
    sides = tuple(max(SIDES, key=row.count) for row in rows)
    return Deal(tuple(full), tuple(roles), sides, tuple(sorted(cards[n * size :])),
                tuple(sorted(set(ROLES) - set(roles))), tuple(sorted(rest.elements())), out,
                rows=rows if size > 1 else ())


def played(
    rules: Rules, hands: Sequence[Sequence[str]], roles: Sequence[str], stances: Sequence[str],
    uses: Sequence[Spot], sides: Mapping[Spot, str], lent: Collection[Spot],
) -> tuple[Played, int, int] | None:
    """The struggle of seat 0 against seat 1, and the points the engine counts; None where a move is not legal.

    `uses` is what is put down, in this order; `sides` the choices for cards with both symbols; `lent` the
    supporters' points that are not turned down.
    """
    deal = deal_with(rules, hands, roles)
    if deal is None:
        return None
    engine, left = Teufelsburg(rules), list(uses)
    if deal_faults(rules, deal):
        return None
    state = engine.start(deal)
    moves: list[Any] = []
    move: Any = mv.Attack(0, 1)
    while len(moves) < MOST_MOVES:
        if move is None or move not in engine.legal(state, move.by):
            return None
        moves.append(move)
        for event in engine.decide(state, move):
            state = engine.evolve(state, event)
            if isinstance(event, Counted):
                return (Played(deal, tuple(moves)), event.attacker, event.defender) if not left else None
        move = _next(state.agenda[0], stances, left, sides, lent)
    return None


def _next(
    frame: Any, stances: Sequence[str], left: list[Spot], sides: Mapping[Spot, str], lent: Collection[Spot]
) -> Any:
    """The move that follows the plan; None where the plan has none."""
    match frame.kind:
        case "support" | "secret-support":
            return mv.SupportSide(frame.owed[0], stances[frame.owed[0]])
        case "duel.powers" if left:
            return mv.Use(*left.pop(0))
        case "duel.priest" | "duel.reveal" | "duel.hypnotist" | "duel.powers":
            return mv.Close(TABLE)
        case "symbol":
            return mv.ChooseSymbol(frame.by, sides[frame.by, frame.card])
        case "bonus":
            return (mv.AddPoint if (frame.of, frame.card) in lent else mv.Leave)(frame.by)
    return None
