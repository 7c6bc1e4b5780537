"""The symbolic side of the family as the shared parts see it."""

from __future__ import annotations

from ...model.rules import Rules
from ...model.teufelsburg.vocabulary import FRAME_ACTS
from ..families import Spec
from ..promise import Promise
from .asking import ask
from .biting import bites, parted
from .clashes import clashes, gaps
from .dealing import dealing
from .deciding import deciding
from .drawing import drawing
from .felt import felt
from .mirror import TeufelsburgMirror
from .promises import promises
from .scores import scores
from .turned import turned
from .winning import winning


def promised(rules: Rules) -> tuple[Promise, ...]:
    """All promises of the family, topic by topic, in a fixed order."""
    topics = (promises, deciding, winning, scores, drawing, dealing)
    return tuple(promise for topic in topics for promise in topic(rules))


SPEC = Spec(
    key="teufelsburg",
    promises=promised,
    clashes=clashes,
    gaps=gaps,
    frames=tuple(FRAME_ACTS),  # chance alone decides a draw, and what a spy sees; there is always something to draw
    mirror=TeufelsburgMirror,
    liveness=felt,
    turned=turned,
    bites=bites,
    parted=parted,
    ask=ask,
)
