"""A situation over the one table that a family has for a kind of decision: what the poses of such families share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from attrs import frozen

from ..model.asking import CannotBeJudged, Situation
from ..model.guard import interpret
from ..model.norms import Judgement, Norm
from ..model.rules import Rules
from .algebra import Algebra, Term
from .asking import Condition, Disagreement, Literal, confirmed
from .decisions import Side
from .grounds import Grounds, grounds_of, opened_of, openers
from .prover import Model
from .settling import Candidate, Settled


@frozen(eq=False)
class Court:
    """The norms settled over terms or numbers, and which candidates the file's move can be, by place."""

    table: Any
    settled: Settled
    meant: Mapping[int, Term]


class OneTable(ABC):
    """See `asking.Pose`, whose methods these are. What tables, moves and facts are is the family's to say."""

    side: ClassVar[Side]
    decisions: ClassVar[Collection[str]]  # the kinds of frame that players decide
    in_words: ClassVar[Mapping[str, str]]  # the laws of positions

    def __init__(self, rules: Rules, situation: Situation) -> None:
        (self.by,) = situation.of_move["by"]
        due = situation.of_due.get("by", (self.by,))
        if situation.due not in self.decisions or self.by not in due:
            who = "chance" if situation.due not in self.decisions else chr(ord("A") + due[0])
            raise CannotBeJudged(f"{situation.file}: due: {situation.due!r} is for {who} alone to decide")
        self.rules, self.situation, self.kind = rules, situation, situation.due
        self.engine, self.box, a = self.side.engine(rules), self.side.box(rules), self.side.algebra
        self.table = self.side.fresh(self.box, self.kind, self.by)
        self.court = self._court(a, self.table)
        self.legal = a.some(a.every((there, self.court.settled.legal[i])) for i, there in self.court.meant.items())
        self.laws = {"comes-up": self.kind in self.side.due_in(rules), **self.side.sound(a, self.box, self.table)}
        self.told = dict(self._facts(a, self.court))

    # ------------------------------------------------------------ the family's

    @abstractmethod
    def _is_due(self, state: Any) -> bool:
        """Whether the situation's decision is due in a state."""

    @abstractmethod
    def _name(self, a: Algebra, table: Any, word: str) -> Any:
        """What a name of a guard points at, no move being looked at."""

    @abstractmethod
    def _means(self, a: Algebra, candidate: Candidate) -> Term:
        """Whether the file's move is a candidate."""

    @abstractmethod
    def _table_facts(self, a: Algebra, table: Any) -> Iterator[tuple[str, Term]]:
        """What the file tells of a table."""

    @abstractmethod
    def _conditions(self, a: Algebra, court: Court) -> Iterator[Condition]:
        """What the answer can hang on."""

    # ------------------------------------------------------------ what all share

    def _court(self, a: Algebra, table: Any) -> Court:
        found = self.side.settled(a, self.box, table)
        meant = {i: a.every((c.there, self._means(a, c))) for i, c in enumerate(found.candidates)
                 if c.act == self.situation.act}
        return Court(table, found, meant)

    def _facts(self, a: Algebra, court: Court) -> Iterator[tuple[str, Term]]:
        yield from self._table_facts(a, court.table)
        yield "move", a.some(court.meant.values())
        for i, guard in enumerate(self.situation.when):
            yield f"situation.when[{i}]", interpret(guard.tree, a, lambda word: self._name(a, court.table, word))

    def _else(self, a: Algebra, court: Court) -> Condition:
        """Whether something of another kind may be done."""
        pairs = zip(court.settled.candidates, court.settled.legal, strict=True)
        others = [a.every((c.there, legal)) for c, legal in pairs if c.act != self.situation.act]
        return Condition("else", a.some(others), far=True,
                         says=("something of another kind may be done", "nothing of another kind may be done"))

    @cached_property
    def conditions(self) -> Sequence[Condition]:
        """See `asking.Pose`."""
        found = self._conditions(self.side.algebra, self.court)
        return tuple(condition for condition in found if not isinstance(condition.term, bool))

    def weighs(self, act: str) -> bool:
        """See `asking.Pose`."""
        return act in self.side.acts[self.kind]

    @property
    def led(self) -> Sequence[tuple[str, Sequence[str]]]:
        """See `asking.Pose`: no law speaks of the decisions before."""
        return ()

    @cached_property
    def grounds(self) -> Grounds:
        """See `asking.Pose`."""
        return grounds_of(self.side.algebra, self.court.settled, self.court.meant)

    @property
    def opened(self) -> Term:
        """See `asking.Pose`."""
        return opened_of(self.side.algebra, self.court.settled, self.court.meant)

    @property
    def openers(self) -> Sequence[Norm]:
        """See `asking.Pose`."""
        values = (self.court.settled.candidates[i].values for i in self.court.meant)
        return openers(self.side.algebra, self.rules.norms, self.situation.act, values)

    def state(self, model: Model) -> Any:
        """See `asking.Pose`."""
        state = confirmed(self.engine, self.side.decode(self.box, model, self.table))
        if self.may(state) != model.holds(self.legal):
            raise Disagreement(f"the engine and the terms judge {self.situation.act} otherwise: {state}")
        return state

    def may(self, state: Any) -> bool:
        """See `asking.Pose`."""
        return any(move in self.engine.legal(state, self.by) for move in self.moves(state))

    def moves(self, state: Any) -> Sequence[Any]:
        """See `asking.Pose`."""
        court = self._court(self.side.numbers, self.side.encode(self.box, state))
        keys = {court.settled.candidates[i].key for i, there in court.meant.items() if there}
        return [move for move in self.engine.resolve(state, self.by).candidates if self.side.key_of(move) in keys]

    def judge(self, state: Any, move: Any) -> Judgement[Any]:
        """See `asking.Pose`."""
        return self.engine.judge(state, move)

    def holds(self, state: Any, literals: Sequence[Literal] = ()) -> bool:
        """See `asking.Pose`."""
        if not self._is_due(state):
            return False
        court = self._court(self.side.numbers, self.side.encode(self.box, state))
        if not all(term for _, term in self._facts(self.side.numbers, court)):
            return False
        found = {c.key: c.term for c in self._conditions(self.side.numbers, court)} if literals else {}
        return all(bool(found[condition.key]) == holds for condition, holds in literals)

    def law(self, name: str) -> str:
        """See `asking.Pose`."""
        return self.in_words[name]
