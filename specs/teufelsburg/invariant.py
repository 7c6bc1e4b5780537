"""What a sound position is: the conjuncts that every step keeps.

Each is named, so that a step that breaks one says which.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import z3
from attrs import frozen

from ...model.teufelsburg.cards import CLAIRVOYANT, COAT, DIPLOMAT
from ..algebra import ABSENT, Algebra, Term, at, ne, never, where
from . import fighting
from .codes import BAG_KINDS, KINDS, ROLE_CODES, Box, card, frame_code
from .shapes import GIVING, NAMING, ON_TOP, WEIGHING, below, phase, seats, shape, traded
from .table import FIELDS, Slot, Table, flat, is_frame, undecided
from .using import WINDOWS


def conserved(a: Algebra, box: Box, table: Table) -> Term:
    """Every object is in one place: of each kind as many as there are, nowhere fewer than none."""
    rows = zip(table.count, box.there, box.out, strict=True)
    return a.every(
        a.every((a.eq(a.total(row), there), a.eq(row[-1], out), *(a.le(0, entry) for entry in row)))
        for row, there, out in rows
    )


def owning(a: Algebra, _: Box, table: Table) -> Term:
    """Every hand holds at least one object, but for who is about to get one for the last that was taken.

    That is the loser of a struggle, and, where one passes on after the other, who began; who is next then has two.
    """

    def some(kind: str, part: str, seat: int) -> Term:
        return a.some(a.every((is_frame(a, slot, kind), a.eq(getattr(slot, part), seat))) for slot in table.agenda)

    found = []
    for seat in range(table.players):
        gives, gets = (some("pass-in-turn", part, seat) for part in ("by", "to"))
        fewer = a.some((some("give-back", "to", seat), a.every((gets, a.no(gives)))))
        least = a.total((1, a.ite(fewer, -1, 0), a.ite(a.every((gives, a.no(gets))), 1, 0)))
        found.append(a.le(least, table.size(a, seat)))
    return a.every(found)


def within_limit(a: Algebra, box: Box, table: Table) -> Term:
    """No hand is over the limit, but for the one object of the one seat that owes a surplus, and it is over.

    Where nothing is unloaded before it is given back, the winner of a struggle may hold one too many until then.
    """
    early = box.rules.value_of("give-back.moment") == "before-surplus"
    gives = [is_frame(a, slot, *GIVING) for slot in table.agenda]
    found = [a.le(a.total(a.ite(given, 1, 0) for given in gives), 1)]
    for seat in range(table.players):
        pairs = zip(gives, table.agenda, strict=True)
        owes = a.some(a.every((given, a.eq(slot.by, seat))) for given, slot in pairs)
        returns = a.some(
            a.every((early, is_frame(a, slot, "give-back"), a.eq(slot.by, seat))) for slot in table.agenda)
        size, more = table.size(a, seat), a.some((owes, returns))
        found += [a.le(size, a.ite(more, a.total((box.limit, 1)), box.limit)), a.implies(owes, a.lt(box.limit, size))]
    return a.every(found)


def turning(a: Algebra, _: Box, table: Table) -> Term:
    """The bags have turned exactly when the pile is used up."""
    return a.iff(table.turned, a.eq(table.pile(a), 0))


def known_top(a: Algebra, _: Box, table: Table) -> Term:
    """What is known on top of the pile lies in it; nothing is known below what is not."""
    lying = (
        a.le(a.total(a.ite(a.eq(kind, k), 1, 0) for kind in table.top), table.piled(k)) for k in KINDS
    )
    first, second = table.top
    return a.every((
        *lying, *(a.every((a.le(0, kind), a.le(kind, len(KINDS)))) for kind in table.top),
        a.implies(a.eq(first, ABSENT), a.eq(second, ABSENT)),
    ))


def people(a: Algebra, _: Box, table: Table) -> Term:
    """Every occupation is one seat's at most, and none of those laid apart."""
    n = table.players
    return a.every((
        *(a.member(role, frozenset(ROLE_CODES)) for role in table.roles),
        *(ne(a, table.roles[i], table.roles[j]) for i in range(n) for j in range(i)),
        *(a.no(a.every((gone, a.eq(role, number)))) for role in table.roles
          for number, gone in zip(ROLE_CODES, table.retired, strict=True)),
    ))


def sides(a: Algebra, box: Box, table: Table) -> Term:
    """No association has more players than cards."""
    return a.every((
        *(a.member(side, frozenset((1, 2))) for side in table.sides),
        *(a.le(a.total(a.ite(a.eq(side, s), 1, 0) for side in table.sides), box.at_most) for s in (1, 2)),
        _rows(a, box, table),
    ))


def turn(a: Algebra, _: Box, table: Table) -> Term:
    """Somebody is on turn, and turns count from 1."""
    return a.every((a.le(0, table.active), a.lt(table.active, table.players), a.le(1, table.turn)))


def _rows(a: Algebra, box: Box, table: Table) -> Term:
    """Most cards of each row tell the association, and there are not more of one than the box has."""
    codes = frozenset((1, 2))

    def shown(row: tuple[Term, ...], side: int) -> Term:
        return a.total(a.ite(a.eq(entry, side), 1, 0) for entry in row)

    pairs = zip(table.rows, table.sides, strict=False)
    cards = tuple(entry for row in table.rows for entry in row)
    return a.every((
        *(a.member(entry, codes) for entry in cards),
        *(a.iff(a.eq(side, s), a.lt(box.row, 2 * shown(row, s))) for row, side in pairs for s in codes),
        *(a.le(shown(cards, s), int(box.rules.fact("associations.each"))) for s in codes),
    ))


def _demander(a: Algebra, table: Table, seat: Term) -> Term:
    """The seat is on turn and has used the Diplomat."""
    used = table.spent[ROLE_CODES.index(card(DIPLOMAT))]
    return a.every((a.eq(seat, table.active), a.eq(at(a, table.roles, seat), card(DIPLOMAT)), used))


def _demanded(a: Algebra, box: Box, table: Table, slot: Slot, diplomat: Term, asked: Term) -> Term:
    """Nothing is demanded, or what is demanded is held by who is asked, and the Diplomat's seat asks."""
    hand = table.hand(a, asked)
    holds = [a.every((a.eq(slot.demanded, word), a.lt(0, held))) for word, held in hand.items()]
    if box.rules.value_of("demand.bag") == "this-bag":
        holds += [a.every((a.eq(slot.demanded, bag), a.lt(0, table.held(a, asked, bag)))) for bag in BAG_KINDS]
    return a.implies(a.present(slot.demanded), a.every((_demander(a, table, diplomat), a.some(holds))))


def meaning(a: Algebra, box: Box, table: Table) -> Term:
    """What the frames speak of is there: the object offered, the object demanded, the room, the pile."""
    top, moment = table.agenda[0], phase(a, table)
    found = [_means(a, box, table, moment), _looking(a, box, table, top)]
    found += [where(a, is_frame(a, slot, *ON_TOP), partial(seats, a, table, slot.by)) for slot in table.agenda[:2]]
    found.append(where(a, is_frame(a, table.agenda[1], "give-back"), lambda: _takes(a, table, table.agenda[1])))
    found += [where(a, is_frame(a, slot, *WEIGHING), partial(_weighs, a, box, table, slot))
              for slot in table.agenda[:1 + len(box.doubles) + len(box.bonuses)]]
    return a.every(found)


def _weighs(a: Algebra, box: Box, table: Table, slot: Slot) -> Term:
    """The card in question lies before its seat, and there is somebody to decide about it."""
    whose = a.ite(is_frame(a, slot, "bonus"), slot.to, slot.by)
    lies = a.some(
        a.every((a.eq(whose, seat), a.eq(slot.card, number), a.lt(0, rank)))
        for seat, row in enumerate(table.rank) for number, rank in zip(box.weighed, row, strict=True))
    right = (a.every((is_frame(a, slot, kind), a.member(slot.card, frozenset(cards))))
             for kind, cards in (("symbol", box.doubles), ("bonus", box.bonuses)))
    return a.every((lies, a.some(right), a.le(0, slot.by), a.lt(slot.by, table.players)))


def has_used(a: Algebra, box: Box, table: Table, seat: Term, role: str) -> Term:
    """The seat has used this occupation, which lies face-up unless it is hidden again."""
    spent = table.spent[ROLE_CODES.index(card(role))]
    stays = box.rules.switch("occupation.shown") != "hidden-again"
    return a.every((a.eq(at(a, table.roles, seat), card(role)), spent, at(a, table.shown, seat) if stays else True))


def _looking(a: Algebra, box: Box, table: Table, top: Slot) -> Term:
    """The Clairvoyant is on turn, and picks the first of the pile, or the second of those left."""
    picked = a.some(a.every((a.eq(top.card, kind), a.lt(0, table.piled(kind)))) for kind in KINDS)
    return where(a, is_frame(a, top, "foresee"), lambda: a.every((
        a.eq(top.by, table.active), a.lt(0, table.pile(a)), has_used(a, box, table, top.by, CLAIRVOYANT),
        a.some((a.eq(top.card, ABSENT), a.every((picked, a.lt(1, table.pile(a)))))),
        ne(a, table.agenda[1].kind, frame_code("foresee")))))


def _takes(a: Algebra, table: Table, slot: Slot) -> Term:
    """Somebody took the last object of another, and has two or more."""
    return a.every((seats(a, table, slot.by, slot.to), a.member(slot.card, frozenset(KINDS)),
                    a.le(2, table.size(a, slot.by))))


def _means(a: Algebra, box: Box, table: Table, top: Slot) -> Term:
    by, to = top.by, top.to

    def of(*kinds: str) -> Term:
        return is_frame(a, top, *kinds)

    n, windows = table.players, tuple(kind for kind in WINDOWS if kind != "duel.choice")
    pairs = ("offer", "answer", "activate", "unload", "demand-what", "demand-bag", "peek", "spy", "reward",
             "duel.choice", "steal", "give-back")
    return a.every((
        a.le(0, by), a.lt(by, n), where(a, of(*windows, "pass-on", "secret-support"), lambda: a.eq(by, 0)),
        where(a, of("peek"), lambda: a.every((box.row > 1, a.some((a.eq(top.mark, by), a.eq(top.mark, to)))))),
        where(a, of(*pairs), lambda: seats(a, table, by, to)),
        where(a, of("offer"), lambda: a.every((a.eq(by, table.active), _demanded(a, box, table, top, by, to)))),
        where(a, of("answer"), lambda: a.every((
            a.eq(to, table.active), a.member(top.card, frozenset(KINDS)), a.lt(0, table.held(a, to, top.card)),
            _demanded(a, box, table, top, to, by)))),
        where(a, of("activate", "text-order"), lambda: traded(a, box, table, top)),
        where(a, of("text-order"), lambda: box.rules.value_of("trade.first") == "on-turn"),
        where(a, of("trade-on"), lambda: box.tries_on),
        where(a, of("point-out"), lambda: box.points_out),
        where(a, of("draw", "stand-off"), lambda: a.lt(0, table.pile(a))),
        where(a, of("retrain"), lambda: a.every((box.has(COAT), a.member(top.mark, frozenset((0, 1)))))),
        where(a, of("pass-on"), lambda: a.member(top.mark, frozenset((1, 2)))),
        where(a, of("demand", "demand-what", "demand-bag"), lambda: _demander(a, table, by)),
        where(a, of("demand-bag"), lambda: box.rules.value_of("demand.bag") == "this-bag"),
        where(a, of("give-back"), lambda: _takes(a, table, top)),
        where(a, of("tribute"), lambda: a.every((
            a.eq(by, table.attacker), a.le(0, to), a.lt(to, n), a.le(2, table.size(a, by))))),
        where(a, of("duel.choice"), lambda: a.member(top.mark, frozenset((1, 2, 3)))),
        where(a, of(*NAMING), lambda: a.member(top.mark, frozenset((1, 2)))),
    ))


def choosing(a: Algebra, _: Box, table: Table, owed: Term) -> Term:
    """Nobody has chosen what to pass on unless that is owed; then some have, of their own, and not all."""
    none = a.every(a.eq(entry, 0) for row in table.chosen for entry in row)
    if never(owed):
        return none
    seats_ = range(table.players)
    own = (
        a.every((a.le(0, entry), a.le(entry, table.held(a, seat, kind))))
        for seat in seats_ for kind, entry in zip(KINDS, table.chosen[seat], strict=True)
    )
    return a.every((
        a.some((owed, none)), a.some(a.no(table.has_chosen(a, seat)) for seat in seats_),
        *own, *(a.le(a.total(table.chosen[seat]), 1) for seat in seats_),
    ))


def proclaiming(a: Algebra, _: Box, table: Table, owed: Term, nothing: Term) -> Term:
    """Nobody is named but by who proclaims, and only once; there is a verdict exactly when nothing is owed any more."""
    n = table.players
    open_ = undecided(n)
    verdict = ("judged", "claim", "right", "winners")
    none = a.every(a.eq(x, y) for name in verdict
                   for x, y in zip(flat(getattr(table, name)), flat(open_[name]), strict=True))
    return a.every((
        *(a.every((a.le(0, times), a.le(times, 1), a.some((owed, a.eq(times, 0))))) for times in table.named),
        a.iff(table.over, nothing), a.some((table.over, none)),
        where(a, table.over, lambda: a.every((a.le(0, table.judged), a.lt(table.judged, n), a.le(1, table.claim),
                                              a.le(table.claim, 3)))),
    ))


def face_up(a: Algebra, _: Box, table: Table) -> Term:
    """An occupation that lies face-up was used in this game."""
    return a.every(
        a.some((a.no(shown), a.no(a.eq(role, number)), spent))
        for shown, role in zip(table.shown, table.roles, strict=True)
        for number, spent in zip(ROLE_CODES, table.spent, strict=True)
    )


def trying(a: Algebra, box: Box, table: Table) -> Term:
    """Who was refused is on turn; some have refused, the last one among them, and not he; else nobody has."""
    if not box.tries_on:
        return True
    top, under, *_ = below(a, table, "foresee")
    is_on = [is_frame(a, slot, "trade-on") for slot in (top, under)]
    nobody = a.every(a.no(refused) for refused in table.refused)
    found = [a.some((*is_on, nobody))]
    for on, slot in zip(is_on, (top, under), strict=True):
        known = [a.every((a.implies(a.eq(slot.to, seat), no), a.implies(a.eq(slot.by, seat), a.no(no))))
                 for seat, no in enumerate(table.refused)]
        found.append(a.implies(on, a.every((a.eq(slot.by, table.active), seats(a, table, slot.by, slot.to), *known))))
    return a.every(found)


def pointing(a: Algebra, _: Box, table: Table, owed: Term) -> Term:
    """Companions are pointed out by who proclaims, as often as he likes."""
    return a.every(a.every((a.le(0, times), a.some((owed, a.eq(times, 0))))) for times in table.pointed)


def _owes_naming(a: Algebra, table: Table) -> tuple[Term, ...]:
    return (is_frame(a, phase(a, table), *NAMING),)


Derived = Callable[[Algebra, Table], tuple[Term, ...]]


def nothing_else(_: Algebra, __: Table) -> tuple[Term, ...]:
    """What is kept speaks of fields alone."""
    return ()


@frozen
class Kept:
    """What is kept: a condition on some fields, and on what else of the table it is given, the agenda above all.

    Where these are the same before and after a step, so is the condition, and nothing is built or proved again.
    """

    holds: Callable[..., Term]
    fields: tuple[str, ...]
    derived: Derived = nothing_else


_DUEL = ("duel", "attacker", "defender")
SOUND: Mapping[str, Kept] = {
    "conserved": Kept(conserved, ("count",)),
    "owning": Kept(owning, ("count", "agenda")),
    "within-limit": Kept(within_limit, ("count", "agenda")),
    "turning": Kept(turning, ("count", "turned")),
    "known-top": Kept(known_top, ("count", "top")),
    "people": Kept(people, ("roles", "retired")),
    "sides": Kept(sides, ("sides", "rows")),
    "turn": Kept(turn, ("active", "turn")),
    "face-up": Kept(face_up, ("roles", "shown", "spent")),
    "shape": Kept(shape, ("agenda", "active", "over", *_DUEL)),
    "no-struggle": Kept(fighting.no_struggle, tuple(name for name in FIELDS if name in fighting.OF_STRUGGLE)),
    "owed": Kept(fighting.owed, ("duel", "agenda")),
    "fighters": Kept(fighting.fighters, ("active", *_DUEL)),
    "stances": Kept(fighting.stances, ("stance", "alone", *_DUEL), fighting.asked),
    "objects-lie": Kept(fighting.objects_lie, ("duel", "laid", "count"), fighting.gone),
    "roles-lie": Kept(fighting.roles_lie, ("duel", "lies", "roles", "shown", "spent")),
    "ranks": Kept(fighting.ranks, ("duel", "rank", "symbol", "lies", "laid")),
    "counts": Kept(fighting.counts, ("silenced", "appointed", "result", *_DUEL), fighting.moment),
    "secrets": Kept(fighting.secrets, ("secret", "down", *_DUEL), fighting.secret_phase),
    "tokens": Kept(fighting.tokens, ("tokens", "down")),
    "choosing": Kept(choosing, ("count", "chosen"), lambda a, table: (is_frame(a, phase(a, table), "pass-on"),)),
    "trying": Kept(trying, ("agenda", "active", "refused")),
    "pointing": Kept(pointing, ("pointed",), _owes_naming),
    "proclaiming": Kept(proclaiming, ("named", "over", "judged", "claim", "right", "winners"), lambda a, table: (
        is_frame(a, phase(a, table), "name-allies"), a.eq(table.agenda[0].kind, ABSENT))),
    "meaning": Kept(meaning, ("count", "roles", "shown", "spent", "active", "turned", "agenda", "attacker", "rank")),
}


@frozen(eq=False)
class Sound:
    """A table and all that a sound position keeps, by name; `basis` is what each is built on."""

    table: Table
    keeps: Mapping[str, Term]
    basis: Mapping[str, tuple[Term, ...]]


def _alike(one: Term, other: Term) -> bool:
    """Two terms, or rows of them, are the same to the letter."""
    if one is other:
        return True
    if isinstance(one, Slot) and isinstance(other, Slot):
        return _alike(flat(one), flat(other))
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(_alike, one, other))
    if z3.is_expr(one) and z3.is_expr(other):
        return bool(one.eq(other))
    return isinstance(one, bool | int) and isinstance(other, bool | int) and one == other


def sound(a: Algebra, box: Box, table: Table, like: Sound | None = None) -> Sound:
    """All that a sound position keeps. What is the same on the table `like` is not built again.

    Raises `Gap` where the rules give no limit of a hand.
    """
    keeps, basis = {}, {}
    for name, kept in SOUND.items():
        derived = kept.derived(a, table)
        basis[name] = (*(getattr(table, field) for field in kept.fields), *derived)
        if like is not None and _alike(like.basis[name], basis[name]):
            keeps[name] = like.keeps[name]
        else:
            keeps[name] = kept.holds(a, box, table, *derived)
    return Sound(table, keeps, basis)
