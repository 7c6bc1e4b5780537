"""A clarification judged: what it says, mends, leaves, breaks and changes, against the edition that it is put on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from attrs import frozen

from advocatus.model.families import editions, families
from advocatus.model.mixing import differences, in_force, norm_means
from advocatus.model.rulebook import Edition
from advocatus.model.rules import Rules, make_rules

from .aloud import Speaker
from .context import CheckContext
from .deriving import Unplayable, play_out
from .diff import divergence_outcomes
from .differing import CLAUSE, Difference, text_differences
from .finding import Finding
from .parting import first_parting
from .proofs import PROMISES
from .registry import Checker, checkers_for
from .replaying import on_file
from .row import BOUNDED, PROVED, Row

CLOSED, LEFT, OPENED = "closed", "left", "opened"
Cause = tuple[str, tuple[str, ...]]  # kind and cause


@frozen
class Struck:
    """A game on file that a clarification changes: its file, and at which move (0 for the deal)."""

    file: str
    move: int
    summary: str


@frozen
class Judged:
    """What a clarification comes to."""

    base: Edition
    made: Edition
    says: tuple[str, ...]  # the new norms, read aloud
    texts: tuple[Difference, ...]
    fates: tuple[tuple[str, Finding], ...]  # closed, left or opened
    fallen: tuple[tuple[Row, Row], ...]  # a promise before and after
    apart: tuple[Finding, ...]  # games that part the two, by cause
    quiet: tuple[Row, ...]  # entries that part nothing, and how far was looked
    others: tuple[tuple[str, str, str], ...]  # an entry, another edition, whether they agree
    struck: tuple[Struck, ...]
    games: int  # on file

    @property
    def judgeable(self) -> bool:
        """Whether it changes anything that the vocabulary can express."""
        return any(d.one[1:] != d.other[1:] or d.kinds != (CLAUSE,) for d in self.texts)

    @property
    def redundant(self) -> bool:
        """Whether no game was found that it changes."""
        return self.judgeable and not self.apart

    def of(self, fate: str) -> tuple[Finding, ...]:
        """The findings that it closes, leaves or opens."""
        return tuple(f for told, f in self.fates if told == fate)


def judge(base: Edition, made: Edition, pairs: Sequence[tuple[Rules, Rules]], context: CheckContext) -> Judged:
    """Judge a clarification for some rule sets, each beside the same without it."""
    texts = text_differences(pairs)
    before, after = ([pair[i] for pair in pairs] for i in (0, 1))
    fates, fallen = _compared(before, after, context) if texts else ((), ())
    outcomes = list(divergence_outcomes(pairs, context, True)) if texts else []
    filed = [o.finding for o in on_file(context.store, before, {base.key: base}) if o.finding]
    own = [f for f in filed if f.editions == (base.key,) and f.trace is not None]
    struck = [s for f in own if (s := _struck(f, base, made))]
    return Judged(
        base, made, tuple(_aloud(base, made, pairs)), texts, (*fates, *_answered(own, made, fates)), fallen,
        tuple(f for o in outcomes for f in o.findings), tuple(r for o in outcomes for r in o.rows),
        tuple(_others(base, pairs)), tuple(struck), len(own),
    )


def _aloud(base: Edition, made: Edition, pairs: Sequence[tuple[Rules, Rules]]) -> Iterator[str]:
    """The norms that are new, each once."""
    speaker = Speaker(made, families()[base.family].grammar)
    told: dict[str, None] = {}
    for one, other in pairs:
        known = {(n.clause, norm_means(n)) for n in one.norms}
        told.update((speaker.norm(n), None) for n in other.norms if (n.clause, norm_means(n)) not in known)
    yield from told


def _compared(
    before: Sequence[Rules], after: Sequence[Rules], context: CheckContext
) -> tuple[tuple[tuple[str, Finding], ...], tuple[tuple[Row, Row], ...]]:
    """What the searches that are complete find before and after, and the promises that fall."""
    family = before[0].edition.family
    searching = [c for c in checkers_for(family) if c.searches]
    old, new = (_found(searching, rules, context) for rules in (before, after))
    fates = [(LEFT if key in new else CLOSED, f) for key, f in old.items()]
    fates += [(OPENED, f) for key, f in new.items() if key not in old]
    proving = [c for c in checkers_for(family) if c.name == PROMISES]
    held, holds = (_promises(proving, rules, context) for rules in (before, after))
    fallen = [(row, holds[key]) for key, row in held.items()
              if row.verdict == PROVED and key in holds and holds[key].verdict != PROVED]
    return tuple(fates), tuple(fallen)


def _found(searching: Sequence[Checker], rules: Sequence[Rules], context: CheckContext) -> dict[Cause, Finding]:
    found: dict[Cause, Finding] = {}
    for checker in searching:
        for outcome in checker.outcomes(rules, context):
            for finding in outcome.findings:
                found.setdefault((finding.kind, finding.cause), finding)
    return dict(sorted(found.items()))


def _promises(
    proving: Sequence[Checker], rules: Sequence[Rules], context: CheckContext
) -> dict[tuple[str, int | None], Row]:
    rows = [row for checker in proving for outcome in checker.outcomes(rules, context) for row in outcome.rows]
    return {(row.check, row.players): row for row in rows}


def _answered(
    filed: Sequence[Finding], made: Edition, fates: Sequence[tuple[str, Finding]]
) -> Iterator[tuple[str, Finding]]:
    """The questions on file: closed where the clarification leaves one reading."""
    open_ = {(q.id, key) for q in made.questions for key in q.readings if key != q.default}
    known = {(f.kind, f.cause) for _, f in fates}
    for finding in filed:
        if finding.kind == "question" and (finding.kind, finding.cause) not in known:
            yield (LEFT if finding.cause in open_ else CLOSED), finding


def _struck(finding: Finding, base: Edition, made: Edition) -> Struck | None:
    """Where the game of a finding first goes another way; None if it does not."""
    ref = finding.rules
    left = {q.id: q for q in made.questions}
    answers = {q: r for q, r in ref.answers if q in left and r in left[q].readings}
    rules = make_rules(base, ref.players, ref.variants, dict(ref.answers))
    other = make_rules(made, ref.players, ref.variants, answers)
    assert finding.trace is not None
    try:
        played = play_out(rules, finding.trace.deal, finding.trace.moves)
    except Unplayable:
        return None
    parting = first_parting(played, other)
    if parting is None:
        return None
    return Struck(finding.file_name, parting.at + 1, parting.refusal or "other things follow")


def _others(base: Edition, pairs: Sequence[tuple[Rules, Rules]]) -> Iterator[tuple[str, str, str]]:
    """For every entry changed, what the other editions of the family have there."""
    for edition in editions().values():
        pair = next((pair for pair in pairs if pair[0].players in edition.players), None)
        if edition.family != base.family or edition.key == base.key or pair is None:
            continue
        one, other = pair
        theirs, before, after = (in_force(r) for r in (make_rules(edition, one.players), one, other))
        for key in differences(one, other):
            if theirs.under(key) == after.under(key):
                yield key, edition.key, "agrees"
            elif theirs.under(key) == before.under(key):
                yield key, edition.key, "agrees with the text as it was"
            else:
                yield key, edition.key, "says nothing" if theirs.says_nothing(key) else "has another rule"


# ---------------------------------------------------------------- telling


def judged_lines(judged: Judged) -> Iterator[str]:
    """The judgement, for an editor."""
    yield f"{judged.made.key}, on {judged.base.title}"
    yield from ("", "## What it says, read back", "")
    if not judged.judgeable:
        yield "It changes no fact, no procedure and no norm: in words alone it cannot be judged."
        return
    yield from judged.says or ("It adds no norm.",)
    for d in judged.texts:
        yield f"{d.key}: {'; '.join(d.one) or 'nothing'} -> {'; '.join(d.other) or 'nothing'}"
    yield from ("", "## What it does to the findings", "")
    for fate in (CLOSED, OPENED):
        yield from (f"{fate}: {f.kind} {' + '.join(f.cause)}: {f.summary}" for f in judged.of(fate))
    yield f"{len(judged.of(CLOSED))} closed, {len(judged.of(OPENED))} opened, {len(judged.of(LEFT))} left as they were"
    yield from ("", "## What it changes at the table", "")
    for f in judged.apart:
        length = f"turn {f.shortest.turn}, {f.shortest.decisions} decisions" if f.shortest else ""
        yield f"{' + '.join(f.cause)}: {f.summary} ({f.impact}; {length})"
    yield from (f"{row.check}: {row.summary}" for row in judged.quiet if row.verdict == BOUNDED)
    if judged.redundant:
        yield "No game was found that it changes."
    yield from ("", "## What no longer always holds", "")
    for before, after in judged.fallen:
        yield f"{before.check}, {before.players} players: {after.verdict}: {after.summary}"
    if not judged.fallen:
        yield "Every promise that was proved still is."
    if judged.others:
        yield from ("", "## The other editions", "")
        yield from (f"{key}: {edition} {how}" for key, edition, how in judged.others)
    yield from ("", "## The games on file", "")
    yield f"{len(judged.struck)} of {judged.games} go another way."
    for one in judged.struck:
        yield f"{one.file}: {f'from move {one.move}' if one.move else 'at the deal'}: {one.summary}"


def verdict_line(judged: Judged) -> str:
    """What matters, in one line."""
    if not judged.judgeable:
        return "cannot be judged"
    told = [f"closes {len(judged.of(CLOSED))}", f"opens {len(judged.of(OPENED))}", f"leaves {len(judged.of(LEFT))}"]
    told += [f"{len(judged.fallen)} promises fall"] if judged.fallen else []
    told += ["no game found tells it from the text"] if judged.redundant else []
    return f"{judged.made.key}: {', '.join(told)}; {len(judged.struck)} of {judged.games} games on file change"


def judged_data(judged: Judged) -> dict[str, Any]:
    """The judgement as JSON data."""
    return {
        "edition": judged.made.key, "judged": judged.judgeable, "norms": list(judged.says),
        "entries": [{"id": d.key, "before": list(d.one), "after": list(d.other), "players": list(d.players)}
                    for d in judged.texts],
        **{fate: [f.file_name for f in judged.of(fate)] for fate in (CLOSED, OPENED, LEFT)},
        "changes": [{"cause": list(f.cause), "summary": f.summary, "impact": f.impact} for f in judged.apart],
        "redundant": judged.redundant,
        "fallen": [{"check": a.check, "players": a.players, "verdict": b.verdict} for a, b in judged.fallen],
        "others": [{"id": key, "edition": edition, "says": how} for key, edition, how in judged.others],
        "games": {"on_file": judged.games, "changed": [
            {"file": s.file, "move": s.move, "summary": s.summary} for s in judged.struck]},
        "says": verdict_line(judged),
    }

