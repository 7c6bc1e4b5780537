"""What follows by itself where nothing is owed, written apart from the engine: one piece after the other.

Objects are given out place by place; a dice-off begins, is counted, rolled for again, won and over; a round ends, or
the game does. Where nothing is owed and nobody has won, exactly one piece comes next, which is proved.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import evolve, frozen

from ...model.dice_devils.ranks import FEHLERTEUFEL, OBERTEUFEL, PUTZTEUFEL, SATANSBRATEN, SPIELTEUFEL, SPRINGTEUFEL
from ..algebra import Algebra, Bag, Term, at
from .steps import gives, owing, put
from .table import CODES, NONE, SETTLING, Box, Fight, Table, frame, many, no_fight, which

When = Callable[[Algebra, Box, Table], Term]
Leads = Callable[[Algebra, Box, Table], Table]
Tells = Callable[[Algebra, Box, Table], Sequence[tuple[str, Term]]]


@frozen
class Piece:
    """Something that follows by itself: when, where it leads, which kinds of event happen in it."""

    key: str
    when: When
    leads: Leads
    tells: Tells


def settling(a: Algebra, table: Table) -> Term:
    """Nothing is owed, and nobody has won."""
    return a.every((a.eq(table.owed.kind, SETTLING), a.eq(table.winner, NONE)))


def _fights(a: Algebra, table: Table) -> Term:
    return a.le(0, table.fight.at)


def _undecided(a: Algebra, table: Table) -> Term:
    return a.every((_fights(a, table), a.eq(table.fight.winner, NONE)))


# ---------------------------------------------------------------- scores


def smallest(a: Algebra, box: Box, table: Table) -> Term:
    """rank.satansbraten: the die that the Satansbraten adds."""
    over = table.of_owner(a, OBERTEUFEL, [roll[-1] for roll in table.dice], 0)
    lying = table.first if box.rules.switch("satansbraten.adds") == "first" else over
    return a.ite(a.eq(table.fight.die, NONE), lying, table.fight.die)


def scores(a: Algebra, box: Box, table: Table) -> tuple[Term, ...]:
    """dice-off.score, rank.oberteufel: what each seat's dice are worth: the first two, which are the greatest."""
    added = smallest(a, box, table)
    return tuple(
        a.total((*roll[:2], a.ite(table.has(a, seat, SATANSBRATEN), added, 0))) for seat, roll in enumerate(table.dice))


def tied(a: Algebra, box: Box, table: Table) -> tuple[Term, ...]:
    """For each seat whether it has the highest score of those who can win, or a share in it."""
    worth, among = scores(a, box, table), table.fight.among
    return tuple(
        a.every((mine, *(a.implies(theirs, a.le(other, score)) for theirs, other in zip(among, worth, strict=True))))
        for mine, score in zip(among, worth, strict=True))


def winning(a: Algebra, box: Box, table: Table) -> tuple[Term, Term]:
    """Whether somebody wins what is counted now, and who."""
    best, switch = tied(a, box, table), box.rules.switch
    alone = a.eq(many(a, best), 1)
    jumps = [a.every((yes, table.has(a, seat, SPRINGTEUFEL))) for seat, yes in enumerate(best)]
    by_jump = a.some(jumps) if switch("springteufel.ties") == "wins" else False
    by_rank = table.fight.again if switch("reroll.tied") == "rank" else False
    who = a.ite(alone, which(a, best), a.ite(by_jump, which(a, jumps), table.highest(a, best)))
    return a.some((alone, by_jump, by_rank)), who


def _may_force(a: Algebra, box: Box, table: Table) -> Term:
    """rank.spielteufel: he can win still, has forced nobody in this round, and was not asked since the roll."""
    there = a.some(a.every((yes, table.has(a, seat, SPIELTEUFEL))) for seat, yes in enumerate(table.fight.among))
    soon = True if box.rules.switch("spielteufel.moment") == "late" else a.no(table.fight.again)
    return a.every((_undecided(a, table), there, a.no(table.forced), a.no(table.fight.looked), soon))


# ---------------------------------------------------------------- a dice-off


def _ask(a: Algebra, _: Box, table: Table) -> Table:
    return owing(table, frame("force"), table.owner(a, SPIELTEUFEL))


def _counts(a: Algebra, box: Box, table: Table) -> Term:
    return a.every((_undecided(a, table), a.no(_may_force(a, box, table))))


def _ties(a: Algebra, box: Box, table: Table) -> Term:
    return a.every((_counts(a, box, table), a.no(winning(a, box, table)[0])))


def _tie(a: Algebra, box: Box, table: Table) -> Table:
    """dice-off.tie: who shares the highest score rolls again; the Satansbraten may have to do without the die."""
    best, fight = tied(a, box, table), table.fight
    satan = a.some(a.every((yes, table.has(a, seat, SATANSBRATEN))) for seat, yes in enumerate(best))
    bare = satan if box.rules.switch("satansbraten.reroll") == "bare" else False
    again = evolve(fight, among=best, die=a.ite(bare, 0, fight.die), again=True, looked=False)
    return owing(evolve(table, fight=again), frame("roll"), table.highest(a, best), rolls=best, open=True)


def _is_won(a: Algebra, box: Box, table: Table) -> Term:
    return a.every((_counts(a, box, table), winning(a, box, table)[0]))


def taken(a: Algebra, table: Table, seat: Term, place: Term) -> Table:
    """The object at a place is a seat's."""
    return evolve(gives(a, table, seat, at(a, table.row, place), 1), row=put(a, table.row, place, 0))


def _use(a: Algebra, box: Box, table: Table) -> tuple[Term, Term, Term]:
    """Who wins, and whether he can steal or exchange: some other who takes part has something for it."""
    who = winning(a, box, table)[1]
    beaten = [a.every((yes, a.no(a.eq(who, seat)))) for seat, yes in enumerate(table.fight.seats)]
    cheap = [key for key in box.kinds if box.rules.value_of(f"value.{CODES.value('card', key)}") == 1]

    def there(what: frozenset[int] | None) -> Term:
        pairs = zip(beaten, table.hands, strict=True)
        return a.some(a.every((yes, a.lt(0, a.count(hand, what)))) for yes, hand in pairs)

    steals = a.every((table.has(a, who, FEHLERTEUFEL), there(frozenset(cheap))))
    return who, steals, a.every((table.has(a, who, PUTZTEUFEL), there(None)))


def _win(a: Algebra, box: Box, table: Table) -> Table:
    """dice-off.object: the winner has the object, and may do what his rank can, then change ranks."""
    who, steals, exchanges = _use(a, box, table)
    won = taken(a, evolve(table, fight=evolve(table.fight, winner=who)), who, table.fight.at)
    return owing(won, a.ite(steals, frame("steal"), a.ite(exchanges, frame("exchange"), frame("swap"))), who)


def _win_tells(a: Algebra, box: Box, table: Table) -> Sequence[tuple[str, Term]]:
    who, steals, exchanges = _use(a, box, table)
    able = a.some(table.has(a, who, name) for name in (FEHLERTEUFEL, PUTZTEUFEL))
    return ("won", True), ("owes", True), ("nothing-there", a.every((able, a.no(a.some((steals, exchanges))))))


def _over(a: Algebra, _: Box, table: Table) -> Table:
    done = put(a, table.settled, table.fight.at, True)
    return owing(evolve(table, settled=done, fight=no_fight(table.players)))


# ---------------------------------------------------------------- objects given out


def _next_place(a: Algebra, table: Table) -> tuple[Term, Term]:
    """dice-off.first: whether a place is left at which somebody wants something, and which: the Oberteufel's first."""
    wanted = [a.every((a.some(table.wants(a, i)), a.no(done))) for i, done in enumerate(table.settled)]
    mark = table.of_owner(a, OBERTEUFEL, table.marks, NONE)
    his = a.some(a.every((a.eq(mark, i), open_)) for i, open_ in enumerate(wanted))
    return a.some(wanted), a.ite(his, mark, which(a, wanted))


def _left(a: Algebra, table: Table) -> Term:
    """Nothing is fought over, and something is left to be given out."""
    return a.every((a.no(_fights(a, table)), _next_place(a, table)[0]))


def _is_alone(a: Algebra, table: Table) -> Term:
    return a.eq(many(a, table.wants(a, _next_place(a, table)[1])), 1)


def _shows(a: Algebra, table: Table) -> tuple[Term, Term]:
    """Who has an object for himself, and whether he shows his dice for the Satansbraten's sake."""
    who = which(a, table.wants(a, _next_place(a, table)[1]))
    return who, a.every((table.has(a, who, OBERTEUFEL), table.in_game(a, SATANSBRATEN)))


def _claim(a: Algebra, _: Box, table: Table) -> Table:
    """claim.alone: the object is his who wants it alone."""
    place, (who, shows) = _next_place(a, table)[1], _shows(a, table)
    shown = tuple(a.some((old, a.every((shows, a.eq(who, seat))))) for seat, old in enumerate(table.shown))
    return owing(evolve(taken(a, table, who, place), settled=put(a, table.settled, place, True), shown=shown))


def _begin(a: Algebra, _: Box, table: Table) -> Table:
    """dice-off.reveal: all who want the object show their dice."""
    place = _next_place(a, table)[1]
    seats = table.wants(a, place)
    shown = tuple(a.some(pair) for pair in zip(table.shown, seats, strict=True))
    return owing(evolve(table, shown=shown, fight=Fight(place, seats, seats, NONE, False, False, NONE)))


# ---------------------------------------------------------------- a round ends, or the game


def _given_out(a: Algebra, table: Table) -> Term:
    return a.every((a.no(_fights(a, table)), a.no(_next_place(a, table)[0])))


def _enough(a: Algebra, box: Box, table: Table) -> Term:
    return a.some(a.le(box.rules.fact("end.objects"), a.count(hand, None)) for hand in table.hands)


def points(a: Algebra, box: Box, hand: Bag) -> Term:
    """points.values, points.triplets: what objects are worth."""
    size, bonus = box.rules.fact("triplet.size"), box.rules.fact("points.triplet")
    found = []
    for key, whole in box.kinds.items():
        triplets = [a.ite(a.le(size * i, hand[key]), bonus, 0) for i in range(1, whole // size + 1)]
        counted = triplets[:1] if box.rules.switch("triplets.count") == "once" else triplets
        found += [hand[key] * box.rules.fact(f"value.{CODES.value('card', key)}"), *counted]
    return a.total(found)


def _best(a: Algebra, box: Box, table: Table) -> Term:
    """victory.points, victory.tie, victory.springteufel: who wins; points go before ranks."""
    worth = [points(a, box, hand) for hand in table.hands]
    likes = [a.ite(table.has(a, seat, SPRINGTEUFEL), 0, mine) for seat, mine in enumerate(table.ranks)]
    wins = [a.every(a.some((a.lt(theirs, mine), a.every((a.eq(theirs, mine), a.le(likes[i], likes[j])))))
                    for j, theirs in enumerate(worth)) for i, mine in enumerate(worth)]
    return which(a, wins)


def _count(a: Algebra, box: Box, table: Table) -> Table:
    return evolve(owing(table), winner=_best(a, box, table))


def _new(a: Algebra, box: Box, table: Table) -> tuple[Term, Term]:
    """reveal.number, reveal.left-over: how many objects are to be revealed, and how many there are for it."""
    lying, heap = table.lying(a), a.count(table.heap, None)
    wanted = a.ite(a.le(box.most, lying), 0, box.most - lying) if box.up_to else box.most
    return wanted, heap


def _short(a: Algebra, box: Box, table: Table) -> Term:
    wanted, heap = _new(a, box, table)
    return a.lt(heap, wanted)


def _ends_short(a: Algebra, box: Box, table: Table) -> Term:
    return _short(a, box, table) if box.rules.switch("supply.short") == "ends" else False


def _another(a: Algebra, table: Table) -> Table:
    """round.next: markers are back, dice are nowhere, the row closes up."""
    n, there = table.players, [a.lt(0, kind) for kind in table.row]
    before = [many(a, there[:i]) for i in range(len(there))]
    row = tuple(a.total(a.ite(a.every((there[i], a.eq(before[i], place))), kind, 0)
                        for i, kind in enumerate(table.row) if i >= place) for place in range(len(table.row)))
    return evolve(table, row=row, long=many(a, there), dice=tuple((0,) * len(roll) for roll in table.dice),
                  shown=(False,) * n, marks=(NONE,) * n, settled=(False,) * len(row), turn=table.turn + 1, first=0,
                  forced=False)


def _round(a: Algebra, box: Box, table: Table) -> Table:
    """What is owed in another round: objects, then rolls, then markers."""
    wanted, heap = _new(a, box, table)
    new = a.ite(a.le(wanted, heap), wanted, heap)
    none = a.eq(new, 0)
    return owing(_another(a, table), a.ite(none, frame("roll"), frame("reveal")), reveals=new,
                 rolls=(none,) * table.players)


def _always(*tags: str) -> Tells:
    return lambda a, box, table: tuple((tag, True) for tag in tags)


PIECES: tuple[Piece, ...] = (
    Piece("over", lambda a, b, t: a.every((_fights(a, t), a.no(_undecided(a, t)))), _over, _always("dice-off-over")),
    Piece("ask", _may_force, _ask, _always("owes")),
    Piece("tie", _ties, _tie, _always("tied", "owes")),
    Piece("win", _is_won, _win, _win_tells),
    Piece("claim", lambda a, b, t: a.every((_left(a, t), _is_alone(a, t))), _claim,
          lambda a, b, t: (("claimed", True), ("shown", _shows(a, t)[1]))),
    Piece("fight", lambda a, b, t: a.every((_left(a, t), a.no(_is_alone(a, t)))), _begin, _always("dice-off", "shown")),
    Piece("count", lambda a, b, t: a.every((_given_out(a, t), _enough(a, b, t))), _count,
          _always("counted", "decided")),
    Piece("short", lambda a, b, t: a.every((_given_out(a, t), a.no(_enough(a, b, t)), _ends_short(a, b, t))),
          lambda a, b, t: _count(a, b, _another(a, t)), _always("round", "ran-short", "counted", "decided")),
    Piece("round", lambda a, b, t: a.every((_given_out(a, t), a.no(_enough(a, b, t)), a.no(_ends_short(a, b, t)))),
          _round, lambda a, b, t: (("round", True), ("owes", True), ("ran-short", _short(a, b, t)))),
)
