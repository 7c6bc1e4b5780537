"""A situation of the castles over the terms of one table: what `specs.asking` puts before the solver."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import z3

from ...model.asking import Situation
from ...model.caleira.state import State
from ...model.game import CHANCE
from ...model.rules import Rules
from ..algebra import Algebra, Term
from ..asking import Condition
from ..posing import Court, OneTable
from ..prover import Model
from ..settling import Candidate
from .lawful import DECISIONS, name
from .places import SIDE, A
from .table import Table
from .told import facts, piece_is

FEW = 4  # turns after which a position is still plain
LAWS = {
    "comes-up": "By these rules nobody is ever asked for this.",
    "cards": "Every card is in one place, and there are as many of each as the game has.",
    "slots": "A piece is of a card and of a seat.", "rows": "The pieces of a castle stand one beside the other.",
    "turns": "Each turn has one card played.", "due": "What is decided now came up as the rules have it.",
}


class CastlePose(OneTable):
    """See `specs.asking.Pose`."""

    side, decisions, in_words = SIDE, DECISIONS, LAWS

    def _is_due(self, state: State) -> bool:
        frame: Any = self.engine.top(state)
        return frame is not None and frame.kind == self.kind and frame.owed != (CHANCE,) and frame.by == self.by

    def _name(self, a: Algebra, table: Table, word: str) -> Any:
        return name(a, table, word, None)

    def _table_facts(self, a: Algebra, table: Table) -> Iterator[tuple[str, Term]]:
        return facts(a, self.situation, table)

    def _means(self, a: Algebra, candidate: Candidate) -> Term:
        """Whether the file's move is a candidate."""
        told, parts = self.situation.of_move, []
        for field, value in told.items():
            what = candidate.key[1] if len(candidate.key) > 1 else None
            match field:
                case "kind":
                    parts.append(what in value)
                case "up":
                    parts.append(candidate.key[2] == value)
                case "to":
                    parts.append(what in value)
                case "at":
                    parts.append(value[0] <= what <= value[1])
                case "piece":
                    parts.append(a.some(piece_is(a, candidate.values, self.by, word) for word in value))
        return a.every(parts)

    def _conditions(self, a: Algebra, court: Court) -> Iterator[Condition]:
        """The parts of guards for what the file's move can be, and what duties hang on."""
        table, listed = court.table, court.settled.candidates
        if self.situation.act == "aim":
            for key, says in (("target_itself", "is the one whose effect it is"), ("target_face_up", "lies face-up"),
                              ("target_before", "was chosen by this Watchtower before"),
                              ("beside_moats", "stands next to face-up Moats")):
                term = a.some(a.every((there, listed[i].values[key])) for i, there in court.meant.items())
                yield Condition(key, term, says=(f"a piece that it can be {says}", f"no piece that it can be {says}"))
            mine = {i: a.eq(listed[i].values["target"], self.by) for i in court.meant}
            yield Condition("own", a.some(a.every((there, mine[i])) for i, there in court.meant.items()),
                            says=("a piece that it can be is one's own", "no piece that it can be is one's own"))
        yield Condition("pieces", a.lt(0, table.pieces(a)), says=("there is a piece", "there is no piece"))
        yield Condition("pile", a.lt(0, a.count(table.rest, None)), says=("the pile holds cards", "the pile is empty"))
        for seat, hand in enumerate(table.hands):
            who = chr(ord("A") + seat)
            yield Condition(f"hand {who}", a.lt(0, a.count(hand, None)),
                            says=(f"{who} has a card in hand", f"{who} has no card in hand"))
        yield self._else(a, court)

    @cached_property
    def plain(self) -> Sequence[Term]:
        """See `specs.asking.Pose`."""
        table = self.table
        marks = [A.no(A.some(getattr(slot, name) for slot in table.slots)) for name in ("silent", "gap")]
        return (*marks, A.eq(table.active, self.by), A.le(table.turn, FEW))

    @cached_property
    def soon(self) -> Term:
        """Few pieces: such a position is found much sooner, if there is one. See `specs.asking.Asker`."""
        return A.le(self.table.turn, FEW)

    def like(self, model: Model) -> Mapping[str, Term]:
        """See `specs.asking.Pose`."""
        def same(*terms: Term) -> Term:
            return A.every(A.iff(t, model.holds(t)) if z3.is_bool(t) else A.eq(t, model.number(t)) for t in terms)

        table = self.table
        slots = {f"pieces from {i}": A.every(
            same(s.kind, s.owner, s.up, s.silent, s.gap, s.place) for s in table.slots[i - 1 : i + 3])
            for i in range(1, len(table.slots), 4)}
        return {"turn": same(table.turn, table.active), **slots,
                **{f"hand {i}": same(*hand.values()) for i, hand in enumerate(table.hands)}}


def ask(rules: Rules, situation: Situation) -> CastlePose:
    """The situation under a rule set. Raises `CannotBeJudged`."""
    return CastlePose(rules, situation)
