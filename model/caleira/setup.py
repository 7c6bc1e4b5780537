"""The set-up: which deals there are, drawn with their exact chances, and the first position."""

from __future__ import annotations

from collections import Counter
from random import Random

from ..game import BadPosition, Violation
from ..rules import Rules
from .frames import Draw, Play
from .state import Deal, State, deck, fault_of_cards


def random_deal(rules: Rules, rng: Random) -> Deal:
    """A deal drawn with the exact chances of the set-up. Raises `Gap` where the text lacks a value."""
    cards, each = list(deck(rules)), rules.fact("setup.hand")
    rng.shuffle(cards)
    n = rules.players
    hands = tuple(tuple(sorted(cards[i * each : (i + 1) * each])) for i in range(n))
    return Deal(hands, tuple(sorted(cards[n * each :])))


def deal_faults(rules: Rules, deal: Deal) -> list[str]:
    """Every violation of the set-up clauses."""
    n, each = rules.players, rules.fact("setup.hand")
    cited = tuple(topic for topic in ("setup.deal",) if rules.tells(topic))
    faults: list[str] = [Violation(f"seat {i} starts with {len(hand)} cards, not {each}", cited)
                         for i, hand in enumerate(deal.hands) if len(hand) != each]
    if len(deal.hands) != n:
        faults.append(f"hands has {len(deal.hands)} entries, {n} play")
    dealt = Counter(kind for hand in deal.hands for kind in hand)
    return faults + fault_of_cards((*dealt.elements(), *deal.top, *deal.rest), deck(rules), "cards")


def start(rules: Rules, deal: Deal) -> State:
    """The first position: seat 0 is on turn and draws. Raises `BadPosition` for a deal the set-up cannot give."""
    if faults := deal_faults(rules, deal):
        raise BadPosition(faults)
    return State(
        hands=tuple(tuple(sorted(hand)) for hand in deal.hands), castles=((),) * rules.players, discard=(),
        top=deal.top, rest=tuple(sorted(deal.rest)), gone=(), active=0, turn=1,
        agenda=(Draw(0), Play(0)) if deal.top or deal.rest else (Play(0),),
    )
