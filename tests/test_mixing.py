"""Rule sets mixed entry by entry: nothing taken changes nothing, all taken gives the other, and what it rests on."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from small_family import entry, load, tiny

from advocatus.model.mixing import DEFAULT, SILENCE, TEXT, basis, differences, in_force, mix, rests
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
