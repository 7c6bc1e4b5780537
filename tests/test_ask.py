"""May it be done? Situations that deserve always, never, depends on each thing there is, and that cannot arise."""

from __future__ import annotations

import json
import os
import re
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import z3
from attrs import frozen
from games import adlung, longer_clash

from advocatus.checks import ask as asked
from advocatus.checks.asktell import _game_lines, conditions
from advocatus.checks.cli import run
from advocatus.checks.deriving import game_of, play_out
from advocatus.checks.tell import teller_of
from advocatus.model.asking import CannotBeJudged
from advocatus.model.families import editions, families
from advocatus.model.rules import make_rules
from advocatus.model.trace import decode_trace
from advocatus.specs.asking import ALWAYS, DEPENDS, IMPOSSIBLE, NEVER, Asker, Disagreement
from advocatus.specs.teufelsburg.asking import CoachPose
from advocatus.specs.teufelsburg.invariant import SOUND
from advocatus.specs.teufelsburg.laws import LAWS

FOLDER = Path(__file__).parent / "situations"
KEYS = ("adlung", "dv", "zh")

# What each edition answers by its default readings; one word where all answer the same.
DESERVED = {
    "accept-with-one-bag": "never",
    "attack-again": "always",
    "attack-myself": "never",
    "bag-demanded-for-a-bag": "never",
    "bag-for-bag": "never",
    "choose-in-secret": "cannot arise, never, cannot arise",
    "clairvoyant-on-the-turn-of-another": "never",
    "dagger-in-a-struggle": "depends",
    "dagger-in-defence": "never",
    "dagger-while-silenced": "never",
    "demand-of-myself": "never",
    "diplomat-again": "always",
    "diplomat-before-the-action": "depends",
    "diplomat-demands-a-bag": "always",
    "doctor-after-a-stand-off": "always",
    "give-a-present": "never",
    "give-back-what-was-taken": "always, always, cannot arise",
    "gloves-against-an-attack": "depends",
    "leave-the-pile-alone": "never, never, always",
    "leave-the-text": "depends",
    "leave-the-text-for-the-mirror": "always",
    "name-myself": "never",
    "one-object-and-no-pile": "cannot arise",
    "pass-always": "always, never, always",
    "priest-after-the-support": "never",
    "proclaim-alone": "depends",
    "proclaim-at-the-end": "never",
    "proclaim-for-the-others": "never, always, never",
    "proclaim-with-a-turned-bag": "always",
    "proclaim-with-an-unturned-bag": "never",
    "proclaim-with-the-pearl": "never, never, always",
    "refuse-the-bag": "always",
    "refuse-the-diplomat": "never",
    "refuse-the-mirror": "never",
    "refuse-what": "depends",
    "seven-objects": "cannot arise",
    "silenced-doctor": "always",
    "steal-what-is-not-there": "cannot arise",
    "support-nobody": "always, cannot arise, always",
    "surplus-to-a-full-hand": "never",
    "surplus-to-five": "always, never, always",
    "take-nothing": "always, never, depends",
    "thug-in-defence": "never",
    "turned-too-early": "cannot arise",
    "two-diplomats": "cannot arise",
    "two-seals": "cannot arise",
}
BEYOND = "attack-instead-of-an-answer"  # no words for it


def situation(name: str) -> Any:
    return asked.situation_of(FOLDER / f"{name}.toml", [editions()[key] for key in KEYS])


def pose(name: str, key: str = "adlung") -> CoachPose:
    one = situation(name)
    return CoachPose(make_rules(editions()[key], one.players, one.variants, dict(one.answers)), one)


def deserved(name: str) -> dict[str, str]:
    words = DESERVED[name].split(", ")
    return dict(zip(KEYS, words if len(words) > 1 else words * len(KEYS), strict=True))


def printed(*words: str) -> tuple[int, str, str]:
    """Exit code and both streams of a command."""
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = run(["ask", *words])
    return code, out.getvalue(), err.getvalue()


@cache
def data(name: str, *keys: str) -> dict[str, Any]:
    """What `ask` says of an example, as JSON data."""
    code, out, err = printed(*keys, str(FOLDER / f"{name}.toml"), "--format", "json")
    assert code == 0, err
    found: dict[str, Any] = json.loads(out)
    return found


# ---------------------------------------------------------------- the verdicts


def test_every_example_is_judged_here() -> None:
    names = {path.stem for path in FOLDER.glob("*.toml")}
    assert names == {*DESERVED, BEYOND}
    assert len(names) >= 25
    words = {word for text in DESERVED.values() for word in text.split(", ")}
    assert words == {ALWAYS, NEVER, DEPENDS, IMPOSSIBLE}


@pytest.mark.parametrize("name", DESERVED)
def test_an_answer_is_the_one_deserved(name: str) -> None:
    assert Asker(pose(name)).verdict() == deserved(name)["adlung"]


@pytest.mark.slow
@pytest.mark.parametrize("name", DESERVED)
@pytest.mark.parametrize("key", KEYS[1:])
def test_an_answer_is_the_one_deserved_in_the_other_editions(name: str, key: str) -> None:
    assert Asker(pose(name, key)).verdict() == deserved(name)[key]


@pytest.mark.slow
@pytest.mark.parametrize("name", DESERVED)
def test_every_case_has_a_position_that_is_judged_so(name: str) -> None:
    """And nearly every one a game that gets there: none is found to a Diplomat renewed, nor, rightly, to a silenced one
    who fights."""
    found = data(name, "adlung")["answers"][0]
    family = families()["teufelsburg"]
    for sheet in (found, *found["readings"]):
        edition = editions()[sheet["edition"]]
        rules = make_rules(edition, sheet["players"], sheet["variants"], sheet["answers"])
        for case in sheet["cases"]:
            state, move = family.codec.state(case["position"]), family.codec.move(case["move"])
            assert game_of(rules).well_formed(state) == ()
            assert game_of(rules).judge(state, move).allowed == case["allowed"]
            assert case["clauses"] or not case["allowed"]
    lonely = ("diplomat-again", "gloves-against-an-attack")
    assert (name in lonely) != all(case["trace"] for case in found["cases"])


# ---------------------------------------------------------------- on what it depends


def test_it_depends_on_a_reading_and_on_the_edition() -> None:
    found = data("leave-the-pile-alone", "adlung", "zh")
    assert found["on"] == ["the question duel.stand-off.may", "the edition"]
    assert [a["verdict"] for a in found["answers"]] == [NEVER, ALWAYS]
    (reading,) = found["answers"][0]["readings"]
    assert (reading["reading"], reading["verdict"]) == ("may", ALWAYS)
    assert found["answers"][0]["cases"][0]["clauses"] == ["duel.stand-off"]


def test_a_game_gets_there_and_is_judged_so() -> None:
    family = families()["teufelsburg"]
    for answer in data("leave-the-pile-alone", "adlung", "zh")["answers"]:
        rules = make_rules(editions()[answer["edition"]], answer["players"])
        for case in answer["cases"]:
            trace = decode_trace(case["trace"], family.codec)
            played = play_out(rules, trace.deal, trace.moves)
            assert played.trace == trace
            judged = game_of(rules).judge(played.state, family.codec.move(case["move"]))
            assert judged.allowed == case["allowed"]
            assert set(judged.clauses) <= set(case["clauses"])


def test_a_game_of_several_turns_is_told_whole_where_that_is_asked_for() -> None:
    """Else its last turn, with the way to get the others; and of each case what is to be decided then."""
    found = longer_clash()
    assert found.trace is not None
    played, teller = play_out(found.rules.find(editions()), found.trace.deal, found.trace.moves), teller_of(adlung())
    last, whole = (list(_game_lines(played, teller, full)) for full in (False, True))
    turns = [[line[:11] for line in lines if line.startswith("    Turn")] for lines in (last, whole)]
    assert turns == [["    Turn 5:"], [f"    Turn {turn}:" for turn in range(1, 6)]]
    assert ["--full" in "".join(lines) for lines in (last, whole)] == [True, False]
    assert "    The deal:" in whole
    code, out, _ = printed("adlung", str(FOLDER / "leave-the-pile-alone.toml"), "--full")
    assert code == 0
    assert "The deal:" in out
    assert "Now it is to be decided: A may pick up an object." in out


def test_it_depends_on_what_the_file_leaves_open() -> None:
    one = pose("refuse-what")
    found = Asker(one).answer()
    assert found.verdict == DEPENDS
    sheet = asked.Sheet(one.rules, one, found, ())
    report = asked.Report(one.situation, (asked.Page(sheet, (), 0),))
    told = [(case.yes, sorted(conditions(report, sheet, case))) for case in found.cases]
    assert len(told) > 1
    assert all(len(words) == 1 for yes, words in told if not yes)
    assert (False, ["the object offered is Broken Mirror"]) in told
    assert "the object offered is not Broken Mirror" in told[0][1]
    assert found.apart == ("what A holds", "what the decision is about") or "what A holds" in found.apart
    for case in found.cases:
        assert one.holds(case.state, case.literals), "the numbers say what the terms say"
        assert one.may(case.state) == case.yes


def test_two_positions_that_part_are_as_near_as_can_be() -> None:
    one = pose("proclaim-alone")
    found = Asker(one).answer()
    assert found.near is not None
    may, may_not = found.near
    assert (one.may(may), one.may(may_not)) == (True, False)
    assert found.apart == ("what A holds",)
    assert may.hands[1:] == may_not.hands[1:]
    assert (may.roles, may.sides, may.agenda) == (may_not.roles, may_not.sides, may_not.agenda)


@pytest.mark.parametrize(("name", "blamed"), [
    ("two-seals", {"seat.A.holds", "conserved"}),
    ("turned-too-early", {"table.turned", "table.pile", "turning"}),
    ("seven-objects", {"seat.A.objects", "within-limit"}),
    ("two-diplomats", {"seat.B.role", "move", "people"}),
    ("choose-in-secret", {"comes-up"}),
])
def test_what_cannot_arise_is_told_why(name: str, blamed: set[str]) -> None:
    one = pose(name)
    found = Asker(one).answer()
    assert found.verdict == IMPOSSIBLE
    assert blamed <= set(found.blame) | {"shape"}
    assert all(one.law(law) for law in found.blame if law in one.laws)


def test_every_law_has_plain_words() -> None:
    """And no words of the program: a reader has seen no frame and no agenda."""
    laws = {name for situation in ("refuse-what", "dagger-in-a-struggle") for name in pose(situation).laws}
    assert laws - {"comes-up"} <= set(LAWS)
    assert set(SOUND) <= set(LAWS)
    assert not [words for words in LAWS.values() if re.search(r"\b(frames?|agenda|seats?|slots?)\b", words)]


def test_why_is_told_in_words() -> None:
    code, out, _ = printed("adlung", str(FOLDER / "two-seals.toml"))
    assert code == 0
    seal = "Coat of Armor of the Loge"
    assert f"This cannot be:\n        A: holds {seal}, {seal} (seat.A.holds)\n" in out
    assert f"{seal} 1" in " ".join(out.split())
    assert out.splitlines()[-1] == "two-seals: cannot arise"
    _, out, _ = printed("adlung", str(FOLDER / "turned-too-early.toml"))
    assert "This cannot be together:\n" in out
    assert {"on the table: turned yes (table.turned)", "on the table: pile 3 (table.pile)"} <= {
        line.strip() for line in out.splitlines()}


def test_the_same_question_has_the_same_bytes() -> None:
    words = ("dv", str(FOLDER / "pass-always.toml"))
    assert printed(*words) == printed(*words)


def test_where_nothing_permits_a_move_no_prohibition_is_the_reason() -> None:
    """A Black Pearl forbids to proclaim; at the end of a turn nobody may, pearl or not."""
    case = data("proclaim-at-the-end", "adlung")["answers"][0]["cases"][0]
    assert (case["clauses"], case["nothing_permits_it"]) == ([], True)
    _, out, _ = printed("adlung", str(FOLDER / "proclaim-at-the-end.toml"))
    told = out.split("By another reading")[0]
    assert "Not allowed: nothing permits it at `end`.\n" in told
    assert "It can be permitted at `action`, by victory.proclaim, object.seal-of-the-lodge.\n" in told
    assert "pearl" not in told


def test_the_fewest_clauses_that_explain_it_are_named_and_the_rest_beside_them() -> None:
    (case,) = Asker(pose("bag-for-bag")).answer().cases
    assert case.clauses == ("object.bag.no-bag",)
    assert not case.unopened
    (case,) = Asker(pose("proclaim-with-the-pearl")).answer().cases
    assert case.clauses == ("object.black-pearl.no-proclaim",)


def test_what_would_permit_it_speaks_of_the_card_that_is_named() -> None:
    one = pose("dagger-in-defence")
    assert {norm.clause for norm in one.openers} == {"object.dagger"}


@pytest.mark.slow
def test_an_open_kind_of_move_is_told_in_few_lines(tmp_path: Path) -> None:
    path = tmp_path / "use.toml"
    text = (FOLDER / "dagger-in-a-struggle.toml").read_text("utf-8")
    path.write_text("".join(line for line in text.splitlines(True) if "card" not in line), "utf-8")
    code, out, err = printed("adlung", str(path))
    assert code == 0, err
    assert len(out.splitlines()) < 130
    assert "there are fewer where [move] tells `card`" in out
    assert "more readings it depends too, in other cases; --answer tells them: " in out


# ---------------------------------------------------------------- the tester tested


def test_an_engine_that_judges_otherwise_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = CoachPose.may
    monkeypatch.setattr(CoachPose, "may", lambda self, state: not honest(self, state))
    with pytest.raises(Disagreement, match="judge refuse otherwise"):
        Asker(pose("refuse-the-mirror")).answer()


def test_without_a_law_what_cannot_arise_would_and_the_engine_says_so() -> None:
    one = pose("two-seals")
    one.laws.pop("conserved")
    assert Asker(one).verdict() == ALWAYS
    with pytest.raises(Disagreement, match="takes no such state"):
        Asker(one).answer()


def test_conditions_that_do_not_decide_are_not_taken_for_a_reason() -> None:
    one = pose("refuse-what")
    one.__dict__["conditions"] = one.conditions[:1]
    assert not any(case.whole for case in Asker(one).answer().cases)


# ---------------------------------------------------------------- bad input

GOOD = (FOLDER / "refuse-the-bag.toml").read_text("utf-8")


@frozen
class Spoilt:
    """A good file with one thing replaced, and what must be said of it."""

    old: str
    new: str
    told: str
    code: int = 2  # 4 for a word that the game does not have, however it is spelt


SPOILT = [
    Spoilt('frame = "answer"', 'frame = "awnser"', "due.frame: 'awnser': this frame is not known; did you mean", 4),
    Spoilt('act = "refuse"', 'act = "refuze"', "move.act: 'refuze': this act is not known; did you mean 'refuse'?", 4),
    Spoilt('by = "B"\n', 'by = "E"\n', "due.by: 'E': a seat from A to D: 4 play"),
    Spoilt('offered = "bag"', 'offered = "bagg"', "due.offered: 'bagg': this object is not known; did you mean 'bag'?",
           4),
    Spoilt('offered = "bag"', "ofered = true", "due.ofered: True: this key is not known; did you mean 'offered'?"),
    Spoilt("players = 4", "players = 40", "wanted: how many play, from 1 to 12"),
    Spoilt("players = 4", "", "'players' is missing"),
    Spoilt("players = 4", 'players = 4\nwhen = ["count(hnd) > 1"]', "situation.when[0]", 4),
    Spoilt("players = 4", 'players = 4\n[table]\npile = [3, 1]', "table.pile: [3, 1]: a number, or a list of"),
    Spoilt("players = 4", "players = 4\n[table]\nturned = 1", "table.turned: 1: true or false"),
    Spoilt("players = 4", 'players = 4\n[seat.B]\nholds = "key"', "seat.B.holds: 'key': a list, such as"),
    Spoilt("players = 4", "players = 4\n[seat.Z]\nobjects = 1", "no such key; wanted: what is known of each seat"),
    Spoilt("players = 4", "players = ", "the file must be TOML"),
    Spoilt("players = 4", 'players = 4\n[answers]\n"trade.nothing" = "yes"', "the question 'trade.nothing' is not"),
    Spoilt("players = 4", 'players = 4\nvariants = ["moon"]', "the variant 'moon' is not known"),
    Spoilt("players = 4", "players = 2", "2"),
]


@pytest.mark.parametrize("one", SPOILT, ids=lambda one: one.told[:40])
def test_a_bad_file_is_told_with_its_place(one: Spoilt, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    assert one.old in GOOD
    path.write_text(GOOD.replace(one.old, one.new, 1), "utf-8")
    code, out, err = printed("adlung", str(path))
    assert (code, out) == (one.code, ""), err
    assert one.told in err
    assert "Traceback" not in err


@pytest.mark.parametrize(("words", "told"), [
    (["adlung"], "name the editions first"),
    (["adlung", "nothing.toml"], "there is no such file"),
    (["nowhere", str(FOLDER / "two-seals.toml")], "nowhere"),
    (["adlung", os.fspath(FOLDER)], "this is a folder"),
])
def test_what_names_no_situation_is_refused(words: list[str], told: str) -> None:
    code, out, err = printed(*words)
    assert (code, out) == (2, "")
    assert told in err


@pytest.mark.parametrize(("name", "told", "code"), [
    ("target_refused", "'target_refused' speaks of the move itself; a condition here is about the position", 2),
    ("taken == bag", "'taken' says nothing at 'action'; `show EDITION taken --words` tells where", 2),
    ("weather == bag", "the name 'weather' is not known", 4),
])
def test_a_name_that_a_condition_may_not_use_is_told_as_such(name: str, told: str, code: int, tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    file.write_text('[situation]\nid = "x"\nasks = "?"\nplayers = 4\nwhen = ["' + name + '"]\n[due]\nframe = "action"\n'
                    'by = "A"\n[move]\nact = "trade"\nby = "A"\n', "utf-8")
    found, _, err = printed("adlung", str(file))
    assert (found, told in err) == (code, True), err


def test_what_there_are_no_words_for_cannot_be_judged() -> None:
    with pytest.raises(CannotBeJudged, match="there one can refuse, return, use"):
        situation(BEYOND)
    code, out, err = printed("adlung", str(FOLDER / f"{BEYOND}.toml"))
    assert (code, out) == (4, "")
    assert "cannot be judged" in err


def test_games_without_words_for_situations_cannot_be_asked_about() -> None:
    others = sorted({e.family: key for key, e in editions().items() if families()[e.family].wording is None}.values())
    for key in others:
        code, out, err = printed(key, str(FOLDER / "two-seals.toml"))
        assert (code, out) == (4, "")
        assert "nothing can be asked about" in err
        assert printed("adlung", key, str(FOLDER / "two-seals.toml"))[0] == 2


def test_a_limit_that_the_text_does_not_give_cannot_be_judged() -> None:
    words = ["adlung", str(FOLDER / "refuse-the-bag.toml"), "--answer", "hand.limit=unsaid"]
    code, out, _ = printed(*words)
    assert code == 4
    assert "the rules are silent on hand.limit" in out


def test_who_uses_a_card_at_anothers_decision_does_not_owe_it(tmp_path: Path) -> None:
    path = tmp_path / "s.toml"
    for mover, owed in (("A", True), ("B", False)):
        path.write_text('[situation]\nid = "s"\nasks = "?"\nplayers = 4\n[due]\nframe = "steal"\nby = "A"\n'
                        f'loser = "C"\n[move]\nact = "use"\nby = "{mover}"\ncard = "clairvoyant"\n', "utf-8")
        here = editions()["adlung"]
        assert CoachPose(make_rules(here, 4), asked.situation_of(path, [here])).owed == owed


def test_things_may_go_by_the_names_of_an_edition(tmp_path: Path) -> None:
    path = tmp_path / "named.toml"
    path.write_text(GOOD.replace('offered = "bag"', 'offered = "Secret Bag"'), "utf-8")
    one = asked.situation_of(path, [editions()["adlung"]])
    assert one.of_due["offered"] == ("bag",)


def test_where_nothing_at_all_may_be_done_the_clash_is_named() -> None:
    code, out, _ = printed("adlung", str(FOLDER / "bag-demanded-for-a-bag.toml"))
    told = " ".join(out.split())
    assert code == 0
    assert "Nothing at all may be done there: object.bag.no-bag and profession.diplomat.demand collide." in told
    code, out, _ = printed("adlung", str(FOLDER / "refuse-the-mirror.toml"))
    assert code == 0
    assert "Nothing at all" not in out


def test_a_reading_by_which_it_cannot_arise_is_listed() -> None:
    page = data("bag-demanded-for-a-bag", "adlung")["answers"][0]
    told = {one["reading"]: one["verdict"] for one in page["readings"]
            if one["question"] == "profession.diplomat.bag-for-bag"}
    assert page["verdict"] == "never"
    assert told == {"exchanged": "always", "not-offered": "cannot arise"}


def test_of_what_is_plain_all_is_kept_that_can_be() -> None:
    x, y = z3.Ints("x y")
    pose_ = SimpleNamespace(laws={"x": x >= 0}, told={}, plain=[x < 0, y == 17])
    assert Asker(pose_)._plain(x < 9).number(y) == 17  # type: ignore[arg-type]
