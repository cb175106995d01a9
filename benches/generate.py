"""How fast puzzles are made to order, and how hard they get, beside two other ways to make them.

    python benches/generate.py [--seconds 60] [--rush GIT]

Everything runs on one thread, one after another, each for so many seconds:

* `to order`: `rushhour.generate`
* `random placement`: vehicles at random cells, then the hardest state of their cluster, both by
  this package
* `annealer`: Fogleman's generator in Go, if GIT is a git directory of github.com/fogleman/rush and
  `go` is installed. It anneals for the length of a solution, with 5000 steps for the first figure
  and 100000, its usual number, for the second.

Figures: minimal puzzles of 6x6 with 20 to 25 slides a second; the most slides of a 6x6 board
without walls and with up to two; the seconds until an 8x8 board with 30 slides, and for a pack of
50; the memory of all that, in a process of its own.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import median

import rushhour
from rushhour import _core
from rushhour.search import Options

OPTIONS = Options.of_cluster("slide", "edge", 1 << 15, None)

GO_MODULE = "module github.com/fogleman/rush\n\ngo 1.19\n"
# The pictures need packages from elsewhere, and are not used here.
GO_PICTURE = """package rush

import "image"

func renderBoard(*Board) image.Image { return nil }
"""
GO_MAIN = """package main

import (
	"fmt"
	"math/rand"
	"os"
	"strconv"

	"github.com/fogleman/rush"
)

func main() {
	rand.Seed(1)
	steps, _ := strconv.Atoi(os.Args[1])
	generator := rush.NewDefaultGenerator()
	for {
		fmt.Fprintln(os.Stderr, generator.Generate(steps).Hash())
	}
}
"""


def random_boards(walls: int) -> Iterator[rushhour.Puzzle]:
    """Boards of 8 to 13 vehicles at random, each in its hardest state."""
    random = Random(1)
    while True:
        puzzle = random_board(random, walls)
        core, _, _ = _core.explore(puzzle._core, OPTIONS, 1, None)
        hardest = [] if core is None else core.hardest(1)
        if hardest:
            yield rushhour.Puzzle._of(hardest[0], None)


def random_board(random: Random, walls: int) -> rushhour.Puzzle:
    """Vehicles of 2 and 3 cells and walls on free cells."""
    vehicles = [rushhour.Vehicle("A", "h", 2, random.randrange(4), 2)]
    cells = [(row, col) for row in range(6) for col in range(6)]
    blocks = random.sample([cell for cell in cells if cell[0] != 2], random.randint(0, walls))
    taken = {*blocks, *vehicles[0].cells()}
    wanted = random.randint(8, 13)
    for _ in range(500):
        axis = random.choice("hv")
        bar = rushhour.Vehicle(
            f"V{len(vehicles)}",
            axis,
            random.randrange(6),
            random.randrange(6),
            random.choice((2, 3)),
        )
        is_on_road = axis == "h" and bar.row == 2
        own = set(bar.cells())
        if not is_on_road and own <= set(cells) and not own & taken and len(vehicles) < wanted:
            vehicles.append(bar)
            taken |= own
    return rushhour.Puzzle(6, 6, vehicles, "A", walls=blocks)


class Annealer:
    """The generator in Go, built in a folder of its own."""

    def __init__(self, repository: str, folder: str) -> None:
        files = subprocess.run(
            ["git", "--git-dir", repository, "archive", "HEAD"], stdout=subprocess.PIPE, check=True
        )
        subprocess.run(["tar", "x", "-C", folder], input=files.stdout, check=True)
        (Path(folder) / "render.go").write_text(GO_PICTURE)
        (Path(folder) / "go.mod").write_text(GO_MODULE)
        main = Path(folder) / "cmd" / "made" / "main.go"
        main.parent.mkdir()
        main.write_text(GO_MAIN)
        self.program = str(Path(folder) / "made")
        subprocess.run(["go", "build", "-o", self.program, "./cmd/made"], cwd=folder, check=True)

    def boards(self, steps: int, seconds: float) -> list[rushhour.Puzzle]:
        """What it makes in so many seconds, on one processor."""
        command = ["timeout", str(seconds), "taskset", "-c", "0", self.program, str(steps)]
        run = subprocess.run(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False
        )
        return [rushhour.parse(line, "boardstring") for line in run.stderr.split()]


def slides(puzzle: rushhour.Puzzle) -> int:
    """The optimum."""
    return rushhour.solve(puzzle, threads=1).cost or 0


def is_good(puzzle: rushhour.Puzzle) -> bool:
    """Whether a puzzle has 20 to 25 slides and is minimal."""
    parts = _core.removable(puzzle._core, (None, None, None), None)
    return 20 <= slides(puzzle) <= 25 and parts == ([], [])


def during(boards: Iterator[rushhour.Puzzle], seconds: float) -> Iterator[rushhour.Puzzle]:
    """What comes in so many seconds."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        yield next(boards)


def rates(seconds: float, annealer: Annealer | None) -> None:
    """Print how many minimal puzzles of 20 to 25 slides each way makes in a second."""
    stream = rushhour.generate(
        slides="20..25", minimal=True, seed=1, threads=1, max_seconds=seconds
    )
    ours = sum(1 for _ in stream) / seconds
    plain = sum(map(is_good, during(random_boards(0), seconds))) / seconds
    print("minimal 6x6 puzzles of 20 to 25 slides a second")
    _row("to order", ours, ours)
    _row("random placement", plain, ours)
    if annealer:
        _row("annealer", sum(map(is_good, annealer.boards(5000, seconds))) / seconds, ours)


def _row(name: str, rate: float, ours: float) -> None:
    ratio = f"1 : {ours / rate:,.0f}" if rate else "none"
    print(f"  {name:20} {rate:8.3f}  {ratio}", flush=True)


def best(seconds: float, annealer: Annealer | None) -> None:
    """Print the most slides that each way finds."""
    for walls in (0, 2):
        print(f"the most slides on 6x6 in {seconds:g} s, up to {walls} walls")
        stream = rushhour.generate(
            slides="100..",
            walls=(0, walls),
            seed=1,
            threads=1,
            max_seconds=seconds,
            max_boards=None,
        )
        assert list(stream) == []
        print(f"  to order             {stream.nearest.slides if stream.nearest else 0:3}")
        plain = max(map(slides, during(random_boards(walls), seconds)))
        print(f"  random placement     {plain:3}", flush=True)
        if annealer and not walls:
            found = map(slides, annealer.boards(100000, seconds))
            print(f"  annealer             {max(found, default=0):3}", flush=True)


def large() -> None:
    """Print how long 8x8 boards with 30 slides take, over ten seeds."""
    times = []
    for seed in range(10):
        begin = time.monotonic()
        next(rushhour.generate(size="8x8", slides="30..", seed=seed, threads=1))
        times.append(time.monotonic() - begin)
    print(
        f"8x8 with 30 slides: median {median(times):.1f} s, longest {max(times):.1f} s of 10 seeds"
    )


def skipped() -> None:
    """Print how many changes that keep the lines lead to another cluster, which no job explores."""
    for walls in (0, 2):
        kept = other = longer = left = 0
        for board in random_boards(walls):
            cluster = rushhour.explore(board)
            if (cluster.eccentricity or 0) < 8:
                continue
            for change in shifted(board):
                kept += 1
                if change not in cluster:
                    other += 1
                    found = rushhour.explore(change).eccentricity or 0
                    longer += found > (cluster.eccentricity or 0)
            left += 1
            if left == 150:
                break
        print(
            f"up to {walls} walls: of {kept} changes that keep the lines, {other} led to another"
            f" cluster, {longer} of these to a longer puzzle"
        )


def shifted(board: rushhour.Puzzle) -> Iterator[rushhour.Puzzle]:
    """Boards with one vehicle elsewhere on its line, where the order of lengths is the same."""
    walls = set(board.walls)
    for vehicle in board.vehicles[1:]:
        others = [other for other in board.vehicles if other != vehicle]
        taken = walls.union(*(other.cells() for other in others))
        for offset in range(7 - vehicle.length):
            place = {"col": offset} if vehicle.axis == "h" else {"row": offset}
            other = replace(vehicle, **place)
            if other == vehicle or taken.intersection(other.cells()):
                continue
            vehicles = [other if one == vehicle else one for one in board.vehicles]
            changed = board.with_vehicles(vehicles)
            if lengths(board, vehicle) == lengths(changed, other):
                yield changed


def lengths(board: rushhour.Puzzle, on: rushhour.Vehicle) -> list[int]:
    """The lengths on the line of a vehicle, in their order; 0 for a wall."""
    line, place = (0, 1) if on.axis == "h" else (1, 0)
    bars = [one for one in board.vehicles if one.axis == on.axis]
    found = [((one.row, one.col), one.length) for one in bars] + [(wall, 0) for wall in board.walls]
    mine = [(cell[place], length) for cell, length in found if cell[line] == (on.row, on.col)[line]]
    return [length for _, length in sorted(mine)]


def packs() -> None:
    """Print how long packs of 50 take, over three seeds."""
    times, slides = [], []
    for seed in range(3):
        begin = time.process_time()
        pack = rushhour.generation.pack(50, seed=seed, threads=1)
        times.append(time.process_time() - begin)
        slides += [puzzle.made.slides for puzzle in pack]
    print(
        f"a pack of 50, {min(slides)} to {max(slides)} slides: median {median(times):.1f} processor"
        f" seconds, longest {max(times):.1f} of 3 seeds"
    )


def memory(seconds: float) -> None:
    """Print the memory of a process that makes puzzles on two threads."""
    code = (
        "import re, pathlib, rushhour\n"
        "def peak():\n"
        "    status = pathlib.Path('/proc/self/status').read_text()\n"
        "    return int(re.search('VmHWM:\\\\s*([0-9]+)', status)[1]) / 1024\n"
        "base = peak()\n"
        f"options = dict(seed=1, threads=2, max_seconds={seconds}, max_boards=None)\n"
        "list(rushhour.generate(size='8x8', slides='100..', **options))\n"
        "print(f'memory of two threads on 8x8: {peak() - base:.0f} MiB')\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def main() -> None:
    """Print all figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--rush")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        annealer = Annealer(options.rush, folder) if options.rush else None
        rates(options.seconds, annealer)
        best(options.seconds, annealer)
    large()
    skipped()
    packs()
    memory(options.seconds)


if __name__ == "__main__":
    main()
