"""A suite of vectors as files: written the same byte for byte, and verified against the rules."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from attrs import frozen
from jsonschema import Draft202012Validator

from advocatus.model.clip import clip
from advocatus.model.game import BadPosition
from advocatus.model.loading import schema
from advocatus.model.rulebook import Edition
from advocatus.model.rules import BadChoice, Rules, make_rules
from advocatus.model.schemas import schema_folder
from advocatus.model.trace import BadDocument, canonical, read_json

from ..documents import hold, in_few_lines, read_bytes, validate, write_whole
from .dropping import other_procedures, turned, without_clause, without_norm
from .guide import guide
from .oracle import PROTOCOL
from .suite import Suite
from .vector import VERSION, outcome

MANIFEST, GUIDE, VECTORS, SCHEMAS = "manifest.json", "README.md", "vectors", "schemas"
NOT_LISTED = "it is not the file that the manifest lists"
FAULTS = (BadChoice, BadDocument, BadPosition)


def write(suite: Suite, folder: Path, seed: int) -> None:
    """Write a suite into a folder of its own. Raises `BadChoice` for a folder that holds anything else."""
    if folder.exists() and not folder.is_dir():
        raise BadChoice(f"{folder}: this is a file; a folder for the vectors is wanted")
    if folder.exists() and any(folder.iterdir()) and not (folder / MANIFEST).is_file():
        raise BadChoice(f"{folder}: it holds other things; a new or empty folder is wanted, or one with a suite")
    texts = {f"{VECTORS}/{vector.id}.json": in_few_lines(vector.data) for vector in suite.vectors}
    listed = [
        {"file": f"{VECTORS}/{v.id}.json", "clause": v.clause, "norm": v.norm or None, "players": v.rules.players,
         "variants": list(v.rules.variants), "shown": v.shown, "sha256": digest(texts[f"{VECTORS}/{v.id}.json"])}
        for v in suite.vectors
    ]
    manifest = {"version": VERSION, "protocol": PROTOCOL, "edition": suite.edition.key, "title": suite.edition.title,
                "seed": seed, "vectors": listed, "without": dict(suite.without)}
    texts |= {MANIFEST: canonical(manifest), GUIDE: guide(suite)}
    texts[f"{SCHEMAS}/vector.schema.json"] = canonical(schema("vector"))
    for name in ("act", "told"):
        source = schema_folder(suite.edition.family) / f"{name}.schema.json"
        texts[f"{SCHEMAS}/{name}.schema.json"] = source.read_text("utf-8")
    for path in sorted(folder.glob(f"{VECTORS}/*.json")):
        if f"{VECTORS}/{path.name}" not in texts:
            path.unlink()
    for name, text in texts.items():
        write_whole(folder / name, text)


def digest(text: str) -> str:
    """The SHA-256 of a text."""
    return hashlib.sha256(text.encode()).hexdigest()


@frozen
class Wrong:
    """What is wrong with a suite, in a line; `broken` where a file is none of a suite for this edition at all."""

    says: str
    broken: bool = False


def verify(edition: Edition, folder: Path) -> Iterator[Wrong]:
    """What is wrong with a suite under the rules as they are; nothing for a sound one.

    Every vector comes out as it says, under each reading it names, and otherwise without what it is about. Raises
    `BadDocument` where there is no manifest that can be read.
    """
    manifest = read_manifest(folder)
    if manifest["edition"] != edition.key:
        yield Wrong(f"{MANIFEST}: edition: {manifest['edition']}: these are not vectors for {edition.key}", True)
        return
    listed = {entry["file"]: entry for entry in manifest["vectors"]}
    for path in sorted(folder.glob(f"{VECTORS}/*")):
        if f"{VECTORS}/{path.name}" not in listed:
            yield Wrong(f"{VECTORS}/{path.name}: the manifest does not list it")
    for name, entry in listed.items():
        try:
            text = read_bytes(folder / name)
            if hashlib.sha256(text).hexdigest() != entry["sha256"]:
                yield Wrong(f"{name}: {NOT_LISTED}", True)
            data = read_json(text, "vector")
            validate(data, "vector", "vector")
        except BadDocument as error:
            yield Wrong(f"{name}: {error}", True)
            continue
        try:
            yield from (Wrong(f"{name}: {fault}") for fault in _faults(edition, data, entry))
        except FAULTS as error:
            yield Wrong(f"{name}: {error}")


def read_manifest(folder: Path) -> Mapping[str, Any]:
    """The manifest of a suite; each of its files lies in the folder. Raises `BadDocument`."""
    if not (folder / MANIFEST).is_file():
        raise BadDocument(str(folder), f"no {MANIFEST} in it", "a folder that `advocatus vectors` wrote is wanted")
    manifest: Mapping[str, Any] = read_json(read_bytes(folder / MANIFEST), str(folder / MANIFEST))
    hold(manifest, Draft202012Validator({"$ref": "#/$defs/manifest", "$defs": schema("vector")["$defs"]}), MANIFEST)
    for i, entry in enumerate(manifest["vectors"]):
        if not (folder / entry["file"]).resolve().is_relative_to(folder.resolve()):
            raise BadDocument(f"{MANIFEST}: vectors[{i}].file", clip(entry["file"]), "a file in this folder is wanted")
    return manifest


def read_vector(folder: Path, entry: Mapping[str, Any]) -> Mapping[str, Any]:
    """The vector that an entry of a manifest lists. Raises `BadDocument`, for a file that is another one too."""
    text = read_bytes(folder / entry["file"])
    data: Mapping[str, Any] = read_json(text, entry["file"])
    validate(data, "vector", entry["file"])
    if hashlib.sha256(text).hexdigest() != entry["sha256"]:
        raise BadDocument(entry["file"], "", NOT_LISTED)
    return data


def _faults(edition: Edition, data: Mapping[str, Any], entry: Mapping[str, Any]) -> Iterator[str]:
    """What is wrong with one vector."""
    if (data["clause"], data["norm"]) != (entry["clause"], entry["norm"]):
        yield "the manifest says that it is about something else"
    run = data["run"]
    rules = make_rules(edition, run["players"], run["variants"], run["answers"])
    if rules.digest != data["digest"]:
        yield "it was made for other rules; write the suite anew"
        return
    usual = outcome(rules, run["start"], run["acts"])
    for key, expected in data["expect"].items():
        told = usual if not key else outcome(_under(rules, key), run["start"], run["acts"])
        if told.data != expected:
            yield f"expect.{key or 'usual'}: something else comes of it"
    less = outcome(_less(rules, data), run["start"], run["acts"])
    if usual.same(less) and (data["shown"] == "play" or usual.because == less.because):
        yield f"it does not fail without {data['norm'] or data['clause']}"


def _less(rules: Rules, data: Mapping[str, Any]) -> Rules:
    """The rules under which a vector should come out otherwise."""
    if data["turned"]:
        if data["turned"] not in other_procedures(rules, data["clause"]):
            raise BadDocument("turned", repr(data["turned"]), f"another procedure for what {data['clause']} states")
        return turned(rules, data["turned"])
    return without_norm(rules, data["norm"]) if data["norm"] else without_clause(rules, data["clause"])


def _under(rules: Rules, key: str) -> Rules:
    question, _, reading = key.partition("=")
    return make_rules(rules.edition, rules.players, rules.variants, {**dict(rules.answers), question: reading})
