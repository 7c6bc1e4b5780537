"""What a seat could do at a frame of a symbolic table: each candidate with the condition that it can be done.

Candidates are listed by kind and seat; seats are known numbers, since no guard can tell one seat from another but
by its part in the frame.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from attrs import evolve, frozen

from ...model.game import TABLE, Move
from ...model.teufelsburg.cards import (
    ABSTAINS,
    ALONE,
    ATTACKER,
    BAG,
    CALLED,
    DEFENDER,
    DRINK,
    LEFT,
    RIGHT,
    ROLES,
    SIDES,
    TRADE_TEXTS,
)
from ...model.teufelsburg.moves import ASSOCIATION, OBJECT, TRUTH
from ...model.teufelsburg.vocabulary import FRAME_ACTS
from ..algebra import Algebra, Term, ne
from ..settling import Candidate
from .codes import BAG_KINDS, CODES, KINDS, ROLE_CODES, Box, called, card
from .struggle import laid, stance
from .table import Slot, Table

WINDOWS = ("duel.priest", "duel.reveal", "duel.hypnotist", "duel.powers", "duel.result", "duel.choice")


@frozen
class Situation:
    """The top frame of a table and a seat that may move there; seats of the frame are known numbers."""

    box: Box
    table: Table
    kind: str
    by: int  # who moves; the seat `table` closes a window
    owed: bool = True  # the frame is the seat's to answer; else it can only interrupt

    @property
    def slot(self) -> Slot:
        """The top frame."""
        return self.table.agenda[0]


Lister = Callable[[Algebra, Situation], Iterator[Candidate]]


def _free(a: Algebra, here: Situation, kind: int) -> Term:
    return a.lt(0, here.table.free(a, here.by, kind))


def _own(a: Algebra, here: Situation, kind: int) -> Term:
    return a.lt(0, here.table.held(a, here.by, kind))


def _losers(a: Algebra, here: Situation, kind: int) -> Term:
    return a.lt(0, here.table.held(a, here.slot.to, kind))


def _in_pile(a: Algebra, here: Situation, kind: int) -> Term:
    """In the pile, and not the one picked already."""
    return a.lt(a.ite(a.eq(here.slot.card, kind), 1, 0), here.table.piled(kind))


def _of_two(a: Algebra, here: Situation, kind: int) -> Term:
    """One of the two objects traded."""
    return a.some((a.eq(here.slot.card, kind), a.eq(here.slot.other, kind)))


def _objects(act: str, name: str, there: Callable[[Algebra, Situation, int], Term] = _free) -> Lister:
    def listed(a: Algebra, here: Situation) -> Iterator[Candidate]:
        for kind in KINDS:
            values = {name: called(a, kind, here.table.turned)}
            yield Candidate(act, (act, kind), there(a, here, kind), True, values)

    return listed


def _seats(act: str) -> Lister:
    def listed(_: Algebra, here: Situation) -> Iterator[Candidate]:
        for seat in range(here.box.players):
            yield point(act, seat)

    return listed


def _words(act: str, name: str, sort: str, words: tuple[str, ...]) -> Lister:
    def listed(_: Algebra, __: Situation) -> Iterator[Candidate]:
        for word in words:
            yield Candidate(act, (act, word), True, True, {name: CODES.code(sort, word)})

    return listed


def _plain(*acts: str) -> Lister:
    def listed(_: Algebra, __: Situation) -> Iterator[Candidate]:
        for act in acts:
            yield Candidate(act, (act,), True, True, {})

    return listed


def _activate(a: Algebra, here: Situation) -> Iterator[Candidate]:
    texts = frozenset(card(kind) for kind in TRADE_TEXTS)
    bag = a.member(here.slot.card, frozenset(BAG_KINDS))
    readable = a.every((a.member(here.slot.card, texts), a.implies(bag, a.no(here.table.turned))))
    yield Candidate("activate", ("activate",), readable, True, {})
    yield Candidate("leave", ("leave",), True, True, {})


def _demand(a: Algebra, here: Situation) -> Iterator[Candidate]:
    for word in CALLED:
        there = a.no(here.table.turned) if word == BAG else word != DRINK or here.box.has(DRINK)
        yield Candidate("demand", ("demand", card(word)), there, True, {"demanded": card(word)})


def _demand_bag(a: Algebra, here: Situation) -> Iterator[Candidate]:
    for bag in BAG_KINDS:
        yield Candidate("demand", ("demand", bag), True, True, {"demanded": called(a, bag, here.table.turned)})


def _returns(a: Algebra, here: Situation) -> Iterator[Candidate]:
    for candidate in _objects("return", "returned")(a, here):
        _, kind = candidate.key
        name, demanded = candidate.values["returned"], here.slot.demanded
        very = a.some((a.eq(demanded, kind), a.eq(demanded, name)))
        yield evolve(candidate, values={"returned": name, "as_demanded": very})


def _roles(a: Algebra, here: Situation) -> Iterator[Candidate]:
    for role in ROLE_CODES:
        there = a.every(ne(a, held, role) for held in here.table.roles)
        yield Candidate("take-role", ("take-role", role), there, True, {"new_role": role})


def _places(_: Algebra, here: Situation) -> Iterator[Candidate]:
    for place in range(here.box.row if here.box.row > 1 else 0):
        yield Candidate("peek", ("peek", place), True, True, {})


def _silence(a: Algebra, here: Situation) -> Iterator[Candidate]:
    for seat in range(here.box.players):
        values = {"target": seat, "target_supports": stance(a, here.table, seat)}
        yield Candidate("silence", ("silence", seat), True, True, values)


def _names(a: Algebra, here: Situation) -> Iterator[Candidate]:
    for seat in range(here.box.players):
        values = {"target": seat, "target_named": a.lt(0, here.table.named[seat])}
        yield Candidate("name", ("name", seat), True, True, values)


def _points(a: Algebra, here: Situation) -> Iterator[Candidate]:
    for seat in range(here.box.players):
        values = {"target": seat, "target_named": a.lt(0, here.table.pointed[seat]) if here.table.pointed else False}
        yield Candidate("point-out", ("point-out", seat), True, True, values)


_LISTERS: Mapping[str, tuple[Lister, ...]] = {
    "action": (_plain("pass"), _seats("spy"), _seats("trade"), _seats("attack"),
               _words("proclaim", "claim", "side", (*SIDES, ALONE)),
               _seats("give-to")),
    "end": (_plain("end-turn"), _words("proclaim", "claim", "side", (*SIDES, ALONE))),
    "offer": (_objects("offer", "given"),),
    "answer": (_plain("refuse"), _returns),
    "trade-on": (_seats("trade"), _plain("leave")),
    "activate": (_activate,),
    "text-order": (_objects("put-first", "kind", _of_two),),
    "direct": (_words("direct", "way", "way", (LEFT, RIGHT)),),
    "pass-on": (_objects("pass-on", "picked"),),
    "pass-in-turn": (_objects("pass-on", "picked"),),
    "retrain": (_roles,),
    "peek": (_places,),
    "surplus": (_seats("give-to"),),
    "unload": (_objects("give", "given"),),
    "demand": (_seats("demand-of"),),
    "demand-what": (_demand,),
    "demand-bag": (_demand_bag,),
    "foresee": (_objects("pick", "picked", _in_pile),),
    "support": (_words("support", "chosen", "stance", (ATTACKER, DEFENDER, ABSTAINS)),),
    "secret-support": (_words("support", "chosen", "stance", (ATTACKER, DEFENDER, ABSTAINS)),),
    "silence": (_silence,),
    "appoint": (_words("appoint", "chosen", "stance", (ATTACKER, DEFENDER)),),
    "symbol": (_words("symbol", "chosen", "stance", (ATTACKER, DEFENDER)),),
    "bonus": (_plain("add", "leave"),),
    "stand-off": (_plain("pick-up", "leave"),),
    "reward": (_words("reward", "take", "reward", (TRUTH, ASSOCIATION, OBJECT)), _plain("leave")),
    "steal": (_objects("steal", "picked", _losers), _plain("leave")),
    "give-back": (_objects("give-back", "given", _own),),
    "tribute": (_objects("give", "given"),),
    "point-out": (_points, _plain("done")),
    "name-allies": (_names, _plain("done")),
}


# Frames in which somebody decides by the norms: all but those of chance ...
DECISIONS = tuple(kind for kind in FRAME_ACTS if kind in _LISTERS or kind in WINDOWS)
assert {"use", "close"}.isdisjoint(act for kind, acts in FRAME_ACTS.items() if kind not in DECISIONS for act in acts)
# ... and those of them that the symbolic steps lead from and to so far.
SITUATIONS = ("action", "end", "offer", "answer", "activate", "direct", "pass-on", "retrain", "surplus", "unload",
              "demand", "demand-what")


def candidates(a: Algebra, here: Situation) -> tuple[Candidate, ...]:
    """All that the seat could do: what answers the frame, and what it could put down meanwhile."""
    if here.by == TABLE:
        return (Candidate("close", ("close",), True, True, {}),)
    listed = [c for lister in _LISTERS.get(here.kind, ()) for c in lister(a, here)] if here.owed else []
    role = here.table.roles[here.by]
    listed.append(use(role, laid(a, here.table, here.by, role)))
    listed += _objects_used(a, here) if here.kind in WINDOWS else ()
    return (*listed, *(_tokens(a, here) if here.kind == "duel.powers" and here.table.tokens else ()))


def _objects_used(a: Algebra, here: Situation) -> Iterator[Candidate]:
    """The objects that a seat could put down in a window, besides those that lie there already."""
    table, by = here.table, here.by
    for kind in KINDS:
        lies = table.laid[by][kind - 1]
        values = {"card": called(a, kind, table.turned), "laid": a.lt(0, lies)}
        yield Candidate("use", ("use", kind), a.lt(lies, table.held(a, by, kind)), False, values)


def _tokens(a: Algebra, here: Situation) -> Iterator[Candidate]:
    for side in (ATTACKER, DEFENDER):
        there = a.lt(0, here.table.tokens[here.by])
        yield Candidate("token", ("token", side), there, False, {"chosen": CODES.code("stance", side)})


def use(role: Term, lies: Term = False) -> Candidate:
    """Putting down one's occupation; `lies` if it lies in the struggle already."""
    return Candidate("use", ("use",), True, False, {"card": role, "laid": lies})


def point(act: str, seat: int) -> Candidate:
    """Pointing at a seat."""
    return Candidate(act, (act, seat), True, True, {"target": seat})


_NAMED = {"kind": "card", "role": "card", "called": "card", "claim": "", "way": "", "side": "", "take": "",
          "place": ""}


def key_of(move: Move) -> tuple[Any, ...]:
    """The key of the candidate that a move of the engine is."""
    if move.act == "use":
        word = move.card  # type: ignore[attr-defined]
        return ("use",) if word in ROLES else ("use", card(word))
    for part in ("to", "on", "seat"):
        if hasattr(move, part):
            return (move.act, getattr(move, part))
    for part, sort in _NAMED.items():
        if hasattr(move, part):
            word = getattr(move, part)
            return (move.act, card(word) if sort else word)
    return (move.act,)
