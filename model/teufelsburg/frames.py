"""The frames of the family: every decision that can be owed, in the rulebook's order."""

from __future__ import annotations

from typing import ClassVar

from attrs import field, frozen

from ..game import CHANCE, RARE, TABLE, Frame, Solo


@frozen
class Action(Solo):
    """The player on turn chooses an action."""

    kind: ClassVar[str] = "action"


@frozen
class End(Solo):
    """The action is over, the turn is not yet: the last moment to use something on one's own turn."""

    kind: ClassVar[str] = "end"


@frozen
class Offer(Solo):
    """Who trades picks the object to offer; `demanded` is what a Diplomat asked for, else empty."""

    kind: ClassVar[str] = "offer"
    to: int
    demanded: str = ""


@frozen
class Answer(Solo):
    """The partner looks at the object that `to` offered and refuses it or gives another one back."""

    kind: ClassVar[str] = "answer"
    to: int  # who offered
    offered: str
    demanded: str = ""


@frozen
class TradeOn(Solo):
    """An offer was refused: another player may be asked. It stays while he is, with those who have refused."""

    kind: ClassVar[str] = "trade-on"
    last: int  # who refused last
    refused: tuple[int, ...]  # all who did, sorted


@frozen
class Activate(Solo):
    """A traded object's text may come into effect, for `by`."""

    kind: ClassVar[str] = "activate"
    partner: int
    card: str
    other: str  # what it was exchanged for
    demanded: str = field(default="", metadata={RARE: True})  # what a Diplomat asked for in this trade, else empty


@frozen
class TextOrder(Solo):
    """Both objects of a trade have a text: the player on turn says which comes first."""

    kind: ClassVar[str] = "text-order"
    partner: int
    card: str  # that due first where nobody says otherwise
    other: str
    demanded: str = field(default="", metadata={RARE: True})


@frozen
class Direct(Solo):
    """Sextant: which way everybody passes an object."""

    kind: ClassVar[str] = "direct"


@frozen
class PassOn(Frame):
    """Sextant: everybody chooses an object; the choices take effect together."""

    kind: ClassVar[str] = "pass-on"
    way: str
    chosen: tuple[str, ...]  # by seat; empty while a seat has not chosen

    @property
    def owed(self) -> tuple[int, ...]:
        return tuple(seat for seat, kind in enumerate(self.chosen) if not kind)


@frozen
class PassInTurn(Solo):
    """Sextant, where one passes on after the other: this seat is next, and the object moves at once."""

    kind: ClassVar[str] = "pass-in-turn"
    to: int


@frozen
class Retrain(Frame):
    """Coat: which of the roles left over; a blind choice is chance's."""

    kind: ClassVar[str] = "retrain"
    by: int
    blind: bool = False

    @property
    def owed(self) -> tuple[int, ...]:
        return (CHANCE,) if self.blind else (self.by,)


@frozen
class Peek(Frame):
    """Which card of a row of associations is looked at; `chooser` picks it for `by`."""

    kind: ClassVar[str] = "peek"
    by: int
    of: int
    chooser: int

    @property
    def owed(self) -> tuple[int, ...]:
        return (self.chooser,)


@frozen
class Draw(Frame):
    """Chance turns up the next object of the pile."""

    kind: ClassVar[str] = "draw"
    by: int

    @property
    def owed(self) -> tuple[int, ...]:
        return (CHANCE,)


@frozen
class SpyDraw(Frame):
    """Chance tells which object of a hand a spy draws."""

    kind: ClassVar[str] = "spy"
    by: int
    of: int

    @property
    def owed(self) -> tuple[int, ...]:
        return (CHANCE,)


@frozen
class Surplus(Solo):
    """Too much luggage: to whom an object goes."""

    kind: ClassVar[str] = "surplus"


@frozen
class Unload(Solo):
    """Too much luggage: which object goes to the player chosen."""

    kind: ClassVar[str] = "unload"
    to: int


@frozen
class Demand(Solo):
    """Diplomat: of whom an object is demanded."""

    kind: ClassVar[str] = "demand"


@frozen
class DemandWhat(Solo):
    """Diplomat: which object is demanded."""

    kind: ClassVar[str] = "demand-what"
    to: int


@frozen
class DemandBag(Solo):
    """Diplomat: which of the two bags is demanded, where it may be said."""

    kind: ClassVar[str] = "demand-bag"
    to: int


@frozen
class Foresee(Solo):
    """Clairvoyant: picks objects of the pile; the last one picked will lie on top."""

    kind: ClassVar[str] = "foresee"
    picked: tuple[str, ...] = ()


@frozen
class Window(Frame):
    """A moment in which anybody may use something; the table closes it when nobody does."""

    @property
    def owed(self) -> tuple[int, ...]:
        return (TABLE,)


@frozen
class PriestWindow(Window):
    """After the attack is announced, before anybody supports."""

    kind: ClassVar[str] = "duel.priest"


@frozen
class Support(Solo):
    """One player in turn supports attacker or defender, or abstains."""

    kind: ClassVar[str] = "support"


@frozen
class SecretSupport(Frame):
    """All who do not fight choose whom they support; nobody sees the others' choices."""

    kind: ClassVar[str] = "secret-support"
    chosen: tuple[str, ...]  # by seat, attacker and defender included; empty while a seat has not chosen

    @property
    def owed(self) -> tuple[int, ...]:
        return tuple(seat for seat, side in enumerate(self.chosen) if not side)


@frozen
class RevealWindow(Window):
    """All have chosen in secret whom they support, and nothing is shown yet."""

    kind: ClassVar[str] = "duel.reveal"
    chosen: tuple[str, ...]


@frozen
class HypnotistWindow(Window):
    """After the support, before occupations and objects."""

    kind: ClassVar[str] = "duel.hypnotist"


@frozen
class Silence(Solo):
    """Hypnotist: who abstains."""

    kind: ClassVar[str] = "silence"


@frozen
class PowersWindow(Window):
    """Occupations and objects in any order, until nobody wishes to put down more."""

    kind: ClassVar[str] = "duel.powers"


@frozen
class Appoint(Solo):
    """Alchemist: who wins the struggle."""

    kind: ClassVar[str] = "appoint"


@frozen
class Symbol(Solo):
    """The owner of a card with both symbols decides which one counts."""

    kind: ClassVar[str] = "symbol"
    card: str


@frozen
class Bonus(Solo):
    """The point of a supporter's card is offered to whom he supports, who may turn it down."""

    kind: ClassVar[str] = "bonus"
    of: int  # the supporter
    card: str


@frozen
class ResultWindow(Window):
    """The struggle is counted; before its effects."""

    kind: ClassVar[str] = "duel.result"


@frozen
class StandOff(Solo):
    """The struggle ended in a stand-off: the attacker picks up an object."""

    kind: ClassVar[str] = "stand-off"


@frozen
class Reward(Solo):
    """The winner decides on the fate of the loser."""

    kind: ClassVar[str] = "reward"
    loser: int


@frozen
class ChoiceWindow(Window):
    """The winner has said what he wants; nothing has been looked at yet."""

    kind: ClassVar[str] = "duel.choice"
    by: int
    loser: int
    take: str


@frozen
class Steal(Solo):
    """The winner has seen the loser's objects and may take one."""

    kind: ClassVar[str] = "steal"
    loser: int


@frozen
class GiveBack(Solo):
    """The winner took the loser's last object and gives one of his own."""

    kind: ClassVar[str] = "give-back"
    to: int
    taken: str


@frozen
class Tribute(Solo):
    """The priest prevented the struggle: the attacker gives him an object."""

    kind: ClassVar[str] = "tribute"
    to: int


@frozen
class PointOut(Solo):
    """Who proclaimed points out companions, one by one; it stays while the holders are named."""

    kind: ClassVar[str] = "point-out"
    claim: str
    named: tuple[int, ...] = ()


@frozen
class NameAllies(Solo):
    """Who proclaimed names the holders of the objects needed, one by one."""

    kind: ClassVar[str] = "name-allies"
    claim: str
    named: tuple[int, ...] = ()


FRAMES: tuple[type[Frame], ...] = (
    Action, End, Offer, Answer, Activate, Direct, PassOn, PassInTurn, Retrain, Peek, Draw, Surplus, Unload, Demand,
    DemandWhat, DemandBag, Foresee, PriestWindow, Support, HypnotistWindow, Silence, PowersWindow, Appoint, Symbol,
    Bonus, ResultWindow, StandOff, Reward, ChoiceWindow, Steal, GiveBack, Tribute, NameAllies,
    SpyDraw, SecretSupport, RevealWindow, TradeOn, PointOut, TextOrder,
)
