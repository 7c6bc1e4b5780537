"""Every position: a game so small that all its games can be gone through, and what follows from that.

A family that tells its deals (``checks/<family>/every.py`` with `EVERY`) and needs no more is checked by going through
all positions in order of length. What is not found then is not there, if the positions did not run out.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from functools import lru_cache
from heapq import heappop, heappush
from typing import Any, Protocol

from attrs import field, frozen

from advocatus.model.game import Move, choices, make
from advocatus.model.rules import Gap, Rules

from .deriving import game_of
from .knowledge import known_by

POSITIONS = 20_000  # that are gone through at most


class Every(Protocol):
    """What a family tells of its games so that all of them can be gone through."""

    def deals(self, rules: Rules) -> Iterable[Any]:
        """Every deal there is, in a fixed order; of deals that lead to the same games one is enough."""
        ...

    def timeless(self, state: Any) -> Hashable:
        """A position without what only counts up and what no rule looks at, such as the number of turns."""
        ...


@frozen(eq=False)
class Place:
    """A position with the shortest way to it: the place before and the move, or the deal."""

    number: int
    state: Any
    length: tuple[int, int]  # turns begun, players' decisions
    before: Place | None
    move: Move | None
    deal: Any
    after: dict[Move, int | None] = field(factory=dict)  # each legal move: where it leads; None where it meets a gap

    @property
    def game(self) -> tuple[Any, tuple[Move, ...]]:
        """The deal and the moves of the shortest game that leads here."""
        moves: list[Move] = []
        here = self
        while here.before is not None and here.move is not None:
            moves.append(here.move)
            here = here.before
        return here.deal, tuple(reversed(moves))


@frozen(eq=False)
class Reached:
    """The positions of all games, in order of length; `whole` if none is left out."""

    places: tuple[Place, ...]
    whole: bool

    @property
    def says(self) -> str:
        """What was gone through, in words."""
        return f"every position of every game was gone through, {len(self.places)} of them" if self.whole else (
            f"the nearest {len(self.places)} positions of all games were gone through")


def every_of(rules: Rules) -> Every | None:
    """What a rule set's family tells of all its games; None if it tells nothing."""
    found: Every | None = known_by(rules.edition.family, "every", "EVERY")
    return found


@lru_cache(maxsize=8)
def reached(rules: Rules, most: int = POSITIONS) -> Reached | None:
    """All positions of a rule set, the `most` nearest of them at most; None if the family does not tell its deals."""
    every, game = every_of(rules), game_of(rules)
    if every is None:
        return None
    waiting: list[tuple[tuple[int, int], int, Any, Place | None, Move | None, Any]] = []
    for deal in every.deals(rules):
        heappush(waiting, ((1, 0), len(waiting), game.start(deal), None, None, deal))
    count, places = len(waiting), list[Place]()
    numbers: dict[Hashable, int] = {}
    ways: list[tuple[Place, Move, Hashable]] = []
    while waiting and len(places) < most:
        length, _, state, before, move, deal = heappop(waiting)
        key = every.timeless(state)
        if key in numbers:
            continue
        numbers[key] = len(places)
        here = Place(len(places), state, length, before, move, deal)
        places.append(here)
        for made in choices(game, state) if game.top(state) is not None else ():
            try:
                after = make(game, state, made).after
            except Gap:
                here.after[made] = None
                continue
            ways.append((here, made, every.timeless(after)))
            count += 1
            longer = game.turn(after), length[1] + (made.by >= 0)
            heappush(waiting, (longer, count, after, here, made, None))
    whole = all(every.timeless(state) in numbers for _, _, state, *_ in waiting)
    for place, made, key in ways:
        if key in numbers:
            place.after[made] = numbers[key]
    return Reached(tuple(places), whole)


def rounds(found: Reached) -> Iterator[tuple[Any, tuple[Move, ...]]]:
    """From each position that can come up again: the shortest game that leads there twice."""
    for place in found.places:
        if around := _around(found, place):
            deal, moves = place.game
            yield deal, (*moves, *around)


def _around(found: Reached, place: Place) -> tuple[Move, ...]:
    """The fewest moves from a position back to it; none if there is no way."""
    waiting: list[tuple[int, tuple[Move, ...]]] = [(place.number, ())]
    seen: set[int] = set()
    while waiting:
        number, moves = waiting.pop(0)
        for move, after in found.places[number].after.items():
            if after == place.number:
                return (*moves, move)
            if after is not None and after not in seen:
                seen.add(after)
                waiting.append((after, (*moves, move)))
    return ()


def longest(found: Reached) -> int:
    """The most decisions of players that a game takes, where no position can come up twice."""
    most = [0] * len(found.places)
    waiting = [0] * len(found.places)
    for place in found.places:
        for after in place.after.values():
            if after is not None:
                waiting[after] += 1
    ready = [place for place in found.places if not waiting[place.number]]
    for place in ready:  # grows as it is gone through
        for move, after in place.after.items():
            if after is not None:
                most[after] = max(most[after], most[place.number] + (move.by >= 0))
                waiting[after] -= 1
                if not waiting[after]:
                    ready.append(found.places[after])
    return max(most, default=0)
