"""The judgement of a clarification told: for an editor, in one line, and as data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .checking import EXPECTED, FINDINGS, INCONCLUSIVE
from .clarify import ANSWERED, CLOSED, LEFT, OPENED, Fate, Judged, Said
from .finding import Finding
from .readback import read_data, read_lines
from .row import BOUNDED, PROVED, REFUTED, UNKNOWN, UNREACHED, Row, spans

BEYOND = "cannot be judged: it speaks of what no rule of this game can be about here"
HOW = {PROVED: "proved", ANSWERED: "its question is answered"}


def said_lines(said: Said) -> Iterator[str]:
    """The clarification read back, for an editor."""
    yield f"{said.made.key}, on {said.base.title}"
    yield from ("", "## What it says, read back", "")
    yield from read_lines(said.read)
    yield from (f"no more: {told}" for told in said.gone)
    yield from said.readings
    yield from (f"{key}: in words alone: no norm, no fact and no procedure; this cannot be judged."
                for key in said.worded)
    if not said.judgeable:
        yield "It changes no fact, no procedure and no norm: in words alone it cannot be judged."
        return
    for d in said.texts:
        yield f"{d.key}: {'; '.join(d.one) or 'nothing'} -> {'; '.join(d.other) or 'nothing'}"
    yield "What a clause says in words is not checked."


def judged_lines(judged: Judged) -> Iterator[str]:
    """The judgement, for an editor; nothing where it cannot be judged."""
    if not judged.judgeable:
        return
    yield from ("", "## What it does to the findings", "", *_fate_lines(judged))
    yield from ("", "## What it changes at the table", "", *_table_lines(judged))
    yield from ("", "## What no longer always holds", "")
    for before, after in judged.fallen:
        yield f"{before.check}, {before.players} players: {after.verdict}: {after.summary}"
    if not judged.fallen:
        yield from _kept_lines(judged)
    if judged.others:
        yield from ("", "## The other editions", "")
        yield from (f"{key}: {edition} {how}" for key, edition, how in judged.others)
    yield from ("", "## The games on file", "", f"{len(judged.struck)} of {judged.games} go another way.")
    for one in judged.struck:
        yield f"{one.file}: {f'from move {one.move}' if one.move else 'at the deal'}: {one.summary}"


def _kept_lines(judged: Judged) -> Iterator[str]:
    """That no promise falls, and of which measures less is known than before."""
    less = {before.check: after.verdict for before, after in judged.measured
            if before.verdict == PROVED and after.verdict != PROVED}
    if not less:
        yield "Every promise that was proved still is."
        return
    told = ", ".join(f"{check} was proved and is {verdict}" for check, verdict in less.items())
    yield (f"Every promise that was proved still is. Of what can be, how far and how early, less is known than before, "
           f"as is told above: {told}.")


def _fate_lines(judged: Judged) -> Iterator[str]:
    struck = {one.file: one.move for one in judged.struck}
    for fate in judged.fates:
        trace, at = fate.finding.trace, struck.get(fate.finding.file_name)
        if told := _fate(fate, trace is not None and at is not None and at < len(trace.moves)):
            yield told
    yield from (f"may open: {row.kind} {row.check}: {row.summary}" for row in judged.unreached)
    yield (f"{len(judged.of(CLOSED))} closed, {len(judged.of(OPENED))} opened, "
           f"{len(judged.of(LEFT))} left{_without_game(judged)}")


def _without_game(judged: Judged) -> str:
    """How many of the findings told have no game, so that they are not among the games on file."""
    bare = sum(fate.finding.trace is None for fate in judged.fates)
    return f"; {bare} of these {'has' if bare == 1 else 'have'} no game" if bare else ""


def _fate(fate: Fate, barred: bool) -> str:
    """What became of a finding; nothing if it is left as it was. `barred`: its game does not get there any more."""
    f = fate.finding
    told = f"{fate.what}: {f.kind} {' + '.join(f.cause)}: {f.summary}"
    if fate.what == CLOSED:
        weak = "; its game is not allowed so far any more, and another may get there" if barred else ""
        how = HOW.get(fate.how, f"not found any more where it was found: {f.found}{weak}")
        return f"{told} ({how})"
    if fate.what == OPENED:
        hits = f"; it collides with {', '.join(fate.hits)}" if fate.hits else ""
        return f"{told} ({f.impact}; {_length(f)}{hits})"
    anew = f", though {' and '.join(fate.anew)} is told anew" if fate.anew else ""
    if fate.how == UNREACHED:
        return f"{told} (left: it still stands in some position{anew}; no game to one was found)"
    if fate.how == ANSWERED and anew:
        return f"{told} (not answered{anew})"
    if fate.then is None:
        return ""
    now = fate.then
    length = "" if now.length == f.length else f"its shortest game was {_length(f)} and is {_length(now)}"
    if now.cause != f.cause:
        return f"{told} (it still stands, now as {' + '.join(now.cause)}: {now.summary}{length and f' ({length})'})"
    if anew and now.shortest is None:
        return f"{told} (it still stands{anew})"
    if anew:
        return f"{told} (it still stands{anew}; {length or f'its shortest game has {_length(now)} as before'})"
    return f"{told} (left, but {length})" if length else ""


def _length(finding: Finding) -> str:
    turn, decisions = finding.length
    return f"turn {turn}, {_many(decisions, 'decision')}" if finding.shortest else "no game"


def _many(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _table_lines(judged: Judged) -> Iterator[str]:
    for f in judged.apart:
        yield f"{' + '.join(f.cause)}: {f.summary} ({f.impact}; {_length(f)})"
    yield from (f"{row.check}: {row.summary}" for row in judged.quiet if row.verdict == BOUNDED)
    if judged.same:
        yield (f"It is redundant with {spans(judged.counts)} players: proved that in every kind of decision that comes "
               "up then the same may be done with it and without it.")
    elif not judged.apart and judged.struck:
        yield "No game was found that it changes, but one on file under other readings or variants goes another way."
    elif judged.redundant:
        yield "No game was found that it changes, which is no proof."
    for before, after in judged.measured:
        yield f"{before.check}, {before.players} players: was {_measure(before)}, is {_measure(after)}: {after.summary}"


def _measure(row: Row) -> str:
    told = [row.verdict, *([str(row.value)] if row.value is not None else [])]
    return ", ".join(told + ([f"turn {row.turn}"] if row.turn is not None else []))


def verdict_line(judged: Judged) -> str:
    """What matters, in one line."""
    if not judged.judgeable:
        return "cannot be judged"
    told = [f"closes {len(judged.of(CLOSED))}", f"opens {len(judged.of(OPENED))}", f"leaves {len(judged.of(LEFT))}"]
    told += [f"makes {_many(len(judged.fallen), 'promise')} fall"] if judged.fallen else []
    told += [f"may open {len(judged.unreached)}"] if judged.unreached else []
    told += [f"redundant with {spans(judged.counts)} players, which is proved"] if judged.same else []
    told += ["no game found tells it from the text"] if judged.redundant and not judged.same else []
    told += [f"{', '.join(judged.worded)} cannot be judged"] if judged.worded else []
    told += [f"{', '.join(judged.vacuous)} never applies"] if judged.vacuous else []
    return f"{judged.made.key}: {', '.join(told)}; {len(judged.struck)} of {judged.games} games on file change"


def exit_code(judged: Judged) -> int:
    """1 where it opens a finding or a promise falls; 4 where it, or a part of it, cannot be judged; else 0.

    What was proved and is unknown now is not judged either, nor is a norm that never applies.
    """
    if not judged.judgeable:
        return INCONCLUSIVE
    if judged.of(OPENED) or any(after.verdict == REFUTED for _, after in judged.fallen):
        return FINDINGS
    lost = judged.fallen or judged.unreached or any(after.verdict == UNKNOWN for _, after in judged.measured)
    return INCONCLUSIVE if lost or judged.worded or judged.vacuous else EXPECTED


def judged_data(judged: Judged) -> dict[str, Any]:
    """The judgement as JSON data."""
    return {
        "edition": judged.made.key, "judged": judged.judgeable, "norms": read_data(judged.read),
        "gone": list(judged.gone), "readings": list(judged.readings), "in_words_alone": list(judged.worded),
        "entries": [{"id": d.key, "before": list(d.one), "after": list(d.other), "players": list(d.players)}
                    for d in judged.texts],
        **{what: [_fate_data(fate) for fate in judged.fates if fate.what == what] for what in (CLOSED, OPENED, LEFT)},
        "may_open": [{"kind": row.kind, "check": row.check} for row in judged.unreached],
        "changes": [{"cause": list(f.cause), "summary": f.summary, "impact": f.impact, "length": list(f.length)}
                    for f in judged.apart],
        "redundant": PROVED if judged.same else BOUNDED if judged.redundant else None,
        "fallen": [{"check": a.check, "players": a.players, "verdict": b.verdict} for a, b in judged.fallen],
        "measures": [{"check": a.check, "players": a.players, "before": _measure(a), "after": _measure(b)}
                     for a, b in judged.measured],
        "others": [{"id": key, "edition": edition, "says": how} for key, edition, how in judged.others],
        "games": {"on_file": judged.games, "changed": [
            {"file": s.file, "move": s.move, "summary": s.summary} for s in judged.struck]},
        "says": verdict_line(judged),
    }


def _fate_data(fate: Fate) -> dict[str, Any]:
    then = None if fate.what == CLOSED or fate.how == UNREACHED else fate.then or fate.finding
    return {"finding": fate.finding.file_name, "how": fate.how, "with": list(fate.hits),
            "now": list(then.cause) if then else [],
            "before": list(fate.finding.length), "after": list(then.length) if then else None}
