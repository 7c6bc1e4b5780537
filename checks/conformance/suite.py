"""The suite of an edition: a vector for every clause that can matter, and why there is none for the others."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from attrs import evolve, frozen

from advocatus.model.acts import act_of
from advocatus.model.game import BadPosition
from advocatus.model.rulebook import Edition
from advocatus.model.rules import Rules, make_rules
from advocatus.model.trace import BadDocument
from advocatus.specs.families import spec_of
from advocatus.specs.liveness import OUT

from ..deriving import game_of
from .dropping import other_procedures, turned, without_clause, without_norm
from .following import Follower, acts_for, wire
from .seeking import ALONGSIDE, CITED, CLAUSE, NORM, TURNED, Saying, Seeker, Sight, Target, finish, positions
from .vector import Outcome, Vector, outcome

PLAY = "play"
UNFELT = "nothing that was played depends on it alone"
NOTHING = "it states no norm, no value and no procedure, and nothing that was played rests on it"
TRIES, FEW_TRIES = 1_500, 300  # turns for each rule set and kind of target, and with other numbers of players
LONGER, MOST_TURNS = 6, 3_000  # so many times as many turns, and no more than so many, for what is known to matter
USUAL = 4  # players, where the edition lets so many play
Tell = Callable[[str], None]


@frozen
class Suite:
    """The vectors of an edition in the rulebook's order, and for each clause or norm without one the reason."""

    edition: Edition
    vectors: tuple[Vector, ...]
    without: Mapping[str, str]


def rule_sets(
    edition: Edition, players: Sequence[int], answers: Mapping[str, str]
) -> tuple[Rules, ...]:
    """The rules that vectors are sought under: a usual number of players, each variant, what else clauses ask for.

    Raises `BadChoice` for a number of players that the edition does not have, or for none of them.
    """
    first = list(players) or sorted(edition.players, key=lambda n: (n != USUAL, n))
    sets = [make_rules(edition, first[0], (), answers)]
    for variant in edition.variants:
        count = next((n for n in first if not variant.players or n in variant.players), None)
        if variant.playable and count is not None:
            sets.append(make_rules(edition, count, (variant.id,), answers))
    for clause in edition.clauses:
        if clause.players and first[0] not in clause.players:
            sets += [make_rules(edition, n, (), answers) for n in first if n in clause.players][:1]
    return tuple(dict.fromkeys(sets))


class Maker:
    """Makes the vectors of an edition, rule set by rule set."""

    def __init__(
        self, edition: Edition, players: Sequence[int] = (), answers: Mapping[str, str] | None = None, seed: int = 0,
        tell: Tell = lambda _: None, tries: int = TRIES, only: Collection[str] = (), posing: bool = True,
    ) -> None:
        self.edition, self.seed, self.tell, self.tries = edition, seed, tell, tries
        self.posing = posing  # whether the solver is asked for what play does not feel
        self.only = frozenset(only)  # the clauses wanted; all, if none is named
        self.sets = rule_sets(edition, players, answers or {})
        self.others = [n for n in edition.players if (not players or n in players) and n != self.sets[0].players]
        self.vectors: dict[str, Vector] = {}
        self.because: dict[str, str] = {}
        self.said: dict[Rules, dict[Saying, Sight]] = {}  # what events said in the turns played, by rule set
        self._without: dict[tuple[Rules, Target], Rules] = {}

    def suite(self) -> Suite:
        """All vectors; expectations for every reading."""
        self._seek()
        expected = tuple(self._expected([self.vectors[key] for key in self._order()]))
        return Suite(self.edition, expected, self._missing())

    def games(self) -> tuple[Vector, ...]:
        """All vectors, without what to expect of them."""
        self._seek()
        return tuple(self.vectors[key] for key in self._order())

    def _seek(self) -> None:
        usual = self.sets[0]
        self._sought(usual, [(NORM, norm) for norm in self._unfelt(usual)])
        self._posed(usual, self._unfelt(usual))
        others = self.sets[1:]
        self._with_others()
        for rules in others:
            self._sought(rules, [(NORM, norm) for norm in self._unfelt(rules)])
        for rules, norms, clauses in self._first():
            if rules != usual:
                self._posed(rules, [norm for norm in norms if norm not in self.normed])
            self._sought(rules, [(CITED, norm) for norm in norms if norm not in self.normed])
            self._sought(rules, [(CLAUSE, key) for key in clauses if key not in self.claused])
        for rules, _, clauses in self._first():
            self._by_the_way(rules, [key for key in clauses if key not in self.claused])
            self._alongside(rules, [key for key in clauses if key not in self.claused and self._bears(key)])
        self._elsewhere()

    def _with_others(self) -> None:
        """What is not felt with the usual number of players, with others, before any variant is thought of.

        So is what events cite: a clause about who is not in every game is no matter where he is not.
        """
        usual = self.sets[0]
        for n in self.others:
            rules = make_rules(self.edition, n, (), dict(usual.answers))
            known = len(self.vectors)
            self._sought(rules, [(NORM, norm) for norm in self._unfelt(rules)], FEW_TRIES)
            self._sought(rules, [(CLAUSE, c.id) for c in self.edition.clauses if self._asked(c.id)
                                 and c.in_force((), n) and self._bears(c.id) and c.id not in self.claused], FEW_TRIES)
            if len(self.vectors) > known:
                self.sets = (*self.sets, rules)

    def _unfelt(self, rules: Rules) -> list[str]:
        return [norm.id for norm in rules.norms if self._asked(norm.clause) and norm.id not in self.normed]

    # ---------------------------------------------------------------- what there is

    @property
    def normed(self) -> frozenset[str]:
        """The norms that have a vector."""
        return frozenset(vector.norm for vector in self.vectors.values())

    @property
    def claused(self) -> frozenset[str]:
        """The clauses that have a vector."""
        return frozenset(vector.clause for vector in self.vectors.values())

    def _first(self) -> Iterator[tuple[Rules, list[str], list[str]]]:
        """Each rule set with the norms and clauses that are in force in none before it."""
        norms: set[str] = set()
        clauses: set[str] = set()
        for rules in self.sets:
            mine = [norm.id for norm in rules.norms if self._asked(norm.clause) and norm.id not in norms]
            told = [c.id for c in self.edition.clauses
                    if self._asked(c.id) and c.in_force(rules.variants, rules.players) and c.id not in clauses]
            norms.update(mine)
            clauses.update(told)
            yield rules, mine, told

    def _asked(self, clause: str) -> bool:
        return not self.only or clause in self.only

    def _order(self) -> list[str]:
        places = {clause.id: i for i, clause in enumerate(self.edition.clauses)}
        return sorted(self.vectors, key=lambda key: (places.get(self.vectors[key].clause, len(places)), key))

    def _bears(self, clause: str) -> bool:
        """Whether a clause states a fact or a procedure, or that ranks count."""
        stated = (*(f.clause for f in self.edition.facts), *(s.clause for s in self.edition.switches))
        return clause in (self.edition.precedence, *stated)

    def _missing(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for _, norms, clauses in self._first():
            found |= {key: self.because.get(key, UNFELT) for key in norms if key not in self.normed}
            for key in clauses:
                if key not in self.claused:
                    normed = any(norm.clause == key for norm in self.sets[0].norms)
                    found[key] = UNFELT if normed or self._bears(key) else NOTHING
        return found

    # ---------------------------------------------------------------- seeking

    def _elsewhere(self) -> None:
        """What states a value that matters with other numbers of players only."""
        usual = self.sets[0]
        for n in self.others:
            rules = make_rules(self.edition, n, (), dict(usual.answers))
            wanted = [c.id for c in self.edition.clauses
                      if self._asked(c.id) and c.in_force((), n) and c.id not in self.claused and self._bears(c.id)]
            if wanted:
                self.sets = tuple(dict.fromkeys((*self.sets, rules)))
                self._by_the_way(rules, wanted)
                self._alongside(rules, [key for key in wanted if key not in self.claused])

    def dropped(self, rules: Rules, target: Target) -> Rules:
        """The rules without what a target is about."""
        if (rules, target) not in self._without:
            kind, key = target
            drop = {NORM: without_norm, CITED: without_norm, TURNED: turned}.get(kind, without_clause)
            self._without[rules, target] = drop(rules, key)
        return self._without[rules, target]

    def _seeker(self, rules: Rules, targets: Sequence[Target]) -> Seeker:
        beside = {target: self.dropped(rules, target) for target in targets if target[0] in (ALONGSIDE, TURNED)}
        said = self.said.setdefault(rules, {})
        return Seeker(rules, targets, lambda sight: self._shows(rules, sight), beside, said)

    def _sought(self, rules: Rules, targets: Sequence[Target], most: int = TRIES) -> None:
        if targets:
            kind, tries = targets[0][0], min(most, self.tries)
            self.tell(f"{rules.edition.key}, {rules.players} players: {len(targets)} of kind {kind}")
            self._keep(rules, self._seeker(rules, targets).seek(f"{self.seed}/{rules.digest}/{kind}", tries))

    def _alongside(self, rules: Rules, clauses: Sequence[str]) -> None:
        """Games that go elsewhere without clauses, or with another procedure in the place of one that they state."""
        self._sought(rules, [(ALONGSIDE, key) for key in clauses])
        left = [key for key in clauses if key not in self.claused]
        self._sought(rules, [(TURNED, change) for key in left for change in other_procedures(rules, key)])

    def _posed(self, rules: Rules, norms: Sequence[str]) -> None:
        """What the solver knows of norms that play did not feel: why they cannot be, or where they are."""
        spec = spec_of(self.edition.family) if self.posing else None
        if spec is None or not norms:
            return
        seeker = self._seeker(rules, [(NORM, norm) for norm in norms])
        live: set[Target] = set()
        for felt in spec.liveness(rules, norms):
            if felt.what != OUT:
                continue
            if felt.idle:
                covers = f": {', '.join(felt.covers)}" if felt.covers else ""
                self.because[felt.norm.id] = f"proved idle with {rules.players} players, {felt.reason}{covers}"
                continue
            live.add((NORM, felt.norm.id))
            rest = _rested(rules, felt.state)
            rng = Random(f"{self.seed}/{felt.norm.id}")
            for _ in range(self.tries if rest is not None else 0):
                seeker.turn(rest, rng)
        rng = Random(f"{self.seed}/{rules.digest}/live")
        for _, rest in zip(range(min(LONGER * self.tries, MOST_TURNS)), positions(rules, rng), strict=False):
            if live <= set(seeker.found):  # what the solver knows to matter is looked for longer
                break
            seeker.turn(rest, rng)
        self._keep(rules, seeker.found)

    def _keep(self, rules: Rules, found: Mapping[Target, Sight]) -> None:
        clauses = {norm.id: norm.clause for norm in rules.norms} | {s.id: s.clause for s in self.edition.switches}
        for (kind, key), sight in sorted(found.items()):
            norm, change = key if kind in (NORM, CITED) else "", key if kind == TURNED else ""
            start, acts, at = whole(rules, sight)
            clause, shown = clauses.get(norm or change.partition("=")[0], key), CITED if kind == CITED else PLAY
            vector = Vector(rules, clause, norm, shown, at, start, acts, {}, change)
            self.vectors.setdefault(vector.id, vector)

    def _shows(self, rules: Rules, sight: Sight) -> bool:
        """Whether the acts of a sight come out otherwise without its target."""
        start, acts = _acts(rules, sight)
        with_it, without = outcome(rules, start, acts), outcome(self.dropped(rules, sight.target), start, acts)
        if sight.target[0] == CITED:
            return with_it.same(without) and with_it.because != without.because
        return not with_it.same(without)

    def _by_the_way(self, rules: Rules, clauses: Sequence[str]) -> None:
        """Vectors for clauses that have none: games of others, and a deal, that come out otherwise without them."""
        known = [v for v in self.vectors.values() if v.rules == rules]
        known = [_deal_vector(rules, self.seed), *sorted(known, key=lambda v: (len(v.acts), v.id))]
        usual = [outcome(rules, vector.start, vector.acts) for vector in known]
        for key in clauses:
            less = self.dropped(rules, (CLAUSE, key))
            for vector, there in zip(known, usual, strict=True):
                if not there.same(other := outcome(less, vector.start, vector.acts)):
                    made = evolve(vector, clause=key, norm="", shown=PLAY, at=_first_apart(there, other))
                    self.vectors.setdefault(made.id, made)
                    break

    # ---------------------------------------------------------------- what to expect

    def _expected(self, vectors: Sequence[Vector]) -> Iterator[Vector]:
        told: dict[str, dict[str, Outcome]] = {
            v.id: {"": outcome(v.rules, v.start, v.acts)} for v in vectors}
        for rules in self.sets:
            mine = [v for v in vectors if v.rules == rules]
            self.tell(f"{rules.edition.key}, {rules.players} players: other readings of {len(mine)} vectors")
            for key, other in readings(rules) if mine else ():
                for vector in mine:
                    found = outcome(other, vector.start, vector.acts)
                    if not found.same(told[vector.id][""]):
                        told[vector.id][key] = found
        yield from (evolve(v, expect=told[v.id]) for v in vectors)


def readings(rules: Rules) -> Iterator[tuple[str, Rules]]:
    """The rules under every other reading of each single question, by QUESTION=READING."""
    chosen = dict(rules.answers)
    for question in rules.edition.questions:
        for reading in question.readings if rules.applies(question) else ():
            if reading != chosen.get(question.id, question.default):
                answers = {**chosen, question.id: reading}
                yield f"{question.id}={reading}", make_rules(rules.edition, rules.players, rules.variants, answers)


def _rested(rules: Rules, state: Any) -> Any | None:
    """The rest point with the cards of a state; None where there is none."""
    told = Follower(rules, state).told()
    cards = {key: value for key, value in told.items() if key not in ("rest", "owed", "verdict")}
    acts = wire(rules)
    try:
        rest = acts.position(rules, cards, "felt")
        if any(acts.unreached(rules, rest, "")):  # the solver is free to choose a turn that no game brings there
            rest = acts.position(rules, {**cards, "turn": None}, "felt")
        return None if any(acts.unreached(rules, rest, "")) else rest
    except (BadPosition, BadDocument):
        return None


def _acts(rules: Rules, sight: Sight) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The start of a sight, and the acts up to the one that shows it."""
    follower = Follower(rules, sight.rest)
    acts = acts_for(rules, sight.rest, sight.moves)
    for act in acts:
        follower.apply(follower.read(act))
    frame = follower.game.top(follower.settled)
    start = {"position": Follower(rules, sight.rest).position()}
    return start, [*acts, act_of(follower.acts, frame.kind if frame else "", sight.move)]


def whole(rules: Rules, sight: Sight) -> tuple[dict[str, Any], tuple[dict[str, Any], ...], int]:
    """The same with acts that bring the game to a rest point; and which act shows it."""
    start, acts = _acts(rules, sight)
    follower = Follower(rules, sight.rest)
    for act in acts:
        follower.apply(follower.read(act))
    settled = follower.settled
    after = acts_for(rules, settled, finish(rules, settled))
    return start, (*acts, *after), len(acts) - 1


def _deal_vector(rules: Rules, seed: int) -> Vector:
    """A turn in which nothing is done, from a deal."""
    state = game_of(rules).start(game_of(rules).random_deal(Random(seed)))
    follower = Follower(rules, state)
    told = follower.told()
    start = {"deal": {key: told[key] for key in follower.acts.dealt if told[key]}}
    moves = acts_for(rules, state, finish(rules, state))
    return Vector(rules, "", "", PLAY, -1, start, tuple(moves), {})


def _first_apart(usual: Outcome, other: Outcome) -> int:
    """The first act of which something else becomes, -1 for the start; the last one if only the state differs."""
    pairs = zip(usual.answers, other.answers, strict=False)
    if usual.start != other.start:
        return -1
    return next((i for i, (one, two) in enumerate(pairs) if one != two), len(usual.answers) - 1)


