"""Leaks: what a rule makes somebody tell, and that the program tells nobody what lies hidden."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import asdict, evolve
from games import own_rulebook

from advocatus.checks.context import CheckContext
from advocatus.checks.finding import Finding, Store
from advocatus.checks.leak import leak_findings, leaks, looks, unlike
from advocatus.checks.play import random_steps
from advocatus.checks.replaying import replay
from advocatus.model.families import editions, find_editions, open_game
from advocatus.model.game import Event, make
from advocatus.model.norms import Resolution
from advocatus.model.rules import Rules, make_rules
from advocatus.model.teufelsburg import moves as mv
from advocatus.model.teufelsburg.cards import minus, plus
from advocatus.model.teufelsburg.state import State


def found_in(rules: Rules) -> dict[tuple[str, ...], Finding]:
    return {f.cause: f for f in leaks([rules], CheckContext(0, Store(Path("nowhere"))))[1]}


@pytest.fixture(scope="module")
def told() -> dict[tuple[str, ...], Finding]:
    return found_in(make_rules(editions()["adlung"], 4))


def test_what_must_be_done_tells_what_is_hidden(told: dict[tuple[str, ...], Finding]) -> None:
    assert set(told) == {
        ("object.black-pearl/1",), ("object.shattered-mirror/1",), ("trade.abilities/1",),
        ("object.bag.no-bag/1", "trade.must-refuse-bag/1"),
        ("object.shattered-mirror.silent/1", "object.shattered-mirror.silent/2"),
    }


def test_leaks_replay_and_a_spoilt_one_does_not(told: dict[tuple[str, ...], Finding]) -> None:
    for finding in told.values():
        assert replay(finding, editions()) == ()
        assert finding.impact == "reveals something"
    one = told["object.shattered-mirror/1",]
    spoilt_ones = evolve(one, cause=("object.dagger/1",)), evolve(one, summary=""), evolve(one, clauses=("turn.pass",))
    for spoilt in spoilt_ones:
        assert replay(spoilt, editions()) != ()


def test_a_refusal_tells_the_lookers_on_and_not_the_one_who_offered(told: dict[tuple[str, ...], Finding]) -> None:
    assert "tells C and D something" in told["object.shattered-mirror/1",].summary


def test_who_may_let_a_text_be_tells_nothing_by_it() -> None:
    """Under Smuggling nobody learns from a silent trade what was traded."""
    causes = found_in(make_rules(editions()["adlung"], 4, ["smuggling"]))
    assert ("trade.abilities/1",) not in causes
    assert ("object.shattered-mirror/1",) in causes


NORMS = {
    "object.shattered-mirror": 'oblige = "return"\nwhen = "offered == shattered_mirror"',
    "object.black-pearl": 'oblige = "return"\nwhen = "offered == black_pearl"',
}


def test_a_rulebook_without_the_duty_tells_nothing_and_with_one_planted_it_does(tmp_path: Path) -> None:
    def without(text: str) -> str:
        for norm in NORMS.values():
            assert norm in text
            text = text.replace(f"[[clause.norm]]\n{norm}\n", "")
        return text

    (plain,) = find_editions(str(own_rulebook(tmp_path, without)))
    assert not any(cause[0].split("/")[0] in NORMS for cause in found_in(make_rules(plain, 4)))
    planted = '[[clause.norm]]\noblige = "return"\nwhen = "offered == monocle"\n'

    def plant(text: str) -> str:
        said = 'says = "Traded away: look at the trading partner\'s association."\n'
        assert said in text
        return without(text).replace(said, said + planted)

    (spoilt,) = find_editions(str(own_rulebook(tmp_path, plant, key="spoilt")))
    causes = {norm.split("/")[0] for cause in found_in(make_rules(spoilt, 4)) for norm in cause}
    assert "object.monocle" in causes


# ---------------------------------------------------------------- the program itself


def pinned(state: State) -> set[str]:
    """The cards that what is owed or lies on the table speaks of."""
    values = [value for frame in state.agenda for value in asdict(frame, recurse=False).values()]
    words = {word for value in values for word in (value if isinstance(value, tuple) else (value,))}
    return {str(word) for word in words} | {card for _, card in (state.duel.played if state.duel else ())}


def has_looked(state: State, seat: int) -> bool:
    """Whether a seat is choosing among cards of others, or of the pile, that it has just been shown."""
    frame = state.agenda[0]
    return frame.kind in ("foresee", "steal") and seat in frame.owed


def twins(game: Any, state: State, seat: int, rng: Random) -> Iterator[State]:
    """Positions that differ from this one in what the seat may not know, and look the same to it."""
    others = [i for i in range(state.players) if i != seat]
    named = pinned(state)
    for _ in range(4):
        one, two = rng.sample(others, 2)
        hands = list(state.hands)
        mine, theirs = rng.choice(hands[one] or ("",)), rng.choice(hands[two] or ("",))
        if mine and theirs and mine != theirs and not {mine, theirs} & named:
            hands[one], hands[two] = plus(minus(hands[one], mine), theirs), plus(minus(hands[two], theirs), mine)
        roles, sides = list(state.roles), list(state.sides)
        if not state.shown[one] and not state.shown[two] and not {roles[one], roles[two]} & named:
            roles[one], roles[two] = roles[two], roles[one]
        if not state.rows:
            sides[one], sides[two] = sides[two], sides[one]
        rest = state.rest
        if rest and hands[one] and rest[0] not in hands[one] and not {hands[one][0], rest[0]} & named:
            gone = hands[one][0]
            hands[one], rest = plus(minus(hands[one], gone), rest[0]), plus(minus(rest, rest[0]), gone)
        other = evolve(state, hands=tuple(hands), roles=tuple(roles), sides=tuple(sides), rest=rest)
        if other != state and not game.well_formed(other) and game.view(other, seat) == game.view(state, seat):
            yield other


@pytest.mark.parametrize(("edition", "players"), [("adlung", 3), ("adlung", 5), ("dv", 4), ("dv", 7)])
def test_where_it_looks_the_same_a_seat_may_do_the_same_and_is_refused_alike(edition: str, players: int) -> None:
    game, rng = open_game(make_rules(editions()[edition], players)), Random(11)
    compared = 0
    while compared < 600:
        for step in random_steps(game, game.random_deal(rng), rng, 80):
            if game.top(step.after) is None:
                break
            for seat in range(players):
                if has_looked(step.after, seat):
                    continue
                for other in twins(game, step.after, seat, rng):
                    assert unlike(game, step.after, other, seat) == "", (game.top(step.after), seat)
                    compared += 1


@pytest.mark.parametrize(("edition", "players"), [("adlung", 4), ("adlung", 7), ("dv", 5)])
def test_what_a_seat_does_looks_the_same_to_the_others_where_they_cannot_see(edition: str, players: int) -> None:
    """The same move in two positions that look the same: whoever is no party to it sees the same happen."""
    game, rng = open_game(make_rules(editions()[edition], players)), Random(5)
    compared = 0
    while compared < 300:
        for step in random_steps(game, game.random_deal(rng), rng, 80):
            by = step.move.by
            if by < 0 or has_looked(step.before, by):
                continue
            for other in twins(game, step.before, by, rng):  # the mover's own cards stay
                seat = next(i for i in range(players) if i != by)
                if game.view(other, seat) != game.view(step.before, seat):
                    continue
                again = make(game, other, step.move)
                laid_open = any(event.tag in ("named", "decided") for event in step.events)
                alike = [e.tag for e in again.events] == [e.tag for e in step.events]
                if laid_open or parties(step.events) & {seat} or not alike:
                    continue
                assert looks(game, again, seat) == looks(game, step, seat), step.move
                compared += 1


def parties(events: tuple[Event, ...]) -> set[int]:
    """The seats that an event names."""
    return {getattr(event, name) for event in events for name in ("by", "of", "to") if hasattr(event, name)}


class Talkative:
    """An engine that lets slip something of another's hand in a refusal."""

    def __init__(self, game: Any) -> None:
        self.game = game

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)

    def resolve(self, state: State, seat: int) -> Resolution[Any]:
        found: Resolution[Any] = self.game.resolve(state, seat)
        slip = min(state.hands[(seat + 1) % state.players], default="") > "g"
        return evolve(found, legal=found.legal[1:] if slip and len(found.legal) > 1 else found.legal)

    def judge(self, state: State, move: Any) -> Any:
        found = self.resolve(state, move.by)
        return found.judge(found.candidates.index(move))


def test_an_engine_that_lets_something_slip_is_found_out() -> None:
    game, rng = open_game(make_rules(editions()["adlung"], 5)), Random(11)
    felt = [
        unlike(Talkative(game), step.after, other, seat)  # type: ignore[arg-type]
        for _ in range(4) for step in random_steps(game, game.random_deal(rng), rng, 60)
        if game.top(step.after) is not None
        for seat in range(5) if not has_looked(step.after, seat) for other in twins(game, step.after, seat, rng)
    ]
    assert any(felt)


def test_no_leak_is_made_of_a_game_that_tells_nothing() -> None:
    rules = make_rules(editions()["adlung"], 4)
    deal = open_game(rules).random_deal(Random(1))
    assert leak_findings(rules, deal, (mv.Pass(0),)) == ()
    assert leak_findings(rules, deal, (mv.Pass(1),)) == ()  # no game at all
