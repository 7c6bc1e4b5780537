"""Every norm is live: taken out alone, it changes what `judge` says at a position reached from a legal deal."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from table import Table

from advocatus.checks.liveness import ALLOWED, CITED, Witness, effect_of, live_norms
from advocatus.checks.play import replay_moves
from advocatus.model.families import editions, open_game
from advocatus.model.game import Game
from advocatus.model.rules import make_rules
from advocatus.model.teufelsburg import moves as mv

# Norms that never change what is legal, only which norms speak for or against it, and why.
ONLY_CITED = {
    "hand.no-gifts/1": "nothing permits a gift anyway; the norm says why not",
    "trade.must-refuse-bag/1": "the bag's own text already leaves nothing but to refuse",
    "trade.abilities/1": "each card permits its own text, and nothing permits to leave it",
    "duel.both-symbols/1": "the Bodyguard's own text obliges to one of the symbols",
    "object.shattered-mirror.silent/1": "the Mirror's other norm obliges to leave the text unread",
    **{f"object.{kind}/1": "the rule on trading obliges to carry the text out anyway"
       for kind in ("tome", "privilege", "bag", "sextant", "coat", "monocle")},
}


@cache
def game(players: int, question: str = "", reading: str = "") -> Game[Any, Any]:
    answers = {question: reading} if question else {}
    edition = editions()["adlung"]
    asked = next((q for q in edition.questions if q.id == question), None)
    variants = [asked.variant] if asked and asked.variant else []
    return open_game(make_rules(edition, players, variants, answers))


@cache
def witnesses(players: int) -> dict[str, Witness]:
    return dict(live_norms(game(players), seed=1, games=250, most=400))


def test_every_norm_is_felt() -> None:
    assert set(witnesses(4)) == {norm.id for norm in game(4).rules.norms}


def test_norms_that_change_no_legality_are_just_those_explained() -> None:
    assert {key for key, w in witnesses(4).items() if w.effect == CITED} == set(ONLY_CITED)


def test_every_witness_replays_and_shows_what_it_says() -> None:
    for key, witness in witnesses(4).items():
        steps = replay_moves(game(4), witness.trace.deal, witness.trace.moves)
        assert [step.events for step in steps] == [events for _, events in witness.trace.steps], key
        state = steps[-1].after if steps else game(4).start(witness.trace.deal)
        resolution = game(4).resolve(state, witness.seat)
        assert effect_of(resolution, witness.norm) == witness.effect, key


def test_a_norm_that_commands_nothing_new_is_not_called_live() -> None:
    """The tester tested: a forbid that never applies has no witness."""
    from attrs import evolve

    rules = game(4).rules
    idle = evolve(rules.norms[0], id="planted/1", mood="forbid", move="proclaim", during=("end",))
    found = live_norms(game(4), seed=1, games=3, wanted=[idle.id])
    assert idle.id not in found


#: Readings that random play does not get to: who has both bags returns the one that was not named.
RARE = {("profession.diplomat.which-bag", "this-bag")}


def readings() -> list[tuple[str, str, int]]:
    found = []
    for question in editions()["adlung"].questions:
        players = question.players[0] if question.players else 4
        found += [(question.id, r.id, players) for r in question.readings.values()
                  if r.id != question.default and r.change.norms and (question.id, r.id) not in RARE]
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("question", "reading", "players"), readings())
def test_the_norms_of_every_reading_are_felt(question: str, reading: str, players: int) -> None:
    there = game(players, question, reading)
    own = {norm.id for norm in there.rules.norms if norm.id.startswith(f"{question}.{reading}/")}
    assert own
    assert set(live_norms(there, seed=1, games=800, most=400, wanted=own)) == own


def test_the_norm_of_the_named_bag_is_felt_by_who_has_both() -> None:
    ((question, reading),) = RARE
    table = Table(hands=["key", "bag-goblet bag-key"], roles=["diplomat"], answers={question: reading})
    table.play(mv.Use(0, "diplomat"), mv.DemandOf(0, 1), mv.DemandObject(0, "bag"), mv.DemandObject(0, "bag-key"))
    table.play(mv.OfferObject(0, "key"))
    (norm,) = (norm for norm in table.rules.norms if norm.id == f"{question}.{reading}/1")
    assert effect_of(table.game.resolve(table.state, 1), norm) == ALLOWED


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 7, 10])
def test_every_norm_is_felt_with_every_number_of_players(players: int) -> None:
    found = live_norms(game(players), seed=1, games=600, most=500)
    missing = {norm.id for norm in game(players).rules.norms} - set(found)
    seldom = {"hand.surplus/1", "hand.surplus/2", "hand.recipient.room/1", "object.seal-of-the-lodge/1"}  # with many
    idle = {norm.id for norm in game(players).rules.norms if norm.clause == "object.coat"} if players == 10 else set()
    assert missing <= (seldom if players > 4 else set()) | idle
    if players < 10:
        assert ALLOWED in {w.effect for w in found.values()}
