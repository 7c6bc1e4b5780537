"""The unknown cards of the castles of Caleira: which tokens there are, and which moves depend on them.

Tokens: ``?seat.slot`` a card of a starting hand, ``!nn`` a card of the pile. All that are not told apart yet are alike,
so the first of a hand or of the pile stands for any. A card played face-down stays a token; it is told where it is
played face-up, where its piece is turned up or destroyed, and where a rule names the card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from attrs import evolve, fields

from advocatus.model.caleira import moves as mv
from advocatus.model.caleira.cards import Hand
from advocatus.model.caleira.frames import Draw, Play
from advocatus.model.caleira.state import Deal, State, deck
from advocatus.model.caleira.vocabulary import AIMED, FRAME_ACTS
from advocatus.model.rules import Rules
from advocatus.specs.caleira import nearing
from advocatus.specs.prover import BOUNDED

from ..wild import Bound, Opening, Substitution, Want
from .ahead import Ahead, beside_moats, counts, plain, small_pile

BY_HAND = "argued by hand, and held at every move of each search; not proved"

# Whoever looks at the pile or gives a card in exchange leaves cards that are still to be played.
_ENDS = tuple(kind for kind in FRAME_ACTS if kind not in ("draw", "turn-up", "arrange") and "swap" not in kind)
_SETS_OFF = ("barracks", "watchtower", "reveal", "trebuchet")
_READ_AT: dict[str, tuple[str, ...]] = {
    "barracks.turns": ("barracks",),
    **dict.fromkeys(("throne.turns", "throne.pending"), ("throne-room",)), "throne.span": _SETS_OFF,
    **dict.fromkeys(("watchtower.turns", "watchtower.order", "watchtower.choice", "watchtower.pieces"),
                    ("watchtower",)),
    **dict.fromkeys(("throne.standing", "battlements.hidden", "place.gap", "princess.many", "princess.own",
                     "out.castle", "out.hand"), ("trebuchet",)),
    "source.gone": ("barracks", "throne-room", "watchtower", "trebuchet"),
    "out.effects": _SETS_OFF,
    "market.choice": ("swap-give",),
    "magician.cards": ("magician", "turn-up"),
    "place.where": ("play",),
    "end.count": ("play", "place"),
    "tie.left": _ENDS,
}
_TURNS = {"barracks": "barracks.turns", "throne-room": "throne.turns", "watchtower": "watchtower.turns"}
_COUNTED = ("points.", "battlements.")  # facts that the count reads


def is_token(word: Any) -> bool:
    """Whether a value is an unknown card."""
    return isinstance(word, str) and word[:1] in "?!" and bool(word)


class Nothing:
    """What has to be gathered for readings of this family to part: nothing; games are not gone for straight."""

    def __init__(self, want: Want) -> None:
        self.want = want

    @property
    def by(self) -> Want:
        """See `checks.wild.Gathering`."""
        return self.want

    def lacking(self, state: Any) -> int:  # noqa: ARG002
        """See `checks.wild.Gathering`."""
        return 0

    def waits(self, state: Any) -> int:  # noqa: ARG002
        """See `checks.wild.Gathering`."""
        return 0

    def none_to(self, state: Any) -> int:  # noqa: ARG002
        """See `checks.wild.Gathering`."""
        return 0


class CaleiraWild:
    """See `checks.wild.Wild`."""

    def __init__(self, rules: Rules, others: Iterable[Rules], wants: Iterable[Want] = ()) -> None:
        self.rules = rules
        self.turns = len(deck(rules)) + 1  # a whole game
        self.cards = Counter(deck(rules))
        self.ahead = Ahead(rules)
        wants = tuple(wants)
        self.near_by = bool(wants) and all(map(plain, wants))  # no bound is asked for
        others = tuple(others)
        norms = [norm for one in (rules, *others) for norm in one.norms]
        guards = [(norm, guard.names) for norm in norms for guard in (norm.when, norm.which) if guard is not None]
        self.tells = {"trebuchet", *(kind for kind, switch in _TURNS.items() for one in (rules, *others)
                                     if one.value_of(switch) == "up")}
        if any("target_card" in names for _, names in guards):
            self.tells |= {*AIMED}
        self.plays_named = any(norm.move == "play" and "card" in names and "face_up" not in names
                               for norm, names in guards)

    def blank(self) -> State:
        n, each = self.rules.players, self.rules.fact("setup.hand")
        hands = tuple(tuple(f"?{seat}.{slot}" for slot in range(each)) for seat in range(n))
        rest = tuple(f"!{i:02}" for i in range(self.cards.total() - n * each))
        return State(hands=hands, castles=((),) * n, discard=(), top=(), rest=rest, gone=(), active=0, turn=1,
                     agenda=(Draw(0), Play(0)) if rest else (Play(0),))

    def _kinds(self, state: State) -> list[str]:
        """What an unknown card can be: all of which not every card is told."""
        told = Counter(piece.kind for _, piece in state.pieces)
        told.update(k for cards in (*state.hands, state.discard, state.top, state.rest, state.gone) for k in cards)
        return [kind for kind in sorted(self.cards) if self.cards[kind] > told[kind]]

    # ------------------------------------------------------------ openings

    def openings(self, state: State) -> Iterator[Opening]:
        frame: Any = state.agenda[0]
        yield Opening((), frozenset(FRAME_ACTS[frame.kind]))
        if frame.kind == "play":
            yield from self._played(state, frame.by)
        elif frame.kind in self.tells:
            act = frozenset({"aim"})
            for _, piece in state.pieces:
                for kind in self._kinds(state) if is_token(piece.kind) else ():
                    yield Opening(((piece.kind, kind),), act, only=mv.Aim(frame.by, piece.number))
        elif frame.kind == "reveal":
            found = state.find(frame.piece)
            for kind in self._kinds(state) if found is not None and is_token(found[1].kind) else ():
                assert found is not None
                yield Opening(((found[1].kind, kind),), frozenset({"reveal"}))

    def _played(self, state: State, by: int) -> Iterator[Opening]:
        """The first unknown card of a hand, played as each that it can be."""
        token = next((k for k in state.hands[by] if is_token(k)), None)
        for kind in self._kinds(state) if token is not None else ():
            assert token is not None
            for up in (True, False) if self.plays_named else (True,):
                yield Opening(((token, kind),), frozenset({"play"}), only=mv.PlayCard(by, kind, up))

    def barred(self, state: State, move: Any) -> bool:
        named = [k for f in fields(type(move)) for k in _words(getattr(move, f.name)) if is_token(k)]
        frame: Any = state.agenda[0]
        match move:
            case mv.PlayCard(by, kind, up):
                return bool(named) and (up or self.plays_named or kind != _first(state.hands[by]))
            case mv.Give(by, kind):
                held = [k for k in state.hands[by] if not (frame.kind == "swap-return" and frame.to == by
                                                           and k == frame.given)]
                return bool(named) and kind != _first(held)
            case mv.Show(_, kind):
                return bool(named) and kind != _first(state.hands[frame.of])
            case mv.DrawCard(_, kind) | mv.TurnUpCard(_, kind):
                return bool(named) and state.top[:1] != (kind,) and kind != _first(state.rest)
            case mv.ArrangeCards(_, cards):
                return [k for k in cards if is_token(k)] != [k for k in frame.cards if is_token(k)]
            case mv.Aim(_, number):
                found = state.find(number)
                return found is not None and is_token(found[1].kind) and frame.kind in self.tells
            case mv.RevealPiece():
                found = state.find(frame.piece)
                return found is not None and is_token(found[1].kind)
        return False

    def resolve(self, state: State, resolved: Iterable[tuple[str, str]]) -> State:
        known = dict(resolved)
        if not known:
            return state
        castles = tuple(
            tuple(evolve(p, kind=known[p.kind]) if p.kind in known else p for p in castle) for castle in state.castles)
        return evolve(
            state, hands=tuple(_replaced(hand, known) for hand in state.hands), castles=castles,
            top=tuple(known.get(k, k) for k in state.top), rest=_replaced(state.rest, known),
            gone=_replaced(state.gone, known), agenda=tuple(_substituted(frame, known) for frame in state.agenda))

    # ------------------------------------------------------------ what can still come

    def least(self, state: State, want: Want) -> tuple[int, int]:
        return (0, 0) if self.near_by or plain(want) else self.ahead.least(state, want)

    def bounds_of(self, wants: Iterable[Want]) -> tuple[Bound, ...]:
        """What is near needs none; the count of cards gives one that is proved; others are argued by hand."""
        found: dict[str, Bound] = {}
        for want in wants:
            most = small_pile(want)
            if plain(want):
                continue
            if counts(want) and self.ahead.counted:
                bound = Bound("until the count", partial(nearing.count_is_near, self.rules))
            elif most is not None and not beside_moats(want):
                bound = Bound(f"until the pile is below {most}", partial(nearing.pile_is_near, self.rules, most))
            else:
                bound = Bound("by hand", lambda: (BOUNDED, BY_HAND))
            found[bound.name] = bound
        return tuple(found.values())

    def reads(self, key: str) -> frozenset[str]:
        return frozenset(_ENDS if key.startswith(_COUNTED) or key == "points.hidden" else _READ_AT.get(key, ()))

    def gathering(self, other: Rules, want: Want) -> Nothing:  # noqa: ARG002
        return Nothing(want)

    def near(self, frames: frozenset[str]) -> tuple[int, ...]:  # noqa: ARG002
        """The fewer play, the sooner everybody has pieces."""
        return 2, 3, 4

    def seen(self, key: str) -> frozenset[str]:
        return frozenset({"swap-return"}) if key == "market.sees" else frozenset()

    # ------------------------------------------------------------ back to a deal

    def concrete(self, moves: Iterable[Any], resolved: Substitution) -> tuple[Deal, tuple[Any, ...]] | None:
        known = dict(resolved)
        left = self.cards - Counter(known.values())
        if left.total() != self.cards.total() - len(known):
            return None
        unseen = sorted(left.elements())
        blank = self.blank()
        for token in (k for cards in (*blank.hands, blank.rest) for k in cards if k not in known):
            known[token] = unseen.pop()
        deal = Deal(tuple(_replaced(hand, known) for hand in blank.hands), _replaced(blank.rest, known))
        return deal, tuple(_substituted(move, known) for move in moves)


def _words(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)


def _first(cards: Iterable[str]) -> str:
    return min((k for k in cards if is_token(k)), default="")


def _replaced(hand: Hand, known: Substitution) -> Hand:
    return tuple(sorted(known.get(kind, kind) for kind in hand)) if any(kind in known for kind in hand) else hand


def _substituted(value: Any, known: Substitution) -> Any:
    """A move or a frame with the tokens in its fields replaced."""
    new: dict[str, Any] = {}
    for f in fields(type(value)):
        word = getattr(value, f.name)
        if isinstance(word, str) and word in known:
            new[f.name] = known[word]
        elif isinstance(word, tuple) and any(w in known for w in word):
            new[f.name] = tuple(known.get(w, w) for w in word)
    return evolve(value, **new) if new else value


WILD = CaleiraWild
