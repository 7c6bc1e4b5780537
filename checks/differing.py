"""Two editions side by side: facts, clauses with their norms, procedures and names, by id."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import frozen

from advocatus.model.mixing import Force, differences, in_force, rests
from advocatus.model.rulebook import Edition
from advocatus.model.rules import Rules

from .row import spans
from .show import norm_text, value_text

CLAUSE, FACT, PROCEDURE = "clause", "fact", "procedure"


@frozen
class Difference:
    """An entry that two editions do not have in common: for which counts, what each has, what it rests on.

    `one` and `other` hold a line for each thing said; empty where an edition says nothing.
    """

    key: str
    kinds: tuple[str, ...]
    players: tuple[int, ...]
    one: tuple[str, ...]
    other: tuple[str, ...]
    rests: str


def text_differences(pairs: Sequence[tuple[Rules, Rules]]) -> tuple[Difference, ...]:
    """The entries in which two editions differ for some of the player counts, in the order of the first edition."""
    found: dict[tuple[str, tuple[str, ...], tuple[str, ...]], Difference] = {}
    for one, other in pairs:
        mine, theirs = in_force(one), in_force(other)
        for key in differences(one, other):
            ranked = len({f.clauses[key].rank for f in (mine, theirs) if key in f.clauses}) > 1
            said = tuple(_said(mine, key, ranked)), tuple(_said(theirs, key, ranked))
            before = found.get((key, *said))
            players = (*(before.players if before else ()), one.players)
            found[key, *said] = Difference(key, _kinds(mine, theirs, key), players, *said, rests(one, other, (key,)))
    order = {key: i for i, key in enumerate(dict.fromkeys(key for key, _, _ in found))}
    return tuple(sorted(found.values(), key=lambda d: (order[d.key], d.players)))


def _kinds(mine: Force, theirs: Force, key: str) -> tuple[str, ...]:
    tables = ((CLAUSE, "clauses"), (FACT, "facts"), (PROCEDURE, "switches"))
    return tuple(kind for kind, name in tables if key in getattr(mine, name) or key in getattr(theirs, name))


def _said(force: Force, key: str, ranked: bool) -> Iterator[str]:
    """What stands under an id, a line for each thing; with `ranked`, the rank of the clause too."""
    if key in force.facts:
        yield value_text(force.facts[key])
    if key in force.switches:
        yield force.switches[key]
    if clause := force.clauses.get(key):
        yield f"{clause.says} ({', '.join(clause.at)})" if clause.at else clause.says
        if ranked:
            yield f"rank {clause.rank}"
        yield from (norm_text(norm) for norm in clause.norms)
        if over := sorted({k for norm in clause.norms for k in norm.overrides}):
            yield f"goes before {', '.join(over)}"
    if key == force.precedence:
        yield "ranks decide which clause gives way"


def names_apart(one: Edition, other: Edition) -> tuple[tuple[str, str, str], ...]:
    """The things that two editions call differently: the code's name, and each edition's; empty where it has none."""
    groups = dict.fromkeys((*one.terms, *other.terms))
    found = []
    for group in groups:
        mine, theirs = one.terms.get(group, {}), other.terms.get(group, {})
        found += [(key, mine.get(key, ""), theirs.get(key, "")) for key in dict.fromkeys((*mine, *theirs))]
    return tuple(entry for entry in found if entry[1] != entry[2])


def difference_lines(
    found: Sequence[Difference], one: str, other: str, players: Sequence[int] = (),
    fates: Mapping[str, Sequence[str]] = {},
) -> Iterator[str]:
    """Differences for a reader; `one` and `other` are the names of the editions.

    `players` are all counts that are compared: they are not told where all are meant. `fates` tells what comes of
    each entry at the table.
    """
    for d in found:
        count = [] if set(d.players) == set(players) else [f"{spans(d.players)} players"]
        yield from ("", f"{d.key}  ({'; '.join([', '.join(d.kinds) or 'ranks', *count, d.rests])})")
        for name, said in ((one, d.one), (other, d.other)):
            yield f"    {name}: {said[0] if said else 'nothing'}"
            yield from (f"        {line}" for line in said[1:])
        yield from (f"    At the table: {told}" for told in fates.get(d.key, ()))


def difference_data(d: Difference) -> dict[str, Any]:
    """A difference as JSON data."""
    return {"id": d.key, "kinds": list(d.kinds), "players": list(d.players), "one": list(d.one),
            "other": list(d.other), "rests": d.rests}
