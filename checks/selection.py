"""What a command line selects: editions, and the rule sets made of them by players, variants, answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import frozen

from advocatus.model.families import editions, find_editions
from advocatus.model.rulebook import Edition
from advocatus.model.rules import BadChoice, Rules, make_rules


@frozen
class Selection:
    """Editions in the order named, and for each the rule sets wanted."""

    editions: tuple[Edition, ...]
    rules: tuple[Rules, ...]
    own: bool  # whether a rulebook of one's own is among them

    @property
    def known(self) -> Mapping[str, Edition]:
        """The editions that findings may be about: the package's, and those selected over them."""
        return known_editions(self.editions)

    def of(self, edition: Edition) -> tuple[Rules, ...]:
        """The rule sets of one edition."""
        return tuple(r for r in self.rules if r.edition is edition)


def known_editions(own: Sequence[Edition] = ()) -> Mapping[str, Edition]:
    """The package's editions by key, those given over them."""
    return {**editions(), **{e.key: e for e in own}}


def select(
    names: Sequence[str], players: Sequence[int] = (), variants: Sequence[str] = (),
    answers: Sequence[tuple[str, str]] = (), playing: bool = True,
) -> Selection:
    """The editions named (all, if none is) and their rule sets (all player counts, if none is given).

    With several editions a count, a variant or an answer goes to those that have it; one that none has
    is refused as it would be for the first. A variant that cannot be played yet is refused if the rules are
    for `playing`. Raises `BadChoice`, and `BadRulebook` for a bad file.
    """
    chosen: dict[str, Edition] = {}
    for name in names or list(editions()):
        for edition in find_editions(name):
            if chosen.setdefault(edition.key, edition) is not edition:
                raise BadChoice(f"{name}: two editions have the key {edition.key!r}; give one of them another key")
    if not chosen:
        raise BadChoice("there is no edition; name the TOML file of one")
    rules = [r for edition in chosen.values() for r in _rules(edition, players, variants, answers, len(chosen) == 1)]
    _nothing_lost(tuple(chosen.values()), players, variants, answers)
    if not rules:
        raise BadChoice(f"no edition is played by {', '.join(map(str, players))}")
    for edition in chosen.values() if playing else ():
        for variant in edition.variants:
            if variant.id in variants and not variant.playable:
                raise BadChoice(f"{edition.key}: the variant {variant.id!r} can only be read (`show`), not played yet")
    packaged = editions()
    return Selection(tuple(chosen.values()), tuple(rules), any(packaged.get(k) is not e for k, e in chosen.items()))


def _rules(
    edition: Edition, players: Sequence[int], variants: Sequence[str], answers: Sequence[tuple[str, str]], only: bool
) -> list[Rules]:
    counts = tuple(dict.fromkeys(players)) or edition.players
    readings = dict(answers)
    if only:
        if not players and variants:
            counts = tuple(n for n in counts if all(_fits(edition, v, n) for v in variants)) or counts
        return [make_rules(edition, n, variants, readings) for n in counts]
    kept = {q: r for q, r in readings.items() if _reads(edition, q, r)}
    return [
        make_rules(edition, n, [v for v in variants if _has(edition, v) and _fits(edition, v, n)], kept)
        for n in counts if n in edition.players
    ]


def _has(edition: Edition, variant: str) -> bool:
    return any(v.id == variant for v in edition.variants)


def _reads(edition: Edition, question: str, reading: str) -> bool:
    return any(q.id == question and reading in q.readings for q in edition.questions)


def _fits(edition: Edition, variant: str, players: int) -> bool:
    return all(not v.players or players in v.players for v in edition.variants if v.id == variant)


def _nothing_lost(
    chosen: Sequence[Edition], players: Sequence[int], variants: Sequence[str], answers: Sequence[tuple[str, str]]
) -> None:
    first = chosen[0]
    for n in players:
        if not any(n in e.players for e in chosen):
            make_rules(first, n)
    for variant in variants:
        if not any(_has(e, variant) for e in chosen):
            make_rules(first, first.players[0], [variant])
    for question, reading in answers:
        if not any(_reads(e, question, reading) for e in chosen):
            asked = next((e for e in chosen for q in e.questions if q.id == question), first)
            make_rules(asked, asked.players[0], (), {question: reading})
