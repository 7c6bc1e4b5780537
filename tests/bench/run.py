"""``make bench``: everything that is measured, in one run, and `BENCHMARKS.md` written from it.

Each measurement is processor time of a whole program or of a loop that does real work; things that are compared
run in turn, several times, and the medians are set against each other. Figures drift with the machine and what
else it does; ratios hold.
"""

from __future__ import annotations

import os
import platform
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path

import chess
from kernel import FastKernel, Kernel
from packed import Packed

from advocatus.checks.conformance.following import Follower, acts_for
from advocatus.checks.conformance.oracle import Oracle
from advocatus.checks.conformance.serving import respond
from advocatus.checks.explore import EngineSpace
from advocatus.checks.play import random_steps
from advocatus.checks.search import Limits, length_of, search
from advocatus.model.families import editions, open_game
from advocatus.model.rules import make_rules
from advocatus.model.trace import compact
from advocatus.specs.families import spec_of

ROOT = Path(__file__).resolve().parents[2]
ROUNDS = 3
ALL = Limits(10**6, 10**7)
Row = tuple[str, ...]


def timed(work: Callable[[], int]) -> tuple[float, int]:
    """Processor seconds of some work, and how much it did."""
    before = time.process_time()
    done = work()
    return time.process_time() - before, done


def in_turn(works: Sequence[Callable[[], int]], rounds: int) -> list[tuple[float, int]]:
    """The median seconds of each, run in turn; and how much each did, which must not vary."""
    taken: list[list[float]] = [[] for _ in works]
    done: list[int] = [0] * len(works)
    for _ in range(rounds):
        for i, work in enumerate(works):
            seconds, done[i] = timed(work)
            taken[i].append(seconds)
    return [(statistics.median(times), much) for times, much in zip(taken, done, strict=True)]


# ---------------------------------------------------------------- random play


def chess_moves(games: int) -> int:
    """Random legal chess, up to 300 moves a game."""
    rng, made = random.Random(1), 0
    for _ in range(games):
        board = chess.Board()
        while board.ply() < 300 and not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
            made += 1
    return made


def moves_of(edition: str, players: int, games: int) -> int:
    """Random play of whole games, up to 300 moves each, as the hunts play it."""
    game = open_game(make_rules(editions()[edition], players))
    rng = random.Random(1)
    return sum(1 for _ in range(games) for _ in random_steps(game, game.random_deal(rng), rng, 300))


def play(rounds: int, games: int) -> list[Row]:
    """Moves a second of random play, beside python-chess."""
    counts = [(key, n) for key, edition in editions().items() for n in (4, 7) if n in edition.players]
    works: list[Callable[[], int]] = [lambda: chess_moves(games)]
    works += [lambda key=key, n=n: moves_of(key, n, games) for key, n in counts]  # type: ignore[misc]
    measured = in_turn(works, rounds)
    speed = [made / seconds for seconds, made in measured]
    names = ["python-chess", *(f"{key}, {n} players" for key, n in counts)]
    return [(name, f"{of / 1000:.1f}k", f"{of / speed[0]:.2f}") for name, of in zip(names, speed, strict=True)]


# ---------------------------------------------------------------- the oracle


def called(key: str, seeds: Sequence[int]) -> Callable[[], int]:
    """Lines of `run` over the first sixty moves of random games of four, from the deal; it counts acts."""
    rules, lines, acts = make_rules(editions()[key], 4), list[bytes](), 0
    game = open_game(rules)
    for seed in seeds:
        rng = random.Random(seed)
        steps = list(random_steps(game, game.random_deal(rng), rng, 60))
        played = acts_for(rules, steps[0].before, [step.move for step in steps])
        start = {"deal": Follower(rules, steps[0].before).told()}
        params = {"edition": key, "players": 4, "start": start, "acts": played}
        lines.append(compact({"jsonrpc": "2.0", "id": seed, "method": "run", "params": params}).encode())
        acts += len(played)
    oracle = Oracle(editions(), "")

    def work() -> int:
        assert all("result" in respond(oracle, line) for line in lines)
        return acts

    return work


def oracle(rounds: int, games: int) -> list[Row]:
    """Calls of `run` and acts a second, from the line to the answer."""
    measured = in_turn([called(key, range(games)) for key in editions()], rounds)
    return [(f"{key}, 4 players", f"{games / seconds:.0f}", f"{acts / seconds / 1000:.1f}k")
            for key, (seconds, acts) in zip(editions(), measured, strict=True)]


# ---------------------------------------------------------------- the kernel


def kernel(rounds: int, n: int, m: int, limit: int, engine: bool) -> list[Row]:
    """Breadth-first over the whole bag-trade kernel, every position checked."""
    fast = FastKernel(n, m, limit)

    def run(key: Callable[[int], object] | None) -> int:
        return search(fast.space(), [(fast.deal(), length_of(1, 0))], lambda s: not fast.sound(s), ALL, key=key).states

    def by_engine() -> int:
        game = Kernel(n, m, limit)
        return search(EngineSpace(game), [(game.start(), length_of(1, 0))], lambda s: not fast.sound(fast.pack(s)), ALL,
                      key=fast.pack).states

    works: dict[str, Callable[[], int]] = {
        "a packed-int program": lambda: Packed(n, m, limit).explore()[0],
        "search, packed positions": lambda: run(None),
        "search, like objects as one": lambda: run(fast.like(turned=False)),
        "search, seats rotated too": lambda: run(fast.like(turned=True)),
    }
    if engine:
        works["search, by `decide` and `evolve`"] = by_engine
    measured = in_turn(list(works.values()), rounds)
    first = measured[0][0]
    return [(f"{n} {m} {limit}", name, f"{states:,}", f"{seconds:.2f}", f"{seconds / first:.3f}")
            for name, (seconds, states) in zip(works, measured, strict=True)]


# ---------------------------------------------------------------- proofs and check


def proofs(rounds: int, players: Sequence[int]) -> list[Row]:
    """All promises of each edition proved."""
    found = []
    for key, edition in editions().items():
        spec = spec_of(edition.family)
        for n in players:
            if spec is not None and n in edition.players:
                rules = make_rules(edition, n)
                (seconds, many), = in_turn([lambda: len(spec.promises(rules))], rounds)  # noqa: B023
                found.append((key, str(n), str(many), f"{seconds:.2f}"))
    return found


def check(words: Sequence[str]) -> list[Row]:
    """Whole runs of `advocatus check`, with an empty cache and with a full one."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for state in ("cold", "warm"):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            wall = time.perf_counter()
            subprocess.run([sys.executable, "-m", "advocatus.checks.cli", "check", *words], check=False,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                           env={**os.environ, "ADVOCATUS_CACHE": folder})
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            found.append((f"`advocatus check {' '.join(words)}`", state, f"{spent:.1f}",
                          f"{time.perf_counter() - wall:.1f}"))
    return found


# ---------------------------------------------------------------- the report


def table(heads: Sequence[str], rows: Sequence[Row]) -> str:
    """A Markdown table."""
    return "\n".join(f"| {' | '.join(row)} |" for row in (heads, ["---"] * len(heads), *rows)) + "\n"


def machine() -> str:
    """What it ran on."""
    model = next((line.split(":")[1].strip() for line in Path("/proc/cpuinfo").read_text("utf-8").splitlines()
                  if line.startswith("model name")), platform.processor()) if Path("/proc/cpuinfo").exists() else "?"
    load = ", ".join(f"{n:.1f}" for n in os.getloadavg())
    packages = ", ".join(f"{name} {version(name)}" for name in ("attrs", "hypothesis", "z3-solver", "chess"))
    return (f"{platform.system()} {platform.machine()}, {os.cpu_count()} processors ({model}), load {load} at the end; "
            f"CPython {platform.python_version()}, {packages}.")


def report(rounds: int, games: int, large: bool, words: Sequence[str]) -> str:
    """All measurements as the text of `BENCHMARKS.md`."""
    played, answered = play(rounds, games), oracle(rounds, games)
    kernels = kernel(rounds, 4, 7, 3, engine=large) + (kernel(1, 4, 8, 3, engine=False) if large else [])
    proved = proofs(1, (4,) if large else (3,))
    checked = check(words)
    return "\n".join((
        "# Benchmarks", "",
        "Made by `make bench`, all in one run. Seconds are processor time. Play and the kernel 4 7 3 are medians of",
        f"{rounds} runs taken in turn, the rest was run once. Absolute figures drift with the machine and what else",
        "runs on it; the ratios are what to go by.", "", machine(), "",
        "## Random play", "",
        "Whole games, up to 300 moves, chance and windows included; `choices`, `decide`, `evolve` for each move.", "",
        table(("game", "moves a second", "beside python-chess"), played),
        "## The oracle", "",
        "`run` over the first sixty moves of random games, from the line read to the answer, a new game each time.", "",
        table(("game", "calls a second", "acts a second"), answered),
        "## Breadth-first search of the bag-trade kernel", "",
        "`players objects limit`; every position checked. The packed-int program is `tests/bench/packed.py`, our own,",
        "without engine, protocol or traces; the search keeps what it needs to tell the shortest game.", "",
        table(("kernel", "program", "positions", "seconds", "beside the packed-int program"), kernels),
        "## Proofs", "",
        table(("edition", "players", "promises", "seconds"), proved),
        "## Check", "",
        table(("command", "cache", "processor seconds", "seconds by the clock"), checked),
    ))


if __name__ == "__main__":
    told = report(ROUNDS, 30, True, sys.argv[1:] or ["adlung"])
    (ROOT / "BENCHMARKS.md").write_text(told, "utf-8")
    print(told)
