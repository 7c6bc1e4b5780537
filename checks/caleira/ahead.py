"""How far off a parting is at least: further turns, and decisions of players, that it must still take.

Each card takes a turn and a decision to be played, and each effect one more; a piece that is revealed must have been
played face-down before, and two effects wait at once only where a Watchtower reveals two. Nothing here may be more
than there must be: the search relies on it, and checks that no move comes nearer than by its own decision.

What is `plain` is near enough for a search without any bound; what the count of cards tells is proved; the rest is
argued by hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from advocatus.model.caleira.cards import MOATS
from advocatus.model.caleira.frames import Effect, Watchtower
from advocatus.model.caleira.state import State
from advocatus.model.guard import Compare, Lit, Ref
from advocatus.model.rules import Rules
from advocatus.specs.algebra import Codes, Concrete
from advocatus.specs.caleira import nearing
from advocatus.specs.caleira.tally import tally_of

from ..wild import Want
from .waking import until_woken

NEVER = (999, 0)
_NUMBERS = Concrete(Codes({}))
PLAYING = ("draw", "play", "place")
# What comes before a frame, nearest first: each but chance's takes a decision.
_BEFORE: dict[str, tuple[str, ...]] = {
    "place": ("play",), "reveal": ("observatory",), "turn-up": ("magician",), "arrange": ("turn-up", "magician"),
    "swap-give": ("market",), "swap-return": ("swap-give", "market"), "swap-draw": ("swap-give", "market"),
}
_SEEN = ("market.sees",)  # looks different where it is reached already
_CHANCE = ("draw", "turn-up", "swap-draw")
# Which frame must be on top while another effect is pending, for what the key changes to matter.
_PAIRED = {"throne.pending": ("throne-room",), "source.gone": ("barracks", "throne-room", "trebuchet")}
_FAR = ("throne.span", "throne.standing", "place.gap", "out.effects")  # too far for a search without a bound
_COUNTED = ("points.", "battlements.", "tie.left", "end.count")


def small_pile(want: Want) -> int | None:
    """The number that the pile must be below for readings to part so; None if it need not be."""
    return next((condition.right.value for condition in want.holds if isinstance(condition, Compare)
                 and condition.op == "<" and _is(condition.left, "pile") and isinstance(condition.right, Lit)), None)


def _is(node: Any, name: str) -> bool:
    return isinstance(node, Ref) and node.name == name


def beside_moats(want: Want) -> bool:
    """Whether readings part so at a piece beside Moats alone."""
    return any(_is(condition, "beside_moats") for condition in want.holds)


def counts(want: Want) -> bool:
    """Whether readings part so at the count alone."""
    return want.key.startswith(_COUNTED) and want.key != "battlements.hidden"


def plain(want: Want) -> bool:
    """Whether readings that part so do it soon: no bound is needed."""
    far = want.key in _FAR or beside_moats(want) or small_pile(want) is not None
    return not far and not counts(want)


class Ahead:
    """Bounds for the games of one rule set."""

    def __init__(self, rules: Rules) -> None:
        self.rules, self.players = rules, rules.players
        self.moats = rules.fact(f"cards.{MOATS}")
        self.reveals = rules.value_of("watchtower.turns") == "up"
        turns = {"barracks.turns": "down", "throne.turns": "up", "watchtower.turns": "up"}
        self.silences = all(rules.value_of(key) == value for key, value in turns.items())
        self.counted = rules.players == 2 or rules.value_of("princess.many") != "count"

    def least(self, state: State, want: Want) -> tuple[int, int]:
        """See `checks.wild.Wild.least`. What reads a switch is a player's move, but for looks at the pile."""
        turns, decisions = self._until(state, want)
        reads = want.key and want.kinds.isdisjoint(_CHANCE) and want.key not in _SEEN
        return turns, decisions + (1 if reads else want.cost)

    def _until(self, state: State, want: Want) -> tuple[int, int]:
        """The same until the frame is reached at which the readings part."""
        key = want.key
        if key.startswith(_COUNTED) and key != "battlements.hidden":
            return self.to_the_count(state) if self.counted else (0, 0)
        if key == "place.gap":
            return self._pieces(state, 3, want)
        if self.reveals and key in _PAIRED:
            return self._pair(state, _PAIRED[key])
        if self.reveals and key == "throne.standing":
            return self._silent(state)
        if self.silences and key == "throne.span":
            return until_woken(state, _due(state), _busy(state))
        if self.reveals and key == "watchtower.order":
            return self._order(state)
        if self.reveals and self.counted and key == "out.effects":
            return self._loser(state, want)
        turns, decisions = 0, min((_steps(state, kind) for kind in want.kinds), default=0)
        for condition in want.holds:
            match condition:
                case Ref("beside_moats"):
                    if not self.moats:
                        return NEVER
                    turns, decisions = max((turns, decisions), self._pieces(state, 2, want))
                case Compare("<", Ref("pile"), Lit(most)) if state.pile >= most:
                    turns, decisions = self.to_a_small_pile(state, most)
        return turns, decisions

    def to_the_count(self, state: State) -> tuple[int, int]:
        """Until the last card is played; proved in `nearing`."""
        return nearing.to_the_count(_NUMBERS, self.rules, tally_of(state))

    def to_a_small_pile(self, state: State, most: int) -> tuple[int, int]:
        """Until an effect is due while the pile holds fewer cards than this; proved in `nearing`."""
        return nearing.to_a_small_pile(most)(_NUMBERS, self.rules, tally_of(state))

    def _pieces(self, state: State, many: int, want: Want) -> tuple[int, int]:
        """Until a castle has so many pieces and one of the frames wanted is on top."""
        if any(len(castle) >= many for castle in state.castles):
            return 0, min(_steps(state, kind) for kind in want.kinds)
        turns = max(0, (many - 1) * self.players + 1 - state.turn)
        return turns, _plays(state, turns)

    def _pair(self, state: State, tops: Sequence[str]) -> tuple[int, int]:
        """Until one of some frames is on top with another effect behind it."""
        waiting = [frame for frame in state.agenda if isinstance(frame, Effect)]
        top = _top(state)
        if (top in tops and len(waiting) > 1) or top == "swap-draw":
            return 0, 0
        if len(waiting) > 2 or (waiting and top in ("reveal", *_CHANCE[1:], "arrange", "swap-give", "swap-return")):
            return 0, 1
        if (by := _watching(state)) is not None:
            missing = max(0, 2 - (len(waiting) - 1))
            return (0, max(1, missing)) if missing <= min(2 - len(by.turned), _hidden(state)) else self._both(state, 3)
        return (0, 1) if len(waiting) > 1 else self._both(state, 3)

    def _silent(self, state: State) -> tuple[int, int]:
        """Until a Trebuchet is due in the turn in which a Throne Room silenced a piece."""
        if any(piece.silent for _, piece in state.pieces):
            return 0, 0
        turns, decisions = self._pair(state, ("throne-room",))
        return turns, decisions + 1

    def _loser(self, state: State, want: Want) -> tuple[int, int]:
        """Until a piece of who is out, or falls out, is to take effect besides the Princess that he had."""
        soonest = max(0, self.players + 2 - state.turn)  # the first to have two pieces has them when his turn ends
        if state.out >= 0:
            near = min(_steps(state, kind) for kind in want.kinds)
            return (soonest, near) if state.castles[state.out] else NEVER
        turns, decisions = self._pair(state, ("trebuchet",))
        later = max(turns, soonest)
        return later, decisions + later - turns

    def _order(self, state: State) -> tuple[int, int]:
        """Until a Watchtower that revealed one piece may reveal another."""
        by, hidden = _watching(state), _hidden(state)
        if by is not None and hidden and any(isinstance(f, Effect) and f.source in by.turned for f in state.agenda):
            return 0, 0
        if hidden > 1 and any(isinstance(f, Watchtower) and not f.turned for f in state.agenda):
            return 0, 1
        return self._both(state, 2)

    def _both(self, state: State, decisions: int) -> tuple[int, int]:
        """So many decisions in a turn that begin with a Watchtower, for two pieces that lie face-down by then.

        Each that lacks takes a turn before, unless Barracks turn one down. If the card of this turn is played already,
        it is another turn, but where a third piece that is revealed is the Watchtower.
        """
        hidden, top = _hidden(state), _top(state)
        few = max(0, 2 - hidden - (top == "barracks"))
        if _due(state):
            return few, decisions + few
        if hidden > 2:
            return 0, decisions
        return 1 + few, decisions + few + (top not in _CHANCE)


def _hidden(state: State) -> int:
    """How many pieces lie face-down."""
    return sum(not piece.up for _, piece in state.pieces)


def _top(state: State) -> str:
    """The kind of what a decision is due for next, so far as that is known."""
    frame = state.agenda[0]
    if frame.kind == "swap-draw" and len(state.agenda) > 1:
        return state.agenda[1].kind
    return frame.kind


def _watching(state: State) -> Watchtower | None:
    frame: Any = state.agenda[0]
    return frame if isinstance(frame, Watchtower) else None


def _due(state: State) -> bool:
    """Whether the card of this turn is not played yet."""
    return state.agenda[0].kind in PLAYING


def _busy(state: State) -> bool:
    """Whether a player has something to decide before the next turn begins."""
    return not _due(state) and state.agenda[0].kind != "swap-draw"


def _plays(state: State, turns: int) -> int:
    """Decisions at least to play the cards of so many further turns, and to do what is left of this one."""
    return turns + (_due(state) or (turns > 0 and _busy(state)))


def _steps(state: State, kind: str) -> int:
    """Decisions at least until a frame of a kind is on top."""
    top = _top(state)
    if top == kind or kind in ("draw", "play"):
        return 0
    before = _BEFORE.get(kind, ())
    decided = [k for k in before if k not in _CHANCE]
    if top in before:
        return sum(1 for k in before[: before.index(top) + 1] if k not in _CHANCE)
    if kind == "place":
        return 1 + (top not in PLAYING)
    return 1 + len(decided)
