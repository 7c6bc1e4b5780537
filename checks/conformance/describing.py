"""What a program under test says of itself, and what that means for the games it is given."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import fields, frozen

from advocatus.model.acts import ACT, BY_CHANCE, CLOSE, LOOK
from advocatus.model.families import acts_of, editions, families
from advocatus.model.rulebook import Edition
from advocatus.model.rules import BadChoice, Rules

from .following import GIVEN, POSITION, REPORTED
from .oracle import METHODS
from .subject import Asked

ANY, CLOCKWISE = "any", "clockwise"
DEAL, OWN = "deal", "own"
NEEDED = ("describe", "run")  # the methods without which nothing can be tried


@frozen
class Description:
    """What a program supports. Keys it left out have their defaults; `windows` and `reports` None: all of them."""

    name: str
    version: str
    editions: Mapping[str, Mapping[str, Any]]
    methods: tuple[str, ...] = NEEDED
    starts: tuple[str, ...] = (POSITION,)
    chance: str = GIVEN
    windows: tuple[str, ...] | None = None
    skips: tuple[str, ...] = ()
    merges: tuple[tuple[str, ...], ...] = ()
    order: str = ANY
    reports: tuple[str, ...] | None = None
    calls: str = ""  # what the edition is called in calls, if not by its own key

    @property
    def led(self) -> bool:
        """Whether the program takes starts that it is given: a position or a deal."""
        return POSITION in self.starts or DEAL in self.starts

    @property
    def start(self) -> str:
        """The start that games are given: a position if the program takes one, else a deal, else its own."""
        return next((way for way in (POSITION, DEAL, OWN) if way in self.starts), POSITION)

    def skipped(self, act: Mapping[str, Any]) -> bool:
        """Whether the program has no step for an act, as it says."""
        if CLOSE in act:
            gone = self.windows is not None and act[CLOSE] not in (*self.windows, LOOK)
            return gone or act[CLOSE] in self.skips
        return named(act) in self.skips

    def group(self, acts: Sequence[Mapping[str, Any]], at: int) -> int:
        """How many acts from this one on go into one command: 1 for an act that is merged with none."""
        most = 1
        for names in self.merges:
            part = acts[at:at + len(names)]
            alike = [named(act) for act in part] == list(names) and len({act.get("by") for act in part}) == 1
            most = max(most, len(names)) if alike else most
        return most

    def unfinished(self, acts: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
        """The acts that some acts of one seat can wait for, as the beginning of a longer group."""
        names = tuple(map(named, acts))
        return tuple(group[len(names)] for group in self.merges if len({act.get("by") for act in acts}) == 1
                     and len(names) < len(group) and names == group[:len(names)])

    def sent(self, act: Mapping[str, Any]) -> bool:
        """Whether an act is given to the program: outcomes of chance are not where it brings them itself."""
        return self.chance != REPORTED or BY_CHANCE not in act


def named(act: Mapping[str, Any]) -> str:
    """The word of an act."""
    return str(act.get(ACT) or act.get(CLOSE) or act.get(BY_CHANCE))


def described(subject: Asked) -> Description:
    """What a program says of itself. Raises `Failed` and `Refused`."""
    told = subject.call("describe", {})
    chances = tuple(told.get("chance", (GIVEN,))) or (GIVEN,)
    windows, reports, starts = told.get("windows"), told.get("reports"), tuple(told.get("starts", ()))
    return Description(
        told["name"], told.get("version", ""), told["editions"], tuple(told.get("methods", NEEDED)),
        starts or (POSITION,), next(way for way in (GIVEN, POSITION, REPORTED) if way in chances),
        None if windows is None else tuple(windows), tuple(told.get("skips", ())),
        tuple(map(tuple, told.get("merges", ()))), told.get("order", ANY), None if reports is None else tuple(reports),
    )


def supported(described: Description, rules: Rules) -> str:
    """Why a program cannot be tested under some rules, in words; empty if it can."""
    known = described.editions.get(rules.edition.key)
    if known is None:
        return f"it knows {', '.join(sorted(described.editions)) or 'no edition'}, not {rules.edition.key}"
    if rules.players not in known["players"]:
        return f"{plays_with(known['players'])}, not {rules.players}"
    for variant in rules.variants:
        if variant not in known.get("variants", ()):
            return f"it does not know the variant {variant}"
    return ""


def plays_with(players: Sequence[int]) -> str:
    """With how many a program plays, in words."""
    return f"it plays with {_list(players)} players" if players else "it plays with no number of players"


def _list(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))


def not_taken(described: Description, start: Mapping[str, Any]) -> str:
    """Why a program cannot be given a start, in words; empty if it can."""
    way = next(iter(start))
    return "" if way in described.starts else f"it takes no {way} as a start"


def answers_of(described: Description, edition: Edition, given: Mapping[str, str]) -> dict[str, str]:
    """The readings a program is tested under: those given, else those that it says it follows.

    Raises `BadChoice` for a reading that the edition does not have.
    """
    said = described.editions.get(edition.key, {}).get("answers", {})
    questions = {question.id: question for question in edition.questions}
    for key, reading in said.items():
        if key not in questions or reading not in questions[key].readings:
            raise BadChoice(f"the program says that it reads {key}={reading}; {edition.key} has no such reading")
    return {**said, **given}


def odd_words(described: Description, edition: Edition) -> tuple[str, ...]:
    """What a program says of itself that means nothing for the protocol or for an edition, each told in plain words.

    An act, a window or an entry of a state means something if it is one of any game that the program plays; an edition
    that is not known here can be of any family.
    """
    packaged = {edition.key: edition, **editions()}
    of = {packaged[key].family if key in packaged else "" for key in described.editions} | {edition.family}
    known = [acts for family in families() if of & {family, ""} and (acts := acts_of(family)) is not None]
    deeds, windows, chances, entries = (sorted({word for acts in known for word in words(acts)}) for words in (
        lambda acts: acts.deeds, lambda acts: acts.windows, lambda acts: acts.chances,
        lambda acts: [field.name for field in fields(acts.told)]))
    return (
        *(f"methods: {w!r} is no method; known: {', '.join(METHODS)}" for w in described.methods if w not in METHODS),
        *(f"methods: {w!r} is missing; every program answers it" for w in NEEDED if w not in described.methods),
        *_odd_games(described, edition),
        *(f"windows: {w!r} is no window; known: {', '.join(windows) or 'none'}"
          for w in described.windows or () if w not in windows),
        *(f"skips: {w!r} is neither an act nor a window"
          for w in described.skips if w not in (*deeds, *windows, *chances, LOOK)),
        *(f"merges: {w!r} is no act" for names in described.merges for w in names if w not in deeds),
        *(f"reports: {w!r} is no entry of a state; known: {', '.join(entries)}"
          for w in described.reports or () if w not in entries),
    )


def _odd_games(described: Description, edition: Edition) -> Iterator[str]:
    """What it says of an edition and the edition does not have: numbers of players, variants, readings."""
    said = described.editions.get(edition.key, {})
    for n in said.get("players", ()):
        if n not in edition.players:
            yield f"players: {n} is no number of players of {edition.key}; known: {_list(edition.players)}"
    variants = [variant.id for variant in edition.variants]
    for word in said.get("variants", ()):
        if word not in variants:
            yield f"variants: {word!r} is no variant of {edition.key}; known: {', '.join(variants) or 'none'}"
    try:
        answers_of(described, edition, {})
    except BadChoice as error:
        yield f"answers: {error}"
