"""How far it is at least: from a position to a move at a frame of some kind, in turns and players' decisions.

The search for the shortest game goes by these bounds, and what it proves rests on them, so they count nothing that
a game could do without. A frame leads to others at a least number of decisions, what lies above a frame has to be
answered first, and what a rule reads (an appointed winner, somebody made to abstain, an occupation face-up from
before) has to come about by decisions that are on no such way. The search holds each bound to account at every
move: one move can shorten the way by no more than its own decision.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from advocatus.model.game import CHANCE, Frame
from advocatus.model.guard import Compare, Const, Node, Ref
from advocatus.model.rules import Rules
from advocatus.model.teufelsburg.cards import (
    ALCHEMIST,
    CLAIRVOYANT,
    COAT,
    DIPLOMAT,
    HYPNOTIST,
    MIGHT,
    MIGHTY_ROLES,
    PRIEST,
    RING,
    SWORDSMAN,
    TOME,
)
from advocatus.model.teufelsburg.frames import Activate, Foresee, PassOn, Retrain, SecretSupport, Window
from advocatus.model.teufelsburg.state import State
from advocatus.model.teufelsburg.vocabulary import FRAME_ACTS, FRAMES_WITH, STRUGGLE

from ..wild import Want

FAR = 10**6  # more decisions than any game has
OTHERS = -1  # as many decisions as there are players besides attacker and defender

# From a kind of frame to those it leads to, with the least number of decisions in between.
EDGES: Mapping[str, Mapping[str, int]] = {
    "action": {"name-allies": 1, "point-out": 1, "offer": 1, "duel.priest": 1, "end": 1, "unload": 1, "spy": 1},
    "end": {"name-allies": 1, "point-out": 1}, "point-out": {"name-allies": 1},
    "offer": {"answer": 1}, "answer": {"activate": 1, "text-order": 1, "trade-on": 1},
    "text-order": {"activate": 1}, "trade-on": {"offer": 1},
    "activate": {"direct": 1, "retrain": 1, "peek": 1, "draw": 1},
    "direct": {"pass-on": 1, "pass-in-turn": 1}, "pass-in-turn": {"surplus": 1},
    "draw": {"surplus": 0}, "surplus": {"unload": 1}, "unload": {"surplus": 1},
    "demand": {"demand-what": 1}, "demand-what": {"offer": 1, "demand-bag": 1}, "demand-bag": {"offer": 1},
    "duel.priest": {"support": 0, "secret-support": 0, "duel.reveal": OTHERS, "duel.hypnotist": OTHERS,
                    "duel.powers": OTHERS},
    "duel.powers": {"symbol": 0, "bonus": 0, "duel.result": 0},
    "symbol": {"duel.result": 1}, "bonus": {"duel.result": 1},
    "duel.result": {"stand-off": 0, "reward": 0, "draw": 0}, "stand-off": {"draw": 1},
    "reward": {"steal": 1, "peek": 1, "duel.choice": 1}, "duel.choice": {"steal": 0, "peek": 0},
    "steal": {"give-back": 1, "surplus": 1}, "give-back": {"surplus": 1}, "tribute": {"surplus": 1},
}
ONLY_WITH = {kind: FRAMES_WITH[kind] for kind in ("trade-on", "point-out")}  # whose edges other rules have not
BY_USE: Mapping[str, str] = {  # what the use of a card leads to, at one decision
    DIPLOMAT: "demand", CLAIRVOYANT: "foresee", PRIEST: "tribute", HYPNOTIST: "silence", ALCHEMIST: "appoint",
}
NAMING = 2  # an appointment, a silence: the card is used, then somebody is named
OFFERED, DEMANDED = 5, 7  # decisions of a whole trade that is offered, or demanded by the Diplomat
MOVE_ROLES = frozenset((TOME, COAT))


class Ahead:
    """The bounds for one rule set: for each kind of frame the cards that may be used there, by it or by any reading."""

    def __init__(self, rules: Rules, own: Mapping[str, Iterable[str]], uses: Mapping[str, Iterable[str]]) -> None:
        self.own = {kind: frozenset(cards) for kind, cards in own.items()}
        self.uses = {kind: frozenset(cards) for kind, cards in uses.items()}
        alone = SWORDSMAN in self.own["duel.priest"] and rules.value_of("support") == "secret"  # then nobody is asked
        self.others = 0 if alone else rules.players - 2
        self.cut_short = rules.value_of("silenced.fighter") == "no-fight"
        never = {kind for kind, (switch, value) in ONLY_WITH.items() if rules.value_of(switch) != value}
        self.edges = {kind: {after: cost for after, cost in EDGES.get(kind, {}).items() if after not in never}
                      for kind in FRAME_ACTS}
        for kind, cards in self.own.items():
            for card in cards & set(BY_USE):
                self.edges[kind].setdefault(BY_USE[card], 1)
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
        if isinstance(frame, PassOn | SecretSupport):
            return len(frame.owed)
        if self.cut_short and frame.kind in STRUGGLE and frame is not state.agenda[0]:
            return 0  # it may go with what lies on it
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
        if frame.kind in ("trade-on", "point-out") and frame is not state.agenda[0]:
            return 0  # it goes with what lies on it
        return 0 if isinstance(frame, Window) or frame.owed == (CHANCE,) else 1

    def this_turn(self, state: State, kinds: frozenset[str]) -> int:
        """The least number of decisions until one of the kinds is on top in this turn; `FAR` if none can be."""
        ways, best, above = self.ways(kinds), FAR, 0
        for frame in state.agenda:
            best = min(best, above + ways[frame.kind])
            if isinstance(frame, SecretSupport):
                best = min(best, above + len(frame.owed) + ways["duel.reveal"])
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
        names = self._names(want)
        here = self.this_turn(state, kinds)
        if self._for_tokens(want) and not any(state.tokens) and not (state.duel is not None and state.duel.tokens):
            here = FAR
        extra = [self._need(state, name) for name in names if name != SPENT]
        again = self._again(state, want) if SPENT in names else 0
        if max(here, again, *extra) < FAR:
            return 0, max(here + sum(extra), again) + want.cost
        fresh = self.ways(kinds)["action"] + want.cost
        if self._for_tokens(want) and not any(state.tokens) and not (state.duel is not None and state.duel.tokens):
            return self._token_first(state, fresh)
        if want.key == "face-up.counts":
            return self._face_up_later(state, fresh)
        return 1, self.turn_end(state) + fresh + sum(_AFRESH.get(name, 0) for name in names)

    def _kinds(self, want: Want) -> frozenset[str]:
        """Where a norm on the use of a certain card can matter: where some rule lets it be used at all."""
        if want not in self._narrow:
            cards = {_card_of(node) for node in want.holds} - {""} if want.move == "use" else set()
            self._narrow[want] = frozenset(kind for kind in want.kinds if cards <= self.uses[kind])
        return self._narrow[want]

    def _names(self, want: Want) -> tuple[str, ...]:
        """What has to come about besides, by the fact or switch asked for or by a norm's guard."""
        if want.key:
            return _BY_KEY.get(want.key, ())
        return tuple(node.name for node in want.holds if isinstance(node, Ref) and node.name in _BY_GUARD)

    def _need(self, state: State, name: str) -> int:
        """Decisions until it has come about in this turn, none of them on a way by frames; `FAR` if it cannot."""
        duel = state.duel
        played = duel.played if duel is not None else ()
        if name == "appointed":
            there = duel is not None and bool(duel.appointed or self._owed(state, "appoint"))
            return self._until(state, there, ALCHEMIST, NAMING)
        if name == "silenced":
            there = duel is not None and bool(duel.silenced or self._owed(state, "silence"))
            return self._until(state, there, HYPNOTIST, NAMING)
        if name == "left_alone":
            return self._until(state, duel is not None and duel.alone, SWORDSMAN, 1)
        if name == "ring":
            return self._until(state, any(card == RING for _, card in played), RING, 1)
        if name == "helped":
            fighters = (duel.attacker, duel.defender) if duel is not None else ()
            there = any(card in MIGHT | MIGHTY_ROLES and seat not in fighters for seat, card in played)
            return self._until(state, there, "", 1)
        assert name == "face-up"
        lies = any(role in MIGHTY_ROLES and state.shown[seat] and (seat, role) not in played
                   for seat, role in enumerate(state.roles))
        return 0 if lies else FAR

    def _until(self, state: State, there: bool, card: str, cost: int) -> int:
        if there:
            return 0
        kinds = {frame.kind for frame in state.agenda}
        if state.duel is None:
            return cost if "action" in kinds else FAR
        usable = "duel.priest" in kinds or any(not card or card in self.own[kind] for kind in kinds)
        return cost if usable else FAR

    def _owed(self, state: State, kind: str) -> bool:
        return any(frame.kind == kind for frame in state.agenda)

    def _again(self, state: State, want: Want) -> int:
        """Decisions in this turn until an occupation that was used lies face-down again before who may use it."""
        role = next(iter({_card_of(node) for node in want.holds} - {""}), "")
        if role not in (DIPLOMAT, CLAIRVOYANT):
            return self._again_in_struggle(state, role)
        at = state.roles.index(role) if role in state.roles else None
        first = 0 if role in state.spent else 1
        if at == state.active and role in state.spent and not state.shown[at]:
            return 0
        moves = 2 if first or at == state.active else 1  # away from who is on turn, and back to him
        picks = 0
        if role == CLAIRVOYANT:
            two = min(2, state.pile)
            picks = two if first else sum(two - len(f.picked) for f in state.agenda if isinstance(f, Foresee))
        return self._trades(state, moves, first, role) + picks

    def _again_in_struggle(self, state: State, role: str) -> int:
        """In a struggle: it must have been used before, and be moved before the attack."""
        if any(role == r and not shown for r, shown in zip(state.roles, state.shown, strict=True)):
            return 0 if role in state.spent else FAR
        if any(DIPLOMAT in cards for kind, cards in self.own.items() if kind.startswith("duel")):
            return 0  # a demand in the midst of a struggle may move it at any time
        return self._trades(state, 1, 0, role) if role in state.spent and state.duel is None else FAR

    def _trades(self, state: State, moves: int, first: int, role: str) -> int:
        """Decisions for so many trades that move an occupation, the one under way counted with what is left of it."""
        kinds = [frame.kind for frame in state.agenda]
        left, serves = self._under_way(state, role in (DIPLOMAT, CLAIRVOYANT))
        action = "action" in kinds
        more = moves - serves
        if role == DIPLOMAT and more and not action:
            return FAR  # he would have to be the Diplomat already for a trade to become it by
        cost = (0, OFFERED if action else DEMANDED, (OFFERED if action else DEMANDED) + DEMANDED)[more]
        shared = first and role == DIPLOMAT and cost in (DEMANDED, OFFERED + DEMANDED)
        last = 1 if role != DIPLOMAT else 0  # the last text may be owed still when another card is used
        return min(FAR, max(0, first + left + cost - (1 if shared else 0) - last))

    def _under_way(self, state: State, of_active: bool) -> tuple[int, bool]:
        """What is left of a trade under way, in decisions, and whether it can still move occupations.

        `of_active`: none counts but that of who is on turn, which no other's Coat moves.
        """
        texts = [frame for frame in state.agenda if isinstance(frame, Activate)]
        retrain = self._owed(state, "retrain")
        own = any(isinstance(frame, Retrain) and frame.by == state.active for frame in state.agenda)
        for frame in state.agenda:
            if frame.kind in _TRADE_LEFT:
                return _TRADE_LEFT[frame.kind], True
        if of_active:
            moving = own or any(_moves_role_of(frame, state.active) for frame in texts)
        else:
            moving = retrain or any(frame.card in MOVE_ROLES for frame in texts)
        return len(texts) + retrain, moving

    @staticmethod
    def _for_tokens(want: Want) -> bool:
        return want.move == "token" or want.key == "swordsman.discards"

    def _token_first(self, state: State, fresh: int) -> tuple[int, int]:
        """Nobody has a token: an offer is refused first, in this turn or the next, and the turn ended."""
        left = min((_REFUSAL[frame.kind] for frame in state.agenda if frame.kind in _REFUSAL), default=FAR)
        if left < FAR:
            return 1, left + 1 + fresh
        return 2, self.turn_end(state) + _REFUSAL["action"] + 1 + fresh

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


def _moves_role_of(frame: Activate, seat: int) -> bool:
    """A text due can give a seat another occupation: its own Coat, or a Tome between it and somebody."""
    return (frame.card == COAT and frame.by == seat) or (frame.card == TOME and seat in (frame.by, frame.partner))


def _card_of(node: Node) -> str:
    """The card that a condition says is used; empty if it says something else."""
    match node:
        case Compare("==", Ref("card"), Const(_, _, value)) | Compare("==", Const(_, _, value), Ref("card")):
            return str(value)
        case _:
            return ""


SPENT = "spent"
_TRADE_LEFT: Mapping[str, int] = {"demand": 6, "demand-what": 5, "demand-bag": 5, "offer": 4, "answer": 3,
                                  "trade-on": 5}
_REFUSAL: Mapping[str, int] = {"action": 3, "offer": 2, "answer": 1}  # decisions until an offer is refused
_BY_GUARD = frozenset(("silenced", "left_alone", SPENT))
_BY_KEY: Mapping[str, tuple[str, ...]] = {
    "ring.beats-appointment": ("appointed", "ring"), "swordsman.undoes-appointment": ("appointed", "left_alone"),
    "swordsman.undoes": ("left_alone", "helped"), "face-up.counts": ("face-up",),
    "silenced.undoes": ("silenced",), "silenced.symbol": ("silenced",),
}
_AFRESH: Mapping[str, int] = {"appointed": NAMING, "silenced": NAMING, "left_alone": 1, "ring": 1, "helped": 1}
