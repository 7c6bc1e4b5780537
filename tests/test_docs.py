"""The documentation held true: commands and what they print, tables, examples of the formats, names and links.

``python tests/test_docs.py --write`` makes the tables of CONTRIBUTING.md and the examples of model/schemas/README.md
anew. ``--outputs`` runs the commands of README.md (some minutes) and puts the line that was printed in the place of
each shown line that is out of date. Look at the difference before you commit it.
"""

from __future__ import annotations

import difflib
import doctest
import io
import json
import os
import re
import shlex
import sys
import textwrap
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import pytest
from attrs import evolve, fields, frozen
from jsonschema import Draft202012Validator

from advocatus.checks import cli
from advocatus.checks.conformance.following import Follower, acts_for
from advocatus.checks.conformance.oracle import Oracle
from advocatus.checks.conformance.suite import Maker
from advocatus.checks.conformance.vector import outcome
from advocatus.checks.deriving import play_out
from advocatus.checks.finding import CLASH, GAP, IMPACTS, Finding, Store, decode, default_folder, encode, load
from advocatus.checks.replaying import replay
from advocatus.checks.row import FOUND, Row, decode_row, encode_row
from advocatus.model.families import editions, families, grammars, open_game
from advocatus.model.game import Solo, Step
from advocatus.model.guard import parse
from advocatus.model.loading import load_edition, schema
from advocatus.model.rules import make_rules
from advocatus.model.schemas import schema_folder
from advocatus.model.teufelsburg.frames import FRAMES
from advocatus.model.teufelsburg.moves import MOVES
from advocatus.model.teufelsburg.vocabulary import (
    BY_FRAME,
    BY_MOVE,
    CONSTANTS,
    FACTS,
    FRAME_ACTS,
    NAMES,
    STRUGGLE,
    SWITCHES,
)
from advocatus.model.trace import decode_trace, encode_trace

ROOT = Path(__file__).resolve().parent.parent
README, CONTRIBUTING, CHANGELOG = ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"
FORMATS = ROOT / "model" / "schemas" / "README.md"
DOCS = (README, CONTRIBUTING, CHANGELOG, FORMATS)
FAMILY = "teufelsburg"
ANEW = "python tests/test_docs.py"
OWN = ("calls.jsonl", "house.toml", "house-findings", "accepted.toml", "bags.toml", "bags.txt", "typo.toml",
       "mending.toml", "pile.toml")  # the reader's own
SLOW = ("check", "diff", "clarify", "vectors")  # the commands that take long


def fenced(text: str, language: str) -> list[str]:
    """The code blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def section(text: str, head: str) -> str:
    """What stands under a heading, up to the next of its kind."""
    found = re.search(rf"^## {re.escape(head)}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    assert found, f"no section {head!r}"
    return found[1]


# ---------------------------------------------------------------- commands


@frozen
class Command:
    """A command line, what is shown of its output, and its exit code."""

    line: str
    shown: tuple[str, ...] = ()
    code: int = 0

    @property
    def words(self) -> list[str]:
        """The words of the line, the program's name left out."""
        return shlex.split(self.line)[1:]


def commands(text: str) -> list[Command]:
    """The commands of all console blocks; ``echo $?`` tells the exit code of the one before."""
    found: list[Command] = []
    for block in fenced(text, "console"):
        parts = [part.split("\n") for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]]
        for line, *shown in parts:
            if line == "echo $?":
                found[-1] = evolve(found[-1], code=int(shown[0]))
            else:
                found.append(Command(line, tuple(shown[:-1])))
    return found


def run(words: Sequence[str]) -> tuple[int, str]:
    """Exit code and output of a command, both streams as a terminal shows them."""
    out = io.StringIO()
    found = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])  # `advocatus` is in there
    with redirect_stdout(out), redirect_stderr(out), patch.dict(os.environ, PATH=found):
        code = cli.run(words)
    return code, out.getvalue()


def furnish(folder: Path) -> None:
    """Put into a folder what the commands name: the parts of the project, and files of the reader's own."""
    for name in ("model", "counterexamples"):
        (folder / name).symlink_to(ROOT / name)
    blocks = fenced(README.read_text("utf-8"), "toml")
    written = next(block for block in blocks if block.startswith("# bags.toml"))
    (folder / "bags.toml").write_text(written, "utf-8")
    text = next(p for p in README.read_text("utf-8").split("\n### ") if p.startswith("Hold a text"))
    (folder / "bags.txt").write_text(fenced(text, "text")[0], "utf-8")
    (folder / "calls.jsonl").write_text(fenced(README.read_text("utf-8"), "jsonl")[0], "utf-8")
    for name in ("mending.toml", "pile.toml"):
        (folder / name).write_text(next(b for b in blocks if b.startswith(f"# {name}")), "utf-8")
    scripts = fenced(README.read_text("utf-8"), "python")
    (folder / "adapter.py").write_text(next(b for b in scripts if b.startswith("# adapter.py")), "utf-8")
    (folder / "house-accepted").mkdir()
    (folder / "house-accepted/accepted.toml").write_text(
        next(b for b in blocks if b.startswith("# accepted.toml")), "utf-8")
    (folder / "typo.toml").write_text(written.replace("offered ==", "ofered =="), "utf-8")
    packaged = (ROOT / "model" / FAMILY / "editions" / "adlung.toml").read_text("utf-8")
    (folder / "house.toml").write_text(packaged.replace('key = "adlung"', 'key = "house"', 1), "utf-8")


def plain(line: str) -> str:
    """A line as it is compared: how wide a table's columns are depends on rows that are not shown."""
    return " ".join(re.sub(r"-{3,}", "---", line).split())


def chunks(shown: Iterable[str]) -> list[list[str]]:
    """The shown lines between the lines ``...``; an empty chunk at an end says that the output goes on there."""
    found: list[list[str]] = [[]]
    for line in shown:
        if line.strip() == "...":
            found.append([])
        elif line.strip():
            found[-1].append(line)
    return found


def place(chunk: Sequence[str], lines: Sequence[str], start: int) -> int | None:
    """Where a chunk stands as it is in the output, from a line on."""
    wanted = [plain(line) for line in chunk]
    return next((i for i in range(start, len(lines) - len(wanted) + 1)
                 if [plain(line) for line in lines[i : i + len(wanted)]] == wanted), None)


def output_faults(shown: Sequence[str], output: str) -> list[str]:
    """What of the shown lines was not printed: each chunk must stand in the output whole, and in order."""
    lines = [line for line in output.splitlines() if line.strip()]
    parts, at = chunks(shown), 0
    for i, chunk in enumerate(parts):
        found = place(chunk, lines, at)
        if found is None:
            known = {plain(line) for line in lines[at:]}
            wrong = next((line for line in chunk if plain(line) not in known), chunk[0])
            near = difflib.get_close_matches(plain(wrong), list(known), n=1, cutoff=0.3)
            return [f"shown and not printed (or not there): {plain(wrong)}"] + [f"nearest: {line}" for line in near]
        if i == 0 and found:
            return [f"printed before what is shown: {lines[0]}"]
        at = found + len(chunk)
    if parts[-1] and at < len(lines):
        return [f"printed after what is shown: {lines[at]}"]
    return []


CHECKED = [command for command in commands(README.read_text("utf-8")) if command.line.startswith("advocatus ")]


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    furnish(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ADVOCATUS_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("ADVOCATUS_DEBUG", raising=False)
    return tmp_path


@pytest.mark.usefixtures("desk")
@pytest.mark.parametrize("command", [
    pytest.param(c, id=c.line, marks=[pytest.mark.slow] if c.words[0] in SLOW else []) for c in CHECKED
])
def test_a_command_prints_what_is_shown(command: Command) -> None:
    code, output = run(command.words)
    assert code == command.code, output
    if command.shown:
        assert output_faults(command.shown, output) == [], f"`{ANEW} --outputs` puts it right"


def test_every_command_is_shown_and_those_that_are_missing_are_told() -> None:
    text = README.read_text("utf-8")
    known = set(cli.cli.commands)
    assert {c.words[0] for c in CHECKED} == known
    missing = set(re.findall(r"`([a-z]+)`", section(text, "What is not there yet")))
    assert missing.isdisjoint(known)


def test_every_option_is_told_and_no_other() -> None:
    known = {name for command in cli.cli.commands.values() for option in command.params for name in option.opts
             if name.startswith("--")}
    assert set(re.findall(r"`(--[a-z-]+)", section(README.read_text("utf-8"), "Options"))) == known


@pytest.mark.parametrize("path", [README, CONTRIBUTING], ids=lambda path: path.name)
def test_python_runs_as_shown(path: Path) -> None:
    text, out = "\n".join(fenced(path.read_text("utf-8"), "pycon")), io.StringIO()
    assert text
    shown = doctest.DocTestParser().get_doctest(text, {}, path.name, str(path), 0)
    result = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(shown, out=out.write)
    assert result.failed == 0, out.getvalue()


def test_a_difference_between_output_and_what_is_shown_is_found() -> None:
    """The tester tested."""
    output = "head\n\na  1\nb  22\nc\nlast\n"
    assert output_faults(["head", "...", "b 22", "c", "..."], output) == []
    assert output_faults(["head", "a 1", "b 22", "c", "last"], output) == []
    assert output_faults(["...", "last"], output) == []
    for shown, fault in (
        (["head", "...", "b 23", "..."], "nearest: b 22"),
        (["head", "...", "c", "...", "b 22", "..."], "not there"),
        (["head", "...", "a 1", "c", "..."], "not there"),
        (["a 1", "..."], "printed before what is shown: head"),
        (["head", "...", "c"], "printed after what is shown: last"),
    ):
        assert fault in "\n".join(output_faults(shown, output)), shown


def test_commands_are_read_with_output_and_exit_code() -> None:
    text = "```console\n$ advocatus show x 'a b'\nno\n$ echo $?\n2\n$ make check\n```\n"
    assert commands(text) == [Command("advocatus show x 'a b'", ("no",), 2), Command("make check")]
    assert commands(text)[0].words == ["show", "x", "a b"]


# ---------------------------------------------------------------- words that the documents explain


def first_cells(text: str) -> set[str]:
    """The words in code style in the first cells of all tables."""
    return {word for line in text.splitlines() if line.startswith("| `")
            for word in re.findall(r"`([^`]+)`", line.split("|")[1])}


def test_every_verdict_impact_and_provenance_is_explained() -> None:
    told = first_cells(README.read_text("utf-8"))
    pattern = schema("row")["properties"]["verdict"]["pattern"]
    verdicts = set(re.findall(r"[a-z]+", pattern))
    assert verdicts <= told, f"not explained: {verdicts - told}"
    assert set(IMPACTS) <= told
    assert set(schema("row")["properties"]["provenance"]["enum"]) <= told


def test_the_small_rulebook_is_sound_and_its_guards_are_guards(desk: Path) -> None:
    edition = load_edition(desk / "bags.toml", grammars())
    assert [norm.mood for clause in edition.clauses for norm in clause.norms] == ["forbid"]


def test_every_guard_of_the_readme_is_one() -> None:
    guards = fenced(README.read_text("utf-8"), "text")[-1].splitlines()
    shown = [line.split("  ")[0] for line in guards if line.strip()]
    assert 8 <= len(shown) <= 12
    vocabulary = grammars()[FAMILY].vocabulary
    for line in shown:
        assert parse(line, vocabulary).text == line


def test_the_version_has_its_entry() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    assert re.search(rf"^## .*\b{re.escape(version)}\b", CHANGELOG.read_text("utf-8"), re.MULTILINE)


# ---------------------------------------------------------------- tables of the vocabulary


def code(words: Iterable[str]) -> str:
    """Words in code style."""
    return ", ".join(f"`{word}`" for word in words)


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


def told(thing: type[Any]) -> str:
    """The first line of a docstring."""
    return (thing.__doc__ or "").splitlines()[0]


def everywhere() -> list[str]:
    """The names that every guard may use."""
    placed = {name for names in (*BY_FRAME.values(), *BY_MOVE.values()) for name in names}
    return [name for name in NAMES if name not in placed]


def struggling() -> list[str]:
    """The names that all frames of a struggle have."""
    return [name for name in NAMES if all(name in BY_FRAME[kind] for kind in STRUGGLE)]


def shortly(names: Sequence[str]) -> str:
    """Names in code style, those of all struggles drawn together."""
    together = set(struggling()) <= set(names)
    rest = [name for name in names if not together or name not in struggling()]
    return ", ".join(["*struggle*"] * together + [code(rest)] * bool(rest))


def frames_table() -> str:
    classes = {frame.kind: told(frame) for frame in FRAMES}
    return table(("frame", "what is owed", "moves", "names of the frame"), (
        (f"`{kind}`", classes[kind], code(acts), shortly(BY_FRAME.get(kind, ()))) for kind, acts in FRAME_ACTS.items()))


def moves_table() -> str:
    grammar, rows = grammars()[FAMILY], []
    for move in MOVES:
        at = [kind for kind, acts in FRAME_ACTS.items() if move.act in acts]
        mine = BY_MOVE.get(move.act, ())
        shared = [n for n in NAMES if n in grammar.names_at(move.act, (), False).names and n not in everywhere()]
        few, others = 2 * len(at) < len(FRAME_ACTS), [kind for kind in FRAME_ACTS if kind not in at]
        frames = code(at) if few else f"every frame but {code(others)}"
        rows.append((f"`{move.act}`", told(move), frames, code(mine), shortly([n for n in shared if n not in mine])))
    return table(("move", "what it is", "at", "names of the move", "names of all its frames"), rows)


def names_table() -> str:
    rows = []
    for key, name in NAMES.items():
        frames = [kind for kind, names in BY_FRAME.items() if key in names and key not in struggling()]
        moves = [act for act, names in BY_MOVE.items() if key in names]
        where = "everywhere" if key in everywhere() else "*struggle*" if key in struggling() else "; ".join(
            f"{word} {code(kinds)}" for word, kinds in (("at", frames), ("of", moves)) if kinds)
        rows.append((f"`{key}`", name.sort + (", or none" if name.optional else ""), name.doc, where))
    return table(("name", "sort", "what it points at", "where"), rows)


def constants_table() -> str:
    sorts = list(dict.fromkeys(constant.sort for constant in CONSTANTS.values()))
    return table(("sort", "words"), (
        (sort, code(key for key, constant in CONSTANTS.items() if constant.sort == sort)) for sort in sorts))


def facts_table() -> str:
    return table(("fact", "what it says"), ((f"`{key}`", says) for key, says in FACTS.items()))


def switches_table() -> str:
    return table(("switch", "values"), ((f"`{key}`", code(values)) for key, values in SWITCHES.items()))


TABLES = {"frames": frames_table, "moves": moves_table, "names": names_table, "words": constants_table,
          "facts": facts_table, "switches": switches_table}


def between(key: str) -> re.Pattern[str]:
    """What stands between the marks of a table."""
    first, last = f"<!-- table {key}, made by tests/test_docs.py -->\n", f"<!-- end of {key} -->"
    return re.compile(f"(?<={re.escape(first)}).*?(?={re.escape(last)})", re.DOTALL)


def wire_table(family: str) -> str:
    """What is owed in a game, by whom, and the acts of it with their keys."""
    grammar, codec = grammars()[family], families()[family].codec

    def act(word: str, by: str) -> str:
        move = codec.moves[word]
        keys = ["chance"] if by == "chance" else ["by", "act"]
        return "`" + ", ".join([word, *(f.name for f in fields(move) if f.name not in keys and f.name != "by")]) + "`"

    rows = []
    for kind, acts in grammar.frames.items():
        by = "a seat" if issubclass(codec.frames[kind], Solo) else "chance"
        rows.append((f"`{kind}`", told(codec.frames[kind]), by, "; ".join(act(word, by) for word in acts)))
    return table(("`owed`", "what is owed", "by", "acts, with their other keys"), rows)


WIRE = ("dice-devils", "caleira")


def wire_marks(family: str) -> re.Pattern[str]:
    """What stands between the marks of a table of acts."""
    first = f"<!-- wire table {family}, made by tests/test_docs.py -->\n"
    return re.compile(f"(?<={re.escape(first)}).*?(?=<!-- end of {family} -->)", re.DOTALL)


def with_wire(text: str) -> str:
    """The formats with the tables of acts as they should be."""
    for family in WIRE:
        text = wire_marks(family).sub(lambda _, family=family: f"\n{wire_table(family)}\n", text, count=1)
    return text


@pytest.mark.parametrize("family", WIRE)
def test_a_table_of_acts_is_up_to_date(family: str) -> None:
    shown = wire_marks(family).search(FORMATS.read_text("utf-8"))
    assert shown
    assert shown[0].strip() == wire_table(family).strip(), f"rewrite it: {ANEW} --write"


def with_tables(text: str) -> str:
    """The text with all tables as they should be."""
    for key, make in TABLES.items():
        found = between(key).search(text)
        assert found, f"the marks of the table {key!r} are missing"
        text = f"{text[:found.start()]}\n{make()}\n{text[found.end():]}"
    return text


@pytest.mark.parametrize("key", TABLES)
def test_a_table_is_up_to_date(key: str) -> None:
    shown = between(key).search(CONTRIBUTING.read_text("utf-8"))
    assert shown
    assert shown[0].strip() == TABLES[key]().strip(), f"CONTRIBUTING.md is out of date; rewrite it: {ANEW} --write"


def test_the_names_of_a_struggle_are_told() -> None:
    assert code(struggling()) in " ".join(CONTRIBUTING.read_text("utf-8").split())


def test_an_old_table_is_put_right() -> None:
    text = CONTRIBUTING.read_text("utf-8")
    old = text.replace("| `proclaim` |", "| `shout` |")
    assert old != text
    assert with_tables(old) == text


# ---------------------------------------------------------------- examples of the formats


OF_THE_FAMILY = ("move", "event", "frame", "deal", "state", "act", "told")
COMMON = ("trace", "finding", "row", "protocol", "vector")


def examples(text: str) -> dict[str, Any]:
    """The JSON example of each format, by its heading."""
    return {name: json.loads(fenced(section(text, name.capitalize()), "json")[0]) for name in (*OF_THE_FAMILY, *COMMON)}


@cache
def on_file(kind: str) -> Finding:
    """A finding of a kind on file."""
    found = [load(path) for path in Store(default_folder()).files(FAMILY)]
    return next(one for one in found if one.kind == kind)


def real_examples() -> Mapping[str, Any]:
    """Examples taken from the findings on file: the game of a clash, and a gap whole."""
    clash, codec = on_file(CLASH), families()[FAMILY].codec
    assert clash.trace
    played = play_out(clash.rules.find(editions()), clash.trace.deal, clash.trace.moves)
    move, events = clash.trace.steps[-1]
    return {
        "move": codec.encode(move), "event": codec.encode(events[0]), "frame": codec.encode(played.state.agenda[0]),
        "deal": codec.encode(clash.trace.deal), "state": codec.encode(played.state),
        "trace": encode_trace(clash.trace, codec), "finding": encode(on_file(GAP)),
        "row": encode_row(Row.of_finding(clash, FOUND)), **wire_examples(clash, played.steps),
    }


def wire_examples(clash: Finding, steps: Sequence[Step[Any]]) -> Mapping[str, Any]:
    """The last act of a finding's game, the state as it is told before it, and the whole game as a call."""
    rules = clash.rules.find(editions())
    first = Follower(rules, steps[0].before)
    acts = acts_for(rules, steps[0].before, [step.move for step in steps])
    told = {key: value for key, value in first.told().items() if value is not None}
    start = {key: told[key] for key in ("hands", "roles", "sides")}
    params = {"edition": rules.edition.key, "players": rules.players, "start": {"position": start}, "acts": acts}
    vector = Maker(rules.edition, (rules.players,), tries=40, only=clash.cause[:1]).suite().vectors[0]
    return {"act": acts[-1], "told": told, "vector": vector.data,
            "protocol": {"jsonrpc": "2.0", "id": 7, "method": "run", "params": params}}


def pretty(data: Any, indent: str = "") -> str:
    """JSON data in few lines: what fits into a line stands in one."""
    short = json.dumps(data, sort_keys=True, ensure_ascii=False)
    if len(indent + short) <= 110 or not isinstance(data, dict | list) or not data:
        return short
    deeper = indent + "  "
    if isinstance(data, dict):
        parts = [f"{json.dumps(key)}: {pretty(data[key], deeper)}" for key in sorted(data)]
    elif not any(isinstance(item, dict | list) for item in data):
        parts = textwrap.wrap(short[1:-1], 110 - len(deeper), break_on_hyphens=False)
        return f"[\n{deeper}" + f"\n{deeper}".join(parts) + f"\n{indent}]"
    else:
        parts = [pretty(item, deeper) for item in data]
    opening, closing = "{}" if isinstance(data, dict) else "[]"
    return f"{opening}\n{deeper}" + f",\n{deeper}".join(parts) + f"\n{indent}{closing}"


def with_examples(text: str) -> str:
    """The text with all JSON examples made anew."""
    for name, data in real_examples().items():
        old = section(text, name.capitalize())
        made = re.sub(r"^```json\n.*?^```$", lambda _, data=data: f"```json\n{pretty(data)}\n```", old, count=1,
                      flags=re.MULTILINE | re.DOTALL)
        text = text.replace(old, made)
    return text


@pytest.mark.parametrize("name", [*OF_THE_FAMILY, *COMMON])
def test_an_example_meets_its_schema(name: str) -> None:
    file = json.loads((schema_folder(FAMILY) / f"{name}.schema.json").read_text("utf-8")) if name in OF_THE_FAMILY \
        else schema(name)
    Draft202012Validator(file).validate(examples(FORMATS.read_text("utf-8"))[name])


def test_the_examples_are_real() -> None:
    """They belong to a game that can be played under the rules as they are; `--write` makes them anew."""
    shown, codec = examples(FORMATS.read_text("utf-8")), families()[FAMILY].codec
    trace = decode_trace(shown["trace"], codec)
    rules = on_file(CLASH).rules.find(editions())
    assert trace.digest == rules.digest, f"the rules have changed since; rewrite it: {ANEW} --write"
    played = play_out(rules, trace.deal, trace.moves)
    assert played.trace == trace
    assert trace.deal == codec.deal(shown["deal"])
    assert trace.moves[-1] == codec.move(shown["move"])
    assert trace.steps[-1][1][0] == codec.event(shown["event"])
    state = codec.state(shown["state"])
    assert state == played.state
    called = shown["protocol"]
    answers = Oracle(editions(), "").call(called["method"], called["params"])["answers"]
    assert [answer["is"] for answer in answers] == ["ok"] * len(trace.moves)
    assert called["params"]["acts"][-1] == shown["act"]
    vector = shown["vector"]
    shows = make_rules(editions()[vector["edition"]], vector["players"], vector["variants"], vector["run"]["answers"])
    assert outcome(shows, vector["run"]["start"], vector["run"]["acts"]).data == vector["expect"][""]
    assert open_game(rules).well_formed(state) == ()
    assert state.agenda[0] == codec.frame(shown["frame"])
    assert replay(decode(shown["finding"], "example"), editions()) == ()
    assert decode_row(shown["row"], "example").kind == CLASH


def test_the_example_of_an_edition_is_one(tmp_path: Path) -> None:
    path = tmp_path / "example.toml"
    path.write_text(fenced(section(FORMATS.read_text("utf-8"), "Edition"), "toml")[0], "utf-8")
    assert load_edition(path, grammars()).questions


def test_every_schema_has_its_section() -> None:
    text = FORMATS.read_text("utf-8")
    for path in (*ROOT.glob("model/schemas/*.json"), *ROOT.glob(f"model/{FAMILY}/schemas/*.json")):
        name = path.name.removesuffix(".schema.json")
        assert section(text, name.capitalize()), name
        assert path.name in text


# ---------------------------------------------------------------- names and links


def outside_code(text: str) -> str:
    """The text without its code blocks."""
    return re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)


def names_of_files(text: str) -> Iterator[str]:
    """What the text speaks of as a file or folder: in code style, with a slash or the ending of a file."""
    for word in re.findall(r"`([^`\n]+)`", outside_code(text)):
        path = word.removesuffix(":")
        if re.fullmatch(r"[\w.+*/-]+", path) and (
                re.search(r"\.(py|toml|md|json|txt)$", path) or re.match(r"(model|specs|checks|tests|\.ci)/", path)):
            yield path


def there(name: str, folder: Path) -> bool:
    """Whether a file or a pattern of files is there: from the root, from the document, or anywhere by its name."""
    tops = ("model", "specs", "checks", "counterexamples", "tests")
    return (name in OWN or any(ROOT.glob(name)) or any(folder.glob(name))
            or any(found for top in tops for found in (ROOT / top).rglob(name)))


@pytest.mark.parametrize("path", DOCS, ids=lambda path: str(path.relative_to(ROOT)))
def test_files_and_links_are_there(path: Path) -> None:
    text = path.read_text("utf-8")
    names = [*names_of_files(text)]
    assert [name for name in names if not there(name, path.parent)] == []
    links = re.findall(r"\]\(([^)]+)\)", outside_code(text))
    inner = [link.partition("#") for link in links if "://" not in link]
    assert [file for file, _, _ in inner if file and not (path.parent / file).exists()] == []
    for file, _, anchor in inner:
        if anchor:
            heads = re.findall(r"^#+ (.+)$", (path.parent / file if file else path).read_text("utf-8"), re.MULTILINE)
            assert anchor in {re.sub(r"[^\w -]", "", head).lower().replace(" ", "-") for head in heads}


@pytest.mark.parametrize("path", DOCS, ids=lambda path: str(path.relative_to(ROOT)))
def test_targets_of_make_are_there(path: Path) -> None:
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    used = set(re.findall(r"(?:`|^\$ )make ([a-z]+)", path.read_text("utf-8"), re.MULTILINE))
    assert used <= set(targets)


def test_a_file_that_is_not_there_is_found() -> None:
    text = "`model/nowhere.py` and `nowhere.toml`, `model/norms.py`, `model/*/family.py`, `a / b`\n"
    assert [name for name in names_of_files(text) if not there(name, ROOT)] == ["model/nowhere.py", "nowhere.toml"]


# ---------------------------------------------------------------- made anew


def with_outputs(text: str) -> str:
    """The text with each chunk of output that is out of date replaced by the lines nearest to it."""
    for command in commands(text):
        if not command.line.startswith("advocatus ") or not command.shown:
            continue
        _, output = run(command.words)
        if not output_faults(command.shown, output):
            continue
        lines, at, made = output.splitlines(), 0, list[str]()
        for i, chunk in enumerate(split_at_dots(command.shown)):
            found = nearest(chunk, lines, at) if chunk else at
            made += [*(["..."] if i else []), *lines[found : found + len(chunk)]]
            at = found + len(chunk)
        print(f"changed: {command.line}")
        old, new = "\n".join((command.line, *command.shown)), "\n".join((command.line, *made))
        text = text.replace(old, new)
    return text


def split_at_dots(shown: Sequence[str]) -> list[list[str]]:
    """The chunks with their empty lines."""
    found: list[list[str]] = [[]]
    for line in shown:
        if line.strip() == "...":
            found.append([])
        else:
            found[-1].append(line)
    return found


def nearest(chunk: Sequence[str], lines: Sequence[str], start: int) -> int:
    """Where the lines most like a chunk begin."""
    def like(i: int) -> float:
        pairs = zip(chunk, lines[i:], strict=False)
        return sum(difflib.SequenceMatcher(None, plain(a), plain(b)).ratio() for a, b in pairs)

    return max(range(start, max(start + 1, len(lines) - len(chunk) + 1)), key=like)


def main(words: Sequence[str]) -> None:
    """Make anew what is made from the program."""
    if not words or not set(words) <= {"--write", "--outputs"}:
        sys.exit(f"{ANEW} --write: tables and examples; --outputs: what the commands of README.md print")
    if "--write" in words:
        CONTRIBUTING.write_text(with_tables(CONTRIBUTING.read_text("utf-8")), "utf-8")
        FORMATS.write_text(with_wire(with_examples(FORMATS.read_text("utf-8"))), "utf-8")
    if "--outputs" in words:
        with TemporaryDirectory() as folder, chdir(folder):
            os.environ["ADVOCATUS_CACHE"] = str(Path(folder) / "cache")
            furnish(Path(folder))
            text = with_outputs(README.read_text("utf-8"))
        README.write_text(text, "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
