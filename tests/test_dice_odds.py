"""Chances of a dice-off: by stages, by the chain of all throws, and by play; every reading, every policy."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product
from math import sqrt

import pytest
from click.testing import CliRunner

from advocatus.checks.cli import cli
from advocatus.checks.dice_devils.simulate import simulate
from advocatus.model.dice_devils.odds import BEHIND, BEST, NEVER, POLICIES, DiceOff, checked, sets
from advocatus.model.families import editions
from advocatus.model.rules import BadChoice, Rules, make_rules
from advocatus.specs.dice_devils.chain import Chain

EDITION = next(e for e in editions().values() if e.family == "dice-devils")
READINGS = [(q.id, reading) for q in EDITION.questions for reading in q.readings if reading != q.default
            and q.id.partition(".")[0] in ("dice", "dice-off", "satansbraten", "spielteufel", "rank")]
OBER, SPIEL, FEHLER, PUTZ, SPRING, SATAN = EDITION.terms["ranks"]


def rules_for(**answers: str) -> Rules:
    return make_rules(EDITION, 6, (), {key.replace("__", "."): a for key, a in answers.items()})


def second(rules: Rules, ranks: tuple[str, ...], policy: str) -> dict[str, Fraction]:
    found: dict[str, Fraction] = getattr(Chain(rules, ranks), policy)()
    return found


def test_two_ranks_with_two_dice_are_as_the_throws_say() -> None:
    """By hand: of 1296 throws 146 tie, so that each wins half, after 1296/1150 rolls."""
    ties = sum(a + b == c + d for a, b, c, d in product(range(1, 7), repeat=4))
    odds = DiceOff(rules_for()).odds((FEHLER, PUTZ))
    assert odds.wins == {FEHLER: Fraction(1, 2), PUTZ: Fraction(1, 2)}
    assert (odds.tie, odds.rolls) == (Fraction(ties, 1296), Fraction(1296, 1296 - ties))


@pytest.mark.parametrize(("question", "reading"), [("dice.grey", "even"), *READINGS])
def test_all_pairs_are_the_same_by_both_methods(question: str, reading: str) -> None:
    rules = make_rules(EDITION, 6, (), {question: reading})
    for ranks in sets(2):
        for policy in POLICIES if SPIEL in ranks else (NEVER,):
            odds = DiceOff(rules, policy).odds(ranks)
            assert second(rules, ranks, policy) == {**odds.wins, "rolls": odds.rolls}, (ranks, policy)


def test_a_triple_is_the_same_by_both_methods() -> None:
    rules, ranks = rules_for(), (SPIEL, FEHLER, SATAN)
    odds = DiceOff(rules, BEHIND).odds(ranks)
    assert second(rules, ranks, BEHIND) == {**odds.wins, "rolls": odds.rolls}


@pytest.mark.slow
@pytest.mark.parametrize("ranks", list(sets(3)))
def test_every_triple_is_the_same_by_both_methods(ranks: tuple[str, ...]) -> None:
    rules = rules_for()
    for policy in POLICIES if SPIEL in ranks else (NEVER,):
        odds = DiceOff(rules, policy).odds(ranks)
        assert second(rules, ranks, policy) == {**odds.wins, "rolls": odds.rolls}, policy


@pytest.mark.parametrize("size", [2, 3, *(pytest.param(n, marks=pytest.mark.slow) for n in (4, 5, 6))])
def test_somebody_wins_for_certain(size: int) -> None:
    for policy in POLICIES:
        chances = DiceOff(rules_for(spielteufel__moment="late"), policy)
        for ranks in sets(size):
            assert sum(chances.odds(ranks).wins.values()) == 1


def test_the_best_policy_is_no_worse_than_another() -> None:
    for ranks in [ranks for ranks in sets(3) if SPIEL in ranks]:
        never, behind, best = (DiceOff(rules_for(), policy).odds(ranks).wins[SPIEL] for policy in POLICIES)
        assert never < best
        assert behind <= best


@pytest.mark.parametrize("policy", [NEVER, BEHIND])
def test_play_comes_near_the_exact_chances(policy: str) -> None:
    """Within four standard errors, for a dice-off in which the linked die and the forced roll both count."""
    rules, ranks, games = rules_for(), (OBER, SPIEL, SATAN), 700
    odds, played = DiceOff(rules, policy).odds(ranks), simulate(rules, ranks, policy, games, 7)
    for rank, chance in odds.wins.items():
        error = sqrt(float(chance * (1 - chance)) / games)
        assert abs(played.wins[rank] / games - float(chance)) < 4 * error


def test_a_reading_that_matters_changes_the_chances() -> None:
    """The tester tested: no answer is lost on the way."""
    usual = DiceOff(rules_for())
    for key, ranks in (("dice__grey=low", (FEHLER, SATAN)), ("rank__springteufel=nothing", (FEHLER, SPRING)),
                       ("satansbraten__reroll=bare", (FEHLER, SATAN)), ("dice-off__tie-again=rank", (FEHLER, PUTZ))):
        question, _, reading = key.partition("=")
        assert DiceOff(rules_for(**{question: reading})).odds(ranks).wins != usual.odds(ranks).wins, key
    first = rules_for(satansbraten__adds="first")
    assert DiceOff(first, BEST).odds((OBER, SPIEL, SATAN)) != DiceOff(rules_for(), BEST).odds((OBER, SPIEL, SATAN))


def test_a_planted_fault_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stages in which the Spielteufel's own dice are rolled again as well."""
    whole = DiceOff._shown
    monkeypatch.setattr(DiceOff, "_shown", lambda self, among, die, free, may, mine=None: whole(
        self, among, die, free, may, None if mine is None else 7))
    odds = DiceOff(rules_for(), BEHIND).odds((SPIEL, FEHLER))
    assert second(rules_for(), (SPIEL, FEHLER), BEHIND) != {**odds.wins, "rolls": odds.rolls}


@pytest.mark.parametrize("ranks", [("devil", OBER), (OBER, OBER), (OBER,)])
def test_ranks_that_cannot_fight_are_refused(ranks: tuple[str, ...]) -> None:
    with pytest.raises(BadChoice):
        checked(ranks)


def test_the_command_tells_all_pairs_as_a_table_and_as_json() -> None:
    told = CliRunner().invoke(cli, ["odds", "--format", "json"], standalone_mode=False)
    data = json.loads(told.stdout)["odds"]
    assert len(data) == 15 + 2 * 5
    assert {Fraction(sum(map(Fraction, one["wins"].values()))) for one in data} == {Fraction(1)}
    table = CliRunner().invoke(cli, ["odds", "Oberteufel", "Fehlerteufel"], standalone_mode=False).stdout
    assert "1604/2319" in table
    assert "0.6917" in table
