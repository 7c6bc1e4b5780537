"""Rest points of the castles of Caleira at random: where random play comes to, somewhere in a game."""

from __future__ import annotations

from random import Random

from advocatus.model.caleira.state import State
from advocatus.model.rules import Rules

from ..deriving import game_of
from ..play import random_steps


def random_position(rules: Rules, rng: Random) -> State:
    """A position in which a card is to be played, after some turns of random play."""
    game = game_of(rules)
    while True:
        wanted = rng.randrange(2, 19)
        for step in random_steps(game, game.random_deal(rng), rng, 400):
            if game.at_rest(step.after) and game.turn(step.after) == wanted:
                found: State = step.after
                return found
