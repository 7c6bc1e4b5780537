"""The effects of the pieces. Each procedure answers the frame of an effect and lets happen what the card says."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from ..game import Move
from . import moves as mv
from .cards import BATTLEMENTS, PRINCESS
from .ending import count, decide_fall, winners_of_fall
from .events import (
    Arranged,
    Cancelled,
    Destroyed,
    Eliminated,
    Lapsed,
    LeftHidden,
    LookedAt,
    Swapped,
    TurnedDown,
    TurnedUp,
    Uncovered,
    Withstood,
)
from .frames import Arrange, Effect, Observatory, Reveal, SwapDraw, SwapGive, SwapReturn, TurnUp, Watchtower
from .script import Script, procedure
from .state import Piece

# ---------------------------------------------------------------- turning


def turn_up(script: Script, by: int, number: int, *, cite: tuple[str, ...], ahead_of: int = 0) -> None:
    """A piece is turned face-up; if it lay face-down, it is revealed, and its effect waits."""
    owner, piece = script.piece(number)
    script.emit(TurnedUp, by, number, piece.kind, False, cite=cite)
    if not piece.up and _wakes(script, piece):
        script.trigger(owner, piece.kind, number, ahead_of, clauses=("effect.queue",))


def _wakes(script: Script, piece: Piece) -> bool:
    """card.throne-room.silent: whether a revealed piece is set off, silenced by a Throne Room or not."""
    return not piece.silent or script.rules.switch("throne.span") == "once"


def turn_down(script: Script, by: int, number: int, *, cite: tuple[str, ...], silent: bool = False) -> None:
    """A piece is turned face-down; what was pending of it may be lost."""
    _, piece = script.piece(number)
    script.emit(TurnedDown, by, number, silent, cite=cite)
    if piece.up:
        _source_gone(script, number)


def _source_gone(script: Script, number: int) -> None:
    if script.pending(number) and script.rules.switch("source.gone") == "lost":
        script.cancel(number, cite=("effect.queue",))


@procedure("barracks", mv.Aim)
def barracks(script: Script, _: Any, move: mv.Aim) -> None:
    """card.barracks: a piece is turned, face-down or up, as the text is read."""
    if script.rules.switch("barracks.turns") == "up":
        turn_up(script, move.by, move.piece, cite=("card.barracks",))
    else:
        turn_down(script, move.by, move.piece, cite=("card.barracks",))
    script.owe(1)


@procedure("throne-room", mv.Aim)
def throne_room(script: Script, _: Any, move: mv.Aim) -> None:
    """card.throne-room: a piece is turned and has no effect this turn."""
    rules, cite = script.rules, ("card.throne-room", "card.throne-room.silent")
    _, piece = script.piece(move.piece)
    if rules.switch("throne.turns") == "down":
        turn_down(script, move.by, move.piece, cite=cite, silent=True)
    else:
        script.emit(TurnedUp, move.by, move.piece, piece.kind, True, cite=cite)
    if script.pending(move.piece) and rules.switch("throne.pending") == "cancels":
        script.cancel(move.piece, cite=("card.throne-room.silent",))
    script.owe(1)


@procedure("watchtower", mv.Aim)
def watchtower(script: Script, frame: Watchtower, move: mv.Aim) -> None:
    """card.watchtower: a piece is turned; then another may be."""
    turned, together = (*frame.turned, move.piece), _together(script)
    more = len(turned) < script.rules.fact("watchtower.pieces")
    if not together:
        _watch(script, frame, move.piece)
    elif not more:
        _watch_all(script, frame, turned)
    script.owe(1, *([Watchtower(frame.by, frame.source, turned)] if more else []))


def _together(script: Script) -> bool:
    """card.watchtower: whether all pieces are chosen before any is turned."""
    return script.rules.switch("watchtower.choice") == "together"


def _watch_all(script: Script, frame: Watchtower, pieces: tuple[int, ...]) -> None:
    """All that were chosen are turned, in this order."""
    for i, number in enumerate(pieces):
        _watch(script, evolve(frame, turned=pieces[:i]), number)


def _watch(script: Script, frame: Watchtower, number: int) -> None:
    """A piece is turned by a Watchtower that turned those of its frame before."""
    if script.rules.switch("watchtower.turns") == "down":
        turn_down(script, frame.by, number, cite=("card.watchtower",))
    else:
        turn_up(script, frame.by, number, cite=("card.watchtower",), ahead_of=_ahead(script, frame, number))


def _ahead(script: Script, frame: Watchtower, number: int) -> int:
    """Before how many of the effects that this Watchtower revealed another goes."""
    waiting = [f for f in script.state.agenda[1:] if isinstance(f, Effect) and f.source in frame.turned]
    if not waiting or script.rules.switch("watchtower.order") == "as-turned":
        return 0
    n, active = script.rules.players, script.state.active
    owner, _ = script.piece(number)
    return sum((owner - active) % n < (f.by - active) % n for f in waiting)


# ---------------------------------------------------------------- looking


@procedure("observatory", mv.Aim)
def observatory(script: Script, frame: Observatory, move: mv.Aim) -> None:
    """card.observatory: a look; then the piece may be turned face-up."""
    _, piece = script.piece(move.piece)
    if piece.up:
        script.emit(Lapsed, frame.by, frame.kind, cite=("effect.any",))
        script.owe(1)
        return
    script.emit(LookedAt, frame.by, move.piece, piece.kind, cite=("card.observatory",))
    script.owe(1, Reveal(frame.by, move.piece))


@procedure("reveal", mv.RevealPiece)
def reveal(script: Script, frame: Reveal, _: Move) -> None:
    """card.observatory: the piece is turned face-up."""
    turn_up(script, frame.by, frame.piece, cite=("card.observatory",))
    script.owe(1)


@procedure("reveal", mv.Leave)
def leave_hidden(script: Script, frame: Reveal, _: Move) -> None:
    """card.observatory: the piece stays face-down."""
    script.emit(LeftHidden, frame.by, frame.piece, cite=("card.observatory",))
    script.owe(1)


@procedure("magician", mv.Look)
def look(script: Script, frame: Any, _: Move) -> None:
    """card.magician: the top of the pile is looked at, card by card."""
    _look_on(script, frame.by)


@procedure("turn-up", mv.TurnUpCard)
def uncover(script: Script, frame: TurnUp, move: mv.TurnUpCard) -> None:
    """card.magician: chance tells a card."""
    script.emit(Uncovered, frame.by, move.kind, cite=("card.magician",))
    _look_on(script, frame.by)


def _look_on(script: Script, by: int) -> None:
    top, many = script.state.top, min(script.rules.fact("magician.cards"), script.state.pile)
    script.owe(1, Arrange(by, top[:many]) if len(top) >= many else TurnUp(by))


@procedure("arrange", mv.ArrangeCards)
def arrange(script: Script, frame: Arrange, move: mv.ArrangeCards) -> None:
    """card.magician: the cards go back in another order."""
    script.emit(Arranged, frame.by, move.cards, cite=("card.magician",))
    script.owe(1)


# ---------------------------------------------------------------- exchanging


@procedure("market", mv.SwapWith)
def swap_with(script: Script, _: Any, move: mv.SwapWith) -> None:
    """card.market: first with whom, then what; nothing comes of it with who has no card."""
    if not script.state.hands[move.to]:
        script.emit(Lapsed, move.by, "market", cite=("effect.any",))
        script.owe(1)
        return
    script.owe(1, SwapGive(move.by, move.to))


@procedure("swap-give", mv.Give)
def give(script: Script, frame: SwapGive, move: mv.Give) -> None:
    """card.market: the other gives a card of his own choice, or one is drawn."""
    if script.rules.switch("market.choice") == "drawn":
        script.owe(1, SwapDraw(frame.by, frame.to, move.kind))
    else:
        script.owe(1, SwapReturn(frame.to, frame.by, move.kind))


@procedure("swap-return", mv.Give)
def give_back(script: Script, frame: SwapReturn, move: mv.Give) -> None:
    """card.market: both cards change hands."""
    script.emit(Swapped, frame.to, frame.by, frame.given, move.kind, cite=("card.market",))
    script.owe(1)


@procedure("swap-draw", mv.Show)
def drawn(script: Script, frame: SwapDraw, move: mv.Show) -> None:
    """card.market: both cards change hands."""
    script.emit(Swapped, frame.by, frame.of, frame.given, move.kind, cite=("card.market",))
    script.owe(1)


# ---------------------------------------------------------------- destroying


@procedure("trebuchet", mv.Aim)
def trebuchet(script: Script, _: Any, move: mv.Aim) -> None:
    """card.trebuchet: the piece is destroyed, unless it cannot be."""
    owner, piece = script.piece(move.piece)
    if _stands(script, piece):
        script.emit(Withstood, move.by, move.piece, cite=("card.battlements", "effect.any"))
        if not piece.up and script.rules.switch("battlements.hidden") == "revealed":
            turn_up(script, move.by, move.piece, cite=("card.trebuchet.hidden",))
        script.owe(1)
        return
    hidden, gap = not piece.up, _between(script, owner, piece) and script.rules.switch("place.gap") == "stays"
    cite = ("card.trebuchet", "card.trebuchet.hidden") if hidden else ("card.trebuchet",)
    script.emit(Destroyed, move.by, owner, move.piece, piece.kind, hidden, gap, cite=cite)
    if piece.up:
        _source_gone(script, move.piece)
    elif _wakes(script, piece):
        script.trigger(owner, piece.kind, move.piece, clauses=("effect.queue", "card.trebuchet.hidden"))
    script.owe(1)
    if piece.kind == PRINCESS and not (piece.silent and script.rules.switch("throne.standing") == "lost"):
        _fall(script, move.by, owner)


def _between(script: Script, owner: int, piece: Piece) -> bool:
    """Whether a piece stands between two others of its row."""
    row = script.state.castles[owner]
    return 0 < row.index(piece) < len(row) - 1


def _stands(script: Script, piece: Piece) -> bool:
    """card.battlements: whether a piece cannot be destroyed."""
    if piece.kind != BATTLEMENTS:
        return False
    if not piece.up:
        return script.rules.switch("battlements.hidden") != "destroyed"
    return not piece.silent or script.rules.switch("throne.standing") == "kept"


def _fall(script: Script, by: int, of: int) -> None:
    """card.princess.loses: the owner has lost; the game is over, or goes on without him."""
    winners = winners_of_fall(script.rules, by, of)
    razed = winners is None and script.rules.switch("out.castle") == "razed"
    shown = script.rules.switch("out.hand") == "discard"
    script.emit(Eliminated, of, razed, shown, cite=("card.princess.loses",))
    if winners is not None:
        decide_fall(winners, script.emit)
        return
    if script.rules.switch("princess.many") == "count":
        count(script.rules, script.state, script.emit)
        return
    lost = [frame.source for frame in script.state.agenda if isinstance(frame, Effect) and frame.by == of]
    if lost and script.rules.switch("out.effects") == "dropped":
        kept = tuple(frame for frame in script.state.agenda if not (isinstance(frame, Effect) and frame.by == of))
        for number in dict.fromkeys(lost):
            script.emit(Cancelled, number, cite=("card.princess.loses",))
        if script.state.agenda != kept:  # one of them was next
            script.owe(len(script.state.agenda), *kept)


# ---------------------------------------------------------------- doing nothing


def _lapse(script: Script, frame: Any, _: Move) -> None:
    """effect.none, card.watchtower.up-to: the effect does nothing, or nothing more."""
    cite = ("card.watchtower.up-to",) if isinstance(frame, Watchtower) else ("effect.none",)
    if isinstance(frame, Watchtower) and _together(script):
        _watch_all(script, frame, frame.turned)
    script.emit(Lapsed, frame.by, frame.kind, cite=cite)
    script.owe(1)


for _kind in ("barracks", "throne-room", "watchtower", "observatory", "trebuchet", "magician", "market"):
    procedure(_kind, mv.Leave)(_lapse)
