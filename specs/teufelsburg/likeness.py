"""How like two tables are, part by part in words; and what a plain table looks like."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ...model.teufelsburg.cards import BAGS
from ..algebra import Term
from .codes import KINDS, Box, card, frame_code
from .places import A
from .table import Table, flat


def likeness(table: Table, other: Table, by: int) -> Mapping[str, Term]:
    """For each part of a symbolic table, that it is as on a table of numbers; those of who moves come last.

    What lies in the pile is not told: it is whatever nobody holds.
    """
    def same(*names: str) -> Term:
        return A.every(A.eq(x, y) for name in names
                       for x, y in zip(flat(getattr(table, name)), flat(getattr(other, name)), strict=True))

    found = {
        "what else is owed": same("agenda"),
        "who is on turn": same("active"), "which turn it is": same("turn"),
        "what is chosen or named so far": same("chosen", "named", "pointed", "refused", "over", "judged", "claim",
                                               "right", "winners"),
        "who fights": same("duel", "attacker", "defender"), "who supports whom": same("stance", "secret"),
        "how the struggle stands": same("result", "appointed", "alone", "symbol"),
        "whom the Hypnotist chose": same("silenced"),
        "what was used in the struggle": same("laid", "lies", "rank", "down"),
        "the tokens": same("tokens"),
        "what is known of the pile": same("top"),
        "which occupations are out of the game": same("retired", "sunk"),
        "which occupations were used before": same("spent"),
        "whether the bags have turned": same("turned"),
    }
    seats = sorted(range(table.players), key=lambda seat: seat == by)
    for seat in seats:
        letter = chr(ord("A") + seat)
        rows = [A.eq(x, y) for x, y in zip(table.rows[seat], other.rows[seat], strict=True)] if table.rows else []
        found[f"the association of {letter}"] = A.every((A.eq(table.sides[seat], other.sides[seat]), *rows))
        found[f"whether the occupation of {letter} lies face-up"] = A.eq(table.shown[seat], other.shown[seat])
        found[f"the occupation of {letter}"] = A.eq(table.roles[seat], other.roles[seat])
        found[f"what {letter} holds"] = A.every(
            A.eq(table.count[k - 1][seat], other.count[k - 1][seat]) for k in KINDS)
    return found


def plainness(box: Box, table: Table) -> Sequence[Term]:
    """What a table is like if it can: early in the game, little used, nobody with more than at the start."""
    return tuple(_plain(box, table))


def _plain(box: Box, table: Table) -> Iterator[Term]:
    n = table.players
    yield A.no(table.turned)
    for bag in sorted(BAGS):
        yield A.eq(table.piled(card(bag)), 0)
    yield A.no(A.some(A.eq(slot.kind, frame_code("foresee")) for slot in table.agenda[1:]))
    yield A.eq(table.turn, 1)
    yield A.eq(table.active, 0)
    for name in ("silenced", "laid", "lies", "rank", "symbol", "down", "refused", "pointed", "named", "tokens", "top"):
        yield from (A.no(x) if _is_flag(name) else A.eq(x, 0) for x in flat(getattr(table, name)))
    yield A.no(table.alone)
    yield A.eq(table.appointed, 0)
    yield from (A.no(x) for name in ("shown", "spent", "retired") for x in getattr(table, name))
    yield from (A.eq(x, 0) for x in table.sunk)
    each = int(box.rules.fact("setup.hand"))
    yield from (A.eq(table.size(A, seat), each) for seat in range(n))
    yield from (A.eq(table.sides[seat], seat % 2 + 1) for seat in range(n))


def _is_flag(name: str) -> bool:
    return name == "refused"
