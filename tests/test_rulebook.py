"""Rulebooks as data: a sound file is loaded whole; a bad one is told everything that is wrong with it."""

from __future__ import annotations

import ast
import fnmatch
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st
from small_family import GRAMMAR, as_toml, faults, load, spoilt, tiny

import advocatus.model
from advocatus.model.families import editions, families, grammars
from advocatus.model.guard import parse
from advocatus.model.loading import MAX_BYTES, BadRulebook, Fault, entry_name, load_edition
from advocatus.model.norms import Norm
from advocatus.model.rulebook import Change, Clause, Edition, Fact, Question, paragraph_hash, span
from advocatus.model.rules import Rules, make_rules

REPEATABLE = settings(deadline=None, derandomize=True, database=None, max_examples=150)
MODEL = Path(advocatus.model.__path__[0]).resolve()
TEXTS = MODEL.parent.parent / "shared" / "rulebooks"
FILES = sorted(MODEL.glob("*/editions/*.toml"))
ID = re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+)+")


# ---------------------------------------------------------------- a sound file


def test_a_sound_file_is_loaded_whole(tmp_path: Path) -> None:
    edition = load(tiny(), tmp_path)
    assert (edition.key, edition.family, edition.language) == ("tiny", "small", "en")
    assert (edition.players, edition.ranks, edition.precedence) == ((2, 3, 4), ("rule", "card"), "cards.priority")
    assert (edition.paragraphs, edition.hashes[8]) == (9, "000008")
    assert [c.id for c in edition.clauses] == [c["id"] for c in tiny()["clause"]]
    assert [(a.at, a.because) for a in edition.asides] == [(("1",), "the title")]
    assert [(s.id, s.value, s.clause) for s in edition.switches] == [("support", "in-turn", "turn.attack")]
    assert edition.facts == (
        Fact("cards.key", 3, False, ("2",), "", ""),
        Fact("cards.out", {"2": ["goblet"], "else": []}, True, (), "the other edition", ""),
    )


def test_a_clause_keeps_its_places_and_its_norms(tmp_path: Path) -> None:
    clause = load(tiny(), tmp_path).clause("turn.attack")
    assert clause is not None
    assert (clause.section, clause.at, clause.rank) == ("Turns", ("3.1",), "rule")
    assert clause.says == "One may attack another."
    permit, forbid = clause.norms
    assert (permit.id, permit.mood, permit.move, permit.during) == ("turn.attack/1", "permit", "attack", ())
    assert permit.when == parse("target != seat", GRAMMAR.vocabulary)
    assert (forbid.id, forbid.mood, forbid.during, forbid.which) == ("turn.attack/2", "forbid", ("action",), None)


def test_a_duty_has_the_guard_of_the_moves_that_discharge_it(tmp_path: Path) -> None:
    (oblige,) = load(tiny(), tmp_path).clauses[4].norms
    assert (oblige.mood, oblige.when and oblige.when.text, oblige.which and oblige.which.text) == (
        "oblige", "demanded", "returned == demanded")


def test_ranks_order_norms_only_where_the_book_states_it(tmp_path: Path) -> None:
    assert [n.rank for c in load(tiny(), tmp_path).clauses for n in c.norms] == [0, 0, 0, 0, 0, 1, 0]
    silent = load(spoilt(["edition", "precedence"]), tmp_path)
    assert {n.rank for c in silent.clauses for n in c.norms} == {0}


def test_overrides_reach_the_norms_of_their_clause(tmp_path: Path) -> None:
    edition = load(spoilt(["clause", 3, "overrides"], ["card.demand", "turn.pass"]), tmp_path)
    assert [n.overrides for n in edition.clauses[3].norms] == [{"card.demand", "turn.pass"}] * 2


def test_a_norm_of_a_reading_has_the_rank_and_the_overrides_of_its_clause(tmp_path: Path) -> None:
    data = spoilt(["question", 1, "readings", "never", "norms"], [
        {"forbid": "attack"}, {"forbid": "return", "clause": "card.demand", "when": "offered == key"},
    ])
    data["clause"][4]["overrides"] = ["turn.pass"]
    first, second = load(data, tmp_path).questions[1].readings["never"].change.norms
    assert (first.id, first.clause, first.rank, first.overrides) == (
        "turn.attack.late.never/1", "turn.attack", 0, set())
    assert (second.id, second.clause, second.rank, second.overrides) == (
        "turn.attack.late.never/2", "card.demand", 1, {"turn.pass"})


def test_questions_and_variants_keep_what_they_change(tmp_path: Path) -> None:
    edition = load(tiny(), tmp_path)
    limit, late, support = edition.questions
    assert (limit.clauses, limit.default) == (("turn.pass",), "five")
    assert (limit.asks, limit.why) == ("How many?", "It is usual.")
    assert limit.readings["table"].change == Change(facts=(("hand.limit", {"2": 8, "else": 6}),))
    assert late.readings["always"].change == Change(without=("turn.attack/2",))
    assert late.readings["as-written"].change == Change()
    assert (support.players, support.variant) == ((3, 4), "")
    assert support.readings["secret"].change == Change(switches=(("support", "secret"),))
    night, pair = edition.variants
    assert (night.change, night.players, night.playable) == (Change(facts=(("cards.key", 2),)), (), True)
    assert (pair.change, pair.players) == (Change(without=("turn.attack/2",)), (2,))


def test_the_editions_own_names_are_found_by_the_names_of_the_code(tmp_path: Path) -> None:
    edition = load(tiny(), tmp_path)
    assert [edition.term(word) for word in ("key", "pile", "goblet")] == ["Schlüssel", "牌堆", "goblet"]
    assert edition.clause("no.such") is None


def test_what_a_variant_adds_stands_under_its_first_clause(tmp_path: Path) -> None:
    data = tiny()
    (night,) = [v for v in data["variant"] if v["id"] == "night"]
    night |= {"clauses": ["variant.night", "turn.attack"], "norms": [{"forbid": "attack"}]}
    edition = load(data, tmp_path)
    assert [norm.clause for v in edition.variants if v.id == "night" for norm in v.change.norms] == ["variant.night"]


@pytest.mark.parametrize(
    ("variant", "players", "variants", "count", "wanted"),
    [("", (), (), 4, True), ("night", (), (), 4, False), ("night", (), ("day", "night"), 4, True),
     ("", (3, 5), (), 4, False), ("", (3, 5), (), 5, True), ("night", (3,), ("night",), 4, False)],
)
def test_a_clause_is_in_force_for_its_variant_and_its_players(
    variant: str, players: tuple[int, ...], variants: Sequence[str], count: int, wanted: bool
) -> None:
    assert Clause("a", "", (), "rule", "", (), variant, players).in_force(variants, count) is wanted


def test_a_fact_by_players_has_a_value_for_each_count_or_none() -> None:
    table = Fact("a", {"3": [1], "else": []}, True, (), "", "")
    assert [table.at_count(n) for n in (3, 4)] == [[1], []]
    assert Fact("a", {"3": 1}, True, (), "", "").at_count(4) is None
    assert Fact("a", 7, False, (), "", "").at_count(4) == 7


@pytest.mark.parametrize(("place", "wanted"), [("54", (54, 54)), ("54.2", (54, 54)), ("101-103", (101, 103))])
def test_the_paragraphs_of_a_place(place: str, wanted: tuple[int, int]) -> None:
    assert span(place) == wanted


def test_the_hash_of_a_paragraph_is_over_its_words() -> None:
    assert paragraph_hash("  Die  Kutsche\t fährt ") == paragraph_hash("Die Kutsche fährt")
    assert paragraph_hash("Die Kutsche") != paragraph_hash("DieKutsche")
    assert re.fullmatch("[0-9a-f]{6}", paragraph_hash("魔城馬車"))


# ---------------------------------------------------------------- names at a move


def names(move: str, during: Sequence[str] = (), of_move: bool = True) -> set[str]:
    return set(GRAMMAR.names_at(move, during, of_move).names)


EVERYWHERE = {"pile", "limit", "größe", "on_turn", "late", "seat", "hand", "手牌"}


def test_a_guard_may_use_the_names_of_its_frames_and_of_its_move() -> None:
    assert names("refuse") == EVERYWHERE | {"offered", "demanded"}
    assert names("return") == EVERYWHERE | {"offered", "demanded", "returned"}
    assert names("return", of_move=False) == EVERYWHERE | {"offered", "demanded"}
    assert names("attack") == EVERYWHERE | {"target"}
    assert names("pass") == EVERYWHERE


def test_a_guard_for_many_frames_may_use_only_what_they_share() -> None:
    assert names("refuse", ["answer", "end"]) == EVERYWHERE
    assert names("refuse", ["answer"]) == EVERYWHERE | {"offered", "demanded"}


def test_constants_are_known_everywhere_and_moves_are_told_in_order() -> None:
    assert GRAMMAR.names_at("pass", (), False).constants == GRAMMAR.vocabulary.constants
    assert GRAMMAR.moves == ["attack", "pass", "refuse", "return"]


# ---------------------------------------------------------------- a bad file: one kind of fault after the other


def clause(number: int, *path: str | int) -> list[str | int]:
    return ["clause", number, *path]


def first_norm(**norm: Any) -> dict[str, Any]:
    """The tiny edition with one norm for its first clause."""
    return spoilt(clause(0, "norm"), [norm])


AT = "clause 'turn.pass'"
BAD: dict[str, tuple[dict[str, Any], str]] = {
    # the keys and types of the file
    "a misspelt table": ({**tiny(), "clauses": []}, "file, clauses: []: this key is not known; did you mean 'clause'?"),
    "a misspelt key": (spoilt(clause(0, "sayz"), "x"), f"{AT}, sayz: 'x': this key is not known; did you mean 'says'?"),
    "an unheard-of key": (spoilt(clause(0, "xyzzy"), 1), f"{AT}, xyzzy: 1: this key is not known; known: at, id, norm"),
    "a misspelt key in a norm": (
        first_norm(permit="pass", whenn="late"),
        f"{AT}, norm.1.whenn: 'late': this key is not known; did you mean 'when'?"),
    "a missing table": (spoilt(["text"]), "file: 'text' is missing"),
    "a missing key": (spoilt(clause(0, "says")), f"{AT}: 'says' is missing"),
    "a missing key of a reading": (
        spoilt(["question", 0, "readings", "five", "says"]), "question 'hand.limit', readings.five: 'says' is missing"),
    "an entry without an id": (spoilt(["fact", 1, "id"]), "fact number 2: 'id' is missing"),
    "a wrong type": (spoilt(clause(0, "says"), 5), f"{AT}, says: 5: wanted: a text that is not empty"),
    "an empty text": (spoilt(clause(0, "section"), ""), f"{AT}, section: '': wanted: a text that is not empty"),
    "a table for a list": (spoilt(["clause"], {"id": "x"}), "clause: {'id': 'x'}: wanted: "),
    "a list for a table": (spoilt(["edition"], ["x"]), "edition: ['x']: wanted: "),
    "an id in capitals": (
        spoilt(clause(0, "id"), "Turn.Pass"),
        "clause 'Turn.Pass', id: 'Turn.Pass': wanted: an id: lower case words joined by dots and hyphens"),
    "a place that is none": (spoilt(clause(0, "at"), ["5,6"]), f"{AT}, at.1: '5,6': wanted: "),
    "no place": (spoilt(clause(0, "at"), []), f"{AT}, at: []: wanted: a list of places: 54 for a paragraph"),
    "a player count that is none": (spoilt(["edition", "players"], ["two"]), "edition, players.1: 'two': wanted: "),
    "a hash that is none": (spoilt(["text", "hashes", 3], "xyz"), "text, hashes.4: 'xyz': wanted: "),
    "a language that is none": (
        spoilt(["edition", "language"], "English"),
        "edition, language: 'English': wanted: a language code of two letters"),
    "a fact with neither value": (
        spoilt(["fact", 0, "value"]),
        "fact 'cards.key': {'id': 'cards.key', 'at': [2]}: wanted: a"),
    "a fact with two values": (
        spoilt(["fact", 0, "by-players"], {"else": 1}), "fact 'cards.key': {'id': 'cards.key', 'value': 3, 'at': [2]"),
    "a fact from nowhere": (
        spoilt(["fact", 0, "at"]),
        "fact 'cards.key': {'id': 'cards.key', 'value': 3}: wanted: a fact"),
    "a fact of a wrong type": (
        spoilt(["fact", 0, "value"], 1.5),
        "fact 'cards.key', value: 1.5: wanted: a whole number, an id, or a list of them"),
    "a fact that is a day": (
        spoilt(["fact", 0, "value"], date(2026, 1, 1)),
        "fact 'cards.key', value: datetime.date(2026, 1, 1): wanted: a whole number, an id, or a list of them"),
    "a fact that is no number": (
        spoilt(["fact", 0, "value"], float("nan")),
        "fact 'cards.key', value: nan: wanted: a whole number, an id, or a list of them"),
    "a fact for few players": (
        spoilt(["fact", 1, "by-players"], {"few": 1}),
        "fact 'cards.out', by-players.few: 1: no such key"),
    "one reading alone": (
        spoilt(["question", 0, "readings"], {"five": {"says": "x"}}),
        "question 'hand.limit', readings: {'five': {'says': 'x'}}"),
    "a norm without a mood": (
        first_norm(when="late"),
        f"{AT}, norm.1: {{'when': 'late'}}: wanted: a norm: exactly one of"),
    "two moods in a norm": (
        first_norm(permit="pass", forbid="pass"),
        f"{AT}, norm.1: {{'permit': 'pass', 'forbid': 'pass'}}: wanted: a norm:"),
    # what the file refers to
    "an unknown family": (
        spoilt(["edition", "family"], "smal"),
        "edition, family: 'smal': this family is not known; did you mean 'small'?"),
    "an unknown precedence": (
        spoilt(["edition", "precedence"], "card.priority"),
        "edition, precedence: 'card.priority': this clause is not known; did you mean 'cards.priority'?"),
    "an unknown rank": (spoilt(clause(0, "rank"), "rul"), f"{AT}, rank: 'rul': one of rule, card"),
    "an unknown variant": (
        spoilt(clause(0, "variant"), "nigth"),
        f"{AT}, variant: 'nigth': this variant is not known; did you mean 'night'?"),
    "an unknown clause overridden": (
        spoilt(clause(0, "overrides"), ["turn.atack"]),
        f"{AT}, overrides: 'turn.atack': this clause is not known; did you mean 'turn.attack'?"),
    "an unknown clause of a fact": (
        spoilt(["fact", 0, "clause"], "turn.pas"),
        "fact 'cards.key', clause: 'turn.pas': this clause is not known; did you mean 'turn.pass'?"),
    "an unknown clause of a switch": (
        spoilt(["switch", 0, "clause"], "turn.pas"),
        "switch 'support', clause: 'turn.pas': this clause is not known; did you mean 'turn.pass'?"),
    "an unknown clause of a variant": (
        spoilt(["variant", 0, "clauses"], ["variant.nigth"]),
        "variant 'night', clauses: 'variant.nigth': this clause is not known; did you mean 'variant.night'?"),
    "an unknown clause of a question": (
        spoilt(["question", 0, "clauses"], ["turn.pass", "turn.pas"]),
        "question 'hand.limit', clauses: 'turn.pas': this clause is not known; did you mean 'turn.pass'?"),
    "an unknown clause of a norm": (
        first_norm(permit="pass", clause="turn.pas"),
        f"{AT}, norm.1.clause: 'turn.pas': this clause is not known; did you mean 'turn.pass'?"),
    "an unknown move": (
        first_norm(forbid="atack"), f"{AT}, norm.1.forbid: 'atack': this move is not known; did you mean 'attack'?"),
    "an unknown frame": (
        first_norm(permit="pass", during=["acton"]),
        f"{AT}, norm.1.during: 'acton': this frame is not known; did you mean 'action'?"),
    "a frame without the move": (
        first_norm(permit="pass", during=["end", "answer"]),
        f"{AT}, norm.1.during: 'answer': no 'pass' is made there, only refuse, return"),
    "an unknown name in a guard": (
        first_norm(permit="pass", when="größe > 0 and pil > 0"),
        f"{AT}, norm.1.when, column 15: 'größe > 0 and pil > 0': the name 'pil' is not known; did you mean 'pile'?"),
    "a name of another frame in a guard": (
        first_norm(permit="pass", when="offered == key"),
        f"{AT}, norm.1.when, column 1: 'offered == key': the name 'offered' says nothing of 'pass' here; "
        "it is known at answer"),
    "a name of the move in the condition of a duty": (
        first_norm(oblige="return", when="returned == key"),
        f"{AT}, norm.1.when, column 1: 'returned == key': 'returned' speaks of the move itself; "
        "in an oblige that goes into which"),
    "a guard that is no expression": (
        first_norm(oblige="return", which="returned == "),
        f"{AT}, norm.1.which, column 13: 'returned == ': not an expression: invalid syntax"),
    "an empty guard": (
        first_norm(permit="pass", when=""),
        f"{AT}, norm.1.when, column 1: the guard is empty; leave the key"),
    "which on a permit": (
        first_norm(permit="pass", which="late"),
        f"{AT}, norm.1.which: 'late': only an oblige has which; write it into when"),
    "which on a forbid": (
        first_norm(forbid="pass", which="late"),
        f"{AT}, norm.1.which: 'late': only an oblige has which; write it into when"),
    "an unknown fact": (
        spoilt(["fact", 0, "id"], "cards.keys"),
        "fact 'cards.keys', id: 'cards.keys': this fact is not known; did you mean 'cards.key'?"),
    "an unknown fact of a reading": (
        spoilt(["question", 0, "readings", "five", "facts"], {"hand.limits": 5}),
        "question 'hand.limit', readings.five.facts: 'hand.limits': this fact is not known; did you mean 'hand"),
    "an unknown fact of a variant": (
        spoilt(["variant", 0, "facts"], {"cards.kay": 2}),
        "variant 'night', facts: 'cards.kay': this fact is not known; did you mean 'cards.key'?"),
    "an unknown switch": (
        spoilt(["switch", 0, "id"], "suport"),
        "switch 'suport', value: 'suport': this switch is not known; did you mean 'support'?"),
    "an unknown value of a switch": (
        spoilt(["switch", 0, "value"], "at-once"), "switch 'support', value: 'at-once': one of in-turn, secret"),
    "an unknown value of a switch in a reading": (
        spoilt(["question", 2, "readings", "secret", "switches"], {"support": "never"}),
        "question 'support.how', readings.secret.switches.support: 'never': one of in-turn, secret"),
    "an unknown norm taken away": (
        spoilt(["question", 1, "readings", "always", "without"], ["turn.attack/3"]),
        "question 'turn.attack.late', reading 'always', without: 'turn.attack/3': this norm is not known; did "),
    "an unknown norm taken away by a variant": (
        spoilt(["variant", 1, "without"], ["turn.atack/2"]),
        "variant 'pair', without: 'turn.atack/2': this norm is not known; did you mean 'turn.attack/2'?"),
    "an unknown topic of terms": (
        spoilt(["terms", "object"], {}), "terms, object: this topic is not known; did you mean 'objects'?"),
    "an unknown thing among the terms": (
        spoilt(["terms", "objects"], {"goblett": "Kelch"}),
        "terms, objects.goblett: 'Kelch': this thing is not known; did you mean 'goblet'?"),
    "a default that is no reading": (
        spoilt(["question", 0, "default"], "six"),
        "question 'hand.limit', default: 'six': one of its readings: five, table, unsaid"),
    # the text
    "too few hashes": (spoilt(["text", "hashes", 0]), "text, hashes: 8: one hash for each of the 9 paragraphs"),
    "a place after the text": (
        spoilt(clause(0, "at"), [2, 10]), f"{AT}, at: '10': the text has paragraphs 1 to 9, in rising order"),
    "a sentence after the text": (
        spoilt(clause(0, "at"), ["10.1"]), f"{AT}, at: '10.1': the text has paragraphs 1 to 9, in rising order"),
    "places that run out of the text": (
        spoilt(clause(0, "at"), ["8-10"]), f"{AT}, at: '8-10': the text has paragraphs 1 to 9, in rising order"),
    "places that run backwards": (
        spoilt(clause(0, "at"), ["6-5"]), f"{AT}, at: '6-5': the text has paragraphs 1 to 9, in rising order"),
    "a fact after the text": (
        spoilt(["fact", 0, "at"], [99]), "fact 'cards.key', at: '99': the text has paragraphs 1 to 9, in rising order"),
    "an aside after the text": (
        spoilt(["aside", 0, "at"], [99]), "aside number 1, at: '99': the text has paragraphs 1 to 9, in rising order"),
    **{
        f"a {table} that stands twice": (
            {**tiny(), table: [*tiny()[table], tiny()[table][0]]},
            f"{table} {tiny()[table][0]['id']!r}, id: {tiny()[table][0]['id']!r}: stands twice; every id stands once")
        for table in ("clause", "fact", "switch", "variant", "question")
    },
}


@pytest.mark.parametrize(("data", "told"), BAD.values(), ids=BAD.keys())
def test_a_fault_is_told_with_its_entry_its_key_and_what_would_be_right(
    data: dict[str, Any], told: str, tmp_path: Path
) -> None:
    (fault,) = faults(data, tmp_path)
    assert str(fault).startswith(told)
    assert fault.entry
    assert fault.wanted


def test_faults_of_the_form_are_all_told_at_once(tmp_path: Path) -> None:
    data = tiny()
    del data["clause"][1]["says"]
    data["clause"][4]["colour"] = "red"
    data["question"][0]["why"] = 3
    data["edition"]["players"] = []
    assert [str(f).split(": ")[0] for f in faults(data, tmp_path)] == [
        "clause 'turn.attack'", "clause 'card.demand', colour", "edition, players", "question 'hand.limit', why"]


def test_faults_of_the_meaning_are_all_told_at_once(tmp_path: Path) -> None:
    data = tiny()
    data["text"]["hashes"].append("0" * 6)
    data["clause"][0]["norm"] = [{"permit": "pas"}, {"forbid": "pass", "when": "lat"}]
    data["clause"][1]["rank"] = "bard"
    data["clause"][1]["at"] = [10]
    data["fact"][0]["clause"] = "nowhere"
    data["switch"][0]["value"] = "never"
    data["variant"][0]["clauses"] = ["nowhere"]
    data["question"][0]["default"] = "six"
    data["question"][1]["readings"]["always"]["without"] = ["nowhere/1"]
    data["terms"]["objects"]["axe"] = "Axt"
    found = [(f.entry, f.key) for f in faults(data, tmp_path)]
    assert found == [
        ("text", "hashes"), ("clause 'turn.attack'", "at"), ("clause 'turn.pass'", "norm.1.permit"),
        ("clause 'turn.pass'", "norm.2.when, column 1"), ("clause 'turn.attack'", "rank"),
        ("fact 'cards.key'", "clause"), ("switch 'support'", "value"), ("variant 'night'", "clauses"),
        ("question 'hand.limit'", "default"),
        ("question 'turn.attack.late', reading 'always'", "without"), ("terms", "objects.axe"),
    ]


def test_a_norm_that_cannot_be_read_does_not_shift_the_numbers_of_the_others(tmp_path: Path) -> None:
    data = spoilt(["question", 1, "readings", "always", "without"], ["turn.attack/2"])
    data["clause"][1]["norm"][0] = {"permit": "atack"}
    assert [f.key for f in faults(data, tmp_path)] == ["norm.1.permit"]


def test_a_long_value_is_cut_in_the_message(tmp_path: Path) -> None:
    (fault,) = faults(spoilt(clause(0, "sayz"), "x" * 5000), tmp_path)
    assert fault.value == "'" + "x" * 56 + "..."


def test_a_fault_is_one_line() -> None:
    assert str(Fault("clause 'a'", "at", "'7'", "another")) == "clause 'a', at: '7': another"
    assert str(Fault("file", "", "", "there is none")) == "file: there is none"


def test_an_entry_is_named_by_its_id_or_its_number() -> None:
    data = {"clause": [{"id": "a"}, {"id": 3}, 5], "text": {"paragraphs": 1}}
    assert entry_name(data, []) == ("file", "")
    assert entry_name(data, ["clause", 0, "norm", 1, "when"]) == ("clause 'a'", "norm.2.when")
    assert entry_name(data, ["clause", 1, "id"]) == ("clause number 2", "id")
    assert entry_name(data, ["clause", 2]) == ("clause number 3", "")
    assert entry_name(data, ["text", "paragraphs"]) == ("text", "paragraphs")


# ---------------------------------------------------------------- a bad file: no rulebook at all


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "file: 'edition' is missing"),
        (b"edition = ", "file: Invalid value (at end of document): the file must be TOML"),
        (b"a = 1\na = 2\n", "file: Cannot overwrite a value (at line 2, column 6): something is given twice here"),
        (b"{}", "file: Invalid statement (at line 1, column 1): the file must be TOML"),
        (b"\x00", "file: Invalid statement"),
        (b'title = "\xff"', "file: byte 9 is no UTF-8: save the file as UTF-8"),
        (as_toml(tiny()).encode("utf-16"), "file: byte 0 is no UTF-8: save the file as UTF-8"),
        (b"a = " + b"[" * 100_000, "file: brackets in brackets without end: the file must be TOML of this format"),
        (b"a = " + b"9" * 10_000, "file: a number of 10000 digits in line 1: the file must be TOML"),
        (as_toml(tiny()).encode() + b"# " + b"x" * 3_000_000, "file: 30"),
        (as_toml(tiny()).encode()[:-40], "file: "),
    ],
    ids=["empty", "no TOML", "twice", "JSON", "NUL", "no UTF-8", "UTF-16", "deep", "a huge number", "3 MB",
         "cut off"],
)
def test_what_is_no_rulebook_at_all_is_told_as_a_fault_of_the_file(
    content: bytes, told: str, tmp_path: Path
) -> None:
    assert str(faults(content, tmp_path)[0]).startswith(told)


def test_the_size_of_a_file_has_a_limit(tmp_path: Path) -> None:
    sound = as_toml(tiny()).encode() + b"#"
    load(sound + b" " * (MAX_BYTES - len(sound)), tmp_path)
    (fault,) = faults(sound + b" " * (MAX_BYTES - len(sound) + 1), tmp_path)
    assert str(fault) == f"file: {MAX_BYTES + 1} bytes; at most {MAX_BYTES} are read: a file that can be read"


@pytest.mark.parametrize(
    ("path", "told"), [("", "this is a folder"), ("missing.toml", "there is no such file"),
                       ("a\x00b.toml", "embedded null byte"),
                       ("a" * 300, "File name too long")],
    ids=["a directory", "a missing file", "NUL", "a long name"],
)
def test_what_cannot_be_read_is_told_as_a_fault_of_the_file(path: str, told: str, tmp_path: Path) -> None:
    with pytest.raises(BadRulebook) as caught:
        load_edition(tmp_path / path, {"small": GRAMMAR})
    (fault,) = caught.value.faults
    assert (fault.entry, fault.value.startswith(told)) == ("file", True), str(fault)


# ---------------------------------------------------------------- a file spoilt at random


def paths(node: Any, so_far: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Every path into the tables, the innermost included."""
    for key, value in node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ():
        yield (*so_far, key)
        yield from paths(value, (*so_far, key))


def without_none(value: Any) -> Any:
    """TOML has no null: None stays only as the mark of what is taken out."""
    match value:
        case dict():
            return {k: without_none(v) for k, v in value.items() if v is not None}
        case list():
            return [without_none(v) for v in value if v is not None]
    return value


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 12) | st.floats() | st.text(max_size=6) | st.dates()
    | st.sampled_from(["turn.pass", "pass", "late", "five", "rule", "card", "5-6", "turn.pass/1", "returned == key"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
        st.sampled_from(["id", "permit", "oblige", "when", "which", "says", "at", "else"]) | st.text(max_size=5),
        inner, max_size=3),
    max_leaves=5,
).map(without_none)


@REPEATABLE
@given(st.sampled_from(sorted(paths(tiny()), key=str)), VALUES)
def test_however_a_file_is_spoilt_it_is_loaded_or_refused_as_no_rulebook(
    tmp_path_factory: pytest.TempPathFactory, path: tuple[str | int, ...], value: Any
) -> None:
    folder = tmp_path_factory.getbasetemp()
    try:
        edition = load(spoilt(path, value), folder)
    except BadRulebook as error:
        event("refused")
        told = error.faults
    else:
        event("loaded")
        told = ()
        for players in edition.players:
            assert make_rules(edition, players).digest
    assert all(fault.entry and fault.wanted and "\n" not in str(fault)[:80] for fault in told)


@pytest.mark.parametrize(
    ("path", "value"),
    [(["text", "paragraphs"], 9.0), (["fact", 0, "value"], 3.0), (["edition", "players"], [2.0, 3.0]),
     (clause(0, "at"), [2.0])],
    ids=["paragraphs", "fact", "players", "place"],
)
def test_a_whole_number_with_a_point_is_no_whole_number(path: list[str | int], value: Any, tmp_path: Path) -> None:
    faults(spoilt(path, value), tmp_path)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (["question", 0, "variant"], "nigth"),
        (clause(0, "overrides"), ["turn.pass"]),
        (["question", 0, "readings", "five", "facts"], {"hand.limit": {"many": 5}}),
        (["question", 0, "readings", "five", "facts"], {"hand.limit": "many"}),
    ],
    ids=["the variant of a question", "a clause that overrides itself",
         "the players of a fact in a reading", "a number that is a word"],
)
def test_what_can_never_apply_is_told(path: list[str | int], value: Any, tmp_path: Path) -> None:
    faults(spoilt(path, value), tmp_path)


def test_two_norms_with_one_id_are_told(tmp_path: Path) -> None:
    data = tiny()
    data["clause"].append({**data["clause"][0], "id": "turn.attack.late.never"})
    faults(data, tmp_path)


# ---------------------------------------------------------------- the editions of the package


@cache
def edition_of(path: Path) -> Edition:
    return load_edition(path, grammars())


@pytest.fixture(params=FILES, ids=lambda path: path.stem)
def edition(request: pytest.FixtureRequest) -> Edition:
    return edition_of(request.param)


def test_every_family_has_an_edition() -> None:
    assert {edition_of(path).family for path in FILES} == set(families())


def test_editions_are_found_by_their_keys() -> None:
    assert set(editions()) == {path.stem for path in FILES}
    assert all(editions()[path.stem].hashes == edition_of(path).hashes for path in FILES)


def test_ids_stand_once(edition: Edition) -> None:
    for table in (edition.clauses, edition.facts, edition.switches, edition.variants, edition.questions):
        ids = [entry.id for entry in table]
        assert len(ids) == len(set(ids))
    norms = [n.id for n in all_norms(edition)]
    assert len(norms) == len(set(norms))


def all_norms(edition: Edition) -> list[Norm]:
    """The norms of clauses, variants and readings alike."""
    changes = [v.change for v in edition.variants] + [r.change for q in edition.questions for r in q.readings.values()]
    return [n for c in edition.clauses for n in c.norms] + [n for change in changes for n in change.norms]


def test_whatever_is_taken_away_is_there(edition: Edition) -> None:
    known = {n.id for n in all_norms(edition)}
    for change in [v.change for v in edition.variants] + [r.change for q in edition.questions
                                                          for r in q.readings.values()]:
        assert set(change.without) <= known


def test_defaults_are_readings_and_as_written_changes_nothing(edition: Edition) -> None:
    for question in edition.questions:
        assert question.default in question.readings
        if "as-written" in question.readings:
            assert question.readings["as-written"].change == Change(), question.id


def definite(edition: Edition, question: Question, reading: str) -> Iterator[Rules]:
    """All rule sets with this reading for which the question arises, other questions left at their defaults."""
    variants = (question.variant,) if question.variant else ()
    for players in question.players or edition.players:
        yield make_rules(edition, players, variants, {question.id: reading})


def test_readings_differ_in_nothing_or_in_what_bears_rules(edition: Edition) -> None:
    """Two readings that change different things give different rules: no change is without effect."""
    for question in edition.questions:
        digests = {key: tuple(r.digest for r in definite(edition, question, key)) for key in question.readings}
        for key, reading in question.readings.items():
            for other, read in question.readings.items():
                same = reading.change == read.change
                assert (digests[key] == digests[other]) == same, (question.id, key, other)


def test_clauses_stand_in_the_order_of_the_text(edition: Edition) -> None:
    """A clause stands at one of its places; within a section these places never fall."""
    last, section = (0, 0), ""
    for clause in edition.clauses:
        if clause.section != section:
            last, section = (0, 0), clause.section
        here = [place for place in map(first_sentence, clause.at) if place >= last]
        assert here, f"{clause.id} at {', '.join(clause.at)} stands after {last}"
        last = min(here)


def first_sentence(place: str) -> tuple[int, int]:
    """The paragraph and sentence where a place begins; a whole paragraph begins before its sentences."""
    return span(place)[0], int(place.partition(".")[2] or 0)


def test_sections_stand_in_the_order_of_the_text(edition: Edition) -> None:
    sections = list(dict.fromkeys(clause.section for clause in edition.clauses))
    blocks = [section for section, _ in groupby(clause.section for clause in edition.clauses)]
    assert blocks == sections, "the clauses of a section stand together"


def test_every_paragraph_is_accounted_for(edition: Edition) -> None:
    places = [place for table in (edition.clauses, edition.facts, edition.asides) for e in table for place in e.at]
    named = {number for first, last in map(span, places) for number in range(first, last + 1)}
    assert named == set(range(1, edition.paragraphs + 1))


def test_clauses_override_others_and_never_themselves(edition: Edition) -> None:
    for norm in all_norms(edition):
        assert norm.clause not in norm.overrides
        assert norm.overrides <= {clause.id for clause in edition.clauses}


def test_players_and_variants_are_those_of_the_edition(edition: Edition) -> None:
    for entry in (*edition.clauses, *edition.variants, *edition.questions):
        assert set(entry.players) <= set(edition.players), entry.id
    for question in edition.questions:
        assert question.variant in ("", *(v.id for v in edition.variants)), question.id
    for fact in edition.facts:
        if fact.by_players:
            assert set(fact.value) <= {*map(str, edition.players), "else"}, fact.id


# ---------------------------------------------------------------- what the engines ask of the editions


def asked(family: str, method: str) -> set[str]:
    """What the code of a family hands to `rules.fact`, `rules.switch` ...; an f-string ends in ``*``."""
    found = set()
    for path in sorted((MODEL / family.replace("-", "_")).glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Attribute(attr=name), args=[ast.Constant(value=str(key)), *_]) if name == method:
                    found.add(key)
                case ast.Call(func=ast.Attribute(attr=name), args=[
                    ast.JoinedStr(values=[ast.Constant(value=str(key)), *_]), *_
                ]) if name == method:
                    found.add(key + "*")
    return found


def spelt_out(keys: set[str], known: Iterable[str]) -> set[str]:
    return {k for key in keys for k in (fnmatch.filter(known, key) if key.endswith("*") else [key])}


@pytest.mark.parametrize("family", families())
def test_an_engine_asks_for_facts_and_switches_of_its_grammar(family: str) -> None:
    grammar = families()[family].grammar
    facts, switches = asked(family, "fact") | asked(family, "given"), asked(family, "switch")
    assert facts
    assert spelt_out(facts, grammar.facts) <= set(grammar.facts)
    assert all(fnmatch.filter(grammar.facts, key) for key in facts)
    assert switches <= set(grammar.switches)


def test_an_edition_gives_every_fact_and_switch_that_its_engine_asks_for(edition: Edition) -> None:
    grammar = families()[edition.family].grammar
    for players in edition.players:
        rules = make_rules(edition, players)
        for fact in sorted(spelt_out(asked(edition.family, "fact"), grammar.facts)):
            assert rules.fact(fact) is not None
        for switch in sorted(asked(edition.family, "switch")):
            assert rules.switch(switch) in grammar.switches[switch]


@pytest.mark.parametrize("family", families())
def test_a_clause_that_an_engine_cites_is_in_some_edition(family: str) -> None:
    """A text of the code that looks like an id of a clause is one, or a fact, a switch or a frame."""
    grammar = families()[family].grammar
    ours = [edition_of(path) for path in FILES if edition_of(path).family == family]
    clauses = {clause.id for edition in ours for clause in edition.clauses}
    clauses |= {topic for e in ours for q in e.questions for r in q.readings.values() for topic in r.change.supplies}
    topics = {clause.partition(".")[0] for clause in clauses}
    known = {*clauses, *grammar.facts, *grammar.switches, *grammar.frames, *grammar.terms["words"]}
    for path in sorted((MODEL / family.replace("-", "_")).glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and ID.fullmatch(node.value):
                assert node.value.partition(".")[0] not in topics or node.value in known, f"{path.name}: {node.value}"


# ---------------------------------------------------------------- the editions and the printed texts


def paragraphs(path: Path) -> list[str]:
    return [line.strip() for line in path.read_text("utf-8").splitlines() if line.strip()]


def text_of(edition: Edition) -> Path:
    """The printed text of an edition, known by its hashes."""
    return max(TEXTS.glob("*.txt"), key=lambda path: len(set(map(paragraph_hash, paragraphs(path)))
                                                        & set(edition.hashes)))


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())


@pytest.mark.skipif(not TEXTS.is_dir(), reason="the rulebooks are not here")
def test_the_hashes_are_those_of_the_text(edition: Edition) -> None:
    assert [paragraph_hash(line) for line in paragraphs(text_of(edition))] == list(edition.hashes)


@pytest.mark.skipif(not TEXTS.is_dir(), reason="the rulebooks are not here")
def test_no_ten_words_in_a_row_are_the_rulebooks_own(edition: Edition) -> None:
    printed = " ".join(w for line in paragraphs(text_of(edition)) for w in words(line))
    told = [clause.says for clause in edition.clauses] + [aside.because for aside in edition.asides]
    told += [variant.says for variant in edition.variants] + [fact.source for fact in edition.facts]
    told += [text for q in edition.questions for text in (q.asks, q.why, *(r.says for r in q.readings.values()))]
    for text in told:
        row = words(text)
        for start in range(len(row) - 9):
            assert f" {' '.join(row[start:start + 10])} " not in f" {printed} ", text


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    path = tmp_path / "tiny.toml"
    path.write_bytes(b"\xef\xbb\xbf" + FILES[0].read_bytes())
    assert load_edition(path, grammars()).key
