"""How far it is at least: from a position to a move at a frame of some kind, in turns and players' decisions.

The search for the shortest game goes by these bounds, and what it proves rests on them, so they count nothing that
a game could do without. A frame leads to others at a least number of decisions (`specs.teufelsburg.ways`), what lies
above a frame has to be answered first, and what a rule reads (an appointed winner, somebody made to abstain, an
occupation face-up from before) has to come about by decisions that are on no such way. The same bounds stand over
terms in `specs.teufelsburg.nearing`, where the solver proves of every step that it shortens the way by no more than
its own decision; what is proved so carries `proved shortest`, nothing else does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache, partial

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
    RING,
    SWORDSMAN,
    TOME,
)
from advocatus.model.teufelsburg.frames import Activate, Foresee, PassOn, Retrain, SecretSupport, Window
from advocatus.model.teufelsburg.state import State
from advocatus.model.teufelsburg.vocabulary import STRUGGLE
from advocatus.specs.prover import PROVED
from advocatus.specs.teufelsburg.nearer import IN_STRUGGLES, Towards, nearer
from advocatus.specs.teufelsburg.ways import (
    AFRESH,
    APPOINTED,
    DEMANDED,
    FACE_UP,
    FAR,
    HELPED,
    LEFT_ALONE,
    NAMING,
    OFFERED,
    REFUSAL,
    RING_LAID,
    SILENCED,
    SPENT,
    TOKENS,
    TRADE_LEFT,
    Ways,
    usable,
)

from ..wild import Bound, Want

MOVE_ROLES = frozenset((TOME, COAT))


class Ahead:
    """The bounds for one rule set: for each kind of frame the cards that may be used there, by it or by any reading."""

    def __init__(self, rules: Rules, others: Iterable[Rules] = ()) -> None:
        self._rules = rules
        self._by_frames = Ways.of(rules)
        self.own, self.others = self._by_frames.own, self._by_frames.others
        self.uses = usable((rules, *others))
        self.cut_short = self._by_frames.cut_short
        self._narrow: dict[Want, frozenset[str]] = {}

    # ------------------------------------------------------------ ways by frames

    def ways(self, kinds: frozenset[str]) -> Mapping[str, int]:
        """From each kind of frame the least number of decisions until one of `kinds` is on top."""
        return self._by_frames.to(kinds)

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
        kinds, names = self._kinds(want), self._names(want)
        here, none_yet = self.this_turn(state, kinds), TOKENS in names and not _some_tokens(state)
        extra = [self._need(state, name) for name in names if name not in (SPENT, TOKENS)]
        again = self._again(state, _role_of(want)) if SPENT in names else 0
        if not none_yet and max(here, again, *extra) < FAR:
            return 0, max(here + sum(extra), again) + want.cost
        fresh = self.ways(kinds)["action"] + want.cost
        if none_yet:
            return self._token_first(state, fresh)
        if FACE_UP in names:
            return self._face_up_later(state, fresh)
        return 1, self.turn_end(state) + fresh + sum(AFRESH.get(name, 0) for name in names)

    def towards(self, want: Want) -> Towards:
        """What the bound for a way to part is for, as far as its proof asks."""
        names, role = self._names(want), _role_of(want)
        needs = tuple(name for name in names if name != SPENT)
        if SPENT not in names or not role:
            return Towards(needs)
        kinds = tuple(sorted(self._kinds(want))) if role == DIPLOMAT else ()
        return Towards(needs, role if role in (DIPLOMAT, CLAIRVOYANT) else IN_STRUGGLES, kinds)

    def bounds(self, wants: Iterable[Want]) -> tuple[Bound, ...]:
        """See `checks.wild.Wild`."""
        return tuple(Bound(towards.text, partial(proof_of, self._rules, towards))
                     for towards in sorted({self.towards(want) for want in wants}))

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
        guards = tuple(node.name for node in want.holds if isinstance(node, Ref) and node.name in _BY_GUARD)
        return (*guards, TOKENS) if want.move == "token" else guards

    def _need(self, state: State, name: str) -> int:
        """Decisions until it has come about in this turn, none of them on a way by frames; `FAR` if it cannot."""
        duel = state.duel
        played = duel.played if duel is not None else ()
        if name == APPOINTED:
            there = duel is not None and bool(duel.appointed or self._owed(state, "appoint"))
            return self._until(state, there, ALCHEMIST, NAMING)
        if name == SILENCED:
            there = duel is not None and bool(duel.silenced or self._owed(state, "silence"))
            return self._until(state, there, HYPNOTIST, NAMING)
        if name == LEFT_ALONE:
            return self._until(state, duel is not None and duel.alone, SWORDSMAN, 1)
        if name == RING_LAID:
            return self._until(state, any(card == RING for _, card in played), RING, 1)
        if name == HELPED:
            fighters = (duel.attacker, duel.defender) if duel is not None else ()
            there = any(card in MIGHT | MIGHTY_ROLES and seat not in fighters for seat, card in played)
            return self._until(state, there, "", 1)
        assert name == FACE_UP
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

    def _again(self, state: State, role: str) -> int:
        """Decisions in this turn until an occupation that was used lies face-down again before who may use it."""
        if role not in (DIPLOMAT, CLAIRVOYANT):
            return self._again_in_struggle(state, role)
        at = state.roles.index(role) if role in state.roles else None
        first = 0 if role in state.spent else 1
        if at == state.active and role in state.spent and not state.shown[at]:
            return 0
        moves = 2 if first or at == state.active else 1  # away from who is on turn, and back to him
        two = min(2, state.pile)
        picks = 0 if first else sum(two - len(f.picked) for f in state.agenda if isinstance(f, Foresee))
        return self._trades(state, moves, first, role) + (picks if role == CLAIRVOYANT else 0)

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
        left, serves = self._under_way(state, role)
        action = "action" in kinds
        more = moves - serves
        if role == DIPLOMAT and more and not action:
            return FAR  # he would have to be the Diplomat already for a trade to become it by
        cost = (0, OFFERED if action else DEMANDED, (OFFERED if action else DEMANDED) + DEMANDED)[more]
        shared = first and role == DIPLOMAT and cost in (DEMANDED, OFFERED + DEMANDED)
        last = 1 if role != DIPLOMAT else 0  # the last text may be owed still when another card is used
        return min(FAR, max(0, first + left + cost - (1 if shared else 0) - last))

    def _under_way(self, state: State, role: str) -> tuple[int, bool]:
        """What is left of a trade under way, in decisions, and whether it can still move the occupation as needed."""
        for frame in state.agenda:
            if frame.kind in TRADE_LEFT:
                return TRADE_LEFT[frame.kind], True
        texts = [frame for frame in state.agenda if isinstance(frame, Activate)]
        coats = {f.by for f in state.agenda if isinstance(f, Retrain) or (isinstance(f, Activate) and f.card == COAT)}
        retrain = self._owed(state, "retrain")
        if role in (DIPLOMAT, CLAIRVOYANT):
            moving = self._moves_to_active(state, texts, coats, role)
        else:
            moving = retrain or any(frame.card in MOVE_ROLES for frame in texts)
        return len(texts) + retrain, moving

    def _moves_to_active(self, state: State, texts: Iterable[Activate], coats: set[int], role: str) -> bool:
        """Some text due takes the occupation from who is on turn or, if it was used, brings it back to him."""
        at = state.roles.index(role) if role in state.roles else None
        anyhow = role not in state.spent or at == state.active
        if state.active in coats and (anyhow or at is None):
            return True
        for frame in texts:
            if frame.card == TOME and state.active in (frame.by, frame.partner):
                other = frame.partner if frame.by == state.active else frame.by
                if anyhow or at == other or (at is None and other in coats):
                    return True
        return False

    def _token_first(self, state: State, fresh: int) -> tuple[int, int]:
        """Nobody has a token: a free offer is refused first, in this turn or the next, and the turn ended."""
        free = (frame.kind for frame in state.agenda if not getattr(frame, "demanded", ""))
        left = min((REFUSAL[kind] for kind in free if kind in REFUSAL), default=FAR)
        if left < FAR:
            return 1, left + 1 + fresh
        return 2, self.turn_end(state) + REFUSAL["action"] + 1 + fresh

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


@lru_cache(maxsize=256)
def proof_of(rules: Rules, towards: Towards) -> tuple[str, str]:
    """Whether the solver proves a bound consistent, and what that says; asked once in a run."""
    found = nearer(rules, (towards,))[towards]
    if found.verdict == PROVED:
        return PROVED, f"no step shortens the way by more than it is long: each of {found.steps} steps, from every " \
                       "sound position"
    return found.verdict, f"a step may shorten the way by more than it is long: {found.against}"


def _some_tokens(state: State) -> bool:
    return any(state.tokens) or (state.duel is not None and bool(state.duel.tokens))


def _role_of(want: Want) -> str:
    """The card whose use a want speaks of; empty if it says none."""
    return next(iter({_card_of(node) for node in want.holds} - {""}), "")


def _card_of(node: Node) -> str:
    """The card that a condition says is used; empty if it says something else."""
    match node:
        case Compare("==", Ref("card"), Const(_, _, value)) | Compare("==", Const(_, _, value), Ref("card")):
            return str(value)
        case _:
            return ""


_BY_GUARD = frozenset((SILENCED, LEFT_ALONE, SPENT))
_BY_KEY: Mapping[str, tuple[str, ...]] = {
    "ring.beats-appointment": (APPOINTED, RING_LAID), "swordsman.undoes-appointment": (APPOINTED, LEFT_ALONE),
    "swordsman.undoes": (LEFT_ALONE, HELPED), "face-up.counts": (FACE_UP,), "swordsman.discards": (TOKENS,),
    "silenced.undoes": (SILENCED,), "silenced.symbol": (SILENCED,),
}
