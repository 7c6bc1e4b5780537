"""What the readings of `adlung` do that need a procedure of their own, each beside its default."""

from __future__ import annotations

import pytest
from table import Table

from advocatus.model.game import CHANCE, TABLE
from advocatus.model.teufelsburg import events as ev
from advocatus.model.teufelsburg import moves as mv

A, D, N = "attacker", "defender", "abstains"


def answered(question: str, reading: str) -> dict[str, str]:
    return {question: reading}


def supported(*answers: str) -> Table:
    """Seat 0 attacks seat 1, seat 2 supports the attacker and puts the knives down; nobody does more."""
    table = Table(4, ["key", "goblet", "throwing-knives"], answers=answered(*answers) if answers else None)
    table.play(mv.Attack(0, 1)).close().play(mv.SupportSide(2, A), mv.SupportSide(3, N)).close()
    return table.play(mv.Use(2, "throwing-knives")).close()


def test_a_supporters_point_counts_unasked() -> None:
    assert supported().happened(ev.Counted).attacker == 3


@pytest.mark.parametrize(("move", "points"), [(mv.AddPoint(0), 3), (mv.Leave(0), 2)])
def test_the_supported_may_turn_the_point_down(move: mv.Move, points: int) -> None:
    table = supported("duel.bonus", "supported")
    assert table.top == "bonus"
    assert table.legal(1) == table.legal(2) == set()
    assert table.play(move).happened(ev.Counted).attacker == points


def traded(*answers: str) -> Table:
    table = Table(4, ["tome key", "goblet"], ["thug", "priest"], answers=answered(*answers) if answers else None)
    return table.play(mv.Trade(0, 1), mv.OfferObject(0, "tome"), mv.Return(1, "goblet"))


def test_the_tome_shows_nothing_before_the_exchange() -> None:
    table = traded()
    assert table.game.view(table.state, 0)["roles"] == [None] * 4
    assert table.legal(0) == {mv.ActivateText(0)}


def test_the_giver_of_the_tome_may_look_first_and_do_without() -> None:
    table = traded("object.tome.seen", "seen")
    assert table.game.view(table.state, 0)["roles"] == [None, "priest", None, None]
    assert table.game.view(table.state, 1)["roles"] == table.game.view(table.state, 2)["roles"] == [None] * 4
    assert table.legal(0) == {mv.ActivateText(0), mv.Leave(0)}


def test_without_the_tome_every_text_is_still_due() -> None:
    table = Table(4, ["monocle key", "goblet"], answers=answered("object.tome.seen", "seen"))
    table.play(mv.Trade(0, 1), mv.OfferObject(0, "monocle"), mv.Return(1, "goblet"))
    assert table.legal(0) == {mv.ActivateText(0)}


def passing(*answers: str) -> Table:
    table = Table(3, ["sextant key", "goblet", "dagger"], answers=answered(*answers) if answers else None)
    table.play(mv.Trade(0, 1), mv.OfferObject(0, "sextant"), mv.Return(1, "goblet"), mv.ActivateText(0))
    return table.play(mv.SetDirection(0, "left"))


def test_together_nobody_passes_on_what_he_got() -> None:
    table = passing().play(mv.PassObject(0, "key"))
    assert table.legal(1) == {mv.PassObject(1, "sextant")}


def test_in_turn_what_came_can_go_on_at_once() -> None:
    table = passing("object.sextant.together", "in-turn")
    assert table.legal(1) == set(), "the giver of the sextant begins"
    table.play(mv.PassObject(0, "key"))
    assert table.legal(1) == {mv.PassObject(1, "sextant"), mv.PassObject(1, "key")}
    table.play(mv.PassObject(1, "key"), mv.PassObject(2, "key"))
    assert table.state.hands == (("goblet", "key"), ("sextant",), ("dagger",))
    assert table.top == "activate", "the object traded for the sextant is due"


def demanding(*answers: str) -> Table:
    table = Table(4, ["key", "bag-key bag-goblet"], ["diplomat"], answers=answered(*answers) if answers else None)
    return table.play(mv.Use(0, "diplomat"), mv.DemandOf(0, 1), mv.DemandObject(0, "bag"))


def test_a_bag_is_demanded_and_its_owner_chooses() -> None:
    table = demanding().play(mv.OfferObject(0, "key"))
    assert table.legal(1) == {mv.Return(1, "bag-key"), mv.Return(1, "bag-goblet")}


def test_the_one_bag_may_be_demanded() -> None:
    table = demanding("profession.diplomat.which-bag", "this-bag")
    table.play(mv.DemandObject(0, "bag-goblet"), mv.OfferObject(0, "key"))
    assert table.legal(1) == {mv.Return(1, "bag-goblet")}


def test_who_has_the_other_bag_does_not_have_this_one() -> None:
    answers = answered("profession.diplomat.which-bag", "this-bag")
    table = Table(4, ["key", "bag-key gloves"], ["diplomat"], answers=answers)
    table.play(mv.Use(0, "diplomat"), mv.DemandOf(0, 1), mv.DemandObject(0, "bag"), mv.DemandObject(0, "bag-goblet"))
    assert table.happened(ev.Lacking).called == "bag-goblet"


def won(*answers: str) -> Table:
    table = Table(4, ["key", "goblet"], ["thug", "priest", "doctor"], answers=answered(*answers) if answers else None)
    table.play(mv.Attack(0, 1)).close().play(mv.SupportSide(2, N), mv.SupportSide(3, N)).close()
    return table.play(mv.Use(0, "thug")).close(2).play(mv.TakeReward(0, "truth"))


def test_after_the_winners_choice_the_doctor_is_late() -> None:
    assert won().happened(ev.SawRole).role == "priest"


def test_the_doctor_may_wait_for_the_winners_choice() -> None:
    table = won("profession.doctor.moment", "after-choice")
    assert table.legal(2) == {mv.Use(2, "doctor")}
    assert "saw-role" not in table.play(mv.Use(2, "doctor")).tags()
    table = won("profession.doctor.moment", "after-choice").close()
    assert table.happened(ev.SawRole).role == "priest"


def last_drawn(reading: str) -> Table:
    answers = {"object.bag.declared": reading}
    table = Table(4, ["bag-key gloves", "bag-goblet whip"], pile=["dagger"], answers=answers)
    table.with_state(rest=(), out=(*table.state.out, *table.state.rest))
    table.play(mv.Trade(0, 1), mv.OfferObject(0, "bag-key"), mv.Return(1, "whip"), mv.ActivateText(0))
    return table.play(mv.DrawObject(CHANCE, "dagger"))


@pytest.mark.parametrize(("reading", "declared"), [
    ("general", []), ("holders", [(1, "bag-goblet"), (1, "bag-key")]), ("each-time", []),
])
def test_who_declares_the_bags_when_they_turn(reading: str, declared: list[tuple[int, str]]) -> None:
    table = last_drawn(reading)
    assert [(e.by, e.kind) for e in table.events if isinstance(e, ev.BagDeclared)] == declared


def test_who_gives_a_turned_bag_away_names_it() -> None:
    table = last_drawn("each-time").play(mv.Leave(1), mv.EndTurn(0))
    table.play(mv.Trade(1, 2), mv.OfferObject(1, "bag-key"), mv.Return(2, table.state.hands[2][0]))
    assert table.happened(ev.BagDeclared) == ev.BagDeclared(1, "bag-key", clauses=("object.bag.turns",))


def retrained(*answers: str) -> Table:
    table = Table(4, ["coat key", "goblet"], ["thug"], answers=answered(*answers) if answers else None)
    table.play(mv.Trade(0, 1), mv.OfferObject(0, "coat"), mv.Return(1, "goblet"), mv.ActivateText(0))
    return table.play(mv.TakeRole(0, table.state.leftover[0]))


def test_the_old_occupation_is_among_those_left_over() -> None:
    assert "thug" in retrained().state.leftover


def test_the_old_occupation_may_be_out_of_the_game() -> None:
    table = retrained("object.coat.old", "middle")
    assert "thug" not in table.state.leftover
    assert table.state.retired == ("thug",)
    hidden = [table.game.redact(table.happened(ev.RoleRetired), seat, table.state) for seat in range(4)]
    assert [event["role"] for event in hidden if event is not None] == ["thug", None, None, None]


def ending(*answers: str) -> Table:
    table = Table(4, ["key key key", "goblet"], sides="obob", answers=answered(*answers) if answers else None)
    return table.play(mv.Pass(0))


def test_proclaiming_is_the_whole_action_of_a_turn() -> None:
    assert ending().legal(0) == {mv.EndTurn(0)}


def test_the_victory_may_follow_an_action() -> None:
    table = ending("victory.moment", "after-action")
    assert table.legal(0) == {mv.EndTurn(0), mv.Proclaim(0, "order")}
    assert table.play(mv.Proclaim(0, "order"), mv.Done(0)).happened(ev.Decided).winners == (0, 2)
    assert TABLE not in table.game.actors(table.state)


def counted(*answers: str) -> Table:
    """Seat 0 attacks seat 1, who is the Duelist; seat 2 supports the attacker; it is counted."""
    roles = ["thug", "swordsman", "alchemist"]
    table = Table(4, ["key", "goblet"], roles, answers=answered(*answers) if answers else None)
    table.play(mv.Attack(0, 1)).close().play(mv.SupportSide(2, A), mv.SupportSide(3, N)).close(2)
    assert table.happened(ev.Counted).result == A
    return table


def test_after_the_count_nothing_is_put_down() -> None:
    assert counted().legal(1) == counted().legal(2) == set()


def test_what_is_put_down_after_the_count_is_counted_again() -> None:
    table = counted("duel.powers.late", "after-count").play(mv.Use(1, "swordsman"))
    count = table.happened(ev.Counted)
    assert (count.attacker, count.defender, count.result) == (1, 2, D)
    table.play(mv.Use(2, "alchemist"), mv.AppointWinner(2, A))
    assert table.happened(ev.Counted).result == A
    assert table.close().top == "reward"


def test_a_card_without_the_note_may_have_to_come_first() -> None:
    table = Table(4, ["key", "goblet"], ["thug"], answers=answered("duel.powers.not-late", "first"))
    table.play(mv.Attack(0, 1)).close().play(mv.SupportSide(2, N), mv.SupportSide(3, N))
    assert mv.Use(0, "thug") in table.legal(0)
    assert table.close().legal(0) == set()


@pytest.mark.parametrize(("answers", "works"), [((), False), (("object.shattered-mirror.returned", "works"), True)])
def test_an_object_offered_for_the_mirror(answers: tuple[str, ...], works: bool) -> None:
    table = Table(4, ["monocle key", "shattered-mirror"], answers=answered(*answers) if answers else None)
    table.play(mv.Trade(0, 1), mv.OfferObject(0, "monocle"), mv.Return(1, "shattered-mirror"))
    assert table.legal(0) == ({mv.ActivateText(0)} if works else {mv.Leave(0)})
    table.play(*table.legal(0))
    assert table.legal(1) == {mv.Leave(1)}


def test_an_object_received_for_the_mirror_has_no_effect_either_way() -> None:
    answers = answered("object.shattered-mirror.returned", "works")
    table = Table(4, ["shattered-mirror key", "monocle"], answers=answers)
    table.play(mv.Trade(0, 1), mv.OfferObject(0, "shattered-mirror"), mv.Return(1, "monocle"))
    assert table.legal(0) == {mv.Leave(0)}
    assert table.play(mv.Leave(0)).legal(1) == {mv.Leave(1)}
