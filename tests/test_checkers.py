"""The checkers of `check`, one by one: what they find in `adlung`, and that they find what is planted."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from advocatus.checks.clash import deals_towards, walls
from advocatus.checks.context import CheckContext
from advocatus.checks.deriving import play_out
from advocatus.checks.finding import Store
from advocatus.checks.gaps import gaps, silences
from advocatus.checks.hunting import hunt
from advocatus.checks.proofs import agreement, proofs
from advocatus.checks.replaying import replay
from advocatus.model.families import editions, open_game
from advocatus.model.rules import Rules, make_rules
from advocatus.specs.families import spec_of


def rules(players: int = 4, **answers: str) -> Rules:
    return make_rules(editions()["adlung"], players, (), {k.replace("__", "."): v for k, v in answers.items()})


@pytest.fixture
def context(tmp_path: Path) -> CheckContext:
    return CheckContext(0, Store(tmp_path), games=5)


@pytest.mark.parametrize("players", [3, 4, 10])
def test_the_one_clash_is_reached_in_four_decisions(players: int, context: CheckContext) -> None:
    rows, findings = walls(rules(players), context)
    assert [(f.cause, f.length) for f in findings] == [(("object.bag.no-bag", "profession.diplomat.demand"), (1, 4))]
    judged = [(row.check, row.verdict) for row in rows if row.verdict != "settled"]
    assert judged == [("no clash but those found", "proved"), ("no gap", "proved")]
    assert replay(findings[0], editions()) == ()


@pytest.mark.parametrize(("players", "variant"), [(3, "advanced-three"), (4, "smuggling"), (5, "first-trip"),
                                                  (5, "fortune-telling")])
def test_the_clash_is_reached_in_every_variant(players: int, variant: str, context: CheckContext) -> None:
    rows, findings = walls(make_rules(editions()["adlung"], players, [variant]), context)
    assert [f.cause for f in findings] == [("object.bag.no-bag", "profession.diplomat.demand")]
    assert {(row.verdict, row.variants) for row in rows} == {("proved", (variant,)), ("settled", (variant,))}


def test_a_reading_that_mends_it_leaves_none(context: CheckContext) -> None:
    mended = make_rules(editions()["adlung"], 4, (), {"profession.diplomat.bag-for-bag": "refused"})
    rows, findings = walls(mended, context)
    assert findings == []
    assert rows[0].check == "no clash"


def test_a_planted_duty_to_refuse_collides_with_the_pearl(context: CheckContext) -> None:
    edition = editions()["adlung"]
    pearl = next(c for c in edition.clauses if c.id == "object.black-pearl")
    planted = evolve(pearl.norms[0], id="planted/1", move="refuse", which=None)
    clauses = tuple(evolve(c, norms=(*c.norms, planted)) if c is pearl else c for c in edition.clauses)
    _, findings = walls(make_rules(evolve(edition, clauses=clauses), 4), context)
    assert ("object.black-pearl",) in [f.cause for f in findings]


def test_deals_towards_a_position_can_be_dealt() -> None:
    spec = spec_of("teufelsburg")
    assert spec is not None
    for players in range(3, 11):
        there = rules(players)
        (clash,) = spec.clashes(there)
        deals = list(deals_towards(there, clash))
        assert deals
        for deal in deals:
            open_game(there).check_deal(deal)


def test_the_limit_that_is_never_stated_is_a_gap(context: CheckContext) -> None:
    assert [fact for _, _, fact in silences(rules())] == ["hand.limit"]
    rows, (finding,) = gaps(rules(3), context)
    assert rows == []
    assert finding.cause == ("hand.limit",)
    assert finding.clauses == ("hand.surplus",)
    assert play_out(finding.rules.find(editions()), finding.trace.deal, finding.trace.moves).gap is not None  # type: ignore[union-attr]


def test_with_the_text_alone_it_is_a_gap_too(context: CheckContext) -> None:
    silent = make_rules(editions()["adlung"], 4, (), {"hand.limit": "unsaid"})
    assert [f.cause for f in gaps(silent, context)[1]] == [("hand.limit",)]


def test_promises_are_rows(context: CheckContext) -> None:
    rows, findings = proofs(rules(3), context)
    assert not findings
    assert {row.verdict for row in rows} == {"proved"}
    assert next(row.value for row in rows if row.check == "hand.surplus.taker") == 7, "20 objects, 3 players"


def test_agreement_is_bounded_and_not_proved(context: CheckContext) -> None:
    rows, _ = agreement(rules(3), context)
    assert [(row.check, row.verdict) for row in rows] == [("agreement.play", "bounded"), ("agreement.edges", "bounded")]
    assert all(row.value > 100 for row in rows)


def test_without_a_limit_nothing_is_claimed(context: CheckContext) -> None:
    silent = make_rules(editions()["adlung"], 4, (), {"hand.limit": "unsaid"})
    for checker in (walls, agreement):
        rows, findings = checker(silent, context)
        assert findings == ()
        assert {row.verdict for row in rows} == {"unknown"}


def test_the_hunt_says_how_far_it_got(context: CheckContext) -> None:
    (row,), findings = hunt(rules(3), context)
    assert findings == []
    assert row.verdict == "bounded"
    assert "clauses cited" in (row.summary or "")


def test_what_the_book_settles_is_listed_with_the_clause_that_settles_it() -> None:
    from advocatus.checks.clash import SETTLED, settled
    from advocatus.specs.families import spec_of

    spec = spec_of("teufelsburg")
    assert spec is not None
    for key, by, many in (("adlung", "cards.priority", 3), ("zh", "object.shattered-mirror.silent", 2)):
        here = make_rules(editions()[key], 4)
        rows = settled(here, spec, spec.clashes(here))
        assert [(row.verdict, row.value) for row in rows] == [(SETTLED, by)] * many
        assert all(by in row.clauses for row in rows)
    edition = editions()["adlung"]
    unranked = evolve(edition, clauses=tuple(
        evolve(c, norms=tuple(evolve(n, rank=0) for n in c.norms)) for c in edition.clauses))
    here = make_rules(unranked, 4)
    assert settled(here, spec, spec.clashes(here)) == []  # nothing settles anything: they are clashes
    assert len(spec.clashes(here)) > 1
