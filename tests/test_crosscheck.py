"""A second solver: every question written out with the names of its premises, and decided again."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
import z3
from test_specs_prover import pigeons

from advocatus.checks import crosscheck
from advocatus.checks.cli import run
from advocatus.checks.crosscheck import Disagreement, Second, cvc5_decides, rows
from advocatus.model.families import editions
from advocatus.model.rules import make_rules
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


def test_cvc5_gives_up_within_its_resources_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crosscheck, "RESOURCES", 2_000)
    assert cvc5_decides(as_smtlib(pigeons(9))) == "unknown"


def test_what_cvc5_says_besides_is_no_answer() -> None:
    with pytest.raises(AssertionError, match=r"cvc5 says .*hello"):
        cvc5_decides('(echo "hello")')


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


def test_what_the_second_says_stands_in_the_file_of_the_question(tmp_path: Path) -> None:
    with Second(lambda text: "unknown", tmp_path).listening():
        prove({}, X > X - 1)
    assert ["\n; cvc5 says unknown\n(set-info" in file.read_text() for file in tmp_path.glob("*.smt2")] == [True, True]


def test_a_disagreement_shows_a_question_that_can_be_put_to_a_solver(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(crosscheck, "cvc5_decides", lambda _: UNSAT)
    args = ["check", "bga-fr", "--players", "2", "--only", "extent", "--jobs", "1", "--second-solver"]
    assert run(args) == 3
    told = capsys.readouterr().err
    assert "internal error: Disagreement: Z3 says sat, cvc5 says unsat:\n" in told
    question = told[told.index("(set-info"):told.index("(check-sat)")] + "(check-sat)"
    monkeypatch.undo()
    assert cvc5_decides(question) == SAT


def test_a_file_is_no_folder_for_questions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert run(["check", "bga-fr", "--export-smt", str(tmp_path / "file")]) == 2
    assert "this is a file; a folder is wanted" in capsys.readouterr().err


def test_a_check_of_which_nothing_was_decided_does_not_agree() -> None:
    verdicts = {
        row.check: row.verdict for row in rows({
            ("f", "e", "some"): Counter(asked=2, agreed=1, undecided=1), ("f", "e", "all"): Counter(asked=2, agreed=2),
            ("f", "e", "neither"): Counter({"asked": 1, "given up by Z3": 1}),
            ("f", "e", "none"): Counter(asked=1, undecided=1),
            ("f", "e", "only written"): Counter(asked=1), ("f", "e", "nothing"): Counter()})}
    assert verdicts == {"some": "bounded", "all": "agrees", "neither": "unknown", "none": "unknown",
                        "only written": "written"}


def test_what_norms_cover_stands_under_their_ids_and_the_question_means_the_same(tmp_path: Path) -> None:
    args = ["check", "adlung", "--players", "3", "--only", "clash", "--jobs", "1", "--export-smt", str(tmp_path)]
    assert run(args) == 0
    texts = [path.read_text() for path in sorted(tmp_path.glob("*.smt2"))]
    norms = {norm.id for norm in make_rules(editions()["adlung"], 3).norms}
    called = {line.split("|")[1] for text in texts for line in text.splitlines() if line.startswith("(define-fun |")}
    assert {name.split()[0] for name in called} <= norms
    assert {"object.bag.no-bag/1", "duel.last-object/1"} <= {name.split()[0] for name in called}
    clashes = [text for text in texts if "(define-fun |object.bag.no-bag/1 " in text and f":status {SAT})" in text]
    assert [cvc5_decides(text) for text in clashes[:2]] == [SAT, SAT]


def test_a_part_that_is_called_something_is_defined_where_it_comes_up_and_nowhere_else() -> None:
    part, other = z3.And(X > 3, Y > 3), X > Y
    text = as_smtlib({"both": z3.Or(part, X < 0)}, z3.Not(part), X > 0, called={"hand.limit/1 a|b": part, "no": other})
    assert "(define-fun |hand.limit/1 a/b| () Bool (and (> x 3) (> y 3)))" in text
    assert text.count("define-fun") == 1
    assert "(assert (! (not |hand.limit/1 a/b|) :named |asked|))" in text
    assert cvc5_decides(text) == UNSAT
