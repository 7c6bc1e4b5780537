"""Rest points of a game of devils at random: everybody has some objects and has rolled, the first marker is due.

Every now and then the last round has come and the points are close: who wins is told by how they are counted, and by
who wins a tie.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from attrs import evolve

from advocatus.model.dice_devils.dice import Roll, rolls
from advocatus.model.dice_devils.ending import points
from advocatus.model.dice_devils.frames import Place
from advocatus.model.dice_devils.ranks import OBERTEUFEL, Hand
from advocatus.model.dice_devils.setup import random_deal, start
from advocatus.model.dice_devils.state import State
from advocatus.model.dice_devils.winnings import rounds_of
from advocatus.model.rules import Rules

CLOSE, DEALS = 0.3, 12  # how often the game is nearly over; deals of which the closest is taken


def random_position(rules: Rules, rng: Random) -> State:
    """A position in which markers are to be placed, in a round that can begin with what all have by then."""
    begun = start(rules, random_deal(rules, rng))
    heap = list(begun.heap)
    rng.shuffle(heap)
    row = tuple(heap.pop() for _ in range(rules.fact("reveal.objects")))
    enough = rules.fact("end.objects")
    most = min(enough - 1, len(heap) // rules.players)
    sizes = [rng.randint(0, most) for _ in begun.ranks]
    hands = _close(rules, heap, sizes, rng) if rng.random() < CLOSE else _hands(heap, sizes)
    dice = tuple(_roll(rules, rank, rng) for rank in begun.ranks)
    over = begun.seat_of(OBERTEUFEL)
    made = evolve(begun, objects=hands, row=row, heap=tuple(sorted(heap)))
    return evolve(
        made, dice=dice, turn=rng.choice(rounds_of(rules, made) or (1,)),
        first_smallest=0 if over is None else min(dice[over]),
        agenda=tuple(Place(seat) for seat in begun.by_rank(range(begun.players))))


def _hands(heap: list[str], sizes: Sequence[int]) -> tuple[Hand, ...]:
    """Hands of so many objects from the heap, which loses them."""
    return tuple(tuple(sorted(heap.pop() for _ in range(size))) for size in sizes)


def _close(rules: Rules, heap: list[str], sizes: list[int], rng: Random) -> tuple[Hand, ...]:
    """Hands whose points are the closest of some tries; one has all of a kind, and lacks an object to end the game."""
    seat = rng.randrange(len(sizes))
    sizes[seat] = min(rules.fact("end.objects") - 1, len(heap) - sum(sizes) + sizes[seat])
    first = sorted(range(len(sizes)), key=lambda one: one != seat)  # in this order they get theirs
    tried = []
    for _ in range(DEALS):
        rng.shuffle(heap)
        kind = rng.choice(heap)
        left = sorted(heap, key=lambda one: one == kind)  # of which the end goes first
        dealt = dict(zip(first, _hands(left, [sizes[one] for one in first]), strict=True))
        hands = tuple(dealt[one] for one in range(len(sizes)))
        worth = sorted((points(rules, hand) for hand in hands), reverse=True)
        tried.append((worth[0] - worth[1], hands, left))
    _, hands, heap[:] = min(tried, key=lambda one: one[0])
    return hands


def _roll(rules: Rules, rank: str, rng: Random) -> Roll:
    found = rolls(rules, rank)
    return rng.choices([roll for roll, _ in found], [float(chance) for _, chance in found])[0]
