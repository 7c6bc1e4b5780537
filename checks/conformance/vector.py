"""A vector: acts from a start, and what becomes of them under the rules as they are and under other readings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen

from advocatus.model.game import BadPosition
from advocatus.model.rules import Gap, Rules
from advocatus.model.trace import BadDocument

from ..deriving import game_of
from .following import REJECTED, Follower, Verdict, wire

VERSION = 1
REFUSED, SILENT_START = "refused", "silent"


@frozen
class Outcome:
    """What comes of a start and acts: of the start (empty where it is taken), of each act, the state at the end.

    The state is there if the game is over or rests. `because` are the clauses that forbid each act rejected.
    """

    start: str
    answers: tuple[str, ...]
    state: Mapping[str, Any] | None
    because: tuple[tuple[str, ...], ...]

    @property
    def data(self) -> dict[str, Any]:
        """As JSON data."""
        return {"start": self.start} if self.start else {"answers": list(self.answers), "state": self.state}

    def same(self, other: Outcome) -> bool:
        """Whether the same happens, whatever forbids what is rejected."""
        return (self.start, self.answers, self.state) == (other.start, other.answers, other.state)


def outcome(rules: Rules, start: Mapping[str, Any], acts: Sequence[Mapping[str, Any]]) -> Outcome:
    """What comes of acts under some rules. Raises `BadDocument` for what is no start and no act of the game."""
    try:
        state = begun(rules, start)
    except BadPosition:
        return Outcome(REFUSED, (), None, ())
    except Gap:
        return Outcome(SILENT_START, (), None, ())
    follower = Follower(rules, state)
    said = [follower.apply(follower.read(act, f"acts[{i}]")) for i, act in enumerate(acts)]
    try:
        ended = follower.settled
    except Gap:
        return Outcome("", tuple(v.word for v in said), None, tuple(map(_because, said)))
    told = follower.told() if follower.game.at_rest(ended) or follower.game.top(ended) is None else None
    return Outcome("", tuple(v.word for v in said), told and compared(told), tuple(map(_because, said)))


def begun(rules: Rules, start: Mapping[str, Any]) -> Any:
    """The state of a start. Raises `BadDocument`, `game.BadPosition` and `rules.Gap`."""
    if "deal" in start:
        return game_of(rules).start(wire(rules).deal(rules, start["deal"], "start.deal"))
    if "position" not in start:
        raise BadDocument("start", "", "a position or a deal is wanted")
    return wire(rules).position(rules, start["position"], "start.position")


def _because(verdict: Verdict) -> tuple[str, ...]:
    return verdict.clauses if verdict.word == REJECTED else ()


def compared(told: Mapping[str, Any]) -> dict[str, Any]:
    """What of a told state is compared: what is told, but for who owes what."""
    return {key: value for key, value in told.items() if value is not None and key != "owed"}


@frozen
class Vector:
    """One clause put to the test.

    `norm` is the norm that the vector fails without; empty where it fails without the clause, or, if `turned` is not
    empty, with this other procedure in the place of the one that the clause states (SWITCH=VALUE). `shown` is `play` if
    other acts are allowed or other things come of them then, `cited` if an act is forbidden all the same, by other
    clauses only. `at` is the act that shows it, counted from 0; -1 the start.
    """

    rules: Rules
    clause: str
    norm: str
    shown: str
    at: int
    start: Mapping[str, Any]
    acts: tuple[Mapping[str, Any], ...]
    expect: Mapping[str, Outcome]  # by reading, QUESTION=READING; under an empty key the rules as they are
    turned: str = ""

    @property
    def id(self) -> str:
        """Its name: the clause, and the number of its norm."""
        return self.norm.replace("/", ".") if self.norm else self.clause

    @property
    def data(self) -> dict[str, Any]:
        """As JSON data."""
        r, usual = self.rules, self.expect[""]
        clause = r.edition.clause(self.clause)
        run = {"edition": r.edition.key, "players": r.players, "variants": list(r.variants), "answers": dict(r.answers),
               "start": self.start, "acts": [*self.acts]}
        return {
            "version": VERSION, "id": self.id, "edition": r.edition.key, "players": r.players,
            "variants": list(r.variants), "digest": r.digest, "clause": self.clause, "norm": self.norm or None,
            "turned": self.turned or None,
            "shown": self.shown, "at": self.at, "says": clause.says if clause else "",
            "clauses": sorted({self.clause, *(key for keys in usual.because for key in keys)}),
            "because": list(usual.because[self.at]) if self.at >= 0 and usual.because else [],
            "run": run, "expect": {key: told.data for key, told in sorted(self.expect.items())},
        }
