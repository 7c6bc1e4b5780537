"""The bounds that questions are searched by: the same over states and over terms, and proved of every step."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from types import SimpleNamespace

import pytest
from attrs import evolve

from advocatus.checks import asking
from advocatus.checks.finding import LED
from advocatus.checks.play import random_steps
from advocatus.checks.questioning import readings_of
from advocatus.checks.teufelsburg import ahead
from advocatus.checks.teufelsburg.ahead import Ahead
from advocatus.checks.wild import Want
from advocatus.model.families import editions, open_game
from advocatus.model.rules import Rules, make_rules
from advocatus.model.teufelsburg.cards import SWORDSMAN
from advocatus.specs.algebra import ABSENT, Concrete, Term
from advocatus.specs.prover import Answer, Query
from advocatus.specs.teufelsburg import nearing
from advocatus.specs.teufelsburg.bounds import TURN, Proof
from advocatus.specs.teufelsburg.codes import CODES, Box, card
from advocatus.specs.teufelsburg.mirror import encode
from advocatus.specs.teufelsburg.nearer import IN_STRUGGLES, Towards, nearer
from advocatus.specs.teufelsburg.nearing import Nearing
from advocatus.specs.teufelsburg.step import Step
from advocatus.specs.teufelsburg.steps import STEPS
from advocatus.specs.teufelsburg.ways import Ways, usable


def rules(edition: str, players: int) -> Rules:
    return make_rules(editions()[edition], players)


def wants(here: Rules) -> dict[tuple[Towards, frozenset[str], str], tuple[Ahead, Want]]:
    """For each bound one way to part that it is for."""
    found: dict[tuple[Towards, frozenset[str], str], tuple[Ahead, Want]] = {}
    for reading in readings_of(here):
        bounds = Ahead(here, [reading.rules])
        for want in reading.wants:
            found.setdefault((bounds.towards(want), want.kinds, want.move), (bounds, want))
    return found


def over_tables(bounds: Ahead, want: Want, here: Rules) -> Nearing:
    towards, role = bounds.towards(want), ahead._role_of(want)
    number = card(role) if towards.again else ABSENT
    again = role if towards.again else ""
    return Nearing(Concrete(CODES), Box(here), Ways.of(here), bounds.ways(bounds._kinds(want)), towards.needs, again,
                   number)


@pytest.mark.parametrize(("edition", "players"), [("adlung", 3), ("dv", 4), ("zh", 3)])
def test_the_bound_of_the_search_is_the_bound_of_the_proof(edition: str, players: int) -> None:
    here = rules(edition, players)
    game, box = open_game(here), Box(here)
    pairs = [(bounds, want, over_tables(bounds, want, here)) for bounds, want in wants(here).values()]
    compared = 0
    for seed in range(2):
        rng = Random(seed)
        for step in random_steps(game, game.random_deal(rng), rng, 90):
            if not step.after.agenda:
                break
            table = encode(box, step.after, len(step.after.agenda) + 1)
            for bounds, want, near in pairs:
                turns, decisions = bounds.least(step.after, want)
                assert near.least(table) == TURN * turns + decisions - want.cost, (want, step.after)
                compared += 1
    assert compared > 800


def some_steps(*frames: str) -> Sequence[Step]:
    return [step for step in STEPS if step.frame in frames]


FRAMES = ("action", "offer", "duel.priest", "duel.powers", "support")


@pytest.mark.parametrize("towards", [
    Towards(), Towards(("appointed", "ring")), Towards((), "diplomat", ("action", "end")),
])
def test_no_step_at_some_frames_shortens_the_way_by_more_than_itself(towards: Towards) -> None:
    found = nearer(rules("adlung", 3), (towards,), some_steps(*FRAMES))
    assert {proof.verdict for proof in found.values()} == {"proved"}


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "players"), [("adlung", 3), ("adlung", 4), ("dv", 4), ("zh", 3)])
def test_every_bound_is_proved_of_every_step(edition: str, players: int) -> None:
    here = rules(edition, players)
    for towards in sorted({towards for towards, *_ in wants(here)}):
        assert nearer(here, (towards,))[towards].verdict == "proved", towards


@pytest.mark.parametrize("players", [3, 6])
def test_all_but_the_two_fighters_are_asked_whom_they_support(players: int) -> None:
    assert Ways.of(rules("adlung", players)).others == players - 2


def ways_but(here: Rules, kind: str, after: str, cost: int) -> Ways:
    """Ways that have one lead wrong."""
    ways = Ways.of(here)
    return Ways(here, ways.own, ways.cut_short, ways.others, {**ways.leads, kind: {**ways.leads[kind], after: cost}})


@pytest.mark.parametrize(("kind", "after", "step"), [
    ("offer", "answer", "offer/offer"), ("action", "duel.priest", "action/attack"),
    ("duel.powers", "duel.result", "duel.powers/close"), ("steal", "give-back", "steal/steal-last"),
])
def test_a_lead_that_is_too_long_is_refuted(kind: str, after: str, step: str) -> None:
    """Planted: a frame is said to need one decision more than it does."""
    here = rules("adlung", 3)
    wrong = ways_but(here, kind, after, Ways.of(here).leads[kind][after] + 1)
    proof = nearer(here, (Towards(),), some_steps(kind), wrong)[Towards()]
    assert proof.verdict == "refuted"
    assert step in proof.against.split(", ")


def test_a_use_said_to_take_more_decisions_than_it_does_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: an appointment in three decisions."""
    monkeypatch.setattr(nearing, "NAMING", 3)
    towards = Towards(("appointed", "ring"))
    proof = nearer(rules("adlung", 3), (towards,), some_steps("duel.powers"))[towards]
    assert (proof.verdict, proof.against) == ("refuted", "duel.powers/use-alchemist")


def test_of_several_bounds_the_wrong_one_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nearing, "NAMING", 3)
    right, wrong = Towards(("left_alone",)), Towards(("silenced",))
    found = nearer(rules("adlung", 3), (right, wrong), some_steps("duel.hypnotist"))
    assert (found[right].verdict, found[wrong].verdict) == ("proved", "refuted")


@pytest.mark.parametrize(("parts", "naming", "verdict"), [
    (True, 2, "proved"), (True, 3, "refuted"), (False, 2, "unknown"),
])
def test_a_question_too_much_at_once_is_asked_in_parts(
    parts: bool, naming: int, verdict: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The solver gives up on the whole, and on its parts too or not."""

    class Weary(Query):
        def ask(self, *terms: Term) -> Answer:
            last = parts and len([name for name in self._premises if name.startswith("part ")]) == 2
            return super().ask(*terms) if last else Answer("unknown", reason="planted")

    monkeypatch.setattr("advocatus.specs.teufelsburg.bounds.Query", Weary)
    monkeypatch.setattr(nearing, "NAMING", naming)
    towards = Towards(("silenced",))
    assert nearer(rules("adlung", 3), (towards,), some_steps("duel.hypnotist"))[towards].verdict == verdict


def test_a_norm_without_a_card_opens_every_use() -> None:
    """A use is known by the cards its norm names; one that names none may be any."""
    norm = next(n for n in rules("adlung", 3).norms if n.move == "use" and n.mood != "forbid")
    other = SimpleNamespace(norms=(evolve(norm, when=None, during=("offer",)),))
    assert SWORDSMAN in usable((other,))["offer"]  # type: ignore[arg-type]


# ---------------------------------------------------------------- what rests on it


def test_a_bound_that_is_not_proved_carries_no_shortest_game(monkeypatch: pytest.MonkeyPatch) -> None:
    here = rules("adlung", 3)
    reading = next(r for r in readings_of(here) if r.name == "turn.end=at-once")
    found = []
    for verdict in ("proved", "refuted"):
        monkeypatch.setattr(ahead, "nearer", lambda _, towards, v=verdict: {one: Proof(v, 1, "x") for one in towards})
        ahead.proof_of.cache_clear()
        found.append(asking._in_play(here, reading)[0])
    ahead.proof_of.cache_clear()
    proved, led = found
    assert proved is not None
    assert led is not None
    assert (proved.shortest.proved, proved.shortest.none_to) == (True, None)
    assert (led.shortest.proved, led.shortest.none_to, led.found) == (False, 0, LED)


def test_every_occupation_of_struggles_is_one_bound() -> None:
    here = rules("adlung", 3)
    assert {towards.again for towards, *_ in wants(here)} == {"", "diplomat", "clairvoyant", IN_STRUGGLES}
