"""Where norms are asked: every kind of frame on a symbolic table, and every seat that may move there.

A place is a set of positions: sound, and come to by legal moves as far as the last one is known.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import z3
from attrs import evolve, field, frozen

from ...model.game import TABLE
from ...model.rules import Rules
from ...model.teufelsburg.cards import ALCHEMIST, BAG, HYPNOTIST, SIDES
from ...model.teufelsburg.moves import OBJECT
from ...model.teufelsburg.vocabulary import FRAME_ACTS, STRUGGLE, open_to_others
from ..algebra import Symbolic, Term
from ..prover import Query
from ..settling import Settled
from .codes import CODES, KINDS, ROLE_CODES, Box, card, frame_code
from .invariant import Sound, sound
from .listing import DECISIONS, WINDOWS, Situation
from .midst import APART, EARLY, MEANS, comes_up, laid_out, lying, owned, struggling
from .pose import OTHER, OWNER, THIRD, posed
from .situation import settled
from .table import Slot, Table, fresh

A = Symbolic(CODES)
WINDOWS_AND_SUPPORT = (*WINDOWS, *(kind for kind in EARLY if kind not in WINDOWS))
BY_USE = {"silence": HYPNOTIST, "appoint": ALCHEMIST}  # frames that the use of an occupation puts on top


@frozen(eq=False)
class Place:
    """A seat at one kind of frame, and what holds of the table there, by name."""

    here: Situation
    premises: Mapping[str, Term]

    @property
    def seat(self) -> int:
        """Who moves."""
        return self.here.by

    def query(self, norms: Settled | None = None, **more: Term) -> Query:
        """A query for a position of this place; about norms that are so settled, if it is about norms."""
        return Query({**self.premises, **more}, called=norms.called if norms else None)


@frozen(eq=False)
class Ground:
    """What the places of one rule set share: a table of nothing but variables, and all that is sound on it."""

    box: Box
    sound: Sound
    lying: Term
    left: Term
    bases: dict[str, tuple[Table, Mapping[str, Term]]] = field(factory=dict)  # of `base`, as far as asked for


@lru_cache(maxsize=1)
def ground(rules: Rules) -> Ground:
    """The ground of a rule set. Raises `Gap` if the rules give no limit of a hand."""
    box = Box(rules)
    table = fresh(box, "table")
    return Ground(box, sound(A, box, table), lying(A, box, table), _role_left(table))


def owed_places(ground: Ground, kinds: Sequence[str] = DECISIONS) -> Iterator[Place]:
    """Every kind of frame, or those named, with who owes it."""
    for kind in kinds:
        yield from owed_at(ground, kind)


def owed_at(ground: Ground, kind: str) -> Iterator[Place]:
    """Who owes a kind of frame: seat 0; of a window the table; of a row of associations looker or owner."""
    box = ground.box
    if not comes_up(box, kind):
        return
    table, premises = base(ground, kind)
    if kind in WINDOWS:
        yield Place(Situation(box, table, kind, TABLE), premises)
        return
    for seat in (OWNER, OTHER) if kind == "peek" else (OWNER,):
        here = Situation(box, table, kind, seat)
        yield Place(here, {**premises, "asked": asked(here), "come": come(box, here)})


def other_places(ground: Ground, kind: str) -> Iterator[Place]:
    """Who does not owe a kind of frame and may use something there: anybody in a window, else as the norms have it."""
    box, others = ground.box, open_to_others(ground.box.rules.norms)
    if not comes_up(box, kind):
        return
    table, premises = base(ground, kind)
    if kind in WINDOWS:
        yield Place(Situation(box, table, kind, OWNER, owed=False), premises)
        return
    for seat in (OTHER,) if kind in STRUGGLE else (OTHER, THIRD):
        here = Situation(box, table, kind, seat, owed=False)
        on_turn = A.eq(table.active, seat) if kind not in others else True
        yield Place(here, {**premises, "on-turn": on_turn, "asked": asked(here)})


def base(ground: Ground, kind: str) -> tuple[Table, Mapping[str, Term]]:
    """The table with a frame of this kind on top, and what is sound there; worked out once."""
    if kind not in ground.bases:
        ground.bases[kind] = _base(ground, kind)
    return ground.bases[kind]


def _base(ground: Ground, kind: str) -> tuple[Table, Mapping[str, Term]]:
    box, blank = ground.box, ground.sound
    table = posed(box, blank.table, kind)
    if kind not in APART:
        return table, {**sound(A, box, table, blank).keeps, "left": ground.left, "tokens": _tokens(box, table)}
    table = laid_out(A, table, kind)
    keeps = {name: term for name, term in sound(A, box, table, blank).keeps.items() if name != "shape"}
    keeps |= owned(A, box, table, kind) if kind in ("give-back", "pass-in-turn") else {}
    if kind in STRUGGLE:
        keeps |= {**struggling(A, box, table, kind), "laid": ground.lying}
    means = MEANS[kind](A, box, table) if kind in MEANS else True
    keeps |= {} if kind in STRUGGLE else {"tokens": _tokens(box, table)}
    return table, {**keeps, "means": means, "left": ground.left}


def _tokens(box: Box, table: Table) -> Term:
    """No seat has fewer tokens than none, nor all together more than there are."""
    return A.every((*(A.le(0, times) for times in table.tokens), A.le(A.total(table.tokens), box.tokens)))


def _role_left(table: Table) -> Term:
    """With fewer seats than occupations one is nobody's: known to everybody but Z3, which counts pigeonholes."""
    held = [A.some(A.eq(role, r) for role in table.roles) for r in ROLE_CODES]
    return A.some(A.no(term) for term in held) if table.players < len(ROLE_CODES) else True


def asked(here: Situation) -> Term:
    """The seat is one that the frame asks, or does not ask, as the place has it; and no chance is due."""
    table, slot = here.table, here.slot
    match here.kind:
        case "retrain":
            return A.eq(slot.mark, 0)
        case "peek":
            chooses = A.eq(slot.mark, here.by)
            return chooses if here.owed else A.no(chooses)
        case "secret-support":
            chosen = A.lt(0, table.secret[here.by])
            return A.no(chosen) if here.owed else chosen
        case "pass-on":
            chosen = table.has_chosen(A, here.by)
            return A.no(chosen) if here.owed else chosen
        case _:
            return True


Named = Mapping[Any, Term]  # for each thing that a move can name, whether it has named that


def _came_by(box: Box, here: Situation) -> Iterator[tuple[Situation, str, Named]]:
    """The decision before this one, where the table is still the same: its act, and what it named. Any one will do."""
    table, slot = here.table, here.slot
    by, to = slot.by, slot.to

    def before(kind: str, seat: int, **parts: Term) -> Situation:
        top = Slot(frame_code(kind), seat, **parts)
        return Situation(box, evolve(table, agenda=(top, *table.agenda[1:])), kind, seat)

    seats = {seat: A.eq(to, seat) for seat in range(box.players)}
    match here.kind:
        case "answer":
            offered = {kind: A.eq(slot.card, kind) for kind in KINDS}
            yield before("offer", to, to=by, demanded=slot.demanded), "offer", offered
        case "unload":
            yield before("surplus", by), "give-to", seats
        case "demand-what":
            yield before("demand", by), "demand-of", seats
        case "demand-bag":
            yield before("demand-what", by, to=to), "demand", {card(BAG): True}
        case "steal":
            yield before("reward", by, to=to), "reward", {OBJECT: True}
        case "name-allies":
            claims = {side: A.eq(slot.mark, CODES.code("side", side)) for side in SIDES}
            yield before("action", by), "proclaim", claims
            yield before("end", by), "proclaim", claims


def came_by(box: Box, here: Situation) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The kinds of decision of which `come` asks that what was done there was legal, with the acts that bear on it."""
    used = here.kind in BY_USE or here.kind == "symbol"
    answered = dict.fromkeys(before.kind for before, _, _ in _came_by(box, here))
    return (*((kind, tuple(act for act in FRAME_ACTS[kind] if act != "use")) for kind in answered),
            *((kind, ("use",)) for kind in WINDOWS_AND_SUPPORT if used))


def come(box: Box, here: Situation) -> Term:
    """The decision before this one was legal, as far as the table tells; its seats are known numbers."""
    table, by = here.table, here.slot.by
    found: list[Term] = []
    for before, act, named in _came_by(box, here):
        norms = settled(A, before)
        found.append(A.some(A.every((there, norms.legal_at((act, what)))) for what, there in named.items()))
    if here.kind in BY_USE:
        role = card(BY_USE[here.kind])
        found.append(A.every((A.eq(table.roles[by], role), _used(box, here, role))))
    if here.kind == "symbol":
        found += [A.every((A.eq(table.agenda[0].card, double), A.eq(table.roles[by], double), _used(box, here, double)))
                  for double in box.doubles if double in ROLE_CODES]
        found.append(A.member(table.agenda[0].card, frozenset(KINDS)))
    return A.some(found) if found else True


def _used(box: Box, here: Situation, role: int) -> Term:
    """Who owes the frame has used this occupation of its own in a window, or at a support, where it was legal.

    What lay face-up and was spent before is not known any more, nor whether all support was barred.
    """
    table, by, nothing = here.table, here.slot.by, tuple(0 for _ in ROLE_CODES)

    def with_own(row: tuple[Term, ...], own: Term) -> tuple[Term, ...]:
        return tuple(own if seat == by else entry for seat, entry in enumerate(row))

    was = evolve(
        table, shown=with_own(table.shown, z3.Bool("was.shown")),
        spent=tuple(z3.Bool("was.spent") if code == role else spent
                    for code, spent in zip(ROLE_CODES, table.spent, strict=True)),
        alone=z3.Bool("was.alone"), result=0,
        roles=with_own(table.roles, role), lies=with_own(table.lies, nothing),
    )
    found = []
    for kind in WINDOWS_AND_SUPPORT:
        before = Situation(box, evolve(was, agenda=(Slot(frame_code(kind)), *table.agenda[1:])), kind, by, False)
        found.append(settled(A, before).legal_at(("use",)))
    return A.every((A.lt(0, table.lies[by][ROLE_CODES.index(role)]), A.some(found)))
