"""The set-up: which deals there are, drawn with their exact chances, and the first position."""

from __future__ import annotations

from random import Random

from attrs import evolve

from ..game import BadPosition, Violation
from ..rules import Rules
from .frames import Reveal
from .ranks import NOBODY, RANKS
from .round import frames_of_round
from .state import Deal, State, objects, ranks_in


def random_deal(rules: Rules, rng: Random) -> Deal:
    """setup.lots: a deal drawn with the exact chances of the set-up. Raises `Gap` where the text lacks a value."""
    ranks = list(rng.choice(ranks_in(rules)))
    rng.shuffle(ranks)
    return Deal(tuple(ranks))


def deal_faults(rules: Rules, deal: Deal) -> list[str]:
    """Every violation of the set-up clauses."""
    if len(deal.ranks) != rules.players:
        return [f"ranks has {len(deal.ranks)} entries, {rules.players} play"]
    if unknown := [rank for rank in deal.ranks if rank not in RANKS]:
        return [f"there is no rank {unknown[0]!r}; ranks are {', '.join(RANKS)}"]
    allowed = ranks_in(rules)
    if tuple(sorted(deal.ranks, key=RANKS.index)) not in allowed:
        told = f"the ranks {', '.join(deal.ranks)} are not those of {rules.players} players: {', '.join(allowed[0])}"
        more = f", or another of {len(allowed)} sets" if len(allowed) > 1 else ""
        return [Violation(told + more, tuple(key for key in ("setup.ranks",) if rules.tells(key)))]
    return []


def start(rules: Rules, deal: Deal) -> State:
    """The first position: objects are to be revealed. Raises `BadPosition` for a deal the set-up cannot give."""
    if faults := deal_faults(rules, deal):
        raise BadPosition(faults)
    n = rules.players
    state = State(
        ranks=deal.ranks, objects=((),) * n, row=(), heap=objects(rules), dice=((),) * n, shown=(),
        marks=(NOBODY,) * n, settled=(), turn=1, agenda=(Reveal(),),
    )
    return evolve(state, agenda=frames_of_round(state, rules.fact("reveal.objects")))
