"""What may be done on a table: the candidates of each kind of decision, the names of guards, the norms settled."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...model.dice_devils.ranks import FEHLERTEUFEL, PUTZTEUFEL, SPIELTEUFEL
from ...model.dice_devils.state import ranks_in
from ...model.dice_devils.vocabulary import FRAME_ACTS
from ...model.norms import Norm
from ...model.rules import Rules
from ..algebra import Algebra, Term, at
from ..settling import Candidate, Settled, norms_at, settle, stand
from .settle import scores
from .table import CODES, Box, Table, card, many

DECISIONS = tuple(kind for kind in FRAME_ACTS if kind not in ("reveal", "roll"))

_OF_RANK = {"force": SPIELTEUFEL, "steal": FEHLERTEUFEL, "exchange": PUTZTEUFEL, "give": PUTZTEUFEL}


class Unspoken(LookupError):
    """A name of a guard that the symbolic table has nothing for."""


def kind_of(table: Table) -> str:
    """The kind of decision that is owed, which is known."""
    return CODES.value("frame", table.owed.kind)


def key_of(move: Any) -> tuple[Any, ...]:
    """What tells a move from others of its seat."""
    told = (getattr(move, name) for name in ("at", "to", "kind") if hasattr(move, name))
    return (move.act, *(card(one) if isinstance(one, str) else one for one in told))


def due_in(rules: Rules) -> tuple[str, ...]:
    """The kinds of decision that come up: those of a rank need the rank."""
    ranks = {name for some in ranks_in(rules) for name in some}
    return tuple(kind for kind in DECISIONS if kind not in _OF_RANK or _OF_RANK[kind] in ranks)


def _lost(a: Algebra, table: Table, seat: int) -> Term:
    fight = table.fight
    return a.every((a.le(0, fight.winner), fight.seats[seat], a.no(a.eq(fight.winner, seat))))


def _lowest(a: Algebra, box: Box, table: Table, seat: int) -> Term:
    worth, fights = scores(a, box, table), table.fight.seats
    lower = (a.implies(yes, a.le(worth[seat], other)) for yes, other in zip(fights, worth, strict=True))
    return a.every((fights[seat], *lower))


def _values(a: Algebra, box: Box, kind: Term) -> Term:
    """What an object of a kind is worth; nothing for none."""
    found: Term = 0
    for key in box.kinds:
        told = box.rules.value_of(f"value.{CODES.value('card', key)}")
        found = a.ite(a.eq(kind, key), told or 0, found)
    return found


def _at(a: Algebra, box: Box, table: Table, seat: int) -> dict[str, Any]:
    return {"target": seat, "target_rank": table.ranks[seat], "target_objects": table.hands[seat],
            "target_lost": _lost(a, table, seat), "target_lowest": _lowest(a, box, table, seat)}


def _others(table: Table) -> list[int]:
    return [seat for seat in range(table.players) if seat != table.owed.by]


def candidates(a: Algebra, box: Box, table: Table) -> tuple[Candidate, ...]:
    """Everything that could be done at the decision that is owed; its seat is known."""
    kind, by = kind_of(table), table.owed.by
    leave = Candidate("leave", ("leave",), True, True, {})
    match kind:
        case "place":
            return tuple(Candidate("place", ("place", i), a.lt(0, there), True, {
                "object": there, "value": _values(a, box, there), "others_there": many(a, table.wants(a, i))})
                for i, there in enumerate(table.row))
        case "force":
            return Candidate("force", ("force",), True, True, {}), leave
        case "give":
            return tuple(Candidate("give", ("give", key), a.lt(0, held), True,
                                   {"object": key, "value": _values(a, box, key)})
                         for key, held in table.hands[by].items())
        case "swap":
            swaps = (Candidate("swap", ("swap", to), True, True, _at(a, box, table, to))
                     for to in _others(table))
            return (*swaps, leave)
    act = "steal" if kind == "steal" else "take"
    found = (Candidate(act, (act, to, key), a.lt(0, held), True,
                       {**_at(a, box, table, to), "object": key, "value": _values(a, box, key)})
             for to in _others(table) for key, held in table.hands[to].items())
    return (*found, leave)


_NAMES: Mapping[str, Callable[[Algebra, Box, Table], Any]] = {
    "heap": lambda a, b, t: a.count(t.heap, None),
    "lying": lambda a, b, t: t.lying(a),
    "players": lambda a, b, t: t.players,
    "turn": lambda a, b, t: t.turn,
    "seat": lambda a, b, t: t.owed.by,
    "rank": lambda a, b, t: at(a, t.ranks, t.owed.by),
    "objects": lambda a, b, t: t.hand_of(a, t.owed.by),
    "forced": lambda a, b, t: t.forced,
    "fighters": lambda a, b, t: many(a, t.fight.seats),
    "score": lambda a, b, t: at(a, scores(a, b, t), t.owed.by),
}


def name(a: Algebra, box: Box, table: Table, word: str, candidate: Candidate | None) -> Term:
    """What a name of a guard points at. Raises `Unspoken` for what is not on the table."""
    if candidate is not None and word in candidate.values:
        return candidate.values[word]
    if word not in _NAMES:
        raise Unspoken(word)
    return _NAMES[word](a, box, table)


def settled(a: Algebra, box: Box, table: Table, norms: tuple[Norm, ...] | None = None) -> Settled:
    """The norms of the rule set, or others, settled over the candidates of the seat that decides."""
    kind, listed = kind_of(table), candidates(a, box, table)
    known = norms_at(box.rules.norms if norms is None else norms, kind, FRAME_ACTS[kind])
    return settle(a, listed, stand(a, known, listed, lambda word, c: name(a, box, table, word, c), True))
