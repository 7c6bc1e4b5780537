"""What a norm looks at in a position, in words: what its names point at there, and which of its conditions fail."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import frozen

from advocatus.model.families import families
from advocatus.model.guard import BOOL, INT, Node, Not, Ref
from advocatus.model.norms import OBLIGE, Asked, Norm
from advocatus.model.rules import Rules

from .aloud import Speaker
from .deriving import game_of
from .questioning import conjuncts
from .tell import seat_name

WHEN = ("turn", "on_turn")  # told of every position, whether the norm looks at them or not


@frozen
class Look:
    """A norm of a rule set before a position of its engine, for a seat; `move` is one of the seat's there."""

    rules: Rules
    norm: Norm
    state: Any
    seat: int
    move: Any

    @property
    def _speaker(self) -> Speaker:
        edition = self.rules.edition
        return Speaker(edition, families()[edition.family].grammar, seat_name(self.seat))

    def _names(self) -> tuple[str, ...]:
        """The names that its conditions speak of, but for hands, which are told card by card."""
        known = self._speaker.names
        move = self.norm.mood == OBLIGE or self.move.act != self.norm.move  # then none of the move's is looked at
        named = self.norm.when.names if self.norm.when else ()
        return tuple(name for name in known if name in (*WHEN, *named) and not known[name].sort.startswith("bag[")
                     and not (move and known[name].of_move))

    @property
    def hands(self) -> tuple[str, ...]:
        """The hands that its condition speaks of."""
        named = self.norm.when.names if self.norm.when else ()
        return tuple(name for name, known in self._speaker.names.items()
                     if name in named and known.sort.startswith("bag["))

    def _at(self) -> tuple[Any, ...]:
        engine: Any = game_of(self.rules)
        asked = self.norm.mood == OBLIGE
        return engine, self.state, engine.top(self.state), Asked(self.seat) if asked else self.move

    def told(self, name: str) -> str:
        """What a name points at, as half a sentence."""
        engine, *rest = self._at()
        value, sort = engine.index.points_at(name, engine, *rest), self._speaker.names[name].sort
        if name == "on_turn":
            return f"it is {'' if value else 'not '}{seat_name(self.seat)}'s turn"
        if sort == BOOL:
            ref = Ref(name, BOOL)
            return self._speaker.guard(ref if value else Not(ref))
        return f"{self.phrase(name)}: {self._value(value, sort)}"

    def called(self, key: str, value: Any) -> str:
        """An entry of the formats by what the vocabulary says of its name, where that has such a value."""
        name = self._speaker.names.get(key.rpartition(" ")[2])
        fits = name is not None and name.sort != BOOL and isinstance(value, int if name.sort == INT else str)
        return self.phrase(key.rpartition(" ")[2]) if fits else key

    def phrase(self, name: str) -> str:
        """What a name of the vocabulary means."""
        return self._speaker.value(Ref(name, self._speaker.names[name].sort))

    def _value(self, value: Any, sort: str) -> str:
        if sort == "seat":
            return seat_name(value)
        return "nothing" if value in (None, "") else self.rules.edition.term(str(value))

    def lines(self) -> Iterator[str]:
        """When it is, and what the norm's names point at."""
        names = self._names()
        for some in (WHEN, tuple(name for name in names if name not in WHEN)):
            if told := [self.told(name) for name in some if name in names]:
                line = "; ".join(told)
                yield f"{line[0].upper()}{line[1:]}."

    def fails(self) -> tuple[Node, ...]:
        """The conditions of the norm that do not hold, each as far as it can be taken by itself."""
        engine, *rest = self._at()
        return tuple(node for node in conjuncts(self.norm.when) if not engine.index.holds(node, engine, *rest))

    def why_not(self) -> str:
        """Why the norm does not apply; that it does, where no condition fails."""
        if self.norm.mood != OBLIGE and self.move.act != self.norm.move:
            return ""
        if failing := self.fails():
            told = " and ".join(self._speaker.guard(Not(node)) for node in failing)
            return f"There it does not apply: {told}."
        judged = game_of(self.rules).judge(self.state, self.move)
        norms = dict.fromkeys((*judged.permitted_by, *judged.against))
        others = ", ".join(norm.id for norm in norms if norm.id != self.norm.id)
        return f"There it applies too, and others decide: {others or 'nothing permits it'}."
