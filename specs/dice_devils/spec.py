"""The symbolic side of the family as the shared parts see it."""

from __future__ import annotations

from functools import partial

from .. import decisions
from ..families import Spec
from .asking import ask
from .lawful import DECISIONS
from .mirror import DevilMirror
from .places import SIDE
from .promises import promises
from .turning import turned

SPEC = Spec(
    key="dice-devils", promises=promises, clashes=partial(decisions.clashes, SIDE), gaps=partial(decisions.gaps, SIDE),
    frames=DECISIONS, mirror=DevilMirror, liveness=partial(decisions.felt, SIDE), turned=turned,
    bites=partial(decisions.bites, SIDE), parted=partial(decisions.parted, SIDE), ask=ask,
)
