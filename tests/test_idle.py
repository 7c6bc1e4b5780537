"""Every norm, fact and switch is felt or idle: what is proved, what is found, and that a planted fault shows."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from test_live import ONLY_CITED

from advocatus.checks.context import CheckContext
from advocatus.checks.entries import never_asked, others, tried
from advocatus.checks.finding import Store
from advocatus.checks.idle import idle
from advocatus.model.families import editions, open_game
from advocatus.model.norms import Norm
from advocatus.model.rules import Gap, Rules, make_rules
from advocatus.specs.altered import Altered
from advocatus.specs.asking import Disagreement
from advocatus.specs.liveness import OUT, Felt
from advocatus.specs.teufelsburg import felt as feeling
from advocatus.specs.teufelsburg import turned as turning
from advocatus.specs.teufelsburg.felt import NEVER, NOTHING_OPEN, OTHERS, felt
from advocatus.specs.teufelsburg.turned import turned

EDITION = editions()["adlung"]


def changed(players: int = 4, without: tuple[str, ...] = (), more: tuple[Norm, ...] = (), **about: Any) -> Rules:
    """The edition's rules without some norms, and with others in a clause of their own."""
    clauses = [evolve(c, norms=tuple(n for n in c.norms if n.id not in without)) for c in EDITION.clauses]
    clauses[0] = evolve(clauses[0], norms=(*clauses[0].norms, *more))
    return make_rules(evolve(EDITION, clauses=tuple(clauses)), players, **about)


@cache
def found(players: int) -> tuple[Felt, ...]:
    return felt(make_rules(EDITION, players))


def norm(key: str) -> Norm:
    return next(n for c in EDITION.clauses for n in c.norms if n.id == key)


def test_idle_are_just_the_norms_that_hunting_never_felt_either() -> None:
    """Two ways to the same: `test_live` plays games and lists what changes no legality there."""
    assert {f.norm.id for f in found(4) if f.idle and f.what == OUT} == set(ONLY_CITED)


def test_every_guard_of_a_norm_that_is_not_idle_is_noticed_when_turned_round() -> None:
    assert {f.norm.id for f in found(4) if f.idle and f.what != OUT} <= set(ONLY_CITED)
    assert len([f for f in found(4) if not f.idle and f.what != OUT]) >= 50


def test_each_is_felt_where_it_is_said_to_be_by_an_engine_made_of_the_changed_rules() -> None:
    """Not by the same code that found it: the norm is taken out of the edition, and both engines are asked."""
    for f in found(4):
        if f.what == OUT and not f.idle and f.norm.id in {n.id for c in EDITION.clauses for n in c.norms}:
            with_it, without = (open_game(rules) for rules in (changed(), changed(without=(f.norm.id,))))
            assert with_it.well_formed(f.state) == ()
            assert set(with_it.legal(f.state, f.seat)) != set(without.legal(f.state, f.seat)), f.norm.id


def test_why_a_norm_is_idle_is_told() -> None:
    why = {f.norm.id: (f.reason, f.covers) for f in found(4) if f.idle and f.what == OUT}
    assert why["hand.no-gifts/1"] == (NOTHING_OPEN, ())
    assert why["object.tome/1"] == (OTHERS, ("trade.abilities/1",))
    assert set(why["trade.abilities/1"][1]) == {
        f"object.{kind}/1" for kind in ("bag", "coat", "monocle", "privilege", "sextant", "tome")}


@pytest.mark.parametrize("key", ["object.bag.no-bag/1", "profession.thug/1", "duel.support/1", "hand.surplus/2"])
def test_a_norm_said_twice_is_idle_twice(key: str) -> None:
    again = evolve(norm(key), id="planted/1")
    both = felt(changed(more=(again,)), only=(key, "planted/1"))
    idle_ones = {f.norm.id: f.covers for f in both if f.idle and f.what == OUT}
    assert idle_ones == {key: ("planted/1",), "planted/1": (key,)}


def test_what_covers_a_norm_is_what_makes_it_idle() -> None:
    rules = changed(without=("trade.abilities/1",))
    assert not [f for f in felt(rules, only=("object.tome/1",)) if f.idle]


def test_a_norm_that_can_never_apply_is_told_so() -> None:
    thug = norm("profession.thug/1")
    assert thug.when
    odd = evolve(thug, id="planted/1", when=evolve(thug.when, text="two", tree=type(
        thug.when.tree)((thug.when.tree.args[0], norm("profession.grand-master/1").when.tree.args[0]))))  # type: ignore[union-attr]
    told = felt(changed(more=(odd,)), only=("planted/1",))
    assert (told[0].what, told[0].reason) == (OUT, NEVER)


def test_an_engine_that_differs_is_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feeling, "Teufelsburg", lambda _: open_game(changed(without=("profession.thug/1",))))
    with pytest.raises(Disagreement):
        felt(changed(), only=("profession.thug/1",))


def test_without_a_limit_nothing_is_claimed() -> None:
    with pytest.raises(Gap):
        felt(make_rules(EDITION, 4, answers={"hand.limit": "unsaid"}))


def test_a_variant_wakes_what_is_idle_without_it() -> None:
    """Smuggling does without the duty to carry a text out, so each card's own permission is felt."""
    told = felt(make_rules(EDITION, 4, ["smuggling"]), only=("object.tome/1", "object.bag/1"))
    assert not [f for f in told if f.idle]


# ---------------------------------------------------------------- facts and switches


def test_what_nothing_asks_for_is_known_by_the_source() -> None:
    assert {"characters.total", "occupations.total"} <= never_asked("teufelsburg")
    assert not never_asked("teufelsburg") & {"hand.limit", "objects.key", "victory.needed", "coat.choice"}


def test_facts_are_felt_in_deals_and_switches_in_play() -> None:
    told = {(e.key, e.value if e.switch else None): e for e in tried(make_rules(EDITION, 5), [], 0)}
    assert told["objects.key", None].felt == "the deal"
    assert told["duel.both-symbols", None].felt
    assert told["occupation.shown", "hidden-again"].felt
    assert not told["characters.total", None].felt


def test_an_engine_deaf_to_a_switch_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tester tested: where the other value is not heard, nothing is felt."""
    real = Altered.switch
    monkeypatch.setattr(Altered, "switch", lambda self, key: (
        self._rules.switch(key) if key == "occupation.shown" else real(self, key)))
    told = {e.key: e for e in tried(make_rules(EDITION, 5), [], 0)}
    assert not told["occupation.shown"].felt


def test_every_switch_of_the_edition_is_on_trial_with_each_other_value() -> None:
    tried_ones = {(e.key, e.value) for e in others(make_rules(EDITION, 4)) if e.switch}
    assert ("ring.counts", "unasked") in tried_ones
    assert ("ring.counts", "at-count") not in tried_ones, "which is the edition's own"


def test_rows_say_what_is_proved_and_what_is_not(tmp_path: Path) -> None:
    rows, findings = idle(make_rules(EDITION, 4), CheckContext(0, Store(tmp_path)))
    assert findings == ()
    told = {row.check: row for row in rows}
    assert told["hand.no-gifts/1"].verdict == "proved"
    assert told["norms"].value == 67
    assert told["characters.total"].summary == "no procedure asks for it"
    assert (told["fortune.drink=yes"].verdict, told["fortune.drink=yes"].value) == ("proved", "idle")
    assert told["setup.unsealed"].verdict == "bounded", "which is no proof"


# ---------------------------------------------------------------- switches, by the steps


@pytest.mark.parametrize(("players", "variants", "key", "value", "felt_there"), [
    (4, (), "row.chooser", "owner", False), (3, ("advanced-three",), "row.chooser", "owner", True),
    (5, (), "fortune.drink", "yes", False), (5, ("fortune-telling",), "fortune.drink", "yes", True),
    (4, (), "drink.counts", "each", False), (5, (), "drink.counts", "each", True),
    (4, (), "victory.barred", "loses", False), (4, (), "victory.idle-name", "false", True),
    (4, (), "coat.choice", "blind", True), (10, (), "coat.choice", "blind", False),
    (4, (), "bag.counts", "always", True), (4, (), "bags.declared", "by-holders", True),
])
def test_a_switch_turned_leads_elsewhere_or_nowhere(
    players: int, variants: tuple[str, ...], key: str, value: str, felt_there: bool
) -> None:
    rules = make_rules(EDITION, players, variants)
    whole, state = turned(rules, key, value)
    assert (state is not None) == felt_there
    assert whole or felt_there
    if state is not None:
        assert open_game(rules).well_formed(state) == ()


def test_a_step_deaf_to_a_switch_makes_it_idle(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tester tested: with the step that asks for it left as under the default, nothing leads elsewhere."""
    rules = make_rules(EDITION, 4)
    monkeypatch.setattr(turning, "Altered", lambda rules, _: Altered(rules, {}))
    turning._steps.cache_clear()
    assert turned(rules, "victory.idle-name", "false") == (True, None)
    turning._steps.cache_clear()


def readings() -> list[tuple[str, str, str]]:
    return [(key, question.id, reading.id) for key in ("adlung", "dv") for question in editions()[key].questions
            for reading in question.readings.values() if reading.id != question.default and reading.change.norms]


# Norms of readings that change no legality, and why.
IDLE_IN_READINGS = {
    "object.tome.seen.seen/1": "as the rule it stands for: each card permits its own text",
    "profession.diplomat.which-bag.this-bag/1": "until the invariants know a demand for the very bag",
}


@pytest.mark.slow
@pytest.mark.parametrize(("key", "question", "reading"), readings())
def test_the_norms_of_every_reading_are_felt_or_known_to_be_idle(key: str, question: str, reading: str) -> None:
    asked = next(q for q in editions()[key].questions if q.id == question)
    players = asked.players[0] if asked.players else 4
    rules = make_rules(editions()[key], players, [asked.variant] if asked.variant else [], {question: reading})
    own = [n.id for n in rules.norms if n.id.startswith(f"{question}.{reading}/")]
    assert {f.norm.id for f in felt(rules, only=own) if f.idle and f.what == OUT} <= set(IDLE_IN_READINGS)
