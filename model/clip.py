"""A value as a message shows it."""

from __future__ import annotations

from typing import Any


def clip(value: Any, width: int = 60) -> str:
    """The value as Python writes it, cut where it is longer than so many characters."""
    return cut(repr(value), width)


def cut(text: str, width: int = 60) -> str:
    """A text, cut where it is longer than so many characters."""
    return text if len(text) <= width else text[: width - 3] + "..."
