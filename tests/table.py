"""A table for tests: a position put together from what matters, the rest filled in; moves played on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from attrs import evolve

from advocatus.model.families import editions, open_game
from advocatus.model.game import TABLE, Event, IllegalMove
from advocatus.model.rules import make_rules
from advocatus.model.teufelsburg import moves as mv
from advocatus.model.teufelsburg.cards import OBJECTS, ROLES
from advocatus.model.teufelsburg.engine import Teufelsburg
from advocatus.model.teufelsburg.frames import Action
from advocatus.model.teufelsburg.setup import in_play
from advocatus.model.teufelsburg.state import State

FILLER = ("dagger", "gloves", "whip", "throwing-knives", "privilege", "monocle", "tome", "coat", "sextant")


class Table:
    """A game in progress. `hands` names what each seat holds; seats left out get one filler object.

    `pile` names the objects on top of the pile, which holds all that is left, or with `only` no more.
    """

    def __init__(
        self,
        players: int = 4,
        hands: Sequence[str] = (),
        roles: Sequence[str] = (),
        sides: str = "",
        pile: Sequence[str] | None = None,
        *,
        only: bool = False,
        edition: str = "adlung",
        answers: Mapping[str, str] | None = None,
        variants: Sequence[str] = (),
    ) -> None:
        self.rules = make_rules(editions()[edition], players, variants, answers)
        game = open_game(self.rules)
        assert isinstance(game, Teufelsburg)
        self.game = game
        self.state = self._position(hands, roles, sides, pile, only)
        assert not game.well_formed(self.state), game.well_formed(self.state)
        self.events: list[Event] = []

    def _position(
        self, hands: Sequence[str], roles: Sequence[str], sides: str, pile: Sequence[str] | None, only: bool
    ) -> State:
        n = self.rules.players
        playing, out = in_play(self.rules)
        given = [tuple(sorted(hand.split())) for hand in hands] + [()] * (n - len(hands))
        left = Counter(playing) - Counter(k for hand in given for k in hand) - Counter(pile or ())
        for seat, hand in enumerate(given):
            if not hand:
                filler = next(k for k in (*FILLER, *OBJECTS) if left[k])
                left[filler] -= 1
                given[seat] = (filler,)
        rest = tuple(sorted(left.elements()))
        if only or pile == []:  # no more in the pile: bags left go to the last seat, the rest out of the game
            bags = [kind for kind in rest if kind.startswith("bag-")]
            given[-1] = tuple(sorted((*given[-1], *bags)))
            rest = tuple(kind for kind in rest if kind not in bags)
            out, rest = tuple(sorted((*out, *rest))), ()
        others = [role for role in ROLES if role not in roles]
        dealt = [*roles, *others][:n]
        side = [{"o": "order", "b": "brotherhood"}[letter] for letter in sides or ("ob" * n)[:n]]
        each = self.rules.fact("associations.each")
        spare = sorted((Counter({"order": each, "brotherhood": each}) - Counter(side)).elements())
        return State(
            hands=tuple(given), roles=tuple(dealt), shown=(False,) * n, sides=tuple(side), spare=tuple(spare),
            leftover=tuple(sorted(set(ROLES) - set(dealt))), top=tuple(pile or ()), rest=rest, out=out,
            turned=not (pile or rest), active=0, turn=1, agenda=(Action(0),),
            tokens=(0,) * n if self.rules.given("tokens.total") else (),
        )

    def with_state(self, **fields: Any) -> Table:
        """The same table with fields of the state changed by hand."""
        self.state = evolve(self.state, **fields)
        return self

    def play(self, *moves: mv.Move) -> Table:
        """Play moves; each must be legal."""
        for move in moves:
            events = self.game.decide(self.state, move)
            for event in events:
                self.state = self.game.evolve(self.state, event)
            assert not self.game.well_formed(self.state), (move, self.game.well_formed(self.state))
            self.events += events
        return self

    def close(self, times: int = 1) -> Table:
        """Nobody acts in the window(s)."""
        return self.play(*[mv.Close(TABLE)] * times)

    def legal(self, seat: int) -> set[mv.Move]:
        """What a seat may do."""
        return set(self.game.legal(self.state, seat))

    def why_not(self, move: mv.Move) -> tuple[str, ...]:
        """The clauses against a move that must be illegal."""
        try:
            self.game.decide(self.state, move)
        except IllegalMove as error:
            return error.judgement.clauses
        raise AssertionError(f"{move} is allowed")

    def happened(self, kind: type[Event]) -> Any:
        """The last event of a kind."""
        return [event for event in self.events if isinstance(event, kind)][-1]

    def tags(self) -> list[str]:
        """The tags of all events so far, bookkeeping left out."""
        return [event.tag for event in self.events if event.tag != "owes"]

    @property
    def top(self) -> str:
        """The kind of the frame on top."""
        return self.state.agenda[0].kind
