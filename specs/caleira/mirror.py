"""The symbolic side as seen from engine states: what is legal, and states at the edges of what can be."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from ...model.caleira.engine import Caleira
from ...model.caleira.state import State
from ...model.rules import Rules
from ..algebra import Concrete, Term, never
from ..families import Posed
from ..prover import UNKNOWN, Limit, Query
from .decode import decode, encode
from .lawful import DECISIONS, key_of, settled
from .table import CODES, Box, Table
from .walls import A, due_in, place_of

_NUMBERS = Concrete(CODES)
_SPELT = ("play", "place", "aim", "give", "swap-with", "look")  # moves that some tables have not


class CaleiraMirror:
    """See `specs.families.Mirror`, whose methods these are."""

    def __init__(self, rules: Rules) -> None:
        self.box = Box(rules)
        self.engine = Caleira(rules)

    def step(self, before: State, move: Any) -> str:  # noqa: ARG002
        """Steps are not told symbolically: none."""
        return ""

    def broken(self, before: State, move: Any, after: State, tags: Collection[str]) -> tuple[str, ...]:  # noqa: ARG002
        """Nothing is told of steps."""
        return ()

    def elsewhere(self, before: State, move: Any, after: State) -> bool:  # noqa: ARG002
        """Nothing is told of steps."""
        return False

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
