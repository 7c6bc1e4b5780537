"""Ways by frames: which kinds of frame each kind leads to, and at how many decisions at least.

It is data and arithmetic, for whoever looks for the shortest game; that no step leads anywhere sooner is proved in
`nearing`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import field, frozen

from ...model.norms import FORBID
from ...model.rules import Rules
from ...model.teufelsburg.cards import (
    ALCHEMIST,
    CLAIRVOYANT,
    DIPLOMAT,
    HYPNOTIST,
    MIGHT,
    PRIEST,
    RING,
    ROLES,
    SWORDSMAN,
)
from ...model.teufelsburg.vocabulary import FRAME_ACTS, FRAMES_WITH

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
# What has to come about besides a way by frames, or may lie in its own way.
APPOINTED, SILENCED, LEFT_ALONE, RING_LAID = "appointed", "silenced", "left_alone", "ring"
HELPED, FACE_UP, TOKENS, SPENT = "helped", "face-up", "tokens", "spent"
BY_CARD: Mapping[str, str] = {APPOINTED: ALCHEMIST, SILENCED: HYPNOTIST, LEFT_ALONE: SWORDSMAN, RING_LAID: RING}
NAMING = 2  # an appointment, a silence: the card is used, then somebody is named
AFRESH: Mapping[str, int] = {  # in a turn that only begins
    APPOINTED: NAMING, SILENCED: NAMING, LEFT_ALONE: 1, RING_LAID: 1, HELPED: 1,
}
OFFERED, DEMANDED = 5, 7  # decisions of a whole trade that is offered, or demanded by the Diplomat
TRADE_LEFT: Mapping[str, int] = {"demand": 6, "demand-what": 5, "demand-bag": 5, "offer": 4, "answer": 3,
                                 "trade-on": 5}
REFUSAL: Mapping[str, int] = {"action": 3, "offer": 2, "answer": 1}  # decisions until an offer is refused


def usable(all_rules: Iterable[Rules]) -> Mapping[str, frozenset[str]]:
    """For each kind of frame the cards that some norm of some of the rules permits to use there."""
    found: dict[str, set[str]] = {kind: set() for kind in FRAME_ACTS}
    known = {card.replace("-", "_"): card for card in (*ROLES, *MIGHT, RING)}
    for rules in all_rules:
        for norm in rules.norms:
            if norm.move == "use" and norm.mood != FORBID:
                text = "" if norm.when is None else norm.when.text
                words = text.replace("(", " ").replace(")", " ").split()
                named = {known[word] for word in words if word in known} or set(known.values())
                for kind in norm.during or FRAME_ACTS:
                    found[kind] |= named
    return {kind: frozenset(cards) for kind, cards in found.items()}


@frozen(eq=False)
class Ways:
    """The ways by frames of one rule set."""

    rules: Rules
    own: Mapping[str, frozenset[str]]  # by kind of frame the cards that may be used there
    cut_short: bool  # a struggle may be over once somebody is made to abstain
    others: int  # how many choose whom they support, if any do
    leads: Mapping[str, Mapping[str, int]]  # by kind of frame the kinds it leads to, with the decisions in between
    _known: dict[frozenset[str], Mapping[str, int]] = field(factory=dict, repr=False)

    @classmethod
    def of(cls, rules: Rules) -> Ways:
        """The ways of these rules."""
        own = usable((rules,))
        alone = SWORDSMAN in own["duel.priest"] and rules.value_of("support") == "secret"  # then nobody is asked
        others = 0 if alone else rules.players - 2
        never = {kind for kind, (switch, value) in ONLY_WITH.items() if rules.value_of(switch) != value}
        leads = {}
        for kind in FRAME_ACTS:
            edges = EDGES.get(kind, {})
            leads[kind] = {after: others if cost == OTHERS else cost
                           for after, cost in edges.items() if after not in never}
            for card in own[kind] & set(BY_USE):
                leads[kind].setdefault(BY_USE[card], 1)
        return cls(rules, own, rules.value_of("silenced.fighter") == "no-fight", others, leads)

    def to(self, kinds: frozenset[str]) -> Mapping[str, int]:
        """From each kind of frame the least number of decisions until one of `kinds` is on top; `FAR` if never."""
        if kinds not in self._known:
            far = {kind: 0 if kind in kinds else FAR for kind in FRAME_ACTS}
            for _ in far:
                for kind, leads in self.leads.items():
                    for after, cost in leads.items():
                        far[kind] = min(far[kind], far[after] + cost)
            self._known[kinds] = far
        return self._known[kinds]
