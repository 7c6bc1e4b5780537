"""What may be done on a table: the candidates of each kind of frame, the names of guards, the norms settled."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...model.caleira.cards import MOATS
from ...model.caleira.vocabulary import AIMED, FRAME_ACTS
from ...model.norms import Norm
from ..algebra import Algebra, Term
from ..settling import Candidate, Settled, norms_at, settle, stand
from .table import CODES, Box, Slot, Table, code

DECISIONS = tuple(kind for kind in FRAME_ACTS if kind not in ("draw", "turn-up", "swap-draw"))


class Unspoken(LookupError):
    """A name of a guard that the symbolic table has nothing for."""


def key_of(move: Any) -> tuple[Any, ...]:
    """What tells a move from others here: orders in which cards are put back are not told apart."""
    match move.act:
        case "play":
            return ("play", move.kind, move.up)
        case "place":
            return ("place", move.at)
        case "aim":
            return ("aim", move.piece)
        case "swap-with":
            return ("swap-with", move.to)
        case "give":
            return ("give", move.kind)
    return (move.act,)


def _plain(act: str, there: Term = True) -> Candidate:
    return Candidate(act, (act,), there, True, {})


def _beside(a: Algebra, one: Slot, table: Table, working: bool) -> Term:
    """Whether face-up Moats stand next to a slot; `working`: that are not silent."""
    found = []
    for other in table.slots:
        if other is not one:
            left = a.every((a.eq(other.place + 1, one.place), a.no(one.gap)))
            right = a.every((a.eq(one.place + 1, other.place), a.no(other.gap)))
            found.append(a.every((a.eq(other.kind, code(MOATS)), a.eq(other.owner, one.owner), other.up,
                                  a.no(other.silent) if working else True, a.some((left, right)))))
    return a.some(found)


def _aims(a: Algebra, box: Box, table: Table) -> list[Candidate]:
    found, moats = [], MOATS in box.kinds
    for slot in table.slots:
        there = a.le(0, slot.owner)
        values = {
            "target": slot.owner, "target_hand": table.hand_of(a, slot.owner), "target_card": slot.kind,
            "target_face_up": slot.up, "target_itself": a.eq(table.due.source, slot.number),
            "target_before": a.some(a.eq(turned, slot.number) for turned in table.due.turned),
            "beside_moats": _beside(a, slot, table, False) if moats else False,
            "beside_working_moats": _beside(a, slot, table, True) if moats else False,
        }
        found.append(Candidate("aim", ("aim", slot.number), there, True, values))
    return found


def candidates(a: Algebra, box: Box, table: Table) -> tuple[Candidate, ...]:
    """Everything that could be done at the frame that is due."""
    kind, by = table.due.kind, table.due.by
    mine = table.hands[by]
    held = [(CODES.value("card", key), a.lt(0, many), {"card": key}) for key, many in mine.items()]
    match kind:
        case "play":
            return tuple(Candidate("play", ("play", card, up), there, True, {**values, "face_up": up})
                         for card, there, values in held for up in (True, False))
        case "place":
            size = table.castle(a, by)
            return tuple(
                Candidate("place", ("place", i), a.le(i, size), True, {"at_end": a.some((i == 0, a.eq(i, size)))})
                for i in range(len(table.slots) + 1))
        case "reveal":
            return _plain("reveal"), _plain("leave")
        case "magician":
            return _plain("look", a.lt(0, a.count(table.rest, None))), _plain("leave")
        case "arrange":
            return (_plain("arrange"),)
        case "market":
            with_ = [Candidate("swap-with", ("swap-with", to), True, True,
                               {"target": to, "target_hand": table.hands[to]}) for to in range(table.players)]
            return (*with_, _plain("leave"))
        case "swap-give" | "swap-return":
            return tuple(Candidate("give", ("give", card), there, True, values) for card, there, values in held)
    assert kind in AIMED, kind
    return (*_aims(a, box, table), _plain("leave"))


_NAMES: Mapping[str, Callable[[Algebra, Table], Term]] = {
    "pile": lambda a, t: a.count(t.rest, None),
    "players": lambda _, t: t.players,
    "turn": lambda _, t: t.turn,
    "pieces": lambda a, t: t.pieces(a),
    "discarded": lambda a, t: a.count(t.discard, None),
    "seat": lambda _, t: t.due.by,
    "on_turn": lambda a, t: a.eq(t.active, t.due.by),
    "hand": lambda _, t: t.hands[t.due.by],
    "castle": lambda a, t: t.castle(a, t.due.by),
    "in_castle": lambda a, t: a.le(0, t.of_slot(a, t.due.source, "owner")),
    "turned": lambda a, t: a.total(a.ite(a.lt(0, number), 1, 0) for number in t.due.turned),
}


def name(a: Algebra, table: Table, word: str, candidate: Candidate | None) -> Term:
    """What a name of a guard points at. Raises `Unspoken` for what is not on the table."""
    if candidate is not None and word in candidate.values:
        return candidate.values[word]
    if word not in _NAMES:
        raise Unspoken(word)
    return _NAMES[word](a, table)


def settled(a: Algebra, box: Box, table: Table, norms: tuple[Norm, ...] | None = None) -> Settled:
    """The norms of the rule set, or others, settled over the candidates of the seat that is due."""
    kind, listed = table.due.kind, candidates(a, box, table)
    known = norms_at(box.rules.norms if norms is None else norms, kind, FRAME_ACTS[kind])
    return settle(a, listed, stand(a, known, listed, lambda word, c: name(a, table, word, c), True))
