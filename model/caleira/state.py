"""The state of a game of castles: what lies where, whose turn it is, what is owed and what is pending."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from attrs import frozen

from ..game import Frame
from ..rules import Rules
from .cards import KINDS, NOBODY, Hand
from .frames import Effect


@frozen
class Piece:
    """A piece of a castle. Its number is that of the turn in which it was played, so that no two have the same."""

    kind: str
    number: int
    up: bool
    seen: tuple[int, ...]  # the seats that know it though it lies face-down, sorted; its owner is one of them
    silent: bool = False  # a Throne Room was for it in this turn
    gap: bool = False  # a place on its left is empty


@frozen
class Verdict:
    """How the game ended: by the fall of the Princess or by count, and who won."""

    how: str
    winners: tuple[int, ...]


@frozen
class State:
    """A position. A castle is a row, from left to right."""

    hands: tuple[Hand, ...]
    castles: tuple[tuple[Piece, ...], ...]
    discard: tuple[str, ...]  # face-up, in the order in which they came there
    top: tuple[str, ...]  # cards lying known on top of the pile, the top one first
    rest: Hand  # the pile below, in unknown order
    gone: Hand  # cards that left the game with who lost
    active: int
    turn: int
    agenda: tuple[Frame, ...]
    out: int = NOBODY  # who has lost; there is one Princess, so it is one seat at most
    verdict: Verdict | None = None

    @property
    def pile(self) -> int:
        """How many cards the pile holds."""
        return len(self.top) + len(self.rest)

    @property
    def players(self) -> int:
        """How many began to play."""
        return len(self.hands)

    @property
    def pieces(self) -> Iterator[tuple[int, Piece]]:
        """Every piece with its owner, castle by castle from left to right."""
        return ((seat, piece) for seat, castle in enumerate(self.castles) for piece in castle)

    def find(self, number: int) -> tuple[int, Piece] | None:
        """A piece of this number with its owner; None if it is in no castle."""
        return next(((seat, piece) for seat, piece in self.pieces if piece.number == number), None)


@frozen
class Deal:
    """What the set-up leaves on the table. The pile's order is chance's, unless `top` fixes it."""

    hands: tuple[Hand, ...]
    rest: Hand
    top: tuple[str, ...] = ()


def deck(rules: Rules) -> Hand:
    """setup.deal: all cards of the game for this player count, sorted. Raises `Gap` where a count is not told."""
    return tuple(kind for kind in KINDS for _ in range(rules.fact(f"cards.{kind}")))


def fault_of_cards(found: Iterable[str], wanted: Iterable[str], what: str) -> list[str]:
    """What differs between the cards found and the cards there are."""
    have, want = Counter(found), Counter(wanted)
    return [f"{what}: {have[kind]} of {kind}, there are {want[kind]}"
            for kind in sorted(set(have) | set(want)) if have[kind] != want[kind]]


def beside(castle: tuple[Piece, ...], at: int) -> Iterator[Piece]:
    """The pieces next to the one at a place of a row."""
    if at > 0 and not castle[at].gap:
        yield castle[at - 1]
    if at + 1 < len(castle) and not castle[at + 1].gap:
        yield castle[at + 1]


def well_formed(rules: Rules, state: State) -> tuple[str, ...]:
    """Every violation of a position, in words; empty for a sound one."""
    n = rules.players
    if len(state.hands) != n or len(state.castles) != n:
        return (f"there are {len(state.hands)} hands and {len(state.castles)} castles, {n} play",)
    placing = [getattr(frame, "card", "") for frame in state.agenda if frame.kind == "place"]
    cards = [kind for hand in state.hands for kind in hand] + [piece.kind for _, piece in state.pieces]
    faults = fault_of_cards((*cards, *state.discard, *state.top, *state.rest, *state.gone), deck(rules), "cards")
    faults += [f"hand of seat {i} is not sorted: {h}" for i, h in enumerate(state.hands) if list(h) != sorted(h)]
    faults += _piece_faults(state)
    if not 0 <= state.active < n or not NOBODY <= state.out < n:
        faults.append(f"seat {state.active} is on turn and {state.out} is out; seats are 0 to {n - 1}")
    if state.turn < 1:
        faults.append(f"the turn is {state.turn}, turns count from 1")
    if state.out != NOBODY and state.hands[state.out]:
        faults.append(f"seat {state.out} is out and holds cards")
    if (state.verdict is None) != bool(state.agenda):
        faults.append("something is owed exactly while nobody has won")
    played = sum(len(castle) for castle in state.castles) + len(state.discard)
    due = sum(1 for frame in state.agenda if frame.kind in ("play", "place"))
    if state.out == NOBODY and played != state.turn - due:
        faults.append(f"{played} cards were played in {state.turn} turns, of which {due} await one")
    return tuple(faults) + tuple(_agenda_faults(rules, state, placing))


def _piece_faults(state: State) -> list[str]:
    faults: list[str] = []
    numbers = [piece.number for _, piece in state.pieces]
    if len(set(numbers)) < len(numbers) or not all(1 <= number <= state.turn for number in numbers):
        faults.append(f"the pieces' numbers are {numbers} in turn {state.turn}")
    for seat, piece in state.pieces:
        if seat not in piece.seen or list(piece.seen) != sorted(set(piece.seen)):
            faults.append(f"piece {piece.number} of seat {seat} is known to {piece.seen}")
        if piece.up and len(piece.seen) != state.players:
            faults.append(f"piece {piece.number} lies face-up and is known to {piece.seen} alone")
    return faults


def _agenda_faults(rules: Rules, state: State, placing: list[str]) -> Iterator[str]:
    for frame in state.agenda:
        seats = [seat for name in ("by", "to", "of") if (seat := getattr(frame, name, None)) is not None]
        if any(seat not in range(rules.players) for seat in seats):
            yield f"{frame.kind}: the seats are {seats}, seats are 0 to {rules.players - 1}"
            continue
        given, giver = getattr(frame, "given", ""), getattr(frame, "to", seats[0])
        if given and given not in state.hands[giver]:
            yield f"{frame.kind}: seat {giver} gives the {given} and does not hold it"
        if isinstance(frame, Effect) and not 1 <= frame.source <= state.turn:
            yield f"{frame.kind}: its piece is {frame.source}, turn {state.turn} is the last"
    for card in placing:
        if card not in state.hands[state.active]:
            yield f"place: the {card} is to be put down and is in no hand"
