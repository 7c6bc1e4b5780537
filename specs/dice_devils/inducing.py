"""Induction: what holds of every position holds at the start, and every step and all that follows keeps it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from random import Random

import z3
from attrs import evolve

from ...model.dice_devils.setup import random_deal, start
from ...model.rules import Rules
from ..algebra import Term
from ..induction import START, Case, Induction, induce
from ..prover import PROVED, UNKNOWN, Limit, Query
from .decode import encode
from .lawful import DECISIONS, settled
from .places import NUMBERS, A, place_of
from .settle import PIECES, Piece
from .sound import sound
from .steps import STEPS, Act, Step
from .table import NONE, SETTLING, Box, Table, fresh, many


def _begun(rules: Rules, box: Box) -> Mapping[str, Term]:
    """What is so at the start, with any deal of the ranks: objects and all else are the same in each."""
    table = encode(box, start(rules, random_deal(rules, Random(0))))
    return sound(NUMBERS, box, table)


def any_act(box: Box, by: Term) -> Act:
    """Any move of a seat."""
    dice = tuple(z3.Int(f"act.die{i}") for i in range(box.slots))
    return Act(by, z3.Int("act.at"), z3.Int("act.to"), z3.Int("act.kind"), dice)


def legal(box: Box, table: Table, step: Step, act: Act) -> Term:
    """The move is a candidate that the norms allow; what chance does they do not speak of."""
    if step.frame not in DECISIONS:
        return True
    norms, found = settled(A, box, table), []
    for candidate, allowed in zip(norms.candidates, norms.legal, strict=True):
        if candidate.act == step.act:
            told = [A.eq(term, value) for term, value in zip(_named(act, step), candidate.key[1:], strict=True)]
            found.append(A.every((allowed, *told)))
    return A.some(found)


def _named(act: Act, step: Step) -> tuple[Term, ...]:
    """What tells a move from others of its kind, in the order of `lawful.key_of`."""
    return {"place": (act.at,), "swap": (act.to,), "give": (act.kind,), "steal": (act.to, act.kind),
            "take": (act.to, act.kind)}.get(step.act, ())


def tables(box: Box, step: Step) -> Iterator[tuple[str, Table]]:
    """Any table at which a step can be made, by the seat that makes it where that matters."""
    if step.frame != "roll":
        yield step.key, fresh(box, step.frame)
        return
    yield f"{step.key} again", fresh(box, "again")
    yield from ((f"{step.key} of {seat}", fresh(box, "roll", seat)) for seat in range(box.rules.players))


def cases(rules: Rules, steps: tuple[Step, ...] = STEPS, pieces: tuple[Piece, ...] = PIECES) -> list[Case]:
    """Every kind of step and every piece that follows, with what holds before and after it."""
    box = Box(rules)
    found = [Case(START, {}, {}, _begun(rules, box))]
    for step in steps:
        for name, table in tables(box, step):
            act = any_act(box, table.owed.by)
            after = sound(A, box, step.leads(A, box, table, act))
            premises = {"there": step.can(A, box, table, act), "legal": legal(box, table, step, act)}
            found.append(Case(name, premises, sound(A, box, table), after, table))
    table = fresh(box)
    before, open_ = sound(A, box, table), A.eq(table.winner, NONE)
    for piece in pieces:
        later = piece.leads(A, box, table)
        room = A.le(later.long + later.owed.reveals, len(later.row))  # more than that is beyond the bound
        premises = {"open": open_, "when": piece.when(A, box, table), **({} if box.up_to else {"room": room})}
        found.append(Case(piece.key, premises, before, sound(A, box, later), table))
    return found


@lru_cache(maxsize=32)
def kept(rules: Rules) -> Induction:
    """What is kept of all that holds of a position."""
    return induce(A, cases(rules))


def why_not(rules: Rules) -> str:
    """What is not kept first, and by which step; empty if all is kept."""
    return next((f"{name}: broken by {k.broken_by}" for name, k in kept(rules).kept.items() if k.kind != PROVED), "")

def alone(rules: Rules) -> bool:
    """Whether exactly one piece follows wherever nothing is owed and nobody has won, on every sound table.

    Raises `Limit` if the solver gives up.
    """
    place = place_of(rules, "")
    table = evolve(place.table, winner=NONE)
    whens = [piece.when(A, Box(rules), table) for piece in PIECES]
    assert table.owed.kind == SETTLING
    answer = Query(place.keeps).ask(A.eq(place.table.winner, NONE), A.no(A.eq(many(A, whens), 1)))
    if answer.kind == UNKNOWN:
        raise Limit(answer.reason)
    return answer.model is None
