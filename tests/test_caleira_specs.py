"""What is promised of the castles of Caleira: each proof held against play, and each with a fault that it notices."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from random import Random
from typing import Any

import pytest
from attrs import evolve
from castles import rules_for

from advocatus.checks.play import random_steps
from advocatus.model.caleira.cards import KINDS
from advocatus.model.caleira.ending import points
from advocatus.model.caleira.frames import EFFECTS
from advocatus.model.caleira.state import Piece, deck
from advocatus.model.families import open_game
from advocatus.model.game import Step, play
from advocatus.model.rules import Rules
from advocatus.specs.algebra import Codes, Concrete
from advocatus.specs.caleira import counting, measure, scores, tally, ties
from advocatus.specs.caleira.promises import deals, playable, promises
from advocatus.specs.promise import Played
from advocatus.specs.prover import PROVED, UNKNOWN

A = Concrete(Codes({}))


def steps_of(rules: Rules, seed: int, games: int) -> Iterator[Step[Any]]:
    game, rng = open_game(rules), Random(seed)
    for _ in range(games):
        yield from random_steps(game, game.random_deal(rng), rng, 500)


def test_every_promise_of_the_usual_rules_is_proved_or_says_that_it_is_not_whole() -> None:
    for players in (2, 3, 4):
        found = {p.id: p for p in promises(rules_for(players))}
        assert {p.verdict for p in found.values() if p.id != "effects.most"} == {PROVED}
        assert found["effects.most"].verdict == "bounded"
    assert {p.id: p.value for p in promises(rules_for(2))} == {
        "play.possible": None, "setup.deals": 1395, "cards.one-place": None, "hands.size": 2, "game.turns": 18,
        "effects.end": None, "effects.most": 55, "princess.once": 1, "score.highest": 28,
        "score.lowest": 0, "tie.complete": "yes", "tie.shortest": (18, 18)}


# ---------------------------------------------------------------- the count of cards


@pytest.mark.parametrize("players", [2, 3, 4])
def test_play_keeps_to_the_count(players: int) -> None:
    """Each step of the engine is a step of the count, or changes nothing that is counted."""
    rules, known = rules_for(players), set()
    for step in steps_of(rules, players, 12):
        before, after = tally.tally_of(step.before), tally.tally_of(step.after)
        assert all(holds for _, holds in tally.invariants(A, rules, before))
        now = before
        for event in step.events:
            match event.tag:
                case "drew":
                    now = tally.drawn(now)
                case "played":
                    now = tally.put_down(now)
                case "eliminated":
                    now = tally.fallen(now, event.seat)  # type: ignore[attr-defined]
                case "turn":
                    now = tally.passed_on(A, now)
                case _:
                    continue
            known.add(event.tag)
        assert evolve(now, phase=0) == evolve(after, phase=0)
        if step.after.agenda:
            assert now.phase == after.phase
    assert known >= {"drew", "played", "turn"}


def test_the_count_begins_as_games_do() -> None:
    for players in (2, 3, 4):
        rules = rules_for(players)
        game = open_game(rules)
        assert tally.tally_of(game.start(game.random_deal(Random(0)))) == tally.begun(rules)


@pytest.mark.parametrize("name", ["drawn", "put_down", "passed_on", "fallen"])
def test_a_wrong_step_of_the_count_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    right = getattr(counting, name)

    def wrong(*args: Any) -> Any:
        made = right(*args)
        return evolve(made, pile=made.pile + 1) if name != "passed_on" else evolve(made, turn=made.turn + 1)

    counting.counted.cache_clear()
    monkeypatch.setattr(counting, name, wrong)
    assert counting.kept(rules_for(3)) == UNKNOWN
    monkeypatch.undo()
    counting.counted.cache_clear()
    assert counting.kept(rules_for(3)) == PROVED


def test_games_take_as_many_turns_as_is_proved() -> None:
    for players in (2, 3, 4):
        _, least, greatest = counting.turns(rules_for(players))
        ends = [step.after for step in steps_of(rules_for(players), players, 25) if step.after.verdict is not None]
        counted = [state.turn for state in ends if state.verdict.how == "count"]
        assert counted
        assert least <= min(counted) <= max(counted) == greatest


def test_a_play_that_depends_on_the_card_is_not_promised() -> None:
    assert playable(rules_for())[0] == PROVED
    rules = rules_for()
    norm = next(n for n in rules.norms if n.clause == "card.princess")
    clause = next(c for c in rules.edition.clauses if c.id == "card.princess")
    hard = evolve(clause, norms=(evolve(norm, when=None),))
    edition = evolve(rules.edition, clauses=tuple(hard if c is clause else c for c in rules.edition.clauses))
    assert playable(Rules(edition, 2))[0] == UNKNOWN


# ---------------------------------------------------------------- chains of effects


@pytest.mark.parametrize("answers", [
    {}, {"barracks.turns": "up"}, {"throne.turns": "down"}, {"watchtower.turns": "down"}, {"throne.span": "once"},
    {"watchtower.choice": "together"}, {"watchtower.choice": "together", "watchtower.turns": "down"},
])
def test_every_decision_makes_what_is_pending_lighter(answers: dict[str, str]) -> None:
    rules = rules_for(2, answers)
    weights = measure.weights(rules)
    assert weights is not None
    looked = 0
    for step in steps_of(rules, 7, 25):
        if step.move.act in ("play", "draw") or step.before.agenda[0].kind == "play":
            continue
        before, after = measure.weigh(weights, step.before), measure.weigh(weights, step.after)
        assert after < before if step.move.by >= 0 else after <= before, step.move
        looked += 1
    assert looked > 100


def test_lighter_weights_would_not_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the rule that Barracks lose more than they turn down, the weights found do not fall in play."""
    right = measure.lighter
    rules = rules_for(2)
    monkeypatch.setattr(measure, "_becomes", lambda rules, w: (
        item for item in _becomes(rules, w) if item[0] is not w["barracks"]))
    measure.weights.cache_clear()
    weights = measure.weights(rules)
    monkeypatch.undo()
    measure.weights.cache_clear()
    assert right is measure.lighter
    assert weights is not None
    assert any(
        measure.weigh(weights, step.after) >= measure.weigh(weights, step.before)
        for step in steps_of(rules, 7, 25) if step.before.agenda[0].kind == "barracks")


_becomes = measure._becomes


def test_all_effects_and_what_follows_weigh_something() -> None:
    weights = measure.weights(rules_for())
    assert weights is not None
    assert set(EFFECTS) <= set(weights)
    assert min(weights.values()) > 0


# ---------------------------------------------------------------- scores, ties, deals


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_highest_score_is_that_of_all_castles_tried(players: int) -> None:
    """A second way: every castle of so many cards is counted by the engine, all face-up but what is worth less so."""
    rules = rules_for(players)
    best = 0
    for cards in combinations_with_replacement(KINDS, scores.turns_of_seat(rules)):
        if all(cards.count(kind) <= rules.fact(f"cards.{kind}") for kind in set(cards)):
            for down in {0, *range(cards.count("battlements") + 1)}:
                hidden = ["battlements"] * down + ["trebuchet"] * cards.count("trebuchet")
                pieces = []
                for i, kind in enumerate(cards):
                    up = kind not in hidden
                    if not up:
                        hidden.remove(kind)
                    pieces.append(Piece(kind, i, up, ()))
                best = max(best, points(rules, pieces))
    found = scores.most(rules)
    assert found is not None
    assert best == found[0]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", ["score.highest", "score.lowest", "tie.complete"])
def test_the_games_shown_can_be_played_and_end_so(players: int, name: str) -> None:
    rules = rules_for(players)
    promise = next(p for p in promises(rules) if p.id == name)
    assert isinstance(promise.witness, Played)
    game = open_game(rules)
    last = [*play(game, game.start(promise.witness.deal), promise.witness.moves)][-1].after
    assert last.verdict is not None
    if name == "tie.complete":
        assert last.verdict.winners == tuple(range(players))
    else:
        assert points(rules, last.castles[0]) == promise.value


@pytest.mark.parametrize(("players", "most"), [(3, 22), (4, 18)])
def test_the_most_points_with_somebody_out_are_played(players: int, most: int) -> None:
    rules = rules_for(players)
    promise = next(p for p in promises(rules) if p.id == "score.highest.out")
    assert (promise.verdict, promise.value) == (PROVED, most)
    game = open_game(rules)
    last = [*play(game, game.start(promise.witness.deal), promise.witness.moves)][-1].after
    assert last.out == players - 2
    assert last.verdict is not None
    assert points(rules, last.castles[0]) == most
    assert sum(map(len, last.castles)) + len(last.discard) == last.turn == len(deck(rules)) - 2


@pytest.mark.parametrize("players", [3, 4])
def test_nobody_plays_more_cards_once_another_is_out_than_is_said(players: int) -> None:
    most = 0
    for step in steps_of(rules_for(players), players, 60):
        if step.after.out >= 0 and step.after.verdict is not None:
            most = max(most, *(len(castle) for seat, castle in enumerate(step.after.castles) if seat != step.after.out))
    assert 0 < most <= scores.turns_without(rules_for(players))


@pytest.mark.parametrize(("players", "length"), [(2, (18, 18)), (3, (16, 17)), (4, (18, 19))])
def test_the_shortest_complete_tie_is_a_game_of_so_many_turns_and_decisions(
    players: int, length: tuple[int, int]
) -> None:
    found = ties.shortest(rules_for(players))
    assert found is not None
    assert found[0] == length
    assert found[2]
    game = open_game(rules_for(players))
    last = [*play(game, game.start(found[1].deal), found[1].moves)][-1].after
    assert last.verdict is not None
    rows = [last.castles[seat] for seat in last.verdict.winners]
    assert len(rows) > 1
    assert len({(points(rules_for(players), row), sum(not p.up for p in row), len(row)) for row in rows}) == 1
    assert (last.turn, sum(move.by >= 0 for move in found[1].moves)) == length


def test_a_tie_that_is_longer_than_it_need_be_is_not_called_the_shortest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ties, "_ways", lambda _: [(ties.NOBODY, 1)])
    found = ties.shortest(rules_for(3))
    assert found is not None
    assert (found[0], found[2]) == ((18, 18), False)
    assert {p.id: p.verdict for p in promises(rules_for(3))}["tie.shortest"] == "bounded"


def test_a_bound_on_scores_that_is_not_attained_is_not_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    right = scores.most(rules_for(2))
    assert right is not None
    monkeypatch.setattr(scores, "most", lambda _: (right[0] + 1, right[1]))
    found = {p.id: p.verdict for p in promises(rules_for(2))}
    assert found["score.highest"] != PROVED


def test_a_bound_with_somebody_out_that_no_game_attains_is_not_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    right = scores.without_one(rules_for(3))
    assert right is not None
    for found in (None, (right[0] - 1, *right[1:])):
        monkeypatch.setattr(scores, "without_one", lambda _, found=found: found)
        assert {p.id: p.verdict for p in promises(rules_for(3))}["score.highest.out"] != PROVED


def test_the_deals_counted_are_those_there_are() -> None:
    cards = deck(rules_for(2))
    hands = {tuple(sorted((cards[i], cards[j]))) for i in range(len(cards)) for j in range(i)}
    pairs = [(one, other) for one, other in product(sorted(hands), repeat=2)
             if all((*one, *other).count(kind) <= cards.count(kind) for kind in {*one, *other})]
    assert deals(rules_for(2)) == len(pairs) == 1395
