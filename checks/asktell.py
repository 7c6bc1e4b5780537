"""What `ask` prints: the answer for each edition, its cases with clauses and a game, and what all of it hangs on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from attrs import fields

from advocatus.model.asking import COUNT, LIST
from advocatus.model.families import families
from advocatus.model.game import TABLE
from advocatus.model.guard import Not
from advocatus.model.norms import FORBID
from advocatus.model.rulebook import Edition
from advocatus.model.rules import Rules
from advocatus.model.trace import encode_trace
from advocatus.specs.asking import ALWAYS, DEPENDS, IMPOSSIBLE, NEVER, Case, Literal
from advocatus.specs.prover import UNKNOWN

from .aloud import Speaker
from .ask import Page, Report, Sheet, Shown
from .deriving import Played, game_of
from .tell import Teller, seat_name, teller_of

READINGS = 2  # told with a position, of those by which it depends too
OPENERS = 3  # conditions, and other decisions, told of what would permit a move


def report_lines(report: Report) -> Iterator[str]:
    """The answers, for somebody who has read the rulebook and no code; the last line is that to all of it."""
    yield f"{report.situation.id}: {report.situation.asks}"
    for page in report.pages:
        yield ""
        yield from _page_lines(report, page)
    yield from ("", f"{report.situation.id}: {summary(report)}")


def summary(report: Report) -> str:
    """The answer to all of it, in one line."""
    verdict = report.verdict
    if verdict == DEPENDS:
        return f"depends on {_drawn(_drawn_questions(report.on))}"
    if verdict == UNKNOWN:
        return "cannot be judged"
    return verdict


def _drawn_questions(on: Sequence[str]) -> Sequence[str]:
    """What an answer hangs on, with many questions drawn together."""
    asked = [one for one in on if one.startswith("the question ")]
    words = asked if len(asked) <= OPENERS else [f"{len(asked)} questions, named above"]
    return [*(one for one in on[:1] if one not in asked), *words, *(one for one in on[1:] if one not in asked)]


def _drawn(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _rules(rules: Rules) -> str:
    more = [*(f"variant {v}" for v in rules.variants), *(f"{q}={r}" for q, r in rules.answers)]
    return ", ".join([rules.edition.key, f"{rules.players} players", *more])


def _page_lines(report: Report, page: Page) -> Iterator[str]:
    yield f"## {_rules(page.sheet.rules)}: {_verdict(page.sheet)}"
    yield from _sheet_lines(report, page.sheet)
    alike = [other for other in page.others if other[2].parted is not None]
    for question, reading, sheet in page.others:
        if (question, reading, sheet) in alike[READINGS:]:
            continue
        asks = next(q for q in sheet.rules.edition.questions if q.id == question)
        yield ""
        yield f"By another reading, {question}={reading}: {_verdict(sheet)}"
        yield f"    {asks.asks} “{asks.readings[reading].says}”"
        yield from _sheet_lines(report, sheet)
        if sheet.parted is not None:
            yield from (f"    {line}" for line in _parted(sheet, *sheet.parted, f"{question}={reading}"))
    if rest := [f"{question}={reading}" for question, reading, _ in alike[READINGS:]]:
        many = "1 more reading" if len(rest) == 1 else f"{len(rest)} more readings"
        yield from ("", f"By {many} it depends too, in other cases; --answer tells them: {_drawn(rest)}.")
    if page.tried and not page.others:
        yield f"    No other reading of a question changes that ({page.tried} tried)."


def _verdict(sheet: Sheet) -> str:
    words = {ALWAYS: "always allowed", NEVER: "never allowed", DEPENDS: "that depends",
             IMPOSSIBLE: "this cannot arise", UNKNOWN: "cannot be judged"}
    return words[sheet.verdict]


def _sheet_lines(report: Report, sheet: Sheet) -> Iterator[str]:
    if sheet.verdict == UNKNOWN:
        yield f"    {sheet.why}"
        return
    if sheet.verdict == IMPOSSIBLE:
        yield from (f"    {line}" for line in _blame(report, sheet))
        return
    first = next((shown for shown in sheet.shown if shown.case.unopened), None)
    for shown in sheet.shown:
        yield from (f"    {line}" for line in _case_lines(report, sheet, shown, shown is first))
    if sheet.answered.more:
        yield f"    There are more cases than are told here{_narrower(report)}."
    if sheet.answered.near is not None:
        yield from (f"    {line}" for line in _apart(sheet))


def _narrower(report: Report) -> str:
    """What of the move the file could tell, so that there are fewer cases."""
    situation = report.situation
    family = families()[situation.family]
    assert family.wording is not None, "who can ask has words"
    names = [field.name for field in fields(family.codec.moves[situation.act])]
    open_ = [f"`{name}`" for name in names if name in family.wording.fields and name not in situation.of_move]
    return f"; there are fewer where [move] tells {_drawn(open_)}" if open_ else ""


def _parted(sheet: Sheet, state: Any, move: Any, yes: bool, answer: str) -> Iterator[str]:
    """Of another reading by which it depends too: a position in which the two part."""
    teller = teller_of(sheet.rules.edition)
    yield f"In other cases than before; --answer {answer} tells them. One of them:"
    yield from (f"    {line}" for line in _seats(state, sheet.rules.players, teller))
    may, else_ = ("may", "may not") if yes else ("may not", "may")
    yield f"{teller.move(move)}: by this reading it {may} be done, by the one taken above it {else_}."


def _blame(report: Report, sheet: Sheet) -> Iterator[str]:
    """Why there is no such position: what the file says that cannot be together, and the laws that say so."""
    assert sheet.pose is not None
    told = [name for name in sheet.answered.blame if name in sheet.pose.told]
    if told:
        yield "This cannot be together:" if len(told) > 1 else "This cannot be:"
        yield from (f"    {_entry(report, sheet, name)}" for name in told)
    yield from (sheet.pose.law(name) for name in sheet.answered.blame if name in sheet.pose.laws)


def _entry(report: Report, sheet: Sheet, name: str) -> str:
    """What the file tells under a key, in the words of the edition, with the key."""
    situation, edition = report.situation, sheet.rules.edition
    if name == "move":
        return "the move can be made at all (move)"
    if name.startswith("situation.when["):
        guard = situation.when[int(name.removeprefix("situation.when[").removesuffix("]"))]
        return f"{_speaker(report, edition).guard(guard.tree)} ({name})"
    where, key = name.rsplit(".", 1)
    wording = families()[situation.family].wording
    assert wording is not None, "who can ask has words"
    tables = {"table": (situation.table, wording.table), "due": (situation.of_due, wording.fields)}
    told, sorts = tables.get(where) or (situation.seats[ord(where[-1]) - ord("A")], wording.seat)
    who = {"table": "on the table", "due": "the decision"}.get(where, where[-1])
    return f"{who}: {key.replace('-', ' ')} {_told(edition, sorts[key], told[key])} ({name})"


def _told(edition: Edition, sort: str, value: Any) -> str:
    """What is told of one key; a sort is one of `Wording`."""
    if sort == COUNT and not isinstance(value, bool):
        least, most = value
        return str(least) if least == most else f"{least} to {most}"
    if isinstance(value, bool):
        return "yes" if value else "no"
    words = [seat_name(word) if isinstance(word, int) else edition.term(word) for word in value]
    return ", ".join(words) if sort.endswith(LIST) else " or ".join(words)


def conditions(report: Report, sheet: Sheet, case: Case) -> tuple[str, ...]:
    """The conditions of a case in words."""
    return tuple(_condition(report, sheet, literal) for literal in case.literals) if case.whole else ()


def _condition(report: Report, sheet: Sheet, literal: Literal) -> str:
    condition, holds = literal
    if condition.node is None:
        return condition.says[0 if holds else 1]
    speaker = _speaker(report, sheet.rules.edition)
    return speaker.guard(condition.node if holds else Not(condition.node)) + condition.subject


def _speaker(report: Report, edition: Edition) -> Speaker:
    """The words for conditions, with the letter of who moves."""
    situation = report.situation
    return Speaker(edition, families()[situation.family].grammar, seat_name(situation.of_move["by"][0]))


def _case_lines(report: Report, sheet: Sheet, shown: Shown, first: bool) -> Iterator[str]:
    """A case; what would permit the move is told with the first in which nothing does."""
    case, teller = shown.case, teller_of(sheet.rules.edition)
    where = conditions(report, sheet, case)
    answer = "allowed" if case.yes else "not allowed"
    if sheet.verdict == DEPENDS:
        answer += f", where {_drawn(where)}" if where else " sometimes"
    yield f"{answer[0].upper()}{answer[1:]}: {_decided(report, case)}."
    if first:
        yield from (f"    {line}" for line in _openers(report, sheet))
    lines = _lone_lines(sheet, shown, teller) if shown.played is None else _game_lines(
        shown.played, teller, report.full)
    yield from (f"    {line}" for line in lines)
    assert sheet.pose is not None
    state = case.state if shown.played is None else shown.played.state
    if (frame := game_of(sheet.rules).top(state)) is not None:
        yield f"    Now it is to be decided: {teller.owed(frame)}."
    judged = sheet.pose.judge(state, shown.move)
    against = [norm for norm in judged.against if judged.permitted_by or norm.mood != FORBID]
    norms = [norm.id for norm in (judged.permitted_by if case.yes else against)]
    allowed = "allowed" if case.yes else "not allowed"
    yield f"    Then {teller.move(shown.move)}: {allowed} ({', '.join(norms) or 'nothing permits it'})."
    if stuck := () if case.yes else _stuck(sheet.rules, state, shown.move.by):
        yield f"    Nothing at all may be done there: {'; or '.join(map(_drawn, stuck))}."


def _decided(report: Report, case: Case) -> str:
    """The clauses that explain a case, as few as do."""
    told = [*([f"nothing permits it at `{report.situation.due}`"] if case.unopened else []),
            *([", ".join(case.clauses)] if case.clauses else [])]
    also = f" (in some of these positions also {', '.join(case.also)})" if case.also else ""
    return (", or ".join(told) or "nothing permits it") + also


def _openers(report: Report, sheet: Sheet) -> Iterator[str]:
    """What would permit a move that nothing permits: conditions that are not met here, and other decisions."""
    assert sheet.pose is not None
    due = report.situation.due
    speaker, elsewhere, told = _speaker(report, sheet.rules.edition), {}, 0  # type: Speaker, dict[str, list[str]], int
    norms = sheet.pose.openers
    for norm in norms:
        if not norm.during or due in norm.during:
            told += 1
            if told <= OPENERS:
                where = [speaker.guard(g.tree) for g in (norm.when, norm.which) if g is not None]
                yield f"What would: {norm.clause}, where {_drawn(where)}."
        else:
            for kind in norm.during:
                elsewhere.setdefault(kind, []).append(norm.clause)
    if told > OPENERS:
        yield f"{told - OPENERS} more norms would, under conditions of their own."
    for kind, clauses in list(elsewhere.items())[:OPENERS]:
        yield f"It can be permitted at `{kind}`, by {', '.join(dict.fromkeys(clauses))}."
    if len(elsewhere) > OPENERS:
        yield f"And at {len(elsewhere) - OPENERS} more decisions."
    if not norms:
        yield "No clause permits it at any decision."


def _stuck(rules: Rules, state: Any, seat: int) -> Sequence[Sequence[str]]:
    """The smallest sets of clauses that leave a seat nothing to do where it owes the decision; none if it can go on."""
    game = game_of(rules)
    frame = game.top(state)
    if frame is None or seat not in frame.owed:
        return ()
    resolution = game.resolve(state, seat)
    if resolution.is_gap:
        return (("the text has no rule for it",),)
    sets = (tuple(dict.fromkeys(norm.clause for norm in norms)) for norms in resolution.clashes())
    return [(*clauses[:-1], f"{clauses[-1]} {'collide' if len(clauses) > 1 else 'forbids it all'}") for clauses in sets]


def _lone_lines(sheet: Sheet, shown: Shown, teller: Teller) -> Iterator[str]:
    looked = f"; no game to one was found in {shown.looked} positions looked at" if shown.looked else ""
    yield f"A position like that is well formed{looked}:"
    yield from (f"    {line}" for line in _seats(shown.case.state, sheet.rules.players, teller))


def _seats(state: Any, players: int, teller: Teller) -> Sequence[str]:
    """What each seat has, which a teller tells first; what lies about besides is told by the data."""
    return teller.state(state)[:players]


def _game_lines(played: Played, teller: Teller, full: bool) -> Iterator[str]:
    """The last turn of a game, or all of it, and the position that it comes to."""
    game, turns = game_of(played.rules), {}  # type: Any, dict[int, list[str]]
    for step in played.steps:
        moves = turns.setdefault(game.turn(step.before), [])
        moves += [] if step.move.by == TABLE else [teller.move(step.move)]
    count = f"{played.decisions} decision{'' if played.decisions == 1 else 's'}"
    yield f"A game gets there in turn {played.turn}, {count}:"
    if full:
        yield from ("    The deal:", *(f"        {line}" for line in teller.deal(played.deal)))
    told = [turn for turn in turns if turns[turn] and (full or turn == played.turn)]
    yield from (f"    Turn {turn}: {'; '.join(turns[turn])}." for turn in told)
    if not full and any(turn != played.turn for turn in turns):
        yield "    (--full tells the turns before, from the deal on.)"
    yield "    So it stands then:"
    yield from (f"        {line}" for line in _seats(played.state, played.rules.players, teller))


def _apart(sheet: Sheet) -> Iterator[str]:
    """Two positions as near as can be."""
    yield f"Two positions, one of each kind, need differ in no more than this: {_drawn(sheet.answered.apart)}."
    assert sheet.answered.near is not None
    teller = teller_of(sheet.rules.edition)
    may, may_not = (_seats(state, sheet.rules.players, teller) for state in sheet.answered.near)
    for yes, no in zip(may, may_not, strict=False):
        if yes != no and sheet.answered.apart:
            yield f"    allowed      {yes}"
            yield f"    not allowed  {no}"


# ---------------------------------------------------------------- data


def report_data(report: Report) -> dict[str, Any]:
    """The answers as JSON data."""
    return {
        "situation": report.situation.id, "asks": report.situation.asks, "verdict": report.verdict,
        "on": list(report.on), "says": summary(report),
        "answers": [_page_data(report, page) for page in report.pages],
    }


def _page_data(report: Report, page: Page) -> dict[str, Any]:
    return {
        **_sheet_data(report, page.sheet), "readings_tried": page.tried,
        "readings": [{"question": question, "reading": reading, **_sheet_data(report, sheet)}
                     for question, reading, sheet in page.others],
    }


def _sheet_data(report: Report, sheet: Sheet) -> dict[str, Any]:
    rules = sheet.rules
    return {
        "edition": rules.edition.key, "players": rules.players, "variants": list(rules.variants),
        "answers": dict(rules.answers), "digest": rules.digest, "verdict": sheet.verdict, "why": sheet.why,
        "cases": [_case_data(report, sheet, shown) for shown in sheet.shown], "more": sheet.answered.more,
        "apart": list(sheet.answered.apart), "blame": list(sheet.answered.blame),
        "parted": _parted_data(sheet),
    }


def _parted_data(sheet: Sheet) -> dict[str, Any] | None:
    if sheet.parted is None:
        return None
    codec, (state, move, yes) = families()[sheet.rules.edition.family].codec, sheet.parted
    return {"position": codec.encode(state), "move": codec.encode(move), "allowed": yes}


def _case_data(report: Report, sheet: Sheet, shown: Shown) -> dict[str, Any]:
    codec = families()[sheet.rules.edition.family].codec
    return {
        "allowed": shown.case.yes, "where": list(conditions(report, sheet, shown.case)),
        "clauses": list(shown.case.clauses), "also": list(shown.case.also),
        "nothing_permits_it": shown.case.unopened, "move": codec.encode(shown.move), "looked": shown.looked,
        "trace": None if shown.played is None else encode_trace(shown.played.trace, codec),
        "position": codec.encode(shown.case.state if shown.played is None else shown.played.state),
    }
