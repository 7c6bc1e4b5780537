"""Passing, trading, the traded cards' texts, the surplus."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..game import Frame
from . import moves as mv
from .cards import BAG, BAGS, COAT, LEFT, MIRROR, MONOCLE, PRIVILEGE, SEXTANT, TOME, TRADE_TEXTS, called
from .events import (
    Activated,
    BagDeclared,
    Chosen,
    Directed,
    Drew,
    Gave,
    NothingDrawn,
    Offered,
    Passed,
    PassedOn,
    Refused,
    RoleRenewed,
    RoleRetired,
    RolesSwapped,
    RoleSunk,
    RoleTaken,
    SawObjects,
    SawSide,
    Swapped,
    TradeLeft,
    Unread,
)
from .frames import (
    Activate,
    Answer,
    Direct,
    Draw,
    End,
    Offer,
    PassInTurn,
    PassOn,
    Peek,
    Retrain,
    TextOrder,
    TradeOn,
    Unload,
)
from .script import Script, procedure
from .tokens import take_token


@procedure("action", mv.Pass)
def take_no_action(script: Script, _: Any, move: mv.Pass) -> None:
    """turn.pass: the turn goes by."""
    script.emit(Passed, move.by, cite=("turn.pass",))
    script.owe(1, End(move.by))


@procedure("end", mv.EndTurn)
def end_turn(script: Script, _: Any, __: mv.EndTurn) -> None:
    """turn.order: the left neighbour is next; `settle` begins his turn."""
    script.owe(1)


@procedure("action", mv.Trade)
def begin_trade(script: Script, _: Any, move: mv.Trade) -> None:
    """trade.offer: first whom, then what."""
    script.owe(1, Offer(move.by, move.to), End(move.by))


@procedure("offer", mv.OfferObject)
def offer(script: Script, frame: Offer, move: mv.OfferObject) -> None:
    """trade.offer: the partner looks at the object."""
    script.emit(Offered, frame.by, frame.to, move.kind, cite=("trade.offer",))
    script.owe(1, Answer(frame.to, frame.by, move.kind, frame.demanded))


@procedure("answer", mv.Refuse)
def refuse(script: Script, frame: Answer, _: mv.Refuse) -> None:
    """trade.refused: the object goes back, no text comes into effect; with tokens, who offered takes one.

    Where trade.again is, another player may be asked.
    """
    script.emit(Refused, frame.by, frame.to, cite=("trade.refused",))
    take_token(script, frame)
    if frame.demanded or script.rules.value_of("trade.refused") != "goes-on":
        script.owe(1)
        return
    before = _trying(script)
    refused = {frame.by, *(before.refused if before else ())}
    script.owe(2 if before else 1, TradeOn(frame.to, frame.by, tuple(sorted(refused))))


def _trying(script: Script) -> TradeOn | None:
    """What lies under the answer of a player who is not the first to be asked."""
    below = script.state.agenda[1] if len(script.state.agenda) > 1 else None
    return below if isinstance(below, TradeOn) else None


@procedure("trade-on", mv.Trade)
def try_another(script: Script, frame: TradeOn, move: mv.Trade) -> None:
    """trade.again: the same as at first; who has refused is remembered underneath."""
    script.owe(0, Offer(frame.by, move.to))


@procedure("trade-on", mv.Leave)
def try_nobody(script: Script, frame: TradeOn, _: mv.Leave) -> None:
    """trade.again: the player on turn gives it up."""
    script.emit(TradeLeft, frame.by, cite=("trade.again",))
    script.owe(1)


@procedure("answer", mv.Return)
def give_in_return(script: Script, frame: Answer, move: mv.Return) -> None:
    """trade.accept: both objects change owners; then the text due for who offered, then that for who accepted."""
    script.emit(Swapped, frame.to, frame.by, frame.offered, move.kind, cite=("trade.accept",))
    first, then = frame.offered, move.kind
    if script.rules.value_of("trade.text-for") == "owner":
        first, then = then, first
    asked = frame.demanded
    texts = Activate(frame.to, frame.by, first, then, asked), Activate(frame.by, frame.to, then, first, asked)
    due: tuple[Frame, ...] = texts
    if _readable(script, first) and _readable(script, then) and script.rules.value_of("trade.first") == "on-turn":
        due = (TextOrder(frame.to, frame.by, first, then, asked),)
    if frame.demanded and script.rules.value_of("diplomat.place") == "ends-turn":
        script.owe(len(script.state.agenda), *due, End(frame.to))
    else:
        script.owe(2 if not frame.demanded and _trying(script) else 1, *due)


def _readable(script: Script, kind: str) -> bool:
    """The object has a text that is read aloud when it is traded."""
    return kind in TRADE_TEXTS and called(kind, script.state.turned) in (kind, BAG)


@procedure("text-order", mv.PutFirst)
def put_first(script: Script, frame: TextOrder, move: mv.PutFirst) -> None:
    """trade.abilities: the one text and then the other, where the player on turn says which."""
    texts = (Activate(frame.by, frame.partner, frame.card, frame.other, frame.demanded),
             Activate(frame.partner, frame.by, frame.other, frame.card, frame.demanded))
    script.owe(1, *(texts if move.kind == frame.card else reversed(texts)))


@procedure("activate", mv.Leave)
def leave_unread(script: Script, frame: Activate, _: mv.Leave) -> None:
    """trade.silent, or the mirror's silence: the object changes owners with no word."""
    mirrored = MIRROR in (frame.card, frame.other)
    script.emit(Unread, frame.by, frame.card, cite=("object.shattered-mirror.silent" if mirrored else "trade.silent",))
    script.owe(1)


@procedure("activate", mv.ActivateText)
def activate(script: Script, frame: Activate, _: mv.ActivateText) -> None:
    """trade.abilities: the text is read aloud and carried out by who gave the object away."""
    script.emit(Activated, frame.by, frame.partner, frame.card, cite=("trade.abilities", object_clause(frame.card)))
    if frame.card in BAGS and script.rules.value_of("bag.read") == "named":
        script.emit(BagDeclared, frame.by, frame.card, cite=("trade.abilities",))
    _TEXTS["bag" if frame.card in BAGS else frame.card](script, frame)


def object_clause(kind: str) -> str:
    """The clause that tells an object's text."""
    return "object.bag" if kind in BAGS else f"object.{kind}"


def _privilege(script: Script, frame: Activate) -> None:
    script.emit(SawObjects, frame.by, frame.partner, script.hand(frame.partner), cite=("object.privilege",))
    script.owe(1)


def _monocle(script: Script, frame: Activate) -> None:
    look_at_side(script, 1, frame.by, frame.partner, "object.monocle")


def _tome(script: Script, frame: Activate) -> None:
    state, traders = script.state, (frame.by, frame.partner)
    used = [(seat, state.roles[seat]) for seat in traders if state.roles[seat] in state.spent]
    script.emit(RolesSwapped, frame.by, frame.partner, cite=("object.tome",))
    if used and script.rules.value_of("tome.renews") == "yes":
        for seat, role in used:
            script.emit(RoleRenewed, seat, role, cite=("object.tome",))
    script.owe(1)


def _coat(script: Script, frame: Activate) -> None:
    script.owe(1, Retrain(frame.by, script.rules.switch("coat.choice") == "blind"))


def _sextant(script: Script, frame: Activate) -> None:
    script.owe(1, Direct(frame.by))


def _bag(script: Script, frame: Activate) -> None:
    draw_or_not(script, 1, frame.by, "object.bag")


_TEXTS: dict[str, Callable[[Script, Activate], None]] = {
    PRIVILEGE: _privilege, MONOCLE: _monocle, TOME: _tome, COAT: _coat, SEXTANT: _sextant, "bag": _bag,
}


def look_at_side(script: Script, drop: int, by: int, of: int, clause: str) -> None:
    """A seat sees another's association; of a row, one card that is pointed at first."""
    state = script.state
    if state.rows:
        chooser = by if script.rules.value_of("row.chooser") == "looker" else of
        script.owe(drop, Peek(by, of, chooser))
        return
    script.emit(SawSide, by, of, state.sides[of], cite=(clause,))
    script.owe(drop)


@procedure("peek", mv.PeekAt)
def peek(script: Script, frame: Peek, move: mv.PeekAt) -> None:
    """variant.advanced-three: one card of the row."""
    side = script.state.rows[frame.of][move.place]
    script.emit(SawSide, frame.by, frame.of, side, move.place, cite=("variant.advanced-three",))
    script.owe(1)


def draw_or_not(script: Script, drop: int, by: int, clause: str) -> None:
    """Owe a draw for a seat; nothing if the pile is used up."""
    if script.state.pile:
        script.owe(drop, Draw(by))
        return
    script.emit(NothingDrawn, by, cite=(clause,))
    script.owe(drop)


@procedure("draw", mv.DrawObject)
def draw(script: Script, frame: Draw, move: mv.DrawObject) -> None:
    """object.bag, duel.stand-off: an object comes from the pile."""
    script.emit(Drew, frame.by, move.kind)
    script.owe(1)


@procedure("retrain", mv.TakeRole)
def take_role(script: Script, frame: Retrain, move: mv.TakeRole) -> None:
    """object.coat: a new occupation, face-down; the old one goes to those left over."""
    old = script.state.roles[frame.by]
    script.emit(RoleTaken, frame.by, move.role, cite=("object.coat",))
    if script.rules.switch("coat.old") == "middle":
        script.emit(RoleRetired, frame.by, old, cite=("object.coat",))
    elif script.rules.switch("coat.old") == "bottom":
        script.emit(RoleSunk, frame.by, old, cite=("object.coat",))
    script.owe(1)


@procedure("direct", mv.SetDirection)
def direct(script: Script, frame: Direct, move: mv.SetDirection) -> None:
    """object.sextant: everybody chooses an object for the neighbour in this direction."""
    script.emit(Directed, frame.by, move.way, cite=("object.sextant",))
    n, step = script.rules.players, 1 if move.way == LEFT else -1
    if script.rules.switch("sextant.order") == "together":
        script.owe(1, PassOn(move.way, ("",) * n))
        return
    order = [(frame.by + i * step) % n for i in range(n)]
    script.owe(1, *(PassInTurn(seat, (seat + step) % n) for seat in order))


@procedure("pass-in-turn", mv.PassObject)
def pass_in_turn(script: Script, frame: PassInTurn, move: mv.PassObject) -> None:
    """object.sextant: one after the other, whatever lies in the hand by now; no text comes into effect."""
    script.emit(Gave, frame.by, frame.to, move.kind, cite=("object.sextant", "object.sextant.no-trade"))
    script.owe(1)


@procedure("pass-on", mv.PassObject)
def pass_on(script: Script, _: PassOn, move: mv.PassObject) -> None:
    """object.sextant: once all have chosen, all objects move at once; no text comes into effect."""
    script.emit(Chosen, move.by, move.kind, cite=("object.sextant",))
    frame = script.state.agenda[0]
    assert isinstance(frame, PassOn)
    if not frame.owed:
        step = 1 if frame.way == LEFT else -1
        script.emit(PassedOn, step, frame.chosen, cite=("object.sextant", "object.sextant.no-trade"))
        script.owe(1)


@procedure("action", mv.GiveTo)
@procedure("surplus", mv.GiveTo)
def give_to(script: Script, _: Any, move: mv.GiveTo) -> None:
    """hand.surplus: first to whom, then what."""
    script.owe(1, Unload(move.by, move.to))


@procedure("unload", mv.Give)
def unload(script: Script, frame: Unload, move: mv.Give) -> None:
    """hand.surplus: an object of one's own choice is given away."""
    script.emit(Gave, frame.by, frame.to, move.kind, cite=("hand.surplus",))
    script.owe(1)
