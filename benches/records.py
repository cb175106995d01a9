"""The published records: `python benches/records.py FOLDER_OR_FILE...`.

The arguments are folders of `rushhour enumerate`, whose `_records.csv` are read, and files of
`rushhour search-records`, of whose clusters the hardest states count. This writes `records.csv` of
the package, and the certificates to `puzzles/records/certificates.zip`, as far as they are small.
"""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile, ZipInfo

import rushhour
from rushhour.formats.writing import board_line
from rushhour.lab.histograms import FILE, PublishedRecord
from usage import arguments

ROOT = Path(__file__).parent.parent
CSV = ROOT / "python" / "rushhour" / "lab" / "published" / FILE
CERTIFICATES = ROOT / "puzzles" / "records" / "certificates.zip"
METRICS = {"slides": "slide", "steps": "step"}
# The bytes of a certificate that is written.
SMALL = 100_000


def enumerated(folder: Path) -> Iterator[PublishedRecord]:
    """The records of an atlas."""
    options = json.loads((folder / "_summary.json").read_text(encoding="utf-8"))["options"]
    size = f"{options['rows']}x{options['cols']}"
    with (folder / "_records.csv").open(encoding="utf-8") as lines:
        for row in csv.DictReader(lines):
            yield record(size, METRICS[row["metric"]], "enumerated", row["board"])


def searched(file: Path) -> Iterator[PublishedRecord]:
    """The hardest boards of the clusters that a search found, in either metric."""
    content = json.loads(file.read_text(encoding="utf-8"))
    size = "x".join(map(str, content["search"]["size"]))
    for found in filter(None, content["rounds"]):
        for metric in METRICS.values():
            hardest = rushhour.explore(found["board"], metric=metric).hardest(1)[0]
            yield record(size, metric, "searched", board_line(hardest))


def record(size: str, metric: str, found: str, board: str) -> PublishedRecord:
    """A record with its optimum and a solution."""
    puzzle = rushhour.parse(board, "boardstring")
    outcome = rushhour.solve(puzzle, metric=metric)
    walls, vehicles = len(puzzle.walls), len(puzzle.vehicles)
    moves = str(outcome.solution)
    return PublishedRecord(size, walls, vehicles, metric, outcome.cost, found, board, moves)


def best(found: list[PublishedRecord]) -> list[PublishedRecord]:
    """The hardest of each kind, in order; searches count for a size and metric as a whole."""

    def kind(one: PublishedRecord) -> tuple[int, ...]:
        rows, cols = map(int, one.size.split("x"))
        vehicles = one.vehicles if one.found == "enumerated" else 0
        return rows * cols, rows, one.walls, vehicles, one.metric == "step"

    kinds = {kind(one): one for one in sorted(found, key=lambda one: one.distance)}
    return [kinds[key] for key in sorted(kinds)]


def certificates(found: list[PublishedRecord]) -> None:
    """Write the small certificates, the same bytes in every run."""
    with ZipFile(CERTIFICATES, "w") as archive:
        for one in found:
            certificate = rushhour.certificate.certify(
                rushhour.solve(one.puzzle, metric=one.metric)
            )
            if len(certificate.data) <= SMALL:
                archive.writestr(ZipInfo(one.certificate), certificate.data)
            else:
                print(f"{one.certificate}: {len(certificate.data)} bytes")


def main() -> None:
    """Read the arguments, and write both."""
    paths = list(map(Path, arguments()))
    if not paths:
        sys.exit("expected folders of enumerations and files of searches, found none")
    found = [one for path in paths for one in (enumerated if path.is_dir() else searched)(path)]
    chosen = best(found)
    with CSV.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(PublishedRecord._fields)
        writer.writerows(chosen)
    print(f"{len(chosen)} records")
    certificates(chosen)


main()
