"""A frame on a symbolic table: what could be done there, and what the names of guards point at.

Candidates are listed by kind and seat, each with the condition that it can be done physically; seats
are known numbers, since no guard can tell one seat from another but by its part in the frame.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from attrs import frozen

from ...model.norms import FORBID
from ...model.teufelsburg.cards import ALONE, BAG, CALLED, LEFT, RIGHT, SIDES, TRADE_TEXTS
from ...model.teufelsburg.vocabulary import FRAME_ACTS
from ..algebra import Algebra, Term, ne
from ..settling import Candidate, Settled, norms_at, settle, stand
from .codes import BAG_KINDS, CODES, KINDS, ROLE_CODES, Box, called, card
from .table import Slot, Table


class Unspoken(LookupError):
    """A name of a guard that the symbolic table has nothing for."""


@frozen
class Situation:
    """The top frame of a table and a seat that may move there; seats of the frame are known numbers."""

    box: Box
    table: Table
    kind: str
    by: int  # who moves
    owed: bool = True  # the frame is the seat's to answer; else it can only interrupt

    @property
    def slot(self) -> Slot:
        """The top frame."""
        return self.table.agenda[0]


def _free(a: Algebra, here: Situation, kind: int) -> Term:
    """The seat has one of a kind that does not lie face-down on the table."""
    table = here.table
    laid = a.total(
        a.ite(a.every((a.eq(slot.kind, CODES.code("frame", "answer")), a.eq(slot.to, here.by), a.eq(slot.card, kind))),
              1, 0)
        for slot in table.agenda
    )
    return a.lt(laid, table.held(a, here.by, kind))


def _objects(act: str, name: str) -> Callable[[Algebra, Situation], Iterator[Candidate]]:
    def listed(a: Algebra, here: Situation) -> Iterator[Candidate]:
        for kind in KINDS:
            values = {name: called(a, kind, here.table.turned)}
            yield Candidate(act, (act, kind), _free(a, here, kind), True, values)

    return listed


def _seats(act: str) -> Callable[[Algebra, Situation], Iterator[Candidate]]:
    def listed(_: Algebra, here: Situation) -> Iterator[Candidate]:
        for seat in range(here.box.players):
            yield point(act, seat)

    return listed


def _words(act: str, name: str, sort: str, words: tuple[str, ...]) -> Callable[..., Iterator[Candidate]]:
    def listed(_: Algebra, __: Situation) -> Iterator[Candidate]:
        for word in words:
            yield Candidate(act, (act, word), True, True, {name: CODES.code(sort, word)})

    return listed


def _plain(*acts: str) -> Callable[[Algebra, Situation], Iterator[Candidate]]:
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
        there = a.no(here.table.turned) if word == BAG else True
        yield Candidate("demand", ("demand", card(word)), there, True, {"demanded": card(word)})


def _roles(a: Algebra, here: Situation) -> Iterator[Candidate]:
    for role in ROLE_CODES:
        there = a.every(ne(a, held, role) for held in here.table.roles)
        yield Candidate("take-role", ("take-role", role), there, True, {"new_role": role})


Lister = Callable[[Algebra, Situation], Iterator[Candidate]]
_LISTERS: Mapping[str, tuple[Lister, ...]] = {
    "action": (_plain("pass"), _seats("spy"), _seats("trade"), _seats("attack"),
               _words("proclaim", "claim", "side", (*SIDES, ALONE)), _seats("give-to")),
    "end": (_plain("end-turn"), _words("proclaim", "claim", "side", (*SIDES, ALONE))),
    "offer": (_objects("offer", "given"),),
    "answer": (_plain("refuse"), _objects("return", "returned")),
    "activate": (_activate,),
    "direct": (_words("direct", "way", "way", (LEFT, RIGHT)),),
    "pass-on": (_objects("pass-on", "picked"),),
    "retrain": (_roles,),
    "surplus": (_seats("give-to"),),
    "unload": (_objects("give", "given"),),
    "demand": (_seats("demand-of"),),
    "demand-what": (_demand,),
}
SITUATIONS = tuple(_LISTERS)


def candidates(a: Algebra, here: Situation) -> tuple[Candidate, ...]:
    """All that the seat could do: what answers the frame, and putting down its occupation."""
    listed = [c for lister in _LISTERS[here.kind] for c in lister(a, here)] if here.owed else []
    return (*listed, use(here.table.roles[here.by]))


def use(role: Term) -> Candidate:
    """Putting down one's occupation; no struggle is under way, so it does not lie there already."""
    return Candidate("use", ("use",), True, False, {"card": role, "laid": False})


def point(act: str, seat: int) -> Candidate:
    """Pointing at a seat."""
    return Candidate(act, (act, seat), True, True, {"target": seat})


def _outnumbered(a: Algebra, here: Situation) -> Term:
    sides = here.table.sides
    like = a.total(a.ite(a.eq(side, sides[here.by]), 1, 0) for side in sides)
    return a.lt(a.total((like, like)), here.table.players)


def _called(part: str) -> Callable[[Algebra, Situation], Term]:
    return lambda a, here: called(a, getattr(here.slot, part), here.table.turned)


_NAMES: Mapping[str, Callable[[Algebra, Situation], Term]] = {
    "pile": lambda a, here: here.table.pile(a),
    "players": lambda _, here: here.table.players,
    "limit": lambda _, here: here.box.limit,
    "turn": lambda _, here: here.table.turn,
    "seat": lambda _, here: here.by,
    "on_turn": lambda a, here: a.eq(here.table.active, here.by),
    "hand": lambda a, here: here.table.hand(a, here.by),
    "role": lambda _, here: here.table.roles[here.by],
    "face_up": lambda _, here: here.table.shown[here.by],
    "spent": lambda a, here: a.some(
        a.every((spent, a.eq(here.table.roles[here.by], role)))
        for role, spent in zip(ROLE_CODES, here.table.spent, strict=True)),
    "side": lambda _, here: here.table.sides[here.by],
    "outnumbered": _outnumbered,
    "partner": lambda _, here: here.slot.to,
    "priest_seat": lambda _, here: here.slot.to,
    "partner_hand": lambda a, here: here.table.hand(a, here.slot.to),
    "demanded": _called("demanded"), "offered": _called("card"), "traded": _called("card"), "taken": _called("card"),
    "other": _called("other"),
}


def name(a: Algebra, here: Situation, word: str, candidate: Candidate | None) -> Term:
    """What a name of a guard points at. Raises `Unspoken` for what is not on the symbolic table."""
    if candidate is not None and word in candidate.values:
        return candidate.values[word]
    if candidate is not None and word == "target_hand":
        return here.table.hand(a, candidate.values["target"])
    if word not in _NAMES:
        raise Unspoken(word)
    return _NAMES[word](a, here)


def settled(a: Algebra, here: Situation) -> Settled:
    """The norms of the rule set settled over the candidates of the seat that owes the frame.

    Raises `Unspoken`, and `Gap` where a guard needs what the rules do not give.
    """
    listed = candidates(a, here)
    norms = norms_at(here.box.rules.norms, here.kind, FRAME_ACTS[here.kind])
    return settle(a, listed, stand(a, norms, listed, lambda word, c: name(a, here, word, c), here.owed))


def opened(a: Algebra, here: Situation, candidate: Candidate) -> Term:
    """Some norm permits the candidate, or obliges to it; whatever else forbids it.

    Weaker than legal, and so enough to prove what holds after every legal move.
    """
    norms = [n for n in norms_at(here.box.rules.norms, here.kind, (candidate.act,)) if n.mood != FORBID]
    standing = stand(a, norms, (candidate,), lambda word, c: name(a, here, word, c), here.owed)
    return a.some(item.covers[0] for item in standing)
