"""A script collects the events of one move, and settles what follows at once: bags, surplus, the next turn."""

from __future__ import annotations

from .. import script as scripts
from ..game import Event
from ..rules import Rules
from .cards import BAGS, Hand, called
from .events import (
    BagDeclared,
    BagsTurned,
    Drew,
    DuelEnded,
    Gave,
    GiftShown,
    Overloaded,
    PassedOn,
    Stole,
    Swapped,
    TurnBegan,
)
from .evolve import evolve
from .frames import Action, GiveBack, Surplus
from .state import Duel, State
from .vocabulary import STRUGGLE


class Script(scripts.Script[State]):
    """See `model.script`."""

    def __init__(self, rules: Rules, state: State) -> None:
        super().__init__(rules, state)
        self.trail: dict[int, tuple[State, Event, State]] = {}  # by the event's id: the states before and after it

    def after(self, event: Event) -> State:
        """See `model.script`."""
        after = evolve(self.state, event)
        self.trail[id(event)] = self.state, event, after
        return after

    def end_turn_at_once(self) -> None:
        """Nothing more is owed in this turn; what `settle` finds open is still done."""
        self.owe(len(self.state.agenda))

    @property
    def duel(self) -> Duel:
        """The struggle under way."""
        assert self.state.duel is not None, "no struggle is under way"
        return self.state.duel

    def hand(self, seat: int) -> Hand:
        """A seat's objects."""
        return self.state.hands[seat]

    def settle(self) -> None:
        """What follows by itself: the struggle is over, bags turn, a surplus arises, the next turn begins."""
        if self.state.verdict is not None:
            return
        if self.state.duel is not None and not any(f.kind in STRUGGLE for f in self.state.agenda):
            self.emit(DuelEnded, cite=("duel.after-use", *(("tokens.return",) if self.duel.tokens else ())))
        if self.state.pile == 0 and not self.state.turned:
            self.emit(BagsTurned, cite=("object.bag.turns",))
            if self.rules.switch("bags.declared") == "by-holders":
                self._declare(*((seat, kind) for seat, hand in enumerate(self.state.hands) for kind in hand))
        given = [given for event in self.events for given in _given(event) if self.state.turned and given[1] in BAGS]
        gifts = [(event.clauses, gift) for event in self.events for gift in _gifts(event)]
        if gifts and self.rules.value_of("given.seen") == "by-all":
            for clauses, (seat, kind) in gifts:
                self.emit(GiftShown, seat, called(kind, self.state.turned), cite=clauses)
        if given and self.rules.switch("bags.declared") == "when-given":
            self._declare(*given)
        if any(isinstance(event, Drew | Gave | Stole) for event in self.events):
            self._surplus()
        if not self.state.agenda:
            following = (self.state.active + 1) % self.rules.players
            self.emit(TurnBegan, following, cite=("turn.order",))
            self.owe(0, Action(following))

    def _declare(self, *cards: tuple[int, str]) -> None:
        for seat, kind in cards:
            if kind in BAGS:
                self.emit(BagDeclared, seat, kind, cite=("object.bag.turns",))

    def _surplus(self) -> None:
        limit = self.rules.fact("hand.limit")
        n = self.rules.players
        for seat in ((self.state.active + i) % n for i in range(n)):
            if len(self.hand(seat)) <= limit:
                continue
            if any(isinstance(f, Surplus) and f.by == seat for f in self.state.agenda):
                continue
            giving_back = any(isinstance(f, GiveBack) and f.by == seat for f in self.state.agenda)
            if giving_back and self.rules.value_of("give-back.moment") == "before-surplus":
                continue
            self.emit(Overloaded, seat, cite=("hand.surplus",))
            self.owe(0, Surplus(seat))


def _given(event: Event) -> tuple[tuple[int, str], ...]:
    """Who gave what away of his own accord, by an event."""
    if isinstance(event, Swapped):
        return (event.by, event.gives), (event.to, event.gets)
    if isinstance(event, PassedOn):
        return tuple(enumerate(event.kinds))
    return ((event.by, event.kind),) if isinstance(event, Gave) else ()


def _gifts(event: Event) -> tuple[tuple[int, str], ...]:
    """Who gave what without a trade, by an event."""
    return () if isinstance(event, Swapped) else _given(event)


PROCEDURES = scripts.Procedures()
procedure = PROCEDURES.of
