"""A finding told: what is wrong, under which rules, and its game step by step to the place where it shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from advocatus.model.game import Event, make
from advocatus.model.norms import Norm, Resolution
from advocatus.model.rulebook import Edition
from advocatus.model.rules import BadChoice, Rules

from .deriving import Deadlock, Played, Unplayable, deadlocks, game_of, play_out
from .diverging import DIVERGENCE
from .finding import Finding, RulesRef, Shortest
from .line import Line
from .order import ORDER, parting_of
from .parting import Answer, first_parting
from .sidebyside import side_by_side
from .tell import Teller, seat_name, teller_of


def narrate(
    finding: Finding, editions: Mapping[str, Edition], differs: Sequence[str] = (), terms: Edition | None = None,
    markdown: bool = False,
) -> Iterator[str]:
    """A finding as lines of text, to be made `markdown` of or not; `differs` is what `replaying.replay` said of it.

    Its game is told with the edition's names for things, or those of `terms`; what is on file stays as it is.
    """
    own = editions.get(finding.rules.edition)
    teller = None if own is None else teller_of(own if terms is None else own.in_terms_of(terms))
    yield f"{finding.kind} of {' and '.join(finding.editions)}: {' + '.join(finding.cause)}"
    yield f"    {finding.summary}"
    yield from (f"    {line}" for line in _particulars(finding))
    if finding.kind == DIVERGENCE:
        yield from _divergence(finding, editions, teller)
    elif finding.trace is not None and teller is not None:
        try:
            played = play_out(finding.rules.find(editions), finding.trace.deal, finding.trace.moves)
            against = finding.against.find(editions) if finding.against else None
        except (BadChoice, Unplayable):
            yield from ("", "It cannot be played.")
        else:
            yield from _game(played, teller)
            if finding.kind == ORDER:
                yield from _other_order(played, teller)
            if finding.against and against:
                yield from ("", *_parting(played, against, finding.against, teller, markdown))
    yield from ("", "It does not replay:" if differs else "It replays.")
    yield from (f"    {line}" for line in differs)


def _particulars(finding: Finding) -> Iterator[str]:
    yield f"Impact: {finding.impact}."
    yield f"Clauses: {', '.join(finding.clauses) or 'none'}."
    assumed = ", ".join(f"{q}={r}" for q, r in finding.assumes)
    if not finding.against:
        yield f"Assumes: {assumed}." if assumed else "Assumes no answer: it is in the text alone."
    if finding.rests:
        yield f"Rests on: {finding.rests}."
    yield f"Rules: {_rules(finding.rules)}."
    if finding.against:
        yield f"Against: {_rules(finding.against)}."
    if finding.shortest:
        yield f"Length: {length_text(finding.shortest)}."
    yield f"Found: {finding.found}."


def _rules(ref: RulesRef) -> str:
    more = [*(f"variant {v}" for v in ref.variants), *(f"{q}={r}" for q, r in ref.answers)]
    return ", ".join([ref.edition, f"{ref.players} players", *more, f"digest {ref.digest}"])


def length_text(shortest: Shortest) -> str:
    """How long a game is, and what is known of shorter ones."""
    text = f"turn {shortest.turn}, {shortest.decisions} decision{'' if shortest.decisions == 1 else 's'}"
    if shortest.proved:
        return f"{text}; no game is shorter (proved)"
    if shortest.none_to is not None:
        return f"{text}; none up to turn {shortest.none_to}"
    return f"{text}; a shorter one may exist"


def _game(played: Played, teller: Teller) -> Iterator[str]:
    yield from ("", "Deal", *(f"    {line}" for line in teller.deal(played.deal)))
    number, turn = 0, None
    game = game_of(played.rules)
    for step in played.steps:
        if game.turn(step.before) != turn:
            turn = game.turn(step.before)
            yield from ("", f"Turn {turn}")
        number += 1
        yield f"{number:>4}. {teller.move(step.move)}."
        yield from _events(step.events, teller)
    if played.last is not None:
        yield f"{number + 1:>4}. {teller.move(played.last)}."
    ends = deadlocks(played)
    if played.state is not None and ends:
        yield from ("", "The table then", *(f"    {line}" for line in teller.state(played.state)))
    for end in {(e.seat, str(e.gap)): e for e in ends}.values():
        yield from ("", *_stuck(end, teller))


def _parting(
    played: Played, against: Rules, ref: RulesRef, teller: Teller, markdown: bool
) -> Iterator[str]:
    """What the other rules make of the same game."""
    parting = first_parting(played, against)
    if parting is None:
        yield f"Under {_rules(ref)}: the same to the end."
        return
    where = "the deal" if parting.at < 0 else f"move {parting.at + 1}"
    yield f"Under {_rules(ref)}, {where}: {parting.refusal or 'instead'}"
    yield from (f"        {told}" for event in parting.events if (told := teller.event(event)))
    heads = (_rules_apart(played.rules, against), _rules_apart(against, played.rules))
    columns = list(side_by_side(played, against, parting.at, heads, teller, markdown))
    if columns:
        yield from ("", "Side by side, each to the end of the turn or for some moves")
        yield from ("", *columns) if markdown else (f"    {line}" for line in columns)


def _rules_apart(rules: Rules, other: Rules) -> str:
    """A rule set by what tells it from another."""
    questions = {q.id: q.default for q in rules.edition.questions}
    own, others = dict(rules.answers), dict(other.answers)
    apart = [f"{q}={own.get(q, questions[q])}" for q in questions if own.get(q) != others.get(q)]
    return f"Under {', '.join(apart) or rules.edition.key}"


def _other_order(played: Played, teller: Teller) -> Iterator[str]:
    """The same position with the two uses the other way round."""
    found = parting_of(played.rules, played.deal, played.trace.moves)
    if found is None:
        return
    _, begin, parted = found
    game, state = game_of(played.rules), played.steps[begin].before
    yield from ("", f"The other way round, from where move {begin + 1} is made")
    for i, move in enumerate((*parted.second, *parted.first)):
        yield f"   - {teller.move(move)}" + (f": {parted.refused}" if i == parted.at else ".")
        if i == parted.at:
            return
        step = make(game, state, move)
        yield from (f"        {told}" for event in step.events if (told := teller.event(event)))
        state = step.after


def _divergence(finding: Finding, editions: Mapping[str, Edition], teller: Teller | None) -> Iterator[str]:
    """The game under one edition, and what each says of its last move."""
    assert finding.trace is not None
    assert finding.against is not None
    last = finding.trace.moves[-1] if finding.trace.moves else None
    try:
        base, other = finding.rules.find(editions), finding.against.find(editions)
        line = Line(base, other, finding.trace.deal, finding.trace.moves)
    except (BadChoice, Unplayable):
        yield from ("", "It cannot be played.")
        return
    teller = teller or teller_of(base.edition)
    yield from _game(line.played, teller)
    yield from ("", f"Then: {teller.move(last)}." if last else "At the deal:")
    yield from _answer(f"By {finding.rules.edition}", line.here, teller)
    taken = f"By {finding.against.edition} (the same with its {', '.join(finding.cause)})"
    yield from _answer(taken, line.answer(finding.cause), teller)


def _answer(who: str, answer: Answer, teller: Teller) -> Iterator[str]:
    yield f"    {who}: " + (answer.why if answer.events is None else "so it goes on")
    yield from _events(answer.events or (), teller)


def _events(events: Sequence[Event], teller: Teller) -> Iterator[str]:
    """Events with the clauses that made them so."""
    for event in events:
        if told := teller.event(event):
            yield f"        {told}" + (f"  [{', '.join(event.clauses)}]" if event.clauses else "")


def _stuck(end: Deadlock, teller: Teller) -> Iterator[str]:
    """The place where it shows: who owes what, and for each thing that could be done the norms for and against."""
    if end.gap is not None:
        yield f"Here the text is silent on {end.gap.topic}: {end.gap.wanted}."
        return
    assert end.frame is not None
    yield f"Stuck: {teller.owed(end.frame)}."
    if end.resolution is None or end.seat is None:
        return
    yield f"What {seat_name(end.seat)} could do:"
    yield from _candidates(end.resolution, teller)
    for standing in end.resolution.standing:
        if standing.norm.mood == "oblige" and not standing.covers:
            yield f"    {standing.norm.id} must be obeyed, and nothing here does"


def _candidates(resolution: Resolution[object], teller: Teller) -> Iterator[str]:
    for i, candidate in enumerate(resolution.candidates):
        if i not in resolution.duty:
            continue
        judgement = resolution.judge(i)
        yield f"    {teller.move(candidate)}"  # type: ignore[arg-type]
        yield f"        for: {_ids(judgement.permitted_by)}; against: {_ids(judgement.against)}"
    if defeated := tuple(s.norm for s in resolution.defeated):
        yield f"    Gives way to a stronger norm: {_ids(defeated)}"


def _ids(norms: Sequence[Norm]) -> str:
    return ", ".join(norm.id for norm in norms) or "nothing"
