"""The symbolic side of the family as the shared parts see it."""

from __future__ import annotations

from functools import partial
from typing import Any

from ...model.rules import Rules
from .. import decisions
from ..families import Spec
from .asking import ask
from .lawful import DECISIONS
from .mirror import CaleiraMirror
from .places import SIDE
from .promises import promises


def turned(rules: Rules, key: str, value: Any) -> tuple[bool, Any]:  # noqa: ARG001
    """Of other values of switches and facts nothing is told here."""
    return False, None


SPEC = Spec(
    key="caleira", promises=promises, clashes=partial(decisions.clashes, SIDE),
    gaps=partial(decisions.gaps, SIDE), frames=DECISIONS, mirror=CaleiraMirror,
    liveness=partial(decisions.felt, SIDE), turned=turned, bites=partial(decisions.bites, SIDE),
    parted=partial(decisions.parted, SIDE), ask=ask,
)
