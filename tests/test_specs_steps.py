"""The symbolic steps: what each does, and steps wrong on purpose, which the proofs must notice.

`PLANTED` serves `test_agreement` too: what breaks no invariant is noticed there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from attrs import evolve

from advocatus.model.families import editions
from advocatus.model.rules import Rules, make_rules
from advocatus.model.teufelsburg.cards import ROLES
from advocatus.model.teufelsburg.engine import Teufelsburg
from advocatus.specs.algebra import Symbolic
from advocatus.specs.induction import induce
from advocatus.specs.prover import PROVED
from advocatus.specs.teufelsburg.cases import GRANTED, cases
from advocatus.specs.teufelsburg.codes import CODES, Box
from advocatus.specs.teufelsburg.decode import decode, evaluate
from advocatus.specs.teufelsburg.effects import frame, move, owe, set_at
from advocatus.specs.teufelsburg.opening import alike
from advocatus.specs.teufelsburg.step import Step
from advocatus.specs.teufelsburg.steps import STEPS
from advocatus.specs.teufelsburg.trading import gives

TERMS = Symbolic(CODES)
Leads = Callable[[Any, Any, Any, Any], Any]


def instead(key: str, leads: Leads | None = None, **others: Any) -> tuple[Step, ...]:
    """The steps with one of them changed."""
    assert key in {step.key for step in STEPS}
    return tuple(
        evolve(step, leads=leads or step.leads, **others) if step.key == key else step for step in STEPS
    )


def of(key: str) -> Leads:
    """What a step rightly does."""
    return next(step.leads for step in STEPS if step.key == key)


def then(key: str, change: Callable[[Any, Any, Any], Any]) -> tuple[Step, ...]:
    """The steps with something more, or something else, done at the end of one of them."""
    return instead(key, lambda a, box, table, act: change(a, of(key)(a, box, table, act), act))


def keeps_the_offered(a: Any, _: Any, table: Any, act: Any) -> Any:
    top = table.agenda[0]
    return owe(move(a, table, (act.card, act.by, top.to)), 1,
               frame("activate", top.to, to=act.by, card=top.card, other=act.card),
               frame("activate", act.by, to=top.to, card=act.card, other=top.card))


def loses_the_returned(a: Any, _: Any, table: Any, act: Any) -> Any:
    top = table.agenda[0]
    return owe(move(a, table, (top.card, top.to, act.by), (act.card, act.by, 99)), 1,
               frame("activate", top.to, to=act.by, card=top.card, other=act.card),
               frame("activate", act.by, to=top.to, card=act.card, other=top.card))


def partner_draws(a: Any, _: Any, table: Any, __: Any) -> Any:
    del a
    return owe(table, 1, frame("draw", table.agenda[0].to))


def other_text_first(_: Any, agenda_of: Any, __: Any) -> Any:
    first, second, *rest = agenda_of.agenda
    return evolve(agenda_of, agenda=(second, first, *rest))


def forgets_the_demand(_: Any, __: Any, table: Any, act: Any) -> Any:
    top = table.agenda[0]
    return owe(table, 1, frame("answer", top.to, to=top.by, card=act.card))


def gives_two(a: Any, box: Any, table: Any, act: Any) -> Any:
    to = table.agenda[0].to
    return gives(a, box, move(a, table, (act.card, act.by, to)), act)


# name: the steps, the frames in which it shows, an invariant that it breaks (or none)
PLANTED: dict[str, tuple[tuple[Step, ...], tuple[str, ...], str]] = {
    "the offered object stays": (instead("answer/return", keeps_the_offered), ("answer",), "owning"),
    "the returned object is lost": (instead("answer/return", loses_the_returned), ("answer",), "conserved"),
    "the other text comes first": (then("answer/return", other_text_first), ("answer",), ""),
    "a refusal swaps": (
        instead("answer/refuse", lambda a, _, t, act: owe(move(a, t, (t.agenda[0].card, t.agenda[0].to, act.by)), 1)),
        ("answer",), "owning"),
    "the demand is forgotten": (instead("offer/offer", forgets_the_demand), ("offer",), ""),
    "the partner draws": (instead("activate/activate-bag", partner_draws), ("activate",), ""),
    "no surplus after a draw": (instead("draw/draw", gets=lambda *_: ()), ("draw",), "within-limit"),
    "the known top stays": (
        then("draw/draw", lambda a, t, _: evolve(t, top=(t.top[0], t.top[0]))), ("draw",), "known-top"),
    "two are given away": (instead("unload/give", gives_two), ("unload",), "conserved"),
    "a surplus is dropped": (instead("surplus/give-to", lambda a, _, t, __: owe(t, 1)), ("surplus",), "within-limit"),
    "the lacking player's turn": (instead("demand-what/lack", lambda a, _, t, __: owe(t, 1)), ("demand-what",), ""),
    "the diplomat stays hidden": (
        then("action/use-diplomat", lambda a, t, act: evolve(t, shown=set_at(a, t.shown, act.by, False))),
        ("action",), "used"),
    "the diplomat stays fresh": (
        then("action/use-diplomat", lambda _, t, __: evolve(t, spent=tuple(False for _ in t.spent))),
        ("action",), "meaning"),
    "tome leaves roles": (instead("activate/activate-tome", lambda a, _, t, __: owe(t, 1)), ("activate",), ""),
    "the wrong neighbour": (
        instead("pass-on/all-right", next(s.leads for s in STEPS if s.key == "pass-on/all-left")), ("pass-on",), ""),
    "the right neighbour is next": (
        then("end/end-turn", lambda a, t, _: owe(t, 0, frame("action", a.ite(a.eq(t.active, 0), t.players - 1,
                                                                              t.active - 1)))), ("end",), "shape"),
    "a new role stays shown": (
        then("retrain/take-role", lambda a, t, _: evolve(t, shown=tuple(True for _ in t.shown))), ("retrain",),
        "face-up"),
    "the new role is another's": (
        then("retrain/take-role", lambda _, t, __: evolve(t, roles=(t.roles[1], *t.roles[1:]))), ("retrain",),
        "people"),
    "sides are swapped with the occupations": (
        then("activate/activate-tome", lambda _, t, __: evolve(t, sides=(*t.sides[1:], t.sides[0]))), ("activate",),
        "same-sides"),
    "bags turn too soon": (
        then("offer/offer", lambda _, t, __: evolve(t, turned=True)), ("offer",), "turning"),
}


def rules(players: int = 4) -> Rules:
    return make_rules(editions()["adlung"], players)


def test_every_step_has_a_name_of_its_own() -> None:
    assert len({step.key for step in STEPS}) == len(STEPS)


@pytest.mark.parametrize("players", [3, 7, *(pytest.param(n, marks=pytest.mark.slow) for n in (4, 5, 6, 8, 9, 10))])
def test_every_invariant_is_kept_by_every_step_there_is(players: int) -> None:
    found = induce(TERMS, cases(TERMS, Box(rules(players))), GRANTED)
    assert {name: kept.broken_by for name, kept in found.kept.items() if kept.kind != PROVED} == {}
    taken = {name.split(" ")[0].split("/")[0] for name in found.witnesses}
    assert taken >= {"action", "answer", "support", "duel.powers", "steal", "give-back", "tribute", "foresee"}


@pytest.mark.parametrize("name", PLANTED)
def test_the_induction_notices_what_breaks_an_invariant(name: str) -> None:
    wrong, frames, broken = PLANTED[name]
    found = induce(TERMS, cases(TERMS, Box(rules()), [step for step in wrong if step.frame in frames]), GRANTED)
    lost = {key for key, kept in found.kept.items() if kept.kind != PROVED and "rests on" not in kept.reason}
    assert (broken in lost) if broken else not lost


def test_a_case_at_many_kinds_of_frame_says_at_how_many() -> None:
    chosen = rules()
    many = {len(group) - 1 for role in ROLES for group in alike(chosen, role)}
    told = {int(case.name.split()[2]) for case in cases(TERMS, Box(chosen)) if case.name.endswith(" more")}
    assert told
    assert told <= many


@pytest.mark.parametrize("players", [3, 4, 7, 10])
def test_the_models_before_a_step_are_sound_to_the_engine(players: int) -> None:
    box = Box(rules(players))
    engine = Teufelsburg(rules(players))
    tried = cases(TERMS, box)
    found = induce(TERMS, tried, GRANTED)
    for case in tried:
        if case.name in found.witnesses:
            state = decode(box, evaluate(found.witnesses[case.name], case.subject))
            assert engine.well_formed(state) == (), case.name
