"""The events of the family: everything that can become so."""

from __future__ import annotations

from typing import ClassVar

from attrs import frozen

from ..game import Event, Owes
from .cards import Hand


@frozen
class TurnBegan(Event):
    """The next player is on turn."""

    tag: ClassVar[str] = "turn"
    by: int


@frozen
class SpiedOut(Event):
    """A seat looks at one object of another and gives it back."""

    tag: ClassVar[str] = "spied"
    by: int
    of: int
    kind: str
    felt: bool  # its owner knows which one it was


@frozen
class TokenTaken(Event):
    """A seat takes a token from the pile of tokens."""

    tag: ClassVar[str] = "token-taken"
    by: int


@frozen
class NoTokenLeft(Event):
    """A seat would take a token, and there is none."""

    tag: ClassVar[str] = "no-token"
    by: int


@frozen
class TokenSpent(Event):
    """A seat puts a token down for a side."""

    tag: ClassVar[str] = "token-spent"
    by: int
    side: str


@frozen
class TokensDiscarded(Event):
    """The tokens that these seats have put down go back to the pile and count no more."""

    tag: ClassVar[str] = "tokens-discarded"
    seats: tuple[int, ...]


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
class TradeLeft(Event):
    """Who was refused asks nobody else."""

    tag: ClassVar[str] = "trade-left"
    by: int


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
class RoleRenewed(Event):
    """A role that a seat gave away in an exchange, used before, is as if it had not been."""

    tag: ClassVar[str] = "role-renewed"
    by: int
    role: str


@frozen
class RoleSunk(Event):
    """A role given up lies under all others left over."""

    tag: ClassVar[str] = "role-sunk"
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
class LeftLying(Event):
    """A seat may draw and does not."""

    tag: ClassVar[str] = "left-lying"
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
class ShowedHand(Event):
    """A seat shows all its objects to everybody."""

    tag: ClassVar[str] = "showed-hand"
    by: int
    hand: Hand


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
class Committed(Event):
    """A seat has chosen in secret whom it supports."""

    tag: ClassVar[str] = "committed"
    by: int
    side: str


@frozen
class Revealed(Event):
    """All support is shown at once; by seat, attacker and defender among them."""

    tag: ClassVar[str] = "revealed"
    sides: tuple[str, ...]


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
class PointedOut(Event):
    """A player is said to be a companion, or one who has an object needed; no card is shown yet."""

    tag: ClassVar[str] = "pointed-out"
    by: int
    seat: int
    holder: bool


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


@frozen
class RoleRetired(Event):
    """An old occupation is laid apart and out of the game."""

    tag: ClassVar[str] = "role-retired"
    by: int
    role: str


@frozen
class BagDeclared(Event):
    """All are told which of the turned bags an object of a player is."""

    tag: ClassVar[str] = "bag-declared"
    by: int
    kind: str


@frozen
class GiftShown(Event):
    """All see what a seat gave away without a trade, under the name it is called."""

    tag: ClassVar[str] = "gift-shown"
    by: int
    kind: str


@frozen
class PointAdded(Event):
    """A supporter's point counts for whom he supports."""

    tag: ClassVar[str] = "point-added"
    by: int
    of: int
    card: str


@frozen
class PointDeclined(Event):
    """A supporter's point is turned down by whom he supports."""

    tag: ClassVar[str] = "point-declined"
    by: int
    of: int
    card: str


EVENTS: tuple[type[Event], ...] = (
    TurnBegan, Owes, Passed, Offered, Refused, Swapped, Activated, Unread, SawObjects, SawSide, SawRole, RolesSwapped,
    RoleTaken, Directed, Chosen, PassedOn, Drew, NothingDrawn, LeftLying, BagsTurned, Overloaded, Gave, Used,
    HiddenAgain, Demanded, Lacking, SawPile, Stacked, Attacked, Closed, Prevented, Supported, Silenced, LeftAlone,
    Appointed, SymbolChosen, Counted, Cancelled, Rewarded, Stole, NothingTaken, DuelEnded, Proclaimed, Named, Decided,
    RoleRetired, BagDeclared, GiftShown, RoleRenewed, PointAdded, PointDeclined,
    SpiedOut, TokenTaken, NoTokenLeft, TokenSpent, TokensDiscarded, Committed, Revealed,
    TradeLeft, RoleSunk, PointedOut, ShowedHand,
)
