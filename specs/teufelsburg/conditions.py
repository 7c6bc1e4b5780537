"""What the legality of a move can hang on: every comparison in the guards at its decision, and what can be done."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...model.game import TABLE
from ...model.guard import And, Guard, Node, Not, Or, interpret
from ...model.teufelsburg.vocabulary import NAMES
from ..algebra import Algebra, Term
from ..asking import Condition
from ..settling import Candidate, Standing
from .codes import CODES
from .listing import Situation
from .situation import name


def parts(node: Node) -> Iterator[Node]:
    """The comparisons of a guard, and what stands alone."""
    match node:
        case And(args) | Or(args):
            for arg in args:
                yield from parts(arg)
        case Not(arg):
            yield from parts(arg)
        case _:
            yield node


def conditions(
    a: Algebra, here: Situation, listed: Sequence[Candidate], standing: Sequence[Standing], meant: Mapping[int, Term]
) -> Iterator[Condition]:
    """Each once, under a key that is the same for terms and numbers: first of the moves meant, then of all others.

    Raises `situation.Unspoken` for a name that the table has nothing for.
    """
    order = sorted(range(len(listed)), key=lambda i: (i not in meant, i))
    seen: set[str] = set()
    if here.by != TABLE:
        yield Condition("turned", here.table.turned, says=("the bags have turned", "the bags have not turned"))
    for guard, about in _guards(standing):
        for node in parts(guard.tree):
            of_move = _of_move(node, listed)
            for i in order if of_move else order[:1]:
                candidate = listed[i] if of_move else None
                if candidate is not None and candidate.act not in about:
                    continue
                key = f"{node!r} {candidate.key if candidate is not None else ''}"
                if key not in seen:
                    seen.add(key)
                    yield Condition(key, _meaning(a, here, node, candidate), node, subject=_subject(candidate),
                                    far=candidate is not None and i not in meant)
    for i in order:
        candidate = listed[i]
        word = _subject(candidate)
        yield Condition(f"there {candidate.key}", candidate.there, far=i not in meant,
                        says=(f"`{candidate.act}` can be done{word}", f"`{candidate.act}` cannot be done{word}"))


def _guards(standing: Sequence[Standing]) -> Iterator[tuple[Guard, tuple[str, ...]]]:
    for item in standing:
        for guard in (item.norm.when, item.norm.which):
            if guard is not None:
                yield guard, (item.norm.move,)


def _of_move(node: Node, listed: Sequence[Candidate]) -> bool:
    """Whether a part speaks of the move: one of its names does, or is what some candidate names."""
    names = Guard("", node).names
    return any(NAMES[word].of_move for word in names) or any(word in c.values for c in listed for word in names)


def _meaning(a: Algebra, here: Situation, node: Node, candidate: Candidate | None) -> Term:
    return interpret(node, a, lambda word: name(a, here, word, candidate))


def _subject(candidate: Candidate | None) -> str:
    """What a candidate names, told after the sentence that is about it."""
    if candidate is None or len(candidate.key) < 2:
        return ""
    what: Any = candidate.key[1]
    if isinstance(what, str):
        return f" ({what})"
    seats = "target" in candidate.values
    return f" ({chr(ord('A') + what) if seats else CODES.value('card', what)})"
