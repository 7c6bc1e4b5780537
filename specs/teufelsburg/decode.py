"""Engine states to tables of numbers, and solver models back to engine states."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import fields

from ...model.game import Frame
from ...model.teufelsburg.cards import OBJECTS, ROLES, SIDES
from ...model.teufelsburg.frames import FRAMES, PassOn
from ...model.teufelsburg.state import State
from ..algebra import Term
from ..prover import Model
from .codes import CODES, KINDS, Box
from .table import EMPTY, TOP, Slot, Table, nobody

_FRAMES = {frame.kind: frame for frame in FRAMES}
PARTS: Mapping[str, tuple[str, str]] = {  # a frame's field: the slot's part and the sort of its values
    "by": ("by", "seat"), "to": ("to", "seat"), "partner": ("to", "seat"), "loser": ("to", "seat"),
    "of": ("to", "seat"), "chooser": ("mark", "seat"),
    "offered": ("card", "card"), "card": ("card", "card"), "taken": ("card", "card"), "other": ("other", "card"),
    "demanded": ("demanded", "card"), "blind": ("mark", "flag"), "way": ("mark", "way"), "claim": ("mark", "side"),
}


class Undecodable(ValueError):
    """A slot of the table that is no frame a table can tell whole."""


def slot_of(frame: Frame) -> Slot:
    """A frame in numbers. What a slot has no part for (who chose what, whom was named) is left out."""
    found: dict[str, Term] = {"kind": CODES.code("frame", frame.kind)}
    for field in fields(type(frame)):
        if field.name in PARTS:
            part, sort = PARTS[field.name]
            value = getattr(frame, field.name)
            found[part] = int(value) if sort in ("seat", "flag") else CODES.code(sort, value)
    return Slot(**found)


def frame_of(slot: Slot, chosen: Sequence[Sequence[int]]) -> Frame:
    """The frame that a slot of numbers stands for; `chosen` is what each seat passes on, if it is that.

    Raises `Undecodable` if a slot cannot tell the frame whole.
    """
    kind = _FRAMES[CODES.value("frame", slot.kind)]
    values: dict[str, Any] = {}
    for field in fields(kind):
        if field.name == "chosen":
            values["chosen"] = tuple(
                "".join(kind for kind, entry in zip(OBJECTS, row, strict=True) if entry) for row in chosen)
            continue
        if field.name not in PARTS:
            raise Undecodable(f"a slot does not tell {field.name} of {kind.kind}")
        part, sort = PARTS[field.name]
        number = getattr(slot, part)
        values[field.name] = (number if sort == "seat" else bool(number) if sort == "flag"
                              else CODES.value(sort, number))
    return kind(**values)


def _choices(state: State) -> tuple[tuple[int, ...], ...]:
    for frame in state.agenda:
        if isinstance(frame, PassOn):
            return tuple(tuple(int(chosen == kind) for kind in OBJECTS) for chosen in frame.chosen)
    return nobody(state.players)


def encode(state: State, depth: int) -> Table:
    """An engine's state in numbers. Raises `Undecodable` for an agenda deeper than `depth`."""
    if len(state.agenda) > depth or len(state.top) > TOP:
        raise Undecodable(f"{len(state.agenda)} frames and {len(state.top)} known objects; {depth} and {TOP} fit")
    places = (*state.hands, (*state.top, *state.rest), state.out)
    slots = [slot_of(frame) for frame in state.agenda]
    top = [CODES.code("card", kind) for kind in state.top]
    return Table(
        count=tuple(tuple(place.count(kind) for place in places) for kind in OBJECTS),
        top=(*top, *(0 for _ in range(TOP - len(top)))),
        roles=tuple(CODES.code("card", role) for role in state.roles), shown=state.shown,
        spent=tuple(role in state.spent for role in ROLES),
        sides=tuple(CODES.code("side", side) for side in state.sides),
        turned=state.turned, active=state.active, turn=state.turn, duel=state.duel is not None,
        chosen=_choices(state),
        agenda=(*slots, *(EMPTY for _ in range(depth - len(slots)))),
    )


def evaluate(model: Model, table: Table) -> Table:
    """The table of numbers that a model gives a symbolic one."""
    number, holds = model.number, model.holds
    return Table(
        count=tuple(tuple(number(entry) for entry in row) for row in table.count),
        top=tuple(number(kind) for kind in table.top), roles=tuple(number(role) for role in table.roles),
        shown=tuple(holds(flag) for flag in table.shown), spent=tuple(holds(flag) for flag in table.spent),
        sides=tuple(number(side) for side in table.sides),
        turned=holds(table.turned), active=number(table.active), turn=number(table.turn), duel=holds(table.duel),
        chosen=tuple(tuple(number(entry) for entry in row) for row in table.chosen),
        agenda=tuple(Slot(*(number(getattr(slot, f.name)) for f in fields(Slot))) for slot in table.agenda),
    )


def _rows(box: Box, sides: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Rows of association cards that tell these sides, the fewest of them; none where each has a single card."""
    if box.row == 1:
        return ()
    many = box.row // 2 + 1
    return tuple(
        (*(side for _ in range(many)), *(next(s for s in SIDES if s != side) for _ in range(box.row - many)))
        for side in sides
    )


def decode(box: Box, table: Table) -> State:
    """The engine's state that a table of numbers stands for, with no struggle under way.

    Raises `Undecodable` for a frame that a slot cannot tell whole.
    """
    if table.duel:
        raise Undecodable("a struggle is under way")
    n = box.players

    def lying(place: int, but: tuple[str, ...] = ()) -> tuple[str, ...]:
        return tuple(kind for k, kind in zip(KINDS, OBJECTS, strict=True)
                     for _ in range(table.count[k - 1][place] - but.count(kind)))

    top = tuple(CODES.value("card", kind) for kind in table.top if kind)
    roles = tuple(CODES.value("card", role) for role in table.roles)
    sides = tuple(CODES.value("side", side) for side in table.sides)
    rows = _rows(box, sides)
    shown = [card for row in rows for card in row] if rows else [*sides]
    each = box.rules.fact("associations.each")
    return State(
        hands=tuple(lying(seat) for seat in range(n)), roles=roles, shown=table.shown, sides=sides,
        spare=tuple(sorted(side for side in SIDES for _ in range(each - shown.count(side)))),
        rows=rows,
        leftover=tuple(sorted(role for role in ROLES if role not in roles)), top=top, rest=lying(n, top),
        out=lying(n + 1), turned=table.turned, active=table.active, turn=table.turn,
        spent=tuple(sorted(role for role, spent in zip(ROLES, table.spent, strict=True) if spent)),
        agenda=tuple(frame_of(slot, table.chosen) for slot in table.agenda if slot.kind),
    )


