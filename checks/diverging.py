"""Two rule sets put to the test: for each cause of a difference the shortest game in which they part.

Every entry that the two do not have in common is toggled by itself: one rule set, and the same with this entry
taken over from the other, are searched side by side as the readings of a question are. An entry that cannot
stand alone takes along what the rules then miss. What parts nothing by itself is toggled together with the rest
of its kind, and the smallest set that does part is a cause.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from random import Random
from typing import Any

from attrs import evolve, frozen

from advocatus.model.game import BadPosition, Event, IllegalMove, MalformedMove
from advocatus.model.mixing import differences, mix, rests
from advocatus.model.rules import Gap, Rules

from .asking import grouped
from .deriving import Unplayable, game_of, play_out
from .finding import ALL_DEALS, CHANGES, DECIDES, REVEALS, STOPS, Finding, RulesRef, Shortest
from .parting import bare, refusal, views
from .questioning import OutOfStates, Reading, partings, reading_of
from .tell import teller_of
from .wild import wild_of

DIVERGENCE = "divergence"
SEEN = "the players then see other things"
TURNS, STATES, DEALS = 1, 8_000, 300
Tell = Callable[[str], None]


@frozen
class Unparted:
    """An entry that parts no game, and how far was looked; `how` is empty where all was."""

    key: str
    players: int
    how: str


@frozen
class Divergences:
    """What came of holding two rule sets against each other."""

    findings: tuple[Finding, ...]
    unparted: tuple[Unparted, ...]


# ---------------------------------------------------------------- the search


def divergences(one: Rules, other: Rules, keys: Sequence[str], tell: Tell = lambda _: None) -> Divergences:
    """Every cause among some entries for which two rule sets part, each with a game under one of them.

    A cause is a smallest set of entries, sought under the first rules, then under the second for those entries that
    part nothing there; its game is the shortest within the bound. What parts nothing either way is said too.
    """
    found: dict[tuple[str, ...], Finding] = {}
    quiet = tuple(keys)
    bounds: dict[str, str] = {}
    for base, against in ((one, other), (other, one)):
        search = _Search(base, against, tell)
        for finding in (*search.singly(quiet), *search.together(quiet)):
            found.setdefault(finding.cause, finding)
        bounds.update(search.bounds)
        parted = {key for cause in found for key in cause}
        quiet = tuple(key for key in quiet if key not in parted)
    return Divergences(
        tuple(found.values()), tuple(Unparted(key, one.players, bounds.get(key, "")) for key in quiet))


class _Search:
    """The search under one of two rule sets."""

    def __init__(self, base: Rules, other: Rules, tell: Tell) -> None:
        self.base, self.other, self.tell = base, other, tell
        self.apart = frozenset(differences(base, other))
        self.bounds: dict[str, str] = {}
        self.parted: set[str] = set()

    def singly(self, keys: Sequence[str]) -> Iterator[Finding]:
        """The games in which entries part the rules, each taken over by itself or with what it cannot be without."""
        singles = [((key,), self._toggle((key,))) for key in keys]
        toggles: dict[tuple[str, ...], Reading] = {taken: toggle for taken, toggle in singles if toggle}
        while toggles:
            needed: dict[tuple[str, ...], Reading] = {}
            for group in grouped(list(toggles.values())):
                for taken, what in self._parted(group):
                    if isinstance(what, Finding):
                        yield what
                    elif len(taken) < len(self.apart) and (more := self._toggle((*taken, what))):
                        needed[*taken, what] = more
            toggles = needed

    def together(self, keys: Sequence[str]) -> Iterator[Finding]:
        """The games in which only several entries together part the rules."""
        left = tuple(key for key in keys if key not in self.parted)
        while len(left) > 1 and (toggle := self._toggle(left)):
            games = [what for _, what in self._parted([toggle]) if isinstance(what, Finding)]
            if not games:
                return
            yield from games
            left = tuple(key for key in left if key not in self.parted)

    def _toggle(self, taken: tuple[str, ...]) -> Reading | None:
        """The rules with some entries taken over, as a reading; None if that changes nothing the engine knows."""
        mixed = mix(self.base, self.other, taken)
        return None if mixed.digest == self.base.digest else reading_of(self.base, mixed, "+".join(taken), "")

    def _parted(self, group: Sequence[Reading]) -> Iterator[tuple[tuple[str, ...], Finding | str]]:
        """For each set of entries that parts the rules its finding, or the entry that it cannot be without."""
        self.tell(f"{self.base.edition.key} / {self.other.edition.key}, {self.base.players} players: "
                  f"{group[0].question} and {len(group) - 1} more")
        for reading in group:
            taken = tuple(reading.question.split("+"))
            for deal in self._deals(reading) if not reading.frames else ():
                if finding := divergence_finding(self.base, self.other, taken, deal, ()):
                    yield self._told(taken, finding)
                    break
        wild = wild_of(self.base, [reading.rules for reading in group])
        if wild is None or not group[0].frames:
            return
        how = ""
        try:
            for parted in partings(self.base, group, wild, turns=TURNS, states=STATES):
                taken = tuple(parted.reading.question.split("+"))
                concrete = wild.concrete(parted.moves, parted.resolved)
                what = concrete and self._cause(taken, *concrete)
                if what:
                    yield self._told(taken, what)
        except OutOfStates as stop:
            how = f"the {stop.states} nearest positions, of {stop.node.decisions} decisions"
        self.bounds.update((key, how) for reading in group for key in reading.question.split("+"))

    def _told(
        self, taken: tuple[str, ...], what: Finding | str
    ) -> tuple[tuple[str, ...], Finding | str]:
        if isinstance(what, Finding):
            self.parted.update(what.cause)
        return taken, what

    def _deals(self, reading: Reading) -> Iterator[Any]:
        rng = Random(reading.rules.digest)
        for _ in range(DEALS):
            try:
                yield game_of(self.base).random_deal(rng)
            except BadPosition:
                return

    def _cause(self, taken: tuple[str, ...], deal: Any, moves: Sequence[Any]) -> Finding | str | None:
        """The finding for the smallest cause among some entries, or the entry that they cannot be without."""
        apart = _last(self.base, mix(self.base, self.other, taken), deal, moves)
        if apart is not None and apart.silent in self.apart and apart.silent not in taken:
            return apart.silent
        least = _least(self.base, self.other, taken, deal, moves)
        return divergence_finding(self.base, self.other, least, deal, moves) if least else None


# ---------------------------------------------------------------- one game


@frozen
class Apart:
    """What two rule sets say of the last move of a game that both follow so far; the events are None if refused."""

    here: tuple[Event, ...] | None
    there: tuple[Event, ...] | None
    why_not: str  # why it is refused by one of them
    silent: str  # what the second rules lack to answer it


def _last(base: Rules, mixed: Rules, deal: Any, moves: Sequence[Any]) -> Apart | None:
    """How two rule sets part at the last move of a game; None if they do not part, or part before it."""
    one, two = game_of(base), game_of(mixed)
    try:
        played = play_out(base, deal, moves[:-1])
        state = two.start(deal)
    except (Unplayable, BadPosition) as error:
        return None if moves or isinstance(error, Unplayable) else Apart((), None, str(error), "")
    except Gap as gap:
        return None if moves else Apart((), None, str(gap), gap.topic)
    if played.gap is not None or played.state is None:
        return None
    if not moves:
        return None if views(one, played.state) == views(two, state) else Apart((), (), "", "")
    for step in played.steps:
        try:
            events = two.decide(state, step.move)
        except (IllegalMove, MalformedMove, Gap):
            return None
        if [bare(e) for e in events] != [bare(e) for e in step.events]:
            return None
        for event in events:
            state = two.evolve(state, event)
        if views(one, step.after) != views(two, state):
            return None
    here, no, _ = _said(one, played.state, moves[-1])
    there, nor, silent = _said(two, state, moves[-1])
    if here is None and there is None:
        return None
    if here is not None and there is not None and [bare(e) for e in here] == [bare(e) for e in there]:
        alike = views(one, _after(one, played.state, here)) == views(two, _after(two, state, there))
        return None if alike else Apart(here, there, SEEN, "")
    return Apart(here, there, no or nor, silent)


def last_apart(
    base: Rules, other: Rules, taken: Collection[str], deal: Any, moves: Sequence[Any]
) -> Apart | None:
    """How the base rules part from the same with some entries of the other at a game's last move; None if not there."""
    return _last(base, mix(base, other, taken), deal, moves)


def _after(game: Any, state: Any, events: Sequence[Event]) -> Any:
    for event in events:
        state = game.evolve(state, event)
    return state


def _said(game: Any, state: Any, move: Any) -> tuple[tuple[Event, ...] | None, str, str]:
    try:
        return game.decide(state, move), "", ""
    except Gap as gap:
        return None, str(gap), gap.topic
    except (IllegalMove, MalformedMove) as error:
        return None, refusal(error), ""


def _least(
    base: Rules, other: Rules, taken: tuple[str, ...], deal: Any, moves: Sequence[Any]
) -> tuple[str, ...] | None:
    """A smallest set of the entries that parts the rules at the last move; None if all of them do not."""

    def parts(keys: Collection[str]) -> bool:
        apart = _last(base, mix(base, other, keys), deal, moves)
        return apart is not None and (not apart.silent or apart.silent not in set(taken) - set(keys))

    if not parts(taken):
        return None
    least = list(taken)
    for key in taken:
        fewer = [k for k in least if k != key]
        if fewer and parts(fewer):
            least = fewer
    return tuple(least)


def divergence_finding(
    base: Rules, other: Rules, taken: tuple[str, ...], deal: Any, moves: Sequence[Any]
) -> Finding | None:
    """The finding that a game under the base rules parts them from the same with some entries of the other rules.

    None if they do not part at its last move and only there, or if fewer entries would do. The last move stands
    without events where the base rules refuse it.
    """
    apart = _last(base, mix(base, other, taken), deal, moves)
    if apart is None or set(_least(base, other, taken, deal, moves) or ()) != set(taken):
        return None
    played = play_out(base, deal, moves[:-1])
    trace = played.trace
    if moves:
        trace = evolve(trace, steps=(*trace.steps, (moves[-1], apart.here or ())))
    editions = sorted((base.edition.key, other.edition.key))
    known = {clause.id for rules in (base, other) for clause in rules.edition.clauses}
    turn = game_of(base).turn(played.state) if played.state is not None else 0
    decisions = sum(1 for move in moves if move.by >= 0)
    return Finding(
        kind=DIVERGENCE, family=base.edition.family, editions=tuple(editions), rules=RulesRef.of(base),
        against=RulesRef.of(other), cause=tuple(sorted(taken)), clauses=tuple(k for k in sorted(taken) if k in known),
        summary=_summary(base, other, apart, moves), impact=_impact(apart, moves), assumes=(), trace=trace,
        shortest=Shortest(bool(moves), turn, decisions), found=ALL_DEALS, rests=rests(base, other, taken),
    )


def _impact(apart: Apart, moves: Sequence[Any]) -> str:
    if not moves:
        return REVEALS if apart.there is not None else CHANGES
    if apart.silent:
        return STOPS
    if apart.why_not == SEEN:
        return REVEALS
    ends = any(type(event).__name__ == "Decided" for event in (*(apart.here or ()), *(apart.there or ())))
    return DECIDES if ends else CHANGES


def _summary(base: Rules, other: Rules, apart: Apart, moves: Sequence[Any]) -> str:
    """What each says of the last move, in one sentence."""
    mine, theirs = base.edition.key, other.edition.key
    what = teller_of(base.edition).move(moves[-1]) if moves else "the deal"
    if apart.silent:
        return f"By {mine}, {what}; {theirs} is silent there ({apart.silent})."
    if apart.here is None or apart.there is None:
        yes, no = (theirs, mine) if apart.here is None else (mine, theirs)
        return f"By {yes}, {what}; by {no} {apart.why_not}." if moves else f"{yes} has a deal that {no} has not."
    if apart.why_not == SEEN:
        return f"When {what}, the players see other things under {mine} than under {theirs}."
    return f"Other things follow under {mine} and {theirs} when {what}." if moves else (
        "The same deal does not look alike to the players.")
