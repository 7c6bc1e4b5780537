"""Chains of effects end: a measure that falls with every decision by which an effect is resolved.

A face-down piece weighs something, for it may be revealed, and so does each pending effect. The solver finds weights
with which every decision makes the whole lighter: then a turn has no more decisions than its beginning weighs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import pairwise

import z3

from ...model.caleira.cards import WORKING
from ...model.caleira.frames import Watchtower
from ...model.caleira.state import State
from ...model.rules import Rules
from ..prover import SAT, Query

HIDDEN = "hidden"
_LATER = ("reveal", "swap-give", "swap-return", "swap-draw", "turn-up", "arrange")
Weights = Mapping[str, int]


def _names(rules: Rules) -> list[str]:
    towers = [f"watchtower+{i}" for i in range(1, rules.fact("watchtower.pieces"))]
    return [HIDDEN, *sorted(WORKING), *towers, *_LATER]


def _becomes(rules: Rules, w: Mapping[str, z3.ArithRef]) -> Iterator[tuple[z3.ArithRef, z3.ArithRef, str]]:
    """What each effect that turns or destroys weighs before and after, and which way it turns: up, down, or silent."""
    yield w["barracks"], z3.IntVal(0), rules.switch("barracks.turns")
    yield w["throne-room"], z3.IntVal(0), "silent" if rules.switch("throne.turns") == "up" else "down"
    yield w["trebuchet"], z3.IntVal(0), "up"  # a face-down piece that is destroyed takes effect
    yield w["reveal"], z3.IntVal(0), "up"
    if rules.switch("watchtower.choice") == "together":
        return  # see `_together`
    towers = [w["watchtower"], *(w[f"watchtower+{i}"] for i in range(1, rules.fact("watchtower.pieces")))]
    for before, after in zip(towers, [*towers[1:], z3.IntVal(0)], strict=True):
        yield before, after, rules.switch("watchtower.turns")


def _together(rules: Rules, w: Mapping[str, z3.ArithRef]) -> Iterator[z3.BoolRef]:
    """A Watchtower that turns all its pieces at once, as many as were chosen, with its last decision."""
    if rules.switch("watchtower.choice") != "together":
        return
    many, way = rules.fact("watchtower.pieces"), rules.switch("watchtower.turns")
    stages = [w["watchtower"], *(w[f"watchtower+{i}"] for i in range(1, many))]
    yield from (later < sooner for sooner, later in pairwise(stages))
    for i in range(1, many + 1):
        before = stages[min(i, many - 1)]
        if way == "down":
            yield i * w[HIDDEN] < before
        else:
            yield from (i * (w[kind] - w[HIDDEN]) < before for kind in sorted(WORKING))


def lighter(rules: Rules, w: Mapping[str, z3.ArithRef]) -> Iterator[z3.BoolRef]:
    """For every kind of decision: afterwards the whole is lighter. A move of chance makes it no heavier."""
    for before, after, way in _becomes(rules, w):
        yield after < before  # of no use
        if way == "down":
            yield after + w[HIDDEN] < before
        elif way == "up":
            yield from (after + w[kind] - w[HIDDEN] < before for kind in sorted(WORKING))
    yield from _together(rules, w)
    yield w["reveal"] < w["observatory"]
    yield z3.And(w["swap-give"] < w["market"], w["swap-return"] < w["swap-give"], w["swap-draw"] < w["swap-give"])
    yield z3.And(w["turn-up"] < w["magician"], w["arrange"] <= w["turn-up"])
    yield from (weight > 0 for weight in w.values())


@lru_cache(maxsize=64)
def weights(rules: Rules) -> Weights | None:
    """The least weights that do it; None if there are none."""
    names = _names(rules)
    w = {name: z3.Int(f"weight {name}") for name in names}
    solver = z3.Optimize()
    solver.add(*lighter(rules, w))
    solver.minimize(w[HIDDEN])
    solver.minimize(z3.Sum(list(w.values())))
    if str(solver.check()) != "sat":
        return None
    model = solver.model()
    found = {name: model.eval(w[name]).as_long() for name in names}
    # The optimiser proposes them; that they do it is a question as all others are.
    does = Query({"lighter": z3.And(*lighter(rules, w))}).ask(*(w[name] == found[name] for name in names))
    return found if does.kind == SAT else None


def weigh(found: Weights, state: State) -> int:
    """What a position weighs: at most so many decisions are left in this turn once its card is played."""
    total = found[HIDDEN] * sum(not piece.up for _, piece in state.pieces)
    for frame in state.agenda:
        turned = len(frame.turned) if isinstance(frame, Watchtower) else 0
        total += found.get(f"{frame.kind}+{turned}" if turned else frame.kind, 0)
    return total
