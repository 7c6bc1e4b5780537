"""A program's answers to a game, held against the rules act by act, up to the first that parts from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import evolve, field, fields, frozen

from advocatus.model.acts import BY_CHANCE
from advocatus.model.clip import cut
from advocatus.model.game import BadPosition, IllegalMove, MalformedMove
from advocatus.model.rules import Gap, Rules
from advocatus.model.trace import BadDocument, compact

from .describing import Description, named
from .following import GIVEN, HELD, NEVER, OK, REJECTED, REPORTED, SILENT, SKIPPED, Follower, Verdict, wire
from .shapes import misshapen
from .subject import GARBAGE
from .vector import begun

TOO_STRICT, TOO_LAX, DIFFERS, MUTATES = "too-strict", "too-lax", "differs", "rejection-mutates"
RESTRICTS, BAD_DEAL, UNSUPPORTED = "restricts", "bad-deal", "unsupported"
LONG = 160  # characters of a value in a message
BY_ITSELF = "chance"  # the entry of an answer that tells what chance brought


@frozen
class Play:
    """A start and acts as a program is given them, under some rules. `seed` is for what the program draws itself.

    `file` is the vector that it is from, if it is.
    """

    rules: Rules
    start: Mapping[str, Any]
    acts: tuple[Mapping[str, Any], ...]
    seed: int = 0
    file: str = ""

    def params(self, described: Description) -> dict[str, Any]:
        """The parameters of the call `run`."""
        r = self.rules
        told: dict[str, Any] = {
            "edition": described.calls or r.edition.key, "players": r.players, "start": dict(self.start),
            "acts": [dict(act) for act in self.acts if described.sent(act)], "rests": True}
        if r.variants:
            told["variants"] = list(r.variants)
        if r.answers:
            told["answers"] = dict(r.answers)
        if described.chance != GIVEN:
            told["chance"] = described.chance
        if described.chance == REPORTED:
            told["seed"] = self.seed
        return told


@frozen
class Apart:
    """Where a program parts from the rules: which act (-1: the start), how, and what was wanted and what came.

    `clauses` are those that bear on it by the rules: what forbids the act, what permits it, or what the events since
    the last state compared rest on.
    """

    kind: str
    at: int
    clauses: tuple[str, ...]
    wanted: str
    came: str
    key: str = ""  # the entry of the state that differs
    rejected: bool = False  # an act was rejected since the last state that was compared
    cited: tuple[str, ...] = field(default=(), eq=False)  # what the events since the last state compared rest on
    said: str = field(default="", eq=False)  # what the program said of it: its last words, or why it rejects
    more: tuple[str, ...] = field(default=(), eq=False)  # the other entries of the same state that differ


@frozen
class Walk:
    """What a walk came to: where it parted, if it did; which acts were compared, on which clauses; which entries."""

    apart: Apart | None
    verdicts: tuple[tuple[str, tuple[str, ...]], ...] = ()  # the word wanted, and the clauses that it rests on
    states: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = ()  # the clauses since the last one, and the entries
    follower: Follower | None = field(default=None, eq=False, repr=False)
    chance: tuple[Mapping[str, Any], ...] = ()  # the outcomes reported after the last act
    reached: int = 0  # so many acts were walked; fewer than there are where the rules fall silent
    refused: tuple[tuple[int, tuple[str, ...]], ...] = ()  # which acts were rejected, and the clauses against each


class _Walker:
    def __init__(self, rules: Rules, described: Description, play: Play, result: Mapping[str, Any]) -> None:
        self.described, self.play, self.result = described, play, result
        start = play.start if "own" not in play.start else {"deal": dealt(result)}
        chance = described.chance if described.chance != REPORTED else GIVEN
        self.follower = Follower(rules, begun(rules, start), chance)
        self.verdicts: list[tuple[str, tuple[str, ...]]] = []
        self.refused: list[tuple[int, tuple[str, ...]]] = []
        self.states: list[tuple[tuple[str, ...], tuple[str, ...]]] = []
        self.cited: list[str] = []
        self.rejected, self.reached = False, 0

    def walk(self) -> Walk:
        self.follower.begin()
        if (apart := self._brought(self.result.get("chance", ()), -1)) is None:
            apart = self._acts()
        if apart is not None:
            apart = evolve(apart, cited=tuple(dict.fromkeys((*self.cited, *apart.clauses))))
        chance = tuple(self.result["answers"][-1].get("chance", ())) if self.result["answers"] else ()
        return Walk(apart, tuple(self.verdicts), tuple(self.states), self.follower, chance, self.reached,
                    tuple(self.refused))

    def _acts(self) -> Apart | None:
        acts = [act for act in self.play.acts if self.described.sent(act)]
        answers, at = self.result["answers"], 0
        if len(answers) != len(acts):
            return Apart(GARBAGE, -1, (), f"{len(acts)} answers", str(len(answers)))
        while at < len(acts):
            size = self.described.group(acts, at)
            apart, go_on = self._group(acts[at:at + size], answers[at:at + size], at)
            if apart is not None or not go_on:
                return apart
            at += size
            self.reached = at
        state = self.follower.settled
        over = self.follower.game.top(state) is None
        last = answers[-1].get("state") if answers else None
        if (over or self.follower.game.at_rest(state)) and self.result["state"] and not last:
            return self._state(self.result["state"], len(acts) - 1)
        if self.result["state"] and self.result["state"].get("rest") is False:
            self.states.append((tuple(dict.fromkeys(self.cited)), ()))  # neither of both rests
        return None

    def _group(self, acts: Sequence[Any], answers: Sequence[Any], at: int) -> tuple[Apart | None, bool]:
        """Compare the acts of one command; and whether what comes after can be compared."""
        before, size = self.follower.state, len(acts)
        for i in range(size):
            verdict = self.follower.apply(self.follower.read(acts[i]))
            word = answers[i]["is"]
            if verdict.word == SILENT:
                return None, False
            if word == HELD and i + 1 < size:
                if verdict.word == REJECTED:  # the whole command is
                    return self._verdict(verdict, acts[-1], answers[-1], at + size - 1), False
                self.cited += verdict.clauses
                continue
            if word == HELD and verdict.word == OK and (waited := self.described.unfinished(acts[:i + 1])):
                if {named(act) for act in self.follower.legal()} & set(waited):
                    return None, False  # the command wants more than the game has
                came = f"{HELD}: it waits for {' or '.join(waited)}"
                return Apart(TOO_STRICT, at + i, verdict.clauses, OK, came), False
            apart = self._verdict(verdict, acts[i], answers[i], at + i)
            if apart is not None:
                return apart, False
            if word == SKIPPED and verdict.word != OK:
                return None, False
            if verdict.word == REJECTED and i and answers[i - 1]["is"] == HELD:
                self.follower.state = before
            if (apart := self._after(verdict, answers[i], at + i)) is not None:
                return apart, False
        return None, True

    def _verdict(self, verdict: Verdict, act: Mapping[str, Any], answer: Mapping[str, Any], at: int) -> Apart | None:
        """Compare what became of an act."""
        word, wanted = answer["is"], verdict.word
        if word == SKIPPED:
            if not self.described.skipped(act):
                return Apart(GARBAGE, at, (), f"{named(act)} is not among what the program skips", word)
            return None
        if word in (HELD, SILENT):
            return Apart(GARBAGE, at, (), f"an answer to {named(act)}, and nothing that it could wait for", word)
        self.verdicts.append((wanted, verdict.clauses))
        if word != wanted:
            kind = TOO_STRICT if word == REJECTED else TOO_LAX
            return Apart(kind, at, verdict.clauses, wanted, word, said=cut(str(answer.get("why", "")), LONG))
        return None

    def _after(self, verdict: Verdict, answer: Mapping[str, Any], at: int) -> Apart | None:
        """What chance brought after an act, and the state there."""
        if verdict.word == REJECTED:
            self.rejected = True
            self.refused.append((at, verdict.clauses))
            return None
        self.cited += verdict.clauses
        if (apart := self._brought(answer.get("chance", ()), at)) is not None:
            return apart
        if answer.get("state") and self.follower.game.at_rest(self.follower.settled):
            return self._state(answer["state"], at)
        return None

    def _brought(self, chance: Sequence[Any], at: int) -> Apart | None:
        """Follow what the program says that chance brought."""
        if self.described.chance != REPORTED:
            return None
        for act in chance:
            try:
                verdict = self.follower.apply(self.follower.read(act))
            except BadDocument as error:
                return Apart(GARBAGE, at, (), "an outcome of chance", str(error))
            if BY_CHANCE not in act or verdict.word != OK:
                legal = ", ".join(map(compact, self.follower.legal()[:4]))
                cited = tuple(dict.fromkeys(self.cited))
                return Apart(DIFFERS, at, cited, f"one of {legal} ...", compact(act), BY_ITSELF)
            self.cited += verdict.clauses
        return None

    def _state(self, told: Mapping[str, Any], at: int) -> Apart | None:
        """Compare a state with what the rules lead to."""
        mine, keys = self.follower.told(), []
        cited, self.cited = tuple(dict.fromkeys(self.cited)), []
        rejected, self.rejected = self.rejected, False
        wrong: list[Apart] = []
        for key, value in sorted(mine.items()):
            theirs = told.get(key)
            if theirs is None or key in NEVER or (value is None and key != "verdict"):
                continue
            if value is not None:
                keys.append(key)
            if value is None or unlike(value, theirs):
                wanted = "a game that goes on" if value is None else cut(str(value), LONG)
                wrong.append(Apart(DIFFERS, at, cited, wanted, cut(str(theirs), LONG), key, rejected))
        self.states.append((cited, tuple(keys)))
        bad = [(one, fault) for one in wrong
               if (fault := misshapen(self.follower.rules, one.key, told[one.key], mine[one.key])) is not None]
        if bad:
            (first, fault), paths = bad[0], tuple(fault.path for _, fault in bad[1:])
            return evolve(first, kind=GARBAGE, clauses=(), wanted=fault.wanted, came=f"{fault.path}: {fault.value}",
                          more=paths)
        return evolve(wrong[0], more=tuple(one.key for one in wrong[1:])) if wrong else None


def walk(rules: Rules, described: Description, play: Play, result: Mapping[str, Any]) -> Walk:
    """Hold the result of a `run` against some rules, those of the play or others."""
    try:
        if "own" in play.start and (apart := _no_deal(rules, result)) is not None:
            return Walk(apart)
        return _Walker(rules, described, play, result).walk()
    except (BadPosition, BadDocument) as error:
        broken = error.clauses if isinstance(error, BadPosition) else ()
        return Walk(Apart(BAD_DEAL, -1, broken, "a start that the rules allow", str(error)))
    except Gap as gap:
        return Walk(Apart(BAD_DEAL, -1, tuple(gap.clauses), "a start on which the rules speak", str(gap)))
    except (IllegalMove, MalformedMove) as error:
        return Walk(Apart(DIFFERS, -1, (), "a game that can be followed", str(error)))


def _no_deal(rules: Rules, result: Mapping[str, Any]) -> Apart | None:
    """Where a deal that a program tells has an entry that is none of the game. Raises `BadDocument` for no deal."""
    known = {entry.name for entry in fields(wire(rules).told)}
    faults = [(key, fault) for key, value in sorted(dealt(result).items())
              if key in known and (fault := misshapen(rules, key, value, None, "start")) is not None]
    if not faults:
        return None
    (key, fault), more = faults[0], tuple(fault.path for _, fault in faults[1:])
    return Apart(GARBAGE, -1, (), fault.wanted, f"{fault.path}: {fault.value}", key, more=more)


def rests_on(walked: Walk) -> tuple[tuple[str, ...], ...]:
    """The clauses that each thing compared rests on."""
    return tuple(clauses for clauses, _ in walked.states) + tuple(clauses for _, clauses in walked.verdicts)


def brought_about(walked: Walk) -> frozenset[str]:
    """The clauses that what was done rests on; not those that only forbid what was rejected."""
    done = (clauses for word, clauses in walked.verdicts if word != REJECTED)
    return frozenset(key for clauses in (*done, *(clauses for clauses, _ in walked.states)) for key in clauses)


def dealt(result: Mapping[str, Any]) -> dict[str, Any]:
    """The deal that a program says it dealt. Raises `BadDocument` where it tells none."""
    if not result.get("start"):
        raise BadDocument("result.start", "", "the state that the program dealt")
    return {key: value for key, value in result["start"].items() if key not in NEVER and value is not None}


def unlike(mine: Any, theirs: Any) -> bool:
    """Whether two told values part; null on either side is not compared."""
    if mine is None or theirs is None:
        return False
    if isinstance(mine, list) and isinstance(theirs, list):
        return len(mine) != len(theirs) or any(unlike(a, b) for a, b in zip(mine, theirs, strict=True))
    if isinstance(mine, dict) and isinstance(theirs, dict):
        return any(unlike(mine[key], theirs.get(key)) for key in mine)
    return type(mine) is not type(theirs) or bool(mine != theirs)


def hidden(mine: Any, theirs: Any) -> bool:
    """Whether a value tells what lies hidden by another: something in the place of a null."""
    if mine is None:
        return theirs is not None
    if isinstance(mine, list) and isinstance(theirs, list):
        return any(hidden(a, b) for a, b in zip(mine, theirs, strict=False) if isinstance(a, list) or a is None)
    return False


def without_rests(params: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters of `run` as other methods take them."""
    return {key: value for key, value in params.items() if key != "rests"}
