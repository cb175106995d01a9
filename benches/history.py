"""The instructions of a few jobs, version by version: what a change cost does not depend on load.

`python benches/history.py measure VERSION >> docs/explanation/history.csv` counts those of the
installed package with valgrind, and adds a row for each job. `python benches/history.py draw` makes
the plot of docs/explanation/speed.md from that file; it needs the extra `plot`.
"""

import csv
import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from scaling import STYLE
from usage import arguments

ROOT = Path(__file__).parent.parent
DATA = ROOT / "docs" / "explanation" / "history.csv"
# What is done before the jobs, and is not counted.
SETUP = """
import rushhour
lines = [line.split() for line in open("benches/boards.txt") if not line.startswith("#")]
texts = [line[-1] for line in lines if line[0] == "classic"]
classics = [rushhour.parse(text) for text in texts]
largest = next(rushhour.parse(line[-1]) for line in lines if line[0] == "largest")
"""
JOBS = {
    "read 40 classics": "for text in texts: rushhour.parse(text)",
    "solve 40 classics": "for board in classics: rushhour.solve(board, threads=1)",
    "A*, advanced, 5 classics": (
        "for board in classics[:5]:"
        " rushhour.solve(board, algorithm='astar', heuristic='advanced', threads=1)"
    ),
    "explore 40 classics": "for board in classics: rushhour.explore(board, threads=1)",
    "explore the largest": "rushhour.explore(largest, threads=1)",
    "analyse 5 classics": "for board in classics[:5]: rushhour.analyse(board)",
}


def instructions(job: str, rounds: int) -> int:
    """Those of a process that does a job so often."""
    code = f"{SETUP}\nfor _ in range({rounds}):\n    {job}\n"
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    done = subprocess.run(
        [*command, sys.executable, "-c", code],
        cwd=ROOT,
        env=environment,
        check=True,
        stderr=subprocess.PIPE,
        text=True,
    )
    (line,) = (line for line in done.stderr.splitlines() if "Collected" in line)
    return int(line.split()[-1])


def measure(version: str) -> None:
    """Print a row for each job: what a second and a third round add to a first one."""
    for name, job in JOBS.items():
        count = (instructions(job, 3) - instructions(job, 1)) // 2
        print(f'{version},"{name}",{count}', flush=True)


def changes() -> Iterator[tuple[str, list[tuple[str, float]]]]:
    """The jobs, each with its versions and their instructions as multiples of the first one's."""
    with DATA.open() as stream:
        rows = sorted(csv.DictReader(stream), key=lambda row: row["job"])
    for job, group in groupby(rows, key=lambda row: row["job"]):
        counts = [(row["version"], int(row["instructions"])) for row in group]
        yield job, [(version, count / counts[0][1]) for version, count in counts]


def draw() -> None:
    """Write the plot beside the rows."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(5.5, 3.2), layout="constrained")
        axes = figure.subplots()
        for job, points in changes():
            axes.plot(*zip(*points, strict=True), "o-", markersize=4, label=job)
        axes.set(ylabel="instructions, first version = 1", ylim=(0, None))
        axes.legend()
        figure.savefig(DATA.with_suffix(".svg"), metadata={"Date": None})


if __name__ == "__main__":
    match arguments():
        case ["draw"]:
            draw()
        case ["measure", version]:
            measure(version)
        case _:
            raise SystemExit(__doc__)
