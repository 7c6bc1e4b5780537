"""Queries to the solver, and what came of them.

Every query runs in a context of its own with fixed seeds, so that the same query gives the same model
and the same core whatever was asked before. Limits are solver resources, never seconds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import z3
from attrs import frozen

from .algebra import Term

RLIMIT = 40_000_000  # Z3's own count of work; the hardest query of the package needs about a tenth
SEED = 0

PROVED, REFUTED, VACUOUS, UNKNOWN = "proved", "refuted", "vacuous", "unknown"
SAT, UNSAT = "sat", "unsat"


class Limit(RuntimeError):
    """The solver gave up within its resources; `reason` is its own word for it."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(f"the solver gave up: {reason}")


class Model:
    """Values for every term of a query that can be met."""

    def __init__(self, model: Any) -> None:
        self._model = model

    def number(self, term: Term) -> int:
        """The value of a number."""
        return term if isinstance(term, int) else int(self._model.eval(term, model_completion=True).as_long())

    def holds(self, term: Term) -> bool:
        """The value of a condition."""
        return term if isinstance(term, bool) else z3.is_true(self._model.eval(term, model_completion=True))


@frozen
class Answer:
    """Whether premises can be met together: a model, or the names of premises that cannot.

    `kind` is ``sat``, ``unsat`` or ``unknown``; `core` need not be smallest, see `smallest_cores`.
    """

    kind: str
    model: Model | None = None
    core: tuple[str, ...] = ()
    reason: str = ""


@frozen
class Verdict:
    """What became of a claim under premises.

    ``proved``: it holds in every model of the premises, `witness` is one, `core` names the premises
    used; ``refuted``: `model` is a counterexample; ``vacuous``: the premises can never hold, `core`
    names those that cannot; ``unknown``: the limit was reached, `reason` is the solver's word.
    """

    kind: str
    model: Model | None = None
    witness: Model | None = None
    core: tuple[str, ...] = ()
    reason: str = ""


Premises = Mapping[str, Term]


def _bool(term: Term) -> Any:
    return z3.BoolVal(term) if isinstance(term, bool) else term


class Query:
    """Named premises before a solver, to be asked more than once with further conditions."""

    def __init__(self, premises: Premises, rlimit: int = RLIMIT, logic: str = "QF_LIA") -> None:
        self._context = z3.Context()
        self._solver = z3.SolverFor(logic, ctx=self._context)
        self._solver.set("random_seed", SEED)
        self._solver.set("rlimit", rlimit)
        self._names: list[str] = []
        self._tracked = []
        for i, (name, term) in enumerate(premises.items()):
            literal = z3.Bool(f"premise!{i}", self._context)
            self._names.append(name)
            self._tracked.append(literal)
            self._solver.add(z3.Implies(literal, _bool(term).translate(self._context)))

    def add(self, *terms: Term) -> None:
        """Further conditions for good, without a name."""
        self._solver.add(*(_bool(term).translate(self._context) for term in terms))

    def ask(self, *terms: Term, without: Sequence[str] = ()) -> Answer:
        """Whether the premises (but for those named in `without`) and these terms can be met together."""
        literals = [t for name, t in zip(self._names, self._tracked, strict=True) if name not in without]
        kind = str(self._solver.check(*literals, *(_bool(t).translate(self._context) for t in terms)))
        if kind == SAT:
            return Answer(SAT, Model(self._solver.model().translate(z3.main_ctx())))
        if kind == UNSAT:
            used = {str(literal) for literal in self._solver.unsat_core()}
            core = (name for name, t in zip(self._names, self._tracked, strict=True) if str(t) in used)
            return Answer(UNSAT, core=tuple(core))
        return Answer(UNKNOWN, reason=str(self._solver.reason_unknown()))

    def smtlib(self) -> str:
        """The query as SMT-LIB, for a second solver; every premise is switched on by a Bool of its own."""
        text: str = self._solver.to_smt2()
        return text.replace("(check-sat)", f"(check-sat-assuming ({' '.join(map(str, self._tracked))}))")


def satisfy(premises: Premises, *terms: Term, rlimit: int = RLIMIT) -> Answer:
    """Whether premises can be met together."""
    return Query(premises, rlimit).ask(*terms)


def prove(premises: Premises, claim: Term, rlimit: int = RLIMIT) -> Verdict:
    """Whether a claim holds wherever the premises do; the premises themselves are tried first."""
    query = Query(premises, rlimit)
    before = query.ask()
    if before.kind == UNSAT:
        return Verdict(VACUOUS, core=before.core)
    against = query.ask(z3.Not(_bool(claim)))
    if against.kind == SAT:
        return Verdict(REFUTED, against.model, before.model)
    if against.kind == UNSAT and before.kind == SAT:
        return Verdict(PROVED, None, before.model, against.core)
    return Verdict(UNKNOWN, None, before.model, reason=before.reason or against.reason)


def smallest_cores(premises: Premises, claim: Term, rlimit: int = RLIMIT) -> tuple[tuple[str, ...], ...]:
    """Every smallest set of premises that proves the claim; none if all together do not.

    Smallest is by inclusion. Raises `Limit` if the solver gives up.
    """
    query = Query(premises, rlimit)
    query.add(z3.Not(_bool(claim)))
    names = tuple(premises)

    def proves(chosen: frozenset[str]) -> bool:
        answer = query.ask(without=tuple(n for n in names if n not in chosen))
        if answer.kind == UNKNOWN:
            raise Limit(answer.reason)
        return answer.kind == UNSAT

    found: list[frozenset[str]] = []
    for seed in _maps(names, found, proves):
        found.append(_shrunk(seed, names, proves))
    return tuple(sorted((tuple(n for n in names if n in core) for core in found), key=lambda c: (len(c), c)))


def _shrunk(chosen: frozenset[str], names: Sequence[str], proves: Any) -> frozenset[str]:
    for name in names:
        if name in chosen and proves(chosen - {name}):
            chosen -= {name}
    return chosen


def _maps(names: Sequence[str], found: list[frozenset[str]], proves: Any) -> Iterator[frozenset[str]]:
    """Sets of premises that prove the claim and hold none of those found; found may grow meanwhile."""
    chosen = {name: z3.Bool(f"in!{i}") for i, name in enumerate(names)}
    atlas = Query({})
    known = 0
    while True:
        for core in found[known:]:
            atlas.add(z3.Or([z3.Not(chosen[n]) for n in sorted(core)]))
        known = len(found)
        answer = atlas.ask()
        if answer.model is None:
            return
        model = answer.model
        seed = frozenset(n for n in names if model.holds(chosen[n]))
        if proves(seed):
            yield seed
            continue
        for name in names:  # grown as far as it does not prove: no subset of it need be tried again
            if name not in seed and not proves(seed | {name}):
                seed |= {name}
        atlas.add(z3.Or([chosen[n] for n in names if n not in seed]))
