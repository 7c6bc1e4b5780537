"""The earliest right proclamation and an early surplus: found, proved, and what a wrong bound comes to."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace

import pytest
from attrs import evolve

from advocatus.checks import clash
from advocatus.checks.context import CheckContext
from advocatus.checks.deriving import game_of
from advocatus.checks.finding import Store, default_folder
from advocatus.checks.play import random_steps
from advocatus.checks.row import BOUNDED, PROVED, UNKNOWN, UNREACHED, Row
from advocatus.checks.search import DECISIONS, SHIFT, BrokenBound, Limits, length_of, search
from advocatus.checks.teufelsburg import earliest
from advocatus.checks.teufelsburg.earliest import EverySide, proclamation, right, surplus
from advocatus.checks.wildspace import WildSpace, played
from advocatus.model.families import editions
from advocatus.model.rules import Rules, make_rules
from advocatus.specs.algebra import Concrete
from advocatus.specs.decisions import Wall
from advocatus.specs.teufelsburg import bounds, gaining
from advocatus.specs.teufelsburg.bounds import claim_bound_holds, claim_frames, one_object_a_move
from advocatus.specs.teufelsburg.codes import CODES, Box
from advocatus.specs.teufelsburg.effects import frame, owe
from advocatus.specs.teufelsburg.mirror import encode
from advocatus.specs.teufelsburg.steps import STEPS

CONTEXT = CheckContext(0, Store(default_folder()))


def rules(players: int, **answers: str) -> Rules:
    return make_rules(editions()["adlung"], players, (), {k.replace("_", "."): v for k, v in answers.items()})


def row(found: tuple[list[Row], tuple[()]] | object) -> Row:
    rows, findings = found  # type: ignore[misc]
    assert findings == ()
    return rows[0]  # type: ignore[no-any-return]


def test_a_surplus_without_a_procedure_is_a_gap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(earliest, "surplus_not_before", lambda _: gaining.Least(PROVED, 3))
    rows, findings = surplus(make_rules(editions()["zh"], 5), CONTEXT)
    assert rows[0].verdict == BOUNDED
    (gap,) = findings
    assert (gap.kind, gap.cause, dict(gap.rules.answers)) == (
        "gap", ("hand.surplus",), {"hand.surplus": "as-written"})
    told = make_rules(editions()["zh"], 5, answers={"hand.surplus": "as-written"})
    assert row(surplus(told, CONTEXT)).verdict == UNKNOWN


def test_what_comes_late_is_not_searched_for_where_that_is_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing is proved the search goes its way."""
    wall = Wall("surplus", 0, ("hand.recipient.room/1",), ("hand.recipient.room",), None)
    spec = SimpleNamespace(clashes=lambda _: [wall], gaps=lambda _: [], frames=())
    searched: list[str] = []
    monkeypatch.setattr(clash, "spec_of", lambda _: spec)
    monkeypatch.setattr(clash, "_reach", lambda _, proposed, __: searched.append(proposed.frame) or ())
    for verdict, told in ((PROVED, "; no such decision comes before turn 3, which is proved"), (UNKNOWN, "reaches")):
        monkeypatch.setattr(earliest, "surplus_not_before", lambda _, v=verdict: gaining.Least(v, 3))
        rows, _ = clash.walls(rules(4), CONTEXT)
        assert rows[0].verdict == UNREACHED
        assert rows[0].summary.endswith(told)
    assert searched == ["surplus"]


# ---------------------------------------------------------------- the proclamation


@pytest.mark.parametrize(("players", "decisions"), [(3, 2), (5, 3)])
def test_the_earliest_proclamation_is_proved_breadth_first(players: int, decisions: int) -> None:
    found = row(proclamation(rules(players), CONTEXT))
    assert (found.verdict, found.turn, found.value) == (PROVED, 1, decisions)
    assert found.shortest is not None
    assert found.shortest.proved


@pytest.mark.slow
def test_with_four_it_takes_the_diplomat_and_is_led_by_a_bound() -> None:
    found = row(proclamation(rules(4), CONTEXT))
    assert (found.verdict, found.turn, found.value) == (PROVED, 1, 10)
    assert found.seen[:3] == ("use", "demand-of", "demand")
    assert "proved of all" in (found.summary or "")


@pytest.mark.parametrize("players", [3, 5])
def test_led_and_not_led_come_to_the_same(players: int) -> None:
    here = rules(players)
    space = WildSpace(game_of(here), EverySide(here, ()))
    plain = search(space, [space.root()], right, Limits(2, 40_000))
    led = search(space, [space.root()], right, Limits(2, 40_000), bound=earliest.to_claim(here))
    assert plain.node is not None
    assert (plain.length, led.below) == (led.length, plain.length)
    assert led.states < plain.states / 5
    game = played(game_of(here), EverySide(here, ()), led)
    assert game is not None
    assert (game.turn, game.decisions) == (led.length >> SHIFT, led.length & DECISIONS)
    assert right(game.state)


def test_the_bound_of_the_search_is_the_bound_of_the_proof() -> None:
    for players in (3, 6):
        here = rules(players)
        game, box, rng = game_of(here), Box(here), Random(players)
        bound, frames = earliest.to_claim(here), claim_frames(here)
        for step in [s for _ in range(6) for s in random_steps(game, game.random_deal(rng), rng, 60)]:
            table = encode(box, step.after, len(step.after.agenda) + 1)
            assert bounds.to_claim(Concrete(CODES), frames, table) == bound(step.after)
            cost = length_of(step.after.turn - step.before.turn, int(step.move.by >= 0))
            assert bound(step.before) <= cost + bound(step.after)


def test_the_bound_is_proved_of_every_step() -> None:
    assert claim_bound_holds(rules(3)).verdict == PROVED


def test_a_question_that_is_proved_is_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules that differ in nothing that a proof asks share it; a step that differs is asked of anew."""
    asked: list[int] = []
    ask = bounds.Query.ask
    monkeypatch.setattr(bounds.Query, "ask", lambda query, *terms: (asked.append(1), ask(query, *terms))[1])
    monkeypatch.setattr(bounds, "_PROVED", bounds._Proved(99))
    assert claim_bound_holds(rules(3)).verdict == PROVED
    first, asked[:] = len(asked), []
    assert first > 1
    silent = make_rules(editions()["adlung"], 3, (), {"duel.stand-off.may": "may"})
    assert silent.digest != rules(3).digest
    assert claim_bound_holds(silent).verdict == PROVED
    assert asked == []
    fewer = tuple(s for s in STEPS if s.key != "end/end-turn")
    assert claim_bound_holds(rules(3), fewer).verdict == PROVED
    assert len(asked) == 1


def test_a_step_that_breaks_the_bound_is_named() -> None:
    """Planted: the end of a turn leads to another action in the same turn."""
    steps = tuple(
        evolve(s, leads=lambda a, box, table, act: owe(table, 1, frame("action", act.by))) if s.act == "end-turn" else s
        for s in STEPS if s.frame == "end")
    found = claim_bound_holds(rules(3), steps)
    assert (found.verdict, found.against) == ("refuted", "end/end-turn")


def test_a_bound_that_is_not_proved_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(earliest, "PLAIN", 50)
    monkeypatch.setattr(earliest, "claim_bound_holds", lambda _: bounds.Proof(UNKNOWN, 0, "x"))
    found = row(proclamation(rules(3), CONTEXT))
    assert (found.verdict, found.turn, found.value) == (BOUNDED, None, None)
    assert "up to turn 0, nor in turn 1 with fewer than" in (found.summary or "")


def test_a_wrong_bound_is_caught_on_the_way() -> None:
    """Planted: a proclamation is said to need a turn more."""
    here = rules(3)
    space, bound = WildSpace(game_of(here), EverySide(here, ())), earliest.to_claim(here)
    with pytest.raises(BrokenBound):
        search(space, [space.root()], right, Limits(4, 5_000), bound=lambda s: 2 * bound(s))


# ---------------------------------------------------------------- the surplus


@pytest.mark.parametrize(("players", "none_to", "turn"), [(3, 3, 5), pytest.param(6, 2, 3, marks=pytest.mark.slow)])
def test_an_early_surplus_is_found_and_none_much_earlier(players: int, none_to: int, turn: int) -> None:
    found = row(surplus(rules(players), CONTEXT))
    assert (found.verdict, found.turn) == (BOUNDED, turn)
    assert found.shortest is not None
    assert (found.shortest.proved, found.shortest.none_to) == (False, none_to)


def test_a_bound_of_the_surplus_that_is_not_proved_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(earliest, "surplus_not_before", lambda _: gaining.Least(UNKNOWN, why="some step"))
    monkeypatch.setattr(earliest, "amassed", lambda _: None)
    found = row(surplus(rules(4), CONTEXT))
    assert (found.verdict, found.turn, found.shortest) == (BOUNDED, None, None)
    assert "no bound is proved: some step" in (found.summary or "")


def test_without_a_limit_there_is_no_telling() -> None:
    silent = make_rules(editions()["adlung"], 3, (), {"hand.limit": "unsaid"})
    assert row(surplus(silent, CONTEXT)).verdict == UNKNOWN


def test_one_move_brings_one_object() -> None:
    assert one_object_a_move(rules(3)).verdict == PROVED


def test_a_move_that_brings_two_is_named() -> None:
    """Planted: a draw brings two objects."""
    draw = next(s for s in STEPS if s.frame == "draw")
    twice = evolve(draw, leads=lambda a, box, table, act: draw.leads(a, box, draw.leads(a, box, table, act), act))
    assert one_object_a_move(rules(3), (twice,)).against == "draw/draw"
