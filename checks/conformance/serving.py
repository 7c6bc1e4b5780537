"""JSON-RPC 2.0 in lines: every line is answered, whatever it is, and no line spoils those after it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, BinaryIO, TextIO

from attrs import frozen

from advocatus.model.game import BadPosition
from advocatus.model.rules import BadChoice, Gap
from advocatus.model.trace import BadDocument, compact, read_json

from .oracle import NoMethod, Oracle

MAX_LINE, MAX_BATCH = 4_000_000, 1_000  # bytes; calls
PARSE, INVALID, UNKNOWN, PARAMS, INTERNAL, START, SILENT = -32700, -32600, -32601, -32602, -32603, -32001, -32002


@frozen
class Long:
    """A line that is longer than what is read."""


def lines(stream: BinaryIO) -> Iterator[bytes | Long]:
    """The lines of a stream, blank ones left out; of a line that is too long nothing is kept."""
    while line := stream.readline(MAX_LINE + 1):
        if len(line) <= MAX_LINE or line.endswith(b"\n"):
            if line.strip():
                yield line
            continue
        while line and not line.endswith(b"\n"):
            line = stream.readline(65_536)
        yield Long()


def serve(oracle: Oracle, source: BinaryIO, sink: TextIO) -> None:
    """Answer every line until the source ends."""
    for line in lines(source):
        answer = respond(oracle, line)
        if answer is not None:
            sink.write(compact(answer) + "\n")
            sink.flush()


def respond(oracle: Oracle, line: bytes | Long) -> Any:
    """The answer to a line; None where none is due: a call without an id."""
    if isinstance(line, Long):
        return _failed(None, INVALID, f"the line is too long; at most {MAX_LINE} bytes are read")
    try:
        data = read_json(line, "line")
    except BadDocument as error:
        return _failed(None, PARSE, str(error))
    if not isinstance(data, list):
        return _called(oracle, data)
    if not data or len(data) > MAX_BATCH:
        return _failed(None, INVALID, f"a batch has 1 to {MAX_BATCH} calls, this one has {len(data)}")
    answers = [answer for one in data if (answer := _called(oracle, one)) is not None]
    return answers or None


def _failed(call: Any, code: int, message: str, **data: Any) -> dict[str, Any]:
    told = {"data": data} if data else {}
    return {"jsonrpc": "2.0", "id": call, "error": {"code": code, "message": message, **told}}


def _id_fault(data: dict[str, Any]) -> str:
    name = data.get("id")
    if name is None or isinstance(name, str) or type(name) in (int, float):
        return ""
    return f"id: {str(name)[:60]}: a string, a number or null"


def _called(oracle: Oracle, data: Any) -> dict[str, Any] | None:
    """The answer to one call."""
    if not isinstance(data, dict):
        return _failed(None, INVALID, "a call is an object with jsonrpc, id, method and params")
    if fault := _id_fault(data):
        return _failed(None, INVALID, fault)
    name, method, params = data.get("id"), data.get("method"), data.get("params", {})
    if data.get("jsonrpc") != "2.0":
        return _failed(name, INVALID, 'jsonrpc: "2.0" is wanted')
    if not isinstance(method, str):
        return _failed(name, INVALID, "method: the name of a method is wanted")
    for extra in sorted(set(data) - {"jsonrpc", "id", "method", "params"}):
        return _failed(name, INVALID, f"{extra[:60]}: no such key in a call")
    if not isinstance(params, dict):
        return _failed(name, PARAMS, "params: an object is wanted")
    answer = _answer(oracle, name, method, params)
    return answer if "id" in data else None


def _answer(oracle: Oracle, name: Any, method: str, params: dict[str, Any]) -> dict[str, Any]:
    try:
        return {"jsonrpc": "2.0", "id": name, "result": oracle.call(method, params)}
    except NoMethod as error:
        return _failed(name, UNKNOWN, str(error))
    except (BadDocument, BadChoice) as error:
        return _failed(name, PARAMS, str(error))
    except BadPosition as error:
        return _failed(name, START, f"the start cannot be: {error}", faults=list(error.faults))
    except Gap as gap:
        return _failed(name, SILENT, str(gap), topic=gap.topic, clauses=list(gap.clauses))
    except RecursionError:
        return _failed(name, PARAMS, "params: nested too deep")
    except Exception as error:  # whatever it is, later calls are answered
        return _failed(name, INTERNAL, f"internal error: {type(error).__name__}")
