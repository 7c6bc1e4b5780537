"""Why a move may or may not be made: the clauses for it, those against it, and what would permit it elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..model.guard import And, Guard, Node, Not, Or, interpret
from ..model.norms import FORBID, Norm
from .algebra import Algebra, Term
from .settling import Settled

Grounds = tuple[Mapping[str, Term], Mapping[str, Term]]


def grounds_of(a: Algebra, settled: Settled, meant: Mapping[int, Term]) -> Grounds:
    """Clause by clause, where it permits something that a move can be, and where it closes it.

    A prohibition counts where the move is permitted at all; a duty to something else counts in any case.
    `meant` are the places of the candidates that the move can be, each with that it can be done.
    """
    found = ({}, {})  # type: tuple[dict[str, Term], dict[str, Term]]
    for item in settled.standing:
        if item.norm.mood != FORBID:
            covers = (a.every((there, settled.legal[i], item.covers[i])) for i, there in meant.items())
            found[0][item.norm.clause] = a.some((found[0].get(item.norm.clause, False), *covers))
    for norm, shuts in settled.shuts:
        open_ = settled.open if norm.mood == FORBID else [True] * len(shuts)
        against = (a.every((there, open_[i], shuts[i])) for i, there in meant.items())
        found[1][norm.clause] = a.some((found[1].get(norm.clause, False), *against))
    return found


def opened_of(a: Algebra, settled: Settled, meant: Mapping[int, Term]) -> Term:
    """Something that a move can be is permitted, whatever closes it."""
    return a.some(a.every((there, settled.open[i])) for i, there in meant.items())


def openers(a: Algebra, norms: Sequence[Norm], move: str, named: Iterable[Mapping[str, Any]]) -> tuple[Norm, ...]:
    """The norms that permit or oblige a kind of move, at whatever decision, and do not speak of others only.

    `named` tells of everything that the move can be what the guards' names point at, as far as that is known.
    """
    known = list(named)

    def may(norm: Norm) -> bool:
        guards = [guard.tree for guard in (norm.when, norm.which) if guard is not None]
        return any(all(True in _outcomes(a, tree, values) for tree in guards) for values in known)

    return tuple(norm for norm in norms if norm.mood != FORBID and norm.move == move and may(norm))


def _outcomes(a: Algebra, node: Node, values: Mapping[str, Any]) -> frozenset[bool]:
    """What a condition can come to where only some of its names are known."""
    match node:
        case And(args):
            found = [_outcomes(a, arg, values) for arg in args]
            return frozenset({*([True] if all(True in f for f in found) else []),
                              *([False] if any(False in f for f in found) else [])})
        case Or(args):
            return _outcomes(a, Not(And(tuple(Not(arg) for arg in args))), values)
        case Not(arg):
            return frozenset(not outcome for outcome in _outcomes(a, arg, values))
        case _:
            both = frozenset({True, False})
            if not Guard("", node).names <= set(values):
                return both
            term = interpret(node, a, values.__getitem__)
            return frozenset({term}) if isinstance(term, bool) else both
