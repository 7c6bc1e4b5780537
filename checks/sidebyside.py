"""Where two rule sets part: what becomes of the game under each, in two columns.

Each continuation plays on by the first thing that answers what is owed, to the end of the turn or for a few moves: it
is one way that the game can go, not the only one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from textwrap import wrap
from typing import Any

from advocatus.model.game import CHANCE, Game, IllegalMove, MalformedMove, make
from advocatus.model.rules import Gap, Rules

from .deriving import Played, game_of
from .tell import Teller

WIDTH = 50  # of a column; it does not depend on the terminal
MORE = 5  # moves after the one at which the rules part


def side_by_side(
    played: Played, against: Rules, at: int, heads: tuple[str, str], teller: Teller, markdown: bool = False
) -> Iterator[str]:
    """Both continuations from the move with this number, from 0, as lines; nothing where the deals part already.

    In two columns of text, or as the lines of a table in Markdown.
    """
    moves = played.trace.moves
    if at < 0 or at >= len(moves):
        return
    columns = []
    for rules, head in ((played.rules, heads[0]), (against, heads[1])):
        game = game_of(rules)
        state = game.start(played.deal)
        for move in moves[:at]:
            state = make(game, state, move).after
        columns.append([head, *continuation(game, state, moves[at], at + 1, teller)])
    yield from (in_table if markdown else in_columns)(*columns)


def continuation(game: Game[Any, Any], state: Any, move: Any, number: int, teller: Teller) -> Iterator[str]:
    """A move, and what may follow in the same turn, told."""
    turn = game.turn(state)
    if (why := _refused(game, state, move)) is not None:
        yield f"{number}. {teller.move(move)}: {why}."
        move = first_answer(game, state, move.by) if "silent" not in why else None
        if move is None:
            return
        yield "Instead, for one:"
    for i in range(MORE + 1):
        try:
            step = make(game, state, move)
        except Gap as gap:
            yield f"{number + i}. {teller.move(move)}: the text is silent on {gap.topic}."
            return
        yield f"{number + i}. {teller.move(move)}."
        yield from (f"    {told}" for event in step.events if (told := teller.event(event)))
        state = step.after
        frame = game.top(state)
        if frame is None or game.turn(state) != turn:
            return
        following = next((m for m in (first_answer(game, state, seat) for seat in frame.owed) if m is not None), None)
        if following is None:
            yield f"Stuck: {teller.owed(frame)}."
            return
        move = following
    yield "..."


def _refused(game: Game[Any, Any], state: Any, move: Any) -> str | None:
    """Why a move cannot be made, for a reader; None if it can."""
    try:
        game.decide(state, move)
    except IllegalMove as error:
        against = ", ".join(norm.id for norm in error.judgement.against)
        return f"not allowed, by {against}" if against else "not allowed: nothing permits it"
    except MalformedMove:
        return "it cannot be done"
    except Gap as gap:
        return f"the text is silent on {gap.topic}"
    return None


def first_answer(game: Game[Any, Any], state: Any, seat: int) -> Any | None:
    """The first legal move of a seat that answers the frame, or chance's first outcome; None if there is none."""
    if game.actors(state) == (CHANCE,):
        return game.chances(state)[0][0]
    resolution = game.resolve(state, seat)
    return next((resolution.candidates[i] for i in resolution.legal if i in resolution.duty), None)


def in_columns(left: Sequence[str], right: Sequence[str]) -> Iterator[str]:
    """Two texts side by side under their first lines, each wrapped to its column."""
    (one, *left), (other, *right) = left, right
    heads = list(zip_longest(_wrapped([one]), _wrapped([other]), fillvalue=""))
    rule = "-" * WIDTH
    below = zip_longest(_wrapped(left), _wrapped(right), fillvalue="")
    for one, other in (*heads, (rule, rule), *below):
        yield f"{one:<{WIDTH}} | {other}".rstrip()


def in_table(left: Sequence[str], right: Sequence[str]) -> Iterator[str]:
    """The same as a table in Markdown: a row for each move, what it brought about in the same cell."""
    (one, *left), (other, *right) = left, right
    yield f"| {_cell([one])} | {_cell([other])} |"
    yield "| --- | --- |"
    for mine, theirs in zip_longest(_by_move(left), _by_move(right), fillvalue=()):
        yield f"| {_cell(mine)} | {_cell(theirs)} |"


def _by_move(lines: Sequence[str]) -> list[list[str]]:
    """Lines in groups, each begun by one that is not indented."""
    groups: list[list[str]] = []
    for line in lines:
        if line.startswith(" ") and groups:
            groups[-1].append(line)
        else:
            groups.append([line])
    return groups


def _cell(lines: Sequence[str]) -> str:
    return "<br>".join(line.strip().replace("|", "\\|") for line in lines)


def _wrapped(lines: Sequence[str]) -> list[str]:
    found = []
    for line in lines:
        text = line.lstrip()
        start = " " * (len(line) - len(text))
        found += wrap(text, WIDTH, initial_indent=start, subsequent_indent=f"{start}    ") or [""]
    return found
