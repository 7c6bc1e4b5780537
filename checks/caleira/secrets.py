"""What lies hidden from whom in a game of castles, by the text: told apart from the views, which are held against it.

Everybody knows his own hand, how many cards lie where, the discard pile, and the pieces that lie face-up or that he
has looked at. Who looks at the pile knows what he looks at while he does; both parties of an exchange know both cards.
What somebody has seen before and does not see now is hidden here as well, which only makes more twins.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import Any

from attrs import evolve

from advocatus.checks.secrecy import Exchange, Twin
from advocatus.model.caleira import events as ev
from advocatus.model.caleira import frames as fr
from advocatus.model.caleira import moves as mv
from advocatus.model.caleira.cards import kinds, minus, plus
from advocatus.model.caleira.state import State
from advocatus.model.game import Frame, Move, Owes
from advocatus.model.rules import Rules

Place = tuple[str, int]  # a hand, a piece, a place of the known top of the pile, the rest of it, what left the game
HAND, PIECE, TOP, REST, GONE = "hand", "piece", "top", "rest", "gone"


class CastleSecrets:
    """See `checks.secrecy.Secrets`."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    of_others = frozenset(("target_hand", "target_card"))

    # ------------------------------------------------------------ what lies open

    def open_to(self, state: State, seat: int) -> Hashable:
        """See `Secrets`."""
        castles = tuple(
            tuple((p.number, p.up, p.silent, p.gap, p.seen, p.kind if p.up or seat in p.seen else None) for p in castle)
            for castle in state.castles)
        return (
            state.hands[seat], tuple(map(len, state.hands)), castles, state.discard, state.pile, len(state.gone),
            state.active, state.turn, state.out, state.verdict,
            tuple(self._frame(frame, seat) for frame in state.agenda), state.top if _looks(state, seat) else None)

    def _frame(self, frame: Frame, seat: int) -> Hashable:
        """What a seat knows of an owed decision."""
        match frame:
            case fr.Place(by=by):
                return frame.kind, by, frame.up, frame.card if seat == by else None
            case fr.Arrange(by=by):
                return frame.kind, by, frame.cards if seat == by else len(frame.cards)
            case fr.SwapReturn(by=by, to=to):
                sees = seat == to or (seat == by and self.rules.switch("market.sees") == "yes")
                return frame.kind, by, to, frame.given if sees else None
            case fr.SwapDraw(by=by):
                return frame.kind, by, frame.of, frame.given if seat == by else None
        return frame.kind, frame

    def told(self, event: Any, seat: int, after: State) -> Hashable:  # noqa: ARG002
        """See `Secrets`."""
        match event:
            case Owes():
                return event.tag, event.drop, tuple(self._frame(frame, seat) for frame in event.frames)
            case ev.Drew() | ev.Uncovered():
                return event.tag, event.by, event.kind if seat == event.by else None
            case ev.LookedAt():
                return event.tag, event.by, event.piece, event.kind if seat == event.by else None
            case ev.Arranged():
                return event.tag, event.by, event.cards if seat == event.by else None
            case ev.Played():
                return event.tag, event.by, event.at, event.kind if event.up or seat == event.by else None
            case ev.Swapped():
                party = seat in (event.by, event.to)
                return event.tag, event.by, event.to, (event.gives, event.gets) if party else None
        return event.tag, evolve(event, clauses=())

    # ------------------------------------------------------------ twins

    def twins(self, state: State, seat: int, moves: Sequence[Any]) -> Mapping[str, Sequence[Exchange]]:
        """See `Secrets`."""
        moved = {(_place(state, move), getattr(move, "kind", "")) for move in moves}
        sorts: dict[str, list[Exchange]] = {"moved": [], "pieces": [], "others": []}
        for one, other in combinations(_hidden(state, seat), 2):
            if one[0] != other[0] and one[1] != other[1]:
                piece = PIECE in (one[0][0], other[0][0])
                sort = "moved" if {one, other} & moved else "pieces" if piece else "others"
                sorts[sort].append(partial(_exchanged, state, one, other))
        return sorts


def _looks(state: State, seat: int) -> bool:
    """Whether a seat is looking at the top of the pile."""
    return any(isinstance(frame, fr.Arrange | fr.TurnUp) and frame.by == seat for frame in state.agenda)


def _hidden(state: State, seat: int) -> Iterator[tuple[Place, str]]:
    """Every card that a seat does not see: where it lies, and its kind; of like ones in a place one."""
    for who, hand in enumerate(state.hands):
        shown = [f.given for f in state.agenda if isinstance(f, fr.SwapReturn) and f.to == who and seat == f.by]
        if who != seat:
            yield from (((HAND, who), kind) for kind in kinds(hand) if kind not in shown)
    for _, piece in state.pieces:
        if not piece.up and seat not in piece.seen:
            yield (PIECE, piece.number), piece.kind
    if not _looks(state, seat):
        yield from (((TOP, i), kind) for i, kind in enumerate(state.top))
    yield from (((REST, 0), kind) for kind in kinds(state.rest))
    yield from (((GONE, 0), kind) for kind in kinds(state.gone))


def _replaced(state: State, place: Place, gone: str, come: str) -> State:
    what, at = place
    if what == HAND:
        hand = plus(minus(state.hands[at], gone), come)
        return evolve(state, hands=(*state.hands[:at], hand, *state.hands[at + 1 :]))
    if what == PIECE:
        return evolve(state, castles=tuple(
            tuple(evolve(p, kind=come) if p.number == at else p for p in castle) for castle in state.castles))
    if what == TOP:
        return evolve(state, top=(*state.top[:at], come, *state.top[at + 1 :]))
    pile = plus(minus(state.rest if what == REST else state.gone, gone), come)
    return evolve(state, rest=pile) if what == REST else evolve(state, gone=pile)


def _exchanged(state: State, one: tuple[Place, str], other: tuple[Place, str]) -> Twin:
    """The position with two cards exchanged, and in frames and moves what lies there then."""
    twin = _replaced(_replaced(state, one[0], one[1], other[1]), other[0], other[1], one[1])
    swap = {one: other[1], other: one[1]}
    lying = {HAND: twin.hands, REST: (twin.rest,)}
    used_up = {(place, old): new for (place, old), new in swap.items()
               if place[0] not in lying or old not in lying[place[0]][place[1]]}
    tops = {place[1]: new for (place, _), new in swap.items() if place[0] == TOP}
    twin = evolve(twin, agenda=tuple(_renamed(frame, used_up, twin) for frame in twin.agenda))

    def move(made: Any) -> Any:
        if isinstance(made, mv.ArrangeCards):
            return evolve(made, cards=_arranged(state, made.cards, tops))
        come = used_up.get((_place(state, made), getattr(made, "kind", "")))
        return made if come is None else evolve(made, kind=come)

    return Twin(f"{one} for {other}", twin, move)


def _arranged(state: State, cards: tuple[str, ...], tops: Mapping[int, str]) -> tuple[str, ...]:
    """The same order of other cards."""
    found = list(cards)
    for at, new in tops.items():
        if at < len(cards):
            found[found.index(state.top[at])] = new
    return tuple(found)


def _renamed(frame: Any, swap: Mapping[tuple[Place, str], str], twin: State) -> Frame:
    """The frame where other cards lie."""
    match frame:
        case fr.Place():
            return evolve(frame, card=swap.get(((HAND, frame.by), frame.card), frame.card))
        case fr.Arrange():
            return evolve(frame, cards=twin.top[: len(frame.cards)])
        case fr.SwapReturn():
            return evolve(frame, given=swap.get(((HAND, frame.to), frame.given), frame.given))
        case fr.SwapDraw():
            return evolve(frame, given=swap.get(((HAND, frame.by), frame.given), frame.given))
    owed: Frame = frame
    return owed


def _place(state: State, move: Move) -> Place:
    """Where the card lies that a move names; nowhere if it names none."""
    frame: Any = state.agenda[0]
    match move:
        case mv.DrawCard():
            return (TOP, 0) if state.top else (REST, 0)
        case mv.TurnUpCard():
            return REST, 0
        case mv.PlayCard() | mv.Give():
            return HAND, move.by
        case mv.Show():
            return HAND, int(frame.of)
    return "", 0


SECRETS = CastleSecrets
