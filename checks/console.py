"""All that commands print: on stdout what was asked for, on stderr what is going on and the line that runs it again.

Text of files comes to the terminal through here and nowhere else, and commands nothing there.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

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


# What a terminal obeys, or what turns the text about: controls but for the end of a line, and directional marks.
_OBEYED = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def plain(text: str) -> str:
    """The text with every character that a terminal would obey spelt out: ``\\u001b``. JSON stays the same JSON."""
    return _OBEYED.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def put(text: str, end: str = "\n") -> None:
    """Text on stdout."""
    click.echo(plain(text) + end, nl=False)


def say(text: str) -> None:
    """A line on stderr."""
    click.echo(plain(text), err=True)


def echo_run(seed: int) -> None:
    """The seed, and the line that reproduces the run, on stderr."""
    words: Sequence[str] = click.get_current_context().obj
    given = any(word == "--seed" or word.startswith("--seed=") for word in words)
    own = list(words).index("--") if "--" in words else len(words)  # what comes after is another program's
    line = shlex.join(["advocatus", *words[:own], *([] if given else ["--seed", str(seed)]), *words[own:]])
    say(f"seed {seed}; again: {line}")
