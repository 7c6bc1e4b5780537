"""Faults planted on purpose, and the checks that must catch them; see `test_planted`.

Each check says nothing where nothing is planted, which is tested first; with the fault it tells how it noticed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, cast

from attrs import evolve, frozen
from test_specs_steps import PLANTED

from advocatus.checks.agreement import edges_agree, play_agrees
from advocatus.checks.finding import Store, default_folder, load
from advocatus.checks.hunting import play_games
from advocatus.checks.machine import Log
from advocatus.checks.replaying import replay
from advocatus.model.families import editions
from advocatus.model.norms import Norm
from advocatus.model.rules import Rules, make_rules
from advocatus.model.teufelsburg import evolve as evolving
from advocatus.model.teufelsburg.engine import Teufelsburg
from advocatus.model.teufelsburg.state import State
from advocatus.specs.altered import Altered
from advocatus.specs.liveness import OUT
from advocatus.specs.prover import PROVED
from advocatus.specs.teufelsburg.clashes import clashes, gaps
from advocatus.specs.teufelsburg.felt import felt
from advocatus.specs.teufelsburg.mirror import TeufelsburgMirror
from advocatus.specs.teufelsburg.promises import no_bag_for_bag, taker
from advocatus.specs.teufelsburg.step import Step
from advocatus.specs.teufelsburg.steps import STEPS

EDITION = editions()["adlung"]
KNOWN = {("object.bag.no-bag/1", "profession.diplomat.demand/1")}  # the clash that is in the text


@frozen
class Fault:
    """Something wrong on purpose: what of, which check catches it, and how it notices (empty if it does not)."""

    name: str
    sort: str  # norm, fact, switch, engine, step or file
    by: str
    notice: Callable[[], str]


# ---------------------------------------------------------------- rules that are wrong


def norm(key: str) -> Norm:
    """A norm of the edition."""
    return next(n for c in EDITION.clauses for n in c.norms if n.id == key)


def rules(players: int = 4, **about: Any) -> Rules:
    """The edition's rules as they are."""
    return make_rules(EDITION, players, **about)


def with_norms(change: Callable[[Norm], Norm | None], *more: Norm, players: int = 4, **about: Any) -> Rules:
    """The edition's rules with each norm changed, or left out where nothing is given back, and others added."""
    clauses = [evolve(c, norms=tuple(m for n in c.norms if (m := change(n)) is not None)) for c in EDITION.clauses]
    clauses[0] = evolve(clauses[0], norms=(*clauses[0].norms, *more))
    return make_rules(evolve(EDITION, clauses=tuple(clauses)), players, **about)


def without(*keys: str, **about: Any) -> Rules:
    """The edition's rules without some norms."""
    return with_norms(lambda n: None if n.id in keys else n, **about)


def changed(key: str, **fields: Any) -> Rules:
    """The edition's rules with one norm changed."""
    return with_norms(lambda n: evolve(n, **fields) if n.id == key else n)


def with_fact(key: str, value: Any) -> Any:
    """The edition with another value of a fact, for every number of players."""
    facts = tuple(evolve(f, value=value, by_players=None) if f.id == key else f for f in EDITION.facts)
    return evolve(EDITION, facts=facts)


# ---------------------------------------------------------------- the checks


def gap_at(kind: str, faulty: Rules) -> str:
    """The check `gap`: a frame that nothing permits to answer."""
    found = [gap for gap in gaps(faulty, (kind,)) if gap.frame == kind]
    return f"at {kind} nothing may be done" if found else ""


def clash_at(kind: str, faulty: Rules) -> str:
    """The check `clash`: norms that leave nothing to do, besides those known."""
    found = [clash.norms for clash in clashes(faulty, (kind,)) if clash.norms not in KNOWN]
    return f"at {kind}: {' + '.join(found[0])}" if found else ""


def clash_gone(faulty: Rules) -> str:
    """The check `clash`: the one on file is found no more."""
    return "" if {c.norms for c in clashes(faulty, ("answer",))} & KNOWN else "the clash on file is gone"


def idle_of(faulty: Rules, key: str) -> str:
    """The check `idle`: a norm that should be felt is not."""
    found = [f for f in felt(faulty, only=(key,)) if f.idle and f.what == OUT]
    return f"{key} is idle: {found[0].reason}" if found else ""


def promise(prove: Callable[[Rules], Any], faulty: Rules) -> str:
    """The check `proofs`: what is promised does not hold."""
    made = prove(faulty)
    return f"{made.id} is {made.verdict}" if made.verdict != PROVED else ""


def apart(faulty: Rules, mirror: TeufelsburgMirror | None = None, seeds: int = 8) -> str:
    """The check `agreement`: in random play engine and terms say different things."""
    for seed in range(seeds):
        found = play_agrees(faulty, seed, 4, 150, mirror or TeufelsburgMirror(rules()))
        if found.partings:
            return f"{found.partings[0].what}: {found.partings[0].how}"
    return ""


def whole(wrong: Sequence[Step]) -> tuple[Step, ...]:
    """All steps, those that are wrong among them: with some left out, a missing step is noticed and not the fault."""
    instead = {step.key: step for step in wrong}
    return tuple(instead.get(step.key, step) for step in STEPS)


def edges_apart(frames: tuple[str, ...], wrong: Any = STEPS) -> str:
    """The check `agreement` at positions that the solver chose."""
    found = edges_agree(rules(), 3, 0, TeufelsburgMirror(rules(), whole(wrong), frames=frames))
    return f"{found.partings[0].what}: {found.partings[0].how}" if found.partings else ""


def hunted(seeds: int = 4) -> str:
    """The check `hunt`: random play comes to a position that cannot be."""
    for seed in range(seeds):
        log = Log()
        play_games(Teufelsburg(rules()), log, seed, 10)
        if log.violation is not None:
            return str(log.violation).split(";")[0]
    return ""


def replayed(faulty: Any, change: Callable[[Any], Any] = lambda finding: finding) -> str:
    """The check `replay`: a finding on file does not end as it says; that the digest is another is not enough."""
    filed = next(p for p in Store(default_folder()).files("teufelsburg") if p.name.startswith("clash.adlung"))
    finding = change(load(filed))
    told = [line for line in replay(finding, {**editions(), "adlung": faulty}) if "digest" not in line]
    return told[0] if told else ""


# ---------------------------------------------------------------- an engine that is wrong

Wrong = Callable[[State, Any, Callable[[State, Any], State]], State]


@contextmanager
def evolving_wrongly(event: str, wrong: Wrong) -> Iterator[None]:
    """The engine with one kind of event changing the state in a wrong way."""
    kind = next(kind for kind in evolving._STEPS if kind.__name__ == event)
    right = evolving._STEPS[kind]
    evolving._STEPS[kind] = lambda state, told: wrong(state, told, right)
    try:
        yield
    finally:
        evolving._STEPS[kind] = right


def _engine(event: str, wrong: Wrong, notice: Callable[[], str]) -> Callable[[], str]:
    def tried() -> str:
        with evolving_wrongly(event, wrong):
            return notice()

    return tried


def _played() -> str:
    return apart(rules())


def _nothing(state: State, _: Any, __: Any) -> State:
    return state


def _of_duel(**fields: Any) -> Wrong:
    return lambda s, e, right: evolve(right(s, e), duel=evolve(
        right(s, e).duel, **{k: v(s, e) if callable(v) else v for k, v in fields.items()}))


def _hands(state: State, seat: int, hand: tuple[str, ...]) -> State:
    return evolve(state, hands=(*state.hands[:seat], tuple(sorted(hand)), *state.hands[seat + 1:]))


OTHER = {"attacker": "defender", "defender": "attacker", "abstains": "abstains", "stand-off": "attacker"}


def _as_shown(state: State, event: Any, right: Callable[[State, Any], State]) -> State:
    return evolve(right(state, event), shown=state.shown)


ENGINE: Mapping[str, tuple[str, Wrong, str]] = {  # what is wrong: the event, what it does, the check
    "a swap swaps nothing": ("Swapped", _nothing, "agreement"),
    "who is swapped with gets nothing": (
        "Swapped", lambda s, e, right: _hands(right(s, e), e.to, s.hands[e.to]), "hunt"),
    "a gift stays": ("Gave", lambda s, e, right: _hands(right(s, e), e.by, s.hands[e.by]), "hunt"),
    "a gift goes nowhere": ("Gave", lambda s, e, right: _hands(right(s, e), e.to, s.hands[e.to]), "hunt"),
    "what is stolen stays": ("Stole", lambda s, e, right: _hands(right(s, e), e.of, s.hands[e.of]), "hunt"),
    "what is drawn stays in the pile": (
        "Drew", lambda s, e, right: evolve(right(s, e), rest=s.rest, top=s.top), "hunt"),
    "the right neighbour is next": (
        "TurnBegan", lambda s, e, right: evolve(right(s, e), active=(s.active - 1) % s.players), "agreement"),
    "turns are not counted": ("TurnBegan", lambda s, e, right: evolve(right(s, e), turn=s.turn), "agreement"),
    "the Tome leaves the occupations": ("RolesSwapped", _nothing, "agreement"),
    "the Tome leaves them face-up": ("RolesSwapped", _as_shown, "agreement"),
    "the Coat's old occupation is lost": (
        "RoleTaken", lambda s, e, right: evolve(right(s, e), leftover=tuple(r for r in s.leftover if r != e.role)),
        "hunt"),
    "a new occupation stays face-up": ("RoleTaken", _as_shown, "agreement"),
    "a used occupation stays hidden": ("Used", _as_shown, "agreement"),
    "a used occupation is not spent": ("Used", lambda s, e, right: evolve(right(s, e), spent=s.spent), "agreement"),
    "what is picked stays in the pile": ("Stacked", lambda s, e, right: evolve(right(s, e), rest=s.rest), "hunt"),
    "support goes to the other side": (
        "Supported", lambda s, e, right: right(s, evolve(e, side=OTHER[e.side])), "agreement"),
    "nobody is silenced": ("Silenced", _nothing, "agreement"),
    "the Duelist bars nobody": ("LeftAlone", _nothing, "agreement"),
    "the Poison Mixer's word is turned": (
        "Appointed", lambda s, e, right: right(s, evolve(e, side=OTHER[e.side])), "agreement"),
    "a symbol is not chosen": ("SymbolChosen", _nothing, "agreement"),
    "the loser wins": ("Counted", lambda s, e, right: right(s, evolve(e, result=OTHER[e.result])), "agreement"),
    "a struggle never ends": ("DuelEnded", _nothing, "agreement"),
    "objects go the other way round": (
        "PassedOn", lambda s, e, right: right(s, evolve(e, step=-e.step)), "agreement"),
    "the others win": ("Decided", lambda s, e, right: right(s, evolve(e, winners=tuple(
        seat for seat in range(s.players) if seat not in e.winners))), "agreement"),
    "the attacked attacks": (
        "Attacked", lambda s, e, right: right(s, evolve(e, by=e.on, on=e.by)), "agreement"),
}

# ---------------------------------------------------------------- the table

UNANSWERED = {  # a norm, and the frame that cannot be answered without it
    "turn.order/1": "end", "trade.offer/2": "offer", "trade.silent/1": "activate", "object.sextant/2": "direct",
    "object.sextant/3": "pass-on", "object.coat/2": "retrain", "hand.surplus/1": "surplus", "hand.surplus/2": "unload",
    "profession.diplomat/2": "demand", "profession.diplomat/3": "demand-what", "profession.clairvoyant/2": "foresee",
    "duel.support/2": "duel.priest", "duel.support/1": "support", "duel.powers/1": "duel.hypnotist",
    "profession.hypnotist/2": "silence", "duel.count/1": "duel.powers", "profession.alchemist/2": "appoint",
    "duel.winner/1": "duel.result", "duel.stand-off/1": "stand-off", "duel.last-object/1": "give-back",
    "profession.priest.tribute/1": "tribute",
}
SWITCHED = {  # switches of the engine alone, turned
    "occupation.shown": "hidden-again", "face-up.counts": "always", "card.points": "both", "coat.choice": "blind",
    "doctor.ends": "winners-turn", "support.bonus": "supported", "doctor.moment": "after-choice",
}


def faults() -> tuple[Fault, ...]:
    """All faults, in a fixed order."""
    pearl = norm("object.black-pearl/1")
    again = {key: norm(key) for key in ("profession.thug/1", "object.throwing-knives/1", "duel.truth/1")}
    listed = [
        *(Fault(f"without {key}", "norm", "gap", lambda k=kind, key=key: gap_at(k, without(key)))
          for key, kind in UNANSWERED.items()),
        Fault("cards and rules are of one rank", "norm", "clash", lambda: clash_at(
            "answer", with_norms(lambda n: evolve(n, rank=0)))),
        Fault("cards and rules are of one rank, at a text", "norm", "clash", lambda: clash_at(
            "activate", with_norms(lambda n: evolve(n, rank=0)))),
        Fault("the pearl must be refused as well", "norm", "clash", lambda: clash_at(
            "answer", with_norms(lambda n: n, evolve(pearl, id="planted/1", move="refuse")))),
        Fault("all support is forbidden", "norm", "clash", lambda: clash_at(
            "support", with_norms(lambda n: n, evolve(norm("duel.support/1"), id="planted/1", mood="forbid")))),
        Fault("nobody may be silenced", "norm", "clash", lambda: clash_at(
            "silence", with_norms(lambda n: n, evolve(norm("profession.hypnotist/2"), id="planted/1", mood="forbid")))),
        Fault("a bag goes for a bag", "norm", "clash", lambda: clash_gone(without("object.bag.no-bag/1"))),
        Fault("a demand binds nobody", "norm", "clash", lambda: clash_gone(without("profession.diplomat.demand/1"))),
        Fault("a bag goes for a bag, promised otherwise", "norm", "proofs", lambda: promise(
            no_bag_for_bag, without("object.bag.no-bag/1"))),
        *(Fault(f"{key} said twice", "norm", "idle", lambda key=key, one=one: idle_of(
            with_norms(lambda n: n, evolve(one, id="planted/1")), key)) for key, one in again.items()),
        Fault("a limit of five for three players", "fact", "proofs", lambda: promise(
            taker, make_rules(EDITION, 3, answers={"hand.limit": "dv"}))),
        Fault("a limit that leaves no room", "fact", "clash", lambda: clash_at(
            "surplus", make_rules(EDITION, 3, answers={"hand.limit": "dv"}))),
        *(Fault(f"{key} is {value}", "fact", "replay", lambda key=key, value=value: replayed(with_fact(key, value)))
          for key, value in {"objects.key": 4, "setup.hand": 1, "associations.each": 1, "objects.dagger": 0}.items()),
        *(Fault(f"the engine takes {key} for {value}", "fact", "agreement", lambda key=key, value=value: apart(
            cast(Rules, Altered(rules(), {key: value}))))
          for key, value in {"victory.needed": 1, "duel.both-symbols": [], "hand.limit": 3}.items()),
        *(Fault(f"the engine takes {key} for {value}", "switch", "agreement", lambda key=key, value=value: apart(
            cast(Rules, Altered(rules(), {key: value})))) for key, value in SWITCHED.items()),
        *(Fault(name, "engine", by, _engine(event, wrong, hunted if by == "hunt" else _played))
          for name, (event, wrong, by) in ENGINE.items()),
        Fault("bags never turn", "engine", "agreement", _engine(
            "BagsTurned", _nothing, lambda: edges_apart(("draw",)))),
        *(Fault(f"step: {name}", "step", "agreement", lambda f=frames, s=steps: edges_apart(f, s))
          for name, (steps, frames, _) in PLANTED.items()),
        Fault("a move on file is another", "file", "replay", lambda: replayed(EDITION, lambda f: evolve(
            f, trace=evolve(f.trace, steps=(f.trace.steps[1], *f.trace.steps[1:]))))),
        Fault("a sentence on file is another", "file", "replay", lambda: replayed(EDITION, lambda f: evolve(
            f, summary="All is well."))),
        Fault("a cause on file is another", "file", "replay", lambda: replayed(EDITION, lambda f: evolve(
            f, cause=f.cause[:1]))),
    ]
    return tuple(listed)


def silent() -> Mapping[str, Callable[[], str]]:
    """Every check with nothing planted: each must say nothing."""
    return {
        **{f"gap at {kind}": lambda kind=kind: gap_at(kind, rules()) for kind in UNANSWERED.values()},
        **{f"clash at {kind}": lambda kind=kind: clash_at(kind, rules())
           for kind in ("answer", "activate", "support", "silence", "surplus")},
        "clash on file": lambda: clash_gone(rules()),
        "proofs of a taker": lambda: promise(taker, rules(3)),
        "proofs of bags": lambda: promise(no_bag_for_bag, rules()),
        **{f"idle {key}": lambda key=key: idle_of(rules(), key)
           for key in ("profession.thug/1", "object.throwing-knives/1", "duel.truth/1")},
        "replay": lambda: replayed(EDITION),
        "agreement in play": lambda: apart(cast(Rules, Altered(rules(), {})), seeds=3),
        "agreement at edges": lambda: edges_apart(("answer", "draw", "unload", "end", "activate", "retrain")),
        "agreement with copied steps": lambda: edges_apart(("answer", "draw"), tuple(evolve(step) for step in STEPS)),
        "hunt": hunted,
    }
