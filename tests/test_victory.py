"""Proclaiming the victory in `adlung`: who may, who is named, who wins."""

from __future__ import annotations

import pytest
from table import Table

from advocatus.model.teufelsburg import moves as mv

ORDER, BROTHERS, ALONE = "order", "brotherhood", "alone"


def proclaim(table: Table, claim: str, *named: int) -> Table:
    """Seat 0 proclaims, names and is done."""
    table.play(mv.Proclaim(0, claim))
    if claim != ALONE:
        table.play(*(mv.NameAlly(0, seat) for seat in named), mv.Done(0))
    return table


def outcome(table: Table) -> tuple[bool, tuple[int, ...]]:
    assert table.state.verdict is not None
    assert table.state.agenda == ()
    return table.state.verdict.right, table.state.verdict.winners


def test_three_keys_between_allies_win_for_all_of_the_order() -> None:
    table = Table(6, ["key", "goblet", "key key"], sides="oboobb")
    assert outcome(proclaim(table, ORDER, 2)) == (True, (0, 2, 3))


def test_two_keys_are_not_enough_and_the_others_win() -> None:
    table = Table(4, ["key", "goblet", "key"], sides="obob")
    assert outcome(proclaim(table, ORDER, 2)) == (False, (1, 3))


def test_naming_a_player_of_the_other_side_is_false() -> None:
    table = Table(4, ["key", "key key"], sides="obob")
    assert outcome(proclaim(table, ORDER, 1)) == (False, (1, 3))


def test_a_forgotten_holder_is_missed() -> None:
    table = Table(4, ["key", "goblet", "key key"], sides="obob")
    assert outcome(proclaim(table, ORDER)) == (False, (1, 3))


def test_goblets_are_the_brotherhoods() -> None:
    table = Table(4, ["goblet goblet", "key", "goblet"], sides="bobo")
    assert outcome(proclaim(table, BROTHERS, 2)) == (True, (0, 2))
    assert mv.Proclaim(0, BROTHERS) not in Table(4, ["key key key"], sides="bobo").legal(0)


def test_who_owns_none_may_not_proclaim() -> None:
    assert mv.Proclaim(0, ORDER) not in Table(4, ["tome", "goblet", "key key key"], sides="obob").legal(0)


def test_nobody_proclaims_for_the_other_association() -> None:
    assert mv.Proclaim(0, BROTHERS) not in Table(4, ["key goblet"], sides="obob").legal(0)


@pytest.mark.parametrize(("pile", "right"), [(None, False), ([], True)])
def test_a_bag_counts_once_it_has_turned(pile: list[str] | None, right: bool) -> None:
    table = Table(4, ["key key bag-key"], sides="obob", pile=pile)
    assert outcome(proclaim(table, ORDER))[0] is right


def test_the_other_bag_turns_into_the_other_thing() -> None:
    assert outcome(proclaim(Table(4, ["key key bag-goblet"], sides="obob", pile=[]), ORDER))[0] is False


@pytest.mark.parametrize(("sides", "right"), [("oobbb", True), ("oobbo", False), ("ooobb", False)])
def test_a_drink_counts_for_the_outnumbered_only(sides: str, right: bool) -> None:
    table = Table(5, ["key key"], sides=sides)
    assert outcome(proclaim(table, ORDER))[0] is right


def test_one_drink_however_many_allies() -> None:
    table = Table(5, ["key", "tome"], sides="oobbb")
    assert outcome(proclaim(table, ORDER, 1))[0] is False


def test_no_drinks_with_an_even_number_of_players() -> None:
    assert outcome(proclaim(Table(4, ["key key"], sides="obob"), ORDER))[0] is False


def test_one_key_a_turned_bag_and_a_drink() -> None:
    table = Table(5, ["key bag-key"], sides="oobbb", pile=[])
    assert outcome(proclaim(table, ORDER))[0] is True


@pytest.mark.parametrize("hand", ["key key goblet", "goblet goblet goblet", "key key key"])
def test_alone_with_the_seal(hand: str) -> None:
    table = Table(4, [f"seal-of-the-lodge {hand}"], sides="obob")
    assert outcome(proclaim(table, ALONE)) == (True, (0,))


def test_no_drink_counts_alone() -> None:
    assert mv.Proclaim(0, ALONE) not in Table(5, ["seal-of-the-lodge key key"], sides="oobbb").legal(0)


def test_not_alone_without_the_seal() -> None:
    assert mv.Proclaim(0, ALONE) not in Table(4, ["key key goblet"], sides="obob").legal(0)


def test_turned_bags_count_alone() -> None:
    table = Table(4, ["seal-of-the-lodge bag-key bag-goblet key"], sides="obob", pile=[])
    assert outcome(proclaim(table, ALONE)) == (True, (0,))


def test_the_pearl_forbids_ones_associations_victory_but_not_ones_own() -> None:
    table = Table(4, ["black-pearl key key goblet seal-of-the-lodge"], sides="obob")
    assert "object.black-pearl.no-proclaim" in table.why_not(mv.Proclaim(0, ORDER))
    assert mv.Proclaim(0, ALONE) in table.legal(0)


def test_an_ally_with_the_pearl_still_counts() -> None:
    table = Table(4, ["key", "goblet", "black-pearl key key"], sides="obob")
    assert outcome(proclaim(table, ORDER, 2))[0] is True


def test_nobody_is_named_twice_or_names_himself() -> None:
    table = Table(4, ["key", "goblet", "key"], sides="obob").play(mv.Proclaim(0, ORDER))
    assert mv.NameAlly(0, 0) not in table.legal(0)
    table.play(mv.NameAlly(0, 2))
    assert mv.NameAlly(0, 2) not in table.legal(0)


def test_only_ones_own_turn() -> None:
    table = Table(4, ["tome", "key key key"], sides="obob")
    assert table.legal(1) == set()
