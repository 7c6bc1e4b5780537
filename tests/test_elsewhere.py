"""What a clarification says that is known already: laws of other editions, readings of the base."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from attrs import evolve

from advocatus.checks.clarify import read_as
from advocatus.checks.elsewhere import as_reading, in_others
from advocatus.checks.judgement import said_lines
from advocatus.checks.show import find_entries
from advocatus.model.families import editions, find_editions
from advocatus.model.rulebook import Edition
from advocatus.model.rules import Rules, make_rules

HEAD = '[clarification]\nid = "c"\nsays = "x"\n'
FULL = '[[clause]]\nid = "hand.full"\nsays = "x"\n[[clause.norm]]\nforbid = "give-to"\nduring = ["surplus"]\n'
ROOM = FULL + 'when = "count(target_hand) >= limit"\n'
FOUR = FULL + 'when = "count(target_hand) >= 4"\n'
LAW = '[[clause]]\nid = "clarification.c"\nrank = "{rank}"\nsays = "x"\n[[clause.norm]]\n'
BAGS = LAW + 'forbid = "return"\nwhen = "offered == bag and returned == bag"\n'


def put_on(key: str, text: str, folder: Path, counts: Sequence[int]) -> tuple[Edition, list[tuple[Rules, Rules]]]:
    """A base, and its rules without a clarification and with it."""
    file = folder / "c.toml"
    file.write_text(HEAD + text, "utf-8")
    base, (made,) = editions()[key], find_editions(f"{key}+{file}")
    return base, [(make_rules(base, n), make_rules(made, n)) for n in counts]


@pytest.mark.parametrize(("base", "text", "told"), [
    ("dv", ROOM, ("has the same law, under hand.recipient.room/1", "has the same law, under hand.surplus.dv/3")),
    ("dv", FOUR, ("has no clause hand.full, and no law that means the same",) * 2),
    ("adlung", ROOM, ("has another rule", "has the same law, under hand.surplus.dv/3")),
    ("adlung", BAGS.format(rank="card"), ("has the same law, under object.bag.no-bag/1",) * 2),
    ("adlung", BAGS.format(rank="rule"), ("has the same law, under object.bag.no-bag/1, of the rank card",) * 2),
    ("adlung", '[[fact]]\nid = "hand.limit"\nvalue = 4\n', ("agrees with the text as it was", "has another rule")),
])
def test_what_the_other_editions_have_is_compared_by_what_it_means(
    base: str, text: str, told: tuple[str, str], tmp_path: Path
) -> None:
    edition, pairs = put_on(base, text, tmp_path, (4,))
    found = [says for _, _, says in in_others(edition, pairs)]
    assert found == list(told)


def test_a_law_that_another_edition_has_by_no_default_is_told_as_a_reading(tmp_path: Path) -> None:
    free = LAW.format(rank="rule") + 'forbid = "give-back"\n'
    found = {key: says for _, key, says in in_others(*put_on("zh", free, tmp_path, (4,)))}
    assert found["adlung"] == ("has no clause clarification.c, and the same law only by another reading: "
                               "hand.no-gifts.forced=every-gift")


@pytest.mark.parametrize("key", ["hand.recipient.room/1", "hand.recipient.room", "hand.recipient"])
def test_a_norm_of_a_reading_is_looked_up_as_its_question(key: str) -> None:
    (found,) = find_entries(editions()["adlung"], key)
    assert found.id == "hand.recipient"
    assert find_entries(editions()["adlung"], "hand.recipient.rooms") == ()
    assert [e.id for e in find_entries(editions()["adlung"], "object.bag.no-bag/1")] == ["object.bag.no-bag"]


def test_what_another_edition_has_with_some_players_only_is_told_with_their_number(tmp_path: Path) -> None:
    total = '[[fact]]\nid = "associations.total"\nby-players = { "4" = 8, "else" = 9 }\n'
    told = list(in_others(*put_on("adlung", total, tmp_path, (4, 5, 6))))
    assert told == [("associations.total", "dv", "agrees with 4 players; has another rule with 5-6 players"),
                    ("associations.total", "zh", "agrees with the text as it was")]


def test_a_clarification_that_comes_to_a_reading_names_it(tmp_path: Path) -> None:
    base, pairs = put_on("dv", ROOM, tmp_path, (4, 5))
    settled = ", which has nothing left to ask: its readings come to the same now."
    (told,) = as_reading(base, pairs, frozenset())
    assert told == f"This is, with 4 players, the reading `room` of the question `hand.recipient`{settled}"
    (told,) = as_reading(base, pairs[:1], frozenset())
    assert told == f"This is the reading `room` of the question `hand.recipient`{settled}"
    base, pairs = put_on("dv", FOUR, tmp_path, (4,))
    assert as_reading(base, pairs, frozenset()) == ()
    more = '[[fact]]\nid = "hand.limit"\nvalue = 5\n'
    (told,) = as_reading(*put_on("dv", ROOM + more, tmp_path, (4,)), frozenset())
    assert told.startswith("Among what it says is the reading `room`")


def test_the_reading_back_tells_the_reading(tmp_path: Path) -> None:
    base, pairs = put_on("dv", '[[fact]]\nid = "hand.limit"\nvalue = 5\n', tmp_path, (4,))
    said = evolve(read_as(base, pairs[0][1].edition, pairs), readings=("This is the reading.",))
    assert "This is the reading." in said_lines(said)
