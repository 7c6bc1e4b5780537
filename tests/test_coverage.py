"""A text against its edition: how paragraphs are found again, and what accounts for each."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from attrs import evolve
from games import clash

from advocatus.checks import coverage as covering
from advocatus.checks.cli import run
from advocatus.checks.context import CheckContext
from advocatus.checks.coverage import Coverage, coverage, coverage_table
from advocatus.checks.finding import Store
from advocatus.checks.proofs import PROMISES
from advocatus.checks.registry import Checker
from advocatus.checks.row import PROVED, REFUTED, Row
from advocatus.model.families import editions, families, grammars
from advocatus.model.loading import load_edition
from advocatus.model.paragraphs import align, read_paragraphs, sentences
from advocatus.model.rulebook import Aside, Clause, Edition, paragraph_hash
from advocatus.model.rules import make_rules

TEXTS = Path(covering.__file__).resolve().parent.parent.parent / "shared" / "rulebooks"
TEXT = ["A ride by night", "One may pass.", "A bag stays. It is never given for a bag!", "A demand is met.",
        "Good luck."]


def fates(before: list[str], after: list[str]) -> list[tuple[int, int, str]]:
    found = align([paragraph_hash(text) for text in before], after)
    return [(p.number, p.was, p.fate) for p in found]


@pytest.mark.parametrize(("before", "after", "found"), [
    ("abc", "abc", [(1, 1, "same"), (2, 2, "same"), (3, 3, "same")]),
    ("abc", "axc", [(1, 1, "same"), (2, 2, "changed"), (3, 3, "same")]),
    ("abc", "abxc", [(1, 1, "same"), (2, 2, "same"), (3, 0, "new"), (4, 3, "same")]),
    ("abc", "ac", [(1, 1, "same"), (2, 3, "same"), (0, 2, "gone")]),
    ("abcde", "acdeb", [(1, 1, "same"), (2, 3, "same"), (3, 4, "same"), (4, 5, "same"), (5, 2, "moved")]),
    ("abcd", "axyd", [(1, 1, "same"), (2, 2, "changed"), (3, 3, "changed"), (4, 4, "same")]),
    ("abcd", "axd", [(1, 1, "same"), (2, 2, "changed"), (3, 4, "same"), (0, 3, "gone")]),
    ("abcdeb", "acdexb", [(1, 1, "same"), (2, 3, "same"), (3, 4, "same"), (4, 5, "same"), (5, 0, "new"), (6, 6, "same"),
                          (0, 2, "gone")]),
    ("abxcd", "abcyd", [(1, 1, "same"), (2, 2, "same"), (3, 4, "same"), (4, 0, "new"), (5, 5, "same"), (0, 3, "gone")]),
])
def test_paragraphs_are_found_again(before: str, after: str, found: list[tuple[int, int, str]]) -> None:
    assert fates(list(before), list(after)) == found


@pytest.mark.parametrize(("text", "count"), [
    ("A heading", 1), ("", 1), ("One. Two! Three?", 3), ("One, e.g., this. Two", 2), ('He said "No." So it was.', 2),
    ("一。二！三", 3), ("「一。」二。", 2), ("Ends (so it is).", 1), ("And... so on", 2),
])
def test_sentences_end_where_the_book_says(text: str, count: int) -> None:
    assert sentences(text) == count


# ---------------------------------------------------------------- accounts


def night(texts: list[str] = TEXT) -> Edition:
    """A packaged edition cut down to clauses on a small text."""
    whole = editions()["adlung"]
    at = {"turn.pass": ("2",), "object.bag.no-bag": ("3.2",), "profession.diplomat.demand": ("4",)}
    clauses: tuple[Clause, ...] = tuple(evolve(c, at=at.get(c.id, ())) for c in whole.clauses)
    return evolve(
        whole, clauses=clauses, facts=tuple(evolve(f, at=()) for f in whole.facts), printed=(),
        asides=(Aside(("1", "5"), "title and good wishes"),), paragraphs=len(texts),
        hashes=tuple(map(paragraph_hash, texts)),
    )


def covered(texts: list[str], folder: Path, edition: Edition | None = None) -> Coverage:
    store = Store(folder)
    return coverage(edition or night(), texts, (), CheckContext(0, store))


def test_each_paragraph_says_what_stands_behind_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    edition = night()
    rules = make_rules(edition, 4)
    rows = [Row.of(rules, "a", "invariant", PROVED, clauses=("turn.pass",)),
            Row.of(rules, "b", "invariant", REFUTED, clauses=("object.bag.no-bag",))]
    monkeypatch.setattr(covering, "checkers_for", lambda _: (Checker(PROMISES, lambda *_: (rows, ())),))
    store = Store(tmp_path)
    store.save(clash(4))
    found = coverage(edition, TEXT, (rules,), CheckContext(0, store))
    assert [a.standings for a in found.accounts] == [
        ("no rule",), ("formalised", "proved"), ("formalised", "exercised", "in a finding", "not accounted for"),
        ("formalised", "exercised", "in a finding"), ("no rule",),
    ]
    assert found.accounts[2].open == (1,)
    assert found.accounts[2].findings == (clash(4).file_name,)
    assert found.accounts[1].proved == ("turn.pass",)
    table = coverage_table(found, "text")
    assert "sentence 1: no clause, no fact, no aside" in " ".join(table.split())
    assert table.splitlines()[-1] == ("5 same; 3 formalised, 2 exercised, 1 proved, 2 in a finding, 2 no rule, "
                                      "1 not accounted for")


def test_what_is_changed_new_or_gone_is_not_accounted_for(tmp_path: Path) -> None:
    def wanted(texts: list[str]) -> list[tuple[int, str]]:
        return [(a.paragraph.number, a.why.split(":")[0]) for a in covered(texts, tmp_path).unaccounted]

    whole = evolve(night(), clauses=tuple(evolve(c, at=("3",)) if c.id == "object.bag.no-bag" else c
                                          for c in night().clauses))
    assert covered(TEXT, tmp_path, whole).unaccounted == ()
    left = (3, "sentence 1")
    assert wanted(TEXT) == [left]
    assert wanted([*TEXT[:1], "Nobody may pass.", *TEXT[2:]]) == [(2, "changed"), left]
    assert wanted([*TEXT, "And one rule more."]) == [left, (6, "new")]
    assert wanted([*TEXT[:1], *TEXT[2:]]) == [(2, "sentence 1"), (0, "gone")]
    assert wanted(TEXT[:-1]) == [left], "what held no rule may go"
    moved = [TEXT[0], TEXT[2], TEXT[3], TEXT[4], TEXT[1]]
    assert wanted(moved) == [(2, "sentence 1")]
    assert [a.entries for a in covered(moved, tmp_path).accounts if a.paragraph.fate == "moved"] == [("turn.pass",)]


def test_a_text_that_is_another_one_is_doubted(tmp_path: Path) -> None:
    """Nothing is proved of it, and the paragraphs that it lacks are not listed."""
    other = covered(["A line.", "And another."], tmp_path)
    table = coverage_table(other, "text")
    assert [a.paragraph.fate for a in other.accounts if a.paragraph.number] == ["new", "new"]
    assert table.splitlines()[-1] == ("2 new, 5 gone; 5 not accounted for; no paragraph is one of the text of adlung: "
                                      "is it the right file?")
    assert len(table.splitlines()) == 6
    few = coverage_table(covered(TEXT[:2], tmp_path), "text").splitlines()[-1]
    assert few.endswith("; no more than 2 of the 5 paragraphs of adlung are there: is it the whole text?")
    assert "?" not in coverage_table(covered(TEXT[:3], tmp_path), "text").splitlines()[-1]


@pytest.mark.skipif(not TEXTS.is_dir(), reason="the texts of the rulebooks are not here")
def test_the_text_of_another_edition_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(covering, "checkers_for", lambda _: pytest.fail("nothing is to be proved"))
    edition, lines = editions()["adlung"], read_paragraphs(TEXTS / "dv.txt")
    found = coverage(edition, lines, (make_rules(edition, 4),), CheckContext(0, Store(tmp_path)))
    assert f"{len(lines)} of its {len(lines)} paragraphs are of the text of dv: is it" in covering.summary_line(found)


def test_a_rulebook_and_a_text_of_ones_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = tmp_path / "night.txt"
    text.write_text("\n\n".join(TEXT), "utf-8")
    assert run(["coverage", "adlung", str(text), "--hashes"]) == 0
    table = capsys.readouterr().out
    book = tmp_path / "night.toml"
    book.write_text(f"""{table}
[edition]
key = "night"
family = "{families()["teufelsburg"].key}"
title = "A ride by night"
language = "en"
players = [4]
ranks = ["rule"]
[terms.objects]
bag = "Bag"
[[fact]]
id = "hand.limit"
value = 5
at = [5]
[[clause]]
id = "turn.pass"
section = "Turns"
at = ["2-4"]
rank = "rule"
says = "It may be passed."
[[aside]]
at = [1]
because = "the title"
""", "utf-8")
    assert load_edition(book, grammars()).paragraphs == 5
    (tmp_path / "none").mkdir()
    words = ["coverage", str(book), str(text), "--findings", str(tmp_path / "none"), "--no-cache"]
    assert run([*words, "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [p["standings"] for p in data["paragraphs"]] == [["no rule"], *[["formalised"]] * 4]
    assert data["says"].endswith("0 not accounted for")
    text.write_text("\n".join([*TEXT, "One more."]), "utf-8")
    assert run([*words, "--format", "markdown"]) == 1
    assert "| 6 " in capsys.readouterr().out


@pytest.mark.parametrize(("content", "told"), [
    (None, "one paragraph a line"), (b"", "an empty text"), (b"\xff\xfe", "save the text as UTF-8"),
    (b"A line.\n" * 10_001, "10001 paragraphs: a text of at most 10000"),
    (b"A line.\n" + b"!" * 20_001, "paragraph 2: 20001 characters: at most 20000"), (b"x" * (8 << 20), "at most 20000"),
    (b"x" * ((8 << 20) + 1), "8388609 bytes"),
])
def test_what_is_no_text_is_refused(
    content: bytes | None, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "text.txt"
    if content is not None:
        path.write_bytes(content)
    assert run(["coverage", "adlung", str(path)]) == 2
    assert told in capsys.readouterr().err


@pytest.mark.skipif(not TEXTS.is_dir(), reason="the rulebooks are not here")
def test_nothing_in_the_printed_texts_is_unaccounted_for(tmp_path: Path) -> None:
    looked = 0
    for edition in editions().values():
        path = TEXTS / f"{edition.key}.txt"
        if path.is_file():
            texts = [line.strip() for line in path.read_text("utf-8").splitlines() if line.strip()]
            assert covered(texts, tmp_path, edition).unaccounted == (), edition.key
            looked += 1
    assert looked >= 3
