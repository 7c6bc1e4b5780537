"""Whether an entry of a told state is one of the game at all: its types, and the words in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from advocatus.model.clip import clip
from advocatus.model.families import families
from advocatus.model.rules import Rules
from advocatus.model.trace import BadDocument

from .following import wire

STATE = "state"


def misshapen(rules: Rules, key: str, theirs: Any, mine: Any, where: str = STATE) -> BadDocument | None:
    """What is wrong with the form of an entry of a told state, beside the right one if there is one; None for nothing.

    A type that it cannot have, or a word that is none of the game's. Null may stand anywhere: it is not told.
    """
    acts, path = wire(rules), f"{where}.{key}"
    try:
        acts.codec.value(acts.told, {key: _filled(theirs, mine)}, where)
    except BadDocument as error:
        return error
    groups = [*families()[rules.edition.family].grammar.terms.values(), *acts.words.values()]
    here = {word for _, word in _words(mine, path)}
    known = {"", *here, *(word for group in groups for word in group)}
    for place, word in _words(theirs, path):
        if word not in known:
            fit = next((group for group in groups if here - {""} and here - {""} <= set(group)), ())
            return BadDocument(place, clip(word), f"one of {', '.join(fit)}" if fit else "a word of the game")
    return None


def _filled(theirs: Any, mine: Any) -> Any:
    """A told value with what stands at the same place in another for each null; without it where nothing does."""
    if theirs is None:
        return mine
    if isinstance(theirs, dict):
        known = mine if isinstance(mine, dict) else {}
        return {key: _filled(one, known.get(key)) for key, one in theirs.items()}
    if not isinstance(theirs, list):
        return theirs
    others: Sequence[Any] = mine if isinstance(mine, list) else ()
    pairs = ((one, others[i] if i < len(others) else None) for i, one in enumerate(theirs))
    return [_filled(one, other) for one, other in pairs if one is not None or other is not None]


def _words(value: Any, path: str) -> Iterator[tuple[str, str]]:
    """Each text in a value, with its path; an object that is no part of a list has words of its own."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, list):
        for i, one in enumerate(value):
            parts = one.items() if isinstance(one, dict) else [("", one)]
            for name, part in parts:
                yield from _words(part, f"{path}[{i}]{name and f'.{name}'}")
