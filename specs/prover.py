"""Queries to the solver, and what came of them.

Every question runs in a context of its own with fixed seeds, so that the same question gives the same model
and the same core whatever was asked before. Limits are solver resources, never seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

import z3
from attrs import evolve, field, frozen

from .algebra import Term

RLIMIT = 40_000_000  # Z3's own count of work; the hardest query of the package needs about a thirtieth
SEED = 0

PROVED, REFUTED, VACUOUS, UNKNOWN, BOUNDED = "proved", "refuted", "vacuous", "unknown", "bounded"
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
    used, if asked for; ``refuted``: `model` is a counterexample; ``vacuous``: the premises can never hold, `core`
    names those that cannot; ``unknown``: the limit was reached, `reason` is the solver's word.
    """

    kind: str
    model: Model | None = None
    witness: Model | None = None
    core: tuple[str, ...] = ()
    reason: str = ""


Premises = Mapping[str, Term]


@frozen
class Asked:
    """A question that was put to the solver: named premises, further terms, its answer's kind, and names of parts."""

    premises: Premises
    terms: tuple[Term, ...]
    kind: str
    called: Mapping[str, Term] = field(factory=dict)

    def smtlib(self) -> str:
        """The question as SMT-LIB 2, each premise under its name, for another solver."""
        return as_smtlib(self.premises, *self.terms, called=self.called)


Watcher = Callable[[Callable[[], Any]], Any]
WATCHERS: list[Watcher] = []  # the last of them is handed every question, to ask it and give its answer back


LISTENERS: list[Callable[[Asked], None]] = []  # each is told every question, and what the solver said to it


def _bool(term: Term) -> Any:
    return z3.BoolVal(term) if isinstance(term, bool) else term


class Query:
    """Named premises before a solver, to be asked more than once with further conditions.

    Each question goes to a solver and a context of its own, since a context that has answered before answers
    differently, and to Z3's plain core, since its own choice of tactics watches the clock. Everything is asserted
    outright; only `core` tracks the premises by name, which is slower by far. `called` names parts of them, for who
    reads the question: what a norm closes, under its id.
    """

    def __init__(self, premises: Premises, rlimit: int = RLIMIT, called: Mapping[str, Term] | None = None) -> None:
        self._rlimit = rlimit
        self._called = called or {}
        self._premises = dict(premises)

    def _solver(self, *terms: Term) -> Any:
        context = z3.Context()
        solver = z3.SimpleSolver(ctx=context)
        solver.set("random_seed", SEED)
        solver.set("rlimit", self._rlimit)
        solver.add(*(_bool(term).translate(context) for term in terms))
        return solver

    def add(self, *terms: Term) -> None:
        """Further premises for good, without a name of their own."""
        for term in terms:
            self._premises[f"added {len(self._premises)}"] = term

    def ask(self, *terms: Term) -> Answer:
        """Whether the premises and these terms can be met together."""
        solver = self._solver(*self._premises.values(), *terms)
        return _answer(solver, _check(solver, Asked(self._premises, terms, "", self._called)))

    def core(self, *terms: Term, among: Collection[str] | None = None) -> Answer:
        """The same for the premises named in `among` (or all); unsat tells which of them were used."""
        solver = self._solver(*terms)
        chosen = {name: term for name, term in self._premises.items() if among is None or name in among}
        tracked = {f"premise!{i}": name for i, name in enumerate(self._premises) if name in chosen}
        for label, name in tracked.items():
            solver.assert_and_track(_bool(chosen[name]).translate(solver.ctx), z3.Bool(label, solver.ctx))
        answer = _answer(solver, _check(solver, Asked(chosen, terms, "", self._called)))
        if answer.kind != UNSAT:
            return answer
        used = {str(literal) for literal in solver.unsat_core()}
        return Answer(UNSAT, core=tuple(name for label, name in tracked.items() if label in used))

    def smtlib(self, *terms: Term) -> str:
        """The question as SMT-LIB, for a second solver."""
        return as_smtlib(self._premises, *terms, called=self._called)


def as_smtlib(premises: Premises, *terms: Term, called: Mapping[str, Term] | None = None) -> str:
    """Premises, each under its name, and what is asked of them as one question in SMT-LIB 2.

    Parts that are `called` something are defined under that name, and stand by it wherever they come up.
    """
    declared = _declarations([_bool(term) for term in (*premises.values(), *terms)])
    taken = {line.split()[1].strip("|") for line in declared}
    parts = {_label(name, taken): term for name, term in (called or {}).items() if z3.is_expr(term)}
    by_name = [(term, z3.Bool(name)) for name, term in parts.items()]
    said = [(name, z3.substitute(_bool(term), *by_name).sexpr()) for name, term in premises.items()]
    said += [("asked", z3.substitute(_bool(term), *by_name).sexpr()) for term in terms]
    there = [(name, term) for name, term in parts.items() if any(f"|{name}|" in text for _, text in said)]
    lines = ["(set-logic QF_LIA)", *declared]
    lines += [f"(define-fun |{name}| () Bool {term.sexpr()})" for name, term in there]
    lines += [f"(assert (! {text} :named |{_label(name, taken)}|))" for name, text in said]
    return "\n".join([*lines, "(check-sat)", ""])


def _label(name: str, taken: set[str]) -> str:
    """The name as a symbol that nothing else bears."""
    label = name.replace("|", "/").replace("\\", "/")
    while label in taken:
        label += "'"
    taken.add(label)
    return label


def _declarations(terms: Sequence[Any]) -> list[str]:
    """What the terms are about, as lines of SMT-LIB; a solver would drop terms that it sees to be true, and theirs."""
    asts = (z3.Ast * len(terms))(*(term.as_ast() for term in terms))
    last = z3.BoolVal(True)
    told = z3.Z3_benchmark_to_smtlib_string(last.ctx_ref(), "", "", "unknown", "", len(terms), asts, last.as_ast())
    return [line for line in told.splitlines() if line.startswith("(declare-")]


def _check(solver: Any, asked: Asked) -> str:
    kind = str(WATCHERS[-1](solver.check) if WATCHERS else solver.check())
    for listener in LISTENERS:
        listener(evolve(asked, kind=kind))
    return kind


def _answer(solver: Any, kind: str) -> Answer:
    if kind == SAT:
        return Answer(SAT, Model(solver.model().translate(z3.main_ctx())))
    return Answer(kind, reason=str(solver.reason_unknown()) if kind == UNKNOWN else "")


def satisfy(premises: Premises, *terms: Term, rlimit: int = RLIMIT) -> Answer:
    """Whether premises can be met together; if not, which of them are used for it."""
    query = Query(premises, rlimit)
    answer = query.ask(*terms)
    return query.core(*terms) if answer.kind == UNSAT else answer


def prove(premises: Premises, claim: Term, rlimit: int = RLIMIT, core: bool = False) -> Verdict:
    """Whether a claim holds wherever the premises do; the premises themselves are tried first.

    With `core` a proof names the premises it used, at the price of a second, slower query.
    """
    query = Query(premises, rlimit)
    before = query.ask()
    if before.kind == UNSAT:
        return Verdict(VACUOUS, core=query.core().core)
    against = query.ask(z3.Not(_bool(claim)))
    if against.kind == SAT:
        return Verdict(REFUTED, against.model, before.model)
    if against.kind == UNSAT and before.kind == SAT:
        used = query.core(z3.Not(_bool(claim))).core if core else ()
        return Verdict(PROVED, None, before.model, used)
    return Verdict(UNKNOWN, None, before.model, reason=before.reason or against.reason)


Proves = Callable[[frozenset[str]], bool]


def smallest_cores(premises: Premises, claim: Term, rlimit: int = RLIMIT) -> tuple[tuple[str, ...], ...]:
    """Every smallest set of premises that proves the claim; none if all together do not.

    Smallest is by inclusion. Raises `Limit` if the solver gives up.
    """
    query = Query(premises, rlimit)
    names = tuple(premises)

    def proves(chosen: frozenset[str]) -> bool:
        answer = query.core(z3.Not(_bool(claim)), among=chosen)
        if answer.kind == UNKNOWN:
            raise Limit(answer.reason)
        return answer.kind == UNSAT

    found: list[frozenset[str]] = []
    for seed in _maps(names, found, proves):
        found.append(_shrunk(seed, names, proves))
    return tuple(sorted((tuple(n for n in names if n in core) for core in found), key=lambda c: (len(c), c)))


def _shrunk(chosen: frozenset[str], names: Sequence[str], proves: Proves) -> frozenset[str]:
    for name in names:
        if name in chosen and proves(chosen - {name}):
            chosen -= {name}
    return chosen


def _maps(names: Sequence[str], found: list[frozenset[str]], proves: Proves) -> Iterator[frozenset[str]]:
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
