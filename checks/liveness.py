"""Every norm is live: take it out alone, and somewhere `judge` says something else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from attrs import frozen

from advocatus.model.game import CHANCE, Game, Step
from advocatus.model.norms import Norm, Resolution, settle
from advocatus.model.trace import Trace

from .play import random_steps, record

ALLOWED, CITED = "allowed", "cited"


@frozen
class Witness:
    """Where a norm is felt: after the trace, for a seat. `effect` is `allowed` if taking the norm out
    changes what is legal, `cited` if it changes only which norms speak for or against a move."""

    norm: Norm
    effect: str
    seat: int
    trace: Trace


def without(resolution: Resolution[Any], norm: Norm) -> Resolution[Any]:
    """The same candidates settled with one norm taken out."""
    rest = [s for s in resolution.standing if s.norm is not norm]
    return settle(resolution.candidates, resolution.duty, rest)


def effect_of(resolution: Resolution[Any], norm: Norm) -> str:
    """What taking the norm out changes here: `allowed`, `cited`, or nothing (an empty word)."""
    if not any(s.norm is norm for s in resolution.standing):
        return ""
    other = without(resolution, norm)
    if other.legal != resolution.legal:
        return ALLOWED
    same = all(resolution.judge(i) == other.judge(i) for i in range(len(resolution.candidates)))
    return "" if same else CITED


def live_norms(
    game: Game[Any, Any], seed: int, games: int, most: int = 150, wanted: Iterable[str] | None = None
) -> Mapping[str, Witness]:
    """A witness for each norm that seeded random play feels, by norm id; the strongest effect wins."""
    rng = Random(seed)
    found: dict[str, Witness] = {}
    missing = set(wanted) if wanted is not None else {norm.id for norm in game.rules.norms}
    for _ in range(games):
        if not missing:
            break
        deal = game.random_deal(rng)
        steps: list[Step[Any]] = []
        for step in random_steps(game, deal, rng, most):
            _look(game, deal, steps, step.before, found, missing)
            steps.append(step)
            if not missing:
                break
    return found


def _look(
    game: Game[Any, Any], deal: Any, steps: list[Step[Any]], state: Any, found: dict[str, Witness], missing: set[str]
) -> None:
    for seat in game.actors(state):
        if seat == CHANCE:
            continue
        resolution = game.resolve(state, seat)
        for standing in resolution.standing:
            norm = standing.norm
            if norm.id not in missing:
                continue
            effect = effect_of(resolution, norm)
            if effect == ALLOWED or (effect and norm.id not in found):
                found[norm.id] = Witness(norm, effect, seat, record(game, deal, steps))
            if effect == ALLOWED:
                missing.discard(norm.id)
