"""The steps of a struggle: the attack, the support, the count, the winner's rewards."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from ...model.teufelsburg.cards import ATTACKER as SWORD
from ...model.teufelsburg.cards import DEFENDER as SHIELD
from ...model.teufelsburg.moves import OBJECT, TRUTH
from ..algebra import Algebra, Term, ne
from .codes import CODES, FIGHTS_FOR, KINDS, Box
from .counting import ATTACKER, STAND_OFF, counted
from .effects import Act, either, frame, move, owe, set_at
from .step import OWES, Can, Step, a_seat, always, both, held, not_, the_table
from .struggle import ABSTAINS, ATTACKS, DEFENDS, fights_for
from .table import Slot, Table, choose, is_frame, quiet
from .trading import drops, giver_and_taker, gives, looks, owes_draw, piled, sees_at_once

SWORDS = (FIGHTS_FOR[SWORD], FIGHTS_FOR[SHIELD])


def _attacks(a: Algebra, box: Box, table: Table, act: Act) -> Table:
    stance = set_at(a, set_at(a, [0] * table.players, act.by, ATTACKS), act.to, DEFENDS)
    fields = {**quiet(box), "duel": True, "attacker": act.by, "defender": act.to, "stance": stance}
    return owe(evolve(table, **fields), 1, frame("duel.priest", 0), frame("end", act.by))


def seat_after(a: Algebra, table: Table, seat: Term, steps: Term) -> Term:
    """So many seats to the left, fewer than play."""
    there = a.total((seat, steps))
    return a.ite(a.lt(there, table.players), there, there - table.players)


def supporters(a: Algebra, table: Table) -> tuple[Term, ...]:
    """All but the fighters, clockwise from the attacker's left."""
    n = table.players
    distance = table.defender - table.attacker
    distance = a.ite(a.lt(distance, 0), a.total((distance, n)), distance)
    return tuple(
        seat_after(a, table, table.attacker, a.ite(a.le(distance, k), k + 1, k)) for k in range(1, n - 1)
    )


def _fighters_differ(a: Algebra, _: Box, table: Table, __: Act) -> Term:
    return ne(a, table.attacker, table.defender)


def _asks_support(a: Algebra, _: Box, table: Table, __: Act) -> Table:
    order = supporters(a, table)
    return owe(table, 1, *(frame("support", seat) for seat in order), frame("duel.hypnotist", 0),
               frame("duel.powers", 0))


def _asks_all(a: Algebra, _: Box, table: Table, __: Act) -> Table:
    """Whoever attacks himself, were that allowed, may be supported by all others."""
    order = [seat_after(a, table, table.attacker, k) for k in range(1, table.players)]
    return owe(table, 1, *(frame("support", seat) for seat in order), frame("duel.hypnotist", 0),
               frame("duel.powers", 0))


def _side(a: Algebra, _: Box, __: Table, act: Act) -> Term:
    return a.member(act.choice, frozenset((*SWORDS, ABSTAINS)))


def _fighting_side(a: Algebra, _: Box, __: Table, act: Act) -> Term:
    return a.member(act.choice, frozenset(SWORDS))


def _supports(a: Algebra, _: Box, table: Table, act: Act) -> Table:
    return owe(evolve(table, stance=set_at(a, table.stance, table.agenda[0].by, act.choice)), 1)


def _silences(a: Algebra, _: Box, table: Table, act: Act) -> Table:
    times = tuple(a.total((was, a.ite(a.eq(act.to, seat), 1, 0))) for seat, was in enumerate(table.silenced))
    return owe(evolve(table, silenced=times), 1)


def _appoints(_: Algebra, __: Box, table: Table, act: Act) -> Table:
    return owe(evolve(table, appointed=act.choice), 1)


# ---------------------------------------------------------------- the count


def _due(a: Algebra, box: Box, table: Table) -> Iterator[tuple[Term, Slot]]:
    """For each place in the order laid: whether a symbol is chosen for the card there, and by whom."""
    places = [(seat, i, number) for seat in range(table.players) for i, number in enumerate(box.doubles)]
    for place in range(1, len(box.doubles) + 1):
        due: Term = False
        slot = frame("symbol", 0)
        for seat, i, number in places:
            here = a.every((a.eq(table.rank[seat][i], place), ne(a, fights_for(a, table, seat), ABSTAINS)))
            due, slot = a.some((due, here)), choose(a, here, frame("symbol", seat, card=number), slot)
        yield due, slot


def _any_due(a: Algebra, box: Box, table: Table, _: Act) -> Term:
    return a.some(due for due, _ in _due(a, box, table))


def _asks_symbols(a: Algebra, box: Box, table: Table, _: Act) -> Table:
    table = owe(table, 1)
    for due, slot in reversed(tuple(_due(a, box, table))):
        table = either(a, due, owe(table, 0, slot), table)
    return table


def _counts(a: Algebra, box: Box, table: Table, _: Act) -> Table:
    return owe(counted(a, box, table), 1, frame("duel.result", 0))


def _chooses_symbol(a: Algebra, box: Box, table: Table, act: Act) -> Table:
    top = table.agenda[0]
    return evolve(table, symbol=tuple(
        tuple(a.ite(a.every((a.eq(top.by, seat), a.eq(top.card, number))), act.choice, was)
              for number, was in zip(box.doubles, row, strict=True))
        for seat, row in enumerate(table.symbol)
    ))


def _more_symbols(a: Algebra, _: Box, table: Table, __: Act) -> Term:
    return a.some(is_frame(a, slot, "symbol") for slot in table.agenda[1:])


def _counts_at_last(a: Algebra, box: Box, table: Table, act: Act) -> Table:
    return _counts(a, box, _chooses_symbol(a, box, table, act), act)


# ---------------------------------------------------------------- the result


def is_tied(a: Algebra, _: Box, table: Table, __: Act) -> Term:
    """The count came to a stand-off."""
    return a.eq(table.result, STAND_OFF)


def stands_off(a: Algebra, _: Box, table: Table, __: Act) -> Table:
    """The attacker picks up an object, if there is one."""
    nothing = a.eq(table.pile(a), 0)
    return either(a, nothing, owe(table, 1), owe(table, 1, frame("stand-off", table.attacker)))


def _rewards(a: Algebra, _: Box, table: Table, __: Act) -> Table:
    won = a.eq(table.result, ATTACKER)
    winner, loser = (a.ite(won, x, y) for x, y in ((table.attacker, table.defender), (table.defender, table.attacker)))
    return owe(table, 1, frame("reward", winner, to=loser))


def _takes(word: str) -> Can:
    return lambda a, _, __, act: a.eq(act.choice, CODES.code("reward", word))


def _shows_luggage(_: Algebra, __: Box, table: Table, act: Act) -> Table:
    return owe(table, 1, frame("steal", act.by, to=table.agenda[0].to))


def _loser_has(a: Algebra, _: Box, table: Table, act: Act) -> Term:
    loser = table.agenda[0].to
    return a.some(a.every((a.eq(act.card, kind), a.lt(0, table.held(a, loser, kind)))) for kind in KINDS)


def _steals(a: Algebra, _: Box, table: Table, act: Act) -> Table:
    loser = table.agenda[0].to
    after = move(a, table, (act.card, loser, act.by))
    last = a.eq(table.size(a, loser), 1)
    return either(a, last, owe(after, 1, frame("give-back", act.by, to=loser, card=act.card)), owe(after, 1))


def _has(a: Algebra, _: Box, table: Table, act: Act) -> Term:
    """Who gives back has the object; what lies face-down counts too."""
    return a.some(a.every((a.eq(act.card, kind), a.lt(0, table.held(a, act.by, kind)))) for kind in KINDS)


def _priest_window() -> tuple[Step, ...]:
    return (
        Step("duel.priest", "close", _fighters_differ, _asks_support, ("closed", OWES), who=the_table,
             grows=lambda box: box.players - 1),
        Step("duel.priest", "close", not_(_fighters_differ), _asks_all, ("closed", OWES), who=the_table,
             name="close-oneself", grows=lambda box: box.players),
    )


STRUGGLING: tuple[Step, ...] = (
    Step("action", "attack", a_seat, _attacks, ("attacked", OWES)),
    *_priest_window(),
    Step("support", "support", _side, _supports, ("supported", OWES)),
    Step("duel.hypnotist", "close", always, drops, ("closed", OWES), who=the_table),
    Step("silence", "silence", a_seat, _silences, ("silenced", OWES)),
    Step("appoint", "appoint", _fighting_side, _appoints, ("appointed", OWES)),
    Step("duel.powers", "close", not_(_any_due), _counts, ("closed", "counted", OWES), who=the_table),
    Step("duel.powers", "close", _any_due, _asks_symbols, ("closed", OWES), who=the_table, name="close-symbols",
         grows=lambda box: len(box.doubles) - 1),
    Step("symbol", "symbol", both(_fighting_side, _more_symbols),
         lambda a, box, t, act: owe(_chooses_symbol(a, box, t, act), 1), ("symbol-chosen", OWES)),
    Step("symbol", "symbol", both(_fighting_side, not_(_more_symbols)), _counts_at_last,
         ("symbol-chosen", "counted", OWES), name="last-symbol"),
    Step("duel.result", "close", is_tied, stands_off, ("closed", ("nothing-drawn", not_(piled)), OWES), who=the_table,
         name="close-tied"),
    Step("duel.result", "close", not_(is_tied), _rewards, ("closed", OWES), who=the_table),
    Step("stand-off", "pick-up", always, owes_draw, (("nothing-drawn", not_(piled)), OWES)),
    Step("stand-off", "leave", always, drops, ("left-lying", OWES)),
    Step("reward", "reward", _takes(TRUTH), looks, ("rewarded", "saw-role", ("saw-side", sees_at_once), OWES),
         name="truth"),
    Step("reward", "reward", _takes(OBJECT), _shows_luggage, ("rewarded", "saw-objects", OWES), name="luggage"),
    Step("steal", "steal", _loser_has, _steals, ("stole", OWES), gets=lambda _, act: (act.by,)),
    Step("steal", "leave", always, drops, ("nothing-taken", OWES)),
    Step("give-back", "give-back", _has, gives, ("gave", OWES), gets=giver_and_taker),
    Step("tribute", "give", held, gives, ("gave", OWES), gets=giver_and_taker),
)


