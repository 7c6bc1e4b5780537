"""The castles of Caleira a second time, for two to four players and the usual readings only: plain lists, no norms.

Written from the clauses and apart from the engine, so that the two can be held against each other move by move.
"""

from __future__ import annotations

import copy
from itertools import permutations
from typing import Any

from attrs import astuple

AIMED = ("barracks", "observatory", "throne-room", "trebuchet", "watchtower")
ACTIVE = (*AIMED, "market", "magician")
POINTS = {"barracks": 3, "battlements": 0, "market": 2, "observatory": 3, "princess": 6, "throne-room": 2,
          "trebuchet": 0, "watchtower": 2, "magician": 3, "moats": 2}


def table_of(state: Any) -> dict[str, Any]:
    """A position of the engine as plain lists; a piece is card, number, up, silenced; a queue of what is owed."""
    return {
        "hands": [list(hand) for hand in state.hands],
        "castles": [[[p.kind, p.number, p.up, p.silent] for p in castle] for castle in state.castles],
        "seen": sorted((p.number, p.seen) for _, p in state.pieces),
        "discard": list(state.discard), "top": list(state.top), "rest": list(state.rest), "gone": list(state.gone),
        "active": state.active, "turn": state.turn, "out": state.out,
        "queue": [[frame.kind, *map(_plain, astuple(frame, recurse=False))] for frame in state.agenda],
        "winners": None if state.verdict is None else list(state.verdict.winners),
    }


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _find(table: dict[str, Any], number: int) -> tuple[int, int] | None:
    for seat, castle in enumerate(table["castles"]):
        for place, piece in enumerate(castle):
            if piece[1] == number:
                return seat, place
    return None


def _reachable(table: dict[str, Any], by: int, source: int, number: int) -> bool:
    seat, place = _find(table, number) or (0, 0)
    castle = table["castles"][seat]
    beside = [castle[i] for i in (place - 1, place + 1) if 0 <= i < len(castle)]
    walled = any(piece[0] == "moats" and piece[2] for piece in beside)
    return seat == by or not walled or _find(table, source) is None


def allowed(table: dict[str, Any]) -> set[tuple[Any, ...]]:
    """What may be done by whoever is due, as act and what it names."""
    kind, by, *more = table["queue"][0]
    hand = table["hands"][by] if by >= 0 else []
    if kind == "play":
        return {("play", card, up) for card in hand for up in (True, False) if not (up and card == "princess")}
    if kind in AIMED:
        turned = more[1] if kind == "watchtower" else []
        numbers = [piece[1] for castle in table["castles"] for piece in castle
                   if _reachable(table, by, more[0], piece[1]) and piece[1] not in turned
                   and not (kind == "observatory" and piece[2])]
        aims: set[tuple[Any, ...]] = {("aim", number) for number in numbers}
        return aims | ({("leave",)} if kind == "watchtower" or not aims else set())
    if kind == "magician":
        return {("look",)} if table["top"] or table["rest"] else {("leave",)}
    if kind == "market":
        others = {("swap-with", seat) for seat, cards in enumerate(table["hands"]) if seat != by and cards and hand}
        return others or {("leave",)}  # type: ignore[return-value]
    if kind == "reveal":
        return {("reveal",), ("leave",)}
    if kind == "arrange":
        return {("arrange", cards) for cards in permutations(more[0])}
    if kind in ("swap-give", "swap-return"):
        return {("give", card) for card in hand}
    raise AssertionError(kind)


def after(table: dict[str, Any], move: Any) -> dict[str, Any]:
    """The table after a move."""
    t = copy.deepcopy(table)
    kind, by, *more = t["queue"].pop(0)
    DO[kind if move.act != "leave" else "leave"](t, by, more, move)
    if t["winners"] is None and not t["queue"]:
        _next(t)
    t["seen"] = [pair for pair in t["seen"] if _find(t, pair[0])]
    return t


def _draw(t: dict[str, Any], by: int, _: Any, move: Any) -> None:
    if t["top"]:
        t["top"].pop(0)
    else:
        t["rest"].remove(move.kind)
    t["hands"][by] = sorted([*t["hands"][by], move.kind])


def _play(t: dict[str, Any], by: int, _: Any, move: Any) -> None:
    t["hands"][by].remove(move.kind)
    t["castles"][by].append([move.kind, t["turn"], move.up, False])
    everybody = tuple(range(len(t["hands"])))
    t["seen"] = sorted([*t["seen"], (t["turn"], everybody if move.up else (by,))])
    if move.up:
        _set_off(t, by, move.kind, t["turn"])


def _set_off(t: dict[str, Any], by: int, card: str, number: int) -> None:
    if card in ACTIVE and by != t["out"]:
        t["queue"].append([card, by, number, *([[]] if card == "watchtower" else [])])


def _up(t: dict[str, Any], number: int) -> None:
    seat, place = _find(t, number) or (0, 0)
    piece = t["castles"][seat][place]
    was, piece[2] = piece[2], True
    t["seen"] = [(n, tuple(range(len(t["hands"]))) if n == number else who) for n, who in t["seen"]]
    if not was and not piece[3]:
        _set_off(t, seat, piece[0], number)


def _aim(kind: str) -> Any:
    def do(t: dict[str, Any], by: int, more: Any, move: Any) -> None:
        seat, place = _find(t, move.piece) or (0, 0)
        piece = t["castles"][seat][place]
        if kind == "barracks":
            piece[2] = False
        elif kind == "throne-room":
            piece[3] = True
            piece[2] = True
            t["seen"] = [(n, tuple(range(len(t["hands"]))) if n == move.piece else who) for n, who in t["seen"]]
            t["queue"] = [q for q in t["queue"] if not (q[0] in ACTIVE and q[2] == move.piece)]
        elif kind == "observatory":
            t["seen"] = [(n, tuple(sorted({*who, by})) if n == move.piece else who) for n, who in t["seen"]]
            t["queue"].insert(0, ["reveal", by, move.piece])
        elif kind == "watchtower":
            if not more[1]:
                t["queue"].insert(0, ["watchtower", by, more[0], [move.piece]])
            _up(t, move.piece)
        elif piece[0] == "battlements":
            _up(t, move.piece)
        else:
            _destroy(t, by, seat, place)
    return do


def _destroy(t: dict[str, Any], by: int, seat: int, place: int) -> None:
    card, number, up, silent = t["castles"][seat].pop(place)
    t["discard"].append(card)
    if not up and not silent:
        _set_off(t, seat, card, number)
    if card == "princess":
        t["out"] = seat
        t["gone"] = sorted([*t["gone"], *t["hands"][seat]])
        t["hands"][seat] = []
        t["queue"] = [q for q in t["queue"] if q[1] != seat]
        if len(t["hands"]) == 2:
            t["winners"], t["queue"] = [1 - seat], []
    del by


def _swap(t: dict[str, Any], by: int, more: Any, move: Any) -> None:
    other, given = more
    t["hands"][other].remove(given)
    t["hands"][by].remove(move.kind)
    t["hands"][other] = sorted([*t["hands"][other], move.kind])
    t["hands"][by] = sorted([*t["hands"][by], given])


def _look(t: dict[str, Any], by: int, *_: Any) -> None:
    many = min(3, len(t["top"]) + len(t["rest"]))
    t["queue"].insert(0, ["arrange", by, t["top"][:many]] if len(t["top"]) >= many else ["turn-up", by])


def _turn_up(t: dict[str, Any], by: int, _: Any, move: Any) -> None:
    t["rest"].remove(move.kind)
    t["top"].append(move.kind)
    _look(t, by)


def _arrange(t: dict[str, Any], _: int, more: Any, move: Any) -> None:
    t["top"] = [*move.cards, *t["top"][len(more[0]):]]


DO: dict[str, Any] = {
    "draw": _draw, "play": _play, **{kind: _aim(kind) for kind in AIMED}, "magician": _look, "turn-up": _turn_up,
    "arrange": _arrange, "leave": lambda *_: None,
    "reveal": lambda t, by, more, move: _up(t, more[0]),
    "market": lambda t, by, more, move: t["queue"].insert(0, ["swap-give", by, move.to]),
    "swap-give": lambda t, by, more, move: t["queue"].insert(0, ["swap-return", more[0], by, move.kind]),
    "swap-return": _swap,
}


def _next(t: dict[str, Any]) -> None:
    if not any(t["hands"]):
        t["winners"] = winners(t)
        return
    n = len(t["hands"])
    seat = (t["active"] + 1) % n
    while seat == t["out"]:
        seat = (seat + 1) % n
    t["active"], t["turn"] = seat, t["turn"] + 1
    for castle in t["castles"]:
        for piece in castle:
            piece[3] = False
    t["queue"] = [*([["draw", seat]] if t["top"] or t["rest"] else []), ["play", seat]]


def winners(t: dict[str, Any]) -> list[int]:
    """Who wins the count."""
    rank = {}
    for seat, castle in enumerate(t["castles"]):
        if seat == t["out"]:
            continue
        walls = sum(1 for piece in castle if piece[0] == "battlements" and piece[2])
        worth = sum(POINTS[piece[0]] if piece[2] else 1 for piece in castle) + (9 if walls == 3 else 0)
        rank[seat] = (worth, sum(1 for piece in castle if not piece[2]), -len(castle))
    best = max(rank.values())
    return [seat for seat, value in rank.items() if value == best]
