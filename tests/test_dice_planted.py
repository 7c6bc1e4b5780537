"""Planted faults in the game of devils: a line of the engine is wrong on purpose, and a named test must fail.

The code of the functions is exchanged in place, so that whoever imported them plays by the fault too.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import pytest
import test_dice_devils as game
from attrs import evolve

MODEL = "advocatus.model.dice_devils"
Test = Callable[[], Any]


def functions(module: ModuleType, space: dict[str, Any]) -> Iterator[tuple[str, FunctionType]]:
    """The functions and methods that a module's own text makes, by name."""
    for name, thing in space.items():
        if isinstance(thing, FunctionType) and thing.__module__ == module.__name__:
            yield name, thing
        elif inspect.isclass(thing) and thing.__module__ == module.__name__:
            for inner, member in vars(thing).items():
                found = member.fget if isinstance(member, property) else member
                if isinstance(found, FunctionType) and found.__module__ == module.__name__:
                    yield f"{name}.{inner}", found


@contextmanager
def planted(where: str, right: str, wrong: str) -> Iterator[None]:
    """A module of the engine with one text exchanged for another."""
    module = import_module(f"{MODEL}.{where}")
    text = Path(module.__file__ or "").read_text("utf-8")
    assert text.count(right) == 1, f"{right!r} stands {text.count(right)} times in {where}"
    marked = text.replace(right, wrong)
    old = compile(marked, str(module.__file__), "exec")
    codes = {c.co_qualname if hasattr(c, "co_qualname") else c.co_name: c for c in _codes(old)}
    kept = {}
    for name, function in functions(module, dict(vars(module))):
        if name in codes and codes[name].co_freevars == function.__code__.co_freevars:
            kept[name] = function, function.__code__
            function.__code__ = codes[name]
    try:
        yield
    finally:
        for function, code in kept.values():
            function.__code__ = code


def _codes(code: Any) -> Iterator[Any]:
    for const in code.co_consts:
        if inspect.iscode(const):
            yield const
            yield from _codes(const)


def each(test: Callable[..., Any], *calls: tuple[Any, ...]) -> Test:
    return lambda: [test(*call) for call in calls]


FAULTS: list[tuple[str, str, str, Test]] = [
    ("dice", "[:2])", "[:3])", game.test_two_of_three_dice_count_and_the_smallest_is_the_satansbratens),
    ("dice", "rules.fact(f\"faces.grey.{value}\")", "1 + value // 4",
     game.test_chances_sum_to_one_and_are_those_of_the_dice),
    ("dice", "if rank == OBERTEUFEL else rules", "if rank else rules",
     game.test_chances_sum_to_one_and_are_those_of_the_dice),
    ("state", "smallest = min(state.dice[over])", "smallest = max(state.dice[over])",
     game.test_two_of_three_dice_count_and_the_smallest_is_the_satansbratens),
    ("state", "smallest = state.first_smallest", "pass",
     each(game.test_the_die_added_is_of_the_last_roll_or_of_the_first, ("first", 3))),
    ("state", "smallest if state.ranks[seat] == SATANSBRATEN else 0", "0",
     game.test_two_of_three_dice_count_and_the_smallest_is_the_satansbratens),
    ("state", "or OBERTEUFEL in some)", "or True)",
     game.test_a_mix_of_ones_own_has_the_satansbraten_with_the_oberteufel_alone),
    ("fights", "return 0 if bare else fight.die", "return fight.die",
     each(game.test_the_die_is_added_to_a_roll_for_a_tie_or_not, ("bare", 0))),
    ("fights", "best = max(scores", "best = min(scores", game.test_who_ties_rolls_again_and_nobody_else),
    ("fights", "script.roll(*tied)", "script.roll(*fight.among)", game.test_who_ties_rolls_again_and_nobody_else),
    ("fights", "winner = tied[0]  #", "winner = tied[-1]  #", each(game.test_a_second_tie, ("rank", 0))),
    ("fights", "state.ranks[seat] == SPRINGTEUFEL)", "not seat)",
     each(game.test_the_springteufel_wins_ties_or_not, ("wins-ties", True))),
    ("fights", "return not fight.again or", "return",
     game.test_the_spielteufel_forces_once_a_round_and_the_others_alone),
    ("fights", "seats = state.wanting(at)\n", "seats = state.wanting(at)[:1]\n",
     game.test_who_ties_rolls_again_and_nobody_else),
    ("fights", "STEALABLE for seat in beaten", "STEALABLE + 9 for seat in beaten",
     game.test_the_fehlerteufel_steals_what_is_worth_one_of_those_he_beat),
    ("fights", "if any(state.objects[seat] for seat in beaten)", "if beaten", game.test_there_may_be_nothing_to_take),
    ("fights", "script.emit(ev.Shown, seat, state", "script.emit(ev.Shown, 0, state",
     game.test_who_takes_part_shows_his_own_dice_and_nobody_else_does),
    ("script", "return min(wanted, key=lambda at: (at != first, at)", "return min(wanted, key=lambda at: (at, at)",
     game.test_the_oberteufels_dice_off_is_the_first),
    ("script", "wanted = max(0, wanted - self.state.lying)", "pass",
     each(game.test_objects_left_over_count_or_not, ("up-to", 2))),
    ("script", "len(hand) >= enough", "len(hand) > enough", game.test_the_round_in_which_somebody_has_ten_is_the_last),
    ("round", "(Place(seat) for seat in state.by_rank(seats))", "(Place(seat) for seat in seats)",
     game.test_markers_are_laid_in_the_order_of_ranks),
    ("round", "for _ in range(new)", "for _ in range(new + 1)",
     each(game.test_so_many_objects_are_revealed, (3, (), 2))),
    ("ending", "triplets = min(triplets, 1)", "pass", each(game.test_six_of_a_kind, ("once", 9))),
    ("ending", "many // rules", "-many // rules", each(game.test_six_of_a_kind, ("each", 12))),
    ("ending", "(state.ranks[seat] != SPRINGTEUFEL, height", "(0, height",
     each(game.test_a_tie_at_the_end, ((game.SPRING, game.OBER, game.PUTZ), 0))),
    ("evolve", "ranks=both(state.ranks)", "ranks=state.ranks",
     game.test_ranks_are_changed_with_one_who_was_beaten_and_serve_later),
    ("evolve", "plus(less.objects[event.by], event.kind)", "less.objects[event.by]",
     game.test_the_fehlerteufel_steals_what_is_worth_one_of_those_he_beat),
    ("playing", "if script.state.ranks[seat] != SPIELTEUFEL", "if seat >= 0",
     game.test_the_spielteufel_forces_once_a_round_and_the_others_alone),
    ("views", "and not event.open and seat != event.by", "and not seat",
     game.test_rolls_are_seen_by_nobody_else_until_they_are_shown),
    ("views", "if over in known else None", "", game.test_rolls_are_seen_by_nobody_else_until_they_are_shown),
]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault[0]}: {fault[1][:40]}")
def test_a_planted_fault_is_caught(fault: tuple[str, str, str, Test]) -> None:
    where, right, wrong, test = fault
    test()
    with planted(where, right, wrong), pytest.raises(BaseException):  # noqa: PT011, B017
        test()
    test()


def test_there_are_enough_of_them() -> None:
    assert len(FAULTS) >= 25


@pytest.mark.parametrize(("norm", "test"), [
    ("swap.ranks/3", game.test_ranks_are_changed_with_one_who_was_beaten_and_serve_later),
    ("rank.fehlerteufel/3", game.test_the_fehlerteufel_steals_what_is_worth_one_of_those_he_beat),
    ("rank.fehlerteufel/4", game.test_the_fehlerteufel_steals_what_is_worth_one_of_those_he_beat),
    ("rank.putzteufel/4", game.test_the_putzteufel_exchanges_with_those_he_beat),
])
def test_a_norm_that_is_missing_is_felt(norm: str, test: Test, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = game.EDITION
    clauses = tuple(evolve(c, norms=tuple(n for n in c.norms if n.id != norm)) for c in whole.clauses)
    test()
    monkeypatch.setattr(game, "EDITION", evolve(whole, clauses=clauses))
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        test()
