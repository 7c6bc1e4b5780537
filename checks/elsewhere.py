"""What a clarification says that is known already: in another edition, or as a reading of the base.

Laws are compared by what they mean, not by the ids that they stand under.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from advocatus.model.families import editions
from advocatus.model.mixing import Force, differences, in_force, norm_means
from advocatus.model.norms import Norm
from advocatus.model.rulebook import Change, Edition, Question
from advocatus.model.rules import Rules, make_rules

from .row import spans

Pairs = Sequence[tuple[Rules, Rules]]  # each rule set without the clarification and with it


def in_others(base: Edition, pairs: Pairs) -> Iterator[tuple[str, str, str]]:
    """For every entry changed, what each other edition of the family has there: entry, edition, in words."""
    for edition in editions().values():
        if edition.family != base.family or edition.key == base.key:
            continue
        told: dict[str, dict[str, list[int]]] = {}
        for one, other in pairs:
            if one.players in edition.players:
                for key in differences(one, other):
                    theirs = make_rules(edition, one.players)
                    says = _Entry(key, in_force(one), in_force(other), in_force(theirs), theirs).says()
                    told.setdefault(key, {}).setdefault(says, []).append(one.players)
        for key, found in told.items():
            counts = {says: f" with {spans(players)} players" if len(found) > 1 else ""
                      for says, players in found.items()}
            yield key, edition.key, "; ".join(f"{says}{counts[says]}" for says in found)


@frozen
class _Entry:
    """What stands under an id before and after, and in another edition."""

    key: str
    was: Force
    now: Force
    there: Force
    theirs: Rules

    def says(self) -> str:
        """What the other edition has of it."""
        under = self.there.under(self.key)
        if under == self.now.under(self.key):
            return "agrees"
        law, kept = self._same(self.was, self.now), self._same(self.now, self.was)
        if not self.there.says_nothing(self.key):
            says = "agrees with the text as it was" if under == self.was.under(self.key) else "has another rule"
            return f"{says}, but has the same law, {law}" if law else says
        return f"has the same law, {law}" if law else f"has the law as it was, {kept}" if kept else self._lacks()

    def _moved(self, one: Force, other: Force) -> tuple[Norm, ...]:
        """The norms under the id that the second has and the first has not."""
        mine, theirs = (force.clauses[self.key].norms if self.key in force.clauses else () for force in (one, other))
        known = [norm_means(norm) for norm in mine]
        return tuple(norm for norm in theirs if norm_means(norm) not in known)

    def _same(self, one: Force, other: Force) -> str:
        """Under which norms the other edition has all that the second has and the first has not; empty if it has not.

        A rank is told where it is another one.
        """
        key, found = self.key, list[Norm]()
        if (self.there.facts.get(key), self.there.switches.get(key)) != (other.facts.get(key), other.switches.get(key)):
            return ""
        for norm in self._moved(one, other):
            alike = [n for n in self.theirs.norms if norm_means(n) == norm_means(norm)]
            if not alike:
                return ""
            found.append(alike[0])
        clauses, lowest = self.there.clauses, self.theirs.edition.ranks[0]
        ranks = dict.fromkeys(clauses[n.clause].rank if n.clause in clauses else lowest for n in found)
        weight = f", of the rank {', '.join(ranks)}" if found and [*ranks] != [other.clauses[key].rank] else ""
        return f"under {', '.join(dict.fromkeys(n.id for n in found))}{weight}" if found else ""

    def _lacks(self) -> str:
        """That the other edition has nothing under the id, nor elsewhere what stands there now."""
        tables = (("fact", (self.was.facts, self.now.facts)), ("procedure", (self.was.switches, self.now.switches)))
        kind = next((kind for kind, both in tables if any(self.key in table for table in both)), "clause")
        lacks, norms = f"has no {kind} {self.key}", self._moved(self.was, self.now)
        if not norms:
            return lacks
        wanted = {norm_means(norm) for norm in norms}
        readings = [f"{question.id}={reading.id}"
                    for question in self.theirs.edition.questions if self.theirs.applies(question)
                    for reading in question.readings.values() if wanted <= {*map(norm_means, reading.change.norms)}]
        if readings:
            return f"{lacks}, and the same law only by another reading: {', '.join(readings)}"
        return f"{lacks}, and no law that means the same"


# ---------------------------------------------------------------- as a reading of the base


def as_reading(base: Edition, pairs: Pairs, topics: frozenset[str]) -> tuple[str, ...]:
    """The readings of the base's open questions that a clarification comes to, or that are among what it says.

    `topics`: the ids of clauses that a procedure may ask for.
    """
    told: dict[tuple[str, str], dict[tuple[bool, bool], list[int]]] = {}
    for one, other in pairs:
        mine, made = _items(one, topics), _items(other, topics)
        open_ = {q.id: q for q in other.edition.questions if len(q.readings) > 1}
        for question in base.questions:
            if question.id not in open_ or not one.applies(question):
                continue
            for key in question.readings:
                if key == dict(one.answers).get(question.id, question.default):
                    continue
                by = make_rules(base, one.players, one.variants, {**dict(one.answers), question.id: key})
                if not _may(question.readings[key].change, by, one, other):
                    continue
                read = _items(by, topics)
                added, gone = read - mine, mine - read
                if not (added or gone) or not (added <= made - mine and gone <= mine - made):
                    continue
                how = (read == made, _settled(other, open_[question.id], topics))
                told.setdefault((question.id, key), {}).setdefault(how, []).append(one.players)
    counts = [one.players for one, _ in pairs]
    return tuple(_reading(*of, *how, "" if players == counts else f", with {spans(players)} players,")
                 for of, found in told.items() for how, players in found.items())


def _may(change: Change, by: Rules, one: Rules, other: Rules) -> bool:
    """Whether what a reading adds is all there without the clarification or with it: the quick part of the search."""
    known = {norm_means(norm) for rules in (one, other) for norm in rules.norms if norm.move in
             {n.move for n in change.norms}}
    keys = [key for key, _ in (*change.facts, *change.switches)]
    return {*map(norm_means, change.norms)} <= known and all(
        by.value_of(key) in (one.value_of(key), other.value_of(key)) for key in keys)


def _reading(question: str, reading: str, whole: bool, settled: bool, counts: str) -> str:
    what = "This is" if whole else "Among what it says is"
    said = f"{what}{counts} the reading `{reading}` of the question `{question}`"
    left = ", which has nothing left to ask: its readings come to the same now" if settled else ""
    return f"{said}{left}."


def _settled(rules: Rules, question: Question, topics: frozenset[str]) -> bool:
    """Whether all readings of a question come to the same law."""
    chosen = dict(rules.answers)
    read = [_items(make_rules(rules.edition, rules.players, rules.variants, {**chosen, question.id: key}), topics)
            for key in question.readings]
    return all(items == read[0] for items in read)


def _items(rules: Rules, topics: frozenset[str]) -> frozenset[tuple[object, ...]]:
    """What is law under a rule set, each by what it means: norms with the weight of their rank, facts, procedures."""
    edition = rules.edition
    changes = [v.change for v in edition.variants]
    changes += [reading.change for question in edition.questions for reading in question.readings.values()]
    keys = {entry.id for table in (edition.facts, edition.switches) for entry in table}
    keys.update(key for change in changes for table in (change.facts, change.switches) for key, _ in table)
    norms = {("norm", norm.rank, norm_means(norm)) for norm in rules.norms}
    values = {("value", key, repr(value)) for key in keys if (value := rules.value_of(key)) is not None}
    asked = {("topic", key) for key in rules.topics & topics}
    return frozenset({*norms, *values, *asked, ("precedence", edition.precedence)})
