"""What `conform` makes of files, of programs that fail or say odd things, and how it tells them."""

from __future__ import annotations

import stat
import sys
from collections import Counter
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from attrs import evolve
from mutated import InProcess, WrongOracle

from advocatus.checks.cli import run
from advocatus.checks.conformance import plugin
from advocatus.checks.conformance.composing import Composer
from advocatus.checks.conformance.coverage import Coverage
from advocatus.checks.conformance.departing import NOW_AND_THEN, Group, Outcome
from advocatus.checks.conformance.describing import Description, described
from advocatus.checks.conformance.diagnosing import Case
from advocatus.checks.conformance.inferring import infer
from advocatus.checks.conformance.known import read_known
from advocatus.checks.conformance.shrinking import cut
from advocatus.checks.conformance.subject import CRASH, GARBAGE, Failed, Refused, Subject
from advocatus.checks.conformance.trial import Trial
from advocatus.checks.conformance.verdicts import Report, json_lines, junit, table
from advocatus.checks.conformance.walking import TOO_STRICT, UNSUPPORTED, Apart, Play, Walk
from advocatus.model.families import editions
from advocatus.model.rules import make_rules
from advocatus.model.trace import BadDocument

ADLUNG = editions()["adlung"]
RULES = make_rules(ADLUNG, 4)
TOLD = Description("x", "1", {})
BECAUSE = 'because = "later"\n'


def group(kind: str, *clauses: str, came: str = "rejected", said: str = "") -> Group:
    made = Group(kind, clauses, Case(Play(RULES, {}, ()), {}, -1), Apart(kind, -1, clauses, "ok", came, said=said))
    made.kinds[kind] += 1
    return made


def outcome(*groups: Group, missing: tuple[str, ...] = ()) -> Outcome:
    coverage = Coverage(RULES, TOLD)
    coverage.left = {key: some for key, some in coverage.left.items() if key in missing}
    coverage.want_all()
    return Outcome(RULES, groups, 10, 1, 0, coverage)


def known(folder: Path, text: str) -> tuple[Any, ...]:
    (folder / "known.toml").write_text(text, "utf-8")
    return read_known(folder / "known.toml", (ADLUNG,))


def cases(report: Report) -> dict[str, list[str]]:
    """What JUnit says of each case."""
    root = ElementTree.fromstring(junit(report))
    return {case.get("name", ""): [part.tag for part in case] for case in root.iter("testcase")}


def test_what_is_known_does_not_count_and_stale_entries_do(tmp_path: Path) -> None:
    found = outcome(group(TOO_STRICT, "duel.attack"))
    report = Report(TOLD, (found,), (), 0, known(tmp_path, f'[[known]]\nclause = "duel.attack"\n{BECAUSE}'))
    assert (report.exit_code, report.new) == (0, ())
    assert "(known)" in "\n".join(table(report))
    assert cases(report) == {"duel.attack": ["skipped"]}
    assert "later" in junit(report)
    report = Report(TOLD, (found,), (), 0, known(tmp_path, f'[[known]]\nclause = "turn.pass"\n{BECAUSE}'))
    assert (report.exit_code, report.stale) == (1, report.known)
    assert cases(report) == {"duel.attack": ["failure"], "turn.pass": ["failure"]}


def test_what_is_known_beside_what_is_new_fails(tmp_path: Path) -> None:
    found = outcome(group("too-lax", "duel.attack"), group(TOO_STRICT, "duel.attack"))
    report = Report(TOLD, (found,), (), 0, known(tmp_path, f'[[known]]\nverdict = "too-strict"\n{BECAUSE}'))
    assert cases(report) == {"duel.attack": ["failure"]}


def test_what_a_program_is_known_not_to_support_is_not_missed(tmp_path: Path) -> None:
    found = outcome(group(UNSUPPORTED, came="error -32601: occupations"), missing=("victory.drink", "turn.pass/1"))
    text = f'[[known]]\nverdict = "unsupported"\n{BECAUSE}[[known]]\nclause = "turn.pass"\nverdict = "unsupported"\n'
    text += BECAUSE
    report = Report(TOLD, (found,), (), 0, known(tmp_path, text))
    assert (report.exit_code, report.stale) == (4, ())
    assert "  known not to be supported: turn.pass" in list(table(report))
    assert "  compared nowhere, and they can matter: victory.drink" in list(table(report))
    report = evolve(report, outcomes=(outcome(*found.groups, missing=("turn.pass/1",)),))
    assert report.exit_code == 0
    assert Report(TOLD, report.outcomes, (), 0).exit_code == 4


def test_the_plugin_takes_what_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    entries = known(tmp_path, f'[[known]]\nclause = "duel.attack"\n{BECAUSE}')

    def conform(*_: Any, known: Any, **__: Any) -> Report:
        return Report(TOLD, (outcome(group(TOO_STRICT, "duel.attack")),), (), 0, known)

    class Mine(plugin.Conformance):
        edition, command, known = "adlung", ("true",), tmp_path / "known.toml"

    monkeypatch.setattr(plugin, "conform", conform)
    monkeypatch.setattr(plugin, "described", lambda _: TOLD)
    Mine().test_conforms()
    assert entries[0].clause == "duel.attack"
    with pytest.raises(AssertionError, match=r"1 departure from the rules: duel\.attack"):
        plugin.assert_conforms("adlung", ("true",))


@pytest.mark.parametrize(("text", "where"), [
    ('[[known]]\nclaus = "duel.attack"\n', r"known\[0\]\.claus"),
    (f'[[known]]\nclause = "no.such"\n{BECAUSE}', r"known\[0\]\.clause: 'no\.such': a clause of the edition"),
    (f'[[known]]\nclause = "duel.attack"\nplayers = [2]\n{BECAUSE}', r"players: \[2\]: a list of .*, of 3, 4"),
    (f'[[known]]\nclause = "duel.attack"\nplayers = 4\n{BECAUSE}', r"players: 4: a list"),
    ('[[known]]\nclause = "duel.attack"\n', r"known\[0\]\.because: the reason is wanted"),
    (f"[[known]]\n{BECAUSE}", "a clause or a verdict is wanted"),
    (f'[[known]]\nverdict = "wrong"\n{BECAUSE}', "verdict: 'wrong': one of too-strict, .*, unsupported"),
    ("known = 3\n", "known: 3: tables"),
])
def test_an_entry_that_cannot_be_meant_is_told(text: str, where: str, tmp_path: Path) -> None:
    with pytest.raises(BadDocument, match=where):
        known(tmp_path, text)


def test_the_words_of_a_program_break_no_report() -> None:
    odd = "a\nb\x00c\x1b[31m\ud800\ufffe"
    report = Report(evolve(TOLD, name=odd), (outcome(group(CRASH, came=odd, said=odd)),), (), 0)
    lines = list(table(report))
    assert not any("\n" in line for line in lines[1:])
    assert sum("a\\nb" in row for row in lines[0].splitlines()) == 1
    assert "it said: a" in lines[0]
    assert cases(report) == {"crash": ["failure"]}
    assert junit(report).encode()
    assert all(list(json_lines(report)))


def test_the_last_line_counts_what_it_names() -> None:
    found = outcome(group(TOO_STRICT, "duel.attack", "duel.powers"), group(CRASH), group(TOO_STRICT, "turn.pass"),
                    group("too-lax", "turn.pass"))
    assert Report(TOLD, (found,), (), 0).says == (
        "4 departures from the rules: crash, duel.attack + duel.powers, turn.pass (too-lax), turn.pass (too-strict)")


# ---------------------------------------------------------------- programs that fail


class Failing(InProcess):
    """An oracle of which a call now and then fails; `message` may make an error of a call for `run`."""

    every = 0
    failure = Failed(CRASH, "it ended with exit code 7", "no more memory")

    def call(self, method: str, params: Any) -> Any:
        if method == "run" and self.every and self.calls % self.every == self.every - 1:
            self.calls += 1
            raise self.failure
        return super().call(method, params)


def trial(subject: InProcess, moves: int = 60, **told: Any) -> Outcome:
    found = Trial(subject, evolve(described(subject), **told), RULES, 0, lambda _: None)
    found.coverage.left = {}
    return found.run(moves)


@pytest.mark.parametrize("every", [2, 4])
@pytest.mark.parametrize("failure", [Failing.failure, Failed(GARBAGE, "an answer too many: it has the id of call 3")])
def test_a_program_that_fails_now_and_then_fails(failure: Failed, every: int) -> None:
    subject = Failing(WrongOracle())
    subject.every, subject.failure = every, failure
    found = trial(subject).groups
    assert [(one.kind, one.clauses) for one in found] == [(failure.kind, ())]
    assert "not each time" in found[0].apart.came
    assert found[0].apart.said == failure.said


TWICE = """
import json, sys
for line in sys.stdin:
    text = json.dumps({"jsonrpc": "2.0", "id": json.loads(line)["id"], "result": {"answers": [], "state": None}})
    print(text + "\\n" + text, flush=True)
"""


def test_an_answer_that_comes_twice_is_one_too_many() -> None:
    with closing(Subject((sys.executable, "-c", TWICE))) as subject:
        subject.call("run", {})
        with pytest.raises(Failed, match="garbage: an answer too many"):
            subject.call("run", {})


def test_calls_answered_with_an_error_are_one_by_what_is_said() -> None:
    def refuse(method: str, result: Any) -> Any:
        if method == "run" and result["answers"]:
            many = len(result["answers"])
            raise Refused(-32601, f"not supported: {'long' if many > 4 else 'short'} games of {many} acts")
        return result
    found = Counter(one.apart.came.split()[4] for one in trial(InProcess(WrongOracle(), refuse)).groups
                    if one.kind == UNSUPPORTED)
    assert found == {"long": 1, "short": 1}


def test_why_a_program_rejects_is_told() -> None:
    def wrong(_: str, result: Any) -> Any:
        for answer in result.get("answers", ()):
            if answer["is"] == "ok":
                answer.update({"is": "rejected", "why": "not\nimplemented"})
        return result
    found = trial(InProcess(WrongOracle(), wrong), 1)
    text = "\n".join(table(Report(TOLD, (found,), (), 0)))
    assert "came: rejected; it said: not\\nimplemented" in text


# ---------------------------------------------------------------- starts


class Recording(InProcess):
    """An oracle that remembers the starts it is given."""

    def __init__(self) -> None:
        super().__init__(WrongOracle())
        self.starts: Counter[str] = Counter()

    def call(self, method: str, params: Any) -> Any:
        self.starts.update([*params.get("start", {})])
        return super().call(method, params)


@pytest.mark.parametrize("starts", [("position",), ("deal",), ("own",)])
def test_no_start_is_sent_that_a_program_does_not_take(
    starts: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """And in a small run the solver is not asked, nor are the games on file played."""
    for name in ("trial.on_file", "suite.spec_of"):
        monkeypatch.setattr(f"advocatus.checks.conformance.{name}", None)
    subject = Recording()
    told = evolve(described(subject), starts=starts)
    found = Trial(subject, told, RULES, 0, lambda _: None).run(12)
    guessed = [one for one in infer(subject, told, ADLUNG) if one.reading]
    assert bool(guessed) == (starts != ("own",))
    assert set(subject.starts) == set(starts)
    report = Report(told, (found,), (), 0)
    assert not found.groups
    if starts == ("position",):
        assert "setup.luggage" in found.coverage.untaken
        assert not set(found.coverage.untaken) & {*found.missing, *found.coverage.unfelt}
        assert any("takes no deal as a start: " in line for line in table(report))
    else:
        assert report.exit_code == 4, "what was compared nowhere counts"


@pytest.mark.parametrize(("starts", "kept"), [(("deal", "position"), False), (("deal",), True)])
def test_a_game_is_cut_to_its_last_turn_only_where_a_position_is_taken(starts: tuple[str, ...], kept: bool) -> None:
    subject = InProcess(WrongOracle())
    told = evolve(described(subject), starts=starts)
    state = Composer(RULES, evolve(told, starts=("deal",)), Random(1)).start()[0]
    acts = ({"by": 0, "act": "pass"}, {"by": 0, "act": "end-turn"}, {"by": 1, "act": "pass"})
    apart = Apart("too-lax", 2, (), "ok", "rejected")
    play, _ = cut(Play(RULES, state, acts), Walk(apart), told, lambda _: apart)
    assert ("deal" in play.start) is kept


# ---------------------------------------------------------------- files and options


@pytest.mark.parametrize("text", ["[]", "{}", '{"vectors": 3}', '{"vectors": [3]}', "nothing"])
def test_a_broken_manifest_is_bad_input(text: str, tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text(text, "utf-8")
    assert run(["conform", "adlung", "--vectors", str(tmp_path), "--", "true"]) == 2
    assert run(["vectors", "adlung", "--verify", str(tmp_path)]) == 2


def test_a_manifest_names_files_of_its_folder_only(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    entry: dict[str, Any] = {"file": "../../etc/passwd", "clause": "duel.attack", "norm": None, "players": 4,
                             "variants": [], "shown": "play", "sha256": "0" * 64}
    manifest = {"version": 1, "protocol": 1, "edition": "adlung", "title": "x", "seed": 0, "vectors": [entry],
                "without": {}}
    (tmp_path / "manifest.json").write_text(repr(manifest).replace("'", '"').replace("None", "null"), "utf-8")
    for words in (["conform", "adlung", "--vectors", str(tmp_path), "--", "true"],
                  ["vectors", "adlung", "--verify", str(tmp_path)]):
        assert run(words) == 2
        assert "vectors[0].file: '../../etc/passwd': a file in this folder is wanted" in capsys.readouterr().err


@pytest.mark.parametrize("value", ["nan", "inf", "-inf", "0", "1e300"])
def test_a_patience_that_cannot_be_is_bad_usage(value: str) -> None:
    assert run(["conform", "adlung", f"--patience={value}", "--", "true"]) == 2


def is_device(path: Path) -> bool:
    return path.exists() and stat.S_ISCHR(path.stat().st_mode)


FULL = Path("/dev/full")


@pytest.mark.skipif(not is_device(FULL), reason="no /dev/full: a full disk was NOT tried")
@pytest.mark.parametrize("option", ["--junit", "--transcript"])
def test_a_full_disk_is_told(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    script = "import sys; sys.exit(7)" if option == "--transcript" else (
        f"{TWICE}".replace('{"answers": [], "state": None}', "{'protocol': 1, 'name': 'x', 'editions': {}}"))
    assert run(["conform", "adlung", option, str(FULL), "--", sys.executable, "-c", script]) == 2
    assert "No space left on device" in capsys.readouterr().err
    assert is_device(FULL), "it is still there"


def test_no_cell_of_the_table_is_cut_in_mid_word() -> None:
    made = group(GARBAGE, came=f"answer: byte 38 is no UTF-8: save the file as UTF-8: {'xff ' * 9}{NOW_AND_THEN}")
    row = next(table(Report(TOLD, (outcome(made),), (), 0))).splitlines()[2]
    assert row.endswith(f", answer: byte 38 is no UTF-8: save the file as UTF-8: xff xff... came{NOW_AND_THEN}")
    made = group(CRASH, came="it ended", said=f"first {'word ' * 30}last")
    row = next(table(Report(TOLD, (outcome(made),), (), 0))).splitlines()[2]
    assert row.endswith(f"it said: ...{'word ' * 19}last")
