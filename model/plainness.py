"""What a TOML file may be before it is looked into: no key or number that only a machine would write.

The standard reader takes very long for a key of many parts, and what it reads may be so deep, or a number so long,
that nothing can be told of it. A scan of the text comes first, and a walk through what was read after.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

MAX_PARTS = 32  # of a dotted key; those of an edition have four
MAX_DOTS = 50_000  # of all keys and numbers together; an edition has some hundreds
MAX_DEPTH = 64  # tables in tables, lists counted
MAX_VALUES = 30_000  # in a file, tables and lists counted; an edition has some thousands
MAX_KEY = 200  # characters of a part of a key
_WHOLE = 1 << 63  # TOML's whole numbers are below it

# Comments and strings, each to its end, or to where the reader gives up. No group is repeated that has to be gone back
# into: that takes memory, and Python 3.11.4 and before get it wrong where it is not to be gone back into.
_SET_ASIDE = re.compile(
    r"#[^\n]*"
    r'|"""(?s:.*?)(?:(?<!\\)(?:\\\\)*"{3,5}|\Z)'
    r"|'''(?s:.*?)(?:'{3,5}|\Z)"
    r'|"[^\n]*?(?:(?<!\\)(?:\\\\)*"|(?=\n)|\Z)'
    r"|'[^'\n]*'?"
)
_KEY = re.compile(r"[\w\-. \t]+")  # a key with its quoted parts set aside; no value has more than a dot
_BRACKETS = re.compile(r"[\[\]{}]")
_DIGITS = re.compile(r"(?<!\w)[0-9_]+")  # no hexadecimal ones: those are read at once, however many
_MOST_DIGITS = 4000


def too_much(text: str) -> str:
    """What a TOML text has too much of; empty where it can be read at once."""
    bare = _SET_ASIDE.sub("", text.replace("\r\n", "\n"))
    dots = [key.count(".") for key in _KEY.findall(bare)]
    if max(dots, default=0) >= MAX_PARTS:
        return f"a key of more than {MAX_PARTS} parts"
    if sum(dots) > MAX_DOTS:
        return f"{sum(dots)} dots in its keys and numbers; at most {MAX_DOTS} are read"
    depth = 0
    for bracket in _BRACKETS.findall(bare):
        depth += 1 if bracket in "[{" else -1
        if depth > MAX_DEPTH:
            return "brackets in brackets without end"
    longest = max(_DIGITS.findall(bare), key=len, default="")
    if len(longest) > _MOST_DIGITS:
        return f"a number of {len(longest)} digits in line {text.count(chr(10), 0, text.find(longest)) + 1}"
    return ""


def repeated(ids: Iterable[str]) -> list[str]:
    """What stands more than once, in order."""
    return sorted(one for one, n in Counter(ids).items() if n > 1)


def strange(data: Any) -> Iterator[tuple[tuple[str | int, ...], str, str]]:
    """Whatever was read that nothing can be made of: its path, what stands there, and what would be right.

    Nothing is told below what is too deep.
    """
    waiting: list[tuple[tuple[str | int, ...], Any]] = [((), data)]
    many = 0
    while waiting:
        path, node = waiting.pop()
        many += 1
        if many + len(waiting) > MAX_VALUES:
            yield (), f"more than {MAX_VALUES} values", "a file that is shorter"
            return
        if isinstance(node, Mapping):
            for key in node:
                if len(key) > MAX_KEY or "\0" in key:
                    wanted = f"a key has at most {MAX_KEY} characters, U+0000 not among them"
                    yield path, f"a key {key[:40]!r}...", wanted
        if isinstance(node, Mapping | list):
            if len(path) >= MAX_DEPTH:
                yield path[:3], f"tables in tables, {MAX_DEPTH} deep", "the file must be TOML of this format"
                continue
            below = node.items() if isinstance(node, Mapping) else enumerate(node)
            waiting += reversed([((*path, key), value) for key, value in below])
        elif type(node) is int and not -_WHOLE <= node < _WHOLE:
            yield path, f"a number of {node.bit_length()} bits", "a whole number of at most 64 bits, as TOML has them"
        elif type(node) is str and "\0" in node:
            yield path, "U+0000 in a text", "a text without it"
