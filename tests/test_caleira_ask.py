"""Situations of the castles: the answer, what it hangs on, and that it is the engine's."""

from __future__ import annotations

from pathlib import Path

import pytest
from castles import edition

from advocatus.checks.ask import ask, rule_sets, situation_of
from advocatus.model.asking import CannotBeJudged
from advocatus.model.families import open_game
from advocatus.specs.asking import ALWAYS, DEPENDS, IMPOSSIBLE, NEVER
from advocatus.specs.caleira.asking import CastlePose

FOLDER = Path(__file__).parent / "situations-caleira"


@pytest.mark.parametrize(("file", "verdict", "questions"), [
    ("my-own-trebuchet", ALWAYS, ["target.itself"]),
    pytest.param("empty-handed-partner", NEVER, ["market.empty"], marks=pytest.mark.slow),
    pytest.param("leave-the-watchtower", ALWAYS, ["watchtower.none"], marks=pytest.mark.slow),
    pytest.param("beside-the-moats", DEPENDS, ["moats.discard", "throne.standing"], marks=pytest.mark.slow),
    pytest.param("look-at-a-piece", DEPENDS, ["observatory.any"], marks=pytest.mark.slow),
])
def test_the_answer_and_the_readings_that_change_it(file: str, verdict: str, questions: list[str]) -> None:
    situation = situation_of(FOLDER / f"{file}.toml", [edition()])
    (page,) = ask(situation, rule_sets(situation, [edition()], (), (), {})).pages
    assert page.sheet.verdict == verdict
    assert sorted({question for question, _, _ in page.others}) == questions
    game = open_game(page.sheet.rules)
    for case in page.sheet.answered.cases:
        assert game.well_formed(case.state) == ()
        assert page.sheet.pose is not None
        assert page.sheet.pose.may(case.state) == case.yes
        assert page.sheet.pose.holds(case.state)


def test_the_princess_is_never_played_face_up() -> None:
    situation = situation_of(FOLDER / "princess-face-up.toml", [edition()])
    (page,) = ask(situation, rule_sets(situation, [edition()], (2,), (), {})).pages
    assert (page.sheet.verdict, page.others) == (NEVER, ())
    assert page.sheet.answered.cases[0].clauses == ("card.princess",)


def _written(folder: Path, text: str) -> Path:
    path = folder / "s.toml"
    path.write_text(f'[situation]\nid = "s"\nasks = "?"\nplayers = 2\n{text}', "utf-8")
    return path


def test_every_seats_hand_can_matter_and_is_called_by_the_seats_letter(tmp_path: Path) -> None:
    text = '[due]\nframe = "market"\nby = "A"\n[move]\nact = "swap-with"\nby = "A"\nto = "B"\n'
    situation = situation_of(_written(tmp_path, text), [edition()])
    (page,) = ask(situation, rule_sets(situation, [edition()], (), (), {})).pages
    pose = page.sheet.pose
    assert isinstance(pose, CastlePose)
    told = {condition.key: condition.says for condition in pose.conditions}
    assert told["hand A"] == ("A has a card in hand", "A has no card in hand")
    assert told["hand B"] == ("B has a card in hand", "B has no card in hand")


def test_what_cannot_be_is_told(tmp_path: Path) -> None:
    text = '[due]\nframe = "play"\n[move]\nact = "play"\nby = "A"\nkind = "moats"\n'
    situation = situation_of(_written(tmp_path, text), [edition()])
    (page,) = ask(situation, rule_sets(situation, [edition()], (), (), {})).pages
    assert page.sheet.verdict == IMPOSSIBLE


def test_a_move_that_names_nothing_is_judged_too(tmp_path: Path) -> None:
    text = '[due]\nframe = "reveal"\nby = "A"\n[move]\nact = "leave"\nby = "A"\n'
    situation = situation_of(_written(tmp_path, text), [edition()])
    (page,) = ask(situation, rule_sets(situation, [edition()], (), (), {})).pages
    assert page.sheet.verdict == ALWAYS


@pytest.mark.parametrize(("text", "error"), [
    ('[due]\nframe = "play"\n[move]\nact = "aim"\nby = "A"\n', CannotBeJudged),
    ('[due]\nframe = "play"\n[move]\nact = "play"\nby = "A"\nkind = "moat"\n', CannotBeJudged),
    ('[due]\nframe = "trebuchet"\n[move]\nact = "aim"\nby = "A"\npiece = "mine"\n', CannotBeJudged),
])
def test_bad_files_are_refused(tmp_path: Path, text: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        situation_of(_written(tmp_path, text), [edition()])


def test_who_does_not_decide_cannot_be_judged(tmp_path: Path) -> None:
    text = '[due]\nframe = "trebuchet"\nby = "B"\n[move]\nact = "aim"\nby = "A"\n'
    situation = situation_of(_written(tmp_path, text), [edition()])
    with pytest.raises(CannotBeJudged):
        ask(situation, rule_sets(situation, [edition()], (), (), {}))
