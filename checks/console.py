"""What every command says on stderr: what is going on, and the line that runs it again."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import click
from rich.console import Console


@contextmanager
def progress() -> Iterator[Callable[[str], None]]:
    """A line on stderr that tells what is going on; nothing where stderr is no terminal."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda _: None
        return
    with console.status("working") as status:
        yield status.update


def say(text: str) -> None:
    """A line on stderr."""
    click.echo(text, err=True)


def echo_run(seed: int) -> None:
    """The seed, and the line that reproduces the run, on stderr."""
    words: Sequence[str] = click.get_current_context().obj
    given = any(word == "--seed" or word.startswith("--seed=") for word in words)
    own = list(words).index("--") if "--" in words else len(words)  # what comes after is another program's
    line = shlex.join(["advocatus", *words[:own], *([] if given else ["--seed", str(seed)]), *words[own:]])
    say(f"seed {seed}; again: {line}")
