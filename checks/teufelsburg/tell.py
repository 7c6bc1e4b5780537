"""The coach ride in words: every move, event and frame in one line, with the edition's own names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import fields

from advocatus.model.rulebook import Edition
from advocatus.model.teufelsburg.cards import ABSTAINS, ALONE, ATTACKER, DEFENDER
from advocatus.model.teufelsburg.events import Decided, PassedOn, PointedOut, Revealed, TokensDiscarded
from advocatus.model.teufelsburg.state import Deal, State
from advocatus.model.teufelsburg.vocabulary import TERMS

from ..tell import WordedTeller, seat_name

SEATS = ("by", "to", "on", "of", "seat", "partner", "loser", "chooser")  # fields that name a seat

MOVES: Mapping[str, str] = {
    "pass": "{by} passes",
    "spy": "{by} spies on {on}",
    "show": "it is the {kind}",
    "trade": "{by} wants to trade with {to}",
    "attack": "{by} attacks {on}",
    "proclaim": "{by} proclaims the victory of {claim}",
    "end-turn": "{by} ends the turn",
    "offer": "{by} offers the {kind}",
    "refuse": "{by} refuses",
    "return": "{by} gives the {kind} in return",
    "activate": "{by} carries out the text",
    "put-first": "{by} lets the text of the {kind} come first",
    "leave": "{by} lets it be",
    "direct": "{by} says: to the {way}",
    "pass-on": "{by} chooses the {kind} to pass on",
    "take-role": "{by} takes the {role}",
    "peek": "{by} points at card {place} of the row",
    "draw": "the {kind} comes up",
    "give-to": "{by} gives something to {to}",
    "give": "{by} gives the {kind}",
    "demand-of": "{by} demands something of {to}",
    "demand": "{by} demands the {called}",
    "pick": "{by} picks the {kind}",
    "use": "{by} uses the {card}",
    "close": "nobody does anything (more)",
    "token": "{by} puts down a {w_token} for the {side}",
    "support": "{by} {supports}",
    "silence": "{by} makes {seat} abstain",
    "appoint": "{by} makes the {side} win",
    "symbol": "{by} lets the symbol count for the {side}",
    "pick-up": "{by} picks up an object",
    "reward": "{by} chooses the {take}",
    "steal": "{by} takes the {kind}",
    "give-back": "{by} gives the {kind} back",
    "point-out": "{by} points out {seat}",
    "name": "{by} names {seat}",
    "done": "{by} names nobody (more)",
    "add": "{by} adds the point",
}

EVENTS: Mapping[str, str] = {
    "turn": "it is {by}'s turn",
    "passed": "{by} takes no action",
    "spied": "{by} looks at an object of {of} and gives it back: the {kind}",
    "token-taken": "{by} takes a {w_token}",
    "no-token": "no {w_token} is left for {by}",
    "token-spent": "a {w_token} of {by} lies for the {side}",
    "tokens-discarded": "each {w_token} put down by {seats} is discarded",
    "offered": "the {kind} lies face-down before {to}, who looks at it",
    "refused": "{by} gives it back to {to} without a word",
    "trade-left": "{by} asks nobody else",
    "swapped": "{by} gives {to} the {gives} and gets the {gets}",
    "activated": "the text of the {card} comes into effect for {by}",
    "unread": "no word is said of the {card}",
    "saw-objects": "{by} looks at all that {of} owns: {hand}",
    "saw-side": "{by} looks at {of}'s {w_side}: {side}",
    "saw-role": "{by} looks at {of}'s {w_profession}: {role}",
    "roles-swapped": "{by} and {to} exchange their {w_profession}s",
    "role-taken": "{by} is the {role} now",
    "role-renewed": "the {w_profession} that {by} gave away can be used again",
    "role-sunk": "the {role} that {by} was lies under all {w_profession}s left over",
    "directed": "everybody passes something to the {way}",
    "chosen": "{by} lays down the {kind}",
    "passed-on": "everything moves on at once: {passed}",
    "drew": "{by} draws the {kind} from the {w_pile}",
    "nothing-drawn": "the {w_pile} is used up; {by} draws nothing",
    "left-lying": "{by} draws nothing, though there is something to draw",
    "bags-turned": "the {w_pile} is used up; each {bag} becomes a {key} or a {goblet}",
    "overloaded": "{by} has {w_surplus}",
    "gave": "{by} gives {to} the {kind}",
    "used": "{by} puts down the {card}",
    "hidden-again": "the {w_profession} of {by} lies face-down again",
    "demanded": "{by} demands the {called} of {to}",
    "lacking": "{to} does not have the {called}",
    "showed-hand": "{by} shows everybody all that he owns: {hand}",
    "saw-pile": "{by} looks through the {w_pile}: {pile}",
    "stacked": "on top of the {w_pile} now: {top}",
    "attacked": "the {w_duel} of {by} against {on} begins",
    "closed": "{window} is over",
    "prevented": "{by} prevents the {w_duel}",
    "supported": "{by} {supports}",
    "committed": "{by} chooses in secret: {supports}",
    "revealed": "all show whom they support: {revealed}",
    "silenced": "{seat} abstains and may use nothing",
    "left-alone": "nobody may support",
    "appointed": "the {side} wins by appointment",
    "symbol-chosen": "the {card} of {by} counts for the {side}",
    "counted": "{attacker} for the {w_attacker}, {defender} for the {w_defender}: {result}",
    "cancelled": "{by} prevents the effects of the {w_duel}",
    "rewarded": "{by} chooses the {take} of {loser}",
    "stole": "{by} takes the {kind} from {of}",
    "nothing-taken": "{by} takes nothing from {of}",
    "duel-ended": "the {w_duel} is over; objects used go back to hand",
    "proclaimed": "{by} proclaims the victory of {claim} and shows {role}, {side}, {hand}",
    "pointed-out": "{by} says: {seat} is one of us{has}",
    "named": "{seat} is named and shows {side}, {hand}",
    "role-retired": "the {role} that {by} had is out of the game",
    "gift-shown": "all see that {by} gave the {kind}",
    "bag-declared": "all are told that {by}'s object was the {kind}",
    "point-added": "{by} adds the point of {of}'s {card}",
    "point-declined": "{by} does without the point of {of}'s {card}",
    "decided": "the statement is {right}; the game is won by {winners}",
}

FRAMES: Mapping[str, tuple[str, str]] = {  # the moment, whoever is there; and who owes what
    "action": ("When a player chooses an action", "{by} chooses an action"),
    "end": ("When an action is over and the turn is not", "{by} may let the turn end"),
    "offer": ("When an object is to be offered", "{by} offers {to} an object"),
    "answer": ("When an offer is answered", "{by} answers the offer of the {offered} by {to}"),
    "trade-on": ("When an offer was refused", "{by} may try another player"),
    "text-order": ("When two texts are due", "{by} says whether the {card} or the {other} comes first"),
    "activate": ("When the text of a traded object is due", "the text of the {card} is due for {by}"),
    "direct": ("When a direction is to be named", "{by} names a direction"),
    "pass-on": ("When everybody passes an object on", "everybody chooses an object to pass to the {way}"),
    "pass-in-turn": ("When one passes on after the other", "{by} passes an object to {to}"),
    "retrain": ("When a new {w_profession} is to be taken", "{by} takes a new {w_profession}"),
    "peek": ("When one of several cards is to be seen", "{chooser} points at a card in the row of {of} for {by}"),
    "draw": ("When an object is to be drawn", "{by} draws from the {w_pile}"),
    "spy": ("When an object is drawn unseen", "{by} draws an object of {of} to look at"),
    "surplus": ("When a player has {w_surplus}", "{by} has {w_surplus} and gives something away"),
    "unload": ("When an object of a {w_surplus} is to be given", "{by} gives {to} an object"),
    "demand": ("When an object is to be demanded of somebody", "{by} demands an object of somebody"),
    "demand-what": ("When an object is to be demanded", "{by} demands an object of {to}"),
    "demand-bag": ("When a certain {bag} is to be demanded", "{by} says which {bag} of {to}"),
    "foresee": ("When the {w_pile} is looked through", "{by} picks objects of the {w_pile}"),
    "duel.priest": ("When an attack is announced", "anybody may step in before the support"),
    "support": ("When a player is asked for support", "{by} supports a side or abstains"),
    "secret-support": ("When the support is chosen in secret", "all others choose in secret whom they support"),
    "duel.reveal": ("When the support is chosen and not yet shown", "anybody may step in before the support is shown"),
    "duel.hypnotist": ("When the support is known", "anybody may step in before cards are used"),
    "silence": ("When somebody is to be made to abstain", "{by} makes somebody abstain"),
    "duel.powers": ("When cards are used in a {w_duel}", "anybody may use cards in the {w_duel}"),
    "appoint": ("When a winner is to be appointed", "{by} appoints the winner"),
    "symbol": ("When a card shows both symbols", "{by} decides which symbol of the {card} counts"),
    "bonus": ("When a supporter's point is offered", "{by} adds the point of {of}'s {card} or does without"),
    "duel.result": ("When a {w_duel} is counted", "anybody may step in before its effects"),
    "stand-off": ("When a {w_duel} ends in a stand-off", "{by} may pick up an object"),
    "reward": ("When the winner of a {w_duel} decides", "{by} decides on the fate of {loser}"),
    "duel.choice": ("When the winner of a {w_duel} has chosen", "anybody may step in before {by} looks"),
    "steal": ("When the winner may take an object", "{by} may take an object of {loser}"),
    "give-back": ("When a loser's last object was taken", "{by} gives {to} an object for the {taken}"),
    "tribute": ("When a {w_duel} was prevented", "{by} gives {to} an object"),
    "point-out": ("When companions are to be pointed out", "{by} points out companions"),
    "name-allies": ("When allies are to be named", "{by} names the holders of what is needed"),
}


class CoachTeller(WordedTeller):
    """The words of one edition; see `checks.tell.Teller`."""

    moves, events, frames = MOVES, EVENTS, FRAMES

    def __init__(self, edition: Edition) -> None:
        super().__init__(edition, {
            **{f"w_{word}": edition.term(word) for word in TERMS["words"]},
            **{thing: edition.term(thing) for thing in ("bag", "key", "goblet")},
        })

    def deal(self, deal: Deal) -> tuple[str, ...]:
        """See `Teller`."""
        shown = (False,) * len(deal.hands)
        return (*self._seats(deal.hands, deal.roles, shown, deal.sides, deal.rows), *self._piles(deal))

    def state(self, state: State) -> tuple[str, ...]:
        """See `Teller`."""
        return (*self._seats(state.hands, state.roles, state.shown, state.sides, state.rows), *self._piles(state))

    def _seats(self, hands: Any, roles: Any, shown: Any, sides: Any, rows: Any) -> list[str]:
        return [
            f"{seat_name(i)}: {self._hand(hand)}; {self.edition.term(roles[i])}{' (face-up)' if shown[i] else ''}; "
            f"{self.edition.term(sides[i])}" + (f" (cards: {self._row(rows[i])})" if rows else "")
            for i, hand in enumerate(hands)
        ]

    def _row(self, row: tuple[str, ...]) -> str:
        return ", ".join(map(self.edition.term, row))

    def _piles(self, table: Deal | State) -> list[str]:
        top = f"on top {self._hand(table.top)}; " if table.top else ""
        lines = [f"{self.words['w_pile']}: {top}{self._hand(table.rest)}",
                 f"{self.words['w_profession']}s left over: {self._hand(table.leftover)}"]
        if table.spare:
            lines.append(f"{self.words['w_side']} left over: {self._hand(table.spare)}")
        if getattr(table, "retired", ()):
            lines.append(f"{self.words['w_profession']}s out of the game: {self._hand(getattr(table, 'retired', ()))}")
        if table.out:
            lines.append(f"not in this game: {self._hand(table.out)}")
        return lines

    def _hand(self, hand: tuple[str, ...]) -> str:
        counted = [(kind, hand.count(kind)) for kind in dict.fromkeys(hand)]
        return ", ".join(self.edition.term(kind) + (f" x{n}" if n > 1 else "") for kind, n in counted) or "nothing"

    def fill(self, template: str, value: Any) -> str:
        told = {f.name: self._told(f.name, getattr(value, f.name)) for f in fields(type(value))}
        if "side" in told:
            told["supports"] = "abstains" if value.side == ABSTAINS else f"supports the {told['side']}"
        if isinstance(value, Decided):
            told["right"] = "right" if value.right else "wrong"
            told["winners"] = ", ".join(map(seat_name, value.winners)) or "nobody"
        if isinstance(value, TokensDiscarded):
            told["seats"] = ", ".join(map(seat_name, value.seats))
        if isinstance(value, Revealed):
            sides = [self._told("side", side) for side in value.sides]
            told["revealed"] = ", ".join(f"{seat_name(i)} the {side}" for i, side in enumerate(sides))
        if isinstance(value, PointedOut):
            told["has"] = " and has what is needed" if value.holder else ""
        if isinstance(value, PassedOn):
            told["passed"] = ", ".join(f"{seat_name(i)}'s {self.edition.term(k)}" for i, k in enumerate(value.kinds))
        return template.format_map({**self.words, **told})

    def _told(self, name: str, value: Any) -> str:
        if value is None:
            return ""
        if name in SEATS:
            return seat_name(value)
        if name == "place":
            return str(value + 1)
        if name == "claim":
            return "oneself alone" if value == ALONE else f"the {self.edition.term(value)}"
        if name == "window":
            return f"the moment ({value})"
        if name == "take":
            return {"truth": "truth", "association": self.words["w_side"]}.get(value, "luggage")
        if isinstance(value, tuple):
            return self._hand(value) if all(isinstance(item, str) for item in value) else str(value)
        if value in (ATTACKER, DEFENDER):
            return self.words[f"w_{value}"]
        return self.edition.term(value) if isinstance(value, str) else str(value)


TELLER = CoachTeller
