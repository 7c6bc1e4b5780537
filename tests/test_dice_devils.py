"""The game of devils, rule by rule, on a table put together from what matters; and by random play."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from attrs import evolve

from advocatus.checks.play import random_steps
from advocatus.model.dice_devils import events as ev
from advocatus.model.dice_devils import moves as mv
from advocatus.model.dice_devils.ending import points
from advocatus.model.dice_devils.engine import DiceDevils
from advocatus.model.dice_devils.events import Counted
from advocatus.model.dice_devils.frames import MaySwap
from advocatus.model.dice_devils.state import Deal, State, objects, ranks_in
from advocatus.model.families import editions
from advocatus.model.game import CHANCE, BadPosition, IllegalMove, make
from advocatus.model.rules import Gap, Rules, make_rules

EDITION = next(e for e in editions().values() if e.family == "dice-devils")
OBER, SPIEL, FEHLER, PUTZ, SPRING, SATAN = EDITION.terms["ranks"]
THREE, FOUR = (OBER, PUTZ, SATAN), (OBER, SPIEL, FEHLER, SATAN)


def rules_for(players: int, variants: Sequence[str] = (), **answers: str) -> Rules:
    return make_rules(EDITION, players, variants, {key.replace("__", "."): a for key, a in answers.items()})


class Devils:
    """A round in play: objects revealed, dice as told, then moves."""

    def __init__(self, ranks: tuple[str, ...], dice: Sequence[tuple[int, ...]], hands: Sequence[Sequence[str]] = (),
                 row: Sequence[str] = ("bed", "chilli"), variants: Sequence[str] = ("own-mix",),
                 **answers: str) -> None:
        self.rules = rules_for(len(ranks), variants, **answers)
        self.game = DiceDevils(self.rules)
        state = self.game.start(Deal(ranks))
        held = [tuple(sorted(hand)) for hand in hands] or [()] * len(ranks)
        heap = list(state.heap)
        for kind in (*row, *(kind for hand in held for kind in hand)):
            heap.remove(kind)
        agenda = tuple(frame for frame in state.agenda if frame.kind != "reveal")
        self.state = evolve(state, objects=tuple(held), row=tuple(row), heap=tuple(heap), agenda=agenda)
        self.events: list[Any] = []
        self.roll(*dice)

    def roll(self, *dice: tuple[int, ...]) -> Devils:
        return self.play(*(mv.RollDice(CHANCE, one) for one in dice))

    def marks(self, *places: int) -> Devils:
        """Markers by seat, laid in the order of ranks."""
        while self.state.agenda and self.state.agenda[0].kind == "place":
            by = self.state.agenda[0].owed[0]
            self.play(mv.PlaceMarker(by, places[by]))
        return self

    def play(self, *moves: Any) -> Devils:
        for move in moves:
            step = make(self.game, self.state, move)
            self.state = step.after
            self.events += step.events
            assert self.game.well_formed(self.state) == ()
        return self

    def told(self, kind: type[Any]) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def due(self) -> str:
        return self.state.agenda[0].kind


# ---------------------------------------------------------------- set-up and rounds


@pytest.mark.parametrize(("players", "ranks"), [(3, THREE), (4, FOUR), (5, (OBER, SPIEL, FEHLER, PUTZ, SATAN))])
def test_the_ranks_are_those_of_the_table(players: int, ranks: tuple[str, ...]) -> None:
    assert ranks_in(rules_for(players)) == (ranks,)
    with pytest.raises(BadPosition, match="are not those of"):
        DiceDevils(rules_for(players)).start(Deal((SPRING, *ranks[1:])))


def test_a_mix_of_ones_own_has_the_satansbraten_with_the_oberteufel_alone() -> None:
    for players in (3, 4, 5, 6):
        found = ranks_in(rules_for(players, ["own-mix"]))
        assert all(OBER in some for some in found if SATAN in some)
        assert any(OBER in some and SATAN not in some for some in found) == (players < 6)


@pytest.mark.parametrize(("players", "variants", "many"), [
    (3, (), 2), (4, (), 3), (5, (), 3), (6, (), 4), (4, ("more-dice-offs",), 2), (6, ("more-dice-offs",), 3)])
def test_so_many_objects_are_revealed(players: int, variants: tuple[str, ...], many: int) -> None:
    game = DiceDevils(rules_for(players, variants))
    state = game.start(game.random_deal(Random(0)))
    assert [frame.kind for frame in state.agenda].count("reveal") == many


def test_chances_sum_to_one_and_are_those_of_the_dice() -> None:
    game = DiceDevils(rules_for(3))
    state = game.start(Deal(THREE))
    assert sum(chance for _, chance in game.chances(state)) == 1
    rolling = evolve(state, agenda=state.agenda[2:])
    assert dict(game.chances(rolling))[mv.RollDice(CHANCE, (6, 6, 6))] == Fraction(1, 216)
    small = evolve(state, agenda=state.agenda[4:])
    assert dict(game.chances(small))[mv.RollDice(CHANCE, (4, 3))] == Fraction(1, 8)


def test_markers_are_laid_in_the_order_of_ranks() -> None:
    table = Devils((SATAN, OBER, PUTZ), [(4, 4), (1, 1, 1), (2, 1)])
    assert [frame.owed for frame in table.state.agenda] == [(1,), (2,), (0,)]


@pytest.mark.parametrize(("reading", "lying"), [("up-to", 2), ("added", 3)])
def test_objects_left_over_count_or_not(reading: str, lying: int) -> None:
    table = Devils(THREE, [(6, 6, 6), (2, 1), (1, 1)], **{"reveal__left-over": reading})  # type: ignore[arg-type]
    table.marks(0, 0, 0).play(mv.Leave(0))
    assert table.state.turn == 2
    assert table.state.lying + [frame.kind for frame in table.state.agenda].count("reveal") == lying


# ---------------------------------------------------------------- dice-offs


def test_an_object_that_one_wants_is_his_and_the_oberteufel_shows_his_dice() -> None:
    table = Devils(THREE, [(5, 4, 2), (6, 4), (4, 4)]).marks(0, 1, 1)
    assert table.told(ev.Claimed)[0].by == 0
    assert table.told(ev.Tied)[0].seats == (1, 2)  # 10 against 8 and the 2 of the Oberteufel


def test_who_takes_part_shows_his_own_dice_and_nobody_else_does() -> None:
    table = Devils(FOUR, [(5, 4, 2), (6, 4), (6, 5), (3, 3)]).marks(0, 1, 1, 1)
    assert [(event.by, event.dice) for event in table.told(ev.Shown)] == [
        (0, (5, 4, 2)), (1, (6, 4)), (2, (6, 5)), (3, (3, 3))]
    hidden = Devils(FOUR, [(5, 4, 2), (6, 4), (6, 5), (3, 3)]).marks(0, 1, 0, 0)
    assert [event.by for event in hidden.told(ev.Shown)] == [0, 2, 3]


def test_two_of_three_dice_count_and_the_smallest_is_the_satansbratens() -> None:
    table = Devils(THREE, [(5, 4, 2), (6, 4), (3, 3)]).marks(0, 0, 0)
    assert table.told(ev.Won)[0].by == 1
    assert table.told(ev.Won)[0].scores == (9, 10, 8)


def test_who_ties_rolls_again_and_nobody_else() -> None:
    table = Devils(THREE, [(5, 4, 1), (6, 3), (1, 1)]).marks(0, 0, 0)
    assert [frame.by for frame in table.state.agenda] == [0, 1]  # type: ignore[attr-defined]
    table.roll((2, 1, 1), (1, 1))
    assert table.told(ev.Won)[0].by == 0


@pytest.mark.parametrize(("reading", "winner"), [("again", None), ("rank", 0)])
def test_a_second_tie(reading: str, winner: int | None) -> None:
    table = Devils(THREE, [(5, 4, 1), (6, 3), (1, 1)], **{"dice-off__tie-again": reading}).marks(0, 0, 0)
    table.roll((2, 1, 1), (2, 1))
    assert [event.by for event in table.told(ev.Won)] == ([] if winner is None else [winner])


@pytest.mark.parametrize(("reading", "won"), [("wins-ties", True), ("nothing", False)])
def test_the_springteufel_wins_ties_or_not(reading: str, won: bool) -> None:
    table = Devils((OBER, SPRING, PUTZ), [(5, 4, 1), (6, 3), (1, 1)], rank__springteufel=reading).marks(0, 0, 0)
    assert [event.by for event in table.told(ev.Won)] == [1] * won


@pytest.mark.parametrize(("reading", "die"), [("current", 1), ("first", 3)])
def test_the_die_added_is_of_the_last_roll_or_of_the_first(reading: str, die: int) -> None:
    table = Devils((OBER, SPIEL, SATAN), [(3, 3, 3), (1, 1), (2, 1)], satansbraten__adds=reading).marks(0, 0, 0)
    table.play(mv.Force(1)).roll((6, 5, 1), (2, 2))
    assert table.told(ev.Won)[0].scores == (11, 2, 4 + die)


@pytest.mark.parametrize(("reading", "die"), [("adds", 2), ("bare", 0)])
def test_the_die_is_added_to_a_roll_for_a_tie_or_not(reading: str, die: int) -> None:
    table = Devils(THREE, [(5, 4, 2), (6, 4), (4, 4)], satansbraten__reroll=reading).marks(0, 1, 1)
    table.roll((1, 1), (2, 1))
    assert table.told(ev.Won)[0].scores == (2, 3 + die)


def test_the_oberteufels_dice_off_is_the_first() -> None:
    table = Devils((OBER, SPIEL, FEHLER, SATAN), [(6, 6, 1), (2, 1), (6, 5), (1, 1)]).marks(1, 1, 0, 0)
    assert table.told(ev.DiceOffBegan)[0].at == 1


def test_the_spielteufel_forces_once_a_round_and_the_others_alone() -> None:
    table = Devils((OBER, SPIEL, FEHLER), [(6, 4, 1), (5, 4), (6, 1)]).marks(0, 0, 0)
    assert table.due == "force"
    table.play(mv.Force(1))
    assert [(*frame.owed, frame.by) for frame in table.state.agenda] == [(-2, 0), (-2, 2)]  # type: ignore[attr-defined]
    table.roll((4, 4, 1), (6, 5))
    assert table.told(ev.Won)[0].by == 2  # as in the book's example: 8, 9 and 11


@pytest.mark.parametrize(("reading", "asked"), [("at-reveal", False), ("late", True)])
def test_the_spielteufel_is_asked_after_a_roll_for_a_tie_or_not(reading: str, asked: bool) -> None:
    table = Devils((OBER, SPIEL, FEHLER), [(5, 4, 1), (6, 3), (1, 1)], spielteufel__moment=reading).marks(0, 0, 0)
    table.play(mv.Leave(1)).roll((6, 5, 1), (1, 1))
    assert (table.due == "force") == asked


# ---------------------------------------------------------------- what winners may do


def test_the_fehlerteufel_steals_what_is_worth_one_of_those_he_beat() -> None:
    table = Devils((OBER, FEHLER, PUTZ), [(1, 1, 1), (6, 6), (2, 1)], [["bed", "iron"], [], ["scarf"]]).marks(0, 0, 1)
    assert set(table.game.legal(table.state, 1)) == {mv.Steal(1, 0, "bed"), mv.Leave(1)}
    for move in (mv.Steal(1, 0, "iron"), mv.Steal(1, 2, "scarf")):
        with pytest.raises(IllegalMove):
            table.game.decide(table.state, move)
    assert table.play(mv.Steal(1, 0, "bed")).state.objects[1] == ("bed", "bed")


def test_the_putzteufel_exchanges_with_those_he_beat() -> None:
    table = Devils(THREE, [(1, 1, 1), (6, 6), (1, 1)], [["iron"], [], ["grill"]]).marks(0, 0, 1)
    with pytest.raises(IllegalMove):
        table.game.decide(table.state, mv.Take(1, 2, "grill"))
    table.play(mv.Take(1, 0, "iron"), mv.Give(1, "bed"))
    assert table.state.objects[:2] == (("bed",), ("iron",))


@pytest.mark.parametrize(("ranks", "move"), [
    ((OBER, FEHLER, PUTZ), mv.Steal(1, 2, "bed")), (THREE, mv.Take(1, 2, "bed"))])
def test_who_lost_the_first_roll_is_beaten_though_the_winner_is_found_in_another(ranks: Any, move: Any) -> None:
    table = Devils(ranks, [(5, 4, 1), (6, 3), (2, 1)], [[], [], ["bed"]]).marks(0, 0, 0).roll((1, 1, 1), (6, 6))
    assert move in set(table.game.legal(table.state, 1))


def test_there_may_be_nothing_to_take() -> None:
    table = Devils(THREE, [(1, 1, 1), (6, 6), (1, 1)]).marks(0, 0, 1)
    assert table.told(ev.NothingThere)
    assert table.due == "swap"


def test_ranks_are_changed_with_one_who_was_beaten_and_serve_later() -> None:
    table = Devils(THREE, [(6, 6, 6), (2, 1), (1, 1)], [[], ["iron"], []]).marks(0, 0, 1)
    with pytest.raises(IllegalMove):
        table.game.decide(table.state, mv.SwapRanks(0, 2))
    table.play(mv.SwapRanks(0, 1))
    assert table.state.ranks == (PUTZ, OBER, SATAN)
    assert table.state.turn == 2  # the winner, now the Putzteufel, exchanges nothing


@pytest.mark.parametrize(("reading", "whom"), [("any", {1, 2}), ("lowest", {2})])
def test_with_whom_ranks_are_changed(reading: str, whom: set[int]) -> None:
    table = Devils(THREE, [(6, 6, 1), (4, 1), (1, 1)], swap__whom=reading).marks(0, 0, 0)
    assert {m.to for m in table.game.legal(table.state, 0) if isinstance(m, mv.SwapRanks)} == whom


@pytest.mark.parametrize(("answers", "whom"), [
    ({}, {1, 2}), ({"swap__whom": "one"}, set()), ({"swap__upwards": "up"}, set())])
def test_the_oberteufel_has_won_against_two(answers: Any, whom: set[int]) -> None:
    table = Devils(THREE, [(6, 6, 1), (4, 1), (1, 1)], **answers).marks(0, 0, 0)
    assert {m.to for m in table.game.legal(table.state, 0) if isinstance(m, mv.SwapRanks)} == whom


@pytest.mark.parametrize(("winner", "loser"), [(w, b) for w in range(6) for b in range(6) if w != b])
def test_upwards_is_to_a_higher_rank(winner: int, loser: int) -> None:
    """Every pair of ranks: the norm lists them, and the order of ranks tells which way is up."""
    from advocatus.model.dice_devils.state import DiceOff

    rules = rules_for(6, (), swap__upwards="up")
    ranks = (OBER, SPIEL, FEHLER, PUTZ, SPRING, SATAN)
    game = DiceDevils(rules)
    state = game.start(Deal(ranks))
    dice = tuple((6, 6, 6)[: 2 + (seat == 0)] if seat == winner else (1, 1, 1)[: 2 + (seat == 0)] for seat in range(6))
    fight = DiceOff(0, (winner, loser), (winner, loser), winner=winner)
    state = evolve(state, dice=dice, marks=(0,) * 6, fight=fight, agenda=(MaySwap(winner),))
    assert (mv.SwapRanks(winner, loser) in game.legal(state, winner)) == (loser < winner)


# ---------------------------------------------------------------- the end


def test_the_round_in_which_somebody_has_ten_is_the_last() -> None:
    table = Devils(THREE, [(1, 1, 1), (6, 6), (1, 1)], [["bed"] * 5 + ["scarf"] * 4, [], []]).marks(0, 1, 1)
    table.play(mv.Leave(1))
    assert table.state.winner == 0
    assert table.told(Counted)[0].points[0] == 10 + 3 * 2 + 3


@pytest.mark.parametrize(("reading", "worth"), [("each", 6 + 6), ("once", 6 + 3)])
def test_six_of_a_kind(reading: str, worth: int) -> None:
    assert points(rules_for(3, points__triplets=reading), ("bed",) * 6) == worth


@pytest.mark.parametrize(("ranks", "winner"), [((SPRING, OBER, PUTZ), 0), ((PUTZ, OBER, FEHLER), 1)])
def test_a_tie_at_the_end(ranks: tuple[str, ...], winner: int) -> None:
    from advocatus.model.dice_devils.ending import best_rank

    state = DiceDevils(rules_for(3, ["own-mix"])).start(Deal(ranks))
    assert best_rank(state, (0, 1, 2)) == winner


def test_values_that_nobody_tells_stop_the_count() -> None:
    with pytest.raises(Gap):
        points(rules_for(3, points__values="unsaid"), ("bed",))


# ---------------------------------------------------------------- random play


@pytest.mark.parametrize(("players", "variants"), [(3, ()), (4, ("more-dice-offs",)), (5, ("own-mix",)), (6, ())])
def test_random_games_are_sound_and_end(players: int, variants: tuple[str, ...]) -> None:
    game, rng = DiceDevils(rules_for(players, variants)), Random(players)
    for _ in range(2):
        last: State | None = None
        for step in random_steps(game, game.random_deal(rng), rng, 3000):
            assert game.well_formed(step.after) == ()
            last = step.after
        assert last is not None
        assert last.winner >= 0


def test_rolls_are_seen_by_nobody_else_until_they_are_shown() -> None:
    """Two positions that differ in a hidden roll look alike to all others, and events of rolls tell nothing."""
    one = Devils(THREE, [(6, 6, 6), (2, 1), (1, 1)])
    other = Devils(THREE, [(6, 6, 6), (5, 5), (1, 1)])
    for seat in (0, 2):
        assert one.game.view(one.state, seat) == other.game.view(other.state, seat)
        seen = [[d.game.redact(event, seat, d.state) for event in d.events] for d in (one, other)]
        assert seen[0] == seen[1]
    assert one.game.view(one.state, 1) != other.game.view(other.state, 1)
    over = Devils(THREE, [(1, 1, 1), (2, 1), (1, 1)])
    assert one.game.view(one.state, 1) == over.game.view(over.state, 1)  # not by its smallest die either


def test_a_roll_that_leaks_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    from advocatus.model.dice_devils import views

    whole = views.view
    monkeypatch.setattr(views, "view", lambda state, seat: {**whole(state, seat), "first-smallest": state.dice})
    with pytest.raises(AssertionError):
        test_rolls_are_seen_by_nobody_else_until_they_are_shown()


def test_objects_are_as_many_as_printed() -> None:
    assert len(objects(rules_for(3))) == 56
