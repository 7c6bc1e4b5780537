"""The cards of a game counted: how many lie where, whose turn it is, how far the turn is. And every step of the count.

The same code works on numbers and on solver terms. It is written apart from the engine and held against it: every step
of play is one of these steps of the count, or none of them where no card is drawn, played or lost.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from attrs import evolve, frozen

from ...model.caleira.cards import PRINCESS
from ...model.caleira.state import State, deck
from ...model.rules import Rules
from ..algebra import Algebra, Term

DRAWING, PLAYING, RESOLVING = 0, 1, 2  # how far the turn is
NONE = -1


@frozen
class Tally:
    """How many cards lie where.

    `played` counts all that ever were, `lost` those of a hand that left with its owner, `princesses` those that are not
    destroyed.
    """

    pile: Term
    hands: tuple[Term, ...]
    played: Term
    lost: Term
    turn: Term
    phase: Term
    princesses: Term
    active: int
    out: int = NONE

    @property
    def inside(self) -> tuple[int, ...]:
        """The seats that play still, in order of play from the one on turn."""
        n = len(self.hands)
        seats = ((self.active + i) % n for i in range(n))
        return tuple(seat for seat in seats if seat != self.out)


def begun(rules: Rules) -> Tally:
    """The count once the cards are dealt."""
    n, each, cards = rules.players, rules.fact("setup.hand"), len(deck(rules))
    left = cards - n * each
    return Tally(left, (each,) * n, 0, 0, 1, DRAWING if left else PLAYING,
                 rules.fact(f"cards.{PRINCESS}"), 0)


def _hand(tally: Tally, seat: int, more: Term) -> tuple[Term, ...]:
    return tuple(hand + more if i == seat else hand for i, hand in enumerate(tally.hands))


def drawn(tally: Tally) -> Tally:
    """draw.card: one card from the pile to the hand."""
    return evolve(tally, pile=tally.pile - 1, hands=_hand(tally, tally.active, 1), phase=PLAYING)


def put_down(tally: Tally) -> Tally:
    """play.card: one card from the hand to the castle."""
    return evolve(tally, hands=_hand(tally, tally.active, -1), played=tally.played + 1, phase=RESOLVING)


def fallen(tally: Tally, seat: int) -> Tally:
    """card.princess.loses: a seat is out with its hand."""
    hands = tuple(0 if i == seat else hand for i, hand in enumerate(tally.hands))
    return evolve(tally, hands=hands, lost=tally.lost + tally.hands[seat], princesses=tally.princesses - 1, out=seat)


def passed_on(algebra: Algebra, tally: Tally) -> Tally:
    """turn.order, draw.none: the next who plays still is on turn, and draws if there is something."""
    following = next(seat for seat in tally.inside if seat != tally.active)
    phase = algebra.ite(algebra.lt(0, tally.pile), DRAWING, PLAYING)
    return evolve(tally, active=following, turn=tally.turn + 1, phase=phase)


def invariants(algebra: Algebra, rules: Rules, tally: Tally) -> Iterator[tuple[str, Term]]:
    """What holds of the count at all times, by name."""
    a, each = algebra, rules.fact("setup.hand")
    inside, hands = tally.inside, tally.hands
    none = [hands[tally.out]] if tally.out != NONE else []
    yield "nothing below none", a.every(a.le(0, t) for t in (tally.pile, *hands, tally.played, tally.lost))
    yield "every card somewhere", a.eq(tally.pile + a.total(hands) + tally.played + tally.lost, len(deck(rules)))
    before = a.lt(tally.phase, RESOLVING)
    yield "a card for each turn", a.eq(tally.played + a.ite(before, 1, 0), tally.turn)
    here = a.ite(a.eq(tally.phase, PLAYING), 1, 0)
    yield "hands while there is a pile", a.implies(a.lt(0, tally.pile), a.every(
        a.eq(hands[seat], each + (here if seat == tally.active else 0)) for seat in inside))
    yield "a draw needs a pile", a.implies(a.eq(tally.phase, DRAWING), a.lt(0, tally.pile))
    order = [hands[seat] for seat in inside]
    if tally.active == tally.out:
        yield "who is next has most", _falling(a, order)
    else:
        turned = [*order[1:], order[0]]
        yield "who is next has most", a.ite(before, _falling(a, order), _falling(a, turned))
    yield "who is out has nothing", a.every(a.eq(hand, 0) for hand in none)
    yield "hands are small", a.every(
        a.le(hand, each + (here if seat == tally.active else 0)) for seat, hand in enumerate(hands))
    fell = 0 if tally.out == NONE else 1
    yield "a Princess for who is out", a.eq(tally.princesses + fell, rules.fact(f"cards.{PRINCESS}"))
    yield "little is lost", a.le(tally.lost, each if tally.out != NONE else 0)
    yield "who is to play has a card", a.implies(a.eq(tally.phase, PLAYING), a.lt(0, hands[tally.active]))


def _falling(a: Algebra, order: list[Term]) -> Term:
    """Each has as many as the next at least, and the last one fewer than the first at most."""
    steps = [a.le(later, sooner) for sooner, later in pairwise(order)]
    return a.every([*steps, a.le(order[0], order[-1] + 1)])


def tally_of(state: State) -> Tally:
    """The count of an engine's state in which no castle left the game."""
    phase = {"draw": DRAWING, "play": PLAYING, "place": PLAYING}
    top = state.agenda[0].kind if state.agenda else ""
    played = sum(map(len, state.castles)) + len(state.discard)
    cards = [piece.kind for _, piece in state.pieces]
    cards += [kind for row in (*state.hands, state.top, state.rest, state.gone) for kind in row]
    return Tally(state.pile, tuple(map(len, state.hands)), played, len(state.gone), state.turn,
                 phase.get(top, RESOLVING), cards.count(PRINCESS), state.active, state.out)
