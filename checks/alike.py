"""What two texts say otherwise and mean alike: entries of both with the same effect, and why it is the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from attrs import frozen

from advocatus.model.mixing import differences, in_force
from advocatus.model.rulebook import Edition, Fact
from advocatus.model.rules import Rules

from .show import value_text

COMMANDS = "the same is commanded"
NOTHING = "it commands nothing in either"
VALUES = "by itself it commands the same; what differs, a fact or a procedure of it, is told above under its own id"


@frozen
class Alike:
    """An entry of both editions that is told otherwise: what each says, and why nothing comes of it."""

    key: str
    one: str
    other: str
    reason: str
    values: tuple[str, ...] = ()  # facts and procedures of it in which the two differ


def told_otherwise(pairs: Sequence[tuple[Rules, Rules]]) -> tuple[Alike, ...]:
    """The clauses told in other words, and the facts that only one of the texts gives, with the same effect always.

    Names of things do not count: what differs in these alone is left out.
    """
    apart = {key for one, other in pairs for key in differences(one, other)}
    first, second = (rules.edition for rules in pairs[0])
    theirs = {clause.id: clause for clause in second.clauses}
    forces = [in_force(one) for one, _ in pairs]
    found = []
    for clause in first.clauses:
        same = theirs.get(clause.id)
        if same is None or clause.id in apart or not any(clause.id in force.clauses for force in forces):
            continue
        if clause.says != same.says and _nameless(clause.says, first) != _nameless(same.says, second):
            values = tuple(key for key in _values((first, second), clause.id) if key in apart)
            reason = VALUES if values else COMMANDS if clause.norms else NOTHING
            found.append(Alike(clause.id, clause.says, same.says, reason, values))
    given = {fact.id: fact for fact in second.facts}
    for fact in first.facts:
        other = given.get(fact.id)
        if other is None or fact.id in apart or bool(fact.at) == bool(other.at):
            continue
        giver, lacking = (first, second) if fact.at else (second, first)
        reason = f"{giver.key} gives it, and {lacking.key} is silent and plays by the same value"
        found.append(Alike(fact.id, _given(fact), _given(other), reason))
    return tuple(found)


def _values(both: Sequence[Edition], clause: str) -> tuple[str, ...]:
    """The facts and the procedures that editions have of a clause."""
    found = [f.id for e in both for f in e.facts if f.clause == clause]
    return tuple(dict.fromkeys((*found, *(s.id for e in both for s in e.switches if s.clause == clause))))


def _given(fact: Fact) -> str:
    return value_text(fact.value) + ("" if fact.at else f" (from {fact.source})")


def _nameless(says: str, edition: Edition) -> str:
    """What a clause says with the edition's names of things replaced by the code's."""
    names = {name: key for words in edition.terms.values() for key, name in words.items()}
    for name in sorted(names, key=lambda name: (-len(name), name)):
        says = says.replace(name, f"<{names[name]}>")
    return says


def alike_lines(found: Sequence[Alike], one: str, other: str) -> Iterator[str]:
    """The same for a reader, by reason; `one` and `other` are the names of the editions."""
    for reason in dict.fromkeys(a.reason for a in found):
        yield from ("", f"Because {reason}:")
        for a in found:
            if a.reason == reason:
                yield from (a.key, f"    {one}: {a.one}", f"    {other}: {a.other}")
                yield from [f"    differing: {', '.join(a.values)}"] if a.values else []


def alike_data(a: Alike) -> dict[str, Any]:
    """The same as JSON data."""
    return {"id": a.key, "one": a.one, "other": a.other, "reason": a.reason,
            "differing": list(a.values)}
