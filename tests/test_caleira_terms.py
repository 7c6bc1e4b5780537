"""The symbolic side of the castles: legality in terms held against the engine, walls, and what each norm is for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any

import pytest
from attrs import evolve
from castles import Board, edition, rules_for

from advocatus.checks.agreement import edges_agree, play_agrees
from advocatus.checks.play import random_steps
from advocatus.model.caleira.engine import Caleira
from advocatus.model.caleira.frames import EFFECTS
from advocatus.model.caleira.vocabulary import NAMES
from advocatus.model.families import open_game
from advocatus.model.game import CHANCE
from advocatus.model.norms import FORBID, OBLIGE, PERMIT, Norm
from advocatus.model.rules import Rules, make_rules
from advocatus.specs.algebra import Concrete, Symbolic
from advocatus.specs.caleira import lawful, places
from advocatus.specs.caleira.decode import encode
from advocatus.specs.caleira.mirror import CaleiraMirror
from advocatus.specs.caleira.spec import SPEC
from advocatus.specs.caleira.table import CODES, Box, fresh, sound
from advocatus.specs.prover import SAT, UNSAT, Query

A, TERMS = Concrete(CODES), Symbolic(CODES)


def with_norm(rules: Rules, norm: Norm) -> Rules:
    """The rules with one norm more, of the clause of the Trebuchet."""
    clauses = tuple(evolve(c, norms=(*c.norms, norm)) if c.id == norm.clause else c for c in rules.edition.clauses)
    return make_rules(evolve(rules.edition, clauses=clauses), rules.players, (), dict(rules.answers))


def forbidden(act: str, during: tuple[str, ...] = (), clause: str = "card.trebuchet") -> Norm:
    return Norm(f"{clause}/9", clause, FORBID, act, during, None, None, 1)


# ---------------------------------------------------------------- clashes and gaps


@pytest.mark.parametrize("players", [2, 3, 4])
def test_nothing_in_the_text_leaves_a_player_without_a_move(players: int) -> None:
    assert SPEC.clashes(rules_for(players)) == SPEC.gaps(rules_for(players)) == ()


@pytest.mark.slow
def test_no_single_reading_leaves_a_player_without_a_move() -> None:
    for question in edition().questions:
        players = question.players[0] if question.players else 2
        for reading, told in question.readings.items():
            if not (told.change.norms or told.change.without or question.id == "place.where"):
                continue  # what may be done is as by default
            rules = rules_for(players, {question.id: reading})
            assert SPEC.clashes(rules) == SPEC.gaps(rules) == (), (question.id, reading)


def test_a_clash_that_is_planted_is_found_with_its_norms() -> None:
    rules = with_norm(rules_for(2), forbidden("leave"))
    found = SPEC.clashes(rules)
    assert {w.frame for w in found} >= {"market", "magician"}
    assert all("card.trebuchet/9" in w.norms for w in found)
    for one in found:
        assert Caleira(rules).resolve(one.state, 0).moves == ()


def test_a_gap_that_is_planted_is_found() -> None:
    rules = rules_for(2)
    clauses = tuple(evolve(c, norms=()) if c.id == "card.magician" else c for c in rules.edition.clauses)
    found = SPEC.gaps(make_rules(evolve(rules.edition, clauses=clauses), 2))
    assert [(w.frame, w.norms) for w in found] == [("arrange", ())]


# ---------------------------------------------------------------- agreement


@pytest.mark.parametrize("players", [2, 3, 4])
def test_terms_and_engine_find_the_same_moves_legal(players: int) -> None:
    for answers in ({}, {"target.itself": "another", "market.choice": "drawn"}, {"throne.standing": "lost"}):
        found = play_agrees(rules_for(players, answers), players, 2)
        assert found.partings == ()
        assert found.compared["norms in play"] > 50


def test_all_edges_of_every_kind_are_posed_where_no_share_is_asked_for() -> None:
    *told, last = (posed.name.partition(":")[0] for posed in islice(CaleiraMirror(rules_for(2)).posed(), 30))
    many = Counter(kind for kind in told if kind != last)
    assert len(many) > 1
    assert min(many.values()) > 2


@pytest.mark.parametrize("players", [2, pytest.param(4, marks=pytest.mark.slow)])
def test_positions_that_the_solver_chose_are_sound_and_as_it_says(players: int) -> None:
    found = edges_agree(rules_for(players), 0, 1, share=8)
    assert found.partings == ()
    assert found.compared["sound"] > 10


@pytest.mark.parametrize(("players", "answers"), [
    (2, {}), (3, {}), (4, {}), (3, {"out.castle": "razed", "out.effects": "resolved"}),
    (4, {"out.castle": "razed", "out.hand": "discard"}),
])
def test_every_position_of_play_is_sound_to_the_terms(players: int, answers: Mapping[str, str]) -> None:
    """All that the solver is told holds of games: else it would overlook some."""
    from random import Random

    rules, rng, known, fallen = rules_for(players, answers), Random(players), set(), 0
    game, box = open_game(rules), Box(rules)
    for i in range(150):
        for step in random_steps(game, game.random_deal(rng), rng, 300):
            frame, out = step.before.agenda[0], step.before.out >= 0
            if frame.owed == (CHANCE,) or not (out or i < 10):
                continue
            fallen += out
            known.add(frame.kind)
            assert {k for k, held in sound(A, box, encode(box, step.before)).items() if not held} == set(), step.before
    assert known >= {*EFFECTS, "play", "reveal"} - {"barracks"}
    assert (fallen > 0) == (players > 2)


@pytest.mark.parametrize("players", [2, 4])
def test_what_a_watchtower_has_turned_stands_in_a_castle(players: int) -> None:
    box = Box(rules_for(players))
    table = fresh(box, "watchtower")
    query = Query(sound(TERMS, box, table))
    turned = table.due.turned[0]
    for owner, kind in ((-1, UNSAT), (0, SAT), (players - 1, SAT), (players, UNSAT)):
        owned = TERMS.eq(table.of_slot(TERMS, turned, "owner"), owner)
        assert query.ask(TERMS.lt(0, turned), owned).kind == kind, owner


FAULTS: Mapping[str, tuple[str, Callable[..., Any]]] = {
    "pieces": ("pieces", lambda a, t: 0),
    "pile": ("pile", lambda a, t: 0),
    "seat": ("seat", lambda a, t: 1),
    "hand": ("hand", lambda a, t: t.hands[1]),
    "turned": ("turned", lambda a, t: 1),
    "in_castle": ("in_castle", lambda a, t: False),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_in_what_a_name_means_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    word, wrong = FAULTS[name]
    answers = {"watchtower.none": "one"} if name == "turned" else {}
    monkeypatch.setitem(lawful._NAMES, word, wrong)  # type: ignore[arg-type]
    places.place_of.cache_clear()
    try:
        rules = rules_for(4, answers)
        assert any(play_agrees(rules, seed, 6).partings for seed in range(8))
    finally:
        places.place_of.cache_clear()


CANDIDATE_FAULTS: Mapping[str, tuple[str, Callable[..., Any]]] = {
    "Moats never stand beside": ("_beside", lambda a, one, table, working: False),
    "Moats beside everything": ("_beside", lambda a, one, table, working: True),
    "no piece may be chosen": ("_aims", lambda a, box, table: []),
    "moves are told apart too little": ("key_of", lambda move: (move.act,)),
}


@pytest.mark.parametrize("name", CANDIDATE_FAULTS)
def test_a_fault_in_the_candidates_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from advocatus.specs.caleira import mirror

    where, wrong = CANDIDATE_FAULTS[name]
    for module in (lawful, mirror):
        if hasattr(module, where):
            monkeypatch.setattr(module, where, wrong)
    assert any(play_agrees(rules_for(4), seed, 6, mirror=CaleiraMirror(rules_for(4))).partings for seed in range(8))


def test_every_name_of_a_guard_points_at_something() -> None:
    from advocatus.model.caleira.vocabulary import BY_FRAME, BY_MOVE, FRAME_ACTS

    for kind in places.due_in(rules_for(2, {"place.where": "anywhere"})):
        place = places.place_of(rules_for(4, {"place.where": "anywhere"}), kind)
        for act in FRAME_ACTS[kind]:
            candidate = next((c for c in place.norms.candidates if c.act == act), None)
            words = [n for n, known in NAMES.items() if not known.of_move and n not in ("in_castle", "turned")]
            for word in (*words, *BY_FRAME.get(kind, ()), *BY_MOVE.get(act, ())):
                lawful.name(places.A, place.table, word, candidate)


# ---------------------------------------------------------------- what norms are for


def test_every_norm_is_felt_but_that_of_the_moats_where_there_are_none() -> None:
    assert {(f.norm.id, f.what) for f in SPEC.liveness(rules_for(2)) if f.idle} == {("card.moats/1", "out")}
    assert {f.norm.id for f in SPEC.liveness(rules_for(4), ["card.moats/1", "effect.any/1"]) if f.idle} == set()


def test_a_norm_that_says_what_another_says_is_idle() -> None:
    usual = rules_for(2)
    again = evolve(next(norm for norm in usual.norms if norm.id == "effect.any/1"), id="effect.any/9")
    found = {f.norm.id for f in SPEC.liveness(with_norm(usual, again), ["effect.any/9", "effect.any/1"]) if f.idle}
    assert again.mood == PERMIT
    assert found == {"effect.any/9", "effect.any/1"}


def test_a_norm_bites_where_its_move_is_another() -> None:
    (bite,) = SPEC.bites(rules_for(2), ["card.princess/1"])
    assert bite.frame == "play"
    assert (bite.move.kind, bite.move.up) == ("princess", True)


def test_readings_that_allow_the_same_are_proved_to() -> None:
    usual = rules_for(2)
    assert SPEC.parted(usual, rules_for(2, {"tie.left": "nobody"})) is None
    apart = SPEC.parted(usual, rules_for(2, {"target.itself": "another"}))
    assert apart is not None
    here, there = (set(open_game(r).legal(apart[1], 0)) for r in (usual, rules_for(2, {"target.itself": "another"})))
    assert here != there


def test_duties_are_told_with_what_they_oblige_to() -> None:
    board = Board([["market"], ["-princess"]], [["trebuchet"], ["barracks"]]).play("trebuchet")
    box = Box(board.rules)
    found = lawful.settled(A, box, encode(box, board.state))
    assert any(s.norm.mood == OBLIGE and s.stands for s in found.standing)
    assert not found.legal_at(("leave",))


def test_a_norm_is_shown_where_it_bites_first() -> None:
    norm = next(n for n in rules_for(2).norms if n.id == "card.observatory/1")
    (bite,) = SPEC.bites(rules_for(2), [norm.id])
    assert bite.state.turn == 1
    assert bite.frame == "observatory"
