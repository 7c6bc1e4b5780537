"""The questions of the castles of Caleira put to the test: which readings part, in which game, by which knowledge."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
import z3
from castles import Board, edition, rules_for

from advocatus.checks.asking import _nearest_first, _parting
from advocatus.checks.caleira.ahead import Ahead
from advocatus.checks.caleira.forced import forced, shortest
from advocatus.checks.caleira.wild import WILD, is_token
from advocatus.checks.finding import Store, default_folder, load
from advocatus.checks.play import random_steps
from advocatus.checks.questioning import readings_of
from advocatus.checks.replaying import replay
from advocatus.checks.wild import Want, wild_of
from advocatus.model.caleira import moves as mv
from advocatus.model.families import editions, open_game
from advocatus.model.game import make
from advocatus.specs.algebra import Codes, Concrete
from advocatus.specs.caleira import counting, nearing
from advocatus.specs.caleira.tally import tally_of
from advocatus.specs.prover import PROVED, UNKNOWN


def parted(name: str) -> tuple[Any, ...]:
    """The finding of a reading, as `check` looks for it with the first player count."""
    places = _nearest_first([rules_for(n) for n in edition().players])
    rules, reading = places[name][0]
    _, findings = _parting(reading)(rules, None)  # type: ignore[arg-type]
    return tuple(findings)


def test_every_reading_of_every_question_has_its_game_on_file_and_it_replays() -> None:
    store = Store(default_folder())
    found = [load(path) for path in store.files("caleira")]
    asked = {reading.name for n in edition().players for reading in readings_of(rules_for(n))}
    assert {"=".join(f.cause) for f in found if f.kind == "question"} == asked
    assert [replay(finding, editions()) for finding in found] == [()] * len(found)


@pytest.mark.parametrize(
    ("name", "turn", "decisions"),
    [("market.choice=drawn", 1, 3), ("battlements.hidden=destroyed", 3, 3), ("source.gone=lost", 3, 6),
     ("throne.pending=goes-on", 4, 6), ("watchtower.order=from-turn", 3, 5), ("magician.few=none", 12, 13),
     ("tie.left=nobody", 18, 18), ("place.gap=stays", 9, 10), ("throne.span=once", 6, 12)],
)
def test_the_shortest_game_that_parts_readings(name: str, turn: int, decisions: int) -> None:
    (finding,) = parted(name)
    assert finding.shortest is not None
    assert (finding.shortest.turn, finding.shortest.decisions) == (turn, decisions)


def test_a_bound_that_is_too_high_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    right = Ahead.least

    def wrong(self: Ahead, state: Any, want: Want) -> tuple[int, int]:
        turns, decisions = right(self, state, want)
        return turns, decisions + 3 * (state.turn == 1)

    monkeypatch.setattr(Ahead, "least", wrong)
    with pytest.raises(AssertionError, match="brings the end nearer than it can"):
        parted("throne.span=once")


def test_a_move_left_out_makes_the_shortest_game_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    right = WILD.barred
    monkeypatch.setattr(WILD, "barred", lambda self, state, move: (
        right(self, state, move) or (isinstance(move, mv.PlayCard) and state.turn == 1 and not move.up)))
    (finding,) = parted("battlements.hidden=destroyed")
    assert finding.shortest is not None
    assert finding.shortest.turn > 3


def test_unknown_cards_play_as_any_cards_do() -> None:
    """A game of tokens, all told as the cards that they come to be, is a game of those cards."""
    for players in (2, 3, 4):
        rules = rules_for(players)
        game, wild, rng = open_game(rules), WILD(rules, ()), Random(players)
        for _ in range(10):
            state, moves, resolved = wild.blank(), [], {}
            while game.top(state) is not None and len(moves) < 60:
                opening = rng.choice(list(wild.openings(state)))
                told = wild.resolve(state, opening.resolved)
                actors = game.actors(told)
                legal = [m for m, _ in game.chances(told)] if actors == (-2,) else list(game.legal(told, actors[0]))
                legal = [m for m in legal if opening.only in (None, m) and not wild.barred(told, m)]
                if not legal:
                    continue
                resolved.update(opening.resolved)
                moves.append(rng.choice(legal))
                state = told
                for event in game.decide(state, moves[-1]):
                    state = game.evolve(state, event)
            concrete = wild.concrete(moves, resolved)
            assert concrete is not None
            deal, told_moves = concrete
            position = game.start(deal)
            for move in told_moves:
                for event in game.decide(position, move):
                    position = game.evolve(position, event)
            assert game.well_formed(position) == ()
            up = [(p.number, p.kind) for _, p in state.pieces if p.up]
            assert up == [(p.number, p.kind) for _, p in position.pieces if p.up]
            assert not any(is_token(p.kind) for _, p in state.pieces if p.up)


def test_somebody_can_be_forced_to_destroy_his_own_princess_where_no_piece_is_for_itself() -> None:
    rules = rules_for(2, {"target.itself": "another"})
    played, _, none_to = shortest(rules)
    assert played is not None
    last = played.steps[-1]
    assert open_game(rules).legal(last.before, last.move.by) == (last.move,)
    assert last.after.out == last.move.by
    assert (last.before.turn, none_to) == (4, 3)
    assert shortest(rules_for(2))[0] is None, "a Trebuchet that may destroy itself need not"


def test_who_has_another_choice_is_not_forced() -> None:
    for castles, answer, yes in (
        ([["-princess"], []], "another", True), ([["-princess"], []], "as-written", False),
        ([["-princess"], ["market"]], "another", False), ([[], ["-princess"]], "another", False),
        ([["-market"], []], "another", False),
    ):
        board = Board(castles, [["trebuchet"], ["barracks"]], answers={"target.itself": answer}).play("trebuchet")
        assert forced(board.game)(board.state) == yes


def test_bounds_hold_along_the_games_found() -> None:
    """On the way to each parting no bound is more than what the game still took."""
    for path in Store(default_folder()).files("caleira"):
        finding = load(path)
        rules = finding.rules.find(editions())
        reading = next(r for r in readings_of(rules if not rules.answers else rules_for(rules.players))
                       if r.name == "=".join(finding.cause))
        if not reading.frames or rules.answers:
            continue
        assert finding.trace is not None
        game, moves = open_game(rules), finding.trace.moves
        ahead, states = Ahead(rules), [game.start(finding.trace.deal)]
        for move in moves[:-1]:
            states.append(make(game, states[-1], move).after)
        for i, state in enumerate(states):
            took = states[-1].turn - state.turn, sum(1 for move in moves[i:] if move.by >= 0)
            assert min(ahead.least(state, want) for want in reading.wants) <= took, (path.name, i)


def test_bounds_hold_along_random_games() -> None:
    """What a game still takes until the last card is played is never less than the bound."""
    rules = rules_for(2)
    game, rng = open_game(rules), Random(3)
    want = Want(frozenset({"play"}), "end.count")
    for _ in range(5):
        deal = game.random_deal(rng)
        steps = list(random_steps(game, deal, rng, 500))
        if steps[-1].after.verdict.how != "count":
            continue
        last = max(i for i, step in enumerate(steps) if step.move.act == "play")
        for i, step in enumerate(steps[: last + 1]):
            turns, decisions = Ahead(rules).least(step.before, want)
            assert turns <= steps[last].before.turn - step.before.turn
            assert decisions <= sum(1 for s in steps[i : last + 1] if s.move.by >= 0)


# ---------------------------------------------------------------- what the searches rest on


def test_the_bounds_by_the_count_of_cards_are_proved_and_a_greater_one_is_not() -> None:
    for players in (2, 3, 4):
        assert nearing.count_is_near(rules_for(players))[0] == PROVED
        assert nearing.pile_is_near(rules_for(players), 3)[0] == PROVED

    def greedy(a: Any, rules: Any, tally: Any) -> Any:
        turns, cards = nearing.to_the_count(a, rules, tally)
        return turns, cards + turns

    assert nearing.consistent(rules_for(2), greedy)[0] != PROVED
    assert nearing.consistent(rules_for(3), lambda a, r, t: (t.pile + a.total(t.hands), 0))[0] != PROVED


def test_a_measure_over_steps_that_nobody_can_take_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nearing, "steps", lambda rules: (
        (name, before, {**premises, "never": z3.BoolVal(name[:4] != "play")}, after)
        for name, before, premises, after in counting.steps(rules)))
    verdict, detail = nearing.consistent(rules_for(2), lambda *_: (0, 0))
    assert verdict == UNKNOWN
    assert "play" in detail


def test_the_bounds_by_the_count_hold_in_random_games() -> None:
    """A second way: never more than the game still took."""
    numbers, rng = Concrete(Codes({})), Random(5)
    for players in (2, 3, 4):
        rules = rules_for(players)
        game = open_game(rules)
        for _ in range(4):
            steps = list(random_steps(game, game.random_deal(rng), rng, 500))
            if steps[-1].after.verdict.how != "count":
                continue
            last = max(i for i, step in enumerate(steps) if step.move.act == "play")
            for i, step in enumerate(steps[: last + 1]):
                turns, cards = nearing.to_the_count(numbers, rules, tally_of(step.before))
                assert turns <= steps[last].before.turn - step.before.turn
                assert cards <= sum(1 for s in steps[i : last + 1] if s.move.act == "play")


def test_most_games_on_file_are_proved_the_shortest() -> None:
    """All but those that lead far, for which a bound is argued by hand."""
    found = {load(path) for path in Store(default_folder()).files("caleira")}
    left = {"=".join(f.cause) for f in found if f.shortest is None or not f.shortest.proved}
    assert {name.partition("=")[0] for name in left} == {
        "moats.discard", "out.effects", "place.gap", "throne.span", "throne.standing"}
    for finding in found:
        reading = next(r for r in readings_of(rules_for(finding.rules.players)) if r.name == "=".join(finding.cause))
        wild = wild_of(reading.base, [reading.rules], reading.wants)
        assert wild is not None
        proved = all(bound.holds for bound in wild.bounds_of(reading.wants)) or not reading.frames
        assert proved == (reading.name not in left)
