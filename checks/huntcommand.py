"""The command `hunt`."""

from __future__ import annotations

import math
import time
from typing import Any

import click
from attrs import evolve

from advocatus.model.rules import BadChoice

from . import cache, checking, hunt
from .common import context_of, finish, may_write, one_edition, select_of
from .console import echo_run, progress, say
from .fleet import fleet
from .options import everywhere, not_beside, sharing

ONE_END = "a hunt has one end"


@click.command("hunt")
@click.argument("edition")
@click.option("--against", metavar="EDITION", help="Hunt for games that part the two editions.")
@click.option("--games", type=click.IntRange(0), default=100, show_default=True,
              help="Games for each rule set; 0 hunts until interrupted.")
@click.option("--cases", type=click.IntRange(1), help=f"The same in rounds of {hunt.ROUND} games.")
@click.option("--minutes", type=click.FloatRange(min=0, min_open=True), help="Hunt for so long, however many games.")
@click.option("--resume", is_flag=True, help="Go on where the same hunt was stopped.")
@click.option("--scheduler", default="", metavar="tcp://HOST:PORT", help="Hunt on a cluster of dask.distributed.")
@click.option("--write", is_flag=True, help="File what is found, as it is found.")
@sharing
@everywhere
def hunt_command(
    edition: str, against: str | None, games: int, cases: int | None, minutes: float | None, resume: bool,
    scheduler: str, write: bool, jobs: int, **options: Any,
) -> int:
    """Play at random, for as long as wanted, and look for what is wrong.

    What is done is kept; a hunt that was stopped goes on with --resume and the same seed. Exits 1 for a finding that
    is not on file, else 4 where the hunt was interrupted or no game was played.
    """
    not_beside("--minutes", ("--cases", "--games"), ONE_END)
    not_beside("--cases", ("--games",), ONE_END)
    not_beside("--resume", ("--no-cache",), "it goes on with what the cache keeps")
    if minutes is not None and not math.isfinite(minutes):
        raise BadChoice(f"--minutes {minutes}: a number of minutes is wanted")
    selection = select_of([edition], options)
    may_write(selection, options, write)
    rival = None if against is None else one_edition(against)
    if rival is not None and any(rival is edition for edition in selection.editions):
        raise BadChoice(f"--against {against}: this is the edition itself; another one of the same game is wanted")
    _resumable(resume)
    echo_run(options["seed"])
    end = time.monotonic() + 60 * minutes if minutes else None
    bounds = hunt.Bounds(
        games=0 if minutes else cases * hunt.ROUND if cases else games, resume=resume,
        goes_on=lambda: end is None or time.monotonic() < end)

    def keep(report: checking.Report) -> None:
        for line in checking.file_findings(report, context) if write else ():
            say(line)

    with progress() as tell, fleet(jobs, scheduler) as workers:
        context = evolve(context_of(options, tell, write), against=rival)
        if context.cache is not None and (why := context.cache.unwritable):
            say(f"nothing is kept of this hunt, so that --resume will begin anew: {context.cache.folder}: {why}")
        report = hunt.hunt(selection, context, bounds, keep, workers)
    if report.unfinished:
        goes_on = context.cache is not None and report.unfinished != hunt.NOTHING
        say(report.unfinished + ("; go on with --resume" if goes_on else ""))
    return finish(report, context, write, options)


def _resumable(resume: bool) -> None:
    """Tell where a hunt is to go on and nothing is kept. Raises `BadChoice` where nothing can be."""
    kept = cache.default_folder()
    if resume and kept.exists() and not kept.is_dir():
        raise BadChoice(f"--resume: {kept} is a file; the folder is wanted in which a hunt was kept ($ADVOCATUS_CACHE)")
    if resume and not kept.is_dir():
        say(f"--resume: there is no folder {kept}, so nothing was kept; the hunt begins anew")
