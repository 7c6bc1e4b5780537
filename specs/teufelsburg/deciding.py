"""What is promised of decisions: that there is something to do, and what can be done only once, or has no end.

A condition that no table at all can meet needs no more proof; only where one can, sound positions are asked for,
come to by a legal move as far as `places` knows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

import z3
from attrs import evolve, frozen

from ...model.game import TABLE
from ...model.norms import FORBID, Norm
from ...model.rules import Gap, Rules
from ...model.teufelsburg.cards import ROLES
from ..algebra import Term, never
from ..promise import Promise
from ..prover import PROVED, REFUTED, UNKNOWN, UNSAT, VACUOUS, Limit, Model, Query
from ..settling import norms_at, stand
from .clashes import clashes, gaps
from .codes import Box, card
from .effects import Act
from .listing import Situation, use
from .opening import used_at
from .places import A, Ground, Place, ground, other_places, owed_places
from .pose import OWNER
from .promises import Saying, promise_of, state_of
from .shapes import BASES, GIVING
from .situation import name, settled
from .step import Step, after, enabled
from .steps import STEPS
from .table import fresh, is_frame

_ONCE = Saying("occupation.once", "", "An occupation that works once cannot be used while it lies there used.", ())
_REST = Saying("turn.rest", "", "Whoever is on turn has something to do where nothing else is owed.",
               ("turn.actions", "turn.order"))
_ANSWERED = Saying("turn.answered", "", "Whatever is asked of somebody, there is something to do",
                   ("turn.actions", "turn.order"))
_SURPLUS = Saying("hand.surplus.settled", "",
                  "Who has too much has one object too many, and when it is given away nobody has too much.",
                  ("hand.surplus", "hand.full"))


def deciding(rules: Rules, steps: Sequence[Step] = STEPS) -> tuple[Promise, ...]:
    """All promises about decisions, in a fixed order; ``unknown`` where the rules give no limit of a hand."""
    found = []
    last = partial(settled_at_once, steps=steps)
    for saying, prove in ((_ONCE, once), (_REST, rest), (_ANSWERED, answered), (_SURPLUS, last)):
        try:
            found.append(prove(rules))
        except (Gap, Limit) as reason:
            found.append(promise_of(rules, saying, UNKNOWN, None, str(reason)))
    return tuple(found)


@frozen(eq=False)
class _Asked:
    """A place, the positions of it that a promise speaks of, and those of them that would break it."""

    place: Place
    premise: Term
    against: Term


def _found(asked: Sequence[_Asked]) -> tuple[str, Model | None, Place | None]:
    """Whether no position is against it, with one that shows it, or one against it. Raises `Limit`."""
    for item in _open(asked):
        model = _model(item.place, item.premise, item.against)
        if model is not None:
            return REFUTED, model, item.place
    for item in asked:
        model = None if never(item.premise) else _model(item.place, item.premise)
        if model is not None:
            return PROVED, model, item.place
    return VACUOUS, None, None


def _open(asked: Sequence[_Asked]) -> Sequence[_Asked]:
    """Those that some table can be against, sound or not; mostly none, which one question tells."""
    left = [item for item in asked if not never(item.against)]
    any_ = Query({"against": A.some(A.every((item.premise, item.against)) for item in left)}).ask()
    return () if any_.kind == UNSAT else left


def _model(place: Place, *terms: Term) -> Model | None:
    answer = place.query().ask(*terms)
    if answer.kind == UNKNOWN:
        raise Limit(answer.reason)
    return answer.model


def _told(rules: Rules, saying: Saying, asked: Sequence[_Asked], detail: str, value: int | None = None) -> Promise:
    kind, model, place = _found(asked)
    witness = None if place is None else state_of(place.here.box, model, place.here.table)
    return promise_of(rules, saying, kind, witness, detail, value)


# ---------------------------------------------------------------- once only


def limited(rules: Rules) -> Mapping[str, tuple[Norm, ...]]:
    """The occupations that the rules let work once, each with the norms that bar it when it was used."""
    table = fresh(Box(rules), "anywhere")
    found = {}
    for role in ROLES:
        norms: dict[str, Norm] = {}
        for kind in used_at(rules, role):
            here = Situation(Box(rules), evolve(table, roles=(card(role), *table.roles[1:])), kind, OWNER, owed=False)
            for norm in norms_at(rules.norms, kind, ("use",)):
                if norm.mood == FORBID and norm.when is not None and {"face_up", "spent"} & norm.when.names:
                    (item,) = stand(A, (norm,), (use(card(role), z3.Bool("lies")),), partial(name, A, here), owed=False)
                    if not never(item.covers[0]):
                        norms[norm.id] = norm
        if norms:
            found[role] = tuple(norms.values())
    return found


def once(rules: Rules) -> Promise:
    """Nobody can use an occupation that works once where it lies face-up; `value` is how many such there are.

    Where what was used is hidden again, it is meant of those that were used. Which ones work once, the norms say that
    bar them; that these bar them at every kind of frame, whatever other norms say, is what is proved.
    """
    norms = limited(rules)
    codes = frozenset(card(role) for role in norms)
    clauses = tuple(dict.fromkeys(norm.clause for barring in norms.values() for norm in barring))
    saying = evolve(_ONCE, clauses=clauses)
    if not norms:
        return promise_of(rules, saying, VACUOUS, None, "no occupation is limited to one use", 0)
    kinds = tuple(dict.fromkeys(kind for role in norms for kind in used_at(rules, role)))
    asked = [_Asked(place, *_again(place, codes)) for place in _everybody(ground(rules), kinds)]
    return _told(rules, saying, asked, f"of {', '.join(norms)}; at {len(kinds)} kinds of decision", len(norms))


def _everybody(ground: Ground, kinds: Sequence[str]) -> Iterator[Place]:
    """Every kind of frame of these with everybody who may use something there."""
    yield from (place for place in owed_places(ground, kinds) if place.seat != TABLE)
    for kind in kinds:
        yield from other_places(ground, kind)


def _again(place: Place, codes: frozenset[int]) -> tuple[Term, Term]:
    """The seat's occupation works once and lies there used; it can be used all the same."""
    here = place.here
    spent = name(A, here, "spent", None)
    hidden = here.box.rules.switch("occupation.shown") == "hidden-again"
    used = A.some((here.table.shown[here.by], spent if hidden else False))
    return A.every((A.member(here.table.roles[here.by], codes), used)), settled(A, here).legal_at(("use",))


# ---------------------------------------------------------------- something to do


def rest(rules: Rules) -> Promise:
    """At the choice of an action and at the end of a turn some move is legal, in every sound position."""
    asked = [_Asked(place, True, settled(A, place.here).stuck) for place in owed_places(ground(rules), BASES)]
    return _told(rules, _REST, asked, "by the norms, where an action is chosen and where the turn ends")


def answered(rules: Rules) -> Promise:
    """Whatever is owed, some move is legal, but where one of the clashes leaves none; `value` is how many those are.

    Refuted by a gap. The clashes are findings of their own: nothing else leaves a seat without a move.
    """
    told, missing = clashes(rules), gaps(rules)
    says = f"{_ANSWERED.says}, but where norms clash as told." if told else f"{_ANSWERED.says}."
    saying = evolve(_ANSWERED, says=says)
    if missing:
        return promise_of(rules, saying, REFUTED, missing[0].state, f"nothing to do at {missing[0].frame}", len(told))
    detail = "; ".join(f"{' + '.join(clash.norms)} at {clash.frame}" for clash in told)
    return _told(rules, saying, [_Asked(place, True, False) for place in owed_places(ground(rules), BASES)],
                 detail or "in every kind of decision", len(told))


# ---------------------------------------------------------------- a surplus


def settled_at_once(rules: Rules, steps: Sequence[Step] = STEPS) -> Promise:
    """A surplus is of one object, and giving it away brings no other; refuted by a gift that does."""
    (step,) = (step for step in steps if (step.frame, step.act) == ("unload", "give"))
    asked = []
    for place in owed_places(ground(rules), ("unload",)):
        box, table = place.here.box, place.here.table
        act = Act(OWNER, card=z3.Int("card"))
        norms = settled(A, place.here)
        legal = A.some(A.every((A.eq(act.card, c.key[1]), term))
                       for c, term in zip(norms.candidates, norms.legal, strict=True) if c.act == "give")
        later = after(A, box, step, table, act)
        one = A.eq(table.size(A, OWNER), A.total((box.limit, 1)))
        none = A.no(A.some(is_frame(A, slot, *GIVING) for slot in later.agenda))
        premise = A.every((legal, *enabled(A, box, step, table, act).values()))
        asked.append(_Asked(place, premise, A.no(A.every((one, none)))))
    return _told(rules, _SURPLUS, asked, "by the step that gives it away, after a legal choice of who gets it")
