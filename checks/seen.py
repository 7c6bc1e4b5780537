"""How often a finding's cause arises in seeded random play: the number of games in which it did.

What arises is the cause and not the whole finding: the wall of a clash or a gap; two uses open at once whose order
matters; the norms of a leak at work; a position that comes back by the clauses of an endless game. Questions,
divergences and misprints are not counted.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from hashlib import sha256
from random import Random
from typing import Any

from attrs import evolve

from advocatus.model.game import CHANCE, Game, Step, choices, make
from advocatus.model.rules import BadChoice, Gap, Rules
from advocatus.model.trace import BadDocument

from .cache import Result
from .context import CheckContext
from .deriving import Played, deadlocks, game_of
from .endless import ENDLESS, arenas_of
from .finding import CLASH, GAP, Finding, load
from .leak import LEAK
from .order import ORDER, interrupts
from .play import random_steps
from .registry import EACH, Checker, Outcome
from .row import BOUNDED, Row

SEEN = "seen"
MOST = 150  # moves of a game
Causes = frozenset[tuple[str, tuple[str, ...]]]


def count(rules: Rules, causes: Causes, games: int, seed: int) -> Mapping[tuple[str, tuple[str, ...]], int]:
    """In how many random games each cause arises, kind and cause together being its name."""
    game, found = game_of(rules), dict.fromkeys(sorted(causes), 0)
    rng = Random(f"{seed}/{rules.digest}")
    kinds = frozenset(kind for kind, _ in causes)
    for _ in range(games):
        for cause in _in_game(game, game.random_deal(rng), rng, kinds) & causes:
            found[cause] += 1
    return found


def _in_game(game: Game[Any, Any], deal: Any, rng: Random, kinds: frozenset[str]) -> Causes:
    found: set[tuple[str, tuple[str, ...]]] = set()
    steps: list[Step[Any]] = []
    gap: Gap | None = None
    try:
        for step in random_steps(game, deal, rng, MOST):
            found |= _at(game, step.before, kinds)
            steps.append(step)
    except Gap as silence:
        gap = silence
    state = steps[-1].after if steps else game.start(deal)
    if not kinds.isdisjoint((CLASH, GAP)):
        played = Played(game.rules, deal, tuple(steps), None, state, gap, 0, 0)
        found |= {(end.kind, end.cause) for end in deadlocks(played)}
    if ENDLESS in kinds:
        found |= {(ENDLESS, cause) for cause in _rounds(game, steps)}
    return frozenset(found)


def _at(game: Game[Any, Any], state: Any, kinds: frozenset[str]) -> set[tuple[str, tuple[str, ...]]]:
    """The causes that a position shows by itself."""
    frame = game.top(state)
    if frame is None or game.actors(state) == (CHANCE,):
        return set()
    found: set[tuple[str, tuple[str, ...]]] = set()
    if LEAK in kinds:
        for seat in frame.owed:
            ids = sorted(standing.norm.id for standing, _ in game.resolve(state, seat).closing)
            found |= {(LEAK, (one,)) for one in ids} | {(LEAK, (a, b)) for a in ids for b in ids if a < b}
    if ORDER in kinds and len(game.actors(state)) > len(frame.owed):
        clauses = [_clauses(game, state, move) for move in choices(game, state) if interrupts(game, state, move)]
        found |= {(ORDER, tuple(sorted({*one, *other}))) for i, one in enumerate(clauses) for other in clauses[:i]}
    return found


def _clauses(game: Game[Any, Any], state: Any, move: Any) -> tuple[str, ...]:
    try:
        return make(game, state, move).events[0].clauses
    except Gap:
        return ()


def _rounds(game: Game[Any, Any], steps: Sequence[Step[Any]]) -> Iterator[tuple[str, ...]]:
    """The clauses of each piece of a game that leads back to where it began, but for the count of turns."""
    arenas = arenas_of(game.rules)
    last: dict[Hashable, int] = {}
    for i, step in enumerate(steps):
        key = arenas.timeless(step.before) if arenas else i
        if key in last:
            made = [s for s in steps[last[key] : i] if s.move.by >= 0]
            norms = [norm for s in made for norm in game.judge(s.before, s.move).permitted_by]
            yield tuple(sorted({norm.clause for norm in norms}))
        last[key] = i


# ---------------------------------------------------------------- the checker

COUNTED = (CLASH, GAP, ORDER, LEAK, ENDLESS)


def seen(all_rules: Sequence[Rules], context: CheckContext) -> Iterator[Outcome]:
    """A row for each finding on file that can be counted: in how many of `context.games` games its cause arose."""
    edition = all_rules[0].edition
    if not context.games:
        return
    groups: dict[Rules, list[Finding]] = {}
    for path in context.store.files(edition.family):
        try:
            finding = load(path)
            rules = finding.rules.find({edition.key: edition})
        except (BadDocument, BadChoice):
            continue
        wanted = any((r.players, r.variants) == (rules.players, rules.variants) for r in all_rules)
        if finding.kind in COUNTED and wanted:
            groups.setdefault(rules, []).append(finding)
    for rules, findings in groups.items():
        name = sha256(repr([f.identity for f in findings]).encode()).hexdigest()[:12]
        check = Checker(f"{SEEN} {context.games} {name}", _counted(findings), cached=True)
        yield from check.outcomes((rules,), context)


def _counted(findings: Sequence[Finding]) -> Callable[[Rules, CheckContext], Result]:
    def run(rules: Rules, context: CheckContext) -> Result:
        causes = frozenset((f.kind, f.cause) for f in findings)
        found = count(rules, causes, context.games, context.seed)
        return [_row(rules, finding, found[finding.kind, finding.cause], context.games) for finding in findings], ()

    return run


def _row(rules: Rules, finding: Finding, times: int, games: int) -> Row:
    return Row.of(rules, "+".join(finding.cause), SEEN, BOUNDED, clauses=finding.clauses, finding=finding.file_name,
                  seen=(times, games), summary=f"the cause of this {finding.kind} arose in so many random games")


def with_counts(rows: Sequence[Row]) -> list[Row]:
    """The rows with what was counted put into the rows that tell the findings under the same rules."""
    counts = {_about(row): row.seen for row in rows if row.kind == SEEN}
    told = {_about(row) for row in rows if row.kind in COUNTED and row.finding}
    return [
        evolve(row, seen=counts[_about(row)]) if row.kind in COUNTED and row.finding and _about(row) in counts else row
        for row in rows if row.kind != SEEN or _about(row) not in told
    ]


def _about(row: Row) -> tuple[Any, ...]:
    return row.finding, row.edition, row.players, row.variants, row.answers


CHECKERS = (Checker("seen", seen, scope=EACH, kinds=(SEEN,)),)
