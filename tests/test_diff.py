"""Two editions held against each other: what differs by id, the game in which they part, and what is on file."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest
from attrs import evolve
from rivals import FREE, MUST_DRAW, rival_text

from advocatus.checks import diff as whole
from advocatus.checks.alike import alike_lines, told_otherwise
from advocatus.checks.checking import file_findings
from advocatus.checks.cli import run
from advocatus.checks.context import CheckContext
from advocatus.checks.differing import text_differences
from advocatus.checks.diverging import DIVERGENCE, divergences
from advocatus.checks.filed import filed
from advocatus.checks.finding import Finding, Store, decode, default_folder, encode
from advocatus.checks.line import Line, least
from advocatus.checks.replaying import replay
from advocatus.checks.row import Row
from advocatus.checks.selection import known_editions
from advocatus.model.families import editions, find_editions
from advocatus.model.mixing import differences, only_words
from advocatus.model.rulebook import Edition
from advocatus.model.rules import Rules, make_rules


@pytest.fixture(scope="module")
def rival(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A rulebook in which nobody need draw after a stand-off."""
    path = tmp_path_factory.mktemp("editions") / "rival.toml"
    path.write_text(rival_text((MUST_DRAW, FREE)), "utf-8")
    return path


@cache
def pair(path: Path) -> tuple[Rules, Rules]:
    return make_rules(editions()["adlung"], 3), make_rules(find_editions(str(path))[0], 3)


@cache
def found(path: Path) -> Finding:
    one, other = pair(path)
    (finding,) = divergences(one, other, differences(one, other)).findings
    return finding


def known(path: Path) -> dict[str, Edition]:
    return dict(known_editions(find_editions(str(path))))


def test_the_one_cause_is_found_with_its_shortest_game(rival: Path) -> None:
    finding = found(rival)
    assert (finding.kind, finding.editions, finding.cause) == (DIVERGENCE, ("adlung", "rival"), ("duel.stand-off",))
    assert finding.shortest is not None
    assert (finding.shortest.turn, finding.shortest.decisions) == (1, 3)
    assert "rival" in finding.summary.split(";")[0]
    assert finding.impact == "changes play"
    assert replay(finding, known(rival)) == ()


def test_of_a_few_entries_each_is_tried_alone_and_no_random_game_is_played(
    rival: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted, hunted = found(rival), list[str]()
    monkeypatch.setattr("advocatus.checks.diverging.Hunt.run", lambda self, _: hunted.extend(self.keys))
    one, other = pair(rival)
    made = divergences(one, other, differences(one, other), few=True)
    (sooner,) = made.findings
    assert (sooner.cause, sooner.trace) == (wanted.cause, wanted.trace)
    assert sooner.shortest is not None
    assert not sooner.shortest.proved, "no bound is proved on the way"
    assert (made.unparted, hunted) == ((), [])


def test_the_cause_taken_over_removes_the_parting(rival: Path) -> None:
    one, other = pair(rival)
    trace = found(rival).trace
    assert trace is not None
    line = Line(one, other, trace.deal, trace.moves)
    mended = line.answer(("duel.stand-off",))
    near = line.near()
    assert near is not None
    assert near.same(mended)
    assert not mended.same(line.here)
    assert (line.here.events, line.here.stage) == (None, len(trace.moves))
    assert line.cause(("duel.stand-off",)) == ("duel.stand-off",)
    shorter = Line(one, other, trace.deal, trace.moves[:-1])
    assert (shorter.near(), shorter.cause(("duel.stand-off",))) == (None, None)


def test_a_smallest_set_is_found_whatever_it_takes() -> None:
    keys = tuple("abcdefgh")
    for wanted in ((), ("c",), ("a", "h"), ("b", "e", "g")):
        assert least(keys, lambda some, wanted=wanted: set(wanted) <= set(some)) == wanted  # type: ignore[misc]
    assert len(least(keys, lambda some: len(some) >= 3)) == 3


@pytest.mark.parametrize(("key", "value"), [
    ("summary", "x"), ("impact", "none"), ("cause", ["duel.winner"]), ("clauses", []), ("rests", "text against text"),
    ("editions", ["rival", "adlung"]), ("against", None),
    ("shortest", {"proved": True, "turn": 1, "decisions": 2, "none_to": None}),
])
def test_a_divergence_is_refused_whatever_is_altered(rival: Path, key: str, value: object) -> None:
    document = encode(found(rival))
    assert document[key] != value
    assert replay(decode({**document, key: value}, "here"), known(rival))


def context(folder: Path) -> CheckContext:
    return CheckContext(0, Store(folder))


def test_the_whole_difference_is_told_by_text_and_at_the_table(rival: Path, tmp_path: Path) -> None:
    one, other = editions()["adlung"], find_editions(str(rival))[0]
    made = whole.diff(one, other, (3,), context(tmp_path))
    assert [d.key for d in made.texts] == ["duel.stand-off"]
    (difference,) = made.texts
    assert difference.one[1:] == ("oblige pick-up",)
    assert difference.other[1:] == ("permit pick-up", "permit leave during stand-off")
    assert [f.cause for f in made.report.new] == [("duel.stand-off",)]
    assert made.report.exit_code == 1
    Store(tmp_path).save(made.report.new[0])
    again = whole.diff(one, other, (3,), context(tmp_path))
    assert again.report.exit_code == 0
    same = whole.diff(one, evolve(one, key="copy"), (3,), context(tmp_path))
    assert (same.texts, same.report.found, same.report.exit_code) == ((), (), 0)


def test_a_check_of_both_editions_knows_the_games_on_file(rival: Path, tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.save(found(rival))
    both = filed(store, pair(rival), known(rival)).looked
    assert [(o.path.name, o.differs) for o in both] == [(found(rival).file_name, ())]
    assert both[0].row("teufelsburg", "adlung").verdict == "replays"
    alone = filed(store, pair(rival)[:1], known(rival))
    assert (alone.looked, alone.left) == ((), {}), "one edition alone has no difference"


def test_a_game_on_file_is_taken_up_again_whatever_the_rules_were(rival: Path, tmp_path: Path) -> None:
    old = found(rival)
    stale = evolve(old, rules=evolve(old.rules, digest="0" * 16))
    Store(tmp_path).save(stale)
    one, other = editions()["adlung"], find_editions(str(rival))[0]
    made = whole.diff(one, other, (3,), context(tmp_path))
    assert [o.path.name for o in made.report.broken] == [old.file_name]
    assert made.report.found == (old,)
    assert file_findings(made.report, context(tmp_path)) == [f"filed anew {old.file_name}"]
    assert whole.diff(one, other, (3,), context(tmp_path)).report.exit_code == 0


def test_a_finding_that_is_not_found_again_is_gone(rival: Path, tmp_path: Path) -> None:
    Store(tmp_path).save(found(rival))
    path = tmp_path / "rival.toml"
    path.write_text(rival_text(), "utf-8")
    made = whole.diff(editions()["adlung"], load_edition_of(path), (3,), context(tmp_path))
    assert len(made.report.gone) == 1
    assert made.report.exit_code == 1


def load_edition_of(path: Path) -> Edition:
    return find_editions(str(path))[0]


def lines(capsys: pytest.CaptureFixture[str], words: Sequence[str]) -> tuple[int, str, str]:
    code = run(words)
    out, err = capsys.readouterr()
    return code, out, err


def test_the_command_tells_files_and_replays(
    rival: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["diff", "adlung", str(rival), "--players", "3", "--findings", str(tmp_path), "--no-cache"]
    code, out, _ = lines(capsys, [*words, "--write"])
    assert code == 1
    assert "permit leave during stand-off" in out
    code, out, _ = lines(capsys, [*words, "--format", "json"])
    assert code == 0
    data = json.loads(out)
    assert [t["id"] for t in data["texts"]] == ["duel.stand-off"]
    assert [r["check"] for r in data["rows"] if r["kind"] == DIVERGENCE] == ["duel.stand-off"]
    code, out, _ = lines(capsys, [*words, "--translation"])
    assert "Where rival departs from adlung" in out
    assert "At the table: By rival" in out
    files = [str(p) for p in sorted(tmp_path.glob("*/*.json"))]
    code, out, _ = lines(capsys, ["replay", str(rival), *files])
    assert code == 0
    assert "By adlung: it is not allowed, by duel.stand-off/1" in out
    assert "By rival (the same with its duel.stand-off): so it goes on" in out


def test_things_go_by_the_names_wanted_and_games_are_told(
    rival: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["diff", "adlung", str(rival), "--players", "3", "--findings", str(tmp_path), "--no-cache", "--tell"]
    Store(tmp_path).save(found(rival))
    _, out, _ = lines(capsys, words)
    assert "duel.stand-off" in out
    assert "Turn 1" in out
    assert "the struggle of A against B begins" in out
    code, out, _ = lines(capsys, [*words, "--terms", "zh", "--format", "markdown"])
    assert code == 0
    assert "the 攻擊 attack of A against B begins" in out


@pytest.mark.parametrize(("words", "told"), [
    (["diff", "adlung", "nothing"], "nothing"),
    (["diff", "adlung", "adlung", "--players", "11"], "11"),
    (["diff", "adlung", "adlung", "--terms", "nobody"], "nobody"),
    (["diff", "adlung", "adlung", "--variant", "smuggling"], "--variant"),
])
def test_bad_words_are_refused(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = lines(capsys, words)
    assert (code, out) == (2, "")
    assert told in err


def test_a_row_names_the_edition_played_first(rival: Path) -> None:
    one, other = pair(rival)
    (back,) = divergences(other, one, differences(other, one)).findings
    assert (back.rules.edition, back.editions) == ("rival", ("adlung", "rival"))
    row = Row.of_finding(back, "new")
    assert (row.edition, row.against) == ("rival", "adlung")


PAIRS = (("adlung", "dv"), ("adlung", "zh"), ("dv", "zh"))


@pytest.mark.parametrize("names", PAIRS, ids="-".join)
def test_no_difference_of_texts_says_the_same_of_both(names: tuple[str, str]) -> None:
    """What differs in nothing but its rank tells the rank; what one sees no difference in is of no use."""
    one, other = (editions()[name] for name in names)
    texts = text_differences(whole.pairs_of(one, other, ()))
    assert [d.key for d in texts if d.one == d.other] == []
    assert {(d.one[1], d.other[1]) for d in texts if d.key == "trade.must-refuse-bag"} <= {("rank rule", "rank card")}


def test_words_about_a_value_that_both_have_part_no_game() -> None:
    one, other = (make_rules(editions()[name], 4) for name in ("adlung", "zh"))
    assert "hand.limit" in differences(one, other)
    assert only_words(one, other, "hand.limit")
    made = divergences(one, other, ("hand.limit",))
    assert [(u.key, u.proved, u.how.partition(",")[0]) for u in made.unparted] == [
        ("hand.limit", True, "the value is the same")]
    assert not only_words(one, make_rules(editions()["zh"], 3), "hand.limit"), "eight and six"


def test_what_is_told_otherwise_names_the_values_in_which_it_differs() -> None:
    pairs = whole.pairs_of(editions()["adlung"], editions()["dv"], (5,))
    found = {a.key: a for a in told_otherwise(pairs)}
    assert found["setup.luggage"].values == ("setup.sealed", "setup.dealt")
    assert found["setup.luggage"].reason != found["setup.characters"].reason
    assert all(set(a.values) <= set(differences(*pairs[0])) for a in found.values())
    assert "object.black-pearl" not in found, "both tell it in the same words"
    assert "black-pearl for 3; coat for 10; none for else" in "\n".join(alike_lines([*found.values()], "a", "b"))


def test_a_divergence_says_what_follows_under_each() -> None:
    told = {f.cause: f.summary for f in Store(default_folder()).about("dv", "teufelsburg") if f.kind == DIVERGENCE}
    assert told["tokens.taken",] in ("When B refuses: by dv, A takes a duel token; by adlung, nothing of the kind.",
                                     "When B refuses: by dv, A takes a duel token; by zh, nothing of the kind.")
    assert "the statement is right, the game is won by A, B" in told["victory.counts",]
    assert [cause for cause, says in told.items() if says.startswith("Other things follow")] == [("coat.choice",)]


def test_each_difference_says_what_comes_of_it_at_the_table(
    rival: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Those with a game come first; a file that replays and is found in the run is not told a second time."""
    Store(tmp_path).save(found(rival))
    words = ["diff", "adlung", str(rival), "--players", "3", "--findings", str(tmp_path), "--no-cache"]
    _, out, _ = lines(capsys, words)
    plain = " ".join(out.split())
    assert "Differences of the texts: 1 with a game that shows it ## What the texts say" in plain
    assert "### With a game that shows it duel.stand-off (clause; text against" in plain
    assert "At the table: By rival, A lets it be; by adlung it is not allowed, by duel.stand-off/1. (changes" in plain
    assert not [line for line in out.splitlines() if line.startswith("replay")]
