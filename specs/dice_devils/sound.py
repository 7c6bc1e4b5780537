"""What holds of every position, by name: proved by induction over all steps and all that follows by itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, pairwise, permutations

from ...model.dice_devils.ranks import FEHLERTEUFEL, OBERTEUFEL, PUTZTEUFEL, RANKS, SATANSBRATEN, SPIELTEUFEL
from ..algebra import Algebra, Term, at, never
from .settle import winning
from .table import NONE, SETTLING, Box, Table, frame, many, rank

ON_TABLE = "objects"


def sound(a: Algebra, box: Box, table: Table) -> Mapping[str, Term]:
    """What holds of every position; those of games are among them."""
    return {
        "ranks": a.every(_ranks(a, box, table)), ON_TABLE: a.every(_objects(a, box, table)),
        "row": a.every(_row(a, box, table)), "dice": a.every(_dice(a, box, table)),
        "markers": a.every(_markers(a, table)), "shown": a.every(_shown(a, table)),
        "dice-off": a.every(_fight(a, box, table)), "few": a.every(_few(a, box, table)),
        "due": a.every(_due(a, box, table)), "won": a.every(_won(a, box, table)), "order": a.every(_order(a, table)),
        "over": a.every(_over(a, table)), "rounds": a.every(_rounds(a, box, table)),
        "fastest": a.every(_fastest(a, table)),
    }


def _is(a: Algebra, table: Table, *kinds: str) -> Term:
    """What is owed is one of these."""
    return a.member(table.owed.kind, frozenset(map(frame, kinds)))


def fresh_round(a: Algebra, table: Table) -> Term:
    """Nothing was fought over in this round yet: objects are revealed, dice rolled in secret, markers placed."""
    return a.every((_is(a, table, "reveal", "roll", "place"), a.no(table.owed.open)))


def _ranks(a: Algebra, box: Box, table: Table) -> Iterator[Term]:
    yield from (a.every((a.le(1, mine), a.le(mine, len(RANKS)))) for mine in table.ranks)
    yield from (a.no(a.eq(one, other)) for one, other in combinations(table.ranks, 2))
    if box.rules.switch("setup.mix") == "table":
        used = frozenset(rank(name) for name in RANKS if box.rules.fact(f"ranks.{name}"))
        yield from (a.member(mine, used) for mine in table.ranks)
    else:
        yield a.implies(table.in_game(a, SATANSBRATEN), table.in_game(a, OBERTEUFEL))


def _objects(a: Algebra, box: Box, table: Table) -> Iterator[Term]:
    for kind, whole in box.kinds.items():
        lying = many(a, (a.eq(kind, there) for there in table.row))
        held = [hand[kind] for hand in table.hands]
        yield a.every(a.le(0, number) for number in (*held, table.heap[kind]))
        yield a.eq(a.total((*held, table.heap[kind], lying)), whole)


def _row(a: Algebra, box: Box, table: Table) -> Iterator[Term]:
    """An object was taken from a place just where it is settled, or fought out."""
    fight, kinds = table.fight, len(box.kinds)
    yield a.every((a.le(0, table.long), a.le(table.long, len(table.row))))
    for i, kind in enumerate(table.row):
        there = a.lt(i, table.long)
        yield a.every((a.le(0, kind), a.le(kind, kinds)))
        gone = a.some((table.settled[i], a.every((a.eq(fight.at, i), a.le(0, fight.winner)))))
        yield a.ite(there, a.iff(a.eq(kind, 0), gone), a.every((a.eq(kind, 0), a.no(table.settled[i]))))
    yield a.implies(fresh_round(a, table), a.no(a.some(table.settled)))


def _dice(a: Algebra, box: Box, table: Table) -> Iterator[Term]:
    """Dice that lie there are those of the rank; in secret they are rolled seat by seat."""
    secret = a.every((_is(a, table, "roll"), a.no(table.owed.open)))
    for seat, roll in enumerate(table.dice):
        there = table.rolled(a, seat)
        yield from (a.le(later, sooner) for sooner, later in pairwise(roll))
        yield a.implies(a.no(there), a.every(a.eq(die, 0) for die in roll))
        for name in RANKS:
            number, faces = box.dice_of(name), frozenset(box.faces_of(name))
            fits = (a.member(die, faces) if i < number else a.eq(die, 0) for i, die in enumerate(roll))
            yield a.implies(a.every((there, table.has(a, seat, name))), a.every(fits))
        wants = a.ite(_is(a, table, "reveal"), False, a.ite(secret, a.lt(seat, table.owed.by), True))
        yield a.implies(a.eq(table.winner, NONE), a.iff(there, wants))
        yield a.implies(secret, a.iff(table.owed.rolls[seat], a.le(table.owed.by, seat)))
    over = table.of_owner(a, OBERTEUFEL, [roll[0] for roll in table.dice], 0)
    yield a.iff(a.lt(0, table.first), a.lt(0, over))
    yield a.every((a.le(0, table.first), a.le(table.first, box.rules.fact("faces.regular"))))


def _markers(a: Algebra, table: Table) -> Iterator[Term]:
    """Markers lie at places of the row, and are placed in the order of ranks."""
    placing, before = _is(a, table, "place"), a.every((fresh_round(a, table), a.no(_is(a, table, "place"))))
    for seat, mark in enumerate(table.marks):
        yield a.every((a.le(NONE, mark), a.lt(mark, table.long)))
        yield a.implies(before, a.eq(mark, NONE))
        yield a.implies(a.every((a.no(fresh_round(a, table)), a.eq(table.winner, NONE))), a.le(0, mark))
        lower = a.lt(table.ranks[seat], at(a, table.ranks, table.owed.by))
        yield a.implies(placing, a.iff(a.le(0, mark), lower))


def _shown(a: Algebra, table: Table) -> Iterator[Term]:
    for seat, shown in enumerate(table.shown):
        yield a.implies(shown, table.rolled(a, seat))
        yield a.implies(table.fight.seats[seat], shown)
    yield a.implies(fresh_round(a, table), a.no(a.some((*table.shown, table.forced))))


def _fight(a: Algebra, box: Box, table: Table) -> Iterator[Term]:
    """All who want an object fight for it; those who can win are among them, and more than one."""
    fight = table.fight
    going = a.le(0, fight.at)
    yield a.every((a.le(NONE, fight.at), a.lt(fight.at, table.long), a.implies(fresh_round(a, table), a.no(going))))
    for seat, (fights, can) in enumerate(zip(fight.seats, fight.among, strict=True)):
        yield a.iff(fights, a.every((going, a.eq(table.marks[seat], fight.at))))
        yield a.implies(can, fights)
        yield a.implies(a.eq(fight.winner, seat), can)
    yield a.implies(going, a.lt(1, many(a, fight.among)))
    yield a.no(a.every((going, a.some(a.every((a.eq(fight.at, i), done)) for i, done in enumerate(table.settled)))))
    yield a.every((a.le(NONE, fight.winner), a.lt(fight.winner, table.players)))
    bare = fight.again if box.rules.switch("satansbraten.reroll") == "bare" else False
    yield a.some((a.eq(fight.die, NONE), a.every((a.eq(fight.die, 0), bare))))
    nothing = a.every((a.eq(fight.die, NONE), a.no(fight.again), a.no(fight.looked), a.eq(fight.winner, NONE)))
    yield a.implies(a.no(going), nothing)
    yield a.implies(a.some((table.forced, fight.looked)), table.in_game(a, SPIELTEUFEL))


def _few(a: Algebra, box: Box, table: Table) -> Iterator[Term]:
    """While a round is fresh nobody has enough, so that something can be revealed or lies there."""
    few = [a.lt(a.count(hand, None), box.rules.fact("end.objects")) for hand in table.hands]
    yield a.implies(fresh_round(a, table), a.every(few))
    reveals = table.owed.reveals
    revealing = a.every((a.lt(0, reveals), a.le(reveals, a.count(table.heap, None)),
                         a.le(table.long + reveals, len(table.row))))
    yield a.ite(_is(a, table, "reveal"), revealing, a.eq(reveals, 0))
    yield a.implies(a.every((fresh_round(a, table), a.no(_is(a, table, "reveal")))), a.lt(0, table.long))
    yield a.le(1, table.turn)


def _due(a: Algebra, box: Box, table: Table) -> Iterator[Term]:
    """What is owed is owed by who can do it."""
    owed, fight = table.owed, table.fight
    yield a.every((a.le(0, owed.by), a.lt(owed.by, table.players)))
    yield a.every((a.le(SETTLING, owed.kind), a.le(owed.kind, frame("swap"))))
    rolling = a.every((_is(a, table, "roll"), owed.open))
    counted = a.every((a.le(0, fight.at), a.eq(fight.winner, NONE)))
    yield a.implies(a.some((rolling, _is(a, table, "force"))), counted)
    yield a.implies(owed.open, _is(a, table, "roll"))
    for seat, rolls in enumerate(owed.rolls):
        yield a.implies(rolls, _is(a, table, "roll"))
        yield a.implies(a.every((rolling, rolls)), a.every((
            fight.among[seat], a.le(at(a, table.ranks, owed.by), table.ranks[seat]))))
    yield a.implies(_is(a, table, "roll"), at(a, owed.rolls, owed.by))
    tie = a.every((fight.again, a.no(fight.looked)))
    forced = a.every((table.forced, fight.looked, a.no(a.some(
        a.every((rolls, table.has(a, seat, SPIELTEUFEL))) for seat, rolls in enumerate(owed.rolls)))))
    yield a.implies(rolling, a.some((tie, forced)))
    late = True if box.rules.switch("spielteufel.moment") == "late" else a.no(fight.again)
    asked = (table.has(a, owed.by, SPIELTEUFEL), at(a, fight.among, owed.by), a.no(table.forced), a.no(fight.looked),
             late)
    yield a.implies(_is(a, table, "force"), a.every(asked))
    yield a.implies(_is(a, table, "place"), a.eq(at(a, table.marks, owed.by), NONE))


def _won(a: Algebra, box: Box, table: Table) -> Iterator[Term]:
    """Who has won a dice-off may do what his rank can."""
    owed, fight = table.owed, table.fight
    done = _is(a, table, "steal", "exchange", "give", "swap")
    mine = table.hand_of(a, owed.by)
    yield a.implies(done, a.every((a.le(0, fight.at), a.eq(fight.winner, owed.by), a.lt(0, a.count(mine, None)))))
    decided, who = winning(a, box, table)
    yield a.implies(done, a.every((decided, a.eq(who, fight.winner))))
    yield a.implies(_is(a, table, "steal"), table.has(a, owed.by, FEHLERTEUFEL))
    yield a.implies(_is(a, table, "exchange", "give"), table.has(a, owed.by, PUTZTEUFEL))
    gives = _is(a, table, "give")
    if not never(gives):
        theirs = table.hand_of(a, owed.to)
        yield a.implies(gives, a.every((
            a.le(0, owed.to), a.lt(owed.to, table.players), a.no(a.eq(owed.to, owed.by)),
            a.some(a.every((a.eq(owed.taken, kind), a.lt(0, theirs[kind]))) for kind in box.kinds))))
    yield a.implies(a.no(gives), a.every((a.eq(owed.to, 0), a.eq(owed.taken, 0))))


def _order(a: Algebra, table: Table) -> Iterator[Term]:
    """Objects are given out in order: the Oberteufel's first, then from the first place of the row on."""
    his, places = table.of_owner(a, OBERTEUFEL, table.marks, NONE), range(len(table.row))
    wanted = [a.some(table.wants(a, i)) for i in places]
    for i, j in permutations(places, 2):
        sooner = a.some((a.eq(his, i), a.every((a.no(a.eq(his, j)), i < j))))
        done = a.some((table.settled[i], a.eq(table.fight.at, i)))
        left = a.no(a.some((table.settled[j], a.eq(table.fight.at, j))))
        yield a.implies(a.every((wanted[i], wanted[j], done, left)), sooner)
        fought = a.every((a.eq(table.fight.at, j), table.settled[i], wanted[i]))
        yield a.implies(fought, sooner)


def _over(a: Algebra, table: Table) -> Iterator[Term]:
    yield a.every((a.le(NONE, table.winner), a.lt(table.winner, table.players)))
    yield a.implies(a.le(0, table.winner), a.every((a.eq(table.owed.kind, SETTLING), a.eq(table.fight.at, NONE))))


def _rounds(a: Algebra, box: Box, table: Table) -> Iterator[Term]:
    """Each round before gave out an object or more, and no more than came to lie there.

    `model.dice_devils.winnings` says the same of a state, and so of `_fastest`.
    """
    before, most = table.turn - 1, box.most
    gone = many(a, (a.every((a.lt(i, table.long), a.eq(kind, 0))) for i, kind in enumerate(table.row)))
    won, come = a.total(a.count(hand, None) for hand in table.hands) - gone, table.long + table.owed.reveals
    yield a.every((a.le(before, won), a.le(won, most * before), a.le(won + come, most * table.turn)))
    whole = a.some((a.le(most, come), a.eq(a.count(table.heap, None), table.owed.reveals)))
    yield a.implies(a.eq(table.winner, NONE), whole)
    if box.up_to:
        yield a.le(come, most)


def _fastest(a: Algebra, table: Table) -> Iterator[Term]:
    """Nobody got two objects in one round, but for what the Fehlerteufel stole: one a round, and none in the first.

    In that nobody has anything yet when he wins.
    """
    seats = range(table.players)
    thief = [table.has(a, seat, FEHLERTEUFEL) for seat in seats]
    stole = a.every((a.le(2, table.turn), a.no(_is(a, table, "steal")), a.some(
        a.every((mine, _decided(a, table, seat))) for seat, mine in enumerate(thief))))
    before = a.ite(a.le(2, table.turn), table.turn - 2, 0) + a.ite(stole, 1, 0)
    most = table.turn - 1 + a.ite(a.some(thief), before, 0)
    for seat, hand in enumerate(table.hands):
        got = a.some((_settled(a, table, seat), a.eq(table.fight.winner, seat)))
        yield a.le(a.count(hand, None), most + a.ite(got, 1, 0))


def _settled(a: Algebra, table: Table, seat: int) -> Term:
    """Whether the object that a seat wants is settled."""
    return a.some(a.every((a.eq(table.marks[seat], i), done)) for i, done in enumerate(table.settled))


def _decided(a: Algebra, table: Table, seat: int) -> Term:
    """Whether the object that a seat wants has an owner."""
    mine = a.every((a.le(0, table.fight.winner), a.eq(table.fight.at, table.marks[seat])))
    return a.some((_settled(a, table, seat), mine))
