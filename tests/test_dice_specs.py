"""The promises of Dice Devils: proved, attained by games that the engine plays, and felt where the rules are wrong."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from attrs import evolve

from advocatus.checks.deriving import findings_at, play_out
from advocatus.checks.dice_devils.silence import towards
from advocatus.checks.finding import BY_SEARCH
from advocatus.checks.replaying import replay
from advocatus.model.families import editions
from advocatus.model.rules import Rules, make_rules
from advocatus.specs.dice_devils import promises as dice_promises
from advocatus.specs.dice_devils import tally
from advocatus.specs.dice_devils.order import compare, oberteufel_first, oberteufel_last
from advocatus.specs.dice_devils.promises import by_rounds, promises
from advocatus.specs.promise import Played, Promise
from advocatus.specs.prover import BOUNDED, PROVED, REFUTED, UNKNOWN

EDITION = next(e for e in editions().values() if e.family == "dice-devils")
ADDED, ENDS = {"reveal.left-over": "added"}, {"supply.short": "ends"}


@cache
def _made(rules: Rules) -> dict[str, Promise]:
    return {promise.id: promise for promise in by_rounds(rules)}


def made(players: int, variants: tuple[str, ...] = (), answers: dict[str, str] | None = None) -> dict[str, Promise]:
    return _made(make_rules(EDITION, players, variants, answers or {}))


@pytest.mark.parametrize(("players", "answers", "least", "greatest", "short"), [
    (3, {}, 10, 28, "never"), (4, {}, 6, 37, "never"), (5, {}, 6, 46, "never"), (6, {}, 6, 55, 15),
    (3, ADDED, 10, 28, "never"), (4, ADDED, 6, 37, 19), (6, ADDED, 6, 55, 15),
    (6, ENDS, 6, 54, 15), (4, {**ADDED, **ENDS}, 6, 19, 19),
])
def test_rounds_and_the_supply(players: int, answers: dict[str, str], least: int, greatest: int, short: Any) -> None:
    found = made(players, (), answers)
    values = [found[name].value for name in ("rounds.least", "rounds.greatest", "supply.short")]
    assert values == [least, greatest, short]
    assert {found[name].verdict for name in ("rounds.least", "rounds.greatest", "supply.short")} == {PROVED}


@pytest.mark.parametrize(("players", "variants"), [(3, ()), (4, ("more-dice-offs",)), (6, ("more-dice-offs",)),
                                                   (5, ())])
def test_there_are_never_enough_objects_and_a_dice_off_is_certain(players: int, variants: tuple[str, ...]) -> None:
    found = made(players, variants)
    assert {p.verdict for p in found.values() if p.kind == "invariant" and p.id != "dice-offs.order"} == {PROVED}


def test_where_objects_are_added_there_are_enough_for_everybody_once() -> None:
    found = made(3, (), ADDED)
    assert found["objects.never-enough"].verdict == found["dice-off.certain"].verdict == REFUTED
    game = found["objects.never-enough"].witness
    assert isinstance(game, Played)
    state = play_out(make_rules(EDITION, 3, (), ADDED), game.deal, game.moves).steps[-1].after
    assert state.lying >= 3


def test_without_a_proof_or_a_game_nothing_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dice_promises, "played", lambda *_: None)
    monkeypatch.setattr(dice_promises, "follows", lambda *_: UNKNOWN)
    found = [promise.verdict for promise in dice_promises._enough(make_rules(EDITION, 3, (), ADDED))]
    assert found == [UNKNOWN, UNKNOWN]


def test_what_each_round_keeps_and_the_start_lacks_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tally, "held", lambda rules, r: {"late": r.turn >= 2})
    assert tally.kept.__wrapped__(make_rules(EDITION, 4)) == REFUTED


def test_all_promises_are_told_with_what_they_rest_on() -> None:
    found = promises(make_rules(EDITION, 3))
    assert {p.verdict for p in found if p.id != "dice-offs.order"} == {PROVED}
    assert {p.id: p.value for p in found}["round.decisions"] == 6
    assert all(p.clauses for p in found)


def test_games_that_attain_a_bound_are_played_by_the_engine() -> None:
    for name, rounds in (("rounds.least", 6), ("rounds.greatest", 37)):
        game = made(4)[name].witness
        steps = play_out(make_rules(EDITION, 4), game.deal, game.moves).steps
        assert (steps[-1].after.turn, steps[-1].after.agenda) == (rounds, ())


def test_a_text_with_other_numbers_has_other_promises() -> None:
    """The tester tested: three objects for three players, and an end with eleven."""
    facts = tuple(evolve(f, value=3, by_players=False) if f.id == "reveal.objects" else
                  evolve(f, value=11) if f.id == "end.objects" else f for f in EDITION.facts)
    found = {p.id: p for p in by_rounds(make_rules(evolve(EDITION, facts=facts), 3))}
    assert found["objects.never-enough"].verdict == REFUTED
    assert (found["rounds.greatest"].value, found["rounds.least"].value) == (31, 11)


def test_the_order_of_dice_offs_matters_where_the_oberteufels_is_not_the_first() -> None:
    """So the sentence on it is not idle: the Satansbraten adds a die of another roll."""
    rules = make_rules(EDITION, 5)
    assert compare(rules, oberteufel_first, 60).apart == ()
    assert compare(rules, oberteufel_last, 60).apart
    assert made(5)["dice-offs.order"].verdict == BOUNDED


def test_it_does_not_matter_at_all_where_the_first_roll_counts() -> None:
    rules = make_rules(EDITION, 5, (), {"satansbraten.adds": "first"})
    assert compare(rules, oberteufel_last, 60).apart == ()


@pytest.mark.parametrize("players", [3, 4])
def test_a_value_that_is_not_told_is_a_gap_with_a_game(players: int) -> None:
    rules = make_rules(EDITION, players, (), {"points.values": "unsaid"})
    led = towards(rules, "value.scarf")
    assert led is not None
    found, = findings_at(rules, *led, BY_SEARCH)
    assert (found.kind, found.trace is not None) == ("gap", True)
    assert replay(found, editions()) == ()
    assert towards(make_rules(EDITION, players), "value.scarf") is None  # told: no gap
