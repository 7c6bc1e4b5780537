"""Games and findings for tests of the hunters: a clash, a gap, and rulebooks of one's own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from advocatus.checks.deriving import findings_at
from advocatus.checks.finding import Finding
from advocatus.model.families import editions, families
from advocatus.model.rulebook import Edition
from advocatus.model.rules import Rules, make_rules
from advocatus.model.teufelsburg import moves as mv
from advocatus.model.teufelsburg.cards import ROLES, SIDES
from advocatus.model.teufelsburg.setup import in_play
from advocatus.model.teufelsburg.state import Deal

EDITION = "adlung"
CAUSE = ("object.bag.no-bag", "profession.diplomat.demand")
SILENT = {"hand.limit": "unsaid"}


def adlung() -> Edition:
    return editions()[EDITION]


def rules_for(players: int = 4, answers: Mapping[str, str] | None = None, edition: Edition | None = None) -> Rules:
    return make_rules(edition or adlung(), players, (), answers)


def deal_for(rules: Rules) -> Deal:
    """Seat 0 is the diplomat and holds the bag with the key, seat 1 the other bag."""
    n = rules.players
    hands = (("bag-key",), ("bag-goblet",), ("dagger",), ("whip",), ("gloves",))[:n]
    playing, out = in_play(rules)
    rest = Counter(playing) - Counter(kind for hand in hands for kind in hand)
    roles = ("diplomat", *(role for role in ROLES if role != "diplomat"))
    sides = tuple(SIDES) * ((n + 1) // 2)
    return Deal(hands, roles[:n], sides[:n], sides[n:], tuple(sorted(roles[n:])), tuple(sorted(rest.elements())), out)


def clash_moves() -> tuple[Any, ...]:
    """The diplomat demands the other's bag and offers his own."""
    return mv.Use(0, "diplomat"), mv.DemandOf(0, 1), mv.DemandObject(0, "bag"), mv.OfferObject(0, "bag-key")


def gap_moves() -> tuple[Any, ...]:
    """A bag is traded for a dagger, its giver draws, and nobody knows how much luggage is too much."""
    return (mv.Trade(0, 2), mv.OfferObject(0, "bag-key"), mv.Return(2, "dagger"), mv.ActivateText(0),
            mv.DrawObject(-2, "key"))


def clash(players: int = 4, edition: Edition | None = None, before: tuple[Any, ...] = ()) -> Finding:
    """The clash of the two bags."""
    rules = rules_for(players, edition=edition)
    return findings_at(rules, deal_for(rules), (*before, *clash_moves()), "by hand", none_to=0)[0]


def longer_clash() -> Finding:
    """The same clash in a game with one decision more: a trade refused before."""
    rules = rules_for(4)
    before = (mv.Pass(0), mv.EndTurn(0), *(move for seat in (1, 2, 3) for move in (mv.Pass(seat), mv.EndTurn(seat))))
    return findings_at(rules, deal_for(rules), (*before, *clash_moves()), "by hand")[0]


def gap() -> Finding:
    """The silence on the limit of a hand."""
    rules = rules_for(4, SILENT)
    return findings_at(rules, deal_for(rules), gap_moves(), "by hand", proved=True)[0]


def own_rulebook(folder: Path, edit: Callable[[str], str] = lambda text: text, key: str = "mine") -> Path:
    """A copy of a packaged rulebook with a key of its own, edited."""
    import advocatus.model

    source = Path(advocatus.model.__path__[0]) / families()["teufelsburg"].key / "editions" / f"{EDITION}.toml"
    text = source.read_text("utf-8").replace(f'key = "{EDITION}"', f'key = "{key}"', 1)
    path = folder / f"{key}.toml"
    path.write_text(edit(text), "utf-8")
    return path
