"""Rules: an edition made definite, what is asked of it, and what its digest speaks of."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from small_family import as_toml, load, spoilt, tiny

from advocatus.model.rulebook import Edition
from advocatus.model.rules import BadChoice, Gap, Rules, by_count, make_rules


@pytest.fixture
def edition(tmp_path: Path) -> Edition:
    return load(tiny(), tmp_path)


def norm_ids(rules: Rules) -> list[str]:
    return [norm.id for norm in rules.norms]


# ---------------------------------------------------------------- choices


@pytest.mark.parametrize(
    ("players", "variants", "answers", "told"),
    [
        (1, [], {}, "tiny is played by 2 to 4, not by 1"),
        (5, [], {}, "tiny is played by 2 to 4, not by 5"),
        (0, [], {}, "tiny is played by 2 to 4, not by 0"),
        (-3, [], {}, "tiny is played by 2 to 4, not by -3"),
        (3, ["nigth"], {}, "tiny: the variant 'nigth' is not known; did you mean 'night'?"),
        (3, ["night", "xyzzy"], {}, "tiny: the variant 'xyzzy' is not known; known: night, pair"),
        (3, ["pair"], {}, "tiny: pair is for 2 players, not 3"),
        (3, [], {"hand.limits": "five"}, "tiny: the question 'hand.limits' is not known; did you mean 'hand.limit'?"),
        (3, [], {"hand.limit": "fife"}, "hand.limit: the reading 'fife' is not known; did you mean 'five'?"),
        (3, [], {"hand.limit": ""}, "hand.limit: the reading '' is not known; known: five, table, unsaid"),
    ],
)
def test_a_choice_that_the_edition_does_not_have_is_refused(
    players: int, variants: list[str], answers: dict[str, str], told: str, edition: Edition
) -> None:
    with pytest.raises(BadChoice, match=f"^{re.escape(told)}$"):
        make_rules(edition, players, variants, answers)


def test_a_count_within_the_range_that_the_edition_leaves_out_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadChoice):
        make_rules(load(spoilt(["edition", "players"], [2, 3, 4, 6]), tmp_path), 5)


def test_answers_that_are_the_defaults_give_the_same_rules(edition: Edition) -> None:
    plain = make_rules(edition, 3)
    answered = make_rules(edition, 3, (), {"turn.attack.late": "as-written", "hand.limit": "five"})
    assert (answered, hash(answered), answered.digest) == (plain, hash(plain), plain.digest)
    assert answered.answers == ()


def test_answers_and_variants_are_kept_in_one_order(tmp_path: Path) -> None:
    edition = load(tiny(), tmp_path)
    one = make_rules(edition, 2, ["pair", "night"], {"turn.attack.late": "never", "hand.limit": "table"})
    other = make_rules(edition, 2, ["night", "pair", "night"], {"hand.limit": "table", "turn.attack.late": "never"})
    assert (one, hash(one)) == (other, hash(other))
    assert one.variants == ("night", "pair")
    assert one.answers == (("hand.limit", "table"), ("turn.attack.late", "never"))


def test_rules_of_an_edition_loaded_twice_are_the_same(edition: Edition, tmp_path: Path) -> None:
    again = make_rules(load(tiny(), tmp_path), 3)
    assert (again, hash(again)) == (make_rules(edition, 3), hash(make_rules(edition, 3)))
    assert len({again, make_rules(edition, 3)}) == 1


def test_equal_rules_have_equal_hashes(tmp_path: Path) -> None:
    """A variant that changes nothing, an answer to a question that does not arise, an edition of another key."""
    idle = load(spoilt(["variant", 0, "facts"], {"cards.key": 3}), tmp_path)
    idle_variant = [make_rules(idle, 2, variants) for variants in ([], ["night"], ["pair"], ["night", "pair"])]
    renamed = load(spoilt(["edition", "key"], "other"), tmp_path)
    many = [*idle_variant, make_rules(load(tiny(), tmp_path), 2), make_rules(renamed, 2),
            make_rules(renamed, 2, (), {"support.how": "secret"}), make_rules(renamed, 3)]
    for one in many:
        for other in many:
            assert one != other or hash(one) == hash(other), (one.variants, other.variants)


def test_rules_differ_by_players_variants_and_answers(edition: Edition) -> None:
    different = [
        make_rules(edition, 2), make_rules(edition, 3), make_rules(edition, 4), make_rules(edition, 3, ["night"]),
        make_rules(edition, 3, (), {"hand.limit": "table"}), make_rules(edition, 3, (), {"hand.limit": "unsaid"}),
    ]
    assert len(set(different)) == len(different)
    assert make_rules(edition, 3) != "rules"


def test_rules_with_another_text_or_another_choice_differ_though_they_share_the_rest(tmp_path: Path) -> None:
    plain = make_rules(load(tiny(), tmp_path), 2)
    assert make_rules(load(spoilt(["fact", 0, "value"], 4), tmp_path), 2) != plain
    assert make_rules(plain.edition, 2, (), {"support.how": "secret"}) != plain  # though the question does not arise
    assert make_rules(load(spoilt(["edition", "key"], "other"), tmp_path), 2) != plain


def test_rules_cannot_be_changed(edition: Edition) -> None:
    with pytest.raises(AttributeError):
        make_rules(edition, 3).players = 4  # type: ignore[misc]


# ---------------------------------------------------------------- norms, facts, switches, clauses


def test_norms_stand_in_the_order_of_the_book_those_of_readings_last(edition: Edition) -> None:
    base = ["turn.pass/1", "turn.attack/1", "turn.attack/2", "trade.answer/1", "trade.answer/2", "card.demand/1"]
    assert norm_ids(make_rules(edition, 3)) == base
    assert norm_ids(make_rules(edition, 3, (), {"turn.attack.late": "never"})) == [*base, "turn.attack.late.never/1"]


def test_variants_and_readings_take_norms_away_and_bring_clauses_into_force(edition: Edition) -> None:
    assert "turn.attack/2" not in norm_ids(make_rules(edition, 3, (), {"turn.attack.late": "always"}))
    assert "turn.attack/2" not in norm_ids(make_rules(edition, 2, ["pair"]))
    assert "variant.night/1" not in norm_ids(make_rules(edition, 3))
    assert norm_ids(make_rules(edition, 3, ["night"]))[-1] == "variant.night/1"


def test_a_reading_can_take_away_what_a_variant_adds(tmp_path: Path) -> None:
    data = spoilt(["variant", 0, "norms"], [{"forbid": "return"}])
    data["question"][1]["readings"]["always"]["without"] = ["night/1"]
    edition = load(data, tmp_path)
    assert "night/1" in norm_ids(make_rules(edition, 3, ["night"]))
    assert "night/1" not in norm_ids(make_rules(edition, 3, ["night"], {"turn.attack.late": "always"}))


def test_a_clause_for_some_players_is_in_force_for_them_alone(tmp_path: Path) -> None:
    edition = load(spoilt(["clause", 0, "players"], [4]), tmp_path)
    assert "turn.pass/1" in norm_ids(make_rules(edition, 4))
    assert "turn.pass/1" not in norm_ids(make_rules(edition, 3))


def test_facts_are_those_of_the_player_count_the_variants_and_the_answers(edition: Edition) -> None:
    assert [make_rules(edition, n).fact("cards.out") for n in (2, 3)] == [["goblet"], []]
    assert [make_rules(edition, 3, v).fact("cards.key") for v in ([], ["night"])] == [3, 2]
    table = {"hand.limit": "table"}
    assert make_rules(edition, 3).fact("hand.limit") == 5
    assert [make_rules(edition, n, (), table).fact("hand.limit") for n in (2, 4)] == [8, 6]


def test_a_fact_that_is_nought_or_an_empty_list_is_given(tmp_path: Path) -> None:
    rules = make_rules(load(spoilt(["fact", 0, "value"], 0), tmp_path), 3)
    assert (rules.fact("cards.key"), rules.fact("cards.out")) == (0, [])


def test_switches_are_those_of_the_edition_and_the_answers(edition: Edition) -> None:
    secret = {"support.how": "secret"}
    assert make_rules(edition, 3).switch("support") == "in-turn"
    assert make_rules(edition, 3, (), secret).switch("support") == "secret"


def test_a_question_that_does_not_arise_changes_nothing(edition: Edition) -> None:
    rules = make_rules(edition, 2, (), {"support.how": "secret"})
    assert rules.switch("support") == "in-turn"
    assert [make_rules(edition, n).applies(edition.questions[2]) for n in (2, 3)] == [False, True]


def test_a_question_of_a_variant_arises_with_it_alone(tmp_path: Path) -> None:
    edition = load(spoilt(["question", 1, "variant"], "night"), tmp_path)
    answers = {"turn.attack.late": "never"}
    assert "turn.attack.late.never/1" not in norm_ids(make_rules(edition, 3, (), answers))
    assert "turn.attack.late.never/1" in norm_ids(make_rules(edition, 3, ["night"], answers))


@pytest.mark.parametrize(
    ("value", "wanted"), [(7, 7), ([1], [1]), ({"3": 4, "else": 5}, 4), ({"2": 4, "else": 5}, 5), ({"2": 4}, None)]
)
def test_a_value_or_its_entry_for_the_player_count(value: Any, wanted: Any) -> None:
    assert by_count(value, 3) == wanted


# ---------------------------------------------------------------- gaps


def test_a_missing_fact_is_a_gap_that_names_the_clauses_of_its_questions(edition: Edition) -> None:
    rules = make_rules(edition, 3, (), {"hand.limit": "unsaid"})
    with pytest.raises(Gap) as caught:
        rules.fact("hand.limit")
    gap = caught.value
    assert (gap.topic, gap.clauses) == ("hand.limit", ("turn.pass",))
    assert str(gap) == "the rules are silent on hand.limit: a value for hand.limit with 3 players"


def test_the_clauses_of_many_questions_on_a_fact_are_each_named_once(tmp_path: Path) -> None:
    data = spoilt(["question", 0, "clauses"], ["trade.answer", "turn.pass"])
    data["question"][1]["clauses"] = ["turn.pass", "turn.attack"]
    data["question"][1]["readings"]["never"]["facts"] = {"hand.limit": 1}
    rules = make_rules(load(data, tmp_path), 3, (), {"hand.limit": "unsaid"})
    with pytest.raises(Gap) as caught:
        rules.fact("hand.limit")
    assert caught.value.clauses == ("trade.answer", "turn.pass", "turn.attack")


def test_a_fact_without_an_entry_for_the_player_count_is_a_gap(tmp_path: Path) -> None:
    edition = load(spoilt(["fact", 1, "by-players"], {"2": ["goblet"]}), tmp_path)
    assert make_rules(edition, 2).fact("cards.out") == ["goblet"]
    assert make_rules(edition, 3).given("cards.out") is None
    with pytest.raises(Gap, match=r"a value for cards\.out with 3 players") as caught:
        make_rules(edition, 3).fact("cards.out")
    assert caught.value.clauses == ()


def test_a_fact_can_be_asked_for_without_a_gap(edition: Edition) -> None:
    assert make_rules(edition, 3).given("hand.limit") == 5
    assert make_rules(edition, 3, (), {"hand.limit": "unsaid"}).given("hand.limit") is None


def test_a_missing_switch_is_a_gap(edition: Edition) -> None:
    with pytest.raises(Gap, match="the rules are silent on spare: which procedure is used") as caught:
        make_rules(edition, 3).switch("spare")
    assert caught.value.topic == "spare"


def test_clauses_are_cited_by_topic_and_a_missing_one_is_a_gap(edition: Edition) -> None:
    rules = make_rules(edition, 3)
    assert rules.cite("turn.pass", "card.demand") == ("turn.pass", "card.demand")
    assert rules.cite() == ()
    with pytest.raises(Gap, match=r"the rules are silent on turn\.end: a rule on turn\.end") as caught:
        rules.cite("turn.pass", "turn.end")
    assert caught.value.topic == "turn.end"


def test_a_clause_that_is_not_in_force_cannot_be_cited(edition: Edition) -> None:
    assert make_rules(edition, 3, ["night"]).cite("variant.night") == ("variant.night",)
    with pytest.raises(Gap):
        make_rules(edition, 3).cite("variant.night")


# ---------------------------------------------------------------- the digest


def digest(data: dict[str, Any], folder: Path, *choices: Any) -> str:
    return make_rules(load(data, folder), 3, *choices).digest


def test_a_digest_is_sixteen_hex_digits(tmp_path: Path) -> None:
    assert re.fullmatch("[0-9a-f]{16}", digest(tiny(), tmp_path))


BEARING: dict[str, tuple[list[str | int], Any]] = {
    "a norm taken out": (["clause", 3, "norm", 1], None),
    "a norm more": (["clause", 2, "norm"], [{"forbid": "pass"}]),
    "the mood of a norm": (["clause", 3, "norm", 0], {"forbid": "refuse"}),
    "the move of a norm": (["clause", 0, "norm", 0, "permit"], "refuse"),
    "the frames of a norm": (["clause", 0, "norm", 0, "during"], ["end"]),
    "the condition of a norm": (["clause", 1, "norm", 1, "when"], "late and pile == 1"),
    "a condition less": (["clause", 1, "norm", 1, "when"], None),
    "what discharges a duty": (["clause", 4, "norm", 0, "which"], "returned == offered"),
    "the rank of a clause": (["clause", 3, "rank"], "card"),
    "the order of ranks": (["edition", "precedence"], None),
    "an override": (["clause", 3, "overrides"], ["card.demand"]),
    "a clause for other players": (["clause", 3, "players"], [2, 4]),
    "a fact": (["fact", 0, "value"], 4),
    "a fact by players": (["fact", 1, "by-players", "else"], ["key"]),
    "a fact that falls silent": (["fact", 1, "by-players"], {"2": ["goblet"]}),
    "a switch": (["switch", 0, "value"], "secret"),
    "a default": (["question", 0, "default"], "table"),
    "the fact of the default reading": (["question", 0, "readings", "five", "facts", "hand.limit"], 4),
    "the switch of a default reading": (["question", 2, "readings", "as-written", "switches"], {"spare": "open"}),
}


@pytest.mark.parametrize(("path", "value"), BEARING.values(), ids=BEARING.keys())
def test_the_digest_changes_with_what_bears_rules(path: list[str | int], value: Any, tmp_path: Path) -> None:
    assert digest(spoilt(path, value), tmp_path) != digest(tiny(), tmp_path)


def test_the_digest_changes_with_the_id_of_a_clause(tmp_path: Path) -> None:
    renamed = as_toml(tiny()).replace('"cards.priority"', '"cards.order"')
    assert make_rules(load(renamed, tmp_path), 3).digest != digest(tiny(), tmp_path)


def test_the_digest_changes_with_a_choice(edition: Edition) -> None:
    made = [
        make_rules(edition, 2), make_rules(edition, 3), make_rules(edition, 4), make_rules(edition, 3, ["night"]),
        make_rules(edition, 2, ["pair"]), make_rules(edition, 3, (), {"hand.limit": "table"}),
        make_rules(edition, 3, (), {"hand.limit": "unsaid"}), make_rules(edition, 3, (), {"support.how": "secret"}),
        make_rules(edition, 3, (), {"turn.attack.late": "never"}),
        make_rules(edition, 3, (), {"turn.attack.late": "always"}),
    ]
    assert len({rules.digest for rules in made}) == len(made)


PROSE: dict[str, tuple[list[str | int], Any]] = {
    "what a clause says": (["clause", 0, "says"], "One need not do anything."),
    "where a clause stands": (["clause", 0, "at"], [3]),
    "the section": (["clause", 0, "section"], "The turn"),
    "the title": (["edition", "title"], "Another title"),
    "the key": (["edition", "key"], "other"),
    "the language": (["edition", "language"], "de"),
    "a name": (["terms", "objects", "key"], "clé"),
    "a hash": (["text", "hashes", 0], "ffffff"),
    "an aside": (["aside", 0, "because"], "no rule"),
    "the source of a fact": (["fact", 1, "from"], "elsewhere"),
    "the clause of a switch": (["switch", 0, "clause"], "turn.pass"),
    "what a question asks": (["question", 0, "asks"], "How many cards?"),
    "why a default is one": (["question", 0, "why"], "So be it."),
    "what a reading says": (["question", 0, "readings", "five", "says"], "5."),
    "a reading that is not chosen": (["question", 0, "readings", "table", "facts", "hand.limit"], 7),
    "a variant that is not played": (["variant", 0, "facts", "cards.key"], 1),
    "a clause that is not in force": (["clause", 5, "norm"], []),
    "a fact for other players": (["fact", 1, "by-players", "2"], ["key"]),
    "all players": (["edition", "players"], [2, 3, 4, 5]),
}


@pytest.mark.parametrize(("path", "value"), PROSE.values(), ids=PROSE.keys())
def test_the_digest_does_not_change_with_anything_else(path: list[str | int], value: Any, tmp_path: Path) -> None:
    assert digest(spoilt(path, value), tmp_path) == digest(tiny(), tmp_path)


def test_the_digest_does_not_depend_on_the_order_of_facts(tmp_path: Path) -> None:
    data = tiny()
    data["fact"].reverse()
    assert digest(data, tmp_path) == digest(tiny(), tmp_path)
