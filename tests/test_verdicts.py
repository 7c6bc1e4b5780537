"""Verdicts of `clarify` that the examples do not earn, each on a clarification made to deserve it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import redirect_stdout
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from games import clash, rules_for

from advocatus.checks import clarify, diverging, lockstep
from advocatus.checks.cli import run
from advocatus.checks.deriving import play_out
from advocatus.checks.dice_devils.silence import towards
from advocatus.checks.finding import default_folder
from advocatus.checks.judgement import exit_code, judged_lines, verdict_line
from advocatus.checks.misprint import misprint_finding
from advocatus.checks.readback import read_back, read_lines
from advocatus.checks.registry import Checker
from advocatus.checks.row import BOUNDED, PROVED, REFUTED, UNKNOWN, UNREACHED, Row
from advocatus.model.families import editions, find_editions
from advocatus.model.rules import make_rules
from advocatus.specs.dice_devils.games import MOST, all_at_one, played

HEAD = '[clarification]\nid = "c"\nsays = "x"\n'
CLAUSE = '[[clause]]\nid = "clarification.c"\nrank = "card"\nsays = "x"\n[[clause.norm]]\n'


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADVOCATUS_CACHE", str(tmp_path / "cache"))


def judged(
    text: str, folder: Path, names: Sequence[str] = (), edition: str = "adlung", players: int = 4,
    findings: Path | None = None,
) -> dict[str, Any]:
    """What `clarify` finds of a text, by the checkers of these names, and its exit code."""
    file, out = folder / "c.toml", StringIO()
    file.write_text(HEAD + text, "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        using = [c for c in clarify.checkers_for(editions()[edition].family) if c.name in names]
        patch.setattr(clarify, "checkers_for", lambda _: using)
        with redirect_stdout(out):
            code = run(["clarify", f"{edition}+{file}", "--players", str(players), "--format", "json", "--jobs", "1",
                        "--findings", str(findings or default_folder())])
    return {**json.loads(out.getvalue()), "code": code}


def made(**found: Any) -> clarify.Judged:
    """A judgement of a clarification that changes a limit, with all else as given."""
    adlung = editions()["adlung"]
    limit = clarify.Difference("hand.limit", ("fact",), (4,), ("6",), ("5",), "text against text")
    blank = clarify.Judged(adlung, adlung, (), (), (limit,), (), (), (), (), (), (), (), (), (), (), (), 0, (4,))
    return evolve(blank, **found)


def row(check: str, verdict: str, kind: str = "invariant") -> Row:
    return Row.of(rules_for(4), check, kind, verdict)


def test_two_uses_that_no_longer_commute_open_an_order(tmp_path: Path) -> None:
    norm = 'forbid = "use"\nduring = ["duel.powers"]\nwhen = "card == dagger and face_up"\n'
    found = judged(CLAUSE + norm, tmp_path, ["order"], players=3)
    causes = [f["finding"] for f in found["opened"]]
    assert "order.adlung+c.object.dagger+profession.thug.json" in causes
    assert all(name.startswith("order.adlung+c.object.dagger+") for name in causes)
    assert found["code"] == 1


def test_what_no_game_tells_apart_within_the_bound_is_redundant_without_a_proof(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A holder who was not named: no game comes so far in so few positions and moves, which is no proof."""
    monkeypatch.setattr(lockstep, "ROUNDS", ((25, 4),))
    monkeypatch.setattr(diverging, "FEWER", 40)
    (tmp_path / "none").mkdir()
    text = '[[switch]]\nid = "victory.unnamed-holder"\nvalue = "false"\n'
    found = judged(text, tmp_path, findings=tmp_path / "none")
    assert (found["redundant"], found["changes"], found["games"]["on_file"]) == (BOUNDED, [], 0)
    assert "no game found tells it from the text" in found["says"]
    assert found["code"] == 0
    told = {(o["edition"], o["says"]) for o in found["others"]}
    assert told == {("dv", "agrees"), ("zh", "agrees with the text as it was")}


def test_of_the_other_editions_one_agrees_and_one_has_another_rule(tmp_path: Path) -> None:
    found = judged('[[fact]]\nid = "hand.limit"\nvalue = 4\n', tmp_path)
    assert {(o["id"], o["edition"], o["says"]) for o in found["others"]} == {
        ("hand.limit", "dv", "agrees with the text as it was"), ("hand.limit", "zh", "has another rule")}
    found = judged(CLAUSE + 'forbid = "pass"\nwhen = "turn == 1"\n', tmp_path)
    lacks = "has no clause clarification.c, and no law that means the same"
    assert [(o["edition"], o["says"]) for o in found["others"]] == [("dv", lacks), ("zh", lacks)]
    assert found["readings"] == []


@pytest.mark.parametrize(("found", "code", "told"), [
    (made(), 0, "leaves 0"),
    (made(fallen=((row("a", PROVED), row("a", REFUTED)),)), 1, "makes 1 promise fall"),
    (made(fallen=((row("a", PROVED), row("a", UNKNOWN)),)), 4, "makes 1 promise fall"),
    (made(measured=((row("a", PROVED, "extent"), row("a", UNKNOWN, "extent")),)), 4, "leaves 0"),
    (made(measured=((row("a", PROVED, "extent"), row("a", BOUNDED, "extent")),)), 0, "leaves 0"),
    (made(unreached=(row("answer: x/1", UNREACHED, "clash"),)), 4, "may open 1"),
    (made(worded=("clarification.c",)), 4, "clarification.c cannot be judged"),
    (made(alike=(4,)), 0, "redundant with 4 players, which is proved"),
    (made(struck=(clarify.Struck("x.json", 3, "it goes on"),), games=2), 0, "1 of 2 games on file change"),
    (made(texts=()), 4, "cannot be judged"),
])
def test_what_is_unknown_or_not_judged_is_no_pass(found: clarify.Judged, code: int, told: str) -> None:
    assert exit_code(found) == code
    assert told in verdict_line(found)


def test_a_row_that_is_unreached_before_and_after_is_not_told_as_new(tmp_path: Path) -> None:
    """And one that is new is."""
    clash = Row.of(rules_for(4), "answer: x/1", "clash", UNREACHED, clauses=("x",))

    def search(before: bool, rules: Any, _: Any) -> Any:
        return ([clash] if before or "+" in rules.edition.key else []), ()

    for before, wanted in ((True, []), (False, [{"kind": "clash", "check": "answer: x/1"}])):
        with pytest.MonkeyPatch.context() as patch:
            checker = Checker("fake", partial(search, before), searches=("clash",))
            patch.setattr(clarify, "checkers_for", lambda _, c=checker: [c])
            found = judged('[[fact]]\nid = "hand.limit"\nvalue = 5\n', tmp_path, ["fake"])
        assert found["may_open"] == wanted
        assert found["code"] == (0 if before else 4)


@pytest.mark.parametrize(("norm", "stuck"), [("others_there >= 2", False), ("lying >= 1", True)])
def test_what_a_clarification_forbids_is_no_part_of_a_planned_game(norm: str, stuck: bool, tmp_path: Path) -> None:
    """Dice Devils: the games that show a bound do something else there, or end where nothing may be done."""
    file = tmp_path / "c.toml"
    file.write_text(HEAD + CLAUSE.replace('rank = "card"\n', "") + f'forbid = "place"\nwhen = "{norm}"\n', "utf-8")
    (edition,) = find_editions(f"kosmos-en+{file}")
    rules = make_rules(edition, 3)
    step, game = played(rules, all_at_one, lambda step: not step.after.agenda)
    assert play_out(rules, game.deal, game.moves).state == step.after, "it is a game of these rules"
    assert (len(game.moves) < MOST) is stuck, "rolls that are even for ever are given up"
    assert towards(rules, "value.bed") is None


def test_where_a_norm_applies_and_others_decide_they_are_named(tmp_path: Path) -> None:
    """Who holds the Pearl may refuse the mirror; the nearest position spared is one in which a Diplomat demands."""
    file = tmp_path / "c.toml"
    norm = 'permit = "refuse"\nwhen = "offered == shattered_mirror and count(hand, black_pearl) >= 1"\n'
    file.write_text(HEAD + CLAUSE.replace("says", 'overrides = ["object.shattered-mirror"]\nsays') + norm, "utf-8")
    (base,), (made_,) = find_editions("zh"), find_editions(f"zh+{file}")
    (told,) = read_back([(make_rules(base, 4), make_rules(made_, 4))])
    assert told.bites[-1] == "By it may be done: A refuses."
    assert told.spares[-1].startswith("There it applies too, and others decide: ")
    assert "profession.diplomat.demand/1" in told.spares[-1]


def test_what_is_not_found_since_its_game_is_barred_is_told_as_such() -> None:
    fate = clarify.Fate(clarify.CLOSED, clash(), clarify.SEARCHED)
    weak = "its game is not allowed so far any more, and another may get there"
    for move, told in ((4, False), (2, True)):
        struck = (clarify.Struck(clash().file_name, move, "x"),)
        assert (weak in "\n".join(judged_lines(made(fates=(fate,), struck=struck)))) is told
    assert weak not in "\n".join(judged_lines(made(fates=(evolve(fate, how=PROVED),), struck=struck)))


def test_the_hand_that_a_condition_rests_on_is_shown_before_and_after(tmp_path: Path) -> None:
    file = tmp_path / "c.toml"
    norm = 'forbid = "give-to"\nduring = ["surplus"]\nwhen = "count(target_hand) >= 2"\n'
    file.write_text(HEAD + CLAUSE + norm, "utf-8")
    (edition,) = find_editions(f"adlung+{file}")
    (told,) = read_back([(make_rules(editions()["adlung"], 4), make_rules(edition, 4))])
    to = next(line for line in told.bites if line.startswith("By it may not be done: "))[-2]
    (held,) = (line.partition(": ")[2] for line in told.bites if line.startswith(f"{to}: "))
    assert held.partition(";")[0].count(",") == 1, "two objects, with one of them fewer it does not apply"
    (spared,) = (line for line in told.spares if line.startswith(f"{to}: "))
    assert spared.endswith(f", instead of: {held}")
    assert "(well formed; that a game comes there is not shown):" in "".join(read_lines([told]))


@pytest.mark.parametrize(("key", "told"), [
    ("hand.full", True), ("hand.surplus", True), ("hand.limit", True), ("spy.draw", False)])
def test_a_misprint_that_a_clarification_touches_is_told_by_name(key: str, told: bool) -> None:
    """By its clauses, the facts that it is computed from, and the clause of the paragraph that it is printed in."""
    dv = editions()["dv"]
    finding = misprint_finding(make_rules(dv, 4), "hand.full-recipient")
    assert finding is not None
    anew = clarify.Anew(dv, frozenset([key])).of(finding)
    assert anew == ((key,) if told else ())
    fate = clarify.Fate(clarify.LEFT, finding, clarify.SEARCHED, finding, anew=anew)
    lines = list(judged_lines(made(fates=(fate,))))
    assert any(line.startswith("left: misprint hand.full-recipient: ")
               and line.endswith(f"(it still stands, though {key} is told anew)") for line in lines) is told
    assert "0 closed, 0 opened, 1 left; 1 of these has no game" in lines


def test_a_question_whose_clause_is_told_anew_is_left_unanswered_by_name() -> None:
    fate = clarify.Fate(clarify.LEFT, clash(), clarify.ANSWERED, anew=("hand.full",))
    lines = list(judged_lines(made(fates=(fate,))))
    assert any(line.endswith("(not answered, though hand.full is told anew)") for line in lines)
    assert "0 closed, 0 opened, 1 left" in lines
