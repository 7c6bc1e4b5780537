"""The command line.

Exit codes: 0 as expected, 1 findings (new, gone, or not replaying), 2 usage or bad input, 3 an error of
Advocatus itself (its traceback is shown if ADVOCATUS_DEBUG=1), 4 inconclusive.
"""

from __future__ import annotations

import os
import sys
import time
import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click
from attrs import evolve

from advocatus.model.asking import CannotBeJudged
from advocatus.model.clarifying import with_answers
from advocatus.model.families import find_editions
from advocatus.model.guard import nearest
from advocatus.model.loading import BadRulebook
from advocatus.model.paragraphs import read_paragraphs
from advocatus.model.rulebook import Edition
from advocatus.model.rules import BadChoice, make_rules
from advocatus.model.trace import BadDocument, canonical

from . import (
    ask,
    asktell,
    cache,
    checking,
    clarify,
    coverage,
    crosscheck,
    diff,
    finding,
    judgement,
    registry,
    row,
    show,
    showdata,
    words,
)
from .common import context_of, finish, may_write, one_edition, put_lines, select_of, terms_of
from .conformance.commands import oracle_command, vectors_command
from .conformance.conforming import conform_command
from .console import echo_run, progress, put, say, silence
from .context import CheckContext
from .deriving import Unplayable
from .documents import write_whole
from .huntcommand import hunt_command
from .itf import itf_of, played_of
from .knowledge import commands_of_families
from .narrate import narrate
from .options import everywhere, in_terms, not_beside, sharing
from .replaying import OnFile, replay
from .selection import known_editions

BAD_INPUT = (BadChoice, BadDocument, BadRulebook)


# ---------------------------------------------------------------- the commands


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
def cli() -> None:
    """A devil's advocate for rulebooks: argues against the rules of a game until they are sound.

    EDITION is a key, a family, or the path of a TOML file.
    """


@cli.command("check")
@click.argument("editions", nargs=-1, metavar="[EDITION]...")
@click.option("--write", is_flag=True, help="File what is new, shorter, or no longer replays and was found again.")
@click.option("--only", "kinds", multiple=True, metavar="KIND",
              help="Nothing but the checks and findings of this kind; repeatable.")
@click.option("--games", type=click.IntRange(0), default=100, show_default=True,
              help="Random games in which the causes of findings on file are counted; 0 counts none.")
@click.option("--second-solver", "second", is_flag=True,
              help="Put every question to cvc5 too, and count its answers; works everything out anew.")
@click.option("--export-smt", "smt", type=click.Path(path_type=Path), metavar="DIR",
              help="Write every question to the solver as SMT-LIB 2 into this folder; works everything out anew.")
@sharing
@everywhere
def check_command(
    editions: tuple[str, ...], write: bool, kinds: tuple[str, ...], games: int, second: bool, smt: Path | None,
    jobs: int, **options: Any,
) -> int:
    """Prove, search, replay: the table of all checks.

    Exits 0 if the findings are exactly those on file and all of them replay.
    """
    if "seen" not in kinds:
        not_beside("--only", ("--games",), "the games are for the rows of the kind seen")
    hears = crosscheck.listener(second, smt)
    selection = select_of(editions, options)
    may_write(selection, options, write)
    using = registry.only(kinds)
    echo_run(options["seed"])
    with progress() as tell:
        context = evolve(context_of(options, tell, write), games=games, second=hears)
        report = checking.check(selection, evolve(context, cache=None) if hears else context, using, kinds, jobs)
    for line in registry.elsewhere(kinds, {e.family for e in selection.editions}):
        say(line)
    return finish(report, context, write, options)


@cli.command("diff")
@click.argument("one", metavar="EDITION")
@click.argument("other", metavar="EDITION")
@click.option("--defaults", is_flag=True, help="Also where both texts leave a thing open.")
@click.option("--translation", is_flag=True, help="The second means to be the same game: list where it departs.")
@click.option("--tell", "stepwise", is_flag=True, help="Tell every game that parts the two, step by step.")
@click.option("--write", is_flag=True, help="File the games that part the two.")
@in_terms
@everywhere
def diff_command(
    one: str, other: str, defaults: bool, translation: bool, stepwise: bool, write: bool, terms: str | None,
    **options: Any,
) -> int:
    """How two editions of a game differ: what their texts say by id, and for each cause the shortest game.

    Exits 0 if the games found are exactly those on file and all of them replay.
    """
    if options["form"] == "json":
        not_beside("--format", ("--translation", "--tell"), "JSON has all that is found")
    if options["variants"] or options["answers"]:
        raise BadChoice("diff compares editions as their texts stand; it takes no --variant and no --answer")
    editions = [one_edition(name) for name in (one, other)]
    names = terms_of(terms, editions[0].family)
    may_write(select_of([one, other], {**options, "players": ()}, playing=False), options, write)
    echo_run(options["seed"])
    with progress() as tell:
        context = context_of(options, tell, write)
        found = diff.diff(editions[0], editions[1], options["players"], context, defaults)
    report = diff.in_terms(found, names)
    if options["form"] == "json":
        data = row.as_json(report.rows, report.summary, cache.versions())
        put(canonical({**data, **diff.diff_data(found)}), end="")
        if write:
            for line in checking.file_findings(report, context):
                say(line)
        return report.exit_code
    put_lines(diff.departure_lines(found, names) if translation else diff.diff_lines(found, report), options["form"])
    if stepwise:
        put_lines((*diff.game_lines(found, names, options["form"] == "markdown"), ""), options["form"])
    return finish(report if translation else diff.shown(report), context, write, options)


@cli.command("clarify")
@click.argument("edition", metavar="EDITION+FILE")
@click.argument("apart", nargs=-1, metavar="")
@sharing
@everywhere
def clarify_command(edition: str, apart: tuple[str, ...], jobs: int, **options: Any) -> int:
    """Judge a clarification: what it mends, leaves, breaks and changes.

    With --answer it need not be a file. Exits 1 if it opens a finding or a promise falls, 4 if it, or a part of it,
    cannot be judged: words alone, what the game has no words for, or a promise that was proved and is unknown now.
    """
    if apart:
        raise BadChoice(f"clarify takes one word: write {'+'.join((edition, *apart))}")
    if options["variants"]:
        raise BadChoice("clarify judges a clarification of the game as it is usually played; it takes no --variant")
    base, _, file = edition.partition("+")
    before = one_edition(base)
    try:
        made = one_edition(edition) if file else before
    except BadRulebook as error:
        if not error.beyond:
            raise
        return _beyond(error, options["form"])
    if options["answers"]:
        made = with_answers(made, dict(options["answers"]))
    if made is before:
        raise BadChoice(f"{edition}: name a clarification as EDITION+FILE, or give --answer QUESTION=READING")
    counts = options["players"] or before.players
    pairs = [(make_rules(before, n), make_rules(made, n)) for n in dict.fromkeys(counts)]
    echo_run(options["seed"])
    said = clarify.read_as(before, made, pairs)
    if options["form"] != "json":  # at once: the judgement takes its time
        put_lines(judgement.said_lines(said), options["form"])
    with progress() as tell:
        judged = clarify.judge(said, pairs, context_of(options, tell), jobs)
    if options["form"] == "json":
        put(canonical({**judgement.judged_data(judged), "versions": cache.versions()}), end="")
    else:
        if judged.judgeable:
            put_lines(judgement.judged_lines(judged), options["form"])
        put(f"\n{judgement.verdict_line(judged)}")
    return judgement.exit_code(judged)


def _beyond(error: BadRulebook, form: str) -> int:
    """Tell that a clarification speaks of what the family has no words for."""
    if form == "json":
        said = {"judged": False, "says": judgement.BEYOND, "why": [str(fault) for fault in error.faults]}
        put(canonical({**said, "versions": cache.versions()}), end="")
    else:
        put_lines([*str(error).splitlines(), "", judgement.BEYOND], form)
    return checking.INCONCLUSIVE


@cli.command("ask")
@click.argument("names", nargs=-1, required=True, metavar="EDITION... SITUATION.toml")
@click.option("--full", is_flag=True, help="Tell every game from the deal on, and not its last turn alone.")
@everywhere
def ask_command(names: tuple[str, ...], full: bool, **options: Any) -> int:
    """May a move be made? A file tells it, and a part of a position. Exits 4 if that cannot be judged."""
    situation, rules = ask.selected(names, options["players"], options["variants"], dict(options["answers"]))
    echo_run(options["seed"])
    with progress() as tell:
        report = ask.ask(situation, rules, tell)
    if options["form"] == "json":
        put(canonical({**asktell.report_data(report), "versions": cache.versions()}), end="")
    else:
        put_lines(asktell.report_lines(evolve(report, full=full)), options["form"])
    return checking.EXPECTED if report.judged else checking.INCONCLUSIVE


@cli.command("show")
@click.argument("edition")
@click.argument("word", required=False, default="", metavar="[ID|TERM]")
@click.option("--words", "vocabulary", is_flag=True,
              help="The words that norms may use: decisions, moves, names, facts, procedures; with a word, that one.")
@in_terms
@everywhere
def show_command(edition: str, word: str, vocabulary: bool, terms: str | None, **options: Any) -> int:
    """Read a rulebook: whole, one entry by its id, or all clauses on a thing by its name or on a topic.

    With --players or --variant only what concerns those; with --answer the readings taken are marked (*).
    """
    not_beside("--words", ("--players", "--variant", "--answer"), "the words are the same for all of these")
    selection = select_of([edition], options, playing=False)
    echo_run(options["seed"])
    context = context_of(options)
    named = [(e, terms_of(terms, e.family)) for e in selection.editions]
    if vocabulary:
        return _put_words([e.in_terms_of(names) if names else e for e, names in named[:1]], word, options["form"])
    views = [show.View(e.in_terms_of(names) if names else e, options["players"], options["variants"],
                       options["answers"], _about(e.key, context, e.family))
             for e, names in named]
    if options["form"] == "json":
        data = [showdata.show_data(view, word) for view in views]
        put(canonical({"editions": data, "versions": cache.versions()}), end="")
        return checking.EXPECTED
    for i, view in enumerate(views):
        lines = list(show.show_lines(view, word))
        put_lines([*([""] if i else []), *lines], options["form"])
    return checking.EXPECTED


def _put_words(editions: Sequence[Edition], word: str, form: str) -> int:
    """The words of a game on standard output; all editions of a family have the same."""
    for edition in editions:
        if form == "json":
            told = {"edition": edition.key, **words.words_data(edition, word), "versions": cache.versions()}
            put(canonical(told), end="")
        else:
            put_lines(words.words_lines(edition, word), form)
    return checking.EXPECTED


def _about(edition: str, context: CheckContext, family: str) -> tuple[finding.Finding, ...]:
    """The findings on file about an edition; a file that cannot be read is told on stderr and left out."""
    found = []
    for path in context.store.files(family):
        try:
            one = finding.load(path)
        except BadDocument as error:
            say(f"left out: {error}")
            continue
        found += [one] if edition in one.editions else []
    return tuple(found)


@cli.command("coverage")
@click.argument("edition")
@click.argument("text", type=click.Path(path_type=Path))
@click.option("--hashes", is_flag=True, help="Print the table [text] for a rulebook of this text, and nothing else.")
@everywhere
def coverage_command(edition: str, text: Path, hashes: bool, **options: Any) -> int:
    """Hold the text of a rulebook against an edition, paragraph by paragraph.

    Each is the same, moved, changed, new or gone; formalised, exercised, proved, in a finding, no rule, or not
    accounted for. Proofs are those with the fewest players, if --players names none. Exits 1 if something is not
    accounted for.
    """
    not_beside("--hashes", ("--players", "--variant", "--answer", "--format"), "it prints the table [text] and no more")
    book = one_edition(edition)
    texts = read_paragraphs(text)
    if hashes:
        put(coverage.text_table(texts))
        return checking.EXPECTED
    rules = select_of([edition], {**options, "players": options["players"] or book.players[:1]}, playing=False).rules
    echo_run(options["seed"])
    with progress() as tell:
        found = coverage.coverage(book, texts, rules, context_of(options, tell))
    if options["form"] == "json":
        put(canonical({**coverage.coverage_data(found), "versions": cache.versions()}), end="")
    else:
        put(coverage.coverage_table(found, options["form"]))
    return checking.FINDINGS if found.unaccounted else checking.EXPECTED


@cli.command("replay")
@click.argument("files", nargs=-1, type=click.Path(path_type=Path), metavar="[FILE]...")
@click.option("--itf", "itf_file", type=click.Path(path_type=Path), metavar="OUT",
              help="Write the game of the one finding replayed as an ITF trace.")
@in_terms
@everywhere
def replay_command(files: tuple[Path, ...], itf_file: Path | None, terms: str | None, **options: Any) -> int:
    """Replay findings step by step, with the clauses; without FILE all that are on file.

    A FILE may be the bare name of a finding on file, or a part of it that no other has. A FILE ending in .toml is a
    rulebook of one's own that the findings are about. --players, --variant and --answer keep those findings only
    whose rules have them. Exits 1 if one does not replay.
    """
    echo_run(options["seed"])
    context = context_of(options)
    own = [e for path in files if path.suffix == ".toml" for e in find_editions(str(path))]
    editions = known_editions(own)
    given = [_on_file(path, context.store) for path in files if path.suffix != ".toml"]
    paths = given or sorted(context.store.folder.glob("*/*.json"))
    pairs = [(path, one) for path in paths if _wanted(one := finding.load(path), options)]
    if itf_file is not None:
        write_itf([one for _, one in pairs], editions, itf_file)
    told: list[tuple[OnFile, list[str]]] = []
    for path, one in pairs:
        differs = replay(one, editions)
        names = terms_of(terms, one.family)
        lines = narrate(one, editions, differs, names, options["form"] == "markdown")
        told.append((OnFile(path, one, differs), list(lines)))
    put_replays(told, options["form"])
    return checking.FINDINGS if any(o.differs for o, _ in told) else checking.EXPECTED


def _on_file(path: Path, store: finding.Store) -> Path:
    """The file that a word means: a path, or the name of a finding on file. Raises `BadChoice` for none and several."""
    if os.path.lexists(path) or len(path.parts) > 1:
        return path
    found = store.named(path.name)
    if len(found) == 1:
        return found[0]
    if not found:
        known = [one.name for one in store.folder.glob("*/*.json")]
        near = nearest(path.name, known)
        told = f"; did you mean {near!r}?" if near else ""
        raise BadChoice(f"{path}: there is no such file, and no finding on file has this in its name{told}")
    names = "".join(f"\n    {one.stem}" for one in found)
    raise BadChoice(f"{path}: {len(found)} findings on file have this in their name; name one of them:{names}")


def write_itf(found: Sequence[finding.Finding], editions: Mapping[str, Edition], path: Path) -> None:
    """Write the game of a finding as an ITF trace. Raises `UsageError` unless there is one finding with a game."""
    if len(found) != 1 or found[0].trace is None:
        what = "this one has none" if len(found) == 1 else f"there are {len(found)}; name one FILE"
        raise click.UsageError(f"--itf writes the game of one finding; {what}")
    try:
        played = played_of(found[0], found[0].rules.find(editions))
    except Unplayable as error:
        raise click.UsageError(f"--itf: the game cannot be played: {error}") from None
    write_whole(path, canonical(itf_of(found[0], played)))


def _wanted(one: finding.Finding, options: dict[str, Any]) -> bool:
    rules = one.rules
    return (not options["players"] or rules.players in options["players"]) and (
        set(options["variants"]) <= set(rules.variants) and set(options["answers"]) <= set(rules.answers))


def put_replays(told: Sequence[tuple[OnFile, list[str]]], form: str) -> None:
    """Replays on standard output, each finding told and what does not replay after it."""
    broken = sum(1 for o, _ in told if o.differs)
    line = f"{len(told)} finding{'' if len(told) == 1 else 's'}, {len(told) - broken} replay, {broken} do not"
    if form == "json":
        rows = [o.row(o.finding.family, o.finding.rules.edition) for o, _ in told if o.finding]
        summary = {"says": line, "told": {o.path.name: lines for o, lines in told}}
        put(canonical(row.as_json(rows, summary, cache.versions())), end="")
        return
    for _, (head, *lines) in told:
        put_lines([f"## {head}" if form == "markdown" else head, *lines, ""], form)
    put(line)


cli.add_command(hunt_command)
cli.add_command(oracle_command)
cli.add_command(vectors_command)
cli.add_command(conform_command)
for _command in commands_of_families():
    cli.add_command(_command)


# ---------------------------------------------------------------- the door


def run(args: Sequence[str]) -> int:
    """Run a command line and give its exit code; nothing is raised but an interrupt."""
    before = time.perf_counter()
    try:
        code = cli.main(args=list(args), prog_name="advocatus", standalone_mode=False, obj=tuple(args))
        return code if isinstance(code, int) else checking.EXPECTED
    except click.ClickException as error:
        error.show()
        return checking.USAGE
    except click.exceptions.Exit as error:
        return error.exit_code
    except click.Abort:
        say("advocatus: interrupted")
        return 130
    except CannotBeJudged as error:
        say(f"advocatus: cannot be judged: {error}")
        return checking.INCONCLUSIVE
    except BAD_INPUT as error:
        say("\n".join(f"advocatus: {line}" for line in str(error).splitlines()))
        return checking.USAGE
    except BrokenPipeError:
        silence(sys.stdout)
        return checking.EXPECTED
    except OSError as error:  # what could be told of a file that was named is told before: the machine refuses
        if error.filename is None:
            silence(sys.stdout)
        say(f"advocatus: {error.filename or 'standard output'}: {error.strerror or error}")
        return checking.USAGE
    except Exception as error:
        if os.environ.get("ADVOCATUS_DEBUG") == "1":
            traceback.print_exc()
        asked = isinstance(error, crosscheck.Disagreement)  # the question stands as it is, to be put to a solver
        what = str(error) if asked else " ".join(str(error).split())
        say(f"advocatus: internal error: {type(error).__name__}: {what} (ADVOCATUS_DEBUG=1 shows where)")
        return checking.INTERNAL
    finally:
        if "--timings" in args:
            say(f"{time.perf_counter() - before:8.2f} s  in all")


def main() -> None:
    """The program `advocatus`."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", newline="\n", errors="backslashreplace")
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
