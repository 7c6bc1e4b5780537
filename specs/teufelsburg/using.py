"""The steps of using: an occupation turned over or an object put down, and what it does at that moment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import evolve, frozen

from ...model.teufelsburg.cards import (
    ALCHEMIST,
    CLAIRVOYANT,
    DIPLOMAT,
    DOCTOR,
    HYPNOTIST,
    MIGHT,
    MIGHTY_ROLES,
    PRIEST,
    RING,
    ROLES,
    SWORDSMAN,
)
from ...model.teufelsburg.vocabulary import FRAME_ACTS
from ..algebra import ABSENT, Algebra, Term, at, never
from .codes import KINDS, ROLE_CODES, Box, card
from .counting import ATTACKER, STAND_OFF, counted
from .effects import Act, either, frame, nothing_owed, owe, set_at
from .step import OWES, Can, Leads, Step, always, anybody, both, not_
from .struggling import is_tied, stands_off
from .table import Slot, Table, is_frame
from .tokens import discards_tokens, some_discarded
from .trading import piled

POWERS = "duel.powers"
WINDOWS = ("duel.priest", "duel.hypnotist", POWERS, "duel.result", "duel.choice", "duel.reveal")
PEACEFUL = ("action", "end", "name-allies")  # frames that nothing of a struggle can wait below


def _is(word: str) -> Can:
    return lambda a, _, table, act: a.every((a.eq(act.card, card(word)), a.eq(at(a, table.roles, act.by), card(word))))


def _struggle(_: Algebra, __: Box, table: Table, ___: Act) -> Term:
    return table.duel


def _hides_again(box: Box, kind: str) -> bool:
    return kind != POWERS and box.rules.switch("occupation.shown") == "hidden-again"


def _laid_down(a: Algebra, box: Box, table: Table, act: Act, number: int) -> Table:
    """In a struggle the card lies before the seat; one that is weighed has its place in the order."""

    def one_more(row: tuple[Term, ...], seat: int, numbers: tuple[int, ...]) -> tuple[Term, ...]:
        mine = a.every((table.duel, a.eq(act.by, seat)))
        return tuple(a.total((was, a.ite(mine, 1, 0))) if it == number else was
                     for it, was in zip(numbers, row, strict=True))

    last = a.total(a.ite(a.lt(0, entry), 1, 0) for row in table.rank for entry in row)

    def next_rank(row: tuple[Term, ...], seat: int) -> tuple[Term, ...]:
        mine = a.every((table.duel, a.eq(act.by, seat)))
        return tuple(a.ite(mine, a.total((last, 1)), was) if it == number else was
                     for it, was in zip(box.weighed, row, strict=True))

    return evolve(
        table,
        laid=tuple(one_more(row, seat, tuple(KINDS)) for seat, row in enumerate(table.laid)),
        lies=tuple(one_more(row, seat, ROLE_CODES) for seat, row in enumerate(table.lies)),
        rank=tuple(next_rank(row, seat) for seat, row in enumerate(table.rank)),
    )


def _turned_over(kind: str, word: str) -> Leads:
    """An occupation lies face-up and is spent; outside the powers' moment it may be hidden again at once."""

    def leads(a: Algebra, box: Box, table: Table, act: Act) -> Table:
        shown = set_at(a, table.shown, act.by, not _hides_again(box, kind))
        spent = tuple(True if role == word else was for role, was in zip(ROLES, table.spent, strict=True))
        return _laid_down(a, box, evolve(table, shown=shown, spent=spent), act, card(word))

    return leads


def _fresh_double(word: str) -> Can:
    """A card that is weighed is used once in a struggle: no table tells two."""
    number = card(word)

    def can(a: Algebra, box: Box, table: Table, act: Act) -> Term:
        if number not in box.weighed:
            return True
        ranks = [row[box.weighed.index(number)] for row in table.rank]
        return a.eq(at(a, ranks, act.by), 0)

    return can


# ---------------------------------------------------------------- what each occupation does


@frozen
class Effect:
    """What a card does besides lying there: the table, the events, and whether only a struggle has it."""

    leads: Leads
    tells: tuple[str | tuple[str, Can], ...] = ()
    in_struggle: bool = True
    when: Can = always
    name: str = ""  # where a card does different things, each with a condition of its own


def _puts(kind: str) -> Leads:
    return lambda _, __, table, act: owe(table, 0, frame(kind, act.by))


def _instead(switch: str) -> Can:
    """The use comes in place of the action of the turn."""
    return lambda a, box, table, _: a.every((
        box.rules.value_of(switch) == "instead", is_frame(a, table.agenda[0], "action")))


def _besides(switch: str, *kinds: str) -> Leads:
    """What a use on one's own turn owes, beside the action of the turn, or in its place."""

    def leads(a: Algebra, box: Box, table: Table, act: Act) -> Table:
        frames = tuple(frame(kind, act.by) for kind in kinds)
        beside, instead = owe(table, 0, *frames), _instead(switch)(a, box, table, act)
        return beside if never(instead) else either(a, instead, owe(table, 1, *frames, frame("end", act.by)), beside)

    return leads


def _leaves_alone(a: Algebra, box: Box, table: Table, _: Act) -> Table:
    return discards_tokens(a, box, evolve(table, alone=True))


def _can_pay(a: Algebra, _: Box, table: Table, __: Act) -> Term:
    """The attacker has two objects or more, and gives the priest one."""
    return a.le(2, table.size(a, table.attacker))


def _prevents(_: Algebra, __: Box, table: Table, act: Act) -> Table:
    """The struggle is off, and the turn is over once the attacker has paid."""
    return owe(nothing_owed(table), 0, frame("tribute", table.attacker, to=act.by))


def _prevents_for_nothing(_: Algebra, __: Box, table: Table, ___: Act) -> Table:
    return nothing_owed(table)


def _spares(box: Box) -> bool:
    return box.rules.switch("doctor.spares") == "stand-off"


def _cancels(a: Algebra, box: Box, table: Table, act: Act) -> Table:
    """The struggle has no effects; it may end the turn only if who is on turn has won, as the edition has it."""
    winner = a.ite(a.eq(table.result, ATTACKER), table.attacker, table.defender)
    tie = a.eq(table.result, STAND_OFF)
    wins = a.every((a.no(tie), a.eq(winner, table.active)))
    ends = {"any-turn": True, "winners-turn": wins, "no-turn": False}[box.rules.switch("doctor.ends")]
    cancelled = either(a, ends, nothing_owed(table), owe(table, 1))
    return either(a, tie, stands_off(a, box, table, act), cancelled) if _spares(box) else cancelled


def _nothing_picked_up(a: Algebra, box: Box, table: Table, act: Act) -> Term:
    if not _spares(box):
        return False
    return a.every((is_tied(a, box, table, act), a.no(piled(a, box, table, act))))


EFFECTS: Mapping[str, tuple[Effect, ...]] = {
    DIPLOMAT: (Effect(_besides("diplomat.place", "demand"), (OWES,), False),),
    CLAIRVOYANT: (
        Effect(_besides("clairvoyant.place", "foresee"), ("saw-pile", OWES), False, piled),
        Effect(_besides("clairvoyant.place"), ("saw-pile", (OWES, _instead("clairvoyant.place"))), False,
               not_(piled), "-in-vain"),
    ),
    HYPNOTIST: (Effect(_puts("silence"), (OWES,)),),
    ALCHEMIST: (Effect(_puts("appoint"), (OWES,)),),
    SWORDSMAN: (Effect(_leaves_alone, ("left-alone", ("tokens-discarded", some_discarded))),),
    PRIEST: (
        Effect(_prevents, ("prevented", OWES), when=_can_pay),
        Effect(_prevents_for_nothing, ("prevented", OWES), when=not_(_can_pay), name="-for-nothing"),
    ),
    DOCTOR: (Effect(_cancels, ("cancelled", ("nothing-drawn", _nothing_picked_up), OWES)),),
}


def _hidden_again(kind: str) -> tuple[str, Can]:
    return "hidden-again", lambda a, box, table, act: _hides_again(box, kind)


def _uses(kind: str, word: str) -> Iterator[Step]:
    """The steps in which an occupation is turned over at a kind of frame: with its effect, and where it has none."""
    effects, lies = EFFECTS.get(word, ()), _turned_over(kind, word)
    again = kind == "duel.result" and word in MIGHTY_ROLES  # it changes the count, which is told again
    can, own = both(_is(word), _fresh_double(word)), ("used", _hidden_again(kind), *(("counted",) if again else ()))
    for effect in effects:
        if kind in PEACEFUL and effect.in_struggle:
            continue

        def leads(a: Algebra, box: Box, table: Table, act: Act, does: Leads = effect.leads) -> Table:
            led = does(a, box, lies(a, box, table, act), act)
            return counted(a, box, led) if again else led

        at_work = both(can, effect.when, *((_struggle,) if effect.in_struggle else ()))
        yield Step(kind, "use", at_work, leads, (*own, *effect.tells), who=anybody, role=word,
                   name=f"use-{word}{effect.name}")
    if all(effect.in_struggle for effect in effects):
        idle = both(can, not_(_struggle)) if effects else can
        put = (lambda a, box, table, act: counted(a, box, lies(a, box, table, act))) if again else lies
        yield Step(kind, "use", idle, put, own, who=anybody, role=word, name=f"turn-over-{word}")


# ---------------------------------------------------------------- objects


def _in_hand(number: int) -> Can:
    """The seat holds one of the kind that does not lie there already."""

    def can(a: Algebra, box: Box, table: Table, act: Act) -> Term:
        down = at(a, [row[number - 1] for row in table.laid], act.by)
        more = a.every((a.eq(act.card, number), a.lt(down, table.held(a, act.by, number))))
        if number not in box.weighed:
            return more
        return a.every((more, a.eq(at(a, [row[box.weighed.index(number)] for row in table.rank], act.by), 0)))

    return can


def _object(a: Algebra, box: Box, table: Table, act: Act) -> Term:
    return a.some(_in_hand(kind)(a, box, table, act) for kind in KINDS)


def _puts_down(a: Algebra, box: Box, table: Table, act: Act) -> Table:
    """Whichever object it is lies before the seat."""
    for kind in KINDS:
        here = evolve(act, by=a.ite(a.eq(act.card, kind), act.by, table.players))  # nobody's seat for all other kinds
        table = _laid_down(a, box, table, here, kind)
    return table


def _recounted(a: Algebra, _: Box, __: Table, act: Act) -> Term:
    """The object changes the count: a weapon, or the poison ring."""
    return a.member(act.card, frozenset(card(word) for word in (*MIGHT, RING)))


def _recounts(a: Algebra, box: Box, table: Table, act: Act) -> Table:
    """After the count it is counted again."""
    return counted(a, box, _puts_down(a, box, table, act))


def _objects(kind: str) -> Iterator[Step]:
    if kind != "duel.result":
        yield Step(kind, "use", _object, _puts_down, ("used",), who=anybody, name="put-down")
        return
    yield Step(kind, "use", both(_object, not_(_recounted)), _puts_down, ("used",), who=anybody, name="put-down")
    yield Step(kind, "use", both(_object, _recounted), _recounts, ("used", "counted"), who=anybody,
               name="put-down-counting")


# ---------------------------------------------------------------- the pile


def _unpicked(a: Algebra, _: Box, table: Table, act: Act) -> Term:
    """The pile holds the object besides the one picked before."""
    before = table.agenda[0].card
    return a.some(
        a.every((a.eq(act.card, kind), a.lt(a.ite(a.eq(before, kind), 1, 0), table.piled(kind)))) for kind in KINDS)


def _another(a: Algebra, _: Box, table: Table, __: Act) -> Term:
    """Another one is picked after this: it is the first, and the pile has two."""
    return a.every((a.eq(table.agenda[0].card, ABSENT), a.lt(1, table.pile(a))))


def _picks(_: Algebra, __: Box, table: Table, act: Act) -> Table:
    return owe(table, 1, Slot(table.agenda[0].kind, table.agenda[0].by, card=act.card))


def _stacks(_: Algebra, __: Box, table: Table, act: Act) -> Table:
    return owe(evolve(table, top=(act.card, table.agenda[0].card)), 1)


USING: tuple[Step, ...] = (
    *(step for kind, acts in FRAME_ACTS.items() if "use" in acts for word in ROLES for step in _uses(kind, word)),
    *(step for kind in WINDOWS for step in _objects(kind)),
    Step("foresee", "pick", both(_unpicked, _another), _picks, (OWES,)),
    Step("foresee", "pick", both(_unpicked, not_(_another)), _stacks, ("stacked", OWES), name="stack"),
)
