"""A printed text against the paragraph hashes that an edition carries: what is the same, moved, changed, new, gone."""

from __future__ import annotations

import re
from collections import defaultdict, deque
from collections.abc import Sequence
from difflib import SequenceMatcher
from pathlib import Path

from attrs import frozen

from .files import read_file
from .loading import BadRulebook, Fault
from .rulebook import paragraph_hash

SAME, MOVED, CHANGED, NEW, GONE = FATES = ("same", "moved", "changed", "new", "gone")
_END = re.compile(r"""(?<![.!?])[.!?]++["'”’»)\]]*+(?=\s|$)|(?<![.!?。！？])[.!?。！？]++[」』]|[。！？]""")
MOST, LONGEST = 10_000, 20_000  # paragraphs, and characters of one: a rulebook has some hundreds of some hundred
_WORD = re.compile(r"\w")


@frozen
class Paragraph:
    """A paragraph of a text, or of an edition whose text has it no more.

    `number` is its place in the text, 0 where it is gone; `was` its place in the edition, 0 where it is new.
    """

    number: int
    was: int
    fate: str
    text: str


def read_paragraphs(path: Path) -> tuple[str, ...]:
    """The paragraphs of a text: its lines that are not empty, stripped.

    Raises `BadRulebook` for a file that cannot be read, is no UTF-8, or holds no paragraph, too
    many, or one too long.
    """
    try:
        text = read_file(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        wrong = f"byte {error.start} is no UTF-8", "save the text as UTF-8"
        raise BadRulebook(str(path), [Fault("file", "", *wrong)]) from None
    except OSError as error:
        wrong = error.strerror or type(error).__name__, "the text of a rulebook is wanted, one paragraph a line"
        raise BadRulebook(str(path), [Fault("file", "", *wrong)]) from None
    found = tuple(line.strip() for line in text.splitlines() if line.strip())
    if not found:
        raise BadRulebook(str(path), [Fault("file", "", "an empty text", "one paragraph a line")])
    if len(found) > MOST:
        wrong = f"{len(found)} paragraphs", f"a text of at most {MOST}, one a line"
        raise BadRulebook(str(path), [Fault("file", "", *wrong)])
    if longest := next((i for i, one in enumerate(found, 1) if len(one) > LONGEST), 0):
        wrong = f"{len(found[longest - 1])} characters", f"at most {LONGEST} in a paragraph, and one paragraph a line"
        raise BadRulebook(str(path), [Fault(f"paragraph {longest}", "", *wrong)])
    return found


def sentences(text: str) -> int:
    """How many sentences a paragraph has: they end in . ! ? or 。; one at least."""
    return max(1, sum(1 for part in _END.split(text) if _WORD.search(part)))


def align(hashes: Sequence[str], texts: Sequence[str]) -> tuple[Paragraph, ...]:
    """Every paragraph of a text in order, then those of the edition that are gone.

    What stands between the same neighbours as before, and is not the same, is changed: paired in order, as far as
    both sides have some. Nothing but hashes is known of the edition's words, so that is by place and not by likeness,
    and of a text of which no paragraph is as it was, all are new.
    """
    new = [paragraph_hash(text) for text in texts]
    matcher = SequenceMatcher(None, list(hashes), new, autojunk=False)
    was: dict[int, tuple[int, str]] = {}
    between: list[tuple[list[int], list[int]]] = []
    for tag, i1, i2, j1, j2 in matcher.get_opcodes():
        if tag == "equal":
            was.update((j, (i, SAME)) for i, j in zip(range(i1, i2), range(j1, j2), strict=True))
        else:
            between.append((list(range(i1, i2)), list(range(j1, j2))))
    _find_moved(hashes, new, between, was)
    for old_left, new_left in between if was else ():  # where nothing is as it was, nothing has its place
        was.update((j, (i, CHANGED)) for i, j in zip(old_left, new_left, strict=False))
    kept = {i for i, _ in was.values()}
    found = [
        Paragraph(j + 1, was[j][0] + 1, was[j][1], text) if j in was else Paragraph(j + 1, 0, NEW, text)
        for j, text in enumerate(texts)
    ]
    return (*found, *(Paragraph(0, i + 1, GONE, "") for i in range(len(hashes)) if i not in kept))


def _find_moved(
    hashes: Sequence[str], new: Sequence[str], between: Sequence[tuple[list[int], list[int]]],
    was: dict[int, tuple[int, str]],
) -> None:
    """Pair what stands elsewhere now, and take it out of what is left between."""
    lost: defaultdict[str, deque[int]] = defaultdict(deque)
    for old_left, _ in between:
        for i in old_left:
            lost[hashes[i]].append(i)
    moved = set[int]()
    for _, new_left in between:
        for j in tuple(new_left):
            if lost[new[j]]:
                was[j] = lost[new[j]].popleft(), MOVED
                moved.add(was[j][0])
                new_left.remove(j)
    for old_left, _ in between:
        old_left[:] = [i for i in old_left if i not in moved]
