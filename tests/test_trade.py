"""Passing, trading, the traded texts, the surplus: `adlung`, rule by rule."""

from __future__ import annotations

import pytest
from table import Table

from advocatus.model.game import CHANCE, MalformedMove
from advocatus.model.teufelsburg import events as ev
from advocatus.model.teufelsburg import moves as mv


def trade(hands: list[str], offered: str, returned: str, **options: object) -> Table:
    """Seat 0 trades with seat 1; both objects have changed owners."""
    table = Table(4, hands, **options)  # type: ignore[arg-type]
    return table.play(mv.Trade(0, 1), mv.OfferObject(0, offered), mv.Return(1, returned))


def test_passing_hands_the_turn_to_the_left() -> None:
    table = Table().play(mv.Pass(0), mv.EndTurn(0))
    assert (table.state.active, table.state.turn) == (1, 2)
    assert table.tags() == ["passed", "turn"]


def test_nobody_trades_with_himself() -> None:
    assert mv.Trade(0, 0) not in Table().legal(0)
    assert mv.Trade(0, 3) in Table().legal(0)


def test_nothing_is_given_away_without_a_surplus() -> None:
    assert "hand.no-gifts" in Table().why_not(mv.GiveTo(0, 1))


def test_objects_change_owners_at_once() -> None:
    table = trade(["key bag-key", "goblet"], "key", "goblet")
    assert table.state.hands[:2] == (("bag-key", "goblet"), ("key",))
    assert table.happened(ev.Swapped).clauses == ("trade.accept",)


def test_a_refusal_gives_the_object_back_and_activates_nothing() -> None:
    table = Table(4, ["monocle bag-key", "key"]).play(mv.Trade(0, 1), mv.OfferObject(0, "monocle"), mv.Refuse(1))
    assert table.state.hands[0] == ("bag-key", "monocle")
    assert table.tags() == ["offered", "refused"]
    assert table.top == "end"


def test_the_offered_text_comes_first_then_the_other() -> None:
    table = trade(["monocle key", "privilege goblet"], "monocle", "privilege")
    assert table.game.actors(table.state)[0] == 0
    table.play(mv.ActivateText(0))
    assert table.happened(ev.SawSide) == ev.SawSide(0, 1, "brotherhood", clauses=("object.monocle",))
    table.play(mv.ActivateText(1))
    assert table.happened(ev.SawObjects).hand == ("key", "privilege")
    assert table.top == "end"


def test_the_text_must_be_carried_out() -> None:
    table = trade(["monocle key", "goblet"], "monocle", "goblet")
    assert table.legal(0) == {mv.ActivateText(0)}


def test_objects_without_a_trade_text_stay_unread() -> None:
    table = trade(["dagger key", "goblet"], "dagger", "goblet")
    assert table.legal(0) == {mv.Leave(0)}
    with pytest.raises(MalformedMove):
        table.play(mv.ActivateText(0))


def test_the_mirror_must_be_accepted_and_silences_both() -> None:
    table = Table(4, ["shattered-mirror key", "monocle"]).play(mv.Trade(0, 1), mv.OfferObject(0, "shattered-mirror"))
    assert "object.shattered-mirror" in table.why_not(mv.Refuse(1))
    table.play(mv.Return(1, "monocle"), mv.Leave(0))
    assert table.why_not(mv.ActivateText(1)) == ("object.shattered-mirror.silent",)
    table.play(mv.Leave(1))
    assert "saw-side" not in table.tags()


def test_the_mirror_given_in_return_silences_the_offered_text() -> None:
    table = trade(["monocle key", "shattered-mirror"], "monocle", "shattered-mirror")
    assert table.legal(0) == {mv.Leave(0)}


def test_the_pearl_must_be_accepted() -> None:
    table = Table(4, ["black-pearl", "key"]).play(mv.Trade(0, 1), mv.OfferObject(0, "black-pearl"))
    assert table.legal(1) == {mv.Return(1, "key")}


def test_a_bag_never_goes_for_a_bag() -> None:
    table = Table(4, ["bag-key key", "bag-goblet goblet"]).play(mv.Trade(0, 1), mv.OfferObject(0, "bag-key"))
    assert table.why_not(mv.Return(1, "bag-goblet")) == ("object.bag.no-bag",)
    assert table.legal(1) == {mv.Refuse(1), mv.Return(1, "goblet")}


def test_who_has_but_a_bag_refuses_the_other() -> None:
    table = Table(4, ["bag-key key", "bag-goblet"]).play(mv.Trade(0, 1), mv.OfferObject(0, "bag-key"))
    assert table.legal(1) == {mv.Refuse(1)}


def test_turned_bags_may_be_exchanged() -> None:
    table = Table(4, ["bag-key key", "bag-goblet"], pile=[]).play(mv.Trade(0, 1), mv.OfferObject(0, "bag-key"))
    assert mv.Return(1, "bag-goblet") in table.legal(1)
    table.play(mv.Return(1, "bag-goblet"))
    assert table.legal(0) == {mv.Leave(0)}, "a turned bag is a key and has no text"


def test_a_traded_bag_draws() -> None:
    table = trade(["bag-key key", "goblet"], "bag-key", "goblet").play(mv.ActivateText(0))
    assert table.game.actors(table.state) == (CHANCE,)
    table.play(mv.DrawObject(CHANCE, "tome"))
    assert table.state.hands[0] == ("goblet", "key", "tome")


def test_the_tome_swaps_occupations_face_down() -> None:
    table = trade(["tome key", "goblet"], "tome", "goblet", roles=["thug", "priest"])
    table.with_state(shown=(True, False, False, False)).play(mv.ActivateText(0))
    assert table.state.roles[:2] == ("priest", "thug")
    assert table.state.shown == (False,) * 4


def test_the_coat_takes_one_of_the_roles_left_over() -> None:
    table = trade(["coat key", "goblet"], "coat", "goblet", roles=["thug", "priest", "doctor", "diplomat"])
    table.with_state(shown=(True, False, False, False)).play(mv.ActivateText(0))
    assert {m.role for m in table.legal(0) if isinstance(m, mv.TakeRole)} == set(table.state.leftover)
    table.play(mv.TakeRole(0, "alchemist"))
    assert table.state.roles[0] == "alchemist"
    assert not table.state.shown[0]
    assert "thug" in table.state.leftover
    assert "alchemist" not in table.state.leftover


def test_the_sextant_moves_one_object_of_each_at_once() -> None:
    table = trade(["sextant", "bag-key", "key", "goblet"], "sextant", "bag-key").play(mv.ActivateText(0))
    table.play(mv.SetDirection(0, "left"))
    assert table.game.actors(table.state) == (0, 1, 2, 3)
    table.play(mv.PassObject(2, "key"), mv.PassObject(0, "bag-key"), mv.PassObject(3, "goblet"))
    assert table.state.hands[2] == ("key",), "nothing moves before all have chosen"
    table.play(mv.PassObject(1, "sextant"))
    assert table.state.hands == (("goblet",), ("bag-key",), ("sextant",), ("key",))
    assert table.top == "activate", "the object traded for the sextant comes into effect all the same"
    assert table.legal(1) == {mv.ActivateText(1)}


def test_the_sextant_the_other_way() -> None:
    table = trade(["sextant", "bag-key", "key", "goblet"], "sextant", "bag-key").play(mv.ActivateText(0))
    table.play(mv.SetDirection(0, "right"), *(mv.PassObject(i, h[0]) for i, h in enumerate(table.state.hands)))
    assert table.state.hands == (("sextant",), ("key",), ("goblet",), ("bag-key",))


def test_a_draw_over_the_limit_is_given_away_at_once() -> None:
    table = Table(4, ["key key goblet dagger gloves bag-key", "coat"], pile=["tome"])
    table.play(mv.Trade(0, 1), mv.OfferObject(0, "bag-key"), mv.Return(1, "coat"), mv.ActivateText(0))
    table.play(mv.DrawObject(CHANCE, "tome"))
    assert table.top == "surplus"
    assert mv.GiveTo(0, 0) not in table.legal(0)
    table.play(mv.GiveTo(0, 2))
    assert {m.kind for m in table.legal(0) if isinstance(m, mv.Give)} == set(table.state.hands[0])
    table.play(mv.Give(0, "key"))
    assert len(table.state.hands[0]) == 6
    assert "key" in table.state.hands[2]
    assert table.top == "activate"


def test_a_full_player_receives_no_surplus_object() -> None:
    table = Table(4, ["key key goblet dagger gloves bag-key", "coat", "goblet goblet monocle poison-ring sextant key"],
                  pile=["tome"])
    table.play(mv.Trade(0, 1), mv.OfferObject(0, "bag-key"), mv.Return(1, "coat"), mv.ActivateText(0))
    table.play(mv.DrawObject(CHANCE, "tome"))
    assert mv.GiveTo(0, 2) not in table.legal(0)
    assert {mv.GiveTo(0, 1), mv.GiveTo(0, 3)} <= table.legal(0)


def test_as_written_anybody_may_receive_it_and_has_a_surplus_then() -> None:
    table = Table(4, ["key key goblet dagger gloves bag-key", "coat", "goblet goblet monocle poison-ring sextant key"],
                  pile=["tome"], answers={"hand.recipient": "as-written"})
    table.play(mv.Trade(0, 1), mv.OfferObject(0, "bag-key"), mv.Return(1, "coat"), mv.ActivateText(0))
    table.play(mv.DrawObject(CHANCE, "tome"), mv.GiveTo(0, 2), mv.Give(0, "key"))
    assert table.top == "surplus"
    assert table.game.actors(table.state)[0] == 2


def test_the_last_draw_turns_the_bags_aloud() -> None:
    table = Table(4, ["bag-key", "coat"], pile=["tome"], only=True)
    table.play(mv.Trade(0, 1), mv.OfferObject(0, "bag-key"), mv.Return(1, "coat"), mv.ActivateText(0))
    table.play(mv.DrawObject(CHANCE, "tome"))
    assert table.state.turned
    assert table.happened(ev.BagsTurned).clauses == ("object.bag.turns",)


class TestDiplomat:
    def demand(self, hands: list[str], wanted: str, **options: object) -> Table:
        table = Table(4, hands, roles=["diplomat"], **options)  # type: ignore[arg-type]
        return table.play(mv.Use(0, "diplomat"), mv.DemandOf(0, 1), mv.DemandObject(0, wanted))

    def test_the_object_must_be_handed_over(self) -> None:
        table = self.demand(["tome", "key goblet"], "key").play(mv.OfferObject(0, "tome"))
        assert table.legal(1) == {mv.Return(1, "key")}
        table.play(mv.Return(1, "key"), mv.ActivateText(0), mv.Leave(1))
        assert table.top == "action", "the turn goes on: the privilege comes on top of a normal turn"

    def test_the_turn_ends_if_the_player_lacks_it(self) -> None:
        table = self.demand(["tome", "goblet"], "key")
        saw = ev.SawObjects(0, 1, ("goblet",), clauses=("profession.diplomat.lacking",))
        assert table.happened(ev.SawObjects) == saw
        assert (table.state.active, table.top) == (1, "action")

    def test_once_face_up_it_is_spent(self) -> None:
        table = self.demand(["whip", "key goblet"], "key").play(mv.OfferObject(0, "whip"), mv.Return(1, "key"))
        table.play(mv.Leave(0), mv.Leave(1))
        assert "profession.diplomat" in table.why_not(mv.Use(0, "diplomat"))

    def test_only_on_ones_own_turn(self) -> None:
        table = Table(4, roles=["thug", "diplomat"])
        assert mv.Use(1, "diplomat") not in table.legal(1)

    def test_a_key_demanded_is_not_answered_by_an_unturned_bag(self) -> None:
        assert self.demand(["tome", "bag-key"], "key").top == "action"

    def test_a_turned_bag_answers_for_a_key(self) -> None:
        table = self.demand(["tome", "bag-key whip"], "key", pile=[]).play(mv.OfferObject(0, "tome"))
        assert table.legal(1) == {mv.Return(1, "bag-key")}

    def test_a_bag_demanded_twice_over_can_be_given_in_two_ways(self) -> None:
        table = self.demand(["tome", "bag-key bag-goblet"], "bag").play(mv.OfferObject(0, "tome"))
        assert table.legal(1) == {mv.Return(1, "bag-key"), mv.Return(1, "bag-goblet")}

    def test_bag_demanded_for_bag_is_a_clash_of_two_cards(self) -> None:
        table = self.demand(["bag-key", "bag-goblet"], "bag").play(mv.OfferObject(0, "bag-key"))
        resolution = table.game.resolve(table.state, 1)
        assert resolution.stuck
        assert not resolution.is_gap
        (clash,) = resolution.clashes()
        assert {norm.clause for norm in clash} == {"object.bag.no-bag", "profession.diplomat.demand"}


def test_the_clairvoyant_stacks_two_objects_and_the_last_picked_lies_on_top() -> None:
    table = Table(4, ["bag-key"], roles=["clairvoyant"]).play(mv.Use(0, "clairvoyant"))
    pile = table.state.rest
    table.play(mv.Pick(0, "tome" if "tome" in pile else pile[0]), mv.Pick(0, "sextant"))
    assert table.state.top[0] == "sextant"
    assert len(table.state.top) == 2
    assert table.top == "action"


def test_the_clairvoyant_works_while_another_decides_on_ones_own_turn() -> None:
    table = Table(4, ["bag-key", "key"], roles=["clairvoyant"]).play(mv.Trade(0, 1), mv.OfferObject(0, "bag-key"))
    assert mv.Use(0, "clairvoyant") in table.legal(0)
    table.play(mv.Use(0, "clairvoyant"))
    assert table.top == "foresee"
