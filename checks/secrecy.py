"""Secrecy: nothing that a seat may not know changes anything that the program shows it.

A *twin* of a position differs from it only in what one seat may not know. In twins that seat must have the same view,
the same moves, and be refused with the same words; and whatever somebody does in both, or might have done instead, must
look the same to the seat as long as it rightly tells it the same. Views and moves are functions of the position, so
that two games with the same visible history are twins at every point of it, and what holds for every step holds for
every game.

What a seat may know is told by the family (`Secrets`), apart from the code that shows it. A difference is a fault of
the program: a `violation`. What a rule lets slip, since it leaves somebody no choice, is told by `leak`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Protocol, TypeVar

from attrs import field, frozen

from advocatus.model.game import CHANCE, Game, IllegalMove, MalformedMove, Move, Step, choices, make
from advocatus.model.norms import Norm
from advocatus.model.rules import Gap, Rules
from advocatus.model.trace import compact

from .cache import Result
from .context import CheckContext
from .deriving import game_of, play_out
from .endless import arenas_of
from .finding import BY_TWINS_OF_POSITIONS, REVEALS, VIOLATION, Finding, RulesRef, Shortest
from .knowledge import known_by
from .leak import LEAK, looks, telling
from .order import interrupts
from .play import random_steps
from .registry import EDITION, Checker
from .row import BOUNDED, REFUTED, Row

T = TypeVar("T")
SECRECY = "secrecy"
FORCED = "norms by what others hold"
GAMES, MOVES = 50, 120  # of random play for each rule set
FIRST, MORE = 1, 2  # positions of each kind of decision and move that are held against all their twins, and against ...
TWINS = 1  # ... so many of each sort, for each seat
ASKED = 8  # twins that are looked through for what a rule tells, for each set of norms that bars a move
ELSE = 3  # other moves at the same position that are held against the one made


@frozen
class Twin:
    """A position that a seat may not be able to tell from another, and what a move of the other is there."""

    what: str  # what was exchanged, for whoever debugs
    state: Any
    move: Callable[[Any], Any]


Exchange = Callable[[], Twin]


class Secrets(Protocol):
    """A family's knowledge of what each seat may know, told apart from its views."""

    def twins(self, state: Any, seat: int, moves: Sequence[Any]) -> Mapping[str, Sequence[Exchange]]:
        """Every smallest exchange of what the seat may not know, by sort: what some moves turn on apart.

        Each makes its twin when called.
        """
        ...

    def open_to(self, state: Any, seat: int) -> Hashable:
        """Whatever the seat may know by looking at a position."""
        ...

    def told(self, event: Any, seat: int, after: Any) -> Hashable:
        """Whatever the seat may know from an event that leads to a position."""
        ...

    @property
    def of_others(self) -> frozenset[str]:
        """The names of guards that speak of what others hold: a norm with one of them may tell it by itself."""
        ...


def secrets_of(rules: Rules) -> Secrets | None:
    """What a rule set's family knows of secrets; None if it tells nothing."""
    make_secrets: Callable[[Rules], Secrets] | None = known_by(rules.edition.family, "secrets", "SECRETS")
    return None if make_secrets is None else make_secrets(rules)


# ---------------------------------------------------------------- one position against its twin


@frozen
class Sight:
    """What a seat may know of a position, and what it is shown: the view, its moves, the words of refusals."""

    known: Hashable
    shown: tuple[tuple[str, Any], ...]


def refused(game: Game[Any, Any], state: Any, move: Move) -> str:
    """The words with which a move is refused; empty if it is not."""
    try:
        game.decide(state, move)
    except (IllegalMove, MalformedMove) as error:
        return str(error)
    except Gap:
        return "gap"
    return ""


def sight_of(game: Game[Any, Any], secrets: Secrets, state: Any, seat: int, probes: Sequence[Move]) -> Sight:
    """What a seat may know of a position and is shown of it. `probes`: moves that it tries in vain."""
    shown: list[tuple[str, Any]] = [(f"view: {key}", value) for key, value in game.view(state, seat).items()]
    actors = game.actors(state)
    shown.append(("who may move", actors))
    if CHANCE not in actors:
        resolution, legal = game.resolve(state, seat), game.legal(state, seat)
        moves = resolution.candidates
        forced = tuple(sorted({s.norm.id for s in resolution.standing if _speaks(s.norm, secrets.of_others)}))
        shown += [("what can be done", str(moves)), (FORCED, forced), ("what is allowed", str(legal))]
        probes = [*(move for move in moves if move not in legal), *probes]
    shown += [(f"refusal: {move.act}", refused(game, state, move)) for move in probes]
    return Sight(secrets.open_to(state, seat), tuple(shown))


def _speaks(norm: Norm, names: frozenset[str]) -> bool:
    return any(guard is not None and not names.isdisjoint(guard.names) for guard in (norm.when, norm.which))


def slip_at(sight: Sight, other: Sight) -> str:
    """What a seat is shown of a position that it may not know, held against its twin; empty if nothing.

    Where a norm by what others hold applies in one of the two, that norm has told it, and not the program.
    """
    if sight.known != other.known:
        return ""  # it may know which of the two it is
    for (what, here), (_, there) in zip(sight.shown, other.shown, strict=False):
        if here != there:
            return "" if what == FORCED else what
    return "" if len(sight.shown) == len(other.shown) else "how many moves are refused"


@frozen
class Heard:
    """What a seat may know from a step, event by event, and is shown of it; what lies open afterwards."""

    told: tuple[tuple[str, Hashable, str], ...]  # tag, what it may know, what it is shown
    known: Hashable


def heard(game: Game[Any, Any], secrets: Secrets, step: Step[Any], seat: int) -> Heard:
    """What a seat hears of a step."""
    state, told = step.before, []
    for event in step.events:
        state = game.evolve(state, event)
        told.append((event.tag, secrets.told(event, seat, state), compact(game.redact(event, seat, state))))
    return Heard(tuple(told), secrets.open_to(state, seat))


def same_step(game: Game[Any, Any], step: Step[Any], twin: Twin) -> Step[Any] | None:
    """The step of a twin by the same move; None where a rule does not let it be made: see `leak`."""
    move = twin.move(step.move)
    if move.by not in game.actors(twin.state):
        return None
    try:
        return make(game, twin.state, move)
    except (IllegalMove, MalformedMove, Gap):
        return None


def slip_of(one: Heard, other: Heard) -> str | None:
    """What a seat is shown of a step that it may not know; None where it may know which of the two it is."""
    for (tag, mine, here), (_, theirs, there) in zip(one.told, other.told, strict=False):
        if mine != theirs:
            return None
        if here != there:
            return f"event: {tag}"
    if len(one.told) != len(other.told):
        return "more happens in one of them"
    return "" if one.known == other.known else "something lies open afterwards that was not told"


@frozen
class Tally:
    """What was compared: pairs of positions and of steps, by kind of decision and move; and what slipped."""

    positions: dict[str, int] = field(factory=dict)
    steps: dict[str, int] = field(factory=dict)
    slips: dict[str, str] = field(factory=dict)  # by where it slipped: what
    forced: set[tuple[str, ...]] = field(factory=set)  # norms by which a twin cannot look alike: what a rule tells
    tried: dict[tuple[str, ...], int] = field(factory=dict)  # how often that was asked, by what stands against the move

    def note(self, game: Game[Any, Any], state: Any, move: Any, seat: int, slip: str | None) -> None:
        """Count a comparison; `move` is None for one of positions, `slip` None where there was none."""
        frame = game.top(state)
        assert frame is not None
        where = frame.kind if move is None else f"{frame.kind}: {move.act}"
        counts = self.positions if move is None else self.steps
        if slip is not None:
            counts[where] = counts.get(where, 0) + 1
        if slip:
            self.slips.setdefault(where, f"seat {seat}, {slip}")


def probes_of(game: Game[Any, Any], state: Any, seat: int) -> tuple[Move, ...]:
    """One move of each kind that others can make here, tried by a seat that cannot: how it is refused tells nothing."""
    actors = [by for by in game.actors(state) if by != CHANCE]
    own = {str(move) for by in actors if by == seat for move in game.resolve(state, by).candidates}
    found: dict[str, Any] = {}
    for by in actors:
        for move in game.resolve(state, by).candidates:
            tried = type(move)(**{**{name: getattr(move, name) for name in _fields(move)}, "by": seat})
            if str(tried) not in own:
                found.setdefault(move.act, tried)
    return tuple(found.values())


def _fields(move: Any) -> tuple[str, ...]:
    return tuple(a.name for a in type(move).__attrs_attrs__)


def elsewise(game: Game[Any, Any], step: Step[Any]) -> Iterator[Step[Any]]:
    """Other steps from the same position, by the same seat and the same kind of move: a few."""
    alike = [move for move in choices(game, step.before) if (move.by, move.act) == (step.move.by, step.move.act)]
    for move in [move for move in alike if move != step.move][:ELSE]:
        try:
            yield make(game, step.before, move)
        except Gap:
            continue


def compare(
    game: Game[Any, Any], secrets: Secrets, state: Any, steps: Sequence[Step[Any]], tally: Tally,
    pick: Callable[[Sequence[Exchange]], Sequence[Exchange]],
) -> None:
    """Hold a position, and some steps from it, against twins of every seat; `pick` takes some of each sort."""
    for seat in range(game.rules.players):
        sorts = secrets.twins(state, seat, [step.move for step in steps])
        exchanges = [found for sort in sorts.values() for found in pick(sort)]
        probes = probes_of(game, state, seat)
        sight = sight_of(game, secrets, state, seat, probes)
        mine = [heard(game, secrets, step, seat) for step in steps]
        for exchange in exchanges:
            twin = exchange()
            tally.note(game, state, None, seat, slip_at(sight, sight_of(game, secrets, twin.state, seat, probes)))
            for step, one in zip(steps, mine, strict=True):
                other = same_step(game, step, twin)
                slip = None if other is None else slip_of(one, heard(game, secrets, other, seat))
                tally.note(game, state, step.move, seat, slip)
                if other is None and sight.known == secrets.open_to(twin.state, seat):
                    tally.forced.update(_forced(game, step, twin, seat, tally.tried))
        for step, one in zip(steps, mine, strict=True):
            for another in elsewise(game, step) if seat != step.move.by else ():
                tally.note(game, state, step.move, seat, slip_of(one, heard(game, secrets, another, seat)))


def _forced(
    game: Game[Any, Any], step: Step[Any], twin: Twin, seat: int, tried: dict[tuple[str, ...], int]
) -> Iterator[tuple[str, ...]]:
    """The smallest sets of norms that keep the twin from looking like the step, whatever is done in it.

    Asked a few times for each set of norms against the move.
    """
    move, by = twin.move(step.move), step.move.by
    if by < 0 or by == seat or by not in game.actors(twin.state) or interrupts(game, step.before, step.move):
        return
    resolution = game.resolve(twin.state, by)
    if move not in resolution.candidates:
        return
    against = tuple(norm.id for norm in resolution.judge(resolution.candidates.index(move)).against)
    tried[against] = tried.get(against, 0) + 1
    if against and tried[against] <= ASKED:
        for norms in telling(game.rules, twin.state, seat, by, looks(game, step, seat)):
            yield tuple(norm.id for norm in norms)


# ---------------------------------------------------------------- the checker


def whole(game: Game[Any, Any], secrets: Secrets, state: Any, tally: Tally) -> None:
    """Hold a position and everything that can be done there against all its twins."""
    steps = []
    for move in choices(game, state):
        try:
            steps.append(make(game, state, move))
        except Gap:
            continue
    compare(game, secrets, state, steps, tally, list)


def played(
    rules: Rules, seed: int, games: int = GAMES, first: int = FIRST, more: int = MORE,
    game: Game[Any, Any] | None = None,
) -> tuple[Tally, tuple[Any, tuple[Any, ...]] | None]:
    """Random games held against twins: of each kind of decision and move the first positions, and some more.

    The first are held against all twins of each seat, those after them against a few. `game` is the engine, if it is
    not that of the rules. Gives what was compared, and the game in which something slipped: the deal and its moves;
    None if nothing did.
    """
    game, secrets, tally = game or game_of(rules), secrets_of(rules), Tally()
    rng, seen = Random(f"{seed}/{rules.digest}"), dict[str, int]()
    if secrets is None:
        return tally, None

    def some(found: Sequence[Exchange]) -> Sequence[Exchange]:
        return rng.sample(found, min(TWINS, len(found)))

    for deal, known in [*((game.random_deal(rng), ()) for _ in range(games)), *rare(rules)]:
        moves = [*known]
        for step in until_gap(random_steps(game, deal, rng, MOVES, known)):
            frame = game.top(step.before)
            assert frame is not None
            kind = f"{frame.kind}: {step.move.act}"
            seen[kind] = seen.get(kind, 0) + 1
            if seen[kind] <= first + more:
                compare(game, secrets, step.before, [step], tally, list if seen[kind] <= first else some)
            moves.append(step.move)
            if tally.slips:
                return tally, (deal, tuple(moves))
    return tally, None


def rare(rules: Rules) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """Games that lead to where random play seldom comes, to go on from."""
    arenas = arenas_of(rules)
    for arena in until_gap(arenas.arenas(rules)) if arenas is not None else ():
        if arena.moves:
            yield arena.deal, arena.moves


def until_gap(items: Iterator[T]) -> Iterator[T]:
    """The items up to a silence of the rules."""
    try:
        yield from items
    except Gap:
        return


def slip_finding(rules: Rules, deal: Any, moves: Sequence[Any], slip: str, where: str) -> Finding:
    """The violation that something shown to a seat is; its game ends with the step that shows it."""
    out = play_out(rules, deal, moves)
    clauses = tuple(sorted({c for step in out.steps[-1:] for event in step.events for c in event.clauses}))
    return Finding(
        kind=VIOLATION, family=rules.edition.family, editions=(rules.edition.key,), rules=RulesRef.of(rules),
        cause=(SECRECY, where.replace(": ", ".")), clauses=clauses,
        summary=f"The program shows somebody what lies hidden, at {where}: {slip}.", impact=REVEALS, assumes=(),
        trace=out.trace, shortest=Shortest(False, out.turn, out.decisions), found=BY_TWINS_OF_POSITIONS,
    )


def secrecy(all_rules: Sequence[Rules], context: CheckContext) -> Result:
    """A row for each rule set that tells what was compared, and a violation where something slips."""
    rows: list[Row] = []
    findings: list[Finding] = []
    fewest = min(rules.players for rules in all_rules)
    for rules in all_rules:
        context.progress(f"secrecy: {rules.edition.key}, {rules.players} players")
        first = FIRST if rules.players == fewest else 0
        tally, game = played(rules, context.seed, first=first)
        compared = sum(tally.positions.values()) + sum(tally.steps.values())
        if not compared:
            continue
        made = [slip_finding(rules, *game, slip, where) for where, slip in list(tally.slips.items())[:1] if game]
        findings += made
        says = (f"positions and steps look the same to a seat as twins that differ in what it may not know: "
                f"{len(tally.positions)} kinds of decision and {len(tally.steps)} of move in {GAMES} random games"
                + (", the first of each kind against every twin" if first else ""))
        if tally.forced:
            told = "; ".join(sorted(" and ".join(norms) for norms in tally.forced))
            says += f". What norms tell by leaving no choice came up with {told}"
        rows.append(Row.of(rules, SECRECY, LEAK, REFUTED if made else BOUNDED, value=compared,
                           summary=made[0].summary if made else says, finding=made[0].file_name if made else None))
    return rows, findings


CHECKERS = (Checker(SECRECY, secrecy, scope=EDITION, kinds=(LEAK, VIOLATION), cached=True),)
