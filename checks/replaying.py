"""Findings made again from their files: whatever they say that their game determines is worked out anew."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from attrs import evolve, frozen

from advocatus.model.clip import clip
from advocatus.model.families import families
from advocatus.model.game import Event
from advocatus.model.rulebook import Edition
from advocatus.model.rules import BadChoice, Rules
from advocatus.model.trace import BadDocument, compact

from .asking import Reached, question_finding
from .deriving import Played, Unplayable, findings_at, play_out
from .diverging import DIVERGENCE, divergence_finding
from .diverging import Reached as Drawn
from .finding import (
    BY_BOUND,
    BY_LOCKSTEP,
    BY_PLAN,
    CLASH,
    FROM_DEALS,
    GAP,
    LED,
    QUESTION,
    TOWARDS,
    WAYS,
    Finding,
    encode,
    load,
)
from .parting import part_faults
from .remaking import REMAKERS
from .row import DIFFERS, FILE, REPLAYS, Row


def replay(finding: Finding, editions: Mapping[str, Edition]) -> tuple[str, ...]:
    """What a finding says that playing its game again does not bear out; empty if it replays.

    `editions` are those that findings may be about, by key. Each difference names its JSON path, what is on
    file and what is right. What no replay can know (how it was found, that no shorter game exists)
    is held for consistency only.
    """
    try:
        rules = finding.rules.find(editions)
        against = finding.against.find(editions) if finding.against else None
    except BadChoice as error:
        return (f"rules: {error}",)
    differs = [*_heading(finding, rules, against), *_lengths(finding)]
    if finding.found not in WAYS:
        differs.append(f"found: {finding.found!r}: one of {'; '.join(WAYS)}")
    if finding.kind in REMAKERS:
        return tuple(dict.fromkeys((*differs, *_made_again(finding, rules))))
    if finding.trace is None:
        if finding.kind in (CLASH, GAP):
            differs.append(f"trace: null: a {finding.kind} needs a game that shows it")
        return tuple(differs)
    if finding.kind == DIVERGENCE:
        return tuple(dict.fromkeys((*differs, *_diverging(finding, rules, against))))
    try:
        played = play_out(rules, finding.trace.deal, finding.trace.moves)
        differs += _events(finding, played)
        if finding.kind in (CLASH, GAP):
            differs += _ending(finding, played)
        elif against is not None:
            differs += part_faults(played, against)
        differs += _asked(finding, rules, against) if finding.kind == QUESTION else []
        differs += _played_lengths(finding, played)
    except Unplayable as error:
        differs.append(str(error))
    return tuple(dict.fromkeys(differs))


def _differs(path: str, filed: Any, right: Any) -> str:
    return f"{path}: {clip(filed, 200)} on file, {clip(right, 200)} is right"


def _heading(finding: Finding, rules: Rules, against: Rules | None) -> list[str]:
    """What follows from the rules alone."""
    found: list[str] = []
    for name, ref, made in (("rules", finding.rules, rules), ("against", finding.against, against)):
        if ref is None or made is None:
            continue
        if ref.digest != made.digest:
            found.append(_differs(f"{name}.digest", ref.digest, made.digest) + "; the rules have changed since")
        if ref.answers != made.answers:
            found.append(_differs(f"{name}.answers", dict(ref.answers), dict(made.answers)))
        if ref.variants != made.variants:
            found.append(_differs(f"{name}.variants", ref.variants, made.variants))
    if finding.family != rules.edition.family:
        found.append(_differs("family", finding.family, rules.edition.family))
    other = finding.against.edition if finding.against else finding.rules.edition
    keys = tuple(dict.fromkeys((finding.rules.edition, other)))
    keys = tuple(sorted(keys)) if finding.kind == DIVERGENCE else keys
    if finding.editions != keys:
        found.append(_differs("editions", list(finding.editions), list(keys)))
    known = {c.id for r in (rules, against) if r for c in r.edition.clauses}
    found += [f"clauses: {key!r}: no such clause in {' or '.join(keys)}" for key in finding.clauses if key not in known]
    return found


def _lengths(finding: Finding) -> list[str]:
    """What the length claims, held against itself."""
    shortest = finding.shortest
    if (shortest is None) != (finding.trace is None):
        return ["shortest: it is null exactly if trace is"]
    if shortest is None or shortest.none_to is None:
        return []
    if shortest.proved:
        return [_differs("shortest.none_to", shortest.none_to, None) + ": a game proved shortest leaves no interval"]
    if shortest.none_to >= shortest.turn:
        return [f"shortest.none_to: {shortest.none_to}: the game itself ends in turn {shortest.turn}"]
    return []


def _asked(finding: Finding, rules: Rules, against: Rules | None) -> list[str]:
    """A question, made again from its rules, its cause and its game."""
    if against is None or len(finding.cause) != 2 or finding.trace is None:
        return ["against: a question needs the rules of the other reading, and its cause names question and reading"]
    straight = finding.found in (LED, TOWARDS, FROM_DEALS, BY_LOCKSTEP, BY_PLAN)
    open_ = finding.shortest is not None and not finding.shortest.proved and straight
    reached = Reached((finding.shortest and finding.shortest.none_to) or 0, finding.found) if open_ else None
    if finding.found == BY_BOUND:
        reached = Reached(0, BY_BOUND, True)
    made = question_finding(rules, against, *finding.cause, finding.trace.deal, finding.trace.moves, reached)
    if made is None:
        return [f"cause: the game does not part the readings of {' = '.join(finding.cause)}"]
    return _unlike(finding, made, "trace")


def _diverging(finding: Finding, rules: Rules, against: Rules | None) -> list[str]:
    """A divergence, made again from both rules, its cause and its game."""
    if against is None or finding.trace is None:
        return ["against: a divergence needs the rules of the other edition"]
    shortest, reached = finding.shortest, None
    if finding.found in (BY_LOCKSTEP, LED, FROM_DEALS) and shortest is not None and not shortest.proved:
        reached = Drawn(shortest.none_to, finding.found)
    made = divergence_finding(rules, against, finding.cause, finding.trace.deal, finding.trace.moves, reached)
    if made is None:
        return [f"cause: {' + '.join(finding.cause)}: no smallest set of entries for which the game parts the editions"]
    return _unlike(finding, made)


def _made_again(finding: Finding, rules: Rules) -> list[str]:
    """A finding of a kind that its rules and its game make whole."""
    made = REMAKERS[finding.kind](rules, finding)
    if made is None:
        return [f"cause: {' + '.join(finding.cause)}: nothing shows this {finding.kind}"]
    return _unlike(finding, made)


def _unlike(finding: Finding, made: Finding, *but: str) -> list[str]:
    """The fields in which a file is not as it was made again."""
    filed, right = encode(finding), encode(made)
    return [_differs(key, filed[key], right[key]) for key in right if key not in but and filed[key] != right[key]]


def _played_lengths(finding: Finding, played: Played) -> list[str]:
    if finding.shortest is None:
        return []
    pairs = (("turn", finding.shortest.turn, played.turn), ("decisions", finding.shortest.decisions, played.decisions))
    return [_differs(f"shortest.{name}", filed, right) for name, filed, right in pairs if filed != right]


def _events(finding: Finding, played: Played) -> list[str]:
    """The first event that is not as the engine has it."""
    assert finding.trace is not None
    codec = families()[played.rules.edition.family].codec

    def told(event: Event) -> str:
        return compact(codec.encode(event))

    for i, ((_, filed), (_, right)) in enumerate(zip(finding.trace.steps, played.trace.steps, strict=True)):
        for j, (one, other) in enumerate(zip(filed, right, strict=False)):
            if one != other:
                return [_differs(f"trace.steps[{i}].events[{j}]", told(one), told(other))]
        if len(filed) != len(right):
            return [_differs(f"trace.steps[{i}].events", f"{len(filed)} events", f"{len(right)} events")]
    return []


def _ending(finding: Finding, played: Played) -> list[str]:
    """A clash or a gap, derived again."""
    shortest = finding.shortest
    made = findings_at(played.rules, played.deal, finding.trace.moves if finding.trace else (), finding.found,
                       bool(shortest and shortest.proved), shortest.none_to if shortest else None)
    if not made:
        return ["trace: play can go on where it ends: no clash and no gap"]
    same = [f for f in made if (f.kind, f.cause) == (finding.kind, finding.cause)]
    if not same:
        ends = "; ".join(f"{f.kind} of {', '.join(f.cause)}" for f in made)
        return [f"cause: {finding.kind} of {', '.join(finding.cause)} on file, the game ends in: {ends}"]
    filed, right = encode(finding), encode(same[0])
    return [_differs(key, filed[key], right[key]) for key in right
            if key not in ("trace", "rules", "shortest") and filed[key] != right[key]]


# ---------------------------------------------------------------- files


@frozen
class OnFile:
    """A file of the store: the finding, if it could be read, and what is wrong with it."""

    path: Path
    finding: Finding | None
    differs: tuple[str, ...]

    def row(self, family: str, edition: str) -> Row:
        """The row that tells whether it replays; one that cannot be read goes under `family` and `edition`."""
        name, told = self.path.name.removesuffix(".json"), "; ".join(self.differs) or None
        if self.finding is None:
            return Row(family=family, edition=edition, check=name, kind="replay", verdict=DIFFERS, summary=told,
                       finding=self.path.name, provenance=FILE)
        row = Row.of_finding(self.finding, DIFFERS if self.differs else REPLAYS, FILE)
        return evolve(row, kind="replay", check=name, summary=told)


def examine(path: Path, editions: Mapping[str, Edition]) -> OnFile:
    """Read a file and replay it; its name is held against what it should be."""
    try:
        finding = load(path)
    except BadDocument as error:
        return OnFile(path, None, (str(error).replace(str(path), path.name),))
    differs = replay(finding, editions)
    if path.name != finding.file_name:
        differs = (_differs("file name", path.name, finding.file_name), *differs)
    return OnFile(path, finding, differs)
