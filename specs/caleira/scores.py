"""The highest and the lowest score: a bound that is proved of all castles, and a game that attains it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any

import z3

from ...model.caleira import moves as mv
from ...model.caleira.cards import (
    BARRACKS,
    BATTLEMENTS,
    KINDS,
    MARKET,
    OBSERVATORY,
    PRINCESS,
    THRONE,
    TREBUCHET,
    WATCHTOWER,
)
from ...model.caleira.ending import points
from ...model.caleira.frames import Arrange
from ...model.caleira.state import Deal, State, deck
from ...model.families import open_game
from ...model.game import CHANCE
from ...model.rules import Gap, Rules
from ..promise import Played
from ..prover import PROVED, prove

Player = Callable[[State, Sequence[Any]], Any]


def turns_of_seat(rules: Rules) -> int:
    """How many cards the first player plays in a game in which nobody is out."""
    return -(-len(deck(rules)) // rules.players)


def turns_without(rules: Rules) -> int:
    """How many cards one player plays at most in a game in which another is out, with his hand, after one card.

    Whoever plays once more than another has played once more than all who are in, so that the cards are shared out.
    """
    left: int = len(deck(rules)) - rules.fact("setup.hand") - 1
    return (left + rules.players - 2) // (rules.players - 1)


@lru_cache(maxsize=64)
def most(rules: Rules, cards: int | None = None, without: str = "") -> tuple[int, tuple[str, ...]] | None:
    """The most points that a castle of so many cards can have, and one with them, all face-up; None if not found.

    As many cards as the first player plays if nobody is out; fewer may do `without` a kind. Of castles with as many
    points one that can reveal its own Princess, and needs no exchange.
    """
    cards = turns_of_seat(rules) if cards is None else cards
    many = {kind: z3.Int(f"many {kind}") for kind in KINDS}
    castle = {
        **{f"cards.{k}": z3.And(many[k] >= 0, many[k] <= rules.fact(f"cards.{k}")) for k in KINDS},
        "so many": z3.Sum(list(many.values())) == cards,
        **{f"without {k}": many[k] == 0 for k in KINDS if k == without},
    }
    solver = z3.Optimize()
    solver.add(*castle.values())
    bonus = rules.fact("battlements.worth") - rules.fact(f"points.{BATTLEMENTS}")
    shown = [z3.If(many[k] > 0, many[k] * max(rules.fact(f"points.{k}"), rules.fact("points.hidden")), 0)
             for k in KINDS if k != BATTLEMENTS]
    whole = many[BATTLEMENTS] >= rules.fact("battlements.set")
    plain = many[BATTLEMENTS] * max(rules.fact(f"points.{BATTLEMENTS}"), rules.fact("points.hidden"))
    worth = many[BATTLEMENTS] * (rules.fact(f"points.{BATTLEMENTS}") + bonus)
    total = z3.Sum([*shown, z3.If(whole, z3.If(worth > plain, worth, plain), plain)])
    goal = solver.maximize(total)
    solver.maximize(many[OBSERVATORY] + many[WATCHTOWER] + many[THRONE] - 2 * many[MARKET] - many[TREBUCHET])
    if str(solver.check()) != "sat":
        return None
    model = solver.model()
    best, points = tuple(k for k in KINDS for _ in range(model.eval(many[k]).as_long())), int(str(solver.upper(goal)))
    # The optimiser proposes; that none is worth more is a question as all others are.
    return (points, best) if prove(castle, total <= points).kind == PROVED else None


def least_cards(rules: Rules) -> tuple[str, ...]:
    """Cards with which a castle can be worth nothing: Trebuchets, not all Battlements, and what is to be destroyed."""
    few = [TREBUCHET] * rules.fact(f"cards.{TREBUCHET}") + [BATTLEMENTS] * (rules.fact("battlements.set") - 1)
    others = [WATCHTOWER] * rules.fact(f"cards.{WATCHTOWER}") + [THRONE] * rules.fact(f"cards.{THRONE}")
    return tuple((few + others)[: turns_of_seat(rules)])


# ---------------------------------------------------------------- games


def dealt(rules: Rules, mine: Sequence[str]) -> Deal:
    """A deal in which seat 0 gets these cards in this order, as he draws them."""
    n, each = rules.players, rules.fact("setup.hand")
    others = sorted((Counter(deck(rules)) - Counter(mine)).elements())
    hands = [tuple(sorted(mine[:each]))] + [tuple(sorted(others.pop() for _ in range(each))) for _ in range(n - 1)]
    own, top = list(mine[each:]), []
    for i in range(len(deck(rules)) - n * each):
        top.append(own.pop(0) if i % n == 0 and own else others.pop())
    return Deal(tuple(hands), (), tuple(top))


def played(rules: Rules, mine: Sequence[str], choose: Player) -> tuple[Played, State] | None:
    """A game in which seat 0 plays these cards in this order, and all others theirs face-down; None if it stops."""
    game, deal = open_game(rules), dealt(rules, mine)
    state, moves, plays = game.start(deal), [], list(mine)
    try:
        while (frame := game.top(state)) is not None:
            if frame.owed == (CHANCE,):
                move: Any = game.chances(state)[0][0]
            else:
                seat = frame.owed[0]
                legal = game.legal(state, seat)
                if isinstance(legal[0], mv.PlayCard):
                    kind = plays.pop(0) if seat == 0 else state.hands[seat][0]
                    move = mv.PlayCard(seat, kind, seat == 0 and kind != PRINCESS)
                elif isinstance(legal[0], mv.PutAt):
                    move = legal[-1]
                elif isinstance(frame, Arrange):
                    move = mv.ArrangeCards(seat, frame.cards)  # in the order in which they lay
                else:
                    move = choose(state, legal)
            moves.append(move)
            for event in game.decide(state, move):
                state = game.evolve(state, event)
    except (Gap, ValueError, IndexError):
        return None
    return Played(deal, tuple(moves)), state


def proudly(state: State, legal: Sequence[Any]) -> Any:
    """Reveal the own Princess; harm nobody else's castle nor one's own."""
    own = {p.number: p for p in state.castles[0]}
    hidden = [p.number for p in own.values() if p.kind == PRINCESS and not p.up]
    kind = state.agenda[0].kind
    return _first(
        (m for m in legal if isinstance(m, mv.RevealPiece) and hidden and m.by == 0),
        (m for m in legal if isinstance(m, mv.Aim) and m.piece in hidden and kind != "barracks"),
        (m for m in legal if isinstance(m, mv.Leave)),
        (m for m in legal if isinstance(m, mv.Aim) and m.piece not in own and kind != "throne-room"),
        legal,
    )


def humbly(state: State, legal: Sequence[Any]) -> Any:
    """Destroy what is worth something in one's own castle, a Trebuchet last."""
    own = {p.number: p for p in state.castles[0]}
    waste = [n for n, p in own.items() if p.kind not in (TREBUCHET, BATTLEMENTS)]
    kind = state.agenda[0].kind
    return _first(
        (m for m in legal if isinstance(m, mv.Aim) and kind == "trebuchet" and m.piece in waste),
        (m for m in legal if isinstance(m, mv.Aim) and kind == "trebuchet" and m.piece in own
         and own[m.piece].kind == TREBUCHET),
        (m for m in legal if isinstance(m, mv.Leave)),
        (m for m in legal if isinstance(m, mv.Aim) and m.piece in own and own[m.piece].up),
        legal,
    )


def _first(*groups: Any) -> Any:
    return next(move for group in groups for move in group)


def attained(rules: Rules, highest: bool) -> Iterator[tuple[int, Played]]:
    """The score of seat 0 in the game made for it, if it comes to a count with all in it."""
    found = most(rules)
    if highest and found is None:
        return
    cards = list(found[1]) if highest and found is not None else list(least_cards(rules))
    order = {PRINCESS: 0, OBSERVATORY: 8, WATCHTOWER: 9} if highest else {TREBUCHET: 9}
    cards.sort(key=lambda kind: (order.get(kind, 5), kind))
    made = played(rules, cards, proudly if highest else humbly)
    if made is not None and made[1].verdict is not None and made[1].verdict.how == "count":
        yield points(rules, made[1].castles[0]), made[0]


# ---------------------------------------------------------------- with somebody out


def _seats(rules: Rules, out: int, turns: int) -> list[int]:
    """Who is on turn, turn by turn, if a seat is out from the turn on in which its follower plays first."""
    n, order, seat = rules.players, [], 0
    for turn in range(1, turns + 1):
        order.append(seat)
        seat = (seat + 1) % n
        if seat == out and turn >= n:
            seat = (seat + 1) % n
    return order


def without_one(rules: Rules) -> tuple[int, Played, State] | None:
    """A game in which the Princess of the last but one falls in the first round; the points of the first player.

    The last player plays a Trebuchet for her; all others play face-down but the first, who shows what he can.
    """
    found = most(rules, turns_without(rules), PRINCESS)
    out, n, each = rules.players - 2, rules.players, rules.fact("setup.hand")
    if found is None or n < 3:
        return None
    order = _seats(rules, out, len(deck(rules)) - each)
    mine = sorted(found[1], key=lambda kind: (kind in (BARRACKS, OBSERVATORY, WATCHTOWER), kind))[: order.count(0)]
    others = sorted((Counter(deck(rules)) - Counter([*mine, PRINCESS, TREBUCHET])).elements())
    hands = [list(mine[:each])] + [[others.pop() for _ in range(each)] for _ in range(n - 1)]
    hands[out][0], hands[n - 1][0] = PRINCESS, TREBUCHET
    others = sorted((Counter(deck(rules)) - Counter([*mine, *(k for hand in hands[1:] for k in hand)])).elements())
    own, top = list(mine[each:]), []
    for seat in order[: len(deck(rules)) - n * each]:
        top.append(own.pop(0) if seat == 0 and own else others.pop())
    deal = Deal(tuple(tuple(sorted(hand)) for hand in hands), (), tuple(top))
    return _acted(rules, deal, mine, out)


def _acted(rules: Rules, deal: Deal, mine: Sequence[str], out: int) -> tuple[int, Played, State] | None:
    """The game of a deal so played."""
    game, plays = open_game(rules), list(mine)
    state, moves, last = game.start(deal), [], rules.players - 1
    while (frame := game.top(state)) is not None:
        seat = frame.owed[0]
        legal = game.legal(state, seat)
        if frame.owed == (CHANCE,):
            move: Any = game.chances(state)[0][0]
        elif frame.kind == "play":
            attacks = state.turn == rules.players
            kind = plays.pop(0) if seat == 0 else PRINCESS if PRINCESS in state.hands[seat] else (
                TREBUCHET if seat == last and attacks else state.hands[seat][0])
            move = mv.PlayCard(seat, kind, seat == 0 or (seat == last and attacks))
        elif frame.kind == TREBUCHET:
            move = next((m for m in legal for p in state.castles[out] if p.kind == PRINCESS and
                         isinstance(m, mv.Aim) and m.piece == p.number), legal[-1])
        else:
            move = mv.ArrangeCards(seat, frame.cards) if isinstance(frame, Arrange) else proudly(state, legal)
        if move not in legal:
            return None
        moves.append(move)
        for event in game.decide(state, move):
            state = game.evolve(state, event)
    if state.verdict is None or state.out != out:
        return None
    return points(rules, state.castles[0]), Played(deal, tuple(moves)), state
