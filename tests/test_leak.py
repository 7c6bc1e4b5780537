"""Leaks: what a rule makes somebody tell."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from attrs import evolve
from games import own_rulebook

from advocatus.checks.context import CheckContext
from advocatus.checks.finding import Finding, Store
from advocatus.checks.leak import leak_findings, leaks
from advocatus.checks.replaying import replay
from advocatus.model.families import editions, find_editions, open_game
from advocatus.model.rules import Rules, make_rules
from advocatus.model.teufelsburg import moves as mv


def found_in(rules: Rules) -> dict[tuple[str, ...], Finding]:
    return {f.cause: f for f in leaks([rules], CheckContext(0, Store(Path("nowhere"))))[1]}


@pytest.fixture(scope="module")
def told() -> dict[tuple[str, ...], Finding]:
    return found_in(make_rules(editions()["adlung"], 4))


def test_what_must_be_done_tells_what_is_hidden(told: dict[tuple[str, ...], Finding]) -> None:
    assert set(told) == {
        ("object.black-pearl/1",), ("object.shattered-mirror/1",), ("trade.abilities/1",),
        ("object.bag.no-bag/1",), ("object.bag.no-bag/1", "trade.must-refuse-bag/1"),
        ("object.shattered-mirror.silent/1", "object.shattered-mirror.silent/2"),
    }


def test_leaks_replay_and_a_spoilt_one_does_not(told: dict[tuple[str, ...], Finding]) -> None:
    for finding in told.values():
        assert replay(finding, editions()) == ()
        assert finding.impact == "reveals something"
    one = told["object.shattered-mirror/1",]
    spoilt_ones = evolve(one, cause=("object.dagger/1",)), evolve(one, summary=""), evolve(one, clauses=("turn.pass",))
    for spoilt in spoilt_ones:
        assert replay(spoilt, editions()) != ()


def test_a_refusal_tells_the_lookers_on_and_not_the_one_who_offered(told: dict[tuple[str, ...], Finding]) -> None:
    assert "tells C and D something" in told["object.shattered-mirror/1",].summary


def test_what_the_diplomat_gets_tells_what_he_did_not_offer(told: dict[tuple[str, ...], Finding]) -> None:
    finding = told["object.bag.no-bag/1",]
    assert finding.trace is not None
    assert [move.act for move in finding.trace.moves] == ["use", "demand-of", "demand", "offer", "return"]


def test_who_may_let_a_text_be_tells_nothing_by_it() -> None:
    """Under Smuggling nobody learns from a silent trade what was traded."""
    causes = found_in(make_rules(editions()["adlung"], 4, ["smuggling"]))
    assert ("trade.abilities/1",) not in causes
    assert ("object.shattered-mirror/1",) in causes


NORMS = {
    "object.shattered-mirror": 'oblige = "return"\nwhen = "offered == shattered_mirror"',
    "object.black-pearl": 'oblige = "return"\nwhen = "offered == black_pearl"',
}


def test_a_rulebook_without_the_duty_tells_nothing_and_with_one_planted_it_does(tmp_path: Path) -> None:
    def without(text: str) -> str:
        for norm in NORMS.values():
            assert norm in text
            text = text.replace(f"[[clause.norm]]\n{norm}\n", "")
        return text

    (plain,) = find_editions(str(own_rulebook(tmp_path, without)))
    assert not any(cause[0].split("/")[0] in NORMS for cause in found_in(make_rules(plain, 4)))
    planted = '[[clause.norm]]\noblige = "return"\nwhen = "offered == monocle"\n'

    def plant(text: str) -> str:
        said = 'says = "Traded away: look at the trading partner\'s association."\n'
        assert said in text
        return without(text).replace(said, said + planted)

    (spoilt,) = find_editions(str(own_rulebook(tmp_path, plant, key="spoilt")))
    causes = {norm.split("/")[0] for cause in found_in(make_rules(spoilt, 4)) for norm in cause}
    assert "object.monocle" in causes


def test_no_leak_is_made_of_a_game_that_tells_nothing() -> None:
    rules = make_rules(editions()["adlung"], 4)
    deal = open_game(rules).random_deal(Random(1))
    assert leak_findings(rules, deal, (mv.Pass(0),)) == ()
    assert leak_findings(rules, deal, (mv.Pass(1),)) == ()  # no game at all
