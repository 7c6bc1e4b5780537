"""The norms over terms against `model.norms`: the same on random sets of norms and candidates."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
import z3

from advocatus.model import norms as model
from advocatus.specs.algebra import Codes, Concrete, Symbolic
from advocatus.specs.prover import Query
from advocatus.specs.settling import Candidate, Settled, Standing, emptied_by, settle

MOODS = ("permit", "oblige", "forbid")
NUMBERS, TERMS = Concrete(Codes({})), Symbolic(Codes({}))


def random_norms(rng: Random) -> list[model.Norm]:
    """A few norms of two ranks, some of which override the clauses of others."""
    while True:
        clauses = [f"c{i}" for i in range(rng.randrange(2, 7))]
        found = [
            model.Norm(f"{clause}/1", clause, MOODS[rng.randrange(3)], "move", (), None, None, rng.randrange(2),
                       frozenset(c for c in clauses if c != clause and rng.random() < 0.15))
            for clause in clauses
        ]
        if not in_a_ring(found):
            return found


def in_a_ring(norms: list[model.Norm]) -> bool:
    """Whether some beat each other round: no rulebook should, and the order then depends on who stands."""
    beaten = {norm.id: {other.id for other in norms if norm.beats(other)} for norm in norms}
    for _ in norms:
        for key, under in beaten.items():
            beaten[key] = under | {far for near in under for far in beaten[near]}
    return any(key in under for key, under in beaten.items())


class Case:
    """A random table of candidates and norms, as sets for the model and as truths for the terms."""

    def __init__(self, seed: int) -> None:
        rng = Random(seed)
        self.norms = random_norms(rng)
        size = rng.randrange(1, 6)
        self.there = [rng.random() < 0.85 for _ in range(size)]
        self.duty = [rng.random() < 0.8 for _ in range(size)]
        self.stands = [rng.random() < 0.8 for _ in self.norms]
        self.covers = [
            [there and stands and rng.random() < 0.5 for there in self.there] for stands in self.stands
        ]

    def by_model(self) -> model.Resolution[int]:
        """What the model makes of it; candidates keep their places."""
        places = [i for i, there in enumerate(self.there) if there]
        standing = []
        for norm, stands, covers in zip(self.norms, self.stands, self.covers, strict=True):
            covered = frozenset(n for n, i in enumerate(places) if covers[i])
            if stands and (norm.mood == "oblige" or covered):
                standing.append(model.Standing(norm, covered))
        return model.settle(places, [n for n, i in enumerate(places) if self.duty[i]], standing)

    def by_terms(self, algebra: Any, wrap: Any) -> Settled:
        """What the terms make of it; `wrap` gives each truth its name."""
        found = tuple(
            Candidate("move", (i,), wrap(f"there{i}", there), duty, {})
            for i, (there, duty) in enumerate(zip(self.there, self.duty, strict=True))
        )
        standing = []
        for norm, stands, covers in zip(self.norms, self.stands, self.covers, strict=True):
            covered = tuple(wrap(f"{norm.id} covers {i}", truth) for i, truth in enumerate(covers))
            applies = wrap(f"{norm.id} stands", stands) if norm.mood == "oblige" else algebra.some(covered)
            standing.append(Standing(norm, applies, covered))
        return settle(algebra, found, standing)


def told(settled: Settled, value: Any) -> Mapping[str, Any]:
    """All that both sides tell, in one form."""
    legal = [i for i, term in enumerate(settled.legal) if value(term)]
    defeated = sorted(norm.id for norm, term in settled.defeated if value(term))
    return {"legal": legal, "defeated": defeated, "stuck": value(settled.stuck), "gap": value(settled.gap),
            "open": [i for i, term in enumerate(settled.open) if value(term)]}


def told_by_model(found: model.Resolution[int]) -> Mapping[str, Any]:
    return {"legal": list(found.moves), "defeated": sorted(s.norm.id for s in found.defeated), "stuck": found.stuck,
            "gap": found.is_gap, "open": [found.candidates[n] for n in sorted(found.open)]}


@pytest.mark.parametrize("seed", range(400))
def test_numbers_and_terms_settle_as_the_model_does(seed: int) -> None:
    case = Case(seed)
    expected = told_by_model(case.by_model())
    assert told(case.by_terms(NUMBERS, lambda name, truth: truth), bool) == expected
    known: list[tuple[Any, Any]] = []

    def variable(name: str, truth: bool) -> Any:
        known.append((z3.Bool(name), z3.BoolVal(truth)))
        return known[-1][0]

    def value(term: Any) -> bool:
        return term if isinstance(term, bool) else z3.is_true(z3.simplify(z3.substitute(term, *known)))

    assert told(case.by_terms(TERMS, variable), value) == expected


def test_the_random_cases_reach_every_outcome() -> None:
    found = [Case(seed).by_model() for seed in range(400)]
    assert sum(1 for r in found if r.clashes()) > 20
    assert sum(1 for r in found if r.is_gap) > 20
    assert sum(1 for r in found if r.defeated) > 20
    assert sum(1 for r in found if any(len(norms) > 1 for norms in r.clashes())) > 5


def clashing(limit: int) -> list[int]:
    return [seed for seed in range(1200) if Case(seed).by_model().clashes()][:limit]


@pytest.mark.parametrize("seed", clashing(60))
def test_the_smallest_sets_are_those_of_the_model(seed: int) -> None:
    case = Case(seed)
    settled = case.by_terms(NUMBERS, lambda name, truth: truth)
    assert settled.clash
    chosen = {norm.id: z3.Bool(norm.id) for norm, _ in settled.shuts}
    query = Query({"emptied": emptied_by(TERMS, settled, chosen)})
    found = set()
    while (model_ := query.ask().model) is not None:
        ids = tuple(sorted(key for key, mark in chosen.items() if model_.holds(mark)))
        found.add(ids)
        query.add(z3.Or([z3.Not(mark) if key in ids else mark for key, mark in chosen.items()]))
    assert found == {tuple(norm.id for norm in norms) for norms in case.by_model().clashes()}
