"""Clashes: the solver proposes, the engine plays there by the shortest game, the finding is filed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any

from attrs import evolve

from advocatus.model.families import families
from advocatus.model.game import CHANCE, Game
from advocatus.model.norms import Norm
from advocatus.model.rules import Gap as GapInRules
from advocatus.model.rules import Rules, make_rules
from advocatus.specs.families import Found as Proposed
from advocatus.specs.families import Spec, spec_of

from .cache import Result
from .context import CheckContext
from .deriving import Unplayable, findings_at, game_of
from .every import Reached, reached
from .explore import shortest_game
from .finding import BY_ALL, BY_SOLVER, CLASH, GAP, PROPOSED, Finding, smallest
from .knowledge import known_by
from .registry import Checker
from .row import BOUNDED, PROVED, UNKNOWN, UNREACHED, Row
from .walls import nearest_wall

SETTLED = "settled"
TURNS, STATES = 2, 40_000


def deals_towards(rules: Rules, proposed: Proposed) -> Iterable[Any]:
    """Deals of the family from which what was proposed is likely to be near; none if it has no such module."""
    towards: Callable[[Rules, Any, Sequence[Norm]], Iterable[Any]] | None
    towards = known_by(rules.edition.family, "deals", "towards")
    norms = [norm for norm in rules.norms if norm.id in proposed.norms]
    return () if towards is None else towards(rules, proposed.state, norms)


def same_wall(proposed: Proposed, gap: bool) -> Callable[[Game[Any, Any], Any], bool]:
    """Whether a position is stuck in the same frame by the same smallest set of norms."""

    def goal(game: Game[Any, Any], state: Any) -> bool:
        frame = game.top(state)
        if frame is None or frame.kind != proposed.frame:
            return False
        for seat in frame.owed if frame.owed != (CHANCE,) else ():
            resolution = game.resolve(state, seat)
            if gap and resolution.is_gap:
                return True
            if any(tuple(sorted(n.id for n in norms)) == proposed.norms for norms in resolution.clashes()):
                return True
        return False

    return goal


def walls(rules: Rules, context: CheckContext) -> Result:
    """A finding for each clash and gap of norms that the solver proposes and a game reaches.

    One that no search reaches is a row with the verdict ``unreached`` and is not filed. Where the solver finds
    none at all, a row says for which frames that is proved.
    """
    spec = spec_of(rules.edition.family)
    if spec is None:
        everything = reached(rules)
        return ((), ()) if everything is None else everywhere(rules, everything)
    try:
        proposed_by_kind = ((CLASH, spec.clashes(rules)), (GAP, spec.gaps(rules)))
    except GapInRules as gap:
        return [Row.of(rules, f"no {kind}", kind, UNKNOWN, summary=str(gap)) for kind in (CLASH, GAP)], ()
    rows: list[Row] = []
    findings: list[Finding] = []
    for kind, proposals in proposed_by_kind:
        context.progress(f"{kind}: {rules.edition.key}, {rules.players} players, {len(proposals)} proposed")
        for proposed in proposals:
            first = _first_turn(rules, proposed.frame)
            found = _reach(rules, proposed, kind == GAP) if first <= TURNS else ()
            if found:
                findings += found
            else:
                why = f"; no such decision comes before turn {first}, which is proved" if first > TURNS else ""
                rows.append(Row.of(rules, f"{proposed.frame}: {', '.join(proposed.norms)}", kind, UNREACHED,
                                   clauses=proposed.clauses, summary="the norms collide on a position that no "
                                   f"search of {TURNS} turns reaches{why}"))
        others = " but those found" if proposals else ""
        rows.append(Row.of(rules, f"no {kind}{others}", kind, PROVED, summary=covered(rules, spec)))
    return [*rows, *settled(rules, spec, proposed_by_kind[0][1])], findings


def everywhere(rules: Rules, everything: Reached) -> Result:
    """The findings of a game whose positions can all be gone through, each with the shortest game, and a row each."""
    game = game_of(rules)
    found: list[Finding] = []
    for place in everything.places:
        frame = game.top(place.state)
        if frame is None:
            continue
        deal, moves = place.game
        stuck = not game.chances(place.state) if frame.owed == (CHANCE,) else not all(
            game.legal(place.state, seat) for seat in frame.owed)
        ends = [moves] if stuck else [(*moves, last) for last, after in place.after.items() if after is None]
        found += [one for end in ends for one in findings_at(rules, deal, end, BY_ALL, proved=True)]
    verdict, kinds = PROVED if everything.whole else BOUNDED, {one.kind for one in found}
    return [Row.of(rules, f"no {kind}{' but those found' if kind in kinds else ''}", kind, verdict,
                   summary=everything.says) for kind in (CLASH, GAP)], smallest(found)


def without_precedence(rules: Rules) -> Rules:
    """The rules with no norm going before another."""
    def flat(norms: tuple[Norm, ...]) -> tuple[Norm, ...]:
        return tuple(evolve(norm, rank=0, overrides=frozenset()) for norm in norms)

    edition = rules.edition
    clauses = tuple(evolve(clause, norms=flat(clause.norms)) for clause in edition.clauses)
    questions = tuple(
        evolve(q, readings={key: evolve(r, change=evolve(r.change, norms=flat(r.change.norms)))
                            for key, r in q.readings.items()}) for q in edition.questions)
    return make_rules(evolve(edition, clauses=clauses, questions=questions), rules.players, rules.variants,
                      dict(rules.answers))


def settled(rules: Rules, spec: Spec, open_: Sequence[Proposed]) -> list[Row]:
    """A row for each collision that would leave nothing to do, were it not for what goes before what in the book."""
    ranked = {norm.rank for norm in rules.norms} != {0} or any(norm.overrides for norm in rules.norms)
    known = {(found.frame, found.norms) for found in open_}
    rows = []
    for found in spec.clashes(without_precedence(rules)) if ranked else ():
        if (found.frame, found.norms) in known:
            continue
        norms = [norm for norm in rules.norms if norm.id in found.norms]
        overriding = [norm.clause for norm in norms if any(other.clause in norm.overrides for other in norms)]
        by = tuple(dict.fromkeys(overriding)) or (rules.edition.precedence,)
        rows.append(Row.of(
            rules, f"{found.frame}: {', '.join(found.norms)}", CLASH, SETTLED,
            clauses=tuple(dict.fromkeys((*found.clauses, *by))), value=by[0],
            summary=f"they would leave nothing to do; {by[0]} settles which goes first"))
    return rows


def covered(rules: Rules, spec: Spec) -> str:
    """For which kinds of decision a family's clashes and gaps are complete."""
    left = [kind for kind in families()[rules.edition.family].grammar.frames if kind not in spec.frames]
    return f"in every kind of decision but {', '.join(left)}" if left else "in every kind of decision that there is"


def _first_turn(rules: Rules, kind: str) -> int:
    """The first turn in which a frame of a kind can be owed, as far as the family has that proved."""
    not_before: Callable[[Rules, str], int] | None = known_by(rules.edition.family, "earliest", "NOT_BEFORE")
    return 1 if not_before is None else not_before(rules, kind)


def _reach(rules: Rules, proposed: Proposed, gap: bool) -> tuple[Finding, ...]:
    """The findings of the shortest game of all; where that is too far, of a short one from a deal towards it."""
    game = game_of(rules)
    goal = same_wall(proposed, gap)
    if stop := nearest_wall(rules, proposed.frame, goal):
        with suppress(Unplayable):  # a clarification may ask of a hand what every deal at once had left open
            return findings_at(rules, stop.deal, stop.moves, PROPOSED, proved=True)
    for deal in deals_towards(rules, proposed):
        try:
            found = shortest_game(game, [deal], goal, turns=TURNS, states=STATES)
        except GapInRules:
            return ()
        if found.trace is not None:
            return findings_at(rules, deal, found.trace.moves, BY_SOLVER,
                               none_to=found.turn - 1)
    return ()


CHECKERS = (Checker("clashes", walls, searches=(CLASH,), cached=True),)
