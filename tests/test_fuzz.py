"""Every reader of a file or a stream, given what nobody would write: only the errors that are documented.

    python tests/test_fuzz.py [--cases N]

prints for each reader how many spoilt inputs it was given, how many it refused, and how long it took with one.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import os
import resource
import tempfile
import time
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tabulate import tabulate

from advocatus.checks import finding as findings
from advocatus.checks.accepting import read_accepted
from advocatus.checks.cli import run
from advocatus.checks.conformance.filing import verify, write
from advocatus.checks.conformance.known import read_known
from advocatus.checks.conformance.oracle import Oracle
from advocatus.checks.conformance.serving import serve
from advocatus.checks.conformance.suite import Maker
from advocatus.checks.replaying import examine
from advocatus.model.asking import CannotBeJudged, load_situation
from advocatus.model.clarifying import clarified
from advocatus.model.families import editions, families, find_editions
from advocatus.model.guard import GuardError, parse
from advocatus.model.loading import BadRulebook, load_edition
from advocatus.model.paragraphs import read_paragraphs
from advocatus.model.rules import BadChoice
from advocatus.model.trace import BadDocument, read_json

HERE = Path(__file__).parent
PACKAGE = Path(findings.default_folder())
FAMILY = families()["teufelsburg"]
GRAMMARS = {key: family.grammar for key, family in families().items()}
VOCABULARY = FAMILY.grammar.vocabulary

ODD = (
    b"\x00", b"\xff\xfe", b"\xed\xa0\x80", "\u202e\u2028\U0001f3b2é".encode(), b"9" * 400, b"-1e999",
    b"0x" + b"f" * 300, b"{" * 300, b"[" * 3_000, b'"', b"'" * 3, b"\\", b"\r\n", b"true", b"null", b"nan", b"[[",
    b"=", b"#", b"not " * 60, b"__import__('os')", b"a.b.c.d.e", b"2026-11-30T00:00:00Z",
)


def spoilt(text: bytes, rng: Random) -> bytes:
    """A sound file with a few things wrong."""
    for _ in range(rng.randint(1, 4)):
        at, size = rng.randrange(len(text) + 1), rng.choice((1, 3, 20, 400))
        kind = rng.randrange(4)
        if kind == 0:
            text = text[:at] + rng.choice(ODD) + text[at:]
        elif kind == 1:
            text = text[:at] + text[at + size:]
        elif kind == 2:
            text = text[:at] + text[at:at + size] * 2 + text[at + size:]
        else:
            text = text[:at] + rng.choice(ODD) + text[at + size:]
    return text


# ---------------------------------------------------------------- the readers


def _situation(path: Path) -> Any:
    return load_situation(path, "teufelsburg", FAMILY.grammar, FAMILY.codec, FAMILY.wording, (editions()["adlung"],))


def _known(path: Path) -> Any:
    return read_known(path, (editions()["adlung"],))


def _accepted(path: Path) -> Any:
    folder = path.parent / "accepted"
    folder.mkdir(exist_ok=True)
    (folder / "accepted.toml").write_bytes(path.read_bytes())
    return read_accepted(folder)


def _package(name: str) -> Path:
    return next(path for path in (HERE.parent / "model").rglob(name))


@cache
def _suite() -> tuple[bytes, bytes]:
    """The manifest of a suite of one vector, and the vector."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "suite"
        write(Maker(editions()["bga-fr"], [2], only=["play.card"], tries=40).suite(), folder, 0)
        (vector,) = (folder / "vectors").iterdir()
        return (folder / "manifest.json").read_bytes(), vector.read_bytes()


def _verified(manifest: bytes, vector: bytes, folder: Path) -> None:
    """What a suite of one vector is told to be; raises `BadDocument` where anything is."""
    (folder / "vectors").mkdir(parents=True, exist_ok=True)
    (folder / "manifest.json").write_bytes(manifest)
    name = json.loads(_suite()[0])["vectors"][0]["file"]
    (folder / name).write_bytes(vector)
    if told := list(verify(editions()["bga-fr"], folder)):
        raise BadDocument(name, told[0].says, "a suite as it was written is wanted")


def _vector(path: Path) -> None:
    """A suite with this for its vector, and a manifest that knows it."""
    manifest, (entry,) = json.loads(_suite()[0]), json.loads(_suite()[0])["vectors"]
    manifest["vectors"] = [{**entry, "sha256": hashlib.sha256(path.read_bytes()).hexdigest()}]
    _verified(json.dumps(manifest).encode(), path.read_bytes(), path.parent / "suite")


READERS: dict[str, tuple[Callable[[], bytes], Callable[[Path], Any]]] = {
    "an edition": (lambda: _package("bga-fr.toml").read_bytes(), lambda path: load_edition(path, GRAMMARS)),
    "a clarification": (lambda: min((HERE / "clarifications").glob("*.toml")).read_bytes(),
                        lambda path: clarified(_package("adlung.toml"), (path,), GRAMMARS)),
    "a situation": ((HERE / "situations" / "accept-with-one-bag.toml").read_bytes, _situation),
    "what is accepted": (lambda: b'[[accepted]]\nfinding = "clash.adlung.a+b"\nbecause = "so"\n', _accepted),
    "what is known": (lambda: b'[[known]]\nclause = "duel.support"\nverdict = "too-lax"\nbecause = "so"\n', _known),
    "a finding": (lambda: min(PACKAGE.rglob("clash.adlung.*.json")).read_bytes(), findings.load),
    "a manifest": (lambda: _suite()[0], lambda path: _verified(path.read_bytes(), _suite()[1], path.parent / "suite")),
    "a vector": (lambda: _suite()[1], _vector),
    "a text": ("One.\n\nTwo. 三。\n".encode, read_paragraphs),
}
DOCUMENTED = (BadRulebook, BadDocument, BadChoice, CannotBeJudged)


def refusal(call: Callable[[], Any], *errors: type[Exception]) -> str:
    """What a call is refused with; empty if it is not. Whatever else it raises goes through."""
    wanted = errors or DOCUMENTED
    try:
        call()
    except wanted as error:
        return str(error) or type(error).__name__
    return ""


def fuzz(name: str, cases: int, tmp_path: Path) -> int:
    """So many spoilt files before a reader; how many it refused."""
    sound, read = READERS[name][0](), READERS[name][1]
    rng, path, refused = Random(name), tmp_path / "file", 0
    for _ in range(cases):
        path.write_bytes(spoilt(sound, rng))
        said = refusal(lambda: read(path))
        refused += bool(said)
        assert len(said) < 20_000
    return refused


@pytest.mark.parametrize("name", READERS)
def test_a_reader_raises_what_is_documented_and_nothing_else(name: str, tmp_path: Path) -> None:
    few = 6 if name == "a clarification" else 24
    assert fuzz(name, few, tmp_path) > (0 if name == "a text" else few // 4)


@pytest.mark.slow
@pytest.mark.parametrize("name", READERS)
def test_a_reader_raises_what_is_documented_and_nothing_else_thousands_of_times(name: str, tmp_path: Path) -> None:
    assert fuzz(name, 300 if name == "a clarification" else 3_000, tmp_path) > 0


# ---------------------------------------------------------------- what is sound by itself, and lies


def changed(data: Any, rng: Random) -> Any:
    """The same JSON data with one value somewhere replaced by what has no business there."""
    odd = (None, -1, 10**30, 1.5, "", "\u202e", [], {}, [[]], True, "a" * 300, {"act": "use"}, "bag-key", 7)
    if isinstance(data, dict) and data and rng.random() < 0.9:
        key = rng.choice(sorted(data))
        if rng.random() < 0.1:
            return {k: v for k, v in data.items() if k != key}
        return {**data, key: changed(data[key], rng)}
    if isinstance(data, list) and data and rng.random() < 0.9:
        i = rng.randrange(len(data))
        return [*data[:i], changed(data[i], rng), *data[i + 1:]]
    return rng.choice(odd)


def lie(cases: int, tmp_path: Path) -> int:
    """So many findings with one value changed; how many were refused or did not replay."""
    source = min(PACKAGE.rglob("question.adlung.duel.*.json"))
    sound, rng, path = json.loads(source.read_text("utf-8")), Random(1), tmp_path / source.name
    told = 0
    for _ in range(cases):
        path.write_text(json.dumps(changed(sound, rng)), "utf-8")
        seen = examine(path, editions())
        told += bool(seen.differs)
    return told


def mislead(cases: int, tmp_path: Path) -> int:
    """So many vectors with one value changed; how many were refused or did not come out."""
    sound, rng, path = json.loads(_suite()[1]), Random(5), tmp_path / "vector.json"
    refused = 0
    for _ in range(cases):
        path.write_text(json.dumps(changed(sound, rng)), "utf-8")
        refused += bool(refusal(lambda: _vector(path)))
    return refused


@pytest.mark.parametrize("cases", [20, pytest.param(3_000, marks=pytest.mark.slow)])
def test_a_vector_that_lies_is_refused_or_does_not_come_out(cases: int, tmp_path: Path) -> None:
    assert mislead(cases, tmp_path) > cases // 2


@pytest.mark.parametrize("cases", [20, pytest.param(3_000, marks=pytest.mark.slow)])
def test_a_finding_that_lies_is_refused_or_does_not_replay(cases: int, tmp_path: Path) -> None:
    assert lie(cases, tmp_path) == cases  # no value of a finding can be another


WORDS = "offered hand count ( ) and or not in == < 1 'bag' { } , [ ] lambda : . __class__ if else for * ** @ ="


def babble(cases: int, _: Path) -> int:
    """So many guards of words by chance; how many were refused."""
    rng = Random(2)
    words = (":=", "f''", "é", "9" * 60, "\n", "\t", *WORDS.split())
    refused = 0
    for _ in range(cases):
        text = " ".join(rng.choice(words) for _ in range(rng.randint(1, 14)))
        refused += bool(refusal(partial(parse, text, VOCABULARY), GuardError))
    return refused


@pytest.mark.parametrize("cases", [300, pytest.param(20_000, marks=pytest.mark.slow)])
def test_a_guard_is_read_or_refused(cases: int, tmp_path: Path) -> None:
    assert babble(cases, tmp_path) > cases // 2


MONSTERS = {
    "brackets": "(" * 5_000 + "1" + ")" * 5_000, "nots": "not " * 5_000 + "True", "a number": "9" * 100_000,
    "length": "1 == 1 and " * 100_000 + "True", "sums": "+".join(["1"] * 50_000), "powers": "9**9**9**9",
    "minus": "-" * 50_000 + "1", "compared": "1" + " < 1" * 50_000, "NUL": "1\x00", "half": "\ud800",
}


@pytest.mark.parametrize("name", MONSTERS)
def test_a_monstrous_guard_is_refused_within_a_second(name: str) -> None:
    before = time.process_time()
    with pytest.raises(GuardError):
        parse(MONSTERS[name], VOCABULARY)
    assert time.process_time() - before < 3


# ---------------------------------------------------------------- size, depth, places


@pytest.mark.parametrize("words", [("show",), ("coverage", "adlung"), ("replay",), ("check",)])
def test_a_file_of_50_megabytes_is_not_read(words: tuple[str, ...], tmp_path: Path, capsys: Any) -> None:
    big = tmp_path / "big.toml"
    with big.open("wb") as file:
        file.truncate(50 << 20)
    before, memory = time.process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    code = run([*words, str(big)])
    told = capsys.readouterr()
    assert code == 2
    assert "at most" in told.err + told.out
    assert time.process_time() - before < 5
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory < 40 << 10


@pytest.mark.parametrize("words", [("show",), ("coverage", "adlung"), ("replay",), ("ask", "adlung")])
def test_a_pipe_and_a_device_are_no_files(words: tuple[str, ...], tmp_path: Path, capsys: Any) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    for path in (tmp_path / "pipe.toml", Path("/dev/zero")):
        assert run([*words, str(path)]) in (1, 2)
    assert "internal" not in capsys.readouterr().err


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 100_000, "9" * 10_000_000, '"\\ud800"', "1e999999"])
def test_json_that_nobody_would_write(text: str) -> None:
    before = time.process_time()
    assert len(refusal(lambda: read_json(text, "file"), BadDocument)) < 500
    assert time.process_time() - before < 5


def call(cases: int, _: Path) -> int:
    """So many spoilt calls of the oracle, and a sound one that it answers; how many got an error for an answer."""
    rng = Random(4)
    sound = b'{"jsonrpc":"2.0","id":7,"method":"describe","params":{}}'
    start = {"position": {"hands": [["bag-key"], ["bag-goblet"], ["key"]], "roles": ["thug", "priest", "doctor"],
                          "sides": ["order", "order", "brotherhood"]}}
    whole = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "run", "params": {
        "edition": "adlung", "players": 3, "start": start, "acts": [{"by": 0, "act": "trade", "to": 1}]}}).encode()
    calls = [spoilt(whole, rng).replace(b"\n", b" ") for _ in range(cases)]
    sink = io.StringIO()
    serve(Oracle(editions(), ""), io.BytesIO(b"\n".join([*calls, sound]) + b"\n"), sink)
    answers = [json.loads(line) for line in sink.getvalue().split("\n") if line]
    assert answers[-1]["id"] == 7
    assert "result" in answers[-1]
    assert all("internal" not in str(answer.get("error", {}).get("message", "")).lower() for answer in answers)
    return sum("error" in answer for answer in answers)


@pytest.mark.parametrize("cases", [200, pytest.param(20_000, marks=pytest.mark.slow)])
def test_the_oracle_answers_spoilt_calls_and_the_sound_one_after_them(cases: int, tmp_path: Path) -> None:
    assert call(cases, tmp_path) > cases // 4


@pytest.mark.parametrize("name", [
    "../../etc/passwd", "/etc/passwd", "a" * 5_000, "\x00", "adlung+", "+x.toml", "adlung+/dev/zero", "..", "~", ""])
def test_a_name_that_is_no_edition_is_refused(name: str) -> None:
    with pytest.raises(DOCUMENTED):
        find_editions(name)


def main() -> None:
    """Print the figures."""
    reader = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    reader.add_argument("--cases", type=int, default=1_000)
    wanted = reader.parse_args().cases
    runs = {name: partial(fuzz, name) for name in READERS}
    others = {"a finding that lies": lie, "a vector that lies": mislead, "a guard": babble,
              "a call of the oracle": call}
    rows = []
    for name, run_it in {**runs, **others}.items():
        before = time.process_time()
        with tempfile.TemporaryDirectory() as folder:
            refused = run_it(wanted, Path(folder))
        rows.append((name, wanted, refused, f"{(time.process_time() - before) / wanted * 1_000:.1f}"))
    print(tabulate(rows, ("reader", "spoilt inputs", "refused", "CPU ms each")))


if __name__ == "__main__":
    main()
