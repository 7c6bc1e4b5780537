"""Norms read back: as sentences, with the smallest situation each bites in and the nearest that it spares.

The solver chooses the positions and the engine confirms them; that a norm nowhere bites is proved.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from attrs import evolve, fields, frozen

from advocatus.model.families import families
from advocatus.model.game import Game
from advocatus.model.mixing import norm_means
from advocatus.model.norms import Norm
from advocatus.model.rules import Gap, Rules
from advocatus.specs.families import spec_of
from advocatus.specs.liveness import OUT, Bite
from advocatus.specs.prover import Limit

from .aloud import Speaker
from .deriving import game_of
from .liveness import without
from .looking import Look
from .row import spans
from .tell import seat_name, teller_of

MOVES = 3  # of one kind told of a position; the others are counted
FEW = 5  # things that lie on the table, told where there are no more: a whole pile says little


@frozen
class ReadBack:
    """A norm as it was understood; `idle` if it is proved that it changes nothing with so many players.

    `bites` and `spares` are lines for a reader, and empty where there is no such position; `unknown` says why none
    was looked for, `why` why it changes nothing. It is `vacuous` if it is proved that its condition never holds.
    """

    norm: str
    says: str
    players: tuple[int, ...]
    bites: tuple[str, ...] = ()
    spares: tuple[str, ...] = ()
    idle: bool = False
    beaten: tuple[str, ...] = ()  # the norms that go before it wherever it would bite
    looked: bool = True  # whether a situation that is spared was looked for
    means: tuple[str, ...] = ()  # its move and its decisions, each with what it is
    unknown: str = ""
    why: str = ""
    vacuous: bool = False


def new_norms(one: Rules, other: Rules) -> tuple[Norm, ...]:
    """The norms of the second rule set that the first has not so, in order."""
    known = {(n.clause, norm_means(n)) for n in one.norms}
    return tuple(n for n in other.norms if (n.clause, norm_means(n)) not in known)


def gone_norms(pairs: Sequence[tuple[Rules, Rules]]) -> tuple[str, ...]:
    """The norms that the first rule sets have and the second have no more, as sentences, each once."""
    told: dict[str, None] = {}
    for one, other in pairs:
        speaker = Speaker(one.edition, families()[one.edition.family].grammar)
        told.update((f"{norm.id}: {speaker.norm(norm)}", None) for norm in new_norms(other, one))
    return tuple(told)


def read_back(pairs: Sequence[tuple[Rules, Rules]]) -> tuple[ReadBack, ...]:
    """The norms that the second rule sets have and the first have not, each once, read back.

    A norm is looked at with one player count after the other until it bites.
    """
    found: dict[str, ReadBack] = {}
    for one, other in pairs:
        speaker = Speaker(other.edition, families()[other.edition.family].grammar)
        wanted = [norm for norm in new_norms(one, other) if norm.id not in found or not _settled(found[norm.id])]
        for norm, bite in zip(wanted, _bites(other, wanted), strict=True):
            counts = (*(found[norm.id].players if norm.id in found else ()), other.players)
            told = _told(other, norm, speaker.norm(norm), bite, counts)
            found[norm.id] = evolve(told, means=tuple(_meanings(other, norm)))
    return tuple(found.values())


def _meanings(rules: Rules, norm: Norm) -> Iterator[str]:
    """What the move of a norm is, and what is owed at its decisions, in plain words."""
    codec = families()[rules.edition.family].codec
    for word, kind in ((norm.move, codec.moves[norm.move]), *((kind, codec.frames[kind]) for kind in norm.during)):
        if said := (kind.__doc__ or "").partition("\n")[0]:
            yield f"`{word}`: {said}"


def _settled(told: ReadBack) -> bool:
    return bool(told.bites)


def _bites(rules: Rules, wanted: Sequence[Norm]) -> Sequence[Bite | str]:
    """What the solver finds for each norm, or why nothing can be looked for."""
    spec = spec_of(rules.edition.family)
    if spec is None:
        return ["this game has no symbolic side"] * len(wanted)
    try:
        return spec.bites(rules, [norm.id for norm in wanted])
    except (Gap, Limit) as error:
        return [str(error)] * len(wanted)


def _told(rules: Rules, norm: Norm, says: str, bite: Bite | str, counts: tuple[int, ...]) -> ReadBack:
    if isinstance(bite, str):
        return ReadBack(norm.id, says, counts, unknown=bite)
    if bite.state is None:
        return _idle(rules, ReadBack(norm.id, says, counts, idle=True, beaten=bite.beaten))
    spares = () if bite.spared is None else tuple(_apart(rules, bite))
    return ReadBack(norm.id, says, (rules.players,), tuple(_situation(rules, bite)), spares, looked=bite.looked)


def _idle(rules: Rules, told: ReadBack) -> ReadBack:
    """A norm that changes nothing, with the reason."""
    spec = spec_of(rules.edition.family)
    try:
        felt = next((f for f in spec.liveness(rules, [told.norm]) if f.what == OUT), None) if spec else None
    except (Gap, Limit):
        felt = None
    if felt is None or not felt.idle:
        return told
    covers = f": {', '.join(felt.covers)}" if felt.covers else ""
    return evolve(told, why=f"{felt.reason}{covers}", vacuous=felt.vacuous)


# ---------------------------------------------------------------- positions in words


def _situation(rules: Rules, bite: Bite) -> Iterator[str]:
    """A position in which a norm bites: what is owed, what those concerned hold, and what may be done then."""
    teller, state = teller_of(rules.edition), bite.state
    game, codec = game_of(rules), families()[rules.edition.family].codec
    frame = game.top(state)
    parts = codec.encode(frame) if frame else {}
    sentence = teller.owed(frame) if frame else "nothing is owed"
    untold = [f"{key}: {term}" for key, value in parts.items() if key != "frame" and isinstance(value, str) and value
              and (term := rules.edition.term(value)) not in sentence]
    yield f"{sentence} ({', '.join(untold)})." if untold else f"{sentence}."
    concerned, look = {bite.seat, *_seats(parts)}, Look(rules, bite.norm, state, bite.seat, bite.move)
    if look.hands:  # of whom the move names, maybe
        concerned |= _seats(codec.encode(bite.move))
    lines = teller.state(state)
    yield from (lines[seat] for seat in sorted(concerned) if 0 <= seat < rules.players)
    yield from (line for line in lines[rules.players:] if line.count(", ") < FEW)
    yield from look.lines()
    yield from _moves(rules, game, bite)


def _seats(document: Mapping[str, Any]) -> set[int]:
    """The numbers in a document of the formats, those of seats among them."""
    return {value for value in document.values() if type(value) is int}


def _moves(rules: Rules, game: Game[Any, Any], bite: Bite) -> Iterator[str]:
    """What may be done with the norm and not without it, or the other way round."""
    resolution = game.resolve(bite.state, bite.seat)
    norm = next(n for n in rules.norms if n.id == bite.norm.id)
    free = without(resolution, norm)
    for word, more, less in (("By it may be done", resolution, free), ("By it may not be done", free, resolution)):
        moves = [move for move in more.moves if move not in less.moves]
        told = [teller_of(rules.edition).move(move) for move in moves[:MOVES]]
        if told:
            rest = f", and {len(moves) - MOVES} more" if len(moves) > MOVES else ""
            yield f"{word}: {'; '.join(told)}{rest}."


def _apart(rules: Rules, bite: Bite) -> Iterator[str]:
    """In what the nearest position that is spared differs."""
    teller, family = teller_of(rules.edition), families()[rules.edition.family]
    may = bite.move in game_of(rules).legal(bite.spared, bite.seat)
    yield f"{teller.move(bite.move)}: this {'may' if may else 'may not'} be done where all is the same but for this:"
    seats = tuple(f"{seat_name(seat)}: " for seat in range(rules.players))
    lines = zip(teller.state(bite.state), teller.state(bite.spared), strict=False)
    yield from (f"{line}, instead of: {was.partition(': ')[2]}" for was, line in lines
                if line != was and line.startswith(seats))
    told = {field.name for field in fields(family.codec.deal_type)}
    before, after = ({k: v for k, v in family.codec.encode(s).items() if k not in told}
                     for s in (bite.state, bite.spared))
    look = Look(rules, bite.norm, bite.spared, bite.seat, bite.move)
    for key, was, now in _fields(before, after, "", rules.players):
        yield f"{look.called(key, now)}: {_value(rules, now)} instead of {_value(rules, was)}"
    yield from filter(None, [look.why_not()])


def _fields(
    before: Mapping[str, Any], after: Mapping[str, Any], path: str, players: int
) -> Iterator[tuple[str, Any, Any]]:
    """The entries in which two documents differ, by their names in the formats, with both values; seat by seat."""
    for key in before:
        was, now = before[key], after.get(key)
        if was == now:
            continue
        if isinstance(was, Mapping) and isinstance(now, Mapping):
            yield from _fields(was, now, f"{path}{key} ", players)
        elif isinstance(was, list) and isinstance(now, list) and len(was) == len(now) and was and (
                isinstance(was[0], Mapping)):
            for one, other in zip(was, now, strict=True):
                yield from _fields(one, other, path, players)
        elif isinstance(was, list) and isinstance(now, list) and len(was) == len(now) == players:
            yield from ((f"{path}{key} of {seat_name(seat)}", one, other)
                        for seat, (one, other) in enumerate(zip(was, now, strict=True)) if one != other)
        else:
            yield f"{path}{key}", was, now


def _value(rules: Rules, value: Any) -> str:
    match value:
        case list():
            return ", ".join(_value(rules, one) for one in value) or "nothing"
        case bool():
            return "yes" if value else "no"
        case "" | None:
            return "nothing"
        case str():
            return rules.edition.term(value)
    return str(value)


def read_lines(read: Iterable[ReadBack]) -> Iterator[str]:
    """Norms read back, for a reader."""
    for told in read:
        yield f"{told.norm}: {told.says}"
        yield from (f"    {line}" for line in told.means)
        if told.unknown:
            yield f"    Where it bites could not be looked for: {told.unknown}"
        elif told.vacuous:
            yield (f"    It never applies (vacuous): with {spans(told.players)} players its condition holds in no "
                   "position that comes up, which is proved in every kind of decision.")
        elif told.idle:
            why = f": {told.why}" if told.why and not told.beaten else ""
            yield f"    It nowhere makes a difference{why}: proved in every kind of decision."
            if told.beaten:
                yield (f"    It gives way to {', '.join(told.beaten)}, of a higher rank or overriding it: "
                       "give its clause that rank, or let it override theirs.")
        else:
            yield (f"    The smallest situation it bites in, with {told.players[-1]} players "
                   "(well formed; that a game comes there is not shown):")
            yield from (f"        {line}" for line in told.bites)
            if told.spares:
                yield "    The nearest that it spares:"
                yield from (f"        {line}" for line in told.spares)
            elif told.looked:
                yield "    No situation near it is spared."
            else:
                yield "    The nearest that it spares is not looked for in this game."


def read_data(read: Iterable[ReadBack]) -> list[dict[str, Any]]:
    """The same as JSON data."""
    return [{"norm": r.norm, "says": r.says, "players": list(r.players), "bites": list(r.bites),
             "spares": list(r.spares), "idle": r.idle, "vacuous": r.vacuous, "why": r.why or None,
             "beaten": list(r.beaten), "unknown": r.unknown or None}
            for r in read]
