"""The README of a suite of vectors, for whoever implements the game."""

from __future__ import annotations

from textwrap import fill

from attrs import asdict

from advocatus.model.families import acts_of

from .suite import Suite

INDENT = "   "
TEXT = """# Vectors for {title}

{count} files in `vectors/`, each one a game of a few acts that shows one clause of the rulebook at work. They are for
programs that play this game, in any language, to be run without Advocatus. Made by `advocatus vectors {key} DIR`; the
same rules give the same bytes. `advocatus vectors {key} --verify DIR` plays all of them again.

## How to run one

1. Set up `run.start`: a `position`, in which nothing is owed but an action, or a `deal`. Seats count from 0, clockwise.
   `run.players` and `run.variants` tell the game.
{start}
2. Give your program `run.acts`, one after the other. An act with `by` is what a seat does.
{acts}
3. Compare with `expect`, under the empty key: `answers` has a word for each act. `ok`: your program takes it.
   `rejected`: it does not, and nothing is changed; the next act meets the same state. `silent`: the rules do not say;
   leave out what follows. `state` is what lies where in the end, null if that is not to be compared.
{state}
   If there is `start` instead: `refused` (it is no legal start) or `silent`.
4. `at` is the act that shows the clause (-1: the start); `because` are the clauses that forbid it, if it is rejected.

Your program may have other steps. Acts that it takes in one command are given to it together. An act that it has no
step for is passed over: count it as taken, and compare the state.

## Readings

Where the text can be read in several ways, the other keys of `expect` tell what comes of the same acts under another
reading of one question, QUESTION=READING. A reading that is not listed makes no difference. `advocatus show {key}`
tells the readings.

## What each shows

Without its `norm` (or, where that is null, its `clause`; or, if `turned` is not null, with that procedure instead) each
vector comes out otherwise. With `shown` = `play` other acts are allowed or other things come of them. With `cited` an
act is forbidden all the same, by other clauses only: a program that names no clauses shows no difference.

`manifest.json` lists all vectors. `schemas/` has the JSON Schemas of vectors, acts and states.

| vector | the clause says |
| --- | --- |
{rows}

{without}"""


def guide(suite: Suite) -> str:
    """How to use the vectors of a suite, what each is about, and what has none."""
    edition = suite.edition
    said = {clause.id: clause.says for clause in edition.clauses}
    rows = [f"| `{v.id}` | {said.get(v.clause, '')} |" for v in suite.vectors]
    left = [f"- `{key}`: {why}" for key, why in suite.without.items()]
    without = "\n".join(["## What has no vector", "", *left, ""]) if left else ""
    acts = acts_of(edition.family)
    assert acts is not None, "a suite is made of acts"
    words = {name: fill(text, 120, initial_indent=INDENT, subsequent_indent=INDENT, break_on_hyphens=False)
             for name, text in asdict(acts.advice).items()}
    return TEXT.format(**words, title=edition.title, key=edition.key, count=len(suite.vectors), rows="\n".join(rows),
                       without=without)
