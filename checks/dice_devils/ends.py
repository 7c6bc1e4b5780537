"""Whether play need end, and whether an order of uses can matter: rows, for there is nothing to search for.

A round has so many decisions at most, which is proved; ties of dice can follow each other without end, with a chance
that is told. Each decision has one owner and nothing interrupts it, so no two uses are open together.
"""

from __future__ import annotations

from collections.abc import Sequence

from advocatus.model.dice_devils.frames import FRAMES
from advocatus.model.dice_devils.odds import DiceOff
from advocatus.model.dice_devils.state import ranks_in
from advocatus.model.game import Solo
from advocatus.model.rules import Rules
from advocatus.specs.dice_devils.lasting import decisions, falls
from advocatus.specs.prover import BOUNDED, PROVED, REFUTED

from ..cache import Result
from ..context import CheckContext
from ..registry import EDITION, Checker
from ..row import Row

ENDLESS, ORDER = "endless", "order"
CHANCES = ("reveal", "roll")


def ends(all_rules: Sequence[Rules], context: CheckContext) -> Result:
    """For each rule set what falls with each decision, how likely a tie is, and that no two uses are open together."""
    rows = []
    for rules in all_rules:
        context.progress(f"endless: {rules.edition.key}, {rules.players} players")
        verdict = falls(rules)
        most = max(decisions(rules, ranks) for ranks in ranks_in(rules))
        says = "what is left to be decided in a round falls with each decision"
        rows.append(Row.of(
            rules, "decisions in a round", ENDLESS, BOUNDED if verdict == REFUTED else verdict,
            value=None if verdict == REFUTED else most,
            summary=says + ("" if verdict == PROVED else ", but for questions after ties")))
        rows.append(_ties(rules))
        rows.append(_together(rules))
    return rows, ()


def _ties(rules: Rules) -> Row:
    """How likely two at one object tie, at most; under a reading by which that can go on."""
    if rules.switch("reroll.tied") == "rank":
        return Row.of(rules, "ties", ENDLESS, PROVED, clauses=("dice-off.tie",), value=0,
                      summary="a second tie is decided by ranks, so that no dice-off goes on")
    chances = DiceOff(rules)
    ranks = max(ranks_in(rules), key=len)
    pairs = [(one, other) for i, one in enumerate(ranks) for other in ranks[i + 1 :]]
    likeliest = max(pairs, key=lambda pair: chances.odds(pair).tie)
    names = " and ".join(rules.edition.term(rank) for rank in likeliest)
    tie = chances.odds(likeliest).tie
    return Row.of(rules, "ties", ENDLESS, PROVED, clauses=("dice-off.tie",), value=str(tie),
                  summary="rolls for a tie can follow each other without end, with chance 0: of two at one object "
                  f"{names} are likeliest to tie, and the chance that they do for ever falls by that each time")


def _together(rules: Rules) -> Row:
    """Every frame is owed by one seat, or by chance: nobody can do anything beside it."""
    alone = all(issubclass(kind, Solo) or kind.kind in CHANCES for kind in FRAMES)
    return Row.of(rules, "uses together", ORDER, PROVED if alone else REFUTED, value=0, summary="each decision has one "
                  "owner and nothing interrupts it: no two uses are open together; of dice-offs see dice-offs.order")


CHECKERS = (Checker("ends", ends, scope=EDITION, kinds=(ENDLESS, ORDER), cached=True, family="dice-devils", long=20),)
