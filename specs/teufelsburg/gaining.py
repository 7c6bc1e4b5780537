"""How much fuller one hand gets in one turn at most, and so how early somebody can have too much luggage.

`Gains.still` is what a turn can still bring to one seat: what is owed to it already, a struggle, and the trades that
are left. A trade brings it one object at most, for its bag; what brings the Diplomat back fresh in that same trade is
the other's Tome or Coat, and then it lies with the seat that gained, who would have to give it for a third gain, and no
bag. The bound is proved over the steps as that of `drawing` is: seat 0 is on turn and trades with seat 1, and the seat
that gains is each of these two, and a third. It holds until somebody has too much for the first time.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from ...model.rules import Gap, Rules
from ...model.teufelsburg.cards import COAT, DIPLOMAT, SEXTANT, TOME
from ...model.teufelsburg.state import drinks_each
from ..algebra import Symbolic, Term
from ..prover import PROVED, UNKNOWN
from .bounds import of_the_last
from .codes import BAG_KINDS, CODES, Box, card
from .drawing import COMING, FRESH, ON_TURN, OPEN, PARTNER, USED, Measure, breaking, diplomat_is, kept, some_frame
from .emptying import demands_late
from .invariant import SOUND
from .nearer import paired
from .situation import Unspoken
from .table import Table, is_frame

_A = Symbolic(CODES)
MOST = 2  # objects that a hand gains in a turn
THIRD = 2
OWED = ("draw", "stand-off", "reward", "duel.choice", "steal")  # an object for who owes it
UNDECIDED = tuple(kind for kind in COMING if kind not in OWED)  # a struggle that may bring it to anybody
RETURNED = ("tribute", "give-back")  # an object for the other seat of it
KEEPS = ("conserved", "people", "choosing", "shape", "meaning")
PASSING = ("direct", "pass-on", "pass-in-turn")


@frozen
class Moment:
    """What of a table matters to any hand."""

    table: Table
    acts: Term  # the action of the turn is to come
    trading: Term  # a trade is under way
    ordering: Term  # somebody is asked which of two texts comes first
    fought: Term  # a struggle may still bring something to anybody
    passing: Term  # objects may be passed on, whoever holds them
    fresh: Term  # the Diplomat lies face-down with who is on turn
    used: Term  # face-up there
    lies: Term  # anywhere on the table
    tome: Term  # a text of the Tome is due
    coat: Term

    @classmethod
    def of(cls, table: Table, ordered: bool) -> Moment:
        """Of this table; `ordered`: the rules let somebody say which of two texts comes first."""

        def due(kind: str) -> Term:
            return _A.some(_A.every((is_frame(_A, slot, "activate"), _A.eq(slot.card, card(kind))))
                           for slot in table.agenda)

        def owed(*kinds: str) -> Term:
            return some_frame(_A, table, *kinds)

        lies = _A.some(_A.eq(role, card(DIPLOMAT)) for role in table.roles)
        return cls(table, owed("action"), owed(*OPEN), owed("text-order") if ordered else False, owed(*UNDECIDED),
                   _A.some((owed(*PASSING), due(SEXTANT))), diplomat_is(_A, table, FRESH),
                   diplomat_is(_A, table, USED), lies, due(TOME), _A.some((owed("retrain"), due(COAT))))


@frozen
class Gains:
    """What a turn can still bring to the hand of a seat; `late`: a Diplomat may demand after the action."""

    seat: int
    late: bool

    def still(self, now: Moment) -> Term:
        """The most objects that this turn can still bring."""
        stuck = {kind: self._stuck(now, kind) for kind in (TOME, COAT)}
        texts = _A.some((now.tome, now.coat))
        trades = _A.ite(now.trading, self._in_trade(now, stuck), _A.ite(
            texts, self._with_texts(now, stuck), self._with_none(now, stuck)))
        found = _A.total((self._owed(now.table), _A.ite(now.fought, 1, 0), trades))
        return _A.ite(now.ordering, _A.ite(now.acts, 2, 1 + self.late), found)

    def _owed(self, table: Table) -> Term:
        """What is owed to the seat already: by its bags, by a struggle."""
        found = []
        for slot in table.agenda:
            bag = _A.every((is_frame(_A, slot, "activate"), _A.eq(slot.by, self.seat), _A.no(table.turned),
                            _A.member(slot.card, frozenset(BAG_KINDS))))
            mine = _A.every((is_frame(_A, slot, *OWED), _A.eq(slot.by, self.seat)))
            given = _A.every((is_frame(_A, slot, *RETURNED), _A.eq(slot.to, self.seat)))
            found.append(_A.ite(_A.some((bag, mine, given)), 1, 0))
        return _A.total(found)

    def _stuck(self, now: Moment, kind: str) -> Term:
        """The seat has the Tome or the Coat and keeps it, unless it gives it itself."""
        return _A.every((_A.lt(0, now.table.held(_A, self.seat, card(kind))), _A.no(now.passing)))

    def _back(self, now: Moment, stuck: Mapping[str, Term]) -> Term:
        """1 if the Diplomat, with another or laid aside, can come back by a trade in which the seat gains."""
        return _A.ite(_A.ite(now.lies, stuck[TOME], stuck[COAT]), 0, int(self.late))

    def _with_none(self, now: Moment, stuck: Mapping[str, Term]) -> Term:
        """What trades and the action bring with no text due that moves occupations, and no trade under way."""
        before = _by_place(now, 2, 1, _A.total((1, self._back(now, stuck))))
        return _A.ite(now.acts, before, _by_place(now, int(self.late), 0, 0))

    def _in_trade(self, now: Moment, stuck: Mapping[str, Term]) -> Term:
        """The same with a trade under way."""
        return _A.ite(now.acts, 2, _by_place(now, 1 + self.late, 1, _A.total((1, self._back(now, stuck)))))

    def _with_texts(self, now: Moment, stuck: Mapping[str, Term]) -> Term:
        """The same with texts due of the Tome, or the Coat, or of both."""
        both, late = _A.every((now.tome, now.coat)), int(self.late)
        other = _A.ite(_A.ite(now.tome, stuck[TOME], stuck[COAT]), 0, late)
        brings = _A.some((both, _A.every((now.tome, now.lies)), _A.every((now.coat, _A.no(now.lies)))))
        before = _by_place(now, 2, _A.ite(both, 2, _A.total((1, other))), 2)
        return _A.ite(now.acts, before, _by_place(now, late, _A.ite(both, late, 0), _A.ite(brings, late, 0)))


def _by_place(now: Moment, fresh: Term, used: Term, away: Term) -> Term:
    return _A.ite(now.fresh, fresh, _A.ite(now.used, used, away))


def gaining(rules: Rules) -> Measure:
    """The bound over steps for the seat on turn, for its partner, and for a third seat."""
    late = demands_late(rules)
    each = [Gains(seat, late) for seat in (ON_TURN, PARTNER, THIRD)]

    def worth(table: Table) -> list[Term]:
        now = Moment.of(table, rules.value_of("trade.first") == "on-turn")
        return [_A.total((table.size(_A, one.seat), one.still(now))) for one in each]

    first = of_the_last(worth)
    return Measure(lambda _, before, later: _A.every(map(_A.le, worth(later), first(before))), _known, _kept)


def _kept(box: Box, table: Table) -> Term:
    return _A.every((kept(_A, table), paired(box, table)))


def _known(box: Box, table: Table) -> Mapping[str, Term]:
    """Nobody had too much yet, and the position is sound as far as it matters."""
    keeps = {name: SOUND[name].holds(_A, box, table, *SOUND[name].derived(_A, table)) for name in KEEPS}
    return {"no surplus": _A.no(some_frame(_A, table, "surplus", "unload")), **keeps}


@frozen
class Least:
    """In which turn somebody can have too much at the earliest, by what a turn brings; or why nothing is proved."""

    verdict: str
    turn: int = 1
    why: str = ""


def surplus_not_before(rules: Rules) -> Least:
    """The first turn in which a hand can be over the limit, as far as is proved; with no more than `MOST` a turn.

    Raises `Gap` where the rules give no limit.
    """
    box, limit = Box(rules), int(rules.fact("hand.limit"))
    begins = int(rules.fact("setup.hand")) + drinks_each(rules)
    try:
        against = next(breaking(box, gaining(rules)), None)
    except (Gap, Unspoken) as silent:
        return Least(UNKNOWN, why=str(silent))
    if against is not None:
        return Least(UNKNOWN, why=f"{against[0]} ({against[1]})")
    return Least(PROVED, max(1, -(-(limit + 1 - begins) // MOST)))
