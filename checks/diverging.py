"""Two rule sets put to the test: for each cause of a difference the shortest game in which they part.

Random games of the two in lockstep come first: they tell which entries, alone or together, make a parting at all, and
how far it is at most. Then every such cause is toggled by itself: one rule set, and the same with these entries taken
over from the other, are searched side by side as the readings of a question are, for a shorter game. What has parted
no random game is toggled so too, within a narrower bound.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from attrs import evolve, frozen

from advocatus.model.mixing import in_force, mix, only_words, rests, said_elsewhere
from advocatus.model.rules import Rules

from .asking import Far, far_off, hoarded
from .deriving import Unplayable, game_of
from .finding import (
    ALL_DEALS,
    BY_LOCKSTEP,
    CHANGES,
    DECIDES,
    FROM_DEALS,
    LED,
    REVEALS,
    STOPS,
    Finding,
    RulesRef,
    Shortest,
    shorter,
    smallest,
)
from .line import Keys, Line
from .lockstep import Hunt, Moves, shrunk
from .parting import Answer
from .questioning import OutOfStates, Parted, Reading, partings, reading_of
from .tell import NEXT, THEN, teller_of
from .wild import wild_of

DIVERGENCE = "divergence"
TURNS = 3
STATES, FEWER = 6_000, 1_500  # positions of a search for a shorter game, and for any game
SOON = 4_500  # and for a shorter game where nobody asks whether it is the shortest
REFUSED = 24  # games that part nothing but a mixture before a toggle is given up
WORDS = "it is words that command nothing: no norm, and no fact and no switch that a procedure asks for"
SAME_VALUE = "the value is the same, and what else stands under it is words that command nothing"
LOST = 3  # games of one cause that cannot be explained before it is given up
NO_SUCH = "nothing of the kind"
Tell = Callable[[str], None]


@frozen
class Unparted:
    """An entry that parts no game: why, if that is `proved`, or how far was looked."""

    key: str
    players: int
    how: str
    proved: bool


@frozen
class Divergences:
    """What came of holding two rule sets against each other."""

    findings: tuple[Finding, ...]
    unparted: tuple[Unparted, ...]


class OnlyMixtures(RuntimeError):
    """A toggle parts games in which the editions themselves do not."""


# ---------------------------------------------------------------- the search


def divergences(
    one: Rules, other: Rules, keys: Sequence[str], tell: Tell = lambda _: None, seed: int = 0,
    known: Sequence[Finding] = (), few: bool = False,
) -> Divergences:
    """Every cause among some entries for which two rule sets part, each with a game under one of them.

    A cause is a smallest set of entries; its game is the shortest within the bound. What parts nothing is said too.
    The games of findings `known` come first, whatever the rules were: a cause that they show is not hunted for.
    With `few` entries each is toggled by itself before any random game is played, which is sooner; a game found so is
    not proved the shortest.
    """
    wanted = tuple(key for key in keys if not only_words(one, other, key) and not said_elsewhere(one, other, key))
    bounds: dict[str, str] = {}
    alone = _each_alone(one, other, wanted, tell, bounds) if few else {}
    left = [key for key in wanted if not any(key in cause for cause in alone)]
    played, hunted = _hunted(one, other, left, seed, tell, known, few)
    causes = tuple(dict.fromkeys((*alone, *(cause for explainer in hunted for cause in explainer.found))))
    least = (cause for cause in causes if not any({*less} < {*cause} for less in causes))
    search = _shorter_soon if few else _shortest
    found = {cause: alone.get(cause) or search(cause, hunted, tell, bounds) for cause in least}
    for base, against in () if few else ((one, other), (other, one)):
        quiet = [key for key in wanted if not any(key in cause for cause in found)]
        for key in quiet:
            more = _Search(base, against, tell, bounds).toggled((key,))
            if more is not None:
                found.setdefault(more.cause, more)
    parted = {key for cause in found for key in cause}
    unparted = tuple(_unparted(one, other, key, bounds.get(key, ""), played) for key in keys if key not in parted)
    return Divergences(tuple(found.values()), unparted)


def _each_alone(
    one: Rules, other: Rules, wanted: Keys, tell: Tell, bounds: dict[str, str]
) -> dict[Keys, Finding]:
    """A game for each entry that parts two rule sets alone, by cause, if one within the bound shows it.

    It is the first that the search comes to, and is not called the shortest: to prove the bound takes longer than all
    the rest.
    """
    found: dict[Keys, Finding] = {}
    for base, against in ((one, other), (other, one)):
        search = _Search(base, against, tell, bounds, quick=True)
        for key in wanted:
            made = None if any(key in cause for cause in found) else search.toggled((key,))
            if made is not None:
                found.setdefault(made.cause, made)
    return found


def chase(
    one: Rules, other: Rules, keys: Sequence[str], seed: int, tell: Tell = lambda _: None
) -> tuple[int, tuple[Finding, ...]]:
    """How many random games were played with each of two rule sets, and what parted them: none is made shorter."""
    played, hunted = _hunted(one, other, keys, seed, tell)
    return played, smallest([finding for explainer in hunted for finding in explainer.found.values()])


def _hunted(
    one: Rules, other: Rules, keys: Sequence[str], seed: int, tell: Tell = lambda _: None,
    known: Sequence[Finding] = (), few: bool = False,
) -> tuple[int, list[_Explainer]]:
    """How many random games of either were played in lockstep, and what explains their partings, both ways.

    With `few` entries the two are compared only where these can part them, as far as the family knows.
    """
    played, hunted = 0, list[_Explainer]()
    for base, against in ((one, other), (other, one)):
        tell(f"{one.edition.key} / {other.edition.key}, {one.players} players: games of {base.edition.key}")
        explainer = _Explainer(base, against)
        explainer.recall(known)
        left = tuple(key for key in keys if not any(key in cause for cause in explainer.found))
        hunt = Hunt(base, against, left, explainer.explain, _where(base, against, left) if few else None)
        hunt.run(Random(f"{seed}/{base.digest}/{against.digest}"))
        played += hunt.games
        hunted.append(explainer)
    return played, hunted


def _where(base: Rules, other: Rules, keys: Keys) -> frozenset[str] | None:
    """All kinds of frame at which some entries can part two rule sets; None where the family does not know."""
    mixed = mix(base, other, keys)
    return None if wild_of(base) is None else reading_of(base, mixed, "+".join(keys), "").frames


def _shortest(cause: Keys, hunted: Sequence[_Explainer], tell: Tell, bounds: dict[str, str]) -> Finding:
    """The shortest game for a cause, under the first rules if it can be; under the second, if it is shorter there."""
    best: Finding | None = None
    for explainer in hunted:
        if cause in explainer.found and not (best and best.shortest and best.shortest.proved):
            made = _Search(explainer.base, explainer.other, tell, bounds).shortest(explainer.found[cause])
            best = made if best is None or shorter(made, best) else best
    assert best is not None, "a cause is of some game"
    return best


def _shorter_soon(cause: Keys, hunted: Sequence[_Explainer], tell: Tell, bounds: dict[str, str]) -> Finding:
    """The shortest game known for a cause, or a shorter one if a short search comes to it; none is proved."""
    first = min((e for e in hunted if cause in e.found), key=lambda explainer: explainer.found[cause].length)
    return _Search(first.base, first.other, tell, bounds, quick=True).shortest(first.found[cause], SOON)


def _unparted(one: Rules, other: Rules, key: str, bound: str, games: int) -> Unparted:
    """Why an entry parts no game, as far as that is known."""
    if only_words(one, other, key):
        force = in_force(one)
        valued = key in force.facts or key in force.switches
        return Unparted(key, one.players, SAME_VALUE if valued else WORDS, True)
    if elsewhere := said_elsewhere(one, other, key):
        return Unparted(key, one.players, f"the same is commanded under {', '.join(elsewhere)}", True)
    if not bound:
        bound = "nothing in play asks for it"
    return Unparted(key, one.players, f"{bound}; {games} random games go the same way", False)


class _Explainer:
    """Makes findings of games that part a rule set from mixtures of it."""

    def __init__(self, base: Rules, other: Rules) -> None:
        self.base, self.other = base, other
        self.found: dict[Keys, Finding] = {}
        self._lost: dict[Keys, int] = {}

    def recall(self, known: Sequence[Finding]) -> None:
        """Take up the games of findings that still part the two."""
        for old in known:
            if old.trace is None or old.rules.edition != self.base.edition.key:
                continue
            reached = Reached(None) if old.trace.moves else None
            made = divergence_finding(self.base, self.other, old.cause, old.trace.deal, old.trace.moves, reached)
            if made is not None:
                self.found[made.cause] = made

    def explain(self, against: Rules, keys: Keys, deal: Any, moves: Moves) -> Keys:
        """See `Hunt`."""
        game = shrunk(self.base, against, deal, moves) if moves else moves
        try:
            line = Line(self.base, self.other, deal, game)
        except Unplayable:
            return ()
        taken = line.explained(keys)
        alone = [self._told(line, (key,)) for key in taken] if len(taken) > 1 else []
        found = [f for f in alone if f is not None and len(f.cause) == 1]
        if not found and (whole := self._told(line, taken)):
            found = [whole]
        if not found:
            self._lost[taken] = self._lost.get(taken, 0) + 1
            return taken if self._lost[taken] >= LOST else ()
        for finding in found:
            before = self.found.get(finding.cause)
            if before is None or shorter(finding, before):
                self.found[finding.cause] = finding
        gone = {key for finding in found for key in finding.cause}
        return tuple(key for key in keys if key in gone) or taken

    def _told(self, line: Line, taken: Keys) -> Finding | None:
        return divergence_of(line, taken, Reached(None) if line.moves else None) if taken else None


class _Search:
    """The search under one of two rule sets; `bounds` takes up how far was looked for each entry.

    It is `quick` if nobody asks whether a game is the shortest: then the bound that leads it is not proved.
    """

    def __init__(self, base: Rules, other: Rules, tell: Tell, bounds: dict[str, str], quick: bool = False) -> None:
        self.base, self.other, self.tell, self.bounds, self.quick = base, other, tell, bounds, quick
        self.companions: dict[str, Keys] = {}  # entries with which one parts nothing that it parts alone

    def shortest(self, finding: Finding, states: int = STATES) -> Finding:
        """The finding with the shortest game of its cause, or as it is, with the turns up to which there is none."""
        assert finding.shortest is not None
        if finding.trace is not None and not finding.trace.moves:
            return finding
        better, none_to = self._searched(finding.cause, states, finding.length[0], True)
        if better is not None and not shorter(finding, better):
            return better
        return evolve(finding, shortest=Shortest(False, *finding.length, none_to or None))

    def toggled(self, taken: Keys) -> Finding | None:
        """The finding that some entries part the rules, if a game within the bound shows it."""
        return self._searched(taken, FEWER, TURNS)[0]

    def _searched(self, taken: Keys, states: int, turns: int, same: bool = False) -> tuple[Finding | None, int]:
        """The shortest game for some entries within the bound, if there is one; up to which turn there is none."""
        mixed = mix(self.base, self.other, taken)
        if mixed.digest == self.base.digest:
            return None, turns
        if wild_of(self.base) is None:  # a family that has no search of all deals is left to random play
            return None, 0
        self.tell(f"{self.base.edition.key} / {self.other.edition.key}, {self.base.players} players: {taken[0]}")
        toggle = reading_of(self.base, mixed, "+".join(taken), "")
        wild = wild_of(self.base, [toggle.rules], toggle.wants) if toggle.frames else None
        if wild is None:
            return None, 0
        if self.quick and (off := far_off(toggle, wild)) is not None:
            self.bounds.update({key: self.bounds.get(key) or off.says for key in taken})
            return self._gathered(taken, toggle, off), off.none_to
        found: list[Finding] = []
        refused, proved = 0, not self.quick and all(bound.holds for bound in wild.bounds_of(toggle.wants))
        led = None if proved else Reached(0, LED)

        def accepts(parted: Parted) -> bool:
            nonlocal refused
            concrete = wild.concrete(parted.moves, parted.resolved)
            what = concrete and divergence_finding(self.base, self.other, taken, *concrete, led)
            what = what if what and (not same or set(what.cause) == {*taken}) else None
            found.extend([what] if what else [])
            refused += not what
            if concrete and not what and not same and taken[0] not in self.companions:
                self.companions.update(dict.fromkeys(taken, self._companions(taken, *concrete)))
            if refused > REFUSED:
                raise OnlyMixtures
            return bool(what)

        how, none_to = f"every deal, up to turn {turns}", turns
        try:
            for _ in partings(self.base, [toggle], wild, turns=turns, states=states, accepts=accepts):
                return found[0], 0
        except OnlyMixtures:
            how, none_to = f"{REFUSED} games part a mixture, and in none of them do the editions themselves part", 0
        except OutOfStates as stop:
            turn, decisions = stop.node.total
            far = f"a game takes {turn} turns and {decisions} decisions or more" if proved else "by a bound unproved"
            how, none_to = f"{stop.states} positions seen; {far}", turn - 1 if proved else 0
        if with_ := self.companions.get(taken[0]):
            how = f"alone it would part games, and with {', '.join(with_)} it does not; {how}"
        self.bounds.update({key: self.bounds.get(key) or how for key in taken})
        return None, none_to

    def _gathered(self, taken: Keys, toggle: Reading, far: Far) -> Finding | None:
        """The finding with a game in which enough is gathered for a parting; None if the family knows none."""
        for game in hoarded(self.base, toggle, far.ways):
            reached = Reached(far.none_to, FROM_DEALS)
            found = divergence_finding(self.base, self.other, taken, game.deal, game.moves, reached)
            if found is not None and set(found.cause) == {*taken}:
                return found
        return None

    def _companions(self, taken: Keys, deal: Any, moves: Sequence[Any]) -> Keys:
        try:
            return Line(self.base, self.other, deal, moves).companions(taken)
        except Unplayable:
            return ()


# ---------------------------------------------------------------- one game


@frozen
class Reached:
    """That a game need not be the shortest: how far no game parts the two, if that is known, and how it was found."""

    none_to: int | None
    found: str = BY_LOCKSTEP


def divergence_finding(
    base: Rules, other: Rules, taken: Keys, deal: Any, moves: Sequence[Any], reached: Reached | None = None
) -> Finding | None:
    """The finding that a game under the base rules parts them from the other at its last move, for some entries.

    See `divergence_of`. None for a game that the base rules do not have, too.
    """
    try:
        return divergence_of(Line(base, other, deal, moves), taken, reached)
    except Unplayable:
        return None


def divergence_of(line: Line, taken: Keys, reached: Reached | None = None) -> Finding | None:
    """The finding that the two rule sets of a line part at its last move, for some entries.

    The cause is a smallest set of entries with which the base says there what the other edition does. None if there
    is no such parting. The last move stands without events where the base rules refuse it. The game is taken for
    the shortest unless it was `reached` otherwise.
    """
    base, other, moves = line.base, line.other, line.moves
    cause = line.cause(taken) if line.played.gap is None and line.played.state is not None else None
    if cause is None:
        return None
    here, there = line.here, line.answer(cause)
    trace = line.played.trace
    if moves:
        trace = evolve(trace, steps=(*trace.steps, (moves[-1], here.events or ())))
    known = {clause.id for rules in (base, other) for clause in rules.edition.clauses}
    length = game_of(base).turn(line.played.state), sum(1 for m in moves if m.by >= 0)
    return Finding(
        kind=DIVERGENCE, family=base.edition.family, editions=tuple(sorted((base.edition.key, other.edition.key))),
        rules=RulesRef.of(base), against=RulesRef.of(other), cause=tuple(sorted(cause)),
        clauses=tuple(key for key in sorted(cause) if key in known),
        summary=_summary(base, other, here, there, moves), impact=_impact(here, there), assumes=(), trace=trace,
        shortest=Shortest(reached is None and bool(moves), *length, reached.none_to if reached else None),
        found=reached.found if reached else ALL_DEALS, rests=rests(base, other, cause),
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
    teller = teller_of(base.edition)
    what = teller.move(moves[-1])
    if there.silent:
        return f"By {mine}, {what}; {theirs} is silent there ({there.silent})."
    if here.events is None or there.events is None:
        yes, no = (theirs, mine) if here.events is None else (mine, theirs)
        return f"By {yes}, {what}; by {no} {here.why or there.why}."
    if _impact(here, there) == REVEALS:
        return f"When {what}, the players see other things under {mine} than under {theirs}."
    ours, others = ([told for event in a.events or () if (told := teller.event(event))] for a in (here, there))
    if apart := _apart(ours, others):
        return f"When {what}: by {mine}, {apart[0]}; by {theirs}, {apart[1]}."
    return f"Other things follow under {mine} and {theirs} when {what}."


def _apart(ours: Sequence[str], others: Sequence[str]) -> tuple[str, str] | None:
    """What follows under each of two rule sets and not under the other, in words; None if the words are the same."""
    sides = [[part for told in side for part in told.removeprefix(NEXT).split(THEN)] for side in (ours, others)]
    left, right = sides
    mine, theirs = [p for p in left if p not in right], [p for p in right if p not in left]
    if not mine and not theirs:
        return None
    told = [", then ".join(side).replace("; ", ", ") or NO_SUCH for side in (mine, theirs)]
    return told[0], told[1]
