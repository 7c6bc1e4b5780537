"""The moves of the family: everything that a seat, the table or chance can do."""

from __future__ import annotations

from typing import ClassVar

from attrs import frozen

from ..game import Move


@frozen
class Pass(Move):
    """Take no action this turn."""

    act: ClassVar[str] = "pass"


@frozen
class Trade(Move):
    """Begin a trade with a player."""

    act: ClassVar[str] = "trade"
    to: int


@frozen
class Attack(Move):
    """Attack a player."""

    act: ClassVar[str] = "attack"
    on: int


@frozen
class Spy(Move):
    """Draw an object from a player's hand unseen, look at it and give it back."""

    act: ClassVar[str] = "spy"
    on: int


@frozen
class Proclaim(Move):
    """Proclaim the victory of an association, or one's own alone."""

    act: ClassVar[str] = "proclaim"
    claim: str


@frozen
class EndTurn(Move):
    """Let the turn end."""

    act: ClassVar[str] = "end-turn"


@frozen
class OfferObject(Move):
    """Put an object face-down before the trading partner."""

    act: ClassVar[str] = "offer"
    kind: str


@frozen
class Refuse(Move):
    """Give the offered object back without a word."""

    act: ClassVar[str] = "refuse"


@frozen
class Return(Move):
    """Keep the offered object and give another one for it."""

    act: ClassVar[str] = "return"
    kind: str


@frozen
class ActivateText(Move):
    """Carry out the text of the object given away."""

    act: ClassVar[str] = "activate"


@frozen
class PutFirst(Move):
    """Say which of two texts of a trade comes first."""

    act: ClassVar[str] = "put-first"
    kind: str


@frozen
class Leave(Move):
    """Let it be: the text stays without effect, the object is not taken."""

    act: ClassVar[str] = "leave"


@frozen
class SetDirection(Move):
    """Left or right."""

    act: ClassVar[str] = "direct"
    way: str


@frozen
class PassObject(Move):
    """Choose the object to pass on."""

    act: ClassVar[str] = "pass-on"
    kind: str


@frozen
class TakeRole(Move):
    """Take a role from those left over."""

    act: ClassVar[str] = "take-role"
    role: str


@frozen
class PeekAt(Move):
    """Point at a card of a row of associations, the first one being 0."""

    act: ClassVar[str] = "peek"
    place: int


@frozen
class DrawObject(Move):
    """Chance: this object comes from the pile."""

    act: ClassVar[str] = "draw"
    kind: str


@frozen
class ShowObject(Move):
    """Chance: this object is the one drawn from the hand."""

    act: ClassVar[str] = "show"
    kind: str


@frozen
class GiveTo(Move):
    """Choose who gets an object that is given away."""

    act: ClassVar[str] = "give-to"
    to: int


@frozen
class Give(Move):
    """Give an object away."""

    act: ClassVar[str] = "give"
    kind: str


@frozen
class DemandOf(Move):
    """Diplomat: point at a player."""

    act: ClassVar[str] = "demand-of"
    to: int


@frozen
class DemandObject(Move):
    """Diplomat: name an object, as it is called aloud."""

    act: ClassVar[str] = "demand"
    called: str


@frozen
class Pick(Move):
    """Clairvoyant: pick an object of the pile."""

    act: ClassVar[str] = "pick"
    kind: str


@frozen
class Use(Move):
    """Turn over one's occupation, or put down an object, and use it."""

    act: ClassVar[str] = "use"
    card: str


@frozen
class Close(Move):
    """The table: nobody acts any more."""

    act: ClassVar[str] = "close"


@frozen
class SpendToken(Move):
    """Put down a token that shows sword or shield."""

    act: ClassVar[str] = "token"
    side: str


@frozen
class SupportSide(Move):
    """Show sword or shield, or abstain."""

    act: ClassVar[str] = "support"
    side: str


@frozen
class SilencePlayer(Move):
    """Hypnotist: point at a player."""

    act: ClassVar[str] = "silence"
    seat: int


@frozen
class AppointWinner(Move):
    """Alchemist: name the winner."""

    act: ClassVar[str] = "appoint"
    side: str


@frozen
class ChooseSymbol(Move):
    """Choose which of a card's two symbols counts."""

    act: ClassVar[str] = "symbol"
    side: str


@frozen
class PickUp(Move):
    """Pick up an object from the pile."""

    act: ClassVar[str] = "pick-up"


@frozen
class TakeReward(Move):
    """The winner's choice: the truth, the association alone, or a look at the luggage."""

    act: ClassVar[str] = "reward"
    take: str  # truth, association or object


@frozen
class StealObject(Move):
    """Take one of the loser's objects."""

    act: ClassVar[str] = "steal"
    kind: str


@frozen
class GiveBackObject(Move):
    """Give one's own object for the loser's last one."""

    act: ClassVar[str] = "give-back"
    kind: str


@frozen
class PointAlly(Move):
    """Point a player out as a companion."""

    act: ClassVar[str] = "point-out"
    seat: int


@frozen
class NameAlly(Move):
    """Name a player as a holder of objects needed."""

    act: ClassVar[str] = "name"
    seat: int


@frozen
class Done(Move):
    """Name nobody more."""

    act: ClassVar[str] = "done"


TRUTH, ASSOCIATION, OBJECT = "truth", "association", "object"

@frozen
class AddPoint(Move):
    """Let a supporter's point count for oneself."""

    act: ClassVar[str] = "add"


MOVES: tuple[type[Move], ...] = (
    Pass, Trade, Attack, Proclaim, EndTurn, OfferObject, Refuse, Return, ActivateText, Leave, SetDirection, PassObject,
    TakeRole, PeekAt, DrawObject, GiveTo, Give, DemandOf, DemandObject, Pick, Use, Close, SupportSide, SilencePlayer,
    AppointWinner, ChooseSymbol, PickUp, TakeReward, StealObject, GiveBackObject, NameAlly, Done,
    AddPoint, Spy, ShowObject, SpendToken, PointAlly, PutFirst,
)
