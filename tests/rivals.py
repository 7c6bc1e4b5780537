"""Rulebooks that differ from one of the package's in a few places, for tests that part editions."""

from __future__ import annotations

from pathlib import Path

from advocatus.model.families import find_editions
from advocatus.model.rulebook import Edition

SOURCE = Path(__file__).parent.parent / "model" / "teufelsburg" / "editions" / "adlung.toml"
MUST_DRAW = '[[clause.norm]]\noblige = "pick-up"\n'
FREE = '[[clause.norm]]\npermit = "pick-up"\n[[clause.norm]]\npermit = "leave"\nduring = ["stand-off"]\n'
MAY_PASS = 'says = "Who wants none of the rest may pass."\n[[clause.norm]]\npermit = "pass"\n'
NO_PASS = 'says = "Who wants none of the rest must trade all the same."\n'


def rival_text(*changes: tuple[str, str]) -> str:
    """The rulebook under another key, with some places changed."""
    text = SOURCE.read_text("utf-8").replace('key = "adlung"', 'key = "rival"', 1)
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


def rival(folder: Path, *changes: tuple[str, str]) -> Edition:
    """The rulebook of `rival_text`, loaded."""
    path = folder / "rival.toml"
    path.write_text(rival_text(*changes), "utf-8")
    (edition,) = find_editions(str(path))
    return edition
