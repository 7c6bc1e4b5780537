"""What no hand writes into a TOML file is refused at once, wherever it stands, and what a hand writes is read."""

from __future__ import annotations

import time
import tomllib
from pathlib import Path

import pytest

from advocatus.model.families import edition_files
from advocatus.model.loading import BadRulebook, read_toml
from advocatus.model.paragraphs import sentences
from advocatus.model.plainness import MAX_DEPTH, MAX_DOTS, MAX_KEY, MAX_PARTS, MAX_VALUES, repeated, strange, too_much

MANY = ".".join("a" * 100_000)
HUGE = {"hexadecimal": "0x" + "F" * 6000, "octal": "0o" + "7" * 6000, "binary": "0b" + "1" * 6000,
        "decimal": "9" * 3000, "negative": "-9223372036854775809",
        "one too many": "9223372036854775808"}


def told(text: str, folder: Path) -> list[str]:
    """The faults of a file, told within a second of its own time."""
    path = folder / "given.toml"
    path.write_text(text, "utf-8")
    began = time.process_time()
    with pytest.raises(BadRulebook) as caught:
        read_toml(path)
    assert time.process_time() - began < 1
    return [str(fault) for fault in caught.value.faults]


@pytest.mark.parametrize("number", HUGE.values(), ids=HUGE)
@pytest.mark.parametrize(
    ("text", "where"),
    [("[edition]\nplayers = [2, {}]", "edition, players.2"), ("[[fact]]\nid = 'x'\nvalue = {}", "fact 'x', value"),
     ("[[clause]]\nat = {}", "clause number 1, at"), ("text = {{ paragraphs = {} }}", "text, paragraphs"),
     ("objects.far = {}", "objects, far")],
)
def test_a_number_that_toml_has_not_is_told_with_its_place(text: str, where: str, number: str, tmp_path: Path) -> None:
    (fault,) = told(text.format(number), tmp_path)
    assert fault.startswith(f"{where}: a number of ")
    assert fault.endswith(" bits: a whole number of at most 64 bits, as TOML has them")


def test_the_greatest_numbers_of_toml_are_read(tmp_path: Path) -> None:
    path = tmp_path / "given.toml"
    path.write_text(f"a = [{(1 << 63) - 1}, {-(1 << 63)}]")
    assert read_toml(path) == {"a": [(1 << 63) - 1, -(1 << 63)]}


@pytest.mark.parametrize(
    "text",
    [f"{MANY} = 1", f"[{MANY}]", f"[[{MANY}]]", f"x = {{ {MANY} = 1 }}", f'"a=b".{MANY} = 1', f"'#'.{MANY} = 1",
     f"{' . '.join('a' * 9999)} = 1", f'x = [1, {{ b = "}}", {MANY} = 1 }}]', f'{".".join([chr(34) * 2] * 9999)} = 1',
     f'x = """a"""""\n{MANY} = 1', f"x = ''''a''''\n{MANY} = 1", f'x = "\\\\" # "\n{MANY} = 1',
     f'x = """\\""""\r\n{MANY} = 1', f"x = '\\'\n{MANY} = 1", f'"\\"=".{MANY} = 1',
     f'x = ["""a"""", {{ {MANY} = 1 }}]', f"x = ['''a'''', {{ {MANY} = 1 }}]"],
    ids=range(17),
)
def test_a_key_of_many_parts_is_refused_at_once_however_it_is_written(text: str, tmp_path: Path) -> None:
    assert told(text, tmp_path) == [f"file: a key of more than {MAX_PARTS} parts: the file must be TOML of this format"]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [("\n".join(f"k{i}.b.c = 1.5" for i in range(MAX_DOTS // 3 + 1)), "file: 50001 dots"),
     ("x = " + "[" * (MAX_DEPTH + 1), "file: brackets in brackets without end"),
     ("x = [" + "'y', " * MAX_VALUES + "]", "file: more than 30000 values"),
     ("[[x]]\ny = 1\n" * MAX_VALUES, "file: more than 30000 values"),
     ("[a" + ".a" * 30 + "]\nb = {c" + ".c" * 30 + "= {d.d.d.d = 1}}", "a, a.a: tables in tables, 64 deep"),
     ("a.b.c = 0" + "1" * 5000, "file: a number of 5001 digits in line 1"),
     ("x = 'y'\nx" + "y" * MAX_KEY + " = 1", "file: a key 'xyyyyyyyy"),
     ('[[clause]]\nid = "it"\nsays = "a\\u0000b"', "clause 'it', says: U+0000 in a text"),
     ('"a\\u0000b" = 1', "file: a key 'a\\x00b'...: a key has at most 200 characters")],
    ids=["dots", "brackets", "values", "entries", "tables", "digits", "a long key", "NUL in a text", "NUL in a key"],
)
def test_what_no_hand_writes_is_refused_at_once(text: str, wanted: str, tmp_path: Path) -> None:
    (fault,) = told(text, tmp_path)
    assert fault.startswith(wanted)


@pytest.mark.parametrize(
    "text",
    ['x = "' + "a." * 999 + '"', f"x = '{MANY}'", f"# {MANY}\nx = 1", f'x = """\n{MANY} = 1\n"""',
     "x = '#'  # '''\ny = 1",
     'x = ["""a"""", """b""", "c"]', f"x = ''''{MANY}'''''", "x = [" + "1.5, " * 999 + "]",
     'x = """a\\\n   b \\""" ' + "c." * 99 + '"""', f"{'.'.join('a' * MAX_PARTS)} = 1",
     "x = [" + "[], {}, " * 999 + "]",
     "a = 1979-05-27T07:32:00.5-07:00\r\nb = 2"],
    ids=range(12),
)
def test_what_a_hand_may_write_is_read(text: str, tmp_path: Path) -> None:
    path = tmp_path / "given.toml"
    path.write_text(text, "utf-8", newline="")
    assert read_toml(path) == tomllib.loads(text)


def test_the_editions_are_far_from_every_limit() -> None:
    for path in edition_files().values():
        text = path.read_text("utf-8")
        assert too_much(text.replace(".", ". . . . .")) == ""
        assert [*strange([tomllib.loads(text)] * 4)] == []


def test_what_stands_twice_is_found_in_no_longer_than_reading_takes() -> None:
    ids = [f"a{i}" for i in range(100_000)]
    began = time.process_time()
    assert repeated([*ids, "b", "a9", "b", "a10"]) == ["a10", "a9", "b"]
    assert time.process_time() - began < 2


def test_a_paragraph_of_nothing_but_ends_is_counted_at_once() -> None:
    began = time.process_time()
    assert sentences("!" * 200_000 + "x" + "。!" * 100_000 + "x" + "!" + '"' * 200_000 + "x") == 2
    assert time.process_time() - began < 2
