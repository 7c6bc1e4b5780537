"""Where faults hide in a struggle, a look at the pile and a proclamation: conditions on tables that can be there.

Ties, a loser with a single object, a winner at the limit, poison rings on both sides, every use that the norms let a
seat make, and every step that leads on from there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from attrs import evolve, frozen

from ...model.teufelsburg.cards import ALCHEMIST, BODYGUARD, CLAIRVOYANT, PRIEST, RING, ROLES, SIDES
from ...model.teufelsburg.vocabulary import STRUGGLE
from ..algebra import Algebra, Term, at
from ..settling import norms_at
from .cases import moves
from .codes import BAG_KINDS, CODES, KINDS, RESULTS, Box, card, frame_code
from .counting import lying, points, result
from .effects import set_at
from .invariant import Sound, sound
from .listing import WINDOWS, Situation
from .opening import laid_down, used_at
from .pose import OTHER, OWNER, THIRD
from .shapes import NAMING
from .situation import settled
from .standing import standing
from .step import enabled
from .steps import STEPS
from .struggle import ATTACKS, DEFENDS
from .table import Slot, Table

TAKING = ("reward", "duel.choice", "steal", "give-back")  # one has won, and the other is about to lose something
SHORT: Mapping[str, tuple[str, Callable[[Algebra, Table], Term]]] = {  # where a use does something else with few
    CLAIRVOYANT: ("a pile of", lambda a, table: table.pile(a)),
    PRIEST: ("the attacker has", lambda a, table: table.size(a, table.attacker)),
}
COUNTING = ("duel.powers", "symbol", "bonus")  # what lies is counted next


@frozen(eq=False)
class Fray:
    """What is asked for: a table, what is sound there, an edge; and who is asked then, if not who owes the frame."""

    name: str
    table: Table
    keeps: Mapping[str, Term]
    edge: Term
    seat: int | None = None


def frays(a: Algebra, box: Box, blank: Sound, kind: str) -> Iterator[Fray]:
    """All that is asked for with a frame of this kind on top; one name may be asked for on several shapes of table."""
    if kind == "spy" and not norms_at(box.rules.norms, "action", ("spy",)):
        return  # no move of these rules leads to it
    for shape, table in standing(a, box, blank.table, kind):
        keeps = {**sound(a, box, table, blank).keeps, "come": _come(a, box, table, kind)}
        yield Fray(shape, table, keeps, True)
        for name, edge in (*_here(a, box, table, kind), *_steps(a, box, table, kind)):
            yield Fray(name, table, keeps, edge)
        for name, seat, edge in uses(a, box, table, kind):
            yield Fray(name, table, keeps, edge, seat)


def _come(a: Algebra, box: Box, table: Table, kind: str) -> Term:
    """Only an association is named that the norms let the seat proclaim: what is sound does not tell."""
    if kind not in NAMING:
        return True
    before = evolve(table, agenda=(Slot(frame_code("action"), OWNER), *table.agenda[1:]))
    norms = settled(a, Situation(box, before, "action", OWNER))
    return a.some(a.every((a.eq(table.agenda[0].mark, CODES.code("side", side)), norms.legal_at(("proclaim", side))))
                  for side in SIDES)


Edges = Iterator[tuple[str, Term]]


def _here(a: Algebra, box: Box, table: Table, kind: str) -> Edges:
    yield "the last seat on turn", a.eq(table.active, table.players - 1)
    if kind in STRUGGLE:
        yield from _fighting(a, box, table)
    if kind in COUNTING or kind == "duel.result":
        yield from _counting(a, box, table, kind)
    if kind in TAKING:
        yield from _taking(a, box, table)
    if kind in ("foresee", "stand-off", "duel.result"):
        yield from _pile(a, box, table)
    if kind in NAMING:
        yield from _naming(a, table)


def _fighting(a: Algebra, box: Box, table: Table) -> Edges:
    for who, seat in (("attacker", table.attacker), ("defender", table.defender)):
        for many in (1, 2):
            yield f"the {who} has {many}", a.eq(table.size(a, seat), many)
        yield f"the {who} at the limit", a.eq(table.size(a, seat), box.limit)
    yield "somebody made to abstain", a.lt(0, a.total(table.silenced))
    yield "nobody may support", table.alone
    yield "a winner appointed", a.lt(0, table.appointed)


def _counting(a: Algebra, box: Box, table: Table, kind: str) -> Edges:
    found = table.result if kind == "duel.result" else result(a, box, table)
    rings = [row[card(RING) - 1] for row in table.laid]
    mine, theirs = (a.lt(0, at(a, rings, seat)) for seat in (table.attacker, table.defender))
    for word, number in RESULTS.items():
        yield f"counts to {word}", a.eq(found, number)
        yield f"counts to {word}, a winner appointed", a.every((a.eq(found, number), a.lt(0, table.appointed)))
        yield f"counts to {word}, a ring lies", a.every((a.eq(found, number), a.some((mine, theirs))))
        yield f"counts to {word}, rings on both sides", a.every((a.eq(found, number), mine, theirs))
    if box.rules.value_of("silenced.undoes") in ("all", "support"):
        for role in (ALCHEMIST, BODYGUARD):
            kept_out = a.some(a.every((a.lt(0, lying(table, seat, card(role))), a.lt(0, table.silenced[seat])))
                              for seat in range(table.players))
            even = a.eq(points(a, box, table, ATTACKS), points(a, box, table, DEFENDS))
            yield f"the {role} made to abstain after use", a.every((kept_out, even))
            yield f"the {role} made to abstain, a winner appointed", a.every((kept_out, even, a.lt(0, table.appointed)))
    for double in box.weighed:
        yield f"a {CODES.value('card', double)} lies", a.lt(0, a.total(
            row[box.weighed.index(double)] for row in table.rank))


def _taking(a: Algebra, box: Box, table: Table) -> Edges:
    winner, loser = table.agenda[0].by, table.agenda[0].to
    ours, theirs = table.size(a, winner), table.size(a, loser)
    bags = a.total(table.held(a, loser, bag) for bag in BAG_KINDS)
    taken = table.agenda[0].card
    yield "the loser has one", a.eq(theirs, 1)
    yield "the loser has one, the winner at the limit", a.every((a.eq(theirs, 1), a.eq(ours, box.limit)))
    yield "the loser has two, the winner at the limit", a.every((a.eq(theirs, 2), a.eq(ours, box.limit)))
    yield "the loser at the limit, the winner too", a.every((a.eq(theirs, box.limit), a.eq(ours, box.limit)))
    yield "the loser has only a bag", a.every((a.eq(theirs, 1), a.eq(bags, 1)))
    yield "the loser has both bags", a.eq(bags, len(BAG_KINDS))
    yield "the winner has the taken one twice", a.every((a.present(taken), a.lt(1, table.held(a, winner, taken))))


def _pile(a: Algebra, box: Box, table: Table) -> Edges:
    pile = table.pile(a)
    for many in (0, 1, 2):
        yield f"a pile of {many}", a.eq(pile, many)
        at_limit = a.eq(table.size(a, table.active), box.limit)
        yield f"a pile of {many}, at the limit", a.every((a.eq(pile, many), at_limit))
    yield "a known top", a.present(table.top[1])


def _naming(a: Algebra, table: Table) -> Edges:
    others = [seat for seat in range(table.players) if seat != OWNER]
    for side in SIDES:
        mine = a.eq(table.agenda[0].mark, CODES.code("side", side))
        yield f"{side}, nobody named", a.every((mine, *(a.eq(table.named[seat], 0) for seat in others)))
        yield f"{side}, all but one named", a.every((mine, *(a.eq(table.named[seat], 1) for seat in others[1:])))
        yield f"{side}, all others named", a.every((mine, *(a.eq(table.named[seat], 1) for seat in others)))


def _steps(a: Algebra, box: Box, table: Table, kind: str) -> Edges:
    """Every step that can be taken there but the uses, which are asked for by seat."""
    for step in STEPS:
        if step.frame == kind and step.act != "use":
            for act, there, opens in moves(a, box, step, table):
                yield f"so that {step.key} can be taken", a.every((*enabled(a, box, step, there, act).values(), opens))


def uses(a: Algebra, box: Box, table: Table, kind: str) -> Iterator[tuple[str, int, Term]]:
    """Every occupation by every part that a seat can have, and every object, that may be used there."""
    for seat in (OWNER, OTHER, THIRD):
        for role in (role for role in ROLES if kind in used_at(box.rules, role)):
            mine = evolve(table, roles=set_at(a, table.roles, seat, card(role)))
            legal = settled(a, Situation(box, mine, kind, seat, owed=False)).legal_at(("use",))
            here = a.every((a.eq(table.roles[seat], card(role)), legal))
            yield f"{role} used by {seat}", seat, here
            if role in SHORT:
                what, size = SHORT[role]
                for many in (0, 1, 2):
                    few = a.every((here, a.eq(size(a, table), many)))
                    yield f"{role} used by {seat}, {what} {many}", seat, few
        if kind in WINDOWS:
            norms = settled(a, Situation(box, table, kind, seat, owed=False))
            for number in (number for number in KINDS if number in laid_down(box.rules)):
                yield f"{CODES.value('card', number)} put down by {seat}", seat, norms.legal_at(("use", number))

