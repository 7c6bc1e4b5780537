"""Causes weighed anew, of the kinds that `test_argument` does not weigh: each part is needed, and all suffice.

Of a question and of a divergence: take over what the cause names, and the game parts; take over less, and it does not
part so. Of a gap: with the topic told, play goes on. Of a misprint: with the number computed printed, nothing is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import evolve

from advocatus.checks.deriving import Played, Unplayable, deadlocks, play_out
from advocatus.checks.finding import Finding, default_folder, load
from advocatus.checks.misprint import outcome
from advocatus.checks.parting import Answer, follow
from advocatus.model.families import editions
from advocatus.model.mixing import mix
from advocatus.model.rules import Rules, make_rules

FILED = sorted(default_folder().glob("*/*.json"))
QUESTIONS, DIVERGENCES = ([path for path in FILED if path.name.startswith(kind)] for kind in ("question", "divergence"))


def named(path: Path) -> str:
    return path.stem


def sides(finding: Finding) -> tuple[Rules, Rules]:
    assert finding.against is not None
    return finding.rules.find(editions()), finding.against.find(editions())


def said(played: Played, finding: Finding, rules: Rules) -> Answer:
    assert finding.trace is not None
    return follow(played, finding.trace.moves, rules)


def before_the_end(finding: Finding, rules: Rules) -> Played:
    assert finding.trace is not None
    return play_out(rules, finding.trace.deal, finding.trace.moves[:-1])


# ---------------------------------------------------------------- questions


def other_ways(finding: Finding) -> Iterator[str]:
    """What is wrong with the cause of a question; nothing, if all is as it should be."""
    here, there = sides(finding)
    asks, chosen = finding.cause
    question = next(q for q in here.edition.questions if q.id == asks)
    if dict(there.answers).get(asks, question.default) == chosen:
        mine, theirs = question.default, chosen
    else:
        mine, theirs = chosen, question.default
    if {k: v for k, v in here.answers if k != asks} != {k: v for k, v in there.answers if k != asks}:
        yield "the two sides differ in other answers too"
    played = before_the_end(finding, here)
    ours = said(played, finding, here)
    alike = make_rules(there.edition, there.players, there.variants, {**dict(there.answers), asks: mine})
    if not said(played, finding, alike).same(ours):
        yield "the same reading on both sides parts them still"
    apart = make_rules(here.edition, here.players, here.variants, {**dict(here.answers), asks: theirs})
    if said(played, finding, apart).same(ours):
        yield "the other reading alone does not part them"


@pytest.mark.parametrize("path", QUESTIONS, ids=named)
def test_a_question_parts_by_its_reading_and_by_nothing_else(path: Path) -> None:
    assert [*other_ways(load(path))] == []


def test_a_question_with_another_cause_is_found_out() -> None:
    one, other = load(QUESTIONS[0]), next(f for f in map(load, QUESTIONS) if f.cause[0] != load(QUESTIONS[0]).cause[0])
    assert [*other_ways(evolve(one, against=other.against))] != []


# ---------------------------------------------------------------- divergences


def spare(finding: Finding) -> tuple[str, ...]:
    """The entries of a divergence's cause that it does not need; all of it, if the whole parts nothing."""
    here, there = sides(finding)
    played = before_the_end(finding, here)
    whole = said(played, finding, mix(here, there, finding.cause))
    if whole.same(said(played, finding, here)):
        return finding.cause
    fewer = {key: [k for k in finding.cause if k != key] for key in finding.cause}
    return tuple(key for key, less in fewer.items() if said(played, finding, mix(here, there, less)).same(whole))


@pytest.mark.parametrize("path", DIVERGENCES, ids=named)
def test_every_entry_of_a_divergence_is_needed_and_all_suffice(path: Path) -> None:
    assert spare(load(path)) == ()


def test_an_entry_too_many_and_an_entry_too_few_are_found_out() -> None:
    finding = load(DIVERGENCES[0])
    alike = [f for f in map(load, DIVERGENCES) if f.editions == finding.editions]
    other = next(f.cause[0] for f in alike if f.cause != finding.cause)
    assert spare(evolve(finding, cause=(*finding.cause, other))) == (other,)
    assert spare(evolve(finding, cause=(other,))) == (other,)


# ---------------------------------------------------------------- gaps and misprints


@pytest.mark.parametrize("path", [p for p in FILED if p.name.startswith("gap")], ids=named)
def test_a_topic_that_is_told_is_no_gap(path: Path) -> None:
    finding = load(path)
    rules, (topic,) = finding.rules.find(editions()), finding.cause
    assert finding.trace is not None

    def ends(answers: dict[str, str]) -> list[tuple[str, ...]]:
        other = make_rules(rules.edition, rules.players, rules.variants, answers)
        try:
            return [end.cause for end in deadlocks(play_out(other, finding.trace.deal, finding.trace.moves))]
        except Unplayable:
            return []

    read = dict(rules.answers)  # a reading that leaves the text as it is
    assert ends({**read, **dict(finding.assumes)}) == [(topic,)]
    assert not any((topic,) in ends({k: v for k, v in read.items() if k != key}) for key in read)
    telling = [(q.id, r.id) for q in rules.edition.questions for r in q.readings.values()
               if topic in (*dict(r.change.facts), *r.change.supplies)]
    assert telling
    for question, reading in telling:
        assert (topic,) not in ends({**dict(finding.rules.answers), question: reading})


@pytest.mark.parametrize("path", [p for p in FILED if p.name.startswith("misprint")], ids=named)
def test_what_is_printed_right_is_no_misprint(path: Path) -> None:
    finding = load(path)
    rules, (key,) = finding.rules.find(editions()), finding.cause
    printed = next(p for p in rules.edition.printed if p.id == key)
    found = outcome(rules, printed)
    assert found is not None
    assert not found.agrees
    if printed.example is None:
        right = outcome(rules, evolve(printed, claims=found.computed))
        assert right is not None
        assert right.agrees
    for other in rules.edition.printed:  # and nothing else that is printed is wrong with these players
        held = outcome(rules, other) if other.id != key else None
        assert held is None or held.agrees
