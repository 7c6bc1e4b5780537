"""The events of the family, and how each changes the state. No rules in here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, TypeVar

from attrs import evolve as change
from attrs import frozen

from ..game import Event, Frame
from .cards import Hand, minus, plus
from .state import Duel, State, Verdict


@frozen
class TurnBegan(Event):
    """The next player is on turn."""

    tag: ClassVar[str] = "turn"
    by: int


@frozen
class Owes(Event):
    """The top frames are answered; others are owed in front of the rest."""

    tag: ClassVar[str] = "owes"
    drop: int
    frames: tuple[Frame, ...]


@frozen
class Passed(Event):
    """No action this turn."""

    tag: ClassVar[str] = "passed"
    by: int


@frozen
class Offered(Event):
    """An object lies face-down before the partner, who looks at it."""

    tag: ClassVar[str] = "offered"
    by: int
    to: int
    kind: str


@frozen
class Refused(Event):
    """The object goes back without a word."""

    tag: ClassVar[str] = "refused"
    by: int
    to: int


@frozen
class Swapped(Event):
    """Two objects change owners at once."""

    tag: ClassVar[str] = "swapped"
    by: int  # who gives `gives` and gets `gets`
    to: int
    gives: str
    gets: str


@frozen
class Activated(Event):
    """A text is read aloud and comes into effect for `by`."""

    tag: ClassVar[str] = "activated"
    by: int
    partner: int
    card: str


@frozen
class Unread(Event):
    """An object changed owners with no word."""

    tag: ClassVar[str] = "unread"
    by: int
    card: str


@frozen
class SawObjects(Event):
    """A seat looks at all objects of another."""

    tag: ClassVar[str] = "saw-objects"
    by: int
    of: int
    hand: Hand


@frozen
class SawSide(Event):
    """A seat looks at another's association; `place` tells which card, where there is a row of them."""

    tag: ClassVar[str] = "saw-side"
    by: int
    of: int
    side: str
    place: int | None = None


@frozen
class SawRole(Event):
    """A seat looks at another's occupation."""

    tag: ClassVar[str] = "saw-role"
    by: int
    of: int
    role: str


@frozen
class RolesSwapped(Event):
    """Two seats exchange occupations, which lie face-down again."""

    tag: ClassVar[str] = "roles-swapped"
    by: int
    to: int


@frozen
class RoleTaken(Event):
    """A seat takes a role left over; the old one goes to those left over."""

    tag: ClassVar[str] = "role-taken"
    by: int
    role: str


@frozen
class Directed(Event):
    """Everybody passes an object this way."""

    tag: ClassVar[str] = "directed"
    by: int
    way: str


@frozen
class Chosen(Event):
    """A seat has chosen the object it passes on."""

    tag: ClassVar[str] = "chosen"
    by: int
    kind: str


@frozen
class PassedOn(Event):
    """All chosen objects move to the neighbours at once."""

    tag: ClassVar[str] = "passed-on"
    step: int  # 1 to the left, -1 to the right
    kinds: tuple[str, ...]


@frozen
class Drew(Event):
    """A seat draws an object from the pile."""

    tag: ClassVar[str] = "drew"
    by: int
    kind: str


@frozen
class NothingDrawn(Event):
    """The pile is used up; nothing is drawn."""

    tag: ClassVar[str] = "nothing-drawn"
    by: int


@frozen
class BagsTurned(Event):
    """The pile is used up: the bags become key and goblet, aloud."""

    tag: ClassVar[str] = "bags-turned"


@frozen
class Overloaded(Event):
    """A seat has too much luggage."""

    tag: ClassVar[str] = "overloaded"
    by: int


@frozen
class Gave(Event):
    """An object is given away."""

    tag: ClassVar[str] = "gave"
    by: int
    to: int
    kind: str


@frozen
class Used(Event):
    """A card is put down face-up and used. `role` tells an occupation from an object."""

    tag: ClassVar[str] = "used"
    by: int
    card: str
    role: bool


@frozen
class HiddenAgain(Event):
    """An occupation that was used lies face-down again."""

    tag: ClassVar[str] = "hidden-again"
    by: int


@frozen
class Demanded(Event):
    """The diplomat demands an object, as it is called aloud."""

    tag: ClassVar[str] = "demanded"
    by: int
    to: int
    called: str


@frozen
class Lacking(Event):
    """The player asked does not have what is demanded."""

    tag: ClassVar[str] = "lacking"
    by: int
    to: int
    called: str


@frozen
class SawPile(Event):
    """The clairvoyant looks through the pile."""

    tag: ClassVar[str] = "saw-pile"
    by: int
    pile: Hand


@frozen
class Stacked(Event):
    """The pile is shuffled and the picked objects lie on top, the top one first."""

    tag: ClassVar[str] = "stacked"
    by: int
    top: tuple[str, ...]


@frozen
class Attacked(Event):
    """A struggle begins."""

    tag: ClassVar[str] = "attacked"
    by: int
    on: int


@frozen
class Closed(Event):
    """Nobody acts (any more) in this window."""

    tag: ClassVar[str] = "closed"
    window: str


@frozen
class Prevented(Event):
    """The priest prevents the struggle."""

    tag: ClassVar[str] = "prevented"
    by: int


@frozen
class Supported(Event):
    """A seat supports a side or abstains."""

    tag: ClassVar[str] = "supported"
    by: int
    side: str


@frozen
class Silenced(Event):
    """The hypnotist makes a seat abstain."""

    tag: ClassVar[str] = "silenced"
    by: int
    seat: int


@frozen
class LeftAlone(Event):
    """The duelist: nobody may support."""

    tag: ClassVar[str] = "left-alone"
    by: int


@frozen
class Appointed(Event):
    """The poison mixer appoints the winner."""

    tag: ClassVar[str] = "appointed"
    by: int
    side: str


@frozen
class SymbolChosen(Event):
    """The owner of a double card decides which symbol counts."""

    tag: ClassVar[str] = "symbol-chosen"
    by: int
    card: str
    side: str


@frozen
class Counted(Event):
    """The points, and what they come to: attacker, defender or stand-off."""

    tag: ClassVar[str] = "counted"
    attacker: int
    defender: int
    result: str


@frozen
class Cancelled(Event):
    """The doctor prevents the effects of the struggle."""

    tag: ClassVar[str] = "cancelled"
    by: int


@frozen
class Rewarded(Event):
    """The winner decides: the truth, or a look at the luggage."""

    tag: ClassVar[str] = "rewarded"
    by: int
    loser: int
    take: str


@frozen
class Stole(Event):
    """The winner takes one of the loser's objects."""

    tag: ClassVar[str] = "stole"
    by: int
    of: int
    kind: str


@frozen
class NothingTaken(Event):
    """The winner takes nothing."""

    tag: ClassVar[str] = "nothing-taken"
    by: int
    of: int


@frozen
class DuelEnded(Event):
    """The objects used go back to hand; used occupations stay face-up."""

    tag: ClassVar[str] = "duel-ended"


@frozen
class Proclaimed(Event):
    """A seat proclaims and turns over all its cards."""

    tag: ClassVar[str] = "proclaimed"
    by: int
    claim: str
    side: str
    role: str
    hand: Hand


@frozen
class Named(Event):
    """A player is named and turns over the cards."""

    tag: ClassVar[str] = "named"
    by: int
    seat: int
    side: str
    hand: Hand


@frozen
class Decided(Event):
    """The game is over."""

    tag: ClassVar[str] = "decided"
    by: int
    claim: str
    right: bool
    winners: tuple[int, ...]


E = TypeVar("E", bound=Event)
_STEPS: dict[type[Event], Callable[[State, Any], State]] = {}


def _step(kind: type[E]) -> Callable[[Callable[[State, E], State]], Callable[[State, E], State]]:
    def register(step: Callable[[State, E], State]) -> Callable[[State, E], State]:
        _STEPS[kind] = step
        return step

    return register


def evolve(state: State, event: Event) -> State:
    """The state after an event. Events that only tell something leave it as it is."""
    step = _STEPS.get(type(event))
    return state if step is None else step(state, event)


def _hands(state: State, *moves: tuple[int, str, str]) -> State:
    """Hands with, for each seat named, one card out (if any) and one card in (if any)."""
    hands = list(state.hands)
    for seat, gone, come in moves:
        hand = minus(hands[seat], gone) if gone else hands[seat]
        hands[seat] = plus(hand, come) if come else hand
    return change(state, hands=tuple(hands))


def _at(row: tuple[Any, ...], seat: int, value: Any) -> tuple[Any, ...]:
    return (*row[:seat], value, *row[seat + 1 :])


def _duel(state: State, **fields: Any) -> State:
    assert state.duel is not None, "an event of a struggle while none is under way"
    return change(state, duel=change(state.duel, **fields))


@_step(TurnBegan)
def _turn_began(state: State, event: TurnBegan) -> State:
    return change(state, active=event.by, turn=state.turn + 1)


@_step(Owes)
def _owes(state: State, event: Owes) -> State:
    return change(state, agenda=(*event.frames, *state.agenda[event.drop :]))


@_step(Swapped)
def _swapped(state: State, event: Swapped) -> State:
    return _hands(state, (event.by, event.gives, event.gets), (event.to, event.gets, event.gives))


@_step(RolesSwapped)
def _roles_swapped(state: State, event: RolesSwapped) -> State:
    roles = _at(_at(state.roles, event.by, state.roles[event.to]), event.to, state.roles[event.by])
    return change(state, roles=roles, shown=_at(_at(state.shown, event.by, False), event.to, False))


@_step(RoleTaken)
def _role_taken(state: State, event: RoleTaken) -> State:
    leftover = plus(minus(state.leftover, event.role), state.roles[event.by])
    return change(state, roles=_at(state.roles, event.by, event.role), shown=_at(state.shown, event.by, False),
                  leftover=leftover)


@_step(Chosen)
def _chosen(state: State, event: Chosen) -> State:
    frame: Any = state.agenda[0]
    return change(state, agenda=(change(frame, chosen=_at(frame.chosen, event.by, event.kind)), *state.agenda[1:]))


@_step(PassedOn)
def _passed_on(state: State, event: PassedOn) -> State:
    n = state.players
    return _hands(state, *((seat, kind, event.kinds[(seat - event.step) % n]) for seat, kind in enumerate(event.kinds)))


@_step(Drew)
def _drew(state: State, event: Drew) -> State:
    less = change(state, top=state.top[1:]) if state.top else change(state, rest=minus(state.rest, event.kind))
    return _hands(less, (event.by, "", event.kind))


@_step(BagsTurned)
def _bags_turned(state: State, _: BagsTurned) -> State:
    return change(state, turned=True)


@_step(Gave)
def _gave(state: State, event: Gave) -> State:
    return _hands(state, (event.by, event.kind, ""), (event.to, "", event.kind))


@_step(Used)
def _used(state: State, event: Used) -> State:
    if event.role:
        spent = tuple(sorted({*state.spent, event.card}))
        state = change(state, shown=_at(state.shown, event.by, True), spent=spent)
    if state.duel is None:
        return state
    return _duel(state, played=(*state.duel.played, (event.by, event.card)))


@_step(HiddenAgain)
def _hidden_again(state: State, event: HiddenAgain) -> State:
    return change(state, shown=_at(state.shown, event.by, False))


@_step(Stacked)
def _stacked(state: State, event: Stacked) -> State:
    rest: Hand = tuple(sorted((*state.top, *state.rest)))
    for kind in event.top:
        rest = minus(rest, kind)
    return change(state, top=event.top, rest=rest)


@_step(Attacked)
def _attacked(state: State, event: Attacked) -> State:
    sides = _at(_at(("",) * state.players, event.by, "attacker"), event.on, "defender")
    return change(state, duel=Duel(event.by, event.on, sides))


@_step(Supported)
def _supported(state: State, event: Supported) -> State:
    assert state.duel is not None
    return _duel(state, sides=_at(state.duel.sides, event.by, event.side))


@_step(Silenced)
def _silenced(state: State, event: Silenced) -> State:
    assert state.duel is not None
    return _duel(state, silenced=(*state.duel.silenced, event.seat))


@_step(LeftAlone)
def _left_alone(state: State, _: LeftAlone) -> State:
    return _duel(state, alone=True)


@_step(Appointed)
def _appointed(state: State, event: Appointed) -> State:
    return _duel(state, appointed=event.side)


@_step(SymbolChosen)
def _symbol_chosen(state: State, event: SymbolChosen) -> State:
    assert state.duel is not None
    return _duel(state, symbols=(*state.duel.symbols, (event.by, event.card, event.side)))


@_step(Counted)
def _counted(state: State, event: Counted) -> State:
    return _duel(state, result=event.result)


@_step(Stole)
def _stole(state: State, event: Stole) -> State:
    return _hands(state, (event.of, event.kind, ""), (event.by, "", event.kind))


@_step(DuelEnded)
def _duel_ended(state: State, _: DuelEnded) -> State:
    return change(state, duel=None)


@_step(Decided)
def _decided(state: State, event: Decided) -> State:
    return change(state, verdict=Verdict(event.by, event.claim, event.right, event.winners))


EVENTS: tuple[type[Event], ...] = (
    TurnBegan, Owes, Passed, Offered, Refused, Swapped, Activated, Unread, SawObjects, SawSide, SawRole, RolesSwapped,
    RoleTaken, Directed, Chosen, PassedOn, Drew, NothingDrawn, BagsTurned, Overloaded, Gave, Used, HiddenAgain,
    Demanded, Lacking, SawPile, Stacked, Attacked, Closed, Prevented, Supported, Silenced, LeftAlone, Appointed,
    SymbolChosen, Counted, Cancelled, Rewarded, Stole, NothingTaken, DuelEnded, Proclaimed, Named, Decided,
)
