"""Engine states to tables of numbers, and solver models back to engine states."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import z3
from attrs import fields

from ...model.game import Frame
from ...model.teufelsburg.cards import ATTACKER, DEFENDER, OBJECTS, ROLES, SIDES
from ...model.teufelsburg.frames import (
    FRAMES,
    Foresee,
    NameAllies,
    PassOn,
    PointOut,
    RevealWindow,
    SecretSupport,
    TradeOn,
)
from ...model.teufelsburg.state import Duel, State, Verdict
from ..algebra import Term
from ..prover import Model
from .codes import CODES, KINDS, ROLE_CODES, Box
from .table import EMPTY, TOP, Slot, Table, mapped, nobody, quiet, undecided

_FRAMES = {frame.kind: frame for frame in FRAMES}
PARTS: Mapping[str, tuple[str, str]] = {  # a frame's field: the slot's part and the sort of its values
    "by": ("by", "seat"), "to": ("to", "seat"), "partner": ("to", "seat"), "loser": ("to", "seat"),
    "of": ("to", "seat"), "chooser": ("mark", "seat"),
    "offered": ("card", "card"), "card": ("card", "card"), "taken": ("card", "card"), "other": ("other", "card"),
    "demanded": ("demanded", "card"), "blind": ("mark", "flag"), "way": ("mark", "way"), "claim": ("mark", "side"),
    "take": ("mark", "reward"), "last": ("to", "seat"),
}


class Undecodable(ValueError):
    """A state that a table cannot tell whole."""


def slot_of(frame: Frame) -> Slot:
    """A frame in numbers. Who has chosen what and who was named is told by the table, not by the slot."""
    found: dict[str, Term] = {"kind": CODES.code("frame", frame.kind)}
    for field in fields(type(frame)):
        if field.name in PARTS:
            part, sort = PARTS[field.name]
            value = getattr(frame, field.name)
            found[part] = int(value) if sort in ("seat", "flag") else CODES.code(sort, value)
    if isinstance(frame, Foresee):
        found["card"] = CODES.code("card", "".join(frame.picked))
    return Slot(**found)


def _of_table(kind: type[Frame], name: str, slot: Slot, table: Table) -> Any:
    """What a frame remembers that no slot holds: who chose what, who was named, what was picked."""
    if kind in (SecretSupport, RevealWindow):
        return tuple(CODES.value("stance", side) for side in table.secret)
    if name == "chosen":
        return tuple("".join(kind for kind, entry in zip(OBJECTS, row, strict=True) if entry) for row in table.chosen)
    if name == "refused":
        return tuple(seat for seat, refused in enumerate(table.refused) if refused)
    if name == "named":
        times_named = table.pointed if kind is PointOut else table.named
        return tuple(seat for seat, times in enumerate(times_named) for _ in range(times))
    return (CODES.value("card", slot.card),) if slot.card else ()


def frame_of(slot: Slot, table: Table) -> Frame:
    """The frame that a slot of numbers stands for, on a table of numbers."""
    kind = _FRAMES[CODES.value("frame", slot.kind)]
    values: dict[str, Any] = {}
    for field in fields(kind):
        if field.name not in PARTS:
            values[field.name] = _of_table(kind, field.name, slot, table)
            continue
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


def _proclaimed(state: State) -> Mapping[str, Any]:
    """The fields of a proclamation, under way or judged."""
    found = dict(undecided(state.players))
    for frame in state.agenda:
        if isinstance(frame, NameAllies):
            found["named"] = tuple(frame.named.count(seat) for seat in range(state.players))
    if state.verdict is not None:
        verdict = state.verdict
        found |= {
            "over": True, "judged": verdict.by, "claim": CODES.code("side", verdict.claim), "right": verdict.right,
            "winners": tuple(seat in verdict.winners for seat in range(state.players)),
        }
    return found


def _kept_below(box: Box, state: State) -> Mapping[str, Any]:
    """What frames remember that stay while others lie on them; the occupations under those left over."""
    trying = [frame for frame in state.agenda if isinstance(frame, TradeOn)]
    pointing = [frame for frame in state.agenda if isinstance(frame, PointOut)]
    seats = range(state.players)
    return {
        "sunk": tuple(state.sunk.index(role) + 1 if role in state.sunk else 0 for role in ROLES) if box.sinks else (),
        "refused": tuple(any(seat in frame.refused for frame in trying) for seat in seats) if box.tries_on else (),
        "pointed": tuple(sum(frame.named.count(seat) for frame in pointing) for seat in seats)
        if box.points_out else (),
    }


def _doubles(box: Box, duel: Duel) -> list[tuple[int, str]]:
    """The cards that are weighed in the order laid. Raises `Undecodable` for one that lies twice before a seat."""
    words = [CODES.value("card", number) for number in box.weighed]
    found = [(seat, card) for seat, card in duel.played if card in words]
    if len(set(found)) < len(found):
        raise Undecodable(f"a card that is weighed by itself was used twice by one seat: {found}")
    return found


def _struggle(box: Box, state: State) -> Mapping[str, Any]:
    """The fields of the struggle, if there is one."""
    duel, seats = state.duel, range(state.players)
    if duel is None:
        return quiet(box)
    played = Counter(duel.played)
    doubles = _doubles(box, duel)
    words = [CODES.value("card", number) for number in box.weighed]
    symbols = {(seat, card): side for seat, card, side in duel.symbols}
    stance = tuple(CODES.code("stance", side) for side in duel.sides)
    return {
        "duel": True, "attacker": duel.attacker, "defender": duel.defender, "stance": stance,
        "laid": tuple(tuple(played[seat, kind] for kind in OBJECTS) for seat in seats),
        "lies": tuple(tuple(played[seat, role] for role in ROLES) for seat in seats),
        "rank": tuple(tuple(doubles.index((seat, word)) + 1 if (seat, word) in doubles else 0 for word in words)
                      for seat in seats),
        "symbol": tuple(tuple(CODES.code("stance", symbols.get((seat, word), "")) for word in words) for seat in seats),
        "silenced": tuple(duel.silenced.count(seat) for seat in seats), "alone": duel.alone,
        "appointed": CODES.code("stance", duel.appointed), "result": CODES.code("result", duel.result),
        "down": tuple((duel.tokens.count((seat, ATTACKER)), duel.tokens.count((seat, DEFENDER))) for seat in seats)
        if box.tokens else (),
        "secret": _secrets(box, state),
    }


def _secrets(box: Box, state: State) -> tuple[int, ...]:
    """Whom each seat has chosen in secret to support, while that is not shown."""
    if not box.in_secret:
        return ()
    hidden = [frame.chosen for frame in state.agenda if isinstance(frame, SecretSupport | RevealWindow)]
    return tuple(CODES.code("stance", side) for side in next(iter(hidden), ("",) * state.players))


def encode(box: Box, state: State, depth: int) -> Table:
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
        spent=tuple(role in state.spent for role in ROLES), retired=tuple(role in state.retired for role in ROLES),
        sides=tuple(CODES.code("side", side) for side in state.sides),
        rows=tuple(tuple(CODES.code("side", side) for side in row) for row in state.rows),
        turned=state.turned, active=state.active, turn=state.turn, **_struggle(box, state), **_proclaimed(state),
        **_kept_below(box, state),
        tokens=state.tokens, chosen=_choices(state), agenda=(*slots, *(EMPTY for _ in range(depth - len(slots)))),
    )


def evaluate(model: Model, table: Table) -> Table:
    """The table of numbers that a model gives a symbolic one."""

    def value(term: Term) -> Term:
        if isinstance(term, bool | int):
            return term
        return model.holds(term) if z3.is_bool(term) else model.number(term)

    return mapped(table, value)


def _in_order(box: Box, table: Table) -> tuple[tuple[int, str], ...]:
    """The cards laid in a struggle: those that are weighed in their order, then by seat the others."""
    seats, doubles = range(table.players), box.weighed
    ranked = sorted((rank, seat, number) for seat in seats
                    for rank, number in zip(table.rank[seat], doubles, strict=True) if rank)
    others = [(seat, number) for seat in seats for number, times in
              (*zip(KINDS, table.laid[seat], strict=True), *zip(ROLE_CODES, table.lies[seat], strict=True))
              if number not in doubles for _ in range(times)]
    return tuple((seat, CODES.value("card", number)) for seat, number in
                 (*((seat, number) for _, seat, number in ranked), *others))


def _duel(box: Box, table: Table) -> Duel | None:
    """The struggle that a table of numbers tells of."""
    if not table.duel:
        return None
    chosen = {(seat, CODES.value("card", number)): CODES.value("stance", side)
              for seat, row in enumerate(table.symbol) for number, side in zip(box.weighed, row, strict=True)}
    played = _in_order(box, table)
    return Duel(
        table.attacker, table.defender, tuple(CODES.value("stance", side) for side in table.stance), played,
        tuple(seat for seat, times in enumerate(table.silenced) for _ in range(times)), table.alone,
        CODES.value("stance", table.appointed),
        tuple((seat, word, chosen[seat, word]) for seat, word in played if chosen.get((seat, word))),
        CODES.value("result", table.result),
        tuple((seat, side) for seat, row in enumerate(table.down)
              for side, times in zip((ATTACKER, DEFENDER), row, strict=True) for _ in range(times)),
    )


def decode(box: Box, table: Table) -> State:
    """The engine's state that a table of numbers stands for, in the order of `canonical`."""
    n = box.players

    def lying(place: int, but: tuple[str, ...] = ()) -> tuple[str, ...]:
        return tuple(kind for k, kind in zip(KINDS, OBJECTS, strict=True)
                     for _ in range(table.count[k - 1][place] - but.count(kind)))

    top = tuple(CODES.value("card", kind) for kind in table.top if kind)
    roles = tuple(CODES.value("card", role) for role in table.roles)
    sides = tuple(CODES.value("side", side) for side in table.sides)
    rows = tuple(tuple(CODES.value("side", side) for side in row) for row in table.rows)
    cards = [card for row in rows for card in row] if rows else [*sides]
    each = box.rules.fact("associations.each")
    retired = tuple(sorted(role for role, gone in zip(ROLES, table.retired, strict=True) if gone))
    winners = tuple(seat for seat, wins in enumerate(table.winners) if wins)
    return State(
        hands=tuple(lying(seat) for seat in range(n)), roles=roles, shown=table.shown, sides=sides,
        spare=tuple(sorted(side for side in SIDES for _ in range(each - cards.count(side)))),
        rows=rows,
        leftover=tuple(sorted(role for role in ROLES if role not in (*roles, *retired))), retired=retired,
        top=top, rest=lying(n, top),
        out=lying(n + 1), turned=table.turned, active=table.active, turn=table.turn,
        spent=tuple(sorted(role for role, spent in zip(ROLES, table.spent, strict=True) if spent)),
        sunk=tuple(role for _, role in sorted(zip(table.sunk, ROLES, strict=False)) if _),
        agenda=tuple(frame_of(slot, table) for slot in table.agenda if slot.kind), duel=_duel(box, table),
        tokens=table.tokens,
        verdict=Verdict(table.judged, CODES.value("side", table.claim), table.right, winners) if table.over else None,
    )


def canonical(box: Box, state: State) -> State:
    """The state with what was done in a struggle, and who was named, in an order that tells no history.

    Nothing that follows depends on the order but that of the cards that are weighed, which is kept.
    """
    return decode(box, encode(box, state, len(state.agenda)))
