"""That play ends, by what falls with every turn and every effect; and how long the effects of one turn can take.

What falls is proved (`specs.caleira.keeping`). How long a turn can be is bounded by it, and the longest that a search
finds is shown: of the positions that so many decisions lead to, those that may still lead farthest are kept.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from advocatus.model.caleira import moves as mv
from advocatus.model.caleira.cards import WATCHTOWER, WORKING
from advocatus.model.caleira.state import Deal, State, deck
from advocatus.model.game import choices, make
from advocatus.model.rules import Rules
from advocatus.specs.caleira import keeping, measure, soundness
from advocatus.specs.promise import INVARIANT, Played
from advocatus.specs.prover import PROVED

from ..cache import Result
from ..context import CheckContext
from ..deriving import game_of
from ..endless import ENDLESS
from ..registry import Checker
from ..row import BOUNDED, UNKNOWN, Row

KEPT = 30  # positions that are gone on from after each decision
CLAUSES = ("effect.queue", "effect.owner")


def laid_out(rules: Rules) -> tuple[Deal, list[Any]] | None:
    """A deal, and moves by which as many working cards as can be lie face-down and a Watchtower is played face-up.

    One card is left in the pile, and all have cards in hand, so that every effect has something to do. None where
    there are too few cards for that.
    """
    n, each = rules.players, rules.fact("setup.hand")
    cards = sorted(deck(rules), key=lambda kind: (kind in WORKING, kind))
    held, others = cards[: n * each], cards[n * each :]
    if WATCHTOWER not in others:
        return None
    last, *rest = others  # what is left in the pile is of the least use
    rest.remove(WATCHTOWER)
    order = [*rest, WATCHTOWER]
    hands = tuple(tuple(sorted(held[i * each : (i + 1) * each])) for i in range(n))
    moves = []
    for i, kind in enumerate(order):
        moves += [mv.DrawCard(-2, kind), mv.PlayCard(i % n, kind, kind == WATCHTOWER and i == len(order) - 1)]
    assert Counter([*held, last, *order]) == Counter(cards)
    return Deal(hands, (), (*order, last)), moves


def longest(rules: Rules) -> tuple[int, Played] | None:
    """The most decisions found in one turn once its card is played, and a game with them; None if there is none."""
    game, found, weights = game_of(rules), laid_out(rules), measure.weights(rules)
    if found is None or weights is None:
        return None
    deal, moves = found
    state = game.start(deal)
    for move in moves:
        state = make(game, state, move).after
    turn, most = state.turn, 0
    line: list[tuple[State, tuple[Any, ...], int]] = [(state, (), 0)]
    best: tuple[Any, ...] = ()
    while line:
        further: dict[State, tuple[tuple[Any, ...], int]] = {}
        for here, made, many in line:
            for move in choices(game, here):
                after, now = make(game, here, move).after, many + (move.by >= 0)
                if after.turn == turn and after.agenda and further.get(after, ((), -1))[1] < now:
                    further[after] = ((*made, move), now)
                if now > most:
                    most, best = now, (*made, move)
        ranked = sorted(further.items(), key=lambda item: (-item[1][1] - measure.weigh(weights, item[0]), str(item[1])))
        line = [(after, made, many) for after, (made, many) in ranked[:KEPT]]
    return most, Played(deal, (*moves, *best))


def _sound(rules: Rules) -> Row:
    """Whether decisions are looked for on every table that games come to."""
    wrong = soundness.overlooked(rules)
    return Row.of(rules, "tables.sound", INVARIANT, UNKNOWN if wrong else PROVED, clauses=CLAUSES, summary=(
        f"clashes, gaps and idle norms may be overlooked: {wrong}" if wrong else
        "Clashes, gaps and idle norms are looked for on every table that can be: what is taken to hold there follows "
        "from what stays as it has to be over every step, in every kind of decision"))


def chains(rules: Rules, context: CheckContext) -> Result:
    """Rows: every turn ends, every game ends, and how many decisions one turn takes at most."""
    context.progress(f"chains: {rules.edition.key}, {rules.players} players")
    verdict, detail = keeping.verdict_of(rules)
    weights = measure.weights(rules)
    if weights is None or verdict != PROVED:
        return [Row.of(rules, name, kind, UNKNOWN, clauses=CLAUSES, summary=detail)
                for name, kind in (("steps.kept", INVARIANT), ("tables.sound", INVARIANT), ("turns end", ENDLESS))], ()
    cards = len(deck(rules))
    bound = max(weights.values()) + weights[measure.HIDDEN] * (cards - 1)
    rows = [
        Row.of(rules, "steps.kept", INVARIANT, PROVED, clauses=(*CLAUSES, "card.princess.loses"), summary=(
            "Cards, pieces, rows, hands, turns and what is pending stay as they have to be over every step, and one "
            f"Princess falls at most ({detail})")),
        _sound(rules),
        Row.of(rules, "turns end", ENDLESS, PROVED, clauses=CLAUSES, value=bound, summary=(
            "each effect carried out makes lighter what lies face-down or is pending, so that no turn takes more "
            f"decisions than so many: {detail}")),
        Row.of(rules, "games end", ENDLESS, PROVED, clauses=("turn.steps", "play.card"), value=cards, summary=(
            f"each turn has one card played, of which there are so many: {detail}")),
    ]
    found = longest(rules)
    if found is not None:
        rows.append(Row.of(rules, "longest turn", ENDLESS, BOUNDED, clauses=CLAUSES, value=(found[0], bound),
                           seen="witness", summary=(
            "the most decisions that effects of one turn take: between those of a game found by search and the bound "
            "that is proved")))
    return rows, ()


CHECKERS = (Checker("chains", chains, kinds=(ENDLESS, INVARIANT), cached=True, long=60, family="caleira"),)
