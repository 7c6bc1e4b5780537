"""Rest points of a game of devils at random: everybody has some objects and has rolled, the first marker is due."""

from __future__ import annotations

from random import Random

from attrs import evolve

from advocatus.model.dice_devils.dice import Roll, rolls
from advocatus.model.dice_devils.frames import Place
from advocatus.model.dice_devils.ranks import OBERTEUFEL
from advocatus.model.dice_devils.setup import random_deal, start
from advocatus.model.dice_devils.state import State
from advocatus.model.rules import Rules


def random_position(rules: Rules, rng: Random) -> State:
    """A position in which markers are to be placed; nobody has enough objects to end the game yet."""
    begun = start(rules, random_deal(rules, rng))
    heap = list(begun.heap)
    rng.shuffle(heap)
    row = tuple(heap.pop() for _ in range(rules.fact("reveal.objects")))
    enough = rules.fact("end.objects")
    most = min(enough - 1, len(heap) // rules.players)
    hands = tuple(tuple(sorted(heap.pop() for _ in range(rng.randint(0, most)))) for _ in begun.ranks)
    dice = tuple(_roll(rules, rank, rng) for rank in begun.ranks)
    over = begun.seat_of(OBERTEUFEL)
    held = sum(map(len, hands))
    return evolve(
        begun, objects=hands, row=row, heap=tuple(sorted(heap)), dice=dice, turn=1 + rng.randint(0, held),
        first_smallest=0 if over is None else min(dice[over]),
        agenda=tuple(Place(seat) for seat in begun.by_rank(range(begun.players))))


def _roll(rules: Rules, rank: str, rng: Random) -> Roll:
    found = rolls(rules, rank)
    return rng.choices([roll for roll, _ in found], [float(chance) for _, chance in found])[0]
