"""The steps of a struggle: the attack, the support, the count, the winner's rewards."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from ...model.teufelsburg.cards import ATTACKER as SWORD
from ...model.teufelsburg.cards import DEFENDER as SHIELD
from ...model.teufelsburg.cards import SWORDSMAN
from ...model.teufelsburg.moves import ASSOCIATION, OBJECT, TRUTH
from ..algebra import Algebra, Term, at, ne
from .codes import CODES, FIGHTS_FOR, KINDS, Box, card
from .counting import ATTACKER, STAND_OFF, counted, points
from .effects import Act, either, frame, move, nothing_owed, owe, seat_after, set_at
from .step import OWES, Can, Leads, Step, a_seat, always, anybody, both, held, not_, the_table
from .struggle import ABSTAINS, ATTACKS, DEFENDS, fights_for, stance
from .table import Slot, Table, choose, is_frame, quiet
from .trading import DECLARES, drops, giver_and_taker, gives, looks, owes_draw, piled, sees_at_once

_PHASES = (frame("duel.hypnotist", 0), frame("duel.powers", 0))
SWORDS = (FIGHTS_FOR[SWORD], FIGHTS_FOR[SHIELD])


def _attacks(a: Algebra, box: Box, table: Table, act: Act) -> Table:
    stance = set_at(a, set_at(a, [0] * table.players, act.by, ATTACKS), act.to, DEFENDS)
    fields = {**quiet(box), "duel": True, "attacker": act.by, "defender": act.to, "stance": stance}
    return owe(evolve(table, **fields), 1, frame("duel.priest", 0), frame("end", act.by))


def supporters(a: Algebra, table: Table) -> tuple[Term, ...]:
    """All but the fighters, clockwise from the attacker's left."""
    n = table.players
    distance = table.defender - table.attacker
    distance = a.ite(a.lt(distance, 0), a.total((distance, n)), distance)
    return tuple(
        seat_after(a, n, table.attacker, a.ite(a.le(distance, k), k + 1, k)) for k in range(1, n - 1)
    )


def _fighters_differ(a: Algebra, _: Box, table: Table, __: Act) -> Term:
    return ne(a, table.attacker, table.defender)


def _asks_support(a: Algebra, _: Box, table: Table, __: Act) -> Table:
    return owe(table, 1, *(frame("support", seat) for seat in supporters(a, table)), *_PHASES)


def _asks_all(a: Algebra, _: Box, table: Table, __: Act) -> Table:
    """Whoever attacks himself, were that allowed, may be supported by all others."""
    n = table.players
    order = [seat_after(a, n, table.attacker, k) for k in range(1, n)]
    return owe(table, 1, *(frame("support", seat) for seat in order), *_PHASES)


def _in_turn(_: Algebra, box: Box, __: Table, ___: Act) -> Term:
    return box.rules.switch("support") == "in-turn"


def _alone(_: Algebra, __: Box, table: Table, ___: Act) -> Term:
    return table.alone


def _asks_in_secret(_: Algebra, box: Box, table: Table, __: Act) -> Table:
    secret = table.stance if box.in_secret else table.secret
    return owe(evolve(table, secret=secret), 1, frame("secret-support", 0), *_PHASES)


def _asks_nobody(_: Algebra, __: Box, table: Table, ___: Act) -> Table:
    return owe(table, 1, *_PHASES)


def _undecided(a: Algebra, box: Box, table: Table, act: Act) -> Term:
    side = a.member(act.choice, frozenset((*SWORDS, ABSTAINS)))
    return a.every((side, a.eq(at(a, table.secret, act.by), 0))) if box.in_secret else False


def _others_decided(a: Algebra, _: Box, table: Table, act: Act) -> Term:
    return a.every(a.some((a.eq(act.by, seat), ne(a, side, 0))) for seat, side in enumerate(table.secret))


def _commits(a: Algebra, _: Box, table: Table, act: Act) -> Table:
    return evolve(table, secret=set_at(a, table.secret, act.by, act.choice))


def _commits_last(a: Algebra, box: Box, table: Table, act: Act) -> Table:
    return owe(_commits(a, box, table, act), 1, frame("duel.reveal", 0))


def _reveals(_: Algebra, box: Box, table: Table, __: Act) -> Table:
    shown = table.secret if box.in_secret else table.stance
    return owe(evolve(table, stance=shown, secret=tuple(0 for _ in table.secret)), 1)


def _side(a: Algebra, _: Box, __: Table, act: Act) -> Term:
    return a.member(act.choice, frozenset((*SWORDS, ABSTAINS)))


def _fighting_side(a: Algebra, _: Box, __: Table, act: Act) -> Term:
    return a.member(act.choice, frozenset(SWORDS))


def _supports(a: Algebra, _: Box, table: Table, act: Act) -> Table:
    return owe(evolve(table, stance=set_at(a, table.stance, table.agenda[0].by, act.choice)), 1)


def _silences(a: Algebra, box: Box, table: Table, act: Act) -> Table:
    times = tuple(a.total((was, a.ite(a.eq(act.to, seat), 1, 0))) for seat, was in enumerate(table.silenced))
    after = owe(evolve(table, silenced=times), 1)
    if box.rules.value_of("silenced.fighter") != "no-fight":
        return after
    fights = a.some((a.eq(act.to, table.attacker), a.eq(act.to, table.defender)))
    return either(a, fights, owe(nothing_owed(table), 0, frame("end", table.active)), after)


def _appoints(_: Algebra, __: Box, table: Table, act: Act) -> Table:
    return owe(evolve(table, appointed=act.choice), 1)


def _was_counted(a: Algebra, _: Box, table: Table, __: Act) -> Term:
    """The winner is appointed after the count."""
    return is_frame(a, table.agenda[1], "duel.result")


def _appoints_late(a: Algebra, box: Box, table: Table, act: Act) -> Table:
    return counted(a, box, _appoints(a, box, table, act))


# ---------------------------------------------------------------- the count


def _symbol(a: Algebra, table: Table, seat: int, number: int) -> tuple[Term, Slot]:
    return ne(a, fights_for(a, table, seat), ABSTAINS), frame("symbol", seat, card=number)


def _bonus(a: Algebra, table: Table, seat: int, number: int) -> tuple[Term, Slot]:
    if number == card(SWORDSMAN):
        return True, frame("bonus", seat, to=seat, card=number)
    side = stance(a, table, seat)
    fighter = a.ite(a.eq(side, ATTACKS), table.attacker, table.defender)
    return ne(a, side, ABSTAINS), frame("bonus", fighter, to=seat, card=number)


def _due(a: Algebra, box: Box, table: Table) -> Iterator[tuple[Term, Slot]]:
    """What is decided before the count, in order: whether it is due, and the frame. Symbols first, then bonuses."""
    for numbers, decision in ((box.doubles, _symbol), (box.bonuses, _bonus)):
        for place in range(1, len(box.weighed) + 1):
            due: Term = False
            slot = frame("symbol", 0)
            for seat in range(table.players):
                for number in numbers:
                    when, asks = decision(a, table, seat, number)
                    here = a.every((a.eq(table.rank[seat][box.weighed.index(number)], place), when))
                    due, slot = a.some((due, here)), choose(a, here, asks, slot)
            yield due, slot


def _any_due(a: Algebra, box: Box, table: Table, _: Act) -> Term:
    return a.some(due for due, _ in _due(a, box, table))


def _asks_first(a: Algebra, box: Box, table: Table, _: Act) -> Table:
    table, decisions = owe(table, 1), tuple(_due(a, box, table))
    if len(decisions) == 1:  # there is something due, so it is this
        return owe(table, 0, decisions[0][1])
    for due, slot in reversed(decisions):
        table = either(a, due, owe(table, 0, slot), table)
    return table


def _counts(a: Algebra, box: Box, table: Table, _: Act) -> Table:
    return owe(counted(a, box, table), 1, frame("duel.result", 0))


def _weighed(a: Algebra, box: Box, table: Table, whose: Term, side: Term) -> Table:
    """The card of the frame on top counts for a side, or for none; the frame is answered."""
    number_of = table.agenda[0].card
    return owe(evolve(table, symbol=tuple(
        tuple(a.ite(a.every((a.eq(whose, seat), a.eq(number_of, number))), side, was)
              for number, was in zip(box.weighed, row, strict=True))
        for seat, row in enumerate(table.symbol)
    )), 1)


def _chooses_symbol(a: Algebra, box: Box, table: Table, act: Act) -> Table:
    return _weighed(a, box, table, table.agenda[0].by, act.choice)


def _turns_down(a: Algebra, box: Box, table: Table, _: Act) -> Table:
    return _weighed(a, box, table, table.agenda[0].to, ABSTAINS)


def _more(a: Algebra, _: Box, table: Table, __: Act) -> Term:
    """Something else is decided before the count."""
    return a.some(is_frame(a, slot, "symbol", "bonus") for slot in table.agenda[1:])


def _weighing(kind: str, act: str, can: Can, leads: Leads, tag: str) -> tuple[Step, ...]:
    """A decision before the count, and the last of them, after which it is counted."""

    def at_last(a: Algebra, box: Box, table: Table, move: Act) -> Table:
        return owe(counted(a, box, leads(a, box, table, move)), 0, frame("duel.result", 0))

    return (Step(kind, act, both(can, _more), leads, (tag, OWES)),
            Step(kind, act, both(can, not_(_more)), at_last, (tag, "counted", OWES), name=f"last-{act}"))


# ---------------------------------------------------------------- the result


def is_tied(a: Algebra, _: Box, table: Table, __: Act) -> Term:
    """The count came to a stand-off."""
    return a.eq(table.result, STAND_OFF)


def picks_up(_: Algebra, __: Box, table: Table, ___: Act) -> Table:
    """The attacker picks up an object."""
    return owe(table, 1, frame("stand-off", table.attacker))


def stands_off(a: Algebra, _: Box, table: Table, __: Act) -> Table:
    """The attacker picks up an object, if there is one."""
    nothing = a.eq(table.pile(a), 0)
    return either(a, nothing, owe(table, 1), owe(table, 1, frame("stand-off", table.attacker)))


def _rewards(a: Algebra, _: Box, table: Table, __: Act) -> Table:
    won = a.eq(table.result, ATTACKER)
    winner, loser = (a.ite(won, x, y) for x, y in ((table.attacker, table.defender), (table.defender, table.attacker)))
    return owe(table, 1, frame("reward", winner, to=loser))


def _even(a: Algebra, box: Box, table: Table, _: Act) -> Term:
    """The points are even, whoever has won, and that lets the attacker draw."""
    return a.every((box.draws_too, a.eq(points(a, box, table, ATTACKS), points(a, box, table, DEFENDS))))


def _rewards_after_drawing(a: Algebra, box: Box, table: Table, act: Act) -> Table:
    return owe(_rewards(a, box, table, act), 0, frame("stand-off", table.attacker))


def _takes(word: str) -> Can:
    return lambda a, _, __, act: a.eq(act.choice, CODES.code("reward", word))


def _chose(word: str) -> Can:
    return lambda a, _, table, __: a.eq(table.agenda[0].mark, CODES.code("reward", word))


def _shows_luggage(_: Algebra, __: Box, table: Table, ___: Act) -> Table:
    return owe(table, 1, frame("steal", table.agenda[0].by, to=table.agenda[0].to))


def _may_be_prevented(_: Algebra, box: Box, __: Table, ___: Act) -> Term:
    """The Doctor has a moment after the winner's choice."""
    return box.rules.switch("doctor.moment") == "after-choice"


def _waits(_: Algebra, __: Box, table: Table, act: Act) -> Table:
    return owe(table, 1, frame("duel.choice", act.by, to=table.agenda[0].to, mark=act.choice))


def _loser_has(a: Algebra, _: Box, table: Table, act: Act) -> Term:
    loser = table.agenda[0].to
    return a.some(a.every((a.eq(act.card, kind), a.lt(0, table.held(a, loser, kind)))) for kind in KINDS)


def _steals(a: Algebra, _: Box, table: Table, act: Act) -> Table:
    loser = table.agenda[0].to
    return owe(move(a, table, (act.card, loser, act.by)), 1)


def _last(a: Algebra, _: Box, table: Table, __: Act) -> Term:
    """The loser has a single object."""
    return a.eq(table.size(a, table.agenda[0].to), 1)


def _steals_last(a: Algebra, box: Box, table: Table, act: Act) -> Table:
    return owe(_steals(a, box, table, act), 0, frame("give-back", act.by, to=table.agenda[0].to, card=act.card))


def _has(a: Algebra, _: Box, table: Table, act: Act) -> Term:
    """Who gives back has the object; what lies face-down counts too."""
    return a.some(a.every((a.eq(act.card, kind), a.lt(0, table.held(a, act.by, kind)))) for kind in KINDS)


def _priest_window() -> tuple[Step, ...]:
    return (
        Step("duel.priest", "close", both(_in_turn, _fighters_differ), _asks_support, ("closed", OWES), who=the_table,
             grows=lambda box: box.players - 1),
        Step("duel.priest", "close", both(_in_turn, not_(_fighters_differ)), _asks_all, ("closed", OWES), who=the_table,
             name="close-oneself", grows=lambda box: box.players),
        Step("duel.priest", "close", both(not_(_in_turn), not_(_alone)), _asks_in_secret, ("closed", OWES),
             who=the_table, name="close-in-secret", grows=lambda _: 2),
        Step("duel.priest", "close", both(not_(_in_turn), _alone), _asks_nobody, ("closed", OWES), who=the_table,
             name="close-alone"),
        Step("secret-support", "support", both(_undecided, not_(_others_decided)), _commits, ("committed",),
             who=anybody),
        Step("secret-support", "support", both(_undecided, _others_decided), _commits_last, ("committed", OWES),
             who=anybody, name="last-support"),
        Step("duel.reveal", "close", always, _reveals, ("closed", "revealed", OWES), who=the_table),
    )


_TRUTH = ("saw-role", ("saw-side", sees_at_once), OWES)
_SIDE = (("saw-side", sees_at_once), OWES)
_LUGGAGE = ("saw-objects", OWES)
STRUGGLING: tuple[Step, ...] = (
    Step("action", "attack", a_seat, _attacks, ("attacked", OWES)),
    *_priest_window(),
    Step("support", "support", _side, _supports, ("supported", OWES)),
    Step("duel.hypnotist", "close", always, drops, ("closed", OWES), who=the_table),
    Step("silence", "silence", a_seat, _silences, ("silenced", OWES)),
    Step("appoint", "appoint", both(_fighting_side, not_(_was_counted)), _appoints, ("appointed", OWES)),
    Step("appoint", "appoint", both(_fighting_side, _was_counted), _appoints_late, ("appointed", "counted", OWES),
         name="appoint-late"),
    Step("duel.powers", "close", not_(_any_due), _counts, ("closed", "counted", OWES), who=the_table),
    Step("duel.powers", "close", _any_due, _asks_first, ("closed", OWES), who=the_table, name="close-weighing",
         grows=lambda box: len(box.doubles) + len(box.bonuses) - 1),
    *_weighing("symbol", "symbol", _fighting_side, _chooses_symbol, "symbol-chosen"),
    *_weighing("bonus", "add", always, drops, "point-added"),
    *_weighing("bonus", "leave", always, _turns_down, "point-declined"),
    Step("duel.result", "close", both(is_tied, piled), picks_up, ("closed", OWES), who=the_table, name="close-tied"),
    Step("duel.result", "close", both(is_tied, not_(piled)), drops, ("closed", "nothing-drawn", OWES), who=the_table,
         name="close-tied-in-vain"),
    Step("duel.result", "close", both(not_(is_tied), not_(_even)), _rewards, ("closed", OWES), who=the_table),
    Step("duel.result", "close", both(not_(is_tied), _even, piled), _rewards_after_drawing, ("closed", OWES),
         who=the_table, name="close-won-even"),
    Step("duel.result", "close", both(not_(is_tied), _even, not_(piled)), _rewards, ("closed", "nothing-drawn", OWES),
         who=the_table, name="close-won-even-in-vain"),
    Step("stand-off", "pick-up", piled, owes_draw, (OWES,)),
    Step("stand-off", "pick-up", not_(piled), drops, ("nothing-drawn", OWES), name="pick-up-in-vain"),
    Step("stand-off", "leave", always, drops, ("left-lying", OWES)),
    Step("reward", "reward", both(_takes(TRUTH), not_(_may_be_prevented)), looks, ("rewarded", *_TRUTH), name="truth"),
    Step("reward", "reward", both(_takes(OBJECT), not_(_may_be_prevented)), _shows_luggage, ("rewarded", *_LUGGAGE),
         name="luggage"),
    Step("reward", "reward", both(_takes(ASSOCIATION), not_(_may_be_prevented)), looks, ("rewarded", *_SIDE),
         name="association"),
    *(Step("reward", "reward", both(_takes(word), _may_be_prevented), _waits, ("rewarded", OWES), name=f"wait-{word}")
      for word in (TRUTH, ASSOCIATION, OBJECT)),
    Step("reward", "leave", always, drops, ("nothing-taken", OWES)),
    Step("duel.choice", "close", _chose(TRUTH), looks, ("closed", *_TRUTH), who=the_table, name="close-truth"),
    Step("duel.choice", "close", _chose(ASSOCIATION), looks, ("closed", *_SIDE), who=the_table,
         name="close-association"),
    Step("duel.choice", "close", _chose(OBJECT), _shows_luggage, ("closed", *_LUGGAGE), who=the_table,
         name="close-luggage"),
    Step("steal", "steal", both(_loser_has, not_(_last)), _steals, ("stole", OWES), gets=lambda _, act: (act.by,)),
    Step("steal", "steal", both(_loser_has, _last), _steals_last, ("stole", OWES), gets=lambda _, act: (act.by,),
         name="steal-last"),
    Step("steal", "leave", always, drops, ("nothing-taken", OWES)),
    Step("give-back", "give-back", _has, gives, ("gave", DECLARES, OWES), gets=giver_and_taker),
    Step("tribute", "give", held, gives, ("gave", DECLARES, OWES), gets=giver_and_taker),
)


