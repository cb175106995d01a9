"""Count the minimal puzzles of atlases, and look up the lines of a list in them.

```text
python benches/atlas.py count FOLDER...          walls,slides,vehicles,trucks,puzzles
python benches/atlas.py compare LIST FOLDER...   which lines of a list of Fogleman's are in no atlas
python benches/atlas.py check NUMBER FOLDER...   solve and minimise so many rows of each, by chance
```

The folders are those of `rushhour enumerate --output`. A line is found if its board is the hardest
of a minimal cluster with the same slides and states. A row is right if `solve` has its slides and
its steps, and `minimise` says whether it is minimal as the row does.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from rushhour import solve
from rushhour.atlas import open_atlas
from rushhour.generation.change import minimise

GROUPS = ["walls", "slides", "vehicles", "trucks"]


def minimal(folder: str) -> pa.Table:
    """The rows of the minimal clusters."""
    return open_atlas(folder).table().filter(pc.field("minimal"))


def counted(folders: Iterable[str]) -> Iterator[str]:
    """Lines of CSV: how many minimal puzzles there are of each kind."""
    yield ",".join([*GROUPS, "puzzles"])
    rows = pa.concat_tables(minimal(folder).select(GROUPS) for folder in folders)
    found = rows.group_by(GROUPS).aggregate([([], "count_all")])
    keys = [(name, "ascending") for name in GROUPS]
    for row in found.sort_by(keys).to_pylist():
        yield ",".join(str(value) for value in row.values())


def named(board: str) -> str:
    """A board whose vehicles have names in the order of their first cells; his count walls, too."""
    names: dict[str, str] = {}
    signs = (
        sign if sign in ".xA" else names.setdefault(sign, chr(66 + len(names))) for sign in board
    )
    return "".join(signs)


def listed(line: str) -> tuple[str, int, int]:
    """The puzzle in a line of a list of Fogleman's: board with names in order, slides, states."""
    try:
        slides, board, states, *_ = line.split()
        return named(board.replace("o", ".")), int(slides), int(states)
    except ValueError:
        raise ValueError(f"expected slides, a board and states, found {line!r}") from None


def missing(lines: Iterable[str], folders: Iterable[str]) -> Iterator[str]:
    """The lines with as many walls as the boards of the atlases that are not among them."""
    tables = [minimal(folder).select(["board", "slides", "states", "walls"]) for folder in folders]
    walls = {one for table in tables for one in pc.unique(table["walls"]).to_pylist()}
    known = {
        (named(row["board"]), row["slides"], row["states"])
        for table in tables
        for row in table.to_pylist()
    }
    count = 0
    for line in lines:
        puzzle = listed(line)
        if puzzle[0].count("x") in walls:
            count += 1
            if puzzle not in known:
                yield line
    yield f"{count} lines have {' or '.join(map(str, sorted(walls)))} walls"


def wrong(row: dict[str, Any]) -> str | None:
    """What the searches of one board say otherwise than its row does."""
    found = minimise(row["board"])
    steps = solve(row["steps_board"], metric="step").cost
    said = (found.slides, steps, found.is_minimal)
    expected = (row["slides"], row["steps"], row["minimal"])
    return None if said == expected else f"{row['board']}: {said}, in the atlas {expected}"


def checked(number: int, folders: Iterable[str]) -> Iterator[str]:
    """The faults of so many rows of each atlas, drawn by chance; then how many were drawn."""
    columns = ["board", "slides", "steps", "steps_board", "minimal"]
    for folder in folders:
        table = open_atlas(folder).table().select(columns)
        drawn = Random(number).sample(range(len(table)), min(number, len(table)))
        rows = table.take(sorted(drawn)).to_pylist()
        yield from filter(None, map(wrong, rows))
        count = sum(row["minimal"] for row in rows)
        yield f"{folder}: {len(rows)} rows, {count} of them minimal"


def main(arguments: list[str]) -> int:
    """Print what was asked for."""
    match arguments:
        case ["count", _, *_]:
            lines = counted(arguments[1:])
        case ["compare", file, _, *_]:
            lines = missing(Path(file).read_text(encoding="utf-8").splitlines(), arguments[2:])
        case ["check", number, _, *_] if number.isdecimal():
            lines = checked(int(number), arguments[2:])
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    print(*lines, sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
