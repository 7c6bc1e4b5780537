"""What a situation tells of a table, a seat and the decision that is due, each as a condition on the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from ...model.asking import NOTHING, Situation
from ...model.teufelsburg.cards import BAG, BAGS, OBJECTS, ROLES
from ..algebra import Algebra, Term
from .codes import BAG_CALLED, BAG_KINDS, CODES, KINDS, RESULTS, ROLE_CODES, card
from .decode import PARTS
from .table import Slot, Table

Fact = Callable[[Algebra, Table, Any], Term]
SeatFact = Callable[[Algebra, Table, int, Any], Term]


def _is(a: Algebra, holds: Term, wanted: bool) -> Term:
    return holds if wanted else a.no(holds)


def _one_of(a: Algebra, value: Term, codes: Sequence[int]) -> Term:
    return a.some(a.eq(value, code) for code in codes)


def _between(a: Algebra, value: Term, bounds: tuple[int, int]) -> Term:
    return a.every((a.le(bounds[0], value), a.le(value, bounds[1])))


def kinds_of(word: str) -> tuple[int, ...]:
    """The kinds of object that a word means: `bag` means either of the two; none for a word that is no object."""
    return BAG_KINDS if word == BAG else (card(word),) if word in OBJECTS else ()


# ---------------------------------------------------------------- of the table


def _roles_in(row: str, wanted: bool) -> Fact:
    def fact(a: Algebra, table: Table, roles: Sequence[str]) -> Term:
        return a.every(_is(a, getattr(table, row)[ROLES.index(role)], wanted) for role in roles)

    return fact


def _left_over(a: Algebra, table: Table, roles: Sequence[str]) -> Term:
    return a.every(a.every((a.no(_is_role(a, table, role)), a.no(table.retired[ROLES.index(role)]))) for role in roles)


def _is_role(a: Algebra, table: Table, role: str) -> Term:
    return a.some(a.eq(held, card(role)) for held in table.roles)


TABLE: Mapping[str, Fact] = {
    "on-turn": lambda a, t, seats: _one_of(a, t.active, seats),
    "turn": lambda a, t, bounds: _between(a, t.turn, bounds),
    "pile": lambda a, t, bounds: _between(a, t.pile(a), bounds),
    "turned": lambda a, t, wanted: _is(a, t.turned, wanted),
    "spent": _roles_in("spent", True), "unspent": _roles_in("spent", False), "left-over": _left_over,
    "attacker": lambda a, t, seats: a.every((t.duel, _one_of(a, t.attacker, seats))),
    "defender": lambda a, t, seats: a.every((t.duel, _one_of(a, t.defender, seats))),
    "left-alone": lambda a, t, wanted: _is(a, t.alone, wanted),
    "appointed": lambda a, t, words: _one_of(a, t.appointed, _codes("stance", words)),
    "result": lambda a, t, words: _one_of(a, t.result, [RESULTS.get(word, 0) for word in words]),
}


def _codes(sort: str, words: Sequence[str]) -> list[int]:
    return [0 if word == NOTHING else CODES.code(sort, word) for word in words]


# ---------------------------------------------------------------- of a seat


def _holding(a: Algebra, table: Table, seat: int, words: Sequence[str], exactly: bool) -> Term:
    """The hand has these objects, or exactly these. A bag that is not told which is one more of either kind."""
    wanted = Counter(words)
    bags = sum(wanted[word] for word in (BAG, *BAGS))
    found = []
    for kind, word in zip(KINDS, OBJECTS, strict=True):
        held = table.held(a, seat, kind)
        free = exactly and not (word in BAGS and wanted[BAG])
        found.append(a.eq(held, wanted[word]) if free else a.le(wanted[word], held))
    both = a.total(table.held(a, seat, bag) for bag in BAG_KINDS)
    return a.every((*found, a.eq(both, bags) if exactly else a.le(bags, both)))


def _lacks(a: Algebra, table: Table, seat: int, words: Sequence[str]) -> Term:
    return a.every(a.eq(table.held(a, seat, kind), 0) for word in words for kind in kinds_of(word))


def is_spent(a: Algebra, table: Table, seat: int) -> Term:
    """The seat's occupation was used before in this game, by whomever."""
    pairs = zip(ROLE_CODES, table.spent, strict=True)
    return a.some(a.every((spent, a.eq(table.roles[seat], role))) for role, spent in pairs)


def _used(a: Algebra, table: Table, seat: int, words: Sequence[str]) -> Term:
    found = []
    for word, times in sorted(Counter(words).items()):
        kinds = kinds_of(word)
        lying = [table.laid[seat][kind - 1] for kind in kinds] if kinds else [table.lies[seat][ROLES.index(word)]]
        found.append(a.le(times, a.total(lying)))
    return a.every((table.duel, *found))


def _in_row(name: str) -> SeatFact:
    """An entry of a row of numbers that games of some rules lack is above none, or not."""
    def fact(a: Algebra, table: Table, seat: int, wanted: bool) -> Term:
        row = getattr(table, name)
        return _is(a, a.lt(0, row[seat]) if row else False, wanted)

    return fact


def _refused(a: Algebra, table: Table, seat: int, wanted: bool) -> Term:
    return _is(a, table.refused[seat] if table.refused else False, wanted)


SEAT: Mapping[str, SeatFact] = {
    "holds": lambda a, t, s, words: _holding(a, t, s, words, False),
    "exactly": lambda a, t, s, words: _holding(a, t, s, words, True),
    "lacks": _lacks,
    "objects": lambda a, t, s, bounds: _between(a, t.size(a, s), bounds),
    "role": lambda a, t, s, words: _one_of(a, t.roles[s], _codes("card", words)),
    "face-up": lambda a, t, s, wanted: _is(a, t.shown[s], wanted),
    "spent": lambda a, t, s, wanted: _is(a, is_spent(a, t, s), wanted),
    "side": lambda a, t, s, words: _one_of(a, t.sides[s], _codes("side", words)),
    "supports": lambda a, t, s, words: _one_of(a, t.stance[s], _codes("stance", words)),
    "used": _used,
    "silenced": _in_row("silenced"),
    "tokens": lambda a, t, s, bounds: _between(a, t.tokens[s] if t.tokens else 0, bounds),
    "named": _in_row("named"),
    "refused": _refused,
}


# ---------------------------------------------------------------- of the decision that is due


def _part(field: str, value: Any) -> list[int]:
    """The numbers that a field of a frame may have in its slot. `bag` demanded is the word, else either bag."""
    _, sort = PARTS[field]
    if sort == "flag":
        return [int(value)]
    if sort == "seat":
        return list(value)
    found = []
    for word in value:
        if sort == "card" and word in (BAG,):
            found += [BAG_CALLED] if field == "demanded" else list(BAG_KINDS)
        else:
            found += _codes(sort, (word,))
    return found


def frame_facts(a: Algebra, slot: Slot, told: Mapping[str, Any]) -> Iterator[tuple[str, Term]]:
    """What is told of the fields of the frame on top, by the path of the key."""
    for field, value in told.items():
        if field in PARTS:
            yield f"due.{field}", _one_of(a, getattr(slot, PARTS[field][0]), _part(field, value))


def known_part(told: Mapping[str, Any], part: str) -> int | None:
    """The number that a slot's part has, where the file leaves no choice."""
    for field, value in told.items():
        if field in PARTS and PARTS[field][0] == part and len(numbers := _part(field, value)) == 1:
            return numbers[0]
    return None


def facts(a: Algebra, situation: Situation, table: Table) -> Iterator[tuple[str, Term]]:
    """All that a situation tells of a table, by the path of the key."""
    yield from frame_facts(a, table.agenda[0], situation.of_due)
    for key, value in situation.table.items():
        yield f"table.{key}", TABLE[key](a, table, value)
    for seat, told in situation.seats.items():
        for key, value in told.items():
            yield f"seat.{chr(ord('A') + seat)}.{key}", SEAT[key](a, table, seat, value)
