"""The steps that end a game: the proclamation, the naming, the verdict."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from ...model.teufelsburg.cards import (
    ALONE,
    BAG_GOBLET,
    BAG_KEY,
    BROTHERHOOD,
    DRINK,
    GOBLET,
    KEY,
    ORDER,
    PEARL,
    SEAL,
)
from ..algebra import Algebra, Term, at, ne
from .codes import CODES, Box, card
from .effects import Act, frame, nothing_owed, owe
from .step import OWES, Step, a_seat, always, both, not_
from .table import Table, undecided

NEEDS = {CODES.code("side", side): (card(kind), card(bag))
         for side, kind, bag in ((ORDER, KEY, BAG_KEY), (BROTHERHOOD, GOBLET, BAG_GOBLET))}
BASES = ("action", "end")
BY_ONESELF = CODES.code("side", ALONE)


def _claims_alone(a: Algebra, _: Box, __: Table, act: Act) -> Term:
    return a.eq(act.choice, BY_ONESELF)


def _claims(a: Algebra, _: Box, __: Table, act: Act) -> Term:
    return a.member(act.choice, frozenset((*NEEDS, BY_ONESELF)))


def _points_out(a: Algebra, box: Box, table: Table, act: Act) -> Term:
    """One's own association is claimed, and companions are pointed out before the holders."""
    return a.every((box.points_out, a.eq(act.choice, at(a, table.sides, act.by))))


def _in_words(_: Algebra, box: Box, __: Table, ___: Act) -> Term:
    """Whoever is named shows nothing yet."""
    return box.points_out


def _begins_pointing(_: Algebra, __: Box, table: Table, act: Act) -> Table:
    return owe(table, 1, frame("point-out", act.by, mark=act.choice))


def _pointed(a: Algebra, _: Box, table: Table, act: Act) -> Table:
    return evolve(table, pointed=tuple(
        a.total((was, a.ite(a.eq(act.to, seat), 1, 0))) for seat, was in enumerate(table.pointed)))


def _goes_on_to_holders(_: Algebra, __: Box, table: Table, ___: Act) -> Table:
    top = table.agenda[0]
    return owe(table, 0, frame("name-allies", top.by, mark=top.mark))


def _names(_: Algebra, __: Box, table: Table, act: Act) -> Table:
    return owe(table, 1, frame("name-allies", act.by, mark=act.choice))


def _named(a: Algebra, _: Box, table: Table, act: Act) -> Table:
    return evolve(table, named=tuple(
        a.total((was, a.ite(a.eq(act.to, seat), 1, 0))) for seat, was in enumerate(table.named)))


# ---------------------------------------------------------------- what is shown


def shown(a: Algebra, box: Box, table: Table, seat: Term, claim: int) -> Term:
    """How many of the objects an association needs a seat shows; a turned bag is one."""
    kind, bag = NEEDS[claim]
    counts = True if box.rules.switch("bag.counts") == "always" else table.turned
    return a.total((table.held(a, seat, kind), a.ite(counts, table.held(a, seat, bag), 0)))


def _many(a: Algebra, table: Table, side: Term) -> Term:
    """How many players an association has."""
    return a.total(a.ite(a.eq(s, side), 1, 0) for s in table.sides)


def _smaller(a: Algebra, table: Table, side: Term) -> Term:
    many = _many(a, table, side)
    return a.lt(a.total((many, many)), table.players)


def _enough(a: Algebra, box: Box, few: Term, *shows: Term) -> Term:
    """What is shown is what is needed, by whom: the smaller association may need less."""
    needed, fewer = int(box.rules.fact("victory.needed")), box.rules.given("victory.needed.smaller")
    return a.le(needed if fewer is None else a.ite(few, int(fewer), needed), a.total(shows))


def _idle_name(a: Algebra, box: Box, shows: Sequence[Term], named: Sequence[Term]) -> Term:
    """Somebody was named who has nothing to show, where that is false."""
    if box.rules.switch("victory.idle-name") != "false":
        return False
    return a.some(a.every((is_named, a.eq(show, 0))) for is_named, show in zip(named, shows, strict=True))


def _claim_is_right(a: Algebra, box: Box, table: Table, by: Term, claim: int) -> Term:
    """The association of who proclaims shows what is needed, the players named with it."""
    seats, switch = range(table.players), box.rules.switch
    me = [a.eq(by, seat) for seat in seats]
    named = [a.every((a.lt(0, times), a.no(mine))) for times, mine in zip(table.named, me, strict=True)]
    own = [a.eq(side, claim) for side in table.sides]
    shows = [shown(a, box, table, seat, claim) for seat in seats]
    fails = [_idle_name(a, box, shows, named)]
    fails += [a.every((is_named, a.no(mine))) for is_named, mine in zip(named, own, strict=True)]
    pointed = [a.lt(0, times) for times in table.pointed]
    fails += [a.every((is_pointed, a.no(mine))) for is_pointed, mine in zip(pointed, own, strict=False)]
    if box.rules.value_of("victory.unnamed-ally") == "false":
        said = pointed or [False for _ in seats]
        fails += [a.every((own[s], a.no(a.some((me[s], named[s], said[s]))))) for s in seats]
    if switch("victory.barred") == "loses":
        pearl = a.lt(0, table.held(a, by, card(PEARL)))
        fails.append(a.some((a.eq(shown(a, box, table, by, claim), 0), pearl)))
    if switch("victory.unnamed-holder") == "false":
        fails += [a.every((own[s], a.no(me[s]), a.no(named[s]), a.lt(0, shows[s]))) for s in seats]
    whole = box.rules.value_of("victory.counts") == "association"
    told = [a.ite(own[s] if whole else a.some((me[s], named[s])), shows[s], 0) for s in seats]
    few = _smaller(a, table, claim)
    told.append(a.ite(few, _drinks(a, box, table, claim, box.rules.value_of("drink.counts") == "each"), 0))
    return a.every((a.no(a.some(fails)), _enough(a, box, few, *told)))


def _drinks(a: Algebra, box: Box, table: Table, claim: int, each: bool) -> Term:
    """How many objects the Drinks of an association stand in for: each member's, or one if there are any."""
    own, dealt = [a.eq(side, claim) for side in table.sides], int(box.rules.given("drinks.dealt") or 0)
    if not box.drinks:
        return a.total(a.ite(mine, dealt, 0) for mine in own) if each else dealt
    held = a.total(a.ite(mine, table.held(a, seat, card(DRINK)), 0) for seat, mine in enumerate(own))
    return held if each else a.ite(a.lt(0, held), 1, 0)


def _fortune_is_right(a: Algebra, box: Box, table: Table, claim: int) -> Term:
    """Whoever tells the other association's victory names those of it that show what it needs."""
    seats = range(table.players)
    named = [a.lt(0, times) for times in table.named]
    shows = [shown(a, box, table, seat, claim) for seat in seats]
    stray = [a.every((named[s], ne(a, table.sides[s], claim))) for s in seats]
    if box.rules.value_of("rival.unnamed-holder") == "false":
        stray += [a.every((a.eq(table.sides[s], claim), a.no(named[s]), a.lt(0, shows[s]))) for s in seats]
    whole = box.rules.value_of("rival.counts") == "association"
    told = [a.ite(a.eq(table.sides[s], claim) if whole else named[s], shows[s], 0) for s in seats]
    few = _smaller(a, table, claim)
    if box.rules.value_of("fortune.drink") == "yes":
        each = bool(box.drinks) and box.rules.value_of("drink.counts") == "each"
        told.append(a.ite(few, _drinks(a, box, table, claim, each), 0))
    fewer = few if box.rules.value_of("rival.smaller") == "fewer" else False
    return a.every((a.no(a.some((*stray, _idle_name(a, box, shows, named)))), _enough(a, box, fewer, *told)))


def _statement_is_right(a: Algebra, box: Box, table: Table) -> Term:
    by, told = table.agenda[0].by, table.agenda[0].mark
    own = at(a, table.sides, by)
    return a.some(
        a.every((a.eq(told, claim), a.ite(a.eq(own, claim), _claim_is_right(a, box, table, by, claim),
                                          _fortune_is_right(a, box, table, claim))))
        for claim in NEEDS
    )


def _alone_is_right(a: Algebra, box: Box, table: Table, by: Term) -> Term:
    """The coat of arms and keys and goblets together; no drink counts."""
    shows = (shown(a, box, table, by, claim) for claim in NEEDS)
    return a.every((a.lt(0, table.held(a, by, card(SEAL))), _enough(a, box, False, *shows)))


# ---------------------------------------------------------------- the verdict


def _decided(a: Algebra, box: Box, table: Table, by: Term, claim: Term, right: Term) -> Table:
    """The game is over: who wins is one alone, or an association."""
    own = at(a, table.sides, by)
    teller = box.rules.value_of("fortune.winners") == "teller"
    sole = a.every((a.some((a.eq(claim, BY_ONESELF), a.every((teller, ne(a, claim, own))))), right))
    all_others = box.rules.value_of("alone.lost") == "all-others"
    lied = a.every((all_others, a.eq(claim, BY_ONESELF), a.no(right)))
    winners = tuple(
        a.ite(sole, a.eq(by, seat), a.ite(lied, ne(a, by, seat), a.iff(a.eq(side, own), right)))
        for seat, side in enumerate(table.sides))
    verdict = {**undecided(table.players), "over": True, "judged": by, "claim": claim, "right": right}
    return nothing_owed(evolve(table, **{**verdict, "winners": winners}))


def _wins_alone(a: Algebra, box: Box, table: Table, act: Act) -> Table:
    return _decided(a, box, table, act.by, act.choice, _alone_is_right(a, box, table, act.by))


def _is_judged(a: Algebra, box: Box, table: Table, _: Act) -> Table:
    top = table.agenda[0]
    return _decided(a, box, table, top.by, top.mark, _statement_is_right(a, box, table))


PROCLAIMING: tuple[Step, ...] = (
    *(Step(kind, "proclaim", both(_claims, not_(_claims_alone), not_(_points_out)), _names, ("proclaimed", OWES))
      for kind in BASES),
    *(Step(kind, "proclaim", both(_claims, not_(_claims_alone), _points_out), _begins_pointing, ("proclaimed", OWES),
           name="proclaim-pointing") for kind in BASES),
    Step("point-out", "point-out", a_seat, _pointed, ("pointed-out", OWES)),
    Step("point-out", "done", always, _goes_on_to_holders, (OWES,)),
    *(Step(kind, "proclaim", _claims_alone, _wins_alone, ("proclaimed", "decided", OWES), name="proclaim-alone")
      for kind in BASES),
    Step("name-allies", "name", a_seat, _named, (("named", not_(_in_words)), ("pointed-out", _in_words), OWES)),
    Step("name-allies", "done", always, _is_judged, ("decided", OWES)),
)
