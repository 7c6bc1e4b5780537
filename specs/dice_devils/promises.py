"""The promises of a rule set of Dice Devils: proved of all rounds by numbers, and shown by games that attain them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import z3

from ...model.dice_devils.events import RanShort
from ...model.dice_devils.ranks import FEHLERTEUFEL
from ...model.dice_devils.setup import random_deal
from ...model.dice_devils.state import State, objects, ranks_in
from ...model.game import Step
from ...model.rules import Rules
from ..promise import EXTENT, INVARIANT, POSSIBLE, Played, Promise
from ..prover import BOUNDED, PROVED, REFUTED
from .games import all_at_one, all_for_one, apart, played, robber
from .inducing import alone, kept, why_not
from .lasting import decisions, falls
from .order import compare, oberteufel_first
from .table import Box
from .tally import after, follows, fresh, steals
from .tally import kept as counted

ROUNDS_COMPARED = 40
ROUNDS = "by induction over rounds, of which nothing is known but how many objects can go where"


def _over(step: Step[State]) -> bool:
    return not step.after.agenda


def _enough_for_all(step: Step[State]) -> bool:
    """Whether markers are due, and no fewer objects lie there than there are players."""
    state = step.after
    return state.agenda[0].kind == "place" and state.lying >= state.players


def _ran_short(step: Step[State]) -> bool:
    return any(isinstance(event, RanShort) for event in step.events)


def _positions(rules: Rules) -> Iterator[Promise]:
    """What holds of every position, by induction over steps and all that follows by itself."""
    up_to = Box(rules).up_to
    detail = "by induction over every move and all that follows by itself" + (
        "" if up_to else f", with a row of {Box(rules).places} places at most")
    for name, (what, says, clauses) in _HELD.items():
        found = kept(rules).kept[what]
        verdict = BOUNDED if found.kind == PROVED and not up_to else found.kind
        yield Promise(name, says, INVARIANT, clauses, verdict, detail=why_not(rules) or detail)
    verdict = kept(rules).kept["ranks"].kind
    yield Promise("tie.undecided", "The end can leave a tie undecided.", POSSIBLE,
                  ("victory.tie", "victory.springteufel"), verdict, "no" if verdict == PROVED else None,
                  detail="no two have one rank, and ranks stand in one order")
    always = PROVED if alone(rules) else REFUTED
    yield Promise("play.follows", "Where nobody has to decide anything, just one thing comes next.", INVARIANT,
                  ("claim.alone", "dice-off.first", "round.stages"), always if up_to else BOUNDED,
                  detail="over every position of that shape")


_HELD: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "ranks.one-to-one": ("ranks", "Each player has one rank, and nobody else has it.", ("setup.lots", "swap.ranks")),
    "objects.one-place": ("objects", "Every object of every kind is in one place: face-down, revealed, or before one "
                          "player.", ("setup.objects", "rank.putzteufel", "rank.fehlerteufel")),
    "markers.in-order": ("markers", "Markers lie at objects of the row, and are placed in the order of ranks.",
                         ("markers.place", "markers.order")),
    "dice.of-rank": ("dice", "The dice before a player are those of his rank, whoever had the rank before.",
                     ("setup.dice", "swap.ranks")),
    "dice-off.who": ("dice-off", "All who want an object fight for it, and nobody else can win it.",
                     ("dice-off.reveal", "dice-off.tie")),
    "dice-off.shown": ("shown", "Whoever fights has shown his dice.", ("dice-off.reveal",)),
    "abilities.of-winner": ("won", "Who steals or exchanges an object has just won another by a dice-off.",
                            ("rank.fehlerteufel", "rank.putzteufel")),
}


def _objects(rules: Rules) -> Iterator[Promise]:
    yield Promise("objects.conserved", "Every object is in one place: face-down, revealed, or before one player.",
                  INVARIANT, ("setup.objects",), counted(rules), detail=ROUNDS)
    r = fresh(rules)
    verdict = follows(rules, r.lying >= 1, r)
    yield Promise("round.claim", "In every round an object is there, and some object finds an owner.", INVARIANT,
                  ("markers.place", "claim.alone", "dice-off.object"), verdict, detail=ROUNDS)


def _enough(rules: Rules) -> Iterator[Promise]:
    """Pigeons and holes: with fewer objects than players two want the same."""
    r = fresh(rules)
    verdict = follows(rules, r.lying < rules.players, r)
    says = "There are fewer objects than players in every round."
    also = "Every round has a dice-off."
    clauses = ("reveal.number", "reveal.left-over", "reveal.never-enough")
    game = None if verdict == PROVED else played(rules, all_at_one, _enough_for_all)
    witness, reached = (game[1], bool(game[0].after.agenda)) if game else (None, False)
    kind = PROVED if verdict == PROVED else REFUTED if reached else verdict
    detail = ROUNDS if kind == PROVED else "everybody wants the same object until there are enough"
    yield Promise("objects.never-enough", says, INVARIANT, clauses, kind, witness=witness, detail=detail)
    yield Promise("dice-off.certain", also, INVARIANT, (*clauses, "markers.place"), kind, witness=witness,
                  detail="more markers than objects" if kind == PROVED else detail)


def greatest_rounds(rules: Rules) -> int:
    """An upper bound of the rounds: one object is claimed in each at least, and play ends where the heap is short."""
    n, enough, whole = rules.players, rules.fact("end.objects"), len(objects(rules))
    bound: int = (enough - 1) * n + 1
    if rules.switch("supply.short") == "ends":
        new = rules.fact("reveal.objects")
        served = whole // new if rules.switch("reveal.count") == "added" else whole - new + 1
        bound = min(bound, served + 1)  # with the round in which too few are there the game is over
    return bound


def least_rounds(rules: Rules, stealing: bool) -> int:
    """A lower bound of the rounds: one object a round, and one that is stolen, but in the first round."""
    enough: int = rules.fact("end.objects")
    return -(-(enough + 1) // 2) if stealing else enough


def _rounds(rules: Rules) -> Iterator[Promise]:
    clauses = ("round.stages", "end.collected")
    r = fresh(rules)
    bound = greatest_rounds(rules)
    verdict = follows(rules, r.turn <= (rules.fact("end.objects") - 1) * rules.players + 1, r)
    step, game = played(rules, all_at_one, _over)
    turn = step.after.turn
    proved = verdict == PROVED and turn == bound
    yield Promise("rounds.greatest", "The most rounds that a game can begin.", EXTENT, clauses,
                  PROVED if proved else BOUNDED, bound if proved else (turn, bound), witness=game,
                  detail="one object a round, and played: all want the same, and who has the fewest gets it")
    stealing = steals(rules)
    bound = least_rounds(rules, stealing)
    step, game = played(rules, robber if stealing else all_for_one, _over, _deal(rules, stealing), stealing)
    turn = step.after.turn if _over(step) else greatest_rounds(rules)  # no plan comes to an end
    reached = z3.Or(*[hand >= rules.fact("end.objects") for hand in after(r).hands])
    proved = turn == bound and follows(rules, z3.Implies(reached, r.turn >= bound), r) == PROVED
    yield Promise("rounds.least", "The fewest rounds that a game can have.", EXTENT,
                  (*clauses, *(("rank.fehlerteufel",) if stealing else ())), PROVED if proved else BOUNDED,
                  bound if proved else (bound, turn), witness=game,
                  detail="one object a round" + (", one more is stolen but in the first" if stealing else "")
                  + "; and played")


def _deal(rules: Rules, stealing: bool) -> Any:
    """A deal, with the Fehlerteufel in it if somebody is to steal."""
    rng = Random(0)
    while True:
        deal = random_deal(rules, rng)
        if not stealing or FEHLERTEUFEL in deal.ranks:
            return deal


def _decisions(rules: Rules) -> Iterator[Promise]:
    """What is left to be decided falls with each decision; ties are rolled for without any."""
    verdict = falls(rules)
    value = max(decisions(rules, ranks) for ranks in ranks_in(rules))
    again = "each roll for a tie can bring another question to the Spielteufel" if verdict == REFUTED else \
        "each decision lowers what is left to be decided; only dice can be rolled again and again"
    yield Promise("round.decisions", "No round has more decisions of players than this.", EXTENT,
                  ("round.stages", "swap.ranks"), BOUNDED if verdict == REFUTED else verdict,
                  None if verdict == REFUTED else value, detail=again)


def _supply(rules: Rules) -> Iterator[Promise]:
    """Whether the heap can hold fewer objects than are to be revealed, and when at the earliest."""
    says, clauses = "The first round in which too few objects are face-down.", ("reveal.number", "setup.objects")
    r = fresh(rules)
    most, up_to = rules.fact("reveal.objects"), rules.switch("reveal.count") == "up-to"
    wanted = z3.If(r.left >= most, z3.IntVal(0), most - r.left) if up_to else z3.IntVal(most)
    more = {} if up_to else {"heap": r.heap == len(objects(rules)) - most * (r.turn - 1)}
    claim = wanted <= r.heap
    if not up_to:  # so many are revealed in each round while there are enough
        last = (rules.fact("end.objects") - 1) * rules.players + 1
        claim = r.turn * most <= len(objects(rules)) if last * most <= len(objects(rules)) else claim
    verdict = follows(rules, claim, r, more)
    if verdict == PROVED:
        yield Promise("supply.short", says, EXTENT, clauses, PROVED, "never", detail=ROUNDS)
        return
    yield _earliest(rules, says, clauses)


def _earliest(rules: Rules, says: str, clauses: tuple[str, ...]) -> Promise:
    """The earliest round with too few, by what a round takes at most; and a game that comes there."""
    whole, most = len(objects(rules)), rules.fact("reveal.objects")
    bound = whole // most + 1  # so many rounds can be served in any case: none takes more than `most` from the heap
    plan = apart if rules.switch("reveal.count") == "up-to" else all_at_one
    round_, game = _short(rules, plan)
    proved = round_ == bound
    value = bound if proved else (bound, round_) if round_ else None
    return Promise("supply.short", says, EXTENT, clauses, PROVED if proved else BOUNDED, value, witness=game,
                   detail="no round takes more from the heap than are to be revealed; and played")


def _short(rules: Rules, plan: Callable[[State], Any]) -> tuple[int, Played]:
    """A game until too few are face-down: in which round that is, 0 if it never is."""
    most, up_to = rules.fact("reveal.objects"), rules.switch("reveal.count") == "up-to"

    def tired(state: State) -> Any:
        claimed = sum(map(len, state.objects))
        last = claimed + most > (rules.fact("end.objects") - 1) * rules.players  # with `most` more somebody has enough
        return all_at_one(state) if up_to and last else plan(state)

    step, game = played(rules, tired, _ran_short)
    return (step.after.turn if _ran_short(step) else 0), game


def _orders(rules: Rules) -> Iterator[Promise]:
    """Dice-offs of a round in another order: what follows is the same, if the Oberteufel's is the first."""
    found = compare(rules, oberteufel_first, ROUNDS_COMPARED)
    same = not found.apart
    yield Promise("dice-offs.order", "What comes of a round does not depend on the order of its dice-offs, if the "
                  "Oberteufel's is the first.", INVARIANT, ("dice-off.first",), BOUNDED if same else REFUTED,
                  found.rounds, detail=f"{found.rounds} rounds were played in two orders" if same
                  else f"they part with seed {found.apart[0]}")


_COUNTED: tuple[Callable[[Rules], Iterator[Promise]], ...] = (_objects, _enough, _rounds, _supply, _orders)


def by_rounds(rules: Rules) -> tuple[Promise, ...]:
    """What is promised of whole rounds, by numbers and by games."""
    return tuple(promise for make in _COUNTED for promise in make(rules))


def promises(rules: Rules) -> tuple[Promise, ...]:
    """All promises in a fixed order."""
    return (*_positions(rules), *_decisions(rules), *by_rounds(rules))
