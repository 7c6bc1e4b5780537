"""Clarifications: what they change, what they close, and every way in which one cannot be put on an edition."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from small_family import GRAMMAR, as_toml, tiny

from advocatus.checks.cli import run
from advocatus.model.clarifying import clarified
from advocatus.model.families import editions, find_editions
from advocatus.model.loading import BadRulebook
from advocatus.model.mixing import differences
from advocatus.model.rulebook import Edition
from advocatus.model.rules import BadChoice, make_rules


def put(folder: Path, *given: dict[str, Any]) -> Edition:
    """The tiny edition with clarifications on top."""
    base = folder / "tiny.toml"
    base.write_text(as_toml(tiny()), "utf-8")
    files = []
    for i, one in enumerate(given):
        head = {"id": f"c{i}", "says": "It is so.", **one.pop("head", {})}
        file = folder / f"c{i}.toml"
        file.write_text(as_toml({"clarification": head, **one}), "utf-8")
        files.append(file)
    return clarified(base, tuple(files), {"small": GRAMMAR})


def changed(folder: Path, *given: dict[str, Any]) -> tuple[str, ...]:
    before = make_rules(put(folder), 3)
    return differences(before, make_rules(put(folder, *given), 3))


def test_one_that_says_nothing_changes_nothing_but_the_name(tmp_path: Path) -> None:
    made = put(tmp_path, {})
    assert made.key == "tiny+c0"
    assert make_rules(made, 3).digest == make_rules(put(tmp_path), 3).digest


def test_an_answer_closes_its_question(tmp_path: Path) -> None:
    made = put(tmp_path, {"answers": {"turn.attack.late": "always"}})
    (question,) = [q for q in made.questions if q.id == "turn.attack.late"]
    assert (question.default, list(question.readings)) == ("always", ["always"])
    assert changed(tmp_path, {"answers": {"turn.attack.late": "always"}}) == ("turn.attack",)
    again = put(tmp_path, {"answers": {"turn.attack.late": "always"}}, {})
    assert [list(q.readings) for q in again.questions if q.id == "turn.attack.late"] == [["always"]]
    assert again.key == "tiny+c0+c1"


def test_a_fact_holds_whatever_reading_is_taken(tmp_path: Path) -> None:
    made = put(tmp_path, {"fact": [{"id": "hand.limit", "value": 4}]})
    assert {make_rules(made, 3, (), {"hand.limit": r}).given("hand.limit") for r in ("five", "table", "unsaid")} == {4}
    (fact,) = [f for f in made.facts if f.id == "hand.limit"]
    assert fact.source == "clarification c0"


def test_a_switch_and_a_clause_are_told_anew(tmp_path: Path) -> None:
    pair = [{"permit": "attack"}]
    made = put(tmp_path, {
        "switch": [{"id": "support", "value": "secret"}, {"id": "spare", "value": "open", "clause": "turn.pass"}],
        "clause": [{"id": "turn.attack", "says": "Always.", "norm": pair},
                   {"id": "extra.rule", "says": "New.", "norm": [{"forbid": "pass", "when": "late"}]}],
    })
    rules = make_rules(made, 3)
    assert (rules.switch("support"), rules.switch("spare")) == ("secret", "open")
    old, new = made.clause("turn.attack"), made.clause("extra.rule")
    assert old is not None
    assert (old.says, old.section, len(old.norms)) == ("Always.", "Turns", 1)
    assert new is not None
    assert (new.section, new.at) == ("Clarification", ())
    assert differences(make_rules(put(tmp_path), 3), rules) == ("turn.attack", "support", "extra.rule", "spare")


def test_a_norm_is_taken_away(tmp_path: Path) -> None:
    assert changed(tmp_path, {"without": ["turn.attack/2"]}) == ("turn.attack",)


FAULTS = [
    ({"answers": {"hand.limit": ["five"]}}, 'wanted: a text in quotes, such as "yes"'),
    ({"clause": [{"id": "x", "says": "y", "norm": [{"permit": "pass", "when": "pile = 1"}]}]}, "equal is written =="),
    ({"answers": {"hand.limt": "five"}}, "hand.limt: 'five': this question is not known; did you mean 'hand.limit'?"),
    ({"answers": {"hand.limit": "six"}}, "one of its readings: five, table, unsaid"),
    ({"head": {"of": "other"}}, "clarification, of: 'other': it is put on tiny"),
    ({"without": ["turn.attack/7"]}, "this norm is not known"),
    ({"switch": [{"id": "spare", "value": "open"}]}, "say which clause says so"),
    ({"switch": [{"id": "support", "value": "loud"}]}, "one of in-turn, secret"),
    ({"fact": [{"id": "cards.kez", "value": 2}]}, "did you mean 'cards.key'?"),
    ({"clause": [{"id": "x", "says": "y", "norm": [{"permit": "fly"}]}]}, "this move is not known"),
    ({"clause": [{"id": "x", "says": "y", "norm": [{"permit": "pass", "when": "moon > 1"}]}]}, "column 1"),
    ({"clause": [{"id": "x"}]}, "'says' is missing"),
    ({"rule": []}, "this key is not known"),
    ({"clause": [{"id": "turn.atack", "says": "y"}]}, "no such clause; did you mean 'turn.attack'?"),
    ({"clause": [{"id": "x", "says": "y", "norm": "nobody attacks"}]}, "wanted: a list of norms, each a table"),
    ({"clause": [{"id": "x", "says": "y", "norm": [{"permit": "return", "when": "returned == Schlüssel"}]}]},
     "'Schlüssel' is written key"),
    ({"clause": [{"id": "x", "says": "y"}, {"id": "x", "says": "z"}]}, "clause 'x', id: 'x': stands twice"),
    ({"fact": [{"id": "hand.limit", "value": 4}, {"id": "hand.limit", "value": 5}]}, "every id stands once"),
    ({"without": ["turn.attack/2"], "clause": [{"id": "turn.attack", "says": "y", "norm": [{"permit": "attack"}]}]},
     "told anew here"),
    ({"answers": {"hand.limit": "five"}, "fact": [{"id": "hand.limit", "value": 4}]},
     "answers, hand.limit: 'five': by it hand.limit is 5, and by the fact here 4; keep one"),
    ({"answers": {"support.how": "secret"}, "switch": [{"id": "support", "value": "in-turn"}]}, "by the switch here"),
    ({"clause": [{"id": "x", "says": "y", "norm": [{"permit": "pass", "when": "late"}]},
                 {"id": "z", "says": "y", "norm": [{"forbid": "pass", "when": " late "}]}]},
     "clause 'z', norm.1: 'pass': x/1 says the opposite"),
    ({"clause": [{"id": "x", "says": "y", "norm": [{"oblige": "pass"}, {"forbid": "pass"}]}]},
     "clause 'x', norm.2: 'pass': x/1 says the opposite"),
]


@pytest.mark.parametrize(("given", "told"), FAULTS)
def test_what_cannot_be_put_on_the_edition_is_told_under_the_name_of_its_file(
    given: dict[str, Any], told: str, tmp_path: Path
) -> None:
    with pytest.raises(BadRulebook) as caught:
        put(tmp_path, dict(given))
    assert caught.value.file == str(tmp_path / "c0.toml")
    assert told in str(caught.value)


def test_a_norm_with_a_fault_is_told_once_though_a_reading_takes_it_away(tmp_path: Path) -> None:
    data = tiny()
    taken = next(w for q in data["question"] for r in q["readings"].values() for w in r.get("without", ()))
    clause = taken.rpartition("/")[0]
    norms = [{"permit": "fly"}] * int(taken.rpartition("/")[2])
    with pytest.raises(BadRulebook) as caught:
        put(tmp_path, {"clause": [{"id": clause, "says": "y", "norm": norms}]})
    wanted = {f"norm.{i}.permit" for i in range(1, len(norms) + 1)}
    assert {fault.key.split(",")[0] for fault in caught.value.faults} == wanted


@pytest.mark.parametrize("norms", [
    [{"permit": "pass", "when": "late"}, {"forbid": "pass", "when": "pile > 0"}],
    [{"permit": "pass"}, {"forbid": "pass", "during": ["end"]}],
    [{"forbid": "pass"}, {"forbid": "attack"}],
])
def test_norms_of_unlike_conditions_are_no_contradiction(norms: list[dict[str, Any]], tmp_path: Path) -> None:
    assert put(tmp_path, {"clause": [{"id": "x", "says": "y", "norm": norms}]}).clause("x")


def test_one_clause_may_override_the_other(tmp_path: Path) -> None:
    assert put(tmp_path, {"clause": [
        {"id": "x", "says": "y", "norm": [{"permit": "pass", "when": "late"}]},
        {"id": "z", "says": "y", "norm": [{"forbid": "pass", "when": "late"}], "overrides": ["x"]},
    ]})


@pytest.mark.parametrize(("norm", "beyond"), [
    ({"permit": "fly"}, True), ({"permit": "passs"}, True), ({"permit": "pass", "during": ["nap"]}, True),
    ({"permit": "pass", "when": "weather > 1"}, True), ({"permit": "pass", "when": "pil > 1"}, True),
    ({"permit": "pass", "when": "offered == key"}, False), ({"permit": "pass", "when": "pile > "}, False),
])
def test_what_there_is_no_word_for_is_told_from_what_is_written_wrongly(
    norm: dict[str, Any], beyond: bool, tmp_path: Path
) -> None:
    """However like a known word it is: one rule for all spellings."""
    with pytest.raises(BadRulebook) as caught:
        put(tmp_path, {"clause": [{"id": "x", "says": "y", "norm": [norm]}]})
    assert caught.value.beyond is beyond
    with pytest.raises(BadRulebook) as caught:
        put(tmp_path, {"clause": [{"id": "x", "says": "y", "norm": [norm, {"permit": "pass", "when": "pile >"}]}]})
    assert not caught.value.beyond


def test_every_wrong_word_is_told_at_once(tmp_path: Path) -> None:
    """Of a condition each name, of a norm with a wrong move its condition too, and what the edition lacks besides."""
    norms = [{"permit": "fly", "when": "weather > 1 and pil > 1"},
             {"permit": "pass", "during": ["nap"], "when": "trn == 2"},
             {"permit": "pass", "when": "pil > 1 or trn == 2"}]
    with pytest.raises(BadRulebook) as caught:
        put(tmp_path, {"without": ["turn.attack/7"], "clause": [{"id": "x", "says": "y", "norm": norms}],
                       "switch": [{"id": "support", "value": "loud"}, {"id": "suport", "value": "secret"}]})
    told = [(fault.entry, fault.key) for fault in caught.value.faults]
    assert told == [
        ("without", ""), ("switch 'suport'", "clause"), ("clause 'x'", "norm.1.permit"),
        ("clause 'x'", "norm.1.when, column 1"), ("clause 'x'", "norm.1.when, column 17"),
        ("clause 'x'", "norm.2.during"), ("clause 'x'", "norm.2.when, column 1"),
        ("clause 'x'", "norm.3.when, column 1"), ("clause 'x'", "norm.3.when, column 12"),
        ("switch 'support'", "value")]
    assert not caught.value.beyond


@pytest.mark.parametrize("given", [
    {"fact": [{"id": "cards.kez", "value": 2}]}, {"switch": [{"id": "suport", "value": "secret"}]},
    {"switch": [{"id": "support", "value": "loud"}]},
])
def test_facts_and_procedures_are_words_of_the_game_too(given: dict[str, Any], tmp_path: Path) -> None:
    if given.get("switch", [{}])[0].get("id") == "suport":
        given["switch"][0]["clause"] = "turn.pass"
    with pytest.raises(BadRulebook) as caught:
        put(tmp_path, given)
    assert caught.value.beyond


@pytest.mark.parametrize("given", [
    {"answers": {"hand.limt": "five"}}, {"answers": {"hand.limit": "six"}}, {"without": ["turn.attack/7"]},
    {"clause": [{"id": "turn.atack", "says": "y"}]},
])
def test_entries_of_the_edition_are_none(given: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(BadRulebook) as caught:
        put(tmp_path, given)
    assert not caught.value.beyond


@pytest.mark.parametrize(("words", "told"), [
    (["clarify", "adlung", "X"], "clarify takes one word: write adlung+X"),
    (["check", "X"], "[edition] is wanted; this is a clarification; put it on its edition"),
    (["ask", "adlung", "X"], "[situation] is wanted; this is a clarification"),
    (["clarify", "adlung+S"], "[clarification] is wanted; this is a situation; ask about it"),
])
def test_a_file_of_another_kind_is_told_with_what_it_is_for(
    words: list[str], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "x.toml").write_text('[clarification]\nid = "x"\nsays = "x"\n', "utf-8")
    (tmp_path / "s.toml").write_text('[situation]\nid = "s"\n', "utf-8")
    files = {"X": str(tmp_path / "x.toml"), "S": str(tmp_path / "s.toml")}
    put_in = [word.replace("X", files["X"]).replace("S", files["S"]) for word in words]
    assert run(put_in) == 2
    err = capsys.readouterr().err
    assert told.replace("X", files["X"]) in err
    assert len(err.splitlines()) == 1


def test_a_question_that_is_closed_says_who_answered_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "x.toml").write_text(
        '[clarification]\nid = "x"\nsays = "x"\n[answers]\n"duel.stand-off.may" = "may"\n', "utf-8")
    assert run(["show", f"adlung+{tmp_path / 'x.toml'}", "duel.stand-off.may"]) == 0
    assert "    Answered by x.\n" in capsys.readouterr().out


def test_a_question_is_answered_once(tmp_path: Path) -> None:
    with pytest.raises(BadRulebook, match="answered already: 'five' by c0"):
        put(tmp_path, {"answers": {"hand.limit": "five"}}, {"answers": {"hand.limit": "table"}})
    with pytest.raises(BadRulebook, match="another clarification"):
        put(tmp_path, {"head": {"id": "same"}}, {"head": {"id": "same"}})


def test_the_command_line_names_editions_with_clarifications(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "limit.toml"
    file.write_text('[clarification]\nid = "limit"\nsays = "Four."\n[[fact]]\nid = "hand.limit"\nvalue = 4\n', "utf-8")
    (made,) = find_editions(f"adlung+{file}")
    assert made.key == "adlung+limit"
    assert run(["show", f"adlung+{file}", "hand.limit"]) == 0
    assert "hand.limit = 4" in capsys.readouterr().out
    for word in ("teufelsburg+x.toml", "adlun+x.toml"):
        with pytest.raises(BadChoice):
            find_editions(word)
    with pytest.raises(BadRulebook, match="no such file"):
        find_editions("adlung+nothing.toml")


@pytest.mark.parametrize("family", ["caleira", "teufelsburg"])
def test_a_clarification_of_a_whole_family_is_told_its_editions(family: str) -> None:
    there = ", ".join(edition.key for edition in editions().values() if edition.family == family)
    with pytest.raises(BadChoice, match=f"is put on one edition: {there}, or a file"):
        find_editions(f"{family}+x.toml")
