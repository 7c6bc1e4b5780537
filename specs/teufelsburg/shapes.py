"""The agenda: what can be owed, and in which order, at any moment of a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from ...model.teufelsburg.cards import ALCHEMIST, HYPNOTIST
from ...model.teufelsburg.vocabulary import STRUGGLE
from ..algebra import ABSENT, Algebra, Term, ne, never
from .codes import BAG_CALLED, KINDS, Box
from .opening import used_at
from .struggling import supporters
from .table import EMPTY, SLOT_PARTS, Slot, Table, is_frame

BASES = ("action", "end")
TRADING = ("offer", "answer", "activate", "text-order")
GIVING = ("surplus", "unload")
DEMANDING = ("demand", "demand-what", "demand-bag")
TEXTS = ("draw", *GIVING, "retrain", "direct", "pass-on", "peek")
# What may lie on top of the choice of an action or the end of a turn ...
UPPER = (*TRADING, *DEMANDING, *TEXTS, "spy", "trade-on")
# ... and on top of the second of two traded texts, while the first is carried out.
FIRST = ("activate", *TEXTS)
# What may lie on the trade that goes on, which lies on the choice of an action or the end of a turn.
ON_TRYING = ("offer", "answer")
NAMING = ("point-out", "name-allies")
SECRET = ("secret-support", "duel.reveal")
WEIGHING = ("symbol", "bonus")
FATES = ("stand-off", "reward", "duel.choice", "steal", "give-back")
COUNTED = ("duel.result", *FATES)
LAST = ("duel.priest", "duel.powers", *COUNTED)  # only the end of the turn lies below them
ON_TOP: Mapping[str, str] = {"silence": HYPNOTIST, "appoint": ALCHEMIST}  # put there by the use of an occupation
INTERRUPTS = ("foresee", *ON_TOP)

Slots = Sequence[Slot]


def blank(a: Algebra, slots: Slots) -> Term:
    """Nothing is owed in these slots."""
    return a.every(a.eq(getattr(slot, part), getattr(EMPTY, part)) for slot in slots for part in SLOT_PARTS)


def seats(a: Algebra, table: Table, *some: Term) -> Term:
    """They are seats, and different ones."""
    n = table.players
    return a.every((
        *(a.every((a.le(0, seat), a.lt(seat, n))) for seat in some),
        *(ne(a, x, y) for i, x in enumerate(some) for y in some[:i]),
    ))


def below(a: Algebra, table: Table, *kinds: str) -> Slots:
    """The agenda without a frame of these kinds on top, if there is one."""
    top, *rest = table.agenda
    there = is_frame(a, top, *kinds)
    if never(there):
        return table.agenda
    under = (*rest, EMPTY)
    if there is True:
        return under
    return tuple(
        Slot(*(a.ite(there, getattr(low, part), getattr(high, part)) for part in SLOT_PARTS))
        for low, high in zip(under, table.agenda, strict=True)
    )


def _base(a: Algebra, table: Table, slots: Slots, at_: int) -> Term:
    """An action is chosen, or the turn ends, and nothing else is owed after that."""
    if at_ >= len(slots):
        return False
    slot = slots[at_]
    return a.every((is_frame(a, slot, *BASES), a.eq(slot.by, table.active), blank(a, slots[at_ + 1:])))


def _ends(a: Algebra, table: Table, slots: Slots, at_: int) -> Term:
    if at_ >= len(slots):
        return False
    slot = slots[at_]
    return a.every((is_frame(a, slot, "end"), a.eq(slot.by, table.active), blank(a, slots[at_ + 1:])))


def _row(a: Algebra, slots: Slots, at_: int, *kinds: str) -> Term:
    """Frames of these kinds one below the other, from a slot on."""
    if at_ + len(kinds) > len(slots):
        return False
    return a.every(is_frame(a, slots[at_ + i], kind) for i, kind in enumerate(kinds))


def traded(a: Algebra, box: Box, table: Table, slot: Slot) -> Term:
    """Two kinds of object of this game went from one seat to another."""
    kinds = frozenset(box.kinds)
    named = frozenset((ABSENT, *KINDS, BAG_CALLED))
    return a.every((seats(a, table, slot.by, slot.to), a.member(slot.card, kinds), a.member(slot.other, kinds),
                    a.member(slot.demanded, named)))


def _rest(a: Algebra, box: Box, table: Table, slots: Slots, at_: int) -> Term:
    """The base, or the second of two traded texts over it."""
    second = is_frame(a, slots[at_], "activate")
    if never(second):
        return _base(a, table, slots, at_)
    return a.some((
        _base(a, table, slots, at_),
        a.every((second, traded(a, box, table, slots[at_]), _base(a, table, slots, at_ + 1))),
    ))


# ---------------------------------------------------------------- outside of struggles


def _peace(a: Algebra, box: Box, table: Table, slots: Slots) -> Iterator[Term]:
    top = slots[0]
    yield a.every((table.over, blank(a, slots)))
    yield _base(a, table, slots, 0)
    yield a.every((is_frame(a, top, *UPPER), _base(a, table, slots, 1)))
    yield a.every((is_frame(a, top, *FIRST), _rest(a, box, table, slots, 1)))
    yield a.every((is_frame(a, top, *GIVING, *NAMING), blank(a, slots[1:])))
    if box.points_out:
        yield a.every((_row(a, slots, 0, *reversed(NAMING)), blank(a, slots[2:])))
    if box.tries_on:
        yield a.every((is_frame(a, top, *ON_TRYING), a.no(a.present(top.demanded)), is_frame(a, slots[1], "trade-on"),
                       _base(a, table, slots, 2)))
    if box.rules.value_of("sextant.order") != "together":
        yield _passing(a, box, table, slots)
        yield a.every((is_frame(a, top, *GIVING), _passing(a, box, table, slots[1:])))


def _passing(a: Algebra, box: Box, table: Table, slots: Slots) -> Term:
    """Some of the seats still pass on, each to the next of them, the last to the first of all."""
    found = []
    for many in range(1, table.players + 1):
        if many >= len(slots):
            break
        chain = slots[:many]
        found.append(a.every((
            *(is_frame(a, slot, "pass-in-turn") for slot in chain), _around(a, table, chain),
            *(a.eq(s.to, t.by) for s, t in pairwise(chain)),
            _rest(a, box, table, slots, many),
        )))
    return a.some(found)


def _around(a: Algebra, table: Table, chain: Slots) -> Term:
    """No seat passes on twice, and the last one to who began."""
    begun = chain[-1].to
    if len(chain) == table.players:
        return a.every((seats(a, table, *(slot.by for slot in chain)), a.eq(begun, chain[0].by)))
    return seats(a, table, *(slot.by for slot in chain), begun)


# ---------------------------------------------------------------- in a struggle


def _struggle(a: Algebra, box: Box, table: Table, slots: Slots) -> Iterator[Term]:
    top = slots[0]
    yield a.every((is_frame(a, top, "tribute"), blank(a, slots[1:])))
    yield a.every((is_frame(a, top, *LAST), _ends(a, table, slots, 1)))
    yield a.every((_row(a, slots, 0, "duel.hypnotist", "duel.powers"), _ends(a, table, slots, 2)))
    yield from (_support(a, box, table, slots))
    if box.rules.value_of("give-back.moment") != "before-surplus":
        yield a.every((is_frame(a, top, *GIVING), is_frame(a, slots[1], "give-back"), _ends(a, table, slots, 2)))
    if box.draws_too:
        above = is_frame(a, top, "stand-off", "draw", *GIVING)
        yield a.every((above, is_frame(a, slots[1], "reward"), _ends(a, table, slots, 2)))
    for many in range(1, len(box.doubles) + len(box.bonuses) + 1):
        yield a.every((*(is_frame(a, slot, *WEIGHING) for slot in slots[:many]), _ends(a, table, slots, many)))


def _support(a: Algebra, box: Box, table: Table, slots: Slots) -> Iterator[Term]:
    if box.in_secret:
        for kind in SECRET:
            yield a.every((_row(a, slots, 0, kind, "duel.hypnotist", "duel.powers"), _ends(a, table, slots, 3)))
        return
    if never(is_frame(a, slots[0], "support")):
        return
    order = supporters(a, table)
    for many in range(1, len(order) + 1):
        yield a.every((
            *(a.every((is_frame(a, slot, "support"), a.eq(slot.by, seat)))
              for slot, seat in zip(slots, order[-many:], strict=False)),
            _row(a, slots, many, "duel.hypnotist", "duel.powers"), _ends(a, table, slots, many + 2),
        ))


def shape(a: Algebra, box: Box, table: Table) -> Term:
    """The agenda has one of the shapes there are, with a look at the pile on top of it or not.

    In a struggle the choice of an occupation just used may lie on top, where the rules let it be used.
    """
    slots = below(a, table, "foresee")
    found = [*_peace(a, box, table, slots)]
    if not never(table.duel):
        found += [a.every((table.duel, term)) for term in _struggle(a, box, table, slots)]
        for kind, role in ON_TOP.items():
            frames = used_at(box.rules, role)
            on_top = is_frame(a, slots[0], kind)
            if never(on_top) or not frames:
                continue
            under = (*slots[1:], EMPTY)
            lies = a.some(_struggle(a, box, table, under))
            found.append(a.every((table.duel, on_top, is_frame(a, under[0], *frames), lies)))
    return a.some(found)


def phase(a: Algebra, table: Table) -> Slot:
    """The frame of the moment that a game is in: the one on top, but for what an occupation has put on it."""
    first, second, *_ = (*below(a, table, "foresee"), EMPTY)
    on_top = is_frame(a, first, *ON_TOP)
    if never(on_top):
        return first
    return Slot(*(a.ite(on_top, getattr(second, part), getattr(first, part)) for part in SLOT_PARTS))


def owed_struggle(a: Algebra, table: Table) -> Term:
    """Some decision of a struggle is owed."""
    return a.some(is_frame(a, slot, *STRUGGLE) for slot in table.agenda)
