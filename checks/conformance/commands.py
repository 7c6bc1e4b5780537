"""The commands of the protocol."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import click

from advocatus.model.families import editions as packaged
from advocatus.model.families import find_editions
from advocatus.model.rules import BadChoice

from .oracle import Oracle
from .serving import serve


def own_version() -> str:
    """The version of the package; ``0`` where it is not installed."""
    try:
        return version("advocatus")
    except PackageNotFoundError:
        return "0"


@click.command("oracle")
@click.argument("editions", nargs=-1, metavar="[EDITION]...")
@click.option("--calls", type=click.Path(path_type=Path), metavar="FILE",
              help="Answer the calls of a file instead of those on standard input.")
def oracle_command(editions: tuple[str, ...], calls: Path | None) -> int:
    """Serve the protocol: a call a line on standard input, an answer a line on standard output.

    Without EDITION the package's editions are served; one may be the path of a TOML file, or EDITION+FILE.
    """
    named = [edition for name in editions for edition in find_editions(name)]
    known = {edition.key: edition for edition in named} if named else packaged()
    with ExitStack() as closing:
        source = sys.stdin.buffer
        if calls is not None:
            try:
                source = closing.enter_context(calls.open("rb"))
            except OSError as error:
                raise BadChoice(f"--calls {calls}: {error.strerror}; a file that can be read is wanted") from None
        serve(Oracle(known, own_version()), source, sys.stdout)
    return 0
