"""What a family knows for the checks: modules of its own package in this one, found where they are."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any


def known_by(family: str, module: str, name: str) -> Any | None:
    """A value of a module of a family's package; None where the family has no such package or module."""
    package = f"{__package__}.{family.replace('-', '_')}"
    if find_spec(package) is None or find_spec(f"{package}.{module}") is None:
        return None
    return getattr(import_module(f"{package}.{module}"), name)
