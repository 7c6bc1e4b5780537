"""Families and editions, discovered: a family is a package of `model` with a module `family`."""

from __future__ import annotations

import os
import pkgutil
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from attrs import frozen

from .acts import Acts
from .asking import Wording
from .clarifying import clarified
from .files import no_file
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
    wording: Wording | None = None  # what situations may tell; None where none can be asked about yet


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


@cache
def acts_of(family: str) -> Acts | None:
    """What a family knows of acts on the wire, by its key; None where it takes no part in the protocol."""
    name = f"{__package__}.{family.replace('-', '_')}.acts"
    if family not in families() or not find_spec(name):
        return None
    acts: Acts = import_module(name).ACTS
    return acts


def grammars() -> Mapping[str, Grammar]:
    """The grammar of each family."""
    return {key: family.grammar for key, family in families().items()}


@cache
def _packaged() -> Mapping[str, tuple[Edition, Path]]:
    found: dict[str, tuple[Edition, Path]] = {}
    for family in families().values():
        folder = files(f"{__package__}.{family.key.replace('-', '_')}") / "editions"
        for path in sorted(folder.iterdir(), key=lambda p: p.name) if folder.is_dir() else ():
            if path.name.endswith(".toml"):
                edition = load_edition(Path(str(path)), grammars())
                found[edition.key] = edition, Path(str(path))
    return dict(sorted(found.items()))


@cache
def editions() -> Mapping[str, Edition]:
    """All editions of the package by key, sorted."""
    return {key: edition for key, (edition, _) in _packaged().items()}


def edition_files() -> Mapping[str, Path]:
    """The file of each edition of the package, by key."""
    return {key: path for key, (_, path) in _packaged().items()}


def find_editions(name: str) -> tuple[Edition, ...]:
    """The editions a word of the command line names: a key, a family, a path of a TOML file, or `EDITION+FILE`.

    Raises `BadChoice` for a word that names nothing, `BadRulebook` for a file that is no rulebook.
    """
    if "+" in name and not Path(name).is_file():
        return (_clarified(*name.split("+")),)
    if name in editions():
        return (editions()[name],)
    if name in families():
        return tuple(e for e in editions().values() if e.family == name)
    if name.endswith(".toml"):
        return (load_edition(_file(name), grammars()),)
    if os.path.lexists(name):
        wanted = "the name of a rulebook's file ends in .toml"
        raise BadRulebook(name, [Fault("file", "", no_file(Path(name)), wanted)])
    raise BadChoice(unknown(f"the edition {name!r}", name, [*editions(), *families()]))


def _file(name: str) -> Path:
    path = Path(name)
    if what := no_file(path):
        raise BadRulebook(name, [Fault("file", "", "", what)])
    return path


def _clarified(base: str, *names: str) -> Edition:
    """An edition with clarifications on top. Raises `BadChoice` where the base is not one edition."""
    if base in families():
        one = [e.key for e in editions().values() if e.family == base]
        raise BadChoice(f"{base}+...: a clarification is put on one edition: {', '.join(one)}, or a file")
    path = edition_files()[base] if base in editions() else _file(base) if base.endswith(".toml") else None
    if path is None:
        raise BadChoice(unknown(f"the edition {base!r}", base, list(editions())))
    return clarified(path, tuple(_file(name) for name in names), grammars())


def open_game(rules: Rules) -> Game[Any, Any]:
    """The engine of a rule set."""
    return families()[rules.edition.family].game(rules)
