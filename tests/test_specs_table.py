"""A table holds all of an engine's state: coded and decoded, a state is itself again, in every frame there is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest
from attrs import evolve

from advocatus.model.families import editions
from advocatus.model.game import Frame, choices, play
from advocatus.model.rules import Rules, make_rules
from advocatus.model.teufelsburg import frames as fr
from advocatus.model.teufelsburg.duel import side_of
from advocatus.model.teufelsburg.engine import Teufelsburg
from advocatus.model.teufelsburg.state import Duel, State
from advocatus.model.teufelsburg.vocabulary import stance as supports
from advocatus.specs.algebra import Concrete, Symbolic
from advocatus.specs.teufelsburg.codes import CODES, KINDS, Box
from advocatus.specs.teufelsburg.decode import Undecodable, canonical, decode, encode
from advocatus.specs.teufelsburg.struggle import fights_for, laid, stance, tied
from advocatus.specs.teufelsburg.table import FIELDS, flat, fresh, parts, same

NUMBERS = Concrete(CODES)


@cache
def rules(players: int, variant: str = "", edition: str = "adlung") -> Rules:
    return make_rules(editions()[edition], players, [variant] if variant else [])


def states(chosen: Rules, seed: int, games: int, moves: int) -> Iterator[State]:
    """Every state of random play, each kind of move as likely as the other."""
    engine, rng = Teufelsburg(chosen), Random(seed)
    for _ in range(games):
        state = engine.start(engine.random_deal(rng))
        for _ in range(moves):
            yield state
            found = choices(engine, state)
            acts = sorted({move.act for move in found})
            if not acts:
                break
            act = acts[rng.randrange(len(acts))]
            alike = [move for move in found if move.act == act]
            for step in play(engine, state, [alike[rng.randrange(len(alike))]]):
                state = step.after


@pytest.mark.parametrize(("players", "variant", "edition"), [
    *((players, "", edition) for edition in editions() for players in editions()[edition].players
      if editions()[edition].family == rules(3, edition="adlung").edition.family),
    (3, "advanced-three", "adlung"), (5, "smuggling", "adlung"), (6, "first-trip", "adlung"),
    (6, "fortune-telling", "adlung"),
])
def test_a_state_is_itself_again_after_coding(players: int, variant: str, edition: str) -> None:
    box = Box(rules(players, variant, edition))
    seen: Counter[str] = Counter()
    for state in states(box.rules, players, 20, 60):
        table = encode(box, state, len(state.agenda) + 2)
        again = decode(box, table)
        assert evolve(again, duel=None, agenda=()) == evolve(state, duel=None, agenda=())
        assert encode(box, again, len(table.agenda)) == table
        assert [(frame.kind, frame.owed) for frame in again.agenda] == [(f.kind, f.owed) for f in state.agenda]
        assert (again.duel is None) == (state.duel is None)
        if again.duel is not None and state.duel is not None:
            assert Counter(again.duel.played) == Counter(state.duel.played)
            assert Counter(again.duel.silenced) == Counter(state.duel.silenced)
            assert Counter(again.duel.tokens) == Counter(state.duel.tokens)
            assert evolve(again.duel, played=(), silenced=(), symbols=(), tokens=()) == evolve(
                state.duel, played=(), silenced=(), symbols=(), tokens=())
        seen.update(frame.kind for frame in state.agenda[:1])
    supporting = "secret-support" if box.in_secret else "support"
    assert {"answer", supporting, "duel.powers", "duel.result", "reward"} <= set(seen)


EXAMPLES = (
    fr.Action(0), fr.End(1), fr.Offer(0, 2, "bag"), fr.Answer(2, 0, "key", ""), fr.Activate(0, 2, "coat", "key"),
    fr.TextOrder(0, 2, "coat", "tome"),
    fr.Direct(1), fr.PassOn("left", ("", "key", "", "dagger")), fr.Retrain(1, blind=True), fr.Peek(0, 1, 1), fr.Draw(2),
    fr.Surplus(1), fr.Unload(1, 3), fr.Demand(0), fr.DemandWhat(0, 3), fr.Foresee(1), fr.Foresee(1, ("key",)),
    fr.PriestWindow(), fr.Support(2), fr.HypnotistWindow(), fr.Silence(3), fr.PowersWindow(), fr.Appoint(2),
    fr.Symbol(3, "bodyguard"), fr.ResultWindow(), fr.StandOff(0), fr.Reward(1, 0), fr.Steal(1, 0),
    fr.GiveBack(1, 0, "key"), fr.Tribute(0, 3), fr.PassInTurn(1, 2), fr.DemandBag(0, 2),
    fr.Bonus(1, 3, "whip"), fr.ChoiceWindow(1, 0, "truth"), fr.NameAllies(0, "order"),
    fr.NameAllies(0, "order", (1, 3)), fr.SpyDraw(0, 2), fr.SecretSupport(("attacker", "", "defender", "abstains")),
    fr.RevealWindow(("attacker", "attacker", "defender", "defender")),
    fr.TradeOn(0, 2, (1, 2)), fr.PointOut(0, "order"), fr.PointOut(0, "order", (1, 3)),
)


@pytest.mark.parametrize("frame", EXAMPLES, ids=lambda frame: frame.kind)
def test_every_kind_of_frame_is_coded(frame: Frame) -> None:
    secret = isinstance(frame, fr.SecretSupport | fr.RevealWindow)
    on = isinstance(frame, fr.TradeOn | fr.PointOut)
    chosen = rules(4, "", "dv" if secret else "zh" if on else "adlung")
    box, engine = Box(chosen), Teufelsburg(chosen)
    state = evolve(engine.start(engine.random_deal(Random(1))), agenda=(frame, fr.End(0)))
    if secret:
        state = evolve(state, duel=Duel(0, 2, ("attacker", "", "defender", ""), tokens=((1, "attacker"),)))
    assert decode(box, encode(box, state, 2)) == state


def test_the_examples_are_of_every_kind() -> None:
    assert {frame.kind for frame in EXAMPLES} == {frame.kind for frame in fr.FRAMES}


def test_the_order_left_out_makes_no_difference() -> None:
    """What is legal, and what it leads to, is the same from the state in canonical order."""
    chosen = rules(5)
    box, engine = Box(chosen), Teufelsburg(chosen)
    differing = 0
    for state in states(chosen, 8, 40, 80):
        plain = canonical(box, state)
        if plain == state:
            continue
        differing += 1
        assert choices(engine, plain) == choices(engine, state)
        for move in choices(engine, state):
            ours, theirs = (list(play(engine, here, [move]))[-1] for here in (plain, state))
            told = [[event for event in step.events if event.tag != "owes"] for step in (ours, theirs)]
            assert told[0] == told[1]
            assert canonical(box, ours.after) == canonical(box, theirs.after)
    assert differing > 10


def test_what_a_table_cannot_tell_is_refused() -> None:
    chosen = rules(4)
    box, engine = Box(chosen), Teufelsburg(chosen)
    state = engine.start(engine.random_deal(Random(1)))
    with pytest.raises(Undecodable, match="1 frames"):
        encode(box, state, 0)
    twice = Duel(0, 1, ("attacker", "defender", "", ""), played=((2, "bodyguard"), (2, "bodyguard")))
    with pytest.raises(Undecodable, match="used twice"):
        encode(box, evolve(state, duel=twice), 2)


def test_the_struggle_is_read_from_a_table_as_the_engine_reads_it() -> None:
    chosen = rules(5)
    box, struggles = Box(chosen), 0
    for state in states(chosen, 4, 40, 80):
        if state.duel is None:
            continue
        struggles += 1
        table = encode(box, state, len(state.agenda))
        for seat in range(5):
            assert CODES.value("stance", fights_for(NUMBERS, table, seat)) == side_of(state, seat)
            assert CODES.value("stance", stance(NUMBERS, table, seat)) == supports(state, seat)
            for kind in KINDS:
                assert laid(NUMBERS, table, seat, kind) == ((seat, CODES.value("card", kind)) in state.duel.played)
            assert laid(NUMBERS, table, seat, table.roles[seat]) == ((seat, state.roles[seat]) in state.duel.played)
        assert tied(NUMBERS, table) == (state.duel.result == "stand-off")
    assert struggles > 50


def test_the_fields_of_a_table_are_all_compared() -> None:
    box = Box(rules(3, "advanced-three"))
    one, two = fresh(box, "one"), fresh(box, "two")
    assert set(parts(one)) == set(FIELDS) == set(same(Symbolic(CODES), one, two))
    entries = [str(entry) for name in FIELDS for entry in flat(getattr(one, name))]
    absent = box.there.count(0) * (box.players + 1)  # places of the kinds that no box of these rules holds
    assert len(set(entries)) > len(entries) - absent - len(KINDS) - 1, "every entry is a variable, but what is out"
