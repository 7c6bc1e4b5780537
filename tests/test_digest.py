"""What the digest in Chinese has of its own: its deal for three, the trade that goes on, the loser's last object ..."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import evolve
from table import Table

from advocatus.checks.liveness import live_norms
from advocatus.checks.show import View, show_lines
from advocatus.checks.tell import teller_of
from advocatus.model.families import editions, grammars, open_game
from advocatus.model.game import BadPosition
from advocatus.model.loading import BadRulebook, load_edition
from advocatus.model.rules import Gap, make_rules
from advocatus.model.teufelsburg import events as ev
from advocatus.model.teufelsburg import moves as mv
from advocatus.model.teufelsburg.cards import BAGS
from advocatus.model.teufelsburg.frames import Retrain
from advocatus.model.teufelsburg.state import Verdict

EDITION = editions()["zh"]
ROOT = Path(__file__).resolve().parent.parent


def carriage(*args: Any, **more: Any) -> Table:
    return Table(*args, edition="zh", **more)


def attacked(table: Table, *sides: str) -> Table:
    """0 attacks 1, nobody steps in, and the others take these stands from 0's left; then cards may be used."""
    table.play(mv.Attack(0, 1)).close()
    for seat, side in enumerate(sides, 2):
        table.play(mv.SupportSide(seat, side))
    return table.close()


# ---------------------------------------------------------------- the deal


def test_with_three_players_nobody_starts_with_both_bags() -> None:
    game, rng = open_game(make_rules(EDITION, 3)), Random(1)
    for _ in range(200):
        deal = game.random_deal(rng)
        assert [len(hand) for hand in deal.hands] == [2, 2, 2]
        assert sum(bool(BAGS & set(hand)) for hand in deal.hands) == 2
        assert "black-pearl" in deal.out
    flat = [kind for hand in deal.hands for kind in hand]
    bags, others = sorted(BAGS), [kind for kind in flat if kind not in BAGS]
    wrong = evolve(deal, hands=(tuple(bags), tuple(sorted(others[:2])), tuple(sorted(others[2:]))))
    with pytest.raises(BadPosition, match="both bags"):
        game.start(wrong)


# ---------------------------------------------------------------- the trade


def test_who_was_refused_may_try_the_others_once_each() -> None:
    table = carriage(hands=["key dagger", "whip", "gloves", "tome"])
    table.play(mv.Trade(0, 1), mv.OfferObject(0, "key"), mv.Refuse(1))
    assert table.top == "trade-on"
    assert table.legal(0) == {mv.Trade(0, 2), mv.Trade(0, 3), mv.Leave(0)}
    assert mv.Trade(0, 1) not in table.legal(0)
    table.play(mv.Trade(0, 2), mv.OfferObject(0, "dagger"), mv.Refuse(2))
    assert table.state.agenda[0].refused == (1, 2)  # type: ignore[attr-defined]
    assert table.legal(0) == {mv.Trade(0, 3), mv.Leave(0)}
    table.play(mv.Trade(0, 3), mv.OfferObject(0, "dagger"), mv.Refuse(3))
    assert table.legal(0) == {mv.Leave(0)}
    table.play(mv.Leave(0), mv.EndTurn(0))
    assert (table.state.active, table.state.turn) == (1, 2)


def test_one_trade_that_comes_about_ends_it() -> None:
    table = carriage(hands=["key dagger", "whip", "gloves", "tome"])
    table.play(mv.Trade(0, 1), mv.OfferObject(0, "key"), mv.Refuse(1), mv.Trade(0, 2), mv.OfferObject(0, "key"),
               mv.Return(2, "gloves"), mv.Leave(0), mv.Leave(2))
    assert table.top == "end"


@pytest.mark.parametrize(("reading", "again"), [("again", {2, 3}), ("same", {1, 2, 3})])
def test_other_readings_of_whom_to_ask_next(reading: str, again: set[int]) -> None:
    table = carriage(hands=["key", "whip", "gloves", "tome"], answers={"trade.again.whom": reading})
    table.play(mv.Trade(0, 1), mv.OfferObject(0, "key"), mv.Refuse(1))
    assert {m.to for m in table.legal(0) if isinstance(m, mv.Trade)} == again
    table.play(mv.Trade(0, 2), mv.OfferObject(0, "key"), mv.Refuse(2))
    assert mv.Trade(0, 1) in table.legal(0)


@pytest.mark.parametrize(("reading", "looks"), [("giver", 0), ("owner", 1)])
def test_who_carries_out_a_text(reading: str, looks: int) -> None:
    """0 gives the Privilege for a Whip: its giver looks, or who has it now."""
    table = carriage(hands=["privilege key", "whip tome"], answers={"trade.text-for": reading})
    table.play(mv.Trade(0, 1), mv.OfferObject(0, "privilege"), mv.Return(1, "whip"))
    while table.top == "activate":
        by = table.state.agenda[0].by  # type: ignore[attr-defined]
        table.play(mv.ActivateText(by) if mv.ActivateText(by) in table.legal(by) else mv.Leave(by))
    assert (table.happened(ev.SawObjects).by, table.happened(ev.SawObjects).of) == (looks, 1 - looks)


def test_the_mirror_goes_before_the_duty_to_carry_texts_out() -> None:
    table = carriage(hands=["shattered-mirror", "privilege key"])
    table.play(mv.Trade(0, 1), mv.OfferObject(0, "shattered-mirror"))
    assert mv.Refuse(1) not in table.legal(1)
    table.play(mv.Return(1, "privilege"))
    assert table.legal(0) == {mv.Leave(0)}
    table.play(mv.Leave(0))
    assert table.legal(1) == {mv.Leave(1)}


def test_old_occupations_come_after_the_others_in_their_order() -> None:
    roles = ["thug", "priest", "doctor", "hypnotist"]
    table = carriage(hands=["coat", "key", "whip", "tome"], roles=roles)
    table.play(mv.Trade(0, 1), mv.OfferObject(0, "coat"), mv.Return(1, "key"), mv.ActivateText(0))
    taken = dict(table.game.chances(table.state))
    assert len(taken) == 6
    table.play(next(iter(taken)), mv.Leave(1))
    assert table.state.sunk == ("thug",)
    drawing = (Retrain(0, blind=True), *table.state.agenda)
    only = evolve(table.state, leftover=("priest", "thug"), sunk=("thug", "priest"), agenda=drawing)
    assert [(move.role, weight) for move, weight in table.game.chances(only)] == [("thug", 1)]


# ---------------------------------------------------------------- the attack


def test_a_loser_keeps_his_only_object_and_loses_one_of_several() -> None:
    table = attacked(carriage(hands=["dagger", "key", "whip", "tome"]), "attacker", "abstains").close(2)
    table.play(mv.TakeReward(0, "object"))
    assert table.legal(0) == {mv.Leave(0)}
    assert table.why_not(mv.StealObject(0, "key")) == ("duel.last-object",)
    table = attacked(carriage(hands=["dagger", "key goblet", "whip", "tome"]), "attacker", "abstains").close(2)
    table.play(mv.TakeReward(0, "object"))
    assert table.legal(0) == {mv.StealObject(0, "key"), mv.StealObject(0, "goblet")}


def test_even_points_let_the_attacker_draw_or_not() -> None:
    table = attacked(carriage(hands=["key", "goblet", "whip", "tome"]), "abstains", "abstains").close(2)
    assert table.legal(0) == {mv.PickUp(0), mv.Leave(0)}


def test_the_doctor_ends_no_turn_by_himself_and_works_on_even_points_too() -> None:
    table = carriage(hands=["key", "goblet", "whip", "tome"], roles=["thug", "priest", "doctor"])
    attacked(table, "abstains", "abstains").close()
    table.play(mv.Use(2, "doctor"))
    assert table.top == "end"
    assert "drew" not in table.tags()


def test_the_printed_timing_of_hypnotist_mixer_and_ring() -> None:
    def roles(first: str, second: str, third: str) -> Table:
        return attacked(carriage(hands=["key", "poison-ring", "whip", "tome"], roles=[first, second, third]),
                        "attacker", "abstains")

    assert mv.Use(0, "hypnotist") not in roles("hypnotist", "thug", "priest").legal(0)
    assert mv.Use(2, "hypnotist") in roles("thug", "priest", "hypnotist").legal(2)
    assert mv.Use(1, "alchemist") in roles("thug", "alchemist", "priest").legal(1)
    assert mv.Use(0, "alchemist") not in roles("alchemist", "thug", "priest").legal(0)
    assert mv.Use(1, "poison-ring") in roles("thug", "priest", "doctor").legal(1)
    literal = carriage(hands=["key", "poison-ring", "whip", "tome"],
                       answers={"object.poison-ring.whose-turn": "as-written"})
    assert mv.Use(1, "poison-ring") not in attacked(literal, "attacker", "abstains").legal(1)


def test_man_against_man_keeps_all_others_out() -> None:
    table = carriage(hands=["key", "gloves", "whip", "tome"], roles=["swordsman", "thug", "alchemist"])
    attacked(table, "abstains", "abstains").play(mv.Use(0, "swordsman"))
    assert table.why_not(mv.Use(2, "alchemist")) == ("profession.swordsman",)
    assert mv.Use(1, "gloves") in table.legal(1)


# ---------------------------------------------------------------- the victory


def claimed(named: tuple[int, ...], pointed: tuple[int, ...], answers: Mapping[str, str] | None = None) -> Verdict:
    """0 (two keys) proclaims for the Order; 1 has a key, 2 is of the Order and has none, 3 and 4 are not."""
    table = carriage(5, hands=["key key", "key", "whip", "tome", "dagger"], sides="ooobb", answers=answers)
    table.play(mv.Proclaim(0, "order"))
    assert table.top == "point-out"
    table.play(*(mv.PointAlly(0, seat) for seat in pointed), mv.Done(0))
    assert table.top == "name-allies"
    table.play(*(mv.NameAlly(0, seat) for seat in named), mv.Done(0))
    assert "named" not in table.tags()  # nobody shows anything before all is said
    assert table.state.verdict is not None
    return table.state.verdict


def test_what_makes_a_proclamation_right_or_wrong() -> None:
    assert claimed((1,), (1, 2)).winners == (0, 1, 2)
    assert claimed((1,), ()).right  # a companion left out makes it no less true
    assert claimed((), (2,)).right  # the camp has three, wherever they are
    assert not claimed((1, 2), (1, 2)).right  # 2 has none
    assert claimed((1,), (1, 3)).winners == (3, 4)  # 3 is no companion


@pytest.mark.parametrize(("question", "reading", "named", "pointed", "right"), [
    ("victory.every-ally", "every", (1,), (1,), False), ("victory.every-ally", "every", (1,), (2,), True),
    ("victory.every-holder", "every", (), (1, 2), False), ("victory.every-holder", "every", (1,), (), True),
    ("victory.every-holder", "named-only", (), (1,), False), ("victory.every-holder", "named-only", (1,), (), True),
])
def test_readings_of_what_has_to_be_told(
    question: str, reading: str, named: tuple[int, ...], pointed: tuple[int, ...], right: bool
) -> None:
    assert claimed(named, pointed, {question: reading}).right is right


@pytest.mark.parametrize(("reading", "winners"), [("as-written", (3,)), ("association", (3, 4))])
def test_who_wins_with_a_fortune_teller(reading: str, winners: tuple[int, ...]) -> None:
    table = carriage(5, hands=["key key", "key", "whip", "tome", "dagger"], sides="ooobb",
                     variants=["fortune-telling"], answers={"variant.fortune-telling.winner": reading})
    table.with_state(active=3, agenda=(type(table.state.agenda[0])(3),))
    table.play(mv.Proclaim(3, "order"), mv.NameAlly(3, 0), mv.NameAlly(3, 1), mv.Done(3))
    assert table.state.verdict is not None
    assert table.state.verdict.winners == winners


# ---------------------------------------------------------------- the names


def test_a_chinese_name_finds_the_card() -> None:
    for name in ("調毒師", "調毒師 Poison Mixer"):
        lines = list(show_lines(View(EDITION), name))
        assert lines[0] == "## 調毒師 Poison Mixer (alchemist)"
        assert any(line.startswith("profession.alchemist  [132-135]") for line in lines)


def test_another_editions_names_are_used_where_they_are_wanted() -> None:
    other = editions()["adlung"].in_terms_of(EDITION)
    assert other.term("alchemist") == "調毒師 Poison Mixer"
    assert other.term("variant.advanced-three") == "Advanced 3-player-variation"  # its own, for want of another
    assert "調毒師" in teller_of(other).move(mv.Use(0, "alchemist"))
    assert "profession.alchemist  [90]  rank card" in list(show_lines(View(other), "調毒師"))


# ---------------------------------------------------------------- what the text lacks


def full(reading: str) -> Table:
    """0 gives a bag away with as many objects on the hand as it may hold, and draws."""
    table = carriage(hands=["bag-key dagger gloves whip tome key", "goblet", "sextant", "privilege"],
                     answers={"hand.surplus": reading})
    return table.play(mv.Trade(0, 1), mv.OfferObject(0, "bag-key"), mv.Return(1, "goblet"), mv.ActivateText(0))


def test_what_becomes_of_a_surplus_is_not_told() -> None:
    table = full("as-written")
    with pytest.raises(Gap, match=r"hand\.surplus") as silence:
        table.play(table.game.chances(table.state)[0][0])
    assert silence.value.clauses == ("hand.limit",)
    for reading in ("adlung", "dv"):
        table = full(reading)
        table.play(table.game.chances(table.state)[0][0])
        assert table.legal(0) == {mv.GiveTo(0, seat) for seat in (1, 2, 3)}
        assert table.happened(ev.Overloaded).clauses == ("hand.surplus",)


def test_the_pearl_does_nothing_unless_a_reading_supplies_its_text() -> None:
    def pearl(reading: str = "as-written") -> Table:
        return carriage(hands=["black-pearl key", "goblet"], sides="obob", answers={"object.black-pearl": reading})

    assert mv.Proclaim(0, "order") in pearl().legal(0)
    held = pearl("adlung")
    assert held.why_not(mv.Proclaim(0, "order")) == ("object.black-pearl",)
    held.play(mv.Trade(0, 1), mv.OfferObject(0, "black-pearl"))
    assert mv.Refuse(1) not in held.legal(1)
    free = pearl().play(mv.Trade(0, 1), mv.OfferObject(0, "black-pearl"))
    assert mv.Refuse(1) in free.legal(1)


def test_a_reading_supplies_what_no_clause_is_about(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    source = next(ROOT.glob("model/*/editions/zh.toml")).read_text("utf-8")
    path.write_text(source.replace('supplies = ["hand.surplus"]', 'supplies = ["hand.limit"]'), "utf-8")
    with pytest.raises(BadRulebook, match=r"supplies: 'hand\.limit': a topic that the text has no clause on"):
        load_edition(path, grammars())
    lines = list(show_lines(View(EDITION), "hand.surplus"))
    assert "        has a rule on hand.surplus" in lines


def test_the_cards_add_up() -> None:
    """60 in all; the list of objects comes to 20 of 21."""
    rules = make_rules(EDITION, 4)
    parts = ("characters", "occupations", "associations", "drinks", "objects")
    assert sum(rules.fact(f"{part}.total") for part in parts) == rules.fact("cards.total")
    listed = [fact for fact in EDITION.facts if fact.id.startswith("objects.") and fact.at and fact.id not in (
        "objects.total", "objects.out")]
    assert sum(fact.value for fact in listed) == rules.fact("objects.total") - 1
    assert next(fact for fact in EDITION.facts if fact.id == "objects.black-pearl").source


@pytest.mark.slow
def test_every_norm_is_felt() -> None:
    game = open_game(make_rules(EDITION, 4))
    found = live_norms(game, seed=2, games=500, most=400)
    for_three = {"profession.hypnotist.whom.third-party/2"}
    assert {norm.id for norm in game.rules.norms} - for_three == set(found)
