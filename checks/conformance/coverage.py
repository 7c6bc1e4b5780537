"""What was compared: how often each clause and each entry of the state, and which clauses never in a way that tells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from advocatus.model.rules import Rules

from .describing import CLOCKWISE, DEAL, Description, not_taken
from .diagnosing import Mutant, absent, mutants
from .following import POSITION
from .ordering import clockwise
from .scenes import Shown
from .seeking import CHANGE, Saying, Seeker, Sight
from .suite import PLAY, Maker, whole
from .vector import Vector, outcome
from .walking import Play, Walk, rests_on, walk

TRIES = 400  # turns played in search of each kind of thing
OFTEN, SELDOM = 10, 10  # how often a mutant is looked at in each game that touches it, and every which time then
FEW_WORDS = 4  # that a field of an event can have, for each to have a game of its own
IN_TURN = 3  # entries looked at after each game, besides those that it touched


@lru_cache(maxsize=16)
def _sought(rules: Rules, seed: int, tries: int) -> tuple[Maker, tuple[Vector, ...]]:
    """Games in which it matters that norms and clauses are there; sought once for a rule set.

    The solver is asked for those that play does not feel, but where only a few tries are wanted.
    """
    only = {clause for mutant in mutants(rules) if mutant.own for clause in mutant.clauses if clause in rules.topics}
    maker = Maker(rules.edition, (rules.players,), dict(rules.answers), seed, tries=tries, only=only,
                  posing=tries >= TRIES)
    maker.sets, maker.others = (rules,), []
    return maker, maker.games()


def showing(rules: Rules, seed: int, tries: int) -> tuple[Shown, ...]:
    """A game for each norm and clause that matters, where so many tries find one."""
    made = []
    for v in _sought(rules, seed, tries)[1]:
        says = f"as if {v.turned}" if v.turned else absent(v.norm or v.clause)
        made += [Shown(v.norm or v.clause, says, v.start, tuple(v.acts))] if v.shown == PLAY else []
    return tuple(made)


@lru_cache(maxsize=16)
def telling(rules: Rules, seed: int, tries: int, order: str) -> tuple[Shown, ...]:
    """A game for each thing that the events say that cite a clause: who wins by it, which side it is on, what it adds.

    They are the shortest of the turns that were played in search of other games. Of a field that says many things
    (which object it is) what it says makes no game of its own. Uses come in the order that a program asks for.
    """
    said = _sought(rules, seed, tries)[0].said.get(rules, {})
    words: dict[tuple[str, str], set[Any]] = {}
    for tag, _, fields in said:
        for name, word in fields:
            words.setdefault((tag, name), set()).add(word)
    kept: dict[Saying, Sight] = {}
    for (tag, clauses, fields), sight in said.items():
        few = tag, clauses, tuple((name, word) for name, word in fields if len(words[tag, name]) <= FEW_WORDS)
        if few not in kept or len(sight.moves) < len(kept[few].moves):
            kept[few] = sight
    made: dict[str, Shown] = {}
    for saying, sight in kept.items():
        if order != CLOCKWISE or clockwise(rules, sight.rest, (*sight.moves, sight.move)):
            start, acts, _ = whole(rules, sight)
            made.setdefault(repr((start, acts)), Shown(sight.target[1], f"it says {saying[0]}", start, acts))
    return tuple(made.values())


@lru_cache(maxsize=64)
def changing(rules: Rules, changes: tuple[str, ...], seed: int, tries: int) -> tuple[Shown, ...]:
    """A game for each of some single changes of the rules that tells it, where so many tries find one."""
    beside = {(CHANGE, mutant.says): mutant for mutant in mutants(rules) if mutant.says in changes}

    def shows(sight: Sight) -> bool:
        start, acts, _ = whole(rules, sight)
        return not outcome(rules, start, acts).same(outcome(beside[sight.target].rules, start, acts))

    seeker = Seeker(rules, list(beside), shows, {target: mutant.rules for target, mutant in beside.items()})
    found = seeker.seek(f"{seed}/{rules.digest}/{CHANGE}", tries)
    made = []
    for target, mutant in beside.items():
        if target in found:
            start, acts, _ = whole(rules, found[target])
            made.append(Shown(mutant.norm or mutant.clauses[0], mutant.says, start, acts))
    return tuple(made)


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
        self.searched = False  # whether games were sought in which what is left matters
        self.wanted: frozenset[str] = frozenset()  # what the mutants say of which a game shows that they matter
        self.barred: frozenset[str] = frozenset()  # of which one does that starts from a deal, which is not taken
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
        touched = {key for clauses in rests_on(walked) for key in clauses}
        keys = list(self.left)
        self._turn += IN_TURN
        chosen = [keys[(self._turn + i) % len(keys)] for i in range(min(IN_TURN, len(keys)))] if keys else []
        near = [key for key in keys if self.clause.get(key, key) in touched]
        for key in dict.fromkeys((*near, *chosen, *(key for key in also if key in self.left))):
            left = [mutant for mutant in self.left[key] if not self._feels(mutant, play, result, walked, key in also)]
            if len(left) < len(self.left[key]):
                self._shown.add(key)
            self.left[key] = left
            if not left:
                del self.left[key]

    def _feels(self, mutant: Mutant, play: Play, result: Mapping[str, Any], walked: Walk, surely: bool) -> bool:
        """Whether other answers would be right by other rules; not looked at each time where it never was so."""
        self._looked[mutant.says] += 1
        if self._looked[mutant.says] > OFTEN and self._looked[mutant.says] % SELDOM and not surely:
            return False
        return self._other(mutant, play, result, walked)

    def _other(self, mutant: Mutant, play: Play, result: Mapping[str, Any], walked: Walk) -> bool:
        """Whether other answers would be right by other rules, or the rules would not say which."""
        other = walk(mutant.rules, self.described, play, result)
        return other.apart is not None or (other.reached < walked.reached and bool(result["state"]))

    def sought(self, seed: int, tries: int = TRIES) -> tuple[Shown, ...]:
        """Games in which norms and clauses that are left matter. What has one is wanted; the others cannot be told.

        Games are left out that start as the program takes no start. What only a deal shows, which is not taken, is
        told apart: the set-up is no part of such a program.
        """
        found = tuple(one for one in showing(self.rules, seed, tries) if one.key in self.left) if self.left else ()
        self.barred = frozenset(one.says for one in found if DEAL in one.start and not_taken(self.described, one.start))
        self.searched, self.wanted = True, frozenset(one.says for one in found) - self.barred
        return tuple(one for one in found if not not_taken(self.described, one.start))

    def changes(self, seed: int, tries: int = TRIES) -> tuple[Shown, ...]:
        """Games that tell the other changes that are left: of values, procedures and conditions."""
        left = {m.says for some in self.left.values() for m in some if not m.norm and m.says != absent(m.clauses[0])}
        left -= self.wanted
        if not left or POSITION not in self.described.starts:
            return ()
        return changing(self.rules, tuple(sorted(left)), seed, tries // 2)

    def tellings(self, seed: int, tries: int = TRIES) -> tuple[Shown, ...]:
        """Games that tell apart what comes of each clause, whether or not a single change of the rules does."""
        if POSITION not in self.described.starts:
            return ()
        return telling(self.rules, seed, tries, self.described.order)

    def want_all(self) -> None:
        """Take everything that is left for compared nowhere, as no game is played that could show it."""
        self.wanted = frozenset(mutant.says for some in self.left.values() for mutant in some)

    @property
    def missing(self) -> tuple[str, ...]:
        """The clauses that can matter, as a game shows, and were compared nowhere."""
        return self._clauses({key for key, left in self.left.items() if any(m.says in self.wanted for m in left)})

    @property
    def untaken(self) -> tuple[str, ...]:
        """The clauses that only a game from a deal shows, where the program takes none."""
        left = {key for key, some in self.left.items() if any(m.says in self.barred for m in some)}
        return tuple(key for key in self._clauses(left) if key not in self.missing)

    @property
    def unfelt(self) -> tuple[str, ...]:
        """The clauses that state something of which no game was found in which it matters, once some were sought."""
        if not self.searched:
            return ()
        known = self.wanted | self.barred
        wanted = {key for key, left in self.left.items() if any(m.says in known for m in left)}
        found = {key for key in self.left if key not in wanted and key not in self._shown}
        shown = {self.clause.get(key, key) for key in (*wanted, *self._shown)}
        return self._clauses({key for key in found if self.clause.get(key, key) not in shown})

    def _clauses(self, keys: set[str]) -> tuple[str, ...]:
        found = {self.clause.get(key, key) for key in keys}
        return tuple(clause.id for clause in self.rules.edition.clauses if clause.id in found)
