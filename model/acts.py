"""Acts: the normal form of moves on the wire, above the steps of any one program.

A seat's act is ``{"by": 0, "act": "attack", "on": 1}``; that nobody acts any more in a window is
``{"close": "duel.powers"}``; what chance brought is ``{"chance": "draw", "kind": "key"}``. `read_act` undoes `act_of`,
but for the frame that is closed, which the table knows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from attrs import field, frozen

from .clip import clip
from .game import CHANCE, TABLE, Event, Game
from .rules import Rules
from .trace import BadDocument, Codec

LOOK = "look"  # what may be closed once a seat has looked at something; it changes nothing
BY, ACT, CLOSE, BY_CHANCE = "by", "act", "close", "chance"


@frozen
class Closing:
    """The act that closes a window, or a look."""

    what: str


@frozen
class Advice:
    """What who puts a program to the test by files must know of a family: of starts, of acts, of states at the end."""

    start: str
    acts: str
    state: str


@frozen(eq=False)
class Acts:
    """What a family knows of acts, and of states as they are told.

    `deeds` are the acts of seats, `windows` the frames that the table closes, `chances` the acts of chance, `blanks`
    the words that null stands for, by act and field. `silent` gives the move that is made by itself where a seat owes
    an answer, has one only, and no table would ask for it; acts leave it out. `told` is the class of states as they are
    told, and `dealt` names its entries that make a deal: `tell` tells all, or what lies open to a seat; `position` and
    `deal` read it (they raise `BadDocument` with the path for what cannot be read). `seen` tells who looked at what in
    some events. `words` are all that a field of an act can say, by act and field, where they are few: other words are
    none of the game's. `unreached` tells what of a rest point no game comes to, as far as that is known, though it is a
    sound position; programs and clauses that are put to the test may know less. `advice` tells in words
    what starts, acts and states mean.
    """

    codec: Codec
    deeds: tuple[str, ...]
    windows: tuple[str, ...]
    chances: tuple[str, ...]
    blanks: Mapping[tuple[str, str], str]
    told: type[Any]
    dealt: tuple[str, ...]
    advice: Advice
    silent: Callable[[Game[Any, Any], Any], Any | None]
    tell: Callable[[Game[Any, Any], Any, int | None], Any]
    position: Callable[[Rules, Any, str], Any]
    deal: Callable[[Rules, Any, str], Any]
    seen: Callable[[Sequence[Event]], tuple[Mapping[str, Any], ...]]
    words: Mapping[tuple[str, str], tuple[str, ...]] = field(factory=dict)
    unreached: Callable[[Rules, Any, str], Iterable[str]] = lambda rules, state, path: ()


def act_of(acts: Acts, kind: str, move: Any) -> dict[str, Any]:
    """A move at a frame of this kind as an act."""
    if move.by == TABLE:
        return {CLOSE: kind}
    fields = {name: value for name, value in acts.codec.encode(move).items() if name not in (ACT, BY)}
    if move.by == CHANCE:
        return {BY_CHANCE: move.act, **fields}
    told = {name: None if acts.blanks.get((move.act, name)) == value else value for name, value in fields.items()}
    return {BY: move.by, ACT: move.act, **told}


def read_act(acts: Acts, data: Any, path: str) -> Any:
    """An act from JSON data: a move, or a `Closing`. Raises `BadDocument` for what is no act of the game."""
    if not isinstance(data, dict):
        raise BadDocument(path, repr(data)[:60], "an object")
    forms = [form for form in (ACT, CLOSE, BY_CHANCE) if form in data]
    if len(forms) != 1:
        raise BadDocument(path, "", "an act has one of the keys act (with by), close, chance")
    form, word = forms[0], data[forms[0]]
    known = {ACT: acts.deeds, CLOSE: (*acts.windows, LOOK), BY_CHANCE: acts.chances}[form]
    if not isinstance(word, str) or word not in known:
        raise BadDocument(f"{path}.{form}", repr(word)[:60], f"one of {', '.join(known)}")
    if form == CLOSE:
        for extra in sorted(set(data) - {CLOSE}):
            raise BadDocument(f"{path}.{extra}", "", "no such key; an act that closes has no other")
        return Closing(word)
    fields = {name: value for name, value in data.items() if name != form}
    for name, value in fields.items():
        _worded(acts, word, name, value, f"{path}.{name}")
    if form == BY_CHANCE:
        if BY in data:
            raise BadDocument(f"{path}.{BY}", "", "no such key; what chance brought is by nobody")
        return acts.codec.move({ACT: word, BY: CHANCE, **fields}, path)
    if type(data.get(BY)) is int and data[BY] < 0:
        raise BadDocument(f"{path}.{BY}", str(data[BY])[:60], "a seat; seats count from 0")
    for (act, name), blank in acts.blanks.items():
        if act == word and name in fields:
            if fields[name] == blank:
                raise BadDocument(f"{path}.{name}", repr(blank), "null stands for it")
            fields[name] = blank if fields[name] is None else fields[name]
    return acts.codec.move({ACT: word, **fields}, path)


def _worded(acts: Acts, act: str, name: str, value: Any, path: str) -> None:
    """Raise `BadDocument` for a word that the field of an act cannot have; the codec sees to all that is no text."""
    words = acts.words.get((act, name))
    blank = acts.blanks.get((act, name))
    if words is None:
        return
    said = {f"{path}[{i}]": one for i, one in enumerate(value)} if isinstance(value, list) else {path: value}
    for where, one in said.items():
        if isinstance(one, str) and one not in words and one != blank:
            null = ", or null" if blank is not None else ""
            raise BadDocument(where, clip(one), f"one of {', '.join(words)}{null}")
