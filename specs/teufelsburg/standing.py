"""Symbolic tables with a known kind of frame on top of everything that it can lie on, for the induction.

Seats are known numbers as far as they can be: which is which does not matter but for who sits to whose left. So
who owes the frame is 0, by rotation, the other seat of the frame is 1, and of a struggle the attacker is on turn.
Only where the support is asked around the table, who defends is a variable.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

import z3
from attrs import evolve

from ...model.teufelsburg.cards import CLAIRVOYANT
from ...model.teufelsburg.vocabulary import STRUGGLE
from ..algebra import Algebra, Term
from .codes import KINDS, ROLE_CODES, Box, frame_code
from .opening import laid_down, used_at
from .pose import OTHER, OWNER, THIRD, posed
from .pose import slot as top_slot
from .shapes import BASES, FIRST, GIVING, INTERRUPTS, NAMING, ON_TOP, ON_TRYING, UPPER, WEIGHING
from .struggling import supporters
from .table import EMPTY, SPARE, Slot, Table, nobody, undecided

Named = Iterator[tuple[str, Table]]
PAIRS = ((OWNER, OTHER), (OTHER, OWNER), (OTHER, THIRD))  # attacker and defender, as they can be to seat 0
FATES = ("reward", "duel.choice", "steal", "give-back")


def one_of(a: Algebra, kinds: Sequence[str], name: str) -> Term:
    """The number of some kind of frame among these, so that for each other kind it is known not to be it."""
    which = z3.Int(name)
    found: Term = frame_code(kinds[-1])
    for i, kind in enumerate(kinds[:-1]):
        found = a.ite(a.eq(which, i), frame_code(kind), found)
    return found


def stacked(table: Table, *slots: Slot) -> Table:
    """The table with exactly these frames owed."""
    return evolve(table, agenda=(*slots, *(EMPTY for _ in table.agenda[len(slots):])))


def base(a: Algebra, table: Table) -> Slot:
    """The choice of an action or the end of the turn."""
    return Slot(one_of(a, BASES, "base"), table.active)


def end(table: Table) -> Slot:
    """The end of the turn."""
    return Slot(frame_code("end"), table.active)


def window(kind: str) -> Slot:
    """A frame that no seat owes."""
    return Slot(frame_code(kind))


def standing(a: Algebra, box: Box, table: Table, kind: str) -> Named:
    """The table with a frame of this kind on top of each of the shapes that it can lie on; none if it never is."""
    if kind in never_there(box):
        return
    if kind in INTERRUPTS:
        yield from _interrupting(a, box, table, kind)
    elif kind in STRUGGLE:
        yield from _in_struggle(a, box, table, kind)
    else:
        yield from _in_peace(a, box, table, kind)


def never_there(box: Box) -> tuple[str, ...]:
    """The kinds of frame that the rules have no use for."""
    switch = box.rules.value_of
    found = {
        "peek": box.row == 1, "demand-bag": switch("demand.bag") != "this-bag",
        "text-order": switch("trade.first") != "on-turn",
        "pass-in-turn": switch("sextant.order") == "together",
        "trade-on": not box.tries_on, "point-out": not box.points_out, "bonus": not box.bonuses,
        "symbol": not box.doubles,
        "duel.choice": switch("doctor.moment") != "after-choice", "support": box.in_secret,
        "secret-support": not box.in_secret, "duel.reveal": not box.in_secret,
    }
    return tuple(kind for kind, never in found.items() if never)


# ---------------------------------------------------------------- outside of struggles


def _in_peace(a: Algebra, box: Box, table: Table, kind: str) -> Named:
    table = posed(box, table, kind)
    first = table.agenda[0]
    if kind in BASES or kind in NAMING:
        yield kind, stacked(evolve(table, active=OWNER), first)
        if kind == "name-allies" and box.points_out:
            begun = Slot(frame_code("point-out"), OWNER, mark=z3.Int("pointing.mark"))
            yield f"{kind} after pointing", stacked(evolve(table, active=OWNER), first, begun)
        return
    if kind in ON_TRYING and box.tries_on:
        nobody_yet = tuple(False for _ in table.refused)
        for under in BASES:  # told apart, so that it is known whether somebody has refused before
            known = Slot(frame_code(under), table.active)
            yield f"{kind} {under}", evolve(stacked(table, first, known), refused=nobody_yet)
        trying = Slot(frame_code("trade-on"), table.active, z3.Int("trying.last"))
        yield f"{kind} again", stacked(table, first, trying, base(a, table))
    elif kind in UPPER:
        yield kind, stacked(table, first, base(a, table))
    if kind in FIRST:
        yield f"{kind} first", stacked(table, first, _traded(table), base(a, table))
    if kind in ("draw", *GIVING) and box.draws_too:
        yield from _drawing(box, table, first, PAIRS)
    if kind in GIVING:
        yield f"{kind} last", stacked(table, first)
        yield from _giving(a, box, table, kind)
    if kind == "pass-in-turn":
        yield from _passing(a, table)


def _traded(table: Table) -> Slot:
    second = table.agenda[1]
    return Slot(frame_code("activate"), second.by, second.to, second.card, second.other, second.demanded)


def _giving(a: Algebra, box: Box, table: Table, kind: str) -> Named:
    """A surplus before something is given back, or while one passes on after the other."""
    first = table.agenda[0]
    if box.rules.value_of("give-back.moment") != "before-surplus":
        blank = z3.Int("give-back.to"), z3.Int("give-back.card")
        for attacker, defender in PAIRS:
            struggle = _fighting(box, table, attacker, defender)
            gives = Slot(frame_code("give-back"), z3.Int("give-back.by"), *blank)
            yield f"{kind} before giving back {attacker}{defender}", stacked(struggle, first, gives, end(struggle))
    if box.rules.value_of("sextant.order") != "together":
        for name, chain in _chains(a, table, table.players - 1):
            yield f"{kind} {name}", stacked(table, first, *chain)


def _passing(a: Algebra, table: Table) -> Named:
    top = table.agenda[0]
    yield "passing last", stacked(table, top, base(a, table))
    yield "passing last first", stacked(table, top, _traded(table), base(a, table))
    for name, chain in _chains(a, table, table.players - 1):
        yield name, stacked(table, top, *chain)


def _chains(a: Algebra, table: Table, most: int) -> Iterator[tuple[str, tuple[Slot, ...]]]:
    for many in range(1, most + 1):
        chain = tuple(Slot(frame_code("pass-in-turn"), z3.Int(f"chain.{i}.by"), z3.Int(f"chain.{i}.to"))
                      for i in range(many))
        yield f"passing {many}", (*chain, base(a, table))
        yield f"passing {many} first", (*chain, _traded(table), base(a, table))


# ---------------------------------------------------------------- in a struggle


def _fighting(box: Box, table: Table, attacker: Term, defender: Term) -> Table:
    """A struggle between two seats, of which the attacker is on turn."""
    n = box.players
    return evolve(table, duel=True, attacker=attacker, defender=defender, active=attacker, chosen=nobody(n),
                  **undecided(n), **_used(box, table))


def _used(box: Box, table: Table) -> Mapping[str, Term]:
    """What lies, of those cards that the rules let somebody use; no others ever lie, as `objects_lie` proves."""
    usable = laid_down(box.rules)
    return {
        "laid": tuple(tuple(times if kind in usable else 0 for kind, times in zip(KINDS, row, strict=True))
                      for row in table.laid),
        "lies": tuple(tuple(times if role in usable else 0 for role, times in zip(ROLE_CODES, row, strict=True))
                      for row in table.lies),
    }


def _in_struggle(a: Algebra, box: Box, table: Table, kind: str) -> Named:
    top = top_slot(kind, "top")
    phases = (window("duel.hypnotist"), window("duel.powers"))
    first = _fighting(box, table, OWNER, OTHER)
    match kind:
        case "support":
            yield from _support(a, box, table)
        case "duel.priest":
            open_ = _fighting(box, table, OWNER, z3.Int("defender"))
            yield kind, stacked(open_, top, end(open_))
        case "secret-support" | "duel.reveal":
            yield kind, stacked(first, top, *phases, end(first))
        case "duel.hypnotist":
            yield kind, stacked(first, *phases, end(first))
        case "tribute":
            for to, defender in ((OTHER, OTHER), (OTHER, THIRD), (OWNER, OTHER)):
                pays = _fighting(box, table, OWNER, defender)
                yield f"{kind} {to}{defender}", stacked(pays, evolve(top, to=to))
        case "symbol" | "bonus":
            yield from _weighing(a, box, table, kind)
        case "stand-off" if box.draws_too:
            yield from _drawing(box, table, top, PAIRS[:1])
            yield kind, stacked(first, top, end(first))
        case _:
            pairs = PAIRS[:2] if kind in FATES else PAIRS[:1]
            for attacker, defender in pairs:
                fought = _fighting(box, table, attacker, defender)
                yield f"{kind} {attacker}", stacked(fought, top, end(fought))


def _drawing(box: Box, table: Table, top: Slot, pairs: Sequence[tuple[Term, Term]]) -> Named:
    """The attacker draws at even points before the winner chooses."""
    for attacker, defender in pairs:
        fought = _fighting(box, table, attacker, defender)
        reward = Slot(frame_code("reward"), z3.Int("reward.by"), z3.Int("reward.to"))
        yield f"drawing before the reward {attacker}{defender}", stacked(fought, top, reward, end(fought))


def _support(a: Algebra, box: Box, table: Table) -> Named:
    """Some are still to be asked; who defends, is left open."""
    table = _fighting(box, table, OWNER, z3.Int("defender"))
    order = supporters(a, table)
    for many in range(1, len(order) + 1):
        asked = (Slot(frame_code("support"), seat) for seat in order[-many:])
        phases = (window("duel.hypnotist"), window("duel.powers"))
        yield f"support {many}", stacked(table, *asked, *phases, end(table))


def _weighing(a: Algebra, box: Box, table: Table, kind: str) -> Named:
    """A card is weighed, and perhaps others after it."""
    most = len(box.doubles) + len(box.bonuses)
    tops = [Slot(frame_code(kind), OWNER, to, z3.Int("top.card")) for to in _whose(box, kind)]
    for top, (attacker, defender) in product(tops, PAIRS[:2] if kind == "bonus" else PAIRS):
        fought = _fighting(box, table, attacker, defender)
        for more in range(most):
            others = (Slot(one_of(a, WEIGHING, f"more.{i}.kind"), *(z3.Int(f"more.{i}.{part}") for part in
                                                                   ("by", "to", "card"))) for i in range(more))
            yield f"{kind} {top.to} {attacker}{defender} {more}", stacked(fought, top, *others, end(fought))


def _whose(box: Box, kind: str) -> tuple[int, ...]:
    """Whose point may be turned down: a supporter's, or one's own by the Swordsman; of a symbol there is no other."""
    if kind != "bonus":
        return (0,)
    return (*((THIRD,) if len(box.bonuses) > box.free_point else ()), *((OWNER,) if box.free_point else ()))


# ---------------------------------------------------------------- on top of anything


def _interrupting(a: Algebra, box: Box, table: Table, kind: str) -> Named:
    """What an occupation has put on top: below lies whatever lay there when it was used."""
    role = CLAIRVOYANT if kind == "foresee" else ON_TOP[kind]
    frames = tuple(frame for frame in used_at(box.rules, role) if frame != "foresee")
    for name, among in _parts(frames, kind):
        low = anything(a, box, table, among)
        top = top_slot(kind, "top")
        low = evolve(low, agenda=(top, *low.agenda[:-1]))
        if kind == "foresee":
            low = evolve(low, active=OWNER, attacker=OWNER if name == "struggle" else low.attacker)
        yield f"{kind} in {name}", low


def anything(a: Algebra, box: Box, table: Table, among: Sequence[str]) -> Table:
    """The table with a frame of any of these kinds on top, all of a struggle or none, and whatever lies below."""
    struggle = among[0] in STRUGGLE
    top = evolve(table.agenda[0], kind=one_of(a, among, "anything"))
    if struggle:
        low = _fighting(box, table, table.active, table.defender)
    else:
        low = evolve(posed(box, table, "end"), chosen=table.chosen, named=table.named, pointed=table.pointed,
                     refused=table.refused)
    return evolve(low, agenda=(top, *table.agenda[1:-SPARE], *(EMPTY for _ in range(SPARE))))


def _parts(frames: Sequence[str], kind: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The frames below outside of struggles, and within one."""
    inside = tuple(frame for frame in frames if frame in STRUGGLE)
    outside = tuple(frame for frame in frames if frame not in STRUGGLE)
    if outside and kind == "foresee":
        yield "peace", outside
    if inside:
        yield "struggle", inside

