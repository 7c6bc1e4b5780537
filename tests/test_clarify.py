"""Clarifications judged: each verdict on one made to deserve it; norms and guards read aloud."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from functools import cache
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from attrs import evolve
from games import CAUSE, adlung, clash, longer_clash, rules_for

from advocatus.checks import clarify
from advocatus.checks.aloud import Speaker
from advocatus.checks.cli import run
from advocatus.checks.context import CheckContext
from advocatus.checks.diverging import divergences
from advocatus.checks.finding import FROM_DEALS, Finding, Store
from advocatus.checks.judgement import _kept_lines, judged_lines
from advocatus.checks.registry import Checker, Outcome
from advocatus.checks.replaying import replay
from advocatus.checks.row import BOUNDED, PROVED, UNREACHED, Row
from advocatus.model.families import editions, families, find_editions, open_game
from advocatus.model.rules import make_rules
from advocatus.specs.asking import Disagreement
from advocatus.specs.families import spec_of
from advocatus.specs.teufelsburg import biting

FOLDER = Path(__file__).parent / "clarifications"
CLASH = "clash.adlung.object.bag.no-bag+profession.diplomat.demand.json"
LEAK = "leak.adlung.object.bag.no-bag~1.json"  # who can give nothing at all: it comes of the clash
QUICK = ("clashes", "gaps")  # the searches of the tests that are not slow


@pytest.fixture(scope="module", autouse=True)
def kept() -> Iterator[None]:
    """What is found without a clarification is found once."""
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("ADVOCATUS_CACHE", folder)
        yield


def asked(*words: str) -> tuple[int, str]:
    """What `clarify` prints, and its exit code."""
    out = StringIO()
    with redirect_stdout(out):
        code = run(["clarify", *words])
    return code, out.getvalue()


@cache
def judged(name: str, whole: bool = False) -> dict[str, Any]:
    """What `clarify` finds of an example, and its exit code; `whole` with all that is looked for, else with QUICK."""
    with pytest.MonkeyPatch.context() as patch:
        if not whole:
            quick = [c for c in clarify.checkers_for("teufelsburg") if c.name in QUICK]
            patch.setattr(clarify, "checkers_for", lambda _: quick)
        code, out = asked(f"adlung+{FOLDER / name}.toml", "--players", "4", "--format", "json", "--jobs", "1")
    return {**(json.loads(out) if out else {}), "code": code}


def files(found: dict[str, Any], fate: str) -> list[str]:
    return [f["finding"] for f in found[fate]]


# ---------------------------------------------------------------- findings


def test_a_good_mending_closes_the_clash_by_proof() -> None:
    found = judged("bag-handed-over")
    assert [(f["finding"], f["how"], f["before"], f["after"]) for f in found["closed"]] == [
        (CLASH, "proved", [1, 4], None)]
    assert found["opened"] == []
    assert [c["cause"] for c in found["changes"]] == [["object.bag.no-bag"]]
    assert found["games"]["changed"] == [{"file": CLASH, "move": 4, "summary": "it goes on after its last move"}]
    assert found["code"] == 0


@pytest.mark.slow
def test_a_good_mending_makes_a_promise_fall() -> None:
    found = judged("bag-handed-over", whole=True)
    assert files(found, "closed") == [CLASH, LEAK]
    assert [f["check"] for f in found["fallen"] if f["verdict"] == "refuted"] == ["object.bag.never-for-bag"]
    assert found["code"] == 1


@pytest.mark.slow
def test_a_bad_mending_leaves_it() -> None:
    found = judged("bag-refused-always", whole=True)
    assert CLASH in files(found, "left")
    assert (found["closed"], found["opened"], found["fallen"]) == ([], [], [])
    assert found["redundant"] is None
    assert [c["cause"] for c in found["changes"]] == [["object.bag.no-bag"]]
    assert found["norms"][0]["bites"]
    assert found["code"] in (0, 4)


def test_a_finding_put_off_is_left() -> None:
    """Whether a game to it is found depends on the position that the solver has; it is not closed in any case."""
    found = judged("diplomat-waits")
    (left,) = [f for f in found["left"] if f["finding"] == CLASH]
    assert left["before"] == [1, 4]
    assert left["how"] == "unreached" if left["after"] is None else left["after"] > [2]
    assert found["closed"] == []
    assert CLASH in [c["file"] for c in found["games"]["changed"] if c["move"] == 1]


def told_of(name: str) -> str:
    """What `clarify` tells an editor of what becomes of the findings, by the quick searches."""
    with pytest.MonkeyPatch.context() as patch:
        quick = [c for c in clarify.checkers_for("teufelsburg") if c.name in QUICK]
        patch.setattr(clarify, "checkers_for", lambda _: quick)
        _, out = asked(f"adlung+{FOLDER / name}.toml", "--players", "4", "--jobs", "1")
    return " ".join(out.split("## What it does to the findings")[1].split("## What it changes")[0].split())


def test_a_clash_whose_clause_is_told_anew_still_stands() -> None:
    found = judged("bag-rule-told-anew")
    assert CLASH in files(found, "left")
    assert (found["closed"], found["opened"], found["code"]) == ([], [], 0)
    assert "it still stands, though object.bag.no-bag is told anew" in told_of("bag-rule-told-anew")


def test_a_clash_that_stands_by_another_clause_is_neither_closed_nor_new() -> None:
    found = judged("bag-rule-moved")
    (left,) = [f for f in found["left"] if f["finding"] == CLASH]
    assert left["now"] == ["clarification.bags", "profession.diplomat.demand"]
    assert (found["closed"], found["opened"], found["code"]) == ([], [], 0)
    assert "it still stands, now as clarification.bags + profession.diplomat.demand: " in told_of("bag-rule-moved")


def test_what_is_opened_elsewhere_is_no_heir() -> None:
    """Nor is a thing left because its game ends in something that was there before."""
    gone = clarify.Fate(clarify.CLOSED, clash(), clarify.SEARCHED)
    heir, other = (evolve(clash(), cause=("a", letter)) for letter in "bc")
    new = clarify.Fate(clarify.OPENED, heir, clarify.SEARCHED)
    assert clarify._moved([gone, new], lambda _: [other]) == (gone, new)
    assert [f.what for f in clarify._moved([gone, new], lambda _: [heir])] == [clarify.LEFT]
    assert [f.what for f in clarify._moved([gone, gone, new], lambda _: [heir])] == [
        clarify.LEFT, clarify.CLOSED], "one heir has one ancestor"


def test_a_measure_of_which_less_is_known_is_not_passed_over() -> None:
    rules = rules_for(4)
    judged_ = clarify.Judged(
        adlung(), adlung(), (), (), (), (), (), (), (), (), (), (), (), (), (), (), 0, (4,))
    assert list(_kept_lines(judged_)) == ["Every promise that was proved still is."]
    pair = tuple(Row.of(rules, "duel.longest", "extent", verdict, value=9) for verdict in (PROVED, BOUNDED))
    (line,) = _kept_lines(evolve(judged_, measured=(pair,)))
    assert "less is known than before, as is told above: duel.longest was proved and is bounded." in line


def fates(*rows: Row, found: Sequence[Finding] = ()) -> list[tuple[str, str, bool]]:
    """What becomes of the clash of the bags where a search comes to some rows and findings."""
    checker = Checker("clashes", lambda *_: ((), ()), searches=("clash",))
    old, now = ((checker, Outcome(made, tuple(fs), "run")) for made, fs in (((), [clash()]), (rows, found)))
    told = clarify._fates([old], [now], frozenset([rules_for(4)]), clarify.Anew(adlung(), frozenset()))
    return [(fate.what, fate.how, fate.then is not None and fate.then.length > fate.finding.length) for fate in told]


def test_what_becomes_of_a_finding_is_known_by_proof_or_by_search() -> None:
    rules = rules_for(4)
    none = Row.of(rules, "no clash but those found", "clash", PROVED)
    still = Row.of(rules, "answer: x/1", "clash", UNREACHED, clauses=CAUSE)
    assert fates() == [("closed", "searched", False)]
    assert fates(none) == [("closed", "proved", False)]
    assert fates(Row.of(rules_for(5), "no clash", "clash", PROVED)) == [("closed", "searched", False)]
    assert fates(none, still) == [("left", "unreached", False)]
    assert fates(none, found=[longer_clash()]) == [("left", "searched", True)]
    assert fates(none, found=[clash()]) == [("left", "searched", False)]


@pytest.mark.slow
def test_an_answer_closes_its_question() -> None:
    found = judged("may-leave-the-pile")
    assert [(f["finding"], f["how"]) for f in found["closed"]] == [
        ("question.adlung.duel.stand-off.may+may.json", "answered")]
    assert [c["cause"] for c in found["changes"]] == [["duel.stand-off"]]
    assert {"id": "duel.stand-off", "edition": "zh", "says": "agrees"} in found["others"]
    assert found["code"] == 0


@pytest.mark.slow
def test_rules_that_exclude_each_other_open_a_clash() -> None:
    found = judged("forced-to-pass")
    assert [(f["finding"], f["with"]) for f in found["opened"]] == [
        ("clash.adlung+forced-to-pass.clarification.busy+clarification.idle.json", [])]
    assert found["code"] == 1


def test_a_clash_names_the_clause_of_the_text_that_a_new_one_collides_with(tmp_path: Path) -> None:
    """Who is offered a Whip refuses, and whoever is asked by a Diplomat hands over what he asks for."""
    file = tmp_path / "whip.toml"
    file.write_text('[clarification]\nid = "whip"\nsays = "x"\n[[clause]]\nid = "new.whip"\nrank = "card"\n'
                    'says = "A Whip is refused"\n[[clause.norm]]\noblige = "refuse"\nwhen = "offered == whip"\n',
                    "utf-8")
    (base,), (made,) = find_editions("adlung"), find_editions(f"adlung+{file}")
    one, other = make_rules(base, 3), make_rules(made, 3)
    quick = [c for c in clarify.checkers_for("teufelsburg") if c.name in QUICK]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(clarify, "checkers_for", lambda _: quick)
        pairs = [(one, other)]
        found = clarify.judge(clarify.read_as(base, made, pairs), pairs, CheckContext(0, Store(tmp_path)))
    clashes = [fate for fate in found.fates if fate.what == clarify.OPENED]
    assert ("new.whip", "profession.diplomat.demand") in [fate.finding.cause for fate in clashes]
    assert all(fate.hits and "new.whip" not in fate.hits for fate in clashes)
    assert "it collides with " in "\n".join(judged_lines(found))


@pytest.mark.slow
def test_what_is_taken_away_opens_a_gap_and_is_read_back() -> None:
    found = judged("no-answer")
    assert files(found, "opened") == ["gap.adlung+no-answer.answer.json"]
    assert found["gone"] == ["trade.answer/1: Whoever is asked may `refuse`.",
                             "trade.answer/2: Whoever is asked may `return`."]
    assert found["code"] == 1


@pytest.mark.slow
def test_a_limit_too_low_makes_a_promise_fall() -> None:
    found = judged("one-lower-for-four", whole=True)
    assert [f["check"] for f in found["fallen"] if f["verdict"] == "refuted"] == ["hand.surplus.taker"]
    assert found["entries"] == [{"id": "hand.limit", "before": ["6"], "after": ["5"], "players": [4]}]
    assert found["may_open"] == [{"kind": "clash", "check": "surplus: hand.recipient.room/1"}]
    assert found["code"] == 1
    assert "hand.surplus" in [m["check"] for m in found["measures"]]


def test_a_limit_is_parted_from_the_text_by_a_planned_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """No random game is played, and the game found is as early as a hand can grow."""
    hunted: list[str] = []
    monkeypatch.setattr("advocatus.checks.diverging.Hunt.run", lambda self, _: hunted.extend(self.keys))
    (base,), (made,) = find_editions("adlung"), find_editions(f"adlung+{FOLDER / 'one-lower-for-four'}.toml")
    one, other = make_rules(base, 4), make_rules(made, 4)
    (found,) = divergences(one, other, ("hand.limit",), few=True).findings
    assert (found.cause, hunted) == (("hand.limit",), [])
    assert found.shortest is not None
    assert (found.length[0], found.shortest.none_to, found.found) == (3, 2, FROM_DEALS)
    assert replay(found, {base.key: base, made.key: made}) == ()


@pytest.mark.slow
def test_a_new_rule_changes_games_on_file_and_not_how_early_things_can_be() -> None:
    found = judged("no-first-pass", whole=True)
    assert found["games"]["changed"]
    assert all(c["move"] >= 1 for c in found["games"]["changed"])
    assert found["games"]["on_file"] > len(found["games"]["changed"])
    assert (found["redundant"], found["code"]) == (None, 1)
    assert [f["finding"].split(".")[0] for f in found["opened"]] == ["endless"], "the end is put off otherwise"
    assert [(f["finding"].split(".")[0], f["how"]) for f in found["closed"]] == [("endless", "searched")]
    assert found["measures"] == [], "nobody passes in the game that is planned to the earliest surplus"


@pytest.mark.slow
def test_a_procedure_of_another_edition_agrees_with_that_one() -> None:
    found = judged("holder-left-out")
    assert {(o["edition"], o["says"]) for o in found["others"]} == {
        ("dv", "agrees"), ("zh", "agrees with the text as it was")}
    assert len(found["games"]["changed"]) == 1, "under another reading"
    assert found["redundant"] is None


# ---------------------------------------------------------------- what is redundant, void, or no matter for a judge


def test_what_the_text_says_already_is_proved_redundant() -> None:
    found = judged("said-twice")
    assert (found["redundant"], found["opened"], found["code"]) == ("proved", [], 0)
    assert [(n["idle"], n["bites"], n["beaten"], n["vacuous"]) for n in found["norms"]] == [(True, [], [], False)]
    assert found["norms"][0]["why"] == "it forbids what nothing permits"


def test_a_rule_that_others_go_before_is_void_and_they_are_named() -> None:
    found = judged("beaten-by-the-card")
    assert (found["redundant"], found["code"]) == ("proved", 0)
    (norm,) = found["norms"]
    assert norm["idle"]
    assert norm["beaten"] == ["profession.diplomat.moment.around/1"]


def test_a_rule_whose_conditions_exclude_each_other_is_vacuous_and_no_pass() -> None:
    found = judged("never-at-all")
    assert (found["redundant"], found["code"]) == ("proved", 4)
    assert [(n["vacuous"], n["why"]) for n in found["norms"]] == [(True, "it never applies")]
    assert "clarification.never/1 never applies" in found["says"]


def test_what_has_no_norm_cannot_be_judged() -> None:
    found = judged("nothing-at-all")
    assert (found["judged"], found["says"], found["code"]) == (False, "cannot be judged", 4)


def test_a_part_in_words_alone_is_told_and_not_judged() -> None:
    found = judged("half-in-words")
    assert (found["judged"], found["in_words_alone"], found["code"]) == (True, ["clarification.speed"], 4)
    assert "clarification.speed cannot be judged" in found["says"]


def test_a_move_that_the_game_has_not_cannot_be_judged() -> None:
    found = judged("lent-for-a-turn")
    assert (found["judged"], found["code"]) == (False, 4)
    assert found["says"].startswith("cannot be judged")
    assert "'borrow': this move is not known" in found["why"][0]
    code, out = asked(f"adlung+{FOLDER / 'lent-for-a-turn'}.toml")
    assert code == 4
    assert out.splitlines()[-1].startswith("cannot be judged")


def test_a_contradiction_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert judged("said-and-unsaid") == {"code": 2}
    assert "says the opposite of the same move" in capsys.readouterr().err


def test_every_example_is_judged_here() -> None:
    named = {p.stem for p in FOLDER.glob("*.toml")}
    told = Path(__file__).read_text("utf-8")
    assert len(named) >= 8
    assert all(re.search(rf'judged\("{name}"', told) for name in named)


def test_an_answer_needs_no_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clarify, "checkers_for", lambda _: [])
    code, out = asked("adlung", "--answer", "duel.stand-off.may=may", "--players", "4")
    assert code == 0
    assert "closed: question duel.stand-off.may + may" in out
    assert out.splitlines()[-1].startswith("adlung+answers: closes 1")


@pytest.mark.parametrize(("words", "told"), [
    (["clarify", "adlung"], "EDITION+FILE"),
    (["clarify", "adlung+nothing.toml"], "no such file"),
    (["clarify", "adlung", "--variant", "smuggling"], "--variant"),
    (["clarify", "adlung", "--answer", "duel.stand-off.may=perhaps"], "perhaps"),
    (["clarify", f"adlung+{FOLDER / 'may-leave-the-pile'}.toml", "--answer", "duel.stand-off.may=as-written"],
     "duel.stand-off.may is answered twice: 'as-written' here, and 'may' by may-leave-the-pile; keep one"),
    (["clarify", f"zh+{FOLDER / 'may-leave-the-pile'}.toml"], "it is put on zh"),
])
def test_what_is_no_clarification_is_refused(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert told in err


# ---------------------------------------------------------------- read back


def bitten(name: str) -> list[tuple[str, ...]]:
    return [(*n["bites"], "--", *n["spares"]) for n in judged(name)["norms"]]


def test_a_norm_is_told_with_the_smallest_situation_and_the_nearest_spared() -> None:
    ((owed, mine, theirs, when, looks, moves, _, spared, *how),) = bitten("bag-handed-over")
    assert owed == "A answers the offer of the Secret Bag (Goblet) by B."
    assert mine.startswith("A: Secret Bag (Key), ")
    assert mine.count(",") == 1, "two objects: with one alone there is nothing to give but the bag"
    assert theirs.startswith("B: Secret Bag (Goblet); ")
    assert when == "The number of turns begun: 1; it is not A's turn."
    assert looks == ("The object that a diplomat demands: nothing; the object offered: Secret Bag; "
                     "the object given back in the trade: Secret Bag.")
    assert moves == "By it may not be done: A gives the Secret Bag (Key) in return."
    assert spared == ("A gives the Secret Bag (Key) in return: this may be done where all is the same but for this:")
    assert "the object that a diplomat demands: Secret Bag instead of nothing" in how
    assert how[-1] == "There it does not apply: the object that a diplomat demands is Secret Bag."
    assert bitten("diplomat-waits")[0][-2:] == (
        "the number of turns begun: 2 instead of 1", "There it does not apply: the number of turns begun is not 1.")


def test_the_situations_are_the_engines_too() -> None:
    """Two rule sets part exactly where a norm bites, by the engine alone."""
    (base,), (made,) = find_editions("adlung"), find_editions(f"adlung+{FOLDER / 'bag-handed-over'}.toml")
    one, other = make_rules(base, 4), make_rules(made, 4)
    spec = spec_of("teufelsburg")
    assert spec
    (bite,) = spec.bites(other, ["object.bag.no-bag/1"])
    free = evolve(made, clauses=tuple(evolve(c, norms=()) if c.id == "object.bag.no-bag" else c for c in made.clauses))
    with_it, without = (open_game(rules) for rules in (other, make_rules(free, 4)))
    assert with_it.well_formed(bite.state) == with_it.well_formed(bite.spared) == ()
    assert bite.move not in with_it.legal(bite.state, bite.seat)
    assert bite.move in without.legal(bite.state, bite.seat)
    assert bite.move in with_it.legal(bite.spared, bite.seat)
    parted = spec.parted(one, other)
    assert parted is not None
    assert open_game(one).legal(parted[1], parted[0]) != with_it.legal(parted[1], parted[0])
    assert spec.parted(one, one) is None


def test_a_position_on_which_engine_and_terms_differ_is_no_bite(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tester tested: an engine that feels nothing is found out."""
    monkeypatch.setattr(biting, "felt_by", lambda *_: False)
    (made,) = find_editions(f"adlung+{FOLDER / 'no-first-pass'}.toml")
    with pytest.raises(Disagreement):
        biting.bites(make_rules(made, 3), ["clarification.pass/1"])


# ---------------------------------------------------------------- aloud


def said(norm: str, edition: str = "adlung") -> str:
    (one,) = find_editions(edition)
    speaker = Speaker(one, families()[one.family].grammar)
    return next(speaker.norm(n) for c in one.clauses for n in c.norms if n.id == norm)


def test_norms_are_read_aloud_in_the_words_of_the_edition() -> None:
    assert said("object.bag.no-bag/1") == (
        "Whoever is asked may not `return`, where the object offered is Secret Bag and the object given back in the "
        "trade is Secret Bag.")
    assert "the card used is Clairvoyant and this player's occupation lies face-up." in said("profession.clairvoyant/3")
    assert "at least 1 Key is among this player's objects" in said("victory.proclaim/1")
    assert "exactly 1 card is among this player's objects" in said("trade.must-refuse-bag/1")
    assert "the player that the move points at is not this player and that player was not named before" in said(
        "victory.naming/1")
    assert "there is an object that a diplomat demands" in said("profession.diplomat.demand/1")
    assert "no card is among that player's cards in hand" in said("card.market/3", "bga-fr")
    assert "how many cards the pile holds is 1 or more" in said("effect.must/2", "bga-fr")
    assert "it counts only if" in said("profession.diplomat.demand/1")
    file = FOLDER / "bag-handed-over.toml"
    assert "a diplomat demands is not Secret Bag" in said("object.bag.no-bag/1", f"adlung+{file}")


def test_every_guard_can_be_read_aloud() -> None:
    for edition in editions().values():
        speaker = Speaker(edition, families()[edition.family].grammar)
        norms = [n for c in edition.clauses for n in c.norms]
        norms += [n for q in edition.questions for r in q.readings.values() for n in r.change.norms]
        told = [speaker.norm(n) for n in norms]
        assert all(sentence.startswith("Whoever is asked ") and sentence.endswith(".") for sentence in told)
        assert not any(re.search(r"\bseat\b|it is not so that (?!\(|it stands)", text) for text in told)
        assert not any("Ref(" in sentence or "_" in sentence.replace("`", "") for sentence in told)


ONLY_A_BAG = """
[clarification]
id = "only-a-bag"
of = "adlung"
says = "Who owns nothing but a Secret Bag may not demand the other."
[[clause]]
id = "profession.diplomat.own-bag"
says = "Who owns nothing but a Secret Bag may not demand the other."
rank = "card"
[[clause.norm]]
forbid = "demand"
when = "demanded == bag and count(hand) == 1 and count(hand, bag) == 1"
"""


@pytest.mark.slow
def test_a_norm_about_the_whole_hand_of_who_moves_is_searched(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bag.toml"
    file.write_text(ONLY_A_BAG, "utf-8")
    args = ["check", f"adlung+{file}", "--players", "4", "--only", "clash", "--jobs", "1"]
    assert run([*args, "--findings", str(tmp_path), "--no-cache"]) == 1
    assert "object.bag.no-bag" in capsys.readouterr().out
