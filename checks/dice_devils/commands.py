"""The command `odds`: exact chances of a dice-off."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import click
from tabulate import tabulate

from advocatus.model.dice_devils.family import FAMILY
from advocatus.model.dice_devils.odds import BEST, NEVER, POLICIES, DiceOff, Odds, checked, sets
from advocatus.model.dice_devils.ranks import SPIELTEUFEL
from advocatus.model.families import find_editions
from advocatus.model.rules import BadChoice, Rules, make_rules
from advocatus.model.trace import canonical
from advocatus.specs.dice_devils.chain import Chain

from .. import cache
from ..console import put, say
from ..options import Answer, once
from .simulate import Simulated, simulate

Line = tuple[tuple[str, ...], str, Odds]


@click.command("odds")
@click.argument("ranks", nargs=-1, metavar="[RANK]...")
@click.option("--sets", "size", type=click.IntRange(2, 6), default=2, show_default=True,
              help="Without RANK: every set of so many ranks.")
@click.option("--policy", "policies", type=click.Choice(POLICIES), multiple=True,
              help="When the Spielteufel forces the others to roll again; repeatable. Default: each.")
@click.option("--edition", default=FAMILY.key, show_default=True, help="The rules: an edition, or a TOML file.")
@click.option("--answer", "answers", type=Answer(), multiple=True, callback=once, metavar="QUESTION=READING",
              help="Read the text so; repeatable.")
@click.option("--second", is_flag=True, help="Work it out by a second method too, and exit 3 if the two differ.")
@click.option("--games", type=click.IntRange(0), default=0, show_default=True,
              help="Play so many dice-offs at random beside it.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="The only source of chance.")
@click.option("--format", "form", type=click.Choice(["text", "markdown", "json"]), default="text", show_default=True)
def odds_command(
    ranks: tuple[str, ...], size: int, policies: tuple[str, ...], edition: str, answers: tuple[tuple[str, str], ...],
    second: bool, games: int, seed: int, form: str,
) -> int:
    """Exact chances of a dice-off of these ranks: to win, to tie, and how often is rolled; without RANK of all pairs.

    A Satansbraten without the Oberteufel fights while the Oberteufel's dice lie elsewhere.
    """
    rules = rules_of(edition, answers)
    wanted = [checked(tuple(rank.lower() for rank in ranks))] if ranks else list(sets(size))
    lines = [line for some in wanted for line in odds_of(rules, some, policies or POLICIES)]
    played = [simulate(rules, some, policy or NEVER, games, seed) if games and policy != BEST else None
              for some, policy, _ in lines]
    if form == "json":
        data = [odds_data(line, one) for line, one in zip(lines, played, strict=True)]
        put(canonical({"edition": rules.edition.key, "answers": dict(rules.answers), "odds": data,
                       "versions": cache.versions()}), end="")
    else:
        put(odds_table(rules, lines, played, form))
    differ = [f"{', '.join(some)} ({policy}): the second method finds otherwise" for some, policy, odds in lines
              if second and not agrees(rules, some, policy, odds)]
    for line in differ:
        say(line)
    return 3 if differ else 0


def rules_of(edition: str, answers: Sequence[tuple[str, str]]) -> Rules:
    """The rules of the most players, so that every rank is in them. Raises `BadChoice` for another family's."""
    found = find_editions(edition)
    if len(found) != 1 or found[0].family != FAMILY.key:
        raise BadChoice(f"--edition {edition}: one edition of {FAMILY.key} is wanted")
    return make_rules(found[0], found[0].players[-1], (), dict(answers))


def odds_of(rules: Rules, ranks: tuple[str, ...], policies: Sequence[str]) -> list[Line]:
    """The chances of one set of ranks; once, if the Spielteufel is not among them."""
    asked = policies if SPIELTEUFEL in ranks else policies[:1]
    return [(ranks, policy if SPIELTEUFEL in ranks else "", DiceOff(rules, policy).odds(ranks)) for policy in asked]


def agrees(rules: Rules, ranks: tuple[str, ...], policy: str, odds: Odds) -> bool:
    """Whether the chain of the same dice-off has the very same chances."""
    chain = Chain(rules, ranks)
    found: Mapping[str, Fraction] = getattr(chain, policy or NEVER)()
    return dict(found) == {**odds.wins, "rolls": odds.rolls}


def odds_data(line: Line, played: Simulated | None) -> dict[str, Any]:
    """The chances as JSON data, fractions as text."""
    ranks, policy, odds = line
    return {
        "ranks": list(ranks), "policy": policy or None,
        "wins": {rank: str(chance) for rank, chance in odds.wins.items()},
        "tie": str(odds.tie), "rolls": str(odds.rolls),
        "played": None if played is None else {
            "games": played.games, "wins": {rank: played.wins[rank] for rank in ranks}, "rolls": played.rolls},
    }


def odds_table(rules: Rules, lines: Sequence[Line], played: Sequence[Simulated | None], form: str) -> str:
    """A row for each rank of each dice-off."""
    rows = []
    for (ranks, policy, odds), one in zip(lines, played, strict=True):
        for i, rank in enumerate(ranks):
            first = i == 0
            against = ", ".join(rules.edition.term(other) for other in ranks if other != rank)
            rows.append([
                rules.edition.term(rank), against, policy, f"{float(odds.wins[rank]):.4f}", str(odds.wins[rank]),
                f"{float(odds.tie):.4f}" if first else "", f"{float(odds.rolls):.4f}" if first else "",
                *([f"{one.wins[rank] / one.games:.4f}"] if one else [""] if any(played) else []),
            ])
    heads = ["rank", "against", "policy", "wins", "exactly", "tie", "rolls", *(["played"] if any(played) else [])]
    return tabulate(rows, heads, tablefmt="simple" if form == "text" else "github", disable_numparse=True)


COMMANDS = (odds_command,)
