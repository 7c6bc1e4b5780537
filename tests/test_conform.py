"""`conform`: subjects that are wrong on purpose are found out, and those that are right pass."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from mutated import InProcess, WrongOracle
from test_docs import README, fenced

from advocatus.checks.cli import run
from advocatus.checks.conformance import coverage
from advocatus.checks.conformance.departing import FLAKY, Outcome
from advocatus.checks.conformance.describing import Description, described
from advocatus.checks.conformance.plugin import Conformance, games
from advocatus.checks.conformance.subject import CRASH, GARBAGE, HANG, Failed, Subject
from advocatus.checks.conformance.trial import Trial
from advocatus.checks.conformance.verdicts import Report, json_lines, junit, table
from advocatus.checks.conformance.walking import DIFFERS, MUTATES, TOO_LAX, Play
from advocatus.model.families import editions
from advocatus.model.rules import make_rules

ORACLE = (sys.executable, "-m", "advocatus.checks.cli", "oracle")


def tried(fault: str = "", moves: int = 400, players: int = 4, change: Any = None, edition: str = "adlung") -> Outcome:
    """A small trial of an oracle with a fault; without the search for what was never compared."""
    subject = InProcess(WrongOracle(fault), *([change] if change else []))
    trial = Trial(subject, described(subject), make_rules(editions()[edition], players), 0, lambda _: None)
    trial.coverage.left = {}
    return trial.run(moves)


@pytest.mark.parametrize(("edition", "players"), [("adlung", 3), ("dv", 4), ("zh", 10), ("bga-fr", 2)])
def test_the_oracle_departs_from_itself_nowhere(edition: str, players: int) -> None:
    assert not tried(moves=150, players=players, edition=edition).groups


@pytest.mark.parametrize(("fault", "clause", "moves"), [
    ("-duel.attack/1", "duel.attack", 200),
    ("face-up.counts=always", "duel.after-use", 1600),
    ("hand.limit:7", "hand.surplus", 800),
    ("hand.limit:5", "hand.surplus", 200),
])
def test_a_fault_is_named_by_its_clause_and_nothing_else_is(fault: str, clause: str, moves: int) -> None:
    assert [group.clauses for group in tried(fault, moves).groups] == [(clause,)]


def test_several_faults_are_found_in_one_run() -> None:
    found = tried("-duel.attack/1,-turn.pass/1,hand.limit:7", 1000)
    assert {key for group in found.groups for key in group.clauses} >= {"duel.attack", "turn.pass"}


def test_a_state_changed_by_a_rejection_is_told_as_that() -> None:
    def spoil(method: str, result: Any) -> Any:
        answers = result["answers"] if method == "run" else []
        words = [answer["is"] for answer in answers]
        for i, told in enumerate([*(answer.get("state") for answer in answers), result.get("state")]):
            if told and "rejected" in words[:i]:
                told["turn"] += 1
        return result
    assert {group.kind for group in tried(change=spoil, moves=700).groups} == {MUTATES}


def test_a_state_that_differs_names_its_entry() -> None:
    def spoil(method: str, result: Any) -> Any:
        if method == "run":
            for told in (*(a.get("state") for a in result["answers"]), result["state"]):
                if told:
                    told["active"] = 0
        return result
    found = tried(change=spoil, moves=100).groups
    assert DIFFERS in {group.kind for group in found}
    assert {group.apart.key for group in found} == {"active"}


def test_what_a_view_gives_away_is_found() -> None:
    def spoil(method: str, result: Any) -> Any:
        if method == "view":
            result["view"]["hands"] = [["bag-key"] * len(hand) for hand in result["view"]["hands"]]
        return result
    assert {group.apart.key for group in tried(change=spoil, moves=150).groups} == {"view.hands"}


def test_a_program_that_tells_nothing_cannot_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coverage, "TRIES", 60)
    def silent(method: str, result: Any) -> Any:
        return {**result, "state": None, "answers": [{"is": a["is"]} for a in result["answers"]]} \
            if method == "run" else result
    subject = InProcess(WrongOracle(), silent)
    trial = Trial(subject, described(subject), make_rules(editions()["bga-fr"], 2), 0, lambda _: None)
    found = trial.run(80)
    assert not found.groups
    assert found.missing
    assert Report(trial.described, (found,), (), 0).exit_code == 4


def test_answers_that_change_from_run_to_run_are_flaky() -> None:
    count = [0]

    def spoil(method: str, result: Any) -> Any:
        count[0] += 1
        if method == "run" and count[0] % 7 == 0 and result["answers"]:
            result["answers"][0]["is"] = "rejected" if result["answers"][0]["is"] == "ok" else "ok"
        return result
    assert FLAKY in {group.kind for group in tried(change=spoil, moves=150).groups}


BAD = """
import json, sys, time
told = {"protocol": 1, "name": "bad", "editions": {"adlung": {"players": [4]}}}
for line in sys.stdin:
    call = json.loads(line)
    if call["method"] == "describe":
        print(json.dumps({"jsonrpc": "2.0", "id": call["id"], "result": told}), flush=True)
        continue
    %s
"""

LINE = '{"jsonrpc": "2.0", "id": ID, "result": {"answers": [], "state": {MORE}}}'


@pytest.mark.parametrize(("does", "kind"), [
    ("sys.exit(7)", CRASH),
    ("time.sleep(60)", HANG),
    ("print('hello', flush=True)", GARBAGE),
    ("print(json.dumps({'jsonrpc': '2.0', 'id': call['id'] + 1, 'result': {}}), flush=True)", GARBAGE),
    ("print(json.dumps({'jsonrpc': '2.0', 'id': call['id'], 'result': {}}), flush=True)", GARBAGE),
    ("sys.stdout.buffer.write(bytes([255, 10])); sys.stdout.flush()", GARBAGE),
    (f"print({LINE!r}.replace('ID', str(call['id'])).replace('MORE', '\"turn\": 1e999'), flush=True)", GARBAGE),
    (f"print({LINE!r}.replace('ID', str(call['id'])).replace('MORE', '\"a\": 1, \"a\": 1'), flush=True)", GARBAGE),
    ("time.sleep(1); print('late', flush=True)", HANG),
])
def test_programs_that_fail_are_told_as_what_they_do(does: str, kind: str) -> None:
    subject = Subject((sys.executable, "-c", BAD % does), patience=0.5)
    described(subject)
    with pytest.raises(Failed) as failed:
        subject.call("run", {})
    assert failed.value.kind == kind
    assert described(subject).name == "bad"  # it is started anew
    subject.close()


def test_a_run_stopped_at_the_first_departure_does_not_tell_what_it_missed() -> None:
    subject = InProcess(WrongOracle("-duel.attack/1"))
    rules = make_rules(editions()["adlung"], 4)
    told = described(subject)
    for first in (True, False):
        trial = Trial(subject, told, rules, 0, lambda _: None, first)
        trial.coverage.left = {}
        outcome = trial.run(60)
        lines = "\n".join(table(Report(told, (outcome,), (), 0, ())))
        assert ("stopped at the first departure" in lines) == (first and outcome.failed)
    assert outcome.failed


def test_a_crash_is_no_rejection(capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["conform", "adlung", "--moves", "30", "--", sys.executable, "-c", BAD % "sys.exit(7)"])
    assert code == 1
    assert "crash" in capsys.readouterr().out


def test_what_a_program_said_when_it_ended_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    says = "import sys; print('no such fault: spoon', file=sys.stderr); sys.exit(1)"
    assert run(["conform", "adlung", "--smoke", "--", sys.executable, "-c", says]) == 1
    assert "it said: no such fault: spoon" in capsys.readouterr().out


def test_smoke_says_what_is_wrong_in_plain_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["conform", "adlung", "--smoke", "--", sys.executable, "-c", BAD % "print('hello', flush=True)"]) == 1
    assert "advice: only answers may be written" in capsys.readouterr().out
    assert run(["conform", "adlung", "--smoke", "--", *ORACLE]) == 0


WORSE = """
import json, sys
for line in sys.stdin:
    call = json.loads(line)
    out = {"jsonrpc": "2.0", "id": call["id"], "result": RESULT[call["method"]]}
    print(json.dumps(out), flush=True)
"""
SAYS = {"name": "x", "version": "1", "protocol": 1, "editions": {"adlung": {"players": [3]}}}
NOTHING_TOLD = {"answers": [], "state": {}}


@pytest.mark.parametrize(("describes", "runs", "told"), [
    ({**SAYS, "editions": ["adlung"], "order": "random"}, {},
     ["wrong: result: editions: ", "wrong: result: order: 'random': one of any, clockwise",
      "advice: the result of describe is told in the protocol"]),
    ({**SAYS, "windows": ["lunch"], "reports": ["sid"], "skips": ["nap"]}, NOTHING_TOLD,
     ["windows: 'lunch' is no window", "skips: 'nap' is neither", "reports: 'sid' is no entry of a state; known: ",
      "wrong: run tells nothing of the state", "advice: the state tells what the program knows",
      "wrong: run answers 0 acts, and 1 was given"]),
    (SAYS, {}, ["wrong: result: answers: this key is missing", "wrong: result: state: this key is missing",
                "advice: the result of run is told in the protocol"]),
])
def test_smoke_tells_every_fault_with_advice_that_fits(
    describes: dict[str, Any], runs: dict[str, Any], told: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    results = {"describe": describes, "run": runs}
    script = f"RESULT = {results!r}\n{WORSE}"
    assert run(["conform", "adlung", "--smoke", "--", sys.executable, "-c", script]) == 1
    out = capsys.readouterr().out
    assert [line for line in told if line not in out] == [], out
    assert "only answers may be written" not in out
    assert all(out.count(line) == 1 for line in out.splitlines()), "nothing is told twice"


def test_a_command_that_cannot_be_run_is_bad_input() -> None:
    assert run(["conform", "adlung", "--", "/no/such/program"]) == 2


def test_the_report_has_a_header_and_a_footer() -> None:
    report = Report(Description("x", "1", {}), (tried("-duel.attack/1", 200),), (), 0)
    lines = [json.loads(line) for line in json_lines(report)]
    assert "header" in lines[0]
    assert lines[-1]["footer"]["exit"] == 1
    assert TOO_LAX not in {line.get("departure", {}).get("verdict") for line in lines}
    assert 'name="duel.attack"' in junit(report)
    assert "<failure" in junit(report)


ADAPTER = next(block for block in fenced(README.read_text("utf-8"), "python") if block.startswith("# adapter.py"))
SUITES = {
    "fixture": '''
import sys
def test_mine(conform):
    conform("adlung", [sys.executable, "adapter.py"], first=True)
''',
    "class": '''
import sys
from advocatus.checks.conformance.plugin import Conformance
class TestMine(Conformance):
    edition, command, players, moves = "adlung", (sys.executable, "adapter.py"), (4,), 60
'''}


@pytest.mark.parametrize("way", ["fixture", pytest.param("class", marks=pytest.mark.slow)])
def test_three_lines_of_a_test_suite_fail_for_a_program_that_departs(way: str, tmp_path: Path) -> None:
    (tmp_path / "adapter.py").write_text(ADAPTER, "utf-8")
    (tmp_path / "test_mine.py").write_text(SUITES[way], "utf-8")
    words = (sys.executable, "-m", "pytest", "-q", "-p", "advocatus.checks.conformance.fixture", "test_mine.py")
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=600,
                          env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_ADDOPTS": ""})
    assert done.returncode == 1, done.stdout
    assert "too-lax" in done.stdout
    assert re.search(r"departures? from the rules: [a-z]", done.stdout)


def test_a_program_whose_position_fixes_chance() -> None:
    """What the pile holds is told in the start, and comes from there: from its top, not from the bottom."""

    class Drawing(InProcess):
        """A program that takes chance from the position; `upside_down` as if the pile lay the other way."""

        upside_down = False

        def call(self, method: str, params: Any) -> Any:
            if method == "run" and self.upside_down and params["start"].get("position", {}).get("pile"):
                told = params["start"]["position"]
                params = {**params, "start": {"position": {**told, "pile": told["pile"][::-1]}}}
            return super().call(method, params)

    subject = Drawing(WrongOracle())
    told = evolve(described(subject), chance="position", starts=("position",))

    def departures() -> list[str]:
        trial = Trial(subject, told, make_rules(editions()["bga-fr"], 2), 0, lambda _: None)
        trial.coverage.left = {}
        return [group.kind for group in trial.run(150).groups]

    assert not departures()
    subject.upside_down = True
    assert DIFFERS in departures()


@settings(max_examples=5, deadline=None)
@given(games("adlung", 3))
def test_games_for_hypothesis(play: Play) -> None:
    assert play.acts


@pytest.mark.slow
class TestOracle(Conformance):
    """Three lines in a test suite."""

    edition, command, players, moves = "bga-fr", ORACLE, (2,), 800
