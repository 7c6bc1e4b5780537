"""The coach ride on the wire: its acts, and states as they are told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import frozen

from ..acts import Acts, Advice
from ..game import BadPosition, Event, Game
from ..rules import Rules
from ..trace import BadDocument, told_wrong
from . import events as ev
from .cards import ABSTAINS, ALONE, ATTACKER, BAG, DEFENDER, LEFT, OBJECTS, RIGHT, ROLES, SIDES
from .family import FAMILY
from .frames import FRAMES, Action, Activate, Window
from .moves import ASSOCIATION, MOVES, OBJECT, TRUTH, Leave
from .setup import in_play
from .state import Deal, State, Verdict, objects_there_are, well_formed
from .views import view

CHANCES = ("draw", "show", "take-role")
Cards = tuple[str | None, ...]


@frozen
class Owed:
    """What is to be decided next, and by whom: seats, -1 for a window, -2 for chance."""

    what: str
    by: tuple[int, ...]


@frozen
class Told:
    """A state as it is told; null stands for what is not told, a whole entry or a single card.

    By seat: `hands` (sorted), `roles`, `shown` (the occupation lies face-up), `sides`, `rows` of associations where a
    seat has several, `tokens`. `spare` associations and `leftover` roles are sorted; `sunk` are roles known to lie
    under those left over, the lowest one last; `retired` roles are out of the game, `spent` ones were used in it.
    `pile` is top first, `out` are objects not in the game, `turned` tells that the bags have turned.
    """

    turn: int | None = None
    active: int | None = None
    hands: tuple[Cards | None, ...] | None = None
    roles: Cards | None = None
    shown: tuple[bool | None, ...] | None = None
    sides: Cards | None = None
    rows: tuple[Cards | None, ...] | None = None
    tokens: tuple[int | None, ...] | None = None
    spare: Cards | None = None
    leftover: Cards | None = None
    sunk: Cards | None = None
    retired: Cards | None = None
    spent: Cards | None = None
    pile: Cards | None = None
    out: Cards | None = None
    turned: bool | None = None
    verdict: Verdict | None = None
    rest: bool | None = None
    owed: Owed | None = None


# ---------------------------------------------------------------- telling


def silent(game: Game[Any, Any], state: State) -> Any | None:
    """That a text which cannot or may not be read is left, by itself."""
    frame = state.agenda[0] if state.agenda else None
    if not isinstance(frame, Activate):
        return None
    found = [move for move in game.legal(state, frame.by) if move.act in ("activate", "leave")]
    return found[0] if len(found) == 1 and isinstance(found[0], Leave) else None


def _owed(game: Game[Any, Any], state: State) -> Owed | None:
    frame = game.top(state)
    return None if frame is None else Owed(frame.kind, tuple(frame.owed))


def tell(game: Game[Any, Any], state: State, seat: int | None) -> Told:
    """The whole state, or what lies open to a seat."""
    return _all(game, state) if seat is None else _open_to(game, state, seat)


def _all(game: Game[Any, Any], state: State) -> Told:
    return Told(
        turn=state.turn, active=state.active, hands=state.hands, roles=state.roles, shown=state.shown,
        sides=state.sides, rows=state.rows or None, tokens=state.tokens or None, spare=state.spare,
        leftover=state.leftover, sunk=state.sunk, retired=state.retired, spent=state.spent,
        pile=(*state.top, *(None for _ in state.rest)), out=state.out, turned=state.turned, verdict=state.verdict,
        rest=game.at_rest(state), owed=_owed(game, state),
    )


def _open_to(game: Game[Any, Any], state: State, seat: int) -> Told:
    seen, seats = view(game.rules, state, seat), range(state.players)

    def own(value: Any, others: Sequence[Any]) -> tuple[Any, ...]:
        return tuple(value if i == seat else others[i] for i in seats)

    return Told(
        turn=seen["turn"], active=seen["active"],
        hands=own(tuple(seen["hand"]), [(None,) * size for size in seen["sizes"]]),
        roles=own(seen["role"], seen["roles"]), shown=state.shown, sides=own(seen["side"], [None for _ in seats]),
        rows=own(tuple(seen["row"]), [None for _ in seats]) if seen["row"] else None,
        tokens=tuple(seen["tokens"]) if seen["tokens"] else None,
        spare=tuple(seen["spare"]) if seen["spare"] is not None else (None,) * len(state.spare),
        pile=(None,) * seen["pile"], turned=seen["turned"], verdict=state.verdict, rest=game.at_rest(state),
        owed=_owed(game, state),
    )


LOOKS: Mapping[type[Event], tuple[str, str]] = {
    ev.SawObjects: ("hand", "hand"), ev.SawSide: ("side", "side"), ev.SawRole: ("role", "role"),
    ev.SawPile: ("pile", "pile"), ev.SpiedOut: ("kind", "kind"),
}


def seen_in(events: Sequence[Event]) -> tuple[Mapping[str, Any], ...]:
    """Who looked at what: the seat, whose it is (null for the pile), and what was seen."""
    found = []
    for event in events:
        if type(event) in LOOKS:
            name, key = LOOKS[type(event)]
            value = getattr(event, name)
            told = sorted(value) if isinstance(value, tuple) else value
            found.append({"by": getattr(event, "by", None), "of": getattr(event, "of", None), key: told})
    return tuple(found)


# ---------------------------------------------------------------- reading


def _given(told: Told, name: str, path: str, each: bool = True) -> Any:
    """A field that must be told, and every entry in it."""
    value = getattr(told, name)
    if value is None or (each and any(entry is None for entry in value)):
        raise BadDocument(f"{path}.{name}", "" if value is None else "null",
                          "this key is missing" if value is None else "a start must tell it")
    return value


def _whole(told: Told, name: str, path: str) -> tuple[Any, ...] | None:
    """A field that may be left out; every entry if it is there."""
    return None if getattr(told, name) is None else tuple(_given(told, name, path))


def _hands(told: Told, path: str) -> tuple[tuple[str, ...], ...]:
    hands = _given(told, "hands", path)
    for i, hand in enumerate(hands):
        if None in hand:
            raise BadDocument(f"{path}.hands[{i}]", "null", "a start must tell it")
    return tuple(tuple(sorted(hand)) for hand in hands)


def _left(there: Counter[str], taken: Sequence[str]) -> tuple[str, ...]:
    return tuple(sorted((there - Counter(taken)).elements()))


def _read(rules: Rules, told: Told, path: str) -> tuple[Deal, Told]:
    """The cards of a told state, what is left out filled in with what must be there."""
    hands, roles, sides = _hands(told, path), _given(told, "roles", path), _given(told, "sides", path)
    rows, n = _whole(told, "rows", path) or (), rules.players
    out = _whole(told, "out", path)
    out = tuple(sorted(out)) if out is not None else in_play(rules)[1]
    held = [*(kind for hand in hands for kind in hand), *out]
    top = tuple(kind for kind in told.pile or () if kind is not None)
    if told.pile is not None and told.pile[: len(top)] != top:
        raise BadDocument(f"{path}.pile", "null above a card that is told", "unknown cards lie under the known ones")
    rest = _left(objects_there_are(rules), [*held, *top])
    if told.pile is not None and len(told.pile) != len(top) + len(rest):
        raise BadPosition([f"the pile has {len(told.pile)} objects, {len(top) + len(rest)} are in no hand"])
    each = rules.fact("associations.each")
    cards = [card for row in rows for card in row] if rows else list(sides)
    spare = _whole(told, "spare", path)
    if spare is None:
        spare = _left(Counter(dict.fromkeys(SIDES, each)), cards)
    leftover = _whole(told, "leftover", path)
    if leftover is None:
        leftover = _left(Counter(ROLES), [*roles, *(told.retired or ())])  # type: ignore[list-item]
    if len(hands) != n:
        raise BadPosition([f"hands has {len(hands)} entries, {n} play"])
    deal = Deal(hands, tuple(roles), tuple(sides), tuple(sorted(spare)), tuple(sorted(leftover)), rest, out, top,
                tuple(tuple(row) for row in rows))
    return deal, told


def _told(data: Any, path: str) -> Told:
    told: Told = FAMILY.codec.value(Told, data, path)
    if told.verdict is not None:
        raise BadPosition([f"{path}.verdict: null: a game that is over is no start"])
    if told.rest is False:
        raise BadPosition([told_wrong(f"{path}.rest", False, "true: a start is a rest point")])
    if told.owed is not None and told.owed.what != Action.kind:
        raise BadPosition([told_wrong(f"{path}.owed.what", told.owed.what, f"{Action.kind}: a start is a rest point")])
    return told


def deal(rules: Rules, data: Any, path: str) -> Deal:
    """A deal from what is told of it; the pile's order is chance's where it is not told. Raises `BadPosition`."""
    found, told = _read(rules, _told(data, path), path)
    for name in ("shown", "spent", "sunk", "retired", "tokens"):
        if any(getattr(told, name) or ()):
            raise BadDocument(f"{path}.{name}", repr(getattr(told, name))[:60], "nothing of it is so in a deal")
    if (told.active or 0, told.turn or 1) != (0, 1):
        raise BadDocument(f"{path}.turn", "", "a game that is dealt begins with turn 1 of seat 0")
    return found


def _turn(rules: Rules, told: Told) -> tuple[int, int]:
    """The turn and who is on turn; what is not told follows from the other, and at the beginning it is seat 0."""
    if told.active is None:
        return (1, 0) if told.turn is None else (told.turn, (told.turn - 1) % rules.players)
    return told.active + 1 if told.turn is None else told.turn, told.active


def unreached(rules: Rules, state: State, path: str) -> Iterator[str]:
    """What no game comes to: seat 0 begins and turns go round, so that the turn tells who has it."""
    n = rules.players
    if state.active != (state.turn - 1) % n:
        first = state.active + 1
        yield told_wrong(f"{path}.turn", state.turn, f"a turn of seat {state.active}: {first}, {first + n} ...")


def position(rules: Rules, data: Any, path: str) -> State:
    """A rest point from what is told of it. Raises `BadPosition` with every fault."""
    found, told = _read(rules, _told(data, path), path)
    n, (turn, active) = rules.players, _turn(rules, told)
    tokens = _whole(told, "tokens", path) or ((0,) * n if rules.given("tokens.total") else ())
    state = State(
        hands=found.hands, roles=found.roles, shown=_whole(told, "shown", path) or (False,) * n, sides=found.sides,
        spare=found.spare, leftover=found.leftover, top=found.top, rest=found.rest, out=found.out,
        turned=not (found.top or found.rest) if told.turned is None else told.turned, active=active,
        turn=turn, agenda=(Action(active),), rows=found.rows,
        spent=tuple(sorted(_whole(told, "spent", path) or ())), sunk=_whole(told, "sunk", path) or (), tokens=tokens,
        retired=tuple(sorted(_whole(told, "retired", path) or ())),
    )
    if faults := well_formed(rules, state):
        raise BadPosition(faults)
    return state


KINDS = ("offer", "return", "put-first", "pass-on", "give", "pick", "steal", "give-back", "draw", "show")
FIGHTING = (ATTACKER, DEFENDER)
#: What each field of an act can say, mistakes included.
WORDS: Mapping[tuple[str, str], tuple[str, ...]] = {
    **{(act, "kind"): OBJECTS for act in KINDS},
    **{(act, "side"): FIGHTING for act in ("support", "appoint", "symbol", "token")},
    ("use", "card"): (*OBJECTS, *ROLES), ("take-role", "role"): ROLES,
    ("demand", "called"): tuple(sorted({*OBJECTS, BAG})), ("proclaim", "claim"): (*SIDES, ALONE),
    ("direct", "way"): (LEFT, RIGHT), ("reward", "take"): (TRUTH, ASSOCIATION, OBJECT),
}

ADVICE = Advice(
    start="In a `position` the seat `active` is to choose an action; if it is left out, it follows from `turn`, "
          "and is 0 in the first. What is left out is as at the beginning of a game; null is a card that is not "
          "known: any that lies nowhere else.",
    acts="An act with `close` says that nobody acts any more in a window; one with `chance` is what comes from "
         "the pile (keep your pile so, if it has an order). A `side` that is null abstains.",
    state="Hands and what is left over are sorted lists; the pile is told top first.",
)

ACTS = Acts(
    advice=ADVICE,
    unreached=unreached,
    codec=FAMILY.codec,
    deeds=tuple(sorted(m.act for m in MOVES if m.act not in ("close", "draw", "show"))),
    windows=tuple(frame.kind for frame in FRAMES if issubclass(frame, Window)),
    chances=CHANCES,
    blanks={("support", "side"): ABSTAINS},
    told=Told, dealt=("hands", "roles", "sides", "rows"),
    silent=silent, tell=tell, position=position, deal=deal, seen=seen_in, words=WORDS,
)
