"""Explorations on disk: time, memory and bytes written, for boards of the large lists.

`python benches/disk.py g08-18 FOLDER [--memory 2GiB] [--threads 2]` prints a line. The folder must
be new; its files stay. `docs/explanation/scaling.md` has the lines of boards of 10^7 states and
more.
"""

import argparse
import csv
import resource
import time
from pathlib import Path

import rushhour
from rushhour.cli.options import byte_count

LISTS = Path(__file__).parent.parent / "puzzles" / "large"


def board(name: str) -> str:
    """The board of this name in the large lists."""
    for file in sorted(LISTS.glob("*.csv")):
        with file.open() as rows:
            for row in csv.DictReader(rows):
                if row["name"] == name:
                    return row["board"]
    raise SystemExit(f"expected the name of a board in {LISTS}, found {name}")


def written() -> int:
    """The bytes that this process has written so far; 0 where the system does not say."""
    counts = Path("/proc/self/io")
    if not counts.exists():
        return 0
    return int(dict(line.split(": ") for line in counts.read_text().splitlines())["wchar"])


def main() -> None:
    """Explore one board and print what it took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name")
    parser.add_argument("folder")
    parser.add_argument("--memory", default="2GiB")
    parser.add_argument("--threads", default=1, type=int)
    chosen = parser.parse_args()
    limits = {"max_memory": byte_count(chosen.memory), "threads": chosen.threads}
    begun = time.perf_counter(), time.process_time(), written()
    cluster = rushhour.explore(board(chosen.name), disk=chosen.folder, **limits)
    wall, busy = time.perf_counter() - begun[0], time.process_time() - begun[1]
    states, peak = len(cluster), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    print(
        f"{chosen.name}: {states} states, eccentricity {cluster.eccentricity}, "
        f"distance {cluster.distance()}; {wall:.0f} s, {busy:.0f} s of the processor, "
        f"{states / busy / 1e6:.2f} million states a second of it; "
        f"written {(written() - begun[2]) / states:.1f} bytes a state, "
        f"kept {cluster.disk_bytes / states:.1f}; peak {peak / 2**20:.0f} MiB"
    )


if __name__ == "__main__":
    main()
