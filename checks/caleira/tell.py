"""The castles of Caleira in words: every move, event and frame in one line, with the edition's own names.

A piece is told by the turn in which it was played, as nothing else names it in a move.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import fields

from advocatus.model.caleira.events import Counted, Decided, Queued
from advocatus.model.caleira.state import Deal, Piece, State
from advocatus.model.caleira.vocabulary import TERMS
from advocatus.model.game import Event
from advocatus.model.rulebook import Edition

from ..tell import WordedTeller, seat_name

SEATS = ("by", "to", "of", "seat")  # fields that name a seat

MOVES: Mapping[str, str] = {
    "draw": "the {kind} comes up",
    "play": "{by} plays the {kind} {face}",
    "place": "{by} puts it with {at} on its left",
    "aim": "{by} chooses the {w_piece} of turn {piece}",
    "leave": "{by} lets it be",
    "reveal": "{by} turns it {w_face-up}",
    "look": "{by} looks at the {w_pile}",
    "turn-up": "next in the {w_pile} is the {kind}",
    "arrange": "{by} puts back {cards}",
    "swap-with": "{by} exchanges a card with {to}",
    "give": "{by} gives the {kind}",
    "show": "the {kind} is drawn",
}

EVENTS: Mapping[str, str] = {
    "turn": "it is {by}'s turn",
    "cancelled": "the effect of the {w_piece} of turn {piece} comes to nothing",
    "drew": "{by} draws the {kind} from the {w_pile}",
    "nothing-drawn": "the {w_pile} is used up; {by} draws nothing",
    "played": "{by} plays the {kind} {face}, {at} on its left",
    "turned-up": "the {w_piece} of turn {piece} lies {w_face-up}: the {kind}{silent}",
    "turned-down": "the {w_piece} of turn {piece} lies {w_face-down}{silent}",
    "looked-at": "{by} looks at the {w_piece} of turn {piece}: the {kind}",
    "left-hidden": "the {w_piece} of turn {piece} stays {w_face-down}",
    "destroyed": "{of}'s {w_piece} of turn {piece} is destroyed: the {kind}{hidden}",
    "withstood": "the {w_piece} of turn {piece} cannot be destroyed",
    "lapsed": "the {card} does nothing (more)",
    "uncovered": "{by} looks at the {kind} in the {w_pile}",
    "arranged": "on top of the {w_pile} now: {cards}",
    "swapped": "{by} gives {to} the {gives} and gets the {gets}",
    "eliminated": "{seat} has lost{razed}",
    "counted": "the count: {count}",
    "decided": "the game is over {how}; {winners}",
}

FRAMES: Mapping[str, tuple[str, str]] = {  # the moment, whoever is there; and who owes what
    "draw": ("When a card is to be drawn", "{by} draws from the {w_pile}"),
    "play": ("When a card is to be played", "{by} plays a card"),
    "place": ("When a new {w_piece} is to be placed", "{by} places a new {w_piece}"),
    "barracks": ("When the {barracks} takes effect", "{by} chooses a {w_piece} for the {barracks}"),
    "observatory": ("When the {observatory} takes effect", "{by} chooses a {w_piece} for the {observatory}"),
    "throne-room": ("When the {throne-room} takes effect", "{by} chooses a {w_piece} for the {throne-room}"),
    "trebuchet": ("When the {trebuchet} takes effect", "{by} chooses a {w_piece} for the {trebuchet}"),
    "watchtower": ("When the {watchtower} takes effect", "{by} chooses a {w_piece} for the {watchtower}"),
    "magician": ("When the {magician} takes effect", "{by} looks at the {w_pile}"),
    "market": ("When the {market} takes effect", "{by} exchanges a card with somebody"),
    "reveal": ("When a {w_piece} was looked at", "{by} may turn the {w_piece} of turn {piece} {w_face-up}"),
    "turn-up": ("When the {w_pile} is looked at", "{by} looks at the next card of the {w_pile}"),
    "arrange": ("When cards go back on the {w_pile}", "{by} puts {cards} back in an order of his own"),
    "swap-give": ("When a card is to be given in an exchange", "{by} chooses a card for {to}"),
    "swap-return": ("When a card is to be given for another", "{by} chooses a card for {to}"),
    "swap-draw": ("When a card is drawn in an exchange", "{by} draws a card of {of}"),
}


class CastleTeller(WordedTeller):
    """The words of one edition; see `checks.tell.Teller`."""

    moves, events, frames = MOVES, EVENTS, FRAMES

    def __init__(self, edition: Edition) -> None:
        super().__init__(edition, {
            **{f"w_{word}": edition.term(word) for word in TERMS["words"]},
            **{kind: edition.term(kind) for kind in TERMS["cards"]},
        })

    def event(self, event: Event) -> str:
        """See `Teller`."""
        if isinstance(event, Queued):
            return f"pending: {self.owed(event.frame)}"
        return super().event(event)

    def deal(self, deal: Deal) -> tuple[str, ...]:
        """See `Teller`."""
        hands = [f"{seat_name(i)}: {self._cards(hand)}" for i, hand in enumerate(deal.hands)]
        return (*hands, self._pile(deal.top, deal.rest))

    def state(self, state: State) -> tuple[str, ...]:
        """See `Teller`."""
        w = self.words
        seats = [
            f"{seat_name(i)}{' (has lost)' if i == state.out else ''}: {w['w_hand']} {self._cards(hand)}; "
            f"{w['w_castle']} {', '.join(map(self._piece, state.castles[i])) or 'nothing'}"
            for i, hand in enumerate(state.hands)
        ]
        gone = [f"out of the game: {self._cards(state.gone)}"] if state.gone else []
        return (*seats, self._pile(state.top, state.rest), f"{w['w_discard']}: {self._cards(state.discard)}", *gone)

    def _pile(self, top: Sequence[str], rest: Sequence[str]) -> str:
        first = f"on top {self._cards(top)}; " if top else ""
        return f"{self.words['w_pile']}: {first}{self._cards(rest)}"

    def _piece(self, piece: Piece) -> str:
        face = self.words["w_face-up" if piece.up else "w_face-down"]
        silent = ", without effect" if piece.silent else ""
        return f"{'(a gap) ' if piece.gap else ''}{self.edition.term(piece.kind)} (turn {piece.number}, {face}{silent})"

    def _cards(self, cards: Sequence[str]) -> str:
        return ", ".join(map(self.edition.term, cards)) or "nothing"

    def fill(self, template: str, value: Any) -> str:
        words: dict[str, Any] = dict(self.words)
        for field in fields(type(value)):
            words[field.name] = self._value(field.name, getattr(value, field.name))
        if isinstance(value, Counted):
            words["count"] = _count(value)
        if isinstance(value, Decided):
            words["how"] = "by count" if value.how == "count" else f"by the {self.words['princess']}"
        if (up := getattr(value, "up", None)) is not None:
            words["face"] = self.words["w_face-up" if up else "w_face-down"]
        return template.format_map(words)

    def _value(self, name: str, value: Any) -> Any:
        match name, value:
            case "winners", tuple():
                told = " and ".join(map(seat_name, value))
                return f"{told} {'wins' if len(value) == 1 else 'win'}" if value else "nobody wins"
            case "silent", bool():
                return ", without effect" if value else ""
            case "hidden", bool():
                return ", which lay face-down" if value else ""
            case "razed", bool():
                return f", and the {self.words['w_castle']} is gone too" if value else ""
            case _, int() if name in SEATS:
                return seat_name(value)
            case _, str():
                return self.edition.term(value)
            case _, tuple() if all(isinstance(item, str) for item in value):
                return self._cards(value)
        return value


def _count(event: Counted) -> str:
    rows = zip(event.points, event.hidden, event.pieces, strict=True)
    return "; ".join(
        f"{seat_name(i)} {points} points with {hidden} face-down of {pieces}"
        for i, (points, hidden, pieces) in enumerate(rows))


TELLER = CastleTeller
