"""A whole position of the castles over an algebra: all that the engine's state has, with the queue of what is owed.

A table (`table`) is what norms see of a position; this is what steps lead from and to. Of the discard pile it tells how
many of each kind lie there, not in which order: no rule asks for it. An entry of a row that is not there is 0.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import z3
from attrs import frozen

from ...model.caleira.ending import BY_COUNT, BY_PRINCESS
from ...model.caleira.frames import EFFECTS, FRAMES
from ...model.caleira.state import State
from ..algebra import Algebra, Bag, Term
from .table import CODES, OFF, Box, Due, Slot, Table, code

HOW = (BY_COUNT, BY_PRINCESS)  # how a game ends; told as 1 and 2
LATER = tuple(frame.kind for frame in FRAMES if frame.kind not in EFFECTS)


def frame_code(kind: str) -> int:
    """The number of a kind of frame. That of an effect is the number of the card whose effect it is."""
    return code(kind) if kind in EFFECTS else CODES.code("card", CODES.sorts["card"][-1]) + 1 + LATER.index(kind)


KIND_OF: Mapping[int, str] = {frame_code(frame.kind): frame.kind for frame in FRAMES}
EFFECT_CODES = frozenset(map(code, EFFECTS))


@frozen
class Lying(Slot):
    """The piece of a turn, and which seats know it."""

    seen: tuple[Term, ...] = ()


@frozen
class Owed:
    """A frame in numbers. `number` is the piece that it is of: its source, or the one that was looked at.

    `turned` are pieces that a Watchtower was for, `cards` those that are put in order.
    """

    kind: Term = 0
    by: Term = 0
    number: Term = 0
    turned: tuple[Term, ...] = ()
    to: Term = 0
    card: Term = 0
    up: Term = False
    cards: tuple[Term, ...] = ()


@frozen(slots=False, eq=False)
class Position:
    """See the module. `top` is the known top of the pile, `how` and `winners` tell of a game that is over.

    `others` are pieces by seat that are only counted, for proofs that look at some pieces alone.
    """

    slots: tuple[Lying, ...]
    hands: tuple[Bag, ...]
    discard: Bag
    top: tuple[Term, ...]
    rest: Bag
    gone: Bag
    turn: Term
    active: Term
    out: Term
    queue: tuple[Owed, ...]
    how: Term
    winners: tuple[Term, ...]
    others: tuple[Bag, ...] = ()

    @property
    def players(self) -> int:
        """How many began to play."""
        return len(self.hands)


def owed(box: Box, kind: str, by: Term, **told: Any) -> Owed:
    """A frame of a kind, with what it tells; rows are filled up."""
    rows = {"turned": box.rules.fact("watchtower.pieces") - 1, "cards": box.rules.fact("magician.cards")}
    full = {name: (*(row := tuple(told.get(name, ()))), *[0] * (many - len(row))) for name, many in rows.items()}
    return Owed(frame_code(kind) if kind else 0, by, **{**told, **full})


def nothing(box: Box) -> Owed:
    """No frame."""
    return owed(box, "", 0)


# ---------------------------------------------------------------- any position


def _bag(box: Box, name: str) -> Bag:
    return {code(kind): z3.Int(f"{name}.{kind}") for kind in box.kinds}


def _any_owed(box: Box, name: str) -> Owed:
    def row(what: str, many: int) -> tuple[Term, ...]:
        return tuple(z3.Int(f"{name}.{what}{i}") for i in range(many))

    def one(what: str) -> Term:
        return z3.Int(f"{name}.{what}")

    rules = box.rules
    return Owed(one("kind"), one("by"), one("number"), row("turned", rules.fact("watchtower.pieces") - 1), one("to"),
                one("card"), z3.Bool(f"{name}.up"), row("cards", rules.fact("magician.cards")))


def fresh(box: Box, name: str, depth: int, some: int = 0) -> Position:
    """Any position with so many frames at most; `some`: with so many pieces looked at, and the others counted."""
    n = box.rules.players
    slots = tuple(
        Lying(z3.Int(f"{name}.kind{i}"), z3.Int(f"{name}.owner{i}"), z3.Bool(f"{name}.up{i}"),
              z3.Bool(f"{name}.silent{i}"), z3.Bool(f"{name}.gap{i}"), z3.Int(f"{name}.place{i}"),
              z3.Int(f"{name}.number{i}") if some else i, tuple(z3.Bool(f"{name}.seen{i}.{seat}") for seat in range(n)))
        for i in range(1, (some or box.cards) + 1))
    others = tuple(_bag(box, f"{name}.others{seat}") for seat in range(n)) if some else ()
    return Position(
        slots, tuple(_bag(box, f"{name}.hand{seat}") for seat in range(n)), _bag(box, f"{name}.discard"),
        tuple(z3.Int(f"{name}.top{i}") for i in range(box.rules.fact("magician.cards"))), _bag(box, f"{name}.rest"),
        _bag(box, f"{name}.gone"), z3.Int(f"{name}.turn"), z3.Int(f"{name}.active"), z3.Int(f"{name}.out"),
        tuple(_any_owed(box, f"{name}.owed{i}") for i in range(depth)), z3.Int(f"{name}.how"),
        tuple(z3.Bool(f"{name}.wins{seat}") for seat in range(n)), others)


# ---------------------------------------------------------------- engine states


def _counted(box: Box, cards: Iterable[str]) -> Bag:
    many: Mapping[str, int] = Counter(cards)
    return {code(kind): many.get(kind, 0) for kind in box.kinds}


def numbers(box: Box, frame: Any) -> Owed:
    """A frame of the engine in numbers."""
    told: dict[str, Any] = {
        "number": getattr(frame, "source", getattr(frame, "piece", 0)), "turned": getattr(frame, "turned", ()),
        "to": getattr(frame, "to", getattr(frame, "of", 0)), "up": getattr(frame, "up", False),
        "card": code(getattr(frame, "given", getattr(frame, "card", ""))),
        "cards": tuple(map(code, getattr(frame, "cards", ())))}
    return owed(box, frame.kind, frame.by, **told)


def position_of(box: Box, state: State, depth: int) -> Position:
    """A state of the engine in numbers, with room for so many frames."""
    n = state.players
    slots = [Lying(0, OFF, False, False, False, 0, i, (False,) * n) for i in range(1, box.cards + 1)]
    for seat, castle in enumerate(state.castles):
        for place, p in enumerate(castle):
            seen = tuple(who in p.seen for who in range(n))
            slots[p.number - 1] = Lying(code(p.kind), seat, p.up, p.silent, p.gap, place, p.number, seen)
    queue = [numbers(box, frame) for frame in state.agenda]
    most = box.rules.fact("magician.cards")
    top = tuple(map(code, state.top[:most]))
    won = () if state.verdict is None else state.verdict.winners
    return Position(
        tuple(slots), tuple(_counted(box, hand) for hand in state.hands), _counted(box, state.discard),
        (*top, *[0] * (most - len(top))), _counted(box, (*state.rest, *state.top[most:])), _counted(box, state.gone),
        state.turn, state.active, state.out, (*queue, *[nothing(box)] * (depth - len(queue))),
        0 if state.verdict is None else HOW.index(state.verdict.how) + 1, tuple(seat in won for seat in range(n)))


def part(a: Algebra, slots: Sequence[Lying], number: Term, name: str) -> Term:
    """A part of the piece of a number; of any piece, if there is none of that."""
    found = getattr(slots[-1], name)
    for slot in reversed(slots[:-1]):
        found = a.ite(a.eq(slot.number, number), getattr(slot, name), found)
    return found


def size(a: Algebra, position: Position, seat: Term) -> Term:
    """How many pieces a castle has."""
    others = (a.ite(a.eq(seat, who), a.total(bag.values()), 0) for who, bag in enumerate(position.others))
    return a.total((*others, *(a.ite(a.eq(slot.owner, seat), 1, 0) for slot in position.slots)))


def pieces(a: Algebra, position: Position) -> Term:
    """How many pieces all castles have."""
    others = (many for bag in position.others for many in bag.values())
    return a.total((*others, *(a.ite(a.le(0, slot.owner), 1, 0) for slot in position.slots)))


def table_of(a: Algebra, position: Position, kind: str) -> Table:
    """What norms see of a position on whose top a frame of this kind is; `by` has to be known."""
    first = position.queue[0]
    reveals, placing, effect = kind == "reveal", kind == "place", kind in EFFECTS
    due = Due(
        kind, first.by, first.number if effect else 0, first.turned if kind == "watchtower" else (), first.to,
        0 if placing else first.card, first.number if reveals else 0, first.card if placing else 0)
    rest = {key: a.total((many, *(a.ite(a.eq(card, key), 1, 0) for card in position.top)))
            for key, many in position.rest.items()}
    return Table(position.slots, position.hands, position.discard, rest, position.turn, position.active, due,
                 position.gone, position.out)


# ---------------------------------------------------------------- the same


def _all_same(a: Algebra, pairs: Iterable[tuple[Term, Term]]) -> Term:
    return a.every(a.eq(one, other) for one, other in pairs)


def _slot_same(a: Algebra, one: Lying, other: Lying) -> Term:
    """A slot whose card lies in no castle is like any other such."""
    rest = _all_same(a, ((one.kind, other.kind), (one.up, other.up), (one.silent, other.silent), (one.gap, other.gap),
                         (one.place, other.place), *zip(one.seen, other.seen, strict=True)))
    return a.every((a.eq(one.owner, other.owner), a.some((a.eq(one.owner, OFF), rest))))


def _flat(frame: Owed) -> Iterator[Term]:
    yield from (frame.by, frame.number, *frame.turned, frame.to, frame.card, frame.up, *frame.cards)


def _owed_same(a: Algebra, one: Owed, other: Owed) -> Term:
    told = _all_same(a, zip(_flat(one), _flat(other), strict=True))
    return a.every((a.eq(one.kind, other.kind), a.some((a.eq(one.kind, 0), told))))


def _bags(a: Algebra, one: Sequence[Bag], other: Sequence[Bag]) -> Term:
    return a.every(a.eq(x[key], y[key]) for x, y in zip(one, other, strict=True) for key in x)


def same(a: Algebra, one: Position, other: Position) -> Mapping[str, Term]:
    """Whether two positions are the same, part by part."""
    return {
        "pieces": a.every(_slot_same(a, x, y) for x, y in zip(one.slots, other.slots, strict=True)),
        "hands": _bags(a, one.hands, other.hands),
        "discard": _bags(a, (one.discard,), (other.discard,)),
        "pile": a.every((_bags(a, (one.rest,), (other.rest,)), _all_same(a, zip(one.top, other.top, strict=True)))),
        "gone": _bags(a, (one.gone,), (other.gone,)),
        "turn": _all_same(a, ((one.turn, other.turn), (one.active, other.active), (one.out, other.out))),
        "queue": a.every(_owed_same(a, x, y) for x, y in zip(one.queue, other.queue, strict=True)),
        "verdict": _all_same(a, ((one.how, other.how), *zip(one.winners, other.winners, strict=True))),
    }
