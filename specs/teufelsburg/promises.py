"""What the rules promise: proved by induction over the steps, or on a single symbolic table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import evolve, frozen

from ...model.rules import Gap, Rules
from ...model.teufelsburg.state import State
from ..algebra import Symbolic, Term
from ..induction import Induction, Kept, induce
from ..promise import INVARIANT, Promise
from ..prover import PROVED, REFUTED, UNKNOWN, VACUOUS, Model, Verdict, prove
from .codes import BAG_KINDS, CODES, Box
from .deal import deal, first
from .decode import decode, evaluate
from .invariant import sound
from .pose import OWNER, cases, posed
from .situation import Situation, settled
from .steps import STEPS, Step
from .table import Table, fresh

_A = Symbolic(CODES)
SLICE = "over trades, the texts of traded objects, the Diplomat and the surplus"


@frozen
class _Saying:
    """What an invariant of the induction promises, the clauses it rests on, and a step that shows it at work."""

    id: str
    invariant: str
    says: str
    clauses: tuple[str, ...]
    seen_at: str


_KEPT = (
    _Saying("object.one-place", "conserved", "Every object is in one place: a hand, the pile, or out of the game.",
            ("setup.luggage", "trade.accept", "hand.surplus"), "answer/return"),
    _Saying("hand.not-empty", "owning", "Everybody owns at least one object.",
            ("setup.luggage", "trade.accept", "hand.surplus"), "unload/give"),
    _Saying("hand.within-limit", "within-limit",
            "No hand is over the limit, but for one object too many of the one player who must give it away.",
            ("hand.surplus", "object.bag"), "draw/draw"),
    _Saying("object.bag.turned", "turning", "The bags have turned exactly when the pile is used up, and never turn back.",
            ("object.bag.turns",), "draw/draw"),
    _Saying("turn.agenda", "shape", "At most two decisions wait on top of the choice of an action or the end of a turn.",
            ("turn.order", "trade.abilities"), "activate/activate-bag"),
)


def promises(rules: Rules) -> tuple[Promise, ...]:
    """All promises of the family for a rule set, in a fixed order.

    What needs the limit of a hand is ``unknown`` where the rules do not give it.
    """
    box = Box(rules)
    try:
        kept = _inductive(box)
    except Gap as gap:
        kept = tuple(_silent(rules, saying, gap) for saying in _KEPT)
    return (*kept, surplus(rules), associations(rules), no_bag_for_bag(rules))


def _promise(
    rules: Rules, id_: str, says: str, clauses: Sequence[str], verdict: str, value: int | None = None,
    witness: State | None = None, detail: str = "",
) -> Promise:
    known = tuple(clause for clause in clauses if rules.has(clause))
    return Promise(id_, says, INVARIANT, known, verdict, value, witness, detail)


def _silent(rules: Rules, saying: _Saying, gap: Gap) -> Promise:
    return _promise(rules, saying.id, saying.says, saying.clauses, UNKNOWN, detail=str(gap))


def _state(box: Box, model: Model | None, table: Table) -> State | None:
    return None if model is None else decode(box, evaluate(model, table))


# ---------------------------------------------------------------- by induction


def induction(box: Box, steps: Sequence[Step] = STEPS) -> Induction:
    """All invariants over all steps. Raises `Gap` where the rules give no limit of a hand."""
    return induce(_A, cases(_A, box, steps))
