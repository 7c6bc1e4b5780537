"""Situations: a TOML file that tells a part of a position and a move, the rest left open, and asks whether it may be.

What may be told is the family's: its `Wording` names the keys of the table and of a seat, each with a sort of values.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import fields, frozen

from .files import no_file
from .guard import Guard, GuardError, UnknownName, parse, unknown
from .loading import BadRulebook, Fault, read_toml, schema_faults
from .rulebook import Edition, Grammar
from .trace import Codec

SEAT, FLAG, COUNT = "seat", "flag", "count"  # the sorts that every family has; all others are lists of words
NOTHING = "nothing"  # told of a field: it is empty
LIST = "[]"  # ends the sort of a key that takes several words at once, each as often as it is meant


@frozen
class Wording:
    """What a family's situations may tell, key by key; a sort is `seat`, `flag`, `count` or the name of some words.

    A count is a number or a list of the least and the most. Of a key whose sort ends in ``[]`` all words count; of
    any other a list means one of them. `fields` are those of frames and moves.
    """

    table: Mapping[str, str]
    seat: Mapping[str, str]
    fields: Mapping[str, str]
    words: Mapping[str, tuple[str, ...]]


Told = Mapping[str, Any]  # a tuple of words or seats for each key, a truth value, or a pair of numbers


@frozen
class Situation:
    """What a file tells: seats as numbers, words as the code has them, counts as the least and the most.

    `due` is the kind of frame that is owed and `of_due` what is told of it; likewise the move. `when` are guards
    that hold for who moves.
    """

    file: str
    id: str
    asks: str
    family: str
    players: int
    variants: tuple[str, ...]
    answers: tuple[tuple[str, str], ...]
    due: str
    of_due: Told
    act: str
    of_move: Told
    table: Told
    seats: Mapping[int, Told]
    when: tuple[Guard, ...] = ()


class CannotBeJudged(ValueError):
    """A situation or a move that the program has no words for; no answer is given."""


def load_situation(
    path: Path, family: str, grammar: Grammar, codec: Codec, wording: Wording, editions: Sequence[Edition]
) -> Situation:
    """Read a situation. Things may go by the names that one of the editions has for them.

    Raises `BadRulebook` with every fault of the file, and `CannotBeJudged` for words that the game does not have, and
    for a move that cannot be made at the decision that is due, whatever the rules.
    """
    if what := no_file(path):
        raise BadRulebook(str(path), [Fault("file", "", "", what)])
    data = read_toml(path)
    faults = list(schema_faults(data, "situation"))
    if faults:
        raise BadRulebook(str(path), faults)
    reader = _Reader(data, grammar, codec, wording, _names(editions))
    found = reader.read(str(path), family)
    if reader.faults:
        error = BadRulebook(str(path), reader.faults)
        raise CannotBeJudged(str(error)) if error.beyond else error
    if found.act not in grammar.frames[found.due]:
        can = ", ".join(grammar.frames[found.due])
        raise CannotBeJudged(f"{path}: move.act: {found.act!r} is nothing that can be done at {found.due!r}, whatever "
                             f"the rules: there one can {can}")
    return found


def _names(editions: Sequence[Edition]) -> Mapping[str, str]:
    """What things are called in any of the editions, to the code's names for them."""
    return {_flat(name): key for e in editions for group in e.terms.values() for key, name in group.items()}


def _flat(text: str) -> str:
    return " ".join(text.casefold().replace("-", " ").split())


class _Reader:
    """Turns the tables into values and collects what the schema cannot see."""

    def __init__(
        self, data: Mapping[str, Any], grammar: Grammar, codec: Codec, wording: Wording, names: Mapping[str, str]
    ) -> None:
        self.data, self.grammar, self.codec, self.wording, self.names = data, grammar, codec, wording, names
        self.players = data["situation"]["players"]
        self.faults: list[Fault] = []

    def read(self, file: str, family: str) -> Situation:
        """The situation; without a meaning where there are faults."""
        data, head = self.data, self.data["situation"]
        due = self._kind("due", "frame", list(self.grammar.frames))
        act = self._kind("move", "act", self.grammar.moves)
        return Situation(
            file=file, id=head["id"], asks=head["asks"], family=family, players=self.players,
            variants=tuple(head.get("variants", ())), answers=tuple(sorted(data.get("answers", {}).items())),
            due=due, of_due=self._told("due", self._of_class(self.codec.frames, due), but=("frame",)),
            act=act, of_move=self._told("move", self._of_class(self.codec.moves, act), but=("act",)),
            table=self._told("table", self.wording.table), seats=dict(self._seats()),
            when=tuple(self._guards(due, act)),
        )

    def _fault(self, where: str, value: Any, wanted: str, beyond: bool = False) -> None:
        self.faults.append(Fault(where, "", repr(value), wanted, beyond))

    def _kind(self, entry: str, key: str, known: Sequence[str]) -> str:
        word: str = self.data[entry][key]
        if word not in known:
            self._fault(f"{entry}.{key}", word, unknown(f"this {key}", word, list(known)), True)
            return ""
        return word

    def _of_class(self, classes: Mapping[str, type[Any]], kind: str) -> Mapping[str, str]:
        """The fields of a frame or move that can be told, with their sorts."""
        if kind not in classes:
            return {}
        names = [field.name for field in fields(classes[kind])]
        return {name: self.wording.fields[name] for name in names if name in self.wording.fields}

    def _seats(self) -> Iterator[tuple[int, Told]]:
        for letter in sorted(self.data.get("seat", {})):
            if (number := self._seat(f"seat.{letter}", letter)) is not None:
                yield number, self._told(f"seat.{letter}", self.wording.seat, self.data["seat"][letter])

    def _told(
        self, entry: str, sorts: Mapping[str, str], given: Mapping[str, Any] | None = None, but: Sequence[str] = ()
    ) -> dict[str, Any]:
        table = self.data.get(entry, {}) if given is None else given
        found = {}
        for key, value in table.items():
            if key in but or (but and not sorts):
                continue
            if key not in sorts:
                self._fault(f"{entry}.{key}", value, unknown("this key", key, list(sorts)))
            else:
                found[key] = self._value(f"{entry}.{key}", sorts[key], value)
        return found

    def _value(self, where: str, sort: str, value: Any) -> Any:
        if sort == FLAG:
            if type(value) is not bool:
                self._fault(where, value, "true or false")
            return value
        if sort == COUNT:
            return self._count(where, value)
        if not isinstance(value, list):
            if sort.endswith(LIST):
                self._fault(where, value, f'a list, such as ["{self.wording.words[sort.removesuffix(LIST)][0]}"]')
                return ()
            value = [value]
        one = self._seat if sort == SEAT else lambda at, word: self._word(at, word, sort.removesuffix(LIST))
        return tuple(found for item in value if (found := one(where, item)) is not None)

    def _count(self, where: str, value: Any) -> tuple[int, int]:
        pair = value if isinstance(value, list) else [value, value]
        if len(pair) != 2 or any(type(n) is not int or n < 0 for n in pair) or pair[0] > pair[1]:
            self._fault(where, value, "a number, or a list of the least and the most, such as [1, 3]")
            return 0, 0
        return pair[0], pair[1]

    def _seat(self, where: str, letter: Any) -> int | None:
        letters = [chr(ord("A") + seat) for seat in range(self.players)]
        if letter in letters:
            return letters.index(letter)
        self._fault(where, letter, f"a seat from A to {letters[-1]}: {self.players} play")
        return None

    def _word(self, where: str, word: Any, sort: str) -> str | None:
        known = self.wording.words[sort]
        if word in known or word == NOTHING:
            return str(word)
        named = self.names.get(_flat(word)) if isinstance(word, str) else None
        if named in known:
            return named
        self._fault(where, word, unknown(f"this {sort}", str(word), list(known)), isinstance(word, str))
        return None

    def _guards(self, due: str, act: str) -> Iterator[Guard]:
        """The guards, which may use the names that a norm on the move may use where it is not about one move."""
        for i, text in enumerate(self.data["situation"].get("when", ()) if due and act else ()):
            try:
                yield parse(text, self.grammar.names_at(act, (due,), of_move=False))
            except GuardError as error:
                others = error.others if isinstance(error, UnknownName) else ()
                for one in sorted((error, *others), key=lambda each: each.column):
                    known = isinstance(one, UnknownName) and one.name in self.grammar.vocabulary.names
                    told = self._unfit(one, due, act) if isinstance(one, UnknownName) and known else one.message
                    self._fault(f"situation.when[{i}]", text, f"column {one.column}: {told}",
                                isinstance(one, UnknownName) and not known)

    def _unfit(self, error: UnknownName, due: str, act: str) -> str:
        """What is wrong with a name that the game has, and that a condition here may not use."""
        if error.name in self.grammar.by_move.get(act, ()):
            return (f"{error.name!r} speaks of the move itself; a condition here is about the position before it, and "
                    "[move] tells of the move")
        return f"{error.name!r} says nothing at {due!r}; `show EDITION {error.name} --words` tells where"
