"""The commands of the protocol."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from importlib.metadata import PackageNotFoundError, version
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

import click

from advocatus.model.families import editions as packaged
from advocatus.model.families import find_editions
from advocatus.model.files import no_file
from advocatus.model.rules import BadChoice

from ..console import echo_run, progress, put
from ..options import Answer, Counts, flat, not_beside, once
from .filing import verify, write
from .oracle import Oracle
from .serving import serve
from .suite import Maker

BROKEN = 2  # the exit code for bad input


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
        source: BinaryIO = BytesIO() if sys.stdin is None else sys.stdin.buffer  # None where it was closed before
        if calls is not None:
            try:
                wrong = no_file(calls)  # a pipe or a device might never end
                if not wrong:  # nor might a file without a size, such as the system keeps
                    source = closing.enter_context(calls.open("rb")) if calls.stat().st_size else BytesIO()
            except OSError as error:
                wrong = error.strerror or type(error).__name__
            if wrong:
                raise BadChoice(f"--calls {calls}: {wrong}; a file that can be read is wanted")
        serve(Oracle(known, own_version()), source, sys.stdout)
    return 0


@click.command("vectors")
@click.argument("edition", metavar="EDITION")
@click.argument("folder", required=False, type=click.Path(path_type=Path), metavar="[DIR]")
@click.option("--verify", "verified", type=click.Path(path_type=Path), metavar="DIR",
              help="Play the vectors of a folder again, each also without what it is about.")
@click.option("--players", type=Counts(), multiple=True, callback=flat, metavar="N",
              help="Player counts that may be used, the first one wherever it can be. Default: 4, if it can be.")
@click.option("--answer", "answers", type=Answer(), multiple=True, callback=once, metavar="QUESTION=READING",
              help="Read the text so; repeatable. Default: each question's default reading.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="The only source of chance.")
def vectors_command(
    edition: str, folder: Path | None, verified: Path | None, players: tuple[int, ...],
    answers: tuple[tuple[str, str], ...], seed: int,
) -> int:
    """Write conformance vectors into DIR: for every clause that can matter a game that fails without it.

    With --verify nothing is written; exits 1 if a vector does not hold, 2 for a file that is none of a suite.
    """
    not_beside("--verify", ("--players", "--answer", "--seed"), "the vectors say what they are for")
    found = find_editions(edition)
    if len(found) != 1:
        raise BadChoice(f"{edition}: one edition is wanted, not {', '.join(e.key for e in found)}")
    if (folder is None) == (verified is None):
        raise click.UsageError("name a folder to write into, or one after --verify")
    if verified is not None:
        faults = list(verify(found[0], verified))
        for fault in faults:
            put(fault.says)
        many = f"{len(faults)} fault{'' if len(faults) == 1 else 's'}"
        put(many if faults else "every vector holds, and fails without what it is about")
        return BROKEN if any(fault.broken for fault in faults) else 1 if faults else 0
    assert folder is not None
    if folder.exists() and not folder.is_dir():
        raise BadChoice(f"{folder}: this is a file; a folder to write into is wanted")
    echo_run(seed)
    with progress() as tell:
        suite = Maker(found[0], players, dict(answers), seed, tell).suite()
    write(suite, folder, seed)
    for key, why in suite.without.items():
        put(f"no vector: {key}: {why}")
    clauses = len({vector.clause for vector in suite.vectors})
    put(f"{len(suite.vectors)} vectors for {clauses} clauses of {found[0].key} in {folder}")
    return 0
