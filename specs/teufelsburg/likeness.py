"""How like two tables are, part by part in words; and what a plain table looks like."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ...model.teufelsburg.cards import BAGS
from ..algebra import Term
from .codes import BAG_KINDS, KINDS, ROLE_CODES, Box, called, card, frame_code
from .counting import result
from .listing import WINDOWS, Situation, use
from .opening import laid_down
from .places import A
from .situation import opened
from .table import Table, flat, is_frame

ROUNDS = 4  # of turns, in which a turn's number tells whose it is


def likeness(table: Table, other: Table, by: int) -> Mapping[str, Term]:
    """For each part of a symbolic table, that it is as on a table of numbers; those of who moves come last.

    What lies in the pile is not told: it is whatever nobody holds.
    """
    def same(*names: str) -> Term:
        return A.every(A.eq(x, y) for name in names
                       for x, y in zip(flat(getattr(table, name)), flat(getattr(other, name)), strict=True))

    found = {
        "what else is owed": A.every(
            A.eq(x, y) for x, y in zip(flat(table.agenda[1:]), flat(other.agenda[1:]), strict=True)),
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
        "what the decision is about": A.every(
            A.eq(x, y) for x, y in zip(flat(table.agenda[0]), flat(other.agenda[0]), strict=True)),
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
    top = table.agenda[0]
    yield A.implies(is_frame(A, top, "give-back"), A.eq(table.size(A, top.to), 0))
    changed = A.lt(0, table.held(A, top.to, top.card)), A.lt(0, table.held(A, top.by, top.other))
    yield A.implies(is_frame(A, top, "activate"), A.every(changed))
    yield A.no(A.some(is_frame(A, slot, "action") for slot in table.agenda[1:]))
    yield A.no(A.some(is_frame(A, slot, "activate") for slot in table.agenda[1:]))
    yield from (A.le(A.total(table.held(A, seat, bag) for bag in BAG_KINDS), 1) for seat in range(n))
    if table.duel is not False:
        yield from (_might_use(box, table, seat, kind) for seat in range(n) for kind in sorted(laid_down(box.rules)))
    yield A.no(table.turned)
    for bag in sorted(BAGS):
        yield A.eq(table.piled(card(bag)), 0)
    yield A.no(A.some(A.eq(slot.kind, frame_code("foresee")) for slot in table.agenda[1:]))
    yield A.some(A.eq(table.turn, table.active + 1 + n * rounds) for rounds in range(ROUNDS))
    yield A.eq(table.turn, 1)
    yield A.eq(table.active, 0)
    for name in ("silenced", "laid", "lies", "rank", "symbol", "down", "refused", "pointed", "named", "tokens", "top"):
        yield from (A.no(x) if _is_flag(name) else A.eq(x, 0) for x in flat(getattr(table, name)))
    yield A.some((A.eq(table.result, 0), A.eq(table.result, result(A, box, table))))
    yield A.no(table.alone)
    yield A.eq(table.appointed, 0)
    yield from (A.no(x) for name in ("shown", "spent", "retired") for x in getattr(table, name))
    yield from (A.eq(x, 0) for x in table.sunk)
    each = int(box.rules.fact("setup.hand"))
    yield from (A.eq(table.size(A, seat), each) for seat in range(n))
    yield from (A.eq(table.sides[seat], seat % 2 + 1) for seat in range(n))


def _might_use(box: Box, table: Table, seat: int, number: int) -> Term:
    """If this card was used by the seat in the struggle, some norm lets it be used by who the seat is there now."""
    role = number in ROLE_CODES
    lies = table.lies[seat][ROLE_CODES.index(number)] if role else table.laid[seat][number - 1]
    word = number if role else called(A, number, table.turned)
    opens = (opened(A, Situation(box, table, window, seat, owed=False), use(word)) for window in WINDOWS)
    return A.some((A.eq(lies, 0), *opens))


def _is_flag(name: str) -> bool:
    return name == "refused"
