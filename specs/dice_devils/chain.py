"""A dice-off as a Markov chain: every throw of single dice is listed, and all equations are solved at once.

This is the second way to what `model.dice_devils.odds` finds, and shares nothing with it but what a position of a
dice-off is. There rolls are merged by their scores and each stage is solved by itself; here a state is (who is in,
the die that lies fixed, whether the Spielteufel may force, whether it is the first roll), its successors come from the
product of all faces, and one elimination over Fractions solves the system.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import product

from ...model.dice_devils.dice import dice_of, faces_of
from ...model.dice_devils.ranks import OBERTEUFEL, RANKS, SATANSBRATEN, SPIELTEUFEL, SPRINGTEUFEL
from ...model.rules import Rules

Key = tuple[tuple[str, ...], int, bool, bool]  # who is in; the fixed die or -1; whether free to force; the first roll
Row = tuple[Mapping[Key, Fraction], Mapping[str, Fraction], Fraction]  # to states, to winners, rolls made
Seen = tuple[tuple[int, ...], int]  # scores in the order of who is in; the Satansbraten's die, -1 for none
LOOSE = -1


class Chain:
    """The chain of one dice-off under a rule set; `forces(key, seen)` tells what the Spielteufel does."""

    def __init__(self, rules: Rules, ranks: Sequence[str]) -> None:
        self.rules = rules
        self.ranks = tuple(rank for rank in RANKS if rank in ranks)
        self._listed: dict[tuple[tuple[str, ...], int], Counter[Seen]] = {}

    def listed(self, among: tuple[str, ...], die: int) -> Counter[Seen]:
        """Every throw of all dice of these, face by face, as scores and the die that is added."""
        if (among, die) not in self._listed:
            throws = [[face for face, times in faces_of(self.rules, rank) for _ in range(times)]
                      for rank in among for _ in range(dice_of(self.rules, rank))]
            sizes = [dice_of(self.rules, rank) for rank in among]
            found: Counter[Seen] = Counter()
            for throw in product(*throws):
                found[self._seen(among, sizes, throw, die)] += 1
            self._listed[among, die] = found
        return self._listed[among, die]

    def _seen(self, among: tuple[str, ...], sizes: list[int], throw: tuple[int, ...], die: int) -> Seen:
        scores, at, added = [], 0, die
        for rank, size in zip(among, sizes, strict=True):
            own = throw[at : at + size]
            at += size
            if rank == OBERTEUFEL:
                scores.append(sum(own) - min(own))
                added = min(own) if die == LOOSE and SATANSBRATEN in among else die
            else:
                scores.append(sum(own) + (max(added, 0) if rank == SATANSBRATEN else 0))
        return tuple(scores), added

    def _to(self, key: Key, among: tuple[str, ...], seen: Seen, free: bool) -> Key | str:
        """Where it goes from what lies there, if nobody is forced: a winner, or a roll for the tie."""
        _, _, _, first = key
        scores, added = seen
        tied = tuple(rank for rank, score in zip(among, scores, strict=True) if score == max(scores))
        if len(tied) == 1:
            return tied[0]
        if SPRINGTEUFEL in tied and self.rules.switch("springteufel.ties") == "wins":
            return SPRINGTEUFEL
        if not first and self.rules.switch("reroll.tied") == "rank":
            return tied[0]
        die = LOOSE
        if SATANSBRATEN in tied:
            fixed = OBERTEUFEL not in tied or self.rules.switch("satansbraten.adds") == "first"
            die = added if fixed else LOOSE
            die = 0 if self.rules.switch("satansbraten.reroll") == "bare" else die
        late = self.rules.switch("spielteufel.moment") == "late"
        return tied, die, free and late and SPIELTEUFEL in tied, False

    def _forced(self, key: Key, seen: Seen) -> list[tuple[Key | str, Fraction]]:
        """Where it goes if the others are forced to roll again: his score stands."""
        among, die, _, _ = key
        scores, added = seen
        mine = scores[among.index(SPIELTEUFEL)]
        others = tuple(rank for rank in among if rank != SPIELTEUFEL)
        stays = die != LOOSE or self.rules.switch("satansbraten.adds") == "first"
        throws = self.listed(others, added if stays and SATANSBRATEN in among else LOOSE)
        whole = sum(throws.values())
        place = among.index(SPIELTEUFEL)
        return [(self._to(key, among, ((*got[:place], mine, *got[place:]), small), False), Fraction(times, whole))
                for (got, small), times in throws.items()]

    def row(self, key: Key, forces: Callable[[Key, Seen], bool]) -> Row:
        """One equation of the system."""
        among, die, free, _ = key
        states: dict[Key, Fraction] = {}
        wins: dict[str, Fraction] = {}
        rolls = Fraction(1)
        throws = self.listed(among, die)
        whole = sum(throws.values())
        for seen, times in throws.items():
            share = Fraction(times, whole)
            if free and forces(key, seen):
                rolls += share
                ways = self._forced(key, seen)
            else:
                ways = [(self._to(key, among, seen, free), Fraction(1))]
            for where, chance in ways:
                if isinstance(where, str):
                    wins[where] = wins.get(where, Fraction(0)) + share * chance
                else:
                    states[where] = states.get(where, Fraction(0)) + share * chance
        return states, wins, rolls

    def starts(self) -> list[tuple[Key, Fraction]]:
        """The first rolls: one, or one for each die that the Oberteufel shows elsewhere."""
        free = SPIELTEUFEL in self.ranks
        if SATANSBRATEN not in self.ranks or OBERTEUFEL in self.ranks:
            return [((self.ranks, LOOSE, free, True), Fraction(1))]
        faces = [face for face, times in faces_of(self.rules, OBERTEUFEL) for _ in range(times)]
        smallest = Counter(min(throw) for throw in product(faces, repeat=dice_of(self.rules, OBERTEUFEL)))
        return [((self.ranks, die, free, True), Fraction(times, smallest.total()))
                for die, times in sorted(smallest.items())]

    def solved(self, forces: Callable[[Key, Seen], bool]) -> dict[Key, dict[str, Fraction]]:
        """For every state that can come up: the chance of each rank to win, and under `rolls` the expected rolls."""
        rows: dict[Key, Row] = {}
        due = [key for key, _ in self.starts()]
        while due:
            key = due.pop()
            if key not in rows:
                rows[key] = self.row(key, forces)
                due += rows[key][0]
        keys = list(rows)
        named = [*self.ranks, "rolls"]
        matrix = [
            [(Fraction(1) if i == j else Fraction(0)) - rows[key][0].get(other, Fraction(0))
             for j, other in enumerate(keys)]
            + [rows[key][1].get(rank, Fraction(0)) for rank in self.ranks] + [rows[key][2]]
            for i, key in enumerate(keys)
        ]
        eliminate(matrix, len(keys))
        return {key: dict(zip(named, matrix[i][len(keys):], strict=True)) for i, key in enumerate(keys)}

    def never(self) -> dict[str, Fraction]:
        """The chances if nobody is ever forced."""
        return self._mean(self.solved(lambda _, __: False))

    def behind(self) -> dict[str, Fraction]:
        """The chances if the Spielteufel forces the others whenever he has not the highest score, alone or shared."""
        return self._mean(self.solved(
            lambda key, seen: seen[0][key[0].index(SPIELTEUFEL)] < max(seen[0])))

    def best(self) -> dict[str, Fraction]:
        """The chances under the best policy: a policy is bettered until it is its own best answer."""
        policy: dict[tuple[Key, Seen], bool] = {}
        while True:
            held = dict(policy)
            values = self.solved(lambda key, seen, held=held: held.get((key, seen), False))  # type: ignore[misc]
            for key in [key for key in values if key[2]]:
                for seen in self.listed(key[0], key[1]):
                    policy[key, seen] = self._better(key, seen, values)
            if policy == held:
                return self._mean(values)

    def _better(self, key: Key, seen: Seen, values: Mapping[Key, Mapping[str, Fraction]]) -> bool:
        def worth(where: Key | str) -> Fraction:
            if isinstance(where, str):
                return Fraction(where == SPIELTEUFEL)
            return self._at(where, values)

        forced = sum((worth(where) * chance for where, chance in self._forced(key, seen)), Fraction(0))
        return forced > worth(self._to(key, key[0], seen, True))

    def _at(self, key: Key, values: Mapping[Key, Mapping[str, Fraction]]) -> Fraction:
        """The Spielteufel's chance in a state; one that the policy so far never comes to is solved apart."""
        if key in values:
            return values[key][SPIELTEUFEL]
        apart = Chain(self.rules, key[0])
        apart._listed = self._listed
        apart.starts = lambda: [(key, Fraction(1))]  # type: ignore[method-assign]
        return apart.solved(lambda _, __: False)[key].get(SPIELTEUFEL, Fraction(0))

    def _mean(self, values: Mapping[Key, Mapping[str, Fraction]]) -> dict[str, Fraction]:
        found: dict[str, Fraction] = {}
        for key, chance in self.starts():
            for name, value in values[key].items():
                found[name] = found.get(name, Fraction(0)) + chance * value
        return found


def eliminate(matrix: list[list[Fraction]], size: int) -> None:
    """Gauss and Jordan, in place: the left square becomes the identity. Raises `StopIteration` where it cannot."""
    for column in range(size):
        pivot = next(i for i in range(column, size) if matrix[i][column])
        matrix[column], matrix[pivot] = matrix[pivot], matrix[column]
        lead = matrix[column][column]
        matrix[column] = [value / lead for value in matrix[column]]
        for i in range(size):
            factor = matrix[i][column]
            if i != column and factor:
                matrix[i] = [a - factor * b for a, b in zip(matrix[i], matrix[column], strict=True)]
