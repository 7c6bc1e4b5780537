"""What holds of a struggle, in every moment of it: who fights, who has declared what, what lies, what was counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from ..algebra import Algebra, Term, ne, never, where
from .codes import KINDS, RESULTS, ROLE_CODES, Box
from .counting import ATTACKER, STAND_OFF, lying
from .opening import laid_down
from .shapes import COUNTED, FATES, SECRET, below, owed_struggle, phase
from .struggle import ABSTAINS, ATTACKS, DEFENDS
from .table import Slot, Table, flat, is_frame, quiet

OF_STRUGGLE = ("duel", "attacker", "defender", "stance", "laid", "lies", "rank", "symbol", "silenced", "alone",
               "appointed", "result", "down", "secret")
IN_HAND = ("stand-off", "reward", "duel.choice", "steal", "give-back", "tribute")  # what lies may be gone from here on


def no_struggle(a: Algebra, box: Box, table: Table) -> Term:
    """Without a struggle nothing is left of any."""
    if table.duel is True:
        return True
    return a.some((table.duel, a.every(
        a.eq(x, y) for name, empty in quiet(box).items() if name != "duel"
        for x, y in zip(flat(getattr(table, name)), flat(empty), strict=True))))


def owed(a: Algebra, _: Box, table: Table) -> Term:
    """A struggle is under way exactly while something of it is owed."""
    return a.iff(table.duel, owed_struggle(a, table))


Piece = Callable[..., Iterator[Term]]
Holds = Callable[..., Term]


def _in_struggle(piece: Piece) -> Holds:
    """What holds of a struggle, if there is one."""

    def holds(a: Algebra, box: Box, table: Table, *derived: Term) -> Term:
        if never(table.duel):
            return True
        return a.implies(table.duel, a.every(piece(a, box, table, *derived)))

    holds.__doc__ = piece.__doc__
    return holds


@_in_struggle
def fighters(a: Algebra, _: Box, table: Table) -> Iterator[Term]:
    """The attacker is on turn, and fights against another."""
    n = table.players
    yield a.eq(table.attacker, table.active)
    yield ne(a, table.attacker, table.defender)
    yield from (a.every((a.le(0, seat), a.lt(seat, n))) for seat in (table.attacker, table.defender))


def asked(a: Algebra, table: Table) -> tuple[Term, ...]:
    """What the agenda tells of the support: it is to come, a tribute is owed instead, who is still to be asked."""

    def owes(*kinds: str) -> Term:
        return a.some(is_frame(a, slot, *kinds) for slot in table.agenda)

    waits = tuple(
        a.some(a.every((is_frame(a, slot, "support"), a.eq(slot.by, seat))) for slot in table.agenda)
        for seat in range(table.players))
    return owes("duel.priest", *SECRET), owes("tribute"), waits


@_in_struggle
def stances(
    a: Algebra, box: Box, table: Table, early: Term, paid: Term, waits: tuple[Term, ...]
) -> Iterator[Term]:
    """The fighters stand from the attack on; a seat has declared nothing exactly until it was asked.

    The priest may come before the support, or in its midst.
    """
    unasked = table.alone if box.in_secret else False
    for seat, stance in enumerate(table.stance):
        attacks, defends = a.eq(table.attacker, seat), a.eq(table.defender, seat)
        wait, open_ = a.some((early, waits[seat])), a.eq(stance, 0)
        yield a.every((a.le(0, stance), a.le(stance, ABSTAINS)))
        yield a.implies(attacks, a.eq(stance, ATTACKS))
        yield a.implies(defends, a.eq(stance, DEFENDS))
        declares = a.every((a.implies(wait, open_), a.some((wait, unasked, a.no(open_)))))
        yield a.some((attacks, defends, paid, declares))


def gone(a: Algebra, table: Table) -> tuple[Term, ...]:
    """What lies may have left the hand by now: the winner has chosen, or a tribute was paid."""
    return (a.some(is_frame(a, slot, *IN_HAND) for slot in table.agenda),)


@_in_struggle
def objects_lie(a: Algebra, box: Box, table: Table, left: Term) -> Iterator[Term]:
    """What lies is of a kind that the rules let somebody use, and in hand until the winner has chosen."""
    usable = laid_down(box.rules)
    for seat in range(table.players):
        for kind, laid in zip(KINDS, table.laid[seat], strict=True):
            if kind not in usable:
                yield a.eq(laid, 0)
                continue
            yield a.every((a.le(0, laid), a.le(laid, box.there[kind - 1])))
            yield a.some((left, a.le(laid, table.held(a, seat, kind))))


@_in_struggle
def roles_lie(a: Algebra, box: Box, table: Table) -> Iterator[Term]:
    """An occupation used in the struggle is its seat's, spent, and face-up unless it is hidden again."""
    usable = laid_down(box.rules)
    stays = box.rules.switch("occupation.shown") != "hidden-again"
    for seat in range(table.players):
        for number, times, spent in zip(ROLE_CODES, table.lies[seat], table.spent, strict=True):
            if number not in usable:
                yield a.eq(times, 0)
                continue
            face_up = table.shown[seat] if stays else True
            own = a.every((a.eq(table.roles[seat], number), spent, face_up))
            yield a.every((a.le(0, times), a.some((a.eq(times, 0), own))))


@_in_struggle
def ranks(a: Algebra, box: Box, table: Table) -> Iterator[Term]:
    """The cards that are weighed have places in the order laid; a side is chosen only for what lies."""
    places = [(seat, i, number) for seat in range(table.players) for i, number in enumerate(box.weighed)]
    ranked = a.total(a.ite(a.lt(0, table.rank[seat][i]), 1, 0) for seat, i, _ in places)
    for at_, (seat, i, number) in enumerate(places):
        rank, side = table.rank[seat][i], table.symbol[seat][i]
        yield a.every((a.le(0, rank), a.le(rank, ranked)))
        yield a.iff(a.lt(0, rank), a.lt(0, lying(table, seat, number)))
        yield a.every((a.le(0, side), a.le(side, ABSTAINS), a.some((a.eq(side, 0), a.lt(0, rank)))))
        for other, j, _ in places[:at_]:
            yield a.some((a.eq(rank, 0), ne(a, rank, table.rank[other][j])))
    yield a.le(ranked, len(box.weighed))


def moment(a: Algebra, table: Table) -> tuple[Term | Slot, ...]:
    """It was counted, the frame of the moment, and the frame that may wait below it."""
    counted = a.some(is_frame(a, slot, *COUNTED) for slot in table.agenda)
    return counted, phase(a, table), below(a, table, "foresee")[1]


@_in_struggle
def counts(a: Algebra, _: Box, table: Table, counted: Term, now: Slot, then: Slot) -> Iterator[Term]:
    """There is a result once it was counted, and what follows is by it."""
    yield from (a.le(0, times) for times in table.silenced)
    yield a.every((a.le(0, table.appointed), a.le(table.appointed, DEFENDS)))
    yield a.every((a.le(0, table.result), a.le(table.result, len(RESULTS))))
    yield a.iff(ne(a, table.result, 0), counted)
    waits = is_frame(a, then, "reward")
    yield where(a, is_frame(a, now, "stand-off"), lambda: a.every((
        a.iff(a.eq(table.result, STAND_OFF), a.no(waits)), a.eq(now.by, table.attacker))))
    for slot, by_points in ((now, is_frame(a, now, *(kind for kind in FATES if kind != "stand-off"))), (then, waits)):
        yield where(a, by_points, partial(_won, a, table, slot))


def _won(a: Algebra, table: Table, slot: Slot) -> Term:
    """The frame is the winner's, and the other seat of it the loser."""
    won = a.eq(table.result, ATTACKER)
    return a.every((
        ne(a, table.result, STAND_OFF), a.eq(slot.by, a.ite(won, table.attacker, table.defender)),
        a.eq(slot.to, a.ite(won, table.defender, table.attacker))))


def secret_phase(a: Algebra, table: Table) -> tuple[Term, ...]:
    """All choose in secret, or have chosen."""
    return tuple(a.some(is_frame(a, slot, kind) for slot in table.agenda) for kind in SECRET)


@_in_struggle
def secrets(a: Algebra, box: Box, table: Table, choosing: Term, chosen: Term) -> Iterator[Term]:
    """Whom somebody supports in secret, until it is shown; and the tokens put down."""
    if box.in_secret:
        for seat, side in enumerate(table.secret):
            yield a.every((a.le(0, side), a.le(side, ABSTAINS), a.implies(chosen, ne(a, side, 0))))
            yield a.some((choosing, chosen, a.eq(side, 0)))
            for stance, fighter in ((ATTACKS, table.attacker), (DEFENDS, table.defender)):
                own = a.every((a.some((choosing, chosen)), a.eq(seat, fighter)))
                yield a.implies(own, a.eq(side, stance))
    yield from (a.le(0, times) for row in table.down for times in row)


def tokens(a: Algebra, box: Box, table: Table) -> Term:
    """There are as many tokens as there are, and nobody has fewer than none."""
    if not box.tokens:
        return True
    down = (times for row in table.down for times in row)
    return a.every((*(a.le(0, many) for many in table.tokens), a.le(a.total((*table.tokens, *down)), box.tokens)))
