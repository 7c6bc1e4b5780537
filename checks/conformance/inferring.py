"""Which readings a program follows: the games on file in which two readings part, played with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from advocatus.model.acts import act_of
from advocatus.model.game import IllegalMove, MalformedMove, make
from advocatus.model.rulebook import Edition
from advocatus.model.rules import BadChoice, Gap, Rules

from ..deriving import game_of
from ..finding import Finding, Store, default_folder, load
from .describing import Description, supported
from .following import Follower, acts_for, wire
from .subject import Asked, Failed, Refused
from .walking import Play, walk


@frozen
class Guess:
    """What a parting game says of a question: the reading followed; empty where it follows neither, with the reason."""

    question: str
    reading: str
    why: str
    usual: bool = True  # the reading is the one that the rules have anyway


def infer(subject: Asked, told: Description, edition: Edition) -> tuple[Guess, ...]:
    """A guess for each question of an edition that has a parting game on file."""
    guesses: dict[str, Guess] = {}
    for path in Store(default_folder()).files(edition.family):
        if not path.name.startswith(f"question.{edition.key}."):
            continue
        one = load(path)
        if one.trace is None or one.against is None:
            continue
        guess = _guess(subject, told, edition, one)
        known = guesses.get(guess.question)
        if known is None or (not known.reading and guess.reading) or (known.usual and not guess.usual):
            guesses[guess.question] = guess
    return tuple(guesses[key] for key in sorted(guesses))


def _guess(subject: Asked, told: Description, edition: Edition, one: Finding) -> Guess:
    question, other = one.cause[0], one.cause[1] if len(one.cause) > 1 else ""
    assert one.against is not None
    try:
        here, there = one.rules.find({edition.key: edition}), one.against.find({edition.key: edition})
    except BadChoice as error:
        return Guess(question, "", str(error))
    if why := supported(told, here):
        return Guess(question, "", why)
    play = parting_play(here, there, one)
    if play is None:
        return Guess(question, "", "its game on file cannot be told in acts")
    try:
        result: Mapping[str, Any] = subject.call("run", play.params(told))
    except (Failed, Refused) as error:
        return Guess(question, "", str(error))
    mine, theirs = walk(here, told, play, result).apart, walk(there, told, play, result).apart
    usual = dict(here.answers).get(question) or next(q.default for q in edition.questions if q.id == question)
    if (mine is None) == (theirs is None):
        return Guess(question, "", "it follows neither reading" if mine else "its game tells no difference")
    return Guess(question, usual if mine is None else other, "", mine is None)


def parting_play(here: Rules, there: Rules, one: Finding) -> Play | None:
    """The game of a finding as a start and acts; the last move is one that only one of the readings may allow."""
    assert one.trace is not None
    moves, acts = one.trace.moves, wire(here)
    for rules in (here, there):
        try:
            state = game_of(rules).start(one.trace.deal)
            told = Follower(rules, state).told()
            start = {"deal": {key: told[key] for key in acts.dealt if told[key]}}
            return Play(here, start, tuple(_acts(rules, state, moves)))
        except (IllegalMove, MalformedMove, Gap, AssertionError):
            continue
    return None


def _acts(rules: Rules, state: Any, moves: tuple[Any, ...]) -> list[dict[str, Any]]:
    try:
        return acts_for(rules, state, moves)
    except (IllegalMove, MalformedMove):
        found = acts_for(rules, state, moves[:-1])
        after = state
        for move in moves[:-1]:
            after = make(game_of(rules), after, move).after
        frame = game_of(rules).top(after)
        return [*found, act_of(wire(rules), frame.kind if frame else "", moves[-1])]
