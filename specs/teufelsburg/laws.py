"""What holds of every position, in plain words: why a situation that somebody tells cannot arise."""

from __future__ import annotations

from collections.abc import Mapping

LAWS: Mapping[str, str] = {
    "conserved": "Every object is in one place only, and there are no more of a kind than the game has.",
    "owning": "Nobody is without an object, except for the moment between losing the last one and getting another.",
    "within-limit": "No hand holds more than the limit; an object too many is given away before all else.",
    "turning": "The bags turn into a key and a goblet at the moment when the pile is used up, and not before.",
    "known-top": "An object that was seen on top of the pile still lies in the pile.",
    "people": "There is one card of each occupation, so no two players have the same, nor one that was laid apart.",
    "sides": "An association has no more players than it has cards.",
    "turn": "It is always somebody's turn, and turns count from 1.",
    "face-up": "An occupation that lies face-up was used in this game.",
    "shape": "A decision comes up only as the rules let it, and some are never due while another one is open.",
    "no-struggle": "Where nobody fights, there is no attacker, no support and no card laid down.",
    "owed": "A struggle goes on exactly as long as somebody has something of it to decide.",
    "fighters": "The attacker is on turn, and attacks somebody else.",
    "stances": "Attacker and defender stand from the start; another player supports nobody before he was asked.",
    "objects-lie": "What lies in a struggle may be used by these rules, and stays in its owner's hand until the winner "
                   "has chosen.",
    "roles-lie": "Who uses an occupation in a struggle turns over his own, and then it is used.",
    "ranks": "Cards lie in the order in which they were put down, and a side is chosen only for a card that lies.",
    "counts": "A struggle has a result once it was counted, and what comes after follows from the result.",
    "secrets": "A secret support and tokens put down in secret are hidden until they are shown.",
    "tokens": "There are no more tokens than the game has, and nobody has fewer than none.",
    "choosing": "Nobody has chosen an object to pass on before everybody is asked for one, and then it is his own.",
    "trying": "Only who is on turn can be refused in a trade, and never by himself.",
    "pointing": "Companions are pointed out only by who proclaims.",
    "proclaiming": "Only who proclaims names others, each of them once, and the verdict comes when he has done.",
    "meaning": "What a decision is about is really there: what is offered or demanded is in its owner's hand, what is "
               "to be drawn is in the pile, and who is to get something has room for it.",
    "lying": "An occupation that lies in a struggle is used; an object that lies there is in the game.",
    "silencing": "A player is made to abstain by the Hypnotist only, and support is barred by the Duelist only.",
    "asked": "Who is to move has not done so yet, and chance does not do it instead.",
    "come": "The move that led here was allowed.",
}
