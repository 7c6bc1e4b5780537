"""Search for the shortest game to a goal: turns begun first, then players' decisions, then the order of moves."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any

from attrs import fields, frozen

from advocatus.model.game import Game, choices, make
from advocatus.model.rules import Gap
from advocatus.model.trace import Trace

from .search import DECISIONS, SHIFT, Limits, length_of, search


@frozen
class Found:
    """The result of a search. `trace` is None where nothing was found.

    `complete` tells whether every position up to the bound was seen; `states` how many were kept. No game to the
    goal ends before turn `none_to` + 1.
    """

    trace: Trace | None
    turn: int
    decisions: int
    states: int
    complete: bool
    none_to: int = 0


@frozen
class _Silence:
    """The end of a game that meets a gap, as a position of its own."""

    state: Any
    move: Any


Goal = Callable[[Game[Any, Any], Any], bool]
Bound = Callable[[Any], tuple[int, int]]


class Packer:
    """Positions as short keys: each field's value by its number in the order of first sight.

    Equal positions have equal keys, and others have others. A key takes four bytes a field.
    """

    def __init__(self, kind: type[Any], leave_out: tuple[str, ...] = ()) -> None:
        self._names = tuple(f.name for f in fields(kind) if f.name not in leave_out)
        self._numbers: tuple[dict[Any, int], ...] = tuple({} for _ in self._names)

    def __call__(self, state: Any) -> bytes:
        numbers = []
        for name, known in zip(self._names, self._numbers, strict=True):
            value = getattr(state, name)
            number = known.get(value)
            if number is None:
                number = known[value] = len(known)
            numbers.append(number.to_bytes(4, "little"))
        return b"".join(numbers)


class EngineSpace:
    """The positions of a game, one move further by its engine. A move that meets a gap leads nowhere.

    With `gap_topic`, one that meets a gap on that topic leads to the end of the game (`_Silence`).
    """

    def __init__(self, game: Game[Any, Any], gap_topic: str = "") -> None:
        self._game, self._topic = game, gap_topic

    def after(self, node: Any) -> Iterator[tuple[Any, int, Any]]:
        """See `search.Space`."""
        game = self._game
        before = game.turn(node)
        for move in choices(game, node):
            decided = length_of(0, int(move.by >= 0))
            try:
                after = make(game, node, move).after
            except Gap as gap:
                if gap.topic == self._topic:
                    yield _Silence(node, move), decided, move
                continue
            yield after, decided + length_of(game.turn(after) - before, 0), move


def shortest_game(
    game: Game[Any, Any], deals: Iterable[Any], goal: Goal, *, turns: int = 2, states: int = 50_000,
    gap_topic: str = "", bound: Bound | None = None, key: Callable[[Any], Hashable] | None = None,
) -> Found:
    """The shortest game from one of the deals to a position that satisfies the goal.

    With `gap_topic` the search ends at the first move that raises a `Gap` on that topic instead; the trace
    ends before that move, which is then appended without events. `bound` gives at least how many turns and
    decisions are missing, `key` what makes positions one. Raises `search.BrokenBound`.
    """
    by_key: dict[Hashable, Any] = {}
    roots = []
    for deal in deals:
        state = game.start(deal)
        if by_key.setdefault(state, deal) is deal:
            roots.append((state, length_of(game.turn(state), 0)))
    name = key or (Packer(type(roots[0][0])) if roots else None)

    def reached(node: Any) -> bool:
        return isinstance(node, _Silence) if gap_topic else goal(game, node)

    found = search(
        EngineSpace(game, gap_topic), roots, reached, Limits(turns, states),
        key=None if name is None else lambda n: n if isinstance(n, _Silence) else name(n),
        bound=None if bound is None else lambda n: 0 if isinstance(n, _Silence) else length_of(*bound(n)),
    )
    if found.node is None:
        return Found(None, turns, 0, found.states, found.exhausted, (found.below >> SHIFT) - 1)
    steps: list[tuple[Any, tuple[Any, ...]]] = []
    state = found.root
    for move in found.moves:
        if isinstance(found.node, _Silence) and len(steps) == len(found.moves) - 1:
            steps.append((move, ()))
            break
        step = make(game, state, move)
        steps.append((move, step.events))
        state = step.after
    rules = game.rules
    trace = Trace(rules.edition.key, rules.players, rules.variants, rules.answers, rules.digest, by_key[found.root],
                  tuple(steps))
    return Found(trace, found.length >> SHIFT, found.length & DECISIONS, found.states, True,
                 (found.below >> SHIFT) - 1)


def length(game: Game[Any, Any], trace: Trace) -> tuple[int, int]:
    """The length of a game: turns begun, and decisions of players (chance and table count nothing)."""
    state = game.start(trace.deal)
    for _, events in trace.steps:
        for event in events:
            state = game.evolve(state, event)
    return game.turn(state), sum(1 for move in trace.moves if move.by >= 0)
