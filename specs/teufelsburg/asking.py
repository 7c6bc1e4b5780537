"""A situation of the coach ride over the terms of one table: what `specs.asking` puts before the solver.

Nothing is laid out that the file does not tell: below the decision that is due lies whatever can lie there, so that
what is proved holds of every sound table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import z3
from attrs import evolve, fields, frozen

from ...model.asking import CannotBeJudged, Situation
from ...model.game import CHANCE, Move
from ...model.guard import interpret
from ...model.norms import Judgement, Norm
from ...model.rules import Rules
from ...model.teufelsburg.cards import ROLES
from ...model.teufelsburg.engine import Teufelsburg
from ...model.teufelsburg.frames import FRAMES
from ...model.teufelsburg.state import State
from ...model.teufelsburg.vocabulary import FRAME_ACTS, STRUGGLE, open_to_others
from ..algebra import Algebra, Concrete, Term
from ..asking import Condition, Disagreement, Literal, confirmed
from ..grounds import Grounds, grounds_of, opened_of, openers
from ..prover import Model
from ..settling import Candidate, Settled, Standing, norms_at, settle, stand
from .codes import CODES, Box, card, frame_code
from .conditions import conditions
from .decode import PARTS, decode, encode, evaluate
from .invariant import sound
from .laws import LAWS
from .likeness import likeness, plainness
from .listing import DECISIONS, WINDOWS, candidates, key_of
from .listing import Situation as Here
from .midst import ONLY_WHERE, comes_up, lying, silencing
from .places import A, asked, came_by, come
from .situation import name
from .table import Slot, Table, depth_of, fresh
from .told import facts, kinds_of, known_part

_NUMBERS = Concrete(CODES)
_FRAMES = {frame.kind: frame for frame in FRAMES}
TOGETHER = ("pass-on", "secret-support")  # owed by all at once


@frozen(eq=False)
class Court:
    """The norms settled at the decision that is due, over terms or numbers, and what of it the file's move can be."""

    here: Here
    listed: tuple[Candidate, ...]
    standing: tuple[Standing, ...]
    settled: Settled
    meant: Mapping[int, Term]  # by place: that it can be done, and is what the file means


class CoachPose:
    """See `specs.asking.Pose`. Raises `Gap` where the rules give no limit of a hand."""

    def __init__(self, rules: Rules, situation: Situation) -> None:
        if situation.due not in DECISIONS:
            raise CannotBeJudged(f"{situation.file}: due.frame: {situation.due!r} is chance's alone; nobody decides")
        self.rules, self.situation, self.box = rules, situation, Box(rules)
        self.engine = Teufelsburg(rules)
        (self.by,) = situation.of_move["by"]
        self.kind = situation.due
        self.owed = self._owes()
        blank = fresh(self.box, "table")
        self.table = evolve(blank, agenda=(self._top(), *blank.agenda[1:]))
        self.court = self._court(A, self.table)
        acts = self._acts(A, self.table)
        legal = (A.every((there, self.court.settled.legal[i])) for i, there in self.court.meant.items())
        self.legal = A.every((acts, A.some(legal)))
        self.laws = dict(self._laws())
        self.told = dict(self._facts(A, self.table, self.court))

    # ------------------------------------------------------------ laid out

    def _owes(self) -> bool:
        """Whether who moves owes the decision; if the file does not say whose it is, it is his."""
        if self.kind in WINDOWS:
            return False
        part = "chooser" if self.kind == "peek" else "by"
        seats = self.situation.of_due.get(part, (self.by,))
        return self.by in seats

    def _top(self) -> Slot:
        """The decision that is due: what the file tells as numbers, all else variables."""
        told, names = self.situation.of_due, [field.name for field in fields(_FRAMES[self.kind])]
        parts = {PARTS[field][0] for field in names if field in PARTS}
        if self.kind == "foresee":
            parts.add("card")
        found: dict[str, Term] = {"kind": frame_code(self.kind)}
        for part in sorted(parts):
            known = known_part(told, part)
            found[part] = z3.Int(f"due.{part}") if known is None else known
        owner = "mark" if self.kind == "peek" else "by"
        if self.owed and self.kind not in TOGETHER:
            found[owner] = self.by
        return Slot(**found)

    def _court(self, a: Algebra, table: Table) -> Court:
        here = Here(self.box, table, self.kind, self.by, self.owed)
        listed = candidates(a, here)
        norms = norms_at(self.rules.norms, self.kind, FRAME_ACTS[self.kind])
        standing = stand(a, norms, listed, lambda word, c: name(a, here, word, c), self.owed)
        meant = {i: self._there(a, table, c) for i, c in enumerate(listed) if self._means(c.key)}
        return Court(here, listed, standing, settle(a, listed, standing), meant)

    def _means(self, key: tuple[Any, ...]) -> bool:
        """Whether the file's move can be the candidate with this key."""
        act, *what = key
        told = {field: value for field, value in self.situation.of_move.items() if field != "by"}
        if act != self.situation.act:
            return False
        if act == "use":
            cards = told.get("card", ())
            kinds = [kind for word in cards for kind in kinds_of(word)]
            return not cards or (what[0] in kinds if what else any(word in ROLES for word in cards))
        return all(what and _names(what[0], field, value) for field, value in told.items())

    def _there(self, a: Algebra, table: Table, candidate: Candidate) -> Term:
        """It can be done at all; and the occupation used is one that the file names."""
        roles = [word for word in self.situation.of_move.get("card", ()) if word in ROLES]
        if candidate.key != ("use",) or "card" not in self.situation.of_move:
            return candidate.there
        return a.every((candidate.there, a.some(a.eq(table.roles[self.by], card(role)) for role in roles)))

    def _acts(self, a: Algebra, table: Table) -> Term:
        """At a decision of others only who is on turn may do something, unless the norms have it so; else anybody."""
        return True if self._anybody else a.eq(table.active, self.by)

    @cached_property
    def _anybody(self) -> bool:
        return self.owed or self.kind in (*WINDOWS, *open_to_others(self.rules.norms))

    # ------------------------------------------------------------ what holds

    def _laws(self) -> Iterator[tuple[str, Term]]:
        up = comes_up(self.box, self.kind)
        yield "comes-up", up
        if not up:
            return
        yield from sound(A, self.box, self.table).keeps.items()
        if self.kind in STRUGGLE:
            yield "lying", lying(A, self.box, self.table)
            yield "silencing", silencing(A, self.table, self.kind)
        if self.owed:
            yield "asked", asked(self.court.here)
            if self._come:
                yield "come", come(self.box, self.court.here)

    @property
    def _come(self) -> bool:
        """Whether the decision before the one that is due is known well enough to ask whether it was legal."""
        top = self.table.agenda[0]
        return self.owed and isinstance(top.by, int) and isinstance(top.to, int)

    def _facts(self, a: Algebra, table: Table, court: Court) -> Iterator[tuple[str, Term]]:
        yield from facts(a, self.situation, table)
        yield "move", a.some(court.meant.values())
        for i, guard in enumerate(self.situation.when):
            yield f"situation.when[{i}]", _means(a, court.here, guard.tree)

    @cached_property
    def conditions(self) -> tuple[Condition, ...]:
        """What the answer can hang on; those that say most come first."""
        return tuple(c for c in self._conditions(A, self.table, self.court) if not isinstance(c.term, bool))

    def _conditions(self, a: Algebra, table: Table, court: Court) -> Iterator[Condition]:
        yield from conditions(a, court.here, court.listed, court.standing, court.meant)
        if not self._anybody:
            letter = chr(ord("A") + self.by)
            yield Condition("acts", self._acts(a, table), says=(f"{letter} is on turn", f"{letter} is not on turn"))

    @cached_property
    def plain(self) -> Sequence[Term]:
        """See `specs.asking.Pose`."""
        return plainness(self.box, self.table)

    def weighs(self, act: str) -> bool:
        """See `specs.asking.Pose`: whatever interrupts is no answer, and answers do not bear on it."""
        duties = {candidate.act for candidate in self.court.listed if candidate.duty}
        return act in duties if self.situation.act in duties else act == self.situation.act

    @property
    def led(self) -> Sequence[tuple[str, Sequence[str]]]:
        """See `specs.asking.Pose`."""
        return came_by(self.box, self.court.here) if self._come else ()

    @cached_property
    def grounds(self) -> Grounds:
        """See `specs.asking.Pose`."""
        return grounds_of(A, self.court.settled, self.court.meant)

    @property
    def opened(self) -> Term:
        """See `specs.asking.Pose`."""
        return A.every((self._acts(A, self.table), opened_of(A, self.court.settled, self.court.meant)))

    @property
    def openers(self) -> Sequence[Norm]:
        """See `specs.asking.Pose`."""
        return openers(A, self.rules.norms, self.situation.act, self._named())

    def _named(self) -> Iterator[Mapping[str, Any]]:
        """What names of the move point at, for everything that it can be."""
        roles = [card(word) for word in self.situation.of_move.get("card", ()) if word in ROLES]
        for i in self.court.meant:
            candidate = self.court.listed[i]
            if candidate.key == ("use",):
                yield from ({**candidate.values, "card": role} for role in roles)
            if candidate.key != ("use",) or not roles:
                yield candidate.values

    # ------------------------------------------------------------ positions

    def state(self, model: Model) -> State:
        """See `specs.asking.Pose`."""
        state = confirmed(self.engine, decode(self.box, evaluate(model, self.table)))
        if self.may(state) != model.holds(self.legal):
            raise Disagreement(f"the engine and the terms judge {self.situation.act} otherwise: {state}")
        return state

    def may(self, state: State) -> bool:
        """See `specs.asking.Pose`."""
        legal = self.engine.resolve(state, self.by).moves if self.by in self.engine.actors(state) else ()
        return any(move in legal for move in self.moves(state))

    def moves(self, state: State) -> Sequence[Move]:
        """See `specs.asking.Pose`."""
        cards = self.situation.of_move.get("card", ())
        return [move for move in self.engine.resolve(state, self.by).candidates if self._means(key_of(move))
                and (move.act != "use" or move.card not in ROLES or not cards or move.card in cards)]

    def judge(self, state: State, move: Move) -> Judgement[Move]:
        """See `specs.asking.Pose`."""
        return self.engine.judge(state, move)

    def holds(self, state: State, literals: Sequence[Literal] = ()) -> bool:
        """See `specs.asking.Pose`."""
        frame = self.engine.top(state)
        if frame is None or frame.kind != self.kind or frame.owed == (CHANCE,):
            return False
        if self.kind not in WINDOWS and (self.by in frame.owed) != self.owed:
            return False
        table = encode(self.box, state, max(len(state.agenda), depth_of(self.box.players)))
        court = self._court(_NUMBERS, table)
        if not all(term for _, term in self._facts(_NUMBERS, table, court)):
            return False
        found = {c.key: c.term for c in self._conditions(_NUMBERS, table, court)} if literals else {}
        return all(bool(found[condition.key]) == holds for condition, holds in literals)

    def like(self, model: Model) -> Mapping[str, Term]:
        """See `specs.asking.Pose`."""
        return likeness(self.table, evaluate(model, self.table), self.by)

    def law(self, name: str) -> str:
        """See `specs.asking.Pose`."""
        if name == "comes-up":
            switch, value = ONLY_WHERE.get(self.kind, ("", ""))
            why = f": {switch} is {self.rules.value_of(switch)}, not {value}" if switch else ""
            return f"By these rules nobody is ever asked for {self.kind!r}{why}."
        if name == "conserved":
            return f"{LAWS[name]} {self._counted()}".strip()
        return f"{LAWS[name]} The limit is {self.box.limit}." if name == "within-limit" else LAWS[name]

    def _counted(self) -> str:
        """How many there are of the objects that the file speaks of."""
        words = [word for told in self.situation.seats.values() for key in ("holds", "exactly") for word in
                 told.get(key, ())]
        numbers = {word: sum(self.box.there[k - 1] - self.box.out[k - 1] for k in kinds_of(word))
                   for word in dict.fromkeys(words)}
        told = ", ".join(f"{self.rules.edition.term(word)} {n}" for word, n in numbers.items())
        return f"In this game: {told}." if told else ""


def _names(what: Any, field: str, value: Sequence[Any]) -> bool:
    """Whether what a candidate names is told for this field of the move."""
    if field == "place":
        return bool(value[0] <= what + 1 <= value[1])
    if isinstance(what, str) or field in ("to", "on", "seat"):
        return what in value
    return any(what == card(word) or what in kinds_of(word) for word in value)


def _means(a: Algebra, here: Here, node: Any) -> Term:
    return interpret(node, a, lambda word: name(a, here, word, None))


def ask(rules: Rules, situation: Situation) -> CoachPose:
    """The situation under a rule set. Raises `Gap` where the rules give no limit of a hand, and `CannotBeJudged`."""
    return CoachPose(rules, situation)
