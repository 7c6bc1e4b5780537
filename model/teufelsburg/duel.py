"""The struggle: attack, support, the count, the winner's rewards."""

from __future__ import annotations

from typing import Any

from ..game import Frame
from . import moves as mv
from .cards import (
    ABSTAINS,
    ALCHEMIST,
    ATTACKER,
    BODYGUARD,
    DEFENDER,
    GRAND_MASTER,
    KNIVES,
    MIGHT,
    MIGHTY_ROLES,
    RING,
    SWORDSMAN,
    THUG,
    WHIP,
)
from .events import (
    Attacked,
    Cancelled,
    Closed,
    Committed,
    Counted,
    Gave,
    LeftLying,
    NothingDrawn,
    NothingTaken,
    PointAdded,
    PointDeclined,
    Prevented,
    Revealed,
    Rewarded,
    SawObjects,
    SawRole,
    Stole,
    Supported,
    SymbolChosen,
)
from .frames import (
    Bonus,
    ChoiceWindow,
    End,
    GiveBack,
    HypnotistWindow,
    PowersWindow,
    PriestWindow,
    ResultWindow,
    RevealWindow,
    Reward,
    SecretSupport,
    StandOff,
    Steal,
    Support,
    Symbol,
    Tribute,
)
from .script import Script, procedure
from .state import Duel, State
from .trade import draw_or_not, look_at_side, object_clause
from .vocabulary import stance

STAND_OFF = "stand-off"
FROM_SUPPORTERS = frozenset((BODYGUARD, KNIVES, WHIP))  # "he may add": the point is the supported one's


@procedure("action", mv.Attack)
def attack(script: Script, _: Any, move: mv.Attack) -> None:
    """duel.attack: attacker and defender stand; first the priest's moment."""
    script.emit(Attacked, move.by, move.on, cite=("duel.attack",))
    script.owe(1, PriestWindow(), End(move.by))


@procedure("duel.priest", mv.Close)
def no_priest(script: Script, frame: PriestWindow, _: mv.Close) -> None:
    """duel.support: from the attacker's left, clockwise, all others in turn; or all at once, in secret."""
    script.emit(Closed, frame.kind, cite=("duel.support",))
    duel, n = script.duel, script.rules.players
    if script.rules.switch("support") == "in-turn":
        order = [(duel.attacker + i) % n for i in range(1, n)]
        frames: tuple[Frame, ...] = tuple(Support(seat) for seat in order if seat != duel.defender)
    else:
        frames = () if duel.alone else (SecretSupport(duel.sides),)
    script.owe(1, *frames, HypnotistWindow(), PowersWindow())


def prevent(script: Script, _: Any, by: int) -> None:
    """profession.priest: no struggle; an attacker with two objects or more gives one; the turn ends."""
    attacker = script.duel.attacker
    script.rules.switch("priest.ends")
    gives = len(script.hand(attacker)) >= 2  # then the turn ends with what is given
    script.emit(Prevented, by, cite=("profession.priest", *(() if gives else ("profession.priest.ends",))))
    if gives:
        script.owe(len(script.state.agenda), Tribute(attacker, by))
    else:
        script.end_turn_at_once()


@procedure("tribute", mv.Give)
def pay_tribute(script: Script, frame: Tribute, move: mv.Give) -> None:
    """profession.priest.tribute: an object of the attacker's choice."""
    script.emit(Gave, frame.by, frame.to, move.kind, cite=("profession.priest.tribute", "profession.priest.ends"))
    script.owe(1)


@procedure("support", mv.SupportSide)
def support(script: Script, frame: Support, move: mv.SupportSide) -> None:
    """duel.support: sword, shield, or neither."""
    script.emit(Supported, frame.by, move.side, cite=("duel.support",))
    script.owe(1)


@procedure("secret-support", mv.SupportSide)
def support_in_secret(script: Script, _: SecretSupport, move: mv.SupportSide) -> None:
    """duel.support: a hand covers the choice; once all have chosen, the last moment before it is shown."""
    script.emit(Committed, move.by, move.side, cite=("duel.support",))
    frame = script.state.agenda[0]
    assert isinstance(frame, SecretSupport)
    if not frame.owed:
        script.owe(1, RevealWindow(frame.chosen))


@procedure("duel.reveal", mv.Close)
def reveal(script: Script, frame: RevealWindow, _: mv.Close) -> None:
    """duel.reveal: all support is shown together."""
    script.emit(Closed, frame.kind, cite=("duel.reveal",))
    script.emit(Revealed, frame.chosen, cite=("duel.reveal",))
    script.owe(1)


@procedure("duel.hypnotist", mv.Close)
def no_hypnotist(script: Script, frame: HypnotistWindow, _: mv.Close) -> None:
    """duel.powers: now occupations and objects, in any order."""
    script.emit(Closed, frame.kind, cite=("duel.powers",))
    script.owe(1)


@procedure("duel.powers", mv.Close)
def no_more_cards(script: Script, frame: PowersWindow, _: mv.Close) -> None:
    """duel.count: nobody puts down any more; double symbols are settled first."""
    script.emit(Closed, frame.kind, cite=("duel.count",))
    double = script.rules.fact("duel.both-symbols")
    script.owe(1, *(Symbol(seat, card) for seat, card in script.duel.played
                    if card in double and side_of(script.state, seat) != ABSTAINS), *_bonuses(script))
    _count_when_settled(script)


def _bonuses(script: Script) -> list[Bonus]:
    """The points that may be turned down: of supporters by those whom they support, of the Swordsman by himself.

    Each where the edition, or a reading, leaves it to them.
    """
    duel, found = script.duel, []
    fighters = {ATTACKER: duel.attacker, DEFENDER: duel.defender}
    lent = FROM_SUPPORTERS if script.rules.switch("support.bonus") == "supported" else frozenset[str]()
    own = {SWORDSMAN} if script.rules.value_of("swordsman.point") == "optional" else set()
    for seat, card in duel.played:
        if card in lent and (side := stance(script.state, seat)) != ABSTAINS:
            found.append(Bonus(fighters[side], seat, card))
        elif card in own:
            found.append(Bonus(seat, seat, card))
    return found


@procedure("bonus", mv.AddPoint)
def add_point(script: Script, frame: Bonus, _: mv.AddPoint) -> None:
    """duel.count: the supported player lets the point count."""
    script.emit(PointAdded, frame.by, frame.of, frame.card, cite=("duel.count",))
    script.owe(1)
    _count_when_settled(script)


@procedure("bonus", mv.Leave)
def decline_point(script: Script, frame: Bonus, _: mv.Leave) -> None:
    """duel.count: the supported player does without the point."""
    script.emit(PointDeclined, frame.by, frame.of, frame.card, cite=("duel.count",))
    script.owe(1)
    _count_when_settled(script)


@procedure("symbol", mv.ChooseSymbol)
def choose_symbol(script: Script, frame: Symbol, move: mv.ChooseSymbol) -> None:
    """duel.both-symbols: the owner decides which one counts."""
    script.emit(SymbolChosen, frame.by, frame.card, move.side, cite=("duel.both-symbols",))
    script.owe(1)
    _count_when_settled(script)


def _count_when_settled(script: Script) -> None:
    if not any(isinstance(frame, Symbol | Bonus) for frame in script.state.agenda):
        announce_count(script)
        script.owe(0, ResultWindow())


def side_of(state: State, seat: int) -> str:
    """The side a seat fights on or supports: attacker, defender or abstains."""
    duel = state.duel
    assert duel is not None
    if seat == duel.attacker:
        return ATTACKER
    return DEFENDER if seat == duel.defender else stance(state, seat)


def points(script: Script, side: str) -> int:
    """The swords, or shields, that lie face-up for a side: of characters, cards and tokens."""
    state, duel = script.state, script.duel
    gone = duel.silenced if script.rules.value_of("silenced.symbol") == "gone" else ()
    score = sum(1 for seat in range(state.players) if side_of(state, seat) == side and seat not in gone)
    chosen = {(seat, card): symbol for seat, card, symbol in duel.symbols}
    worth = 2 if script.rules.switch("card.points") == "both" else 1
    for seat, card in (*duel.played, *_lying_face_up(script)):
        if card in MIGHT or card in MIGHTY_ROLES:
            score += worth * (chosen.get((seat, card), _side_of_card(script, duel, seat)) == side)
    return score + sum(shown == side for _, shown in duel.tokens)


def _lying_face_up(script: Script) -> list[tuple[int, str]]:
    """Occupations face-up from before that fit this struggle, where they count unasked."""
    state, duel = script.state, script.duel
    if script.rules.switch("face-up.counts") != "always":
        return []
    fits = {THUG: {duel.attacker}, GRAND_MASTER: {duel.defender}, SWORDSMAN: {duel.attacker, duel.defender},
            BODYGUARD: {seat for seat in range(state.players) if stance(state, seat) != ABSTAINS}}
    return [(seat, role) for seat, role in enumerate(state.roles)
            if state.shown[seat] and (seat, role) not in duel.played and seat in fits.get(role, ())]


def _side_of_card(script: Script, duel: Duel, seat: int) -> str:
    """The side a seat's played card counts for; a supporter's falls with the support, as the edition has it."""
    if duel.alone and script.rules.switch("swordsman.undoes") == "support":
        return duel.sides[seat]
    if seat in duel.silenced and script.rules.value_of("silenced.undoes") == "support":
        return duel.sides[seat]
    return side_of(script.state, seat)


def announce_count(script: Script) -> None:
    """duel.count, duel.winner: the points, and who wins by them, by appointment or by the poison ring."""
    duel, rules = script.duel, script.rules
    attacker, defender = points(script, ATTACKER), points(script, DEFENDER)
    rings = _rings(script)
    appointed = duel.appointed if not duel.alone or rules.switch("swordsman.undoes-appointment") == "no" else ""
    if attacker == defender and rings and rules.switch("ring.beats-appointment") == "yes":
        appointed = ""
    if rules.value_of("silenced.undoes") == "all" and any((seat, ALCHEMIST) in duel.played for seat in duel.silenced):
        appointed = ""
    if appointed:
        result, reason = appointed, "profession.alchemist"
    elif attacker != defender:
        result, reason = ATTACKER if attacker > defender else DEFENDER, "duel.winner"
    elif rings:
        result, reason = side_of(script.state, rings[0]), object_clause(RING)
    else:
        result, reason = STAND_OFF, "duel.stand-off"
    script.emit(Counted, attacker, defender, result, cite=("duel.count", reason))


def _rings(script: Script) -> list[int]:
    """The fighters whose poison ring works: played, or held where it works unasked."""
    duel = script.duel
    unasked = script.rules.switch("ring.counts") == "unasked"
    return [seat for seat in (duel.attacker, duel.defender)
            if (seat, RING) in duel.played or (unasked and RING in script.hand(seat))]


@procedure("duel.result", mv.Close)
def carry_out_result(script: Script, frame: ResultWindow, _: mv.Close) -> None:
    """duel.winner, duel.stand-off: the winner decides, or the attacker draws; or first this, then that."""
    duel = script.duel
    if duel.result == STAND_OFF:
        script.emit(Closed, frame.kind, cite=("duel.stand-off",))
        pick_up_or_not(script, duel)
        return
    script.emit(Closed, frame.kind, cite=("duel.winner",))
    draws = (script.rules.value_of("stand-off.draws") == "even-points"
             and points(script, ATTACKER) == points(script, DEFENDER))
    reward = Reward(*_winner_and_loser(duel))
    if draws and script.state.pile:
        script.owe(1, StandOff(duel.attacker), reward)
        return
    if draws:
        script.emit(NothingDrawn, duel.attacker, cite=("duel.stand-off",))
    script.owe(1, reward)


def pick_up_or_not(script: Script, duel: Duel) -> None:
    """duel.stand-off: the attacker picks up an object; nothing if the pile is used up."""
    if script.state.pile:
        script.owe(1, StandOff(duel.attacker))
    else:
        draw_or_not(script, 1, duel.attacker, "duel.stand-off")


@procedure("stand-off", mv.PickUp)
def pick_up(script: Script, frame: StandOff, _: mv.PickUp) -> None:
    """duel.stand-off: the next object of the pile."""
    draw_or_not(script, 1, frame.by, "duel.stand-off")


@procedure("stand-off", mv.Leave)
def pick_up_nothing(script: Script, frame: StandOff, _: mv.Leave) -> None:
    """duel.stand-off, where the attacker need not pick up."""
    script.emit(LeftLying, frame.by, cite=("duel.stand-off",))
    script.owe(1)


def _winner_and_loser(duel: Duel) -> tuple[int, int]:
    return (duel.attacker, duel.defender) if duel.result == ATTACKER else (duel.defender, duel.attacker)


def cancel(script: Script, _: Any, by: int) -> None:
    """profession.doctor: the struggle has no effects; whose turn ends by it is a switch."""
    duel, state, ends = script.duel, script.state, script.rules.switch("doctor.ends")
    script.emit(Cancelled, by, cite=("profession.doctor", *(("profession.doctor.ends",) if ends != "no-turn" else ())))
    if duel.result == STAND_OFF and script.rules.switch("doctor.spares") == "stand-off":
        pick_up_or_not(script, duel)
        return
    wins = duel.result != STAND_OFF and _winner_and_loser(duel)[0] == state.active
    if ends == "any-turn" or (ends == "winners-turn" and wins):
        script.end_turn_at_once()
    else:
        script.owe(1)


@procedure("reward", mv.TakeReward)
def take_reward(script: Script, frame: Reward, move: mv.TakeReward) -> None:
    """duel.truth, duel.luggage: the association, with or without the occupation, or all objects."""
    luggage = move.take == mv.OBJECT
    script.emit(Rewarded, frame.by, frame.loser, move.take, cite=("duel.luggage" if luggage else "duel.truth",))
    if script.rules.switch("doctor.moment") == "after-choice":
        script.owe(1, ChoiceWindow(frame.by, frame.loser, move.take))
    else:
        _look(script, frame, move.take)


@procedure("reward", mv.Leave)
def take_no_reward(script: Script, frame: Reward, _: mv.Leave) -> None:
    """duel.winner, where the winner may do without."""
    script.emit(NothingTaken, frame.by, frame.loser, cite=("duel.winner",))
    script.owe(1)


@procedure("duel.choice", mv.Close)
def look_at_last(script: Script, frame: ChoiceWindow, _: mv.Close) -> None:
    """duel.truth, duel.luggage, where the winner's choice could still be prevented."""
    script.emit(Closed, frame.kind, cite=("duel.winner",))
    _look(script, frame, frame.take)


def _look(script: Script, frame: Reward | ChoiceWindow, take: str) -> None:
    """What the winner chose, for the frame on top of the agenda."""
    state = script.state
    if take == mv.ASSOCIATION:
        look_at_side(script, 1, frame.by, frame.loser, "duel.truth")
        return
    if take == mv.TRUTH:
        script.emit(SawRole, frame.by, frame.loser, state.roles[frame.loser], cite=("duel.truth",))
        look_at_side(script, 1, frame.by, frame.loser, "duel.truth")
        return
    script.emit(SawObjects, frame.by, frame.loser, state.hands[frame.loser], cite=("duel.luggage",))
    script.owe(1, Steal(frame.by, frame.loser))


@procedure("steal", mv.StealObject)
def steal(script: Script, frame: Steal, move: mv.StealObject) -> None:
    """duel.luggage, duel.last-object: one object; for the last one another is given back."""
    script.emit(Stole, frame.by, frame.loser, move.kind, cite=("duel.luggage", "duel.no-privileges"))
    if script.hand(frame.loser):
        script.owe(1)
    else:
        script.owe(1, GiveBack(frame.by, frame.loser, move.kind))


@procedure("steal", mv.Leave)
def take_nothing(script: Script, frame: Steal, _: mv.Leave) -> None:
    """duel.luggage: the winner may take an object, and need not."""
    script.emit(NothingTaken, frame.by, frame.loser, cite=("duel.luggage",))
    script.owe(1)


@procedure("give-back", mv.GiveBackObject)
def give_back(script: Script, frame: GiveBack, move: mv.GiveBackObject) -> None:
    """duel.last-object: any one of the winner's own objects."""
    script.emit(Gave, frame.by, frame.to, move.kind, cite=("duel.last-object",))
    script.owe(1)
