"""The symbolic side as seen from engine states: steps, legality, and states at the edges of what can be."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from ...model.game import CHANCE, Move
from ...model.rules import Rules
from ...model.teufelsburg.engine import Teufelsburg
from ...model.teufelsburg.frames import FRAMES
from ...model.teufelsburg.state import State
from ..algebra import Algebra, Concrete, Symbolic, Term, never
from ..families import Posed
from ..prover import UNKNOWN, Limit, Model, Query
from ..settling import Settled
from .codes import CODES, Box
from .decode import decode, encode, evaluate
from .edges import edges
from .effects import Act
from .frays import Fray, frays, uses
from .invariant import Sound, sound
from .listing import DECISIONS, SITUATIONS, Situation, key_of
from .pose import posed
from .situation import settled
from .step import Step, happens, relation
from .steps import STEPS
from .table import Table, fresh, same

_NUMBERS, _TERMS = Concrete(CODES), Symbolic(CODES)
Relation = Callable[[Algebra, Box, Step, Table, Act, Table], Mapping[str, Term]]
PEACE = (*SITUATIONS, "draw", "peek")  # frames of which `edges` tells what is asked for; of all others `frays`
POSED = (*PEACE, *(kind for frame in FRAMES if (kind := frame.kind) not in PEACE))
SPARE = 3  # slots beyond the deeper of two agendas
_CARDS = ("kind", "role", "called", "card")
_SEATS = ("to", "on", "seat")
_CHOICES = {"way": "way", "side": "stance", "claim": "side", "take": "reward"}


def act_of(move: Move) -> Act:
    """A move of the engine in numbers."""
    told = {name: getattr(move, name) for name in (*_CARDS, *_SEATS, *_CHOICES, "place") if hasattr(move, name)}
    card = next((CODES.code("card", told[name]) for name in _CARDS if name in told), 0)
    to = next((told[name] for name in _SEATS if name in told), 0)
    choice = next((CODES.code(sort, told[name]) for name, sort in _CHOICES.items() if name in told), 0)
    return Act(move.by, to, card, told["place"] + 1 if "place" in told else choice)


class TeufelsburgMirror:
    """See `specs.families.Mirror`, whose methods these are. Other steps and relations may be planted."""

    def __init__(
        self, rules: Rules, steps: Sequence[Step] = STEPS, relate: Relation = relation,
        frames: Sequence[str] = POSED,
    ) -> None:
        self.box = Box(rules)
        self.engine = Teufelsburg(rules)
        self.steps, self.relate, self.frames = steps, relate, frames
        self._alike: dict[tuple[str, str], list[Step]] = {}
        for step in steps:
            self._alike.setdefault((step.frame, step.act), []).append(step)

    def chosen(self, before: Table, move: Move) -> Step | None:
        """The step of a move: of those that share its kind, the one that can be taken; None if none can."""
        alike = self._alike.get((CODES.value("frame", before.agenda[0].kind), move.act), ())
        return next((s for s in alike if s.can(_NUMBERS, self.box, before, act_of(move))), None)

    def step(self, before: State, move: Move) -> str:
        """The name of the symbolic step for a move; empty where none can be taken."""
        step = self.chosen(encode(self.box, before, len(before.agenda)), move)
        return step.key if step is not None else ""

    def broken(self, before: State, move: Move, after: State, tags: Collection[str]) -> tuple[str, ...]:
        """The conditions of the step relation that two states and a move do not meet, and events that it has not."""
        depth = max(len(before.agenda), len(after.agenda)) + SPARE
        ours, theirs = encode(self.box, before, depth), encode(self.box, after, depth)
        step = self.chosen(ours, move)
        if step is None:
            return ("there",)
        act = act_of(move)
        conditions = self.relate(_NUMBERS, self.box, step, ours, act, theirs)
        found = {tag for tag, when in happens(_NUMBERS, self.box, step, ours, act).items() if when}
        told = tuple(f"event {tag}" for tag in sorted(found ^ {*tags}))
        return (*(name for name, holds in conditions.items() if not holds), *told)

    def elsewhere(self, before: State, move: Move, after: State) -> bool:
        """Whether the relation admits another table after the move than that of a state."""
        depth = max(len(before.agenda), len(after.agenda)) + SPARE
        ours, theirs = encode(self.box, before, depth), encode(self.box, after, depth)
        step = self.chosen(ours, move)
        assert step is not None, f"there is no symbolic step for {move}"
        later = fresh(self.box, "later", depth)
        leads = self.relate(_TERMS, self.box, step, ours, act_of(move), later)
        answer = Query(leads).ask(_TERMS.no(_TERMS.every(same(_TERMS, later, theirs).values())))
        if answer.kind == UNKNOWN:
            raise Limit(answer.reason)
        return answer.model is not None

    def legal(self, state: State, seat: int) -> Mapping[Any, bool] | None:
        """For each candidate of the engine's seat, whether it is legal by the numbers; None where chance decides."""
        kind = state.agenda[0].kind
        if kind not in DECISIONS or state.agenda[0].owed == (CHANCE,):
            return None
        table = encode(self.box, state, len(state.agenda))
        found = settled(_NUMBERS, Situation(self.box, table, kind, seat, seat in state.agenda[0].owed))
        return {move: found.legal_at(key_of(move)) for move in self.engine.resolve(state, seat).candidates}

    def posed(self, share: int = 1) -> Iterator[Posed]:
        """A state for every frame and edge that can go together.

        Of every `share`-th kind of frame all edges, others with another number of players; of each other kind one.
        """
        blank = sound(_TERMS, self.box, fresh(self.box, "table"))
        for i, kind in enumerate(self.frames):
            found = self._posed(blank, kind)
            yield from found if (i + self.box.players) % share == 0 else islice(found, 1)

    def _posed(self, blank: Sound, kind: str) -> Iterator[Posed]:
        seen: set[str] = set()
        query: tuple[Any, Query] | None = None
        norms: dict[tuple[int, bool], Settled] = {}
        for fray in self._asked_for(blank, kind):
            if fray.name in seen or never(fray.edge):
                continue
            if query is None or query[0] is not fray.table:
                query, norms = (fray.table, Query(fray.keeps)), {}
            answer = query[1].ask(fray.edge)
            if answer.kind == UNKNOWN:
                raise Limit(answer.reason)
            if answer.model is not None:
                seen.add(fray.name)
                yield self._decoded(kind, fray, answer.model, norms)

    def _asked_for(self, blank: Sound, kind: str) -> Iterator[Fray]:
        if kind not in PEACE:
            yield from frays(_TERMS, self.box, blank, kind)
            return
        table = posed(self.box, blank.table, kind)
        keeps = sound(_TERMS, self.box, table, blank).keeps
        for name, edge in edges(_TERMS, self.box, table).items():
            yield Fray(name, table, keeps, edge)
        for name, seat, edge in uses(_TERMS, self.box, table, kind) if kind in SITUATIONS else ():
            yield Fray(name, table, keeps, edge, seat)

    def _decoded(self, kind: str, fray: Fray, model: Model, norms: dict[tuple[int, bool], Settled]) -> Posed:
        """The engine's state, and what the terms say of the moves of the seat that is asked."""
        state = decode(self.box, evaluate(model, fray.table))
        owed = state.agenda[0].owed
        seat = owed[0] if fray.seat is None else fray.seat
        legal: dict[Any, bool] = {}
        if kind in DECISIONS and owed != (CHANCE,):
            asked = seat, seat in owed
            if asked not in norms:
                norms[asked] = settled(_TERMS, Situation(self.box, fray.table, kind, *asked))
            candidates = self.engine.resolve(state, seat).candidates
            legal = {move: model.holds(norms[asked].legal_at(key_of(move))) for move in candidates}
        return Posed(f"{kind}: {fray.name}", state, seat, legal)
