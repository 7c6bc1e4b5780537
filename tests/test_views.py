"""What a seat sees: never more than it may. Two games that differ in what a seat may not know look the same."""

from __future__ import annotations

import json
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
from table import Table

from advocatus.checks.play import random_steps
from advocatus.model.families import editions, open_game
from advocatus.model.game import CHANCE
from advocatus.model.rules import make_rules
from advocatus.model.teufelsburg import events as ev
from advocatus.model.teufelsburg import moves as mv


def seen(table: Table, kind: type[ev.Event], seat: int) -> Mapping[str, Any]:
    found = table.game.redact(table.happened(kind), seat, table.state)
    assert found is not None
    return found


def test_an_offer_is_seen_by_the_two_only() -> None:
    table = Table(4, ["key", "goblet"]).play(mv.Trade(0, 1), mv.OfferObject(0, "key"))
    assert [seen(table, ev.Offered, seat)["kind"] for seat in range(4)] == ["key", "key", None, None]
    views = [table.game.view(table.state, seat) for seat in range(4)]
    assert [view["agenda"][0]["offered"] for view in views] == ["key", "key", None, None]


def test_a_bags_kind_is_never_announced() -> None:
    table = Table(4, ["bag-key", "goblet"]).play(mv.Trade(0, 1), mv.OfferObject(0, "bag-key"), mv.Return(1, "goblet"))
    table.play(mv.ActivateText(0))
    assert [seen(table, ev.Activated, seat)["card"] for seat in range(4)] == ["bag-key", "bag-key", "bag", "bag"]


def test_a_draw_is_secret() -> None:
    table = Table(4, ["bag-key", "goblet"]).play(mv.Trade(0, 1), mv.OfferObject(0, "bag-key"), mv.Return(1, "goblet"))
    table.play(mv.ActivateText(0), mv.DrawObject(CHANCE, "key"))
    assert [seen(table, ev.Drew, seat)["kind"] for seat in range(4)] == ["key", None, None, None]


def test_a_trade_for_the_mirror_looks_like_any_silent_trade() -> None:
    def look(returned: str) -> list[Any]:
        table = Table(4, ["monocle", "shattered-mirror dagger"] if returned != "dagger" else ["whip", "dagger monocle"])
        offered = "monocle" if returned != "dagger" else "whip"
        table.play(mv.Trade(0, 1), mv.OfferObject(0, offered), mv.Return(1, returned), mv.Leave(0), mv.Leave(1))
        told = [dict(table.game.redact(event, 3, table.state) or {}) for event in table.events]
        return [{k: v for k, v in event.items() if k not in ("clauses", "frames")} for event in told]

    assert look("shattered-mirror") == look("dagger")


def test_choices_for_the_sextant_stay_hidden_until_all_have_chosen() -> None:
    table = Table(4, ["sextant", "key", "goblet", "tome"]).play(
        mv.Trade(0, 1), mv.OfferObject(0, "sextant"), mv.Return(1, "key"), mv.ActivateText(0),
        mv.SetDirection(0, "left"), mv.PassObject(2, "goblet"))
    assert table.game.view(table.state, 0)["agenda"][0]["chosen"] == ["", False, True, False]
    assert table.game.view(table.state, 2)["agenda"][0]["chosen"] == [False, False, "goblet", False]
    table.play(mv.PassObject(0, "key"), mv.PassObject(1, "sextant"), mv.PassObject(3, "tome"))
    assert seen(table, ev.PassedOn, 1)["kinds"] == ["key", "sextant", None, None]


def test_looking_tells_only_the_two() -> None:
    table = Table(4, ["monocle", "key"]).play(mv.Trade(0, 1), mv.OfferObject(0, "monocle"), mv.Return(1, "key"))
    table.play(mv.ActivateText(0))
    assert [seen(table, ev.SawSide, seat)["side"] for seat in range(4)] == ["brotherhood", "brotherhood", None, None]


def test_roles_are_seen_once_face_up() -> None:
    table = Table(4, roles=["clairvoyant"])
    assert table.game.view(table.state, 1)["roles"][0] is None
    table.play(mv.Use(0, "clairvoyant"))
    assert table.game.view(table.state, 1)["roles"][0] == "clairvoyant"
    assert seen(table, ev.SawPile, 1)["pile"] is None


def test_the_spare_association_is_hidden_unless_it_is_laid_open() -> None:
    assert Table(5).game.view(Table(5).state, 0)["spare"] is None
    table = Table(5, answers={"setup.spare": "open"})
    assert table.game.view(table.state, 0)["spare"] == list(table.state.spare)


@pytest.mark.parametrize("players", [3, 4, 7])
def test_what_a_seat_may_not_know_changes_nothing_it_sees(players: int) -> None:
    """Hidden cards of others are exchanged for others; the view of the seat must stay as it was."""
    from attrs import evolve

    game = open_game(make_rules(editions()["adlung"], players))
    rng = Random(7)
    compared = 0
    for _ in range(25):
        for step in random_steps(game, game.random_deal(rng), rng, 60):
            state = step.after
            if len(state.rest) < 2 or state.rest[0] == state.rest[-1]:
                continue
            other = evolve(state, leftover=tuple(reversed(state.leftover)), spare=("order",) * len(state.spare),
                           rest=(*state.rest[1:], "tome"))
            for seat in range(players):
                assert json.dumps(game.view(state, seat)) == json.dumps(game.view(other, seat))
                compared += 1
    assert compared > 500
