"""The state of a game of Dice Devils: who has which rank and which objects, what lies there, what is fought over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations

from attrs import frozen

from ..game import Frame
from ..rules import Rules
from .dice import Roll, own_score, rolls
from .ranks import KINDS, NOBODY, OBERTEUFEL, RANKS, SATANSBRATEN, TAKEN, Hand, height


@frozen
class DiceOff:
    """A dice-off that goes on, or has been won and is not settled.

    `die` is what the Satansbraten adds where that does not follow from the dice that lie there: the Oberteufel's
    first roll counts, or nothing is added; else -1. `again`: those who share the score have rolled for it.
    """

    at: int
    seats: tuple[int, ...]  # all who take part, the highest rank first
    among: tuple[int, ...]  # who can win still
    die: int = NOBODY
    again: bool = False
    looked: bool = False  # the Spielteufel was asked since the last roll
    winner: int = NOBODY


@frozen
class State:
    """A position. `ranks`, `dice` and `marks` are told by seat; `row` is what is revealed, place by place."""

    ranks: tuple[str, ...]
    objects: tuple[Hand, ...]
    row: tuple[str, ...]
    heap: Hand  # face-down, in unknown order
    dice: tuple[Roll, ...]  # () where not rolled in this round
    shown: tuple[int, ...]  # seats whose dice everybody has seen, sorted
    marks: tuple[int, ...]  # the place of the seat's marker; -1 where it lies nowhere
    settled: tuple[int, ...]  # the places that are claimed or fought out, sorted
    turn: int  # the round, from 1
    agenda: tuple[Frame, ...]
    first_smallest: int = 0  # the smallest die of the Oberteufel's first roll of this round; 0 before
    forced: bool = False  # whether the Spielteufel has forced somebody in this round
    fight: DiceOff | None = None
    winner: int = NOBODY

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.ranks)

    @property
    def lying(self) -> int:
        """How many objects lie in the row."""
        return sum(kind != TAKEN for kind in self.row)

    def seat_of(self, rank: str) -> int | None:
        """Who has a rank; None if it is not in the game."""
        return self.ranks.index(rank) if rank in self.ranks else None

    def wanting(self, at: int) -> tuple[int, ...]:
        """The seats whose markers lie at a place, the highest rank first."""
        return self.by_rank(seat for seat, mark in enumerate(self.marks) if mark == at)

    def by_rank(self, seats: Iterable[int]) -> tuple[int, ...]:
        """Seats in the order of their ranks, the highest first."""
        return tuple(sorted(seats, key=lambda seat: height(self.ranks[seat])))


@frozen
class Deal:
    """What the set-up leaves: who has which rank. The order of the heap is chance's."""

    ranks: tuple[str, ...]


def objects(rules: Rules) -> Hand:
    """setup.objects: all objects of the game, sorted. Raises `Gap` where a count is not told."""
    return tuple(kind for kind in KINDS for _ in range(rules.fact(f"objects.{kind}")))


def ranks_in(rules: Rules) -> tuple[tuple[str, ...], ...]:
    """setup.ranks: every set of ranks that can be in the game, each from the highest down."""
    if rules.switch("setup.mix") == "table":
        return (tuple(rank for rank in RANKS if rules.fact(f"ranks.{rank}")),)
    return tuple(some for some in combinations(RANKS, rules.players)
                 if SATANSBRATEN not in some or OBERTEUFEL in some)


def score_of(state: State, seat: int, smallest: int) -> int:
    """dice-off.score: what the dice of a seat are worth; `smallest` is the die that the Satansbraten adds."""
    return own_score(state.dice[seat]) + (smallest if state.ranks[seat] == SATANSBRATEN else 0)


def scores_of(rules: Rules, state: State, fight: DiceOff) -> dict[int, int]:
    """What the dice of all who take part in a dice-off are worth, seat by seat in its order."""
    smallest = fight.die
    if smallest == NOBODY:
        over = state.seat_of(OBERTEUFEL)
        smallest = min(state.dice[over]) if over is not None else 0
        if rules.switch("satansbraten.adds") == "first":
            smallest = state.first_smallest
    return {seat: score_of(state, seat, smallest) for seat in fight.seats}


def well_formed(rules: Rules, state: State) -> tuple[str, ...]:
    """Every violation of a position, in words; empty for a sound one."""
    n = rules.players
    for name in ("ranks", "objects", "dice", "marks"):
        if len(getattr(state, name)) != n:
            return (f"{name} has {len(getattr(state, name))} entries, {n} play",)
    return (*_rank_faults(rules, state.ranks), *_object_faults(rules, state), *_dice_faults(rules, state),
            *_place_faults(state), *_agenda_faults(state))


def _rank_faults(rules: Rules, ranks: tuple[str, ...]) -> Iterator[str]:
    found, allowed = tuple(sorted(ranks, key=lambda r: RANKS.index(r) if r in RANKS else 99)), ranks_in(rules)
    if found not in allowed:
        told = " or ".join(", ".join(some) for some in allowed[:1])
        more = f", or another of {len(allowed)} sets" if len(allowed) > 1 else ""
        yield f"the ranks are {', '.join(ranks)}; with {rules.players} players they are {told}{more}"


def _object_faults(rules: Rules, state: State) -> Iterator[str]:
    have = Counter([*(kind for hand in state.objects for kind in hand), *state.row, *state.heap])
    del have[TAKEN]
    want = Counter(objects(rules))
    for kind in sorted(set(have) | set(want)):
        if have[kind] != want[kind]:
            yield f"objects: {have[kind]} of {kind}, there are {want[kind]}"
    for seat, hand in enumerate(state.objects):
        if list(hand) != sorted(hand):
            yield f"objects of seat {seat} are not sorted: {hand}"
    if list(state.heap) != sorted(state.heap):
        yield "the heap is not sorted"


def _dice_faults(rules: Rules, state: State) -> Iterator[str]:
    for seat, roll in enumerate(state.dice):
        if roll and roll not in [can for can, _ in rolls(rules, state.ranks[seat])]:
            yield f"seat {seat}, the {state.ranks[seat]}, cannot have rolled {roll}"
    if any(seat not in range(state.players) or not state.dice[seat] for seat in state.shown):
        yield f"dice are shown of seats {state.shown}, which have not all rolled"


def _place_faults(state: State) -> Iterator[str]:
    places = range(len(state.row))
    for seat, mark in enumerate(state.marks):
        if mark != NOBODY and mark not in places:
            yield f"the marker of seat {seat} lies at {mark}; places are 0 to {len(state.row) - 1}"
    if any(at not in places for at in state.settled):
        yield f"places {state.settled} are settled; places are 0 to {len(state.row) - 1}"
    if any((kind == TAKEN) and at not in state.settled and not (state.fight and state.fight.at == at)
           for at, kind in enumerate(state.row)):
        yield "an object was taken from a place that is not settled"
    if state.turn < 1:
        yield f"the round is {state.turn}, rounds count from 1"
    if state.fight and (state.fight.at not in places or not set(state.fight.among) <= set(state.fight.seats)):
        yield "a dice-off is among those who want an object of the row"


def _agenda_faults(state: State) -> Iterator[str]:
    if (state.winner == NOBODY) != bool(state.agenda):
        yield "something is owed exactly while nobody has won"
    for frame in state.agenda:
        by = getattr(frame, "by", 0)
        if by not in range(state.players):
            yield f"{frame.kind}: the seat is {by}, seats are 0 to {state.players - 1}"
    placing = [frame for frame in state.agenda if frame.kind == "place"]
    if any(state.marks[getattr(frame, "by", 0)] != NOBODY for frame in placing):
        yield "a seat is to place a marker that lies somewhere already"
