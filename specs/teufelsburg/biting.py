"""Where a norm bites: the smallest position in which it matters, and the nearest one that it spares.

A norm bites where another thing is legal with it than without it. Smallest is: fewest objects in hands, then in
order as little as can be of all that need not be. Spared is a position with the same frame and the same seat where
the first move that it closes or opens there is not closed or opened: the nearest has as few entries of the table
changed as can be. Both are put before the engine, which must say the same. And whether two rule sets allow the same
in every position.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ...model.game import Move
from ...model.norms import FORBID, OBLIGE, Norm
from ...model.rules import Rules
from ...model.teufelsburg.engine import Teufelsburg
from ...model.teufelsburg.state import State
from ...model.teufelsburg.vocabulary import FRAME_ACTS
from ..algebra import Concrete, Term, never
from ..asking import Disagreement, confirmed
from ..liveness import OUT, Bite, Change
from ..prover import Model, Query
from ..settling import norms_at, settle
from .codes import CODES
from .decode import decode, evaluate
from .felt import Court, court_of, felt_by, model_of, stand_at, unlike
from .listing import DECISIONS, Situation, key_of
from .places import A, Place, ground, other_places, owed_at
from .table import Table, parts

_NUMBERS = Concrete(CODES)
NEAR = 12  # so many entries changed at most; farther away nothing is called near
USUAL = ("turned", "duel", "turn", "shown", "spent", "retired", "sunk", "silenced", "alone", "laid", "lies", "down",
         "named", "pointed", "refused", "appointed", "chosen", "stance", "symbol", "rank", "tokens", "agenda", "top")


def bites(rules: Rules, norms: Sequence[str]) -> tuple[Bite, ...]:
    """For each norm named, in the rulebook's order, where it bites and what it spares; none where it nowhere bites.

    Raises `Disagreement` where engine and solver differ, `Limit` if the solver gives up, and `Gap` where the rules
    give no limit of a hand.
    """
    engine = Teufelsburg(rules)
    wanted = [norm for norm in rules.norms if norm.id in norms]
    return tuple(_bite(engine, norm) for norm in wanted)


def _bite(engine: Teufelsburg, norm: Norm) -> Bite:
    change = Change(norm, OUT, None)
    for place in _places(engine.rules, norm):
        court = court_of(A, place.here)
        differs = court.differs(change)
        if never(differs):
            continue
        query = place.query(bites=differs)
        if model_of(query, True) is not None:
            return _told(engine, place, court, change, differs)
    return Bite(norm, beaten=tuple(sorted(_beaten(engine.rules, norm))))


def _beaten(rules: Rules, norm: Norm) -> Iterator[str]:
    """The norms that defeat one: those that go before it and open, in some position, what it would close."""
    rivals = {other.id for other in rules.norms if other.beats(norm) and other.mood != FORBID}
    for place in _places(rules, norm) if rivals else ():
        court = court_of(A, place.here)
        loses = next((term for other, term in court.settled.defeated if other.id == norm.id), False)
        mine = next((item for item in court.standing if item.norm.id == norm.id), None)
        if mine is None or never(loses):
            continue
        closes = tuple(A.no(term) for term in mine.covers) if norm.mood == OBLIGE else mine.covers
        for item in court.standing:
            if item.norm.id in rivals:
                both = A.some(A.every(pair) for pair in zip(item.covers, closes, strict=True))
                if not never(both) and model_of(place.query(loses=loses), both) is not None:
                    rivals.remove(item.norm.id)
                    yield item.norm.id


def _places(rules: Rules, norm: Norm) -> Iterator[Place]:
    """Every place where a norm is heard: where its move answers the frame, then where it interrupts."""
    base = ground(rules)
    kinds = [kind for kind in DECISIONS if norm.move in FRAME_ACTS[kind] and (not norm.during or kind in norm.during)]
    for kind in kinds:
        yield from owed_at(base, kind)
    for kind in kinds if norm.mood != OBLIGE and norm.move in ("use", "token") else ():
        yield from other_places(base, kind)


def _told(engine: Teufelsburg, place: Place, court: Court, change: Change, differs: Term) -> Bite:
    here = place.here
    table = evaluate(_smallest(place.query(bites=differs), here.table), here.table)
    state, i = decode(here.box, table), _first_moved(here, table, change)
    turned = A.no(court.settled.legal[i]) if _numbers(here, table).settled.legal[i] else court.settled.legal[i]
    near = _nearest(place.query(spares=turned), here.table, table)
    spared = None if near is None else decode(here.box, near)
    move = _move(engine, state, here.by, court.listed[i].key)
    confirmed(engine, state, *(() if spared is None else (spared,)))
    if not felt_by(engine, state, here.by, change):
        raise Disagreement(f"the engine does not feel {change.norm.id} here: {state}")
    if spared is not None and _may(engine, spared, here.by, move) == _may(engine, state, here.by, move):
        raise Disagreement(f"by the engine nothing is otherwise for {move}: {state}, {spared}")
    return Bite(change.norm, here.kind, here.by, state, move, spared)


def _numbers(here: Situation, table: Table) -> Court:
    return court_of(_NUMBERS, Situation(here.box, table, here.kind, here.by, here.owed))


def _first_moved(here: Situation, table: Table, change: Change) -> int:
    """The place of the first candidate whose legality the change turns on a table of numbers."""
    court = _numbers(here, table)
    pairs = zip(court.settled.legal, court.legal_with(change), strict=True)
    return next(i for i, (with_it, without) in enumerate(pairs) if with_it != without)


def _move(engine: Teufelsburg, state: State, seat: int, key: tuple[Any, ...]) -> Move:
    """The engine's candidate that has a key of the listing."""
    found: list[Move] = [move for move in engine.resolve(state, seat).candidates if key_of(move) == key]
    if not found:
        raise Disagreement(f"the engine lists nothing for {key}: {state}")
    return found[0]


def _may(engine: Teufelsburg, state: State, seat: int, move: Move) -> bool:
    return any(key_of(one) == key_of(move) for one in engine.legal(state, seat))


def _unusual(table: Table) -> Iterator[Term]:
    """For each entry that is mostly nothing, that it is."""
    for name in USUAL:
        for term in parts(table)[name]:
            if not isinstance(term, bool | int):
                yield A.eq(term, 1) if name == "turn" else A.no(term) if term.sort().name() == "Bool" else A.eq(term, 0)


def _smallest(query: Query, table: Table) -> Model:
    """The smallest model of a query that has one."""
    cards = A.total(table.size(A, seat) for seat in range(table.players))
    least = model_of(query, True)
    assert least is not None
    low, high = 0, least.number(cards)
    while low < high:
        middle = (low + high) // 2
        found = model_of(query, A.le(cards, middle))
        low, high = (low, found.number(cards)) if found else (middle + 1, high)
    query.add(A.le(cards, high))
    _keep(query, tuple(_unusual(table)))
    found = model_of(query, True)
    assert found is not None
    return found


def _keep(query: Query, wishes: Sequence[Term]) -> None:
    """Add of some wishes all that can be met with those before them; halves are tried whole."""
    if not wishes:
        return
    if model_of(query, A.every(wishes)) is not None:
        query.add(*wishes)
    elif len(wishes) > 1:
        middle = len(wishes) // 2
        _keep(query, wishes[:middle])
        _keep(query, wishes[middle:])


def _nearest(query: Query, table: Table, like: Table) -> Table | None:
    """The table of numbers with the fewest entries that are not as in another; None where none is near."""
    pairs = [(term, value) for name, terms in parts(table).items()
             for term, value in zip(terms, parts(like)[name], strict=True) if not isinstance(term, bool | int)]
    changed = A.total(A.ite(A.eq(term, value), 0, 1) for term, value in pairs)
    for most in range(1, NEAR + 1):
        found = model_of(query, A.le(changed, most))
        if found is not None:
            return evaluate(found, table)
    return None


# ---------------------------------------------------------------- two rule sets


def parted(one: Rules, other: Rules) -> tuple[int, State] | None:
    """A seat and a position in which two rule sets allow different things; None where there is none, which is proved.

    They must have the same facts and procedures. Raises what `bites` raises.
    """
    engines = Teufelsburg(one), Teufelsburg(other)
    base = ground(one)
    for kind in DECISIONS:
        acts = FRAME_ACTS[kind]
        ours, theirs = (norms_at(rules.norms, kind, acts) for rules in (one, other))
        if ours == theirs:
            continue
        for place in (*owed_at(base, kind), *other_places(base, kind)):
            court = court_of(A, place.here)
            legal = settle(A, court.listed, stand_at(A, place.here, theirs, court.listed)).legal
            differs = A.some(unlike(A, x, y) for x, y in zip(court.settled.legal, legal, strict=True))
            model = None if never(differs) else model_of(place.query(), differs)
            if model is not None:
                state, seat = decode(place.here.box, evaluate(model, place.here.table)), place.seat
                if engines[0].legal(state, seat) == engines[1].legal(state, seat):
                    raise Disagreement(f"the engine allows the same by both rule sets: {state}")
                return seat, state
    return None
