"""The steps: for each kind of move at a frame, how the table before and after hang together.

A step is one move with the whole batch of its events and what follows of itself: half a swap would break
every invariant. Each step says when it can be done physically and which table it leads to; `relation` is the
conjunction, by name, with every field of the table afterwards compared. No norms in here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from attrs import evolve, frozen

from ...model.teufelsburg.cards import COAT, DIPLOMAT, LEFT, MONOCLE, PRIVILEGE, RIGHT, SEXTANT, TOME
from ..algebra import ABSENT, Algebra, Term, at, ne
from .codes import BAG_KINDS, CODES, KINDS, ROLE_CODES, Box, card
from .effects import (
    Act,
    Conjuncts,
    either,
    frame,
    move,
    next_turn,
    overload,
    owe,
    pass_on,
    room,
    set_at,
    swap_roles,
    turn_bags,
)
from .situation import SITUATIONS
from .table import Table, is_frame, same

WAYS = {way: CODES.code("way", way) for way in (LEFT, RIGHT)}
Leads = Callable[[Algebra, Box, Table, Act], Table]
Can = Callable[[Algebra, Box, Table, Act], Term]


@frozen
class Step:
    """One kind of move at one kind of frame."""

    frame: str
    act: str
    can: Can  # it is physically there, apart from the frame and the seat
    leads: Leads  # the table after the events of the move, before what follows of itself
    owner: bool = True  # the seat of the frame moves; else chance does, or whoever is on turn interrupts
    name: str = ""  # where one kind of move does different things, each with a condition of its own

    @property
    def key(self) -> str:
        """The name of the step."""
        return f"{self.frame}/{self.name or self.act}"


def _always(a: Algebra, box: Box, table: Table, act: Act) -> Term:
    del a, box, table, act
    return True


def _seat(a: Algebra, _: Box, table: Table, act: Act) -> Term:
    return a.every((a.le(0, act.to), a.lt(act.to, table.players)))


def _held(a: Algebra, _: Box, table: Table, act: Act) -> Term:
    return a.every((a.member(act.card, frozenset(KINDS)), a.lt(0, table.held(a, act.by, act.card))))


def _passes(_: Algebra, __: Box, table: Table, act: Act) -> Table:
    return owe(table, 1, frame("end", act.by))


def _drops(_: Algebra, __: Box, table: Table, ___: Act) -> Table:
    return owe(table, 1)


def _trades(_: Algebra, __: Box, table: Table, act: Act) -> Table:
    return owe(table, 1, frame("offer", act.by, to=act.to), frame("end", act.by))


def _offers(_: Algebra, __: Box, table: Table, act: Act) -> Table:
    top = table.agenda[0]
    return owe(table, 1, frame("answer", top.to, to=top.by, card=act.card, demanded=top.demanded))


def _swaps(a: Algebra, _: Box, table: Table, act: Act) -> Table:
    """Both objects change owners; the text of the one offered is due first, then that of the other."""
    by, to, offered = act.by, table.agenda[0].to, table.agenda[0].card
    after = move(a, table, (offered, to, by), (act.card, by, to))
    return owe(
        after, 1,
        frame("activate", to, to=by, card=offered, other=act.card),
        frame("activate", by, to=to, card=act.card, other=offered),
    )


def _traded(*kinds: int) -> Can:
    return lambda a, _, table, __: a.member(table.agenda[0].card, frozenset(kinds))


def _bag_text(a: Algebra, _: Box, table: Table, __: Act) -> Term:
    return a.every((a.member(table.agenda[0].card, frozenset(BAG_KINDS)), a.no(table.turned)))


def _owes_draw(a: Algebra, _: Box, table: Table, act: Act) -> Table:
    nothing = a.eq(table.pile(a), 0)
    return either(a, nothing, owe(table, 1), owe(table, 1, frame("draw", act.by)))


def _looks(a: Algebra, box: Box, table: Table, act: Act) -> Table:
    """A look at an association; of a row of cards somebody points at one first."""
    to = table.agenda[0].to
    if box.row == 1:
        return owe(table, 1)
    chooser = act.by if box.rules.switch("row.chooser") == "looker" else to
    del a
    return owe(table, 1, frame("peek", act.by, to=to, mark=chooser))


def _swaps_roles(a: Algebra, _: Box, table: Table, act: Act) -> Table:
    return owe(swap_roles(a, table, act.by, table.agenda[0].to), 1)


def _retrains(_: Algebra, box: Box, table: Table, act: Act) -> Table:
    blind = int(box.rules.switch("coat.choice") == "blind")
    return owe(table, 1, frame("retrain", act.by, mark=blind))


def _directs(_: Algebra, __: Box, table: Table, act: Act) -> Table:
    return owe(table, 1, frame("direct", act.by))


def _way(a: Algebra, _: Box, __: Table, act: Act) -> Term:
    return a.member(act.way, frozenset(WAYS.values()))


def _all_choose(_: Algebra, __: Box, table: Table, act: Act) -> Table:
    return owe(table, 1, frame("pass-on", 0, mark=act.way))


def _may_choose(a: Algebra, box: Box, table: Table, act: Act) -> Term:
    unchosen = a.no(at(a, [table.has_chosen(a, seat) for seat in range(table.players)], act.by))
    return a.every((a.le(0, act.by), a.lt(act.by, table.players), unchosen, _held(a, box, table, act)))


def _last_to_choose(a: Algebra, table: Table, act: Act) -> Term:
    return a.every(a.some((a.eq(act.by, seat), table.has_chosen(a, seat))) for seat in range(table.players))


def _not_last(a: Algebra, box: Box, table: Table, act: Act) -> Term:
    return a.every((_may_choose(a, box, table, act), a.no(_last_to_choose(a, table, act))))


def _last(way: str) -> Can:
    return lambda a, box, table, act: a.every((
        _may_choose(a, box, table, act), _last_to_choose(a, table, act), a.eq(table.agenda[0].mark, WAYS[way])))


def _chooses(a: Algebra, _: Box, table: Table, act: Act) -> Table:
    return evolve(table, chosen=tuple(
        tuple(a.ite(a.every((a.eq(act.by, seat), a.eq(act.card, kind))), 1, was)
              for kind, was in zip(KINDS, row, strict=True))
        for seat, row in enumerate(table.chosen)
    ))


def _all_pass(way: str) -> Leads:
    """The last has chosen: all objects move at once, and none of their texts is due."""
    return lambda a, box, table, act: owe(pass_on(_chooses(a, box, table, act), way == LEFT), 1)


def _role_left(a: Algebra, _: Box, table: Table, act: Act) -> Term:
    return a.every((a.member(act.card, frozenset(ROLE_CODES)), *(ne(a, role, act.card) for role in table.roles)))


def _takes_role(a: Algebra, _: Box, table: Table, act: Act) -> Table:
    by = table.agenda[0].by
    after = evolve(table, roles=set_at(a, table.roles, by, act.card), shown=set_at(a, table.shown, by, False))
    return owe(after, 1)


def _piled(a: Algebra, _: Box, table: Table, act: Act) -> Term:
    """Chance draws what is known on top; where nothing is known, anything the pile holds."""
    lies = a.some(a.every((a.eq(act.card, kind), a.lt(0, table.piled(kind)))) for kind in KINDS)
    return a.every((lies, a.implies(a.present(table.top[0]), a.eq(table.top[0], act.card))))


def _draws(a: Algebra, box: Box, table: Table, act: Act) -> Table:
    by = table.agenda[0].by
    after = evolve(table, top=(*table.top[1:], ABSENT))
    after = owe(move(a, after, (act.card, table.players, by)), 1)
    return overload(a, box, after, by)


def _unloads_on(_: Algebra, __: Box, table: Table, act: Act) -> Table:
    return owe(table, 1, frame("unload", act.by, to=act.to))


def _gives(a: Algebra, box: Box, table: Table, act: Act) -> Table:
    """The giver may still have too much, or who got it; never both, for a sound table has one object too many."""
    to = table.agenda[0].to
    after = owe(move(a, table, (act.card, act.by, to)), 1)
    return overload(a, box, overload(a, box, after, act.by), to)


def _is_diplomat(a: Algebra, _: Box, table: Table, act: Act) -> Term:
    return a.eq(at(a, table.roles, act.by), card(DIPLOMAT))


def _turns_over(a: Algebra, box: Box, table: Table, act: Act) -> Table:
    """The Diplomat has been used; outside a struggle it may be hidden again at once, as the edition has it."""
    stays = box.rules.switch("occupation.shown") != "hidden-again"
    spent = tuple(True if role == card(DIPLOMAT) else was for role, was in zip(ROLE_CODES, table.spent, strict=True))
    return owe(evolve(table, shown=set_at(a, table.shown, act.by, stays), spent=spent), 0, frame("demand", act.by))


def _asks(_: Algebra, __: Box, table: Table, act: Act) -> Table:
    return owe(table, 1, frame("demand-what", act.by, to=act.to))


def _has(a: Algebra, table: Table, act: Act) -> Term:
    """The player asked has what is demanded, under the name it is called."""
    hand = table.hand(a, table.agenda[0].to)
    return a.some(a.every((a.eq(act.card, word), a.lt(0, held))) for word, held in hand.items())


def _named(a: Algebra, table: Table, act: Act) -> Term:
    hand = table.hand(a, 0)
    return a.every((
        a.member(act.card, frozenset(hand)),
        a.implies(a.eq(act.card, CODES.code("card", "bag")), a.no(table.turned)),
    ))


def _demands(_: Algebra, __: Box, table: Table, act: Act) -> Table:
    return owe(table, 1, frame("offer", act.by, to=table.agenda[0].to, demanded=act.card))


def _ends(_: Algebra, __: Box, table: Table, ___: Act) -> Table:
    return owe(table, len(table.agenda))


def _activating() -> tuple[Step, ...]:
    texts: Mapping[str, tuple[Can, Leads]] = {
        "bag": (_bag_text, _owes_draw),
        "privilege": (_traded(card(PRIVILEGE)), _drops),
        "monocle": (_traded(card(MONOCLE)), _looks),
        "tome": (_traded(card(TOME)), _swaps_roles),
        "coat": (_traded(card(COAT)), _retrains),
        "sextant": (_traded(card(SEXTANT)), _directs),
    }
    return tuple(Step("activate", "activate", can, leads, name=f"activate-{text}")
                 for text, (can, leads) in texts.items())


STEPS: tuple[Step, ...] = (
    Step("action", "pass", _always, _passes),
    Step("end", "end-turn", _always, _drops),
    Step("action", "trade", _seat, _trades),
    Step("offer", "offer", _held, _offers),
    Step("answer", "refuse", _always, _drops),
    Step("answer", "return", _held, _swaps),
    *_activating(),
    Step("activate", "leave", _always, _drops),
    Step("peek", "peek", _always, _drops, owner=False),
    Step("direct", "direct", _way, _all_choose),
    Step("pass-on", "pass-on", _not_last, _chooses, owner=False),
    *(Step("pass-on", "pass-on", _last(way), _all_pass(way), owner=False, name=f"all-{way}") for way in WAYS),
    Step("retrain", "take-role", _role_left, _takes_role, owner=False),
    Step("draw", "draw", _piled, _draws, owner=False),
    Step("surplus", "give-to", _seat, _unloads_on),
    Step("unload", "give", _held, _gives),
    *(Step(kind, "use", _is_diplomat, _turns_over, owner=False) for kind in SITUATIONS),
    Step("demand", "demand-of", _seat, _asks),
    Step("demand-what", "demand", lambda a, _, t, act: a.every((_named(a, t, act), _has(a, t, act))), _demands),
    Step("demand-what", "demand", lambda a, _, t, act: a.every((_named(a, t, act), a.no(_has(a, t, act)))), _ends,
         name="lack"),
)


def enabled(a: Algebra, box: Box, step: Step, before: Table, act: Act) -> Conjuncts:
    """What must hold before the step, by name: the frame, the seat, the thing, room on the agenda."""
    top = before.agenda[0]
    return {
        "frame": is_frame(a, top, step.frame),
        "seat": a.eq(top.by, act.by) if step.owner else True,
        "there": step.can(a, box, before, act),
        "no-struggle": a.no(before.duel),
        "room": room(a, before, 2),
    }


def after(a: Algebra, box: Box, step: Step, before: Table, act: Act) -> Table:
    """The table that the step leads to, with what follows of itself: bags turn, the next turn begins."""
    return next_turn(a, turn_bags(a, step.leads(a, box, before, act)))


def relation(a: Algebra, box: Box, step: Step, before: Table, act: Act, later: Table) -> Conjuncts:
    """The step relation between a table, a move and a later table, as named conditions."""
    leads = same(a, after(a, box, step, before, act), later)
    return {**enabled(a, box, step, before, act), **{f"after.{name}": agrees for name, agrees in leads.items()}}
