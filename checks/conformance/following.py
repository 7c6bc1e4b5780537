"""A game followed act by act, as another program would play it: what becomes of each act, the state as it is told."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from attrs import field, frozen

from advocatus.model.acts import LOOK, Acts, Closing, act_of, read_act
from advocatus.model.families import acts_of
from advocatus.model.game import CHANCE, TABLE, Event, Frame, IllegalMove, MalformedMove, make
from advocatus.model.rules import BadChoice, Gap, Rules

from ..deriving import game_of
from ..play import pick_chance

OK, HELD, REJECTED, SKIPPED, SILENT = "ok", "held", "rejected", "skipped", "silent"
GIVEN, POSITION, REPORTED = "given", "position", "reported"
CHANCES = (GIVEN, POSITION, REPORTED)
NEVER = ("owed", "rest")  # entries of a told state that are told only


@frozen
class Verdict:
    """What became of an act: the word, the clauses it rests on, why; what chance brought by itself, who saw what."""

    word: str
    clauses: tuple[str, ...] = ()
    why: str = ""
    chance: tuple[Any, ...] = ()
    seen: tuple[Any, ...] = ()
    moves: tuple[Any, ...] = field(default=(), repr=False)  # all the moves that it came to

    @property
    def data(self) -> dict[str, Any]:
        """As JSON data; keys that do not apply are left out."""
        told = {"clauses": list(self.clauses), "why": self.why, "chance": list(self.chance), "seen": list(self.seen)}
        return {"is": self.word, **{key: value for key, value in told.items() if value}}


def wire(rules: Rules) -> Acts:
    """What the family of some rules knows of acts. Raises `BadChoice` for one that takes no part in the protocol."""
    acts = acts_of(rules.edition.family)
    if acts is None:
        raise BadChoice(f"{rules.edition.key}: the family {rules.edition.family} has no acts")
    return acts


class NotNow(MalformedMove):
    """An act that nobody could do at this moment, and what is owed instead."""


class Follower:
    """A game under way. `chance` says where outcomes come from: all of them given in the acts; those that the position
    leaves open only; or none, they are drawn by `rng` and reported."""

    def __init__(self, rules: Rules, state: Any, chance: str = GIVEN, rng: Random | None = None) -> None:
        self.rules, self.acts, self.game = rules, wire(rules), game_of(rules)
        self.state, self.chance, self.rng = state, chance, rng or Random(0)
        self._looked = False

    def read(self, data: Any, path: str = "act") -> Any:
        """An act of the game from JSON data. Raises `BadDocument`."""
        return read_act(self.acts, data, path)

    def apply(self, act: Any) -> Verdict:
        """Carry out an act that `read` gave. Whatever is not accepted leaves the state as it is."""
        if isinstance(act, Closing) and act.what == LOOK:
            looked, self._looked = self._looked, False
            return Verdict(OK) if looked else Verdict(REJECTED, why="nobody is looking at anything")
        before = self.state
        try:
            events, moves = self._carried_out(act)
            brought = self._chance()
        except IllegalMove as error:
            against = tuple(dict.fromkeys(norm.clause for norm in error.judgement.against))
            return Verdict(REJECTED, against, _refusal(error))
        except NotNow as error:
            return Verdict(REJECTED, why=str(error))
        except Gap as gap:
            self.state = before
            return Verdict(SILENT, tuple(gap.clauses), str(gap))
        told = tuple(act_of(self.acts, "", move) for move, _ in brought)
        every = (*events, *(event for _, after in brought for event in after))
        seen = self.acts.seen(every)
        self._looked = bool(seen)
        clauses = tuple(dict.fromkeys(key for event in every for key in event.clauses))
        return Verdict(OK, clauses, chance=told, seen=seen, moves=(*moves, *(move for move, _ in brought)))

    def begin(self) -> tuple[Any, ...]:
        """Let chance bring what is due before the first act; the acts of it."""
        return tuple(act_of(self.acts, "", move) for move, _ in self._chance())

    def _carried_out(self, act: Any) -> tuple[tuple[Event, ...], tuple[Any, ...]]:
        """The events of an act and the moves made: itself, behind those that are made by themselves if need be.

        Raises what the game raises: the norms against the act rather than that it cannot be done.
        """
        state, made, events = self.state, [], []  # type: tuple[Any, list[Any], list[Event]]
        refused: IllegalMove | NotNow | None = None
        while True:
            try:
                move = self._move(state, act)
                step = make(self.game, state, move)
                self.state = step.after
                return (*events, *step.events), (*made, move)
            except (IllegalMove, NotNow) as error:
                refused = error if refused is None or isinstance(error, IllegalMove) else refused
            except MalformedMove:
                refused = refused or NotNow(_not_now(self.game.top(state)))
            silent = self.acts.silent(self.game, state)
            if silent is None:
                raise refused
            step = make(self.game, state, silent)
            state, made, events = step.after, [*made, silent], [*events, *step.events]

    def _move(self, state: Any, act: Any) -> Any:
        """The move that an act stands for in a state. Raises `NotNow`."""
        frame, actors = self.game.top(state), self.game.actors(state)
        if frame is None:
            raise NotNow("the game is over")
        if isinstance(act, Closing):
            if frame.kind != act.what:
                raise NotNow(f"{act.what} is not open; what is owed is {frame.kind}")
            return next(move for move in self.game.resolve(state, TABLE).candidates)
        if act.by not in actors:
            who = "chance" if CHANCE in actors else f"seats {', '.join(str(seat) for seat in actors if seat >= 0)}"
            raise NotNow(f"only {who} can act; what is owed is {frame.kind}")
        return act

    def _chance(self) -> list[tuple[Any, tuple[Event, ...]]]:
        """What chance brings by itself now, each with its events."""
        found: list[tuple[Any, tuple[Event, ...]]] = []
        while self.chance != GIVEN and self.game.actors(self.state) == (CHANCE,):
            outcomes = self.game.chances(self.state)
            if self.chance == POSITION and len(outcomes) != 1:
                break
            move = outcomes[0][0] if len(outcomes) == 1 else pick_chance(self.game, self.state, self.rng)
            step = make(self.game, self.state, move)
            self.state = step.after
            found.append((move, step.events))
        return found

    # ---------------------------------------------------------------- telling

    @property
    def settled(self) -> Any:
        """The state once all that happens by itself has happened."""
        return self.silently[-1]

    @property
    def silently(self) -> tuple[Any, ...]:
        """The state, and each to which what happens by itself leads."""
        found = [self.state]
        while (move := self.acts.silent(self.game, found[-1])) is not None:
            found.append(make(self.game, found[-1], move).after)
        return tuple(found)

    def told(self, seat: int | None = None) -> dict[str, Any]:
        """The state as it is told, or as a seat may tell it, as JSON data."""
        told: dict[str, Any] = self.acts.codec.encode(self.acts.tell(self.game, self.settled, seat))
        return told

    def position(self) -> dict[str, Any]:
        """The state as a start gives it: what is told of it, but for what is empty or is told only."""
        return {key: value for key, value in self.told().items() if value not in (None, []) and key not in NEVER}

    def legal(self) -> list[dict[str, Any]]:
        """Every act that is allowed now, in the fixed order; outcomes of chance among them."""
        state = self.settled
        frame = self.game.top(state)
        if frame is None:
            return []
        if (actors := self.game.actors(state)) == (CHANCE,):
            return [act_of(self.acts, frame.kind, move) for move, _ in self.game.chances(state)]
        return [act_of(self.acts, frame.kind, move) for seat in actors for move in self.game.legal(state, seat)]

    def judge(self, act: Any) -> dict[str, Any]:
        """Whether an act is allowed now, with the norms for it and against it."""
        state = self.settled
        try:
            judgement = self.game.judge(state, self._move(state, act))
        except NotNow as error:
            return {"allowed": False, "for": [], "against": [], "why": str(error)}
        except MalformedMove:
            return {"allowed": False, "for": [], "against": [], "why": _not_now(self.game.top(state))}
        return {"allowed": judgement.allowed, "for": [norm.id for norm in judgement.permitted_by],
                "against": [norm.id for norm in judgement.against]}


def _not_now(frame: Frame | None) -> str:
    return f"it cannot be done now; what is owed is {frame.kind}" if frame else "the game is over"


def _refusal(error: IllegalMove) -> str:
    against = ", ".join(norm.id for norm in error.judgement.against)
    return f"not allowed, by {against}" if against else "not allowed: nothing permits it"


def acts_for(rules: Rules, state: Any, moves: Iterable[Any]) -> list[dict[str, Any]]:
    """The acts of a game that was played from a state, in the normal form: what happens by itself is left out.

    It stays where the next act could be taken at an earlier moment without it. Raises what the game raises.
    """
    follower, game = Follower(rules, state), game_of(rules)
    found: list[dict[str, Any]] = []
    waiting: list[Any] = []
    for move in moves:
        frame = game.top(state)
        assert frame is not None, "a move after the end of a game"
        act = act_of(follower.acts, frame.kind, move)
        is_silent = move == follower.acts.silent(game, state)
        state = make(game, state, move).after
        waiting.append(act)
        if is_silent:
            continue
        for part in (waiting[-1:], waiting):
            at = follower.state
            for one in part:
                follower.apply(follower.read(one))
            if follower.state == state:
                found += part
                break
            follower.state = at
        else:
            raise AssertionError(f"no acts lead where {move} led")
        waiting = []
    return found




def run_acts(follower: Follower, acts: Sequence[Any], rests: bool = False) -> list[dict[str, Any]]:
    """What becomes of each act; with `rests`, the state as it is told at every rest point that an act leads to."""
    answers = []
    for act in acts:
        verdict = follower.apply(act)
        data = verdict.data
        if rests and verdict.word == OK and follower.game.at_rest(follower.settled):
            data["state"] = follower.told()
        answers.append(data)
    return answers


