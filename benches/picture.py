"""How well pictures are read: `python benches/picture.py [FOLDER] [--seeds 0-9] [--themes NAME]`.

Without a folder: boards that are drawn by seed in the themes of `tests/support/synth.py`. A folder
has `expected.csv` with the columns file, kind, board, size, exit and corners; its photographs may
be turned. The columns of the table:

found      the field of cells is found: its corners are right within 0.4 cells
board      all cells and the target are right
exact      the exit, too
corners    exact once the corners and the size are given
missing    vehicles that are not read, and vehicles that are read but are not there
sure       readings without doubts, and how many of these are exact

`--vary explain.ODD_WALL 0.02 0.05 0.1` builds the reader with each of these values of a constant of
`src/picture/explain.rs` in turn, and prints what is exact and sure with each. The sources stay as
they are: a copy under `target/vary` is changed. The first build takes minutes.
"""

from __future__ import annotations

import csv
import os
import re
import shutil
import subprocess
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from time import process_time
from typing import Any

import rushhour

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from support.synth import PHOTOS, SIDES, THEMES, Truth, cells_of, picture  # noqa: E402

Turned = tuple[list[list[str]], tuple[str, int]]


@dataclass
class Row:
    """The sums of a theme or kind."""

    pictures: int = 0
    counts: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    seconds: float = 0.0
    confident: list[tuple[float, bool]] = field(default_factory=list)


def turned(cells: list[list[str]], way: tuple[str, int]) -> Turned:
    """The board turned by 90 degrees clockwise."""
    side, line = way
    last = len(cells) - 1
    to = SIDES[(SIDES.index(side) + 1) % 4]
    moved = last - line if side in ("right", "left") else line
    return [list(row) for row in zip(*cells[::-1], strict=True)], (to, moved)


def vehicles_of(cells: Any) -> set[frozenset[tuple[int, int]]]:
    """The cells of each vehicle; walls are vehicles of one cell."""
    parts: dict[Any, set[tuple[int, int]]] = defaultdict(set)
    for row, line in enumerate(cells):
        for col, label in enumerate(line):
            if label != ".":
                parts[(row, col) if label == "x" else label].add((row, col))
    return {frozenset(part) for part in parts.values()}


def target_of(cells: Any) -> set[tuple[int, int]]:
    """The cells of the target."""
    return {(r, c) for r, line in enumerate(cells) for c, label in enumerate(line) if label == "A"}


def compared(reading: rushhour.pictures.PictureReading, truth: Truth, turns: int) -> dict[str, int]:
    """What is right and wrong, in the turn of the reading that is nearest to the truth."""
    cells, way = cells_of(reading.puzzle), (reading.exit.side, reading.exit.line)
    known, results = vehicles_of(truth.rows), []
    for _ in range(turns):
        seen = vehicles_of(cells)
        same = seen == known and target_of(cells) == target_of(truth.rows)
        is_exact = same and (truth.exit == way or not truth.exit[0])
        results.append((is_exact, same, -len(known - seen), -len(seen - known)))
        cells, way = turned(cells, way)
    is_exact, same, missing, extra = max(results)
    return {"exact": is_exact, "board": same, "missing": -missing, "extra": -extra}


def is_found(reading: rushhour.pictures.PictureReading, truth: Truth) -> bool:
    """Whether the field has the size and, in any order, the corners of the truth."""
    side = len(truth.rows)
    if reading.size != (side, side):
        return False
    far = 0.4 * abs(complex(*truth.corners[0]) - complex(*truth.corners[2])) / side / 2**0.5
    places = [complex(*corner) for corner in reading.corners]
    return all(
        min(abs(complex(*corner) - place) for place in places) < far for corner in truth.corners
    )


def drawn(themes: list[str], seeds: range) -> Iterator[tuple[str, Any, Truth, int]]:
    """Drawn pictures: kind, picture, truth, and in how many turns it may be read."""
    for theme in themes:
        for seed in seeds:
            pixels, truth = picture(theme, seed)
            yield theme, pixels, truth, 4 if theme in PHOTOS else 1


def real(folder: Path) -> Iterator[tuple[str, Any, Truth, int]]:
    """The pictures of a folder."""
    with (folder / "expected.csv").open(newline="") as file:
        for row in csv.DictReader(file):
            side, board = int(row["size"]), row["board"].replace("o", ".")
            cells = [board[k : k + side] for k in range(0, side * side, side)]
            side_of_exit, _, line = row["exit"].partition(",")
            is_photo = row["kind"] == "photo"
            if is_photo:  # its board is given upright, its exit as it is seen
                side_of_exit, line = "right", str(next(k for k in range(side) if "A" in cells[k]))
            corners = [tuple(map(float, pair.split(","))) for pair in row["corners"].split()]
            truth = Truth(cells, (side_of_exit, int(line or 0)), corners)
            yield row["kind"], folder / row["file"], truth, 4 if is_photo else 1


def measure(row: Row, pixels: Any, truth: Truth, turns: int) -> None:
    """Read a picture, alone and with its corners."""
    row.pictures += 1
    begin = process_time()
    try:
        reading = rushhour.read_picture(pixels)
    except rushhour.errors.PictureError:
        row.counts["missing"] += len(vehicles_of(truth.rows))
    else:
        row.seconds += process_time() - begin
        found = compared(reading, truth, turns)
        for name, count in found.items():
            row.counts[name] += count
        row.counts["found"] += is_found(reading, truth)
        row.counts["sure"] += not reading.doubts
        row.counts["right"] += not reading.doubts and found["exact"]
        row.confident.append((reading.confidence, bool(found["exact"])))
    helped = rushhour.read_picture(pixels, corners=truth.corners, size=len(truth.rows))
    row.counts["corners"] += compared(helped, truth, turns)["exact"]


def line_of(name: str, row: Row) -> str:
    """A row of the table."""
    c = row.counts
    counts = [row.pictures, c["found"], c["board"], c["exact"], c["corners"]]
    parts = f"{c['missing']}/{c['extra']}", f"{c['right']} of {c['sure']}"
    seconds = f"{row.seconds / max(1, row.pictures):.2f}"
    return f"| {name} | {' | '.join(map(str, counts))} | {' | '.join(parts)} | {seconds} |"


def built(constant: str, value: str) -> Path:
    """A folder with the package, built with this value of a constant.

    Raises SystemExit if no file, or not one place in it, defines the constant.
    """
    module, _, name = constant.rpartition(".")
    copy = ROOT / "target" / "vary"
    for part in ("src", "benches", "python"):
        shutil.rmtree(copy / part, ignore_errors=True)
        shutil.copytree(ROOT / part, copy / part)
    for file in ("Cargo.toml", "Cargo.lock"):
        shutil.copy2(ROOT / file, copy)
    source = copy / "src" / "picture" / f"{module}.rs"
    text = source.read_text() if source.is_file() else ""
    changed, places = re.subn(rf"(const {name}: [^=]+ = )[^;]+;", rf"\g<1>{value};", text)
    if places != 1:
        sys.exit(f"expected one constant {name} in src/picture/{module}.rs, found {places}")
    source.write_text(changed)
    target = copy / "target"
    command = ["cargo", "build", "--quiet", "--release", "--lib", "--features", "python"]
    subprocess.run(
        command, check=True, cwd=copy, env={**os.environ, "CARGO_TARGET_DIR": str(target)}
    )
    shutil.copy(target / "release" / "librushhour.so", copy / "python/rushhour/_core.abi3.so")
    return copy / "python"


def vary(constant: str, values: list[str], arguments: list[str]) -> None:
    """Print what is exact and sure of each kind of pictures with each value of a constant."""
    table: dict[str, list[str]] = defaultdict(list)
    for value in values:
        environment = {**os.environ, "PYTHONPATH": str(built(constant, value))}
        command = [sys.executable, __file__, *arguments]
        output = subprocess.run(command, check=True, env=environment, stdout=subprocess.PIPE).stdout
        for line in output.decode().partition("\n\n")[0].splitlines()[2:]:
            name, read, _, _, exact, _, _, sure, _ = line.strip("| ").split(" | ")
            table[name].append(f"{exact} of {read}, {sure}")
    print(f"| {constant} | {' | '.join(f'{value}: exact, sure' for value in values)} |")
    print("|---" * (len(values) + 1) + "|")
    for name, counts in table.items():
        print(f"| {name} | {' | '.join(counts)} |")


def main() -> None:
    """Print the table, and how often readings of each confidence are exact."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--seeds", default="0-9")
    parser.add_argument("--themes", nargs="*", default=THEMES)
    parser.add_argument("--vary", nargs="+", metavar=("MODULE.NAME", "VALUE"))
    options = parser.parse_args()
    if options.vary and len(options.vary) == 1:
        parser.error("expected values of the constant after its name")
    if options.vary:
        folder = [str(options.folder)] if options.folder else []
        chosen = ["--seeds", options.seeds, "--themes", *options.themes]
        vary(options.vary[0], options.vary[1:], [*folder, *chosen])
        return
    first, _, last = options.seeds.partition("-")
    seeds = range(int(first), int(last or first) + 1)
    source = real(options.folder) if options.folder else drawn(options.themes, seeds)
    rows: dict[str, Row] = defaultdict(Row)
    for name, pixels, truth, turns in source:
        measure(rows[name], pixels, truth, turns)
    print("| pictures | read | found | board | exact | corners | missing/extra | sure | seconds |")
    print("|---|---|---|---|---|---|---|---|---|")
    every = Row()
    for name, row in rows.items():
        print(line_of(name, row))
        every.pictures += row.pictures
        every.seconds += row.seconds
        every.confident += row.confident
        for key, count in row.counts.items():
            every.counts[key] += count
    print(line_of("all", every))
    print("\n| confidence | readings | exact |\n|---|---|---|")
    for low in (0.0, 0.2, 0.4, 0.6, 0.8, 0.95):
        high = {0.0: 0.2, 0.2: 0.4, 0.4: 0.6, 0.6: 0.8, 0.8: 0.95}.get(low, 1.01)
        mine = [right for confidence, right in every.confident if low <= confidence < high]
        print(f"| {low:.2f} to {min(high, 1):.2f} | {len(mine)} | {sum(mine)} |")


if __name__ == "__main__":
    main()
