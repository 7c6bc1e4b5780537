"""The files of a suite of vectors played with a program, instead of games made for it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from advocatus.model.clip import clip
from advocatus.model.rulebook import Edition
from advocatus.model.rules import Rules, make_rules
from advocatus.model.trace import BadDocument

from .describing import Description, not_taken, supported
from .filing import MANIFEST, read_manifest, read_vector
from .subject import Asked
from .trial import Trial
from .verdicts import Report
from .walking import Play


def replay(
    subject: Asked, told: Description, edition: Edition, folder: Path, tell: Callable[[str], None] = lambda _: None
) -> Report:
    """Play every vector of a folder.

    Raises `BadDocument` for a folder or a file that is none of a suite, or of one for another edition. What starts as
    the program takes no start is not played, and told as such; so is a clause all of whose vectors are.
    """
    manifest = read_manifest(folder)
    if manifest["edition"] != edition.key:
        raise BadDocument(f"{MANIFEST}: edition", clip(manifest["edition"]), f"vectors for {edition.key} are wanted")
    trials: dict[Rules, Trial] = {}
    made: dict[str, Rules] = {}
    skipped: dict[str, str] = {}
    played: set[str] = set()
    wanted: dict[str, Rules] = {}  # clauses with a vector under rules that the program does not know
    for entry in manifest["vectors"]:
        data = read_vector(folder, entry)
        run = data["run"]
        rules = make_rules(edition, run["players"], run["variants"], run["answers"])
        rules = made.setdefault(rules.digest, rules)
        if why := supported(told, rules) or not_taken(told, run["start"]):
            skipped[entry["file"]] = why
            if supported(told, rules):
                wanted.setdefault(data["clause"], rules)
            continue
        played.add(data["clause"])
        trial = trials.setdefault(rules, Trial(subject, told, rules, 0, tell))
        trial.play(Play(rules, run["start"], tuple(run["acts"]), file=entry["file"]), (data["norm"] or data["clause"],))
        tell(entry["file"])
    outcomes = [trial.outcome() for trial in trials.values()]
    plain = {key for trial in trials.values() if not trial.rules.variants for key in trial.rules.topics}
    unplayed = tuple(key for key in wanted if key in plain - played)
    return Report(told, tuple(outcomes), tuple(sorted(skipped.items())), 0, unplayed=unplayed)
