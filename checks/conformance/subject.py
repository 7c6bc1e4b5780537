"""A program under test: started, asked one call at a time with a time limit, started again when it failed."""

from __future__ import annotations

import json
import queue
import subprocess
import threading
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Protocol, TextIO

from jsonschema import Draft202012Validator

from advocatus.model.loading import schema
from advocatus.model.rules import BadChoice
from advocatus.model.trace import BadDocument, compact, read_json

from ..documents import departures

CRASH, HANG, GARBAGE = "crash", "hang", "garbage"
PATIENCE, FIRST_PATIENCE = 10.0, 60.0  # seconds for an answer; for the first one of a process
MAX_ANSWER = 8_000_000  # bytes of one line
SAID = 2_000  # bytes of what it wrote last on standard error
RESULTS = {"run": "run-result", "describe": "describe-result"}


ANSWER = ('an answer is {"jsonrpc": "2.0", "id": that of the call, "result": ...}, '
          'or "error" for "result", with a number as its code and a message')


class Failed(Exception):
    """A program that gave no answer: `kind` is `crash`, `hang` or `garbage`; `why` says it in plain words.

    `said` is what it wrote last on standard error; two failures are not told apart by it. `more` are other faults of
    the same answer, `advice` what would be right.
    """

    def __init__(self, kind: str, why: str, said: str = "", more: Sequence[str] = (), advice: str = "") -> None:
        self.kind, self.why, self.said, self.more, self.advice = kind, why, said, tuple(more), advice
        super().__init__(f"{kind}: {why}{f'; it said: {said}' if said else ''}")


class Refused(Exception):
    """A call that the program answered with an error."""

    def __init__(self, code: int, message: str) -> None:
        self.code, self.message = code, message
        super().__init__(f"error {code}: {message}")


class Asked(Protocol):
    """Whatever answers calls of the protocol."""

    def call(self, method: str, params: Mapping[str, Any]) -> Any:
        """The result. Raises `Failed` and `Refused`."""
        ...


class Subject:
    """A program behind standard input and output. It runs once a call is made; `close` ends it."""

    def __init__(self, command: Sequence[str], patience: float = PATIENCE, transcript: TextIO | None = None) -> None:
        self.command, self.patience, self.transcript = tuple(command), patience, transcript
        self._process: subprocess.Popen[bytes] | None = None
        self._errors: deque[int] = deque(maxlen=SAID)
        self._listener: threading.Thread | None = None
        self._lines: queue.Queue[bytes] = queue.Queue()
        self._calls, self._first = 0, True

    def call(self, method: str, params: Mapping[str, Any]) -> Any:
        """The result of a call. Raises `Failed`, after which the program is started anew, and `Refused`.

        Raises `BadChoice` for a command that cannot be run.
        """
        if self._process is None:
            self._start()
        self._calls += 1
        try:
            return self._answer(self._calls, method, params)
        except Failed as failed:
            self._note("failed", str(failed))
            self.close()
            raise

    def _start(self) -> None:
        try:
            self._process = subprocess.Popen(
                self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        except OSError as error:
            why = error.strerror or type(error).__name__
            raise BadChoice(f"{self.command[0]}: {why}; a program that can be run is wanted") from None
        self._lines, self._first, self._errors = queue.Queue(), True, deque(maxlen=SAID)
        threading.Thread(target=_read, args=(self._process, self._lines), daemon=True).start()
        self._listener = threading.Thread(target=_overhear, args=(self._process, self._errors), daemon=True)
        self._listener.start()

    def _answer(self, number: int, method: str, params: Mapping[str, Any]) -> Any:
        line = compact({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        self._note(">", line)
        process = self._process
        assert process is not None
        assert process.stdin is not None
        try:
            process.stdin.write(line.encode() + b"\n")
            process.stdin.flush()
        except OSError:
            raise Failed(CRASH, self._ended(), self._said()) from None
        patience = max(FIRST_PATIENCE, self.patience) if self._first and self.patience >= PATIENCE else self.patience
        try:
            answer = self._lines.get(timeout=patience)
        except queue.Empty:
            raise Failed(HANG, f"no answer to {method} within {patience:g} s") from None
        if not answer.endswith(b"\n"):
            raise Failed(CRASH if not answer else GARBAGE,
                         self._ended() if not answer else f"a line without an end: {answer[:60]!r}", self._said())
        self._first = False
        self._note("<", answer.decode(errors="backslashreplace").rstrip())
        return _result(answer, number, method)

    def _ended(self) -> str:
        assert self._process is not None
        try:
            code = self._process.wait(1)
        except subprocess.TimeoutExpired:
            return "it closed its output"
        return f"it ended by signal {-code}" if code < 0 else f"it ended with exit code {code}"

    def _said(self) -> str:
        """The end of what the program wrote on standard error."""
        if self._listener is not None:
            self._listener.join(1)
        return " ".join(bytes([*self._errors]).decode(errors="backslashreplace").split())

    def _note(self, mark: str, text: str) -> None:
        if self.transcript is None:
            return
        try:
            self.transcript.write(f"{mark} {text}\n")
            self.transcript.flush()  # whole if the run is stopped, and a disk that is full is told at once
        except OSError as error:
            why = error.strerror or type(error).__name__
            raise BadChoice(f"--transcript {self.transcript.name}: {why}; a place with room is wanted") from None

    def close(self) -> None:
        """End the program."""
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None
        with suppress(OSError):
            process.stdin.close()
        try:
            process.wait(0.2)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _read(process: subprocess.Popen[bytes], lines: queue.Queue[bytes]) -> None:
    """Put the lines of a program where they are waited for; an empty one at the end."""
    assert process.stdout is not None
    with process.stdout as output:
        while line := output.readline(MAX_ANSWER):
            lines.put(line)
    lines.put(b"")


def _overhear(process: subprocess.Popen[bytes], last: deque[int]) -> None:
    """Keep the last bytes that a program writes on standard error."""
    assert process.stderr is not None
    with process.stderr as output:
        while line := output.readline(MAX_ANSWER):
            last.extend(line)


def _result(answer: bytes, number: int, method: str) -> Any:
    """The result in an answer. Raises `Failed` and `Refused`."""
    try:
        data = read_json(answer, "answer")
    except BadDocument as error:
        raise Failed(GARBAGE, f"{error}: {_short(answer)}") from None
    if not isinstance(data, dict) or data.get("jsonrpc") != "2.0" or ("result" in data) == ("error" in data):
        raise Failed(GARBAGE, f"no answer of JSON-RPC 2.0: {_short(answer)}", advice=ANSWER)
    if type(data.get("id")) is int and 0 < data["id"] < number:
        raise Failed(GARBAGE, "an answer too many: it has the id of a call before",
                     advice="there is one answer to each call, with its id, and nothing but answers")
    if data.get("id") != number or type(data["id"]) is not int:
        raise Failed(GARBAGE, f"the answer to call {number} has the id {json.dumps(data.get('id'))[:40]}",
                     advice="each answer has the id of its call, the same number, and there is one to each call")
    if "error" in data:
        told = data["error"]
        if not isinstance(told, dict) or type(told.get("code")) is not int:
            raise Failed(GARBAGE, f"an error without a code: {_short(answer)}", advice=ANSWER)
        raise Refused(told["code"], str(told.get("message", ""))[:300])
    if method in RESULTS:
        checker = Draft202012Validator({"$ref": f"#/$defs/{RESULTS[method]}", "$defs": schema("protocol")["$defs"]})
        if faults := departures(data["result"], checker, "result"):
            first, *more = map(str, faults)
            raise Failed(GARBAGE, first, more=more, advice=f"the result of {method} is told in the protocol: "
                         "model/schemas/protocol.schema.json, and README.md beside it")
    return data["result"]


def _short(answer: bytes) -> str:
    return repr(answer[:80].decode(errors="backslashreplace").rstrip())
