"""Where a norm is felt in a game whose positions can all be gone through: what the symbolic side does for others.

A change of a norm is looked at in every position that the rules as they are lead to. Where nothing else may be done in
any of them, both rule sets have the same games, and the change is idle.
"""

from __future__ import annotations

from attrs import evolve

from advocatus.model.game import CHANCE
from advocatus.model.norms import Norm
from advocatus.model.rulebook import Change as OfReading
from advocatus.model.rules import Rules
from advocatus.specs.liveness import OUT, Change, Felt, changes

from .deriving import game_of
from .every import Place, Reached

NOWHERE, OTHERS = "it is felt in no position", "others do the same"


def changed(rules: Rules, *made: Change) -> Rules:
    """The rules with norms changed, in clauses and readings."""
    by_id = {change.norm.id: change.other for change in made}

    def of(norms: tuple[Norm, ...]) -> tuple[Norm, ...]:
        return tuple(new for n in norms if (new := by_id.get(n.id, n)) is not None)

    def read(change: OfReading) -> OfReading:
        return evolve(change, norms=of(change.norms))

    edition = rules.edition
    questions = tuple(evolve(q, readings={k: evolve(r, change=read(r.change)) for k, r in q.readings.items()})
                      for q in edition.questions)
    variants = tuple(evolve(v, change=read(v.change)) for v in edition.variants)
    clauses = tuple(evolve(c, norms=of(c.norms)) for c in edition.clauses)
    return evolve(rules, edition=evolve(edition, clauses=clauses, questions=questions, variants=variants))


def unlike(one: Rules, other: Rules, found: Reached) -> tuple[Place, int] | None:
    """The first position, and the seat, in which two rule sets let other things be done; None if there is none."""
    game, against = game_of(one), game_of(other)
    for place in found.places:
        for seat in game.actors(place.state):
            if seat != CHANCE and game.legal(place.state, seat) != against.legal(place.state, seat):
                return place, seat
    return None


def felt_everywhere(rules: Rules, found: Reached) -> tuple[Felt, ...]:
    """For each change of each norm where it is felt, or that it is nowhere; in the rulebook's order."""
    return tuple(_felt(rules, found, change) for norm in rules.norms for change in changes(norm))


def _felt(rules: Rules, found: Reached, change: Change) -> Felt:
    where = unlike(rules, changed(rules, change), found)
    if where is not None:
        place, seat = where
        frame = game_of(rules).top(place.state)
        return Felt(change.norm, change.what, frame.kind if frame else "", seat, place.state)
    others = [Change(norm, OUT, None) for norm in rules.norms if norm.id != change.norm.id]
    covers = tuple(other.norm.id for other in others
                   if unlike(changed(rules, other), changed(rules, change, other), found))
    return Felt(change.norm, change.what, reason=OTHERS if covers else NOWHERE, covers=covers)
