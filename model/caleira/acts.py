"""The castles of Caleira on the wire: acts, and states as they are told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from attrs import frozen

from ..acts import Acts, Advice
from ..game import BadPosition, Event, Game
from ..rules import Rules
from ..trace import BadDocument, told_wrong
from . import events as ev
from .cards import KINDS, NOBODY
from .family import FAMILY
from .frames import Effect, Play
from .moves import MOVES, Leave
from .state import Deal, Piece, State, Verdict, deck, well_formed
from .turns import unreached
from .views import view

CHANCES = ("draw", "turn-up", "show")
Cards = tuple[str | None, ...]


@frozen
class Owed:
    """What is to be decided next, and by whom: seats, -2 for chance."""

    what: str
    by: tuple[int, ...]


@frozen
class ToldPiece:
    """A piece as it is told: its card (null where it is not told), the turn in which it was played, how it lies.

    `seen` are the seats that know it, `gap` tells that a place on its left is empty.
    """

    card: str | None
    number: int
    up: bool
    seen: tuple[int, ...] | None = None
    silent: bool = False
    gap: bool = False


@frozen
class Told:
    """A state as it is told; null stands for what is not told, a whole entry or a single card.

    By seat: `hands` (sorted), `castles` from left to right. `discard` is in the order in which cards came there, `pile`
    is top first, `gone` are cards that left the game, `out` is the seat that has lost, -1 for none.
    """

    turn: int | None = None
    active: int | None = None
    hands: tuple[Cards | None, ...] | None = None
    castles: tuple[tuple[ToldPiece, ...], ...] | None = None
    discard: Cards | None = None
    pile: Cards | None = None
    gone: Cards | None = None
    out: int | None = None
    verdict: Verdict | None = None
    rest: bool | None = None
    owed: Owed | None = None


# ---------------------------------------------------------------- telling


def silent(game: Game[Any, Any], state: State) -> Any | None:
    """That an effect which can be for nothing comes to nothing, by itself."""
    frame = state.agenda[0] if state.agenda else None
    if not isinstance(frame, Effect):
        return None
    found = game.legal(state, frame.by)
    return found[0] if len(found) == 1 and isinstance(found[0], Leave) else None


def tell(game: Game[Any, Any], state: State, seat: int | None) -> Told:
    """The whole state, or what lies open to a seat."""
    frame = game.top(state)
    known = None if seat is None else view(game.rules, state, seat)
    hands: tuple[Cards, ...] = state.hands
    if seat is not None:
        hands = tuple(hand if i == seat else (None,) * len(hand) for i, hand in enumerate(state.hands))
    castles = tuple(tuple(_piece(piece, seat) for piece in castle) for castle in state.castles)
    return Told(
        turn=state.turn, active=state.active, hands=hands, castles=castles, discard=state.discard,
        pile=(*(state.top if known is None else (None,) * len(state.top)), *(None for _ in state.rest)),
        gone=state.gone if known is None else (None,) * len(state.gone), out=state.out, verdict=state.verdict,
        rest=game.at_rest(state), owed=None if frame is None else Owed(frame.kind, tuple(frame.owed)),
    )


def _piece(piece: Piece, seat: int | None) -> ToldPiece:
    known = seat is None or piece.up or seat in piece.seen
    return ToldPiece(piece.kind if known else None, piece.number, piece.up, piece.seen, piece.silent, piece.gap)


def seen_in(events: Sequence[Event]) -> tuple[dict[str, Any], ...]:
    """Who looked at what: the seat, the piece or null for the pile, and the card."""
    found: list[dict[str, Any]] = []
    for event in events:
        if isinstance(event, ev.LookedAt):
            found.append({"by": event.by, "of": event.piece, "kind": event.kind})
        elif isinstance(event, ev.Uncovered):
            found.append({"by": event.by, "of": None, "kind": event.kind})
    return tuple(found)


# ---------------------------------------------------------------- reading


def _cards(told: Told, name: str, path: str) -> tuple[str, ...]:
    """A row of cards that may be left out; every card if it is there."""
    found = []
    for i, card in enumerate(getattr(told, name) or ()):
        if card is None:
            raise BadDocument(f"{path}.{name}[{i}]", "null", "a start must tell it")
        found.append(card)
    return tuple(found)


def _hands(told: Told, path: str) -> tuple[tuple[str, ...], ...]:
    if told.hands is None:
        raise BadDocument(f"{path}.hands", "", "this key is missing")
    found = []
    for i, hand in enumerate(told.hands):
        cards = [card for card in hand or () if card is not None]
        if hand is None or len(cards) < len(hand):
            raise BadDocument(f"{path}.hands[{i}]", "null", "a start must tell it")
        found.append(tuple(sorted(cards)))
    return tuple(found)


def _castles(rules: Rules, told: Told, path: str) -> tuple[tuple[Piece, ...], ...]:
    rows = []
    for seat, castle in enumerate(told.castles or ((),) * rules.players):
        row = []
        for i, piece in enumerate(castle):
            if piece.card is None:
                raise BadDocument(f"{path}.castles[{seat}][{i}].card", "null", "a start must tell it")
            seen = tuple(range(rules.players)) if piece.up else (seat,)
            row.append(Piece(piece.card, piece.number, piece.up, seen if piece.seen is None else piece.seen,
                             piece.silent, piece.gap))
        rows.append(tuple(row))
    return tuple(rows)


def _told(data: Any, path: str) -> Told:
    told: Told = FAMILY.codec.value(Told, data, path)
    if told.verdict is not None:
        raise BadPosition([f"{path}.verdict: null: a game that is over is no start"])
    return told


def _pile(rules: Rules, told: Told, taken: Sequence[str], path: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The known top of the pile, and what lies below: all that is nowhere else."""
    top = tuple(card for card in told.pile or () if card is not None)
    if told.pile is not None and told.pile[: len(top)] != top:
        raise BadDocument(f"{path}.pile", "null above a card that is told", "unknown cards lie under the known ones")
    rest = tuple(sorted((Counter(deck(rules)) - Counter([*taken, *top])).elements()))
    if told.pile is not None and len(told.pile) != len(top) + len(rest):
        raise BadPosition([f"the pile has {len(told.pile)} cards, {len(top) + len(rest)} are nowhere else"])
    return top, rest


def deal(rules: Rules, data: Any, path: str) -> Deal:
    """A deal from what is told of it; the pile's order is chance's where it is not told. Raises `BadPosition`."""
    told = _told(data, path)
    for name in ("discard", "gone"):
        if getattr(told, name):
            raise BadDocument(f"{path}.{name}", repr(getattr(told, name))[:60], "nothing lies there in a deal")
    if any(told.castles or ()) or (told.active or 0, told.turn or 1) != (0, 1):
        raise BadDocument(f"{path}.turn", "", "a game that is dealt begins with turn 1 of seat 0, with no piece played")
    hands = _hands(told, path)
    top, rest = _pile(rules, told, [card for hand in hands for card in hand], path)
    return Deal(hands, rest, top)


def position(rules: Rules, data: Any, path: str) -> State:
    """A rest point, where a card is to be played, from what is told of it. Raises `BadPosition` with every fault."""
    told = _told(data, path)
    if told.rest is False:
        raise BadPosition([told_wrong(f"{path}.rest", False, "true: a start is a rest point")])
    if told.owed is not None and told.owed.what != Play.kind:
        raise BadPosition([told_wrong(f"{path}.owed.what", told.owed.what, f"{Play.kind}: a start is a rest point")])
    hands, castles = _hands(told, path), _castles(rules, told, path)
    discard, gone = _cards(told, "discard", path), tuple(sorted(_cards(told, "gone", path)))
    pieces = [piece.kind for castle in castles for piece in castle]
    top, rest = _pile(rules, told, [*(c for hand in hands for c in hand), *pieces, *discard, *gone], path)
    turn = len(pieces) + len(discard) + 1 if told.turn is None else told.turn
    active = (turn - 1) % rules.players if told.active is None else told.active
    state = State(
        hands=hands, castles=castles, discard=discard, top=top, rest=rest, gone=gone, active=active,
        turn=turn, agenda=(Play(active),),
        out=NOBODY if told.out is None else told.out,
    )
    if faults := well_formed(rules, state):
        raise BadPosition(faults)
    return state


ADVICE = Advice(
    start="In a `position` the seat `active` has drawn its card and is to play one; the turn, and whose it is, follow "
          "from the cards played where they are not told. Castles and a discard pile that are left out are empty; null "
          "is a card that is not known: any that lies nowhere else.",
    acts="An act with `chance` is what comes from the pile (keep your pile so, if it has an order), or from "
         "another's hand where a card is drawn from it unseen. A `piece` goes by the turn in which it was played. "
         "The `leave` of an effect that can only be left is not among the acts.",
    state="Hands are sorted lists, castles go from left to right; the pile is told top first, `discard` in the "
          "order in which the cards came there.",
)

ACTS = Acts(
    advice=ADVICE,
    codec=FAMILY.codec, deeds=tuple(sorted(m.act for m in MOVES if m.act not in CHANCES)), windows=(), chances=CHANCES,
    unreached=unreached,
    blanks={}, told=Told, dealt=("hands",), silent=silent, tell=tell, position=position, deal=deal, seen=seen_in,
    words={(act, "kind"): KINDS for act in ("draw", "play", "turn-up", "give", "show")} | {("arrange", "cards"): KINDS},
)
