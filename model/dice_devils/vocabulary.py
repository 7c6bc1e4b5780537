"""The names that guards of this family may use, and what each points at.

`seat` is whoever makes the move that a norm speaks of; `target` the seat that the move points at.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..guard import Accessor, Constant, Name, Vocabulary
from .dice import GREY_VALUES
from .ranks import KINDS, NOBODY, RANKS
from .state import State, scores_of

FRAME_ACTS: Mapping[str, tuple[str, ...]] = {
    "reveal": ("turn-up",),
    "roll": ("roll",),
    "place": ("place",),
    "force": ("force", "leave"),
    "steal": ("steal", "leave"),
    "exchange": ("take", "leave"),
    "give": ("give",),
    "swap": ("swap", "leave"),
}


def underscored(word: str) -> str:
    """A word as guards spell it: hyphens become underscores."""
    return word.replace("-", "_")


CONSTANTS: dict[str, Constant] = {
    **{underscored(kind): Constant("card", kind) for kind in KINDS},
    **{rank: Constant("rank", rank) for rank in RANKS},
}

_BAG = "bag[card]"
NAMES: dict[str, Name] = {
    # everywhere
    "heap": Name("int", "how many objects lie face-down"),
    "lying": Name("int", "how many objects lie revealed"),
    "players": Name("int", "how many play"),
    "turn": Name("int", "the number of rounds begun"),
    "seat": Name("seat", "who makes the move"),
    "rank": Name("rank", "the seat's rank"),
    "objects": Name(_BAG, "the seat's objects"),
    "forced": Name("bool", "the Spielteufel has forced somebody in this round"),
    # by frame
    "fighters": Name("int", "how many take part in the dice-off"),
    "score": Name("int", "what the seat's dice are worth in the dice-off"),
    # by move
    "target": Name("seat", "the seat that the move points at", of_move=True),
    "target_rank": Name("rank", "that seat's rank", of_move=True),
    "target_objects": Name(_BAG, "that seat's objects", of_move=True),
    "target_lost": Name("bool", "that seat was beaten in this dice-off", of_move=True),
    "target_lowest": Name("bool", "nobody in this dice-off has a lower score than that seat", of_move=True),
    "object": Name("card", "the object placed at, stolen, taken or given", of_move=True),
    "value": Name("int", "what that object is worth", of_move=True),
    "others_there": Name("int", "how many markers lie next to the object already", of_move=True),
}
VOCABULARY = Vocabulary(NAMES, CONSTANTS)

_FIGHT = ("fighters", "score")
BY_FRAME: Mapping[str, tuple[str, ...]] = dict.fromkeys(("force", "steal", "exchange", "give", "swap"), _FIGHT)
_TARGET = ("target", "target_rank", "target_objects", "target_lost", "target_lowest")
BY_MOVE: Mapping[str, tuple[str, ...]] = {
    "place": ("object", "value", "others_there"), "give": ("object", "value"), "swap": _TARGET,
    "steal": (*_TARGET, "object", "value"), "take": (*_TARGET, "object", "value"),
}


def _lost(state: State, seat: int) -> bool:
    fight = state.fight
    return fight is not None and fight.winner != NOBODY and seat in fight.seats and seat != fight.winner


def _scores(game: Any, state: State) -> dict[int, int]:
    assert state.fight is not None, "these frames come up in a dice-off alone"
    return scores_of(game.rules, state, state.fight)


def _lowest(game: Any, state: State, seat: int) -> bool:
    """Nobody has less; who rolled for a tie counts by that roll."""
    scores = _scores(game, state)
    return seat in scores and scores[seat] == min(scores.values())


def _object(state: State, move: Any) -> str:
    kind: str = state.row[move.at] if move.act == "place" else move.kind
    return kind


ACCESSORS: Mapping[str, Accessor] = {
    "heap": lambda g, s, f, m: len(s.heap),
    "lying": lambda g, s, f, m: s.lying,
    "players": lambda g, s, f, m: s.players,
    "turn": lambda g, s, f, m: s.turn,
    "seat": lambda g, s, f, m: m.by,
    "rank": lambda g, s, f, m: s.ranks[m.by],
    "objects": lambda g, s, f, m: s.objects[m.by],
    "forced": lambda g, s, f, m: s.forced,
    "fighters": lambda g, s, f, m: len(s.fight.seats),
    "score": lambda g, s, f, m: _scores(g, s)[m.by],
    "target": lambda g, s, f, m: m.to,
    "target_rank": lambda g, s, f, m: s.ranks[m.to],
    "target_objects": lambda g, s, f, m: s.objects[m.to],
    "target_lost": lambda g, s, f, m: _lost(s, m.to),
    "target_lowest": lambda g, s, f, m: _lowest(g, s, m.to),
    "object": lambda g, s, f, m: _object(s, m),
    "value": lambda g, s, f, m: g.rules.fact(f"value.{_object(s, m)}"),
    "others_there": lambda g, s, f, m: s.marks.count(m.at),
}
assert set(ACCESSORS) == set(NAMES)

FACTS: Mapping[str, str] = {
    **{f"objects.{kind}": "how many there are" for kind in KINDS},
    **{f"value.{kind}": "points of one object" for kind in KINDS},
    "value.greatest": "the greatest value of an object",
    **{f"ranks.{rank}": "1 if the rank is in the game, else 0" for rank in RANKS},
    **{f"faces.grey.{value}": f"how many faces of a grey die show {value}" for value in GREY_VALUES},
    "faces.regular": "the greatest value of the other dice, each value being on one face",
    "dice.oberteufel": "dice of the Oberteufel",
    "dice.each": "dice of every other rank",
    "reveal.objects": "objects that are revealed in a round",
    "end.objects": "objects of one player with which the last round has come",
    "triplet.size": "objects of a kind that make a triplet",
    "points.triplet": "points of a triplet",
    "objects.total": "the printed number of objects",
    "dice.total": "the printed number of dice",
    "dice.golden": "golden dice in the box",
    "dice.black": "black dice in the box",
    "dice.grey": "grey dice in the box",
    "shakers.total": "the printed number of shakers",
    "shakers.large": "large shakers in the box",
    "shakers.medium": "medium shakers in the box",
    "shakers.small": "small shakers in the box",
    "tokens.total": "tokens in the box",
    "markers.total": "markers in the box",
}

SWITCHES: Mapping[str, tuple[str, ...]] = {
    "setup.mix": ("table", "free"),
    "reveal.count": ("up-to", "added"),
    "supply.short": ("fewer", "ends"),
    "reroll.tied": ("again", "rank"),
    "satansbraten.adds": ("current", "first"),
    "satansbraten.reroll": ("adds", "bare"),
    "springteufel.ties": ("wins", "rolls-again"),
    "spielteufel.moment": ("at-reveal", "late"),
    "triplets.count": ("each", "once"),
}

TERMS: Mapping[str, tuple[str, ...]] = {
    "ranks": RANKS,
    "objects": KINDS,
    "words": ("object", "marker", "dice-off", "heap", "round"),
}
