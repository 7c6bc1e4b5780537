"""The state of a coach ride: what lies where, whose turn it is, what is owed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from attrs import frozen

from ..game import Frame
from ..rules import Rules
from .cards import BAGS, DRINK, OBJECTS, ROLES, SIDES, Hand
from .frames import GiveBack, PassInTurn, Surplus, Unload

NO_RESULT = "none"


@frozen
class Duel:
    """A struggle under way."""

    attacker: int
    defender: int
    sides: tuple[str, ...]  # by seat: attacker, defender, abstains; empty while undecided
    played: tuple[tuple[int, str], ...] = ()  # seat and card, in the order played
    silenced: tuple[int, ...] = ()
    alone: bool = False  # nobody may support
    appointed: str = ""  # the winner by appointment
    symbols: tuple[tuple[int, str, str], ...] = ()  # seat, card and side, chosen for double symbols
    result: str = ""  # attacker, defender or stand-off, once counted
    tokens: tuple[tuple[int, str], ...] = ()  # seat and side, of the tokens put down


@frozen
class Verdict:
    """How the game ended."""

    by: int
    claim: str
    right: bool
    winners: tuple[int, ...]


@frozen
class State:
    """A position. Hands hold everything a seat owns, face-up or offered cards included."""

    hands: tuple[Hand, ...]
    roles: tuple[str, ...]
    shown: tuple[bool, ...]  # by seat: the role lies face-up
    sides: tuple[str, ...]  # by seat: the association
    spare: tuple[str, ...]  # association cards left over, seen by nobody
    leftover: tuple[str, ...]  # roles left over, sorted
    top: tuple[str, ...]  # objects lying known on top of the pile, the top one first
    rest: Hand  # the pile below, in unknown order
    out: Hand  # objects not in this game
    turned: bool  # the bags have turned into key and goblet
    active: int
    turn: int
    agenda: tuple[Frame, ...]
    rows: tuple[tuple[str, ...], ...] = ()  # by seat: the association cards, where a seat has several
    spent: tuple[str, ...] = ()  # roles used before in this game, sorted
    retired: tuple[str, ...] = ()  # roles laid apart and out of the game, sorted
    sunk: tuple[str, ...] = ()  # roles known to lie under the others left over, the lowest one last
    duel: Duel | None = None
    verdict: Verdict | None = None
    tokens: tuple[int, ...] = ()  # by seat: the tokens it has and has not put down; empty where there are none

    @property
    def pile(self) -> int:
        """How many objects the pile holds."""
        return len(self.top) + len(self.rest)

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.hands)


@frozen
class Deal:
    """What the set-up leaves on the table. The pile's order is chance's, unless `top` fixes it."""

    hands: tuple[Hand, ...]
    roles: tuple[str, ...]
    sides: tuple[str, ...]
    spare: tuple[str, ...]
    leftover: tuple[str, ...]
    rest: Hand
    out: Hand
    top: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


def majority(row: tuple[str, ...]) -> str:
    """The association that most cards of a row show."""
    return max(SIDES, key=row.count)


def association_faults(
    rules: Rules, sides: tuple[str, ...], rows: tuple[tuple[str, ...], ...], spare: tuple[str, ...]
) -> list[str]:
    """What is wrong with the association cards of the seats and those left over."""
    each, size = rules.fact("associations.each"), rules.fact("associations.row")
    cards = [card for row in rows for card in row] if size > 1 else [*sides]
    faults = fault_of_cards((*cards, *spare), Counter(dict.fromkeys(SIDES, each)), "associations")
    if size > 1:
        faults += [f"seat {i} has a row of {len(row)} associations, not {size}"
                   for i, row in enumerate(rows) if len(row) != size]
        if tuple(majority(row) for row in rows) != sides:
            faults.append("an association is not that of most cards in its row")
    elif rows:
        faults.append("there are rows of associations where each seat has one")
    return faults


def fault_of_cards(found: Iterable[str], wanted: Counter[str], what: str) -> list[str]:
    """What differs between the cards found and the cards there are."""
    have = Counter(found)
    return [
        f"{what}: {have[kind]} of {kind}, there are {wanted[kind]}"
        for kind in sorted(set(have) | set(wanted)) if have[kind] != wanted[kind]
    ]


def objects_there_are(rules: Rules) -> Counter[str]:
    """How many objects of each kind the box holds; of Drinks, those that are dealt as objects."""
    there = Counter({kind: rules.fact(f"objects.{kind}") for kind in OBJECTS if kind != DRINK})
    there[DRINK] = rules.players * drinks_each(rules)
    return there


def drinks_each(rules: Rules) -> int:
    """setup.drinks: how many Drinks each player starts with on the hand, as objects among objects."""
    return int(rules.given("drinks.dealt") or 0) if rules.value_of("drink.is") == "object" else 0


def well_formed(rules: Rules, state: State) -> tuple[str, ...]:
    """Every violation of a position, in words; empty for a sound one."""
    n = rules.players
    faults = [
        f"{name} has {len(column)} entries, {n} play"
        for name, column in (("hands", state.hands), ("roles", state.roles), ("shown", state.shown),
                             ("sides", state.sides)) if len(column) != n
    ]
    if faults:
        return tuple(faults)
    piles = (*state.top, *state.rest, *state.out)
    faults += fault_of_cards([k for hand in (*state.hands, piles) for k in hand], objects_there_are(rules), "objects")
    faults += fault_of_cards((*state.roles, *state.leftover, *state.retired), Counter(ROLES), "roles")
    faults += association_faults(rules, state.sides, state.rows, state.spare)
    faults += [f"hand of seat {i} is not sorted: {h}" for i, h in enumerate(state.hands) if list(h) != sorted(h)]
    owed_one = {frame.to for frame in state.agenda if isinstance(frame, GiveBack | PassInTurn)}
    faults += [f"seat {i} holds nothing" for i, hand in enumerate(state.hands) if not hand and i not in owed_one]
    if list(state.spent) != sorted(set(state.spent) & set(ROLES)):
        faults.append(f"the roles spent are not a sorted set of roles: {state.spent}")
    if len(set(state.sunk)) < len(state.sunk) or not set(state.sunk) <= set(state.leftover):
        faults.append(f"the roles under those left over are none of them: {state.sunk}")
    if not 0 <= state.active < n:
        faults.append(f"the active seat is {state.active}, seats are 0 to {n - 1}")
    if state.turn < 1:
        faults.append(f"the turn is {state.turn}, turns count from 1")
    if state.turned != (state.pile == 0):
        bags = "turned" if state.turned else "not turned"
        faults.append(f"the bags are {bags} with {state.pile} objects in the pile")
    faults += _token_faults(rules, state)
    if not state.agenda and state.verdict is None:
        faults.append("nothing is owed and nobody has won")
    faults += _agenda_faults(rules, state)
    return tuple(faults)


def _token_faults(rules: Rules, state: State) -> list[str]:
    total = rules.given("tokens.total")
    if len(state.tokens) != (rules.players if total else 0):
        return [f"tokens has {len(state.tokens)} entries; {rules.players if total else 0} seats have tokens"]
    down = len(state.duel.tokens) if state.duel is not None else 0
    if min(state.tokens, default=0) < 0 or sum(state.tokens) + down > (total or 0):
        return [f"the seats have {state.tokens} tokens and {down} are put down, there are {total or 0}"]
    return []


def _agenda_faults(rules: Rules, state: State) -> list[str]:
    faults: list[str] = []
    seats = range(rules.players)
    for frame in state.agenda:
        for name in ("by", "to", "partner", "loser"):
            seat = getattr(frame, name, None)
            if seat is not None and seat not in seats:
                faults.append(f"{frame.kind}: {name} is {seat}, seats are 0 to {rules.players - 1}")
    waiting = {frame.by for frame in state.agenda if isinstance(frame, Surplus | GiveBack | Unload)}
    limit = rules.given("hand.limit")
    for seat, hand in enumerate(state.hands):
        if limit is not None and len(hand) > limit and seat not in waiting:
            faults.append(f"seat {seat} holds {len(hand)} objects, the limit is {limit}, and no surplus is owed")
    struggles = any(frame.kind.startswith("duel.") or frame.kind.endswith("support") for frame in state.agenda)
    if struggles and state.duel is None:
        faults.append("a struggle is owed and none is under way")
    if BAGS & set(state.out):
        faults.append("a bag is out of the game")
    return faults
