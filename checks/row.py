"""A row of the table: one check, for one rule set; and tables as text, Markdown and JSON."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterable, Sequence
from typing import Any

from attrs import evolve, fields, frozen
from tabulate import tabulate

from advocatus.model.rules import Rules

from .documents import validate
from .finding import Finding, Shortest, encode_shortest

RUN, CACHE, FILE = "run", "cache", "file"
PROVED, BOUNDED, REFUTED, VACUOUS, UNKNOWN = "proved", "bounded", "refuted", "vacuous", "unknown"
FOUND, NEW, GONE, REPLAYS, DIFFERS = "found", "new", "gone", "replays", "differs"
UNREACHED = "unreached"  # a position of the solver's to which no game was found
ACCEPTED = "accepted"  # found, and listed with a reason by the author of the draft
CHECK = 34  # of the column of checks
WIDTH = 56  # of a column of prose in a text table


@frozen(kw_only=True)
class Row:
    """One check: what was asked of which rules, and what came of it. What does not apply is None.

    `value` is what the check measured or chose; `seen` the witness that its premise is reached, or in how many of
    how many random games the cause of a finding arose;
    `provenance` is run, cache or file.
    """

    family: str
    edition: str
    against: str | None = None
    players: int | None = None
    variants: tuple[str, ...] = ()
    answers: tuple[tuple[str, str], ...] = ()
    check: str
    kind: str
    verdict: str
    clauses: tuple[str, ...] = ()
    value: Any = None
    finding: str | None = None
    summary: str | None = None
    impact: str | None = None
    assumes: tuple[tuple[str, str], ...] | None = None
    rests: str | None = None
    seen: Any = None
    turn: int | None = None
    shortest: Shortest | None = None
    provenance: str = RUN

    @classmethod
    def of(cls, rules: Rules, check: str, kind: str, verdict: str, **more: Any) -> Row:
        """A row for a rule set."""
        return cls(family=rules.edition.family, edition=rules.edition.key, players=rules.players,
                   variants=rules.variants, answers=rules.answers, check=check, kind=kind, verdict=verdict, **more)

    @classmethod
    def of_finding(cls, finding: Finding, verdict: str, provenance: str = RUN) -> Row:
        """The row that tells a finding."""
        ref = finding.rules
        other = [edition for edition in finding.editions if edition != ref.edition]
        return cls(
            family=finding.family, edition=ref.edition, against=other[0] if other else None, players=ref.players,
            variants=ref.variants, answers=ref.answers, check="+".join(finding.cause), kind=finding.kind,
            verdict=verdict, clauses=finding.clauses, finding=finding.file_name, summary=finding.summary,
            impact=finding.impact, assumes=finding.assumes, rests=finding.rests,
            turn=finding.shortest.turn if finding.shortest else None, shortest=finding.shortest, provenance=provenance,
        )


KEYS = tuple(field.name for field in fields(Row))


def encode_row(row: Row) -> dict[str, Any]:
    """A row as JSON data, with exactly the keys of the published schema."""
    data: dict[str, Any] = {key: getattr(row, key) for key in KEYS}
    data["variants"], data["clauses"] = list(row.variants), list(row.clauses)
    data["answers"] = dict(row.answers)
    data["assumes"] = None if row.assumes is None else dict(row.assumes)
    data["shortest"] = encode_shortest(row.shortest)
    for key in ("value", "seen"):
        data[key] = list(data[key]) if isinstance(data[key], tuple) else data[key]
    return data


def decode_row(data: Any, where: str) -> Row:
    """A row from JSON data. Raises `BadDocument` for anything that the schema refuses."""
    validate(data, "row", where)
    given = dict(data)
    given["variants"], given["clauses"] = tuple(data["variants"]), tuple(data["clauses"])
    given["answers"] = tuple(sorted(data["answers"].items()))
    given["assumes"] = None if data["assumes"] is None else tuple(sorted(data["assumes"].items()))
    given["shortest"] = Shortest(**data["shortest"]) if data["shortest"] else None
    for key in ("value", "seen"):
        given[key] = tuple(data[key]) if isinstance(data[key], list) else data[key]
    return Row(**given)


def in_order(rows: Iterable[Row]) -> tuple[Row, ...]:
    """Rows in the one order of every output: by edition, kind, check, rules, verdict."""
    return tuple(sorted(rows, key=lambda r: (
        r.family, r.edition, r.against or "", r.kind, r.check, r.variants, r.answers, r.verdict, r.players or 0,
        json.dumps(encode_row(r), sort_keys=True))))


# ---------------------------------------------------------------- folding


@frozen
class Folded:
    """Rows that differ only in players, as one line."""

    row: Row
    players: str
    value: str
    turn: str
    seen: str
    provenance: str


def fold(rows: Sequence[Row]) -> tuple[Folded, ...]:
    """Rows that differ only in players (and in what was measured with them) become one."""
    groups: dict[Row, list[Row]] = {}
    for row in in_order(rows):
        same = None if type(row.value) is int else row.value
        key = evolve(row, players=None, value=same, turn=None, seen=None, shortest=None, provenance=RUN)
        groups.setdefault(key, []).append(row)
    return tuple(
        Folded(group[0], spans([r.players for r in group if r.players is not None]),
               _range([r.value for r in group]), _range([r.turn for r in group]), _often([r.seen for r in group]),
               ", ".join(sorted({r.provenance for r in group})))
        for group in groups.values()
    )


def spans(numbers: Iterable[int]) -> str:
    """Numbers with runs drawn together: ``3-5,7``."""
    parts: list[list[int]] = []
    for number in sorted(set(numbers)):
        if parts and number == parts[-1][-1] + 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    return ",".join(str(p[0]) if len(p) == 1 else f"{p[0]}-{p[-1]}" for p in parts)


def _range(values: Sequence[Any]) -> str:
    known = [v for v in values if v is not None]
    if not known:
        return ""
    if all(type(v) is int for v in known):
        low, high = min(known), max(known)
        return str(low) if low == high else f"{low} to {high}"
    texts = [", ".join(map(str, v)) if isinstance(v, tuple) else _plain(v) for v in known]
    return ", ".join(dict.fromkeys(texts))


def _often(counts: Sequence[Any]) -> str:
    """In how many of how many games something was seen; nothing for other witnesses."""
    return ", ".join(dict.fromkeys(f"{c[0]} of {c[1]}" for c in counts if isinstance(c, tuple) and len(c) == 2))


def _plain(value: Any) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


# ---------------------------------------------------------------- tables

HEADS = ("kind", "edition", "players", "under", "check", "verdict", "value", "turn", "seen", "impact", "what", "from")


def _cells(line: Folded) -> tuple[str, ...]:
    row = line.row
    edition = f"{row.edition} / {row.against}" if row.against else row.edition
    under = ", ".join([*row.variants, *(f"{q}={r}" for q, r in row.answers)])
    what = row.summary or ""
    if row.assumes:
        what = f"{what} Assumes {', '.join(f'{q}={r}' for q, r in row.assumes)}.".strip()
    if row.clauses and row.clauses != tuple(row.check.split("+")):
        what = f"{what} [{', '.join(row.clauses)}]".strip()
    return (row.kind, edition, line.players, under, row.check, row.verdict, line.value, line.turn, line.seen,
            row.impact or "", what, line.provenance)


def _table(rows: Sequence[Row]) -> tuple[list[str], list[list[str]]]:
    """Heads and cells, without the columns that stay empty."""
    lines = [_cells(line) for line in fold(rows)]
    kept = [i for i in range(len(HEADS)) if any(line[i] for line in lines)]
    return [HEADS[i] for i in kept], [[line[i] for i in kept] for line in lines]


def as_text(rows: Sequence[Row]) -> str:
    """A table for the terminal, of a width that does not depend on it."""
    heads, lines = _table(rows)
    if not lines:
        return ""
    whole = {row.finding.removesuffix(".json") for row in rows if row.finding}  # names of files, to be copied
    for line in lines if "check" in heads else ():
        cell = line[heads.index("check")]
        line[heads.index("check")] = cell if cell in whole else "\n".join(textwrap.wrap(cell, CHECK))
    widths = [{"what": WIDTH, "under": 24}.get(head) for head in heads]
    return tabulate(lines, heads, tablefmt="simple", disable_numparse=True, maxcolwidths=widths) + "\n"


def as_markdown(rows: Sequence[Row]) -> str:
    """A Markdown table."""
    heads, lines = _table(rows)
    escaped = [[cell.replace("|", "\\|").replace("\n", " ") for cell in line] for line in lines]
    return tabulate(escaped, heads, tablefmt="github", disable_numparse=True) + "\n" if lines else ""


def as_json(rows: Sequence[Row], summary: dict[str, Any], versions: dict[str, str]) -> dict[str, Any]:
    """The rows as JSON data, one for each rule set, with summary and versions."""
    return {"rows": [encode_row(row) for row in in_order(rows)], "summary": summary, "versions": versions}
