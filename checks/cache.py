"""Results of expensive checkers, kept by the content of rules, code and versions."""

from __future__ import annotations

import hashlib
import os
import platform
from collections.abc import Mapping, Sequence
from functools import cache as once
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import attrs
from attrs import frozen

from advocatus.model.rulebook import Edition
from advocatus.model.rules import Rules
from advocatus.model.trace import BadDocument, canonical, compact

from .documents import read_document, write_whole
from .finding import Finding, decode, encode
from .row import Row, decode_row, encode_row

Result = tuple[Sequence[Row], Sequence[Finding]]


def plain(value: Any) -> Any:
    """Any frozen value as JSON data, sets sorted: the same content gives the same data."""
    if attrs.has(type(value)):
        return {f.name: plain(getattr(value, f.name)) for f in attrs.fields(type(value))}
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, frozenset):
        return sorted((plain(item) for item in value), key=compact)
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    return value


def versions() -> dict[str, str]:
    """What a result may depend on besides rules and code."""
    found = {"python": platform.python_version()}
    for package in ("attrs", "hypothesis", "z3-solver"):
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "none"
    return found


@once
def code_hash() -> str:
    """The content of the package's .py and .toml files."""
    import advocatus.checks
    import advocatus.model
    import advocatus.specs

    total = hashlib.sha256()
    for package in (advocatus.checks, advocatus.model, advocatus.specs):
        folder = Path(package.__path__[0])
        for path in sorted(folder.rglob("*"), key=lambda p: p.relative_to(folder).as_posix()):
            if path.suffix in (".py", ".toml"):
                total.update(f"{package.__name__}/{path.relative_to(folder).as_posix()}\0".encode())
                total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


@once
def edition_hash(edition: Edition) -> str:
    """Every word of an edition; made once for each, since editions are long and asked for often."""
    return hashlib.sha256(canonical(plain(edition)).encode()).hexdigest()


def key_of(check: str, rules: Sequence[Rules], seed: int) -> str:
    """What a result is kept under: the check, every word of the edition, the choices, code, versions."""
    content = {
        "check": check, "seed": seed, "code": code_hash(), "versions": versions(),
        "rules": [[r.digest, r.players, r.variants, r.answers, edition_hash(r.edition)] for r in rules],
    }
    return hashlib.sha256(canonical(content).encode()).hexdigest()


def default_folder() -> Path:
    """$ADVOCATUS_CACHE, or ``.advocatus-cache`` under the current directory."""
    return Path(os.environ.get("ADVOCATUS_CACHE") or ".advocatus-cache")


@frozen
class Cache:
    """A folder of results, one file for each key."""

    folder: Path

    def get(self, key: str) -> Result | None:
        """The result kept under a key; None if there is none or its file is damaged."""
        path = self.folder / f"{key}.json"
        try:
            data = read_document(path) if path.is_file() else None
            if not isinstance(data, dict) or data.get("key") != key or data.get("seal") != _seal(data):
                return None
            rows = [decode_row(row, "row") for row in data["rows"]]
            return rows, [decode(finding, "finding") for finding in data["findings"]]
        except (BadDocument, KeyError, TypeError):
            return None

    @property
    def unwritable(self) -> str:
        """Why nothing can be kept in the folder; empty where it can. It is made where it is not there."""
        try:
            write_whole(self.folder / "tried", "")
            (self.folder / "tried").unlink(missing_ok=True)
        except BadDocument as error:
            return error.value
        except OSError as error:
            return error.strerror or type(error).__name__
        return ""

    def put(self, key: str, result: Result) -> None:
        """Keep a result. A folder that cannot be written keeps nothing."""
        rows, findings = result
        data = {"key": key, "rows": [encode_row(row) for row in rows], "findings": [encode(f) for f in findings]}
        try:
            write_whole(self.folder / f"{key}.json", canonical({**data, "seal": _seal(data)}))
        except BadDocument:
            return


def _seal(data: Mapping[str, Any]) -> str:
    kept = {k: v for k, v in data.items() if k != "seal"}
    return hashlib.sha256(canonical(kept).encode()).hexdigest()
