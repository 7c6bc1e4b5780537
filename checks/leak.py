"""Leaks: what a seat learns of another's secrets because a rule leaves that one no choice.

A *twin* of a game differs from it only in what one seat, the observer, may not know, and has looked the same to it
so far. If somebody else then makes a move that looks, to the observer, like nothing that could be done in the twin,
the observer knows that it is not the twin that is played. Where one norm less would let the twin look the same, that
norm has told the secret. What a card tells by being shown is no leak: then no norm less would hide it.

The other half is `secrecy`: that the program itself tells nobody what lies hidden.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any, Protocol

from attrs import evolve, frozen

from advocatus.model.families import families
from advocatus.model.game import CHANCE, BadPosition, Game, IllegalMove, MalformedMove, Move, Step, choices, make
from advocatus.model.norms import PERMIT, Norm
from advocatus.model.rulebook import Change
from advocatus.model.rules import Gap, Rules
from advocatus.model.trace import Trace, compact

from .cache import Result
from .context import CheckContext
from .deriving import Played, Unplayable, game_of, needed_answers, play_out
from .every import Every, every_of, reached
from .finding import BY_TWINS, REVEALS, Finding, RulesRef, Shortest
from .knowledge import known_by
from .order import interrupts
from .registry import EDITION, Checker
from .row import BOUNDED, Row
from .tell import seat_name, teller_of

LEAK = "leak"
MOST_SEATS = 2  # the observers after seat 2 see what it sees
MOST_NORMS = 2


class Twins(Protocol):
    """A family's knowledge of what is hidden from whom."""

    def games(self, rules: Rules) -> Iterator[tuple[Any, tuple[Move, ...]]]:
        """Deals with the first moves of a game in which hidden cards matter."""
        ...

    def twins(
        self, rules: Rules, deal: Any, moves: Sequence[Move], seat: int
    ) -> Iterator[tuple[Any, tuple[Move, ...]]]:
        """Games like this one but for cards that the seat has not seen, in a fixed order; some may be no games."""
        ...


def twins_of(rules: Rules) -> Twins | None:
    """What a rule set's family knows of twins, else what all its deals tell; None if it tells neither."""
    found: Twins | None = known_by(rules.edition.family, "leak", "TWINS")
    every = every_of(rules)
    return EveryTwins(every) if found is None and every is not None else found


@frozen
class EveryTwins:
    """See `Twins`: for a game that can be gone through, every game that looks the same to the seat."""

    every: Every

    def games(self, rules: Rules) -> Iterator[tuple[Any, tuple[Move, ...]]]:
        """See `Twins`: every move from a position in which an action is chosen; a game may begin with any of them."""
        everything, game = reached(rules), game_of(rules)
        for place in everything.places if everything else ():
            if game.at_rest(place.state):
                deal, moves = place.game
                yield from ((deal, (*moves, move)) for move, after in place.after.items() if after is not None)

    def twins(
        self, rules: Rules, deal: Any, moves: Sequence[Move], seat: int
    ) -> Iterator[tuple[Any, tuple[Move, ...]]]:
        """See `Twins`."""
        game, shown = game_of(rules), [_line(rules, deal, tuple(moves[:i]), seat) for i in range(len(moves) + 1)]
        for other in self.every.deals(rules):
            lines: list[tuple[Move, ...]] = [()]
            for i, here in enumerate(shown):
                alike = [(line, at) for line in lines if (at := _line(rules, other, line, seat)) and here
                         and at[1] == here[1]]
                lines = [line for line, _ in alike]
                if i < len(moves):
                    lines = [(*line, move) for line, at in alike if game.top(at[0]) is not None
                             for move in choices(game, at[0])]
            yield from ((other, line) for line in lines)


# ---------------------------------------------------------------- what a seat sees


def looks(game: Game[Any, Any], step: Step[Any], seat: int) -> str:
    """What a seat sees of a step: the events as far as they are shown to it, and the table afterwards."""
    state, told = step.before, []
    for event in step.events:
        state = game.evolve(state, event)
        told.append(game.redact(event, seat, state))
    return compact([told, game.view(state, seat)])


def _seen(game: Game[Any, Any], state: Any, seat: int, by: int) -> Iterator[str]:
    """All that a seat can see somebody else do here."""
    for move in game.legal(state, by):
        if not interrupts(game, state, move):
            try:
                yield looks(game, make(game, state, move), seat)
            except Gap:
                continue


# ---------------------------------------------------------------- findings


@frozen
class Told:
    """A secret that norms tell: who learns it, from a twin in which they forbid what would have looked so.

    `norms` is a smallest set: with all of them gone the twin could look as the game does, with one kept it could not.
    """

    observer: int
    norms: tuple[str, ...]
    clauses: tuple[str, ...]


@lru_cache(maxsize=256)
def _without(rules: Rules, norms: frozenset[str]) -> Rules:
    """The rules with some norms taken out, and whatever can be done permitted unless another norm forbids it."""
    acts = families()[rules.edition.family].grammar.moves
    open_ = tuple(Norm(f"-/{i}", "-", PERMIT, act, (), None, None, 0) for i, act in enumerate(acts, 1))
    clauses = [evolve(c, norms=tuple(n for n in c.norms if n.id not in norms)) for c in rules.edition.clauses]
    free = evolve(clauses[0], id="-", norms=open_, variant="", players=())
    questions = [
        evolve(q, readings={k: evolve(r, change=_but(r.change, norms)) for k, r in q.readings.items()})
        for q in rules.edition.questions
    ]
    return evolve(rules, edition=evolve(rules.edition, clauses=(*clauses, free), questions=tuple(questions)))


def _but(change: Change, norms: frozenset[str]) -> Change:
    return evolve(change, norms=tuple(n for n in change.norms if n.id not in norms))


def told_by(played: Played, least: bool = False) -> Iterator[Told]:
    """The secrets that the last move of a game tells, one for each norm and observer.

    `least`: of the seats beyond the third, who see what the third sees, none is asked.
    """
    rules, game = played.rules, game_of(played.rules)
    family, last = twins_of(rules), played.steps[-1] if played.steps else None
    if family is None or last is None or last.move.by < 0 or interrupts(game, last.before, last.move):
        return
    moves = tuple(step.move for step in played.steps[:-1])
    for seat in range(rules.players):
        if seat == last.move.by or (least and seat > MOST_SEATS):
            continue
        known: set[tuple[str, ...]] = set()
        shown = looks(game, last, seat)
        for deal, others in family.twins(rules, played.deal, moves, seat):
            twin = _as_seen(rules, played.deal, moves, deal, others, seat)
            if twin is None or last.move.by not in game.actors(twin):
                continue
            closing = game.resolve(twin, last.move.by).closing
            if not closing or shown in _seen(game, twin, seat, last.move.by):
                continue
            for norms in telling(rules, twin, seat, last.move.by, shown):
                ids = tuple(norm.id for norm in norms)
                if ids not in known:
                    known.add(ids)
                    yield Told(seat, ids, tuple(dict.fromkeys(norm.clause for norm in norms)))


def telling(rules: Rules, twin: Any, seat: int, by: int, shown: str) -> Iterator[tuple[Norm, ...]]:
    """The smallest sets of norms that keep the twin from looking as the game does; none if it never could."""
    closing = [standing.norm for standing, _ in game_of(rules).resolve(twin, by).closing]
    closing.sort(key=lambda norm: norm.id)
    found: list[set[str]] = []
    for size in range(MOST_NORMS + 1):
        for norms in combinations(closing, size):
            ids = {norm.id for norm in norms}
            if any(smaller <= ids for smaller in found):
                continue
            freer = game_of(_without(rules, frozenset(ids)))
            if shown in _seen(freer, twin, seat, by):
                found.append(ids)
                if norms:
                    yield norms


@lru_cache(maxsize=20_000)
def _line(rules: Rules, deal: Any, moves: tuple[Move, ...], seat: int) -> tuple[Any, str] | None:
    """Where some moves lead, and what the seat sees of the last; None if they are no game."""
    game = game_of(rules)
    try:
        if not moves:
            state = game.start(deal)
            return state, compact(game.view(state, seat))
        before = _line(rules, deal, moves[:-1], seat)
        if before is None or moves[-1].by not in game.actors(before[0]):
            return None
        step = make(game, before[0], moves[-1])
    except (BadPosition, IllegalMove, MalformedMove, Gap):
        return None
    return step.after, looks(game, step, seat)


def _as_seen(rules: Rules, one: Any, moves: tuple[Move, ...], other: Any, others: tuple[Move, ...], seat: int) -> Any:
    """The position of a twin, if it is a game and has looked to the seat as the first one has; else None."""
    for i in range(len(moves) + 1):
        here, there = _line(rules, one, moves[:i], seat), _line(rules, other, others[:i], seat)
        if here is None or there is None or here[1] != there[1]:
            return None
    return there[0] if there else None


def leak_findings(rules: Rules, deal: Any, moves: Sequence[Move], proved: bool = False) -> tuple[Finding, ...]:
    """The findings that the last move of a game tells a secret, one for each norm that makes it so."""
    try:
        played = play_out(rules, deal, moves)
    except Unplayable:
        return ()
    if played.gap is not None:
        return ()
    by_norms: dict[tuple[str, ...], list[Told]] = {}
    for told in told_by(played):
        by_norms.setdefault(told.norms, []).append(told)
    return tuple(_finding(played, found, proved) for _, found in sorted(by_norms.items()))


def _finding(played: Played, found: Sequence[Told], proved: bool) -> Finding:
    rules, norms = played.rules, found[0].norms
    moves = [step.move for step in played.steps]

    def still(other: Rules) -> bool:
        try:
            return any(told.norms == norms for told in told_by(play_out(other, played.deal, moves)))
        except Unplayable:
            return False

    edition, last = rules.edition, played.steps[-1]
    frame = game_of(rules).top(last.before)
    assert frame is not None
    teller = teller_of(edition)
    who = " and ".join(seat_name(told.observer) for told in found)
    said = " and ".join(f"“{c.says.rstrip('.')}” ({c.id})" for c in map(edition.clause, found[0].clauses) if c)
    leave = "leaves" if len(found[0].clauses) == 1 else "together leave"
    return Finding(
        kind=LEAK, family=edition.family, editions=(edition.key,), rules=RulesRef.of(rules), cause=norms,
        clauses=tuple(sorted(found[0].clauses)),
        summary=f"{teller.moment(frame)}, “{teller.move(last.move)}” tells {who} something hidden: with other cards "
                f"{said} {leave} no such choice.",
        impact=REVEALS, assumes=needed_answers(rules, still), trace=played.trace,
        shortest=Shortest(proved, played.turn, played.decisions), found=BY_TWINS,
    )


def remade(rules: Rules, cause: tuple[str, ...], trace: Trace, shortest: Shortest | None) -> Finding | None:
    """The finding of a file, made again from its game."""
    made = leak_findings(rules, trace.deal, trace.moves, bool(shortest and shortest.proved))
    return next((finding for finding in made if finding.cause == cause), None)


# ---------------------------------------------------------------- the checker


def _ends(game: Game[Any, Any], state: Any, moves: tuple[Move, ...], turn: int) -> Iterator[tuple[Move, ...]]:
    """All games that go on from here within the turn, interrupted by nobody, up to the choice of an action.

    Each beginning of one is a game too.
    """
    yield moves
    if game.turn(state) != turn or game.at_rest(state) or game.top(state) is None or game.actors(state) == (CHANCE,):
        return
    frame = game.top(state)
    assert frame is not None
    for by in frame.owed:
        for move in game.legal(state, by) if by >= 0 else ():
            if not interrupts(game, state, move):
                try:
                    after = make(game, state, move).after
                except Gap:
                    continue
                yield from _ends(game, after, (*moves, move), turn)


def leaks(all_rules: Sequence[Rules], context: CheckContext) -> Result:
    """A finding for each norm that tells a secret in the games of the family, and a row that counts the games."""
    rules = min(all_rules, key=lambda r: (abs(r.players - 4), r.players))
    family, game = twins_of(rules), game_of(rules)
    if family is None:
        return (), ()
    context.progress(f"leaks: {rules.edition.key}, {rules.players} players")
    found: dict[tuple[str, ...], Finding] = {}
    positions = 0

    def known(told: Told, played: Played) -> bool:
        best = found.get(told.norms)
        return best is not None and best.length <= (played.turn, played.decisions)

    for deal, first in family.games(rules):
        try:
            state = play_out(rules, deal, first).state
        except Unplayable:
            continue
        for moves in _ends(game, state, first, game.turn(state)):
            positions += 1
            played = play_out(rules, deal, moves)
            if all(known(told, played) for told in told_by(played, least=True)):
                continue
            for finding in leak_findings(rules, deal, moves):
                best = found.get(finding.cause)
                if best is None or finding.length < best.length:
                    found[finding.cause] = finding
    says = f"{positions} games of one turn, each against its twins, which differ in one card that somebody cannot see"
    return [Row.of(rules, "twins", LEAK, BOUNDED, value=positions, summary=says)], tuple(found.values())


CHECKERS = (Checker("leaks", leaks, scope=EDITION, searches=(LEAK,), cached=True),)
