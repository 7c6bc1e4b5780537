"""Exact chances of a dice-off: who wins it, how likely the first count ties, how often is rolled.

A stage is one roll of the devils who are still in it. Stages are told by who is in (`among`), by the die that the
Satansbraten adds where it lies fixed elsewhere (`die`), and by whether the Spielteufel may still force the others.
A stage can lead to itself; it leads to no other that leads back, so each is solved by itself, with Fractions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import combinations

from attrs import frozen

from ..rules import BadChoice, Rules
from .dice import own_score, rolls
from .ranks import OBERTEUFEL, RANKS, SATANSBRATEN, SPIELTEUFEL, SPRINGTEUFEL, height

NEVER, BEHIND, BEST = POLICIES = ("never", "behind", "best")
ROLLS, TIE = "rolls", "tie"  # what is counted besides the wins of each rank

Values = Mapping[str, Fraction]
Counts = Mapping[str, int]


@frozen
class Odds:
    """The chances of one dice-off: to win, by rank; that the count ties first of all; the expected number of rolls."""

    wins: Mapping[str, Fraction]
    tie: Fraction
    rolls: Fraction


@frozen
class Stage:
    """Who rolls, the die that the Satansbraten adds if it lies fixed (None: it is rolled with them, or nobody adds)."""

    among: tuple[str, ...]
    die: int | None
    free: bool  # whether the Spielteufel may force the others still
    first: bool = False


@frozen
class Shown:
    """What lies there after a roll, as far as it matters."""

    tied: tuple[str, ...]  # who shares the highest score, or who has it alone
    die: int | None  # the Satansbraten's added die
    mine: int | None  # the Spielteufel's score, while he may force


def checked(ranks: Sequence[str]) -> tuple[str, ...]:
    """Ranks in the order of the game. Raises `BadChoice` for one that is none, or named twice, or fewer than two."""
    for rank in ranks:
        if rank not in RANKS:
            raise BadChoice(f"there is no rank {rank!r}; ranks are {', '.join(RANKS)}")
        if ranks.count(rank) > 1:
            raise BadChoice(f"{rank} stands twice; each rank is in the game once")
    if len(ranks) < 2:
        raise BadChoice("a dice-off is between two ranks or more")
    return tuple(sorted(ranks, key=height))


class DiceOff:
    """The chances of a dice-off under a rule set, with a policy for what the Spielteufel may do.

    `never`: he never forces a re-roll; `behind`: he does if he does not have the highest score, or a share in it;
    `best`: whenever that makes him likelier to win. Raises `Gap` where the rules lack a value.
    """

    def __init__(self, rules: Rules, policy: str = NEVER) -> None:
        if policy not in POLICIES:
            raise BadChoice(f"there is no policy {policy!r}; policies are {', '.join(POLICIES)}")
        self.rules = rules
        self.policy = policy
        self._stages: dict[Stage, Values] = {}
        self._forced: dict[tuple[Stage, int, int | None], Values] = {}

    @cached_property
    def _own(self) -> Mapping[str, tuple[tuple[tuple[int, int], int], ...]]:
        """For each rank: (score, smallest die) of its roll, with whole weights."""
        found = {}
        for rank in RANKS:
            counted: Counter[tuple[int, int]] = Counter()
            every = rolls(self.rules, rank)
            whole = max(chance.denominator for _, chance in every)
            for roll, chance in every:
                weight = chance * whole
                assert weight.denominator == 1
                counted[own_score(roll), min(roll) if rank == OBERTEUFEL else 0] += weight.numerator
            found[rank] = tuple(sorted(counted.items()))
        return found

    def odds(self, ranks: Sequence[str]) -> Odds:
        """The chances of a dice-off of these ranks. Raises `BadChoice` for ranks that cannot have one."""
        among = checked(ranks)
        if SATANSBRATEN in among and OBERTEUFEL not in among:
            # rank.satansbraten: the Oberteufel has won without a fight, and his dice are shown
            smallest: Counter[int] = Counter()
            for (_, die), weight in self._own[OBERTEUFEL]:
                smallest[die] += weight
            parts = [(weight, self._value(Stage(among, die, SPIELTEUFEL in among, True)))
                     for die, weight in sorted(smallest.items())]
        else:
            parts = [(1, self._value(Stage(among, None, SPIELTEUFEL in among, True)))]
        found = _mean(parts)
        return Odds({rank: found.get(rank, Fraction(0)) for rank in among}, found.get(TIE, Fraction(0)), found[ROLLS])

    # ---------------------------------------------------------------- stages

    def _value(self, stage: Stage) -> Values:
        if stage not in self._stages:
            self._stages[stage] = self._solved(stage)
        return self._stages[stage]

    def _solved(self, stage: Stage) -> Values:
        """The value of a stage: what the Spielteufel does where it comes to itself is guessed, and bettered."""
        shown = self._shown(stage.among, stage.die, stage.free, stage.first)
        itself: Values | None = None
        while True:
            parts: list[tuple[int, Values]] = []
            loops = 0
            for seen, weight in shown.items():
                values = self._decided(stage, seen, itself)
                if values is None:
                    loops += weight
                else:
                    parts.append((weight, values))
            whole = sum(shown.values())
            mean = {key: value * sum(w for w, _ in parts) for key, value in _mean(parts).items()}
            mean[ROLLS] = mean.get(ROLLS, Fraction(0)) + whole
            found = {key: value / (whole - loops) for key, value in mean.items()}
            if self.policy != BEST or found == itself or (itself is None and not loops):
                return found
            itself = found

    def _decided(self, stage: Stage, seen: Shown, itself: Values | None) -> Values | None:
        """What comes of what lies there; None where the same stage comes again."""
        keep = self._kept(stage, seen)
        if seen.mine is None or self.policy == NEVER:
            return keep
        if self.policy == BEHIND:
            return keep if SPIELTEUFEL in seen.tied else self._force(stage, seen)
        kept = keep if keep is not None else itself
        forced = self._force(stage, seen)
        if kept is None:  # the first guess: not to force
            return keep
        return forced if forced.get(SPIELTEUFEL, 0) > kept.get(SPIELTEUFEL, 0) else keep

    def _kept(self, stage: Stage, seen: Shown, free: bool | None = None) -> Values | None:
        """What comes of it if nobody is forced; None where the same stage comes again."""
        free = stage.free if free is None else free
        tie = {TIE: Fraction(1)} if stage.first and len(seen.tied) > 1 else {}
        if len(seen.tied) == 1:
            return {seen.tied[0]: Fraction(1)}
        switch = self.rules.switch
        if SPRINGTEUFEL in seen.tied and switch("springteufel.ties") == "wins":
            return {SPRINGTEUFEL: Fraction(1), **tie}
        if not stage.first and switch("reroll.tied") == "rank":
            return {min(seen.tied, key=height): Fraction(1)}
        after = Stage(seen.tied, self._die_after(seen), free and SPIELTEUFEL in seen.tied and self._late)
        if after == stage:
            return None
        return {**self._value(after), **tie}

    @property
    def _late(self) -> bool:
        return self.rules.switch("spielteufel.moment") == "late"

    def _die_after(self, seen: Shown) -> int | None:
        """The die that lies fixed for a roll of those who tie; None where it is rolled with them or not needed."""
        if SATANSBRATEN not in seen.tied:
            return None
        if self.rules.switch("satansbraten.reroll") == "bare":
            return 0
        if OBERTEUFEL in seen.tied and self.rules.switch("satansbraten.adds") == "current":
            return None
        return seen.die

    def _force(self, stage: Stage, seen: Shown) -> Values:
        """rank.spielteufel: all others of the stage roll again; his own score stands."""
        assert seen.mine is not None
        fixed = seen.die if self._stays(stage) else None
        key = stage, seen.mine, fixed
        if key not in self._forced:
            others = tuple(rank for rank in stage.among if rank != SPIELTEUFEL)
            parts = []
            for again, weight in self._shown(others, fixed, False, True, seen.mine).items():
                values = self._kept(stage, again, False)
                assert values is not None, "a stage in which he has forced is another one"
                parts.append((weight, values))
            found = dict(_mean(parts))
            found[ROLLS] = found.get(ROLLS, Fraction(0)) + 1
            self._forced[key] = found
        return self._forced[key]

    def _stays(self, stage: Stage) -> bool:
        """Whether the Satansbraten's added die stays if the others roll again."""
        if SATANSBRATEN not in stage.among:
            return False
        return stage.die is not None or self.rules.switch("satansbraten.adds") == "first"

    def _shown(self, among: Sequence[str], die: int | None, free: bool, may: bool, mine: int | None = None
               ) -> Counter[Shown]:
        """What can lie there after these have rolled, with whole weights; `mine`: a Spielteufel's score that stands."""
        looked = free and (may or self._late)
        states: Counter[tuple[int, tuple[str, ...], int | None, int | None]] = Counter()
        states[(0, (), die, None) if mine is None else (mine, (SPIELTEUFEL,), die, None)] = 1
        for rank in among:  # from the highest down: the Oberteufel's dice lie before the Satansbraten adds one
            more: Counter[tuple[int, tuple[str, ...], int | None, int | None]] = Counter()
            for (best, tied, small, own), weight in states.items():
                for (score, least), times in self._own[rank]:
                    now = least if rank == OBERTEUFEL and small is None and SATANSBRATEN in among else small
                    got = score + (now or 0 if rank == SATANSBRATEN else 0)
                    seen = score if rank == SPIELTEUFEL and looked else own
                    top = (rank,) if got > best else (*tied, rank) if got == best else tied
                    more[max(best, got), top, now, seen] += weight * times
            states = more
        found: Counter[Shown] = Counter()
        for (_, tied, small, own), weight in states.items():
            found[Shown(tuple(sorted(tied, key=height)), small, own)] += weight
        return found


def _mean(parts: Sequence[tuple[int, Values]]) -> Values:
    """The mean of values by their weights."""
    whole = sum(weight for weight, _ in parts)
    found: dict[str, Fraction] = {}
    for weight, values in parts:
        for key, value in values.items():
            found[key] = found.get(key, Fraction(0)) + weight * value
    return {key: value / whole for key, value in found.items()}


def sets(size: int) -> Iterator[tuple[str, ...]]:
    """Every set of so many ranks, in the order of the game."""
    yield from combinations(RANKS, size)
