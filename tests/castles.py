"""Positions of the castles of Caleira put together from what matters, for tests of single rules.

A piece is written as its card, with a minus in front where it lies face-down: ``["trebuchet", "-princess"]``. Pieces
are numbered castle by castle, from 1. Whatever is in no hand and no castle lies in the pile, unless it was discarded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from advocatus.model.caleira import moves as mv
from advocatus.model.caleira.frames import Play
from advocatus.model.caleira.state import Deal, Piece, State, deck
from advocatus.model.families import editions, open_game
from advocatus.model.game import CHANCE, Event, IllegalMove, make
from advocatus.model.rulebook import Edition
from advocatus.model.rules import Rules, make_rules


def edition() -> Edition:
    return next(e for e in editions().values() if e.family == "caleira")


def rules_for(players: int = 2, answers: Mapping[str, str] | None = None) -> Rules:
    return make_rules(edition(), players, (), answers)


def deal_for(rules: Rules, hands: Sequence[Sequence[str]], top: Sequence[str] = ()) -> Deal:
    """A deal with these cards in the hands and these on top of the pile; what is left unsaid is filled up."""
    left = Counter(deck(rules)) - Counter([k for hand in hands for k in hand]) - Counter(top)
    rest, filled = sorted(left.elements()), []
    for seat in range(rules.players):
        hand = list(hands[seat]) if seat < len(hands) else []
        while len(hand) < 2:
            hand.append(rest.pop())
        filled.append(tuple(sorted(hand)))
    return Deal(tuple(filled), tuple(rest), tuple(top))


class Board:
    """A position in which seat 0 is to play a card, and what became of it."""

    def __init__(
        self, castles: Sequence[Sequence[str]] = (), hands: Sequence[Sequence[str]] = (), *, players: int = 2,
        answers: Mapping[str, str] | None = None, top: Sequence[str] = (), discard: Sequence[str] = (),
    ) -> None:
        self.rules = rules_for(players, answers)
        self.game = open_game(self.rules)
        rows, number = [], 0
        for seat in range(players):
            row = []
            for word in castles[seat] if seat < len(castles) else ():
                number += 1
                up = not word.startswith("-")
                row.append(Piece(word.lstrip("-"), number, up, tuple(range(players)) if up else (seat,)))
            rows.append(tuple(row))
        held = [tuple(sorted(hands[seat])) if seat < len(hands) else () for seat in range(players)]
        used = Counter([p.kind for row in rows for p in row] + [k for hand in held for k in hand] + list(top))
        gone = tuple(discard)
        rest = tuple(sorted((Counter(deck(self.rules)) - used - Counter(gone)).elements()))
        self.state = State(tuple(held), tuple(rows), gone, tuple(top), rest, (), 0, number + len(gone) + 1, (Play(0),))
        assert self.game.well_formed(self.state) == (), self.game.well_formed(self.state)
        self.events: list[Event] = []

    def do(self, *moves: Any) -> Board:
        """Make moves; those of chance that have one outcome alone are made by themselves."""
        for move in moves:
            self._make(move)
            while self.game.actors(self.state) == (CHANCE,) and len(self.game.chances(self.state)) == 1:
                self._make(self.game.chances(self.state)[0][0])
        return self

    def _make(self, move: Any) -> None:
        step = make(self.game, self.state, move)
        self.events += step.events
        self.state = step.after
        assert self.game.well_formed(self.state) == (), self.game.well_formed(self.state)

    def play(self, kind: str, up: bool = True) -> Board:
        """Seat 0 plays a card."""
        return self.do(mv.PlayCard(0, kind, up))

    def aim(self, number: int) -> Board:
        """Whoever is to choose a piece chooses this one."""
        return self.do(mv.Aim(self.by, number))

    @property
    def by(self) -> int:
        """Who is to move."""
        return self.game.actors(self.state)[0]

    @property
    def due(self) -> str:
        """The kind of what is owed now; empty once the game is over."""
        frame = self.game.top(self.state)
        return frame.kind if frame is not None else ""

    @property
    def tags(self) -> list[str]:
        """What became so, in order, but for what is owed."""
        return [event.tag for event in self.events if event.tag != "owes"]

    def aims(self) -> list[int]:
        """The pieces that may be chosen."""
        return [m.piece for m in self.game.legal(self.state, self.by) if isinstance(m, mv.Aim)]

    def may_leave(self) -> bool:
        """Whether the effect may be let be."""
        return mv.Leave(self.by) in self.game.legal(self.state, self.by)

    def why_not(self, move: Any) -> tuple[str, ...]:
        """The clauses against a move; empty if it is allowed."""
        try:
            self.game.decide(self.state, move)
        except IllegalMove as error:
            return tuple(norm.clause for norm in error.judgement.against) or ("nothing permits it",)
        return ()

    def piece(self, number: int) -> Piece | None:
        """The piece of a number; None if it is in no castle."""
        found = self.state.find(number)
        return None if found is None else found[1]

    def is_up(self, number: int) -> bool:
        """Whether a piece lies face-up."""
        piece = self.piece(number)
        assert piece is not None
        return piece.up
