"""What the rules promise: proved by induction over the steps, or on a single symbolic table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import z3
from attrs import evolve, frozen

from ...model.rules import Gap, Rules
from ...model.teufelsburg.state import State
from ..algebra import Symbolic, Term
from ..induction import Induction, induce
from ..promise import INVARIANT, Promise
from ..prover import PROVED, REFUTED, SAT, UNKNOWN, UNSAT, VACUOUS, Limit, Model, Query, prove
from .cases import GRANTED, NEVER_BACK, SAME_SIDES, USED, cases
from .codes import BAG_KINDS, CODES, Box
from .deal import deal, first
from .decode import decode, evaluate
from .invariant import sides, sound
from .listing import Situation
from .pose import OWNER, posed
from .situation import settled
from .step import Step
from .steps import STEPS
from .table import Table, fresh

_A = Symbolic(CODES)
SLICE = "over every kind of move"


@frozen
class Saying:
    """What is promised, and the clauses it rests on; of the induction the invariant, and a step that shows it at work.
    """

    id: str
    invariant: str
    says: str
    clauses: tuple[str, ...]
    seen_at: str = ""


_KEPT = (
    Saying("object.one-place", "conserved", "Every object is in one place: a hand, the pile, or out of the game.",
           ("setup.luggage", "trade.accept", "hand.surplus"), "answer/return"),
    Saying("hand.not-empty", "owning", "Everybody owns at least one object.",
           ("setup.luggage", "trade.accept", "hand.surplus"), "unload/give"),
    Saying("hand.within-limit", "within-limit",
           "No hand is over the limit, but for one object too many of the one player who must give it away.",
           ("hand.surplus", "object.bag"), "draw/draw"),
    Saying("object.bag.turned", "turning",
           "The bags have turned exactly when the pile is used up: none turns while it has objects.",
           ("object.bag.turns",), "draw/draw"),
    Saying("object.bag.never-back", NEVER_BACK, "A bag that has turned never turns back.",
           ("object.bag.turns",), "answer/return"),
    Saying("turn.agenda", "shape",
           "What is owed has one of the shapes of a turn: a trade, its texts, a struggle's moments in order.",
           ("turn.order", "trade.abilities"), "activate/activate-bag"),
    Saying("occupation.one-place", "people",
           "Every occupation is in one place: with one player, left over, or laid apart.",
           ("setup.occupations", "object.tome", "object.coat"), "activate/activate-tome"),
    Saying("occupation.used", USED,
           "Whoever uses an occupation has it used up, face-up unless it is hidden again.",
           ("duel.after-use", "profession.use", "profession.spent"), "action/use-"),
    Saying("associations.constant", SAME_SIDES, "Nobody's association ever changes.", ("setup.associations",),
           "end/end-turn"),
)


def promises(rules: Rules) -> tuple[Promise, ...]:
    """All promises of the family for a rule set, in a fixed order.

    What needs the limit of a hand is ``unknown`` where the rules do not give it.
    """
    return (*kept(rules), taker(rules), associations(rules), minority(rules), no_bag_for_bag(rules))


def promise_of(rules: Rules, saying: Saying, verdict: str, witness: State | None, detail: str,
               value: int | None = None) -> Promise:
    """The promise that a saying is, with the clauses that the rule set has, and what became of it."""
    return Promise(saying.id, saying.says, INVARIANT, cited(rules, saying.clauses), verdict, value, witness, detail)


def cited(rules: Rules, keys: Sequence[str]) -> tuple[str, ...]:
    """Those of the clauses that the rule set has."""
    clauses = [(key, rules.edition.clause(key)) for key in keys]
    return tuple(key for key, clause in clauses if clause and clause.in_force(rules.variants, rules.players))


def state_of(box: Box, model: Model | None, table: Table) -> State | None:
    """The engine's state for a table of a model, if there is one."""
    return None if model is None else decode(box, evaluate(model, table))


# ---------------------------------------------------------------- by induction


def kept(rules: Rules, steps: Sequence[Step] = STEPS) -> tuple[Promise, ...]:
    """What every step keeps, proved by induction over them."""
    box = Box(rules)
    try:
        all_cases = cases(_A, box, steps)
    except Gap as gap:
        return tuple(promise_of(rules, saying, UNKNOWN, None, str(gap)) for saying in _KEPT)
    found = induce(_A, all_cases, GRANTED)
    tables = {case.name: case.subject for case in all_cases}
    return tuple(_told(rules, saying, found, tables) for saying in _KEPT)


def _told(rules: Rules, saying: Saying, found: Induction, tables: Mapping[str, Table]) -> Promise:
    box, what = Box(rules), found.kept[saying.invariant]
    if what.kind in (PROVED, VACUOUS):
        seen = next((name for name in found.witnesses if name.startswith(saying.seen_at)), "")
        witness = state_of(box, found.witnesses.get(seen), tables[seen]) if seen else None
        return promise_of(rules, saying, what.kind, witness, f"by induction {SLICE}: {len(found.witnesses)} cases")
    witness = state_of(box, what.model, tables[what.broken_by])
    if what.kind == REFUTED:
        return promise_of(rules, saying, REFUTED, witness, "the set-up allows a first position without it")
    reason = what.reason or "not kept from every position with what is proved; no game need come there"
    return promise_of(rules, saying, UNKNOWN, witness, f"at {what.broken_by}: {reason}")


# ---------------------------------------------------------------- on one table

_TAKER = Saying("hand.surplus.taker", "", "Whoever has an object too many finds somebody who may take it.",
                ("hand.surplus",))


def taker(rules: Rules) -> Promise:
    """A surplus can always be given away; `value` is the least limit from which on that holds.

    The value is exact: for it and every higher limit the solver has a proof, for the next lower one a table.
    """
    limit = z3.Int("limit")
    box = Box(rules, limit)
    blank = fresh(box, "table")
    here = Situation(box, posed(box, blank, "surplus"), "surplus", OWNER)
    stuck = settled(_A, here).stuck
    query = Query({**sound(_A, box, here.table).keeps, "limit": limit >= 1})
    least = _least(query, limit, stuck)
    try:
        given = rules.fact("hand.limit")
    except Gap as gap:
        return promise_of(rules, _TAKER, UNKNOWN, None, str(gap), least)
    met = query.ask(limit == given)
    if met.kind == UNSAT:
        return promise_of(rules, _TAKER, VACUOUS, None, "nobody can have an object too many", least)
    against = query.ask(limit == given, stuck)
    verdict = {UNSAT: PROVED, SAT: REFUTED}.get(against.kind, UNKNOWN)
    model = against.model or met.model
    detail = f"{box.in_play} objects in play; the limit is {given}, {least} is the least that always leaves room"
    return promise_of(rules, _TAKER, verdict, state_of(box, model, here.table), detail, least)


def _least(query: Query, limit: Term, stuck: Term) -> int:
    """The least limit from which on nobody is stuck. Raises `Limit` if the solver gives up."""
    least = 1
    while True:
        answer = query.ask(limit >= least, stuck)
        if answer.kind == UNKNOWN:
            raise Limit(answer.reason)
        if answer.model is None:
            return least
        least = answer.model.number(limit) + 1


_BALANCED = Saying("associations.balanced", "", "", ("setup.associations",))


def associations(rules: Rules) -> Promise:
    """The associations are equal in number, or one apart with the spare card, if there is one, of the smaller."""
    box = Box(rules)
    n, each = rules.players, rules.fact("associations.each")
    table = first(_A, box)
    order, brotherhood = (_A.total(_A.ite(_A.eq(side, s), 1, 0) for side in table.sides) for s in (1, 2))
    if n % 2 == 0:
        says = "The two associations have equally many players."
        claim = _A.eq(order, brotherhood)
    else:
        says = "One association has one player more than the other"
        says += ", whose card is the one left over." if box.row == 1 else "."
        claim = _A.some(
            _A.every((_A.eq(more, _A.total((less, 1))), _A.some((box.row > 1, _A.eq(more, each)))))
            for more, less in ((order, brotherhood), (brotherhood, order))
        )
    found = prove(deal(_A, box, table), claim)
    saying = evolve(_BALANCED, says=says)
    return promise_of(rules, saying, found.kind, state_of(box, found.model or found.witness, table), "over every deal")


_MINORITY = Saying("associations.minority", "", "", ("setup.associations", "setup.spare"))


def minority(rules: Rules) -> Promise:
    """At an odd number of players exactly one association is the smaller, by one player; else neither is.

    Proved on every sound position, and so of every moment of a game; that the sides stay, is a promise of its own.
    """
    box, odd = Box(rules), rules.players % 2
    table = fresh(box, "table")
    order, brotherhood = (_A.total(_A.ite(_A.eq(side, s), 1, 0) for side in table.sides) for s in (1, 2))
    if odd:
        says = "One association, and only one, has fewer players than the other, at every moment: one less."
        claim = _A.some((_A.eq(order, _A.total((brotherhood, 1))), _A.eq(brotherhood, _A.total((order, 1)))))
    else:
        says = "Neither association ever has fewer players than the other."
        claim = _A.eq(order, brotherhood)
    found = prove({"sides": sides(_A, box, table)}, claim)
    seen = prove(deal(_A, box, begin := first(_A, box)), claim)
    model, shown = (found.model, table) if found.model else (seen.witness, begin)
    return promise_of(rules, evolve(_MINORITY, says=says), found.kind, state_of(box, model, shown),
                      "on every position that the steps keep sound")


_NO_BAG = Saying("object.bag.never-for-bag", "", "While the pile has objects, no bag goes for the other bag.",
                 ("object.bag.no-bag", "trade.must-refuse-bag"))


def no_bag_for_bag(rules: Rules) -> Promise:
    """With a bag offered and a bag in hand, giving it in return is not legal while the pile has objects."""
    box = Box(rules)
    try:
        table = posed(box, fresh(box, "table"), "answer")
        keeps = sound(_A, box, table).keeps
        norms = settled(_A, Situation(box, table, "answer", OWNER))
    except Gap as gap:
        return promise_of(rules, _NO_BAG, UNKNOWN, None, str(gap))
    bags = frozenset(BAG_KINDS)
    premises = {
        **keeps,
        "a bag is offered": _A.member(table.agenda[0].card, bags),
        "a bag is in hand": _A.some(_A.lt(0, table.held(_A, OWNER, bag)) for bag in BAG_KINDS),
        "the pile has objects": _A.lt(0, table.pile(_A)),
    }
    claim = _A.every(_A.no(norms.legal_at(("return", bag))) for bag in BAG_KINDS)
    found = prove(premises, claim)
    detail = "by the norms on every position in which a bag is offered to an owner of the other"
    return promise_of(rules, _NO_BAG, found.kind, state_of(box, found.model or found.witness, table), detail)
