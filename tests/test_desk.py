"""What somebody at the desk stumbles over: names of findings, folders without any, whether something is going on."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve
from games import clash, gap

from advocatus.checks.cache import Result
from advocatus.checks.cli import run
from advocatus.checks.context import CheckContext
from advocatus.checks.finding import Store
from advocatus.checks.fleet import fleet
from advocatus.checks.hunt import Bounds, hunt
from advocatus.checks.pool import tasks_of, work
from advocatus.checks.registry import Checker
from advocatus.checks.selection import select
from advocatus.model.rules import Rules


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A folder with a clash, a gap, and another clash."""
    found = Store(tmp_path / "findings")
    for one in (clash(), gap(), evolve(clash(), kind="order")):
        found.put(one)
    return found


def test_a_finding_goes_by_its_bare_name_or_a_part_of_it(store: Store) -> None:
    path = store.path(clash())
    assert store.named(path.name) == store.named(path.stem) == store.named("clash.") == (path,)
    assert len(store.named("no-bag")) == 2
    assert store.named("nothing-like-it") == store.named("") == ()


def test_replay_takes_a_bare_name(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(store.folder)
    assert run(["replay", store.path(clash()).stem, "--findings", folder]) == 0
    assert "1 finding, 1 replay" in capsys.readouterr().out


@pytest.mark.parametrize(("word", "told"), [
    ("no-bag", "2 findings on file have this in their name; name one of them:"),
    ("clsh.adlung.object.bag.no-bag", "no finding on file has this in its name; did you mean 'clash.adlung."),
    ("other/clash.json", "no such file"),
])
def test_a_word_that_names_none_or_several_is_refused(
    word: str, told: str, store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["replay", word, "--findings", str(store.folder)]) == 2
    assert told in capsys.readouterr().err


def test_a_folder_without_findings_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty").mkdir()
    show = ["show", "adlung", "turn.pass", "--findings"]
    assert run([*show, str(tmp_path / "empty")]) == 0
    assert "there is no finding in this folder; --write files them there" in capsys.readouterr().err
    (tmp_path / "flat").mkdir()
    (tmp_path / "flat" / "clash.json").write_text("{}", "utf-8")
    assert run([*show, str(tmp_path / "flat")]) == 0
    assert "a folder for each family of games" in capsys.readouterr().err
    (tmp_path / "empty" / "accepted.toml").write_text("", "utf-8")
    assert run([*show, str(tmp_path / "empty")]) == 0
    assert "no finding" not in capsys.readouterr().err


@pytest.mark.parametrize("jobs", [1, 2])
def test_how_far_the_work_is_gets_told(jobs: int, tmp_path: Path) -> None:
    heard: list[str] = []
    context = CheckContext(0, Store(tmp_path), progress=heard.append)
    tasks = tasks_of(Checker("idling", lambda *_: ((), ())), select(["adlung"], [3, 4, 5]).rules)
    list(work(tasks, context, jobs))
    counted = [line for line in heard if " of 3 done" in line]
    assert [line.split(" ")[0] for line in counted] == (["0", "1", "2"] if jobs == 1 else ["0", "1", "2", "3"])


@pytest.mark.parametrize(("words", "told"), [
    ("hunt adlung --games 1 --cases 1", "--cases and --games: a hunt has one end; give one of them"),
    ("hunt adlung --games 1 --minutes 1", "--minutes and --games: a hunt has one end"),
    ("hunt adlung --cases 1 --minutes 1", "--minutes and --cases: a hunt has one end"),
    ("hunt adlung --resume --no-cache", "--resume and --no-cache"),
    ("hunt adlung --against adlung", "--against adlung: this is the edition itself"),
    ("hunt adlung --games 1 --scheduler foo", "--scheduler foo: no address; that of a running scheduler is wanted: tcp://"),
    ("check adlung --only clash --games 3", "--only and --games: the games are for the rows of the kind seen"),
    ("diff adlung dv --tell --format json", "--format and --tell: JSON has all"),
    ("diff adlung dv --translation --format json", "--format and --translation: JSON has all"),
    ("show adlung --words --players 4", "--words and --players: the words are the same for all"),
    ("coverage adlung x.txt --hashes --format json", "--hashes and --format: it prints the table"),
    ("vectors adlung --verify x --seed 3", "--verify and --seed: the vectors say what they are for"),
    ("conform adlung --smoke --junit x -- true", "--smoke and --junit: only the wiring is tried"),
    ("conform adlung --vectors x --moves 9 -- true", "--vectors and --moves: the vectors say what they are for"),
    ("hunt adlung --against=", "the edition '' is not known"),
    ("vectors adlung tests/test_desk.py", "tests/test_desk.py: this is a file; a folder to write into is wanted"),
    ("conform adlung --vectors nowhere -- true", "nowhere: no manifest.json in it"),
    ("conform adlung --junit tests -- true", "--junit tests: a file in a folder that is there is wanted"),
    ("conform adlung --junit nowhere/x.xml -- true", "--junit nowhere/x.xml: a file in a folder that is there"),
    ("replay tests/list.json", "[]: wanted: an object { }"),
])
def test_what_would_be_ignored_or_fail_in_the_end_is_refused_at_once(
    words: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "list.json").write_text("[]\n", "utf-8")
    (tmp_path / "tests" / "test_desk.py").write_text("", "utf-8")
    monkeypatch.chdir(tmp_path)
    assert run(words.split()) == 2
    out, err = capsys.readouterr()
    assert (out, told in err, "Traceback" in err) == ("", True, False), err


def test_a_hunt_goes_on_in_a_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    hunt = ["hunt", "bga-fr", "--players", "2", "--games", "1", "--jobs", "1", "--resume"]
    (tmp_path / "file").write_text("", "utf-8")
    monkeypatch.setenv("ADVOCATUS_CACHE", str(tmp_path / "file"))
    assert run(hunt) == 2
    assert "is a file; the folder is wanted" in capsys.readouterr().err
    monkeypatch.setenv("ADVOCATUS_CACHE", str(tmp_path / "none"))
    assert run(hunt) == 0
    assert "so nothing was kept; the hunt begins anew" in capsys.readouterr().err
    assert run(hunt) == 0
    assert "begins anew" not in capsys.readouterr().err


def test_a_hunt_says_at_once_how_much_there_is_to_do(tmp_path: Path) -> None:
    """And what it is at, where it hunts in this very process: one round against another edition takes minutes."""
    heard: list[str] = []
    context = CheckContext(0, Store(tmp_path), progress=heard.append)

    def slow(_: Rules, given: CheckContext) -> Result:
        given.progress("games of one")
        return [], []

    with fleet(1) as workers:
        hunter = Checker("slow", slow, hunts=True)
        hunt(select(["adlung"], [3, 4]), context, Bounds(60), lambda _: None, workers, lambda *_: (hunter,))
    assert heard[0] == "hunting: 0 of 4 cases done"
    assert heard.count("games of one") == 4


def test_a_hunt_of_which_nothing_can_be_kept_says_so_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    words = ["hunt", "kosmos-en", "--players", "3", "--games", "1", "--jobs", "1"]
    for name, told in (("file/cache", True), ("cache", False)):
        monkeypatch.setenv("ADVOCATUS_CACHE", str(tmp_path / name))
        assert run(words) == 0
        assert ("nothing is kept of this hunt" in capsys.readouterr().err) == told
    assert not list((tmp_path / "cache").glob("tried*"))
