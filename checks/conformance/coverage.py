"""What was compared: how often each clause and each entry of the state, and which clauses never in a way that tells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from advocatus.model.rules import Rules

from .describing import Description
from .diagnosing import Mutant, absent, mutants
from .suite import PLAY, Maker
from .vector import Vector
from .walking import Play, Walk, walk

TRIES = 400  # turns played in search of each kind of thing
OFTEN, SELDOM = 30, 10  # how often a mutant is looked at in each game that touches it, and every which time then
IN_TURN = 3  # entries looked at after each game, besides those that it touched


class Coverage:
    """Counts, and what a program was held to: had it played without it, an answer would have been another.

    What it is held to are norms, and clauses for their values and procedures.
    """

    def __init__(self, rules: Rules, described: Description) -> None:
        self.rules, self.described = rules, described
        self.verdicts: Counter[str] = Counter()
        self.states: Counter[str] = Counter()
        self.entries: Counter[str] = Counter()
        self.left: dict[str, list[Mutant]] = {}
        self.clause = {norm.id: norm.clause for norm in rules.norms}
        for mutant in mutants(rules):
            key = mutant.norm or mutant.clauses[0] if mutant.own else ""
            if key and self.clause.get(key, key) in rules.topics:
                self.left.setdefault(key, []).append(mutant)
        self.wanted: frozenset[str] = frozenset()  # what the mutants say of which a game shows that they matter
        self._shown: set[str] = set()  # norms and clauses of which a mutant was felt
        self._looked: Counter[str] = Counter()
        self._turn = 0

    def count(self, walked: Walk) -> None:
        """Count what a walk compared."""
        for _, clauses in walked.verdicts:
            self.verdicts.update(clauses)
        for clauses, keys in walked.states:
            self.states.update(clauses if keys else ())
            self.entries.update(keys)

    def felt(self, play: Play, result: Mapping[str, Any], walked: Walk, also: Sequence[str] = ()) -> None:
        """Take note of what the answers to a game would have been others without; `also` is looked at in any case."""
        touched = {key for _, clauses in walked.verdicts for key in clauses}
        touched |= {key for clauses, _ in walked.states for key in clauses}
        keys = list(self.left)
        self._turn += IN_TURN
        chosen = [keys[(self._turn + i) % len(keys)] for i in range(min(IN_TURN, len(keys)))] if keys else []
        near = [key for key in keys if self.clause.get(key, key) in touched]
        for key in dict.fromkeys((*near, *chosen, *(key for key in also if key in self.left))):
            left = [mutant for mutant in self.left[key] if not self._feels(mutant, play, result, key in also)]
            if len(left) < len(self.left[key]):
                self._shown.add(key)
            self.left[key] = left
            if not left:
                del self.left[key]

    def _feels(self, mutant: Mutant, play: Play, result: Mapping[str, Any], surely: bool) -> bool:
        """Whether other answers would be right by other rules; not looked at each time where it never was so."""
        self._looked[mutant.says] += 1
        if self._looked[mutant.says] > OFTEN and self._looked[mutant.says] % SELDOM and not surely:
            return False
        return self._other(mutant, play, result)

    def _other(self, mutant: Mutant, play: Play, result: Mapping[str, Any]) -> bool:
        """Whether other answers would be right by other rules, or the rules would not say which."""
        walked = walk(mutant.rules, self.described, play, result)
        silent = walked.reached < sum(map(self.described.sent, play.acts))
        return walked.apart is not None or (silent and bool(result["state"]))

    def sought(self, seed: int, tries: int = TRIES) -> tuple[Vector, ...]:
        """Games in which what is left matters. What has one is wanted; the others cannot be told."""
        if not self.left:
            return ()
        clauses = {self.clause.get(key, key) for key in self.left}
        maker = Maker(self.rules.edition, (self.rules.players,), dict(self.rules.answers), seed, tries=tries,
                      only=clauses)
        maker.sets, maker.others = (self.rules,), []
        found = tuple(vector for vector in maker.games()
                      if vector.shown == PLAY and (vector.norm or vector.clause) in self.left)
        self.wanted = frozenset(
            f"as if {vector.turned}" if vector.turned else absent(vector.norm or vector.clause) for vector in found)
        return found

    @property
    def missing(self) -> tuple[str, ...]:
        """The clauses that can matter, as a game shows, and were compared nowhere."""
        return self._clauses({key for key, left in self.left.items() if any(m.says in self.wanted for m in left)})

    @property
    def unfelt(self) -> tuple[str, ...]:
        """The clauses that state something of which no game was found in which it matters."""
        wanted = {key for key, left in self.left.items() if any(m.says in self.wanted for m in left)}
        found = {key for key in self.left if key not in wanted and key not in self._shown}
        shown = {self.clause.get(key, key) for key in (*wanted, *self._shown)}
        return self._clauses({key for key in found if self.clause.get(key, key) not in shown})

    def _clauses(self, keys: set[str]) -> tuple[str, ...]:
        found = {self.clause.get(key, key) for key in keys}
        return tuple(clause.id for clause in self.rules.edition.clauses if clause.id in found)
