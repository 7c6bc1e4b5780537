"""Where the norms let somebody use an occupation at all."""

from __future__ import annotations

from functools import lru_cache, partial

import z3

from ...model.rules import Rules
from ...model.teufelsburg.cards import ROLES
from ...model.teufelsburg.vocabulary import FRAME_ACTS, STRUGGLE
from ..algebra import Symbolic, Term, never
from ..settling import Candidate, norms_at, stand
from .codes import CODES, KINDS, Box, called, card
from .listing import WINDOWS, Situation, use
from .situation import name, opened
from .table import fresh

_A = Symbolic(CODES)
UNDER = ("surplus", "unload", "foresee")  # frames that a struggle can wait below, besides its own


@lru_cache(maxsize=256)
def used_at(rules: Rules, role: str) -> tuple[str, ...]:
    """The kinds of frame at which some norm opens the use of an occupation to some seat, on some table."""
    box = Box(rules)
    table = fresh(box, "anywhere")
    return tuple(
        kind for kind, acts in FRAME_ACTS.items() if "use" in acts
        and not never(opened(_A, Situation(box, table, kind, 0, owed=False), use(card(role), z3.Bool("lies"))))
    )


MANY = 6  # an occupation that can be used at more kinds of frame is looked at in all of them at once


@lru_cache(maxsize=256)
def alike(rules: Rules, role: str) -> tuple[tuple[str, ...], ...]:
    """The kinds of frame at which an occupation is used by the same norms, and to the same effect; none if few."""
    box = Box(rules)
    table = fresh(box, "anywhere")
    groups: dict[tuple[object, ...], list[str]] = {}
    frames = [kind for kind in used_at(rules, role) if kind != "foresee"]
    for kind in frames if len(frames) > MANY else ():
        here = Situation(box, table, kind, 0, owed=False)
        candidate = use(card(role), z3.Bool("lies"))
        norms = stand(_A, norms_at(rules.norms, kind, ("use",)), (candidate,), partial(_name, here), owed=False)
        covering = tuple(item.norm.id for item in norms if not never(item.covers[0]))
        groups.setdefault((kind in STRUGGLE, kind == "duel.powers", covering), []).append(kind)
    return tuple(tuple(group) for group in groups.values())


def _name(here: Situation, word: str, candidate: Candidate | None) -> Term:
    return name(_A, here, word, candidate)


@lru_cache(maxsize=256)
def laid_down(rules: Rules) -> frozenset[int]:
    """The numbers of the objects and occupations that some norm lets somebody use in a struggle."""
    box = Box(rules)
    table = fresh(box, "anywhere")
    called_ = {kind: called(_A, kind, table.turned) for kind in KINDS}
    objects = (
        kind for kind in KINDS
        if any(not never(opened(_A, Situation(box, table, window, 0, owed=False), use(called_[kind], z3.Bool("lies"))))
               for window in WINDOWS))
    return frozenset((*objects, *(card(role) for role in ROLES if {*used_at(rules, role)} & {*STRUGGLE, *UNDER})))
