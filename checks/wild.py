"""Wild search: every deal at once. Cards lie as unknown tokens until a move depends on what they are.

A token is resolved (to each card it can still be) only where a move names it or reads it, so one search
covers all deals, and what it finds first is the shortest game over all of them. What a token may be and
when it matters is the family's knowledge (`Wild`); that every deal is covered rests on that knowledge,
and every game found is put together as a concrete deal and replayed before it counts.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Protocol

from attrs import field, frozen

from advocatus.model.game import CHANCE, Game, make
from advocatus.model.guard import Node as Condition
from advocatus.model.rules import Gap, Rules
from advocatus.specs.prover import PROVED

from .knowledge import known_by

Substitution = Mapping[str, str]


@frozen
class Opening:
    """A way to look at a position: tokens resolved, and the kinds of move that this is done for."""

    resolved: tuple[tuple[str, str], ...]
    acts: frozenset[str]
    seat: int | None = None  # only this seat's moves
    names: int | None = None  # only moves that name this seat
    only: Any = None  # only this move


@frozen
class Want:
    """One way in which two readings can part: a move at a frame of some kind, and what must hold there."""

    kinds: frozenset[str]
    key: str = ""  # the fact or switch that is asked for there; empty for a norm
    holds: tuple[Condition, ...] = ()  # conditions that the guard of the norm needs, all of them
    move: str = ""  # the kind of move that the norm speaks of
    cost: int = 0  # players' decisions that the move itself counts for, at least


@frozen
class Bound:
    """A bound of the search: what it is towards, and the solver's verdict whether it is consistent, in words too."""

    name: str
    proof: Callable[[], tuple[str, str]]

    @property
    def holds(self) -> bool:
        """It is proved consistent."""
        return self.proof()[0] == PROVED


class Gathering(Protocol):
    """What has to be gathered before readings can part in some way, for games that are far."""

    want: Want

    @property
    def by(self) -> Want:
        """What brings nearer what is lacking."""
        ...

    def lacking(self, state: Any) -> int:
        """How much is lacking still."""
        ...

    def waits(self, state: Any) -> int:
        """Turns until who has gathered it can use it."""
        ...

    def none_to(self, state: Any) -> int:
        """Up to which turn not enough can have been gathered from here."""
        ...


@frozen
class Hoarded:
    """A game at whose last move two rule sets part, made by gathering: `here` are the rules that have the move."""

    here: Rules
    there: Rules
    deal: Any
    moves: tuple[Any, ...]


class Wild(Protocol):
    """A family's knowledge of its unknown cards for one rule set.

    `turns` tells up to which turn games are looked for in which readings part.
    """

    turns: int

    def blank(self) -> Any:
        """The first position with every hidden card a token."""
        ...

    def openings(self, state: Any) -> Iterator[Opening]:
        """All ways to look at a position that its moves can depend on, the plain one first."""
        ...

    def resolve(self, state: Any, resolved: Iterable[tuple[str, str]]) -> Any:
        """The position with tokens replaced."""
        ...

    def barred(self, state: Any, move: Any) -> bool:
        """Whether a move is left out: it names a token where it matters which card it is, or one that
        another token, looked at instead, stands for."""
        ...

    def least(self, state: Any, want: Want) -> tuple[int, int]:
        """Further turns and players' decisions until readings can part so: never more than there must be."""
        ...

    def bounds_of(self, wants: Iterable[Want]) -> tuple[Bound, ...]:
        """The bounds that `least` is made of for some ways to part, each with its proof or without."""
        ...

    def reads(self, key: str) -> frozenset[str]:
        """The kinds of frame at which the engine asks for a fact or switch; empty if it never does in play."""
        ...

    def gathering(self, other: Rules, want: Want) -> Gathering:
        """What has to be gathered before the other rules can part from these in some way."""
        ...

    def near(self, frames: frozenset[str]) -> tuple[int, ...]:
        """With how many players readings are likely to part soon at frames of these kinds, the soonest first."""
        ...

    def seen(self, key: str) -> frozenset[str]:
        """The kinds of frame at which what lies open to a seat depends on a fact or switch."""
        ...

    def concrete(self, moves: Iterable[Any], resolved: Substitution) -> tuple[Any, tuple[Any, ...]] | None:
        """A legal deal and the moves with all tokens replaced; None if no deal fits."""
        ...


def wild_of(rules: Rules, others: Iterable[Rules] = (), wants: Iterable[Want] = ()) -> Wild | None:
    """The family's knowledge for these rules and others played beside them; None if it has none.

    With `wants`, what can lead to none of them may be left out.
    """
    make: Callable[[Rules, Iterable[Rules], Iterable[Want]], Wild] | None
    make = known_by(rules.edition.family, "wild", "WILD")
    return None if make is None else make(rules, tuple(others), tuple(wants))


@frozen
class Node:
    """A position on the way, and how it was come to."""

    state: Any
    turn: int
    decisions: int
    end_turn: int  # no game through here ends sooner
    end_decisions: int
    parent: Node | None = field(repr=False, default=None)
    resolved: tuple[tuple[str, str], ...] = ()
    move: Any = None

    @property
    def total(self) -> tuple[int, int]:
        """The least length of a game through here that is wanted."""
        return self.end_turn, self.end_decisions

    def path(self) -> tuple[tuple[Any, ...], dict[str, str]]:
        """The moves from the deal, and everything resolved on the way."""
        moves: list[Any] = []
        resolved: dict[str, str] = {}
        node: Node | None = self
        while node is not None:
            resolved.update(node.resolved)
            if node.move is not None:
                moves.append(node.move)
            node = node.parent
        return tuple(reversed(moves)), resolved


@frozen
class Look:
    """A position with tokens resolved, and the moves to look at there, by seat."""

    node: Node
    state: Any
    opening: Opening


def explore(
    game: Game[Any, Any], wild: Wild, *, turns: int, states: int, least: Callable[[Any], tuple[int, int]],
    lacking: Callable[[Any], int] | None = None,
) -> Iterator[Look]:
    """The positions of every deal, with a look for each of their openings, those first that can end soonest.

    `least` bounds what a position still takes from below, in turns and decisions; a move shortens it by no more
    than its own decision, which is checked. Ends when every position was seen that can end within the turns.
    Raises `OutOfStates` after `states` of them. With `lacking` those come first that lack least, and `least` may be
    no bound: the games found are then not the shortest.
    """
    root = Node(wild.blank(), 1, 0, *_total(1, 0, least(wild.blank())))
    queue: list[tuple[int, tuple[int, int], int, int, Node]] = [(0, root.total, 0, 0, root)]
    seen: set[Any] = set()
    count = 0
    while queue:
        _, _, _, _, node = heapq.heappop(queue)
        if node.state in seen:
            continue
        seen.add(node.state)
        if len(seen) > states:
            raise OutOfStates(len(seen), node)
        for opening in wild.openings(node.state):
            look = Look(node, wild.resolve(node.state, opening.resolved), opening)
            yield look
            for move in legal_moves(game, wild, look):
                try:
                    after = make(game, look.state, move).after
                except Gap:  # play stops there; who looks for that sees it at the look
                    continue
                if game.top(after) is None or after in seen:
                    continue
                turn, cost = game.turn(after), node.decisions + (move.by >= 0)
                total = _total(turn, cost, least(after))
                nearer = f"{move} brings the end nearer than it can: {node.total}, {total}"
                assert lacking or total >= node.total, nearer
                if total[0] > turns:
                    continue
                count += 1
                following = Node(after, turn, cost, *total, node, opening.resolved, move)
                heapq.heappush(queue, (lacking(after) if lacking else 0, total, -cost, count, following))


def _total(turn: int, decisions: int, least: tuple[int, int]) -> tuple[int, int]:
    return turn + least[0], decisions + least[1]


class OutOfStates(RuntimeError):
    """The search saw as many positions as it may; `node` is where it stopped."""

    def __init__(self, states: int, node: Node) -> None:
        self.states, self.node = states, node
        super().__init__(f"stopped after {states} positions; what is left ends in turn {node.total[0]} or later, "
                         f"with {node.total[1]} decisions")


def movers(game: Game[Any, Any], look: Look) -> tuple[int, ...]:
    """The seats whose moves a look is about."""
    actors = game.actors(look.state)
    return actors if look.opening.seat is None else tuple(s for s in actors if s == look.opening.seat)


def legal_moves(game: Game[Any, Any], wild: Wild, look: Look) -> list[Any]:
    """The legal moves that a look is about."""
    found = []
    for seat in movers(game, look):
        moves = [m for m, _ in game.chances(look.state)] if seat == CHANCE else game.legal(look.state, seat)
        found += [m for m in moves if looked_at(wild, look, m)]
    return found


def looked_at(wild: Wild, look: Look, move: Any) -> bool:
    """Whether a look is about a move."""
    opening = look.opening
    named = opening.names is None or getattr(move, "seat", opening.names) == opening.names
    meant = opening.only is None or move == opening.only
    return move.act in opening.acts and named and meant and not wild.barred(look.state, move)
