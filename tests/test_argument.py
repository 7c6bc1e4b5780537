"""The argument as a whole: one fault of each kind in one rulebook, and what is on file weighed clause by clause."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import evolve
from games import own_rulebook
from planted import norm, rules, with_norms

from advocatus.checks.asking import question_finding
from advocatus.checks.context import CheckContext
from advocatus.checks.deriving import game_of
from advocatus.checks.endless import endless
from advocatus.checks.finding import Finding, Store, default_folder, load
from advocatus.checks.leak import leaks
from advocatus.checks.misprint import misprints
from advocatus.checks.order import matrix
from advocatus.checks.remaking import REMAKERS
from advocatus.checks.replaying import replay
from advocatus.checks.teufelsburg import endless as ending
from advocatus.checks.teufelsburg.order import TableScenes
from advocatus.model.families import editions, find_editions
from advocatus.model.norms import FORBID, OBLIGE, Norm
from advocatus.model.rulebook import Edition
from advocatus.model.rules import BadChoice, Gap, Rules, make_rules
from advocatus.model.teufelsburg import moves as mv
from advocatus.model.teufelsburg.cards import ROLES
from advocatus.specs.liveness import OUT
from advocatus.specs.prover import PROVED
from advocatus.specs.teufelsburg.bounds import Proof
from advocatus.specs.teufelsburg.clashes import clashes, gaps
from advocatus.specs.teufelsburg.felt import felt

CONTEXT = CheckContext(0, Store(Path("nowhere")))

# ---------------------------------------------------------------- one of each, planted

NORM = "[[clause.norm]]\n"
DAGGER = f'{NORM}permit = "use"\nduring = ["duel.powers"]\nwhen = "card == dagger and seat == attacker"\n'
RING = 'during = ["duel.powers"]\nwhen = "card == poison_ring and (seat == attacker or seat == defender)"'
LATE = 'during = ["duel.result"]\nwhen = "card == poison_ring and tied and (seat == attacker or seat == defender)"'
PEARL = f'{NORM}oblige = "return"\nwhen = "offered == black_pearl"\n'
MONOCLE = 'says = "Traded away: look at the trading partner\'s association."\n'
QUESTION = """
[[question]]
id = "turn.pass.ever"
clauses = ["turn.pass"]
asks = "May one ever pass?"
default = "as-written"
why = "So it stands."
[question.readings.as-written]
says = "One may."
[question.readings.never]
says = "Never."
norms = [{ forbid = "pass" }]
"""
PLANTS = (  # what stands there, and what is put in its place
    (PEARL, f'{PEARL}{NORM}oblige = "refuse"\nwhen = "offered == black_pearl"\n'),  # clash
    (f'{NORM}permit = "pick"\n', ""),  # gap
    (RING, LATE),  # order: with the Doctor
    ("claims = 21\n", "claims = 22\n"),  # misprint
    ("card == thug and seat == attacker and not laid", "card == thug and seat == attacker"),  # endless
    (DAGGER, DAGGER + DAGGER),  # idle
    (MONOCLE, f'{MONOCLE}{NORM}oblige = "return"\nwhen = "offered == monocle"\n'),  # leak
)
PLANTED = {
    ("clash", "object.black-pearl"), ("gap", "foresee"), ("order", "object.poison-ring+profession.doctor"),
    ("misprint", "contents.objects"), ("endless", "profession.thug"), ("idle", "object.dagger/1"),
    ("leak", "object.monocle/1"), ("question", "turn.pass.ever+never"),
}
SPOILT = ("object.black-pearl", "object.poison-ring", "object.monocle")


def spoilt(text: str) -> str:
    for there, instead in PLANTS:
        assert there in text, there
        text = text.replace(there, instead, 1)
    return text + QUESTION


def argued(edition: Edition) -> Iterator[tuple[str, str]]:
    """Kind and cause of whatever the checks have against a rulebook, with four players."""
    here = make_rules(edition, 4)
    yield from (("clash", "+".join(dict.fromkeys(found.clauses))) for found in clashes(here, ("answer",)))
    yield from (("gap", found.frame) for found in gaps(here, ("foresee",)))
    found: list[Finding] = [pair.finding for pair in matrix(here, deep=False) if pair.finding]
    for check in (misprints, endless, leaks):
        found += check([here], CONTEXT)[1]
    for question in edition.questions:
        if question.id == "turn.pass.ever":
            other = make_rules(edition, 4, (), {question.id: "never"})
            deal = TableScenes(here).deal(ROLES[:4], [()] * 4)
            made = question_finding(here, other, question.id, "never", deal, (mv.Pass(0),))
            found += [made] if made else []
    assert all(replay(finding, {edition.key: edition}) == () for finding in found)
    yield from ((finding.kind, "+".join(finding.cause)) for finding in found)
    yield from (("idle", one.norm.id) for one in felt(here, only=("object.dagger/1", "object.gloves/1"))
                if one.idle and one.what == OUT)


def test_one_of_each_kind_put_in_on_purpose_is_found_and_nothing_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for proof in ("turn_falls", "uses_fall"):
        monkeypatch.setattr(ending, proof, lambda rules: Proof(PROVED, 0))  # costly, and of no account here
    (plain,), (bad,) = (find_editions(str(own_rulebook(tmp_path, edit, key))) for edit, key in
                        ((str, "plain"), (spoilt, "bad")))
    without, with_them = set(argued(plain)), set(argued(bad))
    assert not PLANTED & without
    assert with_them >= PLANTED
    more = with_them - without - PLANTED
    assert all(any(clause in cause for clause in SPOILT) for _, cause in more), more  # what else comes of the plants
    assert all("profession.clairvoyant" in cause for _, cause in without - with_them)  # who cannot pick any more


# ---------------------------------------------------------------- the three ways in which nothing is left to do

WAYS = {
    "every open move is forbidden": (
        "silence", evolve(norm("profession.hypnotist/2"), id="planted/1", mood=FORBID), {FORBID}),
    "all that a duty asks for is forbidden": (
        "give-back", evolve(norm("duel.last-object/1"), id="planted/1", mood=FORBID), {FORBID}),
    "two duties exclude each other": (
        "answer", evolve(norm("object.black-pearl/1"), id="planted/1", move="refuse"), {OBLIGE}),
    "a duty asks for one move, and that is forbidden": ("stand-off", evolve(
        norm("duel.stand-off/1"), id="planted/1", mood=FORBID), {FORBID}),
}


@pytest.mark.parametrize("way", WAYS)
def test_nothing_left_to_do_is_a_clash_in_each_of_the_ways(way: str) -> None:
    frame, planted, moods = WAYS[way]
    assert not [c for c in clashes(rules(), (frame,)) if "planted/1" in c.norms]
    faulty = with_norms(lambda n: n, planted)
    found = [c for c in clashes(faulty, (frame,)) if "planted/1" in c.norms]
    assert found
    by_id = {n.id: n.mood for n in faulty.norms}
    assert all(moods <= {by_id[key] for key in clash.norms} for clash in found)
    for clash in found:
        resolution = game_of(faulty).resolve(clash.state, clash.seat)
        assert resolution.stuck
        assert not resolution.is_gap


# ---------------------------------------------------------------- smallest sets

FILED = sorted(default_folder().glob("teufelsburg/*.json"))
WEIGHED = ("clash", "leak", "order", "endless")


def filed(*kinds: str) -> list[Path]:
    return [path for path in FILED if path.name.split(".")[0] in kinds]


def stripped(edition: Edition, unwanted: set[str]) -> Edition:
    """The edition without some norms, in its readings too."""
    def keep(norms: tuple[Norm, ...]) -> tuple[Norm, ...]:
        return tuple(n for n in norms if n.id not in unwanted and n.clause not in unwanted)

    questions = [evolve(q, readings={key: evolve(r, change=evolve(r.change, norms=keep(r.change.norms)))
                                     for key, r in q.readings.items()}) for q in edition.questions]
    return evolve(edition, clauses=tuple(evolve(c, norms=keep(c.norms)) for c in edition.clauses),
                  questions=tuple(questions))


def stands_without(finding: Finding, unwanted: set[str]) -> bool:
    """Whether the game of a finding still shows the same cause by rules that lack some norms."""
    edition = editions()[finding.rules.edition]
    try:
        other: Rules = finding.rules.find({edition.key: stripped(edition, unwanted)})
        if finding.kind in REMAKERS:
            made = REMAKERS[finding.kind](other, finding)
            return made is not None and made.cause == finding.cause
        return not [line for line in replay(finding, {edition.key: other.edition}) if "digest" not in line]
    except (BadChoice, Gap):
        return False


def bars(edition: Edition) -> set[str]:
    """The norms that can keep somebody from a move."""
    return {n.id for c in edition.clauses for n in c.norms if n.mood in (FORBID, OBLIGE)}


def check_smallest(path: Path) -> None:
    finding = load(path)
    edition = editions()[finding.rules.edition]
    for key in finding.cause:
        assert not stands_without(finding, {key}), f"{path.name} needs no {key}"
    if finding.kind == "clash":
        others = bars(edition) - {n.id for c in edition.clauses if c.id in finding.cause for n in c.norms}
        assert stands_without(finding, others), f"{path.name} needs more than {finding.cause}"


LONG = ("endless.zh", "leak")


@pytest.mark.parametrize("path", [p for p in filed(*WEIGHED) if not p.name.startswith(LONG)],
                         ids=lambda path: path.stem)
def test_each_clause_of_a_cause_is_needed_and_those_of_a_clash_suffice(path: Path) -> None:
    check_smallest(path)


@pytest.mark.slow
@pytest.mark.parametrize("path", [p for p in filed(*WEIGHED) if p.name.startswith(LONG)],
                         ids=lambda path: path.stem)
def test_so_they_are_in_long_games_and_of_norms(path: Path) -> None:
    check_smallest(path)


def test_a_cause_with_a_clause_too_many_is_found_out() -> None:
    (path,) = [p for p in filed("clash") if p.name.startswith("clash.adlung")]
    padded = evolve(load(path), cause=(*load(path).cause, "turn.pass"))
    assert stands_without(load(path), {"turn.pass"})
    assert not stands_without(padded, set())  # it does not replay as it stands
    short = evolve(load(path), cause=load(path).cause[:1])
    edition = editions()["adlung"]
    others = bars(edition) - {n.id for c in edition.clauses if c.id in short.cause for n in c.norms}
    assert not stands_without(short, others)
