"""What readings of `zh` do that readers of its text alone have doubted, each beside its default."""

from __future__ import annotations

from random import Random

import pytest
from table import Table

from advocatus.checks.agreement import edges_agree, play_agrees
from advocatus.model.families import editions
from advocatus.model.game import BadPosition
from advocatus.model.rules import make_rules
from advocatus.model.teufelsburg import events as ev
from advocatus.model.teufelsburg import moves as mv
from advocatus.model.teufelsburg.engine import Teufelsburg
from advocatus.specs.teufelsburg.mirror import TeufelsburgMirror

A, D, N = "attacker", "defender", "abstains"
EARLIER = {"profession.hypnotist.moment": "earlier"}


def table(question: str, reading: str, hands: tuple[str, ...] = (), roles: tuple[str, ...] = ()) -> Table:
    """Four players under a reading."""
    return Table(4, hands, roles, edition="zh", answers={question: reading})


def attack(t: Table, *supports: str) -> Table:
    """Seat 0 attacks seat 1, and the others take their stand; the powers' moment is next."""
    t.play(mv.Attack(0, 1)).close()
    return t.play(*(mv.SupportSide(seat, side) for seat, side in enumerate(supports, 2))).close()


# ---------------------------------------------------------------- who may act at a support


@pytest.mark.parametrize(("reading", "actors"), [("as-written", (2, 0)), ("until-last", (2, 0, 1, 3))])
def test_at_a_support_all_are_asked_whom_a_norm_lets_use_something(reading: str, actors: tuple[int, ...]) -> None:
    t = table("profession.priest.moment", reading, roles=("thug", "doctor", "bodyguard", "priest"))
    t.play(mv.Attack(0, 1)).close()
    assert t.game.actors(t.state) == actors
    assert (mv.Use(3, "priest") in t.legal(3)) == (reading == "until-last")


def test_the_priest_may_wait_until_he_is_asked_himself() -> None:
    roles = ("thug", "doctor", "priest", "bodyguard")
    t = table("profession.priest.moment", "until-his-own", roles=roles)
    t.play(mv.Attack(0, 1)).close()
    assert mv.Use(2, "priest") in t.legal(2)
    t.play(mv.SupportSide(2, A))
    assert mv.Use(2, "priest") not in t.legal(2)


# ---------------------------------------------------------------- the count


def counted(reading: str) -> ev.Counted:
    """The Bodyguard adds his point for the attacker, then the Hypnotist keeps him out."""
    t = table("profession.hypnotist.undoes", reading, roles=("thug", "doctor", "bodyguard", "hypnotist"))
    attack(t, A, N).play(mv.Use(2, "bodyguard"), mv.Use(3, "hypnotist"), mv.SilencePlayer(3, 2)).close()
    found = t.happened(ev.Counted)
    assert isinstance(found, ev.Counted)
    return found


@pytest.mark.parametrize(("reading", "points"), [("points", 1), ("all", 1), ("support", 2)])
def test_what_somebody_used_before_he_was_kept_out(reading: str, points: int) -> None:
    assert counted(reading).attacker == points


@pytest.mark.parametrize(("reading", "winner"), [("points", D), ("all", "stand-off"), ("support", D)])
def test_a_winner_named_by_somebody_kept_out(reading: str, winner: str) -> None:
    t = table("profession.hypnotist.undoes", reading, roles=("thug", "doctor", "alchemist", "hypnotist"))
    attack(t, N, N).play(mv.Use(2, "alchemist"), mv.AppointWinner(2, D), mv.Use(3, "hypnotist"))
    assert t.play(mv.SilencePlayer(3, 2)).close().happened(ev.Counted).result == winner


def test_without_a_fighter_there_is_no_fight() -> None:
    t = table("profession.hypnotist.whom", "no-fight", roles=("thug", "doctor", "bodyguard", "hypnotist"))
    attack(t, A, N).play(mv.Use(3, "hypnotist"), mv.SilencePlayer(3, 1))
    assert t.top == "end"
    assert t.state.duel is None


@pytest.mark.parametrize(("reading", "after"), [("as-written", "reward"), ("even-points", "stand-off")])
def test_even_points_may_let_the_attacker_draw_though_somebody_wins(reading: str, after: str) -> None:
    t = table("duel.stand-off.won", reading, roles=("thug", "doctor", "alchemist"))
    attack(t, N, N).play(mv.Use(2, "alchemist"), mv.AppointWinner(2, D)).close(2)
    assert t.top == after
    if reading == "even-points":
        t.play(mv.PickUp(0))
        t.play(t.game.chances(t.state)[0][0])
        assert t.top == "reward"
        assert t.state.duel is not None


def test_a_winner_may_do_without() -> None:
    t = table("duel.reward.may", "neither", roles=("thug",))
    attack(t, A, N).close(2).play(mv.Leave(0))
    assert t.top == "end"
    assert t.happened(ev.NothingTaken).of == 1


@pytest.mark.parametrize(("move", "points"), [(mv.AddPoint(0), 2), (mv.Leave(0), 1)])
def test_a_duelist_may_do_without_his_point(move: mv.Move, points: int) -> None:
    t = table("profession.swordsman.bonus", "point-optional", roles=("swordsman",))
    attack(t, A, N).play(mv.Use(0, "swordsman")).close()
    assert t.play(move).happened(ev.Counted).attacker == points


# ---------------------------------------------------------------- the place in the turn


@pytest.mark.parametrize(("reading", "tops"), [
    ("as-written", ("demand", "action")), ("ends-turn", ("demand", "action")), ("in-place", ("demand", "end"))])
def test_the_diplomat_beside_or_instead_of_the_action(reading: str, tops: tuple[str, ...]) -> None:
    t = table("profession.diplomat.beside", reading, hands=("key dagger", "goblet whip"), roles=("diplomat",))
    t.play(mv.Use(0, "diplomat"))
    assert tuple(frame.kind for frame in t.state.agenda) == tops
    t.play(mv.DemandOf(0, 1), mv.DemandObject(0, "whip"), mv.OfferObject(0, "key"), mv.Return(1, "whip"))
    t.play(mv.Leave(0), mv.Leave(1))
    assert t.top == ("action" if reading == "as-written" else "end")


@pytest.mark.parametrize(("reading", "top"), [("as-written", "action"), ("in-place", "end")])
def test_the_clairvoyant_beside_or_instead_of_the_action(reading: str, top: str) -> None:
    t = table("profession.clairvoyant.beside", reading, roles=("clairvoyant",)).play(mv.Use(0, "clairvoyant"))
    for _ in range(2):
        t.play(next(move for move in t.game.legal(t.state, 0) if isinstance(move, mv.Pick)))
    assert t.top == top


def test_the_player_on_turn_may_say_which_text_comes_first() -> None:
    t = Table(4, ["tome key", "monocle dagger"], edition="dv", answers={"trade.abilities.order": "on-turn"})
    t.play(mv.Trade(0, 1), mv.OfferObject(0, "tome"), mv.Return(1, "monocle"))
    assert t.legal(0) == {mv.PutFirst(0, "tome"), mv.PutFirst(0, "monocle")}
    assert t.game.view(t.state, 2)["agenda"][0]["card"] is None
    assert [frame.by for frame in t.play(mv.PutFirst(0, "monocle")).state.agenda[:2]] == [1, 0]
    plain = Table(4, ["tome key", "dagger"], edition="dv", answers={"trade.abilities.order": "on-turn"})
    plain.play(mv.Trade(0, 1), mv.OfferObject(0, "tome"), mv.Return(1, "dagger"))
    assert plain.top == "activate"


# ---------------------------------------------------------------- what is seen


@pytest.mark.parametrize(("reading", "shown"), [("both", 0), ("everybody", 1)])
def test_a_gift_is_seen_by_all_or_not(reading: str, shown: int) -> None:
    t = table("hand.given.seen", reading, hands=("key dagger",), roles=("thug", "doctor", "priest"))
    t.play(mv.Attack(0, 1), mv.Use(2, "priest"), mv.Give(0, "key"))
    seen = [t.game.redact(event, 3, t.state) for event in t.events if isinstance(event, ev.GiftShown)]
    assert [told["kind"] for told in seen] == ["key"] * shown


@pytest.mark.parametrize(("reading", "named"), [("text-only", False), ("named", True)])
def test_a_bag_is_named_when_it_is_read(reading: str, named: bool) -> None:
    t = table("object.bag.secret", reading, hands=("bag-key key", "dagger"))
    t.play(mv.Trade(0, 1), mv.OfferObject(0, "bag-key"), mv.Return(1, "dagger"), mv.ActivateText(0))
    assert ("bag-declared" in t.tags()) == named


# ---------------------------------------------------------------- the Tome, the mirror, the Drink


@pytest.mark.parametrize(("reading", "spent"), [("fresh", ("doctor",)), ("spent", ())])
def test_a_tome_may_renew_an_occupation(reading: str, spent: tuple[str, ...]) -> None:
    t = table("profession.once", reading, hands=("tome key", "dagger"), roles=("doctor",))
    t.with_state(shown=(True, False, False, False), spent=("doctor",))
    t.play(mv.Trade(0, 1), mv.OfferObject(0, "tome"), mv.Return(1, "dagger"), mv.ActivateText(0))
    assert t.state.spent == spent
    if reading == "spent":
        assert t.game.redact(t.happened(ev.RoleRenewed), 2, t.state)["role"] is None


@pytest.mark.parametrize(("reading", "acts"), [("as-written", {mv.Leave(1)}), ("ordered", {mv.ActivateText(1)})])
def test_the_mirror_in_a_diplomats_trade(reading: str, acts: set[mv.Move]) -> None:
    hands = ("shattered-mirror key", "monocle dagger")
    t = table("profession.diplomat.effects", reading, hands=hands, roles=("diplomat",))
    t.play(mv.Use(0, "diplomat"), mv.DemandOf(0, 1), mv.DemandObject(0, "monocle"))
    t.play(mv.OfferObject(0, "shattered-mirror"), mv.Return(1, "monocle"), mv.Leave(0))
    assert t.legal(1) == acts


ON_HAND = {"setup.drinks.object": "on-hand"}


def test_drinks_are_dealt_into_the_hands() -> None:
    apart, on_hand = (Teufelsburg(make_rules(editions()["zh"], 5, answers=answers)) for answers in ({}, ON_HAND))
    assert not any("drink" in hand for hand in apart.random_deal(Random(1)).hands)
    deal = on_hand.random_deal(Random(1))
    assert [(hand.count("drink"), len(hand)) for hand in deal.hands] == [(1, 2)] * 5
    on_hand.check_deal(deal)
    with pytest.raises(BadPosition, match="starts with 1 Drinks, not 0"):
        apart.check_deal(deal)


def test_a_drink_is_traded_and_demanded() -> None:
    t = Table(5, ["key drink", "goblet drink", "dagger drink", "whip drink", "gloves drink"], ("diplomat",),
              edition="zh", answers=ON_HAND)
    t.play(mv.Use(0, "diplomat"), mv.DemandOf(0, 1), mv.DemandObject(0, "drink"), mv.OfferObject(0, "key"))
    assert t.legal(1) == {mv.Return(1, "drink")}
    t.play(mv.Return(1, "drink"), mv.Leave(0), mv.Leave(1))
    assert t.state.hands[:2] == (("drink", "drink"), ("goblet", "key"))
    assert mv.DemandObject(0, "drink") not in Table(5, (), ("diplomat",), edition="zh").play(
        mv.Use(0, "diplomat"), mv.DemandOf(0, 1)).legal(0)


@pytest.mark.parametrize(("ally", "right"), [("dagger drink", True), ("dagger", False)])
def test_a_drink_counts_for_the_smaller_camp_that_holds_one(ally: str, right: bool) -> None:
    others = "gloves drink drink" if right else "gloves drink drink drink"
    t = Table(5, ["key key", ally, "whip drink", others, "goblet drink"], sides="oobbb", edition="zh",
              answers=ON_HAND)
    t.play(mv.Proclaim(0, "order"), mv.Done(0), mv.Done(0))
    assert t.happened(ev.Decided).right == right


# ---------------------------------------------------------------- engine and terms


@pytest.mark.parametrize(("players", "answers"), [
    (4, {"duel.stand-off.won": "even-points", "profession.hypnotist.undoes": "all"}),
    (4, {"duel.powers.early": "from-the-attack", "profession.diplomat.beside": "ends-turn", **EARLIER}),
    (4, {"hand.given.seen": "everybody", "profession.once": "spent", "profession.clairvoyant.beside": "in-place"}),
    (5, {"setup.drinks.object": "on-hand", "duel.reward.may": "neither"}),
])
def test_engine_and_terms_agree_under_these_readings(players: int, answers: dict[str, str]) -> None:
    found = play_agrees(make_rules(editions()["zh"], players, answers=answers), seed=3, games=2, moves=60)
    assert found.partings == ()


@pytest.mark.parametrize(("reading", "named", "right"), [
    ("enough", (1,), False), ("camp", (1,), True), ("camp", (1, 3), False), ("enough", (1, 2), True),
])
def test_whether_the_fortune_teller_is_right_goes_by_the_named_or_by_their_camp(
    reading: str, named: tuple[int, ...], right: bool
) -> None:
    t = Table(4, ["dagger", "key key", "key", "whip"], sides="boob", edition="zh", variants=["fortune-telling"],
              answers={"variant.fortune-telling.every-holder": reading})
    t.play(mv.Proclaim(0, "order"), *(mv.NameAlly(0, seat) for seat in named), mv.Done(0))
    assert t.happened(ev.Decided).right == right


@pytest.mark.parametrize(("reading", "right"), [("enough", True), ("every", False)])
def test_a_holder_whom_the_fortune_teller_leaves_out(reading: str, right: bool) -> None:
    t = Table(4, ["dagger", "key key key", "bag-key", "whip"], sides="boob", pile=[], edition="zh",
              variants=["fortune-telling"], answers={"variant.fortune-telling.every-holder": reading})
    t.play(mv.Proclaim(0, "order"), mv.NameAlly(0, 1), mv.Done(0))
    assert t.happened(ev.Decided).right == right


@pytest.mark.slow
@pytest.mark.parametrize(("reading", "frames"), [
    (("profession.hypnotist.undoes", "all"), ("duel.powers",)),
    (("profession.hypnotist.undoes", "support"), ("duel.powers",)),
    (("profession.diplomat.beside", "ends-turn"), ("answer",)),
    (("profession.swordsman.bonus", "point-optional"), ("bonus",)),
    (("duel.stand-off.won", "even-points"), ("duel.result", "stand-off")),
])
def test_the_solvers_positions_agree_under_these_readings(reading: tuple[str, str], frames: tuple[str, ...]) -> None:
    chosen = make_rules(editions()["zh"], 4, answers=dict([reading]))
    assert edges_agree(chosen, seed=5, moves=0, mirror=TeufelsburgMirror(chosen, frames=frames)).partings == ()
