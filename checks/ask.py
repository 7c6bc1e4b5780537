"""May it be done? A situation put to editions: the solver's answer, confirmed by the engine and shown by games.

An answer may hang on what the file leaves open, on the reading of a question, on the number of players and on the
edition. Only those readings are tried that change a norm at the decision in question or one that led there, how full a
hand may be, or which decisions come up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import z3
from attrs import frozen

from advocatus.model.asking import CannotBeJudged, Situation, load_situation
from advocatus.model.families import families, find_editions
from advocatus.model.game import Game, choices, make
from advocatus.model.norms import Norm
from advocatus.model.rulebook import Edition
from advocatus.model.rules import BadChoice, Gap, Rules, make_rules
from advocatus.specs.asking import DEPENDS, IMPOSSIBLE, MOST, Answered, Asker, Case, Pose
from advocatus.specs.families import spec_of
from advocatus.specs.prover import UNKNOWN, Limit, Query

from .deriving import Played, game_of, play_out
from .explore import Packer
from .knowledge import known_by
from .search import Limits, Reached, length_of, search

NEAR, FAR = 2_000, 5_000  # positions looked at on the way that a position tells, and on every way
LIMIT = "hand.limit"
FEW = 1  # cases of each kind told of another reading


class Reaching(Protocol):
    """A family's knowledge of how a position is come to."""

    def begun(self, rules: Rules, state: Any) -> Iterable[tuple[Any, tuple[Any, ...]]]:
        """Deals, each with the moves of a game that leads near the position."""
        ...

    def along(self, state: Any) -> Callable[[Any, Any], bool]:
        """Whether a move, at a state, can be one on the way to the position."""
        ...

    def far(self, state: Any) -> Callable[[Any], int]:
        """A guess at how far a state is from the position, in no unit."""
        ...


@frozen(eq=False)
class Shown:
    """A case with a game that gets there; without one, how many positions were looked at in vain."""

    case: Case
    played: Played | None
    looked: int
    move: Any  # one that the file's move can be there


@frozen(eq=False)
class Sheet:
    """The answer under one rule set; `verdict` is ``unknown`` where `why` tells that it cannot be judged.

    Where another reading leaves it at ``depends``, no cases are told, and `parted` is a position in which the two
    answer otherwise, with a move and whether that may be made by this one.
    """

    rules: Rules
    pose: Pose | None
    answered: Answered
    shown: tuple[Shown, ...]
    why: str = ""
    parted: tuple[Any, Any, bool] | None = None

    @property
    def verdict(self) -> str:
        """Always, never, depends, cannot arise, or unknown."""
        return self.answered.verdict


@frozen(eq=False)
class Page:
    """A rule set with its answer, and the readings of one question each that change it."""

    sheet: Sheet
    others: tuple[tuple[str, str, Sheet], ...]  # question and reading
    tried: int  # how many readings were looked at


@frozen(eq=False)
class Report:
    """All answers to a situation; `full` if their games are to be told whole."""

    situation: Situation
    pages: tuple[Page, ...]
    full: bool = False

    @property
    def on(self) -> tuple[str, ...]:
        """What the answer hangs on, besides what cannot arise or cannot be judged."""
        sheets = [page.sheet for page in self.pages if page.sheet.verdict not in (IMPOSSIBLE, UNKNOWN)]
        found = [OPEN] if any(sheet.verdict == DEPENDS for sheet in sheets) else []
        found += dict.fromkeys(f"the question {question}" for page in self.pages for question, _, sheet in page.others
                               if sheet.verdict not in (IMPOSSIBLE, UNKNOWN) and page.sheet in sheets)
        by_edition: dict[str, set[str]] = {}
        for sheet in sheets:
            by_edition.setdefault(sheet.rules.edition.key, set()).add(sheet.verdict)
        found += ["the edition"] if len({frozenset(v) for v in by_edition.values()}) > 1 else []
        return (*found, *(["the number of players"] if any(len(v) > 1 for v in by_edition.values()) else []))

    @property
    def verdict(self) -> str:
        """One word for all of it."""
        if self.on:
            return DEPENDS
        found = dict.fromkeys(page.sheet.verdict for page in self.pages)
        return next((v for v in found if v not in (IMPOSSIBLE, UNKNOWN)), UNKNOWN if UNKNOWN in found else IMPOSSIBLE)

    @property
    def judged(self) -> bool:
        """Whether there is an answer for every rule set."""
        return all(page.sheet.verdict != UNKNOWN for page in self.pages)


OPEN = "what the file leaves open"


def situation_of(path: Path, editions: Sequence[Edition]) -> Situation:
    """The situation of a file, for editions of one family. Raises what `load_situation` raises, and `BadChoice`."""
    keys = dict.fromkeys(edition.family for edition in editions)
    if len(keys) != 1:
        raise BadChoice(f"a situation is about one game; these are {', '.join(keys)}")
    family = families()[editions[0].family]
    if family.wording is None:
        raise CannotBeJudged(f"{path}: nothing can be asked about {family.key} yet")
    return load_situation(path, family.key, family.grammar, family.codec, family.wording, editions)


def selected(
    names: Sequence[str], players: Sequence[int], variants: Sequence[str], answers: Mapping[str, str]
) -> tuple[Situation, tuple[Rules, ...]]:
    """What a command line names: editions and the file of a situation last. Raises `BadChoice`, and what is raised
    for a bad file."""
    *keys, file = names
    if not keys:
        raise BadChoice(f"{file}: name the editions first, and the file of the situation last")
    editions = [edition for key in keys for edition in find_editions(key)]
    situation = situation_of(Path(file), editions)
    return situation, rule_sets(situation, editions, players, variants, answers)


def rule_sets(
    situation: Situation, editions: Sequence[Edition], players: Sequence[int], variants: Sequence[str],
    answers: Mapping[str, str],
) -> tuple[Rules, ...]:
    """The rules that a situation is put under: its own counts, variants and answers, and those of the command line.

    With several editions an answer goes to those that have the question. Raises `BadChoice`.
    """
    for question, reading in situation.answers:
        if answers.get(question, reading) != reading:
            raise BadChoice(f"{question} is answered twice: {reading!r} in {situation.file}, and {answers[question]!r} "
                            "by --answer; keep one")
    chosen = {**dict(situation.answers), **answers}
    with_them = (*situation.variants, *(v for v in variants if v not in situation.variants))
    found = []
    for question, reading in chosen.items():
        if not any(q.id == question and reading in q.readings for e in editions for q in e.questions):
            asked = next((e for e in editions for q in e.questions if q.id == question), editions[0])
            make_rules(asked, asked.players[0], (), {question: reading})
    for edition in editions:
        known = {q.id: q.readings for q in edition.questions}
        mine = {q: r for q, r in chosen.items() if len(editions) == 1 or r in known.get(q, ())}
        found += [make_rules(edition, n, with_them, mine) for n in dict.fromkeys(players or (situation.players,))
                  if n in edition.players or len(editions) == 1]
    if not found:
        raise BadChoice(f"{situation.file}: situation.players: {situation.players}: no edition is played by so many")
    return tuple(found)


def ask(situation: Situation, all_rules: Sequence[Rules], tell: Callable[[str], None] = lambda _: None) -> Report:
    """Answer a situation under every rule set; `tell` is told what is going on. Raises `CannotBeJudged`."""
    pages = []
    for rules in all_rules:
        tell(f"{situation.id}: {rules.edition.key}, {rules.players} players")
        pages.append(_page(situation, rules))
    return Report(situation, tuple(pages))


def _page(situation: Situation, rules: Rules) -> Page:
    sheet = _sheet(situation, rules)
    others, tried = [], 0
    for question, reading, other in _readings(situation, sheet) if sheet.pose is not None else ():
        tried += 1
        changed = _changed(situation, sheet, other)
        if changed is not None:
            others.append((question, reading, changed))
    return Page(sheet, tuple(others), tried)


def _posed(situation: Situation, rules: Rules) -> Pose:
    spec = spec_of(rules.edition.family)
    if spec is None or spec.ask is None:
        raise CannotBeJudged(f"{situation.file}: nothing can be asked about {rules.edition.family} yet")
    return spec.ask(rules, situation)


def _sheet(situation: Situation, rules: Rules, pose: Pose | None = None, most: int = MOST) -> Sheet:
    try:
        pose = pose or _posed(situation, rules)
        answered = Asker(pose).answer(most)
    except (Gap, Limit) as error:
        return Sheet(rules, None, Answered(UNKNOWN), (), str(error))
    return Sheet(rules, pose, answered, tuple(_shown(rules, pose, case) for case in answered.cases))


# ---------------------------------------------------------------- readings


def _readings(situation: Situation, sheet: Sheet) -> Iterator[tuple[str, str, Rules]]:
    """Every reading not taken that can bear on the move, with the rules under it alone."""
    rules, pose = sheet.rules, sheet.pose
    assert pose is not None
    for question in rules.edition.questions:
        if not rules.applies(question):
            continue
        taken = dict(rules.answers).get(question.id, question.default)
        for reading in question.readings:
            chosen = {**dict(rules.answers), question.id: reading}
            other = make_rules(rules.edition, rules.players, rules.variants, chosen)
            if reading != taken and _bears(situation, rules, other, pose):
                yield question.id, reading, other


def _bears(situation: Situation, rules: Rules, other: Rules, pose: Pose) -> bool:
    """Whether the rules differ in a norm that can bear on the move or what led to it, a full hand or what comes up."""
    grammar = families()[rules.edition.family].grammar
    switches = [switch for switch, _ in grammar.frames_with.values()]
    if any(rules.value_of(key) != other.value_of(key) for key in (LIMIT, *switches)):
        return True
    places = [(situation.due, [act for act in grammar.frames[situation.due] if pose.weighs(act)])]
    return any(_commands(due, acts, rules) != _commands(due, acts, other) for due, acts in (*places, *pose.led))


def _commands(due: str, acts: Sequence[str], rules: Rules) -> list[tuple[Any, ...]]:
    """What the norms on some kinds of move command at a decision, whatever they are called."""
    def means(norm: Norm) -> tuple[Any, ...]:
        texts = [guard.text if guard else "" for guard in (norm.when, norm.which)]
        return norm.clause, norm.mood, norm.move, *texts, norm.rank, norm.overrides

    return sorted((means(n) for n in rules.norms if n.move in acts and (not n.during or due in n.during)), key=str)


def _changed(situation: Situation, sheet: Sheet, other: Rules) -> Sheet | None:
    """The answer under other rules, if it is another: a position has another answer, or can be under one only."""
    try:
        pose = _posed(situation, other)
        verdict = Asker(pose).verdict()
        if verdict != sheet.verdict:
            return _sheet(situation, other, pose, FEW)
        parted = _part(sheet.pose, pose) if verdict == DEPENDS else None
    except Gap:
        return None  # there is no position at all without the value that this reading leaves unsaid
    except Limit as error:
        return Sheet(other, None, Answered(UNKNOWN), (), str(error))
    if parted is None:
        return None
    return Sheet(other, pose, Answered(verdict), (), parted=parted)


def _part(one: Pose | None, other: Pose) -> tuple[Any, Any, bool] | None:
    """A position that is sound under both rule sets, a move that the file's can be and that is legal under one of them
    only, and whether it is so under the other; None if there is none."""
    assert one is not None
    premises = {f"{i} {name}": term for i, pose in enumerate((one, other))
                for name, term in (*pose.laws.items(), *pose.told.items())}
    legal = [z3.BoolVal(p.legal) if isinstance(p.legal, bool) else p.legal for p in (one, other)]
    query = Query(premises)
    answer = query.ask(z3.Xor(*legal))
    if answer.kind == UNKNOWN:
        raise Limit(answer.reason)
    if answer.model is None:
        return None
    plain = query.ask(z3.Xor(*legal), *(term for term in one.plain if term is not True))
    model = plain.model or answer.model
    yes = model.holds(legal[1])
    state = other.state(model)
    return state, _meant(other if yes else one, state, True), yes


# ---------------------------------------------------------------- games


def _shown(rules: Rules, pose: Pose, case: Case) -> Shown:
    """A game that comes to a position of the case, looked for from where the family's knowledge leads."""
    reaching: Reaching | None = known_by(rules.edition.family, "reaching", "REACHING")
    looked = 0
    for deal, moves in reaching.begun(rules, case.state) if reaching is not None else ():
        for along, most in ((True, NEAR), (False, FAR)):
            assert reaching is not None
            fits = reaching.along(case.state) if along else lambda _, __: True
            state, found = _searched(rules, pose, case, (deal, moves), fits, reaching.far(case.state), most)
            looked += found.states
            if found.node is not None:
                played = play_out(rules, deal, (*moves, *found.moves))
                return Shown(case, played, looked, _meant(pose, state, case.yes))
    return Shown(case, None, looked, _meant(pose, case.state, case.yes))


def _meant(pose: Pose, state: Any, yes: bool) -> Any:
    """A move that the file's can be: where it may be done one that is legal."""
    moves = pose.moves(state)
    return next((move for move in moves if not yes or pose.judge(state, move).allowed), moves[0])


class _Space:
    """The positions of a game from one on, by those moves only that may be on the way."""

    def __init__(self, game: Game[Any, Any], fits: Callable[[Any, Any], bool]) -> None:
        self._game, self._fits = game, fits

    def after(self, node: Any) -> Iterator[tuple[Any, int, Any]]:
        """See `search.Space`."""
        game, turn = self._game, self._game.turn(node)
        for move in choices(game, node):
            if not self._fits(node, move):
                continue
            try:
                after = make(game, node, move).after
            except Gap:
                continue
            yield after, length_of(game.turn(after) - turn, int(move.by >= 0)), move


def _searched(
    rules: Rules, pose: Pose, case: Case, begun: tuple[Any, Sequence[Any]], fits: Callable[[Any, Any], bool],
    far: Callable[[Any], int], most: int,
) -> tuple[Any, Reached]:
    """A game to the case within this turn or the next; the position that it comes to, if it does."""
    game, (deal, moves) = game_of(rules), begun
    state = game.start(deal)
    for move in moves:
        state = make(game, state, move).after
    literals = case.literals if case.whole else ()
    found = search(
        _Space(game, fits), [(state, length_of(game.turn(state), 0))],
        lambda node: pose.holds(node, literals) and pose.may(node) == case.yes,
        Limits(game.turn(state) + 1, most), key=Packer(type(state)), bound=far, guess=True)
    return found.node, found
