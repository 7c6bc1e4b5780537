"""The steps of trading: the offer, the traded texts, the Diplomat's demand, the surplus; and those of a turn."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from ...model.game import CHANCE
from ...model.teufelsburg.cards import COAT, DRINK, LEFT, MONOCLE, PRIVILEGE, RIGHT, SEXTANT, TOME, TRADE_TEXTS
from ..algebra import ABSENT, Algebra, Term, at, ne
from .codes import BAG_CALLED, BAG_KINDS, CODES, KINDS, ROLE_CODES, TURNED, Box, card
from .effects import Act, either, frame, move, nothing_owed, owe, pass_on, seat_after, set_at, swap_roles
from .step import OWES, Can, Leads, Step, a_seat, always, anybody, both, chance, chooser, held, not_, of_kinds
from .table import Slot, Table, is_frame
from .tokens import brings_token, takes_token, token_left

WAYS = {way: CODES.code("way", way) for way in (LEFT, RIGHT)}


def _passes(_: Algebra, __: Box, table: Table, act: Act) -> Table:
    return owe(table, 1, frame("end", act.by))


def drops(_: Algebra, __: Box, table: Table, ___: Act) -> Table:
    """The frame is answered, and nothing else comes of it."""
    return owe(table, 1)


def _trades(_: Algebra, __: Box, table: Table, act: Act) -> Table:
    return owe(table, 1, frame("offer", act.by, to=act.to), frame("end", act.by))


def _offers(_: Algebra, __: Box, table: Table, act: Act) -> Table:
    top = table.agenda[0]
    return owe(table, 1, frame("answer", top.to, to=top.by, card=act.card, demanded=top.demanded))


def _refuses(a: Algebra, box: Box, table: Table, act: Act) -> Table:
    return owe(takes_token(a, box, table, act), 1)


def _trying(a: Algebra, table: Table) -> Term:
    """The trade under way is the player's own, and he was refused in it before."""
    own = a.no(a.present(table.agenda[0].demanded))
    return a.every((own, is_frame(a, table.agenda[1], "trade-on")))


def _goes_on(a: Algebra, box: Box, table: Table, _: Act) -> Term:
    """Whoever is refused may ask another player; what a Diplomat demands is no such trade."""
    return a.every((box.tries_on, a.no(a.present(table.agenda[0].demanded))))


def _refuses_on(a: Algebra, box: Box, table: Table, act: Act) -> Table:
    """The one who offered may try another; all who have refused are remembered."""
    top, before = table.agenda[0], _trying(a, table)
    after = takes_token(a, box, evolve(table, refused=set_at(a, table.refused, act.by, True)), act)
    slot = frame("trade-on", top.to, to=top.by)
    return either(a, before, owe(after, 2, slot), owe(after, 1, slot))


def _tries(_: Algebra, __: Box, table: Table, act: Act) -> Table:
    return owe(table, 0, frame("offer", act.by, to=act.to))


def _gives_up(_: Algebra, __: Box, table: Table, ___: Act) -> Table:
    return owe(evolve(table, refused=tuple(False for _ in table.refused)), 1)


def _swaps(a: Algebra, box: Box, table: Table, act: Act) -> Table:
    """Both objects change owners; the text due for who offered comes first, then that for the other."""
    by, to, offered = act.by, table.agenda[0].to, table.agenda[0].card
    after = move(a, table, (offered, to, by), (act.card, by, to))
    first, then = offered, act.card
    if box.rules.value_of("trade.text-for") == "owner":
        first, then = then, first
    asked = table.agenda[0].demanded
    texts = (frame("activate", to, to=by, card=first, other=then, demanded=asked),
             frame("activate", by, to=to, card=then, other=first, demanded=asked))
    as_usual = _texts_due(a, box, table, after, texts)
    if box.rules.value_of("trade.first") != "on-turn":
        return as_usual
    asks = frame("text-order", to, to=by, card=first, other=then, demanded=asked)
    both_read = a.every((_readable(a, table, first), _readable(a, table, then)))
    return either(a, both_read, _texts_due(a, box, table, after, (asks,)), as_usual)


def _readable(a: Algebra, table: Table, kind: Term) -> Term:
    """The object has a text that is read aloud when it is traded."""
    texts = frozenset(card(word) for word in TRADE_TEXTS)
    return a.every((a.member(kind, texts), a.some((a.no(a.member(kind, frozenset(BAG_KINDS))), a.no(table.turned)))))


def _texts_due(a: Algebra, box: Box, table: Table, after: Table, texts: tuple[Slot, ...]) -> Table:
    """The texts, or who says which comes first, lie on what the trade lay on; who refused before is forgotten."""
    if box.rules.value_of("diplomat.place") == "ends-turn":
        ended = evolve(after, refused=tuple(False for _ in after.refused))
        ends = owe(nothing_owed(ended), 0, *texts, frame("end", table.agenda[0].to))
        return either(a, a.present(table.agenda[0].demanded), ends, _on_the_trade(a, box, table, after, texts))
    return _on_the_trade(a, box, table, after, texts)


def _on_the_trade(a: Algebra, box: Box, table: Table, after: Table, texts: tuple[Slot, ...]) -> Table:
    if not box.tries_on:
        return owe(after, 1, *texts)
    before = _trying(a, table)
    forgotten = evolve(after, refused=tuple(a.every((was, a.no(before))) for was in after.refused))
    return either(a, before, owe(forgotten, 2, *texts), owe(forgotten, 1, *texts))


def _one_of_two(a: Algebra, _: Box, table: Table, act: Act) -> Term:
    top = table.agenda[0]
    return a.some((a.eq(act.card, top.card), a.eq(act.card, top.other)))


def _puts_first(a: Algebra, _: Box, table: Table, act: Act) -> Table:
    top = table.agenda[0]
    mine = frame("activate", top.by, to=top.to, card=top.card, other=top.other, demanded=top.demanded)
    theirs = frame("activate", top.to, to=top.by, card=top.other, other=top.card, demanded=top.demanded)
    return either(a, a.eq(act.card, top.card), owe(table, 1, mine, theirs), owe(table, 1, theirs, mine))


def _bag_text(a: Algebra, _: Box, table: Table, __: Act) -> Term:
    return a.every((a.member(table.agenda[0].card, frozenset(BAG_KINDS)), a.no(table.turned)))


def piled(a: Algebra, _: Box, table: Table, __: Act) -> Term:
    """The pile holds something."""
    return a.lt(0, table.pile(a))


def owes_draw(_: Algebra, __: Box, table: Table, act: Act) -> Table:
    """Who moves draws."""
    return owe(table, 1, frame("draw", act.by))


def looks(_: Algebra, box: Box, table: Table, __: Act) -> Table:
    """A look at the association of the frame's other seat; of a row of cards somebody points at one first."""
    by, to = table.agenda[0].by, table.agenda[0].to
    if box.row == 1:
        return owe(table, 1)
    chooses = by if box.rules.value_of("row.chooser") == "looker" else to
    return owe(table, 1, frame("peek", by, to=to, mark=chooses))


def sees_at_once(_: Algebra, box: Box, __: Table, ___: Act) -> Term:
    """There is a single card to look at."""
    return box.row == 1


def _place(a: Algebra, box: Box, _: Table, act: Act) -> Term:
    return a.every((a.le(1, act.choice), a.le(act.choice, box.row), box.row > 1))


def _swaps_roles(a: Algebra, box: Box, table: Table, act: Act) -> Table:
    mine, theirs = (at(a, table.roles, seat) for seat in (act.by, table.agenda[0].to))
    after = owe(swap_roles(a, table, act.by, table.agenda[0].to), 1)
    if box.rules.value_of("tome.renews") != "yes":
        return after
    return evolve(after, spent=tuple(a.every((was, ne(a, mine, role), ne(a, theirs, role)))
                                     for role, was in zip(ROLE_CODES, table.spent, strict=True)))


def _renews(a: Algebra, box: Box, table: Table, act: Act) -> Term:
    """One of the occupations exchanged was used before, and is as if it had not been."""
    pair = [at(a, table.roles, seat) for seat in (act.by, table.agenda[0].to)]
    used = a.some(a.every((was, a.some(a.eq(mine, role) for mine in pair)))
                  for role, was in zip(ROLE_CODES, table.spent, strict=True))
    return a.every((box.rules.value_of("tome.renews") == "yes", used))


def _retrains(_: Algebra, box: Box, table: Table, act: Act) -> Table:
    blind = int(box.rules.switch("coat.choice") == "blind")
    return owe(table, 1, frame("retrain", act.by, mark=blind))


def _directs(_: Algebra, __: Box, table: Table, act: Act) -> Table:
    return owe(table, 1, frame("direct", act.by))


def _way(a: Algebra, _: Box, __: Table, act: Act) -> Term:
    return a.member(act.choice, frozenset(WAYS.values()))


def _together(_: Algebra, box: Box, __: Table, ___: Act) -> Term:
    return box.rules.switch("sextant.order") == "together"


def _all_choose(_: Algebra, __: Box, table: Table, act: Act) -> Table:
    return owe(table, 1, frame("pass-on", 0, mark=act.choice))


def _one_by_one(a: Algebra, _: Box, table: Table, act: Act) -> Table:
    """Whoever gave the Sextant passes on first, then the seat that got his object, and so all around."""
    n, by = table.players, table.agenda[0].by
    left = a.eq(act.choice, WAYS[LEFT])
    seats = [a.ite(left, seat_after(a, n, by, i), seat_after(a, n, by, n - i)) for i in range(1, n + 1)]
    givers = (by, *seats)
    return owe(table, 1, *(frame("pass-in-turn", giver, to=to) for giver, to in zip(givers, seats, strict=False)))


def _may_choose(a: Algebra, box: Box, table: Table, act: Act) -> Term:
    unchosen = a.no(at(a, [table.has_chosen(a, seat) for seat in range(table.players)], act.by))
    return a.every((unchosen, held(a, box, table, act)))


def _last_to_choose(a: Algebra, _: Box, table: Table, act: Act) -> Term:
    return a.every(a.some((a.eq(act.by, seat), table.has_chosen(a, seat))) for seat in range(table.players))


def _last(way: str) -> Can:
    return lambda a, box, table, act: a.every((
        _may_choose(a, box, table, act), _last_to_choose(a, box, table, act), a.eq(table.agenda[0].mark, WAYS[way])))


def _chooses(a: Algebra, _: Box, table: Table, act: Act) -> Table:
    return evolve(table, chosen=tuple(
        tuple(a.ite(a.every((a.eq(act.by, seat), a.eq(act.card, kind))), 1, was)
              for kind, was in zip(KINDS, row, strict=True))
        for seat, row in enumerate(table.chosen)
    ))


def _all_pass(way: str) -> Leads:
    """The last has chosen: all objects move at once, and none of their texts is due."""
    return lambda a, box, table, act: owe(pass_on(_chooses(a, box, table, act), way == LEFT), 1)


def _role_left(a: Algebra, _: Box, table: Table, act: Act) -> Term:
    gone = a.some(a.every((a.eq(act.card, role), out)) for role, out in zip(ROLE_CODES, table.retired, strict=True))
    held_by_nobody = (ne(a, role, act.card) for role in table.roles)
    return a.every((a.member(act.card, frozenset(ROLE_CODES)), a.no(gone), *held_by_nobody, _comes_up(a, table, act)))


def _comes_up(a: Algebra, table: Table, act: Act) -> Term:
    """Drawn blindly, what lies under the others comes after them, in its order."""
    if not table.sunk:
        return True
    place = a.total(a.ite(a.eq(act.card, role), rank, 0) for role, rank in zip(ROLE_CODES, table.sunk, strict=True))
    upper = (
        a.every((a.eq(rank, 0), *(ne(a, held, role) for held in table.roles), a.no(out)))
        for role, rank, out in zip(ROLE_CODES, table.sunk, table.retired, strict=True)
    )
    return a.implies(a.eq(table.agenda[0].mark, 1), a.eq(place, a.ite(a.some(upper), 0, 1)))


def _sinks(_: Algebra, box: Box, __: Table, ___: Act) -> Term:
    """The old occupation goes under the others."""
    return box.sinks


def _sink(a: Algebra, table: Table, taken: Term, old: Term) -> Table:
    """One occupation is taken from those left over, another goes under them all."""
    places = tuple(zip(ROLE_CODES, table.sunk, strict=True))
    gap = a.total(a.ite(a.eq(role, taken), rank, 0) for role, rank in places)
    closed = tuple((role, a.ite(a.eq(role, taken), 0, rank - a.ite(a.every((a.lt(0, gap), a.lt(gap, rank))), 1, 0)))
                   for role, rank in places)
    lowest = a.total((1, *(a.ite(a.lt(0, rank), 1, 0) for _, rank in closed)))
    return evolve(table, sunk=tuple(a.ite(a.eq(role, old), lowest, rank) for role, rank in closed))


def _retrainer(a: Algebra, _: Box, table: Table, act: Act) -> Term:
    """The seat itself, or chance where the choice is blind."""
    top = table.agenda[0]
    return a.some((a.every((a.eq(top.mark, 0), a.eq(act.by, top.by))),
                   a.every((a.eq(top.mark, 1), a.eq(act.by, CHANCE)))))


def _retires(_: Algebra, box: Box, __: Table, ___: Act) -> Term:
    """The old occupation is laid apart."""
    return box.rules.switch("coat.old") == "middle"


def _takes_role(a: Algebra, box: Box, table: Table, act: Act) -> Table:
    by = table.agenda[0].by
    old = at(a, table.roles, by)
    if box.sinks:
        table = _sink(a, table, act.card, old)
    if box.rules.switch("coat.old") == "middle":
        gone = zip(ROLE_CODES, table.retired, strict=True)
        table = evolve(table, retired=tuple(a.some((was, a.eq(old, role))) for role, was in gone))
    after = evolve(table, roles=set_at(a, table.roles, by, act.card), shown=set_at(a, table.shown, by, False))
    return owe(after, 1)


def _drawable(a: Algebra, _: Box, table: Table, act: Act) -> Term:
    """Chance draws what is known on top; where nothing is known, anything the pile holds."""
    lies = a.some(a.every((a.eq(act.card, kind), a.lt(0, table.piled(kind)))) for kind in KINDS)
    return a.every((lies, a.implies(a.present(table.top[0]), a.eq(table.top[0], act.card))))


def _draws(a: Algebra, _: Box, table: Table, act: Act) -> Table:
    by = table.agenda[0].by
    after = evolve(table, top=(*table.top[1:], ABSENT))
    return owe(move(a, after, (act.card, table.players, by)), 1)


def _told_aloud(a: Algebra, box: Box, table: Table) -> Term:
    """A turned bag is told when it is given."""
    return a.every((box.rules.switch("bags.declared") == "when-given", a.some((table.turned, a.eq(table.pile(a), 0)))))


def _gives_bag(a: Algebra, box: Box, table: Table, act: Act) -> Term:
    """One of the objects given is a turned bag, and told."""
    bags = frozenset(BAG_KINDS)
    offered = a.every((is_frame(a, table.agenda[0], "answer"), a.member(table.agenda[0].card, bags)))
    return a.every((_told_aloud(a, box, table), a.some((a.member(act.card, bags), offered))))


def _passes_bag(a: Algebra, box: Box, table: Table, act: Act) -> Term:
    chosen = _chooses(a, box, table, act).chosen
    return a.every((_told_aloud(a, box, table), a.some(a.lt(0, row[bag - 1]) for row in chosen for bag in BAG_KINDS)))


DECLARES = ("bag-declared", _gives_bag)
DECLARES_ALL = ("bag-declared", _passes_bag)


def _unloads_on(_: Algebra, __: Box, table: Table, act: Act) -> Table:
    return owe(table, 1, frame("unload", act.by, to=act.to))


def gives(a: Algebra, _: Box, table: Table, act: Act) -> Table:
    """An object goes to the frame's other seat."""
    return owe(move(a, table, (act.card, act.by, table.agenda[0].to)), 1)


def giver_and_taker(table: Table, act: Act) -> tuple[Term, ...]:
    """The giver may still have too much, or who got it."""
    return act.by, table.agenda[0].to


def _asks(_: Algebra, __: Box, table: Table, act: Act) -> Table:
    return owe(table, 1, frame("demand-what", act.by, to=act.to))


def _has(a: Algebra, _: Box, table: Table, act: Act) -> Term:
    """The player asked has what is demanded, under the name it is called, and not face-down on the table."""
    to, turned = table.agenda[0].to, table.turned

    def called(kind: int) -> Term:
        if kind not in BAG_KINDS:
            return a.eq(act.card, kind)
        return a.some((a.eq(act.card, kind), aloud(kind)))

    def aloud(kind: int) -> Term:
        return a.ite(turned, a.eq(act.card, TURNED[kind]), a.eq(act.card, BAG_CALLED))

    return a.some(a.every((called(kind), a.lt(0, table.free(a, to, kind)))) for kind in KINDS)


def _named(a: Algebra, box: Box, table: Table, act: Act) -> Term:
    not_named = BAG_KINDS if box.has(DRINK) else (*BAG_KINDS, card(DRINK))
    words = frozenset(kind for kind in (*KINDS, BAG_CALLED) if kind not in not_named)
    return a.every((a.member(act.card, words), a.implies(a.eq(act.card, BAG_CALLED), a.no(table.turned))))


def _which_bag(a: Algebra, box: Box, _: Table, act: Act) -> Term:
    """Which of the bags is demanded may be said."""
    return a.every((box.rules.switch("demand.bag") == "this-bag", a.eq(act.card, BAG_CALLED)))


def _bag(a: Algebra, _: Box, __: Table, act: Act) -> Term:
    return a.member(act.card, frozenset(BAG_KINDS))


def _asks_which(_: Algebra, __: Box, table: Table, act: Act) -> Table:
    return owe(table, 1, frame("demand-bag", act.by, to=table.agenda[0].to))


def _demands(_: Algebra, __: Box, table: Table, act: Act) -> Table:
    return owe(table, 1, frame("offer", act.by, to=table.agenda[0].to, demanded=act.card))


def _ends(_: Algebra, __: Box, table: Table, ___: Act) -> Table:
    return nothing_owed(table)


def _read_by_name(_: Algebra, box: Box, __: Table, ___: Act) -> Term:
    """Who reads a bag's text tells which bag it is."""
    return box.rules.value_of("bag.read") == "named"


def _activating() -> tuple[Step, ...]:
    texts: Mapping[str, tuple[Can, Leads, tuple[str | tuple[str, Can], ...]]] = {
        "bag": (both(_bag_text, piled), owes_draw, (("bag-declared", _read_by_name),)),
        "bag-in-vain": (both(_bag_text, not_(piled)), drops, ("nothing-drawn", ("bag-declared", _read_by_name))),
        "privilege": (of_kinds(PRIVILEGE), drops, ("saw-objects",)),
        "monocle": (of_kinds(MONOCLE), looks, (("saw-side", sees_at_once),)),
        "tome": (of_kinds(TOME), _swaps_roles, ("roles-swapped", ("role-renewed", _renews))),
        "coat": (of_kinds(COAT), _retrains, ()),
        "sextant": (of_kinds(SEXTANT), _directs, ()),
    }
    return tuple(Step("activate", "activate", can, leads, ("activated", *tells, OWES), name=f"activate-{text}")
                 for text, (can, leads, tells) in texts.items())


def _shown_to_all(_: Algebra, box: Box, __: Table, ___: Act) -> Term:
    """Who lacks what is demanded shows the whole table so."""
    return box.rules.value_of("lacking.shown") == "to-all"


_DEMANDS: tuple[tuple[str, tuple[Can, ...]], ...] = (
    ("demand-what", (_named, not_(_which_bag))), ("demand-bag", (_bag,)),
)
_REFUSED = (
    "refused", ("token-taken", both(brings_token, token_left)), ("no-token", both(brings_token, not_(token_left))),
    OWES,
)
TRADING: tuple[Step, ...] = (
    Step("action", "pass", always, _passes, ("passed", OWES)),
    Step("end", "end-turn", always, drops, (OWES,)),
    Step("action", "trade", a_seat, _trades, (OWES,)),
    Step("offer", "offer", held, _offers, ("offered", OWES)),
    Step("answer", "refuse", not_(_goes_on), _refuses, _REFUSED),
    Step("answer", "refuse", _goes_on, _refuses_on, _REFUSED, name="refuse-on"),
    Step("trade-on", "trade", a_seat, _tries, (OWES,)),
    Step("trade-on", "leave", always, _gives_up, ("trade-left", OWES)),
    Step("answer", "return", held, _swaps, ("swapped", DECLARES, OWES)),
    Step("text-order", "put-first", _one_of_two, _puts_first, (OWES,)),
    *_activating(),
    Step("activate", "leave", always, drops, ("unread", OWES)),
    Step("peek", "peek", _place, drops, ("saw-side", OWES), who=chooser),
    Step("direct", "direct", both(_way, _together), _all_choose, ("directed", OWES)),
    Step("direct", "direct", both(_way, not_(_together)), _one_by_one, ("directed", OWES), name="in-turn",
         grows=lambda box: box.players - 1),
    Step("pass-in-turn", "pass-on", held, gives, ("gave", DECLARES, OWES), gets=giver_and_taker),
    Step("pass-on", "pass-on", both(_may_choose, not_(_last_to_choose)), _chooses, ("chosen",), who=anybody),
    *(Step("pass-on", "pass-on", _last(way), _all_pass(way), ("chosen", "passed-on", DECLARES_ALL, OWES),
           who=anybody,
           name=f"all-{way}") for way in WAYS),
    Step("retrain", "take-role", _role_left, _takes_role,
         ("role-taken", ("role-retired", _retires), ("role-sunk", _sinks), OWES), who=_retrainer),
    Step("draw", "draw", _drawable, _draws, ("drew", OWES), who=chance, gets=lambda t, _: (t.agenda[0].by,)),
    Step("action", "give-to", a_seat, _unloads_on, (OWES,)),
    Step("surplus", "give-to", a_seat, _unloads_on, (OWES,)),
    Step("unload", "give", held, gives, ("gave", DECLARES, OWES), gets=giver_and_taker),
    Step("demand", "demand-of", a_seat, _asks, (OWES,)),
    Step("demand-what", "demand", both(_named, _which_bag), _asks_which, (OWES,), name="ask-which-bag"),
    *(Step(kind, "demand", both(*cans, _has), _demands, ("demanded", OWES)) for kind, cans in _DEMANDS),
    *(Step(kind, "demand", both(*cans, not_(_has)), _ends,
           ("demanded", "lacking", ("saw-objects", not_(_shown_to_all)), ("showed-hand", _shown_to_all), OWES),
           name="lack")
      for kind, cans in _DEMANDS),
)
