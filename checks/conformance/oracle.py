"""The methods of the protocol, as Advocatus serves them: what each call says of a game under the rules named."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import Any

import attrs
from jsonschema import Draft202012Validator
from jsonschema.validators import extend

from advocatus.model.families import acts_of
from advocatus.model.loading import schema
from advocatus.model.rulebook import Edition
from advocatus.model.rules import BadChoice, Rules, make_rules
from advocatus.model.trace import BadDocument, compact

from ..deriving import game_of
from ..documents import hold
from .following import CHANCES, GIVEN, Follower, run_acts
from .starting import started

PROTOCOL = 1
SESSIONS, RULES = 100, 200  # so many are kept; the oldest go first
METHODS = ("describe", "run", "legal", "judge", "view", "start", "apply", "end")
OWN_WAY = ("acts", "edition", "players", "start")


@cache
def _validator(method: str) -> Any:
    strict = Draft202012Validator.TYPE_CHECKER.redefine("integer", lambda _, value: type(value) is int)
    made = extend(Draft202012Validator, type_checker=strict)  # type: ignore[no-untyped-call]
    return made({"$ref": f"#/$defs/{method}", "$defs": schema("protocol")["$defs"]})


class NoMethod(ValueError):
    """A method that is not served."""


class Oracle:
    """The rules of some editions, asked by the protocol.

    `call` raises `NoMethod`, `BadDocument` and `BadChoice` for bad parameters, `game.BadPosition` for a start that
    cannot be, `rules.Gap` where the rules are silent.
    """

    def __init__(self, editions: Mapping[str, Edition], version: str) -> None:
        self.editions, self.version = editions, version
        self._rules: OrderedDict[str, Rules] = OrderedDict()
        self._sessions: OrderedDict[str, Follower] = OrderedDict()
        self._begun = 0

    def call(self, method: str, params: Mapping[str, Any]) -> dict[str, Any]:
        """The result of a method."""
        if method not in METHODS:
            raise NoMethod(f"{method[:60]!r}: no such method; known: {', '.join(METHODS)}")
        try:
            hold(params, _validator(method), "params")
        except BadDocument as error:
            raise BadDocument(error.path.replace(": ", ".", 1), error.value, error.wanted) from None
        answer: dict[str, Any] = getattr(self, f"_{method}")(params)
        return answer

    # ---------------------------------------------------------------- what is supported

    def _describe(self, _: Mapping[str, Any]) -> dict[str, Any]:
        families = {e.family: acts_of(e.family) for e in self.editions.values()}
        known = [acts for acts in families.values() if acts is not None]
        return {
            "protocol": PROTOCOL, "name": "advocatus", "version": self.version,
            "editions": {key: _described(e) for key, e in sorted(self.editions.items())},
            "methods": list(METHODS), "starts": ["deal", "own", "position"], "chance": list(CHANCES),
            "windows": sorted({window for acts in known for window in acts.windows}),
            "skips": [], "merges": [], "order": "any",
            "reports": sorted({f.name for acts in known for f in attrs.fields(acts.told)}),
        }

    # ---------------------------------------------------------------- games

    def _run(self, params: Mapping[str, Any]) -> dict[str, Any]:
        follower, begun = self._begin(params)
        read = self._read(follower, params["acts"])
        return {**begun, "answers": run_acts(follower, read, params.get("rests", False)), "state": follower.told()}

    def _start(self, params: Mapping[str, Any]) -> dict[str, Any]:
        follower, begun = self._begin(params)
        self._begun += 1
        self._sessions[str(self._begun)] = follower
        while len(self._sessions) > SESSIONS:
            self._sessions.popitem(last=False)
        return {**begun, "session": str(self._begun), "state": follower.told()}

    def _apply(self, params: Mapping[str, Any]) -> dict[str, Any]:
        follower = self._session(params["session"])
        read = self._read(follower, params["acts"])
        return {"answers": run_acts(follower, read, params.get("rests", False)), "state": follower.told()}

    def _end(self, params: Mapping[str, Any]) -> dict[str, Any]:
        self._session(params["session"])
        del self._sessions[params["session"]]
        return {}

    def _legal(self, params: Mapping[str, Any]) -> dict[str, Any]:
        follower, answers = self._followed(params)
        return {**answers, "acts": follower.legal()}

    def _judge(self, params: Mapping[str, Any]) -> dict[str, Any]:
        follower, answers = self._followed(params)
        return {**answers, **follower.judge(follower.read(params["act"], "params.act"))}

    def _view(self, params: Mapping[str, Any]) -> dict[str, Any]:
        follower, answers = self._followed(params)
        if params["seat"] >= (n := follower.rules.players):
            raise BadDocument("params.seat", str(params["seat"]), f"a seat from 0 to {n - 1}")
        return {**answers, "view": follower.told(params["seat"])}

    # ---------------------------------------------------------------- where a game stands

    def _followed(self, params: Mapping[str, Any]) -> tuple[Follower, dict[str, Any]]:
        """A session's game, or one begun and followed to its last act, with the answers to its acts."""
        if "session" in params:
            for key in OWN_WAY:
                if key in params:
                    raise BadDocument(f"params.{key}", "", "a session has its own; leave this key out")
            return self._session(params["session"]), {}
        for key in ("edition", "players", "start"):
            if key not in params:
                raise BadDocument(f"params.{key}", "", "this key is missing, or session")
        follower, begun = self._begin(params)
        read = self._read(follower, params.get("acts", []))
        return follower, {**begun, "answers": run_acts(follower, read)}

    def _session(self, name: str) -> Follower:
        if name not in self._sessions:
            under_way = len(self._sessions)
            raise BadDocument("params.session", repr(name[:40]), f"a session under way; there are {under_way}")
        self._sessions.move_to_end(name)
        return self._sessions[name]

    def _begin(self, params: Mapping[str, Any]) -> tuple[Follower, dict[str, Any]]:
        rules = self.rules(params)
        start = params["start"]
        rng = Random(params.get("seed", 0))
        if "own" in start:
            dealt = game_of(rules).random_deal(Random(start["own"].get("seed", params.get("seed", 0))))
            state = game_of(rules).start(dealt)
        else:
            state = self.started(rules, start)
        follower = Follower(rules, state, params.get("chance", GIVEN), rng)
        told = {"start": follower.told()} if "own" in start else {}
        brought = follower.begin()
        return follower, {**told, **({"chance": list(brought)} if brought else {})}

    def started(self, rules: Rules, start: Mapping[str, Any]) -> Any:
        """The state of a start that is told. Raises `BadPosition` for one that no game comes to."""
        return started(rules, start, "params.start")

    def _read(self, follower: Follower, acts: Sequence[Any]) -> list[Any]:
        return [follower.read(act, f"params.acts[{i}]") for i, act in enumerate(acts)]

    def rules(self, params: Mapping[str, Any]) -> Rules:
        """The rules that some parameters name. Raises `BadChoice`."""
        chosen = compact([params["edition"], params["players"], params.get("variants", []), params.get("answers", {})])
        if chosen not in self._rules:
            edition = self.editions.get(params["edition"])
            if edition is None:
                known = ", ".join(sorted(self.editions))
                raise BadChoice(f"params.edition: {params['edition'][:60]!r}: one of {known}")
            made = make_rules(edition, params["players"], params.get("variants", []), params.get("answers", {}))
            self._rules[chosen] = made
            while len(self._rules) > RULES:
                self._rules.popitem(last=False)
        return self._rules[chosen]


def _described(edition: Edition) -> dict[str, Any]:
    return {
        "players": list(edition.players), "variants": [v.id for v in edition.variants if v.playable],
        "answers": {q.id: q.default for q in edition.questions},
        "questions": {q.id: list(q.readings) for q in edition.questions},
    }
