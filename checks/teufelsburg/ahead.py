"""How far it is at least: from a position to a move at a frame of some kind, in turns and players' decisions.

The search for the shortest game goes by these bounds, and what it proves rests on them, so they count nothing that
a game could do without. A frame leads to others at a least number of decisions, what lies above a frame has to be
answered first, and what a rule reads (an appointed winner, somebody made to abstain, an occupation face-up from
before) has to come about by decisions that are on no such way. The search holds each bound to account at every
move: one move can shorten the way by no more than its own decision.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from advocatus.model.game import CHANCE, Frame
from advocatus.model.guard import Compare, Const, Node, Ref
from advocatus.model.rules import Rules
from advocatus.model.teufelsburg.cards import CLAIRVOYANT, DIPLOMAT, MIGHT, MIGHTY_ROLES, RING
from advocatus.model.teufelsburg.frames import PassOn, Window
from advocatus.model.teufelsburg.state import State
from advocatus.model.teufelsburg.vocabulary import FRAME_ACTS

from ..wild import Want

FAR = 10**6  # more decisions than any game has
OTHERS = -1  # as many decisions as there are players besides attacker and defender

# From a kind of frame to those it leads to, with the least number of decisions in between.
EDGES: Mapping[str, Mapping[str, int]] = {
    "action": {"name-allies": 1, "offer": 1, "duel.priest": 1, "end": 1, "unload": 1},
    "end": {"name-allies": 1},
    "offer": {"answer": 1}, "answer": {"activate": 1},
    "activate": {"direct": 1, "retrain": 1, "peek": 1, "draw": 1},
    "direct": {"pass-on": 1, "pass-in-turn": 1}, "pass-in-turn": {"surplus": 1},
    "draw": {"surplus": 0}, "surplus": {"unload": 1}, "unload": {"surplus": 1},
    "demand": {"demand-what": 1}, "demand-what": {"offer": 1, "demand-bag": 1}, "demand-bag": {"offer": 1},
    "duel.priest": {"tribute": 1, "support": 0, "duel.hypnotist": OTHERS, "duel.powers": OTHERS},
    "duel.hypnotist": {"silence": 1},
    "duel.powers": {"appoint": 1, "symbol": 0, "bonus": 0, "duel.result": 0},
    "symbol": {"duel.result": 1}, "bonus": {"duel.result": 1},
    "duel.result": {"stand-off": 0, "reward": 0, "draw": 0}, "stand-off": {"draw": 1},
    "reward": {"steal": 1, "peek": 1, "duel.choice": 1}, "duel.choice": {"steal": 0, "peek": 0},
    "steal": {"give-back": 1, "surplus": 1}, "give-back": {"surplus": 1}, "tribute": {"surplus": 1},
}
ONE_OF_TWO = 2  # an appointment, a silence: the card is used, then somebody named


class Ahead:
    """The bounds for one rule set: for each kind of frame the cards that may be used there, by it or by any reading."""

    def __init__(self, rules: Rules, own: Mapping[str, Iterable[str]], uses: Mapping[str, Iterable[str]]) -> None:
        self.uses = {kind: frozenset(cards) for kind, cards in uses.items()}
        self.others = rules.players - 2
        self.edges = {kind: dict(EDGES.get(kind, {})) for kind in FRAME_ACTS}
        for kind, cards in own.items():
            for card, leads in ((DIPLOMAT, "demand"), (CLAIRVOYANT, "foresee")):
                if card in cards:
                    self.edges[kind].setdefault(leads, 1)
        self._narrow: dict[Want, frozenset[str]] = {}
        self._ways: dict[frozenset[str], dict[str, int]] = {}

    # ------------------------------------------------------------ ways by frames

    def ways(self, kinds: frozenset[str]) -> Mapping[str, int]:
        """From each kind of frame the least number of decisions until one of `kinds` is on top."""
        if kinds not in self._ways:
            far = {kind: 0 if kind in kinds else FAR for kind in FRAME_ACTS}
            for _ in far:
                for kind, leads in self.edges.items():
                    for after, cost in leads.items():
                        far[kind] = min(far[kind], far[after] + (self.others if cost == OTHERS else cost))
            self._ways[kinds] = far
        return self._ways[kinds]

    def answer(self, state: State, frame: Frame) -> int:
        """The least number of decisions until a frame and all that it leads to are gone."""
        if isinstance(frame, PassOn):
            return len(frame.owed)
        if frame.kind == "duel.priest":
            return self.others + (1 if state.pile else 0)
        if frame.kind in ("duel.powers", "duel.result"):
            return 1 if state.pile else 0
        if frame.kind == "direct":
            return 1 + state.players
        if frame.kind in ("offer", "surplus"):
            return 2
        if frame.kind == "demand":
            return 4
        if frame.kind == "demand-what":
            return 3
        return 0 if isinstance(frame, Window) or frame.owed == (CHANCE,) else 1

    def this_turn(self, state: State, kinds: frozenset[str]) -> int:
        """The least number of decisions until one of the kinds is on top in this turn; `FAR` if none can be."""
        ways, best, above = self.ways(kinds), FAR, 0
        for frame in state.agenda:
            best = min(best, above + ways[frame.kind])
            above += self.answer(state, frame)
        return min(best, FAR)

    def turn_end(self, state: State) -> int:
        """The least number of decisions until the next turn begins: a card can cut a turn short."""
        kinds = [frame.kind for frame in state.agenda]
        if kinds[0] == "action":
            return 2
        return 0 if set(kinds) <= {"draw"} else 1

    # ------------------------------------------------------------ what has to come about

    def least(self, state: State, want: Want) -> tuple[int, int]:
        """See `checks.wild.Wild`."""
        kinds = self._kinds(want)
        here = self.this_turn(state, kinds)
        extra = [need(state) for need in self._needs(want)]
        if here < FAR and all(n < FAR for n in extra):
            return 0, here + sum(extra) + want.cost
        fresh = self.ways(kinds)["action"] + want.cost
        if want.key == "face-up.counts":
            return self._face_up_later(state, fresh)
        first = {"silenced": ONE_OF_TWO, "appointed": ONE_OF_TWO}
        return 1, self.turn_end(state) + fresh + sum(first.get(name, 1) for name in self._names(want))

    def _kinds(self, want: Want) -> frozenset[str]:
        """Where a norm on the use of a certain card can matter: where some rule lets it be used at all."""
        if want not in self._narrow:
            cards = {_card_of(node) for node in want.holds} - {""} if want.move == "use" else set()
            self._narrow[want] = frozenset(kind for kind in want.kinds if cards <= self.uses[kind])
        return self._narrow[want]

    def _names(self, want: Want) -> tuple[str, ...]:
        """What has to come about in the struggle at hand, by the fact or switch asked for or by a norm's guard."""
        if want.key:
            return _BY_KEY.get(want.key, ())
        return tuple(node.name for node in want.holds if isinstance(node, Ref) and node.name in _STILL)

    def _needs(self, want: Want) -> list[Callable[[State], int]]:
        return [_STILL[name] for name in self._names(want)]

    def _face_up_later(self, state: State, fresh: int) -> tuple[int, int]:
        """A card used now lies face-up in a later struggle."""
        laid = state.duel is not None and any(card in MIGHTY_ROLES for _, card in state.duel.played)
        lies = any(role in MIGHTY_ROLES and shown for role, shown in zip(state.roles, state.shown, strict=True))
        if laid or lies:
            return 1, self.turn_end(state) + fresh
        powers = self.this_turn(state, frozenset({"duel.powers"}))
        if powers < FAR:
            return 1, powers + 2 + fresh
        return 2, self.turn_end(state) + self.ways(frozenset({"duel.powers"}))["action"] + 2 + fresh


def _card_of(node: Node) -> str:
    """The card that a condition says is used; empty if it says something else."""
    match node:
        case Compare("==", Ref("card"), Const(_, _, value)) | Compare("==", Const(_, _, value), Ref("card")):
            return str(value)
        case _:
            return ""


def _struggles(state: State) -> bool:
    """Whether cards can still be put down in a struggle in this turn."""
    return any(frame.kind == ("action" if state.duel is None else "duel.powers") for frame in state.agenda) or any(
        frame.kind == "duel.priest" for frame in state.agenda)


def _appointed(state: State) -> int:
    if state.duel is not None and (state.duel.appointed or state.agenda[0].kind == "appoint"):
        return 0
    return ONE_OF_TWO if _struggles(state) else FAR


def _silenced(state: State) -> int:
    if state.duel is None:
        return ONE_OF_TWO if _struggles(state) else FAR
    if state.duel.silenced or any(frame.kind == "silence" for frame in state.agenda):
        return 0
    hypnotist = any(frame.kind in ("duel.priest", "duel.hypnotist") for frame in state.agenda)
    return ONE_OF_TWO if hypnotist else FAR


def _alone(state: State) -> int:
    if state.duel is not None and state.duel.alone:
        return 0
    return 1 if _struggles(state) else FAR


def _ring(state: State) -> int:
    if state.duel is not None and any(card == RING for _, card in state.duel.played):
        return 0
    return 1 if _struggles(state) else FAR


def _helped(state: State) -> int:
    """Somebody who does not fight has put down a card that gives a point."""
    duel = state.duel
    points = MIGHT | MIGHTY_ROLES
    if duel is not None and any(c in points and s not in (duel.attacker, duel.defender) for s, c in duel.played):
        return 0
    return 1 if _struggles(state) else FAR


def _face_up(state: State) -> int:
    """An occupation with a point lies face-up from before this struggle."""
    played = state.duel.played if state.duel is not None else ()
    lies = any(role in MIGHTY_ROLES and state.shown[seat] and (seat, role) not in played
               for seat, role in enumerate(state.roles))
    return 0 if lies else FAR


_STILL: Mapping[str, Callable[[State], int]] = {
    "appointed": _appointed, "silenced": _silenced, "left_alone": _alone, "ring": _ring, "helped": _helped,
    "face-up": _face_up,
}
_BY_KEY: Mapping[str, tuple[str, ...]] = {
    "ring.beats-appointment": ("appointed", "ring"), "swordsman.undoes-appointment": ("appointed", "left_alone"),
    "swordsman.undoes": ("left_alone", "helped"), "face-up.counts": ("face-up",),
}
