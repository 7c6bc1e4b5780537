"""What a situation's file tells of a table, as conditions by the path of its key."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...model.asking import Situation
from ...model.caleira.asking import DOWN, ITSELF, OPPOSING, OWN, UP
from ..algebra import Algebra, Term
from .table import Table, code


def _between(a: Algebra, number: Term, pair: Sequence[int]) -> Term:
    return a.every((a.le(pair[0], number), a.le(number, pair[1])))


def facts(a: Algebra, situation: Situation, table: Table) -> Iterator[tuple[str, Term]]:
    """Everything that the file tells, but for the move."""
    numbers = {"turn": table.turn, "pile": a.count(table.rest, None), "pieces": table.pieces(a),
               "discarded": a.count(table.discard, None)}
    for key, value in situation.table.items():
        seats = key == "on-turn"
        yield f"table.{key}", a.member(table.active, value) if seats else _between(a, numbers[key], value)
    for seat, told in situation.seats.items():
        for key, value in told.items():
            yield f"seat.{chr(ord('A') + seat)}.{key}", _of_seat(a, table, seat, key, value)
    due = {"to": table.due.to, "given": table.due.given, "card": table.due.card}
    for key, value in situation.of_due.items():
        if key == "to":
            yield "due.to", a.member(due["to"], value)
        elif key in due:
            yield f"due.{key}", a.member(due[key], [code(word) for word in value])


def _of_seat(a: Algebra, table: Table, seat: int, key: str, value: Any) -> Term:
    hand = table.hands[seat]
    if key == "cards":
        return _between(a, a.count(hand, None), value)
    if key == "pieces":
        return _between(a, table.castle(a, seat), value)
    many: Mapping[str, int] = Counter(value)
    if key in ("holds", "exactly"):
        exact = [a.eq(a.count(hand, None), len(value))] if key == "exactly" else []
        return a.every((*(a.le(number, a.count(hand, code(word))) for word, number in many.items()), *exact))
    return a.every(a.le(number, _standing(a, table, seat, word, key == UP)) for word, number in many.items())


def _standing(a: Algebra, table: Table, seat: int, word: str, up: bool) -> Term:
    """How many pieces of a kind a seat has that lie so."""
    return a.total(
        a.ite(a.every((a.eq(slot.owner, seat), a.eq(slot.kind, code(word)), slot.up if up else a.no(slot.up))), 1, 0)
        for slot in table.slots)


def piece_is(a: Algebra, values: Mapping[str, Term], by: int, word: str) -> Term:
    """Whether a piece that can be chosen is what a word says."""
    mine = a.eq(values["target"], by)
    whose, _, kind = word.partition("-")
    match word:
        case "itself":
            return values["target_" + ITSELF]
        case "own":
            return mine
        case "opposing":
            return a.no(mine)
        case "face-up" | "face-down":
            return values["target_face_up"] if word != DOWN else a.no(values["target_face_up"])
    if whose in (OWN, OPPOSING):
        return a.every((mine if whose == OWN else a.no(mine), a.eq(values["target_card"], code(kind))))
    return a.eq(values["target_card"], code(word))
