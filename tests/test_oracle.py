"""The oracle: its methods, and a server that nothing stops."""

from __future__ import annotations

import io
import json
import re
import shutil
import stat
import subprocess
import sys
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from games import rules_for
from jsonschema import Draft202012Validator
from test_acts import agreeing_acts, deed, oracle, params, played, validator
from test_docs import README, commands, fenced

from advocatus.checks import cli
from advocatus.checks.conformance import serving
from advocatus.checks.conformance.following import OK, Follower
from advocatus.checks.conformance.oracle import METHODS, NoMethod, Oracle
from advocatus.checks.conformance.serving import Long, lines, respond, serve
from advocatus.model.families import editions
from advocatus.model.loading import schema
from advocatus.model.rules import BadChoice, make_rules
from advocatus.model.trace import BadDocument, compact

# ---------------------------------------------------------------- the methods


def test_a_session_goes_where_a_run_goes() -> None:
    rules = rules_for(4)
    steps = played(rules, 5, 60)
    acts = agreeing_acts(rules, steps)
    start = {"deal": Follower(rules, steps[0].before).told()}
    whole = oracle().call("run", params(rules, start, acts))
    begun = {key: value for key, value in params(rules, start, []).items() if key != "acts"}
    session = oracle().call("start", begun)["session"]
    said = [answer for act in acts for answer in oracle().call("apply", {"session": session, "acts": [act]})["answers"]]
    assert said == whole["answers"]
    assert oracle().call("apply", {"session": session, "acts": []})["state"] == whole["state"]
    for method, more in (("legal", {}), ("view", {"seat": 2}), ("judge", {"act": deed(0, "pass")})):
        apart = oracle().call(method, {"session": session, **more})
        assert apart.items() <= oracle().call(method, {**params(rules, start, acts), **more}).items()
    assert oracle().call("end", {"session": session}) == {}
    with pytest.raises(BadDocument, match="a session under way"):
        oracle().call("apply", {"session": session, "acts": []})


def test_what_is_legal_is_judged_so_and_can_be_done() -> None:
    rules = make_rules(editions()["dv"], 4)
    own = {"own": {"seed": 4}}
    for act in oracle().call("legal", params(rules, own, []))["acts"]:
        assert oracle().call("judge", {**params(rules, own, []), "act": act})["allowed"]
        assert oracle().call("run", params(rules, own, [act]))["answers"][0]["is"] == OK


def test_own_deals_are_told_and_the_same_for_a_seed() -> None:
    rules = rules_for(5)
    one, again = (oracle().call("run", params(rules, {"own": {"seed": 9}}, [])) for _ in range(2))
    assert one == again
    assert one["start"] == one["state"] != oracle().call("run", params(rules, {"own": {}}, []))["start"]


PLAIN = {"edition": "adlung", "players": 4, "start": {"own": {}}, "acts": []}


@pytest.mark.parametrize(("method", "call", "error", "fault"), [
    ("fly", {}, NoMethod, "no such method; known: describe"),
    ("run", {}, BadDocument, "this key is missing"),
    ("run", {**PLAIN, "edition": "x"}, BadChoice, "one of adlung"),
    ("run", {**PLAIN, "players": 11}, BadChoice, "is played by 3 to 10"),
    ("run", {**PLAIN, "players": 4.0}, BadDocument, "params.players: 4.0"),
    ("run", {**PLAIN, "start": {}}, BadDocument, "params.start"),
    ("run", {**PLAIN, "start": {"own": {}, "deal": {}}}, BadDocument, "start"),
    ("run", {**PLAIN, "acts": [1]}, BadDocument, "params.acts[0]: 1"),
    ("run", {**PLAIN, "x": 1}, BadDocument, "params.x"),
    ("run", {**PLAIN, "answers": {"x": "y"}}, BadChoice, "x"),
    ("view", {"edition": "adlung", "players": 4, "start": {"own": {}}, "seat": 4}, BadDocument, "a seat from 0 to 3"),
    ("legal", {"edition": "adlung", "players": 4}, BadDocument, "params.start: this key is missing, or session"),
    ("legal", {"session": "1", "players": 4}, BadDocument, "params.players: a session has its own"),
])
def test_bad_parameters_are_told(method: str, call: dict[str, Any], error: type[Exception], fault: str) -> None:
    with pytest.raises(error) as told:
        oracle().call(method, call)
    assert fault in str(told.value)


def test_sessions_and_rules_do_not_pile_up(monkeypatch: pytest.MonkeyPatch) -> None:
    import advocatus.checks.conformance.oracle as module

    monkeypatch.setattr(module, "SESSIONS", 2)
    monkeypatch.setattr(module, "RULES", 2)
    one = Oracle(editions(), "")
    for players in (3, 4, 5):
        one.call("start", {"edition": "adlung", "players": players, "start": {"own": {}}})
    assert (len(one._sessions), len(one._rules)) == (2, 2)


# ---------------------------------------------------------------- the server


def served(*sent: bytes) -> list[Any]:
    out = io.StringIO()
    serve(Oracle(editions(), ""), io.BytesIO(b"".join(sent)), out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


PING = b'{"jsonrpc":"2.0","id":"ping","method":"end","params":{"session":"none"}}\n'


@pytest.mark.parametrize(("line", "code", "name"), [
    (b"\xff\xfe\n", -32700, None),
    (b"{\n", -32700, None),
    (b"NaN\n", -32700, None),
    (b'"\\ud800"\n', -32700, None),
    (b"[" * 100_000 + b"\n", -32700, None),
    (b"9" * 10_000 + b"\n", -32700, None),
    (b"7\n", -32600, None),
    (b"null\n", -32600, None),
    (b"[]\n", -32600, None),
    (b"{}\n", -32600, None),
    (b'{"jsonrpc":"1.0","id":1,"method":"describe"}\n', -32600, 1),
    (b'{"jsonrpc":"2.0","id":true,"method":"describe"}\n', -32600, None),
    (b'{"jsonrpc":"2.0","id":[1],"method":"describe"}\n', -32600, None),
    (b'{"jsonrpc":"2.0","id":1e999,"method":"describe"}\n', -32700, None),
    (b'{"jsonrpc":"2.0","id":1,"id":2,"method":"describe"}\n', -32700, None),
    (b'{"jsonrpc":"2.0","id":1,"method":7}\n', -32600, 1),
    (b'{"jsonrpc":"2.0","id":1,"method":"describe","more":1}\n', -32600, 1),
    (b'{"jsonrpc":"2.0","id":1.5,"method":"fly"}\n', -32601, 1.5),
    (b'{"jsonrpc":"2.0","id":"x","method":"describe","params":[]}\n', -32602, "x"),
    (b'{"jsonrpc":"2.0","id":"x","method":"__init__"}\n', -32601, "x"),
    (b'{"jsonrpc":"2.0","id":null,"method":"run","params":{}}\n', -32602, None),
    (b'{"jsonrpc":"2.0","id":1,"method":"run","params":{"edition":"adlung","players":3,"acts":[],'
     b'"start":{"position":{"hands":[[],[],[]],"roles":[],"sides":[]}}}}\n', -32001, 1),
])
def test_a_bad_line_is_answered_and_the_next_one_too(line: bytes, code: int, name: Any) -> None:
    first, second = served(line, PING)
    assert (first["error"]["code"], first["id"]) == (code, name)
    assert second["id"] == "ping"
    Draft202012Validator(schema("protocol")).validate(first)


def test_where_the_rules_lack_what_the_start_needs_they_are_silent() -> None:
    call = {"jsonrpc": "2.0", "id": 1, "method": "run", "params": params(rules_for(4), {"own": {}}, [])}
    call["params"]["answers"] = {"setup.sealed": "no-such"}
    assert served(json.dumps(call).encode() + b"\n")[0]["error"]["code"] == -32602


def test_a_line_that_is_too_long_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "MAX_LINE", 200)
    first, second = served(b'"' + b"x" * 200_000 + b'"\n', PING)
    assert "too long" in first["error"]["message"]
    assert second["id"] == "ping"
    assert served(b"x" * 5_000)[0]["error"]["code"] == -32600
    assert list(lines(io.BytesIO(b"\n  \n" + b"y" * 200 + b"\n"))) == [b"y" * 200 + b"\n"]
    assert list(lines(io.BytesIO(b"y" * 201 + b"\n"))) == [Long()]


def test_what_is_nested_deep_is_told() -> None:
    """At a depth that JSON is read at and little else."""
    for depth in (*range(900, 1_000, 7), 100_000):
        for opening, closing in (("[", "]"), ('{"a":', "}")):
            deep = opening * depth + "0" + closing * depth
            for where in (f'"acts":{deep},"start":{{"own":{{}}}}', f'"acts":[],"start":{{"position":{deep}}}'):
                line = f'{{"jsonrpc":"2.0","id":1,"method":"run","params":{{"edition":"dv","players":4,{where}}}}}'
                assert respond(oracle(), line.encode())["error"]["code"] in (-32602, -32700)


def test_an_abrupt_end_is_an_end() -> None:
    assert served() == []
    assert served(PING.rstrip())[0]["id"] == "ping"
    assert served(PING[:20])[0]["error"]["code"] == -32700


def test_calls_without_an_id_get_no_answer_and_batches_one() -> None:
    note = b'{"jsonrpc":"2.0","method":"describe"}'
    assert served(note + b"\n", b"[" + note + b"]\n", PING)[0]["id"] == "ping"
    (batch,) = served(b"[" + note + b"," + PING.strip() + b",7]\n")
    assert [one["id"] for one in batch] == ["ping", None]
    (long,) = served(b"[" + b",".join([b"1"] * 1_001) + b"]\n")
    assert long["error"]["code"] == -32600


def test_an_error_of_the_oracle_itself_stops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: Any, __: Any) -> Any:
        raise ZeroDivisionError("no")

    monkeypatch.setattr(Oracle, "_describe", broken)
    first, second = served(b'{"jsonrpc":"2.0","id":1,"method":"describe"}\n', PING)
    assert first["error"] == {"code": -32603, "message": "internal error: ZeroDivisionError"}
    assert second["id"] == "ping"


# ---------------------------------------------------------------- a hundred thousand lines


@cache
def seeds() -> tuple[bytes, ...]:
    """Sound calls of every method, to be spoilt."""
    rules = rules_for(4)
    steps = played(rules, 1, 25)
    acts = agreeing_acts(rules, steps)
    told = Follower(rules, steps[0].before).told()
    calls: list[tuple[str, Any]] = [
        ("describe", {}), ("end", {"session": "1"}), ("apply", {"session": "1", "acts": acts[:3]})]
    for start in ({"deal": told}, {"position": told}, {"own": {"seed": 2}}):
        game = params(rules, start, acts[:12])
        less = {key: value for key, value in game.items() if key != "acts"}
        calls += [("run", {**game, "chance": "reported", "rests": True}), ("legal", game), ("start", less),
                  ("judge", {**game, "act": acts[0]}), ("view", {**game, "seat": 1})]
    assert {method for method, _ in calls} == set(METHODS)
    return tuple(compact({"jsonrpc": "2.0", "id": i, "method": method, "params": given}).encode()
                 for i, (method, given) in enumerate(calls))


ODD: tuple[Any, ...] = (None, True, -1, 0, 1.0, 1e308, 10**30, "", "x" * 300, "\x00", [], {}, [[]], {"by": 0}, "key", 3)


def spoilt_value(rng: Random, data: Any) -> Any:
    """JSON data with something replaced, taken out or put in, somewhere."""
    if isinstance(data, dict) and data and rng.random() < 0.9:
        key = rng.choice(sorted(data))
        fate = rng.random()
        rest = {k: v for k, v in data.items() if k != key}
        if fate < 0.1:
            return rest
        if fate < 0.2:
            return {**data, rng.choice(("by", "act", "x", "close", "acts")): rng.choice(ODD)}
        return {**data, key: spoilt_value(rng, data[key])}
    if isinstance(data, list) and data and rng.random() < 0.9:
        i = rng.randrange(len(data))
        other = [*data[:i], spoilt_value(rng, data[i]), *data[i + 1 :]]
        return rng.choice((other, other, data[:i], [*data, *data], data[::-1]))
    return rng.choice(ODD)


def spoilt(rng: Random) -> bytes:
    """A line that is not what it should be."""
    line = rng.choice(seeds())
    way = rng.random()
    if way < 0.7:
        return compact(spoilt_value(rng, json.loads(line))).encode("utf-8", "surrogatepass")
    if way < 0.8:
        return line[: rng.randrange(len(line))]
    at = rng.randrange(len(line))
    if way < 0.95:
        return line[:at] + bytes(rng.randrange(256) for _ in range(rng.randrange(1, 9))) + line[at + rng.randrange(9) :]
    return bytes(rng.randrange(256) for _ in range(rng.randrange(200)))


def storm(count: int, seed: int) -> None:
    """Spoilt lines one after the other: each has its answer or none, and the server is right after it."""
    one, rng = Oracle(editions(), ""), Random(seed)
    sound = seeds()[3]
    before = respond(one, sound)
    assert "result" in before
    answered = validator("response")
    for i in range(count):
        line = spoilt(rng).replace(b"\n", b" ")
        said = respond(one, line)
        for answer in said if isinstance(said, list) else [said]:
            assert answer is None or answer.get("error", {}).get("code") != -32603, line
            if answer is not None and i % 50 == 0:
                answered.validate(answer)
        if i % 200 == 0:
            assert respond(one, sound) == before
    assert respond(one, sound) == before


def test_two_thousand_malformed_lines_leave_the_server_right() -> None:
    storm(2_000, 1)


@pytest.mark.slow
def test_a_hundred_thousand_malformed_lines_leave_the_server_right() -> None:
    storm(100_000, 2)


def test_a_storm_finds_what_breaks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tester tested."""
    monkeypatch.setattr(serving, "_id_fault", lambda data: data["id"].strip())
    with pytest.raises((AttributeError, KeyError)):
        storm(50, 3)
    monkeypatch.undo()
    monkeypatch.setattr(Oracle, "_read", lambda self, follower, acts: [follower.acts.codec.move(act) for act in acts])
    monkeypatch.setattr(Follower, "apply", lambda self, act: act.by / 0)
    with pytest.raises(AssertionError):
        storm(50, 3)


# ---------------------------------------------------------------- the command and its clients


@pytest.fixture
def advocatus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with the program `advocatus` on the path."""
    script = tmp_path / "bin" / "advocatus"
    script.parent.mkdir()
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m advocatus.checks.cli "$@"\n', "utf-8")
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", str(script.parent), prepend=":")
    return tmp_path


def test_the_program_serves_its_standard_input(advocatus: Path) -> None:
    done = subprocess.run(["advocatus", "oracle"], input=b"\xff\n" + PING + b'{"jsonrpc"', capture_output=True,
                          cwd=advocatus, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == [None, "ping", None]


@pytest.mark.parametrize(("language", "file", "program"), [
    ("python", "client.py", sys.executable), ("js", "client.mjs", shutil.which("node")),
])
def test_the_clients_of_the_readme(language: str, file: str, program: str | None, advocatus: Path) -> None:
    if program is None:
        pytest.skip(f"NOT TESTED: no program for {language} is installed, so {file} of the README was not run")
    text = README.read_text("utf-8")
    source = next(block for block in fenced(text, language) if file in block.splitlines()[0])
    assert len([line for line in source.splitlines() if line.strip()]) <= 25
    (advocatus / file).write_text(source, "utf-8")
    done = subprocess.run([program, file], capture_output=True, text=True, cwd=advocatus, timeout=60, check=False)
    shown = next(command.shown for command in commands(text) if command.line == "python client.py")
    assert (done.returncode, done.stderr, done.stdout.splitlines()) == (0, "", [*shown])


def test_the_command_tells_bad_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["oracle", "--calls", str(tmp_path / "none")]) == 2
    assert re.search(r"--calls .*none: there is no such file.*; a file that can be read", capsys.readouterr().err)
    assert cli.run(["oracle", "nonsense"]) == 2
    calls = tmp_path / "calls"
    calls.write_bytes(PING)
    assert cli.run(["oracle", "dv", "--calls", str(calls)]) == 0
    assert json.loads(capsys.readouterr().out)["id"] == "ping"
