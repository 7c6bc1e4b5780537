"""Clashes and gaps that the solver finds, each confirmed by the engine; and those that precedence settles."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping

import pytest
from attrs import evolve

from advocatus.model.families import editions
from advocatus.model.rules import Gap, Rules, make_rules
from advocatus.model.teufelsburg.engine import Teufelsburg
from advocatus.model.teufelsburg.moves import Refuse, Return
from advocatus.specs.asking import Disagreement
from advocatus.specs.families import spec_of, specs
from advocatus.specs.teufelsburg import clashes as hunting
from advocatus.specs.teufelsburg.clashes import clashes, gaps

EDITION = editions()["adlung"]
BAGS = ("object.bag.no-bag/1", "profession.diplomat.demand/1")


def rules(players: int = 4, answers: Mapping[str, str] | None = None, without: tuple[str, ...] = (),
          ranked: bool = True) -> Rules:
    """The edition's rules, less some norms, or with no precedence among ranks."""
    clauses = tuple(
        evolve(clause, norms=tuple(
            norm if ranked else evolve(norm, rank=0) for norm in clause.norms if norm.id not in without))
        for clause in EDITION.clauses
    )
    return make_rules(evolve(EDITION, clauses=clauses), players, answers=answers)


@pytest.mark.parametrize("players", range(3, 11))
def test_the_demand_for_a_bag_collides_and_nothing_else(players: int) -> None:
    found = clashes(rules(players))
    assert [(c.frame, c.norms, c.clauses) for c in found] == [
        ("answer", BAGS, ("object.bag.no-bag", "profession.diplomat.demand"))]
    assert gaps(rules(players)) == ()


def test_the_state_shows_the_clash_to_the_engine() -> None:
    clash, = clashes(rules())
    engine = Teufelsburg(rules())
    assert engine.well_formed(clash.state) == ()
    resolution = engine.resolve(clash.state, clash.seat)
    assert resolution.stuck
    assert not resolution.is_gap
    assert [tuple(n.id for n in norms) for norms in resolution.clashes()] == [clash.norms]
    frame = clash.state.agenda[0]
    assert frame.demanded == "bag"  # type: ignore[attr-defined]
    assert frame.offered.startswith("bag-")  # type: ignore[attr-defined]
    assert not engine.judge(clash.state, Refuse(0)).allowed
    other = next(kind for kind in clash.state.hands[0] if kind.startswith("bag-"))
    assert not engine.judge(clash.state, Return(0, other)).allowed


@pytest.mark.parametrize(("reading", "expected"), [
    ("refused", []), ("exchanged", []),
    ("not-offered", [("offer", ("profession.diplomat.bag-for-bag.not-offered/1",))]),
])
def test_readings_mend_the_clash_or_move_it(reading: str, expected: list[tuple[str, tuple[str, ...]]]) -> None:
    found = clashes(rules(answers={"profession.diplomat.bag-for-bag": reading}))
    assert [(c.frame, c.norms) for c in found] == expected


def test_what_the_precedence_of_cards_settles_is_no_clash() -> None:
    """With ranks a card beats a rule; without them the same tables are walls."""
    ranked, flat = (
        {(c.frame, c.norms) for c in clashes(rules(ranked=order))} for order in (True, False)
    )
    assert ("answer", ("profession.diplomat.demand/1", "trade.must-refuse-bag/1")) in flat
    assert any("trade.abilities/1" in norms for frame, norms in flat if frame == "activate")
    assert ranked == {("answer", BAGS)}
    assert ranked < flat


def test_a_reading_can_raise_a_wall_in_a_struggle() -> None:
    """Who may silence none but supporters stands before a wall where nobody supports anybody."""
    found = clashes(rules(answers={"profession.hypnotist.whom": "supporter"}))
    assert ("silence", ("profession.hypnotist.whom.supporter/1",)) in {(c.frame, c.norms) for c in found}


def test_a_limit_that_leaves_no_room_is_a_wall() -> None:
    found = clashes(rules(3, {"hand.limit": "dv"}))
    assert ("surplus", ("hand.recipient.room/1",)) in {(c.frame, c.norms) for c in found}


def test_every_smallest_set_is_found_once() -> None:
    found = [(c.frame, c.norms) for c in clashes(rules(ranked=False))]
    assert len(set(found)) == len(found)
    by_frame = [frame for frame, _ in found]
    assert by_frame == sorted(by_frame, key=list(hunting.DECISIONS).index)


@pytest.mark.parametrize(("norm", "frame"), [
    ("object.sextant/2", "direct"), ("object.sextant/3", "pass-on"), ("object.coat/2", "retrain"),
    ("hand.surplus/1", "surplus"), ("hand.surplus/2", "unload"), ("trade.offer/2", "offer"), ("turn.order/1", "end"),
    ("profession.diplomat/2", "demand"), ("profession.diplomat/3", "demand-what"), ("trade.silent/1", "activate"),
    ("duel.support/2", "duel.priest"), ("duel.support/1", "support"), ("duel.powers/1", "duel.hypnotist"),
    ("profession.hypnotist/2", "silence"), ("duel.count/1", "duel.powers"), ("profession.alchemist/2", "appoint"),
    ("duel.winner/1", "duel.result"), ("duel.stand-off/1", "stand-off"), ("duel.last-object/1", "give-back"),
    ("profession.priest.tribute/1", "tribute"), ("profession.clairvoyant/2", "foresee"),
])
def test_a_frame_that_nothing_permits_to_answer_is_a_gap(norm: str, frame: str) -> None:
    found = gaps(rules(without=(norm,)))
    assert frame in {gap.frame for gap in found}
    gap = next(gap for gap in found if gap.frame == frame)
    assert gap.norms == ()
    assert Teufelsburg(rules(without=(norm,))).resolve(gap.state, gap.seat).is_gap


def test_a_duty_with_nothing_to_do_it_with_is_a_gap() -> None:
    """Had the book no word on silent objects, the mirror's duty to leave would still stand."""
    clauses = tuple(
        evolve(c, norms=tuple(evolve(n, move="direct") if n.id == "hand.surplus/1" else n for n in c.norms))
        for c in EDITION.clauses
    )
    odd = make_rules(evolve(EDITION, clauses=clauses), 4)
    assert ("surplus", ()) in {(gap.frame, gap.norms) for gap in gaps(odd)}


def test_without_a_limit_of_a_hand_no_position_is_sound() -> None:
    for find in (clashes, gaps):
        with pytest.raises(Gap, match=r"hand\.limit"):
            find(rules(answers={"hand.limit": "unsaid"}))


def test_a_solver_and_an_engine_that_differ_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hunting, "Teufelsburg", lambda _: Teufelsburg(
        rules(answers={"profession.diplomat.bag-for-bag": "refused"})))
    with pytest.raises(Disagreement, match="the engine finds"):
        clashes(rules())


def test_the_same_is_found_twice() -> None:
    first = clashes(rules(ranked=False))
    clashes(rules(5))
    assert clashes(rules(ranked=False)) == first


SCRIPT = """
from advocatus.model.families import editions
from advocatus.model.rules import make_rules
from advocatus.specs.families import spec_of
rules = make_rules(editions()["adlung"], 3)
spec = spec_of("teufelsburg")
print(spec.promises(rules), spec.clashes(rules), [(p.name, p.state) for p in spec.mirror(rules).posed()][:40])
"""


@pytest.mark.slow
def test_the_same_is_found_whatever_the_order_of_hashes() -> None:
    runs = [
        subprocess.run([sys.executable, "-c", SCRIPT], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True,
                       text=True, check=True).stdout
        for seed in ("1", "2")
    ]
    assert runs[0] == runs[1]
    assert "Wall" in runs[0]


def test_the_symbolic_side_is_discovered() -> None:
    spec = spec_of("teufelsburg")
    assert spec is specs()["teufelsburg"]
    assert spec is not None
    assert "answer" in spec.frames
    assert spec_of("no-such-family") is None
