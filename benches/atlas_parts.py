"""Count the minimal puzzles of 6 x 6 with two walls, some parts at a time, and keep the sums.

```text
python benches/atlas_parts.py next FOLDER SIZE LIST     count the next SIZE parts, again and again
python benches/atlas_parts.py again FOLDER FIRST        count the parts from FIRST once more
```

A run of hours must not begin anew on another machine, so `FOLDER` has what a reader needs of each
range of parts, and the rows themselves are not kept:

* `parts.csv`: a line for each range: its states, its clusters with a solution, its puzzles, how
  many of these are lines of `LIST` (Fogleman's database or a sample), and a digest of its rows;
* `counts.csv`: all puzzles so far by slides, vehicles and trucks;
* `hardest.csv`: the thousand of them with most slides, ties by board.

One row in a hundred, drawn by chance, is solved again and minimised, before a range is kept. The
digests show that a range which is counted again has the same rows. Ctrl-C ends it.
"""

from __future__ import annotations

import csv
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

from atlas import listed, named
from rushhour.atlas import enumerate_clusters
from rushhour.base.files import save
from rushhour.enumeration.family import PART_STATES, Family
from rushhour.enumeration.placements import placements
from rushhour.generation.change import minimise

ROWS = COLS = 6
WALLS = 2
HARDEST = 1000
RANGE = ["first", "last", "states", "clusters", "puzzles", "listed", "sha256"]
KIND = ["slides", "vehicles", "trucks"]
PUZZLE = ["board", "slides", "vehicles", "walls", "states"]

Row = dict[str, Any]


@dataclass
class Sums:
    """What is kept of all ranges so far."""

    ranges: list[Row] = field(default_factory=list)
    counts: Counter[tuple[int, ...]] = field(default_factory=Counter)
    hardest: list[Row] = field(default_factory=list)

    @classmethod
    def read(cls, folder: Path) -> Sums:
        """The files of a folder, or nothing yet; ValueError if they do not belong together."""
        if not (folder / "parts.csv").exists():
            return cls()
        counts = {
            tuple(int(row[name]) for name in KIND): int(row["puzzles"])
            for row in lines(folder / "counts.csv")
        }
        found = cls(lines(folder / "parts.csv"), Counter(counts), lines(folder / "hardest.csv"))
        expected = sum(int(row["puzzles"]) for row in found.ranges)
        if found.counts.total() != expected:
            message = f"expected {expected} puzzles as in parts.csv, found {found.counts.total()}"
            raise ValueError(f"{folder / 'counts.csv'}: {message}")
        return found

    @property
    def next(self) -> int:
        """The first part that is not counted."""
        return int(self.ranges[-1]["last"]) + 1 if self.ranges else 0

    def add(self, line: Row, rows: list[Row]) -> None:
        """Add a range and its puzzles."""
        self.ranges.append(line)
        self.counts.update(tuple(row[name] for name in KIND) for row in rows)
        several = [*self.hardest, *({name: row[name] for name in PUZZLE} for row in rows)]
        several.sort(key=lambda row: (-int(row["slides"]), row["board"]))
        self.hardest = several[:HARDEST]

    def write(self, folder: Path) -> None:
        """Write the three files."""
        folder.mkdir(parents=True, exist_ok=True)
        kinds = ((*kind, count) for kind, count in sorted(self.counts.items()))
        write(folder / "counts.csv", [*KIND, "puzzles"], kinds)
        write(folder / "hardest.csv", PUZZLE, (row.values() for row in self.hardest))
        write(folder / "parts.csv", RANGE, (row.values() for row in self.ranges))


def lines(file: Path) -> list[Row]:
    """The lines of a CSV file by its heads."""
    with file.open(encoding="utf-8", newline="") as opened:
        return list(csv.DictReader(opened))


def write(file: Path, head: list[str], rows: Iterable[Iterable[object]]) -> None:
    """Write a CSV file whole, or not at all."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    save(file, text.getvalue().encode())


def counted(first: int, last: int, known: set[tuple[str, int, int]]) -> tuple[Row, list[Row]]:
    """The line of a range and its puzzles; ValueError if a row that was drawn is wrong."""
    atlas = enumerate_clusters(
        ROWS,
        COLS,
        walls=WALLS,
        metric="slide",
        part_states=PART_STATES,
        parts=(first, last),
        yes=True,
    )
    rows = atlas.table().select([*PUZZLE, "trucks", "slides_solutions"]).to_pylist()
    for row in Random(first).sample(rows, len(rows) // 100):
        again = minimise(row["board"])
        if (again.slides, again.is_minimal) != (row["slides"], True):
            expected = f"{row['slides']} slides, minimal"
            raise ValueError(f"{row['board']}: expected {expected}; found {again}")
    digest = sha256()
    for row in rows:
        line = [row[name] for name in ("board", "slides", "states", "slides_solutions")]
        digest.update(f"{line}\n".encode())
    found = sum((named(row["board"]), row["slides"], row["states"]) in known for row in rows)
    sums = [atlas.summary.states, atlas.summary.solvable, len(rows), found, digest.hexdigest()]
    return dict(zip(RANGE, [first, last, *sums], strict=True)), rows


def following(folder: Path, size: int, known: set[tuple[str, int, int]]) -> None:
    """Count range after range; at the end ValueError if the states are not all there are."""
    family = Family.of(ROWS, COLS, walls=WALLS)
    parts = len(family.core().parts(PART_STATES))
    sums = Sums.read(folder)
    while sums.next < parts:
        line, rows = counted(sums.next, min(sums.next + size, parts) - 1, known)
        sums.add(line, rows)
        sums.write(folder)
        print(*line.values(), f"of {parts}", flush=True)
    total = sum(int(row["states"]) for row in sums.ranges)
    if total != placements(family):
        raise ValueError(f"expected {placements(family)} states, found {total}")


def again(folder: Path, first: int) -> bool:
    """Whether a range has the digest of its line once more."""
    ranges = {int(row["first"]): row for row in Sums.read(folder).ranges}
    if first not in ranges:
        known = ", ".join(map(str, ranges)) or "none"
        raise ValueError(f"{folder / 'parts.csv'}: expected a first part of {known}; found {first}")
    line = ranges[first]
    found, _ = counted(first, int(line["last"]), set())
    return all(str(found[name]) == line[name] for name in RANGE if name != "listed")


def main(arguments: list[str]) -> int:
    """Do what was asked for."""
    match arguments:
        case ["next", folder, size, file] if size.isdecimal():
            lines_of_list = Path(file).read_text(encoding="utf-8").splitlines()
            following(Path(folder), int(size), set(map(listed, lines_of_list)))
        case ["again", folder, first] if first.isdecimal():
            is_same = again(Path(folder), int(first))
            print("the same" if is_same else "another")
            return 0 if is_same else 1
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
