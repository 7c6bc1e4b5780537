"""How near a move at some kind of frame is, as a bound over tables: `checks.teufelsburg.ahead` in terms.

It is written apart from the bound of the search, which the tests hold to say the same in play; `nearer` proves that no
step brings it nearer by more than the step is long.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import frozen

from ...model.teufelsburg.cards import (
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
from ...model.teufelsburg.vocabulary import STRUGGLE
from ..algebra import ABSENT, Algebra, Term, at
from .bounds import TURN
from .codes import ROLE_CODES, Box, card
from .table import Slot, Table, is_frame
from .ways import (
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
    TOKENS,
    TRADE_LEFT,
    Ways,
)

NOTHING = ("draw", "spy", "duel.hypnotist", "duel.choice", "duel.reveal")  # frames that no player need answer
WITH_ITS_TOP = ("trade-on", "point-out")  # these go with what lies on them
LONGER: Mapping[str, int] = {"demand-what": 3, "demand": 4, "offer": 2, "surplus": 2}


def least_of(a: Algebra, *terms: Term) -> Term:
    """The least of some numbers."""
    found = terms[0]
    for term in terms[1:]:
        found = a.ite(a.le(found, term), found, term)
    return found


@frozen
class Nearing:
    """The bound towards frames of some kinds, and what has to come about besides.

    `weights` gives for each kind of frame the least number of decisions to those, which may be terms. `needs` are
    names of `ways`; `again` is an occupation that has to be used a second time, if any, and `role` its number, which
    may be a term where it is one of those used in struggles.
    """

    a: Algebra
    box: Box
    ways: Ways
    weights: Mapping[str, Term]
    needs: tuple[str, ...] = ()
    again: str = ""
    role: Term = ABSENT

    def least(self, table: Table) -> Term:
        """How far it is at least, in decisions, a turn being `TURN` of them; the last move not counted."""
        a = self.a
        here = self.this_turn(table)
        if TOKENS in self.needs:
            here = a.ite(_some_tokens(a, table), here, FAR)
        extra = [self._need(table, name) for name in self.needs if name not in (TOKENS,)]
        fresh = self.weights["action"]
        later = a.total((TURN, self.turn_end(table), fresh, *(AFRESH.get(name, 0) for name in self.needs)))
        if TOKENS in self.needs:
            later = a.ite(_some_tokens(a, table), later, self._token_first(table, fresh))
        if FACE_UP in self.needs:
            later = self._face_up_later(table, fresh)
        now = a.total((here, *extra))
        soon = [here, *extra]
        if self.again:
            used = self._used_again(table)
            now, soon = a.ite(a.le(used, now), now, used), [*soon, used]
        return a.ite(a.every(a.lt(term, FAR) for term in soon), now, later)

    # ------------------------------------------------------------ by frames

    def this_turn(self, table: Table) -> Term:
        """The least number of decisions until one of the frames is on top in this turn; `FAR` if none can be."""
        a = self.a
        best, above = FAR, 0
        for i, slot in enumerate(table.agenda):
            best = least_of(a, best, a.total((above, self._weight(slot))))
            if table.secret:
                shown = a.total((above, _hidden(a, table), self.weights["duel.reveal"]))
                best = a.ite(is_frame(a, slot, "secret-support"), least_of(a, best, shown), best)
            above = a.total((above, self._answer(table, slot, i == 0)))
        return best

    def _weight(self, slot: Slot) -> Term:
        found: Term = FAR
        for kind, weight in self.weights.items():
            found = self.a.ite(is_frame(self.a, slot, kind), weight, found)
        return found

    def _answer(self, table: Table, slot: Slot, top: bool) -> Term:
        """The least number of decisions until a frame and all that it leads to are gone."""
        a = self.a
        piled = a.ite(a.lt(0, table.pile(a)), 1, 0)
        blind = a.every((is_frame(a, slot, "retrain"), a.eq(slot.mark, 1)))
        free = [a.eq(slot.kind, ABSENT), is_frame(a, slot, *NOTHING), blind]
        if not top:
            free.append(is_frame(a, slot, *WITH_ITS_TOP))
        gone = is_frame(a, slot, *STRUGGLE) if self.ways.cut_short and not top else False
        found: Term = a.ite(a.some(free), 0, 1)
        for kind, cost in LONGER.items():
            found = a.ite(is_frame(a, slot, kind), cost, found)
        found = a.ite(is_frame(a, slot, "direct"), 1 + table.players, found)
        found = a.ite(is_frame(a, slot, "duel.powers", "duel.result"), piled, found)
        found = a.ite(is_frame(a, slot, "duel.priest"), a.total((self.ways.others, piled)), found)
        undecided = a.total(a.ite(table.has_chosen(a, seat), 0, 1) for seat in range(table.players))
        found = a.ite(gone, 0, a.ite(is_frame(a, slot, "pass-on"), undecided, found))
        return a.ite(is_frame(a, slot, "secret-support"), _hidden(a, table), found) if table.secret else found

    def turn_end(self, table: Table) -> Term:
        """The least number of decisions until the next turn begins: a card can cut a turn short."""
        a = self.a
        drawing = a.every(a.some((a.eq(slot.kind, ABSENT), is_frame(a, slot, "draw"))) for slot in table.agenda)
        return a.ite(is_frame(a, table.agenda[0], "action"), 2, a.ite(drawing, 0, 1))

    # ------------------------------------------------------------ what has to come about

    def _need(self, table: Table, name: str) -> Term:
        """Decisions until it has come about in this turn, none of them on a way by frames; `FAR` if it cannot."""
        a, duel = self.a, table.duel
        if name == APPOINTED:
            there = a.some((a.no(a.eq(table.appointed, 0)), self._owed(table, "appoint")))
            return self._until(table, a.every((duel, there)), ALCHEMIST, NAMING)
        if name == SILENCED:
            there = a.some((*(a.lt(0, times) for times in table.silenced), self._owed(table, "silence")))
            return self._until(table, a.every((duel, there)), HYPNOTIST, NAMING)
        if name == LEFT_ALONE:
            return self._until(table, a.every((duel, table.alone)), SWORDSMAN, 1)
        if name == RING_LAID:
            return self._until(table, a.some(a.lt(0, row[card(RING) - 1]) for row in table.laid), RING, 1)
        if name == HELPED:
            return self._until(table, a.every((duel, _helped(a, table))), "", 1)
        assert name == FACE_UP
        return a.ite(_lies_face_up(a, table, unused=True), 0, FAR)

    def _until(self, table: Table, there: Term, word: str, cost: int) -> Term:
        a = self.a
        kinds = [kind for kind, cards in self.ways.own.items() if not word or word in cards]
        usable = a.some(is_frame(a, slot, "duel.priest", *kinds) for slot in table.agenda)
        ahead = a.ite(table.duel, usable, self._owed(table, "action"))
        return a.ite(there, 0, a.ite(ahead, cost, FAR))

    def _owed(self, table: Table, *kinds: str) -> Term:
        return self.a.some(is_frame(self.a, slot, *kinds) for slot in table.agenda)

    def _token_first(self, table: Table, fresh: Term) -> Term:
        """Nobody has a token: a free offer is refused first, in this turn or the next, and the turn ended."""
        a = self.a
        later: Term = a.total((2 * TURN, self.turn_end(table), REFUSAL["action"], 1, fresh))
        for kind, cost in sorted(REFUSAL.items(), key=lambda entry: -entry[1]):
            free = a.some(a.every((is_frame(a, slot, kind), a.no(a.present(slot.demanded if kind != "action" else 0))))
                          for slot in table.agenda)
            later = a.ite(free, a.total((TURN, cost, 1, fresh)), later)
        return later

    def _face_up_later(self, table: Table, fresh: Term) -> Term:
        """A card used now lies face-up in a later struggle."""
        a = self.a
        codes = [ROLE_CODES.index(card(role)) for role in MIGHTY_ROLES]
        laid = a.some(a.lt(0, row[i]) for row in table.lies for i in codes)
        lies = _lies_face_up(a, table, unused=False)
        to_powers = self.ways.to(frozenset({"duel.powers"}))
        powers = Nearing(a, self.box, self.ways, to_powers).this_turn(table)
        end = self.turn_end(table)
        now = a.total((TURN, powers, 2, fresh))
        never = a.total((2 * TURN, end, to_powers["action"], 2, fresh))
        return a.ite(a.some((laid, lies)), a.total((TURN, end, fresh)), a.ite(a.lt(powers, FAR), now, never))

    # ------------------------------------------------------------ an occupation used a second time

    def _used_again(self, table: Table) -> Term:
        """Decisions in this turn until an occupation that was used lies face-down again before who may use it."""
        a, role, number = self.a, self.again, self.role
        used = a.some(a.every((a.eq(number, it), spent)) for it, spent in zip(ROLE_CODES, table.spent, strict=True))
        if role not in (DIPLOMAT, CLAIRVOYANT):
            return self._again_in_struggle(table, used)
        mine = a.eq(at(a, table.roles, table.active), number)
        ready = a.every((mine, used, a.no(at(a, table.shown, table.active))))
        moves = a.ite(a.some((a.no(used), mine)), 2, 1)  # away from who is on turn, and back to him
        found = self._trades(table, moves, a.ite(used, 0, 1))
        if role == CLAIRVOYANT:
            found = a.total((found, self._picks(table, used)))
        return a.ite(ready, 0, found)

    def _picks(self, table: Table, used: Term) -> Term:
        a = self.a
        two = a.ite(a.lt(table.pile(a), 2), table.pile(a), 2)
        owed = a.total(
            a.ite(is_frame(a, slot, "foresee"), two - a.ite(a.eq(slot.card, ABSENT), 0, 1), 0) for slot in table.agenda)
        return a.ite(used, owed, 0)

    def _again_in_struggle(self, table: Table, used: Term) -> Term:
        """In a struggle: it must have been used before, and be moved before the attack."""
        a = self.a
        down = a.some(a.every((a.eq(it, self.role), a.no(shown)))
                      for it, shown in zip(table.roles, table.shown, strict=True))
        ready = a.ite(used, 0, FAR)
        if any(DIPLOMAT in cards for kind, cards in self.ways.own.items() if kind.startswith("duel")):
            return a.ite(down, ready, 0)  # a demand in the midst of a struggle may move it at any time
        moved = a.ite(a.every((used, a.no(table.duel))), self._trades(table, 1, 0), FAR)
        return a.ite(down, ready, moved)

    def _trades(self, table: Table, moves: Term, first: Term) -> Term:
        """Decisions for so many trades that move an occupation, the one under way counted with what is left of it."""
        a, role = self.a, self.again
        left, serves = self._under_way(table)
        action = self._owed(table, "action")
        more = a.total((moves, a.ite(serves, -1, 0)))
        one = a.ite(action, OFFERED, DEMANDED)
        cost = a.ite(a.eq(more, 0), 0, a.ite(a.eq(more, 1), one, a.total((one, DEMANDED))))
        found = a.total((first, left, cost))
        if role == DIPLOMAT:
            demands = a.some((a.eq(cost, DEMANDED), a.eq(cost, OFFERED + DEMANDED)))
            found = a.total((found, a.ite(a.every((a.eq(first, 1), demands)), -1, 0)))
            found = a.ite(a.every((a.no(a.eq(more, 0)), a.no(action))), FAR, found)
        else:
            found = a.total((found, -1))  # the last text may be owed still when another card is used
        return a.ite(a.lt(found, 0), 0, least_of(a, FAR, found))

    def _under_way(self, table: Table) -> tuple[Term, Term]:
        """What is left of a trade under way, in decisions, and whether it can still move the occupation as needed."""
        a = self.a
        texts = [is_frame(a, slot, "activate") for slot in table.agenda]
        retrain = self._owed(table, "retrain")
        if self.again in (DIPLOMAT, CLAIRVOYANT):
            serves = self._moves_to_active(table, texts)
        else:
            movers = frozenset((card(TOME), card(COAT)))
            moving = (a.every((text, a.member(slot.card, movers)))
                      for text, slot in zip(texts, table.agenda, strict=True))
            serves = a.some((retrain, *moving))
        left = a.total((*(a.ite(text, 1, 0) for text in texts), a.ite(retrain, 1, 0)))
        for slot in reversed(table.agenda):
            for kind, cost in TRADE_LEFT.items():
                here = is_frame(a, slot, kind)
                left, serves = a.ite(here, cost, left), a.some((here, serves))
        return left, serves

    def _moves_to_active(self, table: Table, texts: Sequence[Term]) -> Term:
        """Some text due takes the occupation from who is on turn or, if it was used, brings it back to him."""
        a, active, number = self.a, table.active, self.role
        unused = a.no(table.spent[ROLE_CODES.index(card(self.again))])
        mine = a.eq(at(a, table.roles, active), number)
        lies = a.no(a.some(a.eq(role, number) for role in table.roles))
        coats = [a.some((a.every((text, a.eq(slot.card, card(COAT)))), is_frame(a, slot, "retrain")))
                 for slot, text in zip(table.agenda, texts, strict=True)]
        found = []
        for slot, text, coat in zip(table.agenda, texts, coats, strict=True):
            own = a.eq(slot.by, active)
            other = a.ite(own, slot.to, slot.by)
            taken = a.every((lies, a.some(
                a.every((there, a.eq(it.by, other))) for it, there in zip(table.agenda, coats, strict=True))))
            swaps = a.some((unused, mine, a.eq(at(a, table.roles, other), number), taken))
            tome = a.every((text, a.eq(slot.card, card(TOME)), a.some((own, a.eq(slot.to, active))), swaps))
            found.append(a.some((tome, a.every((coat, own, a.some((unused, mine, lies)))))))
        return a.some(found)


def _hidden(a: Algebra, table: Table) -> Term:
    """How many have not chosen yet, in secret, whom they support."""
    return a.total(
        a.ite(a.every((a.eq(side, 0), a.no(a.eq(table.attacker, seat)), a.no(a.eq(table.defender, seat)))), 1, 0)
        for seat, side in enumerate(table.secret))


def _some_tokens(a: Algebra, table: Table) -> Term:
    """Somebody has a token, or has put one down in this struggle."""
    return a.some(a.lt(0, entry) for entry in (*table.tokens, *(count for pair in table.down for count in pair)))


def _helped(a: Algebra, table: Table) -> Term:
    """A card of power lies before somebody who is neither attacker nor defender."""
    objects = [card(word) - 1 for word in sorted(MIGHT)]
    roles = [ROLE_CODES.index(card(role)) for role in MIGHTY_ROLES]
    return a.some(
        a.every((a.no(a.eq(table.attacker, seat)), a.no(a.eq(table.defender, seat)),
                 a.some((*(a.lt(0, table.laid[seat][i]) for i in objects),
                         *(a.lt(0, table.lies[seat][i]) for i in roles)))))
        for seat in range(table.players))


def _lies_face_up(a: Algebra, table: Table, unused: bool) -> Term:
    """A mighty occupation lies face-up, and was not used in this struggle if that is asked for."""
    found = []
    for seat, (role, shown) in enumerate(zip(table.roles, table.shown, strict=True)):
        for word in MIGHTY_ROLES:
            times = table.lies[seat][ROLE_CODES.index(card(word))]
            found.append(a.every((a.eq(role, card(word)), shown, a.eq(times, 0) if unused else True)))
    return a.some(found)
