"""Engine and symbolic side agree, from both directions and both sources; planted faults are caught."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from attrs import evolve, fields
from planted import whole
from test_duel import struggle
from test_specs_steps import PLANTED

from advocatus.checks.agreement import edges_agree, play_agrees
from advocatus.model.families import editions
from advocatus.model.game import CHANCE, TABLE, make
from advocatus.model.rules import Gap, Rules, make_rules
from advocatus.model.teufelsburg import moves as mv
from advocatus.specs.algebra import Symbolic, never
from advocatus.specs.families import spec_of
from advocatus.specs.teufelsburg.cases import moves
from advocatus.specs.teufelsburg.codes import CODES, Box
from advocatus.specs.teufelsburg.mirror import TeufelsburgMirror
from advocatus.specs.teufelsburg.standing import standing
from advocatus.specs.teufelsburg.step import enabled, relation
from advocatus.specs.teufelsburg.steps import STEPS
from advocatus.specs.teufelsburg.table import Table, fresh

A = Symbolic(CODES)
NOT_HERE = {  # steps of which the tables alone do not tell that these rules never come to them
    "activate/activate-bag-in-vain",  # without a pile a bag is none any more
    "duel.priest/close-oneself", "spy/show", "end/proclaim", "end/proclaim-alone", "reward/association",
    "reward/leave",
    "stand-off/leave", "stand-off/pick-up-in-vain",  # one must, and is only asked while there is a pile
}


def possible(chosen: Rules) -> set[str]:
    """The steps but uses that can be taken from some shape of table there is, as far as is plain without the solver."""
    box = Box(chosen)
    blank = fresh(box, "table")
    return {
        step.key for step in STEPS if step.act != "use" for _, table in standing(A, box, blank, step.frame)
        for act, there, _ in moves(A, box, step, table)
        if not any(map(never, enabled(A, box, step, there, act).values()))
    }


USES = (
    "action/use-diplomat", "duel.priest/use-priest", "duel.priest/use-priest-for-nothing",
    "duel.hypnotist/use-hypnotist", "duel.powers/use-swordsman", "duel.powers/use-alchemist",
    "duel.powers/put-down", "duel.powers/turn-over-bodyguard", "duel.result/use-doctor", "duel.result/use-clairvoyant",
    "steal/use-clairvoyant", "end/use-clairvoyant-in-vain",
)


def rules(players: int = 4, **answers: str) -> Rules:
    return make_rules(editions()["adlung"], players, answers={key.replace("__", "."): a for key, a in answers.items()})


@pytest.mark.parametrize("players", range(3, 11))
def test_random_play_meets_the_relation_and_the_norms(players: int) -> None:
    found = play_agrees(rules(players), seed=players, games=4, moves=80)
    assert found.partings == ()
    assert found.compared["norms in play"] > 50
    assert found.compared["answer/return"] > 0


@pytest.mark.parametrize("players", [3, 4])
def test_the_solvers_positions_play_as_the_relation_says(players: int) -> None:
    found = edges_agree(rules(players), seed=1, moves=3)
    assert found.partings == ()
    assert found.holds
    steps = possible(rules(players)) - NOT_HERE
    assert not steps - set(found.compared), "every kind of step is compared"
    assert not NOT_HERE & set(found.compared)
    alone = {"action/proclaim-alone"}  # no position is chosen for it, random play comes to it
    assert {f"one way: {key}" for key in steps - alone} <= set(found.compared)
    for use in USES:
        assert use in found.compared


def test_positions_of_struggles_are_at_their_edges() -> None:
    names = {posed.name: posed.state for posed in TeufelsburgMirror(rules(), frames=("give-back", "steal", "symbol",
                                                                                   "tribute", "duel.powers")).posed()}
    last = names["steal: the loser has one, the winner at the limit"]
    assert len(last.hands[last.agenda[0].loser]) == 1
    assert len(last.hands[last.agenda[0].by]) == rules().fact("hand.limit")
    assert len(names["tribute: the attacker has 2"].hands[0]) == 2
    tie = names["duel.powers: counts to stand-off"]
    assert not any(card == "poison-ring" and seat in (tie.duel.attacker, tie.duel.defender)
                   for seat, card in tie.duel.played)
    assert any(card == "bodyguard" for _, card in names["symbol: a bodyguard lies"].duel.played)


def test_cards_that_are_weighed_lie_in_order_and_as_many_are_asked_about_as_a_step_has_room_for() -> None:
    """Where the supported decides about each: knives, whip and bodyguard, which has two symbols besides."""
    hands, roles = ["key", "goblet", "throwing-knives", "whip"], ["thug", "priest", "doctor", "diplomat", "bodyguard"]
    table = struggle(hands, roles, "ada", answers={"duel.bonus": "supported"})
    mirror, more = TeufelsburgMirror(table.rules), []
    laid = ((2, "throwing-knives"), (3, "whip"), (4, "bodyguard"))
    for move in (*(mv.Use(seat, card) for seat, card in laid), mv.Close(TABLE)):
        step = make(table.game, table.state, move)
        assert mirror.broken(step.before, move, step.after, [event.tag for event in step.events]) == ()
        more.append(len(step.after.agenda) - len(step.before.agenda))
        table.state = step.after
    assert [frame.kind for frame in table.state.agenda[:4]] == ["symbol", "bonus", "bonus", "bonus"]
    (asks,) = (step for step in STEPS if step.key == "duel.powers/close-weighing")
    assert more[-1] == asks.grows(Box(table.rules)) == 3


def test_shares_for_all_numbers_of_players_cover_every_kind_of_frame() -> None:
    shares = [{posed.name for posed in TeufelsburgMirror(rules(n), frames=("offer", "steal", "spy")).posed(3)}
              for n in (3, 4, 5)]
    assert all(any(name.startswith(f"{kind}: ") for name in share) for kind in ("offer", "steal") for share in shares)
    assert max(sum(name.startswith("steal: ") for name in share) for share in shares) > 10
    assert sum(map(len, shares)) < 60, "no more than one of each other kind"


@pytest.mark.slow
@pytest.mark.parametrize("key", ["dv", "zh"])
def test_the_solvers_positions_of_other_editions(key: str) -> None:
    found = edges_agree(make_rules(editions()[key], 4), seed=1, moves=1)
    assert found.partings == ()
    assert found.compared["sound"] > 300


@pytest.mark.slow
@pytest.mark.parametrize("players", range(5, 11))
def test_the_solvers_positions_for_every_number_of_players(players: int) -> None:
    assert edges_agree(rules(players), seed=players, moves=10).holds


@pytest.mark.slow
@pytest.mark.parametrize("answers", [
    {"profession.diplomat.moment": "as-written"}, {"profession.shown": "hidden-again"}, {"object.coat.choice": "blind"},
    {"hand.recipient": "as-written"}, {"profession.diplomat.bag-for-bag": "refused"}, {"hand.limit": "dv"},
])
def test_other_readings_agree_too(answers: Mapping[str, str]) -> None:
    chosen = make_rules(editions()["adlung"], 4, answers=answers)
    assert play_agrees(chosen, seed=7, games=3, moves=80).holds
    frames = ("answer", "activate", "surplus", "unload", "retrain", "end")
    assert edges_agree(chosen, seed=7, moves=5, mirror=TeufelsburgMirror(chosen, frames=frames)).holds


@pytest.mark.parametrize(("answers", "frames"), [
    ({"object.bag.declared": "each-time"}, ("pass-on", "answer")), ({"profession.shown": "hidden-again"}, ("symbol",)),
])
def test_other_readings_agree_where_they_are_read(answers: Mapping[str, str], frames: tuple[str, ...]) -> None:
    chosen = make_rules(editions()["adlung"], 4, answers=answers)
    assert edges_agree(chosen, seed=7, moves=5, mirror=TeufelsburgMirror(chosen, frames=frames)).partings == ()


@pytest.mark.parametrize(("variant", "players"), [("advanced-three", 3), ("smuggling", 5), ("first-trip", 6)])
def test_variants_agree_too(variant: str, players: int) -> None:
    chosen = make_rules(editions()["adlung"], players, variants=[variant])
    assert play_agrees(chosen, seed=7, games=3, moves=80).holds
    mirror = TeufelsburgMirror(chosen, frames=("answer", "activate", "peek"))
    found = edges_agree(chosen, seed=7, moves=5, mirror=mirror)
    assert found.holds
    assert ("peek/peek" in found.compared) == (variant == "advanced-three")


def test_play_stops_where_the_rules_are_silent() -> None:
    silent = rules(hand__limit="unsaid")
    assert play_agrees(silent, seed=2, games=4).holds
    with pytest.raises(Gap, match=r"hand\.limit"):
        edges_agree(silent, seed=2)


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_fault_in_a_step_is_caught(name: str) -> None:
    wrong, frames, _ = PLANTED[name]
    found = edges_agree(rules(), seed=3, moves=0, mirror=TeufelsburgMirror(rules(), whole(wrong), frames=frames))
    assert found.partings, f"{name}: nobody noticed"
    assert found.partings[0].how.startswith("the step does not meet")


@pytest.mark.parametrize("key", ["answer/return", "end/end-turn", "draw/draw", "unload/give", "demand-what/lack"])
def test_a_step_taken_away_from_where_it_is_possible_is_caught(key: str) -> None:
    step = next(step for step in STEPS if step.key == key)
    wrong = [evolve(s, can=lambda *_: False) if s is step else s for s in STEPS]
    found = edges_agree(rules(), 3, 0, mirror=TeufelsburgMirror(rules(), whole(wrong), frames=(step.frame,)))
    assert any(p.what == key or "there" in p.how for p in found.partings)


@pytest.mark.slow
def test_random_play_alone_catches_faults_too() -> None:
    caught = {
        name for name, (wrong, _, __) in PLANTED.items()
        if play_agrees(rules(), 5, 3, 120, TeufelsburgMirror(rules(), whole(wrong))).partings
    }
    assert "the other text comes first" in caught
    assert "the right neighbour is next" in caught
    assert len(caught) >= 5


@pytest.mark.parametrize("field", [field.name for field in fields(Table)])
def test_a_relation_that_leaves_a_field_open_is_caught(field: str) -> None:
    def loose(*about: Any) -> Mapping[str, Any]:
        return {name: term for name, term in relation(*about).items() if name != f"after.{field}"}

    if field in ("tokens", "down", "secret"):
        chosen = make_rules(editions()["dv"], 4)
    elif field in ("sunk", "pointed", "refused"):
        chosen = make_rules(editions()["zh"], 4)
    else:
        chosen = make_rules(editions()["adlung"], 3, variants=["advanced-three"])  # the one with rows
    mirror = TeufelsburgMirror(chosen, relate=loose, frames=("end",))
    found = edges_agree(chosen, 3, 0, mirror=mirror)
    assert any("more than one table" in p.how for p in found.partings)


@pytest.mark.parametrize("answers", [
    {"hand.recipient": "as-written"}, {"profession.diplomat.bag-for-bag": "exchanged"},
    {"trade.may-or-must": "may"}, {"trade.different": "other-kind"},
])
def test_norms_of_another_reading_are_caught(answers: Mapping[str, str]) -> None:
    other = make_rules(editions()["adlung"], 4, answers=answers)
    found = edges_agree(rules(), 3, 0, mirror=TeufelsburgMirror(other, frames=("answer", "activate", "surplus")))
    assert any("legal is" in p.how for p in found.partings)


def test_a_family_without_symbolic_side_is_told() -> None:
    edition = evolve(editions()["adlung"], family="chess")
    assert spec_of("chess") is None
    with pytest.raises((ValueError, KeyError), match="chess"):
        play_agrees(make_rules(edition, 4), 1, 1)


def test_a_blind_coat_is_posed_and_no_seat_is_asked_at_it() -> None:
    """Whether chance takes the card is a part of the frame, so the solver chooses it: see `check zh --players 5`."""
    mirror = TeufelsburgMirror(make_rules(editions()["zh"], 5))
    mirror.frames = ("retrain",)
    found = [(posed.state.agenda[0].owed == (CHANCE,), bool(posed.legal)) for posed in mirror.posed()]
    assert {*found} == {(True, False), (False, True)}
