"""What several commands do alike: read what is selected, put out a report, file its findings."""

from __future__ import annotations

import os
import statistics
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from advocatus.model.families import find_editions
from advocatus.model.rulebook import Edition
from advocatus.model.rules import BadChoice
from advocatus.model.trace import canonical

from . import accepting, cache, checking, finding, row, show
from .console import put, say
from .context import CheckContext
from .pool import greatest_memory
from .selection import Selection, select


def context_of(
    options: dict[str, Any], tell: Callable[[str], None] = lambda _: None, write: bool = False
) -> CheckContext:
    """The context of a run. Raises `BadChoice` for a folder of findings that is none; to write, it may be new."""
    folder = options["folder"] or finding.default_folder()
    if folder.exists() and not folder.is_dir():
        raise BadChoice(f"--findings {folder}: this is a file; a folder of findings is wanted")
    if not folder.is_dir() and not write:
        raise BadChoice(f"--findings {folder}: there is no such folder; --write makes it, with check, hunt and diff")
    if options["folder"] is not None and not write and folder.is_dir() and not _holds_findings(folder):
        say(f"--findings {folder}: there is no finding in this folder{_nearer(folder)}")
    kept = None if options["no_cache"] else cache.Cache(cache.default_folder())
    return CheckContext(options["seed"], finding.Store(folder), kept, progress=tell)


def _holds_findings(folder: Path) -> bool:
    return any(folder.glob("*/*.json")) or os.path.lexists(folder / accepting.FILE)


def _nearer(folder: Path) -> str:
    """Where findings lie that a folder was meant to hold: in it, where a folder for each family is wanted."""
    if any(folder.glob("*.json")):
        return "; those that lie in it belong into a folder for each family of games, as --write makes it"
    return "; --write files them there, with check, hunt and diff"


def terms_of(key: str | None, family: str) -> Edition | None:
    """The edition whose names for things are wanted. Raises `BadChoice` for one of another family, or several."""
    if key is None:
        return None
    found = one_edition(key)
    if found.family != family:
        raise BadChoice(f"--terms {key}: an edition of {found.family}; one of {family} is wanted")
    return found


def select_of(names: Sequence[str], options: dict[str, Any], playing: bool = True) -> Selection:
    """What the options select. Raises `BadChoice` and `BadRulebook`."""
    return select(names, options["players"], options["variants"], options["answers"], playing)


def may_write(selection: Selection, options: dict[str, Any], write: bool) -> None:
    """Refuse to file findings on a rulebook of one's own among the package's. Raises `BadChoice`."""
    if write and selection.own and options["folder"] is None:
        raise BadChoice("--write: findings on a rulebook of one's own need a folder of their own; give --findings DIR")


def put_out(report: checking.Report, form: str) -> None:
    """A report on standard output; its last line says what matters."""
    if form == "json":
        put(canonical(row.as_json(report.rows, report.summary, cache.versions())), end="")
        return
    table = (row.as_text if form == "text" else row.as_markdown)(report.rows)
    put(f"{table}\n{report.line}" if table else report.line)


def put_lines(lines: Iterable[str], form: str) -> None:
    """Lines on standard output, wrapped or as Markdown."""
    put("\n".join(show.as_markdown(lines) if form == "markdown" else show.wrapped(lines)))


def one_edition(name: str) -> Edition:
    """The edition that a name means. Raises `BadChoice` for several and `BadRulebook` for none."""
    found = find_editions(name)
    if len(found) != 1:
        raise BadChoice(f"{name}: one edition is wanted, not {', '.join(e.key for e in found)}")
    return found[0]


def finish(report: checking.Report, context: CheckContext, write: bool, options: dict[str, Any]) -> int:
    """Print a report, file its findings if that is wanted, and give the exit code."""
    put_out(report, options["form"])
    if write:
        for line in checking.file_findings(report, context):
            say(line)
    elif waiting := [*report.new, *report.better]:
        say(f"not on file so: {', '.join(f.file_name for f in waiting)}; --write files them")
    for what, reasons in (("not looked at", report.left), ("replayed, but not looked for", report.unsought)):
        if told := ", ".join(f"{n} {why}" for why, n in sorted(reasons.items())):
            say(f"on file and {what} in this run: {told}")
    for name in report.nowhere:
        say(f"{accepting.FILE}: {name}: no such finding was found or is on file")
    if options["timings"]:
        for name, seconds in report.times:
            say(f"{seconds:8.2f} s  {name}")
        if report.solver:
            middle, longest = (1000 * f(report.solver) for f in (statistics.median, max))
            asked = f"{len(report.solver)} questions, median {middle:.0f} ms, longest {longest:.0f} ms"
            say(f"{sum(report.solver):8.2f} s  solver: {asked}")
        if (most := greatest_memory()) is not None:
            say(f"{most:8.0f} MB the largest process")
    return report.exit_code
