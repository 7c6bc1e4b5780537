"""Findings: their documents, the store, and the replay that works every derivable field out anew."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from games import CAUSE, SILENT, clash, clash_moves, deal_for, gap, gap_moves, longer_clash, rules_for
from hypothesis import given, settings
from hypothesis import strategies as st

from advocatus.checks import finding as fd
from advocatus.checks.deriving import Unplayable, deadlocks, findings_at, play_out, smallest_sets
from advocatus.checks.finding import Finding, Shortest, Store, decode, default_folder, encode, load
from advocatus.checks.parting import first_parting, part_faults
from advocatus.checks.replaying import examine, replay
from advocatus.model.families import editions
from advocatus.model.rulebook import Change
from advocatus.model.teufelsburg import moves as mv
from advocatus.model.trace import BadDocument, canonical, read_json


@pytest.fixture(scope="module")
def found() -> Finding:
    return clash()


# ---------------------------------------------------------------- what a game determines


def test_a_clash_is_derived_whole_from_its_game(found: Finding) -> None:
    assert (found.kind, found.editions, found.cause) == ("clash", ("adlung",), CAUSE)
    assert found.impact == "stops play"
    assert found.shortest == Shortest(False, 1, 4, 0)
    assert all(key in found.summary for key in CAUSE)


def test_what_a_game_assumes_is_no_more_than_it_needs(found: Finding) -> None:
    questions = {q.id: q for q in editions()["adlung"].questions}
    assert "hand.limit" not in dict(found.assumes)  # nothing is drawn, so no limit is needed
    mends = questions["profession.diplomat.bag-for-bag"]
    assert mends.default == "as-written"
    assert mends.id not in dict(found.assumes)  # other readings mend it, but the text as it stands is no assumption
    assert dict(gap().assumes).keys() <= questions.keys()


def test_an_answer_that_brings_a_finding_about_is_assumed() -> None:
    answers = {"hand.recipient": "as-written"}
    rules = rules_for(4, answers)
    (one,) = findings_at(rules, deal_for(rules), clash_moves(), "by hand")
    assert "hand.recipient" not in dict(one.assumes)
    edition = rules.edition
    demand = next(q for q in edition.questions if q.id == "profession.diplomat.bag-for-bag")
    added = evolve(demand.readings["as-written"], change=Change(switches=(("no-such", "switch"),)))
    readings = {**demand.readings, "as-written": added}
    other = evolve(edition, questions=tuple(
        evolve(q, readings=readings) if q.id == demand.id else q for q in edition.questions))
    rules = rules_for(4, edition=other)
    (one,) = findings_at(rules, deal_for(rules), clash_moves(), "by hand")
    assert (demand.id, "as-written") in one.assumes


def test_a_gap_names_what_is_silent_and_the_answer_it_is_met_under() -> None:
    one = gap()
    assert (one.kind, one.cause, one.rules.answers) == ("gap", ("hand.limit",), tuple(SILENT.items()))
    assert one.trace is not None
    assert one.trace.steps[-1][1] == ()
    assert one.shortest == Shortest(True, 1, 4, None)  # the draw is chance's and counts nothing


def test_a_game_that_can_go_on_gives_no_finding() -> None:
    rules = rules_for()
    assert findings_at(rules, deal_for(rules), clash_moves()[:3], "by hand") == ()
    assert deadlocks(play_out(rules, deal_for(rules), ())) == ()


def test_no_move_follows_a_gap() -> None:
    rules = rules_for(4, SILENT)
    with pytest.raises(Unplayable, match=r"trace.steps\[5\]: no move follows a gap"):
        play_out(rules, deal_for(rules), (*gap_moves(), mv.EndTurn(0)))


def test_smallest_sets_hold_no_other_one() -> None:
    sets = [frozenset("ab"), frozenset("a"), frozenset("bc"), frozenset("cb")]
    assert smallest_sets(sets) == [("a",), ("b", "c")]


# ---------------------------------------------------------------- documents


@pytest.mark.parametrize("make", [clash, gap])
def test_a_document_comes_back_the_same(make: Callable[[], Finding]) -> None:
    one = make()
    assert decode(json.loads(canonical(encode(one))), "here") == one


def test_file_names_say_kind_editions_and_cause(found: Finding) -> None:
    assert found.file_name == f"clash.adlung.{'+'.join(CAUSE)}.json"
    other = evolve(found, editions=("adlung", "other"), cause=("a.b/1", "c"))
    assert other.file_name == "clash.adlung.other.a.b~1+c.json"


def test_a_long_cause_is_cut_and_stays_its_own(found: Finding) -> None:
    ids = tuple(f"clause.number-{i}" for i in range(20))
    long, longer = evolve(found, cause=ids), evolve(found, cause=(*ids, "x"))
    assert len(long.file_name) < 150
    assert long.file_name != longer.file_name
    assert long.file_name == evolve(found, cause=ids).file_name


@pytest.mark.parametrize(("content", "said"), [
    (b"\xff\xfe\x00nothing", "is no UTF-8"),
    (b"", "must be JSON"),
    (b"[1, 2", "must be JSON"),
    (b'{"version": NaN}', "no JSON number"),
    (b"[]", "object"),
    (b"{}", "this key is missing"),
    (b"[" * 100_000, "must be JSON"),
])
def test_what_is_no_finding_is_refused_by_name(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "one.json"
    path.write_bytes(content)
    with pytest.raises(BadDocument, match=said) as caught:
        load(path)
    assert str(path) in str(caught.value)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadDocument, match="a file that can be read"):
        load(tmp_path / "none.json")


@pytest.mark.parametrize("spoil", [
    lambda text: text.replace("  ", " "),
    lambda text: text + "\n",
    lambda text: text.replace("\n", "\r\n"),
    lambda text: text.replace('"version": 1', '"version": 1,\n  "version": 1'),
    lambda text: text[: len(text) // 2],
])
def test_nothing_but_the_canonical_form_is_read(tmp_path: Path, found: Finding, spoil: Callable[[str], str]) -> None:
    path = tmp_path / "one.json"
    path.write_bytes(spoil(canonical(encode(found))).encode())
    with pytest.raises(BadDocument):
        load(path)


# ---------------------------------------------------------------- the store


def test_saving_again_changes_no_byte(tmp_path: Path, found: Finding) -> None:
    store = Store(tmp_path)
    assert store.save(found) == "new"
    path = store.path(found)
    before = path.read_bytes(), path.stat().st_mtime_ns
    assert store.save(evolve(found, found="otherwise", summary="told otherwise")) == "kept"
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before
    assert store.files("teufelsburg") == (path,)
    assert load(path) == found


def test_only_a_strictly_smaller_game_replaces_a_file(tmp_path: Path, found: Finding) -> None:
    store, longer = Store(tmp_path), longer_clash()
    assert longer.identity == found.identity
    assert longer.length > found.length
    assert store.save(longer) == "new"
    assert store.save(found) == "shorter"
    assert store.save(longer) == "kept"
    assert load(store.path(found)) == found


def test_a_file_that_is_no_finding_is_left_alone(tmp_path: Path, found: Finding) -> None:
    store = Store(tmp_path)
    store.path(found).parent.mkdir()
    store.path(found).write_text("mine")
    with pytest.raises(BadDocument):
        store.save(found)
    assert store.path(found).read_text() == "mine"


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path, found: Finding) -> None:
    (tmp_path / "teufelsburg").write_text("a file in the way")
    with pytest.raises(BadDocument, match="a place that can be written"):
        Store(tmp_path).save(found)


def test_nothing_is_left_of_a_write_that_fails(tmp_path: Path, found: Finding, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(tmp_path)
    store.save(found)
    before = store.path(found).read_bytes()
    monkeypatch.setattr(Path, "replace", lambda *_: (_ for _ in ()).throw(OSError(28, "no room")))
    with pytest.raises(BadDocument, match="no room"):
        store.put(longer_clash())
    assert store.path(found).read_bytes() == before
    assert [p.name for p in store.path(found).parent.iterdir()] == [found.file_name]


def test_the_smallest_game_of_each_finding_is_kept(found: Finding) -> None:
    five = clash(5)
    assert fd.smallest([longer_clash(), five, found, gap()]) == (found, gap())


def test_the_packages_own_findings_lie_beside_its_code() -> None:
    folder = fd.default_folder()
    assert (folder / "__init__.py").is_file()
    assert folder == folder.resolve()


# ---------------------------------------------------------------- replaying


@pytest.mark.parametrize("make", [clash, gap, longer_clash, lambda: clash(5)])
def test_what_was_made_replays(make: Callable[[], Finding]) -> None:
    assert replay(make(), editions()) == ()


def _set(*path: Any, to: Any) -> Callable[[dict[str, Any]], None]:
    def change(data: dict[str, Any]) -> None:
        for key in path[:-1]:
            data = data[key]
        data[path[-1]] = to

    return change


def _drop_last_step(data: dict[str, Any]) -> None:
    del data["trace"]["steps"][-1]


def _drop_last_event(data: dict[str, Any]) -> None:
    del data["trace"]["steps"][0]["events"][-1]


def _add_event(data: dict[str, Any]) -> None:
    events = data["trace"]["steps"][0]["events"]
    events.append(events[-1])


def _drop_event(data: dict[str, Any]) -> None:
    del data["trace"]["steps"][0]["events"][0]


def _swap_hands(data: dict[str, Any]) -> None:
    hands = data["trace"]["deal"]["hands"]
    hands[0], hands[2] = hands[2], hands[0]


ALTERED: list[tuple[Callable[[dict[str, Any]], None], str]] = [
    (_set("version", to=2), "version"),
    (_set("kind", to="gap"), "cause: gap of"),
    (_set("kind", to="quarrel"), "one of clash"),
    (_set("family", to="other"), "family: 'other'"),
    (_set("editions", to=["adlung", "other"]), "editions"),
    (_set("rules", "edition", to="other"), "the edition 'other' is not known"),
    (_set("rules", "players", to=5), "trace.deal"),
    (_set("rules", "players", to=11), "not by 11"),
    (_set("rules", "players", to="4"), "rules.players: '4'"),
    (_set("rules", "variants", to=["nonsense"]), "the variant 'nonsense'"),
    (_set("rules", "answers", to={"nonsense": "x"}), "the question 'nonsense'"),
    (_set("rules", "answers", to={"hand.recipient": "as-written"}), "rules.digest"),
    (_set("rules", "answers", to={"hand.limit": "zh"}), "rules.answers"),
    (_set("rules", "digest", to="0" * 16), "the rules have changed since"),
    (_set("against", to={"edition": "adlung", "players": 4, "variants": [], "answers": {}, "digest": "0" * 16}),
     "against"),
    (_set("cause", to=["object.bag.no-bag"]), "cause: clash of object.bag.no-bag on file"),
    (_set("cause", to=list(reversed(CAUSE))), "cause"),
    (_set("clauses", to=["object.bag.no-bag"]), "clauses"),
    (_set("clauses", to=[*CAUSE, "no.such"]), "no such clause"),
    (_set("summary", to="All is well."), "summary"),
    (_set("impact", to="none"), "impact"),
    (_set("assumes", to={"hand.limit": "zh"}), "assumes"),
    (_set("rests", to="text against text"), "rests"),
    (_set("trace", to=None), "trace: null"),
    (_set("trace", "deal", "hands", 0, to=["dagger"]), "trace.deal: "),
    (_set("trace", "deal", "sides", to=[]), "trace.deal: "),
    (_swap_hands, "trace.steps[3].move"),
    (_set("trace", "steps", 3, "move", "kind", to="dagger"), "trace.steps[3].move"),
    (_set("trace", "steps", 1, "move", "to", to=99), "trace.steps[1].move"),
    (_set("trace", "steps", 1, "move", "to", to=0), "trace.steps[1].move"),
    (_set("trace", "steps", 1, "move", "act", to="fly"), "trace.steps[1].move.act: 'fly'"),
    (_set("trace", "steps", 2, "events", 0, "called", to="key"), "trace.steps[2].events[0]"),
    (_set("trace", "steps", 2, "events", 0, "clauses", to=[]), "trace.steps[2].events[0]"),
    (_drop_event, "trace.steps[0].events"),
    (_drop_last_event, "trace.steps[0].events: "),
    (_add_event, "trace.steps[0].events: "),
    (_drop_last_step, "play can go on where it ends"),
    (_set("trace", "steps", to=[]), "play can go on where it ends"),
    (_set("shortest", to=None), "shortest: it is null exactly if trace is"),
    (_set("shortest", "turn", to=2), "shortest.turn: 2 on file, 1 is right"),
    (_set("shortest", "decisions", to=3), "shortest.decisions: 3 on file, 4 is right"),
    (_set("shortest", "none_to", to=1), "shortest.none_to"),
    (_set("shortest", "proved", to=True), "shortest.none_to"),
    (_set("shortest", "proved", to=1), "shortest.proved: 1"),
    (_set("found", to=""), "found"),
    (_set("more", to=1), "no such key"),
]


@pytest.mark.parametrize(("alter", "said"), ALTERED, ids=[f"{i}-{said}" for i, (_, said) in enumerate(ALTERED)])
def test_every_altered_field_is_refused_with_the_reason(
    tmp_path: Path, found: Finding, alter: Callable[[dict[str, Any]], None], said: str
) -> None:
    data = copy.deepcopy(encode(found))
    alter(data)
    path = tmp_path / found.file_name
    path.write_text(canonical(data), "utf-8")
    differs = examine(path, editions()).differs
    assert any(said in line for line in differs), differs


def test_the_name_of_a_file_is_held_against_its_content(tmp_path: Path, found: Finding) -> None:
    path = tmp_path / "clash.adlung.other.json"
    path.write_text(canonical(encode(found)), "utf-8")
    assert "file name" in examine(path, editions()).differs[0]


def _leaves(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    if isinstance(data, dict):
        return [p for key, value in data.items() for p in _leaves(value, (*path, key))] or [path]
    if isinstance(data, list):
        return [p for i, value in enumerate(data) for p in _leaves(value, (*path, i))] or [path]
    return [path]


ANY_JSON = st.one_of(st.none(), st.booleans(), st.integers(-5, 99), st.text(max_size=8), st.just([]), st.just({}),
                     st.sampled_from(["bag-key", "key", "diplomat", "order", "answer", "adlung"]), st.floats(-1, 1))


@settings(max_examples=300, derandomize=True, deadline=None, database=None)
@given(st.data())
def test_no_change_of_a_file_makes_anything_but_a_refusal(data: st.DataObject) -> None:
    good = encode(clash())
    document = copy.deepcopy(good)
    path = data.draw(st.sampled_from(_leaves(document)))
    value = data.draw(ANY_JSON)
    _set(*path, to=value)(document)
    if canonical(document) == canonical(good) or path == ("shortest", "none_to"):
        return
    try:
        one = decode(document, "here")
    except BadDocument:
        return
    assert replay(one, editions()), path


# ---------------------------------------------------------------- partings


def faults(moves: tuple[Any, ...]) -> tuple[str, ...]:
    """What is wrong with a game that should part the default rules from those that give no limit."""
    here, there = rules_for(4), rules_for(4, SILENT)
    return part_faults(play_out(here, deal_for(here), moves), there)


def test_a_parting_parts_at_its_last_move() -> None:
    assert faults(gap_moves()) == ()


def test_other_clauses_for_the_same_events_are_no_parting() -> None:
    rules = rules_for()
    played = play_out(rules, deal_for(rules), clash_moves())
    steps = tuple(evolve(s, events=tuple(evolve(e, clauses=("other",)) for e in s.events)) for s in played.steps)
    assert first_parting(evolve(played, steps=steps), rules) is None
    fewer = tuple(evolve(s, events=s.events[1:]) for s in played.steps)
    assert first_parting(evolve(played, steps=fewer), rules) is not None


def test_a_game_that_parts_nothing_is_refused() -> None:
    assert faults(gap_moves()[:-1]) == ("trace: adlung goes the same way to the end; nothing parts",)


def test_a_game_that_parts_before_its_end_is_refused() -> None:
    early = ("trace.steps[4]: the rules part here already, 1 moves before the end",)
    assert faults((*gap_moves(), mv.Leave(2))) == early


QUESTION_FIELDS = {
    "impact": "none", "summary": "x", "cause": ["trade.must-refuse-bag", "one-bag"], "clauses": [], "rests": "text",
    "assumes": {"hand.limit": "dv"}, "against": None, "found": "I made it up", "kind": "clash", "editions": ["dv"],
    "shortest": {"proved": False, "turn": 1, "decisions": 1, "none_to": None},
}


@pytest.mark.parametrize("key", QUESTION_FIELDS)
def test_a_question_on_file_is_refused_whatever_is_altered(key: str) -> None:
    folder = Store(default_folder())
    path = next(p for p in folder.files("teufelsburg") if p.name.startswith("question.adlung.duel.stand-off.may"))
    document = encode(load(path))
    assert document[key] != QUESTION_FIELDS[key]
    try:
        altered = decode({**document, key: QUESTION_FIELDS[key]}, "here")
    except BadDocument:
        return
    assert replay(altered, editions())


def test_half_a_surrogate_pair_is_no_text() -> None:
    with pytest.raises(BadDocument, match="UTF-8"):
        read_json('{"found": "\\ud800"}', "here")
