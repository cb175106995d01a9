"""The soak: random boards against the reference for so many minutes, on all processors.

    python tests/soak.py 120 --log soak.jsonl

A board that is counted is a puzzle that was solved at least once: a board with the places of its
vehicles, different from all others counted, whatever its labels are. Many come from one cluster,
which the reference explores once, and some are mirror images of others. The first disagreement is
printed as a board to paste, and the exit code is then 1. `soak_compare.py` says what is compared.
"""

import argparse
import json
import multiprocessing
import os
import secrets
import signal
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import rushhour
from support import soak_compare
from support.soak_compare import Result

# Clusters of one task, and seconds between two lines of progress.
CHUNK, REPORT = 8, 30.0
DISTANCES = ((0, "0"), (5, "1 to 5"), (15, "6 to 15"), (30, "16 to 30"), (1000, "31 or more"))


@dataclass
class Tally:
    """What has been compared so far."""

    seen: set[int] = field(default_factory=set)
    repeats: int = 0
    clusters: int = 0
    boards: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    comparisons: Counter[str] = field(default_factory=Counter)
    skipped: Counter[str] = field(default_factory=Counter)

    def add(self, result: Result) -> None:
        """Count a cluster; a puzzle that is known only as a repeat."""
        self.comparisons += result.comparisons
        if result.skipped is not None:
            self.skipped[result.skipped] += 1
            return
        self.clusters += 1
        for puzzle, distance in result.puzzles:
            if puzzle in self.seen:
                self.repeats += 1
                continue
            self.seen.add(puzzle)
            for name, value in (result.properties | ending(distance)).items():
                self.boards[name][value] += 1

    def line(self) -> str:
        """The counts in a line."""
        solved = sum(self.comparisons.values()) - self.comparisons["distances of explore"]
        return (
            f"{len(self.seen)} boards, {self.clusters} clusters, {solved} solutions compared, "
            f"{self.comparisons['distances of explore']} distances compared"
        )

    def document(self) -> dict[str, Any]:
        """All counts, as JSON has them."""
        return {
            "boards": len(self.seen),
            "repeats": self.repeats,
            "clusters": self.clusters,
            "boards_by": self.boards,
            "comparisons": self.comparisons,
            "clusters_too_large_for_the_reference": self.skipped,
        }


def ending(distance: int | None) -> dict[str, str]:
    """The properties of a puzzle that its distance tells."""
    if distance is None:
        return {"status": "unsolvable"}
    return {"status": "solved", "distance": next(n for most, n in DISTANCES if distance <= most)}


def main() -> int:
    """Compare until the time is over, enough boards are done or something is wrong."""
    options = arguments()
    if options.cluster is not None:
        return replay(options.seed, options.cluster)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    begun, tally, ended, code = time.monotonic(), Tally(), "time", 0
    print(f"seed {options.seed}, {options.processes} processes", file=sys.stderr)
    try:
        for result in results(options, tally):
            tally.add(result)
            if result.disagreement:
                print(result.disagreement, flush=True)
                ended, code = "disagreement", 1
                break
        else:
            ended = "time" if len(tally.seen) < (options.boards or sys.maxsize) else "boards"
    except KeyboardInterrupt:
        ended, code = "interrupt", 130
    except BrokenProcessPool:
        print("a process died: run the clusters last begun one by one with --cluster")
        ended, code = "crash", 1
    report(options, tally, ended, time.monotonic() - begun)
    # Without a wait for what is still being compared: a cluster may take seconds.
    for worker in multiprocessing.active_children():
        worker.terminate()
    sys.stdout.flush()
    os._exit(code)


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("minutes", type=float, nargs="?", default=1.0)
    parser.add_argument("--boards", type=int, help="end after so many different boards")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seed", default=secrets.token_hex(4), help="by default a new one")
    parser.add_argument("--cluster", type=int, help="compare this cluster of the seed and no other")
    parser.add_argument("--log", type=Path, help="append the counts to this file as a line of JSON")
    return parser.parse_args()


def replay(seed: str, number: int) -> int:
    """Compare one cluster here, so that a debugger can look on."""
    result = soak_compare.run(seed, number)
    print(result.disagreement or f"no disagreement; {result.properties}")
    return int(result.disagreement is not None)


def results(options: argparse.Namespace, tally: Tally) -> Iterator[Result]:
    """The results of one cluster after another, in the order in which they are ready."""
    shown = time.monotonic()
    end = shown + 60 * options.minutes
    starts = count(step=CHUNK)
    pool = ProcessPoolExecutor(options.processes, initializer=leave_signals_to_the_parent)
    running: set[Future[list[Result]]] = set()
    while time.monotonic() < end and len(tally.seen) < (options.boards or sys.maxsize):
        missing = 2 * options.processes - len(running)
        running |= {pool.submit(some, options.seed, next(starts)) for _ in range(missing)}
        done, running = wait(running, timeout=REPORT, return_when=FIRST_COMPLETED)
        for future in done:
            yield from future.result()
        if time.monotonic() - shown > REPORT:
            shown = time.monotonic()
            print(tally.line(), file=sys.stderr, flush=True)


def leave_signals_to_the_parent() -> None:
    """In a worker: Ctrl-C reaches all processes of a terminal, but one is enough to answer it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def some(seed: str, first: int) -> list[Result]:
    """Compare the clusters of a task, up to one that disagrees."""
    found = []
    for number in range(first, first + CHUNK):
        found.append(soak_compare.run(seed, number))
        if found[-1].disagreement:
            break
    return found


def report(options: argparse.Namespace, tally: Tally, ended: str, seconds: float) -> None:
    """Print the counts and append them to the log."""
    print(f"ended by {ended} after {seconds:.0f} s, seed {options.seed}: {tally.line()}")
    print(f"repeats: {tally.repeats}; clusters too large for the reference: {dict(tally.skipped)}")
    for name, counter in {**tally.boards, "comparisons": tally.comparisons}.items():
        print(f"{name}: {', '.join(f'{key} {n}' for key, n in sorted(counter.items()))}")
    if options.log:
        how = {"seed": options.seed, "ended": ended, "seconds": round(seconds, 1)}
        line = {"version": rushhour.__version__, **how, **tally.document()}
        with options.log.open("a") as log:
            log.write(json.dumps(line, sort_keys=True) + "\n")


if __name__ == "__main__":
    sys.exit(main())
