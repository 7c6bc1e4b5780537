"""Two rule sets in lockstep: what lies behind a parting is found too, and a long game becomes a short one."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from rivals import FREE, MAY_PASS, MUST_DRAW, NO_PASS, rival

from advocatus.checks import lockstep
from advocatus.checks.deriving import game_of
from advocatus.checks.diverging import _Explainer, _where
from advocatus.checks.line import Line
from advocatus.checks.lockstep import Hunt, Pair, shrunk
from advocatus.model.families import editions
from advocatus.model.mixing import differences
from advocatus.model.rules import Rules, make_rules
from advocatus.model.teufelsburg.moves import OfferObject, Pass, Refuse, Trade
from advocatus.model.teufelsburg.vocabulary import FRAME_ACTS


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> tuple[Rules, Rules]:
    """Adlung's rules, and the same without passing and with a free choice after a stand-off."""
    other = rival(tmp_path_factory.mktemp("editions"), (MUST_DRAW, FREE), (MAY_PASS, NO_PASS))
    return make_rules(editions()["adlung"], 3), make_rules(other, 3)


def hunted(
    one: Rules, other: Rules, seed: int = 0, where: frozenset[str] | None = None
) -> tuple[Hunt, _Explainer]:
    explainer = _Explainer(one, other)
    hunt = Hunt(one, other, differences(one, other), explainer.explain, where)
    hunt.run(Random(seed))
    return hunt, explainer


def test_what_lies_behind_a_parting_is_found_too(pair: tuple[Rules, Rules]) -> None:
    hunt, explainer = hunted(*pair)
    assert set(explainer.found) == {("turn.pass",), ("duel.stand-off",)}
    assert hunt.keys == ()
    first, second = explainer.found["turn.pass",], explainer.found["duel.stand-off",]
    assert first.length == (1, 1)
    assert second.trace is not None
    assert second.trace.moves[-1].act == "leave"


def test_the_same_game_goes_on_behind_a_parting(pair: tuple[Rules, Rules], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lockstep, "ROUNDS", ((80, 1),))
    assert any(len(hunted(*pair, seed)[1].found) == 2 for seed in range(30))


def test_nothing_is_missed_where_two_rule_sets_are_compared_only_where_they_can_part(
    pair: tuple[Rules, Rules], monkeypatch: pytest.MonkeyPatch
) -> None:
    """And what is compared nowhere is found nowhere."""
    monkeypatch.setattr(lockstep, "ROUNDS", ((80, 6),))
    where = _where(*pair, differences(*pair))
    assert where is not None
    assert where >= {"action", "stand-off"}
    assert len(where) < len(FRAME_ACTS) / 3
    whole, some = (hunted(*pair, 1, at) for at in (None, where))
    assert whole[1].found == some[1].found
    assert whole[1].found
    assert hunted(*pair, 1, frozenset({"symbol"}))[1].found == {}


def test_the_hunt_is_the_same_with_the_same_seed(pair: tuple[Rules, Rules]) -> None:
    assert hunted(*pair)[1].found == hunted(*pair)[1].found


def test_what_cannot_be_explained_does_not_hold_up_the_hunt(
    pair: tuple[Rules, Rules], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lockstep, "ROUNDS", ((25, 3),))
    games: list[Any] = []

    def nothing(*given: Any) -> tuple[str, ...]:
        games.append(given)
        return ()

    hunt = Hunt(*pair, differences(*pair), nothing)
    hunt.run(Random(0))
    assert (hunt.games, len(games)) == (3, 3)


def long_game(one: Rules, other: Rules) -> tuple[Any, tuple[Any, ...]]:
    """A deal and moves that both rule sets allow, till seat 0 has its second turn and passes."""
    sides, rng = Pair(one, other), Random(0)
    for _ in range(200):
        deal, moves = game_of(one).random_deal(rng), list[Any]()
        both = sides.start(deal)
        while both is not None and len(moves) < 80 and sides.base.top(both[0]) is not None:
            if both[0].turn == 4 and Pass(0) in sides.only_one(*both)[0]:
                return deal, (*moves, Pass(0))
            alike = [m for m in sides.only_one(*both)[1] if m.act != "proclaim"]
            if not alike:
                break
            moves.append(rng.choice(alike))
            both = sides.after(*both, moves[-1])
    raise AssertionError("no game comes to the fourth turn")


def test_a_game_that_parts_is_shortened(pair: tuple[Rules, Rules]) -> None:
    deal, moves = long_game(*pair)
    assert len(moves) > 6
    sides = Pair(*pair)
    assert sides.parts_at(deal, moves) == moves
    assert sides.parts_at(deal, (*moves[:3], *moves)) == moves, "what is not allowed is left out"
    assert sides.parts_at(deal, moves[:-1]) is None
    assert shrunk(*pair, deal, moves) == (Pass(0),)


def test_what_else_parts_at_the_same_move_is_left_out_of_a_cause() -> None:
    """A refusal ends the turn in the one edition, and the Pearl may be refused in the other alone."""
    one, other = (make_rules(editions()[key], 4) for key in ("adlung", "zh"))
    rng = Random(0)
    deal = next(d for d in (game_of(other).random_deal(rng) for _ in range(500)) if d.hands[0] == ("black-pearl",))
    moves = (Trade(0, 1), OfferObject(0, "black-pearl"), Refuse(1))
    line = Line(other, one, deal, moves)
    assert line.cause(("object.black-pearl",)) == ("object.black-pearl",)
    line = Line(one, other, deal, moves)
    assert line.cause(("object.black-pearl",)) == ("object.black-pearl",)


def test_entries_that_part_at_one_move_are_told_apart(tmp_path: Path) -> None:
    other = make_rules(rival(tmp_path, (MAY_PASS, NO_PASS), (
        'says = "After that the left neighbour is on turn."\n',
        'says = "After that the left neighbour is on turn."\n[[clause.norm]]\nforbid = "pass"\nwhen = "turn == 1"\n',
    )), 3)
    one = make_rules(editions()["adlung"], 3)
    deal = game_of(one).random_deal(Random(0))
    line = Line(one, other, deal, (Pass(0),))
    assert line.cause(("turn.pass",)) == ("turn.pass",)
    assert line.cause(("turn.order",)) == ("turn.order",)
    assert set(hunted(one, other)[1].found) == {("turn.pass",), ("turn.order",)}
