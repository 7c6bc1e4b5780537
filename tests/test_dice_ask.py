"""Situations of the game of devils: the answer, what it hangs on, and that it is the engine's."""

from __future__ import annotations

from pathlib import Path

import pytest

from advocatus.checks.ask import ask, rule_sets, situation_of
from advocatus.model.asking import CannotBeJudged
from advocatus.model.families import editions, open_game
from advocatus.model.loading import BadRulebook
from advocatus.specs.asking import ALWAYS, DEPENDS, IMPOSSIBLE, NEVER

FOLDER = Path(__file__).parent / "situations-devils"
EDITION = next(e for e in editions().values() if e.family == "dice-devils")


@pytest.mark.parametrize(("file", "verdict", "questions"), [
    ("steal-an-iron", NEVER, []), ("steal-a-bed", ALWAYS, []), ("place-where-others-are", ALWAYS, []),
    ("give-the-object-won", ALWAYS, []), ("force-with-three", IMPOSSIBLE, []),
    ("swap-with-the-second", ALWAYS, ["swap.upwards", "swap.whom"]),
    ("swap-with-whom", DEPENDS, ["swap.upwards", "swap.whom"]),
])
def test_the_answer_and_the_readings_that_change_it(file: str, verdict: str, questions: list[str]) -> None:
    situation = situation_of(FOLDER / f"{file}.toml", [EDITION])
    (page,) = ask(situation, rule_sets(situation, [EDITION], (), (), {})).pages
    assert page.sheet.verdict == verdict
    assert sorted({question for question, _, _ in page.others}) == questions
    game = open_game(page.sheet.rules)
    for case in page.sheet.answered.cases:
        assert game.well_formed(case.state) == ()
        assert page.sheet.pose is not None
        assert page.sheet.pose.may(case.state) == case.yes
        assert page.sheet.pose.holds(case.state, case.literals)


def _written(folder: Path, text: str) -> Path:
    path = folder / "s.toml"
    path.write_text(f'[situation]\nid = "s"\nasks = "?"\nplayers = 3\n{text}', "utf-8")
    return path


SWAP = '[due]\nframe = "swap"\nby = "A"\n[move]\nact = "swap"\nby = "A"\nto = "B"\n'


@pytest.mark.parametrize(("told", "verdict"), [
    ('[seat.B]\nfights = true\n', ALWAYS), ('[seat.B]\nfights = false\n', NEVER), ('[table]\nturn = 1\n', DEPENDS),
    ('[seat.A]\nrank = "Putzteufel"\nscore = 2\n[seat.B]\nrank = "Oberteufel"\nscore = 3\nfights = true\n', IMPOSSIBLE),
    ('[seat.B]\nrank = ["Oberteufel", "Satansbraten"]\nholds = ["bed"]\n', DEPENDS),
    ('[table]\nrow = ["iron", "iron", "iron"]\n', IMPOSSIBLE), ('[seat.A]\nexactly = []\n', IMPOSSIBLE),
    ('[table]\nforced = true\n', IMPOSSIBLE), ('[seat.A]\nholds = []\n', DEPENDS),
])
def test_what_a_file_tells_counts(told: str, verdict: str, tmp_path: Path) -> None:
    situation = situation_of(_written(tmp_path, told + SWAP), [EDITION])
    (page,) = ask(situation, rule_sets(situation, [EDITION], (), (), {})).pages
    assert page.sheet.verdict == verdict


@pytest.mark.parametrize(("text", "error"), [
    ('[due]\nframe = "swap"\n[move]\nact = "steal"\nby = "A"\n', CannotBeJudged),
    ('[due]\nframe = "swap"\nby = "A"\n[move]\nact = "swap"\nby = "A"\nto = "D"\n', BadRulebook),
    ('[due]\nframe = "swap"\n[seat.A]\nrank = "Angel"\n[move]\nact = "swap"\nby = "A"\n', CannotBeJudged),
])
def test_bad_files_are_refused(tmp_path: Path, text: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        situation_of(_written(tmp_path, text), [EDITION])


def test_who_does_not_decide_cannot_be_judged(tmp_path: Path) -> None:
    for text, who in (('[due]\nframe = "swap"\nby = "B"\n[move]\nact = "swap"\nby = "A"\n', "B"),
                      ('[due]\nframe = "roll"\n[move]\nact = "roll"\nby = "A"\n', "chance")):
        situation = situation_of(_written(tmp_path, text), [EDITION])
        with pytest.raises(CannotBeJudged, match=f"is for {who} alone to decide"):
            ask(situation, rule_sets(situation, [EDITION], (), (), {}))
