"""Readings for which much has to be gathered part in games that are planned; and silent ones in none."""

from __future__ import annotations

import pytest

from advocatus.checks import asking
from advocatus.checks.asking import _in_play, _silent
from advocatus.checks.finding import Finding, default_folder, load
from advocatus.checks.questioning import readings_of
from advocatus.checks.replaying import replay
from advocatus.checks.row import PROVED
from advocatus.checks.teufelsburg import hoarding
from advocatus.checks.teufelsburg.planned import Planned, games
from advocatus.checks.wild import wild_of
from advocatus.model.families import editions
from advocatus.model.rules import make_rules

FORTUNE = "fortune-telling"


def found(edition: str, players: int, name: str, *variants: str) -> Finding | None:
    here = make_rules(editions()[edition], players, variants)
    return _in_play(here, next(r for r in readings_of(here) if r.name == name))[0]


@pytest.mark.parametrize(("edition", "players", "name", "none_to", "turn"), [
    ("adlung", 3, "hand.limit=dv", 1, 2), ("adlung", 3, "object.bag.declared=holders", 4, 5),
    ("adlung", 3, "object.bag.declared=each-time", 4, 6), ("dv", 4, "object.bag.declared=holders", 8, 9),
    ("zh", 3, "profession.clairvoyant.short-pile=two", 4, 6),
])
def test_a_planned_game_parts_the_readings(edition: str, players: int, name: str, none_to: int, turn: int) -> None:
    finding = found(edition, players, name)
    assert finding is not None
    assert finding.shortest is not None
    assert (finding.shortest.none_to, finding.shortest.turn, finding.shortest.proved) == (none_to, turn, False)
    assert replay(finding, editions()) == ()


def test_a_fortune_is_told_of_who_has_more_than_is_needed() -> None:
    finding = found("adlung", 7, "variant.fortune-telling.every-holder=every", FORTUNE)
    assert finding is not None
    assert finding.trace is not None
    assert finding.impact == "decides the winner"
    assert finding.trace.moves[-1].act == "done"
    assert replay(finding, editions()) == ()
    assert load(default_folder() / finding.family / finding.file_name).length <= finding.length


def test_a_plan_that_is_not_played_to_its_end_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: the plans stop in their first turn, and nothing may follow."""

    def short(way: object) -> list[Planned]:
        return [Planned(plan.deal, plan.moves[:5], plan.positions[:6]) for plan in games(way)]  # type: ignore[arg-type]

    here = make_rules(editions()["adlung"], 3)
    reading = next(r for r in readings_of(here) if r.name == "object.bag.declared=holders")
    wild = wild_of(here, [reading.rules], reading.wants)
    assert wild is not None
    way = wild.gathering(reading.rules, reading.wants[0])
    assert hoarding._planned(here, reading, way) is not None
    monkeypatch.setattr(hoarding, "games", short)
    monkeypatch.setattr(hoarding, "STATES", 50)
    assert hoarding._planned(here, reading, way) is None


def test_a_reading_that_leaves_something_unsaid_is_a_gap_and_no_missing_game() -> None:
    silent = {row.check: row for key in ("adlung", "zh", "dv") for row in _silent([make_rules(editions()[key], 4)])}
    assert {*silent} == {"hand.limit=unsaid", "hand.surplus=as-written"}
    assert {(row.verdict, row.value) for row in silent.values()} == {(PROVED, "gap")}
    assert not {*silent} & {*asking._nearest_first([make_rules(editions()["adlung"], 4)])}
