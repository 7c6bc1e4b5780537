"""`conform --infer`: which edition a program follows, whatever it calls it, and which readings."""

from __future__ import annotations

import sys
from contextlib import closing
from pathlib import Path

import pytest
from mutated import InProcess, Masked
from test_subject import NODE, command

from advocatus.checks.cli import run
from advocatus.checks.conformance.describing import described
from advocatus.checks.conformance.inferring import followed, infer
from advocatus.checks.conformance.subject import Asked, Subject
from advocatus.model.families import editions

MUTATED = (sys.executable, str(Path(__file__).parent / "mutated.py"))


def first(subject: Asked, asked: str) -> tuple[str, bool]:
    """The edition that a program follows most often, and whether it always does."""
    found = followed(subject, described(subject), editions()[asked])
    return found[0].edition, found[0].games == found[0].of > 20


@pytest.mark.parametrize("edition", ["adlung", "dv", "zh"])
def test_the_edition_is_known_whatever_it_is_called(edition: str) -> None:
    assert first(InProcess(Masked(edition, "adlung")), "adlung") == (edition, True)


def readings(subject: Asked) -> tuple[dict[str, str], int, int]:
    """The readings followed that are not the usual ones; how many questions are read as usual, of how many."""
    found = infer(subject, described(subject), editions()["adlung"])
    other = {guess.question: guess.reading for guess in found if guess.reading and not guess.usual}
    return other, sum(1 for guess in found if guess.reading and guess.usual), len(found)


def test_the_readings_are_named_and_no_others() -> None:
    chosen = {"duel.stand-off.may": "may", "hand.recipient": "as-written"}
    other, usual, of = readings(InProcess(Masked("adlung", "adlung", chosen)))
    assert other == chosen
    assert usual > of * 0.8


@pytest.mark.skipif(NODE is None, reason="no Node: what the second implementation follows was NOT inferred")
def test_the_second_implementation_follows_adlung_read_as_usual() -> None:
    with closing(Subject(command(), 60.0)) as subject:
        assert first(subject, "adlung") == ("adlung", True)
        other, usual, of = readings(subject)
        assert not other
        assert usual > of * 0.8
    with closing(Subject(command("hypnotist-twice"), 60.0)) as subject:
        assert readings(subject)[0] == {"profession.hypnotist.repeat": "as-written"}


@pytest.mark.slow
def test_a_program_is_tested_as_what_it_follows(capsys: pytest.CaptureFixture[str]) -> None:
    """A program that plays dv and calls it adlung departs from adlung, and not from dv."""
    assert run(["conform", "adlung", "--players", "4", "--moves", "5", "--infer", "--", *MUTATED, "dv", "adlung"]) == 0
    told = capsys.readouterr()
    assert "tested as dv, which it calls adlung" in told.err
    assert "conforms" in told.out
    assert run(["conform", "adlung", "--players", "4", "--moves", "5", "--", *MUTATED, "dv", "adlung"]) == 1
