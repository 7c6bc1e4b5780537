"""What lies hidden from whom on a coach ride, by the rulebooks: told apart from the views, which are held against it.

Everybody knows his own luggage, occupation and association, how many objects lie where, and what lies face-up. Both
parties of a trade know both objects, a winner who looks at the luggage knows it, who looks through the pile knows the
pile; nobody else does. What somebody has seen before and does not see now is hidden here as well, which only makes
more twins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from attrs import evolve

from advocatus.checks.secrecy import Exchange, Twin
from advocatus.model.game import Event, Frame, Move, Owes
from advocatus.model.rules import Rules
from advocatus.model.teufelsburg import events as ev
from advocatus.model.teufelsburg import frames as fr
from advocatus.model.teufelsburg import moves as mv
from advocatus.model.teufelsburg.cards import ABSTAINS, ATTACKER, BAGS, DEFENDER, TOME, called, kinds, minus, plus
from advocatus.model.teufelsburg.state import State, majority

PILE = -1  # the place of the objects that lie in nobody's hand
OF_HAND = (mv.OfferObject, mv.Return, mv.PassObject, mv.Give, mv.GiveBackObject)
OF_PILE = (mv.DrawObject, mv.Pick)


class RideSecrets:
    """See `checks.secrecy.Secrets`."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.owners = rules.value_of("trade.text-for") == "owner"

    of_others = frozenset(("target_hand", "partner_hand", "loser_hand", "outnumbered"))

    # ------------------------------------------------------------ what lies open

    def open_to(self, state: State, seat: int) -> Hashable:
        """See `Secrets`."""
        return (
            state.hands[seat], state.roles[seat], state.sides[seat], state.rows[seat] if state.rows else None,
            tuple(len(hand) for hand in state.hands),
            tuple(role if up else None for role, up in zip(state.roles, state.shown, strict=True)),
            state.spare if self.rules.switch("setup.spare") == "open" else len(state.spare),
            state.pile, state.tokens, state.turned, state.active, state.turn, state.duel, state.verdict, state.spent,
            tuple(_frame(frame, seat) for frame in state.agenda), self._sights(state, seat),
        )

    def _sights(self, state: State, seat: int) -> Hashable:
        """What a seat is looking at just now besides its own."""
        found: list[Hashable] = []
        for frame in state.agenda:
            match frame:
                case fr.Foresee(by=by) if by == seat:
                    found.append(tuple(sorted((*state.top, *state.rest))))
                case fr.Steal(by=by, loser=loser) if by == seat:
                    found.append(state.hands[loser])
                case fr.Retrain(by=by, blind=False) if by == seat:
                    found.append(state.leftover)
        top = state.agenda[0] if state.agenda else None
        if isinstance(top, fr.Activate) and (top.card, top.by) == (TOME, seat):
            found.append(state.roles[top.partner] if self.rules.switch("tome.look") == "before" else None)
        return tuple(found)

    def told(self, event: Any, seat: int, after: State) -> Hashable:
        """See `Secrets`."""
        match event:
            case Owes():
                return event.tag, event.drop, *(_frame(f, seat) for f in event.frames), self._sights(after, seat)
            case ev.Activated() if seat not in (event.by, event.partner):
                return event.tag, event.by, event.partner, called(event.card, after.turned)
            case ev.RolesSwapped() if seat in (event.by, event.to):
                return event.tag, event.by, event.to, after.roles[seat]
            case ev.PassedOn():
                return event.tag, event.step, event.kinds[seat], after.hands[seat]
            case ev.SpiedOut():
                sees = seat == event.by or (event.felt and seat == event.of)
                return event.tag, event.by, event.of, event.felt, event.kind if sees else None
            case ev.SawSide():
                return event.tag, event.by, event.of, event.place, event.side if seat in (event.by, event.of) else None
        return event.tag, *_plain(event, seat)

    # ------------------------------------------------------------ twins

    def twins(self, state: State, seat: int, moves: Sequence[Any]) -> Mapping[str, Sequence[Exchange]]:
        """See `Secrets`."""
        if not state.agenda:
            return {}
        lying = {(place, kind) for frame in state.agenda for place, kind, _ in self._lying(frame)}
        moved = {(_place(state, move), getattr(move, "kind", "")) for move in moves}
        sorts: dict[str, list[Exchange]] = {"moved": [], "lying": [], "objects": []}
        for one, other in self._objects(state, seat):
            sort = "moved" if {one, other} & moved else "lying" if {one, other} & lying else "objects"
            sorts[sort].append(partial(self._exchanged, state, one, other))
        return {**sorts, "occupations": [*self._roles(state, seat)], "associations": [*_sides(state, seat)],
                "choices": [*_choices(state, seat)]}

    def _objects(self, state: State, seat: int) -> Iterator[tuple[tuple[int, str], tuple[int, str]]]:
        """Two objects that may change places: where each lies, and its kind."""
        places = [i for i in (*range(state.players), PILE) if i != seat]
        free = {i: self._unseen(state, seat, i) for i in places}
        for n, one in enumerate(places):
            for other in places[n + 1 :]:
                for mine in free[one]:
                    for theirs in free[other]:
                        if mine != theirs and not (other == PILE and mine in BAGS):
                            yield (one, mine), (other, theirs)

    def _unseen(self, state: State, seat: int, place: int) -> tuple[str, ...]:
        """The kinds at a place of which one lies where the seat does not see it."""
        if place == PILE:
            looks = any(isinstance(f, fr.Foresee) and f.by == seat for f in state.agenda)
            return () if looks else kinds(state.rest)
        if any(isinstance(f, fr.Steal) and (f.by, f.loser) == (seat, place) for f in state.agenda):
            return ()
        seen = Counter(card for who, card in (state.duel.played if state.duel else ()) if who == place)
        for frame in state.agenda:
            seen.update(kind for where, kind, parties in self._lying(frame) if where == place and seat in parties)
            demanded, holder = _demanded(frame)
            if demanded and holder == place:
                names = {kind: (kind, called(kind, state.turned)) for kind in state.hands[place]}
                seen.update([kind for kind in kinds(state.hands[place]) if demanded in names[kind]])
        return kinds(tuple(sorted((Counter(state.hands[place]) - seen).elements())))

    def _lying(self, frame: Frame) -> Iterator[tuple[int, str, tuple[int, ...]]]:
        """The objects that a frame speaks of: where each lies, its kind, and who sees it."""
        match frame:
            case fr.Answer():
                yield frame.to, frame.offered, (frame.by, frame.to)
            case fr.Activate() | fr.TextOrder():
                card, other = (frame.by, frame.partner) if self.owners else (frame.partner, frame.by)
                yield card, frame.card, (frame.by, frame.partner)
                yield other, frame.other, (frame.by, frame.partner)
            case fr.PassOn():
                for who, kind in enumerate(frame.chosen):
                    if kind:
                        yield who, kind, (who,)
            case fr.GiveBack():
                yield frame.by, frame.taken, (frame.by, frame.to)

    def _exchanged(self, state: State, one: tuple[int, str], other: tuple[int, str]) -> Twin:
        """The position with two objects exchanged, and what lies on the table with them where it is one of these."""
        swap = {one: other[1], other: one[1]}
        hands, rest = list(state.hands), state.rest
        for (place, gone), come in swap.items():
            if place == PILE:
                rest = plus(minus(rest, gone), come)
            else:
                hands[place] = plus(minus(hands[place], gone), come)
        used_up = {spot: come for spot, come in swap.items() if spot[1] not in (rest if spot[0] == PILE
                                                                               else hands[spot[0]])}
        agenda = tuple(self._renamed(frame, used_up) for frame in state.agenda)
        twin = evolve(state, hands=tuple(hands), rest=rest, agenda=agenda)

        def move(made: Any) -> Any:
            place = _place(state, made)
            come = None if place is None else used_up.get((place, made.kind))
            return made if come is None else evolve(made, kind=come)

        return Twin(f"{one} for {other}", twin, move)

    def _renamed(self, frame: Frame, swap: dict[tuple[int, str], str]) -> Frame:
        """The frame where other objects lie."""
        match frame:
            case fr.Answer():
                return evolve(frame, offered=swap.get((frame.to, frame.offered), frame.offered))
            case fr.Activate() | fr.TextOrder():
                card, other = (frame.by, frame.partner) if self.owners else (frame.partner, frame.by)
                return evolve(frame, card=swap.get((card, frame.card), frame.card),
                              other=swap.get((other, frame.other), frame.other))
            case fr.PassOn():
                return evolve(frame, chosen=tuple(swap.get((i, kind), kind) for i, kind in enumerate(frame.chosen)))
            case fr.GiveBack():
                return evolve(frame, taken=swap.get((frame.by, frame.taken), frame.taken))
            case fr.Foresee():
                return evolve(frame, picked=tuple(swap.get((PILE, kind), kind) for kind in frame.picked))
        return frame

    def _roles(self, state: State, seat: int) -> Iterator[Exchange]:
        """Two occupations change places: of two seats, or of a seat and those that lie apart."""
        used = state.duel.played if state.duel else ()
        top = state.agenda[0]
        looks = top.partner if isinstance(top, fr.Activate) and top.card == TOME and top.by == seat else None
        known = {i for i in range(state.players) if state.shown[i] or (i, state.roles[i]) in used or i in (seat, looks)}
        retrains = any(isinstance(f, fr.Retrain) and f.by == seat for f in state.agenda)
        apart = () if retrains else (*state.leftover, *state.retired)
        hidden = [i for i in range(state.players) if i not in known]
        for n, i in enumerate(hidden):
            for role in (*(state.roles[j] for j in hidden[n + 1 :]), *apart):
                yield partial(_renamed_roles, state, {state.roles[i]: role, role: state.roles[i]})


def _renamed_roles(state: State, names: dict[str, str]) -> Twin:
    def new(row: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(names.get(role, role) for role in row)

    twin = evolve(state, roles=new(state.roles), leftover=tuple(sorted(new(state.leftover))),
                  retired=tuple(sorted(new(state.retired))), sunk=new(state.sunk))

    def move(made: Any) -> Any:
        return evolve(made, role=names.get(made.role, made.role)) if isinstance(made, mv.TakeRole) else made

    return Twin(" for ".join(names), twin, move)


def _sides(state: State, seat: int) -> Iterator[Exchange]:
    """Two association cards change places: of two seats, or of a seat and those left over."""
    rows = state.rows or tuple((side,) for side in state.sides)
    cards = [(i, p) for i, row in enumerate(rows) if i != seat for p in range(len(row))]
    spare = [(PILE, at) for at in range(len(state.spare))]
    table = {**{(i, p): rows[i][p] for i, p in cards}, **{(i, p): state.spare[p] for i, p in spare}}
    for n, one in enumerate(cards):
        for other in (*cards[n + 1 :], *spare):
            if one[0] != other[0] and table[one] != table[other]:
                yield partial(_turned_round, state, rows, one, other)


def _turned_round(state: State, rows: tuple[tuple[str, ...], ...], *cards: tuple[int, int]) -> Twin:
    """The position with two association cards, of different associations, exchanged."""
    table, spare = [list(row) for row in rows], list(state.spare)
    places = [(spare if i == PILE else table[i], p) for i, p in cards]
    (one, p), (other, q) = places
    one[p], other[q] = other[q], one[p]
    made = tuple(tuple(row) for row in table)
    twin = evolve(state, sides=tuple(majority(row) for row in made), spare=tuple(sorted(spare)),
                  rows=made if state.rows else ())
    return Twin(f"associations {cards}", twin, lambda move: move)


def _choices(state: State, seat: int) -> Iterator[Exchange]:
    """Somebody has chosen another thing, and nobody has seen it yet."""
    frame: Any = state.agenda[0]
    if not isinstance(frame, fr.PassOn | fr.SecretSupport | fr.RevealWindow):
        return
    duel = state.duel
    for who, chosen in enumerate(frame.chosen):
        if who == seat or not chosen or (duel is not None and who in (duel.attacker, duel.defender)):
            continue
        every = kinds(state.hands[who]) if isinstance(frame, fr.PassOn) else (ATTACKER, DEFENDER, ABSTAINS)
        yield from (partial(_chosen, state, who, other) for other in every if other != chosen)


def _chosen(state: State, who: int, choice: str) -> Twin:
    frame: Any = state.agenda[0]
    made = (*frame.chosen[:who], choice, *frame.chosen[who + 1 :])
    return Twin(f"{who} chose {choice}", evolve(state, agenda=(evolve(frame, chosen=made), *state.agenda[1:])),
                lambda move: move)


# ---------------------------------------------------------------- frames, events, moves


def _frame(frame: Frame, seat: int) -> Hashable:
    """What a seat knows of an owed decision."""
    match frame:
        case fr.Answer():
            known: tuple[Any, ...] = (frame.by, frame.to, frame.demanded, _if(seat in (frame.by, frame.to),
                                                                             frame.offered))
        case fr.Activate() | fr.TextOrder():
            party = seat in (frame.by, frame.partner)
            known = frame.by, frame.partner, frame.demanded, _if(party, frame.card), _if(party, frame.other)
        case fr.PassOn():
            known = frame.way, _own(frame.chosen, seat)
        case fr.SecretSupport() | fr.RevealWindow():
            known = (_own(frame.chosen, seat),)
        case fr.Foresee():
            known = frame.by, len(frame.picked), _if(frame.by == seat, frame.picked)
        case fr.GiveBack():
            known = frame.by, frame.to, _if(seat in (frame.by, frame.to), frame.taken)
        case _:
            known = (frame,)
    return frame.kind, known


def _if(sees: bool, value: Any) -> Any:
    return value if sees else None


def _own(chosen: tuple[str, ...], seat: int) -> Hashable:
    """One's own choice, and of the others who has chosen."""
    return tuple(kind if i == seat else bool(kind) for i, kind in enumerate(chosen))


def _plain(event: Event, seat: int) -> tuple[Any, ...]:
    """What an event tells that is the same for all but its parties."""
    match event:
        case ev.Offered() | ev.Gave():
            return event.by, event.to, _if(seat in (event.by, event.to), event.kind)
        case ev.Swapped():
            return event.by, event.to, _if(seat in (event.by, event.to), (event.gives, event.gets))
        case ev.Unread():
            return event.by, _if(seat == event.by, event.card)
        case ev.SawObjects():
            return event.by, event.of, _if(seat in (event.by, event.of), event.hand)
        case ev.SawRole():
            return event.by, event.of, _if(seat in (event.by, event.of), event.role)
        case ev.RoleTaken() | ev.RoleRetired() | ev.RoleSunk():
            return event.by, _if(seat == event.by, event.role)
        case ev.Chosen() | ev.Drew():
            return event.by, _if(seat == event.by, event.kind)
        case ev.Committed():
            return event.by, _if(seat == event.by, event.side)
        case ev.SawPile():
            return event.by, _if(seat == event.by, event.pile)
        case ev.Stacked():
            return event.by, _if(seat == event.by, event.top)
        case ev.Stole():
            return event.by, event.of, _if(seat in (event.by, event.of), event.kind)
    return (evolve(event, clauses=()),)


def _demanded(frame: Frame) -> tuple[str, int]:
    """What is known to be in somebody's hand, since it was demanded and is not denied; and in whose."""
    match frame:
        case fr.Offer(to=to, demanded=what):
            return what, to
        case fr.Answer(by=by, demanded=what):
            return what, by
    return "", PILE


def _place(state: State, move: Move) -> int | None:
    """Where the object lies that a move names; None if it names none."""
    frame: Any = state.agenda[0]
    if isinstance(move, OF_HAND):
        return move.by
    if isinstance(move, OF_PILE):
        return PILE
    if isinstance(move, mv.StealObject):
        return int(frame.loser)
    return int(frame.of) if isinstance(move, mv.ShowObject) else None


SECRETS = RideSecrets
