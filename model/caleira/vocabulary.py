"""The names that guards of this family may use, and what each points at.

`seat` is whoever makes the move that a norm speaks of; `target` the seat that the move points at, or whose piece it
points at.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..guard import Accessor, Constant, Name, Vocabulary
from .cards import KINDS, MOATS, NOBODY
from .frames import EFFECTS
from .state import Piece, State, beside

AIMED = ("barracks", "observatory", "throne-room", "trebuchet", "watchtower")  # effects that are for a piece

FRAME_ACTS: Mapping[str, tuple[str, ...]] = {
    "draw": ("draw",),
    "play": ("play",),
    "place": ("place",),
    **dict.fromkeys(AIMED, ("aim", "leave")),
    "reveal": ("reveal", "leave"),
    "magician": ("look", "leave"),
    "turn-up": ("turn-up",),
    "arrange": ("arrange",),
    "market": ("swap-with", "leave"),
    "swap-give": ("give",),
    "swap-return": ("give",),
    "swap-draw": ("show",),
}
assert set(EFFECTS) <= set(FRAME_ACTS)

FRAMES_WITH: Mapping[str, tuple[str, str]] = {
    "place": ("place.where", "chosen"), "swap-return": ("market.choice", "partner"),
    "swap-draw": ("market.choice", "drawn"),
}


def underscored(word: str) -> str:
    """A word as guards spell it: hyphens become underscores."""
    return word.replace("-", "_")


CONSTANTS: dict[str, Constant] = {underscored(kind): Constant("card", kind) for kind in KINDS}

_BAG = "bag[card]"
NAMES: dict[str, Name] = {
    # everywhere
    "pile": Name("int", "how many cards the pile holds"),
    "players": Name("int", "how many began to play"),
    "turn": Name("int", "the number of turns begun"),
    "pieces": Name("int", "how many pieces all castles have together"),
    "discarded": Name("int", "how many cards the discard pile holds"),
    "seat": Name("seat", "who makes the move"),
    "on_turn": Name("bool", "the seat is the one whose turn it is"),
    "hand": Name(_BAG, "the seat's cards in hand"),
    "castle": Name("int", "how many pieces the seat's castle has"),
    # by frame
    "in_castle": Name("bool", "the piece whose effect this is stands in a castle still, and is not discarded"),
    "turned": Name("int", "how many pieces this Watchtower has turned"),
    # by move
    "target": Name("seat", "the seat that the move points at, or whose piece it points at", of_move=True),
    "target_hand": Name(_BAG, "that seat's cards in hand", of_move=True),
    "target_card": Name("card", "which card the piece is that the move points at", of_move=True),
    "target_face_up": Name("bool", "the piece that the move points at lies face-up", of_move=True),
    "target_itself": Name("bool", "the piece that the move points at is the one whose effect this is", of_move=True),
    "target_before": Name("bool", "this Watchtower was for that piece before", of_move=True),
    "beside_moats": Name("bool", "the piece that the move points at stands next to face-up Moats", of_move=True),
    "beside_working_moats": Name("bool", "it stands next to face-up Moats that a Throne Room did not turn up in this "
                                 "turn", of_move=True),
    "card": Name("card", "the card played or given", of_move=True),
    "face_up": Name("bool", "the card is played face-up", of_move=True),
    "at_end": Name("bool", "the piece goes to an end of the row", of_move=True),
}
VOCABULARY = Vocabulary(NAMES, CONSTANTS)

BY_FRAME: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(AIMED, ("in_castle",)), "watchtower": ("in_castle", "turned"),
}
_TARGET = ("target", "target_hand")
BY_MOVE: Mapping[str, tuple[str, ...]] = {
    "play": ("card", "face_up"), "give": ("card",), "place": ("at_end",), "swap-with": _TARGET,
    "aim": (*_TARGET, "target_card", "target_face_up", "target_itself", "target_before", "beside_moats",
            "beside_working_moats"),
}


def _target(state: State, move: Any) -> int:
    if move.act == "swap-with":
        to: int = move.to
        return to
    found = state.find(move.piece)
    return NOBODY if found is None else found[0]


def _aimed_at(state: State, move: Any) -> Piece:
    found = state.find(move.piece)
    assert found is not None, "a candidate is a piece there is"
    return found[1]


def _moats(state: State, move: Any) -> list[Piece]:
    """The face-up Moats next to the piece that a move points at."""
    found = state.find(move.piece)
    assert found is not None, "a candidate is a piece there is"
    castle = state.castles[found[0]]
    return [piece for piece in beside(castle, castle.index(found[1])) if piece.kind == MOATS and piece.up]


ACCESSORS: Mapping[str, Accessor] = {
    "pile": lambda g, s, f, m: s.pile,
    "players": lambda g, s, f, m: s.players,
    "turn": lambda g, s, f, m: s.turn,
    "pieces": lambda g, s, f, m: sum(len(castle) for castle in s.castles),
    "discarded": lambda g, s, f, m: len(s.discard),
    "seat": lambda g, s, f, m: m.by,
    "on_turn": lambda g, s, f, m: m.by == s.active,
    "hand": lambda g, s, f, m: s.hands[m.by],
    "castle": lambda g, s, f, m: len(s.castles[m.by]),
    "in_castle": lambda g, s, f, m: s.find(f.source) is not None,
    "turned": lambda g, s, f, m: len(f.turned),
    "target": lambda g, s, f, m: _target(s, m),
    "target_hand": lambda g, s, f, m: s.hands[_target(s, m)],
    "target_card": lambda g, s, f, m: _aimed_at(s, m).kind,
    "target_face_up": lambda g, s, f, m: _aimed_at(s, m).up,
    "target_itself": lambda g, s, f, m: m.piece == f.source,
    "target_before": lambda g, s, f, m: m.piece in getattr(f, "turned", ()),
    "beside_moats": lambda g, s, f, m: bool(_moats(s, m)),
    "beside_working_moats": lambda g, s, f, m: any(not piece.silent for piece in _moats(s, m)),
    "card": lambda g, s, f, m: m.kind,
    "face_up": lambda g, s, f, m: m.up,
    "at_end": lambda g, s, f, m: m.at in (0, len(s.castles[m.by])),
}
assert set(ACCESSORS) == set(NAMES)

FACTS: Mapping[str, str] = {
    **{f"cards.{kind}": "how many there are" for kind in KINDS},
    **{f"points.{kind}": "points of a face-up piece at the end" for kind in KINDS},
    "points.hidden": "points of a face-down piece at the end",
    "battlements.set": "how many Battlements have to lie face-up in a castle to count for more",
    "battlements.worth": "points of each of them then",
    "deck.total": "the printed number of cards",
    "deck.extra": "the printed number of cards that are added for some player counts",
    "setup.hand": "cards each player starts with",
    "magician.cards": "cards of the pile that the Magician's Tower looks at",
    "watchtower.pieces": "pieces that a Watchtower turns at most",
}

SWITCHES: Mapping[str, tuple[str, ...]] = {
    "barracks.turns": ("down", "up"),
    "throne.turns": ("up", "down"),
    "throne.span": ("turn", "once"),
    "throne.pending": ("cancels", "goes-on"),
    "throne.standing": ("kept", "lost"),
    "watchtower.turns": ("up", "down"),
    "watchtower.order": ("as-turned", "from-turn"),
    "watchtower.choice": ("one-by-one", "together"),
    "battlements.hidden": ("revealed", "hidden", "destroyed"),
    "source.gone": ("resolved", "lost"),
    "market.choice": ("partner", "drawn"),
    "market.sees": ("no", "yes"),
    "place.where": ("end", "chosen"),
    "place.gap": ("closes", "stays"),
    "princess.many": ("out", "count", "destroyer"),
    "princess.own": ("others", "nobody"),
    "out.castle": ("stays", "razed"),
    "out.effects": ("dropped", "resolved"),
    "out.hand": ("gone", "discard"),
    "end.count": ("after-effects", "at-once"),
    "tie.left": ("shared", "nobody"),
}

TERMS: Mapping[str, tuple[str, ...]] = {
    "cards": KINDS,
    "words": ("pile", "discard", "hand", "castle", "piece", "face-up", "face-down", "turn"),
}
