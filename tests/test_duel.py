"""The struggle of `adlung`, rule by rule."""

from __future__ import annotations

import pytest
from table import Table

from advocatus.model.game import CHANCE, TABLE
from advocatus.model.teufelsburg import events as ev
from advocatus.model.teufelsburg import moves as mv

A, D, N = "attacker", "defender", "abstains"


def struggle(
    hands: list[str] | None = None, roles: list[str] | None = None, sides: str = "nn", **options: object
) -> Table:
    """Seat 0 attacks seat 1; nobody is a priest or hypnotist who acts; seats 2, 3 ... support as told."""
    table = Table(2 + len(sides), hands or [], roles or [], **options)  # type: ignore[arg-type]
    table.play(mv.Attack(0, 1)).close()
    letters = {"a": A, "d": D, "n": N}
    table.play(*(mv.SupportSide(seat, letters[s]) for seat, s in enumerate(sides, 2)))
    return table.close()


def result(table: Table) -> tuple[int, int, str]:
    """Nobody uses anything more; the count."""
    counted = table.close().happened(ev.Counted)
    return counted.attacker, counted.defender, counted.result


def test_support_goes_clockwise_from_the_attackers_left() -> None:
    table = Table(5).with_state(active=3, agenda=(Table(5).state.agenda[0].__class__(3),))
    table.play(mv.Attack(3, 0)).close()
    assert [frame.by for frame in table.state.agenda if frame.kind == "support"] == [4, 1, 2]  # type: ignore[attr-defined]


def test_nobody_attacks_himself() -> None:
    assert mv.Attack(0, 0) not in Table().legal(0)


@pytest.mark.parametrize(("sides", "expected"), [
    ("nn", (1, 1, "stand-off")), ("an", (2, 1, A)), ("nd", (1, 2, D)), ("ad", (2, 2, "stand-off")), ("aa", (3, 1, A)),
])
def test_swords_against_shields(sides: str, expected: tuple[int, int, str]) -> None:
    assert result(struggle(sides=sides)) == expected


@pytest.mark.parametrize(("seat", "card", "sides", "expected"), [
    (0, "dagger", "nn", (2, 1, A)), (1, "gloves", "nn", (1, 2, D)), (2, "throwing-knives", "an", (3, 1, A)),
    (2, "whip", "dn", (1, 3, D)),
])
def test_each_weapon_adds_one(seat: int, card: str, sides: str, expected: tuple[int, int, str]) -> None:
    hands = ["key", "goblet", "tome", "coat"]
    hands[seat] = card
    assert result(struggle(hands, sides=sides).play(mv.Use(seat, card))) == expected


@pytest.mark.parametrize(("seat", "card", "sides"), [
    (1, "dagger", "nn"), (2, "dagger", "an"), (0, "gloves", "nn"), (3, "gloves", "nd"), (2, "throwing-knives", "dn"),
    (2, "throwing-knives", "nn"), (0, "throwing-knives", "nn"), (2, "whip", "an"), (1, "whip", "nn"),
    (2, "poison-ring", "an"),
])
def test_no_weapon_works_elsewhere(seat: int, card: str, sides: str) -> None:
    hands = ["key", "goblet", "tome", "coat"]
    hands[seat] = card
    table = struggle(hands, sides=sides)
    assert mv.Use(seat, card) not in table.legal(seat)
    assert not table.game.judge(table.state, mv.Use(seat, card)).allowed


@pytest.mark.parametrize(("seat", "role", "sides", "expected"), [
    (0, "thug", "nn", (2, 1, A)), (1, "grand-master", "nn", (1, 2, D)), (0, "swordsman", "dd", (2, 1, A)),
    (1, "swordsman", "aa", (1, 2, D)),
])
def test_occupations_that_add_one(seat: int, role: str, sides: str, expected: tuple[int, int, str]) -> None:
    roles = ["doctor", "priest", "diplomat", "clairvoyant"]
    roles[seat] = role
    table = struggle(roles=roles, sides=sides).play(mv.Use(seat, role))
    assert table.state.shown[seat]
    assert result(table) == expected


@pytest.mark.parametrize(("seat", "role"), [
    (1, "thug"), (2, "thug"), (0, "grand-master"), (2, "swordsman"), (0, "bodyguard"), (3, "bodyguard"),
    (0, "alchemist"), (1, "alchemist"), (0, "doctor"), (2, "priest"),
])
def test_occupations_that_do_not_work_there(seat: int, role: str) -> None:
    roles = [r for r in ("doctor", "priest", "diplomat", "clairvoyant") if r != role]
    roles.insert(seat, role)
    assert mv.Use(seat, role) not in struggle(roles=roles, sides="an").legal(seat)


def test_the_bodyguard_strengthens_whom_he_supports() -> None:
    table = struggle(roles=["thug", "priest", "bodyguard"], sides="dn").play(mv.Use(2, "bodyguard")).close()
    assert table.top == "symbol"
    assert table.legal(2) == {mv.ChooseSymbol(2, D)}
    table.play(mv.ChooseSymbol(2, D))
    assert table.happened(ev.Counted).defender == 3


def test_the_duelist_undoes_support_already_given() -> None:
    table = struggle(["key", "goblet", "throwing-knives"], ["thug", "swordsman"], "an").play(
        mv.Use(2, "throwing-knives"), mv.Use(1, "swordsman"))
    assert result(table) == (1, 2, D)


def test_the_poison_mixer_appoints_against_the_count() -> None:
    table = struggle(roles=["thug", "priest", "alchemist"], sides="na").play(mv.Use(2, "alchemist"))
    assert table.legal(2) == {mv.AppointWinner(2, A), mv.AppointWinner(2, D)}
    assert result(table.play(mv.AppointWinner(2, D))) == (2, 1, D)


def test_the_poison_ring_wins_a_stand_off_only() -> None:
    assert result(struggle(["key", "poison-ring"]).play(mv.Use(1, "poison-ring"))) == (1, 1, D)
    assert result(struggle(["key", "poison-ring"], sides="an").play(mv.Use(1, "poison-ring"))) == (2, 1, A)


def test_the_same_card_is_not_played_twice() -> None:
    table = struggle(["dagger"]).play(mv.Use(0, "dagger"))
    assert all(getattr(m, "card", "") != "dagger" for m in table.game.resolve(table.state, 0).candidates)


class TestPriest:
    def test_he_prevents_the_struggle_and_gets_an_object(self) -> None:
        table = Table(4, ["key tome", "goblet"], ["thug", "doctor", "priest"])
        table.play(mv.Attack(0, 1), mv.Use(2, "priest"))
        assert table.legal(0) >= {mv.Give(0, "key"), mv.Give(0, "tome")}
        table.play(mv.Give(0, "key"))
        assert "key" in table.state.hands[2]
        assert (table.state.active, table.top) == (1, "action")
        assert table.state.duel is None

    def test_an_attacker_with_one_object_keeps_it(self) -> None:
        table = Table(4, ["key"], ["thug", "doctor", "priest"]).play(mv.Attack(0, 1), mv.Use(2, "priest"))
        assert table.state.hands[0] == ("key",)
        assert table.state.active == 1

    def test_only_before_anybody_supports(self) -> None:
        table = Table(4, [], ["thug", "doctor", "priest"]).play(mv.Attack(0, 1)).close()
        assert mv.Use(2, "priest") not in table.legal(2)

    def test_once(self) -> None:
        table = Table(4, [], ["thug", "doctor", "priest"]).with_state(shown=(False, False, True, False))
        table.play(mv.Attack(0, 1))
        assert "profession.priest" in table.why_not(mv.Use(2, "priest"))


class TestHypnotist:
    def silenced(self) -> Table:
        table = Table(4, ["key", "goblet", "throwing-knives"], ["hypnotist", "doctor", "bodyguard"])
        table.play(mv.Attack(0, 1)).close().play(mv.SupportSide(2, D), mv.SupportSide(3, N))
        return table.play(mv.Use(0, "hypnotist"), mv.SilencePlayer(0, 2)).close()

    def test_support_given_is_lost(self) -> None:
        assert result(self.silenced()) == (1, 1, "stand-off")

    def test_who_is_silenced_uses_nothing(self) -> None:
        table = self.silenced()
        assert table.legal(2) == set()
        assert "profession.hypnotist.silenced" in table.why_not(mv.Use(2, "bodyguard"))

    def test_only_the_attacker(self) -> None:
        table = Table(4, [], ["thug", "hypnotist"]).play(mv.Attack(0, 1)).close()
        table.play(mv.SupportSide(2, N), mv.SupportSide(3, N))
        assert mv.Use(1, "hypnotist") not in table.legal(1)

    def test_not_later(self) -> None:
        table = struggle(roles=["hypnotist"])
        assert mv.Use(0, "hypnotist") not in table.legal(0)

    def test_again_in_another_struggle(self) -> None:
        table = Table(4, [], ["hypnotist"]).with_state(shown=(True, False, False, False)).play(mv.Attack(0, 1)).close()
        table.play(mv.SupportSide(2, N), mv.SupportSide(3, N))
        assert mv.Use(0, "hypnotist") in table.legal(0)


class TestRewards:
    def won(self, hands: list[str], **options: object) -> Table:
        table = struggle(hands, sides="an", **options)  # type: ignore[arg-type]
        table.close(2)
        return table

    def test_the_winner_chooses_truth_or_luggage(self) -> None:
        assert self.won(["key", "goblet"]).legal(0) >= {mv.TakeReward(0, mv.TRUTH), mv.TakeReward(0, mv.OBJECT)}

    def test_the_truth_is_occupation_and_association(self) -> None:
        table = self.won(["key", "goblet"], roles=["thug", "priest"]).play(mv.TakeReward(0, mv.TRUTH))
        assert table.happened(ev.SawRole).role == "priest"
        assert table.happened(ev.SawSide).side == "brotherhood"
        assert table.top == "end"

    def test_an_object_is_taken_or_not(self) -> None:
        table = self.won(["key", "goblet tome"]).play(mv.TakeReward(0, mv.OBJECT))
        assert table.legal(0) >= {mv.StealObject(0, "goblet"), mv.StealObject(0, "tome"), mv.Leave(0)}
        table.play(mv.StealObject(0, "tome"))
        assert table.state.hands[:2] == (("key", "tome"), ("goblet",))
        assert table.state.duel is None

    def test_the_last_object_is_answered_with_another(self) -> None:
        table = self.won(["key", "goblet"]).play(mv.TakeReward(0, mv.OBJECT), mv.StealObject(0, "goblet"))
        assert table.top == "give-back"
        assert {m for m in table.legal(0) if isinstance(m, mv.GiveBackObject)} == {
            mv.GiveBackObject(0, "key"), mv.GiveBackObject(0, "goblet")}
        table.play(mv.GiveBackObject(0, "key"))
        assert table.state.hands[:2] == (("goblet",), ("key",))

    def test_no_text_of_a_taken_object_comes_into_effect(self) -> None:
        table = self.won(["key", "goblet monocle"]).play(mv.TakeReward(0, mv.OBJECT), mv.StealObject(0, "monocle"))
        assert "activate" not in [frame.kind for frame in table.state.agenda]

    def test_the_winning_defender_is_rewarded_too(self) -> None:
        table = struggle(["key", "goblet"], sides="dn").close(2)
        assert table.legal(1) >= {mv.TakeReward(1, mv.TRUTH)}
        table.play(mv.TakeReward(1, mv.OBJECT), mv.Leave(1))
        assert table.state.active == 0

    def test_a_stand_off_draws_for_the_attacker(self) -> None:
        table = struggle(["key", "goblet"], pile=["tome"]).close(2)
        assert table.legal(0) == {mv.PickUp(0)}
        table.play(mv.PickUp(0))
        assert table.game.actors(table.state) == (CHANCE,)
        table.play(mv.DrawObject(CHANCE, "tome"))
        assert table.state.hands[0] == ("key", "tome")

    def test_with_the_pile_used_up_nothing_is_drawn(self) -> None:
        table = struggle(["key", "goblet"], pile=[]).close(2)
        assert "nothing-drawn" in table.tags()
        assert table.top == "end"

    def test_used_cards(self) -> None:
        table = struggle(["dagger", "goblet"], ["thug"]).play(mv.Use(0, "dagger"), mv.Use(0, "thug")).close(2)
        table.play(mv.TakeReward(0, mv.TRUTH))
        assert table.state.hands[0] == ("dagger",)
        assert table.state.shown[0], "the occupation stays face-up"


class TestDoctor:
    def test_no_effects_and_the_turn_ends(self) -> None:
        table = struggle(roles=["thug", "priest", "doctor"], sides="an").close().play(mv.Use(2, "doctor"))
        assert "rewarded" not in table.tags()
        assert (table.state.active, table.top) == (1, "action")

    def test_a_stand_off_draws_nothing_then(self) -> None:
        table = struggle(roles=["thug", "priest", "doctor"]).close().play(mv.Use(2, "doctor"))
        assert table.state.active == 1
        assert "drew" not in table.tags()

    def test_only_after_the_count(self) -> None:
        assert mv.Use(2, "doctor") not in struggle(roles=["thug", "priest", "doctor"]).legal(2)

    def test_asking_goes_to_everybody(self) -> None:
        table = struggle().close()
        assert table.game.actors(table.state) == (0, 1, 2, 3, TABLE)


def test_three_players_struggle_with_one_supporter() -> None:
    table = Table(3, ["key", "goblet", "tome"], ["thug", "priest", "doctor"]).play(mv.Attack(0, 1)).close()
    assert table.game.actors(table.state)[0] == 2


def test_ten_players_struggle_with_eight_supporters() -> None:
    assert result(struggle(sides="aaaadddd")) == (5, 5, "stand-off")
    assert result(struggle(sides="aaaaaaaa", roles=["thug"]).play(mv.Use(0, "thug"))) == (10, 1, A)
