"""Every engine on every set of boards: `python benches/engines.py [SET ...]`.

`RUSHHOUR_ENGINE` forces each engine that searches breadth first, in a process of its own; `disk`
explores in a folder. Printed is the processor time of one thread as a multiple of that of the
engine that the core chooses, the best of three rounds in which the engines take turns; - where an
engine does not fit a board of the set. Optima and numbers of states are checked. The set `nine`
takes minutes, so it must be named.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

import rushhour
from usage import arguments

SETS = {
    "classic": "40 classics",
    "database": "40 of the database",
    "largest": "largest 6 x 6",
    "eight": "three 8 x 8",
    "nine": "a 9 x 9",
    "twelve": "a 12 x 12",
}
ENGINES = ("", "small", "blocks", "simd", "wide", "general", "disk")
VERBS = ("solve", "explore")
BOARDS = Path(__file__).with_name("boards.txt")
ROUNDS = 3
# One measurement repeats a set until it took so many seconds.
LEAST = 0.2


def main(names: list[str]) -> None:
    """Print a table for each verb."""
    for verb in VERBS:
        print(f"| {verb} | {' | '.join(SETS[name] for name in names)} |")
        print(f"|---|{'---|' * len(names)}")
        columns = [column(verb, name) for name in names]
        for place, engine in enumerate(ENGINES):
            cells = [cells[place] for cells in columns]
            if engine and any(cell != "-" for cell in cells):
                print(f"| `{engine}` | {' | '.join(cells)} |", flush=True)
        print()


def column(verb: str, name: str) -> list[str]:
    """What each engine takes, in multiples of the first."""
    best: dict[str, float] = {}
    for _ in range(ROUNDS):
        for engine in ENGINES:
            seconds = measured(verb, name, engine)
            if seconds is not None:
                best[engine] = min(seconds, best.get(engine, seconds))
    return [f"{best[engine] / best['']:.2f}" if engine in best else "-" for engine in ENGINES]


def measured(verb: str, name: str, engine: str) -> float | None:
    """The seconds of one engine in a process of its own; None if it does not fit."""
    forced = {} if engine == "disk" else {"RUSHHOUR_ENGINE": engine}
    command = [sys.executable, __file__, "--one", verb, name, engine]
    environment = {**os.environ, **forced}
    done = subprocess.run(command, check=False, capture_output=True, text=True, env=environment)
    if done.returncode:
        assert f"the engine {engine} cannot {verb} this board" in done.stderr, done.stderr
        return None
    return float(done.stdout) if done.stdout else None


def print_one(verb: str, name: str, engine: str) -> None:
    """Print the seconds for all boards of a set; nothing where the engine does not do this."""
    if (verb, engine) in {("solve", "disk"), ("solve", "blocks")}:
        return
    lines = [line.split() for line in BOARDS.read_text(encoding="utf-8").splitlines()]
    entries = [(rushhour.parse(text), *rest) for group, *rest, text in lines if group == name]
    rounds, begun = 0, process_time()
    while process_time() - begun < LEAST or not rounds:
        rounds += 1
        for puzzle, slides, states in entries:
            if verb == "solve":
                assert rushhour.solve(puzzle, algorithm="fast", threads=1).cost == int(slides)
            else:
                assert explored(puzzle, engine) == int(states)
    print((process_time() - begun) / rounds)


def explored(puzzle: rushhour.Puzzle, engine: str) -> int:
    """The number of states."""
    if engine != "disk":
        return len(rushhour.explore(puzzle, threads=1))
    with TemporaryDirectory() as folder:
        return len(rushhour.explore(puzzle, disk=folder, threads=1))


if __name__ == "__main__":
    words = arguments()
    if words[:1] == ["--one"]:
        print_one(*words[1:])
    else:
        main(words or [name for name in SETS if name != "nine"])
