"""The command `conform`: another program put to the test."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TextIO

import click
from attrs import evolve

from advocatus.model.families import editions, find_editions
from advocatus.model.rulebook import Edition
from advocatus.model.rules import BadChoice, make_rules

from ..console import echo_run, progress, put, say
from ..documents import write_whole
from ..options import Answer, Counts, Finite, flat, not_beside, once
from .departing import Outcome
from .describing import Description, answers_of, described, odd_words, plays_with, supported
from .filing import read_manifest
from .inferring import called, followed, infer
from .known import Known, read_known
from .replaying import replay
from .smoke import smoke_lines
from .subject import PATIENCE, Asked, Failed, Refused, Subject
from .trial import Trial
from .verdicts import FAILED, Report, in_one_line, json_lines, junit, table

MOVES = 24_000
MOST_PATIENCE = 86_400  # seconds: a day


@click.command("conform")
@click.argument("edition", metavar="EDITION")
@click.argument("command", nargs=-1, required=True, type=click.UNPROCESSED, metavar="-- COMMAND...")
@click.option("--players", type=Counts(), multiple=True, callback=flat, metavar="N",
              help="Player counts: 4, 3-5; repeatable. Default: all that the program knows.")
@click.option("--variant", "variants", multiple=True, metavar="ID", help="Play with this variant; repeatable.")
@click.option("--answer", "answers", type=Answer(), multiple=True, callback=once, metavar="QUESTION=READING",
              help="Read the text so; repeatable. Default: as the program says that it reads it.")
@click.option("--moves", type=click.IntRange(1), default=MOVES, show_default=True, metavar="N",
              help="Acts that are compared with each player count.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="The only source of chance.")
@click.option("--known", "known", type=click.Path(path_type=Path), metavar="FILE",
              help="A TOML file of departures that are known; only others count.")
@click.option("--infer", "inferred", is_flag=True,
              help="First find out which readings the program follows, and test it under those.")
@click.option("--vectors", type=click.Path(path_type=Path), metavar="DIR",
              help="Play the vectors of a folder instead of games made for the program.")
@click.option("--patience", type=Finite(0.1, MOST_PATIENCE), default=PATIENCE, show_default=True, metavar="SECONDS",
              help="How long an answer may take.")
@click.option("--transcript", type=click.Path(path_type=Path), metavar="FILE", help="Write every line of the talk.")
@click.option("--junit", "junit_file", type=click.Path(path_type=Path), metavar="FILE", help="Write JUnit XML too.")
@click.option("--first", "first", is_flag=True, help="Stop at the first departure.")
@click.option("--smoke", is_flag=True, help="Only try the wiring, and say in plain words what is wrong with it.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True,
              help="A table, or lines of JSON with a header and a footer.")
def conform_command(
    edition: str, command: tuple[str, ...], players: tuple[int, ...], variants: tuple[str, ...],
    answers: tuple[tuple[str, str], ...], moves: int, seed: int, known: Path | None, inferred: bool,
    vectors: Path | None, patience: float,
    transcript: Path | None, junit_file: Path | None, first: bool, smoke: bool, form: str,
) -> int:
    """Play against another program, and say where it departs from the rules, and by which clause.

    COMMAND starts it; it speaks the protocol on standard input and output. Exits 1 if it departs from the rules or
    fails, 4 if too little could be compared.
    """
    ways = ("--variant", "--answer", "--moves", "--first", "--infer")
    not_beside("--smoke", (*ways, "--known", "--vectors", "--junit", "--format"), "only the wiring is tried")
    not_beside("--vectors", (*ways, "--players", "--seed"), "the vectors say what they are for")
    found = find_editions(edition)
    if len(found) != 1:
        raise BadChoice(f"{edition}: one edition is wanted, not {', '.join(e.key for e in found)}")
    listed = read_known(known, _known_by(found[0], inferred)) if known else ()
    _found_out_now(vectors, junit_file)
    echo_run(seed)
    with ExitStack() as closing:
        subject = Subject(command, patience, _open(transcript, closing))
        closing.callback(subject.close)
        if smoke:
            lines, code = smoke_lines(subject, found[0], players)
            put("\n".join(lines))
            return code
        tell = closing.enter_context(progress())
        try:
            told = described(subject)
        except (Failed, Refused) as error:
            say(in_one_line(f"advocatus: the program does not answer describe: {error} (--smoke says more)"))
            return FAILED
        rulebook, odd = found[0], odd_words(told, found[0])
        if inferred:
            told, rulebook = _edition(subject, told, rulebook)
        chosen = {**(_inferred(subject, told, rulebook) if inferred else {}), **dict(answers)}
        if vectors is not None:
            report = replay(subject, told, found[0], vectors, tell)
        else:
            report = conform(subject, told, rulebook, players or None, variants, chosen, moves, seed, tell=tell,
                             first=first)
        report = evolve(report, known=listed, odd=odd)
    if junit_file is not None:
        write_whole(junit_file, junit(report))
    for line in json_lines(report) if form == "json" else table(report):
        put(line)
    return report.exit_code


def _known_by(edition: Edition, inferred: bool) -> tuple[Edition, ...]:
    """The editions that a program may be tested as."""
    return (edition, *(e for e in editions().values() if inferred and e.family == edition.family))


def _found_out_now(vectors: Path | None, junit_file: Path | None) -> None:
    """Raise `BadDocument` and `BadChoice`, before anything runs, for no vectors and a file that cannot be written."""
    if vectors is not None:
        read_manifest(vectors)
    if junit_file is not None and (junit_file.is_dir() or not junit_file.parent.is_dir()):
        raise BadChoice(f"--junit {junit_file}: a file in a folder that is there is wanted")


def _edition(subject: Asked, told: Description, edition: Edition) -> tuple[Description, Edition]:
    """The edition of the family that a program follows, and the program as one that plays it; told on stderr."""
    found = followed(subject, told, edition)
    for one in found:
        say(f"{one.edition}: the program follows it in {one.games} of {one.of} games in which it parts from another")
    if not found or found[0].edition == edition.key:
        return told, edition
    say(f"tested as {found[0].edition}, which it calls {edition.key}")
    return called(told, edition.key), find_editions(found[0].edition)[0]


def _inferred(subject: Asked, told: Description, edition: Edition) -> dict[str, str]:
    """The readings that a program follows and that are not the usual ones; all guesses are told on stderr."""
    found = infer(subject, told, edition)
    for guess in found:
        if guess.why:
            say(f"{guess.question}: not known: {guess.why}")
        elif not guess.usual:
            say(f"{guess.question}: the program follows {guess.reading}")
    if any(guess.why or not guess.usual for guess in found):
        say(f"what a question asks: advocatus show {edition.key} QUESTION")
    usual = sum(1 for guess in found if guess.reading and guess.usual)
    say(f"{usual} of {len(found)} questions with a game on file are read as usual")
    return {guess.question: guess.reading for guess in found if guess.reading and not guess.usual}


def _open(path: Path | None, closing: ExitStack) -> TextIO | None:
    if path is None:
        return None
    try:
        file = path.open("w", encoding="utf-8", errors="backslashreplace")
        closing.callback(_close, file)
        return file
    except OSError as error:
        raise BadChoice(f"--transcript {path}: {error.strerror}; a file that can be written is wanted") from None


def _close(file: TextIO) -> None:
    with suppress(OSError):  # each line was written out before; a disk that was full then is told
        file.close()


def conform(
    subject: Asked, told: Description, edition: Edition, players: Sequence[int] | None = None,
    variants: Sequence[str] = (), answers: Mapping[str, str] | None = None, moves: int = MOVES, seed: int = 0,
    known: Sequence[Known] = (), tell: Callable[[str], None] = lambda _: None, first: bool = False,
) -> Report:
    """Put a program to the test, with `first` up to the first departure.

    Raises `BadChoice` for what the edition does not have.
    """
    chosen = answers_of(told, edition, answers or {})
    played = told.editions.get(edition.key, {}).get("players", edition.players)
    counts = players or [n for n in edition.players if n in played]
    without = [n for n in edition.players if n not in played] if not players else []
    outcomes: list[Outcome] = []
    skipped: list[tuple[str, str]] = []
    for n in dict.fromkeys(counts):
        rules = make_rules(edition, n, variants, chosen)
        if why := supported(told, rules):
            skipped.append((f"{edition.key} with {n} players", why))
            continue
        outcomes.append(Trial(subject, told, rules, seed, tell, first).run(moves))
        if first and outcomes[-1].failed:
            break
    if without:
        skipped.append((f"{edition.key} with {', '.join(map(str, without))} players", plays_with(played)))
    return Report(told, tuple(outcomes), tuple(skipped), seed, tuple(known), odd_words(told, edition))
