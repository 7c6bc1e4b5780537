"""How many decisions a round has at most: a number that each decision makes smaller, and nothing greater.

Counted are the markers to be placed, the question to the Spielteufel, what the winner of each dice-off can do with his
rank, and whether he changes ranks. Rolls for ties are no decisions: those can follow each other without end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from ...model.dice_devils.ranks import FEHLERTEUFEL, PUTZTEUFEL, SPIELTEUFEL
from ...model.rules import Rules
from ..algebra import Algebra, Term, at, never
from ..prover import PROVED, REFUTED, SAT, UNKNOWN, UNSAT, VACUOUS, Query
from .inducing import any_act, legal, tables
from .lawful import DECISIONS, due_in
from .places import A, place_of
from .settle import PIECES
from .sound import fresh_round, sound
from .steps import STEPS
from .table import NONE, SETTLING, Box, Table, frame, many

USES: Mapping[str, int] = {PUTZTEUFEL: 2, FEHLERTEUFEL: 1}  # decisions in which a winner uses his rank
PENDING: Mapping[str, int] = {"exchange": 2, "give": 1, "steal": 1}


def most(a: Algebra, table: Table) -> Term:
    """How many decisions are left at most before markers lie: those, a question, and what dice-offs of pairs have."""
    unplaced = many(a, (a.eq(mark, NONE) for mark in table.marks))
    ranks = [a.ite(table.in_game(a, name), number, 0) for name, number in {**USES, SPIELTEUFEL: 1}.items()]
    return a.total((unplaced, *ranks, table.players // 2))


def left(a: Algebra, table: Table) -> Term:
    """How many decisions are left at most in the round."""
    return a.ite(fresh_round(a, table), most(a, table), _later(a, table))


def _later(a: Algebra, table: Table) -> Term:
    fight = table.fight
    won = a.le(0, fight.winner)
    done = a.every((won, a.eq(table.owed.kind, SETTLING)))
    contested = [a.every((a.lt(1, many(a, table.wants(a, i))), a.no(settled)))
                 for i, settled in enumerate(table.settled)]
    swaps = many(a, (a.every((yes, a.no(a.every((done, a.eq(fight.at, i)))))) for i, yes in enumerate(contested)))

    def waits(name: str, *gone: Term) -> Term:
        """Somebody has the rank, his dice-off is not over, and it is not so far that it is his and of these one is."""
        mark = table.of_owner(a, name, table.marks, NONE)
        over = a.every((a.eq(mark, fight.at), a.some(gone)))
        return a.every((a.le(0, mark), at(a, contested, mark), a.no(over)))

    asks = a.ite(a.every((waits(SPIELTEUFEL, fight.looked, fight.again, won), a.no(table.forced))), 1, 0)
    uses = [a.ite(waits(name, won), number, 0) for name, number in USES.items()]
    pending = [a.ite(a.eq(table.owed.kind, frame(kind)), number, 0) for kind, number in PENDING.items()]
    return a.total((swaps, asks, *uses, *pending))


def _cases(rules: Rules) -> Iterator[tuple[str, Mapping[str, Term], Term, Term, int]]:
    """Every step and piece within a round: its key, premises, what is left before and after, decisions it takes."""
    box = Box(rules)
    for step in STEPS:
        for _, table in tables(box, step):
            act = any_act(box, table.owed.by)
            premises = {**sound(A, box, table), "there": step.can(A, box, table, act),
                        "legal": legal(box, table, step, act)}
            after = step.leads(A, box, table, act)
            yield step.key, premises, left(A, table), left(A, after), int(step.frame in DECISIONS)
    place = place_of(rules, "")
    for piece in PIECES:
        if piece.key not in ("round", "count", "short"):
            premises = {**place.keeps, "open": A.eq(place.table.winner, NONE),
                        "when": piece.when(A, box, place.table)}
            yield piece.key, premises, left(A, place.table), left(A, piece.leads(A, box, place.table)), 0


@lru_cache(maxsize=32)
def falls(rules: Rules) -> str:
    """The verdict on that: proved, refuted where some step does not lower what is left, or why it is not known.

    It is vacuous if a step that the rules have can never be taken: then nothing is shown of it.
    """
    due = {*due_in(rules)}
    taken = {step.key: step.frame in DECISIONS and step.frame not in due for step in STEPS}
    for key, premises, before, after, takes in _cases(rules):
        query = Query(premises)
        if not taken.get(key, True):
            taken[key] = query.ask().kind == SAT
        against = A.lt(before, after + takes)
        answer = query.ask(against).kind if not never(against) else UNSAT
        if answer != UNSAT:
            return UNKNOWN if answer == UNKNOWN else REFUTED
    return PROVED if all(taken.values()) else VACUOUS


def decisions(rules: Rules, ranks: tuple[str, ...]) -> int:
    """The number that a round with these ranks begins with."""
    uses = sum(number for name, number in {**USES, SPIELTEUFEL: 1}.items() if name in ranks)
    return rules.players + uses + rules.players // 2
