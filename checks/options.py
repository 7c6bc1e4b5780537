"""The options that every command has, and what they are read into."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from advocatus.model.rules import BadChoice

F = TypeVar("F", bound=Callable[..., Any])
_COUNT = re.compile(r"([0-9]{1,2})(?:-([0-9]{1,2}))?")


class Counts(click.ParamType[tuple[int, ...]]):
    """A player count, a range of them, or a list: ``4``, ``3-5``, ``3,5-7``."""

    name = "counts"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, ...]:
        """See `click.ParamType`."""
        if isinstance(value, tuple):
            return value
        counts: list[int] = []
        for part in str(value).split(","):
            match = _COUNT.fullmatch(part.strip())
            low, high = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
            if low > high:
                self.fail(f"{value!r} is no player count; write 4, 3-5 or 3,5-7", param, ctx)
            counts += range(low, high + 1)
        return tuple(counts)


class Answer(click.ParamType[tuple[str, str]]):
    """A question and a reading of it: ``duel.give-back=another``."""

    name = "question=reading"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, str]:
        """See `click.ParamType`."""
        if isinstance(value, tuple):
            return value[0], value[1]
        question, sign, reading = str(value).partition("=")
        if not (question and sign and reading):
            self.fail(f"{value!r} is no answer; write QUESTION=READING", param, ctx)
        return question, reading


class Finite(click.FloatRange):
    """A number in a range that is a number: ``nan`` and ``inf`` are none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """See `click.ParamType`."""
        found = super().convert(value, param, ctx)
        if not math.isfinite(found):
            self.fail(f"{value!r} is no number that can be counted to; write 10 or 0.5", param, ctx)
        return found


def flat(_: click.Context, __: click.Parameter, value: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """The counts of all uses of an option together."""
    return tuple(n for counts in value for n in counts)


def once(_: click.Context, param: click.Parameter, value: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    """Answers as they are given. Raises `click.BadParameter` where a question has two."""
    questions = [question for question, _ in value]
    for question in questions:
        if questions.count(question) > 1:
            raise click.BadParameter(f"{question!r} is answered twice; give one reading", param=param)
    return value


def not_beside(option: str, others: Sequence[str], why: str) -> None:
    """Refuse options that another would leave without effect. Raises `BadChoice` where both were typed."""
    context = click.get_current_context()
    typed = {name for param in context.command.params for name in param.opts
             if param.name and context.get_parameter_source(param.name) is ParameterSource.COMMANDLINE}
    for other in others if option in typed else ():
        if other in typed:
            raise BadChoice(f"{option} and {other}: {why}; give one of them")


def in_terms(command: F) -> F:
    """Give a command the option whose names for things it uses."""
    return click.option("--terms", metavar="EDITION", help="Call things as this edition does.")(command)


def sharing(command: F) -> F:
    """Give a command the option that tells how many processes share its work."""
    return click.option(
        "--jobs", type=click.IntRange(1, 64), default=lambda: os.cpu_count() or 1, envvar="ADVOCATUS_JOBS", metavar="N",
        help="Processes that share the work; the output is the same. Default: one for each core.")(command)


def everywhere(command: F) -> F:
    """Give a command the options that every command has."""
    for option in reversed((
        click.option("--players", type=Counts(), multiple=True, callback=flat, metavar="N",
                     help="Player counts: 4, 3-5; repeatable. Default: all."),
        click.option("--variant", "variants", multiple=True, metavar="ID", help="Play with this variant; repeatable."),
        click.option("--answer", "answers", type=Answer(), multiple=True, callback=once, metavar="QUESTION=READING",
                     help="Read the text so; repeatable. Default: each question's default reading."),
        click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="The only source of chance."),
        click.option("--format", "form", type=click.Choice(["text", "markdown", "json"]), default="text",
                     show_default=True, help="What is printed."),
        click.option("--findings", "folder", type=click.Path(path_type=Path), metavar="DIR",
                     help="Where findings are filed. Default: the package's counterexamples."),
        click.option("--no-cache", is_flag=True, help="Work everything out anew."),
        click.option("--timings", is_flag=True, help="Print times and memory on stderr."),
    )):
        command = option(command)
    return command
