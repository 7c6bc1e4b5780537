"""What a situation's file tells of a table, as conditions by the path of its key."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...model.asking import Situation
from ..algebra import Algebra, Term
from .settle import scores
from .table import Box, Table, card, many, rank


def _between(a: Algebra, number: Term, pair: Sequence[int]) -> Term:
    return a.every((a.le(pair[0], number), a.le(number, pair[1])))


def facts(a: Algebra, box: Box, situation: Situation, table: Table) -> Iterator[tuple[str, Term]]:
    """Everything that the file tells, but for the move."""
    numbers = {"turn": table.turn, "heap": a.count(table.heap, None), "lying": table.lying(a)}
    for key, value in situation.table.items():
        holds = _between(a, numbers[key], value) if key in numbers else _of_table(a, table, key, value)
        yield f"table.{key}", holds
    for seat, told in situation.seats.items():
        for key, value in told.items():
            yield f"seat.{chr(ord('A') + seat)}.{key}", _of_seat(a, box, table, seat, key, value)
    for key, value in situation.of_due.items():
        if key == "to":
            yield "due.to", a.member(table.owed.to, frozenset(value))
        elif key == "taken":
            yield "due.taken", a.member(table.owed.taken, frozenset(map(card, value)))


def _of_table(a: Algebra, table: Table, key: str, value: Any) -> Term:
    if key == "forced":
        return a.iff(table.forced, value)
    wanted: Mapping[str, int] = Counter(value)
    return a.every(a.le(number, many(a, (a.eq(there, card(word)) for there in table.row)))
                   for word, number in wanted.items())


def _of_seat(a: Algebra, box: Box, table: Table, seat: int, key: str, value: Any) -> Term:
    hand = table.hands[seat]
    match key:
        case "rank":
            return a.member(table.ranks[seat], frozenset(map(rank, value)))
        case "objects":
            return _between(a, a.count(hand, None), value)
        case "fights":
            return a.iff(table.fight.seats[seat], value)
        case "score":
            return a.every((table.rolled(a, seat), _between(a, scores(a, box, table)[seat], value)))
    held: Mapping[str, int] = Counter(value)
    exact = [a.eq(a.count(hand, None), len(value))] if key == "exactly" else []
    return a.every((*(a.le(number, a.count(hand, card(word))) for word, number in held.items()), *exact))
