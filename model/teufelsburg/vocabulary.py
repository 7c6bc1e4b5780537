"""The names that guards of this family may use, and what each points at.

Objects go by the name they are called aloud: an unturned bag is `bag`, a turned one `key` or `goblet`.
`seat` is whoever makes the move that a norm speaks of; `target` the seat that the move points at.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from ..guard import Accessor, And, Constant, Name, Ref, Vocabulary
from ..norms import FORBID, Norm
from .cards import (
    ABSTAINS,
    ALONE,
    ATTACKER,
    BAG,
    BAGS,
    CALLED,
    DEFENDER,
    DRINK,
    LEFT,
    MIGHT,
    NOBODY,
    RIGHT,
    ROLES,
    SIDES,
    TRADE_TEXTS,
    Hand,
    called,
)
from .moves import ASSOCIATION, OBJECT, TRUTH
from .state import State

FRAME_ACTS: Mapping[str, tuple[str, ...]] = {
    "action": ("pass", "spy", "trade", "attack", "proclaim", "give-to", "use"),
    "end": ("end-turn", "proclaim", "use"),
    "offer": ("offer", "use"),
    "answer": ("refuse", "return", "use"),
    "trade-on": ("trade", "leave", "use"),
    "activate": ("activate", "leave", "use"),
    "text-order": ("put-first", "use"),
    "direct": ("direct", "use"),
    "pass-on": ("pass-on", "use"),
    "pass-in-turn": ("pass-on", "use"),
    "retrain": ("take-role", "use"),
    "peek": ("peek", "use"),
    "draw": ("draw",),
    "spy": ("show",),
    "surplus": ("give-to", "use"),
    "unload": ("give", "use"),
    "demand": ("demand-of", "use"),
    "demand-what": ("demand", "use"),
    "demand-bag": ("demand", "use"),
    "foresee": ("pick", "use"),
    "duel.priest": ("use", "close"),
    "support": ("support", "use"),
    "secret-support": ("support", "use"),
    "duel.reveal": ("use", "close"),
    "duel.hypnotist": ("use", "close"),
    "silence": ("silence", "use"),
    "duel.powers": ("use", "token", "close"),
    "appoint": ("appoint", "use"),
    "symbol": ("symbol", "use"),
    "bonus": ("add", "leave", "use"),
    "duel.result": ("use", "close"),
    "stand-off": ("pick-up", "leave", "use"),
    "reward": ("reward", "leave", "use"),
    "duel.choice": ("use", "close"),
    "steal": ("steal", "leave", "use"),
    "give-back": ("give-back", "use"),
    "tribute": ("give", "use"),
    "point-out": ("point-out", "done", "use"),
    "name-allies": ("name", "done", "use"),
}

STRUGGLE = ("duel.priest", "support", "secret-support", "duel.reveal", "duel.hypnotist", "silence", "duel.powers",
            "appoint", "symbol", "bonus", "duel.result", "stand-off", "reward", "duel.choice", "steal", "give-back",
            "tribute")


def underscored(word: str) -> str:
    """A word as guards spell it: hyphens become underscores."""
    return word.replace("-", "_")


STANCES = {"attacking": ATTACKER, "defending": DEFENDER, "neither": ABSTAINS}

CONSTANTS: dict[str, Constant] = {
    **{underscored(card): Constant("card", card) for card in (*CALLED, *ROLES)},
    **{side: Constant("side", side) for side in (*SIDES, ALONE)},
    **{word: Constant("stance", stance) for word, stance in STANCES.items()},
    LEFT: Constant("way", LEFT), RIGHT: Constant("way", RIGHT),
    TRUTH: Constant("reward", TRUTH), ASSOCIATION: Constant("reward", ASSOCIATION),
    OBJECT: Constant("reward", OBJECT),
    "trade_texts": Constant("set[card]", frozenset(called(kind, False) for kind in TRADE_TEXTS)),
    "weapons": Constant("set[card]", MIGHT),
}

_HAND = "bag[card]"
NAMES: dict[str, Name] = {
    # everywhere
    "pile": Name("int", "how many objects the pile holds"),
    "players": Name("int", "how many play"),
    "limit": Name("int", "the most objects a hand may hold"),
    "turn": Name("int", "the number of turns begun"),
    "seat": Name("seat", "who makes the move"),
    "on_turn": Name("bool", "the seat is the one whose turn it is"),
    "hand": Name(_HAND, "the seat's objects"),
    "role": Name("card", "the seat's occupation"),
    "face_up": Name("bool", "the seat's occupation lies face-up"),
    "spent": Name("bool", "the seat's occupation was used before in this game, by whomever; a tome may renew it"),
    "side": Name("side", "the seat's association"),
    "outnumbered": Name("bool", "the seat's association has fewer players than the other"),
    # by frame
    "partner": Name("seat", "the other party of the trade"),
    "partner_hand": Name(_HAND, "the other party's objects"),
    "demanded": Name("card", "the object that a diplomat demands, if any", optional=True),
    "offered": Name("card", "the object offered"),
    "traded": Name("card", "the traded object whose text is due"),
    "other": Name("card", "the object it was exchanged for"),
    "attacker": Name("seat", "the attacker"),
    "defender": Name("seat", "the defender"),
    "supports": Name("stance", "whom the seat supports; neither for attacker and defender, and for who is silenced"),
    "silenced": Name("bool", "the seat was made to abstain by the hypnotist"),
    "undecided": Name("bool", "the seat has not told yet whom it supports; false for attacker and defender"),
    "silences": Name("int", "how many the hypnotist has made abstain in this struggle"),
    "left_alone": Name("bool", "nobody may support this struggle"),
    "tied": Name("bool", "the count of the struggle came to a stand-off"),
    "tokens_down": Name("int", "how many tokens the seat has put down in this struggle"),
    "taken": Name("card", "the object taken from the loser"),
    "loser_hand": Name(_HAND, "the loser's objects"),
    "priest_seat": Name("seat", "the priest who prevented the struggle"),
    "symbol_card": Name("card", "the card with both symbols"),
    # by move
    "target": Name("seat", "the seat that the move points at", of_move=True),
    "target_hand": Name(_HAND, "that seat's objects", of_move=True),
    "target_supports": Name("stance", "whom that seat supports", of_move=True),
    "target_named": Name("bool", "that seat was named before", of_move=True),
    "target_refused": Name("bool", "that seat refused an object in this trade", of_move=True),
    "target_refused_last": Name("bool", "that seat was the last to refuse one in this trade", of_move=True),
    "returned": Name("card", "the object given back in the trade", of_move=True),
    "as_demanded": Name("bool", "the object given back is the very one that was demanded", of_move=True),
    "given": Name("card", "the object given", of_move=True),
    "picked": Name("card", "the object picked, stolen or passed on", of_move=True),
    "new_role": Name("card", "the occupation taken", of_move=True),
    "card": Name("card", "the card used", of_move=True),
    "laid": Name("bool", "the card used lies face-up in this struggle already, put down by the seat", of_move=True),
    "claim": Name("side", "whose victory is proclaimed: order, brotherhood or alone", of_move=True),
    "chosen": Name("stance", "the side chosen", of_move=True),
    "way": Name("way", "the direction chosen", of_move=True),
    "take": Name("reward", "what the winner chooses", of_move=True),
}
VOCABULARY = Vocabulary(NAMES, CONSTANTS)

_DUEL = ("attacker", "defender", "supports", "silenced", "undecided", "silences", "left_alone", "tied",
         "tokens_down")
BY_FRAME: Mapping[str, tuple[str, ...]] = {
    "offer": ("partner", "partner_hand", "demanded"),
    "answer": ("partner", "partner_hand", "demanded", "offered"),
    "activate": ("partner", "partner_hand", "traded", "other", "demanded"),
    "unload": ("partner", "partner_hand"),
    **dict.fromkeys(STRUGGLE, _DUEL),
    "symbol": (*_DUEL, "symbol_card"),
    "steal": (*_DUEL, "loser_hand"),
    "give-back": (*_DUEL, "partner", "partner_hand", "taken"),
    "tribute": (*_DUEL, "priest_seat"),
}
_TARGET = ("target", "target_hand")
BY_MOVE: Mapping[str, tuple[str, ...]] = {
    "spy": _TARGET, "trade": (*_TARGET, "target_refused", "target_refused_last"), "attack": _TARGET,
    "give-to": _TARGET, "demand-of": _TARGET, "silence": (*_TARGET, "target_supports"),
    "name": (*_TARGET, "target_named"), "point-out": (*_TARGET, "target_named"),
    "offer": ("given",), "give": ("given",), "give-back": ("given",), "return": ("returned", "as_demanded"),
    "demand": ("demanded",),
    "pick": ("picked",), "steal": ("picked",), "pass-on": ("picked",), "take-role": ("new_role",),
    "use": ("card", "laid"),
    "proclaim": ("claim",), "support": ("chosen",), "token": ("chosen",), "appoint": ("chosen",),
    "symbol": ("chosen",), "direct": ("way",),
    "reward": ("take",),
}


def open_to_others(norms: Iterable[Norm]) -> frozenset[str]:
    """The kinds of frame at which some norm lets seats use something that neither owe the frame nor are on turn."""
    return frozenset(
        kind for norm in norms if norm.move == "use" and norm.mood != FORBID and not _for_who_is_on_turn(norm)
        for kind in (norm.during or FRAME_ACTS) if "use" in FRAME_ACTS[kind])


def _for_who_is_on_turn(norm: Norm) -> bool:
    tree = norm.when.tree if norm.when is not None else None
    parts = tree.args if isinstance(tree, And) else (tree,)
    return any(isinstance(part, Ref) and part.name == "on_turn" for part in parts)


def aloud(state: State, hand: Hand) -> Hand:
    """A hand with each object under the name it is called."""
    return _named(hand, state.turned)


@lru_cache(maxsize=4096)
def _named(hand: Hand, turned: bool) -> Hand:
    return tuple(called(kind, turned) for kind in hand)


def stance(state: State, seat: int) -> str:
    """Whom a seat supports, as a third party."""
    duel = state.duel
    if duel is None or seat in (duel.attacker, duel.defender) or seat in duel.silenced or duel.alone or seat < 0:
        return ABSTAINS
    return duel.sides[seat] or ABSTAINS


def smaller(sides: tuple[str, ...], seat: int) -> bool:
    """Whether a seat's association has fewer players than the other."""
    return 2 * sides.count(sides[seat]) < len(sides)


def _shown_name(state: State, kind: str) -> str:
    return called(kind, state.turned) if kind else ""


def _hand(state: State, seat: int) -> Hand:
    return aloud(state, state.hands[seat]) if seat >= 0 else ()


NO_SEAT = -9  # nobody's number, chance and the table included
_POINTS_AT = {  # the field that names the target
    "name": "seat", "point-out": "seat", "silence": "seat", "attack": "on", "spy": "on",
}

ACCESSORS: Mapping[str, Accessor] = {
    "pile": lambda g, s, f, m: s.pile,
    "players": lambda g, s, f, m: s.players,
    "limit": lambda g, s, f, m: g.rules.fact("hand.limit"),
    "turn": lambda g, s, f, m: s.turn,
    "seat": lambda g, s, f, m: m.by,
    "on_turn": lambda g, s, f, m: m.by == s.active,
    "hand": lambda g, s, f, m: _hand(s, m.by),
    "role": lambda g, s, f, m: s.roles[m.by] if m.by >= 0 else NOBODY,
    "face_up": lambda g, s, f, m: m.by >= 0 and s.shown[m.by],
    "spent": lambda g, s, f, m: m.by >= 0 and s.roles[m.by] in s.spent,
    "side": lambda g, s, f, m: s.sides[m.by],
    "outnumbered": lambda g, s, f, m: smaller(s.sides, m.by),
    "partner": lambda g, s, f, m: f.partner if f.kind == "activate" else f.to,
    "partner_hand": lambda g, s, f, m: _hand(s, f.partner if f.kind == "activate" else f.to),
    "demanded": lambda g, s, f, m: _shown_name(s, m.called if f.kind.startswith("demand-") else f.demanded),
    "offered": lambda g, s, f, m: _shown_name(s, f.offered),
    "traded": lambda g, s, f, m: _shown_name(s, f.card),
    "other": lambda g, s, f, m: _shown_name(s, f.other),
    "attacker": lambda g, s, f, m: s.duel.attacker,
    "defender": lambda g, s, f, m: s.duel.defender,
    "supports": lambda g, s, f, m: stance(s, m.by),
    "silenced": lambda g, s, f, m: m.by in s.duel.silenced,
    "undecided": lambda g, s, f, m: m.by >= 0 and not s.duel.sides[m.by],
    "silences": lambda g, s, f, m: len(s.duel.silenced),
    "tokens_down": lambda g, s, f, m: sum(seat == m.by for seat, _ in s.duel.tokens),
    "left_alone": lambda g, s, f, m: s.duel.alone,
    "tied": lambda g, s, f, m: s.duel.result == "stand-off",
    "taken": lambda g, s, f, m: _shown_name(s, f.taken),
    "loser_hand": lambda g, s, f, m: _hand(s, f.loser),
    "priest_seat": lambda g, s, f, m: f.to,
    "symbol_card": lambda g, s, f, m: f.card,
    "target": lambda g, s, f, m: getattr(m, _POINTS_AT.get(m.act, "to")),
    "target_hand": lambda g, s, f, m: _hand(s, ACCESSORS["target"](g, s, f, m)),
    "target_supports": lambda g, s, f, m: stance(s, m.seat),
    "target_named": lambda g, s, f, m: m.seat in f.named,
    "target_refused": lambda g, s, f, m: m.to in getattr(f, "refused", ()),
    "target_refused_last": lambda g, s, f, m: m.to == getattr(f, "last", NO_SEAT),
    "returned": lambda g, s, f, m: _shown_name(s, m.kind),
    "as_demanded": lambda g, s, f, m: f.demanded in (m.kind, _shown_name(s, m.kind)),
    "given": lambda g, s, f, m: _shown_name(s, m.kind),
    "picked": lambda g, s, f, m: _shown_name(s, m.kind),
    "new_role": lambda g, s, f, m: m.role,
    "card": lambda g, s, f, m: _shown_name(s, m.card),
    "laid": lambda g, s, f, m: s.duel is not None and (m.by, m.card) in s.duel.played,
    "claim": lambda g, s, f, m: m.claim,
    "chosen": lambda g, s, f, m: m.side,
    "way": lambda g, s, f, m: m.way,
    "take": lambda g, s, f, m: m.take,
}
assert set(ACCESSORS) == set(NAMES)

FACTS: Mapping[str, str] = {
    **{f"objects.{kind}": "how many there are" for kind in sorted({*CALLED} - {BAG, DRINK} | BAGS)},
    "objects.out": "kinds removed from the game, a list",
    "objects.total": "the printed number of objects",
    "setup.sealed": "the kinds that bear the seal, a list",
    "setup.unsealed": "1 if objects without the seal are in the game too, else 0",
    "setup.dealt": "the kinds of which one is in a starting hand for certain, a list",
    "setup.hand": "objects each player starts with",
    "associations.each": "cards of each association in the game",
    "associations.row": "association cards that lie in front of each player",
    "associations.total": "association cards in the box",
    "occupations.total": "occupation cards in the box",
    "characters.total": "character cards in the box",
    "instructions.total": "playing instructions in the box",
    "cards.total": "cards in the box",
    "summaries.total": "summary cards in the box",
    "guides.total": "guides to the cards in the box",
    "tokens.total": "tokens in the box, which are taken for refused trades and spent in struggles",
    "drinks.total": "cards 'The Drink of Power' in the box",
    "drinks.dealt": "cards 'The Drink of Power' in front of each player",
    "hand.limit": "the most objects a hand may hold",
    "victory.needed": "keys or goblets needed",
    "victory.needed.smaller": "keys or goblets that the association with fewer players needs",
    "duel.both-symbols": "cards that show sword and shield, a list",
}

LISTS = ("objects.out", "setup.sealed", "setup.dealt", "duel.both-symbols")

SWITCHES: Mapping[str, tuple[str, ...]] = {
    "support": ("in-turn", "secret"),
    "setup.spare": ("hidden", "open"),
    "setup.bags": ("all-dealt", "first-dealt"),
    "trade.refused": ("ends", "goes-on"),
    "trade.text-for": ("giver", "owner"),
    "coat.choice": ("chosen", "blind"),
    "give-back.moment": ("before-surplus", "after-surplus"),
    "swordsman.undoes": ("support-and-cards", "support"),
    "swordsman.discards": ("all", "others"),
    "doctor.spares": ("nothing", "stand-off"),
    "doctor.ends": ("any-turn", "winners-turn", "no-turn"),
    "priest.ends": ("attackers-turn",),
    "victory.idle-name": ("harmless", "false"),
    "ring.counts": ("at-count", "after-count", "unasked"),
    "ring.beats-appointment": ("no", "yes"),
    "swordsman.undoes-appointment": ("no", "yes"),
    "card.points": ("symbol", "both"),
    "face-up.counts": ("used", "always"),
    "occupation.shown": ("stays", "hidden-again"),
    "victory.barred": ("not-allowed", "loses"),
    "victory.names": ("holders", "allies-and-holders"),
    "victory.counts": ("named", "association"),
    "victory.unnamed-holder": ("harmless", "false"),
    "victory.unnamed-ally": ("harmless", "false"),
    "bag.counts": ("turned", "always"),
    "drink.counts": ("one", "each"),
    "row.chooser": ("looker", "owner"),
    "fortune.drink": ("no", "yes"),
    "fortune.winners": ("association", "teller"),
    "support.bonus": ("supporter", "supported"),
    "demand.bag": ("a-bag", "this-bag"),
    "doctor.moment": ("before-choice", "after-choice"),
    "tome.look": ("after", "before"),
    "bags.declared": ("to-all", "by-holders", "when-given"),
    "sextant.order": ("together", "in-turn"),
    "coat.old": ("left-over", "middle", "bottom"),
    "rival.smaller": ("fewer", "as-many"),
    "tokens.taken": ("any-refusal", "free-refusal"),
    "spy.seen": ("by-owner", "by-nobody"),
    "lacking.shown": ("to-diplomat", "to-all"),
    "rival.unnamed-holder": ("harmless", "false"),
    "stand-off.draws": ("no-winner", "even-points"),
    "silenced.symbol": ("counts", "gone"),
    "alone.lost": ("opponents", "all-others"),
    "drink.is": ("apart", "object"),
    "swordsman.point": ("given", "optional"),
    "trade.first": ("offered", "on-turn"),
    "tome.renews": ("no", "yes"),
    "rival.counts": ("named", "association"),
    "silenced.undoes": ("points", "all", "support"),
    "silenced.fighter": ("fights", "no-fight"),
    "given.seen": ("by-both", "by-all"),
    "bag.read": ("text", "named"),
    "diplomat.place": ("beside", "instead", "ends-turn"),
    "clairvoyant.place": ("beside", "instead"),
}
FRAMES_WITH: Mapping[str, tuple[str, str]] = {  # frames that come up with this value of this switch only
    "support": ("support", "in-turn"), "secret-support": ("support", "secret"), "duel.reveal": ("support", "secret"),
    "pass-on": ("sextant.order", "together"), "pass-in-turn": ("sextant.order", "in-turn"),
    "text-order": ("trade.first", "on-turn"),
    "demand-bag": ("demand.bag", "this-bag"),
    "duel.choice": ("doctor.moment", "after-choice"),
    "trade-on": ("trade.refused", "goes-on"), "point-out": ("victory.names", "allies-and-holders"),
}
TERMS: Mapping[str, tuple[str, ...]] = {
    "objects": tuple(sorted({*CALLED} - {DRINK} | BAGS)),
    "roles": ROLES,
    "sides": SIDES,
    "words": ("profession", "side", "duel", "attacker", "defender", "pile", "hand", "drink", "trade", "surplus",
              "token", "proclaim", "variant.smuggling", "variant.fortune-telling", "variant.advanced-three",
              "variant.first-trip"),
}
