"""Two rule sets of one family held entry by entry against each other, and mixed: one with some entries of the other.

An entry is an id: whatever stands under it goes together, a fact, a switch, a clause with its norms. What is
compared is what is in force for the players, variants and answers of each side.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from attrs import evolve, frozen

from .norms import Norm
from .rulebook import Change, Clause, Edition, Fact, Switch
from .rules import Rules, make_rules

TEXT, SILENCE, DEFAULT = "text", "silence", "default"


def norm_means(norm: Norm) -> tuple[Any, ...]:
    """What a norm says, without its id and the number of its rank."""
    return (norm.mood, norm.move, norm.during, norm.when.text if norm.when else None,
            norm.which.text if norm.which else None, tuple(sorted(norm.overrides)))


@frozen(eq=False)
class Force:
    """What is in force under a rule set, by id."""

    facts: Mapping[str, Any]
    switches: Mapping[str, str]
    clauses: Mapping[str, Clause]  # with the norms in force, those of readings and variants among them
    precedence: str

    def under(self, key: str) -> tuple[Any, ...]:
        """What stands under an id, to be compared; the precedence of ranks stands under the id of its clause."""
        clause = self.clauses.get(key)
        meant = clause and (clause.rank, tuple(norm_means(norm) for norm in clause.norms))
        return _plain(self.facts.get(key)), self.switches.get(key), meant, self.precedence == key

    def says_nothing(self, key: str) -> bool:
        """Whether nothing stands under an id."""
        return self.under(key) == (None, None, None, False)

    @property
    def keys(self) -> tuple[str, ...]:
        """All ids, clauses first in the rulebook's order."""
        precedence = (self.precedence,) if self.precedence else ()
        return tuple(dict.fromkeys((*self.clauses, *precedence, *self.facts, *self.switches)))


def _plain(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def in_force(rules: Rules) -> Force:
    """What is in force under a rule set."""
    edition = rules.edition
    by_clause: dict[str, list[Norm]] = {}
    for norm in rules.norms:
        by_clause.setdefault(norm.clause, []).append(norm)
    clauses = {
        clause.id: evolve(clause, norms=tuple(by_clause.get(clause.id, ())), variant="", players=())
        for clause in edition.clauses if clause.in_force(rules.variants, rules.players)
    }
    for topic in sorted(rules.topics - {clause.id for clause in edition.clauses}):
        clauses.setdefault(topic, Clause(topic, "", (), edition.ranks[0], "", tuple(by_clause.get(topic, ())), "", ()))
    grammar = {f.id for f in edition.facts} | {k for c in _changes(rules) for k, _ in c.facts}
    facts = {key: value for key in sorted(grammar) if (value := rules.given(key)) is not None}
    names = {s.id for s in edition.switches} | {k for c in _changes(rules) for k, _ in c.switches}
    switches = {key: str(value) for key in sorted(names) if (value := rules.value_of(key)) is not None}
    return Force(facts, switches, clauses, edition.precedence)


def _changes(rules: Rules) -> tuple[Change, ...]:
    edition = rules.edition
    readings = [r.change for q in edition.questions for r in q.readings.values()]
    return (*(v.change for v in edition.variants), *readings)


def differences(one: Rules, other: Rules) -> tuple[str, ...]:
    """The ids under which two rule sets do not say the same, in the order of the first, then of the second."""
    mine, theirs = in_force(one), in_force(other)
    return tuple(key for key in dict.fromkeys((*mine.keys, *theirs.keys)) if mine.under(key) != theirs.under(key))


def only_words(one: Rules, other: Rules, key: str) -> bool:
    """Whether two rule sets differ under an id in nothing but clauses that command nothing: no norm, no precedence.

    A fact and a switch under it are the same on both sides, if they are there. Legality reads norms alone and
    procedures ask for facts and switches alone, so that no game parts by it.
    """
    mine, theirs = in_force(one), in_force(other)
    return mine.under(key)[:2] == theirs.under(key)[:2] and all(
        not (key == force.precedence or (key in force.clauses and force.clauses[key].norms))
        for force in (mine, theirs))


def said_elsewhere(one: Rules, other: Rules, key: str) -> tuple[str, ...]:
    """The ids under which each of two rule sets has the norms that the other has under an id; none if one has not.

    Where the norms of a clause all stand under these, it is the same law, and no game parts by it.
    """
    mine, theirs = in_force(one), in_force(other)
    if not all(key in force.clauses or force.says_nothing(key) for force in (mine, theirs)):
        return ()
    if key in (mine.precedence, theirs.precedence) or key in {**mine.facts, **mine.switches}:
        return ()
    if {c.rank for f in (mine, theirs) if (c := f.clauses.get(key))} != {"rule"} and mine.precedence:
        return ()
    found: list[str] = []
    for here, there in ((mine, theirs), (theirs, mine)):
        kept = [norm_means(n) for n in there.clauses[key].norms] if key in there.clauses else []
        for norm in here.clauses[key].norms if key in here.clauses else ():
            if norm_means(norm) in kept:
                continue
            places = [c.id for c in there.clauses.values() if norm_means(norm) in map(norm_means, c.norms)]
            if not places:
                return ()
            found.append(places[0])
    return tuple(dict.fromkeys(found))


def mix(base: Rules, other: Rules, taken: Collection[str]) -> Rules:
    """The base rules with all that stands under some ids taken over from the other rules, and nothing left open.

    The mixture is an edition of its own that bears the base's key and names and asks no questions.
    """
    mine, theirs = in_force(base), in_force(other)
    precedence = theirs.precedence if {mine.precedence, theirs.precedence} & set(taken) else mine.precedence
    facts, switches = _take(mine.facts, theirs.facts, taken), _take(mine.switches, theirs.switches, taken)
    clauses = _take(mine.clauses, theirs.clauses, taken)
    ranks = other.edition.ranks if precedence == theirs.precedence != mine.precedence else base.edition.ranks
    edition: Edition = evolve(
        base.edition, ranks=ranks, precedence=precedence, variants=(), questions=(),
        facts=tuple(Fact(key, value, False, (), "", "") for key, value in facts.items()),
        switches=tuple(Switch(key, value, "") for key, value in switches.items()),
        clauses=tuple(_ranked(clause, ranks if precedence else ()) for clause in clauses.values()),
    )
    return Rules(edition, base.players)


def _take(mine: Mapping[str, Any], theirs: Mapping[str, Any], taken: Collection[str]) -> dict[str, Any]:
    found = {k: theirs.get(k) if k in taken else v for k, v in mine.items()}
    found.update((k, v) for k, v in theirs.items() if k in taken)
    return {k: v for k, v in found.items() if v is not None}


def _ranked(clause: Clause, ranks: Collection[str]) -> Clause:
    rank = tuple(ranks).index(clause.rank) if clause.rank in ranks else 0
    return evolve(clause, norms=tuple(evolve(norm, rank=rank) for norm in clause.norms))


# ---------------------------------------------------------------- what a difference rests on


def basis(rules: Rules, other: Rules, key: str) -> str:
    """What the first rules have an entry from, so far as the second say something else.

    Their text; a default, where a reading alone says it or another reading has it as the second have it; or nothing.
    """
    mine, theirs = in_force(rules), in_force(other)
    if mine.says_nothing(key):
        return SILENCE
    if _as_read(rules, other, key):
        return DEFAULT
    if _same_but_norms(mine.under(key), theirs.under(key)):
        return TEXT if key in mine.clauses else SILENCE
    fact = next((f for f in rules.edition.facts if f.id == key), None)
    printed = {*mine.clauses, *(s.id for s in rules.edition.switches), *(f.id for f in rules.edition.facts)}
    if key not in printed:
        return DEFAULT
    return SILENCE if fact is not None and not fact.at else TEXT


def _as_read(rules: Rules, other: Rules, key: str) -> bool:
    """Whether another reading of some question would have an entry as the other rules have it."""
    chosen, theirs = dict(rules.answers), in_force(other).under(key)
    for question in rules.edition.questions:
        taken = chosen.get(question.id, question.default)
        for reading in question.readings if rules.applies(question) else ():
            changes = [question.readings[r].change for r in (reading, taken)]
            if reading == taken or not _touches(changes, key):
                continue
            read = make_rules(rules.edition, rules.players, rules.variants, {**chosen, question.id: reading})
            if in_force(read).under(key) == theirs:
                return True
    return False


def _touches(changes: Sequence[Change], key: str) -> bool:
    """Whether one of two readings says something under an id."""
    return any(
        key in dict(c.facts) or key in dict(c.switches) or key in c.supplies
        or any(n.clause == key for n in c.norms) or any(n.startswith(f"{key}/") for n in c.without) for c in changes)


def _same_but_norms(mine: tuple[Any, ...], theirs: tuple[Any, ...]) -> bool:
    return (mine[:2], mine[3:]) == (theirs[:2], theirs[3:])


def rests(one: Rules, other: Rules, taken: Collection[str]) -> str:
    """What a difference rests on: text against text, text against silence, or default against default.

    What one text gives and the other leaves open is text against silence; of several entries the weakest tells.
    """
    told = [(basis(one, other, key), basis(other, one, key)).count(TEXT) for key in taken]
    return ("default against default", "text against silence", "text against text")[min(told, default=0)]
