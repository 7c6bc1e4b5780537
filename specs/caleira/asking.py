"""A situation of the castles over the terms of one table: what `specs.asking` puts before the solver."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import z3
from attrs import frozen

from ...model.asking import CannotBeJudged, Situation
from ...model.caleira.engine import Caleira
from ...model.caleira.state import State
from ...model.caleira.vocabulary import FRAME_ACTS
from ...model.game import CHANCE
from ...model.guard import interpret
from ...model.norms import Judgement, Norm
from ...model.rules import Rules
from ..algebra import Algebra, Concrete, Term
from ..asking import Condition, Disagreement, Literal
from ..grounds import Grounds, grounds_of, opened_of, openers
from ..prover import Model
from ..settling import Candidate, Settled
from .decode import decode, encode
from .lawful import DECISIONS, key_of, name, settled
from .places import A, due_in
from .table import CODES, Box, Table, fresh, sound
from .told import facts, piece_is

_NUMBERS = Concrete(CODES)
FEW = 4  # turns after which a position is still plain
LAWS = {
    "comes-up": "By these rules nobody is ever asked for this.",
    "cards": "Every card is in one place, and there are as many of each as the game has.",
    "slots": "A piece is of a card and of a seat.", "rows": "The pieces of a castle stand one beside the other.",
    "turns": "Each turn has one card played.", "due": "What is decided now came up as the rules have it.",
}


@frozen(eq=False)
class Court:
    """The norms settled over terms or numbers, and which candidates the file's move can be, by place."""

    table: Table
    settled: Settled
    meant: Mapping[int, Term]


class CastlePose:
    """See `specs.asking.Pose`."""

    def __init__(self, rules: Rules, situation: Situation) -> None:
        (self.by,) = situation.of_move["by"]
        due = situation.of_due.get("by", (self.by,))
        if situation.due not in DECISIONS or self.by not in due:
            who = "chance" if situation.due not in DECISIONS else chr(ord("A") + due[0])
            raise CannotBeJudged(f"{situation.file}: due: {situation.due!r} is for {who} alone to decide")
        self.rules, self.situation, self.kind = rules, situation, situation.due
        self.box, self.engine = Box(rules), Caleira(rules)
        self.table = fresh(self.box, self.kind, self.by)
        self.court = self._court(A, self.table)
        self.legal = A.some(
            A.every((there, self.court.settled.legal[i])) for i, there in self.court.meant.items())
        self.laws = {"comes-up": self.kind in due_in(rules), **sound(A, self.box, self.table)}
        self.told = dict(self._facts(A, self.court))

    def _court(self, a: Algebra, table: Table) -> Court:
        found = settled(a, self.box, table)
        meant = {i: a.every((c.there, self._means(a, c))) for i, c in enumerate(found.candidates)
                 if c.act == self.situation.act}
        return Court(table, found, meant)

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

    def _facts(self, a: Algebra, court: Court) -> Iterator[tuple[str, Term]]:
        yield from facts(a, self.situation, court.table)
        yield "move", a.some(court.meant.values())
        for i, guard in enumerate(self.situation.when):
            yield f"situation.when[{i}]", interpret(
                guard.tree, a, lambda word: name(a, court.table, word, None))

    # ------------------------------------------------------------ what the answer hangs on

    @cached_property
    def conditions(self) -> Sequence[Condition]:
        """See `specs.asking.Pose`."""
        return tuple(c for c in self._conditions(A, self.court) if not isinstance(c.term, bool))

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
        others = [a.every((c.there, legal)) for i, (c, legal) in enumerate(zip(
            listed, court.settled.legal, strict=True)) if c.act != self.situation.act]
        yield Condition("else", a.some(others), far=True,
                        says=("something of another kind may be done", "nothing of another kind may be done"))

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

    def weighs(self, act: str) -> bool:
        """See `specs.asking.Pose`."""
        return act in FRAME_ACTS[self.kind]

    @property
    def led(self) -> Sequence[tuple[str, Sequence[str]]]:
        """See `specs.asking.Pose`: no law speaks of the decisions before."""
        return ()

    @cached_property
    def grounds(self) -> Grounds:
        """See `specs.asking.Pose`."""
        return grounds_of(A, self.court.settled, self.court.meant)

    @property
    def opened(self) -> Term:
        """See `specs.asking.Pose`."""
        return opened_of(A, self.court.settled, self.court.meant)

    @property
    def openers(self) -> Sequence[Norm]:
        """See `specs.asking.Pose`."""
        candidates = self.court.settled.candidates
        return openers(A, self.rules.norms, self.situation.act, (candidates[i].values for i in self.court.meant))

    # ------------------------------------------------------------ positions

    def state(self, model: Model) -> State:
        """See `specs.asking.Pose`."""
        state = decode(self.box, model, self.table)
        if faults := self.engine.well_formed(state):
            raise Disagreement(f"the engine takes no such state: {'; '.join(faults)}: {state}")
        if self.may(state) != model.holds(self.legal):
            raise Disagreement(f"the engine and the terms judge {self.situation.act} otherwise: {state}")
        return state

    def may(self, state: State) -> bool:
        """See `specs.asking.Pose`."""
        return any(move in self.engine.legal(state, self.by) for move in self.moves(state))

    def moves(self, state: State) -> Sequence[Any]:
        """See `specs.asking.Pose`."""
        court = self._court(_NUMBERS, encode(self.box, state))
        keys = {court.settled.candidates[i].key for i, there in court.meant.items() if there}
        return [move for move in self.engine.resolve(state, self.by).candidates if key_of(move) in keys]

    def judge(self, state: State, move: Any) -> Judgement[Any]:
        """See `specs.asking.Pose`."""
        return self.engine.judge(state, move)

    def holds(self, state: State, literals: Sequence[Literal] = ()) -> bool:
        """See `specs.asking.Pose`."""
        frame: Any = self.engine.top(state)
        if frame is None or frame.kind != self.kind or frame.owed == (CHANCE,) or frame.by != self.by:
            return False
        court = self._court(_NUMBERS, encode(self.box, state))
        if not all(term for _, term in self._facts(_NUMBERS, court)):
            return False
        found = {c.key: c.term for c in self._conditions(_NUMBERS, court)} if literals else {}
        return all(bool(found[condition.key]) == holds for condition, holds in literals)

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

    def law(self, name: str) -> str:
        """See `specs.asking.Pose`."""
        return LAWS[name]


def ask(rules: Rules, situation: Situation) -> CastlePose:
    """The situation under a rule set. Raises `CannotBeJudged`."""
    return CastlePose(rules, situation)
