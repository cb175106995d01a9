"""Large clusters on one thread and on two: `python benches/clusters.py [THREADS ...]`.

For each board of benches/boards.txt with a large cluster, in a process of its own: wall and
processor seconds of `explore`, both divided by the processor seconds of one thread in the same run;
how far the resident memory grows at its peak, and the bytes that the cluster keeps, both for each
state. `arrays` and `graph` are timed for the largest cluster of 6 x 6, in seconds.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from time import perf_counter, process_time

import rushhour
from usage import arguments

GROUPS = ("largest", "eight", "nine")
BOARDS = Path(__file__).with_name("boards.txt")
ROW = "{:>10} states  {} threads  wall {:5.2f}  processor {:5.2f}  peak {:5.1f}  kept {:5.1f}"


def main(counts: list[int]) -> None:
    """Print a line for each board and number of threads."""
    for line in BOARDS.read_text().splitlines():
        group, *_, states, text = (line or " ").split(" ")
        if group in GROUPS:
            rows = {count: measured(text, count) for count in counts}
            one = rows[counts[0]]["processor"]
            for count, row in rows.items():
                shares = (row["wall"] / one, row["processor"] / one)
                print(ROW.format(states, count, *shares, row["peak"], row["kept"]), flush=True)
        if group == "largest":
            print_scans(text)


def measured(text: str, threads: int) -> dict[str, float]:
    """What `explore` takes in a process of its own."""
    command = [sys.executable, __file__, "--one", text, str(threads)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return dict(json.loads(done.stdout))


def print_one(text: str, threads: int) -> None:
    """Explore one board, and print what that took as JSON."""
    before, begin, processor = resident("VmRSS"), perf_counter(), process_time()
    cluster = rushhour.explore(text, threads=threads)
    took = {"wall": perf_counter() - begin, "processor": process_time() - processor}
    peak, kept = (resident("VmHWM") - before) / len(cluster), cluster.bytes / len(cluster)
    print(json.dumps({**took, "peak": peak, "kept": kept}))


def resident(field: str) -> int:
    """A field of the process's status, in bytes."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) << 10 for line in lines if line.startswith(field))


def print_scans(text: str) -> None:
    """Time what is made of a cluster as a whole."""
    cluster = rushhour.explore(text)
    for name, scan in (("arrays", cluster.arrays), ("graph", cluster.graph)):
        begin = process_time()
        scan()
        print(f"{name} of {len(cluster)} states: {process_time() - begin:.2f} processor seconds")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        print_one(sys.argv[2], int(sys.argv[3]))
    else:
        main([int(count) for count in arguments()] or [1, 2])
