"""Findings on a draft that its author accepts: ``accepted.toml`` in the folder of findings, each with a reason."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from advocatus.model.files import no_file
from advocatus.model.loading import BadRulebook, Fault, read_toml, schema_faults

FILE = "accepted.toml"


def read_accepted(folder: Path) -> Mapping[str, str] | None:
    """The findings accepted by the name of their file, each with the reason; None where there is no such file.

    Raises `BadRulebook` for a file that is not of the published format, and for a finding accepted twice.
    """
    path = folder / FILE
    if not os.path.lexists(path):  # a link that leads nowhere is no absence
        return None
    if wrong := no_file(path):
        raise BadRulebook(str(path), [Fault("file", "", wrong, "the findings accepted, in TOML")])
    data = read_toml(path)
    faults = list(schema_faults(data, "accepted"))
    entries = [] if faults else [(file_name(e["finding"]), e["because"]) for e in data.get("accepted", [])]
    above = set[str]()
    for i, (name, _) in enumerate(entries, 1):
        if name in above:
            faults.append(Fault(f"accepted number {i}", "finding", repr(name), "accepted above already"))
        above.add(name)
    if faults:
        raise BadRulebook(str(path), faults)
    return dict(entries)


def file_name(finding: str) -> str:
    """The name of the file of a finding that is named with or without its ending."""
    return f"{finding.removesuffix('.json')}.json"


def nowhere(
    accepted: Collection[str], known: Collection[str], kinds: Collection[str], others: Collection[str]
) -> Iterator[str]:
    """The findings accepted that are neither found nor on file, if the run looked for such: of others nobody can tell.

    `kinds` are those looked for, every one where none is named; `others` the editions that were not looked at.
    """
    for name in accepted:
        kind, _, rest = name.partition(".")
        elsewhere = (kinds and kind not in kinds) or any(rest.startswith(f"{key}.") for key in others)
        if name not in known and not elsewhere:
            yield name
