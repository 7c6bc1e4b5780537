"""A finding, its document, and the store: one JSON file for each, named by kind, editions and cause."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from attrs import frozen

from advocatus.model.families import families
from advocatus.model.guard import unknown
from advocatus.model.rulebook import Edition
from advocatus.model.rules import BadChoice, Rules, make_rules
from advocatus.model.trace import BadDocument, Trace, canonical, decode_trace, encode_trace, read_json

from .documents import read_bytes, validate, write_whole

VERSION = 1
CLASH, GAP, VIOLATION, QUESTION = "clash", "gap", "violation", "question"
STOPS, DECIDES, CHANGES, REVEALS, NONE = IMPACTS = (
    "stops play", "decides the winner", "changes play", "reveals something", "none")
BY_SOLVER = "proposed by Z3, breadth-first from a deal towards it"
BY_SEARCH = "breadth-first from some deals"
ALL_DEALS = (
    "every deal at once, in order of length, led by a bound that the solver has proved of every step; that no deal is "
    "missed rests on the family's table of what moves depend on"
)
BREADTH = (
    "every deal at once, breadth-first; that no deal is missed rests on the family's table of what moves depend on"
)
PROPOSED = f"proposed by Z3; {BREADTH}"
LED = "every deal at once, led by a bound that is not proved; a shorter game may exist"
BY_SCENES = "every window, place and power set up, then a game built that leads there"
BY_TWINS = "every trade of the first turn against games that differ in what somebody cannot see"
BY_TWINS_OF_POSITIONS = "every kind of decision against positions that differ in what somebody may not know"
BY_COUNTING = "what the book prints, computed from its own facts and rules"
TOWARDS = "every deal at once, straight for what has to be gathered; a shorter game may exist"
FROM_DEALS = "from some deals, straight for what has to be gathered; a shorter game may exist"
BY_ARENAS = "every position that a family thinks in danger, gone through within a turn; a turn of each seat over turns"
BY_LOCKSTEP = "random games of both rule sets in lockstep, shrunk; a shorter game may exist"
BY_ALL = "every position of every game, in order of length"
BY_BOUND = "a game as short as the solver has proved that none is shorter, among few outcomes of each chance"
BY_PLAN = "a game by a plan that attains a bound, among few outcomes of each chance; a shorter game may exist"
SHRUNK, BY_HAND = "Hypothesis, shrunk", "by hand"
# how a finding can have been found
WAYS = (BY_SOLVER, PROPOSED, BY_SEARCH, BREADTH, ALL_DEALS, LED, TOWARDS, BY_SCENES, BY_TWINS, BY_TWINS_OF_POSITIONS,
        BY_COUNTING, FROM_DEALS, BY_ARENAS, BY_LOCKSTEP, BY_ALL, BY_BOUND, BY_PLAN, SHRUNK, BY_HAND)
LONGEST_CAUSE = 120  # characters of a file's name


@frozen
class RulesRef:
    """Which rules a finding is about, as a file can name them."""

    edition: str
    players: int
    variants: tuple[str, ...]
    answers: tuple[tuple[str, str], ...]
    digest: str

    @classmethod
    def of(cls, rules: Rules) -> RulesRef:
        """The reference to a rule set."""
        return cls(rules.edition.key, rules.players, rules.variants, rules.answers, rules.digest)

    def find(self, editions: Mapping[str, Edition]) -> Rules:
        """The rule set. Raises `BadChoice` where the editions do not have it."""
        if self.edition not in editions:
            raise BadChoice(unknown(f"the edition {self.edition!r}", self.edition, list(editions)))
        return make_rules(editions[self.edition], self.players, self.variants, dict(self.answers))


@frozen
class Shortest:
    """How long the game is, and what is known of shorter ones.

    `proved`: none is shorter. `none_to`: no game of up to so many turns shows the finding; None where
    that is not known. Lengths are (turns begun, players' decisions); chance and table count nothing.
    """

    proved: bool
    turn: int
    decisions: int
    none_to: int | None = None


@frozen
class Finding:
    """Something wrong with a rulebook: what, by which clauses, how bad, and a game that shows it.

    Its identity is kind, editions and cause. `against` names the other rules of a parting; `trace` and
    `shortest` are None where no game shows it (a text that can never matter).
    """

    kind: str
    family: str
    editions: tuple[str, ...]
    rules: RulesRef
    cause: tuple[str, ...]
    clauses: tuple[str, ...]
    summary: str
    impact: str
    assumes: tuple[tuple[str, str], ...]
    trace: Trace | None
    shortest: Shortest | None
    found: str
    rests: str | None = None
    against: RulesRef | None = None

    @property
    def identity(self) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
        """What makes it this finding and no other."""
        return self.kind, self.editions, self.cause

    @property
    def length(self) -> tuple[int, int]:
        """Turns begun and players' decisions of its game; zero where there is none."""
        return (self.shortest.turn, self.shortest.decisions) if self.shortest else (0, 0)

    @property
    def file_name(self) -> str:
        """The name of its file: kind, editions, cause. A slash in the id of a norm becomes a tilde."""
        cause = "+".join(self.cause).replace("/", "~")
        if len(cause) > LONGEST_CAUSE:
            mark = hashlib.sha256(cause.encode()).hexdigest()[:10]
            cause = f"{cause[: LONGEST_CAUSE - 11]}~{mark}"
        return f"{self.kind}.{'.'.join(self.editions)}.{cause}.json"


# ---------------------------------------------------------------- documents


def _encode_rules(ref: RulesRef | None) -> dict[str, Any] | None:
    return None if ref is None else {"edition": ref.edition, "players": ref.players, "variants": list(ref.variants),
                                     "answers": dict(ref.answers), "digest": ref.digest}


def _decode_rules(data: Any) -> RulesRef:
    return RulesRef(data["edition"], data["players"], tuple(data["variants"]), tuple(sorted(data["answers"].items())),
                    data["digest"])


def encode(finding: Finding) -> dict[str, Any]:
    """A finding as JSON data."""
    trace, shortest = None, finding.shortest
    if finding.trace is not None:
        whole = encode_trace(finding.trace, families()[finding.family].codec)
        trace = {"deal": whole["deal"], "steps": whole["steps"]}
    return {
        "version": VERSION, "kind": finding.kind, "family": finding.family, "editions": list(finding.editions),
        "rules": _encode_rules(finding.rules), "against": _encode_rules(finding.against),
        "cause": list(finding.cause), "clauses": list(finding.clauses), "summary": finding.summary,
        "impact": finding.impact, "assumes": dict(finding.assumes), "rests": finding.rests, "trace": trace,
        "shortest": encode_shortest(shortest), "found": finding.found,
    }


def encode_shortest(shortest: Shortest | None) -> dict[str, Any] | None:
    """A length as JSON data."""
    return None if shortest is None else {"proved": shortest.proved, "turn": shortest.turn,
                                          "decisions": shortest.decisions, "none_to": shortest.none_to}


def decode(data: Any, where: str) -> Finding:
    """A finding from JSON data. Raises `BadDocument` with `where`, the path and what would be right."""
    validate(data, "finding", where)
    if data["family"] not in families():
        raise BadDocument(f"{where}: family", repr(data["family"]), f"one of {', '.join(families())}")
    trace = None
    if data["trace"] is not None:
        trace = decode_trace({"rules": data["rules"], **data["trace"]}, families()[data["family"]].codec,
                             f"{where}: trace")
    shortest = Shortest(**data["shortest"]) if data["shortest"] else None
    return Finding(
        data["kind"], data["family"], tuple(data["editions"]), _decode_rules(data["rules"]), tuple(data["cause"]),
        tuple(data["clauses"]), data["summary"], data["impact"], tuple(sorted(data["assumes"].items())), trace,
        shortest, data["found"], data["rests"], _decode_rules(data["against"]) if data["against"] else None,
    )


def load(path: Path) -> Finding:
    """A finding from its file. Raises `BadDocument` for anything but a canonical document of this version."""
    return _read(read_bytes(path), str(path))


@lru_cache(maxsize=4096)
def _read(content: bytes, where: str) -> Finding:
    """A finding from the bytes of its file; a run asks for the same files many times."""
    data = read_json(content, where)
    finding = decode(data, where)
    if content != canonical(data).encode():
        raise BadDocument(where, "not in canonical form", "keys once and sorted, two spaces, a closing newline")
    return finding


# ---------------------------------------------------------------- the store


def default_folder() -> Path:
    """Where the package's own findings lie, links resolved."""
    import advocatus.counterexamples as package

    assert package.__file__ is not None
    return Path(package.__file__).resolve().parent


@frozen
class Store:
    """Findings on file, a folder for each family."""

    folder: Path

    def path(self, finding: Finding) -> Path:
        """Where a finding lies, or would lie."""
        return self.folder / finding.family / finding.file_name

    def files(self, family: str) -> tuple[Path, ...]:
        """The files of a family, sorted by name."""
        return tuple(sorted((self.folder / family).glob("*.json"), key=lambda path: path.name))

    def named(self, word: str) -> tuple[Path, ...]:
        """The files that have this name, with or without its ending; where none has, those with it in their name."""
        paths = sorted(self.folder.glob("*/*.json"))
        exactly = [path for path in paths if word in (path.name, path.stem)]
        return tuple(exactly or [path for path in paths if word and word in path.name])

    def about(self, edition: str, family: str) -> Iterator[Finding]:
        """The findings on file that an edition has a part in, by name; files that cannot be read are left out."""
        for path in self.files(family):
            try:
                found = load(path)
            except BadDocument:
                continue  # `check` tells of it
            if edition in found.editions:
                yield found

    def save(self, finding: Finding) -> str:
        """File a finding: ``new``, ``shorter`` if its game replaced a longer one, else ``kept``.

        A file is replaced by nothing but a strictly smaller game, or one as small that is proved the shortest as
        its own is not. Raises `BadDocument` for a file under its name that is no finding, and for a folder that
        cannot be written.
        """
        path = self.path(finding)
        if not path.exists():
            self.put(finding)
            return "new"
        if not shorter(finding, load(path)):
            return "kept"
        self.put(finding)
        return "shorter"

    def put(self, finding: Finding) -> None:
        """Write a finding's file whatever lies there. Raises `BadDocument` where it cannot be written."""
        write_whole(self.path(finding), canonical(encode(finding)))


def shorter(finding: Finding, other: Finding) -> bool:
    """Whether a finding's game is strictly smaller than another's, or as small and proved so as that is not."""
    if finding.shortest is None or other.shortest is None:
        return False
    ours, theirs = finding.shortest, other.shortest
    same = (ours.turn, ours.decisions) == (theirs.turn, theirs.decisions)
    return finding.length < other.length or (same and ours.proved and not theirs.proved)


def smallest(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """One finding for each identity, that with the smallest game; sorted by file name.

    Ties go to fewer players, then to the first document in order, so that the choice is always the same.
    """
    best: dict[Any, tuple[Any, Finding]] = {}
    for finding in findings:
        key = (*finding.length, finding.rules.players, canonical(encode(finding)))
        if finding.identity not in best or key < best[finding.identity][0]:
            best[finding.identity] = (key, finding)
    return tuple(sorted((f for _, f in best.values()), key=lambda f: (f.family, f.file_name)))
