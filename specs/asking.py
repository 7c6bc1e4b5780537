"""May it be done? Always, never, or that depends: a situation completed by the solver in every way there is.

A family poses a situation (`Pose`): what holds of every position, what the file tells, and whether the move is legal,
over the terms of one symbolic position. Everything else is here: the verdict, the cases and the smallest sets of
conditions that decide them, two positions as near as can be that part, and why there is no position at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeVar

import z3
from attrs import field, frozen

from ..model.game import Game
from ..model.guard import Node
from ..model.norms import Judgement, Norm
from .algebra import Term, never
from .grounds import Grounds
from .prover import SAT, UNKNOWN, UNSAT, Limit, Model, Query

S = TypeVar("S")
ALWAYS, NEVER, DEPENDS, IMPOSSIBLE = "always", "never", "depends", "cannot arise"
MOST = 3  # cases told of each kind; there may be more
NOTHING = ""  # stands for a clause where nothing permits a move


@frozen(eq=False)
class Condition:
    """Something that a position leaves open and an answer can hang on: by a guard's part, or in the family's words.

    Of `says` the first tells that it holds, the second that it does not; empty where `node` tells it. `subject` is what
    a guard's part is about, where it is about one of several things that could be done. What is `far` is about other
    things than the file's move can be, and is told only where the rest does not decide.
    """

    key: str
    term: Term
    node: Node | None = None
    says: tuple[str, str] = ("", "")
    subject: str = ""
    far: bool = False


Literal = tuple[Condition, bool]


class Pose(Protocol):
    """A situation over the terms of one symbolic position."""

    @property
    def laws(self) -> Mapping[str, Term]:
        """What holds of every position, by name."""
        ...

    @property
    def told(self) -> Mapping[str, Term]:
        """What the file says, by the path of its key; ``move`` is that the move can be made at all."""
        ...

    @property
    def legal(self) -> Term:
        """Something that the file's move can be is legal."""
        ...

    @property
    def conditions(self) -> Sequence[Condition]:
        """What that can hang on, first those that say most."""
        ...

    @property
    def plain(self) -> Sequence[Term]:
        """What a completion should be like if it can."""
        ...

    @property
    def grounds(self) -> Grounds:
        """See `grounds.grounds_of`."""
        ...

    @property
    def opened(self) -> Term:
        """Something that the file's move can be is permitted, whatever closes it."""
        ...

    @property
    def openers(self) -> Sequence[Norm]:
        """The norms that would permit what the file's move can be, at whatever decision."""
        ...

    def weighs(self, act: str) -> bool:
        """Whether norms on a kind of move can bear on the file's move, at the decision that is due."""
        ...

    @property
    def led(self) -> Sequence[tuple[str, Sequence[str]]]:
        """The kinds of decision of which a law says that they were made legally and led here, each with the acts whose
        norms bear on that."""
        ...

    def state(self, model: Model) -> Any:
        """The engine's state of a model. Raises `Disagreement` if the engine does not take it, or judges otherwise."""
        ...

    def like(self, model: Model) -> Mapping[str, Term]:
        """For each part of a position in words, that it is as in the model; those first that are best kept."""
        ...

    def holds(self, state: Any, literals: Sequence[Literal] = ()) -> bool:
        """Whether an engine's state is as the file tells, and the conditions are as given."""
        ...

    def may(self, state: Any) -> bool:
        """Whether the engine allows something that the file's move can be."""
        ...

    def moves(self, state: Any) -> Sequence[Any]:
        """The engine's moves that the file's move can be, in a fixed order."""
        ...

    def judge(self, state: Any, move: Any) -> Judgement[Any]:
        """The engine's judgement of a move."""
        ...

    def law(self, name: str) -> str:
        """A law in words."""
        ...


class Disagreement(RuntimeError):
    """Engine and terms differ about a position: one of the two is wrong."""


def confirmed(game: Game[S, Any], state: S, *others: S) -> S:
    """A state that the solver found. Raises `Disagreement` if the engine does not take it, or one of the others."""
    states = (state, *others)
    if faults := [fault for one in states for fault in game.well_formed(one)]:
        raise Disagreement(f"the engine takes no such state: {'; '.join(faults)}: {', '.join(map(str, states))}")
    return state


@frozen(eq=False)
class Case:
    """Conditions under which the answer is yes, or no, whatever else; a position of it, and the clauses that decide.

    `clauses` are as few as explain the answer wherever the conditions hold; `unopened` that for some of it nothing
    permits the move. `also` are other clauses that close the move somewhere in the case. `whole` is false where the
    conditions alone do not decide: then the position is one example and no more.
    """

    yes: bool
    literals: tuple[Literal, ...]
    state: Any
    clauses: tuple[str, ...]
    whole: bool = True
    unopened: bool = False
    also: tuple[str, ...] = ()


@frozen(eq=False)
class Answered:
    """What becomes of a situation under one rule set. `apart` tells in what two positions that part differ."""

    verdict: str
    cases: tuple[Case, ...] = ()
    more: bool = False  # there are cases that are not told
    apart: tuple[str, ...] = ()
    near: tuple[Any, Any] | None = None  # where it may be done, and as near as can be where it may not
    blame: tuple[str, ...] = field(default=())  # names of laws and keys that cannot hold together


class Asker:
    """The solver put to one situation. Its methods raise `Limit` if the solver gives up."""

    def __init__(self, pose: Pose) -> None:
        self.pose = pose
        self._query = Query({**pose.laws, **pose.told})

    def _ask(self, *terms: Term) -> Model | None:
        if any(never(term) for term in terms):
            return None
        soon = getattr(self.pose, "soon", True)
        if not isinstance(soon, bool):  # what a family says is found sooner, if it is there
            answer = self._query.ask(*terms, soon)
            if answer.model is not None:
                return answer.model
        answer = self._query.ask(*terms)
        if answer.kind == UNKNOWN:
            raise Limit(answer.reason)
        return answer.model

    def _side(self, yes: bool) -> Term:
        legal = self.pose.legal
        if isinstance(legal, bool):
            return legal == yes
        return legal if yes else z3.Not(legal)

    def verdict(self) -> str:
        """Always, never, depends, or that no position is like that."""
        may, may_not = (self._ask(self._side(yes)) is not None for yes in (True, False))
        if may and may_not:
            return DEPENDS
        return ALWAYS if may else NEVER if may_not else IMPOSSIBLE

    def answer(self, most: int = MOST) -> Answered:
        """The verdict with its cases, so many of each kind at most, or with what cannot hold together."""
        verdict = self.verdict()
        if verdict == IMPOSSIBLE:
            return Answered(verdict, blame=self._blame())
        cases: list[Case] = []
        more = False
        for yes in (True, False):
            for i, case in enumerate(self._cases(yes)):
                if i == most:
                    more = True
                    break
                cases.append(case)
        near, apart = self._apart() if verdict == DEPENDS else (None, ())
        return Answered(verdict, tuple(cases), more, apart, near)

    def _plain(self, *terms: Term) -> Model:
        """A model of the terms that is as plain as can be."""
        kept = list(terms)

        def keep(wanted: Sequence[Term]) -> None:
            if not wanted or self._ask(*kept, *wanted) is not None:
                kept.extend(wanted)
            elif len(wanted) > 1:
                keep(wanted[:len(wanted) // 2])
                keep(wanted[len(wanted) // 2:])

        keep([term for term in self.pose.plain if term is not True])
        model = self._ask(*kept)
        assert model is not None
        return model

    # ------------------------------------------------------------ cases

    def _cases(self, yes: bool) -> Iterator[Case]:
        """Smallest sets of conditions that decide for one side, until they cover it."""
        found: list[Term] = []
        side = self._side(yes)
        while (model := self._ask(side, *found)) is not None:
            literals, whole = self._deciding(model, yes)
            here = [_literal(one) for one in literals]
            plain = self._plain(side, *here)
            clauses, unopened, also = self._why(yes, here)
            yield Case(yes, literals, self.pose.state(plain), clauses, whole, unopened, also)
            if not literals:
                return
            found.append(z3.Not(z3.And(*here)) if len(here) > 1 else z3.Not(here[0]))

    def _deciding(self, model: Model, yes: bool) -> tuple[tuple[Literal, ...], bool]:
        """Conditions as they are in the model, as few as decide; with all of them and false where none do."""
        literals = {c.key: (c, model.holds(c.term)) for c in self.pose.conditions}
        tracked = Query({key: _literal(one) for key, one in literals.items()})
        fixed = (*self.pose.laws.values(), *self.pose.told.values(), self._side(not yes))

        def core(among: Sequence[str]) -> tuple[str, ...] | None:
            answer = tracked.core(*(_term(term) for term in fixed), among=among)
            if answer.kind == UNKNOWN:
                raise Limit(answer.reason)
            return answer.core if answer.kind == UNSAT else None

        near = [key for key, (condition, _) in literals.items() if not condition.far]
        used = core(near) or core(list(literals))
        if used is None:
            return tuple(literals.values()), False
        chosen = [key for key in literals if key in used]
        for key in reversed(list(literals)):  # those that say least go first
            if key in chosen and (less := core([k for k in chosen if k != key])) is not None:
                chosen = [k for k in chosen if k in less]
        return tuple(literals[key] for key in chosen), True

    def _why(self, yes: bool, here: Sequence[Term]) -> tuple[tuple[str, ...], bool, tuple[str, ...]]:
        """The fewest clauses that explain a case, whether nothing permits the move in some of it, and what else is
        against it somewhere.

        A duty to something else explains more than that nothing permits the move.
        """
        side = (self._side(yes), *here)
        grounds = {clause: _term(term) for clause, term in self.pose.grounds[0 if yes else 1].items()}
        if not yes:
            grounds = {NOTHING: z3.Not(_term(self.pose.opened)), **grounds}
        there = [clause for clause, term in grounds.items() if self._ask(*side, term) is not None]
        used = list(there)
        for clause in (*there[:1], *reversed(there[1:])):
            less = [one for one in used if one != clause]
            if self._ask(*side, *(z3.Not(grounds[one]) for one in less)) is None:
                used = less
        others = tuple(clause for clause in there if clause not in (*used, NOTHING))
        return tuple(c for c in used if c != NOTHING), NOTHING in used, () if yes else others

    def _apart(self) -> tuple[tuple[Any, Any], tuple[str, ...]]:
        """Two positions, one in which it may be done and one in which not, that differ in no more than they must."""
        first = self._plain(self._side(True))
        like, no = self.pose.like(first), self._side(False)
        kept: dict[str, Term] = {}

        def keep(wanted: Sequence[str]) -> None:
            terms = [like[name] for name in wanted]
            if not wanted or self._ask(no, *kept.values(), *terms) is not None:
                kept.update({name: like[name] for name in wanted})
            elif len(wanted) > 1:
                keep(wanted[:len(wanted) // 2])
                keep(wanted[len(wanted) // 2:])

        keep(list(like))
        second = self._ask(no, *kept.values())
        assert second is not None
        pair = self.pose.state(first), self.pose.state(second)
        return pair, tuple(name for name in like if name not in kept)

    # ------------------------------------------------------------ no position at all

    def _blame(self) -> tuple[str, ...]:
        """A smallest set of what the file tells, and of laws, that cannot hold together; laws are given up first."""
        names = [*self.pose.told, *self.pose.laws]
        used: Sequence[str] = self._query.core().core
        for name in reversed(names):
            if name not in used:
                continue
            answer = self._query.core(among=[n for n in used if n != name])
            if answer.kind == UNSAT:
                used = answer.core
        return tuple(name for name in names if name in used)


def _term(term: Term) -> Term:
    return z3.BoolVal(term) if isinstance(term, bool) else term


def _literal(one: Literal) -> Term:
    condition, holds = one
    return _term(condition.term) if holds else z3.Not(_term(condition.term))


__all__ = ["ALWAYS", "DEPENDS", "IMPOSSIBLE", "NEVER", "SAT", "Answered", "Asker", "Case", "Condition", "Disagreement",
           "Literal", "Pose"]
