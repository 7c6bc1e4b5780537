"""Endless play: games that come back to where they were, within a turn or over the turns, and need never end.

A game is shown as a lasso: it ends in a position that it had before, but for the count of turns, so that what lies
between can be played again and again. Within a turn the positions that a family thinks in danger (`Arenas`) are gone
through whole, under the rules and under every other reading that changes what can be done there. Over the turns, each
seat in turn looks for a turn after which nothing has changed but whose turn it is.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from random import Random
from typing import Any, Protocol

from attrs import frozen

from advocatus.model.game import CHANCE, Game, Move, choices, make
from advocatus.model.rulebook import Change
from advocatus.model.rules import Gap, Rules, make_rules
from advocatus.model.trace import Trace

from .cache import Result
from .context import CheckContext
from .deriving import Played, Unplayable, game_of, needed_answers, play_out
from .every import Every, Reached, every_of, longest, reached, rounds
from .finding import BY_ARENAS, CHANGES, STOPS, Finding, RulesRef, Shortest, smallest
from .knowledge import known_by
from .order import interrupts
from .play import random_steps
from .registry import EDITION, Checker
from .row import BOUNDED, PROVED, REFUTED, UNKNOWN, Row
from .tell import teller_of

ENDLESS = "endless"
STATES = 2_000  # positions of an arena, or of a turn
DEEPEST = 12  # moves from an arena
FEW = 5  # players, with whom turns are gone through whole
TURNS, MOVES = 12, 90  # turns gone through whole, each after so many moves of a random game at most
IDLE = 4  # moves of a turn that changes nothing


@frozen
class Arena:
    """Where play might go round: a game that leads there, the kinds of move that matter, and cards used on top."""

    name: str
    deal: Any
    moves: tuple[Move, ...]
    acts: frozenset[str]
    cards: frozenset[str] = frozenset()


@frozen
class Measured:
    """A number that every move of some kinds makes smaller: what, and where it does not.

    `value` is in how many positions that was looked at, or how large the number can be.
    """

    name: str
    says: str
    clauses: tuple[str, ...]
    value: int
    fault: str  # where it does not fall; empty if it always does
    open: bool = False  # nothing is known of it


class Arenas(Protocol):
    """A family's knowledge of where play might not end."""

    def arenas(self, rules: Rules) -> Iterator[Arena]:
        """The places within a turn."""
        ...

    def beginning(self, rules: Rules) -> Any:
        """A deal for a game in which nothing ever happens."""
        ...

    def timeless(self, state: Any) -> Hashable:
        """A position without the count of turns, and of what else only counts up."""
        ...

    def unmoved(self, state: Any) -> Hashable:
        """A rest point without the count of turns and whose turn it is."""
        ...

    def measures(self, rules: Rules) -> Iterator[Measured]:
        """What falls with every move, gone through for every position that matters."""
        ...


def arenas_of(rules: Rules) -> Arenas | None:
    """What a rule set's family knows, else what all its positions tell; None if it tells neither."""
    found: Arenas | None = known_by(rules.edition.family, "endless", "ARENAS")
    every = every_of(rules)
    return EveryArenas(every) if found is None and every is not None else found


@frozen
class EveryArenas:
    """See `Arenas`: for a game that can be gone through, where nothing but all positions is in danger."""

    every: Every

    def arenas(self, rules: Rules) -> Iterator[Arena]:  # noqa: ARG002
        """See `Arenas`."""
        return iter(())

    def beginning(self, rules: Rules) -> Any:
        """See `Arenas`."""
        return next(iter(self.every.deals(rules)))

    def timeless(self, state: Any) -> Hashable:
        """See `Arenas`."""
        return self.every.timeless(state)

    def unmoved(self, state: Any) -> Hashable:
        """See `Arenas`."""
        return self.every.timeless(state)

    def measures(self, rules: Rules) -> Iterator[Measured]:
        """See `Arenas`: where no position comes up twice, the most decisions that a game takes."""
        found = reached(rules)
        if found is None or next(rounds(found), None):
            return
        says = f"no position comes up twice, and no game takes more decisions than so many: {found.says}"
        yield Measured("every game", says, (), longest(found), "", open=not found.whole)


# ---------------------------------------------------------------- lassos


def round_in_turn(rules: Rules, arenas: Arenas, arena: Arena) -> tuple[Move, ...] | None:
    """The moves from an arena back to a position that they went through, within one turn; None if there are none."""
    game = game_of(rules)
    try:
        played = play_out(rules, arena.deal, arena.moves)
    except Unplayable:
        return None
    if played.state is None or played.gap is not None:
        return None
    waiting: list[tuple[Any, tuple[Move, ...], frozenset[int]]] = [(played.state, (), frozenset())]
    seen: dict[Hashable, int] = {}  # each position by its number
    while waiting and len(seen) < STATES:
        state, moves, above = waiting.pop(0)
        here = arenas.timeless(state)
        if seen.get(here) in above:
            return moves
        if here in seen or len(moves) > DEEPEST:
            continue
        seen[here] = len(seen)
        for move in _within(game, state, arena):
            try:
                after = make(game, state, move).after
            except Gap:
                continue
            if game.turn(after) == game.turn(state) and game.top(after) is not None:
                waiting.append((after, (*moves, move), above | {seen[here]}))
    return None


def _within(game: Game[Any, Any], state: Any, arena: Arena) -> list[Move]:
    if game.actors(state) == (CHANCE,):
        return []
    return [move for move in choices(game, state) if move.act in arena.acts
            and (getattr(move, "card", None) in arena.cards or not interrupts(game, state, move))]


def idle_round(rules: Rules, arenas: Arenas) -> tuple[Any, tuple[Move, ...]] | None:
    """A deal, and a turn of each seat after which nothing has changed; None if a seat has no such turn."""
    game, deal = game_of(rules), arenas.beginning(rules)
    state = game.start(deal)
    moves: list[Move] = []
    for _ in range(rules.players):
        idle = _idle_turn(game, arenas, state)
        if idle is None:
            return None
        for move in idle:
            moves.append(move)
            state = make(game, state, move).after
    return deal, tuple(moves)


def _idle_turn(game: Game[Any, Any], arenas: Arenas, state: Any) -> tuple[Move, ...] | None:
    wanted = arenas.unmoved(state)
    waiting: list[tuple[Any, tuple[Move, ...]]] = [(state, ())]
    while waiting:
        here, moves = waiting.pop(0)
        if moves and game.at_rest(here) and game.turn(here) == game.turn(state) + 1:
            if arenas.unmoved(here) == wanted:
                return moves
            continue
        if len(moves) < IDLE and game.turn(here) == game.turn(state) and game.top(here) is not None:
            for move in choices(game, here):
                if move.by < 0 or not interrupts(game, here, move):
                    try:
                        waiting.append((make(game, here, move).after, (*moves, move)))
                    except Gap:
                        continue
    return None


# ---------------------------------------------------------------- whole turns


@frozen
class Turn:
    """All ways that a turn can go: the most decisions it takes, or the moves round; neither if there are too many."""

    positions: int
    most: int | None
    around: tuple[Move, ...] = ()


def whole_turn(game: Game[Any, Any], state: Any, arenas: Arenas, states: int) -> Turn:
    """Go through every position that can come up in the turn under way, depth first."""
    now = game.turn(state)
    path: list[tuple[Any, Iterator[Move], Move | None]] = [(state, iter(choices(game, state)), None)]
    above = {arenas.timeless(state)}
    longest: dict[Hashable, int] = {}
    best = [0]  # the most decisions found so far from each position of the path
    while path:
        if len(longest) + len(path) > states:
            return Turn(len(longest), None)
        here, moves, by = path[-1]
        move = next(moves, None)
        if move is None:
            path.pop()
            above.discard(arenas.timeless(here))
            longest[here] = best.pop()
            if by is not None:
                best[-1] = max(best[-1], longest[here] + (by.by >= 0))
            continue
        try:
            after = make(game, here, move).after
        except Gap:
            continue
        if game.turn(after) != now or game.top(after) is None:
            best[-1] = max(best[-1], int(move.by >= 0))
        elif arenas.timeless(after) in above:
            return Turn(len(longest), None, (*[made for _, _, made in path if made is not None], move))
        elif after in longest:
            best[-1] = max(best[-1], longest[after] + (move.by >= 0))
        else:
            above.add(arenas.timeless(after))
            path.append((after, iter(choices(game, after)), move))
            best.append(0)
    return Turn(len(longest), longest[state])


def whole_turns(rules: Rules, arenas: Arenas, seed: int) -> tuple[Row, Finding | None]:
    """Turns of random games gone through whole: the row that tells of them, and a finding where one goes round."""
    game, rng = game_of(rules), Random(f"{seed}/{rules.digest}")
    most = through = positions = 0
    for _ in range(TURNS):
        deal = game.random_deal(rng)
        steps = [*random_steps(game, deal, rng, rng.randrange(MOVES))]
        rests = [i for i, step in enumerate(steps) if game.at_rest(step.before)]
        at = rests[-1] if rests else 0
        state = steps[at].before if steps else game.start(deal)
        turn = whole_turn(game, state, arenas, STATES)
        positions += turn.positions
        if turn.around:
            found = endless_finding(rules, deal, (*(step.move for step in steps[:at]), *turn.around))
            if found:
                return Row.of(rules, "whole turns", ENDLESS, REFUTED, finding=found.file_name), found
        if turn.most is not None:
            through, most = through + 1, max(most, turn.most)
    says = (f"of {TURNS} turns of random games {through} were gone through whole: none comes twice to one position, "
            "and none takes more decisions than so many")
    return Row.of(rules, "whole turns", ENDLESS, BOUNDED, value=most, summary=says), None


# ---------------------------------------------------------------- findings


def lasso(played: Played, arenas: Arenas) -> int | None:
    """Where the game that ends here was in the same position before: how many moves were made; None if never."""
    states = [step.before for step in played.steps]
    if played.state is None or played.gap is not None:
        return None
    end = arenas.timeless(played.state)
    return next((i for i in reversed(range(len(states))) if arenas.timeless(states[i]) == end), None)


def _once_more(played: Played, arenas: Arenas, at: int) -> bool:
    """Whether what leads back can be played again, and leads there again."""
    moves = [step.move for step in played.steps]
    try:
        again = play_out(played.rules, played.deal, [*moves, *moves[at:]])
    except Unplayable:
        return False
    return again.state is not None and arenas.timeless(again.state) == arenas.timeless(played.state)


def endless_finding(rules: Rules, deal: Any, moves: Sequence[Move], proved: bool = False) -> Finding | None:
    """The finding that a game ends where it was before; None if it does not."""
    arenas = arenas_of(rules)
    if arenas is None:
        return None
    try:
        played = play_out(rules, deal, moves)
    except Unplayable:
        return None
    at = lasso(played, arenas)
    if at is None or not _once_more(played, arenas, at):
        return None
    known = arenas
    game, loop = game_of(rules), played.steps[at:]
    norms = [norm for step in loop if step.move.by >= 0 for norm in game.judge(step.before, step.move).permitted_by]
    cause = tuple(sorted({norm.clause for norm in norms}))  # a reading may supply one that the text lacks

    def still(other: Rules) -> bool:
        try:
            return lasso(play_out(other, deal, moves), known) == at
        except Unplayable:
            return False

    assert played.state is not None
    within = game.turn(loop[0].before) == game.turn(played.state)
    teller = teller_of(rules.edition)
    first = game.turn(loop[0].before)
    moves_told = [teller.move(step.move) for step in loop if within or game.turn(step.before) == first]
    told = "; ".join(dict.fromkeys(moves_told))
    says = "Within one turn play can go round for ever" if within else "Nobody need ever end the game"
    after = "" if within else " All others do the same, and then the table is as it was."
    return Finding(
        kind=ENDLESS, family=rules.edition.family, editions=(rules.edition.key,), rules=RulesRef.of(rules),
        cause=cause, clauses=tuple(key for key in cause if rules.edition.clause(key)),
        summary=f"{says}, from move {at + 1} on: {told}.{after}",
        impact=STOPS if within else CHANGES, assumes=needed_answers(rules, still), trace=played.trace,
        shortest=Shortest(proved, played.turn, played.decisions), found=BY_ARENAS,
    )


def remade(rules: Rules, trace: Trace, shortest: Shortest | None) -> Finding | None:
    """The finding of a file, made again from its game."""
    return endless_finding(rules, trace.deal, trace.moves, bool(shortest and shortest.proved))


# ---------------------------------------------------------------- the checker


def readings_at(rules: Rules, arena: Arena) -> Iterator[Rules]:
    """The rules, and with each other reading that changes what may be done by the moves of an arena."""
    yield rules
    for question in rules.edition.questions:
        if not rules.applies(question) or question.id in dict(rules.answers):
            continue
        told = _touches(rules, question.readings[question.default].change, arena)
        for reading in question.readings.values():
            if reading.id != question.default and (told or _touches(rules, reading.change, arena)):
                answers = {**dict(rules.answers), question.id: reading.id}
                yield make_rules(rules.edition, rules.players, rules.variants, answers)


def _touches(rules: Rules, change: Change, arena: Arena) -> bool:
    """Whether a change is about the moves of an arena; of those that use a card, about its cards."""
    by_id = {norm.id: norm for clause in rules.edition.clauses for norm in clause.norms}
    norms = [*change.norms, *(by_id[gone] for gone in change.without if gone in by_id)]
    words = [card.replace("-", "_") for card in sorted(arena.cards)]
    return any(
        norm.move in arena.acts and (not words or norm.when is None or any(word in norm.when.text for word in words))
        for norm in norms)


def endless(all_rules: Sequence[Rules], context: CheckContext) -> Result:
    """Findings for play that goes round; rows for what was gone through and does not."""
    rows: list[Row] = []
    findings: list[Finding] = []
    for rules in all_rules:
        context.progress(f"endless: {rules.edition.key}, {rules.players} players")
        arenas = arenas_of(rules)
        if arenas is None:
            continue
        if isinstance(arenas, EveryArenas) and (everything := reached(rules)):
            findings += _everywhere(rules, everything)
            continue
        quiet, lassos = _around(rules, arenas)
        rows += quiet
        findings += lassos
        if rules.players <= FEW:
            row, around = whole_turns(rules, arenas, context.seed)
            rows.append(row)
            findings += [around] if around else []
        if idle := _idle(rules, arenas):
            findings.append(idle)
    return rows, findings


def falls(rules: Rules, context: CheckContext) -> Result:
    """Rows for what falls with every move, so that play ends; one that does not names a finding that shows it."""
    context.progress(f"what falls: {rules.edition.key}, {rules.players} players")
    arenas = arenas_of(rules)
    measures = tuple(arenas.measures(rules)) if arenas is not None else ()
    shown = None
    if arenas is not None and any(measured.fault for measured in measures) and not isinstance(arenas, EveryArenas):
        found = _around(rules, arenas)[1]
        shown = next((f for f in found if f.rules == RulesRef.of(rules) and f.impact == STOPS), None)
    return [_measured(rules, measured, shown) for measured in measures], ()


def _everywhere(rules: Rules, everything: Reached) -> list[Finding]:
    """The shortest game round for each smallest set of clauses by which play can go round."""
    made = [finding for deal, moves in rounds(everything) if (finding := endless_finding(rules, deal, moves))]
    least = [f for f in made if not any({*other.cause} < {*f.cause} for other in made)]
    return list(smallest(least))


def _around(rules: Rules, arenas: Arenas) -> tuple[list[Row], list[Finding]]:
    """Every arena gone through: rows for those where nothing comes up twice, findings for the others."""
    rows: list[Row] = []
    findings: list[Finding] = []
    used = 0
    for arena in arenas.arenas(rules):
        for read in readings_at(rules, arena):
            found = round_in_turn(read, arenas, arena)
            made = endless_finding(read, arena.deal, (*arena.moves, *found)) if found else None
            if made:
                findings.append(made)
            elif read == rules and arena.cards:
                used += 1
            elif read == rules:
                rows.append(Row.of(rules, arena.name, ENDLESS, BOUNDED, summary="no position comes up twice in a "
                                   f"turn by {', '.join(sorted(arena.acts))}, from where it was looked"))
    if used:
        rows.append(Row.of(rules, "cards used again", ENDLESS, BOUNDED, value=used, summary="so many times somebody "
                           "can use a card in a window, and using it again leads to no position twice"))
    return rows, findings


def _idle(rules: Rules, arenas: Arenas) -> Finding | None:
    found = idle_round(rules, arenas)
    return endless_finding(rules, *found) if found else None


def _measured(rules: Rules, measured: Measured, shown: Finding | None) -> Row:
    verdict = UNKNOWN if measured.open else REFUTED if measured.fault else PROVED
    return Row.of(rules, measured.name, ENDLESS, verdict, clauses=measured.clauses, value=measured.value,
                  finding=shown.file_name if shown and measured.fault else None,
                  summary=measured.fault or measured.says)


CHECKERS = (
    Checker("endless", endless, scope=EDITION, searches=(ENDLESS,), cached=True, long=60),
    Checker("endless.falls", falls, kinds=(ENDLESS,), cached=True, long=10),
)
