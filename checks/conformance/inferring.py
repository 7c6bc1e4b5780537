"""Which edition and which readings a program follows: the games on file in which two of them part, played with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from attrs import evolve, frozen

from advocatus.model.acts import act_of
from advocatus.model.families import editions
from advocatus.model.game import BadPosition, IllegalMove, MalformedMove, make
from advocatus.model.rulebook import Edition
from advocatus.model.rules import BadChoice, Gap, Rules
from advocatus.model.trace import BadDocument

from ..deriving import game_of
from ..diverging import DIVERGENCE
from ..finding import Finding, Store, default_folder, load
from .describing import DEAL, Description, not_taken, supported
from .diagnosing import played_on
from .following import POSITION, Follower, acts_for, wire
from .subject import Asked, Failed, Refused
from .walking import Play, walk


@frozen
class Guess:
    """What a parting game says of a question: the reading followed; empty where it follows neither, with the reason."""

    question: str
    reading: str
    why: str
    usual: bool = True  # the reading is the one that the rules have anyway


@frozen
class Followed:
    """In how many of the games in which two editions part, one of them this one, the program follows this one."""

    edition: str
    games: int
    of: int


def followed(subject: Asked, told: Description, edition: Edition) -> tuple[Followed, ...]:
    """Which editions of the family a program follows that says it plays this one; the one it follows most often first.

    A game of which neither edition or both give what the program answers tells nothing, and is not counted.
    """
    family = {key: other for key, other in editions().items() if other.family == edition.family}
    family[edition.key] = edition
    won: Counter[str] = Counter()
    played: Counter[str] = Counter()
    for path in Store(default_folder()).files(edition.family):
        if not path.name.startswith(f"{DIVERGENCE}."):
            continue
        one = load(path)
        if one.trace is None or one.against is None or not set(one.editions) <= set(family):
            continue
        here, there = one.rules.find(family), one.against.find(family)
        sides = _sides(subject, called(told, edition.key), here, there, one)
        if isinstance(sides, str) or sides[0] == sides[1]:
            continue
        played.update((here.edition.key, there.edition.key))
        won[(here if sides[0] else there).edition.key] += 1
    order = sorted(played, key=lambda key: (-won[key] * 1000 // played[key], key != edition.key, key))
    return tuple(Followed(key, won[key], played[key]) for key in order)


def called(told: Description, key: str) -> Description:
    """A program that plays whatever edition it is told as the one that it calls so."""
    known = {name: value for name, value in told.editions.get(key, {}).items() if name != "answers"}
    known = {"players": range(1, 100), **known}
    return evolve(told, editions=dict.fromkeys(editions(), known), calls=key)


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
    question = one.cause[0]
    assert one.against is not None
    try:
        usual, other = one.rules.find({edition.key: edition}), one.against.find({edition.key: edition})
    except BadChoice as error:
        return Guess(question, "", str(error))
    default = next(q.default for q in edition.questions if q.id == question)
    if dict(usual.answers).get(question, default) != default:
        usual, other = other, usual
    mine, theirs = (dict(rules.answers).get(question, default) for rules in (usual, other))
    sides = _sides(subject, told, usual, other, one)
    if isinstance(sides, str):
        return Guess(question, "", sides)
    if sides[0] == sides[1]:
        return Guess(question, "", "its game tells no difference" if sides[0] else "it follows neither reading")
    reading = mine if sides[0] else theirs
    return Guess(question, reading, "", reading == default)


def _sides(subject: Asked, told: Description, here: Rules, there: Rules, one: Finding) -> tuple[bool, bool] | str:
    """Whether a program plays the game of a finding by the one rules and by the other; or why that cannot be told.

    The program is told the answers of the first, and nothing of those of the second. Where it makes no difference, the
    game is played on to where the turn comes to rest.
    """
    if why := supported(told, here):
        return why
    play = parting_play(here, there, one, POSITION if DEAL not in told.starts else DEAL)
    if play is None:
        return "its game on file cannot be told in acts"
    if why := not_taken(told, play.start):
        return why
    sides = (True, True)
    for on in (None, here, there):
        try:
            more = () if on is None else played_on(on, play) or ()
            longer = evolve(play, acts=(*play.acts, *more))
            result: Mapping[str, Any] = subject.call("run", longer.params(told))
        except (Failed, Refused, BadPosition, BadDocument, Gap) as error:
            return str(error)
        sides = walk(here, told, longer, result).apart is None, walk(there, told, longer, result).apart is None
        if sides[0] != sides[1]:
            return sides
    return sides


def parting_play(here: Rules, there: Rules, one: Finding, way: str = DEAL) -> Play | None:
    """The game of a finding as a start, a deal or the position after it, and acts.

    The last move is one that only one of the readings may allow.
    """
    assert one.trace is not None
    moves, acts = one.trace.moves, wire(here)
    for rules in (here, there):
        try:
            state = game_of(rules).start(one.trace.deal)
            follower = Follower(rules, state)
            told = follower.told()
            start = {DEAL: {key: told[key] for key in acts.dealt if told[key]}}
            if way == POSITION and follower.game.at_rest(follower.settled):
                start = {POSITION: follower.position()}
            return Play(here, start, tuple(_acts(rules, state, moves)))
        except (BadPosition, IllegalMove, MalformedMove, Gap, AssertionError):
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
