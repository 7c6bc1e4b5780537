"""Which clause is to blame where no single change of the rules explains a departure: by the games that cite it.

Spectrum-based fault localisation (Ochiai): a clause is the more suspect the more of the games that part rest on it, and
the fewer of those that do not. Of clauses that always come together, and so are equally suspect, one without norms is
blamed (how a card ends the turn, before when it is used): what a change of norms explains is not asked about here.
One fault can part games of two kinds. What is left once a clause is blamed is one with that, if nothing of its own is
as suspect by far as what it shares: most games that rest on the shared clause part.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from math import sqrt

MUCH_MORE = 2.0  # so many times as suspect


def suspicion(passed: Counter[str], clause: str, failed: int, total: int) -> float:
    """How suspect a clause is on which so many of all departures rest; from 0 to 1."""
    return failed / sqrt(total * (failed + passed[clause]))


def blamed(
    passed: Counter[str], departures: Sequence[tuple[int, Sequence[str]]], lawful: Collection[str] = ()
) -> list[tuple[str, list[int]]]:
    """Clauses that account for departures, the most suspect first, each with the numbers of those it accounts for.

    `passed` counts by clause the games in which nothing parted; a departure is given by how often it came and by its
    suspects, the nearest first. One without suspects is under no clause. `lawful` are the clauses that hold norms.
    """
    left = {i for i, (_, suspects) in enumerate(departures) if suspects}
    among = scores(passed, departures)
    found: list[tuple[str, list[int]]] = []
    while left:
        score = scores(passed, [departures[i] for i in sorted(left)])
        best = max(score, key=lambda key: (score[key], key not in lawful))
        mine = sorted(i for i in left if best in departures[i][1])
        left -= set(mine)
        for _, others in found:
            one, other = ({key for i in some for key in departures[i][1]} for some in (others, mine))
            if _shared(among, one & other, score[best]):
                others.extend(mine)
                break
        else:
            found.append((best, mine))
    return found


def one_with(
    passed: Counter[str], every: Sequence[tuple[int, Sequence[str]]], mine: tuple[int, Sequence[str]],
    known: Collection[str],
) -> bool:
    """Whether a departure shares with a cause that is known a clause at which nearly every game parts.

    `every` are all departures, `known` the clauses that those of the cause can rest on.
    """
    among, own = scores(passed, every), scores(passed, [mine])
    return _shared(among, set(known) & set(own), max(own.values()))


def _shared(among: Mapping[str, float], both: Collection[str], own: float) -> bool:
    """Whether a clause of those that two share is much more suspect, among all departures, than what one has alone."""
    return any(among[key] > MUCH_MORE * own for key in both)


def scores(passed: Counter[str], departures: Sequence[tuple[int, Sequence[str]]]) -> dict[str, float]:
    """How suspect each clause is that some of the departures can rest on."""
    total = sum(count for count, _ in departures)
    return {key: suspicion(passed, key, sum(count for count, suspects in departures if key in suspects), total)
            for key in dict.fromkeys(key for _, suspects in departures for key in suspects)}
