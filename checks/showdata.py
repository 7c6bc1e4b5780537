"""What `show` prints, as JSON data."""

from __future__ import annotations

from typing import Any

from advocatus.model.norms import Norm
from advocatus.model.rulebook import Change, Clause, Fact, Question, Switch, Variant

from .show import Entry, View, look_up, norm_text, on_thing, touching


def norm_data(norm: Norm) -> dict[str, Any]:
    """A norm as JSON data."""
    return {
        "id": norm.id, "clause": norm.clause, norm.mood: norm.move, "during": list(norm.during),
        "when": norm.when.text if norm.when else None, "which": norm.which.text if norm.which else None,
        "overrides": sorted(norm.overrides), "text": norm_text(norm),
    }


def _change(change: Change) -> dict[str, Any]:
    return {"norms": [norm_data(n) for n in change.norms], "without": list(change.without),
            "facts": dict(change.facts), "switches": dict(change.switches), "supplies": list(change.supplies)}


def entry_data(view: View, entry: Entry) -> dict[str, Any]:
    """An entry as JSON data, told apart by ``entry``."""
    match entry:
        case Clause():
            return {
                "entry": "clause", "id": entry.id, "section": entry.section, "at": list(entry.at), "rank": entry.rank,
                "says": entry.says, "variant": entry.variant or None, "players": list(entry.players) or None,
                "norms": [norm_data(n) for n in entry.norms],
                "questions": [q.id for q in touching(view.edition, entry.id)],
                "findings": [f.file_name for f in view.findings if entry.id in (*f.clauses, *f.cause)],
            }
        case Question():
            readings = [
                {"id": r.id, "says": r.says, "default": r.id == entry.default, "taken": r.id == view.reading(entry),
                 **_change(r.change)} for r in entry.readings.values()
            ]
            return {"entry": "question", "id": entry.id, "clauses": list(entry.clauses), "asks": entry.asks,
                    "readings": readings, "why": entry.why, "variant": entry.variant or None,
                    "players": list(entry.players) or None}
        case Fact():
            return {"entry": "fact", "id": entry.id, "value": entry.value, "by_players": entry.by_players,
                    "at": list(entry.at), "from": entry.source or None, "clause": entry.clause or None}
        case Variant():
            return {"entry": "variant", "id": entry.id, "clauses": list(entry.clauses), "says": entry.says,
                    "players": list(entry.players) or None, "playable": entry.playable, **_change(entry.change)}
        case Switch():
            return {"entry": "switch", "id": entry.id, "value": entry.value, "clause": entry.clause}


def show_data(view: View, word: str = "") -> dict[str, Any]:
    """What `show_lines` tells, as JSON data. Raises `BadChoice` for a word that names nothing."""
    edition = view.edition
    head = {"edition": edition.key, "family": edition.family, "title": edition.title, "players": list(edition.players)}
    if word:
        found = look_up(view, word)
        spoken = {c.id: c for key, name in found.things.items() for c in on_thing(edition, key, name) if view.wants(c)}
        named = {"things": dict(found.things)} if found.things else {}
        entries = (*found.entries, *found.topic, *spoken.values())
        return {**head, **named, "entries": [entry_data(view, entry) for entry in entries]}
    whole: list[Entry] = [*filter(view.wants, edition.clauses), *edition.facts, *edition.switches, *edition.variants,
                          *filter(view.wants, edition.questions)]
    return {
        **head, "ranks": list(edition.ranks), "precedence": edition.precedence or None, "terms": edition.terms,
        "entries": [entry_data(view, entry) for entry in whole],
        "asides": [{"at": list(a.at), "because": a.because} for a in edition.asides],
    }
