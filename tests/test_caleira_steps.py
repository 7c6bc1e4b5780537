"""The steps of the castles over an algebra: held against the engine both ways, what they keep, and planted faults."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import pytest
import z3
from attrs import evolve
from castles import rules_for

from advocatus.checks.agreement import edges_agree, play_agrees
from advocatus.checks.play import random_steps
from advocatus.model.caleira.state import State
from advocatus.model.families import open_game
from advocatus.model.rules import Rules
from advocatus.specs.algebra import Concrete, Term
from advocatus.specs.caleira import keeping, steps
from advocatus.specs.caleira.flow import Flow
from advocatus.specs.caleira.keeping import LIGHTER, ONCE, A, cases, keeps
from advocatus.specs.caleira.mirror import CaleiraMirror, pending
from advocatus.specs.caleira.position import Position, fresh, position_of
from advocatus.specs.caleira.steps import STEPS, Act, Step, enabled
from advocatus.specs.caleira.table import CODES, Box
from advocatus.specs.induction import Case
from advocatus.specs.prover import PROVED, SAT, UNSAT, Query

NUMBERS = Concrete(CODES)
OTHERWISE: Mapping[int, Mapping[str, str]] = {
    2: {"watchtower.choice": "together", "market.choice": "drawn", "princess.own": "nobody", "throne.span": "once",
        "tie.left": "nobody"},
    3: {"source.gone": "lost", "out.castle": "razed", "out.effects": "resolved", "watchtower.order": "from-turn"},
    4: {"place.where": "anywhere", "place.gap": "stays", "throne.standing": "lost", "out.hand": "discard"},
}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_step_of_play_is_one_of_the_relation(players: int) -> None:
    for answers in ({}, OTHERWISE[players]):
        found = play_agrees(rules_for(players, answers), players, 4)
        assert found.partings == ()
        assert len([name for name in found.compared if "/" in name]) > 10


@pytest.mark.slow
def test_every_step_of_play_is_one_of_the_relation_under_each_reading() -> None:
    from castles import edition

    for question in edition().questions:
        for reading in question.readings:
            rules = rules_for(question.players[-1] if question.players else 2, {question.id: reading})
            assert play_agrees(rules, 7, 4).partings == (), (question.id, reading)


@pytest.mark.parametrize(("players", "share"), [
    (2, 4), *(pytest.param(n, 1, marks=pytest.mark.slow) for n in (2, 3, 4))])
def test_positions_that_the_solver_chose_play_as_the_relation_says(players: int, share: int) -> None:
    mirror = CaleiraMirror(rules_for(players))
    mirror.posed = mirror.whole  # type: ignore[method-assign]
    found = edges_agree(rules_for(players), 1, 1, mirror, share)
    assert found.partings == ()
    assert found.compared["sound"] > (20 if share > 1 else 100)
    assert len([name for name in found.compared if name.startswith("one way")]) > 12


@pytest.mark.parametrize("players", [2, 3, 4])
def test_positions_of_play_are_what_the_induction_says(players: int) -> None:
    rules, rng = rules_for(players), Random(players)
    game, box = open_game(rules), Box(rules)
    for _ in range(5):
        for step in random_steps(game, game.random_deal(rng), rng, 300):
            held = keeps(NUMBERS, box, position_of(box, step.before, len(step.before.agenda) + 1))
            assert [name for name, holds in held.items() if not holds] == []


@pytest.mark.parametrize("players", [2, 4])
def test_hands_are_exchanged_with_somebody_at_the_table(players: int) -> None:
    box, act = Box(rules_for(players)), Act(0, to=z3.Int("to"))
    (step,) = (step for step in STEPS if step.act == "swap-with")
    there = enabled(A, box, step, fresh(box, "t", 2), act)["there"]
    assert [Query({"there": there}).ask(A.eq(act.to, to)).kind for to in (-1, 0, players - 1, players)] == [
        UNSAT, SAT, SAT, UNSAT]


def test_nothing_is_known_of_the_pile_below_what_is_not() -> None:
    rules = rules_for(2)
    game, box = open_game(rules), Box(rules)
    state = game.start(game.random_deal(Random(1)))
    position = position_of(box, state, len(state.agenda) + 1)
    one, more = next((kind, many) for kind, many in position.rest.items() if many)
    known = evolve(position, rest={**position.rest, one: more - 1})
    for top, sound in (((one, 0), True), ((0, one), False)):
        assert all(keeps(NUMBERS, box, evolve(known, top=(*top, *position.top[2:]))).values()) == sound


def test_somebody_who_is_out_is_seen_whoever_it_is() -> None:
    rules, rng = rules_for(3), Random(4)
    game, box, seen = open_game(rules), Box(rules), set()
    for _ in range(60):
        for step in random_steps(game, game.random_deal(rng), rng, 300):
            out = step.after.out
            if step.after.agenda and out not in seen:
                seen.add(out)
                told = pending(NUMBERS, position_of(box, step.after, len(step.after.agenda) + 2))
                assert told["somebody is out"] == (out >= 0)
    assert seen >= {-1, 0}


# ---------------------------------------------------------------- the induction


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_kept_is_proved_over_every_step(players: int) -> None:
    found = keeping.kept(rules_for(players))
    assert {k.kind for k in found.kept.values()} == {PROVED}
    assert found.never == ()


def lost(rules: Rules, key: str, *asked: str) -> set[str]:
    """What a kind of step does not keep, of what is asked."""
    found: set[str] = set()
    for case in _cases(rules, key):
        query = Query({**case.before, **case.premises})
        found |= {name for name in asked if query.ask(A.no(case.after[name])).kind != UNSAT}
    return found


def _cases(rules: Rules, key: str) -> list[Case]:
    return [case for case in cases(A, Box(rules)) if case.name.startswith(key)]


def _told(here: Position, there: Position) -> Term:
    """A position is another one in all but its pieces and what waits."""
    bags = zip((*here.hands, here.discard, here.rest, here.gone), (*there.hands, there.discard, there.rest, there.gone),
               strict=True)
    top, seen = here.queue[0], there.queue[0]
    return A.every((
        *(A.eq(one[key], other[key]) for one, other in bags for key in one), A.eq(here.turn, there.turn),
        A.eq(here.out, there.out), A.eq(top.by, seen.by), A.eq(top.to, seen.to), A.eq(top.number, seen.number),
        *(A.eq(card, known) for card, known in zip(here.top, there.top, strict=True))))


@pytest.mark.parametrize(("players", "games"), [(3, 60), pytest.param(4, 150, marks=pytest.mark.slow)])
def test_the_induction_leaves_no_step_of_play_out(players: int, games: int) -> None:
    """Whatever premises the cases have, a step that games take is in one of them: with somebody out, by every seat."""
    rules, rng = rules_for(players), Random(players)
    game, box = open_game(rules), Box(rules)
    sorts: dict[tuple[Any, ...], State] = {}
    for _ in range(games):
        for step in random_steps(game, game.random_deal(rng), rng, 300):
            frame = step.before.agenda[0]
            if step.before.active == 0:  # where the cases are, all seats being alike
                sort = f"{frame.kind}/{step.move.act}", step.before.out >= 0, getattr(frame, "by", 0)
                sorts.setdefault(sort, step.before)
    found = cases(A, box)
    asked = {case.name: (Query({**case.before, **case.premises}), case.subject) for case in found}
    for (key, *_), state in sorts.items():
        there = position_of(box, state, keeping.DEPTH)
        mine = [one for name, one in asked.items() if name == key or name.startswith(f"{key} ")]
        assert any(query.ask(_told(here, there)).kind == SAT for query, here in mine), (key, state)
    assert {out for _, out, _ in sorts} == {False, True}
    assert len(sorts) > 30


def _does(key: str, wrong: Callable[[Callable[..., Any]], Callable[..., Any]]) -> tuple[Step, ...]:
    """The steps with one of them wrong."""
    return tuple(evolve(step, does=wrong(step.does)) if step.key == key else step for step in STEPS)


def _but(*names: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """A step in which some methods of a flow do nothing."""
    def wrong(does: Callable[..., Any]) -> Callable[..., Any]:
        def do(flow: Any, frame: Any, act: Any) -> None:
            for name in names:
                setattr(flow, name, lambda *_, **__: None)
            does(flow, frame, act)
        return do
    return wrong


FAULTS: Mapping[str, tuple[str, tuple[Step, ...], str]] = {
    "a drawn card is lost": ("draw/draw", _does("draw/draw", _but("hand")), "every card is in one place"),
    "the card drawn is not taken from the pile": (
        "draw/draw", _does("draw/draw", lambda does: lambda flow, frame, act: _backwards(does, flow, frame, act)),
        "every card is in one place"),
    "a card is not exchanged back": (
        "swap-return/give", _does("swap-return/give", lambda _: lambda flow, frame, act: (
            flow.hand(frame.to, frame.card, -1), flow.hand(frame.by, frame.card, 1), flow.tell("swapped"),
            flow.answered())), "hands are small, who is next has most"),
    "a look is forgotten": ("observatory/aim", _does("observatory/aim", _but("pieces")), ""),
    "what is looked at is not owed": ("observatory/aim", _does("observatory/aim", _but("put")), ""),
    "Barracks turn nothing": ("barracks/aim", _does("barracks/aim", _but("turn_down")), ""),
    "Barracks are never done": ("barracks/aim", _does("barracks/aim", _but("answered")), LIGHTER),
    "a Throne Room silences nothing": ("throne-room/aim", _does("throne-room/aim", lambda does: lambda f, o, act: (
        f.answered(), f.turned_up(act.piece))), ""),
    "what a Throne Room silences stays pending": (
        "throne-room/aim", _does("throne-room/aim", _but("drop_effects")), ""),
    "what a Trebuchet destroys goes nowhere": (
        "trebuchet/aim", _does("trebuchet/aim", lambda does: lambda f, o, act: _nowhere(does, f, o, act)),
        "every card is in one place"),
    "the Princess falls and nobody is out": ("trebuchet/aim", _does("trebuchet/aim", _but("fall")), ""),
    "a Watchtower is for one piece": ("watchtower/aim", _does("watchtower/aim", _but("put")), ""),
    "a Watchtower never ends": (
        "watchtower/aim", _does("watchtower/aim", lambda does: lambda f, o, act: does(
            f, evolve(o, turned=(0,) * len(o.turned)), act)), LIGHTER),
    "nothing revealed takes effect": ("reveal/reveal", _does("reveal/reveal", _but("set_off")), ""),
    "what is played takes no effect": ("play/play", _does("play/play", _but("set_off")), ""),
    "the turn never ends": ("play/play", _does("play/play", _but("settle")), ""),
    "the order of the pile stays": ("arrange/arrange", _does("arrange/arrange", lambda _: lambda f, o, act: (
        f.tell("arranged"), f.answered())), ""),
    "cards looked at are lost": (
        "turn-up/turn-up", _does("turn-up/turn-up", lambda does: lambda f, o, act: _unseen(does, f, o, act)),
        "every card is in one place"),
}


def _backwards(does: Any, flow: Any, frame: Any, act: Any) -> None:
    before = flow.now
    does(flow, frame, act)
    flow.change(rest=before.rest, top=before.top)


def _unseen(does: Any, flow: Any, frame: Any, act: Any) -> None:
    before = flow.now
    does(flow, frame, act)
    flow.change(top=before.top)


def _nowhere(does: Any, flow: Any, frame: Any, act: Any) -> None:
    before = flow.now
    does(flow, frame, act)
    flow.change(discard=before.discard)


@pytest.mark.parametrize("name", [
    pytest.param(name, marks=pytest.mark.slow) if key == "throne-room/aim" else name
    for name, (key, _, _) in FAULTS.items()])
def test_a_fault_planted_in_a_step_is_noticed(name: str) -> None:
    key, planted, _ = FAULTS[name]
    tries = ((players, seed) for seed in range(2) for players in (2, 4))
    if any(play_agrees(rules_for(players), seed, 3, mirror=CaleiraMirror(rules_for(players), planted)).partings
           for players, seed in tries):
        return
    mirror = CaleiraMirror(rules_for(2), planted, (key.partition("/")[0],))
    mirror.posed = mirror.whole  # type: ignore[method-assign]
    assert edges_agree(rules_for(2), 1, 0, mirror).partings


@pytest.mark.parametrize("name", [name for name, (_, _, broken) in FAULTS.items() if broken])
def test_a_fault_planted_in_a_step_breaks_what_is_kept(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    key, planted, broken = FAULTS[name]
    monkeypatch.setattr(keeping, "STEPS", tuple(step for step in planted if step.key == key))
    assert lost(rules_for(2), key, broken) == {broken}


WRONG: Mapping[str, tuple[str, Callable[..., Any]]] = {
    "who is out keeps his turn": ("_after", lambda flow, seat: (seat + 1) % flow.now.players),
    "an effect goes first": ("set_off", lambda flow, owner, kind, number, when, ahead=0: _first(
        flow, owner, kind, number, when)),
    "a row does not close up": ("taken_out", lambda flow, number, gap, when: flow.pieces(
        lambda slot: evolve(slot, owner=flow.a.ite(flow.a.every((when, flow.a.eq(slot.number, number))), -1,
                                                   slot.owner)))),
    "face-down pieces count nothing": ("worth", lambda flow, seat: 0),
}
_set_off = Flow.set_off


def _first(flow: Any, owner: Any, kind: Any, number: Any, when: Any) -> None:
    _set_off(flow, owner, kind, number, when, flow.a.total(
        flow.a.ite(flow.a.eq(frame.kind, 0), 0, 1) for frame in flow.now.queue))


@pytest.mark.parametrize("name", WRONG)
def test_a_fault_in_what_becomes_of_a_position_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    method, wrong = WRONG[name]
    monkeypatch.setattr(Flow, method, wrong)
    assert any(play_agrees(rules_for(n), seed, 4).partings for seed in range(12) for n in (3, 2))


def test_a_queue_cut_short_changes_nothing_else() -> None:
    """What the induction rests on: a step does the same whichever other frames wait, if some do."""
    rules, rng, cut = rules_for(2), Random(1), 0
    game, box = open_game(rules), Box(rules)
    for _ in range(60):
        for step in random_steps(game, game.random_deal(rng), rng, 300):
            agenda = step.before.agenda
            if len(agenda) < 3:
                continue
            found = next(s for s in STEPS if (s.frame, s.act) == (agenda[0].kind, step.move.act))
            act = steps.act_of(box, step.move)
            whole, _ = steps.outcome(NUMBERS, box, found, position_of(box, step.before, 12), act)
            short, _ = steps.outcome(
                NUMBERS, box, found, position_of(box, evolve(step.before, agenda=agenda[:2]), 12), act)
            if len(step.after.agenda) > 1 and step.after.turn == step.before.turn:
                cut += 1
                assert [getattr(whole, part) for part in ("slots", "hands", "rest", "top", "out", "turn")] == [
                    getattr(short, part) for part in ("slots", "hands", "rest", "top", "out", "turn")]
    assert cut > 2


def test_a_princess_falls_once_under_each_reading_of_what_follows() -> None:
    for answers in ({}, {"out.castle": "razed"}):
        assert lost(rules_for(3, answers), "trebuchet/aim at princess of 1", ONCE) == set()


def test_without_a_norm_that_keeps_it_nothing_is_proved() -> None:
    """Without the norm that one exchanges with another, a player could owe himself a card."""
    rules, owed = rules_for(2), "what is owed came up as the rules have it"
    clauses = tuple(
        evolve(c, norms=tuple(n for n in c.norms if n.id != "card.market/2")) if c.id == "card.market" else c
        for c in rules.edition.clauses)
    other = evolve(rules, edition=evolve(rules.edition, clauses=clauses))
    assert lost(rules, "market/swap-with", owed) == set()
    assert lost(other, "market/swap-with", owed) == {owed}
