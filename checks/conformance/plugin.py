"""For Python programs: a base class that puts one to the test in pytest, and strategies of games for Hypothesis.

Three lines in a test suite::

    from advocatus.checks.conformance.plugin import Conformance
    class TestMine(Conformance):
        edition, command = "adlung", ("python", "my_adapter.py")
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from hypothesis import strategies as st

from advocatus.model.families import find_editions
from advocatus.model.rules import Rules, make_rules

from .composing import Composer
from .conforming import conform
from .describing import Description, described
from .known import read_known
from .subject import Subject
from .verdicts import PASSED, table
from .walking import Play


def assert_conforms(
    edition: str, command: Sequence[str], players: Sequence[int] = (), moves: int = 2_000, seed: int = 0,
    first: bool = False, known: str | Path = "",
) -> None:
    """Assert that a program departs from an edition nowhere, and that enough was compared to say so.

    `players`: all that the program plays with, if none are named. With `first` it stops at the first departure. `known`
    is a file of departures that do not count.
    """
    subject, (tested, *_) = Subject(command), find_editions(edition)
    listed = read_known(Path(known), (tested,)) if known else ()
    try:
        report = conform(subject, described(subject), tested, tuple(players) or None, moves=moves, seed=seed,
                         known=listed, first=first)
    finally:
        subject.close()
    assert report.exit_code == PASSED, "\n".join(table(report))


class Conformance:
    """A test that a program conforms to an edition.

    Set `edition` and `command`; if wanted `players`, `moves`, and `known`, a file of departures that do not count.
    """

    edition: ClassVar[str]
    command: ClassVar[Sequence[str]]
    players: ClassVar[Sequence[int]] = ()
    moves: ClassVar[int] = 2_000
    seed: ClassVar[int] = 0
    known: ClassVar[str | Path] = ""

    def test_conforms(self) -> None:
        """See `assert_conforms`."""
        assert_conforms(self.edition, self.command, self.players, self.moves, self.seed, known=self.known)


def games(edition: str, players: int, told: Description | None = None) -> st.SearchStrategy[Play]:
    """A strategy of games for one rule set, as `conform` plays them: allowed acts, and forbidden ones among them."""
    rules = make_rules(find_editions(edition)[0], players)
    described = told or Description("any", "", {})
    return st.randoms(use_true_random=False).map(lambda rng: _game(rules, described, rng))


def _game(rules: Rules, told: Description, rng: object) -> Play:
    composer = Composer(rules, told, rng)  # type: ignore[arg-type]
    turns = composer.turns()
    return Play(rules, turns.start, composer.acts(turns))
