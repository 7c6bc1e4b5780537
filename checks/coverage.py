"""A text against its edition, paragraph by paragraph: what became of it since, and what accounts for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from attrs import frozen
from tabulate import tabulate

from advocatus.model.families import editions
from advocatus.model.paragraphs import FATES, GONE, MOVED, SAME, Paragraph, align, sentences
from advocatus.model.rulebook import Edition, paragraph_hash, span
from advocatus.model.rules import BadChoice, Rules

from .context import CheckContext
from .deriving import Unplayable, game_of, play_out
from .finding import CLASH, Finding
from .proofs import PROMISES
from .registry import checkers_for
from .row import PROVED

FORMALISED, EXERCISED, PROVEN, FOUND, NO_RULE, UNACCOUNTED = STANDINGS = (
    "formalised", "exercised", "proved", "in a finding", "no rule", "not accounted for")
WIDTH = 48  # characters of a paragraph that a table shows


@frozen
class Account:
    """What stands behind a paragraph: ids of entries, of the clauses among them that were at work or hold proved.

    `open` are its sentences that nothing accounts for (from 1); `why` says what is to be done, if something is.
    """

    paragraph: Paragraph
    entries: tuple[str, ...]
    exercised: tuple[str, ...]
    proved: tuple[str, ...]
    findings: tuple[str, ...]
    aside: str
    open: tuple[int, ...]
    why: str

    @property
    def standings(self) -> tuple[str, ...]:
        """All that can be said of it."""
        told = (self.entries, self.exercised, self.proved, self.findings, self.aside, self.why)
        return tuple(word for word, there in zip(STANDINGS, told, strict=True) if there)


@frozen
class Coverage:
    """A text against its edition; with how many players the proofs were."""

    edition: Edition
    accounts: tuple[Account, ...]
    players: tuple[int, ...]

    @property
    def unaccounted(self) -> tuple[Account, ...]:
        """The paragraphs that nothing accounts for, those changed, and those gone on which something rests."""
        return tuple(account for account in self.accounts if account.why)


def coverage(edition: Edition, texts: Sequence[str], rules: Sequence[Rules], context: CheckContext) -> Coverage:
    """Align a text with an edition and say for each paragraph what accounts for it.

    `rules` are those whose promises are proved. What is exercised is what the games on file about the edition cite,
    or what allows their moves.
    """
    paragraphs = align(edition.hashes, texts)
    kept = sum(1 for p in paragraphs if p.fate in (SAME, MOVED))
    if not kept or _nearer(edition, texts, kept):
        rules = ()  # another text: what is proved of this one says nothing of it
    filed = tuple(context.store.about(edition.key, edition.family))
    known = _Known(
        edition, frozenset(clause for f in filed for clause in _at_work(edition, f)), _proved(rules, context),
        {f.file_name: frozenset((*f.clauses, *f.cause)) for f in filed},
    )
    accounts = tuple(known.account(paragraph) for paragraph in paragraphs)
    return Coverage(edition, accounts, tuple(r.players for r in rules))


def _at_work(edition: Edition, found: Finding) -> Iterator[str]:
    """The clauses that the game of a finding cites, and those whose norms speak for or against its moves."""
    if found.trace is None or found.rules.edition != edition.key:
        return
    try:
        played = play_out(found.rules.find({edition.key: edition}), found.trace.deal, found.trace.moves)
    except (Unplayable, BadChoice):
        return  # of another state of the rules: nothing is known
    game = game_of(played.rules)
    for step in played.steps:
        yield from (clause for event in step.events for clause in event.clauses)
        if step.move.by >= 0:
            yield from game.judge(step.before, step.move).clauses
    yield from found.clauses if found.kind == CLASH else ()  # they collide where it ends


def _proved(rules: Sequence[Rules], context: CheckContext) -> frozenset[str]:
    """The clauses of all promises that are proved."""
    if not rules:
        return frozenset()
    proving = [c for c in checkers_for(rules[0].edition.family) if c.name == PROMISES]
    rows = [row for c in proving for outcome in c.outcomes(rules, context) for row in outcome.rows]
    return frozenset(clause for row in rows if row.verdict == PROVED for clause in row.clauses)


def _holds(place: str, number: int) -> bool:
    first, last = span(place)
    return first <= number <= last


@frozen(eq=False)
class _Known:
    """What is known of the clauses of an edition."""

    edition: Edition
    exercised: frozenset[str]
    proved: frozenset[str]
    findings: Mapping[str, frozenset[str]]

    def account(self, paragraph: Paragraph) -> Account:
        """What stands behind a paragraph, by its place in the edition."""
        e, was = self.edition, paragraph.was
        rules = [(entry.id, entry.at) for table in (e.clauses, e.facts, e.printed) for entry in table if was]
        entries = tuple(dict.fromkeys(key for key, at in rules if any(_holds(place, was) for place in at)))
        asides = [aside for aside in e.asides if any(_holds(place, was) for place in aside.at)]
        facts = {f.id: f.clause for f in e.facts if f.clause}
        clauses = tuple(dict.fromkeys((*entries, *(facts[key] for key in entries if key in facts))))
        places = [place for _, at in rules for place in at] + [place for aside in e.asides for place in aside.at]
        left = _open(paragraph, places)
        here = set(clauses)
        return Account(
            paragraph, entries, tuple(c for c in clauses if c in self.exercised),
            tuple(c for c in clauses if c in self.proved),
            tuple(name for name, ids in self.findings.items() if not here.isdisjoint(ids)),
            "; ".join(dict.fromkeys(aside.because for aside in asides)), left, _why(paragraph, entries, left),
        )


def _open(paragraph: Paragraph, places: Iterable[str]) -> tuple[int, ...]:
    """The sentences of a paragraph that no place names. Of one that is gone the sentences are not known."""
    if paragraph.fate == GONE:
        return ()
    there = set(range(1, sentences(paragraph.text) + 1))
    for place in places if paragraph.was else ():
        if _holds(place, paragraph.was):
            number, dot, sentence = place.partition(".")
            there -= {int(sentence)} if dot and number else set(there)
    return tuple(sorted(there))


def _why(paragraph: Paragraph, entries: Sequence[str], left: Sequence[int]) -> str:
    match paragraph.fate:
        case "new":
            return "new: tell it as a clause or a fact, or list it in an aside"
        case "changed":
            return "changed: read anew what rests on it" if entries else "changed: see whether it holds a rule now"
        case "gone":
            return "gone: what rests on it has no place any more" if entries else ""
        case _:
            which = "all of it" if len(left) == sentences(paragraph.text) else f"sentence {_listed(left)}"
            return f"{which}: no clause, no fact, no aside" if left else ""


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))


# ---------------------------------------------------------------- telling


def coverage_table(found: Coverage, form: str) -> str:
    """A line for each paragraph, as text or Markdown; the last line sums up.

    Of another text those of the edition are left out: all are gone.
    """
    rows = []
    for account in found.accounts if _kept(found) else [a for a in found.accounts if a.paragraph.fate != GONE]:
        p = account.paragraph
        place = str(p.number or "-") + ("" if p.was == p.number else f" (was {p.was})" if p.was else "")
        text = p.text if len(p.text) <= WIDTH else p.text[: WIDTH - 3] + "..."
        told = ", ".join(account.entries) or account.aside
        rows.append((place, p.fate, ", ".join(account.standings), text, account.why or told))
    headings = ("paragraph", "fate", "standing", "text", "by what, or what is wanted")
    style = "simple" if form == "text" else "github"
    widths = None if form == "markdown" else [12, 8, 28, WIDTH, 60]
    table = tabulate(rows, headings, tablefmt=style, maxcolwidths=widths, disable_numparse=True)
    return "\n".join((*(line.rstrip() for line in table.splitlines()), "", summary_line(found)))


def summary_line(found: Coverage) -> str:
    """What matters, in one line."""
    fates = Counter(account.paragraph.fate for account in found.accounts)
    standings = Counter(word for account in found.accounts for word in account.standings)
    told = [f"{fates[fate]} {fate}" for fate in FATES if fates[fate]]
    words = [word for word in STANDINGS if (standings[word] and _kept(found)) or word == UNACCOUNTED]
    return f"{', '.join(told)}; {', '.join(f'{standings[word]} {word}' for word in words)}{_doubt(found)}"


def _kept(found: Coverage) -> int:
    """How many paragraphs of the edition the text has, in place or moved."""
    return sum(1 for account in found.accounts if account.paragraph.fate in (SAME, MOVED))


def _doubt(found: Coverage) -> str:
    """What makes one doubt that this is the text of the edition; empty if nothing does."""
    kept, whole = _kept(found), len(found.edition.hashes)
    texts = [a.paragraph.text for a in found.accounts if a.paragraph.number]
    if nearer := _nearer(found.edition, texts, kept):
        key, theirs = nearer
        return f"; {theirs} of its {len(texts)} paragraphs are of the text of {key}: is it the right file?"
    if not kept and whole:
        return f"; no paragraph is one of the text of {found.edition.key}: is it the right file?"
    few = f"; no more than {kept} of the {whole} paragraphs of {found.edition.key} are there: is it the whole text?"
    return few if 2 * kept < whole else ""


def _nearer(edition: Edition, texts: Sequence[str], kept: int) -> tuple[str, int] | None:
    """The edition of the package that has more paragraphs of a text than are `kept` here, and how many of them."""
    hashes = [paragraph_hash(text) for text in texts]
    texts_there = {e.key: frozenset(e.hashes) for e in editions().values() if e.hashes != edition.hashes}
    theirs = {key: sum(one in known for one in hashes) for key, known in texts_there.items()}
    key = max(theirs, key=theirs.__getitem__, default="")
    return (key, theirs[key]) if key and theirs[key] > kept else None


def coverage_data(found: Coverage) -> dict[str, Any]:
    """The same as JSON data, with the hashes of the text."""
    return {
        "edition": found.edition.key, "players": list(found.players), "says": summary_line(found),
        "hashes": [paragraph_hash(a.paragraph.text) for a in found.accounts if a.paragraph.number],
        "paragraphs": [
            {"number": a.paragraph.number or None, "was": a.paragraph.was or None, "fate": a.paragraph.fate,
             "standings": list(a.standings), "entries": list(a.entries), "exercised": list(a.exercised),
             "proved": list(a.proved), "findings": list(a.findings), "aside": a.aside or None,
             "open": list(a.open), "wanted": a.why or None}
            for a in found.accounts
        ],
    }


def text_table(texts: Sequence[str]) -> str:
    """The table ``[text]`` of a rulebook file for a text: to be pasted in."""
    hashes = [f'"{paragraph_hash(text)}"' for text in texts]
    lines = [f"    {', '.join(hashes[i:i + 8])}," for i in range(0, len(hashes), 8)]
    return "\n".join(("[text]", f"paragraphs = {len(texts)}", "hashes = [", *lines, "]"))
