"""The dice of each rank: what can be rolled, with exact weights, and what a roll is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

from ..rules import Rules
from .ranks import OBERTEUFEL, SATANSBRATEN

Roll = tuple[int, ...]  # the values of a rank's dice, the greatest first
GREY_VALUES = (1, 2, 3, 4)


def dice_of(rules: Rules, rank: str) -> int:
    """setup.dice: how many dice a rank has. Raises `Gap` where the text does not tell."""
    many: int = rules.fact("dice.oberteufel") if rank == OBERTEUFEL else rules.fact("dice.each")
    return many


def faces_of(rules: Rules, rank: str) -> tuple[tuple[int, int], ...]:
    """The values of one die of a rank, each with how many faces show it. Raises `Gap` where nothing tells."""
    if rank == SATANSBRATEN:
        return tuple((value, rules.fact(f"faces.grey.{value}")) for value in GREY_VALUES)
    return tuple((value, 1) for value in range(1, rules.fact("faces.regular") + 1))


@lru_cache(maxsize=256)
def _rolls(faces: tuple[tuple[int, int], ...], many: int) -> tuple[tuple[Roll, int], ...]:
    found: Counter[Roll] = Counter({(): 1})
    for _ in range(many):
        more: Counter[Roll] = Counter()
        for roll, weight in found.items():
            for value, times in faces:
                more[tuple(sorted((*roll, value), reverse=True))] += weight * times
        found = more
    return tuple(sorted(found.items()))


def rolls(rules: Rules, rank: str) -> tuple[tuple[Roll, Fraction], ...]:
    """dice.roll: every roll of a rank's dice with its chance; the chances sum to 1."""
    found = _rolls(faces_of(rules, rank), dice_of(rules, rank))
    whole = sum(weight for _, weight in found)
    return tuple((roll, Fraction(weight, whole)) for roll, weight in found)


def own_score(roll: Sequence[int]) -> int:
    """dice-off.score, rank.oberteufel: the sum of two dice, the two highest where there are more."""
    return sum(sorted(roll, reverse=True)[:2])


def scores(ranks: Sequence[str], rolled: Mapping[str, Sequence[int]], smallest: int) -> dict[str, int]:
    """What each rank's roll is worth; `smallest` is the die that the Satansbraten adds, 0 for none."""
    return {rank: own_score(rolled[rank]) + (smallest if rank == SATANSBRATEN else 0) for rank in ranks}
