"""What is on file, what of it a run looks at, and why it does not look at the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence

from attrs import frozen

from advocatus.model.rulebook import Edition
from advocatus.model.rules import Rules
from advocatus.model.trace import BadDocument

from .diverging import DIVERGENCE
from .finding import Finding, Store, load
from .pool import spread
from .replaying import OnFile, examine

OTHER_KINDS, OTHER_PLAYERS = "of other kinds", "with other numbers of players"


@frozen
class Filed:
    """The files about the editions of a run, so far as it looks at them.

    `looked`: those replayed. `left`: how many others there are, by the reason. `names`: of every file in the folder,
    whatever it is about. `kinds`: those that the run looks for; all, if none is named.
    """

    looked: tuple[OnFile, ...] = ()
    left: Mapping[str, int] = {}
    names: frozenset[str] = frozenset()
    kinds: tuple[str, ...] = ()


def filed(
    store: Store, selected: Sequence[Rules], editions: Mapping[str, Edition], also: Collection[object] = (),
    kinds: Collection[str] = (), jobs: int = 1,
) -> Filed:
    """The files about the editions selected and no others, replayed where their player count and kind are wanted.

    Those with an identity among `also` whatever their count, and those that cannot be read always. In so many `jobs`.
    """
    keys = {r.edition.key for r in selected}
    wanted = {(r.edition.key, r.players) for r in selected}

    def why(finding: Finding) -> str:
        if kinds and finding.kind not in kinds:
            return OTHER_KINDS
        counted = (finding.rules.edition, finding.rules.players) in wanted or finding.identity in also
        return "" if counted else OTHER_PLAYERS

    return _sorted_out(store, selected, editions, lambda f: keys.issuperset(f.editions), why, kinds, jobs)


def filed_apart(
    store: Store, one: Sequence[Rules], other: Sequence[Rules], editions: Mapping[str, Edition],
    also: Collection[object] = (), skip: Callable[[Finding], str] = lambda _: "",
) -> Filed:
    """The files of games that part two editions, replayed where their player count is wanted; see `filed`.

    `skip` gives the reason why one is not wanted all the same, or nothing.
    """
    keys = {one[0].edition.key, other[0].edition.key}
    wanted = {r.players for r in one}

    def why(finding: Finding) -> str:
        counted = finding.rules.players in wanted or finding.identity in also
        return skip(finding) or ("" if counted else OTHER_PLAYERS)

    return _sorted_out(store, (*one, *other), editions,
                       lambda f: f.kind == DIVERGENCE and set(f.editions) == keys, why, (DIVERGENCE,),
                       begins=f"{DIVERGENCE}.{'.'.join(sorted(keys))}.")


def _sorted_out(
    store: Store, selected: Sequence[Rules], editions: Mapping[str, Edition], about: Callable[[Finding], bool],
    why: Callable[[Finding], str], kinds: Collection[str], jobs: int = 1, begins: str = "",
) -> Filed:
    """See `filed`; of files that cannot be read those whose names begin so are looked at."""
    found, left = [], Counter[str]()
    for family in sorted({r.edition.family for r in selected}):
        for path in store.files(family):
            try:
                finding = load(path)
            except BadDocument:
                found += [path] if path.name.startswith(begins) else []
                continue
            if not about(finding):
                continue
            if reason := why(finding):
                left[reason] += 1
            else:
                found.append(path)
    looked = spread(lambda path: examine(path, editions), found, jobs)
    names = frozenset(path.name for path in store.folder.glob("*/*.json"))
    return Filed(tuple(looked), dict(sorted(left.items())), names, tuple(kinds))
