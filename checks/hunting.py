"""A short derandomised hunt over the whole game: Hypothesis with shrinking, then seeded random play for reach."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

from attrs import evolve
from hypothesis import HealthCheck, Phase, settings
from hypothesis import seed as hypothesis_seed
from hypothesis.errors import HypothesisException
from hypothesis.internal.conjecture import providers
from hypothesis.stateful import run_state_machine_as_test

from advocatus.model.families import families
from advocatus.model.game import Game
from advocatus.model.norms import FORBID
from advocatus.model.rules import Rules

from .cache import Result
from .context import CheckContext
from .deriving import deadlocks, game_of, play_out
from .explore import length
from .finding import SHRUNK, Finding, RulesRef, Shortest
from .machine import Log, Violation, faults, machine_for
from .play import random_steps, record
from .registry import Checker
from .row import BOUNDED, REFUTED, Row

HUNT = "hunt"
EXAMPLES, STEPS = 12, 40  # of the Hypothesis machine in `check`
GAME_MOVES = 300
STOPPED = "stopped: "


def profile(examples: int, steps: int) -> settings:
    """Settings under which a hunt is the same every time: no clock, no database, no entropy."""
    return settings(
        max_examples=examples, stateful_step_count=steps, derandomize=True, deadline=None, database=None,
        print_blob=False, suppress_health_check=list(HealthCheck), phases=(Phase.generate, Phase.shrink),
    )


def run_machine(game: Game[Any, Any], log: Log, examples: int, steps: int, seed: int = 0) -> None:
    """Run the state machine of a game; a violation is left in the log, shrunk."""
    codec = families()[game.rules.edition.family].codec
    machine = hypothesis_seed(seed)(machine_for(game, codec, log))
    try:
        with _without_constants():
            run_state_machine_as_test(machine, settings=profile(examples, steps))
    except (Violation, HypothesisException):
        if log.violation is None:
            raise


@contextmanager
def _without_constants() -> Iterator[None]:
    """Keep Hypothesis from drawing numbers that it read in the modules loaded: which those are differs by machine."""
    found = getattr(providers, "_get_local_constants", None)
    if found is None:
        yield
        return
    providers.CONSTANTS_CACHE.cache.clear()
    providers._get_local_constants = type(found())
    try:
        yield
    finally:
        providers._get_local_constants = found
        providers.CONSTANTS_CACHE.cache.clear()


def play_games(game: Game[Any, Any], log: Log, seed: int, games: int) -> None:
    """Play seeded random games, checking every step; stop at the first violation."""
    codec = families()[game.rules.edition.family].codec
    rng = Random(f"{seed}/{game.rules.digest}")
    for _ in range(games):
        deal, steps = game.random_deal(rng), []
        log.games += 1
        for step in random_steps(game, deal, rng, GAME_MOVES):
            steps.append(step)
            log.steps += 1
            log.note(game.top(step.before), step.move)
            for event in step.events:
                log.clauses.update(event.clauses)
            if found := faults(game, codec, step):
                log.violation = Violation("; ".join(found), record(game, deal, steps))
                return
        if len(steps) < GAME_MOVES and game.top(steps[-1].after if steps else game.start(deal)) is not None:
            ended = play_out(game.rules, deal, [step.move for step in steps])
            log.stuck.update(stop.cause for stop in deadlocks(ended))


def violation_finding(game: Game[Any, Any], violation: Violation) -> Finding:
    """The finding that a broken invariant is."""
    rules, trace = game.rules, violation.trace
    turn, decisions = length(game, trace)
    clauses = tuple(sorted({c for _, events in trace.steps[-1:] for event in events for c in event.clauses}))
    return Finding(
        kind="violation", family=rules.edition.family, editions=(rules.edition.key,), rules=RulesRef.of(rules),
        cause=clauses or ("engine",), clauses=clauses, summary=violation.what, impact="changes play", assumes=(),
        trace=trace, shortest=Shortest(False, turn, decisions), found=SHRUNK,
    )


def reached(log: Log) -> tuple[str, ...]:
    """What a hunt has reached: the clauses cited, the moves of frames that came up, and what play stopped at."""
    stops = (STOPPED + "+".join(cause) for cause in log.stuck)
    return tuple(sorted({*log.clauses, *(_move(*pair) for pair in log.moves), *stops}))


def never(game: Game[Any, Any], seen: Iterable[str]) -> list[str]:
    """The moves of frames that are not among what was reached."""
    return sorted(_moves(game).difference(seen))


def _move(kind: str, act: str) -> str:
    return f"{kind}: {act}"


def _moves(game: Game[Any, Any]) -> set[str]:
    """The moves that a hunt should reach, by frame. Frames that come up with another value of a switch only are not
    among them."""
    family = families()[game.rules.edition.family]
    elsewhere = {kind for kind, (switch, value) in family.grammar.frames_with.items()
                 if game.rules.value_of(switch) != value}
    opened = [norm for norm in game.rules.norms if norm.mood != FORBID]
    return {
        _move(kind, act) for kind, acts in family.grammar.frames.items() for act in acts
        if act != "use" and kind not in elsewhere and any(
            norm.move == act and (not norm.during or kind in norm.during) for norm in opened)
    }


def hunt(rules: Rules, context: CheckContext) -> Result:
    """The hunt of `check`: a row that says how far it reached, and a finding if an invariant broke.

    `value` of the row counts the moves; `seen` has the clauses cited, the moves of frames that came up, and what left
    somebody nothing to do.
    """
    game, log = game_of(rules), Log()
    run_machine(game, log, EXAMPLES, STEPS, context.seed)
    if log.violation is None:
        play_games(game, log, context.seed, context.games)
    findings = [violation_finding(game, log.violation)] if log.violation else []
    row = Row.of(rules, HUNT, HUNT, REFUTED if findings else BOUNDED, value=log.steps, seen=reached(log),
                 finding=findings[0].file_name if findings else None)
    return [_told(row, game)], findings


def _told(row: Row, game: Game[Any, Any]) -> Row:
    missed = never(game, row.seen)
    clauses = len({*row.seen} & {clause.id for clause in game.rules.edition.clauses})
    says = f"every position was sound in {row.value} moves, {clauses} clauses cited"
    stops = [what.removeprefix(STOPPED) for what in row.seen or () if what.startswith(STOPPED)]
    says += f"; games stopped where nothing may be done, by {', '.join(stops)}" if stops else ""
    return evolve(row, summary=says + (f"; never reached: {', '.join(missed)}" if missed else ""))


def merged(rules: Rules, one: Row, other: Row) -> Row:
    """Two hunts through the same rules as one: what was done in both, and what was reached in either."""
    worse = other if other.verdict == REFUTED else one
    row = evolve(worse, value=one.value + other.value, seen=tuple(sorted({*(one.seen or ()), *(other.seen or ())})))
    return _told(row, game_of(rules))


CHECKERS = (Checker(HUNT, hunt, kinds=(HUNT, "violation"), cached=True, hunts=True),)
