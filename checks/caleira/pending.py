"""Whether it matters in which order two effects that are pending are carried out, for every pair of effects.

The pair is put into small positions, the smallest first, in the one order and in the other; all that both owners can
do is gone through, and two effects commute there if the same positions can come of them. So one position is enough to
show that a pair does not commute, and those that were looked at are all that is known of a pair that does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from itertools import combinations_with_replacement, product

from attrs import evolve

from advocatus.model.caleira.cards import BATTLEMENTS, PRINCESS, TREBUCHET, WATCHTOWER, WORKING
from advocatus.model.caleira.frames import EFFECTS
from advocatus.model.caleira.state import Piece, State, deck
from advocatus.model.game import choices, make
from advocatus.model.rules import Rules

from ..cache import Result
from ..context import CheckContext
from ..deriving import game_of
from ..order import ORDER
from ..registry import Checker
from ..row import BOUNDED, PROVED, Row

FEW = 3  # cards in the pile: all others that are in no hand and no castle have been destroyed
MOST = 3_000  # positions that one order is gone through for, at most
# Further pieces of the opponent, the fewest first; a minus for face-down.
BESIDES = ((), (f"-{BATTLEMENTS}",), (f"-{TREBUCHET}",), (f"-{WATCHTOWER}",), (f"-{PRINCESS}",), (BATTLEMENTS,),
           (f"-{BATTLEMENTS}", f"-{TREBUCHET}"))


def positions(rules: Rules, one: str, other: str) -> Iterator[State]:
    """Positions in which the effect of one card is due and that of the other pending, the smallest first."""
    game, each = game_of(rules), rules.fact("setup.hand")
    for besides, owners in product(BESIDES, ((0, 0), (0, 1))):
        words = [(owners[0], one), (owners[1], other), *((1, word) for word in besides)]
        rows: list[list[Piece]] = [[] for _ in range(rules.players)]
        for number, (seat, word) in enumerate(words, 1):
            up = not word.startswith("-")
            seen = tuple(range(rules.players)) if up else (seat,)
            rows[seat].append(Piece(word.lstrip("-"), number, up, seen))
        left = Counter(deck(rules))
        left.subtract(word.lstrip("-") for _, word in words)
        if min(left.values()) < 0:
            continue
        rest = sorted(left.elements())
        hands = tuple(tuple(sorted(rest.pop() for _ in range(each))) for _ in range(rules.players))
        pile, discard = tuple(rest[:FEW]), tuple(rest[FEW:])
        frames = tuple(EFFECTS[kind](seat, number) for number, (seat, kind) in enumerate(words[:2], 1))
        turn = len(words) + len(discard)
        state = State(hands, tuple(map(tuple, rows)), discard, (), pile, (), 0, turn, frames)
        if not game.well_formed(state):
            yield state


def ends(rules: Rules, state: State) -> frozenset[Hashable] | None:
    """All positions that what is pending can lead to; None if there are too many."""
    game = game_of(rules)
    waiting, seen, found = [state], {state}, set()
    while waiting:
        here = waiting.pop()
        for move in choices(game, here):
            after = make(game, here, move).after
            if after.turn > state.turn or not after.agenda:
                found.add(_normal(after))
            elif after not in seen:
                seen.add(after)
                waiting.append(after)
        if len(seen) > MOST:
            return None
    return frozenset(found)


def _normal(state: State) -> Hashable:
    """A position without the order in which cards came to the discard pile."""
    return evolve(state, discard=tuple(sorted(state.discard)))


def parting(rules: Rules, one: str, other: str) -> tuple[State | None, int]:
    """The smallest position in which two effects do not commute, or None; and in how many that was asked."""
    asked = 0
    for state in positions(rules, one, other):
        swapped = evolve(state, agenda=state.agenda[::-1])
        results = [ends(rules, way) for way in (state, swapped)]
        if None in results:
            continue
        asked += 1
        if results[0] != results[1]:
            return state, asked
    return None, asked


def _told(rules: Rules, state: State) -> str:
    term = rules.edition.term
    rows = ("ABCD"[seat] + ": " + ", ".join(
        f"{term(p.kind)} {term('face-up' if p.up else 'face-down')}" for p in castle)
        for seat, castle in enumerate(state.castles) if castle)
    return "; ".join(rows)


def pending(rules: Rules, context: CheckContext) -> Result:
    """A row for each pair of effects that can be pending together, with the fewest players."""
    if rules.players != rules.edition.players[0]:
        return (), ()
    context.progress(f"pending: {rules.edition.key}, {rules.players} players")
    rows = []
    for one, other in pairs(rules):
        state, asked = parting(rules, one, other)
        names = " and ".join(map(rules.edition.term, (one, other)))
        says = f"{names}: in {asked} small positions their order changes nothing of what can come of them"
        if state is not None:
            says = f"{names}: their order changes what can come of them where there is {_told(rules, state)}"
        rows.append(Row.of(rules, f"pending {one}+{other}", ORDER, BOUNDED if state is None else PROVED,
                           value="commute" if state is None else "order matters", clauses=("effect.queue",),
                           seen=None if state is None else "witness", summary=says))
    return rows, ()


def pairs(rules: Rules) -> Sequence[tuple[str, str]]:
    """Every two effects, of the same card too where there are two of it."""
    return [(one, other) for one, other in combinations_with_replacement(sorted(WORKING), 2)
            if one != other or rules.fact(f"cards.{one}") > 1]


CHECKERS = (Checker("pending", pending, kinds=(ORDER,), cached=True, family="caleira"),)
