"""An edition read aloud: whole, as a digest in its order, or one entry, or all that is about one thing."""

from __future__ import annotations

import difflib
import re
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from attrs import field, frozen

from advocatus.model.norms import Norm
from advocatus.model.rulebook import Change, Clause, Edition, Fact, Question, Switch, Variant
from advocatus.model.rules import BadChoice

from .finding import Finding
from .row import spans

WIDTH = 110  # of a line of text

Entry = Clause | Question | Fact | Variant | Switch


@frozen
class View:
    """What of an edition is wanted: for which counts and variants (all, where none is given), which readings."""

    edition: Edition
    players: tuple[int, ...] = ()
    variants: tuple[str, ...] = ()
    answers: tuple[tuple[str, str], ...] = ()
    findings: tuple[Finding, ...] = ()  # those on file about the edition

    def wants(self, entry: Clause | Question) -> bool:
        """Whether a clause or question concerns the counts and variants wanted."""
        counted = not self.players or not entry.players or bool(set(entry.players) & set(self.players))
        return counted and (not self.variants or not entry.variant or entry.variant in self.variants)

    def reading(self, question: Question) -> str:
        """The reading taken of a question."""
        return dict(self.answers).get(question.id, question.default)

    def value(self, fact: Fact) -> str:
        """A fact's value, for the counts wanted."""
        if not fact.by_players:
            return value_text(fact.value)
        counts = self.players or self.edition.players
        groups: dict[str, list[int]] = {}
        for n in counts:
            groups.setdefault(value_text(fact.at_count(n)), []).append(n)
        return "; ".join(f"{text} for {spans(ns)}" for text, ns in groups.items())


# ---------------------------------------------------------------- parts as text


def value_text(value: Any) -> str:
    """A fact's value as text."""
    if value is None:
        return "nothing"
    if isinstance(value, Mapping):  # by the number of players
        return "; ".join(f"{value_text(v)} for {n}" for n, v in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value)) or "none"
    return str(value)


def places_text(at: Sequence[str]) -> str:
    """The places of an entry: ``54, 54.2, 101-103``."""
    return f"[{', '.join(at)}]" if at else ""


def norm_text(norm: Norm) -> str:
    """A norm in one line."""
    text = f"{norm.mood} {norm.move}"
    if norm.during:
        text += f" during {', '.join(norm.during)}"
    if norm.when:
        text += f" when {norm.when.text}"
    if norm.which:
        text += f", which {norm.which.text}"
    return text


def change_text(change: Change) -> Iterator[str]:
    """What a reading or a variant changes, a line for each entry."""
    yield from (f"adds {norm_text(norm)} ({norm.clause})" for norm in change.norms)
    yield from (f"without {norm}" for norm in change.without)
    for key, value in change.facts:
        yield f"{key} = {value_text(value)}"
    yield from (f"{key} = {value}" for key, value in change.switches)
    yield from (f"has a rule on {topic}" for topic in change.supplies)


def _clause_lines(clause: Clause) -> Iterator[str]:
    only = [f"rank {clause.rank}"]
    only += [f"variant {clause.variant}"] if clause.variant else []
    only += [f"{spans(clause.players)} players only"] if clause.players else []
    yield f"{clause.id}  {places_text(clause.at)}  {', '.join(only)}"
    yield f"    {clause.says}"
    for norm in clause.norms:
        yield f"    {norm.id.rsplit('/', 1)[1]}. {norm_text(norm)}"
    over = sorted({key for norm in clause.norms for key in norm.overrides})
    if over:
        yield f"    goes before {', '.join(over)}"


def _fact_line(view: View, fact: Fact) -> str:
    source = places_text(fact.at) or f"source: {fact.source}"
    return f"{fact.id} = {view.value(fact)}  {source}" + (f"  ({fact.clause})" if fact.clause else "")


def _question_lines(view: View, question: Question) -> Iterator[str]:
    only = [f"{spans(question.players)} players"] if question.players else []
    only += [f"variant {question.variant}"] if question.variant else []
    yield f"{question.id}" + (f"  ({', '.join(only)} only)" if only else "")
    yield f"    {question.asks}"
    taken = view.reading(question)
    for key, reading in question.readings.items():
        mark = "*" if key == taken else " "
        note = " (default)" if key == question.default else ""
        yield f"  {mark} {key}{note}: {reading.says}"
        yield from (f"        {line}" for line in change_text(reading.change))
    why = f"Why {question.default}: {question.why}"
    yield f"    {f'Answered by {question.answered}.' if question.answered else why}"
    yield f"    On {', '.join(question.clauses)}"


def _variant_lines(variant: Variant) -> Iterator[str]:
    only = [f"{spans(variant.players)} players only"] if variant.players else []
    only += [] if variant.playable else ["not playable yet"]
    yield variant.id + (f"  ({', '.join(only)})" if only else "")
    yield f"    {variant.says}"
    yield from (f"    {line}" for line in change_text(variant.change))
    yield f"    On {', '.join(variant.clauses)}"


# ---------------------------------------------------------------- the whole


def digest_lines(view: View) -> Iterator[str]:
    """The edition from top to bottom: clauses under their headings, then facts, switches, variants, questions."""
    edition = view.edition
    yield edition.title
    yield f"{edition.key}, family {edition.family}, {spans(edition.players)} players, {edition.paragraphs} paragraphs"
    yield "Places in brackets are paragraphs: 54, 54.2 its second sentence, 54-56 from to"
    if edition.precedence:
        yield f"Ranks, the weakest first: {', '.join(edition.ranks)} ({edition.precedence})"
    section = ""
    for clause in filter(view.wants, edition.clauses):
        if clause.section != section:
            section = clause.section
            yield from ("", f"## {section}")
        yield from ("", *_clause_lines(clause))
    parts: list[tuple[str, list[list[str]]]] = [
        ("Facts", [[_fact_line(view, fact)] for fact in edition.facts]),
        ("Procedures", [[f"{s.id} = {s.value}  ({s.clause})"] for s in edition.switches]),
        ("Variants", [["", *_variant_lines(v)] for v in edition.variants]),
        ("Questions", [["", *_question_lines(view, q)] for q in filter(view.wants, edition.questions)]),
        ("No rules", [[f"{places_text(aside.at)}  {aside.because}"] for aside in edition.asides]),
    ]
    for head, entries in parts:
        if entries:
            gap = [] if entries[0][0] == "" else [""]
            yield from ("", f"## {head}", *gap, *(line for entry in entries for line in entry))
    if view.findings:
        yield from ("", "## On file")
        yield from (line for finding in view.findings for line in _filed_lines(finding))


def _filed_lines(finding: Finding) -> tuple[str, ...]:
    """A finding on file: its name, and what it is."""
    return "", f"On file: {finding.file_name}", f"    {finding.summary}"


# ---------------------------------------------------------------- one entry


def find_entries(edition: Edition, key: str) -> tuple[Entry, ...]:
    """The clause, question, fact, variant and procedure with this id; a question often shares a fact's.

    The id of a norm stands for its clause, or for the question of whose reading it is, as that reading's own id does.
    """
    found = tuple(entry for table in tables(edition) for entry in table if entry.id == key)
    named = key.partition("/")[0]
    return found or tuple(c for c in edition.clauses if c.id == named) or tuple(
        q for q in edition.questions for reading in q.readings if f"{q.id}.{reading}" == named)


def tables(edition: Edition) -> tuple[tuple[Entry, ...], ...]:
    """All that has an id."""
    return edition.clauses, edition.questions, edition.facts, edition.variants, edition.switches


def entry_lines(view: View, entry: Entry) -> Iterator[str]:
    """One entry with all that touches it."""
    match entry:
        case Clause():
            yield from _clause_entry(view, entry)
        case Question():
            yield from _question_lines(view, entry)
            for clause in map(view.edition.clause, entry.clauses):
                yield from ("", *(_clause_lines(clause) if clause else ()))
        case Fact():
            yield _fact_line(view, entry)
            yield from _asking(view, lambda change: entry.id in dict(change.facts))
        case Variant():
            yield from _variant_lines(entry)
            for clause in view.edition.clauses:
                if clause.variant == entry.id or clause.id in entry.clauses:
                    yield from ("", *_clause_lines(clause))
        case Switch():
            yield f"{entry.id} = {entry.value}  ({entry.clause})"
            yield from _asking(view, lambda change: entry.id in dict(change.switches))


def _asking(view: View, reaches: Callable[[Change], bool]) -> Iterator[str]:
    for question in view.edition.questions:
        if any(reaches(reading.change) for reading in question.readings.values()):
            yield from ("", *_question_lines(view, question))


def _clause_entry(view: View, clause: Clause) -> Iterator[str]:
    edition = view.edition
    yield f"## {clause.section}"
    yield from _clause_lines(clause)
    yield from (f"    fact {_fact_line(view, fact)}" for fact in edition.facts if fact.clause == clause.id)
    yield from (f"    procedure {s.id} = {s.value}" for s in edition.switches if s.clause == clause.id)
    yield from (f"    variant {v.id}: {v.says}" for v in edition.variants if clause.id in v.clauses)
    for question in touching(edition, clause.id):
        yield from ("", *_question_lines(view, question))
    for finding in view.findings:
        if clause.id in (*finding.clauses, *finding.cause):
            yield from _filed_lines(finding)


def touching(edition: Edition, clause: str) -> tuple[Question, ...]:
    """The questions that touch a clause, by name or by a norm that a reading adds to it or takes from it."""
    def reaches(change: Change) -> bool:
        return any(n.clause == clause for n in change.norms) or any(w.startswith(f"{clause}/") for w in change.without)

    return tuple(q for q in edition.questions
                 if clause in q.clauses or any(reaches(r.change) for r in q.readings.values()))


# ---------------------------------------------------------------- things


def things(edition: Edition, term: str, whole: bool) -> dict[str, str]:
    """The things whose name, in this edition or in code, is the term (or holds it, if not `whole`), by code name."""
    wanted = _flat(term)
    names = [(key, name) for group in edition.terms.values() for key, name in group.items()]
    if whole:
        return {key: name for key, name in names if wanted in (_flat(name), _flat(key))}
    return {key: name for key, name in names if wanted in _flat(name) or wanted in _flat(key)}


def _flat(text: str) -> str:
    return " ".join(text.casefold().replace("-", " ").split())


def on_thing(edition: Edition, key: str, name: str) -> tuple[Clause, ...]:
    """The clauses on a thing: by their id, by a guard of their norms, or by the words they use."""
    word = re.compile(rf"\b{re.escape(key.replace('-', '_'))}\b")
    said = re.compile(rf"\b{re.escape(name)}s?\b", re.IGNORECASE)

    def speaks(clause: Clause) -> bool:
        guards = [g.text for n in clause.norms for g in (n.when, n.which) if g]
        named = key in clause.id.split(".") or any(word.search(text) for text in guards)
        return named or bool(said.search(clause.says))

    return tuple(clause for clause in edition.clauses if speaks(clause))


def thing_lines(view: View, found: Mapping[str, str]) -> Iterator[str]:
    """The clauses on each thing."""
    first = True
    for key, name in found.items():
        clauses = [c for c in on_thing(view.edition, key, name) if view.wants(c)]
        yield from ([] if first else [""])
        first = False
        yield f"## {name} ({key})" + ("" if clauses else ": no clause speaks of it")
        for clause in clauses:
            yield from ("", *_clause_lines(clause))


def not_found(edition: Edition, word: str) -> BadChoice:
    """The refusal of a word that is no id and no term, with near matches."""
    ids = list(dict.fromkeys(entry.id for table in tables(edition) for entry in table))
    names = [name for group in edition.terms.values() for name in group.values()]
    lowered = {known.casefold(): known for known in (*ids, *names)}
    near = [lowered[found] for found in difflib.get_close_matches(word.casefold(), list(lowered), n=3, cutoff=0.5)]
    tail = [known for known in ids if word in known.split(".")][:3]
    told = ", ".join(repr(k) for k in dict.fromkeys((*tail, *near)))
    hint = f"did you mean {told}?" if told else "`advocatus show " + edition.key + "` lists all ids"
    return BadChoice(f"{edition.key} has no clause, question, fact, variant or term {word!r}; {hint}")


@frozen
class Found:
    """What a word names: entries with that id, clauses of a topic, or things by code name; one of them."""

    entries: tuple[Entry, ...] = ()
    topic: tuple[Clause, ...] = ()
    things: Mapping[str, str] = field(factory=dict)


def look_up(view: View, word: str) -> Found:
    """What a word names: an id, a name, a topic (the first part of ids), or a part of a name, in this order.

    Raises `BadChoice` for a word that names nothing.
    """
    edition = view.edition
    if entries := find_entries(edition, word):
        return Found(entries=entries)
    if named := things(edition, word, whole=True):
        return Found(things=named)
    if topic := tuple(c for c in edition.clauses if c.id.startswith(f"{word}.") and view.wants(c)):
        return Found(topic=topic)
    if named := things(edition, word, whole=False):
        return Found(things=named)
    raise not_found(edition, word)


def show_lines(view: View, word: str = "") -> Iterator[str]:
    """The edition, or what a word names in it. Raises `BadChoice` for a word that names nothing."""
    if not word:
        yield from digest_lines(view)
        return
    found = look_up(view, word)
    yield from _each_once(line for entry in found.entries for line in ("", *entry_lines(view, entry)))
    if found.topic:
        yield from (f"## {word}", *(line for clause in found.topic for line in ("", *_clause_lines(clause))))
    yield from thing_lines(view, found.things)


def _each_once(lines: Iterable[str]) -> Iterator[str]:
    """Entries, each after an empty line, without those told before: one may touch several that share its id."""
    told: set[tuple[str, ...]] = set()
    for blank, group in groupby(lines, lambda line: not line):
        entry = tuple(group)
        named = tuple(line for line in entry if not line.startswith("## "))[:2]  # a clause alone has more lines
        if blank or named in told:
            continue
        yield from ("", *entry) if told else entry
        told.add(named)


def wrapped(lines: Iterable[str]) -> Iterator[str]:
    """The same lines, long ones wrapped under their own indent."""
    for line in lines:
        indent = " " * (len(line) - len(line.lstrip()) + 4)
        yield from textwrap.wrap(line, WIDTH, subsequent_indent=indent, break_on_hyphens=False) or [""]


def as_markdown(lines: Iterable[str]) -> Iterator[str]:
    """The same lines as nested lists under headings; those of a table stay as they are."""
    deepest = 0
    for line in lines:
        text = line.strip()
        if not text or text.startswith(("## ", "### ")) or line.startswith("| "):
            deepest = 0 if text else deepest
            yield text
        elif line.startswith("  * "):
            yield f"  - **{text[2:]}**"
        else:
            depth = min((len(line) - len(line.lstrip()) + 3) // 4, deepest)
            deepest = depth + 1
            yield f"{'  ' * depth}- {text.removeprefix('- ')}"
