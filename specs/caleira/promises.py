"""The promises of a rule set of the castles of Caleira: proved, computed, or bounded where they are not known whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from ...model.caleira import moves as mv
from ...model.caleira.cards import KINDS, PRINCESS
from ...model.caleira.state import deck
from ...model.families import open_game
from ...model.game import CHANCE
from ...model.guard import And, Node, Ref
from ...model.rules import Rules
from ..promise import EXTENT, INVARIANT, POSSIBLE, Played, Promise
from ..prover import BOUNDED, PROVED, UNKNOWN
from . import counting, measure, scores, ties
from .measure import HIDDEN

_COUNT = "over every step of the count of cards"


def _counting(rules: Rules) -> Iterator[Promise]:
    verdict, detail = counting.kept(rules), counting.why_not(rules) or _COUNT
    yield Promise("cards.one-place", "Every card is in one place, and each turn has one card played.", INVARIANT,
                  ("turn.steps", "play.card"), verdict, detail=detail)
    each = rules.fact("setup.hand")
    yield Promise("hands.size", "So many cards has a hand at most, and one more where its owner is about to play.",
                  EXTENT, ("draw.card", "play.card"), verdict, each, detail=detail)
    verdict, least, greatest = counting.turns(rules)
    value = greatest if least == greatest else (least, greatest)
    yield Promise("game.turns", "So many turns has a game that is counted: one for each card, unless somebody is out.",
                  EXTENT, ("turn.order", "victory.count"), verdict, value, detail=detail)


def playable(rules: Rules) -> tuple[str, str]:
    """Whether every card can be played by anybody at any time, as its norms are; the verdict and why."""
    about = [norm for norm in rules.norms if norm.move == "play"]
    opened = any(norm.mood == "permit" and norm.when is None and not norm.during for norm in about)
    closing = [norm.id for norm in about if norm.mood != "permit"
               and (norm.mood != "forbid" or norm.when is None or "face_up" not in _needs(norm.when.tree))]
    if not opened or closing:
        return UNKNOWN, f"it depends on {', '.join(closing) or 'what is permitted'}"
    return counting.kept(rules), "a card may always be played face-down; " + (counting.why_not(rules) or _COUNT)


def _needs(node: Node) -> frozenset[str]:
    """The names of yes or no that must hold wherever a guard does."""
    parts = node.args if isinstance(node, And) else (node,)
    return frozenset(part.name for part in parts if isinstance(part, Ref))


def _effects(rules: Rules) -> Iterator[Promise]:
    found = measure.weights(rules)
    says = "Effects that set each other off come to an end."
    clauses = ("effect.queue", "effect.owner")
    if found is None:
        yield Promise("effects.end", says, INVARIANT, clauses, UNKNOWN, detail="no weights make every decision lighter")
        return
    kinds = ", ".join(f"{name} {found[name]}" for name in (HIDDEN, "barracks", "watchtower"))
    yield Promise("effects.end", says, INVARIANT, clauses, PROVED,
                  detail=f"every decision makes lighter what lies face-down or is pending: {kinds} ...")
    heaviest = max(found.values()) + found[HIDDEN] * (len(deck(rules)) - 1)
    yield Promise("effects.most", "No turn has more decisions than this once its card is played.", EXTENT, clauses,
                  BOUNDED, heaviest, detail="by the weights alone; what play can reach is less")


def _scores(rules: Rules) -> Iterator[Promise]:
    bound = scores.most(rules)
    for highest, says in ((True, "The most points that the first player can have, if nobody is out."),
                          (False, "The fewest points that the first player can have, if nobody is out.")):
        limit = bound[0] if highest and bound is not None else 0
        game = next(scores.attained(rules, highest), None)
        proved = game is not None and game[0] == limit and (bound is not None or not highest)
        value = limit if proved else (game[0], limit) if game is not None else None
        yield Promise("score.highest" if highest else "score.lowest", says, EXTENT, ("victory.count",),
                      PROVED if proved else BOUNDED if game is not None else UNKNOWN, value,
                      witness=game[1] if game is not None else None,
                      detail="bounded by all castles of so many cards, and played" if proved else "no game attains it")


def _scores_without_one(rules: Rules) -> Iterator[Promise]:
    """The most points where somebody is out, if the game goes on then."""
    if rules.players < 3 or rules.value_of("princess.many") != "out":
        return
    bound = scores.most(rules, scores.turns_without(rules), PRINCESS)
    game = scores.without_one(rules)
    proved = bound is not None and game is not None and game[0] == bound[0]
    value = None if bound is None or game is None else bound[0] if proved else (game[0], bound[0])
    yield Promise("score.highest.out", "The most points that a player can have once another is out.", EXTENT,
                  ("victory.count", "card.princess.loses"), PROVED if proved else BOUNDED if value else UNKNOWN, value,
                  witness=None if game is None else game[1],
                  detail="bounded by all castles of as many cards as one can then play, and played" if proved
                  else "no game attains it")


def _ties(rules: Rules) -> Iterator[Promise]:
    """All that count are equal where everybody plays everything face-down, if all play as many cards."""
    game = _face_down(rules) if len(deck(rules)) % rules.players == 0 else None
    says = "Points, face-down pieces and pieces can all be equal, so that the tie-breaks do not decide."
    yield Promise("tie.complete", says, POSSIBLE, ("victory.tie",), PROVED if game else UNKNOWN,
                  "yes" if game else None, witness=game,
                  detail="everybody plays every card face-down; no game with nobody out has fewer decisions" if game
                  else "not all play as many cards")


def _shortest_tie(rules: Rules) -> Iterator[Promise]:
    found = ties.shortest(rules)
    says = "The shortest complete tie takes so many turns and decisions of players."
    if found is None:
        yield Promise("tie.shortest", says, EXTENT, ("victory.tie",), UNKNOWN, detail="no game of those tried is one")
        return
    length, game, proved = found
    yield Promise("tie.shortest", says, EXTENT, ("victory.tie",), PROVED if proved else BOUNDED, length, witness=game,
                  detail="no game that is counted has fewer turns, nor one of so many turns fewer decisions" if proved
                  else "a game found; none shorter is known")


def _face_down(rules: Rules) -> Played | None:
    """A game in which every card is played face-down, if it ends with all equal."""
    game = open_game(rules)
    deal = scores.dealt(rules, deck(rules)[: scores.turns_of_seat(rules)])
    state, moves = game.start(deal), []
    while (frame := game.top(state)) is not None:
        move = game.chances(state)[0][0] if frame.owed == (CHANCE,) else next(
            (m for m in game.legal(state, frame.owed[0]) if not isinstance(m, mv.PlayCard) or not m.up), None)
        if move is None:
            return None
        moves.append(move)
        for event in game.decide(state, move):
            state = game.evolve(state, event)
    sizes = {(len(castle), sum(not piece.up for piece in castle)) for castle in state.castles}
    equal = len(sizes) == 1 and not any(piece.up for _, piece in state.pieces)
    return Played(deal, tuple(moves)) if equal else None


def deals(rules: Rules) -> int:
    """How many deals there are that look different: hands seat by seat, cards of a kind being alike."""
    n, each = rules.players, rules.fact("setup.hand")

    @cache
    def ways(kind: int, rooms: tuple[int, ...]) -> int:
        if kind == len(KINDS):
            return int(not any(rooms))
        there = rules.fact(f"cards.{KINDS[kind]}")
        return sum(ways(kind + 1, tuple(r - t for r, t in zip(rooms, taken, strict=True)))
                   for taken in _shares(rooms, there))

    return ways(0, (each,) * n)


def _shares(rooms: tuple[int, ...], there: int) -> Iterator[tuple[int, ...]]:
    if not rooms:
        yield ()
        return
    for taken in range(min(rooms[0], there) + 1):
        for rest in _shares(rooms[1:], there - taken):
            yield (taken, *rest)


def _setup(rules: Rules) -> Iterator[Promise]:
    yield Promise("setup.deals", "So many hands can be dealt that look different.", EXTENT, ("setup.deal",), PROVED,
                  deals(rules), detail="counted kind by kind; cards of a kind are alike")


def _princess(rules: Rules) -> Iterator[Promise]:
    verdict, value = counting.falls(rules)
    yield Promise("princess.once", "So many Princesses are destroyed in a game at most.", EXTENT,
                  ("card.princess.loses",), verdict, value, detail=counting.why_not(rules) or _COUNT)


def promises(rules: Rules) -> tuple[Promise, ...]:
    """All promises in a fixed order."""
    verdict, detail = playable(rules)
    play = Promise("play.possible", "Whoever is on turn can play a card.", INVARIANT, ("play.card", "card.princess"),
                   verdict, detail=detail)
    made: tuple[Callable[[Rules], Iterator[Promise]], ...] = (
        _setup, _counting, _effects, _princess, _scores, _scores_without_one, _ties, _shortest_tie)
    return (play, *(promise for make in made for promise in make(rules)))

