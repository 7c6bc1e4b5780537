"""The victory condition: the terms, the engine and the finite abstraction agree; what is proved of proclamations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations, product
from random import Random

import pytest
from attrs import evolve

from advocatus.model.families import editions
from advocatus.model.rules import Rules, make_rules
from advocatus.model.teufelsburg.cards import ALONE, ROLES, SIDES
from advocatus.model.teufelsburg.engine import Teufelsburg
from advocatus.model.teufelsburg.frames import Action
from advocatus.model.teufelsburg.setup import in_play
from advocatus.model.teufelsburg.state import State
from advocatus.specs.algebra import Concrete
from advocatus.specs.promise import Played, Promise
from advocatus.specs.prover import PROVED, REFUTED
from advocatus.specs.teufelsburg import claims, victory, winning
from advocatus.specs.teufelsburg.claims import agrees, claim_on, gone_through, judged, placements, position
from advocatus.specs.teufelsburg.codes import CODES, Box
from advocatus.specs.teufelsburg.decode import encode

EDITION = editions()["adlung"]
ALL = range(3, 11)
NUMBERS = Concrete(CODES)
FORTUNE = ("fortune-telling",)
READINGS = {  # of each question that changes what is right, a reading that is not the default
    "victory.barred": "loses", "victory.unturned-bag": "always", "victory.drink.whose": "each",
    "victory.idle-name": "false", "victory.every-holder": "every", "variant.fortune-telling.drink": "drink",
}


def rules(players: int, answers: Mapping[str, str] | None = None, variants: Sequence[str] = ()) -> Rules:
    return make_rules(EDITION, players, variants, answers)


def chosen(names: Sequence[str]) -> dict[str, str]:
    return {name: READINGS[name] for name in names}


def kinds(box: Box) -> list[winning.Kind]:
    return list(winning.kinds_of_claim(box))


@cache
def of(players: int) -> dict[str, Promise]:
    return {promise.id: promise for promise in winning.winning(rules(players))}


# ---------------------------------------------------------------- terms and engine


EVERY = [names for many in range(len(READINGS) + 1) for names in combinations(READINGS, many)]
FEW = [(), *((name,) for name in READINGS), tuple(READINGS)]


@pytest.mark.parametrize(("players", "names"), [
    *product([3], EVERY[::4]), *product([4, 5], FEW), *((n, tuple(READINGS)) for n in (6, 7, 8, 9, 10)),
], ids=lambda value: "+".join(n.rsplit(".", 1)[-1] for n in value) if isinstance(value, tuple) else None)
def test_terms_and_engine_agree_under_every_reading(players: int, names: tuple[str, ...]) -> None:
    box = Box(rules(players, chosen(names), FORTUNE))
    for kind in kinds(box):
        gone = gone_through(box, kind.word, kind.own)
        verdict, _ = agrees(box, gone, kind.own)
        assert verdict.kind == PROVED, (kind, verdict)
        assert True in gone.engine.values(), kind
        assert False in gone.engine.values(), kind


@pytest.mark.parametrize("edition", sorted(key for key, e in editions().items() if e.family == EDITION.family))
def test_terms_and_engine_agree_for_every_edition(edition: str) -> None:
    """At 5 players one association is the smaller one."""
    box = Box(make_rules(editions()[edition], 5))
    for kind in kinds(box):
        assert agrees(box, gone_through(box, kind.word, kind.own), kind.own)[0].kind == PROVED


@pytest.mark.parametrize("edition", sorted(key for key, e in editions().items() if e.family == EDITION.family))
def test_both_sides_are_confirmed_by_the_engine_for_every_edition(edition: str) -> None:
    for promise in winning.both_sides(Box(make_rules(editions()[edition], 5))):
        assert promise.verdict == PROVED


def tables(base: Rules, rng: Random, many: int) -> list[State]:
    """Positions with every object anywhere: what no placement says is any way it likes."""
    playing, out = in_play(base)
    n, found = base.players, []
    for _ in range(many):
        left = list(playing)
        rng.shuffle(left)
        turned = rng.random() < 0.5
        cut = 0 if turned else rng.randint(1, len(left) - n)
        hands: list[list[str]] = [[] for _ in range(n)]
        for kind in left[cut:]:
            hands[rng.choice((0, 0, *range(n)))].append(kind)
        each = base.fact("associations.each")
        sides = [side for side in SIDES for _ in range(each)]
        rng.shuffle(sides)
        found.append(State(
            tuple(tuple(sorted(hand)) for hand in hands), ROLES[:n], (False,) * n, tuple(sides[:n]), (), (), (),
            tuple(sorted(left[:cut])), out, turned, 0, 1, (Action(0),)))
    return found


@pytest.mark.parametrize("players", ALL)
def test_the_engine_s_word_depends_on_the_aspects_alone(players: int) -> None:
    """The abstraction is complete: positions of any kind, and any naming, are judged as the placement like them."""
    rng = Random(players)
    for names in ((), tuple(READINGS)):
        base = rules(players, chosen(names), FORTUNE)
        box = Box(base)
        gone = {(kind.word, kind.own): gone_through(box, kind.word, kind.own).engine for kind in kinds(box)}
        for state in tables(base, rng, 60):
            named = tuple(sorted(rng.sample(range(1, players), rng.randint(0, players - 1))))
            for word in (*SIDES, ALONE):
                claim = claim_on(box, encode(box, state, 1), word, named)
                own = word == ALONE or state.sides[0] == word
                values = tuple(int(v) for v in victory.aspects(NUMBERS, claim).values())
                says = judged(base, state, word, named)
                assert gone[word, own][values] is says
                assert bool(victory.right(NUMBERS, claim)) is says


def test_for_the_others_is_a_kind_of_proclamation_only_where_it_is_offered() -> None:
    own = ["order", "brotherhood", "alone"]
    assert [kind.id for kind in kinds(Box(rules(4)))] == own
    foretold = kinds(Box(rules(4, None, ("fortune-telling",))))
    assert [kind.id for kind in foretold] == [*own, "order.foretold", "brotherhood.foretold"]


def test_three_players_by_brute_force() -> None:
    """Every seat of every needed object and every naming, with no thought of what is alike."""
    base = rules(3)
    box = Box(base)
    playing, out = in_play(base)
    wanted = ("key", "key", "key", "bag-key")
    count = 0
    for sides in sorted(set(product(SIDES, repeat=3)) - {(side,) * 3 for side in SIDES}):
        for where in product(range(4), repeat=4):
            hands = tuple(tuple(sorted(k for k, at in zip(wanted, where, strict=True) if at == s)) for s in range(3))
            rest = list(playing)
            for hand in hands:
                for kind in hand:
                    rest.remove(kind)
            for turned, named in product((False, True) if 3 not in where else (False,), ((), (1,), (2,), (1, 2))):
                last = tuple(sorted((*hands[2], *rest))) if turned else hands[2]
                state = State((*hands[:2], last), ROLES[:3], (False,) * 3, sides, (), (), (),
                              () if turned else tuple(sorted(rest)), out, turned, 0, 1, (Action(0),))
                claim = claim_on(box, encode(box, state, 1), "order", named)
                assert bool(victory.right(NUMBERS, claim)) is judged(base, state, "order", named)
                count += 1
    assert count > 5000


@pytest.mark.parametrize(("name", "wrong"), [
    ("one object fewer is enough", lambda a, needed, parts: victory.some_enough(a, needed - 1, parts)),
    ("drinks do not count", lambda a, needed, parts: victory.some_enough(a, needed, parts[:2])),
    ("bags do not count", lambda a, needed, parts: victory.some_enough(a, needed, (parts[0], *parts[2:]))),
])
def test_a_wrong_condition_is_refuted(name: str, wrong: object, monkeypatch: pytest.MonkeyPatch) -> None:
    box = Box(rules(5))
    gone = gone_through(box, "order", True)
    monkeypatch.setattr(victory, "some_enough", victory.enough, raising=False)
    monkeypatch.setattr(victory, "enough", wrong)
    verdict, _ = agrees(box, gone, True)
    assert verdict.kind == REFUTED, name
    assert verdict.model is not None


def test_a_wrong_engine_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    box = Box(rules(5))
    rightly = claims.claim_is_right
    monkeypatch.setattr(claims, "claim_is_right", lambda s, *claim: rightly(s, *claim) and not s.state.turned)
    with pytest.raises(claims.Incomplete):
        gone_through(box, "order", True)
    for wrong in (lambda s, by, side, named: rightly(s, by, side, named) and bool(named),
                  lambda s, *claim: not rightly(s, *claim)):
        monkeypatch.setattr(claims, "claim_is_right", wrong)
        assert agrees(box, gone_through(box, "order", True), True)[0].kind == REFUTED


def test_an_aspect_too_few_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    box = Box(rules(4, chosen(["victory.every-holder"])))
    all_of_them = claims.aspects
    monkeypatch.setattr(claims, "aspects", lambda a, claim: {
        name: value for name, value in all_of_them(a, claim).items() if name != "holder"})
    with pytest.raises(claims.Incomplete):
        gone_through(box, "order", True)


def test_a_placement_too_few_is_noticed() -> None:
    box = Box(rules(4))
    gone = gone_through(box, "order", True)
    fewer = dict(list(gone.engine.items())[:-1])
    assert agrees(box, evolve(gone, engine=fewer), True)[0].kind == REFUTED


def test_placements_are_all_unlike_and_hold_all_the_objects() -> None:
    box = Box(rules(4))
    found = list(placements(box, "order", True))
    assert len(set(found)) == len(found)
    for placed in found:
        state = position(box.rules, placed)
        laid = [kind for pile in (*state.hands, state.rest, state.out) for kind in pile]
        assert len(laid) == 21
        assert state.turned is not bool(state.rest)


# ---------------------------------------------------------------- the promises


@pytest.mark.parametrize("players", ALL)
def test_all_of_it_is_proved_and_shown(players: int) -> None:
    for promise in of(players).values():
        assert promise.verdict == PROVED, promise
        assert (promise.witness is None) == (promise.value == "no"), promise
        assert promise.clauses


def most(players: int, members: int, taken: int = 0) -> int:
    """The most needed objects a group can be dealt: a place in hand each, less the two bags of the deal."""
    each = rules(players).fact("setup.hand")
    return min(members * each, players * each - 2 - taken, 3)


def drink(players: int, members: int) -> int:
    return int(2 * members < players)


@pytest.mark.parametrize("players", ALL)
def test_who_can_be_right_in_the_first_turn(players: int) -> None:
    sizes = {players // 2, (players + 1) // 2}
    can = any(most(players, m) + drink(players, m) >= 3 for m in sizes)
    for side in SIDES:
        assert (of(players)[f"victory.first-turn.{side}"].value == "yes") is can
    assert of(players)["victory.first-turn.alone"].value == "no"


@pytest.mark.parametrize("players", ALL)
def test_both_sides_dealt_a_winning_set(players: int) -> None:
    small, large = players // 2, (players + 1) // 2
    first = 3 - drink(players, small)
    can = most(players, small) >= first and most(players, large, first) >= 3
    assert (of(players)["victory.both-sides.deal"].value == "yes") is can
    assert of(players)["victory.both-sides.position"].value == "yes"


@pytest.mark.parametrize("players", ALL)
def test_games_that_show_it_are_played_by_the_engine(players: int) -> None:
    engine = Teufelsburg(rules(players))
    for promise in of(players).values():
        if isinstance(promise.witness, Played):
            state = engine.start(promise.witness.deal)
            for move in promise.witness.moves:
                for event in engine.decide(state, move):
                    state = engine.evolve(state, event)
            assert state.verdict is not None
            assert state.verdict.right
            assert state.turn == 1
        elif promise.witness is not None:
            assert not [f for f in engine.well_formed(promise.witness) if "the limit" not in f], promise.id


def test_the_pearl_alone_spoils_a_right_proclamation() -> None:
    for players in ALL:
        spoilers = ("black-pearl",) if players > 3 else "nothing"
        assert {of(players)[f"victory.gain-spoils.{side}"].value for side in SIDES} == {spoilers}
        assert of(players)["victory.gain-spoils.alone"].value == "nothing"


def test_where_every_holder_must_be_named_more_can_be_too_much() -> None:
    """Not monotone: an ally who is not named gains a key, and what was right is wrong. The witness is smallest."""
    base = rules(4, chosen(["victory.every-holder"]))
    found = {promise.id: promise for promise in winning.spoilers(Box(base))}
    promise = found["victory.gain-spoils.order"]
    assert promise.value == ("bag-key", "black-pearl", "key")
    assert found["victory.gain-spoils.alone"].value == "nothing"
    state = promise.witness
    assert len(state.hands[0]) + len(state.hands[1]) == 4, "three keys and something else"
    assert judged(base, state, "order", ())
    more = evolve(state, hands=(state.hands[0], (*state.hands[1], promise.value[0]), *state.hands[2:]))
    assert not judged(base, more, "order", ())


def test_exactly_three_for_a_victory_alone_spoils_it_by_a_fourth() -> None:
    base = rules(4, {"object.seal-of-the-lodge.count": "exactly"})
    found = {promise.id: promise for promise in winning.spoilers(Box(base))}
    assert found["victory.gain-spoils.alone"].value == ("bag-goblet", "bag-key", "goblet", "key")


def test_without_a_value_nothing_is_proved_of_it() -> None:
    unsaid = {p.id: p for p in winning.winning(rules(4, {"hand.limit": "unsaid"}))}
    assert {p.id for p in unsaid.values() if p.verdict != PROVED} == {"victory.both-sides"}
