"""Departures that are known: a file that names them, so that only others count."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from attrs import frozen

from advocatus.model.loading import read_toml
from advocatus.model.trace import BadDocument

from .trial import MISMATCHES, Group, Outcome

KEYS = {"clause", "verdict", "players", "because"}


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
            and (not known.players or outcome.rules.players in known.players))


def read_known(path: Path) -> tuple[Known, ...]:
    """The entries of a file. Raises `BadRulebook` for no TOML, `BadDocument` with what is wrong, where."""
    data = read_toml(path)
    for key in sorted(set(data) - {"known"}):
        raise BadDocument(f"{path}: {key}", "", "no such key; a file has [[known]] tables and nothing else")
    return tuple(_entry(entry, f"{path}: known[{i}]") for i, entry in enumerate(data.get("known", [])))


def _entry(data: Any, path: str) -> Known:
    if not isinstance(data, dict):
        raise BadDocument(path, repr(data)[:60], "a table")
    for key in sorted(set(data) - KEYS):
        raise BadDocument(f"{path}.{key}", "", f"no such key; known: {', '.join(sorted(KEYS))}")
    for key in ("clause", "verdict", "because"):
        if not isinstance(data.get(key, ""), str):
            raise BadDocument(f"{path}.{key}", repr(data[key])[:60], "a text")
    verdict, players = data.get("verdict", ""), data.get("players", [])
    if verdict and verdict not in MISMATCHES:
        raise BadDocument(f"{path}.verdict", repr(verdict)[:60], f"one of {', '.join(MISMATCHES)}")
    if not (verdict or data.get("clause")):
        raise BadDocument(path, "", "a clause or a verdict is wanted")
    if not isinstance(players, list) or any(type(n) is not int for n in players):
        raise BadDocument(f"{path}.players", repr(players)[:60], "a list of player counts")
    return Known(data.get("clause", ""), verdict, tuple(players), data.get("because", ""))
