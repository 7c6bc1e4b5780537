"""Two rule sets put to the test: for each cause of a difference the shortest game in which they part.

Every entry that the two do not have in common is toggled by itself: one rule set, and the same with this entry
taken over from the other, are searched side by side as the readings of a question are. An entry that cannot
stand alone takes along what the rules then miss. What parts nothing by itself is toggled together with the rest
of its kind, and the smallest set that does part is a cause.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from attrs import evolve, frozen

from advocatus.model.game import BadPosition
from advocatus.model.mixing import mix, rests
from advocatus.model.rules import Rules

from .deriving import Unplayable, game_of
from .finding import ALL_DEALS, CHANGES, DECIDES, REVEALS, STOPS, Finding, RulesRef, Shortest
from .line import Line
from .parting import Answer
from .questioning import OutOfStates, Parted, Reading, partings, reading_of
from .tell import teller_of
from .wild import wild_of

DIVERGENCE = "divergence"
TURNS, STATES, DEALS = 1, 4_000, 100
REFUSED = 12  # games that part nothing but a mixture before a toggle is given up
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


class OnlyMixtures(RuntimeError):
    """A toggle parts games in which the editions themselves do not."""


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
        bounds = {**bounds, **{key: how for key, how in search.bounds.items() if how}}
        parted = {key for cause in found for key in cause}
        quiet = tuple(key for key in quiet if key not in parted)
    return Divergences(
        tuple(found.values()), tuple(Unparted(key, one.players, bounds.get(key, "")) for key in quiet))


class _Search:
    """The search under one of two rule sets."""

    def __init__(self, base: Rules, other: Rules, tell: Tell) -> None:
        self.base, self.other, self.tell = base, other, tell
        self.bounds: dict[str, str] = {}
        self.parted: set[str] = set()

    def singly(self, keys: Sequence[str]) -> Iterator[Finding]:
        """The games in which entries part the rules, each taken over by itself."""
        yield from filter(None, (self._parted((key,)) for key in keys if key not in self.parted))

    def together(self, keys: Sequence[str]) -> Iterator[Finding]:
        """The games in which only several entries together part the rules."""
        left = tuple(key for key in keys if key not in self.parted)
        while len(left) > 1 and (what := self._parted(left)):
            yield what
            left = tuple(key for key in left if key not in self.parted)

    def _parted(self, taken: tuple[str, ...]) -> Finding | None:
        """The finding that some entries part the rules, if a game within the bound shows it."""
        mixed = mix(self.base, self.other, taken)
        if mixed.digest == self.base.digest:
            return None
        self.tell(f"{self.base.edition.key} / {self.other.edition.key}, {self.base.players} players: {taken[0]}")
        toggle = reading_of(self.base, mixed, "+".join(taken), "")
        finding = self._played(toggle, taken) if toggle.frames else self._dealt(taken, mixed)
        self.parted.update(finding.cause if finding else ())
        return finding

    def _played(self, toggle: Reading, taken: tuple[str, ...]) -> Finding | None:
        wild = wild_of(self.base, [toggle.rules], toggle.wants)
        if wild is None:
            return None
        found: list[Finding] = []

        refused = 0

        def accepts(parted: Parted) -> bool:
            nonlocal refused
            concrete = wild.concrete(parted.moves, parted.resolved)
            what = concrete and divergence_finding(self.base, self.other, taken, *concrete)
            found.extend([what] if what else [])
            refused += not what
            if refused > REFUSED:
                raise OnlyMixtures
            return bool(what)

        how = ""
        try:
            for _ in partings(self.base, [toggle], wild, turns=TURNS, states=STATES, accepts=accepts):
                return found[0]
        except OnlyMixtures:
            how = f"{REFUSED} games part the mixture, and in none of them do the editions themselves part"
        except OutOfStates as stop:
            turn, decisions = stop.node.total
            how = f"{stop.states} positions seen; a game takes {turn} turns and {decisions} decisions or more"
        self.bounds = {**dict.fromkeys(taken, how), **self.bounds}
        return None

    def _dealt(self, taken: tuple[str, ...], mixed: Rules) -> Finding | None:
        """A deal that looks otherwise to somebody, or that the other rules have not."""
        rng = Random(mixed.digest)
        for deal in self._deals(rng):
            if finding := divergence_finding(self.base, self.other, taken, deal, ()):
                return finding
        self.bounds = {**dict.fromkeys(taken, ""), **self.bounds}
        return None

    def _deals(self, rng: Random) -> Iterator[Any]:
        for _ in range(DEALS):
            try:
                yield game_of(self.base).random_deal(rng)
            except BadPosition:
                return


# ---------------------------------------------------------------- one game


def divergence_finding(
    base: Rules, other: Rules, taken: tuple[str, ...], deal: Any, moves: Sequence[Any]
) -> Finding | None:
    """The finding that a game under the base rules parts them from the other at its last move, for some entries.

    The cause is a smallest set of entries with which the base says there what the other edition does. None if there
    is no such parting. The last move stands without events where the base rules refuse it.
    """
    try:
        line = Line(base, other, deal, moves)
    except Unplayable:
        return None
    cause = line.cause(taken) if line.played.gap is None and line.played.state is not None else None
    if cause is None:
        return None
    here, there = line.here, line.answer(cause)
    trace = line.played.trace
    if moves:
        trace = evolve(trace, steps=(*trace.steps, (moves[-1], here.events or ())))
    known = {clause.id for rules in (base, other) for clause in rules.edition.clauses}
    return Finding(
        kind=DIVERGENCE, family=base.edition.family, editions=tuple(sorted((base.edition.key, other.edition.key))),
        rules=RulesRef.of(base), against=RulesRef.of(other), cause=tuple(sorted(cause)),
        clauses=tuple(key for key in sorted(cause) if key in known),
        summary=_summary(base, other, here, there, moves), impact=_impact(here, there), assumes=(), trace=trace,
        shortest=Shortest(bool(moves), game_of(base).turn(line.played.state), sum(1 for m in moves if m.by >= 0)),
        found=ALL_DEALS, rests=rests(base, other, cause),
    )


def _impact(here: Answer, there: Answer) -> str:
    if there.silent:
        return STOPS
    if here.events is None or there.events is None:
        return CHANGES
    if here.bare == there.bare:
        return REVEALS
    ends = any(type(event).__name__ == "Decided" for event in (*here.events, *there.events))
    return DECIDES if ends else CHANGES


def _summary(base: Rules, other: Rules, here: Answer, there: Answer, moves: Sequence[Any]) -> str:
    """What each says of the last move, in one sentence."""
    mine, theirs = base.edition.key, other.edition.key
    if not moves:
        refused = "The same deal does not look alike to the players."
        return refused if there.events is not None else f"{mine} has a deal that {theirs} has not: {there.why}."
    what = teller_of(base.edition).move(moves[-1])
    if there.silent:
        return f"By {mine}, {what}; {theirs} is silent there ({there.silent})."
    if here.events is None or there.events is None:
        yes, no = (theirs, mine) if here.events is None else (mine, theirs)
        return f"By {yes}, {what}; by {no} {here.why or there.why}."
    if _impact(here, there) == REVEALS:
        return f"When {what}, the players see other things under {mine} than under {theirs}."
    return f"Other things follow under {mine} and {theirs} when {what}."
