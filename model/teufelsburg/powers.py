"""Using occupations and objects: what each does at the moment it is put down."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..game import Frame
from . import moves as mv
from .candidates import free
from .cards import (
    ALCHEMIST,
    BAG,
    BAGS,
    CLAIRVOYANT,
    DIPLOMAT,
    DOCTOR,
    HYPNOTIST,
    MIGHT,
    MIGHTY_ROLES,
    PRIEST,
    RING,
    ROLES,
    SWORDSMAN,
    called,
)
from .duel import announce_count, cancel, prevent
from .events import (
    Appointed,
    Demanded,
    HiddenAgain,
    Lacking,
    LeftAlone,
    SawObjects,
    SawPile,
    ShowedHand,
    Silenced,
    Stacked,
    Used,
)
from .frames import Appoint, Demand, DemandBag, DemandWhat, End, Foresee, Offer, ResultWindow, Silence
from .script import PROCEDURES, Script, procedure
from .tokens import discard_tokens
from .trade import object_clause
from .vocabulary import FRAME_ACTS


def use(script: Script, frame: Any, move: mv.Use) -> None:
    """object.use, profession.*: the card lies face-up; then its effect, if it has one of its own."""
    is_role = move.card in ROLES
    clause = f"profession.{move.card}" if is_role else object_clause(move.card)
    script.emit(Used, move.by, move.card, is_role, cite=(clause,))
    if is_role and frame.kind != "duel.powers" and script.rules.switch("occupation.shown") == "hidden-again":
        script.emit(HiddenAgain, move.by, cite=(clause,))
    effect = _EFFECTS.get(move.card)
    if script.state.duel is not None:
        effect = effect or _IN_STRUGGLES.get(move.card)
    if effect is not None:
        effect(script, frame, move.by)
    if frame.kind == "duel.result" and (move.card == SWORDSMAN or move.card in MIGHT | MIGHTY_ROLES):
        announce_count(script)


for _kind, _acts in FRAME_ACTS.items():
    if "use" in _acts:
        PROCEDURES[_kind, mv.Use] = use


def _diplomat(script: Script, frame: Any, by: int) -> None:
    instead = frame.kind == "action" and script.rules.value_of("diplomat.place") == "instead"
    _besides(script, instead, Demand(by))


def _clairvoyant(script: Script, frame: Any, by: int) -> None:
    state = script.state
    script.emit(SawPile, by, tuple(sorted((*state.top, *state.rest))), cite=("profession.clairvoyant",))
    instead = frame.kind == "action" and script.rules.value_of("clairvoyant.place") == "instead"
    _besides(script, instead, *((Foresee(by),) if state.pile else ()))


def _besides(script: Script, instead: bool, *frames: Frame) -> None:
    """What a use on one's own turn owes, beside the action of the turn, or in its place."""
    if instead:
        script.owe(1, *frames, End(script.state.active))
    elif frames:
        script.owe(0, *frames)


def _hypnotist(script: Script, _: Any, by: int) -> None:
    script.owe(0, Silence(by))


def _alchemist(script: Script, _: Any, by: int) -> None:
    script.owe(0, Appoint(by))


def _swordsman(script: Script, _: Any, by: int) -> None:
    script.emit(LeftAlone, by, cite=("profession.swordsman",))
    discard_tokens(script)


def _ring(script: Script, frame: Any, _: int) -> None:
    if frame.kind == "duel.result":
        announce_count(script)


_EFFECTS: dict[str, Callable[[Script, Any, int], None]] = {
    DIPLOMAT: _diplomat, CLAIRVOYANT: _clairvoyant,
}
_IN_STRUGGLES: dict[str, Callable[[Script, Any, int], None]] = {
    HYPNOTIST: _hypnotist, ALCHEMIST: _alchemist, SWORDSMAN: _swordsman, PRIEST: prevent, DOCTOR: cancel, RING: _ring,
}


@procedure("demand", mv.DemandOf)
def demand_of(script: Script, _: Demand, move: mv.DemandOf) -> None:
    """profession.diplomat: first of whom, then what."""
    script.owe(1, DemandWhat(move.by, move.to))


@procedure("demand-what", mv.DemandObject)
def demand(script: Script, frame: DemandWhat, move: mv.DemandObject) -> None:
    """profession.diplomat: a trade for the object named; whoever lacks it shows all, and the turn ends."""
    if move.called == BAG and script.rules.switch("demand.bag") == "this-bag":
        script.owe(1, DemandBag(frame.by, frame.to))
        return
    _demand(script, frame, move.called)


@procedure("demand-bag", mv.DemandObject)
def demand_bag(script: Script, frame: DemandBag, move: mv.DemandObject) -> None:
    """profession.diplomat, object.bag.turns: the one bag or the other, by what it will turn into."""
    _demand(script, frame, move.called)


def _demand(script: Script, frame: DemandWhat | DemandBag, name: str) -> None:
    script.emit(Demanded, frame.by, frame.to, name, cite=("profession.diplomat",))
    hand = free(script.state, frame.to)
    held = hand if name in BAGS else [called(kind, script.state.turned) for kind in hand]
    if name in held:
        script.owe(1, Offer(frame.by, frame.to, name))
        return
    script.emit(Lacking, frame.by, frame.to, name, cite=("profession.diplomat.lacking",))
    if script.rules.value_of("lacking.shown") == "to-all":
        script.emit(ShowedHand, frame.to, script.hand(frame.to), cite=("profession.diplomat.lacking",))
    else:
        script.emit(SawObjects, frame.by, frame.to, script.hand(frame.to), cite=("profession.diplomat.lacking",))
    script.end_turn_at_once()


@procedure("foresee", mv.Pick)
def pick(script: Script, frame: Foresee, move: mv.Pick) -> None:
    """profession.clairvoyant.stack: two objects (or what there is); the last one picked lies on top."""
    picked = (move.kind, *frame.picked)
    if len(picked) < min(2, script.state.pile):
        script.owe(1, Foresee(frame.by, picked))
        return
    script.emit(Stacked, frame.by, picked, cite=("profession.clairvoyant.stack",))
    script.owe(1)


@procedure("silence", mv.SilencePlayer)
def silence(script: Script, frame: Silence, move: mv.SilencePlayer) -> None:
    """profession.hypnotist: the player abstains and may use nothing; without a fighter there may be no fight."""
    script.emit(Silenced, frame.by, move.seat, cite=("profession.hypnotist", "profession.hypnotist.silenced"))
    fights = move.seat in (script.duel.attacker, script.duel.defender)
    if fights and script.rules.value_of("silenced.fighter") == "no-fight":
        script.owe(len(script.state.agenda), End(script.state.active))
    else:
        script.owe(1)


@procedure("appoint", mv.AppointWinner)
def appoint(script: Script, frame: Appoint, move: mv.AppointWinner) -> None:
    """profession.alchemist: the winner by appointment."""
    script.emit(Appointed, frame.by, move.side, cite=("profession.alchemist",))
    script.owe(1)
    if isinstance(script.state.agenda[0], ResultWindow):
        announce_count(script)

