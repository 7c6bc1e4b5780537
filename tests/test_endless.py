"""Endless play: games that come back to where they were; and what falls where play must end."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from attrs import evolve
from games import own_rulebook

from advocatus.checks.context import CheckContext
from advocatus.checks.endless import arenas_of, endless, endless_finding, falls, lasso, whole_turn
from advocatus.checks.finding import Finding, Store
from advocatus.checks.replaying import replay
from advocatus.checks.row import Row
from advocatus.checks.teufelsburg import endless as ending
from advocatus.model.families import editions, find_editions, open_game
from advocatus.model.game import make
from advocatus.model.rulebook import Edition
from advocatus.model.rules import make_rules
from advocatus.model.teufelsburg import moves as mv
from advocatus.specs.prover import PROVED
from advocatus.specs.teufelsburg.bounds import Proof


@pytest.fixture(autouse=True)
def _unproved(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """The proof that a turn must end has tests of its own; it is made here where a test is about it."""
    if "must_end" not in request.node.name:
        for proof in ("turn_falls", "uses_fall"):
            monkeypatch.setattr(ending, proof, lambda rules: Proof(PROVED, 0))


@cache
def run(edition: Edition, players: int, **answers: str) -> tuple[list[Row], dict[tuple[str, ...], Finding]]:
    rules = make_rules(edition, players, (), {key.replace("_", "."): value for key, value in answers.items()})
    context = CheckContext(0, Store(Path("nowhere")))
    rows, findings = endless([rules], context)
    return [*rows, *falls(rules, context)[0]], {f.cause: f for f in findings}


def test_surplus_goes_to_and_fro_between_full_hands_where_anyone_may_have_it() -> None:
    _, found = run(editions()["adlung"], 3)
    finding = found["hand.surplus",]
    assert (finding.rules.answers, finding.impact) == ((("hand.recipient", "as-written"),), "stops play")
    assert finding.trace is not None
    assert [move.act for move in finding.trace.moves[-4:]] == ["give-to", "give", "give-to", "give"]
    assert replay(finding, editions()) == ()


def test_everybody_can_put_the_end_off() -> None:
    for key, players, cause in (("adlung", 4, ("turn.order", "turn.pass")), ("dv", 4, ("spy.draw", "turn.order"))):
        _, found = run(editions()[key], players)
        assert cause in found, (key, [*found])
        assert found[cause].impact == "changes play"
        assert replay(found[cause], editions()) == ()


def test_who_may_ask_again_whom_he_likes_may_do_so_for_ever() -> None:
    _, found = run(editions()["zh"], 4)
    (finding,) = [f for f in found.values() if "trade.again" in f.cause]
    assert dict(finding.rules.answers)["trade.again.whom"] in ("again", "same")
    assert dict(finding.assumes) == dict(finding.rules.answers)
    assert replay(finding, editions()) == ()


def test_a_card_without_a_number_is_used_again_and_again() -> None:
    """Where nothing says how often: the hypnotist; where used cards may be used again: whoever adds a point."""
    _, found = run(editions()["adlung"], 3)
    finding = found["profession.hypnotist",]
    assert dict(finding.rules.answers) == {"profession.hypnotist.repeat": "as-written"}
    assert finding.impact == "stops play"
    assert replay(finding, editions()) == ()
    rows, others = run(editions()["zh"], 3)
    assert {("profession.hypnotist",), ("profession.thug",), ("profession.grand-master",)} <= {*others}
    (row,) = [row for row in rows if row.check == "cards used again"]
    assert row.value > 20


def test_the_turn_must_end_whatever_is_used() -> None:
    rows, _ = run.__wrapped__(editions()["adlung"], 3)
    for name in ("turn.falls", "uses.fall"):
        (row,) = [row for row in rows if row.check == name]
        assert (row.verdict, row.clauses) == ("proved", ("turn.order",))
        assert str(row.value) in (row.summary or "")
    rows, _ = run(editions()["adlung"], 3, hand_recipient="as-written")
    (row,) = [row for row in rows if row.check == "turn.falls"]
    assert row.verdict == "refuted"


def test_a_spoilt_lasso_does_not_replay() -> None:
    _, found = run(editions()["adlung"], 3)
    finding = found["turn.order", "turn.pass"]
    assert finding.trace is not None
    shorter = evolve(finding.trace, steps=finding.trace.steps[:-1])
    for spoilt in (evolve(finding, trace=shorter), evolve(finding, cause=("turn.pass",)), evolve(finding, summary="")):
        assert replay(spoilt, editions()) != ()


def test_a_game_that_does_not_come_back_is_no_lasso() -> None:
    rules = make_rules(editions()["adlung"], 3)
    arenas = arenas_of(rules)
    assert arenas is not None
    deal = arenas.beginning(rules)
    assert endless_finding(rules, deal, (mv.Pass(0), mv.EndTurn(0), mv.Pass(1))) is None
    assert endless_finding(rules, deal, (mv.Pass(1),)) is None


def test_a_lasso_begins_where_the_position_was_before() -> None:
    from advocatus.checks.deriving import play_out

    rules = make_rules(editions()["adlung"], 3)
    arenas = arenas_of(rules)
    assert arenas is not None
    passes = [move for seat in (0, 1, 2) for move in (mv.Pass(seat), mv.EndTurn(seat))]
    moves = [mv.Attack(0, 1)]
    state = open_game(rules).start(deal := arenas.beginning(rules))
    game = open_game(rules)
    state = make(game, state, moves[0]).after
    while not game.at_rest(state):
        frame = game.top(state)
        assert frame is not None
        legal = [m for m in game.legal(state, frame.owed[0]) if not isinstance(m, mv.Use)]
        move = legal[0] if legal else game.chances(state)[0][0]
        moves.append(move)
        state = make(game, state, move).after
    there = [*passes[2:], *passes[:2]]
    played = play_out(rules, deal, [*moves, *there])
    assert lasso(played, arenas) == len(moves)


@pytest.mark.parametrize(("key", "players"), [("adlung", 3), ("adlung", 5), ("dv", 4), ("zh", 4)])
def test_with_room_wanted_every_gift_lowers_what_is_too_much(key: str, players: int) -> None:
    rows, _ = run(editions()[key], players)
    (row,) = [row for row in rows if row.check == "surplus.falls"]
    assert (row.verdict, row.value > 40) == ("proved", True)


def test_a_turn_is_gone_through_whole() -> None:
    rules = make_rules(editions()["zh"], 3)
    arenas, game = arenas_of(rules), open_game(rules)
    assert arenas is not None
    deal = arenas.beginning(rules)
    whole = whole_turn(game, game.start(deal), arenas, 3_000)
    assert (whole.around, whole.positions > 100) == ((), True)
    assert whole.most is not None
    assert whole.most > 5
    assert whole_turn(game, game.start(deal), arenas, 50).most is None  # too many positions are told as such
    again = make_rules(editions()["zh"], 3, (), {"trade.again.whom": "same"})
    planted = whole_turn(open_game(again), open_game(again).start(deal), arenas, 3_000)
    assert planted.around
    finding = endless_finding(again, deal, planted.around)
    assert finding is not None
    assert "trade.again" in finding.cause


def test_without_it_the_measure_fails() -> None:
    rows, found = run(editions()["adlung"], 3, hand_recipient="as-written")
    (row,) = [row for row in rows if row.check == "surplus.falls"]
    assert row.verdict == "refuted"
    assert "leaves as much above the limit" in (row.summary or "")
    assert ("hand.surplus",) in found


def test_a_rulebook_without_such_turns_has_no_endless_game(tmp_path: Path) -> None:
    """Whoever may not pass must trade, attack or proclaim; a refused trade changes nothing, so it goes as well."""
    def edit(text: str) -> str:
        for norm in ('[[clause.norm]]\npermit = "pass"\n', '[[clause.norm]]\npermit = "refuse"\n'):
            assert norm in text
            text = text.replace(norm, "")
        return text

    (edition,) = find_editions(str(own_rulebook(tmp_path, edit)))
    _, found = run(edition, 3)
    assert not any("turn.pass" in cause for cause in found)
    _, planted = run(editions()["adlung"], 3)
    assert any("turn.pass" in cause for cause in planted)
