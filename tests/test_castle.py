"""What The Castle of the Devil has of its own: spying, duel tokens, secret support, the proclamation for the rivals."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from table import Table

from advocatus.checks.liveness import CITED, live_norms
from advocatus.model.families import editions, open_game
from advocatus.model.game import CHANCE, BadPosition
from advocatus.model.rules import make_rules
from advocatus.model.teufelsburg import events as ev
from advocatus.model.teufelsburg import moves as mv

PLAIN = ("diplomat", "clairvoyant", "priest", "doctor")


def castle(*args: Any, **more: Any) -> Table:
    return Table(*args, edition="dv", **more)


def challenged(table: Table) -> Table:
    """0 challenges 1, and nobody steps in."""
    return table.play(mv.Attack(0, 1)).close()


def supported(table: Table, *sides: str) -> Table:
    """The seats from 2 on support these sides; all is shown, and cards may be used."""
    challenged(table)
    for seat, side in enumerate(sides, 2):
        table.play(mv.SupportSide(seat, side))
    return table.close(2)


# ---------------------------------------------------------------- the turn


def test_there_is_no_passing_and_no_gift() -> None:
    acts = {move.act for move in castle(hands=["key", "dagger"]).legal(0)}
    assert acts == {"spy", "trade", "attack", "proclaim"}
    assert mv.Pass(0) not in castle(hands=["dagger"]).legal(0)


def test_the_turn_is_over_with_the_action() -> None:
    def ended(**answers: str) -> Table:
        given = {key.replace("__", "."): answer for key, answer in answers.items()}
        table = castle(hands=["dagger"], roles=["clairvoyant"], answers=given)
        return table.play(mv.Spy(0, 1), mv.ShowObject(CHANCE, table.state.hands[1][0]))

    assert ended().legal(0) == {mv.EndTurn(0)}
    assert ended().why_not(mv.Use(0, "clairvoyant")) == ("turn.order",)
    assert mv.Use(0, "clairvoyant") in ended(turn__end="let-go").legal(0)
    assert mv.Use(0, "clairvoyant") in castle(hands=["dagger"], roles=["clairvoyant"]).legal(0)


# ---------------------------------------------------------------- spying


def test_a_spy_draws_each_object_as_likely_and_gives_it_back() -> None:
    table = castle(hands=["dagger", "key key whip"])
    assert mv.Spy(0, 0) not in table.legal(0)
    table.play(mv.Spy(0, 1))
    assert table.game.chances(table.state) == (
        (mv.ShowObject(CHANCE, "key"), Fraction(2, 3)), (mv.ShowObject(CHANCE, "whip"), Fraction(1, 3)))
    hands = table.state.hands
    table.play(mv.ShowObject(CHANCE, "whip"))
    assert table.happened(ev.SpiedOut) == ev.SpiedOut(0, 1, "whip", True, clauses=("spy.draw", "spy.secret"))
    assert table.state.hands == hands
    assert table.top == "end"


@pytest.mark.parametrize(("reading", "owner"), [("by-owner", "key"), ("by-nobody", None)])
def test_what_a_spy_saw_is_known_to_the_two(reading: str, owner: str | None) -> None:
    table = castle(hands=["dagger", "key whip"], answers={"spy.seen": reading})
    table.play(mv.Spy(0, 1), mv.ShowObject(CHANCE, "key"))
    event = table.happened(ev.SpiedOut)
    told = [table.game.redact(event, seat, table.state) for seat in range(4)]
    assert [data and data["kind"] for data in told] == ["key", owner, None, None]


@pytest.mark.parametrize(("reading", "tag", "seen"), [
    ("diplomat", "saw-objects", [["whip"], ["whip"], None, None]), ("everybody", "showed-hand", [["whip"]] * 4),
])
def test_who_lacks_what_is_demanded_proves_it(reading: str, tag: str, seen: list[Any]) -> None:
    table = castle(hands=["dagger", "whip"], roles=PLAIN, answers={"profession.diplomat.shown": reading})
    table.play(mv.Use(0, "diplomat"), mv.DemandOf(0, 1), mv.DemandObject(0, "key"))
    event = next(event for event in table.events if event.tag == tag)
    told = [table.game.redact(event, seat, table.state) for seat in range(4)]
    assert [data and data["hand"] for data in told] == seen
    assert table.state.active == 1


# ---------------------------------------------------------------- duel tokens


def test_a_refused_trade_brings_a_token_to_who_offered() -> None:
    table = castle(hands=["dagger", "whip"]).play(mv.Trade(0, 1), mv.OfferObject(0, "dagger"), mv.Refuse(1))
    assert table.happened(ev.TokenTaken) == ev.TokenTaken(0, clauses=("tokens.refused",))
    assert table.state.tokens == (1, 0, 0, 0)
    assert table.game.view(table.state, 3)["tokens"] == [1, 0, 0, 0]


@pytest.mark.parametrize(("reading", "tokens"), [("as-written", 1), ("free-only", 0)])
def test_a_refusal_that_had_to_be_may_bring_none(reading: str, tokens: int) -> None:
    table = castle(hands=["bag-key", "bag-goblet"], answers={"tokens.forced": reading})
    table.play(mv.Trade(0, 1), mv.OfferObject(0, "bag-key"), mv.Refuse(1))
    assert table.state.tokens[0] == tokens
    other = castle(hands=["bag-key", "whip"], answers={"tokens.forced": reading})
    other.play(mv.Trade(0, 1), mv.OfferObject(0, "bag-key"), mv.Refuse(1))
    assert other.state.tokens[0] == 1


def test_there_are_twelve_tokens_and_then_none() -> None:
    table = castle(hands=["dagger", "whip"]).with_state(tokens=(3, 3, 3, 3))
    table.play(mv.Trade(0, 1), mv.OfferObject(0, "dagger"), mv.Refuse(1))
    assert table.happened(ev.NoTokenLeft).by == 0
    assert table.state.tokens == (3, 3, 3, 3)
    table.with_state(tokens=(4, 3, 3, 3))
    assert "there are 12" in " ".join(table.game.well_formed(table.state))


def test_a_token_counts_for_the_side_its_owner_is_on_and_goes_back() -> None:
    table = castle(hands=["dagger", "whip"], roles=PLAIN).with_state(tokens=(2, 1, 1, 0))
    supported(table, "attacker", "defender")
    assert {m for m in table.legal(0) if m.act == "token"} == {mv.SpendToken(0, "attacker")}
    assert {m for m in table.legal(2) if m.act == "token"} == {mv.SpendToken(2, "attacker")}
    assert not [m for m in table.legal(3) if m.act == "token"]
    table.play(mv.SpendToken(0, "attacker"), mv.SpendToken(0, "attacker"), mv.SpendToken(1, "defender")).close()
    counted = table.happened(ev.Counted)
    assert (counted.attacker, counted.defender) == (4, 3)
    assert table.state.tokens == (0, 0, 1, 0)
    table.close().play(mv.TakeReward(0, "association"))
    assert table.happened(ev.DuelEnded).clauses == ("duel.after-use", "tokens.return")
    assert table.state.duel is None


@pytest.mark.parametrize(("question", "reading", "seat"), [
    ("duel.tokens.number", "one", 2), ("duel.tokens.fighters", "supporters", 0),
])
def test_the_readings_of_tokens(question: str, reading: str, seat: int) -> None:
    table = castle(roles=PLAIN, answers={question: reading}).with_state(tokens=(2, 0, 2, 0))
    supported(table, "attacker", "defender").play(mv.SpendToken(2, "attacker"))
    assert not [m for m in table.legal(seat) if m.act == "token"]


def test_who_is_silenced_spends_no_token() -> None:
    table = castle(roles=("hypnotist", *PLAIN[1:])).with_state(tokens=(0, 0, 1, 0))
    challenged(table).play(mv.SupportSide(2, "defender"), mv.SupportSide(3, "attacker")).close()
    table.play(mv.Use(0, "hypnotist"), mv.SilencePlayer(0, 2)).close()
    assert "profession.hypnotist.silenced" in table.why_not(mv.SpendToken(2, "defender"))


@pytest.mark.parametrize(("reading", "left", "points"), [
    ("as-written", (), (2, 1)), ("others", ((1, "defender"),), (2, 2)),
])
def test_the_swordsman_discards_tokens(reading: str, left: Any, points: tuple[int, int]) -> None:
    table = castle(roles=("swordsman", *PLAIN[1:]), answers={"profession.swordsman.tokens": reading})
    table.with_state(tokens=(0, 1, 1, 0))
    supported(table, "attacker", "defender").play(mv.SpendToken(1, "defender"), mv.SpendToken(2, "attacker"))
    table.play(mv.Use(0, "swordsman"))
    assert table.state.duel is not None
    assert table.state.duel.tokens == left
    assert table.happened(ev.TokensDiscarded).clauses == ("profession.swordsman.undone",)
    table.close()
    counted = table.happened(ev.Counted)
    assert (counted.attacker, counted.defender) == points


# ---------------------------------------------------------------- secret support


def test_all_choose_in_secret_and_show_together() -> None:
    table = challenged(castle(roles=PLAIN))
    assert table.top == "secret-support"
    assert table.why_not(mv.SupportSide(3, "abstains")) == ("duel.support.must",)
    table.play(mv.SupportSide(3, "defender"))
    assert table.legal(3) == set()
    event = table.happened(ev.Committed)
    told = [table.game.redact(event, seat, table.state) for seat in range(4)]
    assert [data and data["side"] for data in told] == [None, None, None, "defender"]
    assert [table.game.view(table.state, seat)["agenda"][0]["chosen"][3] for seat in (0, 3)] == [True, "defender"]
    assert table.state.duel is not None
    assert table.state.duel.sides == ("attacker", "defender", "", "")
    table.play(mv.SupportSide(2, "attacker"))
    assert table.top == "duel.reveal"
    assert table.game.view(table.state, 2)["agenda"][0]["chosen"] == [True, True, "attacker", True]
    table.close()
    assert table.happened(ev.Revealed).sides == ("attacker", "defender", "attacker", "defender")
    assert table.state.duel.sides == ("attacker", "defender", "attacker", "defender")


def test_the_priest_can_wait_until_the_support_is_shown() -> None:
    def chosen(reading: str) -> Table:
        table = castle(hands=["dagger whip"], roles=PLAIN, answers={"profession.priest.moment": reading})
        return challenged(table).play(mv.SupportSide(2, "attacker"), mv.SupportSide(3, "defender"))

    table = chosen("as-written").play(mv.Use(2, "priest"))
    assert table.top == "tribute"
    assert "revealed" not in table.tags()
    assert mv.Use(2, "priest") not in chosen("before-choice").legal(2)


def test_a_swordsman_before_the_support_leaves_nobody_to_ask() -> None:
    table = castle(roles=("swordsman", *PLAIN[1:]), answers={"duel.powers.early": "from-the-attack"})
    table.play(mv.Attack(0, 1), mv.Use(0, "swordsman")).close()
    assert table.top == "duel.hypnotist"


# ---------------------------------------------------------------- the fate of the loser


def test_the_winner_sees_the_association_alone() -> None:
    table = supported(castle(roles=PLAIN), "attacker", "attacker").close(2)
    assert {move.take for move in table.legal(0) if isinstance(move, mv.TakeReward)} == {"association", "object"}
    table.play(mv.TakeReward(0, "association"))
    assert "saw-side" in table.tags()
    assert "saw-role" not in table.tags()


def test_who_steals_must_take_something() -> None:
    table = supported(castle(hands=["dagger", "whip key"], roles=PLAIN), "attacker", "attacker").close(2)
    table.play(mv.TakeReward(0, "object"))
    assert table.legal(0) == {mv.StealObject(0, "key"), mv.StealObject(0, "whip")}


# ---------------------------------------------------------------- the victory


def test_the_smaller_society_needs_two() -> None:
    hands = ["key", "key", "goblet", "goblet", "whip"]
    for sides, right in (("oobbb", True), ("ooobb", False)):
        table = castle(5, hands, sides=sides).play(mv.Proclaim(0, "order"), mv.NameAlly(0, 1), mv.Done(0))
        assert table.happened(ev.Decided).right is right


@pytest.mark.parametrize(("reading", "winners"), [("as-written", (2, 3, 4)), ("three", (0, 1))])
def test_rivals_who_are_fewer_need_two_as_well(reading: str, winners: tuple[int, ...]) -> None:
    table = castle(5, ["key", "key", "goblet", "goblet", "whip"], sides="oobbb",
                   answers={"victory.rival.smaller": reading}).with_state(active=2)
    table.with_state(agenda=(type(table.state.agenda[0])(2),))
    table.play(mv.Proclaim(2, "order"), mv.NameAlly(2, 0), mv.NameAlly(2, 1), mv.Done(2))
    assert table.happened(ev.Proclaimed).clauses[0] == "victory.rival"
    assert table.state.verdict is not None
    assert table.state.verdict.winners == winners


def test_the_pearl_bars_the_seal_too() -> None:
    hands = ["seal-of-the-lodge key key goblet black-pearl"]
    assert castle(hands=hands).why_not(mv.Proclaim(0, "alone")) == ("object.black-pearl.alone",)
    assert mv.Proclaim(0, "alone") in castle(hands=hands, answers={"cards.notes": "card-text-only"}).legal(0)
    assert mv.Proclaim(0, "brotherhood") in castle(hands=hands).legal(0), "for the rivals it can be proclaimed"


@pytest.mark.parametrize(("reading", "right"), [("every", False), ("enough", True)])
def test_every_holder_has_to_be_named(reading: str, right: bool) -> None:
    table = castle(hands=["key key key", "goblet", "bag-key", "bag-goblet"], sides="obob", pile=[],
                   answers={"victory.every-holder": reading})
    table.play(mv.Proclaim(0, "order"), mv.Done(0))
    assert table.happened(ev.Decided).right is right


# ---------------------------------------------------------------- the deal and the full hand


@pytest.mark.parametrize("players", range(4, 9))
def test_both_bags_are_dealt(players: int) -> None:
    game = open_game(make_rules(editions()["dv"], players))
    deal = game.random_deal(Random(players))
    game.check_deal(deal)
    dealt = [kind for hand in deal.hands for kind in hand]
    assert {"bag-key", "bag-goblet"} <= set(dealt)
    assert len(dealt) == players
    assert len(deal.rest) == 21 - players


def test_red_seals_are_dealt_for_certain() -> None:
    game = open_game(make_rules(editions()["dv"], 4, (), {"setup.seals": "needed"}))
    deals = [game.random_deal(Random(seed)) for seed in range(5)]
    assert {tuple(sorted(kind for hand in deal.hands for kind in hand)) for deal in deals} == {
        ("bag-goblet", "bag-key", "goblet", "key")}
    with pytest.raises(BadPosition, match="is in no starting hand"):
        game.check_deal(open_game(make_rules(editions()["dv"], 4)).random_deal(Random(3)))


@pytest.mark.parametrize(("reading", "open_to"), [("as-written", {2, 3}), ("room", {1, 2, 3})])
def test_nobody_with_five_gets_a_surplus(reading: str, open_to: set[int]) -> None:
    full = "dagger gloves whip tome coat"
    table = castle(hands=["bag-key key key goblet goblet monocle", full, "privilege"], pile=["sextant"],
                   answers={"hand.recipient": reading})
    table.play(mv.Trade(0, 2), mv.OfferObject(0, "bag-key"), mv.Return(2, "privilege"))
    table.play(mv.ActivateText(0), mv.DrawObject(CHANCE, "sextant"))
    while table.top != "surplus":
        table.play(*(m for m in table.legal(2) if m.act in ("activate", "leave")))
    assert {move.to for move in table.legal(0) if isinstance(move, mv.GiveTo)} == open_to


def test_other_rulebooks_know_no_tokens() -> None:
    assert Table().state.tokens == ()
    assert Table().game.view(Table().state, 0)["tokens"] is None


# ---------------------------------------------------------------- questions that a reader missed


def _late(reading: str) -> set[mv.Move]:
    """What the attacker, who is the Thug, and the defender, who is the Swordsman, can do when it is counted."""
    table = castle(hands=["dagger", "whip"], roles=["thug", "swordsman"], answers={"duel.powers.late": reading})
    supported(table, "attacker", "defender").close()
    return {move for seat in (0, 1) for move in table.legal(seat)}


def test_the_four_may_come_after_the_count() -> None:
    assert _late("as-written") == set()
    assert _late("after-count") == {mv.Use(0, "thug"), mv.Use(1, "swordsman")}


@pytest.mark.parametrize(("reading", "may"), [("as-written", False), ("look-only", True)])
def test_who_has_looked_at_the_objects_may_have_to_steal(reading: str, may: bool) -> None:
    table = castle(hands=["dagger", "whip"], roles=["thug"], answers={"duel.reward.may": reading})
    supported(table, "attacker", "defender").play(mv.Use(0, "thug")).close(2).play(mv.TakeReward(0, "object"))
    assert (mv.Leave(0) in table.legal(0)) is may


@pytest.mark.parametrize(("reading", "right"), [("two", True), ("three", False)])
def test_two_may_not_be_enough_for_the_smaller_society(reading: str, right: bool) -> None:
    table = castle(5, ["key", "key", "goblet", "goblet", "whip"], sides="oobbb",
                   answers={"victory.outnumbered.cards": reading})
    table.play(mv.Proclaim(0, "order"), mv.NameAlly(0, 1), mv.Done(0))
    assert table.happened(ev.Decided).right is right


@pytest.mark.parametrize(("reading", "may"), [("as-written", False), ("after-action", True)])
def test_the_seal_may_come_after_the_action(reading: str, may: bool) -> None:
    table = castle(hands=["seal-of-the-lodge key key goblet"], answers={"object.seal-of-the-lodge.moment": reading})
    table.play(mv.Spy(0, 1), mv.ShowObject(CHANCE, table.state.hands[1][0]))
    assert (mv.Proclaim(0, "alone") in table.legal(0)) is may
    assert mv.Proclaim(0, "order") not in table.legal(0)


@pytest.mark.parametrize(("reading", "may"), [("as-written", True), ("barred", False)])
def test_the_mirror_may_be_demanded(reading: str, may: bool) -> None:
    table = castle(hands=["dagger", "shattered-mirror"], roles=PLAIN,
                   answers={"object.shattered-mirror.demanded": reading})
    table.play(mv.Use(0, "diplomat"), mv.DemandOf(0, 1))
    assert (mv.DemandObject(0, "shattered-mirror") in table.legal(0)) is may


@pytest.mark.parametrize(("own", "may"), [("key", True), ("goblet", False)])
def test_an_object_of_the_own_society_may_be_needed_to_speak_of_the_rivals(own: str, may: bool) -> None:
    table = castle(hands=[own], sides="obob", answers={"victory.rival.own-object": "own-side"})
    assert (mv.Proclaim(0, "brotherhood") in table.legal(0)) is may


@pytest.mark.parametrize(("reading", "right"), [("enough", True), ("every", False)])
def test_every_holder_among_the_rivals_may_have_to_be_named(reading: str, right: bool) -> None:
    table = castle(hands=["whip", "goblet goblet goblet", "dagger", "bag-goblet"], sides="obob", pile=[],
                   answers={"victory.rival.every-holder": reading})
    table.play(mv.Proclaim(0, "brotherhood"), mv.NameAlly(0, 1), mv.Done(0))
    assert table.happened(ev.Decided).right is right


@pytest.mark.parametrize(("reading", "tops"), [("as-written", "reward"), ("even-points", "stand-off")])
def test_even_points_may_let_the_attacker_draw_though_the_ring_wins(reading: str, tops: str) -> None:
    table = castle(hands=["poison-ring", "whip"], answers={"duel.stand-off.won": reading})
    supported(table, "attacker", "defender").play(mv.Use(0, "poison-ring")).close(2)
    assert table.top == tops
    if tops == "stand-off":
        table.play(mv.PickUp(0), mv.DrawObject(CHANCE, table.state.rest[0]))
        assert table.top == "reward"


@pytest.mark.parametrize(("reading", "points"), [("as-written", 2), ("without-shield", 1)])
def test_a_silenced_defender_may_lose_the_shield(reading: str, points: int) -> None:
    table = castle(hands=["dagger", "whip"], roles=["hypnotist"], answers={"profession.hypnotist.whom": reading})
    challenged(table).play(mv.SupportSide(2, "attacker"), mv.SupportSide(3, "defender")).close()
    table.play(mv.Use(0, "hypnotist"), mv.SilencePlayer(0, 1)).close(2)
    assert table.happened(ev.Counted).defender == points


@pytest.mark.parametrize(("reading", "winners"), [("in-error", (1, 3)), ("in-error-all", (1, 2, 3))])
def test_who_wins_when_a_victory_alone_was_a_lie(reading: str, winners: tuple[int, ...]) -> None:
    table = castle(hands=["seal-of-the-lodge"], sides="obob", answers={"victory.alone.when": reading})
    assert table.play(mv.Proclaim(0, "alone")).happened(ev.Decided).winners == winners


# ---------------------------------------------------------------- liveness

# Norms of which random play never feels more than that they speak, and why.
ONLY_CITED = {
    "hand.no-gifts/1": "nothing permits a gift anyway; the norm says why not",
    "trade.must-refuse-bag/1": "the bag's own text already leaves nothing but to refuse",
    "trade.abilities/1": "each card permits its own text, and nothing permits to leave it",
    "duel.both-symbols/1": "the Bodyguard's own text obliges to one of the symbols",
    "object.shattered-mirror.silent/1": "the Mirror's other norm obliges to leave the text unread",
    "object.black-pearl.alone/1": "the Seal, the Pearl and three objects never met; it has a test of its own",
    "profession.hypnotist.silenced/2": "only third parties are silenced, and who supports nobody may use no token",
    **{f"object.{kind}/1": "the rule on trading obliges to carry the text out anyway"
       for kind in ("tome", "privilege", "bag", "sextant", "coat", "monocle")},
}


@pytest.mark.slow
def test_every_norm_is_felt() -> None:
    game = open_game(make_rules(editions()["dv"], 4))
    found = live_norms(game, seed=1, games=1000, most=400)
    assert set(found) == {norm.id for norm in game.rules.norms}
    assert {key for key, witness in found.items() if witness.effect == CITED} == set(ONLY_CITED)
