"""What holds in the midst of a struggle, of a look at the pile and of a proclamation: where norms are asked there.

Each kind of frame with the seats that have a part in it as known numbers, as few as can be told apart: who owes the
frame is 0 (see `pose`), the others are 1 and 2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import z3
from attrs import evolve

from ...model.teufelsburg.cards import CLAIRVOYANT, HYPNOTIST, PRIEST, SIDES, SWORDSMAN
from ...model.teufelsburg.duel import FROM_SUPPORTERS, STAND_OFF
from ...model.teufelsburg.vocabulary import STRUGGLE
from ..algebra import Algebra, Term, ne
from .codes import CODES, FIGHTS_FOR, KINDS, RESULTS, ROLE_CODES, Box, card, frame_code
from .listing import WINDOWS
from .struggle import fights_for, stance
from .table import EMPTY, Slot, Table

Conjuncts = Mapping[str, Term]
ATTACKS, DEFENDS, ABSTAINS = FIGHTS_FOR.values()
PAIRS = ((0, 1), (1, 0), (1, 2))  # attacker and defender, as they can be to seat 0
# Who fights, as seen from the seat that owes the frame; of a support it is the last one, so that all others have ...
FIGHTERS: Mapping[str, tuple[tuple[int, int], ...]] = {
    "support": ((1, 2),), "secret-support": ((1, 2),), "stand-off": ((0, 1),), "tribute": ((0, 1),),
    **dict.fromkeys(("reward", "steal", "give-back", "bonus"), ((0, 1), (1, 0))),
}
BONUSES = tuple(card(word) for word in sorted(FROM_SUPPORTERS))
EARLY = ("duel.priest", "support", "secret-support", "duel.reveal")  # not everybody's support is out
COUNTED = ("duel.result", "stand-off", "reward", "duel.choice", "steal", "give-back")
APART = (*STRUGGLE, "foresee", "name-allies", "demand-bag", "pass-in-turn", "trade-on", "point-out")  # laid out here
UNDER: Mapping[str, tuple[str, ...]] = {  # the frames that a frame of a struggle lies on, before the end of the turn
    "duel.priest": (), "duel.hypnotist": ("duel.powers",),
    **dict.fromkeys(("support", "secret-support", "duel.reveal"), ("duel.hypnotist", "duel.powers")),
    "silence": ("duel.hypnotist", "duel.powers"), "appoint": ("duel.powers",),
}


def laid_out(a: Algebra, table: Table, kind: str) -> Table:
    """The table with the frames under the top one laid out, and with those who fight."""
    first, space = table.agenda[0], len(table.agenda)
    end = Slot(frame_code("end"), table.active)
    match kind:
        case "foresee" | "demand-bag" | "pass-in-turn" | "trade-on":
            under: tuple[Slot, ...] = (end,)
        case "name-allies" if table.pointed:
            under = (Slot(frame_code("point-out"), first.by, mark=first.mark),)
        case "point-out" | "name-allies" | "tribute":
            under = ()
        case _:
            under = (*(Slot(frame_code(k)) for k in UNDER.get(kind, ())), end)
    slots = (first, *under, *(EMPTY for _ in range(space - 1 - len(under))))
    if kind == "foresee":
        slots = (evolve(first, card=z3.Int("top.card")), *slots[1:])
    if kind not in STRUGGLE:
        return evolve(table, agenda=slots, active=table.active if kind == "pass-in-turn" else 0)
    pairs = FIGHTERS.get(kind, PAIRS)
    attackers, defenders = {pair[0] for pair in pairs}, {pair[1] for pair in pairs}
    attacker = attackers.pop() if len(attackers) == 1 else table.attacker
    defender = defenders.pop() if len(defenders) == 1 else table.defender
    if kind in ("tribute", "bonus"):
        first = evolve(first, to=z3.Int("top.to"))
    elif kind == "duel.choice":
        wins = a.eq(table.result, ATTACKS)
        first = evolve(first, by=a.ite(wins, attacker, defender), to=a.ite(wins, defender, attacker))
    return evolve(table, agenda=(first, *slots[1:]), attacker=attacker, defender=defender,
                  active=attacker)


def struggling(a: Algebra, box: Box, table: Table, kind: str) -> Conjuncts:
    """What holds at a frame of a struggle, by name, besides `lying`."""
    pairs = (a.every((a.eq(table.attacker, x), a.eq(table.defender, y))) for x, y in FIGHTERS.get(kind, PAIRS))
    return {
        "fighters": a.some(pairs),
        "stances": a.every(_stances(a, table, kind)),
        "lying": a.every(_lying_at(a, table, kind)),
        "silencing": silencing(a, table, kind),
        "counted": a.every(_counted(a, box, table, kind)),
        "hidden": a.every(_hidden(a, box, table, kind)),
    }


def _stances(a: Algebra, table: Table, kind: str) -> Iterator[Term]:
    """The fighters stand from the attack on; the others announce theirs one by one."""
    for seat, said in enumerate(table.stance):
        attacks, defends = a.eq(table.attacker, seat), a.eq(table.defender, seat)
        yield a.implies(attacks, a.eq(said, ATTACKS))
        yield a.implies(defends, a.eq(said, DEFENDS))
        open_ = kind in EARLY and (kind != "support" or seat == 0)
        fits = a.eq(said, 0) if open_ else a.member(said, frozenset((ATTACKS, DEFENDS, ABSTAINS)))
        if kind != "tribute":  # the priest acts before anybody has announced anything, or after, as the readings go
            yield a.some((attacks, defends, fits))
        else:
            yield a.every((a.le(0, said), a.le(said, ABSTAINS)))


def lying(a: Algebra, box: Box, table: Table) -> Term:
    """What lies in a struggle, whichever frame of it is on top: occupations that are spent, objects that there are."""
    seats = range(table.players)
    found = []
    for seat in seats:
        for code, spent, times in zip(ROLE_CODES, table.spent, table.lies[seat], strict=True):
            mine = a.every((a.eq(table.roles[seat], code), table.shown[seat]))
            found += [a.le(0, times), a.le(times, 1), a.implies(a.some((a.lt(0, times), mine)), spent)]
        found += [a.every((a.le(0, laid), a.le(laid, there)))
                  for laid, there in zip(table.laid[seat], box.there, strict=True)]
        for i, double in enumerate(box.weighed):
            rank, symbol = table.rank[seat][i], table.symbol[seat][i]
            times = _times(table, seat, double)
            found += [a.le(0, rank), a.le(times, 1), a.iff(a.lt(0, rank), a.lt(0, times))]
            found += [a.le(0, symbol), a.le(symbol, ABSTAINS), a.implies(a.lt(0, symbol), a.lt(0, rank))]
            found += [a.some((a.eq(rank, 0), ne(a, rank, other[i]))) for other in table.rank[:seat]]
    return a.every(found)


def _lying_at(a: Algebra, table: Table, kind: str) -> Iterator[Term]:
    """In a window what lies there is still in the hand; a symbol is chosen after the last one has closed."""
    if kind in WINDOWS:
        for seat in range(table.players):
            yield from (a.le(laid, table.held(a, seat, k)) for k, laid in zip(KINDS, table.laid[seat], strict=True))
    if kind not in (*COUNTED, "symbol", "bonus"):
        yield from (a.eq(symbol, 0) for row in table.symbol for symbol in row)


def _times(table: Table, seat: int, code: int) -> Term:
    """How often a seat has used a card in this struggle."""
    if code in KINDS:
        return table.laid[seat][code - 1]
    return table.lies[seat][ROLE_CODES.index(code)]


def _uses(a: Algebra, table: Table, role: str, seats: Term) -> Term:
    """Somebody among the seats has used this occupation in this struggle."""
    return a.some(a.every((a.lt(0, _times(table, s, card(role))), seats(s))) for s in range(table.players))


def silencing(a: Algebra, table: Table, kind: str) -> Term:
    """Who abstains does so for the Hypnotist's sake, and nobody may support for the Duelist's."""
    return a.every(_silencing(a, table, kind))


def _silencing(a: Algebra, table: Table, kind: str) -> Iterator[Term]:
    for times in table.silenced:
        yield a.every((a.le(0, times), a.le(times, 1)))
        if kind == "duel.priest":
            yield a.eq(times, 0)
        yield a.implies(a.lt(0, times), _uses(a, table, HYPNOTIST, lambda _: True))
    fights = lambda s: a.some((a.eq(table.attacker, s), a.eq(table.defender, s)))  # noqa: E731
    yield a.implies(table.alone, _uses(a, table, SWORDSMAN, fights))


def _hidden(a: Algebra, box: Box, table: Table, kind: str) -> Iterator[Term]:
    """Support chosen in secret and not shown; and the tokens, of which none is put down before the support is out."""
    for seat, side in enumerate(table.secret):
        chosen = a.some((
            a.every((a.eq(table.attacker, seat), a.eq(side, ATTACKS))),
            a.every((a.eq(table.defender, seat), a.eq(side, DEFENDS))),
            a.every((ne(a, table.attacker, seat), ne(a, table.defender, seat), a.member(side, frozenset((1, 2, 3))))),
        ))
        out = ne(a, table.attacker, seat), ne(a, table.defender, seat), a.eq(side, 0)
        yield {"duel.reveal": chosen, "secret-support": a.some((chosen, a.every(out)))}.get(kind, a.eq(side, 0))
    down = tuple(times for row in table.down for times in row)
    yield from (a.le(0, times) for times in (*down, *table.tokens))
    yield a.le(a.total((*down, *table.tokens)), box.tokens)
    if kind in (*EARLY, "duel.hypnotist", "silence"):
        yield from (a.eq(times, 0) for times in down)


def _counted(a: Algebra, box: Box, table: Table, kind: str) -> Iterator[Term]:
    """There is a result once it was counted, and the frames after it follow from it."""
    yield a.every((a.le(0, table.appointed), a.le(table.appointed, DEFENDS)))
    match kind:
        case "duel.result":
            yield a.member(table.result, frozenset(RESULTS.values()))
        case "duel.choice":
            yield a.member(table.result, frozenset((ATTACKS, DEFENDS)))
        case "stand-off":
            yield a.some((box.draws_too, a.eq(table.result, RESULTS[STAND_OFF])))
        case "reward" | "steal" | "give-back":
            yield a.eq(table.result, a.ite(a.eq(table.attacker, 0), ATTACKS, DEFENDS))
        case _:
            yield a.eq(table.result, 0)


def _priest(a: Algebra, _: Box, table: Table) -> Term:
    to = table.agenda[0].to
    own = (a.every((a.eq(to, s), a.eq(table.roles[s], card(PRIEST)), a.lt(0, _times(table, s, card(PRIEST)))))
           for s in range(table.players))
    return a.every((a.lt(1, table.size(a, 0)), a.some(own)))


def _double(a: Algebra, box: Box, table: Table) -> Term:
    """A card of both symbols lies before who owes the frame, who has a side, and no symbol is chosen for it."""
    here = [item for item in zip(box.weighed, table.rank[0], table.symbol[0], strict=True) if item[0] in box.doubles]
    top = table.agenda[0].card
    lies = (a.every((a.eq(top, double), a.lt(0, rank), a.eq(symbol, 0))) for double, rank, symbol in here)
    return a.every((a.some(lies), ne(a, fights_for(a, table, 0), ABSTAINS)))


def _taken(a: Algebra, _: Box, table: Table) -> Term:
    """The loser has nothing left, and the winner what was taken from him besides what was his own."""
    taken = table.agenda[0].card
    return a.every((a.member(taken, frozenset(KINDS)), a.lt(0, table.held(a, 0, taken)), a.lt(1, table.size(a, 0)),
                    a.eq(table.size(a, 1), 0)))


def _foreseeing(a: Algebra, _: Box, table: Table) -> Term:
    """The Clairvoyant has been used, and picks the first of the pile, or the second of those left."""
    picked = table.agenda[0].card
    there = a.some((a.eq(picked, 0), *(a.every((a.eq(picked, k), a.lt(0, table.piled(k)))) for k in KINDS)))
    return a.every((there, a.lt(a.ite(a.eq(picked, 0), 0, 1), table.pile(a)), a.eq(table.roles[0], card(CLAIRVOYANT)),
                    table.spent[ROLE_CODES.index(card(CLAIRVOYANT))]))


def _naming(a: Algebra, _: Box, table: Table) -> Term:
    """An association is proclaimed, and players may have been named."""
    return a.every((
        a.member(table.agenda[0].mark, frozenset(CODES.code("side", side) for side in SIDES)),
        *(a.every((a.le(0, times), a.le(times, 1))) for times in (*table.named, *table.pointed)),
    ))


def _refused(a: Algebra, _: Box, table: Table) -> Term:
    """Some of the others have refused, the one who did so last among them."""
    top = table.agenda[0]
    return a.every((a.no(table.refused[0]), *(a.implies(a.eq(top.to, s), no) for s, no in enumerate(table.refused))))


def owned(a: Algebra, box: Box, table: Table, kind: str) -> Conjuncts:
    """How much everybody owns, where somebody may own nothing.

    While the object for a last one is due, the loser has nothing and the winner one more than allowed; while all pass
    an object on one after the other, the first to do so waits for the last.
    """
    due = kind == "give-back"
    before = box.rules.value_of("give-back.moment") == "before-surplus"
    least = [0 if seat == 1 else 1 for seat in range(table.players)]
    most = [a.total((box.limit, int(due and before and seat == 0))) for seat in range(table.players)]
    sizes = [table.size(a, seat) for seat in range(table.players)]
    return {
        "owning": a.every(a.le(low, size) for low, size in zip(least, sizes, strict=True)),
        "within-limit": a.every(a.le(size, high) for high, size in zip(most, sizes, strict=True)),
    }


def _offered(a: Algebra, box: Box, table: Table) -> Term:
    """The supporter's card lies there, and he is on the side of who is asked; or it is one's own, as Swordsman."""
    top = table.agenda[0]
    there = a.some(a.every((a.eq(top.card, code), a.lt(0, _times(table, 2, code)))) for code in BONUSES)
    lent = a.every((there, a.eq(top.to, 2), a.eq(stance(a, table, 2), fights_for(a, table, 0))))
    own = a.every((a.eq(top.card, card(SWORDSMAN)), a.eq(top.to, 0), a.lt(0, _times(table, 0, card(SWORDSMAN)))))
    return a.some((*((lent,) if len(box.bonuses) > box.free_point else ()), *((own,) if box.free_point else ())))


ONLY_WHERE: Mapping[str, tuple[str, str]] = {  # frames that are only owed where a switch has it so
    "text-order": ("trade.first", "on-turn"), "pass-in-turn": ("sextant.order", "in-turn"),
    "demand-bag": ("demand.bag", "this-bag"),
    "support": ("support", "in-turn"), "secret-support": ("support", "secret"), "duel.reveal": ("support", "secret"),
    "duel.choice": ("doctor.moment", "after-choice"),
    "retrain": ("coat.choice", "chosen"),  # else chance draws
    "trade-on": ("trade.refused", "goes-on"), "point-out": ("victory.names", "allies-and-holders"),
}


def comes_up(box: Box, kind: str) -> bool:
    """Whether a kind of frame is owed at all under these rules."""
    if kind == "bonus":
        return bool(box.bonuses)
    if kind == "give-back" and box.rules.value_of("give-back.moment") is None:
        return False  # a loser's last object is not taken
    switch, value = ONLY_WHERE.get(kind, ("", ""))
    return box.row > 1 if kind == "peek" else not switch or box.rules.value_of(switch) == value


MEANS: Mapping[str, Callable[[Algebra, Box, Table], Term]] = {
    "foresee": _foreseeing, "name-allies": _naming, "point-out": _naming, "trade-on": _refused,
    "tribute": _priest, "symbol": _double, "give-back": _taken,
    "bonus": _offered,
    "demand-bag": lambda a, _, table: a.no(table.turned),
    "stand-off": lambda a, _, table: a.lt(0, table.pile(a)),
}
