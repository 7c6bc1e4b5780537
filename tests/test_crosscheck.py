"""A second solver: every question written out with the names of its premises, and decided again."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
import z3

from advocatus.checks.cli import run
from advocatus.checks.crosscheck import Disagreement, Second, cvc5_decides, rows
from advocatus.specs.prover import LISTENERS, SAT, UNSAT, Query, as_smtlib, prove

X, Y = z3.Ints("x y")


@pytest.mark.parametrize(("terms", "kind"), [((X > Y, Y > X), UNSAT), ((X > Y, Y > 3), SAT)])
def test_cvc5_reads_what_is_written_and_agrees(terms: tuple[z3.BoolRef, ...], kind: str) -> None:
    premises = {"duel.support": terms[0], "x": terms[1]}  # a premise may be named like a variable
    text = as_smtlib(premises)
    assert ":named |duel.support|" in text
    assert (cvc5_decides(text), Query(premises).ask().kind) == (kind, kind)


def test_what_is_seen_to_be_true_is_written_with_what_it_is_about() -> None:
    assert cvc5_decides(as_smtlib({"always": z3.Or(X <= 3, X > 3), "one": Y <= 3 + Y}, z3.Or(X == Y, X != Y))) == SAT


def test_each_question_is_put_once_and_counted() -> None:
    with Second(cvc5_decides).listening() as tally:
        prove({"a": X > 0}, X > -1)
        prove({"a": X > 0}, X > -1)
    assert dict(tally.counts) == {"asked": 2, "agreed": 2}
    assert LISTENERS == []


def test_a_solver_that_says_otherwise_is_an_error_with_the_question() -> None:
    with Second(lambda text: SAT).listening(), pytest.raises(Disagreement, match=r"cvc5 says sat[^$]*:named \|a\|"):
        prove({"a": X > 0}, X > -1)


def test_what_the_second_cannot_decide_is_counted() -> None:
    with Second(lambda text: "unknown").listening() as tally:
        prove({}, X > X - 1)
    assert dict(tally.counts) == {"asked": 2, "undecided": 2}


def test_check_counts_what_agreed_and_writes_the_questions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    args = ["check", "bga-fr", "--players", "2", "--only", "extent", "--jobs", "1",
            "--second-solver", "--export-smt", str(tmp_path / "smt")]
    assert run(args) == 0
    files = sorted((tmp_path / "smt").glob("*.smt2"))
    assert f"{len(files)} asked, {len(files)} agreed" in " ".join(capsys.readouterr().out.split())
    assert all(f"(set-info :status {cvc5_decides(f.read_text())})" in f.read_text() for f in files)


def test_a_file_is_no_folder_for_questions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert run(["check", "bga-fr", "--export-smt", str(tmp_path / "file")]) == 2
    assert "this is a file; a folder is wanted" in capsys.readouterr().err


def test_a_check_of_which_nothing_was_decided_does_not_agree() -> None:
    verdicts = {
        row.check: row.verdict for row in rows({
            ("f", "e", "some"): Counter(asked=2, agreed=1, undecided=1),
            ("f", "e", "none"): Counter(asked=1, undecided=1),
            ("f", "e", "only written"): Counter(asked=1), ("f", "e", "nothing"): Counter()})}
    assert verdicts == {"some": "agrees", "none": "unknown", "only written": "written"}
