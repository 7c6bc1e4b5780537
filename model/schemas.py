"""JSON Schemas of a family's values, generated from its classes.

``python -m advocatus.model.schemas`` writes those of every family anew; the tests hold the files
against what is generated. They are for readers and other programs: the `Codec` itself is stricter.
"""

from __future__ import annotations

import types
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path
from typing import Any, Union, get_args, get_origin, get_type_hints

import attrs

from .acts import ACT, BY, BY_CHANCE, CLOSE, LOOK, Acts
from .game import Frame
from .trace import Codec, canonical

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_PLAIN: dict[Any, dict[str, Any]] = {int: {"type": "integer"}, str: {"type": "string"}, bool: {"type": "boolean"}}


def family_schemas(codec: Codec, family: str = "", acts: Acts | None = None) -> dict[str, dict[str, Any]]:
    """The schemas of a family's move, event, frame, state and deal, and of act and told state if it has them, by name.

    Raises `TypeError` for a field of a type that no JSON value can stand for.
    """
    parts = {
        "move": _choice("act", codec.moves.items()),
        "event": _choice("event", codec.events.items()),
        "frame": _choice("frame", codec.frames.items()),
        "state": _object(codec.state_type),
        "deal": _object(codec.deal_type),
        **({"act": _act(acts), "told": _object(acts.told)} if acts else {}),
    }
    return {name: _whole(name, part, parts["frame"], family) for name, part in parts.items()}


def _whole(name: str, part: dict[str, Any], frame: dict[str, Any], family: str) -> dict[str, Any]:
    head = {"$schema": DIALECT, "$id": f"advocatus:{family}:{name}" if family else f"advocatus:{name}"}
    defs = {"$defs": {"frame": frame}} if "#/$defs/frame" in canonical(part) else {}
    return {**head, **part, **defs}


def _choice(key: str, classes: Iterable[tuple[str, type[Any]]]) -> dict[str, Any]:
    """One of several tagged objects, told apart by `key`."""
    return {"type": "object", "oneOf": [_object(cls, key, tag) for tag, cls in sorted(classes)]}


def _act(acts: Acts) -> dict[str, Any]:
    """What a seat does, what closes a window, what chance brought."""
    moves = acts.codec.moves
    deeds = [_worded(acts, act, _object(moves[act], ACT, act)) for act in acts.deeds]
    for deed in deeds:
        for (act, name), blank in acts.blanks.items():
            if deed["properties"][ACT]["const"] == act:
                told = {"anyOf": [deed["properties"][name], {"type": "null"}], "not": {"const": blank}}
                deed["properties"][name] = told
        deed["properties"][BY] = {"type": "integer", "minimum": 0}
    brought = [_worded(acts, act, _object(moves[act], BY_CHANCE, act)) for act in acts.chances]
    for outcome in brought:
        del outcome["properties"][BY]
        outcome["required"].remove(BY)
    closing = {
        "description": "Nobody acts any more in a window; or a look is over.", "type": "object",
        "properties": {CLOSE: {"enum": [*acts.windows, LOOK]}}, "required": [CLOSE], "additionalProperties": False,
    }
    return {"type": "object", "oneOf": [*deeds, closing, *brought]}


def _worded(acts: Acts, act: str, part: dict[str, Any]) -> dict[str, Any]:
    """The schema of an act with the words that its fields can have."""
    for name in part["properties"]:
        if (words := acts.words.get((act, name))) is not None:
            told = {"type": "string", "enum": [*words]}
            listed = part["properties"][name]["type"] == "array"
            part["properties"][name] = {"type": "array", "items": told} if listed else told
    return part


def _object(cls: type[Any], key: str = "", tag: str = "") -> dict[str, Any]:
    hints = get_type_hints(cls)
    properties: dict[str, Any] = {key: {"const": tag}} if key else {}
    required = [key] if key else []
    for field in attrs.fields(cls):
        properties[field.name] = _hinted(hints[field.name], f"{cls.__name__}.{field.name}")
        if field.default is attrs.NOTHING:
            required.append(field.name)
    told = (cls.__doc__ or "").split("\n")[0]
    return {"description": told, "type": "object", "properties": properties, "required": required,
            "additionalProperties": False}


def _hinted(hint: Any, where: str) -> dict[str, Any]:
    if hint in _PLAIN:
        return dict(_PLAIN[hint])
    if hint is Frame:
        return {"$ref": "#/$defs/frame"}
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        some = next(a for a in args if a is not type(None))
        return {"anyOf": [_hinted(some, where), {"type": "null"}]}
    if origin is tuple and args[-1] is ...:
        return {"type": "array", "items": _hinted(args[0], where)}
    if origin is tuple:
        return {"type": "array", "prefixItems": [_hinted(a, where) for a in args], "items": False,
                "minItems": len(args)}
    if attrs.has(hint):
        return _object(hint)
    raise TypeError(f"{where}: no JSON value stands for {hint}")


def schema_folder(family: str) -> Path:
    """Where the published schemas of a family lie."""
    return Path(str(files("advocatus.model") / family.replace("-", "_") / "schemas"))


def main() -> None:
    """Write the schemas of every family to their files."""
    from .families import acts_of, families

    for key, family in families().items():
        folder = schema_folder(key)
        folder.mkdir(exist_ok=True)
        for name, schema in family_schemas(family.codec, key, acts_of(key)).items():
            (folder / f"{name}.schema.json").write_text(canonical(schema), "utf-8")


if __name__ == "__main__":
    main()
