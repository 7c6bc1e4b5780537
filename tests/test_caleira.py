"""The castles of Caleira, rule by rule: what each clause and each reading does at the table."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from attrs import evolve
from castles import Board, deal_for, edition, rules_for

from advocatus.checks.machine import faults
from advocatus.checks.play import random_steps
from advocatus.model.caleira import moves as mv
from advocatus.model.caleira.ending import points
from advocatus.model.caleira.frames import Barracks, Magician, SwapDraw, ThroneRoom, Trebuchet, Watchtower
from advocatus.model.caleira.state import Piece, deck
from advocatus.model.families import families, open_game
from advocatus.model.game import CHANCE, BadPosition, MalformedMove, make

# ---------------------------------------------------------------- set-up, drawing, playing


@pytest.mark.parametrize(("players", "cards"), [(2, 18), (3, 18), (4, 20)])
def test_the_deck_has_as_many_cards_as_are_printed(players: int, cards: int) -> None:
    rules = rules_for(players)
    assert len(deck(rules)) == cards == rules.fact("deck.total") + (rules.fact("deck.extra") if players == 4 else 0)


def test_three_may_play_with_the_moats() -> None:
    assert len(deck(rules_for(3, {"deck.three": "with-moats"}))) == 20


def test_a_deal_gives_two_cards_each_and_no_card_twice() -> None:
    game = open_game(rules_for(3))
    deal = game.random_deal(Random(1))
    assert [len(hand) for hand in deal.hands] == [2, 2, 2]
    game.check_deal(deal)
    with pytest.raises(BadPosition, match="cards: 2 of princess, there are 1"):
        game.check_deal(deal_for(rules_for(3), [["princess", "princess"]]))


def test_a_draw_is_as_likely_as_there_are_cards_of_the_kind() -> None:
    game = open_game(rules_for())
    state = game.start(deal_for(rules_for(), [["princess", "barracks"], ["market", "market"]]))
    chances = dict(game.chances(state))
    assert chances[mv.DrawCard(CHANCE, "trebuchet")] == Fraction(4, 14)
    assert mv.DrawCard(CHANCE, "market") not in chances
    assert sum(chances.values()) == 1


def test_a_known_top_card_is_drawn_for_certain() -> None:
    game = open_game(rules_for())
    state = game.start(deal_for(rules_for(), [], top=["princess"]))
    assert game.chances(state) == ((mv.DrawCard(CHANCE, "princess"), 1),)


def test_the_princess_is_never_played_face_up() -> None:
    board = Board(hands=[["princess", "market"], ["barracks"]])
    assert board.why_not(mv.PlayCard(0, "princess", True)) == ("card.princess",)
    assert board.play("princess", up=False).due == "draw"


def test_a_piece_goes_to_the_right_end_and_a_face_down_one_sets_nothing_off() -> None:
    board = Board([["market"]], [["trebuchet", "princess"], ["barracks"]]).play("trebuchet", up=False)
    assert [piece.kind for piece in board.state.castles[0]] == ["market", "trebuchet"]
    assert board.tags == ["played", "turn"]


def test_with_an_empty_pile_nothing_is_drawn() -> None:
    board = Board([[], []], [["princess", "market"], ["barracks"]], discard=_all_but("princess", "market", "barracks"))
    assert "nothing-drawn" in board.play("princess", up=False).tags
    assert board.due == "play"


def _all_but(*kinds: str, players: int = 2) -> list[str]:
    left = list(deck(rules_for(players)))
    for kind in kinds:
        left.remove(kind)
    return left


def test_a_card_that_is_not_in_hand_cannot_be_played() -> None:
    with pytest.raises(MalformedMove, match="cannot be done"):
        Board(hands=[["market"], ["barracks"]]).play("princess")


# ---------------------------------------------------------------- effects: who, whether, in which order


def test_an_effect_has_to_be_carried_out_if_it_has_a_target() -> None:
    board = Board([[], ["market"]], [["barracks", "market"], ["princess"]]).play("barracks")
    assert board.aims() == [1, 2]
    assert not board.may_leave()
    assert board.why_not(mv.Leave(0)) == ("effect.must",)


def test_an_effect_without_a_target_comes_to_nothing() -> None:
    board = Board([["market"]], [["observatory", "market"], ["princess"]]).play("observatory")
    assert board.aims() == []
    assert board.do(mv.Leave(0)).tags == ["played", "queued", "lapsed", "turn"]


def test_no_target_and_no_piece_at_all_is_no_gap() -> None:
    board = Board(hands=[["trebuchet", "market"], ["princess"]]).play("trebuchet").aim(1)
    assert board.state.discard == ("trebuchet",)
    assert board.due == "draw"


def test_the_owner_resolves_whoever_reveals() -> None:
    board = Board([["market"], ["-trebuchet"]], [["watchtower", "market"], ["princess"]]).play("watchtower").aim(2)
    board.do(mv.Leave(0))
    assert (board.due, board.by) == ("trebuchet", 1)


def test_what_is_revealed_waits_for_what_is_pending() -> None:
    board = Board([["-observatory"], ["-watchtower", "-barracks"]], [["watchtower", "market"], ["princess"]])
    board.play("watchtower").aim(2).aim(1)
    assert [frame.kind for frame in board.state.agenda] == ["watchtower", "observatory"]
    board.aim(3).do(mv.Leave(1))
    assert [frame.kind for frame in board.state.agenda] == ["observatory", "barracks"], "a queue and no stack"


def test_an_effect_may_be_of_no_use() -> None:
    board = Board([["market"]], [["throne-room", "market"], ["princess"]]).play("throne-room")
    assert board.aim(1).is_up(1)
    board = Board([["-market"]], [["barracks", "market"], ["princess"]]).play("barracks")
    assert not board.aim(1).is_up(1)


def test_a_piece_may_be_its_own_target_or_not() -> None:
    for answer, aims in (("as-written", [1]), ("another", [])):
        board = Board(hands=[["trebuchet", "market"], ["princess"]], answers={"target.itself": answer})
        assert board.play("trebuchet").aims() == aims
        assert board.may_leave() == (not aims)


@pytest.mark.parametrize(("answer", "resolved"), [("resolved", True), ("lost", False)])
@pytest.mark.parametrize("by", ["barracks", "trebuchet"])
def test_what_is_pending_of_a_piece_turned_down_or_destroyed(answer: str, resolved: bool, by: str) -> None:
    castles = [[], [f"-{by}", "-throne-room"]]
    board = Board(castles, [["watchtower", "market"], ["princess"]], answers={"source.gone": answer})
    board.play("watchtower").aim(1).aim(2)
    assert [frame.kind for frame in board.state.agenda] == [by, "throne-room"]
    board.aim(2)
    assert (board.due == "throne-room") == resolved


@pytest.mark.parametrize(("answer", "first"), [("as-turned", "barracks"), ("from-turn", "throne-room")])
def test_the_order_of_two_pieces_revealed_by_one_watchtower(answer: str, first: str) -> None:
    board = Board([["-throne-room"], ["-barracks"]], [["watchtower", "market"], ["princess"]],
                  answers={"watchtower.order": answer})
    assert board.play("watchtower").aim(2).aim(1).due == first
    board = Board([["-throne-room"], ["-barracks"]], [["watchtower", "market"], ["princess"]],
                  answers={"watchtower.order": answer})
    assert board.play("watchtower").aim(1).aim(2).due == "throne-room", "the same in both"
    castles = [["market"], ["-throne-room"], ["-barracks"]]
    board = Board(castles, [["watchtower", "market"], ["princess"], ["magician"]], players=3,
                  answers={"watchtower.order": answer})
    assert board.play("watchtower").aim(3).aim(2).due == first, "of others, too, who is next on turn"


@pytest.mark.parametrize("answer", ["as-turned", "from-turn"])
def test_two_pieces_of_one_castle_take_effect_as_they_were_turned(answer: str) -> None:
    for one, other, first in ((2, 3, "throne-room"), (3, 2, "barracks")):
        board = Board([["market"], ["-throne-room", "-barracks"]], [["watchtower", "market"], ["princess"]],
                      answers={"watchtower.order": answer})
        assert board.play("watchtower").aim(one).aim(other).due == first


# ---------------------------------------------------------------- single cards


def test_barracks_turn_face_down_and_everybody_still_knows_the_piece() -> None:
    board = Board([["market"]], [["barracks", "market"], ["princess"]]).play("barracks").aim(1)
    assert not board.is_up(1)
    assert board.game.view(board.state, 1)["castles"][0][0]["kind"] == "market"


def test_barracks_read_the_other_way_reveal() -> None:
    board = Board([["-watchtower", "market"]], [["barracks", "market"], ["princess"]], answers={"barracks.turns": "up"})
    assert board.play("barracks").aims() == [1]
    assert board.aim(1).due == "watchtower"


def test_the_throne_room_turns_up_without_effect_for_the_turn() -> None:
    board = Board([["-trebuchet"]], [["throne-room", "market"], ["princess", "market"]]).play("throne-room").aim(1)
    assert board.is_up(1)
    assert "queued" not in board.tags[2:]
    piece = board.piece(1)
    assert piece is not None
    assert not piece.silent, "the turn is over"


def test_the_throne_room_read_the_other_way_turns_down() -> None:
    board = Board([["-trebuchet", "market"]], [["throne-room"], ["princess"]], answers={"throne.turns": "down"})
    assert board.play("throne-room").aims() == [2, 3]
    assert not board.aim(2).is_up(2)


@pytest.mark.parametrize(("answer", "set_off"), [("turn", False), ("once", True)])
@pytest.mark.parametrize("again", [Watchtower(0, 1), Trebuchet(0, 1)])
def test_how_long_the_throne_room_silences(answer: str, set_off: bool, again: Any) -> None:
    """Turned up by the Throne Room, down by the Barracks, then up again or destroyed: all in one turn."""
    board = Board([["market"], ["-magician"]], [["barracks"], ["princess"]], answers={"throne.span": answer})
    board.state = _with_agenda(board, ThroneRoom(0, 1), Barracks(0, 1), again)
    board.aim(2).aim(2).aim(2)
    assert ("queued" in board.tags) == set_off


def _with_agenda(board: Board, *frames: Any) -> Any:
    return evolve(board.state, agenda=(*frames, *board.state.agenda))


@pytest.mark.parametrize(("answer", "due"), [("cancels", "draw"), ("goes-on", "barracks")])
def test_the_throne_room_and_what_is_pending(answer: str, due: str) -> None:
    board = Board([["-throne-room", "-barracks"]], [["watchtower", "market"], ["princess"]],
                  answers={"throne.pending": answer})
    assert board.play("watchtower").aim(1).aim(2).aim(2).due == due
    assert ("cancelled" in board.tags) == (answer == "cancels")


@pytest.mark.parametrize(("answer", "stands"), [("kept", True), ("lost", False)])
def test_battlements_turned_up_by_the_throne_room_in_this_turn(answer: str, stands: bool) -> None:
    board = Board([["-throne-room", "-trebuchet"], ["-battlements"]], [["watchtower", "market"], ["princess"]],
                  answers={"throne.standing": answer})
    board.play("watchtower").aim(1).aim(2).aim(3).aim(3)
    assert (board.piece(3) is not None) == stands


def test_the_observatory_looks_and_may_reveal() -> None:
    for move, up in ((mv.RevealPiece(0), True), (mv.Leave(0), False)):
        board = Board([["market"], ["-barracks"]], [["observatory", "market"], ["princess"]]).play("observatory")
        assert board.aims() == [2]
        assert board.aim(2).due == "reveal"
        assert board.game.view(board.state, 0)["castles"][1][0]["kind"] == "barracks"
        board.do(move)
        assert board.is_up(2) == up
        assert board.due == ("barracks" if up else "draw")


def test_the_observatory_in_vain() -> None:
    board = Board([["market"]], [["observatory", "market"], ["princess"]], answers={"observatory.any": "any"})
    assert board.play("observatory").aims() == [1, 2]
    assert board.aim(1).tags == ["played", "queued", "lapsed", "turn"]


def test_the_watchtower_reveals_two_different_pieces_or_fewer() -> None:
    board = Board([["-market"], ["-barracks"]], [["watchtower", "market"], ["princess"]]).play("watchtower")
    assert board.may_leave()
    board.aim(1)
    assert board.why_not(mv.Aim(0, 1)) == ("card.watchtower",)
    assert board.aim(2).due == "market"


def test_the_watchtower_for_one_piece_at_least() -> None:
    board = Board([["-market"]], [["watchtower", "market"], ["princess"]], answers={"watchtower.none": "one"})
    assert not board.play("watchtower").may_leave()
    assert board.aim(1).may_leave()


def test_the_watchtower_read_the_other_way_turns_down() -> None:
    board = Board([["market", "-market"]], [["watchtower", "barracks"], ["princess"]],
                  answers={"watchtower.turns": "down"})
    assert board.play("watchtower").aims() == [1, 3]
    assert not board.aim(1).is_up(1)


def test_the_magician_looks_at_three_and_puts_them_back() -> None:
    board = Board(hands=[["magician", "market"], ["princess"]], top=["barracks", "trebuchet", "observatory"])
    board.play("magician").do(mv.Look(0))
    assert board.due == "arrange"
    assert len(board.game.legal(board.state, 0)) == 6
    assert board.game.view(board.state, 1)["agenda"][0]["cards"] is None
    board.do(mv.ArrangeCards(0, ("observatory", "barracks", "trebuchet")))
    assert board.tags[-2:] == ["turn", "drew"]
    assert "observatory" in board.state.hands[1]


def test_what_the_magician_saw_is_not_in_a_refusal() -> None:
    """Whoever tries a move that cannot be made is told of the decision, not of the cards that it is about."""
    board = Board(hands=[["magician", "market"], ["princess"]], top=["barracks", "trebuchet", "observatory"])
    board.play("magician").do(mv.Look(0))
    with pytest.raises(MalformedMove, match="cannot be done at arrange: 0 other") as refused:
        board.game.judge(board.state, mv.Look(1))
    assert "trebuchet" not in str(refused.value)


def test_chance_tells_what_the_magician_did_not_know() -> None:
    board = Board(hands=[["magician", "market"], ["princess"]], top=["barracks"]).play("magician").do(mv.Look(0))
    assert board.due == "turn-up"
    board.do(mv.TurnUpCard(CHANCE, "trebuchet"), mv.TurnUpCard(CHANCE, "trebuchet"))
    assert len(board.game.legal(board.state, 0)) == 3, "two are alike"


@pytest.mark.parametrize(("answer", "may"), [("as-written", True), ("none", False)])
def test_the_magician_with_few_cards(answer: str, may: bool) -> None:
    left = _all_but("magician", "market", "princess", "barracks")
    board = Board(hands=[["magician", "market"], ["princess"]], top=["barracks"], discard=left,
                  answers={"magician.few": answer}).play("magician")
    assert (mv.Look(0) in board.game.legal(board.state, 0)) == may
    assert board.may_leave() != may


def test_the_market_exchanges_with_another_who_has_a_card() -> None:
    board = Board(hands=[["market", "barracks"], ["princess"], []], players=3).play("market")
    assert board.why_not(mv.SwapWith(0, 0)) == ("card.market",)
    assert board.why_not(mv.SwapWith(0, 2)) == ("card.market",)
    board.do(mv.SwapWith(0, 1), mv.Give(0, "barracks"))
    assert board.by == 1
    assert [board.game.view(board.state, seat)["agenda"][0]["given"] for seat in range(3)] == ["barracks", None, None]
    board.do(mv.Give(1, "princess"))
    assert board.state.hands[0] == ("princess",)
    assert "barracks" in board.state.hands[1]


def test_the_market_with_nothing_to_give_comes_to_nothing() -> None:
    board = Board(hands=[["market"], ["princess"]]).play("market")
    assert board.game.legal(board.state, 0) == (mv.Leave(0),)


def test_the_other_may_see_what_he_is_given() -> None:
    board = Board(hands=[["market", "barracks"], ["princess"]], answers={"market.sees": "yes"}).play("market")
    board.do(mv.SwapWith(0, 1), mv.Give(0, "barracks"))
    assert board.game.view(board.state, 1)["agenda"][0]["given"] == "barracks"


def test_the_other_card_may_be_drawn() -> None:
    board = Board(hands=[["market", "barracks"], ["princess", "market"]], answers={"market.choice": "drawn"})
    board.play("market").do(mv.SwapWith(0, 1), mv.Give(0, "barracks"))
    assert board.due == SwapDraw.kind
    assert [weight for _, weight in board.game.chances(board.state)] == [Fraction(1, 2), Fraction(1, 2)]
    assert board.do(mv.Show(CHANCE, "princess")).state.hands[0] == ("princess",)


# ---------------------------------------------------------------- destroying


def test_a_face_up_piece_is_destroyed_without_effect() -> None:
    board = Board([[], ["barracks"]], [["trebuchet", "market"], ["princess"]]).play("trebuchet").aim(1)
    assert board.state.discard == ("barracks",)
    assert board.tags == ["played", "queued", "destroyed", "turn"]


def test_a_face_down_piece_takes_effect_from_the_discard_pile() -> None:
    board = Board([["market"], ["-trebuchet"]], [["trebuchet", "market"], ["princess"]]).play("trebuchet").aim(2)
    assert board.state.discard == ("trebuchet",)
    assert (board.due, board.by) == ("trebuchet", 1)
    assert board.aims() == [1, 3], "the Trebuchet that is discarded is no piece"


@pytest.mark.parametrize(("answer", "up"), [("revealed", True), ("hidden", False), ("destroyed", None)])
def test_battlements_cannot_be_destroyed(answer: str, up: bool | None) -> None:
    board = Board([[], ["battlements", "-battlements"]], [["trebuchet", "market"], ["princess"]],
                  answers={"battlements.hidden": answer}).play("trebuchet")
    assert board.aims() == [1, 2, 3], "they may be chosen in vain"
    board.aim(2)
    piece = board.piece(2)
    assert (None if piece is None else piece.up) == up
    board = Board([[], ["battlements"]], [["trebuchet"], ["princess"]], answers={"battlements.hidden": answer})
    assert board.play("trebuchet").aim(1).piece(1) is not None


def test_the_moats_keep_opponents_out() -> None:
    castles = [["-princess"], ["barracks", "moats", "-market", "-market"]]
    board = Board(castles, [["trebuchet"], ["observatory"], [], []], players=4).play("trebuchet")
    assert board.aims() == [1, 3, 5, 6], "the Moats themselves are in reach"
    assert board.why_not(mv.Aim(0, 2)) == ("card.moats",)


def test_face_down_moats_keep_nobody_out_and_ones_own_are_no_hindrance() -> None:
    board = Board([["moats", "market"], ["-moats", "market"]], [["trebuchet"], ["observatory"], [], []], players=4)
    assert board.play("trebuchet").aims() == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(("answer", "reached"), [("as-written", True), ("all", False)])
def test_the_moats_and_effects_from_the_discard_pile(answer: str, reached: bool) -> None:
    castles = [["moats", "market"], ["-trebuchet"]]
    board = Board(castles, [["trebuchet"], ["observatory"], [], []], players=4, answers={"moats.discard": answer})
    board.play("trebuchet").aim(3)
    assert board.by == 1
    assert (2 in board.aims()) == reached


@pytest.mark.parametrize(("answer", "reached"), [("kept", False), ("lost", True)])
def test_moats_turned_up_by_the_throne_room_in_this_turn(answer: str, reached: bool) -> None:
    castles = [["-throne-room", "-trebuchet"], ["-moats", "market"]]
    board = Board(castles, [["watchtower"], ["princess"], [], []], players=4, answers={"throne.standing": answer})
    board.play("watchtower").aim(1).aim(2).aim(3)
    assert board.due == "trebuchet"
    assert (4 in board.aims()) == reached


@pytest.mark.parametrize(("answer", "reached"), [("closes", False), ("stays", True)])
def test_a_row_closes_up_or_keeps_a_gap(answer: str, reached: bool) -> None:
    castles = [["-trebuchet"], ["moats", "market", "barracks"]]
    board = Board(castles, [["watchtower"], ["trebuchet"], [], []], players=4, answers={"place.gap": answer})
    board.state = _with_agenda(board, Trebuchet(1, 1), Trebuchet(0, 1))
    board.aim(3)  # its owner destroys the Market between Moats and Barracks
    assert (4 in board.aims()) == reached


def test_no_gap_is_left_of_a_row() -> None:
    board = Board([[], ["moats", "market"]], [["trebuchet"], ["princess"], [], []], players=4,
                  answers={"place.gap": "stays"})
    board.play("trebuchet").aim(1)
    assert [piece.gap for piece in board.state.castles[1]] == [False]


@pytest.mark.parametrize(("answer", "places"), [("ends", [0, 2]), ("anywhere", [0, 1, 2])])
def test_where_a_piece_may_go(answer: str, places: list[int]) -> None:
    board = Board([["market", "market"]], [["barracks"], ["princess"], [], []], players=4,
                  answers={"place.where": answer}).play("barracks")
    legal = board.game.legal(board.state, 0)
    assert [move.at for move in legal] == places
    board.do(legal[-2])
    assert board.state.castles[0][legal[-2].at].kind == "barracks"


# ---------------------------------------------------------------- the end


def test_the_fall_of_a_princess_wins_the_game_of_two() -> None:
    board = Board([[], ["-princess"]], [["trebuchet", "market"], ["barracks"]]).play("trebuchet").aim(1)
    assert board.due == ""
    assert board.state.verdict is not None
    assert (board.state.verdict.how, board.state.verdict.winners) == ("princess", (0,))


@pytest.mark.parametrize(("answer", "winners"), [("others", (1,)), ("nobody", ())])
def test_who_destroys_his_own_princess_has_lost(answer: str, winners: tuple[int, ...]) -> None:
    board = Board([["-princess"]], [["trebuchet", "market"], ["barracks"]], answers={"princess.own": answer})
    board.play("trebuchet").aim(1)
    assert board.state.verdict is not None
    assert board.state.verdict.winners == winners


@pytest.mark.parametrize("answer", ["others", "nobody"])
def test_with_three_the_others_win_where_a_princess_wins_for_who_destroyed_it_and_it_was_his_own(answer: str) -> None:
    told = {"princess.many": "destroyer", "princess.own": answer}
    board = Board([["-princess"]], [["trebuchet", "market"], ["barracks"], ["observatory"]], players=3, answers=told)
    board.play("trebuchet").aim(1)
    assert board.state.verdict is not None
    assert (board.state.verdict.how, board.state.verdict.winners) == ("princess", (1, 2))


def _fall(answers: dict[str, str]) -> Board:
    castles = [["market"], ["-princess", "-watchtower"], ["barracks"]]
    board = Board(castles, [["trebuchet", "market"], ["observatory"], ["magician"]], players=3, answers=answers)
    board.state = _with_agenda(board, Trebuchet(0, 1), Watchtower(1, 3))
    return board.aim(2)


def test_with_three_the_owner_is_out_and_the_others_go_on() -> None:
    board = _fall({})
    assert board.state.out == 1
    assert board.state.hands[1] == ()
    assert board.due == "play", "what was pending for who is out is dropped"
    board.play("market", up=False)
    assert board.state.active == 2, "seat 1 is passed over"


def test_what_is_pending_for_others_stays() -> None:
    castles = [["market"], ["-princess", "-watchtower"], ["barracks"]]
    board = Board(castles, [["trebuchet", "market"], ["observatory"], ["magician"]], players=3)
    board.state = _with_agenda(board, Trebuchet(2, 4), Watchtower(0, 1), Watchtower(1, 3))
    board.aim(2)
    assert (board.due, board.by) == ("watchtower", 0)


def test_what_else_the_fall_may_mean_with_three() -> None:
    assert _fall({"out.effects": "resolved"}).by == 1
    assert _fall({"out.castle": "razed"}).state.castles[1] == ()
    counted = _fall({"princess.many": "count"}).state.verdict
    assert counted is not None
    assert (counted.how, counted.winners) == ("count", (2,))
    destroyed = _fall({"princess.many": "destroyer"}).state.verdict
    assert destroyed is not None
    assert (destroyed.how, destroyed.winners) == ("princess", (0,))


def test_effects_of_who_is_out_that_are_set_off_later() -> None:
    for answer in ("dropped", "resolved"):
        board = _fall({"out.effects": answer})
        if answer == "resolved":
            board.do(mv.Leave(1))
        board.state = _with_agenda(board, Watchtower(0, 1, (4,)))
        assert board.aim(3).due == "play", "it waits behind"
        assert ("queued" in board.tags) == (answer == "resolved")


@pytest.mark.parametrize(
    ("castle", "worth"),
    [([], 0), (["barracks", "market"], 5), (["-barracks", "-princess"], 2), (["princess"], 6), (["trebuchet"], 0),
     (["battlements"] * 2, 0), (["battlements"] * 3, 9), (["battlements", "battlements", "-battlements"], 1),
     (["magician", "observatory", "throne-room", "watchtower", "moats"], 12)],
)
def test_what_a_castle_is_worth(castle: list[str], worth: int) -> None:
    pieces = [Piece(word.lstrip("-"), i, not word.startswith("-"), (0, 1)) for i, word in enumerate(castle, 1)]
    assert points(rules_for(4), pieces) == worth


def _last_card(castles: list[list[str]], hand: str, answers: dict[str, str] | None = None) -> Board:
    used = [word.lstrip("-") for castle in castles for word in castle]
    return Board(castles, [[hand], []], discard=_all_but(*used, hand), answers=answers)


@pytest.mark.parametrize(
    ("mine", "theirs", "winners", "why"),
    [
        (["market"], ["barracks", "watchtower"], (1,), "more points"),
        (["-market"], ["-watchtower", "-barracks", "trebuchet"], (0,), "equal points and fewer pieces"),
        ([], ["-watchtower"], (0, 1), "equal in all"),
        (["trebuchet"], ["-watchtower"], (1,), "equal points, equal face-down, fewer pieces"),
        (["-market"], ["watchtower"], (0,), "equal points, more face-down"),
    ],
)
def test_the_count_and_its_tie_breaks(
    mine: list[str], theirs: list[str], winners: tuple[int, ...], why: str
) -> None:
    """Seat 0 plays the Princess face-down, which makes one point more."""
    board = _last_card([mine, theirs], "princess").play("princess", up=False)
    assert board.state.verdict is not None
    assert board.state.verdict.winners == winners, why


def test_a_tie_in_all_may_be_won_by_nobody() -> None:
    board = _last_card([[], ["-watchtower"]], "princess", {"tie.left": "nobody"}).play("princess", up=False)
    assert board.state.verdict is not None
    assert board.state.verdict.winners == ()


@pytest.mark.parametrize(("answer", "due"), [("after-effects", "trebuchet"), ("at-once", "")])
def test_whether_the_last_card_takes_effect(answer: str, due: str) -> None:
    board = _last_card([[], ["barracks"]], "trebuchet", {"end.count": answer}).play("trebuchet")
    assert board.due == due


# ---------------------------------------------------------------- whole games


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_are_sound_end_and_take_a_turn_for_each_card(players: int) -> None:
    rules = rules_for(players)
    game, codec, rng = open_game(rules), families()["caleira"].codec, Random(players)
    for _ in range(8):
        deal = game.random_deal(rng)
        steps = list(random_steps(game, deal, rng, 500))
        assert [fault for step in steps for fault in faults(game, codec, step)] == []
        last = steps[-1].after
        assert last.verdict is not None
        if last.out < 0:
            assert last.turn == len(deck(rules))
        assert not any(last.hands) or last.verdict.how == "princess"


@pytest.mark.parametrize("players", [2, 4])
def test_games_under_every_reading_are_sound(players: int) -> None:
    rng = Random(7)
    for question in edition().questions:
        for reading in question.readings if not question.players or players in question.players else ():
            game = open_game(rules_for(players, {question.id: reading}))
            steps = list(random_steps(game, game.random_deal(rng), rng, 500))
            assert game.well_formed(steps[-1].after) == ()
            assert steps[-1].after.verdict is not None


def test_what_a_seat_cannot_see_does_not_show() -> None:
    """Hidden cards changed places: whoever cannot see them sees the same table, as long as nobody looks."""
    rules = rules_for(3)
    game, rng = open_game(rules), Random(11)
    for _ in range(60):
        deal = game.random_deal(rng)
        state = game.start(deal)
        for step in random_steps(game, deal, rng, rng.randrange(1, 90)):
            state = step.after
        for seat in range(3):
            twin = _with_other_cards(state, seat, rng)
            assert game.well_formed(twin) == ()
            assert game.view(twin, seat) == game.view(state, seat)


def _with_other_cards(state: Any, seat: int, rng: Random) -> Any:
    """The same table with all cards that a seat cannot see in another order."""
    kept = {kind for frame in state.agenda for kind in (getattr(frame, "given", ""), *getattr(frame, "cards", ()))}
    if kept - {""}:
        return state  # a card lies chosen
    hidden = [k for i, hand in enumerate(state.hands) if i != seat for k in hand]
    hidden += [p.kind for _, p in state.pieces if not p.up and seat not in p.seen] + [*state.top, *state.rest]
    rng.shuffle(hidden)
    take = iter(hidden)
    hands = tuple(hand if i == seat else tuple(sorted(next(take) for _ in hand)) for i, hand in enumerate(state.hands))
    castles = tuple(
        tuple(p if p.up or seat in p.seen else evolve(p, kind=next(take)) for p in castle) for castle in state.castles)
    top = tuple(next(take) for _ in state.top)
    return evolve(state, hands=hands, castles=castles, top=top, rest=tuple(sorted(take)))


def test_events_tell_nobody_what_he_cannot_see() -> None:
    """Of a card drawn, played face-down, looked at or exchanged the others learn nothing."""
    game, rng = open_game(rules_for(3)), Random(5)
    told = set()
    for _ in range(25):
        deal = game.random_deal(rng)
        for step in random_steps(game, deal, rng, 300):
            state = step.before
            for event in step.events:
                state = game.evolve(state, event)
                for seat in range(3):
                    seen = game.redact(event, seat, state)
                    assert seen is not None
                    secret = event.tag in ("drew", "looked-at", "uncovered") or (
                        event.tag == "played" and not event.up)  # type: ignore[attr-defined]
                    if secret and seat != event.by:  # type: ignore[attr-defined]
                        told.add(event.tag)
                        assert seen["kind"] is None
    assert told == {"drew", "looked-at", "uncovered", "played"}


def test_the_magician_is_told_to_nobody_else() -> None:
    board = Board(hands=[["magician", "market"], ["princess"]], top=["barracks", "trebuchet"])
    board.state = _with_agenda(board, Magician(0, 1))
    step = make(board.game, board.state, mv.Look(0))
    for event in step.events:
        assert "barracks" not in str(board.game.redact(event, 1, step.after))


# ---------------------------------------------------------------- doubts that a reader of the text alone had


def test_a_watchtower_may_choose_both_pieces_before_it_turns_one() -> None:
    castles = [["-market"], ["-observatory"]]
    hands = [["watchtower", "moats"][:1], ["barracks"]]
    one = Board(castles, hands).play("watchtower").aim(1)
    assert one.is_up(1)
    both = Board(castles, hands, answers={"watchtower.choice": "together"}).play("watchtower").aim(1)
    assert not both.is_up(1)
    assert both.aims() == [2, 3]
    both.aim(2)
    assert both.is_up(1)
    assert both.is_up(2)
    assert [frame.kind for frame in both.state.agenda] == ["market", "observatory"]


def test_one_piece_chosen_is_turned_when_no_other_is() -> None:
    board = Board([["-market"], []], [["watchtower"], ["barracks"]], answers={"watchtower.choice": "together"})
    board.play("watchtower").aim(1).do(mv.Leave(0))
    assert board.is_up(1)
    assert board.tags == ["played", "queued", "turned-up", "queued", "lapsed"] or "turned-up" in board.tags


def test_a_market_may_be_for_a_player_without_cards_in_vain() -> None:
    castles, hands = [[], []], [["market", "barracks"], []]
    assert not any(isinstance(m, mv.SwapWith) for m in Board(castles, hands).play("market").game.legal(
        Board(castles, hands).play("market").state, 0))
    board = Board(castles, hands, answers={"market.empty": "any"}).play("market").do(mv.SwapWith(0, 1))
    assert board.tags[-2:] == ["lapsed", "turn"] or "lapsed" in board.tags
    assert board.state.hands[0] == ("barracks",)


def test_the_hand_of_who_is_out_may_be_shown() -> None:
    def fallen(**answers: str) -> Any:
        board = Board([[], ["-princess"], ["market"]], [["trebuchet"], ["barracks"], ["magician"]], players=3,
                      answers={key.replace("_", "."): value for key, value in answers.items()})
        return board.play("trebuchet").aim(1).state

    usual, shown = fallen(), fallen(out_hand="discard")
    assert (usual.gone, usual.discard) == (("barracks",), ("princess",))
    assert (shown.gone, shown.discard) == ((), ("princess", "barracks"))


def test_a_princess_that_has_no_effect_this_turn_falls_in_vain() -> None:
    for answer, out in (("kept", 1), ("lost", -1)):
        board = Board([["-trebuchet"], ["-princess", "-throne-room"]], [["watchtower"], ["barracks"]],
                      answers={"throne.standing": answer})
        board.play("watchtower").aim(3).aim(1)  # the Throne Room first, then the Trebuchet
        assert board.due == "throne-room"
        board.aim(2).aim(2)
        assert board.state.out == out


def test_battlements_that_have_no_effect_count_for_nothing_more() -> None:
    for answer, worth in (("kept", 9), ("lost", 0)):
        rules = rules_for(2, {"throne.standing": answer})
        castle = tuple(Piece("battlements", i, True, (0, 1), i == 1) for i in (1, 2, 3))
        assert points(rules, castle) == worth
