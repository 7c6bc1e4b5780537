"""A step: one move with the whole batch of its events and what follows of itself.

Half a swap would break every invariant, so a step is never less than a move. It says when it can be done physically,
which table it leads to, and which events happen on the way. No norms in here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from attrs import field, frozen

from ...model.game import CHANCE, TABLE
from ..algebra import Algebra, Term
from .codes import BAG_KINDS, KINDS, Box, card
from .effects import (
    Act,
    Conjuncts,
    end_struggle,
    next_turn,
    overload,
    overloaded,
    room,
    struggle_ends,
    turn_bags,
    turn_ends,
)
from .table import Table, is_frame, same

Can = Callable[[Algebra, Box, Table, Act], Term]
Leads = Callable[[Algebra, Box, Table, Act], Table]
Seats = Callable[[Table, Act], tuple[Term, ...]]
OWES, DECLARED = "owes", "bag-declared"
GIFTS = ("gave", "passed-on")  # events by which objects change hands without a trade


def always(a: Algebra, box: Box, table: Table, act: Act) -> Term:
    """It can be done whatever the table."""
    del a, box, table, act
    return True


def owner(a: Algebra, _: Box, table: Table, act: Act) -> Term:
    """The seat of the frame moves."""
    return a.eq(table.agenda[0].by, act.by)


def anybody(a: Algebra, _: Box, table: Table, act: Act) -> Term:
    """Whoever sits at the table may do it."""
    return a.every((a.le(0, act.by), a.lt(act.by, table.players)))


def chooser(a: Algebra, _: Box, table: Table, act: Act) -> Term:
    """The seat that the frame marks chooses for its owner."""
    return a.eq(table.agenda[0].mark, act.by)


def chance(a: Algebra, _: Box, __: Table, act: Act) -> Term:
    """Chance moves."""
    return a.eq(act.by, CHANCE)


def the_table(a: Algebra, _: Box, __: Table, act: Act) -> Term:
    """Nobody acts any more."""
    return a.eq(act.by, TABLE)


def _nobody(_: Table, __: Act) -> tuple[Term, ...]:
    return ()


def _conditions(tells: tuple[str | tuple[str, Can], ...] | Mapping[str, Can]) -> Mapping[str, Can]:
    if isinstance(tells, Mapping):  # a step made of another, which has them already
        return tells
    return {tell if isinstance(tell, str) else tell[0]: always if isinstance(tell, str) else tell[1] for tell in tells}


@frozen
class Step:
    """One kind of move at one kind of frame."""

    frame: str
    act: str
    can: Can  # it is physically there, apart from the frame and who moves
    leads: Leads  # the table after the events of the move, before what follows of itself
    tells: Mapping[str, Can] = field(converter=_conditions)  # the tags of its own events, and when each happens
    who: Can = owner
    role: str = ""  # the occupation used, if it is that
    name: str = ""  # where one kind of move does different things, each with a condition of its own
    gets: Seats = _nobody  # who may have too much luggage by it; in the order asked, as long as only one has
    grows: Callable[[Box], int] = lambda _: 1  # how many frames more there are at most

    @property
    def key(self) -> str:
        """The name of the step."""
        return f"{self.frame}/{self.name or self.act}"


def a_seat(a: Algebra, _: Box, table: Table, act: Act) -> Term:
    """The move points at somebody who plays."""
    return a.every((a.le(0, act.to), a.lt(act.to, table.players)))


def held(a: Algebra, _: Box, table: Table, act: Act) -> Term:
    """Who moves has the object named, and it does not lie face-down on the table."""
    return a.some(a.every((a.eq(act.card, kind), a.lt(0, table.free(a, act.by, kind)))) for kind in KINDS)


def of_kinds(*words: str) -> Can:
    """The object whose text is due is one of these."""
    return lambda a, _, table, __: a.member(table.agenda[0].card, frozenset(card(word) for word in words))


def not_(can: Can) -> Can:
    """Where a condition does not hold."""
    return lambda a, box, table, act: a.no(can(a, box, table, act))


def both(*cans: Can) -> Can:
    """Where all conditions hold."""
    return lambda a, box, table, act: a.every(can(a, box, table, act) for can in cans)


def enabled(a: Algebra, box: Box, step: Step, before: Table, act: Act) -> Conjuncts:
    """What must hold before the step, by name: the frame, the seat, the thing, room on the agenda."""
    return {
        "frame": is_frame(a, before.agenda[0], step.frame),
        "seat": step.who(a, box, before, act),
        "there": step.can(a, box, before, act),
        "room": room(a, before, max(0, step.grows(box))),
    }


def _bag_held(a: Algebra, table: Table) -> Term:
    return a.some(a.lt(0, table.held(a, seat, bag)) for seat in range(table.players) for bag in BAG_KINDS)


def _settling(a: Algebra, box: Box, step: Step, before: Table, act: Act) -> tuple[Table, Mapping[str, Term]]:
    """The table after all, and what of itself happened on the way, by the tag of the event."""
    table = step.leads(a, box, before, act)
    ends = a.every((struggle_ends(a, table), a.no(table.over)))
    table = end_struggle(a, box, table, ends)
    turned = table.turned
    if table.count is not before.count:  # else the pile is as it was, and the bags are as they should be
        table = turn_bags(a, table)
    turns = a.every((table.turned, a.no(turned), a.no(table.over)))
    declares = a.every((turns, box.rules.switch("bags.declared") == "by-holders", _bag_held(a, table)))
    too_much = []
    for seat in step.gets(before, act):
        too_much.append(overloaded(a, box, table, seat))
        table = overload(a, box, table, seat)
    return next_turn(a, table), {
        "duel-ended": ends, "bags-turned": turns, DECLARED: declares, "overloaded": a.some(too_much),
        "turn": turn_ends(a, table),
    }


def after(a: Algebra, box: Box, step: Step, before: Table, act: Act) -> Table:
    """The table that the step leads to, with what follows of itself.

    A struggle is over when nothing of it is owed, bags turn, a surplus arises, the next turn begins.
    """
    return _settling(a, box, step, before, act)[0]


def happens(a: Algebra, box: Box, step: Step, before: Table, act: Act) -> Conjuncts:
    """For each tag of an event whether such an event happens in the step; what is not named does not."""
    return outcome(a, box, step, before, act)[1]


def outcome(a: Algebra, box: Box, step: Step, before: Table, act: Act) -> tuple[Table, Conjuncts]:
    """What `after` and `happens` say, worked out together."""
    table, settled = _settling(a, box, step, before, act)
    own = {tag: when(a, box, before, act) for tag, when in step.tells.items()}
    declared = a.some((own.pop(DECLARED, False), settled[DECLARED]))
    gives = a.some(own.get(tag, False) for tag in GIFTS)
    own["gift-shown"] = a.every((box.rules.value_of("given.seen") == "by-all", gives))
    owes = a.some((own.pop(OWES, False), settled["turn"], settled["overloaded"]))
    return table, {**own, **settled, DECLARED: declared, OWES: owes}


def relation(a: Algebra, box: Box, step: Step, before: Table, act: Act, later: Table) -> Conjuncts:
    """The step relation between a table, a move and a later table, as named conditions."""
    leads = same(a, after(a, box, step, before, act), later)
    return {**enabled(a, box, step, before, act), **{f"after.{name}": agrees for name, agrees in leads.items()}}
