"""The variants of `adlung`: Smuggling, Fortune-telling, the advanced game for three, the first trip."""

from __future__ import annotations

from random import Random

import pytest
from attrs import evolve
from table import Table

from advocatus.model.families import editions, open_game
from advocatus.model.rules import BadChoice, make_rules
from advocatus.model.teufelsburg import events as ev
from advocatus.model.teufelsburg import moves as mv


def test_a_smuggler_may_leave_the_text_unread() -> None:
    table = Table(4, ["monocle key", "goblet"], variants=["smuggling"])
    table.play(mv.Trade(0, 1), mv.OfferObject(0, "monocle"), mv.Return(1, "goblet"))
    assert table.legal(0) == {mv.ActivateText(0), mv.Leave(0)}
    table.play(mv.Leave(0))
    assert table.game.redact(table.happened(ev.Unread), 2, table.state) == {
        "event": "unread", "by": 0, "card": None, "clauses": []}  # a clause may speak of the mirror alone


def fortune(hands: list[str], sides: str, named: list[int], **answers: str) -> tuple[bool, tuple[int, ...]]:
    table = Table(len(sides), hands, sides=sides, variants=["fortune-telling"], answers=answers)
    table.play(mv.Proclaim(0, "brotherhood"), *(mv.NameAlly(0, seat) for seat in named), mv.Done(0))
    assert table.state.verdict is not None
    return table.state.verdict.right, table.state.verdict.winners


def test_telling_fortunes_rightly_wins_for_ones_own_side() -> None:
    assert fortune(["tome", "goblet goblet", "key", "goblet"], "obob", [1, 3]) == (True, (0, 2))


def test_telling_fortunes_wrongly_loses() -> None:
    assert fortune(["tome", "goblet goblet", "key", "goblet"], "obob", [1]) == (False, (1, 3))


def test_an_ally_named_among_the_opponents_is_false() -> None:
    assert fortune(["tome", "goblet goblet", "goblet"], "obob", [1, 2]) == (False, (1, 3))


def test_fortunes_are_not_told_without_the_variant() -> None:
    assert mv.Proclaim(0, "brotherhood") not in Table(4, ["goblet key"], sides="obob").legal(0)


def test_advanced_three_deals_rows_of_three_and_splits_two_to_one() -> None:
    rules = make_rules(editions()["adlung"], 3, ["advanced-three"])
    game = open_game(rules)
    for seed in range(50):
        deal = game.random_deal(Random(seed))
        assert [len(row) for row in deal.rows] == [3, 3, 3]
        assert len(deal.spare) == 1
        assert sorted(map(deal.sides.count, ("order", "brotherhood"))) == [1, 2]
        assert not game.well_formed(game.start(deal))


def advanced() -> Table:
    table = Table(3, ["monocle key", "goblet tome"], sides="oob")
    order, brotherhood = "order", "brotherhood"
    rows = ((order, order, brotherhood), (order, brotherhood, order), (brotherhood, brotherhood, order))
    fresh = Table.__new__(Table)
    fresh.rules = make_rules(editions()["adlung"], 3, ["advanced-three"])
    fresh.game = open_game(fresh.rules)  # type: ignore[assignment]
    fresh.events = []
    fresh.state = evolve(table.state, rows=rows, spare=(brotherhood,))
    assert not fresh.game.well_formed(fresh.state)
    return fresh


def test_the_monocle_shows_one_card_of_the_row() -> None:
    table = advanced().play(mv.Trade(0, 1), mv.OfferObject(0, "monocle"), mv.Return(1, "goblet"), mv.ActivateText(0))
    assert table.legal(0) == {mv.PeekAt(0, place) for place in range(3)}
    table.play(mv.PeekAt(0, 1))
    assert table.happened(ev.SawSide) == ev.SawSide(0, 1, "brotherhood", 1, clauses=("variant.advanced-three",))


def test_others_do_not_see_the_row() -> None:
    view = advanced().game.view(advanced().state, 1)
    assert view["row"] == ["order", "brotherhood", "order"]


def test_advanced_three_is_for_three() -> None:
    with pytest.raises(BadChoice, match="advanced-three is for 3 players, not 4"):
        make_rules(editions()["adlung"], 4, ["advanced-three"])


def test_the_first_trip_leaves_unsealed_objects_in_the_box() -> None:
    rules = make_rules(editions()["adlung"], 5, ["first-trip"], {"setup.sealed": "without-restricted"})
    deal = open_game(rules).random_deal(Random(1))
    assert deal.out == ("black-pearl", "coat")
    assert len(deal.rest) + sum(map(len, deal.hands)) == 19
