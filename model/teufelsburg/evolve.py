"""How each event changes the state. No rules in here."""

from __future__ import annotations

from typing import Any

from ..game import Owes, change, with_item
from ..script import Steps
from .cards import Hand, minus, plus
from .events import (
    Appointed,
    Attacked,
    BagsTurned,
    Chosen,
    Committed,
    Counted,
    Decided,
    Drew,
    DuelEnded,
    Gave,
    HiddenAgain,
    LeftAlone,
    PassedOn,
    PointDeclined,
    Revealed,
    RoleRenewed,
    RoleRetired,
    RolesSwapped,
    RoleSunk,
    RoleTaken,
    Silenced,
    Stacked,
    Stole,
    Supported,
    Swapped,
    SymbolChosen,
    TokensDiscarded,
    TokenSpent,
    TokenTaken,
    TurnBegan,
    Used,
)
from .state import Duel, State, Verdict

_STEPS = Steps[State]()
_step = _STEPS.of
evolve = _STEPS.evolve


def _hands(state: State, *moves: tuple[int, str, str]) -> State:
    """Hands with, for each seat named, one card out (if any) and one card in (if any)."""
    hands = list(state.hands)
    for seat, gone, come in moves:
        hand = minus(hands[seat], gone) if gone else hands[seat]
        hands[seat] = plus(hand, come) if come else hand
    return change(state, hands=tuple(hands))


def _duel(state: State, **fields: Any) -> State:
    assert state.duel is not None, "an event of a struggle while none is under way"
    return change(state, duel=change(state.duel, **fields))


@_step(TurnBegan)
def _turn_began(state: State, event: TurnBegan) -> State:
    return change(state, active=event.by, turn=state.turn + 1)


@_step(Owes)
def _owes(state: State, event: Owes) -> State:
    return change(state, agenda=(*event.frames, *state.agenda[event.drop :]))


@_step(Swapped)
def _swapped(state: State, event: Swapped) -> State:
    return _hands(state, (event.by, event.gives, event.gets), (event.to, event.gets, event.gives))


@_step(RolesSwapped)
def _roles_swapped(state: State, event: RolesSwapped) -> State:
    roles = with_item(with_item(state.roles, event.by, state.roles[event.to]), event.to, state.roles[event.by])
    return change(state, roles=roles, shown=with_item(with_item(state.shown, event.by, False), event.to, False))


@_step(RoleRenewed)
def _role_renewed(state: State, event: RoleRenewed) -> State:
    return change(state, spent=tuple(role for role in state.spent if role != event.role))


@_step(RoleTaken)
def _role_taken(state: State, event: RoleTaken) -> State:
    leftover = plus(minus(state.leftover, event.role), state.roles[event.by])
    return change(state, roles=with_item(state.roles, event.by, event.role),
                  shown=with_item(state.shown, event.by, False), leftover=leftover,
                  sunk=tuple(role for role in state.sunk if role != event.role))


@_step(RoleSunk)
def _role_sunk(state: State, event: RoleSunk) -> State:
    return change(state, sunk=(*state.sunk, event.role))


@_step(RoleRetired)
def _role_retired(state: State, event: RoleRetired) -> State:
    return change(state, leftover=minus(state.leftover, event.role), retired=plus(state.retired, event.role))


def _choice(state: State, seat: int, chosen: str) -> State:
    frame: Any = state.agenda[0]
    return change(state, agenda=(change(frame, chosen=with_item(frame.chosen, seat, chosen)), *state.agenda[1:]))


@_step(Chosen)
def _chosen(state: State, event: Chosen) -> State:
    return _choice(state, event.by, event.kind)


@_step(Committed)
def _committed(state: State, event: Committed) -> State:
    return _choice(state, event.by, event.side)


@_step(Revealed)
def _revealed(state: State, event: Revealed) -> State:
    return _duel(state, sides=event.sides)


@_step(PassedOn)
def _passed_on(state: State, event: PassedOn) -> State:
    n = state.players
    return _hands(state, *((seat, kind, event.kinds[(seat - event.step) % n]) for seat, kind in enumerate(event.kinds)))


@_step(Drew)
def _drew(state: State, event: Drew) -> State:
    less = change(state, top=state.top[1:]) if state.top else change(state, rest=minus(state.rest, event.kind))
    return _hands(less, (event.by, "", event.kind))


@_step(BagsTurned)
def _bags_turned(state: State, _: BagsTurned) -> State:
    return change(state, turned=True)


@_step(Gave)
def _gave(state: State, event: Gave) -> State:
    return _hands(state, (event.by, event.kind, ""), (event.to, "", event.kind))


@_step(Used)
def _used(state: State, event: Used) -> State:
    if event.role:
        spent = tuple(sorted({*state.spent, event.card}))
        state = change(state, shown=with_item(state.shown, event.by, True), spent=spent)
    if state.duel is None:
        return state
    return _duel(state, played=(*state.duel.played, (event.by, event.card)))


@_step(HiddenAgain)
def _hidden_again(state: State, event: HiddenAgain) -> State:
    return change(state, shown=with_item(state.shown, event.by, False))


@_step(Stacked)
def _stacked(state: State, event: Stacked) -> State:
    rest: Hand = tuple(sorted((*state.top, *state.rest)))
    for kind in event.top:
        rest = minus(rest, kind)
    return change(state, top=event.top, rest=rest)


@_step(Attacked)
def _attacked(state: State, event: Attacked) -> State:
    sides = with_item(with_item(("",) * state.players, event.by, "attacker"), event.on, "defender")
    return change(state, duel=Duel(event.by, event.on, sides))


@_step(Supported)
def _supported(state: State, event: Supported) -> State:
    assert state.duel is not None
    return _duel(state, sides=with_item(state.duel.sides, event.by, event.side))


@_step(Silenced)
def _silenced(state: State, event: Silenced) -> State:
    assert state.duel is not None
    return _duel(state, silenced=(*state.duel.silenced, event.seat))


@_step(LeftAlone)
def _left_alone(state: State, _: LeftAlone) -> State:
    return _duel(state, alone=True)


@_step(Appointed)
def _appointed(state: State, event: Appointed) -> State:
    return _duel(state, appointed=event.side)


@_step(TokenTaken)
def _token_taken(state: State, event: TokenTaken) -> State:
    return change(state, tokens=with_item(state.tokens, event.by, state.tokens[event.by] + 1))


@_step(TokenSpent)
def _token_spent(state: State, event: TokenSpent) -> State:
    assert state.duel is not None
    left = change(state, tokens=with_item(state.tokens, event.by, state.tokens[event.by] - 1))
    return _duel(left, tokens=(*state.duel.tokens, (event.by, event.side)))


@_step(TokensDiscarded)
def _tokens_discarded(state: State, event: TokensDiscarded) -> State:
    assert state.duel is not None
    return _duel(state, tokens=tuple(down for down in state.duel.tokens if down[0] not in event.seats))


@_step(SymbolChosen)
def _symbol_chosen(state: State, event: SymbolChosen) -> State:
    assert state.duel is not None
    return _duel(state, symbols=(*state.duel.symbols, (event.by, event.card, event.side)))


@_step(PointDeclined)
def _point_declined(state: State, event: PointDeclined) -> State:
    assert state.duel is not None
    return _duel(state, symbols=(*state.duel.symbols, (event.of, event.card, "abstains")))


@_step(Counted)
def _counted(state: State, event: Counted) -> State:
    return _duel(state, result=event.result)


@_step(Stole)
def _stole(state: State, event: Stole) -> State:
    return _hands(state, (event.of, event.kind, ""), (event.by, "", event.kind))


@_step(DuelEnded)
def _duel_ended(state: State, _: DuelEnded) -> State:
    return change(state, duel=None)


@_step(Decided)
def _decided(state: State, event: Decided) -> State:
    return change(state, verdict=Verdict(event.by, event.claim, event.right, event.winners))
