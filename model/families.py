"""Families and editions, discovered: a family is a package of `model` with a module `family`."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from attrs import frozen

from .game import Game
from .guard import unknown
from .loading import BadRulebook, Fault, load_edition
from .rulebook import Edition, Grammar
from .rules import BadChoice, Rules
from .trace import Codec


@frozen(eq=False)
class Family:
    """What the shared parts know of a family: its grammar, its engine, its wire form, its words."""

    key: str
    grammar: Grammar
    game: Callable[[Rules], Game[Any, Any]]
    codec: Codec


@cache
def families() -> Mapping[str, Family]:
    """All families of the package by key."""
    import advocatus.model as package

    found: dict[str, Family] = {}
    for module in pkgutil.iter_modules(package.__path__, package.__name__ + "."):
        if module.ispkg and find_spec(module.name + ".family"):
            family: Family = import_module(module.name + ".family").FAMILY
            found[family.key] = family
    return dict(sorted(found.items()))


def grammars() -> Mapping[str, Grammar]:
    """The grammar of each family."""
    return {key: family.grammar for key, family in families().items()}


@cache
def editions() -> Mapping[str, Edition]:
    """All editions of the package by key, sorted."""
    found: dict[str, Edition] = {}
    for family in families().values():
        folder = files("advocatus.model") / family.key.replace("-", "_") / "editions"
        for path in sorted(folder.iterdir(), key=lambda p: p.name):
            if path.name.endswith(".toml"):
                edition = load_edition(Path(str(path)), grammars())
                found[edition.key] = edition
    return dict(sorted(found.items()))


def find_editions(name: str) -> tuple[Edition, ...]:
    """The editions a word of the command line names: a key, a family, or a path of a TOML file.

    Raises `BadChoice` for a word that names nothing, `BadRulebook` for a file that is no rulebook.
    """
    if name in editions():
        return (editions()[name],)
    if name in families():
        return tuple(e for e in editions().values() if e.family == name)
    if name.endswith(".toml"):
        path = Path(name)
        if not path.is_file():
            what = "this is a folder" if path.is_dir() else "there is no such file"
            raise BadRulebook(name, [Fault("file", "", "", what)])
        return (load_edition(path, grammars()),)
    raise BadChoice(unknown(f"the edition {name!r}", name, [*editions(), *families()]))


def open_game(rules: Rules) -> Game[Any, Any]:
    """The engine of a rule set."""
    return families()[rules.edition.family].game(rules)
