"""Order: two uses that are both permitted in one window, and whose order changes what comes of them.

A *use* is a move that interrupts the frame on top and does not answer it. It is carried through with all that it
puts in front, until the frame is on top again or gone. Two uses commute if each can follow the other with the same
choices and both orders end in the same position. The family tells which scenes there are (`Scenes`); from every
scene both orders are tried, and those that part are looked for in games from a legal deal.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import combinations
from typing import Any, Protocol

from attrs import evolve, frozen

from advocatus.model.game import CHANCE, Game, IllegalMove, MalformedMove, Move, choices, make
from advocatus.model.rules import Gap, Rules
from advocatus.model.trace import Trace

from .cache import Result
from .context import CheckContext
from .deriving import Played, Unplayable, game_of, needed_answers, play_out
from .every import Reached, reached
from .finding import BY_SCENES, CHANGES, Finding, RulesRef, Shortest
from .knowledge import known_by
from .parting import refusal
from .registry import EDITION, Checker
from .row import BOUNDED, PROVED, Row
from .tell import teller_of

ORDER = "order"
ROOM = 5  # players: two who fight, one for each, and one who abstains
MOST = 400  # ways to carry one use through that are looked at


@frozen
class Scene:
    """A window in which two powers can be put down; `names` are theirs, `before` is used first."""

    window: str
    names: tuple[str, str]
    state: Any
    uses: tuple[Move, Move]
    before: tuple[Move, ...] = ()
    known: Any = None  # what the family keeps of it


@frozen
class Lead:
    """A game from a legal deal to a window: the deal, its moves, and the uses as its seats make them."""

    deal: Any
    moves: tuple[Move, ...]
    uses: tuple[Move, Move]
    before: tuple[Move, ...]


class Scenes(Protocol):
    """What a family knows of its windows, for one rule set."""

    def pairs(self) -> Iterator[tuple[Scene, ...]]:
        """For each pair of powers in each window all scenes, the plainest first."""
        ...

    def leads(self, scene: Scene) -> Iterator[Lead]:
        """Games that lead to a scene, the shortest first; none where a deal and struggles alone do not."""
        ...

    def settled(self, before: Any, after: Any) -> bool:
        """Whether a use made before is carried through: nothing that it put in front is owed any more."""
        ...

    def normal(self, state: Any) -> Hashable:
        """A position without what is of no account: the order in which the cards were laid down."""
        ...


def scenes_of(rules: Rules) -> Scenes | None:
    """The scenes of a rule set's family, else those of all its positions; None if it tells neither."""
    make_scenes: Callable[[Rules], Scenes] | None = known_by(rules.edition.family, "order", "SCENES")
    if make_scenes is not None:
        return make_scenes(rules)
    everything = reached(rules)
    return None if everything is None else EveryScenes(rules, everything)


class EveryScenes:
    """See `Scenes`: every two uses that are open together in some position of a game that can be gone through."""

    def __init__(self, rules: Rules, everything: Reached) -> None:
        self.game, self.everything = game_of(rules), everything

    def pairs(self) -> Iterator[tuple[Scene, ...]]:
        """See `Scenes`."""
        found: dict[tuple[str, str, str], list[Scene]] = {}
        for place in self.everything.places:
            frame = self.game.top(place.state)
            uses = [m for m in place.after if frame is not None and interrupts(self.game, place.state, m)]
            for one, other in combinations(uses, 2):
                assert frame is not None
                names = sorted((power(one), power(other)))
                scene = Scene(frame.kind, (names[0], names[1]), place.state, (one, other), known=place)
                found.setdefault((frame.kind, names[0], names[1]), []).append(scene)
        yield from (tuple(found[key]) for key in sorted(found))

    def leads(self, scene: Scene) -> Iterator[Lead]:
        """See `Scenes`."""
        deal, moves = scene.known.game
        yield Lead(deal, moves, scene.uses, scene.before)

    def settled(self, before: Any, after: Any) -> bool:
        """See `Scenes`."""
        if self.game.turn(after) != self.game.turn(before) or self.game.top(after) is None:
            return True
        return len(after.agenda) <= len(before.agenda) and before.agenda[-len(after.agenda) :] == after.agenda

    def normal(self, state: Any) -> Hashable:
        """See `Scenes`."""
        position: Hashable = state
        return position


def power(use: Move) -> str:
    """What is used: the card that a use names, or the kind of move."""
    return str(getattr(use, "card", use.act))


# ---------------------------------------------------------------- both orders


def interrupts(game: Game[Any, Any], state: Any, move: Move) -> bool:
    """Whether a move is a use here: it interrupts the frame and does not answer it."""
    if move.by < 0 or game.actors(state) == (CHANCE,):
        return False
    resolution = game.resolve(state, move.by)
    return move in resolution.candidates and resolution.candidates.index(move) not in resolution.duty


def allowed(game: Game[Any, Any], state: Any, move: Move) -> bool:
    """Whether a use is legal here."""
    if move.by not in game.actors(state) or game.actors(state) == (CHANCE,):
        return False
    return move in game.legal(state, move.by)


def ways(game: Game[Any, Any], scenes: Scenes, state: Any, use: Move) -> Iterator[tuple[tuple[Move, ...], Any]]:
    """All ways to carry a use through: its moves and the position after them. At most `MOST`."""
    try:
        waiting: list[tuple[tuple[Move, ...], Any]] = [((use,), make(game, state, use).after)]
    except Gap:
        return
    told = 0
    while waiting and told < MOST:
        moves, here = waiting.pop()
        if game.top(here) is None or scenes.settled(state, here):
            told += 1
            yield moves, here
            continue
        for move in reversed(choices(game, here)):
            if not interrupts(game, here, move):
                try:
                    waiting.append(((*moves, move), make(game, here, move).after))
                except Gap:
                    continue


@frozen
class Parts:
    """Two uses carried through, in the order that can be played; `refused` why not the other way round."""

    first: tuple[Move, ...]
    second: tuple[Move, ...]
    at: int  # the move of the other order that is refused; -1 if it ends in another position
    refused: str = ""


def other_way(
    game: Game[Any, Any], scenes: Scenes, state: Any, first: tuple[Move, ...], second: tuple[Move, ...], end: Any
) -> Parts | None:
    """How the second use before the first parts from the first before the second, which ends in `end`; None if not."""
    here = state
    for i, move in enumerate((*second, *first)):
        try:
            here = make(game, here, move).after
        except (IllegalMove, MalformedMove, Gap) as error:
            between = i == len(second) and _in_between(game, scenes, state, first, second, end)
            return None if between else Parts(first, second, i, refusal(error))
    return None if scenes.normal(here) == scenes.normal(end) else Parts(first, second, -1)


def _in_between(
    game: Game[Any, Any], scenes: Scenes, state: Any, first: tuple[Move, ...], second: tuple[Move, ...], end: Any
) -> bool:
    """Whether the first use can be made while the second is carried through, to the same end."""
    for i in range(1, len(second)):
        here = state
        try:
            for move in (*second[:i], *first, *second[i:]):
                here = make(game, here, move).after
        except (IllegalMove, MalformedMove, Gap):
            continue
        if scenes.normal(here) == scenes.normal(end):
            return True
    return False


def parts(game: Game[Any, Any], scenes: Scenes, state: Any, one: Move, other: Move) -> Parts | None:
    """Two uses, carried through, whose order matters here; None if every way to carry them through commutes."""
    for a, b in ((one, other), (other, one)):
        for first, after in ways(game, scenes, state, a):
            if not allowed(game, after, b):
                continue  # that the other order is possible is seen from the other side
            for second, end in ways(game, scenes, after, b):
                if found := other_way(game, scenes, state, first, second, end):
                    return found
    return None


def both_allowed(game: Game[Any, Any], state: Any, one: Move, other: Move) -> bool:
    """Whether two uses are both permitted in one position."""
    return all(allowed(game, state, use) and interrupts(game, state, use) for use in (one, other))


def after_uses(game: Game[Any, Any], scenes: Scenes, state: Any, uses: Sequence[Move]) -> Iterator[tuple[Any, Any]]:
    """The positions after some uses, each carried through in every way, with the moves; the window still open."""
    if not uses:
        yield (), state
        return
    if allowed(game, state, uses[0]):
        for moves, here in ways(game, scenes, state, uses[0]):
            if game.top(here) == game.top(state):
                for more, end in after_uses(game, scenes, here, uses[1:]):
                    yield (*moves, *more), end


# ---------------------------------------------------------------- findings


def split(game: Game[Any, Any], scenes: Scenes, played: Played) -> tuple[int, int] | None:
    """Where the last two uses of a game begin, if the second begins when the first is carried through."""
    steps = played.steps
    begun: list[int] = []
    for i in reversed(range(len(steps))):
        if interrupts(game, steps[i].before, steps[i].move):
            begun.insert(0, i)
            if len(begun) == 2:
                whole = scenes.settled(steps[begun[0]].before, steps[begun[1]].before)
                return (begun[0], begun[1]) if whole else None
    return None


def parting_of(rules: Rules, deal: Any, moves: Sequence[Move]) -> tuple[Played, int, Parts] | None:
    """A game that ends in two uses whose order matters: the game, where they begin, how they part; None if not."""
    scenes, game = scenes_of(rules), game_of(rules)
    if scenes is None:
        return None
    try:
        played = play_out(rules, deal, moves)
    except Unplayable:
        return None
    where = split(game, scenes, played)
    if played.gap is not None or where is None:
        return None
    i, j = where
    start, made = played.steps[i].before, tuple(step.move for step in played.steps)
    if not both_allowed(game, start, made[i], made[j]):
        return None
    found = other_way(game, scenes, start, made[i:j], made[j:], played.state)
    return None if found is None else (played, i, found)


def order_finding(rules: Rules, deal: Any, moves: Sequence[Move], proved: bool = False) -> Finding | None:
    """The finding that a game ends in two uses whose order matters; None if it does not."""
    found = parting_of(rules, deal, moves)
    if found is None:
        return None
    played, at, parted = found
    second = at + len(parted.first)
    cause = _cause(played, at, second)

    def still(other: Rules) -> bool:
        again = parting_of(other, deal, moves)
        return again is not None and (again[2].at < 0) == (parted.at < 0) and _cause(again[0], at, second) == cause

    return Finding(
        kind=ORDER, family=rules.edition.family, editions=(rules.edition.key,), rules=RulesRef.of(rules),
        cause=cause, clauses=cause, summary=_sentence(played, at, parted), impact=CHANGES,
        assumes=needed_answers(rules, still), trace=played.trace,
        shortest=Shortest(proved, played.turn, played.decisions), found=BY_SCENES,
    )


def _cause(played: Played, *starts: int) -> tuple[str, ...]:
    """The clauses by which the two uses are made."""
    return tuple(sorted({clause for i in starts for clause in played.steps[i].events[0].clauses}))


def _sentence(played: Played, at: int, parted: Parts) -> str:
    teller = teller_of(played.rules.edition)
    frame = game_of(played.rules).top(played.steps[at].before)
    assert frame is not None
    one, other = teller.move(parted.first[0]), teller.move(parted.second[0])
    says = f"{teller.moment(frame)}, two things are open at once: {one}; {other}. In this order both can be done"
    if parted.at < 0:
        return f"{says}; the other way round the table looks different afterwards."
    late = (*parted.second, *parted.first)[parted.at]
    why = parted.refused.removeprefix("it ")
    return f"{says}; the other way round “{teller.move(late)}” {why}."


# ---------------------------------------------------------------- the checker


@frozen
class Pair:
    """What came of a pair of powers in a window: in how many positions both are open, and whether they commute."""

    window: str
    names: tuple[str, str]
    positions: int
    commutes: bool
    finding: Finding | None = None


def matrix(rules: Rules, deep: bool) -> Iterator[Pair]:
    """Every pair of powers that can be open in one window. `deep`: also after each other power has been used."""
    scenes = scenes_of(rules)
    if scenes is None:
        return
    game = game_of(rules)
    for group in scenes.pairs():
        positions, parting = 0, False
        for scene in group:
            if scene.before and (parting or not deep):
                continue  # those that part with nothing used before are told so
            for _, state in after_uses(game, scenes, scene.state, scene.before):
                if not both_allowed(game, state, *scene.uses):
                    continue
                positions += 1
                if parts(game, scenes, state, *scene.uses) is None:
                    continue
                parting = True
                if found := _shown(rules, scenes, scene):
                    yield Pair(scene.window, scene.names, positions, False, found)
                    break
            else:
                continue
            break
        else:
            if positions:
                yield Pair(group[0].window, group[0].names, positions, not parting)


def _shown(rules: Rules, scenes: Scenes, scene: Scene) -> Finding | None:
    """The parting of a scene in a game from a legal deal, if one leads there."""
    game = game_of(rules)
    for lead in scenes.leads(scene):
        state = game.start(lead.deal)
        for move in lead.moves:
            state = make(game, state, move).after
        for before, here in after_uses(game, scenes, state, lead.before):
            if not both_allowed(game, here, *lead.uses):
                continue
            if parted := parts(game, scenes, here, *lead.uses):
                return order_finding(rules, lead.deal, (*lead.moves, *before, *parted.first, *parted.second))
    return None


def orders(all_rules: Sequence[Rules], context: CheckContext) -> Result:
    """A finding for each pair of powers whose order matters, and for each window a row that counts the pairs.

    With the fewest players that leave room for everybody a struggle knows, each pair is also tried after each other
    power has been used.
    """
    rows: list[Row] = []
    findings: list[Finding] = []
    every: list[Pair] = []
    deepest = min((r.players for r in all_rules if r.players >= ROOM), default=max(r.players for r in all_rules))
    for rules in all_rules:
        context.progress(f"order: {rules.edition.key}, {rules.players} players")
        deep = rules.players == deepest
        by_window: dict[str, list[Pair]] = {}
        for pair in matrix(rules, deep):
            by_window.setdefault(pair.window, []).append(pair)
            findings += [pair.finding] if pair.finding else []
            every.append(pair)
        rows += [_row(rules, window, pairs, deep) for window, pairs in by_window.items()]
    return [*rows, *chart(all_rules[0], every)], findings


TOGETHER, APART, NEVER = "=", "x", "."


def chart(rules: Rules, pairs: Sequence[Pair]) -> list[Row]:
    """A row for each power, a line of the square of all: its cells stand in the order of the rows.

    ``x`` where the order matters in some window with some number of players, ``=`` where the two commute wherever both
    are open, ``.`` where they never are.
    """
    cells: dict[frozenset[str], str] = {}
    for pair in pairs:
        both = frozenset(rules.edition.term(name) for name in pair.names)
        cells[both] = TOGETHER if pair.commutes and cells.get(both) != APART else APART
    names = sorted(frozenset[str]().union(*cells))
    rows = []
    for name in names:
        line = "".join(cells.get(frozenset({name, other}), NEVER) for other in names)
        partners = [other for other, cell in zip(names, line, strict=True) if cell == APART]
        says = f"the order matters with {', '.join(partners)}" if partners else "the order never matters"
        row = Row.of(rules, f"order of {name}", ORDER, BOUNDED, value=line, summary=says)
        rows.append(evolve(row, players=None))
    return rows


def _row(rules: Rules, window: str, pairs: Sequence[Pair], deep: bool) -> Row:
    apart = [pair for pair in pairs if not pair.commutes]
    everything = None if known_by(rules.edition.family, "order", "SCENES") else reached(rules)
    far = "first, and after each other use" if deep else "with nothing used before"
    far = everything.says if everything else far
    every = "one pair of powers" if len(pairs) == 1 else f"{len(pairs)} pairs of powers"
    says = f"{every} can be open together, and {len(apart)} of them do not commute, {far}"
    if apart:
        says += f": {partners(rules, apart)}"
    if lost := [pair for pair in apart if pair.finding is None]:
        says += f"; in no game built from a deal: {partners(rules, lost)}"
    verdict = PROVED if everything and everything.whole else BOUNDED
    return Row.of(rules, f"uses in {window}", ORDER, verdict, value=len(apart), summary=says)


def partners(rules: Rules, pairs: Sequence[Pair]) -> str:
    """The pairs as the lines of a matrix: each power with those that it does not commute with, the fullest line first.

    Each pair is told once.
    """
    left, lines = {frozenset(pair.names) for pair in pairs}, []
    while left:
        names = sorted({name for pair in left for name in pair})
        name = max(names, key=lambda one: sum(one in pair for pair in left))
        row = sorted(rules.edition.term(other) for pair in left if name in pair for other in pair - {name})
        lines.append(f"{rules.edition.term(name)} with {', '.join(row)}")
        left = {pair for pair in left if name not in pair}
    return "; ".join(lines)


def remade(rules: Rules, trace: Trace, shortest: Shortest | None) -> Finding | None:
    """The finding of a file, made again from its game."""
    return order_finding(rules, trace.deal, trace.moves, bool(shortest and shortest.proved))


CHECKERS = (Checker("order", orders, scope=EDITION, searches=(ORDER,), cached=True),)
