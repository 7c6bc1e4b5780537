"""The symbolic side of the family as the shared parts see it."""

from __future__ import annotations

from ..families import Spec
from .clashes import clashes, gaps
from .mirror import TeufelsburgMirror
from .promises import promises
from .situation import SITUATIONS

SPEC = Spec(
    key="teufelsburg",
    promises=promises,
    clashes=clashes,
    gaps=gaps,
    frames=SITUATIONS,
    mirror=TeufelsburgMirror,
)
