"""Dice-offs played by the engine with random dice: what the exact chances are held against."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from attrs import frozen

from advocatus.model.dice_devils import events as ev
from advocatus.model.dice_devils import moves as mv
from advocatus.model.dice_devils.engine import DiceDevils
from advocatus.model.dice_devils.frames import MayForce, Roll
from advocatus.model.dice_devils.odds import BEHIND, NEVER, checked
from advocatus.model.dice_devils.ranks import NOBODY, OBERTEUFEL, SATANSBRATEN
from advocatus.model.dice_devils.state import State, objects, scores_of
from advocatus.model.game import CHANCE, make
from advocatus.model.rules import BadChoice, Rules


@frozen
class Simulated:
    """What came of so many dice-offs: how often each rank won, how often dice were rolled in all."""

    games: int
    wins: Counter[str]
    rolls: int


def position(rules: Rules, ranks: Sequence[str]) -> State:
    """All ranks want one object and are about to roll. The Oberteufel, if he is needed and not there, wants another."""
    among = checked(ranks)
    away = (OBERTEUFEL,) if SATANSBRATEN in among and OBERTEUFEL not in among else ()
    seats = (*among, *away)
    heap = objects(rules)
    return State(
        ranks=seats, objects=((),) * len(seats), row=heap[:2], heap=heap[2:], dice=((),) * len(seats), shown=(),
        marks=(0,) * len(among) + (1,) * len(away), settled=(), turn=1,
        agenda=tuple(Roll(seat) for seat in range(len(seats))),
    )


def simulate(rules: Rules, ranks: Sequence[str], policy: str, games: int, seed: int) -> Simulated:
    """Play dice-offs at random. Raises `BadChoice` for a policy that needs more than the dice that lie there."""
    if policy not in (NEVER, BEHIND):
        raise BadChoice(f"the policy {policy!r} is not simulated; {NEVER} and {BEHIND} are")
    game, rng, start = DiceDevils(rules), Random(seed), position(rules, ranks)
    wins: Counter[str] = Counter()
    rolls = 0
    for _ in range(games):
        state, won, made = start, "", 1
        while not won:
            step = make(game, state, _move(game, state, policy, rng))
            made += sum(isinstance(event, ev.Tied | ev.Forced) for event in step.events)
            won = next((state.ranks[event.by] for event in step.events if isinstance(event, ev.Won)), "")
            state = step.after
        wins[won] += 1
        rolls += made
    return Simulated(games, wins, rolls)


def _move(game: DiceDevils, state: State, policy: str, rng: Random) -> mv.RollDice | mv.Force | mv.Leave:
    frame = state.agenda[0]
    if frame.owed == (CHANCE,):
        moves, weights = zip(*game.chances(state), strict=True)
        picked: mv.RollDice = rng.choices(moves, [float(weight) for weight in weights])[0]
        return picked
    assert isinstance(frame, MayForce), "nothing else is asked before the object is won"
    return mv.Force(frame.by) if policy == BEHIND and _behind(game.rules, state, frame.by) else mv.Leave(frame.by)


def _behind(rules: Rules, state: State, seat: int) -> bool:
    fight = state.fight
    assert fight is not None
    assert fight.winner == NOBODY
    scores = scores_of(rules, state, fight)
    return scores[seat] < max(scores[other] for other in fight.among)
