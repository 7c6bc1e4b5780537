"""Dice Devils by numbers: how many objects lie where, round by round, over Z3 terms; what holds in every round.

A round is one step. From `before` some objects are revealed, each player who gets one gets one, and abilities move
objects from one player to another; nothing else of the game matters for how many there are.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import z3
from attrs import frozen

from ...model.dice_devils.ranks import FEHLERTEUFEL
from ...model.dice_devils.state import objects, ranks_in
from ...model.rules import Rules
from ..algebra import Term
from ..prover import PROVED, prove


@frozen
class Round:
    """The numbers at the start of a round, and what happens in it."""

    hands: tuple[Term, ...]
    heap: Term
    left: Term  # revealed and not claimed so far
    turn: Term
    new: Term
    claims: tuple[Term, ...]  # 1 for who gets an object of the row
    moved: tuple[Term, ...]  # what abilities bring, or take

    @property
    def lying(self) -> Term:
        """How many objects lie there when markers are placed."""
        return self.left + self.new


def fresh(rules: Rules) -> Round:
    """Any round."""
    def each(name: str) -> tuple[Term, ...]:
        return tuple(z3.Int(f"{name}{i}") for i in range(rules.players))

    return Round(each("hand"), z3.Int("heap"), z3.Int("left"), z3.Int("turn"), z3.Int("new"), each("claim"),
                 each("moved"))


def steals(rules: Rules) -> bool:
    """rank.fehlerteufel: whether somebody can get an object of another player besides the one that he wins."""
    return any(FEHLERTEUFEL in some for some in ranks_in(rules))


def fastest(rules: Rules, turn: Term) -> Term:
    """The most objects that one player can have when a round begins."""
    return z3.If(turn <= 1, z3.IntVal(0), 2 * turn - 3) if steals(rules) else turn - 1


def held(rules: Rules, r: Round) -> dict[str, Term]:
    """What holds at the start of every round that is played: the invariants."""
    enough, whole = rules.fact("end.objects"), len(objects(rules))
    most = rules.fact("reveal.objects")
    bounds = {
        "objects": z3.Sum(*r.hands) + r.heap + r.left == whole,
        "hands": z3.And(*[z3.And(hand >= 0, hand < enough) for hand in r.hands]),
        "places": z3.And(r.heap >= 0, r.left >= 0, r.turn >= 1),
        "claimed": z3.Sum(*r.hands) >= r.turn - 1,
        "fastest": z3.And(*[hand <= fastest(rules, r.turn) for hand in r.hands]),
    }
    if rules.switch("reveal.count") == "up-to":
        bounds["left over"] = z3.Or(r.left < most, r.left == 0)
    return bounds


def happens(rules: Rules, r: Round) -> dict[str, Term]:
    """What can happen in a round."""
    most = rules.fact("reveal.objects")
    up_to = rules.switch("reveal.count") == "up-to"
    wanted = z3.If(r.left >= most, z3.IntVal(0), most - r.left) if up_to else z3.IntVal(most)
    claimed = z3.Sum(*r.claims)
    return {
        "revealed": r.new == z3.If(wanted <= r.heap, wanted, r.heap),
        "claims": z3.And(*[z3.And(one >= 0, one <= 1) for one in r.claims]),
        "somebody": z3.Implies(r.lying > 0, claimed >= 1),  # markers.place: every marker lies at some object
        "each one": claimed <= r.lying,
        "robbed": z3.Implies(z3.Or(z3.Sum(*r.hands) == 0, z3.BoolVal(not steals(rules))),
                             z3.And(*[one == 0 for one in r.moved])),  # who is beaten has what he had before
        "moved": z3.And(z3.Sum(*r.moved) == 0, *[z3.And(one >= -1, one <= 1) for one in r.moved]),
    }


def after(r: Round) -> Round:
    """The numbers at the start of the next round."""
    hands = tuple(h + c + m for h, c, m in zip(r.hands, r.claims, r.moved, strict=True))
    return Round(hands, r.heap - r.new, r.lying - z3.Sum(*r.claims), r.turn + 1, r.new, r.claims, r.moved)


@lru_cache(maxsize=64)
def kept(rules: Rules) -> str:
    """The verdict on the invariants: whether they hold at the start and every round but the last keeps them."""
    r = fresh(rules)
    start = z3.And(*[hand == 0 for hand in r.hands], r.left == 0, r.turn == 1, r.heap == len(objects(rules)))
    first = prove({"start": start}, z3.And(*held(rules, r).values()))
    if first.kind != PROVED:
        return first.kind
    then = after(r)
    on = {"goes on": z3.And(*[hand < rules.fact("end.objects") for hand in then.hands]),
          "none owes": z3.And(*[hand >= 0 for hand in then.hands])}
    step = prove({**held(rules, r), **happens(rules, r), **on}, z3.And(*held(rules, then).values()))
    return step.kind


def follows(rules: Rules, claim: Term, r: Round, more: Mapping[str, Term] | None = None) -> str:
    """The verdict on a claim about every round: proved, or what became of it."""
    if kept(rules) != PROVED:
        return kept(rules)
    return prove({**held(rules, r), **happens(rules, r), **(more or {})}, claim).kind
