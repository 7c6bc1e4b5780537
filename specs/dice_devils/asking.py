"""A situation of Dice Devils over the terms of one table: what `specs.asking` puts before the solver."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import z3

from ...model.asking import Situation
from ...model.dice_devils.state import State
from ...model.rules import Rules
from ..algebra import Algebra, Term
from ..asking import Condition
from ..posing import Court, OneTable
from ..prover import Model
from ..settling import Candidate
from .decode import encode
from .lawful import DECISIONS, name
from .places import SIDE, A
from .table import SETTLING, Table, card, parts
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
    "rounds": "Each round before gave out an object, and no more than were revealed.",
    "fastest": "Nobody got two objects in one round, but for what the Fehlerteufel stole.",
}
_SAYS = {"target_lost": "was beaten in this dice-off", "target_lowest": "has the lowest score in it"}
_DENIES = {"target_lost": "was not beaten in this dice-off", "target_lowest": "has not the lowest score in it"}
_PARTS = {"marks": "the markers", "settled": "what is settled", "long": "the length of the row", "row": "the row",
          "ranks": "the ranks", "shown": "the dice shown", "turn": "the round", "first": "the Oberteufel's first roll",
          "hands": "the objects", "heap": "the heap", "fight": "the dice-off", "due": "what is owed",
          "forced": "whether somebody was forced", "winner": "who has won"}


class DevilPose(OneTable):
    """See `specs.asking.Pose`."""

    side, decisions, in_words = SIDE, DECISIONS, LAWS

    def _is_due(self, state: State) -> bool:
        owed = encode(self.box, state).owed
        return owed.kind != SETTLING and state.agenda[0].kind == self.kind and owed.by == self.by

    def _name(self, a: Algebra, table: Table, word: str) -> Any:
        return name(a, self.box, table, word, None)

    def _table_facts(self, a: Algebra, table: Table) -> Iterator[tuple[str, Term]]:
        return facts(a, self.box, self.situation, table)

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
        yield self._else(a, court)

    @cached_property
    def plain(self) -> Sequence[Term]:
        """See `specs.asking.Pose`."""
        table = self.table
        held = [A.le(A.count(hand, None), 2) for hand in table.hands]
        return (A.le(table.turn, 4), A.no(table.forced), A.no(table.fight.again), *held)

    def like(self, model: Model) -> Mapping[str, Term]:
        """See `specs.asking.Pose`."""
        def same(terms: Sequence[Term]) -> Term:
            return A.every(A.iff(t, model.holds(t)) if isinstance(t, bool) or z3.is_bool(t)
                           else A.eq(t, model.number(t)) for t in terms)

        return {_PARTS.get(part, part): same(terms) for part, terms in parts(self.table)}


def ask(rules: Rules, situation: Situation) -> DevilPose:
    """The situation under a rule set. Raises `CannotBeJudged`."""
    return DevilPose(rules, situation)
