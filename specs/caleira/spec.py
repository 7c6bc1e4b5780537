"""The symbolic side of the family as the shared parts see it."""

from __future__ import annotations

from typing import Any

from ...model.rules import Rules
from ..families import Spec
from .alive import bites, felt, parted
from .asking import ask
from .lawful import DECISIONS
from .mirror import CaleiraMirror
from .promises import promises
from .walls import clashes, gaps


def turned(rules: Rules, key: str, value: Any) -> tuple[bool, Any]:  # noqa: ARG001
    """Of other values of switches and facts nothing is told here."""
    return False, None


SPEC = Spec(
    key="caleira", promises=promises, clashes=clashes, gaps=gaps, frames=DECISIONS, mirror=CaleiraMirror,
    liveness=felt, turned=turned, bites=bites, parted=parted, ask=ask,
)
