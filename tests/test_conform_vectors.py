"""The files of a suite played with a program: what of them it cannot play is told, and is no pass where it matters."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from mutated import InProcess, WrongOracle

from advocatus.checks.conformance import replaying
from advocatus.checks.conformance.describing import described
from advocatus.checks.conformance.suite import _deal_vector
from advocatus.checks.conformance.verdicts import INCONCLUSIVE, PASSED, Report, table
from advocatus.model.families import editions
from advocatus.model.rules import make_rules

EDITION = editions()["adlung"]


def vector(clause: str, players: int) -> dict[str, Any]:
    """A turn in which nothing is done, said to be about a clause."""
    made = _deal_vector(make_rules(EDITION, players), 0)
    run = {"players": players, "variants": [], "answers": {}, "start": made.start, "acts": [*made.acts]}
    return {"clause": clause, "norm": None, "run": run}


def played(monkeypatch: pytest.MonkeyPatch, **clauses: dict[str, Any]) -> Report:
    """Vectors, by file, played with a program for four players."""
    entries = [{"file": name} for name in clauses]
    monkeypatch.setattr(replaying, "read_manifest", lambda _: {"edition": EDITION.key, "vectors": entries})
    monkeypatch.setattr(replaying, "read_vector", lambda _, entry: clauses[entry["file"]])

    def for_four(method: str, result: Any) -> Any:
        return {**result, "editions": {EDITION.key: {"players": [4]}}} if method == "describe" else result

    subject = InProcess(WrongOracle(), for_four)
    return replaying.replay(subject, described(subject), EDITION, Path())


def test_what_no_file_that_is_played_is_about_makes_it_inconclusive(monkeypatch: pytest.MonkeyPatch) -> None:
    report = played(monkeypatch, one=vector("turn.order", 4), other=vector("profession.priest", 3))
    assert (report.unplayed, report.exit_code) == (("profession.priest",), INCONCLUSIVE)
    assert any(line.startswith("no vector could be played that is about profession.priest;") for line in table(report))


def test_it_does_not_where_another_file_is_about_it_or_the_program_never_has_it(
    monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {"one": vector("turn.order", 4), "two": vector("turn.order", 3), "three": vector("setup.three-players", 3)}
    report = played(monkeypatch, **files)
    assert (report.unplayed, report.exit_code) == ((), PASSED)
    assert len(report.skipped) == 2
