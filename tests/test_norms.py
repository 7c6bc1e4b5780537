"""How norms settle: what is open, what is closed, which norm gives way, and what a collision rests on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st
from small_family import ACCESSORS, CONDITIONS, MOVES, OF_MOVE, TABLES, conditions, norm, settled

from advocatus.model.guard import Guard, compile_guard
from advocatus.model.norms import FORBID, MOODS, OBLIGE, PERMIT, Norm, NormIndex, Resolution

REPEATABLE = settings(deadline=None, derandomize=True, database=None, max_examples=300)

Standing = tuple[Norm, Sequence[int]]


def card(text: str, **options: Any) -> Norm:
    """A norm quoted from a card, which beats rules."""
    return norm(text, rank=1, **options)


def ids(norms: Iterable[Norm]) -> list[str]:
    return [n.id for n in norms]


def sets(resolution: Resolution[int]) -> list[list[str]]:
    """The smallest sets of a clash, by the clauses."""
    return [[n.clause for n in norms] for norms in resolution.clashes()]


def gone(resolution: Resolution[int]) -> list[str]:
    """The clauses of the defeated norms."""
    return sorted(s.norm.clause for s in resolution.defeated)


def became(resolution: Resolution[int]) -> str:
    """What became of the frame."""
    return ("gap" if resolution.is_gap else "clash") if resolution.stuck else "goes on"


# ---------------------------------------------------------------- the three moods


def test_nothing_is_open_without_a_norm() -> None:
    nothing = settled([])
    assert (nothing.legal, nothing.open, became(nothing), nothing.clashes()) == ((), frozenset(), "gap", ())


def test_a_permit_opens_what_it_covers_and_closes_nothing() -> None:
    both = settled([(norm("a permit"), [1]), (norm("b permit"), [3, 1])])
    assert (both.legal, both.open, both.closing) == ((1, 3), frozenset({1, 3}), ())
    assert both.moves == (1, 3)


def test_legal_moves_stand_in_the_order_of_the_candidates() -> None:
    assert settled([(norm("a permit"), [9, 8, 1])], candidates=10).legal == (1, 8, 9)


def test_a_forbid_closes_and_opens_nothing() -> None:
    assert settled([(norm("a permit"), [0, 1]), (norm("b forbid"), [1, 2])]).legal == (0,)


def test_an_oblige_opens_its_set_and_closes_the_rest() -> None:
    bound = settled([(norm("a permit"), [0, 1, 2]), (norm("b oblige"), [2, 3])])
    assert (bound.legal, bound.open) == ((2, 3), frozenset({0, 1, 2, 3}))


def test_duties_that_leave_a_move_in_common_do_not_collide() -> None:
    assert settled([(norm("a oblige"), [0, 1]), (norm("b oblige"), [1, 2])]).legal == (1,)


def test_judging_a_move_names_the_norms_for_and_against() -> None:
    table = settled([
        (norm("a permit"), [0, 1]), (norm("b oblige"), [1, 2]), (norm("c forbid"), [2]), (norm("d forbid"), [0]),
    ])
    judged = [table.judge(i) for i in range(4)]
    assert [j.move for j in judged] == [0, 1, 2, 3]
    assert [j.allowed for j in judged] == [False, True, False, False]
    assert [ids(j.permitted_by) for j in judged] == [["a/1"], ["a/1", "b/1"], ["b/1"], []]
    assert [sorted(ids(j.against)) for j in judged] == [["b/1", "d/1"], [], ["c/1"], ["b/1"]]
    assert [j.clauses for j in judged] == [("b", "d"), ("a", "b"), ("c",), ("b",)]


def test_a_clause_is_told_once_however_many_of_its_norms_decide() -> None:
    twice = Norm("a/2", "a", FORBID, "return", (), None, None, 0)
    assert settled([(norm("a forbid"), [0]), (twice, [0])]).judge(0).clauses == ("a",)


# ---------------------------------------------------------------- gaps, clashes, interrupts


def test_a_forbid_on_what_nothing_opens_is_a_gap_and_no_clash() -> None:
    closed = settled([(norm("a forbid"), [0, 1, 2, 3])])
    assert (became(closed), sets(closed)) == ("gap", [])


def test_a_duty_without_a_candidate_is_a_gap_whatever_is_open() -> None:
    missing = settled([(norm("a permit"), [0]), (norm("b oblige"), []), (norm("c forbid"), [0])])
    assert (became(missing), sets(missing)) == ("gap", [])


def test_a_forbid_on_all_that_is_open_is_a_clash() -> None:
    assert sets(settled([(norm("a permit"), [0, 1]), (norm("b forbid"), [0, 1])])) == [["b"]]


def test_duties_that_share_nothing_clash() -> None:
    torn = settled([(norm("a oblige"), [0]), (norm("b oblige"), [1])])
    assert (torn.legal, became(torn), sets(torn)) == ((), "clash", [["a", "b"]])


def test_where_something_is_legal_nothing_is_a_gap_or_a_clash() -> None:
    fine = settled([(norm("a permit"), [0, 1]), (norm("b forbid"), [0])])
    assert (became(fine), fine.is_gap, fine.clashes()) == ("goes on", False, ())


def test_an_interrupt_does_not_answer_a_frame() -> None:
    """Candidates 0 and 1 answer, 2 and 3 interrupt."""
    silent = settled([(norm("a permit"), [2])], duty=[0, 1])
    assert (silent.legal, became(silent)) == ((2,), "gap")
    walled = settled([(norm("a permit"), [0, 2]), (norm("b forbid"), [0])], duty=[0, 1])
    assert (walled.legal, became(walled), sets(walled)) == ((2,), "clash", [["b"]])


def test_a_duty_leaves_interrupts_as_they_are() -> None:
    free = settled([(norm("a oblige"), [0]), (norm("b permit"), [1, 2])], duty=[0, 1])
    assert (free.legal, ids(free.judge(2).against)) == ((0, 2), [])


def test_a_norm_that_closes_only_interrupts_is_no_part_of_a_clash() -> None:
    walled = settled([(norm("a permit"), [0, 2]), (norm("b forbid"), [0]), (norm("c forbid"), [2])], duty=[0, 1])
    assert (walled.legal, sets(walled)) == ((), [["b"]])


def test_all_smallest_sets_are_told_small_ones_first() -> None:
    table = settled([
        (norm("z permit"), [0, 1, 2]), (norm("d forbid"), [0, 1, 2]), (norm("c forbid"), [0, 1]),
        (norm("b forbid"), [2]), (norm("a oblige"), [0]),
    ])
    assert sets(table) == [["d"], ["a", "c"], ["b", "c"]]


# ---------------------------------------------------------------- cards beat rules


def test_a_card_permit_shields_from_a_rule() -> None:
    shielded = settled([(card("a permit"), [0, 1]), (norm("b forbid"), [0, 1])])
    assert (shielded.legal, gone(shielded)) == ((0, 1), ["b"])
    assert ids(shielded.judge(0).defeated) == ["b/1"]


def test_a_shield_covers_no_more_than_its_own_moves() -> None:
    partly = settled([(card("a permit"), [0]), (norm("b permit"), [1]), (norm("c forbid"), [0, 1])])
    assert (partly.legal, gone(partly)) == ((0,), [])
    assert [ids(partly.judge(i).against) for i in (0, 1)] == [[], ["c/1"]]


def test_a_card_permit_shields_from_a_duty_of_the_rules() -> None:
    shielded = settled([(card("a permit"), [0]), (norm("b oblige"), [1]), (norm("c permit"), [2])])
    assert shielded.legal == (0, 1)


@pytest.mark.parametrize("rank", [0, 1])
def test_a_permit_does_not_shield_from_its_equals(rank: int) -> None:
    closed = settled([(norm("a permit", rank=rank), [0, 1]), (norm("b forbid", rank=rank), [1])])
    assert (closed.legal, gone(closed)) == ((0,), [])


def test_a_rule_permit_does_not_shield_from_a_card() -> None:
    assert settled([(norm("a permit"), [0, 1]), (card("b forbid"), [1])]).legal == (0,)


def test_a_duty_of_a_card_defeats_a_duty_of_the_rules() -> None:
    torn = settled([(norm("a oblige"), [0]), (card("b oblige"), [1])])
    assert (torn.legal, gone(torn), ids(torn.judge(0).against)) == ((1,), ["a"], ["b/1"])


def test_a_duty_of_the_rules_stands_inside_that_of_a_card() -> None:
    narrower = settled([(card("a oblige"), [0, 1]), (norm("b oblige"), [1, 2])])
    assert (narrower.legal, gone(narrower)) == ((1,), [])


def test_a_card_that_forbids_all_that_a_rule_obliges_defeats_it() -> None:
    freed = settled([(norm("a oblige"), [0]), (card("b forbid"), [0]), (norm("c permit"), [1])])
    assert (freed.legal, gone(freed)) == ((1,), ["a"])


def test_a_card_that_forbids_part_of_what_a_rule_obliges_narrows_it() -> None:
    narrowed = settled([(norm("a oblige"), [0, 1]), (card("b forbid"), [0]), (norm("c permit"), [2])])
    assert (narrowed.legal, gone(narrowed)) == ((1,), [])


def test_a_forbid_of_the_rules_narrows_a_duty_of_a_card_but_never_empties_it() -> None:
    narrowed = settled([(card("a oblige"), [0, 1]), (norm("b forbid"), [0])])
    assert (narrowed.legal, gone(narrowed)) == ((1,), [])
    emptied = settled([(card("a oblige"), [0, 1]), (norm("b forbid"), [0, 1, 2])])
    assert (emptied.legal, gone(emptied)) == ((0, 1), ["b"])


def test_cards_that_clash_among_themselves_are_not_helped_by_a_rule() -> None:
    torn = settled([(card("a oblige"), [0]), (card("b oblige"), [1]), (norm("c permit"), [0, 1, 2])])
    assert (became(torn), sets(torn)) == ("clash", [["a", "b"]])


def test_a_rule_beaten_by_a_card_is_no_part_of_a_clash_between_cards() -> None:
    torn = settled([(card("a oblige"), [0]), (card("b oblige"), [1]), (norm("c oblige"), [2])])
    assert (gone(torn), sets(torn)) == (["c"], [["a", "b"]])


def test_without_an_order_of_ranks_the_same_norms_clash() -> None:
    torn = settled([(norm("a oblige"), [0]), (norm("b oblige"), [1]), (norm("c forbid"), [1])])
    assert (gone(torn), sets(torn)) == ([], [["a", "b"], ["b", "c"]])


# ---------------------------------------------------------------- a clause overrides another


@pytest.mark.parametrize(
    ("ours", "theirs", "wins"),
    [
        ({}, {}, (False, False)),
        ({"rank": 1}, {}, (True, False)),
        ({"rank": 1}, {"rank": 1}, (False, False)),
        ({"overrides": ["b"]}, {}, (True, False)),
        ({"overrides": ["b"]}, {"rank": 1}, (True, False)),
        ({"rank": 1}, {"overrides": ["a"]}, (False, True)),
        ({"rank": 1, "overrides": ["b"]}, {}, (True, False)),
        ({"overrides": ["x"]}, {}, (False, False)),
        ({"rank": 1, "overrides": ["x"]}, {"overrides": ["y"]}, (True, False)),
    ],
)
def test_which_of_two_norms_beats_the_other(
    ours: dict[str, Any], theirs: dict[str, Any], wins: tuple[bool, bool]
) -> None:
    a, b = norm("a oblige", **ours), norm("b oblige", **theirs)
    assert (a.beats(b), b.beats(a)) == wins
    assert not a.beats(a)


@pytest.mark.parametrize(("winner", "loser"), [("a", "b"), ("b", "a")])
@pytest.mark.parametrize("rank", [0, 1])
def test_an_override_decides_between_equals(winner: str, loser: str, rank: int) -> None:
    table = settled([
        (norm(f"{winner} oblige", rank=rank, overrides=[loser]), [0]), (norm(f"{loser} oblige", rank=rank), [1]),
    ])
    assert (table.legal, gone(table)) == ((0,), [loser])


@pytest.mark.parametrize(("ruling", "on_card"), [("a", "b"), ("b", "a")])
def test_a_rule_that_overrides_a_card_is_not_shielded_from(ruling: str, on_card: str) -> None:
    table = settled([
        (norm(f"{ruling} forbid", overrides=[on_card]), [0]), (card(f"{on_card} permit"), [0, 1]),
    ])
    assert (table.legal, gone(table)) == ((1,), [])


@pytest.mark.parametrize(("ruling", "on_card"), [("a", "b"), ("b", "a")])
def test_a_rule_permit_that_overrides_a_card_shields_from_it(ruling: str, on_card: str) -> None:
    table = settled([
        (norm(f"{ruling} permit", overrides=[on_card]), [0]), (card(f"{on_card} forbid"), [0, 1]),
    ])
    assert (table.legal, gone(table)) == ((0,), [])


def test_a_duty_of_a_rule_that_overrides_a_card_defeats_the_duty_of_the_card() -> None:
    table = settled([(norm("a oblige", overrides=["b"]), [0]), (card("b oblige"), [1])])
    assert (table.legal, gone(table)) == ((0,), ["b"])


def test_a_norm_that_is_defeated_itself_defeats_nothing() -> None:
    """c overrides b and b overrides a, each of the same rank: b is defeated by c, so a stands."""
    table = settled([
        (norm("a oblige"), [0, 1]), (norm("b oblige", overrides=["a", "y"]), [2]),
        (norm("c oblige", overrides=["b"]), [0]),
    ])
    assert (table.legal, gone(table)) == ((0,), ["b"])


def test_a_card_that_has_nothing_to_do_with_it_does_not_defeat_a_rule() -> None:
    """A rule closes all that is open; a card forbids an interrupt (a spent occupation, say)."""
    rule = [(norm("a permit"), [0, 1]), (norm("b forbid"), [0, 1])]
    without = settled(rule, duty=[0, 1])
    beside = settled([*rule, (card("c forbid"), [2])], duty=[0, 1])
    assert (beside.legal, gone(beside), sets(beside)) == (without.legal, gone(without), sets(without))


def test_a_defeated_duty_without_a_candidate_makes_no_gap_of_a_clash() -> None:
    torn = settled([(card("a oblige"), [0]), (card("b oblige"), [1]), (norm("c oblige"), [])])
    assert (gone(torn), became(torn), sets(torn)) == (["c"], "clash", [["a", "b"]])


# ---------------------------------------------------------------- random sets of norms


@st.composite
def standings(
    draw: st.DrawFn, *, ranks: int = 1, overrides: bool = False, most: int = 6, covers: int = 0
) -> tuple[int, list[Standing]]:
    """A number of candidates, and norms with the `covers` or more that each covers; ids stand in no order."""
    size = draw(st.integers(1, 4))
    clauses = draw(st.permutations("abcdef"[: draw(st.integers(0, most))]))
    found: list[Standing] = []
    for clause in clauses:
        over = draw(st.lists(st.sampled_from(clauses), max_size=2, unique=True)) if overrides else []
        made = norm(f"{clause} {draw(st.sampled_from(MOODS))}", rank=draw(st.integers(0, ranks - 1)),
                    overrides=[other for other in over if other != clause])
        found.append((made, draw(duties(size, covers))))
    return size, found


def duties(size: int, least: int = 0) -> st.SearchStrategy[list[int]]:
    return st.lists(st.integers(0, size - 1), unique=True, min_size=least)


def by_the_book(size: int, duty: Sequence[int], standing: Sequence[Standing]) -> set[int]:
    """What is legal among norms of which none beats another, read off the definition."""
    return {
        i for i in range(size)
        if any(n.mood != FORBID and i in covers for n, covers in standing)
        and not any(n.mood == FORBID and i in covers for n, covers in standing)
        and all(i in covers for n, covers in standing if n.mood == OBLIGE and i in duty)
    }


def empties(wanted: set[int], duty: Sequence[int], chosen: Iterable[Standing]) -> bool:
    """Whether these norms leave nothing of what is wanted."""
    return not any(
        all((i in covers) == (n.mood == OBLIGE) for n, covers in chosen) for i in wanted if i in duty
    )


def brute_force(wanted: set[int], duty: Sequence[int], standing: Sequence[Standing]) -> set[frozenset[str]]:
    """All sets of constraints that leave nothing and of which no part does, by trying every set."""
    constraints = [s for s in standing if s[0].mood != PERMIT]
    emptying = [
        frozenset(n.clause for n, _ in chosen)
        for size in range(len(constraints) + 1) for chosen in combinations(constraints, size)
        if empties(wanted, duty, chosen)
    ]
    return {one for one in emptying if not any(other < one for other in emptying)}


@REPEATABLE
@given(st.data())
def test_among_equals_legal_is_what_the_definition_says(data: st.DataObject) -> None:
    size, standing = data.draw(standings())
    duty = data.draw(duties(size))
    table = settled(standing, size, duty)
    event(became(table))
    assert set(table.legal) == by_the_book(size, duty, standing)
    assert not table.defeated
    assert table.stuck == (not set(table.legal) & set(duty))
    assert table.legal == tuple(sorted(table.legal))


@REPEATABLE
@given(st.data())
def test_the_smallest_sets_are_those_that_brute_force_finds(data: st.DataObject) -> None:
    size, standing = data.draw(standings(most=5, covers=1))
    duty = data.draw(duties(size, 1))
    standing = [(norm("z permit"), list(range(size))), *standing]
    table = settled(standing, size, duty)
    found = table.clashes()
    event(became(table))
    if became(table) == "clash":
        smallest = [frozenset(n.clause for n in norms) for norms in found]
        assert set(smallest) == brute_force(set(table.open), duty, standing)
        assert len(smallest) == len(set(smallest))
        assert [(len(norms), ids(norms)) for norms in found] == sorted((len(n), ids(n)) for n in found)
        assert all(ids(norms) == sorted(ids(norms)) for norms in found)
    else:
        assert found == ()


@REPEATABLE
@given(st.data())
def test_taking_out_a_forbid_never_closes_a_move_among_equals(data: st.DataObject) -> None:
    size, standing = data.draw(standings())
    duty = data.draw(duties(size))
    before = set(settled(standing, size, duty).legal)
    for forbid in [s for s in standing if s[0].mood == FORBID]:
        after = set(settled([s for s in standing if s is not forbid], size, duty).legal)
        event("opens" if after > before else "same")
        assert before <= after


@REPEATABLE
@given(st.data())
def test_a_defeated_norm_decides_nothing_any_more(data: st.DataObject) -> None:
    size, standing = data.draw(standings(ranks=3, overrides=True))
    duty = data.draw(duties(size))
    table = settled(standing, size, duty)
    event(f"{len(table.defeated)} defeated")
    lost = {s.norm for s in table.defeated}
    kept = {s.norm for s, _ in table.closing}
    assert lost | kept == {n for n, _ in standing if n.mood != PERMIT}
    assert not lost & kept
    assert not lost & {n for norms in table.clashes() for n in norms}
    assert not lost & {n for i in range(size) for n in table.judge(i).against}
    for norm_ in lost:
        assert any(other.beats(norm_) for other, _ in standing if other in kept or other.mood == PERMIT)
    assert set(table.legal) == set(table.open).difference(*(closed for _, closed in table.closing))


@REPEATABLE
@given(st.data())
def test_a_higher_rank_never_gives_way_to_a_lower_one(data: st.DataObject) -> None:
    size, standing = data.draw(standings(ranks=2))
    duty = data.draw(duties(size))
    table = settled(standing, size, duty)
    assert all(s.norm.rank == 0 for s in table.defeated)
    for i in table.legal:
        assert not any(n.mood == FORBID and n.rank == 1 and i in covers for n, covers in standing)
        assert all(i in covers for n, covers in standing if n.mood == OBLIGE and n.rank == 1 and i in duty)


@REPEATABLE
@given(st.data())
def test_no_single_rule_empties_what_a_duty_of_a_card_leaves(data: st.DataObject) -> None:
    size, standing = data.draw(standings(most=4))
    duty = data.draw(duties(size))
    cards = [(card(f"{n.clause} {n.mood}"), covers) for n, covers in standing]
    covers = data.draw(duties(size, 1))
    cards.append((card("x oblige"), covers))
    rule = (norm(f"r {data.draw(st.sampled_from((OBLIGE, FORBID)))}"), data.draw(duties(size)))
    alone = settled(cards, size, duty)
    together = settled([*cards, rule], size, duty)
    event(became(alone))
    if not alone.stuck:
        assert not together.stuck
        assert set(together.legal) & set(duty) <= set(alone.legal) | set(rule[1])


@REPEATABLE
@given(st.data())
def test_the_order_of_the_norms_does_not_matter(data: st.DataObject) -> None:
    size, standing = data.draw(standings(ranks=2, overrides=True))
    duty = data.draw(duties(size))
    one, other = settled(standing, size, duty), settled(data.draw(st.permutations(standing)), size, duty)
    assert (one.legal, gone(one), one.clashes()) == (other.legal, gone(other), other.clashes())


# ---------------------------------------------------------------- the norms of a frame

FRAMES = {"action": ("pass", "return"), "answer": ("return", "refuse")}
ACTS = ("return", "return", "refuse")
KEY, BAG, NO = ({"returned": "key", "target": 1}, {"returned": "bag", "target": 1}, {"returned": "", "target": 1})
TABLE = {"offered": "goblet", "demanded": "bag", "late": True, "on_turn": False, "pile": 3}


def resolve(*norms: Norm, owed: bool = True, duty: Sequence[bool] = (True,) * 3, accessors: Any = None) -> Any:
    """The norms settled over returning a key, returning a bag, and refusing."""
    index = NormIndex(norms, FRAMES, accessors or ACCESSORS, OF_MOVE)
    frame = SimpleNamespace(kind="answer", owed=(1,) if owed else ())
    return index.resolve("game", TABLE, frame, 1, (KEY, BAG, NO), ACTS, duty)


def covered(resolution: Resolution[Any]) -> dict[str, set[int]]:
    return {s.norm.clause: set(s.covers) for s in resolution.standing}


def test_a_norm_covers_the_candidates_of_its_move() -> None:
    assert covered(resolve(norm("a permit"), norm("b forbid refuse"))) == {"a": {0, 1}, "b": {2}}


def test_a_norm_reaches_the_frames_that_it_names() -> None:
    here, there = norm("a permit", during=["action", "answer"]), norm("b permit", during=["action"])
    assert covered(resolve(here, there)) == {"a": {0, 1}}


def test_a_norm_whose_move_is_not_made_at_the_frame_does_not_stand() -> None:
    assert covered(resolve(norm("a permit pass"), norm("b oblige pass"))) == {}


def test_a_norm_whose_move_nobody_could_make_does_not_stand_unless_it_is_a_duty() -> None:
    index = NormIndex([norm("a permit"), norm("b forbid"), norm("c oblige")], FRAMES, ACCESSORS, OF_MOVE)
    found = index.resolve("game", TABLE, SimpleNamespace(kind="answer", owed=(1,)), 1, (NO,), ("refuse",), (True,))
    assert (covered(found), found.is_gap) == ({"c": set()}, True)


@pytest.mark.parametrize(
    "when", ["returned == bag", "bag == returned", "returned == bag and late", "not returned == key"]
)
def test_a_guard_that_speaks_of_the_move_is_asked_of_each(when: str) -> None:
    assert covered(resolve(norm("a forbid", when=when))) == {"a": {1}}


def test_a_guard_of_the_table_is_asked_once() -> None:
    asked: list[Any] = []

    def late(*args: Any) -> bool:
        asked.append(args)
        return True

    norms = norm("a forbid", when="late"), norm("b permit", when="on_turn")
    found = resolve(*norms, accessors={**ACCESSORS, "late": late})
    assert covered(found) == {"a": {0, 1}}
    assert len(asked) == 1
    assert asked[0][:2] == ("game", TABLE)


def test_a_duty_is_asked_of_the_table_and_discharged_by_the_moves_it_names() -> None:
    found = resolve(norm("a oblige", when="demanded", which="returned == demanded"))
    assert (covered(found), found.legal) == ({"a": {1}}, (1,))
    assert covered(resolve(norm("a oblige", when="on_turn"))) == {}
    assert covered(resolve(norm("a oblige", which="returned == offered"))) == {"a": set()}


def test_a_duty_binds_nobody_but_those_who_owe_the_frame() -> None:
    norms = norm("a oblige"), norm("b permit refuse")
    assert resolve(*norms).moves == (KEY, BAG)
    assert resolve(*norms, owed=False).moves == (NO,)


def test_which_candidates_answer_the_frame_is_told_by_its_moves() -> None:
    found = resolve(norm("a permit"), duty=(False, False, True))
    assert (found.duty, found.legal, found.stuck) == (frozenset({2}), (0, 1), True)


def test_norms_stand_in_the_order_of_the_rulebook() -> None:
    norms = [norm("d oblige"), norm("c permit", when="returned == bag"), norm("b forbid refuse"), norm("a permit")]
    assert list(covered(resolve(*norms))) == ["d", "c", "b", "a"]
    assert list(covered(resolve(*norms[::-1]))) == ["a", "b", "c", "d"]


def book() -> st.SearchStrategy[list[Norm]]:
    """Norms with random guards; many begin with a name of the move, as those of cards do."""
    begins = st.sampled_from(["", "returned == key and ", "returned == bag and ", "target == dealer and ", "late and "])
    guards = st.builds("{}({})".format, begins, CONDITIONS)
    free = st.builds(
        lambda mood, move, during, when: norm(f"c {mood} {move}", during=during, when=when),
        st.sampled_from((PERMIT, FORBID)), st.sampled_from(("return", "refuse", "pass")),
        st.sampled_from(((), ("answer",), ("action",))), guards | st.just(""))
    duty = st.builds(
        lambda move, when, which: norm(f"c oblige {move}", when=when, which=which),
        st.sampled_from(("return", "refuse")), conditions(of_move=False) | st.just(""), guards | st.just(""))
    return st.lists(free | duty, max_size=5)


@REPEATABLE
@given(book(), TABLES, st.lists(st.tuples(MOVES, st.sampled_from(("return", "refuse"))), max_size=4), st.booleans())
def test_the_index_finds_what_asking_every_norm_of_every_move_finds(
    norms: list[Norm], table: dict[str, Any], moves: list[tuple[dict[str, Any], str]], owed: bool
) -> None:
    def holds(guard: Guard | None, move: dict[str, Any] | None) -> bool:
        return guard is None or compile_guard(guard, ACCESSORS)("game", table, None, move)

    wanted = []
    for n in norms:
        if n.during and "answer" not in n.during:
            continue
        if n.mood == OBLIGE:
            if owed and holds(n.when, None):
                wanted.append((n, {i for i, (m, act) in enumerate(moves) if act == n.move and holds(n.which, m)}))
        elif covers := {i for i, (m, act) in enumerate(moves) if act == n.move and holds(n.when, m)}:
            wanted.append((n, covers))
    index = NormIndex(norms, FRAMES, ACCESSORS, OF_MOVE)
    frame, acts = SimpleNamespace(kind="answer", owed=(1,) if owed else ()), [act for _, act in moves]
    found = index.resolve("game", table, frame, 1, [m for m, _ in moves], acts, [True] * len(moves))
    event(f"{len(wanted)} stand")
    assert [(s.norm, set(s.covers)) for s in found.standing] == wanted
