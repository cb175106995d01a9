"""Time and memory against states, boards, threads and workers, as rows and plots.

`python benches/scaling.py measure [KIND ...] > docs/explanation/scaling.csv` runs everything, or
some of `memory`, `disk`, `limits`, `boards` and `workers`, each in a process of its own. Time is
that of the processor, which other work on the machine disturbs less than the clock; the last column
has that of the clock. `workers` needs the extra `cluster`.
`python benches/scaling.py draw` makes the plots of docs/explanation/scaling.md from that file; it
needs the extra `plot`.
"""

import csv
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import rushhour
from disk import written
from memory import WARM, measured, resident
from usage import arguments

ROOT = Path(__file__).parent.parent
DATA = ROOT / "docs" / "explanation" / "scaling.csv"
CLASSICS = ("jam-01", "jam-40", "jam-14")
COLUMNS = ("kind", "items", "threads", "seconds", "peak", "written", "name", "clock")
LIMITS = (1, 4, 16, 64)
COUNTS = (1, 10, 100, 1000, 10_000)
# Boards for workers.
BATCHES = (10_000, 100_000, 1_000_000)
MEMORY = 2 << 30


def clusters() -> Iterator[tuple[str, rushhour.Puzzle]]:
    """Names and boards, from a thousand states to 21 million."""
    for name in CLASSICS:
        yield name, rushhour.read(ROOT / "puzzles" / f"{name}.txt")
    lines = (ROOT / "benches" / "boards.txt").read_text().splitlines()
    for line in lines:
        if line.startswith(("largest ", "eight ", "nine ")):
            group, *_, text = line.split()
            yield group, rushhour.parse(text)


def in_memory(puzzle: rushhour.Puzzle, threads: int) -> tuple[int, int]:
    """The states of a cluster; nothing is written."""
    return len(rushhour.explore(puzzle, threads=threads, max_memory=MEMORY)), 0


def on_disk(puzzle: rushhour.Puzzle, threads: int, memory: int = MEMORY) -> tuple[int, int]:
    """The states of a cluster, and the bytes that were written."""
    before = written()
    with TemporaryDirectory() as folder:
        cluster = rushhour.explore(puzzle, disk=folder, max_memory=memory, threads=threads)
        return len(cluster), written() - before


def limited(megabytes: int, threads: int) -> tuple[int, int]:
    """The same for the largest board of 8x8 under a limit on memory."""
    *_, puzzle = (puzzle for name, puzzle in clusters() if name == "eight")
    return on_disk(puzzle, threads, megabytes << 20)


def boards(count: int) -> Iterator[str]:
    """So many boards of Fogleman's database, some of them repeatedly."""
    lines = (ROOT / "benches" / "boards.txt").read_text().splitlines()
    return islice(cycle(line.split()[-1] for line in lines if line.startswith("database ")), count)


def many(count: int, threads: int) -> tuple[int, int]:
    """Solve so many boards."""
    chosen = [rushhour.parse(text) for text in boards(count)]
    return len(list(rushhour.solve_many(chosen, threads=threads))), 0


def batched(count: int, workers: int) -> tuple[int, int]:
    """Solve so many boards from a file to files, with workers of Dask or without."""
    with TemporaryDirectory() as folder:
        source, target = Path(folder, "boards.txt"), Path(folder, "answers")
        source.write_text("\n".join(boards(count)) + "\n")
        command = [sys.executable, "-m", "rushhour", "batch", str(source), "-o", str(target)]
        cluster = ["--cluster", f"local:{workers}"] if workers else []
        subprocess.run(
            [*command, "--threads", "1", *cluster], check=True, stdout=subprocess.DEVNULL
        )
    return count, 0


def row(run: Callable[[Any, int], tuple[int, int]], what: Any, threads: int) -> str:
    """What one run took, as JSON."""
    rushhour.explore(WARM)
    Path("/proc/self/clear_refs").write_text("5")
    before, begun, clock = resident("VmRSS"), busy(), time.perf_counter()
    items, bytes_written = run(what, threads)
    seconds, clock = busy() - begun, time.perf_counter() - clock
    peak = resident("VmHWM") - before
    return json.dumps([[items, threads, seconds, peak, bytes_written], clock])


def busy() -> float:
    """The seconds of the processor for this process and those that it waited for."""
    return time.process_time() + sum(os.times()[2:4])


def measure(kinds: list[str]) -> None:
    """Print a row for each run."""
    print(",".join(COLUMNS))
    for kind, run in (("memory", in_memory), ("disk", on_disk)):
        for name, puzzle in clusters() if kind in kinds else ():
            for count in (1, 2):
                show(kind, name, measured(partial(row, run, puzzle, count)))
    for megabytes in LIMITS if "limits" in kinds else ():
        show("limits", f"{megabytes} MB", measured(partial(row, limited, megabytes, 1)))
    for number in COUNTS if "boards" in kinds else ():
        for count in (1, 2):
            show("boards", "database", measured(partial(row, many, number, count)))
    for number in BATCHES if "workers" in kinds else ():
        for workers in (0, 1, 2):
            show("workers", "database", measured(partial(row, batched, number, workers)))


def show(kind: str, name: str, line: str) -> None:
    """Print a row."""
    values, clock = json.loads(line)
    texts = [f"{value:.4g}" if isinstance(value, float) else str(value) for value in values]
    print(",".join([kind, *texts, name, f"{clock:.4g}"]), flush=True)


Row = dict[str, float]
Line = tuple[str, str, int]

STATES: list[Line] = [
    ("in memory, one thread", "memory", 1),
    ("in memory, two threads", "memory", 2),
    ("on disk, one thread", "disk", 1),
    ("on disk, two threads", "disk", 2),
]
BOARDS: list[Line] = [("one thread", "boards", 1), ("two threads", "boards", 2)]
WORKERS: list[Line] = [
    ("no cluster, one thread", "workers", 0),
    ("one worker", "workers", 1),
    ("two workers", "workers", 2),
]
STYLE: Any = {
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "legend.frameon": False,
    "svg.fonttype": "none",
    "svg.hashsalt": "rushhour",
}


class Plot(NamedTuple):
    """A picture: what is across and up, its lines, and how a row gives a value.

    Different boards are dots, different numbers of the same boards are joined.
    """

    marks: str
    across: str
    up: str
    lines: list[Line]
    value: Callable[[Row], float]


PLOTS = {
    "time": Plot(
        "o",
        "states",
        "processor time, ns a state",
        STATES,
        lambda r: 1e9 * r["seconds"] / r["items"],
    ),
    "memory": Plot(
        "o", "states", "memory, bytes a state", STATES, lambda r: r["peak"] / r["items"]
    ),
    "boards": Plot(
        "o-",
        "boards",
        "processor time, µs a board",
        BOARDS,
        lambda r: 1e6 * r["seconds"] / r["items"],
    ),
    "workers": Plot(
        "o-", "boards", "wall clock, µs a board", WORKERS, lambda r: 1e6 * r["clock"] / r["items"]
    ),
}


def draw() -> None:
    """Write the plots beside the rows."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with DATA.open() as stream:
        rows = list(csv.DictReader(stream))
    for name, plot in PLOTS.items():
        with mpl.rc_context(STYLE):
            figure = Figure(figsize=(5.5, 3.2), layout="constrained")
            axes = figure.subplots()
            for label, kind, threads in plot.lines:
                points = sorted(points_of(rows, kind, threads, plot.value))
                axes.plot(*zip(*points, strict=True), plot.marks, markersize=4, label=label)
            axes.set(xlabel=plot.across, ylabel=plot.up, xscale="log", yscale="log")
            axes.legend()
            figure.savefig(DATA.with_name(f"scaling-{name}.svg"), metadata={"Date": None})


def points_of(
    rows: list[dict[str, str]], kind: str, threads: int, value: Callable[[Row], float]
) -> Iterator[tuple[float, float]]:
    """The points of one line."""
    for row in rows:
        if row["kind"] == kind and int(row["threads"]) == threads:
            numbers = {
                key: float(row[key] or "nan") for key in COLUMNS if key not in ("kind", "name")
            }
            yield numbers["items"], value(numbers)


if __name__ == "__main__":
    match arguments():
        case ["draw"]:
            draw()
        case ["measure", *kinds]:
            measure(kinds or ["memory", "disk", "limits", "boards", "workers"])
        case _:
            raise SystemExit(__doc__)
