"""The smallest family and the smallest edition that have one of everything, for tests of the shared core."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st

from advocatus.model.guard import Accessor, Constant, Name, Vocabulary, parse
from advocatus.model.loading import BadRulebook, Fault, load_edition
from advocatus.model.norms import Norm, Resolution, Standing, settle
from advocatus.model.rulebook import Edition, Grammar

VOCABULARY = Vocabulary(
    names={
        "pile": Name("int", "how many cards the pile holds"),
        "limit": Name("int", "the most cards a hand may hold"),
        "größe": Name("int", "a number with umlauts in its name"),
        "on_turn": Name("bool", "it is the seat's turn"),
        "late": Name("bool", "it is late"),
        "seat": Name("seat", "who moves"),
        "hand": Name("bag[card]", "the seat's cards"),
        "手牌": Name("bag[card]", "a hand with a Chinese name"),
        "demanded": Name("card", "the card demanded, if any", optional=True),
        "offered": Name("card", "the card offered"),
        "target": Name("seat", "whom the move points at", of_move=True),
        "returned": Name("card", "the card given back", of_move=True),
    },
    constants={
        "bag": Constant("card", "bag"),
        "key": Constant("card", "key"),
        "goblet": Constant("card", "goblet"),
        "dealer": Constant("seat", 0),
        "precious": Constant("set[card]", frozenset({"key", "goblet"})),
    },
)

GRAMMAR = Grammar(
    frames={"action": ("pass", "attack"), "answer": ("refuse", "return"), "end": ("pass",)},
    vocabulary=VOCABULARY,
    by_frame={"answer": ("offered", "demanded")},
    by_move={"attack": ("target",), "return": ("returned",)},
    facts={"hand.limit": "the most cards a hand may hold", "cards.key": "how many keys", "cards.out": "kinds left out"},
    switches={"support": ("in-turn", "secret"), "spare": ("hidden", "open")},
    terms={"objects": ("bag", "key", "goblet"), "words": ("pile", "trade")},
    lists=("cards.out",),
)

_EDITION: Mapping[str, Any] = {
    "edition": {
        "key": "tiny", "family": "small", "title": "A tiny rulebook", "language": "en", "players": [2, 3, 4],
        "ranks": ["rule", "card"], "precedence": "cards.priority",
    },
    "text": {"paragraphs": 9, "hashes": [f"{i:06x}" for i in range(9)]},
    "terms": {"objects": {"key": "Schlüssel"}, "words": {"pile": "牌堆"}},
    "fact": [
        {"id": "cards.key", "value": 3, "at": [2]},
        {"id": "cards.out", "by-players": {"2": ["goblet"], "else": []}, "from": "the other edition"},
    ],
    "switch": [{"id": "support", "value": "in-turn", "clause": "turn.attack"}],
    "clause": [
        {"id": "turn.pass", "section": "Turns", "at": [2, "8.1"], "rank": "rule", "says": "One may pass.",
         "norm": [{"permit": "pass"}]},
        {"id": "turn.attack", "section": "Turns", "at": ["3.1"], "rank": "rule", "says": "One may attack another.",
         "norm": [{"permit": "attack", "when": "target != seat"},
                  {"forbid": "attack", "during": ["action"], "when": "late and pile == 0"}]},
        {"id": "cards.priority", "section": "Cards", "at": [4], "rank": "rule", "says": "Cards beat rules."},
        {"id": "trade.answer", "section": "Cards", "at": ["5-6"], "rank": "rule", "says": "Refuse or return.",
         "norm": [{"permit": "refuse"}, {"permit": "return"}]},
        {"id": "card.demand", "section": "Cards", "at": [7], "rank": "card", "says": "Hand over what is demanded.",
         "norm": [{"oblige": "return", "when": "demanded", "which": "returned == demanded"}]},
        {"id": "variant.night", "section": "Variants", "at": [9], "rank": "rule", "says": "By night nobody passes.",
         "variant": "night", "norm": [{"forbid": "pass"}]},
    ],
    "aside": [{"at": [1], "because": "the title"}],
    "variant": [
        {"id": "night", "clauses": ["variant.night"], "says": "Played by night.", "facts": {"cards.key": 2}},
        {"id": "pair", "clauses": ["turn.attack"], "says": "For two.", "players": [2], "without": ["turn.attack/2"]},
    ],
    "question": [
        {"id": "hand.limit", "clauses": ["turn.pass"], "asks": "How many?", "default": "five", "why": "It is usual.",
         "readings": {"five": {"says": "Five.", "facts": {"hand.limit": 5}},
                      "table": {"says": "By players.", "facts": {"hand.limit": {"2": 8, "else": 6}}},
                      "unsaid": {"says": "It is not told."}}},
        {"id": "turn.attack.late", "clauses": ["turn.attack"], "asks": "Late attacks?", "default": "as-written",
         "why": "So it stands.",
         "readings": {"as-written": {"says": "Not on an empty pile."},
                      "always": {"says": "Always.", "without": ["turn.attack/2"]},
                      "never": {"says": "Never.", "norms": [{"forbid": "attack", "when": "late"}]}}},
        {"id": "support.how", "clauses": ["turn.attack"], "asks": "At once?", "default": "as-written", "why": "Usual.",
         "players": [3, 4],
         "readings": {"as-written": {"says": "In turn."}, "secret": {"says": "At once.",
                                                                    "switches": {"support": "secret"}}}},
    ],
}


def tiny() -> dict[str, Any]:
    """The tables of a sound edition, fresh, to be spoilt by a test."""
    return copy.deepcopy(dict(_EDITION))


def entry(data: Mapping[str, Any], table: str, key: str) -> dict[str, Any]:
    """The entry of a table with this id."""
    found: dict[str, Any] = next(e for e in data[table] if e["id"] == key)
    return found


def spoilt(path: Sequence[str | int], value: Any = None) -> dict[str, Any]:
    """The tiny edition with one value set; None takes the value out."""
    data = node = tiny()
    for step in path[:-1]:
        node = node[step]  # type: ignore[index]
    if value is None:
        del node[path[-1]]  # type: ignore[arg-type]
    else:
        node[path[-1]] = value  # type: ignore[index]
    return data


def as_toml(data: Mapping[str, Any]) -> str:
    """Tables as TOML text; every table and list is written inline."""
    return "".join(f"{_key(key)} = {_value(value)}\n" for key, value in data.items())


def _key(key: str) -> str:
    return json.dumps(key, ensure_ascii=False)


def _value(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case dict():
            return "{" + ", ".join(f"{_key(k)} = {_value(v)}" for k, v in value.items()) + "}"
        case list() | tuple():
            return "[" + ", ".join(map(_value, value)) + "]"
        case str():
            return json.dumps(value, ensure_ascii=False)
        case date():
            return value.isoformat()
        case _:
            return repr(value)


def load(data: Mapping[str, Any] | str | bytes, folder: Path) -> Edition:
    """Write an edition to a file of a folder and load it."""
    path = folder / "tiny.toml"
    text = data if isinstance(data, str | bytes) else as_toml(data)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return load_edition(path, {"small": GRAMMAR})


def faults(data: Mapping[str, Any] | str | bytes, folder: Path) -> tuple[Fault, ...]:
    """Everything that is told to be wrong with an edition that cannot be loaded; only `BadRulebook` may come."""
    with pytest.raises(BadRulebook) as caught:
        load(data, folder)
    told = caught.value
    assert told.file == str(folder / "tiny.toml")
    assert str(told) == "\n".join(f"{told.file}: {fault}" for fault in told.faults)
    return told.faults


# ---------------------------------------------------------------- norms by hand


def norm(
    text: str, *, rank: int = 0, overrides: Sequence[str] = (), during: Sequence[str] = (), when: str = "",
    which: str = "",
) -> Norm:
    """A norm spelt ``CLAUSE MOOD [MOVE]``; its id is that of the first norm of its clause."""
    clause, mood, *rest = text.split()
    return Norm(
        id=f"{clause}/1", clause=clause, mood=mood, move=rest[0] if rest else "return", during=tuple(during),
        when=parse(when, VOCABULARY) if when else None, which=parse(which, VOCABULARY) if which else None,
        rank=rank, overrides=frozenset(overrides),
    )


def settled(
    standing: Sequence[tuple[Norm, Sequence[int]]], candidates: int = 4, duty: Sequence[int] | None = None
) -> Resolution[int]:
    """Norms with what each covers, settled over the candidates 0, 1, 2 ...; without `duty` all answer the frame."""
    everything = range(candidates)
    return settle(
        tuple(everything), everything if duty is None else duty, [Standing(n, frozenset(c)) for n, c in standing]
    )


# ---------------------------------------------------------------- random tables and random guards


def accessor(name: str, spec: Name) -> Accessor:
    """Tables and moves are mappings from names to values."""
    return lambda game, state, frame, move: (move if spec.of_move else state)[name]


ACCESSORS = {name: accessor(name, spec) for name, spec in VOCABULARY.names.items()}
OF_MOVE = frozenset(name for name, spec in VOCABULARY.names.items() if spec.of_move)

_CARDS = st.sampled_from(["bag", "key", "goblet"])
_HANDS = st.lists(_CARDS, max_size=4).map(sorted).map(tuple)
_MOVE = {"returned": _CARDS, "target": st.integers(0, 2)}
MOVES: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(_MOVE)
TABLES: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries({
    **dict.fromkeys(("pile", "limit", "größe"), st.integers(0, 4)),
    **dict.fromkeys(("on_turn", "late"), st.booleans()),
    **dict.fromkeys(("hand", "手牌"), _HANDS),
    "seat": st.integers(0, 2), "offered": _CARDS, "demanded": _CARDS | st.just(""), **_MOVE,
})


def conditions(of_move: bool) -> st.SearchStrategy[str]:
    """Guards that are well-sorted, with all kinds of node; `of_move` lets them speak of the move."""
    bags = st.sampled_from(["hand", "手牌"])
    cards = st.sampled_from(["bag", "key", "goblet", "offered", "demanded", *(["returned"] if of_move else [])])
    seats = st.sampled_from(["seat", "dealer", *(["target"] if of_move else [])])
    numbers = (
        st.sampled_from(["pile", "limit", "größe"]) | st.integers(0, 4).map(str) | bags.map("count({})".format)
        | st.builds("count({}, {})".format, bags, cards | st.just("precious"))
    )
    orders, equals = st.sampled_from(["==", "!=", "<", "<=", ">", ">="]), st.sampled_from(["==", "!="])
    truths = (
        st.sampled_from(["on_turn", "late"])
        | st.builds("{} {} {}".format, numbers, orders, numbers)
        | st.builds("{} {} {} {} {}".format, numbers, orders, numbers, orders, numbers)
        | st.builds("{} {} {}".format, cards, equals, cards)
        | st.builds("{} {} {}".format, seats, equals, seats)
        | st.builds("{} {} precious".format, cards, st.sampled_from(["in", "not in"]))
    )
    return st.recursive(
        truths | st.just("demanded"),
        lambda inner: (
            inner.map("not ({})".format)
            | st.builds("({}) and ({})".format, inner, inner)
            | st.builds("({}) or ({}) or ({})".format, inner, inner, inner)
            | st.builds("{} and {}".format, inner, inner)  # without brackets: precedence is Python's
            | st.builds("{} or not {}".format, inner, inner)
            | st.builds("({}) {} (not ({}))".format, truths, equals, inner)
        ),
        max_leaves=8,
    )


CONDITIONS = conditions(of_move=True)
