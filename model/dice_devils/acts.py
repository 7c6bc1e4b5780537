"""Dice Devils on the wire: acts, and states as they are told."""

from __future__ import annotations

from collections import Counter
from typing import Any

from attrs import evolve, frozen

from ..acts import Acts, Advice
from ..game import BadPosition, Game
from ..rules import Rules
from ..trace import BadDocument, told_wrong
from .dice import Roll
from .family import FAMILY
from .frames import Place
from .moves import MOVES
from .ranks import KINDS, NOBODY, OBERTEUFEL, RANKS
from .state import Deal, State, objects, well_formed
from .winnings import rounds_of, unreached

CHANCES = ("turn-up", "roll")


@frozen
class Owed:
    """What is to be decided next, and by whom: seats, -2 for chance."""

    what: str
    by: tuple[int, ...]


@frozen
class Told:
    """A state as it is told; null stands for what is not told, a whole entry or one roll.

    By seat: `ranks`, `objects` (sorted), `dice` (the greatest first, empty where not rolled), `marks` (-1 where the
    marker lies nowhere). `row` are the objects revealed, "" where one was taken in this round; `heap` is how many lie
    face-down; `shown` are the seats whose dice everybody has seen; `winner` is -1 while the game goes on.
    """

    turn: int | None = None
    ranks: tuple[str, ...] | None = None
    objects: tuple[tuple[str, ...], ...] | None = None
    row: tuple[str, ...] | None = None
    heap: int | None = None
    dice: tuple[tuple[int, ...] | None, ...] | None = None
    shown: tuple[int, ...] | None = None
    marks: tuple[int, ...] | None = None
    winner: int | None = None
    rest: bool | None = None
    owed: Owed | None = None


def tell(game: Game[Any, Any], state: State, seat: int | None) -> Told:
    """The whole state, or what lies open to a seat."""
    frame = game.top(state)
    dice = tuple(roll if seat is None or i in (seat, *state.shown) else None for i, roll in enumerate(state.dice))
    return Told(
        turn=state.turn, ranks=state.ranks, objects=state.objects, row=state.row, heap=len(state.heap), dice=dice,
        shown=state.shown, marks=state.marks, winner=state.winner, rest=game.at_rest(state),
        owed=None if frame is None else Owed(frame.kind, tuple(frame.owed)),
    )


# ---------------------------------------------------------------- reading


def _told(data: Any, path: str) -> Told:
    told: Told = FAMILY.codec.value(Told, data, path)
    if told.winner not in (None, NOBODY):
        raise BadPosition([told_wrong(f"{path}.winner", told.winner, "-1 or null: a game that is over is no start")])
    if told.ranks is None:
        raise BadDocument(f"{path}.ranks", "", "this key is missing")
    return told


def deal(rules: Rules, data: Any, path: str) -> Deal:  # noqa: ARG001
    """A deal from what is told of it: who has which rank. Raises `BadDocument`."""
    told = _told(data, path)
    for name in ("objects", "row", "dice"):
        if any(getattr(told, name) or ()):
            raise BadDocument(f"{path}.{name}", repr(getattr(told, name))[:60], "nothing of it in a deal")
    if (told.turn or 1) != 1:
        raise BadDocument(f"{path}.turn", str(told.turn), "a game that is dealt begins with round 1")
    assert told.ranks is not None
    return Deal(told.ranks)


def _rolled(told: Told, path: str) -> tuple[Roll, ...]:
    """The dice of all. Raises `BadDocument` where they are not told, or not rolled."""
    found = []
    for seat, roll in enumerate(told.dice or ()):
        if not roll:
            raise BadDocument(f"{path}.dice[{seat}]", "null" if roll is None else "[]", "a start must tell it")
        found.append(roll)
    return tuple(found)


def position(rules: Rules, data: Any, path: str) -> State:
    """A rest point, where the first marker is to be placed, from what is told of it. Raises `BadPosition`."""
    told = _told(data, path)
    if told.rest is False:
        raise BadPosition([told_wrong(f"{path}.rest", False, "true or null: a start is a rest point")])
    for name in ("objects", "row", "dice"):
        if getattr(told, name) is None:
            raise BadDocument(f"{path}.{name}", "", "this key is missing")
    assert told.ranks is not None
    n, ranks = len(told.ranks), told.ranks
    hands = tuple(tuple(sorted(hand)) for hand in told.objects or ())
    row = told.row or ()
    taken = Counter([*(kind for hand in hands for kind in hand), *row])
    dice = _rolled(told, path)
    over = ranks.index(OBERTEUFEL) if OBERTEUFEL in ranks else None
    first = min(dice[over]) if over is not None and over < len(dice) else 0
    state = State(
        ranks=ranks, objects=hands, row=row, heap=tuple(sorted((Counter(objects(rules)) - taken).elements())),
        dice=dice, shown=(), marks=(NOBODY,) * n, settled=(), turn=1 if told.turn is None else told.turn, agenda=(),
        first_smallest=first,
    )
    if told.turn is None and (rounds := rounds_of(rules, state)):
        state = evolve(state, turn=rounds[0])
    if n == rules.players and set(ranks) <= set(RANKS):
        state = evolve(state, agenda=tuple(Place(seat) for seat in state.by_rank(range(n))))
    if faults := well_formed(rules, state):
        raise BadPosition(faults)
    return state


ADVICE = Advice(
    start="In a `position` the objects of the round are revealed and all have rolled (`dice`, by seat); who has "
          "the highest rank is to place the first marker. What is neither in `objects` nor in `row` lies "
          "face-down; a round that is not told is the first in which so much can have been won.",
    acts="An act with `chance` is an object that is turned up, which comes to the end of the row, or a roll, the "
         "greatest die first. It tells no seat: the rolls of a round go from seat 0 up, those again in a dice-off "
         "from the highest rank down. `at` is a place of the row, from 0.",
    state='`objects` are sorted lists; `row` goes place by place, and "" stands where an object was taken in this '
          "round; `heap` is how many lie face-down.",
)

ACTS = Acts(
    advice=ADVICE,
    codec=FAMILY.codec, deeds=tuple(sorted(m.act for m in MOVES if m.act not in CHANCES)), windows=(), chances=CHANCES,
    blanks={}, told=Told, dealt=("ranks",), silent=lambda game, state: None, tell=tell, position=position, deal=deal,
    seen=lambda events: (), words={(act, "kind"): KINDS for act in ("turn-up", "steal", "take", "give")},
    unreached=unreached,
)
