"""Reading a rulebook, and telling games in its words."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest
from attrs import evolve
from games import adlung, clash, gap, longer_clash, rules_for

from advocatus.checks.deriving import deadlocks, game_of, play_out
from advocatus.checks.finding import Finding, Store, default_folder, load
from advocatus.checks.narrate import narrate
from advocatus.checks.replaying import replay
from advocatus.checks.show import (
    View,
    as_markdown,
    find_entries,
    look_up,
    norm_text,
    on_thing,
    places_text,
    show_lines,
    tables,
    touching,
    value_text,
    wrapped,
)
from advocatus.checks.showdata import show_data
from advocatus.checks.tell import PlainTeller, seat_name, teller_of
from advocatus.checks.teufelsburg import tell
from advocatus.checks.words import words_data, words_lines
from advocatus.model.families import editions, families
from advocatus.model.game import choices
from advocatus.model.rulebook import Clause, Question
from advocatus.model.rules import BadChoice
from advocatus.model.teufelsburg import moves as mv
from advocatus.model.teufelsburg.events import EVENTS
from advocatus.model.teufelsburg.frames import FRAMES
from advocatus.model.teufelsburg.moves import MOVES


@pytest.fixture
def view() -> View:
    return View(adlung())


def text(view: View, word: str = "") -> str:
    return "\n".join(show_lines(view, word))


# ---------------------------------------------------------------- the whole


def test_the_digest_tells_everything_in_order(view: View) -> None:
    lines, edition = text(view).splitlines(), view.edition
    heads = [line.split("  ")[0] for line in lines if line and not line.startswith((" ", "#"))]
    ids = [clause.id for clause in edition.clauses]
    assert [head for head in heads if head in ids][: len(ids)] == ids
    whole = "\n".join(lines)
    for clause in edition.clauses:
        assert f"## {clause.section}" in whole
        assert clause.says in whole
        assert all(norm_text(norm) in whole for norm in clause.norms)
    for question in edition.questions:
        assert question.asks in whole
        assert question.why in whole
        assert all(reading.says in whole for reading in question.readings.values())
    assert all(f"{fact.id} = " in whole for fact in edition.facts)
    assert all(aside.because in whole for aside in edition.asides)
    assert all(variant.says in whole for variant in edition.variants)


def test_the_whole_edition_ends_with_what_is_on_file(view: View) -> None:
    assert "## On file" not in text(view)
    shown = text(evolve(view, findings=(clash(),)))
    assert shown.endswith(f"## On file\n\nOn file: {clash().file_name}\n    {clash().summary}")


def test_a_section_has_its_heading_once_in_a_row(view: View) -> None:
    heads = [line for line in show_lines(view) if line.startswith("## ")]
    assert all(a != b for a, b in pairwise(heads))


def test_players_and_variants_narrow_what_is_shown(view: View) -> None:
    four = evolve(view, players=(4,))
    assert "setup.three-players" in text(view)
    assert "setup.three-players  " not in text(four)
    assert four.value(next(f for f in four.edition.facts if f.id == "associations.each")) == "2 for 4"
    only = next(q for q in view.edition.questions if q.players and 4 not in q.players)
    assert only.asks in text(view)
    assert only.asks not in text(four)
    for clause in view.edition.clauses:
        if clause.variant:
            other = evolve(view, variants=("no-such-variant",))
            assert not other.wants(clause)
            assert evolve(view, variants=(clause.variant,)).wants(clause)


def test_the_reading_taken_is_marked(view: View) -> None:
    lines = text(view, "hand.limit").splitlines()
    assert any(line.startswith("  * zh (default): ") for line in lines)
    assert any(line.startswith("    dv: ") for line in lines)
    answered = text(evolve(view, answers=(("hand.limit", "dv"),)), "hand.limit").splitlines()
    assert any(line.startswith("  * dv: ") for line in answered)


# ---------------------------------------------------------------- one entry


def test_a_clause_is_shown_with_all_that_touches_it(view: View) -> None:
    shown = text(evolve(view, findings=(clash(),)), "object.bag.no-bag")
    clause = view.edition.clause("object.bag.no-bag")
    assert clause is not None
    assert clause.says in shown
    assert ", ".join(clause.at) in shown
    assert norm_text(clause.norms[0]) in shown
    assert f"On file: {clash().file_name}" in shown
    for question in touching(view.edition, clause.id):
        assert question.asks in shown
    assert "On file" not in text(view, "object.bag.no-bag")


def test_a_reading_that_takes_a_norm_away_touches_its_clause(view: View) -> None:
    for question in view.edition.questions:
        for reading in question.readings.values():
            for norm in reading.change.without:
                if view.edition.clause(norm.split("/")[0]):
                    assert question in touching(view.edition, norm.split("/")[0])


def test_an_id_that_names_two_things_shows_both(view: View) -> None:
    entries = find_entries(view.edition, "setup.spare")
    assert len(entries) == 2
    assert isinstance(entries[0], Question)
    shown = text(view, "setup.spare")
    assert entries[0].asks in shown
    assert "setup.spare = hidden" in shown


@pytest.mark.parametrize("word", ["hand.limit", "setup.hand", "smuggling", "support", "turn.pass"])
def test_every_kind_of_entry_is_found_by_its_id(view: View, word: str) -> None:
    assert text(view, word).startswith((word, "## "))
    assert show_data(view, word)["entries"][0]["id"] == word


# ---------------------------------------------------------------- things


def names(view: View, word: str) -> dict[str, str]:
    return dict(look_up(view, word).things)


def test_a_thing_is_found_by_the_editions_own_name(view: View) -> None:
    assert names(view, "Duelist") == {"swordsman": "Duelist"}
    shown = text(view, "duelist")
    assert shown.startswith("## Duelist (swordsman)")
    assert "profession.swordsman  [" in shown
    assert "turn.pass" not in shown


def test_a_part_of_a_name_finds_all_that_have_it(view: View) -> None:
    assert set(names(view, "secret bag (")) == {"bag-key", "bag-goblet"}
    assert {"bag-key", "order"} <= set(names(view, "secret"))
    assert "object.bag.no-bag  [" in text(view, "secret")


def test_a_name_that_is_the_term_alone_beats_those_that_hold_it(view: View) -> None:
    assert names(view, "Key") == {"key": "Key"}
    assert names(view, "swordsman") == {"swordsman": "Duelist"}
    assert names(view, "armor of the loge") == {"seal-of-the-lodge": "Coat of Armor of the Loge"}


def test_a_thing_is_found_by_guards_and_words_too(view: View) -> None:
    found = {clause.id for clause in on_thing(view.edition, "diplomat", "Diplomat")}
    by_guard = {c.id for c in view.edition.clauses for n in c.norms if n.when and "diplomat" in n.when.text}
    assert by_guard
    assert by_guard <= found
    assert {c.id for c in view.edition.clauses if "Diplomat " in c.says} <= found


def test_a_topic_shows_its_clauses(view: View) -> None:
    ids = [clause.id for clause in view.edition.clauses if clause.id.startswith("victory.")]
    assert len(ids) > 3
    shown = text(view, "victory")
    assert all(f"{key}  [" in shown for key in ids)
    assert "turn.pass" not in shown
    assert [entry["id"] for entry in show_data(view, "victory")["entries"]] == ids


@pytest.mark.parametrize(("word", "near"), [
    ("trade.ofer", "'trade.offer'"), ("Dulist", "'Duelist'"), ("priority", "'cards.priority'"),
    ("qqqq", "lists all ids"),
])
def test_an_unknown_word_is_refused_with_near_matches(view: View, word: str, near: str) -> None:
    with pytest.raises(BadChoice, match=word) as caught:
        text(view, word)
    assert near in str(caught.value)
    with pytest.raises(BadChoice):
        show_data(view, word)


# ---------------------------------------------------------------- other forms


def test_data_holds_every_entry(view: View) -> None:
    data, edition = show_data(view), view.edition
    ids = [entry["id"] for entry in data["entries"]]
    tables = (edition.clauses, edition.facts, edition.switches, edition.variants, edition.questions)
    assert ids == [entry.id for table in tables for entry in table]
    question = next(e for e in data["entries"] if e["id"] == "hand.limit" and e["entry"] == "question")
    assert [r["id"] for r in question["readings"] if r["default"] and r["taken"]] == ["zh"]
    assert show_data(view, "Duelist")["things"] == {"swordsman": "Duelist"}


def test_what_shares_an_id_is_told_once() -> None:
    """A procedure and a question of one id touch each other, and both touch a clause."""
    assert len([*show_lines(View(editions()["zh"]), "trade.text-for")]) == 13
    for edition in editions().values():
        ids = [entry.id for table in tables(edition) for entry in table]
        for key in {key for key in ids if ids.count(key) > 1}:
            lines = [*show_lines(View(edition), key)]
            asked = [q.asks for q in edition.questions if f"    {q.asks}" in lines]
            assert all(lines.count(f"    {asks}") == 1 for asks in asked), key
            assert all(lines.count(f"{c.id}  {places_text(c.at)}  rank {c.rank}") < 2 for c in edition.clauses), key


def test_markdown_has_headings_and_nested_lists() -> None:
    lines = ["Title", "## Head", "", "a.b  [1]", "    Says.", "  * x (default): y", "        adds"]
    assert [*as_markdown(lines)] == ["- Title", "## Head", "", "- a.b  [1]", "  - Says.", "  - **x (default): y**",
                                     "    - adds"]


def test_wrapping_loses_nothing_and_keeps_the_indent() -> None:
    line = "    " + " ".join(f"word{i}" for i in range(40))
    lines = [*wrapped([line, ""])]
    assert max(map(len, lines)) <= 110
    assert [word for part in lines for word in part.split()] == line.split()
    assert all(part.startswith("    ") for part in lines[:-1])
    assert lines[-1] == ""


@pytest.mark.parametrize(("value", "said"), [(None, "nothing"), ([], "none"), (["a", 1], "a, 1"), (3, "3")])
def test_values_as_text(value: object, said: str) -> None:
    assert value_text(value) == said


# ---------------------------------------------------------------- games in words


def test_seats_have_letters() -> None:
    assert [seat_name(i) for i in (0, 9, -1, -2)] == ["A", "J", "the table", "chance"]


def test_every_move_event_and_frame_has_words() -> None:
    assert {m.act for m in MOVES} == set(tell.MOVES)
    assert {e.tag for e in EVENTS} == set(tell.EVENTS) | {"owes"}
    assert {f.kind for f in FRAMES} == set(tell.FRAMES)


def played_lines(players: int, seed: int) -> Iterator[str]:
    game, rng = game_of(rules_for(players)), Random(seed)
    teller = teller_of(adlung())
    state = game.start(game.random_deal(rng))
    for _ in range(300):
        moves = choices(game, state)
        if not moves:
            return
        move = rng.choice(moves)
        yield teller.move(move)
        yield from map(teller.owed, state.agenda)
        yield from map(teller.moment, state.agenda)
        for event in game.decide(state, move):
            yield teller.event(event)
            state = game.evolve(state, event)
        yield from teller.state(state)


@pytest.mark.parametrize("players", [3, 5, 10])
def test_whole_games_are_told_with_the_editions_names_and_no_others(players: int) -> None:
    lines = "\n".join(line for seed in range(6) for line in played_lines(players, seed))
    assert "Secret Bag" in lines
    assert "Order of Open Secrets" in lines
    for code in ("bag-key", "seal-of-the-lodge", "swordsman", "brotherhood\n", "None", "{", "()"):
        assert code not in lines


def test_a_clash_is_told_to_the_place_where_it_shows() -> None:
    lines = [*narrate(clash(), editions())]
    whole = "\n".join(lines)
    assert lines[0] == "clash of adlung: object.bag.no-bag + profession.diplomat.demand"
    assert "    A: Secret Bag (Key); Diplomat; Order of Open Secrets" in lines
    assert "   1. A uses the Diplomat." in lines
    assert "        A demands the Secret Bag of B  [profession.diplomat]" in lines
    assert "Stuck: B answers the offer of the Secret Bag (Key) by A." in lines
    assert "        for: trade.answer/1, trade.must-refuse-bag/1; against: profession.diplomat.demand/1" in whole
    assert "against: object.bag.no-bag/1" in whole
    could = lines[lines.index("What B could do:") + 1 :]
    assert not any("B uses" in line for line in could)  # what answers nothing is no way out
    assert lines[-1] == "It replays."
    assert "Turn 1" in lines
    assert "Turn 2" not in lines


def test_a_game_is_told_in_the_names_of_another_edition() -> None:
    lines = [*narrate(clash(), editions(), terms=editions()["zh"])]
    assert any("外交家 Diplomat" in line for line in lines)
    assert lines[1] == [*narrate(clash(), editions())][1]  # what is on file stays as it is


def test_turns_are_headed() -> None:
    lines = [*narrate(longer_clash(), editions())]
    assert [line for line in lines if line.startswith("Turn ")] == [f"Turn {i}" for i in range(1, 6)]


def test_a_gap_says_what_is_silent() -> None:
    lines = [*narrate(gap(), editions())]
    assert any(line.startswith("Here the text is silent on hand.limit: ") for line in lines)
    assert any("no game is shorter (proved)" in line for line in lines)


def test_what_does_not_replay_is_told_after_it() -> None:
    one = evolve(clash(), impact="none")
    differs = replay(one, editions())
    lines = [*narrate(one, editions(), differs)]
    assert lines[-2] == "It does not replay:"
    assert "impact" in lines[-1]


def test_what_cannot_be_played_is_told_all_the_same() -> None:
    one = clash()
    assert one.trace is not None
    spoilt = evolve(one, trace=evolve(one.trace, steps=one.trace.steps[1:]))
    assert "It cannot be played." in [*narrate(spoilt, editions(), replay(spoilt, editions()))]


def test_a_parting_tells_what_the_other_rules_make_of_it() -> None:
    store = Store(default_folder())
    path = next(p for p in store.files("teufelsburg") if p.name.startswith("question.adlung.duel.stand-off.may+may"))
    lines = [*narrate(load(path), editions())]
    assert any("duel.stand-off/1" in line for line in lines), "the norm by which the default refuses"
    assert "It replays." in lines


def test_a_family_without_words_is_told_as_data() -> None:
    one: Finding = clash()
    teller = PlainTeller(adlung())
    played = play_out(rules_for(), one.trace and one.trace.deal, one.trace.moves if one.trace else ())
    (end,) = deadlocks(played)
    assert end.frame is not None
    assert teller.move(mv.Pass(0)) == 'A: {"act":"pass","by":0}'
    assert teller.event(played.steps[2].events[0]) == '{"by":0,"called":"bag","event":"demanded","to":1}'
    assert teller.moment(end.frame) == "At 'answer'"
    assert teller.owed(end.frame).startswith("B at {")
    assert any(line.startswith("hands: ") for line in teller.state(played.state))
    assert set(families()) == {e.family for e in editions().values()}


@pytest.mark.parametrize("key", sorted(editions()))
def test_every_word_that_norms_may_use_is_told(key: str) -> None:
    edition = editions()[key]
    grammar, vocabulary = families()[edition.family].grammar, families()[edition.family].grammar.vocabulary
    found = {table: {entry["word"] for entry in entries} for table, entries in words_data(edition).items()}
    assert found == {
        "decisions": set(grammar.frames), "moves": set(grammar.moves), "names": set(vocabulary.names),
        "constants": set(vocabulary.constants), "facts": set(grammar.facts), "procedures": set(grammar.switches)}
    told = "\n".join(words_lines(edition))
    assert all(name.doc in told for name in vocabulary.names.values())
    assert "None" not in told


def test_a_move_is_told_with_the_names_that_its_norms_may_use() -> None:
    data = words_data(adlung(), "return")
    (move,) = data["moves"]
    assert {entry["word"] for entry in data["names"]} == set(move["names"]) >= {"returned", "offered"}
    shared = families()["teufelsburg"].grammar.names_at("return", (), of_move=True).names
    assert set(move["names"]) < set(shared), "those that stand everywhere are left out"
    assert words_data(adlung(), "Broken Mirror")["constants"][0]["word"] == "shattered_mirror"
    with pytest.raises(BadChoice, match="did you mean 'return'"):
        words_data(adlung(), "retrun")


def test_clauses_are_of_the_edition() -> None:
    assert all(isinstance(e, Clause) for e in find_entries(adlung(), "turn.pass"))
