"""What lies hidden from whom in a game of devils, by the text: told apart from the views, which are held against it.

Everybody sees ranks, objects, the row, markers, how many objects are face-down, and the dice that were shown. Nobody
sees what another has rolled until then, nor the smallest die of the Oberteufel, which the Satansbraten may add.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from attrs import evolve

from advocatus.model.dice_devils import events as ev
from advocatus.model.dice_devils.dice import Roll, rolls
from advocatus.model.dice_devils.ranks import OBERTEUFEL
from advocatus.model.dice_devils.state import State
from advocatus.model.game import with_item
from advocatus.model.rules import Rules

from ..secrecy import Exchange, Twin


class DevilSecrets:
    """See `checks.secrecy.Secrets`."""

    of_others: frozenset[str] = frozenset()  # what guards ask of others lies open when they are asked

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def open_to(self, state: State, seat: int) -> Hashable:
        """See `Secrets`."""
        known = {seat, *state.shown}
        dice = tuple(roll if i in known else roll[:0] for i, roll in enumerate(state.dice))
        there = tuple(map(bool, state.dice))
        over = state.seat_of(OBERTEUFEL)
        seen = evolve(state, dice=dice, heap=(), first_smallest=state.first_smallest if over in known else 0)
        return seen, there

    def told(self, event: Any, seat: int, after: State) -> Hashable:  # noqa: ARG002
        """See `Secrets`."""
        if isinstance(event, ev.Rolled) and not event.open and event.by != seat:
            event = evolve(event, dice=())
        return event.tag, evolve(event, clauses=())

    def twins(self, state: State, seat: int, moves: Sequence[Any]) -> Mapping[str, Sequence[Exchange]]:  # noqa: ARG002
        """See `Secrets`: another roll of somebody who has not shown his dice, what a marker waits for apart."""
        sorts: dict[str, list[Exchange]] = {"oberteufel": [], "others": []}
        for other, roll in enumerate(state.dice):
            if roll and other != seat and other not in state.shown:
                sort = "oberteufel" if state.ranks[other] == OBERTEUFEL else "others"
                sorts[sort] += [partial(_rolled, state, other, new) for new in self._others(state.ranks[other], roll)]
        return sorts

    def _others(self, rank: str, roll: Roll) -> Iterator[Roll]:
        """Rolls of other scores or of another smallest die, one for each of these."""
        seen = {_matters(roll)}
        for new, _ in rolls(self.rules, rank):
            if _matters(new) not in seen:
                seen.add(_matters(new))
                yield new


def _matters(roll: Roll) -> tuple[int, int]:
    return sum(roll[:2]), roll[-1]


def _rolled(state: State, by: int, roll: Roll) -> Twin:
    """The position in which somebody has rolled otherwise in secret."""
    same: Callable[[Any], Any] = lambda move: move  # noqa: E731
    first = min(roll) if state.ranks[by] == OBERTEUFEL else state.first_smallest
    twin = evolve(state, dice=with_item(state.dice, by, roll), first_smallest=first)
    return Twin(f"seat {by} rolled {roll} and not {state.dice[by]}", twin, same)


SECRETS = DevilSecrets
