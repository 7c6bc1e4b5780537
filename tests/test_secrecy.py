"""Secrecy: what a seat may not know changes nothing that it is shown; an engine that lets something slip is found."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import evolve

from advocatus.checks import secrecy as sc
from advocatus.checks.context import CheckContext
from advocatus.checks.finding import Store, default_folder, load
from advocatus.checks.play import random_steps
from advocatus.checks.replaying import replay
from advocatus.model.families import editions, open_game
from advocatus.model.game import Game, IllegalMove, MalformedMove, choices, make
from advocatus.model.rules import Rules, make_rules
from advocatus.model.teufelsburg import events as ev


def rules_of(edition: str, players: int) -> Rules:
    return make_rules(editions()[edition], players)


@pytest.mark.parametrize(("edition", "players"), [("adlung", 4), ("dv", 5), ("zh", 3)])
def test_nothing_slips(edition: str, players: int) -> None:
    tally, game = sc.played(rules_of(edition, players), 3, first=0)
    assert (tally.slips, game) == ({}, None)
    missing = {"answer", "activate", "pass-on", "foresee", "steal", "reward", "duel.powers", "end"} - {*tally.positions}
    assert not missing
    assert sum(tally.steps.values()) > 400


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["adlung", "dv", "zh"])
def test_nothing_slips_under_any_reading(edition: str) -> None:
    found = editions()[edition]
    players = found.players[0]
    for question in found.questions:
        for reading in question.readings:
            rules = make_rules(found, players, (), {question.id: reading} if reading != question.default else {})
            if rules.applies(question):
                assert sc.played(rules, 1)[0].slips == {}, (question.id, reading)


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["adlung", "dv", "zh"])
def test_nothing_slips_in_any_position_of_a_first_turn(edition: str) -> None:
    """Every position near a deal, everything that can be done there, every twin, every seat."""
    rules = rules_of(edition, editions()[edition].players[0])
    game, secrets, tally = open_game(rules), sc.secrets_of(rules), sc.Tally()
    assert secrets is not None
    waiting = [game.start(game.random_deal(Random(2)))]
    for _ in range(250):
        state = waiting.pop(0)
        sc.whole(game, secrets, state, tally)
        for move in choices(game, state):
            after = make(game, state, move).after
            if game.turn(after) == 1 and game.top(after) is not None:
                waiting.append(after)
    assert tally.slips == {}
    assert sum(tally.steps.values()) > 50_000


# ---------------------------------------------------------------- planted


class Leaky:
    """An engine that lets something slip."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game, self.rules = game, game.rules

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)


class ShowsOffers(Leaky):
    def view(self, state: Any, seat: int) -> Mapping[str, Any]:
        return {**self.game.view(state, seat), "agenda": [str(frame) for frame in state.agenda]}


class ShowsSpare(Leaky):
    def view(self, state: Any, seat: int) -> Mapping[str, Any]:
        return {**self.game.view(state, seat), "spare": list(state.spare)}


class CountsSides(Leaky):
    def view(self, state: Any, seat: int) -> Mapping[str, Any]:
        return {**self.game.view(state, seat), "fewer": 2 * state.sides.count("order") < state.players}


class ShowsNeighbour(Leaky):
    def view(self, state: Any, seat: int) -> Mapping[str, Any]:
        full = max(state.hands[(seat + 1) % state.players], default="")
        return {**self.game.view(state, seat), "full": full}


class ShowsTheNext(Leaky):
    def view(self, state: Any, seat: int) -> Mapping[str, Any]:
        return {**self.game.view(state, seat), "rest": list(state.rest)}


class ShowsRoles(Leaky):
    def view(self, state: Any, seat: int) -> Mapping[str, Any]:
        return {**self.game.view(state, seat), "out": sorted(state.leftover)}


class TellsDraws(Leaky):
    def redact(self, event: Any, seat: int, state: Any) -> Any:
        told = self.game.redact(event, seat, state)
        return {**told, "kind": event.kind} if isinstance(event, ev.Drew) and told else told


class TellsTrades(Leaky):
    def redact(self, event: Any, seat: int, state: Any) -> Any:
        told = self.game.redact(event, seat, state)
        return {**told, "gets": event.gets} if isinstance(event, ev.Swapped) and told else told


class TellsClauses(Leaky):
    def redact(self, event: Any, seat: int, state: Any) -> Any:
        told = self.game.redact(event, seat, state)
        return {**told, "clauses": list(event.clauses)} if told else told


class TellsSides(Leaky):
    def redact(self, event: Any, seat: int, state: Any) -> Any:
        told = self.game.redact(event, seat, state)
        return {**told, "side": event.side} if isinstance(event, ev.SawSide) and told else told


class TellsChoices(Leaky):
    def redact(self, event: Any, seat: int, state: Any) -> Any:
        told = self.game.redact(event, seat, state)
        return {**told, "side": event.side} if isinstance(event, ev.Committed) and told else told


class RefusesByOthersHands(Leaky):
    def legal(self, state: Any, seat: int) -> Any:
        found = self.game.legal(state, seat)
        slip = min(state.hands[(seat + 1) % state.players], default="") > "g"
        return found[1:] if slip and len(found) > 1 else found


class RefusesByName(Leaky):
    """It names the frame, with all that it holds, to whoever tries what cannot be done."""

    def decide(self, state: Any, move: Any) -> Any:
        try:
            return self.game.decide(state, move)
        except MalformedMove:
            raise MalformedMove(f"{move} cannot be done at {self.game.top(state)}") from None


class RefusesAloud(Leaky):
    def decide(self, state: Any, move: Any) -> Any:
        try:
            return self.game.decide(state, move)
        except IllegalMove as error:
            raise MalformedMove(f"{error}; somebody has {state.hands[0][:1]}") from None


class HappensMore(Leaky):
    """Something more happens at the end of a turn if somebody holds the mirror."""

    def decide(self, state: Any, move: Any) -> Any:
        events = self.game.decide(state, move)
        holds = any("shattered-mirror" in hand for hand in state.hands)
        return (*events, ev.Passed(0)) if holds and move.act == "pass" else events


LEAKS: tuple[tuple[str, Callable[[Game[Any, Any]], Leaky], str], ...] = (
    ("adlung", ShowsOffers, "view: agenda"), ("adlung", ShowsSpare, "view: spare"),
    ("adlung", CountsSides, "view: fewer"), ("adlung", ShowsNeighbour, "view: full"),
    ("adlung", ShowsTheNext, "view: rest"), ("adlung", ShowsRoles, "view: out"), ("adlung", TellsDraws, "event: drew"),
    ("adlung", TellsTrades, "event: swapped"), ("adlung", TellsClauses, "event: unread"),
    ("adlung", TellsSides, "event: saw-side"), ("dv", TellsChoices, "event: committed"),
    ("adlung", RefusesByOthersHands, "what is allowed"), ("adlung", RefusesByName, "refusal"),
    ("dv", RefusesAloud, "refusal"), ("adlung", HappensMore, "more happens"),
)
NEED_ALL = (TellsClauses, HappensMore)  # these tell of one single card
NEED_SPARE = (ShowsSpare, CountsSides)  # with four players no association is left over


@pytest.mark.parametrize(("edition", "leaky", "slip"), LEAKS, ids=[leaky.__name__ for _, leaky, _ in LEAKS])
def test_an_engine_that_lets_something_slip_is_found_out(
    edition: str, leaky: Callable[[Game[Any, Any]], Leaky], slip: str
) -> None:
    rules = rules_of(edition, 5 if leaky in NEED_SPARE else 4)
    plain: Any = leaky(open_game(rules))
    tally, game = sc.played(rules, 3, first=int(leaky in NEED_ALL), more=2, game=plain)
    assert game is not None
    (told,) = tally.slips.values()
    assert slip in told


def test_what_slips_is_a_violation_with_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    from advocatus.model.teufelsburg import views

    rules = rules_of("adlung", 3)
    context = CheckContext(0, Store(Path("nowhere")))
    assert sc.played(rules, 0, first=0)[0].slips == {}
    monkeypatch.setattr(views, "SECRET_EVENT_FIELDS", {**views.SECRET_EVENT_FIELDS, "offered": ((), ())})
    rows, (finding,) = sc.secrecy([rules], context)
    assert (finding.kind, finding.cause) == ("violation", ("secrecy", "offer.offer"))
    assert "event: offered" in finding.summary
    assert finding.trace is not None
    assert [row.verdict for row in rows] == ["refuted"]
    assert rows[0].finding == finding.file_name
    assert replay(finding, editions()) == ()


def test_a_norm_by_what_others_hold_tells_it_by_itself() -> None:
    """That an ally with the pearl may not be named tells whoever tries: the reading does it, not the program."""
    rules = make_rules(editions()["adlung"], 4, (), {"object.black-pearl.ally": "barred"})
    game, secrets = open_game(rules), sc.secrets_of(rules)
    assert secrets is not None
    assert sc.played(rules, 1, games=25, first=0)[0].slips == {}
    norm = next(n for n in rules.norms if n.move == "name" and n.mood == "forbid")
    assert norm.when is not None
    assert not secrets.of_others.isdisjoint(norm.when.names)
    assert game.rules is rules


def test_what_norms_tell_in_any_decision_is_on_file_as_a_leak() -> None:
    """Over all kinds of decision no other norms come up than those that the games of `leaks` have found."""
    for edition, players in (("adlung", 4), ("dv", 4)):
        forced = sc.played(rules_of(edition, players), 0, games=25, first=1, more=0)[0].forced
        causes = {load(path).cause for path in Store(default_folder()).files("teufelsburg")
                  if path.name.startswith(f"leak.{edition}")}
        assert forced
        assert forced <= causes


# ---------------------------------------------------------------- the twins themselves


def test_twins_are_positions_that_the_seat_may_not_tell_apart() -> None:
    rules = rules_of("adlung", 4)
    game, secrets, rng = open_game(rules), sc.secrets_of(rules), Random(5)
    assert secrets is not None
    sound = apart = 0
    for step in random_steps(game, game.random_deal(rng), rng, 40):
        for seat in range(4):
            for exchange in (one for sort in secrets.twins(step.before, seat, ()).values() for one in sort):
                twin = exchange().state
                assert not game.well_formed(twin)
                assert twin != step.before
                sound += 1
                apart += secrets.open_to(twin, seat) != secrets.open_to(step.before, seat)
    assert sound > 2_000
    assert apart == 0


def test_an_event_of_which_nothing_is_told_tells_nothing() -> None:
    rules = rules_of("adlung", 4)
    secrets, game = sc.secrets_of(rules), open_game(rules)
    assert secrets is not None
    state = game.start(game.random_deal(Random(1)))
    drew = ev.Drew(1, "key")
    assert secrets.told(drew, 1, state) != secrets.told(evolve(drew, kind="tome"), 1, state)
    assert secrets.told(drew, 2, state) == secrets.told(evolve(drew, kind="tome"), 2, state)
