"""Dice-offs: who takes part, what is rolled for again, who wins, and what the winner may do then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import events as ev
from .frames import MayExchange, MayForce, MaySteal, MaySwap
from .ranks import FEHLERTEUFEL, NOBODY, OBERTEUFEL, PUTZTEUFEL, SATANSBRATEN, SPIELTEUFEL, SPRINGTEUFEL
from .state import DiceOff, State, scores_of

if TYPE_CHECKING:
    from .script import Script

STEALABLE = 1  # rank.fehlerteufel: the value of what can be stolen


def begin(script: Script, at: int) -> None:
    """claim.alone, dice-off.reveal: the object goes to the only one who wants it, or there is a dice-off."""
    state = script.state
    seats = state.wanting(at)
    if len(seats) == 1:
        script.emit(ev.Claimed, seats[0], at, state.row[at], cite=("claim.alone",))
        if state.ranks[seats[0]] == OBERTEUFEL and state.seat_of(SATANSBRATEN) is not None:
            script.emit(ev.Shown, seats[0], state.dice[seats[0]], cite=("rank.satansbraten",))
        return
    first = any(state.ranks[seat] == OBERTEUFEL for seat in seats)
    script.emit(ev.DiceOffBegan, at, seats, cite=("dice-off.reveal", *(("dice-off.first",) if first else ())))
    for seat in seats:
        script.emit(ev.Shown, seat, state.dice[seat], cite=("dice-off.reveal",))


def go_on(script: Script) -> None:
    """What comes next in a dice-off: the Spielteufel is asked, it is counted, or the winner has done everything."""
    state = script.state
    fight = state.fight
    assert fight is not None
    if fight.winner != NOBODY:
        script.emit(ev.DiceOffOver)
    elif _may_force(script, fight):
        spiel = state.seat_of(SPIELTEUFEL)
        assert spiel is not None
        script.owe(0, MayForce(spiel))
    else:
        _count(script, fight)


def _may_force(script: Script, fight: DiceOff) -> bool:
    """rank.spielteufel: whether he can force anybody now: once a round, when the dice are shown."""
    if script.state.forced or fight.looked or script.state.seat_of(SPIELTEUFEL) not in fight.among:
        return False
    return not fight.again or script.rules.switch("spielteufel.moment") == "late"


def _count(script: Script, fight: DiceOff) -> None:
    """dice-off.score, dice-off.tie: the highest score wins; who share it roll again."""
    state, rules = script.state, script.rules
    scores = scores_of(rules, state, fight)
    best = max(scores[seat] for seat in fight.among)
    tied = tuple(seat for seat in fight.among if scores[seat] == best)
    cite = ["dice-off.score", *_counted(state, fight)]
    winner = tied[0] if len(tied) == 1 else NOBODY
    if winner == NOBODY and rules.switch("springteufel.ties") == "wins":
        winner = next((seat for seat in tied if state.ranks[seat] == SPRINGTEUFEL), NOBODY)
        cite += ["rank.springteufel"] if winner != NOBODY else []
    if winner == NOBODY and fight.again and rules.switch("reroll.tied") == "rank":
        winner = tied[0]  # those who take part stand in the order of their ranks
        cite.append("dice-off.tie")
    if winner == NOBODY:
        script.emit(ev.Tied, tied, best, _die_of_reroll(script, fight, tied), cite=("dice-off.tie", *cite))
        script.roll(*tied)
        return
    told = tuple(scores[seat] for seat in fight.seats)
    script.emit(ev.Won, winner, fight.at, state.row[fight.at], told, cite=("dice-off.object", *cite))
    _after(script, fight, winner)


def _counted(state: State, fight: DiceOff) -> tuple[str, ...]:
    """The clauses on how the scores of those who take part are made."""
    ranks = [state.ranks[seat] for seat in fight.seats]
    return tuple(clause for rank, clause in ((OBERTEUFEL, "rank.oberteufel"), (SATANSBRATEN, "rank.satansbraten"))
                 if rank in ranks)


def _die_of_reroll(script: Script, fight: DiceOff, tied: tuple[int, ...]) -> int:
    """What the Satansbraten adds to a roll for a tie, where it is fixed; -1 where the dice that lie there tell it."""
    satan = script.state.seat_of(SATANSBRATEN)
    bare = satan in tied and script.rules.switch("satansbraten.reroll") == "bare"
    return 0 if bare else fight.die


def _after(script: Script, fight: DiceOff, winner: int) -> None:
    """What the winner may do: what his rank can, then change ranks. swap.later: it is the rank he fought with."""
    state = script.state
    beaten = [seat for seat in fight.seats if seat != winner]
    frames: list[MaySteal | MayExchange | MaySwap] = []
    match state.ranks[winner]:
        case rank if rank == FEHLERTEUFEL:
            worth = script.rules.fact
            if any(worth(f"value.{kind}") == STEALABLE for seat in beaten for kind in state.objects[seat]):
                frames.append(MaySteal(winner))
            else:
                script.emit(ev.NothingThere, winner, cite=("rank.fehlerteufel",))
        case rank if rank == PUTZTEUFEL:
            if any(state.objects[seat] for seat in beaten):
                frames.append(MayExchange(winner))
            else:
                script.emit(ev.NothingThere, winner, cite=("rank.putzteufel",))
    script.owe(0, *frames, MaySwap(winner))
