"""Departures that are known: a file that names them, so that only others count."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

from attrs import frozen

from advocatus.model.clip import clip
from advocatus.model.loading import read_toml
from advocatus.model.rulebook import Edition
from advocatus.model.trace import BadDocument

from .departing import MISMATCHES, Group, Outcome
from .walking import UNSUPPORTED

KEYS = {"clause", "verdict", "players", "because"}
VERDICTS = (*MISMATCHES, UNSUPPORTED)


@frozen
class Known:
    """One that is known: by its clause, its verdict, or both; with these player counts, or any."""

    clause: str
    verdict: str
    players: tuple[int, ...]
    because: str

    @property
    def name(self) -> str:
        """What it is called in messages."""
        return " ".join(filter(None, (self.clause, self.verdict)))


def tells(known: Known, outcome: Outcome, group: Group) -> bool:
    """Whether a departure is the one that is known."""
    return ((not known.clause or known.clause in group.clauses) and (not known.verdict or known.verdict in group.kinds)
            and _with(known, outcome))


def lacks(known: Known, outcome: Outcome) -> str:
    """The clause that a program is known not to support and that was compared nowhere; empty if it is none such."""
    mine = known.verdict == UNSUPPORTED and known.clause in outcome.missing and _with(known, outcome)
    return known.clause if mine else ""


def _with(known: Known, outcome: Outcome) -> bool:
    return not known.players or outcome.rules.players in known.players


def read_known(path: Path, editions: Collection[Edition]) -> tuple[Known, ...]:
    """The entries of a file for editions, one of which is tested.

    Raises `BadRulebook` for no TOML, `BadDocument` with what is wrong, where: a clause and a number of players that
    none of them has, too.
    """
    data = read_toml(path)
    for key in sorted(set(data) - {"known"}):
        raise BadDocument(f"{path}: {key}", "", "no such key; a file has [[known]] tables and nothing else")
    entries = data.get("known", [])
    if not isinstance(entries, list):
        raise BadDocument(f"{path}: known", clip(entries), "tables, each under [[known]]")
    clauses = {clause.id for edition in editions for clause in edition.clauses}
    counts = {n for edition in editions for n in edition.players}
    return tuple(_entry(entry, f"{path}: known[{i}]", clauses, counts) for i, entry in enumerate(entries))


def _entry(data: Any, path: str, clauses: Collection[str], counts: Collection[int]) -> Known:
    if not isinstance(data, dict):
        raise BadDocument(path, clip(data), "a table")
    for key in sorted(set(data) - KEYS):
        raise BadDocument(f"{path}.{key}", "", f"no such key; known: {', '.join(sorted(KEYS))}")
    for key in ("clause", "verdict", "because"):
        if not isinstance(data.get(key, ""), str):
            raise BadDocument(f"{path}.{key}", clip(data[key]), "a text")
    clause, verdict, players = data.get("clause", ""), data.get("verdict", ""), data.get("players", [])
    if not (verdict or clause):
        raise BadDocument(path, "", "a clause or a verdict is wanted")
    if clause and clause not in clauses:
        raise BadDocument(f"{path}.clause", clip(clause), "a clause of the edition; `advocatus show` lists them")
    if verdict and verdict not in VERDICTS:
        raise BadDocument(f"{path}.verdict", clip(verdict), f"one of {', '.join(VERDICTS)}")
    if not isinstance(players, list) or any(type(n) is not int or n not in counts for n in players):
        raise BadDocument(f"{path}.players", clip(players), f"a list of player counts, of {_ranged(counts)}")
    if not data.get("because", "").strip():
        raise BadDocument(f"{path}.because", "", "the reason is wanted, in words")
    return Known(clause, verdict, tuple(players), data["because"])


def _ranged(counts: Collection[int]) -> str:
    return ", ".join(map(str, sorted(counts)))
