"""The search itself, on a game small enough to know all of: the bag-trade kernel."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent / "bench"))

from kernel import FastKernel, Kernel, Table, orbit
from packed import DRAW, MASK, Packed

from advocatus.checks.explore import EngineSpace, Packer
from advocatus.checks.search import SHIFT, BrokenBound, Limits, length_of, search
from advocatus.checks.symmetry import unsound

ALL = Limits(10**6, 10**7)
START = length_of(1, 0)


class Counted:
    """A space that counts the steps taken in it."""

    def __init__(self, space: Any) -> None:
        self.space, self.steps = space, 0

    def after(self, node: Any) -> list[Any]:
        found = list(self.space.after(node))
        self.steps += len(found)
        return found


def everything(fast: FastKernel, key: Any = None) -> tuple[int, int]:
    """How many positions there are, and how many steps."""
    space = Counted(fast.space())
    found = search(space, [(fast.deal(), START)], lambda s: not fast.sound(s), ALL, key=key)
    assert found.node is None
    assert found.exhausted
    return found.states, space.steps


def reachable(fast: FastKernel) -> list[int]:
    nodes: list[int] = []

    def keep(node: int) -> bool:
        nodes.append(node)
        return False

    search(fast.space(), [(fast.deal(), START)], keep, ALL)
    return nodes


# ---------------------------------------------------------------- the counts that other tools agree on


def test_plain_search_counts_what_other_tools_count() -> None:
    assert everything(FastKernel(4, 7, 3)) == (140_484, 419_084) == Packed(4, 7, 3).explore()


@pytest.mark.slow
def test_plain_search_of_the_larger_kernel() -> None:
    assert everything(FastKernel(4, 8, 3)) == (1_005_216, 3_163_460)


def test_symmetry_leaves_as_many_as_other_tools_count() -> None:
    fast = FastKernel(4, 8, 3)
    assert everything(fast, fast.like(turned=False))[0] == 7_090
    assert everything(fast, fast.like(turned=True))[0] == 2_378


# ---------------------------------------------------------------- the fast form is the game


def test_the_fast_form_steps_as_the_engine_decides_and_evolves() -> None:
    game, fast = Kernel(3, 5, 2), FastKernel(3, 5, 2)
    states: list[Table] = []

    def keep(state: Table) -> bool:
        states.append(state)
        return False

    found = search(EngineSpace(game), [(game.start(), START)], keep, ALL, key=fast.pack)
    assert found.states == len(states) == everything(fast)[0]
    for state in states:
        slow = [(fast.pack(after), step) for after, step, _ in EngineSpace(game).after(state)]
        assert slow == [(after, step) for after, step, _ in fast.steps(fast.pack(state))]


# ---------------------------------------------------------------- symmetry: sound, or found out


def test_positions_have_one_key_exactly_if_they_are_alike() -> None:
    fast = FastKernel(3, 5, 2)
    key = fast.like(turned=True)
    for node in reachable(fast)[::7]:
        assert len({key(image) for image in orbit(fast, node)}) == 1
    nodes = reachable(fast)
    orbits = {min(orbit(fast, node)) for node in nodes}
    assert len({key(node) for node in nodes}) == len(orbits)


@pytest.mark.parametrize("turned", [False, True])
def test_the_keys_are_sound(turned: bool) -> None:
    fast = FastKernel(3, 5, 2)
    assert unsound(fast.space(), [reachable(fast)], fast.like(turned), lambda s: not fast.sound(s)) is None


def test_a_key_that_takes_too_much_as_one_is_found_out() -> None:
    """Planted: the bags are taken for plain objects."""
    fast = FastKernel(3, 5, 2)
    key = fast.like(turned=True)
    assert unsound(fast.space(), [reachable(fast)], lambda s: key(s)[:4] + tuple(sorted(key(s)[4:])))


def test_a_key_that_is_unsound_for_the_goal_is_found_out() -> None:
    """The seats cannot be rotated where the question names one."""
    fast = FastKernel(3, 5, 2)
    assert unsound(fast.space(), [reachable(fast)], fast.like(turned=True), lambda s: s & MASK == 0)


@pytest.mark.parametrize("turned", [False, True])
def test_symmetry_changes_no_length(turned: bool) -> None:
    fast = FastKernel(4, 7, 3)
    for size in (2, 3):
        def goal(node: int, size: int = size) -> bool:
            held = [node >> shift & MASK for shift in fast.shifts]
            return any(held.count(seat) == size for seat in range(4))

        plain = search(fast.space(), [(fast.deal(), START)], goal, ALL)
        alike = search(fast.space(), [(fast.deal(), START)], goal, ALL, key=fast.like(turned))
        assert (plain.length, alike.states < plain.states) == (alike.length, True)


# ---------------------------------------------------------------- bounds


def missing(fast: FastKernel, size: int) -> Any:
    """At least so many turns to a hand of this size: one turn brings one object at most, and the turn must end."""

    def bound(node: int) -> int:
        held = [node >> shift & MASK for shift in fast.shifts]
        most = max(held.count(seat) for seat in range(fast.n))
        return max(0, size - most - 1) << SHIFT

    return bound


def test_a_bound_changes_no_length_and_sees_less() -> None:
    fast = FastKernel(4, 7, 3)

    def goal(node: int) -> bool:
        held = [node >> shift & MASK for shift in fast.shifts]
        return any(held.count(seat) == 3 for seat in range(4))

    plain = search(fast.space(), [(fast.deal(), START)], goal, ALL)
    led = search(fast.space(), [(fast.deal(), START)], goal, ALL, bound=missing(fast, 3))
    assert plain.node is not None
    assert (led.length, led.below) == (plain.length, plain.length)
    assert led.states < plain.states


def test_a_bound_that_claims_too_much_is_caught() -> None:
    """Planted: a hand is said to need two turns an object."""
    fast = FastKernel(4, 7, 3)
    bound = missing(fast, 4)
    with pytest.raises(BrokenBound):
        search(fast.space(), [(fast.deal(), START)], lambda s: False, ALL, bound=lambda s: 2 * bound(s))


def test_what_is_not_seen_is_said() -> None:
    fast = FastKernel(4, 7, 3)
    found = search(fast.space(), [(fast.deal(), START)], lambda s: False, Limits(10**6, 500))
    assert (found.node, found.exhausted) == (None, False)
    assert found.states >= 500
    assert 1 <= found.below >> SHIFT < 20
    found = search(fast.space(), [(fast.deal(), START)], lambda s: False, Limits(2, 10**6))
    assert (found.exhausted, found.below) == (True, length_of(3, 0))


# ---------------------------------------------------------------- keys


def test_packed_keys_are_equal_exactly_if_positions_are() -> None:
    game = Kernel(3, 5, 2)
    pack = Packer(Table)
    states: list[Table] = []
    search(EngineSpace(game), [(game.start(), START)], lambda s: bool(states.append(s)), Limits(3, 10**6))  # type: ignore[func-returns-value]
    assert len({pack(s) for s in states}) == len(set(states)) == len(states)
    assert all(len(pack(s)) == 4 * 4 for s in states)
    assert Packer(Table, ("turn",))(states[0]) != pack(states[0])


def test_a_draw_costs_nothing() -> None:
    fast = FastKernel(3, 5, 2)
    costs = {step for node in reachable(fast) if node >> fast.phase & MASK >> 1 == DRAW
             for _, step, _ in fast.steps(node)}
    assert all(step & 0xFFFFF == 0 for step in costs)
