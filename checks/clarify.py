"""A clarification judged: what it says, mends, leaves, breaks and changes, against the edition that it is put on.

What it does to findings is looked for as each kind is found in `check`; told by `judgement`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from attrs import asdict, evolve, frozen

from advocatus.model.families import editions
from advocatus.model.mixing import differences, in_force
from advocatus.model.printed import facts_in
from advocatus.model.rulebook import Edition
from advocatus.model.rules import Gap, Rules, make_rules
from advocatus.specs.families import spec_of
from advocatus.specs.promise import EXTENT, INVARIANT, POSSIBLE
from advocatus.specs.prover import Limit

from .context import CheckContext
from .deriving import Unplayable, deadlocks, findings_at, play_out
from .diff import divergence_outcomes
from .differing import CLAUSE, Difference, text_differences
from .elsewhere import as_reading, in_others
from .finding import CLASH, GAP, QUESTION, Finding, smallest
from .misprint import MISPRINT
from .parting import first_parting
from .pool import tasks_of, work
from .proofs import PROMISES
from .readback import ReadBack, gone_norms, read_back
from .registry import PARTS, Checker, Outcome, checkers_for
from .row import PROVED, UNREACHED, Row

CLOSED, LEFT, OPENED = "closed", "left", "opened"
SEARCHED, ANSWERED = "searched", "answered"  # how it is known, besides `proved`
EARLIEST = "earliest"
FEW = 4  # entries that each are toggled by themselves at once: with more, random games tell sooner which matter
MEASURED = (POSSIBLE, EXTENT, EARLIEST)  # rows that tell a number, a word or a turn
Cause = tuple[str, tuple[str, ...]]  # kind and cause
Pairs = Sequence[tuple[Rules, Rules]]
Results = Sequence[tuple[Checker, Outcome]]


@frozen
class Fate:
    """What becomes of a finding, and how that is known: proved, searched as it was found, or by the answer given.

    ``unreached``: the solver still has a position in which it stands, and no game to it was found.

    `then` is the finding as it is under the clarification, where it is left, maybe under other clauses; `hits` are the
    clauses of the cause that the clarification has not told; `anew` those that it tells anew, where the finding still
    stands.
    """

    what: str
    finding: Finding
    how: str
    then: Finding | None = None
    hits: tuple[str, ...] = ()
    anew: tuple[str, ...] = ()


@frozen
class Struck:
    """A game on file that a clarification changes: its file, and at which move (0 for the deal)."""

    file: str
    move: int
    summary: str


@frozen
class Said:
    """What a clarification says."""

    base: Edition
    made: Edition
    read: tuple[ReadBack, ...]  # the new norms, read back
    gone: tuple[str, ...]  # the norms that hold no more, as sentences
    texts: tuple[Difference, ...]
    worded: tuple[str, ...]  # clauses that are new and command nothing: in words alone
    readings: tuple[str, ...]  # of the base, that it comes to, as sentences

    @property
    def judgeable(self) -> bool:
        """Whether it changes anything that the vocabulary can express."""
        return any(d.one[1:] != d.other[1:] or d.kinds != (CLAUSE,) for d in self.texts)

    @property
    def vacuous(self) -> tuple[str, ...]:
        """The new norms of which it is proved that they never apply."""
        return tuple(told.norm for told in self.read if told.vacuous)


def read_as(base: Edition, made: Edition, pairs: Pairs) -> Said:
    """A clarification read back, before anything is judged."""
    return Said(base, made, read_back(pairs), gone_norms(pairs), text_differences(pairs), _worded(base, made),
                as_reading(base, pairs, _topics(base.family)))


@frozen
class Judged(Said):
    """What a clarification comes to."""

    fates: tuple[Fate, ...]
    fallen: tuple[tuple[Row, Row], ...]  # a promise before and after
    unreached: tuple[Row, ...]  # walls that were not before, in positions to which no game was found
    measured: tuple[tuple[Row, Row], ...]  # what can be, how far, how early: before and after, where it is another
    apart: tuple[Finding, ...]  # games that part the two, by cause
    quiet: tuple[Row, ...]  # entries that part nothing, and how far was looked
    alike: tuple[int, ...]  # the player counts for which it is proved that the same may be done everywhere
    others: tuple[tuple[str, str, str], ...]  # an entry, another edition, what that has of it
    struck: tuple[Struck, ...]
    games: int  # on file
    counts: tuple[int, ...]  # of players

    @property
    def redundant(self) -> bool:
        """Whether no game was found that it changes, or none can be."""
        return self.judgeable and not self.apart and not self.struck

    @property
    def same(self) -> bool:
        """Whether it is proved that it changes nothing."""
        return self.judgeable and set(self.alike) == set(self.counts)

    def of(self, what: str) -> tuple[Finding, ...]:
        """The findings that it closes, leaves or opens."""
        return tuple(fate.finding for fate in self.fates if fate.what == what)


def judge(said: Said, pairs: Pairs, context: CheckContext, jobs: int = 1) -> Judged:
    """Judge a clarification for some rule sets, each beside the same without it; `jobs` processes share the work."""
    base, made, texts = said.base, said.made, said.texts
    before, after = ([pair[i] for pair in pairs] for i in (0, 1))
    context.progress("is it said already?")
    alike = tuple(one.players for one, other in pairs if texts and _alike(one, other))
    parting = [pair for pair in pairs if pair[0].players not in alike] if texts else []
    new = Anew(base, _told_anew(pairs))
    old, now, outcomes = _ran(before, after, parting, context, jobs) if parting else ((), (), ())
    own = [f for f in context.store.about(base.key, base.family) if f.editions == (base.key,) and f.trace is not None]

    def walls(finding: Finding) -> Sequence[Finding]:
        return _walls(finding, base, made)

    same = _standing(own, new, walls) if not parting and texts else ()
    fates = (*_moved(tuple(_fates(old, now, frozenset(after), new)), walls), *same)
    context.progress("the games on file")
    return Judged(
        **asdict(said, recurse=False),
        fates=(*fates, *_answered(own, made, fates, new)), fallen=tuple(_fallen(old, now)),
        unreached=tuple(row for key, row in _unreached(now).items() if key not in {**_unreached(old), **_found(old)}),
        measured=tuple(_measured(old, now)), apart=tuple(f for o in outcomes for f in o.findings),
        quiet=tuple(r for o in outcomes for r in o.rows), alike=alike, others=tuple(in_others(base, pairs)),
        struck=tuple(s for f in own if (s := _struck(f, base, made))), games=len(own),
        counts=tuple(one.players for one, _ in pairs),
    )


def _told_anew(pairs: Pairs) -> frozenset[str]:
    """The ids under which the two do not say the same."""
    return frozenset(key for one, other in pairs for key in differences(one, other))


@frozen
class Anew:
    """The ids that a clarification tells anew, on a base."""

    base: Edition
    ids: frozenset[str]

    def of(self, finding: Finding) -> tuple[str, ...]:
        """Those that a finding speaks of: in cause or clauses; for something printed, also its facts and its place."""
        about = [key.partition("/")[0] for key in (*finding.cause, *finding.clauses)]
        for printed in self.base.printed if finding.kind == MISPRINT else ():
            if printed.id in finding.cause:
                about += sorted(facts_in(printed.computed))
                about += [clause.id for clause in self.base.clauses if set(clause.at) & set(printed.at)]
        return tuple(key for key in dict.fromkeys(about) if key in self.ids)


def _worded(base: Edition, made: Edition) -> tuple[str, ...]:
    """The clauses that only the clarification has and that no norm, fact or procedure stands behind."""
    held = {entry.clause for table in (made.facts, made.switches) for entry in table}
    changed = {n.clause for q in made.questions for r in q.readings.values() for n in r.change.norms}
    topics = _topics(base.family)
    return tuple(clause.id for clause in made.clauses
                 if not clause.norms and base.clause(clause.id) is None and clause.id not in held | changed | topics)


def _topics(family: str) -> frozenset[str]:
    """What a clause of the family's editions is about: a procedure may ask for such a clause by its id."""
    ours = [edition for edition in editions().values() if edition.family == family]
    told = {clause.id for edition in ours for clause in edition.clauses}
    supplied = {topic for e in ours for q in e.questions for r in q.readings.values() for topic in r.change.supplies}
    return frozenset(told | supplied)


def _alike(one: Rules, other: Rules) -> bool:
    """Whether it is proved that two rule sets allow the same everywhere and have the same procedures."""
    mine, theirs, spec = in_force(one), in_force(other), spec_of(one.edition.family)
    asked = (set(mine.clauses) ^ set(theirs.clauses)) & _topics(one.edition.family)
    if spec is None or asked or (mine.facts, mine.switches) != (theirs.facts, theirs.switches):
        return False
    try:
        return spec.parted(one, other) is None
    except (Gap, Limit):
        return False


# ---------------------------------------------------------------- findings and promises


def _ran(
    before: Sequence[Rules], after: Sequence[Rules], parting: Pairs, context: CheckContext, jobs: int
) -> tuple[Results, Results, Sequence[Outcome]]:
    """What the searches that are complete, the proofs and the measures come to before and after; what parts them."""
    few = max(len(differences(*pair)) for pair in parting) <= FEW
    apart = Checker("parting", lambda _, given: divergence_outcomes(parting, given, True, few), scope=PARTS, long=90)
    using = [c for c in checkers_for(before[0].edition.family)
             if c.searches or c.name == PROMISES or EARLIEST in c.kinds]
    groups = [tasks_of(apart, after), *([task for checker in using for task in tasks_of(checker, rules)]
                                        for rules in (before, after))]
    done = list(work([task for tasks in groups for task in tasks], context, jobs))
    told = [tuple((task.checker, outcome) for task in tasks for outcome in done.pop(0).outcomes) for tasks in groups]
    return told[1], told[2], [outcome for _, outcome in told[0]]


def _fates(old: Results, now: Results, rules: frozenset[Rules], new: Anew) -> Iterator[Fate]:
    """What becomes of the findings of the searches that are complete."""
    was, found, stands = _found(old), _found(now), _unreached(now)
    proved = _proved(now, {r.players for r in rules})
    for key, finding in was.items():
        how = PROVED if key[0] in proved else SEARCHED
        anew = new.of(finding)
        if key in found:
            yield Fate(LEFT, finding, SEARCHED, found[key], anew=anew)
        else:
            yield Fate(LEFT, finding, UNREACHED, anew=anew) if key in stands else Fate(CLOSED, finding, how)
    for key, finding in found.items():
        if key not in was:
            hits = tuple(c for c in finding.cause if c not in new.ids) if finding.kind == CLASH else ()
            yield Fate(OPENED, finding, SEARCHED, hits=hits)


def _moved(fates: Sequence[Fate], walls: Callable[[Finding], Sequence[Finding]]) -> tuple[Fate, ...]:
    """The fates; what would be closed is left where its game ends in what is opened: it stands by other clauses."""
    opened = {(fate.finding.kind, fate.finding.cause): fate.finding for fate in fates if fate.what == OPENED}
    told: list[Fate] = []
    heirs: set[Cause] = set()
    for fate in fates:
        ends = [(end.kind, end.cause) for end in (walls(fate.finding) if fate.what == CLOSED and opened else ())]
        heir = next((end for end in ends if end in opened and end not in heirs), None)
        heirs.update([heir] if heir is not None else [])
        told.append(fate if heir is None else evolve(fate, what=LEFT, how=SEARCHED, then=opened[heir]))
    return tuple(f for f in told if f.what != OPENED or (f.finding.kind, f.finding.cause) not in heirs)


def _standing(own: Sequence[Finding], new: Anew, walls: Callable[[Finding], Sequence[Finding]]
              ) -> Iterator[Fate]:
    """The findings on file where it is proved that the clarification changes nothing; some stand by other clauses."""
    for finding in own:
        if finding.kind != QUESTION:
            ends = walls(finding)
            then = next((end for end in ends if end.cause == finding.cause), ends[0] if ends else finding)
            yield Fate(LEFT, finding, PROVED, evolve(finding, cause=then.cause, summary=then.summary),
                       anew=new.of(finding))


def _walls(finding: Finding, base: Edition, made: Edition) -> Sequence[Finding]:
    """What the game of a clash or a gap ends in by the clarification; nothing if it goes another way or on."""
    if finding.kind not in (CLASH, GAP) or finding.trace is None:
        return ()
    rules, other = _with_and_without(finding, base, made)
    try:
        played = play_out(rules, finding.trace.deal, finding.trace.moves)
        if first_parting(played, other) is not None:
            return ()
        return findings_at(other, finding.trace.deal, finding.trace.moves, finding.found)
    except Unplayable:
        return ()


def _found(results: Results) -> dict[Cause, Finding]:
    found = smallest([f for checker, outcome in results if checker.searches for f in outcome.findings])
    return {(f.kind, f.cause): f for f in found}


def _unreached(results: Results) -> dict[Cause, Row]:
    """The walls that the solver proposes and no game was found to, by what would be their cause."""
    rows = [row for _, outcome in results for row in outcome.rows if row.verdict == UNREACHED]
    return {(row.kind, row.clauses or (row.check.partition(":")[0],)): row for row in rows}


def _proved(results: Results, counts: set[int]) -> frozenset[str]:
    """The kinds of which it is proved for every player count that there is no other than those found."""
    proved: dict[str, set[int | None]] = {}
    for checker, outcome in results:
        for row in outcome.rows:
            if row.verdict == PROVED and row.kind in checker.searches and row.check.startswith(f"no {row.kind}"):
                proved.setdefault(row.kind, set()).add(row.players)
    return frozenset(kind for kind, there in proved.items() if there >= counts)


def _both(old: Results, now: Results) -> Iterator[tuple[Row, Row]]:
    """The rows that tell the same check, before and after."""
    after = {(row.kind, row.check, row.players): row for _, outcome in now for row in outcome.rows}
    for _, outcome in old:
        for row in outcome.rows:
            if (key := (row.kind, row.check, row.players)) in after:
                yield row, after[key]


def _fallen(old: Results, now: Results) -> Iterator[tuple[Row, Row]]:
    """The promises that were proved and are no more."""
    for before, after in _both(old, now):
        if before.kind == INVARIANT and before.verdict == PROVED and after.verdict != PROVED:
            yield before, after


def _measured(old: Results, now: Results) -> Iterator[tuple[Row, Row]]:
    """What can be, how far, and how early, where it is another now."""
    for before, after in _both(old, now):
        was, now_is = ((row.verdict, row.value, row.turn) for row in (before, after))
        if before.kind in MEASURED and was != now_is:
            yield before, after


def _answered(filed: Sequence[Finding], made: Edition, fates: Sequence[Fate], new: Anew) -> Iterator[Fate]:
    """The questions on file: closed where the clarification leaves one reading."""
    open_ = {(q.id, key) for q in made.questions for key in q.readings if key != q.default}
    known = {(fate.finding.kind, fate.finding.cause) for fate in fates}
    for finding in filed:
        if finding.kind == QUESTION and (finding.kind, finding.cause) not in known:
            left = finding.cause in open_
            yield Fate(LEFT if left else CLOSED, finding, ANSWERED, anew=new.of(finding) if left else ())


# ---------------------------------------------------------------- games on file, and the other editions


def _struck(finding: Finding, base: Edition, made: Edition) -> Struck | None:
    """Where the game of a finding first goes another way; None if it does not."""
    rules, other = _with_and_without(finding, base, made)
    assert finding.trace is not None
    try:
        played = play_out(rules, finding.trace.deal, finding.trace.moves)
    except Unplayable:
        return None
    parting = first_parting(played, other)
    if parting is None:
        walls = {wall.cause for wall in deadlocks(evolve(played, rules=other))}
        if finding.kind not in (CLASH, GAP) or finding.cause in walls:
            return None
        how = "it ends there for other reasons" if walls else "it goes on after its last move"
        return Struck(finding.file_name, len(played.steps), how)
    return Struck(finding.file_name, parting.at + 1, parting.refusal or "other things follow")


def _with_and_without(finding: Finding, base: Edition, made: Edition) -> tuple[Rules, Rules]:
    """The rules of a finding, and the same under the clarification, which may have closed some of its questions."""
    ref, left = finding.rules, {q.id: q for q in made.questions}
    answers = {q: r for q, r in ref.answers if q in left and r in left[q].readings}
    return (make_rules(base, ref.players, ref.variants, dict(ref.answers)),
            make_rules(made, ref.players, ref.variants, answers))
