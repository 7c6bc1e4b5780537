"""The wiring of a program tried: what it says of itself, one start, one act, and what is wrong, in plain words."""

from __future__ import annotations

from random import Random

from advocatus.model.families import editions
from advocatus.model.rulebook import Edition
from advocatus.model.rules import make_rules

from .composing import Composer
from .describing import described, odd_words, supported
from .following import wire
from .subject import CRASH, GARBAGE, HANG, Asked, Failed, Refused
from .walking import Play, walk

ADVICE = {
    CRASH: "the program ended; run it by hand and give it the line that --transcript shows",
    HANG: "it must write one line for each line it reads, and flush it; check that output is not buffered",
    GARBAGE: "only answers may be written on standard output, one a line, each with the id of its call; "
             "anything else belongs on standard error",
}
GOOD, BAD = 0, 1


def smoke_lines(subject: Asked, edition: Edition, players: tuple[int, ...]) -> tuple[list[str], int]:
    """What was tried and what came of it, and an exit code."""
    lines: list[str] = []
    try:
        told = described(subject)
        lines.append(f"describe: {told.name} {told.version}".rstrip())
        known = told.editions.get(edition.key, {}).get("players", ())
        count = next((n for n in players or known if n in edition.players), edition.players[0])
        rules = make_rules(edition, count)
        alone = {e.family for key, e in editions().items() if key in told.editions} == {edition.family}
        faults = odd_words(told, rules) if alone else []
        if why := supported(told, rules):
            faults.append(why)
        faults += [f"reports: {key!r} is no entry of a state" for key in told.reports or ()
                   if alone and key not in {field.name for field in wire(rules).told.__attrs_attrs__}]
        if faults:
            return [*lines, *(f"wrong: {fault}" for fault in faults)], BAD
        turns = Composer(rules, told, Random(0)).turns()
        play = Play(rules, turns.start, ())
        result = subject.call("run", play.params(told))
        walked = walk(rules, told, play, result)
        if walked.apart is not None:
            lines.append(f"wrong: the start is not told as it was given: {walked.apart.key}: "
                         f"{walked.apart.wanted} wanted, {walked.apart.came} came")
            return lines, BAD
        shown = sorted(key for key, value in (result["state"] or {}).items() if value is not None)
        lines.append(f"run, no act: it tells {', '.join(shown) or 'nothing: it cannot pass'}")
        follower = Composer(rules, told, Random(0)).follower(turns.state)
        act = next(act for act in follower.legal() if not told.skipped(act))
        subject.call("run", Play(rules, turns.start, (act,)).params(told))
        lines.append(f"run, one act ({act}): answered")
    except Failed as failed:
        said = [f"it said: {failed.said}"] if failed.said else []
        return [*lines, f"wrong: {failed.why}", *said, f"advice: {ADVICE[failed.kind]}"], BAD
    except Refused as refused:
        return [*lines, f"wrong: it answers with {refused}"], BAD
    return [*lines, "the wiring is sound"], GOOD
