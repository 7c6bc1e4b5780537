"""The words that norms, situations and facts of an edition may use: `show EDITION --words`, whole or about one word."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from typing import Any

from advocatus.model.families import Family, families
from advocatus.model.guard import Name
from advocatus.model.rulebook import Edition
from advocatus.model.rules import BadChoice

from .show import View

SORTS = {"int": "a number", "bool": "true or false"}


def words_lines(edition: Edition, word: str = "") -> Iterator[str]:
    """All words of the edition's game, or what a word of it means. Raises `BadChoice` for one that it does not have."""
    data = words_data(edition, word)
    heads = {"decisions": "Decisions (`during`, `frame`)", "moves": "Moves (`permit`, `forbid`, `oblige`, `act`)",
             "names": "Names in conditions", "constants": "Fixed words in conditions", "facts": "Facts",
             "procedures": "Procedures (`[[switch]]`)"}
    first = True
    for table, head in heads.items():
        if data[table]:
            yield from ([] if first else [""])
            first = False
            yield f"## {head}"
            for entry in data[table]:
                yield from _entry_lines(entry)


def _entry_lines(entry: dict[str, Any]) -> Iterator[str]:
    told = entry.get("says") or ""
    sort = f" ({entry['sort']})" if "sort" in entry else ""
    yield f"{entry['word']}{sort}{': ' if told else ''}{told}"
    for key, what in (("moves", "moves"), ("at", "at"), ("of", "of"), ("names", "names"), ("values", "one of"),
                      ("here", "here")):
        if entry.get(key):
            yield f"    {what}: {', '.join(map(str, entry[key]))}"


def words_data(edition: Edition, word: str = "") -> dict[str, Any]:
    """The same as JSON data. Raises `BadChoice` for a word that the game does not have."""
    family = families()[edition.family]
    found = {
        "decisions": [_decision(family, kind) for kind in family.grammar.frames],
        "moves": [_move(family, act) for act in family.grammar.moves],
        "names": [_name(family, key, name) for key, name in family.grammar.vocabulary.names.items()],
        "constants": [_constant(edition, key, constant.sort, constant.value)
                      for key, constant in family.grammar.vocabulary.constants.items()],
        "facts": [{"word": key, "says": says, "here": _here(edition, key)}
                  for key, says in family.grammar.facts.items()],
        "procedures": [{"word": key, "values": list(values), "here": _here(edition, key)}
                       for key, values in family.grammar.switches.items()],
    }
    return _about(edition, found, word) if word else found


def _about(edition: Edition, found: dict[str, Any], word: str) -> dict[str, Any]:
    """The entries of one word; of a move or a decision with the names that may be used there."""
    printed = {name.casefold(): key for group in edition.terms.values() for key, name in group.items()}
    spelt = {word, word.replace("_", "-"), word.replace("-", "_")}
    if key := printed.get(word.casefold()):
        spelt |= {key, key.replace("-", "_")}
    about = {table: [entry for entry in entries if entry["word"] in spelt] for table, entries in found.items()}
    if not any(about.values()):
        known = [entry["word"] for entries in found.values() for entry in entries]
        near = difflib.get_close_matches(word, known, n=3, cutoff=0.5)
        listed = f"`advocatus show {edition.key} --words` lists all"
        hint = f"did you mean {', '.join(map(repr, near))}?" if near else listed
        raise BadChoice(f"the game of {edition.key} has no word {word!r} for norms; {hint}")
    names = {name for entry in (*about["moves"], *about["decisions"]) for name in entry["names"]}
    about["names"] += [entry for entry in found["names"] if entry["word"] in names and entry not in about["names"]]
    return about


def _said(kind: type[Any] | None) -> str:
    return ((kind.__doc__ if kind else "") or "").partition("\n")[0]


def _decision(family: Family, kind: str) -> dict[str, Any]:
    return {"word": kind, "says": _said(family.codec.frames.get(kind)), "moves": list(family.grammar.frames[kind]),
            "names": list(family.grammar.by_frame.get(kind, ()))}


def _move(family: Family, act: str) -> dict[str, Any]:
    frames = [kind for kind, acts in family.grammar.frames.items() if act in acts]
    shared = family.grammar.names_at(act, (), of_move=True).names
    everywhere = _everywhere(family)
    return {"word": act, "says": _said(family.codec.moves.get(act)), "at": frames,
            "names": [name for name in shared if name not in everywhere]}


def _everywhere(family: Family) -> frozenset[str]:
    """The names that stand at every decision and for every move."""
    grammar = family.grammar
    placed = {name for names in (*grammar.by_frame.values(), *grammar.by_move.values()) for name in names}
    return frozenset(grammar.vocabulary.names) - placed


def _name(family: Family, key: str, name: Name) -> dict[str, Any]:
    grammar = family.grammar
    at = [kind for kind, names in grammar.by_frame.items() if key in names]
    of = [act for act, names in grammar.by_move.items() if key in names]
    return {"word": key, "sort": _sort(name.sort) + (", or none" if name.optional else ""), "says": name.doc,
            "at": at if at or of else ["every decision"], "of": of}


def _sort(sort: str) -> str:
    return "cards, to be counted" if sort.startswith("bag[") else SORTS.get(sort, sort)


def _constant(edition: Edition, key: str, sort: str, value: Any) -> dict[str, Any]:
    members: Sequence[Any] = sorted(value) if isinstance(value, frozenset) else [value]
    terms = [edition.term(str(member)) for member in members]
    says = ", ".join(terms)
    return {"word": key, "sort": sort, "says": "" if says.replace(" ", "_").casefold() == key else says}


def _here(edition: Edition, key: str) -> list[str]:
    """What the edition has for a fact or a procedure."""
    view = View(edition)
    facts = [view.value(fact) for fact in edition.facts if fact.id == key]
    return facts + [switch.value for switch in edition.switches if switch.id == key]
