"""What a family knows for the checks: modules of its own package in this one, found where they are."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

import click

from advocatus.model.families import families


def known_by(family: str, module: str, name: str) -> Any | None:
    """A value of a module of a family's package; None where the family has no such package or module."""
    package = f"{__package__}.{family.replace('-', '_')}"
    if find_spec(package) is None or find_spec(f"{package}.{module}") is None:
        return None
    return getattr(import_module(f"{package}.{module}"), name)


def commands_of_families() -> tuple[click.Command, ...]:
    """The commands that families add to the command line: `COMMANDS` in their module `commands`."""
    found = [known_by(family, "commands", "COMMANDS") for family in families()]
    return tuple(command for commands in found for command in commands or ())
