"""Between tables and the engine's states: a model's position as a state, a state as a table of numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from ...model.caleira.frames import (
    EFFECTS,
    Arrange,
    Draw,
    Place,
    Play,
    Reveal,
    SwapDraw,
    SwapGive,
    SwapReturn,
    TurnUp,
    Watchtower,
)
from ...model.caleira.state import Piece, State
from ..algebra import Bag
from ..prover import Model
from .position import KIND_OF, Owed, Position
from .table import CODES, OFF, OWNED, Box, Due, Slot, Table, code

_SWAPS = {"swap-give": SwapGive, "swap-return": SwapReturn}


def _cards(model: Model, bag: Bag) -> tuple[str, ...]:
    return tuple(sorted(CODES.value("card", kind) for kind, many in bag.items() for _ in range(model.number(many))))


def decode(box: Box, model: Model, table: Table) -> State:
    """The engine's state of a model. Cards of the pile are unknown, but for those that are put in order now."""
    n = table.players
    rows: list[list[tuple[int, Piece]]] = [[] for _ in range(n)]
    for number, slot in enumerate(table.slots, 1):
        owner, up = model.number(slot.owner), model.holds(slot.up)
        if owner != OFF:
            piece = Piece(CODES.value("card", model.number(slot.kind)), number, up,
                          tuple(range(n)) if up else (owner,), model.holds(slot.silent), model.holds(slot.gap))
            rows[owner].append((model.number(slot.place), piece))
    castles = tuple(tuple(piece for _, piece in sorted(row, key=lambda item: item[0])) for row in rows)
    rest = _cards(model, table.rest)
    many = box.rules.fact("magician.cards") if table.due.kind == "arrange" else 0
    top, rest = rest[:many], rest[many:]
    return State(
        hands=tuple(_cards(model, hand) for hand in table.hands), castles=castles,
        discard=_cards(model, table.discard), top=top, rest=rest, gone=_cards(model, table.gone),
        active=model.number(table.active), turn=model.number(table.turn), out=model.number(table.out),
        agenda=(_frame(model, table.due, top),))


def state_of(model: Model, p: Position) -> State:
    """The engine's state of a model of a whole position in which nobody has won."""
    n = p.players
    rows: list[list[tuple[int, Piece]]] = [[] for _ in range(n)]
    for slot in p.slots:
        owner = model.number(slot.owner)
        if owner != OFF:
            seen = tuple(who for who, mark in enumerate(slot.seen) if model.holds(mark))
            piece = Piece(CODES.value("card", model.number(slot.kind)), model.number(slot.number),
                          model.holds(slot.up), seen, model.holds(slot.silent), model.holds(slot.gap))
            rows[owner].append((model.number(slot.place), piece))
    top = tuple(CODES.value("card", key) for card in p.top if (key := model.number(card)))
    return State(
        hands=tuple(_cards(model, hand) for hand in p.hands),
        castles=tuple(tuple(piece for _, piece in sorted(row, key=lambda item: item[0])) for row in rows),
        discard=_cards(model, p.discard), top=top, rest=_cards(model, p.rest), gone=_cards(model, p.gone),
        active=model.number(p.active), turn=model.number(p.turn), out=model.number(p.out),
        agenda=tuple(_told(model, frame) for frame in p.queue if model.number(frame.kind)))


def _told(model: Model, frame: Owed) -> Any:
    """A frame of the engine from one in numbers."""
    kind, by = KIND_OF[model.number(frame.kind)], model.number(frame.by)
    number, to, card = model.number(frame.number), model.number(frame.to), model.number(frame.card)
    row = tuple(found for term in (frame.cards if kind == "arrange" else frame.turned) if (found := model.number(term)))
    named = CODES.value("card", card)
    match kind:
        case "draw" | "play" | "turn-up":
            return {"draw": Draw, "play": Play, "turn-up": TurnUp}[kind](by)
        case "place":
            return Place(by, named, model.holds(frame.up))
        case "watchtower":
            return Watchtower(by, number, row)
        case "reveal":
            return Reveal(by, number)
        case "arrange":
            return Arrange(by, tuple(CODES.value("card", key) for key in row))
        case "swap-give":
            return SwapGive(by, to)
        case "swap-return" | "swap-draw":
            return {"swap-return": SwapReturn, "swap-draw": SwapDraw}[kind](by, to, named)
    return EFFECTS[kind](by, number)


def _frame(model: Model, due: Due, top: tuple[str, ...]) -> Any:
    by, source = due.by, model.number(due.source)
    turned = tuple(number for term in due.turned if (number := model.number(term)))
    match due.kind:
        case "play":
            return Play(by)
        case "place":
            return Place(by, CODES.value("card", model.number(due.card)), True)
        case "watchtower":
            return Watchtower(by, source, turned)
        case "reveal":
            return Reveal(by, model.number(due.piece))
        case "arrange":
            return Arrange(by, top)
        case "swap-give":
            return SwapGive(by, model.number(due.to))
        case "swap-return":
            return SwapReturn(by, model.number(due.to), CODES.value("card", model.number(due.given)))
    return EFFECTS[due.kind](by, source)


def _bag(box: Box, cards: tuple[str, ...]) -> Bag:
    many: Mapping[str, int] = Counter(cards)
    return {code(kind): many.get(kind, 0) for kind in box.kinds}


def encode(box: Box, state: State) -> Table:
    """A state with something to decide, as numbers. What an Arrange holds is in the pile, as all of that."""
    frame: Any = state.agenda[0]
    slots = [Slot(code("barracks"), OFF, False, False, False, 0, i) for i in range(1, box.cards + 1)]
    for seat, castle in enumerate(state.castles):
        for place, piece in enumerate(castle):
            number = piece.number
            slots[number - 1] = Slot(code(piece.kind), seat, piece.up, piece.silent, piece.gap, place, number)
    turned = getattr(frame, "turned", ())
    spare = box.rules.fact("watchtower.pieces") - 1 - len(turned) if frame.kind == "watchtower" else 0
    due = Due(
        frame.kind, frame.by, frame.source if frame.kind in OWNED else 0, (*turned, *(0 for _ in range(spare))),
        getattr(frame, "to", 0), code(getattr(frame, "given", "")), getattr(frame, "piece", 0),
        code(getattr(frame, "card", "")))
    return Table(
        tuple(slots), tuple(_bag(box, hand) for hand in state.hands), _bag(box, state.discard),
        _bag(box, (*state.top, *state.rest)), state.turn, state.active, due, _bag(box, state.gone), state.out)
