"""Traces: canonical JSON, a strict codec, and documents that are refused by path, value and what is right."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from games import clash, gap, rules_for
from hypothesis import given, settings
from hypothesis import strategies as st

from advocatus.checks.deriving import game_of
from advocatus.model.families import families
from advocatus.model.game import choices
from advocatus.model.teufelsburg import frames as fr
from advocatus.model.teufelsburg import moves as mv
from advocatus.model.trace import (
    MAX_BYTES,
    BadDocument,
    Trace,
    canonical,
    compact,
    decode_trace,
    encode_trace,
    read_json,
)

CODEC = families()["teufelsburg"].codec


def played(players: int, seed: int, most: int = 200) -> tuple[Trace, list[Any]]:
    """A random game and its positions."""
    rules = rules_for(players)
    game, rng = game_of(rules), Random(seed)
    deal = game.random_deal(rng)
    state, steps = game.start(deal), []
    states = [state]
    for _ in range(most):
        moves = choices(game, state)
        if not moves:
            break
        move = rng.choice(moves)
        events = game.decide(state, move)
        steps.append((move, events))
        for event in events:
            state = game.evolve(state, event)
        states.append(state)
    return Trace(rules.edition.key, players, (), (), rules.digest, deal, tuple(steps)), states


# ---------------------------------------------------------------- there and back


@pytest.mark.parametrize("players", [3, 4, 10])
def test_games_and_positions_come_back_the_same(players: int) -> None:
    trace, states = played(players, players)
    data = json.loads(canonical(encode_trace(trace, CODEC)))
    assert decode_trace(data, CODEC) == trace
    for state in states:
        assert CODEC.state(json.loads(compact(CODEC.encode(state)))) == state


def test_the_same_value_is_the_same_text_whatever_the_order_of_keys() -> None:
    assert canonical({"b": 1, "a": [2]}) == canonical({"a": [2], "b": 1}) == '{\n  "a": [\n    2\n  ],\n  "b": 1\n}\n'
    assert compact({"b": "é", "a": 1}) == '{"a":1,"b":"é"}'


def test_a_trace_names_its_rules_and_its_moves() -> None:
    one = gap().trace
    assert one is not None
    data = encode_trace(one, CODEC)
    assert data["rules"]["answers"] == {"hand.limit": "unsaid"}
    assert data["steps"][-1]["events"] == []
    assert [m.act for m in one.moves] == ["trade", "offer", "return", "activate", "draw"]


# ---------------------------------------------------------------- texts


@pytest.mark.parametrize(("text", "said"), [
    (b"\x80abc", "byte 0 is no UTF-8"),
    ("{", "line 1, column 2"),
    ("", "must be JSON"),
    ('{"a": Infinity}', "Infinity is no JSON number"),
    ('{"a": -1e999}', "'-1e999' is beyond what a number can hold"),
    ('[{"a": 1, "b": 2, "a": 1}]', "the key 'a' stands twice"),
    ("[" * 200_000, "nested too deep"),
    ("9" * 5000, "must be JSON"),
    (" " * (MAX_BYTES + 1), "at most"),
])
def test_what_is_no_json_is_refused(text: str | bytes, said: str) -> None:
    with pytest.raises(BadDocument, match=said) as caught:
        read_json(text, "the file")
    assert str(caught.value).startswith("the file: ")


def test_a_trace_cut_anywhere_is_refused() -> None:
    text = canonical(encode_trace(played(3, 0, 20)[0], CODEC))
    for end in range(0, len(text) - 2, 997):
        with pytest.raises(BadDocument):
            read_json(text[:end], "cut")


# ---------------------------------------------------------------- values


BAD_MOVES: list[tuple[Any, str]] = [
    (None, "move: None: an object"),
    ([], "move: .*: an object"),
    ({"by": 0}, "move.act: None: one of activate"),
    ({"act": 3, "by": 0}, "move.act: 3: one of"),
    ({"act": "fly", "by": 0}, "move.act: 'fly': one of"),
    ({"act": "trade", "by": 0}, "move.to: this key is missing"),
    ({"act": "trade", "by": True, "to": 1}, "move.by: True: a value of type int"),
    ({"act": "trade", "by": 0, "to": 1.0}, "move.to: 1.0: a value of type int"),
    ({"act": "trade", "by": 0, "to": "1"}, "move.to: '1': a value of type int"),
    ({"act": "trade", "by": 0, "to": 1, "kind": "key"}, "move.kind: 'key': no such key; known: by, to"),
    ({"act": "offer", "by": 0, "kind": 7}, "move.kind: 7: a value of type str"),
]


@pytest.mark.parametrize(("data", "said"), BAD_MOVES)
def test_what_is_no_move_is_refused_by_path(data: Any, said: str) -> None:
    with pytest.raises(BadDocument, match=said):
        CODEC.move(data)


def test_paths_lead_into_lists_and_frames() -> None:
    state = CODEC.encode(played(4, 1, 0)[1][0])
    wrong: list[tuple[Callable[[dict[str, Any]], None], str]] = [
        (lambda d: d["hands"][2].append(5), r"state\.hands\[2\]\[1\]: 5"),
        (lambda d: d.update(hands={}), r"state\.hands: {}: a list"),
        (lambda d: d["agenda"].append({"frame": "nowhere"}), r"state\.agenda\[1\]\.frame: 'nowhere'"),
        (lambda d: d.update(turned=0), r"state\.turned: 0: a value of type bool"),
        (lambda d: d.update(duel={}), r"state\.duel\.attacker: this key is missing"),
        (lambda d: d.pop("active"), r"state\.active: this key is missing"),
    ]
    for spoil, said in wrong:
        data = json.loads(compact(state))
        spoil(data)
        with pytest.raises(BadDocument, match=said):
            CODEC.state(data)


def test_pairs_keep_their_length() -> None:
    duel = {"attacker": 0, "defender": 1, "sides": [], "played": [[0, "whip", 1]]}
    state = CODEC.encode(played(4, 1, 0)[1][0])
    with pytest.raises(BadDocument, match=r"played\[0\]: .*: a list of 2"):
        CODEC.state({**state, "duel": duel})


def test_moves_and_frames_carry_their_tags() -> None:
    assert CODEC.encode(mv.Trade(0, 1)) == {"act": "trade", "by": 0, "to": 1}
    frame = fr.Answer(1, 0, "bag-key", "bag")
    assert CODEC.frame(CODEC.encode(frame)) == frame


@settings(max_examples=200, derandomize=True, deadline=None, database=None)
@given(st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=5), st.floats()),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.sampled_from(["act", "by", "to"]), inner)),
))
def test_no_data_makes_anything_but_a_refusal(data: Any) -> None:
    for read in (CODEC.move, CODEC.event, CODEC.frame, CODEC.state, CODEC.deal):
        with pytest.raises(BadDocument):
            read(data)


def test_a_clash_has_its_trace_in_full() -> None:
    one = clash().trace
    assert one is not None
    assert decode_trace(encode_trace(one, CODEC), CODEC) == one
