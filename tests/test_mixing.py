"""Rule sets mixed entry by entry: nothing taken changes nothing, all taken gives the other, and what it rests on."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from small_family import entry, load, tiny

from advocatus.model.mixing import (
    DEFAULT,
    SILENCE,
    TEXT,
    basis,
    differences,
    in_force,
    mix,
    only_words,
    rests,
    said_elsewhere,
)
from advocatus.model.rulebook import Edition
from advocatus.model.rules import Rules, make_rules


def edition_of(data: dict[str, Any]) -> Edition:
    """The edition that such tables make."""
    with TemporaryDirectory() as folder:
        return load(data, Path(folder))


def rules(*changes: tuple[str, str, dict[str, Any]], players: int = 3, **answers: str) -> Rules:
    """The tiny edition with entries changed."""
    data = tiny()
    for table, key, values in changes:
        entry(data, table, key).update(values)
    return make_rules(edition_of(data), players, (), {k.replace("_", "."): v for k, v in answers.items()})


MORE_KEYS = ("fact", "cards.key", {"value": 4})
BY_DAY = ("clause", "turn.attack", {"norm": [{"permit": "attack"}, {"forbid": "attack", "when": "late"}]})
SECRET = ("switch", "support", {"value": "secret"})


@pytest.mark.parametrize(("changes", "keys"), [
    ((), ()),
    ((MORE_KEYS,), ("cards.key",)),
    ((SECRET,), ("support",)),
    ((BY_DAY, MORE_KEYS), ("turn.attack", "cards.key")),
    ((("clause", "turn.attack", {"says": "Told otherwise.", "at": [3]}),), ()),
])
def test_the_entries_that_differ_are_named(changes: Any, keys: tuple[str, ...]) -> None:
    found = differences(rules(), rules(*changes))
    assert found == keys
    assert set(differences(rules(*changes), rules())) == set(keys)


def test_nothing_taken_is_the_base_and_all_taken_is_the_other() -> None:
    one, other = rules(), rules(BY_DAY, MORE_KEYS, SECRET)
    assert differences(mix(one, other, ()), one) == ()
    assert differences(mix(one, other, differences(one, other)), other) == ()
    assert {*differences(mix(one, other, ("cards.key",)), one)} == {"cards.key"}


def test_a_clause_that_one_lacks_goes_and_comes_whole() -> None:
    data = tiny()
    data["clause"] = [c for c in data["clause"] if c["id"] != "card.demand"]
    poorer, whole = make_rules(edition_of(data), 3), rules()
    assert differences(poorer, whole) == ("card.demand",)
    richer = mix(poorer, whole, ("card.demand",))
    assert [n.mood for n in in_force(richer).clauses["card.demand"].norms] == ["oblige"]
    assert "card.demand" not in in_force(mix(whole, poorer, ("card.demand",))).clauses
    assert basis(poorer, whole, "card.demand") == SILENCE
    assert rests(poorer, whole, ("card.demand",)) == "text against silence"


def test_ranks_are_those_of_the_precedence_taken() -> None:
    data = tiny()
    del data["edition"]["precedence"]
    flat, ranked = make_rules(edition_of(data), 3), rules()
    assert {n.rank for n in mix(ranked, flat, ()).norms} == {0, 1}
    assert {n.rank for n in mix(ranked, flat, ("cards.priority",)).norms} == {0}
    assert {n.rank for n in mix(flat, ranked, ("cards.priority",)).norms} == {0, 1}
    data["edition"] |= {"precedence": "turn.pass", "ranks": ["card", "rule"]}
    later = make_rules(edition_of(data), 3)
    for base, other in ((ranked, later), (later, ranked)):
        assert mix(base, other, (other.edition.precedence,)).edition.ranks == other.edition.ranks
    data["edition"] |= {"precedence": "cards.priority", "ranks": ["card", "rule"]}
    turned = make_rules(edition_of(data), 3)
    assert mix(ranked, turned, ()).edition.ranks == ranked.edition.ranks, "both have it: the base's ranks stay"


def test_what_an_entry_rests_on() -> None:
    one, other = rules(), rules(MORE_KEYS, BY_DAY, hand_limit="table")
    assert basis(one, other, "cards.key") == TEXT
    assert rests(one, other, ("cards.key",)) == "text against text"
    assert basis(one, other, "hand.limit") == DEFAULT
    assert rests(one, other, ("hand.limit",)) == "default against default"
    assert rests(one, other, ("cards.key", "hand.limit")) == "default against default"
    assert basis(rules(), rules(("fact", "cards.out", {"by-players": {"else": ["key"]}})), "cards.out") == SILENCE


def test_a_norm_that_only_a_reading_takes_away_is_a_default() -> None:
    late = {"turn_attack_late": "always"}
    one = make_rules(edition_of(tiny()), 3, (), {"turn.attack.late": "always"})
    assert differences(rules(), one) == ("turn.attack",), late
    assert basis(rules(), one, "turn.attack") == DEFAULT


def test_a_default_is_one_only_where_another_reading_agrees_with_the_other_rules() -> None:
    printed = tiny()
    printed["question"] = [q for q in printed["question"] if q["id"] != "hand.limit"]
    printed["fact"].append({"id": "hand.limit", "value": 6, "at": [3]})
    open_here = rules()
    assert basis(open_here, make_rules(edition_of(printed), 3), "hand.limit") == DEFAULT
    printed["fact"][-1]["value"] = 7  # as no reading has it
    other = make_rules(edition_of(printed), 3)
    assert basis(open_here, other, "hand.limit") == DEFAULT, "a reading alone says it"
    assert basis(other, open_here, "hand.limit") == TEXT
    assert basis(make_rules(edition_of(tiny()), 3, (), {"support.how": "secret"}), open_here, "support") == DEFAULT


def test_a_value_that_both_have_is_no_text_for_the_norms_that_one_lacks() -> None:
    data = tiny()
    data["clause"].append({"id": "cards.key", "section": data["clause"][0]["section"], "at": [3], "rank": "rule",
                           "says": "Keys are never offered.", "norm": [{"forbid": "attack", "when": "late"}]})
    more, plain = make_rules(edition_of(data), 3), rules()
    assert differences(plain, more) == ("cards.key",)
    assert (basis(plain, more, "cards.key"), basis(more, plain, "cards.key")) == (SILENCE, TEXT)


def test_words_that_command_nothing() -> None:
    data = tiny()
    data["clause"].append({"id": "turn.first", "section": data["clause"][0]["section"], "at": [3], "rank": "rule",
                           "says": "Whoever is the youngest begins."})
    more, plain = make_rules(edition_of(data), 3), rules()
    assert differences(plain, more) == ("turn.first",)
    assert only_words(plain, more, "turn.first")
    assert not only_words(plain, rules(BY_DAY), "turn.attack")
    assert not only_words(plain, rules(MORE_KEYS), "cards.key")


def test_a_norm_that_moves_to_another_clause_is_the_same_law() -> None:
    data = tiny()
    refuse = entry(data, "clause", "trade.answer")
    data["clause"].append({"id": "turn.first", "section": refuse["section"], "at": [3], "rank": refuse["rank"],
                           "says": "One may refuse.", "norm": [refuse["norm"].pop(0)]})
    moved, plain = make_rules(edition_of(data), 3), rules()
    assert said_elsewhere(plain, moved, "trade.answer") == ("turn.first",)
    assert said_elsewhere(plain, moved, "turn.first") == ("trade.answer",)
    assert said_elsewhere(plain, rules(BY_DAY), "turn.attack") == ()
    assert said_elsewhere(plain, rules(MORE_KEYS), "cards.key") == ()
