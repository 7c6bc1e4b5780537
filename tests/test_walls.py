"""Where play stops: the shortest game over every deal, and that what is proved replaces what is not."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from advocatus.checks import walls
from advocatus.checks.clash import same_wall
from advocatus.checks.deriving import findings_at, game_of, play_out
from advocatus.checks.finding import BREADTH, PROPOSED, Shortest, Store, default_folder, load, shorter
from advocatus.checks.walls import nearest_silence, nearest_wall
from advocatus.model.families import editions
from advocatus.model.rules import Rules, make_rules
from advocatus.specs.families import spec_of

STORE = Store(default_folder())


def rules(edition: str, players: int, **answers: str) -> Rules:
    return make_rules(editions()[edition], players, (), {k.replace("_", "."): v for k, v in answers.items()})


@pytest.mark.parametrize(("edition", "players"), [("adlung", 3), ("dv", 4)])
def test_the_shortest_game_to_a_clash_has_four_decisions(edition: str, players: int) -> None:
    here = rules(edition, players)
    spec = spec_of("teufelsburg")
    assert spec is not None
    (proposed,) = spec.clashes(here)
    stop = nearest_wall(here, proposed.frame, same_wall(proposed, False))
    assert stop is not None
    played = play_out(here, stop.deal, stop.moves)
    assert (played.turn, played.decisions) == (1, 4)
    (found,) = findings_at(here, stop.deal, stop.moves, PROPOSED, proved=True)
    assert found.cause == ("object.bag.no-bag", "profession.diplomat.demand")


def test_the_shortest_game_to_a_silence_has_three_decisions() -> None:
    silent = rules("adlung", 3, hand_limit="unsaid")
    stop = nearest_silence(silent, "hand.limit")
    assert stop is not None
    played = play_out(silent, stop.deal, stop.moves)
    assert played.gap is not None
    assert (played.gap.topic, played.turn, played.decisions) == ("hand.limit", 1, 3)


def test_where_nothing_stops_there_is_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walls, "TURNS", 1)
    here = rules("adlung", 3)
    assert nearest_wall(here, "answer", lambda game, state: False, states=300) is None
    assert nearest_silence(here, "hand.limit", states=300) is None


def test_the_first_that_fits_is_the_shortest() -> None:
    """Any position at a kind of frame: as far as that is from the deal."""
    here = rules("adlung", 3)
    game = game_of(here)
    for kind, decisions in (("action", 0), ("offer", 1), ("answer", 2), ("activate", 3)):
        stop = nearest_wall(here, kind, lambda _, state, kind=kind: state.agenda[0].kind == kind)
        assert stop is not None
        assert sum(move.by >= 0 for move in stop.moves) == decisions
        assert game.start(stop.deal)


@pytest.mark.parametrize("name", sorted(p.name for kind in ("clash", "gap") for p in STORE.files("teufelsburg")
                                        if p.name.startswith(f"{kind}.")))
def test_every_clash_and_gap_on_file_that_is_near_is_proved_shortest(name: str) -> None:
    found = load(next(path for path in STORE.files("teufelsburg") if path.name == name))
    assert found.shortest is not None
    assert found.shortest.proved or found.shortest.turn > walls.TURNS
    assert not found.shortest.proved or found.found in (BREADTH, PROPOSED)


def test_a_game_that_is_proved_takes_the_place_of_one_as_short_that_is_not(tmp_path: Path) -> None:
    proved = load(next(path for path in STORE.files("teufelsburg") if path.name.startswith("gap.adlung.hand.limit")))
    assert proved.shortest is not None
    open_ = evolve(proved, shortest=Shortest(False, proved.shortest.turn, proved.shortest.decisions, 0))
    longer = evolve(proved, shortest=evolve(proved.shortest, decisions=proved.shortest.decisions + 1))
    assert shorter(proved, open_)
    assert not shorter(open_, proved)
    assert not shorter(longer, open_), "a longer game is none the better for being proved"
    store = Store(tmp_path)
    assert [store.save(f) for f in (open_, proved, open_)] == ["new", "shorter", "kept"]
