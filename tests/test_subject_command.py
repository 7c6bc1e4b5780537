"""`advocatus conform` with the second implementation in JavaScript: each option, on a suite of a few vectors."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from test_subject import NODE, command

from advocatus.checks.cli import run
from advocatus.checks.conformance.filing import write
from advocatus.checks.conformance.suite import Maker
from advocatus.model.families import editions

CLAUSE, FAULT = "object.bag.no-bag", "bag-for-bag"

pytestmark = pytest.mark.skipif(NODE is None, reason="no Node: the options of `conform` were NOT tried on it")


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with vectors for two clauses."""
    folder = tmp_path_factory.mktemp("suite") / "vectors"
    maker = Maker(editions()["adlung"], (4,), {}, 0, tries=250, only=(CLAUSE, "duel.attack"))
    maker.sets, maker.others = maker.sets[:1], []
    made = maker.suite()
    assert {vector.clause for vector in made.vectors} == {CLAUSE, "duel.attack"}
    write(made, folder, 0)
    return folder


def conform(suite: Path, *options: str, fault: str = "") -> int:
    """The exit code of `conform` over the suite."""
    names = (fault,) if fault else ()
    return run(["conform", "adlung", "--vectors", str(suite), *options, "--", *command(*names)])


def test_the_wiring_of_the_second_implementation_is_sound(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["conform", "adlung", "--smoke", "--", *command()]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "the wiring is sound"
    assert run(["conform", "dv", "--smoke", "--", *command()]) == 1
    assert "wrong: it knows adlung, not dv" in capsys.readouterr().out
    assert run(["conform", "adlung", "--smoke", "--", *command("no-such-fault")]) == 1
    assert "advice: the program ended" in capsys.readouterr().out


def test_vectors_are_played_and_one_fails(suite: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert conform(suite) == 0
    assert "conforms, as far as" in capsys.readouterr().out
    assert conform(suite, fault=FAULT) == 1
    lines = capsys.readouterr().out.splitlines()
    assert f"  in vectors/{CLAUSE}.1.json, as far as it is needed" in lines
    assert lines[-1] == f"1 departure from the rules: {CLAUSE}"


def test_a_departure_that_is_known_does_not_count(suite: Path, tmp_path: Path) -> None:
    known = tmp_path / "known.toml"
    known.write_text(f'[[known]]\nclause = "{CLAUSE}"\nverdict = "too-lax"\nbecause = "we play it so"\n', "utf-8")
    assert conform(suite, "--known", str(known), fault=FAULT) == 0
    assert conform(suite, "--known", str(known)) == 1  # it does not come up any more
    known.write_text(f'[[known]]\nclause = "{CLAUSE}"\nplayers = [7]\nbecause = "so"\n', "utf-8")
    assert conform(suite, "--known", str(known), fault=FAULT) == 1  # known with seven players only


def test_the_transcript_has_every_line_of_the_talk(suite: Path, tmp_path: Path) -> None:
    talk = tmp_path / "talk.txt"
    assert conform(suite, "--transcript", str(talk)) == 0
    lines = talk.read_text("utf-8").splitlines()
    said, answered = ([json.loads(line[2:]) for line in lines if line[0] == mark] for mark in "><")
    assert [call["method"] for call in said][:2] == ["describe", "run"]
    assert [call["id"] for call in said] == [answer["id"] for answer in answered]
    assert len(lines) == len(said) + len(answered)
    assert conform(suite, "--transcript", str(tmp_path / "none" / "talk.txt")) == 2


def test_junit_has_a_case_for_each_clause_and_the_failure(suite: Path, tmp_path: Path) -> None:
    path = tmp_path / "junit.xml"
    for fault, failures in (("", []), (FAULT, [CLAUSE])):
        conform(suite, "--junit", str(path), fault=fault)
        whole = ElementTree.parse(path).getroot().find("testsuite")
        assert whole is not None
        cases = whole.findall("testcase")
        assert [case.get("name") for case in cases if case.find("failure") is not None] == failures
        assert (whole.get("tests"), whole.get("failures")) == (str(len(cases)), str(len(failures)))
        assert {"duel.attack", "trade.offer"} <= {case.get("name") for case in cases}


def test_lines_of_json_tell_departure_and_counts(suite: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert conform(suite, "--format", "json", fault=FAULT) == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [next(iter(line)) for line in lines] == ["header", "departure", "counted", "footer"]
    departure, footer = lines[1]["departure"], lines[-1]["footer"]
    assert (departure["verdict"], departure["clauses"], departure["players"]) == ("too-lax", [CLAUSE], 4)
    assert departure["run"]["acts"][-1]["act"] == "return"
    assert (footer["exit"], footer["stale"]) == (1, [])
