"""A program put to the test under one rule set: games, what parts from the rules, and what that comes from."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import chain
from math import sqrt
from random import Random
from typing import Any

from attrs import evolve

from advocatus.model.acts import BY_CHANCE
from advocatus.model.game import BadPosition
from advocatus.model.rules import Gap, Rules
from advocatus.model.trace import BadDocument

from .blaming import MUCH_MORE, blamed, one_with, suspicion
from .chancing import bounded, bounding
from .composing import Composer
from .coverage import TRIES, Coverage
from .deciding import Deciding
from .departing import FAILURES, FLAKY, MISMATCHES, MOST_MESSAGES, NOW_AND_THEN, Group, Outcome, same_failure
from .describing import OWN, Description, named
from .diagnosing import Case, Mutant, explanations, narrowed, permitting, would_permit
from .following import NEVER, OK, POSITION, REPORTED, Follower
from .foretelling import Foretelling, waits_for
from .governing import KEPT, Governors
from .scenes import Shown, on_file
from .shrinking import alike, cut, shrink
from .subject import Asked, Failed, Refused
from .vector import begun
from .walking import (
    BAD_DEAL,
    DIFFERS,
    MUTATES,
    RESTRICTS,
    TOO_LAX,
    TOO_STRICT,
    UNSUPPORTED,
    Apart,
    Play,
    Walk,
    brought_about,
    hidden,
    rests_on,
    unlike,
    walk,
    without_rests,
)

BAD_START = -32001
DEALS, FELT_DEALS, REPEATS, SEEN_IN = 200, 10, 3, 3  # views are looked at after every third game
MOST_TAKEN, WARM_UP = 20, 200  # starts remembered; acts before any search, where the first departure is wanted
VARIED = 0.75  # of all acts, until the games like those that show something have been played
MOST_SEEN, MOST_FAILED = 60, 8  # games shrunk and looked into; failures of one kind before it is enough
FEW, MORE = 5, 30  # games of one departure that are few; so many more are made like the one that shows it
MOST_REFUSED = 60  # starts refused before it is enough, where none was taken


class Trial:
    """A program under test under one rule set."""

    def __init__(
        self, subject: Asked, described: Description, rules: Rules, seed: int, tell: Callable[[str], None],
        first: bool = False,
    ) -> None:
        self.subject, self.described, self.rules, self.tell = subject, described, rules, tell
        self.seed, self.rng, self.first = seed, Random(f"{seed}/{rules.digest}"), first
        self.composer = Composer(rules, described, self.rng)
        self.coverage = Coverage(rules, described)
        self.governors = Governors(rules)
        self.passed: Counter[str] = Counter()  # games in which nothing parted, by the clauses that brought it about
        self.agreed: deque[tuple[Play, Mapping[str, Any], frozenset[str]]] = deque(maxlen=KEPT)  # those games
        self.groups: list[Group] = []
        self.taken: list[Mapping[str, Any]] = []  # starts that the program took
        self.acts = self.games = self.deals = self.seen = self.refused = 0

    def run(self, moves: int) -> Outcome:
        """Play until so many acts were compared; with `first`, until something parts."""
        if OWN in self.described.starts:
            self._deals(min(DEALS, max(FELT_DEALS, moves)))
        if not self.described.led:  # no game can be played with it from a start that is known
            self.coverage.want_all()
            return self.outcome()
        if self.first:
            self._random(min(moves, WARM_UP))
        if not self._enough():
            self._vectors(moves)
        self._random(moves)
        if not self.first and moves >= WARM_UP:
            self._evidence()
        for window, count in sorted(self.composer.shut.items()):
            if count:
                self._restricts(window)
        return self.outcome()

    def outcome(self) -> Outcome:
        """What the games played so far come to."""
        self._blame()
        found = Outcome(self.rules, tuple(self.groups), self.acts, self.games, self.deals, self.coverage)
        return evolve(found, stopped=self.first and found.failed)

    def _random(self, moves: int) -> None:
        while self.acts < moves and not self._enough():
            turns = self.composer.turns(2 if self.games % 4 == 3 else 1)
            self.play(Play(self.rules, turns.start, self.composer.acts(turns), self.games))
            self.tell(f"{self.rules.edition.key}, {self.rules.players} players: {self.acts} acts")

    def _vectors(self, moves: int) -> None:
        """The games in which norms and clauses matter, first; then with forbidden acts and from like starts.

        Of those none that starts as the program takes no start.
        """
        tries = min(TRIES, moves)
        shown: list[Shown] = []
        for seek in (self.coverage.sought, self.coverage.changes):
            for one in (found := seek(self.seed, tries)):
                if not self._enough():
                    self.tell(f"{self.rules.edition.key}, {self.rules.players} players: {one.key}")
                    self.play(Play(self.rules, one.start, one.acts), (one.key,))
            shown += found
        if POSITION not in self.described.starts:
            return
        for one in self.coverage.tellings(self.seed, tries) if self.acts < moves and not self._enough() else ():
            if self.acts < moves and not self._enough():
                self.play(Play(self.rules, one.start, one.acts))
        for one in on_file(self.rules) if self.acts < moves and not self._enough() else ():
            if self.acts < moves and not self._enough():
                self.play(Play(self.rules, one.start, one.acts))
                shown.append(one)
        self._variations([one for one in shown if "position" in one.start], int(moves * VARIED))

    def _variations(self, shown: Sequence[Shown], moves: int) -> None:
        """Games like those that show something: first with forbidden acts, then from like starts with other choices.

        Those go first whose clause was compared the least.
        """
        times = Counter[int]()
        clause = [self.coverage.clause.get(one.key, one.key) for one in shown]
        while shown and self.acts < moves and not self._enough():
            i = min(range(len(shown)), key=lambda i: (times[i] and times[i] * sqrt(1 + self.passed[clause[i]]), i))
            start = shown[i].start
            told, state = self.composer.other(start) if times[i] else (start, begun(self.rules, start))
            acts = self.composer.probed(state, shown[i].acts, times[i] > 0)
            self.play(Play(self.rules, told, acts, self.games))
            times[i] += 1

    def _evidence(self) -> None:
        """More games like those few in which something parted that no change of the rules explains."""
        few = [g for g in self.groups if g.count < FEW and g.suspects and not (g.found or g.governed)]
        for group in few:
            start = group.case.play.start
            for _ in range(MORE if "position" in start and group.kind not in FAILURES else 0):
                told, state = self.composer.other(start)
                self.play(Play(self.rules, told, self.composer.probed(state, group.case.play.acts, True), self.games))

    def _enough(self) -> bool:
        if self.first and any(group.kind in MISMATCHES for group in self.groups):
            return True
        failed = Counter({g.kind: g.count for g in self.groups if g.kind in FAILURES})
        return any(count >= MOST_FAILED for count in failed.values()) or (
            self.refused >= MOST_REFUSED and not self.taken)

    # ---------------------------------------------------------------- playing

    def play(self, play: Play, about: Sequence[str] = ()) -> Walk:
        """Play a game, which is about some norms or clauses, and look into it; what was compared."""
        self.games += 1
        play, walked, result = self._whole(play)
        self.acts += max(1, len(walked.verdicts))
        self.coverage.count(walked)
        if walked.apart is not None:
            self._look_into(play, walked, result)
            return walked
        self.coverage.felt(play, result, walked, about)
        self.governors.remember(play)
        rests = frozenset(key for clauses in rests_on(walked) for key in clauses)
        self.passed.update(brought_about(walked))
        self.agreed.append((play, result, rests))
        self.taken = [*self.taken[-MOST_TAKEN:], play.start]
        if walked.follower is not None and self.games % SEEN_IN == 0:
            self._views(play, walked.follower)
        return walked

    def tried(self, play: Play) -> tuple[Walk, Mapping[str, Any]]:
        """Play a game once; the walk says where it fails, too."""
        try:
            result = self.subject.call("run", play.params(self.described))
        except Failed as failed:
            return Walk(Apart(failed.kind, -1, (), "an answer", failed.why, said=failed.said)), {}
        except Refused as refused:
            kind = TOO_STRICT if refused.code == BAD_START else UNSUPPORTED
            return Walk(Apart(kind, -1, (), "an answer", str(refused))), {}
        return bounded(self.rules, walk(self.rules, self.described, play, result)), result

    def _parts(self, play: Play) -> Apart | None:
        return self.tried(play)[0].apart

    def _whole(self, play: Play) -> tuple[Play, Walk, Mapping[str, Any]]:
        """A game that is played on wherever the program tells what chance brought."""
        walked, result = self.tried(play)
        if self.described.chance != REPORTED:
            return play, walked, result
        while walked.apart is None and walked.follower is not None and len(play.acts) < 60:
            follower = walked.follower
            if follower.game.top(follower.settled) is None or (play.acts and follower.game.at_rest(follower.settled)):
                break
            legal = [act for act in follower.legal() if BY_CHANCE not in act]
            if not legal:
                break
            act = self.rng.choice([*legal, *self.composer.probes(follower)])
            play = evolve(play, acts=(*play.acts, act))
            walked, result = self.tried(play)
        return play, walked, result

    def _views(self, play: Play, follower: Follower) -> None:
        """What each seat can see at the end of a game, if the program tells it and play rests."""
        if "view" not in self.described.methods or not follower.game.at_rest(follower.settled):
            return
        for seat in range(self.rules.players):
            mine = follower.told(seat)
            try:
                answer = self.subject.call("view", {**without_rests(play.params(self.described)), "seat": seat})
            except (Failed, Refused) as error:
                kind = error.kind if isinstance(error, Failed) else UNSUPPORTED
                self._seen(play, Apart(kind, -1, (), f"the view of seat {seat}", str(error), "view"))
                return
            told = answer.get("view") if isinstance(answer, dict) else None
            if not isinstance(told, dict):
                continue
            wrong = []
            for key, value in sorted(mine.items()):
                theirs = told.get(key)
                if key in NEVER or (theirs is None and key != "verdict"):
                    continue
                self.coverage.entries[f"view.{key}"] += 1
                if unlike(value, theirs) or hidden(value, theirs):
                    wanted = f"{value}, seen by seat {seat}"
                    wrong.append(Apart(DIFFERS, -1, (), wanted, str(theirs), f"view.{key}"))
            if wrong:
                self._seen(play, evolve(wrong[0], more=tuple(one.key for one in wrong[1:])))

    def _seen(self, play: Play, apart: Apart) -> None:
        """Keep what is wrong with a view, once for each entry of it."""
        for group in self.groups:
            if (group.kind, group.apart.key) == (apart.kind, apart.key):
                group.count += 1
                return
        clauses = tuple(self.composer.secret) if apart.kind == DIFFERS else ()
        self._add(Group(apart.kind, clauses, Case(play, {}, -1), apart))

    def _deals(self, many: int) -> None:
        """So many of the program's own deals, against the set-up."""
        for i in range(many):
            play = Play(self.rules, {"own": {"seed": self.seed + i}}, ())
            walked, result = self.tried(play)
            self.deals += 1
            if walked.apart is not None:
                self._look_into(play, walked, result)
                if (walked.apart.kind in FAILURES or self.first) and self._enough():
                    return
            elif i < FELT_DEALS:
                self.coverage.felt(play, result, walked, () if i else tuple(self.coverage.left))

    # ---------------------------------------------------------------- causes

    def _look_into(self, play: Play, walked: Walk, result: Mapping[str, Any]) -> None:
        apart = walked.apart
        assert apart is not None
        refused = apart.kind == TOO_STRICT and not result
        self.refused += refused
        case = Case(play, result, apart.at, refused, len(walked.states))
        if refused and not self.taken and (dealt := next((g for g in self.groups if g.kind == BAD_DEAL), None)):
            dealt.count += 1  # what is laid on the table by the rules is not what the program deals
            dealt.kinds[apart.kind] += 1
            return
        if self._known(case, apart) or self.seen >= MOST_SEEN:
            return
        self.seen += 1
        shrunk, less = play, apart
        if "own" not in play.start:
            first = cut(play, walked, self.described, self._parts)
            shrunk, less = shrink(*first, self.described, self._parts)
        again = [self.tried(shrunk) for _ in range(REPEATS)]
        if any(walked.apart is None or not alike(walked.apart, less) for walked, _ in again):
            self._unsteady(case, apart, [walked.apart for walked, _ in again])
            return
        case = Case(shrunk, again[-1][1], less.at, refused, len(again[-1][0].states))
        less = self._mutates(shrunk, less)
        if less.kind != apart.kind and self._known(case, less):
            return
        told = (case.result or refused) and less.kind != MUTATES
        found = explanations(self.rules, self.described, case) if told else ()
        ahead = Foretelling(self.described, self.tried, case)
        nearly = () if refused or less.kind != DIFFERS else ahead.nearly(found)
        found = tuple(m for m in found if (self._takes(m) if refused else ahead.holds(m)))
        if not found and less.kind == TOO_STRICT and less.at > 0 and self._before(shrunk, less):
            return
        governed = () if found or less.kind != DIFFERS else (
            bounding(self.rules, again[-1][0]) or nearly or waits_for(self.rules, case)
            or self.governors.of(shrunk, less) or self._set_up(case))
        clauses = found[0].clauses if found else governed or self._suspects(less, shrunk)
        suspects = self._suspected(case, less)
        self._add(Group(less.kind, clauses, case, less, found, governed=bool(governed), suspects=suspects))

    def _unsteady(self, case: Case, apart: Apart, again: Sequence[Apart | None]) -> None:
        """What comes otherwise when it is played again: a failure, whenever one comes; else answers that change."""
        failed = next((one for one in (apart, *again) if one is not None and one.kind in FAILURES), None)
        if failed is None:
            self._flaky(case, apart)
            return
        failed = evolve(failed, came=f"{failed.came}{NOW_AND_THEN}")
        if not self._known(case, failed):
            self._add(Group(failed.kind, (), case, failed))

    def _flaky(self, case: Case, apart: Apart) -> None:
        """Keep what comes otherwise each time, once for each kind, with the clauses that all of these rest on."""
        for group in self.groups:
            if (group.kind, group.apart.kind) == (FLAKY, apart.kind):
                group.count += 1
                group.clauses = tuple(key for key in group.clauses if key in apart.clauses)
                return
        self._add(Group(FLAKY, apart.clauses, case, apart))

    def _before(self, play: Play, apart: Apart) -> bool:
        """Whether the state differs already in which a program rejects an act; that is looked into instead then."""
        sent = [i for i, act in enumerate(play.acts) if self.described.sent(act)]
        before = evolve(play, acts=play.acts[:sent[apart.at]])
        walked, result = self.tried(before)
        if walked.apart is not None and walked.apart.kind == DIFFERS:
            self._look_into(before, walked, result)
        return walked.apart is not None and walked.apart.kind == DIFFERS

    def _set_up(self, case: Case) -> tuple[str, ...]:
        """The clauses of the set-up that what a program lays on the table breaks, before anything is done."""
        if case.at >= 0 or not case.result:
            return ()
        told = {"start": case.result["state"], "answers": [], "state": None}
        apart = walk(self.rules, self.described, Play(self.rules, {"own": {}}, ()), told).apart
        return apart.clauses if apart is not None else ()

    def _takes(self, mutant: Mutant) -> bool:
        """Whether other rules take every start that the program took."""
        try:
            return all(begun(mutant.rules, start) is not None for start in self.taken)
        except (BadPosition, BadDocument, Gap):
            return False

    def _known(self, case: Case, apart: Apart) -> bool:
        """Whether a departure is one of a cause that is known; it is counted there."""
        for group in self.groups:
            if group.found and (case.result or case.refused) and (left := narrowed(group.found, self.described, case)):
                group.found = left
                group.clauses = left[0].clauses
            elif group.found:
                continue
            elif alike(group.apart, apart) and self._same(group, case, apart):
                there = self._suspected(case, apart)
                group.suspects = tuple(key for key in group.suspects if key in there) or group.suspects
            elif not self._governed(group, case, apart):
                continue
            group.count += 1
            group.kinds[apart.kind] += 1
            return True
        return False

    def _governed(self, group: Group, case: Case, apart: Apart) -> bool:
        """Whether the same entry of a state differs, and rests on the same clauses."""
        alike = group.governed and (group.kind, group.apart.key) == (apart.kind, apart.key)
        return alike and self.governors.of(case.play, apart) == group.clauses

    def _same(self, group: Group, case: Case, apart: Apart) -> bool:
        if apart.kind == BAD_DEAL and (apart.clauses or group.apart.clauses):
            return apart.clauses == group.apart.clauses
        if apart.kind in FAILURES or apart.kind in (UNSUPPORTED, BAD_DEAL):
            many = sum(1 for one in self.groups if one.kind == UNSUPPORTED) >= MOST_MESSAGES
            return same_failure(group.apart, apart) or (apart.kind == UNSUPPORTED and many)
        if apart.kind in (TOO_STRICT, TOO_LAX) and apart.at >= 0 and group.apart.at >= 0:
            return self._act(group.case, group.apart) == self._act(case, apart)
        return set(group.apart.clauses) <= set(apart.clauses)

    def _act(self, case: Case, apart: Apart) -> str:
        acts = [act for act in case.play.acts if self.described.sent(act)]
        return named(acts[apart.at]) if acts else ""

    def _add(self, group: Group) -> None:
        """Keep a cause; one that explains the same clauses as another is one with it."""
        group.clauses = tuple(dict.fromkeys(group.clauses))
        for known in self.groups:
            if (group.found or group.governed) and known.clauses == group.clauses and known.kind != FLAKY:
                known.count += 1
                known.kinds[group.kind] += 1
                return
        group.kinds[group.kind] += 1
        self.groups.append(group)

    def _mutates(self, play: Play, apart: Apart) -> Apart:
        """A state that differs only because an act was rejected: the departure as what it is."""
        if apart.kind != DIFFERS or not apart.rejected:
            return apart
        sent = [i for i, act in enumerate(play.acts) if self.described.sent(act)]
        refused = [(sent[i], clauses) for i, clauses in self.tried(play)[0].refused]

        def agrees(without: Collection[int]) -> bool:
            kept = tuple(act for i, act in enumerate(play.acts) if i not in without)
            return self.tried(evolve(play, acts=kept))[0].apart is None

        if not refused or not agrees([i for i, _ in refused]):
            return apart
        at, clauses = next((one for one in refused if agrees([one[0]])), refused[0])
        return evolve(apart, kind=MUTATES, clauses=clauses or would_permit(self.rules, play, at))

    def _suspects(self, apart: Apart, play: Play) -> tuple[str, ...]:
        """The clauses that a departure touches, where no single change of the rules explains it."""
        if apart.kind in FAILURES and play.acts and not apart.key:
            follower = self.composer.follower(begun(self.rules, play.start))
            verdicts = [follower.apply(follower.read(act)) for act in play.acts]
            return verdicts[-1].clauses if verdicts[-1].word == OK else ()
        if apart.kind == TOO_LAX and not apart.clauses:
            return would_permit(self.rules, play, apart.at)
        return apart.clauses

    def _suspected(self, case: Case, apart: Apart) -> tuple[str, ...]:
        """Every clause that a departure can rest on: what bears on the act, and what was cited since all agreed."""
        near: tuple[str, ...] = ()
        if apart.kind in (TOO_STRICT, TOO_LAX) and apart.at >= 0 and case.result:
            near = permitting(self.rules, case.play, apart.at) if apart.kind == TOO_STRICT else (
                apart.clauses or would_permit(self.rules, case.play, apart.at))
        return tuple(dict.fromkeys((*near, *apart.cited)))

    def _hold(self) -> None:
        """Drop the changes of the rules that do not give what the program answered where nothing parted.

        Where none is left, a value that no game cites can be what the program has wrong at times.
        """
        for group in self.groups:
            explained = group.found
            while group.found and not self._fits(group.found[0]):
                group.found = group.found[1:]
            at_times = [m for m in explained if m.own and not any(self.passed[key] for key in m.clauses)]
            if group.found:
                group.clauses = group.found[0].clauses
            elif at_times and group.count >= FEW:
                group.clauses, group.governed = at_times[0].clauses, True

    def _fits(self, mutant: Mutant) -> bool:
        """Whether it does; the games that rest on its clauses first. Others can tell too: a change can add to them."""
        near = set(mutant.clauses)
        games = sorted(self.agreed, key=lambda game: near.isdisjoint(game[2]))
        return all(walk(mutant.rules, self.described, play, result).apart is None for play, result, _ in games)

    def _blame(self) -> None:
        """Give what no single change of the rules explains to a cause that is known, or to the most suspect clause."""
        deciding = Deciding(self.composer, self.tried)
        for group in self.groups:
            if group.found and group.kind != BAD_DEAL:
                group.found = deciding.between(group.found, group.case)
        self._hold()
        for group in self.groups:
            if group.governed and not group.found and self._elsewhere(group, group.clauses):
                group.governed = False
        open_ones = [g for g in self.groups if g.kind in (TOO_STRICT, TOO_LAX, DIFFERS)
                     and not (g.found or g.governed) and g.suspects and g.case.result]
        known = [g for g in self.groups if g.found or g.governed or (g.kind == MUTATES and g.clauses)]
        every = [(g.count, g.suspects) for g in self.groups if g.suspects]
        for group in list(open_ones):
            own = group.count, group.suspects
            shared = (k for k in known if (both := set(k.clauses) & set(group.suspects))
                      and not self._elsewhere(group, sorted(both)))
            alike = (k for k in known if one_with(self.passed, every, own, k.suspects))
            if (cause := next(chain(shared, alike), None)) is not None:
                self._absorb(cause, group)
                open_ones.remove(group)
        lawful = {norm.clause for norm in self.rules.norms}
        for clause, mine in blamed(self.passed, [(g.count, g.suspects) for g in open_ones], lawful):
            first = open_ones[mine[0]]
            first.clauses = (clause,)
            for i in mine[1:]:
                self._absorb(first, open_ones[i])
        for group in [g for g in self.groups if g.kind == MUTATES and g.clauses]:  # what is spent is missed later
            for other in [g for g in self.groups if g.clauses == group.clauses and g.kind in (TOO_STRICT, DIFFERS)]:
                self._absorb(group, other)

    def _elsewhere(self, group: Group, named: Sequence[str]) -> bool:
        """Whether another clause is much more suspect than those that say what differs, or that another cause has."""
        def most(clauses: Sequence[str]) -> float:
            return max((suspicion(self.passed, key, group.count, group.count) for key in clauses), default=0.0)
        return most(group.suspects) > MUCH_MORE * most(named)

    def _absorb(self, cause: Group, group: Group) -> None:
        cause.count += group.count
        cause.kinds += group.kinds
        self.groups.remove(group)

    def _restricts(self, window: str) -> None:
        apart = Apart(RESTRICTS, -1, (), f"uses in the window {window}", "the program has no such window", window)
        self._add(Group(RESTRICTS, (), Case(Play(self.rules, {}, ()), {}, -1), apart))
