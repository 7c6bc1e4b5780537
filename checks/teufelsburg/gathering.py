"""What still has to be gathered before two readings can part: objects in hands, or the pile drawn down.

It leads a search to games that are far, and proves nothing but this: in one turn no more than `IN_A_TURN` objects
come to hands out of the pile or from other hands, for a turn has one action, and the Diplomat's trade besides, again
only after a trade in which the Tome brought him back; a trade draws one object at most, a struggle moves one. To one
hand come no more than `gaining.MOST`, out of the pile no more than `drawing.most_a_turn`; both are proved there.
"""

from __future__ import annotations

from advocatus.model.guard import Compare, Lit, Node, Or, Ref
from advocatus.model.rules import Rules
from advocatus.model.teufelsburg.setup import in_play
from advocatus.model.teufelsburg.state import State
from advocatus.model.teufelsburg.victory import NEEDS
from advocatus.specs.teufelsburg.drawing import most_a_turn
from advocatus.specs.teufelsburg.gaining import MOST

from ..wild import Want

IN_A_TURN = 3
LIMITS = frozenset({"hand.limit", "hand.surplus"})  # facts that are read where a hand is over the limit
DRAWS = Want(frozenset({"draw"}))
GAINS = Want(frozenset({"draw", "steal", "tribute"}))


class Gathering:
    """What is lacking for one way to part, and the way to get more of it."""

    def __init__(self, rules: Rules, other: Rules, want: Want) -> None:
        self.rules, self.other, self.want = rules, other, want
        limits = [limit for r in (rules, other) if (limit := r.given("hand.limit"))]
        self.limit = min(limits, default=0)
        self.needed = rules.given("victory.needed") or 0
        self.piled = next((n for node in want.holds if (n := _pile_below(node)) is not None), None)
        if want.key == "bags.declared" or (want.key == "rival.unnamed-holder" and self._only_with_bags()):
            self.piled = 0

    def _only_with_bags(self) -> bool:
        """Nobody can have more than is needed for a victory but with a turned bag."""
        playing, _ = in_play(self.rules)
        both = (self.rules, self.other)
        return not any(r.given("victory.needed.smaller") or r.value_of("fortune.drink") == "yes"
                       or r.value_of("bag.counts") == "always" for r in both) and all(
            playing.count(kind) <= self.needed for kind in NEEDS.values())

    @property
    def by(self) -> Want:
        """What brings nearer what is lacking."""
        return GAINS if self.piled is None else DRAWS

    def lacking(self, state: State) -> int:
        """How many objects have to be drawn or got by somebody still; 0 where none have to, or nobody knows."""
        sizes = sorted((len(hand) for hand in state.hands), reverse=True)
        want = self.want
        if self.piled is not None:
            return max(0, state.pile - self.piled)
        if want.key in LIMITS:
            return max(0, self.limit + 1 - sizes[0])
        if want.key == "give-back.moment":
            return max(0, self.limit - sizes[0])
        if want.move == "give-to":
            return max(0, self.limit + 1 - sizes[0]) + max(0, self.limit - sizes[1])
        if want.move == "proclaim":  # the Seal, what is needed for a victory alone, and one object more
            return max(0, 1 + self.needed + 1 - sizes[0])
        return 0

    def waits(self, state: State) -> int:
        """Turns until who has gathered most is on turn, where he has to be."""
        if self.want.move != "proclaim":
            return 0
        most = max(len(hand) for hand in state.hands)
        acting = any(frame.kind == "action" for frame in state.agenda)
        waits = [(seat - state.active) % state.players for seat, hand in enumerate(state.hands) if len(hand) == most]
        return min(wait if wait or acting else state.players for wait in waits)

    def none_to(self, state: State) -> int:
        """The turns that pass before enough can have been gathered: up to that one nothing parts.

        Before the action of a turn there is one trade of the Diplomat and no more.
        """
        lacking = self.lacking(state)
        if self.want.move == "proclaim":
            return -(-max(0, lacking - 1) // MOST)
        most = IN_A_TURN
        if self.piled is not None:
            most = max(most_a_turn(self.rules), most_a_turn(self.other))
        elif self.want.key in (*LIMITS, "give-back.moment"):
            most = MOST
        return max(0, -(-lacking // most) - 1)


def _pile_below(node: Node) -> int | None:
    """The most objects in the pile by which a condition holds; None if it says something else."""
    match node:
        case Compare("<", Ref("pile"), Lit(value)):
            return value - 1
        case Compare("<=" | "==", Ref("pile"), Lit(value)):
            return value
        case Or(args):
            found = [_pile_below(arg) for arg in args]
            return None if None in found else max(n for n in found if n is not None)
        case _:
            return None
