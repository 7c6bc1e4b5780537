"""The prover: its verdicts, cores and limits, and that it says the same whatever was asked before."""

from __future__ import annotations

import pytest
import z3

from advocatus.specs import prover
from advocatus.specs.algebra import Codes, Symbolic
from advocatus.specs.induction import START, Case, induce
from advocatus.specs.prover import Limit, Query, prove, satisfy, smallest_cores

X, Y, Z = z3.Ints("x y z")
PREMISES = {"x-positive": X > 0, "y-positive": Y > 0, "x-large": X > 5, "z": Z == 3}
TERMS = Symbolic(Codes({}))


def pigeons(holes: int) -> dict[str, z3.BoolRef]:
    """One pigeon more than there are holes: true, and hard to see."""
    seats = [z3.Int(f"p{i}") for i in range(holes + 1)]
    return {"in a hole": z3.And([z3.And(s >= 0, s < holes) for s in seats]),
            "apart": z3.And([a != b for i, a in enumerate(seats) for b in seats[:i]])}


def test_proved_with_a_witness_of_the_premises() -> None:
    verdict = prove(PREMISES, X + Y > 1)
    assert verdict.kind == prover.PROVED
    assert verdict.witness is not None
    assert verdict.witness.number(X) > 5
    assert verdict.witness.number(Z) == 3


def test_a_proof_names_what_it_used_if_asked() -> None:
    assert prove(PREMISES, X + Y > 1).core == ()
    assert set(prove(PREMISES, Y > 0, core=True).core) == {"y-positive"}


def test_refuted_with_a_counterexample() -> None:
    verdict = prove(PREMISES, X + Y > 7)
    assert verdict.kind == prover.REFUTED
    assert verdict.model is not None
    assert verdict.model.number(X) + verdict.model.number(Y) <= 7
    assert not verdict.model.holds(X + Y > 7)


def test_a_premise_that_can_never_hold_is_no_proof() -> None:
    verdict = prove({"up": X > 0, "down": X < 0, "other": Y > 0}, Y > 3)
    assert verdict.kind == prover.VACUOUS
    assert set(verdict.core) == {"up", "down"}
    assert prove({"never": False}, True).kind == prover.VACUOUS


def test_known_truths_are_claims_too() -> None:
    assert prove(PREMISES, True).kind == prover.PROVED
    assert prove(PREMISES, False).kind == prover.REFUTED


def test_the_limit_is_no_verdict() -> None:
    verdict = prove(pigeons(11), False, rlimit=200_000)
    assert verdict.kind == prover.UNKNOWN
    assert verdict.reason
    assert satisfy(pigeons(11), rlimit=200_000).kind == prover.UNKNOWN


def test_nothing_is_proved_of_premises_that_were_given_up_on() -> None:
    """That they can hold at once is not known: they may be at odds, and then anything follows from them."""
    hole = z3.Int("p0")
    verdict = prove(pigeons(11), z3.And(hole >= 0, hole < 11), rlimit=200_000)
    assert verdict.kind == prover.UNKNOWN
    assert verdict.reason


def test_a_claim_that_exceeds_the_limit_is_unknown_not_proved() -> None:
    hard = z3.Not(z3.And(list(pigeons(11).values())))
    verdict = prove({"x": X > 0}, hard, rlimit=200_000)
    assert verdict.kind == prover.UNKNOWN


def test_satisfy_tells_a_model_or_who_is_at_odds() -> None:
    answer = satisfy(PREMISES, X < 9)
    assert answer.model is not None
    assert 5 < answer.model.number(X) < 9
    assert satisfy(PREMISES, X < 6).core == ("x-large",)


def test_all_smallest_sets_of_premises_that_prove_a_claim() -> None:
    assert smallest_cores(PREMISES, X > 0) == (("x-large",), ("x-positive",))
    assert smallest_cores(PREMISES, X + Y > 6) == (("y-positive", "x-large"),)
    assert smallest_cores(PREMISES, X > 9) == ()
    assert smallest_cores(PREMISES, True) == ((),)
    with pytest.raises(Limit):
        smallest_cores(pigeons(11), False, rlimit=200_000)


def test_the_same_query_gives_the_same_model_whatever_came_before() -> None:
    def model() -> list[int]:
        seats = [z3.Int(f"s{i}") for i in range(6)]
        bounds = z3.And([z3.And(s >= 0, s < 9) for s in seats])
        apart = z3.And([a != b for i, a in enumerate(seats) for b in seats[:i]])
        answer = satisfy({"bounds": bounds, "apart": apart, "sum": z3.Sum(seats) > 12})
        assert answer.model is not None
        return [answer.model.number(s) for s in seats]

    first = model()
    for i in range(200):
        z3.Int(f"noise{i}") * 2 + 1
    satisfy({"noise": z3.Int("noise3") > 4})
    assert model() == first


def test_a_query_speaks_smtlib() -> None:
    text = Query({"x": X > 3}).smtlib(Y < X)
    assert text.startswith("(set-logic QF_LIA)")
    assert "(declare-fun x () Int)" in text
    assert text.rstrip().endswith("(check-sat)")
    solver = z3.Solver()
    solver.from_string(text)
    assert str(solver.check()) == "sat"


# ---------------------------------------------------------------- induction


def counter(step: z3.ArithRef, first: int = 0) -> list[Case]:
    """A counter x that starts at `first` and goes to `step`."""
    start = Case(START, {"x": first == X}, {}, {"even": X % 2 == 0, "small": X < 10, "positive": X >= 0})
    before = start.after
    after = {"even": step % 2 == 0, "small": step < 10, "positive": step >= 0}
    return [start, Case("step", {"may": X < 8}, before, after)]


def test_induction_proves_what_every_step_keeps() -> None:
    found = induce(TERMS, counter(X + 2))
    assert {name: kept.kind for name, kept in found.kept.items()} == dict.fromkeys(
        ("even", "small", "positive"), prover.PROVED)
    assert set(found.witnesses) == {START, "step"}


def test_what_a_step_breaks_is_unknown_and_lends_no_help() -> None:
    found = induce(TERMS, counter(X + 3))
    assert found.kept["even"].kind == prover.UNKNOWN
    assert found.kept["even"].broken_by == "step"
    assert found.kept["small"].kind == prover.UNKNOWN, "7 + 3 is not below 10"
    assert found.kept["positive"].kind == prover.PROVED


def test_what_the_start_lacks_is_refuted() -> None:
    found = induce(TERMS, counter(X + 2, first=3))
    assert found.kept["even"].kind == prover.REFUTED
    assert found.kept["even"].broken_by == START


def test_without_what_the_cases_rest_on_nothing_is_proved() -> None:
    found = induce(TERMS, counter(X + 3), granted=("even",))
    assert found.kept["positive"].kind == prover.UNKNOWN
    assert "even" in found.kept["positive"].reason


def test_without_a_step_that_can_be_taken_nothing_is_proved() -> None:
    start, step = counter(X + 2)
    never = Case("step", {"may": z3.And(X < 0, X > 0)}, step.before, step.after)
    found = induce(TERMS, [start, never])
    assert {kept.kind for kept in found.kept.values()} == {prover.VACUOUS}
    assert found.never == ("step",)
