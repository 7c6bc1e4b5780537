"""Bounds of how far off something is, by the count of cards, each proved: no step comes nearer than it takes.

A bound is a pair: further turns, and cards that players must still play. It is written once, for the search, which asks
it of positions, and for the solver, which proves of every step of the count that it falls by a turn where a turn
begins, by a card where one is played, and else not at all.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from ...model.rules import Rules
from ..algebra import Algebra, Codes, Symbolic, Term
from ..prover import PROVED, UNKNOWN, VACUOUS, prove
from .counting import kept, steps
from .tally import NONE, RESOLVING, Tally, invariants

Near = Callable[[Algebra, Rules, Tally], tuple[Term, Term]]
_A = Symbolic(Codes({}))


def _least(a: Algebra, number: Term) -> Term:
    return a.ite(a.lt(number, 0), 0, number)


def _due(a: Algebra, tally: Tally) -> Term:
    """1 while the card of this turn is not played."""
    return a.ite(a.lt(tally.phase, RESOLVING), 1, 0)


def to_the_count(a: Algebra, rules: Rules, tally: Tally) -> tuple[Term, Term]:
    """Until the last card is played. Who is still to fall takes a hand with him."""
    falls = rules.players > 2 and tally.out == NONE
    left = tally.pile + a.total(tally.hands) - (rules.fact("setup.hand") if falls else 0)
    return _least(a, left - _due(a, tally)), _least(a, left - 1)


def to_a_small_pile(most: int) -> Near:
    """Until an effect is due while the pile holds fewer cards than this."""
    def near(a: Algebra, _: Rules, tally: Tally) -> tuple[Term, Term]:
        drawing = a.ite(a.eq(tally.phase, 0), 1, 0)
        off = _least(a, tally.pile - most + 1 - drawing)
        return off, off + _due(a, tally)
    return near


def consistent(rules: Rules, near: Near) -> tuple[str, str]:
    """The verdict whether no step of the count comes nearer than it takes, and over what that was asked."""
    if kept(rules) != PROVED:
        return UNKNOWN, "the count of cards is not kept"
    many, taken = 0, dict[str, bool]()
    for name, before, premises, after in steps(rules):
        here, there = near(_A, rules, before), near(_A, rules, after)
        played = 1 if name.startswith("play") else 0
        claim = _A.every((_A.le(here[0], there[0] + after.turn - before.turn), _A.le(here[1], there[1] + played)))
        verdict = prove({**dict(invariants(_A, rules, before)), **premises}, claim).kind
        if verdict not in (PROVED, VACUOUS):
            return UNKNOWN, f"broken by {name}"
        sort = name.split()[0]  # not every seat can do it with every other one out
        taken[sort] = taken.get(sort, False) or verdict == PROVED
        many += 1
    if not all(taken.values()):
        return UNKNOWN, f"nobody can do it: {', '.join(sort for sort, met in taken.items() if not met)}"
    return PROVED, f"no step comes nearer than it takes, over {many} kinds of step of the count of cards"


@lru_cache(maxsize=64)
def count_is_near(rules: Rules) -> tuple[str, str]:
    """The proof of `to_the_count`."""
    return consistent(rules, to_the_count)


@lru_cache(maxsize=64)
def pile_is_near(rules: Rules, most: int) -> tuple[str, str]:
    """The proof of `to_a_small_pile`."""
    return consistent(rules, to_a_small_pile(most))
