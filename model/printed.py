"""What a book prints and what can be computed of it: counts, totals and worked examples.

A computation is a small sum over facts: ``associations.total + occupations.total``, ``setup.hand * players - 4``,
``count(setup.dealt)``. Signs stand between spaces, for ids may hold hyphens; products go before sums.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import Any

from attrs import frozen

from .guard import unknown

EQUAL, AT_LEAST = "equal", "at-least"
_WORD = re.compile(r"count\(([a-z0-9.-]+)\)|[0-9]+|[a-z0-9.-]+")


@frozen(eq=False)
class Example:
    """A worked example: who holds what, what is done in turn, and the events that the book says follow, in order."""

    hands: tuple[tuple[str, ...], ...]
    moves: tuple[Mapping[str, Any], ...]
    follows: tuple[Mapping[str, Any], ...]


@frozen(eq=False)
class Printed:
    """Something that a book prints, in our own words, with what is claimed and how it is computed.

    `claims` is a number, or a table of numbers by player count; `holds` is ``equal`` or ``at-least`` (what is claimed
    is that or more). `players` are the counts it speaks of; empty for all. An example claims that its events follow.
    """

    id: str
    at: tuple[str, ...]
    says: str
    clauses: tuple[str, ...]
    players: tuple[int, ...]
    claims: Any
    computed: str
    holds: str
    example: Example | None

    def claim(self, players: int) -> int | None:
        """The number claimed for a player count; None where nothing is."""
        if self.players and players not in self.players:
            return None
        table = isinstance(self.claims, Mapping)
        value = self.claims.get(str(players), self.claims.get("else")) if table else self.claims
        return value if isinstance(value, int) else None


def sum_fault(text: str, facts: Collection[str], lists: Collection[str]) -> str:
    """What is wrong with a computation, and what would be right; empty for a sound one."""
    words = text.split(" ")
    for sign in words[1::2]:
        if sign not in ("+", "-", "*"):
            return f"{sign!r}: +, - or * between two things, with a space on either side"
    if len(words) % 2 == 0:
        return "it ends with a sign; a number, a fact, count(a list) or 'players' is missing"
    for word in words[::2]:
        found = _WORD.fullmatch(word)
        if found is None:
            return f"{word!r}: a number, a fact, count(a list) or 'players' is wanted"
        name = found[1] or word
        if not found[1] and (word.isdecimal() or word == "players"):
            continue
        if name not in facts:
            return unknown("this fact", name, [*facts, "players"])
        if bool(found[1]) != (name in lists):
            return f"{name!r} is a list: count({name})" if name in lists else f"{name!r} is a number; without count"
    return ""


def facts_in(text: str) -> frozenset[str]:
    """The facts that a sound computation reads."""
    words = {found[1] or found[0] for word in text.split(" ")[::2] if (found := _WORD.fullmatch(word))}
    return frozenset(word for word in words if not word.isdecimal() and word != "players")


def amount(text: str, players: int, fact: Callable[[str], Any]) -> int:
    """The value of a sound computation; `fact` gives the facts of a rule set (`Rules.fact`), and may raise `Gap`."""
    total, sign = 0, 1
    for part in re.split(r" ([+-]) ", text):
        if part in ("+", "-"):
            sign = 1 if part == "+" else -1
            continue
        product = 1
        for word in part.split(" * "):
            product *= _number(word, players, fact)
        total += sign * product
    return total


def _number(word: str, players: int, fact: Callable[[str], Any]) -> int:
    if word.isdecimal():
        return int(word)
    if word == "players":
        return players
    if word.startswith("count("):
        return len(fact(word[6:-1]))
    value: int = fact(word)
    return value
