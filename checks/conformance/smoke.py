"""The wiring of a program tried: what it says of itself, one start, one act, and what is wrong, in plain words."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from advocatus.model.rulebook import Edition
from advocatus.model.rules import Rules, make_rules

from .composing import Composer
from .describing import OWN, Description, described, odd_words, supported
from .following import REJECTED
from .subject import CRASH, GARBAGE, HANG, Asked, Failed, Refused
from .verdicts import also, in_one_line
from .walking import Play, walk

ADVICE = {
    CRASH: "the program ended; run it by hand and give it, on standard input, the lines that --transcript shows",
    HANG: "it must write one line for each line it reads, and flush it; check that output is not buffered",
    GARBAGE: "only answers may be written on standard output, one a line, each with the id of its call; "
             "anything else belongs on standard error",
}
CALL = "an error is for what cannot be answered; this call is told in the protocol, README.md of model/schemas"
OPEN = "describe and run have to be answered; legal, judge, view, start and apply need not"
LEAST = "the state tells what the program knows, hands and piles and who is on turn, and null for what it does not"
NO_METHOD = -32601
GOOD, BAD = 0, 1


def smoke_lines(subject: Asked, edition: Edition, players: tuple[int, ...]) -> tuple[list[str], int]:
    """What was tried and what came of it, every fault with advice, and an exit code."""
    lines, code = _tried(subject, edition, players)
    return [in_one_line(line) for line in lines], code


def _tried(subject: Asked, edition: Edition, players: tuple[int, ...]) -> tuple[list[str], int]:
    lines: list[str] = []
    try:
        told = described(subject)
    except (Failed, Refused) as failed:
        return list(_trouble(failed)), BAD
    lines.append(f"describe: {told.name} {told.version}".rstrip())
    known = told.editions.get(edition.key, {}).get("players", ())
    count = next((n for n in players or known if n in edition.players), edition.players[0])
    rules = make_rules(edition, count)
    wrong = [f"wrong: {fault}" for fault in odd_words(told, edition)]
    if why := supported(told, rules):
        return [*lines, *wrong, f"wrong: {why}"], BAD
    if not told.led:
        return _own_deal(subject, told, rules, [*lines, *wrong])
    turns = Composer(rules, told, Random(0)).turns()
    act = next(act for act in Composer(rules, told, Random(0)).follower(turns.state).legal() if not told.skipped(act))
    for what, acts in (("no act", ()), (f"one act ({act})", (act,))):
        try:
            said, faults = _run(subject, told, Play(rules, turns.start, acts))
        except (Failed, Refused) as failed:
            said, faults = "", list(_trouble(failed))
        lines += [f"run, {what}: {said}"] if said else []
        wrong += [fault for fault in faults if fault not in wrong]
        if faults and faults[0].startswith("wrong: no answer"):
            break  # another call would hang as long
    return [*lines, *(wrong or ["the wiring is sound"])], BAD if wrong else GOOD


def _own_deal(subject: Asked, told: Description, rules: Rules, lines: list[str]) -> tuple[list[str], int]:
    """What was tried of a program that only deals itself."""
    try:
        said, faults = _run(subject, told, Play(rules, {OWN: {"seed": 0}}, ()))
    except (Failed, Refused) as failed:
        said, faults = "", list(_trouble(failed))
    lines += [f"run, its own deal: {said}", "no game can be played with it: it takes neither a position nor a deal"]
    wrong = any(line.startswith("wrong") for line in (*lines, *faults))
    return [*lines, *faults], BAD if wrong else GOOD


def _run(subject: Asked, told: Description, play: Play) -> tuple[str, list[str]]:
    """What came of a start and some acts, and what is wrong with it. Raises `Failed` and `Refused`."""
    result = subject.call("run", play.params(told))
    if play.acts:
        became = [str(answer.get("is")) for answer in result["answers"]]
        if len(became) != len(play.acts):
            return "", [f"wrong: run answers {len(became)} acts, and {len(play.acts)} was given"]
        allowed = ", though the rules allow it: `conform` without --smoke says more" if REJECTED in became else ""
        return f"answered: {', '.join(became)}{allowed}", []
    walked = walk(play.rules, told, play, result)
    if walked.apart is not None:
        return "", [f"wrong: the start is not told as it was given: {walked.apart.key}: "
                    f"{walked.apart.wanted} wanted, {walked.apart.came} came{also(walked.apart)}"]
    shown = sorted(key for key, value in (result["state"] or {}).items() if value is not None)
    if not shown:
        return "", ["wrong: run tells nothing of the state, so nothing could be compared", f"advice: {LEAST}"]
    return f"it tells {', '.join(shown)}", []


def _trouble(failed: Failed | Refused) -> Iterator[str]:
    """What went wrong with a call, all of it, and what would be right."""
    if isinstance(failed, Refused):
        yield from (f"wrong: it answers with {failed}", f"advice: {OPEN if failed.code == NO_METHOD else CALL}")
        return
    yield from (f"wrong: {why}" for why in (failed.why, *failed.more))
    if failed.said:
        yield f"it said: {failed.said}"
    yield f"advice: {failed.advice or ADVICE[failed.kind]}"
