"""Loading an edition's TOML: the schema first, the family's vocabulary after, all faults at once.

The file is checked against ``schemas/edition.schema.json`` first and against the family's own
vocabulary after. Each fault is told with its entry, key, value and what would be right.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib.resources import files
from itertools import islice
from pathlib import Path
from typing import Any

from attrs import frozen
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from jsonschema.validators import extend

from .clip import clip
from .files import read_file
from .guard import Guard, GuardError, UnknownName, parse, unknown
from .norms import MOODS, OBLIGE, Norm
from .plainness import repeated, strange, too_much
from .printed import EQUAL, Example, Printed, sum_fault
from .rulebook import (
    Aside,
    Change,
    Clause,
    Edition,
    Fact,
    Grammar,
    Question,
    Reading,
    Switch,
    Variant,
    span,
)

MAX_BYTES = 2_000_000
MAX_TOLD = 50  # of what no text should have


@frozen
class Fault:
    """One thing wrong with a file: where, what stood there, and what would be right.

    `beyond`: nothing but a word that the family does not have, of a move, a decision, a name, a thing, a fact or a
    procedure, however it is spelt.
    """

    entry: str
    key: str
    value: str
    wanted: str
    beyond: bool = False

    def __str__(self) -> str:
        where = self.entry + (f", {self.key}" if self.key else "")
        return f"{where}: {self.value}: {self.wanted}" if self.value else f"{where}: {self.wanted}"


class BadRulebook(ValueError):
    """A file that is no rulebook; `faults` lists everything wrong with it."""

    def __init__(self, file: str, faults: Sequence[Fault]) -> None:
        self.file = file
        self.faults = tuple(faults)
        super().__init__("\n".join(f"{file}: {fault}" for fault in faults))

    @property
    def beyond(self) -> bool:
        """Whether nothing is wrong but that the family has no words for what is said."""
        return all(fault.beyond for fault in self.faults)


def _places(at: Sequence[int | str]) -> tuple[str, ...]:
    return tuple(str(place) for place in at)


# ---------------------------------------------------------------- reading a file


def read_toml(path: Path) -> dict[str, Any]:
    """The tables of a TOML file. Raises `BadRulebook` for bytes that are no TOML, and for keys and numbers too long."""
    try:
        text = read_file(path, MAX_BYTES).decode("utf-8-sig")
        if monstrous := too_much(text):
            raise _unreadable(path, monstrous, "the file must be TOML of this format")
        data = tomllib.loads(text)
    except UnicodeDecodeError as error:
        raise _unreadable(path, f"byte {error.start} is no UTF-8", "save the file as UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        twice = any(word in str(error) for word in ("Cannot overwrite", "twice", "Duplicate"))
        wanted = "something is given twice here; keep one" if twice else "the file must be TOML"
        raise _unreadable(path, str(error), wanted) from None
    except OSError as error:
        raise _unreadable(path, error.strerror or str(error), "a file that can be read") from None
    except ValueError as error:
        if isinstance(error, BadRulebook):
            raise
        raise _unreadable(path, type(error).__name__, "the file must be TOML") from None
    if faults := [Fault(*entry_name(data, at), value, wanted) for at, value, wanted in islice(strange(data), MAX_TOLD)]:
        raise BadRulebook(str(path), faults)
    return data


def _unreadable(path: Path, value: str, wanted: str) -> BadRulebook:
    return BadRulebook(str(path), [Fault("file", "", value, wanted)])


@cache
def schema(name: str) -> Mapping[str, Any]:
    """One of the published JSON Schemas, by name: ``edition``, ``finding``, ``trace`` ..."""
    loaded: Mapping[str, Any] = json.loads((files(__package__) / "schemas" / f"{name}.schema.json").read_text("utf-8"))
    return loaded


# JSON Schema takes 3.0 for a whole number; here it is none.
_Validator = extend(  # type: ignore[no-untyped-call]
    Draft202012Validator, type_checker=Draft202012Validator.TYPE_CHECKER.redefine(
        "integer", lambda _, value: type(value) is int))


def entry_name(data: Any, path: Sequence[Any]) -> tuple[str, str]:
    """The entry and the key that a JSON path points at, in the words of the file."""
    if not path:
        return "file", ""
    entry, node, rest = str(path[0]), data[path[0]], list(path[1:])
    if rest and isinstance(rest[0], int):
        node = node[rest[0]]
        label = node.get("id") if isinstance(node, dict) else None
        entry = f"{entry} {label!r}" if isinstance(label, str) else f"{entry} number {rest[0] + 1}"
        rest = rest[1:]
    return entry, ".".join(str(p + 1) if isinstance(p, int) else str(p) for p in rest)


HEADS = {  # the table that a kind of file begins with, and what such a file is for
    "edition": "this is a rulebook; name it as an EDITION",
    "clarification": "this is a clarification; put it on its edition: EDITION+FILE",
    "situation": "this is a situation; ask about it: advocatus ask EDITION... FILE",
}


def schema_faults(data: Any, name: str) -> Iterator[Fault]:
    """Every way in which data departs from a published schema; one for a file of another kind."""
    if name in HEADS and name not in data and (others := [head for head in HEADS if head in data]):
        yield Fault("file", f"[{others[0]}]", "", f"[{name}] is wanted; {HEADS[others[0]]}")
        return
    validator = _Validator(schema(name))
    for error in sorted(validator.iter_errors(data), key=lambda e: [str(p) for p in e.absolute_path]):
        yield from _told(data, error)


def _told(data: Any, error: ValidationError) -> Iterator[Fault]:
    entry, key = entry_name(data, list(error.absolute_path))
    where = error.schema if isinstance(error.schema, Mapping) else {}
    match error.validator:
        case "additionalProperties":
            known = [*where.get("properties", {})]
            instance: Any = error.instance
            for extra in sorted(set(instance) - set(known)):
                if any(_matches(p, extra) for p in where.get("patternProperties", {})):
                    continue
                wanted = where.get("description", "no key at all")
                says = unknown("this key", extra, known) if known else f"no such key; wanted: {wanted}"
                yield Fault(entry, f"{key}.{extra}".strip("."), clip(instance[extra]), says)
        case "required":
            yield Fault(entry, key, "", str(error.message).replace("is a required property", "is missing"))
        case "enum":
            yield Fault(entry, key, clip(error.instance), f"one of {', '.join(map(str, where['enum']))}")
        case "type" if "description" not in where:
            yield Fault(entry, key, clip(error.instance), f"wanted: {_TYPES.get(str(where['type']), error.message)}")
        case _:
            wanted = where.get("description") or error.message
            yield Fault(entry, key, clip(error.instance), f"wanted: {wanted}")


_TYPES = {"string": 'a text in quotes, such as "yes"', "integer": "a whole number", "array": "a list, in [ ]",
          "object": "a table", "boolean": "true or false"}


def _matches(pattern: str, text: str) -> bool:
    return re.search(pattern, text) is not None


# ---------------------------------------------------------------- from tables to an edition


def load_edition(path: Path, grammars: Mapping[str, Grammar]) -> Edition:
    """Load an edition. Raises `BadRulebook` with every fault of the file."""
    data = read_toml(path)
    faults = list(schema_faults(data, "edition"))
    if faults:
        raise BadRulebook(str(path), faults)
    return build_edition(path, data, grammars)


def build_edition(path: Path, data: Mapping[str, Any], grammars: Mapping[str, Grammar]) -> Edition:
    """The edition that tables make which the schema admits. Raises `BadRulebook`, its faults under the path."""
    family = data["edition"]["family"]
    if family not in grammars:
        wanted = unknown("this family", family, list(grammars))
        raise BadRulebook(str(path), [Fault("edition", "family", repr(family), wanted)])
    builder = _Builder(data, grammars[family])
    edition = builder.build()
    if builder.faults:
        raise BadRulebook(str(path), builder.faults)
    return edition


class _Builder:
    """Turns the checked tables into values and collects what the schema cannot see."""

    def __init__(self, data: Mapping[str, Any], grammar: Grammar) -> None:
        self.data = data
        self.grammar = grammar
        self.faults: list[Fault] = []
        self.head = data["edition"]
        self.ranks: list[str] = self.head["ranks"]
        self.clause_ids = {c["id"]: c for c in data["clause"]}
        self.supplied = {topic for q in data.get("question", []) for r in q["readings"].values()
                         for topic in r.get("supplies", ())}

    def fault(self, entry: str, key: str, value: Any, wanted: str, beyond: bool = False) -> None:
        self.faults.append(Fault(entry, key, clip(value) if value != "" else "", wanted, beyond))

    def build(self) -> Edition:
        data, head = self.data, self.head
        self._twice()
        self._text()
        clauses = tuple(self._clause(c) for c in data["clause"])
        facts = tuple(self._fact(f) for f in data["fact"])
        switches = tuple(self._switch(s) for s in data.get("switch", []))
        variants = tuple(self._variant(v) for v in data.get("variant", []))
        questions = tuple(self._question(q) for q in data.get("question", []))
        if head.get("precedence"):
            self._known_clause("edition", "precedence", head["precedence"])
        self._norm_ids(clauses, variants, questions)
        self._terms()
        return Edition(
            head["key"], head["family"], head["title"], head["language"], tuple(head["players"]),
            tuple(self.ranks), head.get("precedence", ""), data["text"]["paragraphs"], tuple(data["text"]["hashes"]),
            data["terms"], facts, switches, clauses,
            tuple(Aside(_places(a["at"]), a["because"]) for a in data.get("aside", [])), variants, questions,
            tuple(self._printed(p) for p in data.get("printed", [])),
        )

    def _twice(self) -> None:
        for table in ("clause", "fact", "switch", "variant", "question", "printed"):
            ids = [e["id"] for e in self.data.get(table, [])]
            for twice in repeated(ids):
                self.fault(f"{table} {twice!r}", "id", twice, "stands twice; every id stands once")

    def _text(self) -> None:
        count, hashes = self.data["text"]["paragraphs"], self.data["text"]["hashes"]
        if len(hashes) != count:
            self.fault("text", "hashes", len(hashes), f"one hash for each of the {count} paragraphs")
        for table in ("clause", "fact", "aside", "printed"):
            for number, entry in enumerate(self.data.get(table, []), 1):
                for place in _places(entry.get("at", [])):
                    first, last = span(place)
                    if not first <= last <= count:
                        name = f"{table} {entry['id']!r}" if "id" in entry else f"{table} number {number}"
                        self.fault(name, "at", place, f"the text has paragraphs 1 to {count}, in rising order")

    def _known_variant(self, entry: str, variant: str) -> None:
        variants = [v["id"] for v in self.data.get("variant", [])]
        if variant and variant not in variants:
            self.fault(entry, "variant", variant, unknown("this variant", variant, variants))

    def _known_clause(self, entry: str, key: str, clause: str) -> None:
        if clause not in self.clause_ids:
            self.fault(entry, key, clause, unknown("this clause", clause, list(self.clause_ids)))

    def _clause(self, c: Mapping[str, Any]) -> Clause:
        entry = f"clause {c['id']!r}"
        if c["rank"] not in self.ranks:
            self.fault(entry, "rank", c["rank"], f"one of {', '.join(self.ranks)}")
        self._known_variant(entry, c.get("variant", ""))
        for other in c.get("overrides", []):
            self._known_clause(entry, "overrides", other)
            if other == c["id"]:
                self.fault(entry, "overrides", other, "another clause; none overrides itself")
        norms = self._norms(c.get("norm", []), c["id"], c["id"], entry, "norm")
        return Clause(c["id"], c["section"], _places(c["at"]), c["rank"], c["says"],
                      norms, c.get("variant", ""), tuple(c.get("players", ())))

    def _norms(self, norms: Sequence[Any], clause: str, key: str, entry: str, at: str) -> tuple[Norm, ...]:
        built = [self._norm(n, clause, f"{key}/{i}", entry, f"{at}.{i}") for i, n in enumerate(norms, 1)]
        return tuple(norm for norm in built if norm)

    def _norm(self, n: Mapping[str, Any], clause: str, key: str, entry: str, at: str) -> Norm | None:
        clause = n.get("clause", clause)
        if clause not in self.supplied:
            self._known_clause(entry, f"{at}.clause", clause)
            if clause not in self.clause_ids:
                return None
        before = len(self.faults)
        mood = next(m for m in MOODS if m in n)
        move, during = n[mood], tuple(n.get("during", ()))
        if move not in self.grammar.moves:
            self.fault(entry, f"{at}.{mood}", move, unknown("this move", move, self.grammar.moves), True)
        for kind in during:
            if kind not in self.grammar.frames:
                self.fault(entry, f"{at}.during", kind, unknown("this frame", kind, list(self.grammar.frames)),
                           True)
            elif move in self.grammar.moves and move not in self.grammar.frames[kind]:
                self.fault(entry, f"{at}.during", kind, f"no {move!r} is made there, only "
                                                        f"{', '.join(self.grammar.frames[kind])}")
        if "which" in n and mood != OBLIGE:
            self.fault(entry, f"{at}.which", n["which"], "only an oblige has which; write it into when")
        if len(self.faults) > before:
            self._strange(n, entry, at)
            return None
        when = self._guard(n, "when", move, during, mood != OBLIGE, entry, at)
        which = self._guard(n, "which", move, during, True, entry, at)
        c = self.clause_ids.get(clause, {"rank": self.ranks[0]})  # what a reading supplies is of no printed card
        rank = self.ranks.index(c["rank"]) if self.head.get("precedence") and c["rank"] in self.ranks else 0
        return Norm(key, clause, mood, move, during, when, which, rank, frozenset(c.get("overrides", ())))

    def _guard(self, n: Mapping[str, Any], key: str, move: str, during: tuple[str, ...], of_move: bool, entry: str,
               at: str) -> Guard | None:
        if key not in n:
            return None
        try:
            return parse(n[key], self.grammar.names_at(move, during, of_move))
        except GuardError as error:
            self._no_guard(error, n[key], move, entry, f"{at}.{key}")
            return None

    def _strange(self, n: Mapping[str, Any], entry: str, at: str) -> None:
        """The words of guards that the game does not have, where the norm's move or a decision is wrong already."""
        for key in ("when", "which"):
            with suppress(GuardError):
                try:
                    parse(n.get(key, ""), self.grammar.vocabulary)
                except UnknownName as error:
                    self._no_guard(error, n[key], "", entry, f"{at}.{key}")

    def _no_guard(self, error: GuardError, text: str, move: str, entry: str, key: str) -> None:
        """What is wrong with a guard: every name that is not known, or the first thing else."""
        others = error.others if isinstance(error, UnknownName) else ()
        printed = self._printed_names(text)
        for one in sorted((error, *others), key=lambda each: each.column):
            told, beyond = self._unnamed(one, move) if isinstance(one, UnknownName) else (one.message, False)
            self.fault(entry, f"{key}, column {one.column}", text, told + printed, beyond)
            printed = ""

    def _printed_names(self, text: str) -> str:
        """How things are written that a guard calls by the names the book prints."""
        pairs = [(name, word) for group in self.data["terms"].values() for word, name in group.items()]
        found = [f"{name!r} is written {word.replace('-', '_')}" for name, word in pairs
                 if name != word and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text)]
        return "".join(f"; {told}" for told in found)

    def _unnamed(self, error: UnknownName, move: str) -> tuple[str, bool]:
        """What is wrong with a name that is not known for a move, and whether it is known nowhere."""
        vocabulary, name = self.grammar.vocabulary, error.name
        if name not in vocabulary.names:
            return error.message, True
        if name in self.grammar.by_move.get(move, ()):
            return f"{name!r} speaks of the move itself; in an oblige that goes into which", False
        tables = (("at", self.grammar.by_frame), ("of", self.grammar.by_move))
        where = [f"{word} {kind}" for word, table in tables for kind, names in table.items() if name in names]
        return f"the name {name!r} says nothing of {move!r} here; it is known {', '.join(where)}", False

    def _fact(self, f: Mapping[str, Any]) -> Fact:
        entry = f"fact {f['id']!r}"
        self._fact_known(entry, "id", f["id"])
        if "clause" in f:
            self._known_clause(entry, "clause", f["clause"])
        by_players = "by-players" in f
        self._fact_value(entry, "by-players" if by_players else "value", f["id"], f.get("by-players", f.get("value")))
        return Fact(f["id"], f["by-players"] if by_players else f["value"], by_players, _places(f.get("at", [])),
                    f.get("from", ""), f.get("clause", ""))

    def _fact_known(self, entry: str, key: str, fact: str) -> None:
        if fact not in self.grammar.facts:
            self.fault(entry, key, fact, unknown("this fact", fact, list(self.grammar.facts)), True)

    def _fact_value(self, entry: str, key: str, fact: str, value: Any) -> None:
        """A fact is a number, or a list of words where the family says so; a table has the edition's counts."""
        if isinstance(value, Mapping):
            for count, one in value.items():
                if count != "else" and not count.isdecimal():
                    self.fault(entry, f"{key}.{count}", one, "a player count, or 'else'")
                self._fact_value(entry, f"{key}.{count}", fact, one)
            return
        wants_list = fact in self.grammar.lists
        if fact in self.grammar.facts and isinstance(value, list) != wants_list:
            self.fault(entry, key, value, f"{fact} is a list" if wants_list else f"{fact} is a number")
        elif fact in self.grammar.facts and not wants_list and type(value) is not int:
            self.fault(entry, key, value, f"{fact} is a number")
        elif wants_list and isinstance(value, list):
            words = sorted({word for group in self.grammar.terms.values() for word in group})
            for word in value:
                if word not in words:
                    self.fault(entry, key, word, unknown("this thing", str(word), words), True)

    def _switch_known(self, entry: str, key: str, switch: str, value: str) -> None:
        if switch not in self.grammar.switches:
            self.fault(entry, key, switch, unknown("this switch", switch, list(self.grammar.switches)), True)
        elif value not in self.grammar.switches[switch]:
            self.fault(entry, key, value, f"one of {', '.join(self.grammar.switches[switch])}", True)

    def _switch(self, s: Mapping[str, Any]) -> Switch:
        entry = f"switch {s['id']!r}"
        self._switch_known(entry, "value", s["id"], s["value"])
        self._known_clause(entry, "clause", s["clause"])
        return Switch(s["id"], s["value"], s["clause"])

    def _change(self, c: Mapping[str, Any], clause: str, key: str, entry: str, at: str) -> Change:
        for topic in c.get("supplies", ()):
            if topic in self.clause_ids:
                self.fault(entry, f"{at}supplies", topic, "a topic that the text has no clause on; this is one")
        norms = self._norms(c.get("norms", []), clause, key, entry, f"{at}norms")
        for fact, value in c.get("facts", {}).items():
            self._fact_known(entry, f"{at}facts", fact)
            self._fact_value(entry, f"{at}facts.{fact}", fact, value)
        for switch, value in c.get("switches", {}).items():
            self._switch_known(entry, f"{at}switches.{switch}", switch, value)
        return Change(norms, tuple(c.get("without", ())),
                      tuple(sorted(c.get("facts", {}).items())), tuple(sorted(c.get("switches", {}).items())),
                      tuple(c.get("supplies", ())))

    def _variant(self, v: Mapping[str, Any]) -> Variant:
        entry = f"variant {v['id']!r}"
        for clause in v["clauses"]:
            self._known_clause(entry, "clauses", clause)
        return Variant(v["id"], tuple(v["clauses"]), v["says"], tuple(v.get("players", ())), v.get("playable", True),
                       self._change(v, v["clauses"][0], v["id"], entry, ""))

    def _question(self, q: Mapping[str, Any]) -> Question:
        entry = f"question {q['id']!r}"
        self._known_variant(entry, q.get("variant", ""))
        for clause in q["clauses"]:
            self._known_clause(entry, "clauses", clause)
        if q["default"] not in q["readings"]:
            self.fault(entry, "default", q["default"], f"one of its readings: {', '.join(q['readings'])}")
        readings = {}
        for key, r in q["readings"].items():
            change = self._change(r, q["clauses"][0], f"{q['id']}.{key}", entry, f"readings.{key}.")
            readings[key] = Reading(key, r["says"], change)
        return Question(q["id"], tuple(q["clauses"]), q["asks"], readings, q["default"], q["why"],
                        tuple(q.get("players", ())), q.get("variant", ""))

    def _printed(self, p: Mapping[str, Any]) -> Printed:
        entry = f"printed {p['id']!r}"
        for clause in p.get("clauses", []):
            self._known_clause(entry, "clauses", clause)
        if "computed" in p and (wrong := sum_fault(p["computed"], self.grammar.facts, self.grammar.lists)):
            self.fault(entry, "computed", p["computed"], wrong)
        e = p.get("example")
        example = Example(tuple(map(tuple, e["hands"])), tuple(e["moves"]), tuple(e["follows"])) if e else None
        return Printed(p["id"], _places(p["at"]), p["says"], tuple(p.get("clauses", ())), tuple(p.get("players", ())),
                       p.get("claims"), p.get("computed", ""), p.get("holds", EQUAL), example)

    def _norm_ids(
        self, clauses: Sequence[Clause], variants: Sequence[Variant], questions: Sequence[Question]
    ) -> None:
        changes = [(f"variant {v.id!r}", v.change) for v in variants]
        changes += [(f"question {q.id!r}, reading {r.id!r}", r.change) for q in questions for r in q.readings.values()]
        once = {c.id: c for c in clauses}.values()  # a clause that stands twice is told of as such
        known = [n.id for c in once for n in c.norms] + [n.id for _, change in changes for n in change.norms]
        for twice in repeated(known):
            self.fault("norms", "id", twice, "two norms have this id; name the clause or the reading otherwise")
        there = {*known}
        written = {f"{c['id']}/{i}" for c in self.data["clause"] for i, _ in enumerate(c.get("norm", ()), 1)}
        for entry, change in changes:
            for gone in change.without:
                if gone not in there and gone not in written:  # a norm with a fault is told of as such
                    self.fault(entry, "without", gone, unknown("this norm", gone, known))

    def _terms(self) -> None:
        for topic, words in self.data["terms"].items():
            if topic not in self.grammar.terms:
                self.fault("terms", topic, "", unknown("this topic", topic, list(self.grammar.terms)))
                continue
            for word in words:
                if word not in self.grammar.terms[topic]:
                    self.fault("terms", f"{topic}.{word}", words[word],
                               unknown("this thing", word, list(self.grammar.terms[topic])))
