"""Clashes, gaps and what norms are for, of any family that has one table for each kind of decision.

A family tells its side (`Side`): which kinds of decision come up, any table of each with what holds there, and the
norms settled on it. Everything else is here. All seats being alike, it is seat 0 that decides. What the solver finds is
put before the engine, which must say the same; what it does not find is in no position of the shape that was proved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import z3
from attrs import frozen

from ..model.game import Game
from ..model.norms import Norm
from ..model.rules import Rules
from .algebra import Algebra, Concrete, Symbolic, Term, never
from .asking import Disagreement, confirmed
from .liveness import NEVER, OUT, Bite, Change, Changes, Felt, changes
from .prover import UNKNOWN, Limit, Model, Query
from .settling import Settled, emptied_by

EARLY = 8  # the turns of which the first is looked for, each by itself


@frozen(eq=False)
class Place:
    """A kind of frame of one rule set: any table of it, what holds there, and the norms settled if a seat decides."""

    kind: str
    rules: Rules
    table: Any
    keeps: Mapping[str, Term]
    norms: Settled


@frozen(eq=False)
class Side:
    """What a family tells of its decisions, over terms and over numbers. A box is what it keeps of a rule set.

    `fresh` is any table of a kind of frame for a seat, `sound` what holds of a table, law by law, and `settled` the
    norms given, or those of the rules, settled on it. `encode` makes a table of numbers of a state, `decode` a state
    of a model and its table. `acts` are the kinds of move at each kind of frame; a table's `turn` counts turns.
    """

    algebra: Symbolic
    numbers: Concrete
    engine: Callable[[Rules], Game[Any, Any]]
    box: Callable[[Rules], Any]
    fresh: Callable[[Any, str, int], Any]
    sound: Callable[[Algebra, Any, Any], Mapping[str, Term]]
    settled: Callable[..., Settled]
    encode: Callable[[Any, Any], Any]
    decode: Callable[[Any, Model, Any], Any]
    due_in: Callable[[Rules], tuple[str, ...]]
    place_of: Callable[[Rules, str], Place]
    key_of: Callable[[Any], tuple[Any, ...]]
    acts: Mapping[str, tuple[str, ...]]

    def settle(self, place: Place, norms: Sequence[Norm]) -> Settled:
        """Norms settled at a place."""
        return self.settled(self.algebra, self.box(place.rules), place.table, tuple(norms))

    def read(self, rules: Rules, state: Any, norms: Sequence[Norm]) -> Settled:
        """Norms settled on a state's table, by its numbers."""
        box = self.box(rules)
        return self.settled(self.numbers, box, self.encode(box, state), tuple(norms))

    def state(self, place: Place, model: Model) -> Any:
        """The state of a model of a place."""
        return self.decode(self.box(place.rules), model, place.table)


@frozen
class Wall:
    """Norms that leave a seat nothing to do at a frame, and a state in which they do. See `families.Found`."""

    frame: str
    seat: int
    norms: tuple[str, ...]
    clauses: tuple[str, ...]
    state: Any


def models(a: Symbolic, query: Query, marks: Mapping[str, Term]) -> Iterator[tuple[frozenset[str], Model]]:
    """One model for each set of marks that can hold together. Raises `Limit`."""
    while True:
        answer = query.ask()
        if answer.kind == UNKNOWN:
            raise Limit(answer.reason)
        if answer.model is None:
            return
        model = answer.model
        chosen = frozenset(key for key, mark in marks.items() if model.holds(mark))
        yield chosen, model
        query.add(a.some(a.no(mark) if key in chosen else mark for key, mark in marks.items()))


def _wall(kind: str, norms: Sequence[Norm], state: Any) -> Wall:
    return Wall(kind, 0, tuple(sorted(norm.id for norm in norms)), tuple(sorted({n.clause for n in norms})), state)


def _ordered(side: Side, rules: Rules, found: Sequence[Wall]) -> tuple[Wall, ...]:
    kinds = side.due_in(rules)
    return tuple(sorted(found, key=lambda wall: (kinds.index(wall.frame), len(wall.norms), wall.norms)))


def clashes(side: Side, rules: Rules) -> tuple[Wall, ...]:
    """All smallest sets of norms that collide in some position. Raises `Disagreement`, and `Limit`."""
    game, found = side.engine(rules), []
    for kind in side.due_in(rules):
        place = side.place_of(rules, kind)
        shutting = {norm.id: norm for norm, _ in place.norms.shuts}
        if not shutting or never(place.norms.clash):
            continue
        chosen = {key: z3.Bool(f"chosen.{key}") for key in shutting}
        emptied = emptied_by(side.algebra, place.norms, chosen)
        asked = {**place.keeps, "clash": place.norms.clash, "emptied": emptied}
        query = Query(asked, called=place.norms.called)
        for ids, model in models(side.algebra, query, chosen):
            state = confirmed(game, side.state(place, model))
            smallest = [{norm.id for norm in norms} for norms in game.resolve(state, 0).clashes()]
            if ids not in smallest:
                raise Disagreement(f"the engine finds {smallest} at fault, the solver {sorted(ids)}: {state}")
            found.append(_wall(kind, [shutting[key] for key in sorted(ids)], state))
    return _ordered(side, rules, found)


def gaps(side: Side, rules: Rules) -> tuple[Wall, ...]:
    """Every want of a rule or of a thing that leaves a seat nothing to do. Raises as `clashes`."""
    game, found = side.engine(rules), []
    for kind in side.due_in(rules):
        place = side.place_of(rules, kind)
        if never(place.norms.gap):
            continue
        duties = {s.norm.id: s.norm for s in place.norms.standing}
        query = Query({**place.keeps, "gap": place.norms.gap}, called=place.norms.called)
        for ids, model in models(side.algebra, query, place.norms.unmet):
            state = confirmed(game, side.state(place, model))
            if not game.resolve(state, 0).is_gap:
                raise Disagreement(f"the engine finds no gap here: {state}")
            found.append(_wall(kind, [duties[key] for key in sorted(ids)], state))
    return _ordered(side, rules, found)


# ---------------------------------------------------------------- what norms are for


def _differ(side: Side, one: Settled, other: Settled) -> Term:
    """Some candidate is legal in one way and not in the other."""
    a = side.algebra
    return a.some(a.no(a.iff(here, there)) for here, there in zip(one.legal, other.legal, strict=True))


def _changed(norms: Sequence[Norm], change: Change) -> tuple[Norm, ...]:
    """The norms with one of them changed."""
    kept = [(change.other if norm is change.norm else norm) for norm in norms]
    return tuple(norm for norm in kept if norm is not None)


def _asked(side: Side, place: Place, differ: Term, first: bool = False) -> Any | None:
    """A position with that difference, of the first turn that has one if `first`; None as a proof of none."""
    if never(differ):
        return None
    query = Query({**place.keeps, "differ": differ}, called=place.norms.called)
    turn = place.table.turn
    early = (query.ask(side.algebra.le(turn, number)) for number in (range(1, EARLY) if first else ()))
    answer = next((found for found in early if found.model is not None), None) or query.ask()
    if answer.kind == UNKNOWN:
        raise Limit(answer.reason)
    return None if answer.model is None else side.state(place, answer.model)


def _kinds(side: Side, rules: Rules, norm: Norm) -> Iterator[str]:
    """The kinds of decision that a norm can speak of."""
    for kind in side.due_in(rules):
        if norm.move in side.acts[kind] and (not norm.during or kind in norm.during):
            yield kind


def _felt_at(side: Side, rules: Rules, change: Change, first: bool = False) -> tuple[str, Any] | None:
    """Where a change of one norm is felt first."""
    for kind in _kinds(side, rules, change.norm):
        place = side.place_of(rules, kind)
        other = side.settle(place, _changed(rules.norms, change))
        state = _asked(side, place, _differ(side, place.norms, other), first)
        if state is not None:
            return kind, state
    return None


def _applies(side: Side, rules: Rules, norm: Norm) -> bool:
    """Whether a norm stands in some position, whatever comes of it."""
    places = (side.place_of(rules, kind) for kind in _kinds(side, rules, norm))
    return any(_asked(side, place, side.algebra.some(s.stands for s in place.norms.standing if s.norm.id == norm.id))
               is not None for place in places)


def felt(side: Side, rules: Rules, ids: Sequence[str] = (), each: Changes = changes) -> tuple[Felt, ...]:
    """What each change of each norm comes to, of those named or of all. Raises `Disagreement`, and `Limit`."""
    found = []
    for norm in rules.norms:
        for change in each(norm) if not ids or norm.id in ids else ():
            at = _felt_at(side, rules, change)
            if at is not None:
                found.append(Felt(norm, change.what, at[0], 0, confirmed(side.engine(rules), at[1])))
                continue
            comes = any(True for _ in _kinds(side, rules, norm))
            why = "what it would close is closed, or open, by other norms" if comes else "it speaks of nothing that " \
                "comes up under these rules"
            void = comes and change.what == OUT and not _applies(side, rules, norm)
            found.append(Felt(norm, change.what, reason=NEVER if void else why))
    return tuple(found)


def bites(side: Side, rules: Rules, ids: Sequence[str]) -> tuple[Bite, ...]:
    """Where each norm named lets another thing be done than without it, and a move that it opens or closes there."""
    found = []
    for norm in rules.norms:
        if norm.id not in ids:
            continue
        change = next(change for change in changes(norm) if change.what == OUT)
        at = _felt_at(side, rules, change, first=True)
        found.append(Bite(norm) if at is None else Bite(
            norm, at[0], 0, at[1], _move(side, rules, change, at[1]), looked=False))
    return tuple(found)


def _move(side: Side, rules: Rules, change: Change, state: Any) -> Any:
    """The first move that a change opens or closes in a state."""
    one, other = (side.read(rules, state, norms) for norms in (rules.norms, _changed(rules.norms, change)))
    return next(move for move in side.engine(rules).resolve(state, 0).candidates
                if one.legal_at(side.key_of(move)) != other.legal_at(side.key_of(move)))


def parted(side: Side, one: Rules, other: Rules) -> tuple[int, Any] | None:
    """A seat and a state in which two rule sets with the same facts allow different things; None if there is none."""
    for kind in side.due_in(one):
        place = side.place_of(one, kind)
        state = _asked(side, place, _differ(side, place.norms, side.settle(place, other.norms)))
        if state is not None:
            return 0, state
    return None
