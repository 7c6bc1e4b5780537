"""The command line: what it prints, what it writes, how it refuses, and the exit codes."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve, frozen
from games import SILENT, adlung, clash, gap, longer_clash, own_rulebook, rules_for
from rich.console import Console

from advocatus.checks import cli, console, registry
from advocatus.checks.cache import Result
from advocatus.checks.context import CheckContext
from advocatus.checks.finding import Finding, Store, encode, load
from advocatus.checks.questions import CHECKERS as QUESTIONS
from advocatus.checks.registry import Checker
from advocatus.checks.row import Row, decode_row
from advocatus.checks.selection import select
from advocatus.model.rules import BadChoice, Rules
from advocatus.model.trace import canonical


@frozen
class Ran:
    """What a run came to."""

    code: int
    out: str
    err: str


class Bench:
    """Runs command lines with checkers of the test's own, a store and a cache of its own."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.store = Store(folder / "findings")
        self.store.folder.mkdir()
        self.monkeypatch, self.capsys = monkeypatch, capsys
        monkeypatch.setenv("ADVOCATUS_CACHE", str(folder / "cache"))
        monkeypatch.delenv("ADVOCATUS_DEBUG", raising=False)
        self.use()

    def use(self, *checkers: Checker) -> None:
        self.monkeypatch.setattr(registry, "checkers", lambda: checkers)

    def run(self, *words: str) -> Ran:
        code = cli.run(words)
        told = self.capsys.readouterr()
        assert "Traceback" not in told.err + told.out or os.environ.get("ADVOCATUS_DEBUG") == "1"
        return Ran(code, told.out, told.err)

    def check(self, *words: str) -> Ran:
        return self.run("check", "adlung", "--findings", str(self.store.folder), *words)

    def files(self) -> dict[str, bytes]:
        return {str(p.relative_to(self.store.folder)): p.read_bytes()
                for p in sorted(self.store.folder.rglob("*")) if p.is_file()}


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Bench:
    return Bench(tmp_path, monkeypatch, capsys)


def finding_clash(rules: Rules, _: CheckContext) -> Result:
    """A checker that finds the clash of the bags with four and five players, as the text stands."""
    return [], ([clash(rules.players)] if rules.players in (4, 5) and not rules.answers else [])


CLASHES = Checker("clashes", finding_clash, searches=("clash",))
NOTHING = Checker("nothing", lambda *_: ([], []), searches=("clash", "gap"))


def says(verdict: str, **more: Any) -> Checker:
    """A checker that has one row with a verdict."""
    return Checker("says", lambda rules, _: ([Row.of(rules, "promise", "invariant", verdict, **more)], []))


def last(ran: Ran) -> str:
    return ran.out.rstrip("\n").splitlines()[-1]


# ---------------------------------------------------------------- check


def test_nothing_found_and_nothing_on_file_is_as_expected(bench: Bench) -> None:
    bench.use(*QUESTIONS, NOTHING)
    ran = bench.check()
    assert ran.code == 0
    assert last(ran) == "nothing stops play; 0 findings on file, 0 new, 0 gone"
    assert "hand.limit" in ran.out
    assert "3-10" in ran.out
    assert ran.err.startswith("seed 0; again: advocatus check adlung --findings ")
    assert ran.err.splitlines()[0].endswith("--seed 0")
    assert "there is no finding in this folder" in ran.err


def test_a_new_finding_is_told_and_not_written(bench: Bench) -> None:
    bench.use(CLASHES)
    ran = bench.check()
    assert ran.code == 1
    assert last(ran) == "1 stops play; 0 findings on file, 1 new, 0 gone"
    assert "  new  " in ran.out
    assert "4-5" in ran.out
    assert f"not on file so: {clash().file_name}; --write files them" in ran.err
    assert bench.files() == {}


def test_write_files_it_and_then_all_is_as_expected(bench: Bench) -> None:
    bench.use(CLASHES)
    first = bench.check("--write")
    assert first.code == 1
    assert f"filed new {clash().file_name}" in first.err
    written = bench.files()
    assert list(written) == [f"teufelsburg/{clash().file_name}"]
    again = bench.check("--write")
    assert (again.code, last(again)) == (0, "1 stops play; 1 finding on file, 0 new, 0 gone")
    assert bench.files() == written
    assert bench.check().out == again.out
    assert "filed" not in again.err


def test_a_finding_on_file_for_another_count_is_not_new(bench: Bench) -> None:
    bench.use(CLASHES)
    bench.store.save(clash(4))
    ran = bench.check("--players", "5")
    assert (ran.code, last(ran)) == (0, "1 stops play; 1 finding on file, 0 new, 0 gone")


def test_only_one_kind_is_checked_and_nothing_else_is_gone(bench: Bench) -> None:
    bench.store.save(clash())
    bench.use(CLASHES, Checker("gaps", lambda *_: ([], []), searches=("gap",)), says("proved"))
    gaps = bench.check("--only", "gap")
    assert (gaps.code, last(gaps)) == (0, "nothing stops play; 1 finding on file, 1 not looked at, 0 new, 0 gone")
    clashes = bench.check("--only", "clash", "--only", "gap")
    assert (clashes.code, last(clashes)) == (0, "1 stops play; 1 finding on file, 0 new, 0 gone")
    assert "promise" not in clashes.out
    wrong = bench.check("--only", "clsh")
    assert (wrong.code, "did you mean 'clash'?" in wrong.err) == (2, True)


def test_what_is_on_file_and_not_looked_at_is_told_with_the_reason(bench: Bench) -> None:
    """A finding that is gone shows with the players of its file alone, so a run says what it did not look at."""
    bench.store.save(clash(4))
    bench.store.save(gap())
    bench.use(NOTHING)
    ran = bench.check("--players", "5", "--only", "clash")
    assert (ran.code, last(ran)) == (0, "nothing stops play; 2 findings on file, 2 not looked at, 0 new, 0 gone")
    assert "on file and not looked at in this run: 1 of other kinds, 1 with other numbers of players" in ran.err
    data = json.loads(bench.check("--players", "5", "--only", "clash", "--format", "json").out)["summary"]
    assert data["not_looked_at"] == {"of other kinds": 1, "with other numbers of players": 1}
    assert "not looked at" not in (whole := bench.check()).out + whole.err
    assert last(whole).endswith("1 gone")
    assert "replayed, but not looked for in this run: 1 under other players, variants or answers" in whole.err
    bench.use(Checker("random", lambda *_: ([], []), kinds=("clash",)))
    assert "not looked for in this run: 1 of kinds that a search can miss" in bench.check("--only", "clash").err


def test_every_checker_names_the_kinds_that_it_makes() -> None:
    nameless = [checker.name for checker in registry.checkers() if not (*checker.searches, *checker.kinds)]
    assert nameless == [], "check --only cannot reach these"


def test_a_finding_that_is_gone_is_told(bench: Bench) -> None:
    bench.store.save(clash())
    bench.use(NOTHING)
    ran = bench.check()
    assert (ran.code, last(ran)) == (1, "nothing stops play; 1 finding on file, 0 new, 1 gone")
    assert "  gone  " in ran.out
    assert len(bench.files()) == 1


@pytest.mark.parametrize(("checker", "words"), [
    (Checker("other", lambda *_: ([], []), searches=("gap",)), ()),
    (Checker("random", lambda *_: ([], [])), ()),
    (NOTHING, ("--answer", "hand.recipient=as-written")),
    (NOTHING, ("--players", "5")),
])
def test_what_was_not_searched_is_not_gone(bench: Bench, checker: Checker, words: tuple[str, ...]) -> None:
    bench.store.save(clash(4))
    bench.use(checker)
    ran = bench.check(*words)
    assert ran.code == 0
    assert ", 0 gone" in last(ran)


@pytest.mark.parametrize(("readings", "code"), [(False, 0), (True, 1)])
def test_other_readings_are_searched_by_who_says_so(bench: Bench, readings: bool, code: int) -> None:
    bench.store.save(gap())
    bench.use(evolve(NOTHING, readings=readings))
    assert bench.check().code == code


def test_a_file_that_does_not_replay_is_told_and_written_anew_if_found_again(bench: Bench) -> None:
    bench.store.put(evolve(clash(), impact="none"))
    bench.use(CLASHES)
    ran = bench.check()
    assert ran.code == 1
    assert last(ran).endswith("1 finding on file, 0 new, 0 gone, 1 not replaying")
    assert "differs" in ran.out
    assert bench.check("--write").err.count(f"filed anew {clash().file_name}") == 1
    assert bench.check().code == 0
    assert load(bench.store.path(clash())) == clash()


@pytest.mark.parametrize("content", [b"\xff\xfe", b"{", b""])
def test_a_file_that_cannot_be_read_is_told_and_left(bench: Bench, content: bytes) -> None:
    bench.store.save(clash())
    path = bench.store.path(clash())
    path.write_bytes(content)
    bench.use(NOTHING)
    ran = bench.check()
    assert ran.code == 1
    assert "not replaying" in last(ran)
    assert str(path.parent) not in ran.out
    assert path.read_bytes() == content


def test_a_file_that_cannot_be_read_is_written_anew_if_its_finding_is_found_again(bench: Bench) -> None:
    bench.store.save(clash())
    good = bench.files()
    bench.store.path(clash()).write_bytes(b"\xff")
    bench.use(CLASHES)
    assert bench.check().code == 1
    assert bench.files() != good
    assert f"filed anew {clash().file_name}" in bench.check("--write").err
    assert bench.files() == good


def test_a_shorter_game_is_told_and_kept_if_wanted(bench: Bench) -> None:
    bench.store.save(longer_clash())
    bench.use(CLASHES)
    ran = bench.check()
    assert ran.code == 0
    assert "--write files them" in ran.err
    assert f"filed shorter {clash().file_name}" in bench.check("--write").err
    assert load(bench.store.path(clash())) == clash()


@pytest.mark.parametrize(("checkers", "code"), [
    ((says("proved"),), 0), ((says("bounded 7"),), 0), ((says("open"),), 0), ((says("unreached"),), 0),
    ((says("unknown"),), 4), ((says("vacuous"),), 4),
    ((says("refuted"),), 1), ((says("refuted", finding="it.json"),), 0),
    ((says("unknown"), CLASHES), 1),
])
def test_exit_codes_say_how_it_stands(bench: Bench, checkers: tuple[Checker, ...], code: int) -> None:
    bench.use(*checkers)
    ran = bench.check("--players", "4")
    assert ran.code == code
    assert ("unknown" in last(ran)) == any("unknown" in str(c.run(rules_for(), None)) for c in checkers)


def test_an_error_of_ones_own_is_one_line_and_code_3(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> Result:
        raise RuntimeError("it\nbroke")

    bench.use(Checker("fails", fail))
    ran = bench.check()
    assert ran.code == 3
    assert ran.err.splitlines()[-1] == (
        "advocatus: internal error: RuntimeError: it broke (ADVOCATUS_DEBUG=1 shows where)")
    monkeypatch.setenv("ADVOCATUS_DEBUG", "1")
    assert "Traceback" in bench.check().err


def test_a_checker_whose_finding_does_not_replay_is_at_fault(bench: Bench) -> None:
    wrong = evolve(clash(), impact="none")
    bench.use(Checker("lies", lambda *_: ([], [wrong])))
    ran = bench.check("--players", "4", "--write")
    assert ran.code == 3
    assert "does not replay: impact" in ran.err
    assert bench.files() == {}


def test_json_has_every_row_by_its_schema(bench: Bench) -> None:
    bench.store.save(clash())
    bench.use(CLASHES, *QUESTIONS)
    ran = bench.check("--format", "json", "--players", "4,5")
    data = json.loads(ran.out)
    rows = [decode_row(row, "row") for row in data["rows"]]
    assert {r.players for r in rows} == {4, 5}
    assert [(r.kind, r.verdict, r.provenance) for r in rows if r.kind in ("clash", "replay")] == [
        ("clash", "found", "run"), ("clash", "found", "run"), ("replay", "replays", "file")]
    assert data["summary"]["says"] == "1 stops play; 1 finding on file, 0 new, 0 gone"
    assert data["summary"]["exit"] == ran.code == 0
    assert set(data["versions"]) >= {"python"}
    assert ran.out == canonical(data)


def test_questions_have_a_row_each_with_the_reading_taken(bench: Bench) -> None:
    bench.use(*QUESTIONS)
    ran = bench.check("--format", "json", "--players", "4", "--answer", "hand.limit=dv")
    rows = {row["check"]: row for row in json.loads(ran.out)["rows"]}
    assert set(rows) == {q.id for q in adlung().questions if rules_for().applies(q)}
    assert (rows["hand.limit"]["verdict"], rows["hand.limit"]["value"]) == ("answered", "dv")
    assert (rows["hand.recipient"]["verdict"], rows["hand.recipient"]["value"]) == ("open", "room")
    assert all(row["clauses"] for row in rows.values())


def test_markdown_is_a_table(bench: Bench) -> None:
    bench.use(*QUESTIONS)
    lines = bench.check("--format", "markdown").out.splitlines()
    assert lines[0].startswith("| kind")
    assert set(lines[1]) <= set("|-: ")


def test_times_are_told_on_stderr_only(bench: Bench) -> None:
    bench.use(*QUESTIONS)
    plain, timed = bench.check(), bench.check("--timings")
    assert plain.out == timed.out
    assert " s  questions" in timed.err
    assert " s  in all" in timed.err
    assert " MB the largest process" in timed.err
    assert " s  " not in plain.err


def test_the_cache_is_used_and_can_be_left_alone(bench: Bench, tmp_path: Path) -> None:
    bench.use(evolve(CLASHES, cached=True))
    assert "cache" not in bench.check("--no-cache").out
    assert not (tmp_path / "cache").exists()
    first, second, third = bench.check(), bench.check(), bench.check("--no-cache")
    assert first.out == third.out
    assert "cache" in second.out.split()
    assert ["run" if word == "cache" else word for word in second.out.split()][30:] == first.out.split()[30:]


def test_a_rulebook_of_ones_own_is_checked_against_a_folder_of_its_own(bench: Bench, tmp_path: Path) -> None:
    path = own_rulebook(tmp_path)

    def finding(rules: Rules, _: CheckContext) -> Result:
        return [], [clash(rules.players, rules.edition)]

    bench.use(Checker("clashes", finding, searches=("clash",)))
    refused = bench.run("check", str(path), "--players", "4", "--write")
    assert refused.code == 2
    assert "give --findings DIR" in refused.err
    words = ("check", str(path), "--players", "4", "--findings", str(tmp_path / "own"))
    assert bench.run(*words, "--write").code == 1
    assert [p.name for p in (tmp_path / "own/teufelsburg").iterdir()] == [clash().file_name.replace("adlung", "mine")]
    assert bench.run(*words).code == 0
    assert bench.run("replay", str(path), "--findings", str(tmp_path / "own")).code == 0
    unknown = bench.run("replay", "--findings", str(tmp_path / "own"))
    assert unknown.code == 1
    assert "the edition 'mine' is not known" in unknown.out


# ---------------------------------------------------------------- bad input


BAD: list[tuple[list[str], str]] = [
    ([], "Usage: advocatus"),
    (["chek"], "No such command 'chek'"),
    (["check", "adlong"], "did you mean 'adlung'?"),
    (["check", "adlung", "--players", "2"], "adlung is played by 3 to 10, not by 2"),
    (["check", "adlung", "--players", "11"], "not by 11"),
    (["check", "teufelsburg", "--players", "11"], "not by 11"),
    (["check", "adlung", "--players", "four"], "'four' is no player count; write 4, 3-5 or 3,5-7"),
    (["check", "adlung", "--players", "5-3"], "'5-3' is no player count"),
    (["check", "adlung", "--players", "-4"], "'-4'"),
    (["check", "adlung", "--answer", "hand.limit"], "write QUESTION=READING"),
    (["check", "adlung", "--answer", "hand.limt=zh"], "did you mean 'hand.limit'?"),
    (["check", "adlung", "--answer", "hand.limit=xx"], "hand.limit: the reading 'xx' is not known"),
    (["check", "adlung", "--answer", "hand.limit=zh", "--answer", "hand.limit=dv"], "answered twice"),
    (["check", "adlung", "--variant", "smugling"], "did you mean 'smuggling'?"),
    (["check", "adlung", "--players", "4", "--variant", "advanced-three"], "is for 3 players, not 4"),
    (["check", "adlung", "--format", "xml"], "'xml' is not one of"),
    (["check", "adlung", "--seed", "-1"], "-1 is not in the range"),
    (["check", "adlung", "--seed", "x"], "'x' is not a valid int"),
    (["check", "adlung", "--fast"], "--fast"),
    (["check", "adlung", "--findings", "/nowhere/at/all"], "there is no such folder; --write makes it"),
    (["check", "adlung", "--findings", "FILE"], "this is a file"),
    (["check", "nowhere.toml"], "there is no such file"),
    (["check", "FOLDER.toml"], "this is a folder"),
    (["check", "BYTES.toml"], "byte 0 is no UTF-8"),
    (["check", "MISSPELT.toml"], "did you mean 'says'?"),
    (["check", "GUARD.toml"], "the name 'targt' is not known; did you mean 'target'?"),
    (["check", "SAME.toml", "adlung"], "two editions have the key 'adlung'"),
    (["show"], "Missing argument 'EDITION'"),
    (["show", "adlung", "trade.ofer"], "trade.offer"),
    (["show", "adlung", "--variant", "smugling"], "did you mean 'smuggling'?"),
    (["show", "adlung", "--terms", "nowhere"], "nowhere"),
    (["replay", "nowhere.json"], "there is no such file"),
    (["replay", "BYTES.json"], "is no UTF-8"),
    (["replay", "HALF.json"], "the file must be JSON"),
    (["replay", "KIND.json"], "kind: 'quarrel': one of clash"),
    (["replay", "MOVE.json"], "trace.steps[1].move.act: 'fly'"),
    (["replay", "--findings", "/nowhere/at/all"], "there is no such folder"),
    (["hunt", "adlung"], "there is no hunter for teufelsburg"),
    (["hunt", "adlung", "--against", "dw"], "the edition 'dw' is not known"),
    (["hunt", "adlung", "--games", "many"], "'many' is not a valid int"),
]


@pytest.fixture
def spoilt(tmp_path: Path) -> dict[str, Path]:
    """Files that are wrong, by the word that stands for them in a command line."""
    good = canonical(encode(clash()))
    texts: dict[str, bytes] = {
        "FILE": b"", "BYTES.toml": b"\xff\xfe", "BYTES.json": b"\xff\xfe",
        "HALF.json": good[: len(good) // 2].encode(),
        "KIND.json": good.replace('"kind": "clash"', '"kind": "quarrel"').encode(),
        "MOVE.json": good.replace('"act": "demand-of"', '"act": "fly"').encode(),
    }
    for name, content in texts.items():
        (tmp_path / name).write_bytes(content)
    (tmp_path / "FOLDER.toml").mkdir()
    own_rulebook(tmp_path, lambda text: text.replace("\nsays = ", "\nsay = ", 1), "MISSPELT")
    own_rulebook(tmp_path, lambda text: text.replace('when = "target ', 'when = "targt ', 1), "GUARD")
    own_rulebook(tmp_path, lambda text: text.replace('key = "SAME"', 'key = "adlung"'), "SAME")
    for name in ("MISSPELT", "GUARD"):
        path = tmp_path / f"{name}.toml"
        path.write_text(path.read_text("utf-8").replace(f'key = "{name}"', 'key = "mine"'), "utf-8")
    return {path.name: path for path in tmp_path.iterdir()}


@pytest.mark.parametrize(("words", "said"), BAD, ids=[" ".join(words) or "nothing" for words, _ in BAD])
def test_bad_input_is_refused_with_code_2(
    bench: Bench, spoilt: dict[str, Path], words: list[str], said: str, tmp_path: Path
) -> None:
    before = {p: p.read_bytes() for p in tmp_path.rglob("*") if p.is_file()}
    bench.store.save(clash())
    ran = bench.run(*(str(spoilt.get(word, word)) for word in words))
    assert said in ran.err, ran.err
    assert ran.code == 2
    assert ran.out == ""
    bench.store.path(clash()).unlink()
    assert {p: p.read_bytes() for p in tmp_path.rglob("*") if p.is_file()} == before


def test_a_bad_rulebook_tells_all_its_faults_with_file_entry_and_column(bench: Bench, spoilt: dict[str, Path]) -> None:
    ran = bench.run("show", str(spoilt["GUARD.toml"]))
    (line,) = [line for line in ran.err.splitlines() if "targt" in line]
    assert line.startswith(f"advocatus: {spoilt['GUARD.toml']}: clause 'trade.offer', norm.1.when, column 1: ")


def test_a_variant_that_cannot_be_played_can_be_read(bench: Bench, tmp_path: Path) -> None:
    path = str(own_rulebook(tmp_path, lambda text: text.replace(
        'id = "smuggling"\nclauses', 'id = "smuggling"\nplayable = false\nclauses', 1)))
    refused = bench.run("check", path, "--variant", "smuggling")
    assert refused.code == 2
    assert "can only be read (`show`), not played yet" in refused.err
    assert "not playable yet" in bench.run("show", path, "smuggling", "--variant", "smuggling").out


def test_several_editions_share_what_they_have(tmp_path: Path) -> None:
    def edit(text: str) -> str:
        """For three players, with the question under another name, and nothing that is printed for ten."""
        less = re.sub(r"\[\[printed\]\]\n(.+\n)+", "", text).replace('id = "hand.limit"', 'id = "hand.most"', 1)
        return less.replace("players = [3, 4, 5, 6, 7, 8, 9, 10]", "players = [3]", 1)

    path = own_rulebook(tmp_path, edit)
    both = select(["adlung", str(path)], [3, 4], [], [("hand.limit", "dv")])
    assert [(r.edition.key, r.players, r.answers) for r in both.rules] == [
        ("adlung", 3, (("hand.limit", "dv"),)), ("adlung", 4, (("hand.limit", "dv"),)), ("mine", 3, ())]
    assert both.own
    assert both.known["mine"] is both.editions[1]
    for players, answer in ([11], ()), ([3], [("hand.none", "dv")]), ([3], [("hand.limit", "none")]):
        with pytest.raises(BadChoice):
            select(["adlung", str(path)], players, [], answer)
    assert not select(["adlung"]).own
    assert [r.players for r in select(["adlung"]).rules] == list(adlung().players)


# ---------------------------------------------------------------- hunt


class Hunter:
    """A hunter that finds the clash in the second round."""

    def __init__(self, stop: int = 99) -> None:
        self.rounds: list[tuple[int, int]] = []
        self.stop = stop

    def __call__(self, rules: Rules, context: CheckContext) -> Result:
        self.rounds.append((context.seed, context.games))
        if len(self.rounds) >= self.stop:
            raise KeyboardInterrupt
        found: list[Finding] = [clash()] if len(self.rounds) == 2 else []
        return [Row.of(rules, "hunt", "hunt", "bounded", value=len(self.rounds))], found


def hunting(bench: Bench, *words: str) -> Ran:
    return bench.run("hunt", "adlung", "--players", "4", "--findings", str(bench.store.folder), "--jobs", "1", *words)


def test_a_hunt_plays_as_many_games_as_wanted_with_a_seed_for_each_round(bench: Bench) -> None:
    hunter = Hunter()
    bench.use(Checker("hunt", hunter, hunts=True, cached=True))
    ran = hunting(bench, "--games", "120", "--seed", "7")
    assert hunter.rounds == [(7, 50), (8, 50), (9, 20)]
    assert (ran.code, last(ran)) == (1, "1 stops play; 0 findings on file, 1 new, 0 gone")
    assert "every position was sound in 6 moves" in ran.out
    assert bench.files() == {}
    hunting(bench, "--cases", "3", "--seed", "7")
    assert hunter.rounds[3:] == [(7, 50), (8, 50), (9, 50)]  # only --resume takes what was kept
    again = hunting(bench, "--games", "120", "--seed", "7", "--resume")
    assert len(hunter.rounds) == 6
    assert "every position was sound in 12 moves" in again.out  # 4, 5 and 3, as they were hunted last


def test_what_a_hunt_finds_is_filed_at_once_and_an_interrupt_loses_nothing(bench: Bench) -> None:
    bench.use(Checker("hunt", Hunter(stop=4), hunts=True))
    ran = hunting(bench, "--games", "0", "--write")
    assert ran.err.count("filed new") == 1
    assert "1 new" in last(ran) or "1 finding on file" in last(ran)
    assert list(bench.files()) == [f"teufelsburg/{clash().file_name}"]


def test_a_hunt_that_finds_what_is_on_file_is_as_expected(bench: Bench) -> None:
    bench.store.save(clash())
    bench.use(Checker("hunt", Hunter(), hunts=True))
    assert hunting(bench).code == 0


def test_partings_are_hunted_by_those_who_can(bench: Bench, tmp_path: Path) -> None:
    seen: list[Any] = []

    def pairs(rules: Rules, context: CheckContext) -> Result:
        seen.append((rules.edition.key, context.against and context.against.key))
        return [], []

    path = own_rulebook(tmp_path)
    bench.use(Checker("alone", Hunter(), hunts=True))
    assert "that parts editions" in hunting(bench, "--against", str(path)).err
    bench.use(Checker("alone", Hunter(), hunts=True), Checker("pairs", pairs, pairs=True))
    assert hunting(bench, "--against", str(path), "--games", "10").code == 0
    assert seen == [("adlung", "mine")]
    assert "hunt" in bench.check("--players", "4").out  # `check` calls the other
    assert len(seen) == 1


# ---------------------------------------------------------------- the registry


def test_checkers_are_discovered_among_the_modules() -> None:
    names = [checker.name for checker in registry.checkers()]
    assert "questions" in names
    assert names == sorted(names)
    assert len(set(names)) == len(names)


def test_a_family_has_its_own_checkers_and_the_common_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(*_: object) -> Result:
        return [], []

    common, own, other = (Checker(name, nothing, family=name.strip("*")) for name in ("*", "one", "two"))
    hunts, pairs = Checker("h", nothing, hunts=True), Checker("p", nothing, pairs=True)
    monkeypatch.setattr(registry, "checkers", lambda: (common, own, other, hunts, pairs))
    assert registry.checkers_for("one") == (common, own, hunts)
    assert registry.hunters_for("one", pairs=False) == (hunts,)
    assert registry.hunters_for("one", pairs=True) == (pairs,)


# ---------------------------------------------------------------- replay and show


def test_replay_tells_every_finding_on_file(bench: Bench) -> None:
    bench.store.save(clash())
    bench.store.save(gap())
    ran = bench.run("replay", "--findings", str(bench.store.folder))
    assert ran.code == 0
    assert last(ran) == "2 findings, 2 replay, 0 do not"
    assert "Stuck: B answers the offer of the Secret Bag (Key) by A." in ran.out
    assert "silent on hand.limit" in ran.out
    assert max(map(len, ran.out.splitlines())) <= 110


def test_replay_keeps_those_whose_rules_are_wanted(bench: Bench) -> None:
    bench.store.save(clash())
    bench.store.save(gap())
    answer = next(f"{q}={r}" for q, r in SILENT.items())
    folder = str(bench.store.folder)
    assert last(bench.run("replay", "--findings", folder, "--answer", answer)).startswith("1 finding, 1 replay")
    assert last(bench.run("replay", "--findings", folder, "--players", "5")).startswith("0 findings")


def test_a_file_named_is_replayed_wherever_it_lies(bench: Bench, tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(canonical(encode(evolve(clash(), summary="All is well."))), "utf-8")
    before = path.read_bytes()
    ran = bench.run("replay", str(path))
    assert ran.code == 1
    assert "It does not replay:" in ran.out
    assert "summary" in ran.out
    assert last(ran) == "1 finding, 0 replay, 1 do not"
    assert path.read_bytes() == before
    data = json.loads(bench.run("replay", str(path), "--format", "json").out)
    assert [row["verdict"] for row in data["rows"]] == ["differs"]
    assert "Stuck: " in "\n".join(data["summary"]["told"]["mine.json"])


def test_show_reads_a_rulebook_in_three_forms(bench: Bench) -> None:
    bench.store.save(clash())
    folder = str(bench.store.folder)
    text = bench.run("show", "adlung", "object.bag.no-bag", "--findings", folder)
    assert text.code == 0
    assert f"On file: {clash().file_name}" in text.out
    assert "- object.bag.no-bag  [" in bench.run("show", "adlung", "object.bag.no-bag", "--format", "markdown").out
    data = json.loads(bench.run("show", "adlung", "object.bag.no-bag", "--format", "json", "--findings", folder).out)
    assert data["editions"][0]["entries"][0]["findings"] == [clash().file_name]
    assert bench.run("show", "teufelsburg", "Duelist").out.startswith("## Duelist (swordsman)")


def test_show_leaves_out_files_that_cannot_be_read(bench: Bench) -> None:
    bench.store.save(clash())
    bench.store.path(clash()).write_bytes(b"\xff")
    ran = bench.run("show", "adlung", "object.bag.no-bag", "--findings", str(bench.store.folder))
    assert ran.code == 0
    assert "left out: " in ran.err


@pytest.mark.parametrize("words", [["--help"], ["check", "--help"], ["-h"], ["replay", "-h"]])
def test_help_is_as_expected(bench: Bench, words: list[str]) -> None:
    ran = bench.run(*words)
    assert ran.code == 0
    assert "Usage: advocatus" in ran.out


# ---------------------------------------------------------------- terminals


def test_progress_is_silent_where_stderr_is_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    with console.progress() as tell:
        tell("busy")
    assert capsys.readouterr() == ("", "")


def test_progress_is_told_on_a_terminal_and_without_colour_if_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    screen = io.StringIO()
    monkeypatch.setattr(console, "Console", lambda stderr: Console(file=screen, force_terminal=True))
    with console.progress() as tell:
        tell("busy with it")
    assert "busy with it" in screen.getvalue()
    assert "\x1b[3" not in screen.getvalue()


# ---------------------------------------------------------------- whole programs

DRIVER = """
import sys
from advocatus.checks import cli, console, registry
from advocatus.checks.questions import CHECKERS
sys.path.insert(0, {tests!r})
from test_cli import CLASHES, says
registry.checkers = lambda: (*CHECKERS, CLASHES, says("proved", value=3))
sys.argv[0] = "advocatus"
cli.main()
"""


def program(words: list[str], folder: Path, seed: str = "0", driver: bool = False, **env: str) -> Ran:
    """Run the program itself, with a hash seed; with `driver` the test's own checkers stand in."""
    start = ["-c", DRIVER.format(tests=str(Path(__file__).parent))] if driver else ["-m", "advocatus.checks.cli"]
    kept = {k: v for k, v in os.environ.items() if k not in ("ADVOCATUS_DEBUG", "PYTHONUTF8", "LC_ALL", "LANG")}
    done = subprocess.run(
        [sys.executable, *start, *words], capture_output=True, check=False, cwd=folder,
        env={**kept, "PYTHONHASHSEED": seed, "ADVOCATUS_CACHE": str(folder / "cache"), **env})
    return Ran(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no file here that is always full")
@pytest.mark.parametrize("words", [["show", "adlung"], ["--help"], ["oracle", "--calls", __file__]])
def test_output_that_nothing_takes_is_told_in_a_line(words: list[str]) -> None:
    with Path("/dev/full").open("wb") as full:
        start = [sys.executable, "-m", "advocatus.checks.cli", *words]
        done = subprocess.run(start, stdout=full, stderr=subprocess.PIPE, check=False)
        deaf = subprocess.run(start, stdout=full, stderr=full, check=False)
    told = [line for line in done.stderr.decode().splitlines() if not line.startswith("seed")]
    assert (done.returncode, told) == (2, ["advocatus: standard output: No space left on device"])
    assert deaf.returncode == 2


@pytest.mark.parametrize(("words", "driver", "code"), [
    (["check", "adlung", "--players", "3-5"], True, 0),
    (["check", "adlung", "--players", "3-5", "--format", "json"], True, 0),
    (["replay"], False, 0),
    (["show", "adlung"], False, 0),
    (["show", "adlung", "secret", "--format", "json"], False, 0),
])
def test_output_is_the_same_byte_for_byte_whatever_the_hash_seed(
    tmp_path: Path, words: list[str], driver: bool, code: int
) -> None:
    store = Store(tmp_path / "findings")
    store.save(clash())
    store.save(gap())
    full = [*words, "--findings", str(store.folder)]
    runs = [program(full, tmp_path, seed, driver) for seed in ("0", "0", "4711")]
    assert [(r.code, r.out, r.err) for r in runs[1:]] == [(runs[0].code, runs[0].out, runs[0].err)] * 2
    assert runs[0].code == code, runs[0].err
    assert runs[0].out


def test_output_is_utf8_under_any_locale(tmp_path: Path) -> None:
    ran = program(["show", "adlung", "turn.pass"], tmp_path, LC_ALL="POSIX", PYTHONIOENCODING="ascii")
    assert ran == program(["show", "adlung", "turn.pass"], tmp_path)
    assert ran.code == 0


def test_exit_codes_are_those_of_the_program(tmp_path: Path) -> None:
    assert program(["check", "nowhere"], tmp_path).code == 2
    empty = tmp_path / "none on file"
    empty.mkdir()
    assert program(["check", "adlung", "--findings", str(empty)], tmp_path, driver=True).code == 1
    assert program(["show", "adlung", "turn.pass"], tmp_path).code == 0


@pytest.mark.slow
def test_a_whole_check_is_the_same_byte_for_byte(tmp_path: Path) -> None:
    words = ["check", "adlung", "--players", "3", "--no-cache"]
    one, other = (program(words, tmp_path, seed) for seed in ("0", "4711"))
    assert (one.code, one.out, one.err) == (other.code, other.out, other.err)
    assert "Traceback" not in one.err
