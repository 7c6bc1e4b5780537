"""Rest points put together at random: what long games lead to, without the games."""

from __future__ import annotations

from random import Random

from attrs import evolve

from advocatus.model.rules import Rules
from advocatus.model.teufelsburg.cards import GOBLET, KEY, SEAL, Hand
from advocatus.model.teufelsburg.frames import Action
from advocatus.model.teufelsburg.setup import in_play, random_deal, start
from advocatus.model.teufelsburg.state import State

FULL = 5  # as much as a hand holds where the rules do not say how much it may hold
GATHERED = (KEY, GOBLET, SEAL)


def random_position(rules: Rules, rng: Random) -> State:
    """A sound rest point: hands of any size up to the limit, a pile of any size, occupations used before or not."""
    first = start(rules, random_deal(rules, rng))
    n, limit = rules.players, rules.given("hand.limit") or FULL
    hands, rest = _hands(rng, in_play(rules)[0], n, limit)
    shown = tuple(rng.random() < 0.25 for _ in range(n))
    spent = {role for role, face_up in zip(first.roles, shown, strict=True) if face_up}
    spent |= {role for role in (*first.roles, *first.leftover) if rng.random() < 0.1}
    known = rng.choice((0, 0, 0, 1, 2))
    pile = list(rest)
    rng.shuffle(pile)
    turn = rng.randrange(1, 12)
    active = (turn - 1) % n
    state = evolve(
        first, hands=hands, top=tuple(pile[:known]), rest=tuple(sorted(pile[known:])), turned=not pile, shown=shown,
        spent=tuple(sorted(spent)), active=active, turn=turn, agenda=(Action(active),),
    )
    return evolve(state, tokens=_tokens(rng, n, rules.given("tokens.total") or 0)) if state.tokens else state


def varied(rules: Rules, state: State, rng: Random) -> State:
    """The same rest point, often with other occupations used before, and with a pile that is nearly used up.

    Now and then a bag lies where something was that it will turn into, or two objects have changed places.
    """
    if state.verdict is not None:
        return state
    made = state
    if rng.random() < 0.6:
        shown = tuple(rng.random() < 0.5 for _ in state.roles)
        spent = tuple(sorted(role for role, face_up in zip(state.roles, shown, strict=True) if face_up))
        made = evolve(state, shown=shown, spent=spent)
    limit = rules.given("hand.limit") or FULL
    pile, hands = [*state.top, *state.rest], [list(hand) for hand in state.hands]
    if rng.random() < 0.4:
        _swap(rng.choice((KEY, GOBLET)), hands, rng)
    if rng.random() < 0.3:
        _exchange(hands, rng)
    if hands != [list(hand) for hand in state.hands]:
        made = evolve(made, hands=tuple(tuple(sorted(hand)) for hand in hands))
    left, room = rng.randrange(1, 3), sum(max(0, limit - len(hand)) for hand in hands)
    if rng.random() < 0.7 and left < len(pile) <= room + left:
        while len(pile) > left:
            seat = rng.choice([seat for seat, hand in enumerate(hands) if len(hand) < limit])
            hands[seat].append(pile.pop(rng.randrange(len(pile))))
        made = evolve(made, hands=tuple(tuple(sorted(hand)) for hand in hands), top=(), rest=tuple(sorted(pile)))
    return made


def _exchange(hands: list[list[str]], rng: Random) -> None:
    """Let two objects change places that two seats hold."""
    here, there = rng.sample([hand for hand in hands if hand], 2)
    i, j = rng.randrange(len(here)), rng.randrange(len(there))
    here[i], there[j] = there[j], here[i]


def _swap(kind: str, hands: list[list[str]], rng: Random) -> None:
    """Put the bag of a kind in the place of one of the kind, and that where the bag was, if both are in hands."""
    bag = f"bag-{kind}"
    there, here = [hand for hand in hands if kind in hand], [hand for hand in hands if bag in hand]
    if there and here:
        to, of = rng.choice(there), here[0]
        to[to.index(kind)], of[of.index(bag)] = bag, kind


def _hands(rng: Random, playing: Hand, n: int, limit: int) -> tuple[tuple[Hand, ...], Hand]:
    """Everybody holds something and nobody too much; now and then one kind of thing is gathered in few hands."""
    objects = list(playing)
    rng.shuffle(objects)
    if rng.random() < 0.4:
        wanted = rng.sample(GATHERED, rng.randrange(1, 3))
        wanted += [f"bag-{kind}" for kind in wanted]  # with keys the bag that will be one
        objects.sort(key=lambda kind: kind not in wanted)
    most = min(len(objects), n * limit)
    held = rng.choice((n, n + 1, rng.randrange(n, most + 1), rng.randrange(n, most + 1), most))
    sizes = [1] * n
    order = rng.sample(range(n), n)
    for _ in range(held - n):
        open_to = [seat for seat in order if sizes[seat] < limit]
        sizes[open_to[0] if rng.random() < 0.5 else rng.choice(open_to)] += 1
    hands: dict[int, Hand] = {}
    for seat in order:
        hands[seat] = tuple(sorted(objects[: sizes[seat]]))
        del objects[: sizes[seat]]
    return tuple(hands[seat] for seat in range(n)), tuple(sorted(objects))


def _tokens(rng: Random, n: int, total: int) -> tuple[int, ...]:
    found = [0] * n
    for _ in range(rng.randrange(total + 1)):
        found[rng.randrange(n)] += 1
    return tuple(found)
