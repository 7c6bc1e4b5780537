"""The places where norms are asked: each can be, the engine says the same there, and play leads to no other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import permutations
from random import Random

import pytest
from attrs import evolve

from advocatus.model.families import editions
from advocatus.model.game import CHANCE, choices, play
from advocatus.model.rules import Rules, make_rules
from advocatus.model.teufelsburg.engine import Teufelsburg
from advocatus.model.teufelsburg.frames import End
from advocatus.model.teufelsburg.state import State
from advocatus.model.teufelsburg.vocabulary import FRAME_ACTS
from advocatus.specs.prover import SAT, UNSAT
from advocatus.specs.teufelsburg.codes import CODES
from advocatus.specs.teufelsburg.decode import decode, encode, evaluate
from advocatus.specs.teufelsburg.listing import DECISIONS, key_of
from advocatus.specs.teufelsburg.places import A, Ground, Place, ground, other_places, owed_at
from advocatus.specs.teufelsburg.situation import settled
from advocatus.specs.teufelsburg.table import Table, same

NO = dict[str, str]()
READINGS = {  # these have frames of their own
    "object.sextant.together": "in-turn", "profession.diplomat.which-bag": "this-bag", "duel.bonus": "supported",
    "profession.doctor.moment": "after-choice", "duel.give-back.moment": "surplus-first",
}
RULES = [(3, (), NO), (4, (), NO), (10, (), NO), (3, ("advanced-three",), NO),
         (5, ("smuggling", "fortune-telling"), NO), (4, (), READINGS)]
# Frames that only who is on turn owes, so that nobody else can interrupt them, and ...
ON_TURN = {"action", "end", "offer", "demand", "demand-what", "demand-bag", "foresee", "stand-off", "tribute",
           "name-allies"}


def rules(
    players: int, variants: tuple[str, ...] = (), answers: Mapping[str, str] = NO, edition: str = "adlung"
) -> Rules:
    return make_rules(editions()[edition], players, variants, answers)


def every_place(base: Ground) -> Iterator[Place]:
    for kind in DECISIONS:
        yield from owed_at(base, kind)
        yield from other_places(base, kind)


def without(there: Rules) -> set[str]:
    """Frames that no switch of these rules, and no row of associations, brings about."""
    of_readings = {"pass-in-turn", "demand-bag", "bonus", "duel.choice"} - ({*DECISIONS} if there.answers else set())
    of_readings |= {"support"} if there.switch("support") == "secret" else {"secret-support", "duel.reveal"}
    of_readings |= set() if there.value_of("trade.refused") == "goes-on" else {"trade-on"}
    of_readings |= set() if there.value_of("victory.names") == "allies-and-holders" else {"point-out"}
    of_readings |= set() if there.value_of("trade.first") == "on-turn" else {"text-order"}
    return of_readings | (set() if "advanced-three" in there.variants else {"peek"})


def cannot_be(there: Rules, place: Place) -> bool:
    """What cannot be by its kind: nobody interrupts his own decision, and some frames are not in every game."""
    kind, seat = place.here.kind, place.seat
    if kind == "retrain" and there.players == 10:
        return True
    return not place.here.owed and (kind in ON_TURN or (kind == "answer" and seat == 2))


@pytest.mark.parametrize("there", [*(rules(*chosen) for chosen in RULES), *(rules(n, edition="dv") for n in (4, 5, 8))])
def test_every_place_can_be_and_the_engine_says_the_same_there(there: Rules) -> None:
    engine, base = Teufelsburg(there), ground(there)
    places = list(every_place(base))
    assert {place.here.kind for place in places} == set(DECISIONS) - without(there)
    for place in places:
        answer = place.query().ask()
        if cannot_be(there, place):
            assert answer.kind == UNSAT, place.here.kind
            continue
        assert answer.model is not None, (place.here.kind, place.seat)
        state = decode(base.box, evaluate(answer.model, place.here.table))
        assert engine.well_formed(state) == ()
        assert place.seat in engine.actors(state), place.here.kind
        norms, resolution = settled(A, place.here), engine.resolve(state, place.seat)
        told = [answer.model.holds(norms.legal_at(key_of(move))) for move in resolution.candidates]
        assert [i for i, legal in enumerate(told) if legal] == list(resolution.legal), place.here.kind


def test_every_frame_that_somebody_decides_has_a_place() -> None:
    assert set(FRAME_ACTS) - set(DECISIONS) == {"draw", "spy"}, "which are chance's"


# ---------------------------------------------------------------- what play reaches is in a place


def renamed(table: Table, seats: tuple[int, ...]) -> Table:
    """The table with seat i called seats[i]."""
    def column(row: tuple[object, ...]) -> tuple[object, ...]:
        n = len(seats)
        return (*(row[seats.index(i)] for i in range(n)), *row[n:])

    def name(seat: int) -> int:
        return seats[seat] if seat >= 0 else seat

    pointing = ("offer", "answer", "activate", "unload", "demand-what", "demand-bag", "peek", "pass-in-turn", "bonus",
                "reward", "duel.choice", "steal", "give-back", "tribute")
    kinds = {CODES.code("frame", kind) for kind in pointing}

    of_all = {CODES.code("frame", kind) for kind in ("pass-on", "secret-support")}

    def slot(old: object) -> object:
        windows = {0, *(CODES.code("frame", kind) for kind in ("duel.priest", "duel.reveal", "duel.hypnotist",
                                                               "duel.powers", "duel.result"))}
        if old.kind in windows:  # type: ignore[attr-defined]
            return old
        mark = name(old.mark) if old.kind == CODES.code("frame", "peek") else old.mark  # type: ignore[attr-defined]
        to = name(old.to) if old.kind in kinds else old.to  # type: ignore[attr-defined]
        by = old.by if old.kind in of_all else name(old.by)  # type: ignore[attr-defined]
        return evolve(old, by=by, to=to, mark=mark)  # type: ignore[misc]

    rows = {field: column(getattr(table, field)) for field in
            ("roles", "shown", "sides", "stance", "laid", "lies", "rank", "symbol", "silenced", "named", "winners",
             "chosen", *(name for name in ("rows", "tokens", "down", "secret") if getattr(table, name)))}
    return evolve(
        table, **rows, count=tuple(column(row) for row in table.count), active=name(table.active),
        attacker=name(table.attacker) if table.duel else 0, defender=name(table.defender) if table.duel else 0,
        agenda=tuple(slot(s) for s in table.agenda))


def is_in(place: Place, table: Table) -> bool:
    agrees = same(A, place.here.table, table)
    return place.query(**{f"same.{name}": term for name, term in agrees.items()}).ask().kind == SAT


def found_at(base: Ground, state: State, seat: int, places: Mapping[tuple[str, bool], list[Place]]) -> bool:
    """Whether the seats can be named so that the position is in a place of this kind of frame and seat."""
    top = state.agenda[0]
    # What these can lie on is manifold, and the norms see nothing of it.
    if top.kind in ("foresee", "symbol", "bonus", "demand-bag", "pass-in-turn"):
        duel = None if top.kind == "foresee" else state.duel
        state = evolve(state, duel=duel, agenda=(top, End(state.active)))
    table = encode(base.box, state, len(base.sound.table.agenda))
    frame = state.agenda[0]
    here = places[frame.kind, seat in frame.owed]
    firsts = permutations(range(state.players), min(3, state.players))
    for first in firsts:
        rest = [s for s in range(state.players) if s not in first]
        order = (*first, *rest)
        seats = tuple(order.index(s) for s in range(state.players))
        named = renamed(table, seats)
        mover = seat if seat < 0 else seats[seat]
        if any(place.seat == mover and is_in(place, named) for place in here):
            return True
    return False


@pytest.mark.parametrize("there", [
    rules(3), rules(4), rules(3, ("advanced-three",)), rules(5, ("smuggling",)), rules(4, (), READINGS),
    rules(5, edition="dv"),
])
def test_play_leads_to_places_only(there: Rules) -> None:
    """But for a support or an object passed on that is not the last: the norms see no more there than at the last."""
    engine, base, rng = Teufelsburg(there), ground(there), Random(there.digest)
    places: dict[tuple[str, bool], list[Place]] = {}
    for place in every_place(base):
        places.setdefault((place.here.kind, place.here.owed), []).append(place)
    seen: dict[tuple[str, bool], int] = {}
    for _ in range(30):
        state = engine.start(engine.random_deal(rng))
        for _ in range(150):
            if not state.agenda:
                break
            kind = state.agenda[0].kind
            last = kind not in ("support", "pass-in-turn") or [f.kind for f in state.agenda].count(kind) == 1
            for seat in engine.actors(state) if last else ():
                key = (kind, seat in state.agenda[0].owed)
                if seat != CHANCE and seen.get(key, 0) < 4:
                    seen[key] = seen.get(key, 0) + 1
                    assert found_at(base, state, seat, places), f"{key} {seat} {state}"
            acts = choices(engine, state)
            kinds = sorted({move.act for move in acts})
            act = rng.choice(kinds)
            for step in play(engine, state, [rng.choice([move for move in acts if move.act == act])]):
                state = step.after
    assert len(seen) > 30, sorted(seen)
