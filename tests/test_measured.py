"""Two tables: each fault of the second implementation, hunted; and the oracle put to the test with all player counts.

``python tests/test_measured.py faults [NAME...]`` and ``python tests/test_measured.py oracle [EDITION...]`` print them
row by row (three quarters of an hour of a core for all of both); ``make slow`` asserts every row.
"""

from __future__ import annotations

import resource
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing

import pytest
from attrs import frozen
from test_subject import FEW, NODE, PATIENCE, command, faults

from advocatus.checks.conformance.conforming import conform
from advocatus.checks.conformance.describing import described
from advocatus.checks.conformance.subject import Subject
from advocatus.checks.conformance.verdicts import Report
from advocatus.model.families import acts_of, editions

ORACLE = (sys.executable, "-m", "advocatus.checks.cli", "oracle")
#: Faults that need another number of players than four.
PLAYERS = {"ring-beats-mixer": 3, "three-keep-pearl": 3, "three-get-one": 3, "ten-keep-coat": 10,
           "drink-for-alone": 5, "drink-for-the-many": 5}


@frozen
class Row:
    """What a hunt came to: the verdicts and clauses of each departure, and processor seconds of both programs."""

    name: str
    players: int
    report: Report
    seconds: float

    @property
    def clauses(self) -> list[tuple[str, ...]]:
        """The clauses of each departure."""
        return [group.clauses for _, group in self.report.new]

    def right(self, *broken: Sequence[str]) -> bool:
        """Whether each fault is found, by what it breaks, and nothing else is reported; nothing is told twice.

        A fault is given by the clauses that it breaks; one of them is enough, and each may be a departure of its own.
        """
        every = {key for clauses in broken for key in clauses}
        told = [every & set(found) for found in self.clauses]
        return (all(told) and all(any(mine & set(clauses) for mine in told) for clauses in broken)
                and all(one.isdisjoint(two) for i, one in enumerate(told) for two in told[:i]))


def spent() -> float:
    """Processor seconds of this process and of those that it ended."""
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in used)


def hunted(words: Sequence[str], name: str, edition: str, players: int) -> Row:
    """A program put to the test as `conform` does it."""
    before = spent()
    with closing(Subject(words, PATIENCE)) as subject:
        report = conform(subject, described(subject), editions()[edition], [players])
    return Row(name, players, report, spent() - before)


def fault_row(*names: str) -> Row:
    """A hunt for some faults."""
    return hunted(command(*names), ",".join(names), "adlung", PLAYERS.get(names[0], 4))


def served() -> Iterator[tuple[str, int]]:
    """Every edition that the oracle serves, with every number of players."""
    for key, edition in editions().items():
        if acts_of(edition.family) is not None:
            yield from ((key, players) for players in edition.players)


needs_node = pytest.mark.skipif(NODE is None, reason="no Node: the faults of the second implementation were NOT hunted")


def test_exceptions_are_faults_of_the_program() -> None:
    if NODE is not None:
        assert {*PLAYERS} <= set(faults())


@needs_node
@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(faults()) if NODE else [])
def test_a_hunt_finds_each_fault_and_names_its_clause(name: str) -> None:
    row = fault_row(name)
    print(*told(row, faults()[name]))
    assert row.clauses
    assert row.right(faults()[name]), row.clauses


@needs_node
@pytest.mark.slow
def test_one_hunt_finds_five_faults_at_once() -> None:
    row = fault_row(*FEW)
    assert row.right(*(faults()[name] for name in FEW)), row.clauses


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "players"), list(served()))
def test_the_oracle_conforms_with_every_number_of_players(edition: str, players: int) -> None:
    row = hunted(ORACLE, edition, edition, players)
    assert row.report.exit_code == 0, row.report.says


def told(row: Row, *broken: Sequence[str]) -> list[str]:
    """The row of a fault for the table; some faults by the clauses that each breaks."""
    kinds = ", ".join(sorted({group.kind for _, group in row.report.new})) or "-"
    named = "; ".join(", ".join(found) or "-" for found in row.clauses) or "-"
    right = "yes" if row.right(*broken) else "missed" if not row.clauses else "no"
    return [row.name, str(row.players), kinds, named, right, f"{row.seconds:.0f}"]


def oracle_row(edition: str, players: int) -> list[str]:
    """The row of an edition and a number of players for the table."""
    row = hunted(ORACLE, edition, edition, players)
    (outcome,) = row.report.outcomes
    compared = {*outcome.coverage.verdicts, *outcome.coverage.states}
    return [edition, str(players), str(outcome.acts), str(len(compared)),
            "conforms" if row.report.exit_code == 0 else row.report.says, f"{row.seconds:.0f}"]


def show(cells: Sequence[str]) -> None:
    """Print a row of a Markdown table."""
    print(f"| {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    what, *names = sys.argv[1:] or ["faults"]
    if what == "faults":
        show(["fault", "players", "verdict", "clauses named", "right", "processor seconds"])
        show(["---"] * 6)
        for fault in names or faults():
            one = fault.split(",")
            show(told(fault_row(*one), *(faults()[name] for name in one)))
    else:
        show(["edition", "players", "acts", "clauses compared", "verdict", "processor seconds"])
        show(["---"] * 6)
        for key, count in served():
            if not names or key in names:
                show(oracle_row(key, count))
