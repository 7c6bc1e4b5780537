"""All that commands print: on stdout what was asked for, on stderr what is going on and the line that runs it again.

Text of files comes to the terminal through here and nowhere else, and commands nothing there.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TextIO

import click
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn


@contextmanager
def progress() -> Iterator[Callable[[str], None]]:
    """A line on stderr that tells what is going on, and for how long; nothing where stderr is no terminal."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda _: None
        return
    columns = SpinnerColumn(), TimeElapsedColumn(), TextColumn("{task.description}", markup=False)
    with Progress(*columns, console=console, transient=True) as bar:  # the time goes on where there is no news
        task = bar.add_task("working", total=None)
        yield lambda text: bar.update(task, description=text)


# What a terminal obeys, what turns the text about, or what is not seen in it: controls but for the end of a line, and
# Unicode's format characters, the directional marks among them.
_OBEYED = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\ufeff\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0000-\U000e007f]")


def plain(text: str) -> str:
    """The text with every character that a terminal would obey spelt out: ``\\u001b``. JSON stays the same JSON."""
    return _OBEYED.sub(lambda found: _spelt(found[0]), text)


def _spelt(char: str) -> str:
    return json.dumps(char)[1:-1] if char > "\x1f" else f"\\u{ord(char):04x}"  # two of them beyond U+FFFF


def put(text: str, end: str = "\n") -> None:
    """Text on stdout."""
    click.echo(plain(text) + end, nl=False)


def say(text: str) -> None:
    """A line on stderr; where that takes none, the run goes on without."""
    try:
        click.echo(plain(text), err=True)
    except OSError:
        silence(sys.stderr)


def silence(stream: TextIO) -> None:
    """Have a stream take all and print nothing, so that what it holds back does not fail once more at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def echo_run(seed: int) -> None:
    """The seed, and the line that reproduces the run, on stderr."""
    words: Sequence[str] = click.get_current_context().obj
    given = any(word == "--seed" or word.startswith("--seed=") for word in words)
    own = list(words).index("--") if "--" in words else len(words)  # what comes after is another program's
    line = shlex.join(["advocatus", *words[:own], *([] if given else ["--seed", str(seed)]), *words[own:]])
    say(f"seed {seed}; again: {line}")
