"""JSON documents held against the published schemas; files read strictly and written whole."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from advocatus.model.clip import clip
from advocatus.model.files import read_file
from advocatus.model.loading import schema
from advocatus.model.trace import BadDocument, read_json


def json_path(parts: Sequence[str | int]) -> str:
    """A JSON path as messages spell it: ``trace.steps[3].move``."""
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in parts)
    return text.removeprefix(".")


def validate(data: Any, name: str, where: str) -> None:
    """Hold data against a published schema, by name: ``finding``, ``row`` ...

    Raises `BadDocument` for the first departure, with `where` (a file, say), the JSON path, what
    stood there and what would be right.
    """
    hold(data, Draft202012Validator(schema(name)), where)


TYPES = {"object": "an object { }", "array": "a list [ ]", "string": "a text", "integer": "a whole number",
         "number": "a number", "boolean": "true or false", "null": "null"}  # of JSON, in words


def hold(data: Any, validator: Any, where: str) -> None:
    """Hold data against a schema. Raises `BadDocument` as `validate` does."""
    for fault in departures(data, validator, where):
        raise fault


def departures(data: Any, validator: Any, where: str) -> list[BadDocument]:
    """All in which data depart from a schema, each told once, in the order of their places."""
    errors = sorted(validator.iter_errors(data), key=_order)
    return list({str(fault): fault for error in errors for fault in [_told(_inmost(error), where)]}.values())


def _order(error: ValidationError) -> tuple[str, str]:
    return json_path(list(error.absolute_path)), str(error.validator)


def _inmost(error: ValidationError) -> ValidationError:
    """The departure inside an "or null": what is wrong with a value that is no null."""
    while error.validator == "anyOf" and error.instance is not None and error.context:
        inner = [e for e in error.context if e.validator != "type" or e.validator_value != "null"]
        deeper = sorted((e for e in inner if len(e.absolute_path) > len(error.absolute_path)
                         or e.validator in ("required", "additionalProperties")), key=_order)
        if not deeper:
            return error
        error = deeper[0]
    return error


def _told(error: ValidationError, where: str) -> BadDocument:
    part = error.schema if isinstance(error.schema, dict) else {}
    path, instance, limit = list(error.absolute_path), error.instance, error.validator_value
    value = clip(instance)
    if error.validator == "additionalProperties" and isinstance(instance, dict):
        extra = sorted(set(instance) - set(part.get("properties", {})))[0]
        path, value = [*path, extra], clip(instance[extra])
        wanted = f"no such key; known: {', '.join(part.get('properties', {}))}"
    elif error.validator == "required" and isinstance(limit, list) and isinstance(instance, dict):
        missing = [key for key in limit if key not in instance]  # there is an error for each
        key = next((key for key in missing if error.message.startswith(repr(key))), missing[0])
        path, value, wanted = [*path, key], "", "this key is missing"
    elif error.validator == "enum" and isinstance(limit, list):
        wanted = f"one of {', '.join('null' if v is None else str(v) for v in limit)}"
    elif error.validator == "type" and "description" not in part:
        types = limit if isinstance(limit, list) else [limit]
        wanted = f"wanted: {' or '.join(TYPES[str(one)] for one in types)}"
    else:
        wanted = f"wanted: {part.get('description') or error.message}"
    return BadDocument(f"{where}: {json_path(path)}" if path else where, value, wanted)


def in_few_lines(data: Any, width: int = 120) -> str:
    """JSON data with sorted keys in few lines: whatever fits into a line stands in one. A closing newline."""
    return _few(data, "", width) + "\n"


def _few(data: Any, indent: str, width: int) -> str:
    short = json.dumps(data, sort_keys=True, ensure_ascii=False)
    if len(indent) + len(short) <= width or not isinstance(data, dict | list) or not data:
        return short
    deeper = indent + "  "
    if isinstance(data, dict):
        parts = [f"{json.dumps(key)}: {_few(data[key], deeper, width)}" for key in sorted(data)]
    else:
        parts = [_few(item, deeper, width) for item in data]
    opening, closing = "{}" if isinstance(data, dict) else "[]"
    return f"{opening}\n{deeper}" + f",\n{deeper}".join(parts) + f"\n{indent}{closing}"


def read_document(path: Path) -> Any:
    """The data of a JSON file. Raises `BadDocument` for a file that cannot be read or is no JSON."""
    return read_json(read_bytes(path), str(path))


def read_bytes(path: Path) -> bytes:
    """The bytes of a file. Raises `BadDocument` where it cannot be read."""
    try:
        return read_file(path)
    except OSError as error:
        raise BadDocument(str(path), error.strerror or type(error).__name__, "a file that can be read") from None


def write_whole(path: Path, text: str) -> None:
    """Write a file so that it is there whole or not at all; its folder is made. Raises `BadDocument`.

    What is there and is no plain file, such as a link, a pipe or a device, stays what it is and is written to.
    """
    try:
        if path.is_symlink() or (path.exists() and not path.is_file()):
            path.write_text(text, "utf-8", newline="\n")
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")
        part = Path(name)
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
            part.chmod(0o644)
            part.replace(path)
        except BaseException:
            part.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise BadDocument(str(path), error.strerror or type(error).__name__, "a place that can be written") from None
