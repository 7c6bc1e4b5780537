"""Dice Devils in words: every move, event and frame in one line, with the edition's own names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import fields

from advocatus.model.dice_devils.events import Counted, Won
from advocatus.model.dice_devils.ranks import NOBODY, TAKEN
from advocatus.model.dice_devils.state import Deal, State
from advocatus.model.dice_devils.vocabulary import TERMS
from advocatus.model.rulebook import Edition

from ..tell import WordedTeller, seat_name

SEATS = ("by", "to", "winner")  # fields that name a seat

MOVES: Mapping[str, str] = {
    "turn-up": "the {kind} is turned up",
    "roll": "the dice show {dice}",
    "place": "{by} puts the {w_marker} at place {at}",
    "force": "{by} makes the others roll again",
    "leave": "{by} lets it be",
    "steal": "{by} steals {to}'s {kind}",
    "take": "{by} asks for {to}'s {kind}",
    "give": "{by} gives the {kind} for it",
    "swap": "{by} changes ranks with {to}",
}

EVENTS: Mapping[str, str] = {
    "round": "another {w_round} begins",
    "revealed": "the {kind} lies there",
    "ran-short": "of the {w_heap} there are {missing} too few",
    "rolled": "{by} rolls {dice}",
    "marked": "{by}'s {w_marker} lies at place {at}",
    "claimed": "{by} takes the {kind} without a fight",
    "shown": "{by} shows {dice}",
    "dice-off": "{w_dice-off} at place {at}: {seats}",
    "forced": "{by} makes all others at his {w_object} roll again",
    "not-forced": "{by} lets the rolls stand",
    "tied": "{seats} share the highest score, {score}, and roll again",
    "won": "{by} wins the {kind}; {scored}",
    "nothing-there": "there is nothing for {by} to take from those whom he beat",
    "stole": "{by} steals {to}'s {kind}",
    "exchanged": "{by} gives {to} the {gives} and takes the {gets}",
    "swapped": "{by} and {to} change ranks",
    "left": "{by} lets it be",
    "dice-off-over": "the {w_dice-off} is over",
    "counted": "the count: {count}",
    "decided": "the game is over; {winner} wins",
}

FRAMES: Mapping[str, tuple[str, str]] = {  # the moment, whoever is there; and who owes what
    "reveal": ("When an {w_object} is revealed", "an {w_object} is revealed"),
    "roll": ("When dice are rolled", "{by} rolls"),
    "place": ("When a {w_marker} is placed", "{by} places the {w_marker}"),
    "force": ("When the {spielteufel} may force the others", "{by} may make the others roll again"),
    "steal": ("When the {fehlerteufel} has won", "{by} may steal an {w_object}"),
    "exchange": ("When the {putzteufel} has won", "{by} may exchange an {w_object}"),
    "give": ("When the {putzteufel} has chosen what he takes", "{by} gives {to} an {w_object} for the {taken}"),
    "swap": ("When a {w_dice-off} is won", "{by} may change ranks with one whom he beat"),
}


class DevilTeller(WordedTeller):
    """The words of one edition; see `checks.tell.Teller`."""

    moves, events, frames = MOVES, EVENTS, FRAMES

    def __init__(self, edition: Edition) -> None:
        super().__init__(edition, {
            **{f"w_{word}": edition.term(word) for word in TERMS["words"]},
            **{rank: edition.term(rank) for rank in TERMS["ranks"]},
        })

    def deal(self, deal: Deal) -> tuple[str, ...]:
        """See `Teller`."""
        return tuple(f"{seat_name(i)}: {self.edition.term(rank)}" for i, rank in enumerate(deal.ranks))

    def state(self, state: State) -> tuple[str, ...]:
        """See `Teller`."""
        seats = [
            f"{seat_name(i)}, the {self.edition.term(rank)}: {self._kinds(state.objects[i])}"
            + (f"; rolled {_dice(state.dice[i])}" if state.dice[i] else "")
            + (f"; {self.words['w_marker']} at place {state.marks[i]}" if state.marks[i] != NOBODY else "")
            for i, rank in enumerate(state.ranks)
        ]
        row = ", ".join("(taken)" if kind == TAKEN else self.edition.term(kind) for kind in state.row) or "nothing"
        return (*seats, f"revealed, from place 0: {row}", f"{self.words['w_heap']}: {len(state.heap)}")

    def _kinds(self, kinds: Sequence[str]) -> str:
        return ", ".join(map(self.edition.term, kinds)) or "nothing"

    def fill(self, template: str, value: Any) -> str:
        words: dict[str, Any] = dict(self.words)
        for field in fields(type(value)):
            words[field.name] = self._value(field.name, getattr(value, field.name))
        if isinstance(value, Counted):
            words["count"] = ", ".join(f"{seat_name(i)} {points}" for i, points in enumerate(value.points))
        if isinstance(value, Won):
            words["scored"] = f"the scores are {', '.join(map(str, value.scores))}"
        return template.format_map(words)

    def _value(self, name: str, value: Any) -> Any:
        match name, value:
            case "dice", tuple():
                return _dice(value)
            case "seats", tuple():
                return ", ".join(map(seat_name, value))
            case _, int() if name in SEATS:
                return seat_name(value)
            case _, str():
                return self.edition.term(value)
        return value


def _dice(values: Sequence[int]) -> str:
    return ", ".join(map(str, values))


TELLER = DevilTeller
