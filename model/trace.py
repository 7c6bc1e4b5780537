"""Traces: a deal, moves and events as canonical JSON, and the codec of a family's values.

Everything is strict: no unknown keys, exact types, and every refusal names the JSON path.
"""

from __future__ import annotations

import json
import types
from collections import Counter
from collections.abc import Mapping, Sequence
from math import isinf
from typing import Any, Union, get_args, get_origin, get_type_hints

import attrs
from attrs import frozen

from .clip import clip, cut
from .game import RARE, Event, Frame, Move

VERSION = 1
MAX_BYTES = 20_000_000


class BadDocument(ValueError):
    """A JSON document that is not what it should be: path, what stood there, what would be right."""

    def __init__(self, path: str, value: str, wanted: str) -> None:
        self.path, self.value, self.wanted = path, value, wanted
        super().__init__(f"{path or 'document'}: {value}: {wanted}" if value else f"{path or 'document'}: {wanted}")


def told_wrong(path: str, value: Any, wanted: str) -> str:
    """A fault of a position that somebody tells: where, what stands there, what would be right."""
    return f"{path}: {cut(compact(value))}: {wanted}"


def canonical(data: Any) -> str:
    """Canonical JSON: sorted keys, two spaces, UTF-8 as it is, one closing newline."""
    return json.dumps(data, sort_keys=True, indent=2, ensure_ascii=False) + "\n"


def compact(data: Any) -> str:
    """The same in one line."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def read_json(text: str | bytes, name: str) -> Any:
    """The data of a JSON text. Raises `BadDocument` for anything that is none."""
    try:
        if len(text) > MAX_BYTES:
            raise BadDocument(name, f"{len(text)} bytes", f"at most {MAX_BYTES} are read")
        data = json.loads(text.decode("utf-8") if isinstance(text, bytes) else text, parse_constant=_no_constant,
                          parse_float=_number, object_pairs_hook=_once)
        compact(data).encode("utf-8")
        return data
    except UnicodeEncodeError as error:
        half = repr(error.object[error.start])
        raise BadDocument(name, half, "text that UTF-8 can write; half a pair is none") from None
    except UnicodeDecodeError as error:
        raise BadDocument(name, f"byte {error.start} is no UTF-8", "save the file as UTF-8") from None
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise BadDocument(name, f"{where}: {error.msg}", "the file must be JSON") from None
    except RecursionError:
        raise BadDocument(name, "nested too deep", "the file must be JSON of this format") from None
    except ValueError as error:
        if isinstance(error, BadDocument):
            raise
        raise BadDocument(name, str(error)[:80], "the file must be JSON") from None


def _no_constant(word: str) -> Any:
    raise ValueError(f"{word} is no JSON number")


def _number(word: str) -> float:
    if isinf(number := float(word)):
        raise ValueError(f"{clip(word)} is beyond what a number can hold")
    return number


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of these keys and values; a key that stands twice says two things at once."""
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(key for key, times in Counter(key for key, _ in pairs).items() if times > 1)
        raise ValueError(f"the key {clip(twice)} stands twice in an object")
    return found


_SHAPES: dict[type[Any], tuple[Mapping[str, Any], Mapping[str, attrs.Attribute[Any]]]] = {}


def _shape(cls: type[Any]) -> tuple[Mapping[str, Any], Mapping[str, attrs.Attribute[Any]]]:
    """The types and the fields of a class, by name; worked out once."""
    if cls not in _SHAPES:
        _SHAPES[cls] = get_type_hints(cls), {f.name: f for f in attrs.fields(cls)}
    return _SHAPES[cls]


class Codec:
    """Values of a family to JSON data and back; the tags of moves, events and frames tell the class."""

    def __init__(
        self, moves: Sequence[type[Move]], events: Sequence[type[Event]], frames: Sequence[type[Frame]],
        state: type[Any], deal: type[Any],
    ) -> None:
        self.moves = {m.act: m for m in moves}
        self.events = {e.tag: e for e in events}
        self.frames = {f.kind: f for f in frames}
        self.state_type, self.deal_type = state, deal

    def encode(self, value: Any) -> Any:
        """JSON data of any value of the family."""
        if isinstance(value, Move | Event | Frame):
            tag = {"act": value.act} if isinstance(value, Move) else (
                {"event": value.tag} if isinstance(value, Event) else {"frame": value.kind})
            return {**tag, **self._fields(value)}
        if attrs.has(type(value)):
            return self._fields(value)
        if isinstance(value, tuple):
            return [self.encode(item) for item in value]
        return value

    def _fields(self, value: Any) -> dict[str, Any]:
        found = {}
        for name, field in _shape(type(value))[1].items():
            what = getattr(value, name)
            if RARE not in field.metadata or what != field.default:
                found[name] = self.encode(what)
        return found

    def move(self, data: Any, path: str = "move") -> Any:
        """A move from JSON data. Raises `BadDocument`."""
        return self._tagged(data, path, "act", self.moves)

    def event(self, data: Any, path: str = "event") -> Any:
        """An event from JSON data. Raises `BadDocument`."""
        return self._tagged(data, path, "event", self.events)

    def frame(self, data: Any, path: str = "frame") -> Any:
        """A frame from JSON data. Raises `BadDocument`."""
        return self._tagged(data, path, "frame", self.frames)

    def state(self, data: Any, path: str = "state") -> Any:
        """A state from JSON data. Raises `BadDocument`."""
        return self._value(self.state_type, data, path)

    def deal(self, data: Any, path: str = "deal") -> Any:
        """A deal from JSON data. Raises `BadDocument`."""
        return self._value(self.deal_type, data, path)

    def value(self, cls: type[Any], data: Any, path: str) -> Any:
        """A value of another class of the family from JSON data. Raises `BadDocument`."""
        return self._object(cls, data, path)

    def _tagged(self, data: Any, path: str, key: str, known: Mapping[str, type[Any]]) -> Any:
        if not isinstance(data, dict):
            raise BadDocument(path, clip(data), "an object")
        tag = data.get(key)
        if not isinstance(tag, str) or tag not in known:
            raise BadDocument(f"{path}.{key}", clip(tag), f"one of {', '.join(sorted(known))}")
        return self._object(known[tag], {k: v for k, v in data.items() if k != key}, path)

    def _object(self, cls: type[Any], data: Any, path: str) -> Any:
        if not isinstance(data, dict):
            raise BadDocument(path, clip(data), "an object")
        hints, fields = _shape(cls)
        for extra in sorted(set(data) - set(fields)):
            raise BadDocument(f"{path}.{extra}", clip(data[extra]), f"no such key; known: {', '.join(fields)}")
        values = {}
        for name, field in fields.items():
            if name in data:
                values[name] = self._value(hints[name], data[name], f"{path}.{name}")
            elif field.default is attrs.NOTHING:
                raise BadDocument(f"{path}.{name}", "", "this key is missing")
        return cls(**values)

    def _value(self, hint: Any, data: Any, path: str) -> Any:
        if hint in (int, str, bool):
            if type(data) is not hint:
                raise BadDocument(path, clip(data), f"a value of type {hint.__name__}")
            return data
        if hint is Frame:
            return self.frame(data, path)
        origin, args = get_origin(hint), get_args(hint)
        if origin in (Union, types.UnionType):
            return None if data is None else self._value(next(a for a in args if a is not type(None)), data, path)
        if origin is tuple:
            if not isinstance(data, list):
                raise BadDocument(path, clip(data), "a list")
            if args[-1] is ...:
                return tuple(self._value(args[0], item, f"{path}[{i}]") for i, item in enumerate(data))
            if len(data) != len(args):
                raise BadDocument(path, clip(data), f"a list of {len(args)}")
            return tuple(self._value(a, d, f"{path}[{i}]") for i, (a, d) in enumerate(zip(args, data, strict=True)))
        return self._object(hint, data, path)


@frozen
class Trace:
    """A game that was played: under which rules, from which deal, which moves, and what they caused.

    `digest` is that of the rules; `steps` pairs every move with its events.
    """

    edition: str
    players: int
    variants: tuple[str, ...]
    answers: tuple[tuple[str, str], ...]
    digest: str
    deal: Any
    steps: tuple[tuple[Any, tuple[Event, ...]], ...]

    @property
    def moves(self) -> tuple[Any, ...]:
        """The moves alone."""
        return tuple(move for move, _ in self.steps)


def encode_trace(trace: Trace, codec: Codec) -> dict[str, Any]:
    """A trace as JSON data."""
    return {
        "version": VERSION,
        "rules": {"edition": trace.edition, "players": trace.players, "variants": list(trace.variants),
                  "answers": dict(trace.answers), "digest": trace.digest},
        "deal": codec.encode(trace.deal),
        "steps": [{"move": codec.encode(m), "events": [codec.encode(e) for e in es]} for m, es in trace.steps],
    }


def decode_trace(data: Any, codec: Codec, path: str = "trace") -> Trace:
    """A trace from JSON data that a schema has admitted. Raises `BadDocument`."""
    rules = data["rules"]
    steps = tuple(
        (codec.move(s["move"], f"{path}.steps[{i}].move"),
         tuple(codec.event(e, f"{path}.steps[{i}].events[{j}]") for j, e in enumerate(s["events"])))
        for i, s in enumerate(data["steps"])
    )
    return Trace(rules["edition"], rules["players"], tuple(rules["variants"]), tuple(sorted(rules["answers"].items())),
                 rules["digest"], codec.deal(data["deal"], f"{path}.deal"), steps)
