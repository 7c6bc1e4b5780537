"""Rules: an edition made definite by player count, variants and answers.

`Rules` is frozen, hashable and passed explicitly. Engines ask it for facts, switches and clauses;
what the text does not give is a `Gap`, raised at the step that needs it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from attrs import field, frozen

from .guard import unknown
from .norms import Norm
from .rulebook import Change, Edition, Question


class Gap(Exception):
    """The rules need something here that the text does not give: a value, a procedure, a text."""

    def __init__(self, topic: str, wanted: str, clauses: Sequence[str] = ()) -> None:
        self.topic = topic
        self.wanted = wanted
        self.clauses = tuple(clauses)
        super().__init__(f"the rules are silent on {topic}: {wanted}")


class BadChoice(ValueError):
    """A player count, variant, question or reading that the edition does not have."""


@frozen(eq=False)
class Rules:
    """One definite rule set. Equal rule sets have equal digests."""

    edition: Edition
    players: int
    variants: tuple[str, ...] = ()
    answers: tuple[tuple[str, str], ...] = ()
    _hash: int = field(init=False, default=0, repr=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash(self._chosen))

    @property
    def _chosen(self) -> tuple[Any, ...]:
        return self.edition.key, self.players, self.variants, self.answers

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rules) and self._chosen == other._chosen and self.digest == other.digest

    @cached_property
    def _changes(self) -> tuple[tuple[str, Change], ...]:
        chosen = dict(self.answers)
        by_variant = [(v.id, v.change) for v in self.edition.variants if v.id in self.variants]
        by_answer = [
            (q.id, q.readings[chosen.get(q.id, q.default)].change)
            for q in self.edition.questions if self.applies(q)
        ]
        return (*by_variant, *by_answer)

    def applies(self, question: Question) -> bool:
        """Whether a question arises at all for this player count and these variants."""
        return (not question.players or self.players in question.players) and (
            not question.variant or question.variant in self.variants)

    @cached_property
    def norms(self) -> tuple[Norm, ...]:
        """All norms in force, in the rulebook's order, those of variants and readings last."""
        without = {norm for _, change in self._changes for norm in change.without}
        base = [n for clause in self.edition.clauses for n in clause.norms
                if clause.in_force(self.variants, self.players)]
        added = [n for _, change in self._changes for n in change.norms]
        return tuple(n for n in (*base, *added) if n.id not in without)

    @cached_property
    def _facts(self) -> Mapping[str, Any]:
        facts = {fact.id: fact.at_count(self.players) for fact in self.edition.facts}
        for _, change in self._changes:
            facts.update((key, by_count(value, self.players)) for key, value in change.facts)
        return facts

    @cached_property
    def _switches(self) -> Mapping[str, str]:
        switches = {s.id: s.value for s in self.edition.switches}
        for _, change in self._changes:
            switches.update(change.switches)
        return switches

    def given(self, key: str) -> Any | None:
        """The value of a fact for this player count; None if the text does not give it."""
        return self._facts.get(key)

    def value_of(self, key: str) -> Any | None:
        """The value of a fact or a switch; None if the text gives none."""
        return self._facts.get(key, self._switches.get(key))

    def fact(self, key: str) -> Any:
        """The value of a fact for this player count. Raises `Gap` if the text does not give it."""
        value = self._facts.get(key)
        if value is None:
            touching = [q for q in self.edition.questions
                        if any(k == key for r in q.readings.values() for k, _ in r.change.facts)]
            clauses = tuple(dict.fromkeys(c for q in touching for c in q.clauses))
            raise Gap(key, f"a value for {key} with {self.players} players", clauses)
        return value

    def switch(self, key: str) -> str:
        """Which of the family's procedures is used. Raises `Gap` if the text does not say."""
        if key not in self._switches:
            raise Gap(key, f"which procedure is used: {key}")
        return self._switches[key]

    @cached_property
    def _clauses(self) -> frozenset[str]:
        told = {c.id for c in self.edition.clauses if c.in_force(self.variants, self.players)}
        return frozenset(told.union(*(change.supplies for _, change in self._changes)))

    @property
    def topics(self) -> frozenset[str]:
        """The topics on which a clause in force, or a reading taken, has a rule."""
        return self._clauses

    def tells(self, topic: str) -> bool:
        """Whether a clause in force, or a reading taken, has a rule on a topic."""
        return topic in self._clauses

    def cite(self, *topics: str) -> tuple[str, ...]:
        """The clauses on these topics. Raises `Gap` for a topic that no clause and no reading taken has a rule on."""
        for topic in topics:
            if topic not in self._clauses:
                touching = [q for q in self.edition.questions
                            if any(topic in r.change.supplies for r in q.readings.values())]
                raise Gap(topic, f"a rule on {topic}", tuple(dict.fromkeys(c for q in touching for c in q.clauses)))
        return topics

    @cached_property
    def digest(self) -> str:
        """A short hash of the rule-bearing entries: norms, facts, switches, clause ids; not the prose."""
        bearing = {
            "players": self.players,
            "norms": [[n.id, n.mood, n.move, list(n.during), n.when.text if n.when else None,
                       n.which.text if n.which else None, n.rank, sorted(n.overrides)] for n in self.norms],
            "facts": {k: v for k, v in sorted(self._facts.items()) if v is not None},
            "switches": dict(sorted(self._switches.items())),
            "clauses": sorted(self._clauses),
        }
        text = json.dumps(bearing, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def by_count(value: Any, players: int) -> Any:
    """A value, or the entry for this player count of a table keyed by player counts."""
    if isinstance(value, Mapping):
        return value.get(str(players), value.get("else"))
    return value


def make_rules(
    edition: Edition, players: int, variants: Sequence[str] = (), answers: Mapping[str, str] | None = None
) -> Rules:
    """A definite rule set. Raises `BadChoice` for what the edition does not have."""
    if players not in edition.players:
        low, high = min(edition.players), max(edition.players)
        raise BadChoice(f"{edition.key} is played by {low} to {high}, not by {players}")
    known = {v.id: v for v in edition.variants}
    for variant in variants:
        if variant not in known:
            raise BadChoice(unknown(f"{edition.key}: the variant {variant!r}", variant, list(known)))
        if (only := known[variant].players) and players not in only:
            raise BadChoice(f"{edition.key}: {variant} is for {', '.join(map(str, only))} players, not {players}")
    questions = {q.id: q for q in edition.questions}
    for question, reading in (answers or {}).items():
        if question not in questions:
            raise BadChoice(unknown(f"{edition.key}: the question {question!r}", question, list(questions)))
        if (by := questions[question].answered) and reading not in questions[question].readings:
            raise BadChoice(f"{question} is answered twice: {reading!r} here, and {questions[question].default!r} by "
                            f"{by}; keep one")
        if reading not in questions[question].readings:
            raise BadChoice(unknown(f"{question}: the reading {reading!r}", reading,
                                    list(questions[question].readings)))
    kept = tuple(sorted((q, r) for q, r in (answers or {}).items() if r != questions[q].default))
    return Rules(edition, players, tuple(v.id for v in edition.variants if v.id in variants), kept)
