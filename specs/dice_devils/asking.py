"""A situation of Dice Devils over the terms of one table: what `specs.asking` puts before the solver."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import z3
from attrs import frozen

from ...model.asking import CannotBeJudged, Situation
from ...model.dice_devils.engine import DiceDevils
from ...model.dice_devils.state import State
from ...model.dice_devils.vocabulary import FRAME_ACTS
from ...model.guard import interpret
from ...model.norms import Judgement, Norm
from ...model.rules import Rules
from ..algebra import Algebra, Term
from ..asking import Condition, Disagreement, Literal
from ..grounds import Grounds, grounds_of, opened_of, openers
from ..prover import Model
from ..settling import Candidate, Settled
from .decode import decode, encode
from .lawful import DECISIONS, due_in, key_of, name, settled
from .places import NUMBERS, A
from .sound import sound
from .table import SETTLING, Box, Table, card, fresh, parts
from .told import facts

LAWS = {
    "comes-up": "By these rules nobody is ever asked for this.",
    "ranks": "The ranks are those of the game, each of one player.",
    "objects": "Every object is in one place, and there are as many of each as the game has.",
    "row": "An object is gone from where it was claimed or fought out.",
    "dice": "Dice are those of the rank, and all roll before markers are placed.",
    "markers": "Markers lie at objects, and are placed in the order of ranks.",
    "shown": "Who fights has shown his dice.",
    "dice-off": "Two or more who want one object fight for it.",
    "few": "No round begins once somebody has enough objects.",
    "due": "What is decided now came up as the rules have it.",
    "won": "Who has won has the highest score and the object, and may do what his rank can.",
    "order": "The Oberteufel's dice-off is the first, then comes one place after the other.",
    "over": "The game goes on.",
}
_SAYS = {"target_lost": "was beaten in this dice-off", "target_lowest": "has the lowest score in it"}
_DENIES = {"target_lost": "was not beaten in this dice-off", "target_lowest": "has not the lowest score in it"}
_PARTS = {"marks": "the markers", "settled": "what is settled", "long": "the length of the row", "row": "the row",
          "ranks": "the ranks", "shown": "the dice shown", "turn": "the round", "first": "the Oberteufel's first roll",
          "hands": "the objects", "heap": "the heap", "fight": "the dice-off", "due": "what is owed",
          "forced": "whether somebody was forced", "winner": "who has won"}


@frozen(eq=False)
class Court:
    """The norms settled over terms or numbers, and which candidates the file's move can be, by place."""

    table: Table
    settled: Settled
    meant: Mapping[int, Term]


class DevilPose:
    """See `specs.asking.Pose`."""

    def __init__(self, rules: Rules, situation: Situation) -> None:
        (self.by,) = situation.of_move["by"]
        due = situation.of_due.get("by", (self.by,))
        if situation.due not in DECISIONS or self.by not in due:
            who = "chance" if situation.due not in DECISIONS else chr(ord("A") + due[0])
            raise CannotBeJudged(f"{situation.file}: due: {situation.due!r} is for {who} alone to decide")
        self.rules, self.situation, self.kind = rules, situation, situation.due
        self.box, self.engine = Box(rules), DiceDevils(rules)
        self.table = fresh(self.box, self.kind, self.by)
        self.court = self._court(A, self.table)
        self.legal = A.some(A.every((there, self.court.settled.legal[i])) for i, there in self.court.meant.items())
        self.laws = {"comes-up": self.kind in due_in(rules), **sound(A, self.box, self.table)}
        self.told = dict(self._facts(A, self.court))

    def _court(self, a: Algebra, table: Table) -> Court:
        found = settled(a, self.box, table)
        meant = {i: a.every((c.there, self._means(a, c))) for i, c in enumerate(found.candidates)
                 if c.act == self.situation.act}
        return Court(table, found, meant)

    def _means(self, a: Algebra, candidate: Candidate) -> Term:
        """Whether the file's move is a candidate."""
        told, found = self.situation.of_move, []
        if "to" in told:
            found.append(candidate.key[1] in told["to"])
        if "at" in told:
            found.append(told["at"][0] <= candidate.key[1] <= told["at"][1])
        if "kind" in told:
            found.append(a.member(candidate.values["object"], frozenset(map(card, told["kind"]))))
        return a.every(found)

    def _facts(self, a: Algebra, court: Court) -> Iterator[tuple[str, Term]]:
        yield from facts(a, self.box, self.situation, court.table)
        yield "move", a.some(court.meant.values())
        for i, guard in enumerate(self.situation.when):
            yield f"situation.when[{i}]", interpret(
                guard.tree, a, lambda word: name(a, self.box, court.table, word, None))

    # ------------------------------------------------------------ what the answer hangs on

    @cached_property
    def conditions(self) -> Sequence[Condition]:
        """See `specs.asking.Pose`."""
        return tuple(c for c in self._conditions(A, self.court) if not isinstance(c.term, bool))

    def _conditions(self, a: Algebra, court: Court) -> Iterator[Condition]:
        """What norms say of whom and of what the file's move can be, and what else may be done."""
        table, listed = court.table, court.settled.candidates

        def some(holds: Mapping[int, Term]) -> Term:
            return a.some(a.every((there, holds[i])) for i, there in court.meant.items())

        targets = {listed[i].values["target"]: listed[i].values for i in court.meant if "target" in listed[i].values}
        for seat, values in targets.items():
            for key, says in _SAYS.items():
                who = chr(ord("A") + seat)
                yield Condition(f"{key} {who}", values[key], says=(f"{who} {says}", f"{who} {_DENIES[key]}"))
        if all("value" in listed[i].values for i in court.meant):
            for worth in (1, 2, 3):
                is_worth = some({i: a.eq(listed[i].values["value"], worth) for i in court.meant})
                yield Condition(f"value {worth}", is_worth,
                                says=(f"an object that it can be is worth {worth}",
                                      f"no object that it can be is worth {worth}"))
        yield Condition("forced", table.forced, says=("somebody was forced to roll again in this round",
                                                      "nobody was forced to roll again in this round"))
        for seat, hand in enumerate(table.hands):
            who = chr(ord("A") + seat)
            yield Condition(f"objects {who}", a.lt(0, a.count(hand, None)),
                            says=(f"{who} has an object", f"{who} has no object"))
            yield Condition(f"fights {who}", table.fight.seats[seat],
                            says=(f"{who} is in the dice-off", f"{who} is not in the dice-off"))
        others = [a.every((c.there, legal)) for c, legal in zip(listed, court.settled.legal, strict=True)
                  if c.act != self.situation.act]
        yield Condition("else", a.some(others), far=True,
                        says=("something of another kind may be done", "nothing of another kind may be done"))

    @cached_property
    def plain(self) -> Sequence[Term]:
        """See `specs.asking.Pose`."""
        table = self.table
        held = [A.le(A.count(hand, None), 2) for hand in table.hands]
        return (A.le(table.turn, 4), A.no(table.forced), A.no(table.fight.again), *held)

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
        state = decode(model, self.table)
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
        court = self._court(NUMBERS, encode(self.box, state))
        keys = {court.settled.candidates[i].key for i, there in court.meant.items() if there}
        return [move for move in self.engine.resolve(state, self.by).candidates if key_of(move) in keys]

    def judge(self, state: State, move: Any) -> Judgement[Any]:
        """See `specs.asking.Pose`."""
        return self.engine.judge(state, move)

    def holds(self, state: State, literals: Sequence[Literal] = ()) -> bool:
        """See `specs.asking.Pose`."""
        table = encode(self.box, state)
        if table.owed.kind == SETTLING or state.agenda[0].kind != self.kind or table.owed.by != self.by:
            return False
        court = self._court(NUMBERS, table)
        if not all(term for _, term in self._facts(NUMBERS, court)):
            return False
        found = {c.key: c.term for c in self._conditions(NUMBERS, court)} if literals else {}
        return all(bool(found[condition.key]) == holds for condition, holds in literals)

    def like(self, model: Model) -> Mapping[str, Term]:
        """See `specs.asking.Pose`."""
        def same(terms: Sequence[Term]) -> Term:
            return A.every(A.iff(t, model.holds(t)) if isinstance(t, bool) or z3.is_bool(t)
                           else A.eq(t, model.number(t)) for t in terms)

        return {_PARTS.get(part, part): same(terms) for part, terms in parts(self.table)}

    def law(self, name: str) -> str:
        """See `specs.asking.Pose`."""
        return LAWS[name]


def ask(rules: Rules, situation: Situation) -> DevilPose:
    """The situation under a rule set. Raises `CannotBeJudged`."""
    return DevilPose(rules, situation)
