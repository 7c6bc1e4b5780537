# ruff: noqa: ARG002
"""A family as small as can be, for tests: each player holds a pebble that the others cannot see, and there is a lamp.

Who is on turn passes, or offers the pebble to the next player, who takes it for the own one or declines. Before that a
charm can be used, by anybody: one lights the lamp, one puts it out, one rings. After so many turns it is over.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import permutations
from random import Random
from typing import Any, ClassVar

from attrs import evolve, frozen

from advocatus.model.engine import Engine
from advocatus.model.families import Family
from advocatus.model.game import TABLE, BadPosition, Event, Frame, Move
from advocatus.model.guard import Accessor, Constant, Name, Vocabulary
from advocatus.model.norms import NormIndex
from advocatus.model.rulebook import Grammar
from advocatus.model.rules import Rules
from advocatus.model.trace import Codec

COLOURS = ("black", "red", "white")
LIGHT, SNUFF, RING = CHARMS = ("light", "snuff", "ring")


@frozen
class Deal:
    """Who holds which pebble."""

    hands: tuple[str, ...]


@frozen
class Owed(Frame):
    """A decision of one seat."""

    by: int

    @property
    def owed(self) -> tuple[int, ...]:
        return (self.by,)


@frozen
class Action(Owed):
    kind: ClassVar[str] = "action"


@frozen
class Answer(Owed):
    kind: ClassVar[str] = "answer"

    offered: str


@frozen
class Evening(Frame):
    """Charms may be used until nobody wants to."""

    kind: ClassVar[str] = "evening"

    @property
    def owed(self) -> tuple[int, ...]:
        return (TABLE,)


@frozen
class Pass(Move):
    act: ClassVar[str] = "pass"


@frozen
class Offer(Move):
    act: ClassVar[str] = "offer"


@frozen
class Take(Move):
    act: ClassVar[str] = "take"


@frozen
class Decline(Move):
    act: ClassVar[str] = "decline"


@frozen
class Use(Move):
    act: ClassVar[str] = "use"

    card: str


@frozen
class Close(Move):
    act: ClassVar[str] = "close"


@frozen
class Owes(Event):
    """What is owed now."""

    tag: ClassVar[str] = "owes"

    agenda: tuple[Frame, ...]


@frozen
class Swapped(Event):
    """Two seats have each other's pebble."""

    tag: ClassVar[str] = "swapped"

    one: int
    other: int


@frozen
class Declined(Event):
    tag: ClassVar[str] = "declined"


@frozen
class Used(Event):
    """A charm was used: is the lamp lit, and what the bell counts."""

    tag: ClassVar[str] = "used"

    by: int
    card: str
    lit: bool
    rung: int


@frozen
class TurnBegan(Event):
    """The next turn, with so many candles left."""

    tag: ClassVar[str] = "turn-began"

    by: int
    candles: int


@frozen
class State:
    """A position."""

    hands: tuple[str, ...]
    used: tuple[str, ...]
    lit: bool
    rung: int
    candles: int
    active: int
    turn: int
    agenda: tuple[Frame, ...]

    @property
    def players(self) -> int:
        return len(self.hands)


NAMES = {
    "seat": Name("seat", "who moves"),
    "active": Name("seat", "whose turn it is"),
    "held": Name("card", "the pebble that the seat holds"),
    "lit": Name("bool", "the lamp is lit"),
    "offered": Name("card", "the pebble offered"),
    "charm": Name("charm", "the charm used", of_move=True),
    "spent": Name("bool", "the charm was used before", of_move=True),
}
VOCABULARY = Vocabulary(NAMES, {
    **{c: Constant("card", c) for c in COLOURS}, **{c: Constant("charm", c) for c in CHARMS},
})
ACCESSORS: Mapping[str, Accessor] = {
    "seat": lambda g, s, f, m: m.by,
    "active": lambda g, s, f, m: s.active,
    "held": lambda g, s, f, m: s.hands[m.by],
    "lit": lambda g, s, f, m: s.lit,
    "offered": lambda g, s, f, m: f.offered,
    "charm": lambda g, s, f, m: m.card,
    "spent": lambda g, s, f, m: m.card in s.used,
}
FRAME_ACTS = {"action": ("pass", "offer"), "answer": ("take", "decline"), "evening": ("use", "close")}
FACTS = {**{f"pebbles.{c}": "how many there are" for c in COLOURS}, "candles": "turns of a game",
         "bell.rings": "how often the bell rings"}
SWITCHES = {"declined": ("over", "again"), "burns": ("always", "never")}


class Pebbles(Engine):
    """See `model.game.Game`."""

    table_moves: ClassVar[bool] = True

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules, NormIndex(rules.norms, FRAME_ACTS, ACCESSORS, frozenset({"charm", "spent"})))

    def pebbles(self) -> list[str]:
        return [c for c in COLOURS for _ in range(self.rules.fact(f"pebbles.{c}"))]

    def deals(self) -> list[Deal]:
        return [Deal(hands) for hands in sorted(set(permutations(self.pebbles(), self.rules.players)))]

    def random_deal(self, rng: Random) -> Deal:
        return rng.choice(self.deals())

    def check_deal(self, deal: Deal) -> None:
        if deal not in self.deals():
            raise BadPosition([f"these pebbles cannot be dealt: {', '.join(deal.hands)}"])

    def start(self, deal: Deal) -> State:
        self.check_deal(deal)
        candles = self.rules.fact("candles")
        return State(deal.hands, (), False, 0, candles, 0, 1, (Evening(), Action(0)))

    def actors(self, state: State) -> tuple[int, ...]:
        frame = self.top(state)
        return () if frame is None else (*range(state.players), TABLE) if frame.kind == "evening" else frame.owed

    def candidates(self, state: Any, frame: Frame, seat: int) -> tuple[tuple[Move, ...], tuple[bool, ...]]:
        if frame.kind == "evening":
            found: tuple[Move, ...] = (Close(seat),) if seat == TABLE else tuple(Use(seat, c) for c in CHARMS)
            return found, (seat == TABLE,) * len(found)
        mine = seat in frame.owed
        found = () if not mine else (Pass(seat), Offer(seat)) if frame.kind == "action" else (Take(seat), Decline(seat))
        return found, (True,) * len(found)

    def chances(self, state: Any) -> tuple[tuple[Any, Fraction], ...]:
        return ()

    def run(self, state: Any, frame: Frame, move: Any) -> tuple[Event, ...]:
        by, following = state.active, (state.active + 1) % state.players
        match move:
            case Close():
                return (Owes(state.agenda[1:]),)
            case Use(card=card):
                rung = state.rung + (self.rules.fact("bell.rings") if card == RING else 0)
                lit = state.lit if card == RING else card == LIGHT
                return (Used(move.by, card, lit, rung, clauses=self.rules.cite("charm.use", f"charm.{card}")),)
            case Offer():
                return (Owes((Answer(following, state.hands[by]),), clauses=self.rules.cite("offer")),)
            case Take():
                return (Swapped(by, move.by, clauses=self.rules.cite("answer.take")), *self.next_turn(state))
            case Decline():
                told = Declined(clauses=self.rules.cite("answer.decline"))
                again = self.rules.switch("declined") == "again"
                return (told, Owes((Action(by),))) if again else (told, *self.next_turn(state))
            case _:
                return self.next_turn(state)

    def next_turn(self, state: State) -> tuple[Event, ...]:
        left = state.candles - (self.rules.switch("burns") == "always")
        following = (state.active + 1) % state.players
        agenda = (Evening(), Action(following)) if left else ()
        return TurnBegan(following, left, clauses=self.rules.cite("turn.end")), Owes(agenda)

    def evolve(self, state: State, event: Event) -> State:
        match event:
            case Owes(agenda=agenda):
                return evolve(state, agenda=agenda)
            case Swapped(one=one, other=other):
                hands = list(state.hands)
                hands[one], hands[other] = hands[other], hands[one]
                return evolve(state, hands=tuple(hands))
            case Used(card=card, lit=lit, rung=rung):
                return evolve(state, used=tuple(sorted({*state.used, card})), lit=lit, rung=rung)
            case TurnBegan(by=by, candles=candles):
                return evolve(state, active=by, candles=candles, turn=state.turn + 1)
        return state

    def view(self, state: State, seat: int) -> Mapping[str, Any]:
        frame = self.top(state)
        offered = frame.offered if isinstance(frame, Answer) and seat in frame.owed else ""
        return {"pebble": state.hands[seat], "used": list(state.used), "lit": state.lit, "rung": state.rung,
                "candles": state.candles, "active": state.active, "offered": offered,
                "owed": [frame.kind for frame in state.agenda]}

    def redact(self, event: Event, seat: int, state: State) -> Mapping[str, Any] | None:
        data: Mapping[str, Any] = CODEC.encode(event)
        return {"event": "owes"} if isinstance(event, Owes) else data  # the view tells what is owed

    def well_formed(self, state: State) -> tuple[str, ...]:
        return () if Deal(state.hands) in self.deals() else ("these pebbles cannot be dealt",)

    def at_rest(self, state: State) -> bool:
        return [frame.kind for frame in state.agenda] == ["action"]


CODEC = Codec((Pass, Offer, Take, Decline, Use, Close), (Owes, Swapped, Declined, Used, TurnBegan),
              (Action, Answer, Evening), State, Deal)
FAMILY = Family(
    key="pebbles",
    grammar=Grammar(FRAME_ACTS, VOCABULARY, {"answer": ("offered",)}, {"use": ("charm", "spent")}, FACTS, SWITCHES,
                    {"pebbles": COLOURS}),
    game=Pebbles,
    codec=CODEC,
)
