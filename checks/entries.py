"""Facts and switches: which of them are felt when moved, and which nothing asks for.

A fact is moved by one, or an entry of it dropped; a switch is turned to each of its other values. It is felt where the
deal, what may be done, what comes of it or what somebody sees is another then. Only where an entry was asked for can it
be felt, so nothing else is compared.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from random import Random
from typing import Any, cast

from attrs import evolve, field, frozen

from advocatus.model.families import families
from advocatus.model.game import CHANCE, Game, choices, make
from advocatus.model.rules import Gap, Rules
from advocatus.specs.altered import Altered

from .parting import bare, views
from .play import Mood, pick_move

GAMES, MOVES = 40, 150  # of random play from deals, and ...
WALKS, STEPS = 3, 10  # ... from each position given
TRIES = 400  # comparisons of one entry at most
SEEN = ("setup.py", "state.py", "views.py")  # what the table looks like, not what becomes of it
VIEWS = ("views.py",)
ASKING = ("fact", "given", "switch", "value_of")


@frozen
class Entry:
    """A fact or a switch with another value, and whether that was felt: where, or after how many comparisons not."""

    key: str
    value: Any
    switch: bool
    felt: str = ""
    compared: int = 0
    idle: str = ""  # why it can never be felt, where that is known


@frozen(eq=False)
class _Trial:
    """An entry on trial, with the game that is played by it."""

    entry: Entry
    game: Game[Any, Any]
    log: dict[str, Any] = field(factory=lambda: {"felt": "", "compared": 0, "idle": ""})

    @property
    def open(self) -> bool:
        """Not felt so far, nor given up."""
        return not self.log["felt"] and not self.log["idle"] and self.log["compared"] < TRIES


def others(rules: Rules) -> Iterator[Entry]:
    """Every other value on trial: of facts, then of switches. What the rules do not give is left out."""
    grammar = families()[rules.edition.family].grammar
    for key in grammar.facts:
        value = rules.given(key)
        if isinstance(value, int):
            yield Entry(key, value + 1, False)
        elif value:
            yield Entry(key, type(value)(value[:-1]), False)
    given = {switch.id for switch in rules.edition.switches}
    for key, values in grammar.switches.items():
        for value in values if key in given else ():
            if value != rules.switch(key):
                yield Entry(key, value, True)


def _game(rules: Rules, changed: Mapping[str, Any]) -> tuple[Game[Any, Any], Altered]:
    altered = Altered(rules, changed)
    return families()[rules.edition.family].game(cast(Rules, altered)), altered


Proves = Callable[[Rules, str, Any], tuple[bool, Any]]
UNASKED, SAME = "no procedure asks for it", "every step that asks for it is the same"


def tried(rules: Rules, states: Iterable[Any], seed: int, proves: Proves | None = None) -> tuple[Entry, ...]:
    """Every fact and switch tried with its other values: in deals, in random play, and in the positions given.

    `proves` is asked for those never felt: see `specs.families.Spec.turned`.
    """
    game, asked = _game(rules, {})
    trials = [_Trial(entry, _game(rules, {entry.key: entry.value})[0]) for entry in others(rules)]
    rng = Random(f"{seed}/{rules.digest}")
    for _ in range(GAMES):
        deal = _deals(game, trials, rng.getrandbits(32))
        _play(game, asked, trials, game.start(deal), rng, MOVES)
    _prove(game, asked, trials, rules, proves)
    for state in states:
        if not any(trial.open for trial in trials):
            break
        for move in choices(game, state):
            _compare(game, asked, trials, state, move)
        for _ in range(WALKS):
            _play(game, asked, trials, state, rng, STEPS)
    return tuple(evolve(trial.entry, **trial.log) for trial in trials)


def _prove(
    game: Game[Any, Any], asked: Altered, trials: Sequence[_Trial], rules: Rules, proves: Proves | None
) -> None:
    """What the source and the symbolic side know of those not felt so far; a position of theirs is tried."""
    family = rules.edition.family
    dead, seen = never_asked(family), asked_in(family, SEEN)
    for trial in trials:
        key = trial.entry.key
        if not trial.log["felt"] and key in dead:
            trial.log["idle"] = UNASKED
        elif trial.open and proves is not None:
            try:
                whole, state = proves(rules, key, trial.entry.value)
            except ValueError:
                continue  # the table itself would be another
            if state is not None:
                for move in [move for move, _ in game.chances(state)] or choices(game, state):
                    _compare(game, asked, [trial], state, move)
            elif whole and key not in seen:
                trial.log["idle"] = SAME


def _deals(game: Game[Any, Any], trials: Sequence[_Trial], seed: int) -> Any:
    """A deal, and whether the others deal the same and see the same."""
    deal = game.random_deal(Random(seed))
    state = game.start(deal)
    for trial in trials:
        if trial.open:
            trial.log["compared"] += 1
            try:
                same = trial.game.random_deal(Random(seed)) == deal and trial.game.start(deal) == state
                same = same and views(trial.game, state) == views(game, state)
            except (ValueError, IndexError, Gap):
                same = False
            trial.log["felt"] = "" if same else "the deal"
    return deal


def _play(
    game: Game[Any, Any], asked: Altered, trials: Sequence[_Trial], state: Any, rng: Random, most: int
) -> None:
    mood = Mood(rng)
    for _ in range(most):
        if game.top(state) is None:
            return
        asked.read.clear()  # what lies open at a position is resolved once: what that asks for counts for the move too
        move = pick_move(game, state, rng, mood)
        if move is None:
            return
        step = _compared(game, asked, trials, state, move)
        if step is None:
            return
        state = step.after


def _compare(game: Game[Any, Any], asked: Altered, trials: Sequence[_Trial], state: Any, move: Any) -> Any:
    """`_compared` at a position of which nothing was asked yet."""
    asked.read.clear()
    return _compared(game, asked, trials, evolve(state), move)  # a copy is not resolved before


def _compared(game: Game[Any, Any], asked: Altered, trials: Sequence[_Trial], state: Any, move: Any) -> Any:
    """The step of a move, None at a gap; every open trial whose entry was asked for is held against it."""
    seen = asked_in(game.rules.edition.family, VIEWS)
    try:
        told, step = _told(game, state, move)
        if any(trial.open and trial.entry.key in seen for trial in trials):
            _looks(game, state, step)  # for what that asks for
    except Gap:
        return None
    for trial in trials:
        if trial.open and trial.entry.key in asked.read:
            trial.log["compared"] += 1
            try:
                same, other = _told(trial.game, evolve(state), move)
                alike = same == told
                if alike and (trial.entry.key in seen or other.after != step.after):  # else everybody sees the same
                    alike = _looks(trial.game, state, other) == _looks(game, state, step)
            except (ValueError, Gap):
                alike = False
            frame = game.top(state)
            trial.log["felt"] = "" if alike or frame is None else f"{frame.kind}: {move.act}"
    return step


def _told(game: Game[Any, Any], state: Any, move: Any) -> tuple[Any, Any]:
    """What may be done at a position, and what comes of a move; and the step."""
    legal = [game.legal(state, seat) for seat in game.actors(state) if seat != CHANCE]
    step = make(game, state, move)
    return (legal, game.chances(state), [bare(event) for event in step.events]), step


def _looks(game: Game[Any, Any], state: Any, step: Any) -> Any:
    """What everybody sees before a step and after it."""
    return views(game, state), views(game, step.after)


def never_asked(family: str) -> frozenset[str]:
    """The facts and switches that no procedure of a family asks for, by its source.

    Raises `ValueError` for a call whose key is not spelt out, since then nothing is known.
    """
    return frozenset(key for key in _keys(family) if key not in asked_in(family))


def _keys(family: str) -> tuple[str, ...]:
    grammar = families()[family].grammar
    return (*grammar.facts, *grammar.switches)


@cache
def asked_in(family: str, names: tuple[str, ...] = ()) -> frozenset[str]:
    """The facts and switches that the modules of a family ask for: those named, or all. Raises as `never_asked`."""
    exact, prefixes = set[str](), set[str]()
    for path in sorted(files(f"advocatus.model.{family.replace('-', '_')}").iterdir(), key=lambda p: p.name):
        if path.name.endswith(".py") and (not names or path.name in names):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ASKING:
                    _note(node.args[0], path.name, exact, prefixes)
    return frozenset(key for key in _keys(family) if key in exact or any(key.startswith(p) for p in prefixes))


def _note(key: ast.expr, where: str, exact: set[str], prefixes: set[str]) -> None:
    match key:
        case ast.Constant(value=str(word)):
            exact.add(word)
        case ast.JoinedStr(values=[ast.Constant(value=str(word)), *_]):
            prefixes.add(word)
        case _:
            raise ValueError(f"{where}, line {key.lineno}: which fact is asked for is not spelt out")
