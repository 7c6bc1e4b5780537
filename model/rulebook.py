"""A rulebook as data: facts, clauses with norms, switches, questions with readings, variants."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from attrs import evolve, frozen

from .guard import Vocabulary
from .norms import Norm
from .printed import Printed


@frozen
class Fact:
    """A value that the rules use; `source` says where it was taken from if the text does not give it."""

    id: str
    value: Any
    by_players: bool
    at: tuple[str, ...]
    source: str
    clause: str

    def at_count(self, players: int) -> Any:
        """The value for a player count; None where there is none."""
        return self.value.get(str(players), self.value.get("else")) if self.by_players else self.value


@frozen
class Switch:
    """Which of the family's procedures the edition uses, and the clause that says so."""

    id: str
    value: str
    clause: str


@frozen
class Clause:
    """A rule of the book in our own words, with its places and what it commands."""

    id: str
    section: str
    at: tuple[str, ...]
    rank: str
    says: str
    norms: tuple[Norm, ...]
    variant: str
    players: tuple[int, ...]

    def in_force(self, variants: Sequence[str], players: int) -> bool:
        """Whether the clause belongs to a game with these variants and this many players."""
        return (not self.variant or self.variant in variants) and (not self.players or players in self.players)


@frozen
class Change:
    """What a reading or a variant adds and takes away.

    `supplies` are topics on which the text has no clause and the reading has a rule all the same.
    """

    norms: tuple[Norm, ...] = ()
    without: tuple[str, ...] = ()
    facts: tuple[tuple[str, Any], ...] = ()
    switches: tuple[tuple[str, str], ...] = ()
    supplies: tuple[str, ...] = ()


@frozen
class Reading:
    """One way to read a text."""

    id: str
    says: str
    change: Change


@frozen(eq=False)
class Question:
    """Where the text can be read in more than one way, is silent, or clashes; `answered` names who closed it."""

    id: str
    clauses: tuple[str, ...]
    asks: str
    readings: Mapping[str, Reading]
    default: str
    why: str
    players: tuple[int, ...]
    variant: str
    answered: str = ""


@frozen
class Variant:
    """An optional way to play that the book offers."""

    id: str
    clauses: tuple[str, ...]
    says: str
    players: tuple[int, ...]
    playable: bool
    change: Change


@frozen
class Aside:
    """Paragraphs that hold no rule, and why not."""

    at: tuple[str, ...]
    because: str


@frozen(eq=False)
class Edition:
    """One printed rulebook as data, in the rulebook's order."""

    key: str
    family: str
    title: str
    language: str
    players: tuple[int, ...]
    ranks: tuple[str, ...]
    precedence: str
    paragraphs: int
    hashes: tuple[str, ...]
    terms: Mapping[str, Mapping[str, str]]
    facts: tuple[Fact, ...]
    switches: tuple[Switch, ...]
    clauses: tuple[Clause, ...]
    asides: tuple[Aside, ...]
    variants: tuple[Variant, ...]
    questions: tuple[Question, ...]
    printed: tuple[Printed, ...] = ()

    def clause(self, key: str) -> Clause | None:
        """The clause with this id, if there is one."""
        return next((c for c in self.clauses if c.id == key), None)

    def term(self, word: str) -> str:
        """The edition's own name for a thing; the code's name where it has none."""
        return next((group[word] for group in self.terms.values() if word in group), word)

    def in_terms_of(self, other: Edition) -> Edition:
        """The same edition with another's names for things, and its own where the other has none."""
        topics = dict.fromkeys((*self.terms, *other.terms))
        terms = {topic: {**self.terms.get(topic, {}), **other.terms.get(topic, {})} for topic in topics}
        return evolve(self, terms=terms)


class Grammar:
    """What a family lets its editions say; see `families.Family`."""

    def __init__(
        self,
        frames: Mapping[str, Sequence[str]],
        vocabulary: Vocabulary,
        by_frame: Mapping[str, Sequence[str]],
        by_move: Mapping[str, Sequence[str]],
        facts: Mapping[str, str],
        switches: Mapping[str, Sequence[str]],
        terms: Mapping[str, Sequence[str]],
        lists: Collection[str] = (),
        frames_with: Mapping[str, tuple[str, str]] | None = None,
    ) -> None:
        self.frames = frames
        self.vocabulary = vocabulary
        self.by_frame = by_frame
        self.by_move = by_move
        self.facts = facts
        self.lists = frozenset(lists)  # facts that are lists of the family's words; all others are numbers
        self.switches = switches
        self.terms = terms
        self.frames_with = frames_with or {}  # the frames that come up with one value of a switch only

    @property
    def moves(self) -> list[str]:
        """All kinds of move, sorted."""
        return sorted({act for acts in self.frames.values() for act in acts})

    def names_at(self, move: str, during: Sequence[str], of_move: bool) -> Vocabulary:
        """The names that a norm on this move in these frames may use."""
        kinds = during or [kind for kind, acts in self.frames.items() if move in acts]
        known = {name for names in (*self.by_frame.values(), *self.by_move.values()) for name in names}
        everywhere = set(self.vocabulary.names) - known
        shared = set.intersection(*(set(self.by_frame.get(kind, ())) for kind in kinds)) if kinds else set()
        allowed = everywhere | shared | (set(self.by_move.get(move, ())) if of_move else set())
        names = {k: v for k, v in self.vocabulary.names.items() if k in allowed}
        return Vocabulary(names, self.vocabulary.constants)


def span(place: str) -> tuple[int, int]:
    """The first and last paragraph of a place."""
    if "-" in place:
        first, last = place.split("-")
        return int(first), int(last)
    number = int(place.split(".", maxsplit=1)[0])
    return number, number


def paragraph_hash(text: str) -> str:
    """The hash that a file carries for a paragraph: six hex digits over its words."""
    import hashlib

    return hashlib.sha256(" ".join(text.split()).encode()).hexdigest()[:6]
