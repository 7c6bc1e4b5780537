"""How many points a struggle can come to: bounds proved, reached by games, and kept by random play."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from random import Random

import pytest
from attrs import evolve

from advocatus.model.families import editions
from advocatus.model.guard import parse
from advocatus.model.rules import Rules, make_rules
from advocatus.model.teufelsburg import moves as mv
from advocatus.model.teufelsburg.engine import Teufelsburg
from advocatus.model.teufelsburg.events import Counted
from advocatus.model.teufelsburg.vocabulary import VOCABULARY
from advocatus.specs.promise import Promise
from advocatus.specs.prover import BOUNDED, PROVED, UNKNOWN
from advocatus.specs.teufelsburg import scores as subject
from advocatus.specs.teufelsburg.scores import scores

EDITION = editions()["adlung"]


def rules(players: int, answers: Mapping[str, str] | None = None) -> Rules:
    return make_rules(EDITION, players, (), answers)


@cache
def of(players: int, *answers: tuple[str, str]) -> dict[str, Promise]:
    return {promise.id.rsplit(".", 1)[1]: promise for promise in scores(rules(players, dict(answers)))}


def counted(base: Rules, promise: Promise) -> tuple[int, int]:
    """The points of a promise's game, as the engine counts them."""
    engine, state = Teufelsburg(base), Teufelsburg(base).start(promise.witness.deal)
    last: tuple[int, int] = (0, 0)
    for move in promise.witness.moves:
        for event in engine.decide(state, move):
            state = engine.evolve(state, event)
            if isinstance(event, Counted):
                last = (event.attacker, event.defender)
    return last


@pytest.mark.parametrize("players", [3, 4, 5, 7, 10])
def test_everybody_and_four_cards(players: int) -> None:
    """Attacker, all others in support, and a point each for two occupations and two objects; the other side has one."""
    found = of(players)
    assert {promise.verdict for promise in found.values()} == {PROVED}
    assert found["attacker"].value == found["defender"].value == (1, players + 3)
    assert found["difference"].value == (-players - 2, players + 2)
    assert counted(rules(players), found["attacker"])[0] == players + 3
    assert counted(rules(players), found["defender"])[1] == players + 3
    assert counted(rules(players), found["difference"]) == (players + 3, 1)


@pytest.mark.parametrize(("answer", "extra"), [
    (("duel.count.symbols", "both"), 4), (("duel.count.face-up", "always"), 0), (("duel.bonus", "supported"), 0),
    (("duel.both-symbols", "with-duelist"), 0), (("duel.both-symbols.choice", "free"), 0),
    (("profession.swordsman.undoes", "support"), 0), (("duel.powers.early", "from-the-attack"), 0),
])
def test_readings_change_it_or_do_not(answer: tuple[str, str], extra: int) -> None:
    found = of(4, answer)
    assert {promise.verdict for promise in found.values()} == {PROVED}
    assert found["attacker"].value == (1, 7 + extra)
    assert counted(rules(4, dict([answer])), found["attacker"])[0] == 7 + extra


def struggle(engine: Teufelsburg, rng: Random) -> tuple[int, int]:
    """The points of a struggle in which everybody does something, nearly always."""
    state = engine.start(engine.random_deal(rng))
    move: object = mv.Attack(0, rng.randrange(1, state.players))
    while True:
        for event in engine.decide(state, move):
            state = engine.evolve(state, event)
            if isinstance(event, Counted):
                return event.attacker, event.defender
        if not state.agenda or engine.at_rest(state):
            return 1, 1  # prevented
        options = [m for seat in engine.actors(state) for m in engine.legal(state, seat)]
        uses = [m for m in options if isinstance(m, mv.Use)]
        move = rng.choice(uses if uses and rng.random() < 0.8 else options)


@pytest.mark.parametrize("answers", [{}, {"duel.count.symbols": "both", "profession.shown": "hidden-again"}])
def test_random_struggles_stay_within_the_bounds(answers: dict[str, str]) -> None:
    rng = Random(1)
    for players in (3, 4, 6):
        engine, found = Teufelsburg(rules(players, answers)), of(players, *answers.items())
        for _ in range(150):
            attacker, defender = struggle(engine, rng)
            for name, value in (("attacker", attacker), ("defender", defender), ("difference", attacker - defender)):
                low, high = found[name].value
                assert low <= value <= high


def test_what_the_norms_do_not_open_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """With every card open to everyone the bound rises, and no game reaches it."""
    plain = subject.could_use
    monkeypatch.setattr(subject, "could_use", lambda here, seat, word, laid=False:
                        plain(here, seat, word, laid=True) if laid else True)
    found = {p.id: p for p in scores(rules(4))}
    assert found["duel.points.attacker"].verdict == BOUNDED
    assert found["duel.points.attacker"].value == (1, 10), "three fighters, four objects, three occupations"
    assert "the most" in found["duel.points.attacker"].detail


def test_a_game_that_comes_to_other_points_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = subject.played

    def one_more(*given: object) -> object:
        found = plain(*given)  # type: ignore[arg-type]
        return found and (found[0], found[1] + 1, found[2])

    monkeypatch.setattr(subject, "played", one_more)
    assert {p.verdict for p in scores(rules(3))} == {BOUNDED}


def test_a_card_without_end_is_not_bounded() -> None:
    """Were the Thug to count as often as he is put down, there would be no most."""
    thug = next(c for c in EDITION.clauses if c.id == "profession.thug")
    again = evolve(thug.norms[0], when=parse("card == thug and seat == attacker", VOCABULARY))
    edition = evolve(EDITION, clauses=tuple(evolve(c, norms=(again,)) if c is thug else c for c in EDITION.clauses))
    (promise,) = scores(make_rules(edition, 4))
    assert promise.verdict == UNKNOWN
    assert "more than once" in promise.detail


def test_games_with_tokens_are_not_told() -> None:
    assert scores(make_rules(editions()["dv"], 4)) == ()
