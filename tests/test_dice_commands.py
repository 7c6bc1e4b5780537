"""Every command for the game of devils, in its smallest game: what it says, and that it ends as it should."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from test_conform import ORACLE, tried

from advocatus.checks.cli import run
from advocatus.checks.conformance.filing import verify, write
from advocatus.checks.conformance.starting import started
from advocatus.checks.conformance.suite import Maker
from advocatus.checks.dice_devils.positions import random_position
from advocatus.model.families import editions, open_game
from advocatus.model.rules import make_rules

KEY = "kosmos-en"
TEXT = Path(__file__).resolve().parent.parent.parent / "shared" / "rulebooks" / "dice-devils-en.txt"
MEND = """[clarification]
id = "mend"
says = "Ranks are changed with the one who has the lowest score."
[answers]
"swap.whom" = "lowest"
"""


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> object:
    monkeypatch.setenv("ADVOCATUS_CACHE", str(tmp_path / "kept"))

    def say(*words: str, code: int = 0) -> str:
        assert run(list(words)) == code, capsys.readouterr().err
        return " ".join(capsys.readouterr().out.split())
    return say


@pytest.fixture
def mend(tmp_path: Path) -> str:
    (tmp_path / "mend.toml").write_text(MEND, "utf-8")
    return f"{KEY}+{tmp_path / 'mend.toml'}"


def test_show(said) -> None:  # type: ignore[no-untyped-def]
    assert "forbid swap when not target_lost" in said("show", KEY, "swap.ranks")
    assert "hot object" in said("show", KEY, "object")


def test_ask(said) -> None:  # type: ignore[no-untyped-def]
    file = Path(__file__).parent / "situations-devils" / "steal-an-iron.toml"
    assert said("ask", KEY, str(file)).endswith("steal-an-iron: never")


def test_replay(said) -> None:  # type: ignore[no-untyped-def]
    files = sorted(Path("counterexamples/dice-devils").glob("question.*.json"))
    told = said("replay", *map(str, files[:3]))
    assert told.endswith("3 findings, 3 replay, 0 do not")
    assert "places the grab marker" in told or "grab marker at place" in told


def test_diff(said, mend: str) -> None:  # type: ignore[no-untyped-def]
    told = said("diff", KEY, mend, "--players", "3", code=1)
    assert "divergence kosmos-en / kosmos-en+mend 3 swap.ranks new" in told
    assert told.endswith("1 changes play; 0 findings on file, 1 new, 0 gone")


def test_clarify(said, mend: str) -> None:  # type: ignore[no-untyped-def]
    told = said("clarify", mend, "--players", "3", "--jobs", "1")
    assert "closed: question swap.whom + lowest" in told
    assert "Every promise that was proved still is." in told


def test_hunt(said) -> None:  # type: ignore[no-untyped-def]
    assert "0 new, 0 gone" in said("hunt", KEY, "--players", "3", "--games", "2", "--jobs", "1")


def test_coverage(said) -> None:  # type: ignore[no-untyped-def]
    if not TEXT.exists():
        pytest.skip("the rulebook is not here")
    assert said("coverage", KEY, str(TEXT)).endswith("0 not accounted for")


def test_the_oracle_is_served_and_put_to_the_test(said) -> None:  # type: ignore[no-untyped-def]
    assert said("conform", KEY, "--players", "3", "--smoke", "--", *ORACLE).endswith("the wiring is sound")


@pytest.mark.parametrize("players", [3, 6])
def test_the_oracle_departs_from_itself_nowhere(players: int) -> None:
    assert not tried(moves=150, players=players, edition=KEY).groups


@pytest.mark.parametrize(("fault", "clause", "players"), [
    ("-swap.ranks/3", "swap.ranks", 3), ("reveal.objects:3", "reveal.number", 3),])
def test_a_fault_is_named_by_its_clause(fault: str, clause: str, players: int) -> None:
    assert clause in {key for group in tried(fault, 400, players, edition=KEY).groups for key in group.clauses}


def test_vectors(tmp_path: Path) -> None:
    suite = Maker(editions()[KEY], (3,), tries=40, only=("swap.ranks", "markers.place", "rank.putzteufel")).suite()
    assert {vector.clause for vector in suite.vectors} == {"swap.ranks", "markers.place", "rank.putzteufel"}
    write(suite, tmp_path / "suite", 0)
    assert list(verify(editions()[KEY], tmp_path / "suite")) == []
    for vector in suite.vectors:
        assert started(vector.rules, vector.start, "start")


@pytest.mark.parametrize("players", [3, 6])
def test_positions_for_vectors_are_sound(players: int) -> None:
    rules, rng = make_rules(editions()[KEY], players), Random(players)
    game = open_game(rules)
    for _ in range(30):
        state = random_position(rules, rng)
        assert game.well_formed(state) == ()
        assert game.at_rest(state)


def test_a_steal_has_a_vector() -> None:
    suite = Maker(editions()[KEY], (4,), tries=60, only=("rank.fehlerteufel",)).suite()
    assert {v.norm for v in suite.vectors if v.shown == "play"} >= {f"rank.fehlerteufel/{i}" for i in (1, 3, 4)}
