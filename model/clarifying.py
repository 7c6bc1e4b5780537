"""Clarifications: a TOML file of answers, facts, procedures and clauses on top of an edition.

What comes of it is an edition of its own, called ``edition+clarification``: its answered questions have one
reading left, its other entries stand as if they had been printed so.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from attrs import evolve

from .guard import nearest, unknown
from .loading import BadRulebook, Fault, build_edition, read_toml, schema_faults
from .norms import MOODS
from .plainness import repeated
from .rulebook import Clause, Edition, Grammar, Question
from .rules import make_rules

SECTION = "Clarification"
LIKE = 0.93  # how like two ids must be, 1 being the same, to be taken for one with a slip in it


def clarified(base: Path, files: tuple[Path, ...], grammars: Mapping[str, Grammar]) -> Edition:
    """The edition of a file with clarifications on top, one after the other.

    Raises `BadRulebook` with every fault: one of the edition under its own name, one of a clarification under that of
    its file. A question may be answered once only.
    """
    data = read_toml(base)
    edition = build_edition(base, data, grammars)
    answered: dict[str, str] = {}
    for file in files:
        given = read_toml(file)
        faults = list(schema_faults(given, "clarification"))
        if not faults:
            faults += (*_misfits(given, edition, answered), *_contradictions(given, edition))
            faults += _strange(file, data, given, grammars) if faults else ()
        if faults:
            raise BadRulebook(str(file), faults)
        data = _merged(data, given)
        answers = given.get("answers", {})
        by = given["clarification"]["id"]
        answered.update((question, f"{reading!r} by {by}") for question, reading in answers.items())
        before = edition
        edition = _answered(build_edition(file, data, grammars), before, answers, given)
    return edition


def _strange(file: Path, data: Mapping[str, Any], given: Mapping[str, Any], grammars: Mapping[str, Grammar]
             ) -> tuple[Fault, ...]:
    """What else is wrong with a clarification that is refused already: all is told at once."""
    known = {switch["id"] for switch in data.get("switch", ())}
    switches = [switch for switch in given.get("switch", ()) if "clause" in switch or switch["id"] in known]
    try:
        build_edition(file, _merged(data, {**given, "switch": switches}), grammars)
    except BadRulebook as error:
        return error.faults
    return ()


def with_answers(edition: Edition, answers: Mapping[str, str]) -> Edition:
    """The edition with questions answered and closed, called ``edition+answers``.

    Raises `BadChoice` for a question or a reading that it does not have.
    """
    make_rules(edition, edition.players[0], (), answers)
    return _answered(edition, edition, answers, {"clarification": {"id": "answers"}})


def _misfits(given: Mapping[str, Any], edition: Edition, answered: Mapping[str, str]) -> Iterator[Fault]:
    """What a clarification says of things that the edition does not have, or of questions that are closed."""
    head = given["clarification"]
    if head.get("of", edition.key) not in (edition.key, edition.key.split("+")[0]):
        yield Fault("clarification", "of", repr(head["of"]), f"it is put on {edition.key}")
    if head["id"] in edition.key.split("+")[1:]:
        yield Fault("clarification", "id", repr(head["id"]), "another clarification on top of this edition has this id")
    questions = {q.id: q for q in edition.questions}
    for key, reading in given.get("answers", {}).items():
        if key in answered:
            yield Fault("answers", key, repr(reading), f"this question is answered already: {answered[key]}")
        elif key not in questions:
            yield Fault("answers", key, repr(reading), unknown("this question", key, list(questions)))
        elif reading not in questions[key].readings:
            yield Fault("answers", key, repr(reading), f"one of its readings: {', '.join(questions[key].readings)}")
    ids = [c.id for c in edition.clauses]
    for clause in given.get("clause", ()):
        if clause["id"] not in ids and (like := nearest(clause["id"], ids, LIKE)):
            wanted = f"no such clause; did you mean {like!r}? A new clause needs an id that is less like it"
            yield Fault(f"clause {clause['id']!r}", "id", repr(clause["id"]), wanted)
    norms = [n.id for c in edition.clauses for n in c.norms]
    for norm in given.get("without", ()):
        if norm not in norms:
            yield Fault("without", "", repr(norm), unknown("this norm", norm, norms))
    switches = {s.id for s in edition.switches}
    for switch in given.get("switch", ()):
        if "clause" not in switch and switch["id"] not in switches:
            yield Fault(f"switch {switch['id']!r}", "clause", "", "it is new here; say which clause says so")


def _contradictions(given: Mapping[str, Any], edition: Edition) -> Iterator[Fault]:
    """Where a clarification says one thing and another."""
    for table in ("fact", "clause", "switch"):
        ids = [entry["id"] for entry in given.get(table, ())]
        for twice in repeated(ids):
            yield Fault(f"{table} {twice!r}", "id", repr(twice), "stands twice; every id stands once")
    told = {clause["id"] for clause in given.get("clause", ()) if "norm" in clause}
    for norm in given.get("without", ()):
        if norm.rpartition("/")[0] in told:
            yield Fault("without", "", repr(norm), "its clause is told anew here; leave the norm out there")
    yield from _against_answers(given, edition)
    yield from _against_itself(given)


def _against_answers(given: Mapping[str, Any], edition: Edition) -> Iterator[Fault]:
    """Facts and procedures of which an answer has one value and the file another."""
    here = {(table, entry["id"]): entry.get("value", entry.get("by-players"))
            for table in ("fact", "switch") for entry in given.get(table, ())}
    for question in edition.questions:
        reading = question.readings.get(given.get("answers", {}).get(question.id, ""))
        if reading is None:
            continue
        for table, entries in (("fact", reading.change.facts), ("switch", reading.change.switches)):
            for key, value in entries:
                if (table, key) in here and here[table, key] != value:
                    yield Fault("answers", question.id, repr(reading.id),
                                f"by it {key} is {value!r}, and by the {table} here {here[table, key]!r}; keep one")


def _against_itself(given: Mapping[str, Any]) -> Iterator[Fault]:
    """Norms of a file that open and close the same under the same condition; neither goes before the other."""
    said: dict[tuple[Any, ...], tuple[str, Mapping[str, Any]]] = {}
    for clause in given.get("clause", ()):
        for i, norm in enumerate(clause.get("norm", ()), 1):
            forbids = "forbid" in norm
            move = next(norm[mood] for mood in MOODS if mood in norm)
            meant = (move, tuple(norm.get("during", ())), " ".join(norm.get("when", "").split()))
            name, other = said.get((*meant, not forbids), ("", {}))
            if name and not {clause["id"], other["id"]} & {*clause.get("overrides", ()), *other.get("overrides", ())}:
                yield Fault(f"clause {clause['id']!r}", f"norm.{i}", repr(move),
                            f"{name} says the opposite of the same move under the same condition; keep one, "
                            "or let one clause override the other")
            said.setdefault((*meant, forbids), (f"{clause['id']}/{i}", clause))


def _merged(data: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """The tables of the edition with those of the clarification in the place of their like, or behind them."""
    made: dict[str, Any] = copy.deepcopy(dict(data))
    source = f"clarification {given['clarification']['id']}"
    blank = {
        "fact": {"from": source}, "switch": {},
        "clause": {"section": SECTION, "at": [], "rank": made["edition"]["ranks"][0]},
    }
    for table, usual in blank.items():
        entries = {entry["id"]: entry for entry in made.get(table, [])}
        for new in given.get(table, []):
            old = entries.get(new["id"], usual)
            if table == "fact":
                old = {"from": source, **({"clause": old["clause"]} if "clause" in old else {})}
            entries[new["id"]] = {**old, **new}
        made[table] = list(entries.values())
    _settle(made, given)
    anew = {new["id"] for new in given.get("clause", ())}
    _forget(made, {c["id"]: len(c.get("norm", ())) for c in made["clause"] if c["id"] in anew})
    return made


def _settle(made: dict[str, Any], given: Mapping[str, Any]) -> None:
    """What a clarification says of a fact or a procedure holds whatever reading is taken."""
    for question in made.get("question", []):
        for reading in question["readings"].values():
            for table, name in (("facts", "fact"), ("switches", "switch")):
                for entry in given.get(name, ()):
                    reading.get(table, {}).pop(entry["id"], None)


def _forget(made: dict[str, Any], told: Mapping[str, int]) -> None:
    """Readings and variants take no norm away that a clause told anew does not have any more."""
    changes = [*made.get("variant", []), *(r for q in made.get("question", []) for r in q["readings"].values())]
    for change in changes:
        if "without" in change:
            change["without"] = [w for w in change["without"] if not _gone(w, told)]


def _gone(norm: str, told: Mapping[str, int]) -> bool:
    clause, _, number = norm.rpartition("/")
    return clause in told and int(number) > told[clause]


def _answered(made: Edition, before: Edition, answers: Mapping[str, str], given: Mapping[str, Any]) -> Edition:
    """The edition with its answered questions closed and norms taken away, under its own name."""
    closed = {q.id: next(iter(q.readings)) for q in before.questions if len(q.readings) == 1}
    by = given["clarification"]["id"]
    chosen, who = {**closed, **answers}, {**{q.id: q.answered for q in before.questions}, **dict.fromkeys(answers, by)}
    away = set(given.get("without", ()))

    def close(question: Question) -> Question:
        if question.id not in chosen:
            return question
        key = chosen[question.id]
        return evolve(question, readings={key: question.readings[key]}, default=key, answered=who[question.id])

    def less(clause: Clause) -> Clause:
        return evolve(clause, norms=tuple(n for n in clause.norms if n.id not in away))

    return evolve(
        made, key=f"{before.key}+{given['clarification']['id']}",
        questions=tuple(map(close, made.questions)), clauses=tuple(map(less, made.clauses)),
    )
