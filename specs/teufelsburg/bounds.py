"""How far at least: lower bounds of the length of a game, and the proof that no step breaks them.

A bound is consistent if no step lowers it by more than the step is long; then whoever searches along it finds the
shortest game. Each is proved here step by step, from any table at all, by whoever may move: no invariant is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

import z3
from attrs import evolve, frozen

from ...model.norms import FORBID
from ...model.rules import Rules
from ...model.teufelsburg.vocabulary import FRAME_ACTS
from ..algebra import Algebra, Symbolic, Term
from ..prover import PROVED, REFUTED, RLIMIT, SAT, UNKNOWN, UNSAT, Answer, Premises, Query
from .codes import CODES, Box, frame_code
from .effects import Act
from .invariant import choosing, sound
from .step import Step, after, chance, enabled, the_table
from .steps import STEPS
from .table import Table, fresh, is_frame

TWO = ("answer", "steal", "give-back", "pass-in-turn", "unload", "tribute")  # frames of two seats and their objects
TURN = 1 << 20  # a turn, in decisions: more than a game has
_A = Symbolic(CODES)
Allowed = Callable[[Box, Step, Table, Act], Term]
Broken = Callable[[Step, Table, Act, Table], Term]  # what must not be: of a step, its table, its move, the table after


def anything(_: Box, __: Step, ___: Table, ____: Act) -> Term:
    """Whatever can be done is allowed."""
    return True


@frozen
class Granted:
    """What is taken for granted: what sound positions keep, by `invariant.SOUND`; terms; that a step is allowed."""

    keeps: tuple[str, ...] = ()
    terms: tuple[Term, ...] = ()
    allowed: Allowed = anything


@frozen
class Proof:
    """What became of a claim about every step: ``proved`` for so many steps, or the step that speaks against it."""

    verdict: str
    steps: int
    against: str = ""


def of_the_last(worth: Callable[[Table], Term]) -> Callable[[Table], Term]:
    """The same, kept for the table asked of last: all steps of a kind of frame begin at one table."""
    last: list[tuple[Table, Term]] = []

    def found(table: Table) -> Term:
        if not last or last[0][0] is not table:
            last[:] = [(table, worth(table))]
        return last[0][1]

    return found


def claim_frames(rules: Rules) -> tuple[str, ...]:
    """The kinds of frame at which some norm lets a victory be proclaimed, or somebody be named."""
    opens = [norm for norm in rules.norms if norm.move == "proclaim" and norm.mood != FORBID]
    kinds = [kind for kind, acts in FRAME_ACTS.items() if "proclaim" in acts]
    judged = [kind for kind, acts in FRAME_ACTS.items() if "done" in acts]
    return (*(kind for kind in kinds if any(not n.during or kind in n.during for n in opens)), *judged)


def to_claim(a: Algebra, frames: tuple[str, ...], table: Table) -> Term:
    """At least how far it is to a proclamation that is judged, in decisions, a turn being `TURN` of them.

    One decision; and a turn, unless a victory can still be proclaimed in this one.
    """
    soon = a.some(is_frame(a, slot, *frames) for slot in table.agenda)
    return a.ite(table.over, 0, a.ite(soon, 1, TURN + 1))


def claim_bound_holds(rules: Rules, steps: tuple[Step, ...] = STEPS) -> Proof:
    """Whether `to_claim` is consistent: every step costs at least what it lowers the bound by."""
    frames = claim_frames(rules)

    def broken(_: Step, before: Table, act: Act, later: Table) -> Term:
        cost = _A.total((_A.ite(_A.le(0, act.by), 1, 0), TURN * (later.turn - before.turn)))
        return _A.lt(_A.total((cost, to_claim(_A, frames, later))), to_claim(_A, frames, before))

    return for_every_step(Box(rules), [s for s in steps if s.act != "proclaim" or s.frame in frames], broken)


def one_object_a_move(rules: Rules, steps: tuple[Step, ...] = STEPS) -> Proof:
    """Whether one move, with all that follows of itself, brings a hand one object at most."""

    def broken(_: Step, before: Table, __: Act, later: Table) -> Term:
        return _A.lt(_A.total((before.size(_A, 0), 1)), later.size(_A, 0))  # any seat is seat 0, by rotation

    return for_every_step(Box(rules), steps, broken)


def for_every_step(
    box: Box, steps: Sequence[Step], broken: Broken, frames: int | None = None, seats: tuple[int, ...] = (),
    granted: Granted | None = None,
) -> Proof:
    """Whether no step can be taken so that something is broken; the steps of a kind of frame in one question.

    With `frames` on tables where no more are owed, and room for what a step adds; with `seats` of who owes the frame
    and to whom, if it names two: which seats these are must not matter to what is asked.
    What is `granted` is taken for granted. A question on which the solver gives up is asked in parts.
    """
    by_frame = dict[str, list[Step]]()
    act = Act(z3.Int("by"), z3.Int("to"), z3.Int("card"), z3.Int("choice"))
    for step in steps:
        by_frame.setdefault(step.frame, []).append(step)
    for kind, alike in by_frame.items():
        more = max(step.grows(box) for step in alike)
        blank = fresh(box, "before", None if frames is None else frames + max(1, more))
        top = evolve(blank.agenda[0], kind=frame_code(kind))
        if seats and kind in TWO:
            top = evolve(top, by=seats[0], to=seats[1])
        table = evolve(blank, agenda=(top, *blank.agenda[1:]), over=False)
        kept = choosing(_A, box, table, True) if kind == "pass-on" else True
        taken = granted or Granted()
        cases = {step.key: _case(box, step, table, act, broken, taken.allowed) for step in alike}
        keeps = sound(_A, box, table).keeps if taken.keeps else {}
        premises = {"choosing": kept, **{name: keeps[name] for name in taken.keeps},
                    **{f"granted {i}": term for i, term in enumerate(taken.terms)}}
        answer = _asked(premises, _A.some(cases.values()))
        if answer.kind == UNKNOWN:
            answer = _apart(premises, cases.values(), _each_seat(box, act.by), _each_seat(box, act.to))
        if answer.kind != UNSAT:
            against = [key for key, case in cases.items() if answer.model is not None and answer.model.holds(case)]
            return Proof(REFUTED if answer.kind == SAT else UNKNOWN, len(steps), ", ".join(against) or kind)
    return Proof(PROVED, len(steps))


class _Proved:
    """Questions that were answered with no, for rule sets that differ in nothing that these ask.

    Terms that are alike to the letter are one to Z3 while one of them is kept; so they are kept, of the last few.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: dict[tuple[int, ...], tuple[Term, ...]] = {}

    def __contains__(self, question: tuple[Term, ...]) -> bool:
        return self._key(question) in self._kept

    def add(self, question: tuple[Term, ...]) -> None:
        """Keep a question; the one kept longest goes if there are too many."""
        self._kept[self._key(question)] = question
        while len(self._kept) > self._most:
            del self._kept[next(iter(self._kept))]

    @staticmethod
    def _key(question: tuple[Term, ...]) -> tuple[int, ...]:
        return tuple(term.get_id() if z3.is_expr(term) else -1 - bool(term) for term in question)


_PROVED = _Proved(256)


def _asked(premises: Premises, term: Term) -> Answer:
    """The answer to whether a term can hold under premises; to the same question it is not worked out twice."""
    question = (*premises.values(), term)
    if question in _PROVED:
        return Answer(UNSAT)
    answer = Query(premises).ask(term)
    if answer.kind == UNSAT:
        _PROVED.add(question)
    return answer


def _apart(premises: Premises, terms: Collection[Term], *splits: Sequence[Term]) -> Answer:
    """Whether one of some terms can be met, each by itself and, where it is too much, split into parts.

    Each split leaves nothing out, so that a term cannot be met if none of its parts can. Tells the first that can be
    met, or is too much in its last parts too. Whole steps and last parts are given all the work that a question may
    take; the parts between only a taste, since seats are alike: where one of them is hard, all are.
    """
    query = Query(premises, RLIMIT // 40 if len(splits) == 1 else RLIMIT)
    for term in terms:
        answer = query.ask(term)
        if answer.kind == UNKNOWN and splits:
            answer = _apart({**premises, f"part {len(splits)}": term}, splits[0], *splits[1:])
        if answer.kind != UNSAT:
            return answer
    return Answer(UNSAT)


def _each_seat(box: Box, seat: Term) -> tuple[Term, ...]:
    """It is this seat or that, or none."""
    found = [_A.eq(seat, number) for number in range(box.players)]
    return (*found, _A.no(_A.some(found)))


def _case(box: Box, step: Step, table: Table, act: Act, broken: Broken, allowed: Allowed) -> Term:
    """The step is taken by somebody who plays, or by chance or the table, and something is broken."""
    nobody = step.who in (chance, the_table)
    somebody = True if nobody else _A.every((_A.le(0, act.by), _A.lt(act.by, box.players)))
    can = _A.every((*enabled(_A, box, step, table, act).values(), somebody, allowed(box, step, table, act)))
    return False if can is False else _A.every((can, broken(step, table, act, after(_A, box, step, table, act))))
