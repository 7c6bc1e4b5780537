"""The symbolic side as seen from engine states: what is legal, and states at the edges of what can be."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from ...model.caleira.cards import BATTLEMENTS, PRINCESS
from ...model.caleira.engine import Caleira
from ...model.caleira.frames import EFFECTS
from ...model.caleira.state import State
from ...model.rules import Rules
from ..algebra import Algebra, Concrete, Term, never
from ..families import Posed
from ..prover import UNKNOWN, Limit, Query
from .decode import decode, encode, state_of
from .keeping import any_position
from .lawful import DECISIONS, key_of, settled
from .places import A, due_in, place_of
from .position import EFFECT_CODES, Position, fresh, part, position_of, same
from .steps import SPARE, STEPS, Step, act_of, enabled, outcome, relation
from .table import CODES, Box, Table, code

_NUMBERS = Concrete(CODES)
EARLY = 5  # a turn in which much can stand face-down
_SPELT = ("play", "place", "aim", "give", "swap-with", "look")  # moves that some tables have not


class CaleiraMirror:
    """See `specs.families.Mirror`, whose methods these are. Other steps may be planted, for some frames alone."""

    def __init__(self, rules: Rules, steps: Sequence[Step] = STEPS, frames: Sequence[str] = ()) -> None:
        self.box = Box(rules)
        self.engine = Caleira(rules)
        self.steps = steps
        self.frames = frames or ("draw", "turn-up", *due_in(rules))

    def step(self, before: State, move: Any) -> str:
        """The name of the symbolic step for a move; empty where none can be taken."""
        step = self._step(before, move)
        return "" if step is None else step.key

    def _step(self, before: State, move: Any) -> Step | None:
        here = position_of(self.box, before, len(before.agenda))
        for step in self.steps:
            if (step.frame, step.act) == (before.agenda[0].kind, move.act):
                can = enabled(_NUMBERS, self.box, step, here, act_of(self.box, move))
                return step if all(can.values()) else None
        return None

    def broken(self, before: State, move: Any, after: State, tags: Collection[str]) -> tuple[str, ...]:
        """The conditions of the step relation that two states and a move do not meet, and events that it has not."""
        step = self._step(before, move)
        if step is None:
            return ("there",)
        depth = max(len(before.agenda), len(after.agenda)) + SPARE
        ours, theirs = (position_of(self.box, state, depth) for state in (before, after))
        later, told = outcome(_NUMBERS, self.box, step, ours, act_of(self.box, move))
        wrong = [name for name, agrees in same(_NUMBERS, later, theirs).items() if not agrees]
        found = {tag for tag, when in told.items() if when}
        return (*wrong, *(f"event {tag}" for tag in sorted(found ^ {*tags})))

    def elsewhere(self, before: State, move: Any, after: State) -> bool:
        """Whether the relation admits another position after the move than that of a state."""
        step = self._step(before, move)
        assert step is not None, f"there is no symbolic step for {move}"
        depth = max(len(before.agenda), len(after.agenda)) + SPARE
        ours, theirs = (position_of(self.box, state, depth) for state in (before, after))
        later = fresh(self.box, "later", depth)
        leads = relation(A, self.box, step, ours, act_of(self.box, move), later)
        answer = Query(leads).ask(A.no(A.every(same(A, later, theirs).values())))
        if answer.kind == UNKNOWN:
            raise Limit(answer.reason)
        return answer.model is not None

    def legal(self, state: State, seat: int) -> Mapping[Any, bool] | None:
        """For each candidate of the engine's seat, whether it is legal by the numbers; None where chance decides."""
        if state.agenda[0].kind not in DECISIONS:
            return None
        found = settled(_NUMBERS, self.box, encode(self.box, state))
        return {move: found.legal_at(key_of(move)) for move in self.engine.resolve(state, seat).candidates}

    def posed(self, share: int = 1) -> Iterator[Posed]:
        """For every kind of decision a state for each edge: a norm that closes something or not, a move legal or not.

        Of every `share`-th kind all edges, of each other one.
        """
        for i, kind in enumerate(due_in(self.box.rules)):
            place, told = place_of(self.box.rules, kind), 0
            for name, edge in edges(self.box, place.table):
                if (told and (i + self.box.rules.players) % share) or never(edge):
                    continue
                answer = Query(place.keeps).ask(edge)
                if answer.kind == UNKNOWN:
                    raise Limit(answer.reason)
                if answer.model is None:
                    continue
                told += 1
                state = decode(self.box, answer.model, place.table)
                legal = {move: answer.model.holds(place.norms.legal_at(key_of(move)))
                         for move in self.engine.resolve(state, 0).candidates}
                yield Posed(f"{kind}: {name}", state, 0, legal)
        yield from self.whole(share)

    def whole(self, share: int = 1) -> Iterator[Posed]:
        """Whole positions with what else is pending, for every kind of frame; of every `share`-th kind all edges."""
        for i, kind in enumerate(self.frames):
            told, every = 0, (i + self.box.rules.players) % share == 0
            for turn in (EARLY, self.box.cards) if kind in EFFECTS else (EARLY,):
                here, keeps = any_position(self.box, kind, turn)
                for name, edge in pending(A, here).items():
                    if (told and not every) or never(edge):
                        continue
                    answer = Query(keeps).ask(edge)
                    if answer.kind == UNKNOWN:
                        raise Limit(answer.reason)
                    if answer.model is not None:
                        told += 1
                        state = state_of(answer.model, here)
                        yield Posed(f"{kind} in turn {turn}: {name}", state, max(0, state.agenda[0].owed[0]), {})


def edges(box: Box, table: Table) -> Iterator[tuple[str, Term]]:
    """What is asked for at a kind of decision, by name."""
    norms = place_of(box.rules, table.due.kind).norms
    yield "plain", True
    for norm, shuts in norms.shuts:
        yield f"{norm.id} closes something", A.some(shuts)
        yield f"{norm.id} closes nothing", A.no(A.some(shuts))
    for candidate, legal in zip(norms.candidates, norms.legal, strict=True):
        if candidate.act in _SPELT and candidate.key[-1] in (1, 7, "princess", "market", True, "look"):
            yield f"{candidate.key} is legal", legal
            yield f"{candidate.key} is not", A.every((candidate.there, A.no(legal)))
    pieces = table.pieces(A)
    yield "no piece", A.eq(pieces, 0)
    yield "many pieces", A.lt(box.cards // 2, pieces)
    if table.due.kind != "arrange":
        yield "an empty pile", A.eq(A.count(table.rest, None), 0)


def pending(a: Algebra, p: Position) -> Mapping[str, Term]:
    """What else can be so where a frame is on top, by name."""
    top, other = p.queue[:2]

    def stands(number: Term) -> Term:
        return a.le(0, part(a, p.slots, number, "owner"))

    def lies(card: str, up: bool) -> Term:
        return a.some(a.every((a.le(0, s.owner), a.eq(s.kind, code(card)), a.eq(s.up, up))) for s in p.slots)

    effect, waits = a.member(top.kind, EFFECT_CODES), a.member(other.kind, EFFECT_CODES)
    return {
        "another waits": a.every((waits, stands(other.number))),
        "one of a piece that is gone waits": a.every((waits, a.no(stands(other.number)))),
        "its own piece is gone": a.every((effect, a.no(stands(top.number)))),
        "the same piece waits": a.every((effect, waits, a.eq(top.number, other.number))),
        "a silenced piece lies face-down": a.some(a.every((a.le(0, s.owner), s.silent, a.no(s.up))) for s in p.slots),
        "the Princess stands": a.every((lies(PRINCESS, False), effect)),
        "Battlements lie face-down": a.every((lies(BATTLEMENTS, False), effect)),
        "all cards are played": a.every(a.eq(many, 0) for hand in p.hands for many in hand.values()),
        "somebody is out": a.le(0, p.out),
        "plain": True,
    }
