"""Where a norm is felt: positions in which another thing is legal with it than without it, found by the solver.

Each is put before the engine, which must say the same; where there is none in any place, that is the proof that the
norm is idle. A position is sound and come to by a legal move, as far as `places` knows.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from attrs import frozen

from ...model.norms import FORBID, OBLIGE, Norm, NormIndex
from ...model.norms import settle as settle_sets
from ...model.rules import Rules
from ...model.teufelsburg.engine import OF_MOVE, Teufelsburg
from ...model.teufelsburg.state import State
from ...model.teufelsburg.vocabulary import ACCESSORS, FRAME_ACTS
from ..algebra import Algebra, Concrete, Term, ne, never
from ..asking import Disagreement, confirmed
from ..liveness import NEVER, OUT, WHEN, WHICH, Change, Changes, Felt, changes
from ..prover import UNKNOWN, Limit, Model, Query
from ..settling import Candidate, Settled, Standing, norms_at, settle, stand
from .codes import CODES
from .decode import decode, evaluate
from .listing import DECISIONS, Situation, candidates
from .places import A, Place, ground, other_places, owed_at
from .situation import name
from .table import Table

_NUMBERS = Concrete(CODES)
NOTHING_OPEN = "it forbids what nothing permits"
OTHERS = "others do the same"
TOGETHER = "no one other norm alone does the same, but several do"
TURNED = "it is felt neither as it is nor turned round"
UNCHANGED = "the same may be done with it and without it, wherever it could apply"


@frozen(eq=False)
class Court:
    """The norms of one seat at one kind of frame, settled as they are, and with changes."""

    algebra: Algebra
    here: Situation
    listed: tuple[Candidate, ...]
    standing: tuple[Standing, ...]
    settled: Settled

    def standing_with(self, gone: Collection[str], others: Iterable[Norm] = ()) -> tuple[Standing, ...]:
        """What stands without some norms, and with others instead of those of their ids."""
        new = {item.norm.id: item for item in stand_at(self.algebra, self.here, tuple(others), self.listed)}
        return tuple(new.get(s.norm.id, s) for s in self.standing if s.norm.id not in gone or s.norm.id in new)

    def legal_with(self, change: Change, gone: Collection[str] = ()) -> tuple[Term, ...]:
        """What is legal with a change, and without some norms besides."""
        others = () if change.other is None else (change.other,)
        standing = self.standing_with({change.norm.id, *gone}, others)
        return settle(self.algebra, self.listed, standing).legal

    def differs(self, change: Change, gone: Collection[str] = ()) -> Term:
        """Something else is legal with the change than without; without some norms in both."""
        before = self.settled if not gone else settle(self.algebra, self.listed, self.standing_with(gone))
        pairs = zip(before.legal, self.legal_with(change, gone), strict=True)
        return self.algebra.some(unlike(self.algebra, x, y) for x, y in pairs)


def unlike(a: Algebra, left: Term, right: Term) -> Term:
    """Two conditions differ; false at once for one and the same."""
    if left is right or (hasattr(left, "eq") and hasattr(right, "eq") and left.eq(right)):
        return False
    return ne(a, left, right)


def stand_at(a: Algebra, here: Situation, norms: Sequence[Norm], listed: Sequence[Candidate]) -> tuple[Standing, ...]:
    """Where norms stand among the candidates of a situation."""
    return stand(a, norms, listed, lambda word, c: name(a, here, word, c), here.owed)


def court_of(a: Algebra, here: Situation) -> Court:
    """The norms of a situation, settled. Raises what `situation.settled` raises."""
    listed = candidates(a, here)
    standing = stand_at(a, here, norms_at(here.box.rules.norms, here.kind, FRAME_ACTS[here.kind]), listed)
    return Court(a, here, listed, standing, settle(a, listed, standing))


class _Search:
    """What is still to be felt, and what was found."""

    def __init__(self, rules: Rules, only: Collection[str] | None, each: Changes) -> None:
        wanted = [n for n in rules.norms if only is None or n.id in only]
        self.left = {change.key: change for norm in wanted for change in each(norm)}
        self.found: dict[tuple[str, str], Felt] = {}
        self.looked: dict[str, list[tuple[Place, Court]]] = {norm.id: [] for norm in wanted}
        self.engine = Teufelsburg(rules)

    def heard_at(self, place: Place) -> list[Change]:
        """The changes that could be felt at a place."""
        here = place.here
        acts = FRAME_ACTS[here.kind] if here.owed else ("use", "token")
        return [
            change for change in self.left.values()
            if change.norm.move in acts and (here.owed or change.norm.mood != OBLIGE)
            and (not change.norm.during or here.kind in change.norm.during)
        ]

    def look(self, place: Place) -> None:
        """Look for a position of a place in which a change is felt, for each that is left."""
        if not self.heard_at(place):
            return
        court, query = court_of(A, place.here), place.query()
        for change in self.heard_at(place):
            if change.what == OUT:
                self.looked[change.norm.id].append((place, court))
            if change.key not in self.left:
                continue  # felt meanwhile, in a position found for another
            differs = court.differs(change)
            model = None if never(differs) else model_of(query, differs)
            if model is not None:
                self.note(place, evaluate(model, place.here.table), change)

    def note(self, place: Place, table: Table, wanted: Change) -> None:
        """Note all that is felt in a position, the wanted change among them."""
        here = place.here
        court = court_of(_NUMBERS, Situation(here.box, table, here.kind, here.by, here.owed))
        state = confirmed(self.engine, decode(here.box, table))
        for change in self.heard_at(place):
            felt = court.differs(change)
            if felt != felt_by(self.engine, state, here.by, change):
                raise Disagreement(f"engine and terms differ on whether {change.key} is felt: {state}")
            if felt:
                self.found[change.key] = Felt(change.norm, change.what, here.kind, here.by, state)
                del self.left[change.key]
        if wanted.key in self.left:
            raise Disagreement(f"{wanted.key} is felt by the terms and not by the numbers: {state}")


def model_of(query: Query, term: Term) -> Model | None:
    """A model of the premises and a term, if there is one. Raises `Limit` if the solver gives up."""
    answer = query.ask(term)
    if answer.kind == UNKNOWN:
        raise Limit(answer.reason)
    return answer.model


def felt_by(engine: Teufelsburg, state: State, seat: int, change: Change) -> bool:
    """Whether the engine's own norms make another thing legal with the change."""
    resolution = engine.resolve(state, seat)
    standing = [s for s in resolution.standing if s.norm.id != change.norm.id]
    if change.other is not None:
        index = NormIndex([change.other], FRAME_ACTS, ACCESSORS, OF_MOVE)
        found, frame = resolution.candidates, state.agenda[0]
        duty = [i in resolution.duty for i in range(len(found))]
        alone = index.resolve(engine, state, frame, seat, found, [move.act for move in found], duty)
        standing += alone.standing
        order = {norm.id: i for i, norm in enumerate(engine.rules.norms)}
        standing.sort(key=lambda s: order[s.norm.id])
    return settle_sets(resolution.candidates, resolution.duty, standing).legal != resolution.legal


def felt(rules: Rules, only: Collection[str] | None = None, each: Changes = changes) -> tuple[Felt, ...]:
    """For each change of each norm (or of those named) where it is felt, or why it is nowhere; in the rulebook's order.

    Raises `Disagreement` where engine and solver differ, `Limit` if the solver gives up, and `Gap` where the rules
    give no limit of a hand.
    """
    search = _Search(rules, only, each)
    wanted = list(search.left)
    base = ground(rules)
    for places_of in (owed_at, other_places):
        for kind in DECISIONS:
            if any(change.norm.move in FRAME_ACTS[kind] for change in search.left.values()):
                for place in places_of(base, kind):
                    search.look(place)
    for change in search.left.values():
        search.found[change.key] = Felt(change.norm, change.what, "", 0, None, *_why(search, change))
    return tuple(search.found[key] for key in wanted)


def _why(search: _Search, change: Change) -> tuple[str, tuple[str, ...]]:
    """Why a change is felt nowhere, and the norms that make it so."""
    norm = change.norm
    if change.what != OUT:
        return TURNED if change.what in (WHEN, WHICH) else UNCHANGED, ()
    looked = [(court, _item(court, norm), place) for place, court in search.looked[norm.id]]
    asked = [(court, item, place.query(court.settled, applies=item.stands))
             for court, item, place in looked if not never(item.stands)]
    if all(model_of(query, True) is None for _, _, query in asked):
        return NEVER, ()
    if norm.mood == FORBID and not any(_closes(query, court, item) for court, item, query in asked):
        return NOTHING_OPEN, ()
    covers: set[str] = set()
    for court, _, query in asked:
        _cover(court, query, change, covers)
    return (OTHERS, tuple(sorted(covers))) if covers else (TOGETHER, ())


def _cover(court: Court, query: Query, change: Change, covers: set[str]) -> None:
    """Add the norms without each of which the change is felt at a place."""
    terms = {item.norm.id: court.differs(change, {item.norm.id}) for item in court.standing
             if item.norm.id not in (change.norm.id, *covers)}
    while terms := {key: term for key, term in terms.items() if key not in covers and not never(term)}:
        model = model_of(query, A.some(terms.values()))
        if model is None:
            return
        covers.update(key for key, term in terms.items() if model.holds(term))


def _item(court: Court, norm: Norm) -> Standing:
    return next(item for item in court.standing if item.norm.id == norm.id)


def _closes(query: Query, court: Court, item: Standing) -> bool:
    """The norm ever covers what is open."""
    pairs = zip(item.covers, court.settled.open, strict=True)
    return model_of(query, A.some(A.every(pair) for pair in pairs)) is not None


def witnesses(found: Iterable[Felt]) -> Mapping[str, State]:
    """The positions in which norms are felt when taken out, by norm."""
    return {f.norm.id: f.state for f in found if f.what == OUT and f.state is not None}
