"""What each move does, written apart from the engine: one step for every kind of move at every kind of frame.

A step says when its move can be made on the table, which table it leads to, and which kinds of event happen. What then
follows by itself, where nothing is owed any more, is told by `settle`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import evolve, frozen

from ...model.dice_devils.ranks import OBERTEUFEL, RANKS, SPIELTEUFEL
from ..algebra import Algebra, Bag, Term, at
from .table import NONE, SETTLING, Box, Table, due, frame, rank

Can = Callable[[Algebra, Box, Table, "Act"], Term]
Leads = Callable[[Algebra, Box, Table, "Act"], Table]


@frozen
class Act:
    """A move in numbers: by whom, the place or the other seat it names, the kind of object, the dice rolled."""

    by: Term
    at: Term = 0
    to: Term = 0
    kind: Term = 0
    dice: tuple[Term, ...] = ()


@frozen
class Step:
    """One kind of move at one kind of frame, and the tags of its events besides that something is owed."""

    frame: str
    act: str
    can: Can
    leads: Leads
    tells: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """The name of the step."""
        return f"{self.frame}/{self.act}"


# ---------------------------------------------------------------- small changes


def put(a: Algebra, row: Sequence[Term], place: Term, value: Term) -> tuple[Term, ...]:
    """A row with another value at a place that may be a term."""
    return tuple(a.ite(a.eq(place, i), value, old) for i, old in enumerate(row))


def more(a: Algebra, bag: Bag, kind: Term, number: Term) -> Bag:
    """A bag with more of one kind."""
    return {key: a.total((held, a.ite(a.eq(kind, key), number, 0))) for key, held in bag.items()}


def gives(a: Algebra, table: Table, seat: Term, kind: Term, number: Term) -> Table:
    """A seat has more, or fewer, of one kind."""
    hands = tuple(more(a, hand, kind, a.ite(a.eq(seat, i), number, 0)) for i, hand in enumerate(table.hands))
    return evolve(table, hands=hands)


def owing(table: Table, kind: Term = SETTLING, by: Term = 0, **other: Term) -> Table:
    """The table with something else owed, or nothing."""
    return evolve(table, owed=due(table.players, kind, by, **other))


def _looked(table: Table) -> Table:
    return evolve(table, fight=evolve(table.fight, looked=True))


def _holds(a: Algebra, table: Table, seat: Term, kind: Term) -> Term:
    return a.some(a.every((a.eq(kind, key), a.lt(0, held))) for key, held in table.hand_of(a, seat).items())


def _another(a: Algebra, table: Table, act: Act) -> Term:
    return a.every((a.le(0, act.to), a.lt(act.to, table.players), a.no(a.eq(act.to, act.by))))


# ---------------------------------------------------------------- steps


def _in_heap(a: Algebra, _: Box, table: Table, act: Act) -> Term:
    return a.some(a.every((a.eq(act.kind, key), a.lt(0, held))) for key, held in table.heap.items())


def _turn_up(a: Algebra, _: Box, table: Table, act: Act) -> Table:
    """reveal.number: an object of the heap lies in the row; after the last of them all roll, seat by seat."""
    last = a.eq(table.owed.reveals, 1)
    revealed = evolve(table, row=put(a, table.row, table.long, act.kind), long=table.long + 1,
                      heap=more(a, table.heap, act.kind, NONE))
    return owing(revealed, a.ite(last, frame("roll"), frame("reveal")), reveals=table.owed.reveals - 1,
                 rolls=(last,) * table.players)


def _dice_of_rank(a: Algebra, box: Box, table: Table, act: Act) -> Term:
    """Dice that the rank of the seat can show, the greatest first."""
    mine = at(a, table.ranks, act.by)
    found = []
    for name in RANKS:
        number, faces = box.dice_of(name), frozenset(box.faces_of(name))
        shown = [a.member(die, faces) if i < number else a.eq(die, 0) for i, die in enumerate(act.dice)]
        found.append(a.implies(a.eq(mine, rank(name)), a.every(shown)))
    falling = (a.le(later, sooner) for sooner, later in zip(act.dice, act.dice[1:], strict=False))
    return a.every((*found, *falling))


def _roll(a: Algebra, _: Box, table: Table, act: Act) -> Table:
    """dice.roll: dice lie there; whoever is next rolls. In secret all place markers then, the highest rank first."""
    had = [at(a, column, act.by) for column in zip(*table.dice, strict=True)]
    dice = tuple(tuple(a.ite(a.eq(act.by, seat), new, old) for new, old in zip(act.dice, roll, strict=True))
                 for seat, roll in enumerate(table.dice))
    newly = a.every((table.has(a, act.by, OBERTEUFEL), a.eq(had[0], 0)))
    rolled = evolve(table, dice=dice, first=a.ite(newly, act.dice[-1], table.first))
    rolls = tuple(a.every((owed, a.no(a.eq(act.by, seat)))) for seat, owed in enumerate(table.owed.rolls))
    some, opened = a.some(rolls), table.owed.open
    everybody = (True,) * table.players
    following = a.ite(opened, table.highest(a, rolls), act.by + 1)
    by = a.ite(some, following, a.ite(opened, 0, table.highest(a, everybody)))
    kind = a.ite(some, frame("roll"), a.ite(opened, SETTLING, frame("place")))
    return owing(rolled, kind, by, rolls=rolls, open=a.every((opened, some)))


def _lies(a: Algebra, _: Box, table: Table, act: Act) -> Term:
    return a.some(a.every((a.eq(act.at, i), a.lt(0, kind))) for i, kind in enumerate(table.row))


def _place(a: Algebra, _: Box, table: Table, act: Act) -> Table:
    """markers.place, markers.order: the next rank places; after the last of them nothing is owed."""
    marked = evolve(table, marks=put(a, table.marks, act.by, act.at))
    left = [a.eq(mark, NONE) for mark in marked.marks]
    some = a.some(left)
    return owing(marked, a.ite(some, frame("place"), SETTLING), a.ite(some, marked.highest(a, left), 0))


def _force(a: Algebra, _: Box, table: Table, act: Act) -> Table:
    """rank.spielteufel: all others who can win still roll again, in the open."""
    rolls = tuple(a.every((among, a.no(a.eq(mine, rank(SPIELTEUFEL)))))
                  for among, mine in zip(table.fight.among, table.ranks, strict=True))
    del act
    return owing(evolve(_looked(table), forced=True), frame("roll"), table.highest(a, rolls), rolls=rolls, open=True)


def _let_be(_: Algebra, __: Box, table: Table, ___: Act) -> Table:
    return owing(_looked(table))


def _theirs(a: Algebra, _: Box, table: Table, act: Act) -> Term:
    return a.every((_another(a, table, act), _holds(a, table, act.to, act.kind)))


def _steal(a: Algebra, _: Box, table: Table, act: Act) -> Table:
    """rank.fehlerteufel: the object changes hands; ranks can be changed then."""
    return owing(gives(a, gives(a, table, act.to, act.kind, -1), act.by, act.kind, 1), frame("swap"), act.by)


def _left(_: Algebra, __: Box, table: Table, act: Act) -> Table:
    return owing(table, frame("swap"), act.by)


def _take(_: Algebra, __: Box, table: Table, act: Act) -> Table:
    """rank.putzteufel: something is chosen; what is given for it is owed."""
    return owing(table, frame("give"), act.by, to=act.to, taken=act.kind)


def _mine(a: Algebra, _: Box, table: Table, act: Act) -> Term:
    return _holds(a, table, act.by, act.kind)


def _give(a: Algebra, _: Box, table: Table, act: Act) -> Table:
    """rank.putzteufel: both objects change hands."""
    to, taken = table.owed.to, table.owed.taken
    got = gives(a, gives(a, table, to, taken, -1), act.by, taken, 1)
    return owing(gives(a, gives(a, got, act.by, act.kind, -1), to, act.kind, 1), frame("swap"), act.by)


def _other_seat(a: Algebra, _: Box, table: Table, act: Act) -> Term:
    return _another(a, table, act)


def _swap(a: Algebra, _: Box, table: Table, act: Act) -> Table:
    """swap.ranks: rank and dice change hands; both markers lie at the same place."""
    def both(row: Sequence[Term]) -> tuple[Term, ...]:
        return put(a, put(a, row, act.by, at(a, row, act.to)), act.to, at(a, row, act.by))

    columns = [both(column) for column in zip(*table.dice, strict=True)]
    return owing(evolve(table, ranks=both(table.ranks), dice=tuple(zip(*columns, strict=True))))


def _ends(_: Algebra, __: Box, table: Table, ___: Act) -> Table:
    return owing(table)


def _always(_: Algebra, __: Box, ___: Table, ____: Act) -> Term:
    return True


STEPS: tuple[Step, ...] = (
    Step("reveal", "turn-up", _in_heap, _turn_up, ("revealed",)),
    Step("roll", "roll", _dice_of_rank, _roll, ("rolled",)),
    Step("place", "place", _lies, _place, ("marked",)),
    Step("force", "force", _always, _force, ("forced",)),
    Step("force", "leave", _always, _let_be, ("not-forced",)),
    Step("steal", "steal", _theirs, _steal, ("stole",)),
    Step("steal", "leave", _always, _left, ("left",)),
    Step("exchange", "take", _theirs, _take),
    Step("exchange", "leave", _always, _left, ("left",)),
    Step("give", "give", _mine, _give, ("exchanged",)),
    Step("swap", "swap", _other_seat, _swap, ("swapped",)),
    Step("swap", "leave", _always, _ends, ("left",)),
)
