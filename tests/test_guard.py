"""The guard language: what it reads, what it refuses and where, and that its two meanings are one."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from hypothesis import event, example, given, settings
from hypothesis import strategies as st
from small_family import ACCESSORS, CONDITIONS, TABLES, VOCABULARY

from advocatus.model.guard import (
    MAX_DEPTH,
    MAX_LENGTH,
    And,
    Compare,
    Const,
    Count,
    Guard,
    GuardError,
    Lit,
    Member,
    Not,
    Or,
    Present,
    Ref,
    compile_guard,
    count_of,
    interpret,
    parse,
    unknown,
)

REPEATABLE = settings(deadline=None, derandomize=True, database=None, max_examples=300)

PILE, LATE, HAND = Ref("pile", "int"), Ref("late", "bool"), Ref("hand", "bag[card]")
OFFERED, DEMANDED = Ref("offered", "card"), Ref("demanded", "card")
KEY, BAG = Const("key", "card", "key"), Const("bag", "card", "bag")
PRECIOUS = Const("precious", "set[card]", frozenset({"key", "goblet"}))


def tree(text: str) -> Any:
    return parse(text, VOCABULARY).tree


def refused(text: str) -> GuardError:
    with pytest.raises(GuardError) as caught:
        parse(text, VOCABULARY)
    return caught.value


# ---------------------------------------------------------------- what is read


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("late", LATE),
        ("demanded", Present(DEMANDED)),
        ("not late", Not(LATE)),
        ("not demanded", Not(Present(DEMANDED))),
        ("late and on_turn", And((LATE, Ref("on_turn", "bool")))),
        ("late and demanded and late", And((LATE, Present(DEMANDED), LATE))),
        ("late or demanded", Or((LATE, Present(DEMANDED)))),
        ("late or not late and demanded", Or((LATE, And((Not(LATE), Present(DEMANDED)))))),
        ("(late or late) and late", And((Or((LATE, LATE)), LATE))),
        ("pile == 3", Compare("==", PILE, Lit(3))),
        ("pile != 999", Not(Compare("==", PILE, Lit(999)))),
        ("pile < 0", Compare("<", PILE, Lit(0))),
        ("pile <= 3", Compare("<=", PILE, Lit(3))),
        ("pile > 3", Compare("<", Lit(3), PILE)),
        ("pile >= 3", Compare("<=", Lit(3), PILE)),
        ("1 < pile <= 3", And((Compare("<", Lit(1), PILE), Compare("<=", PILE, Lit(3))))),
        ("1 > pile >= pile == 2",
         And((Compare("<", PILE, Lit(1)), Compare("<=", PILE, PILE), Compare("==", PILE, Lit(2))))),
        ("offered == key", Compare("==", OFFERED, KEY)),
        ("offered != demanded", Not(Compare("==", OFFERED, DEMANDED))),
        ("late == (pile > 3)", Compare("==", LATE, Compare("<", Lit(3), PILE))),
        ("(not late) == (late or demanded)", Compare("==", Not(LATE), Or((LATE, Present(DEMANDED))))),
        ("offered in precious", Member(OFFERED, PRECIOUS)),
        ("key not in precious", Not(Member(KEY, PRECIOUS))),
        ("count(hand) == 1", Compare("==", Count(HAND, None), Lit(1))),
        ("count(hand, bag) == 1", Compare("==", Count(HAND, BAG), Lit(1))),
        ("count(hand, offered) == 1", Compare("==", Count(HAND, OFFERED), Lit(1))),
        ("count(hand, precious) == 1", Compare("==", Count(HAND, PRECIOUS), Lit(1))),
        ("seat == dealer", Compare("==", Ref("seat", "seat"), Const("dealer", "seat", 0))),
        ("(late and\n   late)\n", And((LATE, LATE))),
        ("größe > count(手牌)", Compare("<", Count(Ref("手牌", "bag[card]"), None), Ref("größe", "int"))),
        ("(" * MAX_DEPTH + "late" + ")" * MAX_DEPTH, LATE),
        ("late" + " and late" * 200, And((LATE,) * 201)),
    ],
)
def test_a_text_becomes_its_tree(text: str, wanted: Any) -> None:
    guard = parse(text, VOCABULARY)
    assert guard == Guard(text, wanted)


@pytest.mark.filterwarnings("error")
def test_what_python_would_warn_of_is_read_quietly() -> None:
    assert tree("pile == 1and late") == And((Compare("==", PILE, Lit(1)), LATE))


def test_a_guard_tells_which_names_it_speaks_of() -> None:
    text = "late or not demanded and offered in precious and 1 == count(hand, returned) and 1 < pile"
    guard = parse(text, VOCABULARY)
    assert guard.names == {"late", "demanded", "offered", "hand", "returned", "pile"}


def test_a_guard_of_the_longest_length_is_read() -> None:
    text = "late" + " " * (MAX_LENGTH - 4)
    assert tree(text) == LATE
    assert refused(text + " ").message == "the guard has 2001 characters, at most 2000 are read"


def test_a_guard_that_nests_too_deep_says_how_deep() -> None:
    assert refused("(" * 61 + "late" + ")" * 61).message == "the guard nests 61 brackets deep, at most 60 are read"


# ---------------------------------------------------------------- what is refused, and where


@pytest.mark.parametrize(
    ("text", "column", "told"),
    [
        ("", 1, "empty; leave the key out"),
        (" \t\n ", 1, "empty"),
        # no expression at all
        ("pile >", 7, "not an expression"),
        ("late and", 9, "not an expression"),
        ("pile $ 3", 6, "not an expression"),
        ("late late", 6, "not an expression"),
        ("late = late", 6, "not an expression"),
        ("late; late", 5, "not an expression"),
        ("(late", 1, "never closed"),
        ("late)", 5, "unmatched"),
        ("'late", 1, "unterminated"),
        # no condition
        ("pile", 1, "'pile' is a int, not a condition"),
        ("late and hand", 10, "'hand' is a bag[card], not a condition"),
        ("not offered", 5, "'offered' is a card, not a condition"),
        ("key", 1, "a condition is wanted here, this is a value of sort card"),
        ("late or 3", 9, "a condition is wanted here, this is a value of sort int"),
        ("count(hand) or late", 1, "a condition is wanted here, this is a value of sort int"),
        ("True", 1, "True and False are no part of a guard"),
        ("late == False", 9, "True and False are no part of a guard"),
        # sorts that do not fit
        ("pile == key", 9, "int cannot be compared with card"),
        ("offered < 3", 11, "card cannot be compared with int"),
        ("offered == seat", 12, "card cannot be compared with seat"),
        ("demanded == late", 13, "card cannot be compared with bool"),
        ("offered < key", 1, "only numbers have an order; card values are equal or not"),
        ("late > late", 1, "only numbers have an order; bool values are equal or not"),
        ("1 < pile < late", 12, "int cannot be compared with bool"),
        ("hand == 手牌", 1, "a bag[card] is counted, not compared"),
        ("precious == precious", 1, "a set[card] is counted, not compared"),
        ("offered in 3", 12, "'in' wants a set of card on its right, this is int"),
        ("pile in precious", 9, "'in' wants a set of int on its right, this is set[card]"),
        ("offered in hand", 12, "'in' wants a set of card on its right, this is bag[card]"),
        ("offered not in key", 16, "'in' wants a set of card on its right, this is card"),
        ("pile is 3", 1, "comparisons are ==, !=, <, <=, >, >=, in and not in"),
        ("pile is not 3", 1, "comparisons are ==, !=, <, <=, >, >=, in and not in"),
        # count
        ("count() == 1", 1, "count takes a hand, and a kind or a set of kinds"),
        ("count(hand, bag, key) == 1", 1, "count takes a hand"),
        ("count(hand, what=bag) == 1", 1, "count takes a hand"),
        ("count(**hand) == 1", 1, "count takes a hand"),
        ("count(*hand) == 1", 7, "Starred is outside"),
        ("count(pile) == 1", 7, "count wants a hand of cards first, this is int"),
        ("count(precious) == 1", 7, "count wants a hand of cards first, this is set[card]"),
        ("count(pile, bag) == 1", 7, "count wants a hand of cards first, this is int"),
        ("count(hand, pile) == 1", 13, "count wants card values second, this is int"),
        ("count(hand, hand) == 1", 13, "count wants card values second, this is bag[card]"),
        ("count(hand, seat) == 1", 13, "count wants card values second, this is seat"),
        ("count == 1", 1, "the name 'count' is not known"),
        # names and numbers
        ("late and offerd == key", 10, "the name 'offerd' is not known; did you mean 'offered'?"),
        ("pile == count(hand, kye)", 21, "the name 'kye' is not known; did you mean 'key'?"),
        ("xyzzy", 1, "the name 'xyzzy' is not known; known: bag, dealer, demanded,"),
        ("pile == 1000", 9, "the number 1000 is too large, at most 999"),
        ("pile == 0xffff", 9, "too large"),
        ("pile > -1", 8, "UnaryOp is outside"),
        ("pile == 1.5", 9, "Constant is outside"),
        ("pile == 1j", 9, "Constant is outside"),
        # nodes of Python that are no part of the language
        ("late == None", 9, "Constant is outside the guard language (and, or, not, comparisons, in, numbers, names, c"),
        ("late and 'text'", 10, "names stand without quotes: text"),
        ("offered == poison-ring", 12, "a name is written with _ for a hyphen: poison_ring"),
        ("key in hand", 8, "a hand is counted: count(hand, key) >= 1"),
        ("hand > 3", 8, "count the cards: count(hand) > 3"),
        ("late and b'text'", 10, "Constant is outside"),
        ("late and ...", 10, "Constant is outside"),
        ("pile + 1 == 2", 1, "BinOp is outside"),
        ("~pile == 2", 1, "UnaryOp is outside"),
        ("late if late else late", 1, "IfExp is outside"),
        ("lambda: late", 1, "Lambda is outside"),
        ("(late := late)", 2, "NamedExpr is outside"),
        ("hand.pop", 1, "Attribute is outside"),
        ("late.__class__ == late", 1, "Attribute is outside"),
        ("hand[0] == key", 1, "Subscript is outside"),
        ("offered in [key]", 12, "List is outside"),
        ("offered in {key}", 12, "Set is outside"),
        ("offered in (key, bag)", 12, "Tuple is outside"),
        ("offered in {key: bag}", 12, "Dict is outside"),
        ("[x for x in hand]", 1, "ListComp is outside"),
        ("all(x for x in hand)", 1, "Call is outside"),
        ("len(hand) == 1", 1, "Call is outside"),
        ("hand.count(key) == 1", 1, "Call is outside"),
        ("count(hand)(hand) == 1", 1, "Call is outside"),
        ("f'{late}'", 1, "JoinedStr is outside"),
        ("await late", 1, "Await is outside"),
        ("(yield late)", 2, "Yield is outside"),
        ("ｏffered == key", 1, "'ｏ' is another character than 'o'"),
        ("late and count(ℌand) > 1", 16, "'ℌ' is another character than 'H'"),
    ],
)
def test_a_text_outside_the_language_is_refused_at_its_column(text: str, column: int, told: str) -> None:
    error = refused(text)
    assert (error.column, told in error.message) == (column, True), (error.column, error.message)
    assert str(error) == error.message


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("größe > 0 and wrong", 15),
        ("größe > 0 and größe == key", 24),
        ("count(手牌) > 0 and wrong", 19),
        ("count(手牌, 错误) > 0", 11),
        ("count(手牌) == 1 and 手牌", 20),
        ("größe > 0 and $", 15),
        ("größe > 0 and 'never closed", 15),
        ("größe > 0 and", 14),
        ("count(手牌) == 1 and ，", 20),
        ("count(手牌) == 1 and 😀", 20),
        ("(größe > 0 and\n größe == wrong)", 11),
    ],
)
def test_columns_count_characters_and_not_bytes(text: str, column: int) -> None:
    assert refused(text).column == column


def test_an_unknown_word_is_told_with_the_nearest_known_one() -> None:
    assert unknown("this", "gobelt", ["goblet", "key"]) == "this is not known; did you mean 'goblet'?"
    assert unknown("this", "xyz", ["goblet", "bag"]) == "this is not known; known: bag, goblet"


# ---------------------------------------------------------------- hostile texts


HOSTILE = {
    "brackets": "(" * 200 + "late" + ")" * 200,
    "brackets just too deep": "(" * (MAX_DEPTH + 1) + "late" + ")" * (MAX_DEPTH + 1),
    "brackets never closed": "(" * 1999,
    "square brackets": "[" * 1000 + "]" * 1000,
    "nots": "not " * 490 + "late",
    "nots with two spaces": "not  " * 390 + "late",
    "nots with tabs": "not\t" * 490 + "late",
    "nots over many lines": "not\\\n" * 330 + "late",
    "nots in brackets": "not not not (" * 60 + "late" + ")" * 60,
    "minus signs": "-" * 1999 + "1",
    "powers": "2**" * 600 + "2 == pile",
    "a huge power": "9**9**9**9 == pile",
    "a long chain": "late" + " and late" * 20_000,
    "a hundred thousand characters": "late or " * 12_500 + "late",
    "a hundred thousand brackets": "(" * 100_000,
    "a hundred thousand spaces": " " * 100_000 + "late",
    "attributes": "late" + ".a" * 900,
    "a way out": "().__class__.__base__.__subclasses__()",
    "an import": "__import__('os').system('true')",
    "a call": "exit()",
    "a format string": "f'{exit()}'",
    "a lambda in a lambda": "lambda: " * 200 + "late",
    "conditions in conditions": "late if " * 150 + "late" + " else late" * 150,
    "a walrus": "(late := late)",
    "a decimal number of 1900 digits": "pile == " + "9" * 1900,
    "a hexadecimal number of 1900 digits": "pile == 0x" + "f" * 1900,
    "a binary number": "pile == 0b" + "1" * 1900,
    "NUL": "late\x00",
    "NUL alone": "\x00",
    "half a surrogate pair": "late\ud800",
    "the other half, in a name": "\udfffx",
    "a byte order mark within": "late \ufeff and late",
    "the other direction": "late \u202e and late",
    "a line separator": "late\u2028and late",
    "an unknown escape": "late == '\\d'",
    "a number grown to a word": "1and late",
    "a coding line": "# coding: utf-7\nlate+AAo-",
    "a backslash": "\\",
    "a comment alone": "# late",
    "a type comment": "late # type: ignore\nand",
    "two statements": "late\nlate",
    "a star": "*hand",
    "an indented text": "  late",
}


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_texts_are_refused_at_once_and_quietly(text: str) -> None:
    began = time.perf_counter()
    error = refused(text)
    assert time.perf_counter() - began < 1
    assert error.message
    assert 1 <= error.column <= len(text) + 1


@pytest.mark.filterwarnings("error")
def test_what_is_read_can_be_compiled_however_deep_it_nests() -> None:
    for text in ("not " * 59 + "late", "not (" * 29 + "late" + ")" * 29, "(late == " * 59 + "late" + ")" * 59):
        assert compile_guard(parse(text, VOCABULARY), ACCESSORS)(None, {"late": True}, None, None) in (True, False)


TOKENS = ("late", "demanded", "pile", "hand", "offered", "key", "precious", "count", "(", ")", ",", " ", "and", "or",
          "not", "in", "is", "==", "<", "1", "größe", "\n", "[", "]", ".", "'", "#", ":", "lambda", "=", "\\", "*")


@pytest.mark.filterwarnings("error")
@REPEATABLE
@given(st.text(st.characters(), max_size=40) | st.lists(st.sampled_from(TOKENS), max_size=14).map(" ".join)
       | st.lists(st.sampled_from(TOKENS), max_size=10).map("".join))
@example("late")
@example("count(hand)<1")
def test_whatever_is_written_is_a_guard_or_a_guard_error(text: str) -> None:
    try:
        guard = parse(text, VOCABULARY)
    except GuardError as error:
        column = error.column
    else:
        event("read")
        column = 1
        compile_guard(guard, ACCESSORS)
    assert 1 <= column <= len(text) + 1


# ---------------------------------------------------------------- one parse, two meanings


class Plain:
    """An algebra of plain values, written without a look at `compile_guard`: hands are counters."""

    def number(self, value: int) -> int:
        return value

    def constant(self, sort: str, value: Any) -> Any:
        assert isinstance(value, frozenset) == sort.startswith("set[")
        return value

    def every(self, args: Sequence[bool]) -> bool:
        return False not in args

    def some(self, args: Sequence[bool]) -> bool:
        return True in args

    def no(self, arg: bool) -> bool:
        return arg is False

    def eq(self, left: Any, right: Any) -> bool:
        return bool(left == right)

    def lt(self, left: int, right: int) -> bool:
        return right - left > 0

    def le(self, left: int, right: int) -> bool:
        return right - left >= 0

    def member(self, item: str, group: frozenset[str]) -> bool:
        return item in group

    def count(self, bag: Counter[str], what: Any) -> int:
        if what is None:
            return bag.total()
        return sum(bag[kind] for kind in what) if isinstance(what, frozenset) else bag[what]

    def present(self, value: str) -> bool:
        return value != ""


def as_python(text: str, table: Mapping[str, Any]) -> bool:
    """What Python itself makes of the text: the language is meant to be a part of it."""
    words = {**{name: constant.value for name, constant in VOCABULARY.constants.items()}, **table}
    return bool(eval(text, {"__builtins__": {}, "count": count_of}, words))


@REPEATABLE
@given(CONDITIONS, TABLES)
@example("demanded", dict.fromkeys(VOCABULARY.names, ""))
def test_a_guard_means_the_same_compiled_interpreted_and_in_python(text: str, table: dict[str, Any]) -> None:
    guard = parse(text, VOCABULARY)
    compiled = compile_guard(guard, ACCESSORS)(None, table, None, table)
    counted = {name: Counter(value) if isinstance(value, tuple) else value for name, value in table.items()}
    interpreted = interpret(guard.tree, Plain(), counted.__getitem__)
    event(str(compiled))
    assert compiled is interpreted
    assert compiled is as_python(text, table)


@REPEATABLE
@given(CONDITIONS)
def test_a_guard_reads_the_names_it_tells_and_no_others(text: str) -> None:
    guard = parse(text, VOCABULARY)
    asked: set[str] = set()

    def lookup(name: str) -> Any:
        asked.add(name)
        return {"int": 1, "bool": True, "bag[card]": Counter("k")}.get(VOCABULARY.names[name].sort, "key")

    interpret(guard.tree, Plain(), lookup)
    assert guard.names == asked
    assert guard.names <= set(VOCABULARY.names)


def test_a_compiled_guard_hands_everything_to_its_accessors() -> None:
    seen: list[tuple[Any, ...]] = []

    def watch(*args: Any) -> bool:
        seen.append(args)
        return True

    assert compile_guard(parse("late", VOCABULARY), {"late": watch})("game", "state", "frame", "move") is True
    assert seen == [("game", "state", "frame", "move")]


def test_counting_a_hand() -> None:
    hand = ("bag", "key", "key")
    assert [count_of(hand), count_of(hand, "key"), count_of(hand, "goblet")] == [3, 2, 0]
    assert [count_of(hand, frozenset({"key", "bag"})), count_of((), frozenset({"key"}))] == [3, 0]
